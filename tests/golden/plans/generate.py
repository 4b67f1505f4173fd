"""Writes rounding.jsonl: plans whose answer is known to 60 digits (`python generate.py`, with mpmath).

Per line a question, the value (60 digits; 30 for the last kind, a contour integral), and the two floats
next to it: `below` ≤ value ≤ `above`. A bound from below must not exceed `below`, one from above must
not be less than `above`. Parameters are the floats themselves, read exactly.
"""

import json
import pathlib
import random

from mpmath import mp, mpf, mpc, binomial, erfc, exp, expm1, factorial, log, log1p, pi, sqrt, findroot

mp.dps = 150
DIGITS = 60
chance = random.Random(20)


def tail(x):
    """P[N(0, 1) > x]."""
    return erfc(x / sqrt(mpf(2))) / 2


def gaussian(epsilon, sigma):
    return tail(epsilon * sigma - 1 / (2 * sigma)) - exp(epsilon) * tail(epsilon * sigma + 1 / (2 * sigma))


def laplace(epsilon, scale):
    if epsilon >= 1 / scale:
        return mpf(0)
    return -expm1((epsilon - 1 / scale) / 2) if epsilon > -1 / scale else -expm1(epsilon)


def response(epsilon, truth):
    other = 1 - truth
    return max(truth - exp(epsilon) * other, 0) + max(other - exp(epsilon) * truth, 0)


def responses(epsilon, truth, count):
    """Σ_j C(k, j) p^j (1−p)^{k−j} (1 − e^{ε−(2j−k)ℓ})₊."""
    loss = log(truth / (1 - truth))
    terms = [j for j in range(count + 1) if (2 * j - count) * loss > epsilon]
    weight = lambda j: binomial(count, j) * truth**j * (1 - truth) ** (count - j)
    return sum(-weight(j) * expm1(epsilon - (2 * j - count) * loss) for j in terms)


def mixed(epsilon, truth, count, sigma):
    """Given j truths the rest is Gaussian at ε − (2j−k)ℓ."""
    loss = log(truth / (1 - truth))
    weight = lambda j: binomial(count, j) * truth**j * (1 - truth) ** (count - j)
    return sum(weight(j) * gaussian(epsilon - (2 * j - count) * loss, sigma) for j in range(count + 1))


def power_series(base, exponent, terms):
    """Coefficients of (w + base)^exponent, the exponent possibly negative."""
    return [binomial(exponent, m) * base ** (exponent - m) for m in range(terms)]


def laplaces(epsilon, scale, count):
    """The k-fold composition by residues: the loss is a sum of two atoms and an exponential between."""
    total = mpf(0)
    for j in range(count + 1):
        reach = (2 * j - count) / scale - epsilon
        if reach <= 0:
            continue
        left, right = (power_series(half, e, count) for half, e in ((mpf(1) / 2, j - 1), (-mpf(1) / 2, count - j - 1)))
        coefficient = lambda n: sum(left[i] * right[n - i] for i in range(n + 1))
        inner = sum(reach**m / factorial(m) * coefficient(count - 1 - m) for m in range(count))
        atom = 1 if j == count else 0
        total += binomial(count, j) * exp(-(count - j) / scale) * (atom + exp(-reach / 2) * inner / mpf(2) ** count)
    return total


def sampled(epsilon, rate, direction, base):
    """One release on a sample, from the profile of a symmetric base; replacing is removing at ε ≥ 0."""
    a = exp(epsilon)
    if direction == "add":
        rest = 1 - a * (1 - rate)
        return rest * base(log(a * rate / rest)) if rest > 0 else mpf(0)
    if a <= 1 - rate:
        return 1 - a
    return rate * base(log((a - 1 + rate) / rate))


def log_moment(z, sigma, rate, direction):
    """log E[ρ^e] under N(0, σ²) by the trapezoidal rule, ρ = 1 − q + q e^{(2x−1)/2σ²}."""
    exponent = z + 1 if direction == "remove" else -z
    step = min(sigma / 9, pi**2 * sigma**2 / (abs(z.imag) * pi / 2 + 90))
    first, last = int(-(14 * sigma + 2) / step), int((14 * sigma + z.real + 4) / step)
    total = mpc(0)
    for at in range(first, last + 1):
        x = at * step
        excess = rate * expm1((2 * x - 1) / (2 * sigma**2))
        total += exp(-x * x / (2 * sigma**2)) * (exp(exponent * log1p(excess)) - 1 - exponent * excess)
    return log1p(total * step / (sigma * sqrt(2 * pi)))


def contour(epsilon, sigma, rate, count, direction, c, window):
    """(1/π) ∫ Re[e^{K(z)−zε}/(z(z+1))] dt along Re z = c by the trapezoidal rule of period `window`."""
    step, total, at = 2 * pi / window, mpf(0), 0
    while True:
        z = mpc(c, at * step)
        term = exp(count * log_moment(z, sigma, rate, direction) - z * epsilon) / (z * (z + 1))
        total += term.real if at else term.real / 2
        if at and abs(term) < mpf(10) ** -33 * abs(total):
            return total * step / pi
        at += 1


def log_uniform(low, high):
    return low * (high / low) ** chance.random()


def release(mechanism, count=1, sampling=None):
    entry = {"count": count, "mechanism": mechanism}
    if sampling:
        entry["sampling"] = {"kind": sampling[0], "rate": sampling[1]}
    return entry


def write(out, kind, neighbours, releases, target, value, digits=DIGITS):
    with mp.workdps(digits + 10):
        value = +value
    # A contour integral is known to `digits` only: the floats stand clear of its last ones.
    slack = abs(value) * mpf(10) ** (1 - digits)
    below, above = float(value - slack), float(value + slack)
    if mpf(below) > value - slack:
        below = float(mp.mpf(below) * (1 - mpf(2) ** -53)) if below > 1e-300 else 0.0
    if mpf(above) < value + slack:
        above = float(mp.mpf(above) * (1 + mpf(2) ** -52))
    if "epsilon" in target:
        above = min(above, 1.0)
    question = {"ask": "plan", "neighbours": neighbours, "releases": releases, "target": target}
    line = {"kind": kind, "value": mp.nstr(value, digits), "below": below, "above": above, "question": question}
    out.write(json.dumps(line) + "\n")


def at(epsilon, profile):
    """δ of a profile at a float ε, or `None` where it is too small for a float."""
    value = profile(mpf(epsilon))
    return value if value == 0 or value > mpf(10) ** -280 else None


def inverse(profile, delta, start):
    """ε at a float δ, by bisection of log δ."""
    low, high = mpf(0), mpf(start)
    if profile(low) <= delta:
        return mpf(0)
    while profile(high) > delta:
        low, high = high, 2 * high
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if profile(middle) > delta else (low, middle)
    return findroot(lambda x: log(profile(x)) - log(delta), (low, high), solver="secant", tol=mpf(10) ** -130)


def gaussian_plan():
    parts = [(log_uniform(0.3, 50), int(log_uniform(1, 1000))) for _ in range(chance.randint(1, 3))]
    sigma = 1 / sqrt(sum(count / mpf(s) ** 2 for s, count in parts))
    return [release({"kind": "gaussian", "sigma": s}, count) for s, count in parts], sigma


def bases():
    kind = chance.choice(["gaussian", "laplace", "randomized-response"])
    if kind == "gaussian":
        sigma = log_uniform(0.3, 20)
        return {"kind": kind, "sigma": sigma}, lambda e: gaussian(e, mpf(sigma)), 10 / sigma
    if kind == "laplace":
        scale = log_uniform(0.2, 20)
        return {"kind": kind, "scale": scale}, lambda e: laplace(e, mpf(scale)), 1 / scale
    truth = 0.5 + log_uniform(1e-3, 0.49)
    return {"kind": kind, "truth": truth}, lambda e: response(e, mpf(truth)), float(log(truth / (1 - truth)))


def main():
    path = pathlib.Path(__file__).with_name("rounding.jsonl")
    with path.open("w") as out:
        written = {}

        def put(kind, count, make):
            while written.get(kind, 0) < count:
                row = make()
                if row is not None and row[3] is not None:
                    write(out, kind, *row)
                    written[kind] = written.get(kind, 0) + 1

        def gaussians():
            releases, sigma = gaussian_plan()
            epsilon = float((1 / (2 * sigma**2) + chance.uniform(-2, 20) / sigma)) if chance.random() < 0.9 else chance.uniform(0, 1)
            if epsilon < 0:
                return None
            return "add-remove", releases, {"epsilon": epsilon}, at(epsilon, lambda e: gaussian(e, sigma))

        def gaussian_epsilons():
            releases, sigma = gaussian_plan()
            delta = log_uniform(1e-60, 0.3)
            return "add-remove", releases, {"delta": delta}, inverse(lambda e: gaussian(e, sigma), mpf(delta), 0.1)

        def many_responses():
            truth, count = 0.5 + log_uniform(1e-3, 0.45), int(log_uniform(2, 200))
            epsilon = float(count * log(truth / (1 - truth))) * chance.random()
            releases = [release({"kind": "randomized-response", "truth": truth}, count)]
            return "add-remove", releases, {"epsilon": epsilon}, at(epsilon, lambda e: responses(e, mpf(truth), count))

        def many_laplaces():
            scale, count = log_uniform(0.3, 20), chance.randint(2, 25)
            epsilon = count / scale * chance.random()
            releases = [release({"kind": "laplace", "scale": scale}, count)]
            return "add-remove", releases, {"epsilon": epsilon}, at(epsilon, lambda e: laplaces(e, mpf(scale), count))

        def mixtures():
            truth, count, sigma = 0.5 + log_uniform(1e-3, 0.4), int(log_uniform(1, 60)), log_uniform(0.5, 20)
            epsilon = chance.random() * float(count * log(truth / (1 - truth))) + 4 * chance.random() / sigma
            releases = [release({"kind": "gaussian", "sigma": sigma}), release({"kind": "randomized-response", "truth": truth}, count)]
            return "add-remove", releases, {"epsilon": epsilon}, at(epsilon, lambda e: mixed(e, mpf(truth), count, mpf(sigma)))

        def once():
            mechanism, profile, reach = bases()
            rate, direction = log_uniform(1e-5, 1), chance.choice(["add", "remove", "replace"])
            kind = "subset" if direction == "replace" else chance.choice(["poisson", "subset"])
            limit = float(-log1p(-mpf(rate))) if direction == "add" else float(log1p(rate * expm1(reach)))
            epsilon = limit * chance.random()
            value = at(epsilon, lambda e: sampled(e, mpf(rate), direction, profile))
            return direction, [release(mechanism, 1, (kind, rate))], {"epsilon": epsilon}, value

        def once_epsilons():
            sigma, rate, direction = log_uniform(0.3, 20), log_uniform(1e-4, 1), chance.choice(["remove", "replace"])
            profile = lambda e: sampled(e, mpf(rate), direction, lambda x: gaussian(x, mpf(sigma)))
            delta = rate * log_uniform(1e-40, 0.1)
            kind = "subset" if direction == "replace" else "poisson"
            releases = [release({"kind": "gaussian", "sigma": sigma}, 1, (kind, rate))]
            return direction, releases, {"delta": delta}, inverse(profile, mpf(delta), 0.01)

        put("gaussians", 250, gaussians)
        put("gaussians, ε", 100, gaussian_epsilons)
        put("responses", 150, many_responses)
        put("laplaces", 150, many_laplaces)
        put("responses and a gaussian", 150, mixtures)
        put("one sampled", 200, once)
        put("one sampled, ε", 50, once_epsilons)
        out.flush()
        mp.dps = 40
        for sigma, rate, count, epsilon, direction, c, window in [
            (2.0, 0.01, 1000, 0.5, "remove", 6, 14),
            (2.0, 0.01, 1000, 0.5, "add", 6, 14),
            (2.0, 0.01, 1000, 1.0, "remove", 9, 14),
            (1.0, 0.01, 1000, 1.828, "remove", 3, 30),
            (1.0, 0.1, 200, 4.0, "add", 1.5, 60),
            (0.8, 0.02, 2500, 4.0, "remove", 0.8, 110),
        ]:
            values = [contour(mpf(epsilon), mpf(sigma), mpf(rate), count, direction, mpf(c) * s, mpf(window) * w) for s, w in ((1, 1), (0.75, 1.4))]
            assert abs(values[0] / values[1] - 1) < mpf(10) ** -29, (sigma, rate, count, values)
            releases = [release({"kind": "gaussian", "sigma": sigma}, count, ("poisson", rate))]
            write(out, "many sampled", direction, releases, {"epsilon": epsilon}, values[0], 29)


if __name__ == "__main__":
    main()
