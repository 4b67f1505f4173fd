//! Two normal distributions that differ in mean and in variance.

use std::ops::{Add, Div, Mul, Sub};
use std::sync::LazyLock;

use num_complex::Complex64;
use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use crate::guarantee::{
    Atom, Interval, LossDistribution, LossNode, Masses, Order, Pair, Probability, Smoothness,
};
use crate::numeric::quadrature::GaussLegendre;
use crate::numeric::root::{Bracket, solve};
use crate::numeric::{Scale, complex, normal};

pub(super) const DESCRIPTION: Description = Description {
    kind: "gaussian-pair",
    name: "Two Gaussians",
    summary: "Normal outputs whose mean and spread both depend on the person, as in posterior sampling.",
    parameters: &[
        Parameter {
            name: "mean_first",
            symbol: "μ₁",
            label: "Mean with the person μ₁",
            unit: "units of the output",
            explanation: "Mean of the output when the person takes part.",
            range: Range::closed(-1e3, 1e3),
            slider: Slider { from: -5.0, to: 5.0, scale: Scale::Linear, start: 0.0 },
            privacy: Privacy::Neither,
        },
        Parameter {
            name: "deviation_first",
            symbol: "s₁",
            label: "Deviation with the person s₁",
            unit: "units of the output",
            explanation: "Standard deviation of the output when the person takes part.",
            range: Range::closed(1e-2, 1e3),
            slider: Slider { from: 0.1, to: 10.0, scale: Scale::Log, start: 1.0 },
            privacy: Privacy::Neither,
        },
        Parameter {
            name: "mean_second",
            symbol: "μ₂",
            label: "Mean without the person μ₂",
            unit: "units of the output",
            explanation: "Mean of the output when the person stays away.",
            range: Range::closed(-1e3, 1e3),
            slider: Slider { from: -5.0, to: 5.0, scale: Scale::Linear, start: 0.0 },
            privacy: Privacy::Neither,
        },
        Parameter {
            name: "deviation_second",
            symbol: "s₂",
            label: "Deviation without the person s₂",
            unit: "units of the output",
            explanation: "Standard deviation of the output when the person stays away.",
            range: Range::closed(1e-2, 1e3),
            slider: Slider { from: 0.1, to: 10.0, scale: Scale::Log, start: 1.2 },
            privacy: Privacy::Neither,
        },
    ],
};

/// P = N(μ₁, s₁²), Q = N(μ₂, s₂²).
///
/// In units of P, `t = (x − μ₁)/s₁`, with `ρ = s₁/s₂`, `d = |μ₁ − μ₂|/s₂` and `κ = ρ² − 1`, the loss is
/// the parabola `L = ½(κt² + 2ρdt + d²) − log ρ`, and `u = d + ρt` is standard normal under Q.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GaussianPair {
    /// Mean of P.
    pub mean_first: f64,
    /// Standard deviation of P.
    pub deviation_first: f64,
    /// Mean of Q.
    pub mean_second: f64,
    /// Standard deviation of Q.
    pub deviation_second: f64,
}

/// Losses beyond this have a probability that underflows for every accepted parameter.
const LARGEST_LOSS: f64 = 1e15;
/// Equal deviations and means closer than this, in deviations, count as the same distribution.
const SMALLEST_SHIFT: f64 = 1e-150;
/// `ln √(2π)`.
const LN_SQRT_TAU: f64 = 0.918_938_533_204_672_7;

/// Digits of a quadrature, in natural logarithm.
const NODE_DIGITS: f64 = 38.0;
/// Where a standard normal ends for the purpose of a quadrature.
const EDGE: f64 = 9.0;
/// Panels of the profile's quadrature.
const PANELS: u32 = 12;
/// Largest exponent that one panel resolves.
const PANEL_EXPONENT: f64 = 12.0;
/// At most so many quadrature nodes.
const MOST_NODES: f64 = 131_072.0;

static PANEL: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(16));

/// A number known to lie within `radius` of `middle`: the rounding of a short computation, carried along.
#[derive(Debug, Clone, Copy)]
struct Ball {
    middle: f64,
    radius: f64,
}

impl Ball {
    const ZERO: Self = Self::exact(0.0);

    const fn exact(middle: f64) -> Self {
        Self { middle, radius: 0.0 }
    }

    /// A computed number: its own rounding and that of the radius added.
    fn rounded(middle: f64, radius: f64) -> Self {
        let slack = f64::EPSILON * middle.abs() + f64::MIN_POSITIVE;
        Self { middle, radius: radius * (1.0 + 8.0 * f64::EPSILON) + slack }
    }

    fn low(self) -> f64 {
        self.middle - self.radius
    }

    fn high(self) -> f64 {
        self.middle + self.radius
    }

    fn mirrored(self) -> Self {
        Self { middle: -self.middle, ..self }
    }

    /// The root of the non-negative part.
    fn sqrt(self) -> Self {
        let (low, high) = (self.low().max(0.0).sqrt(), self.high().max(0.0).sqrt());
        if self.radius < 0.25 * self.middle {
            return Self::rounded(self.middle.sqrt(), self.radius / low);
        }
        Self::rounded(0.5 * (low + high), 0.5 * (high - low))
    }
}

impl Add for Ball {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::rounded(self.middle + other.middle, self.radius + other.radius)
    }
}

impl Sub for Ball {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::rounded(self.middle - other.middle, self.radius + other.radius)
    }
}

impl Mul for Ball {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let radius = self.middle.abs() * other.radius + self.radius * (other.middle.abs() + other.radius);
        Self::rounded(self.middle * other.middle, radius)
    }
}

/// Only by a ball that does not contain zero.
impl Div for Ball {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let quotient = self.middle / other.middle;
        let radius =
            (self.radius + quotient.abs() * other.radius) / (other.middle.abs() - other.radius).max(1e-300);
        Self::rounded(quotient, radius)
    }
}

/// The pair in units of P, mirrored so that `d ≥ 0`.
#[derive(Debug, Clone, Copy)]
struct Frame {
    /// ρ.
    ratio: Ball,
    /// d.
    shift: Ball,
    /// κ.
    bend: Ball,
    /// log ρ.
    log_ratio: Ball,
}

/// Where the loss equals ε: `near` is the crossing at which it rises with t, `far` the one at which it
/// falls. The loss has the slope `±slope` there.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    near: Ball,
    far: Ball,
    /// The same points in units of Q.
    near_q: Ball,
    far_q: Ball,
    slope: Ball,
}

impl Frame {
    /// `d² + 2κ(ε + log ρ)`, the square of the slope at both crossings.
    fn discriminant(&self, epsilon: f64) -> Ball {
        let level = Ball::exact(2.0 * epsilon) + Ball::exact(2.0) * self.log_ratio;
        self.shift * self.shift + self.bend * level
    }

    /// The two roots of `L(t) = ε`; both at the vertex where there are none. The near one from the
    /// product of the roots, which stays accurate as κ → 0.
    fn crossing(&self, epsilon: f64) -> Crossing {
        let Self { ratio, shift, bend, log_ratio } = *self;
        let flat = bend.middle == 0.0;
        let square = self.discriminant(epsilon);
        let slope = if flat { shift } else { square.sqrt() };
        let (outer, outer_q) = (ratio * shift + slope, shift + ratio * slope);
        let level = Ball::exact(2.0 * epsilon) + Ball::exact(2.0) * log_ratio;
        let (near, near_q) = if flat || square.low() > 0.0 {
            let shift_square = shift * shift;
            ((level - shift_square) / outer, (shift_square + ratio * ratio * level) / outer_q)
        } else {
            ((slope - ratio * shift) / bend, (ratio * slope - shift) / bend)
        };
        let (far, far_q) = if flat {
            (Ball::exact(f64::NEG_INFINITY), Ball::exact(f64::NEG_INFINITY))
        } else {
            ((outer / bend).mirrored(), (outer_q / bend).mirrored())
        };
        Crossing { near, far, near_q, far_q, slope }
    }

    /// As [`Self::crossing`], at every ε including the infinite ones.
    fn crossing_anywhere(&self, epsilon: f64) -> Crossing {
        let crossing = self.crossing(epsilon.clamp(-LARGEST_LOSS, LARGEST_LOSS));
        let open = if epsilon > 0.0 { self.bend.middle >= 0.0 } else { self.bend.middle <= 0.0 };
        if epsilon.abs() < LARGEST_LOSS || !open {
            return crossing;
        }
        let near = Ball::exact(f64::INFINITY.copysign(epsilon));
        let far = if self.bend.middle == 0.0 { crossing.far } else { near.mirrored() };
        Crossing { near, far, near_q: near, far_q: far, ..crossing }
    }

    /// The loss at t.
    fn loss(&self, t: f64) -> f64 {
        let (ratio, shift, bend) = (self.ratio.middle, self.shift.middle, self.bend.middle);
        0.5 * (t * (bend * t + 2.0 * ratio * shift) + shift * shift) - self.log_ratio.middle
    }

    /// The smallest and the largest loss between two points.
    fn range(&self, from: f64, to: f64) -> (f64, f64) {
        let vertex = -self.ratio.middle * self.shift.middle / self.bend.middle;
        let (start, end) = (self.loss(from), self.loss(to));
        let turn = if from < vertex && vertex < to { self.loss(vertex) } else { start };
        (start.min(end).min(turn), start.max(end).max(turn))
    }
}

/// `e^{−38}` of a normal density lies beyond this distance from a point `t ≥ 0`.
fn decay_length(t: f64) -> f64 {
    let t = t.max(0.0);
    2.0 * NODE_DIGITS / ((t * t + 2.0 * NODE_DIGITS).sqrt() + t)
}

/// `∫ φ(t)(1 − e^{−excess(t)}) dt`: every term is positive.
fn weigh(from: f64, to: f64, excess: impl Fn(f64) -> f64) -> f64 {
    if to <= from {
        return 0.0;
    }
    let width = (to - from) / f64::from(PANELS);
    let panel = |at: u32| {
        let start = from + width * f64::from(at);
        PANEL.integrate(start, start + width, |t| normal::density(t) * -(-excess(t).max(0.0)).exp_m1())
    };
    (0..PANELS).map(panel).sum()
}

/// Relative error of [`weigh`], the rounding of the points included.
fn weigh_error(t: f64) -> f64 {
    2e-14 + 8.0 * f64::EPSILON * (t.abs() + 2.0).powi(2)
}

/// `φ(t)·mills(−u)/ρ`, that is `e^ε` times the upper tail of Q at a crossing, for `u > 0`.
fn scaled_tail(t: Ball, u: Ball, ratio: f64) -> Interval {
    let distance = t.middle.abs();
    let [low, high] = [
        normal::density(distance + t.radius) * normal::mills(-u.high()) / ratio,
        normal::density((distance - t.radius).max(0.0)) * normal::mills(-u.low()) / ratio,
    ];
    Interval { lower: low * (1.0 - 5e-15), upper: high * (1.0 + 5e-15) + f64::MIN_POSITIVE }
}

/// The mass of the standard normal between two points.
fn mass(from: Ball, to: Ball) -> Interval {
    let measure = |from: f64, to: f64| {
        let (mass, error) = normal::mass(from, to);
        // The ends are exact here, so that only the nodes of a short interval are rounded.
        let short = (to - from) * (1.0 + from.abs().max(to.abs())) < 1.0;
        (mass, if short { error } else { 1.5e-14 })
    };
    let (outer, outer_error) = measure(from.low(), to.high());
    let (inner, inner_error) =
        if from.high() < to.low() { measure(from.high(), to.low()) } else { (0.0, 0.0) };
    Interval {
        lower: (inner * (1.0 - inner_error) - f64::MIN_POSITIVE).max(0.0),
        upper: outer * (1.0 + outer_error) + f64::MIN_POSITIVE,
    }
}

fn sum(a: Interval, b: Interval) -> Interval {
    let slack = 2.0 * f64::EPSILON;
    Interval { lower: (a.lower + b.lower) * (1.0 - slack), upper: (a.upper + b.upper) * (1.0 + slack) }
}

fn difference(a: Interval, b: Interval) -> Interval {
    let slack = f64::EPSILON * (a.upper + b.upper);
    Interval { lower: (a.lower - b.upper - slack).max(0.0), upper: a.upper - b.lower + slack }
}

/// `P(t, ∞) − e^ε Q(u, ∞)` for a crossing beyond which the loss keeps rising.
///
/// Where the exponent is resolved by a few panels the positive integral of `φ(1 − e^{−(L−ε)})`, with
/// `L − ε = w(slope + ½κw)` at the distance w; elsewhere `e^ε Q` is so much smaller than P that the
/// difference of the two tails keeps its digits. Both ends by monotonicity in t, slope and κ.
fn half_line(t: Ball, u: Ball, slope: Ball, bend: Ball, ratio: f64, epsilon: f64) -> Interval {
    let start = t.middle.max(-EDGE);
    let length = decay_length(start) + (-start).max(0.0);
    let panel = length / f64::from(PANELS);
    if panel * (slope.high() + 0.5 * bend.high() * panel) <= PANEL_EXPONENT {
        let side = |t: f64, slope: f64, bend: f64| {
            let start = t.max(-EDGE);
            weigh(start, start + length, |x| (x - t) * (slope + 0.5 * bend * (x - t)))
        };
        let error = weigh_error(t.middle);
        let lower = side(t.high(), slope.low(), bend.low());
        let upper = side(t.low(), slope.high(), bend.high());
        return Interval { lower: lower * (1.0 - error), upper: upper * (1.0 + error) + f64::MIN_POSITIVE };
    }
    let infinity = Ball::exact(f64::INFINITY);
    let second =
        if u.low() > 0.0 { scaled_tail(t, u, ratio) } else { scaled(mass(u, infinity), epsilon.exp()) };
    difference(mass(t, infinity), second)
}

/// `P(S) − e^ε Q(S)` for the interval S between the crossings of a loss that has a largest value, with
/// `L − ε = ½|κ|(t − near)(far − t)`; as [`half_line`] otherwise.
fn inside(frame: Frame, crossing: Crossing, epsilon: f64) -> Interval {
    let Crossing { near, far, near_q, far_q, slope } = crossing;
    let start = near.middle.max(-EDGE);
    let end = (start + decay_length(start) + (-start).max(0.0)).min(far.middle);
    if (end - start) * slope.high() <= PANEL_EXPONENT * f64::from(PANELS) {
        let whole = end == far.middle;
        let side = |near: f64, far: f64, bend: f64| {
            let end = if whole { far } else { end };
            weigh(near.max(-EDGE), end, |t| 0.5 * bend * (t - near) * (far - t))
        };
        let error = weigh_error(near.middle.max(-EDGE));
        let (sharp, blunt) = (-frame.bend.low(), -frame.bend.high());
        let lower = side(near.high(), far.low(), blunt);
        let upper = side(near.low(), far.high(), sharp);
        return Interval { lower: lower * (1.0 - error), upper: upper * (1.0 + error) + f64::MIN_POSITIVE };
    }
    let ratio = frame.ratio.middle;
    let second = if near_q.low() > 0.0 {
        difference(scaled_tail(near, near_q, ratio), scaled_tail(far, far_q, ratio))
    } else {
        scaled(mass(near_q, far_q), epsilon.exp())
    };
    difference(mass(near, far), second)
}

fn scaled(interval: Interval, by: f64) -> Interval {
    Interval {
        lower: interval.lower * by * (1.0 - 2.0 * f64::EPSILON),
        upper: interval.upper * by * (1.0 + 2.0 * f64::EPSILON) + f64::MIN_POSITIVE,
    }
}

/// `y − log(1 + y)`, by the series of `2 artanh(y/(2+y))` where the two nearly cancel.
fn log1p_deficit(y: Complex64) -> Complex64 {
    if y.norm() >= 0.5 {
        return y - complex::log1p(y);
    }
    let s = y / (y + 2.0);
    let square = s * s;
    let tail = (1..=20).rev().fold(Complex64::ZERO, |sum, k| square * (sum + 1.0 / f64::from(2 * k + 1)));
    s * (y - 2.0 * tail)
}

impl GaussianPair {
    /// The pair (Q, P).
    pub const fn reversed(&self) -> Self {
        Self {
            mean_first: self.mean_second,
            deviation_first: self.deviation_second,
            mean_second: self.mean_first,
            deviation_second: self.deviation_first,
        }
    }

    fn frame(&self) -> Frame {
        let [first, second] = [self.deviation_first, self.deviation_second].map(Ball::exact);
        let ratio = first / second;
        let shift = (Ball::exact(self.mean_first) - Ball::exact(self.mean_second)) / second;
        let shift = Ball { middle: shift.middle.abs(), ..shift };
        let excess = self.deviation_first - self.deviation_second;
        if excess == 0.0 {
            return Frame { ratio: Ball::exact(1.0), shift, bend: Ball::ZERO, log_ratio: Ball::ZERO };
        }
        let bend = (first - second) * (first + second) / (second * second);
        let near = excess.abs() < 0.5 * self.deviation_second;
        let log = if near { (excess / self.deviation_second).ln_1p() } else { ratio.middle.ln() };
        Frame { ratio, shift, bend, log_ratio: Ball::rounded(log, 4.0 * f64::EPSILON * log.abs()) }
    }

    /// Whether the output does not depend on the person.
    fn is_constant(&self) -> bool {
        let shift = (self.mean_first - self.mean_second).abs();
        self.deviation_first == self.deviation_second && shift <= SMALLEST_SHIFT * self.deviation_second
    }

    /// `K(z)` for Re z ≥ −½.
    fn right_log_moment(&self, z: Complex64) -> Complex64 {
        let Frame { shift, bend, log_ratio, .. } = self.frame();
        let (shift, bend) = (shift.middle, bend.middle);
        let pull = -z * bend;
        if (1.0 + pull).re <= 0.0 {
            return Complex64::new(f64::INFINITY, 0.0);
        }
        // Where κ is large it cancels between the two deficits.
        let spread = if bend.abs() < 0.5 {
            z * log1p_deficit(Complex64::new(bend, 0.0)) + log1p_deficit(pull)
        } else {
            -2.0 * z * log_ratio.middle - complex::log1p(pull)
        };
        0.5 * spread + z * (z + 1.0) * (0.5 * shift * shift) / (1.0 + pull)
    }

    /// `κ − log(1 + κ) ≥ 0`; for a small ρ the logarithm is known better than `1 + κ`.
    fn widening(bend: f64, log_ratio: f64) -> f64 {
        if bend.abs() < 0.5 { log1p_deficit(Complex64::new(bend, 0.0)).re } else { bend - 2.0 * log_ratio }
    }
}

impl Pair for GaussianPair {
    /// `P(S) − e^ε Q(S)` over the set S where `L > ε`: outside the two crossings for s₁ > s₂, between
    /// them for s₁ < s₂, a half line for s₁ = s₂.
    ///
    /// Where S is short of resolution the positive integral of `φ(1 − e^{ε−L})`, with `L − ε` as the
    /// product of its factors, takes the place of the difference; see `half_line`.
    fn profile(&self, epsilon: f64) -> Interval {
        let base = (-epsilon.exp_m1()).max(0.0);
        let floor = base * (1.0 - 2.0 * f64::EPSILON);
        if self.is_constant() {
            let upper = base * (1.0 + 2.0 * f64::EPSILON) + SMALLEST_SHIFT;
            return Interval { lower: floor, upper }.within(0.0, 1.0);
        }
        if epsilon >= LARGEST_LOSS {
            return Interval { lower: 0.0, upper: f64::MIN_POSITIVE };
        }
        if epsilon < -745.0 {
            return Interval { lower: 1.0 - f64::EPSILON, upper: 1.0 };
        }
        let frame = self.frame();
        let square = frame.discriminant(epsilon);
        let (bend, ratio) = (frame.bend, frame.ratio.middle);
        if bend.middle != 0.0 && square.low() <= 0.0 {
            // At the end of the support: what S or its complement adds is at most φ·length·excess.
            let high = square.high().max(0.0);
            let length = 2.0 * high.sqrt() / bend.low().abs().min(bend.high().abs());
            let vertex = (ratio * frame.shift.middle / bend.middle).abs();
            let density = normal::density((vertex * (1.0 - 1e-14) - length).max(0.0));
            let excess = (high / bend.middle.abs()).min(1.0);
            let rest = if high == 0.0 { 0.0 } else { 1.1 * density * length * excess + f64::MIN_POSITIVE };
            let upper = base * (1.0 + 2.0 * f64::EPSILON) + 2.0 * rest;
            return Interval { lower: floor, upper }.within(0.0, 1.0);
        }
        let crossing = frame.crossing(epsilon);
        let Crossing { near, far, near_q, far_q, slope } = crossing;
        let delta = if bend.middle < 0.0 {
            inside(frame, crossing, epsilon)
        } else {
            let right = half_line(near, near_q, slope, bend, ratio, epsilon);
            if bend.middle == 0.0 {
                right
            } else {
                sum(right, half_line(far.mirrored(), far_q.mirrored(), slope, bend, ratio, epsilon))
            }
        };
        Interval { lower: delta.lower.max(floor), upper: delta.upper }.within(0.0, 1.0)
    }

    /// `D_α = ½[κ − log(1+κ)] + ½[y − log(1+y)]/(α−1) + αd²/(2(1+y))` with `y = −(α−1)κ`: positive
    /// terms only; infinite where `1 + y ≤ 0`, that is `αs₂² ≤ (α−1)s₁²` (Gil, Alajaji and Linder 2013).
    fn renyi(&self, order: Order) -> Interval {
        let Frame { shift, bend, log_ratio, .. } = self.frame();
        let (shift, bend) = (shift.middle, bend.middle);
        if self.is_constant() {
            return Interval { lower: 0.0, upper: f64::MIN_POSITIVE };
        }
        let alpha = order.value();
        let largest = if bend < 0.0 {
            Interval::around(0.5 * shift * shift / -bend - log_ratio.middle, 32.0 * f64::EPSILON)
        } else {
            Interval::exact(f64::INFINITY)
        };
        if alpha.is_infinite() {
            return largest;
        }
        let z = (alpha - 1.0).min(LARGEST_LOSS);
        let pull = -z * bend;
        let slack = 8.0 * f64::EPSILON * (1.0 + pull.abs());
        if 1.0 + pull < -slack {
            return Interval::exact(f64::INFINITY);
        }
        let unsure = 1.0 + pull <= 4.0 * slack;
        let pull = if unsure { -1.0 + 4.0 * slack } else { pull };
        let correction = if z == 0.0 { 0.0 } else { log1p_deficit(Complex64::new(pull, 0.0)).re / z };
        let spread = 0.5 * (Self::widening(bend, log_ratio.middle) + correction);
        let divergence = spread + 0.5 * (z + 1.0) * shift * shift / (1.0 + pull);
        let error = 32.0 * f64::EPSILON * (1.0 + pull.abs() / (1.0 + pull));
        let found = Interval::around(divergence, error.min(1.0)).within(0.0, largest.upper);
        // Beyond the orders that are computed the curve still grows.
        let open = unsure || alpha - 1.0 > z;
        Interval { upper: if open { largest.upper } else { found.upper }, ..found }
    }

    /// By the Neyman–Pearson tests `L > ε`: one whose size is at most x bounds the error from above,
    /// one whose size is at least x from below.
    fn trade_off(&self, type_one: Probability) -> Interval {
        let x = type_one.value();
        let most = Interval { lower: 1.0 - x - f64::EPSILON, upper: 1.0 - x + f64::EPSILON }.within(0.0, 1.0);
        if x == 0.0 || x == 1.0 {
            return Interval::exact(1.0 - x);
        }
        if self.is_constant() {
            return Interval { lower: (most.lower - SMALLEST_SHIFT).max(0.0), ..most };
        }
        let frame = self.frame();
        let (ratio, shift) = (frame.ratio.middle, frame.shift.middle);
        let (low, high) = frame.range((-40.0 - shift) / ratio, (40.0 - shift) / ratio);
        let margin = 1.0 + 1e-3 * (low.abs() + high.abs());
        let search = Bracket { low: low - margin, high: high + margin };
        // The sign is that of the comparison itself, whatever the logarithms round to.
        let compare = |left: f64, right: f64| {
            let log_ratio = left.ln() - right.ln();
            if left <= right { log_ratio.min(0.0) } else { log_ratio.max(f64::MIN_POSITIVE) }
        };
        // Above one half through the complement, 1 − x being exact.
        let excess = |epsilon: f64, strict: bool| {
            if x > 0.5 {
                let rest = self.masses(f64::NEG_INFINITY, epsilon).q;
                compare(1.0 - x, if strict { rest.lower } else { rest.upper })
            } else {
                let size = self.masses(epsilon, f64::INFINITY).q;
                compare(if strict { size.upper } else { size.lower }, x)
            }
        };
        let error = |epsilon: f64| self.masses(f64::NEG_INFINITY, epsilon).p;
        let upper = solve(search, Scale::Linear, |epsilon| excess(epsilon, true));
        let lower = solve(search, Scale::Linear, |epsilon| excess(epsilon, false));
        Interval {
            lower: lower.map_or(0.0, |found| error(found.low).lower).min(most.upper),
            upper: upper.map_or(1.0, |found| error(found.high).upper).min(most.upper),
        }
    }

    /// `[φ(t₁) + φ(t₂)]/|L′|` at the two crossings; unbounded but integrable at the end of the support,
    /// where 0 is given.
    fn loss(&self) -> LossDistribution<'_> {
        if self.is_constant() {
            return LossDistribution {
                density: Box::new(|_| 0.0),
                atoms: vec![Atom { at: 0.0, mass: 1.0 }],
                span: (0.0, 0.0),
                infinite: 0.0,
            };
        }
        let frame = self.frame();
        let density = move |l: f64| {
            if l.abs() >= LARGEST_LOSS || frame.discriminant(l).low() <= 0.0 && frame.bend.middle != 0.0 {
                return 0.0;
            }
            let Crossing { near, far, slope, .. } = frame.crossing(l);
            (normal::density(near.middle) + normal::density(far.middle)) / slope.middle
        };
        LossDistribution {
            density: Box::new(density),
            atoms: Vec::new(),
            span: frame.range(-EDGE, EDGE),
            infinite: 0.0,
        }
    }

    /// `K(z) = ½z[κ − log(1+κ)] + ½[y − log(1+y)] + z(z+1)d²/(2(1+y))` with `y = −zκ`, on the strip
    /// `Re(1+y) > 0` and infinite outside; left of −½ through (Q, P), `K(z) = K′(−1−z)`.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        if self.is_constant() {
            Complex64::ZERO
        } else if z.re < -0.5 {
            self.reversed().right_log_moment(-1.0 - z)
        } else {
            self.right_log_moment(z)
        }
    }

    /// Between the near crossings of the two ends and between the far ones.
    fn masses(&self, above: f64, upto: f64) -> Masses {
        if above.is_nan() || upto.is_nan() || above >= upto {
            return Masses::NONE;
        }
        if self.is_constant() {
            let all = Interval::exact(if above < 0.0 && 0.0 <= upto { 1.0 } else { 0.0 });
            return Masses { p: all, q: all };
        }
        let frame = self.frame();
        let [from, to] = [above, upto].map(|end| frame.crossing_anywhere(end));
        Masses {
            p: sum(mass(from.near, to.near), mass(to.far, from.far)).within(0.0, 1.0),
            q: sum(mass(from.near_q, to.near_q), mass(to.far_q, from.far_q)).within(0.0, 1.0),
        }
    }

    /// The trapezoid rule in u, the output in units of Q, which converges like `e^{−2πy/h}` for every
    /// height y on which the integrand stays bounded. There Im L = y·L′(u), so that the mixture has no
    /// zero below `π/max|L′|`; half of that is taken.
    ///
    /// A power without a finite moment is not covered.
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        if self.is_constant() {
            return vec![LossNode::real(0.0, 0.0)];
        }
        let frame = self.frame();
        let (ratio, shift) = (frame.ratio.middle, frame.shift.middle);
        let (from, to, step) = self.node_rule(smoothness);
        let step = step.max((to - from) / MOST_NODES);
        let first = (from / step).floor();
        let count = (to / step).ceil() - first;
        let node = |at: u32| {
            let u = (first + f64::from(at)) * step;
            let loss = frame.loss((u - shift) / ratio);
            LossNode::real(loss, step.ln() - 0.5 * u * u - LN_SQRT_TAU)
        };
        (0..=count as u32).map(node).collect()
    }

    fn affords(&self, smoothness: Smoothness) -> bool {
        smoothness.turning.1 <= 64.0
    }

    fn node_fall(&self) -> f64 {
        50.0
    }

    /// None at all where even the smallest power would take too many.
    fn node_growth(&self) -> f64 {
        let affordable = |growth: f64| {
            let (from, to, step) = self.node_rule(Smoothness {
                rate: 1.0,
                growth,
                fall: 0.0,
                turning: (0.0, 64.0),
                downward: false,
            });
            to - from <= step * MOST_NODES
        };
        if self.is_constant() {
            return 1e9;
        }
        [1e3, 100.0, 30.0, 10.0, 4.0, 2.0].into_iter().find(|&growth| affordable(growth)).unwrap_or(0.0)
    }

    fn is_symmetric(&self) -> bool {
        self.deviation_first == self.deviation_second
    }
}

impl GaussianPair {
    /// Where the nodes lie and how far apart, in units of Q.
    fn node_rule(&self, smoothness: Smoothness) -> (f64, f64, f64) {
        let frame = self.frame();
        let (ratio, shift, bend) = (frame.ratio.middle, frame.shift.middle, frame.bend.middle);
        let Smoothness { growth, turning: (_, frequency), .. } = smoothness;
        // Tilted by the power s, that is p^s q^{1−s}, the density in u has this precision and centre.
        let (mut from, mut to, mut sharpest) = (-EDGE, EDGE, 1.0f64);
        for power in [-1.0, 0.0, 1.0, 2.0, growth] {
            let precision = 1.0 - power * bend / (ratio * ratio);
            if precision > 0.0 {
                let centre = power * shift / (ratio * ratio * precision);
                let reach = (2.0 * (NODE_DIGITS + 8.0) / precision).sqrt();
                from = from.min(centre - reach);
                to = to.max(centre + reach);
                sharpest = sharpest.max(precision);
            }
        }
        let slope = |u: f64| ((bend * u + shift) / (ratio * ratio)).abs();
        let steepest = slope(from).max(slope(to));
        let height = (0.5 * std::f64::consts::PI / steepest).min((2.0 * NODE_DIGITS / sharpest).sqrt());
        let cost = NODE_DIGITS + frequency * height * steepest + 0.5 * height * height * sharpest;
        (from, to, std::f64::consts::TAU * height / cost)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::mechanism::Gaussian;

    const fn pair(
        mean_first: f64,
        deviation_first: f64,
        mean_second: f64,
        deviation_second: f64,
    ) -> GaussianPair {
        GaussianPair { mean_first, deviation_first, mean_second, deviation_second }
    }

    /// The pair and the remaining numbers of each row of a 40-digit table.
    fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = (GaussianPair, [f64; N])> {
        table.lines().skip(1).map(|line| {
            let row: Vec<f64> = line.split(',').map(|text| text.parse().expect("a number")).collect();
            (pair(row[0], row[1], row[2], row[3]), row[4..].try_into().expect("a full row"))
        })
    }

    /// The value is inside, but for half a unit in its own last place; returns the relative width.
    fn assert_inside(found: Interval, value: f64, row: impl std::fmt::Debug) -> f64 {
        let last_place = if value.is_finite() { 0.5 * f64::EPSILON * value.abs() } else { 0.0 };
        assert!(
            found.lower <= value + last_place && value - last_place <= found.upper,
            "{row:?}: {found:?} misses {value}"
        );
        if value == 0.0 || value.is_infinite() {
            0.0
        } else {
            (found.upper - found.lower) / value.abs().max(1e-290)
        }
    }

    /// Rows B27, D23 and D24 of the reference table.
    #[test]
    fn reference_values_are_met() {
        let (wide, narrow) = (pair(0.0, 2f64.sqrt(), 0.0, 1.0), pair(0.0, 1.0, 0.0, 2f64.sqrt()));
        let near =
            |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-10, "{found} {expected}");
        near(wide.renyi(Order::above_one(0.5)).middle(), 0.346_573_590_279_972_7);
        near(wide.profile(1.0).middle(), 0.045_611_619_892_735_17);
        near(narrow.profile(0.2).middle(), 0.053_183_839_138_100_91);
        assert_eq!(wide.renyi(Order::above_one(1.1)).upper, f64::INFINITY);
    }

    #[test]
    fn profiles_enclose_the_table() {
        for (pair, row) in rows(include_str!("../../tests/golden/mechanism/gaussian_pair_profile.csv")) {
            let [epsilon, delta] = row;
            let width = assert_inside(pair.profile(epsilon), delta, (pair, row));
            // Widest next to the end of the support, where the rounding of the discriminant decides.
            assert!(width < 1e-10, "{width:e} {pair:?} {row:?}");
        }
    }

    #[test]
    fn divergences_enclose_the_table() {
        for (pair, row) in rows(include_str!("../../tests/golden/mechanism/gaussian_pair_renyi.csv")) {
            let [order, divergence] = row;
            let width = assert_inside(pair.renyi(Order::above_one(order - 1.0)), divergence, (pair, row));
            assert!(width < 1e-12, "{width:e} {pair:?} {row:?}");
        }
    }

    #[test]
    fn masses_enclose_the_table() {
        for (pair, row) in rows(include_str!("../../tests/golden/mechanism/gaussian_pair_masses.csv")) {
            let [above, upto, p, q] = row;
            let masses = pair.masses(above, upto);
            let width = assert_inside(masses.p, p, (pair, row)).max(assert_inside(masses.q, q, (pair, row)));
            // Widest for ends that agree in nearly all their digits.
            assert!(width < 0.05, "{width:e} {pair:?} {row:?}");
        }
    }

    #[test]
    fn trade_offs_enclose_the_table() {
        for (pair, row) in rows(include_str!("../../tests/golden/mechanism/gaussian_pair_trade_off.csv")) {
            let [type_one, type_two] = row;
            let found = pair.trade_off(Probability::clamped(type_one));
            let width = assert_inside(found, type_two, (pair, row));
            // Widest next to the end of the support, where a threshold fixes the crossing least.
            assert!(width < 1e-5, "{width:e} {pair:?} {row:?}");
        }
    }

    /// Relative to the size of the logarithm and modulo its turns.
    #[test]
    fn log_moments_meet_the_table() {
        for (pair, row) in rows(include_str!("../../tests/golden/mechanism/gaussian_pair_log_moment.csv")) {
            let [real, imaginary, log_real, log_imaginary] = row;
            let found = pair.log_moment(Complex64::new(real, imaginary));
            let turns = ((found.im - log_imaginary) / std::f64::consts::TAU).round();
            let expected = Complex64::new(log_real, log_imaginary + turns * std::f64::consts::TAU);
            let error = (found - expected).norm() / expected.norm();
            assert!(error < 1e-13, "{error:e} {pair:?} {row:?}");
        }
    }

    /// Equal deviations are the Gaussian mechanism with σ = s/|μ₁ − μ₂|.
    #[test]
    fn equal_deviations_are_gaussian() {
        let (equal, gaussian) = (pair(3.0, 2.0, -1.0, 2.0), Gaussian::new(0.5));
        let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-12, "{a} {b}");
        for epsilon in [-3.0, 0.0, 0.7, 4.0, 30.0] {
            near(equal.profile(epsilon).middle(), gaussian.profile(epsilon).middle());
            near(equal.masses(epsilon, 40.0).q.middle(), gaussian.masses(epsilon, 40.0).q.middle());
            near((equal.loss().density)(epsilon), (gaussian.loss().density)(epsilon));
        }
        for order in [1.0, 2.0, 50.0].map(|order| Order::above_one(order - 1.0)) {
            near(equal.renyi(order).middle(), gaussian.renyi(order).middle());
        }
        for x in [1e-20, 0.01, 0.5, 0.9].map(Probability::clamped) {
            near(equal.trade_off(x).middle(), gaussian.trade_off(x).middle());
        }
        let z = Complex64::new(0.3, 2.0);
        assert!((equal.log_moment(z) - gaussian.log_moment(z)).norm() < 1e-13);
        assert!(equal.is_symmetric());
    }

    /// Any accepted pair, deviations over all decades.
    fn any_pair() -> impl Strategy<Value = GaussianPair> {
        let log = -2.0..3.0f64;
        (-1e3..1e3f64, log.clone(), -1e3..1e3f64, log, 0..4u8, -14.0..0.0f64).prop_map(
            |(a, s, b, t, kind, near)| {
                let (s, t) = (10f64.powf(s), 10f64.powf(t));
                let t = if kind & 1 == 0 { t } else { s * (1.0 + 10f64.powf(near)) };
                if kind & 2 == 0 { pair(a, s, b, t.min(1e3)) } else { pair(a, s, a + s * near, t.min(1e3)) }
            },
        )
    }

    fn moderate_pair() -> impl Strategy<Value = GaussianPair> {
        (-2.0..2.0f64, 0.5..2.0f64, 0.5..2.0f64).prop_map(|(mean, s, t)| pair(mean, s, 0.0, t))
    }

    fn overlap(a: Interval, b: Interval, slack: f64) -> bool {
        a.lower <= b.upper + slack && b.lower <= a.upper + slack
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// No value is missing and no interval is inverted, whatever the parameters.
        #[test]
        fn every_value_exists(pair in any_pair(), exponent in -20.0..300.0f64, sign in prop::bool::ANY, x in 0.0..1.0f64) {
            let epsilon = if sign { 10f64.powf(exponent) } else { -10f64.powf(exponent) };
            for epsilon in [epsilon, epsilon.clamp(-1e5, 1e5), pair.renyi(Order::ONE).middle()] {
                let delta = pair.profile(epsilon);
                prop_assert!(0.0 <= delta.lower && delta.lower <= delta.upper && delta.upper <= 1.0, "{delta:?}");
                let Masses { p, q } = pair.masses(-1.0, epsilon);
                prop_assert!(0.0 <= p.lower && p.lower <= p.upper && p.upper <= 1.0, "{p:?}");
                prop_assert!(0.0 <= q.lower && q.lower <= q.upper && q.upper <= 1.0, "{q:?}");
                prop_assert!((pair.loss().density)(epsilon).is_finite());
            }
            let type_two = pair.trade_off(Probability::clamped(x));
            prop_assert!(0.0 <= type_two.lower && type_two.lower <= type_two.upper && type_two.upper <= 1.0, "{type_two:?}");
            let order = pair.renyi(Order::above_one(epsilon.abs()));
            prop_assert!(order.lower <= order.upper, "{order:?}");
            prop_assert!(!pair.log_moment(Complex64::new(x - 1.0, 3.0)).is_nan());
            let nodes = pair.nodes(Smoothness { rate: 1.0, growth: 2.0, fall: 0.0, turning: (0.0, 0.0), downward: false });
            prop_assert!(nodes.iter().all(|node| node.loss.is_finite() && node.log_weight.is_finite()));
        }

        /// `δ(ε) = P(L > ε) − e^ε Q(L > ε)`, masses add up, `H_a(Q‖P) = 1 − a + a H_{1/a}(P‖Q)`, and the
        /// trade-off curve lies above every tangent and meets the test with threshold ε.
        #[test]
        fn every_view_is_of_one_pair(pair in any_pair(), share in -2.0..2.0f64, next in 0.0..2.0f64) {
            let scale = pair.renyi(Order::ONE).middle().min(300.0);
            let epsilon = share * scale;
            let (above, delta) = (pair.masses(epsilon, f64::INFINITY), pair.profile(epsilon));
            let factor = epsilon.exp();
            let apart = Interval { lower: above.p.lower - factor * above.q.upper, upper: above.p.upper - factor * above.q.lower };
            prop_assert!(overlap(apart, delta, 1e-13), "{apart:?} {delta:?}");
            let back = pair.reversed().profile(-epsilon);
            let turned = Interval { lower: 1.0 - factor + factor * back.lower, upper: 1.0 - factor + factor * back.upper };
            prop_assert!(overlap(turned, delta, 1e-14 * (1.0 + factor)), "{turned:?} {delta:?}");
            let cut = epsilon + next * scale;
            let (first, second) = (pair.masses(epsilon, cut), pair.masses(cut, f64::INFINITY));
            for (first, second, all) in [(first.p, second.p, above.p), (first.q, second.q, above.q)] {
                prop_assert!(overlap(sum(first, second), all, 1e-15), "{first:?} {second:?} {all:?}");
            }
            let type_two = pair.trade_off(Probability::clamped(above.q.middle()));
            let tangent = 1.0 - delta.upper - factor * above.q.middle();
            prop_assert!(tangent <= type_two.upper + 1e-13 * (1.0 + factor), "{tangent} {type_two:?}");
        }

        /// D_α grows with α and ends at the largest loss.
        #[test]
        fn divergences_grow_with_their_order(pair in any_pair(), a in -8.0..6.0f64, b in -8.0..6.0f64) {
            let at = |exponent: f64| pair.renyi(Order::above_one(10f64.powf(exponent)));
            let (low, high) = (at(a.min(b)), at(a.max(b)));
            prop_assert!(low.lower <= high.upper, "{low:?} {high:?}");
            prop_assert!(high.lower <= pair.renyi(Order::INFINITE).upper);
        }

        /// The nodes give the moment function wherever the tilted density lies within 38 deviations of Q.
        #[test]
        fn nodes_integrate_the_moments(pair in moderate_pair(), z in -0.9..3.0f64) {
            let ratio = pair.deviation_second / pair.deviation_first;
            let precision = 1.0 + (1.0 + z) * (ratio * ratio - 1.0);
            prop_assume!(precision > 0.2);
            let centre = (1.0 + z) * pair.mean_first.abs() / pair.deviation_second * ratio * ratio / precision;
            prop_assume!(centre + 8.0 / precision.sqrt() < 38.0);
            let nodes = pair.nodes(Smoothness { rate: 1.0, growth: 1.0 + z, fall: 0.0, turning: (0.0, 0.0), downward: false });
            let log = pair.log_moment(Complex64::new(z, 0.0)).re;
            let found: f64 = nodes.iter().map(|node| ((1.0 + z) * node.loss.re + node.log_weight.re - log).exp()).sum();
            prop_assert!((found - 1.0).abs() < 1e-11, "{found} of {}", nodes.len());
        }
    }
}
