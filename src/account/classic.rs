//! Composition theorems for releases known by one (ε, δ) each.

use super::ledger::worst;
use super::loss::{self, Goal};
use super::responses::Responses;
use super::{Bound, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Order, Probability, epsilon_at};
use crate::mechanism::{Approximate, Mechanism, RandomizedResponse};

/// Which theorem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theorem {
    /// ε and δ add up.
    Naive,
    /// Dwork, Rothblum and Vadhan 2010.
    Advanced,
    /// Kairouz, Oh and Viswanath 2017: the best that one (ε, δ) per release allows.
    Optimal,
    /// The smallest of the three.
    Best,
}

/// Shares of δ that the releases themselves may spend; the rest is spent by the theorem.
const SHARES: [f64; 7] = [1e-3, 0.03, 0.2, 0.5, 0.8, 0.97, 0.999];

/// The smallest δ of a search.
const SMALLEST: f64 = 1e-300;

/// Composes the plan for one theorem.
pub fn compose(plan: &Plan, theorem: Theorem) -> Result<ClassicPlan<'_>, Unavailable> {
    Ok(ClassicPlan { directions: plan.parts()?, theorem })
}

/// The pairs of a plan, one list per direction.
pub struct ClassicPlan<'a> {
    directions: Vec<Vec<Part<'a>>>,
    theorem: Theorem,
}

impl Ledger for ClassicPlan<'_> {
    /// Bisection on log δ: the theorems go from δ to ε, and each is monotone.
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        let meets = |log_delta: f64| -> Result<bool, Unavailable> {
            Ok(self.epsilon(Probability::clamped(log_delta.exp()))?.upper <= epsilon)
        };
        let (mut low, mut high) = (SMALLEST.ln(), 0.0);
        if meets(low)? {
            return Ok(Bound::above(SMALLEST));
        }
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if meets(middle)? { high = middle } else { low = middle }
        }
        Ok(Bound::above(high.exp().min(1.0)))
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        worst(&self.directions, |parts| bound(self.theorem, parts, delta.value()))
    }
}

fn bound(theorem: Theorem, parts: &[Part<'_>], delta: f64) -> Result<Bound, Unavailable> {
    let noted = |upper: f64, note| Bound { note: Some(note), ..Bound::above(upper) };
    if parts.is_empty() || delta >= 1.0 {
        return Ok(Bound::above(0.0));
    }
    Ok(match theorem {
        Theorem::Naive => noted(naive(parts, delta), "naive composition: ε and δ add up"),
        Theorem::Advanced => {
            noted(advanced(parts, delta), "advanced composition of Dwork, Rothblum and Vadhan")
        }
        Theorem::Optimal => noted(
            optimal(parts, delta)?,
            "optimal composition of Kairouz, Oh and Viswanath of one (ε, δ) per release",
        ),
        Theorem::Best => {
            let theorems = [Theorem::Naive, Theorem::Advanced, Theorem::Optimal];
            let found = theorems.iter().filter_map(|&theorem| bound(theorem, parts, delta).ok());
            found.min_by(|a, b| a.upper.total_cmp(&b.upper)).unwrap_or(Bound::above(f64::INFINITY))
        }
    })
}

fn releases(parts: &[Part<'_>]) -> f64 {
    parts.iter().map(|part| part.count).sum()
}

/// `(ε, count)` of every release at the same δ each; the bound of a bounded loss where that is enough.
fn each(parts: &[Part<'_>], delta: f64) -> Vec<(f64, f64)> {
    let one = |part: &Part<'_>| {
        let epsilon = if delta > 0.0 {
            epsilon_at(&*part.pair, Probability::clamped(delta)).upper
        } else {
            part.pair.renyi(Order::INFINITE).upper
        };
        (epsilon, part.count)
    };
    parts.iter().map(one).collect()
}

/// `Σ ε` at δ spread evenly.
fn naive(parts: &[Part<'_>], delta: f64) -> f64 {
    let sum: f64 = each(parts, delta / releases(parts)).iter().map(|(epsilon, count)| epsilon * count).sum();
    sum * (1.0 + 1e-14)
}

/// `√(2 log(1/δ') Σ ε²) + Σ ε(e^ε − 1)` at `Σ δ + δ'`, over several splits of δ.
fn advanced(parts: &[Part<'_>], delta: f64) -> f64 {
    let split = |share: f64| {
        let rest = delta * (1.0 - share);
        let each = each(parts, delta * share / releases(parts));
        let squares: f64 = each.iter().map(|(epsilon, count)| count * epsilon * epsilon).sum();
        let drift: f64 = each.iter().map(|(epsilon, count)| count * epsilon * epsilon.exp_m1()).sum();
        (2.0 * -rest.ln() * squares).sqrt() + drift
    };
    let shares = SHARES.into_iter().chain([0.0]).map(split);
    let best = shares.filter(|epsilon| !epsilon.is_nan()).fold(f64::INFINITY, f64::min);
    best * (1.0 + 1e-14)
}

/// The composition of the worst mechanisms with these (ε, δ): randomized responses that fail with
/// probability δ. Equal ones exactly, by the binomial sum; different ones on a lattice.
fn optimal(parts: &[Part<'_>], delta: f64) -> Result<f64, Unavailable> {
    let count = releases(parts);
    let [part] = parts else { return mixed(parts, delta) };
    let mut best = f64::INFINITY;
    for share in SHARES.into_iter().chain([0.0]) {
        let each_delta = delta * share / count;
        let epsilon = each(parts, each_delta)[0].0;
        if !epsilon.is_finite() {
            continue;
        }
        // δ = 1 − (1−δ₀)^k (1−δ') leaves δ' to the responses.
        let failed = -(count * (-each_delta).ln_1p()).exp_m1();
        let rest = ((delta - failed) / (1.0 - failed)).max(0.0);
        let truth = (1.0 + (-epsilon).exp()).recip();
        let total = if truth < 1.0 && part.count <= Responses::LIMIT && rest > 0.0 {
            let responses =
                Responses::new(RandomizedResponse { truth: truth.next_up().min(1.0 - f64::EPSILON) }, count)?;
            epsilon_at(&responses, Probability::clamped(rest)).upper
        } else {
            epsilon * count
        };
        best = best.min(total);
    }
    Ok(best * (1.0 + 1e-13))
}

fn mixed(parts: &[Part<'_>], delta: f64) -> Result<f64, Unavailable> {
    let each_delta = 0.5 * delta / releases(parts);
    let each = each(parts, each_delta);
    if each.iter().any(|(epsilon, _)| !epsilon.is_finite()) {
        return Ok(f64::INFINITY);
    }
    let worst: Vec<Mechanism> = each
        .iter()
        .map(|&(epsilon, _)| Mechanism::Approximate(Approximate::new(epsilon, each_delta)))
        .collect();
    let pairs = worst.iter().filter_map(Mechanism::pair);
    let parts: Vec<Part<'_>> =
        pairs.zip(parts).map(|(pair, part)| Part { pair: Box::new(pair), count: part.count }).collect();
    Ok(loss::epsilon(&parts, Probability::clamped(delta), Goal { width: Plan::WIDTH, known: 0.0 })?.upper)
}
