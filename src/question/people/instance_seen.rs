//! What a map shows of everyone: their losses, or what a report says of them.

use super::instance_figure::describe_person;
use super::instance_map::{Chosen, InstanceMapAnswer, InstanceMapQuestion, Shown, ShownPerson};
use super::reporting::Reporting;
use crate::data::DataSet;
use crate::instance::plane::Plane;
use crate::instance::total::total as total_of;
use crate::instance::{Noise, NoiseSource, Publication, Setting, Side, Situation};
use crate::question::field::publishable::{HOLLOW, MEMBERS, SECRET};

/// The features of a person on the map that do not move: 0, and 1 for the intercept.
pub(crate) fn base(question: &InstanceMapQuestion) -> Vec<f64> {
    let people = &question.training.people;
    let mut base = vec![0.0; people.dimension()];
    if people.intercept
        && let Some(last) = base.last_mut()
    {
        *last = 1.0;
    }
    base
}

/// Nothing to show.
pub(crate) fn nothing(question: &InstanceMapQuestion) -> Shown {
    Shown {
        what: question.show,
        publishable: false,
        notice: HOLLOW.into(),
        members: MEMBERS,
        values: Vec::new(),
        leverage: Vec::new(),
        fit: Vec::new(),
        alignment: Vec::new(),
        order: Vec::new(),
        exposed: Vec::new(),
    }
}

/// What is shown, the cells of the map, the numbers of someone who is not in the data, and what the chosen
/// person is told in all.
pub(crate) type Seen = (Shown, Vec<f64>, Option<[f64; 4]>, Option<f64>);

/// Shows the losses, or a report of them.
pub(crate) fn show(
    question: &InstanceMapQuestion,
    setting: &Setting,
    situation: &Situation<'_>,
    plane: &Plane,
) -> Result<Seen, String> {
    let other = match question.person {
        Some(Chosen::Place(place)) => Some(outsider(question, place)),
        _ => None,
    };
    let count = setting.data.len();
    let mut shown = nothing(question);
    for list in [&mut shown.values, &mut shown.leverage, &mut shown.fit, &mut shown.alignment] {
        list.reserve(count);
    }
    let mut push = |parts: [f64; 3], value: f64| {
        shown.leverage.push(parts[0]);
        shown.fit.push(parts[1]);
        shown.alignment.push(parts[2]);
        shown.values.push(value);
    };
    let mut total = None;
    let (cells, other) = match question.show.kind() {
        None => {
            for lost in situation.members() {
                push([lost.leverage, lost.fit, lost.alignment], lost.loss());
            }
            (shown.notice, shown.members) = (SECRET.into(), SECRET);
            let other = other.map(|other| {
                let lost = situation.person(&other.person(0), Side::Outsider);
                [lost.loss(), lost.leverage, lost.fit, lost.alignment]
            });
            (plane.losses(situation, question.label, question.cells), other)
        }
        Some(kind) => {
            let Reporting { form, rho, seed, .. } = question.report;
            let noise = Noise::for_budget(&question.report.budget(), setting.loss, setting.radius);
            let mut source = NoiseSource::new(seed);
            let report = Publication::draw(kind, form, setting, situation, &noise, rho, &mut source)
                .map_err(|reason| reason.to_string())?;
            for person in setting.data.people() {
                let terms = report.bound(&person);
                push([terms.leverage, terms.fit, terms.alignment], terms.sum());
            }
            let chosen = match (question.person, &other) {
                (Some(Chosen::Member(at)), _) => Some(setting.data.person(at)),
                (_, Some(other)) => Some(other.person(0)),
                _ => None,
            };
            let delta = question.report.delta;
            total = chosen.map(|person| total_of(kind, &report, setting, situation, &noise, delta, &person));
            if question.model.is_output() {
                let (epsilon, delta) = question.report.total(kind, &noise, &question.training);
                let mark = question.training.promise(epsilon, delta).of_report();
                (shown.publishable, shown.notice) = (mark.publishable, mark.notice);
            }
            let other = other.as_ref().map(|other| {
                let terms = report.bound(&other.person(0));
                [terms.sum(), terms.leverage, terms.fit, terms.alignment]
            });
            (plane.bounds(&report, question.label, question.cells), other)
        }
    };
    shown.order = (0..count).collect();
    shown.order.sort_by(|&a, &b| shown.values[b].total_cmp(&shown.values[a]));
    Ok((shown, cells, other, total))
}

/// Someone who is not in the data.
fn outsider(question: &InstanceMapQuestion, place: [f64; 2]) -> DataSet {
    let mut features = base(question);
    for (axis, value) in question.axes.into_iter().zip(place) {
        features[axis] = value;
    }
    DataSet::from_rows(features.len(), [(&features[..], question.label)])
}

/// The words for someone: a member's numbers are in the answer, those of someone else are given.
pub(crate) fn told(
    question: &InstanceMapQuestion,
    answer: &InstanceMapAnswer,
    chosen: Chosen,
    other: Option<[f64; 4]>,
) -> Option<ShownPerson> {
    let shown = &answer.shown;
    match chosen {
        Chosen::Member(at) => {
            let rank = shown.order.iter().position(|&other| other == at)? + 1;
            let numbers = [shown.values[at], shown.leverage[at], shown.fit[at], shown.alignment[at]];
            let label = answer.labels[at];
            let mut person = describe_person(shown.what, answer.place(at), label, numbers);
            person.name = format!("person {}, {}", at + 1, person.name);
            person.notice = shown.members.into();
            person.rank = format!("rank {rank} of {}", shown.order.len());
            person.sentence = format!("{}, {}: {}", person.name, person.rank, person.sentence);
            Some(person)
        }
        Chosen::Place(place) => {
            let mut person = describe_person(shown.what, place, question.label, other?);
            person.name = format!("someone not in the data, {}", person.name);
            (person.publishable, person.notice) = (shown.publishable, shown.notice.clone());
            person.sentence = format!("{}: {}", person.name, person.sentence);
            Some(person)
        }
    }
}
