//! What P has more than `e^ε Q` beyond a crossing, and between two.

use std::sync::LazyLock;

use super::crossing::{Crossing, Frame};
use super::{EDGE, NODE_DIGITS};
use crate::guarantee::Interval;
use crate::numeric::ball::Ball;
use crate::numeric::normal;
use crate::numeric::quadrature::GaussLegendre;

/// Panels of the profile's quadrature.
const PANELS: u32 = 12;
/// Largest exponent that one panel resolves.
const PANEL_EXPONENT: f64 = 12.0;

static PANEL: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(16));

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
pub fn mass(from: Ball, to: Ball) -> Interval {
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

pub fn sum(a: Interval, b: Interval) -> Interval {
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
pub fn half_line(t: Ball, u: Ball, slope: Ball, bend: Ball, ratio: f64, epsilon: f64) -> Interval {
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
pub fn inside(frame: Frame, crossing: Crossing, epsilon: f64) -> Interval {
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
