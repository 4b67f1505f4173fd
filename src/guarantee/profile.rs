//! The privacy profile read backwards: ε from δ.

use crate::numeric::root::{Bracket, Scale, shrink};

use super::{Interval, Pair, Probability};

/// The smallest ε ≥ 0 with `δ(ε) ≤ delta`, as an interval that holds including rounding.
///
/// The upper end is a point where even the upper profile meets `delta`; the lower end is one where
/// even the lower profile does not. Each comes from a bisection to neighbouring numbers that keeps
/// the end on its own side, so no tolerance enters.
pub fn epsilon_at(pair: &(impl Pair + ?Sized), delta: Probability) -> Interval {
    let delta = delta.value();
    let lower = first_epsilon(|epsilon| pair.profile(epsilon).lower <= delta);
    let upper = first_epsilon(|epsilon| pair.profile(epsilon).upper <= delta);
    Interval { lower: lower.low, upper: upper.high }
}

/// Brackets the ε ≥ 0 at which a monotone condition begins to hold; infinite if it never does.
fn first_epsilon(mut holds: impl FnMut(f64) -> bool) -> Bracket {
    if holds(0.0) {
        return Bracket { low: 0.0, high: 0.0 };
    }
    let mut high = 1.0;
    while !holds(high) {
        high *= 4.0;
        if high > 1e300 {
            return Bracket { low: high, high: f64::INFINITY };
        }
    }
    let mut low = 0.25 * high;
    while low > 1e-300 && holds(low) {
        high = low;
        low *= 1.0 / 1024.0;
    }
    match shrink(Bracket { low, high }, Scale::Log, &mut holds) {
        Ok(bracket) => bracket,
        // Only a boundary below 1e-300 does not straddle: zero and `high` enclose it.
        Err(_) => Bracket { low: 0.0, high },
    }
}
