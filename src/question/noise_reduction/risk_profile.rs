//! What a run costs after the fact, in closed form: the law of the realised ε, and the other ways to pay.

use serde::Serialize;

use super::profile_conclusions::conclusions;
use super::profile_figure::{cost_picture, loss_picture, stop_picture};
use super::setting::{AccuracySetting, CalibrationWord, SETTING, stopped};
use crate::account::ex_post::{ExPostLoss, Payment, posterior};
use crate::algorithm::noise_reduction::calibration::{distance_of, failure_probability, test_epsilon};
use crate::algorithm::noise_reduction::profile::Cost;
use crate::figure::{Figure, Side, Statement, Table};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, joined};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{number, stated, up};

/// "I need accuracy α; what does a run cost, and what would the other ways have cost?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct RiskProfileQuestion {
    /// What is asked of the run.
    #[serde(flatten)]
    pub setting: AccuracySetting,
    /// An ε: how likely a run costs at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
    /// How likely a hypothesis about someone is beforehand.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub prior: f64,
    /// Whether to describe the pictures too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// One calibration of the private test.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TestCalibration {
    /// Which.
    pub calibration: CalibrationWord,
    /// a, how far the noise may reach, in scales of the threshold's noise.
    pub distance: f64,
    /// ε_A.
    pub epsilon: f64,
    /// How likely a worse result passes then, at most.
    pub failure: f64,
    /// ε_A as printed.
    pub states: Statement,
    /// That failure as printed.
    pub fails: Statement,
}

impl TestCalibration {
    /// With its numbers as they are printed.
    pub(super) fn new(calibration: CalibrationWord, distance: f64, epsilon: f64, failure: f64) -> Self {
        let states = stated("ε_A", Side::Upper, epsilon);
        let fails = stated("probability", Side::Upper, failure);
        Self { calibration, distance, epsilon, failure, states, fails }
    }
}

/// What a way costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Way {
    /// Its word.
    pub way: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its levels.
    pub levels: Vec<f64>,
    /// What it pays for tests, once or each.
    pub test: f64,
    /// The chance to stop at each level.
    pub stops: Vec<f64>,
    /// The chance that nothing passes.
    pub none: f64,
    /// What stopping at each level costs.
    pub losses: Vec<f64>,
    /// The level at which half of the runs that stop have stopped, from 1.
    pub median: usize,
    /// The expected cost of the estimates, given that something passes.
    pub mean_generation: f64,
    /// The expected cost of the tests, given that something passes.
    pub mean_testing: f64,
    /// Both together.
    pub mean: f64,
    /// The largest cost of any outcome: what can be promised beforehand.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub worst: Number,
    /// How likely the loss is infinite.
    pub infinite: f64,
    /// How likely a run costs at most the ε asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
}

/// The costs of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct RiskProfileAnswer {
    /// Δ of the risk.
    pub sensitivity: f64,
    /// The ε that a theorem asks for at α, where one is known: it holds on average only, and tests nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theory: Option<f64>,
    /// The fewest features with which the theorem asks for as much as the tests alone cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub break_even: Option<f64>,
    /// `L(θ*) − L(θ_t)` at each level.
    pub risks: Vec<f64>,
    /// The three calibrations.
    pub calibrations: Vec<TestCalibration>,
    /// ε_A as it is used.
    pub testing: f64,
    /// How likely a result worse than α passes with it, at most.
    pub failure: f64,
    /// The ways to pay, noise reduction first; doubling only where the risk is known at its levels.
    pub ways: Vec<Way>,
    /// How likely doubling lets something worse than α pass, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubling_mistake: Option<f64>,
    /// What noise reduction costs in half of the runs that stop, at most: in large type.
    pub median: Statement,
    /// What that holds for.
    pub median_condition: String,
    /// What the price of the test holds for.
    pub testing_condition: String,
    /// The ways to pay beside each other.
    pub table: Table,
    /// How far a prior can move by such a run.
    pub posterior: f64,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The law of the realised ε, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// Where runs stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_figure: Option<Figure>,
    /// What stopping at each level costs, by every way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_figure: Option<Figure>,
}

const AT_MOST: Field =
    Field::number("at-most", "an ε: how likely a run costs at most this", Range::closed(1e-9, 1e9))
        .optional();
const PRIOR: Field = Field::number_or(
    "prior",
    "how likely a hypothesis about someone is before the run",
    Range::closed(1e-9, 0.999_999_999),
    0.01,
);

/// The name of a way.
pub(crate) const fn title(way: Payment) -> &'static str {
    match way {
        Payment::NoiseReduction => "noise reduction",
        Payment::SeparateTests => "separate tests",
        Payment::FreshNoise => "fresh noise",
        Payment::Doubling => "doubling",
    }
}

const fn word(way: Payment) -> &'static str {
    match way {
        Payment::NoiseReduction => "noise-reduction",
        Payment::SeparateTests => "separate-tests",
        Payment::FreshNoise => "fresh-noise",
        Payment::Doubling => "doubling",
    }
}

/// The calibrations of a setting with what each costs and how it fails.
fn calibrations(setting: &AccuracySetting) -> Vec<TestCalibration> {
    let (sensitivity, slack) = (setting.bounds.sensitivity(), setting.slack_share * setting.alpha);
    let one = |calibration: CalibrationWord| {
        let distance = setting.distance(calibration);
        let epsilon = test_epsilon(distance, sensitivity, setting.alpha, slack);
        let failure = failure_probability(distance, setting.count() as f64);
        TestCalibration::new(calibration, distance, epsilon, failure)
    };
    CalibrationWord::ALL.map(one).into()
}

impl Ask for RiskProfileQuestion {
    const ABOUT: &'static str = "What does a run that is accurate enough really cost? The law of its ex-post ε, and the other ways to pay.";
    const FIELDS: &'static [Field] = &joined::<9, 3, 12>(SETTING, [AT_MOST, PRIOR, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "risk-profile", "alpha": 0.02, "bounds": {"kind": "ridge", "people": 200000, "features": 30, "regularization": 0.02},
 "risk": {"kind": "model", "kappa": 2e-6, "cap": 0.05}, "levels": {"kind": "theory", "count": 40}}"#,
        r#"{"ask": "risk-profile", "alpha": 0.5, "testing": 1, "at-most": 1.4, "bounds": {"kind": "given", "sensitivity": 0.02},
 "risk": {"kind": "typed", "risks": [-0.6, -0.4, -0.3, -0.1, -0.05]}, "levels": {"kind": "doubling", "from": 0.1, "count": 5}}"#,
    ];
    type Answer = RiskProfileAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            setting: AccuracySetting::read(fields)?,
            at_most: fields.number_if_there(&AT_MOST)?,
            prior: fields.number(&PRIOR)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let calibrations = calibrations(&self.setting);
        let used = calibrations.iter().find(|one| one.calibration == self.setting.calibration);
        let profile = self.setting.profile(used.map_or(f64::NAN, |one| one.distance))?;
        let costs = profile.costs().map_err(stopped)?;
        let ways: Vec<Way> = costs.iter().map(|cost| self.way(cost)).collect();
        let reduced = costs.first().ok_or_else(Refusal::failed)?;
        let median = reduced.at(reduced.median()).total();
        let theory = self.setting.bounds.theory(self.setting.alpha);
        let doubling = profile.knows_doubling().then(|| profile.doubling());
        let distance = distance_of(profile.testing, profile.sensitivity, profile.accuracy, profile.slack);
        let mut answer = RiskProfileAnswer {
            sensitivity: profile.sensitivity,
            theory,
            break_even: self.setting.bounds.break_even(profile.accuracy, profile.testing),
            risks: profile.risk.queries(profile.levels.values()),
            calibrations,
            testing: profile.testing,
            failure: failure_probability(distance, profile.levels.count() as f64),
            ways,
            doubling_mistake: doubling.map(|search| search.mistake()),
            median: stated("ε", Side::Upper, median),
            median_condition: format!(
                "after the fact, in half of the runs that stop; α = {}, one person replaced",
                number(profile.accuracy)
            ),
            testing_condition: format!(
                "for T = {} tests of excess risks of sensitivity Δ = {}; α = {}, γ = {}",
                profile.levels.count(),
                up(profile.sensitivity),
                number(profile.accuracy),
                number(profile.failure)
            ),
            table: Table::default(),
            posterior: posterior(self.prior, median),
            conclusions: Vec::new(),
            figure: None,
            stop_figure: None,
            cost_figure: None,
        };
        answer.conclusions = conclusions(self, &answer);
        answer.table = table(&answer);
        if self.picture {
            answer.figure = Some(loss_picture(self, &answer));
            answer.stop_figure = Some(stop_picture(&answer));
            answer.cost_figure = Some(cost_picture(&answer));
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![
            ("/figure", answer.figure.as_mut()),
            ("/stop-figure", answer.stop_figure.as_mut()),
            ("/cost-figure", answer.cost_figure.as_mut()),
        ]
    }
}

impl RiskProfileQuestion {
    fn way(&self, cost: &Cost) -> Way {
        let fallback = self.setting.fallback.fallback();
        let law = cost.law(fallback).ok();
        let ExPostLoss { generation, testing } = cost.mean();
        Way {
            way: word(cost.way),
            title: title(cost.way),
            levels: cost.levels.clone(),
            test: cost.test,
            stops: cost.stops.clone(),
            none: cost.none,
            losses: cost.losses(),
            median: cost.median(),
            mean_generation: generation,
            mean_testing: testing,
            mean: generation + testing,
            worst: Number(cost.worst(fallback)),
            infinite: if cost.worst(fallback).is_infinite() { cost.none } else { 0.0 },
            at_most: self.at_most.and_then(|at| Some(law.as_ref()?.distribution(at))),
        }
    }
}

/// What every way costs on average, with what a theorem asks for without looking.
fn table(answer: &RiskProfileAnswer) -> Table {
    let row = |way: &Way| {
        let numbers = [way.mean_generation, way.mean_testing, way.mean, way.none].map(up);
        std::iter::once(capital(way.title)).chain(numbers).collect()
    };
    let mut rows: Vec<Vec<String>> = answer.ways.iter().map(row).collect();
    if let Some(theory) = answer.theory {
        rows.push(vec!["Theory, on average".into(), up(theory), "0".into(), up(theory), "–".into()]);
    }
    Table {
        caption: "What the ways to pay cost on average where something passes, rounded up".into(),
        columns: ["Way", "Estimates", "Tests", "Together", "Nothing passes"].map(String::from).into(),
        rows,
        ..Table::default()
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
