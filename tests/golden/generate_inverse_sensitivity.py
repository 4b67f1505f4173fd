#!/usr/bin/env python3
"""Writes inverse_sensitivity.jsonl: statistics of single numbers by inverse sensitivity, computed without this program.

Reach is found by changing records and computing the statistic anew, local sensitivities of few records by trying all
changes of one more; laws are lists of segments in 40 digits, and noise comes from its densities.
"""

import itertools
import json
from pathlib import Path

from mpmath import erfinv, exp, gamma, inf, log, mp, mpf, pi, quad, sqrt, tan

from inverse_sensitivity_laws import (Law, Order, Trimmed, approximate, clamp, compared, local, local_tried, median, reach,
                                      widened)

mp.dps = 40
ROWS = []


def row(name, quantity, question, pointer, value, tolerance=1e-9):
    value = "inf" if value == inf else float(value)
    ROWS.append({"id": name, "quantity": quantity, "question": question, "pointer": pointer, "value": value,
                 "tolerance": tolerance})


NINE = [1, 2, 4, "4.5", 5, 6, 9, "9.5", 10]
ELEVEN = [-3, -1, "-0.5", 0, "0.2", "0.4", "0.7", 1, "1.5", 2, 6]
NORMAL = [sqrt(2) * erfinv(2 * mpf(2 * i - 1) / 202 - 1) for i in range(1, 102)]
B12, B10, B4 = [0, 12], [-10, 10], [0, 4]


def ask(word, data, ends, universe="bounded", **fields):
    question = {"ask": f"statistic-{word}", "data": data,
                "universe": {"kind": universe, "lower": ends[0], "upper": ends[1]}}
    question.update({name.replace("_", "-"): value for name, value in fields.items()})
    return question


nine, eleven = {"kind": "nine"}, {"kind": "eleven"}
normal = {"kind": "generate", "shape": "normal", "count": 101}
five = mpf(5)

# A: the nine numbers.
levels = reach(median(9), NINE, B12)
question = ask("staircase", nine, B12)
for k, (low, high) in enumerate(levels):
    row("A1", f"median of nine: lo_{k}", question, f"/lower/{k}", low)
    row("A1", f"median of nine: hi_{k}", question, f"/upper/{k}", high)
for rho in ["0", "0.25"]:
    law = Law(widened(levels, rho, B12), 1)
    question = ask("laws", nine, B12, epsilon=1, smoothing=float(rho), mechanisms=["exact"], places=[4.9, 7, 11],
                   distances=[2, 3])
    of = f"median of nine, ρ = {rho}"
    for k in range(6):
        row("A2", f"{of}: P[len = {k}]", question, f"/laws/0/chances/{k}", law.chance(k))
    row("A3", f"{of}: E|M − 5|", question, "/laws/0/mean-distance", law.expect(1, five))
    row("A3", f"{of}: E(M − 5)²", question, "/laws/0/mean-square", law.expect(2, five))
    row("A3", f"{of}: E[M]", question, "/laws/0/mean", law.mean())
    for at, share in enumerate(["0.05", "0.25", "0.5", "0.75", "0.95"]):
        row("A4", f"{of}: quantile {share}", question, f"/laws/0/quantiles/{at}", law.quantile(mpf(share)))
    for at, place in enumerate(["4.9", "7", "11"]):
        row("A4", f"{of}: density at {place}", question, f"/laws/0/densities/{at}", law.density(mpf(place)))
        row("A4", f"{of}: distribution at {place}", question, f"/laws/0/distributions/{at}", law.below(mpf(place)))
    row("A4", f"{of}: P[|M − 5| ≥ 2]", question, "/laws/0/tails/0", law.tail(five, mpf(2)))
    row("A4", f"{of}: ln Z", question, "/laws/0/log-total", log(law.total))
mean_levels = reach(Trimmed(0), NINE, B12)
question = ask("staircase", nine, B12, statistic={"kind": "mean"})
for k in range(5):
    row("A5", f"mean of nine: lo_{k}", question, f"/lower/{k}", mean_levels[k][0])
    row("A5", f"mean of nine: hi_{k}", question, f"/upper/{k}", mean_levels[k][1])
law, centre = Law(mean_levels, 1), mean_levels[0][0]
question = ask("laws", nine, B12, statistic={"kind": "mean"}, epsilon=1, mechanisms=["exact"])
row("A6", "mean of nine: E|M − f|", question, "/laws/0/mean-distance", law.expect(1, centre))
row("A6", "mean of nine: E(M − f)²", question, "/laws/0/mean-square",
    law.expect(2, centre))

# A7, A8: eleven numbers that may lie anywhere, trimmed by 2.
trimmed = {"kind": "trimmed-mean", "trim": 2}
ends = [-4, 5]
levels = reach(Trimmed(2), ELEVEN, ends, bounded=False)
question = ask("staircase", eleven, ends, "unbounded", statistic=trimmed)
row("A7", "eleven trimmed by 2", question, "/value", levels[0][0])
for k in range(1, 4):
    row("A7", f"eleven trimmed by 2: hi_{k}", question, f"/upper/{k}", levels[k][1])
    row("A7", f"eleven trimmed by 2: lo_{k}", question, f"/lower/{k}", levels[k][0])
law, centre = Law(widened(levels, "0.05", ends), 1), levels[0][0]
question = ask("laws", eleven, ends, "unbounded", statistic=trimmed, smoothing=0.05, mechanisms=["exact"],
               shares=[0.05, 0.5, 0.95])
for k in range(4):
    row("A8", f"eleven trimmed by 2: P[len = {k}]", question, f"/laws/0/chances/{k}", law.chance(k))
row("A8", "eleven trimmed by 2: E|M − f|", question, "/laws/0/mean-distance", law.expect(1, centre))
row("A8", "eleven trimmed by 2: E(M − f)²", question, "/laws/0/mean-square",
    law.expect(2, centre))
for at, share in enumerate(["0.05", "0.5", "0.95"]):
    row("A8", f"eleven trimmed by 2: quantile {share}", question, f"/laws/0/quantiles/{at}", law.quantile(mpf(share)))

# An order statistic, and the median of an even number.
levels = reach(Order(3), NINE, B12)
question = ask("staircase", nine, B12, statistic={"kind": "quantile", "share": 0.3})
for k in range(len(levels)):
    row("Q1", f"third of nine: lo_{k}", question, f"/lower/{k}", levels[k][0])
    row("Q1", f"third of nine: hi_{k}", question, f"/upper/{k}", levels[k][1])
levels = reach(median(8), NINE[:8], B12)
question = ask("staircase", {"kind": "values", "values": [float(v) for v in NINE[:8]]}, B12)
for k in range(len(levels)):
    row("Q2", f"midpoint of eight: lo_{k}", question, f"/lower/{k}", levels[k][0])
    row("Q2", f"midpoint of eight: hi_{k}", question, f"/upper/{k}", levels[k][1])

# B2, B3: the worst pair of neighbours among all multisets of five numbers from 0 to 4.
def worst_pair(law_of):
    sets = list(itertools.combinations_with_replacement(range(5), 5))
    laws = {x: law_of(x) for x in sets}
    best = (mpf(-1), None)
    for x in sets:
        for i in range(5):
            for v in range(5):
                y = tuple(sorted(x[:i] + (v,) + x[i + 1:]))
                if y > x:
                    worst, _ = compared(laws[x], laws[y])
                    if worst > best[0]:
                        best = (worst, (x, i, v))
    return best


mp.dps = 20
for m, rho in [(2, "0"), (1, "0.1"), (0, "0"), (2, "0.3")]:
    worst, (x, i, v) = worst_pair(lambda x: Law(widened(reach(Trimmed(m), x, B4), rho, B4), 1))
    question = ask("audit", {"kind": "values", "values": list(x)}, B4, statistic={"kind": "trimmed-mean", "trim": m},
                   smoothing=float(rho), record=i, becomes=v)
    row("B2", f"worst loss of all neighbours, m = {m}, ρ = {rho}", question, "/largest", worst)
for m in [1, 2]:
    for word, shift in [("local", 0), ("tight", 1)]:
        def law_of(x):
            radii = [local(m, x, B4, k + 1 - shift) for k in range(40)]
            return Law(approximate(radii, Trimmed(m)(list(map(mpf, x))), B4), 1)
        worst, (x, i, v) = worst_pair(law_of)
        question = ask("audit", {"kind": "values", "values": list(x)}, B4, mechanism=word, record=i, becomes=v,
                       statistic={"kind": "trimmed-mean", "trim": m})
        row("B3", f"worst loss of all neighbours, {word}, m = {m}", question, "/largest", worst)
mp.dps = 40

# B4, B5: Algorithm 4 as printed.
def printed(x, m, ends, rho, hole):
    a, b = map(mpf, ends)
    x = sorted(map(mpf, x))
    n, h = len(x), len(x) - 2 * m
    centre = clamp(Trimmed(m)(x), a, b)
    levels = []
    for k in range(m + 1):
        up = mpf(rho) + sum(x[n - m + i - 1] - x[m + i - 1] for i in range(1, k + 1)) / h
        down = mpf(rho) + sum(x[n - m - i] - x[m - i] for i in range(1, k + 1)) / h
        levels.append((max(centre - down, a), min(centre + up, b)))
    return Law(levels + [(a, b)], 1, hole)


one, other = [3, 3, 3, 3, 6, 6, 6], [3, 3, 3, 6, 6, 6, 6]
data = {"kind": "values", "values": one}
fields = {"statistic": {"kind": "trimmed-mean", "trim": 3}, "smoothing": 0.1, "record": 3, "becomes": 6}
worst, tv = compared(printed(one, 3, [0, 3], "0.1", False), printed(other, 3, [0, 3], "0.1", False))
question = ask("audit", data, [0, 3], "unbounded", mechanism="printed-center", **fields)
row("B5", "loss of the clamped centre", question, "/largest", worst)
row("B5", "total variation of the clamped centre", question, "/total-variation", tv)
laws = [Law(widened(reach(Trimmed(3), x, [0, 3], False), "0.1", [0, 3]), 1) for x in (one, other)]
row("B5", "loss of the corrected form there", ask("audit", data, [0, 3], "unbounded", **fields), "/largest",
    compared(*laws)[0])
fields = {"statistic": trimmed, "smoothing": 0.05, "record": 5, "becomes": 2}
changed = [v if at != 5 else 2 for at, v in enumerate(ELEVEN)]
worst, _ = compared(printed(ELEVEN, 2, ends, "0.05", True), printed(changed, 2, ends, "0.05", True))
row("B4", "loss of the hole", ask("audit", eleven, ends, "unbounded", mechanism="printed", **fields), "/largest", worst)

# C: sensitivities and comparators.
sensitivities = [local_tried(median(9), NINE, B12, k) if k <= 2 else local(4, NINE, B12, k) for k in range(10)]
question = ask("sensitivity", nine, B12)
for k in range(10):
    row("C1", f"median of nine: LS^({k})", question, f"/local/{k}", sensitivities[k])


def smooth(beta):
    return max(exp(-beta * k) * ls for k, ls in enumerate(sensitivities))


betas = {"1/6": mpf(1) / 6, "1/2": mpf(1) / 2, "1/8": mpf(1) / 8, "1/(2 ln 2e6)": 1 / (2 * log(mpf(2000000)))}
for name, beta in betas.items():
    row("C2", f"median of nine: S^β, β = {name}", ask("sensitivity", nine, B12, beta=float(beta)), "/smooth", smooth(beta))
every = ["laplace", "clamped-laplace", "smooth-laplace", "smooth-cauchy", "smooth-cauchy-printed", "smooth-student"]
question = ask("laws", nine, B12, mechanisms=every, places=[7, 11], distances=[3])
student = smooth(mpf(1) / 6) / (sqrt(3) / 4)
scales = [mpf(12), mpf(12), 2 * smooth(betas["1/(2 ln 2e6)"]), 2 * smooth(mpf(1) / 2), 6 * smooth(mpf(1) / 6), student]
laplace = lambda z: exp(-abs(z)) / 2
cauchy = lambda z: 1 / (pi * (1 + z * z))
t3 = lambda z: gamma(2) / (sqrt(3 * pi) * gamma(mpf(3) / 2)) * (1 + z * z / 3) ** -2
shapes = [laplace, laplace, laplace, cauchy, cauchy, t3]
for at, (name, scale, shape) in enumerate(zip(every, scales, shapes)):
    row("C3", f"{name}: scale", question, f"/laws/{at}/scale", scale)
    row("C3", f"{name}: density at 7", question, f"/laws/{at}/densities/0", shape(2 / scale) / scale)
    row("C3", f"{name}: distribution at 11", question, f"/laws/{at}/distributions/1",
        mpf(1) / 2 + quad(shape, [0, 6 / scale]))
    tail = 1 - 2 * quad(shape, [0, 3 / scale])
    row("C3", f"{name}: P[|M − 5| ≥ 3]", question, f"/laws/{at}/tails/0", tail)


def shape_quantile(shape, share):
    low, high = mpf(0), mpf(1000)
    for _ in range(60):
        middle = (low + high) / 2
        inside = 2 * quad(shape, [0, middle / 8, middle / 2, middle])
        low, high = (middle, high) if inside < share else (low, middle)
    return high


question = ask("errors", nine, B12, mechanisms=every)
row("C3", "Laplace: 95 %", question, "/errors/0/q95", 12 * log(mpf(20)))
row("C3", "Cauchy: 95 %", question, "/errors/3/q95", scales[3] * tan(pi * mpf("0.475")))
row("C3", "Cauchy: median", question, "/errors/3/median", scales[3])
row("C3", "Cauchy: mean", question, "/errors/3/mean", inf)
row("C3", "Student: mean", question, "/errors/5/mean", student * 2 * quad(lambda z: z * t3(z), [0, 1, 10, 1000, inf]), 1e-8)
row("C3", "Student: root mean square", question, "/errors/5/root-mean-square", student * sqrt(3))
mp.dps = 20
row("C3", "Student: 95 %", question, "/errors/5/q95", student * shape_quantile(t3, mpf("0.95")))
row("C3", "Student: median", question, "/errors/5/median", student * shape_quantile(t3, mpf("0.5")))
mp.dps = 40
for side, name in [(1, "mean"), (2, "root-mean-square")]:
    value = sum(quad(lambda z: min(z, d) ** side * exp(-z / 12) / 24, [0, d, 5000]) for d in (mpf(5), mpf(7)))
    row("C3", f"clamped Laplace: {name}", question, f"/errors/1/{name}", value if side == 1 else sqrt(value))

for word, radii in [("local", sensitivities[1:]), ("tight", sensitivities)]:
    law = Law(approximate(radii, five, B12), 1)
    question = ask("laws", nine, B12, mechanisms=[word], shares=[0.05, 0.95])
    row("C4", f"{word}: E|M − 5|", question, "/laws/0/mean-distance", law.expect(1, five))
    for k in range(1, 4):
        row("C4", f"{word}: P[len = {k}]", question, f"/laws/0/chances/{k}", law.chance(k)) if law.chance(k) else None
    row("C4", f"{word}: quantile 0.05", question, "/laws/0/quantiles/0", law.quantile(mpf("0.05")))
    row("C4", f"{word}: quantile 0.95", question, "/laws/0/quantiles/1", law.quantile(mpf("0.95")))
beta = mpf(1) / 8
radii = [max(exp(-beta * j) * sensitivities[min(l + j, 9)] for j in range(30)) for l in range(1, 20)]
question = ask("sensitivity", nine, B12, radii="smooth")
for l in range(3):
    row("C5", f"smoothed radii: R_{l + 1}", question, f"/radii/{l}", radii[l])
row("C5", "Proposition 2.2: bound", question, "/bound", radii[0] * (exp(mpf(1) / 4) + 1) / (exp(beta) - 1))
row("C5", "smoothed radii: E|M − 5|", ask("laws", nine, B12, mechanisms=["smooth"]), "/laws/0/mean-distance",
    Law(approximate(radii, five, B12), 1).expect(1, five))
for bound in [2, 4, 5]:
    distance = next(k for k, ls in enumerate(sensitivities) if ls > bound)
    threshold = log(mpf(50)) / mpf("0.5")
    question = ask("errors", nine, B12, mechanisms=["propose-test-release"], proposed=bound, delta=0.01)
    row("C6", f"proposed {bound}: distance", question, "/test/distance", distance)
    row("C6", f"proposed {bound}: threshold", question, "/test/threshold", threshold)
    chance = quad(lambda z: exp(-abs(z) / 2) / 4, [threshold - distance, 100, 400])
    row("C6", f"proposed {bound}: chance to pass", question, "/test/pass", chance)
levels = reach(median(9), NINE, B12)
omega = [max(h - 5, 5 - l) for l, h in levels]
question = ask("sensitivity", nine, B12)
for k in range(1, 6):
    row("C7", f"median of nine: ω({k})", question, f"/modulus/{k}", omega[k])
for epsilon in ["1", "0.1"]:
    widths = [(h - l) / 16 for l, h in levels] + [mpf(12) / 16] * 10
    question = ask("lower-bounds", nine, B12, epsilon=float(epsilon))
    row("C7", f"Theorem 3, ε = {epsilon}", question, "/lower-bound",
        max(exp(-2 * k * mpf(epsilon)) * widths[k] for k in range(1, 10)))
    row("C7", f"Theorem 4, ε = {epsilon}", question, "/local-minimax",
        max(exp(-k * mpf(epsilon)) * widths[k] for k in range(1, int(1 / mpf(epsilon)) + 1)))
law = Law(widened(levels, "0.25", B12), 1)
question = ask("tail", nine, B12, smoothing=0.25)
for k in range(1, 5):
    row("C8", f"tail at ω({k}) + ρ", question, f"/tails/{k - 1}", law.tail(five, omega[k] + mpf("0.25")))
    row("C8", f"Theorem 2, K = {k}", question, f"/bounds/{k - 1}", exp(-mpf(k) / 2) * 48)

# M: normal quantiles; theory of a trimmed mean.
levels = reach(Trimmed(10), NORMAL, B10, bounded=False)
for rho in ["1e-4", "0.01"]:
    law, centre = Law(widened(levels, rho, B10), 1), levels[0][0]
    question = ask("errors", normal, B10, "unbounded", statistic={"kind": "trimmed-mean", "trim": 10},
                   smoothing=float(rho), mechanisms=["exact"])
    row("M3", f"101 normal trimmed by 10, ρ = {rho}: E|M − f|", question, "/errors/0/mean", law.expect(1, centre))
    row("M3", f"101 normal trimmed by 10, ρ = {rho}: rms", question, "/errors/0/root-mean-square",
        sqrt(law.expect(2, centre)))
levels = reach(median(101), NORMAL, B10)
law = Law(widened(levels, "1e-4", B10), 1)
question = ask("errors", normal, B10, smoothing=1e-4, mechanisms=["exact"])
row("M4", "median of 101 normal, ρ = 1e-4: E|M − f|", question, "/errors/0/mean", law.expect(1, mpf(0)))
row("M4", "median of 101 normal, ρ = 1e-4: 95 %", question, "/errors/0/q95", law.error_quantile(mpf(0), mpf("0.95")))
thousand = {"kind": "generate", "shape": "normal", "count": 1000}
question = ask("lower-bounds", thousand, [-50, 50], statistic={"kind": "trimmed-mean", "trim": 100})
row("M2", "trim that Proposition 4.1 suggests", question, "/suggested-trim", 12 * log(mpf(100000)))
row("M1", "Lemma D.1", question, "/trimming-error", mpf(1000) * (1 + sqrt(8) * 100) / 640000)

# N: curves.
levels = reach(median(9), NINE, B12)
epsilons = [0.1, 0.5, 1, 2, 5, 10]
question = ask("errors", nine, B12, mechanisms=["exact"], epsilons=epsilons)
for at, epsilon in enumerate(epsilons):
    row("N1", f"median of nine: E|M − 5|, ε = {epsilon}", question, f"/errors/0/curve/{at}",
        Law(levels, epsilon).expect(1, five))
question = ask("sensitivity", normal, B10)
for k in [0, 1, 2, 5, 10, 20, 50, 51]:
    row("N2", f"median of 101 normal: LS^({k})", question, f"/local/{k}", local(50, NORMAL, B10, k))
sensitivities = [local(50, NORMAL, B10, k) for k in range(102)]
law = Law(reach(median(101), NORMAL, B10), 1)
question = ask("errors", normal, B10,
               mechanisms=["exact", "local", "tight", "smooth-cauchy", "smooth-laplace", "laplace"])
row("N3", "101 normal, exact: mean", question, "/errors/0/mean", law.expect(1, mpf(0)))
row("N3", "101 normal, exact: 95 %", question, "/errors/0/q95", law.error_quantile(mpf(0), mpf("0.95")))
row("N3", "101 normal, tight: mean", question, "/errors/1/mean",
    Law(approximate(sensitivities, mpf(0), B10), 1).expect(1, mpf(0)))
row("N3", "101 normal, local: mean", question, "/errors/2/mean",
    Law(approximate(sensitivities[1:], mpf(0), B10), 1).expect(1, mpf(0)))
row("N3", "101 normal, Laplace: mean", question, "/errors/3/mean", 20)
row("N3", "101 normal, smooth Laplace: mean", question, "/errors/4/mean", 2 * smooth(betas["1/(2 ln 2e6)"]))
row("N3", "101 normal, Cauchy: median", question, "/errors/5/median", 2 * smooth(mpf(1) / 2))
changed = [v if v != 5 else 12 for v in NINE]
laws = [Law(widened(reach(median(9), x, B12), "0.25", B12), 1) for x in (NINE, changed)]
worst, tv = compared(*laws)
question = ask("audit", nine, B12, smoothing=0.25, record=4, becomes=12, places=[5, 6, 11])
row("N7", "nine with 5 → 12: largest loss", question, "/largest", worst)
row("N7", "nine with 5 → 12: total variation", question, "/total-variation", tv)
for at, place in enumerate([5, 6, 11]):
    row("N7", f"nine with 5 → 12: loss at {place}", question, f"/losses/{at}",
        log(laws[0].density(mpf(place)) / laws[1].density(mpf(place))))

# The grid: the law by counting.
levels = widened(reach(Trimmed(0), [1, 2, 3], B4), "0", B4)
points = [mpf(j) / 2 for j in range(9)]
lengths = [next(k for k, (l, h) in enumerate(levels) if l <= t <= h) for t in points]
weights = [exp(-mpf(k) / 2) for k in lengths]
question = ask("laws", {"kind": "values", "values": [3, 1, 2]}, B4, statistic={"kind": "mean"}, grid=0.5,
               mechanisms=["exact"], places=[2, 0.5])
row("K1", "grid: probability of 2", question, "/laws/0/densities/0", weights[4] / sum(weights))
row("K1", "grid: probability of 0.5", question, "/laws/0/densities/1", weights[1] / sum(weights))
row("K1", "grid: E|M − 2|", question, "/laws/0/mean-distance",
    sum(w * abs(t - 2) for w, t in zip(weights, points)) / sum(weights))
for k in range(max(lengths) + 1):
    row("K1", f"grid: P[len = {k}]", question, f"/laws/0/chances/{k}",
        sum(w for w, length in zip(weights, lengths) if length == k) / sum(weights))

# The trim: noise of each.
question = ask("trim", normal, B10, "unbounded", smoothing=0.01)
for m in [0, 1, 10, 50]:
    levels = widened(reach(Trimmed(m), NORMAL, B10, bounded=False), "0.01", B10)
    row("K2", f"101 normal trimmed by {m}: noise", question, f"/noise/{m}",
        Law(levels, 1).expect(1, Trimmed(m)(NORMAL)))

path = Path(__file__).with_name("inverse_sensitivity.jsonl")
path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in ROWS))
print(len(ROWS), "rows")
