//! The moments accountant: Rényi divergences add.

use num_complex::Complex64;

use super::ledger::worst;
use super::{Bound, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Order, Probability, delta_from_renyi, epsilon_from_renyi};

/// The Rényi curves of a plan, `Σ count · D_α`, one per direction.
pub struct MomentsPlan<'a> {
    directions: Vec<Vec<Part<'a>>>,
}

/// Any plan of pairs has one.
pub fn compose(plan: &Plan) -> Result<MomentsPlan<'_>, Unavailable> {
    let directions = plan.directions().iter().map(|&direction| plan.parts(direction));
    Ok(MomentsPlan { directions: directions.collect::<Result<_, _>>()? })
}

impl MomentsPlan<'_> {
    /// An upper bound of the Rényi divergence of order α in either direction, the rounding of the sum
    /// included.
    pub fn renyi(&self, order: Order) -> f64 {
        self.directions.iter().map(|parts| renyi(parts, order)).fold(0.0, f64::max)
    }

    /// `φ(t) = e^{Σ count · K(it)}` in the first direction: composition adds the log-moment function.
    pub fn characteristic(&self, t: f64) -> Complex64 {
        let z = Complex64::new(0.0, t);
        let parts = self.directions.first().into_iter().flatten();
        parts.map(|part| part.count * part.pair.log_moment(z)).sum::<Complex64>().exp()
    }
}

impl Ledger for MomentsPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        worst(&self.directions, |parts| Ok(delta_from_renyi(|order| renyi(parts, order), epsilon).into()))
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        worst(&self.directions, |parts| Ok(epsilon_from_renyi(|order| renyi(parts, order), delta).into()))
    }
}

fn renyi(parts: &[Part<'_>], order: Order) -> f64 {
    let sum: f64 = parts.iter().map(|part| part.count * part.pair.renyi(order).upper).sum();
    sum * (1.0 + (parts.len() as f64 + 4.0) * f64::EPSILON)
}
