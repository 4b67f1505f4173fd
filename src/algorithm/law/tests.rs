use proptest::prelude::*;

use super::*;
use crate::guarantee::{Order, Pair};
use crate::mechanism::{Exponential, Mechanism, RandomizedResponse};

/// The law of inverse sensitivity: density `e^{−εk/2}` on what k changes reach, in [0, 12], widened by ρ.
fn inverse_sensitivity(reach: &[(f64, f64)], epsilon: f64, rho: f64) -> Law {
    let level = |&(low, high): &(f64, f64)| ((low - rho).max(0.0), (high + rho).min(12.0));
    let levels: Vec<(f64, f64)> = reach.iter().map(level).collect();
    let mut steps = vec![Step { from: levels[0].0, to: levels[0].1, log_density: 0.0 }];
    for (k, ends) in levels.windows(2).enumerate() {
        let log_density = -0.5 * epsilon * (k + 1) as f64;
        steps.push(Step { from: ends[1].0, to: ends[0].0, log_density });
        steps.push(Step { from: ends[0].1, to: ends[1].1, log_density });
    }
    Law::steps(steps).expect("a law")
}

/// What k changes can make of the median of 1, 2, 4, 4.5, 5, 6, 9, 9.5, 10 in [0, 12].
const MEDIAN: [(f64, f64); 6] = [(5.0, 5.0), (4.5, 6.0), (4.0, 9.0), (2.0, 9.5), (1.0, 10.0), (0.0, 12.0)];

/// The same with 12 in place of 5.
const NEIGHBOUR: [(f64, f64); 6] =
    [(6.0, 6.0), (4.5, 9.0), (4.0, 9.5), (2.0, 10.0), (1.0, 12.0), (0.0, 12.0)];

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-11 * expected.abs(), "{found} {expected}");
}

/// Rows A2 to A4 and C8 of the reference table of inverse sensitivity.
#[test]
fn inverse_sensitivity_of_a_median_has_its_golden_values() {
    let law = inverse_sensitivity(&MEDIAN, 1.0, 0.0);
    let between = |low: f64, high: f64| law.distribution(high) - law.distribution(low);
    close(between(4.5, 6.0), 0.283915773825);
    close(between(4.0, 4.5) + between(6.0, 9.0), 0.401808450403);
    close(between(2.0, 4.0) + between(9.0, 9.5), 0.174077960358);
    close(law.distribution(1.0) + law.at_least(10.0), 0.076847643332);
    close(law.mean_distance(5.0), 2.11964180102456);
    close(law.mean_square(5.0), 7.12840805619438);
    close(law.mean(), 5.90299415506161);
    for (share, place) in [
        (0.05, 1.57736509834),
        (0.25, 4.37358362864),
        (0.5, 5.74413884534),
        (0.75, 7.75581082136),
        (0.95, 10.0480858814),
    ] {
        close(law.quantile(share), place);
    }
    for (place, density) in [(4.9, 0.18927718255), (7.0, 0.114802414401), (11.0, 0.0256158811107)] {
        close(law.density(place), density);
    }
    close(law.tail(5.0, 2.0), 0.474249420430434);
    close(law.log_total(), 1.16454276395245);
    let wide = inverse_sensitivity(&MEDIAN, 1.0, 0.25);
    close(wide.mean_distance(5.0), 2.02121001342364);
    close(wide.mean_square(5.0), 6.78834788300433);
    close(wide.quantile(0.95), 9.95796976047);
    for (reach, tail) in
        [(1.0, 0.564958986891), (4.0, 0.104941764289), (4.5, 0.0632845713668), (5.0, 0.0392117063613)]
    {
        close(wide.tail(5.0, reach + 0.25), tail);
        close(wide.distance_from(5.0).expect("a law").at_least(reach + 0.25), tail);
    }
}

/// Row N7: one person's change from 5 to 12.
#[test]
fn an_audit_of_two_medians_has_its_golden_values() {
    let [p, q] = [MEDIAN, NEIGHBOUR].map(|reach| inverse_sensitivity(&reach, 1.0, 0.25));
    let ratio = LogRatio::new(&p, &q);
    close(ratio.epsilon(), 0.725229048904);
    close(ratio.at(5.0).expect("an output"), 0.725229048904);
    close(ratio.at(6.0).expect("an output"), -0.274770951096);
    close(ratio.at(11.0).expect("an output"), -0.274770951096);
    close(ratio.total_variation(), 0.149316557643708);
    assert_eq!((ratio.at(-1.0), ratio.at(12.5)), (None, None));
    // An integral by the midpoint rule, whose cells lie within those of the ratio.
    let cells = 4800;
    let integral = |epsilon: f64| -> f64 {
        let at = |cell: i32| (f64::from(cell) + 0.5) * 12.0 / f64::from(cells);
        let part = |t: f64| (p.density(t) - epsilon.exp() * q.density(t)).max(0.0);
        (0..cells).map(|cell| part(at(cell)) * 12.0 / f64::from(cells)).sum()
    };
    for epsilon in [-0.5, 0.1, 0.4, 0.7] {
        assert!((ratio.delta(epsilon) - integral(epsilon)).abs() < 1e-12);
    }
}

/// Weights that underflow: 4000 steps of which the last has `e^{−2000}` of the weight of the first.
#[test]
fn weights_far_below_the_smallest_float_are_weights() {
    let steps = (0..=4000).map(|k| {
        let place = f64::from(k);
        Step { from: place, to: place + 1.0, log_density: -0.5 * place - 1e4 }
    });
    let law = Law::steps(steps).expect("a law");
    close(law.log_total(), -1e4 - (-(-0.5f64).exp()).ln_1p());
    close(law.log_density(4000.5), -2000.0 + (-(-0.5f64).exp()).ln_1p());
    // Geometric beyond t: e^{−t/2}, also where the distribution is 1.
    close(law.at_least(1000.0), (-500.0f64).exp());
}

/// Rows T2 and T3 of the reference table of noise reduction: when a search stops, and what is then lost.
#[test]
fn stopping_times_have_their_golden_values() {
    let stops = [0.00836568460744, 0.0965936854285, 0.261377951667, 0.559693668791, 0.0649429715389];
    let never = 0.00902603796720092;
    let losses = [1.1, 1.2, 1.4, 1.8, 2.6, f64::INFINITY];
    let masses = stops.into_iter().chain([never]).map(f64::ln);
    let law = Law::atoms(losses.into_iter().zip(masses)).expect("a law");
    close(law.finite().expect("it may stop").mean(), 1.68253072394);
    close(law.distribution(1.4), 0.366337321703);
    close(law.at_least(f64::INFINITY), 0.0090260379672);
    assert_eq!((law.mean(), law.quantile(0.5), law.quantile(0.999)), (f64::INFINITY, 1.8, f64::INFINITY));

    // Doubling: f + Lap(s) ≥ −α/2 with s = α/(2 ln(T/γ)) at every step.
    let scale = 0.5 / (2.0 * (5.0f64 / 0.1).ln());
    let chance = |f: f64| {
        let x = (-0.25 - f) / scale;
        if x > 0.0 { 0.5 * (-x).exp() } else { 1.0 - 0.5 * x.exp() }
    };
    let law = Law::stopping(&[-0.6, -0.4, -0.3, -0.1, -0.05].map(chance)).expect("a law");
    for (time, mass) in [
        (1.0, 0.00209127910518),
        (2.0, 0.0477176249895),
        (3.0, 0.217263594227),
        (4.0, 0.697880649259),
        (5.0, 0.0342804744348),
        (f64::INFINITY, 0.000766377984937),
    ] {
        close(law.density(time), mass);
    }
}

/// Two answers of randomized response, by its closed forms.
#[test]
fn randomized_response_is_a_law_of_two_atoms() {
    let response = RandomizedResponse::new(0.7).expect("a share in range");
    let law = |masses: [f64; 2]| Law::atoms([0.0, 1.0].into_iter().zip(masses.map(f64::ln))).expect("a law");
    let ratio = LogRatio::new(&law([0.7, 0.3]), &law([0.3, 0.7]));
    let pair = Mechanism::RandomizedResponse(response);
    let pair = pair.pair().expect("a pair");
    for epsilon in [-1.0, -0.2, 0.0, 0.3, 0.8] {
        assert!((ratio.delta(epsilon) - pair.profile(epsilon).middle()).abs() < 1e-15);
    }
    for order in [Order::ONE, Order::above_one(0.5), Order::above_one(30.0), Order::INFINITE] {
        close(ratio.renyi(order), pair.renyi(order).middle());
    }
}

#[test]
fn what_is_no_law_is_refused() {
    let step = |from, to, log_density| Step { from, to, log_density };
    assert_eq!(Law::steps([]), Err(NoLaw::Empty));
    assert_eq!(Law::steps([step(1.0, 1.0, 0.0), step(2.0, 3.0, f64::NEG_INFINITY)]), Err(NoLaw::Empty));
    assert_eq!(Law::steps([step(0.0, 2.0, 0.0), step(1.0, 3.0, 0.0)]), Err(NoLaw::Overlap { at: 1.0 }));
    for wrong in [
        step(1.0, 0.0, 0.0),
        step(f64::NAN, 0.0, 0.0),
        step(0.0, f64::INFINITY, 0.0),
        step(0.0, 1.0, f64::NAN),
    ] {
        assert!(matches!(Law::steps([wrong]), Err(NoLaw::Piece { .. })), "{wrong:?}");
    }
    assert!(matches!(Law::atoms([(f64::NAN, 0.0)]), Err(NoLaw::Piece { .. })));
    assert!(matches!(Law::atoms([(0.0, f64::INFINITY)]), Err(NoLaw::Piece { .. })));
}

fn any_steps() -> impl Strategy<Value = Law> {
    let step = (0.0..2.0f64, -30.0..30.0f64, prop::bool::weighted(0.8));
    prop::collection::vec(step, 1..20).prop_filter_map("no weight", |steps| {
        let mut from = -5.0;
        let steps = steps.into_iter().map(|(length, log_density, there)| {
            let to = from + length;
            let log_density = if there { log_density } else { f64::NEG_INFINITY };
            Step { from: std::mem::replace(&mut from, to), to, log_density }
        });
        Law::steps(steps.collect::<Vec<_>>()).ok()
    })
}

fn any_atoms() -> impl Strategy<Value = Law> {
    prop::collection::vec((-3..9i8, -30.0..30.0f64), 1..20)
        .prop_map(|atoms| Law::atoms(atoms.into_iter().map(|(at, log)| (f64::from(at), log))).expect("a law"))
}

fn any_law() -> impl Strategy<Value = Law> {
    prop_oneof![any_steps(), any_atoms()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// The whole has probability 1, and a quantile undoes the distribution.
    #[test]
    fn distribution_and_quantile_agree(law in any_law(), share in 0.001..1.0f64, place in -6.0..40.0f64) {
        let mass: f64 = law.pieces().iter().map(Piece::mass).sum();
        prop_assert!((mass - 1.0).abs() < 1e-13);
        let at = law.quantile(share);
        prop_assert!(law.distribution(at) >= share - 1e-12);
        prop_assert!(law.at_least(at) >= 1.0 - share - 1e-12);
        let below = 1.0 - law.at_least(place);
        prop_assert!(law.distribution(place) - below >= -1e-13);
        let back = law.distribution(law.quantile(law.distribution(place)));
        prop_assert!((back - law.distribution(place)).abs() < 1e-12 || place < law.pieces()[0].from);
    }

    /// Moments by the distribution alone: `E[M] = a + ∫ P[M > t] dt`, exact with a cut at every end, as the integrand
    /// is linear in between; and by the law of the distance.
    #[test]
    fn moments_agree_with_a_second_route(law in any_law(), center in -6.0..20.0f64) {
        let mut cuts: Vec<f64> = law.pieces().iter().flat_map(|piece| [piece.from, piece.to]).collect();
        cuts.dedup();
        let beyond = |t: f64| 1.0 - law.distribution(t);
        let over = |ends: &[f64]| {
            let quarter = 0.25 * (ends[1] - ends[0]);
            (beyond(ends[0] + quarter) + beyond(ends[1] - quarter)) * 2.0 * quarter
        };
        let mean = cuts[0] + cuts.windows(2).map(over).sum::<f64>();
        prop_assert!((law.mean() - mean).abs() < 1e-11, "{} {mean}", law.mean());
        let away = law.distance_from(center).expect("a law");
        prop_assert!((law.mean_distance(center) - away.mean()).abs() < 1e-11);
        prop_assert!((law.mean_square(center) - away.mean_square(0.0)).abs() < 1e-9);
        let shift = law.mean() - center;
        prop_assert!((law.mean_square(center) - law.variance() - shift * shift).abs() < 1e-9);
        prop_assert!((law.tail(center, 1.3) - away.at_least(1.3)).abs() < 1e-11);
    }

    /// Reversing swaps the laws, the divergence of one direction follows from the other:
    /// `δ_{Q|P}(−ε) = 1 − e^{−ε}(1 − δ_{P|Q}(ε))`, and no output loses more than the pure ε.
    #[test]
    fn the_log_ratio_is_reversed(p in any_law(), q in any_law(), epsilon in -3.0..3.0f64) {
        let ratio = LogRatio::new(&p, &q);
        let back = LogRatio::new(&q, &p);
        prop_assert_eq!(&ratio.reversed(), &back);
        let other = 1.0 - (-epsilon).exp() * (1.0 - ratio.delta(epsilon));
        prop_assert!((back.delta(-epsilon) - other).abs() < 1e-11 * (1.0 + (-epsilon).exp()));
        let mass = |log: fn(&RatioCell) -> f64| ratio.cells().iter().map(|cell| log(cell).exp()).sum::<f64>();
        prop_assert!((mass(|cell| cell.log_p) - 1.0).abs() < 1e-12 && (mass(|cell| cell.log_q) - 1.0).abs() < 1e-12);
        let (least, most) = ratio.extremes();
        prop_assert!(least <= 1e-12 && most >= -1e-12);
        if ratio.epsilon().is_finite() {
            prop_assert!(ratio.delta(ratio.epsilon()) == 0.0);
        }
        let orders = [Order::ONE, Order::above_one(1.0), Order::above_one(9.0), Order::INFINITE];
        let curve = orders.map(|order| ratio.renyi(order));
        prop_assert!(curve.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "{curve:?}");
    }

    /// An exponential mechanism over a few candidates is within the pair that bounds them all.
    #[test]
    fn candidates_are_within_the_exponential_mechanism(
        scores in prop::collection::vec((0.0..5.0f64, -1.0..1.0f64), 2..8),
        epsilon0 in 0.1..3.0f64,
        share in -1.2..1.2f64,
    ) {
        let law = |moved: f64| {
            let weight = |&(score, change): &(f64, f64)| 0.5 * epsilon0 * (score + moved * change);
            Law::atoms(scores.iter().enumerate().map(|(at, score)| (at as f64, weight(score)))).expect("a law")
        };
        let ratio = LogRatio::new(&law(0.0), &law(1.0));
        let bound = Exponential::new(epsilon0).expect("in range");
        prop_assert!(ratio.epsilon() <= epsilon0 * (1.0 + 1e-12));
        prop_assert!(ratio.delta(share * epsilon0) <= bound.profile(share * epsilon0).upper + 1e-14);
    }

    /// Draws follow the law: the largest gap between their distribution and its own is that of as many draws.
    #[test]
    fn draws_follow_the_law(law in any_steps(), seed in any::<u64>()) {
        let count = 2000;
        let mut random = Random::new(seed);
        let mut draws: Vec<f64> = (0..count).map(|_| law.draw(&mut random)).collect();
        draws.sort_by(f64::total_cmp);
        let gap = draws.iter().enumerate().map(|(at, &draw)| (law.distribution(draw) - at as f64 / f64::from(count)).abs());
        // Kolmogorov: beyond 2.5/√n once in 10⁵.
        prop_assert!(gap.fold(0.0, f64::max) < 2.5 / f64::from(count).sqrt());
    }
}
