//! The inversion integral along one vertical line.

use std::f64::consts::{PI, TAU};

use num_complex::Complex64;

use super::real::{RealMoments, entropy};
use crate::account::plan::Part;

/// Natural logarithm of the relative accuracy to which aliases and tails are cut off.
const DIGITS: f64 = 33.0;

/// Points computed between two looks at how far the integrand has fallen.
const BLOCK: usize = 64;

/// The most points of a line.
const POINTS: usize = 1 << 17;

/// The integrand of `δ(ε) = (1/π) ∫₀^∞ Re[e^{K(z)−zε}/(z(z+1))] dt`, `z = c + it`, on a uniform grid.
///
/// The trapezoid rule with step `h = 2π/W` gives `Σ_j e^{cjW} δ(ε + jW)` over all whole j (Poisson's
/// summation formula): besides δ(ε) itself, positive aliases that fall with the window W. The window is
/// chosen from bounds of both sides, so the rule is exact to rounding.
pub struct Contour {
    c: f64,
    step: f64,
    window: f64,
    log_scale: f64,
    /// `e^{K(z) − K(c)}/(z(z+1))`.
    terms: Vec<Complex64>,
    /// `Σ |terms|`, for the loss of digits.
    size: f64,
    /// Bounds of the aliases beyond the window: `(c', K(c') + entropy)`.
    bounds: Vec<(f64, f64)>,
}

/// What a contour says at one ε.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// The finite part of δ.
    pub delta: f64,
    /// `−dδ/dε`.
    pub slope: f64,
    /// Relative error by rounding, aliases and the cut tail.
    pub error: f64,
}

/// Why a line was given up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlowDecay;

impl Contour {
    /// A line through `c` for values of δ about `e^{log_delta}` near ε.
    pub fn new(
        parts: &[Part<'_>],
        real: &RealMoments<'_>,
        c: f64,
        stretch: f64,
        epsilon: f64,
        log_delta: f64,
    ) -> Result<Self, SlowDecay> {
        let log_scale = real.at(c);
        let bounds: Vec<(f64, f64)> = [1.02, 1.05, 1.1, 1.2, 1.4, 1.8, 2.5, 4.0, 8.0, 20.0]
            .iter()
            .map(|factor| (factor * c, real.at(factor * c) + entropy(factor * c)))
            .filter(|(_, bound)| bound.is_finite())
            .collect();
        let above = bounds
            .iter()
            .map(|(other, bound)| (bound - other * epsilon - log_delta + DIGITS) / (other - c))
            .fold(f64::INFINITY, f64::min);
        let window = stretch * above.max((DIGITS - log_delta) / c);
        if !window.is_finite() {
            return Err(SlowDecay);
        }
        let step = TAU / window;
        // The integral in units of the scale: what the sum of the terms is compared with.
        let goal = (log_delta - log_scale + c * epsilon).exp() * PI / step;
        let terms = terms(parts, c, step, log_scale, goal)?;
        let size = terms.iter().map(|term| term.norm()).sum();
        Ok(Self { c, step, window, log_scale, terms, size, bounds })
    }

    /// δ and its slope at ε.
    pub fn read(&self, epsilon: f64) -> Reading {
        let turn = Complex64::cis(-self.step * epsilon);
        let first = self.terms[0].re;
        let (mut sum, mut slope) = (0.5 * first, 0.5 * first * self.c);
        let mut rotation = turn;
        for (at, term) in self.terms.iter().enumerate().skip(1) {
            let value = term * rotation;
            sum += value.re;
            slope += self.c * value.re - at as f64 * self.step * value.im;
            rotation = if at % BLOCK == 0 {
                Complex64::cis(-self.step * epsilon * (at + 1) as f64)
            } else {
                rotation * turn
            };
        }
        let exponent = self.log_scale - self.c * epsilon;
        let scale = exponent.exp() * self.step / PI;
        let delta = scale * sum;
        let alias = self.alias(epsilon, delta.ln());
        let rounding = 1e-15 * (4.0 + self.log_scale.abs() + self.c * epsilon.abs());
        let error = self.size / sum * rounding + alias + 1e-14;
        Reading { delta, slope: scale * slope, error: if error > 0.0 { error } else { f64::INFINITY } }
    }

    /// What the neighbouring windows add, relative to δ.
    fn alias(&self, epsilon: f64, log_delta: f64) -> f64 {
        let below = (-self.c * self.window - log_delta).exp();
        let above = self
            .bounds
            .iter()
            .map(|(c, bound)| bound - c * (epsilon + self.window) + self.c * self.window - log_delta)
            .fold(f64::INFINITY, f64::min)
            .exp();
        2.0 * (below + above)
    }
}

/// The integrand from 0 until what is left cannot matter.
fn terms(
    parts: &[Part<'_>],
    c: f64,
    step: f64,
    log_scale: f64,
    goal: f64,
) -> Result<Vec<Complex64>, SlowDecay> {
    let mut terms: Vec<Complex64> = Vec::new();
    let mut frequency = 2.0 * BLOCK as f64 * step;
    let tables =
        |frequency: f64| -> Vec<_> { parts.iter().map(|part| part.pair.moments(c, frequency)).collect() };
    let mut moments = tables(frequency);
    loop {
        let first = terms.len();
        if (first + BLOCK) as f64 * step > frequency {
            frequency *= 2.0;
            moments = tables(frequency);
        }
        let mut exponents = vec![Complex64::new(-log_scale, 0.0); BLOCK];
        for (moments, part) in moments.iter().zip(parts) {
            for (sum, value) in exponents.iter_mut().zip(moments.line(c, step, first, BLOCK)) {
                *sum += part.count * value;
            }
        }
        let block = exponents.iter().enumerate().map(|(at, exponent)| {
            let z = Complex64::new(c, (first + at) as f64 * step);
            exponent.exp() / (z * (z + 1.0))
        });
        terms.extend(block);
        let left = terms[first..].iter().map(|term| term.norm()).fold(0.0, f64::max) * terms.len() as f64;
        if !left.is_finite() {
            return Err(SlowDecay);
        }
        if left <= (-DIGITS).exp() * goal {
            return Ok(terms);
        }
        if terms.len() >= POINTS {
            return Err(SlowDecay);
        }
    }
}
