//! How the series of a figure are painted: lines, steps, dots, bars and stems, their error bars and what lies at infinity.

use plotters::element::{Circle, PathElement};
use plotters::prelude::Rectangle;

use super::clip::visible;
use super::label::Sample;
use super::layout::Area;
use super::paint::{Painted, Painter, Surface};
use super::series::Draw;
use super::shape::{BETWEEN_ATOMS, bar, base, points, steps};

impl<S: Surface> Painter<'_, S> {
    pub(super) fn series(&self) -> Painted<S> {
        let plot = &self.plan.plot;
        for (at, series) in self.figure.series.iter().enumerate() {
            let points = points(self.figure, plot, at);
            let base = base(self.figure, plot);
            match series.draw {
                Draw::Line => self.lines(at, &points)?,
                Draw::Step => self.lines(at, &steps(&points))?,
                Draw::Points | Draw::Bars | Draw::Stems => {}
            }
            self.errors(at, &points)?;
            for (place, &(x, y)) in points.iter().enumerate() {
                if series.draw == Draw::Bars
                    && let Some(bar) = bar(&points, place, base, plot)
                {
                    self.bar(at, &bar)?;
                }
                if series.draw == Draw::Stems {
                    self.thin(at, (x, y), (x, base))?;
                }
                if matches!(series.draw, Draw::Points | Draw::Stems) && self.shows((x, y)) {
                    self.dot(at, (x, y))?;
                }
            }
        }
        self.atoms()?;
        self.plan.legend.iter().try_for_each(|sample| self.sample(sample))
    }

    fn lines(&self, at: usize, points: &[(f64, f64)]) -> Painted<S> {
        visible(points, &self.plan.plot).into_iter().try_for_each(|piece| self.line(at, piece))
    }

    /// A stem with its dot for every mass at infinity.
    fn atoms(&self) -> Painted<S> {
        let Some(mut x) = self.plan.infinity else { return Ok(()) };
        let plot = &self.plan.plot;
        for (at, series) in self.figure.series.iter().enumerate() {
            if series.infinite <= 0.0 {
                continue;
            }
            let (_, y) = self.place_value(self.figure.x.from, series.infinite);
            let (y, foot) = (y.clamp(plot.top, plot.top + plot.height), base(self.figure, plot));
            self.stroke(at, (x, y), (x, foot))?;
            self.dot(at, (x, y))?;
            x += BETWEEN_ATOMS;
        }
        Ok(())
    }

    /// Error bars with a short line across each end.
    fn errors(&self, at: usize, points: &[(f64, f64)]) -> Painted<S> {
        const CAP: f64 = 3.0;
        for (&(x, _), &[low, high]) in points.iter().zip(&self.figure.series[at].errors) {
            let height = |end: f64| self.place_value(self.figure.x.from, end).1;
            let (low, high) = (height(low), height(high));
            self.thin(at, (x, low), (x, high))?;
            self.thin(at, (x - CAP, low), (x + CAP, low))?;
            self.thin(at, (x - CAP, high), (x + CAP, high))?;
        }
        Ok(())
    }

    /// A thin line without dashes in the colour of a series.
    fn thin(&self, series: usize, from: (f64, f64), to: (f64, f64)) -> Painted<S> {
        match visible(&[from, to], &self.plan.plot).first().map(|piece| &piece[..]) {
            Some(&[from, to]) => self.stroke(series, from, to),
            _ => Ok(()),
        }
    }

    fn stroke(&self, series: usize, from: (f64, f64), to: (f64, f64)) -> Painted<S> {
        let style = self.style(self.series_colour(series), 1.0, 1.5);
        self.area.draw(&PathElement::new(vec![self.fine(from), self.fine(to)], style))
    }

    fn bar(&self, series: usize, Area { left, top, width, height }: &Area) -> Painted<S> {
        // Half a pixel of paper on either side tells neighbours apart.
        let gap = 0.5f64.min(0.25 * width);
        let corners = [self.fine((left + gap, *top)), self.fine((left + width - gap, top + height))];
        self.area.draw(&Rectangle::new(corners, self.style(self.series_colour(series), 0.4, 1.0).filled()))
    }

    fn dot(&self, series: usize, at: (f64, f64)) -> Painted<S> {
        let style = self.style(self.series_colour(series), 1.0, 1.0).filled();
        self.area.draw(&Circle::new(self.fine(at), self.fine_length(3.0), style))
    }

    /// What stands for a series in the legend.
    fn sample(&self, Sample { series, from, to }: &Sample) -> Painted<S> {
        let middle = (0.5 * (from.0 + to.0), from.1);
        match self.figure.series[*series].draw {
            Draw::Line | Draw::Step => self.line(*series, vec![*from, *to]),
            Draw::Points | Draw::Stems => self.dot(*series, middle),
            Draw::Bars => {
                let bar = Area { left: middle.0 - 4.0, top: middle.1 - 5.0, width: 8.0, height: 10.0 };
                self.bar(*series, &bar)
            }
        }
    }
}
