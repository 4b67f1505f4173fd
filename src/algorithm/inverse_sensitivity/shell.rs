//! Noise of the approximate mechanism in d dimensions: uniform on shells about the truth.
//!
//! With `r_k = R_1 + … + R_k` the approximate length of z is the first k with `‖z‖ ≤ r_k`, and its density on ℝᵈ is
//! `∝ e^{−kε/2}` (Asi and Duchi 2020, (M.2) and (3)). So k has the law `P(K = k) ∝ (r_k^d − r_{k−1}^d) e^{−kε/2}`, and z is
//! uniform on its shell.
//!
//! Algorithm 1 lets k run to n only. On ℝᵈ its support is then a ball about the statistic of these very data, so that an
//! output may be possible with one person and impossible without: what is cut off is the mass that no ε covers. Here k runs
//! on with the last width, and the printed form is [`Shells::truncated`].

use crate::numeric::matrix::norm;
use crate::numeric::random::Random;

/// What is left out of the law, as a share: below rounding of everything else.
const CUT: f64 = 8.673_617_379_884_035e-19;
/// The most shells of one law.
const MOST: usize = 4_000_000;

/// How the length of noise is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Norm {
    /// `Σ|z_i|`.
    One,
    /// `√Σz_i²`.
    Two,
    /// `max|z_i|`.
    Max,
}

impl Norm {
    /// Every norm.
    pub const ALL: [Self; 3] = [Self::Two, Self::One, Self::Max];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::One => "l1",
            Self::Two => "l2",
            Self::Max => "l-max",
        }
    }

    /// As a person reads it.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::One => "ℓ1, the sum of sizes",
            Self::Two => "ℓ2, the distance",
            Self::Max => "ℓ∞, the largest size",
        }
    }

    /// The length of a vector.
    pub fn of(self, z: &[f64]) -> f64 {
        match self {
            Self::One => z.iter().map(|z| z.abs()).sum(),
            Self::Two => norm(z),
            Self::Max => z.iter().fold(0.0, |most, z| z.abs().max(most)),
        }
    }

    /// A vector of length 1 from the cone measure: what a uniform point of the ball is, divided by its length.
    ///
    /// Coordinates are independent with a density that depends on the length alone: normal, Laplace, uniform.
    pub fn direction(self, dimension: usize, random: &mut Random) -> Vec<f64> {
        loop {
            let mut draw = || match self {
                Self::Two => random.normal(),
                Self::One => {
                    let size = -libm::log(1.0 - random.uniform());
                    if random.uniform() < 0.5 { size } else { -size }
                }
                Self::Max => 2.0 * random.uniform() - 1.0,
            };
            let drawn: Vec<f64> = (0..dimension).map(|_| draw()).collect();
            let length = self.of(&drawn);
            if length > 0.0 {
                return drawn.into_iter().map(|z| z / length).collect();
            }
        }
    }
}

/// Widths of shells and what each of them costs.
#[derive(Debug, Clone, PartialEq)]
pub struct Shells {
    /// `R_1, R_2, …`, as far as they differ.
    widths: Vec<f64>,
    /// All further ones.
    tail: f64,
    dimension: f64,
    /// How much less likely a point is one shell further out, as a logarithm: ε/2.
    rate: f64,
}

impl Shells {
    /// Shells whose widths go on with `tail`; none if that is not positive, or anything is not finite.
    ///
    /// The widths must not depend on the data except by the two conditions of theorem 1; the caller sees to that.
    pub fn new(widths: Vec<f64>, tail: f64, dimension: usize, rate: f64) -> Option<Self> {
        let fine = |width: &f64| width.is_finite() && *width >= 0.0;
        let legal = tail > 0.0 && tail.is_finite() && rate > 0.0 && dimension > 0;
        (legal && widths.iter().all(fine)).then_some(Self { widths, tail, dimension: dimension as f64, rate })
    }

    /// `R_k`, from k = 1.
    pub fn width(&self, k: usize) -> f64 {
        self.widths.get(k.wrapping_sub(1)).copied().unwrap_or(self.tail)
    }

    /// `r_k`.
    pub fn radius(&self, k: usize) -> f64 {
        let listed = k.min(self.widths.len());
        let sum: f64 = self.widths[..listed].iter().sum();
        sum + (k - listed) as f64 * self.tail
    }

    /// `log (r_k^d − r_{k−1}^d) e^{−kε/2}`; −∞ of a shell without width.
    fn log_weight(&self, k: usize, inner: f64, outer: f64) -> f64 {
        if outer <= inner {
            return f64::NEG_INFINITY;
        }
        let share = if inner > 0.0 { (-(self.dimension * (inner / outer).ln()).exp_m1()).ln() } else { 0.0 };
        self.dimension * outer.ln() + share - k as f64 * self.rate
    }

    /// Radii and log weights of all shells after `from` that matter beside each other.
    ///
    /// Once widths are constant the ratio of neighbours falls to `e^{−ε/2}`, so that the rest is below
    /// `w ρ/(1 − ρ)`.
    fn weights(&self, from: usize) -> (Vec<f64>, Vec<f64>) {
        let (mut radii, mut logs) = (vec![self.radius(from)], Vec::new());
        let (mut most, mut sum, mut before) = (f64::NEG_INFINITY, 0.0f64, f64::NAN);
        for k in from + 1..from + MOST {
            let inner = radii[k - from - 1];
            let outer = inner + self.width(k);
            let log = self.log_weight(k, inner, outer);
            radii.push(outer);
            logs.push(log);
            if log > most {
                sum = sum * (most - log).exp() + 1.0;
                most = log;
            } else {
                sum += (log - most).exp();
            }
            let ratio = (log - before).exp();
            before = log;
            let rest = (log - most).exp() * ratio / (1.0 - ratio);
            if k > self.widths.len() + 1 && ratio < 1.0 && rest < CUT * sum {
                break;
            }
        }
        (radii, logs)
    }

    /// The law of the length, on ℝᵈ.
    pub fn law(&self) -> ShellLaw {
        let (radii, logs) = self.weights(0);
        ShellLaw::of(self.dimension, radii, &logs)
    }

    /// `P(K > last)`: what the printed sampler leaves out, which acts like a δ.
    pub fn missing(&self, last: usize) -> f64 {
        let sum = |logs: &[f64]| {
            let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (most, logs.iter().map(|log| (log - most).exp()).sum::<f64>())
        };
        let (whole, all) = sum(&self.weights(0).1);
        let (rest, beyond) = sum(&self.weights(last).1);
        ((rest - whole).exp() * beyond / all).min(1.0)
    }

    /// The law of the printed sampler, whose k ends at `last`; none if those shells have no width.
    pub fn truncated(&self, last: usize) -> Option<ShellLaw> {
        let (mut radii, mut logs) = self.weights(0);
        radii.truncate(last + 1);
        logs.truncate(last);
        (radii.last().is_some_and(|&radius| radius > 0.0)).then(|| ShellLaw::of(self.dimension, radii, &logs))
    }

    /// Theorem 2 for widths of at most `widest` and a public n: `P(‖z‖ ≥ r_K) ≤ e^{1−Kε/2} (nD/r_{⌊1/ε⌋})^d`.
    ///
    /// None where `⌊1/ε⌋` is 0 or that shell has no radius. (The appendix prints 1/e for e.)
    pub fn tail_bound(&self, shells: usize, people: f64, widest: f64) -> Option<f64> {
        let first = (0.5 / self.rate * (1.0 + 4.0 * f64::EPSILON)).floor();
        let radius = self.radius(first as usize);
        let log = 1.0 - shells as f64 * self.rate + self.dimension * (people * widest / radius).ln();
        (first >= 1.0 && radius > 0.0).then(|| log.exp() * (1.0 + 1e-12))
    }
}

/// How the length of the noise is distributed.
#[derive(Debug, Clone, PartialEq)]
pub struct ShellLaw {
    dimension: f64,
    /// `r_0 = 0, r_1, …`
    radii: Vec<f64>,
    /// `P(K = k)` from k = 1.
    masses: Vec<f64>,
    /// `P(K ≤ k)` from k = 0.
    within: Vec<f64>,
    /// `P(K > k)` from k = 0.
    beyond: Vec<f64>,
}

impl ShellLaw {
    fn of(dimension: f64, radii: Vec<f64>, logs: &[f64]) -> Self {
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut masses: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
        // From the far end, where terms are small.
        let whole: f64 = masses.iter().rev().sum();
        masses.iter_mut().for_each(|mass| *mass /= whole);
        let mut within = vec![0.0];
        let mut sum = 0.0;
        for mass in &masses {
            sum += mass;
            within.push(sum);
        }
        let mut beyond = vec![0.0; masses.len() + 1];
        for at in (0..masses.len()).rev() {
            beyond[at] = beyond[at + 1] + masses[at];
        }
        Self { dimension, radii, masses, within, beyond }
    }

    /// `P(K = k)` from k = 1.
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// `r_0 = 0, r_1, …`
    pub fn radii(&self) -> &[f64] {
        &self.radii
    }

    /// Shells with their mass: inner and outer radius, `P(K = k)`.
    pub fn shells(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        let inner = self.radii.iter();
        inner.zip(&self.radii[1..]).zip(&self.masses).map(|((&inner, &outer), &mass)| (inner, outer, mass))
    }

    /// `E‖z‖^p`: on a shell `d/(d+p) (r_k^{d+p} − r_{k−1}^{d+p})/(r_k^d − r_{k−1}^d)`.
    pub fn moment(&self, power: f64) -> f64 {
        self.shells()
            .filter(|(_, _, mass)| *mass > 0.0)
            .map(|(inner, outer, mass)| mass * self.between(inner, outer, inner, outer, power))
            .sum()
    }

    /// `E[min(‖z‖, cap)²]`.
    pub fn capped_square(&self, cap: f64) -> f64 {
        let one = |(inner, outer, mass): (f64, f64, f64)| {
            if mass == 0.0 || inner >= cap {
                return mass * cap * cap;
            }
            let to = outer.min(cap);
            let over = 1.0 - self.share(inner, outer, to);
            mass * (self.between(inner, outer, inner, to, 2.0) + over * cap * cap)
        };
        self.shells().map(one).sum()
    }

    /// `E[‖z‖^p; from < ‖z‖ ≤ to]` of a point of the shell.
    fn between(&self, inner: f64, outer: f64, from: f64, to: f64, power: f64) -> f64 {
        let ratio = |a: f64, b: f64, d: f64| if a > 0.0 { -(d * (a / b).ln()).exp_m1() } else { 1.0 };
        let d = self.dimension;
        let scale = (d * (to / outer).ln()).exp() * to.powf(power);
        d / (d + power) * scale * ratio(from, to, d + power) / ratio(inner, outer, d)
    }

    /// The share of a shell that lies within r.
    fn share(&self, inner: f64, outer: f64, r: f64) -> f64 {
        if r >= outer {
            return 1.0;
        }
        if r <= inner {
            return 0.0;
        }
        let d = self.dimension;
        if inner <= 0.0 {
            return (d * (r / outer).ln()).exp();
        }
        (d * (r / inner).ln()).exp_m1() / (d * (outer / inner).ln()).exp_m1()
    }

    /// `P(‖z‖ ≤ r)` and `P(‖z‖ > r)`, each to its own rounding.
    pub fn sides(&self, r: f64) -> (f64, f64) {
        let at = self.radii.partition_point(|&radius| radius < r);
        if at == 0 || r <= 0.0 {
            return (0.0, 1.0);
        }
        if at > self.masses.len() {
            return (1.0, 0.0);
        }
        let (inner, outer, mass) = (self.radii[at - 1], self.radii[at], self.masses[at - 1]);
        let share = self.share(inner, outer, r);
        (self.within[at - 1] + mass * share, self.beyond[at] + mass * (1.0 - share))
    }

    /// The density of the length.
    pub fn density(&self, r: f64) -> f64 {
        let at = self.radii.partition_point(|&radius| radius < r);
        if at == 0 || at > self.masses.len() {
            return 0.0;
        }
        let (inner, outer) = (self.radii[at - 1], self.radii[at]);
        let d = self.dimension;
        let gap = if inner > 0.0 { -(d * (inner / outer).ln()).exp_m1() } else { 1.0 };
        self.masses[at - 1] * d / outer * ((d - 1.0) * (r / outer).ln()).exp() / gap
    }

    /// The r with `P(‖z‖ ≤ r) = p`.
    pub fn quantile(&self, p: f64) -> f64 {
        let found = self.within.partition_point(|&within| within < p);
        let at = found.clamp(1, self.masses.len());
        let mass = self.masses[at - 1].max(f64::MIN_POSITIVE);
        self.inside(at, ((p - self.within[at - 1]) / mass).clamp(0.0, 1.0))
    }

    /// The radius within which lies this share of the shell `k`: `r_k (1 − (1 − u)(1 − Q))^{1/d}`, `Q = (r_{k−1}/r_k)^d`.
    fn inside(&self, k: usize, share: f64) -> f64 {
        let (inner, outer) = (self.radii[k - 1], self.radii[k]);
        let d = self.dimension;
        let gap = if inner > 0.0 { -(d * (inner / outer).ln()).exp_m1() } else { 1.0 };
        outer * ((-(1.0 - share) * gap).ln_1p() / d).exp()
    }

    /// One draw of the noise: its shell, a radius, a direction of the cone measure.
    pub fn draw(&self, norm: Norm, random: &mut Random) -> (usize, Vec<f64>) {
        let u = random.uniform();
        let mut k = self.within.partition_point(|&within| within <= u).clamp(1, self.masses.len());
        while self.masses[k - 1] == 0.0 && k > 1 {
            k -= 1;
        }
        let radius = self.inside(k, random.uniform());
        let mut z = norm.direction(self.dimension as usize, random);
        z.iter_mut().for_each(|z| *z *= radius);
        (k, z)
    }
}

/// `P(K = 1)` for equal widths in closed form, `q/((1 − q) Li_{−d}(q))`: the polylogarithm of whole order −d is
/// `Σ_j A(d, j) q^{d−j}/(1 − q)^{d+1}` with Eulerian numbers.
pub fn first_shell(dimension: usize, rate: f64) -> f64 {
    let mut row = vec![1.0f64];
    for n in 2..=dimension {
        let mut next = vec![0.0; n];
        for (j, slot) in next.iter_mut().enumerate() {
            let stay = row.get(j).map_or(0.0, |a| (j + 1) as f64 * a);
            let step = if j > 0 { (n - j) as f64 * row[j - 1] } else { 0.0 };
            *slot = stay + step;
        }
        row = next;
    }
    let (q, gap) = ((-rate).exp(), -(-rate).exp_m1());
    // Σ_j A(d, j) q^j, times q: the polylogarithm without its denominator.
    let sum = row.iter().rev().fold(0.0, |sum, a| sum * q + a);
    gap.powi(dimension as i32) / sum
}

#[cfg(test)]
mod tests;
