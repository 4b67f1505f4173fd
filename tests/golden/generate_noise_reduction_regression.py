"""Golden rows of private regression: noise_reduction_regression.jsonl.

By mpmath with 30 digits, from the definitions: sums over people, eigenvectors of whole matrices, a root of the secular
equation, Newton's method, quadrature of the failure probability. Nothing is taken from the program under test. The rows of S1
are means over draws of another program, with their band as tolerance.

    python3 tests/golden/generate_noise_reduction_regression.py
"""

import json
from pathlib import Path

from mpmath import mp, mpf, matrix, sqrt, log, exp, quad, findroot, eigsy, lu_solve, ceil, log1p

mp.dps = 30
ROWS = []
CLOSE = 1e-11


def row(ident, quantity, question, pointer, value, tolerance=CLOSE):
    ROWS.append({"id": ident, "quantity": quantity, "question": question, "pointer": pointer,
                 "value": float(value), "tolerance": tolerance})


def fail(a, tests):
    """P[max of T Laplace(2) noises - Laplace(1) noise > a]."""
    def below(x):
        return exp(x / 2) / 2 if x < 0 else 1 - exp(-x / 2) / 2

    def part(w):
        x = a + w
        tail = exp(-x / 2) / 2 if x >= 0 else None
        power = exp(tests * log1p(-tail)) if tail is not None else below(x) ** tests
        return exp(-abs(w)) / 2 * (1 - power)
    cuts = sorted({mpf(-60), -a, mpf(0), mpf(60)} | {mpf(c) for c in range(-60, 61, 3)})
    return quad(part, cuts)


def exact_distance(gamma, tests):
    low, high = mpf(0), 4 * log(2 * tests / gamma)
    for _ in range(60):
        middle = (low + high) / 2
        if fail(middle, tests) > gamma:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def theory(**fields):
    return {"ask": "accuracy-first-theory", **fields}


def closed_forms():
    n, lam, gamma, levels = mpf(100000), mpf("0.005"), mpf("0.1"), 1000
    ridge = dict(people=100000, dimension=77, regularization=0.005)
    logit = dict(loss="logistic", people=100000, dimension=38, regularization=0.005)
    reach = {"ridge": 1 / sqrt(lam), "logit": sqrt(2 * log(2) / lam)}
    delta = {"ridge": (reach["ridge"] + 1) ** 2 / n,
             "logit": 2 / n * log((1 + exp(reach["logit"])) / (1 + exp(-reach["logit"])))}
    for name, question in (("ridge", ridge), ("logit", logit)):
        row("C1", f"M, {name}", theory(**question), "/radius/value", reach[name])
        row("C1", f"Delta of the excess risk, {name}", theory(**question), "/query-sensitivity/value", delta[name])
    for alpha in ("0.05", "0.005", "0.2"):
        a = mpf(alpha)
        asked = {"alpha": float(alpha)}
        row("C2", f"eps_0, ridge, alpha = {alpha}", theory(**ridge, **asked), "/tests/0/epsilon/value",
            16 * delta["ridge"] * log(2 * levels / gamma) / a)
        ratio = 77 / lam
        covariance = 4 * sqrt(2) * (2 * sqrt(ratio) + ratio) / (n * a)
        row("C2", f"eps of covariance perturbation, p = 77, alpha = {alpha}", theory(**ridge, **asked),
            "/theories/0/epsilon/value", covariance)
        row("C2", "half of it", theory(**ridge, **asked), "/theories/1/epsilon/value", covariance / 2)
        row("C2", f"eps_0, logistic, alpha = {alpha}", theory(**logit, **asked), "/tests/0/epsilon/value",
            32 * log(2 * levels / gamma) * sqrt(2 * log(2) / lam) / (n * a))
        first, second = 2 * sqrt(2) * 38 / (n * lam), 4 * mpf(38) ** 2 / (n ** 2 * lam)
        row("C2", f"eps of output perturbation, logistic, p = 38, alpha = {alpha}", theory(**logit, **asked),
            "/theories/0/epsilon/value", (first + sqrt(first ** 2 + 4 * a * second)) / (2 * a))
    a, p, big = mpf("0.05"), mpf(77), reach["ridge"] + 1
    asked = theory(**ridge, alpha=0.05)
    row("C3", "eps of output perturbation, ridge, as printed", asked, "/theories/3/epsilon/value",
        big * p * sqrt((1 / n + lam) / (n * lam * a)))
    row("C3", "eps of output perturbation, ridge, corrected", asked, "/theories/2/epsilon/value",
        big * sqrt(p * (1 + lam * p) / (n * lam * a)))
    row("A.8", "how far one person moves the minimizer, as published", asked, "/minimizer-sensitivities/0/value",
        big * sqrt(p / (n * lam)))
    row("A.8", "the same by gradients", asked, "/minimizer-sensitivities/1/value", 2 * big * sqrt(p) / (n * lam))
    last = 4 * 4 * sqrt(2) * (2 * sqrt(p / lam) + p / lam) / (n * a)
    tests = int(ceil(log(last * n) / log(2)))
    row("C4", "tests of doubling", asked, "/doubling/tests", tests)
    for k in (10, 17, 18, 23):
        row("C4", f"cost of doubling that stops at {k}", asked, f"/doubling/losses/{k - 1}",
            2 * k * delta["ridge"] * log(tests / gamma) / a + (mpf(2) ** k - 1) / n)
    row("C9", "how likely doubling errs", asked, "/doubling/mistake", 1 - (1 - gamma / (2 * tests)) ** tests)
    distance = exact_distance(gamma, levels)
    row("C5", "eps_0, ridge, exact calibration", asked, "/tests/2/epsilon/value", 4 * delta["ridge"] * distance / a, 1e-9)
    for levels, lam in ((1000, "0.005"), (100, "0.005"), (1000, "0.1")):
        question = theory(people=100000, dimension=10, regularization=float(lam), **{"level-count": levels})
        exact = exact_distance(gamma, levels)
        for at, distance in ((0, 4 * log(2 * levels / gamma)), (2, exact)):
            p = 1
            # 4 sqrt2 (2 sqrt(p/lambda) + p/lambda) >= 4 (M + 1)^2 a: n and alpha cancel.
            while sqrt(2) * (2 * sqrt(p / mpf(lam)) + p / mpf(lam)) < (1 / sqrt(mpf(lam)) + 1) ** 2 * distance:
                p += 1
            row("C7", f"break-even, T = {levels}, lambda = {lam}, calibration {at}", question,
                f"/theories/0/break-even/{at}", p)


EIGHT = [(".5", ".5", ".6"), ("-.3", ".6", ".1"), (".9", "-.1", ".7"), (".2", ".7", ".5"), ("-.6", "-.4", "-.8"),
         (".1", "-.8", "-.3"), (".4", "0", ".2"), ("-.5", ".2", "-.4")]


def fit(**fields):
    return {"ask": "accuracy-first-fit", **fields}


def small_data():
    n, lam = mpf(8), mpf("0.1")
    X = matrix([[mpf(x) for x in r[:2]] for r in EIGHT])
    y = matrix([mpf(r[2]) for r in EIGHT])
    rows = [[float(x) for x in r] for r in EIGHT]
    base = dict(data={"kind": "rows", "rows": rows}, regularization=0.1)

    def loss(theta):
        rest = y - X * theta
        return (rest.T * rest)[0] / (2 * n) + lam / 2 * (theta.T * theta)[0]
    best = lu_solve(X.T * X / n + lam * mp.eye(2), X.T * y / n)
    question = fit(**base)
    for at in (0, 1):
        row("D1", f"minimizer, entry {at}", question, f"/minimizer/theta/{at}", best[at])
    row("D1", "L at the minimizer", question, "/minimizer/loss", loss(best))
    row("D1", "L at 0", question, "/minimizer/loss-at-zero", loss(matrix([0, 0])))

    def ball(noise, name, check=None):
        B = matrix([[noise[0], noise[1]], [noise[2], noise[3]]])
        b = matrix(noise[4:])
        Z = X.T * X + B
        A = (Z + Z.T) / (2 * n) + lam * mp.eye(2)
        g = (X.T * y + b) / n
        values, Q = eigsy(A)
        c = Q.T * g
        radius = 1 / sqrt(lam)

        def at(mu):
            return Q * matrix([c[i] / (values[i] + mu) for i in (0, 1)])
        least = min(values)
        mu = mpf(0)
        if least <= 0 or mp.norm(at(0)) > radius:
            low, high = max(mpf(0), -least) + mpf(10) ** -25, max(mpf(0), -least) + mp.norm(g) / radius
            for _ in range(120):
                mu = (low + high) / 2
                if mp.norm(at(mu)) > radius:
                    low = mu
                else:
                    high = mu
        theta = at(mu)
        typed = fit(**base, **{"typed-noise": [float(x) for x in noise]})
        for i in (0, 1):
            row(name, f"model, entry {i}", typed, f"/model/theta/{i}", theta[i])
        row(name, "multiplier", typed, "/model/multiplier", mu)
        row(name, "excess risk", typed, "/model/excess", loss(theta) - loss(best))
        row(name, "smallest eigenvalue", typed, "/model/smallest", least)
        short = at(0)
        short = short * min(mpf(1), radius / mp.norm(short))
        typed = {**typed, "ball-solver": "inverse-rescale"}
        for i in (0, 1):
            row(name, f"inverse and rescale, entry {i}", typed, f"/model/theta/{i}", short[i])
        row(name, "inverse and rescale, excess risk", typed, "/model/excess", loss(short) - loss(best))
    ball([mpf(x) for x in ("1", "-2", ".5", ".3", ".4", "-.7")], "D2")
    ball([mpf(x) for x in ("-9", "3", "-1", "2", "1", "2")], "D3")
    scale = (1 / sqrt(lam) + 1) * sqrt(2 / (n * lam))
    question = fit(**base, perturbation="output", epsilon=1)
    row("D5", "scale of output noise", question, "/model/scale", scale)
    frobenius = sum(x ** 2 for x in X)
    row("D5", "exact expected excess", question, "/risks/2/risk/number", scale ** 2 * (frobenius / n + 2 * lam))
    row("D5", "corrected bound", question, "/risks/0/risk/number", scale ** 2 * (1 + 2 * lam))
    alike = fit(data={"kind": "statistics", "people": 1000, "diagonal": [1], "linear": [0.5]}, regularization=0.01,
                perturbation="output")
    n, lam = mpf(1000), mpf("0.01")
    row("D6", "exact over printed where everyone has x = 1", alike, "/exact-over-printed", (1 + lam) / (1 / n + lam))
    n, lam = mpf(2000), mpf("0.2")
    S, c = [mpf("0.5"), mpf("0.3"), mpf("0.2")], [mpf("0.2"), mpf("-0.1"), mpf("0.05")]
    H = [s + lam for s in S]
    best = [c[i] / H[i] for i in range(3)]
    kappa = 16 / n ** 2 * (sum(1 / h for h in H) * (1 + sum(t ** 2 for t in best) / 2)
                           + sum(best[i] ** 2 / H[i] for i in range(3)) / 2)
    row("T4", "kappa", fit(data={"kind": "statistics", "people": 2000, "diagonal": [0.5, 0.3, 0.2],
                                 "linear": [0.2, -0.1, 0.05]}, regularization=0.2), "/kappa", kappa)


def trust_region():
    def ask(**fields):
        return {"ask": "accuracy-first-trust-region", **fields}
    hard = ask(matrix=[[-1, 0], [0, 2]], linear=[0, 1], radius=2)
    row("D4", "hard case, multiplier", hard, "/multiplier", 1)
    row("D4", "hard case, second entry", hard, "/theta/1", mpf(1) / 3)
    row("D4", "hard case, length", hard, "/length", 2)
    sphere = ask(matrix=[[1, 0], [0, 3]], linear=[4, 3], radius=1)
    mu = findroot(lambda m: (4 / (1 + m)) ** 2 + (3 / (3 + m)) ** 2 - 1, mpf("3.5"))
    row("D4", "on the sphere, multiplier", sphere, "/multiplier", mu)
    row("D4", "on the sphere, first entry", sphere, "/theta/0", 4 / (1 + mu))
    row("D4", "on the sphere, second entry", sphere, "/theta/1", 3 / (3 + mu))


SIX = [(".6", ".3", 1), ("-.2", ".7", 1), (".5", "-.5", 1), ("-.8", ".1", -1), (".1", ".9", 1), ("-.4", "-.6", -1)]


def logistic():
    rows = [[float(x) for x in r] for r in SIX]
    for lam in ("0.1", "0.01"):
        strength = mpf(lam)

        def gradient(a, b):
            total = [strength * a, strength * b]
            for x0, x1, label in SIX:
                x0, x1 = mpf(x0), mpf(x1)
                slope = -label / (1 + exp(label * (x0 * a + x1 * b)))
                total = [total[0] + slope * x0 / 6, total[1] + slope * x1 / 6]
            return total
        a, b = findroot(gradient, (mpf(1), mpf(1)))
        loss = sum(log(1 + exp(-y * (mpf(u) * a + mpf(v) * b))) for u, v, y in SIX) / 6 + strength / 2 * (a * a + b * b)
        question = fit(loss="logistic", data={"kind": "rows", "rows": rows}, regularization=float(lam))
        row("E1", f"minimizer, lambda = {lam}, first entry", question, "/minimizer/theta/0", a)
        row("E1", f"minimizer, lambda = {lam}, second entry", question, "/minimizer/theta/1", b)
        row("E1", f"L there, lambda = {lam}", question, "/minimizer/loss", loss)


def drawn():
    truth = [float(mpf("0.6") * (-1) ** j / (1 + mpf("0.2") * j)) for j in range(30)]
    question = {"ask": "accuracy-first-experiment", "alphas": [0.02], "level-count": 200, "trials": 100,
                "regularization": 0.02, "ways": ["noise-reduction", "doubling"],
                "data": {"kind": "statistics", "people": 200000, "diagonal": [1 / 30] * 30, "true-model": truth}}
    row("S1", "eps_0", question, "/points/0/testing", 16 * (1 / sqrt(mpf("0.02")) + 1) ** 2 * log(4000) / 4000)
    row("S1", "mean cost of noise reduction", question, "/points/0/epsilon", 2.1682, 0.01)
    # A run costs one of a few numbers far apart: a mean of a hundred is within 2 %, of a thousand within half of one.
    doubled = {**question, "trials": 1000, "ways": ["doubling"]}
    row("S1", "mean cost of doubling", doubled, "/points/0/epsilon", 2.1105, 0.005)


closed_forms()
small_data()
trust_region()
logistic()
drawn()
text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in ROWS)
Path(__file__).with_name("noise_reduction_regression.jsonl").write_text(text, encoding="utf-8")
