#!/usr/bin/env python3
"""Writes understand.jsonl: what the pages that teach show, computed without this program, with mpmath."""

import json
from pathlib import Path

from mpmath import mp, mpf, mpc, binomial, erfc, exp, expm1, findroot, im, log, pi, quad, sqrt

mp.dps = 30

# Row E01 of reference.jsonl.
E01 = 0.1897944747145742


def normal(x):
    return erfc(-x / sqrt(2)) / 2


def gaussian_delta(mu, epsilon):
    """The profile of normal noise with mean difference mu and deviation 1."""
    return normal(mu / 2 - epsilon / mu) - exp(epsilon) * normal(-mu / 2 - epsilon / mu)


# 50 releases of normal noise, sigma = 5, and 50 randomized responses, p = 0.52, by the inversion of Gil-Pelaez.
SIGMA, TRUTH, EACH = mpf(5), mpf("0.52"), 50
LOSS = log(TRUTH / (1 - TRUTH))


def characteristic(t):
    z = mpc(0, t)
    noise = z * (z + 1) / (2 * SIGMA**2)
    response = log(TRUTH * exp(z * LOSS) + (1 - TRUTH) * exp(-z * LOSS))
    return exp(EACH * (noise + response))


def cumulative(phi, x):
    integrand = lambda t: im(exp(mpc(0, -t * x)) * phi(t)) / t
    return mpf(1) / 2 - quad(integrand, [mpf("1e-25"), 1, 2, 4, 8, 12]) / pi


# Under Q the loss of the other order has the characteristic function M(-1 - it).
def other(t):
    z = mpc(-1, -t)
    noise = z * (z + 1) / (2 * SIGMA**2)
    response = log(TRUTH * exp(z * LOSS) + (1 - TRUTH) * exp(-z * LOSS))
    return exp(EACH * (noise + response))


def envelope(points, epsilon):
    """The lower convex envelope in a = e^epsilon of the points, of what they say of the other order, and of (0, 1)."""
    corners = [(mpf(0), mpf(1))]
    for e, delta in points:
        a = exp(mpf(e))
        corners += [(a, mpf(delta)), (1 / a, 1 - 1 / a + mpf(delta) / a)]
    corners.append((mpf(10) ** 30, min(height for _, height in corners)))
    a = exp(mpf(epsilon))
    chords = [
        high + (a - left) / (right - left) * (low - high)
        for left, high in corners
        for right, low in corners
        if left <= a <= right and left < right
    ]
    return min(chords + [height for place, height in corners if place == a])


def rdp_tight(delta, rho):
    """The usual conversion of the Renyi curve rho * alpha, by the best order."""
    bound = lambda a: rho * a + log(1 - 1 / a) - log(a * delta) / (a - 1)
    return min(bound(1 + mpf(at) / 1000) for at in range(1, 40000))


def row(name, quantity, question, pointer, value, tolerance):
    return {
        "id": name,
        "quantity": quantity,
        "question": question,
        "pointer": pointer,
        "value": float(value),
        "tolerance": tolerance,
    }


def gaussian(sigma, count=1, rate=None):
    release = {"mechanism": {"kind": "gaussian", "sigma": sigma}, "count": count}
    if rate is not None:
        release["sampling"] = {"kind": "poisson", "rate": rate}
    return release


def rows():
    mixed = [gaussian(5, EACH), {"mechanism": {"kind": "randomized-response", "truth": 0.52}, "count": EACH}]
    loss = {"ask": "loss-distribution", "releases": mixed, "mark": {"epsilon": 2}, "grid": [2]}
    below, beyond = cumulative(characteristic, 2), cumulative(other, -2)
    yield row("A11", "P[L <= 2] of 50 normal releases and 50 responses", loss, "/lower/0", below, 1e-11)
    yield row("A11", "the same as P[L > 2]", loss, "/tail/p", 1 - below, 1e-11)
    yield row("A12", "Q[L > 2] of the same plan", loss, "/tail/q", beyond, 1e-10)
    yield row("A13", "delta(2) of the same plan", loss, "/tail/delta", 1 - below - exp(2) * beyond, 1e-11)
    tangent = {"ask": "tangent", "releases": mixed, "epsilon": 2}
    yield row("T01", "type II error where the tangent touches", tangent, "/false-negative", below, 1e-11)
    yield row("T02", "type I error where the tangent touches", tangent, "/false-positive", beyond, 1e-10)
    contour = {**tangent, "accountant": "fourier"}
    yield row("T03", "the same from chords of the profile", contour, "/false-positive", beyond, 1e-3)
    # One sampled release in closed form: the mixture exceeds e^0.2 times the law without where x > threshold.
    rate, epsilon = mpf("0.3"), mpf("0.2")
    threshold = mpf(1) / 2 + log((exp(epsilon) - 1 + rate) / rate)
    q = normal(-threshold)
    p = (1 - rate) * q + rate * normal(1 - threshold)
    outputs = {"ask": "outputs", "mechanism": {"kind": "gaussian", "sigma": 1}, "rate": 0.3, "epsilon": 0.2}
    yield row("O01", "probability of the outputs that exceed, with", outputs, "/tail/p", p, 1e-12)
    yield row("O02", "probability of the outputs that exceed, without", outputs, "/tail/q", q, 1e-12)
    yield row("O03", "delta(0.2) of that release", outputs, "/tail/delta", p - exp(epsilon) * q, 1e-12)
    # The central limit of sampled normal noise: mu = rate * sqrt(k (e^(1/sigma^2) - 1)).
    mu = mpf("0.01") * sqrt(1000 * expm1(mpf("0.25")))
    limit = {"ask": "central-limit", "releases": [gaussian(2, 1000, 0.01)], "grid": [0.5]}
    yield row("K25", "delta(0.5) by the central limit", limit, "/limit/0", gaussian_delta(mu, mpf("0.5")), 1e-10)
    mu = mpf("0.01") * sqrt(1000 * expm1(mpf(1)))
    root = findroot(lambda e: log(gaussian_delta(mu, e)) - log(mpf("1e-5")), (1.5, 1.7))
    repeated = {"ask": "central-limit", "releases": [gaussian(1, 1, 0.01)], "mark": {"delta": 1e-5}, "grid": [1000]}
    yield row("L01", "epsilon at 1e-5 by the central limit, where it is at least 1.8282", repeated, "/limit/0", root, 1e-9)
    truth = mpf("0.75")
    bound = log(truth / (1 - truth))
    mu = 2 * (2 * truth - 1) * bound / (2 * bound * sqrt(truth * (1 - truth))) * sqrt(100)
    response = {"mechanism": {"kind": "randomized-response", "truth": 0.75}, "count": 100}
    limit = {"ask": "central-limit", "releases": [response], "grid": [10]}
    yield row("L02", "mu of 100 responses", limit, "/mu", mu, 1e-9)
    points = [[0, 0.4], [1, 0.39], [2, 0.1], [3, 0.01]]
    own = {"ask": "hull", "mechanism": {"kind": "profile", "points": points}, "grid": [0.5, 1, 2.5]}
    for at, place in enumerate(own["grid"]):
        pointer = f"/curves/1/delta/{at}"
        yield row("H01", f"delta({place}) of the hull of four points", own, pointer, envelope(points, place), 1e-11)
    # One release on a sample, when the person of that rate is removed: delta of everyone at e^e' = 1 + (e^e - 1)/rate, times
    # the rate. Removal is the worse order here.
    rates = [0.002, 0.05, 0.5]
    own = {"ask": "personal-rates", "mechanism": {"kind": "gaussian", "sigma": 1}, "delta": 1e-5, "rates": rates, "own": 1}
    one = lambda rate, e: rate * gaussian_delta(mpf(1), log(1 + expm1(e) / rate))
    for at, rate in enumerate(rates):
        root = findroot(lambda e: log(one(mpf(str(rate)), e)) - log(mpf("1e-5")), (mpf("1e-6"), 6), solver="bisect")
        yield row("R01", f"epsilon at 1e-5 of a person of rate {rate}", own, f"/costs/{at}/upper", root, 1e-11)
    root = findroot(lambda e: log(gaussian_delta(mpf(1), e)) - log(mpf("1e-5")), (4, 5))
    yield row("R02", "the same of one who always takes part", own, "/own/upper", root, 1e-11)
    # Many releases: the value of another program for a plan in which everyone has that rate.
    many = {**own, "mechanism": {"kind": "gaussian", "sigma": 2}, "count": 100, "neighbours": "remove", "rates": [0.01]}
    yield row("E01", "epsilon at 1e-5 of a person of rate 0.01 in 100 rounds", many, "/costs/0/upper", E01, 1e-9)
    # The tight sum of the curve alpha/8, which is that of normal noise with sigma = 2, as if its condition were known.
    tight = lambda a, rate, rho: log(sum(binomial(a, l) * (1 - rate) ** (a - l) * rate**l * exp(rho * l * (l - 1)) for l in range(a + 1))) / (a - 1)
    asserted = {"ask": "amplify", "mechanism": {"kind": "zcdp", "rho": 0.125}, "rate": 0.1, "orders": [2, 7, 40], "bounds": ["tight"], "asserted": True}
    for at, order in enumerate(asserted["orders"]):
        value = tight(order, mpf("0.1"), mpf("0.125"))
        yield row("U01", f"the tight bound of order {order}, asserted", asserted, f"/curves/0/epsilon/{at}", value, 1e-12)
    renyi = {"ask": "hull", "mechanism": {"kind": "zcdp", "rho": 0.5}, "mark": {"delta": 0.3}, "grid": [1]}
    classic = mpf("0.5") + sqrt(2 * log(1 / mpf("0.3")))
    yield row("K24", "epsilon at 0.3 of the Renyi curve alpha/2, first conversion", renyi, "/curves/0/marked", classic, 1e-10)
    yield row("K23", "the same, usual conversion", renyi, "/curves/1/marked", rdp_tight(mpf("0.3"), mpf("0.5")), 1e-6)
    # Through the tests that the curve allows; computed to 16 digits by another program.
    yield row("K22", "the same, optimal conversion", renyi, "/curves/2/marked", 0.6466748784073888, 1e-7)


if __name__ == "__main__":
    target = Path(__file__).with_name("understand.jsonl")
    # What is concluded from printed numbers was worked out by hand, and is kept.
    by_hand = [line for line in target.read_text().splitlines(True) if line.startswith('{"id": "conclude-')]
    target.write_text("".join(by_hand) + "".join(json.dumps(row) + "\n" for row in rows()))
