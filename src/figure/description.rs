//! A picture as plain data: everything a person could see in it, and the words for those who cannot.

use serde::{Deserialize, Serialize};

use super::axis::Axis;
use super::reading::{Readings, Statement};
use super::series::Series;

/// A chart or a heat map. What is only read and never painted does not come back from the page, which keeps its reading out
/// of the module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Figure {
    /// What it is, in a few words: what is shown, and of what.
    pub title: String,
    /// What is shown, without of what: `ε–δ curve`.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", serde(deserialize_with = "super::unread"))]
    pub shows: String,
    /// What it shows, in one sentence.
    pub sentence: String,
    /// What must be said wherever it is shown, such as that it must not be published; empty for nothing.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", serde(deserialize_with = "super::unread"))]
    pub notice: String,
    /// The number that a headline says, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    #[cfg_attr(target_arch = "wasm32", serde(deserialize_with = "super::unread"))]
    pub best: Option<Statement>,
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
    /// Curves and the like, told apart by dash pattern as well as colour.
    #[serde(default)]
    pub series: Vec<Series>,
    /// Points with a label.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// What the crosshair says at each point, rounded to the safe side.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", serde(deserialize_with = "super::unread"))]
    pub readings: Readings,
    /// The numbers as text, rounded to the safe side.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", serde(deserialize_with = "super::unread"))]
    pub table: Table,
}

impl Figure {
    /// A figure with its axes and nothing on them.
    pub fn empty(x: Axis, y: Axis) -> Self {
        Self {
            title: String::new(),
            shows: String::new(),
            sentence: String::new(),
            notice: String::new(),
            best: None,
            x,
            y,
            cells: None,
            bands: Vec::new(),
            series: Vec::new(),
            marks: Vec::new(),
            readings: Readings::default(),
            table: Table::default(),
        }
    }
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
    /// The number that the label says, if it says one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    #[cfg_attr(target_arch = "wasm32", serde(deserialize_with = "super::unread"))]
    pub says: Option<Statement>,
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
    /// The label of the series whose values each column has; empty for none. May be shorter than the heads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub labels: Vec<String>,
    /// Where along the horizontal axis each row is, where rows are points of the figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub at: Vec<f64>,
    /// Rows, one text per column.
    pub rows: Vec<Vec<String>>,
}
