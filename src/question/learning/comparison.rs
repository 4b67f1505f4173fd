//! Curves beside each other, in words: which is the smallest, and where.

use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::number;

/// A curve by name.
pub(crate) struct Named<'a> {
    /// As it stands in a sentence: `the half-normal profile`.
    pub name: &'a str,
    /// Its values, one per point.
    pub values: Vec<f64>,
}

/// Neighbouring points at which one curve is the smallest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// Which curve.
    pub curve: usize,
    /// The first of its points.
    pub from: usize,
    /// The last of them.
    pub to: usize,
}

/// The smallest curve at each point, in stretches; of equal ones the first that is listed. Points where none is finite
/// belong to no stretch.
pub(crate) fn stretches(curves: &[Named<'_>]) -> Vec<Stretch> {
    let points = curves.iter().map(|curve| curve.values.len()).min().unwrap_or(0);
    let mut found: Vec<Stretch> = Vec::new();
    for at in 0..points {
        let height = |curve: &usize| curves[*curve].values[at];
        let finite = (0..curves.len()).filter(|curve| height(curve).is_finite());
        let Some(curve) =
            finite.reduce(|least, curve| if height(&curve) < height(&least) { curve } else { least })
        else {
            continue;
        };
        match found.last_mut() {
            Some(last) if last.curve == curve && last.to + 1 == at => last.to = at,
            _ => found.push(Stretch { curve, from: at, to: at }),
        }
    }
    found
}

/// Which curve is the smallest, and where others are: `the half-normal profile, but from ε = 1.4 to 1.8 the RDP bound`.
/// Nothing where no curve is finite anywhere.
///
/// Points are called by what stands before them, such as `ε = `, and by their number.
pub(crate) fn smallest(curves: &[Named<'_>], (before, x): (&str, &[f64])) -> Option<String> {
    let stretches = stretches(curves);
    let length = |curve: usize| -> usize {
        let own = stretches.iter().filter(|stretch| stretch.curve == curve);
        own.map(|stretch| stretch.to + 1 - stretch.from).sum()
    };
    let usual =
        (0..curves.len()).rev().max_by_key(|&curve| length(curve)).filter(|&curve| length(curve) > 0)?;
    let others = stretches.iter().filter(|stretch| stretch.curve != usual).map(|stretch| {
        let Stretch { curve, from, to } = *stretch;
        let name = curves[curve].name;
        if from == to {
            format!("at {before}{} {name}", number(x[from]))
        } else {
            format!("from {before}{} to {} {name}", number(x[from]), number(x[to]))
        }
    });
    let others: Vec<String> = others.collect();
    let but = if others.is_empty() { String::new() } else { format!(", but {}", others.join(", and ")) };
    Some(format!("{}{but}", curves[usual].name))
}

/// How many times one number another is, in three digits: `2.54 times`.
pub(crate) fn times(number: f64, other: f64) -> String {
    match print(number / other, 3, Rounding::Nearest).as_str() {
        "1" => "1.00 times".into(),
        ratio => format!("{ratio} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_is_named_with_its_exceptions() {
        let named = |name, values: &[f64]| Named { name, values: values.to_vec() };
        let curves = [
            named("one", &[1.0, 2.0, 3.0, 4.0, f64::INFINITY]),
            named("other", &[1.0, 1.5, 2.0, 5.0, f64::INFINITY]),
        ];
        let x = ("k = ", &[0.0, 1.0, 2.0, 3.0, 4.0][..]);
        assert_eq!(
            stretches(&curves),
            [(0, 0, 0), (1, 1, 2), (0, 3, 3)].map(|(curve, from, to)| Stretch { curve, from, to })
        );
        assert_eq!(smallest(&curves, x).as_deref(), Some("one, but from k = 1 to 2 other"));
        assert_eq!(smallest(&curves[1..], x).as_deref(), Some("other"));
        assert_eq!(smallest(&[named("none", &[f64::INFINITY])], x), None);
    }
}
