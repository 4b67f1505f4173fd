//! What is read of one direction at an ε: on two lines that agree, or of a sum over atoms.

use super::contour::{Aim, Contour, Course, Reading};
use super::convolved::Convolved;
use super::inversion::Inversion;
use super::lattice::LatticeSum;
use super::real::RealMoments;
use crate::account::Unavailable;
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

/// A sum over a lattice of so many points is always the shortest way.
const SHORT: f64 = 1_048_576.0;

/// How atoms are summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Short,
    Outcomes,
    Long,
}

/// A sum of atoms alone: on a lattice, or outcome by outcome.
pub(super) enum AtomSum {
    Lattice(LatticeSum),
    Convolved(Convolved),
}

impl AtomSum {
    pub(super) fn read(&self, epsilon: f64) -> Reading {
        match self {
            Self::Lattice(sum) => sum.read(epsilon),
            Self::Convolved(sum) => sum.read(epsilon),
        }
    }

    pub(super) fn is_of(&self, times: f64) -> bool {
        match self {
            Self::Lattice(sum) => sum.is_of(times),
            Self::Convolved(sum) => sum.is_of(times),
        }
    }
}

impl Inversion<'_> {
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

/// Whether a reading is good enough, for a single value or for one of a curve.
fn accurate(reading: &Reading, alone: bool) -> bool {
    reading.error <= if alone || reading.delta > FAINT { TOLERANCE } else { drawn_tolerance(reading.delta) }
}

#[cfg(test)]
mod tests {
    use super::super::real::Known;
    use super::*;
    use crate::account::{Plan, Release};
    use crate::mechanism::{Gaussian, Mechanism, RandomizedResponse};
    use crate::sampling::Neighbours;

    /// The slope of the profile is `e^ε Q[L > ε]`, so both distribution functions of the loss can be read: rows
    /// A11 and A12 of the reference table.
    #[test]
    fn both_distribution_functions_of_the_loss_match_the_reference() {
        let release = |mechanism: Mechanism| Release { mechanism, count: 50.0, sampling: None, label: None };
        let releases = [
            release(Mechanism::Gaussian(Gaussian::with_sigma(5.0))),
            release(Mechanism::RandomizedResponse(RandomizedResponse::new(0.52).expect("a share in range"))),
        ];
        let plan = Plan::new(&releases, Neighbours::AddRemove);
        let parts = plan.parts().expect("pairs");
        let Reading { delta, slope, .. } =
            Inversion::given_atoms(&parts[0], Known::default(), true).reading(2.0).expect("a value");
        assert!((1.0 - delta - slope - 0.709_298_584_627_769_4).abs() < 1e-12, "{delta} {slope}");
        assert!((slope * (-2.0f64).exp() - 0.019_014_576_607_341_76).abs() < 1e-12, "{slope}");
    }
}
