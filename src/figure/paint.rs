//! Paints a figure with plotters.
//!
//! plotters works in whole pixels. Here its pixels are an eighth of a device pixel, so curves are
//! smooth, and straight rules are placed on device pixels, so they are crisp.

use plotters::coord::Shift;
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon};
use plotters::prelude::{DrawingArea, IntoDrawingArea, RGBAColor, Rectangle, ShapeStyle};
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind};
use thiserror::Error;

use super::axis::Axis;
use super::description::{Cells, Figure};
use super::element::{CellPicture, TextElement, TextLook};
use super::label::Label;
use super::layout::{Area, Frame, Layout, Plan, place, plan, traces};
use super::palette::{Colour, DASHES, Palette, heat};
use super::series::{Series, turns_of};

/// Fine pixels of plotters per device pixel.
pub const GRAIN: f64 = 8.0;

/// The family of every text in a picture.
pub const FAMILY: &str = "system-ui, sans-serif";

/// A plotters backend that can also measure text and place a picture of cells.
pub trait Surface: DrawingBackend {
    /// The width of `text` at `size`, both in fine pixels.
    fn text_width(&self, text: &str, size: f64) -> f64;

    /// Fills the rectangle between two corners with `columns × rows` colours, top row first,
    /// without smoothing.
    fn place_cells(
        &mut self,
        corners: (BackendCoord, BackendCoord),
        size: (usize, usize),
        colours: &[Colour],
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>>;
}

/// Why a figure cannot be painted.
#[derive(Debug, Error)]
pub enum PaintError {
    /// An axis without room.
    #[error("the {0} axis has no room: its ends must be finite and ascending, and positive on a log scale")]
    Axis(&'static str),
    /// Lists that belong together differ in length.
    #[error("{0} has lists of different lengths")]
    Ragged(String),
    /// The sheet is too small or not a size.
    #[error("a frame of {0} × {1} pixels at ratio {2} cannot be painted")]
    Frame(f64, f64, f64),
    /// The backend failed.
    #[error("the surface failed: {0}")]
    Surface(String),
}

/// Paints `figure` on a surface whose size is that of the frame in fine pixels.
pub fn paint<S: Surface>(figure: &Figure, surface: S, frame: &Frame) -> Result<Layout, PaintError> {
    check(figure, frame)?;
    let fine = GRAIN * frame.ratio;
    let plan = plan(figure, frame, &|text, size| surface.text_width(text, size * fine) / fine);
    let area = surface.into_drawing_area();
    let (palette, turns) = (Palette::of(frame.theme), turns_of(&figure.series));
    let painter = Painter { figure, frame, palette, turns, plan: &plan, area: &area };
    painter.paint().and_then(|()| area.present()).map_err(|error| PaintError::Surface(error.to_string()))?;
    Ok(Layout { plot: plan.plot, traces: traces(figure, &plan.plot) })
}

fn check(figure: &Figure, frame: &Frame) -> Result<(), PaintError> {
    let sizes = [frame.width, frame.height, frame.ratio];
    if sizes.iter().any(|size| !(size.is_finite() && *size > 0.0 && *size <= 16_384.0)) {
        return Err(PaintError::Frame(frame.width, frame.height, frame.ratio));
    }
    for (name, axis) in [("x", &figure.x), ("y", &figure.y)] {
        if !axis.is_sound() {
            return Err(PaintError::Axis(name));
        }
    }
    let ragged = |label: &str| Err(PaintError::Ragged(label.into()));
    let uneven = |series: &&Series| {
        let (points, errors) = (series.x.len(), series.errors.len());
        series.y.len() != points || !(errors == 0 || errors == points)
    };
    if let Some(series) = figure.series.iter().find(uneven) {
        return ragged(&series.label);
    }
    if let Some(band) =
        figure.bands.iter().find(|band| band.x.len() != band.lower.len() || band.x.len() != band.upper.len())
    {
        return ragged(&band.label);
    }
    match &figure.cells {
        Some(cells) if cells.values.len() != cells.columns * cells.rows || cells.values.is_empty() => {
            ragged(&cells.label)
        }
        Some(cells) if !Axis::linear("", cells.from, cells.to).is_sound() => Err(PaintError::Axis("colour")),
        _ => Ok(()),
    }
}

pub(super) struct Painter<'a, S: Surface> {
    pub(super) figure: &'a Figure,
    frame: &'a Frame,
    palette: Palette,
    turns: Vec<usize>,
    pub(super) plan: &'a Plan,
    pub(super) area: &'a DrawingArea<S, Shift>,
}

pub(super) type Painted<S> =
    Result<(), plotters::drawing::DrawingAreaErrorKind<<S as DrawingBackend>::ErrorType>>;

impl<S: Surface> Painter<'_, S> {
    fn paint(&self) -> Painted<S> {
        let paper = self.palette.paper;
        self.area.fill(&plotters::style::RGBColor(paper.0, paper.1, paper.2))?;
        self.cells()?;
        self.grid()?;
        self.bands()?;
        self.series()?;
        self.leaders()?;
        self.marks()?;
        self.axes()?;
        self.sheets()?;
        self.plan.labels.iter().try_for_each(|label| self.label(label))
    }

    fn cells(&self) -> Painted<S> {
        let Some(cells) = &self.figure.cells else { return Ok(()) };
        let colours = heat();
        let cell_colours = cell_colours(cells, &colours, self.palette.paper);
        self.place(self.plan.plot, (cells.columns, cells.rows), cell_colours)?;
        match &self.plan.bar {
            Some((at, _)) => self.place(*at, (1, colours.len()), colours.into_iter().rev().collect()),
            None => Ok(()),
        }
    }

    fn place(&self, area: Area, size: (usize, usize), colours: Vec<Colour>) -> Painted<S> {
        let corners =
            [self.fine((area.left, area.top)), self.fine((area.left + area.width, area.top + area.height))];
        self.area.draw(&CellPicture { corners, size, colours })
    }

    fn grid(&self) -> Painted<S> {
        if self.figure.cells.is_some() {
            return Ok(());
        }
        let plot = self.plan.plot;
        for tick in &self.plan.x_ticks {
            let x = plot.left + tick.position * plot.width;
            self.rule((x, plot.top), (x, plot.top + plot.height), self.palette.line)?;
        }
        for tick in &self.plan.y_ticks {
            let y = plot.top + (1.0 - tick.position) * plot.height;
            self.rule((plot.left, y), (plot.left + plot.width, y), self.palette.line)?;
        }
        Ok(())
    }

    fn axes(&self) -> Painted<S> {
        let Area { left, top, width, height } = self.plan.plot;
        let bottom = top + height;
        self.rule((left, bottom), (left + width, bottom), self.palette.muted)?;
        self.rule((left, top), (left, bottom), self.palette.muted)
    }

    fn bands(&self) -> Painted<S> {
        for (at, band) in self.figure.bands.iter().enumerate() {
            let upper = band.x.iter().zip(&band.upper);
            let lower = band.x.iter().zip(&band.lower).rev();
            let outline: Vec<_> = upper
                .chain(lower)
                .map(|(&x, &y)| {
                    let (x, y) = self.place_value(x, y);
                    let plot = self.plan.plot;
                    (x.clamp(plot.left, plot.left + plot.width), y.clamp(plot.top, plot.top + plot.height))
                })
                .map(|point| self.fine(point))
                .collect();
            let colour = self.colour(at);
            self.area.draw(&Polygon::new(outline, self.style(colour, 0.18, 1.0).filled()))?;
        }
        Ok(())
    }

    /// Whether a point is inside the plot, its edges counted.
    pub(super) fn shows(&self, (x, y): (f64, f64)) -> bool {
        let plot = self.plan.plot;
        (plot.left - 0.5..=plot.left + plot.width + 0.5).contains(&x)
            && (plot.top - 0.5..=plot.top + plot.height + 0.5).contains(&y)
    }

    pub(super) fn fine_length(&self, pixels: f64) -> i32 {
        (pixels * GRAIN * self.frame.ratio).round() as i32
    }

    /// A line in the colour and the dashes of a series.
    pub(super) fn line(&self, series: usize, points: Vec<(f64, f64)>) -> Painted<S> {
        let style = self.style(self.series_colour(series), 1.0, 2.0);
        let path: Vec<_> = points.into_iter().map(|point| self.fine(point)).collect();
        if self.figure.cells.is_some() {
            // Paper on both sides, so that the line stands out from any colour of the map.
            self.area.draw(&PathElement::new(path.clone(), self.style(self.palette.paper, 1.0, 5.0)))?;
        }
        // The dashes move on with each round of colours, so that no two of 36 series share both.
        let turn = self.turns[series];
        match DASHES[(turn + turn / DASHES.len()) % DASHES.len()] {
            None => self.area.draw(&PathElement::new(path, style)),
            Some((dash, gap)) => {
                let fine = |pixels: u32| self.fine_length(f64::from(pixels));
                self.area.draw(&DashedPathElement::new(path, fine(dash), fine(gap), style))
            }
        }
    }

    fn leaders(&self) -> Painted<S> {
        let style = self.style(self.palette.muted, 1.0, 1.0);
        self.plan.leaders.iter().try_for_each(|ends| {
            self.area.draw(&PathElement::new(ends.map(|end| self.fine(end)).to_vec(), style))
        })
    }

    fn marks(&self) -> Painted<S> {
        for mark in &self.figure.marks {
            let at = self.place_value(mark.x, mark.y);
            if !self.shows(at) {
                continue;
            }
            for (radius, colour) in [(5.0, self.palette.paper), (3.5, self.palette.ink)] {
                let style = self.style(colour, 1.0, 1.0).filled();
                self.area.draw(&Circle::new(self.fine(at), self.fine_length(radius), style))?;
            }
        }
        Ok(())
    }

    /// A straight line one device pixel wide (more at high ratios), on the pixel grid.
    fn rule(&self, from: (f64, f64), to: (f64, f64), colour: Colour) -> Painted<S> {
        let width = self.frame.ratio.round().max(1.0);
        let snap = |pixels: f64| {
            let device = (pixels * self.frame.ratio - 0.5 * width).round();
            (device * GRAIN).round() as i32
        };
        let (wide, thick) =
            (|pixels: f64| (pixels * self.frame.ratio).round() * GRAIN, (width * GRAIN) as i32);
        let corners = if from.0 == to.0 {
            [(snap(from.0), wide(from.1) as i32), (snap(from.0) + thick, wide(to.1) as i32)]
        } else {
            [(wide(from.0) as i32, snap(from.1)), (wide(to.0) as i32, snap(from.1) + thick)]
        };
        self.area.draw(&Rectangle::new(corners, self.style(colour, 1.0, 1.0).filled()))
    }

    fn sheets(&self) -> Painted<S> {
        for Area { left, top, width, height } in &self.plan.sheets {
            let corners = [self.fine((*left, *top)), self.fine((left + width, top + height))];
            self.area.draw(&Rectangle::new(corners, self.style(self.palette.paper, 0.9, 1.0).filled()))?;
        }
        Ok(())
    }

    fn label(&self, label: &Label) -> Painted<S> {
        let colour = if label.strong { self.palette.ink } else { self.palette.muted };
        let element = TextElement {
            at: self.fine(label.at),
            text: &label.text,
            style: TextLook {
                colour: colour.backend(1.0),
                size: label.size * GRAIN * self.frame.ratio,
                align: label.align,
                strong: label.strong,
            },
        };
        self.area.draw(&element)
    }

    pub(super) fn series_colour(&self, at: usize) -> Colour {
        self.colour(self.turns[at])
    }

    fn colour(&self, turn: usize) -> Colour {
        self.palette.series[turn % self.palette.series.len()]
    }

    pub(super) fn style(&self, colour: Colour, alpha: f64, width: f64) -> ShapeStyle {
        ShapeStyle {
            color: RGBAColor(colour.0, colour.1, colour.2, alpha),
            filled: false,
            stroke_width: (width * GRAIN * self.frame.ratio).round() as u32,
        }
    }

    pub(super) fn place_value(&self, x: f64, y: f64) -> (f64, f64) {
        place(self.figure, &self.plan.plot, x, y)
    }

    pub(super) fn fine(&self, (x, y): (f64, f64)) -> BackendCoord {
        let scale = GRAIN * self.frame.ratio;
        ((x * scale).round() as i32, (y * scale).round() as i32)
    }
}

/// The rows of a picture from the top, while cells count from the bottom. A cell without a number is left
/// blank.
fn cell_colours(cells: &Cells, colours: &[Colour; 256], blank: Colour) -> Vec<Colour> {
    let shade = |value: f64| {
        if value.is_nan() {
            return blank;
        }
        let share = (value - cells.from) / (cells.to - cells.from);
        colours[(share * 255.0).round().clamp(0.0, 255.0) as usize]
    };
    cells.values.chunks(cells.columns).rev().flatten().map(|&value| shade(value)).collect()
}
