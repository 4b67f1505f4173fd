use proptest::prelude::*;

use super::*;
use crate::algorithm::trial::mean;

/// In the plane the closed form `½E min(‖z‖², 1)`; elsewhere the mean of draws, within five standard errors.
#[test]
fn the_error_is_that_of_draws() {
    for (gap, dimension, epsilon) in
        [(100.0, 2, 1.0), (1.0, 2, 3.0), (12.0, 3, 1.0), (40.0, 4, 2.0), (5.0, 7, 4.0)]
    {
        for width in Width::ALL {
            let law = width.shells(gap, dimension, epsilon).unwrap().law();
            let found = sine_square(&law, dimension);
            if dimension == 2 {
                assert!((found / (0.5 * law.capped_square(1.0)) - 1.0).abs() < 1e-11);
            }
            let leading: Vec<f64> = (0..dimension).map(|at| f64::from(u8::from(at == 0))).collect();
            let mut random = Random::stream(7, width.word());
            let draws: Vec<f64> =
                (0..20_000).map(|_| sine_between(&draw(&leading, &law, &mut random), &leading)).collect();
            let seen = mean(&draws, 0.999_999);
            assert!(
                (seen.mean - found).abs() < seen.half_width.unwrap(),
                "{gap} {dimension}: {found} {seen:?}"
            );
        }
    }
}

/// `½(1 − I₁(κ)/I₀(κ))` by the continued fraction.
#[test]
fn the_exponential_mechanism_is_von_mises_in_the_plane() {
    for gap in [0.0, 0.5, 10.0, 100.0, 1000.0, 1e5] {
        let kappa = 0.25 * gap;
        let mut ratio = 0.0;
        for at in (1..=200_000).rev() {
            ratio = kappa / (2.0 * f64::from(at) + kappa * ratio);
        }
        let found = exponential_sine_square(gap, 2, 1.0);
        assert!((found / (0.5 * (1.0 - ratio)) - 1.0).abs() < 1e-9, "{gap}: {found}");
        assert!((exponential_within(gap, 1.0, 2.0) - 1.0).abs() < 1e-12);
    }
    // Without a gap every direction is as good.
    assert!((exponential_sine_square(0.0, 6, 1.0) - 5.0 / 6.0).abs() < 1e-12);
}

fn points(people: usize, dimension: usize, random: &mut Random) -> Vec<Vec<f64>> {
    let stretched = random.uniform() * 3.0;
    let one = |random: &mut Random| {
        let mut x = random.normals(dimension, 1.0);
        x[0] *= 1.0 + stretched;
        let scale = random.uniform() / norm(&x);
        x.into_iter().map(|x| x * scale).collect()
    };
    (0..people).map(|_| one(random)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Lemma 4.2 with this constant, for random neighbours: the gap moves by 2 and the vector by g(u).
    #[test]
    fn nobody_moves_the_eigenvector_further(seed in 0..1_000_000u64, people in 2usize..40, dimension in 2usize..5) {
        let mut random = Random::new(seed);
        let mut rows = points(people, dimension, &mut random);
        let one = Principal::of(&rows).unwrap();
        let place = random.below(people);
        let mut direction = random.normals(dimension, 1.0);
        let length = norm(&direction);
        direction.iter_mut().for_each(|x| *x /= length);
        rows[place] = direction;
        let other = Principal::of(&rows).unwrap();
        prop_assert!((one.gap - other.gap).abs() <= 2.0 + 1e-9);
        let distance = |sign: f64| norm(&one.leading.iter().zip(&other.leading).map(|(a, b)| a - sign * b).collect::<Vec<_>>());
        let moved = distance(1.0).min(distance(-1.0));
        // The bound at distance 0 is the first of the tight widths.
        prop_assert!(moved <= Width::Tight.of(one.gap, 1) * (1.0 + 1e-6) + 1e-9);
        prop_assert!(Width::Angle.of(one.gap, 1) <= Width::Constant.of(one.gap, 1) * (1.0 + 1e-12));
        // The second condition of theorem 1.
        for width in Width::ALL {
            for i in 1..6 {
                prop_assert!(width.of(one.gap, i) <= width.of(other.gap, i + 1) * (1.0 + 1e-9));
            }
        }
    }

    /// `0 ≤ F(v̂) − F(v) ≤ (λ₁ − λ_d) min(1, ‖z‖²)`, and the weaker bound that is printed.
    #[test]
    fn the_objective_falls_by_no_more_than_the_noise(seed in 0..1_000_000u64, people in 2usize..30, dimension in 2usize..6, scale in 0.01..2.0f64) {
        let mut random = Random::new(seed);
        let found = Principal::of(&points(people, dimension, &mut random)).unwrap();
        let z = random.normals(dimension, scale);
        let length = norm(&z);
        let out = onto_sphere(found.leading.iter().zip(&z).map(|(v, z)| v + z).collect());
        let fall = found.objective(&found.leading) - found.objective(&out);
        let most = (found.values[0] - found.values[dimension - 1]) * length.powi(2).min(1.0);
        prop_assert!(fall >= -1e-12 && fall <= most + 1e-12, "{fall} {most}");
        prop_assert!(length > 0.5 || fall <= 5.0 * length);
    }
}
