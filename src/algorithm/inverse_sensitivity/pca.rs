//! The leading eigenvector of a covariance, private by shells whose widths follow the gap of its eigenvalues.
//!
//! Records lie in the unit ball, `Σ = (1/n) Σ x xᵀ`, `u = n(λ₁ − λ₂)`. One replacement moves Σ by at most 1/n and u by at
//! most 2 (Asi and Duchi 2020, lemma 4.2). The universal constant of that lemma is not given there. Here: for u > 2 the
//! eigenvector turns by an angle with `sin 2θ ≤ 2/u` and θ < 45°, so that it moves by
//! `2 sin(θ/2) ≤ g(u) = 2 sin(¼ arcsin(2/u)) ≤ 2√2/u`; otherwise, up to its sign, by √2 at most.

use std::f64::consts::SQRT_2;

use super::shell::{Norm, ShellLaw, Shells};
use crate::numeric::matrix::{Symmetric, dot, norm};
use crate::numeric::quadrature::GaussLegendre;
use crate::numeric::random::Random;

/// A constant that lemma 4.2 holds with.
pub const CONSTANT: f64 = 2.0 * SQRT_2;
/// Rounding of a width, upward.
const UP: f64 = 1.0 + 4.0 * f64::EPSILON;

/// How the local sensitivity of the eigenvector is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// `R_i = min(2√2/(u − 2i), √2)`: Algorithm 2 with the constant that holds.
    Constant,
    /// `R_i = g(u − 2i)`.
    Angle,
    /// `R_i = g(u − 2(i − 1))`: the bound at distance i − 1 is enough for the i-th shell.
    Tight,
}

impl Width {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Constant, Self::Angle, Self::Tight];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Angle => "angle",
            Self::Tight => "tight",
        }
    }

    /// As a person reads it.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Constant => "2√2/(nGAP − 2i), Algorithm 2 with a constant that holds",
            Self::Angle => "by the angle, 2 sin(¼ arcsin(2/(nGAP − 2i)))",
            Self::Tight => "by the angle, one shell earlier",
        }
    }

    /// `R_i`, from i = 1.
    pub fn of(self, gap: f64, i: usize) -> f64 {
        let steps = if self == Self::Tight { i - 1 } else { i };
        let left = gap - 2.0 * steps as f64;
        let width = match self {
            Self::Constant if left > 0.0 => (CONSTANT / left).min(SQRT_2),
            Self::Angle | Self::Tight if left >= 2.0 => 2.0 * (0.25 * (2.0 / left).asin()).sin(),
            _ => SQRT_2,
        };
        width * UP
    }

    /// The shells of the noise for `u = nGAP`: after as many replacements as close the gap they are all √2 wide.
    pub fn shells(self, gap: f64, dimension: usize, epsilon: f64) -> Option<Shells> {
        let count = (0.5 * gap).max(0.0).ceil() as usize + 1;
        let widths = (1..=count).map(|i| self.of(gap, i)).collect();
        Shells::new(widths, SQRT_2 * UP, dimension, 0.5 * epsilon)
    }
}

/// The eigenvectors of a covariance, as far as the mechanism needs them.
#[derive(Debug, Clone, PartialEq)]
pub struct Principal {
    /// n.
    pub people: usize,
    /// Largest first.
    pub values: Vec<f64>,
    /// The leading eigenvector, its largest entry positive.
    pub leading: Vec<f64>,
    /// `n(λ₁ − λ₂)`, rounded down.
    pub gap: f64,
    /// Σ.
    pub covariance: Symmetric,
}

impl Principal {
    /// Of points in the unit ball, two coordinates or more; none without points.
    pub fn of(points: &[Vec<f64>]) -> Option<Self> {
        let dimension = points.first()?.len();
        let people = points.len();
        let mut covariance = Symmetric::scaled_identity(dimension, 0.0);
        for point in points {
            covariance.add_outer(1.0 / people as f64, point);
        }
        let mut values = covariance.eigenvalues();
        values.reverse();
        let leading = leading(&covariance, values[0])?;
        let gap = values.get(1).map_or(0.0, |second| values[0] - second);
        let gap = (people as f64 * (gap - 1e-12)).max(0.0);
        Some(Self { people, values, leading, gap, covariance })
    }

    /// `vᵀΣv`.
    pub fn objective(&self, v: &[f64]) -> f64 {
        (0..v.len()).map(|i| v[i] * dot(self.covariance.row(i), v)).sum()
    }

    /// `λ₁ − (λ₂ + … + λ_d)/(d − 1)`: what a unit of sin² costs on average where noise has no direction of its own.
    pub fn drop(&self) -> f64 {
        let others = &self.values[1..];
        self.values[0] - others.iter().sum::<f64>() / others.len().max(1) as f64
    }
}

/// The eigenvector of the largest eigenvalue, its largest entry positive, by inverse iteration.
///
/// A hair above that eigenvalue `μI − Σ` has a Cholesky factor, and a step makes all other directions shorter by a hair over
/// the gap; where the gap is as small, no direction is better than another.
fn leading(covariance: &Symmetric, largest: f64) -> Option<Vec<f64>> {
    const STEPS: usize = 12;
    let size = covariance.size();
    let shift = largest + 1e-12 * largest.abs().max(1e-3);
    let factor = Symmetric::scaled_identity(size, shift).plus(-1.0, covariance).cholesky()?;
    // No common data have an axis at right angles to this.
    let mut v: Vec<f64> = (0..size).map(|at| 1.0 + 0.1 * (at as f64).sqrt()).collect();
    for _ in 0..STEPS {
        v = onto_sphere(factor.solve(&v));
    }
    let most = v.iter().copied().fold(0.0f64, |most, x| if x.abs() > most.abs() { x } else { most });
    Some(v.into_iter().map(|x| x * 1f64.copysign(most)).collect())
}

/// One output: v̂ or −v̂ by a fair coin, noise, and the sphere again.
pub fn draw(leading: &[f64], law: &ShellLaw, random: &mut Random) -> Vec<f64> {
    let sign = if random.uniform() < 0.5 { 1.0 } else { -1.0 };
    let (_, z) = law.draw(Norm::Two, random);
    onto_sphere(leading.iter().zip(z).map(|(v, z)| sign * v + z).collect())
}

fn onto_sphere(v: Vec<f64>) -> Vec<f64> {
    let length = norm(&v).max(f64::MIN_POSITIVE);
    v.into_iter().map(|x| x / length).collect()
}

/// `E sin²` of the angle between the output and v̂.
///
/// Noise of length ρ without a direction of its own has `E sin² = ((d−1)/d) min(ρ², 1) F(1, 1 − d/2; 1 + d/2; σ²)` with
/// σ = min(ρ, 1/ρ), by the integral of `sin^d φ/(1 + σ² + 2σ cos φ)`; in the plane that is `½ min(ρ², 1)`. On a shell it is a
/// quadrature of polynomials.
pub fn sine_square(law: &ShellLaw, dimension: usize) -> f64 {
    let d = dimension as f64;
    let (wide, narrow) = (GaussLegendre::new(32), GaussLegendre::new(6));
    let at = |rho: f64| (d - 1.0) / d * rho.min(1.0).powi(2) * series(d, rho.min(1.0 / rho).powi(2));
    let one = |(inner, outer, mass): (f64, f64, f64)| {
        if mass < 1e-19 {
            return 0.0;
        }
        let rule = if inner > 0.9 * outer { &narrow } else { &wide };
        let gap = if inner > 0.0 { -(d * (inner / outer).ln()).exp_m1() } else { 1.0 };
        let density = |r: f64| d / outer * ((d - 1.0) * (r / outer).ln()).exp() / gap;
        let part = |from: f64, to: f64| rule.integrate(from, to, |r| density(r) * at(r));
        mass * if inner < 1.0 && outer > 1.0 {
            part(inner, 1.0) + part(1.0, outer)
        } else {
            part(inner, outer)
        }
    };
    law.shells().map(one).sum()
}

/// `F(1, 1 − d/2; 1 + d/2; x)` for x of 0 to 1: ends for even d, otherwise terms fall as `k^{−d} x^k`.
fn series(d: f64, x: f64) -> f64 {
    const TERMS: usize = 3000;
    let (mut sum, mut term) = (1.0, 1.0);
    for k in 0..TERMS {
        let k = k as f64;
        term *= (1.0 - 0.5 * d + k) / (1.0 + 0.5 * d + k) * x;
        sum += term;
        if term.abs() < 1e-17 {
            break;
        }
    }
    sum
}

/// Smooth sensitivity with independent Cauchy noise on every coordinate: `β = ε/(2d)`, scale `2√d S^β/ε` with
/// `S^β = max_k e^{−βk} min(2√2/(u − 2k), √2)`.
pub fn cauchy_scale(gap: f64, dimension: usize, epsilon: f64) -> f64 {
    let d = dimension as f64;
    let beta = epsilon / (2.0 * d);
    let mut smooth = 0.0f64;
    let mut k = 0usize;
    loop {
        let left = gap - 2.0 * k as f64;
        let local = if left > 0.0 { (CONSTANT / left).min(SQRT_2) } else { SQRT_2 };
        let damped = (-beta * k as f64).exp();
        smooth = smooth.max(damped * local);
        // No local sensitivity is above √2.
        if left <= 0.0 || damped * SQRT_2 <= smooth {
            break;
        }
        k += 1;
    }
    2.0 * d.sqrt() * smooth / epsilon * UP
}

/// One output of it.
pub fn draw_cauchy(leading: &[f64], scale: f64, random: &mut Random) -> Vec<f64> {
    // The ratio of two normal numbers has the law of Cauchy.
    let noisy = |v: &f64| v + scale * random.normal() / random.normal();
    onto_sphere(leading.iter().map(noisy).collect())
}

/// `sin²` of the angle between two unit vectors, without cancellation.
pub fn sine_between(a: &[f64], b: &[f64]) -> f64 {
    let along = dot(a, b);
    let off: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - along * b).collect();
    dot(&off, &off).min(1.0)
}

/// `E sin²` of the exponential mechanism, density `∝ e^{(ε/2) n vᵀΣv}` on the sphere, where all other eigenvalues are equal.
///
/// The angle φ has density `∝ sin^{d−2} φ e^{−c sin²φ}`, c = εu/2; where others are smaller than λ₂ it errs less, which was
/// checked numerically and not proved. In the plane
/// 2φ is von Mises with κ = c/2, and `E sin²φ = ½(1 − I₁(κ)/I₀(κ))`.
pub fn exponential_sine_square(gap: f64, dimension: usize, epsilon: f64) -> f64 {
    let (top, whole) = exponential_moments(gap, dimension, epsilon, std::f64::consts::FRAC_PI_2);
    top / whole
}

/// The integrals of `sin^d φ e^{−c sin²φ}` and `sin^{d−2} φ e^{−c sin²φ}` from 0 to `end`.
fn exponential_moments(gap: f64, dimension: usize, epsilon: f64, end: f64) -> (f64, f64) {
    const PANELS: usize = 12;
    let c = 0.5 * epsilon * gap;
    let end = end.min((80.0 / c.max(1e-300)).sqrt() * 1.6 + 4.0 * (dimension as f64 / c.max(1e-300)).sqrt());
    let rule = GaussLegendre::new(32);
    let (mut top, mut whole) = (0.0, 0.0);
    for panel in 0..PANELS {
        let [from, to] = [panel, panel + 1].map(|at| end * at as f64 / PANELS as f64);
        let density = |phi: f64| {
            let sine = phi.sin();
            sine.powi(dimension as i32 - 2) * (-c * sine * sine).exp()
        };
        whole += rule.integrate(from, to, density);
        top += rule.integrate(from, to, |phi| phi.sin().powi(2) * density(phi));
    }
    (top, whole)
}

/// How likely the exponential mechanism of the plane is within an angle of v̂ or −v̂.
pub fn exponential_within(gap: f64, epsilon: f64, angle: f64) -> f64 {
    let whole = exponential_moments(gap, 2, epsilon, std::f64::consts::FRAC_PI_2).1;
    (exponential_moments(gap, 2, epsilon, angle).1 / whole).min(1.0)
}

#[cfg(test)]
mod tests;
