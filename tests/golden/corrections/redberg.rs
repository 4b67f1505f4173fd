//! R. Redberg, dissertation, chapters 2 and 4.

use std::f64::consts::FRAC_1_SQRT_2;

use super::Witness;
use super::numbers::{
    cdf, density, eigenvalues_beyond, gaussian, gaussian_epsilon, gaussian_sigma, half_normal,
    half_normal_renyi, integral, quantile, root,
};
use super::objective_perturbation::second_of_six;

pub fn witness(id: &str) -> Option<Witness> {
    let c = -(1.0f64 - 1.0 / 20.0).ln();
    Some(match id {
        "E1" => [cdf(-0.5) - 1f64.exp() * cdf(0.5), gaussian(1.0, 1.0)],
        "E2" => [0.5 + quantile(1e-6), 0.5 + (2.0 * 1e6f64.ln()).sqrt()],
        "E3" => [8.0 * 2e6f64.ln() + 4.0, (8.0 * 2e6f64.ln() + 4.0).sqrt()],
        "E4" => e4(),
        "E5" => [leverage(1.5 / 0.5), leverage(1.0)],
        "E6" => [cost(3), cost(2)],
        "E7" => e7(),
        "E8" => [0.05, 2.0 * 1000.0 * cdf(-(2.0 * (1000.0f64 / 0.05).ln()).sqrt())],
        "E9" => [12.0, norm_of_noise(50, 8.465e-6)],
        "E16" => {
            [2.0 * gaussian(1.0 - (1.0f64 - 0.2).ln(), 0.1), half_normal(1.0, -(1.0f64 - 0.2).ln(), 0.1)]
        }
        // μ = λ_j/(−H) with H = λ + 1 = 2.
        "E17" => [-0.25 / 1.0, 0.25 / -2.0],
        "E18" => e18(c),
        // log P/Q = c + ((x ± L)² − x²)/2 at x = 2.
        "E19" => [c + (1.0 - 4.0) / 2.0, c + (9.0 - 4.0) / 2.0],
        "E20" => e20(),
        "E21" => e21(),
        "E22" => [gaussian_epsilon(1e-6, 0.25 / 9.0762), gaussian_epsilon(1e-6, 1.0 / 5.8863)],
        "E23" => e23(),
        "E25" => e25(),
        "E26" => e26(),
        _ => return None,
    })
}

/// How often a bound of g = −2 covers its size, of what the released gradient says, off by a normal n: printed
/// `|−2 + n + q|`, corrected `|−2 + n| + q`.
fn e4() -> Witness {
    let q = quantile(0.025);
    let covered = |bound: &dyn Fn(f64) -> f64| {
        // Counted on a fine grid of n, by the mass of each cell.
        const CELLS: u32 = 2_000_000;
        let edge = |at: u32| -10.0 + 20.0 * f64::from(at) / f64::from(CELLS);
        let mut share = 0.0;
        for at in 0..CELLS {
            let middle = 0.5 * (edge(at) + edge(at + 1));
            if bound(middle) >= 2.0 {
                share += density(middle) * 20.0 / f64::from(CELLS);
            }
        }
        share
    };
    [covered(&|n| (n - 2.0 + q).abs()), covered(&|n| (n - 2.0).abs() + q)]
}

/// `−log(1 − f″μ)` with f″ = ¼.
fn leverage(influence: f64) -> f64 {
    -(1.0 - 0.25 * influence).ln()
}

/// σ₂ and σ₃ that keep ε₂ = 0.7 and ε₃ = 0.1 at 1e-6 for logistic loss on records of norm 1.
fn noise() -> [f64; 2] {
    [gaussian_sigma(0.7, 1e-6), 0.25 * FRAC_1_SQRT_2 * gaussian_sigma(0.1, 1e-6)]
}

/// What both releases cost, with the power of σ₃ under the root.
fn cost(power: i32) -> f64 {
    let [second, third] = noise();
    let root = (1.0 / second.powi(2) + 0.0625 / (2.0 * third.powi(power))).sqrt();
    0.5 / second.powi(2) + 0.0625 / (4.0 * third.powi(2)) + root * (2.0 * 1e6f64.ln()).sqrt()
}

/// Leverage −log 0.8, fit 1/(8σ²) and alignment −1/σ add to 0: for f′ = −½ and noise 2σ along the person. The report
/// adds their sizes, even if it knew everything.
fn e7() -> Witness {
    let leverage = -0.8f64.ln();
    let sum = |sigma: f64| leverage + 0.125 / (sigma * sigma) - 1.0 / sigma;
    let sigma = root(1.0, 100.0, sum);
    assert!(sum(sigma).abs() < 1e-12);
    [0.5 * (2.0 * 40f64.ln()).sqrt() / sigma, leverage + 0.125 / (sigma * sigma) + 1.0 / sigma]
}

/// τ beyond which ρ/2 eigenvalues are expected.
fn norm_of_noise(size: u32, rho: f64) -> f64 {
    let (low, high) = (2.0 * f64::from(size).sqrt(), 2.0 * f64::from(size).sqrt() + 10.0);
    let mut bracket = [low, high];
    for _ in 0..40 {
        let middle = 0.5 * (bracket[0] + bracket[1]);
        bracket[usize::from(eigenvalues_beyond(size, middle) < 0.5 * rho)] = middle;
    }
    bracket[1]
}

fn e18(c: f64) -> Witness {
    let moment = integral(0.0, 30.0, |x| 2.0 * density(x) * (9.0 * 0.2 * x).exp());
    [c + 1.0 / 50.0 + moment, half_normal_renyi(9.0, c, 0.2)]
}

/// f is the density of N(0, 1) for L = σ.
fn e20() -> Witness {
    let left = integral(0.0, 30.0, |x| 2.0 * density(x) * -(-1.0 - x).exp_m1());
    [2.0 * integral(0.0, 30.0, density) - left, left]
}

/// Leverage, fit and alignment of the second of six people by the formula; and the difference of two log densities.
fn e21() -> Witness {
    let (hessian, gradient) = (
        [0.924_309_481_693_429_2, 0.123_989_577_397_622_77, 1.017_602_498_152_918_8],
        [-0.823_017_994_672_937_3, -1.169_509_915_477_12],
    );
    let (a, b) = (0.8, -0.2);
    let slope: f64 = -1.0 / (1.0 + (0.7f64 * a - 0.25 * b).exp());
    let curve = -slope * (1.0 + slope);
    let det = hessian[0] * hessian[2] - hessian[1] * hessian[1];
    let influence = (a * a * hessian[2] - 2.0 * a * b * hessian[1] + b * b * hessian[0]) / det;
    let fit = slope * slope * (a * a + b * b) / 8.0;
    let alignment = -slope * (gradient[0] * a + gradient[1] * b) / 4.0;
    [(-(1.0 - curve * influence).ln() + fit + alignment).abs(), second_of_six().0.abs()]
}

/// The best set holds the outcomes of the largest ratio first; none has a probability of δ by itself.
fn e23() -> Witness {
    let (p, delta): (f64, f64) = (0.01, 0.05);
    let q = |outcome: u32| if outcome < 10 { 0.001 } else { 0.99 / 90.0 };
    let alone = (0..100).filter(|_| p >= delta).map(|outcome| ((p - delta) / q(outcome)).ln());
    let sets = (6..=100u32).map(|count| {
        let mass: f64 = (0..count).map(q).sum();
        ((f64::from(count) * p - delta) / mass).ln()
    });
    [alone.fold(f64::NEG_INFINITY, f64::max), sets.fold(f64::NEG_INFINITY, f64::max)]
}

/// Huber's loss: the slope u − y, clipped at 1, from y = ½ to 3.
fn e25() -> Witness {
    let (label, corner): (f64, f64) = (0.5, 1.5);
    let beyond = 3.0 - corner;
    [beyond, 0.5 * (corner - label).powi(2) + beyond]
}

fn e26() -> Witness {
    let ([second, third], tau) = (noise(), norm_of_noise(21, 1e-6));
    [2.0 * second * tau, 2.0 * third * tau]
}
