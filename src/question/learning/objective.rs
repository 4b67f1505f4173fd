//! Objective perturbation by every bound there is.

use crate::question::Ask;
use serde::Serialize;

use super::expectation::{EFFORT, Effort, EffortQuestion, RISK, Risk, RiskQuestion, read_effort, read_risk};
use super::objective_bounds::{ObjectiveBound, Turn, deltas, divergences, epsilons, reach, turn, warning};
use super::objective_conclusions::{self, Stated};
use super::objective_figure::{divergence_picture, profile_picture};
use crate::figure::Figure;
use crate::mechanism::{Mechanism, Parameter, Range, Slider};
use crate::numeric::Scale;
use crate::question::field::common::{COUNTS, DELTAS, EPSILONS, ORDERS, PICTURE, RATES};
use crate::question::field::data::TIGHT;
use crate::question::field::described::Field;
use crate::question::field::number::Number;
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number as number_of;

/// The parameters of a model.
pub(crate) const DIMENSIONS: Range = Range::whole(1.0, 1e4);

/// The most δ, ε or orders of one question.
const MOST: usize = 1000;

/// A parameter of the mechanism of objective perturbation, as a field of a question.
pub(crate) const fn parameter(at: usize) -> Field {
    let Parameter { name, explanation, range, slider, unit, .. } =
        crate::mechanism::objective_perturbation::DESCRIPTION.parameters[at];
    Field::number(name, explanation, range).slider(unit, slider)
}

pub(crate) const LIPSCHITZ: Field = parameter(0);
pub(crate) const SMOOTHNESS: Field = parameter(1);
pub(crate) const SIGMA: Field = parameter(2);
pub(crate) const REGULARIZATION: Field = parameter(3);
const MODEL_DIMENSION: Field =
    Field::number("dimension", "parameters of a model whose loss is not generalized linear", DIMENSIONS)
        .slider("parameters", Slider { from: 1.0, to: 1000.0, scale: Scale::Log, start: 10.0 })
        .optional();
const STEP_COUNT: Field = Field::number("count", "how many steps", COUNTS);
const STEP_RATE: Field = Field::number("rate", "the chance with which a person takes part in one", RATES);
const STEP_FIELDS: [Field; 2] = [STEP_COUNT, STEP_RATE];
const STEPS: Field =
    Field::group("steps", "DP-SGD with the same noise, to compare with", &STEP_FIELDS).optional();
const DELTA_LIST: Field =
    Field::ascending("deltas", "asks for ε at each of these δ", DELTAS, [1, MOST]).optional();
const EPSILON_LIST: Field =
    Field::ascending("epsilons", "asks for δ at each of these ε", EPSILONS, [1, MOST]).optional();
const POINTS: Field = Field::number(
    "points",
    "asks for δ at so many ε instead, from 0 to where the guarantees are below 1e-10",
    Range::whole(2.0, MOST as f64),
)
.optional();
const ORDER_LIST: Field =
    Field::ascending("orders", "asks for the divergence at each of these Rényi orders", ORDERS, [1, MOST])
        .optional();

const TOLERANCE: Field = Field::number(
    "tolerance",
    "τ, the largest norm of the gradient where a solver stops",
    Range::closed(1e-12, 1e6),
)
.slider(
    "norm of the gradient",
    Slider { from: 1e-6, to: 1.0, scale: Scale::Log, start: NearMinimum::USUAL.tolerance },
);
const OUTPUT_NOISE: Field = Field::number(
    "output-noise",
    "σ_out, the deviation of the noise on the output",
    Range::closed(1e-12, 1e6),
)
.slider(
    "deviation per parameter",
    Slider { from: 1e-3, to: 10.0, scale: Scale::Log, start: NearMinimum::USUAL.output_noise },
);
const APPROXIMATE_FIELDS: [Field; 2] = [TOLERANCE, OUTPUT_NOISE];

/// A point near the minimum.
pub(crate) const APPROXIMATE: Field = Field::group(
    "approximate",
    "a point near the minimum, with noise on the output (AMP)",
    &APPROXIMATE_FIELDS,
)
.optional();

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
    /// Asks for δ at so many ε instead, from 0 to where the guarantees are below 1e-10.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub points: Option<usize>,
    /// Asks for the divergence at each of these orders, increasing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub orders: Vec<f64>,
    /// Asks for the expected excess risk at this setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<RiskQuestion>,
    /// Asks for the steps that solvers take to the tolerance, which `approximate` gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<EffortQuestion>,
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
    /// The parameters of a model whose loss is not generalized linear; such a bound is left out if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub dimension: Option<u32>,
    /// DP-SGD with the same noise, whose divergence is shown beside; none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Steps>,
}

/// The steps of DP-SGD, on Poisson samples.
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
#[serde(rename_all = "kebab-case")]
pub struct NearMinimum {
    /// The largest gradient norm τ.
    pub tolerance: f64,
    /// The deviation of the noise σ_out.
    pub output_noise: f64,
}

impl NearMinimum {
    /// Where it is unless a question says so: far less noise on the output than in the objective.
    pub(crate) const USUAL: Self = Self { tolerance: 0.01, output_noise: 0.15 };
}

/// Every bound of one setting.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ObjectiveAnswer {
    /// The cost of the determinant c; `"inf"` where λ is too small.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub determinant: Number,
    /// `s = L/σ`.
    pub signal: f64,
    /// The smallest loss, `c + s²/2`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub kink: Number,
    /// `s_out = 2τ/(λσ_out)`, of a point near the minimum: its divergence adds `α s_out²/2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_signal: Option<f64>,
    /// The releases of a plan that cost what one such model costs; none for a loss that is not generalized linear.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub releases: Vec<Mechanism>,
    /// The least guarantee of what is released, at the first δ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Stated>,
    /// The least that follows from the Rényi curve of what is released, at the first δ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renyi_best: Option<Stated>,
    /// What is true of the bounds at the first δ and of their profiles, the most important first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conclusions: Vec<String>,
    /// What is true of the divergences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub divergence_conclusions: Vec<String>,
    /// ε at each δ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub epsilon: Vec<ObjectiveBound>,
    /// δ at each ε.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub delta: Vec<ObjectiveBound>,
    /// Divergence at each order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub divergence: Vec<ObjectiveBound>,
    /// Where the divergence of DP-SGD turns, if that is among the orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// The expected excess risk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<Risk>,
    /// The steps that solvers take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// Where the bound of Kifer, Smith and Thakurta 2012 is below the profile, which the tight determinant mends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The picture of δ at each ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// The picture of the divergences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divergence_figure: Option<Figure>,
}

impl Ask for ObjectiveQuestion {
    const ABOUT: &'static str =
        "Objective perturbation by every bound: ε at δ, δ at ε and divergence at an order.";
    const FIELDS: &'static [Field] = &[
        LIPSCHITZ,
        SMOOTHNESS,
        SIGMA,
        REGULARIZATION,
        TIGHT,
        APPROXIMATE,
        MODEL_DIMENSION,
        STEPS,
        DELTA_LIST,
        EPSILON_LIST,
        POINTS,
        ORDER_LIST,
        RISK,
        EFFORT,
        PICTURE,
    ];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "objective-perturbation", "lipschitz": 1, "smoothness": 1, "sigma": 5, "regularization": 20,
 "deltas": [1e-5], "epsilons": [0.5, 1], "orders": [2, 10]}"#,
    ];
    type Answer = ObjectiveAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let setting = Setting {
            dimension: fields.number_if_there(&MODEL_DIMENSION)?.map(|number| number as u32),
            steps: fields.if_there(&STEPS, |place| read_steps(&place))?,
            ..read_setting(fields)?
        };
        let question = ObjectiveQuestion {
            setting,
            deltas: fields.numbers(&DELTA_LIST)?,
            epsilons: fields.numbers(&EPSILON_LIST)?,
            points: fields.number_if_there(&POINTS)?.map(|number| number as usize),
            orders: fields.numbers(&ORDER_LIST)?,
            risk: fields.if_there(&RISK, |place| read_risk(&place))?,
            effort: fields.if_there(&EFFORT, |place| read_effort(&place))?,
            picture: fields.flag(&PICTURE)?,
        };
        if question.effort.is_some() && question.setting.approximate.is_none() {
            return Err(fields.at(&APPROXIMATE).refuse("where solvers stop, as effort asks how soon"));
        }
        if question.points.is_some() && !question.epsilons.is_empty() {
            return Err(fields.at(&POINTS).refuse("absent, as epsilons says where"));
        }
        let other = question.points.is_some() || question.risk.is_some() || question.effort.is_some();
        if question.deltas.is_empty() && question.epsilons.is_empty() && question.orders.is_empty() && !other
        {
            return Err(fields
                .at(&DELTA_LIST)
                .refuse("a list, unless epsilons, points, orders, risk or effort is there"));
        }
        Ok(question)
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let setting = &self.setting;
        let bounds = setting.bounds();
        let epsilon = epsilons(&bounds, &self.deltas);
        let spaced = |points: usize| {
            let reach = reach(&bounds);
            (0..points).map(|at| reach * at as f64 / (points - 1) as f64).collect()
        };
        let x: Vec<f64> = self.points.map_or_else(|| self.epsilons.clone(), spaced);
        let delta = deltas(&bounds, &x);
        let divergence = divergences(&bounds, &self.orders);
        let turn = turn(&bounds, &self.orders, &divergence);
        let facts = objective_conclusions::Facts {
            setting,
            bounds: &bounds,
            deltas: &self.deltas,
            epsilon: &epsilon,
        };
        let best = facts.best();
        let figure = (self.picture && !delta.is_empty())
            .then(|| profile_picture(setting, &x, &delta, best.as_ref(), &self.deltas));
        let divergence_figure = (self.picture && !divergence.is_empty())
            .then(|| divergence_picture(setting, &self.orders, &divergence, turn));
        Ok(ObjectiveAnswer {
            determinant: Number(bounds.pair.determinant),
            signal: bounds.pair.signal,
            kink: Number(bounds.pair.start()),
            output_signal: bounds.near.map(|near| near.output_signal),
            releases: setting.releases(),
            renyi_best: facts.renyi_best(),
            conclusions: facts.conclusions(&x, &delta),
            divergence_conclusions: facts.divergence_conclusions(&self.orders, &divergence, turn),
            best,
            warning: warning(&epsilon, &delta),
            epsilon,
            delta,
            divergence,
            turn,
            risk: self.risk.map(|risk| risk.answer(setting)),
            effort: self.effort.zip(setting.approximate).map(|(effort, near)| effort.answer(setting, near)),
            figure,
            divergence_figure,
        })
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut()), ("/divergence-figure", answer.divergence_figure.as_mut())]
    }
}

/// Reads what every question about a setting has: L, β, σ, λ, the determinant, and how near the minimum is.
pub(crate) fn read_setting(fields: &Object<'_, '_>) -> Result<Setting, Refusal> {
    let setting = Setting {
        lipschitz: fields.number(&LIPSCHITZ)?,
        smoothness: fields.number(&SMOOTHNESS)?,
        sigma: fields.number(&SIGMA)?,
        regularization: fields.number(&REGULARIZATION)?,
        tight: fields.flag(&TIGHT)?,
        approximate: fields.if_there(&APPROXIMATE, |place| read_approximate(&place))?,
        dimension: None,
        steps: None,
    };
    if !setting.tight && setting.regularization <= setting.smoothness {
        let least = number_of(setting.smoothness);
        let allowed = format!(
            "above the smoothness β = {least}, as the published determinant needs; the tight one takes any λ"
        );
        return Err(fields.at(&REGULARIZATION).refuse(allowed));
    }
    Ok(setting)
}

fn read_steps(place: &Reader<'_>) -> Result<Steps, Refusal> {
    let fields = place.form(&STEP_FIELDS)?;
    Ok(Steps { count: fields.number(&STEP_COUNT)?, rate: fields.number(&STEP_RATE)? })
}

/// Reads `{"tolerance": τ, "output_noise": σ}`.
pub(crate) fn read_approximate(place: &Reader<'_>) -> Result<NearMinimum, Refusal> {
    let fields = place.form(&APPROXIMATE_FIELDS)?;
    Ok(NearMinimum { tolerance: fields.number(&TOLERANCE)?, output_noise: fields.number(&OUTPUT_NOISE)? })
}
