//! A pair given by finitely many losses.

mod excess;

use std::fmt;

use num_complex::Complex64;

use self::excess::power_excess;
use super::{
    Atom, Interval, LossDistribution, LossNode, Masses, Nodes, Order, Pair, Probability, Reverse, Smoothness,
    above_zero,
};
use crate::numeric::complex;
use crate::numeric::logspace::expm1_minus_x;
use crate::numeric::nearly_sorted;
use crate::numeric::sum::Sum;

/// The smallest type I error that a test is built for: below, probabilities lose their digits.
const SMALLEST_ERROR: f64 = 1e-300;

/// A sum stops where all that follows is this far below what it has.
const NEGLIGIBLE: f64 = 1e-18;

/// The outputs of one loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairAtom {
    /// The loss.
    pub loss: f64,
    /// Its probability under P.
    pub p: f64,
    /// Its probability under Q, `p e^{−loss}`, kept apart because it may be known better than by the
    /// product and because either of the two may underflow.
    pub q: f64,
}

impl PairAtom {
    fn mirrored(self) -> Self {
        Self { loss: -self.loss, p: self.q, q: self.p }
    }
}

/// How far the numbers of an [`Atomic`] may be off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Accuracy {
    /// Relative error of every loss; 0 where losses are exact.
    pub loss: f64,
    /// Relative error of every mass.
    pub mass: f64,
    /// A bound on the P-mass and on the Q-mass of the atoms that are left out.
    pub left_out: f64,
}

/// Finitely many losses, P-mass at +∞ and Q-mass at −∞.
///
/// Every view is a sum of positive terms, so digits are lost nowhere; sums of many terms are
/// compensated, and running sums answer for ranges of losses.
#[derive(Clone, PartialEq)]
pub struct Atomic {
    /// By increasing loss.
    atoms: Vec<PairAtom>,
    infinite: f64,
    never: f64,
    accuracy: Accuracy,
    symmetric: bool,
    /// Mass of the first i atoms under P and Q.
    below: Vec<[f64; 2]>,
    /// Mass of all atoms from i on.
    above: Vec<[f64; 2]>,
}

impl Atomic {
    /// The pair of these atoms, in any order; those without mass are dropped.
    ///
    /// `infinite` is the probability under P of outputs that Q never gives, `never` the probability
    /// under Q of outputs that P never gives; with them both sides must add up to 1.
    pub fn new(mut atoms: Vec<PairAtom>, infinite: f64, never: f64, accuracy: Accuracy) -> Self {
        atoms.retain(|atom| atom.p > 0.0 || atom.q > 0.0);
        nearly_sorted::sort(&mut atoms, |atom| atom.loss);
        let mirror = atoms.iter().rev().map(|atom| atom.mirrored());
        let symmetric = infinite == never && atoms.iter().copied().eq(mirror);
        let below = running(atoms.iter());
        let mut above = running(atoms.iter().rev());
        above.reverse();
        Self { atoms, infinite, never, accuracy, symmetric, below, above }
    }

    /// The pair (Q, P).
    pub fn reversed(&self) -> Self {
        let atoms = self.atoms.iter().map(|atom| atom.mirrored()).collect();
        Self::new(atoms, self.never, self.infinite, self.accuracy)
    }

    /// The atoms, by increasing loss.
    pub fn atoms(&self) -> &[PairAtom] {
        &self.atoms
    }

    /// The largest loss, −∞ if there is none.
    fn top(&self) -> f64 {
        self.atoms.last().map_or(f64::NEG_INFINITY, |atom| atom.loss)
    }

    /// `Σ p (1 − e^{ε−l})₊` with every loss moved by `lean` of its size, and what was not summed
    /// because it no longer counts.
    fn tail(&self, epsilon: f64, lean: f64) -> (f64, f64) {
        let moved = |atom: &PairAtom| atom.loss + lean * atom.loss.abs();
        let first = self.atoms.partition_point(|atom| moved(atom) <= epsilon);
        let mut sum = Sum::default();
        for (at, atom) in self.atoms.iter().enumerate().skip(first) {
            if self.above[at][0] < NEGLIGIBLE * sum.total {
                return (sum.value(), self.above[at][0]);
            }
            sum.add(-atom.p * (epsilon - moved(atom)).exp_m1());
        }
        (sum.value(), 0.0)
    }

    /// `M(z) − 1 = Σ q [e^{(1+z)l} − 1 − (1+z)(e^l − 1)] − P[∞] + z (Q[−∞] − P[∞])`.
    ///
    /// Both distributions add up to 1, so the parts of first order in the loss cancel on paper
    /// instead of in the sum; for real z the rest is positive, term by term.
    fn moment_excess(&self, z: Complex64, mirrored: bool) -> Complex64 {
        let (mut real, mut imaginary) = (Sum::default(), Sum::default());
        for atom in &self.atoms {
            let atom = if mirrored { atom.mirrored() } else { *atom };
            let term = power_excess(atom, z);
            real.add(term.re);
            imaginary.add(term.im);
        }
        let (infinite, never) =
            if mirrored { (self.never, self.infinite) } else { (self.infinite, self.never) };
        Complex64::new(real.value(), imaginary.value()) + z * (never - infinite) - infinite
    }

    /// `log Σ p e^{zl}` relative to the largest term, and the mean size of the exponents, which is
    /// what their roundings are multiplied by. Each term is taken from the larger of its two masses.
    fn log_sum(&self, z: Complex64) -> (Complex64, f64) {
        let exponent = |atom: &PairAtom| {
            if atom.loss >= 0.0 { (atom.p.ln(), z * atom.loss) } else { (atom.q.ln(), (1.0 + z) * atom.loss) }
        };
        let size = |atom: &PairAtom| {
            let (log_mass, growth) = exponent(atom);
            log_mass + growth.re
        };
        let largest = self.atoms.iter().map(size).fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            return (Complex64::new(largest, 0.0), 0.0);
        }
        let [mut real, mut imaginary, mut total, mut weighted] = [Sum::default(); 4];
        for atom in &self.atoms {
            let (log_mass, growth) = exponent(atom);
            let weight = (log_mass + growth.re - largest).exp();
            let (sin, cos) = growth.im.sin_cos();
            real.add(weight * cos);
            imaginary.add(weight * sin);
            total.add(weight);
            weighted.add(weight * (log_mass.abs() + growth.norm()));
        }
        let sum = Complex64::new(real.value(), imaginary.value());
        (sum.ln() + largest, weighted.value() / total.value())
    }

    /// `K(z)` and its relative error for real z.
    fn log_moment_with_error(&self, z: Complex64) -> (Complex64, f64) {
        let mirrored = z.re < -0.5;
        let near = if mirrored { -1.0 - z } else { z };
        let bottom = self.atoms.first().map_or(0.0, |atom| -atom.loss);
        let growth = near.re * if mirrored { bottom } else { self.top() };
        if growth < 1.0 {
            let excess = self.moment_excess(near, mirrored);
            if excess.norm() < 0.5 {
                let error = 8.0 * self.accuracy.loss + 2.0 * self.accuracy.mass + 32.0 * f64::EPSILON;
                return (complex::log1p(excess), error);
            }
        }
        let (log, condition) = self.log_sum(z);
        let slack = self.accuracy.mass
            + (self.accuracy.loss + 2.0 * f64::EPSILON) * condition
            + 4.0 * f64::EPSILON * (1.0 + log.norm());
        (log, slack / log.norm())
    }

    /// Mass of the atoms `from..to`: by running sums from the smaller side, and one by one where
    /// their difference would cancel.
    fn mass(&self, from: usize, to: usize, side: usize) -> Interval {
        if from == to {
            return Interval { lower: 0.0, upper: self.accuracy.left_out };
        }
        let (below, above) = (self.below[to][side], self.above[from][side]);
        let (whole, part) = if below <= above {
            (below, below - self.below[from][side])
        } else {
            (above, above - self.above[to][side])
        };
        let cancels = part < 0.25 * whole;
        let mass = if cancels || to - from < 8 {
            let mut sum = Sum::default();
            self.atoms[from..to].iter().for_each(|atom| sum.add([atom.p, atom.q][side]));
            sum.value()
        } else {
            part
        };
        let slack = mass * (self.accuracy.mass + 16.0 * f64::EPSILON) + f64::MIN_POSITIVE;
        Interval { lower: mass - slack, upper: mass + slack + self.accuracy.left_out }
    }
}

impl fmt::Debug for Atomic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Atomic")
            .field("atoms", &self.atoms.len())
            .field("infinite", &self.infinite)
            .field("never", &self.never)
            .finish_non_exhaustive()
    }
}

impl Pair for Atomic {
    /// `Σ p (1 − e^{ε−l})₊ + P[∞]`. Near the end of the curve the rounding of the losses decides, so
    /// each side of the interval takes them on its own side.
    fn profile(&self, epsilon: f64) -> Interval {
        let Accuracy { loss, mass, left_out } = self.accuracy;
        let beyond = |atom: &PairAtom| epsilon >= atom.loss + loss * atom.loss.abs();
        if self.atoms.last().is_none_or(beyond) {
            return Interval { lower: self.infinite, upper: (self.infinite + left_out).min(1.0) };
        }
        let error = mass + 8.0 * f64::EPSILON;
        let (lower, _) = self.tail(epsilon, -loss);
        let (upper, rest) = self.tail(epsilon, loss);
        Interval {
            lower: lower * (1.0 - error) + self.infinite * (1.0 - f64::EPSILON),
            upper: (upper + rest) * (1.0 + error)
                + self.infinite * (1.0 + 2.0 * f64::EPSILON)
                + f64::MIN_POSITIVE
                + left_out,
        }
        .within(0.0, 1.0)
    }

    /// Infinite as soon as an output gives the person away; otherwise `K(α−1)/(α−1)`, with
    /// `D_1 = Σ p (e^{−l} − 1 + l) + Q[−∞]`, the form of positive terms, and `D_∞` the largest loss.
    fn renyi(&self, order: Order) -> Interval {
        if self.infinite > 0.0 {
            return Interval::exact(f64::INFINITY);
        }
        let top = self.top() + self.accuracy.loss * self.top().abs();
        let excess = order.value() - 1.0;
        let (divergence, error) = if excess.is_infinite() {
            (self.top(), self.accuracy.loss)
        } else if excess == 0.0 {
            let mut sum = Sum::default();
            for PairAtom { loss, p, q } in &self.atoms {
                sum.add(if *loss < -1.0 { q - p * (1.0 - loss) } else { p * expm1_minus_x(-loss) });
            }
            (sum.value() + self.never, 8.0 * (self.accuracy.loss + self.accuracy.mass + 4.0 * f64::EPSILON))
        } else {
            let (log, error) = self.log_moment_with_error(Complex64::new(excess, 0.0));
            (log.re / excess, error + f64::EPSILON)
        };
        if self.accuracy.left_out > 0.0 && !divergence.is_infinite() {
            // What is left out may raise a moment without limit.
            return Interval { lower: divergence * (1.0 - error), upper: f64::INFINITY };
        }
        Interval::around(divergence, error).within(0.0, top.max(0.0))
    }

    /// The Neyman–Pearson test rejects from the largest loss down and tosses a coin at the last atom;
    /// what it misses is a running sum from the smallest loss up, which keeps the digits of a small
    /// type II error.
    fn trade_off(&self, type_one: Probability) -> Interval {
        let most = 1.0 - self.infinite;
        let x = type_one.value();
        if x == 0.0 {
            return Interval { lower: most - f64::EPSILON, upper: most }.within(0.0, 1.0);
        }
        if x < SMALLEST_ERROR {
            let lower = self.trade_off(Probability::clamped(SMALLEST_ERROR)).lower;
            return Interval { lower, upper: most };
        }
        let error = self.accuracy.mass + 16.0 * f64::EPSILON;
        // The last atom from which on Q has at least x.
        let last = self.above.partition_point(|above| above[1] >= x);
        let Some(atom) = last.checked_sub(1).and_then(|at| self.atoms.get(at)) else {
            // Even rejecting everything P gives costs less than x, up to rounding.
            let first = self.atoms.first().map_or(0.0, |atom| atom.p / atom.q.max(f64::MIN_POSITIVE));
            let room = (self.above[0][1] * (1.0 + error) - x).max(0.0);
            return Interval { lower: 0.0, upper: room * first + f64::MIN_POSITIVE }.within(0.0, 1.0);
        };
        let (innocent, kept) = (self.above[last - 1][1], self.below[last - 1][0]);
        let missed = kept + atom.p * ((innocent - x) / atom.q).clamp(0.0, 1.0);
        // The room left is a difference: its rounding is that of the whole type I error.
        let odds = atom.p / atom.q;
        let room = error * (x + innocent) + self.accuracy.left_out;
        let slack = error * missed + odds * room + f64::MIN_POSITIVE + self.accuracy.left_out;
        Interval { lower: missed - slack, upper: (missed + slack).min(most) }.within(0.0, 1.0)
    }

    fn loss(&self) -> LossDistribution<'_> {
        LossDistribution {
            density: Box::new(|_| 0.0),
            atoms: self.atoms.iter().map(|atom| Atom { at: atom.loss, mass: atom.p }).collect(),
            span: (0.0, 0.0),
        }
    }

    fn infinite(&self) -> f64 {
        self.infinite
    }

    /// Over the finite losses. Where M is near 1 from `M − 1`, else relative to the largest term.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        self.log_moment_with_error(z).0
    }

    /// An atom counts where its loss as a number lies; that number may be off by its rounding.
    fn masses(&self, above: f64, upto: f64) -> Masses {
        let from = self.atoms.partition_point(|atom| atom.loss <= above);
        let to = self.atoms.partition_point(|atom| atom.loss <= upto).max(from);
        let mut masses = Masses { p: self.mass(from, to, 0), q: self.mass(from, to, 1) };
        if above == f64::NEG_INFINITY {
            masses.q.lower += self.never * (1.0 - f64::EPSILON);
            masses.q.upper += self.never * (1.0 + f64::EPSILON);
        }
        Masses { p: masses.p.within(0.0, 1.0), q: masses.q.within(0.0, 1.0) }
    }

    fn reverse(&self) -> Reverse<'_> {
        if self.symmetric { Reverse::Same } else { Reverse::Other(Box::new(self.reversed())) }
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for Atomic {
    /// The atoms themselves, each weighed by the larger of its two masses.
    fn nodes(&self, _: Smoothness) -> Vec<LossNode> {
        let outside = LossNode::real(f64::NEG_INFINITY, self.never.ln());
        let inside = self.atoms.iter().map(|&PairAtom { loss, p, q }| {
            let log_weight = if loss >= 0.0 { p.ln() - loss } else { q.ln() };
            LossNode::real(loss, log_weight)
        });
        let first = (self.never > 0.0).then_some(outside);
        first.into_iter().chain(inside).collect()
    }

    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        above_zero(self.nodes(smoothness))
    }
}

/// The sums of the first 0, 1, … atoms under P and Q.
fn running<'a>(atoms: impl Iterator<Item = &'a PairAtom>) -> Vec<[f64; 2]> {
    let mut sums = [Sum::default(); 2];
    let mut running = vec![[0.0; 2]];
    running.extend(atoms.map(|atom| {
        sums[0].add(atom.p);
        sums[1].add(atom.q);
        sums.map(Sum::value)
    }));
    running
}
