use proptest::prelude::*;

use super::grid::{GridLaw, GridLoss};
use super::*;
use crate::algorithm::trial::mean;

fn drawn(people: usize, dimension: usize, random: &mut Random) -> DataSet {
    let mut data = DataSet::new(dimension);
    for _ in 0..people {
        let x = random.normals(dimension, 1.0);
        let scale = random.uniform() / norm(&x);
        let features: Vec<f64> = x.into_iter().map(|x| x * scale).collect();
        data.push(&features, 2.0 * random.uniform() - 1.0);
    }
    data
}

/// Without a ball in the way: mean square and mean excess are those of draws, within five standard errors.
#[test]
fn the_errors_are_those_of_draws() {
    for dimension in [1, 2, 4] {
        let mut random = Random::new(dimension as u64);
        let found = Linear::of_regression(&drawn(60, dimension, &mut random));
        let s = 0.01;
        let (draws, tally) = found.draws(s, 1e3, 20_000, &mut random);
        assert_eq!((draws.len(), tally.accepted), (20_000, tally.proposed));
        let centre = found.centre().unwrap();
        let squares: Vec<f64> =
            draws.iter().map(|theta| theta.iter().zip(centre).map(|(a, b)| (a - b).powi(2)).sum()).collect();
        let excesses: Vec<f64> = draws.iter().map(|theta| found.excess(theta).unwrap()).collect();
        for (values, right) in [(squares, found.mean_square(s)), (excesses, found.mean_excess(s))] {
            let seen = mean(&values, 0.999_999);
            assert!((seen.mean - right).abs() < seen.half_width.unwrap(), "{right} {seen:?}");
        }
    }
}

/// On the line: draws have the truncated law by Kolmogorov and Smirnov at level 1e-4, whichever proposal brings them, also
/// with a centre outside; acceptance and moments are closed forms.
#[test]
fn the_truncated_law_is_that_of_draws() {
    for (centre, matrix, s) in [(0.7, 0.5, 2.0), (0.7, 0.5, 0.05), (1.6, 0.5, 0.2), (-0.2, 1e-12, 1.0)] {
        let found = Linear::new(Symmetric::scaled_identity(1, matrix), vec![centre * matrix]);
        let line = OnTheLine { centre, rate: matrix / s, bound: 1.5 };
        assert!((line.integral(0) / line.normalizer() - 1.0).abs() < 1e-11);
        let count = 40_000;
        let (draws, tally) = found.draws(s, 1.5, count, &mut Random::new(9));
        assert_eq!(draws.len(), count);
        let mut values: Vec<f64> = draws.iter().map(|theta| theta[0]).collect();
        values.sort_by(f64::total_cmp);
        let whole = line.normalizer();
        let below = |x: f64| {
            let rule = GaussLegendre::new(64);
            let of = |t: f64| (-line.rate * (t - centre).abs()).exp();
            let cut = centre.clamp(-1.5, x);
            (rule.integrate(-1.5, cut, of) + rule.integrate(cut, x, of)) / whole
        };
        let most = (0..count)
            .step_by(50)
            .map(|at| (below(values[at]) - (at as f64 + 0.5) / count as f64).abs())
            .fold(0.0, f64::max);
        assert!(most * (count as f64).sqrt() < 2.23, "{centre} {s}: {most}");
        if tally.proposed > 1000 {
            let seen = tally.accepted as f64 / tally.proposed as f64;
            let error = (line.acceptance() * (1.0 - line.acceptance()) / tally.proposed as f64).sqrt();
            assert!((seen - line.acceptance()).abs() < 5.0 * error + 1e-12, "{seen}");
        }
        let distances: Vec<f64> = values.iter().map(|x| (x - centre).abs()).collect();
        let seen = mean(&distances, 0.999_999);
        assert!((seen.mean - line.moment(1)).abs() < seen.half_width.unwrap());
    }
}

/// Nothing is released where nothing is accepted.
#[test]
fn a_sampler_without_proposals_left_fails() {
    let found = Linear::new(Symmetric::scaled_identity(2, 1.0), vec![50.0, 0.0]);
    let mut left = 10;
    let drawn = found.draw(1e-6, 1.0, &mut Random::new(1), &mut left, &mut Tally::default());
    assert_eq!((drawn, left), (Err(Exhausted), 0));
}

/// What is printed gives almost 2ε, the corrected form never more than ε.
#[test]
fn the_printed_constant_loses_twice_as_much() {
    let (one, other) = ([0.0, 0.999, 0.999, 0.999], [0.999, 0.999, 0.999, 1.0]);
    let printed = location::loss(&one, &other, 1.0, 1.0).unwrap();
    let corrected = location::loss(&one, &other, 2.0, 1.0).unwrap();
    assert!(
        (printed - 1.997_650_872_297_61).abs() < 1e-12 && (corrected - 0.998_957_942_288_325).abs() < 1e-12
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Two neighbours on the line never lose more than ε with G = 2, nor 2ε with G = 1.
    #[test]
    fn neighbours_stay_within_epsilon(mut records in prop::collection::vec(0.0..1.0f64, 1..8), at in 0usize..8, other in 0.0..1.0f64, epsilon in 0.1..4.0f64) {
        let one = records.clone();
        let place = at % records.len();
        records[place] = other;
        prop_assert!(location::loss(&one, &records, 2.0, epsilon).unwrap() <= epsilon + 1e-12);
        prop_assert!(location::loss(&one, &records, 1.0, epsilon).unwrap() <= 2.0 * epsilon + 1e-12);
    }

    /// On a grid neighbours of every loss stay within ε with G = 2L, and of squared loss on the line with the exact G.
    #[test]
    fn neighbours_on_a_grid_stay_within_epsilon(seed in 0..1_000_000u64, people in 1usize..12, dimension in 1usize..3, epsilon in 0.1..4.0f64, which in 0usize..4) {
        let mut random = Random::new(seed);
        let data = drawn(people, dimension, &mut random);
        let mut other = data.clone();
        let place = random.below(people);
        let new = drawn(1, dimension, &mut random);
        let rows: Vec<(Vec<f64>, f64)> = other.people().enumerate().map(|(at, person)| {
            let person = if at == place { new.person(0) } else { person };
            (person.features.to_vec(), person.label)
        }).collect();
        other = DataSet::from_rows(dimension, rows.iter().map(|(x, y)| (&x[..], *y)));
        let loss = [GridLoss::Squared, GridLoss::Logistic, GridLoss::Absolute, GridLoss::Huber(0.3)][which];
        let bounds = Bounds { features: 1.0, labels: 1.0, radius: 2.0 };
        let mut differences = vec![2.0 * loss.lipschitz(&bounds)];
        if dimension == 1 && which == 0 {
            differences.push(bounds.exact_on_the_line());
        }
        for difference in differences {
            let [p, q] = [&data, &other].map(|data| GridLaw::of(data, loss, 2.0, 9, difference, epsilon));
            for at in (0..p.masses.len()).filter(|&at| p.is_inside(at)) {
                prop_assert!((p.masses[at] / q.masses[at]).ln().abs() <= epsilon + 1e-9);
            }
        }
    }
}
