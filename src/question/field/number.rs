//! Numbers that cross the border: finite, or the word `"inf"`.

use serde::{Serialize, Serializer};

use crate::account::Bound;
use crate::guarantee::Interval;

/// A number that may be infinite. JSON has no infinity, so it crosses as the text `"inf"`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 == f64::INFINITY {
            serializer.serialize_str("inf")
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// An interval at the border.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Enclosure {
    /// Never above the exact value; `null` where the accountant certifies no lower end.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\" | null"))]
    pub lower: Option<Number>,
    /// Never below the exact value.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub upper: Number,
}

impl From<Interval> for Enclosure {
    fn from(interval: Interval) -> Self {
        Self { lower: Some(Number(interval.lower)), upper: Number(interval.upper) }
    }
}

impl From<Bound> for Enclosure {
    fn from(bound: Bound) -> Self {
        Self { lower: bound.lower.map(Number), upper: Number(bound.upper) }
    }
}

impl Enclosure {
    /// Only the upper end is known.
    pub(crate) fn above(upper: f64) -> Self {
        Self { lower: None, upper: Number(upper) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinity_crosses_as_a_word() {
        let bound = Enclosure { lower: Some(Number(0.5)), upper: Number(f64::INFINITY) };
        assert_eq!(serde_json::to_string(&bound).unwrap(), r#"{"lower":0.5,"upper":"inf"}"#);
        let above = Enclosure { lower: None, upper: Number(2.0) };
        assert_eq!(serde_json::to_string(&above).unwrap(), r#"{"lower":null,"upper":2.0}"#);
    }
}
