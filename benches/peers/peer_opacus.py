"""opacus: its accountants `rdp` and `prv`, without torch, of which they use nothing but a type."""

import importlib.util
import sys
import types

from question import Absent, sampled


def without_torch():
    """Lets `opacus.accountants` be imported without running `opacus/__init__.py`."""
    package = types.ModuleType("opacus")
    package.__path__ = list(importlib.util.find_spec("opacus").submodule_search_locations)
    optimizers = types.ModuleType("opacus.optimizers")
    optimizers.DPOptimizer = object
    sys.modules.update({"opacus": package, "opacus.optimizers": optimizers})


without_torch()

from opacus.accountants import create_accountant  # noqa: E402
from opacus.accountants.utils import get_noise_multiplier  # noqa: E402


def job(question, accountant):
    target = question.get("target")
    releases = question["releases"]
    if any(release["mechanism"]["kind"] != "gaussian" for release in releases):
        raise Absent("opacus knows Gaussian noise only")
    if question["ask"] == "curve":
        raise Absent("opacus gives ε at a δ, not δ at an ε")

    def plan():
        fresh = create_accountant(accountant)
        fresh.history = [
            (release["mechanism"]["sigma"], sampled(release) or 1.0, release["count"])
            for release in releases
        ]
        return fresh.get_epsilon(target["delta"])

    def solve():
        (release,) = releases
        return get_noise_multiplier(
            target_epsilon=target["epsilon"],
            target_delta=target["delta"],
            sample_rate=sampled(release),
            steps=release["count"],
            accountant=accountant,
        )

    return {"plan": plan, "solve": solve}[question["ask"]]
