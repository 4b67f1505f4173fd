//! Why the tight bound of a sample needs a condition: pairs that break it, and pairs that do not.

use serde::Serialize;

use crate::figure::{Axis, Band, Figure, Side, Table};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, Variant};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, ends, line, lines, number, values};
use crate::sampling::renyi::Family;

/// The most points.
const MOST: usize = 200;

/// Points that the engine chooses, all of which are rows of the table.
const USUAL_POINTS: u32 = 39;

/// "Where do the odd moments of P/Q − 1 turn negative?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConditionQuestion {
    /// What a release gives with a person (P) and without (Q).
    pub pair: ConditionPair,
    /// Odd powers, by increasing power; 3 and 5 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub powers: Vec<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The pairs of a family with one Q.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ConditionPair {
    /// Two Poisson distributions.
    Poisson {
        /// The mean of Q.
        without: f64,
        /// The means of P; from a tenth to twice that of Q if absent.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        with: Vec<f64>,
    },
    /// Two distributions on two outputs.
    TwoPoint {
        /// The probability of the first output under Q.
        without: f64,
        /// The probabilities of the first output under P; from 0.025 to 0.975 if absent.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        with: Vec<f64>,
    },
}

/// The moments of one power.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OddMoments {
    /// ℓ.
    pub power: u64,
    /// `E_Q[(P/Q − 1)^ℓ]` at each P.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub values: Vec<Number>,
    /// `E_P[(Q/P − 1)^ℓ]` at each P: the other way round.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub reversed: Vec<Number>,
    /// Runs of neighbouring P at which `values` is negative.
    pub negative: Vec<NegativeRun>,
}

/// Neighbouring points with a negative moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NegativeRun {
    /// The first of them.
    pub from: f64,
    /// The last of them.
    pub to: f64,
    /// The smallest moment there.
    pub least: f64,
}

/// The moments, and where they break the condition.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConditionAnswer {
    /// The parameters of P.
    pub with: Vec<f64>,
    /// One entry per power.
    pub moments: Vec<OddMoments>,
    /// At each P the least of the powers whose moment is negative, with P and Q either way round; `null` where none is.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | null)[]"))]
    pub fails: Vec<Option<u64>>,
    /// What the numbers say, in words.
    pub sentence: String,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const MEANS: Range = Range::closed(1e-3, 1e3);
const CHANCES: Range = Range::closed(1e-6, 1.0 - 1e-6);
const MEAN: Field = Field::number("without", "the mean of Q, what a release gives without the person", MEANS);
const MEANS_OF_P: Field = Field::ascending(
    "with",
    "the means of P, with the person; from a tenth to twice that of Q if absent",
    MEANS,
    [1, MOST],
)
.optional();
const CHANCE: Field =
    Field::number("without", "the probability of the first output under Q, without the person", CHANCES);
const CHANCES_OF_P: Field = Field::ascending(
    "with",
    "the probabilities of the first output under P, with the person; from 0.025 to 0.975 if absent",
    CHANCES,
    [1, MOST],
)
.optional();
const PAIR: Field = Field::variants(
    "pair",
    "what a release may give with a person and without",
    &[
        Variant { word: "poisson", meaning: "two Poisson distributions", fields: &[MEAN, MEANS_OF_P] },
        Variant { word: "two-point", meaning: "two outputs", fields: &[CHANCE, CHANCES_OF_P] },
    ],
);
const POWERS: Field =
    Field::ascending("powers", "odd powers of the moments", Range::whole(3.0, 15.0), [1, 7])
        .usually(&[3.0, 5.0]);

impl Ask for ConditionQuestion {
    const ABOUT: &'static str = "When does the tight bound on a sample hold? Odd moments of two distributions, and where they are negative.";
    const FIELDS: &'static [Field] = &[PAIR, POWERS, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "amplification-condition", "pair": {"kind": "poisson", "without": 0.6}}"#,
        r#"{"ask": "amplification-condition", "powers": [3, 5, 7],
 "pair": {"kind": "two-point", "without": 0.2, "with": [0.1, 0.15, 0.25]}}"#,
    ];
    type Answer = ConditionAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let place = fields.at(&PAIR);
        let (kind, inner) = place.variant(&PAIR)?;
        let pair = match kind {
            "poisson" => {
                let (without, with) = (inner.number(&MEAN)?, inner.numbers(&MEANS_OF_P)?);
                ConditionPair::Poisson { without, with: usual(with, |share| 2.0 * share * without) }
            }
            _ => {
                let (without, with) = (inner.number(&CHANCE)?, inner.numbers(&CHANCES_OF_P)?);
                ConditionPair::TwoPoint { without, with: usual(with, |share| share - 0.025) }
            }
        };
        let powers = fields.numbers(&POWERS)?;
        if powers.iter().any(|power| power % 2.0 == 0.0) {
            return Err(fields.at(&POWERS).refuse("odd numbers: an even moment is never negative"));
        }
        Ok(Self { pair, powers, picture: fields.flag(&PICTURE)? })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let (family, without, with) = match &self.pair {
            ConditionPair::Poisson { without, with } => (Family::Poisson, *without, with),
            ConditionPair::TwoPoint { without, with } => (Family::TwoPoint, *without, with),
        };
        let powers: Vec<u64> = self.powers.iter().map(|&power| power as u64).collect();
        let moment = |with: f64, without: f64, power: u64| {
            // All parameters are inside of what is described.
            Number(family.moment(with, without, power).map_or(f64::INFINITY, |moment| moment.to_value()))
        };
        let one = |&power: &u64| {
            let values: Vec<Number> = with.iter().map(|&with| moment(with, without, power)).collect();
            let reversed = with.iter().map(|&with| moment(without, with, power)).collect();
            let is_negative = |&with: &f64| family.is_negative(with, without, power);
            OddMoments { power, negative: runs(with, &values, is_negative), values, reversed }
        };
        let moments: Vec<OddMoments> = powers.iter().map(one).collect();
        let fails = with.iter().map(|&with| family.first_negative(with, without, &powers)).collect();
        let with = with.clone();
        let mut answer = ConditionAnswer { with, moments, fails, sentence: String::new(), figure: None };
        answer.sentence = sentence(&self.pair, &answer);
        answer.figure = self.picture.then(|| picture(&self.pair, &answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

/// The points asked, or equal steps from a fortieth share on.
fn usual(asked: Vec<f64>, at: impl Fn(f64) -> f64) -> Vec<f64> {
    if asked.is_empty() {
        (2..USUAL_POINTS + 2).map(|step| at(f64::from(step) / f64::from(USUAL_POINTS + 1))).collect()
    } else {
        asked
    }
}

/// Runs of neighbouring points whose value is negative.
fn runs(x: &[f64], values: &[Number], is_negative: impl Fn(&f64) -> bool) -> Vec<NegativeRun> {
    let mut runs: Vec<NegativeRun> = Vec::new();
    let mut inside = false;
    for (&at, &Number(value)) in x.iter().zip(values) {
        let negative = is_negative(&at);
        match runs.last_mut() {
            Some(run) if negative && inside => {
                *run = NegativeRun { to: at, least: run.least.min(value), ..*run }
            }
            _ if negative => runs.push(NegativeRun { from: at, to: at, least: value }),
            _ => {}
        }
        inside = negative;
    }
    runs
}

/// What the parameter of a distribution is called.
fn parameter(pair: &ConditionPair) -> &'static str {
    match pair {
        ConditionPair::Poisson { .. } => "mean",
        ConditionPair::TwoPoint { .. } => "probability",
    }
}

/// What the numbers say: of the points computed, and of no other.
fn sentence(pair: &ConditionPair, answer: &ConditionAnswer) -> String {
    let (of, all) = (parameter(pair), answer.with.len());
    let run = |run: &NegativeRun| match run.from == run.to {
        true => format!("at {} ({})", number(run.from), number(run.least)),
        false => format!("from {} to {} (least {})", number(run.from), number(run.to), number(run.least)),
    };
    let power = |moments: &&OddMoments| {
        let runs: Vec<String> = moments.negative.iter().map(run).collect();
        format!("that of power {} {}", moments.power, runs.join(" and "))
    };
    let negative: Vec<&OddMoments> =
        answer.moments.iter().filter(|moments| !moments.negative.is_empty()).collect();
    let moments = match &negative[..] {
        [] => {
            format!("None of these moments of P/Q − 1 under Q is negative at a {of} of P that was computed.")
        }
        some => {
            let told: Vec<String> = some.iter().map(power).collect();
            format!("A moment of P/Q − 1 under Q is negative, by the {of} of P: {}.", told.join("; "))
        }
    };
    let failing: Vec<u64> = answer.fails.iter().filter_map(|&power| power).collect();
    let verdict = match failing.iter().min() {
        None => format!(
            "Either way round no moment computed is negative, at any of the {all}: none of them breaks the \
                         condition of the tight bound with these powers."
        ),
        Some(least) => format!(
            "With P and Q either way round one is negative at {} of the {all}: there the tight bound is not proved, in \
             the worst case from order {least} on, and the general bound holds.",
            failing.len()
        ),
    };
    format!("{moments} {verdict}")
}

/// The moments against the parameter of P, shaded where the least of them is negative (Zhu, dissertation, Fig. 2.2).
fn picture(pair: &ConditionPair, answer: &ConditionAnswer) -> Figure {
    let (x, of) = (&answer.with, parameter(pair));
    let curve = |moments: &OddMoments| {
        (line(&format!("moment of power {}", moments.power), x, values(&moments.values)), Side::Value)
    };
    let curves: Vec<Line> = answer.moments.iter().map(curve).collect();
    let lowest = |at: usize| curves.iter().map(|(series, _)| series.y[at]).fold(0.0, f64::min);
    let lower: Vec<f64> = (0..x.len()).map(lowest).collect();
    let depth = lower.iter().fold(0.0f64, |depth, &y| depth.max(-y));
    // Upwards the curves grow without bound, so that the picture ends as far above 0 as below; where nothing is
    // negative, at what the first of them reaches half way.
    let middle = curves.first().map_or(0.0, |(series, _)| series.y[series.y.len() / 2]);
    let height = if depth > 0.0 { depth } else { middle.abs() };
    let reach = if height > 0.0 && height.is_finite() { Axis::round_up(1.2 * height) } else { 1.0 };
    let (from, to) = ends(x);
    let axes = (
        Axis::linear(format!("{of} of P"), from, to),
        Axis::linear("moment of P/Q − 1 under Q", if depth > 0.0 { -reach } else { 0.0 }, reach),
    );
    let (head, place) = (format!("{of} of P"), format!("{of} of P "));
    let figure = lines(&Words { head: &head, place: &place, quantity: "" }, x, axes, curves);
    let band = Band { label: "negative".into(), upper: vec![0.0; x.len()], x: x.clone(), lower };
    let title = match pair {
        ConditionPair::Poisson { without, .. } => {
            format!("Odd moments of two Poisson distributions, Q of mean {}", number(*without))
        }
        ConditionPair::TwoPoint { without, .. } => {
            format!("Odd moments of two outputs, the first of probability {} under Q", number(*without))
        }
    };
    Figure {
        sentence: answer.sentence.clone(),
        shows: "odd moments".into(),
        bands: if depth > 0.0 { vec![band] } else { Vec::new() },
        table: Table { caption: title.clone(), ..figure.table },
        title,
        ..figure
    }
}
