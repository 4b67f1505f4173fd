"""Pairs of one release in arbitrary precision, and the contour that composes them.

A law is a list of nodes (weight under P, loss): the trapezoid rule for a density, which converges exponentially
for the analytic integrands here, or the atoms themselves.
"""

import gmpy2
from mpmath import binomial, erfc, exp, expm1, log, log1p, mp, mpc, mpf, pi, sqrt

mp.dps = 40


def normal(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def gaussian_profile(mu, epsilon):
    """δ(ε) of N(μ, 1) against N(0, 1)."""
    return normal(mu / 2 - epsilon / mu) - exp(epsilon) * normal(-mu / 2 - epsilon / mu)


def density(x, mean, deviation):
    return exp(-(((x - mean) / deviation) ** 2) / 2) / (deviation * sqrt(2 * pi))


def mixed(log_ratio, rate):
    """log((1 − γ) + γ e^r)."""
    if log_ratio < 30:
        return log1p(rate * expm1(log_ratio))
    return log_ratio + log(rate + (1 - rate) * exp(-log_ratio))


def reach(deviation):
    """Beyond it a weight is below the precision."""
    return sqrt(2 * mpf(mp.dps + 8) * log(mpf(10))) * deviation


def sampled(first, second, rate, direction, step, right=0):
    """Nodes of (1 − γ)P₀ + γP₊ against P₀ (remove), or P₀ against the mixture (add).

    `first` is (mean, deviation) of P₊, `second` of P₀.
    """
    rate, (m1, s1), (m2, s2) = mpf(rate), map(mpf, first), map(mpf, second)
    most = reach(max(s1, s2)) + abs(m1 - m2)
    nodes = []
    for i in range(-int(most / step) - 1, int((most + right) / step) + 2):
        x = m2 + i * step
        base = density(x, m2, s2) * step
        ratio = -(((x - m1) / s1) ** 2) / 2 + ((x - m2) / s2) ** 2 / 2 - log(s1 / s2)
        loss = mixed(ratio, rate)
        nodes.append((base * exp(loss), loss) if direction == "remove" else (base, -loss))
    return nodes


def sampled_gaussian(rate, sigma, direction, step=None, right=0):
    sigma = mpf(sigma)
    step = step or min(sigma, sigma**2) / 14
    return sampled((1, sigma), (0, sigma), rate, direction, step, right)


def replaced(rate, sigma, step=None, margin=10):
    """(1 − γ)N(0) + γN(½) against (1 − γ)N(0) + γN(−½): noisy sums where one record is exchanged.

    A tilt by c moves the outputs that matter by c; the margin is to be larger.
    """
    rate, sigma = mpf(rate), mpf(sigma)
    step = step or min(sigma, sigma**2) / 14
    steps = int((reach(sigma) + margin) / step) + 1
    nodes = []
    for i in range(-steps, steps + 1):
        x = i * step
        first = mixed((x / 2 - mpf(1) / 8) / sigma**2, rate)
        second = mixed((-x / 2 - mpf(1) / 8) / sigma**2, rate)
        nodes.append((density(x, 0, sigma) * step * exp(first), first - second))
    return nodes


def renyi(nodes, order):
    order = mpf(order)
    if order == 1:
        return sum(weight * loss for weight, loss in nodes)
    return log(sum(weight * exp((order - 1) * loss) for weight, loss in nodes)) / (order - 1)


class Contour:
    """δ(ε) = (1/2πi) ∫ e^{T K(z) − zε}/(z(z+1)) dz by the trapezoid rule on a line between 0 and the saddle point.

    Half way, the aliases of the rule are below the last digit.
    """

    def __init__(self, nodes, count, epsilon, share=0.5, stop="1e-28"):
        self.nodes, self.count = nodes, count
        self.centre = self.saddle(mpf(epsilon)) * share
        self.step = 2 * pi * self.centre / (mpf("2.3") * mp.dps)
        self.values = self.along(mpf(stop))

    def saddle(self, epsilon):
        def slope(c):
            weights = [weight * exp(c * loss) for weight, loss in self.nodes]
            mean = sum(weight * loss for weight, (_, loss) in zip(weights, self.nodes)) / sum(weights)
            return self.count * mean - epsilon - 1 / c - 1 / (c + 1)

        low = high = mpf("1e-6")
        while slope(high) < 0:
            low, high = high, 2 * high
            assert high < 1e9, "beyond all losses"
        for _ in range(30):
            middle = sqrt(low * high)
            low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        return sqrt(low * high)

    def along(self, stop):
        gmpy2.get_context().precision = mp.prec

        def real(x):
            return gmpy2.mpfr(mp.nstr(x, mp.dps + 8))

        terms = [gmpy2.mpc(real(weight * exp(self.centre * loss))) for weight, loss in self.nodes]
        turns = [exp(mpc(0, self.step * loss)) for _, loss in self.nodes]
        turns = [gmpy2.mpc(real(turn.real), real(turn.imag)) for turn in turns]
        values, size = [], 1
        while size > stop:
            total = gmpy2.mpc(0)
            for term in terms:
                total += term
            values.append(self.count * log(mpc(mpf(str(total.real)), mpf(str(total.imag)))))
            terms = [term * turn for term, turn in zip(terms, turns)]
            z = mpc(self.centre, len(values) * self.step)
            size = exp((values[-1] - values[0]).real) * abs(self.centre * (self.centre + 1) / (z * (z + 1)))
        return values

    def delta(self, epsilon):
        total = mpf(0)
        for at, value in enumerate(self.values):
            z = mpc(self.centre, at * self.step)
            total += (exp(value - z * epsilon) / (z * (z + 1))).real / (2 if at == 0 else 1)
        return total * self.step / pi


def falling_root(inside, low, high):
    """Where a falling condition stops to hold."""
    low, high = mpf(low), mpf(high)
    for _ in range(int(3.4 * mp.dps)):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle) else (low, middle)
    return high


def pair_profile(first, second, rate, direction, epsilon):
    """δ(ε) of one sampled release of two normal laws, P₊ the narrower: by the ends of the set of large losses; ε ≥ 0."""
    (m1, s1), (m2, s2), rate = map(mpf, first), map(mpf, second), mpf(rate)
    sign = 1 if direction == "remove" else -1
    level = (expm1(sign * epsilon) + rate) / rate
    if level <= 0:
        return mpf(0)
    a = 1 / (2 * s2**2) - 1 / (2 * s1**2)
    b = m1 / s1**2 - m2 / s2**2
    c = m2**2 / (2 * s2**2) - m1**2 / (2 * s1**2) + log(s2 / s1) - log(level)
    if b * b <= 4 * a * c:
        return mpf(0)
    root = sqrt(b * b - 4 * a * c)
    left, right = (-b + root) / (2 * a), (-b - root) / (2 * a)
    if direction == "remove":
        with_, without = [normal((right - m) / s) - normal((left - m) / s) for m, s in ((m1, s1), (m2, s2))]
    else:
        with_, without = [normal((left - m) / s) + normal((m - right) / s) for m, s in ((m1, s1), (m2, s2))]
    mixture = (1 - rate) * without + rate * with_
    return mixture - exp(epsilon) * without if direction == "remove" else without - exp(epsilon) * mixture


def two_outcomes(p, q, count, epsilon):
    """δ(ε) of `count` releases of the atoms `p` against `q`."""
    total = mpf(0)
    for k in range(count + 1):
        first = (count - k) * log(p[0]) + k * log(p[1])
        second = (count - k) * log(q[0]) + k * log(q[1])
        if first - second > epsilon:
            ways = mp.loggamma(count + 1) - mp.loggamma(k + 1) - mp.loggamma(count - k + 1)
            total += exp(ways + first) - exp(epsilon + ways + second)
    return total


def pure_on_sample(epsilon, rate, direction):
    """The atoms of randomized response on a sample."""
    truth, rate = 1 / (1 + exp(-mpf(epsilon))), mpf(rate)
    with_, without = (truth, 1 - truth), (1 - truth, truth)
    mixture = tuple((1 - rate) * o + rate * p for p, o in zip(with_, without))
    return (mixture, without) if direction == "remove" else (without, mixture)


def discrete_gaussian_on_sample(sigma, shift, rate, direction, order):
    """D_α of discrete Gaussian noise on a sample, by the sum over all whole numbers that matter."""
    sigma, rate, order = mpf(sigma), mpf(rate), mpf(order)
    most = int(45 * sigma) + 2 * shift + 5
    norm = sum(exp(-mpf(x * x) / (2 * sigma**2)) for x in range(-most, most + 1))
    total = mpf(0)
    for x in range(-most, most + shift + 1):
        without = -mpf(x * x) / (2 * sigma**2) - log(norm)
        loss = mixed(mpf(x * x - (x - shift) ** 2) / (2 * sigma**2), rate)
        if order == 1:
            total += exp(without + loss) * loss if direction == "remove" else -exp(without) * loss
        else:
            total += exp(without + (order if direction == "remove" else 1 - order) * loss)
    return total if order == 1 else log(total) / (order - 1)


def binomial_renyi(rate, sigma, order):
    """D_α of the sampled Gaussian at a whole order (Mironov, Talwar and Zhang 2019)."""
    rate, sigma = mpf(rate), mpf(sigma)
    terms = (
        binomial(order, k) * (1 - rate) ** (order - k) * rate**k * exp(mpf(k * (k - 1)) / (2 * sigma**2))
        for k in range(order + 1)
    )
    return log(sum(terms)) / (order - 1)
