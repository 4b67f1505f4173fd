//! The atoms of a composition, which do not fade along a contour.

use num_complex::Complex64;

use crate::account::plan::Part;
use crate::guarantee::{Atom, Interval};
use crate::numeric::binomial::log_binomial;

/// The most outcomes of all atoms together.
const LIMIT: usize = 20_000;

/// Outcomes below this mass are left out.
const TINY: f64 = 1e-300;

/// The most atoms of one part that are followed along a line.
const FEW: usize = 3;

/// The atoms of every part: along the contour `M_i = A_i + D_i`, where the part A_i of the atoms keeps its
/// size for ever, in turns, and the part D_i of the density fades.
pub struct Atoms<'a> {
    parts: &'a [Part<'a>],
    lists: Vec<Vec<Atom>>,
}

impl<'a> Atoms<'a> {
    /// Lists them.
    pub fn new(parts: &'a [Part<'a>]) -> Self {
        Self { parts, lists: parts.iter().map(|part| part.pair.loss().atoms).collect() }
    }

    /// Whether the atoms of a part are too many to follow: it counts as if it never faded.
    pub fn crowded(&self, part: usize) -> bool {
        self.lists[part].len() > FEW
    }

    /// Relative error of the outcomes: that of logarithms of powers.
    pub fn error(&self) -> f64 {
        let count: f64 = self.parts.iter().map(|part| part.count).sum();
        1e-15 * (1.0 + count)
    }

    /// Whether any part has no atom: the whole then fades with it.
    pub fn fade(&self) -> bool {
        self.lists.iter().any(Vec::is_empty)
    }

    /// `A_i(z)`.
    pub fn moment(&self, part: usize, z: Complex64) -> Complex64 {
        self.lists[part].iter().map(|atom| atom.mass * (z * atom.at).exp()).sum()
    }

    /// `log A_i(c)`; −∞ without atoms.
    pub fn log_moment(&self, part: usize, c: f64) -> f64 {
        let exponents = || self.lists[part].iter().map(|atom| atom.mass.ln() + c * atom.at);
        let largest = exponents().fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            return largest;
        }
        exponents().map(|exponent| (exponent - largest).exp()).sum::<f64>().ln() + largest
    }

    /// `∏ A_i(z)^{k_i}` in logarithm.
    pub fn log_product(&self, z: Complex64) -> Complex64 {
        let log = |(at, part): (usize, &Part<'_>)| part.count * self.moment(at, z).ln();
        self.parts.iter().enumerate().map(log).sum()
    }

    /// Whether nothing but atoms is there.
    pub fn alone(&self) -> bool {
        let rest = |(list, part): (&Vec<Atom>, &Part<'_>)| {
            1.0 - part.pair.infinite() - list.iter().map(|atom| atom.mass).sum::<f64>()
        };
        self.lists.iter().zip(self.parts).all(|both| rest(both) < 1e-13)
    }

    /// The outcomes in which every part falls on an atom: all losses, with their masses under P. `None`
    /// if there are too many.
    pub fn outcomes(&self) -> Option<Vec<Atom>> {
        let mut outcomes = vec![Atom { at: 0.0, mass: 1.0 }];
        for (list, part) in self.lists.iter().zip(self.parts) {
            let power = power(list, part.count)?;
            if outcomes.len().checked_mul(power.len())? > LIMIT {
                return None;
            }
            let join = |first: &Atom| {
                let first = *first;
                power
                    .iter()
                    .map(move |second| Atom { at: first.at + second.at, mass: first.mass * second.mass })
            };
            outcomes = outcomes.iter().flat_map(join).collect();
            outcomes.retain(|outcome| outcome.mass > TINY);
        }
        Some(outcomes)
    }
}

/// All ways to fall on the atoms of a list `count` times.
fn power(list: &[Atom], count: f64) -> Option<Vec<Atom>> {
    let ways = match list.len() {
        0 => return Some(Vec::new()),
        1 => 1.0,
        2 => count + 1.0,
        3 => 0.5 * (count + 1.0) * (count + 2.0),
        _ => return None,
    };
    if ways > LIMIT as f64 {
        return None;
    }
    let count = count as u64;
    let log = |atom: &Atom| atom.mass.ln();
    let term = |counts: [u64; 3]| {
        let mut log_mass = log_binomial(count, counts[0]) + log_binomial(count - counts[0], counts[1]);
        let mut at = 0.0;
        for (atom, times) in list.iter().zip(counts) {
            log_mass += times as f64 * log(atom);
            at += times as f64 * atom.at;
        }
        Atom { at, mass: log_mass.exp() }
    };
    Some(match list.len() {
        1 => vec![term([count, 0, 0])],
        2 => (0..=count).map(|first| term([first, count - first, 0])).collect(),
        _ => (0..=count)
            .flat_map(|first| (0..=count - first).map(move |second| [first, second, count - first - second]))
            .map(term)
            .collect(),
    })
}

/// A composition of atoms alone: every outcome summed.
pub struct Outcomes {
    list: Vec<Atom>,
    error: f64,
}

impl Outcomes {
    /// `None` if there is anything but atoms, or too many outcomes.
    pub fn new(parts: &[Part<'_>]) -> Option<Self> {
        let atoms = Atoms::new(parts);
        let list = if atoms.alone() { atoms.outcomes()? } else { return None };
        Some(Self { list, error: atoms.error() })
    }

    /// The finite part of δ and its relative error: that of the masses, and of the losses where they decide.
    pub fn delta(&self, epsilon: f64) -> (f64, f64) {
        let (delta, slope) = profile(&self.list, epsilon);
        let largest = self.list.iter().map(|outcome| outcome.at.abs()).fold(epsilon.abs(), f64::max);
        let left_out = LIMIT as f64 * TINY;
        (delta, self.error + 1e-15 + (4e-16 * largest * slope + left_out) / delta)
    }

    /// The smallest ε ≥ 0 between two ends at which the finite part of δ is surely at most `goal`, and the
    /// largest at which it surely is not.
    pub fn epsilon(&self, goal: f64, largest: f64) -> Interval {
        let boundary = |direction: f64| {
            let (mut low, mut high) = (0.0, largest);
            let exceeds = |epsilon: f64| {
                let (delta, error) = self.delta(epsilon);
                delta > 0.0 && delta * (1.0 + direction * error) > goal
            };
            if !exceeds(0.0) {
                return (0.0, 0.0);
            }
            while high - low > f64::EPSILON * high {
                let middle = 0.5 * (low + high);
                if middle <= low || middle >= high {
                    break;
                }
                *(if exceeds(middle) { &mut low } else { &mut high }) = middle;
            }
            (low, high)
        };
        Interval { lower: boundary(-1.0).0, upper: boundary(1.0).1 }
    }
}

/// The profile of the outcomes on atoms and `−` its derivative: `Σ p(1 − e^{ε−l})₊` and
/// `Σ_{l>ε} p e^{ε−l}`.
pub fn profile(outcomes: &[Atom], epsilon: f64) -> (f64, f64) {
    let above = outcomes.iter().filter(|outcome| outcome.at > epsilon);
    above.fold((0.0, 0.0), |(delta, slope), outcome| {
        let gap = epsilon - outcome.at;
        (delta - outcome.mass * gap.exp_m1(), slope + outcome.mass * gap.exp())
    })
}
