//! What no person loses more than: the bounds that hold for everyone whose features are short enough.

use super::loss::Situation;
use super::report::Form;
use crate::guarantee::{Probability, epsilon_at};
use crate::learn::Loss;
use crate::mechanism::objective_perturbation::{ApproximateMinimum, HalfNormal, Kifer, determinant};
use crate::numeric::matrix::norm;
use crate::numeric::normal::quantile_of_survival;

/// Roundings of the sums here, relative.
const ROUNDING: f64 = 1e-13;

/// Objective perturbation on people with `‖x‖ ≤ radius`.
///
/// The three parts of a loss are at most `c`, `L²/(2σ²)` and `L|h|/σ` in size, where `h` is standard normal: the
/// noise along the person. As published `c = −log(1 − β/λ)`, which needs λ > β. The tight form, `log(1 + β/λ)`, is
/// an extension: if the person is in the data, the Hessian without them is at least λI. It holds for every λ > 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstCase {
    /// c; infinite where nothing bounds it.
    pub leverage: f64,
    /// `L/σ`; infinite for a loss whose gradient has no bound.
    pub shift: f64,
    /// `β/λ`.
    pub curvature: f64,
}

impl WorstCase {
    /// Nothing is bounded.
    pub const NONE: Self = Self { leverage: f64::INFINITY, shift: f64::INFINITY, curvature: f64::INFINITY };

    /// For people within the radius.
    pub fn new(loss: Loss, radius: f64, regularization: f64, sigma: f64, form: Form) -> Self {
        let (lipschitz, smoothness) = (loss.lipschitz(radius), loss.smoothness(radius));
        let tight = form == Form::Tight;
        Self {
            leverage: determinant(smoothness, regularization, tight),
            shift: lipschitz / sigma,
            curvature: smoothness / regularization,
        }
    }

    /// Whether there is any bound.
    pub fn is_bounded(&self) -> bool {
        self.leverage.is_finite() && self.shift.is_finite()
    }

    /// The loss that a person's exceeds with probability δ at most, over the noise: publishable, as it
    /// depends on no data. It is also an ε of (ε, δ)-differential privacy.
    pub fn at(&self, delta: f64) -> f64 {
        if !self.is_bounded() {
            return f64::INFINITY;
        }
        let quantile = if delta >= 1.0 { 0.0 } else { quantile_of_survival(0.5 * delta) };
        (self.leverage + self.shift * (0.5 * self.shift + quantile)) * (1.0 + ROUNDING)
    }

    /// ε of the mechanism at δ, by its profile: never more than [`WorstCase::at`], which asks that no loss beyond ε
    /// counts at all. Where the published c is large or has no value the bound of Kifer, Smith and Thakurta 2012, which needs none, may be less.
    pub fn epsilon(&self, delta: f64) -> f64 {
        if !self.shift.is_finite() {
            return f64::INFINITY;
        }
        let classic = Kifer { signal: self.shift, curvature: self.curvature }.epsilon(delta);
        self.with_release(0.0, delta).min(classic)
    }

    /// ε at δ of the mechanism and of normal noise with this `µ` about the same people, their losses added.
    pub fn with_release(&self, mu: f64, delta: f64) -> f64 {
        if !self.is_bounded() {
            return f64::INFINITY;
        }
        let pair = HalfNormal::new(self.leverage, self.shift);
        let found = if mu == 0.0 {
            epsilon_at(&pair, Probability::clamped(delta)).upper.min(self.at(delta))
        } else {
            ApproximateMinimum { pair, output_signal: mu }.epsilon(delta)
        };
        found * (1.0 + ROUNDING)
    }

    /// The loss that nobody's exceeds at the very output of the situation. It depends on the length of the
    /// noise that was drawn, and so on the data.
    pub fn here(&self, situation: &Situation<'_>) -> f64 {
        if !self.is_bounded() {
            return f64::INFINITY;
        }
        let along = self.shift * norm(situation.gradient()) / situation.sigma();
        (self.leverage + 0.5 * self.shift * self.shift + along) * (1.0 + ROUNDING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataSet;
    use crate::data::{Generator, generate};
    use crate::instance::loss::Side;
    use crate::numeric::random::Random;
    use proptest::prelude::*;

    proptest! {
        /// Whatever the data, the model, the person: members and outsiders alike.
        #[test]
        fn nobody_loses_more(
            seed in 0u64..1000, dimension in 1usize..6, people in 1usize..40,
            lambda in 0.01f64..20.0, sigma in 0.2f64..20.0, scale in 0.0f64..8.0, clip in 0.05f64..1.5, kind in 0usize..3,
        ) {
            let loss = [Loss::LOGISTIC, Loss { clip: Some(clip), ..Loss::LOGISTIC }, Loss { clip: Some(clip), ..Loss::SQUARED }][kind];
            let data = generate(Generator::ALL[seed as usize % 5], people, dimension, seed);
            let mut random = Random::new(seed + 1);
            let theta = random.normals(dimension, scale);
            let situation = Situation::new(&data, loss, lambda, sigma, &theta).unwrap();
            let worst = WorstCase::new(loss, 1.0, lambda, sigma, Form::Tight);
            let here = worst.here(&situation);
            let outsiders = generate(Generator::MarginBlobs, 10, dimension, seed + 2);
            let lost = situation.members().chain(outsiders.people().map(|person| situation.person(&person, Side::Outsider)));
            for lost in lost {
                prop_assert!(lost.loss() <= here, "{} {}", lost.loss(), here);
                prop_assert!(lost.leverage.abs() <= worst.leverage * (1.0 + 1e-12));
            }
        }
    }

    /// The profile counts what is lost beyond ε by how far it is beyond, so that it is below the tail, and two
    /// releases together cost less than the sum of their ε.
    #[test]
    fn the_profile_is_below_the_tail() {
        for (regularization, sigma) in [(0.5, 1.0), (1.0, 10.9576), (20.0, 3.0)] {
            let worst = WorstCase::new(Loss::LOGISTIC, 1.0, regularization, sigma, Form::Tight);
            for delta in [1e-9, 1e-6, 1e-3] {
                assert!(worst.epsilon(delta) < worst.at(delta));
                for mu in [0.01, 0.3, 2.0] {
                    let sum = worst.epsilon(delta) + crate::instance::gaussian::epsilon(mu, delta);
                    let together = worst.with_release(mu, 2.0 * delta);
                    assert!(together <= sum && together > worst.epsilon(2.0 * delta), "{together} {sum}");
                }
            }
        }
        assert_eq!(
            WorstCase::new(Loss::SQUARED, 1.0, 1.0, 1.0, Form::Tight).with_release(0.1, 0.1),
            f64::INFINITY
        );
    }

    /// One setting has one ε, whoever asks: σ = 10.9576, λ = 1, L = 1, β = ¼ at δ = 1e-6 by 30 digits. As published
    /// nothing is bounded unless λ > β.
    #[test]
    fn the_published_form_is_the_mechanism_as_published() {
        for (form, epsilon) in
            [(Form::AsPublished, 0.661_930_223_333_734), (Form::Tight, 0.597_391_702_196_163)]
        {
            let found = WorstCase::new(Loss::LOGISTIC, 1.0, 1.0, 10.9576, form).epsilon(1e-6);
            assert!((found / epsilon - 1.0).abs() < 1e-9 && found >= epsilon * (1.0 - 1e-13), "{found}");
        }
        let edge = WorstCase::new(Loss::LOGISTIC, 1.0, 0.25, 1.0, Form::AsPublished);
        assert!(!edge.is_bounded() && edge.at(0.1) == f64::INFINITY);
        // max(2β/λ, 2s² + √(4s⁴ + 8s² log(2/δ))) for β/λ = s = 1 and δ = 0.1.
        assert!((edge.epsilon(0.1) / 7.288_275_540_138_952 - 1.0).abs() < 1e-9, "{}", edge.epsilon(0.1));
        assert_eq!(WorstCase::NONE.epsilon(0.1), f64::INFINITY);
        assert_eq!(edge.with_release(0.3, 0.1), f64::INFINITY);
        assert!(WorstCase::new(Loss::LOGISTIC, 1.0, 0.25, 1.0, Form::Tight).is_bounded());
        assert!(!WorstCase::NONE.is_bounded());
    }

    /// One person at the edge with nobody else around meets the leverage bound.
    #[test]
    fn the_leverage_is_reached() {
        let data = DataSet::from_rows(1, [(&[1.0][..], 1.0)]);
        let situation = Situation::new(&data, Loss::LOGISTIC, 0.5, 1.0, &[0.0]).unwrap();
        let worst = WorstCase::new(Loss::LOGISTIC, 1.0, 0.5, 1.0, Form::Tight);
        assert!((situation.member(0).leverage - worst.leverage).abs() < 1e-15);
        assert_eq!(WorstCase::new(Loss::SQUARED, 1.0, 1.0, 1.0, Form::Tight).at(0.1), f64::INFINITY);
    }
}
