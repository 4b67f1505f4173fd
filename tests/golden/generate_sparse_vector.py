"""Second route for the sparse vector technique: prints rows of sparse_vector.jsonl whose ids start with SV.

Every number is computed here with mpmath in 20 digits, from the definitions and not from the closed forms that the library
uses: the law of the stop and the mean length by quadrature over the noise of the threshold, ε of a Rényi curve by a direct
search over the order.

    python3 tests/golden/generate_sparse_vector.py
"""

import json

from mpmath import binomial, erfc, exp, log, mp, mpf, quad, sqrt

mp.dps = 20


def normal_above(x):
    return erfc(x / sqrt(2)) / 2


def laplace_above(x):
    return exp(-x) / 2 if x >= 0 else 1 - exp(x) / 2


ABOVE = {"gaussian": normal_above, "laplace": laplace_above}
DENSITY = {
    "gaussian": lambda x: exp(-x * x / 2) / sqrt(2 * mp.pi),
    "laplace": lambda x: exp(-abs(x)) / 2,
}


def mean(noise, first, f, corners=()):
    """E of f(z) over the noise of the threshold."""
    reach = first * (12 if noise == "gaussian" else 60)
    ends = sorted({-reach, mpf(0), reach, *(c for c in corners if -reach < c < reach)})
    finer = []
    for a, b in zip(ends, ends[1:]):
        finer += [a + (b - a) * i / 8 for i in range(8)]
    return quad(lambda z: DENSITY[noise](z / first) / first * f(z), finer + [ends[-1]])


def stop(noise, first, second, threshold, answers, place):
    """P that answer c to queries of value 0 is the one at the place, one noise of the threshold."""

    def given(z):
        p = ABOVE[noise]((threshold + z) / second)
        return binomial(place - 1, answers - 1) * p**answers * (1 - p) ** (place - answers)

    return mean(noise, mpf(first), given, [-mpf(threshold)])


def expected(noise, first, second, threshold):
    """E of 1/p(z): queries of value 0 until the first answer."""
    reach = mpf(first) * 60
    f = lambda z: DENSITY[noise](z / first) / first / ABOVE[noise]((threshold + z) / second)
    ends = [-reach, -mpf(threshold), 0]
    fine = [ends[0] + (ends[1] - ends[0]) * i / 24 for i in range(24)] + [ends[1] + (0 - ends[1]) * i / 8 for i in range(8)]
    span = 40 if noise == "gaussian" else 400
    fine += [mpf(first) * span * i / 40 for i in range(41)]
    return quad(f, fine)


def tight(curve, delta):
    """ε at δ by the tight conversion, by golden section on the logarithm of α − 1."""
    delta = mpf(delta)
    value = lambda t: (lambda a: curve(a) + log(1 - 1 / a) - log(a * delta) / (a - 1))(1 + exp(t))
    low, high = mpf(-5), mpf(14)
    for _ in range(160):
        a, b = low + (high - low) * mpf("0.381966"), low + (high - low) * mpf("0.618034")
        low, high = (low, b) if value(a) < value(b) else (a, high)
    return value((low + high) / 2)


def laplace_renyi(a, scale):
    e = mpf(1) / scale
    return log(a / (2 * a - 1) * exp((a - 1) * e) + (a - 1) / (2 * a - 1) * exp(-a * e)) / (a - 1)


ROWS = []


def row(name, quantity, question, pointer, value, tolerance):
    ROWS.append(
        dict(id=name, quantity=quantity, question=question, pointer=pointer, value=float(value), tolerance=tolerance)
    )


def main():
    run = lambda noise, first, second, threshold, answers, length: {
        "ask": "sparse-vector-run", "noise": noise, "threshold-noise": first, "query-noise": second,
        "threshold": threshold, "answers": answers, "length": length, "runs": 2,
    }  # fmt: skip
    for at, (noise, first, second, threshold, answers, place) in enumerate(
        [("gaussian", 1, 2, 2, 1, 5), ("gaussian", 210, 420, 1000, 3, 40), ("laplace", 1, 2, 3, 1, 7), ("laplace", 2, 3, 4, 2, 11)]
    ):
        question = run(noise, first, second, threshold, answers, 50)
        value = stop(noise, first, second, threshold, answers, place)
        row(f"SV0{at + 1}", f"P[stop at {place}]", question, f"/stops/{place - 1}", value, 1e-9)
    for at, (noise, first, second, threshold) in enumerate([("gaussian", 1, 2, 2), ("laplace", 1, 3, 4), ("gaussian", 210, 420, 1000)]):
        question = run(noise, first, second, threshold, 1, 50)
        row(f"SV1{at + 1}", "E[length], no limit", question, "/unlimited", expected(noise, first, second, threshold), 1e-9)
    base = {"ask": "sparse-vector", "threshold-noise": 20, "query-noise": 40, "delta": 1e-6}
    length = lambda c, k: log(sum(binomial(k, j) for j in range(c + 1)))
    one, many = length(1, 1000), length(20, 1000)
    row("SV21", "eps by the number of outputs, c=1, k=1000", base, "/epsilon/1/epsilon/upper",
        tight(lambda a: a / 800 + 2 * a / 1600 + one / (a - 1), 1e-6), 1e-9)  # fmt: skip
    row("SV22", "the same, c=20", {**base, "answers": 20}, "/epsilon/1/epsilon/upper",
        tight(lambda a: a / 800 + 40 * a / 1600 + many / (a - 1), 1e-6), 1e-9)  # fmt: skip
    laplace = {**base, "noise": "laplace", "answers": 10, "length": 0}
    row("SV23", "eps by the largest loss of a query, Laplace, c=10", laplace, "/epsilon/1/epsilon/upper",
        min(tight(lambda a: laplace_renyi(a, 20) + 10 * mpf(2) / 40, 1e-6), mpf(1) / 20 + 10 * mpf(2) / 40), 1e-9)  # fmt: skip
    # Closed forms of how long a stream runs, at 1/sigma1^2 = 1/400, T^2/sigma1^2 = 36.
    free = {**base, "threshold": 120, "length": 0, "non-negative": True}
    first, square = mpf(1) / 400, mpf(36)
    moment = log(1 + 2 * sqrt(3) * mp.pi * (1 + 9 * square) * exp(square))
    dropped = lambda a: a * first / (2 * (a - 1))
    rare = lambda a: 5 * a * first / 3 + 5 * (square / 8) / (a - 1)
    row("SV24", "eps by the closed form of how long a stream runs, T=120", free, "/epsilon/2/epsilon/upper",
        tight(lambda a: a * first + dropped(a) + 2 * a / 1600 + moment / (2 * (a - 1)), 1e-6), 1e-9)  # fmt: skip
    row("SV25", "eps by the closed form for few false positives", free, "/epsilon/3/epsilon/upper",
        tight(lambda a: rare(a) + dropped(a), 1e-6), 1e-9)  # fmt: skip
    row("SV26", "the same as printed", free, "/epsilon/4/epsilon/upper", tight(rare, 1e-6), 1e-9)
    for one in ROWS:
        print(json.dumps(one))


if __name__ == "__main__":
    main()
