"""Exact deltas of the 2020 Census plan (DHC), by convolution of positive numbers.

Each share rho of the allocation is a discrete Gaussian release of variance 1/rho, whose losses are rho (k + 1/2). The
law of a share's releases is raised to its count on its own lattice, tilted, and all are added up on the common lattice
of gap gcd(rho). Nothing is subtracted, so that the sums keep 13 digits. Prints epsilon,delta for path a to path b.

    python3 generate_census.py 10 10 14.5 26
"""
import csv
import math
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent / "census"


def allocation(path):
    with open(HERE / f"dhc_allocation_path_{path}.csv", encoding="utf-8") as table:
        rows = list(csv.reader(table))[1:]
    return Counter(share for row in rows for share in map(Fraction, row) if share)


def delta(shares, epsilon):
    total = float(sum(share * count for share, count in shares.items()))
    c = max((epsilon - total / 2) / total, 0.05)
    denominator = math.lcm(*(share.denominator for share in shares))
    gap = Fraction(math.gcd(*(int(share * denominator) for share in shares)), denominator)
    law, first, log_scale = np.ones(1), 0.0, 0.0
    for share, count in sorted(shares.items()):
        rho = float(share)
        sigma = rho ** -0.5
        reach = int(12 * sigma + c) + 3
        k = np.arange(-reach - int(c), reach + int(c) + 1)
        x = np.exp(-0.5 * rho * np.arange(-60 * reach, 60 * reach + 1) ** 2).sum()
        # Loss rho (k + 1/2) at the output x = -k.
        log_p = -0.5 * rho * k.astype(float) ** 2 - math.log(x)
        tilted = np.exp(log_p + c * rho * (k + 0.5))
        norm = tilted.sum()
        tilted /= norm
        log_scale += count * math.log(norm)
        power = np.ones(1)
        for _ in range(count):
            power = np.convolve(power, tilted)
        start = count * rho * (k[0] + 0.5)
        keep = np.nonzero(power > 1e-26)[0]
        power, start = power[keep[0] : keep[-1] + 1], start + rho * keep[0]
        multiple = int(share / gap)
        grown = np.zeros(len(law) + multiple * (len(power) - 1))
        for at, weight in enumerate(power):
            grown[at * multiple : at * multiple + len(law)] += weight * law
        keep = np.nonzero(grown > 1e-30)[0]
        law, first = grown[keep[0] : keep[-1] + 1], first + start + float(gap) * keep[0]
    loss = first + float(gap) * np.arange(len(law))
    above = loss > epsilon
    return math.exp(log_scale - c * epsilon) * math.fsum(
        law[above] * np.exp(-c * (loss[above] - epsilon)) * -np.expm1(epsilon - loss[above])
    )


if __name__ == "__main__":
    a, b, *epsilons = sys.argv[1:]
    shares = allocation(a) + allocation(b)
    for epsilon in epsilons:
        print(f"{epsilon},{delta(shares, float(epsilon)):.16e}", flush=True)
