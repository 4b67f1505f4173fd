//! The inversion integral along one vertical line.

use std::f64::consts::{PI, TAU};

use num_complex::Complex64;

use super::atoms::{Atoms, profile};
use super::real::{RealMoments, entropy};
use crate::account::plan::Part;
use crate::guarantee::Atom;
use crate::watch;

/// Natural logarithm of the relative accuracy to which aliases and tails are cut off.
const DIGITS: f64 = 33.0;

/// Points computed between two looks at how far the integrand has fallen.
const BLOCK: usize = 64;

/// The most points of a line.
const POINTS: usize = 1 << 18;

/// The most terms of all moments of a line, a value in closed form counted as some twenty: about 50 ms.
const WORK: usize = 40_000_000;

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
    /// At most this of the sum lies beyond the last term.
    cut: f64,
    /// Bounds of the aliases beyond the window: `(c', K(c') + entropy)`.
    bounds: Vec<(f64, f64)>,
    /// The outcomes on atoms alone, which are summed by themselves where nothing else makes the
    /// integrand fade.
    outcomes: Vec<Atom>,
    /// Their relative error.
    outcome_error: f64,
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
        let atoms = Atoms::new(parts);
        let scales: Vec<f64> = (0..parts.len()).map(|at| real.part(at, c)).collect();
        let share = |(at, scale): (usize, &f64)| {
            if atoms.crowded(at) { 1.0 } else { (atoms.log_moment(at, c) - scale).exp().min(1.0) }
        };
        let shares: Vec<f64> = scales.iter().enumerate().map(share).collect();
        let lasting: f64 = shares.iter().zip(parts).map(|(share, part)| part.count * share.ln()).sum();
        let outcomes = if atoms.fade() || lasting < -DIGITS - 10.0 {
            Vec::new()
        } else {
            atoms.outcomes().ok_or(SlowDecay)?
        };
        let outcome_error = if outcomes.is_empty() { 0.0 } else { atoms.error() };
        let line = Line { parts, atoms, shares, scales, subtract: !outcomes.is_empty(), c, step, log_scale };
        let (terms, cut) = line.terms(goal)?;
        let size = terms.iter().map(|term| term.norm()).sum();
        Ok(Self { c, step, window, log_scale, terms, size, cut, bounds, outcomes, outcome_error })
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
        let (on_atoms, falling) = profile(&self.outcomes, epsilon);
        let delta = scale * sum + on_atoms;
        let alias = self.alias(epsilon, delta.ln());
        let rounding = 1e-15 * (4.0 + self.log_scale.abs() + self.c * epsilon.abs());
        let error = (self.size * rounding + self.cut) * scale / delta + alias + 2e-13 + self.outcome_error;
        let error = if error > 0.0 { error } else { f64::INFINITY };
        Reading { delta, slope: scale * slope + falling, error }
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

/// The integrand along one line.
struct Line<'a> {
    parts: &'a [Part<'a>],
    atoms: Atoms<'a>,
    /// What share of each part's moment at c its atoms have.
    shares: Vec<f64>,
    /// `K_i(c)` of each part.
    scales: Vec<f64>,
    /// Whether the outcomes on atoms alone are taken out.
    subtract: bool,
    c: f64,
    step: f64,
    log_scale: f64,
}

impl Line<'_> {
    /// The integrand from 0 until what is left cannot matter.
    ///
    /// What is left is bounded by `∏ (A_i + |D_i|)^{k_i}`, less the product of the atoms where that is
    /// taken out, over t² from here on: a small integrand alone proves nothing, for atoms on a lattice
    /// fall into step again after a while.
    fn terms(&self, goal: f64) -> Result<(Vec<Complex64>, f64), SlowDecay> {
        let mut terms: Vec<Complex64> = Vec::new();
        let mut frequency = 2.0 * BLOCK as f64 * self.step;
        let tables = |frequency: f64| -> Vec<_> {
            self.parts.iter().map(|part| part.pair.moments(self.c, frequency)).collect()
        };
        let affordable =
            |frequency: f64| self.parts.iter().all(|part| frequency <= part.pair.frequency_reach(self.c));
        if !affordable(frequency) {
            return Err(SlowDecay);
        }
        let mut moments = tables(frequency);
        let lasting: f64 =
            self.shares.iter().zip(self.parts).map(|(share, part)| part.count * share.ln()).sum();
        let mut work = 0;
        loop {
            let first = terms.len();
            watch::go_on().map_err(|_| SlowDecay)?;
            if (first + BLOCK) as f64 * self.step > frequency {
                frequency *= 2.0;
                if !affordable(frequency) {
                    return Err(SlowDecay);
                }
                moments = tables(frequency);
            }
            let closed = if self.subtract { 60 } else { 20 };
            work += BLOCK * moments.iter().map(|moments| moments.terms() + closed).sum::<usize>();
            let z = |at: usize| Complex64::new(self.c, (first + at) as f64 * self.step);
            let mut exponents = vec![Complex64::new(-self.log_scale, 0.0); BLOCK];
            let mut bound = 0.0;
            for (at, (moments, part)) in moments.iter().zip(self.parts).enumerate() {
                let values = moments.line(self.c, self.step, first, BLOCK);
                for (sum, value) in exponents.iter_mut().zip(&values) {
                    *sum += part.count * value;
                }
                bound += part.count * self.envelope(at, &values, z);
            }
            let whole = bound.exp() - if self.subtract { lasting.exp() } else { 0.0 };
            let block = exponents.iter().enumerate().map(|(at, exponent)| {
                let z = z(at);
                let mut value = exponent.exp();
                if self.subtract {
                    value -= (self.atoms.log_product(z) - self.log_scale).exp();
                }
                value / (z * (z + 1.0))
            });
            terms.extend(block);
            if !terms[first..].iter().all(|term| term.is_finite()) {
                return Err(SlowDecay);
            }
            // ∫ dt/t² from here on, in steps.
            let left = whole / (self.step * self.step * terms.len() as f64);
            if left <= (-DIGITS).exp() * goal {
                return Ok((terms, left));
            }
            if terms.len() >= POINTS || work > WORK {
                return Err(SlowDecay);
            }
        }
    }

    /// `log (A_i(c) + |D_i|)/M_i(c)` from this block on.
    fn envelope(&self, part: usize, values: &[Complex64], z: impl Fn(usize) -> Complex64) -> f64 {
        if self.atoms.crowded(part) {
            return 0.0;
        }
        let scale = self.scales[part];
        let size = |(at, value): (usize, &Complex64)| {
            let moment = (value - scale).exp();
            if self.shares[part] == 0.0 {
                return moment.norm();
            }
            (moment - self.atoms.moment(part, z(at)) * (-scale).exp()).norm()
        };
        let fading = values.iter().enumerate().map(size).fold(0.0, f64::max);
        // Between two atoms a density turns as it fades: twice the largest of a block covers the rest.
        let fading = if self.shares[part] == 0.0 { fading } else { 2.0 * fading };
        (self.shares[part] + fading).ln().min(0.0)
    }
}
