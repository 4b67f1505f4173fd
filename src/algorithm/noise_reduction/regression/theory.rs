//! What is known of private regression before any data are seen: how long models are, how far one person moves them,
//! and the ε that a theorem asks for at an accuracy.
//!
//! The loss is the mean over people plus `(λ/2)‖θ‖²`; one record is replaced; `‖x‖₁ ≤ 1` and `|y| ≤ 1` (Ligett, Neel,
//! Roth, Waggoner and Wu 2017, sections 3 and A.3 to A.4).

use std::f64::consts::{LN_2, SQRT_2};

use serde::Serialize;

use crate::learn::Shape;

/// The ℓ1 sensitivity of `XᵀX` and of `Xᵀy`, entry by entry: a row changes `XᵀX` by `x xᵀ`, whose entries sum to
/// `‖x‖₁² ≤ 1`, and goes as another comes (Lemma A.6).
pub const STATISTICS_SENSITIVITY: f64 = 2.0;

/// The most dimensions among which a break-even is looked for.
pub const MOST_DIMENSIONS: f64 = 1e12;

/// A regression before its data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Problem {
    /// Ridge regression for the squared loss, logistic regression for the other.
    pub shape: Shape,
    /// n.
    pub people: f64,
    /// p.
    pub dimension: f64,
    /// λ.
    pub regularization: f64,
}

/// How far one person moves the minimizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sensitivity {
    /// As the source bounds it.
    Published,
    /// By the gradient of one person, which for ridge regression is less where nλ > 4.
    Gradient,
}

impl Sensitivity {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Published, Self::Gradient];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Gradient => "gradient",
        }
    }

    /// What a person reads.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Published => "as published, (M + 1)√(p/(nλ)) for ridge regression",
            Self::Gradient => "by the gradient of one person, 2(M + 1)√p/(nλ): less where nλ > 4",
        }
    }
}

/// A theorem about the expected excess risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theorem {
    /// Ridge regression, noise on the covariance, as published (Thm 3.1).
    Covariance,
    /// The same as its proof has it: the part of the noise at the minimizer has mean 0, which halves the bound.
    CovarianceHalved,
    /// Noise on the minimizer: of ridge regression the exact risk at the largest `‖X‖_F² = n`; of logistic regression
    /// Thm 3.3.
    Output,
    /// Ridge regression, noise on the minimizer, as printed (Thm A.9), which drops a sum over people and is false.
    OutputPrinted,
}

impl Theorem {
    /// Every theorem.
    pub const ALL: [Self; 4] = [Self::Covariance, Self::CovarianceHalved, Self::Output, Self::OutputPrinted];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Covariance => "covariance",
            Self::CovarianceHalved => "covariance-halved",
            Self::Output => "output",
            Self::OutputPrinted => "output-printed",
        }
    }

    /// What a person reads.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Covariance => "covariance perturbation, as published",
            Self::CovarianceHalved => "covariance perturbation, as its proof has it",
            Self::Output => "output perturbation",
            Self::OutputPrinted => "output perturbation as printed, which is false",
        }
    }

    /// Whether it is about such a loss.
    pub fn is_about(self, shape: Shape) -> bool {
        self == Self::Output || shape == Shape::Squared
    }

    /// Whether it is true.
    pub fn holds(self) -> bool {
        self != Self::OutputPrinted
    }
}

impl Problem {
    /// M, no shorter than any minimizer: `1/√λ`, because the loss at 0 is at most ½ (Lemma A.4); `√(2 ln 2/λ)` of the
    /// logistic loss (Claim A.11).
    pub fn radius(&self) -> f64 {
        match self.shape {
            Shape::Squared => self.regularization.sqrt().recip(),
            Shape::Logistic => (2.0 * LN_2 / self.regularization).sqrt(),
        }
    }

    /// Δ of the excess risk of a model within M: `(M + 1)²/n` (Claim A.5); of the logistic loss
    /// `(2/n) ln((1 + e^M)/(1 + e^{−M}))`, which is `2M/n` (Claim A.12).
    pub fn query_sensitivity(&self) -> f64 {
        let radius = self.radius();
        match self.shape {
            Shape::Squared => (radius + 1.0) * (radius + 1.0) / self.people,
            Shape::Logistic => 2.0 * radius / self.people,
        }
    }

    /// nλ, in which the minimizer of all people together is anchored.
    pub fn anchor(&self) -> f64 {
        self.people * self.regularization
    }

    /// How far one person moves the minimizer in ℓ1. As published `(M + 1)√(p/(nλ))`, from values alone (Lemma A.8). By
    /// gradients: the objective is λ-strongly convex and one person's gradient at most `M + 1`, so that the minimizer
    /// moves by `2(M + 1)/(nλ)`, times √p in ℓ1. Of the logistic loss, whose gradients are at most 1, both are
    /// `2√p/(nλ)` (Lemma A.10).
    pub fn minimizer_sensitivity(&self, sensitivity: Sensitivity) -> f64 {
        let (root, anchor) = (self.dimension.sqrt(), self.anchor());
        match (self.shape, sensitivity) {
            (Shape::Logistic, _) => 2.0 * root / anchor,
            (Shape::Squared, Sensitivity::Gradient) => 2.0 * (self.radius() + 1.0) * root / anchor,
            (Shape::Squared, Sensitivity::Published) => (self.radius() + 1.0) * root / anchor.sqrt(),
        }
    }

    /// `4√2(2√(p/λ) + p/λ)`, from which the risk of covariance perturbation follows: `K/(nε)`.
    fn covariance_constant(&self) -> f64 {
        let ratio = self.dimension / self.regularization;
        4.0 * SQRT_2 * (2.0 * ratio.sqrt() + ratio)
    }

    /// The expected excess risk at ε, at most; `None` where the theorem is not about this loss.
    pub fn risk(&self, theorem: Theorem, sensitivity: Sensitivity, epsilon: f64) -> Option<f64> {
        let scale = self.minimizer_sensitivity(sensitivity) / epsilon;
        let (p, lambda) = (self.dimension, self.regularization);
        let covariance = || self.covariance_constant() / (self.people * epsilon);
        theorem.is_about(self.shape).then(|| match (theorem, self.shape) {
            (Theorem::Covariance, _) => covariance(),
            (Theorem::CovarianceHalved, _) => 0.5 * covariance(),
            // E ½bᵀHb = r² tr H, and tr XᵀX ≤ n.
            (Theorem::Output, Shape::Squared) => (1.0 + lambda * p) * scale * scale,
            // E‖b‖₂ ≤ √(2p)r for a loss with gradients of 1, and E(λ/2)‖b‖² = λpr².
            (Theorem::Output, Shape::Logistic) => (2.0 * p).sqrt() * scale + lambda * p * scale * scale,
            (Theorem::OutputPrinted, _) => (self.people.recip() + lambda) * p * scale * scale,
        })
    }

    /// The ε at which that is α; `None` where the theorem is not about this loss.
    pub fn epsilon(&self, theorem: Theorem, sensitivity: Sensitivity, alpha: f64) -> Option<f64> {
        let scale = self.minimizer_sensitivity(sensitivity);
        let (p, lambda) = (self.dimension, self.regularization);
        let covariance = || self.covariance_constant() / (self.people * alpha);
        theorem.is_about(self.shape).then(|| match (theorem, self.shape) {
            (Theorem::Covariance, _) => covariance(),
            (Theorem::CovarianceHalved, _) => 0.5 * covariance(),
            (Theorem::Output, Shape::Squared) => scale * ((1.0 + lambda * p) / alpha).sqrt(),
            (Theorem::Output, Shape::Logistic) => {
                let (first, second) = ((2.0 * p).sqrt() * scale, lambda * p * scale * scale);
                (first + (first * first + 4.0 * alpha * second).sqrt()) / (2.0 * alpha)
            }
            (Theorem::OutputPrinted, _) => scale * ((self.people.recip() + lambda) * p / alpha).sqrt(),
        })
    }

    /// The smallest dimension at which a theorem asks for at least as much ε as `testing`, the ε of the tests alone: below
    /// it no noise reduction can pay. `None` if none up to [`MOST_DIMENSIONS`] does.
    pub fn break_even(
        &self,
        theorem: Theorem,
        sensitivity: Sensitivity,
        alpha: f64,
        testing: f64,
    ) -> Option<f64> {
        let asks = |dimension: f64| {
            let problem = Self { dimension, ..*self };
            problem.epsilon(theorem, sensitivity, alpha).is_some_and(|epsilon| epsilon >= testing)
        };
        // What is asked for grows with the dimension.
        let mut high = 1.0;
        while !asks(high) {
            high *= 2.0;
            if high > MOST_DIMENSIONS {
                return None;
            }
        }
        let mut low = (0.5 * high).floor();
        while high - low > 1.0 {
            let middle = (0.5 * (low + high)).floor();
            if asks(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::algorithm::trial::{chance, mean};
    use crate::numeric::random::Random;

    const TWITTER: Problem =
        Problem { shape: Shape::Squared, people: 1e5, dimension: 77.0, regularization: 0.005 };
    const NETWORK: Problem = Problem { shape: Shape::Logistic, dimension: 38.0, ..TWITTER };

    proptest! {
        /// An ε by a theorem is the one at which its risk is α, for every theorem and loss.
        #[test]
        fn inversions_invert(log_n in 2.0..16.0f64, p in 1..5000u32, log_lambda in -12.0..3.0f64, log_alpha in -9.0..-0.7f64) {
            for shape in [Shape::Squared, Shape::Logistic] {
                let problem = Problem { shape, people: log_n.exp().round(), dimension: f64::from(p), regularization: log_lambda.exp() };
                let alpha = log_alpha.exp();
                for theorem in Theorem::ALL {
                    for sensitivity in Sensitivity::ALL {
                        let Some(epsilon) = problem.epsilon(theorem, sensitivity, alpha) else {
                            prop_assert!(shape == Shape::Logistic && problem.risk(theorem, sensitivity, 1.0).is_none());
                            continue;
                        };
                        let risk = problem.risk(theorem, sensitivity, epsilon).unwrap();
                        prop_assert!((risk / alpha - 1.0).abs() < 1e-12, "{theorem:?} {risk} {alpha}");
                        let break_even = problem.break_even(theorem, sensitivity, alpha, 3.0 * epsilon).unwrap();
                        let at = |dimension: f64| Problem { dimension, ..problem }.epsilon(theorem, sensitivity, alpha).unwrap();
                        prop_assert!(at(break_even) >= 3.0 * epsilon);
                        prop_assert!(break_even == 1.0 || at(break_even - 1.0) < 3.0 * epsilon);
                    }
                }
                // Less by gradients exactly where nλ > 4.
                let [published, gradient] = Sensitivity::ALL.map(|one| problem.minimizer_sensitivity(one));
                prop_assert!(shape == Shape::Logistic || (gradient < published) == (problem.anchor() > 4.0));
            }
        }
    }

    /// The constants of the source's experiments, and the break-even by the root of its quadratic.
    #[test]
    fn constants_and_break_even() {
        let close = |found: f64, value: f64| assert!((found / value - 1.0).abs() < 1e-11, "{found} {value}");
        close(TWITTER.radius(), 14.142_135_623_731);
        close(NETWORK.radius(), 16.651_092_223_153_96);
        close(TWITTER.query_sensitivity(), 0.002_292_842_712_474_619);
        // The logarithm itself, where it does not overflow.
        let radius: f64 = NETWORK.radius();
        close(NETWORK.query_sensitivity(), 2.0 / 1e5 * (radius.exp().ln_1p() - (-radius).exp().ln_1p()));
        for (levels, lambda) in [(1000.0f64, 0.005f64), (100.0, 0.005), (1000.0, 0.1)] {
            let problem = Problem { regularization: lambda, ..TWITTER };
            let radius = problem.radius();
            for factor in [4.0 * (2.0 * levels / 0.1).ln(), 17.362_041_150_1] {
                let testing = 4.0 * problem.query_sensitivity() * factor / 0.05;
                let found = problem.break_even(Theorem::Covariance, Sensitivity::Published, 0.05, testing);
                // s² + 2s ≥ C with s = √(p/λ).
                let c = factor * (radius + 1.0) * (radius + 1.0) / SQRT_2;
                let root = (1.0 + c).sqrt() - 1.0;
                assert_eq!(found, Some((lambda * root * root).ceil()), "{levels} {lambda}");
            }
        }
        assert_eq!(TWITTER.break_even(Theorem::Covariance, Sensitivity::Published, 0.05, 1e300), None);
        assert_eq!(NETWORK.break_even(Theorem::Covariance, Sensitivity::Published, 0.05, 1.0), None);
    }

    /// By drawing: the expected norms that the theorems take, `E‖b‖₂ ≤ √(2p)r` and `E‖b‖² = 2pr²`.
    #[test]
    fn norms_of_laplace_noise() {
        let (mut random, p, scale) = (Random::new(4), 6, 0.7);
        let mut laplace = || {
            let u = random.uniform() - 0.5;
            -scale * u.signum() * (-2.0 * u.abs()).ln_1p()
        };
        let squares: Vec<f64> = (0..40_000).map(|_| (0..p).map(|_| laplace().powi(2)).sum()).collect();
        let found = mean(&squares, 0.9999);
        let expected = 2.0 * f64::from(p) * scale * scale;
        assert!((found.mean - expected).abs() < found.half_width.unwrap(), "{found:?} {expected}");
        let norms: Vec<f64> = squares.iter().map(|square| square.sqrt()).collect();
        assert!(mean(&norms, 0.95).mean < (2.0 * f64::from(p)).sqrt() * scale);
        let below = squares.iter().filter(|square| **square < expected).count();
        assert!(chance(below as f64, squares.len(), 0.95).lower > 0.5);
    }
}
