"""Makes the golden tables of src/numeric: numeric/<function>.csv beside this file.

Run:    pip install mpmath==1.4.1 && python tests/golden/generate_numeric.py
Makes:  one table a function. A row is the inputs, floats written with the 17 digits that name
        them, then the value(s) at exactly those floats, computed by mpmath with 60 digits (far
        more where terms cancel) and written with 40. Inputs are fixed points of interest and
        points drawn from a seeded generator, so a second run writes the same bytes.
"""

import random
from pathlib import Path

import mpmath
from mpmath import mp, mpf

OUT = Path(__file__).parent / "numeric"
mp.dps = 60


def digits(value):
    """A table value: 40 digits, or the infinities as Rust reads them."""
    if mpmath.isinf(value):
        return "inf" if value > 0 else "-inf"
    return mpmath.nstr(value, 40, min_fixed=-1, max_fixed=1, strip_zeros=False)


def write(name, header, rows):
    lines = [header]
    for inputs, values in rows:
        shown = [str(x) if isinstance(x, int) else f"{x:.16e}" for x in inputs]
        lines.append(",".join(shown + [digits(v) for v in values]))
    (OUT / f"{name}.csv").write_text("\n".join(lines) + "\n")


def unary(name, points, f, smallest=mpf(2) ** -1022):
    """A table of one function of one float; values below the normal floats are left out."""
    rows = []
    for x in sorted(set(points)):
        value = f(mpf(x))
        if value == 0 or smallest <= abs(value) < mpf(2) ** 1024:
            rows.append(((x,), (value,)))
    write(name, "x,value", rows)


def uniform(rng, low, high, count):
    return [rng.uniform(low, high) for _ in range(count)]


def log_uniform(rng, low, high, count):
    """Points whose decimal exponents are uniform between low and high."""
    return [10.0 ** rng.uniform(low, high) for _ in range(count)]


def normal_tables(rng):
    sqrt2 = mpmath.sqrt(2)

    def cdf(x):
        return mpmath.erfc(-x / sqrt2) / 2

    def density(x):
        return mpmath.exp(-x * x / 2) / mpmath.sqrt(2 * mpmath.pi)

    def mills(x):
        if x < -100:
            with mp.workdps(120):
                y = -x
                return mpmath.nsum(lambda k: (-1) ** int(k) * mpmath.fac2(2 * k - 1) / y ** (2 * k + 1), [0, 30])
        return cdf(x) / density(x)

    def mills_slope(x):
        with mp.workdps(120):
            if x < -100:
                y = -x
                return mpmath.nsum(lambda k: (-1) ** (int(k) + 1) * mpmath.fac2(2 * k - 1) / y ** (2 * k), [1, 30])
            return 1 + x * mills(x)

    def log_cdf(x):
        with mp.workdps(1000 if x > 0 else 60):
            return mpmath.log(cdf(x))

    small = log_uniform(rng, -300, -1, 20)
    small += [-x for x in small]
    middle = [k / 4 for k in range(-40, 41)] + uniform(rng, -6, 6, 60)
    tail = [-40.0, -37.5, -38.4, -35.0, -30.0, -20.0] + uniform(rng, -38.4, -5, 60)
    unary("erfc", small + middle + uniform(rng, 5, 26.5, 50) + [26.5], mpmath.erfc)
    unary("erfcx", small + middle + uniform(rng, -26, -5, 40) + uniform(rng, 5, 30, 40) + log_uniform(rng, 1, 8, 30),
          lambda x: mills(-x * sqrt2) * mpmath.sqrt(2 / mpmath.pi))
    unary("density", small + middle + tail, density)
    unary("cdf", small + middle + tail, cdf)
    unary("log_cdf", small + middle + tail + uniform(rng, 5, 37, 40) + [-1e2, -1e4, -1e8], log_cdf)
    far = [-1e8, -1e6, -1e4, -1e3] + [-x for x in log_uniform(rng, 0, 8, 60)]
    up = uniform(rng, 5, 37, 40) + [30.0]
    unary("mills", small + middle + tail + far + up, mills)
    unary("mills_slope", small + middle + tail + far + up, mills_slope)

    def quantile(p):
        with mp.workdps(400 if p > 0.99 else 80):
            if p == 0.5:
                return mpf(0)
            target = min(p, 1 - p)
            guess = mpmath.sqrt(-2 * mpmath.log(2 * target)) if target < 0.3 else (0.5 - target) * mpmath.sqrt(2 * mpmath.pi)
            root = mpmath.findroot(
                lambda x: mpmath.log(cdf(-x)) - mpmath.log(target) if target < 0.3 else mpmath.erf(x / sqrt2) / 2 - (mpf(0.5) - target),
                guess, tol=mpf(10) ** -130 if target >= 0.3 else mpf(10) ** -100)
            return root if p < 0.5 else -root

    near_half = [0.5 + s * d for d in log_uniform(rng, -16, -1, 30) for s in (-1, 1)]
    near_one = [1.0 - d for d in log_uniform(rng, -16, -1, 30)] + [1.0 - 2.0 ** -53]
    points = near_half + near_one + log_uniform(rng, -307, -1, 60) + uniform(rng, 0, 1, 40) + [1e-300, 0.25, 0.5, 0.75]
    unary("quantile_of_survival", points, quantile)


def logspace_tables(rng):
    def log1mexp(x):
        with mp.workdps(400):
            return mpmath.log(1 - mpmath.exp(x))

    unary("log1mexp", [-x for x in log_uniform(rng, -300, 2.84, 120)] + [-0.5, -0.6931471805599453, -1.0, -700.0], log1mexp)

    def expm1_minus_x(x):
        with mp.workdps(400):
            return mpmath.exp(x) - 1 - x

    points = log_uniform(rng, -150, 2.8, 80) + uniform(rng, 0, 2, 40)
    unary("expm1_minus_x", points + [-x for x in points] + [0.0, 1.0, -1.0, 0.5, -0.5], expm1_minus_x)


def log_binomial(n, k):
    with mp.workdps(60):
        return mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)


def binomial_tables(rng):
    pairs = {(10**9, 2), (10**6, 5 * 10**5), (10**12, 10**6), (10**12, 5 * 10**11), (10**12, 8), (10**12, 10**12 - 9),
             (10**9, 5 * 10**8), (2**63, 2**40), (130, 65), (132, 66), (5, 2), (2, 1), (67, 33), (140, 70), (200, 100),
             (10**18, 10), (1000, 16), (1000, 15)}
    while len(pairs) < 200:
        n = int(10 ** rng.uniform(0.5, 12))
        k = int(10 ** rng.uniform(0, mpmath.log10(n)))
        pairs.add((n, min(k, n - 1)))
    rows = [((n, k), (log_binomial(n, k),)) for n, k in sorted(pairs) if k > 0]
    write("log_binomial", "n,k,value", rows)

    def mass(k, n, p):
        p = mpf(p)
        return log_binomial(n, k) + k * mpmath.log(p) + (n - k) * mpmath.log1p(-p)

    rows = set()
    for _ in range(120):
        n = int(10 ** rng.uniform(0.5, 10))
        p = rng.choice([rng.random(), 10 ** rng.uniform(-6, 0), 1 - 10 ** rng.uniform(-6, -1)])
        spread = (n * p * (1 - p)) ** 0.5
        k = round(n * p + rng.choice([0.5, 2, 8]) * rng.gauss(0, 1) * spread)
        rows.add((min(max(k, 0), n), n, p))
    for _ in range(60):
        n = int(10 ** rng.uniform(0.5, 7))
        rows.add((rng.randint(0, n), n, rng.choice([rng.random(), 10 ** rng.uniform(-300, 0)])))
    rows |= {(3, 10, 1e-310), (10, 10, 0.999999), (0, 10**9, 1e-9), (5 * 10**8, 10**9, 0.5)}
    write("log_binomial_mass", "k,n,p,value", [(r, (mass(*r),)) for r in sorted(rows)])


def complex_tables(rng):
    points = []
    for _ in range(60):
        size, angle = 10 ** rng.uniform(-200, -1), rng.uniform(-3.14159, 3.14159)
        points.append((size * float(mpmath.cos(angle)), size * float(mpmath.sin(angle))))
    for _ in range(40):
        points.append((rng.uniform(-3, 3), rng.uniform(-3, 3)))
    for _ in range(20):
        y = 10 ** rng.uniform(-6, -0.2)
        points += [(-y * y / 2, y), (y * y / 2, -y)]
    log_points = points + [(-1 + 10 ** rng.uniform(-12, -1), rng.choice([-1, 1]) * 10 ** rng.uniform(-12, -1)) for _ in range(20)]
    log_points += [(rng.choice([-1, 1]) * 10 ** rng.uniform(0, 200), rng.choice([-1, 1]) * 10 ** rng.uniform(0, 200)) for _ in range(30)]
    log_points += [(1e-20, 0.0), (0.0, 1e-20), (-0.5, 0.0), (0.0, 0.5), (1e308, 1e308)]
    exp_points = points + [(rng.uniform(-700, 700), rng.uniform(-1000, 1000)) for _ in range(30)]
    exp_points += [(10 ** rng.uniform(-12, -1), 6.283185307179586 * k + 10 ** rng.uniform(-10, -1)) for k in range(1, 20)]
    exp_points += [(1e-20, 0.0), (0.0, 1e-20), (-700.0, 3.0), (0.0, 6.283185307179586)]
    for name, rows, f in (("complex_log1p", log_points, lambda z: mpmath.log(1 + z)), ("complex_expm1", exp_points, lambda z: mpmath.exp(z) - 1)):
        with mp.workdps(700):
            table = []
            for x, y in rows:
                value = f(mpmath.mpc(x, y))
                table.append(((x, y), (value.real, value.imag)))
        write(name, "re,im,value_re,value_im", table)


def quadrature_table():
    rows = []
    for n in (1, 2, 3, 5, 16, 31, 64, 200):
        for i in range(n):
            if n > 64 and i % 7:
                continue
            x = mpmath.cos(mpmath.pi * (n - i - mpf(1) / 4) / (n + mpf(1) / 2))
            for _ in range(8):
                before, value = mpf(0), mpf(1)
                for k in range(n):
                    before, value = value, ((2 * k + 1) * x * value - k * before) / (k + 1)
                slope = n * (before - x * value) / (1 - x * x)
                x -= value / slope
            if 2 * i + 1 == n:
                x = mpf(0)
            rows.append(((n, i), (x, 2 / ((1 - x * x) * slope**2))))
    write("gauss_legendre", "n,index,node,weight", rows)


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    for seed, tables in enumerate((normal_tables, logspace_tables, binomial_tables, complex_tables)):
        tables(random.Random(seed))
    quadrature_table()
