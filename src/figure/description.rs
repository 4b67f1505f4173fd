//! A picture as plain data: everything a person could see in it, and the words for those who cannot.

use serde::{Deserialize, Serialize};

use super::axis::Axis;

/// A line chart or a heat map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Figure {
    /// What it is, in a few words.
    pub title: String,
    /// What it shows, in one sentence.
    pub sentence: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// A coloured map under everything else.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "Cells | null"))]
    pub cells: Option<Cells>,
    /// Areas between two curves, under the lines.
    #[serde(default)]
    pub bands: Vec<Band>,
    /// Lines, told apart by dash pattern as well as colour.
    #[serde(default)]
    pub series: Vec<Series>,
    /// Points and stems with a label.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// What the crosshair says at each point of the first series, rounded to the safe side.
    #[serde(default)]
    pub readings: Vec<String>,
    /// The numbers as text, rounded to the safe side.
    #[serde(default)]
    pub table: Table,
}

/// A line through points. A `y` of zero on a log axis lies below the picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// Positions.
    pub x: Vec<f64>,
    /// Heights.
    pub y: Vec<f64>,
}

/// The area between a lower and an upper curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Band {
    /// Its name in the legend.
    pub label: String,
    /// Positions.
    pub x: Vec<f64>,
    /// Lower heights.
    pub lower: Vec<f64>,
    /// Upper heights.
    pub upper: Vec<f64>,
}

/// A labelled point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Mark {
    /// Position.
    pub x: f64,
    /// Height.
    pub y: f64,
    /// What stands beside it; empty for none.
    pub label: String,
    /// Draws a stem down to the axis, as for an atom of a distribution.
    #[serde(default)]
    pub stem: bool,
}

/// A grid of values shown as colours, row by row from the bottom.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Cells {
    /// What the colour measures.
    pub label: String,
    /// Cells across.
    pub columns: usize,
    /// Cells upward.
    pub rows: usize,
    /// `rows × columns` values; not a number where there is nothing.
    pub values: Vec<f64>,
    /// The value of the first colour.
    pub from: f64,
    /// The value of the last colour.
    pub to: f64,
}

/// The numbers of the picture as text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Table {
    /// What the rows are.
    pub caption: String,
    /// Column heads.
    pub columns: Vec<String>,
    /// Rows, one text per column.
    pub rows: Vec<Vec<String>>,
}
