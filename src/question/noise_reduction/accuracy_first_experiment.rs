//! What private regression costs at many accuracies, by every way to pay: runs drawn again and again.

use serde::Serialize;

use super::regression::{ALPHAS, REGRESSION, RegressionSetting};
use super::regression_accuracy::{LEVEL_COUNT, target};
use super::regression_figures::{WAY_WORDS, experiment_pictures};
use super::setting::{CALIBRATION, CalibrationWord, GAMMA};
use crate::algorithm::noise_reduction::regression::Task;
use crate::algorithm::noise_reduction::regression::experiment::{Summary, Way, repeat};
use crate::algorithm::trial::Trials;
use crate::figure::Figure;
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::data::SEED;
use crate::question::field::described::{Field, joined};
use crate::question::field::number::Number;
use crate::question::field::publishable::SECRET;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;

/// "What does a regression of accuracy α cost, over many α and by every way to pay?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ExperimentQuestion {
    /// The regression.
    #[serde(flatten)]
    pub setting: RegressionSetting,
    /// The accuracies.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub alphas: Vec<f64>,
    /// γ; 0.1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub gamma: f64,
    /// T; 1000 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub level_count: usize,
    /// How the price of the test is found; as printed if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub calibration: CalibrationWord,
    /// How runs are paid; noise reduction, doubling and theory if absent.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(
            optional,
            type = "(\"noise-reduction\" | \"doubling\" | \"independent-noise\" | \"theory\")[]"
        )
    )]
    pub ways: Vec<Way>,
    /// How many runs each; 20 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub trials: usize,
    /// The seed; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
    /// Whether the answer carries pictures.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// What runs of one way cost at one accuracy. Means are of the runs that a model passed in.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ExperimentPoint {
    /// α.
    pub alpha: f64,
    /// The way.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub way: Way,
    /// The mean cost after the fact; 0 where `none` is all.
    pub epsilon: f64,
    /// Half the width of the band of that mean at 95 % confidence; 0 of a single run.
    pub half_width: f64,
    /// The mean part for tests.
    pub testing: f64,
    /// The mean part for noise.
    pub generation: f64,
    /// The mean excess risk.
    pub excess: f64,
    /// Half the width of its band.
    pub excess_half_width: f64,
    /// The excess risk that nine of ten stay within.
    pub excess_most: f64,
    /// The share of all runs whose model passed and is within α.
    pub within: f64,
    /// Between which ends that chance lies at 95 % confidence.
    pub within_band: [f64; 2],
    /// The mean `‖θ‖`.
    pub length: f64,
    /// How many runs no model passed in, which cost ∞.
    pub none: usize,
    /// How many levels were looked at, on average.
    pub steps: f64,
    /// What each run cost.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub epsilons: Vec<Number>,
}

/// Costs against accuracy.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ExperimentAnswer {
    /// One entry for each accuracy and way, as far as the work came; accuracies first.
    pub points: Vec<ExperimentPoint>,
    /// The ε that theory asks for at each accuracy.
    pub theory: Vec<f64>,
    /// `L(θ*)`, if the data are known: it must not be published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<f64>,
    /// M, no shorter than any minimizer.
    pub radius: f64,
    /// Whether this may be published: never, it is of data without noise.
    pub publishable: bool,
    /// Why not.
    pub notice: &'static str,
    /// What is true of the points.
    pub conclusions: Vec<String>,
    /// Why the work ended before it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Cost against accuracy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// Loss against accuracy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_figure: Option<Figure>,
    /// What tests and noise cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts_figure: Option<Figure>,
    /// How long models are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_figure: Option<Figure>,
    /// What single runs cost at the middle accuracy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs_figure: Option<Figure>,
}

const ALPHA_LIST: Field = Field::ascending("alphas", "α, the excess risks that are allowed", ALPHAS, [1, 60])
    .usually(&[0.02, 0.05, 0.1, 0.2]);
const WAYS: Field = Field::choices(
    "ways",
    "how runs are paid for",
    &WAY_WORDS,
    &[Way::NoiseReduction.word(), Way::Doubling.word(), Way::Theory.word()],
);
const TRIALS: Field =
    Field::number_or("trials", "how many runs at each accuracy by each way", Range::whole(1.0, 1000.0), 20.0)
        .slider("runs a point", Slider { from: 2.0, to: 80.0, scale: Scale::Linear, start: 20.0 });
const ALL: [Field; 16] = joined::<8, 8, 16>(
    REGRESSION,
    [ALPHA_LIST, GAMMA, LEVEL_COUNT, CALIBRATION, WAYS, TRIALS, SEED, PICTURE],
);

impl Ask for ExperimentQuestion {
    const ABOUT: &'static str =
        "What does a regression of accuracy α cost, over many α and by every way to pay?";
    const FIELDS: &'static [Field] = &ALL;
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "accuracy-first-experiment", "data": {"kind": "generate", "generator": "regression-line", "people": 20000, "dimension": 5, "seed": 1},
 "regularization": 0.05, "alphas": [0.02, 0.05, 0.1, 0.2], "level-count": 60, "trials": 5}"#,
    ];
    type Answer = ExperimentAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let named = fields.words(&WAYS)?;
        Ok(Self {
            setting: RegressionSetting::read(fields)?,
            alphas: fields.numbers(&ALPHA_LIST)?,
            gamma: fields.number(&GAMMA)?,
            level_count: fields.number(&LEVEL_COUNT)? as usize,
            calibration: fields.chosen(&CALIBRATION, &CalibrationWord::ALL)?,
            ways: Way::ALL.into_iter().filter(|way| named.contains(&way.word())).collect(),
            trials: fields.number(&TRIALS)? as usize,
            seed: fields.number(&SEED)? as u64,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let task = self.setting.task()?;
        let (points, stopped) = self.points(&task)?;
        let mut answer = ExperimentAnswer {
            theory: self.alphas.iter().map(|&alpha| task.theory(alpha)).collect(),
            minimum: task.minimum(),
            radius: task.problem().radius(),
            publishable: false,
            notice: SECRET,
            conclusions: self.conclusions(&points),
            points,
            stopped,
            figure: None,
            loss_figure: None,
            parts_figure: None,
            length_figure: None,
            runs_figure: None,
        };
        if self.picture {
            experiment_pictures(self, &mut answer);
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![
            ("/figure", answer.figure.as_mut()),
            ("/loss-figure", answer.loss_figure.as_mut()),
            ("/parts-figure", answer.parts_figure.as_mut()),
            ("/length-figure", answer.length_figure.as_mut()),
            ("/runs-figure", answer.runs_figure.as_mut()),
        ]
    }
}

impl ExperimentQuestion {
    /// Every accuracy by every way, as far as somebody waits.
    fn points(&self, task: &Task) -> Result<(Vec<ExperimentPoint>, Option<String>), Refusal> {
        let whole = self.alphas.len() * self.ways.len() * self.trials;
        let mut points = Vec::new();
        for &alpha in &self.alphas {
            let target = target(task, [alpha, self.gamma], self.level_count, self.calibration, "alphas")?;
            for &way in &self.ways {
                let trials = Trials { count: self.trials, before: points.len() * self.trials, whole };
                match repeat(task, way, &target, self.seed, trials) {
                    Ok(summary) => points.push(point(alpha, way, &summary)),
                    Err(stopped) => return Ok((points, Some(stopped.to_string()))),
                }
            }
        }
        Ok((points, None))
    }

    /// Who is cheapest at the strictest and at the loosest accuracy, what tests take, and whether accuracy was kept.
    fn conclusions(&self, points: &[ExperimentPoint]) -> Vec<String> {
        let mut said = Vec::new();
        let mut ends: Vec<f64> =
            [self.alphas.first(), self.alphas.last()].into_iter().flatten().copied().collect();
        ends.dedup();
        for alpha in ends {
            let passed = |point: &&ExperimentPoint| point.alpha == alpha && point.none < self.trials;
            let mut there: Vec<&ExperimentPoint> = points.iter().filter(passed).collect();
            there.sort_by(|a, b| a.epsilon.total_cmp(&b.epsilon));
            let costs: Vec<String> = there
                .iter()
                .map(|point| format!("{} ({})", number(point.epsilon), point.way.meaning()))
                .collect();
            if !costs.is_empty() {
                said.push(format!("At α = {} the mean cost ε is {}.", number(alpha), costs.join(", ")));
            }
        }
        for &way in &self.ways {
            let of: Vec<&ExperimentPoint> = points.iter().filter(|point| point.way == way).collect();
            let runs = of.len() * self.trials;
            let kept: f64 = of.iter().map(|point| point.within * self.trials as f64).sum();
            let none: usize = of.iter().map(|point| point.none).sum();
            if runs == 0 {
                continue;
            }
            let unpassed = if none > 0 {
                format!("; in {none} nothing passed, so that nothing is released")
            } else {
                String::new()
            };
            said.push(format!(
                "{}: {} of {runs} runs released a model within α{unpassed}.",
                way.meaning(),
                number(kept.round())
            ));
        }
        said
    }
}

fn point(alpha: f64, way: Way, summary: &Summary) -> ExperimentPoint {
    let known = |value: f64| if value.is_finite() { value } else { 0.0 };
    ExperimentPoint {
        alpha,
        way,
        epsilon: known(summary.epsilon.mean),
        half_width: summary.epsilon.half_width.unwrap_or(0.0),
        testing: known(summary.testing),
        generation: known(summary.generation),
        excess: known(summary.excess.mean),
        excess_half_width: summary.excess.half_width.unwrap_or(0.0),
        excess_most: known(summary.most),
        within: summary.within,
        within_band: [summary.chance.lower, summary.chance.upper],
        length: known(summary.length),
        none: summary.none,
        steps: summary.steps,
        epsilons: summary.epsilons.iter().copied().map(Number).collect(),
    }
}
