//! The Gaussian mechanism on a Poisson sample when one person is replaced by another.

mod moments;
#[cfg(test)]
mod tests;

use num_complex::Complex64;

use crate::guarantee::{
    Interval, LossDistribution, Masses, Moments, Nodes, NumericMoments, Order, Pair, Probability, Reverse,
    trade_off_by_threshold,
};
use crate::mechanism::Gaussian;
use crate::numeric::normal;
use crate::numeric::root::{Bracket, Stop, bisect};
use moments::{Course, ReplacedMoments};

/// Relative error of the quadrature behind a moment.
const MOMENT_ERROR: f64 = 1e-12;

/// Deviations from all centres at which every normal tail has long underflowed.
const FAR: f64 = 1e3;

/// `P = (1−γ)N(0, σ²) + γN(½, σ²)` against `Q = (1−γ)N(0, σ²) + γN(−½, σ²)`.
///
/// σ is the noise over the distance of an exchange, so that a sum of vectors clipped to length C has distance 2C:
/// one person adds a vector of length at most ½, the other another, and what the sample gives without either lies in
/// the middle. Opposite vectors of full length are the worst, and data attain them: this is DP-SGD under replacement
/// as other libraries account for it. The loss grows with the output and is odd, so that (Q, P) has the same views.
///
/// In units of σ, with `d = 1/(2σ)` and the ratio `ρ(u) = 1 − γ + γ e^{ud − d²/2}` of the removal of one person, P has
/// the density `φ(u)ρ(u)`, Q `φ(u)ρ(−u)`, and the loss is `log ρ(u) − log ρ(−u)`.
#[derive(Debug, Clone, Copy)]
pub struct Replaced {
    /// N(½, σ²) against N(0, σ²).
    base: Gaussian,
    /// γ.
    rate: f64,
    /// d.
    shift: f64,
}

/// Where the loss is a given ε ≥ 0: at `ud = ε/2 + w`.
struct Place {
    /// w.
    excess: f64,
    /// By how much w may be off.
    error: f64,
}

impl Replaced {
    /// Noise σ over the distance of an exchange; the rate lies strictly between 0 and 1.
    pub fn new(sigma: f64, rate: f64) -> Self {
        Self { base: Gaussian::with_sigma(2.0 * sigma), rate, shift: 0.5 / sigma }
    }

    /// `d²/2`.
    fn half_square(&self) -> f64 {
        0.5 * self.shift * self.shift
    }

    /// `r = (1−γ)e^{d²/2}/γ`; infinite where it overflows.
    fn odds(&self) -> f64 {
        (1.0 - self.rate) / self.rate * self.half_square().exp()
    }

    /// The loss is ε where `γ' y² − (1−γ)(e^ε − 1) y − γ' e^ε = 0` with `y = e^{ud}` and `γ' = γe^{−d²/2}`, that is at
    /// `ud = ε/2 + asinh(r sinh(ε/2))`.
    fn place(&self, epsilon: f64) -> Place {
        let half = 0.5 * epsilon;
        let sine = self.odds() * half.sinh();
        let unit = f64::EPSILON * (8.0 + self.half_square());
        if half == 0.0 || sine.is_finite() {
            let excess = if half == 0.0 { 0.0 } else { sine.asinh() };
            return Place { excess, error: unit * excess.min(1.0) + 4.0 * f64::EPSILON * excess };
        }
        // By logarithms: of twice the hyperbolic sine of half the loss, and of r.
        let parts =
            [half, (-(-epsilon).exp_m1()).ln(), (-self.rate).ln_1p(), -self.rate.ln(), self.half_square()];
        let doubled: f64 = parts.iter().sum();
        let excess = if doubled > 20.0 { doubled } else { (0.5 * doubled.exp()).asinh() };
        Place { excess, error: unit + 4.0 * f64::EPSILON * parts.map(f64::abs).iter().sum::<f64>() }
    }

    /// The output with a loss, in units of σ; infinite where nothing is, a thousand deviations out.
    fn output(&self, loss: f64) -> f64 {
        let size = loss.abs();
        let output = (0.5 * size + self.place(size).excess) / self.shift;
        let output = if output < self.shift + FAR { output } else { f64::INFINITY };
        output.copysign(loss)
    }

    /// `log ρ` at `ud = at`.
    fn log_ratio(&self, at: f64) -> f64 {
        let loss = at - self.half_square();
        let excess = self.rate * loss.exp_m1();
        if excess < 1.0 {
            excess.ln_1p()
        } else {
            loss + (self.rate + (1.0 - self.rate) * (-loss).exp()).ln()
        }
    }

    /// `δ(ε)` for ε ≥ 0: `γ [δ₀(l) + e^{l−2w} δ₀(l + d²)]` with the profile δ₀ of N(½, σ²) against N(0, σ²) and
    /// `l = ud − d²/2` where the loss is ε.
    ///
    /// Beyond that output `P − e^ε Q = γ(P₊ − e^l P₀) + γe^{l−2w}(P₀ − e^{l+d²} P₋)`, for the parts of P₀ cancel where
    /// the loss is ε: both terms are positive there, and no digit is lost however small δ is.
    fn tail(&self, epsilon: f64) -> Interval {
        let Place { excess, error } = self.place(epsilon);
        let half_square = self.half_square();
        let loss = 0.5 * epsilon + excess - half_square;
        // Nothing is there, and squares overflow far beyond.
        if loss > half_square + FAR * self.shift {
            return Interval::around(0.0, 0.0).within(0.0, 1.0);
        }
        let slack = error + 4.0 * f64::EPSILON * (0.5 * epsilon + excess + half_square);
        let around =
            |loss: f64| (self.base.profile(loss + slack).lower, self.base.profile(loss - slack).upper);
        let (first, second) = (around(loss), around(loss + 2.0 * half_square));
        let factor = (0.5 * epsilon - excess - half_square).exp();
        let sum = |first: f64, second: f64, direction: f64| {
            let second = factor * second * (1.0 + direction * 2.0 * slack);
            self.rate * (first + second) * (1.0 + direction * 8.0 * f64::EPSILON)
                + direction * f64::MIN_POSITIVE
        };
        Interval { lower: sum(first.0, second.0, -1.0), upper: sum(first.1, second.1, 1.0) }.within(0.0, 1.0)
    }

    /// The masses of the outputs in `(from, to]`.
    fn between(&self, from: f64, to: f64) -> Masses {
        let part = |shift: f64, share: f64| {
            let (mass, error) = normal::mass(from + shift, to + shift);
            (share * mass, share * mass * (error + 4.0 * f64::EPSILON))
        };
        let without = part(0.0, 1.0 - self.rate);
        let [p, q] = [-self.shift, self.shift].map(|shift| {
            let with = part(shift, self.rate);
            let (mass, slack) = (without.0 + with.0, without.1 + with.1 + f64::MIN_POSITIVE);
            Interval { lower: mass - slack, upper: mass + slack }.within(0.0, 1.0)
        });
        Masses { p, q }
    }

    fn course(&self, reach: f64, frequencies: (f64, f64)) -> Course {
        Course::new(self.rate, self.shift, reach, frequencies)
    }

    /// What brackets `D_α` without a quadrature.
    ///
    /// `ρ(−u) ≥ 1−γ` and `ρ(u)^α ≤ 1 − γ + γe^{αl}` bound it by `αd²/2 − log(1−γ)`, the exchange without a sample by
    /// `α/(2σ²)`; from below `ρ(u) ≥ γe^l` and `ρ(−u) ≤ 1` for u > 0, which has half of the mass.
    fn limits(&self, order: f64) -> Interval {
        let (excess, half_square) = (order - 1.0, self.half_square());
        let mixed = (order * half_square - (-self.rate).ln_1p()).min(4.0 * order * half_square);
        let hit = order * half_square + (order * self.rate.ln() - std::f64::consts::LN_2) / excess;
        let lower = if excess > 0.0 { (hit - 1e-14 * (order * half_square - hit)).max(0.0) } else { 0.0 };
        Interval { lower: lower * (1.0 - 1e-14), upper: mixed * (1.0 + 1e-14) }
    }
}

impl Pair for Replaced {
    /// For ε < 0 by reversal, as of every symmetric pair.
    fn profile(&self, epsilon: f64) -> Interval {
        let tail = self.tail(epsilon.abs());
        if epsilon >= 0.0 {
            return tail;
        }
        let (rest, factor) = (-epsilon.exp_m1(), epsilon.exp());
        let end = |tail: f64, direction: f64| {
            (rest + factor * tail) * (1.0 + direction * 4.0 * f64::EPSILON) + direction * f64::MIN_POSITIVE
        };
        Interval { lower: end(tail.lower, -1.0), upper: end(tail.upper, 1.0) }.within(0.0, 1.0)
    }

    fn renyi(&self, order: Order) -> Interval {
        let excess = order.value() - 1.0;
        if excess.is_infinite() {
            return Interval::exact(f64::INFINITY);
        }
        let limits = self.limits(order.value());
        let reach = self.reach();
        // The curve itself as far as its moments reach: beyond, no order is below the last.
        let moments = ReplacedMoments::new(&self.course(excess.min(reach), (0.0, 0.0)));
        let divergence = if excess > 0.0 {
            moments.at(Complex64::new(excess.min(reach), 0.0)).re / excess.min(reach)
        } else {
            moments.mean()
        };
        let known = Interval::around(divergence, MOMENT_ERROR).within(0.0, limits.upper);
        if excess <= reach { known } else { Interval { lower: known.lower.max(limits.lower), ..limits } }
    }

    fn trade_off(&self, type_one: Probability) -> Interval {
        trade_off_by_threshold(self, type_one)
    }

    /// The density of the output over the slope of the loss, `½(1 + cosh x/√(r⁻² + sinh² x))/d` at `l = 2x`.
    fn loss(&self) -> LossDistribution<'_> {
        let rare = self.odds().recip();
        let density = move |l: f64| {
            let (at, half) = (self.output(l), 0.5 * l);
            let pace = 0.5 * (1.0 + (rare / half.cosh()).hypot(half.tanh()).recip()) / self.shift;
            let output =
                (1.0 - self.rate) * normal::density(at) + self.rate * normal::density(at - self.shift);
            if output > 0.0 { (output * pace).min(f64::MAX) } else { 0.0 }
        };
        let at = |u: f64| self.log_ratio(u * self.shift) - self.log_ratio(-u * self.shift);
        LossDistribution {
            density: Box::new(density),
            atoms: Vec::new(),
            span: (at(-9.0), at(self.shift + 9.0)),
        }
    }

    fn infinite(&self) -> f64 {
        0.0
    }

    /// Where no quadrature follows the frequency, the moment has faded.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        // K(−1−z) = K(z).
        let z = if z.re < -0.5 { -1.0 - z } else { z };
        let frequencies = (z.im.abs(), z.im.abs());
        let course = self.course(z.re.max(0.0), frequencies);
        if !course.is_affordable() {
            return Complex64::new(f64::NEG_INFINITY, 0.0);
        }
        ReplacedMoments::new(&course).at(z)
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        self.between(self.output(above), self.output(upto))
    }

    fn cells(&self, cuts: &[f64]) -> Vec<Masses> {
        let outputs: Vec<f64> = cuts.iter().map(|&cut| self.output(cut)).collect();
        outputs.windows(2).map(|cell| self.between(cell[0], cell[1])).collect()
    }

    fn reverse(&self) -> Reverse<'_> {
        Reverse::Same
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        None
    }

    fn numeric_moments(&self) -> Option<&dyn NumericMoments> {
        Some(self)
    }
}

impl NumericMoments for Replaced {
    fn affords_moments(&self, reach: f64, frequencies: (f64, f64)) -> bool {
        self.course(reach, frequencies).is_affordable()
    }

    /// The nodes grow with the power.
    fn reach(&self) -> f64 {
        let affords = |reach: f64| self.affords_moments(reach, (0.0, 1.0));
        let mut thousands = (-10..=3).rev().map(|power| 1e3f64.powi(power));
        let Some(low) = thousands.find(|&reach| affords(reach)) else { return 0.0 };
        if low == 1e9 {
            return low;
        }
        let logarithms = Bracket { low: low.ln(), high: (1e3 * low).ln() };
        bisect(logarithms, Stop::after(40), |log| !affords(log.exp())).low.exp()
    }

    fn moments(&self, reach: f64, frequencies: (f64, f64)) -> Box<dyn Moments + '_> {
        Box::new(ReplacedMoments::new(&self.course(reach, frequencies)))
    }
}
