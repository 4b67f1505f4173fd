//! What an attacker can learn about one person: how well a test tells whether they are in the data.

use super::bounded::Bounded;
use super::dual::Envelope;
use super::exact::{self, ExactPlan};
use super::moments::{self, MomentsPlan};
use super::{Accountant, Bound, Ledger, Plan, Release, Unavailable};
use crate::guarantee::{Interval, Probability};
use crate::sampling::Neighbours;

/// Half the number of losses at which a profile is read to bound a test.
const LINES: usize = 16;

/// Steps of one refinement of a list of losses.
const STEPS: usize = 12;

/// How often it is refined.
const REFINEMENTS: usize = 2;

/// Roundings of the sums and products here, relative to numbers of size 1.
const ROUNDING: f64 = 1e-14;

/// The releases as an attacker sees them.
pub struct Attacked {
    /// P with the person and Q without. To add and to remove are the same test read from its two ends, and the profile
    /// at every real ε has both.
    apart: Plan,
    /// The relation as it was stated.
    stated: Plan,
}

impl Attacked {
    /// The releases under a relation.
    pub fn new(releases: &[Release], neighbours: Neighbours) -> Self {
        let tested = match neighbours {
            Neighbours::Replace => Neighbours::Replace,
            Neighbours::Add | Neighbours::Remove | Neighbours::AddRemove => Neighbours::Remove,
        };
        Self { apart: Plan::new(releases, tested), stated: Plan::new(releases, neighbours) }
    }

    /// The strongest attacker that one accountant leaves possible.
    pub fn by(&self, accountant: Accountant) -> Result<Attacker<'_>, Unavailable> {
        let plan = &self.apart;
        let ledger = Bounded::new(accountant.compose(plan)?, plan);
        let test = match accountant {
            Accountant::Exact => Test::Closed(exact::compose(plan)?),
            Accountant::Rdp | Accountant::RdpOptimal if self.stated.goes_both_ways() => {
                Test::Renyi(moments::compose(&self.stated)?)
            }
            _ => Test::Profile,
        };
        Ok(Attacker { ledger, infinite: plan.infinite(), test })
    }
}

/// What is known of the tests of a plan.
enum Test<'a> {
    /// The closed form of its trade-off curve.
    Closed(ExactPlan<'a>),
    /// The profile, and the tests that a Rényi curve allows: its trade-off curve is drawn by them, and the conversion
    /// to a profile loses some of what they know. A relation of one direction has its curve the other way round, so
    /// there the profile alone speaks.
    Renyi(MomentsPlan<'a>),
    /// The profile alone.
    Profile,
}

/// The strongest attacker there can be.
pub struct Attacker<'a> {
    ledger: Bounded<'a>,
    infinite: f64,
    test: Test<'a>,
}

impl Attacker<'_> {
    /// The largest true positive rate above the false positive rate: `δ(0)`, the total variation.
    pub fn advantage(&self) -> Result<Bound, Unavailable> {
        self.ledger.delta(0.0)
    }

    /// The largest true positive rate at each false positive rate, `1 − f(x)` of the trade-off curve.
    pub fn powers(&self, rates: &[f64]) -> Result<Vec<Bound>, Unavailable> {
        if let Test::Closed(plan) = &self.test {
            return Ok(rates.iter().map(|&x| closed_power(plan, x)).collect());
        }
        let mut lines = Envelope::new(&self.ledger, self.infinite, LINES)?;
        for &x in rates {
            lines.close_in(&self.ledger, x)?;
        }
        let powers = rates.iter().map(|&x| lines.power(x));
        let Test::Renyi(plan) = &self.test else { return Ok(powers.collect()) };
        let tests = plan.tests();
        let least = |(power, &x): (Bound, &f64)| {
            let best = 1.0 - plan.trade_off(Probability::clamped(x), &tests)?.lower;
            Ok(Bound::above(power.upper.min(best * (1.0 + ROUNDING)).clamp(x, 1.0)))
        };
        powers.zip(rates).map(least).collect()
    }

    /// The smallest loss found that all but a share `delta` of the outputs stay within.
    ///
    /// An (ε, δ) guarantee alone does not bound that share by δ. The profile is convex in `e^ε` and
    /// `P[L > b] = δ(b) + e^b Q[L > b]`, where Q is minus its slope there, so for every `a < b`
    /// `P[L > b] ≤ δ(b) + (δ(a) − δ(b))/(1 − e^{a−b})`, which is exact as a comes close. The right side
    /// falls in δ(b), whose lower end it takes.
    pub fn rare_loss(&self, delta: Probability) -> Result<f64, Unavailable> {
        let first = self.ledger.epsilon(delta)?.upper;
        // With δ(b) ≥ 0 and b = a + 1.
        let share = Probability::clamped(delta.value() * -(-1.0f64).exp_m1());
        let ceiling = self.ledger.epsilon(share)?.upper + 1.0;
        if delta.value() >= 1.0 || !ceiling.is_finite() {
            return Ok(if delta.value() >= 1.0 { 0.0 } else { self.ledger.largest });
        }
        let (mut from, mut found) = self.first_within(&between(first.min(ceiling), ceiling), delta)?;
        for _ in 0..REFINEMENTS {
            let (finer, refined) = self.first_within(&between(from, found), delta)?;
            (from, found) = (finer, refined.min(found));
        }
        Ok(found.min(self.ledger.largest))
    }

    /// The first point beyond which at most a share `delta` lies, by the points before it; the last point
    /// if none is known to be. With it a point from which a finer list finds a better one: two before, since
    /// the distance to the point before was felt.
    fn first_within(&self, points: &[f64], delta: Probability) -> Result<(f64, f64), Unavailable> {
        let bounds = self.ledger.deltas(points)?;
        let beyond = |a: usize, b: usize| {
            let lower = bounds[b].lower.unwrap_or(0.0);
            let gap = -(points[a] - points[b]).exp_m1();
            (lower + (bounds[a].upper - lower) / gap) * (1.0 + ROUNDING)
        };
        let within = |b: &usize| (0..*b).any(|a| beyond(a, *b) <= delta.value());
        let last = points.len() - 1;
        let at = (1..=last).find(within).unwrap_or(last);
        Ok((points[at.saturating_sub(2)], points[at]))
    }

    /// The share of right guesses with a prior π, of the best guess
    /// `(1−π) + sup_S π P(S) − (1−π) Q(S) = (1−π) + π δ(log((1−π)/π))`.
    pub fn accuracy(&self, prior: f64) -> Result<Bound, Unavailable> {
        let tail = self.ledger.delta(((1.0 - prior) / prior).ln())?;
        // δ moves by no more than ε does, and the logarithm is at most 21.
        let accuracy =
            |delta: f64, slack: f64| (1.0 - prior + prior * delta + slack).clamp(blind_accuracy(prior), 1.0);
        let lower = tail.lower.map(|lower| accuracy(lower, -2.0 * ROUNDING));
        Ok(Bound { lower, ..Bound::above(accuracy(tail.upper, 2.0 * ROUNDING)) })
    }
}

/// The share of right guesses of whoever has seen nothing.
pub fn blind_accuracy(prior: f64) -> f64 {
    prior.max(1.0 - prior)
}

/// The belief after an output of this loss, from above: by Bayes' rule it multiplies the odds by `e^L`.
pub fn posterior(prior: f64, loss: f64) -> f64 {
    let odds_against = (1.0 - prior) / prior;
    ((1.0 + odds_against * (-loss).exp()).recip() * (1.0 + ROUNDING)).clamp(prior, 1.0)
}

/// The share of those named that are in the data, from above, where so many of either kind are named.
pub fn precision(prior: f64, false_positive: f64, true_positive: f64) -> f64 {
    let named = prior * true_positive;
    (named / (named + (1.0 - prior) * false_positive) * (1.0 + ROUNDING)).min(1.0)
}

/// `1 − f(x)` of the closed form.
fn closed_power(plan: &ExactPlan<'_>, x: f64) -> Bound {
    let curves = plan.pairs().map(|pair| pair.trade_off(Probability::clamped(x)));
    // A plan that says nothing has no pair and leaves blind guessing.
    let missed = curves.reduce(Interval::min).unwrap_or(Interval::exact(1.0 - x));
    let power = Interval { lower: 1.0 - missed.upper - ROUNDING, upper: 1.0 - missed.lower + ROUNDING };
    power.within(x, 1.0).into()
}

fn between(from: f64, to: f64) -> Vec<f64> {
    let mut points: Vec<f64> = (0..=STEPS).map(|at| from + (to - from) * at as f64 / STEPS as f64).collect();
    points[STEPS] = to;
    points.dedup();
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Approximate, Gaussian, Mechanism};

    fn release(count: f64, mechanism: Mechanism) -> Release {
        Release { label: None, count, mechanism, sampling: None }
    }

    /// 100 Gaussian releases of σ = 50 are one of σ = 5, whose test at level x is `Φ(Φ⁻¹(x) + 1/5)`: the lines of the
    /// profile find it from both sides, to relative digits at a small level.
    #[test]
    fn the_lines_of_a_profile_find_the_closed_form() {
        let attacked = Attacked::new(
            &[release(100.0, Mechanism::Gaussian(Gaussian::new(50.0).expect("σ in range")))],
            Neighbours::Remove,
        );
        let (closed, lines) =
            (attacked.by(Accountant::Exact).unwrap(), attacked.by(Accountant::Fourier).unwrap());
        let rates = [1e-9, 1e-3, 0.1, 0.5, 0.9];
        let (closed, found) = (closed.powers(&rates).unwrap(), lines.powers(&rates).unwrap());
        for ((x, closed), found) in rates.iter().zip(closed).zip(found) {
            let (lower, truth) = (found.lower.expect("a lower end"), closed.upper);
            assert!(lower <= truth && closed.lower.unwrap() <= found.upper, "{x}: {found:?} {closed:?}");
            assert!(found.upper < truth * (1.0 + 1e-4) + 2e-14, "{x}: {found:?} {closed:?}");
            assert!(*x < 1e-6 || lower > truth * (1.0 - 1e-4), "{x}: {found:?} {closed:?}");
        }
    }

    /// Where δ never falls to 0 the tests keep both ends: 0.001936 of those in the data at level 0.001.
    #[test]
    fn mass_at_infinity_leaves_both_ends_of_a_test() {
        let releases = [
            release(100.0, Mechanism::Gaussian(Gaussian::new(50.0).expect("σ in range"))),
            release(1.0, Mechanism::Approximate(Approximate::new(0.01, 1e-5).expect("in range"))),
        ];
        let attacked = Attacked::new(&releases, Neighbours::AddRemove);
        let power = attacked.by(Accountant::Fourier).unwrap().powers(&[0.001]).unwrap()[0];
        let lower = power.lower.expect("a lower end");
        assert!(0.001_936 < lower && lower < power.upper && power.upper < 0.001_936_5, "{power:?}");
    }
}
