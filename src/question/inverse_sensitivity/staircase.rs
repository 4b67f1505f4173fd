//! How many records must change for each answer: the path length of a statistic on given data.

use serde::Serialize;

use super::chart::{Curve, answers, chart, finish, interval, points, steps_of};
use super::setting::{Prepared, SETTING, StatisticSetting, clipped, secret};
use crate::algorithm::inverse_sensitivity::{Mechanism, Stairs};
use crate::figure::{Axis, Draw, Figure, Mark, Series, Side};
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, Word, joined};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, number};

/// "How many people must change for each answer?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StaircaseQuestion {
    /// Records, statistic, universe and ε.
    #[serde(flatten)]
    pub setting: StatisticSetting,
    /// Which approximate path lengths are shown beside the exact one.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub beside: Vec<&'static str>,
    /// Places at which the path length is wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub places: Vec<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// An approximate path length.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ApproximateLength {
    /// Its mechanism.
    pub mechanism: &'static str,
    /// Its name.
    pub title: &'static str,
    /// `r_k` for k = 0, 1, …, as far as they are inside the interval.
    pub radii: Vec<f64>,
    /// The length at each place asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub lengths: Vec<usize>,
}

/// The reach of the statistic and its path length.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct StaircaseAnswer {
    /// f(x).
    pub value: f64,
    /// The same before it was clamped.
    pub unclamped: f64,
    /// How many records.
    pub count: usize,
    /// The records in the order in which they stand, before anything was clipped.
    pub records: Vec<f64>,
    /// How many of them were clipped.
    pub clipped: usize,
    /// How many records are left out at either end, or lie below the rank.
    pub below: usize,
    /// `lo_k` for k = 0, 1, … up to the first that is the end of the interval on both sides.
    pub lower: Vec<f64>,
    /// `hi_k`.
    pub upper: Vec<f64>,
    /// `ω(x; k)`.
    pub modulus: Vec<f64>,
    /// The path length at the lower end, at f(x) and at the upper end.
    pub ends: [usize; 3],
    /// `len^ρ` at each place asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub lengths: Vec<usize>,
    /// Approximate path lengths.
    pub beside: Vec<ApproximateLength>,
    /// Whether this may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const BESIDE: Field = Field::choices(
    "beside",
    "which approximate path lengths are shown beside the exact one",
    &[
        Word::new("tight", Mechanism::Tight.meaning()),
        Word::new("local", Mechanism::Local.meaning()),
        Word::new("smooth", Mechanism::Smooth.meaning()),
        Word::new("constant", Mechanism::Constant.meaning()),
    ],
    &["tight"],
);
/// Places of answers.
pub(super) const PLACES: Field =
    Field::numbers("places", "answers at which everything is evaluated", super::records::PLACES, [0, 1000])
        .usually(&[]);

impl Ask for StaircaseQuestion {
    const ABOUT: &'static str =
        "How many people must change for each answer? The path length of a statistic on given records.";
    const FIELDS: &'static [Field] = &joined::<10, 3, 13>(SETTING, [BESIDE, PLACES, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "statistic-staircase", "data": {"kind": "nine"}, "universe": {"kind": "bounded", "lower": 0, "upper": 12},
 "smoothing": 0.25}"#,
        r#"{"ask": "statistic-staircase", "data": {"kind": "eleven"}, "statistic": {"kind": "trimmed-mean", "trim": 2},
 "universe": {"kind": "unbounded", "lower": -4, "upper": 5}, "smoothing": 0.05, "places": [0, 3]}"#,
    ];
    type Answer = StaircaseAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            setting: StatisticSetting::read(fields)?,
            beside: fields.words(&BESIDE)?,
            places: fields.numbers(&PLACES)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let prepared = Prepared::of(&self.setting)?;
        let Prepared { instance, sensitivities } = &prepared;
        let parameters = self.setting.parameters();
        let stairs = instance.stairs(self.setting.smoothing);
        let chosen = Mechanism::ALL.into_iter().filter(|one| self.beside.contains(&one.word()));
        let beside: Vec<(Mechanism, Stairs)> =
            chosen.filter_map(|one| Some((one, one.stairs(instance, sensitivities, &parameters)?))).collect();
        let lengths = |stairs: &Stairs| self.places.iter().map(|&place| stairs.length(place)).collect();
        let [lower, upper] = instance.interval();
        let mark = secret();
        let mut answer = StaircaseAnswer {
            value: instance.value(),
            unclamped: instance.unclamped(),
            count: instance.count(),
            records: self.setting.data.build(),
            clipped: instance.clipped(),
            below: instance.window().0,
            lower: instance.reach().iter().map(|reach| reach[0]).collect(),
            upper: instance.reach().iter().map(|reach| reach[1]).collect(),
            modulus: (0..instance.reach().len()).map(|k| instance.modulus(k)).collect(),
            ends: [lower, instance.value(), upper].map(|place| stairs.length(place)),
            lengths: lengths(&stairs),
            beside: beside
                .iter()
                .map(|(one, stairs)| ApproximateLength {
                    mechanism: one.word(),
                    title: one.title(),
                    radii: stairs
                        .levels()
                        .iter()
                        .map(|level| (level[1] - instance.value()).max(instance.value() - level[0]))
                        .collect(),
                    lengths: lengths(stairs),
                })
                .collect(),
            publishable: mark.publishable,
            notice: mark.notice,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer, &prepared, &stairs);
        answer.figure = self.picture.then(|| self.picture(&answer, &prepared, &stairs, &beside));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl StaircaseQuestion {
    fn conclusions(&self, answer: &StaircaseAnswer, prepared: &Prepared, stairs: &Stairs) -> Vec<String> {
        let instance = &prepared.instance;
        let mut said: Vec<String> = clipped(instance).into_iter().collect();
        let [low, _, high] = answer.ends;
        said.push(format!(
            "The statistic is {}. For the lower end, {}, {} must change; for the upper end, {}, {}.",
            number(answer.value),
            number(instance.interval()[0]),
            records(low),
            number(instance.interval()[1]),
            records(high),
        ));
        let first = instance.modulus(1);
        let widest = (1..answer.modulus.len()).max_by(|&a, &b| rise(answer, a).total_cmp(&rise(answer, b)));
        if let Some(k) = widest {
            let share = rise(answer, k) / instance.diameter();
            said.push(if share >= 0.5 && k == 1 {
                "One changed record reaches more than half of the interval: answers are nearly uniform whatever ε is.".to_owned()
            } else {
                format!(
                    "One changed record moves it by at most {}; the longest stretch of one path length belongs to {k} changed.",
                    number(first)
                )
            });
        }
        let core = stairs.levels()[0][1] - stairs.levels()[0][0];
        if core > 0.0 {
            said.push(format!(
                "Answers within ρ = {} of it count as needing no change: {} of the interval.",
                number(self.setting.smoothing),
                percent(core / instance.diameter())
            ));
        }
        said
    }

    fn picture(
        &self,
        answer: &StaircaseAnswer,
        prepared: &Prepared,
        stairs: &Stairs,
        beside: &[(Mechanism, Stairs)],
    ) -> Figure {
        let instance = &prepared.instance;
        let most = answer.ends[0].max(answer.ends[2]).max(stairs.levels().len() - 1) as f64;
        let axes = (
            answers(instance),
            Axis::linear("records that must change", -0.06 * most, Axis::round_up(1.05 * most)),
        );
        let mut curves = vec![Curve {
            series: steps_of("path length", stairs),
            side: Side::Value,
            at: Box::new(|place| stairs.length(place) as f64),
        }];
        for (one, stairs) in beside {
            curves.push(Curve {
                series: steps_of(one.title(), stairs),
                side: Side::Value,
                at: Box::new(|place| stairs.length(place) as f64),
            });
        }
        let words = Words { head: "answer", place: "t = ", quantity: "" };
        let mut figure = chart(&words, points(instance), axes, curves);
        let mut shown = instance.sorted().to_vec();
        let [lower, upper] = instance.interval();
        shown.retain(|record| (lower..=upper).contains(record));
        let heights = vec![0.0; shown.len()];
        figure.series.push(Series { draw: Draw::Points, ..line("records", &shown, heights) });
        let at = stairs.length(answer.value) as f64;
        let label = format!("f(x) = {}", number(answer.value));
        figure.marks = vec![Mark { x: answer.value, y: at, label, says: None }];
        let sentence = format!(
            "How many records must change for each answer: 0 at {}, {} at the lower end {} and {} at the upper end {}.",
            number(answer.value),
            answer.ends[0],
            number(lower),
            answer.ends[2],
            number(upper),
        );
        let of = format!("{} in {}", self.setting.title(), interval(instance));
        finish(figure, "Path length", &of, sentence, &answer.notice)
    }
}

/// By how much the reach grows from k − 1 to k changed records, on both sides.
fn rise(answer: &StaircaseAnswer, k: usize) -> f64 {
    (answer.upper[k] - answer.lower[k]) - (answer.upper[k - 1] - answer.lower[k - 1])
}

/// `3 records`.
pub(super) fn records(count: usize) -> String {
    match count {
        0 => "none".into(),
        1 => "one record".into(),
        _ => format!("{count} records"),
    }
}

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    use crate::numeric::decimal::{Rounding, print};
    format!("{} %", print(100.0 * share, 3, Rounding::Nearest))
}
