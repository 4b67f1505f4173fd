//! Pictures of what a run costs: atoms of the realised ε, where runs stop, and the price of each level.

use super::risk_profile::{RiskProfileAnswer, RiskProfileQuestion, Way};
use crate::figure::{Axis, Column, Draw, Figure, Mark, Readings, Series, Side, Table};
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number, stated, up};

/// Atoms less likely than this are not drawn; the table has the likeliest.
const SEEN: f64 = 1e-6;
/// Rows of the table.
const ROWS: usize = 40;

/// A log axis from a little below the least to a little above the largest.
pub(super) fn snug(label: &str, least: f64, most: f64) -> Axis {
    let margin = (most / least).max(1.02).powf(0.06);
    Axis { from: least / margin, to: margin * most.max(1.02 * least), ..Axis::decades(label, 0.1, 1.0) }
}

pub(super) fn finish(mut figure: Figure, shows: &str, of: &str, sentence: String) -> Figure {
    figure.title = if of.is_empty() { shows.to_owned() } else { format!("{shows}, {of}") };
    figure.shows = shows.into();
    figure.sentence = sentence;
    figure.table.caption.clone_from(&figure.title);
    figure
}

/// The atoms of the realised ε of noise reduction and of doubling, that at infinity beside the plot.
pub(super) fn loss_picture(question: &RiskProfileQuestion, answer: &RiskProfileAnswer) -> Figure {
    let shown: Vec<&Way> =
        answer.ways.iter().filter(|way| ["noise-reduction", "doubling"].contains(&way.way)).collect();
    let mut atoms: Vec<(f64, usize, f64)> = Vec::new();
    for (at, way) in shown.iter().enumerate() {
        let last = way.losses.len() - 1;
        for (k, (&loss, &chance)) in way.losses.iter().zip(&way.stops).enumerate() {
            // The fallback to the last estimate costs what stopping there does.
            let chance = if k == last && way.infinite == 0.0 { chance + way.none } else { chance };
            if chance >= SEEN {
                atoms.push((loss, at, chance));
            }
        }
    }
    atoms.sort_by(|one, other| one.0.total_cmp(&other.0));
    let series = shown.iter().enumerate().map(|(at, way)| {
        let own: Vec<&(f64, usize, f64)> = atoms.iter().filter(|atom| atom.1 == at).collect();
        Series {
            label: way.title.into(),
            x: own.iter().map(|atom| atom.0).collect(),
            y: own.iter().map(|atom| atom.2).collect(),
            draw: Draw::Stems,
            infinite: way.infinite,
            ..Series::default()
        }
    });
    let series: Vec<Series> = series.collect();
    let heights = atoms.iter().map(|atom| atom.2).chain(shown.iter().map(|way| way.infinite));
    let top = Axis::round_up(heights.fold(1e-6, f64::max));
    let ends = atoms.first().zip(atoms.last()).map_or((0.1, 1.0), |(first, last)| (first.0, last.0));
    let (least, most) = answer.theory.map_or(ends, |theory| (ends.0.min(theory), ends.1.max(theory)));
    let mut figure =
        Figure::empty(snug("ε after the fact", least, most), Axis::linear("probability", 0.0, top));
    let column = |at: usize| Column {
        label: series[at].label.clone(),
        quantity: String::new(),
        side: Side::Value,
        texts: atoms.iter().map(|atom| if atom.1 == at { number(atom.2) } else { String::new() }).collect(),
    };
    figure.readings = Readings {
        at: atoms.iter().map(|atom| atom.0).collect(),
        place: atoms.iter().map(|atom| format!("ε ≤ {}", up(atom.0))).collect(),
        columns: (0..series.len()).map(column).collect(),
    };
    figure.table = loss_table(&atoms, &shown);
    figure.series = series;
    if let Some(theory) = answer.theory {
        let says = stated("ε", Side::Upper, theory);
        figure.marks.push(Mark { x: theory, y: 0.0, label: format!("theory {says}"), says: Some(says) });
    }
    let infinite: Vec<String> = shown
        .iter()
        .filter(|way| way.infinite > 0.0)
        .map(|way| format!("{} {}", way.title, up(way.infinite)))
        .collect();
    let beyond = match &infinite[..] {
        [] => String::new(),
        some => format!(" With an infinite loss, right of the plot: {}.", some.join(", ")),
    };
    let sentence = format!(
        "What a run costs after the fact, by its probability; half of the runs that stop cost {} or less.{beyond}",
        answer.median.text
    );
    finish(figure, "Realised ε", &format!("α = {}", number(question.setting.alpha)), sentence)
}

/// The likeliest atoms, by what they cost, and those at infinity.
fn loss_table(atoms: &[(f64, usize, f64)], shown: &[&Way]) -> Table {
    let mut likeliest: Vec<&(f64, usize, f64)> = atoms.iter().collect();
    likeliest.sort_by(|one, other| other.2.total_cmp(&one.2));
    likeliest.truncate(ROWS);
    likeliest.sort_by(|one, other| one.0.total_cmp(&other.0));
    let titles = shown.iter().map(|way| way.title.to_owned());
    let mut table = Table {
        columns: std::iter::once("ε ≤".to_owned()).chain(titles.clone()).collect(),
        labels: std::iter::once(String::new()).chain(titles).collect(),
        ..Table::default()
    };
    for (loss, of, chance) in likeliest {
        let cells = (0..shown.len()).map(|at| if at == *of { number(*chance) } else { "–".into() });
        table.rows.push(std::iter::once(up(*loss)).chain(cells).collect());
        table.at.push(*loss);
    }
    if shown.iter().any(|way| way.infinite > 0.0) {
        let cells = shown.iter().map(|way| up(way.infinite));
        table.rows.push(std::iter::once("∞".to_owned()).chain(cells).collect());
        table.at.push(f64::INFINITY);
    }
    // Rows without a place on the axis are not points of the figure.
    if table.at.iter().any(|at| at.is_infinite()) {
        table.at.clear();
    }
    table
}

/// Where the private test stops, and the risk there.
pub(super) fn stop_picture(answer: &RiskProfileAnswer) -> Figure {
    let Some(way) = answer.ways.first() else {
        return Figure::empty(Axis::linear("ε", 0.0, 1.0), Axis::linear("probability", 0.0, 1.0));
    };
    let x = &way.levels;
    let top = Axis::round_up(way.stops.iter().copied().fold(1e-6, f64::max));
    let axes = (snug("ε of the estimate", x[0], x[x.len() - 1]), Axis::linear("probability", 0.0, top));
    let words = Words { head: "ε_t", place: "ε_t = ", quantity: "" };
    let bars = Series { draw: Draw::Bars, infinite: way.none, ..line("stops here", x, way.stops.clone()) };
    let mut figure = lines(&words, x, axes, vec![(bars, Side::Value)]);
    let median = x[way.median - 1];
    figure.marks.push(Mark {
        x: median,
        y: way.stops[way.median - 1],
        label: format!("middle: ε = {}", number(median)),
        says: Some(stated("ε", Side::Value, median)),
    });
    figure.table.columns.push("excess risk".into());
    figure.table.labels.push(String::new());
    for (row, at) in figure.table.rows.iter_mut().zip(&figure.table.at) {
        let found = x.iter().position(|x| x == at).map(|at| up(-answer.risks[at]));
        row.push(found.unwrap_or_default());
    }
    let sentence = format!(
        "Half of the runs that stop have stopped at ε = {}; nothing passes with probability at most {}, which stands right of \
         the plot.",
        number(median),
        up(way.none)
    );
    finish(figure, "Where the private test stops", "", sentence)
}

/// What stopping at each level costs, by every way.
pub(super) fn cost_picture(answer: &RiskProfileAnswer) -> Figure {
    let Some(reduced) = answer.ways.first() else {
        return Figure::empty(Axis::linear("ε", 0.0, 1.0), Axis::linear("ε", 0.0, 1.0));
    };
    let x = &reduced.levels;
    // Doubling has levels of its own: at each level of the others it has paid for its first that reaches it.
    let on = |way: &Way| -> Vec<f64> {
        x.iter()
            .filter_map(|level| {
                way.levels.iter().position(|own| *own >= level * (1.0 - 1e-9)).map(|at| way.losses[at])
            })
            .collect()
    };
    let mut curves: Vec<Line> =
        answer.ways.iter().map(|way| (line(way.title, x, on(way)), Side::Upper)).collect();
    if let Some(theory) = answer.theory {
        curves.push((line("theory", x, vec![theory; x.len()]), Side::Upper));
    }
    let up_axis = decades_of("ε after the fact", &curves);
    let words = Words { head: "estimate at ε", place: "estimate at ε = ", quantity: "ε" };
    let figure = lines(&words, x, (snug("ε of the estimate", x[0], x[x.len() - 1]), up_axis), curves);
    let sentence =
        "What a run costs in all if it stops at an estimate of this level; noise reduction pays for the last estimate and \
         one test."
            .into();
    finish(figure, "Price by way to pay", "", sentence)
}
