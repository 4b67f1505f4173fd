//! What is said of a guess, read again from its text.

use super::{Curve, ERRORS};

/// The number after a word of a text.
fn after(text: &str, word: &str) -> Option<f64> {
    text.split_once(word)?.1.split_whitespace().next()?.parse().ok()
}

/// Whether a printed number is a number to so many digits.
fn printed(text: f64, number: f64, digits: i32) -> bool {
    (text / number - 1.0).abs() <= 0.51 * 10f64.powi(1 - digits)
}

/// Whether a guess is called too small, too large or right where it is, and by how much.
pub(super) fn holds(text: &str, spoken: &[&Curve], numbers: &[f64], quantity: &str) -> bool {
    let [x, said, truth] = numbers else { return false };
    let shown = [spoken[0].at(*x), spoken[1].at(*x)] == [Some(*said), Some(*truth)];
    let far = (said - truth).abs();
    let ratio = (said / truth).max(truth / said);
    let side = (text.contains("too small") && said < truth) || (text.contains("too large") && said > truth);
    let how = match (after(text, "about "), quantity) {
        (None, _) if text.contains("by any factor") => side && !(ratio.is_finite() && ratio > 0.0),
        (None, ERRORS) => text.contains(" right") && far <= 0.005,
        (None, _) => text.contains(" right") && (said == truth || ratio <= 1.02),
        (Some(by), ERRORS) => side && far > 0.005 && printed(by, far, 2),
        (Some(by), _) if text.contains(" % too") => {
            side && ratio < 2.0 && printed(by, 100.0 * far / truth, 2)
        }
        (Some(by), _) => side && ratio >= 2.0 && printed(by, ratio, 3),
    };
    shown && how
}
