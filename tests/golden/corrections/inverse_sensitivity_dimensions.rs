//! H. Asi and J. Duchi, Instance-optimality in differential privacy via approximate inverse sensitivity mechanisms, 2020:
//! what concerns d dimensions.

use super::Witness;
use super::numbers::integral;

pub fn witness(id: &str) -> Option<Witness> {
    Some(match id {
        "D4" => [0.0, beyond_five()],
        "D5" => [8f64.sqrt() / (100.0 - 102.0), 2f64.sqrt()],
        "D6" => [largest_loss(1.0), largest_loss(2.0)],
        "D7" => [ends_at_once(), 1.0],
        "D8" => {
            let third = 1.0 / (6.0 * 3f64.sqrt());
            [(4.0 * third + 1.0) / 1000.0, (2.0 * (2.0 * third + 0.25) + 2.0) / 1000.0 + 4.0 * third / 2e6]
        }
        "D9" => [(-11f64).exp() * 625.0, (-9f64).exp() * 625.0],
        "D10" => {
            let excess = mean_excess();
            [2.0 * excess, excess]
        }
        "D11" => [0.01 * (1.21 + 1.0), 0.1 * (1.1 + 1.0)],
        "D12" => [1.0 / 0.4, f64::floor(1.0 / 0.4)],
        _ => return None,
    })
}

/// The mass of shells 6, 7, … of one width on the line, shell by shell.
fn beyond_five() -> f64 {
    let weight = |k: i32| (-0.5 * f64::from(k)).exp();
    let all: f64 = (1..400).map(weight).sum();
    (6..400).map(weight).sum::<f64>() / all
}

/// The largest log ratio of the two laws, each by quadrature of its density.
fn largest_loss(difference: f64) -> f64 {
    let c = 0.999;
    let weight = |gradient: f64| (-4.0 / (2.0 * difference) * gradient.abs()).exp();
    // The mean gradient below and above 0.999 for each data set.
    let laws = [[-0.5, 1.0], [-1.0, 0.5]].map(|gradients: [f64; 2]| {
        let whole = integral(0.0, c, |_| weight(gradients[0])) + integral(c, 1.0, |_| weight(gradients[1]));
        gradients.map(|gradient| (weight(gradient) / whole).ln())
    });
    (0..2).map(|at| (laws[0][at] - laws[1][at]).abs()).fold(0.0, f64::max)
}

/// The chance that one Laplace step from the best coefficient stays within [−1.5, 1.5].
fn ends_at_once() -> f64 {
    let (x, y) = ([0.5, -1.0, 0.8, 0.3], [0.2, -0.6, 0.9, 0.0]);
    let square: f64 = x.iter().map(|x| x * x).sum();
    let centre = x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>() / square;
    let rate = square / 4.0 * 4.0 / 10.0;
    let of = |t: f64| 0.5 * rate * (-rate * (t - centre).abs()).exp();
    integral(-1.5, centre, of) + integral(centre, 1.5, of)
}

/// `½ E ΔᵀΣΔ` with `Δ = 2RΣ⁻¹U`: R² has mean 6, and `UᵀΣ⁻¹U` is averaged over the circle.
fn mean_excess() -> f64 {
    let rows = [(0.5, 0.1), (-0.3, 0.8), (0.9, -0.2), (0.2, 0.6), (-0.7, -0.4), (0.1, -0.9)];
    let mean = |of: fn(&(f64, f64)) -> f64| rows.iter().map(of).sum::<f64>() / 6.0;
    let (a, b, c) = (mean(|r| r.0 * r.0), mean(|r| r.0 * r.1), mean(|r| r.1 * r.1));
    let det = a * c - b * b;
    let form = |angle: f64| {
        let (u, v) = (angle.cos(), angle.sin());
        (c * u * u - 2.0 * b * u * v + a * v * v) / det
    };
    let turn = std::f64::consts::TAU;
    0.5 * 4.0 * 6.0 * integral(0.0, turn, form) / turn
}
