"""Writes ../truths.jsonl: questions with a value that was computed without this program.

`python generate.py`, with mpmath, gmpy2, numpy and scipy; about two minutes. Numbers of a question are read as the
floats they are. Fields of a row:

- `id`, `about` (why it is asked), `by` (how the truth was found), `question`;
- `of`: what the truth is about: `plan`, `curve`, `amplify`, `advantage`, `true-positive`, `solve`, or `nothing` where
  nothing may be promised;
- `truth`: a number as text, for a view one per point; `[least, most]` where the exact value is only known to lie
  between, or where two definitions are in use;
- `tolerance`: relative error of the truth itself, 4e-16 (its rounding to a float) if absent;
- `within`: how far the best bound may lie above the truth, relatively;
- `lower`: `absent` where no lower end is known for what is asked;
- `says`: a word that the answer must contain.
"""

import json

import numpy as np
from mpmath import erfinv, exp, expm1, findroot, log, log1p, mp, mpc, mpf, pi, quad, sqrt

import census
from pairs import (
    Contour,
    binomial_renyi,
    discrete_gaussian_on_sample,
    falling_root,
    gaussian_profile,
    normal,
    pair_profile,
    pure_on_sample,
    renyi,
    replaced,
    sampled,
    sampled_gaussian,
    two_outcomes,
)

ROWS = []


def text(value):
    if isinstance(value, (list, tuple)):
        return [text(one) for one in value]
    return value if isinstance(value, str) else mp.nstr(mpf(value), 20)


def row(name, about, by, question, of, truth=None, **rest):
    if "releases" in question:
        question["releases"] = question["releases"] if isinstance(question["releases"], list) else [question["releases"]]
    line = {"id": name, "about": about, "by": by, "question": question, "of": of}
    if truth is not None:
        line["truth"] = text(truth)
    ROWS.append({**line, **rest})
    print(name, line.get("truth"), flush=True)


def release(count, mechanism, sampling=None):
    one = {"count": count, "mechanism": mechanism}
    return {**one, "sampling": {"kind": sampling[0], "rate": sampling[1]}} if sampling else one


def gaussian(sigma):
    return {"kind": "gaussian", "sigma": sigma}


def two_gaussians(first, second):
    return {
        "kind": "gaussian-pair",
        "mean_first": first[0],
        "deviation_first": first[1],
        "mean_second": second[0],
        "deviation_second": second[1],
    }


def plan(neighbours, releases, target, accountants=None):
    question = {"ask": "plan", "neighbours": neighbours, "releases": releases, "target": target}
    return {**question, "accountants": accountants} if accountants else question


def curve(view, neighbours, releases, grid, accountants=None):
    question = {"ask": "curve", "view": view, "neighbours": neighbours, "releases": releases, "grid": grid}
    return {**question, "accountants": accountants} if accountants else question


def epsilon_of(contour, delta, low, high):
    return findroot(lambda e: log(contour.delta(e) / mpf(delta)), (mpf(low), mpf(high)), solver="anderson", tol=1e-26)


def one_direction():
    about = "composition theorems that need both directions, asked in one"
    for name, rate, sigma, low, high in (("dp-sgd-add", 0.01, 1, 1.41, 1.42), ("dp-sgd-add-loud", 0.05, 0.5, 24.3, 24.4)):
        line = Contour(sampled_gaussian(rate, sigma, "add"), 1000, low)
        question = plan("add", release(1000, gaussian(sigma), ("poisson", rate)), {"delta": 1e-5})
        row(name, about, "contour, 40 digits", question, "plan", epsilon_of(line, 1e-5, low, high), within=1e-4)
    line = Contour(sampled_gaussian(0.01, 1, "add"), 10000, 5.6)
    question = plan("add", release(10000, gaussian(1), ("poisson", 0.01)), {"delta": 1e-5})
    row("dp-sgd-add-long", about, "contour, 40 digits", question, "plan", epsilon_of(line, 1e-5, 5.61, 5.62), within=1e-4)
    p, q = mpf(0.999999999), mpf(0.99)
    found = log((p**10000 - mpf(1e-5)) / q**10000)
    assert abs(two_outcomes((p, 1 - p), (q, 1 - q), 10000, found) / mpf(1e-5) - 1) < 1e-25
    point = {"kind": "two-point", "p": 0.999999999, "q": 0.99}
    row("rare-output", about, "the largest loss alone, closed form", plan("remove", release(10000, point), {"delta": 1e-5}),
        "plan", found, within=1e-4)
    p, q = mpf(0.99), mpf(0.95)
    row("advantage-by-classic", about, "binomial sum",
        {"ask": "attack", "releases": [release(200, {"kind": "two-point", "p": 0.99, "q": 0.95})], "accountants": ["classic"]},
        "advantage", two_outcomes((p, 1 - p), (q, 1 - q), 200, mpf(0)))


WIDE = ((0.48, 12.75), (6.11, 17.66))


def sampled_pairs():
    about = "a sampled pair of normal laws when a person is added"
    first, second = (0, 1.048), (1.3, 1.968)

    def inside(delta, *pair):
        return lambda e: max(pair_profile(*pair, d, e) for d in ("remove", "add")) > mpf(delta)

    row("pair-add", about, "ends of the set of large losses, 40 digits",
        plan("add-remove", release(1, two_gaussians(first, second), ("poisson", 0.897)), {"delta": 1e-6}), "plan",
        falling_root(lambda e: pair_profile(first, second, 0.897, "add", e) > mpf(1e-6), 1, 2.273), within=1e-4)
    line = Contour(sampled(*WIDE, 0.5, "add", mpf(1) / 2), 10, 6.75, share=0.7, stop="1e-24")
    row("pair-add-faint", about, "contour, 40 digits; removal ends at 2.4",
        plan("add-remove", release(10, two_gaussians(*WIDE), ("poisson", 0.5)), {"delta": 1e-20}), "plan",
        epsilon_of(line, 1e-20, 6.7, 6.8), tolerance=1e-15, within=1e-4)
    orders = [50, 60, 100, 1000]
    nodes = [sampled(*WIDE, 0.5, d, mpf(1) / 2) for d in ("remove", "add")]
    row("pair-renyi", about, "trapezoid rule, 40 digits",
        curve("renyi", "add-remove", release(1, two_gaussians(*WIDE), ("poisson", 0.5)), orders), "curve",
        [max(renyi(law, order) for law in nodes) for order in orders])
    row("pair-optimal", about, "ends of the set of large losses, 40 digits",
        plan("add-remove", release(1, two_gaussians(*WIDE), ("poisson", 0.9)), {"delta": 0.0085}, ["exact", "rdp-optimal"]),
        "plan", falling_root(inside(0.0085, *WIDE, 0.9), 1, 2.3), within=1e-9)


def optimal_moments():
    about = "the best conversion of a Rényi curve, where losses or their powers leave the floats"
    row("infinite-loss", about, "more probability at infinity than δ",
        plan("add-remove", release(1, {"kind": "approximate", "epsilon": 1, "delta": 0.001}), {"delta": 1e-5},
             ["exact", "rdp-optimal"]), "plan", "inf")
    mu = sqrt(mpf(1200))
    found = findroot(lambda e: log(gaussian_profile(mu, e) / mpf(1e-5)), (745, 748), solver="anderson")
    row("beyond-708", about, "closed form", plan("add-remove", release(1200, gaussian(1)), {"delta": 1e-5},
        ["exact", "rdp-optimal"]), "plan", found, within=1e-9)

    def hits(e):
        # P₊ and P₀ overlap in e^{−312}: the number of hits decides which normal law the loss has.
        ways = lambda k: mp.binomial(10, k) / mpf(1024)
        return sum(ways(k) * gaussian_profile(sqrt(k) / mpf(0.02), e + 10 * log(mpf(2))) for k in range(1, 11))

    row("losses-in-thousands", about, "mixture over the number of hits, closed form to e^-300",
        plan("add-remove", release(10, gaussian(0.02), ("poisson", 0.5)), {"delta": 1e-5}, ["fourier", "rdp-optimal"]),
        "plan", findroot(lambda e: log(hits(e) / mpf(1e-5)), (12857, 12860), solver="anderson"), within=1e-4)
    p, q = pure_on_sample(0.0265, 0.00015, "add")
    row("tiny-epsilon", about, "closed form", plan("add", release(1, {"kind": "pure", "epsilon": 0.0265}, ("poisson", 0.00015)),
        {"delta": 2.3e-7}, ["exact", "rdp-optimal"]), "plan", log((p[1] - mpf(2.3e-7)) / q[1]), within=1e-9)
    row("coin", about, "closed form", plan("add-remove", release(1, {"kind": "randomized-response", "truth": 0.75}),
        {"epsilon": 0}, ["exact", "rdp-optimal"]), "plan", "0.5", within=1e-9)


def large_losses():
    about = "views of sampled releases with losses above 709"
    # Disjoint P₊ and P₀: min of ½(1 − x) and 1 − 2x, or its convex hull ½ − x.
    shaky = release(1, gaussian(0.02), ("poisson", 0.5))
    row("loud-trade-off", about, "closed form to e^-300; between the smaller of two curves and its convex hull",
        curve("trade-off", "add-remove", shaky, [0.01, 0.1, 0.5]), "curve",
        [["0.49", "0.495"], ["0.4", "0.45"], ["0", "0"]], tolerance=1e-13)
    row("loud-trade-off-both", about, "closed form to e^-300; between the smaller of two curves and its convex hull",
        curve("trade-off", "add-remove", shaky, [0.01, 0.1], ["exact", "fourier"]), "curve",
        [["0.49", "0.495"], ["0.4", "0.45"]], tolerance=1e-13)
    orders = [1, 2, 10]
    row("far-shift", about, "sum over the whole numbers, 40 digits",
        curve("renyi", "add", release(1, {"kind": "discrete-gaussian", "sigma": 4.43, "sensitivity": 100}, ("poisson", 0.01)), orders),
        "curve", [discrete_gaussian_on_sample(4.43, 100, 0.01, "add", order) for order in orders])
    row("loud-mean", about, "trapezoid rule, 40 digits", curve("renyi", "add-remove", release(1, gaussian(0.05), ("poisson", 0.5)), [1]),
        "curve", [renyi(sampled_gaussian(0.5, 0.05, "remove", step=mpf(0.05) ** 2 / 9), 1)])
    row("near-order-one", "a Rényi divergence next to order 1", "trapezoid rule, 40 digits",
        curve("renyi", "remove", release(1, gaussian(1), ("poisson", 0.001)), [1.01]), "curve",
        [renyi(sampled_gaussian(0.001, 1, "remove"), mpf(1.01))])
    sigma = mpf(2.8877634059972728)
    quantile = lambda p: sqrt(mpf(2)) * erfinv(2 * p - 1)
    row("gaussian-trade-off", "both ends of a trade-off curve are ends", "closed form",
        curve("trade-off", "add-remove", release(1, gaussian(2.8877634059972728)), [0.01, 0.9], ["exact", "fourier", "pld"]),
        "curve", [normal(quantile(1 - mpf(x)) - 1 / sigma) for x in (0.01, 0.9)])


def objective():
    def release_of(count, lipschitz, smoothness, sigma, regularization, sampling=None):
        return release(count, {"kind": "objective-perturbation", "lipschitz": lipschitz, "smoothness": smoothness,
                               "sigma": sigma, "regularization": regularization}, sampling)

    twice = release_of(2, 1, 1, 5, 5)
    about = "objective perturbation promises nothing when a person is replaced"
    for name, target in (("objective-replaced-epsilon", {"delta": 0.5}), ("objective-replaced-delta", {"epsilon": 0.3})):
        row(name, about, "no theorem covers it", plan("replace", twice, target), "nothing")
    row("objective-loud", "losses of 5e7 on a sample need neither memory nor time",
        "linear losses: normal noise far from overlapping, 1 − ¼",
        plan("add-remove", release_of(2, 100, 0, 0.01, 100, ("poisson", 0.5)), {"epsilon": 1}, ["rdp"]), "plan", "0.75",
        lower="absent")
    row("objective-many", "the pair bounds the mechanism from above: no lower end", "no data set is known to attain it",
        plan("add-remove", release_of(1000, 1, 0.25, 50, 200), {"delta": 1e-5}), "plan", ["0", "inf"], lower="absent")
    row("objective-everything", "δ = 1 asks for nothing", "definition",
        plan("add-remove", release_of(2, 1, 0.1, 5, 10), {"delta": 1}), "plan", "0", within=0)


def shapes():
    row("two-unstable", "the largest finite loss of two releases is below 0", "only outputs that give the person away: 1 − 0.95²",
        plan("add-remove", release(2, {"kind": "instability", "epsilon": 0.1, "delta": 0.05}), {"epsilon": 1}), "plan",
        1 - (1 - mpf(0.05)) ** 2, within=1e-4)
    row("beyond-finite-losses", "a fixed ε beyond all finite losses", "1 − (1 − δ)^10",
        plan("add-remove", release(10, {"kind": "approximate", "epsilon": 0.1, "delta": 1e-6}), {"epsilon": 2}), "plan",
        -expm1(10 * log1p(-mpf(1e-6))), within=1e-4)
    scale = mpf(0.1845)
    end = 1 / scale

    def moment(z):
        high, low = exp(end * z), exp(-end * (z + 1))
        return log((high + low) / 2 + (high - low) / (2 * (2 * z + 1)))

    def delta(epsilon, centre=mpf("0.06"), turns=2500):
        step, total = 2 * pi / turns, mpf(0)
        for at in range(turns):
            z = mpc(centre, at * step)
            total += (exp(407 * moment(z) - z * epsilon) / (z * (z + 1))).real / (2 if at == 0 else 1)
        return total * step / pi

    about = "an estimate is no bound"
    row("many-laplace", about, "contour, 40 digits", plan("add-remove", release(407, {"kind": "laplace", "scale": 0.1845}),
        {"delta": 5.5e-6}, ["fourier", "fourier-as-published"]), "plan",
        findroot(lambda e: log(delta(e) / mpf(5.5e-6)), (1937.6, 1937.7), solver="anderson", tol=1e-26), within=1e-4)
    # Next to 2/b both outputs have the largest loss but for a share ½(2a − ε)·½ of the density there.
    row("two-laplace", about, "two-fold convolution by quadrature", plan("add-remove", release(2, {"kind": "laplace", "scale": 2.45}),
        {"delta": 1e-6}, ["fourier", "fourier-as-published"]), "plan", two_laplace(), within=1e-4)
    p, q = mpf(0.5000000044642847), 1 - mpf(0.5000000044642847)
    about = "atoms close to each other"
    row("near-coins", about, "binomial sum, 40 digits", plan("remove", release(3, {"kind": "randomized-response", "truth": 0.5000000044642847}),
        {"epsilon": 0}, ["fourier"]), "plan", two_outcomes((p, q), (q, p), 3, mpf(0)))
    epsilon0, rate, epsilon = 0.02575631557502508, 0.00020658988340327316, 2.7739016900972134e-06
    p, q = pure_on_sample(epsilon0, rate, "remove")
    row("near-coins-sampled", about, "binomial sum, 40 digits", plan("remove", release(3, {"kind": "pure", "epsilon": epsilon0}, ("poisson", rate)),
        {"epsilon": epsilon}, ["fourier"]), "plan", two_outcomes(p, q, 3, mpf(epsilon)))
    about = "rounding of very many releases"
    for name, count, sigma, rate, epsilon, direction in (
        ("many-sampled-add", 338778626, 2.9292307834542815, 0.0002469767220605938, 6.925293043806059, "add"),
        ("many-sampled-remove", 2082500, 5.646031739314613, 0.010106863877793975, 13.37194398232579, "remove"),
    ):
        mp.dps = 50
        line = Contour(sampled_gaussian(rate, sigma, direction, step=mpf(sigma) / 10), count, epsilon)
        row(name, about, "contour, 50 digits, two lines and two grids", plan(direction, release(count, gaussian(sigma), ("poisson", rate)),
            {"epsilon": epsilon}, ["fourier"]), "plan", line.delta(mpf(epsilon)))
        mp.dps = 40
    about = "rates that underflow"
    row("silent-beside-loud", about, "the second release says nothing; the first 1 − 1e-57", plan("replace",
        [release(1000, {"kind": "randomized-response", "truth": 0.75}), release(1, {"kind": "pure", "epsilon": 1e-30}, ("poisson", 1e-300))],
        {"epsilon": 1}, ["pld"]), "plan", "1")
    row("silent", about, "1 − e^-1: neither release says anything", plan("replace", release(2, {"kind": "laplace", "scale": 1}, ("subset", 5e-324)),
        {"epsilon": -1}, ["pld"]), "plan", -expm1(mpf(-1)))


def two_laplace():
    end = 1 / mpf(2.45)
    half, other = mpf(1) / 2, exp(-end) / 2
    between = lambda loss: exp(-(end - loss) / 2) / 4

    def delta(epsilon):
        gain = lambda loss: -expm1(epsilon - loss)
        one = quad(lambda loss: between(loss) * gain(loss + end), [epsilon - end, end])
        both = lambda loss: quad(lambda more: between(more) * gain(loss + more), [epsilon - loss, end])
        two = quad(lambda loss: between(loss) * both(loss), [epsilon - end, end])
        assert epsilon > 0 and other > 0
        return half * half * gain(2 * end) + 2 * half * one + two

    mp.dps = 30
    found = findroot(lambda e: log(delta(e) / mpf(1e-6)), (2 * end - mpf("1e-5"), 2 * end - mpf("1e-6")), solver="anderson", tol=1e-22)
    mp.dps = 40
    return found


def amplified():
    about = "the Rényi curve of a mechanism on a sample, by the worse direction"

    def question(mechanism, rate, orders):
        return {"ask": "amplify", "mechanism": mechanism, "rate": rate, "orders": orders}

    with_, without = (mpf(0.93), 1 - mpf(0.93)), (mpf(0.38), 1 - mpf(0.38))
    mixture = [(a + b) / 2 for a, b in zip(with_, without)]
    one = lambda p, q, order: log(sum(a**order * b ** (1 - order) for a, b in zip(p, q))) / (order - 1)
    row("amplify-uneven", about, "sum of two atoms", question({"kind": "two-point", "p": 0.93, "q": 0.38}, 0.5, [2, 3]), "amplify",
        [max(one(mixture, without, order), one(without, mixture, order)) for order in (2, 3)])
    row("amplify-loud", about, "binomial sum", question(gaussian(0.1), 0.01, [64, 128]), "amplify",
        [binomial_renyi(0.01, 0.1, order) for order in (64, 128)])
    sigma = 0.33449560046990473
    row("amplify-discrete", about, "sum over the whole numbers", question({"kind": "discrete-gaussian", "sigma": sigma, "sensitivity": 2}, 0.01, [6]),
        "amplify", [discrete_gaussian_on_sample(sigma, 2, 0.01, "remove", 6)])


def equilateral():
    """One of three outputs at mutual distance 1: what exchanging a person of a subset can do, by a 2-d contour."""
    rate, count, epsilon, step = 0.01, 10000, 1.0, 0.25
    x, y = np.meshgrid(np.arange(-10, 11.5, step), np.arange(-10, 11.5, step))
    base = np.exp(-(x**2 + y**2) / 2) / (2 * np.pi) * step * step
    first, second = [np.log1p(rate * np.expm1(np.sqrt(3) / 2 * x + side * y - 0.5)) for side in (0.5, -0.5)]
    weights, losses = base * np.exp(first), first - second
    line, turn, total = 1.0, 2 * np.pi / 80, 0.0
    for at in range(800):
        z = line + 1j * at * turn
        value = np.exp(count * np.log(np.sum(weights * np.exp(z * losses))) - z * epsilon) / (z * (z + 1))
        total += value.real / (2 if at == 0 else 1)
    return total * turn / np.pi


def relations():
    row("subset-replaced", "exchanging a person of a subset is dominated, not attained", "three outputs at mutual distance 1 reach this; 2-d contour",
        plan("replace", release(10000, gaussian(1), ("subset", 0.01)), {"epsilon": 1}, ["fourier", "pld"]), "plan",
        [repr(round(float(equilateral()), 11)), "1"], lower="absent")
    found = mpf(0.1) * gaussian_profile(mpf(1), log1p(expm1(mpf(1)) / mpf(0.1)))
    row("subset-joined", "who joins a subset displaces another: the noise is measured for an exchange", "closed form",
        plan("add-remove", release(1, gaussian(1), ("subset", 0.1)), {"epsilon": 1}), "plan", found, within=1e-9, says="exchange")
    about = "one person of a Poisson sample is exchanged: the pair of DP-SGD"
    for rate, sigma, epsilon in ((0.01, 1, 0.01), (0.1, 0.5, 1), (0.5, 1, 0.5), (0.3, 0.7, 2)):
        row(f"replaced-once-{rate}-{sigma}", about, "quadrature, 40 digits", plan("replace", release(1, gaussian(sigma), ("poisson", rate)),
            {"epsilon": epsilon}), "plan", replaced_once(mpf(rate), mpf(sigma), mpf(epsilon)), within=1e-4)
    for rate, sigma, count, epsilon in ((0.01, 1, 100, 0.1), (0.05, 0.8, 100, 1), (0.001, 0.6, 10000, 0.5), (0.01, 1, 10000, 1)):
        line = Contour(replaced(rate, sigma, step=min(mpf(sigma), mpf(sigma) ** 2) / 20), count, epsilon)
        row(f"replaced-{count}-{rate}-{sigma}", about, "contour, 40 digits", plan("replace", release(count, gaussian(sigma), ("poisson", rate)),
            {"epsilon": epsilon}), "plan", line.delta(mpf(epsilon)), within=1e-4)


def replaced_once(rate, sigma, epsilon):
    half = mpf(1) / 2

    def excess(x):
        near = (1 - rate) * normal_density(x, sigma)
        return near + rate * normal_density(x - half, sigma) - exp(epsilon) * (near + rate * normal_density(x + half, sigma))

    start = falling_root(lambda x: excess(x) < 0, 0, 50)
    return quad(excess, [start + sigma * k for k in (0, 1, 2, 4, 8, 16)])


def normal_density(x, sigma):
    return exp(-((x / sigma) ** 2) / 2) / (sigma * sqrt(2 * pi))


def attacks():
    mu, atom, lost, rate = mpf(10) / 50, mpf(0.01), mpf(1e-5), mpf(0.001)
    truth = 1 / (1 + exp(-atom))
    named = lambda t, side, share: (1 - lost) * (share * normal(-(t - atom) / mu + side) + (1 - share) * normal(-(t + atom) / mu + side))
    cut = findroot(lambda t: named(t, -mu / 2, 1 - truth) - rate, (0.5, 0.7), solver="anderson")
    row("test-with-giveaway", "a test beside outputs that give the person away", "likelihood ratio test, closed form",
        {"ask": "attack", "releases": [release(100, gaussian(50)), release(1, {"kind": "approximate", "epsilon": 0.01, "delta": 1e-5})],
         "false-positive": [0.001]}, "true-positive", lost + named(cut, mu / 2, truth), within=1e-2)


def solutions():
    def epsilon(sigma):
        most = int(40 * sigma) + 30
        weights = {x: exp(-mpf(x * x) / (2 * sigma**2)) for x in range(-most, most + 1)}
        norm = sum(weights.values())
        losses = {x: (1 - 2 * x) / (2 * sigma**2) for x in weights}
        delta = lambda e: sum(weights[x] / norm * -expm1(e - losses[x]) for x in weights if losses[x] > e)
        return delta(mpf(16)) > mpf(1e-5)

    mp.dps = 25
    edges = [falling_root(epsilon, 0.17, 0.18), falling_root(lambda s: not epsilon(s), 0.2, 0.215), falling_root(epsilon, 0.3, 0.32)]
    mp.dps = 40
    row("noise-on-whole-numbers", "more discrete noise may lose more: the answer is inside, wherever the search starts",
        "exact sums; inside are the first to the second value, and from the third on",
        {"ask": "solve", "unknown": {"release": 0, "field": "sigma"}, "releases": [{"mechanism": {"kind": "discrete-gaussian", "sensitivity": 1}}],
         "target": {"epsilon": 16, "delta": 1e-5}}, "solve", edges, tolerance=1e-6)


def counts_of_the_census():
    epsilons = [14.5, 26.0]
    for epsilon, first, second in zip(epsilons, census.deltas(epsilons, 1.3), census.deltas(epsilons, 1.7)):
        assert abs(first / second - 1) < 1e-13
        row(f"census-{epsilon:g}", "discrete Gaussian noise of six scales", "tilted transform on the lattice of losses, 64 bits of mantissa",
            plan("add-remove", census.releases(), {"epsilon": epsilon}), "plan", np.format_float_scientific(first, precision=15),
            tolerance=1e-12, within=1e-6)


if __name__ == "__main__":
    for part in (one_direction, sampled_pairs, optimal_moments, large_losses, objective, shapes, amplified, relations, attacks,
                 solutions, counts_of_the_census):
        part()
    with open("../truths.jsonl", "w", encoding="utf-8") as file:
        for line in ROWS:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
