//! Two normal distributions that differ in mean and in variance.

mod crossing;
mod described;
mod nodes;
mod tails;

use num_complex::Complex64;
use serde::Serialize;

use self::crossing::{Crossing, Frame, LARGEST_LOSS};
use self::described::DESCRIPTION;
use self::tails::{half_line, inside, mass, sum};
use super::description::Description;
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{DEVIATIONS, OWN, Outputs, densities, gaussian};
use crate::guarantee::{Atom, Interval, LossDistribution, Masses, Nodes, Order, Pair, Probability, Reverse};
use crate::numeric::ball::Ball;
use crate::numeric::root::{Bracket, solve};
use crate::numeric::{Scale, complex, normal};

/// P = N(μ₁, s₁²), Q = N(μ₂, s₂²).
///
/// In units of P, `t = (x − μ₁)/s₁`, with `ρ = s₁/s₂`, `d = |μ₁ − μ₂|/s₂` and `κ = ρ² − 1`, the loss is
/// the parabola `L = ½(κt² + 2ρdt + d²) − log ρ`, and `u = d + ρt` is standard normal under Q.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GaussianPair {
    /// Mean of P.
    mean_first: f64,
    /// Standard deviation of P.
    deviation_first: f64,
    /// Mean of Q.
    mean_second: f64,
    /// Standard deviation of Q.
    deviation_second: f64,
}

/// Equal deviations and means closer than this, in deviations, count as the same distribution.
const SMALLEST_SHIFT: f64 = 1e-150;

/// Digits of a quadrature, in natural logarithm.
const NODE_DIGITS: f64 = 38.0;
/// Where a standard normal ends for the purpose of a quadrature.
const EDGE: f64 = 9.0;

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
    /// The pair of these means and deviations; `None` outside of the described ranges.
    pub fn new(
        mean_first: f64,
        deviation_first: f64,
        mean_second: f64,
        deviation_second: f64,
    ) -> Option<Self> {
        let pair = Self { mean_first, deviation_first, mean_second, deviation_second };
        DESCRIPTION.accepts(&pair.values()).then_some(pair)
    }

    /// The pair (Q, P).
    const fn reversed(&self) -> Self {
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

impl Kind for GaussianPair {
    type Values = [f64; 4];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build(
        [mean_first, deviation_first, mean_second, deviation_second]: Self::Values,
        _: &[[f64; 2]],
    ) -> Option<Self> {
        Self::new(mean_first, deviation_first, mean_second, deviation_second)
    }

    fn values(&self) -> Self::Values {
        [self.mean_first, self.deviation_first, self.mean_second, self.deviation_second]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(self)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        let [first, second] =
            [(self.mean_first, self.deviation_first), (self.mean_second, self.deviation_second)];
        let end = |side: f64, pick: fn(f64, f64) -> f64| {
            pick(first.0 + side * DEVIATIONS * first.1, second.0 + side * DEVIATIONS * second.1)
        };
        let span = (end(-1.0, f64::min), end(1.0, f64::max));
        Ok(densities(gaussian(first.0, first.1), gaussian(second.0, second.1), OWN, span))
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
        LossDistribution { density: Box::new(density), atoms: Vec::new(), span: frame.range(-EDGE, EDGE) }
    }

    fn infinite(&self) -> f64 {
        0.0
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

    /// Equal deviations make a symmetric pair: the mirror image of one output is the other.
    fn reverse(&self) -> Reverse<'_> {
        if self.deviation_first == self.deviation_second {
            Reverse::Same
        } else {
            Reverse::Other(Box::new(self.reversed()))
        }
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

#[cfg(test)]
mod tests;
