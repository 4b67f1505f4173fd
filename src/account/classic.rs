//! Composition theorems for releases known by one (ε, δ) each.
//!
//! Advanced and optimal composition are theorems about mechanisms that keep (ε, δ) in both orders of two
//! neighbours, so both orders of a release enter them whatever the relation: for a person who is added to a
//! Poisson sample the other order loses more, and one order alone would give too small a total. The naive sum
//! holds order by order.

use super::ledger::worst;
use super::loss::{self, Goal};
use super::plan::BothOrders;
use super::responses::Responses;
use super::{Bound, Ledger, Part, Plan, Unavailable};
use crate::guarantee::{Order, Pair, Probability, epsilon_above};
use crate::mechanism::{Mechanism, RandomizedResponse};
use crate::numeric::Scale;
use crate::numeric::minimum::minimize;
use crate::numeric::root::{Bracket, Stop, try_bisect};
use crate::watch;

/// Which theorem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theorem {
    /// ε and δ add up.
    Basic,
    /// Dwork, Rothblum and Vadhan 2010.
    Advanced,
    /// Kairouz, Oh and Viswanath 2017: the best that one (ε, δ) per release allows.
    Optimal,
    /// The smallest of the three.
    Best,
}

/// Shares of δ that the releases themselves may spend; the rest is spent by the theorem.
const SHARES: [f64; 12] = [0.0, 1e-5, 1e-3, 0.03, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.97, 0.999];

/// The same where each takes a lattice.
const FEW_SHARES: [f64; 3] = [0.0, 0.1, 0.5];

/// The smallest δ of a search.
const SMALLEST: f64 = 1e-300;

/// How wide a bracket of mixed responses may be: a comparison needs no more.
const WIDTH: f64 = 1e-3;

/// Rounding of the sums below, relative.
const ROUNDING: f64 = 1e-13;

/// A bound of δ from `(ε, count)` of every release and the chance that any of them fails.
type SplitBound<'a> = dyn Fn(&[(f64, f64)], f64) -> Result<f64, Unavailable> + 'a;

/// Composes the plan for one theorem.
pub fn compose(plan: &Plan, theorem: Theorem) -> Result<ClassicPlan<'_>, Unavailable> {
    let both = plan.both_orders()?;
    let releases = both.iter().map(|part| part.count).sum();
    Ok(ClassicPlan { directions: plan.parts()?, both, releases, theorem })
}

/// The releases of a plan.
pub struct ClassicPlan<'a> {
    /// The pairs, one list per direction.
    directions: Vec<Vec<Part<'a>>>,
    /// The same releases, each in both orders.
    both: Vec<BothOrders<'a>>,
    /// How many there are.
    releases: f64,
    theorem: Theorem,
}

impl Ledger for ClassicPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        if self.both.is_empty() || epsilon < 0.0 {
            return Ok(Bound::above(if epsilon < 0.0 { 1.0 } else { 0.0 }));
        }
        self.best(|theorem| match theorem {
            Theorem::Basic => self.naive_delta(epsilon),
            Theorem::Advanced => self.advanced_delta(epsilon),
            Theorem::Optimal | Theorem::Best => self.optimal_delta(epsilon),
        })
        .map(|bound| Bound { upper: bound.upper.clamp(SMALLEST, 1.0), ..bound })
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        let delta = delta.value();
        if self.both.is_empty() || delta >= 1.0 {
            return Ok(Bound::above(0.0));
        }
        self.best(|theorem| match theorem {
            Theorem::Basic => self.naive_epsilon(delta),
            Theorem::Advanced => self.advanced_epsilon(delta),
            Theorem::Optimal | Theorem::Best => self.optimal_epsilon(delta),
        })
    }
}

impl ClassicPlan<'_> {
    /// The bound by the theorem asked for, or the smallest of all.
    fn best(&self, bound: impl Fn(Theorem) -> Result<f64, Unavailable>) -> Result<Bound, Unavailable> {
        let asked = match self.theorem {
            Theorem::Best => &[Theorem::Basic, Theorem::Advanced, Theorem::Optimal][..],
            ref one => std::slice::from_ref(one),
        };
        let mut best: Option<Bound> = None;
        for &theorem in asked {
            let upper = bound(theorem)?;
            if upper.is_nan() {
                continue;
            }
            if best.is_none_or(|best| upper < best.upper) {
                best = Some(Bound { note: Some(theorem.words()), ..Bound::above(upper) });
            }
        }
        Ok(best.unwrap_or(Bound::above(f64::INFINITY)))
    }

    /// `(ε, count)` of every release at the same δ each, in both orders; the bound of a bounded loss where δ is 0.
    fn each(&self, delta: f64) -> Result<Vec<(f64, f64)>, Unavailable> {
        watch::go_on()?;
        let one = |part: &BothOrders<'_>| {
            let orders = part.orders.iter().map(|pair| one_epsilon(&**pair, delta));
            (orders.fold(0.0, larger), part.count)
        };
        Ok(self.both.iter().map(one).collect())
    }

    /// `Σ ε` at δ spread evenly.
    fn naive_epsilon(&self, delta: f64) -> Result<f64, Unavailable> {
        let each = delta / self.releases;
        let sum = |parts: &Vec<Part<'_>>| -> f64 {
            parts.iter().map(|part| part.count * one_epsilon(&*part.pair, each)).sum()
        };
        Ok(worst(&self.directions, |parts| Ok(Bound::above(sum(parts) * (1.0 + ROUNDING))))?.upper)
    }

    /// Bisection on log δ: the naive ε falls as δ grows.
    fn naive_delta(&self, epsilon: f64) -> Result<f64, Unavailable> {
        if self.naive_epsilon(SMALLEST)? <= epsilon {
            return Ok(SMALLEST);
        }
        let found = try_bisect(Bracket { low: SMALLEST.ln(), high: 0.0 }, Stop::after(30), |log| {
            watch::go_on()?;
            Ok::<_, Unavailable>(self.naive_epsilon(log.exp())? <= epsilon)
        })?;
        Ok(found.high.exp())
    }

    /// `√(2 log(1/δ') Σ ε²) + Σ ε(e^ε − 1)` at `Σ δ + δ'`, over several splits of δ.
    fn advanced_epsilon(&self, delta: f64) -> Result<f64, Unavailable> {
        let mut best = f64::INFINITY;
        for share in SHARES {
            let (squares, drift) = squares_and_drift(&self.each(delta * share / self.releases)?);
            let rest = delta * (1.0 - share);
            let epsilon = (2.0 * -rest.ln() * squares).sqrt() + drift;
            best = if epsilon < best { epsilon } else { best };
        }
        Ok(best * (1.0 + ROUNDING))
    }

    /// The same read for δ: `δ' = e^{−(ε − Σ ε(e^ε−1))²/(2 Σ ε²)}`.
    fn advanced_delta(&self, epsilon: f64) -> Result<f64, Unavailable> {
        self.over_splits(&|each, failed| {
            let (squares, drift) = squares_and_drift(each);
            let room = epsilon * (1.0 - ROUNDING) - drift;
            let rest = if room > 0.0 { (-room * room / (2.0 * squares)).exp() } else { 1.0 };
            Ok(failed + rest)
        })
    }

    /// The composition of the worst mechanisms with these (ε, δ): randomized responses that fail with
    /// probability δ. `δ = 1 − (1−δ₀)^k (1−δ')` leaves δ' to the responses.
    fn optimal_epsilon(&self, delta: f64) -> Result<f64, Unavailable> {
        let mut best = f64::INFINITY;
        for &share in if self.is_binomial() { &SHARES[..] } else { &FEW_SHARES } {
            let each_delta = delta * share / self.releases;
            let each = self.each(each_delta)?;
            let failed = self.failed(each_delta);
            let rest = ((delta - failed) / (1.0 - failed)).max(0.0);
            let epsilon = responses_epsilon(&each, rest)?;
            best = if epsilon < best { epsilon } else { best };
        }
        Ok(best * (1.0 + ROUNDING))
    }

    fn optimal_delta(&self, epsilon: f64) -> Result<f64, Unavailable> {
        if self.is_binomial() {
            return self
                .over_splits(&|each, failed| Ok(failed + (1.0 - failed) * responses_delta(each, epsilon)?));
        }
        // Each split takes a lattice: those at which the responses are within ε by half, and by themselves.
        let naive = self.naive_delta(epsilon)?;
        let mut best = naive;
        for share in FEW_SHARES {
            let each_delta = share * naive / self.releases;
            let failed = self.failed(each_delta);
            let delta = failed + (1.0 - failed) * responses_delta(&self.each(each_delta)?, epsilon)?;
            best = if delta < best { delta } else { best };
        }
        Ok(best * (1.0 + ROUNDING))
    }

    /// The smallest of a bound of δ over what each release may spend of it, given that and what they fail with
    /// together.
    fn over_splits(&self, bound: &SplitBound<'_>) -> Result<f64, Unavailable> {
        let at = |each_delta: f64| bound(&self.each(each_delta)?, self.failed(each_delta));
        // Splits that spend about as much as the whole are the best; they are found on a coarse scale first.
        let mut best = (0.0, at(0.0)?);
        let scale = |step: i32| 10f64.powi(-step) / self.releases;
        for step in [1, 2, 3, 4, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 70, 100, 140, 200, 280] {
            let found = at(scale(step))?;
            if found < best.1 {
                best = (scale(step), found);
            }
        }
        if best.0 > 0.0 {
            let value = |each_delta: f64| at(each_delta).unwrap_or(f64::INFINITY);
            let found = minimize(best.0 * 1e-3, (best.0 * 1e3).min(1.0 / self.releases), Scale::Log, value);
            best.1 = best.1.min(found.value);
        }
        Ok(best.1 * (1.0 + ROUNDING))
    }

    /// Whether a binomial sum composes the worst mechanisms: equal releases, and not too many; else each split takes a
    /// lattice.
    fn is_binomial(&self) -> bool {
        self.both.len() == 1 && self.releases <= Responses::LIMIT
    }

    /// `1 − (1−δ₀)^k`: that any release fails.
    fn failed(&self, each_delta: f64) -> f64 {
        -(self.releases * (-each_delta).ln_1p()).exp_m1()
    }
}

impl Theorem {
    const fn words(self) -> &'static str {
        match self {
            Self::Basic => "basic composition: ε and δ add up",
            Self::Advanced => "advanced composition of Dwork, Rothblum and Vadhan",
            Self::Optimal | Self::Best => {
                "optimal composition of Kairouz, Oh and Viswanath of one (ε, δ) per release"
            }
        }
    }
}

/// ε of one order of a release at δ.
fn one_epsilon(pair: &dyn Pair, delta: f64) -> f64 {
    if delta > 0.0 {
        epsilon_above(pair, Probability::clamped(delta))
    } else {
        pair.renyi(Order::INFINITE).upper
    }
}

/// The larger of two bounds; what is no number bounds nothing.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::INFINITY } else { a.max(b) }
}

fn squares_and_drift(each: &[(f64, f64)]) -> (f64, f64) {
    let squares = each.iter().map(|(epsilon, count)| count * epsilon * epsilon).sum();
    (squares, each.iter().map(|(epsilon, count)| count * epsilon * epsilon.exp_m1()).sum())
}

/// ε at δ of randomized responses that lose `(ε, count)`: equal ones by the binomial sum, others on a lattice.
fn responses_epsilon(each: &[(f64, f64)], delta: f64) -> Result<f64, Unavailable> {
    let naive: f64 = each.iter().map(|(epsilon, count)| epsilon * count).sum();
    if delta <= 0.0 || !naive.is_finite() {
        return Ok(naive);
    }
    if delta >= 1.0 {
        return Ok(0.0);
    }
    let delta = Probability::clamped(delta);
    Ok(match worst_responses(each) {
        None => naive,
        Some(Worst::Equal(responses)) => epsilon_above(&responses, delta).min(naive),
        Some(Worst::Mixed(mechanisms)) => {
            let parts = parts(&mechanisms, each);
            let found = loss::epsilon(&parts, delta, Goal { width: WIDTH, known: 0.0 });
            found.map_or(naive, |found| found.upper.min(naive))
        }
    })
}

/// δ at ε of the same.
fn responses_delta(each: &[(f64, f64)], epsilon: f64) -> Result<f64, Unavailable> {
    let naive: f64 = each.iter().map(|(epsilon, count)| epsilon * count).sum();
    if naive * (1.0 + ROUNDING) <= epsilon {
        return Ok(0.0);
    }
    Ok(match worst_responses(each) {
        None => 1.0,
        Some(Worst::Equal(responses)) => responses.profile(epsilon).upper,
        Some(Worst::Mixed(mechanisms)) => {
            let parts = parts(&mechanisms, each);
            let found = loss::delta(&parts, epsilon, Goal { width: WIDTH, known: 0.0 });
            found.map_or(1.0, |found| found.upper)
        }
    })
}

/// Randomized responses with given losses.
enum Worst {
    /// All alike.
    Equal(Responses),
    /// Of several losses.
    Mixed(Vec<Mechanism>),
}

/// `None` where a loss is too large for a probability of truth below 1.
fn worst_responses(each: &[(f64, f64)]) -> Option<Worst> {
    let response = |epsilon: f64| {
        let truth = (1.0 + (-epsilon).exp()).recip().next_up();
        RandomizedResponse::new(truth).filter(|_| truth < 1.0 - f64::EPSILON)
    };
    if let [(epsilon, count)] = *each
        && count <= Responses::LIMIT
    {
        return Some(Worst::Equal(Responses::new(response(epsilon)?, count).ok()?));
    }
    let mechanisms = each.iter().map(|&(epsilon, _)| Some(Mechanism::RandomizedResponse(response(epsilon)?)));
    Some(Worst::Mixed(mechanisms.collect::<Option<_>>()?))
}

fn parts<'a>(mechanisms: &'a [Mechanism], each: &[(f64, f64)]) -> Vec<Part<'a>> {
    let pairs = mechanisms.iter().filter_map(Mechanism::pair).zip(each);
    pairs.map(|(pair, &(_, count))| Part { pair: Box::new(pair), count }).collect()
}
