"""Writes numeric/complex_log_erfcx.csv and mechanism/objective_perturbation_*.csv to 40 digits.

Run with Python 3 and mpmath:  python3 tests/golden/generate_objective_perturbation.py
Inputs are binary floating-point numbers, taken as exact. The views of objective perturbation come from the two
densities on the half line, P(x) = 2φ(x/σ)/σ and Q(x) = (1 − β/λ) 2φ((x + L)/σ)/σ, x ≥ 0: masses as differences of
erfc with 500 digits, moments as integrals of P (P/Q)^z; not from the forms that the crate evaluates.
"""

import random
from pathlib import Path

from mpmath import erfc, exp, findroot, inf, log, mp, mpc, mpf, nstr, pi, quad, sqrt

mp.dps = 60
OUT = Path(__file__).parent


def text(number):
    if number == inf:
        return "inf"
    return nstr(number, 40, min_fixed=-1, max_fixed=1, strip_zeros=False) if isinstance(number, mpf) else repr(number)


def write(name, head, rows):
    lines = [head] + [",".join(text(number) for number in row) for row in rows]
    (OUT / f"{name}.csv").write_text("\n".join(lines) + "\n")


def scaled(u):
    return exp(u * u) * erfc(u)


def special_function():
    rng, points = random.Random(5), []
    for size in (1e-9, 1e-3, 0.1, 0.4, 0.6, 1.0, 1.7, 3.0, 5.0, 7.0, 12.0, 40.0, 300.0):
        for _ in range(8):
            points.append((rng.uniform(-1, 1) * size, rng.uniform(-1, 1) * size))
        points += [(size, 0.0), (0.0, size), (size, -size)]
        if size < 20:
            points.append((-size, 0.0))
    rows = []
    for re, im in points:
        value = scaled(mpc(re, im))
        # Next to a zero of erfc nothing keeps its digits.
        if abs(value) > 0.05 * abs(scaled(mpc(abs(re), im))):
            k = log(value)
            rows.append((re, im, k.real, k.imag))
    write("numeric/complex_log_erfcx", "re,im,log_re,log_im", rows)


def upper(x):
    return mpf(0) if x == inf else erfc(x / sqrt(mpf(2))) / 2


class Pair:
    def __init__(self, lipschitz, smoothness, sigma, regularization):
        self.numbers = (lipschitz, smoothness, sigma, regularization)
        self.l, self.b, self.s, self.r = map(mpf, self.numbers)
        self.kept = 1 - self.b / self.r

    def output(self, loss):
        """The output of a loss, at least 0: log P/Q = −log(1 − β/λ) + (2Lx + L²)/(2σ²)."""
        if loss == inf:
            return inf
        return max(mpf(0), ((loss + log(self.kept)) * 2 * self.s**2 - self.l**2) / (2 * self.l))

    def above(self, loss):
        x = self.output(loss)
        return 2 * upper(x / self.s), self.kept * 2 * upper((x + self.l) / self.s)

    def moment(self, z):
        def integrand(x):
            p = 2 * exp(-((x / self.s) ** 2) / 2) / (self.s * sqrt(2 * pi))
            ratio = -log(self.kept) + (2 * self.l * x + self.l**2) / (2 * self.s**2)
            return p * exp(z * ratio)

        centre = max(mpf(0), mp.re(z) * self.l)
        cuts = sorted({mpf(0), *(centre + k * self.s for k in range(-40, 41, 2) if centre + k * self.s > 0)})
        return quad(integrand, cuts)


PAIRS = [Pair(1, 1, 5, 20), Pair(1, 1, 10, 5), Pair(1.4142135623730951, 0.5, 3, 2), Pair(1, 0.25, 0.5, 1),
         Pair(1, 0.25, 0.25, 0.3), Pair(1, 1, 100, 1000), Pair(1, 1, 1, 1.5), Pair(1, 0, 2, 1), Pair(0.01, 1, 1000, 3)]


def main():
    special_function()
    head = "lipschitz,smoothness,sigma,regularization,"
    profiles, masses, trades, orders, moments = [], [], [], [], []
    for pair in PAIRS:
        s = float(pair.l / pair.s)
        start = float(-log(pair.kept)) + 0.5 * s * s
        mp.dps = 500
        for eps in [-3.0, -0.1, 0.0, 0.5 * start, 0.99 * start, 1.01 * start] + [start + a * s for a in (0.01, 0.5, 1, 2, 5, 8, 15, 30)]:
            p, q = pair.above(mpf(eps))
            profiles.append((*pair.numbers, eps, p - exp(mpf(eps)) * q))
        edges = [start + a * s for a in (-1, 0.01, 0.02, 1, 1.5, 4, 9, 20)]
        for low, high in zip(edges, edges[1:]):
            (p, q), (p2, q2) = pair.above(mpf(low)), pair.above(mpf(high))
            masses.append((*pair.numbers, low, high, p - p2, q - q2))
        for share in (0.001, 0.1, 0.5, 0.9, 0.99, 1.01):
            x = float(share * pair.kept * 2 * upper(pair.l / pair.s))
            if x >= 1:
                continue
            if share > 1:
                trades.append((*pair.numbers, x, mpf(0)))
                continue
            goal = lambda y: log(pair.kept * 2 * upper((y + pair.l) / pair.s)) - log(mpf(x))
            mp.dps = 60
            root = findroot(goal, [mpf(0), 5 * pair.s], tol=1e-50)
            trades.append((*pair.numbers, x, 1 - 2 * upper(root / pair.s)))
            mp.dps = 500
        mp.dps = 50
        for alpha in (1.0000001, 1.5, 2.0, 10.0, 64.0):
            orders.append((*pair.numbers, alpha, (log(pair.moment(mpf(alpha) - 1)) / (mpf(alpha) - 1)).real))
        for re, im in ((0.0, 0.3), (0.0, 4.0), (-0.5, 0.0), (-0.5, 2.0), (-1.0, 0.0), (2.0, 5.0), (7.0, 1.0), (0.5, 30.0)):
            value = pair.moment(mpc(re, im))
            k = log(value)
            moments.append((*pair.numbers, re, im, mpf(k.real), mpf(k.imag)))
        mp.dps = 60
    write("mechanism/objective_perturbation_profile", head + "at,value", profiles)
    write("mechanism/objective_perturbation_masses", head + "above,upto,p,q", masses)
    write("mechanism/objective_perturbation_trade_off", head + "type_one,type_two", trades)
    write("mechanism/objective_perturbation_renyi", head + "order,value", orders)
    write("mechanism/objective_perturbation_log_moment", head + "real,imaginary,log_real,log_imaginary", moments)


main()
