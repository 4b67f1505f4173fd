//! Pictures: what they show, and how they are painted with plotters on any surface.
//!
//! Knows: curves, bands, marks, heat maps, axes, colour, and the words that say what a picture
//! shows. Does not know: where the numbers come from.

mod axis;
mod clip;
mod description;
mod element;
mod label;
mod layout;
mod paint;
mod palette;
mod png;
mod svg;
mod tick;

pub use axis::Axis;
pub use description::{Band, Cells, Figure, Mark, Series, Table};
pub use layout::{Area, Frame, Layout, Trace};
pub use paint::{FAMILY, GRAIN, PaintError, Surface, paint};
pub use palette::{Colour, Palette, Theme};
pub use svg::to_svg;
