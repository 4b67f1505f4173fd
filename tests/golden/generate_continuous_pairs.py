"""Writes tests/golden/mechanism/{gaussian_pair,instability}_*.csv: the views of two pairs to 40 digits.

Run with Python 3 and mpmath:  python3 tests/golden/generate_continuous_pairs.py
Inputs are binary floating-point numbers, taken as exact. The Gaussian pair comes from the roots of
its loss in the output itself, instability from its profile and the derivatives of that; neither from
the form that the crate evaluates.
"""

from pathlib import Path

from mpmath import erfc, exp, findroot, inf, log, mp, mpc, mpf, nstr, sqrt

mp.dps = 500  # the profile subtracts nearly equal numbers
OUT = Path(__file__).parent / "mechanism"


def upper(x):
    return mpf(0) if x == inf else mpf(1) if x == -inf else erfc(x / sqrt(mpf(2))) / 2


def normal_mass(x, y):
    """By the tail in which the interval lies, so that a tiny mass keeps its digits."""
    return upper(x) - upper(y) if x > 0 else upper(-y) - upper(-x)


def pieces(pair, eps):
    """Where the loss exceeds eps, as intervals of the output."""
    m1, s1, m2, s2 = pair
    if eps in (inf, -inf):
        return [] if eps == inf else [(-inf, inf)]
    a = 1 / (2 * s2**2) - 1 / (2 * s1**2)
    b = m1 / s1**2 - m2 / s2**2
    c = m2**2 / (2 * s2**2) - m1**2 / (2 * s1**2) + log(s2 / s1) - eps
    if a == 0:
        return [(-c / b, inf)] if b > 0 else [(-inf, -c / b)]
    square = b**2 - 4 * a * c
    if square <= 0:
        return [(-inf, inf)] if a > 0 else []
    low, high = sorted([(-b - sqrt(square)) / (2 * a), (-b + sqrt(square)) / (2 * a)])
    return [(-inf, low), (high, inf)] if a > 0 else [(low, high)]


def above(pair, eps):
    """P- and Q-mass of the losses above eps."""
    m1, s1, m2, s2 = pair
    sets = pieces(pair, eps)
    return [sum((normal_mass((x - m) / s, (y - m) / s) for x, y in sets), mpf(0)) for m, s in [(m1, s1), (m2, s2)]]


def type_two(pair, x, start):
    """1 - P[L > eps] at the threshold with Q[L > eps] = x, found from one nearby by the secant method."""
    size = lambda eps: above(pair, eps)[1] - x
    return 1 - above(pair, findroot(size, (start, start + mpf(10) ** -20), tol=mpf(10) ** -200, verify=False))[0]


def pair_log_moment(pair, z):
    m1, s1, m2, s2 = pair
    v = (1 + z) / s1**2 - z / s2**2
    if v.real <= 0:
        return None
    b = (1 + z) * m1 / s1**2 - z * m2 / s2**2
    c = (1 + z) * m1**2 / s1**2 - z * m2**2 / s2**2
    return -(1 + z) * log(s1) + z * log(s2) - log(v) / 2 + (b**2 / v - c) / 2


def pair_mean(pair):
    m1, s1, m2, s2 = pair
    return log(s2 / s1) + (s1**2 + (m1 - m2) ** 2) / (2 * s2**2) - mpf(1) / 2


PAIRS = [
    (0.0, 2**0.5, 0.0, 1.0), (0.0, 1.0, 0.0, 2**0.5), (1.0, 1.0, 0.0, 1.0), (0.3, 2.5, -0.4, 2.5000001),
    (0.3, 2.5000001, -0.4, 2.5), (5.0, 0.1, 0.0, 1.0), (5.0, 1.0, 0.0, 0.1), (-1.0, 3.0, 2.0, 0.7),
    (0.0, 1.001, 1e-4, 1.0), (1e-9, 1.0, 0.0, 1.0 + 2.0**-40), (100.0, 30.0, -50.0, 20.0),
    (1e3, 1e3, -1e3, 900.0), (0.0, 1e-2, 1.0, 10.0), (0.0, 10.0, 1.0, 1e-2), (0.5, 1.0, 0.5, 1.1),
]
TESTS = [(1.0, 1e-5), (1.0, 0.25), (0.1, 1e-6), (0.1, 0.3), (0.001, 1e-10), (0.001, 1e-4), (5.0, 1e-3),
         (30.0, 1e-12), (100.0, 0.5), (0.5, 1e-300)]


def text(number):
    return nstr(number, 40)


def write(name, head, rows):
    OUT.mkdir(exist_ok=True)
    (OUT / f"{name}.csv").write_text("\n".join([head] + [",".join(row) for row in rows]) + "\n")
    print(name, len(rows))


ZS = [(0, 0.1), (0, 3), (-0.5, 0), (-0.5, 2), (0.3, -4), (2, 1), (-1, 0.7), (-1.5, 1), (1e-6, 1e-6), (0.9, 0), (-0.999, 0)]
profiles, divergences, moments, masses, trade_offs = [], [], [], [], []
for floats in PAIRS:
    pair, row = [mpf(x) for x in floats], [repr(x) for x in floats]
    mean = float(pair_mean(pair))
    loss = lambda t: float((lambda x: ((x - pair[2]) / pair[3]) ** 2 / 2 - ((x - pair[0]) / pair[1]) ** 2 / 2
                            + log(pair[3] / pair[1]))(pair[0] + t * pair[1]))
    levels = sorted({0.0, mean, -0.5 * mean, *(loss(t) for t in (-12, -6, -3, -1, -0.1, 0.1, 1, 3, 6, 12, 25))})
    for eps in levels:
        p, q = above(pair, mpf(eps))
        delta = p - exp(mpf(eps)) * q
        if delta == 0 or delta > mpf(10) ** -300:
            profiles.append([*row, repr(eps), text(delta)])
        x = float(q)
        if mpf(10) ** -290 < q < 1 and 0 < x < 1 and 1 - p > mpf(10) ** -290:
            trade_offs.append([*row, repr(x), text(type_two(pair, mpf(x), mpf(eps)))])
    for low, high in [*zip(levels, levels[1:]), (-inf, levels[4]), (levels[6], inf), (mean, mean * (1 + 1e-6))]:
        ends = [above(pair, mpf(low)), above(pair, mpf(high))]
        p, q = ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]
        masses.append([*row, repr(float(low)), repr(float(high)), text(p), text(q)])
    for order in [1.0, 1.0 + 2.0**-30, 1.001, 1.5, 1.9, 2.5, 10.0, 1e3, 1e6]:
        k = pair_log_moment(pair, mpf(order) - 1)
        value = pair_mean(pair) if order == 1 else inf if k is None else k / (mpf(order) - 1)
        divergences.append([*row, repr(order), "inf" if value == inf else text(value)])
    for re, im in ZS:
        k = pair_log_moment(pair, mpc(re, im))
        if k is not None:
            moments.append([*row, repr(float(re)), repr(float(im)), text(k.real), text(k.imag)])
head = "mean_first,deviation_first,mean_second,deviation_second"
write("gaussian_pair_profile", head + ",epsilon,delta", profiles)
write("gaussian_pair_renyi", head + ",order,divergence", divergences)
write("gaussian_pair_log_moment", head + ",real,imaginary,log_real,log_imaginary", moments)
write("gaussian_pair_masses", head + ",above,upto,p,q", masses)
write("gaussian_pair_trade_off", head + ",type_one,type_two", trade_offs)


def laplace_hockey_stick(e0, a):
    """Value and right derivative at a."""
    if a < exp(-e0):
        return 1 - a, mpf(-1)
    if a < exp(e0):
        return 1 - sqrt(a * exp(-e0)), -sqrt(exp(-e0) / a) / 2
    return mpf(0), mpf(0)


def instability_above(e0, d0, eps):
    if eps == -inf:
        return mpf(1), mpf(1)
    if eps == inf:
        return d0, mpf(0)
    a = exp(mpf(eps))
    value, slope = laplace_hockey_stick(e0, a)
    if value <= d0:
        value, slope = d0, mpf(0)
    return value - a * slope, -slope


def instability_moment(e0, d0, z):
    """The finite losses: the law under P has a density between its atoms, from the derivatives above."""
    end = e0 + 2 * log(1 - d0)
    if end <= -e0:
        return (1 - d0) * exp(z * log(1 - d0))
    w = z + mpf(1) / 2
    middle = end + e0 if abs(w) < mpf(10) ** -50 else (exp(w * end) - exp(-w * e0)) / w
    atoms = exp(-e0) / 2 * exp(-z * e0) + (1 - d0) / 2 * exp(z * end)
    return atoms + exp(-e0 / 2) / 4 * middle


profiles, moments, masses, trade_offs = [], [], [], []
for floats in TESTS:
    e0, d0 = map(mpf, floats)
    row = [repr(x) for x in floats]
    levels = sorted({share * floats[0] for share in (-2, -1.01, -1, -0.99, -0.5, 0, 0.1, 0.5, 0.9, 0.999, 1, 1.5)})
    for eps in levels:
        delta = max(laplace_hockey_stick(e0, exp(mpf(eps)))[0], d0)
        profiles.append([*row, repr(eps), text(delta)])
        p, q = instability_above(e0, d0, mpf(eps))
        x = float(q)
        if 0 < q < 1 and 0 < x < 1:
            trade_offs.append([*row, repr(x), text(1 - p - exp(mpf(eps)) * (mpf(x) - q))])
    for low, high in [*zip(levels, levels[1:]), (-inf, levels[4]), (levels[6], inf), (-inf, inf)]:
        ends = [instability_above(e0, d0, mpf(low)), instability_above(e0, d0, mpf(high))]
        p, q = ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]
        masses.append([*row, repr(float(low)), repr(float(high)), text(p), text(q)])
    for re, im in ZS:
        k = log(instability_moment(e0, d0, mpc(re, im)))
        moments.append([*row, repr(float(re)), repr(float(im)), text(k.real), text(k.imag)])
write("instability_profile", "epsilon,delta,at,value", profiles)
write("instability_log_moment", "epsilon,delta,real,imaginary,log_real,log_imaginary", moments)
write("instability_masses", "epsilon,delta,above,upto,p,q", masses)
write("instability_trade_off", "epsilon,delta,type_one,type_two", trade_offs)
