//! The atoms of a composition, which do not fade along a contour.

use std::f64::consts::TAU;

use num_complex::Complex64;

use crate::account::plan::Part;
use crate::guarantee::{Atom, Interval, even_gap};
use crate::numeric::Scale;
use crate::numeric::binomial::log_binomial;
use crate::numeric::root::{Bracket, shrink};

/// The most outcomes of all atoms together.
const LIMIT: usize = 20_000;

/// The most where they lie on a lattice, whose sum takes less.
const ON_LATTICE: usize = 500;

/// Outcomes below this mass are left out.
const TINY: f64 = 1e-300;

/// All outcomes that were left out weigh less than this together.
pub const LEFT_OUT: f64 = 1e-293;

/// The most atoms of an evenly spaced list that is raised to a power by sums.
const WIDE: usize = 16;

/// The most atoms of one part that are followed along a line.
const FEW: usize = 3;

/// The atoms of every part: along the contour `M_i = A_i + D_i`, where the part A_i of the atoms keeps its
/// size for ever, in turns, and the part D_i of the density fades.
pub struct Atoms<'a> {
    parts: &'a [Part<'a>],
    lists: Vec<Vec<Atom>>,
    /// The frequency from which on a kink of the profile, once seen, cannot hide: some turns of the only atoms
    /// there are. `None` where several lists, or an uneven one, may fall into step again at any frequency.
    pub seen: Option<f64>,
    /// Whether every part has an atom at both ends of its density, so that a profile has its kinks on atoms alone.
    pub ended: bool,
}

impl<'a> Atoms<'a> {
    /// Lists them.
    pub fn new(parts: &'a [Part<'a>]) -> Self {
        let lists: Vec<Vec<Atom>> = parts.iter().map(|part| part.pair.loss().atoms).collect();
        let seen = seen(&lists);
        // One atom alone may stand below the density of a sample.
        let ended = lists.iter().all(|list| list.len() > 1);
        Self { parts, lists, seen, ended }
    }

    /// How many there are in all parts.
    pub fn len(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }

    /// Whether the atoms of a part are too many to follow: it counts as if it never faded.
    pub fn crowded(&self, part: usize) -> bool {
        self.lists[part].len() > FEW
    }

    /// Whether the atoms of a part are many and lie on no lattice of their own.
    pub fn uneven(&self, part: usize) -> bool {
        self.crowded(part) && even_gap(&self.lists[part]).is_none()
    }

    /// Relative error of the outcomes of `times` compositions: that of logarithms of powers.
    pub fn error(&self, times: f64) -> f64 {
        let roundings =
            |(list, part): (&Vec<Atom>, &Part<'_>)| part.count * if list.len() > FEW { 4.0 } else { 1.0 };
        1e-15 * (1.0 + times * self.lists.iter().zip(self.parts).map(roundings).sum::<f64>())
    }

    /// Whether nothing but atoms is there.
    pub fn alone(&self) -> bool {
        let rest = |(list, part): (&Vec<Atom>, &Part<'_>)| {
            1.0 - part.pair.infinite() - list.iter().map(|atom| atom.mass).sum::<f64>()
        };
        self.lists.iter().zip(self.parts).all(|both| rest(both) < 1e-13)
    }

    /// Whether any part has no atom: the whole then fades with it.
    pub fn fade(&self) -> bool {
        self.lists.iter().any(Vec::is_empty)
    }

    /// `A_i(z) e^{−scale}`.
    pub fn moment(&self, part: usize, z: Complex64, scale: f64) -> Complex64 {
        self.lists[part].iter().map(|atom| atom.mass * (z * atom.at - scale).exp()).sum()
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

    /// `∏ (A_i(z) e^{−scale_i})^{k_i}` in logarithm.
    pub fn log_product(&self, z: Complex64, scales: &[f64]) -> Complex64 {
        let counted = self.parts.iter().zip(scales).enumerate();
        counted.map(|(at, (part, &scale))| part.count * self.moment(at, z, scale).ln()).sum()
    }

    /// The outcomes in which every part of `times` compositions falls on an atom: all losses, with their
    /// masses under P. `None` if there are too many.
    pub fn outcomes(&self, times: f64) -> Option<Vec<Atom>> {
        let mut outcomes = vec![Atom { at: 0.0, mass: 1.0 }];
        for (list, part) in self.lists.iter().zip(self.parts) {
            let power = power(list, times * part.count)?;
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

fn seen(lists: &[Vec<Atom>]) -> Option<f64> {
    let mut lists = lists.iter().filter(|list| !list.is_empty());
    match (lists.next().map(Vec::as_slice), lists.next()) {
        (None | Some([_]), None) => Some(0.0),
        (Some(list), None) if list.len() <= FEW => Some(8.0 * TAU / even_gap(list)?),
        _ => None,
    }
}

/// All ways to fall on the atoms of a list `count` times.
fn power(list: &[Atom], count: f64) -> Option<Vec<Atom>> {
    let ways = match list.len() {
        0 => return Some(Vec::new()),
        1 => 1.0,
        2 => count + 1.0,
        3 => 0.5 * (count + 1.0) * (count + 2.0),
        _ => return even_power(list, count),
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

/// The same for more atoms, evenly spaced, by adding up positive numbers.
fn even_power(list: &[Atom], count: f64) -> Option<Vec<Atom>> {
    let gap = even_gap(list)?;
    let ways = count * (list.len() - 1) as f64 + 1.0;
    if list.len() > WIDE || ways * count * list.len() as f64 > 1e7 {
        return None;
    }
    let mut masses = vec![1.0];
    for _ in 0..count as usize {
        let mut next = vec![0.0; masses.len() + list.len() - 1];
        for (at, atom) in list.iter().enumerate() {
            next[at..].iter_mut().zip(&masses).for_each(|(sum, mass)| *sum += atom.mass * mass);
        }
        masses = next;
    }
    let first = count * list.first()?.at;
    let place = |at: usize| first + at as f64 * gap;
    Some(masses.iter().enumerate().map(|(at, &mass)| Atom { at: place(at), mass }).collect())
}

/// A composition of atoms alone: every outcome summed.
pub struct Outcomes {
    list: Vec<Atom>,
    error: f64,
}

impl Outcomes {
    /// `None` if there is anything but atoms, or with too many outcomes: fewer where a sum over a lattice would do.
    pub fn new(atoms: &Atoms<'_>, times: f64, lattice: bool) -> Option<Self> {
        if !atoms.alone() {
            return None;
        }
        let list = atoms.outcomes(times)?;
        (!lattice || list.len() <= ON_LATTICE).then(|| Self { list, error: atoms.error(times) })
    }

    /// The finite part of δ: the masses are off by their rounding, and the losses where they decide.
    pub fn delta(&self, epsilon: f64) -> Interval {
        let (delta, slope) = profile(&self.list, epsilon);
        // The logarithm of a mass is rounded before it is raised.
        let logs = |outcome: &Atom| {
            -(epsilon - outcome.at).min(0.0).exp_m1() * outcome.mass * outcome.mass.ln().abs()
        };
        let logs: f64 = self.list.iter().map(logs).sum();
        let largest = self.list.iter().map(|outcome| outcome.at.abs()).fold(epsilon.abs(), f64::max);
        let error = self.error + 1e-15 + (1e-15 * largest * slope + 4e-16 * logs) / delta;
        let kept = if delta > 0.0 { Interval::around(delta, error) } else { Interval::exact(0.0) };
        Interval { lower: kept.lower, upper: kept.upper + LEFT_OUT }
    }

    /// The smallest ε ≥ 0 up to the largest loss at which the finite part of δ is surely at most `goal`, and the
    /// largest at which it surely is not.
    pub fn epsilon(&self, goal: f64, largest: f64) -> Interval {
        let boundary = |end: fn(Interval) -> f64| {
            let bracket = Bracket { low: 0.0, high: largest };
            let within = |epsilon: f64| end(self.delta(epsilon)) <= goal;
            let none = if within(0.0) { 0.0 } else { largest };
            shrink(bracket, Scale::Linear, within).unwrap_or(Bracket { low: none, high: none })
        };
        Interval { lower: boundary(|delta| delta.lower).low, upper: boundary(|delta| delta.upper).high }
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
