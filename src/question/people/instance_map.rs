//! Who loses how much: a map of the plane and the loss of everyone in the data.

use crate::question::{Ask, Blocks};
use serde::Serialize;

use super::instance_figure::{distribution, exposed, map_figure};
use super::instance_people::{Everyone, describe_chosen};
use super::model::{
    AXES, MODEL, ModelSource, TRAINING_FIELDS, Training, WORST_DELTA, find_model, read_axes, read_model,
    read_training,
};
use super::reporting::{REPORT, Reporting, read_reporting};
use crate::figure::Figure;
use crate::instance::plane::Plane;
use crate::instance::{Form, ReportKind};
use crate::learn::Shape;
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::numeric::matrix::norm;
use crate::question::field::data::NORM_SLACK;
use crate::question::field::described::{Field, Word, joined};
use crate::question::field::number::Number;
use crate::question::field::publishable::{Mark, SECRET};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;

const SHOWS: [Word; 4] = [
    Word::new("truth", "the losses themselves, which must not be published"),
    Word::new("data-independent", "a report without further releases"),
    Word::new("data-dependent", "a report from a private gradient and Hessian"),
    Word::new("adaptive", "a report from these and a private eigenvalue"),
];
const SHOW: Field = Field::choice_or("show", "what is shown", &SHOWS, "truth");
const LABEL: Field = Field::number_or(
    "label",
    "the label of the person who is moved over the map",
    Range::closed(-1.0, 1.0),
    1.0,
);
const CELLS: Field = Field::number_or(
    "cells",
    "cells along one side of the map, 0 for no map",
    Range::whole(0.0, 512.0),
    256.0,
);
const DETAILS: Field =
    Field::flag("details", "whether the answer says how losses are spread, and everyone in a table", true);
const MEMBER: Field =
    Field::number("member", "someone in the data, by their place from 0", Range::whole(0.0, 99_999.0));
const PLACE: Field =
    Field::numbers("place", "someone else at these two features", Range::closed(-1.0, 1.0), [2, 2]);
const CHOSEN: Field = Field::one_of("person", "someone to be told of in full", &[MEMBER, PLACE]).optional();
const ALL: [Field; 18] = joined::<9, 9, 18>(
    TRAINING_FIELDS,
    [MODEL, SHOW, REPORT, LABEL, AXES, CELLS, WORST_DELTA, DETAILS, CHOSEN],
);

/// "What would a person lose who stood here, and what do the people in the data lose?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct InstanceMapQuestion {
    /// The people and the mechanism.
    #[serde(flatten)]
    pub training: Training,
    /// The model; the minimum without noise if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub model: ModelSource,
    /// What is shown; the truth if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub show: Show,
    /// The releases behind a report.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub report: Reporting,
    /// The label of the person who is moved over the map; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub label: f64,
    /// The two features shown; the first two if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "[number, number]"))]
    pub axes: [usize; 2],
    /// Cells along one side of the map, 0 for no map; 256 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub cells: usize,
    /// δ of the worst case; 1e-6 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub delta: f64,
    /// Also says how what is shown is spread, and everyone in a table; true if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub details: bool,
    /// Someone to be told of in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub person: Option<Chosen>,
}

/// Someone on the map.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Chosen {
    /// In the data, by their place, from 0.
    Member(usize),
    /// Someone else at these two features, with the label of the map.
    Place(#[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))] [f64; 2]),
}

/// What a map shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// The losses themselves, which must not be published.
    Truth,
    /// A report without further releases.
    DataIndependent,
    /// A report from a private gradient and Hessian.
    DataDependent,
    /// A report from these and a private eigenvalue.
    Adaptive,
}

impl Show {
    const ALL: [Self; 4] = [Self::Truth, Self::DataIndependent, Self::DataDependent, Self::Adaptive];

    pub(crate) fn kind(self) -> Option<ReportKind> {
        match self {
            Self::Truth => None,
            Self::DataIndependent => Some(ReportKind::DataIndependent),
            Self::DataDependent => Some(ReportKind::DataDependent),
            Self::Adaptive => Some(ReportKind::Adaptive),
        }
    }
}

/// The map and everyone on it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct InstanceMapAnswer {
    /// The first of the two features of everyone.
    pub across: Vec<f64>,
    /// The second.
    pub upward: Vec<f64>,
    /// The label of everyone.
    pub labels: Vec<f64>,
    /// The model.
    pub model: ShownModel,
    /// The noise and the regularization, as printed; both are public.
    pub mechanism: String,
    /// What is lost, or what the report says of it.
    pub shown: Shown,
    /// The bound for everyone.
    pub worst_case: ShownWorstCase,
    /// The map; `null` if none was asked for or there is nothing to show.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Figure | null"))]
    pub figure: Option<Figure>,
    /// Histogram and cumulative shares of what is shown.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Figure | null"))]
    pub distribution: Option<Figure>,
    /// The person asked for; `null` if none was, or there is nothing to show.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ShownPerson | null"))]
    pub person: Option<ShownPerson>,
    /// Why there is nothing to show, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
    /// The answer in a sentence.
    pub sentence: String,
}

impl InstanceMapAnswer {
    /// Where a member stands.
    pub(crate) fn place(&self, at: usize) -> [f64; 2] {
        [self.across[at], self.upward[at]]
    }
}

/// A model and whether it may be published.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ShownModel {
    /// One number per feature, the intercept last.
    pub theta: Vec<f64>,
    /// The ends of the line on which it is undecided, if that crosses the disc.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[[number, number], [number, number]] | null"))]
    pub line: Option<[[f64; 2]; 2]>,
    /// Whether it may be published, if its noise is secret.
    pub publishable: bool,
    /// Why.
    pub notice: String,
}

/// A value for everyone in the data, and whether the function behind it may be published.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Shown {
    /// What it is.
    pub what: Show,
    /// Whether the function may be published that gives everyone their value, if its noise is secret.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// Why the lists that follow, which show members, must not be published in any case.
    pub members: &'static str,
    /// The loss of everyone, or its bound.
    pub values: Vec<f64>,
    /// Its leverage part.
    pub leverage: Vec<f64>,
    /// Its fit part.
    pub fit: Vec<f64>,
    /// Its alignment part.
    pub alignment: Vec<f64>,
    /// Everyone's place in the data, the most exposed first.
    pub order: Vec<usize>,
    /// The most exposed five, in words.
    pub exposed: Vec<String>,
}

/// One person, in words.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ShownPerson {
    /// Who it is.
    pub name: String,
    /// `rank 3 of 200`; empty for someone who is not in the data.
    pub rank: String,
    /// The loss or its bound.
    pub value: String,
    /// Its leverage part.
    pub leverage: String,
    /// Its fit part.
    pub fit: String,
    /// Its alignment part.
    pub alignment: String,
    /// With what the further releases of a report cost this person; empty for a true loss.
    pub total: String,
    /// Whether this may be published, if the noise is secret: never of a member.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// All of it in a sentence.
    pub sentence: String,
}

/// The bounds that hold for everyone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ShownWorstCase {
    /// What a loss exceeds with probability δ at most, over the noise; it depends on no data.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub epsilon: Number,
    /// That δ.
    pub delta: f64,
    /// By which cost of the determinant.
    pub form: Form,
    /// Why it is infinite, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unbounded: Option<String>,
    /// What no loss exceeds at this very output.
    pub here: WorstHere,
}

/// A bound that holds for everyone at one output. It shows the length of the noise that was drawn, and so the data.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WorstHere {
    /// The bound.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub value: Number,
    /// Whether it may be published: never.
    pub publishable: bool,
    /// Why.
    pub notice: &'static str,
}

impl Ask for InstanceMapQuestion {
    const ABOUT: &'static str =
        "What does each person lose to a model trained on them, and who would lose how much?";
    const FIELDS: &'static [Field] = &ALL;
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "instance-map", "data": {"kind": "penguins"}, "sigma": 11, "regularization": 1,
 "model": {"kind": "drawn", "seed": 1}, "cells": 0}"#];
    type Answer = InstanceMapAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let training = read_training(fields)?;
        let people = &training.people;
        let features = people.dimension() - usize::from(people.intercept);
        if features < 2 {
            return Err(fields.field("data").refuse("people with two features or more, as a map needs"));
        }
        let value = fields.number(&LABEL)?;
        if people.loss == Shape::Logistic && value.abs() != 1.0 {
            return Err(fields.at(&LABEL).refuse("a label of the logistic loss, −1 or 1"));
        }
        Ok(Self {
            model: read_model(&fields.at(&MODEL), people.dimension())?,
            show: fields.chosen(&SHOW, &Show::ALL)?,
            report: read_reporting(fields, training.form())?,
            label: value,
            axes: read_axes(&fields.at(&AXES), features)?,
            cells: fields.number(&CELLS)? as usize,
            delta: fields.number(&WORST_DELTA)?,
            details: fields.flag(&DETAILS)?,
            person: fields.if_there(&CHOSEN, |_| read_chosen(fields, people.count()))?,
            training,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let setting = self.training.setting();
        let unsolved = |reason: String| Refusal::wrong("", "this training".into(), reason);
        let theta = find_model(&setting, &self.model, self.axes)
            .map_err(|error| unsolved(format!("one that can be solved: {error}")))?;
        let situation = setting.situation(&theta).ok_or_else(|| unsolved("one with a Hessian".into()))?;
        let training = &self.training;
        let plane = Plane::of_features(self.axes, theta.len(), training.people.intercept);
        let level = if setting.loss.shape == Shape::Logistic { Some(0.0) } else { None };
        let Mark { publishable, notice } = training.mark(&self.model, self.delta);
        let model = ShownModel {
            line: level.and_then(|level| plane.decision_line(&theta, level)),
            publishable,
            notice,
            theta: theta.clone(),
        };
        let worst = training.worst_case();
        let worst_case = ShownWorstCase {
            epsilon: Number(worst.at(self.delta)),
            delta: self.delta,
            form: training.form(),
            unbounded: training.unbounded(),
            here: WorstHere { value: Number(worst.here(&situation)), publishable: false, notice: SECRET },
        };
        let feature = |axis: usize| setting.data.people().map(|person| person.features[axis]).collect();
        let labels = setting.data.people().map(|person| person.label).collect();
        let found = Everyone::find(self, &setting, &situation, &plane);
        let unavailable = found.as_ref().err().cloned();
        let Everyone { shown, cells, other, total } = found.unwrap_or_else(|_| Everyone::nobody(self));
        let mut answer = InstanceMapAnswer {
            across: feature(self.axes[0]),
            upward: feature(self.axes[1]),
            labels,
            model,
            mechanism: format!("σ = {}, λ = {}", number(setting.sigma), number(setting.regularization)),
            shown,
            worst_case,
            figure: None,
            distribution: None,
            sentence: String::new(),
            person: None,
            unavailable,
        };
        answer.shown.exposed = exposed(&answer);
        answer.sentence = super::instance_figure::sentence(&answer);
        answer.person = self.person.and_then(|chosen| describe_chosen(self, &answer, chosen, other));
        if let (Some(person), Some(total)) = (&mut answer.person, total) {
            person.total = print(total, 5, Rounding::Up);
        }
        if !cells.is_empty() {
            answer.figure = Some(map_figure(self, &answer, cells));
        }
        if self.details && !answer.shown.values.is_empty() {
            answer.distribution = Some(distribution(&answer, self.model.is_output()));
        }
        Ok(answer)
    }

    fn blocks(answer: &mut Self::Answer, blocks: &mut Blocks) {
        blocks.take("/across", &mut answer.across);
        blocks.take("/upward", &mut answer.upward);
        blocks.take("/labels", &mut answer.labels);
        blocks.take("/shown/values", &mut answer.shown.values);
        blocks.take("/shown/leverage", &mut answer.shown.leverage);
        blocks.take("/shown/fit", &mut answer.shown.fit);
        blocks.take("/shown/alignment", &mut answer.shown.alignment);
        if let Some(cells) = answer.figure.as_mut().and_then(|figure| figure.cells.as_mut()) {
            blocks.take("/figure/cells/values", &mut cells.values);
        }
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut()), ("/distribution", answer.distribution.as_mut())]
    }
}

fn read_chosen(fields: &Object<'_, '_>, count: usize) -> Result<Chosen, Refusal> {
    let (who, place) = fields.one_of(&CHOSEN)?;
    if who.name == MEMBER.name {
        return Ok(Chosen::Member(place.number(&Range::whole(0.0, count as f64 - 1.0))? as usize));
    }
    let numbers = place.array(2, 2)?;
    let number = |at: usize| numbers[at].number(&Range::closed(-1.0, 1.0));
    let point = [number(0)?, number(1)?];
    // Nobody is there: no bound is about a person of a larger norm.
    if norm(&point) > 1.0 + NORM_SLACK {
        return Err(place.refuse("a place of norm 1 at most"));
    }
    Ok(Chosen::Place(point))
}
