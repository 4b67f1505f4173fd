//! What training at a setting of objective perturbation is expected to reach, and what it takes.

use serde::Serialize;

use super::objective::{DIMENSIONS, NearMinimum, Setting};
use crate::learn::risk::Problem;
use crate::learn::{gradient, sag};
use crate::mechanism::Range;
use crate::question::field::described::Field;
use crate::question::field::read::Reader;
use crate::question::field::refusal::Refusal;

const PEOPLE: Field = Field::number("people", "n, how many people", Range::whole(1.0, 1e12));
const NORM: Field = Field::number("norm", "‖θ*‖, of the best model", LENGTHS);
const DISTANCE: Field = Field::number("distance", "R, from where a solver starts to the minimum", LENGTHS);
const GAP: Field =
    Field::number("gap", "the objective at the start over its minimum", Range::closed(0.0, 1e12));
const FAILURE: Field =
    Field::number("failure", "how often the random solver may take longer", Range::closed(1e-12, 0.5));
const MODEL_DIMENSION: Field = Field::number("dimension", "d, the parameters of the model", DIMENSIONS);
const LENGTHS: Range = Range::closed(1e-6, 1e6);
const RISK_FIELDS: [Field; 3] = [PEOPLE, MODEL_DIMENSION, NORM];
const EFFORT_FIELDS: [Field; 4] = [PEOPLE, DISTANCE, GAP, FAILURE];

/// Asks for the expected excess risk.
pub(crate) const RISK: Field =
    Field::group("risk", "asks for the expected excess risk of the summed loss", &RISK_FIELDS).optional();

/// Asks for the steps of solvers.
pub(crate) const EFFORT: Field = Field::group(
    "effort",
    "asks for the steps that solvers take to the tolerance of `approximate`",
    &EFFORT_FIELDS,
)
.optional();

/// What the excess risk depends on beside the setting.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RiskQuestion {
    /// n.
    pub people: f64,
    /// d.
    pub dimension: f64,
    /// `‖θ*‖`, of the best model.
    pub norm: f64,
}

/// How much worse than the best model a private one is expected to be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Risk {
    /// The expected excess of the summed loss, at most.
    pub excess: f64,
    /// The λ at which that bound is smallest for this noise; what is guaranteed there is another question.
    pub best_regularization: f64,
    /// The bound at that λ.
    pub least: f64,
}

/// What the steps of a solver depend on beside the setting.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EffortQuestion {
    /// n.
    pub people: f64,
    /// R, from the start to the minimum.
    pub distance: f64,
    /// The objective at the start over its minimum.
    pub gap: f64,
    /// How often the random solver may take longer.
    pub failure: f64,
}

/// Steps after which a gradient is within the tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Effort {
    /// Of gradient descent, each over everyone.
    pub gradient_descent: f64,
    /// The simpler bound of them.
    pub gradient_descent_bound: f64,
    /// Of the stochastic average gradient, each over one person.
    pub stochastic_average: f64,
}

pub(crate) fn read_risk(place: &Reader<'_>) -> Result<RiskQuestion, Refusal> {
    let fields = place.form(&RISK_FIELDS)?;
    Ok(RiskQuestion {
        people: fields.number(&PEOPLE)?,
        dimension: fields.number(&MODEL_DIMENSION)?,
        norm: fields.number(&NORM)?,
    })
}

pub(crate) fn read_effort(place: &Reader<'_>) -> Result<EffortQuestion, Refusal> {
    let fields = place.form(&EFFORT_FIELDS)?;
    Ok(EffortQuestion {
        people: fields.number(&PEOPLE)?,
        distance: fields.number(&DISTANCE)?,
        gap: fields.number(&GAP)?,
        failure: fields.number(&FAILURE)?,
    })
}

impl RiskQuestion {
    /// With the gradients of a loss and, unless the minimum is exact, how it is approximated.
    pub(crate) fn problem(self, lipschitz: f64, near: Option<NearMinimum>) -> Problem {
        let Self { people, dimension, norm } = self;
        let (tolerance, output_noise) = near.map_or((0.0, 0.0), |near| (near.tolerance, near.output_noise));
        Problem { people, dimension, norm, lipschitz, tolerance, output_noise }
    }

    pub(crate) fn answer(self, setting: &Setting) -> Risk {
        let problem = self.problem(setting.lipschitz, setting.approximate);
        let best_regularization = problem.best_regularization(setting.sigma);
        Risk {
            excess: problem.excess(setting.sigma, setting.regularization),
            best_regularization,
            least: problem.excess(setting.sigma, best_regularization),
        }
    }
}

impl EffortQuestion {
    pub(crate) fn answer(self, setting: &Setting, near: NearMinimum) -> Effort {
        let Self { people, distance, gap, failure } = self;
        let (smoothness, regularization) = (setting.smoothness, setting.regularization);
        let (gradient_descent, gradient_descent_bound) =
            gradient::iterations(people, smoothness, regularization, distance, near.tolerance);
        let stochastic_average =
            sag::iterations(people, smoothness, regularization, gap, distance, near.tolerance, failure);
        Effort { gradient_descent, gradient_descent_bound, stochastic_average }
    }
}
