//! Numbers as a person reads them, rounded in a stated direction.

use super::natural::Natural;

/// Which way a printed number may differ from the number itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Never below: for upper bounds.
    Up,
    /// Never above: for lower bounds.
    Down,
    /// As close as the digits allow: for positions and inputs.
    Nearest,
}

/// Prints `value` with at most `digits` significant digits: plain from 1e-3 to 1e6, else as `1.2e-7`.
///
/// Trailing zeros are dropped, infinity prints as `∞`. Up and down move the last digit until the
/// printed decimal is on the right side.
pub fn print(value: f64, digits: usize, rounding: Rounding) -> String {
    match value {
        0.0 => return "0".into(),
        f64::INFINITY => return "∞".into(),
        f64::NEG_INFINITY => return "−∞".into(),
        _ if value.is_nan() => return "not a number".into(),
        _ => {}
    }
    let away_from_zero = (rounding == Rounding::Up) == (value > 0.0);
    let rounding = match rounding {
        Rounding::Nearest => Rounding::Nearest,
        _ if away_from_zero => Rounding::Up,
        _ => Rounding::Down,
    };
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}", layout(scientific(value.abs(), digits, rounding)))
}

/// The relative width up to which an interval is taken for the number that it was computed for.
const CLOSE: f64 = 1e-12;

/// Prints a number that is known to lie from `lower` to `upper`: the upper end if rounded up, the lower one if rounded
/// down, the middle otherwise, each as [`print()`] does.
///
/// A value with a short decimal, such as ½, is computed as an interval that is a few roundings wide. Its end, rounded
/// outward once more, would print as 0.50001: an honest bound that reads as an error. So where the interval is narrower
/// than `1e-12` of its size and a decimal of so many digits lies inside it, that decimal is printed, whichever the
/// direction. It is never outside of the enclosure, so it is one of the values that the exact one can have, and differs
/// from each of the others by less than `1e-12` of them: of twelve digits none is wrong, and no more are shown. An
/// interval around 0 that is narrower than `1e-12`, with an end on either side, is 0 for the same reason; one that begins
/// at 0, as that of a small probability, is not.
///
/// As in [`print()`], a decimal that reads as a number is that number.
pub fn print_enclosed(lower: f64, upper: f64, digits: usize, rounding: Rounding) -> String {
    match rounding {
        _ if settled(lower, upper, digits).is_some_and(|decimal| decimal == 0.0) => "0".into(),
        Rounding::Up => print(outward(lower, upper, digits), digits, rounding),
        Rounding::Down => print(settled(lower, upper, digits).unwrap_or(lower), digits, rounding),
        Rounding::Nearest => {
            print(settled(lower, upper, digits).unwrap_or(lower / 2.0 + upper / 2.0), digits, rounding)
        }
    }
}

/// The upper end of an interval, or the decimal that [`print_enclosed`] takes for it.
pub fn outward(lower: f64, upper: f64, digits: usize) -> f64 {
    settled(lower, upper, digits).unwrap_or(upper)
}

/// The decimal inside a narrow interval, as the number that it reads as.
pub fn settled(lower: f64, upper: f64, digits: usize) -> Option<f64> {
    let width = upper - lower;
    if lower < 0.0 && upper > 0.0 && width <= CLOSE {
        return Some(0.0);
    }
    let one_sign = lower > 0.0 && upper > 0.0 || lower < 0.0 && upper < 0.0;
    // Not a number is in no interval.
    if !one_sign || !(0.0..=CLOSE * lower.abs().min(upper.abs())).contains(&width) {
        return None;
    }
    let (significand, exponent) = scientific(upper.abs(), digits, Rounding::Nearest);
    let decimal = read(significand, exponent).copysign(upper);
    (lower..=upper).contains(&decimal).then_some(decimal)
}

/// The shortest decimal that reads as this finite number, as JSON writes it.
pub fn shortest(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let sign = if value < 0.0 { "-" } else { "" };
    let decimal = |digits| scientific(value.abs(), digits, Rounding::Nearest);
    let exact =
        (1..=17).map(decimal).find(|&(significand, exponent)| read(significand, exponent) == value.abs());
    format!("{sign}{}", layout(exact.unwrap_or_else(|| decimal(17))))
}

/// `10^exponent`, correctly rounded: `powi` is off by an ulp for some exponents.
pub fn power_of_ten(exponent: i32) -> f64 {
    read(1, exponent)
}

/// A positive number as `significand · 10^exponent` with `digits` digits.
fn scientific(value: f64, digits: usize, rounding: Rounding) -> (u64, i32) {
    let digits = digits.clamp(1, 17) as i32;
    let (mantissa, power) = binary(value);
    let mut leading = value.log10().floor() as i32;
    loop {
        let exponent = leading + 1 - digits;
        // Twice the significand: its last bit is the half that decides where to round.
        let twice = if exponent < 0 {
            Natural::new(mantissa).times_power_of_ten(-exponent).times_power_of_two(power + 1)
        } else {
            Natural::new(mantissa).times_power_of_two(power + 1).times_power_of_ten(-exponent)
        };
        let (significand, half) = (twice.value() / 2, twice.value() % 2 == 1);
        // The logarithm may be off by one.
        if significand >= 10u64.pow(digits as u32) {
            leading += 1;
        } else if significand < 10u64.pow(digits as u32 - 1) {
            leading -= 1;
        } else {
            let nearest = significand + u64::from(half && (twice.more || significand % 2 == 1));
            let about = nearest as f64 * 10f64.powi(exponent);
            // A decimal that reads as the number is the number.
            let exact = (about / value - 1.0).abs() < 1e-13 && read(nearest, exponent) == value;
            let rounded = match rounding {
                Rounding::Up if !exact => significand + u64::from(half || twice.more),
                Rounding::Down if !exact => significand,
                _ => nearest,
            };
            return (rounded, exponent);
        }
    }
}

/// A positive finite number as `mantissa · 2^exponent`.
fn binary(value: f64) -> (u64, i32) {
    let (fraction, exponent) = (value.to_bits() & ((1 << 52) - 1), (value.to_bits() >> 52) as i32 & 0x7ff);
    if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) }
}

/// The number nearest to the decimal.
fn read(significand: u64, exponent: i32) -> f64 {
    // As many bits as the division takes away, and 64 to spare.
    let spare = if exponent < 0 { 64 - 10 * exponent / 3 } else { 0 };
    let scaled = Natural::new(significand).times_power_of_two(spare).times_power_of_ten(exponent);
    scaled.nearest() * 2f64.powi(-spare / 2) * 2f64.powi(spare / 2 - spare)
}

fn layout((mut significand, mut exponent): (u64, i32)) -> String {
    while significand != 0 && significand.is_multiple_of(10) {
        significand /= 10;
        exponent += 1;
    }
    let digits = significand.to_string();
    let leading = digits.len() as i32 - 1 + exponent;
    if significand == 0 {
        "0".into()
    } else if (0..6).contains(&exponent) && leading < 6 {
        digits + &"0".repeat(exponent as usize)
    } else if (0..6).contains(&leading) {
        let (whole, part) = digits.split_at((leading + 1) as usize);
        format!("{whole}.{part}")
    } else if (-3..0).contains(&leading) {
        format!("0.{}{digits}", "0".repeat((-leading - 1) as usize))
    } else if digits.len() == 1 {
        format!("{digits}e{leading}")
    } else {
        let (first, rest) = digits.split_at(1);
        format!("{first}.{rest}e{leading}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_read_as_a_person_writes_them() {
        for (value, digits, text) in [
            (1.0, 4, "1"),
            (0.001, 4, "0.001"),
            (1e-5, 4, "1e-5"),
            (5.208_442e-32, 4, "5.208e-32"),
            (1234.0, 3, "1230"),
            (250_000.0, 4, "250000"),
            (1e6, 4, "1e6"),
            (-0.5, 2, "−0.5"),
            (0.0, 3, "0"),
            (f64::INFINITY, 3, "∞"),
            (9.9999, 3, "10"),
        ] {
            assert_eq!(print(value, digits, Rounding::Nearest), text);
        }
    }

    #[test]
    fn powers_of_ten_are_the_literals() {
        for (exponent, value) in [(0, 1.0), (-5, 1e-5), (22, 1e22), (23, 1e23), (-300, 1e-300), (308, 1e308)]
        {
            assert_eq!(power_of_ten(exponent), value);
        }
    }

    #[test]
    fn directions_move_the_last_digit() {
        assert_eq!(print(1.000_01, 3, Rounding::Up), "1.01");
        assert_eq!(print(1.999_9, 3, Rounding::Down), "1.99");
        assert_eq!(print(0.2, 5, Rounding::Up), "0.2");
        assert_eq!(print(0.3, 5, Rounding::Down), "0.3");
        assert_eq!(print(9.991, 2, Rounding::Up), "10");
        assert_eq!(print(-1.000_01, 3, Rounding::Up), "−1");
        assert_eq!(print(-1.000_01, 3, Rounding::Down), "−1.01");
    }

    #[test]
    fn a_short_decimal_inside_a_narrow_interval_is_printed() {
        let around = |value: f64| (value.next_down(), value.next_up());
        for (value, text) in [
            (0.5, "0.5"),
            (1.0, "1"),
            (0.04, "0.04"),
            (0.082, "0.082"),
            (2.0, "2"),
            (-0.5, "−0.5"),
            (1e-5, "1e-5"),
        ] {
            let (lower, upper) = around(value);
            for rounding in [Rounding::Up, Rounding::Down, Rounding::Nearest] {
                assert_eq!(print_enclosed(lower, upper, 5, rounding), text);
            }
            assert_ne!(print(upper, 5, Rounding::Up), print(lower, 5, Rounding::Down));
        }
        assert_eq!(print_enclosed(-1.6e-19, 3e-20, 5, Rounding::Nearest), "0");
    }

    #[test]
    fn what_is_no_short_decimal_or_not_narrow_is_rounded_outward() {
        let third = 1.0f64 / 3.0;
        assert_eq!(print_enclosed(third.next_down(), third.next_up(), 5, Rounding::Up), "0.33334");
        assert_eq!(print_enclosed(third.next_down(), third.next_up(), 5, Rounding::Down), "0.33333");
        assert_eq!(print_enclosed(0.5 - 1e-9, 0.5 + 1e-9, 5, Rounding::Up), "0.50001");
        // Half is beside the interval, not in it.
        assert_eq!(print_enclosed(0.5 + 1e-15, 0.5 + 2e-15, 5, Rounding::Up), "0.50001");
        assert_eq!(print_enclosed(0.5 - 2e-15, 0.5 - 1e-15, 5, Rounding::Down), "0.49999");
        // A probability that may be positive is not 0.
        assert_eq!(print_enclosed(0.0, 1e-15, 5, Rounding::Up), "1e-15");
        assert_eq!(print_enclosed(0.0, f64::INFINITY, 5, Rounding::Up), "∞");
        assert_eq!(print_enclosed(f64::NAN, 0.5, 5, Rounding::Up), "0.5");
        assert_eq!(print_enclosed(0.5, f64::NAN, 5, Rounding::Up), "not a number");
        assert_eq!(print_enclosed(0.2, 0.2, 5, Rounding::Up), "0.2");
    }

    proptest! {
        #[test]
        fn an_enclosed_number_is_printed_inside_or_outward(
            middle in prop::num::f64::NORMAL, below in 0u64..5000, above in 0u64..5000, digits in 1usize..8,
        ) {
            prop_assume!(middle.abs() > 1e-290 && middle.abs() < 1e290);
            // For a negative number the larger bits are the lower end.
            let moved = |by: u64, up: bool| f64::from_bits(
                if up == (middle > 0.0) { middle.to_bits() + by } else { middle.to_bits() - by },
            );
            let (lower, upper) = (moved(below, false), moved(above, true));
            let parse = |text: String| text.replace('−', "-").parse::<f64>().unwrap();
            let up = parse(print_enclosed(lower, upper, digits, Rounding::Up));
            let down = parse(print_enclosed(lower, upper, digits, Rounding::Down));
            prop_assert!(up >= lower && down <= upper && down <= up);
            prop_assert!(up >= upper || (lower..=upper).contains(&up) && (upper - lower) <= CLOSE * up.abs() * 2.0);
            prop_assert!(down <= lower || (lower..=upper).contains(&down));
        }

        #[test]
        fn printed_bounds_are_bounds(value in prop::num::f64::NORMAL, digits in 1usize..12) {
            prop_assume!(value.abs() > 1e-300 && value.abs() < 1e300);
            let parse = |text: String| text.replace('−', "-").parse::<f64>().unwrap();
            prop_assert!(parse(print(value, digits, Rounding::Up)) >= value);
            prop_assert!(parse(print(value, digits, Rounding::Down)) <= value);
        }

        #[test]
        fn the_nearest_decimal_is_that_of_the_standard_library(value in prop::num::f64::POSITIVE, digits in 1usize..18) {
            prop_assume!(value.is_finite());
            let (significand, exponent) = scientific(value, digits, Rounding::Nearest);
            let expected = format!("{value:.*e}", digits - 1).parse::<f64>().unwrap();
            prop_assert_eq!(format!("{significand}e{exponent}").parse::<f64>().unwrap(), expected);
        }

        #[test]
        fn the_shortest_decimal_reads_as_the_number(value in prop::num::f64::NORMAL) {
            prop_assert_eq!(shortest(value).parse::<f64>().unwrap(), value);
        }

        #[test]
        fn decimals_read_as_by_the_standard_library(significand in 1u64..1 << 60, exponent in -320i32..280) {
            let expected = format!("{significand}e{exponent}").parse::<f64>().unwrap();
            let found = read(significand, exponent);
            // Below the normal range a second rounding may follow.
            prop_assert!(found == expected || (expected < 1e-307 && (found / expected - 1.0).abs() < 1e-15 + 5e-324 / expected));
        }
    }
}
