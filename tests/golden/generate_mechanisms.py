"""Writes tests/golden/mechanism/*.csv: the views of each mechanism to 40 digits.

Run with Python 3 and mpmath:  python3 tests/golden/generate_mechanisms.py
Inputs are binary floating-point numbers, taken as exact; every value is computed from the
definition of the mechanism, not from the form that the crate evaluates. Several parameters of one
mechanism, and the numbers of a list of points, are separated by semicolons.
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

# Mechanisms with countably many outputs: a list of (P-mass, Q-mass), summed as it stands.


def two_point(p, q):
    return [(p, q), (1 - p, 1 - q)]


def pure(epsilon):
    return approximate(epsilon, mpf(0))


def approximate(epsilon, delta):
    share = (1 - delta) / (1 + exp(epsilon))
    return [(delta, mpf(0)), (share * exp(epsilon), share), (share, share * exp(epsilon)), (mpf(0), delta)]


def k_ary_response(epsilon, categories):
    whole = exp(epsilon) + categories - 1
    truth, lie = exp(epsilon) / whole, 1 / whole
    return [(truth, lie), (lie, truth)] + [(lie, lie)] * (int(categories) - 2)


def lattice(weight, reach, sensitivity):
    shift = int(sensitivity)
    masses = {x: weight(x) for x in range(-reach - shift, reach + shift + 1)}
    total = sum(masses[x] for x in range(-reach, reach + 1))
    return [(masses.get(x, mpf(0)) / total, masses.get(x - shift, mpf(0)) / total) for x in range(-reach, reach + shift + 1)]


def discrete_gaussian(sigma, sensitivity):
    # a moment of order up to 300 has its terms around −299 sensitivities
    reach = int(50 * sigma) + 300 * int(sensitivity) + 8
    return lattice(lambda x: exp(-mpf(x) ** 2 / (2 * sigma**2)), reach, sensitivity)


def discrete_laplace(scale, sensitivity):
    # x <= 0 and x >= sensitivity share one loss each: their geometric tails in closed form
    ratio, shift = exp(-1 / scale), int(sensitivity)
    inside = (1 - ratio) / (1 + ratio)
    ends = [(1 / (1 + ratio), ratio**shift / (1 + ratio)), (ratio**shift / (1 + ratio), 1 / (1 + ratio))]
    return ends + [(inside * ratio**x, inside * ratio ** (shift - x)) for x in range(1, shift)]


OUTPUTS = {
    "two-point": (two_point, [(0.6, 0.3), (0.5, 0.5000001), (1e-9, 0.25), (0.75, 0.25), (0.999, 0.9)]),
    "pure": (pure, [(1e-9,), (0.1,), (1.0,), (30.0,)]),
    "k-ary-randomized-response": (k_ary_response, [(1e-9, 3.0), (0.5, 2.0), (1.0, 4.0), (3.0, 9.0), (30.0, 5.0)]),
    "approximate": (approximate, [(0.0, 0.1), (0.1, 1e-6), (1.0, 1e-5), (4.0, 0.3)]),
    "discrete-gaussian": (discrete_gaussian, [(0.2, 1.0), (0.5, 1.0), (1.0, 1.0), (2.0, 1.0), (2.3, 3.0), (12.5, 2.0)]),
    "discrete-laplace": (discrete_laplace, [(0.3, 1.0), (1.0, 1.0), (2.5, 4.0), (100.0, 7.0), (1e5, 3.0)]),
}


def outputs_trade_off(outputs, x):
    # reject from the largest ratio p/q down, with a coin at the last
    room, caught = x, mpf(0)
    for p, q in sorted(outputs, key=lambda masses: masses[0] / masses[1] if masses[1] else inf, reverse=True):
        if q > room:
            return 1 - caught - p * room / q
        room, caught = room - q, caught + p
    return mpf(0)


def name(parameters):
    return ";".join(repr(float(value)) for value in parameters)


for kind, (define, settings) in OUTPUTS.items():
    for setting in settings:
        mp.dps = 420
        outputs = define(*(mpf(value) for value in setting))
        finite = [(p, q) for p, q in outputs if p and q]
        mp.dps = 60
        losses = sorted({log(p / q) for p, q in finite}) if len(finite) < 10 else [log(finite[0][0] / finite[0][1])]
        mean = sum(p * log(p / q) for p, q in finite)
        spread = float(mean + sqrt(mean)) if len(finite) >= 10 else float(max(abs(l) for l in losses))
        mp.dps = 420
        for share in (-2.3, -1.01, -0.99, -0.5, -1e-6, 0, 1e-9, 0.1, 0.5, 0.9, 0.999, 0.9999999, 1.01, 2, 5, 11):
            eps = share * spread
            delta = sum(max(p - exp(mpf(eps)) * q, 0) for p, q in outputs)
            if delta == 0 or delta > mpf(10) ** -305:
                profiles.append([kind, name(setting), repr(eps), text(delta)])
        mp.dps = 80
        hidden = [p for p, q in outputs if p and not q]
        for order in [1.0, 1.0 + 2.0**-30, 1.001, 1.5, 2.0, 10.0, 33.3, 300.0]:
            z = mpf(order) - 1
            moment = sum(exp((1 + z) * log(p) - z * log(q)) for p, q in finite)
            divergence = log(moment) / z if z else mean
            if not hidden or hidden == [0]:
                divergences.append([kind, name(setting), repr(order), text(divergence)])
        for re, im in [(0, 0.1), (0, 1), (0, 7.3), (-0.5, 0), (-0.5, 2), (0.3, -4), (2, 1), (20, 3), (-1, 0.7), (-3, 1), (1e-6, 1e-6)]:
            z = mpc(re, im)
            moment = sum(exp((1 + z) * log(p) - z * log(q)) for p, q in finite)
            scale = sum(exp((1 + re) * log(p) - re * log(q)) for p, q in finite)
            if abs(moment) > mpf(10) ** -3 * scale:
                k = log(moment)
                moments.append([kind, name(setting), repr(float(re)), repr(float(im)), text(k.real), text(k.imag)])
        mp.dps = 400
        for x in [1e-250, 1e-20, 1e-5, 0.01, 0.25, 0.5, 0.75, 0.999]:
            f = outputs_trade_off(outputs, mpf(x))
            if f == 0 or f > mpf(10) ** -300:
                trade_offs.append([kind, name(setting), repr(x), text(f)])


# The exponential mechanism: the largest profile of the pairs with losses t and t - eps0, found by a search over t; and
# moments of the loss with that profile, by quadrature of its density.


def exponential_profile(bound, eps):
    def at(t):
        p = (1 - exp(t - bound)) / (1 - exp(-bound))
        return sum(mass * max(1 - exp(eps - loss), 0) for mass, loss in ((p, t), (1 - p, t - bound)))

    # Beyond, both losses exceed eps, and below, none does.
    low, high = max(mpf(0), min(eps, bound)), max(mpf(0), min(bound, bound + eps))
    for _ in range(200):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (a, high) if at(a) < at(b) else (low, b)
    return max(at((low + high) / 2), at(mpf(0)), at(bound), 1 - exp(eps))


def exponential_moment(bound, z):
    pieces = [bound * mpf(at) / 16 for at in range(-16, 17)]
    return quad(lambda l: exp(z * l + (l - bound) / 2) / 2, pieces) / (1 - exp(-bound))


for value in [1e-5, 0.01, 0.3, 1.0, 3.9, 4.1, 12.0, 60.0]:
    bound = mpf(value)
    mp.dps = 70
    for share in (-2, -1.01, -0.99, -0.5, -1e-6, 0, 1e-9, 0.1, 0.5, 0.9, 0.999, 1.01):
        eps = share * value
        profiles.append(["exponential", repr(value), repr(eps), text(exponential_profile(bound, mpf(eps)))])
    mp.dps = 50
    for order in [1.0, 1.0 + 2.0**-30, 1.001, 1.5, 2.0, 10.0, 33.3]:
        z = mpf(order) - 1
        mean = quad(lambda l: l * exp((l - bound) / 2) / 2, [-bound, 0, bound]) / (1 - exp(-bound))
        divergence = log(exponential_moment(bound, z)) / z if z else mean
        divergences.append(["exponential", repr(value), repr(order), text(divergence)])
    for re, im in [(0, 0.1), (0, 1), (-0.5, 0), (-0.5, 2), (0.3, -4), (2, 1), (20, 3), (-1, 0.7), (-3, 1), (1e-6, 1e-6)]:
        moment = exponential_moment(bound, mpc(re, im))
        if abs(moment) > mpf(10) ** -3 * exponential_moment(bound, mpf(re)):
            k = log(moment)
            moments.append(["exponential", repr(value), repr(float(re)), repr(float(im)), text(k.real), text(k.imag)])
    for x in [1e-250, 1e-20, 1e-5, 0.01, 0.25, 0.5, 0.75, 0.999]:
        # Reject above the loss l with Q[L > l] = x, found from the density of Q.
        root = exp(-bound) + mpf(x) * (1 - exp(-bound))
        l = -2 * log(root) - bound
        missed = quad(lambda y: exp((y - bound) / 2) / 2, [-bound, l]) / (1 - exp(-bound))
        trade_offs.append(["exponential", repr(value), repr(x), text(missed)])


# A person's own profile: the largest function below all chords of the points, of their mirror images,
# of (0, 1) and of the level of the last point.


def hull(points):
    known = [(exp(mpf(eps)), mpf(delta)) for eps, delta in points]
    mirrored = [(1 / a, 1 - 1 / a + delta / a) for a, delta in known]
    corners = sorted([(mpf(0), mpf(1))] + mirrored + known)
    level = min(delta for _, delta in known)

    def at(a):
        left = [(x, min(y, 1)) for x, y in corners if x <= a]
        right = [(x, min(y, 1)) for x, y in corners if x > a]
        chords = [y0 + (y1 - y0) * (a - x0) / (x1 - x0) for x0, y0 in left for x1, y1 in right]
        return min(chords + [y for _, y in left])

    return at, [x for x, _ in corners], level


mp.dps = 400
for points in [
    [(0.0, 0.4), (1.0, 0.13), (2.0, 0.02), (4.0, 1e-5)],
    [(0.5, 0.3), (0.6, 0.29), (0.7, 0.5), (3.0, 0.0)],
    [(0.0, 0.05), (1e-3, 0.0499), (20.0, 1e-12), (300.0, 1e-40)],
]:
    at, corners, level = hull(points)
    flat = name(value for point in points for value in point)
    for eps in [-400.0, -3.5, -1.0, -0.2, 0.0, 1e-3, 0.3, 0.55, 0.8, 1.0, 1.7, 2.9, 3.5, 10.0, 250.0, 301.0]:
        profiles.append(["profile", flat, repr(eps), text(at(exp(mpf(eps))))])
    for x in [1e-9, 1e-3, 0.1, 0.3, 0.5, 0.9]:
        f = max([1 - at(a) - a * mpf(x) for a in corners] + [mpf(0)])
        trade_offs.append(["profile", flat, repr(x), text(f)])

write("profile", "kind,parameter,epsilon,delta", profiles)
write("renyi", "kind,parameter,order,divergence", divergences)
write("log_moment", "kind,parameter,real,imaginary,log_real,log_imaginary", moments)
write("trade_off", "kind,parameter,type_one,type_two", trade_offs)
