//! The bounds of objective perturbation, each asked at many points.

use serde::Serialize;

use super::objective::{NearMinimum, Setting, Steps};
use crate::account::{Plan, Release, moments};
use crate::guarantee::{Conversion, Order, Pair, Probability, RenyiBound, epsilon_at};
use crate::mechanism::objective_perturbation::{ApproximateMinimum, HalfNormal, Kifer, determinant};
use crate::mechanism::{Gaussian, Mechanism};
use crate::question::field::number::Number;
use crate::sampling::{Neighbours, Sampling};

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
    /// not generalised linear, costs more than the bounds of the exact minimum say.
    pub holds: bool,
    /// One value per point asked; empty where the bound has none of this kind.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub values: Vec<Number>,
    /// The Rényi orders that gave them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub orders: Vec<Number>,
    /// The exponents q of Hölder's inequality that gave the linearised bound; 0 where that is infinite.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub exponents: Vec<f64>,
}

/// The bounds of a setting, ready to be asked.
pub(crate) struct Bounds {
    setting: Setting,
    pair: HalfNormal,
    gaussian: Gaussian,
    kifer: Kifer,
    near: Option<ApproximateMinimum>,
}

/// Every bound: its word, its name, what it is good for.
const BOUNDS: [(&str, &str, Role); 12] = [
    ("gaussian", "normal noise, a lower bound", Role::Lower),
    ("profile", "half-normal profile", Role::Upper),
    ("moments", "Rényi bound", Role::Upper),
    ("moments-basic", "Rényi bound, basic conversion", Role::Upper),
    ("kifer", "bound of 2012", Role::Upper),
    ("approximate", "near the minimum", Role::Upper),
    ("approximate-moments", "near the minimum, Rényi bound", Role::Upper),
    ("general", "not generalised linear", Role::Upper),
    ("half-normal", "without the determinant, a part", Role::Part),
    ("linearized", "linearised, a heuristic", Role::Heuristic),
    ("noisy-steps", "noisy gradient steps", Role::Upper),
    ("noisy-steps-unsampled", "noisy gradient steps on everyone", Role::Upper),
];

impl Bounds {
    pub(crate) fn new(setting: Setting) -> Self {
        let Setting { lipschitz, smoothness, sigma, regularization, tight, approximate, .. } = setting;
        let pair = HalfNormal::new(determinant(smoothness, regularization, tight), lipschitz / sigma);
        let near = approximate.map(|NearMinimum { tolerance, output_noise }| {
            ApproximateMinimum::new(pair, tolerance, output_noise, regularization)
        });
        Self {
            setting,
            pair,
            gaussian: Gaussian::with_sigma(sigma / lipschitz),
            kifer: Kifer { signal: lipschitz / sigma, curvature: smoothness / regularization },
            near,
        }
    }

    /// The pair of the exact minimum.
    pub(crate) fn pair(&self) -> &HalfNormal {
        &self.pair
    }

    /// Noisy gradient steps beside, if there are any.
    pub(crate) fn steps_beside(&self) -> Option<Steps> {
        self.setting.steps
    }

    /// `s_out`, of the noise on a point near the minimum.
    pub(crate) fn output_signal(&self) -> Option<f64> {
        self.near.map(|near| near.output_signal)
    }

    /// Whether a bound is about what the question asks of.
    fn holds(&self, bound: &str) -> bool {
        match (bound, self.setting.dimension, self.near) {
            ("general" | "noisy-steps" | "noisy-steps-unsampled", ..) => true,
            (_, Some(_), _) => false,
            ("approximate" | "approximate-moments", None, near) => near.is_some(),
            (_, None, near) => near.is_none(),
        }
    }

    /// ε at each δ.
    pub(crate) fn epsilons(&self, deltas: &[f64]) -> Vec<ObjectiveBound> {
        self.table(deltas, &|bound, delta| self.epsilon(bound, delta))
    }

    /// δ at each ε.
    pub(crate) fn deltas(&self, epsilons: &[f64]) -> Vec<ObjectiveBound> {
        self.table(epsilons, &|bound, epsilon| self.delta(bound, epsilon))
    }

    /// The divergence at each order. There the two conversions and the profile are one bound.
    pub(crate) fn divergences(&self, orders: &[f64]) -> Vec<ObjectiveBound> {
        let mut found = self.table(orders, &|bound, order| {
            let shown = !matches!(bound, "moments" | "moments-basic");
            shown.then(|| self.curve(bound, Order::new(order)?).map(|value| (value, None))).flatten()
        });
        if let Some(linearized) = found.iter_mut().find(|bound| bound.bound == "linearized") {
            let exponent = |order: &f64| Some(self.linearized(Order::new(*order)?).1);
            linearized.exponents = orders.iter().filter_map(exponent).collect();
        }
        found
    }

    /// One entry per bound that has a value of this kind at every point.
    fn table(&self, points: &[f64], read: &dyn Fn(&str, f64) -> Option<Value>) -> Vec<ObjectiveBound> {
        if points.is_empty() {
            return Vec::new();
        }
        let entry = |&(bound, title, role): &(&'static str, &'static str, Role)| {
            let found = points.iter().map(|&point| read(bound, point)).collect::<Option<Vec<_>>>()?;
            let orders =
                found.iter().filter_map(|(_, order)| order.map(|order| Number(order.value()))).collect();
            let values = found.into_iter().map(|(value, _)| Number(value)).collect();
            Some(ObjectiveBound {
                bound,
                title,
                role,
                holds: self.holds(bound),
                values,
                orders,
                exponents: Vec::new(),
            })
        };
        BOUNDS.iter().filter_map(entry).collect()
    }

    fn linearized(&self, order: Order) -> (f64, f64) {
        self.pair.linearized_renyi(order, self.kifer.curvature)
    }

    /// The Rényi curve behind a bound that has one.
    fn curve(&self, bound: &str, order: Order) -> Option<f64> {
        Some(match bound {
            "gaussian" => self.gaussian.renyi(order).lower,
            "half-normal" => HalfNormal::new(0.0, self.pair.signal).renyi(order).middle(),
            "profile" | "moments" | "moments-basic" => self.pair.renyi(order).upper,
            "approximate-moments" => self.near?.renyi(order),
            "general" => {
                let output = self.near.map_or(0.0, |near| near.output_renyi(order));
                (self.pair.general_renyi(order, self.setting.dimension?) + output)
                    * (1.0 + 4.0 * f64::EPSILON)
            }
            "linearized" => self.linearized(order).0,
            "noisy-steps" => self.steps(self.setting.steps?, order)?,
            "noisy-steps-unsampled" => self.steps(Steps { rate: 1.0, ..self.setting.steps? }, order)?,
            _ => return None,
        })
    }

    /// The divergence of noisy gradient steps when a person is removed, the worse direction.
    pub(crate) fn steps(&self, Steps { count, rate }: Steps, order: Order) -> Option<f64> {
        let release = Release {
            label: None,
            count,
            mechanism: Mechanism::Gaussian(self.gaussian),
            sampling: Some(Sampling::Poisson { rate }),
        };
        let plan = Plan::new(&[release], Neighbours::Remove);
        moments::compose(&plan).ok()?.renyi(order).ok()
    }

    fn epsilon(&self, bound: &str, delta: f64) -> Option<Value> {
        let probability = Probability::clamped(delta);
        let plain = |value: f64| Some((value, None));
        match bound {
            "gaussian" => plain(epsilon_at(&self.gaussian, probability).lower),
            "profile" => plain(epsilon_at(&self.pair, probability).upper),
            "kifer" => plain(self.kifer.epsilon(delta)),
            "approximate" => plain(self.near?.epsilon(delta)),
            _ => self.converted(bound, |conversion, curve| conversion.epsilon(curve, probability)),
        }
    }

    fn delta(&self, bound: &str, epsilon: f64) -> Option<Value> {
        let plain = |value: f64| Some((value, None));
        match bound {
            "gaussian" => plain(self.gaussian.profile(epsilon).lower),
            "profile" => plain(self.pair.profile(epsilon).upper),
            "kifer" => plain(self.kifer.delta(epsilon)),
            "approximate" => plain(self.near?.profile(epsilon).upper),
            _ => self.converted(bound, |conversion, curve| conversion.delta(curve, epsilon)),
        }
    }

    /// The reading of a bound that is a Rényi curve.
    fn converted(
        &self,
        bound: &str,
        read: impl Fn(Conversion, &dyn Fn(Order) -> f64) -> RenyiBound,
    ) -> Option<Value> {
        let conversion = match bound {
            "moments" | "approximate-moments" | "general" => Conversion::Tight,
            "moments-basic" => Conversion::Basic,
            _ => return None,
        };
        self.curve(bound, Order::ONE)?;
        let found = read(conversion, &|order| self.curve(bound, order).unwrap_or(f64::INFINITY));
        Some((found.upper, Some(found.order)))
    }
}

/// What a bound says at one point, and the Rényi order that gave it.
type Value = (f64, Option<Order>);

/// Says so where the bound of 2012 is the smaller one.
pub(crate) fn warning(epsilon: &[ObjectiveBound], delta: &[ObjectiveBound]) -> Option<String> {
    let beaten = |bounds: &[ObjectiveBound]| {
        let values = |word: &str| bounds.iter().find(|bound| bound.bound == word).map(|bound| &bound.values);
        let (Some(first), Some(profile)) = (values("kifer"), values("profile")) else { return false };
        first.iter().zip(profile).any(|(first, profile)| first.0 < profile.0)
    };
    (beaten(epsilon) || beaten(delta)).then(|| {
        "Here the bound of 2012 is below the half-normal profile, because −log(1 − β/λ) is large; with the tight \
         determinant it never is."
            .into()
    })
}
