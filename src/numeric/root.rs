//! Bracketed roots that end on the safe side.
//!
//! A search ends with two floats between which the answer lies, the high one known to be safe. A
//! caller that must not understate takes that end and needs no tolerance.

mod bisect;

pub use bisect::{Stop, bisect, bisect_whole, try_bisect};

use super::Scale;

/// An interval, `low < high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// The end where the condition fails.
    pub low: f64,
    /// The end where it holds.
    pub high: f64,
}

/// Why no root was searched for.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RootError {
    /// The ends are not ordered, not numbers, or negative on a logarithmic scale.
    #[error("[{}, {}] is not an interval on a {scale:?} scale", .bracket.low, .bracket.high)]
    Interval {
        /// The interval given.
        bracket: Bracket,
        /// The scale given.
        scale: Scale,
    },
    /// The condition does not change from false to true across the interval.
    #[error("no change across [{}, {}]: the condition is {at_low} below and {at_high} above", .bracket.low, .bracket.high)]
    Condition {
        /// The interval given.
        bracket: Bracket,
        /// The condition at its low end.
        at_low: bool,
        /// The condition at its high end.
        at_high: bool,
    },
    /// The function does not fall from above zero to zero or below across the interval.
    #[error("no root in [{}, {}]: the function is {at_low} below and {at_high} above", .bracket.low, .bracket.high)]
    Sign {
        /// The interval given.
        bracket: Bracket,
        /// The function at its low end.
        at_low: f64,
        /// The function at its high end.
        at_high: f64,
    },
    /// The function has no value inside the interval.
    #[error("no value at {at}, between {} and {}", .bracket.low, .bracket.high)]
    Undefined {
        /// The interval reached.
        bracket: Bracket,
        /// Where the function is `NaN`.
        at: f64,
    },
}

/// Shrinks a bracket of a condition that fails below some point and holds above it to two
/// adjacent floats.
///
/// On return `holds(high)` and not `holds(low)`, whatever the condition does in between. Takes at
/// most 64 evaluations on a logarithmic scale and 128 on a linear one, besides the two ends.
pub fn shrink(
    bracket: Bracket,
    scale: Scale,
    mut holds: impl FnMut(f64) -> bool,
) -> Result<Bracket, RootError> {
    shrink_any(bracket, scale, &mut holds)
}

/// One copy of the code for all conditions: the search takes far less time than what it calls.
#[inline(never)]
fn shrink_any(
    bracket: Bracket,
    scale: Scale,
    holds: &mut dyn FnMut(f64) -> bool,
) -> Result<Bracket, RootError> {
    check(bracket, scale)?;
    let (at_low, at_high) = (holds(bracket.low), holds(bracket.high));
    if at_low || !at_high {
        return Err(RootError::Condition { bracket, at_low, at_high });
    }
    let Bracket { mut low, mut high } = bracket;
    let mut halvings = 0;
    while floats_between(low, high) > 1 {
        let x = middle(low, high, scale, halvings);
        halvings += 1;
        if holds(x) {
            high = x;
        } else {
            low = x;
        }
    }
    Ok(Bracket { low, high })
}

/// Shrinks a bracket of a root of a non-increasing function until at most four floats apart.
///
/// On return `f(high) ≤ 0 < f(low)`, whatever rounding does to the function in between.
/// Chandrupatla's method (1997) in the chosen scale: inverse quadratic interpolation through the
/// last three points where they lie so that it must help, halving otherwise. No step is shorter
/// than two floats, so that the far end closes in as soon as the near one has arrived. Four steps
/// that did not halve the floats left force a halving: at most 500 evaluations;
/// smooth functions take 5 to 20.
pub fn solve(bracket: Bracket, scale: Scale, mut f: impl FnMut(f64) -> f64) -> Result<Bracket, RootError> {
    solve_any(bracket, scale, &mut f)
}

#[inline(never)]
fn solve_any(bracket: Bracket, scale: Scale, f: &mut dyn FnMut(f64) -> f64) -> Result<Bracket, RootError> {
    check(bracket, scale)?;
    let Bracket { mut low, mut high } = bracket;
    let (at_low, at_high) = (f(low), f(high));
    if !(at_low > 0.0 && at_high <= 0.0) {
        return Err(RootError::Sign { bracket, at_low, at_high });
    }
    let (mut near, mut far) = ((high, at_high), (low, at_low));
    let mut before = None;
    let (mut halvings, mut steps, mut checkpoint) = (0, 0, u64::MAX);
    loop {
        let left = floats_between(low, high);
        if left <= 4 {
            return Ok(Bracket { low, high });
        }
        let mut guess = before.and_then(|before| interpolate(near, far, before, scale));
        if steps % 4 == 0 {
            guess = guess.filter(|_| left <= checkpoint / 2);
            checkpoint = left;
        }
        steps += 1;
        let x = match guess {
            Some(x) => from_ordinal(ordinal(x).clamp(ordinal(low) + 2, ordinal(high) - 2)),
            None => {
                halvings += 1;
                middle(low, high, scale, halvings)
            }
        };
        let value = f(x);
        if value.is_nan() {
            let bracket = Bracket { low, high };
            return Err(RootError::Undefined { bracket, at: x });
        }
        let safe = value <= 0.0;
        if safe == (near.1 <= 0.0) {
            before = Some(near);
        } else {
            (before, far) = (Some(far), near);
        }
        near = (x, value);
        *(if safe { &mut high } else { &mut low }) = x;
    }
}

fn check(bracket: Bracket, scale: Scale) -> Result<(), RootError> {
    let ordered = bracket.low < bracket.high;
    if ordered && (scale == Scale::Linear || bracket.low >= 0.0) {
        Ok(())
    } else {
        Err(RootError::Interval { bracket, scale })
    }
}

/// The point between the ends at which a search halves.
///
/// Halving the number of floats left is halving the logarithm, and ends after 64 steps wherever
/// the root is. A linear scale halves the length first and changes over after 60 steps, which only
/// a root very close to zero needs.
fn middle(low: f64, high: f64, scale: Scale, halvings: u32) -> f64 {
    let half = 0.5 * low + 0.5 * high;
    if scale == Scale::Linear && halvings < 60 && low < half && half < high {
        half
    } else {
        from_ordinal(((i128::from(ordinal(low)) + i128::from(ordinal(high))) >> 1) as i64)
    }
}

/// Where the inverse parabola through three points meets zero, if Chandrupatla's criterion says
/// that it is monotone between `near` and `far`; `None` where a value or a distance is infinite.
fn interpolate(near: (f64, f64), far: (f64, f64), before: (f64, f64), scale: Scale) -> Option<f64> {
    let (fa, fb, fc) = (near.1, far.1, before.1);
    let whole = distance(near.0, far.0, scale);
    let position = whole / distance(before.0, far.0, scale);
    let height = (fa - fb) / (fc - fb);
    let monotone = height * height < position && (1.0 - height).powi(2) < 1.0 - position;
    let share = fa / (fb - fa) * (fc / (fb - fc))
        + distance(near.0, before.0, scale) / whole * (fa / (fc - fa)) * (fb / (fc - fb));
    let step = share * whole;
    let x = match scale {
        Scale::Linear => near.0 + step,
        Scale::Log if step.abs() < 1.0 => near.0 + near.0 * step.exp_m1(),
        Scale::Log => (near.0.ln() + step).exp(),
    };
    (monotone && x.is_finite()).then_some(x)
}

/// How far `to` lies from `from` in the given scale, also when they are close.
fn distance(from: f64, to: f64, scale: Scale) -> f64 {
    let ratio = (to - from) / from;
    match scale {
        Scale::Linear => to - from,
        Scale::Log if ratio.abs() < 0.5 => ratio.ln_1p(),
        Scale::Log => to.ln() - from.ln(),
    }
}

/// Numbers the floats in their order, both zeros 0.
fn ordinal(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

/// The float of an [`ordinal`].
fn from_ordinal(number: i64) -> f64 {
    let bits = if number < 0 { i64::MIN.wrapping_sub(number) } else { number };
    f64::from_bits(bits as u64)
}

/// How many floats `high` lies above `low`.
fn floats_between(low: f64, high: f64) -> u64 {
    ordinal(high).wrapping_sub(ordinal(low)) as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SCALES: [Scale; 2] = [Scale::Linear, Scale::Log];

    fn bracket(low: f64, high: f64) -> Bracket {
        Bracket { low, high }
    }

    #[test]
    fn shrink_ends_on_adjacent_floats_within_its_bound() {
        for (scale, bound) in [(Scale::Linear, 130), (Scale::Log, 66)] {
            for root in [0.0, 5e-324, 1e-300, 1e-20, 0.3, 1.0, 1e20, 1e300] {
                let mut count = 0;
                let found = shrink(bracket(0.0, f64::MAX), scale, |x| {
                    count += 1;
                    x > root
                });
                assert_eq!(found, Ok(bracket(root, root.next_up())));
                assert!(count <= bound, "{count} for {root} on {scale:?}");
            }
        }
    }

    #[test]
    fn solve_takes_few_steps_on_smooth_functions() {
        type Curve = (fn(f64) -> f64, f64, f64, Scale);
        let curves: [Curve; 6] = [
            (|x| 2.0 - x * x, 0.0, 100.0, Scale::Linear),
            (|x| 1.0 - x.powi(9), 0.0, 2.0, Scale::Linear),
            (|x| (-x).exp() - 1e-9, 1e-3, 1e3, Scale::Linear),
            (|x| (-x).exp() - 1e-9, 1e-3, 1e3, Scale::Log),
            (|x| 1.0 / x - 7.0, 1e-10, 1e10, Scale::Log),
            (|x| -(x / 3.0).ln(), 1e-100, 1e100, Scale::Log),
        ];
        for (f, low, high, scale) in curves {
            let mut count = 0;
            let found = solve(bracket(low, high), scale, |x| {
                count += 1;
                f(x)
            });
            let Bracket { low, high } = found.unwrap();
            assert!(f(low) > 0.0 && f(high) <= 0.0 && floats_between(low, high) <= 4);
            assert!(count <= 20, "{count} to {high} on {scale:?}");
        }
    }

    #[test]
    fn refusals_carry_what_was_seen() {
        let unit = bracket(0.0, 1.0);
        assert!(matches!(
            shrink(bracket(1.0, 0.0), Scale::Linear, |_| true),
            Err(RootError::Interval { .. })
        ));
        assert!(matches!(
            shrink(bracket(-1.0, 1.0), Scale::Log, |x| x > 0.0),
            Err(RootError::Interval { .. })
        ));
        assert!(matches!(
            shrink(unit, Scale::Linear, |_| true),
            Err(RootError::Condition { at_low: true, .. })
        ));
        assert!(matches!(
            solve(unit, Scale::Linear, |x| x),
            Err(RootError::Sign { at_low: 0.0, at_high: 1.0, .. })
        ));
        let hole = solve(unit, Scale::Linear, |x| if x == 0.5 { f64::NAN } else { 0.5 - x });
        assert!(matches!(hole, Err(RootError::Undefined { at: 0.5, .. })));
        assert_eq!(
            solve(unit, Scale::Linear, |x| x).unwrap_err().to_string(),
            "no root in [0, 1]: the function is 0 below and 1 above"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// A monotone function of any steepness, flat pieces, infinite values and rounding noise.
        #[test]
        fn solve_keeps_its_contract(
            exponent in -12.0..12.0,
            power in 0.05..20.0_f64,
            noise in 0.0..1e-13,
            cut in 0.0..40.0,
            log in any::<bool>(),
        ) {
            let root = 10f64.powf(exponent);
            let f = |x: f64| {
                let jitter = noise * ((x.to_bits() % 7) as f64 - 3.0);
                let value = -power * (x / root).ln() + jitter;
                if value > cut { f64::INFINITY } else { value }
            };
            let scale = SCALES[usize::from(log)];
            let mut count = 0;
            let found = solve(bracket(0.0, 1e15), scale, |x| { count += 1; f(x) }).unwrap();
            prop_assert!(f(found.low) > 0.0 && f(found.high) <= 0.0);
            prop_assert!(floats_between(found.low, found.high) <= 4 && count <= 500);
            let blur = 1e-15 + 4.0 * noise / power;
            prop_assert!((found.high / root - 1.0).abs() <= blur);
        }

        #[test]
        fn shrink_keeps_its_contract(root in -1e9..1e9, noise in 1u64..50) {
            let holds = |x: f64| x + 1e-9 * (x.to_bits() % noise) as f64 > root;
            let found = shrink(bracket(-1e10, 1e10), Scale::Linear, holds).unwrap();
            prop_assert!(holds(found.high) && !holds(found.low));
            prop_assert_eq!(found.low.next_up(), found.high);
        }
    }
}
