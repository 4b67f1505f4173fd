//! A model trained by objective perturbation, as a person describes it.

use serde::Serialize;

use super::people::{PEOPLE_FIELDS, People, SEED, read_people};
use super::read::{Object, Reader};
use super::refusal::Refusal;
use crate::instance::Setting;
use crate::instance::report::classic_calibration;
use crate::learn::newton::NoMinimum;
use crate::mechanism::Range;
use crate::numeric::random::Random;

/// λ that may be asked for.
pub(super) const REGULARIZATION: Range = Range::closed(1e-6, 1e9);
/// σ that may be asked for.
pub(super) const SIGMA: Range = Range::closed(1e-3, 1e6);
/// Probabilities that may be asked for.
pub(super) const CHANCE: Range = Range::closed(1e-12, 0.5);
const EPSILON: Range = Range::closed(1e-3, 1e3);
const TURN: Range = Range::closed(-1e3, 1e3);
const ENTRY: Range = Range::closed(-1e9, 1e9);

/// Where a model comes from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ModelSource {
    /// The minimum without noise, turned by an angle (in radians) in the plane that is shown.
    Fitted {
        /// The angle.
        turn: f64,
    },
    /// An output of objective perturbation, its noise drawn from a seed; then turned.
    Drawn {
        /// The seed.
        seed: u64,
        /// The angle.
        turn: f64,
    },
    /// The output of objective perturbation for this very noise.
    Perturbed {
        /// b, one number per feature.
        noise: Vec<f64>,
    },
    /// Any model.
    Given {
        /// One number per feature.
        theta: Vec<f64>,
    },
}

impl ModelSource {
    /// Whether the model is an output of the mechanism, so that it may be published and reports about it
    /// hold as often as they say.
    pub(super) fn is_output(&self) -> bool {
        matches!(self, Self::Drawn { turn, .. } if *turn == 0.0)
    }
}

/// People, the loss and objective perturbation on them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Training {
    /// The people and the loss.
    #[serde(flatten)]
    pub people: People,
    /// λ, of `λ/2 ‖θ‖²` beside the sum of the losses; with a budget at least what that needs.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub regularization: f64,
    /// Standard deviation of each entry of the noise; absent with a budget.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub sigma: f64,
    /// ε₁ at δ, from which σ and the least λ come by the classic theorem.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub budget: Option<MechanismBudget>,
}

/// What the model itself may cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MechanismBudget {
    /// ε₁.
    pub epsilon: f64,
    /// Its δ.
    pub delta: f64,
}

/// The fields of [`Training`] and what may stand beside them.
pub(super) fn training_fields<'a>(others: &[&'a str]) -> Vec<&'a str> {
    let own = ["ask", "regularization", "sigma", "budget"];
    own.into_iter().chain(PEOPLE_FIELDS).chain(others.iter().copied()).collect()
}

/// Reads the fields of [`Training`].
pub(super) fn read_training(fields: &Object<'_, '_>) -> Result<Training, Refusal> {
    let people = read_people(fields)?;
    let regularization = fields.field("regularization");
    let sigma = fields.field("sigma");
    let place = fields.field("budget");
    if !place.is_there() {
        let (regularization, sigma) = (regularization.number(&REGULARIZATION)?, sigma.number(&SIGMA)?);
        return Ok(Training { people, regularization, sigma, budget: None });
    }
    if sigma.is_there() {
        return Err(sigma.refuse("left out where a budget says how much noise there is"));
    }
    let budget = place.object(&["epsilon", "delta"])?;
    let budget = MechanismBudget {
        epsilon: budget.field("epsilon").number(&EPSILON)?,
        delta: budget.field("delta").number(&CHANCE)?,
    };
    let (noise, least) = classic_calibration(budget.epsilon, budget.delta, people.loss(), people.radius());
    if !noise.is_finite() {
        return Err(place.refuse("given for a loss whose gradient has a bound: clip it"));
    }
    let asked = if regularization.is_there() { regularization.number(&REGULARIZATION)? } else { least };
    Ok(Training { people, regularization: asked.max(least), sigma: noise, budget: Some(budget) })
}

/// Reads `model`; the minimum without noise if it is absent.
pub(super) fn read_model(place: &Reader<'_>, dimension: usize) -> Result<ModelSource, Refusal> {
    if !place.is_there() {
        return Ok(ModelSource::Fitted { turn: 0.0 });
    }
    let turn = |fields: &Object<'_, '_>| fields.optional("turn", |field| field.number(&TURN));
    let vector = |name: &str| {
        let entries = place.object(&["kind", name])?.field(name).array(dimension, dimension)?;
        entries.iter().map(|entry| entry.number(&ENTRY)).collect::<Result<Vec<_>, _>>()
    };
    match place.tag("kind", &["fitted", "drawn", "perturbed", "given"])? {
        0 => {
            let fields = place.object(&["kind", "turn"])?;
            Ok(ModelSource::Fitted { turn: turn(&fields)?.unwrap_or(0.0) })
        }
        1 => {
            let fields = place.object(&["kind", "seed", "turn"])?;
            let seed = fields.field("seed").number(&SEED)? as u64;
            Ok(ModelSource::Drawn { seed, turn: turn(&fields)?.unwrap_or(0.0) })
        }
        2 => Ok(ModelSource::Perturbed { noise: vector("noise")? }),
        _ => Ok(ModelSource::Given { theta: vector("theta")? }),
    }
}

/// Reads two different features to show; the first two if absent.
pub(super) fn read_axes(place: &Reader<'_>, dimension: usize) -> Result<[usize; 2], Refusal> {
    if !place.is_there() {
        return Ok([0, 1.min(dimension - 1)]);
    }
    let range = Range::whole(0.0, dimension as f64 - 1.0);
    let axes = place.array(2, 2)?;
    let [first, second] = [axes[0].number(&range)? as usize, axes[1].number(&range)? as usize];
    if first == second { Err(place.refuse("two different features")) } else { Ok([first, second]) }
}

impl Training {
    /// Ready to run.
    pub(super) fn setting(&self) -> Setting {
        Setting {
            data: self.people.build(),
            loss: self.people.loss(),
            regularization: self.regularization,
            sigma: self.sigma,
            radius: self.people.radius(),
        }
    }
}

/// The model of a source.
pub(super) fn find_model(
    setting: &Setting,
    source: &ModelSource,
    axes: [usize; 2],
) -> Result<Vec<f64>, NoMinimum> {
    let (mut theta, turn) = match source {
        ModelSource::Fitted { turn } => (setting.fit(&[])?, *turn),
        ModelSource::Drawn { seed, turn } => (setting.draw(&mut Random::new(*seed))?, *turn),
        ModelSource::Perturbed { noise } => (setting.fit(noise)?, 0.0),
        ModelSource::Given { theta } => (theta.clone(), 0.0),
    };
    if turn != 0.0 && axes[0] != axes[1] {
        let (sin, cos) = (libm::sin(turn), libm::cos(turn));
        let [x, y] = axes.map(|axis| theta[axis]);
        (theta[axes[0]], theta[axes[1]]) = (cos * x - sin * y, sin * x + cos * y);
    }
    Ok(theta)
}
