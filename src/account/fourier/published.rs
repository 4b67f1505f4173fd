//! The Fourier accountant with the quadrature of its publication.

use std::f64::consts::PI;

use num_complex::Complex64;

use crate::account::ledger::worst;
use crate::account::plan::infinite_mass;
use crate::account::{Bound, Ledger, Part, Plan, Unavailable};
use crate::guarantee::Probability;
use crate::numeric::quadrature::GaussLegendre;
use crate::numeric::root::{Bracket, Stop, bisect};

/// Nodes of the rule; the authors' program takes 500 to 700.
const NODES: usize = 700;

/// The scheme subtracts two distribution functions, so its error is this times `e^ε`.
const NOISE: f64 = 1e-12;

/// Composes the plan for this scheme.
pub fn compose(plan: &Plan) -> Result<PublishedPlan<'_>, Unavailable> {
    Ok(PublishedPlan { directions: plan.parts()? })
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
                return Ok(stated(0.0, NOISE));
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
            let found =
                bisect(Bracket { low, high }, Stop::after(60), |epsilon| scheme.delta(epsilon) <= goal);
            // The profile falls at least as fast as its own size over the range of the search.
            Ok(stated(found.high, 1e-6 * found.high.max(1e-3)))
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
        let positive = rule.nodes().iter().zip(rule.weights()).filter(|(y, _)| **y > 0.0);
        let places: Vec<(f64, f64)> = positive
            .map(|(&y, &weight)| {
                let rest = 1.0 - y * y;
                let t = y / rest;
                (t, weight * (1.0 + y * y) / (rest * rest) / t)
            })
            .collect();
        Self { nodes: values(parts, &places), infinite: infinite_mass(parts, 1.0) }
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

/// The two characteristic functions at every place, up to where both have faded, or where a value would
/// take more terms than anybody waits for: the scheme has no rule for its own tail.
fn values(parts: &[Part<'_>], places: &[(f64, f64)]) -> Vec<(f64, f64, Complex64, Complex64)> {
    const TERMS: usize = 20_000;
    let mut reach = places.first().map_or(1.0, |place| place.0.max(1.0));
    let tables =
        |reach: f64| -> Vec<_> { parts.iter().map(|part| part.pair.moments(1.0, (0.0, reach))).collect() };
    let mut moments = tables(reach);
    let mut found = Vec::new();
    for &(t, weight) in places {
        if t > reach {
            reach = (2.0 * reach).max(t);
            if parts.iter().any(|part| !part.pair.affords_moments(1.0, (0.0, reach))) {
                break;
            }
            moments = tables(reach);
        }
        let value = |z: Complex64| {
            let logs = moments.iter().zip(parts).map(|(moments, part)| part.count * moments.at(z));
            logs.sum::<Complex64>().exp()
        };
        let (under_p, under_q) = (value(Complex64::new(0.0, t)), value(Complex64::new(-1.0, -t)));
        found.push((t, weight, under_p, under_q));
        let faded = under_p.norm().max(under_q.norm()) < 1e-25;
        if faded || moments.iter().any(|moments| moments.terms() > TERMS) {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Gaussian, RandomizedResponse};

    fn gaussian(sigma: f64, count: f64) -> Part<'static> {
        Part { pair: Box::new(Gaussian::with_sigma(sigma)), count }
    }

    /// Rows K05 to K15 of the reference table: the error by the number of nodes, for 500 Gaussian releases
    /// and for 50 of them beside 50 randomized responses. The first rule is too coarse and its error is a
    /// value of its own; from 200 nodes on what is left is rounding.
    #[test]
    fn its_error_is_that_of_the_publication() {
        let same = [gaussian(50.0, 500.0)];
        let coarse = Scheme::new(&same, 100).delta(1.0) - 0.003_185_055_378_333_48;
        assert!((coarse + 1.342_625_415_186_316e-8).abs() < 1e-12, "{coarse}");
        let mixed = [
            gaussian(5.0, 50.0),
            Part { pair: Box::new(RandomizedResponse::new(0.52).unwrap()), count: 50.0 },
        ];
        let coarse = Scheme::new(&mixed, 100).delta(2.0) - 0.150_201_642_123_168;
        assert!((coarse + 5.511_979_761_507_746e-13).abs() < 3e-13, "{coarse}");
        for nodes in [200, 500, 700] {
            let error = Scheme::new(&same, nodes).delta(1.0) - 0.003_185_055_378_333_48;
            assert!(error.abs() < 3e-13, "{nodes}: {error}");
            let error = Scheme::new(&mixed, nodes).delta(2.0) - 0.150_201_642_123_168;
            assert!(error.abs() < 1e-12, "{nodes}: {error}");
        }
    }

    /// Rows K07, K10, K13 and K16: one Gaussian release at ε = 12, where the truth is 5.2e-32 and the
    /// scheme returns anything. Asked through the plan it refuses.
    #[test]
    fn it_is_noise_where_delta_is_small() {
        for (nodes, row, rounding) in [
            (100, 13.905_328_906_885_53, 1e-6),
            (200, -0.000_680_393_564_930_972_7, 1e-8),
            (500, -1.924_380_353_526_702e-9, 1e-8),
            (700, -2.710_389_547_561_153e-11, 1e-8),
        ] {
            let found = Scheme::new(&[gaussian(1.0, 1.0)], nodes).delta(12.0);
            assert!((found - row).abs() < rounding, "{nodes}: {found} {row}");
        }
        let plan = PublishedPlan { directions: vec![vec![gaussian(1.0, 1.0)]] };
        assert!(matches!(plan.delta(12.0), Err(Unavailable::Noise { .. })));
    }
}
