"""Writes per_instance.jsonl: numbers of R. Redberg, "Noise-adding and beyond", in their corrected form.

Run with Python 3 and mpmath:  python3 tests/golden/generate_per_instance.py
Every value is computed here with 40 digits and from definitions, not from the forms that the crate evaluates: profiles
as expectations over the privacy loss, Rényi divergences as integrals, sums of losses by a contour. The sum of four losses at ε = 0.6 has a second route, see `direct`.
The first field of a row is the part of the text: 1 attackers, 2 the Gaussian mechanism, 3 and 13 objective perturbation.
"""

import json
from pathlib import Path

from mpmath import (
    cosh, erf, erfc, erfinv, exp, expm1, findroot, gamma, im, linspace, log, mp, mpf, npdf, pi, quad, re,
    sinh, sqrt, tan,
)

mp.dps = 40
ROWS = []


def row(id, quantity, question, pointer, value, tolerance=1e-10):
    ROWS.append({"id": id, "quantity": quantity, "question": question, "pointer": pointer, "value": float(value),
                 "tolerance": tolerance})


def cdf(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def quantile(p):
    return sqrt(mpf(2)) * erfinv(2 * mpf(p) - 1)


def gaussian_delta(epsilon, mu):
    return cdf(mu / 2 - epsilon / mu) - exp(epsilon) * cdf(-mu / 2 - epsilon / mu)


def root(f, low, high):
    return findroot(f, (mpf(low), mpf(high)), solver="anderson", tol=1e-30)


def gaussian_epsilon(delta, mu):
    high = mu * mu / 2 + mu * sqrt(2 * log(1 / delta))
    return root(lambda epsilon: log(gaussian_delta(epsilon, mu) / delta), 0, high)


def gaussian_sigma(epsilon, delta):
    rough = sqrt(2 * log(1 / delta)) / epsilon
    return exp(root(lambda size: log(gaussian_delta(epsilon, exp(-size)) / delta), log(rough / 4), log(rough * 2)))


def attacker():
    for epsilon in (2, 5, 6, 14):
        question = {"ask": "attack", "releases": [{"mechanism": {"kind": "pure", "epsilon": epsilon}}]}
        row("1", "share of right guesses", question, "/attack/beliefs/0/accuracy", 1 / (1 + exp(-mpf(epsilon))), 1e-12)
    for sigma in (1, 2.5):
        question = {"ask": "ex-post-loss", "mechanism": "count", "count": 0, "output": 0.1, "sigma": sigma}
        row("1", "loss of a count", question, "/loss", mpf(4) / 10 / mpf(sigma) ** 2, 1e-14)
        row("1", "the other count", question, "/candidates/1", mpf(-8) / 10, 1e-14)


def one_person():
    def asked(mu, delta):
        return {"ask": "ex-post-loss", "mechanism": "gaussian", "shift": [mu], "noise": [0], "sigma": 1, "delta": delta}

    for mu, delta in (("0.05", 1e-5), ("0.1", 1e-5), ("0.1", 1e-6), ("0.5", 1e-5), ("1", 1e-5), ("1", 1e-6), ("2", 1e-6)):
        size, chance = mpf(mu), mpf(str(delta))
        question = asked(float(mu), delta)
        row("2", "ε of one person", question, "/guarantee/epsilon", gaussian_epsilon(chance, size))
        row("2", "by the tail", question, "/guarantee/tail", size**2 / 2 + size * quantile(1 - chance))
        row("2", "by the loose tail", question, "/guarantee/loose-tail", size**2 / 2 + size * sqrt(2 * log(1 / chance)))
    for delta in ("5e-7", "0.025"):
        question, chance = asked(1, float(delta)), mpf(delta)
        row("2", "quantile", question, "/guarantee/tail", mpf(1) / 2 + quantile(1 - chance))
        row("2", "bound of a quantile", question, "/guarantee/loose-tail", mpf(1) / 2 + sqrt(2 * log(1 / chance)))
    for epsilon, mu in (("1", "1"), ("0.5", "0.2"), ("0.1", "0.05"), ("4", "1"), ("1", "0.2")):
        question = {"ask": "plan", "releases": [{"mechanism": {"kind": "gaussian", "sigma": float(1 / mpf(mu))}}],
                    "target": {"epsilon": float(epsilon)}, "accountants": ["exact"]}
        row("2", "δ of normal noise", question, "/bounds/0/delta", gaussian_delta(mpf(epsilon), mpf(mu)))
    for epsilon, delta in (("1", 1e-6), ("0.7", 1e-6), ("0.5", 1e-6), ("0.25", 1e-6), ("0.1", 1e-6), ("1", 1e-5)):
        question = {"ask": "calibrate-objective-perturbation", "lipschitz": 1, "smoothness": 0.25,
                    "epsilon": float(epsilon), "delta": delta}
        row("2", "σ of normal noise", question, "/gaussian-sigma", gaussian_sigma(mpf(epsilon), mpf(str(delta))))
    # A Hessian of the logistic loss moves by 1/4 at most, as a release by 1/4 over the root of 2.
    for epsilon in ("0.1", "0.25", "1"):
        question = {"ask": "privacy-report", "data": {"kind": "toy6"}, "regularization": 1000, "sigma": 5, "seed": 1,
                    "report": {"gradient": 0.7, "hessian": float(epsilon), "delta": 1e-6}}
        value = gaussian_sigma(mpf(epsilon), mpf("1e-6")) / (4 * sqrt(mpf(2)))
        row("2", "σ of a Hessian", question, "/reports/1/released/1/sigma", value)
        row("2", "σ of a gradient", question, "/reports/1/released/0/sigma", gaussian_sigma(mpf("0.7"), mpf("1e-6")))


def classic_calibration():
    for epsilon in ("1", "0.8", "0.5", "0.4", "0.2", "0.1"):
        question = {"ask": "calibrate-objective-perturbation", "lipschitz": 1, "smoothness": 0.25,
                    "epsilon": float(epsilon), "delta": 1e-6}
        size = mpf(epsilon)
        row("3.1", "σ by the bound of Kifer, Smith and Thakurta 2012", question, "/settings/4/sigma",
            sqrt(8 * log(mpf(2) * 10**6) + 4 * size) / size)
        row("3.1", "λ by the bound of Kifer, Smith and Thakurta 2012", question, "/settings/4/regularization", 1 / (2 * size))


class ObjectivePerturbation:
    """c + s²/2 + |N(0, s²)| with L = 1."""

    def __init__(self, sigma, smoothness, regularization, tight=False):
        b, r = mpf(smoothness), mpf(regularization)
        self.s = 1 / mpf(sigma)
        self.c = log(1 + b / r) if tight else -log(1 - b / r)
        self.least = self.c + self.s**2 / 2
        self.curvature = b / r

    def question(self, **rest):
        return {"ask": "objective-perturbation", "lipschitz": 1, **rest}

    def delta(self, epsilon):
        from_loss = max(mpf(0), (epsilon - self.least) / self.s)
        tail = lambda h: 2 * npdf(h) * -expm1(epsilon - self.least - self.s * h)
        return quad(tail, [from_loss, from_loss + 1, from_loss + 3, from_loss + 8, from_loss + 20])

    def moment(self, t):
        """log E e^{t|N(0, s²)|}."""
        shift = self.s * t
        ends = sorted({mpf(0), max(mpf(0), shift - 8), max(mpf(0), shift), shift + 8, shift + 25})
        return log(quad(lambda h: 2 * npdf(h) * exp(shift * h), ends))

    def renyi(self, order):
        return self.least + self.moment(order - 1) / (order - 1)

    def moments_delta(self, epsilon, times=1):
        def at(excess):
            s2 = self.s**2
            moment = log(2) + s2 * excess**2 / 2 + log(cdf(self.s * excess))
            divergence = times * (self.least + moment / excess)
            return excess * (divergence - epsilon) + excess * log(excess / (1 + excess)) - log(1 + excess)

        return exp(least(at, mpf("0.01"), mpf(3000)))

    def kifer(self, epsilon):
        if epsilon < 2 * self.curvature:
            return mpf(1)
        return min(mpf(1), 2 * exp(-((epsilon / self.s) ** 2 - 4 * epsilon) / 8))

    def general(self, order, dimension):
        t, d = order - 1, mpf(dimension)
        density = lambda r: 2 ** (1 - d / 2) / gamma(d / 2) * r ** (d - 1) * exp(-r * r / 2 + t * self.s * r)
        middle = sqrt(d) + t * self.s
        return d * self.c + self.s**2 / 2 + log(quad(density, [0, middle / 2, middle, middle + 8, middle + 25])) / t

    def linearized(self, order):
        t = order - 1
        def at(q):
            p = q / (q - 1)
            return self.least + p * t * self.s**2 / 2 - log(1 - 2 * q * t * self.curvature) / (2 * q * t)
        return least(at, mpf("1.0001"), 1 / (2 * t * self.curvature) * (1 - mpf("1e-9")))

    def several(self, times, epsilon):
        """The sum of so many losses, by a contour that bends towards where its moments fade."""
        x = epsilon - times * self.least
        moments = lambda z: (exp(z * z * self.s**2 / 2) * erfc(-z * self.s / sqrt(mpf(2)))) ** times
        if x <= 0:
            return 1 - exp(x) * moments(mpf(-1))
        saddle = min((mpf(j) / 2 for j in range(1, 600)), key=lambda z: re(log(moments(z)) - z * x - log(z * (z + 1))))
        a = mpf(20)
        b = a * tan(55 * pi / 180)
        def along(t):
            z, slope = saddle + a * (cosh(t) - 1) + 1j * b * sinh(t), a * sinh(t) + 1j * b * cosh(t)
            return im(exp(-z * x) * moments(z) / (z * (z + 1)) * slope) / pi
        return quad(along, linspace(0, 6, 25))

    def direct(self, times, epsilon):
        """Two or four losses, from the density of the sum of two; for 0 < x that is small."""
        x, s = epsilon - times * self.least, self.s
        two = lambda t: 2 / (s * sqrt(pi)) * exp(-t * t / (4 * s * s)) * erf(t / (2 * s))
        four = lambda t: quad(lambda u: two(u) * two(t - u), [0, t / 2, t])
        kept = (exp(s * s / 2) * erfc(s / sqrt(mpf(2)))) ** times
        density = {2: two, 4: four}[times]
        return 1 - exp(x) * kept + quad(lambda t: density(t) * expm1(x - t), [0, x / 2, x])


def least(f, low, high):
    """The least value of a unimodal function."""
    share = (sqrt(mpf(5)) - 1) / 2
    low, high = log(low), log(high)
    for _ in range(120):
        a, b = high - share * (high - low), low + share * (high - low)
        if f(exp(a)) < f(exp(b)):
            high = b
        else:
            low = a
    return f(exp((low + high) / 2))


def bounds():
    for sigma, regularization, epsilons in ((5, 20, ("0.1", "0.5", "1", "1.5")), (10, 5, ("0.3", "0.5", "1"))):
        pair = ObjectivePerturbation(sigma, 1, regularization)
        given = {"smoothness": 1, "sigma": sigma, "regularization": regularization}
        for epsilon in epsilons:
            question = pair.question(**given, epsilons=[float(epsilon)])
            size = mpf(epsilon)
            values = [gaussian_delta(size, pair.s), pair.delta(size), pair.moments_delta(size), None, pair.kifer(size)]
            for at, value in enumerate(values):
                if value is not None:
                    row("13", f"δ, bound {at}", question, f"/delta/{at}/values/0", value)
    for sigma, regularization, orders in ((5, 20, ("1.5", "2", "5", "10", "100")), (10, 5, ("2", "10")), (8, 10, ("2", "10"))):
        pair = ObjectivePerturbation(sigma, 1, regularization)
        for order in orders:
            question = pair.question(smoothness=1, sigma=sigma, regularization=regularization, orders=[float(order)])
            row("13", "divergence", question, "/divergence/1/values/0", pair.renyi(mpf(order)))
    pair = ObjectivePerturbation(5, 1, 20)
    for dimension in (1, 2, 10, 50):
        question = pair.question(smoothness=1, sigma=5, regularization=20, orders=[10], dimension=dimension)
        row("13", "divergence of any convex loss", question, "/divergence/2/values/0", pair.general(mpf(10), dimension))
    question = pair.question(smoothness=1, sigma=5, regularization=20, orders=[2])
    row("13", "linearized", question, "/divergence/3/values/0", pair.linearized(mpf(2)))
    # The noise that the bound of Kifer, Smith and Thakurta 2012 asks for at ε = 1 and δ = 1e-6.
    sigma = sqrt(8 * log(mpf(2) * 10**6) + 4)
    for tight in (False, True):
        pair = ObjectivePerturbation(sigma, "0.25", "0.5", tight)
        question = pair.question(smoothness=0.25, sigma=float(sigma), regularization=0.5, tight=tight, epsilons=[1])
        row("13", "δ where the bound of Kifer, Smith and Thakurta 2012 is met", question, "/delta/1/values/0", pair.delta(mpf(1)))


def several():
    pair = ObjectivePerturbation(8, 1, 10)
    mechanism = {"kind": "objective-perturbation", "lipschitz": 1, "smoothness": 1, "sigma": 8, "regularization": 10}
    for epsilon in ("0.6", "1", "1.4"):
        for times in (1, 2, 3, 4):
            size = mpf(epsilon)
            value = pair.several(times, size)
            question = {"ask": "plan", "releases": [{"mechanism": mechanism, "count": times}],
                        "target": {"epsilon": float(epsilon)}, "accountants": ["fourier"]}
            row("13", "δ of several", question, "/bounds/0/delta", value, 1e-9)
            question = {**question, "accountants": ["rdp"]}
            row("13", "δ of several by divergence", question, "/bounds/0/delta/upper", pair.moments_delta(size, times))
            if (times, epsilon) in ((2, "0.6"), (4, "0.6")):
                assert abs(pair.direct(times, size) / value - 1) < mpf("1e-20")


attacker()
one_person()
classic_calibration()
bounds()
several()
lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in ROWS)
(Path(__file__).parent / "per_instance.jsonl").write_text(lines)
