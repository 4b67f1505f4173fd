//! What a person is told about a mechanism and its parameters.

use serde::Serialize;

use crate::numeric::Scale;

/// A mechanism as forms and help show it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Description {
    /// The value of `kind` in a question.
    pub kind: &'static str,
    /// The name a person reads.
    pub name: &'static str,
    /// One line: what it does.
    pub summary: &'static str,
    /// Its parameters, in order.
    pub parameters: &'static [Parameter],
}

impl Description {
    /// Whether there is one value for every parameter, each within its range.
    pub fn accepts(&self, values: &[f64]) -> bool {
        let within = |(parameter, &value): (&Parameter, &f64)| parameter.range.contains(value);
        values.len() == self.parameters.len() && self.parameters.iter().zip(values).all(within)
    }
}

/// A curve that a person gives point by point, in the field `points`: pairs of numbers, the first
/// strictly increasing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct PointList {
    /// The fewest points.
    pub fewest: usize,
    /// The most points.
    pub most: usize,
    /// The first number of each point.
    pub first: Coordinate,
    /// The second.
    pub second: Coordinate,
    /// Whether the first number of the last point may be the word `"inf"`.
    pub ends_at_infinity: bool,
    /// An example to start from.
    pub start: &'static [[f64; 2]],
}

impl PointList {
    /// Whether the points are as many as described, each within the ranges, their first numbers increasing.
    pub fn accepts(&self, points: &[[f64; 2]]) -> bool {
        let last = points.len().wrapping_sub(1);
        let within = |(at, &[first, second]): (usize, &[f64; 2])| {
            let at_infinity = self.ends_at_infinity && at == last && first == f64::INFINITY;
            (at_infinity || self.first.range.contains(first)) && self.second.range.contains(second)
        };
        (self.fewest..=self.most).contains(&points.len())
            && points.iter().enumerate().all(within)
            && points.windows(2).all(|two| two[0][0] < two[1][0])
    }
}

/// One of the two numbers of a point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Coordinate {
    /// The symbol in formulas.
    pub symbol: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// What is accepted.
    pub range: Range,
}

/// A number a person sets.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Parameter {
    /// The field in a question.
    pub name: &'static str,
    /// The symbol in formulas.
    pub symbol: &'static str,
    /// The label of the control.
    pub label: &'static str,
    /// What one unit is.
    pub unit: &'static str,
    /// One line: what it means.
    pub explanation: &'static str,
    /// What is accepted.
    pub range: Range,
    /// What a slider covers.
    pub slider: Slider,
    /// Which way protects more.
    pub privacy: Privacy,
}

/// The words of a parameter that is only off or on: its numbers are 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Switch {
    /// The parameter.
    pub name: &'static str,
    /// What 0 is.
    pub off: &'static str,
    /// What 1 is.
    pub on: &'static str,
}

/// The accepted values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Range {
    /// The smallest value.
    pub from: f64,
    /// The largest value.
    pub to: f64,
    /// Whether `to` itself is accepted.
    pub to_included: bool,
    /// Only whole numbers.
    pub whole: bool,
}

impl Range {
    /// All numbers from `from` to `to`, both included.
    pub const fn closed(from: f64, to: f64) -> Self {
        Self { from, to, to_included: true, whole: false }
    }

    /// All numbers from `from`, included, to `to`, not included.
    pub const fn below(from: f64, to: f64) -> Self {
        Self { from, to, to_included: false, whole: false }
    }

    /// Whole numbers from `from` to `to`, both included.
    pub const fn whole(from: f64, to: f64) -> Self {
        Self { from, to, to_included: true, whole: true }
    }

    /// Whether the values are 0 for off and 1 for on.
    pub fn is_switch(&self) -> bool {
        *self == Self::whole(0.0, 1.0)
    }

    /// Whether the value is accepted.
    pub fn contains(&self, value: f64) -> bool {
        let below_end = if self.to_included { value <= self.to } else { value < self.to };
        self.from <= value && below_end && (!self.whole || value.fract() == 0.0)
    }
}

/// The travel of a slider: the usual part of the accepted range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Slider {
    /// Left end.
    pub from: f64,
    /// Right end.
    pub to: f64,
    /// How positions map to values.
    pub scale: Scale,
    /// Where it starts.
    pub start: f64,
}

/// Which direction of a parameter protects more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Privacy {
    /// Larger values are more private.
    Larger,
    /// Smaller values are more private.
    Smaller,
    /// Neither end is: it depends on the other parameters.
    Neither,
}
