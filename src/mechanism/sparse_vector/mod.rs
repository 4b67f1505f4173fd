//! The sparse vector technique, by its Rényi curve.
//!
//! `T̂ = T + ρ`; of one query after another ⊤ is said where `qᵢ + νᵢ ≥ T̂` and ⊥ otherwise, until c times ⊤ was said or k
//! queries were asked (Zhu, dissertation, Algorithm 11). All lengths are measured in the sensitivity of a query. Every bound
//! here holds in both orders of two neighbours and for queries that are chosen from the outputs before.

mod described;
mod moment;

use std::sync::Arc;

use serde::Serialize;

pub(crate) use described::DESCRIPTION;
use described::{OPTIONAL, SWITCHES};
pub use moment::{Wait, log_outputs};

use super::description::{Description, Switch};
use super::kind::{Attained, Curve, Guarantee, Kind, Relations};
use super::outputs::{CURVE_ONLY, Outputs};
use super::{Laplace, Pure};
use crate::guarantee::{Interval, Order, Pair};

/// How many powers γ are tried before the best is refined.
const POWERS: usize = 40;

/// The powers stay below this share of the way to where the moment is infinite.
const REACH: f64 = 0.98;

/// Rounding of the sums below, relative.
const ROUNDING: f64 = 1e-13;

/// A theorem that bounds the Rényi divergence of the technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theorem {
    /// By how many outputs there are: `ε_ρ(α) + c ε_ν(α) + log Σ_{j ≤ c} C(k, j)/(α−1)` (Zhu, Thm 7.6.6, which for c = 1 is
    /// (7.1)).
    Length,
    /// By how long a stream runs: `(α − 1/γ*)/(α−1) ε_ρ(γ*α) + ε_ν(α) + log E[E[K|z]^γ]/(γ(α−1))`, `γ* = γ/(γ−1)`, for the
    /// best γ > 1 (Zhu, (7.2)).
    Moment,
    /// By the largest loss of a query: `ε_ρ(α) + c ε_ν(∞)` (Zhu, (7.3)). Given the noise of the threshold, an output is at
    /// most `e^{cε_ν(∞)}` times as likely, whatever its length.
    Loss,
    /// By pure differential privacy, `ε₁ + cε₂`: the curve of its worst case.
    Pure,
}

impl Theorem {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Length, Self::Moment, Self::Loss, Self::Pure];
}

/// The sparse vector technique.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct SparseVector {
    /// The noise of the threshold: a deviation, or the scale of Laplace noise.
    threshold_noise: f64,
    /// The noise of a query.
    query_noise: f64,
    /// c; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    answers: f64,
    /// k, or 0 for no limit; 1000 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    length: f64,
    /// T, which counts where queries are never negative.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    threshold: f64,
    /// 1 where the threshold has Laplace noise.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    laplace_threshold: f64,
    /// 1 where queries have Laplace noise.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    laplace_queries: f64,
    /// 1 where the threshold has new noise after each answer.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    resample: f64,
    /// 1 where no query is negative.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    non_negative: f64,
    /// `(γ, log E[E[K|z]^γ])` by increasing γ; empty where the theorem does not apply.
    #[serde(skip)]
    moments: Arc<[[f64; 2]]>,
    /// The worst case of the pure guarantee of one round.
    #[serde(skip)]
    pure: Option<Pure>,
}

impl SparseVector {
    /// `log Σ_{j ≤ c} C(k, j)` of one round; infinite without a limit.
    pub fn log_outputs(&self) -> f64 {
        if self.length == 0.0 { f64::INFINITY } else { log_outputs(self.per_round(), self.length) }
    }

    /// How long a stream runs, where a theorem uses that: normal noise, queries that are never negative, and one answer a
    /// round.
    pub fn wait(&self) -> Option<Wait> {
        let normal = self.laplace_threshold == 0.0 && self.laplace_queries == 0.0;
        let wait = Wait::new(self.threshold, self.threshold_noise, self.query_noise);
        (normal && self.non_negative == 1.0 && self.per_round() == 1.0 && wait.end() > 1.0).then_some(wait)
    }

    /// ε₁ and ε₂: the largest loss of the threshold and of one answer; infinite with normal noise.
    pub fn losses(&self) -> [f64; 2] {
        let loss = |laplace: f64, loss: f64| if laplace == 1.0 { loss } else { f64::INFINITY };
        [
            loss(self.laplace_threshold, self.threshold_noise.recip()),
            loss(self.laplace_queries, 2.0 / self.query_noise),
        ]
    }

    /// Rounds with a threshold noise of their own.
    pub fn rounds(&self) -> f64 {
        if self.resample == 1.0 { self.answers } else { 1.0 }
    }

    /// The answers of one round.
    pub fn per_round(&self) -> f64 {
        if self.resample == 1.0 { 1.0 } else { self.answers }
    }

    /// `ε_ρ(α)`, at the sensitivity 1.
    fn threshold_divergence(&self, order: Order) -> f64 {
        divergence(self.laplace_threshold == 1.0, self.threshold_noise, order)
    }

    /// `ε_ν(α)`, at the sensitivity 2: threshold and query may move apart.
    fn query_divergence(&self, order: Order) -> f64 {
        divergence(self.laplace_queries == 1.0, 0.5 * self.query_noise, order)
    }

    /// The bound of (7.2) at one power γ, whose moment is known by its logarithm, for one round.
    pub fn at_power(&self, order: Order, [power, log_moment]: [f64; 2]) -> f64 {
        let (alpha, excess) = (order.value(), order.value() - 1.0);
        let conjugate = power / (power - 1.0);
        let threshold =
            Order::new(conjugate * alpha).map_or(f64::INFINITY, |order| self.threshold_divergence(order));
        (alpha - conjugate.recip()) / excess * threshold
            + self.query_divergence(order)
            + log_moment / (power * excess)
    }

    /// The power γ at which (7.2) says the least at an order, and its moment: the best of some, and of the bottom of the
    /// parabola through it and its neighbours. Any power gives a bound.
    pub fn best_power(&self, order: Order) -> Option<[f64; 2]> {
        let value = |at: usize| self.at_power(order, self.moments[at]);
        let best = (0..self.moments.len()).min_by(|&a, &b| value(a).total_cmp(&value(b)))?;
        let place = |at: usize| (self.moments[at][0] - 1.0).ln();
        if best == 0 || best + 1 == self.moments.len() {
            return Some(self.moments[best]);
        }
        let (down, up) = (place(best) - place(best - 1), place(best + 1) - place(best));
        let (fall, rise) = ((value(best - 1) - value(best)) / down, (value(best + 1) - value(best)) / up);
        let shift = 0.5 * (fall * up - rise * down) / (fall + rise);
        let power = 1.0 + (place(best) + shift).exp();
        let refined = [power, self.wait()?.log_moment(power)];
        let better = self.at_power(order, refined) < value(best);
        Some(if better { refined } else { self.moments[best] })
    }

    /// What a theorem says at an order, of all rounds; infinite where it does not apply.
    pub fn divergence(&self, theorem: Theorem, order: Order) -> f64 {
        let excess = order.value() - 1.0;
        let answers = self.per_round();
        let round = match theorem {
            // Without an answer the output carries no loss; at order 1 nothing is known.
            Theorem::Length | Theorem::Moment if order == Order::ONE || order == Order::INFINITE => {
                f64::INFINITY
            }
            Theorem::Length => {
                self.threshold_divergence(order)
                    + answers * self.query_divergence(order)
                    + self.log_outputs() / excess
            }
            Theorem::Moment => match self.best_power(order) {
                Some(power) => self.at_power(order, power),
                None => f64::INFINITY,
            },
            Theorem::Loss => self.threshold_divergence(order) + answers * self.losses()[1],
            Theorem::Pure => match self.pure.as_ref().map(Kind::guarantee) {
                Some(Guarantee::Pair(pair)) => pair.renyi(order).upper,
                _ => f64::INFINITY,
            },
        };
        self.rounds() * round * (1.0 + ROUNDING)
    }

    /// The smallest that any theorem says at an order.
    pub fn best(&self, order: Order) -> f64 {
        Theorem::ALL.iter().map(|&theorem| self.divergence(theorem, order)).fold(f64::INFINITY, f64::min)
    }
}

/// The Rényi divergence of noise of a scale for sensitivity 1.
fn divergence(laplace: bool, scale: f64, order: Order) -> f64 {
    if laplace {
        Laplace::with_scale(scale).renyi(order).upper
    } else {
        0.5 * order.value() / (scale * scale)
    }
}

impl Kind for SparseVector {
    type Values = [f64; 9];

    const DESCRIPTION: Description = DESCRIPTION;
    const OPTIONAL: &'static [&'static str] = OPTIONAL;
    const SWITCHES: &'static [Switch] = SWITCHES;

    /// The curve bounds it.
    const ATTAINED: Attained = Attained::Never;

    const RELATIONS: Relations = Relations::Any;

    fn build(values: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        if !DESCRIPTION.accepts(&values) {
            return None;
        }
        let [
            threshold_noise,
            query_noise,
            answers,
            length,
            threshold,
            laplace_threshold,
            laplace_queries,
            resample,
            non_negative,
        ] = values;
        let plain = Self {
            threshold_noise,
            query_noise,
            answers,
            length,
            threshold,
            laplace_threshold,
            laplace_queries,
            resample,
            non_negative,
            moments: Arc::default(),
            pure: None,
        };
        let moments = plain.wait().map_or_else(Arc::default, |wait| {
            let most = REACH * (wait.end() - 1.0);
            let power = |at: usize| 1.0 + most * (1e-4f64).powf(1.0 - at as f64 / (POWERS - 1) as f64);
            (0..POWERS).map(power).map(|power| [power, wait.log_moment(power)]).collect()
        });
        let [first, second] = plain.losses();
        let pure = Pure::new(first + plain.per_round() * second);
        Some(Self { moments, pure, ..plain })
    }

    fn values(&self) -> Self::Values {
        [
            self.threshold_noise,
            self.query_noise,
            self.answers,
            self.length,
            self.threshold,
            self.laplace_threshold,
            self.laplace_queries,
            self.resample,
            self.non_negative,
        ]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Curve(self)
    }

    /// Normal noise on queries bounds nothing for a stream of any length.
    fn lacks(&self) -> Option<&'static str> {
        let unbounded = self.length == 0.0 && self.laplace_queries == 0.0 && self.moments.is_empty();
        unbounded.then_some(
            "normal noise on queries needs a limit of the length, or queries that are never negative with one answer a \
             round, normal noise on the threshold and σ₂ > σ₁",
        )
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Err(CURVE_ONLY)
    }
}

impl Curve for SparseVector {
    fn renyi(&self, order: Order) -> Interval {
        let best = self.best(order);
        Interval { lower: best * (1.0 - 4.0 * ROUNDING), upper: best }
    }
}

#[cfg(test)]
mod tests;
