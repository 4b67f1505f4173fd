//! The discrete Fourier transform of real signals.

use num_complex::Complex64;

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

/// A planned transform of one length, a power of two, both ways.
///
/// Own code: the general crates bring kernels for every length, which cost 50 KB of the 200 KB that the
/// module may have; a power of two needs one kernel, at about the same speed.
#[derive(Clone)]
pub struct RealTransform {
    len: usize,
    /// `e^{−2πik/len}` for k below len/2; every shorter transform takes each so manieth.
    turns: Vec<Complex64>,
}

impl RealTransform {
    /// Plans the transform of signals of length `len`, rounded up to a power of two, at least 2.
    pub fn new(len: usize) -> Self {
        let len = len.next_power_of_two().max(2);
        let turn = |at: usize| Complex64::cis(-std::f64::consts::TAU * at as f64 / len as f64);
        Self { len, turns: (0..len / 2).map(turn).collect() }
    }

    /// The length.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is nothing to transform: never.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The first `len/2 + 1` coefficients `Xⱼ = Σₖ xₖ e^{−2πijk/len}`; the others are conjugates.
    ///
    /// Two neighbouring values make one complex number, so that a transform of half the length does.
    pub fn forward(&self, signal: &[f64]) -> Result<Vec<Complex64>, LengthError> {
        check(self.len, signal.len())?;
        let half = self.len / 2;
        let mut packed: Vec<Complex64> =
            signal.chunks_exact(2).map(|pair| Complex64::new(pair[0], pair[1])).collect();
        self.transform(&mut packed);
        let value = |at: usize| {
            let (here, there) = (packed[at % half], packed[(half - at) % half].conj());
            let (even, odd) = (0.5 * (here + there), 0.5 * (here - there));
            let turn = if at < half { self.turns[at] } else { Complex64::new(-1.0, 0.0) };
            even + turn * Complex64::new(odd.im, -odd.re)
        };
        Ok((0..=half).map(value).collect())
    }

    /// The signal whose [`forward`](Self::forward) transform is `spectrum`, divided by `len`.
    ///
    /// A real signal has real coefficients at zero and at half the sampling frequency: imaginary parts
    /// there are rounding errors and count as zero.
    pub fn inverse(&self, spectrum: &[Complex64]) -> Result<Vec<f64>, LengthError> {
        let half = self.len / 2;
        check(half + 1, spectrum.len())?;
        let at_ends = |at: usize| {
            let value = spectrum[at];
            if at == 0 || at == half { Complex64::new(value.re, 0.0) } else { value }
        };
        // The packing undone, conjugated: the forward transform of the conjugate is the inverse.
        let mut packed: Vec<Complex64> = (0..half)
            .map(|at| {
                let (here, there) = (at_ends(at), at_ends(half - at).conj());
                let (even, odd) = (0.5 * (here + there), 0.5 * (here - there) * self.turns[at].conj());
                (even + Complex64::new(-odd.im, odd.re)).conj()
            })
            .collect();
        self.transform(&mut packed);
        let scale = 1.0 / half as f64;
        Ok(packed.iter().flat_map(|value| [scale * value.re, -scale * value.im]).collect())
    }

    /// The transform of half the length in place: two stages at a time (radix 4), the first one alone
    /// where their number is odd.
    fn transform(&self, data: &mut [Complex64]) {
        let len = data.len();
        let bits = len.trailing_zeros();
        for at in 0..len {
            let mirrored = at.reverse_bits() >> (usize::BITS - bits).min(usize::BITS - 1);
            if bits > 0 && at < mirrored {
                data.swap(at, mirrored);
            }
        }
        let mut size = 1;
        if bits % 2 == 1 {
            for pair in data.chunks_exact_mut(2) {
                (pair[0], pair[1]) = (pair[0] + pair[1], pair[0] - pair[1]);
            }
            size = 2;
        }
        while size < len {
            let stride = self.len / (4 * size);
            for block in data.chunks_exact_mut(4 * size) {
                let (low, high) = block.split_at_mut(2 * size);
                let ((a, b), (c, d)) = (low.split_at_mut(size), high.split_at_mut(size));
                for at in 0..size {
                    // The inner stage turns by twice the angle of the outer one.
                    let (once, twice) = (self.turns[at * stride], self.turns[2 * at * stride]);
                    let (p, q) = (b[at] * twice, d[at] * twice);
                    let (first, second) = (a[at] + p, a[at] - p);
                    let (third, fourth) = ((c[at] + q) * once, (c[at] - q) * once);
                    let turned = Complex64::new(fourth.im, -fourth.re);
                    (a[at], c[at]) = (first + third, first - third);
                    (b[at], d[at]) = (second + turned, second - turned);
                }
            }
            size *= 4;
        }
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
        let signal = [1.0, 2.0, 0.0, -1.0, 3.0, 0.5, -2.0, 1.5];
        let found = RealTransform::new(8).forward(&signal).unwrap();
        for (j, value) in found.iter().enumerate() {
            let turn = -std::f64::consts::TAU * j as f64 / 8.0;
            let terms = signal.iter().enumerate();
            let sum: Complex64 = terms.map(|(k, x)| x * Complex64::cis(turn * k as f64)).sum();
            assert!((value - sum).norm() <= 1e-14);
        }
    }

    #[test]
    fn empty_factors_have_an_empty_product() {
        assert!(convolve(&[], &[1.0; 100]).is_empty());
        assert!(RealTransform::new(0).forward(&[1.0, 2.0]).is_ok());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn inverse_undoes_forward(mut signal in prop::collection::vec(-1.0..1.0, 1..300)) {
            let transform = RealTransform::new(signal.len());
            signal.resize(transform.len(), 0.0);
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
