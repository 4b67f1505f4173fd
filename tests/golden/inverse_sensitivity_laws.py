"""Statistics of single numbers by inverse sensitivity, for generate_inverse_sensitivity.py: reach by changing records, laws as
lists of segments in many digits, local sensitivities by trying changes."""

import itertools

from mpmath import exp, inf, log, mpf

# --- Statistics and reach -----------------------------------------------------------------------------------------------

class Trimmed:
    def __init__(self, m):
        self.m = m

    def __call__(self, x):
        x = sorted(x)
        kept = x[self.m:len(x) - self.m]
        return sum(kept, mpf(0)) / len(kept)


class Order:
    def __init__(self, r):
        self.r = r

    def __call__(self, x):
        return sorted(x)[self.r - 1]


def median(n):
    return Trimmed((n - 1) // 2)


def clamp(v, a, b):
    return min(max(v, a), b)


FAR = mpf(10) ** 60


def reach(f, x, ends, bounded=True):
    """All k: the k smallest records become the largest there can be, and the other way round."""
    a, b = map(mpf, ends)
    low, high = (a, b) if bounded else (-FAR, FAR)
    x = sorted(map(mpf, x))
    levels = []
    for k in range(len(x) + 1):
        up = clamp(f(x[k:] + [high] * k), a, b)
        down = clamp(f([low] * k + x[:len(x) - k]), a, b)
        levels.append((down, up))
        if (down, up) == (a, b):
            break
    return levels


def widened(levels, rho, ends):
    a, b = map(mpf, ends)
    return [(max(l - mpf(rho), a), min(h + mpf(rho), b)) for l, h in levels]


# --- Laws of segments ---------------------------------------------------------------------------------------------------

class Law:
    def __init__(self, levels, epsilon, hole=False):
        q = exp(-mpf(epsilon) / 2)
        parts = []
        if not hole:
            parts.append((levels[0][0], levels[0][1], 0))
        for k in range(1, len(levels)):
            parts.append((levels[k][0], levels[k - 1][0], k))
            parts.append((levels[k - 1][1], levels[k][1], k))
        self.parts = sorted((l, h, k) for l, h, k in parts if l < h)
        self.q, self.total = q, sum((h - l) * q ** k for l, h, k in self.parts)

    def mass(self, part):
        l, h, k = part
        return (h - l) * self.q ** k / self.total

    def chance(self, k):
        return sum(self.mass(part) for part in self.parts if part[2] == k)

    def density(self, t):
        return next((self.q ** k / self.total for l, h, k in self.parts if l <= t < h), mpf(0))

    def below(self, t):
        return sum(self.mass(p) * (clamp(t, p[0], p[1]) - p[0]) / (p[1] - p[0]) for p in self.parts)

    def quantile(self, u):
        done = mpf(0)
        for part in self.parts:
            mass = self.mass(part)
            if done + mass >= u:
                return part[0] + (u - done) / mass * (part[1] - part[0])
            done += mass
        return self.parts[-1][1]

    def expect(self, power, c):
        """E|M − c|^p by the antiderivative of |t − c|^p."""
        def upto(t):
            return (t - c) * abs(t - c) ** power / (power + 1)
        return sum(self.mass(p) * (upto(p[1]) - upto(p[0])) / (p[1] - p[0]) for p in self.parts)

    def mean(self):
        return sum(self.mass(p) * (p[0] + p[1]) / 2 for p in self.parts)

    def tail(self, c, r):
        return 1 - self.below(c + r) + self.below(c - r)

    def error_quantile(self, c, u):
        low, high = mpf(0), max(self.parts[-1][1] - c, c - self.parts[0][0])
        for _ in range(160):
            middle = (low + high) / 2
            low, high = (middle, high) if 1 - self.tail(c, middle) < u else (low, middle)
        return high


def compared(p, p2):
    """The largest loss and the total variation of two laws between all their corners; those that differ by rounding are one."""
    cuts = sorted({e for law in (p, p2) for l, h, _ in law.parts for e in (l, h)})
    worst, tv = mpf(0), mpf(0)
    for l, h in zip(cuts, cuts[1:]):
        one, other = p.density((l + h) / 2), p2.density((l + h) / 2)
        if one == other == 0 or h - l < mpf(10) ** -15:
            continue
        if one == 0 or other == 0:
            worst = inf
        else:
            worst = max(worst, abs(log(one / other)))
        tv += (h - l) * max(one - other, mpf(0))
    return worst, tv


# --- Local sensitivities ------------------------------------------------------------------------------------------------

def local_tried(f, x, ends, k):
    """LS^(k) of few records: k of them and then one more become an end or another record's value."""
    x = list(map(mpf, x))
    places = sorted(set(x) | {mpf(ends[0]), mpf(ends[1])})
    best = mpf(0)
    for who in itertools.combinations(range(len(x)), min(k, len(x))):
        for values in itertools.combinations_with_replacement(places, len(who)):
            y = x[:]
            for i, v in zip(who, values):
                y[i] = v
            here = f(y)
            for i in set(range(len(x))):
                for v in (mpf(ends[0]), mpf(ends[1])):
                    z = y[:]
                    z[i] = v
                    best = max(best, abs(f(z) - here))
    return best


def local(m, x, ends, k):
    """LS^(k) of many records, by sliding the window: k + 1 records cross it, i of them upward."""
    x = sorted(map(mpf, x))
    n, h = len(x), len(x) - 2 * m
    at = lambda i: mpf(ends[0]) if i < 1 else mpf(ends[1]) if i > n else x[i - 1]
    return max(at(m + h + i) - at(m - k + i) for i in range(k + 2)) / h


def approximate(radii, f, ends):
    a, b = map(mpf, ends)
    levels, r = [(f, f)], mpf(0)
    for radius in radii:
        r += radius
        levels.append((max(f - r, a), min(f + r, b)))
        if levels[-1] == (a, b):
            break
    return levels
