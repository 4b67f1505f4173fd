//! Objective perturbation by every bound there is.

use crate::question::Ask;
use serde::Serialize;

use super::expectation::{Effort, EffortQuestion, Risk, RiskQuestion, read_effort, read_risk};
use super::objective_bounds::{Bounds, ObjectiveBound, warning};
use super::objective_figure::{divergence_picture, profile_picture};
use super::objective_turn::Turn;
use crate::figure::Figure;
use crate::mechanism::Range;
use crate::question::accounting::plan::{DELTA, EPSILON};
use crate::question::field::number::Number;
use crate::question::field::read::Reader;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::{COUNT, RATE};
use crate::question::figure::lines::number as number_of;

/// The orders of a divergence that may be asked for.
const ORDERS: Range = Range::closed(1.0, 1e12);
/// The parameters of a model.
pub(crate) const DIMENSION: Range = Range::whole(1.0, 1e4);
/// Tolerance and noise of an approximate minimum.
pub(crate) const POSITIVE: Range = Range::closed(1e-12, 1e6);

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
    /// `s_out = 2τ/(λσ_out)`, of a point near the minimum: its divergence adds `α s_out²/2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_signal: Option<f64>,
    /// ε at each δ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub epsilon: Vec<ObjectiveBound>,
    /// δ at each ε.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub delta: Vec<ObjectiveBound>,
    /// Divergence at each order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub divergence: Vec<ObjectiveBound>,
    /// Where the divergence of the noisy gradient steps turns, if that is among the orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// The expected excess risk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<Risk>,
    /// The steps that solvers take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
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

impl Ask for ObjectiveQuestion {
    type Answer = ObjectiveAnswer;

    fn read(root: &Reader<'_>) -> Result<Self, Refusal> {
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
            "risk",
            "effort",
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
            let least = number_of(setting.smoothness);
            let allowed = format!(
                "above the smoothness β = {least}, as the published determinant needs; the tight one takes any λ"
            );
            return Err(fields.field("regularization").refuse(allowed));
        }
        let question = ObjectiveQuestion {
            setting,
            deltas: list("deltas", &DELTA)?,
            epsilons: list("epsilons", &EPSILON)?,
            orders: list("orders", &ORDERS)?,
            risk: fields.optional("risk", |field| read_risk(&field))?,
            effort: fields.optional("effort", |field| read_effort(&field))?,
            picture: fields.optional("picture", |field| field.flag())?.unwrap_or(false),
        };
        if question.effort.is_some() && question.setting.approximate.is_none() {
            return Err(fields.field("approximate").refuse("where solvers stop, as effort asks how soon"));
        }
        let other = question.risk.is_some() || question.effort.is_some();
        if question.deltas.is_empty() && question.epsilons.is_empty() && question.orders.is_empty() && !other
        {
            return Err(fields
                .field("deltas")
                .refuse("a list, unless epsilons, orders, risk or effort is there"));
        }
        Ok(question)
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let setting = &self.setting;
        let bounds = Bounds::new(*setting);
        let epsilon = bounds.epsilons(&self.deltas);
        let delta = bounds.deltas(&self.epsilons);
        let divergence = bounds.divergences(&self.orders);
        let turn = bounds.turn(&self.orders, &divergence);
        let figure = (self.picture && !delta.is_empty()).then(|| profile_picture(self, &delta));
        let divergence_figure =
            (self.picture && !divergence.is_empty()).then(|| divergence_picture(self, &divergence, turn));
        Ok(ObjectiveAnswer {
            determinant: Number(bounds.pair().determinant),
            signal: bounds.pair().signal,
            kink: Number(bounds.pair().start()),
            output_signal: bounds.output_signal(),
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
        vec![("/figure", answer.figure.as_mut()), ("/divergence_figure", answer.divergence_figure.as_mut())]
    }
}

fn read_steps(place: &Reader<'_>) -> Result<Steps, Refusal> {
    let fields = place.object(&["count", "rate"])?;
    Ok(Steps { count: fields.field("count").number(&COUNT)?, rate: fields.field("rate").number(&RATE)? })
}

/// Reads `{"tolerance": τ, "output_noise": σ}`.
pub(crate) fn read_approximate(place: &Reader<'_>) -> Result<NearMinimum, Refusal> {
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
