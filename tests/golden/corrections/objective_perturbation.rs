//! Redberg, Koskela and Wang 2023. In all of it `c = −log(1 − β/λ)` and `s = L/σ`.

use std::f64::consts::{FRAC_2_PI, LN_2, SQRT_2};

use super::Witness;
use super::numbers::{density, gaussian, half_normal, half_normal_renyi, integral, root, smallest};

pub fn witness(id: &str) -> Option<Witness> {
    let c = determinant(1.0, 20.0);
    Some(match id {
        "O1" => [2.0 * gaussian(1.0, 0.2), half_normal(1.0, c, 0.2)],
        "O2" => o2(),
        "O3" => [gaussian(1.0, 1.0), absolute(1.0)],
        "O4" => [of_pair(1.0, -1.0), of_pair(1.0, 1.0)],
        "O5" => [absolute(0.0), absolute(1.0)],
        "O6" => [half_normal_renyi(1.0, c, 0.2), c + 0.02 + 0.2 * FRAC_2_PI.sqrt()],
        "O7" => [half_normal_renyi(9.0, c, 0.4) - 0.08 + 0.04, half_normal_renyi(9.0, c, 0.4)],
        "O8" => o8(),
        "O9" => o9(c),
        "O10" => [steps(1.0), steps(2.0)],
        "O11" => o11(),
        "O12" => o12(),
        "O13" => o13(),
        // b is 1 along x; f′ = 2, ‖x‖ = ½, so that the gradient has norm L = 1.
        "O14" => [1.0 * 0.5, 2.0 * 0.5],
        "O15" => o15(),
        _ => return None,
    })
}

fn determinant(smoothness: f64, regularization: f64) -> f64 {
    -(-smoothness / regularization).ln_1p()
}

/// `E[1 − e^{ε−ω}]₊` for `ω = ½ + |N(0, 1)|`, by the integral.
fn absolute(epsilon: f64) -> f64 {
    let from = (epsilon - 0.5).max(0.0);
    integral(from, from + 30.0, |x| 2.0 * density(x) * -(epsilon - 0.5 - x).exp_m1())
}

/// The hockey-stick divergence of the half-normal P and its Q, moved by L = ±1 for σ = 1, but for what Q has at −∞.
fn of_pair(epsilon: f64, shift: f64) -> f64 {
    integral(0.0, 40.0, |x| 2.0 * (density(x) - epsilon.exp() * density(x + shift)).max(0.0))
}

fn o2() -> Witness {
    let rest: f64 = 0.01 - 0.5;
    let second_case = |order: f64| -rest.exp_m1() + rest.exp() * 2.0 * gaussian(order, 1.0);
    assert!((second_case(0.5) - absolute(0.01)).abs() < 1e-9);
    [second_case(1.0), absolute(0.01)]
}

/// The slope of logistic loss is −½ at 0, where clipping begins; beyond it the loss is a line.
fn o8() -> Witness {
    let clipped_slope = |u: f64| -(1.0 / (1.0 + u.exp())).min(0.5);
    let climbed = -integral(-3.0, 0.0, clipped_slope);
    [climbed, LN_2 + climbed]
}

fn o9(c: f64) -> Witness {
    let (s, ratio): (f64, f64) = (0.2, 1.0 / 20.0);
    // The mean of e^{aqz²} for a normal z of variance v is infinite unless 2aqv < 1.
    let bound = |q: f64, variance: f64| {
        let inside = 1.0 - 2.0 * q * ratio * variance;
        let moment = if inside > 0.0 { -inside.ln() / (2.0 * q) } else { f64::INFINITY };
        c + 0.5 * s * s + q / (q - 1.0) * 0.5 * s * s + moment
    };
    let best = |variance: f64| smallest(1.000_001, 9.999_999, |q| bound(q, variance));
    [best(25.0), best(1.0)]
}

/// Steps for n = 1000, β = 1, λ = 20, γ = 0.01, with the factor of the smoothness that is given.
fn steps(factor: f64) -> f64 {
    let (n, regularization): (f64, f64) = (1000.0, 20.0);
    let smoothness = n + regularization;
    let start = 1.5 * n * 100.0 + 4.0 * smoothness * 4.0;
    let rate = (regularization / (16.0 * smoothness)).min(1.0 / (8.0 * n));
    (factor * smoothness * smoothness * start / (regularization * 1e-4 * 0.01)).ln() / -(-rate).ln_1p()
}

fn o11() -> Witness {
    let (d, norm, logarithm): (f64, f64, f64) = (20.0, 2.0, 1e5f64.ln());
    let (sigma, lambda) = ((d * logarithm).sqrt(), d * logarithm.sqrt() / norm);
    [d * d * logarithm * norm / (2.0 * d * logarithm), d * sigma * sigma / (2.0 * lambda)]
}

/// The output for nobody is N(0, 4); for one person its density is that of the noise `θ + f′(θ)`, times `1 + f″(θ)`.
fn o12() -> Witness {
    let nobody = |theta: f64| 0.5 * density(0.5 * theta);
    let one = |theta: f64| {
        let chance = 1.0 / (1.0 + theta.exp());
        0.5 * density(0.5 * (theta - chance)) * (1.0 + chance * (1.0 - chance))
    };
    let beyond = |theta: f64| (nobody(theta) - 0.5f64.exp() * one(theta)).max(0.0);
    [gaussian(0.5, 0.5), integral(-30.0, 30.0, beyond)]
}

/// Six people in the plane: features and label.
const SIX: [[f64; 3]; 6] = [
    [0.6, 0.3, 1.0],
    [0.8, -0.2, 1.0],
    [0.1, 0.9, 1.0],
    [-0.5, 0.4, -1.0],
    [-0.7, -0.6, -1.0],
    [-0.2, -0.8, -1.0],
];

/// The log density of θ = (0.7, −0.25) on some people, for λ = ½ and σ = 2.
pub fn log_density<'a>(people: impl Iterator<Item = &'a [f64; 3]>) -> f64 {
    let (mut gradient, mut hessian) = ([0.35, -0.125], [0.5, 0.0, 0.5]);
    for &[a, b, label] in people {
        let lie = 1.0 / (1.0 + (label * (0.7 * a - 0.25 * b)).exp());
        gradient = [gradient[0] - label * lie * a, gradient[1] - label * lie * b];
        let curve = lie * (1.0 - lie);
        hessian = [hessian[0] + curve * a * a, hessian[1] + curve * a * b, hessian[2] + curve * b * b];
    }
    (hessian[0] * hessian[2] - hessian[1].powi(2)).ln() - (gradient[0].powi(2) + gradient[1].powi(2)) / 8.0
}

/// What the second of the six loses, and the size of their fit.
pub fn second_of_six() -> (f64, f64) {
    let without = SIX.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, person)| person);
    let [a, b, _] = SIX[1];
    let slope = 1.0 / (1.0 + (0.7 * a - 0.25 * b).exp());
    (log_density(SIX.iter()) - log_density(without), slope * slope * (a * a + b * b) / 8.0)
}

fn o13() -> Witness {
    let (loss, fit) = second_of_six();
    [loss - 2.0 * fit, loss]
}

/// ε above the determinant, and the determinant by either smoothness.
fn o15() -> Witness {
    let excess = root(0.0, 10.0, |epsilon| 1e-5 - half_normal(epsilon, 0.0, SQRT_2 / 5.0));
    [excess + determinant(0.25, 2.0), excess + determinant(0.5, 2.0)]
}
