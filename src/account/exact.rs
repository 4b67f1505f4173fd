//! Closed forms of whole plans.

use super::ledger::worst;
use super::mixture::Mixture;
use super::plan::Entry;
use super::responses::Responses;
use super::{Bound, Ledger, Plan, Unavailable};
use crate::guarantee::{Pair, Probability, epsilon_at};
use crate::mechanism::{Gaussian, Mechanism, RandomizedResponse};
use crate::sampling::Direction;

/// Finds the closed form of the plan, or says why there is none.
///
/// A plan that says nothing is a coin toss; one release is its mechanism; Gaussian releases add their precisions; randomized responses of one
/// probability have a binomial number of truths; responses of several probabilities, and Gaussian
/// releases beside them, are mixtures over those numbers.
pub fn compose(plan: &Plan) -> Result<ExactPlan<'_>, Unavailable> {
    let pairs = plan.directions().iter().map(|&direction| closed_form(plan, direction));
    Ok(ExactPlan { pairs: pairs.collect::<Result<_, _>>()? })
}

/// The closed form of a plan, one pair per direction.
pub struct ExactPlan<'a> {
    pairs: Vec<Box<dyn Pair + 'a>>,
}

impl ExactPlan<'_> {
    /// The pairs, the usually worse direction first.
    pub fn pairs(&self) -> impl Iterator<Item = &dyn Pair> {
        self.pairs.iter().map(|pair| &**pair)
    }
}

impl Ledger for ExactPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        worst(&self.pairs, |pair| Ok(pair.profile(epsilon).into()))
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        worst(&self.pairs, |pair| Ok(epsilon_at(&**pair, delta).into()))
    }
}

fn closed_form(plan: &Plan, direction: Direction) -> Result<Box<dyn Pair + '_>, Unavailable> {
    let entries = plan.entries();
    if entries.is_empty() {
        return Ok(Box::new(RandomizedResponse::COIN));
    }
    let count: f64 = entries.iter().map(|entry| entry.count).sum();
    if let ([entry], 1.0) = (entries, count) {
        return entry.pair(direction);
    }
    if let Some(parts) = all(entries, |mechanism| match mechanism {
        Mechanism::Gaussian(gaussian) => Some(*gaussian),
        _ => None,
    }) {
        return Ok(Box::new(Gaussian::composed(parts)));
    }
    if let [entry] = entries
        && let (Mechanism::RandomizedResponse(response), None) = (&entry.mechanism, entry.sampling)
    {
        return Ok(Box::new(Responses::new(*response, count)?));
    }
    Ok(Box::new(Mixture::new(entries)?))
}

/// Every release as the kind that `pick` recognizes, with its count; `None` if one is not.
fn all<T>(entries: &[Entry], pick: impl Fn(&Mechanism) -> Option<T>) -> Option<Vec<(T, f64)>> {
    let unsampled = |entry: &Entry| entry.sampling.is_none().then(|| pick(&entry.mechanism)).flatten();
    entries.iter().map(|entry| Some((unsampled(entry)?, entry.count))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::Release;
    use crate::mechanism::Laplace;
    use crate::sampling::Neighbours;

    fn release(count: f64, mechanism: Mechanism) -> Release {
        Release { label: None, count, mechanism, sampling: None }
    }

    fn gaussian(count: f64, sigma: f64) -> Release {
        release(count, Mechanism::Gaussian(Gaussian::with_sigma(sigma)))
    }

    fn plan(releases: &[Release]) -> Plan {
        Plan::new(releases, Neighbours::AddRemove)
    }

    /// Rows X01, X13, X16 and X28 of the reference table: ε at δ = 1e-4.
    #[test]
    fn gaussian_plans_match_the_reference() {
        for (sigma, count, expected) in [
            (50.0, 100.0, 0.601_565_054_439_639_1),
            (50.0, 500.0, 1.494_748_615_857_91),
            (100.0, 100.0, 0.275_924_241_202_781_8),
            (100.0, 500.0, 0.682_042_174_320_591_3),
        ] {
            let plan = plan(&[gaussian(count, sigma)]);
            let epsilon = compose(&plan).unwrap().epsilon(Probability::new(1e-4).unwrap()).unwrap();
            assert!((epsilon.upper / expected - 1.0).abs() < 1e-12, "{epsilon:?} {expected}");
            assert!(epsilon.upper - epsilon.lower.unwrap() < 1e-11 * expected, "{epsilon:?}");
        }
    }

    /// The order and the grouping of releases do not matter.
    #[test]
    fn gaussian_releases_add_their_precisions() {
        let plan = plan(&[gaussian(3.0, 2.0), gaussian(1.0, 1.0), gaussian(5.0, 2.0)]);
        let split = compose(&plan).unwrap();
        let one = Gaussian::with_sigma((8.0f64 / 4.0 + 1.0).sqrt().recip());
        for epsilon in [-2.0, 0.0, 0.7, 3.0, 12.0] {
            let (a, b) = (split.delta(epsilon).unwrap().upper, one.profile(epsilon).middle());
            assert!((a / b - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn mixed_plans_say_why_they_have_no_closed_form() {
        let laplace = Mechanism::Laplace(Laplace::new(1.0).unwrap());
        for releases in
            [vec![release(2.0, laplace.clone())], vec![gaussian(1.0, 1.0), release(1.0, laplace.clone())]]
        {
            assert_eq!(compose(&plan(&releases)).err(), Some(Unavailable::NoClosedForm));
        }
        assert!(compose(&plan(&[release(1.0, laplace)])).is_ok());
    }

    /// Rows A02 to A08 of the reference table: δ at ε = 2 of as many Gaussian releases as responses.
    #[test]
    fn responses_with_gaussian_noise_match_the_reference() {
        for (count, expected) in [
            (10.0, 0.000_831_363_978_946_961_6),
            (25.0, 0.032_334_793_697_039_98),
            (50.0, 0.150_201_642_123_168),
            (200.0, 0.698_797_105_927_191_5),
        ] {
            let response = Mechanism::RandomizedResponse(RandomizedResponse::new(0.52).unwrap());
            let plan = plan(&[gaussian(count, 5.0), release(count, response)]);
            let delta = compose(&plan).unwrap().delta(2.0).unwrap();
            assert!((delta.upper / expected - 1.0).abs() < 1e-10, "{count}: {delta:?} {expected}");
            assert!(
                delta.lower.unwrap() <= expected * (1.0 + 1e-15) && delta.upper >= expected * (1.0 - 1e-15)
            );
        }
    }
}
