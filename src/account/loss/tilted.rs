//! The composition of lattice laws by one tilted Fourier transform.

use num_complex::Complex64;

use super::lattice::{Lattice, ON_POINT};
use crate::account::fourier::entropy;
use crate::numeric::fft::RealTransform;

/// The largest transform: 8 MB a list.
pub const LONGEST: usize = 1 << 20;

/// Natural logarithm of what may wrap around, relative to the tilted law.
const WRAPPED: f64 = 26.0;

/// Which side of the truth a law stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// δ is never below the truth.
    Above,
    /// δ is never above the truth.
    Below,
}

/// The law of the sum of the losses, tilted by `e^{cL}` so that the part of it that decides δ is in the
/// middle, where the transform is exact to rounding (its error is absolute).
pub struct Composed {
    side: Side,
    tilt: f64,
    step: f64,
    /// `K(c)` of the lattice laws.
    log_scale: f64,
    /// The loss at the first point.
    start: f64,
    /// `Σ_{i ≥ j} r_i e^{−c(x_i−x_j)}` and the same with c + 1, r the tilted law: both grow from the top
    /// down, so that δ between two points is a difference of two of them.
    heavy: Vec<f64>,
    light: Vec<f64>,
    infinite: f64,
    /// What wrapped around at most, in units of the scale.
    wrapped: f64,
    /// Relative rounding of the scale.
    rounding: f64,
    /// How much each loss may be off by rounding, added up.
    shift: f64,
}

/// A transform longer than [`LONGEST`] would be needed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TooLong {
    /// The length.
    pub points: f64,
}

impl Composed {
    /// Adds the laws up, each as often as it occurs.
    pub fn new(laws: &[(Lattice, f64)], step: f64, tilt: f64, side: Side) -> Result<Self, TooLong> {
        let cumulant =
            |c: f64| -> f64 { laws.iter().map(|(law, count)| count * log_moment(law, step, c)).sum() };
        let log_scale = cumulant(tilt);
        // Chernoff bounds of the tilted law on both sides.
        let reach = |factors: &[f64]| {
            factors.iter().map(|factor| factor * tilt).map(|c| (c, cumulant(c))).collect::<Vec<_>>()
        };
        let end = |(c, k): &(f64, f64)| (k - log_scale + WRAPPED) / (c - tilt);
        let top =
            reach(&[1.05, 1.1, 1.2, 1.4, 1.8, 2.5, 4.0, 8.0]).iter().map(end).fold(f64::INFINITY, f64::min);
        let bottom =
            reach(&[0.9, 0.75, 0.5, 0.0, -1.0, -3.0]).iter().map(end).fold(f64::NEG_INFINITY, f64::max);
        let needed = (top - bottom) / step + 4.0;
        let length = transform_length(needed).ok_or(TooLong { points: needed })?;
        let spectrum = Spectrum::new(laws, step, tilt, length);
        let (mut law, error) = spectrum.invert();
        let origin: f64 = laws.iter().map(|(law, count)| count * law.first as f64).sum();
        let offset: f64 = laws.iter().map(|(law, count)| count * law.offset).sum();
        let first = ((bottom - offset) / step).floor() - 1.0;
        // Entry m of the transform is index `origin + m` modulo the length.
        let turn = (first - origin).rem_euclid(length as f64) as usize;
        law.rotate_left(turn % length);
        let (mut heavy, mut light) = (vec![0.0; length + 1], vec![0.0; length + 1]);
        let (fall, faster) = ((-tilt * step).exp(), (-(tilt + 1.0) * step).exp());
        for at in (0..length).rev() {
            let mass = match side {
                Side::Above => law[at].max(0.0) + error,
                Side::Below => (law[at] - error).max(0.0),
            };
            heavy[at] = mass + fall * heavy[at + 1];
            light[at] = mass + faster * light[at + 1];
        }
        let count: f64 = laws.iter().map(|(_, count)| count).sum();
        let finite: f64 = laws.iter().map(|(law, count)| count * (-law.infinite.min(1.0)).ln_1p()).sum();
        Ok(Self {
            side,
            tilt,
            step,
            log_scale,
            start: offset + first * step,
            heavy,
            light,
            infinite: -finite.exp_m1(),
            wrapped: 2.0 * (-WRAPPED).exp(),
            rounding: 1e-14 + 4.0 * f64::EPSILON * (count + log_scale.abs()),
            shift: 1e-12 * (offset.abs() + (first * step).abs() + (length as f64 * step))
                + count * (5e-14 + ON_POINT * step),
        })
    }

    /// The length of the transform.
    pub fn len(&self) -> usize {
        self.heavy.len()
    }

    /// The bound of δ at ε.
    pub fn delta(&self, epsilon: f64) -> f64 {
        let direction = if self.side == Side::Above { 1.0 } else { -1.0 };
        let epsilon = epsilon - direction * self.shift;
        let at = ((epsilon - self.start) / self.step).floor() + 1.0;
        let at = at.clamp(0.0, (self.heavy.len() - 1) as f64) as usize;
        let x = self.start + at as f64 * self.step;
        let law = self.heavy[at] - (epsilon - x).exp() * self.light[at];
        let scale = (self.log_scale - self.tilt * x).exp();
        let stray = self.wrapped * (self.log_scale - self.tilt * epsilon + entropy(self.tilt)).exp();
        let rounding = self.rounding * self.heavy[at];
        let finite = scale * (law + direction * rounding) + direction * stray;
        (finite.max(0.0) + self.infinite * (1.0 + direction * 1e-13)).clamp(0.0, 1.0)
    }

    /// The smallest ε ≥ 0 at which the bound from above is at most `delta`; infinite if it never is.
    pub fn epsilon_above(&self, delta: f64) -> f64 {
        if self.delta(0.0) <= delta {
            return 0.0;
        }
        let high = self.start + self.heavy.len() as f64 * self.step;
        if high <= 0.0 || self.delta(high) > delta {
            return f64::INFINITY;
        }
        self.boundary(0.0, high, delta).1
    }

    /// An ε up to `upper` at which the bound from below still exceeds `delta`, close to the largest;
    /// 0 if there is none. Far from the tilt the bound from below is void, so the search starts above.
    pub fn epsilon_below(&self, delta: f64, upper: f64) -> f64 {
        let mut width = 1e-6 * upper;
        let mut high = upper;
        while width < 2.0 * upper {
            let low = upper - width;
            if low > 0.0 && self.delta(low) > delta {
                return self.boundary(low, high, delta).0;
            }
            high = low;
            width *= 2.0;
        }
        0.0
    }

    /// Closes in on where the bound falls below `delta`.
    fn boundary(&self, mut low: f64, mut high: f64, delta: f64) -> (f64, f64) {
        while high - low > 4.0 * f64::EPSILON * high {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if self.delta(middle) > delta { low = middle } else { high = middle }
        }
        (low, high)
    }
}

/// `log Σ p_j e^{c l_j}`.
fn log_moment(law: &Lattice, step: f64, c: f64) -> f64 {
    let exponent = |at: usize| c * (law.offset + (law.first + at as i64) as f64 * step);
    let (first, last) = (exponent(0), exponent(law.masses.len().saturating_sub(1)));
    // The exponents are linear in the index: rescale from the larger end.
    let largest = first.max(last);
    if largest < 600.0 {
        let turn = (c * step).exp();
        let mut power = first.exp();
        let mut sum = 0.0;
        for (at, mass) in law.masses.iter().enumerate() {
            if at % 256 == 0 {
                power = exponent(at).exp();
            }
            sum += mass * power;
            power *= turn;
        }
        return sum.ln();
    }
    let terms = || law.masses.iter().enumerate().filter(|(_, mass)| **mass > 0.0);
    let top = terms().map(|(at, mass)| mass.ln() + exponent(at)).fold(f64::NEG_INFINITY, f64::max);
    terms().map(|(at, mass)| (mass.ln() + exponent(at) - top).exp()).sum::<f64>().ln() + top
}

/// The next length of a transform.
fn transform_length(needed: f64) -> Option<usize> {
    (needed <= LONGEST as f64).then(|| (needed as usize).next_power_of_two().max(256))
}

/// Below this logarithm a frequency is left out and counted as an error.
const FADED: f64 = -60.0;

/// The law tilted by `e^{cL}`, normalised and wrapped around.
fn tilted(law: &Lattice, step: f64, tilt: f64, length: usize) -> Vec<f64> {
    let scale = log_moment(law, step, tilt);
    let mut signal = vec![0.0; length];
    for (at, &mass) in law.masses.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
        let loss = law.offset + (law.first + at as i64) as f64 * step;
        let exponent = tilt * loss - scale;
        signal[at % length] +=
            if exponent.abs() < 600.0 { mass * exponent.exp() } else { (mass.ln() + exponent).exp() };
    }
    signal
}

/// The spectrum of the composition and a bound of its error at each frequency.
struct Spectrum {
    transform: RealTransform,
    values: Vec<Complex64>,
    /// Largest possible error of one entry of the inverse.
    error: f64,
}

impl Spectrum {
    fn new(laws: &[(Lattice, f64)], step: f64, tilt: f64, length: usize) -> Self {
        let transform = RealTransform::new(length);
        // Each output of the transform passes every input through log₂ n rounded products.
        let unit = 8.0 * f64::EPSILON * (length as f64).log2();
        let half = length / 2 + 1;
        let mut sizes = vec![0.0; half];
        let mut turns = vec![0.0; half];
        let mut errors = vec![0.0; half];
        for (law, count) in laws {
            let spectrum = transform.forward(&tilted(law, step, tilt, length));
            let spectrum = spectrum.unwrap_or_else(|_| vec![Complex64::ZERO; half]);
            for (at, value) in spectrum.iter().enumerate() {
                let size = value.norm_sqr().sqrt();
                sizes[at] += count * size.max(f64::MIN_POSITIVE).ln();
                errors[at] += count * (unit / size.max(f64::MIN_POSITIVE)).ln_1p();
                if sizes[at] > FADED {
                    turns[at] += count * value.arg();
                }
            }
        }
        let mut error = 0.0;
        let power = |at: usize| {
            let (log, turn, relative) = (sizes[at], turns[at], errors[at]);
            if log + relative < FADED {
                error += FADED.exp();
                return Complex64::ZERO;
            }
            let size = log.exp();
            // (|s| + u)^k − |s|^k, and the rounding of the logarithm of a turned value.
            let turned = 4.0 * f64::EPSILON * (turn.abs() + log.abs() + 1.0);
            error += (log + relative).exp() - size + size * (turned + unit);
            if log < FADED { Complex64::ZERO } else { Complex64::from_polar(size, turn) }
        };
        let values = (0..half).map(power).collect();
        Self { transform, values, error: 2.0 * error / length as f64 }
    }

    fn invert(&self) -> (Vec<f64>, f64) {
        let length = 2 * (self.values.len() - 1);
        (self.transform.inverse(&self.values).unwrap_or_else(|_| vec![0.0; length]), self.error)
    }
}
