//! Numbers as a person reads them, rounded in a stated direction.

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
    let (mut significand, mut exponent) = scientific(value.abs(), digits);
    if rounding != Rounding::Nearest {
        let printed = read(significand, exponent);
        let away_from_zero = (rounding == Rounding::Up) == (value > 0.0);
        if away_from_zero && printed < value.abs() {
            significand += 1;
        } else if !away_from_zero && printed > value.abs() {
            significand -= 1;
        }
    }
    while significand != 0 && significand.is_multiple_of(10) {
        significand /= 10;
        exponent += 1;
    }
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}", layout(significand, exponent))
}

/// `value = significand · 10^exponent`, to the nearest with `digits` digits.
fn scientific(value: f64, digits: usize) -> (u64, i32) {
    let text = format!("{:.*e}", digits.clamp(1, 15) - 1, value);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
    let significand =
        mantissa.bytes().filter(u8::is_ascii_digit).fold(0, |n, d| 10 * n + u64::from(d - b'0'));
    (significand, exponent.parse::<i32>().unwrap_or(0) - decimals)
}

/// The correctly rounded value of the decimal. At most 15 digits and powers of ten up to 1e22 are
/// exact, so one operation rounds once; the rest is left to the parser.
fn read(significand: u64, exponent: i32) -> f64 {
    match exponent {
        0..=22 => significand as f64 * POWERS[exponent as usize],
        -22..0 => significand as f64 / POWERS[exponent.unsigned_abs() as usize],
        _ => format!("{significand}e{exponent}").parse().unwrap_or(f64::NAN),
    }
}

/// The powers of ten that are exact.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

fn layout(significand: u64, exponent: i32) -> String {
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
    fn directions_move_the_last_digit() {
        assert_eq!(print(1.000_01, 3, Rounding::Up), "1.01");
        assert_eq!(print(1.999_9, 3, Rounding::Down), "1.99");
        assert_eq!(print(9.991, 2, Rounding::Up), "10");
        assert_eq!(print(-1.000_01, 3, Rounding::Up), "−1");
        assert_eq!(print(-1.000_01, 3, Rounding::Down), "−1.01");
    }

    proptest! {
        #[test]
        fn printed_bounds_are_bounds(value in prop::num::f64::NORMAL, digits in 1usize..12) {
            prop_assume!(value.abs() > 1e-300 && value.abs() < 1e300);
            let parse = |text: String| text.replace('−', "-").parse::<f64>().unwrap();
            prop_assert!(parse(print(value, digits, Rounding::Up)) >= value);
            prop_assert!(parse(print(value, digits, Rounding::Down)) <= value);
        }
    }
}
