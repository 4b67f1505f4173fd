//! Bounds of objective perturbation beside the half-normal one: for losses that are not generalized linear, and
//! a heuristic for those that are.

use super::HalfNormal;
use crate::guarantee::Order;
use crate::numeric::Scale;
use crate::numeric::minimum::minimize;

/// `log E e^{tZ}`, Z of the χ distribution with `dimension` degrees of freedom, t ≥ 0; to about as many roundings as
/// there are degrees, relatively, however small it is.
///
/// The ratios `ρ_k = I_k/I_{k−1}` of the integrals `I_k = ∫ r^k e^{tr − r²/2} dr` follow `ρ_k = t + (k−1)/ρ_{k−1}`, and
/// at t = 0 they are the means `m_k` of χ_k. By how much they exceed these, `x_k = t − (k−1) x_{k−1}/(ρ_{k−1} m_{k−1})`,
/// gives the logarithm as a sum of positive terms, `log(1 + x_k/m_k)`, from which no large number is taken away.
pub fn log_moment_of_chi(t: f64, dimension: u32) -> f64 {
    let mut log = 0.5 * t * t + libm::erf(t * std::f64::consts::FRAC_1_SQRT_2).ln_1p();
    let mut mean = MEAN;
    let mut above = t + mean * (-log).exp_m1();
    for k in 1..dimension {
        if k > 1 {
            let before = f64::from(k - 1);
            above = t - before * above / ((mean + above) * mean);
            mean = before / mean;
        }
        log += (above / mean).ln_1p();
    }
    log
}

/// `E χ_d`, by the product of this mean and the next, which is d.
fn mean_of_chi(dimension: u32) -> f64 {
    (1..dimension).fold(MEAN, |mean, d| f64::from(d) / mean)
}

/// `√(2/π)`, the mean of χ₁.
const MEAN: f64 = 0.797_884_560_802_865_4;

impl HalfNormal {
    /// `D_α ≤ dc + s²/2 + log E e^{(α−1)sχ_d}/(α−1)` for a smooth convex loss of `dimension` parameters that is not
    /// generalized linear (Redberg, Koskela and Wang 2023, Thm E.1, with L² where L is printed); from above.
    pub fn general_renyi(&self, order: Order, dimension: u32) -> f64 {
        let (excess, s) = (order.value() - 1.0, self.signal);
        if excess.is_infinite() || self.determinant == f64::INFINITY {
            return f64::INFINITY;
        }
        let d = f64::from(dimension);
        // The mean of χ_d at order 1.
        let spread = if excess * s > f64::MIN_POSITIVE {
            log_moment_of_chi(excess * s, dimension) / excess
        } else {
            s * mean_of_chi(dimension)
        };
        let rounding = (d + 50.0) * 4.0 * f64::EPSILON;
        (d * self.determinant + 0.5 * s * s + spread) * (1.0 + rounding)
    }

    /// The linearized bound `c + s²/2 + p(α−1)s²/2 − log(1 − 2q(α−1)r)/(2q(α−1))`, `1/p + 1/q = 1`, `r = β/λ`,
    /// smallest over q; infinite from `α = 1 + 1/(2r)` on. With the q that attains it.
    ///
    /// A heuristic: its proof takes a Hessian that depends on the noise for a fixed one, which is right in one
    /// dimension only. It must never be shown as a guarantee.
    pub fn linearized_renyi(&self, order: Order, curvature: f64) -> (f64, f64) {
        let (t, square) = (order.value() - 1.0, self.signal * self.signal);
        let largest = 1.0 / (2.0 * t * curvature);
        if t <= 0.0 || largest <= 1.0 {
            return (f64::INFINITY, 0.0);
        }
        // Over q − 1 = 1/(p − 1): p = 1 + 1/(q − 1).
        let value = |above: f64| {
            let q = 1.0 + above;
            let p = 1.0 + above.recip();
            0.5 * p * t * square - (-2.0 * q * t * curvature).ln_1p() / (2.0 * q * t)
        };
        let found = minimize(1e-9, (largest - 1.0) * (1.0 - 1e-12), Scale::Log, value);
        (self.determinant + 0.5 * square + found.value, 1.0 + found.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::Pair;
    use crate::mechanism::objective_perturbation::determinant;

    fn pair(lambda: f64, sigma: f64) -> HalfNormal {
        HalfNormal::new(determinant(1.0, lambda, false), sigma.recip())
    }

    /// By quadrature of `2^{1−d/2}/Γ(d/2) r^{d−1} e^{−r²/2}`.
    #[test]
    fn moments_of_chi_agree_with_their_integral() {
        for (t, d) in [(0.3, 1), (2.0, 2), (1.0, 5), (4.0, 20), (0.01, 60)] {
            let half = 0.5 * f64::from(d);
            let scale = (1.0 - half) * std::f64::consts::LN_2 - libm::lgamma(half);
            let density = |r: f64| ((f64::from(d) - 1.0) * r.ln() - 0.5 * r * r + t * r + scale).exp();
            let rule = crate::numeric::quadrature::GaussLegendre::new(32);
            let sum: f64 =
                (0..60).map(|at| rule.integrate(f64::from(at) * 0.5, f64::from(at + 1) * 0.5, density)).sum();
            assert!((sum.ln() - log_moment_of_chi(t, d)).abs() < 1e-11, "{t} {d}");
        }
    }

    const ROWS: [(f64, f64, f64, u32, f64); 6] = [
        (127.15536626726721, 18603782.087433737, 1.0000001039718083, 100, 0.0784838864622803),
        (5.0, 20.0, 1.000000000001, 3, 0.4930337074838068),
        (0.3469479656515045, 1297135.7340705458, 1.362899880402578, 10000, 293.136916519487),
        (7282.376668602645, 2230.2523385424665, 87.40062868206141, 10000, 4.498534939633731),
        (2.0, 100000000.0, 1.0001, 1000, 15.932452196928457),
        (40.0, 3.0, 1.5, 2, 0.8426427483487208),
    ];

    /// Never below near order 1, where the logarithm of the moment is divided by next to nothing; from 50 digits.
    #[test]
    fn orders_next_to_one_are_bounded_from_above() {
        for (sigma, lambda, order, dimension, expected) in ROWS {
            let found = pair(lambda, sigma).general_renyi(Order::new(order).expect("an order"), dimension);
            let excess = found / expected - 1.0;
            assert!((0.0..2e-11).contains(&excess), "{sigma} {order} {dimension}: {excess:e}");
        }
    }

    /// In one dimension it is the generalized linear bound, and it grows with the dimension.
    #[test]
    fn dimensions_cost() {
        for order in [1.0, 1.5, 2.0, 10.0, 200.0] {
            let order = Order::new(order).expect("an order");
            let one = pair(20.0, 5.0).general_renyi(order, 1);
            assert!((one / pair(20.0, 5.0).renyi(order).middle() - 1.0).abs() < 1e-11);
            let more: Vec<f64> =
                [1, 2, 5, 30, 1000].map(|d| pair(20.0, 5.0).general_renyi(order, d)).to_vec();
            assert!(more.windows(2).all(|two| two[0] < two[1]), "{more:?}");
        }
    }
}
