//! Randomized responses and Gaussian releases together, by conditioning on the responses.

use num_complex::Complex64;

use super::Unavailable;
use super::plan::Entry;
use crate::guarantee::{
    Atom, Interval, LossDistribution, Masses, Nodes, Order, Pair, Probability, Reverse,
    trade_off_by_threshold,
};
use crate::mechanism::{Gaussian, Mechanism, RandomizedResponse};
use crate::numeric::binomial::log_binomial_mass;

/// The most outcomes of all responses together.
const LIMIT: f64 = 1e5;

/// Relative error of a product of binomial masses.
const ERROR: f64 = 1e-12;

/// Outcomes this improbable are left out and counted as certain disclosure.
const NEGLIGIBLE: f64 = 1e-290;

/// `δ(ε) = Σ_j P[j] δ_G(ε − l_j)` over the outcomes j of all responses, with losses `l_j`: positive terms
/// only, and the Gaussian profile in closed form.
pub struct Mixture {
    responses: Vec<(RandomizedResponse, f64)>,
    gaussian: Option<Gaussian>,
    /// Loss, P-mass and Q-mass of every outcome.
    outcomes: Vec<(f64, f64, f64)>,
}

impl Mixture {
    /// Tabulates the outcomes; refuses anything but Gaussian releases and responses.
    pub fn new(entries: &[Entry]) -> Result<Self, Unavailable> {
        let (mut responses, mut gaussians) = (Vec::new(), Vec::new());
        for entry in entries {
            match (&entry.mechanism, entry.sampling) {
                (Mechanism::RandomizedResponse(response), None) => responses.push((*response, entry.count)),
                (Mechanism::Gaussian(gaussian), None) => gaussians.push((*gaussian, entry.count)),
                _ => return Err(Unavailable::NoClosedForm),
            }
        }
        let count: f64 = responses.iter().map(|(_, count)| count + 1.0).product();
        if responses.is_empty() || count > LIMIT {
            return Err(Unavailable::NoClosedForm);
        }
        let mut outcomes = vec![(0.0, 1.0, 1.0)];
        for (response, count) in &responses {
            let law = binomial(*response, *count as u64);
            let join = |(loss, p, q): (f64, f64, f64)| {
                law.iter().map(move |(other, under_p, under_q)| (loss + other, p * under_p, q * under_q))
            };
            outcomes = outcomes.into_iter().flat_map(join).filter(|(_, p, _)| *p > NEGLIGIBLE).collect();
        }
        let gaussian = (!gaussians.is_empty()).then(|| Gaussian::composed(gaussians));
        Ok(Self { responses, gaussian, outcomes })
    }

    /// The profile of what follows an outcome.
    fn rest(&self, epsilon: f64) -> Interval {
        match &self.gaussian {
            Some(gaussian) => gaussian.profile(epsilon),
            None => Interval::exact((-epsilon.exp_m1()).max(0.0)),
        }
    }
}

/// `(loss, P-mass, Q-mass)` of every number of truths.
fn binomial(response: RandomizedResponse, count: u64) -> Vec<(f64, f64, f64)> {
    let mass = |truths: u64| log_binomial_mass(truths, count, response.truth()).exp();
    let loss = |truths: u64| (2.0 * truths as f64 - count as f64) * response.bound();
    (0..=count).map(|truths| (loss(truths), mass(truths), mass(count - truths))).collect()
}

impl Pair for Mixture {
    fn profile(&self, epsilon: f64) -> Interval {
        let (mut lower, mut upper) = (0.0, 0.0);
        for (loss, p, _) in &self.outcomes {
            // The loss of an outcome is off by its rounding.
            let slack = 4e-15 * (loss.abs() + epsilon.abs());
            lower += p * self.rest(epsilon - loss + slack).lower;
            upper += p * self.rest(epsilon - loss - slack).upper;
        }
        let left_out = NEGLIGIBLE * LIMIT;
        Interval { lower: lower * (1.0 - ERROR), upper: upper * (1.0 + ERROR) + left_out }.within(0.0, 1.0)
    }

    fn renyi(&self, order: Order) -> Interval {
        let responses = self.responses.iter().map(|(response, count)| (response.renyi(order), *count));
        let gaussian = self.gaussian.iter().map(|gaussian| (gaussian.renyi(order), 1.0));
        let mut sum = Interval::exact(0.0);
        for (one, count) in responses.chain(gaussian) {
            sum = Interval { lower: sum.lower + count * one.lower, upper: sum.upper + count * one.upper };
        }
        Interval { lower: sum.lower * (1.0 - 1e-14), upper: sum.upper * (1.0 + 1e-14) }
    }

    fn trade_off(&self, type_one: Probability) -> Interval {
        trade_off_by_threshold(self, type_one)
    }

    fn loss(&self) -> LossDistribution<'_> {
        let extreme = |pick: fn(f64, f64) -> f64, from: f64| {
            self.outcomes.iter().filter(|(_, p, _)| *p > 1e-15).map(|outcome| outcome.0).fold(from, pick)
        };
        let (low, high) = (extreme(f64::min, f64::INFINITY), extreme(f64::max, f64::NEG_INFINITY));
        match &self.gaussian {
            None => LossDistribution {
                density: Box::new(|_| 0.0),
                atoms: self.outcomes.iter().map(|&(at, mass, _)| Atom { at, mass }).collect(),
                span: (0.0, 0.0),
            },
            Some(gaussian) => {
                let LossDistribution { density, span, .. } = gaussian.loss();
                let outcomes = &self.outcomes;
                let density =
                    move |l: f64| outcomes.iter().map(|(loss, p, _)| p * density(l - loss)).sum::<f64>();
                LossDistribution {
                    density: Box::new(density),
                    atoms: Vec::new(),
                    span: (low + span.0, high + span.1),
                }
            }
        }
    }

    fn infinite(&self) -> f64 {
        0.0
    }

    fn log_moment(&self, z: Complex64) -> Complex64 {
        let responses: Complex64 =
            self.responses.iter().map(|(response, count)| *count * response.log_moment(z)).sum();
        responses + self.gaussian.map_or(Complex64::ZERO, |gaussian| gaussian.log_moment(z))
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        let (mut p, mut q) = (Interval::exact(0.0), Interval::exact(0.0));
        for &(loss, under_p, under_q) in &self.outcomes {
            let rest = match &self.gaussian {
                Some(gaussian) => gaussian.masses(above - loss, upto - loss),
                None if above < loss && loss <= upto => {
                    Masses { p: Interval::exact(1.0), q: Interval::exact(1.0) }
                }
                None => continue,
            };
            p = Interval { lower: p.lower + under_p * rest.p.lower, upper: p.upper + under_p * rest.p.upper };
            q = Interval { lower: q.lower + under_q * rest.q.lower, upper: q.upper + under_q * rest.q.upper };
        }
        let widened = |sum: Interval| {
            let upper = sum.upper * (1.0 + ERROR) + NEGLIGIBLE * LIMIT;
            Interval { lower: sum.lower * (1.0 - ERROR), upper }.within(0.0, 1.0)
        };
        Masses { p: widened(p), q: widened(q) }
    }

    fn reverse(&self) -> Reverse<'_> {
        Reverse::Same
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        None
    }
}
