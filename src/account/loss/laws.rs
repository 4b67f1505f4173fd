//! The laws of all pairs of a composition on one lattice.

use super::lattice::{Cells, Frame, Lattice, Tails};
use super::tilted::{Composed, Side};
use crate::account::{Part, Unavailable};
use crate::guarantee::{Atom, even_gap};
use crate::watch;

/// The most points of one law: 60 bytes each while it is measured.
const WIDEST: f64 = 262_144.0;

/// The most points of all laws together: they are kept, above and below.
const MOST: f64 = 1_048_576.0;

/// How much more probability may lie below a frame than above: outcomes with a low loss have the smaller part in δ.
const LOW: f64 = 1e3;

/// What a single one may have even so: masses are known to rounding only.
const LEAST: f64 = 1e-14;

/// Up to this many atoms that are not evenly spaced are put on the lattice if a step allows it.
const FEW: usize = 12;

/// How many steps are tried.
const TRIALS: usize = 1 << 14;

/// A composition above and one below the truth.
pub type Sides = (Composed, Composed);

/// The laws above and below the truth, with how often each occurs.
pub struct Laws {
    step: f64,
    tail: f64,
    /// How many points they have together.
    pub points: f64,
    above: Vec<(Lattice, f64)>,
    below: Vec<(Lattice, f64)>,
}

impl Laws {
    /// Measures the pairs; or how many times too many points that takes.
    pub fn new(parts: &[Part<'_>], step: f64, tail: f64) -> Result<Result<Self, f64>, Unavailable> {
        // Somewhat more of the tail than is asked for may serve the next point of a curve.
        let tail = (1e-3 * tail).max(1e-306);
        let count: f64 = parts.iter().map(|part| part.count).sum();
        let tails = Tails { low: (LOW * tail).min(1e-9 / count).max(LEAST), high: tail };
        let frames: Vec<Frame> = parts.iter().map(|part| Frame::new(&*part.pair, step, tails)).collect();
        let widest = frames.iter().map(Frame::len).max().unwrap_or(0) as f64 / WIDEST;
        let all = frames.iter().map(|frame| frame.len() as f64).sum::<f64>();
        let excess = widest.max(all / MOST);
        if excess > 1.0 {
            return Ok(Err(excess));
        }
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (part, frame) in parts.iter().zip(frames) {
            watch::go_on()?;
            let cells = Cells::new(&*part.pair, frame);
            above.push((cells.law_above(), part.count));
            below.push((cells.law_below(), part.count));
        }
        Ok(Ok(Self { step, tail, points: all, above, below }))
    }

    /// Whether they are fine and wide enough, and not much finer.
    pub fn serve(&self, step: f64, tail: f64) -> bool {
        self.tail <= tail && (0.5..=1.001).contains(&(self.step / step))
    }

    /// The composition above and below the truth; `None` if the transform would be too long.
    pub fn compose(&self, tilt: f64, log_delta: f64) -> Result<Option<Sides>, Unavailable> {
        let Some(above) = Composed::new(&self.above, self.step, tilt, log_delta, Side::Above)? else {
            return Ok(None);
        };
        let below = Composed::new(&self.below, self.step, tilt, log_delta, Side::Below)?;
        Ok(below.map(|below| (above, below)))
    }
}

/// The atoms of one pair that a lattice should meet.
struct Comb {
    /// Distances of the atoms from the heaviest.
    gaps: Vec<(f64, f64)>,
    /// How often it occurs.
    count: f64,
    /// Where the atoms are evenly spaced, how far apart.
    even: Option<f64>,
}

/// Steps of about a given size, chosen so that atoms lie on the lattice.
///
/// An atom between two points costs the law below as much as it is rounded by, which is of first order in the step,
/// where all else is of second order.
pub struct Combs(Vec<Comb>);

impl Combs {
    pub fn new(parts: &[Part<'_>]) -> Self {
        let comb = |part: &Part<'_>| {
            let atoms = part.pair.loss().atoms;
            let heaviest = atoms.iter().max_by(|a, b| a.mass.total_cmp(&b.mass))?.at;
            let even = even_gap(&atoms);
            let gaps = if let Some(gap) = even {
                vec![(gap, atoms.iter().map(|atom| atom.mass).sum())]
            } else if atoms.len() <= FEW {
                let gap = |atom: &Atom| ((atom.at - heaviest).abs(), atom.mass);
                atoms.iter().map(gap).filter(|(gap, _)| *gap > 0.0).collect()
            } else {
                return None;
            };
            Some(Comb { gaps, count: part.count, even })
        };
        Self(parts.iter().filter_map(comb).collect())
    }

    /// The step of about this size, up to a half smaller, on which the atoms lie best.
    pub fn step(&self, step: f64) -> f64 {
        let wide = |gap: f64| gap > 0.1 * step;
        let weight = |comb: &Comb, (gap, mass): (f64, f64)| {
            let counts = mass > 0.0 && (comb.even.is_none() || wide(gap));
            if counts { comb.count * mass } else { 0.0 }
        };
        let all =
            || self.0.iter().flat_map(|comb| comb.gaps.iter().map(move |&gap| (gap.0, weight(comb, gap))));
        let Some((heaviest, _)) =
            all().filter(|(gap, weight)| *weight > 0.0 && wide(*gap)).max_by(|a, b| a.1.total_cmp(&b.1))
        else {
            return step;
        };
        let misfit = |step: f64| -> f64 {
            let off = |(gap, weight): (f64, f64)| {
                let places = gap / step;
                let off = places - (places * (1.0 + 1e-13) + 1e-10).floor();
                weight * step * off.max(0.0)
            };
            all().map(off).sum()
        };
        let first = (heaviest / step).ceil().max(1.0);
        if heaviest / first < 0.5 * step {
            return step;
        }
        let trials = (TRIALS / self.0.iter().map(|comb| comb.gaps.len()).sum::<usize>().max(1)).max(16);
        let last = (2.0 * first).min(first + trials as f64);
        let mut best = (heaviest / first, misfit(heaviest / first));
        let mut points = first;
        while points < last && best.1 > 1e-9 * best.0 {
            points += 1.0;
            let found = misfit(heaviest / points);
            // A finer step costs more points: it must be worth it.
            if found < 0.7 * best.1 {
                best = (heaviest / points, found);
            }
        }
        best.0
    }
}
