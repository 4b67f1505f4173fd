"""Witnesses of the sources on accuracy first (a1 …) and on the sparse vector technique (z13 …), for check_corrections.py."""

from mpmath import binomial, exp, inf, log, mpf, ncdf, npdf, pi, quad, sqrt


def a1():
    kept, added, q = mpf(1) / 2, mpf(1) / 22, mpf("0.01")
    # The density of the sum of both noises is smooth at the origin: (b1 − b2)/(2(b1² − b2²)) = 1/22.
    return q * kept**2 / (q * kept**2 + (1 - q) * added**2), mpf("0.1")


def tweets():
    ratio = 77 / mpf("0.005")
    return 4 * sqrt(2) * (2 * sqrt(ratio) + ratio) / (mpf("1e5") * mpf("0.05"))


def a3():
    n, lam = mpf(1000), mpf("0.01")
    length = 1 / sqrt(lam) + 1
    return (1 / n + lam) * length**2 / (n * lam), (1 + lam) * length**2 / (n * lam)


def a5():
    fade = (mpf("0.1") / 2000) ** 2
    below = (4 * fade - fade**2) / 6
    return below, 1 - below


def a8():
    return mpf(10), exp(16 * (1 / sqrt(mpf("0.005")) + 1) ** 2 * log(20000) / (mpf("1e5") * mpf("0.05")))


def wait(threshold, first, second, power, last=1):
    """E[((F or 1)/(1 − F))^γ]: how long a stream of queries of value 0 runs, with the last query or without."""

    def inside(u):
        f = ncdf((threshold + first * u) / second)
        return npdf(u) * ((1 if last else f) / ncdf(-(threshold + first * u) / second)) ** power

    return quad(inside, [-14, -8, -4, -2, 0, 2, 4, 8, 14, 20, 30])


def outputs(c, k):
    return sum(binomial(k, j) for j in range(c + 1))


def printed_moment(threshold):
    return 1 + 2 * sqrt(3) * pi * (1 + 9 * threshold**2) * exp(threshold**2)


def z13():
    return wait(0, 1, sqrt(3), 2, last=0), wait(0, 1, sqrt(3), 2)


def z14():
    return printed_moment(mpf(0)), wait(0, 1, sqrt(3), 2)


def z15():
    a, rest = mpf(10), mpf(20) / 3
    printed = a + rest + log(printed_moment(mpf(3))) / 18
    return printed, mpf("9.5") / 9 * a + rest + log(wait(3, 1, sqrt(3), 2)) / 18


def z16():
    a, first, second, c, k = mpf(10), mpf(210), mpf(420), 20, 2000
    correct = a / (2 * first**2) + c * 2 * a / second**2 + log(outputs(c, k)) / 9
    return correct + mpf(1) / 9, correct


def z17():
    slope = 1 / (2 * mpf(210) ** 2) + 40 / mpf(420) ** 2
    many = log(mpf(10) ** 6) + log(20 * binomial(2000, 20))
    return slope + sqrt(2 * slope * many), slope + 2 * sqrt(slope * many)


def z18():
    return binomial(10, 1), outputs(1, 10)


def z19():
    a, loss = mpf(5), mpf(1) / 2
    curve = log(a / (2 * a - 1) * exp((a - 1) * loss) + (a - 1) / (2 * a - 1) * exp(-a * loss)) / (a - 1)
    return mpf(inf), curve + loss


def z20():
    a, rare = mpf(10), log(100)
    printed = 5 * a / 3 + 5 * rare / (a - 1)
    moment = log(wait(sqrt(8 * rare), 1, sqrt(3), 2)) / (2 * (a - 1))
    return printed, (a - mpf(1) / 2) / (a - 1) * a + 2 * a / 3 + moment


# Forms that are one line each.
a2 = lambda: (4 * tweets(), mpf("1e-5"))
a4 = lambda: (sqrt(2 * log(2) / mpf("0.005")), sqrt(2 * log(2) / mpf("0.005")) / 2)
a6 = lambda: (mpf("0.1") / 23, mpf("0.1") / 46)
a7 = lambda: (tweets(), tweets() / 2)
