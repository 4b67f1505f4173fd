"""prv-accountant with the errors of its own introduction; its upper bounds are its answers."""

from prv_accountant import PRVAccountant
from prv_accountant.dpsgd import find_noise_multiplier
from prv_accountant.privacy_random_variables import (
    GaussianMechanism,
    LaplaceMechanism,
    PoissonSubsampledGaussianMechanism,
)

from question import grid, sampled

EPS_ERROR = 0.01
DELTA_ERROR = 1e-10


def variable(release):
    mechanism = release["mechanism"]
    if mechanism["kind"] == "laplace":
        return LaplaceMechanism(mu=1 / mechanism["scale"])
    rate = sampled(release)
    if rate is None:
        return GaussianMechanism(noise_multiplier=mechanism["sigma"])
    return PoissonSubsampledGaussianMechanism(
        sampling_probability=rate, noise_multiplier=mechanism["sigma"]
    )


def job(question, _):
    target = question.get("target")
    counts = [release["count"] for release in question["releases"]]

    def composed():
        return PRVAccountant(
            prvs=[variable(release) for release in question["releases"]],
            max_self_compositions=counts,
            eps_error=EPS_ERROR,
            delta_error=DELTA_ERROR,
        )

    def curve():
        # `compute_delta` would compose again for every ε; this is what it does with one composition.
        plan = composed().compute_composition(counts)
        return [
            plan.compute_delta_estimate(epsilon - EPS_ERROR) + DELTA_ERROR
            for epsilon in grid(question)
        ]

    return {
        "plan": lambda: composed().compute_epsilon(target["delta"], counts)[2],
        "curve": curve,
        "solve": lambda: find_noise_multiplier(
            sampling_probability=sampled(question["releases"][0]),
            num_steps=counts[0],
            target_epsilon=target["epsilon"],
            target_delta=target["delta"],
            eps_error=EPS_ERROR,
        ),
    }[question["ask"]]
