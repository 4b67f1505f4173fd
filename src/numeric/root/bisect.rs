//! Bisection with a known number of steps.

use super::Bracket;

/// When a bisection ends: after so many halvings, or as soon as the bracket is narrow enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    halvings: u32,
    width: f64,
}

impl Stop {
    /// More halvings than two floats of like magnitude can be apart.
    const MANY: u32 = 200;

    /// After this many halvings: the bracket is then `2^{−halvings}` of its width.
    pub const fn after(halvings: u32) -> Self {
        Self { halvings, width: 0.0 }
    }

    /// Once the width is at most this share of the larger end, and after 200 halvings in any case; a share of 0
    /// goes on to two adjacent floats.
    pub const fn within(width: f64) -> Self {
        Self { halvings: Self::MANY, width }
    }
}

/// Halves a bracket of a condition that fails at its low end and holds at its high end.
///
/// The ends are taken at their word and not tried. Every step tries the arithmetic mean and keeps the half across which
/// the condition still changes, so at every moment, and on return, the condition failed wherever `low` is and held
/// wherever `high` is, whatever it does in between. The answer is on the safe side when it is read from the end that
/// is safe: `high` for the smallest number that meets a condition. For the largest one, of a condition that holds
/// below, negate the condition and read `low`. Search on a logarithmic scale by bracketing the logarithm.
///
/// Use it where the number of evaluations must be known beforehand; [`shrink`](super::shrink) goes to adjacent floats
/// on either scale and checks the ends, and [`solve`](super::solve) takes fewer steps on a smooth function.
///
/// ```
/// use dpscope::numeric::root::{Bracket, Stop, bisect};
///
/// let Bracket { low, high } = bisect(Bracket { low: 0.0, high: 2.0 }, Stop::within(0.0), |x| x * x >= 2.0);
/// assert_eq!((low.next_up(), high), (high, 2f64.sqrt()));
///
/// let quarters = bisect(Bracket { low: 0.0, high: 1.0 }, Stop::after(2), |x| x > 0.3);
/// assert_eq!(quarters, Bracket { low: 0.25, high: 0.5 });
/// ```
pub fn bisect(bracket: Bracket, stop: Stop, mut holds: impl FnMut(f64) -> bool) -> Bracket {
    bisect_any(bracket, stop, &mut |x| Some(holds(x)))
}

/// [`bisect`] with a condition that may fail to be computed, which ends the search.
pub fn try_bisect<E>(
    bracket: Bracket,
    stop: Stop,
    mut holds: impl FnMut(f64) -> Result<bool, E>,
) -> Result<Bracket, E> {
    let mut failed = None;
    let found = bisect_any(bracket, stop, &mut |x| holds(x).map_err(|error| failed = Some(error)).ok());
    failed.map_or(Ok(found), Err)
}

/// One copy of the code for all conditions; `None` ends the search where it is.
#[inline(never)]
fn bisect_any(bracket: Bracket, stop: Stop, holds: &mut dyn FnMut(f64) -> Option<bool>) -> Bracket {
    let Bracket { mut low, mut high } = bracket;
    for _ in 0..stop.halvings {
        let middle = 0.5 * (low + high);
        let apart = low < middle && middle < high;
        if !apart || high - low <= stop.width * low.abs().max(high.abs()) {
            break;
        }
        match holds(middle) {
            Some(true) => high = middle,
            Some(false) => low = middle,
            None => break,
        }
    }
    Bracket { low, high }
}

/// The smallest whole number at which a condition holds that fails at `low` and holds at `high`, neither of which is
/// tried.
///
/// ```
/// use dpscope::numeric::root::bisect_whole;
///
/// assert_eq!(bisect_whole(0, 100, |count| count * count >= 50), 8);
/// ```
pub fn bisect_whole(mut low: i64, mut high: i64, holds: impl Fn(i64) -> bool) -> i64 {
    while high.saturating_sub(low) > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn it_stops_as_told() {
        let whole = Bracket { low: 1.0, high: 3.0 };
        let mut count = 0;
        let found = bisect(whole, Stop::after(10), |x| {
            count += 1;
            x > 2.1
        });
        assert_eq!((count, found.high - found.low), (10, 2f64.powi(-9)));
        let found = bisect(whole, Stop::within(1e-6), |x| x > 2.1);
        let width = found.high - found.low;
        assert!(found.low <= 2.1 && found.high > 2.1 && width <= 2.2e-6 && width > 0.9e-6, "{found:?}");
        assert_eq!(bisect(whole, Stop::after(0), |_| true), whole);
        let float = Bracket { low: 1.0, high: 1f64.next_up() };
        assert_eq!(bisect(float, Stop::within(0.0), |_| unreachable!()), float);
    }

    #[test]
    fn a_failure_ends_the_search() {
        let mut tried = Vec::new();
        let found = try_bisect(Bracket { low: 0.0, high: 1.0 }, Stop::after(9), |x| {
            tried.push(x);
            if x < 0.3 { Err(x) } else { Ok(true) }
        });
        assert_eq!((found, tried), (Err(0.25), vec![0.5, 0.25]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// Whatever the condition does in between, it failed at the low end and held at the high one.
        #[test]
        fn the_ends_keep_their_word(root in -1e9..1e9, noise in 1u64..50, halvings in 0u32..80, width in -16.0..0.0) {
            let holds = |x: f64| x + 1e-9 * (x.to_bits() % noise) as f64 > root;
            let whole = Bracket { low: -1e10, high: 1e10 };
            for stop in [Stop::after(halvings), Stop::within(10f64.powf(width)), Stop::within(0.0)] {
                let found = bisect(whole, stop, holds);
                prop_assert!(!holds(found.low) && holds(found.high) && found.low < found.high);
                prop_assert_eq!(try_bisect(whole, stop, |x| Ok::<_, ()>(holds(x))), Ok(found));
            }
        }

        #[test]
        fn whole_numbers_are_found(root in -1_000_000i64..1_000_000, below in 1i64..1_000_000, above in 0i64..1_000_000) {
            prop_assert_eq!(bisect_whole(root - below, root + above, |at| at >= root), root);
        }
    }
}
