//! What the technique guarantees, by every theorem there is.

use super::stages::{Stages, best_stages};
use super::{Noise, Technique};
use crate::account::{Accountant, Plan, Release};
use crate::guarantee::{Conversion, Order, Probability, RenyiBound};
use crate::mechanism::sparse_vector::{SparseVector, Theorem, log_outputs};
use crate::mechanism::{Kind, Mechanism, RandomizedResponse};
use crate::numeric::binomial::log_binomial;
use crate::sampling::Neighbours;

/// The technique as a person sets it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// The noise of the threshold.
    pub threshold_noise: Noise,
    /// The noise of every query.
    pub query_noise: Noise,
    /// T.
    pub threshold: f64,
    /// c.
    pub answers: f64,
    /// k; `None` without a limit.
    pub length: Option<f64>,
    /// Whether the threshold has new noise after each answer.
    pub resample: bool,
    /// Whether no query is negative.
    pub non_negative: bool,
}

impl Setting {
    /// As a release of a plan; `None` outside of the described ranges.
    pub fn mechanism(&self) -> Option<SparseVector> {
        let on = |flag: bool| f64::from(u8::from(flag));
        let values = [
            self.threshold_noise.scale,
            self.query_noise.scale,
            self.answers,
            self.length.unwrap_or(0.0),
            self.threshold,
            on(self.threshold_noise.laplace),
            on(self.query_noise.laplace),
            on(self.resample),
            on(self.non_negative),
        ];
        SparseVector::build(values, &[])
    }

    /// As it runs.
    pub fn technique(&self) -> Technique {
        Technique {
            threshold: self.threshold,
            threshold_noise: self.threshold_noise,
            query_noise: self.query_noise,
            answers: self.answers as usize,
            resample: self.resample,
        }
    }

    /// The same with the other kind of noise of the same deviations.
    pub fn other_noise(&self) -> Self {
        Self { threshold_noise: self.threshold_noise.other(), query_noise: self.query_noise.other(), ..*self }
    }
}

/// A way to bound ε.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundKind {
    /// A plan with this release: the best theorem at every Rényi order.
    Renyi,
    /// A theorem on the Rényi curve alone.
    Curve(Theorem),
    /// The closed form of Remark 7.2.8, with its constant corrected.
    Closed,
    /// The same as printed, which is below what the theorem gives.
    ClosedPrinted,
    /// Pure differential privacy (Lemma 7.1.3), the same for every δ.
    Pure,
    /// Optimal composition of the rounds, each ε₁ + ε₂ (Kairouz, Oh and Viswanath 2017).
    Optimal,
    /// The calibration of Dwork and Roth 2014, Thm 3.25: `(ε₁ + ε₂)√(8c log(1/δ))`, as long as that is at most 1.
    Calibration,
    /// Rounds in stages of c′ answers, each (ε′, δ′), composed optimally (Thm 7.2.9 and 7.2.10).
    Stages,
}

/// What one way says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// Which way.
    pub kind: BoundKind,
    /// ε at the δ.
    pub epsilon: f64,
    /// The Rényi order, where there is one.
    pub order: Option<f64>,
    /// The stages, where there are some.
    pub stages: Option<Stages>,
}

impl BoundKind {
    /// All of them, in the order of the source.
    pub const ALL: [Self; 11] = [
        Self::Renyi,
        Self::Curve(Theorem::Length),
        Self::Curve(Theorem::Moment),
        Self::Curve(Theorem::Loss),
        Self::Curve(Theorem::Pure),
        Self::Closed,
        Self::ClosedPrinted,
        Self::Pure,
        Self::Optimal,
        Self::Calibration,
        Self::Stages,
    ];

    /// Whether it guarantees what the setting releases. A closed form as printed guarantees nothing; stages without new noise
    /// after each answer are another algorithm, which draws new noise after every stage.
    pub fn holds(self, setting: &Setting) -> bool {
        match self {
            Self::ClosedPrinted => false,
            Self::Stages => setting.resample || setting.answers == 1.0,
            _ => true,
        }
    }
}

/// Every way that says anything of the setting at a δ.
pub fn bounds(setting: &Setting, svt: &SparseVector, delta: f64) -> Vec<Found> {
    BoundKind::ALL.into_iter().filter_map(|kind| bound(kind, setting, svt, delta)).collect()
}

/// What one way says at a δ; `None` where it says nothing.
pub fn bound(kind: BoundKind, setting: &Setting, svt: &SparseVector, delta: f64) -> Option<Found> {
    let plain = |epsilon: f64| (epsilon, None, None);
    let renyi = |bound: RenyiBound| (bound.upper, Some(bound.order.value()), None);
    let probability = Probability::clamped(delta);
    let (epsilon, order, stages) = match kind {
        BoundKind::Renyi => renyi(Conversion::Tight.epsilon(&|order| svt.best(order), probability)),
        BoundKind::Curve(theorem) => {
            // Its curve is infinite everywhere where the theorem does not apply.
            let curve = |order: Order| svt.divergence(theorem, order);
            if curve(Order::above_one(1.0)).is_infinite() {
                return None;
            }
            renyi(Conversion::Tight.epsilon(&curve, probability))
        }
        BoundKind::Closed => plain(closed_form(setting, delta, 2.0)?),
        BoundKind::ClosedPrinted => plain(closed_form(setting, delta, std::f64::consts::SQRT_2)?),
        BoundKind::Pure => plain(pure(svt)?),
        BoundKind::Optimal => {
            let each = svt.losses().iter().sum();
            plain(optimal(each, svt.rounds(), delta).filter(|_| svt.per_round() == 1.0)?)
        }
        BoundKind::Calibration => {
            let each: f64 = svt.losses().iter().sum();
            let epsilon = each * (-8.0 * svt.rounds() * delta.ln()).sqrt();
            plain(Some(epsilon).filter(|epsilon| *epsilon <= 1.0 && svt.per_round() == 1.0)?)
        }
        BoundKind::Stages => {
            let stages = best_stages(setting, delta)?;
            (stages.epsilon, None, Some(stages))
        }
    };
    epsilon.is_finite().then_some(Found { kind, epsilon, order, stages })
}

/// `ε₁ + cε₂`, or c times `ε₁ + ε₂` with new noise; Laplace noise only.
fn pure(svt: &SparseVector) -> Option<f64> {
    let [first, second] = svt.losses();
    let epsilon = svt.rounds() * (first + svt.per_round() * second);
    epsilon.is_finite().then_some(epsilon * (1.0 + 1e-15))
}

/// ε at a δ of `count` releases of which each is ε₀-private: at worst randomized responses (Kairouz, Oh and Viswanath 2017).
pub fn optimal(each: f64, count: f64, delta: f64) -> Option<f64> {
    // Rounded up, so that the response loses no less than ε₀.
    let truth = (1.0 + (-each).exp()).recip() * (1.0 + 4.0 * f64::EPSILON);
    let mechanism = Mechanism::RandomizedResponse(RandomizedResponse::new(truth)?);
    let plan = Plan::new(&[Release { label: None, count, mechanism, sampling: None }], Neighbours::Replace);
    let bound = Accountant::Exact.compose(&plan).ok()?.epsilon(Probability::new(delta)?).ok()?;
    // What pure differential privacy says holds too.
    Some(bound.upper.min(each * count * (1.0 + 1e-15)))
}

/// `A + f√(A(log(1/δ) + log m))`, `A = 1/(2σ₁²) + 2c/σ₂²`: the basic conversion of the theorem by the length, of one threshold
/// noise and normal noise only. f is 2; Remark 7.2.8 prints √2.
///
/// For the number of outputs m the remark takes `c C(k, c)`, which is less than there are for c = 1 and for c near k: the
/// larger of the two stands here.
fn closed_form(setting: &Setting, delta: f64, factor: f64) -> Option<f64> {
    let (first, second) = (setting.threshold_noise, setting.query_noise);
    let length = setting.length.filter(|_| !first.laplace && !second.laplace && !setting.resample)?;
    let slope = 0.5 / first.scale.powi(2) + 2.0 * setting.answers / second.scale.powi(2);
    let counted = if setting.answers <= length {
        setting.answers.ln() + log_binomial(length as u64, setting.answers as u64)
    } else {
        0.0
    };
    let outputs = log_outputs(setting.answers, length).max(counted);
    Some((slope + factor * (slope * (outputs - delta.ln())).sqrt()) * (1.0 + 1e-13))
}
