"""dp_accounting: the PLD accountant on its default grid of 1e-4, and the RDP accountant."""

import dp_accounting
from dp_accounting import pld, rdp

from question import grid, sampled

ACCOUNTANTS = {"pld": pld.PLDAccountant, "rdp": rdp.RdpAccountant}


def event(release):
    mechanism = release["mechanism"]
    if mechanism["kind"] == "laplace":
        once = dp_accounting.LaplaceDpEvent(mechanism["scale"])
    else:
        once = dp_accounting.GaussianDpEvent(mechanism["sigma"])
    rate = sampled(release)
    if rate is not None:
        once = dp_accounting.PoissonSampledDpEvent(rate, once)
    return dp_accounting.SelfComposedDpEvent(once, release["count"])


def job(question, accountant):
    target = question.get("target")

    def composed():
        fresh = ACCOUNTANTS[accountant]()
        for release in question["releases"]:
            fresh.compose(event(release))
        return fresh

    def calibrated(sigma):
        (release,) = question["releases"]
        return event({**release, "mechanism": {"kind": "gaussian", "sigma": sigma}})

    def curve():
        plan = composed()
        return [plan.get_delta(epsilon) for epsilon in grid(question)]

    return {
        "plan": lambda: composed().get_epsilon(target["delta"]),
        "curve": curve,
        "solve": lambda: dp_accounting.calibrate_dp_mechanism(
            ACCOUNTANTS[accountant], calibrated, target["epsilon"], target["delta"]
        ),
    }[question["ask"]]
