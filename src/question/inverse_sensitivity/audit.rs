//! One record is changed: how far apart the answers about the two data sets are.

use serde::Serialize;

use super::chart::{Curve, answers, chart, finish, points};
use super::setting::{SETTING, StatisticSetting, no_law, secret};
use super::staircase::PLACES;
use crate::algorithm::inverse_sensitivity::audit::{Audit, Audited};
use crate::algorithm::inverse_sensitivity::{Instance, Mechanism};
use crate::figure::{Axis, Band, Draw, Figure, Series, Side, Statement};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, Word, joined};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, lines, number, stated, up};

/// Points of the curve of δ.
const STEPS: usize = 60;

/// "If this record were another, how much would the odds of an answer change?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AuditQuestion {
    /// Records, statistic, universe and ε.
    #[serde(flatten)]
    pub setting: StatisticSetting,
    /// Which record changes, from 0.
    pub record: usize,
    /// What it becomes.
    pub becomes: f64,
    /// Whose answers are compared.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mechanism: AuditedWord,
    /// Answers at which the log ratio is wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub places: Vec<f64>,
    /// Whether to describe the pictures too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// Whose answers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum AuditedWord {
    /// Inverse sensitivity.
    Exact,
    /// The approximate path length of `LS^(ℓ−1)`.
    Tight,
    /// Of `LS^(ℓ)`.
    Local,
    /// Of smoothed radii.
    Smooth,
    /// Of one radius.
    Constant,
    /// Algorithm 4 as printed.
    Printed,
    /// Algorithm 4 without its hole.
    PrintedCenter,
}

/// Two laws of answers against each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct AuditAnswer {
    /// The statistic before and after.
    pub before: f64,
    /// The statistic with the record changed.
    pub after: f64,
    /// The largest `|ln p(t)/p′(t)|`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub largest: Number,
    /// An answer at which it is attained.
    pub attained: f64,
    /// Whether it is within ε.
    pub within: bool,
    /// The total variation distance.
    pub total_variation: f64,
    /// ε′ from 0 on, and `δ(ε′) = ∫ (p − e^{ε′} p′)₊`, the larger of both directions.
    pub epsilons: Vec<f64>,
    /// δ at each.
    pub deltas: Vec<f64>,
    /// The log ratio at each place asked for; none where neither has an answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\" | null)[]"))]
    pub losses: Vec<Option<Number>>,
    /// The largest loss as printed.
    pub facts: Vec<Statement>,
    /// Whether this may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The log ratio, if a picture is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// δ against ε′, if a picture is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_figure: Option<Figure>,
}

const RECORD: Field =
    Field::number("record", "which record changes, from 0 as they stand", Range::whole(0.0, 4999.0));
const BECOMES: Field = Field::number("becomes", "what it becomes", super::records::PLACES);
const WORDS: [AuditedWord; 7] = [
    AuditedWord::Exact,
    AuditedWord::Tight,
    AuditedWord::Local,
    AuditedWord::Smooth,
    AuditedWord::Constant,
    AuditedWord::Printed,
    AuditedWord::PrintedCenter,
];
const MECHANISM: Field = Field::choice_or(
    "mechanism",
    "whose answers are compared",
    &[
        Word::new("exact", Mechanism::Exact.meaning()),
        Word::new("tight", Mechanism::Tight.meaning()),
        Word::new("local", Mechanism::Local.meaning()),
        Word::new("smooth", Mechanism::Smooth.meaning()),
        Word::new("constant", Mechanism::Constant.meaning()),
        Word::new("printed", "Algorithm 4 as printed, wrong: no answer within ρ of the statistic"),
        Word::new(
            "printed-center",
            "Algorithm 4 with that repaired, wrong: measured from the clamped centre",
        ),
    ],
    "exact",
);

impl AuditedWord {
    const fn audited(self) -> Audited {
        match self {
            Self::Exact => Audited::Mechanism(Mechanism::Exact),
            Self::Tight => Audited::Mechanism(Mechanism::Tight),
            Self::Local => Audited::Mechanism(Mechanism::Local),
            Self::Smooth => Audited::Mechanism(Mechanism::Smooth),
            Self::Constant => Audited::Mechanism(Mechanism::Constant),
            Self::Printed => Audited::Printed,
            Self::PrintedCenter => Audited::PrintedCenter,
        }
    }

    const fn title(self) -> &'static str {
        match self.audited() {
            Audited::Mechanism(mechanism) => mechanism.title(),
            Audited::Printed => "Algorithm 4 as printed",
            Audited::PrintedCenter => "Algorithm 4 from the clamped centre",
        }
    }
}

impl Ask for AuditQuestion {
    const ABOUT: &'static str =
        "If one record were another, how much would the odds of an answer change? Never by more than e^ε.";
    const FIELDS: &'static [Field] =
        &joined::<10, 5, 15>(SETTING, [RECORD, BECOMES, MECHANISM, PLACES, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "statistic-audit", "data": {"kind": "nine"}, "universe": {"kind": "bounded", "lower": 0, "upper": 12},
 "smoothing": 0.25, "record": 4, "becomes": 12}"#,
        r#"{"ask": "statistic-audit", "data": {"kind": "values", "values": [3, 3, 3, 3, 6, 6, 6]},
 "statistic": {"kind": "median"}, "universe": {"kind": "unbounded", "lower": 0, "upper": 3}, "smoothing": 0.1, "record": 3,
 "becomes": 6, "mechanism": "printed-center"}"#,
    ];
    type Answer = AuditAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let setting = StatisticSetting::read(fields)?;
        let record = fields.number(&RECORD)? as usize;
        let count = setting.data.count();
        if record >= count {
            let allowed = format!("below {count}, the number of records");
            return Err(fields.at(&RECORD).refuse(allowed));
        }
        let mechanism = fields.chosen(&MECHANISM, &WORDS)?;
        let printed = matches!(mechanism, AuditedWord::Printed | AuditedWord::PrintedCenter);
        if printed && !setting.instance()?.is_printed() {
            let allowed = "one that is about this: Algorithm 4 has a trimmed mean in an unbounded universe";
            return Err(fields.at(&MECHANISM).refuse(allowed));
        }
        Ok(Self {
            setting,
            record,
            becomes: fields.number(&BECOMES)?,
            mechanism,
            places: fields.numbers(&PLACES)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let mut records = self.setting.data.build();
        let one = self.setting.instance_of(&records)?;
        if let Some(record) = records.get_mut(self.record) {
            *record = self.becomes;
        }
        let other = self.setting.instance_of(&records)?;
        let audit =
            self.mechanism.audited().compare(&one, &other, &self.setting.parameters()).map_err(no_law)?;
        let ratio = &audit.ratio;
        let back = ratio.reversed();
        let epsilon = self.setting.epsilon;
        let (largest, attained) = audit.largest();
        let attained = if attained.is_nan() { one.value() } else { attained };
        let far = if largest.is_finite() { largest.max(epsilon) } else { 2.0 * epsilon };
        let epsilons: Vec<f64> = (0..=STEPS).map(|at| far * at as f64 / STEPS as f64).collect();
        let mark = secret();
        let mut answer = AuditAnswer {
            before: one.value(),
            after: other.value(),
            largest: Number(largest),
            attained,
            within: largest <= epsilon * (1.0 + 1e-12),
            total_variation: ratio.total_variation(),
            deltas: epsilons.iter().map(|&at| ratio.delta(at).max(back.delta(at))).collect(),
            epsilons,
            losses: self.places.iter().map(|&place| ratio.at(place).map(loss)).collect(),
            facts: vec![
                stated("largest loss", Side::Upper, largest),
                stated("total variation", Side::Value, ratio.total_variation()),
            ],
            publishable: mark.publishable,
            notice: mark.notice,
            conclusions: Vec::new(),
            figure: None,
            profile_figure: None,
        };
        answer.conclusions = self.conclusions(&answer, &one, &other);
        if self.picture {
            answer.figure = Some(self.picture(&answer, &one, &audit));
            answer.profile_figure = Some(self.profile(&answer));
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut()), ("/profile-figure", answer.profile_figure.as_mut())]
    }
}

/// A loss at the border; JSON has a word for +∞ only, and −∞ says the same of the other data set.
fn loss(value: f64) -> Number {
    Number(if value == f64::NEG_INFINITY { f64::INFINITY } else { value })
}

impl AuditQuestion {
    fn conclusions(&self, answer: &AuditAnswer, one: &Instance, other: &Instance) -> Vec<String> {
        let epsilon = number(self.setting.epsilon);
        let mut said = vec![format!(
            "With record {} at {} in place of {} the statistic goes from {} to {}.",
            self.record,
            number(self.becomes),
            number(self.setting.data.build()[self.record]),
            number(answer.before),
            number(answer.after)
        )];
        let largest = answer.largest.0;
        said.push(if largest == f64::INFINITY {
            format!(
                "Some answers are possible with one data set alone: the loss is infinite, and {} keeps no ε at all.",
                self.mechanism.title()
            )
        } else if answer.within {
            format!(
                "No answer changes its odds by more than e^{}; ε = {epsilon} is promised, and {} of it is used.",
                up(largest),
                super::staircase::percent(largest / self.setting.epsilon)
            )
        } else {
            format!(
                "At {} the odds change by e^{}, more than e^{epsilon}: {} does not keep its promise.",
                number(answer.attained),
                number(largest),
                self.mechanism.title()
            )
        });
        said.push(format!(
            "Whoever guesses from one answer which data set it was is right more often than by chance by at most {}.",
            super::staircase::percent(0.5 * answer.total_variation)
        ));
        if one.clipped() > 0 || other.clipped() > 0 {
            said.push(format!(
                "Records outside of {} are clipped to it, before and after.",
                super::chart::interval(one)
            ));
        }
        said
    }

    fn picture(&self, answer: &AuditAnswer, one: &Instance, audit: &Audit) -> Figure {
        let ratio = &audit.ratio;
        let epsilon = self.setting.epsilon;
        let finite = audit.cells().map(|cell| cell.loss.abs()).filter(|loss| loss.is_finite());
        let top = Axis::round_up(1.2 * finite.fold(epsilon, f64::max));
        let steps = ratio.cells().iter().any(|cell| cell.from < cell.to);
        let cells = audit.cells().filter(|cell| !steps || cell.from < cell.to);
        let (mut x, mut y) = (Vec::new(), Vec::new());
        for cell in cells {
            // Beyond the plot where only one of them has answers.
            let height = cell.loss.clamp(-1e3 * top, 1e3 * top);
            x.push(cell.from);
            y.push(height);
            if steps && x.len() > 1 && y[y.len() - 2] == height {
                x.pop();
                y.pop();
            }
        }
        if let (Some(last), Some(&height), true) = (ratio.cells().last(), y.last(), steps) {
            x.push(last.to);
            y.push(height);
        }
        let draw = if steps { Draw::Step } else { Draw::Points };
        let series = Series { draw, ..line("log ratio", &x, y) };
        let at = Box::new(|place: f64| ratio.at(place).unwrap_or(0.0));
        let axes = (answers(one), Axis::linear("ln p(t)/p′(t)", -top, top));
        let words = Words { head: "answer", place: "t = ", quantity: "" };
        let mut figure = chart(&words, points(one), axes, vec![Curve { series, side: Side::Value, at }]);
        let ends = one.interval().to_vec();
        figure.bands = vec![Band {
            label: "within ±ε".into(),
            x: ends,
            lower: vec![-epsilon; 2],
            upper: vec![epsilon; 2],
        }];
        let sentence = format!(
            "The log ratio of the odds of each answer before and after the change: at most {} where ±{} is allowed.",
            up(answer.largest.0),
            number(epsilon)
        );
        finish(figure, "Privacy loss of each answer", self.mechanism.title(), sentence, &answer.notice)
    }

    fn profile(&self, answer: &AuditAnswer) -> Figure {
        let x = &answer.epsilons;
        let top = Axis::round_up(answer.deltas.iter().copied().fold(1e-12, f64::max));
        let axes = (Axis::linear("ε′", 0.0, x[x.len() - 1]), Axis::linear("δ(ε′)", 0.0, top));
        let words = Words { head: "ε′", place: "ε′ = ", quantity: "δ" };
        let curve = (line("these two data sets", x, answer.deltas.clone()), Side::Value);
        let figure = lines(&words, x, axes, vec![curve]);
        let sentence = "How much probability escapes the bound e^ε′ for these two data sets, the larger of both directions.";
        finish(
            figure,
            "Hockey-stick of two data sets",
            self.mechanism.title(),
            sentence.into(),
            &answer.notice,
        )
    }
}
