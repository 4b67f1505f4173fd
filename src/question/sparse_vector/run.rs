//! Where the technique stops on a stream, and one run of it.

use serde::Serialize;

use super::guarantee::TechniqueStated;
use super::run_figure::{conclusions, picture};
use super::setting::{
    ANSWERS, LENGTH, NOISE, NON_NEGATIVE, QUERY_NOISE, RESAMPLE, RUNS, THRESHOLD, THRESHOLD_NOISE,
    TechniqueSetting,
};
use crate::algorithm::sparse_vector::Stops;
use crate::algorithm::trial::{CONFIDENCE, Trials, mean};
use crate::figure::{Figure, Side, Statement};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::numeric::normal::quantile_of_survival;
use crate::question::Ask;
use crate::question::field::common::{PICTURE, SEEDS};
use crate::question::field::described::Field;
use crate::question::field::number::Number;
use crate::question::field::publishable::Mark;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;
use crate::watch::Stopped;

/// The longest stream whose stopping places are computed one by one, where every query is alike.
pub(crate) const LONGEST: usize = 5000;

/// The most answers times queries that are followed, for the time it takes.
const MOST_STEPS: f64 = 500_000.0;

const VALUES: Field = Field::numbers(
    "queries",
    "the queries of the stream, in units of the sensitivity; all are 0 if absent",
    Range::closed(-1e9, 1e9),
    [1, 200],
)
.optional();
const SEED: Field = Field::number_or("seed", "the seed of the runs", SEEDS, 1.0);
const RATE: Field = Field::number(
    "false-positive-rate",
    "ϱ: asks for the threshold above which a query of value 0 is found with this probability at most",
    Range::closed(1e-300, 0.5),
)
.optional();

/// "When does it stop?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct SparseRunQuestion {
    /// The technique; at most the first 5000 queries are looked at, and fewer without a limit where answers are many.
    #[serde(flatten)]
    pub setting: TechniqueSetting,
    /// The queries; all are 0 if absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub queries: Vec<f64>,
    /// The seed of the runs; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: f64,
    /// How many runs a mean is of; 100 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub runs: f64,
    /// Asks for the threshold of this rate of false positives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub false_positive_rate: Option<f64>,
    /// Whether the answer describes a figure.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The law of the stop, and a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct SparseRunAnswer {
    /// How many queries were looked at.
    pub length: f64,
    /// The probability that the last answer is to query 1, 2, …; to the error below.
    pub stops: Vec<f64>,
    /// The probability that fewer answers than c are given to all of them.
    pub unfinished: f64,
    /// The expected number of queries that are asked of them.
    pub expected_asked: f64,
    /// The expected number of answers.
    pub expected_answers: f64,
    /// How far any of these probabilities may be off.
    pub error: f64,
    /// The expected number of queries of value 0 until the last answer if there is no limit; `"inf"` where it has no end.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub unlimited: Number,
    /// The probability that a single query of value 0 is found above the threshold.
    pub false_positive: f64,
    /// The threshold of the rate that was asked for, by the bound of the source, `√(2(σ₁²+σ₂²) log(1/ϱ))`; normal noise only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold_by_bound: Option<f64>,
    /// The same exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold_exact: Option<f64>,
    /// The first run of the seed.
    pub run: StreamRun,
    /// The mean number of queries that the runs asked.
    pub mean: TrialMean,
    /// Whether what it says of a stream may be published, and why.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// The expected number of queries in large type.
    pub best: TechniqueStated,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// The probability of stopping at each place as bars, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StreamRun {
    /// The queries that were found above the threshold, from 1.
    pub answered: Vec<usize>,
    /// How many queries were asked.
    pub asked: usize,
}

/// A mean over runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TrialMean {
    /// The mean.
    pub mean: f64,
    /// Half the width of its band of 95 % confidence.
    pub half_width: f64,
    /// How many runs.
    pub runs: usize,
}

impl Ask for SparseRunQuestion {
    const ABOUT: &'static str =
        "When does the sparse vector technique stop? The probability of each place, and runs of a seed.";
    const FIELDS: &'static [Field] = &[
        NOISE,
        THRESHOLD_NOISE,
        QUERY_NOISE,
        ANSWERS,
        LENGTH,
        THRESHOLD,
        RESAMPLE,
        NON_NEGATIVE,
        VALUES,
        SEED,
        RUNS,
        RATE,
        PICTURE,
    ];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "sparse-vector-run", "threshold-noise": 210, "query-noise": 420, "threshold": 1000, "answers": 3,
 "length": 100, "seed": 1}"#,
        r#"{"ask": "sparse-vector-run", "threshold-noise": 1, "query-noise": 2, "threshold": 5,
 "queries": [0, 2, 1, 7, 0, 4], "length": 6, "false-positive-rate": 0.01}"#,
    ];
    type Answer = SparseRunAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let question = Self {
            setting: TechniqueSetting::read(fields)?,
            queries: fields.numbers(&VALUES)?,
            seed: fields.number(&SEED)?,
            runs: fields.number(&RUNS)?,
            false_positive_rate: fields.number_if_there(&RATE)?,
            picture: fields.flag(&PICTURE)?,
        };
        if let Some(low) =
            question.queries.iter().position(|query| question.setting.non_negative && *query < 0.0)
        {
            let place = fields.at(&VALUES);
            let elements = place.array(1, 200)?;
            return Err(elements[low].refuse("at least 0, as queries are said to be never negative"));
        }
        let steps = question.length() as f64 * question.setting.answers;
        if steps > MOST_STEPS {
            let most = number((MOST_STEPS / question.length() as f64).floor());
            return Err(fields.at(&ANSWERS).refuse(format!(
                "at most {most} for a stream of {} queries, whose places are followed one by one",
                question.length()
            )));
        }
        Ok(question)
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        self.computed().map_err(|stopped| stopped_refusal(&stopped))
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl SparseRunQuestion {
    /// How many queries are looked at.
    pub(crate) fn length(&self) -> usize {
        let most = if self.queries.is_empty() { LONGEST as f64 } else { self.queries.len() as f64 };
        let asked = match self.setting.length {
            0.0 => (MOST_STEPS / self.setting.answers).max(1.0),
            limit => limit,
        };
        asked.min(most) as usize
    }

    fn computed(&self) -> Result<SparseRunAnswer, Stopped> {
        let technique = self.setting.setting().technique();
        let length = self.length();
        let query = |at: usize| self.queries.get(at).copied().unwrap_or(0.0);
        let queries: Vec<f64> = (0..length).map(query).collect();
        let stops = technique.stops(&queries)?;
        let seed = self.seed as u64;
        let runs = Trials::new(self.runs as usize)
            .run(|at| Ok::<_, Stopped>(technique.run(query, length, seed, at)))?;
        let asked: Vec<f64> = runs.iter().map(|run| run.asked as f64).collect();
        let found = mean(&asked, CONFIDENCE);
        let mean =
            TrialMean { mean: found.mean, half_width: found.half_width.unwrap_or(0.0), runs: runs.len() };
        let first = runs.first().map_or_else(|| technique.run(query, length, seed, 0), Clone::clone);
        let run = StreamRun { answered: first.answered, asked: first.asked };
        let deviation = technique.threshold_noise.scale.hypot(technique.query_noise.scale);
        let normal = !technique.threshold_noise.laplace && !technique.query_noise.laplace;
        let rate = self.false_positive_rate.filter(|_| normal);
        let Mark { publishable, notice } = Mark::secret(
            "Must not be published with real queries: where the technique is likely to stop, and how likely, follows from the \
             queries without noise. What the technique itself says may be.",
        );
        let unlimited = technique.expected_length();
        let places = self.runs_at(&asked, &runs.iter().map(|run| run.answered.len()).collect::<Vec<_>>());
        let figure = self.picture.then(|| picture(self, &stops, &run, &places, &notice));
        Ok(SparseRunAnswer {
            length: length as f64,
            unfinished: stops.unfinished,
            expected_asked: stops.mean,
            expected_answers: stops.answers,
            error: stops.error,
            unlimited: Number(unlimited),
            false_positive: technique.false_positive(),
            threshold_by_bound: rate.map(|rate| deviation * (-2.0 * rate.ln()).sqrt()),
            threshold_exact: rate.map(|rate| deviation * quantile_of_survival(rate)),
            publishable,
            notice,
            best: self.stated(&stops),
            conclusions: conclusions(self, &stops, &run, mean, unlimited),
            stops: stops.at,
            run,
            mean,
            figure,
        })
    }

    /// The runs that gave all answers, by the place of the last.
    fn runs_at(&self, asked: &[f64], answers: &[usize]) -> Vec<usize> {
        let done = asked.iter().zip(answers).filter(|(_, answers)| **answers as f64 >= self.setting.answers);
        done.map(|(asked, _)| *asked as usize).collect()
    }

    fn stated(&self, stops: &Stops) -> TechniqueStated {
        let text = print(stops.mean, 4, Rounding::Nearest);
        let what = if self.queries.is_empty() { "queries of value 0" } else { "queries as typed" };
        TechniqueStated {
            bound: Statement { quantity: "queries".into(), side: Side::Value, number: stops.mean, text },
            condition: format!(
                "are expected to be asked of {} {what}, T = {}",
                self.length(),
                number(self.setting.threshold)
            ),
        }
    }
}

/// Nobody waits for the answer any more, or it took too long.
pub(crate) fn stopped_refusal(stopped: &Stopped) -> Refusal {
    let allowed = "a question whose answer is waited for".to_owned();
    Refusal { path: String::new(), value: None, allowed, message: stopped.to_string() }
}
