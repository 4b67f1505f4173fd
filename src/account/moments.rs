//! The moments accountant: Rényi divergences add.

use num_complex::Complex64;

use super::{Release, Unavailable, refuse_sampled};
use crate::guarantee::{Order, Pair, Probability, RenyiBound, delta_from_renyi, epsilon_from_renyi};
use crate::mechanism::Mechanism;

/// The Rényi curve of a plan, `Σ count · D_α`, and the log-moment function behind it.
#[derive(Debug)]
pub struct MomentsPlan {
    /// Each mechanism once, with its count.
    parts: Vec<(Mechanism, f64)>,
}

/// Any plan of unsampled releases has one.
pub fn compose(releases: &[Release]) -> Result<MomentsPlan, Unavailable> {
    refuse_sampled(releases)?;
    let mut parts: Vec<(Mechanism, f64)> = Vec::new();
    for Release { mechanism, count, .. } in releases {
        match parts.iter_mut().find(|(known, _)| known == mechanism) {
            Some((_, sum)) => *sum += count,
            None => parts.push((*mechanism, *count)),
        }
    }
    Ok(MomentsPlan { parts })
}

impl MomentsPlan {
    /// An upper bound of the Rényi divergence of order α, the rounding of the sum included.
    pub fn renyi(&self, order: Order) -> f64 {
        let sum: f64 = self.parts.iter().map(|(mechanism, count)| count * mechanism.renyi(order).upper).sum();
        sum * (1.0 + (self.parts.len() as f64 + 4.0) * f64::EPSILON)
    }

    /// `φ(t) = e^{Σ count · K(it)}`: composition adds the log-moment function.
    pub fn characteristic(&self, t: f64) -> Complex64 {
        let z = Complex64::new(0.0, t);
        self.parts.iter().map(|(mechanism, count)| count * mechanism.log_moment(z)).sum::<Complex64>().exp()
    }

    /// The ε that the Rényi curve implies at δ.
    pub fn epsilon(&self, delta: Probability) -> RenyiBound {
        epsilon_from_renyi(|order| self.renyi(order), delta)
    }

    /// The δ that the Rényi curve implies at ε.
    pub fn delta(&self, epsilon: f64) -> RenyiBound {
        delta_from_renyi(|order| self.renyi(order), epsilon)
    }
}
