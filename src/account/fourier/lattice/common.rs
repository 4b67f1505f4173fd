//! The lattice on which all losses of a composition lie.

use crate::account::plan::Part;
use crate::guarantee::{Atom, even_gap};

/// The most atoms of all parts together.
const MOST_ATOMS: usize = 1 << 21;

/// The most atoms of a list that is not evenly spaced.
const MOST_UNEVEN: usize = 200;

/// The largest multiple of the common gap that a gap may be.
const LARGEST: f64 = 1e8;

/// How far two gaps may be from a fraction of whole numbers: some roundings. What this moves is measured
/// afterwards, so that nothing depends on it but which lattices are found.
const FIT: f64 = 1e-14;

/// Relative rounding of the place of a loss.
const PLACE: f64 = 1e-15;

/// The losses of one part on the common lattice.
pub struct Law {
    /// The atoms, by increasing loss.
    pub atoms: Vec<Atom>,
    /// The place of each, in gaps from the first.
    pub index: Vec<i64>,
    /// The largest number of gaps of which all places are a multiple.
    pub unit: i64,
    /// Whether the losses are symmetric about 0, as places of the lattice.
    pub symmetric: bool,
}

/// All laws and the gap of their lattice.
pub struct Common {
    pub laws: Vec<Law>,
    pub gap: f64,
}

impl Common {
    /// `None` where a part has a density, or where no lattice of a sensible gap holds all losses.
    ///
    /// The gap is the greatest common divisor of all differences of losses of a part, found by continued fractions
    /// in floating point. That the gaps of two parts, such as those of discrete normal noise, `Δ/σ²`, are
    /// commensurable is thereby a matter of rounding: each atom is moved to its place on the lattice, and by how
    /// much is measured by [`Law::deviation`].
    pub fn new(parts: &[Part<'_>]) -> Option<Self> {
        let mut lists = Vec::with_capacity(parts.len());
        let mut room = MOST_ATOMS;
        for part in parts {
            let loss = part.pair.loss();
            let mass: f64 = loss.atoms.iter().map(|atom| atom.mass).sum();
            if loss.span.0 != loss.span.1
                || loss.atoms.is_empty()
                || mass + part.pair.infinite() < 1.0 - 1e-12
            {
                return None;
            }
            room = room.checked_sub(loss.atoms.len())?;
            lists.push(loss.atoms);
        }
        let mut gaps: Vec<f64> = Vec::new();
        for list in &lists {
            match even_gap(list) {
                Some(gap) => gaps.push(gap),
                None if list.len() > MOST_UNEVEN => return None,
                None => gaps.extend(list.windows(2).map(|pair| pair[1].at - pair[0].at)),
            }
        }
        gaps.retain(|&gap| gap > 0.0);
        let gap = common_divisor(&gaps)?;
        let laws = lists.into_iter().map(|atoms| Law::new(atoms, gap)).collect();
        Some(Self { laws, gap })
    }
}

impl Law {
    fn new(atoms: Vec<Atom>, gap: f64) -> Self {
        let first = atoms.first().map_or(0.0, |atom| atom.at);
        let last = atoms.last().map_or(0.0, |atom| atom.at);
        let unit = even_gap(&atoms).map(|own| (own / gap).round());
        let place = |(at, atom): (usize, &Atom)| match unit {
            Some(unit) => at as i64 * unit as i64,
            None => ((atom.at - first) / gap).round() as i64,
        };
        let index: Vec<i64> = atoms.iter().enumerate().map(place).collect();
        let unit = index.iter().fold(0, |unit, &index| divisor(unit, index)).max(1);
        let symmetric = (first + last).abs() <= 4.0 * PLACE * last.abs();
        Self { atoms, index, unit, symmetric }
    }

    /// The place of an atom: so many half gaps from 0 where the law is symmetric, otherwise so many from the first.
    pub fn half_gaps(&self, at: usize) -> i64 {
        let whole = self.index.last().copied().unwrap_or(0);
        if self.symmetric { 2 * self.index[at] - whole } else { 2 * self.index[at] }
    }

    /// Where the lattice of half gaps starts: at 0, or at the first loss.
    pub fn origin(&self) -> f64 {
        if self.symmetric { 0.0 } else { self.atoms.first().map_or(0.0, |atom| atom.at) }
    }

    /// How far the atoms of a range lie from their places, rounding included: relative to the loss where the law is
    /// symmetric, so that the error of a sum is relative to the sum.
    pub fn deviation(&self, gap: f64, range: std::ops::Range<usize>) -> f64 {
        let one = |at: usize| {
            let (loss, place) = (self.atoms[at].at, self.origin() + 0.5 * gap * self.half_gaps(at) as f64);
            let off = (loss - place).abs() + PLACE * (loss.abs() + self.origin().abs());
            if !self.symmetric {
                off
            } else if place == 0.0 {
                // A loss of 0 that is off is so once for all: no relative error covers it.
                if loss == 0.0 { 0.0 } else { f64::INFINITY }
            } else {
                off / place.abs()
            }
        };
        range.map(one).fold(0.0, f64::max)
    }
}

/// The greatest number of which all these are whole multiples, to rounding.
fn common_divisor(values: &[f64]) -> Option<f64> {
    let Some((&first, rest)) = values.split_first() else { return Some(1.0) };
    let (mut unit, mut multiples) = (first, vec![1.0]);
    for &value in rest {
        let (numerator, denominator) = fraction(value / unit)?;
        unit /= denominator;
        multiples.iter_mut().for_each(|multiple| *multiple *= denominator);
        multiples.push(numerator);
        if multiples.iter().any(|&multiple| multiple > LARGEST) {
            return None;
        }
    }
    // The best fit: the error of a gap counts as often as the gap is long.
    let squares: f64 = multiples.iter().map(|multiple| multiple * multiple).sum();
    Some(values.iter().zip(&multiples).map(|(value, multiple)| value * multiple).sum::<f64>() / squares)
}

/// The first convergent of a continued fraction that meets the ratio to rounding.
fn fraction(ratio: f64) -> Option<(f64, f64)> {
    let (mut before, mut now) = ((1.0, 0.0), (ratio.floor(), 1.0));
    let mut rest = ratio - ratio.floor();
    for _ in 0..40 {
        if (now.0 / now.1 - ratio).abs() <= FIT * ratio {
            return Some(now);
        }
        let digit = rest.recip();
        let whole = digit.floor();
        (before, now) = (now, (whole * now.0 + before.0, whole * now.1 + before.1));
        rest = digit - whole;
        if now.0.max(now.1).is_nan() || now.0.max(now.1) > LARGEST {
            return None;
        }
    }
    None
}

fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commensurable_numbers_have_their_divisor() {
        let values = [17843.0 / 80000.0, 999.0 / 10000.0, 73.0 / 10000.0, 17843.0 / 20000.0];
        let gap = common_divisor(&values).expect("a divisor");
        assert!((gap * 80000.0 - 1.0).abs() < 1e-13, "{gap}");
        // Two numbers are always commensurable to rounding; three need more than any sum could take.
        assert!(common_divisor(&[1.0, std::f64::consts::SQRT_2]).is_some_and(|gap| gap < 1e-6));
        assert_eq!(common_divisor(&[1.0, std::f64::consts::SQRT_2, std::f64::consts::PI]), None);
        assert_eq!(common_divisor(&[0.5]), Some(0.5));
    }
}
