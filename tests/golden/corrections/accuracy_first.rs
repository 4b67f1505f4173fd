//! K. Ligett, S. Neel, A. Roth, B. Waggoner and Z. S. Wu, Accuracy First, 2017.

use std::f64::consts::{LN_2, SQRT_2};

use super::Witness;
use super::numbers::integral;

pub fn witness(id: &str) -> Option<Witness> {
    let theory = 4.0 * SQRT_2 * (2.0 * (77.0f64 / 0.005).sqrt() + 77.0 / 0.005) / (1e5 * 0.05);
    Some(match id {
        "A1" => [shared_coin(), 0.1],
        "A2" => [4.0 * theory, 1e-5],
        "A3" => output_risk(),
        "A4" => {
            let radius = (2.0 * LN_2 / 0.005).sqrt();
            [radius, 0.5 * radius]
        }
        "A5" => [passes(0.5), passes(-0.5)],
        "A6" => [0.1 / 23.0, 0.5 * (-(23.0f64 / 0.1).ln()).exp()],
        "A7" => [theory, 0.5 * theory],
        "A8" => {
            let length = (1.0 / 0.005f64.sqrt() + 1.0).powi(2);
            [10.0, (16.0 * length * 20_000f64.ln() / (1e5 * 0.05)).exp()]
        }
        _ => return None,
    })
}

/// The slope of the log density of two coordinates at the origin, by difference: both kept, or both with more noise.
fn shared_coin() -> f64 {
    let (first, later, keeps) = (10.0, 1.0, 0.01);
    let kept = |y: f64| (-y.abs() / later).exp() / (2.0 * later);
    // Lap(1) + Lap(10), by convolution.
    let sum = |y: f64| {
        let product = |z: f64| kept(z) * (-(y - z).abs() / first).exp() / (2.0 * first);
        integral(-60.0, 0.0, product) + integral(0.0, y, product) + integral(y, 60.0, product)
    };
    let log = |y: f64| (keeps * kept(y) * kept(0.0) + (1.0 - keeps) * sum(y) * sum(0.0)).ln();
    let step = 1e-6;
    (log(0.0) - log(step)) / step
}

/// Every x is 1 and p = 1: `L(θ) − L(θ*) = ½(1 + λ)(θ − θ*)²`, and the noise has variance 2r².
fn output_risk() -> Witness {
    let (n, lambda) = (1000.0, 0.01f64);
    let radius = 1.0 / lambda.sqrt();
    let scale = (radius + 1.0) / (n * lambda).sqrt();
    [(1.0 / n + lambda) * (radius + 1.0).powi(2) / (n * lambda), 0.5 * (1.0 + lambda) * 2.0 * scale * scale]
}

/// How likely a query of 0 passes a threshold at so many α: α is `8 ln(2T/γ)` scales of the threshold's noise.
fn passes(threshold: f64) -> f64 {
    let scales = 8.0 * 20_000f64.ln() * threshold;
    let density = |w: f64| 0.5 * (-w.abs()).exp();
    let survival = |x: f64| if x < 0.0 { 1.0 - 0.5 * (0.5 * x).exp() } else { 0.5 * (-0.5 * x).exp() };
    let of = |w: f64| density(w) * survival(w + scales);
    let mut cuts = [-120.0, -scales, 0.0, 60.0];
    cuts.sort_by(f64::total_cmp);
    cuts.windows(2).map(|ends| integral(ends[0], ends[1], of)).sum()
}
