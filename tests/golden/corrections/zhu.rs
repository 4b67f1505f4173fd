//! Y. Zhu, dissertation, chapters 1 to 3; chapter 7 is in [`sparse_vector`](super::sparse_vector).

use std::f64::consts::{E, LN_2, PI};

use super::Witness;
use super::numbers::{cdf, density, gaussian, integral, smallest};

pub fn witness(id: &str) -> Option<Witness> {
    Some(match id {
        "Z1" => z1(),
        "Z2" => z2(),
        // The coin of the first question has the curve 1 − x of blind guessing, which is that of ε = 0.
        "Z3" => [0.0, (0.75f64 / 0.25).ln()],
        "Z4" => [tight(1.0, 0.3), tight(0.5, 0.3)],
        "Z5" => z5(),
        "Z6" => z6(),
        "Z7" => z7(),
        "Z8" => [integral(-1.0, 1.0, |x| x.abs().exp()), integral(-1.0, 1.0, |x| 0.5 * (-x.abs()).exp())],
        "Z9" => z9(),
        "Z10" => z10(),
        "Z11" => z11(),
        "Z12" => [published(12.0), gaussian(12.0, 1.0)],
        _ => return super::sparse_vector::witness(id),
    })
}

/// σ = 0.1 has ε(α) = 50α.
fn z1() -> Witness {
    let convert = |shift: f64| smallest(1e-3, 50.0, |t| 50.0 * (t + shift) + 1e5f64.ln() / t);
    [convert(0.0), convert(1.0)]
}

fn z2() -> Witness {
    let (alpha, b): (f64, f64) = (2.0, 1.0);
    let first = alpha / (2.0 * alpha - 1.0) * ((alpha - 1.0) / b).exp();
    let second = (alpha - 1.0) / (2.0 * alpha - 1.0) * (-alpha / b).exp();
    let (density_p, density_q) = (|x: f64| 0.5 * (-x.abs()).exp(), |x: f64| 0.5 * (-(x - 1.0).abs()).exp());
    let moment = integral(-40.0, 40.0, |x| density_p(x).powi(2) / density_q(x));
    assert!((moment.ln() - (first + second).ln()).abs() < 1e-7, "the formula is the divergence");
    [first.ln() / (alpha - 1.0) + second, moment.ln() / (alpha - 1.0)]
}

/// ε at δ of the curve ρα, by the tight conversion.
fn tight(rho: f64, delta: f64) -> f64 {
    smallest(-5.0, 5.0, |u| {
        let alpha = 1.0 + u.exp();
        rho * alpha + (1.0 - 1.0 / alpha).ln() - (alpha * delta).ln() / (alpha - 1.0)
    })
}

/// `H(z)` of a randomized response with p = ¾ at x = 0.3. The conjugate at a slope of 0.7 grows with z.
fn z5() -> Witness {
    let profile = |z: f64| (0.75 - 0.25 * z).max(0.0) + (0.25 - 0.75 * z).max(0.0);
    let supremum = |slope: f64, to: f64| {
        (0..=100_000)
            .map(|at| to * f64::from(at) / 1e5)
            .map(|z| slope * z - profile(z))
            .fold(f64::MIN, f64::max)
    };
    let grows = supremum(0.7, 2e6) > supremum(0.7, 1e6) + 1e5;
    [if grows { f64::INFINITY } else { f64::NAN }, 1.0 + supremum(-0.7, 30.0)]
}

fn z6() -> Witness {
    let (p, q, rate, a): (f64, f64, f64, f64) = (0.9, 0.5, 0.3, 1.1);
    let stick = |x: f64, y: f64| (x - a * y).max(0.0) + (1.0 - x - a * (1.0 - y)).max(0.0);
    [stick((1.0 - rate) * q + rate * p, q), stick((1.0 - rate) * p + rate * q, p)]
}

/// The loss is N(½, 1): `log φ = (it − t²)/2`.
fn z7() -> Witness {
    let wrong = integral(0.0, 10.0, |t| 0.5 * t.cos() + 0.5 * t * t.sin());
    let right = integral(1e-9, 10.0, |t| (-0.5 * t * t).exp() * (-0.5 * t).sin() / t);
    assert!((0.5 - right / PI - cdf(0.5)).abs() < 1e-8, "the inversion is the distribution function");
    [0.5 - wrong / PI, 0.5 - right / PI]
}

/// As printed, μ at x is `(γn₁ + n₀)/(1 + n₀)`.
fn z9() -> Witness {
    let rate = 0.01;
    let (with, without) = (|x: f64| density(x - 1.0), density);
    let printed = integral(-30.0, 30.0, |x| (rate * with(x) + without(x)) / (1.0 + without(x)));
    [printed, integral(-30.0, 30.0, |x| rate * with(x) + (1.0 - rate) * without(x))]
}

/// `(1/2π)∫ cos(t/2 − tb) e^{−t²/2}/t` over what is left of the right side but not of the left: from η to 2η.
fn z10() -> Witness {
    let eta = 1e-6;
    let part = |from: f64, to: f64| integral(from, to, |t| (-0.5 * t * t).exp() / t) / (2.0 * PI);
    let printed = -part(eta, 2.0 * eta);
    assert!((printed + LN_2 / (2.0 * PI)).abs() < 1e-9);
    [printed, part(eta, 2.0 * eta) - part(eta, 2.0 * eta)]
}

fn z11() -> Witness {
    let (rate, alpha, gain): (f64, f64, f64) = (0.001, 10.0, 0.04f64.exp_m1());
    [rate.powi(2) * alpha.powi(2) * gain, 0.5 * rate.powi(2) * alpha * gain]
}

/// The quadrature of the publication for σ = 1: a Gauss–Legendre rule of 200 nodes in y, `t = y/(1 − y²)`.
fn published(epsilon: f64) -> f64 {
    let rule = legendre(200);
    let distribution = |b: f64| {
        let term = |&(y, weight): &(f64, f64)| {
            let (t, slope) = (y / (1.0 - y * y), (1.0 + y * y) / (1.0 - y * y).powi(2));
            weight * slope * (-0.5 * t * t).exp() * (t * (0.5 - b)).sin() / t
        };
        0.5 - rule.iter().map(term).sum::<f64>() / (2.0 * PI)
    };
    1.0 - distribution(epsilon) - E.powf(epsilon) * distribution(-epsilon)
}

/// Nodes and weights on (−1, 1), by Newton's method on the Legendre polynomial.
fn legendre(count: u32) -> Vec<(f64, f64)> {
    let n = f64::from(count);
    let node = |at: u32| {
        let mut x = (PI * (f64::from(at) + 0.75) / (n + 0.5)).cos();
        let mut slope = 1.0;
        for _ in 0..100 {
            let (mut before, mut value) = (1.0, x);
            for k in 2..=count {
                let k = f64::from(k);
                (before, value) = (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k);
            }
            slope = n * (x * value - before) / (x * x - 1.0);
            x -= value / slope;
        }
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..count).map(node).collect()
}
