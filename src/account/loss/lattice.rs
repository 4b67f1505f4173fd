//! A loss distribution on a lattice, above or below the true one.

use crate::guarantee::{Interval, Masses, Pair};

/// Masses under P at the losses `offset + j·step`, and at infinity.
pub struct Lattice {
    /// The loss at index 0.
    pub offset: f64,
    /// Index of the first mass.
    pub first: i64,
    /// P-masses by increasing loss.
    pub masses: Vec<f64>,
    /// P-mass at infinity.
    pub infinite: f64,
}

/// The lattice of one pair: its offset, and between which indices its losses lie.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    pub offset: f64,
    pub step: f64,
    pub first: i64,
    pub last: i64,
}

impl Frame {
    /// Covers all losses but for `tail` of the probability at either end; an atom, if there is one,
    /// lies on the lattice.
    pub fn new(pair: &dyn Pair, step: f64, tail: f64) -> Self {
        let atoms = pair.loss().atoms;
        let heaviest = atoms.iter().max_by(|a, b| a.mass.total_cmp(&b.mass));
        let offset = heaviest.map_or(0.0, |atom| atom.at - (atom.at / step).floor() * step);
        let above = |l: f64| pair.masses(l, f64::INFINITY).p.upper > tail;
        let below = |l: f64| pair.masses(f64::NEG_INFINITY, l).p.upper > tail;
        let (last, first) = (end(above, step), end(|l| below(-l), step));
        Self { offset, step, first: -first - 1, last: last + 1 }
    }

    /// How many points it has.
    pub fn len(&self) -> i64 {
        self.last - self.first + 1
    }

    fn loss(&self, index: i64) -> f64 {
        self.offset + index as f64 * self.step
    }
}

/// The first multiple of the step from which on `beyond` is false, for a predicate that turns once.
fn end(beyond: impl Fn(f64) -> bool, step: f64) -> i64 {
    const FARTHEST: i64 = 1 << 50;
    let mut high: i64 = 1;
    if !beyond(0.0) {
        // The mass lies on the other side of 0: look there.
        while high < FARTHEST && !beyond(-(high as f64) * step) {
            high *= 2;
        }
        return bisect(-high, 0, |index| beyond(index as f64 * step));
    }
    while high < FARTHEST && beyond(high as f64 * step) {
        high *= 2;
    }
    bisect(0, high, |index| beyond(index as f64 * step))
}

fn bisect(mut low: i64, mut high: i64, beyond: impl Fn(i64) -> bool) -> i64 {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if beyond(middle) { low = middle } else { high = middle }
    }
    high
}

impl Lattice {
    /// A law that dominates the pair: the losses between two points of the lattice move to both, with
    /// the same probability under P and under Q ("connect the dots"; Doroshenko et al. 2022). The
    /// profile becomes its own chords, so the error is of second order in the step. What rounding
    /// leaves open goes up.
    pub fn above(pair: &dyn Pair, frame: Frame) -> Self {
        let mut masses = vec![0.0; frame.len() as usize];
        let shrink = -(-frame.step).exp_m1();
        masses[0] = pair.masses(f64::NEG_INFINITY, frame.loss(frame.first)).p.upper;
        for (at, index) in (frame.first..frame.last).enumerate() {
            let (from, to) = (frame.loss(index), frame.loss(index + 1));
            let Masses { p, q } = pair.masses(from, to);
            if p.upper == 0.0 {
                continue;
            }
            let kept = scaled(q.lower, from);
            let slack = 4.0 * f64::EPSILON * (p.upper + kept);
            let up = ((p.upper - kept + slack) / shrink).clamp(0.0, p.upper);
            masses[at + 1] += up;
            masses[at] += p.upper - up;
        }
        let beyond = pair.masses(frame.loss(frame.last), f64::INFINITY).p.upper;
        Self { offset: frame.offset, first: frame.first, masses, infinite: beyond + pair.infinite() }
    }

    /// A law that the pair dominates: the outputs whose loss is next to a point of the lattice are
    /// merged, and mixed with just enough of a neighbour to make the loss of the mixture that point
    /// (any processing of the outputs only loses). Where no neighbour has enough, as next to an atom
    /// off the lattice, the loss is rounded down.
    pub fn below(pair: &dyn Pair, frame: Frame) -> Self {
        let half = 0.5 * frame.step;
        // (P, e^l Q) of each cell: equal where its loss is that of the point.
        let mut cells: Vec<(f64, f64)> = (frame.first..=frame.last)
            .map(|index| {
                let l = frame.loss(index);
                let upto = if index == frame.last { f64::INFINITY } else { l + half };
                let Masses { p, q } = pair.masses(l - half, upto);
                (p.lower, scaled(middle(q), l))
            })
            .collect();
        let (grow, shrink) = (frame.step.exp(), -(-frame.step).exp_m1());
        let mut masses = vec![0.0; cells.len()];
        for at in (0..cells.len()).rev() {
            let (p, q) = cells[at];
            if p <= 0.0 {
                continue;
            }
            if p >= q {
                // Too high a loss: mix some of the cell below in. Its ratio is q to the next point.
                if at > 0 {
                    let (p_below, q_below) = cells[at - 1];
                    let share = (p - q) / (q_below * grow - p_below);
                    if (0.0..=0.5).contains(&share) {
                        masses[at] += p + share * p_below;
                        cells[at - 1] = ((1.0 - share) * p_below, (1.0 - share) * q_below);
                        continue;
                    }
                }
                masses[at] += p;
            } else {
                let from_above = masses.get(at + 1).copied().unwrap_or(0.0);
                let share = (q - p) / (from_above * shrink);
                if (0.0..=0.5).contains(&share) {
                    masses[at] += p + share * from_above;
                    masses[at + 1] -= share * from_above;
                } else if at > 0 {
                    masses[at - 1] += p;
                }
            }
        }
        Self { offset: frame.offset, first: frame.first, masses, infinite: pair.infinite() }
    }
}

fn middle(interval: Interval) -> f64 {
    interval.middle()
}

/// `e^l q`, where either factor may leave the range of numbers.
fn scaled(q: f64, l: f64) -> f64 {
    let half = (0.5 * l).exp();
    q * half * half
}
