//! One direction of a composition: its profile, and ε at a δ.

use std::cell::Cell;
use std::rc::Rc;

use super::atoms::{Atoms, LEFT_OUT, Outcomes};
use super::conditioned::Conditioned;
use super::contour::{Contour, WORK};
use super::lattice::Common;
use super::reading::{AtomSum, TOLERANCE};
use super::real::{Known, RealMoments};
use crate::account::Unavailable;
use crate::account::plan::{Part, infinite_mass};
use crate::guarantee::{Interval, Order, Pair, Probability, epsilon_at};

/// Below this ε a profile is 1 to rounding of its distance, `e^ε`.
pub const LOWEST: f64 = -40.0;

/// What may be spent on an estimate.
const GUESSWORK: usize = WORK / 20;

/// A composition in one direction, repeated some times over.
pub struct Inversion<'a> {
    pub parts: &'a [Part<'a>],
    pub real: RealMoments<'a>,
    /// Never below the largest finite loss of one composition.
    top: f64,
    pub(super) atoms: Rc<Atoms<'a>>,
    pub times: f64,
    /// All outcomes, where nothing but atoms is there and they are few: no line is needed.
    outcomes: Option<Outcomes>,
    /// The lattice of all losses, where nothing but atoms is there and one holds them: a finite sum needs no line.
    pub(super) common: Option<Rc<Common>>,
    /// The last sum of atoms, which serves neighbouring ε too.
    pub(super) sum: Option<AtomSum>,
    /// The same given the outcomes of some parts, where no line through all of them ends.
    pub(super) conditioned: Option<Conditioned<'a>>,
    /// Up to two lines; they serve neighbouring ε and counts too.
    pub(super) lines: Vec<Contour<'a>>,
    /// What is left to be spent on the value asked for.
    pub work: Cell<usize>,
    /// Whether a single value is asked for. Between the kinks of several lists of atoms each ε takes lines of its own,
    /// too many for a curve.
    pub(super) alone: bool,
    /// Whether the curve has come to where lines no longer reach the usual accuracy.
    pub(super) blunt: bool,
}

impl<'a> Inversion<'a> {
    /// Prepares the composition.
    pub fn new(parts: &'a [Part<'a>], known: Known) -> Self {
        let atoms = Rc::new(Atoms::new(parts));
        let common = if atoms.alone() { Common::new(parts).map(Rc::new) } else { None };
        Self::of(parts, known, atoms, common)
    }

    /// Another one of the same parts, for lines of its own.
    pub fn another(&self) -> Self {
        Self::of(self.parts, self.real.known.clone(), Rc::clone(&self.atoms), self.common.clone())
    }

    fn of(parts: &'a [Part<'a>], known: Known, atoms: Rc<Atoms<'a>>, common: Option<Rc<Common>>) -> Self {
        let outcomes = Outcomes::new(&atoms, 1.0, common.is_some());
        Self {
            parts,
            real: RealMoments::new(parts, known),
            top: largest_finite(parts),
            atoms,
            times: 1.0,
            outcomes,
            common,
            sum: None,
            conditioned: None,
            lines: Vec::new(),
            work: Cell::new(WORK),
            alone: false,
            blunt: false,
        }
    }

    /// Prepares the composition, for a single value or for a curve, given the outcomes of those parts that have
    /// nothing else, if that helps.
    pub fn given_atoms(parts: &'a [Part<'a>], known: Known, alone: bool) -> Self {
        Self { conditioned: Conditioned::new(parts, 1.0), alone, ..Self::new(parts, known) }
    }

    /// The same so many times over.
    pub fn repeat(&mut self, times: f64) {
        self.times = times;
        self.blunt = false;
        self.outcomes = Outcomes::new(&self.atoms, times, self.common.is_some());
        self.sum.take_if(|sum| !sum.is_of(times));
        // Counts ascend: outcomes that were too many stay so.
        if self.conditioned.as_mut().is_some_and(|conditioned| !conditioned.repeat(times)) {
            self.conditioned = None;
        }
        self.lines.retain_mut(|line| line.repeat(times).is_ok());
    }

    /// `P[q = 0]` of the whole.
    fn infinite(&self) -> f64 {
        infinite_mass(self.parts, self.times)
    }

    /// Never below the largest finite loss.
    pub fn largest(&self) -> f64 {
        self.times * self.top
    }

    /// `δ(ε)`, or that it is at most `known`.
    pub fn delta(&mut self, epsilon: f64, known: f64) -> Result<Interval, Unavailable> {
        if self.parts.is_empty() {
            return Ok(Interval::around(-epsilon.exp_m1(), 1e-15).within(0.0, 1.0));
        }
        if let Some(pair) = self.single() {
            return Ok(pair.profile(epsilon));
        }
        if epsilon >= self.largest() {
            // Only outputs that give the person away are left.
            let infinite = self.infinite();
            let rest = if infinite > 0.0 { Interval::around(infinite, 4e-15) } else { Interval::exact(0.0) };
            return Ok(rest.within(0.0, 1.0));
        }
        if epsilon < LOWEST {
            return Ok(Interval { lower: -epsilon.exp_m1(), upper: 1.0 });
        }
        let infinite = self.infinite();
        if self.hopeless() {
            return Err(Unavailable::SlowDecay);
        }
        if self.real.bound(epsilon, self.times) + infinite < known {
            return Ok(Interval { lower: 0.0, upper: known });
        }
        let finite = match &self.outcomes {
            Some(outcomes) => outcomes.delta(epsilon),
            None => self.reading(epsilon).map(|reading| Interval::around(reading.delta, reading.error))?,
        };
        let sum = |part: f64, direction: f64| part + infinite * (1.0 + direction * 1e-14);
        // Outcomes too rare to be kept may lie beyond all that are.
        let left_out = if self.conditioned.is_some() { LEFT_OUT } else { 0.0 };
        Ok(Interval { lower: sum(finite.lower, -1.0), upper: sum(finite.upper, 1.0) + left_out }
            .within(0.0, 1.0))
    }

    /// The smallest ε ≥ 0 with `δ(ε) ≤ delta`, or that it is at most `known`.
    pub fn epsilon(&mut self, delta: Probability, known: f64) -> Result<Interval, Unavailable> {
        let infinite = self.infinite();
        let goal = delta.value() - infinite;
        if delta.value() <= infinite * (1.0 - 1e-14) {
            return Ok(Interval::exact(f64::INFINITY));
        }
        if goal <= 1e-14 * infinite {
            return Ok(Interval { lower: 0.0, upper: f64::INFINITY });
        }
        if self.parts.is_empty() || delta.value() >= 1.0 {
            return Ok(Interval::exact(0.0));
        }
        if let Some(pair) = self.single() {
            return Ok(epsilon_at(pair, delta));
        }
        if self.hopeless() {
            return Err(Unavailable::SlowDecay);
        }
        if known >= self.largest() || (known > 0.0 && self.real.bound(known, self.times) < goal) {
            return Ok(Interval { lower: 0.0, upper: known });
        }
        if let Some(outcomes) = &self.outcomes {
            // Among outcomes too rare to be kept the sum knows nothing.
            let known = LEFT_OUT <= TOLERANCE * goal;
            return known.then(|| outcomes.epsilon(goal, self.largest())).ok_or(Unavailable::SlowDecay);
        }
        if self.atoms.alone() {
            return self.epsilon_between_kinks(goal, 1e-15 + 1e-14 * infinite / goal);
        }
        let mut epsilon = self.search(goal)?;
        for _ in 0..3 {
            let reading = self.reading(epsilon)?;
            let slope = reading.slope / reading.delta;
            if slope.is_nan() || slope <= 0.0 {
                break;
            }
            let next = (epsilon + (reading.delta / goal).ln() / slope).max(0.0);
            let settled = (next - epsilon).abs() * slope <= reading.error + 1e-15;
            epsilon = next;
            if settled {
                // The finite part of δ is a difference: the rounding of the infinite part is in it.
                let rounding = 1e-15 + 1e-14 * infinite / goal;
                let width = (reading.error + rounding) / slope + 1e-13 * epsilon;
                let upper = (epsilon + width).min(self.largest());
                return Ok(Interval { lower: (epsilon - width).max(0.0).min(upper), upper });
            }
        }
        Err(Unavailable::ContoursDisagree)
    }

    /// Between two ε of which one surely has too large a δ and the other has not. A profile of atoms has a kink at every
    /// one, where its slope says nothing of the other side: both ends are read.
    fn epsilon_between_kinks(&mut self, goal: f64, rounding: f64) -> Result<Interval, Unavailable> {
        let largest = self.largest();
        let guess = self.guess(goal.ln()).min(largest);
        let epsilon = self.narrow(guess, goal)?;
        let reading = self.reading(epsilon)?;
        let width = 2.0 * (reading.error + rounding) * reading.delta / reading.slope + 1e-15 * epsilon.abs();
        if !(width.is_finite() && width >= 0.0) {
            return Err(Unavailable::SlowDecay);
        }
        let (mut lower, mut upper) = (None, None);
        for doubling in 0..40 {
            let width = width * f64::from(doubling).exp2();
            if lower.is_none() {
                let low = epsilon - width;
                let holds = low <= 0.0 || {
                    let reading = self.reading(low)?;
                    reading.delta * (1.0 - reading.error) > goal * (1.0 + rounding)
                };
                lower = holds.then_some(low.max(0.0));
            }
            if upper.is_none() {
                let high = epsilon + width;
                let holds = high >= largest || {
                    let reading = self.reading(high)?;
                    reading.delta * (1.0 + reading.error) <= goal * (1.0 - rounding)
                };
                upper = holds.then_some(high.min(largest));
            }
            if let (Some(lower), Some(upper)) = (lower, upper) {
                return Ok(Interval { lower, upper });
            }
        }
        Err(Unavailable::SlowDecay)
    }

    /// ε at a finite part `goal` of δ, the saddle point there and how fast log δ falls, not checked on a second
    /// line.
    pub fn estimate(&mut self, goal: f64) -> Option<(f64, f64, f64)> {
        self.work.set(GUESSWORK);
        let saddle = |real: &RealMoments<'_>, at: f64| RealMoments::abscissa(real.saddle(at, 1.0).index);
        if let Some(outcomes) = &self.outcomes {
            let epsilon = outcomes.epsilon(goal, self.largest()).upper;
            let c = saddle(&self.real, epsilon);
            return Some((epsilon, c, c));
        }
        if self.atoms.alone() {
            let epsilon = self.guess(goal.ln());
            let c = saddle(&self.real, epsilon);
            return Some((epsilon, c, c));
        }
        let epsilon = self.search(goal).ok()?;
        let reading = self.lines.first()?.read(epsilon);
        Some((epsilon, saddle(&self.real, epsilon), reading.slope / reading.delta))
    }

    /// Whether there are atoms alone of which no sum can be made: that is known before anything is computed.
    fn hopeless(&self) -> bool {
        let uneven = |(at, part): (usize, &Part<'_>)| self.times * part.count > 1.0 && self.atoms.uneven(at);
        self.outcomes.is_none()
            && self.conditioned.is_none()
            && self.common.is_none()
            && self.atoms.alone()
            && self.parts.iter().enumerate().any(uneven)
    }

    /// One release alone needs no inversion.
    fn single(&self) -> Option<&'a dyn Pair> {
        match self.parts {
            [part] if part.count * self.times == 1.0 => Some(&*part.pair),
            _ => None,
        }
    }
}

/// Never below the largest finite loss of the composition; infinite where one is not bounded.
fn largest_finite(parts: &[Part<'_>]) -> f64 {
    let top = |pair: &dyn Pair| {
        if pair.infinite() == 0.0 {
            return pair.renyi(Order::INFINITE).upper;
        }
        // The divergence is infinite: the law itself says where its finite part ends.
        let law = pair.loss();
        let ends = [law.atoms.first(), law.atoms.last()].into_iter().flatten().map(|atom| atom.at);
        let ends = || ends.clone().chain((law.span.0 < law.span.1).then_some(law.span.1));
        let size = ends().map(f64::abs).fold(0.0, f64::max);
        ends().fold(f64::NEG_INFINITY, f64::max) + 4e-15 * size
    };
    let tops: Vec<f64> = parts.iter().map(|part| part.count * top(&*part.pair)).collect();
    let size: f64 = tops.iter().map(|top| top.abs()).sum();
    tops.iter().sum::<f64>() + 1e-15 * (parts.len() as f64 + 2.0) * size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::{Plan, Release};
    use crate::mechanism::{Laplace, Mechanism};
    use crate::sampling::Neighbours;

    /// Laplace noise of several scales, whose atoms fall into step late or never. The product of
    /// `e^{−ε/2} (½(e^{sε} + e^{−sε}) + ¼(e^{sε} − e^{−sε})/s)`, the transform of `√(PQ)` of each release, was expanded
    /// into atoms and truncated powers and integrated piece by piece with 50 digits.
    #[test]
    fn laplace_noise_of_several_scales_matches_its_expansion() {
        for (scales, epsilon, delta) in [
            (&[(1.0, 2.0), (2.3, 2.0)][..], 1.0, 0.272_556_152_795_978_7),
            (&[(1.0, 5.0), (2.3, 5.0)], 3.0, 0.229_239_797_143_763_5),
            (&[(1.0, 2.0), (2.0, 3.0), (5.0, 1.0)], 2.0, 0.128_135_088_522_652_7),
            (&[(1.0, 2.0), (2.3, 2.0)], 2.869_405_230_188_916, 9.999_999_999_972_5e-6),
            (&[(1.0, 10.0), (2.3, 10.0)], 13.457_897_621_546_26, 1.000_000_000_000_01e-5),
        ] {
            let release = |&(scale, count): &(f64, f64)| Release {
                mechanism: Mechanism::Laplace(Laplace::new(scale).unwrap()),
                count,
                sampling: None,
                label: None,
            };
            let releases: Vec<Release> = scales.iter().map(release).collect();
            let plan = Plan::new(&releases, Neighbours::AddRemove);
            let parts = plan.parts().expect("pairs");
            let found = Inversion::given_atoms(&parts[0], Known::default(), true)
                .delta(epsilon, 0.0)
                .expect("a value");
            let slack = 1e-13 * delta;
            assert!(found.lower <= delta + slack && delta - slack <= found.upper, "{found:?} {delta}");
            assert!(found.upper - found.lower <= 1e-9 * delta, "{found:?}");
        }
    }
}
