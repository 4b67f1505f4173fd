//! The composition of lattice laws by one tilted Fourier transform.

use std::cell::OnceCell;
use std::f64::consts::TAU;

use num_complex::Complex64;

use super::lattice::Lattice;
use crate::account::Unavailable;
use crate::account::fourier::entropy;
use crate::account::fourier::payoff::{add_up, payoff};
use crate::numeric::Scale;
use crate::numeric::complex;
use crate::numeric::fft::RealTransform;
use crate::numeric::root::{Bracket, solve};
use crate::watch;

/// The largest transform: 8 MB a list, and a dozen lists at a time.
pub const LONGEST: usize = 1 << 20;

/// Natural logarithm of what may wrap around, relative to the tilted law.
const WRAPPED: f64 = 26.0;

/// Below this logarithm a frequency is left out and counted as an error.
const FADED: f64 = -60.0;

/// More than what underflow may take from a sum.
const UNDERFLOW: f64 = 1e-300;

/// Which side of the truth a law stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// δ is never below the truth.
    Above,
    /// δ is never above the truth.
    Below,
}

/// The law of the sum of the losses, tilted by `e^{cL}` so that the part of it that decides δ is in the
/// middle, where a transform is exact to rounding (its error is absolute).
///
/// It is kept as its transform, most of which has faded: δ is the sum of what is left against the transform
/// of the payoff.
pub struct Composed {
    side: Side,
    tilt: f64,
    step: f64,
    length: usize,
    /// `K(c)` of the lattice laws.
    log_scale: f64,
    /// The loss at index 0, the index of the first value of the transform, and the lowest loss that it tells
    /// from those a window above.
    offset: f64,
    origin: f64,
    bottom: f64,
    /// The transform times those of `1 − e^{−l}` and of `e^{−l}`.
    terms: Vec<[Complex64; 2]>,
    /// The same for the payoffs next to ε, once they are needed.
    near_terms: OnceCell<Vec<[Complex64; 2]>>,
    /// By how much either sum may be off.
    errors: [f64; 2],
    infinite: f64,
    /// Relative rounding of the scale.
    rounding: f64,
    /// How much each loss may be off by rounding, added up.
    shift: f64,
    /// The largest variance of all moves to the points of the lattice together.
    variance: f64,
    /// The mass of which it is not known by how much it has moved, added up.
    loose: f64,
}

/// Where the lattice is read for an ε.
struct Reading {
    /// The first loss above it.
    place: f64,
    /// By how much the terms turn from one frequency to the next.
    angle: f64,
    /// What the sum is to be multiplied by.
    scale: f64,
}

impl Composed {
    /// Adds the laws up, each as often as it occurs, for values of δ from `e^{log_delta}` on; `None` if that takes a
    /// transform longer than [`LONGEST`].
    pub fn new(
        laws: &[(Lattice, f64)],
        step: f64,
        tilt: f64,
        log_delta: f64,
        side: Side,
    ) -> Result<Option<Self>, Unavailable> {
        let cumulant =
            |c: f64| -> f64 { laws.iter().map(|(law, count)| count * log_moment(law, step, c)).sum() };
        let log_scale = cumulant(tilt);
        // Chernoff bounds of the tilted law on both sides.
        let end = |factor: &f64| {
            let c = factor * tilt;
            (cumulant(c) - log_scale + WRAPPED) / (c - tilt)
        };
        let top = [1.05, 1.1, 1.2, 1.4, 1.8, 2.5, 4.0, 8.0].iter().map(end).fold(f64::INFINITY, f64::min);
        let bottom = [0.9, 0.75, 0.5, 0.0, -1.0, -3.0].iter().map(end).fold(f64::NEG_INFINITY, f64::max);
        let needed = (top - bottom).max((WRAPPED - log_delta) / tilt) / step + 4.0;
        if needed.is_nan() || needed > LONGEST as f64 {
            return Ok(None);
        }
        let length = (needed as usize).next_power_of_two().max(256);
        let count: f64 = laws.iter().map(|(_, count)| count).sum();
        let finite: f64 = laws.iter().map(|(law, count)| count * (-law.infinite.min(1.0)).ln_1p()).sum();
        let offset: f64 = laws.iter().map(|(law, count)| count * law.offset).sum();
        let mut composed = Self {
            side,
            tilt,
            step,
            length,
            log_scale,
            offset,
            origin: laws.iter().map(|(law, count)| count * law.first as f64).sum(),
            bottom,
            terms: Vec::new(),
            near_terms: OnceCell::new(),
            errors: [0.0; 2],
            infinite: -finite.exp_m1(),
            rounding: 1e-14 + 4.0 * f64::EPSILON * (count + log_scale.abs()),
            shift: 1e-12 * (offset.abs() + bottom.abs() + (length as f64 * step))
                + laws.iter().map(|(law, count)| count * law.shift).sum::<f64>(),
            variance: 0.0,
            loose: 0.0,
        };
        for (law, count) in laws {
            composed.variance += if law.moved { 0.25 * count * step * step } else { 0.0 };
            composed.loose += count * law.loose;
        }
        composed.transform(laws)?;
        Ok(Some(composed))
    }

    /// The length of the transform.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Multiplies the transforms of the laws, and sums up what rounding may have done.
    fn transform(&mut self, laws: &[(Lattice, f64)]) -> Result<(), Unavailable> {
        let transform = RealTransform::new(self.length);
        // Each output of the transform passes every input through log₂ n rounded products.
        let unit = 8.0 * f64::EPSILON * (self.length as f64).log2();
        let half = self.length / 2;
        let (mut logs, mut bounds) = (vec![Complex64::ZERO; half + 1], vec![0.0; half + 1]);
        for (law, count) in laws {
            watch::go_on()?;
            let spectrum = transform.forward(&tilted(law, self.step, self.tilt, self.length));
            let spectrum = spectrum.unwrap_or_else(|_| vec![Complex64::ZERO; half + 1]);
            let faded = ((FADED - 1.0) / count).exp() - unit;
            for (at, value) in spectrum.iter().enumerate() {
                let size = value.norm_sqr().sqrt();
                if bounds[at] < FADED || size < faded {
                    bounds[at] = f64::NEG_INFINITY;
                    continue;
                }
                // The law is summed with positive powers, its transform with negative ones.
                logs[at] += count * Complex64::new(size.max(f64::MIN_POSITIVE).ln(), -value.arg());
                bounds[at] += count * (size + unit).ln();
            }
        }
        let last = bounds.iter().rposition(|&bound| bound >= FADED).unwrap_or(0);
        for (at, (log, bound)) in logs.iter().zip(&bounds).enumerate().take(last + 1) {
            let z = self.point(at);
            let weight = if at == half { 0.5 } else { 1.0 };
            let payoff = payoff(z, Some(self.step)).map(|payoff| weight * payoff);
            let (value, error) = if *bound < FADED {
                (Complex64::ZERO, FADED.exp())
            } else {
                let size = log.re.exp();
                // (|s| + u)^k − |s|^k, and the rounding of the logarithm of a value turned to its place.
                let turned = 4.0 * f64::EPSILON * (log.im.abs() + log.re.abs() + TAU * at as f64 + 4.0);
                (Complex64::from_polar(size, log.im), bound.exp() - size + size * (turned + unit))
            };
            self.terms.push(payoff.map(|payoff| value * payoff));
            for (sum, payoff) in self.errors.iter_mut().zip(payoff) {
                *sum += error * payoff.norm();
            }
        }
        // The payoff is largest at frequency 0.
        let rest = (half - last) as f64 * FADED.exp();
        for (sum, payoff) in self.errors.iter_mut().zip(payoff(self.tilt.into(), Some(self.step))) {
            *sum += rest * payoff.norm();
        }
        Ok(())
    }

    /// The bound of δ at ε.
    ///
    /// The transform is that of the law and its copies in all other windows, so that the sum is never below δ.
    /// Above a lowest loss it exceeds δ by no more than what reaches a window up in the law itself, and by
    /// `e^{−cW}` for the copies above.
    pub fn delta(&self, epsilon: f64) -> f64 {
        let above = self.side == Side::Above;
        let epsilon = if above { epsilon - self.shift } else { epsilon.max(self.bottom) + self.shift };
        let finite = self.finite(epsilon, self.side);
        let rounding = if above { 1e-13 } else { -1e-13 };
        (finite.max(0.0) + self.infinite * (1.0 + rounding)).clamp(0.0, 1.0)
    }

    /// What finite losses add to δ of the lattice law, from above or from below.
    fn finite(&self, epsilon: f64, side: Side) -> f64 {
        let Reading { place, angle, scale } = self.reading(epsilon);
        let share = (epsilon - place).exp().min(1.0);
        let (sum, _) = add_up(&self.terms, angle, share);
        let error = self.errors[0] + (1.0 - share) * self.errors[1] + self.rounding * sum.abs() + UNDERFLOW;
        // Far below the tilt the scale overflows, and nothing is known.
        let unknown = !(scale * (sum.abs() + error)).is_finite();
        match side {
            Side::Above if unknown => 1.0,
            Side::Below if unknown => 0.0,
            Side::Above => scale * (sum + error),
            Side::Below => {
                let stray = 2.0 * (self.log_scale - self.tilt * epsilon + entropy(self.tilt) - WRAPPED).exp();
                let window = self.length as f64 * self.step;
                scale * (sum - error) - stray - 2.0 * (-self.tilt * window).exp()
            }
        }
    }

    /// Of the losses only those from the next point on count.
    fn reading(&self, epsilon: f64) -> Reading {
        let next = ((epsilon - self.offset) / self.step).floor() + 1.0;
        let (place, length) = (self.offset + next * self.step, self.length as f64);
        let angle = TAU / length * (next - self.origin).rem_euclid(length);
        let scale = (self.log_scale - self.tilt * place).exp() * 2.0 / (length * self.step);
        Reading { place, angle, scale }
    }

    /// A bound of δ from below, by a composition from above.
    ///
    /// Each release on the lattice has its true loss and a move Z by at most a step, with `E[e^{−Z}] = 1` given the
    /// output: a move raises the payoff `(1 − e^{ε−L})₊` only by how convex it is. All moves together have a
    /// variance of at most `s² = nη²/4`, and by Hoeffding's lemma raise it by at most `A e^{−|L−ε|/s}` with
    /// `A = e^{½ + s + s²/2} c^c/(1+c)^{1+c}`, `c = 1/s`: of second order in the step, wherever atoms lie. The mean of
    /// that is read from the lattice as well, where `e^{−|L−ε|/s}` is smaller by `e^{−E|Z|/s}` at most. `infinite` is
    /// the mass at infinity of the pairs themselves; outputs beyond the frames are left out.
    pub fn delta_below(&self, epsilon: f64, infinite: f64) -> f64 {
        // What rounding moves further than it should may come from few of the outputs of a cell.
        let epsilon = epsilon.max(self.bottom) + 4.0 * self.shift;
        let finite = self.finite(epsilon, Side::Below);
        let s = self.variance.sqrt();
        let raised = if s == 0.0 {
            0.0
        } else if (self.tilt + 1.0) * s < 0.5 {
            let log_factor = entropy(s.recip()) + 0.5 + s + 0.5 * self.variance;
            let smaller = (1.0 + 0.25 * self.variance).sqrt() + self.shift / s;
            (log_factor + smaller).exp() * self.near(epsilon, s.recip())
        } else {
            return infinite;
        };
        // Masses are larger than the true ones by their rounding, which the shift counts too.
        let kept = (finite - raised) * (1.0 - 2.0 * self.shift) - 1.001 * self.loose;
        infinite * (1.0 - 1e-13) + if kept > 0.0 { kept } else { 0.0 }
    }

    /// `E[e^{−a|L−ε|}]` of the lattice law, from above, with `a = 1/s`, for an a larger than the tilt.
    fn near(&self, epsilon: f64, a: f64) -> f64 {
        // The payoff above a point that lies at ε, and the one below.
        let payoff = |z: Complex64| {
            let fall = ((z - a) * self.step).exp();
            [-self.step / complex::expm1(-(z + a) * self.step), self.step * fall / (1.0 - fall)]
        };
        let terms = self.near_terms.get_or_init(|| {
            let term = |(at, [_, second]): (usize, &[Complex64; 2])| {
                let z = self.point(at);
                let value = -second * complex::expm1(-(z + 1.0) * self.step) / self.step;
                payoff(z).map(|payoff| value * payoff)
            };
            self.terms.iter().enumerate().map(term).collect()
        });
        let Reading { place, angle, scale } = self.reading(epsilon);
        let distance = (a * (place - epsilon).max(0.0)).exp();
        let (up, down) = add_up(terms, angle, 1.0);
        let sum = up / distance + down * distance;
        // No factor of the second payoff is below half a step, none of these above that at frequency 0.
        let largest: f64 = payoff(self.tilt.into()).iter().map(|payoff| payoff.re).sum();
        let error = self.errors[1] * largest * distance * 2.0 / self.step;
        scale * (sum + error + self.rounding * (up.abs() + down.abs()) * distance + UNDERFLOW)
    }

    /// The point of the line at a frequency.
    fn point(&self, at: usize) -> Complex64 {
        Complex64::new(self.tilt, TAU * at as f64 / (self.length as f64 * self.step))
    }

    /// The smallest ε ≥ 0 at which the bound from above is at most `delta`; infinite if it never is.
    pub fn epsilon_above(&self, delta: f64, guess: f64) -> f64 {
        if self.delta(0.0) <= delta {
            return 0.0;
        }
        let (mut low, mut width) = (0.0, 1e-6 * guess.max(self.step));
        while self.delta(guess + width) > delta {
            low = guess + width;
            width *= 2.0;
            if width > 2.0 * self.length as f64 * self.step {
                return f64::INFINITY;
            }
        }
        self.boundary(low, guess + width, delta).high
    }

    /// Closes in on where the bound falls to `delta`.
    fn boundary(&self, low: f64, high: f64, delta: f64) -> Bracket {
        close_in(low, high, delta, &|epsilon| self.delta(epsilon))
    }
}

/// An ε up to `upper` at which a bound from below still exceeds `delta`, close to the largest;
/// 0 if there is none. Far from the tilt the bound from below is void, so the search starts above.
pub fn epsilon_below(delta: f64, upper: f64, bound: &dyn Fn(f64) -> f64) -> f64 {
    let mut width = 1e-6 * upper;
    let mut high = upper;
    while width < 2.0 * upper {
        let low = upper - width;
        if low > 0.0 && bound(low) > delta {
            return close_in(low, high, delta, bound).low;
        }
        high = low;
        width *= 2.0;
    }
    0.0
}

/// Closes in on where a bound falls to `delta`.
fn close_in(low: f64, high: f64, delta: f64, bound: &dyn Fn(f64) -> f64) -> Bracket {
    let bracket = Bracket { low, high };
    let excess = |epsilon: f64| (bound(epsilon).max(f64::MIN_POSITIVE) / delta).ln();
    solve(bracket, Scale::Linear, excess).unwrap_or(bracket)
}

/// `log Σ p_j e^{c l_j}`.
pub fn log_moment(law: &Lattice, step: f64, c: f64) -> f64 {
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

/// The law tilted by `e^{cL}`, normalized and wrapped around.
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
