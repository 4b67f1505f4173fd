//! What a map says of everyone: their losses, or what a report tells them.

use super::instance_figure::describe_person;
use super::instance_map::{Chosen, InstanceMapAnswer, InstanceMapQuestion, Shown, ShownPerson};
use super::reporting::Reporting;
use crate::instance::plane::Plane;
use crate::instance::total::total as total_of;
use crate::instance::{Noise, NoiseSource, Overview, Parts, Publication, Setting, Side, Situation};
use crate::question::field::publishable::{HOLLOW, MEMBERS, SECRET};

/// What is known of everyone.
pub(crate) struct Everyone {
    /// What is shown of the members.
    pub shown: Shown,
    /// The cells of the map.
    pub cells: Vec<f64>,
    /// The chosen person, if they are not in the data.
    pub other: Option<Parts>,
    /// What the chosen person loses in all, with what a report costs them.
    pub total: Option<f64>,
}

impl Everyone {
    /// Nobody, where there is nothing to show.
    pub(crate) fn nobody(question: &InstanceMapQuestion) -> Self {
        Self { shown: nothing(question), cells: Vec::new(), other: None, total: None }
    }

    /// The losses of everyone, or a report of them; or why there is none.
    pub(crate) fn find(
        question: &InstanceMapQuestion,
        setting: &Setting,
        situation: &Situation<'_>,
        plane: &Plane,
    ) -> Result<Self, String> {
        let other = match question.person {
            Some(Chosen::Place(place)) => Some(plane.someone(place, question.label)),
            _ => None,
        };
        let other = other.as_ref().map(|other| other.person(0));
        let Some(kind) = question.show.kind() else {
            return Ok(Self {
                shown: Shown {
                    notice: SECRET.into(),
                    members: SECRET,
                    ..listed(question, Overview::losses(situation))
                },
                cells: plane.losses(situation, question.label, question.cells),
                other: other.map(|other| situation.person(&other, Side::Outsider).into()),
                total: None,
            });
        };
        let Reporting { form, rho, seed, delta, .. } = question.report;
        let noise = Noise::for_budget(&question.report.budget(), setting.loss, setting.radius);
        let report =
            Publication::draw(kind, form, setting, situation, &noise, rho, &mut NoiseSource::new(seed))
                .map_err(|reason| reason.to_string())?;
        let mut shown = listed(question, Overview::bounds(&report, &setting.data));
        if question.model.is_output() {
            let (epsilon, delta) = question.report.total(kind, &noise, &question.training);
            let mark = question.training.promise(epsilon, delta).of_report();
            (shown.publishable, shown.notice) = (mark.publishable, mark.notice);
        }
        let chosen = match question.person {
            Some(Chosen::Member(at)) => Some(setting.data.person(at)),
            _ => other,
        };
        Ok(Self {
            shown,
            cells: plane.bounds(&report, question.label, question.cells),
            other: other.map(|other| report.bound(&other).into()),
            total: chosen.map(|person| total_of(kind, &report, setting, situation, &noise, delta, &person)),
        })
    }
}

/// The lists of an answer.
fn listed(question: &InstanceMapQuestion, overview: Overview) -> Shown {
    let Overview { values, leverage, fit, alignment, order } = overview;
    Shown { values, leverage, fit, alignment, order, ..nothing(question) }
}

/// No lists at all.
fn nothing(question: &InstanceMapQuestion) -> Shown {
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

/// The words for someone: a member's numbers are in the answer, those of someone else are given.
pub(crate) fn describe_chosen(
    question: &InstanceMapQuestion,
    answer: &InstanceMapAnswer,
    chosen: Chosen,
    other: Option<Parts>,
) -> Option<ShownPerson> {
    let shown = &answer.shown;
    match chosen {
        Chosen::Member(at) => {
            let rank = shown.order.iter().position(|&other| other == at)? + 1;
            let parts = Parts {
                value: shown.values[at],
                leverage: shown.leverage[at],
                fit: shown.fit[at],
                alignment: shown.alignment[at],
            };
            let label = answer.labels[at];
            let mut person = describe_person(shown.what, answer.place(at), label, parts);
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
