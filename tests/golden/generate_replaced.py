"""Writes tests/golden/sampling/replaced_*.csv: the views of the Gaussian mechanism on a Poisson sample when one person
is replaced by another, to 40 digits.

Run with Python 3 and mpmath:  python3 tests/golden/generate_replaced.py
Inputs are binary floating-point numbers, taken as exact. The threshold comes from bisection of the loss, tails from
erfc, moments from the trapezoid rule in the output with the densities as they are defined, halved until it settles;
nothing from the form that the crate evaluates.
"""

from pathlib import Path

from mpmath import erfc, exp, inf, log, log1p, mp, mpc, mpf, nstr, pi, sqrt

mp.dps = 60
OUT = Path(__file__).parent / "sampling"
HALF = mpf(1) / 2
PAIRS = [(0.01, 1.0), (1e-4, 0.3), (1e-4, 1.0), (0.5, 2.0), (0.05, 0.6), (0.99, 0.8), (1e-6, 4.0), (0.2, 0.1), (0.001, 30.0)]


def tail(x):
    return erfc(x / sqrt(mpf(2))) / 2


def part(q, s, x):
    return (1 - q) + q * exp((x - HALF / 2) / (2 * s * s))


def loss(q, s, x):
    return log(part(q, s, x)) - log(part(q, s, -x))


def threshold(q, s, eps):
    if eps in (inf, -inf):
        return eps
    low, high = mpf(-1), mpf(1)
    while loss(q, s, low) > eps:
        low *= 2
    while loss(q, s, high) < eps:
        high *= 2
    for _ in range(4 * mp.dps):
        middle = (low + high) / 2
        if loss(q, s, middle) < eps:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def above(q, s, eps):
    t = threshold(q, s, eps)
    return [(1 - q) * tail(t / s) + q * tail((t - m) / s) for m in (HALF, -HALF)]


def moment(q, s, z):
    """E_P[e^{zL}] - 1, and E_P[L] for z = None: `E_P[1 - e^{-L}] = 0` takes the first order out."""
    far = (2 * abs(z.real) + 3) * HALF if z is not None else 2 * HALF

    def term(x):
        l = loss(q, s, x)
        density = exp(-((x / s) ** 2) / 2) / (s * sqrt(2 * pi)) * part(q, s, x)
        return density * (l - 1 + exp(-l) if z is None else exp(z * l) - 1 - z * (1 - exp(-l)))

    def rule(step, offset):
        first, last = int(-(HALF + 15 * s) / step), int((far + 15 * s) / step)
        return step * sum((term((k + offset) * step) for k in range(first, last + 1)), mpc(0))

    step = min(s, 4 * s * s) / 4
    value = rule(step, 0)
    while True:
        finer = (value + rule(step, HALF)) / 2
        step /= 2
        if abs(finer - value) < mpf(10) ** -26 * abs(finer):
            return finer
        value = finer


def write(name, header, rows):
    lines = [header] + [",".join(repr(float(x)) if isinstance(x, float) else nstr(x, 40) for x in row) for row in rows]
    (OUT / f"replaced_{name}.csv").write_text("\n".join(lines) + "\n")


def main():
    profile, renyi, moments, masses = [], [], [], []
    for rate, sigma in PAIRS:
        q, s = mpf(rate), mpf(sigma)
        # Losses at outputs from the middle to far in the tail, rounded to floats.
        outputs = [HALF / 10, s, HALF + s, HALF + 3 * s, HALF + 6 * s, HALF + 9 * s, HALF + 20 * s]
        losses = [float(loss(q, s, x)) for x in outputs]
        for eps in [0.0] + losses + [-losses[1], -losses[3]]:
            mp.dps = 400
            p, q_mass = above(q, s, mpf(eps))
            value = p - exp(mpf(eps)) * q_mass
            mp.dps = 60
            profile.append((rate, sigma, eps, value))
            masses.append((rate, sigma, eps, p, q_mass))
        for order in [1.0, 1.001, 1.5, 2.0, 3.25, 8.0, 33.0]:
            z = mpc(mpf(order) - 1)
            value = moment(q, s, None).real if order == 1.0 else (log1p(moment(q, s, z)) / z).real
            renyi.append((rate, sigma, order, value))
        for z in [0.5 + 0.75j, 3.0 + 1.0j, 1.0 + 7.0j, 0.25 + 40.0j]:
            value = log1p(moment(q, s, mpc(z)))
            moments.append((rate, sigma, z.real, z.imag, value.real, value.imag))
    write("profile", "rate,sigma,epsilon,delta", profile)
    write("masses", "rate,sigma,above,p,q", masses)
    write("renyi", "rate,sigma,order,divergence", renyi)
    write("log_moment", "rate,sigma,re,im,log_re,log_im", moments)


if __name__ == "__main__":
    main()
