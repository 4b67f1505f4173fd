//! What plotters has no element for: a picture of cells, and text that is not measured through the
//! page.

use plotters::element::{Drawable, PointCollection};
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendTextStyle, DrawingErrorKind, FontFamily, FontStyle, FontTransform,
};

use super::label::Align;
use super::paint::{FAMILY, Surface};
use super::palette::Colour;

/// A picture of cells as a plotters element.
pub(super) struct CellPicture {
    pub corners: [BackendCoord; 2],
    pub size: (usize, usize),
    pub colours: Vec<Colour>,
}

impl<'a> PointCollection<'a, BackendCoord> for &'a CellPicture {
    type Point = BackendCoord;
    type IntoIter = [BackendCoord; 2];

    fn point_iter(self) -> Self::IntoIter {
        self.corners
    }
}

impl<S: Surface> Drawable<S> for CellPicture {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut corners: I,
        surface: &mut S,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<S::ErrorType>> {
        match (corners.next(), corners.next()) {
            (Some(first), Some(second)) => surface.place_cells((first, second), self.size, &self.colours),
            _ => Ok(()),
        }
    }
}

/// A text as a plotters element. plotters' own measures through the page, which a strict policy
/// forbids.
pub(super) struct TextElement<'a> {
    pub at: BackendCoord,
    pub text: &'a str,
    pub style: TextLook,
}

impl<'a> PointCollection<'a, BackendCoord> for &'a TextElement<'_> {
    type Point = BackendCoord;
    type IntoIter = [BackendCoord; 1];

    fn point_iter(self) -> Self::IntoIter {
        [self.at]
    }
}

impl<S: Surface> Drawable<S> for TextElement<'_> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut at: I,
        surface: &mut S,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<S::ErrorType>> {
        at.next().map_or(Ok(()), |at| surface.draw_text(self.text, &self.style, at))
    }
}

/// How a text looks, in the terms of a plotters backend.
pub(super) struct TextLook {
    pub colour: BackendColor,
    pub size: f64,
    pub align: Align,
    pub strong: bool,
}

impl BackendTextStyle for TextLook {
    type FontError = std::convert::Infallible;

    fn color(&self) -> BackendColor {
        self.colour
    }

    fn size(&self) -> f64 {
        self.size
    }

    fn transform(&self) -> FontTransform {
        FontTransform::None
    }

    fn style(&self) -> FontStyle {
        if self.strong { FontStyle::Bold } else { FontStyle::Normal }
    }

    fn anchor(&self) -> Pos {
        let across = match self.align {
            Align::Left => HPos::Left,
            Align::Centre => HPos::Center,
            Align::Right => HPos::Right,
        };
        Pos::new(across, VPos::Center)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(FAMILY)
    }

    fn layout_box(&self, _: &str) -> Result<((i32, i32), (i32, i32)), Self::FontError> {
        Ok(((0, 0), (0, 0)))
    }

    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _: &str,
        _: BackendCoord,
        _: F,
    ) -> Result<Result<(), E>, Self::FontError> {
        Ok(Ok(()))
    }
}
