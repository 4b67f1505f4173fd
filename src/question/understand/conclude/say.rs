//! How a conclusion is worded: numbers that bound are rounded outward, all others are "about".

use serde::Serialize;

use super::State;
use super::shown::ShownSeries;
use crate::figure::Side;
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::number::Number;
use crate::question::figure::lines::{DIGITS, down, number, up};
use crate::sampling::Neighbours;

/// Closer than this, relative to themselves, two curves lie on each other as far as a picture shows.
pub(super) const CLOSE: f64 = 1e-4;

/// Something that is true of what a page shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Conclusion {
    /// Which kind of fact it is.
    pub word: &'static str,
    /// The fact in a sentence or two.
    pub text: String,
    /// The series it speaks of, by position.
    pub series: Vec<usize>,
    /// The numbers it rests on, unrounded: positions first, then what is said of them.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub numbers: Vec<Number>,
}

impl Conclusion {
    pub(super) fn new(word: &'static str, text: String, series: &[usize], numbers: &[f64]) -> Self {
        let numbers = numbers.iter().copied().map(Number).collect();
        Self { word, text: sentence(&text), series: series.to_vec(), numbers }
    }
}

/// What stands along the axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Symbols {
    /// Along the x axis: `k`, `order`, `ε`, `δ`, `type I error` or `t`.
    pub across: &'static str,
    /// What the curves show: `ε`, `δ`, `the divergence`, `the type II error`, `φ` or `σ`.
    pub quantity: &'static str,
}

impl Symbols {
    /// The symbols of a chart.
    pub(super) fn of(about: &str, quantity: &str) -> Self {
        let across = match (about, quantity) {
            ("composition" | "growth", _) => "k",
            (_, "divergence") => "order",
            (_, "type-two-error") => "type I error",
            (_, "characteristic") => "t",
            (_, "epsilon") => "δ",
            _ => "ε",
        };
        let quantity = match quantity {
            "epsilon" => "ε",
            "delta" => "δ",
            "type-two-error" => "the type II error",
            "characteristic" => "φ",
            "noise" => "σ",
            _ => "the divergence",
        };
        Self { across, quantity }
    }

    /// A position: `k = 100`, `order 2`.
    pub(super) fn place(self, x: f64) -> String {
        if self.across == "order" {
            format!("order {}", position(x))
        } else {
            format!("{} = {}", self.across, position(x))
        }
    }

    /// What a curve says: `ε ≤ 1.2346`.
    pub(super) fn states(self, series: &ShownSeries, y: f64) -> String {
        format!("{} {}", self.quantity, bounded(series, y))
    }
}

/// A value of a curve, rounded to its side: `≤ 1.2346`.
pub(super) fn bounded(series: &ShownSeries, y: f64) -> String {
    match series.side {
        Side::Upper => format!("≤ {}", up(y)),
        Side::Lower => format!("≥ {}", down(y)),
        Side::Value => format!("≈ {}", number(y)),
    }
}

/// What is fixed beside a position: ` (δ = 1e-5)`.
pub(super) fn fixed_beside(state: State<'_>) -> String {
    let fixed = match state.symbols.quantity {
        "ε" if state.symbols.across != "δ" => {
            state.at.delta.map(|delta| format!("δ = {}", position(delta)))
        }
        "δ" if state.symbols.across != "ε" => {
            state.at.epsilon.map(|epsilon| format!("ε = {}", position(epsilon)))
        }
        _ => None,
    };
    fixed.map(|fixed| format!(" ({fixed})")).unwrap_or_default()
}

/// A position; whole numbers in full.
pub(super) fn position(x: f64) -> String {
    let digits = if x == x.round() { 15 } else { DIGITS };
    print(x, digits, Rounding::Nearest)
}

/// A ratio above 1, as how far one lies above the other.
pub(super) fn above(ratio: f64) -> String {
    if ratio < 1.1 {
        format!("about {} % above", print(100.0 * (ratio - 1.0), 2, Rounding::Nearest))
    } else {
        format!("about {} times as high", times(ratio))
    }
}

/// A ratio to two digits, or three from 100 on.
pub(super) fn rough(ratio: f64) -> String {
    print(ratio, if ratio >= 99.5 { 3 } else { 2 }, Rounding::Nearest)
}

/// A ratio to three digits.
pub(super) fn times(ratio: f64) -> String {
    print(ratio, 3, Rounding::Nearest)
}

/// A share from above, in per cent; below a millionth of one nobody asks how much.
pub(super) fn percent_up(share: f64) -> String {
    if share <= 1e-8 {
        "a millionth of a per cent".into()
    } else {
        format!("{} %", print(100.0 * share, 2, Rounding::Up))
    }
}

/// `a, b and c`; with semicolons where a name has a comma of its own.
pub(super) fn listed(items: &[String]) -> String {
    let mark = if items.len() > 2 && items.iter().any(|item| item.contains(',')) { "; " } else { ", " };
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(mark)),
    }
}

/// What is done to a person under a relation.
pub(super) const fn doing(relation: Neighbours) -> &'static str {
    match relation {
        Neighbours::Add => "adding a person",
        Neighbours::Remove => "removing a person",
        Neighbours::AddRemove => "adding or removing a person",
        Neighbours::Replace => "replacing a person",
    }
}

/// Why equal parameters under two relations are not equal noise.
pub(super) const UNIT_OF_NOISE: &str = "σ and scale are noise divided by how far one such change moves the answer; \
     replacing a person moves a clipped sum up to twice as far as adding or removing one, so equal σ is not equal noise.";

/// A text that begins with a capital letter; a Greek symbol stays what it is.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| [first.to_ascii_uppercase()].into_iter().chain(letters).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_distances_in_words() {
        let symbols = Symbols { across: "k", quantity: "ε" };
        assert_eq!(symbols.place(123_457.0), "k = 123457");
        assert_eq!(Symbols { across: "order", quantity: "" }.place(2.0), "order 2");
        assert_eq!(
            (above(1.000_32), above(2.3456)),
            ("about 0.032 % above".into(), "about 2.35 times as high".into())
        );
        assert_eq!(
            (percent_up(0.000_101), percent_up(1e-13)),
            ("0.011 %".into(), "a millionth of a per cent".into())
        );
        assert_eq!(listed(&["a", "b", "c"].map(String::from)), "a, b and c");
        assert_eq!((sentence("ε falls"), sentence("basic")), ("ε falls".into(), "Basic".into()));
    }
}
