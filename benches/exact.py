"""The exact values of jobs.jsonl: `python benches/exact.py` (with numpy, on x86) prints them anew.

A route that shares nothing with the engine: the profile as a contour integral,

    δ(ε) = (1/π) ∫₀^∞ Re[exp(K(z) − zε) / (z(z+1))] dt,   z = c + it,   K(z) = Σ log E_P[exp(zL)],

by the trapezoidal rule in 80-bit arithmetic, for removing and for adding a person, and the larger of
the two. K of Gaussian and Laplace noise is closed; that of a sampled Gaussian is a trapezoidal sum
over its output. Each value is computed on two contours, and refused unless they agree to 13 digits.
"""

import json
import pathlib

import numpy as np

REAL = np.longdouble
PI = REAL("3.14159265358979323846264338327950288")
DIGITS = 13

# In the order of the jobs: between which numbers the value lies, and two contours as (c, period of the
# sum in ε, points). c stays below the order at which K of a sampled Gaussian explodes; the period is
# long enough that no image of δ matters.
ROUTES = [
    ((600, 700), (0.1, 2000, 4000), (0.05, 4000, 8000)),
    ((1, 3), (4, 25, 1500), (3, 30, 1500)),
    ((5, 8), (1.2, 40, 800), (1, 60, 1000)),
    ((0.1, 0.3), (6, 12, 800), (5, 16, 1000)),
    ((0.3, 0.7), (6, 10, 500), (5, 14, 600)),
    (None, (4, 25, 1500), (3, 40, 2000)),
    ((60, 80), (0.3, 200, 4000), (0.2, 300, 8000)),
    ((20, 30), (0.6, 120, 2000), (0.4, 160, 3000)),
    ((2, 5), (6, 14, 400), (5, 16, 400)),
]


def decimal(number):
    """As the job's text says it, not as a double rounds it."""
    return number if isinstance(number, REAL) else REAL(str(number))


def gaussian(z, sigma):
    return z * (z + 1) / (2 * sigma * sigma)


def laplace(z, scale):
    return np.log(((z + 1) * np.exp(z / scale) + z * np.exp(-(z + 1) / scale)) / (2 * z + 1))


def sampled_gaussian(z, sigma, rate, add):
    """log E[ρ^e] under N(0, σ²), ρ = 1 − q + q exp((2x−1)/2σ²), e = z + 1 to remove and −z to add."""
    # The step resolves ρ^{it} in the strip |Im x| < πσ², where ρ has no zero.
    step = np.minimum(sigma / 12, PI**2 * sigma**2 / (z.imag.max() * PI / 2 + 70))
    start, end = -11 * sigma - 1, 11 * sigma + z.real.max() + 4
    x = start + step * np.arange(int((end - start) / step), dtype=REAL)
    weight = np.exp(-x * x / (2 * sigma**2)) / (sigma * np.sqrt(2 * PI)) * step
    excess = rate * np.expm1((2 * x - 1) / (2 * sigma**2))
    log_ratio = np.log1p(excess)
    sums = []
    for exponent in -z if add else z + 1:
        power = exponent * log_ratio
        grown = np.expm1(power.real) * np.cos(power.imag) - 2 * np.sin(power.imag / 2) ** 2
        grown = grown + 1j * np.exp(power.real) * np.sin(power.imag)
        # E[ρ] = 1, so that e(ρ − 1) may be taken out before the terms are summed.
        sums.append(np.sum(weight * (grown - exponent * excess)))
    sums = np.array(sums)
    modulus = np.log1p(sums.real * (2 + sums.real) + sums.imag**2) / 2
    return modulus + 1j * np.arctan2(sums.imag, 1 + sums.real)


def log_moment(z, release, add):
    mechanism = release["mechanism"]
    if mechanism["kind"] == "laplace":
        once = laplace(z, decimal(mechanism["scale"]))
    elif "sampling" in release:
        rate = decimal(release["sampling"]["rate"])
        once = sampled_gaussian(z, decimal(mechanism["sigma"]), rate, add)
    else:
        once = gaussian(z, decimal(mechanism["sigma"]))
    return release["count"] * once


def profile(releases, contour):
    """δ as a function of ε."""
    c, period, points = contour
    step = 2 * PI / REAL(period)
    z = REAL(c) + 1j * step * np.arange(points, dtype=REAL)
    both = [sum(log_moment(z, release, add) for release in releases) for add in (False, True)]

    def delta(epsilon):
        terms = [(np.exp(k - z * epsilon) / (z * (z + 1))).real for k in both]
        return max(step / PI * (np.sum(term) - term[0] / 2) for term in terms)

    return delta


def root(falling, between):
    """Where a falling function passes zero."""
    low, high = map(REAL, between)
    while high - low > 1e-16 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return high


def exact(question, between, contour):
    if question["ask"] == "curve":
        delta = profile(question["releases"], contour)
        grid = question["grid"]
        start, last = decimal(grid["from"]), grid["points"] - 1
        width = decimal(grid["to"]) - start
        return [delta(start + width * at / last) for at in range(grid["points"])]
    wanted = decimal(question["target"]["delta"])
    if question["ask"] == "plan":
        delta = profile(question["releases"], contour)
        return [root(lambda epsilon: delta(epsilon) - wanted, between)]
    (release,) = question["releases"]
    epsilon = decimal(question["target"]["epsilon"])

    def excess(sigma):
        solved = {**release, "mechanism": {"kind": "gaussian", "sigma": sigma}}
        return profile([solved], contour)(epsilon) - wanted

    return [root(excess, between)]


def main():
    text = (pathlib.Path(__file__).parent / "jobs.jsonl").read_text(encoding="utf-8")
    jobs = [json.loads(line) for line in text.splitlines()]
    for job, (between, *contours) in zip(jobs, ROUTES, strict=True):
        values, again = (exact(job["question"], between, contour) for contour in contours)
        for value, other in zip(values, again):
            if abs(value / other - 1) > 10.0**-DIGITS:
                raise SystemExit(f"{job['name']}: {value} on one contour, {other} on the other")
        rounded = [float(f"{value:.{DIGITS}g}") for value in values]
        print(job["name"], json.dumps(rounded), sep="\t")


if __name__ == "__main__":
    main()
