//! What theory asks of private regression at an accuracy, before any data are seen.

use serde::Serialize;

use super::regression::{LOSS, MINIMIZER_BOUND, REGULARIZATION};
use super::regression_accuracy::{LEVEL_COUNT, ONE_ALPHA};
use super::regression_theory_figure::theory_picture;
use super::setting::{CalibrationWord, GAMMA};
use crate::algorithm::noise_reduction::calibration::{failure_probability, test_epsilon};
use crate::algorithm::noise_reduction::doubling::Doubling;
use crate::algorithm::noise_reduction::regression::{Problem, Sensitivity, Theorem};
use crate::figure::{Figure, Side, Statement};
use crate::guarantee::Interval;
use crate::learn::Shape;
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::Field;
use crate::question::field::number::Enclosure;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{number, stated, up};

/// Rounding of a closed form of a dozen operations; the exact calibration carries its own.
const ROUNDING: f64 = 1e-14;

/// "How much ε does theory ask for at accuracy α, and do tests cost less?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TheoryQuestion {
    /// Squared for ridge regression, if absent, or logistic.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub loss: Shape,
    /// n.
    pub people: f64,
    /// p.
    pub dimension: f64,
    /// λ; 0.02 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub regularization: f64,
    /// α; 0.05 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub alpha: f64,
    /// γ; 0.1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub gamma: f64,
    /// T; 1000 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub level_count: usize,
    /// How far one person moves the minimizer; as published if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"published\" | \"gradient\""))]
    pub minimizer_bound: Sensitivity,
    /// Whether the answer carries a picture.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// A number that is never below the truth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RoundedUp {
    /// Between which ends it lies.
    pub value: Enclosure,
    /// As printed.
    pub states: Statement,
}

impl RoundedUp {
    pub(crate) fn of(quantity: &str, value: f64) -> Self {
        let around = Interval::around(value, ROUNDING);
        Self { value: around.into(), states: stated(quantity, Side::Upper, around.upper) }
    }
}

/// The ε that a theorem asks for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TheoryEpsilon {
    /// The theorem.
    pub theorem: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Whether it is true.
    pub holds: bool,
    /// The ε at which the expected excess risk is α.
    pub epsilon: RoundedUp,
    /// The smallest dimension at which it asks for as much as the tests alone cost, by calibration; `null` where none up to
    /// 10¹² does.
    pub break_even: Vec<Option<f64>>,
}

/// What the private test of all levels costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TestPrice {
    /// How it is calibrated.
    pub calibration: CalibrationWord,
    /// `ε_A`.
    pub epsilon: RoundedUp,
    /// How often it really lets a worse model pass, at most.
    pub failure: f64,
}

/// The search that doubles.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct DoublingPrices {
    /// T.
    pub tests: usize,
    /// What one test costs.
    pub test: RoundedUp,
    /// What stopping at the first, second, … level costs.
    pub losses: Vec<f64>,
    /// How likely it lets a worse model pass, at most.
    pub mistake: f64,
}

/// What theory asks for, and what tests cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TheoryAnswer {
    /// M, no shorter than any minimizer.
    pub radius: RoundedUp,
    /// Δ of the excess risk.
    pub query_sensitivity: RoundedUp,
    /// How far one person moves the minimizer in ℓ1, as published and by gradients.
    pub minimizer_sensitivities: Vec<RoundedUp>,
    /// The ε of every theorem.
    pub theories: Vec<TheoryEpsilon>,
    /// `ε_A` by every calibration.
    pub tests: Vec<TestPrice>,
    /// The first and the last level of noise reduction, 1/n and four times the first theory.
    pub levels: [f64; 2],
    /// The search that doubles through these levels.
    pub doubling: DoublingPrices,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// ε against α.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const PEOPLE: Field = Field::number("people", "n, how many people", Range::whole(1.0, 1e12))
    .slider("people", Slider { from: 1e3, to: 1e7, scale: Scale::Log, start: 1e5 });
const DIMENSION: Field = Field::number("dimension", "p, how many features", Range::whole(1.0, 1e6))
    .slider("features", Slider { from: 1.0, to: 1e3, scale: Scale::Log, start: 77.0 });

impl Ask for TheoryQuestion {
    const ABOUT: &'static str =
        "How much ε does theory ask for so that a regression is accurate to α, and what do tests cost?";
    const FIELDS: &'static [Field] =
        &[LOSS, PEOPLE, DIMENSION, REGULARIZATION, ONE_ALPHA, GAMMA, LEVEL_COUNT, MINIMIZER_BOUND, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "accuracy-first-theory", "people": 100000, "dimension": 77, "regularization": 0.005, "alpha": 0.05}"#,
        r#"{"ask": "accuracy-first-theory", "loss": "logistic", "people": 100000, "dimension": 38, "regularization": 0.005, "alpha": 0.05}"#,
    ];
    type Answer = TheoryAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            loss: fields.chosen(&LOSS, &[Shape::Squared, Shape::Logistic])?,
            people: fields.number(&PEOPLE)?,
            dimension: fields.number(&DIMENSION)?,
            regularization: fields.number(&REGULARIZATION)?,
            alpha: fields.number(&ONE_ALPHA)?,
            gamma: fields.number(&GAMMA)?,
            level_count: fields.number(&LEVEL_COUNT)? as usize,
            minimizer_bound: fields.chosen(&MINIMIZER_BOUND, &Sensitivity::ALL)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let problem = self.problem();
        let theory = self.first_theory(self.alpha);
        let levels = [self.people.recip(), 4.0 * theory];
        let doubling = Doubling {
            first: levels[0],
            tests: Doubling::tests(levels[0], levels[1]),
            accuracy: self.alpha,
            failure: self.gamma,
            sensitivity: problem.query_sensitivity(),
        };
        let mut answer = TheoryAnswer {
            radius: RoundedUp::of("M", problem.radius()),
            query_sensitivity: RoundedUp::of("Δ", problem.query_sensitivity()),
            minimizer_sensitivities: Sensitivity::ALL
                .map(|one| RoundedUp::of("‖Δθ*‖₁", problem.minimizer_sensitivity(one)))
                .into(),
            theories: self.theories(&problem),
            tests: CalibrationWord::ALL
                .map(|calibration| TestPrice {
                    calibration,
                    epsilon: RoundedUp::of("ε_A", self.testing(calibration, self.alpha)),
                    failure: failure_probability(self.distance(calibration), self.level_count as f64),
                })
                .into(),
            levels,
            doubling: DoublingPrices {
                tests: doubling.tests,
                test: RoundedUp::of("ε", doubling.test_epsilon()),
                losses: (1..=doubling.tests).map(|k| doubling.loss(k).total()).collect(),
                mistake: doubling.mistake(),
            },
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer);
        answer.figure = self.picture.then(|| theory_picture(self, &answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl TheoryQuestion {
    fn problem(&self) -> Problem {
        let Self { loss: shape, people, dimension, regularization, .. } = *self;
        Problem { shape, people, dimension, regularization }
    }

    /// The theorem that stands for the loss: covariance perturbation for ridge regression.
    pub(crate) fn first_theory(&self, alpha: f64) -> f64 {
        let theorem = if self.loss == Shape::Squared { Theorem::Covariance } else { Theorem::Output };
        self.theory(theorem, alpha).unwrap_or(f64::NAN)
    }

    pub(crate) fn theory(&self, theorem: Theorem, alpha: f64) -> Option<f64> {
        self.problem().epsilon(theorem, self.minimizer_bound, alpha)
    }

    fn distance(&self, calibration: CalibrationWord) -> f64 {
        calibration.way().distance(self.level_count as f64, self.gamma)
    }

    pub(crate) fn testing(&self, calibration: CalibrationWord, alpha: f64) -> f64 {
        test_epsilon(self.distance(calibration), self.problem().query_sensitivity(), alpha, 0.5 * alpha)
    }

    fn theories(&self, problem: &Problem) -> Vec<TheoryEpsilon> {
        let testing = CalibrationWord::ALL.map(|calibration| self.testing(calibration, self.alpha));
        let one = |theorem: Theorem| {
            let epsilon = self.theory(theorem, self.alpha)?;
            let break_even = testing
                .iter()
                .map(|&testing| problem.break_even(theorem, self.minimizer_bound, self.alpha, testing))
                .collect();
            Some(TheoryEpsilon {
                theorem: theorem.word(),
                title: theorem.meaning(),
                holds: theorem.holds(),
                epsilon: RoundedUp::of("ε", epsilon),
                break_even,
            })
        };
        Theorem::ALL.into_iter().filter_map(one).collect()
    }

    fn conclusions(&self, answer: &TheoryAnswer) -> Vec<String> {
        let mut said = Vec::new();
        let upper = |one: &RoundedUp| one.value.upper.0;
        let held: Vec<&TheoryEpsilon> = answer.theories.iter().filter(|theory| theory.holds).collect();
        if let Some(least) = held.iter().min_by(|a, b| upper(&a.epsilon).total_cmp(&upper(&b.epsilon))) {
            said.push(format!(
                "Of what holds, {} asks for the least at α = {}: ε ≤ {}.",
                least.title,
                number(self.alpha),
                least.epsilon.states.text
            ));
        }
        let printed = answer.theories.iter().find(|theory| !theory.holds);
        let right = answer.theories.iter().find(|theory| theory.theorem == Theorem::Output.word());
        if let (Some(printed), Some(right)) = (printed, right) {
            let ratio = upper(&right.epsilon) / upper(&printed.epsilon);
            said.push(format!(
                "The bound of output perturbation as printed asks for ε = {}; what holds asks for {} times as much.",
                number(upper(&printed.epsilon)),
                number(ratio)
            ));
        }
        if let (Some(theory), Some(test)) = (answer.theories.first(), answer.tests.first()) {
            let (asked, tests) = (upper(&theory.epsilon), upper(&test.epsilon));
            let compared = if tests < asked { "less" } else { "no less" };
            let from = match theory.break_even.first().copied().flatten() {
                Some(dimension) => format!("from p = {} on", number(dimension)),
                None => "in no dimension".into(),
            };
            said.push(format!(
                "The private test alone costs ε_A ≤ {} as printed, {compared} than {} asks for; noise reduction can pay \
                 {from}.",
                up(tests),
                theory.title
            ));
        }
        said
    }
}
