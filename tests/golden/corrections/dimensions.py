"""Witnesses of the source on inverse sensitivity in d dimensions (d4 …), for check_corrections.py."""

from mpmath import exp, floor, inverse, log, matrix, mpf, sqrt


def d4():
    q = exp(mpf(-1) / 2)
    return mpf(0), q**5


def d5():
    return 2 * sqrt(mpf(2)) / (100 - 2 * 51), sqrt(mpf(2))


def d6():
    c = mpf("0.999")

    def loss(big):
        near, far = exp(-mpf(2) / (2 * big)), exp(-mpf(4) / (2 * big))
        return log((c * near + (1 - c) * far) / (c * far + (1 - c) * near)) + log(near / far)
    return loss(1), loss(2)


def d7():
    x, y = [mpf(v) for v in ("0.5", "-1", "0.8", "0.3")], [mpf(v) for v in ("0.2", "-0.6", "0.9", "0")]
    square = sum(v * v for v in x)
    centre = sum(a * b for a, b in zip(x, y)) / square
    rate = square / 10
    return 1 - (exp(-rate * (mpf("1.5") - centre)) + exp(-rate * (mpf("1.5") + centre))) / 2, mpf(1)


def d8():
    n, third = mpf(1000), 1 / (6 * sqrt(mpf(3)))
    return 2 * 2 * third / n + 1 / n, 2 * (2 * third / n + 1 / (4 * n)) + 2 / n + 4 * third / (2 * n * n)


def d9():
    bound = exp(-mpf(40) / 4) * (mpf(50) / 2) ** 2
    return bound / exp(1), bound * exp(1)


def d10():
    rows = [("0.5", "0.1"), ("-0.3", "0.8"), ("0.9", "-0.2"), ("0.2", "0.6"), ("-0.7", "-0.4"), ("0.1", "-0.9")]
    sigma = matrix(2, 2)
    for row in rows:
        for i in range(2):
            for j in range(2):
                sigma[i, j] += mpf(row[i]) * mpf(row[j]) / 6
    whole = inverse(sigma)
    printed = 4 * 3 * (whole[0, 0] + whole[1, 1])
    return printed, printed / 2


def d11():
    v, z = mpf(1), mpf("0.1")
    return z**2 * ((v + z) ** 2 + v**2), z * (v + z + v)


def d12():
    return 1 / mpf("0.4"), floor(1 / mpf("0.4"))
