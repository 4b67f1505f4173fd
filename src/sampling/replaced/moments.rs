//! The log-moment function of a replacement, by the trapezoid rule over the output.

use std::f64::consts::{PI, TAU};

use num_complex::Complex64;

use crate::guarantee::{Moments, Smoothness};
use crate::sampling::mixture::{LARGE, along};

/// Digits of the rule and of its range, in natural logarithm.
const DIGITS: f64 = 38.0;
const RANGE_DIGITS: f64 = 46.0;

/// The most nodes.
const NODES: f64 = 3e4;

/// `ln √(2π)`.
const LN_SQRT_TAU: f64 = 0.918_938_533_204_672_7;

/// Where the rule runs and how fine it is.
///
/// Its error is `e^{−2πy/h}` times how much larger the integrand is on a line at a distance y. Off the axis by y the
/// density grows by `e^{y²/2}`, and `ρ^{−c}` by at most `cos(yd/2)^{−c}`, or `(1−γ)^{−c}` up to yd = π/2; its zeros lie
/// at yd = π. On a line above the axis `e^{ifl}` fades instead of turning, for the imaginary part of the loss is
/// positive there: one rule serves all frequencies.
pub struct Course {
    rate: f64,
    shift: f64,
    height: f64,
    step: f64,
    from: f64,
    to: f64,
}

impl Course {
    /// For powers with a real part in [−1−reach, reach] and an imaginary part between the frequencies.
    pub fn new(rate: f64, shift: f64, reach: f64, frequencies: (f64, f64)) -> Self {
        let growth = |y: f64| {
            let angle = y * shift;
            let bounded = if angle <= 0.5 * PI { -(-rate).ln_1p() } else { f64::INFINITY };
            0.5 * y * y + reach * bounded.min(-(0.5 * angle).cos().ln())
        };
        let turning = frequencies.1;
        let (height, step) = if turning <= Smoothness::SLOW {
            let highest = (0.9 * PI / shift).min((2.0 * DIGITS).sqrt());
            let step = |at: i32| {
                let y = highest * 0.8f64.powi(at);
                TAU * y / (DIGITS + growth(y) + 2.0 * turning * y * shift)
            };
            (0.0, (0..60).map(step).fold(0.0, f64::max))
        } else {
            // The line itself loses no more than a digit.
            let mut height = (0.45 * PI / shift).min(1.6);
            while growth(height) > 2.0 {
                height *= 0.9;
            }
            (height, TAU * height / (DIGITS + growth(2.0 * height)))
        };
        // Beyond (1 + c)d, where log ρ(u) is linear, only what ρ(−u) adds still grows.
        let power = 1.0 + reach;
        let rest = (rate / (1.0 - rate) * (-(0.5 + power) * shift * shift).exp()).min(1.0);
        let tail = (2.0 * RANGE_DIGITS).sqrt();
        let to = (2.0f64.max(power + reach * rest)) * shift + tail;
        let from = if height > 0.0 { -shift - tail } else { 0.0 };
        Self { rate, shift, height, step, from, to }
    }

    /// Whether it takes few enough nodes.
    pub fn is_affordable(&self) -> bool {
        (self.to - self.from) / self.step < NODES
    }

    fn node(&self, at: i64) -> Node {
        let u = Complex64::new(at as f64 * self.step, self.height);
        let ratio =
            Smoothness { rate: self.rate, growth: 1.0, fall: 0.0, turning: (0.0, 0.0), downward: false };
        let half_square = 0.5 * self.shift * self.shift;
        let [up, down] = [1.0, -1.0].map(|sign| ratio.ratio(sign * self.shift * u - half_square));
        let log_weight = self.step.ln() - 0.5 * u * u - LN_SQRT_TAU + 0.5 * (up + down);
        Node { log_weight, loss: up - down }
    }
}

/// One node of the rule.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Logarithm of `hφ(u)√(ρ(u)ρ(−u))`.
    log_weight: Complex64,
    loss: Complex64,
}

/// `K(z) = log ∫ φ(u) ρ(u)^{1+z} ρ(−u)^{−z} du`.
///
/// On the axis u and −u together have `2φ√(ρ(u)ρ(−u)) cosh((z+½)l)`, at z = 0 too, where the integral is 1. The
/// difference of the two is a product, `M − 1 = 4 ∫₀^∞ φ√(ρ(u)ρ(−u)) sinh(zl/2) sinh((z+1)l/2) du`: positive terms of
/// second order, which keep `M − 1` to full relative precision however many releases add up.
pub struct ReplacedMoments {
    /// On the axis those with u > 0, above it all.
    nodes: Vec<Node>,
    /// Whether they lie on the axis.
    even: bool,
}

impl ReplacedMoments {
    pub fn new(course: &Course) -> Self {
        let even = course.height == 0.0;
        let first = if even { 1 } else { (course.from / course.step).floor() as i64 };
        let last = (course.to / course.step).ceil() as i64;
        Self { nodes: (first..=last).map(|at| course.node(at)).collect(), even }
    }

    /// `E_P[L] = 2 ∫₀^∞ φ√(ρ(u)ρ(−u)) sinh(l/2) l du`, of nodes on the axis.
    pub fn mean(&self) -> f64 {
        let term = |node: &Node| {
            let (log_weight, loss) = (node.log_weight.re, node.loss.re);
            // 2 sinh(l/2) = e^{l/2} (1 − e^{−l}).
            loss * (log_weight + 0.5 * loss).exp() * -(-loss).exp_m1()
        };
        self.nodes.iter().map(term).sum()
    }

    /// `(log W, l)` of all outputs under P.
    fn law(&self) -> Vec<(Complex64, Complex64)> {
        let mut law = Vec::with_capacity(2 * self.nodes.len());
        for &Node { log_weight, loss } in &self.nodes {
            law.push((log_weight + 0.5 * loss, loss));
            if self.even {
                law.push((log_weight - 0.5 * loss, -loss));
            }
        }
        law
    }
}

impl Moments for ReplacedMoments {
    fn at(&self, z: Complex64) -> Complex64 {
        if z.im < 0.0 {
            return self.at(z.conj()).conj();
        }
        if !self.even {
            // A line of one point, at a distance of its own frequency from the axis.
            return along(&self.law(), Complex64::ZERO, z.re, z.im, 1, 1).into_iter().sum();
        }
        let power = z + 0.5;
        let size = |node: &Node| node.log_weight.re + power.re.abs() * node.loss.re;
        let scale = self.nodes.iter().map(size).fold(0.0, f64::max);
        if scale > LARGE {
            let term = |node: &Node| {
                let (y, base) = (power * node.loss, node.log_weight - scale);
                (base + y).exp() + (base - y).exp()
            };
            return self.nodes.iter().map(term).sum::<Complex64>().ln() + scale;
        }
        let term = |node: &Node| {
            let (log_weight, loss) = (node.log_weight, node.loss.re);
            if loss * power.re.abs().max(0.5) > LARGE {
                let y = power * loss;
                let both = (log_weight + y).exp() + (log_weight - y).exp();
                return both - (log_weight + 0.5 * loss).exp();
            }
            4.0 * log_weight.exp() * (0.5 * loss * z).sinh() * (0.5 * loss * (z + 1.0)).sinh()
        };
        crate::numeric::complex::log1p(self.nodes.iter().map(term).sum())
    }

    fn terms(&self) -> usize {
        self.nodes.len() * if self.even { 2 } else { 1 }
    }

    fn line(&self, c: f64, step: f64, first: usize, count: usize) -> Vec<Complex64> {
        along(&self.law(), Complex64::ZERO, c, step, first, count)
    }
}
