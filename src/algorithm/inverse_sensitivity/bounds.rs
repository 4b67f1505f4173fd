//! What no mechanism can do better, and what theorems promise.

use super::instance::Instance;
use super::sensitivity::{Radii, Sensitivities};

/// A lower bound and the number of changed records that attains it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LowerBound {
    /// The bound; 0 where it says nothing.
    pub value: f64,
    /// k.
    pub changed: usize,
}

impl Instance {
    /// Theorem 3 in one dimension: every ε-private mechanism that is unbiased in the sense of Definition 3.1 has
    /// `E|M(x) − f(x)| ≥ ⅛ max_k e^{−2kε} (hi_k − lo_k)/2`. The proof never uses where the ball of radius cω lies, so that half
    /// the reach takes the place of cω(x; k).
    pub fn lower_bound(&self, epsilon: f64) -> LowerBound {
        self.largest(2.0 * epsilon, usize::MAX)
    }

    /// Lemma C.1: among the data sets within r of x, the worst has `E|M − f| ≥ ⅛ max_{k≤r} e^{−kε} (hi_k − lo_k)/2`; Theorem 4
    /// takes r = 1/ε.
    pub fn local_minimax(&self, epsilon: f64) -> LowerBound {
        let radius = epsilon.recip().floor();
        self.largest(epsilon, if radius < 1e15 { radius as usize } else { usize::MAX })
    }

    fn largest(&self, rate: f64, most: usize) -> LowerBound {
        let reached = self.reach().iter().enumerate().skip(1).take(most);
        let bounds = reached.map(|(changed, [low, high])| LowerBound {
            value: (high - low) / 16.0 * (-rate * changed as f64).exp(),
            changed,
        });
        let nothing = LowerBound { value: 0.0, changed: 0 };
        bounds.fold(nothing, |best, bound| if bound.value > best.value { bound } else { best })
    }

    /// The order of magnitude of the error, `ω(x; ⌈1/ε⌉)`.
    pub fn order_of_magnitude(&self, epsilon: f64) -> f64 {
        let changed = epsilon.recip().ceil();
        self.modulus(if changed < 1e15 { changed as usize } else { usize::MAX })
    }

    /// Theorem 2 for the exact mechanism: `P[|M − f| ≥ ω(x; K) + ρ] ≤ e^{−Kε/2} D/ρ`; says nothing from 1 on. It holds also where
    /// f is next to an end of the interval: at least ρ of the 2ρ about it are answers, and D/ρ counts only these.
    pub fn exact_tail_bound(&self, changed: usize, epsilon: f64, smoothing: f64) -> f64 {
        (-0.5 * epsilon * changed as f64).exp() * self.diameter() / smoothing
    }

    /// Theorem 2 for the approximate one: `P[|M − f| ≥ r_K] ≤ e^{1−Kε/2} nD/r_{⌊1/ε⌋}`, for ε ≤ 1; the appendix prints e⁻¹ in
    /// place of e.
    pub fn approximate_tail_bound(
        &self,
        sensitivities: &Sensitivities,
        radii: Radii,
        changed: usize,
        epsilon: f64,
    ) -> f64 {
        let terms = epsilon.recip().floor();
        if !(1.0..1e6).contains(&terms) {
            return f64::INFINITY;
        }
        let reach: f64 = sensitivities.radii(radii, terms as usize).iter().sum();
        let scale = self.count() as f64 * self.diameter() / reach;
        (1.0 - 0.5 * epsilon * changed as f64).exp() * scale
    }
}

/// Proposition 2.2 on the whole line: `E|M − f| ≤ R_1 (e^{ε/4} + 1)/(e^{ε/8} − 1)`.
pub fn smooth_error_bound(first_radius: f64, epsilon: f64) -> f64 {
    first_radius * ((epsilon / 4.0).exp() + 1.0) / (epsilon / 8.0).exp_m1()
}

/// Lemma D.1 (Bun and Steinke 2019): `E(trim_m − µ)² ≤ n(1 + √8 m)/(n − 2m)² σ²`.
pub fn trimming_error(count: usize, trim: usize, sigma: f64) -> f64 {
    let (n, m) = (count as f64, trim as f64);
    let left = n - 2.0 * m;
    n * (1.0 + 8f64.sqrt() * m) / (left * left) * sigma * sigma
}

/// The m that Proposition 4.1 suggests, `12 ln(n(b − a)/σ²)/ε`. Its units do not fit: an order of magnitude.
pub fn suggested_trim(count: usize, diameter: f64, sigma: f64, epsilon: f64) -> f64 {
    12.0 * (count as f64 * diameter / (sigma * sigma)).ln() / epsilon
}

/// A trim that works here, `⌈2 ln(n(b − a)/ρ)/ε⌉` and at most `(n − 1)/2`: the chance to leave the trimmed records' reach is then
/// of order 1/n.
pub fn usual_trim(count: usize, diameter: f64, smoothing: f64, epsilon: f64) -> usize {
    let wanted = 2.0 * (count as f64 * diameter / smoothing).ln() / epsilon;
    (wanted.ceil().max(0.0) as usize).min(count.saturating_sub(1) / 2)
}
