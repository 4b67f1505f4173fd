//! Normal laws, integrals and roots for the witnesses, in their plainest form.

use std::f64::consts::{PI, SQRT_2};

/// The density of the standard normal law.
pub fn density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (2.0 * PI).sqrt()
}

/// Φ.
pub fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// Φ⁻¹(1 − p).
pub fn quantile(p: f64) -> f64 {
    root(0.0, 40.0, |x| p - cdf(-x))
}

/// Where an increasing function is 0.
pub fn root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if f(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The smallest value of a function with one minimum.
pub fn smallest(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..300 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(left) < f(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f(0.5 * (low + high))
}

/// Simpson's rule.
pub fn integral(from: f64, to: f64, f: impl Fn(f64) -> f64) -> f64 {
    const PIECES: u32 = 20_000;
    let step = (to - from) / f64::from(PIECES);
    let weight = |at: u32| match at {
        0 | PIECES => 1.0,
        at if at % 2 == 1 => 4.0,
        _ => 2.0,
    };
    (0..=PIECES).map(|at| weight(at) * f(from + step * f64::from(at))).sum::<f64>() * step / 3.0
}

/// δ of the Gaussian mechanism, s the sensitivity over the noise: the integral of what is beyond ε, which keeps the
/// digits of a small δ.
pub fn gaussian(epsilon: f64, s: f64) -> f64 {
    let from = epsilon / s - 0.5 * s;
    integral(from, from + 40.0, |x| density(x) * -(-s * (x - from)).exp_m1())
}

/// ε of the Gaussian mechanism at δ.
pub fn gaussian_epsilon(delta: f64, s: f64) -> f64 {
    root(0.0, 100.0, |epsilon| delta - gaussian(epsilon, s))
}

/// The noise with which the Gaussian mechanism keeps (ε, δ) for a sensitivity of 1.
pub fn gaussian_sigma(epsilon: f64, delta: f64) -> f64 {
    root(0.0, 200.0, |sigma| delta - gaussian(epsilon, 1.0 / sigma.max(1e-3)))
}

/// δ of the loss `c + s²/2 + |N(0, s²)|` in closed form: twice the Gaussian profile beyond its start, and
/// `1 − e^ε e^{−c} 2Φ(−s)` before it.
pub fn half_normal(epsilon: f64, c: f64, s: f64) -> f64 {
    if epsilon - c >= 0.5 * s * s {
        2.0 * gaussian(epsilon - c, s)
    } else {
        1.0 - (epsilon - c).exp() * 2.0 * cdf(-s)
    }
}

/// The Rényi divergence of order `1 + t` of that loss.
pub fn half_normal_renyi(t: f64, c: f64, s: f64) -> f64 {
    c + 0.5 * (1.0 + t) * s * s + (2.0 * cdf(t * s)).ln() / t
}

/// The expected number of eigenvalues beyond t of a symmetric matrix with variance 1 off and 2 on the diagonal
/// (an even size): by oscillator functions in the scale `x = t/√2`.
pub fn eigenvalues_beyond(size: u32, t: f64) -> f64 {
    let from = t / SQRT_2;
    integral(from, from + 8.0, |x| level_density(size, x))
}

fn level_density(size: u32, x: f64) -> f64 {
    let quarter = PI.powf(-0.25);
    let mut phi = [quarter * (-0.5 * x * x).exp(), 0.0];
    let mut tail = [quarter * (PI / 2.0).sqrt() * libm::erfc(x / SQRT_2), 0.0];
    let mut whole = [SQRT_2 * PI.powf(0.25), 0.0];
    let (mut squares, mut last) = (0.0, [0.0; 2]);
    for k in 0..size {
        squares += phi[0] * phi[0];
        last = [phi[0], whole[0]];
        let k = f64::from(k);
        let (up, down) = ((2.0 / (k + 1.0)).sqrt(), (k / (k + 1.0)).sqrt());
        let next = [up * x * phi[0] - down * phi[1], up * phi[0] + down * tail[1], down * whole[1]];
        [phi[1], tail[1], whole[1]] = [phi[0], tail[0], whole[0]];
        [phi[0], tail[0], whole[0]] = next;
    }
    let odd = if size % 2 == 1 { last[0] / last[1] } else { 0.0 };
    squares + (f64::from(size) / 2.0).sqrt() * last[0] * (0.5 * whole[0] - tail[0]) + odd
}
