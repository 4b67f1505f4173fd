//! A loss distribution on a lattice, above or below the true one.

use super::ends::largest_finite;
use crate::guarantee::{Masses, Pair};
use crate::numeric::root::bisect_whole;

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
    /// How far the true losses may lie from those of the lattice by rounding.
    pub shift: f64,
    /// Whether losses have moved to the points next to them.
    pub moved: bool,
    /// The mass of which it is not known by how much it has moved.
    pub loose: f64,
}

/// The lattice of one pair: its offset, and between which indices its losses lie.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    pub offset: f64,
    pub step: f64,
    pub first: i64,
    pub last: i64,
    /// No finite loss is larger, whatever the masses leave open.
    largest: f64,
}

/// The probability that lies outside of a frame.
#[derive(Debug, Clone, Copy)]
pub struct Tails {
    /// Below: it moves to the lowest point, where it changes little.
    pub low: f64,
    /// Above: it counts as infinite.
    pub high: f64,
}

impl Frame {
    /// Covers all losses but for some of the probability at either end; an atom, if there is one,
    /// lies on the lattice.
    pub fn new(pair: &dyn Pair, step: f64, tails: Tails) -> Self {
        let atoms = pair.loss().atoms;
        let heaviest = atoms.iter().max_by(|a, b| a.mass.total_cmp(&b.mass));
        let offset = heaviest.map_or(0.0, |atom| atom.at - (atom.at / step).floor() * step);
        let largest = largest_finite(pair).0.upper;
        let above = |l: f64| l < largest && pair.masses(l, f64::INFINITY).p.upper > tails.high;
        let below = |l: f64| pair.masses(f64::NEG_INFINITY, l).p.upper > tails.low;
        let (last, first) = (end(above, step), end(|l| below(-l), step));
        Self { offset, step, first: -first - 1, last: last + 1, largest }
    }

    /// How many points it has.
    pub fn len(&self) -> i64 {
        self.last - self.first + 1
    }

    /// The loss at an index.
    fn loss(&self, index: i64) -> f64 {
        self.offset + index as f64 * self.step
    }
}

/// The first multiple of the step from which on `beyond` is false, for a predicate that turns once.
fn end(beyond: impl Fn(f64) -> bool, step: f64) -> i64 {
    const FARTHEST: i64 = 1 << 50;
    let within = |index: i64| !beyond(index as f64 * step);
    let mut high: i64 = 1;
    if !beyond(0.0) {
        // The mass lies on the other side of 0: look there.
        while high < FARTHEST && !beyond(-(high as f64) * step) {
            high *= 2;
        }
        return bisect_whole(-high, 0, within);
    }
    while high < FARTHEST && beyond(high as f64 * step) {
        high *= 2;
    }
    bisect_whole(0, high, within)
}

/// The masses of a pair between the points of a lattice and half way between them.
pub struct Cells {
    frame: Frame,
    /// `(l − η/2, l]` and `(l, l + η/2]` for every point l, without the atoms on the points.
    halves: Vec<Masses>,
    below: Masses,
    above: Masses,
    /// What lies on a point: the loss of an atom is rounded, so the cuts alone do not say on which side of its point
    /// it falls.
    atoms: Vec<(usize, Masses)>,
    infinite: f64,
    /// How far an atom may lie from its point.
    near: f64,
}

/// An atom this close to a point, in steps, lies on it: its loss is rounded.
const ON_POINT: f64 = 1e-9;

/// Relative rounding of the loss of an atom.
const LOSS_ERROR: f64 = 1e-14;

/// How far the loss of a merged cell may be from its point by rounding: that of its masses.
const ROUNDED: f64 = 1e-13;

/// What may be missing of the mass of a law by rounding.
const MISSING: f64 = 1e-13;

impl Cells {
    /// Measures the pair.
    pub fn new(pair: &dyn Pair, frame: Frame) -> Self {
        let half = 0.5 * frame.step;
        let first = frame.loss(frame.first);
        let cuts: Vec<f64> = (0..=2 * frame.len()).map(|at| first + (at - 1) as f64 * half).collect();
        let (bottom, top) = (cuts[0], cuts[cuts.len() - 1]);
        let mut halves = pair.cells(&cuts);
        let empty = cuts.partition_point(|&cut| cut < frame.largest).min(halves.len());
        halves[empty..].fill(Masses::NONE);
        let mut atoms: Vec<(usize, Masses)> = Vec::new();
        let mut widest = 0.0f64;
        for atom in pair.loss().atoms {
            let place = ((atom.at - first) / frame.step).round();
            let point = first + place * frame.step;
            let near = ON_POINT * frame.step + LOSS_ERROR * atom.at.abs().max(first.abs());
            let inside = (0.0..frame.len() as f64).contains(&place) && near < 0.5 * half;
            if !(inside && (atom.at - point).abs() < near) {
                continue;
            }
            let place = place as usize;
            if atoms.last().is_some_and(|last| last.0 == place) {
                continue;
            }
            halves[2 * place] = pair.masses(point - half, point - near);
            halves[2 * place + 1] = pair.masses(point + near, point + half);
            atoms.push((place, pair.masses(point - near, point + near)));
            widest = widest.max(near);
        }
        Self {
            frame,
            halves,
            below: pair.masses(f64::NEG_INFINITY, bottom),
            above: if top < frame.largest { pair.masses(top, f64::INFINITY) } else { Masses::NONE },
            atoms,
            infinite: pair.infinite(),
            near: widest,
        }
    }

    /// A law that dominates the pair: the losses between two points of the lattice move to both, with
    /// the same probability under P and under Q ("connect the dots"; Doroshenko et al. 2022). The
    /// profile becomes its own chords, so the error is of second order in the step. What rounding
    /// leaves open goes up.
    pub fn law_above(&self) -> Lattice {
        let frame = self.frame;
        let mut masses = vec![0.0; frame.len() as usize];
        let shrink = -(-frame.step).exp_m1();
        masses[0] = self.below.p.upper + self.halves[0].p.upper;
        let (mut loose, mut moved) = (masses[0], false);
        for at in 0..masses.len() - 1 {
            let (low, high) = (self.halves[2 * at + 1], self.halves[2 * at + 2]);
            let p = low.p.upper + high.p.upper;
            if p == 0.0 {
                continue;
            }
            // What Q gives at least; nothing is known of it where it underflows.
            let l = frame.loss(frame.first + at as i64);
            let kept = scaled(low.q.lower + high.q.lower, l).unwrap_or(0.0);
            let slack = 4.0 * f64::EPSILON * (p + kept);
            let up = ((p - kept + slack) / shrink).max(0.0).min(p);
            masses[at + 1] += up;
            masses[at] += p - up;
            moved = true;
            let most = scaled(low.q.upper + high.q.upper, l).unwrap_or(f64::INFINITY);
            let open = p - low.p.lower - high.p.lower + (most - kept) + 2.0 * slack;
            if open.is_nan() || open > ROUNDED * p {
                loose += p;
            }
        }
        for (place, atom) in &self.atoms {
            masses[*place] += atom.p.upper;
            if atom.p.upper - atom.p.lower > ROUNDED * atom.p.upper {
                loose += atom.p.upper;
            }
        }
        let last = self.halves[self.halves.len() - 1].p.upper;
        let mut infinite = last + self.above.p.upper + self.infinite;
        // Upper ends add up to 1 at least: what an underflow lost may be anything.
        let missing = 1.0 - (masses.iter().sum::<f64>() + infinite);
        if missing > MISSING || missing.is_nan() {
            infinite += missing;
        } else if missing > 0.0 {
            masses.iter_mut().for_each(|mass| *mass *= 1.0 + 2.0 * missing);
        }
        let shift = self.near + ROUNDED;
        Lattice { offset: frame.offset, first: frame.first, masses, infinite, shift, moved, loose }
    }

    /// A law that the pair dominates: the outputs whose loss is next to a point of the lattice are
    /// merged, and mixed with just enough of a neighbour to make the loss of the mixture that point
    /// (any processing of the outputs only loses). Where a neighbour is too light, at a steep end of the
    /// law, some of the half of the cell on the wrong side of its point goes to the neighbour instead.
    /// An atom off the lattice is rounded down.
    pub fn law_below(&self) -> Lattice {
        let frame = self.frame;
        let (low, high) = self.sides();
        let mut cells: Vec<Scaled> = low.iter().zip(&high).map(|(low, high)| low.and(*high)).collect();
        let (grow, shrink) = (frame.step.exp(), -(-frame.step).exp_m1());
        for at in 0..cells.len() - 1 {
            let cell = cells[at];
            let fits = at > 0 && (0.0..=0.5).contains(&mixed_from_below(cell, cells[at - 1], grow));
            let share = (cell.p - cell.q) / (high[at].p - high[at].q);
            if cell.p > cell.q && !fits && (0.0..=1.0).contains(&share) {
                let moved = high[at].times(share);
                cells[at] = cell.less(moved);
                cells[at + 1] = cells[at + 1].and(Scaled { q: moved.q * grow, ..moved });
            }
        }
        let mut masses = vec![0.0; cells.len()];
        for at in (0..cells.len()).rev() {
            let cell = cells[at];
            if cell.p <= 0.0 {
                continue;
            }
            if cell.p >= cell.q {
                // Too high a loss: mix some of the cell below in.
                let share = if at > 0 { mixed_from_below(cell, cells[at - 1], grow) } else { f64::NAN };
                if (0.0..=0.5).contains(&share) {
                    masses[at] += cell.p + share * cells[at - 1].p;
                    cells[at - 1] = cells[at - 1].times(1.0 - share);
                } else {
                    masses[at] += cell.p;
                }
                continue;
            }
            let from_above = masses.get(at + 1).copied().unwrap_or(0.0);
            let share = (cell.q - cell.p) / (from_above * shrink);
            let pushed = (cell.q - cell.p) / (low[at].q - low[at].p);
            if (0.0..=0.5).contains(&share) {
                masses[at] += cell.p + share * from_above;
                masses[at + 1] -= share * from_above;
            } else if cell.q - cell.p <= ROUNDED * cell.p {
                // The loss is that of the point up to its rounding, which the composition allows for.
                masses[at] += cell.p;
            } else if at > 0 && (0.0..=1.0).contains(&pushed) {
                let moved = low[at].times(pushed);
                masses[at] += cell.p - moved.p;
                cells[at - 1] = cells[at - 1].and(Scaled { q: moved.q / grow, ..moved });
            } else if at > 0 {
                masses[at - 1] += cell.p;
            }
        }
        // Lower ends add up to 1 at most.
        let total = masses.iter().sum::<f64>() + self.infinite;
        if total > 1.0 {
            masses.iter_mut().for_each(|mass| *mass /= total);
        }
        let (infinite, shift) = (self.infinite, self.near + ROUNDED);
        Lattice { offset: frame.offset, first: frame.first, masses, infinite, shift, moved: true, loose: 0.0 }
    }

    /// The lower and the upper half of the cell around each point. Next to an atom the lower half
    /// belongs to the point below.
    fn sides(&self) -> (Vec<Scaled>, Vec<Scaled>) {
        let mut halves = self.halves.clone();
        for &(place, atom) in &self.atoms {
            halves[2 * place + 1] = atom.and(halves[2 * place + 1]);
            if place > 0 {
                halves[2 * place - 1] = halves[2 * place - 1].and(halves[2 * place]);
                halves[2 * place] = Masses::NONE;
            }
        }
        let last = halves.len() - 1;
        halves[last].p = halves[last].and(self.above).p;
        let frame = self.frame;
        let scale = |(at, half): (usize, &Masses)| {
            let l = frame.loss(frame.first + at as i64);
            // Where Q underflows the loss is unknown, and rounded down.
            let unknown = if half.p.lower > 0.0 { f64::INFINITY } else { 0.0 };
            Scaled { p: half.p.lower, q: scaled(half.q.upper, l).unwrap_or(unknown) }
        };
        let side = |first: usize| halves.iter().skip(first).step_by(2).enumerate().map(scale).collect();
        (side(0), side(1))
    }
}

/// `(P, e^l Q)` of a set of outputs near the point of loss l: equal where the loss of the set is l.
#[derive(Debug, Clone, Copy)]
struct Scaled {
    p: f64,
    q: f64,
}

impl Scaled {
    fn and(self, other: Self) -> Self {
        Self { p: self.p + other.p, q: self.q + other.q }
    }

    fn less(self, other: Self) -> Self {
        Self { p: (self.p - other.p).max(0.0), q: (self.q - other.q).max(0.0) }
    }

    fn times(self, share: f64) -> Self {
        Self { p: share * self.p, q: share * self.q }
    }
}

/// The share of the cell below that brings the loss of a cell down to its point.
fn mixed_from_below(cell: Scaled, below: Scaled, grow: f64) -> f64 {
    (cell.p - cell.q) / (below.q * grow - below.p)
}

/// `e^l q`, where either factor may leave the range of numbers; `None` where q itself has.
fn scaled(q: f64, l: f64) -> Option<f64> {
    if q > f64::MIN_POSITIVE {
        let half = (0.5 * l).exp();
        Some(q * half * half).filter(|value| value.is_finite()).or(Some((q.ln() + l).exp()))
    } else {
        None
    }
}
