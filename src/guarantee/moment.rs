//! The characteristic function of the loss: the log-moment function on the imaginary axis.

use num_complex::Complex64;

use super::Pair;

/// `φ(t) = E_P[e^{itL}] = e^{K(it)}`.
pub fn characteristic(pair: &(impl Pair + ?Sized), t: f64) -> Complex64 {
    pair.log_moment(Complex64::new(0.0, t)).exp()
}
