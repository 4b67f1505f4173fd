//! Simple pairs in place of those whose moments are costly or out of reach.

use num_complex::Complex64;

use super::lattice::{Cells, Frame, Lattice, Tails};
use crate::account::Part;
use crate::guarantee::{Accuracy, Atomic, Pair, PairAtom};

/// A pair with more atoms takes long at every moment.
const MANY: usize = 1 << 14;

/// Moments of a lower order than this do not reach the saddle points of small δ.
const REACH: f64 = 2.0;

/// The points of a stand-in.
const POINTS: f64 = 4096.0;

/// The P-mass that a stand-in may count as infinite.
const TAIL: f64 = 1e-30;

/// The parts, each pair whose moments are hard to have in place of which stands a coarse law above it. Bounds of the
/// moments of a stand-in hold for the pair: it is dominated, and the losses beyond the frame are infinite. `None` if
/// all may stay.
pub fn stand_ins<'a>(parts: &'a [Part<'a>]) -> Option<Vec<Part<'a>>> {
    let hard = |pair: &dyn Pair| {
        let unknown = || !pair.log_moment(Complex64::new(0.5, 0.0)).re.is_finite();
        pair.reach() < REACH || pair.loss().atoms.len() > MANY || unknown()
    };
    if !parts.iter().any(|part| hard(&*part.pair)) {
        return None;
    }
    let one = |part: &'a Part<'a>| -> Part<'a> {
        let found = if hard(&*part.pair) { stand_in(&*part.pair) } else { None };
        match found {
            Some(atoms) => Part { pair: Box::new(atoms), count: part.count },
            None => Part { pair: Box::new(&*part.pair), count: part.count },
        }
    };
    Some(parts.iter().map(one).collect())
}

fn stand_in(pair: &dyn Pair) -> Option<Atomic> {
    coarse_law(pair, Tails { low: TAIL.max(1e-14), high: TAIL }, POINTS).map(|(law, step)| atoms(&law, step))
}

/// A law above the pair on about so many points, and their distance; all but the tails of the P-mass is on them.
pub fn coarse_law(pair: &dyn Pair, tails: Tails, points: f64) -> Option<(Lattice, f64)> {
    // The ends to a hundredth of an e-fold are found first: the step follows from them.
    let wide = Frame::new(pair, 1e-2, tails);
    let narrow = if wide.len() > 64 { wide } else { Frame::new(pair, 1e-6, tails) };
    let step = narrow.step * narrow.len() as f64 / points;
    let frame = Frame::new(pair, step, tails);
    let fits = (2.0..=4.0 * points).contains(&(frame.len() as f64));
    fits.then(|| (Cells::new(pair, frame).law_above(), step))
}

/// The pair of a law on a lattice.
fn atoms(law: &Lattice, step: f64) -> Atomic {
    let total = law.masses.iter().sum::<f64>() + law.infinite;
    let atom = |(at, mass): (usize, &f64)| {
        let loss = law.offset + (law.first + at as i64) as f64 * step;
        PairAtom { loss, p: mass / total, q: mass / total * (-loss).exp() }
    };
    let atoms: Vec<PairAtom> = law.masses.iter().enumerate().map(atom).collect();
    let never = (1.0 - atoms.iter().map(|atom| atom.q).sum::<f64>()).max(0.0);
    let accuracy = Accuracy { loss: 1e-12, mass: 1e-12, left_out: 0.0 };
    Atomic::new(atoms, law.infinite / total, never, accuracy)
}
