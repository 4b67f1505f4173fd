//! How a range of numbers is spread over a length.

use serde::{Deserialize, Serialize};

/// What equal lengths stand for: on a slider, on an axis, between the points of a grid, in a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Equal differences.
    #[default]
    Linear,
    /// Equal ratios, of positive numbers.
    Log,
}
