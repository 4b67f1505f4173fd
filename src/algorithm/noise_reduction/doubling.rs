//! The method that noise reduction is compared with: fresh noise at levels that double, and a test of its own at each
//! (Algorithm 4).

use crate::account::ex_post::{ExPostLoss, Payment};
use crate::algorithm::law::{Law, NoLaw};

use super::threshold::laplace_tails;

/// A search through levels `ε_i = 2^{i−1}ε_1`, i = 1, …, T.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Doubling {
    /// ε_1.
    pub first: f64,
    /// T.
    pub tests: usize,
    /// α.
    pub accuracy: f64,
    /// γ.
    pub failure: f64,
    /// Δ of the risk.
    pub sensitivity: f64,
}

impl Doubling {
    /// `T = ⌈log₂(ε_T/ε_1)⌉`, at least 1, for a search from one level to another.
    pub fn tests(first: f64, last: f64) -> usize {
        (last / first).log2().ceil().max(1.0) as usize
    }

    /// Its levels.
    pub fn levels(&self) -> Vec<f64> {
        (0..self.tests).map(|at| self.first * (at as f64).exp2()).collect()
    }

    /// `ln(T/γ)`.
    fn log(&self) -> f64 {
        (self.tests as f64 / self.failure).ln()
    }

    /// The scale of the noise of a test, `α/(2 ln(T/γ))`, as printed. A test accepts by mistake with `γ/(2T)`; the proof in
    /// print mixes ln(T/γ) with ln(T/2γ), with which it would be the γ/T that is needed: what is printed is careful by a
    /// factor of 2.
    pub fn scale(&self) -> f64 {
        0.5 * self.accuracy / self.log()
    }

    /// What one test costs, `2Δ ln(T/γ)/α`.
    pub fn test_epsilon(&self) -> f64 {
        2.0 * self.sensitivity * self.log() / self.accuracy
    }

    /// What stopping at the k-th level costs, `2kΔ ln(T/γ)/α + (2^k − 1)ε_1` (Theorem A.2).
    pub fn loss(&self, k: usize) -> ExPostLoss {
        Payment::Doubling.loss(&self.levels(), k, self.test_epsilon())
    }

    /// When it stops on these values of `L(θ*) − L(θ_i)`: at i with `p_i Π_{j<i}(1 − p_j)`, `p_i = P[f_i + w ≥ −α/2]`.
    ///
    /// # Errors
    /// If a value is no number.
    pub fn law(&self, queries: &[f64]) -> Result<Law, NoLaw> {
        let passes = |query: &f64| laplace_tails(-0.5 * self.accuracy - query, self.scale()).1;
        Law::stopping(&queries.iter().map(passes).collect::<Vec<f64>>())
    }

    /// How likely any test accepts what is worse than α, at most: `1 − (1 − γ/2T)^T`.
    pub fn mistake(&self) -> f64 {
        let tests = self.tests as f64;
        -(tests * (-0.5 * self.failure / tests).ln_1p()).exp_m1()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_example_stops_where_it_should() {
        let search = Doubling { first: 0.1, tests: 5, accuracy: 0.5, failure: 0.1, sensitivity: 0.02 };
        let law = search.law(&[-0.6, -0.4, -0.3, -0.1, -0.05]).unwrap();
        let stops = [0.002_091_279_105_18, 0.047_717_624_989_5, 0.217_263_594_227, 0.697_880_649_259];
        for (at, stop) in stops.into_iter().enumerate() {
            assert!((law.density((at + 1) as f64) / stop - 1.0).abs() < 1e-10);
        }
        let totals =
            [0.412_961_840_434, 0.925_923_680_869, 1.638_885_521_3, 2.751_847_361_74, 4.664_809_202_17];
        for (at, total) in totals.into_iter().enumerate() {
            assert!((search.loss(at + 1).total() / total - 1.0).abs() < 1e-10);
        }
        assert!(search.mistake() < 0.05);
    }

    #[test]
    fn tests_double_up_to_the_last_level() {
        assert_eq!(Doubling::tests(1e-5, 4.0 * 17.703_909_948_8), 23);
        assert_eq!((Doubling::tests(1.0, 1.0), Doubling::tests(1.0, 8.0)), (1, 3));
    }
}
