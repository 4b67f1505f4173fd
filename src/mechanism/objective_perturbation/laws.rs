//! Laws of objective perturbation on random parameters.

use num_complex::Complex64;
use proptest::prelude::*;

use super::{HalfNormal, ObjectivePerturbation};
use crate::guarantee::{Masses, Nodes, Order, Pair, Probability, Reverse, Smoothness, epsilon_at};
use crate::mechanism::Gaussian;
use crate::numeric::quadrature::GaussLegendre;

fn mechanism_of(
    lipschitz: f64,
    smoothness: f64,
    sigma: f64,
    regularization: f64,
    tight: bool,
) -> ObjectivePerturbation {
    let mechanism = ObjectivePerturbation::new(lipschitz, smoothness, sigma, regularization, tight);
    mechanism.expect("values within their ranges")
}

/// Any mechanism with λ > β.
fn any_mechanism() -> impl Strategy<Value = ObjectivePerturbation> {
    (-1.0..1.0f64, -3.0..1.0f64, -1.0..2.0f64, 0.02..3.0f64, prop::bool::ANY).prop_map(
        |(lipschitz, smoothness, sigma, above, tight)| {
            let [lipschitz, smoothness, sigma] =
                [lipschitz, smoothness, sigma].map(|exponent| 10f64.powf(exponent));
            let regularization = smoothness * (1.0 + 10f64.powf(above) - 1.0 + 0.01);
            mechanism_of(lipschitz, smoothness, sigma, regularization, tight)
        },
    )
}

fn typical(pair: &HalfNormal, share: f64) -> f64 {
    pair.start() + share * pair.signal
}

/// `E_P[g(L)]` by quadrature over the half-normal: a slow second route.
fn expect(pair: &HalfNormal, g: impl Fn(f64) -> f64) -> f64 {
    let rule = GaussLegendre::new(32);
    let density = |y: f64| (2.0 / std::f64::consts::PI).sqrt() * (-0.5 * y * y).exp();
    (0..40)
        .map(|at| f64::from(at) * 0.3)
        .map(|y| rule.integrate(y, y + 0.3, |y| density(y) * g(typical(pair, y))))
        .sum()
}

/// However strong the signal, a rule within its stated reach stays small enough to be built.
#[test]
fn nodes_within_reach_are_few() {
    for signal in [0.1, 10.0, 300.0, 2e3, 7e3, 1e5, 1e9] {
        let pair = HalfNormal::new(0.0, signal);
        let growth = pair.node_growth();
        if growth < 1.0 {
            assert!(signal > 5e3);
            continue;
        }
        let smoothness = Smoothness { rate: 0.5, growth, fall: 0.0, turning: (0.0, 1.0), downward: false };
        assert!(pair.nodes(smoothness).len() < 400_000, "{signal}");
    }
}

proptest! {
    /// `E[1 − e^{ε−L}]₊` by quadrature, the kink at an end of the integral.
    #[test]
    fn the_profile_is_the_expectation(mechanism in any_mechanism(), share in -3.0..6.0f64) {
        let pair = mechanism.pair();
        let epsilon = typical(pair, share);
        let rule = GaussLegendre::new(32);
        let from = share.max(0.0);
        let integrand = |y: f64| (2.0 / std::f64::consts::PI).sqrt() * (-0.5 * y * y).exp() * -(epsilon - typical(pair, y)).exp_m1();
        let delta: f64 = (0..40).map(|at| from + f64::from(at) * 0.3).map(|y| rule.integrate(y, y + 0.3, integrand)).sum();
        let found = pair.profile(epsilon).middle();
        prop_assert!((found / delta - 1.0).abs() < 1e-9, "{found} {delta}");
    }

    /// No bound can go below normal noise of the same signal, in δ and in Rényi order; the gap of the divergence
    /// lies between c and c + s√(2/π).
    #[test]
    fn normal_noise_is_a_lower_bound(mechanism in any_mechanism(), share in -3.0..8.0f64, excess in -3.0..3.0f64) {
        let pair = mechanism.pair();
        let gaussian = Gaussian::with_sigma(mechanism.sigma / mechanism.lipschitz);
        let epsilon = typical(pair, share);
        prop_assert!(gaussian.profile(epsilon).lower <= pair.profile(epsilon).upper);
        let order = Order::above_one(10f64.powf(excess));
        let gap = pair.renyi(order).middle() - gaussian.renyi(order).middle();
        let slack = 1e-12 * pair.renyi(order).middle();
        prop_assert!(pair.determinant - slack <= gap && gap <= pair.determinant + 0.8 * pair.signal + slack);
    }

    /// Only L/σ and β/λ matter.
    #[test]
    fn scales_cancel(mechanism in any_mechanism(), scale in 0.1..10.0f64, share in -2.0..4.0f64) {
        let ObjectivePerturbation { lipschitz, smoothness, sigma, regularization, tight, .. } = mechanism;
        let scaled = mechanism_of(scale * lipschitz, 3.0 * smoothness, scale * sigma, 3.0 * regularization, tight == 1.0);
        let epsilon = typical(mechanism.pair(), share);
        let (one, other) = (mechanism.pair().profile(epsilon), scaled.pair().profile(epsilon));
        prop_assert!((one.middle() / other.middle() - 1.0).abs() < 1e-9);
    }

    /// δ falls with ε, is convex in e^ε, and grows with s and with β/λ.
    #[test]
    fn profiles_fall_and_grow(mechanism in any_mechanism(), mut at in prop::array::uniform3(-4.0..8.0f64)) {
        let pair = mechanism.pair();
        at.sort_by(f64::total_cmp);
        let epsilon = at.map(|share| typical(pair, share).min(50.0));
        let delta = epsilon.map(|epsilon| pair.profile(epsilon));
        prop_assert!(delta[0].upper >= delta[1].lower && delta[1].upper >= delta[2].lower);
        prop_assert!(delta.iter().all(|delta| 0.0 <= delta.lower && delta.upper <= 1.0));
        let a = epsilon.map(f64::exp);
        if a[2] > a[0] * (1.0 + 1e-6) {
            let weight = (a[1] - a[0]) / (a[2] - a[0]);
            prop_assert!((1.0 - weight) * delta[0].upper + weight * delta[2].upper >= delta[1].lower - 1e-13);
        }
        let louder = HalfNormal::new(pair.determinant, 1.1 * pair.signal);
        let rougher = HalfNormal::new(1.1 * pair.determinant, pair.signal);
        prop_assert!(louder.profile(epsilon[1]).upper >= delta[1].lower && rougher.profile(epsilon[1]).upper >= delta[1].lower);
    }

    /// The tight determinant never costs more, and exists for every λ.
    #[test]
    fn the_extension_is_never_worse(mechanism in any_mechanism(), share in -2.0..6.0f64) {
        let ObjectivePerturbation { lipschitz, smoothness, sigma, regularization, .. } = mechanism;
        let build = |regularization: f64, tight| mechanism_of(lipschitz, smoothness, sigma, regularization, tight);
        let (published, tight) = (build(regularization, false), build(regularization, true));
        let epsilon = typical(published.pair(), share);
        prop_assert!(tight.pair().profile(epsilon).lower <= published.pair().profile(epsilon).upper);
        prop_assert!(build(0.5 * smoothness, true).pair().is_bounded() && !build(smoothness, false).pair().is_bounded());
    }

    /// Without curvature the profile is twice that of normal noise from s²/2 on.
    #[test]
    fn a_linear_loss_is_twice_normal(signal in 0.01..5.0f64, share in 0.0..8.0f64) {
        let mechanism = mechanism_of(1.0, 0.0, signal.recip(), 1.0, false);
        let epsilon = 0.5 * signal * signal * (1.0 + 1e-12) + share * signal;
        let (found, normal) = (mechanism.pair().profile(epsilon), Gaussian::with_sigma(signal.recip()).profile(epsilon));
        prop_assert!((found.middle() / (2.0 * normal.middle()) - 1.0).abs() < 1e-11);
    }

    /// `δ(ε) = P[L > ε] − e^ε Q[L > ε]`, all mass is there, and the trade-off curve is dual.
    #[test]
    fn every_view_is_of_one_pair(mechanism in any_mechanism(), share in -2.0..6.0f64, x in 1e-6..0.999f64) {
        let pair = mechanism.pair();
        prop_assume!(pair.start() < 300.0);
        let epsilon = typical(pair, share);
        let Masses { p, q } = pair.masses(epsilon, f64::INFINITY);
        let delta = pair.profile(epsilon).middle();
        prop_assert!((p.middle() - epsilon.exp() * q.middle() - delta).abs() <= 1e-10 * p.middle(), "{p:?} {q:?} {delta}");
        let all = pair.masses(f64::NEG_INFINITY, f64::INFINITY);
        prop_assert!((all.p.middle() - 1.0).abs() < 1e-12 && (all.q.middle() - 1.0).abs() < 1e-12);
        let type_two = pair.trade_off(Probability::clamped(x));
        prop_assert!(type_two.upper >= 1.0 - delta - epsilon.exp() * x - 1e-10 * (1.0 + epsilon.exp() * x));
        let mean = expect(pair, |l| l);
        prop_assert!((mean / pair.renyi(Order::ONE).middle() - 1.0).abs() < 1e-12);
    }

    /// ε from δ brackets the profile, and never exceeds `m + s√(2 log(1/δ))`.
    #[test]
    fn epsilons_bracket_their_delta(mechanism in any_mechanism(), exponent in -200.0..-0.01f64) {
        let (pair, delta) = (mechanism.pair(), 10f64.powf(exponent));
        let epsilon = epsilon_at(pair, Probability::clamped(delta));
        prop_assert!(pair.profile(epsilon.upper).lower <= delta);
        prop_assert!(epsilon.lower == 0.0 || pair.profile(epsilon.lower).upper >= delta);
        let free = pair.start() + pair.signal * (-2.0 * delta.ln()).sqrt();
        prop_assert!(epsilon.lower <= free * (1.0 + 1e-12), "{epsilon:?} {free}");
    }

    /// The nodes of both orders integrate the moments of the closed form.
    #[test]
    fn nodes_give_the_moments(mechanism in any_mechanism(), z in -0.9..3.0f64) {
        let pair = mechanism.pair();
        prop_assume!(pair.signal < 20.0);
        let smoothness = Smoothness { rate: 1.0, growth: 4.0, fall: 0.0, turning: (0.0, 0.0), downward: false };
        let nodes = pair.nodes(smoothness);
        let weight: f64 = nodes.iter().map(|node| node.log_weight.re.exp()).sum();
        prop_assert!((weight - 1.0).abs() < 1e-12, "{weight}");
        let log = pair.log_moment(Complex64::new(z, 0.0)).re;
        let finite = nodes.iter().filter(|node| node.loss.re.is_finite());
        let sum: f64 = finite.map(|node| ((1.0 + z) * node.loss.re + node.log_weight.re - log).exp()).sum();
        prop_assert!((sum - 1.0).abs() < 1e-10, "{sum}");
        let Reverse::Covered(Some(back)) = pair.reverse() else { panic!("no reverse") };
        let nodes = back.quadrature().expect("a quadrature").nodes(smoothness);
        let weight: f64 = nodes.iter().map(|node| node.log_weight.re.exp()).sum();
        prop_assert!((weight - 1.0).abs() < 1e-12, "{weight}");
        let mean: f64 = nodes.iter().map(|node| (node.log_weight.re + node.loss.re).exp()).sum();
        prop_assert!((mean + back.infinite() - 1.0).abs() < 1e-11, "{mean}");
    }

    /// No value is missing anywhere on the accepted ranges.
    #[test]
    fn every_value_exists(l in -2.0..2.0f64, b in -9.0..3.0f64, s in -2.0..6.0f64, r in -6.0..9.0f64, tight in prop::bool::ANY, exponent in -12.0..9.0f64) {
        let [l, b, s, r] = [l, b, s, r].map(|exponent| 10f64.powf(exponent));
        let mechanism = mechanism_of(l, b, s, r, tight);
        let pair = mechanism.pair();
        for epsilon in [-10f64.powf(exponent), 10f64.powf(exponent), pair.start().min(1e300)] {
            let delta = pair.profile(epsilon);
            prop_assert!(0.0 <= delta.lower && delta.lower <= delta.upper && delta.upper <= 1.0, "{mechanism:?} {epsilon} {delta:?}");
            let masses = pair.masses(epsilon, f64::INFINITY);
            prop_assert!(masses.p.lower <= masses.p.upper && masses.q.lower <= masses.q.upper);
            prop_assert!((pair.loss().density)(epsilon).is_finite());
        }
        let type_two = pair.trade_off(Probability::clamped(0.01));
        prop_assert!(type_two.lower <= type_two.upper);
        prop_assert!(pair.renyi(Order::above_one(3.0)).lower <= pair.renyi(Order::above_one(4.0)).upper);
    }
}

/// `H_{e^ε}(A‖B)` of the exact mechanism in one dimension: logistic loss, no one against one person (1, +1). The
/// output has density `N(g(θ); 0, σ²) g′(θ)` with g the gradient of the objective.
fn exact_divergence(epsilon: f64, sigma: f64, lambda: f64, with_first: bool) -> f64 {
    let density = |theta: f64, person: bool| {
        let wrong = if person { 1.0 / (1.0 + theta.exp()) } else { 0.0 };
        let gradient = lambda * theta - wrong;
        crate::numeric::normal::density(gradient / sigma) / sigma
            * (lambda + wrong * (1.0 - wrong) * f64::from(u8::from(person)))
    };
    let end = 12.0 * sigma / lambda + 1.0 / lambda;
    let steps = 400_000;
    let step = 2.0 * end / f64::from(steps);
    let excess = |at: i32| {
        let theta = -end + f64::from(at) * step;
        (density(theta, with_first) - epsilon.exp() * density(theta, !with_first)).max(0.0)
    };
    (0..=steps).map(excess).sum::<f64>() * step
}

/// Rows T01 to T03 of the reference table: what is really lost, in either order, is below every bound, and the
/// tight determinant is a bound too.
#[test]
fn the_exact_mechanism_in_one_dimension_is_within() {
    for (epsilon, sigma, lambda, with, without) in [
        (0.5, 2.0, 1.0, 0.0, 0.035_842_945_818_734_06),
        (0.2, 2.0, 0.5, 0.046_943_159_481_585_68, 0.097_455_678_642_308_87),
        (1.0, 1.0, 1.0, 0.0, 0.048_696_371_113_157_84),
    ] {
        for (with_first, known) in [(true, with), (false, without)] {
            let exact = exact_divergence(epsilon, sigma, lambda, with_first);
            assert!((exact - known).abs() < 1e-8, "{exact} {known}");
            for tight in [false, true] {
                let mechanism = mechanism_of(1.0, 0.25, sigma, lambda, tight);
                assert!(exact <= mechanism.pair().profile(epsilon).upper);
            }
        }
    }
    // Below λ = β only the extension says anything, and it holds.
    for epsilon in [0.1, 0.5, 1.0, 2.0] {
        let tight = mechanism_of(1.0, 0.25, 1.5, 0.1, true);
        for with_first in [false, true] {
            assert!(exact_divergence(epsilon, 1.5, 0.1, with_first) <= tight.pair().profile(epsilon).upper);
        }
    }
}
