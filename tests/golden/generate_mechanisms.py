"""Writes tests/golden/mechanism/*.csv: the views of each mechanism to 40 digits.

Run with Python 3 and mpmath:  python3 tests/golden/generate_mechanisms.py
Inputs are binary floating-point numbers, taken as exact; every value is computed from the
definition of the mechanism, not from the form that the crate evaluates.
"""

from pathlib import Path

from mpmath import exp, inf, log, mp, mpc, mpf, ncdf, erfc, nstr, quad, sqrt, findroot

mp.dps = 900  # the profile subtracts nearly equal numbers
OUT = Path(__file__).parent / "mechanism"


def upper_tail(x):
    return erfc(x / sqrt(mpf(2))) / 2


def gaussian_profile(sigma, eps):
    a, b = 1 / (2 * sigma) - eps * sigma, -1 / (2 * sigma) - eps * sigma
    return upper_tail(-a) - exp(eps) * upper_tail(-b)


def laplace_profile(b, eps):
    # p - e^eps q is positive left of a point x; integrate both tails in closed form
    if eps >= 1 / b:
        return mpf(0)
    if eps <= -1 / b:
        return 1 - exp(eps)
    x = (1 - eps * b) / 2  # the loss (|x-1|-|x|)/b equals eps here
    p = 1 - exp(-x / b) / 2 if x > 0 else exp(x / b) / 2
    q = exp((x - 1) / b) / 2 if x < 1 else 1 - exp(-(x - 1) / b) / 2
    return p - exp(eps) * q


def response_profile(p, eps):
    return max(p - exp(eps) * (1 - p), 0) + max((1 - p) - exp(eps) * p, 0)


def gaussian_moment(sigma, z):
    return exp(z * (z + 1) / (2 * sigma**2))


def laplace_moment(b, z):
    if abs(2 * z + 1) < mpf(10) ** -50:
        return (1 + 1 / (2 * b)) * exp(-1 / (2 * b))
    return ((z + 1) * exp(z / b) + z * exp(-(z + 1) / b)) / (2 * z + 1)


def response_moment(p, z):
    loss = log(p / (1 - p))
    return p * exp(z * loss) + (1 - p) * exp(-z * loss)


def kullback_leibler(kind, value):
    if kind == "gaussian":
        return 1 / (2 * value**2)
    if kind == "laplace":
        return 1 / value + exp(-1 / value) - 1
    return (2 * value - 1) * log(value / (1 - value))


PROFILE = {"gaussian": gaussian_profile, "laplace": laplace_profile, "randomized-response": response_profile}
MOMENT = {"gaussian": gaussian_moment, "laplace": laplace_moment, "randomized-response": response_moment}
VALUES = {
    "gaussian": [0.01, 0.1, 0.3, 1.0, 2.5, 10.0, 1e3, 1e6],
    "laplace": [0.01, 0.1, 0.5, 1.0, 3.0, 50.0, 1e3, 1e6],
    "randomized-response": [0.5000001, 0.501, 0.6, 0.75, 0.9, 0.999, 0.999999999],
}


def epsilons(kind, value):
    if kind == "gaussian":
        mean = 0.5 / value**2
        return sorted({0.0, 1e-9, *(mean + t / value for t in (-9, -3, -1, -0.1, 0, 0.1, 1, 3, 6, 12, 20, 36.9))})
    bound = 1 / value if kind == "laplace" else float(log(mpf(value) / (1 - mpf(value))))
    return sorted({share * bound for share in (-2, -1.01, -0.99, -0.5, -1e-6, 0, 1e-9, 0.1, 0.5, 0.9, 0.999, 0.9999999, 1.01)})


def orders(kind, value):
    return [1.0, 1.0 + 2.0**-30, 1.001, 1.5, 2.0, 10.0, 33.3, 1e3, 1e6]


def write(name, head, rows):
    OUT.mkdir(exist_ok=True)
    lines = [head] + [",".join(row) for row in rows]
    (OUT / f"{name}.csv").write_text("\n".join(lines) + "\n")


def text(number):
    return nstr(number, 40)


profiles, divergences, moments, trade_offs = [], [], [], []
for kind, values in VALUES.items():
    for value in values:
        exact = mpf(value)
        for eps in epsilons(kind, value):
            delta = PROFILE[kind](exact, mpf(eps))
            if delta == 0 or delta > mpf(10) ** -305:
                profiles.append([kind, repr(value), repr(float(eps)), text(delta)])
        for order in orders(kind, value):
            z = mpf(order) - 1
            divergence = log(MOMENT[kind](exact, z)) / z if z else kullback_leibler(kind, exact)
            divergences.append([kind, repr(value), repr(order), text(divergence)])
        for re, im in [(0, 0.1), (0, 1), (0, 7.3), (-0.5, 0), (-0.5, 2), (-0.5, 1e-5), (0.3, -4), (2, 11), (20, 3), (-1, 0.7), (-3, 1), (1e-6, 1e-6)]:
            k = log(MOMENT[kind](exact, mpc(re, im)))
            if abs(MOMENT[kind](exact, mpc(re, im))) > mpf(10) ** -8:
                moments.append([kind, repr(value), repr(float(re)), repr(float(im)), text(k.real), text(k.imag)])

for value in VALUES["gaussian"]:
    for x in [1e-300, 1e-100, 1e-20, 1e-5, 0.01, 0.05, 0.25, 0.5, 0.75, 0.999]:
        mp.dps = 60
        target = mpf(x)
        guess = sqrt(-2 * log(target)) if x < 0.3 else mpf(0.5) - target
        quantile = findroot(lambda q: log(upper_tail(q)) - log(target), guess)
        f = upper_tail(-(quantile - 1 / mpf(value)))
        if f > mpf(10) ** -300:
            trade_offs.append(["gaussian", repr(value), repr(x), text(f)])

write("profile", "kind,parameter,epsilon,delta", profiles)
write("renyi", "kind,parameter,order,divergence", divergences)
write("log_moment", "kind,parameter,real,imaginary,log_real,log_imaginary", moments)
write("trade_off", "kind,parameter,type_one,type_two", trade_offs)
