"""Witnesses of the source on inverse sensitivity (i1 …), for check_corrections.py: segments in exact fractions."""

from fractions import Fraction

from mpmath import exp, inf, log, mpf

ELEVEN = [Fraction(v) for v in ("-3", "-1", "-0.5", "0", "0.2", "0.4", "0.7", "1", "1.5", "2", "6")]
NINE = [Fraction(v) for v in ("1", "2", "4", "4.5", "5", "6", "9", "9.5", "10")]


def plain(value):
    return mpf(value.numerator) / value.denominator


def steps(x, m, ends, rho, printed):
    """Levels by Lemma 4.1: added to the trimmed mean and then clamped, or, as printed, to the clamped one."""
    x, h = sorted(x), len(x) - 2 * m
    centre, (a, b) = sum(x[m:len(x) - m]) / h, ends
    middle = min(max(centre, a), b)
    levels = []
    for k in range(m + 1):
        up = sum(x[len(x) - m + i] - x[m + i] for i in range(k)) * Fraction(1, h)
        down = sum(x[len(x) - m - 1 - i] - x[m - 1 - i] for i in range(k)) * Fraction(1, h)
        low, high = (middle - down, middle + up) if printed else (
            min(max(centre - down, a), b), min(max(centre + up, a), b))
        levels.append((max(low - rho, a), min(high + rho, b)))
    return levels + [(a, b)]


def loss(one, other, hole):
    cuts = sorted({end for levels in (one, other) for level in levels for end in level})
    cells = list(zip(cuts, cuts[1:]))
    def weight(levels, t):
        k = next(k for k, (l, h) in enumerate(levels) if l <= t <= h)
        return mpf(0) if hole and k == 0 else exp(-mpf(k) / 2)
    def total(levels):
        return sum(plain(h - l) * weight(levels, (l + h) / 2) for l, h in cells)
    worst, z, y = mpf(0), total(one), total(other)
    for l, h in cells:
        p, q = weight(one, (l + h) / 2) / z, weight(other, (l + h) / 2) / y
        if p != q:
            worst = max(worst, mpf(inf) if p == 0 or q == 0 else abs(log(p / q)))
    return worst


def both(one, other, m, ends, rho, hole):
    ends = [Fraction(end) for end in ends]
    of = lambda printed: [steps(x, m, ends, Fraction(rho), printed) for x in (one, other)]
    return loss(*of(True), hole), loss(*of(False), False)


def local(k):
    at = lambda i: Fraction(0) if i < 1 else Fraction(12) if i > 9 else NINE[i - 1]
    return plain(max(at(5 + i) - at(4 - k + i) for i in range(k + 2)))


def i1():
    return both(ELEVEN, [v if v != Fraction("0.4") else Fraction(2) for v in ELEVEN], 2, [-4, 5], "0.05", True)


def i2():
    one, other = [3] * 4 + [6] * 3, [3] * 3 + [6] * 4
    return both(list(map(Fraction, one)), list(map(Fraction, other)), 3, [0, 3], "0.1", False)


def i7():
    first = max(exp(-mpf(j) / 8) * local(1 + j) for j in range(12))
    printed = first / (exp(mpf(1) / 8) - 1)
    return printed, printed * (exp(mpf(1) / 4) + 1)


# Forms that are one line each.
i3 = lambda: (12 * log(mpf(200)), 12 * log(mpf(20000)))
i4 = lambda: (mpf(1) / 3, mpf(1))
i5 = lambda: (mpf(0), exp(-mpf(5) / 2))
i6 = lambda: (local(0), local(1))
i8 = lambda: (mpf(0), mpf(0))
