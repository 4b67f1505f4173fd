//! Laws of path lengths, laws and samplers, on records at random and on all small universes.

use proptest::prelude::*;

use super::audit::Audited;
use super::noise::{Noise, Shape};
use super::sensitivity::Radii;
use super::*;
use crate::data::records::{NINE, RecordShape};
use crate::numeric::random::Random;

fn parameters(epsilon: f64, smoothing: f64) -> Parameters {
    Parameters { epsilon, smoothing, grid: None, delta: 1e-6, degrees: 3.0, constant: None, proposed: None }
}

/// Records, a statistic of them, a universe, the record that changes and what it becomes.
fn neighbours() -> impl Strategy<Value = (Instance, Instance, f64)> {
    let record =
        prop_oneof![-3.0..3.0f64, (-3i32..=3).prop_map(f64::from), (-30i32..=30).prop_map(f64::from)];
    let records = prop::collection::vec(record.clone(), 1..14);
    (
        records,
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        record,
        any::<bool>(),
        any::<bool>(),
        0.0..0.7f64,
    )
        .prop_map(|(records, who, which, becomes, trimmed, bounded, rho)| {
            let count = records.len();
            let statistic = if trimmed {
                Statistic::TrimmedMean { trim: which.index(count.div_ceil(2)) }
            } else {
                Statistic::Order { rank: 1 + which.index(count) }
            };
            let universe = if bounded { Universe::Bounded } else { Universe::Unbounded };
            let of = |records: &[f64]| Instance::new(records, statistic, universe, [-2.5, 2.5]).unwrap();
            let mut other = records.clone();
            other[who.index(count)] = becomes;
            // Half of the time without smoothing.
            (of(&records), of(&other), (rho - 0.35).max(0.0))
        })
}

const SLACK: f64 = 1e-11;

/// Whether every level of one lies within the next level of the other.
fn one_apart(one: &Stairs, other: &Stairs) -> bool {
    let last = other.levels().len() - 1;
    one.levels().iter().enumerate().all(|(k, level)| {
        let next = other.levels()[(k + 1).min(last)];
        next[0] <= level[0] + SLACK && level[1] <= next[1] + SLACK
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Reach is nested and ends in the whole interval; path lengths of neighbours differ by at most 1, and so do approximate
    /// ones with any radii; the tight one is never longer than the exact one.
    #[test]
    fn path_lengths_are_lipschitz((one, other, rho) in neighbours()) {
        let reach = one.reach();
        prop_assert!(reach.windows(2).all(|pair| pair[1][0] <= pair[0][0] && pair[0][1] <= pair[1][1]));
        prop_assert_eq!(reach[reach.len() - 1], one.interval());
        prop_assert!(reach.len() <= one.count() + 1);
        prop_assert!(one_apart(&one.stairs(rho), &other.stairs(rho)) && one_apart(&other.stairs(rho), &one.stairs(rho)));
        let sensitivities = [&one, &other].map(Instance::sensitivities);
        let global = one.global_sensitivity();
        for radii in [Radii::Tight, Radii::Local, Radii::Smooth { beta: 0.2 }, Radii::Constant { radius: global }] {
            let [a, b] = [(&one, &sensitivities[0]), (&other, &sensitivities[1])]
                .map(|(instance, local)| instance.approximate_stairs(local, radii));
            prop_assert!(one_apart(&a, &b) && one_apart(&b, &a), "{radii:?}");
        }
        let (exact, tight) = (one.stairs(0.0), one.approximate_stairs(&sensitivities[0], Radii::Tight));
        for (k, level) in exact.levels().iter().enumerate() {
            let wider = tight.levels()[k.min(tight.levels().len() - 1)];
            prop_assert!(wider[0] <= level[0] + SLACK && level[1] <= wider[1] + SLACK, "{k}");
        }
        // Two neighbours are no farther apart than the local sensitivity of either.
        prop_assert!((one.value() - other.value()).abs() <= sensitivities[0].at(0) + SLACK);
        let locals = [&sensitivities[0], &sensitivities[1]];
        for k in 0..one.count() {
            prop_assert!(locals[0].at(k) <= locals[1].at(k + 1) + SLACK);
        }
    }

    /// Whoever changes, no answer's odds change by more than e^ε; on a grid neither.
    #[test]
    fn no_audit_exceeds_epsilon((one, other, rho) in neighbours(), log_epsilon in -2.0..2.0f64, grid in any::<bool>()) {
        let epsilon = log_epsilon.exp();
        let spacing = grid.then_some(0.25);
        let parameters = Parameters { grid: spacing, ..parameters(epsilon, rho) };
        for mechanism in Mechanism::ALL.into_iter().filter(|mechanism| mechanism.has_stairs()) {
            let audit = Audited::Mechanism(mechanism).compare(&one, &other, &parameters).unwrap();
            prop_assert!(audit.largest().0 <= epsilon * (1.0 + 1e-9), "{mechanism:?} {:?}", audit.largest());
            prop_assert!(audit.ratio.delta(epsilon) < 1e-9);
        }
    }

    /// Records and interval times c plus d have the law times c plus d.
    #[test]
    fn laws_move_with_their_records((one, _, rho) in neighbours(), scale in 0.1..20.0f64, shift in -50.0..50.0f64) {
        let moved: Vec<f64> = one.sorted().iter().map(|record| scale * record + shift).collect();
        let ends = one.interval().map(|end| scale * end + shift);
        let other = Instance::new(&moved, one.statistic(), one.universe(), ends).unwrap();
        let laws = [(&one, rho), (&other, scale * rho)].map(|(instance, rho)| instance.stairs(rho).law(0.7).unwrap());
        for share in [0.1, 0.5, 0.9] {
            let expected = scale * laws[0].quantile(share) + shift;
            prop_assert!((laws[1].quantile(share) - expected).abs() < 1e-8 * (1.0 + expected.abs()));
        }
        let expected = scale * laws[0].mean_distance(one.value());
        prop_assert!((laws[1].mean_distance(other.value()) - expected).abs() < 1e-9 * (1.0 + expected));
    }
}

/// More ε, less error, on two sets; it is no law: where one side of the statistic is crowded and the other empty, more ε can move
/// answers to the empty one.
#[test]
fn errors_fall_with_epsilon() {
    let normal = RecordShape::Normal.records(101, None);
    for (records, ends) in [(&NINE[..], [0.0, 12.0]), (&normal[..], [-10.0, 10.0])] {
        let statistic = Statistic::median(records.len());
        let instance = Instance::new(records, statistic, Universe::Bounded, ends).unwrap();
        for rho in [0.0, 0.01] {
            let error =
                |epsilon: f64| instance.stairs(rho).law(epsilon).unwrap().mean_distance(instance.value());
            let errors: Vec<f64> = (-8..=8).map(|at| error(1.5f64.powi(at))).collect();
            assert!(errors.windows(2).all(|pair| pair[1] < pair[0]), "{errors:?}");
        }
    }
}

/// Every pair of neighbours among all sets of five numbers from 0 to 4: the largest losses are those of the golden rows.
#[test]
fn all_small_universes_are_private() {
    let sets: Vec<[f64; 5]> = (0..3125)
        .map(|code| [0, 1, 2, 3, 4].map(|at| f64::from(code / 5i32.pow(at) % 5)))
        .filter(|set| set.windows(2).all(|pair| pair[0] <= pair[1]))
        .collect();
    assert_eq!(sets.len(), 126);
    let worst = |trim: usize, rho: f64, mechanism: Mechanism| {
        let of = |set: &[f64]| {
            Instance::new(set, Statistic::TrimmedMean { trim }, Universe::Bounded, [0.0, 4.0]).unwrap()
        };
        let mut worst: f64 = 0.0;
        for set in &sets {
            for (who, value) in (0..5).flat_map(|who| (0..5).map(move |value| (who, f64::from(value)))) {
                let mut other = *set;
                other[who] = value;
                let audit =
                    Audited::Mechanism(mechanism).compare(&of(set), &of(&other), &parameters(1.0, rho));
                worst = worst.max(audit.unwrap().largest().0);
            }
        }
        worst
    };
    for (trim, rho, mechanism, expected) in [
        (2, 0.0, Mechanism::Exact, 0.827_988_939_242_87),
        (1, 0.1, Mechanism::Exact, 0.918_345_187_700_216),
        (0, 0.0, Mechanism::Exact, 0.756_200_052_782_392),
        (2, 0.3, Mechanism::Exact, 0.837_403_113_689_953),
        (1, 0.0, Mechanism::Local, 0.700_753_111_125_412),
        (1, 0.0, Mechanism::Tight, 0.700_753_111_125_412),
        (2, 0.0, Mechanism::Local, 0.5),
        (2, 0.0, Mechanism::Tight, 0.703_751_372_799_433),
    ] {
        let found = worst(trim, rho, mechanism);
        assert!((found - expected).abs() < 1e-9, "{trim} {rho} {mechanism:?}: {found}");
    }
}

/// Reach by trying: the k smallest records become the largest there can be.
#[test]
fn reach_is_what_changed_records_reach() {
    let records = RecordShape::Bimodal.records(12, Some(3));
    for trim in 0..6 {
        let statistic = Statistic::TrimmedMean { trim };
        let of = |records: &[f64]| Instance::new(records, statistic, Universe::Bounded, [-3.0, 3.0]).unwrap();
        let instance = of(&records);
        for k in 0..instance.reach().len() {
            let mut raised = instance.sorted().to_vec();
            raised[..k].fill(3.0);
            let mut lowered = instance.sorted().to_vec();
            lowered[12 - k..].fill(-3.0);
            let [low, high] = instance.reach()[k];
            assert!((of(&raised).value() - high).abs() < 1e-12 && (of(&lowered).value() - low).abs() < 1e-12);
        }
    }
}

/// Draws of one uniform number against the law: Kolmogorov's distance of 100 000 exceeds 0.0072 by chance once in 20 000 times
/// (level 1e-4 is 0.00704).
#[test]
fn draws_follow_their_laws() {
    let instance = Instance::new(&NINE, Statistic::median(9), Universe::Bounded, [0.0, 12.0]).unwrap();
    let sensitivities = instance.sensitivities();
    for mechanism in Mechanism::ALL {
        let output = mechanism.output(&instance, &sensitivities, &parameters(1.0, 0.25)).unwrap();
        let mut random = Random::stream(11, mechanism.word());
        let mut draws: Vec<f64> =
            (0..100_000).map(|_| output.quantile(random.uniform().max(1e-17))).collect();
        draws.sort_by(f64::total_cmp);
        let answered = 1.0 - output.refused();
        let inside = |draw: f64| draw > 0.0 && draw < 12.0;
        let farthest = draws
            .iter()
            .enumerate()
            // An atom at an end of the interval has many equal draws.
            .filter(|(_, draw)| mechanism != Mechanism::ClampedLaplace || inside(**draw))
            .map(|(at, draw)| (output.distribution(*draw) / answered - at as f64 / 1e5).abs())
            .fold(0.0, f64::max);
        assert!(farthest < 0.0072, "{mechanism:?}: {farthest}");
    }
}

/// Densities add up to distributions, and tails to mean errors: two routes to each.
#[test]
fn the_parts_of_an_output_agree() {
    let instance = Instance::new(&NINE, Statistic::median(9), Universe::Bounded, [0.0, 12.0]).unwrap();
    let sensitivities = instance.sensitivities();
    for mechanism in Mechanism::ALL {
        let output = mechanism.output(&instance, &sensitivities, &parameters(1.0, 0.25)).unwrap();
        let sum = |from: f64, to: f64, of: &dyn Fn(f64) -> f64| {
            let step = (to - from) / 20_000.0;
            (0..20_000).map(|at| step * of(from + (at as f64 + 0.5) * step)).sum::<f64>()
        };
        let difference = output.distribution(11.0) - output.distribution(3.0);
        assert!((sum(3.0, 11.0, &|t| output.density(t)) - difference).abs() < 1e-3, "{mechanism:?}");
        let errors = output.errors();
        for (share, quantile) in [(0.5, errors.median), (0.95, errors.q95)] {
            // An atom may hold more than the rest.
            let (at, beyond) = (output.tail(quantile), output.tail(quantile * (1.0 + 1e-12)));
            assert!(at >= 1.0 - share - 1e-9 && beyond <= 1.0 - share + 1e-9, "{mechanism:?} {share}");
        }
        if errors.root_mean_square.is_finite() && !matches!(output, Output::Noise { .. }) {
            let far = 40.0 * errors.root_mean_square;
            let mean = sum(0.0, far, &|r| output.tail(r));
            assert!((mean / errors.mean - 1.0).abs() < 1e-3, "{mechanism:?}: {mean} {}", errors.mean);
        }
        assert!(output.quantile(0.5) >= output.quantile(0.25));
    }
}

/// Student noise with one degree of freedom is Cauchy noise, and with many it is nearly normal.
#[test]
fn student_noise_lies_between_cauchy_and_normal() {
    let student = |degrees: f64| Noise::new(Shape::Student { degrees }, 2.0);
    let cauchy = Noise::new(Shape::Cauchy, 2.0);
    for z in [-7.0, -0.3, 0.0, 1.0, 40.0] {
        assert!((student(1.0).density(z) / cauchy.density(z) - 1.0).abs() < 1e-12);
        assert!((student(1.0).distribution(z) / cauchy.distribution(z) - 1.0).abs() < 1e-10);
    }
    assert!((student(1.0).tail_quantile(0.05) / cauchy.tail_quantile(0.05) - 1.0).abs() < 1e-9);
    assert!((student(100.0).tail_quantile(0.05) / 2.0 - 1.983_971_518_5).abs() < 1e-7);
}

/// Prints of Algorithm 4 agree with the path length where the trimmed mean lies inside of the interval, but for the hole.
#[test]
fn the_printed_stairs_are_right_inside_of_the_interval() {
    let records = RecordShape::Normal.records(21, None);
    let instance = |ends: [f64; 2]| {
        Instance::new(&records, Statistic::TrimmedMean { trim: 4 }, Universe::Unbounded, ends).unwrap()
    };
    let inside = instance([-1.0, 1.0]);
    let (ours, theirs) = (inside.stairs(0.05), inside.printed_stairs(0.05, false));
    for (a, b) in ours.levels().iter().zip(theirs.levels()) {
        assert!((a[0] - b[0]).abs() < 1e-12 && (a[1] - b[1]).abs() < 1e-12);
    }
    assert_eq!(inside.printed_stairs(0.05, true).law(1.0).unwrap().density(inside.value()), 0.0);
    let outside = instance([0.5, 1.5]);
    assert_ne!(outside.stairs(0.05), outside.printed_stairs(0.05, false));
}
