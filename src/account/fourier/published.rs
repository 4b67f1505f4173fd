//! The Fourier accountant with the quadrature of its publication.

use std::f64::consts::PI;

use num_complex::Complex64;

use crate::account::ledger::worst;
use crate::account::{Bound, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Interval, Probability};
use crate::numeric::quadrature::GaussLegendre;

/// Nodes of the rule; the authors' program takes 500 to 700.
const NODES: usize = 700;

/// The scheme subtracts two distribution functions, so its error is this times `e^ε`.
const NOISE: f64 = 1e-12;

/// Composes the plan for this scheme.
pub fn compose(plan: &Plan) -> Result<PublishedPlan<'_>, Unavailable> {
    let directions = plan.directions().iter().map(|&direction| plan.parts(direction));
    Ok(PublishedPlan { directions: directions.collect::<Result<_, _>>()? })
}

/// The pairs of a plan, one list per direction.
pub struct PublishedPlan<'a> {
    directions: Vec<Vec<Part<'a>>>,
}

impl Ledger for PublishedPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        worst(&self.directions, |parts| {
            let delta = Scheme::new(parts, NODES).delta(epsilon);
            let noise = NOISE * epsilon.exp();
            if delta < noise { Err(Unavailable::Noise { floor: noise }) } else { Ok(stated(delta, noise)) }
        })
    }

    /// Bisection of the decreasing profile, down to the noise.
    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        worst(&self.directions, |parts| {
            let scheme = Scheme::new(parts, NODES);
            let goal = delta.value();
            if scheme.delta(0.0) <= goal {
                return Ok(Interval::exact(0.0).into());
            }
            let (mut low, mut high) = (0.0, 0.1);
            while scheme.delta(high) > goal {
                low = high;
                high *= 2.0;
                if NOISE * f64::exp(high) > goal {
                    return Err(Unavailable::Noise { floor: NOISE * f64::exp(high) });
                }
            }
            if NOISE * f64::exp(high) > goal {
                return Err(Unavailable::Noise { floor: NOISE * f64::exp(high) });
            }
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if scheme.delta(middle) > goal { low = middle } else { high = middle }
            }
            // The profile falls at least as fast as its own size over the range of the search.
            Ok(stated(high, 1e-6 * high.max(1e-3)))
        })
    }
}

/// An estimate without a certificate: the upper end with its slack, no lower end.
fn stated(value: f64, slack: f64) -> Bound {
    let note = "the published quadrature: an estimate, shown for comparison";
    Bound { note: Some(note), ..Bound::above(value + slack) }
}

/// Gil-Pelaez inversion by a Gauss–Legendre rule in y, `t = y/(1−y²)`.
struct Scheme {
    /// `(t, weight/t, φ, φ')` with `φ(t) = M(it)` and `φ'(t) = M(−1−it)`.
    nodes: Vec<(f64, f64, Complex64, Complex64)>,
    infinite: f64,
}

impl Scheme {
    fn new(parts: &[Part<'_>], nodes: usize) -> Self {
        let rule = GaussLegendre::new(nodes);
        let furthest = rule.nodes().iter().fold(0.0, |far: f64, &y| far.max(y / (1.0 - y * y)));
        let moments: Vec<_> = parts.iter().map(|part| part.pair.moments(1.0, furthest)).collect();
        let value = |z: Complex64| {
            let sum: Complex64 =
                moments.iter().zip(parts).map(|(moments, part)| part.count * moments.at(z)).sum();
            sum.exp()
        };
        let positive = rule.nodes().iter().zip(rule.weights()).filter(|(y, _)| **y > 0.0);
        let nodes = positive
            .map(|(&y, &weight)| {
                let rest = 1.0 - y * y;
                let t = y / rest;
                let density = weight * (1.0 + y * y) / (rest * rest);
                (t, density / t, value(Complex64::new(0.0, t)), value(Complex64::new(-1.0, -t)))
            })
            .collect();
        let finite: f64 = parts.iter().map(|part| part.count * (-part.pair.infinite()).ln_1p()).sum();
        Self { nodes, infinite: -finite.exp_m1() }
    }

    /// `1 − F_P(ε) − e^ε F_Q(−ε)`, `F(b) = ½ − (1/π) ∫₀^∞ Im[e^{−itb} φ(t)]/t dt`.
    fn delta(&self, epsilon: f64) -> f64 {
        let (mut first, mut second) = (0.0, 0.0);
        for &(t, weight, under_p, under_q) in &self.nodes {
            first += weight * (under_p * Complex64::cis(-t * epsilon)).im;
            second += weight * (under_q * Complex64::cis(t * epsilon)).im;
        }
        let whole = 1.0 - self.infinite;
        let (f_p, f_q) = (0.5 * whole - first / PI, 0.5 - second / PI);
        1.0 - f_p - epsilon.exp() * f_q
    }
}
