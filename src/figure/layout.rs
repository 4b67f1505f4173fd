//! Where everything goes, in CSS pixels.

use serde::{Deserialize, Serialize};

use super::axis::Axis;
use super::description::Figure;
use super::label::{Label, Sample, axis_labels, infinity_label, infinity_masses, legend, mark_labels};
use super::palette::Theme;
use super::shape::{BETWEEN_ATOMS, points};
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
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let apart = self.left + self.width <= other.left
            || other.left + other.width <= self.left
            || self.top + self.height <= other.top
            || other.top + other.height <= self.top;
        !apart
    }

    pub(super) fn padded(&self, by: f64) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    /// The point of the area nearest to another.
    pub(super) fn nearest(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (x.clamp(self.left, self.left + self.width), y.clamp(self.top, self.top + self.height))
    }

    pub(super) fn holds(&self, other: &Self) -> bool {
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
    /// Sheets of paper under labels that stand on a heat map, or may have to stand on a line.
    pub sheets: Vec<Area>,
    /// Lines from marks to labels that stand away from them.
    pub leaders: Vec<[(f64, f64); 2]>,
    /// Where atoms at infinity stand, right of the plot, if there are any.
    pub infinity: Option<f64>,
}

/// Lays a figure out; `measure` gives the width of a text at a size.
pub(super) fn plan(figure: &Figure, frame: &Frame, measure: &impl Fn(&str, f64) -> f64) -> Plan {
    let width_of = |text: &str| measure(text, TEXT);
    let widest = |list: &[Tick]| list.iter().map(|tick| width_of(&tick.label)).fold(0.0, f64::max);

    let title = if frame.titled { TITLE + GAP } else { 0.0 };
    let top = title + TEXT + 2.0 * GAP;
    let bottom = 2.0 * TEXT + 2.5 * GAP;
    let height = (frame.height - top - bottom).max(1.0);
    let y_ticks = ticks(&figure.y, &|list| spaced(list, height, &|_| TEXT + 2.0 * GAP));
    let left = figure.y.room.max(widest(&y_ticks) + 2.0 * GAP);

    let bar_axis = figure.cells.as_ref().map(|cells| Axis::linear(cells.label.clone(), cells.from, cells.to));
    let bar_ticks =
        bar_axis.as_ref().map(|axis| ticks(axis, &|list| spaced(list, height, &|_| TEXT + 2.0 * GAP)));
    let bar_room = bar_ticks.as_deref().map_or(0.0, |list| BAR + widest(list) + 2.5 * GAP);
    let x_ends =
        width_of(&crate::numeric::decimal::print(figure.x.to, 6, crate::numeric::decimal::Rounding::Nearest));
    let atoms = figure.series.iter().filter(|series| series.infinite > 0.0).count();
    let beyond = 0.5 * x_ends + 2.0 * GAP;
    let atom_room = if atoms > 0 { beyond + GAP + atoms as f64 * BETWEEN_ATOMS } else { 0.0 };
    let right = figure.x.room.max(bar_room + GAP.max(0.5 * x_ends + 2.0).max(atom_room));
    let plot = Area { left, top, width: (frame.width - left - right).max(1.0), height };
    let infinity = (atoms > 0).then_some(plot.left + plot.width + beyond);

    let x_ticks =
        ticks(&figure.x, &|list| spaced(list, plot.width, &|tick| width_of(&tick.label) + 3.0 * GAP));
    let bar = bar_ticks.map(|list| {
        let at = Area { left: frame.width - bar_room + GAP, top, width: BAR, height };
        (at, list)
    });
    let mut labels = axis_labels(figure, frame, &plot, (&x_ticks, &y_ticks), bar.as_ref(), measure);
    labels.extend(infinity.map(|at| infinity_label(&plot, at, measure)));
    let legend = if frame.titled { legend(figure, &plot, &mut labels, measure) } else { Vec::new() };
    let outside = labels.len();
    infinity_masses(figure, frame, &plot, &mut labels, measure);
    let leaders = mark_labels(figure, &plot, &mut labels, measure);
    let rim = if figure.cells.is_some() { 0.5 * GAP } else { 0.0 };
    let sheets = labels[outside..].iter().map(|label| label.area().padded(rim)).collect();
    Plan { plot, x_ticks, y_ticks, bar, labels, legend, sheets, leaders, infinity }
}

/// Whether neighbours are far enough apart for the room each needs.
fn spaced(list: &[Tick], length: f64, room: &dyn Fn(&Tick) -> f64) -> bool {
    list.windows(2)
        .all(|pair| (pair[1].position - pair[0].position) * length >= 0.5 * (room(&pair[0]) + room(&pair[1])))
}

/// The pixel of a value, not kept inside the plot.
pub(super) fn place(figure: &Figure, plot: &Area, x: f64, y: f64) -> (f64, f64) {
    let across = figure.x.position(x);
    let upward = figure.y.position(y);
    (plot.left + across * plot.width, plot.top + (1.0 - upward) * plot.height)
}

/// The pixels of every point of every series, kept inside the plot.
pub(super) fn traces(figure: &Figure, plot: &Area) -> Vec<Trace> {
    let within = |(x, y): (f64, f64)| {
        (x.clamp(plot.left, plot.left + plot.width), y.clamp(plot.top, plot.top + plot.height))
    };
    let trace = |at: usize| {
        let (x, y) = points(figure, plot, at).into_iter().map(within).unzip();
        Trace { label: figure.series[at].label.clone(), x, y }
    };
    (0..figure.series.len()).map(trace).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::figure::clip::visible;
    use crate::figure::description::{Cells, Mark};
    use crate::figure::series::Series;

    /// Widths of a plain sans-serif face are close to 0.6 of the size per character.
    fn measure(text: &str, size: f64) -> f64 {
        0.6 * size * text.chars().count() as f64
    }

    pub(in crate::figure) fn figure(x: Axis, y: Axis) -> Figure {
        Figure { title: "A picture".into(), ..Figure::empty(x, y) }
    }

    fn frame(width: f64, height: f64) -> Frame {
        Frame { width, height, ratio: 1.0, theme: Theme::Light, titled: true }
    }

    fn assert_no_overlap(figure: &Figure, frame: &Frame) {
        let plan = plan(figure, frame, &measure);
        let areas: Vec<_> = plan.labels.iter().map(|label| (label, label.area())).collect();
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
                Axis::decades("δ", 1e-12, 1.0),
                Axis::decades("δ", 1e-303, 1.0),
                Axis::linear("type II error", 0.0, 1.0),
            ] {
                for x in [
                    Axis::linear("ε", 0.0, 6.0),
                    Axis::linear("ε", 0.0, 1.5e-6),
                    Axis::linear("ε", 0.0, 80_000.0),
                    Axis::decades("order α", 1.0, 1e4),
                ] {
                    let mut figure = figure(x, y.clone());
                    let (x, y) = (figure.x.to, figure.y.to);
                    let mark = |x, y| Mark { x, y, label: "ε ≤ 4.3773".into(), says: None };
                    figure.marks = vec![mark(0.3 * x, 0.5 * y), mark(0.31 * x, 0.5 * y), mark(x, y)];
                    assert_no_overlap(&figure, &frame(width, 260.0));
                }
            }
        }
    }

    /// Three marks on their curves at the same height, the first near the axis: a label beside it would leave
    /// the plot or lie on its own curve, and one to the right on the next.
    #[test]
    fn a_mark_is_named_clear_of_the_lines_also_between_their_points() {
        let mut figure = figure(Axis::linear("ε", 0.0, 2.5), Axis::linear("δ", 0.0, 0.6));
        for (start, at, end) in [(0.383, 0.277, 1.6), (0.46, 0.472, 1.0), (0.56, 0.818, 2.2)] {
            figure.series.push(Series {
                label: "a curve".into(),
                x: vec![0.0, at, end],
                y: vec![start, 0.3, 0.02],
                ..Series::default()
            });
            figure.marks.push(Mark { x: at, y: 0.3, label: "ε ≤ 0.47176".into(), says: None });
        }
        let frame = frame(760.0, 440.0);
        let plan = plan(&figure, &frame, &measure);
        let named: Vec<Area> = plan
            .labels
            .iter()
            .filter(|label| label.text.starts_with("ε ≤"))
            .map(|label| label.area())
            .collect();
        assert_eq!(named.len(), 3);
        for (area, line) in
            named.iter().flat_map(|area| plan_lines(&figure, &plan).into_iter().map(move |line| (area, line)))
        {
            assert!(visible(&line, area).is_empty(), "{area:?}");
        }
        assert_eq!(plan.sheets, named);
    }

    /// A mark near the corner between a curve and the line of blind guessing: no place beside it is clear.
    #[test]
    fn a_label_with_no_room_beside_its_mark_is_led_to_it() {
        let mut figure =
            figure(Axis::linear("type I error", 0.0, 1.0), Axis::linear("type II error", 0.0, 1.0));
        let x: Vec<f64> = (0..=40).map(|at| f64::from(at) / 40.0).collect();
        let y = |power: f64| x.iter().map(|x| (1.0 - x).powf(power)).collect();
        let series =
            |power| Series { label: "a curve".into(), x: x.clone(), y: y(power), ..Series::default() };
        figure.series = vec![series(1.0), series(2.0)];
        figure.marks = vec![Mark { x: 0.05, y: 0.9025, label: "this attacker".into(), says: None }];
        for width in [330.0, 720.0] {
            let plan = plan(&figure, &frame(width, 0.6 * width), &measure);
            let label = plan.labels.iter().find(|label| label.text == "this attacker").expect("a label");
            let area = label.area();
            assert!(plan_lines(&figure, &plan).into_iter().all(|line| visible(&line, &area).is_empty()));
            let [[from, to]] = plan.leaders[..] else { panic!("no line leads to it: {plan:?}") };
            assert_eq!(from, place(&figure, &plan.plot, 0.05, 0.9025));
            assert!(area.padded(GAP).nearest(to) == to && !plan.sheets.is_empty());
        }
    }

    fn plan_lines(figure: &Figure, plan: &Plan) -> Vec<Vec<(f64, f64)>> {
        traces(figure, &plan.plot).into_iter().map(|line| line.x.into_iter().zip(line.y).collect()).collect()
    }

    #[test]
    fn the_plot_stands_still_while_its_axes_are_looked_at_in_part() {
        let room = |mut axis: Axis, room| {
            axis.room = room;
            axis
        };
        let areas: Vec<Area> = [(0.0, 6.0), (2.0, 2.0123), (1.0, 5.777)]
            .into_iter()
            .map(|(from, to)| {
                let (x, y) = (Axis::linear("ε", from, to), Axis::linear("δ", from, to));
                plan(&figure(room(x, 40.0), room(y, 90.0)), &frame(640.0, 320.0), &measure).plot
            })
            .collect();
        assert!(areas.iter().all(|area| *area == areas[0] && area.left == 90.0 && area.width == 510.0));
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
