use proptest::prelude::*;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::*;

fn constant(dimension: usize, epsilon: f64) -> ShellLaw {
    Shells::new(vec![], 1.0, dimension, 0.5 * epsilon).unwrap().law()
}

#[track_caller]
fn close(found: f64, right: f64, tolerance: f64) {
    assert!((found - right).abs() <= tolerance * right.abs(), "{found} is not {right}");
}

/// Equal widths in one dimension: geometric shells and everything in closed form.
#[test]
fn equal_widths_on_the_line_have_closed_forms() {
    for epsilon in [0.05, 0.5, 1.0, 3.0] {
        let law = constant(1, epsilon);
        let q = (-0.5 * epsilon).exp();
        close(law.moment(1.0), 0.5 / (0.25 * epsilon).tanh(), 1e-12);
        let square = (1.0 + q) / (1.0 - q).powi(2) - 1.0 / (1.0 - q) + 1.0 / 3.0;
        close(law.moment(2.0), square, 1e-11);
        for r in [0.3, 1.0, 2.5, 5.0, 17.25] {
            let right = q.powf(f64::floor(r)) * (1.0 - (r - f64::floor(r)) * (1.0 - q));
            // What is cut off is below 2⁻⁶⁰ of the whole.
            assert!((law.sides(r).1 - right).abs() < 1e-11 * right + 1e-18);
        }
    }
}

/// The polylogarithm in two ways, and the Gamma law of small ε.
#[test]
fn equal_widths_in_many_dimensions() {
    for dimension in [1, 2, 3, 7, 20] {
        for epsilon in [0.1, 1.0, 4.0] {
            close(constant(dimension, epsilon).masses()[0], first_shell(dimension, 0.5 * epsilon), 1e-11);
        }
        close(constant(dimension, 0.01).moment(1.0), dimension as f64 * 200.0, 1e-4);
    }
    let q = (-0.5f64).exp();
    close(first_shell(2, 0.5), (1.0 - q).powi(2) / (1.0 + q), 1e-14);
}

/// What the printed sampler leaves out is `q^n` on the line, however far n is.
#[test]
fn what_is_cut_off_is_geometric() {
    let shells = Shells::new(vec![], 1.0, 1, 0.5).unwrap();
    for last in [1usize, 5, 20, 400] {
        close(shells.missing(last), (-0.5 * last as f64).exp(), 1e-11);
    }
    let law = shells.truncated(5).unwrap();
    assert_eq!(law.sides(5.0).1, 0.0);
    close(law.masses().iter().sum(), 1.0, 1e-14);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Distribution, quantile and density fit each other, and moments grow with widths.
    #[test]
    fn the_law_is_one_law(widths in prop::collection::vec(0.0..3.0f64, 0..8), tail in 0.05..3.0f64, dimension in 1usize..12, epsilon in 0.05..6.0f64, p in 0.001..0.999f64) {
        let law = Shells::new(widths.clone(), tail, dimension, 0.5 * epsilon).unwrap().law();
        let r = law.quantile(p);
        let (below, above) = law.sides(r);
        prop_assert!((below - p).abs() < 1e-9 && (below + above - 1.0).abs() < 1e-12);
        let step = 1e-6 * r;
        let slope = (law.sides(r + step).0 - law.sides(r - step).0) / (2.0 * step);
        let inside = law.radii().iter().all(|radius| (radius - r).abs() > 2.0 * step);
        prop_assert!(!inside || (slope / law.density(r) - 1.0).abs() < 1e-3);
        prop_assert!(law.capped_square(1e9) <= law.moment(2.0) * (1.0 + 1e-9));
        prop_assert!(law.capped_square(0.7) <= 0.49 + 1e-12);
        prop_assert!(law.moment(1.0).powi(2) <= law.moment(2.0) * (1.0 + 1e-12));
    }
}

/// Pearson's χ² at level 1e-4 in equal cells.
fn assert_even(name: &str, counts: &[f64], total: f64) {
    let mean = total / counts.len() as f64;
    let square: f64 = counts.iter().map(|count| (count - mean).powi(2) / mean).sum();
    let tail = ChiSquared::new(counts.len() as f64 - 1.0).unwrap().sf(square);
    assert!(tail > 1e-4, "{name}: {square}");
}

/// Kolmogorov and Smirnov at level 1e-4: `√N D` below 2.23.
fn assert_fits(name: &str, mut draws: Vec<f64>, distribution: impl Fn(f64) -> f64) {
    draws.sort_by(f64::total_cmp);
    let count = draws.len() as f64;
    let most = draws
        .iter()
        .enumerate()
        .map(|(at, &x)| {
            let right = distribution(x);
            (right - at as f64 / count).abs().max((right - (at + 1) as f64 / count).abs())
        })
        .fold(0.0, f64::max);
    assert!(most * count.sqrt() < 2.23, "{name}: {most}");
}

/// 10⁵ draws: shells by χ², lengths by Kolmogorov and Smirnov, directions without a side.
#[test]
fn the_sampler_has_the_law() {
    let count = 100_000;
    for norm in Norm::ALL {
        for (dimension, widths) in [(1, vec![1.0, 1.5]), (2, vec![]), (5, vec![0.2, 0.4, 0.1])] {
            let law = Shells::new(widths, 2.0, dimension, 0.5).unwrap().law();
            let mut random = Random::stream(dimension as u64, norm.word());
            let draws: Vec<(usize, Vec<f64>)> = (0..count).map(|_| law.draw(norm, &mut random)).collect();
            let name = format!("{} in {dimension}", norm.word());
            assert_fits(&name, draws.iter().map(|(_, z)| norm.of(z)).collect(), |r| law.sides(r).0);
            let mut cells = [0.0; 12];
            let mut right = [0.0; 12];
            for (k, _) in &draws {
                cells[(*k - 1).min(11)] += 1.0;
            }
            for (at, mass) in law.masses().iter().enumerate() {
                right[at.min(11)] += mass * f64::from(count);
            }
            let square: f64 = cells
                .iter()
                .zip(&right)
                .filter(|(_, right)| **right > 5.0)
                .map(|(c, r)| (c - r).powi(2) / r)
                .sum();
            assert!(ChiSquared::new(11.0).unwrap().sf(square) > 1e-4, "{name}: {square}");
            for at in 0..dimension {
                let side: f64 = draws.iter().map(|(_, z)| z[at] / norm.of(z)).sum::<f64>() / f64::from(count);
                assert!(side.abs() < 5.0 / f64::from(count).sqrt(), "{name}: {side}");
            }
        }
    }
}

/// Uniform on the shell: in the plane, cells of equal area of a shell are hit equally often, by each norm.
#[test]
fn points_of_a_shell_are_uniform() {
    let law = Shells::new(vec![1.0], 1.0, 2, 0.2).unwrap().law();
    for norm in Norm::ALL {
        let mut random = Random::stream(3, norm.word());
        let mut cells = vec![0.0; 16];
        let mut total = 0.0;
        for _ in 0..200_000 {
            let (k, z) = law.draw(norm, &mut random);
            if k != 3 {
                continue;
            }
            // The signed area swept from the first axis: for ℓ2 by angle, otherwise along the edge of a quarter.
            let quarter = match (z[0] >= 0.0, z[1] >= 0.0) {
                (true, true) => 0,
                (false, true) => 1,
                (false, false) => 2,
                (true, false) => 3,
            };
            let (x, y) = if quarter % 2 == 0 { (z[0].abs(), z[1].abs()) } else { (z[1].abs(), z[0].abs()) };
            let swept = match norm {
                Norm::Two => y.atan2(x) / std::f64::consts::FRAC_PI_2,
                Norm::One => y / (x + y),
                Norm::Max => {
                    if y <= x {
                        0.5 * y / x
                    } else {
                        1.0 - 0.5 * x / y
                    }
                }
            };
            cells[quarter * 4 + ((4.0 * swept) as usize).min(3)] += 1.0;
            total += 1.0;
        }
        assert_even(norm.word(), &cells, total);
    }
}
