"""δ(ε) of the noisy counts of the 2020 Census, by one tilted transform on the lattice of its losses.

Of the plan "path 10 to path 10" (Demographic and Housing Characteristics file) each count has discrete Gaussian
noise with σ² = 1/ρ and sensitivity 1, so its losses are ρ(1 − 2x)/2 and their differences multiples of 1/80000.
Numbers have 64 bits of mantissa; two tilts agree to 1e-15 relative.
"""

from fractions import Fraction

import numpy as np
from scipy import fft

# ρ and how many counts have it.
ALLOCATION = {
    Fraction(17843, 80000): 16,
    Fraction(999, 10000): 18,
    Fraction(73, 10000): 18,
    Fraction(17843, 20000): 4,
    Fraction(999, 2500): 2,
    Fraction(73, 2500): 2,
}
STEPS = 80000
POINTS = 2**24


def deltas(epsilons, tilt):
    long = np.longdouble
    product, logarithm = np.ones(POINTS // 2 + 1, dtype=np.clongdouble), long(0)
    for rho, count in ALLOCATION.items():
        value = long(rho.numerator) / long(rho.denominator)
        most = int(45 / float(rho) ** 0.5) + 2
        whole = np.arange(-most, most + 1)
        x = whole.astype(long)
        weights = np.exp(-x * x * value / 2)
        tilted = weights / weights.sum() * np.exp(-long(tilt) * value * x)
        mass = tilted.sum()
        logarithm += count * (np.log(mass) + long(tilt) * value / 2)
        law = np.zeros(POINTS, dtype=long)
        np.add.at(law, (-whole * int(rho * STEPS)) % POINTS, tilted / mass)
        product *= fft.rfft(law) ** count
    law = fft.irfft(product, POINTS)
    start = sum(rho * count for rho, count in ALLOCATION.items()) / 2
    first = int(float(start) * 2 * tilt * STEPS) - POINTS // 2
    at = np.arange(POINTS)
    at = at + ((first - at + POINTS - 1) // POINTS) * POINTS
    order = np.argsort(at)
    losses = long(start.numerator) / long(start.denominator) + at[order].astype(long) / long(STEPS)
    found = []
    for epsilon in map(long, epsilons):
        above = losses > epsilon
        tail = law[order][above] * np.exp(logarithm - long(tilt) * losses[above])
        found.append((tail * -np.expm1(epsilon - losses[above]))[::-1].sum())
    return found


def releases():
    return [
        {"count": count, "mechanism": {"kind": "discrete-gaussian", "sigma": float(1 / rho) ** 0.5, "sensitivity": 1}}
        for rho, count in ALLOCATION.items()
    ]
