//! Several objective perturbations below the smallest loss they can have together.

use super::{Bound, Ledger, Plan, Unavailable};
use crate::guarantee::{Interval, Probability};
use crate::mechanism::Mechanism;

/// Rounding of one term, relative to its size.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// `δ(ε) = 1 − e^ε ∏ Q_i[L > −∞]` up to `ε = Σ m_i`: no loss is smaller, so that every output counts.
pub struct BelowKink {
    /// `Σ k log Q[L > −∞]`, negative.
    log_kept: f64,
    /// `Σ k m`, never above the exact one.
    kink: f64,
}

/// Any plan of nothing but objective perturbations on all records.
pub fn compose(plan: &Plan) -> Option<BelowKink> {
    let (mut log_kept, mut kink) = (0.0, 0.0);
    for entry in plan.entries() {
        let (Mechanism::ObjectivePerturbation(mechanism), None) = (&entry.mechanism, entry.sampling) else {
            return None;
        };
        log_kept += entry.count * mechanism.pair().log_kept();
        kink += entry.count * mechanism.pair().start();
    }
    let rounding = ROUNDING * (plan.entries().len() as f64 + 1.0);
    let bounded = kink < f64::INFINITY;
    bounded.then_some(BelowKink { log_kept, kink: kink * (1.0 - rounding) })
}

impl BelowKink {
    fn slack(&self, other: f64) -> f64 {
        ROUNDING * (other.abs() - self.log_kept)
    }
}

impl Ledger for BelowKink {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        if epsilon > self.kink {
            return Err(Unavailable::BeyondKink { kink: self.kink });
        }
        let (exponent, slack) = (epsilon + self.log_kept, self.slack(epsilon));
        let [lower, upper] = [exponent + slack, exponent - slack].map(|exponent| -exponent.exp_m1());
        let rounding = 2.0 * f64::EPSILON;
        Ok(Interval { lower: lower * (1.0 - rounding), upper: upper * (1.0 + rounding) }
            .within(0.0, 1.0)
            .into())
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        if delta.value() >= 1.0 {
            return Ok(Interval::exact(0.0).into());
        }
        if self.delta(self.kink)?.upper > delta.value() {
            return Err(Unavailable::BeyondKink { kink: self.kink });
        }
        let allowed = (-delta.value()).ln_1p();
        let (epsilon, slack) = (allowed - self.log_kept, self.slack(allowed));
        let interval = Interval { lower: epsilon - slack, upper: epsilon + slack };
        Ok(interval.within(0.0, f64::INFINITY).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::{Accountant, Release};
    use crate::mechanism::ObjectivePerturbation;
    use crate::sampling::Neighbours;

    fn plan(counts: &[(f64, f64)]) -> Plan {
        let release = |&(count, sigma): &(f64, f64)| Release {
            label: None,
            count,
            mechanism: Mechanism::ObjectivePerturbation(
                ObjectivePerturbation::new(1.0, 1.0, sigma, 10.0, false).unwrap(),
            ),
            sampling: None,
        };
        Plan::new(&counts.iter().map(release).collect::<Vec<_>>(), Neighbours::AddRemove)
    }

    /// The certified lattice is a second route; both ends of it lie on their side of the closed form.
    #[test]
    fn the_lattice_encloses_the_closed_form() {
        for counts in [&[(3.0, 8.0)][..], &[(2.0, 8.0), (5.0, 3.0)]] {
            let plan = plan(counts);
            let closed = compose(&plan).expect("objective perturbations");
            let lattice = Accountant::Pld.compose(&plan).expect("a lattice");
            for share in [0.0, 0.3, 0.7, 0.95] {
                let epsilon = share * closed.kink;
                let (exact, bracket) = (closed.delta(epsilon).unwrap(), lattice.delta(epsilon).unwrap());
                let lower = exact.lower.expect("a lower end");
                assert!(bracket.lower.is_none_or(|below| below <= exact.upper) && lower <= bracket.upper);
                assert!(exact.upper - lower < 1e-12 * exact.upper);
                let back = closed.epsilon(Probability::clamped(exact.upper)).unwrap();
                assert!(back.lower.is_some_and(|below| below <= epsilon + 1e-12), "{back:?} {epsilon}");
                assert!(back.upper >= epsilon - 1e-12, "{back:?} {epsilon}");
            }
            assert!(closed.delta(1.01 * closed.kink).is_err());
        }
    }

    /// One release alone has its own closed form; this one agrees with it.
    #[test]
    fn one_release_agrees_with_its_profile() {
        let plan = plan(&[(1.0, 8.0)]);
        let (kink, exact) = (compose(&plan).unwrap(), super::super::exact::compose(&plan).unwrap());
        for share in [-1.0, 0.0, 0.5, 0.999] {
            let (a, b) = (kink.delta(share * kink.kink).unwrap(), exact.delta(share * kink.kink).unwrap());
            assert!((a.upper / b.upper - 1.0).abs() < 1e-12);
        }
    }
}
