//! The picture of a profile on a sample, and what its numbers say.

use super::amplified_profile::{
    AmplifiedProfileAnswer, AmplifiedProfileQuestion, Sample, SampledProfile, uppers,
};
use crate::account::Accountant;
use crate::figure::{Column, Draw, Figure, Mark, Series, Side, Statement};
use crate::numeric::decimal::{Rounding, print, print_enclosed};
use crate::question::field::number::{Enclosure, Number};
use crate::question::figure::lines::{DIGITS, Line, Words, across, decades_of, line, lines, number, up};

/// The smallest δ that a picture shows.
const FLOOR: f64 = 1e-12;

/// The name of the lemma's points.
const LEMMA: &str = "lemma: log(1 + q(e^ε − 1)), qδ";

/// An upper end as it is printed.
fn printed(value: &Enclosure) -> String {
    let lower = value.lower.map_or(f64::NEG_INFINITY, |Number(lower)| lower);
    print_enclosed(lower, value.upper.0, DIGITS, Rounding::Up)
}

/// ε of each curve at δ, and where that of an added person ends.
pub(super) fn sentence(question: &AmplifiedProfileQuestion, answer: &AmplifiedProfileAnswer) -> String {
    let told = |profile: &SampledProfile| {
        let epsilon = profile.epsilon_at_delta.as_ref()?;
        Some(format!("ε ≤ {} ({})", printed(epsilon), profile.sample.title()))
    };
    let epsilons: Vec<String> = answer.profiles.iter().filter_map(told).collect();
    let delta = print(question.delta.value(), 15, Rounding::Nearest);
    let mut parts = Vec::new();
    if !epsilons.is_empty() {
        parts.push(format!("At δ = {delta}, {}.", epsilons.join(", ")));
    }
    parts.extend(answer.added.map(|added| {
        let end = printed(&added.largest);
        let how = match (added.reaches_limit, added.attained) {
            (true, true) => format!("is −log(1 − rate) = {end}, which some output has"),
            (true, false) => {
                format!("comes as near to −log(1 − rate) = {end} as one likes and never reaches it")
            }
            (false, true) => {
                format!("is {end}, which some output has, below −log(1 − rate) = {}", up(added.limit))
            }
            (false, false) => {
                format!("is at most {end}; −log(1 − rate) = {} bounds it anyway", up(added.limit))
            }
        };
        format!("The loss of a person who is added {how}.")
    }));
    let exact = answer.lemma.iter().filter(|point| point.removed.is_some()).count();
    if exact > 0 {
        let on_curve = answer.lemma.iter().all(|point| {
            point
                .removed
                .is_none_or(|removed| point.delta <= removed.upper.0 * (1.0 + 1e-6) + f64::MIN_POSITIVE)
        });
        parts.push(if on_curve {
            "Every point of the lemma shown lies on the curve of a person who is removed: for that it loses nothing."
                .into()
        } else {
            "Some points of the lemma shown lie above the curve of a person who is removed.".to_owned()
        });
    }
    parts.join(" ")
}

/// δ against ε by curve, with the points of the lemma.
pub(super) fn picture(question: &AmplifiedProfileQuestion, answer: &AmplifiedProfileAnswer) -> Figure {
    let x = &answer.epsilons;
    let known = answer.profiles.iter().filter(|profile| !profile.delta.is_empty());
    let curves: Vec<Line> = known
        .map(|profile| {
            let by = match profile.sample {
                Sample::Base => "no-sampling",
                _ => profile.accountant.map_or("", Accountant::name),
            };
            let series = line(profile.sample.title(), x, uppers(profile));
            (Series { by: by.into(), ..series }, Side::Upper)
        })
        .collect();
    let mut shown = curves.clone();
    for (series, _) in &mut shown {
        series.y.retain(|&delta| delta >= FLOOR);
    }
    let axes = (across("ε", x), decades_of("δ", &shown));
    let mut figure = lines(&Words { head: "ε", place: "ε = ", quantity: "δ" }, x, axes, curves);
    let (from, to) = (figure.x.from, figure.x.to);
    let seen: Vec<_> = answer
        .lemma
        .iter()
        .filter(|point| (from..=to).contains(&point.epsilon) && point.delta > 0.0)
        .collect();
    if !seen.is_empty() {
        figure.series.push(Series {
            label: LEMMA.into(),
            x: seen.iter().map(|point| point.epsilon).collect(),
            y: seen.iter().map(|point| point.delta).collect(),
            draw: Draw::Points,
            ..Series::default()
        });
        read_points(&mut figure, x, answer);
    }
    figure.marks = marks(question, answer);
    figure.title =
        format!("ε–δ curves on a sample, {} at rate {}", question.mechanism, number(question.rate));
    figure.shows = "ε–δ curves on a sample".into();
    figure.table.caption = figure.title.clone();
    figure.sentence = answer.sentence.clone();
    figure
}

/// The ε of each curve at δ, in the order of the curves.
fn marks(question: &AmplifiedProfileQuestion, answer: &AmplifiedProfileAnswer) -> Vec<Mark> {
    let mark = |profile: &SampledProfile| {
        let epsilon = profile.epsilon_at_delta.as_ref().filter(|_| !profile.delta.is_empty())?;
        let Number(number) = epsilon.upper;
        let says = Statement { quantity: "ε".into(), side: Side::Upper, number, text: printed(epsilon) };
        let label = says.to_string();
        number.is_finite().then(|| Mark { x: number, y: question.delta.value(), label, says: Some(says) })
    };
    answer.profiles.iter().filter_map(mark).collect()
}

/// The crosshair reads the points of the lemma where the grid has them.
fn read_points(figure: &mut Figure, x: &[f64], answer: &AmplifiedProfileAnswer) {
    let text = |at: &f64| {
        let point = answer.lemma.iter().find(|point| point.epsilon == *at);
        point.map_or_else(String::new, |point| up(point.delta))
    };
    let column = Column {
        label: LEMMA.into(),
        quantity: "δ".into(),
        side: Side::Upper,
        texts: x.iter().map(text).collect(),
    };
    figure.readings.columns.push(column);
}
