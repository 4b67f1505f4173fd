#!/usr/bin/env python3
"""Writes noise_reduction.jsonl: noise reduction, the private test and what a run costs, computed without this program.

Laws of the test are integrals over the threshold's noise, by mpmath between all kinks; the laws of noise come from densities
and not from the samplers.
"""

import json
from pathlib import Path

from mpmath import ceil, exp, findroot, inf, log, mp, mpf, quad, sqrt

mp.dps = 30
ROWS = []


def row(name, quantity, question, pointer, value, tolerance=1e-9):
    ROWS.append({"id": name, "quantity": quantity, "question": question, "pointer": pointer,
                 "value": float(value), "tolerance": tolerance})


# --- Noise reduction ---------------------------------------------------------------------------------------------------

def stay(c, a):
    return (mpf(c) / mpf(a)) ** 2


def step(c, a, x):
    """The law of the next value by Bayes' rule: the later value has density Lap(1/a), the earlier one is it or it plus noise."""
    c, a, x = mpf(c), mpf(a), mpf(x)
    lap = lambda rate, y: rate / 2 * exp(-rate * abs(y))
    whole = lap(c, x)
    kept = stay(c, a) * lap(a, x) / whole
    density = lambda y: (1 - stay(c, a)) * lap(a, y) * lap(c, x - y) / whole
    cuts = sorted({mpf(0), x})
    far = 80 / (a - c) + abs(x)
    mass = lambda low, high: quad(density, [low, (low + high) / 2, high]) if high > low else mpf(0)
    parts = {"stay": kept, "across": mass(-far, -far / 8) + mass(-far / 8, mpf(0)),
             "between": mass(mpf(0), x), "beyond": mass(x, x + far / 8) + mass(x + far / 8, x + far)}
    mean = quad(lambda y: y * density(y), [-far, -far / 8] + cuts + [x + far / 8, x + far]) + kept * x
    return parts, density, mean


for c, a, x in [("0.5", "1", "0"), ("0.5", "1", "1"), ("0.5", "1", "3")]:
    question = {"ask": "noise-step", "earlier": float(c), "later": float(a), "noise": float(x), "places": [-1, 0.5, 2]}
    parts, density, mean = step(c, a, x)
    for name, value in parts.items():
        row("A2", f"from {c} to {a} at noise {x}: {name}", question, f"/{name}", value)
    if x != "0":
        row("T1", f"mean of the next noise, {c} to {a} at {x}", question, "/mean", mean)
    if x == "1":
        for at, place in enumerate([-1, 0.5, 2]):
            row("A2", f"density of the next noise at {place}", question, f"/density/{at}", density(mpf(place)))
row("T1", "mean of the next noise, 0.2 to 0.3 at 4", {"ask": "noise-step", "earlier": 0.2, "later": 0.3, "noise": 4},
    "/mean", step("0.2", "0.3", "4")[2])
for c, a in [("0.5", "1"), ("0.1", "1"), ("1", "1.1"), ("0.9", "1")]:
    question = {"ask": "noise-step", "earlier": float(c), "later": float(a), "noise": 1}
    row("A1", f"chance to stay, {c} to {a}", question, "/stays", stay(c, a))

levels = {"ask": "noise-path", "levels": {"kind": "custom", "values": [0.2, 0.5, 1]}}
for at, (s, t, value) in enumerate([(0, 0, 50), (0, 1, 8), (0, 2, 2), (1, 1, 8), (1, 2, 2), (2, 2, 2)]):
    row("A3", f"covariance of levels {s + 1} and {t + 1}", levels, f"/covariances/{s}/{t}", value)
row("A3", "never changes", levels, "/never-changes", mpf("0.04"))
row("A3", "different values", levels, "/distinct", 3 - stay("0.2", "0.5") - stay("0.5", "1"))

# Both within 1 of 0 at ε = 0.5 and 1.
lap = lambda rate, y: rate / 2 * exp(-rate * abs(y))
inner = lambda y: mpf(1) / 4 + mpf(3) / 4 * quad(lambda z: lap(mpf("0.5"), z - y), [-1, y, 1])
both = quad(lambda y: lap(mpf(1), y) * inner(y), [-1, 0, 1])
question = {"ask": "noise-step", "earlier": 0.5, "later": 1, "noise": 0, "within": 1}
for at, value in enumerate([1 - exp(mpf("-0.5")), 1 - exp(mpf(-1)), both]):
    row("A4", f"within 1: {['first', 'second', 'both'][at]}", question, f"/within/{at}", value)

# One coin for m coordinates: the density at the origin is a mixture of two products; its slope in one coordinate.
coin = {"ask": "shared-coin", "earlier": 0.1, "later": 1, "dimensions": [1, 2, 5, 50]}
for at, m in enumerate([1, 2, 5, 50]):
    b1, b2, q = mpf(10), mpf(1), stay("0.1", "1")
    kept = 1 / (2 * b2)
    added = (b1 - b2) / (2 * (b1**2 - b2**2))
    # Only what was kept has a kink at the origin: the sum of two noises is smooth there.
    slope = q * kept**m / b2 / (q * kept**m + (1 - q) * added**m)
    row("A5", f"slope with one coin for {m} coordinates", coin, f"/shared/{at}", slope)

path = {"ask": "noise-path", "levels": {"kind": "custom", "values": [0.1, 0.3, 1]}, "value": 10,
        "draws": [0.9, 0.2, 0.35], "coins": [0.05, 0.5]}
last = 10 - log(1 - 2 * (mpf("0.9") - mpf("0.5")))
for at, value in enumerate([last + 10 * log(1 - 2 * (mpf("0.5") - mpf("0.35"))), last, last]):
    row("A6", f"path at level {at + 1}", path, f"/estimates/{at}", value)

def covariance_theory(n, p, lam, alpha):
    ratio = mpf(p) / mpf(lam)
    return 4 * sqrt(mpf(2)) * (2 * sqrt(ratio) + ratio) / (mpf(n) * mpf(alpha))

tweets = covariance_theory(100000, 77, "0.005", "0.05")
ratio = (4 * tweets / mpf("1e-5")) ** (mpf(1) / 999)
question = {"ask": "noise-path", "levels": {"kind": "geometric", "from": 1e-5, "to": float(4 * tweets), "count": 1000}}
row("A7", "chance to stay on the grid of the source", question, "/stays/0", ratio**-2)
row("A7", "ratio of neighbouring levels", question, "/levels/1", mpf("1e-5") * ratio)
row("A7", "different values", question, "/distinct", 1 + 999 * (1 - ratio**-2))
row("A7", "different values on a fine grid", question, "/distinct-in-the-limit", 1 + 2 * log(4 * tweets / mpf("1e-5")))

# --- The private test --------------------------------------------------------------------------------------------------

def tails(x, scale):
    tail = exp(-abs(x) / scale) / 2
    return (tail, 1 - tail) if x < 0 else (1 - tail, tail)


def stop_law(queries, threshold, sensitivity, epsilon):
    b = 2 * mpf(sensitivity) / mpf(epsilon)
    gaps = [(mpf(query) - mpf(threshold)) / b for query in queries]
    cuts = sorted({mpf(-90), mpf(-30), mpf(-8), mpf(0), mpf(8), mpf(30), mpf(90), *(g for g in gaps if abs(g) < 90)})

    def integrand(t):
        def of(w):
            value = exp(-abs(w)) / 2
            for gap in gaps[: t if t is not None else len(gaps)]:
                value *= tails(w - gap, 2)[0]
            return value * (tails(w - gaps[t], 2)[1] if t is not None else 1)
        return of
    return [quad(integrand(t), cuts) for t in range(len(gaps))], quad(integrand(None), cuts)


for gap, name in [(0, "0"), ("0.1", "0.1"), ("0.5", "0.5"), (2, "2")]:
    question = {"ask": "threshold-law", "epsilon": 1, "threshold": float(gap), "sensitivity": 0.1, "queries": [0]}
    row("B1", f"one query {name} below the threshold, b = 0.2", question, "/stops/0", stop_law([0], gap, "0.1", 1)[0][0])
FIVE = ["-0.6", "-0.4", "-0.3", "-0.1", "-0.05"]
stops, none = stop_law(FIVE, "-0.25", "0.02", 1)
question = {"ask": "threshold-law", "epsilon": 1, "threshold": -0.25, "sensitivity": 0.02, "queries": [float(f) for f in FIVE]}
for at, value in enumerate(stops):
    row("B2", f"stops at {at + 1}", question, f"/stops/{at}", value)
row("B2", "none passes", question, "/none", none)
question = {"ask": "threshold-law", "epsilon": 1, "threshold": -0.25, "sensitivity": 0.02, "queries": [-0.6] * 20}
same, never = stop_law(["-0.6"] * 20, "-0.25", "0.02", 1)
for at in [0, 19]:
    row("B3", f"twenty equal queries: stops at {at + 1}", question, f"/stops/{at}", same[at])
row("B3", "twenty equal queries: none passes", question, "/none", never)
one = stop_law([-3, -3, -3, 0], 2, "0.1", 1)[0][3]
other = stop_law(["-2.9", "-2.9", "-2.9", "-0.1"], 2, "0.1", 1)[0][3]
question = {"ask": "threshold-law", "epsilon": 1, "threshold": 2, "sensitivity": 0.1, "queries": [-3, -3, -3, 0],
            "neighbour": [-2.9, -2.9, -2.9, -0.1]}
row("B4", "log ratio of the last stop", question, "/log-ratios/3", log(one / other))


def p_fail(a, tests):
    a = mpf(a)
    cuts = sorted({-a - 90, -a, mpf(-30), mpf(-8), mpf(0), mpf(8), mpf(30), mpf(90), 2 * log(mpf(tests) / 2 + 1) - a})
    return quad(lambda w: exp(-abs(w)) / 2 * (1 - tails(a + w, 2)[0] ** tests), cuts)


def exact_distance(tests, gamma, guess):
    return findroot(lambda a: log(p_fail(a, tests) / mpf(gamma)), mpf(guess), tol=1e-20)


def calibration(tests, gamma, **more):
    return {"ask": "threshold-calibration", "tests": tests, "gamma": float(gamma), "alpha": 1, "sensitivity": 0.01, **more}


for tests, gamma, guess in [(1, "0.1", 3.7), (10, "0.1", 8.2), (100, "0.1", 12.8), (1000, "0.1", 17.4), (1000, "0.01", 22.2),
                            (50, "0.05", 12.9)]:
    found = exact_distance(tests, gamma, guess)
    row("B5", f"exact distance, T = {tests}, γ = {gamma}", calibration(tests, gamma), "/calibrations/2/distance", found)
printed = 4 * log(2 * mpf(1000) / mpf("0.1"))
row("B5", "printed distance, T = 1000, γ = 0.1", calibration(1000, "0.1"), "/calibrations/0/distance", printed)
row("B5", "its true failure", calibration(1000, "0.1"), "/calibrations/0/failure", p_fail(printed, 1000))
union = 3 * log(mpf("1.5") * mpf(500) ** (mpf(2) / 3) / mpf("0.1"))
row("B5", "distance by a union bound", calibration(1000, "0.1"), "/calibrations/1/distance", union)
for a, tests in [(5, 1), (5, 10), (20, 1000)]:
    row("B6", f"failure at a = {a}, T = {tests}", calibration(tests, "0.1", distances=[a]), "/failures/0", p_fail(a, tests))
    # The inverse: ε_A = 2Δa/(α − s), with Δ = 0.01, α = 1, s = 1/2.
    given = calibration(tests, "0.1", testing=0.04 * a)
    row("B6", f"the same from ε_A = {0.04 * a:g}", given, "/failure", p_fail(a, tests))

# --- What a run costs --------------------------------------------------------------------------------------------------

typed = {"ask": "risk-profile", "alpha": 0.5, "testing": 1, "at-most": 1.4, "bounds": {"kind": "given", "sensitivity": 0.02},
         "risk": {"kind": "typed", "risks": [float(f) for f in FIVE]}, "levels": {"kind": "doubling", "from": 0.1, "count": 5}}
epsilons = [mpf("0.1") * 2**k for k in range(5)]
mean = sum(stop * (1 + level) for stop, level in zip(stops, epsilons)) / sum(stops)
row("T2", "mean loss given a stop", typed, "/ways/0/mean", mean)
row("T2", "chance of a loss of at most 1.4", typed, "/ways/0/at-most", stops[0] + stops[1] + stops[2])
row("T2", "chance of an infinite loss", typed, "/ways/0/infinite", none)


def separate(queries, alpha, gamma, sensitivity, tests):
    scale = mpf(alpha) / (2 * log(tests / mpf(gamma)))
    left, stops = mpf(1), []
    for query in queries:
        passes = tails(-mpf(alpha) / 2 - mpf(query), scale)[1]
        stops.append(left * passes)
        left *= 1 - passes
    return stops, left, 2 * mpf(sensitivity) * log(tests / mpf(gamma)) / mpf(alpha)


doubled, left, price = separate(FIVE, "0.5", "0.1", "0.02", 5)
for at, value in enumerate(doubled):
    row("T3", f"doubling stops at {at + 1}", typed, f"/ways/3/stops/{at}", value)
    row("T3", f"what that costs", typed, f"/ways/3/losses/{at}", (at + 1) * price + mpf("0.1") * (2 ** (at + 1) - 1))
row("T3", "doubling never stops", typed, "/ways/3/none", left)


def ridge(n, p, lam, alpha, tests, kappa=1e-9, cap=1.0, **more):
    return {"ask": "risk-profile", "alpha": float(alpha), "bounds": {"kind": "ridge", "people": n, "features": p,
            "regularization": float(lam)}, "risk": {"kind": "model", "kappa": kappa, "cap": cap},
            "levels": {"kind": "theory", "count": tests}, **more}


def ridge_sensitivity(n, lam):
    return (1 / sqrt(mpf(lam)) + 1) ** 2 / n


# The setting of the source's experiments: ridge regression on tweets, p = 77, logistic regression on connections, p = 38.
delta = ridge_sensitivity(100000, "0.005")
radius = sqrt(2 * log(mpf(2)) / mpf("0.005"))
for alpha in ["0.005", "0.05", "0.2"]:
    question = ridge(100000, 77, "0.005", alpha, 1000)
    row("C2", f"ε_0 of ridge regression at α = {alpha}", question, "/testing", 4 * delta * printed / mpf(alpha))
    row("C2", f"theory of ridge regression at α = {alpha}", question, "/theory", covariance_theory(100000, 77, "0.005", alpha))
    logistic = {**question, "bounds": {"kind": "logistic", "people": 100000, "features": 38, "regularization": 0.005}}
    first = 2 * sqrt(mpf(2)) * 38 / (100000 * mpf("0.005"))
    second = 4 * mpf(38) ** 2 / (mpf(100000) ** 2 * mpf("0.005"))
    theory = (first + sqrt(first**2 + 4 * mpf(alpha) * second)) / (2 * mpf(alpha))
    row("C2", f"ε_0 of logistic regression at α = {alpha}", logistic, "/testing", 8 * radius / 100000 * printed / mpf(alpha))
    row("C2", f"theory of logistic regression at α = {alpha}", logistic, "/theory", theory)
question = ridge(100000, 77, "0.005", "0.05", 1000)
row("C1", "sensitivity of an excess risk, ridge regression", question, "/sensitivity", delta)
row("C1", "sensitivity of an excess risk, logistic regression", {**question, "bounds": {"kind": "logistic", "people": 100000,
    "features": 38, "regularization": 0.005}}, "/sensitivity", 2 * radius / 100000)
row("C5", "ε_0 of ridge regression by the exact calibration", {**question, "calibration": "exact"}, "/testing",
    4 * delta * exact_distance(1000, "0.1", 17.4) / mpf("0.05"))
tests = int(ceil(log(4 * tweets / mpf("1e-5")) / log(mpf(2))))
each = 2 * delta * log(tests / mpf("0.1")) / mpf("0.05")
for k in [10, 17, 18, 23]:
    row("C4", f"doubling to level {k} of {tests}", question, f"/ways/3/losses/{k - 1}", k * each + mpf("1e-5") * (2**k - 1))
row("C9", "doubling accepts by mistake", question, "/doubling-mistake", 1 - (1 - mpf("0.1") / (2 * tests)) ** tests)

for count, lam, gamma in [(1000, "0.005", "0.1"), (100, "0.005", "0.1"), (1000, "0.1", "0.1")]:
    for by, distance in [("printed", 4 * log(2 * mpf(count) / mpf(gamma))), ("exact", exact_distance(count, gamma, 15))]:
        asked = 4 * ridge_sensitivity(100000, lam) * distance / mpf("0.05")
        least = next(p for p in range(1, 1000) if covariance_theory(100000, p, lam, "0.05") >= asked)
        row("C7", f"break-even features, T = {count}, λ = {lam}, {by}",
            ridge(100000, 77, lam, "0.05", count, calibration=by), "/break-even", least)

# A model of the risk, κ/ε² up to a cap.
n, lam, alpha, count, kappa, cap = 200000, "0.02", "0.02", 40, mpf("2e-6"), mpf("0.05")
theory = covariance_theory(n, 30, lam, alpha)
first, final = mpf(1) / n, 4 * theory
grid = [first * (final / first) ** (mpf(t) / (count - 1)) for t in range(count)]
risk = lambda level: -min(kappa / level**2, cap)
delta = ridge_sensitivity(n, lam)
question = ridge(n, 30, lam, alpha, count, kappa=2e-6, cap=0.05)
mp.dps = 20
for by, distance in [("printed", 4 * log(2 * mpf(count) / mpf("0.1"))), ("exact", exact_distance(count, "0.1", 11))]:
    testing = 4 * delta * distance / mpf(alpha)
    stops, _ = stop_law([risk(level) for level in grid], -mpf(alpha) / 2, delta, testing)
    mean = testing + sum(stop * level for stop, level in zip(stops, grid)) / sum(stops)
    asked = {**question, "calibration": by}
    row("T6", f"ε_0 of the model, {by}", asked, "/testing", testing)
    row("T6", f"mean loss of the model, {by}", asked, "/ways/0/mean", mean)
tests = int(ceil(log(final / first) / log(mpf(2))))
twice = [first * 2**k for k in range(tests)]
stops, _, price = separate([risk(level) for level in twice], alpha, "0.1", delta, tests)
mean = sum(stop * ((k + 1) * price + first * (2 ** (k + 1) - 1)) for k, stop in enumerate(stops)) / sum(stops)
row("T6", f"mean loss of doubling, {tests} levels", question, "/ways/3/mean", mean)

with Path(__file__).with_name("noise_reduction.jsonl").open("w", encoding="utf-8") as file:
    for one in ROWS:
        file.write(json.dumps(one, ensure_ascii=False) + "\n")
print(len(ROWS), "rows")
