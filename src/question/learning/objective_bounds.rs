//! The bounds of objective perturbation, each asked at many points.

use serde::Serialize;

use super::objective::{NearMinimum, Setting, Steps};
use crate::account::noisy_steps::NoisySteps;
use crate::account::objective::{BoundKind, ObjectiveBounds, Value};
use crate::guarantee::Order;
use crate::mechanism::objective_perturbation::ApproximateMinimum;
use crate::question::field::number::Number;

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
    /// Its name.
    pub title: &'static str,
    /// What it is good for.
    pub role: Role,
    /// Whether it is about what the question asks of: a point near the minimum, or the minimum of a loss that is
    /// not generalized linear, costs more than the bounds of the exact minimum say.
    pub holds: bool,
    /// One value per point asked; empty where the bound has none of this kind.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub values: Vec<Number>,
    /// The Rényi orders that gave them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub orders: Vec<Number>,
    /// The exponents q of Hölder's inequality that gave the linearized bound; 0 where that is infinite.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub exponents: Vec<f64>,
}

/// Every bound: its word, its name, what it is good for.
const BOUNDS: [(BoundKind, &str, &str, Role); 12] = [
    (BoundKind::Gaussian, "gaussian", "normal noise, a lower bound", Role::Lower),
    (BoundKind::Profile, "profile", "half-normal profile", Role::Upper),
    (BoundKind::Moments, "moments", "Rényi bound", Role::Upper),
    (BoundKind::MomentsBasic, "moments-basic", "Rényi bound, basic conversion", Role::Upper),
    (BoundKind::Kifer, "kifer", "bound of Kifer, Smith and Thakurta 2012", Role::Upper),
    (BoundKind::Approximate, "approximate", "near the minimum", Role::Upper),
    (BoundKind::ApproximateMoments, "approximate-moments", "near the minimum, Rényi bound", Role::Upper),
    (BoundKind::General, "general", "not generalized linear", Role::Upper),
    (BoundKind::HalfNormal, "half-normal", "without the determinant, a part", Role::Part),
    (BoundKind::Linearized, "linearized", "linearized, a heuristic", Role::Heuristic),
    (BoundKind::NoisySteps, "noisy-steps", "noisy gradient steps", Role::Upper),
    (
        BoundKind::NoisyStepsUnsampled,
        "noisy-steps-unsampled",
        "noisy gradient steps on everyone",
        Role::Upper,
    ),
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
}

/// ε at each δ.
pub(crate) fn epsilons(bounds: &ObjectiveBounds, deltas: &[f64]) -> Vec<ObjectiveBound> {
    table(bounds, deltas, &|bound, delta| bounds.epsilon(bound, delta))
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
        Some(ObjectiveBound { bound, title, role, holds, values, orders, exponents: Vec::new() })
    };
    BOUNDS.iter().filter_map(entry).collect()
}

/// Where the noisy gradient steps turn, if that is among the orders, whose bounds are `found`.
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
