//! Laws that every mechanism obeys, on random parameters, and second routes to every view.

use num_complex::Complex64;
use proptest::prelude::*;

use super::Mechanism;
use crate::guarantee::{LossDistribution, Order, Pair, Probability, characteristic, epsilon_at};
use crate::numeric::quadrature::GaussLegendre;

/// Any mechanism with any allowed parameter, spread evenly over the logarithm where there are
/// decades to cover.
fn any_mechanism() -> impl Strategy<Value = Mechanism> {
    (0..Mechanism::catalogue().len(), 0.0..1.0f64).prop_map(|(at, share)| {
        let entry = &Mechanism::catalogue()[at];
        let range = entry.description.parameters[0].range;
        let value = if range.to / range.from > 10.0 {
            range.from * (range.to / range.from).powf(share)
        } else {
            range.from + (range.to - range.from) * share
        };
        (entry.build)(&[value.clamp(range.from, range.to)])
    })
}

/// A mechanism whose loss is neither so small nor so large that a quadrature loses it.
fn moderate_mechanism() -> impl Strategy<Value = Mechanism> {
    let sized = |mechanism: &Mechanism| {
        let mean = mechanism.renyi(Order::new(1.0).expect("an order")).middle();
        (1e-3..10.0).contains(&mean)
    };
    any_mechanism().prop_filter("a loss of moderate size", sized)
}

fn probability(value: f64) -> Probability {
    Probability::new(value).expect("a probability")
}

/// An ε on the scale of the mechanism's own losses.
fn typical(mechanism: &Mechanism, share: f64) -> f64 {
    let mean = mechanism.renyi(Order::new(1.0).expect("an order")).middle();
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
    let panel = |at: usize| from + width * at as f64;
    let panels = (0..PANELS).map(|at| rule.integrate(panel(at), panel(at + 1), |l| (loss.density)(l) * g(l)));
    atoms + panels.sum::<f64>()
}

proptest! {
    /// δ(ε) is non-increasing, between (1 − e^ε)₊ and 1.
    #[test]
    fn profiles_fall_within_their_limits(mechanism in any_mechanism(), a in -2.0..2.0f64, b in -2.0..2.0f64) {
        let (low, high) = (typical(&mechanism, a.min(b)), typical(&mechanism, a.max(b)));
        let (left, right) = (mechanism.profile(low), mechanism.profile(high));
        prop_assert!(left.upper >= right.lower, "{left:?} {right:?}");
        prop_assert!(left.lower <= left.upper && left.upper <= 1.0 && left.lower >= 0.0);
        prop_assert!(left.upper >= -low.exp_m1());
    }

    /// Convex in a = e^ε: the chord lies above the curve.
    #[test]
    fn profiles_are_convex(mechanism in moderate_mechanism(), share in prop::array::uniform3(-1.5..1.5f64)) {
        let mut a = share.map(|share| typical(&mechanism, share).min(50.0).exp());
        a.sort_by(f64::total_cmp);
        prop_assume!(a[2] > a[0] * (1.0 + 1e-6));
        let delta = a.map(|a| mechanism.profile(a.ln()));
        let weight = (a[1] - a[0]) / (a[2] - a[0]);
        let chord = (1.0 - weight) * delta[0].upper + weight * delta[2].upper;
        prop_assert!(chord >= delta[1].lower - 1e-13, "{chord} {:?}", delta[1]);
    }

    /// The three pairs are symmetric: H_a(Q‖P) = 1 − a + a H_{1/a}(P‖Q) returns the same curve.
    #[test]
    fn profiles_reverse(mechanism in any_mechanism(), share in 0.0..2.0f64) {
        let epsilon = typical(&mechanism, share).min(600.0);
        let [forth, back] = [epsilon, -epsilon].map(|epsilon| mechanism.profile(epsilon));
        let reverse = |delta: f64| -(-epsilon).exp_m1() + (-epsilon).exp() * delta;
        prop_assert!(reverse(forth.lower) <= back.upper * (1.0 + 1e-15), "{forth:?} {back:?}");
        prop_assert!(reverse(forth.upper) >= back.lower * (1.0 - 1e-15), "{forth:?} {back:?}");
    }

    /// ε(δ) brackets the boundary: above it the profile meets δ, below it does not.
    #[test]
    fn epsilons_bracket_their_delta(mechanism in any_mechanism(), exponent in -300.0..-0.001f64) {
        let delta = 10f64.powf(exponent);
        let epsilon = epsilon_at(&mechanism, probability(delta));
        prop_assert!(epsilon.lower <= epsilon.upper && epsilon.upper.is_finite());
        prop_assert!(mechanism.profile(epsilon.upper).lower <= delta);
        if epsilon.lower > 0.0 {
            prop_assert!(mechanism.profile(epsilon.lower).upper >= delta);
        }
        let width = epsilon.upper - epsilon.lower;
        prop_assert!(width <= 1e-8 * epsilon.upper + 1e-12, "{epsilon:?} at {delta}");
    }

    /// D_α is non-decreasing in α and ends at the largest loss.
    #[test]
    fn divergences_grow_with_their_order(mechanism in any_mechanism(), a in 0.0..6.0f64, b in 0.0..6.0f64) {
        let order = |exponent: f64| Order::new(10f64.powf(exponent)).expect("an order");
        let (low, high) = (mechanism.renyi(order(a.min(b))), mechanism.renyi(order(a.max(b))));
        prop_assert!(low.lower <= high.upper);
        prop_assert!(high.lower <= mechanism.renyi(Order::INFINITE).upper);
    }

    /// The loss distribution is the same law: total mass, profile, divergence and characteristic
    /// function by quadrature over it.
    #[test]
    fn the_loss_distribution_agrees_with_every_view(mechanism in moderate_mechanism(), share in -1.0..1.5f64, t in -3.0..3.0f64) {
        let loss = mechanism.loss();
        prop_assert!((expect(&loss, |_| 1.0) + loss.infinite - 1.0).abs() < 1e-11);
        let epsilon = typical(&mechanism, share);
        // (1 − e^{ε−l})₊ has a kink that quadrature meets at first order.
        let delta = expect(&loss, |l| (-(epsilon - l).exp_m1()).max(0.0)) + loss.infinite;
        prop_assert!((mechanism.profile(epsilon).middle() - delta).abs() < 2e-3);
        let mean = expect(&loss, |l| l);
        let divergence = mechanism.renyi(Order::new(1.0).expect("an order")).middle();
        prop_assert!((mean - divergence).abs() <= 1e-9 * divergence.max(1.0));
        let phi = characteristic(&mechanism, t);
        let (real, imaginary) = (expect(&loss, |l| (t * l).cos()), expect(&loss, |l| (t * l).sin()));
        prop_assert!((phi - Complex64::new(real, imaginary)).norm() < 1e-8, "{phi} {real} {imaginary}");
    }

    /// `M(z) − 1 = z(z+1) ∫₀^∞ (e^{zε} + e^{−(z+1)ε}) δ(ε) dε`: the moments from the profile.
    #[test]
    fn the_profile_gives_the_moments(mechanism in moderate_mechanism(), z in 0.1..2.0f64) {
        let rule = GaussLegendre::new(32);
        let loss = mechanism.loss();
        let end = loss.atoms.last().map_or(loss.span.1 * (1.0 + z) + 5.0, |atom| atom.at);
        let integrand = |epsilon: f64| ((z * epsilon).exp() + (-(z + 1.0) * epsilon).exp()) * mechanism.profile(epsilon).middle();
        let panels = 64;
        let width = end / f64::from(panels);
        let integral: f64 = (0..panels).map(|at| rule.integrate(width * f64::from(at), width * f64::from(at + 1), integrand)).sum();
        let moment = 1.0 + z * (z + 1.0) * integral;
        let expected = mechanism.log_moment(Complex64::new(z, 0.0)).re.exp();
        prop_assert!((moment / expected - 1.0).abs() < 1e-7, "{moment} {expected}");
    }

    /// f is non-increasing, below 1 − x, its own inverse, and the Fenchel dual of the profile:
    /// `f(x) ≥ 1 − δ(ε) − e^ε x` for every ε, with equality somewhere.
    #[test]
    fn trade_offs_are_dual_to_profiles(mechanism in moderate_mechanism(), x in 1e-6..0.999f64) {
        let type_two = mechanism.trade_off(probability(x));
        prop_assert!(type_two.lower <= 1.0 - x + 1e-12);
        let lines = (0..4000).map(|step| {
            let epsilon = typical(&mechanism, f64::from(step - 2000) / 500.0);
            1.0 - mechanism.profile(epsilon).middle() - epsilon.exp() * x
        });
        let dual = lines.fold(f64::NEG_INFINITY, f64::max);
        prop_assert!(dual <= type_two.upper + 1e-12, "{dual} {type_two:?}");
        prop_assert!(dual >= type_two.lower - 0.02, "{dual} {type_two:?}");
        let back = mechanism.trade_off(probability(type_two.middle().clamp(0.0, 1.0)));
        if type_two.middle() > 1e-9 {
            prop_assert!((back.middle() - x).abs() < 1e-6, "{back:?} {x}");
        }
    }

    /// `K(0) = K(−1) = 0`, `|φ| ≤ 1`, `K(z̄)` is the conjugate, and `K(−1−z) = K(z)` by symmetry.
    #[test]
    fn log_moments_have_their_symmetries(mechanism in any_mechanism(), re in -3.0..3.0f64, im in -5.0..5.0f64) {
        prop_assert!(mechanism.log_moment(Complex64::ZERO).norm() < 1e-300);
        prop_assert!(mechanism.log_moment(Complex64::new(-1.0, 0.0)).norm() < 1e-12);
        prop_assert!(characteristic(&mechanism, im).norm() <= 1.0 + 1e-12);
        let z = Complex64::new(re, im);
        let moment = mechanism.log_moment(z);
        prop_assume!(moment.re.is_finite() && moment.norm() < 500.0);
        let near = |a: Complex64, b: Complex64| (a.exp() - b.exp()).norm() <= 1e-11 * a.exp().norm().max(1e-6);
        prop_assert!(near(mechanism.log_moment(z.conj()), moment.conj()));
        prop_assert!(near(mechanism.log_moment(-1.0 - z), moment));
    }
}
