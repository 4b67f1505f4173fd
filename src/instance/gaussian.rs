//! What one person loses to the Gaussian mechanism, before and after its output is known.

use crate::guarantee::{Probability, epsilon_at};
use crate::mechanism::Gaussian;
use crate::numeric::matrix::{dot, norm};
use crate::numeric::normal::quantile_of_survival;
use crate::numeric::root::{Bracket, Stop, bisect};

/// The ex-post loss of an output `o`, signed: `‖Δ‖²/(2σ²) − Δᵀ(o − Q)/σ²` with `Δ = Q(D±z) − Q(D)`
/// (Redberg and Wang 2021, Thm. 27). Losses of several outputs about one person add with their sign.
pub fn ex_post(shift: &[f64], residual: &[f64], sigma: f64) -> f64 {
    let variance = sigma * sigma;
    dot(shift, shift) / (2.0 * variance) - dot(shift, residual) / variance
}

/// The per-instance guarantee ε at δ of a shift `µ = ‖Δ‖/σ`, never too small; none where the shift has no bound, or is
/// no number because the noise has none either.
pub fn epsilon(mu: f64, delta: f64) -> f64 {
    if mu == 0.0 {
        return 0.0;
    }
    if !mu.is_finite() {
        return f64::INFINITY;
    }
    epsilon_at(&Gaussian::with_sigma(mu.recip()), Probability::clamped(delta)).upper * (1.0 + 1e-14)
}

/// `µ²/2 + µ Φ⁻¹(1−δ)`, a loss that outputs exceed with probability δ at most.
pub fn tail(mu: f64, delta: f64) -> f64 {
    0.5 * mu * mu + mu * quantile_of_survival(delta)
}

/// `µ²/2 + µ √(2 ln(1/δ))`, the same in closed form.
pub fn loose_tail(mu: f64, delta: f64) -> f64 {
    0.5 * mu * mu + mu * (-2.0 * delta.ln()).sqrt()
}

/// `‖Δ‖/σ` of several releases together: their squares add.
pub fn together(parts: &[f64]) -> f64 {
    norm(parts)
}

/// The standard deviation at which a release of this sensitivity costs at most ε at δ.
pub fn sigma_for(epsilon_goal: f64, delta: f64, sensitivity: f64) -> f64 {
    // ε rises with µ; between µ²/2 ≤ ε and the loose tail lies a factor that doubling covers.
    let within = |mu: f64| epsilon(mu, delta) <= epsilon_goal;
    let (mut low, mut high) = (0.0, 1.0);
    while within(high) {
        (low, high) = (high, 2.0 * high);
    }
    let found = bisect(Bracket { low, high }, Stop::within(0.0), |mu| !within(mu));
    sensitivity / found.low
}

/// What an attacker who is not in the data and would raise a count by one learns from the exact loss of
/// an output: `Q = o − ½ ± σ²ε`. Only one of the two is a whole number, almost surely.
pub fn counts_from_loss(output: f64, loss: f64, sigma: f64) -> [f64; 2] {
    let distance = sigma * sigma * loss;
    [output - 0.5 + distance, output - 0.5 - distance]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_without_a_bound_has_no_guarantee() {
        for shift in [f64::INFINITY, f64::NAN] {
            assert_eq!(epsilon(shift, 1e-6), f64::INFINITY);
        }
    }

    /// 11 to 14 digits from the literature's formulas in long arithmetic.
    #[test]
    fn guarantees_have_their_golden_values() {
        for (mu, delta, exact, by_tail, by_loose_tail) in [
            (0.05, 1e-5, 0.16004203445813, 0.214494539696, 0.241176295609),
            (0.1, 1e-5, 0.34066936468433, 0.431489079392, 0.484852591219),
            (0.1, 1e-6, 0.39685737764408, 0.480342430882, 0.530652176976),
            (0.5, 1e-5, 1.9930914044151, 2.25744539696, 2.52426295609),
            (1.0, 1e-5, 4.3771780956812, 4.76489079392, 5.29852591219),
            (1.0, 1e-6, 4.8865541174622, 5.25342430882, 5.75652176976),
            (2.0, 1e-6, 10.997151214221, 11.5068486176, 12.5130435395),
        ] {
            let found: [f64; 3] = [epsilon(mu, delta), tail(mu, delta), loose_tail(mu, delta)];
            for (value, expected) in found.into_iter().zip([exact, by_tail, by_loose_tail]) {
                assert!((value / expected - 1.0).abs() < 6e-12, "{value} {expected}");
            }
            assert!(found[0] <= found[1] && found[1] <= found[2]);
        }
    }

    #[test]
    fn noise_for_a_budget_has_its_golden_values_and_keeps_the_budget() {
        for (goal, sensitivity, sigma) in [
            (1.0, 1.0, 4.22467888932684),
            (0.7, 1.0, 5.8863458092194),
            (0.5, 1.0, 8.05761848072504),
            (0.1, 1.0, 36.3046904261958),
            (0.1, 0.25 / 2f64.sqrt(), 6.41782319731034),
            (1.0, 0.25 / 2f64.sqrt(), 0.746824772744664),
        ] {
            let found = sigma_for(goal, 1e-6, sensitivity);
            assert!((found / sigma - 1.0).abs() < 1e-11, "{found} {sigma}");
            assert!(epsilon(sensitivity / found * (1.0 - 1e-14), 1e-6) <= goal);
        }
    }

    /// Redberg and Wang's footnote: a hidden 0, an output 0.1.
    #[test]
    fn a_loss_gives_the_count_away() {
        let sigma = 1.7;
        let loss = ex_post(&[1.0], &[0.1], sigma).abs();
        assert!((loss - 0.4 / (sigma * sigma)).abs() < 1e-15);
        let [high, low] = counts_from_loss(0.1, loss, sigma);
        assert!((high - 0.0).abs() < 1e-14 && (low + 0.8).abs() < 1e-14);
    }
}
