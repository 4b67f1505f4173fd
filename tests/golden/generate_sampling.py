"""Writes tests/golden/sampling/computed.jsonl: questions about sampling and groups, with values to 60 digits.

Run with Python 3 and mpmath:  python3 tests/golden/generate_sampling.py
Plain sums stand where the crate has closed forms, an integral where it has a profile, and the Lambert function where it
searches.
"""

import json
from pathlib import Path

from mpmath import exp, inf, lambertw, log, mp, mpf, ncdf, npdf, quad

mp.dps = 60
OUT = Path(__file__).parent / "sampling" / "computed.jsonl"
ROWS = []


def row(name, quantity, question, pointer, value, tolerance):
    ROWS.append({"id": name, "quantity": quantity, "question": question, "pointer": pointer, "value": float(value),
                 "tolerance": tolerance})


def group(name, epsilon, delta, people, steps, place):
    """The δ of a group, as the sum over its steps."""
    question = {"ask": "convert-guarantee", "people": people,
                "guarantee": {"kind": "approximate", "epsilon": float(epsilon), "delta": float(delta)}}
    spent = mpf(delta) * sum(exp(j * mpf(epsilon)) for j in range(steps))
    row(name, f"({epsilon}, {delta}), {steps} steps apart: δ", question, f"/conversions/{place}/delta", spent, 1e-13)
    row(f"{name}-epsilon", f"({epsilon}, {delta}), {steps} steps apart: ε", question,
        f"/conversions/{place}/epsilon", steps * mpf(epsilon), 1e-15)


def laplace(order, scale):
    """Rényi divergence of Laplace noise."""
    a, b = mpf(order), mpf(scale)
    return log(a / (2 * a - 1) * exp((a - 1) / b) + (a - 1) / (2 * a - 1) * exp(-a / b)) / (a - 1)


def sampled(order, rate, base):
    """log Σ w_ℓ e^{(ℓ−1)ε(ℓ)} / (α−1), term by term."""
    rate = mpf(rate)
    weight = (1 - rate) ** order
    total = weight
    for l in range(1, order + 1):
        weight *= mpf(order - l + 1) / l * rate / (1 - rate)
        total += weight if l == 1 else weight * exp((l - 1) * base(l))
    return log(total) / (order - 1)


ADD_REMOVE, REPLACE = 0, 1
group("U01", "1", "1e-6", 1, 2, REPLACE)
group("U02", "0.5", "1e-9", 3, 6, REPLACE)
group("U03", "0.1", "1e-5", 7, 7, ADD_REMOVE)
group("U04", "3", "1e-30", 10, 20, REPLACE)
row("U05", "ρ = 0.02, a person replaced: 4ρ", {"ask": "convert-guarantee", "guarantee": {"kind": "zcdp", "rho": 0.02}},
    "/conversions/1/rho", mpf("0.08"), 1e-15)

lemma = {"ask": "amplified-profile", "mechanism": {"kind": "gaussian", "sigma": 1}, "rate": 0.1, "epsilons": [1],
         "lemma": [1]}
row("U06", "lemma: log(1 + 0.1(e − 1))", lemma, "/lemma/0/epsilon", log(1 + (exp(1) - 1) / 10), 1e-13)
row("U07", "lemma: 0.1 δ(1) of σ = 1", lemma, "/lemma/0/delta",
    (ncdf(mpf("-0.5")) - exp(1) * ncdf(mpf("-1.5"))) / 10, 1e-12)
mixture = quad(lambda x: max(0, mpf("0.9") * npdf(x) + mpf("0.1") * npdf(x - 1) - (1 + (exp(1) - 1) / 10) * npdf(x)),
               [-inf, mpf("1.5"), 5, inf])
row("U08", "δ of a person removed at that ε, integrated", lemma, "/lemma/0/removed", mixture, 1e-12)
row("U09", "largest loss of a person added, Laplace b = 0.5", {**lemma, "mechanism": {"kind": "laplace", "scale": 0.5}},
    "/added/largest", -log(1 - (1 - exp(-2)) / 10), 1e-14)

course = {"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": 5}, "rate": 0.001, "orders": [2],
          "bounds": ["tight"]}
row("U10", "slope: γ²(e^{ε(2)} − 1)/2", course, "/course/slope", (exp(mpf("0.04")) - 1) / 2 * mpf("1e-6"), 1e-12)
row("U11", "transition as stated: αγe^{ε(α)} = 1/γ, by the Lambert function", course, "/course/stated-order",
    50 * lambertw(mpf(10) ** 6 / 50).real, 1e-9)
row("U12", "transition by the last term: ε(α) = log(1/γ)", course, "/course/last-term-order", 50 * log(1000), 1e-9)

for name, mechanism, base in [
    ("U13", {"kind": "laplace", "scale": 2}, lambda order: laplace(order, 2)),
    ("U14", {"kind": "gaussian", "sigma": 5}, lambda order: mpf(order) / 50),
]:
    question = {"ask": "amplify", "mechanism": mechanism, "rate": 0.001, "orders": [10000], "bounds": ["tight"]}
    row(name, "tight at order 10000", question, "/curves/0/epsilon/0", sampled(10000, "0.001", base), 1e-10)
few = {"ask": "amplify", "mechanism": {"kind": "laplace", "scale": 2}, "rate": 0.001, "orders": [10000],
       "bounds": ["few-terms"], "terms": 50}
row("U15", "few terms at order 10000, τ = 50", few, "/curves/0/epsilon/0",
    sampled(10000, "0.001", lambda l: laplace(l if l <= 50 or l > 9950 else 9950, 2)), 1e-10)

OUT.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in ROWS), encoding="utf-8")
