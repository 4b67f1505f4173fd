//! The gradient mechanism: density `∝ e^{−(nε/(2G)) ‖∇L_n(θ)‖}` on a public ball.
//!
//! G bounds how far two records' gradients at the same θ can differ. Asi and Duchi 2020 print the Lipschitz constant L in its
//! place, (4); replacing a record moves the mean gradient by up to 2L/n, so that the printed form is 2ε-private, and no better
//! ([`location`]). For linear regression the gradient is `Σ(θ − θ̄)`, and a draw is `θ̄ + s R Σ⁻¹U` with R ~ Gamma(d), U
//! uniform on the sphere and `s = 2G/(nε)`, taken again until it lies in the ball (Algorithm 3).

pub mod grid;
pub mod location;

use serde::Serialize;

use crate::data::DataSet;
use crate::numeric::matrix::{Cholesky, Symmetric, dot, norm};
use crate::numeric::quadrature::GaussLegendre;
use crate::numeric::random::Random;

use super::shell::Norm;

/// Below this a smallest eigenvalue counts as none: nothing is solved for.
const SINGULAR: f64 = 1e-10;
/// The most proposals of one sampler.
pub const PROPOSALS: usize = 1_000_000;

/// Bounds that are known without the data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// `‖x‖ ≤ B_x`.
    pub features: f64,
    /// `|y| ≤ B_y`.
    pub labels: f64,
    /// `‖θ‖ ≤ B_θ`.
    pub radius: f64,
}

impl Bounds {
    /// L of linear regression, `(B_θ B_x + B_y) B_x`.
    pub fn lipschitz(&self) -> f64 {
        (self.radius * self.features + self.labels) * self.features
    }

    /// G of one feature, exactly: at the largest θ the gradients `(θx − y)x` reach from `−B_y²/(4θ)` to L.
    pub fn exact_on_the_line(&self) -> f64 {
        if self.labels <= 2.0 * self.radius * self.features {
            self.lipschitz() + self.labels * self.labels / (4.0 * self.radius)
        } else {
            2.0 * self.features * self.labels
        }
    }

    /// The records within these bounds, and how many had to be moved.
    pub fn clip(&self, data: &DataSet) -> (DataSet, usize) {
        let mut kept = DataSet::new(data.dimension());
        let mut moved = 0;
        for person in data.people() {
            let length = norm(person.features);
            let scale = if length > self.features { self.features / length } else { 1.0 };
            let label = person.label.clamp(-self.labels, self.labels);
            // Rounding of a norm is nobody's move.
            moved += usize::from(scale < 1.0 - 1e-8 || label != person.label);
            let features: Vec<f64> = person.features.iter().map(|x| x * scale).collect();
            kept.push(&features, label);
        }
        (kept, moved)
    }
}

/// A gradient that is linear in θ: `Aθ − b`, A positive semidefinite.
#[derive(Debug, Clone, PartialEq)]
pub struct Linear {
    matrix: Symmetric,
    offset: Vec<f64>,
    /// Where it vanishes, if A is far enough from singular.
    centre: Option<Vec<f64>>,
    factor: Option<Cholesky>,
    /// Of A, smallest first.
    eigenvalues: Vec<f64>,
}

/// No proposal of so many was accepted: nothing may be released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

impl Linear {
    /// The gradient of `½θᵀAθ − bᵀθ`.
    pub fn new(matrix: Symmetric, offset: Vec<f64>) -> Self {
        let eigenvalues = matrix.eigenvalues();
        let regular = eigenvalues.first().is_some_and(|least| *least >= SINGULAR);
        let factor = if regular { matrix.cholesky() } else { None };
        let centre = factor.as_ref().map(|factor| factor.solve(&offset));
        Self { matrix, offset, centre, factor, eigenvalues }
    }

    /// Of squared loss: `Σ = XᵀX/n`, `b = Xᵀy/n`.
    pub fn of_regression(data: &DataSet) -> Self {
        let share = 1.0 / data.len().max(1) as f64;
        let mut matrix = Symmetric::scaled_identity(data.dimension(), 0.0);
        let mut offset = vec![0.0; data.dimension()];
        for person in data.people() {
            matrix.add_outer(share, person.features);
            for (b, x) in offset.iter_mut().zip(person.features) {
                *b += share * person.label * x;
            }
        }
        Self::new(matrix, offset)
    }

    /// With a gradient that vanishes at a known place.
    pub fn about(matrix: Symmetric, centre: &[f64]) -> Self {
        let offset = (0..centre.len()).map(|i| dot(matrix.row(i), centre)).collect();
        Self::new(matrix, offset)
    }

    /// Where the gradient vanishes.
    pub fn centre(&self) -> Option<&[f64]> {
        self.centre.as_deref()
    }

    /// Of A, smallest first.
    pub fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    /// A.
    pub fn matrix(&self) -> &Symmetric {
        &self.matrix
    }

    fn dimension(&self) -> f64 {
        self.offset.len() as f64
    }

    /// `‖Aθ − b‖`.
    pub fn gradient_norm(&self, theta: &[f64]) -> f64 {
        let entry = |(i, b): (usize, &f64)| dot(self.matrix.row(i), theta) - b;
        let gradient: Vec<f64> = self.offset.iter().enumerate().map(entry).collect();
        norm(&gradient)
    }

    /// `½ΔᵀAΔ` at θ, Δ from the centre.
    pub fn excess(&self, theta: &[f64]) -> Option<f64> {
        let delta: Vec<f64> = theta.iter().zip(self.centre.as_ref()?).map(|(a, b)| a - b).collect();
        Some(0.5 * (0..delta.len()).map(|i| delta[i] * dot(self.matrix.row(i), &delta)).sum::<f64>())
    }

    /// `tr A^{−p}`; infinite if A is singular.
    pub fn trace_of_inverse(&self, power: i32) -> f64 {
        if self.centre.is_none() {
            return f64::INFINITY;
        }
        self.eigenvalues.iter().map(|value| value.powi(-power)).sum()
    }

    /// `det A`.
    pub fn determinant(&self) -> f64 {
        self.eigenvalues.iter().product()
    }

    /// `E‖θ − θ̄‖² = s²(d + 1) tr A⁻²` without the ball.
    pub fn mean_square(&self, s: f64) -> f64 {
        s * s * (self.dimension() + 1.0) * self.trace_of_inverse(2)
    }

    /// `E[½ΔᵀAΔ] = ½s²(d + 1) tr A⁻¹` without the ball. (The source leaves out the ½.)
    pub fn mean_excess(&self, s: f64) -> f64 {
        0.5 * s * s * (self.dimension() + 1.0) * self.trace_of_inverse(1)
    }

    /// The density at the centre without the ball, `det A/(c_d s^d)`.
    pub fn density_at_centre(&self, s: f64) -> f64 {
        let product: f64 = self.eigenvalues.iter().map(|value| value / s).product();
        product / constant(self.offset.len())
    }

    /// A point of the ball with density `∝ e^{−‖Aθ − b‖/s}`, and how many proposals it took; `left` falls by these.
    ///
    /// Proposals take turns: one of Algorithm 3, accepted in the ball, and one uniform on the ball, accepted with probability
    /// `e^{−(‖Aθ − b‖ − m)/s}`, m the smallest norm that can be there. An accepted one has the same law either way; the one is
    /// quick where noise is small, the other where it fills the ball.
    ///
    /// # Errors
    /// If nothing was accepted before `left` was used up.
    pub fn draw(
        &self,
        s: f64,
        radius: f64,
        random: &mut Random,
        left: &mut usize,
        tally: &mut Tally,
    ) -> Result<Vec<f64>, Exhausted> {
        let dimension = self.offset.len();
        let least = self.eigenvalues.first().copied().unwrap_or(0.0).max(0.0);
        let floor = self.centre.as_ref().map_or(0.0, |centre| least * (norm(centre) - radius).max(0.0));
        while *left > 0 {
            *left -= 1;
            if let (Some(factor), Some(centre)) = (&self.factor, &self.centre) {
                let length: f64 = (0..dimension).map(|_| -libm::log(1.0 - random.uniform())).sum();
                let way: Vec<f64> =
                    Norm::Two.direction(dimension, random).into_iter().map(|u| s * length * u).collect();
                let theta: Vec<f64> = factor.solve(&way).iter().zip(centre).map(|(z, c)| z + c).collect();
                tally.proposed += 1;
                if norm(&theta) <= radius {
                    tally.accepted += 1;
                    return Ok(theta);
                }
            }
            let length = radius * libm::pow(random.uniform(), 1.0 / dimension as f64);
            let theta: Vec<f64> =
                Norm::Two.direction(dimension, random).into_iter().map(|u| length * u).collect();
            let chance = (-(self.gradient_norm(&theta) - floor).max(0.0) / s).exp();
            if random.uniform() < chance {
                return Ok(theta);
            }
        }
        Err(Exhausted)
    }

    /// Several draws from one stream, as far as the proposals last.
    pub fn draws(&self, s: f64, radius: f64, count: usize, random: &mut Random) -> (Vec<Vec<f64>>, Tally) {
        let (mut left, mut tally) = (PROPOSALS, Tally::default());
        let mut found = Vec::new();
        while found.len() < count {
            match self.draw(s, radius, random, &mut left, &mut tally) {
                Ok(theta) => found.push(theta),
                Err(Exhausted) => break,
            }
        }
        (found, tally)
    }
}

/// How often a proposal of Algorithm 3 lay in the ball.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Tally {
    /// Proposals.
    pub proposed: usize,
    /// Those in the ball.
    pub accepted: usize,
}

/// `c_d = d π^{d/2} Γ(d)/Γ(d/2 + 1)`, the integral of `e^{−‖x‖}` over ℝᵈ: 2, 2π, and `c_d = 2π(d − 1) c_{d−2}`.
pub fn constant(dimension: usize) -> f64 {
    let first = if dimension % 2 == 1 { (1, 2.0) } else { (2, std::f64::consts::TAU) };
    let step = |product: f64, d: usize| product * std::f64::consts::TAU * (d as f64 - 1.0);
    (first.0 + 2..=dimension).step_by(2).fold(first.1, step)
}

/// The truncated law of one coefficient: density `∝ e^{−κ|θ − θ̄|}` on [−B, B].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OnTheLine {
    /// θ̄.
    pub centre: f64,
    /// κ.
    pub rate: f64,
    /// B.
    pub bound: f64,
}

impl OnTheLine {
    /// `∫ t^p e^{−κt}` over the distances from θ̄ that the interval has.
    pub(crate) fn integral(&self, power: i32) -> f64 {
        let Self { centre, rate, bound } = *self;
        let part = |from: f64, to: f64| {
            // Beyond, what is left is below rounding.
            let to = to.min(from + 800.0 / rate);
            let panels = 1 + (rate * (to - from) / 8.0) as usize;
            let rule = GaussLegendre::new(24);
            let cut = |at: usize| from + (to - from) * at as f64 / panels as f64;
            let of = |t: f64| t.powi(power) * (-rate * t).exp();
            (0..panels).map(|at| rule.integrate(cut(at), cut(at + 1), of)).sum::<f64>()
        };
        if centre.abs() <= bound {
            part(0.0, bound - centre) + part(0.0, bound + centre)
        } else {
            part(centre.abs() - bound, centre.abs() + bound)
        }
    }

    /// `∫ e^{−κ|θ − θ̄|}` over [−B, B]; `(2 − e^{−κ(B−θ̄)} − e^{−κ(θ̄+B)})/κ` for θ̄ inside.
    pub fn normalizer(&self) -> f64 {
        let Self { centre, rate, bound } = *self;
        let part = |distance: f64| -(-rate * distance).exp_m1() / rate;
        if centre.abs() <= bound {
            part(bound - centre) + part(bound + centre)
        } else {
            (-rate * (centre.abs() - bound)).exp() * part(2.0 * bound)
        }
    }

    /// How likely a proposal of Algorithm 3 is accepted.
    pub fn acceptance(&self) -> f64 {
        0.5 * self.normalizer() * self.rate
    }

    /// `E|θ − θ̄|^p`.
    pub fn moment(&self, power: i32) -> f64 {
        self.integral(power) / self.integral(0)
    }
}

#[cfg(test)]
mod tests;
