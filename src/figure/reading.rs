//! What is read at the points of a figure: texts by column, for a crosshair, and bounds as data.

use serde::{Deserialize, Serialize};

/// On which side of the truth a printed value lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The truth is at most this: rounded up.
    Upper,
    /// The truth is at least this: rounded down.
    Lower,
    /// The value itself: rounded to the nearest.
    Value,
}

impl Side {
    /// What stands between a quantity and its number.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Upper => "≤",
            Self::Lower => "≥",
            Self::Value => "=",
        }
    }
}

/// A number with what it says of what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Statement {
    /// Of what: `ε`.
    pub quantity: String,
    /// On which side the truth lies.
    pub side: Side,
    /// The number.
    pub number: f64,
    /// The number as printed, rounded to its side.
    pub text: String,
}

impl std::fmt::Display for Statement {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} {} {}", self.quantity, self.side.sign(), self.text)
    }
}

/// What is read at each point.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Readings {
    /// The points, in ascending order; empty where they are those of the first series.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub at: Vec<f64>,
    /// What each point is called: `ε = 1`.
    pub place: Vec<String>,
    /// What is read there, by curve.
    pub columns: Vec<Column>,
}

/// What is read of one curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Column {
    /// The label of the series whose values these are. A series that is hidden is not read.
    pub label: String,
    /// What the values are of, such as `δ`; empty where the label says it.
    pub quantity: String,
    /// On which side of the truth they lie.
    pub side: Side,
    /// One text for each point, rounded to that side; empty where there is none. A curve may end before the others.
    pub texts: Vec<String>,
}

impl Readings {
    /// All that is read at a point, as the page says it: `ε = 1: δ ≤ 0.1 (exact), δ ≤ 0.2 (RDP (Rényi))`.
    pub fn text(&self, point: usize) -> String {
        let read = self.columns.iter().filter_map(|column| {
            let Column { label, quantity, side, texts } = column;
            let text = texts.get(point).filter(|text| !text.is_empty())?;
            Some(match (&quantity[..], self.columns.len()) {
                ("", _) => format!("{label} {text}"),
                (_, 1) => format!("{quantity} {} {text}", side.sign()),
                _ => format!("{quantity} {} {text} ({label})", side.sign()),
            })
        });
        let read: Vec<String> = read.collect();
        format!("{}: {}", self.place[point], read.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_names_its_curves_where_there_are_several() {
        let column = |label: &str, quantity: &str, side, texts: &[&str]| Column {
            label: label.into(),
            quantity: quantity.into(),
            side,
            texts: texts.iter().map(|&text| text.into()).collect(),
        };
        let mut readings = Readings {
            place: vec!["ε = 1".into(), "ε = 2".into()],
            columns: vec![column("exact", "δ", Side::Upper, &["0.1", "0.05"])],
            ..Readings::default()
        };
        assert_eq!(readings.text(0), "ε = 1: δ ≤ 0.1");
        readings.columns.push(column("lattice", "δ", Side::Lower, &["0.09"]));
        readings.columns.push(column("density", "", Side::Value, &["", "0.3"]));
        assert_eq!(readings.text(0), "ε = 1: δ ≤ 0.1 (exact), δ ≥ 0.09 (lattice)");
        assert_eq!(readings.text(1), "ε = 2: δ ≤ 0.05 (exact), density 0.3");
    }
}
