//! The pictures of a loss distribution, and its lattice in words.

use super::direction::phrase;
use super::loss_distribution::{LossDistributionAnswer, LossDistributionQuestion, LossLattice};
use super::loss_law::Law;
use crate::account::Summed;
use crate::figure::{Axis, Band, Column, Draw, Figure, Mark, Series, Side, Statement};
use crate::guarantee::{Atom, Interval};
use crate::question::figure::lines::{Line, Words, across, line, lines, number, up};
use crate::question::figure::views::{at_most, subject};
use crate::sampling::Direction;

/// The lowest probability of a tail that is drawn.
const LOWEST: f64 = 1e-12;

/// Atoms of a table, and of those with a name in the picture.
const LISTED: usize = 100;
const NAMED: usize = 4;

/// An atom is listed from this share of the heaviest on.
const FAINT: f64 = 1e-3;

/// An atom below this share of the height of the picture is not drawn.
const UNSEEN: f64 = 1e-3;

const WHOLE: &str = "whole plan";
const ONCE: &str = "one release";

/// What is drawn.
pub(super) struct Drawn<'a> {
    pub question: &'a LossDistributionQuestion,
    pub answer: &'a LossDistributionAnswer,
    pub law: &'a Law<'a>,
    /// The law of one release, where it is repeated.
    pub before: Option<&'a Law<'a>>,
    pub direction: Direction,
}

/// The facts of a lattice.
pub(super) fn lattice(summed: &Summed) -> LossLattice {
    let (from, to) = (summed.from, summed.to());
    let mesh = summed.mesh;
    let said = format!(
        "Computed on {} losses, {} apart, from {} to {}. At most {} of the probability was cut off, and at most {} lies \
         outside and appears inside, wrapped around. No loss is drawn further than {} from its place, but for a \
         probability of {}.",
        mesh.points,
        number(mesh.step),
        number(from),
        number(to),
        up(summed.outside),
        up(summed.wrapped),
        up(summed.moved),
        up(summed.strays)
    );
    LossLattice {
        step: mesh.step,
        points: mesh.points,
        from,
        to,
        outside: summed.outside,
        wrapped: summed.wrapped,
        moved: summed.moved,
        strays: summed.strays,
        said,
    }
}

impl Drawn<'_> {
    /// Density, cumulative distribution and tail.
    pub fn figures(&self) -> [Figure; 3] {
        [self.density(), self.cumulative(), self.beyond()].map(|figure| self.named(figure))
    }

    fn named(&self, mut figure: Figure) -> Figure {
        let subject = subject(&self.question.releases);
        figure.title = format!("{}, {subject}", figure.shows);
        figure.table.caption = figure.title.clone();
        figure.sentence = format!("{subject}, {}: {}", phrase(self.direction), figure.sentence);
        if !self.answer.attained {
            figure.sentence +=
                " It is the loss of a pair that bounds the releases; no two data sets need have it.";
        }
        figure
    }

    fn says(&self) -> String {
        let infinite = self.law.infinite();
        let tail = match (&self.answer.tail, &self.answer.unknown, self.question.mark) {
            (Some(tail), ..) => format!("{}; ", tail.said),
            (_, Some(reason), _) => format!("what lies beyond the mark is not known: {reason}; "),
            (.., Some(target)) => format!("no ε meets {}; ", target.phrase()),
            (.., None) => String::new(),
        };
        format!("{tail}the loss is infinite with probability {}.", number(infinite.middle()))
    }

    fn density(&self) -> Figure {
        let LossDistributionAnswer { x, density, atoms, tail, .. } = self.answer;
        let discrete = self.law.is_discrete();
        let infinite = self.law.infinite().middle();
        let masses = atoms.iter().map(|atom| atom.mass).chain([infinite]);
        let heights = if discrete { &[][..] } else { &density[..] };
        let peak = heights.iter().copied().chain(masses).fold(0.0, f64::max);
        let (from, to) = (x[0], x[x.len() - 1]);
        let axes = (
            across("privacy loss", x),
            Axis::linear("density; probability of atoms", 0.0, Axis::round_up(peak.max(1e-12) * 1.05)),
        );
        let mut curves: Vec<Line> = Vec::new();
        if !discrete {
            curves.push((line(WHOLE, x, density.clone()), Side::Value));
        }
        let words = Words { head: "loss", place: "loss ", quantity: "" };
        let mut figure = lines(&words, x, axes, curves);
        if discrete {
            (figure.readings.place, figure.table.rows, figure.table.at) = Default::default();
            let texts = atoms.iter().map(|atom| number(atom.mass)).collect();
            figure.readings.at = atoms.iter().map(|atom| atom.at).collect();
            figure.readings.place = atoms.iter().map(|atom| format!("loss {}", number(atom.at))).collect();
            let label = atoms_of(WHOLE);
            figure.readings.columns =
                vec![Column { label, quantity: "probability".into(), side: Side::Value, texts }];
            figure.table.columns.push("atoms".into());
        }
        if !atoms.is_empty() || infinite > 0.0 {
            figure.series.push(stems(&atoms_of(WHOLE), atoms, infinite, figure.y.to));
        }
        self.list_atoms(&mut figure, atoms, infinite);
        if let Some(before) = self.before {
            if !before.is_discrete() {
                figure.series.push(line(ONCE, x, before.density(x)));
            }
            let (atoms, infinite) = (before.atoms(), before.infinite().middle());
            if !atoms.is_empty() || infinite > 0.0 {
                figure.series.push(stems(&atoms_of(ONCE), &atoms, infinite, figure.y.to));
            }
        }
        if let Some(tail) = tail.as_ref().filter(|tail| (from..to).contains(&tail.epsilon)) {
            let height = if discrete { figure.y.to } else { 0.0 };
            figure.bands = bands(tail.epsilon, x, density, height);
            let label = format!("ε = {}", number(tail.epsilon));
            figure.marks.push(Mark { x: tail.epsilon, y: 0.0, label, says: None });
        }
        Figure { shows: "Privacy loss".into(), sentence: self.says(), ..figure }
    }

    fn list_atoms(&self, figure: &mut Figure, atoms: &[Atom], infinite: f64) {
        let heaviest = atoms.iter().map(|atom| atom.mass).fold(0.0, f64::max);
        let columns = figure.table.columns.len();
        let row = |loss: String, mass: f64| {
            let mut row = vec![loss, format!("atom of probability {}", number(mass))];
            row.resize(columns, String::new());
            row
        };
        let listed = atoms.iter().filter(|atom| atom.mass >= FAINT * heaviest);
        for atom in listed.take(LISTED) {
            figure.table.at.push(atom.at);
            figure.table.rows.push(row(number(atom.at), atom.mass));
            if atoms.len() <= NAMED {
                let label = format!("probability {}", number(atom.mass));
                figure.marks.push(Mark { x: atom.at, y: atom.mass, label, says: None });
            }
        }
        if infinite > 0.0 {
            figure.table.at.push(figure.x.to);
            figure.table.rows.push(row("∞".into(), infinite));
        }
    }

    fn cumulative(&self) -> Figure {
        let LossDistributionAnswer { x, tail, lower, upper, .. } = self.answer;
        let once = |law: &Law<'_>| -> Vec<Interval> { x.iter().map(|&x| law.cumulative(x)).collect() };
        let whole = || lower.iter().zip(upper).map(|(&lower, &upper)| Interval { lower, upper }).collect();
        let axes = (across("privacy loss", x), Axis::linear("P[L ≤ x]", 0.0, 1.0));
        let words = Words { head: "loss", place: "loss ", quantity: "P[L ≤ x]" };
        let draw = if self.law.is_discrete() { Draw::Step } else { Draw::Line };
        let (mut read, mut series, mut bands) = (Vec::new(), Vec::new(), Vec::new());
        for (label, law) in [(WHOLE, Some(self.law)), (ONCE, self.before)] {
            let Some(law) = law else { continue };
            let shares: Vec<Interval> = if label == WHOLE { whole() } else { once(law) };
            let ends = |end: fn(&Interval) -> f64| shares.iter().map(end).collect::<Vec<_>>();
            let (lower, upper) = (ends(|share| share.lower), ends(|share| share.upper));
            let infinite = law.infinite().middle();
            let inside = |(&x, share): (&f64, &Interval)| law.drawn(x).clamp(share.lower, share.upper);
            let drawn = line(label, x, x.iter().zip(&shares).map(inside).collect());
            series.push(Series { draw, infinite, ..drawn });
            if law.lattice().is_some() {
                let (x, lower, upper) = (x.clone(), lower.clone(), upper.clone());
                bands.push(Band { label: format!("{label}: certified"), x, lower, upper });
            }
            read.push((line(label, x, lower), Side::Lower));
            read.push((line(label, x, upper), Side::Upper));
        }
        let figure = lines(&words, x, axes, read);
        let marks = tail.iter().filter(|tail| tail.epsilon >= x[0] && tail.epsilon <= x[x.len() - 1]);
        let marks = marks.map(|tail| {
            let beyond = tail.p.upper.0;
            let says = at_most_beyond(tail.epsilon, beyond);
            Mark { x: tail.epsilon, y: 1.0 - beyond, label: says.to_string(), says: Some(says) }
        });
        Figure {
            shows: "Cumulative privacy loss".into(),
            sentence: self.says(),
            series,
            bands,
            marks: marks.collect(),
            ..figure
        }
    }

    fn beyond(&self) -> Figure {
        let LossDistributionAnswer { x, lower, tail, .. } = self.answer;
        let words = Words { head: "loss", place: "loss ", quantity: "P[L > x]" };
        let above =
            |lower: &[f64]| -> Vec<f64> { lower.iter().map(|lower| (1.0 - lower).max(0.0)).collect() };
        let mut curves: Vec<Line> = vec![(line(WHOLE, x, above(lower)), Side::Upper)];
        if let Some(before) = self.before {
            let lower: Vec<f64> = x.iter().map(|&x| before.cumulative(x).lower).collect();
            curves.push((line(ONCE, x, above(&lower)), Side::Upper));
        }
        let axes = (across("privacy loss", x), Axis::decades("P[L > x]", LOWEST, 1.0));
        let figure = lines(&words, x, axes, curves);
        let marks = tail.iter().filter(|tail| tail.epsilon >= x[0] && tail.epsilon <= x[x.len() - 1]);
        let marks = marks.flat_map(|tail| {
            let beyond = at_most_beyond(tail.epsilon, tail.p.upper.0);
            let delta = at_most("δ", tail.delta.upper.0);
            [beyond, delta].map(|says| Mark {
                x: tail.epsilon,
                y: says.number,
                label: says.to_string(),
                says: Some(says),
            })
        });
        Figure {
            shows: "Tail of the privacy loss".into(),
            sentence: self.says(),
            marks: marks.collect(),
            ..figure
        }
    }
}

fn atoms_of(label: &str) -> String {
    format!("{label}: atoms")
}

fn at_most_beyond(epsilon: f64, probability: f64) -> Statement {
    at_most(&format!("P[L > {}]", number(epsilon)), probability)
}

/// Atoms that can be seen beside this height.
fn stems(label: &str, atoms: &[Atom], infinite: f64, height: f64) -> Series {
    let seen: Vec<&Atom> = atoms.iter().filter(|atom| atom.mass >= UNSEEN * height).collect();
    Series {
        label: label.into(),
        x: seen.iter().map(|atom| atom.at).collect(),
        y: seen.iter().map(|atom| atom.mass).collect(),
        draw: Draw::Stems,
        infinite,
        ..Series::default()
    }
}

/// What lies beyond ε, and the part of it that δ counts, `1 − e^{ε−L}` of each loss. Atoms have no area: there the whole
/// region is shaded, up to this height.
fn bands(epsilon: f64, x: &[f64], density: &[f64], height: f64) -> Vec<Band> {
    let first = x.partition_point(|&x| x <= epsilon).min(x.len() - 1);
    let start = match first.checked_sub(1) {
        Some(before) => {
            let share = (epsilon - x[before]) / (x[first] - x[before]);
            density[before] + share * (density[first] - density[before])
        }
        None => density[first],
    };
    let mut places = vec![epsilon];
    places.extend(&x[first..]);
    let lower = vec![0.0; places.len()];
    if height > 0.0 {
        let upper = vec![height; places.len()];
        return vec![Band { label: "L > ε".into(), x: places, lower, upper }];
    }
    let mut upper = vec![start];
    upper.extend(&density[first..]);
    let counted = places.iter().zip(&upper).map(|(&x, &y)| -(epsilon - x).exp_m1() * y).collect();
    vec![
        Band { label: "L > ε".into(), x: places.clone(), lower: lower.clone(), upper },
        Band { label: "of it δ counts".into(), x: places, lower, upper: counted },
    ]
}
