//! Local sensitivities at a distance, and the mechanism that needs nothing else.

use super::instance::{Instance, Universe};
use super::stairs::Stairs;

/// How far a rounded difference may lie below the true one, with the division after it.
const ROUNDING: f64 = 1.0 + 4.0 * f64::EPSILON;

/// `LS^(k)(x) = max {LS(x′) : x′ differs from x in at most k records}` for k = 0, 1, …
#[derive(Debug, Clone, PartialEq)]
pub struct Sensitivities {
    /// Up to the first that is the global sensitivity; all after it are.
    at: Vec<f64>,
}

/// From which numbers `R_1 ≤ R_2 ≤ …` the approximate path length is made: `R_1 ≥ LS(x)` and `R_ℓ(x) ≤ R_{ℓ+1}(x′)` for
/// neighbours is all that its guarantee needs (Theorem 1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Radii {
    /// `R_ℓ = LS^(ℓ−1)`: the smallest of all, and not in the source.
    Tight,
    /// `R_ℓ = LS^(ℓ)` (Proposition 2.1).
    Local,
    /// `R_ℓ = max_j e^{−βj} LS^(ℓ+j)` (Proposition 2.2, with β = ε/8).
    Smooth {
        /// β.
        beta: f64,
    },
    /// `R_ℓ = R`.
    Constant {
        /// R, at least the global sensitivity.
        radius: f64,
    },
}

impl Instance {
    /// The global sensitivity: how far one record can ever move f.
    pub fn global_sensitivity(&self) -> f64 {
        match self.universe() {
            Universe::Bounded => self.diameter() / self.window().1 as f64,
            Universe::Unbounded => self.diameter(),
        }
    }

    /// `LS^(k) = (1/h) max_{0≤i≤k+1} (x_(s+h+i) − x_(s−k+i))` for a window of h records after the first s: with k records moved
    /// out of the way one more can jump over a gap. For the median it is the formula of Nissim, Raskhodnikova and Smith (2007).
    /// Where records may lie anywhere it is an upper bound, and never above the length of the interval.
    ///
    /// All k together take as many steps as there are pairs of a record below the window's end and one above its start.
    pub fn sensitivities(&self) -> Sensitivities {
        let global = self.global_sensitivity();
        let mut at = Vec::new();
        for k in 0..=self.count() {
            let local = self.local_sensitivity(k).min(global);
            at.push(local);
            if local >= global {
                return Sensitivities { at };
            }
        }
        if let Some(last) = at.last_mut() {
            *last = global;
        }
        Sensitivities { at }
    }

    fn local_sensitivity(&self, k: usize) -> f64 {
        let (below, width) = self.window();
        let (s, h, n, k) = (below as isize, width as isize, self.count() as isize, k as isize);
        // Pairs of two records; then the best pair whose lower, and the best whose upper one is beyond the records.
        let (first, last) = ((k + 1 - s).max(0), (k + 1).min(n - s - h));
        let mut gap = f64::NEG_INFINITY;
        if first <= last {
            let from = |start: isize| &self.sorted()[(start + first - 1) as usize..];
            let pairs = from(s + h).iter().zip(from(s - k)).take((last - first + 1) as usize);
            gap = pairs.fold(gap, |gap, (above, below)| f64::max(gap, above - below));
        }
        if k >= s {
            gap = gap.max(self.order(h + k) - self.order(0));
        }
        if n + 1 - s - h <= k + 1 {
            gap = gap.max(self.order(n + 1) - self.order(n + 1 - h - k));
        }
        gap / h as f64
    }

    /// The levels of the approximate path length: `{t : |t − f(x)| ≤ r_k}` with `r_k = R_1 + … + R_k`, inside the interval.
    ///
    /// The source's Algorithm 1 stops at k = n. On the whole line the answers would then depend on the data; inside a fixed
    /// interval the levels simply go on until they cover it.
    pub fn approximate_stairs(&self, sensitivities: &Sensitivities, radii: Radii) -> Stairs {
        let (value, [lower, upper]) = (self.value(), self.interval());
        let farthest = (upper - value).max(value - lower);
        let mut levels = vec![[value, value]];
        for distance in sensitivities.distances(radii, farthest) {
            levels.push([value - distance, value + distance]);
        }
        Stairs::new(levels, [lower, upper])
    }
}

impl Sensitivities {
    /// `LS^(k)`.
    pub fn at(&self, distance: usize) -> f64 {
        self.at[distance.min(self.at.len() - 1)]
    }

    /// `LS^(0), LS^(1), …` up to the first that is the global sensitivity.
    pub fn list(&self) -> &[f64] {
        &self.at
    }

    /// The smooth sensitivity `S^β(x) = max_k e^{−βk} LS^(k)(x)` and the k that attains it.
    pub fn smooth(&self, beta: f64) -> (f64, usize) {
        let mut best = (0.0, 0);
        for (k, &local) in self.at.iter().enumerate() {
            let value = (-beta * k as f64).exp() * local;
            if value > best.0 {
                best = (value, k);
            }
        }
        best
    }

    /// `min {k : LS^(k) > Δ}`, how many records must change before one more can move f farther than Δ.
    pub fn distance_beyond(&self, bound: f64) -> Option<usize> {
        self.at.iter().position(|&local| local > bound)
    }

    /// `R_1, R_2, …`, as many as are asked for.
    pub fn radii(&self, radii: Radii, count: usize) -> Vec<f64> {
        match radii {
            Radii::Tight => (0..count).map(|l| ROUNDING * self.at(l)).collect(),
            Radii::Local => (1..=count).map(|l| ROUNDING * self.at(l)).collect(),
            Radii::Constant { radius } => vec![radius; count],
            Radii::Smooth { beta } => {
                // From the last backward: R_ℓ = max(LS^(ℓ), e^{−β} R_{ℓ+1}).
                let (last, kept) = (self.at.len(), (-beta).exp());
                let mut all = vec![ROUNDING * self.at(last); count.max(last)];
                for l in (1..last).rev() {
                    all[l - 1] = (ROUNDING * self.at(l)).max(kept * all[l]);
                }
                all.truncate(count);
                all
            }
        }
    }

    /// `r_1, r_2, …` until one is at least `farthest`.
    fn distances(&self, radii: Radii, farthest: f64) -> Vec<f64> {
        // The radii end in the largest, so that few more than this many cover everything.
        let mut count = 16;
        loop {
            let mut total = 0.0;
            let mut distances = Vec::new();
            for radius in self.radii(radii, count) {
                total += radius;
                distances.push(total);
                if total >= farthest {
                    return distances;
                }
            }
            count *= 4;
        }
    }
}
