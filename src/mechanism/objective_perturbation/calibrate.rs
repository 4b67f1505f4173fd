//! The noise and the regularization that a guarantee takes.

use super::{ApproximateMinimum, HalfNormal, determinant};
use crate::guarantee::{Order, Pair, Probability, epsilon_at, epsilon_from_renyi};
use crate::mechanism::Gaussian;
use crate::numeric::Scale;
use crate::numeric::minimum::minimize;
use crate::numeric::root::{Bracket, Stop, bisect};

/// What is promised, for losses of given gradient and curvature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// ε > 0.
    pub epsilon: f64,
    /// δ.
    pub delta: f64,
    /// L.
    pub lipschitz: f64,
    /// β > 0.
    pub smoothness: f64,
    /// Whether the determinant is the tight one, an extension.
    pub tight: bool,
}

/// By which bound the promise is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// The profile of the half-normal.
    Profile,
    /// Its Rényi divergence, tightly converted.
    Moments,
    /// The Rényi divergence of a point near the minimum.
    ApproximateMoments {
        /// τ.
        tolerance: f64,
        /// σ_out.
        output_noise: f64,
    },
    /// The profile of a point near the minimum.
    ApproximateProfile {
        /// τ.
        tolerance: f64,
        /// σ_out.
        output_noise: f64,
    },
}

/// Where searches over `log s` run.
const SIGNALS: Bracket = Bracket { low: -30.0, high: 10.0 };

/// Where searches over `log c` run: λ/β from e^{−4} above 1 to e^{30}.
const COSTS: Bracket = Bracket { low: -30.0, high: 4.0 };

impl Goal {
    /// The noise of the Gaussian mechanism within (ε, δ): `σ_G`, never too small.
    pub fn gaussian_sigma(&self) -> f64 {
        let within =
            |signal: f64| Gaussian::with_sigma(signal.recip()).profile(self.epsilon).upper <= self.delta;
        self.lipschitz / largest_signal(&within).unwrap_or(f64::MIN_POSITIVE)
    }

    /// The smallest λ that keeps the promise at a noise σ; `None` where no λ does.
    ///
    /// The bounds of the exact minimum depend on λ through an additive c alone, so that c is what the promise
    /// leaves over; for a point near the minimum λ counts twice and is searched for.
    pub fn regularization(&self, sigma: f64, method: Method) -> Option<f64> {
        let bare = HalfNormal::new(0.0, self.lipschitz / sigma);
        let left = match method {
            Method::Profile => {
                // Below the start of the loss ε may be negative, and c takes all of it.
                let probability = Probability::clamped(self.delta);
                let kept = bare.log_kept();
                if -kept.exp_m1() <= self.delta {
                    (self.epsilon + kept - (-self.delta).ln_1p()) * (1.0 - 1e-13)
                } else {
                    self.epsilon - epsilon_at(&bare, probability).upper
                }
            }
            Method::Moments => {
                let spent = self.by_moments(&|order| bare.renyi(order).upper);
                // A converted ε that is cut at 0 does not say how much c may cost.
                if spent == 0.0 {
                    return self.search(sigma, method);
                }
                self.epsilon - spent
            }
            _ => return self.search(sigma, method),
        };
        if left <= 0.0 {
            return None;
        }
        let mut regularization = self.of_cost(left);
        // Rounding of c itself: the promise is checked where it is made.
        for step in 0..40 {
            if self.keeps(sigma, regularization, method) {
                return Some(regularization);
            }
            regularization *= 1.0 + 1e-15 * f64::from(1u32 << step.min(30));
        }
        None
    }

    /// The smallest σ that keeps the promise at a given λ; `None` where no σ does.
    pub fn sigma(&self, regularization: f64, method: Method) -> Option<f64> {
        let within = |signal: f64| self.keeps(self.lipschitz / signal, regularization, method);
        Some(self.lipschitz / largest_signal(&within)?)
    }

    /// The least multiple of σ_G for which any λ keeps the promise.
    pub fn least_factor(&self, method: Method) -> Option<f64> {
        let within = |signal: f64| self.holds(HalfNormal::new(0.0, signal), f64::INFINITY, method);
        Some(self.lipschitz / largest_signal(&within)? / self.gaussian_sigma())
    }

    /// Among all (σ, λ) that the profile keeps within the promise the one with the smallest `risk(σ, λ)`.
    ///
    /// More spent on the determinant, c, means a smaller λ and a larger σ; along that frontier the risk falls and
    /// rises once.
    pub fn frontier(&self, risk: impl Fn(f64, f64) -> f64) -> Option<(f64, f64)> {
        let sigma = |cost: f64| {
            let within =
                |signal: f64| HalfNormal::new(cost, signal).profile(self.epsilon).upper <= self.delta;
            Some(self.lipschitz / largest_signal(&within)?)
        };
        let value = |cost: f64| sigma(cost).map_or(f64::INFINITY, |sigma| risk(sigma, self.of_cost(cost)));
        let found = minimize(1e-9 * self.epsilon, self.epsilon, Scale::Log, value);
        // The setting of a rounded c is checked like any other.
        let regularization = self.of_cost(found.at);
        Some((self.sigma(regularization, Method::Profile)?, regularization))
    }

    /// The ε that a setting guarantees at δ, from above.
    pub fn epsilon_of(&self, sigma: f64, regularization: f64, method: Method) -> f64 {
        let pair = self.pair(sigma, regularization);
        match method {
            Method::Profile => epsilon_at(&pair, Probability::clamped(self.delta)).upper,
            Method::ApproximateProfile { .. } => {
                let near = near(pair, regularization, method);
                let found = near.epsilon(self.delta);
                // The search ends a hair above; what is promised and kept is no more than promised.
                let kept = near.profile(self.epsilon).upper <= self.delta;
                if kept { found.min(self.epsilon) } else { found }
            }
            Method::Moments | Method::ApproximateMoments { .. } => {
                let near = near(pair, regularization, method);
                self.by_moments(&|order| near.renyi(order))
            }
        }
    }

    /// The cost of the determinant at a λ.
    pub fn determinant(&self, regularization: f64) -> f64 {
        self.pair(1.0, regularization).determinant
    }

    fn by_moments(&self, curve: &dyn Fn(Order) -> f64) -> f64 {
        epsilon_from_renyi(curve, Probability::clamped(self.delta)).upper
    }

    fn pair(&self, sigma: f64, regularization: f64) -> HalfNormal {
        HalfNormal::new(determinant(self.smoothness, regularization, self.tight), self.lipschitz / sigma)
    }

    fn keeps(&self, sigma: f64, regularization: f64, method: Method) -> bool {
        self.holds(self.pair(sigma, regularization), regularization, method)
    }

    fn holds(&self, pair: HalfNormal, regularization: f64, method: Method) -> bool {
        let near = near(pair, regularization, method);
        match method {
            Method::Profile | Method::ApproximateProfile { .. } => {
                near.profile(self.epsilon).upper <= self.delta
            }
            Method::Moments | Method::ApproximateMoments { .. } => {
                self.by_moments(&|order| near.renyi(order)) <= self.epsilon
            }
        }
    }

    /// λ at which the determinant costs c.
    fn of_cost(&self, cost: f64) -> f64 {
        if self.tight { self.smoothness / cost.exp_m1() } else { -self.smoothness / (-cost).exp_m1() }
    }

    /// The smallest λ: every bound falls with λ.
    fn search(&self, sigma: f64, method: Method) -> Option<f64> {
        let at = |log: f64| self.of_cost(log.exp());
        last(COSTS, &|log| self.keeps(sigma, at(log), method)).map(at)
    }
}

/// What is released: the minimum itself, or a point near it.
fn near(pair: HalfNormal, regularization: f64, method: Method) -> ApproximateMinimum {
    match method {
        Method::Profile | Method::Moments => ApproximateMinimum { pair, output_signal: 0.0 },
        Method::ApproximateMoments { tolerance, output_noise }
        | Method::ApproximateProfile { tolerance, output_noise } => {
            ApproximateMinimum::new(pair, tolerance, output_noise, regularization)
        }
    }
}

/// The largest signal that is within a promise; `None` where none is.
fn largest_signal(within: &dyn Fn(f64) -> bool) -> Option<f64> {
    last(SIGNALS, &|log| within(log.exp())).map(f64::exp)
}

/// The last number of a range, to neighbouring floats, up to which a condition holds; `None` where it never does.
fn last(range: Bracket, holds: &dyn Fn(f64) -> bool) -> Option<f64> {
    holds(range.low).then(|| bisect(range, Stop::after(70), |at| !holds(at)).low)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// What is calibrated meets its target, and a hair less does not.
        #[test]
        fn the_promise_is_kept_and_barely(epsilon in -1.5..1.0f64, delta in -8.0..-2.0f64, factor in 1.1..3.0f64, tight in prop::bool::ANY, kind in 0..4u8) {
            let goal = Goal { epsilon: 10f64.powf(epsilon), delta: 10f64.powf(delta), lipschitz: 1.4, smoothness: 0.5, tight };
            let (tolerance, output_noise) = (0.01, 0.15);
            let method = match kind {
                0 => Method::Profile,
                1 => Method::Moments,
                2 => Method::ApproximateMoments { tolerance, output_noise },
                _ => Method::ApproximateProfile { tolerance, output_noise },
            };
            let sigma = factor * goal.gaussian_sigma();
            prop_assume!(goal.least_factor(Method::Moments).is_some_and(|least| least < factor));
            let Some(regularization) = goal.regularization(sigma, method) else { return Ok(()) };
            let met = goal.epsilon_of(sigma, regularization, method);
            prop_assert!(goal.keeps(sigma, regularization, method));
            prop_assert!(met <= goal.epsilon * (1.0 + 1e-12), "{met} {goal:?}");
            prop_assert!(met >= goal.epsilon * (1.0 - 1e-8), "{met} {goal:?}");
            prop_assert!(!goal.keeps(sigma, regularization * (1.0 - 1e-6), method));
        }

        /// Less noise than the least factor keeps no promise at any λ; more does.
        #[test]
        fn the_least_factor_is_the_edge(epsilon in -1.5..1.0f64, delta in -8.0..-2.0f64) {
            let goal = Goal { epsilon: 10f64.powf(epsilon), delta: 10f64.powf(delta), lipschitz: 1.0, smoothness: 1.0, tight: false };
            for method in [Method::Profile, Method::Moments] {
                let least = goal.least_factor(method).expect("a factor") * goal.gaussian_sigma();
                prop_assert!(goal.regularization(least * (1.0 - 1e-6), method).is_none());
                prop_assert!(goal.regularization(least * (1.0 + 1e-6), method).is_some());
                let sigma = goal.sigma(30.0 / goal.epsilon, method).expect("a noise");
                prop_assert!(sigma > least && goal.keeps(sigma, 30.0 / goal.epsilon, method));
            }
        }
    }
}
