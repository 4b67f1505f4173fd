//! The trade-off curve by its threshold tests.

use super::{Interval, Masses, Pair, Probability};
use crate::numeric::root::{Bracket, Stop, bisect};

/// The trade-off curve from the masses of the losses.
///
/// The test that rejects where `L > ε` has type I error `x = Q[L > ε]` and type II error
/// `P[L ≤ ε]` (Neyman and Pearson). The curve is convex, so at any type I error it lies below the chord
/// of the two nearest tests and above every line `1 − δ(ε) − e^ε x`.
pub fn trade_off_by_threshold(pair: &dyn Pair, type_one: Probability) -> Interval {
    let x = type_one.value();
    let test = |epsilon: f64| {
        let Masses { q, .. } = pair.masses(epsilon, f64::INFINITY);
        let Masses { p, .. } = pair.masses(f64::NEG_INFINITY, epsilon);
        (q, p)
    };
    let (mut low, mut high) = (-1.0, 1.0);
    while low > -1e300 && test(low).0.lower < x {
        low *= 4.0;
    }
    while high < 1e300 && test(high).0.upper > x {
        high *= 4.0;
    }
    let strict = |epsilon: f64| test(epsilon).0.middle() <= x;
    let Bracket { low, high } = bisect(Bracket { low, high }, Stop::within(2e-15), strict);
    // The chord from the looser to the stricter test, and the supporting line at either.
    let ((x_low, y_low), (x_high, y_high)) = (test(low), test(high));
    let span = x_low.upper - x_high.lower;
    let share = if span > 0.0 { ((x - x_high.lower) / span).clamp(0.0, 1.0) } else { 1.0 };
    let chord = y_high.upper + share * (y_low.upper - y_high.upper);
    let upper = if x <= x_high.lower { y_high.upper + (1.0 - y_high.upper).max(0.0) } else { chord };
    let line = |epsilon: f64| {
        let caught = epsilon.exp() * x;
        1.0 - pair.profile(epsilon).upper
            - caught * (1.0 + 1e-15 * (2.0 + epsilon.abs()))
            - 2.0 * f64::EPSILON
    };
    let lower = line(low).max(line(high)).max(0.0);
    Interval { lower, upper: upper.max(lower) }.within(0.0, 1.0)
}
