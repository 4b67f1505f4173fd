//! Where a private test stops on given queries, exactly.

use serde::Serialize;

use super::profile_figure::finish;
use super::setting::{RISK_SENSITIVITY, stopped};
use crate::algorithm::noise_reduction::threshold::AboveThreshold;
use crate::figure::{Axis, Draw, Figure, Series, Side};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::common::{EPSILON_BUDGETS, PICTURE};
use crate::question::field::described::Field;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, line, lines, number, up};

/// "At which of these queries does the test stop?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ThresholdLawQuestion {
    /// ε_A.
    pub epsilon: f64,
    /// W.
    pub threshold: f64,
    /// Δ.
    pub sensitivity: f64,
    /// The value of each query.
    pub queries: Vec<f64>,
    /// The values on a neighbouring data set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbour: Vec<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The law of the stop.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ThresholdLawAnswer {
    /// The scale of the threshold's noise; that of a query is twice as large.
    pub scale: f64,
    /// The chance of each query to be the first that passes.
    pub stops: Vec<f64>,
    /// The chance that none passes.
    pub none: f64,
    /// `ln(P[stop]/P′[stop])` of each query against the neighbouring data set; never beyond ε_A.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub log_ratios: Vec<f64>,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const EPSILON: Field = Field::number("epsilon", "ε_A, what all tests together cost", EPSILON_BUDGETS);
const THRESHOLD: Field = Field::number("threshold", "W, the threshold", Range::closed(-1e9, 1e9));
const QUERIES: Field =
    Field::numbers("queries", "the value of each query, in order", Range::closed(-1e9, 1e9), [1, 1000]);
const NEIGHBOUR: Field = Field::numbers(
    "neighbour",
    "the values on a neighbouring data set, each within Δ",
    Range::closed(-1e9, 1e9),
    [0, 1000],
)
.usually(&[]);

impl Ask for ThresholdLawQuestion {
    const ABOUT: &'static str =
        "At which query does a private test stop? The exact law of InteractiveAboveThreshold.";
    const FIELDS: &'static [Field] = &[EPSILON, THRESHOLD, RISK_SENSITIVITY, QUERIES, NEIGHBOUR, PICTURE];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "threshold-law", "epsilon": 1, "threshold": -0.25, "sensitivity": 0.02,
 "queries": [-0.6, -0.4, -0.3, -0.1, -0.05]}"#];
    type Answer = ThresholdLawAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let (sensitivity, queries) = (fields.number(&RISK_SENSITIVITY)?, fields.numbers(&QUERIES)?);
        let neighbour = fields.numbers(&NEIGHBOUR)?;
        if !neighbour.is_empty() && neighbour.len() != queries.len() {
            return Err(fields
                .at(&NEIGHBOUR)
                .refuse(format!("{} numbers, as many as queries", queries.len())));
        }
        let far = |(one, other): (&f64, &f64)| (one - other).abs() > sensitivity * (1.0 + 1e-9);
        if queries.iter().zip(&neighbour).any(far) {
            let within = format!("within Δ = {} of the queries, one by one", number(sensitivity));
            return Err(fields.at(&NEIGHBOUR).refuse(within));
        }
        Ok(Self {
            epsilon: fields.number(&EPSILON)?,
            threshold: fields.number(&THRESHOLD)?,
            sensitivity,
            queries,
            neighbour,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let test = AboveThreshold {
            epsilon: self.epsilon,
            threshold: self.threshold,
            sensitivity: self.sensitivity,
        };
        let law = |queries: &[f64]| test.law(queries).map_err(stopped);
        let found = law(&self.queries)?;
        let log_ratios = if self.neighbour.is_empty() {
            Vec::new()
        } else {
            let other = law(&self.neighbour)?;
            found.stops.iter().zip(&other.stops).map(|(one, other)| (one / other).ln()).collect()
        };
        let mut answer = ThresholdLawAnswer {
            scale: test.scale(),
            stops: found.stops,
            none: found.none,
            log_ratios,
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

impl ThresholdLawQuestion {
    fn conclusions(&self, answer: &ThresholdLawAnswer) -> Vec<String> {
        let chances = answer.stops.iter().enumerate();
        let likeliest = chances.max_by(|one, other| one.1.total_cmp(other.1));
        let mut said = Vec::new();
        if let Some((at, chance)) = likeliest {
            said.push(format!(
                "It stops most likely at query {}, with probability {}; none passes with probability {}.",
                at + 1,
                number(*chance),
                up(answer.none)
            ));
        }
        let early: f64 = self
            .queries
            .iter()
            .zip(&answer.stops)
            .filter(|(query, _)| **query < self.threshold)
            .map(|(_, stop)| stop)
            .sum();
        said.push(format!("At a query below the threshold it stops with probability {}.", number(early)));
        let largest = answer
            .log_ratios
            .iter()
            .map(|ratio| ratio.abs())
            .fold(None, |most, ratio| Some(f64::max(most.unwrap_or(0.0), ratio)));
        if let Some(largest) = largest {
            said.push(format!(
                "Against the neighbour the largest log ratio of a stop is {}; ε_A = {} is promised.",
                number(largest),
                number(self.epsilon)
            ));
        }
        said
    }

    fn picture(&self, answer: &ThresholdLawAnswer) -> Figure {
        let x: Vec<f64> = (1..=self.queries.len()).map(|at| at as f64).collect();
        let top = Axis::round_up(answer.stops.iter().copied().fold(answer.none.max(1e-6), f64::max));
        let axes = (Axis::linear("query", 0.5, x.len() as f64 + 0.5), Axis::linear("probability", 0.0, top));
        let words = Words { head: "query", place: "query ", quantity: "" };
        let bars = Series {
            draw: Draw::Bars,
            infinite: answer.none,
            ..line("stops here", &x, answer.stops.clone())
        };
        let bars: Line = (bars, Side::Value);
        let figure = lines(&words, &x, axes, vec![bars]);
        let of = format!("ε_A = {}, W = {}", number(self.epsilon), number(self.threshold));
        let sentence =
            "The chance of each query to be the first that passes; that of none stands right of the plot.";
        finish(figure, "Where the private test stops", &of, sentence.into())
    }
}
