//! Words in a picture: what stands where, and clear of what.

use super::axis::Axis;
use super::clip::visible;
use super::description::Figure;
use super::layout::{Area, BAR, Frame, GAP, TEXT, TITLE, place};
use super::shape::outlines;
use super::tick::Tick;
use crate::numeric::Scale;
use crate::numeric::decimal::{Rounding, print};

/// Text at a place: how the painter sets it and the box it fills.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    pub text: String,
    pub size: f64,
    /// The point it is set from.
    pub at: (f64, f64),
    pub align: Align,
    pub strong: bool,
    /// Measured once: asking a canvas is what laying a picture out spends most of its time on.
    width: f64,
}

/// Which part of a text stands at its point; vertically it is always the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}

impl Label {
    fn new(text: &str, at: (f64, f64), align: Align, measure: &impl Fn(&str, f64) -> f64) -> Self {
        Self { text: text.to_owned(), size: TEXT, at, align, strong: false, width: measure(text, TEXT) }
    }

    /// The box the text fills.
    pub(super) fn area(&self) -> Area {
        let width = self.width;
        let left = match self.align {
            Align::Left => self.at.0,
            Align::Centre => self.at.0 - 0.5 * width,
            Align::Right => self.at.0 - width,
        };
        Area { left, top: self.at.1 - 0.5 * self.size, width, height: self.size }
    }
}

/// A piece of a series' line in the legend.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sample {
    pub series: usize,
    pub from: (f64, f64),
    pub to: (f64, f64),
}

/// Digits of a mass at infinity.
const MASS_DIGITS: usize = 5;

/// Length of a sample.
const SAMPLE: f64 = 28.0;

/// The title, the names of the axes and of the colours, and the ticks.
pub(super) fn axis_labels(
    figure: &Figure,
    frame: &Frame,
    plot: &Area,
    (x_ticks, y_ticks): (&[Tick], &[Tick]),
    bar: Option<&(Area, Vec<Tick>)>,
    measure: &impl Fn(&str, f64) -> f64,
) -> Vec<Label> {
    let label = |text: &str, at: (f64, f64), align: Align| Label::new(text, at, align, measure);
    let bottom = plot.top + plot.height;
    let mut labels = Vec::new();
    if frame.titled {
        let title = label(&figure.title, (plot.left, 0.5 * TITLE + 0.5 * GAP), Align::Left);
        let width = measure(&title.text, TITLE);
        labels.push(Label { size: TITLE, strong: true, width, ..title });
    }
    labels.push(label(&axis_name(&figure.y), (plot.left, axis_row(plot)), Align::Left));
    let x_title_row = bottom + 1.5 * TEXT + 1.75 * GAP;
    labels.push(label(&axis_name(&figure.x), (plot.left + plot.width, x_title_row), Align::Right));
    let tick_row = bottom + GAP + 0.5 * TEXT;
    labels.extend(
        x_ticks.iter().map(|tick| {
            label(&tick.label, (plot.left + tick.position * plot.width, tick_row), Align::Centre)
        }),
    );
    labels.extend(y_ticks.iter().map(|tick| {
        label(&tick.label, (plot.left - GAP, bottom - tick.position * plot.height), Align::Right)
    }));
    if let (Some((at, list)), Some(cells)) = (bar, &figure.cells) {
        labels.push(label(&cells.label, (frame.width - 2.0, axis_row(plot)), Align::Right));
        labels.extend(list.iter().map(|tick| {
            label(&tick.label, (at.left + BAR + GAP, bottom - tick.position * plot.height), Align::Left)
        }));
    }
    labels
}

/// What an axis measures, and that its scale is not the usual one.
fn axis_name(axis: &Axis) -> String {
    match axis.scale {
        Scale::Linear => axis.label.clone(),
        Scale::Log => format!("{}, log scale", axis.label),
    }
}

/// The name of the place of atoms at infinity, in the row of the ticks.
pub(super) fn infinity_label(plot: &Area, at: f64, measure: &impl Fn(&str, f64) -> f64) -> Label {
    Label::new("∞", (at, plot.top + plot.height + GAP + 0.5 * TEXT), Align::Centre, measure)
}

/// How likely infinity is, above the dot of each atom there; one that another would cover is left out.
pub(super) fn infinity_masses(
    figure: &Figure,
    frame: &Frame,
    plot: &Area,
    labels: &mut Vec<Label>,
    measure: &impl Fn(&str, f64) -> f64,
) {
    for series in figure.series.iter().filter(|series| series.infinite > 0.0) {
        let (_, height) = place(figure, plot, figure.x.from, series.infinite);
        let row = height.clamp(plot.top, plot.top + plot.height) - GAP - 0.5 * TEXT;
        let mass = print(series.infinite, MASS_DIGITS, Rounding::Nearest);
        let label = Label::new(&mass, (frame.width - 2.0, row), Align::Right, measure);
        if !labels.iter().any(|other| other.area().overlaps(&label.area())) {
            labels.push(label);
        }
    }
}

/// The row above the plot, shared by the name of the vertical axis and the legend.
fn axis_row(plot: &Area) -> f64 {
    plot.top - GAP - 0.5 * TEXT
}

/// Names of the series from the right, each behind a sample of its line, while there is room.
pub(super) fn legend(
    figure: &Figure,
    plot: &Area,
    labels: &mut Vec<Label>,
    measure: &impl Fn(&str, f64) -> f64,
) -> Vec<Sample> {
    let row = axis_row(plot);
    let mut right = plot.left + plot.width;
    let mut samples = Vec::new();
    for (series, entry) in figure.series.iter().enumerate().rev() {
        let label = Label::new(&entry.label, (right, row), Align::Right, measure);
        let name = label.area();
        let whole = Area { left: name.left - GAP - SAMPLE, width: name.width + GAP + SAMPLE, ..name };
        if labels.iter().any(|other| other.area().overlaps(&whole)) {
            break;
        }
        let end = name.left - GAP;
        samples.push(Sample { series, from: (end - SAMPLE, row), to: (end, row) });
        right = whole.left - 2.0 * GAP;
        labels.push(label);
    }
    samples
}

/// Room kept between the label of a mark and the lines and marks around it.
const CLEAR: f64 = 3.0;

/// A label farther from its mark than this is led to it by a line.
const NEAR: f64 = 1.5 * GAP;

/// Beside each mark, clear of other labels, of other marks and of the lines; where no place beside it is,
/// at the nearest one that is, with a line that leads there; failing that, one that lines touch. Where there is
/// none at all the label of a single mark, or a short one, crosses the lines, and any other is left out.
///
/// Returns the ends of the leading lines.
pub(super) fn mark_labels(
    figure: &Figure,
    plot: &Area,
    labels: &mut Vec<Label>,
    measure: &impl Fn(&str, f64) -> f64,
) -> Vec<[(f64, f64); 2]> {
    let lines = outlines(figure, plot);
    let dots: Vec<Area> = figure
        .marks
        .iter()
        .map(|mark| place(figure, plot, mark.x, mark.y))
        .map(|(left, top)| Area { left, top, width: 0.0, height: 0.0 }.padded(2.0 * CLEAR))
        .collect();
    // A line may pass between two of its points.
    let crossed = |area: &Area, room: f64| {
        let area = area.padded(room);
        dots.iter().any(|dot| dot.overlaps(&area))
            || lines.iter().any(|line| !visible(line, &area).is_empty())
    };
    let named = || figure.marks.iter().filter(|mark| !mark.label.is_empty());
    let alone = named().count() == 1;
    let mut leaders = Vec::new();
    for mark in named() {
        let at = place(figure, plot, mark.x, mark.y);
        let mut label = Label::new(&mark.label, at, Align::Left, measure);
        let stays = alone || mark.label.chars().count() <= 2;
        let (mut clear, mut tight, mut crossing) = (None, None, None);
        for (dx, dy) in places(if alone { 14 } else { 3 }) {
            label.align = if dx < 0.0 { Align::Right } else { Align::Left };
            label.at = (at.0 + dx, at.1 + dy);
            if dy.abs() > GAP {
                // Above and below it may stand to either side, as long as it is inside.
                let area = label.area();
                let over = area.left + area.width - plot.left - plot.width;
                label.at.0 += (plot.left + CLEAR - area.left).max(0.0) - (over + CLEAR).max(0.0);
            }
            let area = label.area();
            if !plot.holds(&area) || labels.iter().any(|other| other.area().overlaps(&area)) {
                continue;
            }
            let spot = Some((label.at, label.align));
            if !crossed(&area, CLEAR) {
                clear = spot;
                break;
            }
            if tight.is_none() && !crossed(&area, 0.0) {
                tight = spot;
            }
            crossing = crossing.or(spot.filter(|_| stays));
        }
        let Some((spot, align)) = clear.or(tight).or(crossing) else { continue };
        (label.at, label.align) = (spot, align);
        let end = label.area().padded(0.5 * CLEAR).nearest(at);
        if (end.0 - at.0).powi(2) + (end.1 - at.1).powi(2) > NEAR * NEAR {
            leaders.push([at, end]);
        }
        labels.push(label);
    }
    leaders
}

/// Where a label may stand from its mark: first the four corners, then ring after ring around them, `reach`
/// of them at most.
fn places(reach: i32) -> Vec<(f64, f64)> {
    let mut around = vec![(-1.5, 1.0), (1.5, -1.0), (-1.5, -1.0), (1.5, 1.0)];
    for ring in 2..=reach {
        for step in 0..4 * (ring + 1) {
            let (along, side) = (f64::from(step / 4), f64::from(ring));
            let (along, side) =
                (if step & 1 == 0 { -along } else { along }, if step & 2 == 0 { -side } else { side });
            around.push((1.5 * side, along));
            if along != 0.0 {
                around.push((1.5 * along, side));
            }
        }
    }
    around.iter().map(|(across, down)| (across * GAP, down * GAP)).collect()
}
