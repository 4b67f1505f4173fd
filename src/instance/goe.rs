//! The Gaussian orthogonal ensemble: symmetric noise for a Hessian, and how large it gets.

use std::sync::LazyLock;

use crate::numeric::Scale;
use crate::numeric::matrix::Symmetric;
use crate::numeric::normal::erfcx;
use crate::numeric::quadrature::GaussLegendre;
use crate::numeric::random::Random;
use crate::numeric::root::{Bracket, solve};

static PANEL: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(20));

/// Panels of the quadrature of the level density.
const PANELS: usize = 12;

/// Beyond this size a recurrence is scaled down.
const LARGE: f64 = 1e100;

/// `(Z + Zᵀ)/√2` with independent `Z_ij ~ N(0, σ²)`: variance σ² off the diagonal, 2σ² on it.
pub fn sample(size: usize, sigma: f64, random: &mut Random) -> Symmetric {
    Symmetric::from_lower(size, |i, j| {
        let draw = sigma * random.normal();
        if i == j { std::f64::consts::SQRT_2 * draw } else { draw }
    })
}

/// τ with `P(‖(Z + Zᵀ)/√2‖₂ > στ) ≤ ρ`: the quantile `1 − ρ/2` of the largest eigenvalue for σ = 1,
/// never too small.
///
/// The probability that the largest eigenvalue exceeds t is at most the expected number of eigenvalues
/// beyond t, an integral of the level density; in the tail the two agree to leading order. The scale is
/// that of the release: variance 1 off the diagonal, largest eigenvalue near `2√d`. (The number 12 for
/// d = 50 in Redberg and Wang 2021 is in a scale smaller by √2 and would fail almost always.)
pub fn quantile(size: usize, rho: f64) -> f64 {
    let edge = 2.0 * (size as f64).sqrt();
    let goal = (0.5 * rho).ln();
    let excess = |tau: f64| log_count_beyond(size, tau) - goal;
    // E λ₁ ≤ 2√d, and λ₁ is √2-Lipschitz in Z.
    let ceiling = edge + 2.0 * (2.0 / rho).ln().sqrt() + 1e-6;
    let low = [(edge - 3.0).max(0.2), 1e-3].into_iter().find(|&low| excess(low) > 0.0);
    let found = low.map(|low| solve(Bracket { low, high: ceiling }, Scale::Linear, excess));
    match found {
        Some(Ok(bracket)) => bracket.high.min(ceiling) * (1.0 + 1e-12),
        // No change of sign: ρ close to 1, where the ceiling is little larger.
        _ => ceiling,
    }
}

/// `ln ∫_t^∞` of the level density: the expected number of eigenvalues beyond t.
fn log_count_beyond(size: usize, t: f64) -> f64 {
    let n = size as f64;
    let from = t / std::f64::consts::SQRT_2;
    let to = from.max((2.0 * n).sqrt()) + 12.0 * n.powf(-1.0 / 6.0) + 4.0;
    let step = (to - from) / PANELS as f64;
    let count: f64 = (0..PANELS)
        .map(|at| {
            let start = from + step * at as f64;
            PANEL.integrate(start, start + step, |x| level_density(size, x))
        })
        .sum();
    count.ln()
}

/// The density of eigenvalues at x in Mehta's scale (`x = t/√2`), by oscillator functions φ_k:
/// `Σ_{k<N} φ_k² + √(N/2) φ_{N−1}(c_N/2 − I_N) + [N odd] φ_{N−1}/c_{N−1}`, with `I_k = ∫_x^∞ φ_k` and
/// `c_k = ∫ φ_k`.
///
/// The recurrences run upward, which is stable beyond the turning point, on values multiplied by
/// `e^{x²/2}` and scaled down as they grow: `e^{−x²/2}` alone underflows from N ≈ 600.
fn level_density(size: usize, x: f64) -> f64 {
    let root_four = std::f64::consts::PI.powf(-0.25);
    let (mut phi_before, mut phi) = (0.0, root_four);
    let (mut tail_before, mut tail) =
        (0.0, root_four * (0.5 * std::f64::consts::PI).sqrt() * erfcx(x * std::f64::consts::FRAC_1_SQRT_2));
    let (mut whole_before, mut whole) = (0.0, std::f64::consts::SQRT_2 * std::f64::consts::PI.powf(0.25));
    let (mut squares, mut scale) = (0.0, 0.0);
    // Before round k: phi = φ_k, tail = I_k, whole = c_k; the sum has the squares below k.
    for k in 0..size {
        squares += phi * phi;
        let (order, next) = (k as f64, k as f64 + 1.0);
        let phi_next = (2.0 / next).sqrt() * x * phi - (order / next).sqrt() * phi_before;
        let tail_next = (phi + (0.5 * order).sqrt() * tail_before) / (0.5 * next).sqrt();
        let whole_next = (order / next).sqrt() * whole_before;
        (phi_before, phi) = (phi, phi_next);
        (tail_before, tail) = (tail, tail_next);
        (whole_before, whole) = (whole, whole_next);
        if phi.abs() > LARGE {
            for value in [&mut phi_before, &mut phi, &mut tail_before, &mut tail] {
                *value /= LARGE;
            }
            squares /= LARGE * LARGE;
            scale += LARGE.ln();
        }
    }
    // Now phi_before = φ_{N−1}, tail = I_N, whole = c_N, whole_before = c_{N−1}.
    let root = (0.5 * size as f64).sqrt();
    let single = if size % 2 == 1 { whole_before.recip() } else { 0.5 * root * whole };
    let log_scale = scale - 0.5 * x * x;
    (squares - root * phi_before * tail) * (2.0 * log_scale).exp() + phi_before * single * log_scale.exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::normal;

    /// One eigenvalue is a normal of variance 2; two have a closed law.
    #[test]
    fn small_sizes_have_closed_forms() {
        for rho in [0.1, 0.05, 1e-3, 1e-6] {
            let exact = std::f64::consts::SQRT_2 * normal::quantile_of_survival(0.5 * rho);
            assert!((quantile(1, rho) / exact - 1.0).abs() < 1e-10);
        }
        // P(λ₁ ≤ t) = Φ(t) − e^{−t²/4}Φ(t/√2)/√2; λ₂ is distributed as −λ₁, so that the count beyond t is
        // P(λ₁ > t) + P(λ₁ ≤ −t).
        let below =
            |t: f64| normal::cdf(t) - (-0.25 * t * t).exp() * normal::cdf(t / 2f64.sqrt()) / 2f64.sqrt();
        for (t, golden) in [(0.5, 0.2675527650165), (2.0, 0.7375789456421), (4.0, 0.9870475072341)] {
            assert!((below(t) - golden).abs() < 1e-13);
            let (above, closed) = (log_count_beyond(2, t).exp(), 1.0 - golden + below(-t));
            assert!((above / closed - 1.0).abs() < 1e-10, "{t}: {above} is not {closed}");
            assert!(above >= (1.0 - golden) * (1.0 - 1e-10));
        }
    }

    /// Quantiles in the scale of the release, 8 decimals.
    #[test]
    fn quantiles_have_their_golden_values() {
        let rows: [(usize, [f64; 5]); 9] = [
            (1, [2.32617431, 2.77180765, 3.64277274, 4.65350753, 6.91782147]),
            (2, [3.25605166, 3.65667172, 4.45053143, 5.38677374, 7.52650893]),
            (5, [4.95216909, 5.30140225, 6.00196976, 6.84107723, 8.80059707]),
            (10, [6.80725868, 7.12163957, 7.75617555, 8.52249387, 10.33499326]),
            (20, [9.41167512, 9.69404773, 10.26639822, 10.96172366, 12.62250752]),
            (21, [9.63102166, 9.91124386, 10.47937253, 11.16980590, 12.81987152]),
            (50, [14.57449614, 14.81869288, 15.31542935, 15.92200378, 17.38390641]),
            (100, [20.40061961, 20.61897526, 21.06388283, 21.60849608, 22.92692664]),
            (200, [28.65178726, 28.84680146, 29.24457788, 29.73227995, 30.91647877]),
        ];
        for (size, row) in rows {
            for (rho, expected) in [0.1, 0.05, 0.01, 1e-3, 1e-6].into_iter().zip(row) {
                let found = quantile(size, rho);
                assert!(
                    (found - expected).abs() < 1.1e-8 * expected.max(1.0),
                    "{size} {rho} {found} {expected}"
                );
            }
        }
        for (size, usual, rare) in [
            (500, 45.21352241, 46.99956425),
            (784, 56.45988927, 58.11972353),
            (1000, 63.68865940, 65.28368174),
            (2000, 89.84069010, 91.26388886),
        ] {
            assert!((quantile(size, 0.05) - usual).abs() < 1.1e-7);
            assert!((quantile(size, 1e-6) - rare).abs() < 1.1e-7);
        }
        assert!((quantile(50, 8.465e-6) - 16.9705609).abs() < 1e-6);
    }

    /// The share of draws beyond the quantile is not above ρ, by five standard errors.
    #[test]
    fn draws_stay_within_the_quantile() {
        let mut random = Random::new(4);
        let (size, draws, rho) = (5, 4000, 0.05);
        let bound = 1.5 * quantile(size, rho);
        let beyond = (0..draws)
            .filter(|_| {
                let values = sample(size, 1.5, &mut random).eigenvalues();
                values[0].abs().max(values[size - 1].abs()) > bound
            })
            .count() as f64;
        let expected = rho * f64::from(draws);
        assert!((beyond - expected).abs() < 5.0 * expected.sqrt(), "{beyond} {expected}");
    }
}
