//! Pictures as SVG files.

use plotters::backend::SVGBackend;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use super::description::Figure;
use super::layout::Frame;
use super::paint::{GRAIN, PaintError, Surface, paint};
use super::palette::Colour;
use super::png::data_address;

/// plotters-svg sets text at 1/1.24 of the size that it is asked for.
const TEXT_SCALE: f64 = 1.24;

/// Paints a figure as an SVG document of the frame's size, with its sentence as the description.
pub fn to_svg(figure: &Figure, frame: &Frame) -> Result<String, PaintError> {
    let frame = Frame { ratio: 1.0, ..*frame };
    let mut drawing = String::new();
    let mut images = String::new();
    let size = ((frame.width * GRAIN) as u32, (frame.height * GRAIN) as u32);
    let surface = SvgSurface { inner: SVGBackend::with_string(&mut drawing, size), images: &mut images };
    paint(figure, surface, &frame)?;
    Ok(finish(&drawing, &images, figure, &frame))
}

/// Sets the size back to CSS pixels, names the picture, and puts cell pictures over the paper.
fn finish(drawing: &str, images: &str, figure: &Figure, frame: &Frame) -> String {
    let (width, height) = (frame.width, frame.height);
    let (fine_width, fine_height) = ((width * GRAIN) as u32, (height * GRAIN) as u32);
    let body = drawing.split_once('>').map_or("", |(_, body)| body);
    let (paper, rest) = body.split_once("/>").unwrap_or(("", body));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {fine_width} {fine_height}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>{paper}/>{images}{rest}",
        escape(&figure.title),
        escape(format!("{} {}", figure.sentence, figure.notice).trim_end()),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

struct SvgSurface<'a> {
    inner: SVGBackend<'a>,
    images: &'a mut String,
}

impl Surface for SvgSurface<'_> {
    /// No font is at hand outside a page: widths of a common sans-serif face, on the wide side.
    fn text_width(&self, text: &str, size: f64) -> f64 {
        let width = |letter: char| match letter {
            'i' | 'j' | 'l' | '.' | ',' | '\'' | '|' | ' ' | ':' => 0.33,
            'm' | 'w' | 'M' | 'W' => 0.9,
            '⁰'..='⁹' | '¹' | '²' | '³' | '⁻' => 0.42,
            'A'..='Z' => 0.7,
            _ => 0.6,
        };
        size * text.chars().map(width).sum::<f64>()
    }

    fn place_cells(
        &mut self,
        ((left, top), (right, bottom)): (BackendCoord, BackendCoord),
        (columns, rows): (usize, usize),
        colours: &[Colour],
    ) -> Result<(), DrawingErrorKind<Self::ErrorType>> {
        self.images.push_str(&format!(
            "\n<image x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
             image-rendering=\"pixelated\" href=\"{}\"/>",
            right - left,
            bottom - top,
            data_address(columns, rows, colours),
        ));
        Ok(())
    }
}

type Drawn<'a> = Result<(), DrawingErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

impl<'a> DrawingBackend for SvgSurface<'a> {
    type ErrorType = <SVGBackend<'a> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.inner.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn<'a> {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Drawn<'a> {
        self.inner.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn<'a> {
        self.inner.draw_pixel(at, colour)
    }

    fn draw_line<Y: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &Y) -> Drawn<'a> {
        self.inner.draw_line(from, to, style)
    }

    fn draw_rect<Y: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &Y,
        fill: bool,
    ) -> Drawn<'a> {
        self.inner.draw_rect(from, to, style, fill)
    }

    fn draw_path<Y: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &Y,
    ) -> Drawn<'a> {
        self.inner.draw_path(path, style)
    }

    fn draw_circle<Y: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &Y,
        fill: bool,
    ) -> Drawn<'a> {
        self.inner.draw_circle(centre, radius, style, fill)
    }

    fn fill_polygon<Y: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &Y,
    ) -> Drawn<'a> {
        self.inner.fill_polygon(path, style)
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn<'a> {
        self.inner.draw_text(text, &Enlarged(style), at)
    }
}

/// A text style at the size that plotters-svg must be asked for.
struct Enlarged<'a, T>(&'a T);

impl<T: BackendTextStyle> BackendTextStyle for Enlarged<'_, T> {
    type FontError = T::FontError;

    fn color(&self) -> BackendColor {
        self.0.color()
    }

    fn size(&self) -> f64 {
        TEXT_SCALE * self.0.size()
    }

    fn transform(&self) -> plotters_backend::FontTransform {
        self.0.transform()
    }

    fn style(&self) -> plotters_backend::FontStyle {
        self.0.style()
    }

    fn anchor(&self) -> plotters_backend::text_anchor::Pos {
        self.0.anchor()
    }

    fn family(&self) -> plotters_backend::FontFamily<'_> {
        self.0.family()
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Self::FontError> {
        self.0.layout_box(text)
    }

    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        at: BackendCoord,
        draw: F,
    ) -> Result<Result<(), E>, Self::FontError> {
        self.0.draw(text, at, draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::description::{Band, Cells};
    use crate::figure::layout::tests::figure;
    use crate::figure::series::{Draw, Series};
    use crate::figure::{Axis, Theme};

    const FRAME: Frame = Frame { width: 320.0, height: 240.0, ratio: 1.0, theme: Theme::Light, titled: true };

    #[test]
    fn a_line_chart_has_its_lines_its_ends_and_its_words() {
        let mut picture = figure(Axis::linear("ε", 0.0, 4.0), Axis::decades("δ", 1e-12, 1.0));
        picture.sentence = "δ < 1 & falls".into();
        picture.series = ["first", "second"]
            .map(|label| Series {
                label: label.into(),
                x: vec![0.0, 2.0, 4.0],
                y: vec![0.5, 1e-5, 0.0],
                ..Series::default()
            })
            .to_vec();
        let svg = to_svg(&picture, &FRAME).unwrap();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("10⁻¹²") && svg.contains("δ &lt; 1 &amp; falls"));
        assert!(svg.contains("#0B5FA5") && svg.contains("#B3430B"), "{svg}");
    }

    #[test]
    fn a_band_is_a_tinted_area_under_the_lines() {
        let mut picture = figure(Axis::linear("ε", 0.0, 4.0), Axis::linear("δ", 0.0, 1.0));
        let x = vec![0.0, 2.0, 4.0];
        let (lower, upper) = (vec![0.1, 0.2, 0.1], vec![0.5, 0.6, 9.0]);
        picture.series = vec![Series {
            label: "middle".into(),
            x: x.clone(),
            y: vec![0.3, 0.4, 0.3],
            ..Series::default()
        }];
        picture.bands = vec![Band { label: "between".into(), x, lower, upper }];
        let svg = to_svg(&picture, &FRAME).unwrap();
        let (area, line) = (svg.find("<polygon").expect("an area"), svg.find("<polyline").expect("a line"));
        assert!(area < line && svg[area..line].contains("opacity=\"0.18\""), "{svg}");
        picture.bands[0].upper.pop();
        assert!(matches!(to_svg(&picture, &FRAME), Err(PaintError::Ragged(_))));
    }

    /// The picture of one series on axes from 0 to 4 and from 0 to 1.
    fn drawn(series: Series) -> String {
        let mut picture = figure(Axis::linear("x", 0.0, 4.0), Axis::linear("y", 0.0, 1.0));
        picture.series = vec![Series { x: vec![1.0, 2.0, 3.0], y: vec![0.2, 0.9, 0.4], ..series }];
        to_svg(&picture, &Frame { titled: false, ..FRAME }).unwrap()
    }

    #[test]
    fn every_kind_of_series_has_its_shape() {
        let kind = |draw| drawn(Series { draw, ..Series::default() });
        let lines = |svg: &str| svg.matches("<polyline").count();
        let corners = |svg: &str| {
            let start = svg.find("points=\"").expect("a line") + 8;
            svg[start..].split('"').next().map_or(0, |points| points.split_whitespace().count())
        };
        let tinted = |svg: &str| svg.matches("opacity=\"0.4\"").count();
        let (line, step) = (kind(Draw::Line), kind(Draw::Step));
        assert_eq!((lines(&line), corners(&line), line.matches("<circle").count()), (1, 3, 0), "{line}");
        assert_eq!((lines(&step), corners(&step)), (1, 5), "{step}");
        let dots = kind(Draw::Points);
        assert_eq!((lines(&dots), dots.matches("<circle").count()), (0, 3), "{dots}");
        let stems = kind(Draw::Stems);
        assert_eq!((lines(&stems), stems.matches("<circle").count()), (3, 3), "{stems}");
        let bars = kind(Draw::Bars);
        assert_eq!((lines(&bars), tinted(&bars)), (0, 3), "{bars}");
    }

    #[test]
    fn error_bars_have_a_line_and_two_ends_and_lie_inside() {
        let errors = vec![[0.1, 0.3], [0.8, 1.5], [0.4, 0.4]];
        let svg = drawn(Series { draw: Draw::Points, errors, ..Series::default() });
        // The upper end of the second is outside; an error of 0 still has its ends.
        assert_eq!(svg.matches("<polyline").count(), 3 + 2 + 3, "{svg}");
        let mut picture = figure(Axis::linear("x", 0.0, 1.0), Axis::linear("y", 0.0, 1.0));
        picture.series = vec![Series {
            x: vec![0.5, 0.6],
            y: vec![0.5; 2],
            errors: vec![[0.0, 1.0]],
            ..Series::default()
        }];
        assert!(matches!(to_svg(&picture, &FRAME), Err(PaintError::Ragged(_))));
    }

    #[test]
    fn an_atom_at_infinity_stands_right_of_the_plot_and_is_named() {
        let (without, with) = (
            drawn(Series::default()),
            drawn(Series { draw: Draw::Stems, infinite: 0.5, ..Series::default() }),
        );
        assert!(!without.contains('∞'));
        assert_eq!((with.matches('∞').count(), with.matches("<circle").count()), (1, 4), "{with}");
        let right = |svg: &str| {
            let places = svg.split("<circle cx=\"").skip(1);
            places.filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok()).fold(0.0, f64::max)
        };
        let ticks = |svg: &str| {
            let at = svg.find("\n4\n").expect("the last tick");
            svg[..at]
                .rsplit("x=\"")
                .next()
                .and_then(|x| x.split('"').next()?.parse::<f64>().ok())
                .expect("its place")
        };
        assert!(right(&with) > ticks(&with) && right(&with) < 8.0 * FRAME.width, "{with}");
        // Its mass stands beside it, also one that is no round number.
        let mass = |infinite: f64| drawn(Series { draw: Draw::Stems, infinite, ..Series::default() });
        assert!(mass(0.123_456_7).contains("\n0.12346\n") && !without.contains("0.12346"));
    }

    #[test]
    fn a_series_keeps_its_own_colour_whatever_stands_before_it() {
        let mut picture = figure(Axis::linear("x", 0.0, 1.0), Axis::linear("y", 0.0, 1.0));
        picture.series =
            vec![Series { x: vec![0.0, 1.0], y: vec![0.0, 1.0], turns: vec![1], ..Series::default() }];
        let svg = to_svg(&picture, &FRAME).unwrap();
        assert!(svg.contains("#B3430B") && !svg.contains("#0B5FA5"), "{svg}");
    }

    #[test]
    fn a_log_axis_says_so_and_a_notice_is_told() {
        let mut picture = figure(Axis::linear("ε", 0.0, 4.0), Axis::decades("δ", 1e-12, 1.0));
        (picture.sentence, picture.notice) = ("It falls.".into(), "Must not be published.".into());
        let svg = to_svg(&picture, &FRAME).unwrap();
        assert!(svg.contains("\nδ, log scale\n") && svg.contains("\nε\n"), "{svg}");
        assert!(svg.contains("<desc>It falls. Must not be published.</desc>"));
    }

    #[test]
    fn a_heat_map_is_one_image() {
        let mut picture = figure(Axis::linear("x", 0.0, 1.0), Axis::linear("y", 0.0, 1.0));
        let values = (0..256 * 256).map(f64::from).collect();
        picture.cells =
            Some(Cells { label: "loss".into(), columns: 256, rows: 256, values, from: 0.0, to: 65_535.0 });
        let svg = to_svg(&picture, &FRAME).unwrap();
        assert_eq!(svg.matches("<image ").count(), 2, "the map and its colour bar");
    }

    #[test]
    fn a_picture_without_room_is_refused() {
        let flat = figure(Axis::linear("x", 1.0, 1.0), Axis::linear("y", 0.0, 1.0));
        assert!(matches!(to_svg(&flat, &FRAME), Err(PaintError::Axis("x"))));
        let good = figure(Axis::linear("x", 0.0, 1.0), Axis::linear("y", 0.0, 1.0));
        assert!(to_svg(&good, &Frame { width: f64::NAN, ..FRAME }).is_err());
        let mut ragged = good;
        ragged.series = vec![Series { label: "odd".into(), x: vec![0.0], ..Series::default() }];
        assert!(matches!(to_svg(&ragged, &FRAME), Err(PaintError::Ragged(_))));
    }
}
