//! The bounds of objective perturbation, each asked at many points.

use serde::Serialize;

use super::objective::{NearMinimum, Setting, Steps};
use crate::account::noisy_steps::NoisySteps;
use crate::account::objective::{BoundKind, ObjectiveBounds, Value};
use crate::figure::{Axis, Side, Statement};
use crate::guarantee::Order;
use crate::mechanism::objective_perturbation::{ApproximateMinimum, ObjectivePerturbation};
use crate::mechanism::{Gaussian, Mechanism};
use crate::question::field::number::Number;
use crate::question::figure::lines::{self, number};

/// What a bound is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A guarantee: never below what is lost.
    Upper,
    /// No guarantee can be below: a linear loss reaches it.
    Lower,
    /// Part of a guarantee: neither one by itself nor a limit of one, as a linear loss is below.
    Part,
    /// Neither; it must not be relied on.
    Heuristic,
}

impl Role {
    /// On which side of the truth its values lie.
    pub(crate) const fn side(self) -> Side {
        match self {
            Self::Upper => Side::Upper,
            Self::Lower => Side::Lower,
            Self::Part | Self::Heuristic => Side::Value,
        }
    }
}

/// The order at which sampling stops hiding a person.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Turn {
    /// The order.
    pub order: f64,
    /// The divergence there.
    pub divergence: f64,
}

/// The values of one bound.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ObjectiveBound {
    /// Its word.
    pub bound: &'static str,
    /// Its name; that of DP-SGD says how many steps it has, and on which share of the people.
    pub title: String,
    /// What it is good for.
    pub role: Role,
    /// Whether it is about what the question asks of: a point near the minimum, or the minimum of a loss that is
    /// not generalized linear, costs more than the bounds of the exact minimum say.
    pub holds: bool,
    /// One value per point asked; empty where the bound has none of this kind.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub values: Vec<Number>,
    /// The same as printed, of ε at δ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub statements: Vec<Statement>,
    /// The Rényi orders that gave them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub orders: Vec<Number>,
    /// The exponents q of Hölder's inequality that gave the linearized bound; 0 where that is infinite.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub exponents: Vec<f64>,
}

/// The most noise of a Gaussian release.
const MOST_NOISE: f64 = 1e6;

/// The δ down to which profiles are drawn.
const FLOOR: f64 = 1e-10;

/// Every bound: its word, its name, what it is good for.
const BOUNDS: [(BoundKind, &str, &str, Role); 12] = [
    (BoundKind::Gaussian, "gaussian", "normal noise, a lower bound", Role::Lower),
    (BoundKind::Profile, "profile", "half-normal profile", Role::Upper),
    (BoundKind::Moments, "moments", "RDP (Rényi)", Role::Upper),
    (BoundKind::MomentsBasic, "moments-basic", "RDP, basic conversion", Role::Upper),
    (BoundKind::Kifer, "kifer", "bound of Kifer, Smith and Thakurta 2012", Role::Upper),
    (BoundKind::Approximate, "approximate", "near the minimum", Role::Upper),
    (BoundKind::ApproximateMoments, "approximate-moments", "near the minimum, RDP", Role::Upper),
    (BoundKind::General, "general", "not generalized linear", Role::Upper),
    (BoundKind::HalfNormal, "half-normal", "without the determinant, a part", Role::Part),
    (BoundKind::Linearized, "linearized", "linearized, a heuristic", Role::Heuristic),
    (BoundKind::NoisySteps, "noisy-steps", "DP-SGD", Role::Upper),
    (BoundKind::NoisyStepsUnsampled, "noisy-steps-unsampled", "DP-SGD on everyone", Role::Upper),
];

impl Setting {
    /// The bounds of this setting, ready to be asked.
    pub(crate) fn bounds(&self) -> ObjectiveBounds {
        let &Self { lipschitz, smoothness, sigma, regularization, tight, .. } = self;
        let mut bounds = ObjectiveBounds::new(lipschitz, smoothness, sigma, regularization, tight);
        let pair = bounds.pair;
        bounds.near = self.approximate.map(|NearMinimum { tolerance, output_noise }| {
            ApproximateMinimum::new(pair, tolerance, output_noise, regularization)
        });
        bounds.steps = self.steps.map(|Steps { count, rate }| NoisySteps { rate, count });
        bounds.dimension = self.dimension;
        bounds
    }

    /// The releases of a plan that lose what the model loses: the minimum, and the normal noise on a point near it, whose
    /// deviation is counted in how far a person moves the point, `1/s_out = λσ_out/(2τ)`. None for a loss that is not
    /// generalized linear.
    pub(crate) fn releases(&self) -> Vec<Mechanism> {
        let &Self { lipschitz, smoothness, sigma, regularization, tight, dimension, .. } = self;
        if dimension.is_some() {
            return Vec::new();
        }
        let model = ObjectivePerturbation::new(lipschitz, smoothness, sigma, regularization, tight);
        let mut releases: Vec<Mechanism> = model.map(Mechanism::ObjectivePerturbation).into_iter().collect();
        if let Some(near) = self.bounds().near {
            // Rounded down, and capped at the most noise that a release may have: less noise is the safe side.
            match Gaussian::new(((1.0 - 1e-15) / near.output_signal).min(MOST_NOISE)) {
                Some(noise) => releases.push(Mechanism::Gaussian(noise)),
                // So little noise is no release of a plan.
                None => releases.clear(),
            }
        }
        releases
    }
}

/// The ε at which every guarantee of what is released has a δ of at most [`FLOOR`], as a round number.
pub(crate) fn reach(bounds: &ObjectiveBounds) -> f64 {
    let held = BOUNDS.iter().filter(|(kind, _, _, role)| *role == Role::Upper && bounds.holds(*kind));
    let ends = held.filter_map(|(kind, ..)| bounds.epsilon(*kind, FLOOR)).map(|(value, _)| value);
    let most = ends.filter(|value| value.is_finite()).fold(0.0, f64::max);
    Axis::round_up(if most > 0.0 { most } else { 1.0 })
}

/// ε at each δ.
pub(crate) fn epsilons(bounds: &ObjectiveBounds, deltas: &[f64]) -> Vec<ObjectiveBound> {
    let mut found = table(bounds, deltas, &|bound, delta| bounds.epsilon(bound, delta));
    for bound in &mut found {
        let side = bound.role.side();
        bound.statements = bound.values.iter().map(|value| lines::stated("ε", side, value.0)).collect();
    }
    found
}

/// δ at each ε.
pub(crate) fn deltas(bounds: &ObjectiveBounds, epsilons: &[f64]) -> Vec<ObjectiveBound> {
    table(bounds, epsilons, &|bound, epsilon| bounds.delta(bound, epsilon))
}

/// The divergence at each order. There the two conversions and the profile are one bound.
pub(crate) fn divergences(bounds: &ObjectiveBounds, orders: &[f64]) -> Vec<ObjectiveBound> {
    let mut found = table(bounds, orders, &|bound, order| {
        let shown = !matches!(bound, BoundKind::Moments | BoundKind::MomentsBasic);
        shown.then(|| bounds.renyi(bound, Order::new(order)?).map(|value| (value, None))).flatten()
    });
    if let Some(linearized) = found.iter_mut().find(|bound| bound.bound == "linearized") {
        let exponent = |order: &f64| Some(bounds.linearized(Order::new(*order)?).1);
        linearized.exponents = orders.iter().filter_map(exponent).collect();
    }
    found
}

/// One entry per bound that has a value of this kind at every point.
fn table(
    bounds: &ObjectiveBounds,
    points: &[f64],
    read: &dyn Fn(BoundKind, f64) -> Option<Value>,
) -> Vec<ObjectiveBound> {
    if points.is_empty() {
        return Vec::new();
    }
    let entry = |&(kind, bound, title, role): &(BoundKind, &'static str, &'static str, Role)| {
        let found = points.iter().map(|&point| read(kind, point)).collect::<Option<Vec<_>>>()?;
        let orders = found.iter().filter_map(|(_, order)| order.map(|order| Number(order.value()))).collect();
        let values = found.into_iter().map(|(value, _)| Number(value)).collect();
        let holds = bounds.holds(kind);
        let title = match (kind, bounds.steps) {
            (BoundKind::NoisySteps, Some(NoisySteps { count, rate })) => {
                format!("{title}, {} steps at q = {}", number(count), number(rate))
            }
            (BoundKind::NoisyStepsUnsampled, Some(NoisySteps { count, .. })) => {
                format!("{title}, {} steps", number(count))
            }
            _ => title.into(),
        };
        Some(ObjectiveBound {
            bound,
            title,
            role,
            holds,
            values,
            statements: Vec::new(),
            orders,
            exponents: Vec::new(),
        })
    };
    BOUNDS.iter().filter_map(entry).collect()
}

/// Where DP-SGD turns, if that is among the orders, whose bounds are `found`.
pub(crate) fn turn(bounds: &ObjectiveBounds, orders: &[f64], found: &[ObjectiveBound]) -> Option<Turn> {
    let values = &found.iter().find(|bound| bound.bound == "noisy-steps")?.values;
    let values: Vec<f64> = values.iter().map(|value| value.0).collect();
    bounds.turn(orders, &values).map(|(order, divergence)| Turn { order, divergence })
}

/// Says so where the bound of Kifer, Smith and Thakurta 2012 is the smaller one.
pub(crate) fn warning(epsilon: &[ObjectiveBound], delta: &[ObjectiveBound]) -> Option<String> {
    let beaten = |bounds: &[ObjectiveBound]| {
        let values = |word: &str| bounds.iter().find(|bound| bound.bound == word).map(|bound| &bound.values);
        let (Some(first), Some(profile)) = (values("kifer"), values("profile")) else { return false };
        first.iter().zip(profile).any(|(first, profile)| first.0 < profile.0)
    };
    (beaten(epsilon) || beaten(delta)).then(|| {
        "Here the bound of Kifer, Smith and Thakurta 2012 is below the half-normal profile, because −log(1 − β/λ) is large; with the tight \
         determinant it never is."
            .into()
    })
}
