//! The picture of the two laws of an output.

use super::outputs::{Output, OutputsAnswer, OutputsQuestion};
use crate::figure::{Axis, Band, Column, Draw, Figure, Mark, Series, Side, Table};
use crate::numeric::root::{Bracket, Stop, bisect};
use crate::question::figure::lines::{Line, Words, across, line, lines, number};
use crate::sampling::Neighbours;

/// More atoms than these are drawn as a line.
const STEMS: usize = 120;

/// More atoms than these have no name in the picture.
const NAMED: usize = 6;

/// How far apart the stems of one output stand, in units of the distance to the next.
const BESIDE: f64 = 0.12;

/// What each law is called.
const WITH: &str = "P, with the person";
const WITHOUT: &str = "Q, without";
const SAMPLED: &str = "on a sample, with the person";

/// The laws that are drawn, with what an output has of each.
type Laws = Vec<(&'static str, fn(&Output) -> f64)>;

fn laws(question: &OutputsQuestion) -> Laws {
    let mut laws: Laws = vec![(WITH, |output| output.p), (WITHOUT, |output| output.q)];
    if question.is_sampled() {
        laws.push((SAMPLED, |output| output.sampled.unwrap_or_default()));
    }
    laws
}

pub(super) fn picture(question: &OutputsQuestion, answer: &OutputsAnswer) -> Figure {
    let mut figure =
        if answer.x.is_empty() { of_atoms(question, answer) } else { of_densities(question, answer) };
    let shows = "Outputs with a person and without";
    let on = if question.is_sampled() {
        format!(" on a sample at rate {}", number(question.rate))
    } else {
        String::new()
    };
    figure.shows = shows.into();
    figure.title = format!("{shows}, {}{on}", question.mechanism);
    figure.table.caption = figure.title.clone();
    let (first, second) = order(question);
    let set = answer.tail.as_ref().map_or_else(String::new, |tail| {
        format!(" Where {first} exceeds e^ε times {second}, ε = {}: {}.", number(tail.epsilon), tail.said)
    });
    figure.sentence = format!("{}{on}: {}{set}", question.mechanism, answer.note);
    figure
}

/// The law with the person, as it is compared, and the law without; in the order asked for.
fn order(question: &OutputsQuestion) -> (&'static str, &'static str) {
    let with = if question.is_sampled() { "the law on a sample" } else { "P" };
    if question.order == Neighbours::Add { ("Q", with) } else { (with, "Q") }
}

fn label_of_set(question: &OutputsQuestion) -> String {
    let (first, second) = order(question);
    format!("{first} > e^ε {second}")
}

fn of_densities(question: &OutputsQuestion, answer: &OutputsAnswer) -> Figure {
    let OutputsAnswer { x, p, q, sampled, atoms, .. } = answer;
    let mut curves: Vec<Line> =
        vec![(line(WITH, x, p.clone()), Side::Value), (line(WITHOUT, x, q.clone()), Side::Value)];
    if question.is_sampled() {
        curves.push((line(SAMPLED, x, sampled.clone()), Side::Value));
    }
    let heaviest = atoms.iter().map(|atom| atom.p.max(atom.q)).fold(0.0, f64::max);
    let peak = p.iter().chain(q).copied().fold(heaviest, f64::max);
    let axes = (across("output", x), Axis::linear("density", 0.0, Axis::round_up(1.05 * peak)));
    let words = Words { head: "output", place: "output ", quantity: "" };
    let mut figure = lines(&words, x, axes, curves);
    for atom in atoms {
        let label = format!("{}: probability {}", atom.name, number(atom.p.max(atom.q)));
        let stem = Series {
            label: atom.name.clone(),
            x: vec![atom.at],
            y: vec![atom.p.max(atom.q)],
            draw: Draw::Stems,
            ..Series::default()
        };
        figure.series.push(stem);
        figure.marks.push(Mark { x: atom.at, y: atom.p.max(atom.q), label, says: None });
        let mut row = vec![atom.name.clone()];
        row.extend(laws(question).iter().map(|(_, of)| format!("probability {}", number(of(atom)))));
        figure.table.at.push(atom.at);
        figure.table.rows.push(row);
    }
    figure.bands.extend(question.epsilon.and_then(|epsilon| set(question, answer, epsilon)));
    figure
}

/// The area below the first law where it exceeds e^ε times the second; flat elsewhere.
fn set(question: &OutputsQuestion, answer: &OutputsAnswer, epsilon: f64) -> Option<Band> {
    let OutputsAnswer { x, p, q, sampled, .. } = answer;
    let first = match (question.order, question.is_sampled()) {
        (Neighbours::Add, _) => q,
        (_, true) => sampled,
        _ => p,
    };
    let at = |share: f64, values: &[f64], place: usize| {
        values[place] + share * (values[place + 1] - values[place])
    };
    let exceeds = |place: usize| question.excess(epsilon, p[place], q[place]) > 0.0;
    let (mut places, mut upper) = (Vec::new(), Vec::new());
    for place in 0..x.len() {
        places.push(x[place]);
        upper.push(if exceeds(place) { first[place] } else { 0.0 });
        if place + 1 < x.len() && exceeds(place) != exceeds(place + 1) {
            // Where the set ends between two points.
            let inside = |share: f64| {
                let excess = question.excess(epsilon, at(share, p, place), at(share, q, place));
                (excess > 0.0) != exceeds(place)
            };
            let share = bisect(Bracket { low: 0.0, high: 1.0 }, Stop::after(40), inside).high;
            let (edge, height) = (at(share, x, place), at(share, first, place));
            places.extend([edge, edge]);
            upper.extend(if exceeds(place) { [height, 0.0] } else { [0.0, height] });
        }
    }
    let lower = vec![0.0; places.len()];
    let shown = upper.iter().any(|&height| height > 0.0);
    shown.then(|| Band { label: label_of_set(question), x: places, lower, upper })
}

fn of_atoms(question: &OutputsQuestion, answer: &OutputsAnswer) -> Figure {
    let atoms = &answer.atoms;
    let laws = laws(question);
    let (from, to) = (atoms.first().map_or(0.0, |atom| atom.at), atoms.last().map_or(1.0, |atom| atom.at));
    let peak = atoms.iter().map(|atom| atom.p.max(atom.q)).fold(1e-12, f64::max);
    let many = atoms.len() > STEMS;
    let gap = if many { 0.0 } else { BESIDE };
    let mut figure = Figure::empty(
        Axis::linear("output", from - 0.5, to + 0.5),
        Axis::linear("probability", 0.0, Axis::round_up(1.05 * peak)),
    );
    let middle = 0.5 * (laws.len() - 1) as f64;
    for (place, (label, of)) in laws.iter().enumerate() {
        let aside = gap * (place as f64 - middle);
        figure.series.push(Series {
            label: (*label).into(),
            x: atoms.iter().map(|atom| atom.at + aside).collect(),
            y: atoms.iter().map(of).collect(),
            draw: if many { Draw::Line } else { Draw::Stems },
            ..Series::default()
        });
        figure.readings.columns.push(Column {
            label: (*label).into(),
            quantity: String::new(),
            side: Side::Value,
            texts: atoms.iter().map(|atom| number(of(atom))).collect(),
        });
    }
    let called = |atom: &Output| if atom.name.is_empty() { number(atom.at) } else { atom.name.clone() };
    figure.readings.at = atoms.iter().map(|atom| atom.at).collect();
    figure.readings.place = atoms.iter().map(called).collect();
    let mut columns = vec!["output".to_owned()];
    columns.extend(laws.iter().map(|(label, _)| (*label).to_owned()));
    let mut labels = vec![String::new()];
    labels.extend(laws.iter().map(|(label, _)| (*label).to_owned()));
    if question.epsilon.is_some() {
        columns.push(label_of_set(question));
    }
    let row = |atom: &Output| {
        let mut row = vec![called(atom)];
        row.extend(laws.iter().map(|(_, of)| number(of(atom))));
        row.extend(atom.exceeds.map(|exceeds| if exceeds { "yes".into() } else { "no".into() }));
        row
    };
    figure.table = Table {
        columns,
        labels,
        at: atoms.iter().map(|atom| atom.at).collect(),
        rows: atoms.iter().map(row).collect(),
        ..Table::default()
    };
    if atoms.len() <= NAMED {
        for atom in atoms.iter().filter(|atom| !atom.name.is_empty()) {
            let y = laws.iter().map(|(_, of)| of(atom)).fold(0.0, f64::max);
            figure.marks.push(Mark { x: atom.at, y, label: atom.name.clone(), says: None });
        }
    }
    figure.bands.extend(question.epsilon.and_then(|_| columns_of_set(question, atoms, figure.y.to)));
    figure
}

/// The outputs that exceed, each with the room around it.
fn columns_of_set(question: &OutputsQuestion, atoms: &[Output], height: f64) -> Option<Band> {
    let (mut x, mut upper) = (Vec::new(), Vec::new());
    for atom in atoms {
        let top = if atom.exceeds == Some(true) { height } else { 0.0 };
        x.extend([atom.at - 0.5, atom.at + 0.5]);
        upper.extend([top, top]);
    }
    let lower = vec![0.0; x.len()];
    let shown = upper.iter().any(|&height| height > 0.0);
    shown.then(|| Band { label: label_of_set(question), x, lower, upper })
}
