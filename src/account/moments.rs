//! The moments accountant: Rényi divergences add.

use num_complex::Complex64;

use super::{Release, Unavailable, refuse_sampled};
use crate::guarantee::{Order, Pair, RenyiBound, delta_from_renyi, epsilon_from_renyi};

/// The Rényi curve of a plan, `Σ count · D_α`, and the log-moment function behind it.
#[derive(Debug)]
pub struct MomentsPlan<'a> {
    releases: &'a [Release],
}

/// Any plan of unsampled releases has one.
pub fn compose(releases: &[Release]) -> Result<MomentsPlan<'_>, Unavailable> {
    refuse_sampled(releases)?;
    Ok(MomentsPlan { releases })
}

impl MomentsPlan<'_> {
    /// An upper bound of the Rényi divergence of order α.
    pub fn renyi(&self, order: Order) -> f64 {
        self.releases.iter().map(|release| release.count * release.mechanism.renyi(order).upper).sum()
    }

    /// `φ(t) = e^{Σ count · K(it)}`: composition adds the log-moment function.
    pub fn characteristic(&self, t: f64) -> Complex64 {
        let z = Complex64::new(0.0, t);
        self.releases
            .iter()
            .map(|release| release.count * release.mechanism.log_moment(z))
            .sum::<Complex64>()
            .exp()
    }

    /// The ε that the Rényi curve implies at δ.
    pub fn epsilon(&self, delta: f64) -> RenyiBound {
        epsilon_from_renyi(|order| self.renyi(order), delta)
    }

    /// The δ that the Rényi curve implies at ε.
    pub fn delta(&self, epsilon: f64) -> RenyiBound {
        delta_from_renyi(|order| self.renyi(order), epsilon)
    }
}
