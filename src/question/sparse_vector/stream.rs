//! What a stream costs while it is asked: the technique, noise on every query, noisy screening.

use serde::Serialize;

use super::guarantee::TechniqueStated;
use super::setting::{
    LENGTH, NOISE, NON_NEGATIVE, QUERY_NOISE, RUNS, SLACK, THRESHOLD, THRESHOLD_NOISE, TechniqueSetting,
};
use crate::algorithm::sparse_vector::bound::Setting;
use crate::algorithm::sparse_vector::course::{Rounds, course, every_query, screened};
use crate::algorithm::trial::Trials;
use crate::figure::{Axis, Band, Figure, Series, Side, Statement};
use crate::mechanism::Range;
use crate::mechanism::Slider;
use crate::numeric::Scale;
use crate::numeric::decimal::{Rounding, print};
use crate::question::Ask;
use crate::question::field::common::{PICTURE, SEEDS};
use crate::question::field::described::Field;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number, up};
use crate::watch::Stopped;

const QUERIES: Field = Field::number_or(
    "asked",
    "up to how many queries the stream is followed",
    Range::whole(2.0, 100_000.0),
    2000.0,
)
.slider("queries", Slider { from: 10.0, to: 20_000.0, scale: Scale::Log, start: 2000.0 });
const SEED: Field = Field::number_or("seed", "the seed of the runs", SEEDS, 1.0);

/// The most queries times runs, for the time it takes.
const MOST_STEPS: f64 = 2e7;

/// Points of a curve.
const POINTS: usize = 40;

const SCREENING: &str = "noisy screening, depends on the data";

/// Why the curve of noisy screening must not be published.
const NOTICE: &str = "Must not be published with real queries: what noisy screening loses is computed from the queries without \
                      noise. Here all of them are 0.";

/// "What does a stream cost while nothing is above the threshold?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SparseStreamQuestion {
    /// The technique, one answer a round, new noise after each.
    #[serde(flatten)]
    pub setting: TechniqueSetting,
    /// Up to how many queries; 2000 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub asked: f64,
    /// δ; 1e-6 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub delta: f64,
    /// The seed of the runs; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: f64,
    /// How many runs a mean is of; 100 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub runs: f64,
    /// Whether the answer describes a figure.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// ε as a stream goes on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SparseStreamAnswer {
    /// Numbers of queries.
    pub x: Vec<f64>,
    /// A curve for each way.
    pub curves: Vec<StreamCurve>,
    /// ε of one round with one answer, by this noise.
    pub round: f64,
    /// The mean ε after all queries, in large type.
    pub best: TechniqueStated,
    /// What is true of the curves.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

/// ε against the number of queries by one way.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct StreamCurve {
    /// Its name.
    pub title: String,
    /// ε at each number of queries; of the technique the mean over runs.
    pub epsilon: Vec<f64>,
    /// Half the width of the band of 95 % confidence of a mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub half_width: Vec<f64>,
    /// Whether it may be published of real queries.
    pub publishable: bool,
}

impl Ask for SparseStreamQuestion {
    const ABOUT: &'static str = "What does a stream of queries cost while it is asked? The technique beside noise on every query and noisy screening.";
    const FIELDS: &'static [Field] = &[
        NOISE,
        THRESHOLD_NOISE,
        QUERY_NOISE,
        LENGTH,
        THRESHOLD,
        NON_NEGATIVE,
        QUERIES,
        SLACK,
        SEED,
        RUNS,
        PICTURE,
    ];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "sparse-vector-stream", "threshold-noise": 210, "query-noise": 420, "threshold": 1000, "length": 0,
 "non-negative": true, "asked": 1000, "delta": 1e-6, "runs": 10}"#,
    ];
    type Answer = SparseStreamAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let setting = TechniqueSetting::read_rounds(fields)?;
        setting.guaranteed(fields)?;
        let question = Self {
            setting,
            asked: fields.number(&QUERIES)?,
            delta: fields.number(&SLACK)?,
            seed: fields.number(&SEED)?,
            runs: fields.number(&RUNS)?,
            picture: fields.flag(&PICTURE)?,
        };
        if question.runs * question.asked > MOST_STEPS {
            let most = number((MOST_STEPS / question.asked).floor());
            return Err(fields
                .at(&RUNS)
                .refuse(format!("at most {most} for {} queries", number(question.asked))));
        }
        Ok(question)
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        self.computed().map_err(|stopped| super::run::stopped_refusal(&stopped))
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl SparseStreamQuestion {
    fn computed(&self) -> Result<SparseStreamAnswer, Stopped> {
        let setting = self.setting.setting();
        let places = places(self.asked as usize);
        let x: Vec<f64> = places.iter().map(|&place| place as f64).collect();
        let mut curves = Vec::new();
        let runs = self.runs as usize;
        let mut round = f64::INFINITY;
        for (at, one) in [setting, setting.other_noise()].iter().enumerate() {
            let Some(mut rounds) = Rounds::new(one, self.delta) else { continue };
            if !rounds.total(1.0).is_finite() {
                continue;
            }
            if at == 0 {
                round = rounds.total(1.0);
            }
            let trials = Trials { count: runs, before: at * runs, whole: 2 * runs };
            let found = course(one, &mut rounds, &places, self.seed as u64, trials)?;
            curves.push(StreamCurve {
                title: title(one),
                epsilon: found.iter().map(|one| one.mean).collect(),
                half_width: found.iter().map(|one| one.half_width.unwrap_or(0.0)).collect(),
                publishable: true,
            });
        }
        let deviation = setting.threshold_noise.deviation().hypot(setting.query_noise.deviation());
        let every: Vec<f64> =
            x.iter().filter_map(|&count| every_query(deviation, count, self.delta)).collect();
        if every.len() == x.len() {
            let title = format!("normal noise {} on every query", number(deviation));
            curves.push(StreamCurve { title, epsilon: every, half_width: Vec::new(), publishable: true });
        }
        curves.push(StreamCurve {
            title: SCREENING.into(),
            epsilon: screened(self.setting.threshold, deviation, &x, self.delta),
            half_width: Vec::new(),
            publishable: false,
        });
        let figure = self.picture.then(|| self.picture(&x, &curves));
        Ok(SparseStreamAnswer {
            best: self.stated(&curves),
            conclusions: self.conclusions(&x, &curves),
            round,
            figure,
            x,
            curves,
        })
    }

    fn stated(&self, curves: &[StreamCurve]) -> TechniqueStated {
        let own = &curves[0];
        let mean = own.epsilon.last().copied().unwrap_or(0.0);
        let half = own.half_width.last().copied().unwrap_or(0.0);
        let text = format!("{} ± {}", number(mean), print(half, 2, Rounding::Up));
        TechniqueStated {
            bound: Statement { quantity: "mean ε".into(), side: Side::Value, number: mean, text },
            condition: format!(
                "after {} queries of value 0 at δ = {}, over {} runs with 95 % confidence, T = {}",
                number(self.asked),
                number(self.delta),
                number(self.runs),
                number(self.setting.threshold)
            ),
        }
    }

    /// Where the technique begins to cost less than noise on every query, and which noise is better at the end.
    fn conclusions(&self, x: &[f64], curves: &[StreamCurve]) -> Vec<String> {
        let mut said = Vec::new();
        let own = &curves[0];
        let end = x.len() - 1;
        let of = |part: &str| curves[1..].iter().find(|curve| curve.title.contains(part));
        if let Some(every) = of("on every query") {
            // The last place up to which noise on every query costs no more.
            let below = (0..x.len()).rev().find(|&at| every.epsilon[at] <= own.epsilon[at]);
            said.push(match below {
                None => "The technique costs less than the same noise on every query from the first query on.".into(),
                Some(at) if at == end => format!(
                    "Up to {} queries the same noise on every query costs less, ε ≤ {} in place of {} on average, and answers \
                     all of them.",
                    number(x[end]),
                    up(every.epsilon[end]),
                    number(own.epsilon[end])
                ),
                Some(at) => format!(
                    "From {} queries on the technique costs less than the same noise on every query; after {}, {} on average \
                     in place of ε ≤ {}.",
                    number(x[at + 1]),
                    number(x[end]),
                    number(own.epsilon[end]),
                    up(every.epsilon[end])
                ),
            });
        }
        if let Some(other) = of("sparse vector") {
            let (less, more) =
                if own.epsilon[end] <= other.epsilon[end] { (own, other) } else { (other, own) };
            let overlap =
                less.epsilon[end] + less.half_width[end] >= more.epsilon[end] - more.half_width[end];
            said.push(format!(
                "After {} queries {} costs {} on average and {} {}{}.",
                number(x[end]),
                less.title,
                number(less.epsilon[end]),
                more.title,
                number(more.epsilon[end]),
                if overlap { "; their bands overlap" } else { ", beyond the bands of both" }
            ));
        }
        if let Some(screening) = of("screening") {
            said.push(format!(
                "Noisy screening would lose ε ≤ {} after {}, a number that depends on the data and must not be published as it is.",
                up(screening.epsilon[end]),
                number(x[end])
            ));
        }
        said
    }

    fn picture(&self, x: &[f64], curves: &[StreamCurve]) -> Figure {
        let mut drawn: Vec<Line> = Vec::new();
        let mut bands = Vec::new();
        for curve in curves {
            let series = Series { ..line(&curve.title, x, curve.epsilon.clone()) };
            let mean = !curve.half_width.is_empty();
            drawn.push((series, if mean { Side::Value } else { Side::Upper }));
            if mean {
                let end = |sign: f64| {
                    curve
                        .epsilon
                        .iter()
                        .zip(&curve.half_width)
                        .map(|(mean, half)| (mean + sign * half).max(0.0))
                        .collect()
                };
                bands.push(Band {
                    label: format!("95 % of {}", curve.title),
                    x: x.to_vec(),
                    lower: end(-1.0),
                    upper: end(1.0),
                });
            }
        }
        let words = Words { head: "queries", place: "queries ", quantity: "ε" };
        let axes = (
            Axis { from: 1.0, to: x[x.len() - 1], ..Axis::decades("queries asked", 1.0, x[x.len() - 1]) },
            decades_of(&format!("ε at δ = {}", number(self.delta)), &drawn),
        );
        let mut figure = lines(&words, x, axes, drawn);
        // What a mean is worth depends on its error, wherever it is read.
        for (column, curve) in figure.readings.columns.iter_mut().zip(curves) {
            for (text, half) in column.texts.iter_mut().zip(&curve.half_width) {
                *text += &format!(" ± {}", print(*half, 2, Rounding::Up));
            }
        }
        let title = format!("ε against the number of queries, T = {}", number(self.setting.threshold));
        let sentence = format!(
            "{title}: means over {} runs with their bands of 95 % confidence, beside noise of the same deviation on every query.",
            number(self.runs)
        );
        let mut figure = Figure {
            shows: "ε against the number of queries".into(),
            notice: NOTICE.into(),
            sentence,
            bands,
            title,
            ..figure
        };
        figure.table.caption = format!("{}. {NOTICE}", figure.title);
        figure
    }
}

/// A curve of the technique by its noise.
fn title(setting: &Setting) -> String {
    let name = |laplace: bool| if laplace { "Laplace" } else { "normal" };
    let (first, second) = (name(setting.threshold_noise.laplace), name(setting.query_noise.laplace));
    if first == second {
        format!("sparse vector, {first} noise")
    } else {
        format!("sparse vector, {first} and {second} noise")
    }
}

/// Numbers of queries, evenly on a log scale, both ends among them.
fn places(most: usize) -> Vec<usize> {
    let mut places: Vec<usize> =
        (0..POINTS).map(|at| (most as f64).powf(at as f64 / (POINTS - 1) as f64).round() as usize).collect();
    places.dedup();
    places
}
