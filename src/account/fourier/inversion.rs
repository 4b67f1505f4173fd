//! One direction of a composition: its lines, and what is read on them.

use std::cell::Cell;
use std::rc::Rc;

use super::atoms::{Atoms, LEFT_OUT, Outcomes};
use super::conditioned::Conditioned;
use super::contour::{Aim, Contour, Course, Reading, WORK};
use super::convolved::Convolved;
use super::lattice::{Common, LatticeSum};
use super::real::{Known, RealMoments};
use crate::account::Unavailable;
use crate::account::plan::{Part, infinite_mass};
use crate::guarantee::{Interval, Order, Pair, Probability, epsilon_at};
use crate::watch;

/// The largest relative error of δ that is still called exact.
pub const TOLERANCE: f64 = 1e-9;

/// A δ below any that decides.
const FAINT: f64 = 1e-9;

/// The same on a curve, where new lines do not help, and wherever δ is faint: less than anybody sees in a
/// picture of many decades, and stated. `1e-5` down to δ = 1e-9, a thousandth at 1e-12, at most a tenth.
fn drawn_tolerance(delta: f64) -> f64 {
    (1e-5 * (1e-9 / delta).max(1.0).powf(2.0 / 3.0)).min(0.1)
}

/// Below this ε a profile is 1 to rounding of its distance, `e^ε`.
pub const LOWEST: f64 = -40.0;

/// A sum over a lattice of so many points is always the shortest way.
const SHORT: f64 = 1_048_576.0;

/// What may be spent on an estimate.
const GUESSWORK: usize = WORK / 20;

/// A composition in one direction, repeated some times over.
pub struct Inversion<'a> {
    pub parts: &'a [Part<'a>],
    pub real: RealMoments<'a>,
    /// Never below the largest finite loss of one composition.
    top: f64,
    atoms: Rc<Atoms<'a>>,
    pub times: f64,
    /// All outcomes, where nothing but atoms is there and they are few: no line is needed.
    outcomes: Option<Outcomes>,
    /// The lattice of all losses, where nothing but atoms is there and one holds them: a finite sum needs no line.
    common: Option<Rc<Common>>,
    /// The last sum of atoms, which serves neighbouring ε too.
    sum: Option<AtomSum>,
    /// The same given the outcomes of some parts, where no line through all of them ends.
    pub(super) conditioned: Option<Conditioned<'a>>,
    /// Up to two lines; they serve neighbouring ε and counts too.
    pub(super) lines: Vec<Contour<'a>>,
    /// What is left to be spent on the value asked for.
    pub work: Cell<usize>,
    /// Whether a single value is asked for. Between the kinks of several lists of atoms each ε takes lines of its own,
    /// too many for a curve.
    alone: bool,
    /// Whether the curve has come to where lines no longer reach the usual accuracy.
    blunt: bool,
}

/// How atoms are summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Short,
    Outcomes,
    Long,
}

/// A sum of atoms alone: on a lattice, or outcome by outcome.
enum AtomSum {
    Lattice(LatticeSum),
    Convolved(Convolved),
}

impl AtomSum {
    fn read(&self, epsilon: f64) -> Reading {
        match self {
            Self::Lattice(sum) => sum.read(epsilon),
            Self::Convolved(sum) => sum.read(epsilon),
        }
    }

    fn is_of(&self, times: f64) -> bool {
        match self {
            Self::Lattice(sum) => sum.is_of(times),
            Self::Convolved(sum) => sum.is_of(times),
        }
    }
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

    /// Reads both lines; draws new ones where the last do not serve.
    pub fn reading(&mut self, epsilon: f64) -> Result<Reading, Unavailable> {
        if let Some(conditioned) = &mut self.conditioned {
            return conditioned.reading(epsilon);
        }
        if self.atoms.alone() {
            return self.summed(epsilon);
        }
        // The second line anew, then both.
        let enough = |reading: &Reading| reading.error <= drawn_tolerance(reading.delta);
        for kept in [1, 0] {
            let good = |reading: &Reading| accurate(reading, self.alone) || self.blunt && enough(reading);
            if let Some(reading) = self.agreed(epsilon).filter(good) {
                return Ok(reading);
            }
            self.lines.truncate(kept);
            let alone = self.alone;
            self.lines.retain(|line| accurate(&line.read(epsilon), alone));
            while self.lines.len() < 2 {
                self.draw(epsilon)?;
            }
        }
        let reading = self.agreed(epsilon).ok_or(Unavailable::ContoursDisagree)?;
        if accurate(&reading, self.alone) {
            return Ok(reading);
        }
        // What lines drawn for this very ε do not reach, those of the next will not either.
        self.blunt = !self.alone && enough(&reading);
        self.blunt.then_some(reading).ok_or(Unavailable::ContoursDisagree)
    }

    /// Reads the sum over the atoms; a new one where the last does not serve.
    fn summed(&mut self, epsilon: f64) -> Result<Reading, Unavailable> {
        let alone = self.alone;
        let good = |reading: &Reading| reading.delta > 0.0 && accurate(reading, alone);
        if let Some(reading) = self.sum.as_ref().map(|sum| sum.read(epsilon)).filter(good) {
            return Ok(reading);
        }
        let course = self.course(epsilon, self.log_delta(epsilon))?;
        // A short sum over a lattice first, then outcome by outcome, then one over as fine a lattice as may be.
        for way in [Way::Short, Way::Outcomes, Way::Long] {
            self.sum = self.atom_sum(way, course);
            watch::go_on()?;
            if let Some(reading) = self.sum.as_ref().map(|sum| sum.read(epsilon)).filter(good) {
                return Ok(reading);
            }
        }
        Err(Unavailable::SlowDecay)
    }

    fn atom_sum(&self, way: Way, course: Course) -> Option<AtomSum> {
        if way == Way::Outcomes {
            return Convolved::new(self.parts, &self.real, course.index, self.times).map(AtomSum::Convolved);
        }
        let common = self.common.as_ref()?;
        let short = LatticeSum::points(common, course) <= SHORT;
        if short != (way == Way::Short) {
            return None;
        }
        LatticeSum::new(common, self.parts, &self.real, course, self.times).map(AtomSum::Lattice)
    }

    /// About the logarithm of δ.
    fn log_delta(&self, epsilon: f64) -> f64 {
        RealMoments::log_delta(self.real.saddle(epsilon, self.times))
    }

    /// A line through the neighbourhood of the saddle point that has not been taken.
    ///
    /// Left of the saddle point the aliases fall faster, but not so far left that the integrand grows
    /// by more than a few digits; among those lines the one with the shortest window takes the fewest points.
    fn course(&self, epsilon: f64, log_delta: f64) -> Result<Course, Unavailable> {
        let saddle = self.real.saddle(epsilon, self.times);
        let lost = |index: i32| {
            let c = RealMoments::abscissa(index);
            self.times * self.real.known(index) - c * epsilon - c.ln() - (c + 1.0).ln() - saddle.value
        };
        let taken = |index: i32| self.lines.first().is_some_and(|line| line.is_at(index));
        let shortest = |most: f64| {
            (saddle.index - 16..=saddle.index + 2)
                .filter(|&index| !taken(index) && lost(index) <= most)
                .map(|index| Course::new(&self.real, index, self.times, epsilon, log_delta))
                .min_by(|a, b| a.window.total_cmp(&b.window))
        };
        shortest(4.0).or_else(|| shortest(10.0)).ok_or(Unavailable::SlowDecay)
    }

    /// One more line.
    pub(super) fn draw(&mut self, epsilon: f64) -> Result<(), Unavailable> {
        let reach = self.lines.first().map_or(0.0, |line| 1.35 * line.reach());
        let log_delta = self.log_delta(epsilon);
        let mut course = self.course(epsilon, log_delta)?;
        if !self.lines.is_empty() {
            course.window *= 1.35;
        }
        let aim = Aim { times: self.times, epsilon, log_delta, reach, work: &self.work, alone: self.alone };
        let line = Contour::new(self.parts, &self.atoms, &self.real, course, &aim);
        self.lines.push(line.map_err(|_| Unavailable::SlowDecay)?);
        Ok(())
    }

    /// The value on which both lines agree, and how far.
    fn agreed(&self, epsilon: f64) -> Option<Reading> {
        let [first, second] = &self.lines[..] else { return None };
        let (a, b) = (first.read(epsilon), second.read(epsilon));
        let error = a.error.min(b.error) + 2.0 * (a.delta / b.delta - 1.0).abs();
        let reading = Reading { error, ..if a.error < b.error { a } else { b } };
        (reading.delta > 0.0).then_some(reading)
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

/// Whether a reading is good enough, for a single value or for one of a curve.
fn accurate(reading: &Reading, alone: bool) -> bool {
    reading.error <= if alone || reading.delta > FAINT { TOLERANCE } else { drawn_tolerance(reading.delta) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::{Plan, Release};
    use crate::mechanism::{Gaussian, Laplace, Mechanism, RandomizedResponse};
    use crate::sampling::Neighbours;

    /// The slope of the profile is `e^ε Q[L > ε]`, so both distribution functions of the loss can be read: rows
    /// A11 and A12 of the reference table.
    #[test]
    fn both_distribution_functions_of_the_loss_match_the_reference() {
        let release = |mechanism: Mechanism| Release { mechanism, count: 50.0, sampling: None, label: None };
        let releases = [
            release(Mechanism::Gaussian(Gaussian::with_sigma(5.0))),
            release(Mechanism::RandomizedResponse(RandomizedResponse::new(0.52).unwrap())),
        ];
        let plan = Plan::new(&releases, Neighbours::AddRemove);
        let parts = plan.parts().expect("pairs");
        let Reading { delta, slope, .. } =
            Inversion::given_atoms(&parts[0], Known::default(), true).reading(2.0).expect("a value");
        assert!((1.0 - delta - slope - 0.709_298_584_627_769_4).abs() < 1e-12, "{delta} {slope}");
        assert!((slope * (-2.0f64).exp() - 0.019_014_576_607_341_76).abs() < 1e-12, "{slope}");
    }

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
