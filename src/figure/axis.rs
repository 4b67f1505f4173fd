//! One axis: a range of values laid out on a unit length.

use serde::{Deserialize, Serialize};

use crate::numeric::Scale;
use crate::numeric::decimal::power_of_ten;

/// A labelled range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// How values are spread.
    pub scale: Scale,
    /// The value at position 0.
    pub from: f64,
    /// The value at position 1.
    pub to: f64,
    /// Pixels to keep free at least for what its names need beside the plot, left of a vertical axis and
    /// right of a horizontal one: the plot stands still while another part of the axis is looked at.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub room: f64,
}

fn is_zero(room: &f64) -> bool {
    *room == 0.0
}

/// Significands of a round end: close enough that little room is wasted, far enough apart that an
/// axis stands still while a slider moves a little.
const ROUND: [f64; 8] = [1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0];

impl Axis {
    /// A linear axis.
    pub fn linear(label: impl Into<String>, from: f64, to: f64) -> Self {
        Self { label: label.into(), scale: Scale::Linear, from, to, room: 0.0 }
    }

    /// A log axis from one power of ten to another, both inside the normal range of numbers.
    pub fn decades(label: impl Into<String>, from: f64, to: f64) -> Self {
        let low = from.max(1e-307).log10().floor();
        let high = to.max(1e-306).log10().ceil().max(low + 1.0);
        Self {
            label: label.into(),
            scale: Scale::Log,
            from: power_of_ten(low as i32),
            to: power_of_ten(high as i32),
            room: 0.0,
        }
    }

    /// The smallest round number that is not below a positive `value`.
    pub fn round_up(value: f64) -> f64 {
        let unit = power_of_ten(value.log10().floor() as i32);
        ROUND.into_iter().map(|digit| digit * unit).find(|&end| end >= value).unwrap_or(10.0 * unit)
    }

    /// Where a value lies: 0 at `from`, 1 at `to`, outside beyond. What a log axis cannot show,
    /// zero and below, lies far below its start.
    pub fn position(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.from) / (self.to - self.from),
            Scale::Log if value <= 0.0 => -1e3,
            Scale::Log => (value / self.from).ln() / (self.to / self.from).ln(),
        }
    }

    /// Whether the axis has room for values: finite, distinct ends, positive on a log axis.
    pub fn is_sound(&self) -> bool {
        let finite = self.from.is_finite() && self.to.is_finite() && self.from < self.to;
        finite && self.room.is_finite() && (self.scale == Scale::Linear || self.from > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ends_lie_at_the_ends() {
        for axis in [Axis::linear("x", -2.0, 3.0), Axis::decades("y", 3e-13, 0.4)] {
            assert!(axis.position(axis.from).abs() < 1e-12 && (axis.position(axis.to) - 1.0).abs() < 1e-12);
        }
        assert_eq!((Axis::decades("y", 3e-13, 0.4).from, Axis::decades("y", 3e-13, 0.4).to), (1e-13, 1.0));
    }

    #[test]
    fn what_a_log_axis_cannot_show_lies_below_it() {
        assert!(Axis::decades("y", 1e-12, 1.0).position(0.0) < 0.0);
    }

    proptest! {
        #[test]
        fn round_ends_cover_and_waste_little(value in 1e-12f64..1e12) {
            let end = Axis::round_up(value);
            prop_assert!(end >= value && end <= 1.51 * value);
        }
    }
}
