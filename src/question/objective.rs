//! Objective perturbation by every bound there is.

use serde::Serialize;

use super::number::Number;
use super::objective_picture::{divergence_picture, profile_picture};
use super::plan::{DELTA, EPSILON};
use super::read::Reader;
use super::refusal::Refusal;
use super::release::{COUNT, RATE};
use crate::account::{Plan, Release, moments};
use crate::figure::Figure;
use crate::guarantee::{Order, Pair, Probability, delta_from_renyi, epsilon_at, epsilon_from_renyi};
use crate::mechanism::objective_perturbation::{ApproximateMinimum, HalfNormal, Kifer};
use crate::mechanism::{Gaussian, Mechanism, ObjectivePerturbation, Range};
use crate::numeric::minimum::descend;
use crate::sampling::{Neighbours, Sampling};

/// The orders of a divergence that may be asked for.
const ORDERS: Range = Range::closed(1.0, 1e12);
/// The parameters of a model.
pub(super) const DIMENSION: Range = Range::whole(1.0, 1e4);
/// Tolerance and noise of an approximate minimum.
pub(super) const POSITIVE: Range = Range::closed(1e-12, 1e6);
/// Where searches over α − 1 run.
const EXCESS: (f64, f64) = (1e-7, 1e9);

/// "What do all bounds say of this setting?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ObjectiveQuestion {
    /// The setting.
    #[serde(flatten)]
    pub setting: Setting,
    /// Asks for ε at each of these δ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub deltas: Vec<f64>,
    /// Asks for δ at each of these ε, increasing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilons: Vec<f64>,
    /// Asks for the divergence at each of these orders, increasing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub orders: Vec<f64>,
    /// Whether the answer carries pictures of what was asked at ε and at orders.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// One setting of objective perturbation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Setting {
    /// L.
    pub lipschitz: f64,
    /// β.
    pub smoothness: f64,
    /// σ.
    pub sigma: f64,
    /// λ.
    pub regularization: f64,
    /// Whether the determinant costs `log(1 + β/λ)`: an extension. False if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tight: bool,
    /// How the minimum is approximated; exact if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approximate: Option<NearMinimum>,
    /// The parameters of a model whose loss is not generalised linear; such a bound is left out if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub dimension: Option<u32>,
    /// Noisy gradient steps with the same noise, whose divergence is shown beside; none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Steps>,
}

/// Noisy gradient steps on Poisson samples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Steps {
    /// How many.
    pub count: f64,
    /// The probability with which a person takes part in one.
    pub rate: f64,
}

/// A point near the minimum, with noise on the output.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NearMinimum {
    /// The largest gradient norm τ.
    pub tolerance: f64,
    /// The deviation of the noise σ_out.
    pub output_noise: f64,
}

/// What a bound is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A guarantee: never below what is lost.
    Upper,
    /// No guarantee can be below.
    Lower,
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
    /// One value per point asked; empty where the bound has none of this kind.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub values: Vec<Number>,
    /// The Rényi orders that gave them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub orders: Vec<Number>,
}

/// Every bound of one setting.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ObjectiveAnswer {
    /// The cost of the determinant c; `"inf"` where λ is too small.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub determinant: Number,
    /// `s = L/σ`.
    pub signal: f64,
    /// The smallest loss, `c + s²/2`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub kink: Number,
    /// ε at each δ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub epsilon: Vec<ObjectiveBound>,
    /// δ at each ε.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub delta: Vec<ObjectiveBound>,
    /// Divergence at each order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub divergence: Vec<ObjectiveBound>,
    /// Where the bound of 2012 is below the profile, which the tight determinant mends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The picture of δ at each ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// The picture of the divergences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divergence_figure: Option<Figure>,
}

pub(super) fn read(root: &Reader<'_>) -> Result<ObjectiveQuestion, Refusal> {
    let fields = root.object(&[
        "ask",
        "lipschitz",
        "smoothness",
        "sigma",
        "regularization",
        "tight",
        "approximate",
        "dimension",
        "steps",
        "deltas",
        "epsilons",
        "orders",
        "picture",
    ])?;
    let parameters = crate::mechanism::objective_perturbation::DESCRIPTION.parameters;
    let number = |at: usize| fields.field(parameters[at].name).number(&parameters[at].range);
    let list = |name: &str, range: &Range| {
        fields.optional(name, |field| ascending(&field, range)).map(Option::unwrap_or_default)
    };
    let setting = Setting {
        lipschitz: number(0)?,
        smoothness: number(1)?,
        sigma: number(2)?,
        regularization: number(3)?,
        tight: fields.optional("tight", |field| field.flag())?.unwrap_or(false),
        approximate: fields.optional("approximate", |field| read_approximate(&field))?,
        dimension: fields
            .optional("dimension", |field| field.number(&DIMENSION))?
            .map(|number| number as u32),
        steps: fields.optional("steps", |field| read_steps(&field))?,
    };
    if !setting.tight && setting.regularization <= setting.smoothness {
        return Err(fields.field("regularization").refuse("above smoothness, or any with tight set"));
    }
    let question = ObjectiveQuestion {
        setting,
        deltas: list("deltas", &DELTA)?,
        epsilons: list("epsilons", &EPSILON)?,
        orders: list("orders", &ORDERS)?,
        picture: fields.optional("picture", |field| field.flag())?.unwrap_or(false),
    };
    if question.deltas.is_empty() && question.epsilons.is_empty() && question.orders.is_empty() {
        return Err(fields.field("deltas").refuse("a list, unless epsilons or orders is one"));
    }
    Ok(question)
}

fn read_steps(place: &Reader<'_>) -> Result<Steps, Refusal> {
    let fields = place.object(&["count", "rate"])?;
    Ok(Steps { count: fields.field("count").number(&COUNT)?, rate: fields.field("rate").number(&RATE)? })
}

/// Reads `{"tolerance": τ, "output_noise": σ}`.
pub(super) fn read_approximate(place: &Reader<'_>) -> Result<NearMinimum, Refusal> {
    let fields = place.object(&["tolerance", "output_noise"])?;
    Ok(NearMinimum {
        tolerance: fields.field("tolerance").number(&POSITIVE)?,
        output_noise: fields.field("output_noise").number(&POSITIVE)?,
    })
}

/// A list of 1 to 1000 increasing numbers.
fn ascending(place: &Reader<'_>, range: &Range) -> Result<Vec<f64>, Refusal> {
    let list =
        place.array(1, 1000)?.iter().map(|field| field.number(range)).collect::<Result<Vec<_>, _>>()?;
    if list.windows(2).all(|two| two[0] < two[1]) { Ok(list) } else { Err(place.refuse("an ascending list")) }
}

/// The bounds of a setting, ready to be asked.
pub(super) struct Bounds {
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
    ("half-normal", "without the determinant", Role::Lower),
    ("linearized", "linearised, a heuristic", Role::Heuristic),
    ("noisy-steps", "noisy gradient steps", Role::Upper),
    ("noisy-steps-unsampled", "noisy gradient steps on everyone", Role::Upper),
];

impl Bounds {
    pub(super) fn new(setting: Setting) -> Self {
        let Setting { lipschitz, smoothness, sigma, regularization, tight, approximate, .. } = setting;
        let mechanism =
            ObjectivePerturbation::with_determinant(lipschitz, smoothness, sigma, regularization, tight);
        let pair = *mechanism.pair();
        let near = approximate.map(|NearMinimum { tolerance, output_noise }| {
            ApproximateMinimum::new(pair, tolerance, output_noise, regularization)
        });
        Self {
            setting,
            pair,
            gaussian: Gaussian::new(sigma / lipschitz),
            kifer: Kifer { signal: lipschitz / sigma, curvature: smoothness / regularization },
            near,
        }
    }

    /// The Rényi curve behind a bound that has one.
    fn curve(&self, bound: &str, order: Order) -> Option<f64> {
        Some(match bound {
            "gaussian" => self.gaussian.renyi(order).lower,
            "half-normal" => HalfNormal::new(0.0, self.pair.signal).renyi(order).lower,
            "profile" | "moments" | "moments-basic" => self.pair.renyi(order).upper,
            "approximate-moments" => self.near?.renyi(order),
            "general" => self.pair.general_renyi(order, self.setting.dimension?),
            "linearized" => self.pair.linearized_renyi(order, self.kifer.curvature).0,
            "noisy-steps" => self.steps(self.setting.steps?, order)?,
            "noisy-steps-unsampled" => self.steps(Steps { rate: 1.0, ..self.setting.steps? }, order)?,
            _ => return None,
        })
    }

    /// The divergence of noisy gradient steps when a person is removed, the worse direction.
    fn steps(&self, Steps { count, rate }: Steps, order: Order) -> Option<f64> {
        let release = Release {
            label: None,
            count,
            mechanism: Mechanism::Gaussian(self.gaussian),
            sampling: Some(Sampling::Poisson { rate }),
        };
        let plan = Plan::new(&[release], Neighbours::Remove);
        moments::compose(&plan).ok().map(|curve| curve.renyi(order))
    }

    fn epsilon(&self, bound: &str, delta: f64) -> Option<Value> {
        let probability = Probability::clamped(delta);
        let plain = |value: f64| Some((value, None));
        match bound {
            "gaussian" => plain(epsilon_at(&self.gaussian, probability).lower),
            "profile" => plain(epsilon_at(&self.pair, probability).upper),
            "kifer" => plain(self.kifer.epsilon(delta)),
            "approximate" => plain(self.near?.epsilon(delta)),
            "moments-basic" => {
                // The value at order ∞ is infinite, so the search is over finite orders alone.
                let cost =
                    |excess: f64| self.pair.renyi(Order::above_one(excess)).upper - delta.ln() / excess;
                let found = descend(EXCESS.0, EXCESS.1, cost);
                Some((found.value.max(0.0) * (1.0 + 1e-13), Some(Order::above_one(found.at))))
            }
            "moments" | "approximate-moments" | "general" => {
                self.curve(bound, Order::ONE)?;
                let curve = |order: Order| self.curve(bound, order).unwrap_or(f64::INFINITY);
                let found = epsilon_from_renyi(curve, probability);
                Some((found.upper, Some(found.order)))
            }
            _ => None,
        }
    }

    fn delta(&self, bound: &str, epsilon: f64) -> Option<Value> {
        let plain = |value: f64| Some((value, None));
        match bound {
            "gaussian" => plain(self.gaussian.profile(epsilon).lower),
            "profile" => plain(self.pair.profile(epsilon).upper),
            "kifer" => plain(self.kifer.delta(epsilon)),
            "approximate" => plain(self.near?.profile(epsilon).upper),
            "moments-basic" => {
                let log = |excess: f64| {
                    let divergence = self.pair.renyi(Order::above_one(excess)).upper;
                    excess * (divergence - epsilon) + 1e-13 * excess * (divergence + epsilon.abs())
                };
                let found = descend(EXCESS.0, EXCESS.1, log);
                Some(((found.value.exp() + f64::MIN_POSITIVE).min(1.0), Some(Order::above_one(found.at))))
            }
            "moments" | "approximate-moments" | "general" => {
                self.curve(bound, Order::ONE)?;
                let curve = |order: Order| self.curve(bound, order).unwrap_or(f64::INFINITY);
                let found = delta_from_renyi(curve, epsilon);
                Some((found.upper, Some(found.order)))
            }
            _ => None,
        }
    }
}

/// What a bound says at one point, and the Rényi order that gave it.
type Value = (f64, Option<Order>);

/// One entry per bound that has a value of this kind at every point.
fn table(points: &[f64], read: &dyn Fn(&str, f64) -> Option<Value>) -> Vec<ObjectiveBound> {
    if points.is_empty() {
        return Vec::new();
    }
    let entry = |&(bound, title, role): &(&'static str, &'static str, Role)| {
        let found = points.iter().map(|&point| read(bound, point)).collect::<Option<Vec<_>>>()?;
        let orders = found.iter().filter_map(|(_, order)| order.map(|order| Number(order.value()))).collect();
        let values = found.into_iter().map(|(value, _)| Number(value)).collect();
        Some(ObjectiveBound { bound, title, role, values, orders })
    };
    BOUNDS.iter().filter_map(entry).collect()
}

pub(super) fn answer(question: &ObjectiveQuestion) -> ObjectiveAnswer {
    let bounds = Bounds::new(question.setting);
    let epsilon = table(&question.deltas, &|bound, delta| bounds.epsilon(bound, delta));
    let delta = table(&question.epsilons, &|bound, epsilon| bounds.delta(bound, epsilon));
    let divergence = table(&question.orders, &|bound, order| {
        // At a divergence the two conversions and the profile are one bound.
        let shown = !matches!(bound, "moments" | "moments-basic");
        shown.then(|| bounds.curve(bound, Order::new(order)?).map(|value| (value, None))).flatten()
    });
    let figure = (question.picture && !delta.is_empty()).then(|| profile_picture(question, &delta));
    let divergence_figure =
        (question.picture && !divergence.is_empty()).then(|| divergence_picture(question, &divergence));
    ObjectiveAnswer {
        determinant: Number(bounds.pair.determinant),
        signal: bounds.pair.signal,
        kink: Number(bounds.pair.start()),
        warning: warning(&epsilon, &delta),
        epsilon,
        delta,
        divergence,
        figure,
        divergence_figure,
    }
}

/// Says so where the bound of 2012 is the smaller one.
fn warning(epsilon: &[ObjectiveBound], delta: &[ObjectiveBound]) -> Option<String> {
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
