//! Every bound of one setting of objective perturbation, ready to be asked.

use super::noisy_steps::NoisySteps;
use crate::guarantee::{Conversion, Order, Pair, Probability, RenyiBound, epsilon_at};
use crate::mechanism::Gaussian;
use crate::mechanism::objective_perturbation::{ApproximateMinimum, HalfNormal, Kifer, determinant};

/// Which bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundKind {
    /// Normal noise alone, which no guarantee can be below: a linear loss reaches it.
    Gaussian,
    /// The half-normal profile.
    Profile,
    /// The Rényi curve of the half-normal pair.
    Moments,
    /// The same by the basic conversion.
    MomentsBasic,
    /// Kifer, Smith and Thakurta 2012.
    Kifer,
    /// The profile of a point near the minimum.
    Approximate,
    /// Its Rényi curve.
    ApproximateMoments,
    /// The Rényi curve where the loss is not generalized linear.
    General,
    /// The pair without the determinant: a part of a guarantee, not one by itself.
    HalfNormal,
    /// Linearized, a heuristic.
    Linearized,
    /// Noisy gradient steps with the same noise.
    NoisySteps,
    /// The same on everyone.
    NoisyStepsUnsampled,
}

/// What a bound says at one point, and the Rényi order that gave it.
pub type Value = (f64, Option<Order>);

/// The bounds of a setting.
#[derive(Debug, Clone)]
pub struct ObjectiveBounds {
    /// The pair of the exact minimum.
    pub pair: HalfNormal,
    /// A point near the minimum, if that is what is released.
    pub near: Option<ApproximateMinimum>,
    /// Noisy gradient steps with the same noise, beside.
    pub steps: Option<NoisySteps>,
    /// The parameters of a model whose loss is not generalized linear.
    pub dimension: Option<u32>,
    gaussian: Gaussian,
    kifer: Kifer,
}

impl ObjectiveBounds {
    /// The bounds of the exact minimum.
    pub fn new(lipschitz: f64, smoothness: f64, sigma: f64, regularization: f64, tight: bool) -> Self {
        Self {
            pair: HalfNormal::new(determinant(smoothness, regularization, tight), lipschitz / sigma),
            near: None,
            steps: None,
            dimension: None,
            gaussian: Gaussian::with_sigma(sigma / lipschitz),
            kifer: Kifer { signal: lipschitz / sigma, curvature: smoothness / regularization },
        }
    }

    /// Whether a bound is about what is released: a point near the minimum, or the minimum of a loss that is not
    /// generalized linear, costs more than the bounds of the exact minimum say.
    pub fn holds(&self, bound: BoundKind) -> bool {
        use BoundKind::{Approximate, ApproximateMoments, General, NoisySteps, NoisyStepsUnsampled};
        match bound {
            General | NoisySteps | NoisyStepsUnsampled => true,
            _ if self.dimension.is_some() => false,
            Approximate | ApproximateMoments => self.near.is_some(),
            _ => self.near.is_none(),
        }
    }

    /// ε at δ; `None` where the bound has none.
    pub fn epsilon(&self, bound: BoundKind, delta: f64) -> Option<Value> {
        let probability = Probability::clamped(delta);
        let plain = |value: f64| Some((value, None));
        match bound {
            BoundKind::Gaussian => plain(epsilon_at(&self.gaussian, probability).lower),
            BoundKind::Profile => plain(epsilon_at(&self.pair, probability).upper),
            BoundKind::Kifer => plain(self.kifer.epsilon(delta)),
            BoundKind::Approximate => plain(self.near?.epsilon(delta)),
            _ => self.converted(bound, |conversion, curve| conversion.epsilon(curve, probability)),
        }
    }

    /// δ at ε; `None` where the bound has none.
    pub fn delta(&self, bound: BoundKind, epsilon: f64) -> Option<Value> {
        let plain = |value: f64| Some((value, None));
        match bound {
            BoundKind::Gaussian => plain(self.gaussian.profile(epsilon).lower),
            BoundKind::Profile => plain(self.pair.profile(epsilon).upper),
            BoundKind::Kifer => plain(self.kifer.delta(epsilon)),
            BoundKind::Approximate => plain(self.near?.profile(epsilon).upper),
            _ => self.converted(bound, |conversion, curve| conversion.delta(curve, epsilon)),
        }
    }

    /// The Rényi curve behind a bound that has one.
    pub fn renyi(&self, bound: BoundKind, order: Order) -> Option<f64> {
        Some(match bound {
            BoundKind::Gaussian => self.gaussian.renyi(order).lower,
            BoundKind::HalfNormal => HalfNormal::new(0.0, self.pair.signal).renyi(order).middle(),
            BoundKind::Profile | BoundKind::Moments | BoundKind::MomentsBasic => self.pair.renyi(order).upper,
            BoundKind::ApproximateMoments => self.near?.renyi(order),
            BoundKind::General => {
                let output = self.near.map_or(0.0, |near| near.output_renyi(order));
                (self.pair.general_renyi(order, self.dimension?) + output) * (1.0 + 4.0 * f64::EPSILON)
            }
            BoundKind::Linearized => self.linearized(order).0,
            BoundKind::NoisySteps => self.steps?.removed(self.gaussian, order)?,
            BoundKind::NoisyStepsUnsampled => {
                NoisySteps { rate: 1.0, ..self.steps? }.removed(self.gaussian, order)?
            }
            BoundKind::Kifer | BoundKind::Approximate => return None,
        })
    }

    /// The linearized divergence, and the exponent q of Hölder's inequality that gave it; 0 where it is infinite.
    pub fn linearized(&self, order: Order) -> (f64, f64) {
        self.pair.linearized_renyi(order, self.kifer.curvature)
    }

    /// Where the noisy gradient steps leave the small orders: see [`NoisySteps::turn`].
    pub fn turn(&self, orders: &[f64], divergences: &[f64]) -> Option<(f64, f64)> {
        self.steps?.turn(self.gaussian, self.pair.signal, orders, divergences)
    }

    /// The reading of a bound that is a Rényi curve.
    fn converted(
        &self,
        bound: BoundKind,
        read: impl Fn(Conversion, &dyn Fn(Order) -> f64) -> RenyiBound,
    ) -> Option<Value> {
        let conversion = match bound {
            BoundKind::Moments | BoundKind::ApproximateMoments | BoundKind::General => Conversion::Tight,
            BoundKind::MomentsBasic => Conversion::Basic,
            _ => return None,
        };
        self.renyi(bound, Order::ONE)?;
        let found = read(conversion, &|order| self.renyi(bound, order).unwrap_or(f64::INFINITY));
        Some((found.upper, Some(found.order)))
    }
}
