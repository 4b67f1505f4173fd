//! The curves of a figure, and what tells them apart.

use serde::{Deserialize, Serialize};

/// How the values of a series are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Draw {
    /// A line from point to point.
    #[default]
    Line,
    /// A step at each point: a height holds from its point to the next.
    Step,
    /// A dot at each point.
    Points,
    /// A bar around each point, halfway to its neighbours.
    Bars,
    /// A dot on a stem at each point, as for the atoms of a law.
    Stems,
}

/// Values at positions. A `y` of zero on a log axis lies below the picture.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// Positions, not falling.
    pub x: Vec<f64>,
    /// Heights.
    pub y: Vec<f64>,
    /// How it is drawn; a line if absent.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub draw: Draw,
    /// The lower and the upper end of an error bar at each point; empty where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub errors: Vec<[f64; 2]>,
    /// The height of an atom at infinity, drawn right of the plot; 0 where there is none.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub infinite: f64,
    /// The word of whoever computed it, such as an accountant; empty for nobody in particular.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional), serde(deserialize_with = "super::unread"))]
    pub by: String,
    /// The turns of colour and dashes that are its own, such as those of an accountant: it takes the first that no
    /// series before it has. Empty for a series that takes its turn in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub turns: Vec<usize>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The first turn that belongs to nobody.
pub const FREE_TURN: usize = 14;

/// The turn of each series: which colour and which dashes it has. Beside a series with a turn of its own no other looks
/// like one that has such, so that a bound by Rényi orders is never taken for the exact curve.
///
/// Colours and dashes come round after six turns; one turn and that six later share the colour only.
pub fn turns_of(series: &[Series]) -> Vec<usize> {
    let mut taken: Vec<usize> = Vec::new();
    let own: Vec<Option<usize>> = series
        .iter()
        .map(|series| {
            let turn = series.turns.iter().copied().find(|turn| !taken.contains(turn))?;
            taken.push(turn);
            Some(turn)
        })
        .collect();
    let mut next = if taken.is_empty() { 0 } else { FREE_TURN };
    let free = |turn: Option<usize>| {
        turn.unwrap_or_else(|| {
            while taken.contains(&next) {
                next += 1;
            }
            next += 1;
            next - 1
        })
    };
    own.into_iter().map(free).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_has_its_own_turn_and_others_look_like_none_that_has() {
        let series = |turns: &[usize]| Series { turns: turns.to_vec(), ..Series::default() };
        assert_eq!(turns_of(&[series(&[]), series(&[]), series(&[])]), [0, 1, 2]);
        assert_eq!(turns_of(&[series(&[1]), series(&[]), series(&[0, 6]), series(&[])]), [1, 14, 0, 15]);
        // The contour beside the closed form has the other of its turns.
        assert_eq!(turns_of(&[series(&[0]), series(&[0, 6]), series(&[14]), series(&[])]), [0, 6, 14, 15]);
    }
}
