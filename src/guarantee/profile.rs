//! The privacy profile read backwards: ε from δ.

use crate::numeric::Scale;
use crate::numeric::root::{Bracket, shrink, solve};

use super::{Interval, Pair, Probability};

/// The smallest ε ≥ 0 with `δ(ε) ≤ delta`, as an interval that holds including rounding.
///
/// The upper end is a point where even the upper profile meets `delta`; the lower end is one where
/// even the lower profile does not. Each comes from a search that ends at neighbouring numbers and
/// keeps the end on its own side, so no tolerance enters.
pub fn epsilon_at(pair: &dyn Pair, delta: Probability) -> Interval {
    // No ε is enough where infinite losses weigh more; their mass is known to rounding.
    if pair.infinite() * (1.0 - 1e-14) > delta.value() {
        return Interval::exact(f64::INFINITY);
    }
    let lower = first_epsilon(|epsilon| excess(pair.profile(epsilon).lower, delta.value()));
    Interval { lower: lower.low, upper: epsilon_above(pair, delta) }
}

/// The upper end of [`epsilon_at`] alone.
pub fn epsilon_above(pair: &dyn Pair, delta: Probability) -> f64 {
    first_epsilon(|epsilon| excess(pair.profile(epsilon).upper, delta.value())).high
}

/// How far a δ lies above its goal, in the logarithm, which is nearly straight in the tail; its
/// sign is that of the comparison itself, whatever the logarithm rounds to.
fn excess(found: f64, goal: f64) -> f64 {
    let log_ratio = found.ln() - goal.ln();
    if found <= goal { log_ratio.min(0.0) } else { log_ratio.max(f64::MIN_POSITIVE) }
}

/// Brackets the ε ≥ 0 from which a non-increasing function is no longer positive; infinite if it
/// always is.
fn first_epsilon(mut excess: impl FnMut(f64) -> f64) -> Bracket {
    if excess(0.0) <= 0.0 {
        return Bracket { low: 0.0, high: 0.0 };
    }
    let mut high = 1.0;
    while excess(high) > 0.0 {
        high *= 4.0;
        if high > 1e300 {
            return Bracket { low: high, high: f64::INFINITY };
        }
    }
    let mut low = 0.25 * high;
    while low > 1e-300 && excess(low) <= 0.0 {
        high = low;
        low *= 1.0 / 1024.0;
    }
    let near = solve(Bracket { low, high }, Scale::Linear, &mut excess);
    // The last few numbers one by one: where a curve ends, the end itself is the answer.
    match near.and_then(|near| shrink(near, Scale::Linear, |epsilon| excess(epsilon) <= 0.0)) {
        Ok(bracket) => bracket,
        // A boundary below 1e-300 does not straddle: zero and `high` enclose it.
        Err(_) => Bracket { low: 0.0, high },
    }
}
