"""The witnesses of every correction, in 30 digits: what the printed form gives, and the corrected one.

Reads the lists that the pages show (`www/js/explain/corrections/*.json`) and fails where a number there is not the one
computed here, rounded. `tests/golden/corrections.rs` does the same in double precision by other routes.

    python3 tests/golden/check_corrections.py          # needs mpmath
"""

import json
import pathlib

from mpmath import (binomial, cos, diff, erf, erfc, erfinv, exp, findroot, inf, log, mp, mpf, ncdf, npdf, pi, quad, sin, sqrt)

from corrections.algorithms import *
from corrections.dimensions import *
from corrections.statistics import i1, i2, i3, i4, i5, i6, i7, i8

mp.dps = 30
HERE = pathlib.Path(__file__).parent
LISTS = HERE / "../../www/js/explain/corrections"


def quantile(p):
    """Φ⁻¹(1 − p)."""
    return sqrt(2) * erfinv(1 - 2 * p)


def gauss(epsilon, s):
    """δ of the Gaussian mechanism with sensitivity over noise s."""
    return ncdf(s / 2 - epsilon / s) - exp(epsilon) * ncdf(-s / 2 - epsilon / s)


def gauss_epsilon(delta, s):
    start = s * s / 2 + s * quantile(delta)
    return findroot(lambda e: log(gauss(e, s) / delta), start)


def half_normal(epsilon, c, s):
    """E[1 − e^{ε−ω}]₊ with ω = c + s²/2 + |N(0, s²)|, by quadrature."""
    rest = epsilon - c - s * s / 2
    start = max(mpf(0), rest / s)
    inside = lambda t: 2 * npdf(t) * (1 - exp(rest - s * t))
    return quad(inside, [start, start + 1, start + 3, start + 8, start + 30])


def half_normal_renyi(order, c, s):
    t = order - 1
    return c + s * s / 2 + log(quad(lambda x: 2 * npdf(x) * exp(t * s * x), [0, 1, 3, 8, 30])) / t


def logistic(u, y):
    value = log(1 + exp(-y * u))
    slope = -y / (1 + exp(y * u))
    return value, slope, exp(-u) / (1 + exp(-u)) ** 2


def z1():
    s, delta = mpf(10), mpf("1e-5")
    root = s * sqrt(2 * log(1 / delta))
    return root, s * s / 2 + root


def z2():
    a, b = mpf(2), mpf(1)
    first, second = a / (2 * a - 1) * exp((a - 1) / b), (a - 1) / (2 * a - 1) * exp(-a / b)
    return log(first) / (a - 1) + second, log(first + second) / (a - 1)


def tight(rho, delta):
    def at(u):
        a = 1 + exp(u)
        return rho * a + log(1 - 1 / a) - log(a * delta) / (a - 1)

    u = findroot(lambda u: diff(at, u), 0.5)
    return at(u)


def z4():
    return tight(mpf(1), mpf("0.3")), tight(mpf("0.5"), mpf("0.3"))


def z5():
    p, x = mpf("0.75"), mpf("0.3")
    # H(z) = (p − z(1−p))₊ + ((1−p) − zp)₊ has corners at z = 1/3 and z = 3.
    profile = lambda z: max(0, p - z * (1 - p)) + max(0, (1 - p) - z * p)
    return mpf(inf), 1 - min(profile(z) + (1 - x) * z for z in (0, (1 - p) / p, p / (1 - p)))


def z6():
    p, q, rate, a = mpf("0.9"), mpf("0.5"), mpf("0.3"), mpf("1.1")
    stick = lambda x, y: max(0, x - a * y) + max(0, (1 - x) - a * (1 - y))
    return stick((1 - rate) * q + rate * p, q), stick((1 - rate) * p + rate * q, p)


def z7():
    """The distribution function of N(½, 1) at 1, the integral cut at 10."""
    b, cut = mpf(1), mpf(10)
    # φ = e^{(it − t²)/2}; Im(e^{−itb}φ) = e^{−t²/2} sin(t/2 − tb); Im(e^{−itb} log φ) = cos(tb)t/2 + sin(tb)t²/2.
    right = quad(lambda t: exp(-t * t / 2) * sin(t / 2 - t * b) / t, [mpf("1e-30"), 2, 5, cut])
    wrong = quad(lambda t: cos(t * b) / 2 + sin(t * b) * t / 2, [0, 2, 5, cut])
    return mpf("0.5") - wrong / pi, mpf("0.5") - right / pi


def z9():
    rate = mpf("0.01")
    density = lambda x: (rate * npdf(x - 1) + npdf(x)) / (1 + npdf(x))
    return quad(density, [-30, -4, 0, 1, 5, 30]), mpf(1)


def z11():
    rate, a, s = mpf("0.001"), 10, mpf("0.2")
    gain = exp(s * s) - 1
    total = sum(binomial(a, j) * (1 - rate) ** (a - j) * rate**j * exp(s * s * j * (j - 1) / 2) for j in range(a + 1))
    assert abs(log(total) / (a - 1) / (rate**2 * a / 2 * gain) - 1) < 0.01
    return rate**2 * a**2 * gain, rate**2 * a / 2 * gain


def z12():
    """σ = 1, ε = 12, 200 nodes; the exact δ beside it."""
    import numpy

    with mp.workdps(16):
        nodes, weights = numpy.polynomial.legendre.leggauss(200)

    def cdf(b, sign):
        total = mpf(0)
        for y, w in zip(nodes, weights):
            y, w = mpf(float(y)), mpf(float(w))
            t = y / (1 - y * y)
            total += w * (1 + y * y) / (1 - y * y) ** 2 * exp(-t * t / 2) * sin(t / 2 - t * b) / t
        return mpf("0.5") - total / (2 * pi)

    return 1 - cdf(12, 1) - exp(12) * cdf(-12, -1), gauss(mpf(12), mpf(1))


def o1():
    s, c = mpf("0.2"), -log(1 - mpf(1) / 20)
    return 2 * gauss(1, s), half_normal(1, c, s)


def o2():
    s, e = mpf(1), mpf("0.01")
    rest = e - s * s / 2
    case = lambda order: (1 - exp(rest)) + exp(rest) * 2 * gauss(order, s)
    assert abs(case(s * s / 2) - half_normal(e, 0, s)) < 1e-20
    return case(s * s), half_normal(e, 0, s)


def o6():
    s, c = mpf("0.2"), -log(1 - mpf(1) / 20)
    return half_normal_renyi(2, c, s), c + s * s / 2 + s * sqrt(2 / pi)


def o7():
    length, sigma, c = mpf(2), mpf(5), -log(1 - mpf(1) / 20)
    right = half_normal_renyi(10, c, length / sigma)
    return right - length**2 / (2 * sigma**2) + length / (2 * sigma**2), right


def o9():
    s, r, t = mpf("0.2"), mpf(1) / 20, 1

    def bound(q):
        p = q / (q - 1)
        return -log(1 - r) + s * s / 2 + p * t * s * s / 2 - log(1 - 2 * q * t * r) / (2 * q * t)

    q = findroot(lambda q: diff(bound, q), 3.2)
    return mpf(inf), bound(q)


def o10():
    n, beta, lam, gap, far, gamma, fail = 1000, 1, 20, 100, 2, mpf("0.01"), mpf("0.01")
    big = n * beta + lam
    start = mpf(3) * n / 2 * gap + 4 * big * far**2
    rate = min(mpf(lam) / (16 * big), mpf(1) / (8 * n))
    steps = lambda two: log(two * big**2 * start / (lam * gamma**2 * fail)) / -log(1 - rate)
    return steps(1), steps(2)


def o11():
    d, length, norm, epsilon, logs = 20, 1, 2, 1, log(mpf("1e5"))
    sigma, lam = length * sqrt(d * logs) / epsilon, d * length * sqrt(logs) / (epsilon * norm)
    return d**2 * length**2 * logs / epsilon**2 * epsilon * norm / (2 * d * length * logs), d * sigma**2 / (2 * lam)


def o12():
    epsilon, sigma, lam = mpf("0.5"), mpf(2), mpf(1)

    def density(theta, person):
        _, slope, curve = logistic(theta, 1)
        g, h = lam * theta + person * slope, lam + person * curve
        return npdf(g / sigma) / sigma * h

    gain = lambda t: max(0, density(t, 0) - exp(epsilon) * density(t, 1))
    edge = findroot(lambda t: density(t, 0) - exp(epsilon) * density(t, 1), (-3, -1), solver="anderson")
    return gauss(epsilon, 1 / sigma), quad(gain, [-30, -8, edge])


TOY = [(0.6, 0.3, 1), (0.8, -0.2, 1), (0.1, 0.9, 1), (-0.5, 0.4, -1), (-0.7, -0.6, -1), (-0.2, -0.8, -1)]


def toy(member):
    """Leverage, fit and alignment of a member of six at θ = (0.7, −0.25), λ = ½, σ = 2."""
    people = [tuple(mpf(str(value)) for value in row) for row in TOY]
    theta, lam, sigma = (mpf("0.7"), mpf("-0.25")), mpf("0.5"), mpf(2)
    h = [[lam, mpf(0)], [mpf(0), lam]]
    g = [lam * theta[0], lam * theta[1]]
    for a, b, y in people:
        _, slope, curve = logistic(a * theta[0] + b * theta[1], y)
        h[0][0] += curve * a * a
        h[0][1] += curve * a * b
        h[1][1] += curve * b * b
        g[0] += slope * a
        g[1] += slope * b
    a, b, y = people[member]
    _, slope, curve = logistic(a * theta[0] + b * theta[1], y)
    det = h[0][0] * h[1][1] - h[0][1] ** 2
    influence = (a * a * h[1][1] - 2 * a * b * h[0][1] + b * b * h[0][0]) / det
    return (-log(1 - curve * influence), slope**2 * (a * a + b * b) / (2 * sigma**2), -slope * (g[0] * a + g[1] * b) / sigma**2)


def o13():
    leverage, fit, alignment = toy(1)
    return leverage - fit + alignment, leverage + fit + alignment


def o15():
    s, delta = sqrt(2) / 5, mpf("1e-5")
    excess = findroot(lambda e: log(half_normal(e, 0, s) / delta), 1.2)
    return excess - log(1 - mpf("0.25") / 2), excess - log(1 - mpf("0.5") / 2)


def e1():
    return ncdf(mpf(-1) / 2) - exp(1) * ncdf(mpf(1) / 2), gauss(1, mpf(1))


def e2():
    delta = mpf("1e-6")
    return mpf("0.5") + quantile(delta), mpf("0.5") + sqrt(2 * log(1 / delta))


def e3():
    square = 8 * log(2 / mpf("1e-6")) + 4
    return square, sqrt(square)


def e4():
    q = quantile(mpf("0.025"))
    # Of g = −2σ₂‖f′x‖ the release is off by n: printed |−2 + n + q| ≥ 2, corrected |−2 + n| + q ≥ 2.
    return ncdf(-(4 - q)) + ncdf(-q), 1 - (ncdf(4 - q) - ncdf(q))


def report_noise():
    """σ₂ and σ₃ for ε₂ = 0.7 and ε₃ = 0.1 at 1e-6, of a logistic loss on records of norm 1."""
    def sigma(epsilon, sensitivity):
        s = findroot(lambda u: log(gauss(epsilon, exp(u)) / mpf("1e-6")), log(epsilon / 4))
        return sensitivity / exp(s)

    return sigma(mpf("0.7"), mpf(1)), sigma(mpf("0.1"), mpf("0.25") / sqrt(2))


def e6():
    second, third = report_noise()
    joint = lambda power: 1 / second**2 + mpf("0.0625") / (2 * third**power)
    epsilon = lambda power: 1 / (2 * second**2) + mpf("0.0625") / (4 * third**2) + sqrt(joint(power)) * sqrt(2 * log(mpf("1e6")))
    return epsilon(3), epsilon(2)


def e7():
    leverage = -log(mpf("0.8"))
    sigma = (1 + sqrt(1 - 4 * leverage * mpf("0.125"))) / (2 * leverage)
    assert abs(leverage + mpf("0.125") / sigma**2 - 1 / sigma) < 1e-25
    return mpf("0.5") * sqrt(2 * log(40)) / sigma, leverage + mpf("0.125") / sigma**2 + 1 / sigma


def e8():
    n, rho = 1000, mpf("0.05")
    root = sqrt(2 * log(n / rho))
    return rho, n * erfc(root / sqrt(2))


def count_beyond(size, t):
    """The expected number of eigenvalues beyond t of a symmetric matrix with variance 1 off and 2 on the diagonal."""
    x0 = t / sqrt(2)

    def density(x):
        phi, before, tail, tail_before, whole, whole_before = (
            pi ** mpf("-0.25") * exp(-x * x / 2), mpf(0),
            pi ** mpf("-0.25") * sqrt(pi / 2) * erfc(x / sqrt(2)), mpf(0),
            sqrt(2) * pi ** mpf("0.25"), mpf(0))
        total = mpf(0)
        for k in range(size):
            total += phi * phi
            if k == size - 1:
                last, last_whole = phi, whole
            up, down = sqrt(mpf(2) / (k + 1)), sqrt(mpf(k) / (k + 1))
            step = (up * x * phi - down * before, up * phi + down * tail_before, down * whole_before)
            before, tail_before, whole_before = phi, tail, whole
            phi, tail, whole = step
        total += sqrt(mpf(size) / 2) * last * (whole / 2 - tail)
        return total + (last / last_whole if size % 2 else 0)

    return quad(density, [x0, x0 + 1, x0 + 3, x0 + 10])


def e9():
    rho = mpf("8.465e-6")
    tau = findroot(lambda t: log(count_beyond(50, t) / (rho / 2)), (16.8, 17.1), solver="anderson", tol=1e-14)
    return mpf(12), tau


def e16():
    s, c = mpf("0.1"), -log(1 - mpf(1) / 5)
    return 2 * gauss(1 + c, s), half_normal(1, c, s)


def e18():
    s, c = mpf("0.2"), -log(1 - mpf(1) / 20)
    moment = quad(lambda x: 2 * npdf(x) * exp(9 * s * x), [0, 1, 3, 8, 30])
    return c + s / 10 + moment, half_normal_renyi(10, c, s)


def e19():
    c = -log(1 - mpf(1) / 20)
    loss = lambda sign: c + ((2 + sign) ** 2 - mpf(4)) / 2
    return loss(-1), loss(1)


def e20():
    value = half_normal(mpf("-0.5"), 0, mpf(1))
    return 1 - value, value


def e21():
    """The formula, and the difference of the log densities of an output on six people and on five."""
    theta, lam, sigma = (mpf("0.7"), mpf("-0.25")), mpf("0.5"), mpf(2)

    def log_density(people):
        g, h = [lam * theta[0], lam * theta[1]], [lam, mpf(0), lam]
        for a, b, y in people:
            _, slope, curve = logistic(a * theta[0] + b * theta[1], y)
            g = [g[0] + slope * a, g[1] + slope * b]
            h = [h[0] + curve * a * a, h[1] + curve * a * b, h[2] + curve * b * b]
        return log(h[0] * h[2] - h[1] ** 2) - (g[0] ** 2 + g[1] ** 2) / (2 * sigma**2)

    people = [tuple(mpf(str(value)) for value in row) for row in TOY]
    return abs(sum(toy(1))), abs(log_density(people) - log_density(people[:1] + people[2:]))


def e22():
    delta = mpf("1e-6")
    return gauss_epsilon(delta, mpf("0.25") / mpf("9.0762")), gauss_epsilon(delta, 1 / mpf("5.8863"))


def e23():
    return -mpf(inf), log((10 * mpf("0.01") - mpf("0.05")) / mpf("0.01"))


def e26():
    second, third = report_noise()
    tau = findroot(lambda t: log(count_beyond(21, t) / mpf("5e-7")), (12.7, 12.9), solver="anderson", tol=1e-14)
    return 2 * second * tau, 2 * third * tau


# Forms that are one line each.
z3 = lambda: (mpf(0), log(mpf("0.75") / mpf("0.25")))
z8 = lambda: (2 * (exp(1) - 1), 1 - exp(-1))
z10 = lambda: (-log(2) / (2 * pi), mpf(0))
o3 = lambda: (gauss(1, mpf(1)), half_normal(1, 0, mpf(1)))
o4 = lambda: (mpf(0), half_normal(1, 0, mpf(1)))
o5 = lambda: (half_normal(0, 0, mpf(1)), half_normal(1, 0, mpf(1)))
o8 = lambda: (mpf("1.5"), mpf("1.5") + log(2))
o14 = lambda: (mpf("0.5"), mpf(1))
e5 = lambda: (-log(1 - mpf("0.25") * 3), -log(1 - mpf("0.25")))
e17 = lambda: (mpf("-0.25"), mpf("-0.125"))
e25 = lambda: (mpf("1.5"), mpf(2))


def main():
    wrong, seen = [], set()
    for path in sorted(LISTS.glob("*.json")):
        for row in json.loads(path.read_text()):
            seen.add(row["id"])
            found = globals()[row["id"].lower()]()
            for name, value in zip(("printed", "correct"), found):
                text = row["witness"][name]
                shown = mpf({"∞": "inf", "−∞": "-inf"}.get(text, text.replace("−", "-")))
                digits = len(text.split("e")[0].lstrip("−0.").replace(".", "")) or 1
                slack = 0 if shown in (inf, -inf) else abs(shown) * mpf(10) ** (1 - digits) * mpf("0.51")
                if not (shown == value or abs(shown - value) <= slack):
                    wrong.append(f"{row['id']} {name}: {text} is not {mp.nstr(value, 12)}")
    missing = {name.upper() for name in globals() if name[0] in "zoeadi" and name[1:].isdigit()} - seen
    assert not wrong and not missing, "\n".join([*wrong, f"no row: {sorted(missing)}" if missing else ""])
    print(f"{len(seen)} corrections, two numbers each")


if __name__ == "__main__":
    main()
