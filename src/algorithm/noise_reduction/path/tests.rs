use super::*;
use crate::algorithm::trial::stream;

fn levels(values: &[f64]) -> Levels {
    Levels::new(values.to_vec()).expect("increasing levels")
}

/// The largest distance between two empirical distributions, or of one and a law.
fn kolmogorov_smirnov(sample: &mut [f64], law: impl Fn(f64) -> f64) -> f64 {
    sample.sort_by(f64::total_cmp);
    let n = sample.len() as f64;
    let distance = |(at, &x): (usize, &f64)| {
        let (below, above) = (at as f64 / n, (at + 1) as f64 / n);
        (law(x) - below).abs().max((law(x) - above).abs())
    };
    sample.iter().enumerate().map(distance).fold(0.0, f64::max)
}

fn laplace_law(scale: f64) -> impl Fn(f64) -> f64 {
    move |x| if x < 0.0 { 0.5 * (x / scale).exp() } else { 1.0 - 0.5 * (-x / scale).exp() }
}

/// Kolmogorov's bound at 1e-4: `P[√n D > 2.23] ≈ 1e-4`.
const CRITICAL: f64 = 2.23;

fn forward(levels: &Levels, sensitivity: f64, random: &mut Random) -> Vec<f64> {
    let values = levels.values();
    let mut noise = Denoising::new(1, sensitivity, values[0], random);
    let mut path = vec![noise.noise()[0]];
    for &level in &values[1..] {
        noise.reduce(level, random);
        path.push(noise.noise()[0]);
    }
    path
}

/// At every level the noise is Laplace noise of that level, drawn either way, and the two have the same joint law: seen by
/// sums and differences of neighbouring levels.
#[test]
fn both_samplers_have_the_laplace_law_at_every_level_and_one_joint_law() {
    let (levels, sensitivity, count) = (levels(&[0.1, 0.2, 0.5, 0.6, 2.0]), 1.5, 20_000);
    let draw = |name: &str, sampler: fn(&Levels, f64, &mut Random) -> Vec<f64>| -> Vec<Vec<f64>> {
        (0..count).map(|trial| sampler(&levels, sensitivity, &mut stream(7, name, trial))).collect()
    };
    let (back, ahead) = (draw("backward", backward), draw("forward", forward));
    let root = f64::from(count as u32).sqrt();
    for t in 0..levels.count() {
        let law = laplace_law(sensitivity / levels.values()[t]);
        for paths in [&back, &ahead] {
            let mut sample: Vec<f64> = paths.iter().map(|path| path[t]).collect();
            let distance = kolmogorov_smirnov(&mut sample, &law);
            assert!(root * distance < CRITICAL, "level {t}: {distance}");
        }
    }
    for t in 1..levels.count() {
        // Two samples: √(nm/(n+m)) D, and the steps themselves, of which many are exactly 0.
        let of = |paths: &[Vec<f64>], kind: f64| -> Vec<f64> {
            paths.iter().map(|path| path[t] + kind * path[t - 1]).collect()
        };
        for kind in [-1.0, 1.0, 0.3] {
            let (mut one, mut other) = (of(&back, kind), of(&ahead, kind));
            one.sort_by(f64::total_cmp);
            other.sort_by(f64::total_cmp);
            let share = |sample: &[f64], x: f64| sample.partition_point(|&y| y <= x) as f64 / count as f64;
            let distance = one.iter().chain(&other).map(|&x| (share(&one, x) - share(&other, x)).abs());
            let distance = distance.fold(0.0, f64::max);
            assert!((0.5 * count as f64).sqrt() * distance < CRITICAL, "level {t}, {kind}: {distance}");
        }
        let stays = |paths: &[Vec<f64>]| paths.iter().filter(|path| path[t] == path[t - 1]).count() as f64;
        let q = levels.stays()[t - 1];
        let error = (q * (1.0 - q) * count as f64).sqrt();
        for paths in [&back, &ahead] {
            assert!((stays(paths) - q * count as f64).abs() < 4.5 * error, "level {t}");
        }
    }
}

/// Sample covariances of all pairs of levels, within five standard errors, and the chance of no change at all.
#[test]
fn covariances_and_stays_are_as_stated() {
    let levels = levels(&[0.2, 0.5, 1.0]);
    let count = 100_000;
    let paths: Vec<Vec<f64>> =
        (0..count).map(|trial| backward(&levels, 1.0, &mut stream(3, "facts", trial))).collect();
    for (s, t, exact) in [(0, 0, 50.0), (0, 1, 8.0), (0, 2, 2.0), (1, 1, 8.0), (1, 2, 2.0), (2, 2, 2.0)] {
        assert!((covariance(&levels, 1.0, s, t) - exact).abs() < 1e-12);
        let products: Vec<f64> = paths.iter().map(|path| path[s] * path[t]).collect();
        let mean = products.iter().sum::<f64>() / count as f64;
        let square = products.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count as f64;
        assert!((mean - exact).abs() < 5.0 * (square / count as f64).sqrt(), "{s} {t} {mean}");
    }
    assert!((equal_throughout(&levels, 0, 2) - 0.04).abs() < 1e-15);
    assert!((levels.distinct() - 2.59).abs() < 1e-14);
    let equal = paths.iter().filter(|path| path[0] == path[2]).count() as f64 / count as f64;
    assert!((equal - 0.04).abs() < 5.0 * (0.04 * 0.96 / count as f64).sqrt());
    let different = |path: &Vec<f64>| 1 + path.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let mean = paths.iter().map(different).sum::<usize>() as f64 / count as f64;
    assert!((mean - 2.59).abs() < 0.01, "{mean}");
}

/// Coins are per coordinate: two coordinates stay together as often as independent ones do.
#[test]
fn coordinates_stay_independently() {
    let (count, q) = (40_000, 0.25);
    let mut both = 0;
    let mut singles = [0; 2];
    for trial in 0..count {
        let mut random = stream(11, "coins", trial);
        let mut noise = Denoising::new(2, 1.0, 0.5, &mut random);
        let before = noise.noise().to_vec();
        noise.reduce(1.0, &mut random);
        let stays = [0, 1].map(|at: usize| noise.noise()[at] == before[at]);
        (0..2).for_each(|at| singles[at] += usize::from(stays[at]));
        both += usize::from(stays[0] && stays[1]);
    }
    let error = |p: f64| 4.5 * (p * (1.0 - p) / f64::from(count as u32)).sqrt();
    let share = |held: usize| held as f64 / count as f64;
    assert!((share(both) - q * q).abs() < error(q * q), "{}", share(both));
    assert!(singles.iter().all(|&held| (share(held) - q).abs() < error(q)));
}

#[test]
fn the_parts_of_a_step_sum_to_one_and_its_density_to_what_moves() {
    for (c, a, x) in [(0.5, 1.0, 0.0), (0.5, 1.0, 1.0), (0.5, 1.0, -3.0), (0.2, 0.3, 40.0), (1e-3, 5.0, 0.1)]
    {
        let step = Step::new(c, a, 1.0, x);
        let Parts { stay, across, between, beyond } = step.parts();
        assert!((stay + across + between + beyond - 1.0).abs() < 1e-14);
        // By an independent quadrature over pieces between the kinks at 0 and x.
        let rule = crate::numeric::quadrature::GaussLegendre::new(40);
        let reach = 40.0 / (a - c) + x.abs();
        let mut cuts = [-reach, 0.0, x, reach];
        cuts.sort_by(f64::total_cmp);
        let integral = |of: &dyn Fn(f64) -> f64| -> f64 {
            cuts.windows(2)
                .map(|ends| {
                    let parts = 200;
                    let width = (ends[1] - ends[0]) / f64::from(parts);
                    let panel = |at: i32| {
                        let from = ends[0] + width * f64::from(at);
                        rule.integrate(from, from + width, of)
                    };
                    (0..parts).map(panel).sum::<f64>()
                })
                .sum()
        };
        let moves = integral(&|y| step.density(y));
        assert!((moves - (across + between + beyond)).abs() < 1e-10, "{c} {a} {x}: {moves}");
        let mean = integral(&|y| y * step.density(y)) + stay * x;
        assert!(
            (mean - step.mean()).abs() < 1e-9 * (1.0 + mean.abs()),
            "{c} {a} {x}: {mean} {}",
            step.mean()
        );
    }
}

/// With one coin for two coordinates the loss at the origin is that of the mixture itself, by the densities.
#[test]
fn a_shared_coin_loses_what_the_slope_says() {
    let (b1, b2, q) = (10.0, 1.0, 0.01);
    // The density of Lap(b2) + Lap(b1) at y, by its partial fractions.
    let sum = |y: f64| {
        let y = f64::abs(y);
        (b1 * (-y / b1).exp() - b2 * (-y / b2).exp()) / (2.0 * (b1 * b1 - b2 * b2))
    };
    let kept = |y: f64| (-f64::abs(y) / b2).exp() / (2.0 * b2);
    for m in [1, 2, 5] {
        let log = |y: f64| {
            let rest = |of: &dyn Fn(f64) -> f64| of(y) * of(0.0).powi(m - 1);
            (q * rest(&kept) + (1.0 - q) * rest(&sum)).ln()
        };
        let h = 1e-6;
        let slope = (log(0.0) - log(h)) / h;
        let stated = shared_coin_slope(0.1, 1.0, 1.0, f64::from(m));
        assert!((slope / stated - 1.0).abs() < 1e-5, "{m}: {slope} {stated}");
    }
}
