//! How much a private test must cost for an accuracy: three calibrations, and what a given one keeps.

use serde::Serialize;

use super::profile_figure::finish;
use super::setting::{ALPHA, CalibrationWord, GAMMA, RISK_SENSITIVITY, SHARE};
use crate::algorithm::noise_reduction::calibration::{distance_of, failure_probability, test_epsilon};
use crate::figure::{Axis, Figure, Mark, Side};
use crate::mechanism::Range;
use crate::numeric::Scale;
use crate::numeric::decimal::{Rounding, print};
use crate::question::Ask;
use crate::question::accounting::grid::spaced;
use crate::question::field::common::PICTURE;
use crate::question::field::described::Field;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, lines, number, up};

use super::risk_profile::TestCalibration;

/// "What must the test cost, so that nothing worse than α passes?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ThresholdCalibrationQuestion {
    /// T.
    pub tests: f64,
    /// γ.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub gamma: f64,
    /// α.
    pub alpha: f64,
    /// s/α.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub slack_share: f64,
    /// Δ.
    pub sensitivity: f64,
    /// ε_A: how likely the test fails with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub testing: Option<f64>,
    /// Distances a whose failure is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub distances: Vec<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The calibrations.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ThresholdCalibrationAnswer {
    /// Printed, by a union bound, exact.
    pub calibrations: Vec<TestCalibration>,
    /// How likely the given ε_A fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<f64>,
    /// The failure at each distance asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub failures: Vec<f64>,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const TESTS: Field = Field::number("tests", "T, how many tests at most", Range::whole(1.0, 1e6));
const GIVEN: Field =
    Field::number("testing", "ε_A: how likely a worse result passes with it", Range::closed(1e-6, 1e4))
        .optional();
const DISTANCES: Field = Field::numbers(
    "distances",
    "distances a, in scales of the threshold's noise, whose failure is asked for",
    Range::closed(0.0, 1e3),
    [0, 200],
)
.usually(&[]);

impl Ask for ThresholdCalibrationQuestion {
    const ABOUT: &'static str = "What must a private test cost, so that nothing worse than α passes? Three calibrations and how each really fails.";
    const FIELDS: &'static [Field] =
        &[TESTS, GAMMA, ALPHA, SHARE, RISK_SENSITIVITY, GIVEN, DISTANCES, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "threshold-calibration", "tests": 1000, "gamma": 0.1, "alpha": 0.05, "sensitivity": 0.0023, "testing": 3}"#,
    ];
    type Answer = ThresholdCalibrationAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            tests: fields.number(&TESTS)?,
            gamma: fields.number(&GAMMA)?,
            alpha: fields.number(&ALPHA)?,
            slack_share: fields.number(&SHARE)?,
            sensitivity: fields.number(&RISK_SENSITIVITY)?,
            testing: fields.number_if_there(&GIVEN)?,
            distances: fields.numbers(&DISTANCES)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let slack = self.slack_share * self.alpha;
        let one = |calibration: CalibrationWord| {
            let distance = calibration.way().distance(self.tests, self.gamma);
            let epsilon = test_epsilon(distance, self.sensitivity, self.alpha, slack);
            TestCalibration::new(calibration, distance, epsilon, failure_probability(distance, self.tests))
        };
        let given = |epsilon: f64| distance_of(epsilon, self.sensitivity, self.alpha, slack);
        let mut answer = ThresholdCalibrationAnswer {
            calibrations: CalibrationWord::ALL.map(one).into(),
            failure: self.testing.map(|epsilon| failure_probability(given(epsilon), self.tests)),
            failures: self.distances.iter().map(|&a| failure_probability(a, self.tests)).collect(),
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer);
        answer.figure = self.picture.then(|| self.picture(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl ThresholdCalibrationQuestion {
    fn conclusions(&self, answer: &ThresholdCalibrationAnswer) -> Vec<String> {
        let tell = |one: &TestCalibration| {
            format!(
                "{} ε_A = {}, failing with probability at most {}",
                one.calibration.title(),
                one.states.text,
                print(one.failure, 3, Rounding::Up)
            )
        };
        let told: Vec<String> = answer.calibrations.iter().map(tell).collect();
        let mut said = vec![format!("For γ = {}: {}.", number(self.gamma), told.join("; "))];
        if let (Some(printed), Some(exact)) = (answer.calibrations.first(), answer.calibrations.last()) {
            said.push(format!(
                "The printed constants cost {} times what is needed.",
                print(printed.epsilon / exact.epsilon, 3, Rounding::Nearest)
            ));
        }
        if let (Some(epsilon), Some(failure)) = (self.testing, answer.failure) {
            let kept = if failure <= self.gamma { "which keeps γ" } else { "which is more than γ" };
            said.push(format!(
                "With ε_A = {} a worse result passes with probability at most {}, {kept}.",
                up(epsilon),
                print(failure, 3, Rounding::Up)
            ));
        }
        said
    }

    fn picture(&self, answer: &ThresholdCalibrationAnswer) -> Figure {
        let most = answer.calibrations.first().map_or(1.0, |printed| printed.epsilon);
        let least = answer.calibrations.last().map_or(0.1, |exact| exact.epsilon);
        let x = spaced(0.4 * least, 1.1 * most, 81, Scale::Linear);
        let slack = self.slack_share * self.alpha;
        let at = |&epsilon: &f64| {
            failure_probability(distance_of(epsilon, self.sensitivity, self.alpha, slack), self.tests)
        };
        let y: Vec<f64> = x.iter().map(at).collect();
        let floor = y.iter().copied().fold(1.0, f64::min).max(1e-300);
        let axes = (
            Axis::linear("ε_A, price of the private test", x[0], x[x.len() - 1]),
            Axis::decades("a worse result passes", floor, 1.0),
        );
        let words = Words { head: "ε_A", place: "ε_A = ", quantity: "failure" };
        let asked = vec![self.gamma; x.len()];
        let curves =
            vec![(line("exact failure", &x, y), Side::Upper), (line("γ, allowed", &x, asked), Side::Value)];
        let mut figure = lines(&words, &x, axes, curves);
        for one in &answer.calibrations {
            figure.marks.push(Mark {
                x: one.epsilon,
                y: one.failure,
                label: format!("{} {}", one.calibration.title(), one.states.text),
                says: Some(one.states.clone()),
            });
        }
        let of = format!("T = {}, γ = {}", number(self.tests), number(self.gamma));
        let sentence =
            "How likely a worse result passes, by the price of the test; the three calibrations are marked.";
        finish(figure, "What the private test must cost", &of, sentence.into())
    }
}
