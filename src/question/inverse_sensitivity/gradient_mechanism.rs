//! Models by the gradient mechanism: linear regression exactly, other losses on a grid.

use serde::Serialize;

use super::dimensions::{
    DATA, DRAWS, EPSILON, FEATURE_BOUND, MANY, RADIUS, ReleasedVector, build, clipped, dimension, failed,
    read_few, value,
};
use super::gradient_figure::picture;
use super::gradient_report::{GradientGrid, RegressionErrors, errors, grid};
use crate::algorithm::inverse_sensitivity::gradient::grid::{GridLaw, GridLoss};
use crate::algorithm::inverse_sensitivity::gradient::{Bounds, Linear};
use crate::data::DataSet;
use crate::figure::{Figure, Side, Statement};
use crate::learn::Shape;
use crate::mechanism::Range;
use crate::numeric::random::Random;
use crate::question::field::data::{DataSource, SEED};
use crate::question::field::described::{Field, Word};
use crate::question::field::publishable::SECRET;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{number, stated};
use crate::question::{Ask, Blocks};

/// People, a loss, and what is known without them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientSetting {
    /// The people.
    pub data: DataSource,
    /// The loss; squared if absent.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(optional, type = "\"squared\" | \"logistic\" | \"absolute\" | \"huber\"")
    )]
    pub loss: &'static str,
    /// Where Huber's loss turns; 0.5 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub turn: f64,
    /// B_x; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub feature_bound: f64,
    /// B_y; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub label_bound: f64,
    /// B_θ; 2 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub model_radius: f64,
    /// What stands for G; 2L if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"twice\" | \"printed\" | \"exact\""))]
    pub gradient_difference: &'static str,
}

/// "Which model does a mechanism pick that looks at gradients?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientQuestion {
    /// The setting.
    #[serde(flatten)]
    pub setting: GradientSetting,
    /// ε; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: f64,
    /// Points of the grid along a side; 0 for none.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub grid_cells: usize,
    /// Models drawn; 200 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub draws: usize,
    /// The seed; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
}

/// The law of a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientAnswer {
    /// n.
    pub people: usize,
    /// d.
    pub dimension: usize,
    /// Records moved to fit the bounds.
    pub clipped: usize,
    /// L.
    pub lipschitz: Statement,
    /// What stands for G.
    pub difference: Statement,
    /// `s = 2G/(nε)`.
    pub scale: Statement,
    /// ε that is really guaranteed.
    pub guarantee: Statement,
    /// Of linear regression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regression: Option<RegressionErrors>,
    /// On a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<GradientGrid>,
    /// One model, unless the sampler failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub released: Option<ReleasedVector>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Models drawn for study.
    pub cloud: Vec<Vec<f64>>,
    /// Beside the cloud.
    pub notice: &'static str,
    /// Beside everything else that depends on the data without noise.
    pub secret: &'static str,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// The density of the model, of one or two coefficients.
    pub figure: Option<Figure>,
}

const LOSS: Field = Field::choice_or(
    "loss",
    "the loss of a linear model; all but squared on a grid of at most two coefficients",
    &[
        Word::new("squared", "linear regression"),
        Word::new("logistic", "logistic regression"),
        Word::new("absolute", "least absolute deviations"),
        Word::new("huber", "Huber’s loss"),
    ],
    "squared",
);
const TURN: Field = Field::number_or(
    "turn",
    "the residual beyond which Huber’s loss is linear",
    Range::closed(1e-3, 1e3),
    0.5,
);
const LABEL_BOUND: Field = Field::number_or(
    "label-bound",
    "B_y, known without the data: larger labels are moved to it",
    Range::closed(1e-3, 1.0),
    1.0,
);
const DIFFERENCE: Field = Field::choice_or(
    "gradient-difference",
    "what stands for G, how far gradients of two records differ at one model",
    &[
        Word::new("twice", "2L, which always holds"),
        Word::new("printed", "L, as printed: twice ε is all that holds"),
        Word::new("exact", "exactly, of linear regression on one feature"),
    ],
    "twice",
);

/// The fields of [`GradientSetting`].
pub(crate) const SETTING: [Field; 7] = [DATA, LOSS, TURN, FEATURE_BOUND, LABEL_BOUND, RADIUS, DIFFERENCE];

/// Points along a side: of one coefficient, and of each of two.
const MOST_CELLS: [usize; 2] = [401, 101];
const CELLS: Field = Field::number(
    "grid-cells",
    "points of the public grid along a side, 0 for none; 201 of one coefficient and 41 of two if absent",
    Range::whole(0.0, MOST_CELLS[0] as f64),
)
.optional();

impl GradientSetting {
    /// Reads the fields.
    pub(crate) fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let loss = fields.word(&LOSS)?;
        let shape = if loss == "logistic" { Shape::Logistic } else { Shape::Squared };
        let data = read_few(&fields.at(&DATA), shape)?;
        let columns = dimension(&data, shape);
        if loss != "squared" && columns > 2 {
            return Err(fields.at(&LOSS).refuse(format!(
                "squared: a grid has at most two coefficients, and the data have {columns} features"
            )));
        }
        let label_bound = fields.number(&LABEL_BOUND)?;
        if loss == "logistic" && label_bound != 1.0 {
            return Err(fields.at(&LABEL_BOUND).refuse("1: labels of the logistic loss are −1 and 1"));
        }
        let gradient_difference = fields.word(&DIFFERENCE)?;
        if gradient_difference == "exact" && (loss != "squared" || columns != 1) {
            return Err(fields
                .at(&DIFFERENCE)
                .refuse("twice or printed: exactly known only for squared loss on one feature"));
        }
        Ok(Self {
            data,
            loss,
            turn: fields.number(&TURN)?,
            feature_bound: fields.number(&FEATURE_BOUND)?,
            label_bound,
            model_radius: fields.number(&RADIUS)?,
            gradient_difference,
        })
    }

    fn shape(&self) -> Shape {
        if self.loss == "logistic" { Shape::Logistic } else { Shape::Squared }
    }

    /// The loss.
    pub(crate) fn loss(&self) -> GridLoss {
        match self.loss {
            "logistic" => GridLoss::Logistic,
            "absolute" => GridLoss::Absolute,
            "huber" => GridLoss::Huber(self.turn),
            _ => GridLoss::Squared,
        }
    }

    /// What is known without the data.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds { features: self.feature_bound, labels: self.label_bound, radius: self.model_radius }
    }

    /// The records within the bounds, and how many were moved.
    pub(crate) fn records(&self) -> (DataSet, usize) {
        self.bounds().clip(&build(&self.data, self.shape()))
    }

    /// L, what stands for G, and by how much ε grows with it.
    pub(crate) fn constants(&self, dimension: usize) -> (f64, f64, f64) {
        let bounds = self.bounds();
        let lipschitz = self.loss().lipschitz(&bounds);
        let exact = self.loss == "squared" && dimension == 1;
        let known = if exact { bounds.exact_on_the_line().min(2.0 * lipschitz) } else { 2.0 * lipschitz };
        match self.gradient_difference {
            "printed" => (lipschitz, lipschitz, known / lipschitz),
            "exact" => (lipschitz, known, 1.0),
            _ => (lipschitz, 2.0 * lipschitz, 1.0),
        }
    }
}

impl Ask for GradientQuestion {
    const ABOUT: &'static str = "Which model does a mechanism pick whose density falls with the gradient, and how far is it from the best?";
    const FIELDS: &'static [Field] = &[
        SETTING[0], SETTING[1], SETTING[2], SETTING[3], SETTING[4], SETTING[5], SETTING[6], EPSILON, CELLS,
        DRAWS, SEED,
    ];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "gradient-mechanism", "data": {"kind": "generate", "generator": "regression-line", "people": 1000, "dimension": 2, "seed": 1},
 "epsilon": 1, "grid-cells": 21, "draws": 50}"#,
        r#"{"ask": "gradient-mechanism", "loss": "logistic", "data": {"kind": "penguins"}, "grid-cells": 21, "draws": 50}"#,
    ];
    type Answer = GradientAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let setting = GradientSetting::read(fields)?;
        let columns = dimension(&setting.data, setting.shape());
        let place = fields.at(&CELLS);
        let asked = fields.number_if_there(&CELLS)?.map(|cells| cells as usize);
        let grid_cells = match (asked, columns) {
            (Some(cells), 3..) if cells > 0 => {
                return Err(place.refuse(format!("0: a grid has at most two coefficients, not {columns}")));
            }
            (Some(cells), 2) if cells > MOST_CELLS[1] => {
                return Err(place.refuse(format!("at most {} for two coefficients", MOST_CELLS[1])));
            }
            (Some(0), _) if setting.loss != "squared" => {
                return Err(place.refuse("at least 1: this loss is drawn from on the grid"));
            }
            (Some(cells), _) => cells,
            (None, 1) => 201,
            (None, 2) => 41,
            _ => 0,
        };
        Ok(Self {
            setting,
            epsilon: fields.number(&EPSILON)?,
            grid_cells,
            draws: fields.number(&DRAWS)? as usize,
            seed: fields.number(&SEED)? as u64,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let setting = &self.setting;
        let (data, moved) = setting.records();
        let dimension = data.dimension();
        let people = data.len() as f64;
        let (lipschitz, difference, growth) = setting.constants(dimension);
        let scale = 2.0 * difference / (people * self.epsilon);
        let guarantee = growth * self.epsilon;
        let loss = setting.loss();
        let linear = (loss == GridLoss::Squared).then(|| Linear::of_regression(&data));
        let law = (self.grid_cells > 0).then(|| {
            GridLaw::of(&data, loss, setting.model_radius, self.grid_cells, difference, self.epsilon)
        });
        let mut random = Random::stream(self.seed, "gradient mechanism: models for study");
        let mut only = Random::stream(self.seed, "gradient mechanism: the released model");
        let (cloud, first, tally) = match (&linear, &law) {
            (Some(linear), _) => {
                let radius = setting.model_radius;
                let (one, _) = linear.draws(scale, radius, 1, &mut only);
                let (cloud, tally) = linear.draws(scale, radius, self.draws, &mut random);
                (cloud, one.into_iter().next(), tally)
            }
            (None, Some(law)) => {
                let cloud = (0..self.draws).map(|_| law.theta(law.draw(&mut random))).collect();
                (cloud, Some(law.theta(law.draw(&mut only))), Default::default())
            }
            _ => return Err(Refusal::failed()),
        };
        let regression = linear.as_ref().map(|linear| errors(self, linear, scale, lipschitz, people, tally));
        let failure = failed(first.is_none() || cloud.len() < self.draws, cloud.len());
        let mut answer = GradientAnswer {
            people: data.len(),
            dimension,
            clipped: moved,
            lipschitz: value("L", lipschitz),
            difference: stated("G", Side::Upper, difference),
            scale: value("2G/(nε)", scale),
            guarantee: stated("ε", Side::Upper, guarantee),
            grid: law.as_ref().map(grid),
            released: first.map(|theta| ReleasedVector::new(theta, guarantee, Some(&setting.data))),
            regression,
            failure,
            cloud,
            notice: MANY,
            secret: SECRET,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer);
        answer.conclusions.extend(clipped(moved, data.len()));
        answer.figure = law.as_ref().map(|law| picture(self, law, &answer));
        Ok(answer)
    }

    fn blocks(answer: &mut Self::Answer, blocks: &mut Blocks) {
        if let Some(cells) = answer.figure.as_mut().and_then(|figure| figure.cells.as_mut()) {
            blocks.take("/figure/cells/values", &mut cells.values);
        }
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl GradientQuestion {
    fn conclusions(&self, answer: &GradientAnswer) -> Vec<String> {
        let mut said = Vec::new();
        if self.setting.gradient_difference == "printed" {
            said.push(format!(
                "As printed, with L = {} in place of G, this is no {}-private mechanism: what holds is ε ≤ {}.",
                answer.lipschitz.text,
                number(self.epsilon),
                answer.guarantee.text
            ));
        }
        if let Some(regression) = &answer.regression {
            said.extend(regression.conclusions(self.setting.model_radius));
        }
        if let Some(grid) = &answer.grid {
            said.push(format!(
                "On the grid the model lies {} from its best point on average (root of the mean square), with a loss that is larger by {}.",
                number(grid.mean_square.number.sqrt()),
                grid.mean_excess.text
            ));
        }
        said.extend(answer.failure.clone());
        said
    }
}
