//! A model trained by objective perturbation, as a person describes it.

use serde::Serialize;

use crate::instance::report::classic_calibration;
use crate::instance::{Form, Setting, WorstCase};
use crate::learn::newton::NoMinimum;
use crate::mechanism::Range;
use crate::numeric::random::Random;
use crate::question::field::common::{DELTA_BUDGET, DELTA_BUDGETS, EPSILON_BUDGETS, SEEDS};
use crate::question::field::data::{PEOPLE_FIELDS, People, TIGHT, read_people};
use crate::question::field::described::{Field, Variant, joined};
use crate::question::field::publishable::{Mark, NO_OUTPUT, Promise, SCALED};
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;

/// Probabilities with which a bound may fail.
pub(crate) const CHANCES: Range = Range::closed(1e-12, 0.5);

/// The noise of a mechanism.
pub(crate) const SIGMA: Field =
    Field::number("sigma", "σ, the standard deviation of each entry of the noise", Range::closed(1e-3, 1e6));

/// The δ of a worst case.
pub(crate) const WORST_DELTA: Field = Field::number_or("delta", "δ of the worst case", DELTA_BUDGETS, 1e-6);

const REGULARIZATION: Field = Field::number(
    "regularization",
    "λ, of λ/2 ‖θ‖² beside the sum of the losses; with a budget at least what that needs",
    Range::closed(1e-6, 1e9),
)
.optional();
const BUDGET_EPSILON: Field = Field::number("epsilon", "ε₁", EPSILON_BUDGETS);
const BUDGET_FIELDS: [Field; 2] = [BUDGET_EPSILON, DELTA_BUDGET];
const BUDGET: Field = Field::group(
    "budget",
    "instead of σ: ε₁ at δ, from which σ and the least λ come by Kifer, Smith and Thakurta 2012",
    &BUDGET_FIELDS,
)
.optional();

/// The fields of [`Training`].
pub(crate) const TRAINING_FIELDS: [Field; 9] =
    joined::<4, 5, 9>([REGULARIZATION, SIGMA.optional(), TIGHT, BUDGET], PEOPLE_FIELDS);

const TURN: Field = Field::number_or(
    "turn",
    "turned by this angle in the plane that is shown",
    Range::closed(-1e3, 1e3),
    0.0,
);
const DRAWN_SEED: Field = Field::number("seed", "the seed of its noise", SEEDS);
const ENTRIES: Range = Range::closed(-1e9, 1e9);
const NOISE: Field = Field::numbers("noise", "b, one number per feature", ENTRIES, [1, 51]);
const THETA: Field = Field::numbers("theta", "one number per feature", ENTRIES, [1, 51]);

/// Which model.
pub(crate) const MODEL: Field = Field::variants(
    "model",
    "the model; the minimum without noise if absent",
    &[
        Variant { word: "fitted", meaning: "the minimum without noise", fields: &[TURN] },
        Variant {
            word: "drawn",
            meaning: "an output of objective perturbation, its noise drawn from a seed",
            fields: &[DRAWN_SEED, TURN],
        },
        Variant { word: "perturbed", meaning: "the output for this very noise", fields: &[NOISE] },
        Variant { word: "given", meaning: "any model", fields: &[THETA] },
    ],
)
.optional();

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
    /// Whether the model is an output of the mechanism, so that its guarantee is about it and reports hold as often
    /// as they say.
    pub(crate) fn is_output(&self) -> bool {
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
    /// Whether the determinant costs `log(1 + β/λ)` in the worst case, in totals and in reports: an extension. False
    /// if absent: `−log(1 − β/λ)` as published, which needs λ > β.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tight: bool,
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

/// Reads the fields of [`Training`].
pub(crate) fn read_training(fields: &Object<'_, '_>) -> Result<Training, Refusal> {
    let people = read_people(fields)?;
    let tight = fields.flag(&TIGHT)?;
    let place = fields.at(&BUDGET);
    if !place.is_there() {
        let (regularization, sigma) = (fields.number(&REGULARIZATION)?, fields.number(&SIGMA)?);
        return Ok(Training { people, regularization, sigma, tight, budget: None });
    }
    if fields.at(&SIGMA).is_there() {
        return Err(fields.at(&SIGMA).refuse("left out where a budget says how much noise there is"));
    }
    let budget = place.form(&BUDGET_FIELDS)?;
    let budget =
        MechanismBudget { epsilon: budget.number(&BUDGET_EPSILON)?, delta: budget.number(&DELTA_BUDGET)? };
    let (noise, least) = classic_calibration(budget.epsilon, budget.delta, people.loss(), people.radius());
    if !noise.is_finite() {
        return Err(place.refuse("given for a loss whose gradient has a bound: clip it"));
    }
    let asked = fields.number_if_there(&REGULARIZATION)?.unwrap_or(least);
    Ok(Training { people, regularization: asked.max(least), sigma: noise, tight, budget: Some(budget) })
}

/// Reads `model`; the minimum without noise if it is absent.
pub(crate) fn read_model(place: &Reader<'_>, dimension: usize) -> Result<ModelSource, Refusal> {
    if !place.is_there() {
        return Ok(ModelSource::Fitted { turn: 0.0 });
    }
    let (kind, fields) = place.variant(&MODEL)?;
    let vector = |field: &Field| {
        let entries = fields.at(field).array(dimension, dimension)?;
        entries.iter().map(|entry| entry.number(&ENTRIES)).collect::<Result<Vec<_>, _>>()
    };
    Ok(match kind {
        "fitted" => ModelSource::Fitted { turn: fields.number(&TURN)? },
        "drawn" => {
            ModelSource::Drawn { seed: fields.number(&DRAWN_SEED)? as u64, turn: fields.number(&TURN)? }
        }
        "perturbed" => ModelSource::Perturbed { noise: vector(&NOISE)? },
        _ => ModelSource::Given { theta: vector(&THETA)? },
    })
}

/// Two features to show.
pub(crate) const AXES: Field = Field::numbers(
    "axes",
    "the two features shown, by their place from 0; the first two if absent",
    Range::whole(0.0, 49.0),
    [2, 2],
)
.optional();

/// Reads two different features to show; the first two if absent.
pub(crate) fn read_axes(place: &Reader<'_>, dimension: usize) -> Result<[usize; 2], Refusal> {
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
    pub(crate) fn setting(&self) -> Setting {
        Setting {
            data: self.people.build(),
            loss: self.people.loss(),
            regularization: self.regularization,
            sigma: self.sigma,
            radius: self.people.radius(),
        }
    }

    /// The form of the determinant.
    pub(crate) fn form(&self) -> Form {
        if self.tight { Form::Tight } else { Form::AsPublished }
    }

    /// What no person loses more than; nothing where no guarantee covers how the data were made.
    pub(crate) fn worst_case(&self) -> WorstCase {
        let Self { people, regularization, sigma, .. } = self;
        if people.is_scaled() {
            return WorstCase::NONE;
        }
        WorstCase::new(people.loss(), people.radius(), *regularization, *sigma, self.form())
    }

    /// Why the losses of nobody have a bound, in words a person can act on. As published the determinant has none
    /// unless λ > β; the bound of Kifer, Smith and Thakurta 2012, which does not ask how large losses are, still promises an ε.
    pub(crate) fn unbounded(&self) -> Option<String> {
        let worst = self.worst_case();
        let smoothness = self.people.loss().smoothness(self.people.radius());
        if self.people.is_scaled() {
            Some(SCALED.into())
        } else if worst.shift.is_infinite() {
            Some(
                "no ε is guaranteed, as the gradient of one person has no bound under this loss; clip it"
                    .into(),
            )
        } else if worst.leverage.is_infinite() {
            Some(format!(
                "the published determinant needs λ above β = {}, and only the bound of Kifer, Smith and Thakurta 2012 holds without it; raise λ, \
                 or take the tight determinant, an extension",
                number(smoothness)
            ))
        } else {
            None
        }
    }

    /// What an ε at δ, from above, promises to everyone.
    pub(crate) fn promise(&self, epsilon: f64, delta: f64) -> Promise {
        let by = if self.tight {
            Some("by the tight determinant, an extension of this tool")
        } else if self.worst_case().leverage.is_infinite() {
            Some(
                "by the bound of Kifer, Smith and Thakurta 2012 alone, as the published determinant needs λ > β",
            )
        } else {
            None
        };
        let missing = self.unbounded().filter(|_| epsilon == f64::INFINITY);
        Promise { epsilon, delta, by, people: self.people.count(), missing }
    }

    /// Whether a model of this training may be published.
    pub(crate) fn mark(&self, source: &ModelSource, delta: f64) -> Mark {
        if source.is_output() {
            self.promise(self.worst_case().epsilon(delta), delta).of_model()
        } else {
            Mark::secret(NO_OUTPUT)
        }
    }
}

/// The model of a source.
pub(crate) fn find_model(
    setting: &Setting,
    source: &ModelSource,
    axes: [usize; 2],
) -> Result<Vec<f64>, NoMinimum> {
    let (mut theta, turn) = match source {
        ModelSource::Fitted { turn } => (setting.fit(&[])?, *turn),
        ModelSource::Drawn { seed, turn } => (setting.draw(&mut Random::stream(*seed, "model"))?, *turn),
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
