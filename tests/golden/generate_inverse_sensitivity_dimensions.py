"""Golden rows of inverse sensitivity in d dimensions: inverse_sensitivity_dimensions.jsonl.

By mpmath with 30 digits, from the definitions: sums over shells, Bessel functions, eigenvectors and inverses of whole
matrices, quadrature. Nothing is taken from the program under test.

    python3 tests/golden/generate_inverse_sensitivity_dimensions.py          # needs mpmath
"""

import json
from pathlib import Path

from mpmath import (asin, besseli, cosh, det, eigsy, exp, floor, gamma, inverse, log, matrix, mp, mpf, norm, pi, quad, sin,
                    sinh, sqrt)

mp.dps = 30
ROWS = []
CLOSE = 1e-9


def row(ident, quantity, question, pointer, value, tolerance=CLOSE):
    ROWS.append({"id": ident, "quantity": quantity, "question": question, "pointer": pointer,
                 "value": float(value), "tolerance": tolerance})


class Shells:
    """The law of the length: widths, then the last for ever."""

    def __init__(self, widths, d, epsilon, last=None):
        self.d = d
        q = exp(-mpf(epsilon) / 2)
        radius, weight, self.shells = mpf(0), mpf(1), []
        k, whole = 0, mpf(0)
        while last is None or k < last:
            width = widths[min(k, len(widths) - 1)]
            outer, k, weight = radius + width, k + 1, weight * q
            mass = (outer ** d - radius ** d) * weight
            self.shells.append((radius, outer, mass))
            whole += mass
            radius = outer
            if k > len(widths) + 4 * d / epsilon + 10 and mass < whole * mpf("1e-25"):
                break
        self.shells = [(a, b, mass / whole) for a, b, mass in self.shells]

    def chance(self, k):
        return self.shells[k - 1][2]

    def moment(self, p):
        d = self.d
        return sum(m * d / mpf(d + p) * (b ** (d + p) - a ** (d + p)) / (b ** d - a ** d)
                   for a, b, m in self.shells)

    def within(self, r):
        d, total = self.d, mpf(0)
        for a, b, m in self.shells:
            if b <= r:
                total += m
            else:
                if r > a:
                    total += m * (r ** d - a ** d) / (b ** d - a ** d)
                break
        return total

    def beyond(self, r):
        d, total = self.d, mpf(0)
        for a, b, m in self.shells:
            if a >= r:
                total += m
            elif b > r:
                total += m * (b ** d - r ** d) / (b ** d - a ** d)
        return total

    def quantile(self, p):
        d, before = self.d, mpf(0)
        for a, b, m in self.shells:
            if before + m >= p:
                return (a ** d + (p - before) / m * (b ** d - a ** d)) ** (mpf(1) / d)
            before += m

    def capped(self):
        """E min(‖z‖, 1)²."""
        d, total = self.d, mpf(0)
        for a, b, m in self.shells:
            if b <= 1:
                total += m * d / mpf(d + 2) * (b ** (d + 2) - a ** (d + 2)) / (b ** d - a ** d)
            elif a >= 1:
                total += m
            else:
                gap = b ** d - a ** d
                total += m * (d / mpf(d + 2) * (1 - a ** (d + 2)) + (b ** d - 1)) / gap
        return total


def shells():
    for d, epsilon in [(1, 1), (2, 1), (3, mpf("0.5")), (10, 1)]:
        law = Shells([mpf(1)], d, epsilon)
        question = {"ask": "shells", "widths": [1], "dimension": d, "epsilon": float(epsilon), "draws": 0}
        for k in (1, 2, 3):
            row("D1", f"equal widths, d = {d}, ε = {epsilon}: P(K = {k})", question, f"/masses/{k - 1}", law.chance(k))
        row("D1", f"d = {d}, ε = {epsilon}: mean", question, "/mean/number", law.moment(1))
        row("D1", f"d = {d}, ε = {epsilon}: mean square", question, "/mean-square/number", law.moment(2))
        row("D2", f"d = {d}, ε = {epsilon}: P(K = 1) by the polylogarithm", question, "/closed-form/number", law.chance(1))
    q = exp(mpf(-1) / 2)
    row("D2", "the line: mean", {"ask": "shells", "dimension": 1, "draws": 0}, "/mean/number",
        cosh(mpf(1) / 4) / sinh(mpf(1) / 4) / 2)
    row("D2", "the plane: P(K = 1)", {"ask": "shells", "dimension": 2, "draws": 0}, "/masses/0", (1 - q) ** 2 / (1 + q))
    radii = [1, 2.5, 5]
    question = {"ask": "shells", "dimension": 1, "epsilon": 1, "radii": radii, "draws": 0}
    for at, r in enumerate(radii):
        whole = floor(r)
        row("D3", f"P(|z| > {r})", question, f"/tails/{at}/number", q ** whole * (1 - (r - whole) * (1 - q)))
    question = {"ask": "shells", "dimension": 2, "epsilon": 0.5, "records": 50, "shells": [10, 20, 40], "draws": 0}
    law = Shells([mpf(1)], 2, mpf("0.5"))
    for at, k in enumerate([10, 20, 40]):
        row("D5", f"tail at K = {k}", question, f"/bounds/{at}/exact/number", law.beyond(mpf(k)))
        row("D5", f"theorem 2 at K = {k}", question, f"/bounds/{at}/bound/number", exp(1 - mpf(k) / 4) * mpf(25) ** 2)
    for d in (1, 2):
        law = Shells([mpf(1), mpf("1.5"), mpf(2)], d, 1)
        question = {"ask": "shells", "widths": [1, 1.5, 2], "dimension": d, "epsilon": 1, "draws": 0}
        for k in range(1, 5):
            row("N4", f"growing widths, d = {d}: P(K = {k})", question, f"/masses/{k - 1}", law.chance(k))
        row("N4", f"growing widths, d = {d}: mean", question, "/mean/number", law.moment(1))
    for last in (5, 20):
        question = {"ask": "shells", "dimension": 1, "epsilon": 1, "last-shell": last, "draws": 0}
        row("B6", f"left out after shell {last}", question, "/missing/number", exp(-mpf(last) / 2))
    law = Shells([mpf(1)], 1, 1, last=5)
    row("B6", "mean as printed, n = 5", {"ask": "shells", "dimension": 1, "last-shell": 5, "draws": 0}, "/mean/number",
        law.moment(1))
    full = {"ask": "shells", "dimension": 1, "epsilon": 1, "full-epsilon": True, "draws": 0}
    row("D6", "all of ε on the distance: mean", full, "/mean/number", cosh(mpf(1) / 2) / sinh(mpf(1) / 2) / 2)


CONSTANT = 2 * sqrt(mpf(2))


def wide(u, i):
    left = mpf(u) - 2 * i
    return min(CONSTANT / left, sqrt(mpf(2))) if left > 0 else sqrt(mpf(2))


def angle(u):
    return 2 * sin(asin(2 / mpf(u)) / 4) if u >= 2 else sqrt(mpf(2))


def pca():
    def question(u, d, **more):
        return {"ask": "private-pca", "data": {"kind": "gap", "gap": u, "dimension": d}, "draws": 0, **more}

    for i in (1, 2, 10, 48, 49):
        row("E2", f"nGAP = 100: R_{i}", question(100, 2), f"/widths/{i - 1}", wide(100, i))
    for i in (1, 10, 48, 49):
        row("E2", f"nGAP = 100 by the angle: R_{i}", question(100, 2, **{"shell-width": "angle"}), f"/widths/{i - 1}",
            angle(100 - 2 * i))
        row("E2", f"nGAP = 100, tight: R_{i}", question(100, 2, **{"shell-width": "tight"}), f"/widths/{i - 1}",
            angle(102 - 2 * i))
    for u, d in [(100, 2), (1000, 5), (5000, 10)]:
        widths = [wide(u, i) for i in range(1, u // 2 + 3)]
        law = Shells(widths, d, 1)
        row("E3", f"nGAP = {u}, d = {d}: mean", question(u, d), "/mean/number", law.moment(1))
        row("E3", f"nGAP = {u}, d = {d}: median", question(u, d), "/median/number", law.quantile(mpf("0.5")))
        row("E3", f"nGAP = {u}, d = {d}: 95%", question(u, d), "/quantile95/number", law.quantile(mpf("0.95")))
    for u in (100, 1000):
        widths = [wide(u, i) for i in range(1, u // 2 + 3)]
        row("E6", f"nGAP = {u}: E sin² of Algorithm 2", question(u, 2), "/mechanisms/0/sine-square/number",
            Shells(widths, 2, 1).capped() / 2)
        kappa = mpf(u) / 4
        row("E6", f"nGAP = {u}: E sin² of the exponential mechanism", question(u, 2), "/mechanisms/2/sine-square/number",
            (1 - besseli(1, kappa) / besseli(0, kappa)) / 2)
    # Other dimensions: the angle by quadrature of the sine, the length by that of every shell.
    for u, d in [(20, 3), (30, 4)]:
        widths = [wide(u, i) for i in range(1, u // 2 + 3)]
        law = Shells(widths, d, 2)
        base = quad(lambda t: sin(t) ** (d - 2), [0, pi / 2, pi])

        def turned(r):
            # 1 + r² + 2r cos t without cancellation; a is the angle from where z points back.
            inside = lambda a: sin(a) ** d / ((1 - r) ** 2 + 4 * r * sin(a / 2) ** 2) if a else mpf(0)
            return r * r * quad(inside, [0, pi / 10, pi / 2, pi], maxdegree=5) / base
        total = mpf(0)
        mp.dps = 15
        for a, b, m in law.shells:
            if m > mpf("1e-14"):
                cuts = [a, 1, b] if a < 1 < b else [a, b]
                total += m * quad(lambda r: turned(r) * d * r ** (d - 1) / (b ** d - a ** d), cuts, maxdegree=3)
        mp.dps = 30
        row("E6", f"nGAP = {u}, d = {d}, ε = 2: E sin² of Algorithm 2", question(u, d, epsilon=2),
            "/mechanisms/0/sine-square/number", total, 1e-7)
    for u, d in [(1000, 5), (5000, 10)]:
        beta = mpf(1) / (2 * d)
        smooth = max(exp(-beta * k) * wide(u, k) for k in range(u))
        row("E7", f"nGAP = {u}, d = {d}: scale of Cauchy noise", question(u, d), "/cauchy-scale/number",
            2 * sqrt(mpf(d)) * smooth)
    points = [("0.9", "0.1"), ("0.8", "-0.2"), ("-0.7", "0.3"), ("0.1", "0.4"), ("0.6", "0.6")]
    data = {"kind": "rows", "rows": [[float(a), float(b), 0] for a, b in points]}
    asked = {"ask": "private-pca", "data": data, "draws": 0}
    sigma = matrix(2, 2)
    for a, b in points:
        x = [mpf(a), mpf(b)]
        for i in range(2):
            for j in range(2):
                sigma[i, j] += x[i] * x[j] / 5
    values, vectors = eigsy(sigma)
    sign = 1 if vectors[0, 1] > 0 else -1
    for i in range(2):
        for j in range(2):
            row("E5", f"Σ {i}{j}", asked, f"/raw/covariance/{i}/{j}", sigma[i, j])
        row("E5", f"λ_{i + 1}", asked, f"/raw/eigenvalues/{i}", values[1 - i])
        row("E5", f"v_{i + 1}", asked, f"/raw/leading/{i}", sign * vectors[i, 1])
    row("E5", "nGAP", asked, "/gap/number", 5 * (values[1] - values[0]))
    law = Shells([sqrt(mpf(2))], 2, 1)
    row("E5", "lost variance", asked, "/raw/lost-variance/number", (values[1] - values[0]) / 2 * law.capped())


def gradient():
    rows = [("0.5", "0.1", "0.4"), ("-0.3", "0.8", "-0.1"), ("0.9", "-0.2", "0.7"), ("0.2", "0.6", "0.2"),
            ("-0.7", "-0.4", "-0.6"), ("0.1", "-0.9", "0.1")]
    data = {"kind": "rows", "rows": [[float(c) for c in r] for r in rows]}
    question = {"ask": "gradient-mechanism", "data": data, "draws": 0, "grid-cells": 5}
    n = mpf(6)
    sigma, b = matrix(2, 2), matrix(2, 1)
    for r in rows:
        x, y = [mpf(r[0]), mpf(r[1])], mpf(r[2])
        for i in range(2):
            b[i] += x[i] * y / n
            for j in range(2):
                sigma[i, j] += x[i] * x[j] / n
    inv = inverse(sigma)
    centre = inv * b
    inv2 = inv * inv
    trace, trace2 = inv[0, 0] + inv[1, 1], inv2[0, 0] + inv2[1, 1]
    for i in range(2):
        row("F2", f"θ̄_{i + 1}", question, f"/regression/centre/{i}", centre[i])
    exact = "/regression/exact/"
    row("F2", "tr Σ⁻¹", question, exact + "trace-inverse/number", trace)
    row("F2", "tr Σ⁻²", question, exact + "trace-inverse-square/number", trace2)
    row("F2", "det Σ", question, exact + "determinant/number", det(sigma))
    row("F3", "L", question, "/lipschitz/number", 3)
    row("F3", "G", question, "/difference/number", 6)
    row("F3", "s", question, "/scale/number", 2)
    row("F3", "mean square", question, exact + "mean-square/number", 4 * 3 * trace2)
    row("F3", "mean excess", question, exact + "mean-excess/number", 2 * 3 * trace)
    row("F3", "density", question, exact + "density/number", det(sigma) / (2 * pi * 4))
    least = eigsy(sigma)[0][0]
    row("F3", "minimax order", question, exact + "minimax/number", 4 * 9 / (36 * least))
    # The law on the grid of five points a side: cells at ±1.6, ±0.8 and 0.
    side = [mpf(2) * (2 * k + 1) / 5 - 2 for k in range(5)]
    inside = [(s, t) for t in side for s in side if s * s + t * t <= 4]

    def loss(s, t):
        return sum((s * mpf(r[0]) + t * mpf(r[1]) - mpf(r[2])) ** 2 for r in rows) / (2 * n)
    weights = [exp(-norm(sigma * matrix([s, t]) - b) / 2) for s, t in inside]
    best = min(loss(s, t) for s, t in inside)
    row("F8", "grid: mean excess", question, "/grid/mean-excess/number",
        sum(w * (loss(s, t) - best) for w, (s, t) in zip(weights, inside)) / sum(weights))
    printed = {**question, "gradient-difference": "printed"}
    row("F3", "as printed: s", printed, "/scale/number", 1)
    row("F3", "as printed: what holds", printed, "/guarantee/number", 2)
    for d in (1, 2, 3, 5):
        asked = {"ask": "gradient-mechanism", "draws": 0,
                 "data": {"kind": "generate", "generator": "regression-line", "people": 40, "dimension": d, "seed": 1}}
        if d <= 2:
            asked["grid-cells"] = 0
        row("F1", f"c_{d}", asked, "/regression/constant/number", d * pi ** (mpf(d) / 2) * gamma(d) / gamma(mpf(d) / 2 + 1))
    xs, ys = [mpf("0.5"), mpf(-1), mpf("0.8"), mpf("0.3")], [mpf("0.2"), mpf("-0.6"), mpf("0.9"), mpf(0)]
    data = {"kind": "rows", "rows": [[float(x), float(y)] for x, y in zip(xs, ys)]}
    line = {"ask": "gradient-mechanism", "data": data, "model-radius": 1.5, "draws": 0, "grid-cells": 0}
    sigma = sum(x * x for x in xs) / 4
    centre = sum(x * y for x, y in zip(xs, ys)) / 4 / sigma
    kappa = 4 * sigma / (2 * 5)
    low, high = centre + mpf("1.5"), mpf("1.5") - centre
    whole = (2 - exp(-kappa * low) - exp(-kappa * high)) / kappa
    row("F4", "Σ", line, "/regression/eigenvalues/0", sigma)
    row("F4", "θ̄", line, "/regression/centre/0", centre)
    row("F4", "κ", line, "/regression/line/rate/number", kappa)
    row("F4", "normalizer", line, "/regression/line/normalizer/number", whole)
    row("F4", "P(accept)", line, "/regression/line/acceptance/number", whole * kappa / 2)
    part = [quad(lambda t: t ** p * exp(-kappa * t), [0, low]) + quad(lambda t: t ** p * exp(-kappa * t), [0, high])
            for p in (1, 2)]
    row("F4", "mean distance", line, "/regression/line/mean-distance/number", part[0] / whole)
    row("F4", "mean square", line, "/regression/line/mean-square/number", part[1] / whole)
    # G of one feature, by a search over all gradients at the largest θ.
    row("F6", "exact G, B_θ = 1.5", {**line, "gradient-difference": "exact"}, "/difference/number", mpf("2.5") + 1 / mpf(6))
    small = {**line, "gradient-difference": "exact", "model-radius": 0.25}
    row("F6", "exact G, B_θ = 0.25", small, "/difference/number", 2)
    row("F6", "as printed, B_θ = 1.5: what holds", {**line, "gradient-difference": "printed"}, "/guarantee/number",
        (mpf("2.5") + 1 / mpf(6)) / mpf("2.5"))
    c = mpf("0.999")
    audit = {"ask": "gradient-audit", "sample": [0, 0.999, 0.999, 0.999], "neighbour": [0.999, 0.999, 0.999, 1], "epsilon": 1}
    for name, big in [("printed", 1), ("corrected", 2)]:
        near, far = exp(-mpf(2) / (2 * big)), exp(-mpf(4) / (2 * big))
        one, other = c * near + (1 - c) * far, c * far + (1 - c) * near
        row("F5", f"largest loss, {name}", audit, f"/{name}/number", log(near / other) - log(far / one))
    for d, alpha in [(100, mpf("0.5")), (100, mpf(1)), (1000, mpf("0.5"))]:
        asked = {"ask": "gradient-spectrum", "coefficients": d, "exponent": float(alpha)}
        total = sum(mpf(j) ** -alpha for j in range(1, d + 1))
        row("F7", f"d = {d}, α = {alpha}: trace", asked, "/trace/number", total)
        row("F7", f"d = {d}, α = {alpha}: gain", asked, "/gain/number", d / total)
    sweep = {"ask": "gradient-sweep", "data": data, "model-radius": 1.5, "epsilons": [0.5, 1]}
    row("F4", "sweep: excess in the ball at ε = 1", sweep, "/truncated/1", sigma / 2 * part[1] / whole)
    rate = kappa / 2
    free = quad(lambda t: sigma / 2 * t ** 2 * rate * exp(-rate * t), [0, 50, 200, 1000])
    row("F4", "sweep: excess without the ball at ε = 0.5", sweep, "/exact/0", free)


def hessian():
    third = 1 / (6 * sqrt(mpf(3)))
    for n, lam, reach, radius in [(1000, "0.1", 4, 0.2), (2000, "0.1", 4, 0.2), (1000, "1", 2, 1)]:
        lam_ = mpf(lam)
        value = reach * (third * 2 / (lam_ * n) + mpf(1) / (4 * n)) + mpf(2) / n + third * 4 / (2 * lam_ ** 2 * n ** 2)
        asked = {"ask": "hessian-mechanism", "regularization": float(lam), "model-radius": radius, "model-distance": reach,
                 "data": {"kind": "generate", "generator": "two-gaussians", "people": n, "dimension": 2, "seed": 1}, "draws": 0}
        row("H2", f"n = {n}, λ = {lam}, D = {reach}: sensitivity", asked, "/sensitivity/number", value)
        row("H2", f"n = {n}, λ = {lam}, D = {reach}: as printed", asked, "/printed-sensitivity/number",
            2 * reach * third / (lam_ * n) + mpf(1) / n)
    # Four people on the line, minimizer by bisection.
    people = [("0.5", 1), ("-1", -1), ("0.8", 1), ("0.3", -1)]
    lam = mpf("0.5")

    def slope(t):
        return sum(-y * mpf(x) / (1 + exp(y * mpf(x) * t)) for x, y in people) / 4 + lam * t
    low, high = mpf(-5), mpf(5)
    for _ in range(120):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(middle) > 0 else (middle, high)
    t = low
    curve = sum(mpf(x) ** 2 * exp(y * mpf(x) * t) / (1 + exp(y * mpf(x) * t)) ** 2 for x, y in people) / 4 + lam
    asked = {"ask": "hessian-mechanism", "regularization": 0.5, "draws": 0,
             "data": {"kind": "rows", "rows": [[float(x), y] for x, y in people]}}
    reach = 2 + sqrt(2 * log(mpf(2)) / lam)
    value = reach * (third * 2 / (lam * 4) + mpf(1) / 16) + mpf(1) / 2 + third * 4 / (2 * lam ** 2 * 16)
    row("H3", "minimizer", asked, "/minimizer/0", t)
    row("H3", "curvature", asked, "/eigenvalues/0", curve)
    row("H3", "sensitivity", asked, "/sensitivity/number", value)
    row("H3", "mean square", asked, "/mean-square/number", (2 * value) ** 2 * 2 / curve ** 2)


shells()
pca()
gradient()
hessian()
text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in ROWS)
(Path(__file__).parent / "inverse_sensitivity_dimensions.jsonl").write_text(text)
print(len(ROWS), "rows")
