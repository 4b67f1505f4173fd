//! Many randomized responses of one probability.

use num_complex::Complex64;

use super::Unavailable;
use crate::guarantee::{Atom, Interval, LossDistribution, Masses, Nodes, Order, Pair, Probability, Reverse};
use crate::mechanism::RandomizedResponse;
use crate::numeric::binomial::log_binomial_mass;

/// Relative error of a sum of binomial masses: that of the largest logarithm, about 1e3 roundings.
const ERROR: f64 = 1e-12;

/// The smallest type I error that a test is built for.
const SMALLEST_ERROR: f64 = 1e-300;

/// k responses: the number of truths j is binomial and the loss is (2j − k)ℓ.
#[derive(Debug)]
pub struct Responses {
    response: RandomizedResponse,
    count: u64,
    /// The smallest number of truths whose probability does not underflow.
    first: u64,
    /// Probabilities of `first` truths and up; what is left out is below the smallest number.
    masses: Vec<f64>,
}

impl Responses {
    /// The most responses that are summed exactly; a curve of 200 points takes 70 ms.
    pub const LIMIT: f64 = 1e5;

    /// Tabulates the binomial law.
    pub fn new(response: RandomizedResponse, count: f64) -> Result<Self, Unavailable> {
        if count > Self::LIMIT {
            return Err(Unavailable::TooMany { count, limit: Self::LIMIT });
        }
        let count = count as u64;
        let mass = |truths: u64| log_binomial_mass(truths, count, response.truth()).exp();
        let mode = (response.truth() * count as f64) as u64;
        let first = (0..mode).rev().find(|&truths| mass(truths) == 0.0).map_or(0, |below| below + 1);
        let masses = (first..=count).map(mass).take_while(|&mass| mass > 0.0).collect();
        Ok(Self { response, count, first, masses })
    }

    /// `(2j − k, P[j])` by increasing j.
    fn outcomes(&self) -> impl DoubleEndedIterator<Item = (f64, f64)> {
        let offset = 2.0 * self.first as f64 - self.count as f64;
        self.masses.iter().enumerate().map(move |(at, &mass)| (offset + 2.0 * at as f64, mass))
    }

    /// `Σ P[j] (1 − e^{ε−(2j−k)ℓ})₊` with ℓ scaled by `1 + lean` away from or towards zero loss.
    fn delta(&self, epsilon: f64, lean: f64) -> f64 {
        let bound = self.response.bound();
        let above = |(steps, mass): (f64, f64)| {
            let loss = steps * bound;
            let gap = epsilon - (loss + lean * loss.abs());
            (gap < 0.0).then(|| -mass * gap.exp_m1())
        };
        self.outcomes().rev().map_while(above).sum()
    }

    fn times(&self, one: Interval) -> Interval {
        let count = self.count as f64;
        let widened = 4.0 * f64::EPSILON;
        Interval { lower: count * one.lower * (1.0 - widened), upper: count * one.upper * (1.0 + widened) }
    }
}

impl Pair for Responses {
    /// `Σ_j C(k,j) p^j (1−p)^{k−j} (1 − e^{ε−(2j−k)ℓ})₊`: positive terms only (Kairouz, Oh and
    /// Viswanath 2017).
    fn profile(&self, epsilon: f64) -> Interval {
        let lower = self.delta(epsilon, -1e-14) * (1.0 - ERROR);
        let upper = self.delta(epsilon, 1e-14) * (1.0 + ERROR);
        let beyond = epsilon >= self.count as f64 * self.response.bound() * (1.0 + 1e-14);
        let underflow = if beyond { 0.0 } else { f64::MIN_POSITIVE };
        Interval { lower, upper: upper + underflow }.within(0.0, 1.0)
    }

    fn renyi(&self, order: Order) -> Interval {
        self.times(self.response.renyi(order))
    }

    /// The Neyman–Pearson test rejects from the largest loss down, and tosses a coin at the last
    /// outcome; what it misses is summed from the smallest probability up, which keeps the digits of
    /// a small type II error.
    fn trade_off(&self, type_one: Probability) -> Interval {
        let bound = self.response.bound();
        if type_one.value() == 0.0 {
            return Interval::exact(1.0);
        }
        if type_one.value() < SMALLEST_ERROR {
            // Below, probabilities lose their digits; the curve falls, so its value there bounds it.
            let lower = self.trade_off(Probability::clamped(SMALLEST_ERROR)).lower;
            return Interval { lower, upper: 1.0 };
        }
        let mut room = type_one.value();
        let mut kept = self.masses.len();
        for (steps, mass) in self.outcomes().rev() {
            let innocent = (mass.ln() - steps * bound).exp();
            kept -= 1;
            if innocent > 0.0 && room <= innocent {
                let share = (room / innocent).max(0.0);
                let missed = self.masses[..kept].iter().sum::<f64>() + mass * (1.0 - share);
                // The room left is a difference: its rounding is that of the whole type I error.
                let slack = ERROR * (missed + mass * type_one.value() / innocent);
                return Interval { lower: missed - slack, upper: missed + slack }.within(0.0, 1.0);
            }
            room -= innocent;
        }
        Interval { lower: 0.0, upper: f64::MIN_POSITIVE }
    }

    fn loss(&self) -> LossDistribution<'_> {
        let bound = self.response.bound();
        LossDistribution {
            density: Box::new(|_| 0.0),
            atoms: self.outcomes().map(|(steps, mass)| Atom { at: steps * bound, mass }).collect(),
            span: (0.0, 0.0),
        }
    }

    fn infinite(&self) -> f64 {
        0.0
    }

    fn log_moment(&self, z: Complex64) -> Complex64 {
        self.count as f64 * self.response.log_moment(z)
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        let bound = self.response.bound();
        let inside = self.outcomes().filter(|&(steps, _)| above < steps * bound && steps * bound <= upto);
        let (p, q) =
            inside.fold((0.0, 0.0), |(p, q), (steps, mass)| (p + mass, q + mass * (-steps * bound).exp()));
        Masses {
            p: Interval::around(p, ERROR).within(0.0, 1.0),
            q: Interval::around(q, ERROR).within(0.0, 1.0),
        }
    }

    fn reverse(&self) -> Reverse<'_> {
        Reverse::Same
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows D13 and D14 of the reference table.
    #[test]
    fn compositions_match_the_reference() {
        for (truth, count, epsilon, expected) in
            [(0.52, 200.0, 1.0, 0.175_407_367_032_578_5), (0.6, 10.0, 1.0, 0.233_422_373_954_494_3)]
        {
            let delta =
                Responses::new(RandomizedResponse::new(truth).unwrap(), count).unwrap().profile(epsilon);
            assert!((delta.middle() / expected - 1.0).abs() < 1e-11, "{delta:?} {expected}");
        }
    }

    #[test]
    fn one_response_is_the_mechanism_itself() {
        let one = RandomizedResponse::new(0.8).unwrap();
        let many = Responses::new(one, 1.0).unwrap();
        for epsilon in [-3.0, -1.0, 0.0, 0.5, 1.3, 1.4] {
            let (a, b) = (many.profile(epsilon).middle(), one.profile(epsilon).middle());
            assert!((a - b).abs() < 1e-12, "{epsilon}: {a} {b}");
        }
        for x in [0.0, 0.1, 0.2, 0.5, 1.0] {
            let x = Probability::new(x).unwrap();
            assert!((many.trade_off(x).middle() - one.trade_off(x).middle()).abs() < 2e-12);
        }
    }

    #[test]
    fn the_largest_plan_keeps_all_its_probability() {
        let plan = Responses::new(RandomizedResponse::new(0.501).unwrap(), Responses::LIMIT).unwrap();
        assert!((plan.masses.iter().sum::<f64>() - 1.0).abs() < 1e-11);
        assert!(Responses::new(RandomizedResponse::new(0.501).unwrap(), 2.0 * Responses::LIMIT).is_err());
    }
}
