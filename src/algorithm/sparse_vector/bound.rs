//! What the technique guarantees, by every theorem there is.

use std::f64::consts::PI;

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
    /// The curve by how long a stream runs at γ = 2, with the moment in closed form (Proposition 7.2.5, its factor corrected).
    Waiting,
    /// The same simplified for a threshold that few queries of value 0 pass (Remark 7.2.6), with what was dropped.
    FalsePositives,
    /// Remark 7.2.6 as printed, which does not follow from the theorem.
    FalsePositivesPrinted,
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
    /// Whether it guarantees what the setting releases.
    pub holds: bool,
}

impl BoundKind {
    /// All of them, in the order of the source.
    pub const ALL: [Self; 14] = [
        Self::Renyi,
        Self::Curve(Theorem::Length),
        Self::Curve(Theorem::Moment),
        Self::Curve(Theorem::Loss),
        Self::Curve(Theorem::Pure),
        Self::Closed,
        Self::ClosedPrinted,
        Self::Waiting,
        Self::FalsePositives,
        Self::FalsePositivesPrinted,
        Self::Pure,
        Self::Optimal,
        Self::Calibration,
        Self::Stages,
    ];

    /// Whether it guarantees what the setting releases. A closed form as printed guarantees nothing; one that is corrected
    /// does where the theorem that it simplifies says no more at the order at which it is read, which is enough for ε; stages
    /// without new noise after each answer are another algorithm, which draws new noise after every stage.
    fn holds(self, setting: &Setting, svt: &SparseVector, order: Option<f64>) -> bool {
        match self {
            Self::ClosedPrinted | Self::FalsePositivesPrinted => false,
            Self::Waiting | Self::FalsePositives => order.and_then(Order::new).is_some_and(|order| {
                simplified(self, setting, order)
                    .is_some_and(|value| value >= svt.divergence(Theorem::Moment, order))
            }),
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
        BoundKind::Waiting | BoundKind::FalsePositives | BoundKind::FalsePositivesPrinted => {
            svt.wait()?;
            simplified(kind, setting, Order::above_one(1.0))?;
            let curve = |order: Order| simplified(kind, setting, order).unwrap_or(f64::INFINITY);
            renyi(Conversion::Tight.epsilon(&curve, probability))
        }
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
    let holds = kind.holds(setting, svt, order);
    epsilon.is_finite().then_some(Found { kind, epsilon, order, stages, holds })
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

/// What closed forms of the theorem by how long a stream runs say at an order, of all rounds; they need σ₂ ≥ √3 σ₁.
///
/// At γ = 2 the theorem is `(α − ½)/(α − 1) α/σ₁² + 2α/σ₂² + log M/(2(α − 1))`, with the mean square M of how long a stream of
/// zeros runs. Proposition 7.2.5 bounds M by `1 + 2√3 π(1 + 9T²/σ₁²)e^{T²/σ₁²}`, which is below it for T < 0.3552 σ₁ at
/// σ₂ = √3 σ₁, and drops the first factor. Remark 7.2.6 goes on to `5α/(3σ₁²) + 5 log(1/ϱ)/(α − 1)`, `T² = 8σ₁² log(1/ϱ)`: at
/// σ₂ = √3 σ₁ a query of value 0 then passes with probability ϱ at most, and log M is at most 10 log(1/ϱ) if ϱ ≤ 0.0328. What
/// was dropped is `α/(2σ₁²(α − 1))`. Of two streams whose laws were integrated no divergence came near the printed form, and
/// from σ₁ = 3 on other powers γ give as little; but at σ₁ = 1 it is below what any power gives.
fn simplified(kind: BoundKind, setting: &Setting, order: Order) -> Option<f64> {
    let (first, second) = (setting.threshold_noise.scale, setting.query_noise.scale);
    if order == Order::ONE || order == Order::INFINITE || second < 3f64.sqrt() * first * (1.0 - 1e-15) {
        return None;
    }
    let (alpha, excess, square) = (order.value(), order.value() - 1.0, (setting.threshold / first).powi(2));
    let dropped = 0.5 * alpha / (first * first * excess);
    let rare = 5.0 * alpha / (3.0 * first * first) + 0.625 * square / excess;
    let round = match kind {
        BoundKind::Waiting => {
            let factor = 2.0 * 3f64.sqrt() * PI * (1.0 + 9.0 * square);
            // log(1 + f e^{T²/σ₁²}), which may be beyond every number.
            let log_moment = square + factor.ln() + ((-square).exp() / factor).ln_1p();
            alpha / (first * first) + dropped + 2.0 * alpha / (second * second) + 0.5 * log_moment / excess
        }
        BoundKind::FalsePositives => rare + dropped,
        BoundKind::FalsePositivesPrinted => rare,
        _ => return None,
    };
    let rounds = if setting.resample { setting.answers } else { 1.0 };
    // A threshold below 0 is passed more often than not.
    (setting.threshold >= 0.0).then_some(rounds * round * (1.0 + 1e-13))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(first: f64, second: f64, threshold: f64) -> (Setting, SparseVector) {
        let normal = |scale: f64| Noise { laplace: false, scale };
        let setting = Setting {
            threshold_noise: normal(first),
            query_noise: normal(second),
            threshold,
            answers: 1.0,
            length: None,
            resample: false,
            non_negative: true,
        };
        (setting, setting.mechanism().unwrap())
    }

    /// At σ₁ = 1 and ϱ = 0.01 the printed form is below the theorem at its best γ, and what was dropped is enough.
    #[test]
    fn few_false_positives_as_printed_are_below_the_theorem() {
        let (setting, svt) = waiting(1.0, 3f64.sqrt(), (8.0 * 100f64.ln()).sqrt());
        let order = Order::new(10.0).unwrap();
        let theorem = svt.divergence(Theorem::Moment, order);
        let value = |kind| simplified(kind, &setting, order).unwrap();
        assert!((value(BoundKind::FalsePositivesPrinted) - 19.225_094_547_77).abs() < 1e-9);
        assert!(
            value(BoundKind::FalsePositivesPrinted) < theorem && theorem < value(BoundKind::FalsePositives)
        );
        assert!(value(BoundKind::Waiting) > theorem);
    }

    /// At σ₂ = √3 σ₁ the closed form for few false positives is above the theorem at γ = 2 from ϱ = 0.0328 down, and that of
    /// Proposition 7.2.5 from T = 0.3552 σ₁ up: each with the exact moment, as they are derived.
    #[test]
    fn closed_forms_hold_where_they_say() {
        let at = |kind: BoundKind, threshold: f64| {
            let (setting, svt) = waiting(5.0, 5.0 * 3f64.sqrt(), 5.0 * threshold);
            let order = Order::new(3.0).unwrap();
            let exact = svt.at_power(order, [2.0, svt.wait().unwrap().log_moment(2.0)]);
            simplified(kind, &setting, order).unwrap() - exact
        };
        for (kind, from) in
            [(BoundKind::FalsePositives, (-8.0 * 0.032_89f64.ln()).sqrt()), (BoundKind::Waiting, 0.355_2)]
        {
            assert!(at(kind, from - 1e-3) < 0.0 && at(kind, from + 1e-3) > 0.0, "{kind:?}");
        }
    }

    /// What is called a guarantee is never below the best theorem, and a printed form never is one.
    #[test]
    fn a_closed_form_that_counts_is_never_the_least() {
        let mut seen = [0; 2];
        for first in [0.3, 1.0, 5.0, 200.0] {
            for ratio in [1.8, 2.0, 4.0] {
                for height in [0.0, 0.2, 1.0, 4.0, 7.0] {
                    let (setting, svt) = waiting(first, ratio * first, height * first);
                    let found = bounds(&setting, &svt, 1e-6);
                    let best = found.iter().find(|one| one.kind == BoundKind::Renyi).unwrap().epsilon;
                    for one in &found {
                        let closed = matches!(one.kind, BoundKind::Waiting | BoundKind::FalsePositives);
                        assert!(
                            !(closed && one.holds) || one.epsilon >= best * (1.0 - 1e-9),
                            "{one:?} {best}"
                        );
                        assert!(one.kind != BoundKind::FalsePositivesPrinted || !one.holds);
                        seen[usize::from(one.holds)] += usize::from(closed);
                    }
                }
            }
        }
        assert!(seen[0] > 2 && seen[1] > 100, "{seen:?}");
    }
}
