//! How much worse than the best model a private one is expected to be.

/// A problem: how many people, how many parameters, and how long the best model is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Problem {
    /// n.
    pub people: f64,
    /// d.
    pub dimension: f64,
    /// `‖θ*‖₂`, or a bound of it.
    pub norm: f64,
    /// L.
    pub lipschitz: f64,
    /// τ.
    pub tolerance: f64,
    /// σ_out.
    pub output_noise: f64,
}

impl Problem {
    /// The expected excess of the summed loss over its minimum is at most
    /// `nL(τ/λ + σ_out√d) + dσ²/(2λ) + (λ/2)‖θ*‖²` (Redberg, Koskela and Wang 2023, Thm H.1).
    pub fn excess(&self, sigma: f64, regularization: f64) -> f64 {
        let near = self.tolerance / regularization + self.output_noise * self.dimension.sqrt();
        self.people * self.lipschitz * near
            + 0.5 * self.dimension * sigma * sigma / regularization
            + 0.5 * regularization * self.norm * self.norm
    }

    /// The λ at which that is smallest, `√(2nLτ + dσ²)/‖θ*‖`; privacy may ask for more.
    pub fn best_regularization(&self, sigma: f64) -> f64 {
        let noise = 2.0 * self.people * self.lipschitz * self.tolerance + self.dimension * sigma * sigma;
        noise.sqrt() / self.norm
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows Q01 and Q02 of the reference table.
    #[test]
    fn reference_values_are_met() {
        let problem = Problem {
            people: 1000.0,
            dimension: 20.0,
            norm: 2.0,
            lipschitz: 1.0,
            tolerance: 0.01,
            output_noise: 1e-4,
        };
        let close = |found: f64, value: f64| (found / value - 1.0).abs() < 1e-13;
        assert!(close(problem.excess(5.0, 20.0), 53.447_213_595_499_96));
        let best = problem.best_regularization(5.0);
        assert!(
            close(best, 11.401_754_250_991_38) && close(problem.excess(5.0, best), 46.054_230_599_465_48)
        );
        assert!([0.9, 1.1].iter().all(|share| problem.excess(5.0, share * best) > problem.excess(5.0, best)));
    }
}
