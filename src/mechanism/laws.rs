//! Laws that every mechanism with a pair obeys, on random parameters, and second routes to every view.

use num_complex::Complex64;
use proptest::prelude::*;

use super::{Entry, Mechanism, Parameter, PointList};
use crate::guarantee::{
    LossDistribution, Masses, Order, Pair, Probability, Reverse, Smoothness, characteristic, epsilon_at,
};
use crate::numeric::quadrature::GaussLegendre;

/// The largest σ or sensitivity whose table is small enough for many cases.
const LARGEST_TABLE: f64 = 100.0;

/// A value of the parameter, spread evenly over the logarithm where there are decades to cover.
fn value(parameter: &Parameter, tabulated: bool, share: f64) -> f64 {
    let range = parameter.range;
    let to = if tabulated { range.to.min(LARGEST_TABLE) } else { range.to };
    let value = if to > 10.0 * range.from {
        let from = range.from.max(1e-9);
        from * (to / from).powf(share)
    } else {
        range.from + (to - range.from) * share
    };
    let value = if range.whole { value.round() } else { value };
    value.clamp(range.from, if range.to_included { to } else { to.next_down() })
}

/// Points of a falling curve: steps in ε and factors in δ from the shares.
fn points(list: &PointList, shares: &[f64; 12]) -> Vec<[f64; 2]> {
    let (mut first, mut second) = (list.first.range.from, list.second.range.to.min(1.0));
    let count = list.fewest + (shares[0] * 4.0) as usize;
    let steps = shares.chunks(2).take(count);
    let point = |step: &[f64]| {
        first += 3.0 * step[0] + 1e-3;
        second *= step[1];
        [first, second]
    };
    steps.map(point).collect()
}

fn build(entry: &Entry, shares: [f64; 12]) -> Mechanism {
    let tabulated = entry.description.parameters.iter().any(|parameter| parameter.range.whole);
    let parameters = entry.description.parameters.iter().zip(shares);
    let values: Vec<f64> = parameters.map(|(parameter, share)| value(parameter, tabulated, share)).collect();
    let points = entry.points.map_or(Vec::new(), |list| points(&list, &shares));
    (entry.build)(&values, &points).expect("values within their ranges")
}

/// Any mechanism with any allowed parameters that has a pair.
fn any_mechanism() -> impl Strategy<Value = Mechanism> {
    (0..Mechanism::catalogue().len(), prop::array::uniform12(0.0..1.0f64))
        .prop_map(|(at, shares)| build(&Mechanism::catalogue()[at], shares))
        .prop_filter("a pair", |mechanism| mechanism.pair().is_some())
        // These two keep their laws beside their code: one is not smooth at an end, the other stands
        // for both orders without being its own reverse.
        .prop_filter("a plain pair", |mechanism| {
            !matches!(mechanism, Mechanism::GaussianPair(_) | Mechanism::Instability(_))
        })
        .prop_filter("one whose reverse is known", |mechanism| {
            mechanism.pair().is_some_and(|pair| !matches!(pair.reverse(), Reverse::Covered(_)))
        })
}

/// A mechanism whose loss is neither so small nor so large that a quadrature loses it.
fn moderate_mechanism() -> impl Strategy<Value = Mechanism> {
    any_mechanism()
        .prop_filter("a loss of moderate size", |mechanism| (1e-3..10.0).contains(&size(mechanism)))
}

fn pair(mechanism: &Mechanism) -> &dyn Pair {
    mechanism.pair().expect("a pair")
}

/// The pair (Q, P).
fn back(mechanism: &Mechanism) -> Box<dyn Pair + '_> {
    let forth = pair(mechanism);
    forth.reverse().other_order(forth)
}

fn probability(value: f64) -> Probability {
    Probability::new(value).expect("a probability")
}

/// The mean loss, over the finite ones where there are others.
fn size(mechanism: &Mechanism) -> f64 {
    let mean = pair(mechanism).renyi(Order::ONE).middle();
    if mean.is_finite() { mean } else { expect(&pair(mechanism).loss(), f64::abs) }
}

/// An ε on the scale of the mechanism's own losses.
fn typical(mechanism: &Mechanism, share: f64) -> f64 {
    let mean = size(mechanism);
    share * (mean + 4.0 * mean.sqrt())
}

/// `E_P[g(L)]` over the finite losses, by Gauss–Legendre panels on the density and a sum over the
/// atoms: a slow second route to every other view.
fn expect(loss: &LossDistribution<'_>, mut g: impl FnMut(f64) -> f64) -> f64 {
    const PANELS: usize = 64;
    let rule = GaussLegendre::new(16);
    let (from, to) = loss.span;
    let width = (to - from) / PANELS as f64;
    let atoms: f64 = loss.atoms.iter().map(|atom| atom.mass * g(atom.at)).sum();
    if width == 0.0 {
        return atoms;
    }
    let panel = |at: usize| from + width * at as f64;
    let panels = (0..PANELS).map(|at| rule.integrate(panel(at), panel(at + 1), |l| (loss.density)(l) * g(l)));
    atoms + panels.sum::<f64>()
}

/// Every kind is named in a question as it is described, keeps the numbers it is built from, and is not built from
/// numbers outside of their ranges.
#[test]
fn every_kind_is_built_as_described() {
    for entry in Mechanism::catalogue() {
        let Entry { description, points, .. } = entry;
        let start: Vec<f64> = description.parameters.iter().map(|parameter| parameter.slider.start).collect();
        let list = points.map_or(Vec::new(), |list| list.start.to_vec());
        let mechanism = (entry.build)(&start, &list).expect("the start of every slider");
        let written = serde_json::to_value(&mechanism).expect("a value");
        assert_eq!(written["kind"], description.kind);
        for (parameter, value) in description.parameters.iter().zip(&start) {
            assert_eq!(written[parameter.name], *value, "{}.{}", description.kind, parameter.name);
            let has_words = entry.switches.iter().any(|switch| switch.name == parameter.name);
            assert_eq!(has_words, parameter.range.is_switch(), "{}.{}", description.kind, parameter.name);
        }
        assert_eq!((mechanism.values(), mechanism.points()), (start.clone(), &list[..]));
        assert_eq!(mechanism.entry().description, *description);
        for (at, parameter) in description.parameters.iter().enumerate() {
            let beyond =
                if parameter.range.to_included { parameter.range.to.next_up() } else { parameter.range.to };
            for value in [f64::NAN, parameter.range.from.next_down(), beyond, -1e300, f64::INFINITY] {
                let mut values = start.clone();
                values[at] = value;
                assert!((entry.build)(&values, &list).is_none(), "{}: {values:?}", description.kind);
            }
        }
        assert!((entry.build)(&[&start[..], &[1.0]].concat(), &list).is_none());
        if points.is_some() {
            let backward: Vec<[f64; 2]> = list.iter().rev().copied().collect();
            let missing = [&list[..1], &[[2.0, f64::NAN]]].concat();
            for wrong in [&[][..], &backward, &missing, &[[-1.0, 0.1], list[1]]] {
                assert!((entry.build)(&start, wrong).is_none(), "{}: {wrong:?}", description.kind);
            }
        }
    }
}

proptest! {
    /// δ(ε) is non-increasing, between (1 − e^ε)₊ and 1, and starts at 1.
    #[test]
    fn profiles_fall_within_their_limits(mechanism in any_mechanism(), a in -2.0..2.0f64, b in -2.0..2.0f64) {
        let (low, high) = (typical(&mechanism, a.min(b)), typical(&mechanism, a.max(b)));
        let (left, right) = (pair(&mechanism).profile(low), pair(&mechanism).profile(high));
        prop_assert!(left.upper >= right.lower, "{left:?} {right:?}");
        prop_assert!(left.lower <= left.upper && left.upper <= 1.0 && left.lower >= 0.0);
        prop_assert!(left.upper >= -low.exp_m1());
        prop_assert!(right.upper >= pair(&mechanism).infinite());
        let start = pair(&mechanism).profile(-1e6);
        prop_assert!(start.upper == 1.0 && start.lower >= 1.0 - 1e-12, "{start:?}");
    }

    /// Convex in a = e^ε: the chord lies above the curve.
    #[test]
    fn profiles_are_convex(mechanism in moderate_mechanism(), share in prop::array::uniform3(-1.5..1.5f64)) {
        let mut a = share.map(|share| typical(&mechanism, share).min(50.0).exp());
        a.sort_by(f64::total_cmp);
        prop_assume!(a[2] > a[0] * (1.0 + 1e-6));
        let delta = a.map(|a| pair(&mechanism).profile(a.ln()));
        let weight = (a[1] - a[0]) / (a[2] - a[0]);
        let chord = (1.0 - weight) * delta[0].upper + weight * delta[2].upper;
        prop_assert!(chord >= delta[1].lower - 1e-13, "{chord} {:?}", delta[1]);
    }

    /// H_a(Q‖P) = 1 − a + a H_{1/a}(P‖Q).
    #[test]
    fn profiles_reverse(mechanism in any_mechanism(), share in -2.0..2.0f64) {
        let epsilon = typical(&mechanism, share).clamp(-600.0, 600.0);
        let forth = pair(&mechanism).profile(epsilon);
        let reversed = back(&mechanism);
        let back = reversed.profile(-epsilon);
        let (factor, rest) = ((-epsilon).exp(), -(-epsilon).exp_m1());
        let slack = 1e-14 * (1.0 + factor);
        prop_assert!(rest + factor * forth.lower <= back.upper + slack, "{forth:?} {back:?}");
        prop_assert!(rest + factor * forth.upper >= back.lower - slack, "{forth:?} {back:?}");
        prop_assert_eq!(reversed.reverse().other_order(&*reversed).profile(epsilon), forth);
    }

    /// ε(δ) brackets the boundary: above it the profile meets δ, below it does not.
    #[test]
    fn epsilons_bracket_their_delta(mechanism in any_mechanism(), exponent in -300.0..-0.001f64) {
        let delta = 10f64.powf(exponent);
        let pair = pair(&mechanism);
        let epsilon = epsilon_at(pair, probability(delta));
        prop_assert!(epsilon.lower <= epsilon.upper);
        prop_assert!(epsilon.upper.is_finite() || pair.infinite() >= delta * (1.0 - 1e-14));
        prop_assume!(epsilon.upper.is_finite());
        let (low, high) = (pair.profile(epsilon.lower), pair.profile(epsilon.upper));
        prop_assert!(high.lower <= delta);
        prop_assert!(epsilon.lower == 0.0 || low.upper >= delta);
        // An edge of small slope loses digits of ε, not of δ.
        let narrow = epsilon.upper - epsilon.lower <= 1e-8 * epsilon.upper + 1e-12;
        prop_assert!(narrow || low.upper - high.lower <= 1e-12 * delta, "{epsilon:?} at {delta}");
    }

    /// D_α is non-decreasing in α, ends at the largest loss, and is the log-moment function.
    #[test]
    fn divergences_grow_with_their_order(mechanism in any_mechanism(), a in 0.0..6.0f64, b in 0.0..6.0f64) {
        let order = |exponent: f64| Order::new(10f64.powf(exponent)).expect("an order");
        let (low, high) = (mechanism.renyi(order(a.min(b))), mechanism.renyi(order(a.max(b))));
        prop_assert!(low.lower <= high.upper);
        prop_assert!(high.lower <= mechanism.renyi(Order::INFINITE).upper);
        let pair = pair(&mechanism);
        let (one, excess) = (pair.renyi(order(a)), order(a).value() - 1.0);
        prop_assert!(one.lower <= mechanism.renyi(order(a)).upper);
        prop_assume!(pair.infinite() == 0.0 && excess > 0.0);
        let moment = pair.log_moment(Complex64::new(excess, 0.0)).re / excess;
        prop_assert!(one.lower <= moment * (1.0 + 1e-14) && moment * (1.0 - 1e-14) <= one.upper, "{one:?} {moment}");
    }

    /// The loss distribution is the same law: total mass, profile, divergence and characteristic
    /// function by quadrature over it.
    #[test]
    fn the_loss_distribution_agrees_with_every_view(mechanism in moderate_mechanism(), share in -1.0..1.5f64, t in -3.0..3.0f64) {
        let pair = pair(&mechanism);
        let loss = pair.loss();
        prop_assert!((expect(&loss, |_| 1.0) + pair.infinite() - 1.0).abs() < 1e-11);
        let epsilon = typical(&mechanism, share);
        // (1 − e^{ε−l})₊ has a kink that quadrature meets at first order.
        let delta = expect(&loss, |l| (-(epsilon - l).exp_m1()).max(0.0)) + pair.infinite();
        prop_assert!((pair.profile(epsilon).middle() - delta).abs() < 2e-3);
        let mean = expect(&loss, |l| l);
        let divergence = pair.renyi(Order::ONE).middle();
        prop_assert!(divergence.is_infinite() || (mean - divergence).abs() <= 1e-9 * divergence.max(1.0));
        let phi = characteristic(pair, t);
        let (real, imaginary) = (expect(&loss, |l| (t * l).cos()), expect(&loss, |l| (t * l).sin()));
        prop_assert!((phi - Complex64::new(real, imaginary)).norm() < 1e-8, "{phi} {real} {imaginary}");
    }

    /// `δ(ε) = P[L > ε] − e^ε Q[L > ε]`, and all losses together have all the mass.
    #[test]
    fn masses_add_up_to_the_profile(mechanism in any_mechanism(), share in -1.5..1.5f64, cut in -1.5..1.5f64) {
        let pair = pair(&mechanism);
        let epsilon = typical(&mechanism, share).min(600.0);
        let Masses { p, q } = pair.masses(epsilon, f64::INFINITY);
        let (p, q) = (p.middle() + pair.infinite(), q.middle());
        let delta = pair.profile(epsilon).middle();
        prop_assert!((p - epsilon.exp() * q - delta).abs() <= 1e-11 * p + 1e-300 * epsilon.exp().max(1.0), "{p} {q} {delta}");
        let cut = typical(&mechanism, cut);
        let all = pair.masses(f64::NEG_INFINITY, f64::INFINITY);
        let (left, right) = (pair.masses(f64::NEG_INFINITY, cut), pair.masses(cut, f64::INFINITY));
        for (all, left, right, known) in
            [(all.p, left.p, right.p, 1.0 - pair.infinite()), (all.q, left.q, right.q, 1.0)]
        {
            prop_assert!((all.middle() - known).abs() < 1e-11);
            prop_assert!(left.lower + right.lower <= all.upper && all.lower <= left.upper + right.upper + 1e-15);
        }
    }

    /// The nodes integrate powers of the ratio: `Σ w e^{(1+z)l} = M(z)`, and Q has mass 1.
    #[test]
    fn nodes_give_the_moments(mechanism in moderate_mechanism(), z in -0.9..2.0f64) {
        let pair = pair(&mechanism);
        let rule = pair.quadrature().expect("a quadrature");
        let nodes = rule.nodes(Smoothness { rate: 1.0, growth: 3.0, fall: 0.0, turning: (0.0, 0.0), downward: false });
        let power = |s: f64| nodes.iter().filter(|node| node.loss.is_finite()).map(move |node| (node.log_weight.re + s * node.loss.re).exp());
        let outside: f64 = nodes.iter().filter(|node| node.loss.re.is_infinite()).map(|node| node.log_weight.re.exp()).sum();
        prop_assert!((power(0.0).sum::<f64>() + outside - 1.0).abs() < 1e-11);
        let (moment, log) = (power(1.0 + z).sum::<f64>(), pair.log_moment(Complex64::new(z, 0.0)).re);
        prop_assert!((moment.ln() - log).abs() < 1e-10 * (1.0 + log.abs()), "{} {log}", moment.ln());
        let above = rule.nodes_above_zero(Smoothness { rate: 1.0, growth: 3.0, fall: 1.0, turning: (0.0, 0.0), downward: false });
        let Masses { p, q } = pair.masses(0.0, f64::INFINITY);
        for (power, mass) in [(1.0, p.middle()), (0.0, q.middle())] {
            let sum: f64 = above.iter().map(|node| (power * node.loss.re + node.log_weight.re).exp()).sum();
            prop_assert!((sum - mass).abs() < 1e-11, "{sum} {mass}");
        }
    }

    /// `M(z) − 1 = z(z+1) ∫₀^∞ (e^{zε} δ(ε) + e^{−(z+1)ε} δ'(ε)) dε` with δ' the reversed profile: the
    /// moments from the profiles. With atoms at infinity the integral diverges.
    #[test]
    fn the_profile_gives_the_moments(mechanism in moderate_mechanism(), z in 0.1..2.0f64) {
        let (forth, back) = (pair(&mechanism), back(&mechanism));
        prop_assume!(forth.infinite() == 0.0 && back.infinite() == 0.0);
        let rule = GaussLegendre::new(32);
        let loss = forth.loss();
        let integrand = |epsilon: f64| {
            (z * epsilon).exp() * forth.profile(epsilon).middle() + (-(z + 1.0) * epsilon).exp() * back.profile(epsilon).middle()
        };
        // Between neighbouring atoms, of either direction, and the ends of the density the integrand is smooth.
        let places = loss.atoms.iter().map(|atom| atom.at.abs()).chain([loss.span.0.abs(), loss.span.1.abs()]);
        let mut edges: Vec<f64> = places.filter(|at| *at < 200.0).collect();
        let end = if loss.span.1 > 0.0 { loss.span.1 * (1.0 + z) + 5.0 } else { 0.0 };
        edges.extend((0..=64).map(|at| end.min(200.0) * f64::from(at) / 64.0));
        edges.push(0.0);
        edges.sort_by(f64::total_cmp);
        edges.dedup();
        prop_assume!(edges.len() < 400);
        let integral: f64 = edges.windows(2).map(|edge| rule.integrate(edge[0], edge[1], integrand)).sum();
        let moment = 1.0 + z * (z + 1.0) * integral;
        let expected = forth.log_moment(Complex64::new(z, 0.0)).re.exp();
        prop_assert!((moment / expected - 1.0).abs() < 1e-7, "{moment} {expected}");
    }

    /// f is non-increasing, below 1 − x, the inverse of the reversed one, and the Fenchel dual of the
    /// profile: `f(x) ≥ 1 − δ(ε) − e^ε x` for every ε, with equality somewhere.
    #[test]
    fn trade_offs_are_dual_to_profiles(mechanism in moderate_mechanism(), x in 1e-6..0.999f64) {
        let forth = pair(&mechanism);
        let type_two = forth.trade_off(probability(x));
        prop_assert!(type_two.lower <= 1.0 - x + 1e-12);
        let lines = (0..4000).map(|step| {
            let epsilon = typical(&mechanism, f64::from(step - 2000) / 500.0);
            1.0 - forth.profile(epsilon).middle() - epsilon.exp() * x
        });
        let dual = lines.fold(0.0, f64::max);
        prop_assert!(dual <= type_two.upper + 1e-12, "{dual} {type_two:?}");
        prop_assert!(dual >= type_two.lower - 0.02, "{dual} {type_two:?}");
        let back = back(&mechanism).trade_off(probability(type_two.middle().clamp(0.0, 1.0)));
        if type_two.middle() > 1e-9 {
            prop_assert!((back.middle() - x).abs() < 1e-6, "{back:?} {x}");
        }
    }

    /// `e^{K(0)} = 1 − P[∞]`, `|φ| ≤ 1`, `K(z̄)` is the conjugate, and `K(−1−z)` belongs to the reversed
    /// pair.
    #[test]
    fn log_moments_have_their_symmetries(mechanism in any_mechanism(), re in -3.0..3.0f64, im in -5.0..5.0f64) {
        let (forth, back) = (pair(&mechanism), back(&mechanism));
        prop_assert!((forth.log_moment(Complex64::ZERO) - (-forth.infinite()).ln_1p()).norm() < 1e-12 * forth.infinite() + 1e-300);
        prop_assert!((forth.log_moment(Complex64::new(-1.0, 0.0)) - (-back.infinite()).ln_1p()).norm() < 1e-12);
        prop_assert!(characteristic(forth, im).norm() <= 1.0 + 1e-12);
        let z = Complex64::new(re, im);
        let moment = forth.log_moment(z);
        prop_assume!(moment.re.is_finite() && moment.norm() < 500.0);
        // Where the terms cancel, digits are those of the terms.
        let terms = forth.log_moment(Complex64::new(re, 0.0)).re.exp();
        let near = |a: Complex64, b: Complex64| (a.exp() - b.exp()).norm() <= 1e-11 * terms.max(1e-6);
        prop_assert!(near(forth.log_moment(z.conj()), moment.conj()));
        prop_assert!(near(back.log_moment(-1.0 - z), moment));
    }
}
