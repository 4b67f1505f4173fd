//! The first bound of objective perturbation with normal noise (Kifer, Smith and Thakurta 2012).

/// One setting, by the two numbers on which the bound depends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kifer {
    /// `s = L/σ`.
    pub signal: f64,
    /// `β/λ`.
    pub curvature: f64,
}

/// Rounding of a handful of operations, to the safe side.
const UP: f64 = 1.0 + 1e-14;

impl Kifer {
    /// `2 exp(−((ε/s)² − 4ε)/8)` from `ε = 2β/λ` on, 1 before; never below.
    pub fn delta(&self, epsilon: f64) -> f64 {
        if epsilon < 2.0 * self.curvature * UP {
            return 1.0;
        }
        let ratio = epsilon / self.signal;
        let exponent = 0.5 * epsilon - 0.125 * ratio * ratio;
        let slack = 1e-15 * (0.5 * epsilon + 0.125 * ratio * ratio);
        (2.0 * (exponent + slack).exp() * UP).min(1.0)
    }

    /// `max(2β/λ, 2s² + √(4s⁴ + 8s² log(2/δ)))`; never below.
    pub fn epsilon(&self, delta: f64) -> f64 {
        let square = self.signal * self.signal;
        let noise = 2.0 * square + (4.0 * square * square + 8.0 * square * (2.0 / delta).ln()).sqrt();
        noise.max(2.0 * self.curvature) * UP
    }

    /// The smallest (σ, λ) within (ε, δ): `σ = L√(8 log(2/δ) + 4ε)/ε`, `λ = 2β/ε`.
    pub fn calibrate(epsilon: f64, delta: f64, lipschitz: f64, smoothness: f64) -> (f64, f64) {
        let sigma = lipschitz * (8.0 * (2.0 / delta).ln() + 4.0 * epsilon).sqrt() / epsilon;
        (sigma * UP, 2.0 * smoothness / epsilon * UP)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::guarantee::Pair;
    use crate::mechanism::HalfNormal;

    proptest! {
        /// δ and ε are inverse, and what is calibrated meets its target.
        #[test]
        fn the_inverses_agree(epsilon in 0.01..20.0f64, exponent in -12.0..-1.0f64, curvature in 0.0..0.9f64, signal in 0.01..3.0f64) {
            let (delta, bound) = (10f64.powf(exponent), Kifer { signal, curvature });
            prop_assert!(bound.delta(bound.epsilon(delta) * (1.0 + 1e-12)) <= delta * (1.0 + 1e-9));
            let (sigma, regularization) = Kifer::calibrate(epsilon, delta, 1.0, curvature);
            let calibrated = Kifer { signal: sigma.recip(), curvature: curvature / regularization };
            let met = calibrated.delta(epsilon * (1.0 + 1e-12));
            prop_assert!((met / delta - 1.0).abs() < 1e-9, "{met} {delta}");
        }

        /// With the tight determinant the half-normal bound is never above this one.
        #[test]
        fn the_tight_profile_is_never_above(epsilon in 0.01..20.0f64, curvature in 0.0..5.0f64, signal in 0.01..3.0f64) {
            let profile = HalfNormal::new(curvature.ln_1p(), signal).profile(epsilon);
            let first = Kifer { signal, curvature };
            prop_assert!(profile.lower <= first.delta(epsilon));
        }
    }
}
