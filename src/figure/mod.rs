//! Pictures: what they show, and how they are painted with plotters on any surface.
//!
//! Knows: curves, steps, points, bars, stems, bands, marks, heat maps, axes, colour, and the words that say what a
//! picture shows. Does not know: where the numbers come from.

mod axis;
mod clip;
mod curves;
mod description;
mod element;
mod label;
mod layout;
mod paint;
mod palette;
mod png;
mod reading;
mod series;
mod shape;
mod svg;
mod tick;

#[cfg(target_arch = "wasm32")]
use serde::Deserialize;

pub use axis::Axis;
pub use description::{Band, Cells, Figure, Mark, Table};
pub use layout::{Area, Frame, Layout, Trace};
pub use paint::{FAMILY, GRAIN, PaintError, Surface, paint};
pub use palette::{Colour, Palette, Theme};
pub use reading::{Column, Readings, Side, Statement};
pub use series::{Draw, Series, turns_of};
pub use svg::to_svg;

/// For a field that the page only shows and the painter does not need: it is passed over, which keeps its reading out of
/// the module.
#[cfg(target_arch = "wasm32")]
fn unread<'de, D: serde::Deserializer<'de>, T: Default>(place: D) -> Result<T, D::Error> {
    serde::de::IgnoredAny::deserialize(place).map(|_| T::default())
}
