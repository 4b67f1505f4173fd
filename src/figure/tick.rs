//! Which values an axis names.
//!
//! Our own, because the mesh of plotters leaves out the ends of a log axis, lets labels overlap on
//! narrow pictures, and measures text through styled elements that a strict page forbids.

use super::axis::Axis;
use crate::numeric::Scale;
use crate::numeric::decimal::{Rounding, power_of_ten, print};

/// A named value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    /// Where it lies on the axis, 0 to 1.
    pub position: f64,
    /// What is written there; empty for a line without a name.
    pub label: String,
}

/// The densest ticks whose labels fit.
///
/// `fits` judges a list of named ticks; candidates run from dense to sparse, and the last, the two
/// ends, is taken whether it fits or not. A log axis too short for two powers of ten is named by equal
/// steps; a longer one never is, because those would begin at 0.
pub(super) fn ticks(axis: &Axis, fits: &dyn Fn(&[Tick]) -> bool) -> Vec<Tick> {
    let low = (axis.from.log10() - 1e-9).ceil() as i32;
    let high = (axis.to.log10() + 1e-9).floor() as i32;
    let by_powers = axis.scale == Scale::Log && low < high;
    let found = if by_powers { log(axis, low, high, fits) } else { linear(axis, fits) };
    found.unwrap_or_else(|| vec![tick(axis, axis.from), tick(axis, axis.to)])
}

fn tick(axis: &Axis, value: f64) -> Tick {
    let label = match axis.scale {
        Scale::Log if axis.from < 1e-3 || axis.to > 1e4 => power_label(value),
        _ => print(value, 6, Rounding::Nearest),
    };
    Tick { position: axis.position(value), label }
}

/// `10⁻⁵` for a power of ten other than 1 and 10, plain digits otherwise.
fn power_label(value: f64) -> String {
    let exponent = value.log10().round();
    let is_power = (value / power_of_ten(exponent as i32) - 1.0).abs() < 1e-9;
    if !is_power || (0.0..=1.0).contains(&exponent) {
        return print(value, 6, Rounding::Nearest);
    }
    let raised = |digit: char| match digit {
        '-' => '⁻',
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        _ => '⁹',
    };
    let exponent: String = format!("{exponent}").chars().map(raised).collect();
    format!("10{exponent}")
}

/// Multiples of 1, 2 or 5 times a power of ten.
fn linear(axis: &Axis, fits: &dyn Fn(&[Tick]) -> bool) -> Option<Vec<Tick>> {
    let span = axis.to - axis.from;
    let unit = power_of_ten((span / 20.0).log10().floor() as i32);
    (0..3).flat_map(|decade| [1.0, 2.0, 5.0].map(|digit| (digit, decade))).find_map(|(digit, decade)| {
        let step = digit * unit * 10f64.powi(decade);
        let (first, last) = ((axis.from / step - 1e-9).ceil(), (axis.to / step + 1e-9).floor());
        if last - first > 30.0 {
            return None;
        }
        let list: Vec<Tick> =
            (0..=(last - first) as i32).map(|at| tick(axis, (first + f64::from(at)) * step)).collect();
        (list.len() >= 2 && fits(&list)).then_some(list)
    })
}

/// Both ends and round steps of powers of ten between them; within few decades also 2 and 5 times.
fn log(axis: &Axis, low: i32, high: i32, fits: &dyn Fn(&[Tick]) -> bool) -> Option<Vec<Tick>> {
    let decades = high - low;
    if decades <= 3 {
        let values = (low..=high).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * power_of_ten(power)));
        let list: Vec<Tick> = values
            .filter(|value| (axis.from..=axis.to * (1.0 + 1e-9)).contains(value))
            .map(|value| tick(axis, value))
            .collect();
        if fits(&list) {
            return Some(list);
        }
    }
    const STEPS: [i32; 10] = [1, 2, 3, 5, 10, 20, 25, 50, 100, 200];
    STEPS
        .into_iter()
        .filter(|&step| step <= decades)
        .map(|step| powers(axis, low, high, step))
        .find(|list| fits(list))
}

/// Powers of ten every `step` decades down from the top, and the bottom in place of one too close.
fn powers(axis: &Axis, low: i32, high: i32, step: i32) -> Vec<Tick> {
    let mut exponents: Vec<i32> = (low..=high).rev().step_by(step as usize).collect();
    if let Some(&last) = exponents.last()
        && last != low
    {
        if 3 * (last - low) < 2 * step && exponents.len() > 1 {
            exponents.pop();
        }
        exponents.push(low);
    }
    exponents.into_iter().rev().map(|power| tick(axis, power_of_ten(power))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels as wide as 8 px a character on an axis of `pixels`, with a gap of 10 px.
    fn fits_in(pixels: f64) -> impl Fn(&[Tick]) -> bool {
        move |list| {
            list.windows(2).all(|pair| {
                let half = |tick: &Tick| 4.0 * tick.label.chars().count() as f64;
                (pair[1].position - pair[0].position) * pixels >= half(&pair[0]) + half(&pair[1]) + 10.0
            })
        }
    }

    #[test]
    fn a_log_axis_names_both_ends_at_every_width() {
        for (from, to) in [(1e-12, 1.0), (1e-13, 1.0), (1e-300, 1.0), (1.0, 1e3), (1.0, 10.0), (1e-7, 1e9)] {
            let axis = Axis::decades("δ", from, to);
            for pixels in [120.0, 240.0, 320.0, 640.0, 1280.0] {
                let list = ticks(&axis, &fits_in(pixels));
                assert!(list[0].position.abs() < 1e-9, "{from} {to} {pixels}: {list:?}");
                assert!((list[list.len() - 1].position - 1.0).abs() < 1e-9, "{list:?}");
                assert!(fits_in(pixels)(&list), "{from} {to} {pixels}: {list:?}");
            }
        }
    }

    #[test]
    fn an_axis_without_room_names_its_ends() {
        for axis in [Axis::decades("δ", 1e-12, 1.0), Axis::decades("ε", 1.0, 1e9)] {
            let list = ticks(&axis, &fits_in(0.0));
            assert_eq!(list.iter().map(|tick| tick.position).collect::<Vec<_>>(), [0.0, 1.0], "{list:?}");
            assert!(list.iter().all(|tick| tick.label.chars().count() <= 5), "{list:?}");
        }
    }

    #[test]
    fn a_part_of_a_decade_is_named_by_equal_steps() {
        let axis = Axis { from: 2.4e-6, to: 9.1e-6, ..Axis::decades("δ", 1e-6, 1e-5) };
        let labels: Vec<_> = ticks(&axis, &fits_in(320.0)).into_iter().map(|t| t.label).collect();
        assert_eq!(labels, ["4e-6", "6e-6", "8e-6"]);
    }

    #[test]
    fn powers_read_as_powers() {
        let labels: Vec<_> =
            ticks(&Axis::decades("δ", 1e-12, 1.0), &fits_in(320.0)).into_iter().map(|t| t.label).collect();
        assert_eq!(labels[0], "10⁻¹²");
        assert_eq!(labels[labels.len() - 1], "1");
    }

    #[test]
    fn a_linear_axis_names_round_values() {
        let labels: Vec<_> =
            ticks(&Axis::linear("ε", 0.0, 6.0), &fits_in(280.0)).into_iter().map(|t| t.label).collect();
        assert_eq!(labels, ["0", "1", "2", "3", "4", "5", "6"]);
    }
}
