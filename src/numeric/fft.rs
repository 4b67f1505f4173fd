//! The discrete Fourier transform of real signals.

use std::sync::Arc;

use num_complex::Complex64;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};

/// Up to this length of the shorter factor a convolution is summed directly.
const SHORT: usize = 32;

/// A signal or spectrum that does not fit its transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a transform of {expected} values was given {given}")]
pub struct LengthError {
    /// How many values the transform takes.
    pub expected: usize,
    /// How many it was given.
    pub given: usize,
}

/// A planned transform of one length, both ways.
#[derive(Clone)]
pub struct RealTransform {
    len: usize,
    forward: Arc<dyn RealToComplex<f64>>,
    inverse: Arc<dyn ComplexToReal<f64>>,
}

impl RealTransform {
    /// Plans the transform of signals of length `len`; an empty signal is planned as one value.
    pub fn new(len: usize) -> Self {
        let len = len.max(1);
        let mut planner = RealFftPlanner::new();
        Self { len, forward: planner.plan_fft_forward(len), inverse: planner.plan_fft_inverse(len) }
    }

    /// The first `len/2 + 1` coefficients `Xⱼ = Σₖ xₖ e^{−2πijk/len}`; the others are conjugates.
    pub fn forward(&self, signal: &[f64]) -> Result<Vec<Complex64>, LengthError> {
        check(self.len, signal.len())?;
        let mut input = signal.to_vec();
        let mut spectrum = self.forward.make_output_vec();
        self.forward
            .process(&mut input, &mut spectrum)
            .map_err(|_| LengthError { expected: self.len, given: signal.len() })?;
        Ok(spectrum)
    }

    /// The signal whose [`forward`](Self::forward) transform is `spectrum`, divided by `len`.
    ///
    /// A real signal has real coefficients at zero and, for even `len`, at half the sampling
    /// frequency: imaginary parts there are rounding errors and count as zero.
    pub fn inverse(&self, spectrum: &[Complex64]) -> Result<Vec<f64>, LengthError> {
        let expected = self.len / 2 + 1;
        check(expected, spectrum.len())?;
        let mut input = spectrum.to_vec();
        input[0].im = 0.0;
        if self.len.is_multiple_of(2) {
            input[expected - 1].im = 0.0;
        }
        let mut signal = self.inverse.make_output_vec();
        self.inverse
            .process(&mut input, &mut signal)
            .map_err(|_| LengthError { expected, given: spectrum.len() })?;
        let scale = 1.0 / self.len as f64;
        signal.iter_mut().for_each(|value| *value *= scale);
        Ok(signal)
    }
}

fn check(expected: usize, given: usize) -> Result<(), LengthError> {
    if expected == given { Ok(()) } else { Err(LengthError { expected, given }) }
}

/// The linear convolution `cₖ = Σᵢ aᵢ bₖ₋ᵢ`, of length `a.len() + b.len() − 1`.
///
/// A short factor is summed directly, which is exact to rounding in every entry. Otherwise through
/// the transform, whose error is absolute: `2e-16·‖a‖₂‖b‖₂` (measured to length
/// 1000) in every entry, however small the entry.
pub fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    if a.len().min(b.len()) <= SHORT {
        return convolve_directly(a, b);
    }
    convolve_by_transform(a, b).unwrap_or_else(|_| convolve_directly(a, b))
}

fn convolve_by_transform(a: &[f64], b: &[f64]) -> Result<Vec<f64>, LengthError> {
    let len = a.len() + b.len() - 1;
    let transform = RealTransform::new(len.next_power_of_two());
    let spectrum = |signal: &[f64]| {
        let mut padded = signal.to_vec();
        padded.resize(transform.len, 0.0);
        transform.forward(&padded)
    };
    let product: Vec<_> = spectrum(a)?.iter().zip(&spectrum(b)?).map(|(x, y)| x * y).collect();
    let mut result = transform.inverse(&product)?;
    result.truncate(len);
    Ok(result)
}

fn convolve_directly(a: &[f64], b: &[f64]) -> Vec<f64> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut result = vec![0.0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (y, sum) in b.iter().zip(&mut result[i..]) {
            *sum += x * y;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn norm(signal: &[f64]) -> f64 {
        signal.iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    #[test]
    fn wrong_lengths_are_refused() {
        let transform = RealTransform::new(8);
        let error = LengthError { expected: 8, given: 7 };
        assert_eq!(transform.forward(&[0.0; 7]), Err(error));
        let error = LengthError { expected: 5, given: 8 };
        assert_eq!(transform.inverse(&[Complex64::ZERO; 8]), Err(error));
        assert_eq!(error.to_string(), "a transform of 5 values was given 8");
    }

    #[test]
    fn coefficients_are_the_sums_of_the_definition() {
        let signal = [1.0, 2.0, 0.0, -1.0, 3.0];
        let found = RealTransform::new(5).forward(&signal).unwrap();
        for (j, value) in found.iter().enumerate() {
            let turn = -std::f64::consts::TAU * j as f64 / 5.0;
            let terms = signal.iter().enumerate();
            let sum: Complex64 = terms.map(|(k, x)| x * Complex64::cis(turn * k as f64)).sum();
            assert!((value - sum).norm() <= 1e-14);
        }
    }

    #[test]
    fn empty_factors_have_an_empty_product() {
        assert!(convolve(&[], &[1.0; 100]).is_empty());
        assert!(RealTransform::new(0).forward(&[1.0]).is_ok());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn inverse_undoes_forward(signal in prop::collection::vec(-1.0..1.0, 1..300)) {
            let transform = RealTransform::new(signal.len());
            let back = transform.inverse(&transform.forward(&signal).unwrap()).unwrap();
            let bound = 5e-16 * norm(&signal);
            for (x, y) in signal.iter().zip(&back) {
                prop_assert!((x - y).abs() <= bound);
            }
        }

        #[test]
        fn convolution_is_the_sum(
            a in prop::collection::vec(-1.0..1.0, 0..200),
            b in prop::collection::vec(-1.0..1.0, 0..200),
        ) {
            let (found, expected) = (convolve(&a, &b), convolve_directly(&a, &b));
            prop_assert_eq!(found.len(), expected.len());
            let bound = 1e-15 * norm(&a) * norm(&b);
            for (x, y) in found.iter().zip(&expected) {
                prop_assert!((x - y).abs() <= bound);
            }
        }
    }
}
