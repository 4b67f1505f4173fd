//! One run of private regression that ends where it is accurate enough, and what it really cost.

use serde::Serialize;

use super::accuracy_first_theory::RoundedUp;
use super::regression::{REGRESSION, RegressionSetting};
use super::regression_accuracy::{LEVEL_COUNT, ONE_ALPHA, target};
use super::regression_figures::{WAY_WORDS, run_picture};
use super::setting::{CALIBRATION, CalibrationWord, GAMMA};
use crate::algorithm::noise_reduction::calibration::{distance_of, failure_probability};
use crate::algorithm::noise_reduction::regression::experiment::{Draws, Level, Target, Way};
use crate::algorithm::noise_reduction::regression::{Problem, Task};
use crate::figure::{Figure, Side, Statement};
use crate::numeric::matrix::norm;
use crate::question::Ask;
use crate::question::field::block::Blocks;
use crate::question::field::common::PICTURE;
use crate::question::field::data::SEED;
use crate::question::field::described::{Field, joined};
use crate::question::field::number::Number;
use crate::question::field::publishable::SECRET;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{number, stated, up};
use crate::watch;

/// "I need accuracy α: what does one run release, and what has it cost?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct RunQuestion {
    /// The regression.
    #[serde(flatten)]
    pub setting: RegressionSetting,
    /// α; 0.05 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub alpha: f64,
    /// γ; 0.1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub gamma: f64,
    /// T; 1000 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub level_count: usize,
    /// How the price of the test is found; as printed if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub calibration: CalibrationWord,
    /// How it is paid; noise reduction if absent.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(optional, type = "\"noise-reduction\" | \"doubling\" | \"independent-noise\" | \"theory\"")
    )]
    pub way: Way,
    /// The seed; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
    /// Whether the answer carries a picture.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// What a run has released.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ReleasedModel {
    /// θ.
    pub theta: Vec<f64>,
    /// The same as printed.
    pub texts: Vec<String>,
    /// `‖θ‖`.
    pub length: f64,
    /// Whether it may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct RunAnswer {
    /// How it was paid.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub way: Way,
    /// The model that passed; absent if none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub released: Option<ReleasedModel>,
    /// How many levels were looked at.
    pub steps: usize,
    /// What it cost after the fact; infinite if nothing passed.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub epsilon: Number,
    /// The part for tests.
    pub testing: f64,
    /// The part for noise.
    pub generation: f64,
    /// The cost in large type.
    pub states: Statement,
    /// What that holds for.
    pub condition: String,
    /// What theory asks for without a test.
    pub theory: RoundedUp,
    /// How likely a worse model passes the one test of all levels, at most.
    pub failure: f64,
    /// ε of the noise at each level that was looked at.
    pub levels: Vec<f64>,
    /// The excess risk there, which must not be published.
    pub excesses: Vec<f64>,
    /// The levels at which the model changed.
    pub jumps: usize,
    /// The excess risk in the end, which must not be published.
    pub excess: f64,
    /// The mark of what was seen on the way: never publishable.
    pub publishable: bool,
    /// Why not.
    pub notice: &'static str,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// Excess risk against ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const WAY: Field = Field::choice_or("way", "how the run is paid for", &WAY_WORDS, Way::NoiseReduction.word());
const ALL: [Field; 15] =
    joined::<8, 7, 15>(REGRESSION, [ONE_ALPHA, GAMMA, LEVEL_COUNT, CALIBRATION, WAY, SEED, PICTURE]);

impl Ask for RunQuestion {
    const ABOUT: &'static str =
        "A regression must be accurate to α: what does one run release, and what has it really cost?";
    const FIELDS: &'static [Field] = &ALL;
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "accuracy-first-run", "data": {"kind": "generate", "generator": "regression-line", "people": 20000, "dimension": 6, "seed": 1},
 "regularization": 0.05, "alpha": 0.05, "level-count": 200}"#,
        r#"{"ask": "accuracy-first-run", "loss": "logistic", "data": {"kind": "penguins"}, "regularization": 0.05, "alpha": 0.1, "level-count": 60,
 "calibration": "exact"}"#,
    ];
    type Answer = RunAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            setting: RegressionSetting::read(fields)?,
            alpha: fields.number(&ONE_ALPHA)?,
            gamma: fields.number(&GAMMA)?,
            level_count: fields.number(&LEVEL_COUNT)? as usize,
            calibration: fields.chosen(&CALIBRATION, &CalibrationWord::ALL)?,
            way: fields.chosen(&WAY, &Way::ALL)?,
            seed: fields.number(&SEED)? as u64,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let task = self.setting.task()?;
        let target = target(&task, [self.alpha, self.gamma], self.level_count, self.calibration, "alpha")?;
        let mut seen: Vec<Level> = Vec::new();
        let mut draws = Draws::of(self.seed, "one run", 0);
        let run = task
            .run(self.way, &target, &mut draws, |level| {
                seen.push(level);
                watch::share(seen.len(), self.level_count);
            })
            .map_err(|stopped| Refusal::wrong("", "the run".into(), format!("done: {stopped}")))?;
        let epsilon = run.epsilon();
        let released = run.theta.map(|theta| {
            let mark = self.setting.released(epsilon, (self.way != Way::Theory).then_some("after the fact"));
            ReleasedModel {
                length: norm(&theta),
                texts: theta.iter().copied().map(number).collect(),
                theta,
                publishable: mark.publishable,
                notice: mark.notice,
            }
        });
        let sensitivity = task.problem().query_sensitivity();
        let distance = distance_of(target.testing, sensitivity, self.alpha, 0.5 * self.alpha);
        let mut answer = RunAnswer {
            way: self.way,
            released,
            steps: run.steps,
            epsilon: Number(epsilon),
            testing: run.loss.testing,
            generation: run.loss.generation,
            states: stated("ε", Side::Upper, epsilon),
            condition: self.condition(&task, run.steps),
            theory: RoundedUp::of("ε", target.theory),
            failure: failure_probability(distance, self.level_count as f64),
            levels: seen.iter().map(|level| level.epsilon).collect(),
            excesses: seen.iter().map(|level| level.excess).collect(),
            jumps: seen.iter().skip(1).filter(|level| level.changed).count(),
            excess: run.excess,
            publishable: false,
            notice: SECRET,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer, &target);
        answer.figure = self.picture.then(|| run_picture(self.alpha, &answer)).flatten();
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }

    fn blocks(answer: &mut Self::Answer, blocks: &mut Blocks) {
        blocks.take("/levels", &mut answer.levels);
        blocks.take("/excesses", &mut answer.excesses);
    }
}

impl RunQuestion {
    /// Whose cost it is.
    fn condition(&self, task: &Task, steps: usize) -> String {
        let Problem { people, dimension, .. } = task.problem();
        let when = if self.way == Way::Theory { "promised beforehand" } else { "after the fact" };
        format!(
            "{when}, by {}, after {steps} of T = {} levels; n = {}, p = {}, α = {}, one person replaced",
            self.way.meaning(),
            self.level_count,
            number(people),
            number(dimension),
            number(self.alpha)
        )
    }

    fn conclusions(&self, answer: &RunAnswer, target: &Target) -> Vec<String> {
        let alpha = number(self.alpha);
        let mut said = Vec::new();
        if answer.released.is_none() {
            said.push(format!(
                "None of the {} models passed the test, so that nothing is released: the source would release the minimizer \
                 itself, which costs ε = ∞.",
                answer.steps
            ));
            return said;
        }
        let excess = answer.excess;
        let kept = if excess <= self.alpha { "within" } else { "above" };
        said.push(format!(
            "Released at level {} for ε ≤ {}: {} for tests and {} for noise. It is worse than the best by {}, {kept} α = \
             {alpha}.",
            answer.steps,
            answer.states.text,
            up(answer.testing),
            up(answer.generation),
            number(excess)
        ));
        if self.way != Way::Theory {
            let (cost, asked) = (answer.epsilon.0, target.theory);
            let compared = if cost < asked { "less" } else { "no less" };
            said.push(format!(
                "That is {compared} than the ε ≤ {} that theory asks for, which would hold on average only and test nothing.",
                answer.theory.states.text
            ));
            let share = answer.testing / cost;
            let larger = if share > 0.5 { "Tests" } else { "Noise" };
            let percent = 100.0 * share.max(1.0 - share);
            said.push(format!("{larger} took {percent:.1}\u{a0}% of it."));
        }
        said
    }
}
