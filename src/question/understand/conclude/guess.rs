//! How far a guess was from what it is about: somebody who first says a number looks at the answer with other eyes.

use super::State;
use super::say::{Conclusion, bounded, times};
use super::shown::together;
use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::{number, up};

/// As close as this a share is guessed right.
const RIGHT_SHARE: f64 = 0.005;

/// As close as this, relative to itself, any other number is.
const RIGHT: f64 = 0.02;

/// From this ratio on it is said how many times a guess is too small or too large, below it by how many per cent.
const SEVERAL: f64 = 2.0;

/// `guess` of the first curve, which is the guess, and of the second, which is the answer, at the first point that both have;
/// with that point, the guess and the answer. What is said holds of these two numbers, whatever was set when the guess was
/// made. Nothing where one of them is missing or no number.
pub(super) fn conclusions(state: State<'_>) -> Vec<Conclusion> {
    let [guess, answer] = state.series else { return Vec::new() };
    let Some((x, said, truth)) = together(guess, answer).into_iter().next() else { return Vec::new() };
    if said.is_nan() || truth.is_nan() || said < 0.0 || truth < 0.0 || said.is_infinite() {
        return Vec::new();
    }
    let is_share = state.symbols.quantity == "the type II error";
    let far = if is_share { difference(said, truth) } else { ratio(said, truth) };
    // Of noise a little less than what is needed would not be enough: it is rounded up and never called a bound.
    let found = match state.symbols.quantity {
        "σ" => format!("= {}", up(truth)),
        _ => bounded(answer, truth),
    };
    let text = format!("A guess of {} is {far}: {} {found}.", number(said), state.symbols.quantity);
    vec![Conclusion::new("guess", text, &[0, 1], &[x, said, truth])]
}

/// How far one share lies from another.
fn difference(said: f64, truth: f64) -> String {
    let far = (said - truth).abs();
    if far <= RIGHT_SHARE {
        return format!("right to within {RIGHT_SHARE}");
    }
    format!("about {} too {}", print(far, 2, Rounding::Nearest), if said < truth { "small" } else { "large" })
}

/// How far one positive number lies from another.
fn ratio(said: f64, truth: f64) -> String {
    let side = if said < truth { "small" } else { "large" };
    let (less, more) = (said.min(truth), said.max(truth));
    if less == more {
        "right".into()
    } else if less <= 0.0 || more.is_infinite() {
        format!("too {side}, by any factor")
    } else if more / less <= 1.0 + RIGHT {
        format!("right to within {} %", print(100.0 * RIGHT, 2, Rounding::Nearest))
    } else if more / less < SEVERAL {
        let share = 100.0 * (more - less) / truth;
        format!("about {} % too {side}", print(share, 2, Rounding::Nearest))
    } else {
        format!("about {} times too {side}", times(more / less))
    }
}
