"""autodp: Rényi composition, and its analytical Fourier accountant where nothing is sampled."""

from autodp import calibrator_zoo, mechanism_zoo, transformer_zoo

from question import Absent, grid, sampled


def renyi(release):
    mechanism = release["mechanism"]
    if mechanism["kind"] == "laplace":
        return mechanism_zoo.LaplaceMechanism(b=mechanism["scale"])
    once = mechanism_zoo.GaussianMechanism(sigma=mechanism["sigma"])
    rate = sampled(release)
    if rate is None:
        return once
    return transformer_zoo.AmplificationBySampling()(once, rate, improved_bound_flag=True)


def fourier(release):
    mechanism = release["mechanism"]
    if mechanism["kind"] == "laplace":
        return mechanism_zoo.LaplaceMechanism(b=mechanism["scale"], RDP_off=True, phi_off=False)
    return mechanism_zoo.GaussianMechanism(
        sigma=mechanism["sigma"], RDP_off=True, approxDP_off=True, phi_off=False
    )


def job(question, accountant):
    target = question.get("target")
    releases = question["releases"]
    if accountant == "afa" and any(sampled(release) is not None for release in releases):
        raise Absent("not tried in this run: add and remove at 1 % × 1000 once took over 120 s together")

    def composed():
        once, compose = {
            "rdp": (renyi, transformer_zoo.Composition()),
            "afa": (fourier, transformer_zoo.ComposeAFA()),
        }[accountant]
        return compose([once(release) for release in releases], [release["count"] for release in releases])

    def curve():
        plan = composed()
        return [plan.get_approx_delta(epsilon) for epsilon in grid(question)]

    def solve():
        (release,) = releases
        return calibrator_zoo.generalized_eps_delta_calibrator()(
            mechanism_zoo.SubsampleGaussianMechanism,
            target["epsilon"],
            target["delta"],
            [0.5, 20],
            params={"prob": sampled(release), "sigma": None, "coeff": release["count"]},
            para_name="sigma",
        ).params["sigma"]

    return {
        "plan": lambda: composed().get_approxDP(target["delta"]),
        "curve": curve,
        "solve": solve,
    }[question["ask"]]
