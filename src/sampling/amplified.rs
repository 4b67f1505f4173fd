//! The pair that dominates a mechanism on a random sample.

use std::cell::{OnceCell, RefCell};

use num_complex::Complex64;

use super::Direction;
use super::cells::Cell;
use super::mixture::{MixtureMoments, smoothness};
use crate::guarantee::{
    Atom, Interval, LossDistribution, Masses, Moments, Nodes, NumericMoments, Order, Pair, Probability,
    Reverse, trade_off_by_threshold,
};

/// A mechanism that sees each record with probability γ, in one direction.
///
/// With P₊ the output on a sample that holds the record and P₀ on one that does not, removal compares
/// `(1−γ)P₀ + γP₊` with P₀, addition P₀ with the mixture (Zhu, Dong and Wang 2022, Thm 11), and an
/// exchange of one record follows removal above loss 0 and addition below (Balle, Barthe and Gaboardi
/// 2018; it needs a symmetric mechanism whose noise is measured for an exchange).
pub struct Amplified<'a> {
    /// (P₊, P₀).
    pub(super) base: Box<dyn Pair + 'a>,
    /// (P₀, P₊), where it is known by itself.
    pub(super) reversed: Option<Box<dyn Pair + 'a>>,
    pub(super) rate: f64,
    pub(super) direction: Direction,
    /// The masses of the losses of `base`, as finely as an order has asked for.
    pub(super) cells: RefCell<Vec<Cell>>,
    /// The divergence of the largest order that a quadrature reaches, which bounds all beyond from below.
    pub(super) last: OnceCell<Interval>,
}

impl<'a> Amplified<'a> {
    /// `base` compares the output with the record to that without; the rate lies strictly between 0 and 1.
    ///
    /// A pair (P, Q) that bounds both orders without being its own reverse bounds (P₀, P₊) as well as (P₊, P₀). For
    /// addition (Q, P) then stands for (P₊, P₀), which says more than (P, Q) in its place would.
    pub fn new(base: &'a dyn Pair, rate: f64, direction: Direction) -> Self {
        let borrowed = || -> Box<dyn Pair + 'a> { Box::new(base) };
        let (base, reversed) = match (base.reverse(), direction) {
            (Reverse::Same, _) => (borrowed(), Some(borrowed())),
            (Reverse::Other(reversed), _) => (borrowed(), Some(reversed)),
            (Reverse::Covered(Some(reversed)), Direction::Add) => (reversed, Some(borrowed())),
            (Reverse::Covered(_), _) => (borrowed(), None),
        };
        Self { base, reversed, rate, direction, cells: RefCell::default(), last: OnceCell::new() }
    }

    /// `H_{e^ε}(P₀‖P₊) = P₀[l < −ε] − e^ε P₊[l < −ε]`.
    fn reversed_profile(&self, epsilon: f64) -> Interval {
        if let Some(reversed) = &self.reversed {
            return reversed.profile(epsilon);
        }
        let Masses { p, q } = self.base.masses(f64::NEG_INFINITY, (-epsilon).next_down());
        let factor = epsilon.exp();
        let rounding = 4.0 * f64::EPSILON * (q.upper + factor * p.upper) + f64::MIN_POSITIVE;
        Interval {
            lower: q.lower - factor * p.upper - rounding,
            upper: q.upper - factor * p.lower + rounding,
        }
        .within(0.0, 1.0)
    }

    /// The smallest loss of removal, `log(1−γ)`.
    fn floor(&self) -> f64 {
        (-self.rate).ln_1p()
    }

    /// The loss of the mechanism at which removal has loss `l`: `log((e^l − 1 + γ)/γ)`.
    fn base_loss(&self, l: f64) -> f64 {
        let x = l.exp_m1() / self.rate;
        if x <= -1.0 {
            f64::NEG_INFINITY
        } else if x.is_infinite() {
            l - self.rate.ln()
        } else {
            x.ln_1p()
        }
    }

    /// `log ρ` of a loss of the mechanism.
    pub(super) fn log_ratio(&self, loss: f64) -> f64 {
        let excess = self.rate * loss.exp_m1();
        if excess < 1.0 {
            excess.ln_1p()
        } else {
            loss + (self.rate + (1.0 - self.rate) * (-loss).exp()).ln()
        }
    }

    /// `γ δ₀(log(1 + (e^ε−1)/γ))`, and `1 − e^ε` below the floor.
    fn removal(&self, epsilon: f64) -> Interval {
        if epsilon <= self.floor() {
            return Interval::around(-epsilon.exp_m1(), 4.0 * f64::EPSILON).within(0.0, 1.0);
        }
        let loss = self.base_loss(epsilon);
        // Below 0 the ratio of the logarithm's argument to its error shrinks with the argument.
        let slack = 4.0 * f64::EPSILON * (1.0 + loss.abs() + (-loss).max(0.0).exp());
        let (above, below) = (self.base.profile(loss - slack).upper, self.base.profile(loss + slack).lower);
        let rounding = 4.0 * f64::EPSILON;
        let upper =
            (self.rate * above * (1.0 + rounding) + f64::MIN_POSITIVE * f64::from(above > 0.0)).min(1.0);
        Interval { lower: self.rate * below * (1.0 - rounding), upper }
    }

    /// `(1 − a(1−γ)) δ₀'(log(aγ/(1 − a(1−γ))))`, `a = e^ε`; 0 from `−log(1−γ)` on.
    fn addition(&self, epsilon: f64) -> Interval {
        let below_end = epsilon + self.floor();
        if below_end >= 0.0 {
            return Interval::exact(0.0);
        }
        let share = -below_end.exp_m1();
        let loss = epsilon + self.rate.ln() - share.ln();
        // Next to the end the share is the rounding of its own difference.
        let relative = 4.0 * f64::EPSILON * (1.0 + (epsilon.abs() + self.floor().abs()) / -below_end);
        let slack = relative + 4.0 * f64::EPSILON * (epsilon.abs() + self.rate.ln().abs() + loss.abs());
        let (above, below) =
            (self.reversed_profile(loss - slack).upper, self.reversed_profile(loss + slack).lower);
        let upper = (share * above * (1.0 + relative) + f64::MIN_POSITIVE * f64::from(above > 0.0)).min(1.0);
        Interval { lower: (share * below * (1.0 - relative)).max(0.0), upper }
    }

    /// `(P, Q)` of removal on the losses (above, upto] of removal.
    fn removal_masses(&self, above: f64, upto: f64) -> Masses {
        if upto < self.floor() {
            return Masses::NONE;
        }
        let base = self.base.masses(self.cut(above), self.base_loss(upto));
        Masses { p: self.mix(base), q: base.q }
    }

    /// `(P, Q)` of addition on its losses (above, upto]: removal with both turned round.
    fn addition_masses(&self, above: f64, upto: f64) -> Masses {
        let from = if -upto < self.floor() { f64::NEG_INFINITY } else { self.base_loss(-upto).next_down() };
        self.turned_masses(above, from)
    }

    /// The same on its losses above `above` that the mechanism has above `from`.
    fn turned_masses(&self, above: f64, from: f64) -> Masses {
        let mut masses = if -above < self.floor() {
            Masses::NONE
        } else {
            // Removal has these losses up to but without −above, the mechanism in (from, to).
            let to = self.base_loss(-above);
            let to = if to == f64::INFINITY { to } else { to.next_down() };
            let base = self.base.masses(from, to);
            Masses { p: base.q, q: self.mix(base) }
        };
        if above == f64::NEG_INFINITY {
            let never = self.rate * self.base.infinite();
            masses.q =
                Interval { lower: masses.q.lower + never, upper: masses.q.upper + never }.within(0.0, 1.0);
        }
        masses
    }

    /// What replace has at loss 0, the same under P and Q: `P₀[l ≤ 0] − mix[l > 0]`.
    fn atom_at_zero(&self) -> Interval {
        let (low, high) = (self.base.masses(f64::NEG_INFINITY, 0.0), self.base.masses(0.0, f64::INFINITY));
        let mixed = self.mix(high);
        let never = self.rate * self.base.infinite();
        Interval { lower: low.q.lower - mixed.upper - never, upper: low.q.upper - mixed.lower - never }
            .within(0.0, 1.0)
    }

    /// The base loss below which removal loses at most `above`; outputs that P₊ never gives have the
    /// loss of the floor itself.
    fn cut(&self, above: f64) -> f64 {
        if above < self.floor() { f64::NEG_INFINITY } else { self.base_loss(above).max(f64::MIN) }
    }

    fn mix(&self, base: Masses) -> Interval {
        let sum = |p: f64, q: f64, direction: f64| {
            ((1.0 - self.rate) * q + self.rate * p) * (1.0 + direction * 4.0 * f64::EPSILON)
        };
        Interval { lower: sum(base.p.lower, base.q.lower, -1.0), upper: sum(base.p.upper, base.q.upper, 1.0) }
            .within(0.0, 1.0)
    }

    pub(super) fn mixture(&self, reach: f64, frequencies: (f64, f64)) -> MixtureMoments {
        MixtureMoments::new(&*self.base, self.rate, self.direction, reach, frequencies)
    }
}

impl Pair for Amplified<'_> {
    fn profile(&self, epsilon: f64) -> Interval {
        match self.direction {
            Direction::Remove => self.removal(epsilon),
            Direction::Add => self.addition(epsilon),
            Direction::Replace if epsilon >= 0.0 => self.removal(epsilon),
            Direction::Replace => self.addition(epsilon),
        }
    }

    fn renyi(&self, order: Order) -> Interval {
        self.divergence(order)
    }

    fn trade_off(&self, type_one: Probability) -> Interval {
        trade_off_by_threshold(self, type_one)
    }

    /// The law of the mechanism's loss under the change of variable `L = ±log ρ`.
    fn loss(&self) -> LossDistribution<'_> {
        let LossDistribution { density, atoms, span, .. } = self.base.loss();
        let rate = self.rate;
        let removes = move |l: f64, direction: Direction| match direction {
            Direction::Remove => true,
            Direction::Add => false,
            Direction::Replace => l >= 0.0,
        };
        let direction = self.direction;
        // By increasing loss, as the atoms of the mechanism are.
        let both = atoms.iter().map(|&Atom { at, mass }| {
            let without = mass * (-at).exp();
            (self.log_ratio(at), (1.0 - rate) * without + rate * mass, without)
        });
        // What the sample with the record never gives has the smallest loss of removal.
        let never = self.base.masses(f64::NEG_INFINITY, f64::MIN).q;
        let floor =
            (never.lower > 0.0).then(|| (self.floor(), (1.0 - rate) * never.middle(), never.middle()));
        let both = floor.into_iter().chain(both);
        let removal = both.clone().map(|(at, with, _)| Atom { at, mass: with });
        let addition = both.rev().map(|(at, _, without)| Atom { at: -at, mass: without });
        let mapped: Vec<Atom> = match direction {
            Direction::Remove => removal.collect(),
            Direction::Add => addition.collect(),
            Direction::Replace => {
                let middle = Atom { at: 0.0, mass: self.atom_at_zero().middle() };
                let below = addition.filter(|atom| atom.at < 0.0);
                below.chain([middle]).chain(removal.filter(|atom| atom.at > 0.0)).collect()
            }
        };
        let (low, high) = (self.log_ratio(span.0), self.log_ratio(span.1));
        let span = match direction {
            _ if span.0 == span.1 => (0.0, 0.0),
            Direction::Remove => (low, high),
            Direction::Add => (-high, -low),
            Direction::Replace => (-high, high),
        };
        let density = move |l: f64| {
            let removes = removes(l, direction);
            let at = self.base_loss(if removes { l } else { -l });
            if at.is_nan() || at == f64::NEG_INFINITY {
                return 0.0;
            }
            // The density under P₀ is that under P₊ times e^{−at}, and `d at = ρ e^{−at}/γ dl`; at a large loss
            // the ratio overflows, but not over e^{at}.
            let fall = (-at).exp();
            let share = if at > 1.0 { rate + (1.0 - rate) * fall } else { (1.0 + rate * at.exp_m1()) * fall };
            let power = if removes { share * share } else { share * fall };
            power * density(at) / rate
        };
        LossDistribution { density: Box::new(density), atoms: mapped, span }
    }

    fn infinite(&self) -> f64 {
        match self.direction {
            Direction::Add => 0.0,
            Direction::Remove | Direction::Replace => self.rate * self.base.infinite(),
        }
    }

    /// Beyond the frequencies that a quadrature follows, only the atoms have not faded; without one nothing is known.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        if self.base.quadrature().is_none() {
            return Complex64::new(f64::NAN, f64::NAN);
        }
        let frequencies = (z.im.abs(), z.im.abs());
        if !self.affords_moments(z.re.max(0.0), frequencies) {
            let atoms = self.loss().atoms.into_iter().map(|atom| atom.mass * (z * atom.at).exp());
            return atoms.sum::<Complex64>().ln();
        }
        self.mixture(z.re, frequencies).at(z)
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        match self.direction {
            Direction::Remove => self.removal_masses(above, upto),
            Direction::Add => self.addition_masses(above, upto),
            Direction::Replace => {
                let mut sum = Masses::NONE;
                let mut count = |more: Masses| sum = sum.and(more);
                if above < 0.0 {
                    // Up to but without 0: the atom there is counted by itself, and a loss that underflows is none.
                    count(if upto < 0.0 {
                        self.addition_masses(above, upto)
                    } else {
                        self.turned_masses(above, 0.0)
                    });
                }
                if above < 0.0 && upto >= 0.0 {
                    let atom = self.atom_at_zero();
                    count(Masses { p: atom, q: atom });
                }
                if upto > 0.0 {
                    count(self.removal_masses(above.max(0.0), upto));
                }
                sum
            }
        }
    }

    /// The cuts are mapped to losses of the mechanism once; below the smallest loss of removal there is nothing.
    fn cells(&self, cuts: &[f64]) -> Vec<Masses> {
        let removes = match self.direction {
            Direction::Remove => true,
            Direction::Add => false,
            Direction::Replace => return cuts.windows(2).map(|cut| self.masses(cut[0], cut[1])).collect(),
        };
        let turned: Vec<f64> =
            if removes { cuts.to_vec() } else { cuts.iter().rev().map(|cut| -cut).collect() };
        let empty = turned.partition_point(|&cut| cut < self.floor()).saturating_sub(1);
        let inner: Vec<f64> = turned[empty..]
            .iter()
            .map(|&cut| match self.cut(cut) {
                at if removes || at.is_infinite() => at,
                at => at.next_down(),
            })
            .collect();
        let mut cells = vec![Masses::NONE; empty];
        cells.extend(self.base.cells(&inner).into_iter().map(|base| match removes {
            true => Masses { p: self.mix(base), q: base.q },
            false => Masses { p: base.q, q: self.mix(base) },
        }));
        if !removes {
            cells.reverse();
        }
        cells
    }

    /// Removal and addition are each other turned round.
    fn reverse(&self) -> Reverse<'_> {
        let direction = match self.direction {
            Direction::Remove => Direction::Add,
            Direction::Add => Direction::Remove,
            Direction::Replace => return Reverse::Same,
        };
        Reverse::Other(Box::new(Amplified {
            base: Box::new(&*self.base),
            reversed: self.reversed.as_deref().map(|reversed| Box::new(reversed) as Box<dyn Pair>),
            rate: self.rate,
            direction,
            cells: RefCell::default(),
            last: OnceCell::new(),
        }))
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        None
    }

    fn numeric_moments(&self) -> Option<&dyn NumericMoments> {
        Some(self)
    }
}

impl NumericMoments for Amplified<'_> {
    fn affords_moments(&self, reach: f64, frequencies: (f64, f64)) -> bool {
        let nodes = self.base.quadrature();
        nodes.is_some_and(|nodes| nodes.affords(smoothness(self.direction, self.rate, reach, frequencies)))
    }

    /// Addition has powers of at most 1.
    fn reach(&self) -> f64 {
        let Some(nodes) = self.base.quadrature() else { return 0.0 };
        match self.direction {
            Direction::Add if nodes.node_growth() >= 1.0 => nodes.node_fall(),
            Direction::Add => 0.0,
            Direction::Remove | Direction::Replace => (nodes.node_growth() - 1.0).max(0.0),
        }
    }

    fn moments(&self, reach: f64, frequencies: (f64, f64)) -> Box<dyn Moments + '_> {
        Box::new(self.mixture(reach, frequencies))
    }
}

#[cfg(test)]
mod tests;
