//! The correlated noise of a number through all levels: drawn from the last level back (Algorithm 1), or forward, level by
//! level, which needs no memory and lets the next level depend on what was seen.
//!
//! The prefix `v̂_1, …, v̂_t` costs `ε_t` and not `Σε_s` (Theorem 2.7): it is computed from `v̂_t` without the data. That holds
//! only if **every coordinate has a coin of its own**; the pseudocode in print can be read as one coin for the whole vector, of
//! which [`shared_coin_slope`] shows what it costs.

use super::levels::{Levels, stay};
use crate::numeric::random::Random;

/// A draw of Laplace noise of scale b from a uniform number in (0, 1): `−b sgn(u − ½) ln(1 − 2|u − ½|)`.
pub fn laplace(uniform: f64, scale: f64) -> f64 {
    let centred = uniform - 0.5;
    -scale * centred.signum() * libm::log1p(-2.0 * centred.abs())
}

/// A uniform number in (0, 1), neither end of which is ever drawn: at 0 Laplace noise is infinite.
pub fn open_uniform(random: &mut Random) -> f64 {
    random.uniform().max((-54f64).exp2())
}

/// Noise of one coordinate at all levels, from two lists of uniform numbers: `draws` of the noise at t = T, …, 1 and `coins`
/// at t = T−1, …, 1. A coordinate stays, to the bit, where its coin is below `q_t`.
pub fn backward_of(levels: &Levels, sensitivity: f64, draws: &[f64], coins: &[f64]) -> Vec<f64> {
    let values = levels.values();
    let last = values.len() - 1;
    let mut path = vec![0.0; values.len()];
    path[last] = laplace(draws[0], sensitivity / values[last]);
    for t in (0..last).rev() {
        let step = last - t;
        path[t] = if coins[step - 1] < stay(values[t], values[t + 1]) {
            path[t + 1]
        } else {
            path[t + 1] + laplace(draws[step], sensitivity / values[t])
        };
    }
    path
}

/// Noise of one coordinate at all levels, the noisiest first, drawn from the last level back (Algorithm 1).
pub fn backward(levels: &Levels, sensitivity: f64, random: &mut Random) -> Vec<f64> {
    let count = levels.count();
    let draws: Vec<f64> = (0..count).map(|_| open_uniform(random)).collect();
    let coins: Vec<f64> = (1..count).map(|_| random.uniform()).collect();
    backward_of(levels, sensitivity, &draws, &coins)
}

/// Noise of one coordinate at level c, given by its value x: what it is at a later level a > c.
///
/// With `|x|` for x, c and a over the sensitivity, and `E = e^{−(a−c)|x|}` it stays with probability `(c/a)E`, changes sign
/// with `(a−c)/(2a)`, shrinks with `(a+c)/(2a)·(1−E)` and grows with `(a−c)/(2a)·E`; these sum to 1 identically.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// c, the earlier level over the sensitivity.
    c: f64,
    /// a, the later one.
    a: f64,
    /// The noise now.
    x: f64,
}

/// Where the next value lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// Exactly where it was.
    pub stay: f64,
    /// Beyond 0.
    pub across: f64,
    /// Between 0 and where it was.
    pub between: f64,
    /// Further out.
    pub beyond: f64,
}

impl Step {
    /// From level `earlier` with noise `x` to level `later`.
    pub fn new(earlier: f64, later: f64, sensitivity: f64, x: f64) -> Self {
        Self { c: earlier / sensitivity, a: later / sensitivity, x }
    }

    /// `e^{−(a−c)|x|}` and 1 minus it.
    fn fade(&self) -> (f64, f64) {
        let exponent = -(self.a - self.c) * self.x.abs();
        (libm::exp(exponent), -libm::expm1(exponent))
    }

    /// How likely each part is.
    pub fn parts(&self) -> Parts {
        let Self { c, a, .. } = *self;
        let (fade, rest) = self.fade();
        let half = (a - c) / (2.0 * a);
        Parts { stay: c / a * fade, across: half, between: (a + c) / (2.0 * a) * rest, beyond: half * fade }
    }

    /// The density of the part that moves: `(1 − (c/a)²)(a/2) exp(−a|y| − c|x−y| + c|x|)`.
    pub fn density(&self, y: f64) -> f64 {
        let Self { c, a, x } = *self;
        let moves = (a - c) / a * (1.0 + c / a);
        moves * 0.5 * a * libm::exp(-a * y.abs() - c * (x - y).abs() + c * x.abs())
    }

    /// `E[x_{t+1} | x_t = x] = sgn(x)·2c/(a² − c²)·(1 − e^{−(a−c)|x|})`.
    pub fn mean(&self) -> f64 {
        let Self { c, a, x } = *self;
        let (_, rest) = self.fade();
        x.signum() * (2.0 * c / ((a - c) * (a + c))) * rest
    }

    /// A draw from two uniform numbers: which part, and where in it. A value that stays is the same to the bit.
    pub fn next_of(&self, part: f64, place: f64) -> f64 {
        let Self { c, a, x } = *self;
        let (_, rest) = self.fade();
        let Parts { stay, across, between, .. } = self.parts();
        if part < stay {
            return x;
        }
        let sign = if x < 0.0 { -1.0 } else { 1.0 };
        let log = libm::log(place);
        let y = if part < stay + across {
            log / (a + c)
        } else if part < stay + across + between {
            -libm::log1p(-place * rest) / (a - c)
        } else {
            x.abs() - log / (a + c)
        };
        sign * y
    }

    /// A draw.
    pub fn next(&self, random: &mut Random) -> f64 {
        let part = random.uniform();
        self.next_of(part, open_uniform(random))
    }
}

/// Noise of many coordinates, each with coins of its own, that is reduced level by level without keeping the levels before.
#[derive(Debug, Clone)]
pub struct Denoising {
    sensitivity: f64,
    level: f64,
    noise: Vec<f64>,
}

impl Denoising {
    /// Noise of scale Δ/ε_1 on every coordinate.
    pub fn new(dimension: usize, sensitivity: f64, level: f64, random: &mut Random) -> Self {
        let scale = sensitivity / level;
        let noise = (0..dimension).map(|_| laplace(open_uniform(random), scale)).collect();
        Self { sensitivity, level, noise }
    }

    /// Reduces the noise to that of a later level, and says whether any coordinate changed.
    pub fn reduce(&mut self, level: f64, random: &mut Random) -> bool {
        let mut changed = false;
        for x in &mut self.noise {
            let next = Step::new(self.level, level, self.sensitivity, *x).next(random);
            changed |= next != *x;
            *x = next;
        }
        self.level = level;
        changed
    }

    /// The noise of each coordinate.
    pub fn noise(&self) -> &[f64] {
        &self.noise
    }

    /// The level it has.
    pub fn level(&self) -> f64 {
        self.level
    }
}

/// `Cov(x_s, x_t) = 2 b_{max(s,t)}²`, the variance of the later: what comes before it is noise upon it.
pub fn covariance(levels: &Levels, sensitivity: f64, s: usize, t: usize) -> f64 {
    let scale = sensitivity / levels.values()[s.max(t)];
    2.0 * scale * scale
}

/// The chance that a coordinate has one value from level s to level t: `(ε_s/ε_t)²`.
pub fn equal_throughout(levels: &Levels, s: usize, t: usize) -> f64 {
    let values = levels.values();
    stay(values[s.min(t)], values[s.max(t)])
}

/// How likely the noise is within a distance of 0 at the earlier level, at the later one, and at both: that of both is
/// `q P_2 + (1−q)(P_2 − e^{−r/b_1} E[cosh(x_2/b_1); |x_2| ≤ r])`.
pub fn both_within(earlier: f64, later: f64, sensitivity: f64, distance: f64) -> [f64; 3] {
    let (c, a) = (earlier / sensitivity, later / sensitivity);
    let inside = |rate: f64| -libm::expm1(-rate * distance);
    let q = stay(earlier, later);
    let cosh = 0.5 * a * (inside(a - c) / (a - c) + inside(a + c) / (a + c));
    let moved = inside(a) - libm::exp(-c * distance) * cosh;
    [inside(c), inside(a), q * inside(a) + (1.0 - q) * moved]
}

/// The local privacy loss per unit of ℓ1 distance at the origin of the first level, if **one coin served all m coordinates**:
/// `(1/b_2)/(1 + ((1−q)/q)(b_2/(b_1+b_2))^m)`. It should be `1/b_1`, and is for m = 1 only; with many coordinates it is `1/b_2`,
/// the later level: where a shared coin keeps the vector, all its coordinates are close to the truth at once, which tells
/// which vectors were kept.
pub fn shared_coin_slope(earlier: f64, later: f64, sensitivity: f64, dimension: f64) -> f64 {
    let (b1, b2) = (sensitivity / earlier, sensitivity / later);
    let q = stay(earlier, later);
    let odds = (later - earlier) / later * (1.0 + earlier / later) / q;
    (1.0 / b2) / (1.0 + odds * (dimension * (b2 / (b1 + b2)).ln()).exp())
}

#[cfg(test)]
mod tests;
