//! Sums of losses outcome by outcome, where they lie on no lattice that a transform could hold.

use super::contour::Reading;
use super::lattice::{BEYOND, moment_error};
use super::real::{RealMoments, entropy};
use crate::account::plan::Part;
use crate::guarantee::{Atom, even_gap};
use crate::numeric::sum::Sum;
use crate::watch;

/// The most outcomes: 16 bytes each.
const MOST: usize = 1 << 19;

/// The most outcomes of one part, whose power takes the square of them.
const WIDEST: usize = 4096;

/// What may be cut off of the tilted law altogether.
const CUT: f64 = 1e-19;

/// Relative rounding of a place, and of a mass.
const ROUNDING: f64 = 1e-15;

/// All sums of losses that count at one tilt: `w = P[L = l] e^{cl − K(c)}`.
///
/// Every part is raised to its count on its own lattice, and the laws of the parts are multiplied out. Nothing is
/// subtracted, so that weights keep their digits.
pub struct Convolved {
    times: f64,
    c: f64,
    log_scale: f64,
    scale_error: f64,
    /// How far a loss may be off.
    slack: f64,
    /// Relative error of a weight.
    error: f64,
    /// More than the share of the tilted law that is cut off.
    lost: f64,
    /// In no order.
    outcomes: Vec<Atom>,
}

impl Convolved {
    /// Of `times` compositions, tilted at an abscissa; `None` with too many outcomes.
    pub fn new(parts: &[Part<'_>], real: &RealMoments<'_>, index: i32, times: f64) -> Option<Self> {
        let c = RealMoments::abscissa(index);
        let mut sum = Self {
            times,
            c,
            log_scale: 0.0,
            scale_error: 1e-15,
            slack: 0.0,
            error: 1e-14,
            // A stage leaves out no more than CUT, and so do the powers together.
            lost: CUT * (parts.len() + 2) as f64,
            outcomes: Vec::new(),
        };
        let mut powers = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let (count, own) = (times * part.count, real.part(at, c));
            if c + 1.0 > part.pair.growth() || count > 1e6 {
                return None;
            }
            sum.log_scale += count * own;
            sum.lost += count * BEYOND;
            sum.scale_error += count * (moment_error(&*part.pair, c, own) + 2.0 * f64::EPSILON * own.abs());
            let power = Power::new(&part.pair.loss().atoms, count, c, own)?;
            sum.slack += 4.0 * ROUNDING * power.farthest;
            sum.error += count * power.error;
            powers.push(power.outcomes);
        }
        powers.sort_by_key(Vec::len);
        sum.outcomes.push(Atom { at: 0.0, mass: 1.0 });
        let least = CUT / MOST as f64;
        for power in powers {
            watch::go_on().ok()?;
            if sum.outcomes.len().checked_mul(power.len())? > 4 * MOST {
                return None;
            }
            let join = |first: &Atom| {
                let first = *first;
                power
                    .iter()
                    .map(move |second| Atom { at: first.at + second.at, mass: first.mass * second.mass })
            };
            let all = sum.outcomes.iter().flat_map(join).filter(|outcome| outcome.mass > 0.25 * least);
            let joined: Vec<Atom> = all.take(MOST + 1).collect();
            if joined.len() > MOST {
                return None;
            }
            sum.outcomes = joined;
        }
        Some(sum)
    }

    /// Whether it is of so many compositions.
    pub fn is_of(&self, times: f64) -> bool {
        self.times == times
    }

    /// δ and its slope at ε, with the losses on the far side of their rounding as in [`super::lattice`].
    pub fn read(&self, epsilon: f64) -> Reading {
        let shift = self.slack + 2.0 * f64::EPSILON * epsilon.abs();
        let low = epsilon - shift;
        let (mut sum, mut slope) = (Sum::default(), Sum::default());
        for outcome in self.outcomes.iter().filter(|outcome| outcome.at > low) {
            let beyond = low - outcome.at;
            let weight = outcome.mass * (self.c * beyond).exp();
            sum.add(-weight * beyond.exp_m1());
            slope.add(weight * beyond.exp());
        }
        let scale = (self.log_scale - self.c * low).exp();
        let (highest, slope) = (scale * sum.value(), scale * slope.value());
        let delta = highest - shift * slope;
        let cut = self.lost * (self.log_scale - self.c * epsilon + entropy(self.c)).exp();
        let rounding = self.error + self.scale_error + 8.0 * f64::EPSILON * (1.0 + self.c * epsilon.abs());
        let error = (cut + 1.01 * shift * slope + f64::MIN_POSITIVE) / delta + rounding;
        Reading { delta, slope, error: if error > 0.0 { error } else { f64::INFINITY } }
    }
}

/// The tilted law of one part, raised to its count.
struct Power {
    outcomes: Vec<Atom>,
    /// The largest loss by which the rounding of a place is measured.
    farthest: f64,
    /// Relative error of a mass of one release.
    error: f64,
}

impl Power {
    fn new(atoms: &[Atom], count: f64, c: f64, log_scale: f64) -> Option<Self> {
        let weight = |atom: &Atom| (atom.mass.ln() + c * atom.at - log_scale).exp();
        let weights: Vec<f64> = atoms.iter().map(weight).collect();
        let total: f64 = weights.iter().sum();
        if total.is_nan() || (total - 1.0).abs() > 1e-9 {
            return None;
        }
        // An exponent is rounded before it is raised.
        let exponent =
            |(weight, atom): (&f64, &Atom)| weight * (2.0 * atom.mass.ln().abs() + (c * atom.at).abs());
        let exponents: f64 =
            weights.iter().zip(atoms).filter(|(weight, _)| **weight > 0.0).map(exponent).sum();
        let error = 8e-15 + f64::EPSILON * (exponents + log_scale.abs());
        let cut = CUT / count;
        if count == 1.0 {
            let kept =
                weights.iter().zip(atoms).filter(|(weight, _)| **weight > 1e-3 * cut / atoms.len() as f64);
            let outcomes: Vec<Atom> = kept.map(|(&mass, atom)| Atom { at: atom.at, mass }).collect();
            let farthest = outcomes.iter().map(|outcome| outcome.at.abs()).fold(0.0, f64::max);
            return Some(Self { outcomes, farthest, error });
        }
        let gap = even_gap(atoms)?;
        let (first, last) = (atoms.first()?.at, atoms.last()?.at);
        let power = Weights { first: 0, masses: weights }.raised(count as u64, cut)?;
        // About 0, where the losses are symmetric: their rounding is then relative to the sum.
        let symmetric = (first + last).abs() <= 4.0 * ROUNDING * last.abs();
        let middle = 0.5 * count * (atoms.len() - 1) as f64;
        let place = |at: usize| {
            let steps = (power.first + at) as f64;
            if symmetric { (steps - middle) * gap } else { count * first + steps * gap }
        };
        let outcomes: Vec<Atom> =
            power.masses.iter().enumerate().map(|(at, &mass)| Atom { at: place(at), mass }).collect();
        let farthest = outcomes.iter().map(|outcome| outcome.at.abs()).fold(0.0, f64::max);
        let farthest = if symmetric { farthest } else { farthest + 2.0 * count * first.abs() };
        Some(Self { outcomes, farthest, error })
    }
}

/// Masses on consecutive places from `first` on.
#[derive(Clone)]
struct Weights {
    first: usize,
    masses: Vec<f64>,
}

impl Weights {
    /// Without the ends that weigh no more than `cut` each.
    fn trimmed(mut self, cut: f64) -> Self {
        let tail = |list: &mut dyn Iterator<Item = &f64>| {
            let mut sum = 0.0;
            list.take_while(|mass| {
                sum += **mass;
                sum <= cut
            })
            .count()
        };
        let (front, back) = (tail(&mut self.masses.iter()), tail(&mut self.masses.iter().rev()));
        self.masses.truncate(self.masses.len().saturating_sub(back));
        self.masses.drain(..front.min(self.masses.len()));
        self.first += front;
        self
    }

    fn times(&self, other: &Self, cut: f64) -> Option<Self> {
        if self.masses.len() + other.masses.len() > WIDEST {
            return None;
        }
        let mut masses = vec![0.0; self.masses.len() + other.masses.len()];
        for (at, mass) in self.masses.iter().enumerate() {
            for (sum, second) in masses[at..].iter_mut().zip(&other.masses) {
                *sum += mass * second;
            }
        }
        Some(Self { first: self.first + other.first, masses }.trimmed(cut))
    }

    /// The power by squares; what is cut of each factor counts as often as it occurs.
    fn raised(self, count: u64, cut: f64) -> Option<Self> {
        let cut = 1e-3 * cut;
        let (mut square, mut left) = (self.trimmed(cut), count);
        let mut power = Self { first: 0, masses: vec![1.0] };
        while left > 0 {
            watch::go_on().ok()?;
            if left % 2 == 1 {
                power = power.times(&square, cut)?;
            }
            left /= 2;
            if left > 0 {
                square = square.times(&square, cut)?;
            }
        }
        Some(power)
    }
}
