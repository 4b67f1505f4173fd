//! Where everything goes, in CSS pixels.

use serde::{Deserialize, Serialize};

use super::axis::Axis;
use super::description::Figure;
use super::palette::Theme;
use super::tick::{Tick, ticks};

/// Height of tick labels and axis titles.
pub(super) const TEXT: f64 = 12.0;
/// Height of the title of an exported picture.
pub(super) const TITLE: f64 = 15.0;
/// Room between a label and its neighbour or its axis.
pub(super) const GAP: f64 = 8.0;
/// Width of the colour bar of a heat map.
pub(super) const BAR: f64 = 12.0;

/// The sheet a picture is painted on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Frame {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// Device pixels per CSS pixel.
    pub ratio: f64,
    /// The look.
    #[serde(default)]
    pub theme: Theme,
    /// Paints the title too, for a picture that stands alone.
    #[serde(default)]
    pub titled: bool,
}

/// A rectangle in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Area {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Area {
    fn overlaps(&self, other: &Self) -> bool {
        let apart = self.left + self.width <= other.left
            || other.left + other.width <= self.left
            || self.top + self.height <= other.top
            || other.top + other.height <= self.top;
        !apart
    }

    fn holds(&self, other: &Self) -> bool {
        other.left >= self.left
            && other.left + other.width <= self.left + self.width
            && other.top >= self.top
            && other.top + other.height <= self.top + self.height
    }
}

/// Where the points of a series ended up.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Trace {
    /// The series.
    pub label: String,
    /// Pixels from the left, one per point.
    pub x: Vec<f64>,
    /// Pixels from the top, kept inside the plot.
    pub y: Vec<f64>,
}

/// What a page needs to lay a crosshair over the picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Layout {
    /// The part of the picture between the axes.
    pub plot: Area,
    /// One per series.
    pub traces: Vec<Trace>,
}

/// Text at a place: how the painter sets it and the box it fills.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    pub text: String,
    pub size: f64,
    /// The point it is set from.
    pub at: (f64, f64),
    pub align: Align,
    pub strong: bool,
}

/// Which part of a text stands at its point; vertically it is always the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}

impl Label {
    fn new(text: impl Into<String>, at: (f64, f64), align: Align) -> Self {
        Self { text: text.into(), size: TEXT, at, align, strong: false }
    }

    /// The box the text fills.
    pub(super) fn area(&self, measure: &impl Fn(&str, f64) -> f64) -> Area {
        let width = measure(&self.text, self.size);
        let left = match self.align {
            Align::Left => self.at.0,
            Align::Centre => self.at.0 - 0.5 * width,
            Align::Right => self.at.0 - width,
        };
        Area { left, top: self.at.1 - 0.5 * self.size, width, height: self.size }
    }
}

/// The whole plan of a picture.
#[derive(Debug)]
pub(super) struct Plan {
    pub plot: Area,
    pub x_ticks: Vec<Tick>,
    pub y_ticks: Vec<Tick>,
    /// Place of the colour bar and its ticks.
    pub bar: Option<(Area, Vec<Tick>)>,
    pub labels: Vec<Label>,
    /// Samples of the lines, for a picture that stands alone.
    pub legend: Vec<Sample>,
}

/// A piece of a series' line in the legend.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sample {
    pub series: usize,
    pub from: (f64, f64),
    pub to: (f64, f64),
}

/// Length of a sample.
const SAMPLE: f64 = 28.0;

/// Lays a figure out; `measure` gives the width of a text at a size.
pub(super) fn plan(figure: &Figure, frame: &Frame, measure: &impl Fn(&str, f64) -> f64) -> Plan {
    let width_of = |text: &str| measure(text, TEXT);
    let widest = |list: &[Tick]| list.iter().map(|tick| width_of(&tick.label)).fold(0.0, f64::max);

    let title = if frame.titled { TITLE + GAP } else { 0.0 };
    let top = title + TEXT + 2.0 * GAP;
    let bottom = 2.0 * TEXT + 2.5 * GAP;
    let height = (frame.height - top - bottom).max(1.0);
    let y_ticks = ticks(&figure.y, |list| spaced(list, height, |_| TEXT + 2.0 * GAP));
    let left = widest(&y_ticks) + 2.0 * GAP;

    let bar_axis = figure.cells.as_ref().map(|cells| Axis::linear(cells.label.clone(), cells.from, cells.to));
    let bar_ticks =
        bar_axis.as_ref().map(|axis| ticks(axis, |list| spaced(list, height, |_| TEXT + 2.0 * GAP)));
    let bar_room = bar_ticks.as_deref().map_or(0.0, |list| BAR + widest(list) + 2.5 * GAP);
    let x_ends =
        width_of(&crate::numeric::decimal::print(figure.x.to, 6, crate::numeric::decimal::Rounding::Nearest));
    let right = bar_room + GAP.max(0.5 * x_ends + 2.0);
    let plot = Area { left, top, width: (frame.width - left - right).max(1.0), height };

    let x_ticks = ticks(&figure.x, |list| spaced(list, plot.width, |tick| width_of(&tick.label) + 3.0 * GAP));
    let bar = bar_ticks.map(|list| {
        let at = Area { left: frame.width - bar_room + GAP, top, width: BAR, height };
        (at, list)
    });
    let mut labels = axis_labels(figure, frame, &plot, (&x_ticks, &y_ticks), bar.as_ref());
    let legend = if frame.titled { legend(figure, &plot, &mut labels, measure) } else { Vec::new() };
    mark_labels(figure, &plot, &mut labels, measure);
    Plan { plot, x_ticks, y_ticks, bar, labels, legend }
}

/// Whether neighbours are far enough apart for the room each needs.
fn spaced(list: &[Tick], length: f64, room: impl Fn(&Tick) -> f64) -> bool {
    list.windows(2)
        .all(|pair| (pair[1].position - pair[0].position) * length >= 0.5 * (room(&pair[0]) + room(&pair[1])))
}

fn axis_labels(
    figure: &Figure,
    frame: &Frame,
    plot: &Area,
    (x_ticks, y_ticks): (&[Tick], &[Tick]),
    bar: Option<&(Area, Vec<Tick>)>,
) -> Vec<Label> {
    let bottom = plot.top + plot.height;
    let mut labels = Vec::new();
    if frame.titled {
        let title = Label::new(&figure.title, (plot.left, 0.5 * TITLE + 0.5 * GAP), Align::Left);
        labels.push(Label { size: TITLE, strong: true, ..title });
    }
    labels.push(Label::new(&figure.y.label, (plot.left, axis_row(plot)), Align::Left));
    let x_title_row = bottom + 1.5 * TEXT + 1.75 * GAP;
    labels.push(Label::new(&figure.x.label, (plot.left + plot.width, x_title_row), Align::Right));
    let tick_row = bottom + GAP + 0.5 * TEXT;
    labels.extend(x_ticks.iter().map(|tick| {
        Label::new(&tick.label, (plot.left + tick.position * plot.width, tick_row), Align::Centre)
    }));
    labels.extend(y_ticks.iter().map(|tick| {
        Label::new(&tick.label, (plot.left - GAP, bottom - tick.position * plot.height), Align::Right)
    }));
    if let (Some((at, list)), Some(cells)) = (bar, &figure.cells) {
        labels.push(Label::new(&cells.label, (frame.width - 2.0, axis_row(plot)), Align::Right));
        labels.extend(list.iter().map(|tick| {
            Label::new(&tick.label, (at.left + BAR + GAP, bottom - tick.position * plot.height), Align::Left)
        }));
    }
    labels
}

/// The row above the plot, shared by the name of the vertical axis and the legend.
fn axis_row(plot: &Area) -> f64 {
    plot.top - GAP - 0.5 * TEXT
}

/// Names of the series from the right, each behind a sample of its line, while there is room.
fn legend(
    figure: &Figure,
    plot: &Area,
    labels: &mut Vec<Label>,
    measure: &impl Fn(&str, f64) -> f64,
) -> Vec<Sample> {
    let row = axis_row(plot);
    let mut right = plot.left + plot.width;
    let mut samples = Vec::new();
    for (series, entry) in figure.series.iter().enumerate().rev() {
        let label = Label::new(&entry.label, (right, row), Align::Right);
        let name = label.area(measure);
        let whole = Area { left: name.left - GAP - SAMPLE, width: name.width + GAP + SAMPLE, ..name };
        if labels.iter().any(|other| other.area(measure).overlaps(&whole)) {
            break;
        }
        let end = name.left - GAP;
        samples.push(Sample { series, from: (end - SAMPLE, row), to: (end, row) });
        right = whole.left - 2.0 * GAP;
        labels.push(label);
    }
    samples
}

/// Beside each mark, clear of other labels, and clear of the lines where there is such a place.
fn mark_labels(figure: &Figure, plot: &Area, labels: &mut Vec<Label>, measure: &impl Fn(&str, f64) -> f64) {
    const BESIDE: [(f64, f64, Align); 4] = [
        (-1.5 * GAP, GAP, Align::Right),
        (1.5 * GAP, -GAP, Align::Left),
        (-1.5 * GAP, -GAP, Align::Right),
        (1.5 * GAP, GAP, Align::Left),
    ];
    let lines = traces(figure, plot);
    let crossed = |area: &Area| {
        let inside = |x: f64, y: f64| Area { left: x, top: y, width: 0.1, height: 0.1 }.overlaps(area);
        lines.iter().any(|line| line.x.iter().zip(&line.y).any(|(&x, &y)| inside(x, y)))
    };
    for mark in figure.marks.iter().filter(|mark| !mark.label.is_empty()) {
        let (x, y) = place(figure, plot, mark.x, mark.y);
        let free: Vec<Label> = BESIDE
            .into_iter()
            .map(|(dx, dy, align)| Label::new(&mark.label, (x + dx, y + dy), align))
            .filter(|label| {
                let area = label.area(measure);
                plot.holds(&area) && labels.iter().all(|other| !other.area(measure).overlaps(&area))
            })
            .collect();
        let clear = free.iter().find(|label| !crossed(&label.area(measure)));
        labels.extend(clear.or(free.first()).cloned());
    }
}

/// The pixel of a value, not kept inside the plot.
pub(super) fn place(figure: &Figure, plot: &Area, x: f64, y: f64) -> (f64, f64) {
    let across = figure.x.position(x);
    let upward = figure.y.position(y);
    (plot.left + across * plot.width, plot.top + (1.0 - upward) * plot.height)
}

/// The pixels of every point of every series, kept inside the plot.
pub(super) fn traces(figure: &Figure, plot: &Area) -> Vec<Trace> {
    figure
        .series
        .iter()
        .map(|series| {
            let points = series.x.iter().zip(&series.y).map(|(&x, &y)| place(figure, plot, x, y));
            let (x, y) = points
                .map(|(x, y)| {
                    (x.clamp(plot.left, plot.left + plot.width), y.clamp(plot.top, plot.top + plot.height))
                })
                .unzip();
            Trace { label: series.label.clone(), x, y }
        })
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::figure::description::{Cells, Mark, Table};

    /// Widths of a plain sans-serif face are close to 0.6 of the size per character.
    fn measure(text: &str, size: f64) -> f64 {
        0.6 * size * text.chars().count() as f64
    }

    pub(in crate::figure) fn figure(x: Axis, y: Axis) -> Figure {
        Figure {
            title: "A picture".into(),
            sentence: String::new(),
            x,
            y,
            cells: None,
            bands: Vec::new(),
            series: Vec::new(),
            marks: Vec::new(),
            readings: Vec::new(),
            table: Table::default(),
        }
    }

    fn frame(width: f64, height: f64) -> Frame {
        Frame { width, height, ratio: 1.0, theme: Theme::Light, titled: true }
    }

    fn assert_no_overlap(figure: &Figure, frame: &Frame) {
        let plan = plan(figure, frame, &measure);
        let areas: Vec<_> = plan.labels.iter().map(|label| (label, label.area(&measure))).collect();
        for (at, (label, area)) in areas.iter().enumerate() {
            assert!(
                area.left >= 0.0 && area.left + area.width <= frame.width && area.top >= 0.0,
                "{label:?} leaves the frame {frame:?}"
            );
            for (other, second) in &areas[at + 1..] {
                assert!(!area.overlaps(second), "{label:?} overlaps {other:?} in {frame:?}");
            }
        }
    }

    #[test]
    fn no_label_overlaps_another_down_to_320_pixels() {
        for width in [320.0, 375.0, 720.0, 1280.0] {
            for y in [
                Axis::decades("δ, log scale", 1e-12, 1.0),
                Axis::decades("δ", 1e-303, 1.0),
                Axis::linear("type II error", 0.0, 1.0),
            ] {
                for x in [
                    Axis::linear("ε", 0.0, 6.0),
                    Axis::linear("ε", 0.0, 1.5e-6),
                    Axis::linear("ε", 0.0, 80_000.0),
                    Axis::decades("order α, log scale", 1.0, 1e4),
                ] {
                    let mut figure = figure(x, y.clone());
                    let (x, y) = (figure.x.to, figure.y.to);
                    let mark = |x, y| Mark { x, y, label: "ε ≤ 4.3773".into(), stem: false };
                    figure.marks = vec![mark(0.3 * x, 0.5 * y), mark(0.31 * x, 0.5 * y), mark(x, y)];
                    assert_no_overlap(&figure, &frame(width, 260.0));
                }
            }
        }
    }

    #[test]
    fn a_heat_map_has_room_for_its_colour_bar() {
        let mut figure = figure(Axis::linear("x", -1.0, 1.0), Axis::linear("y", -1.0, 1.0));
        figure.cells = Some(Cells {
            label: "loss".into(),
            columns: 2,
            rows: 2,
            values: vec![0.0; 4],
            from: 0.0,
            to: 3.0,
        });
        for width in [320.0, 1280.0] {
            assert_no_overlap(&figure, &frame(width, 320.0));
        }
    }
}
