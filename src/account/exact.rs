//! Closed forms of whole plans.

use super::ledger::worst;
use super::plan::Entry;
use super::responses::Responses;
use super::{Bound, Ledger, Plan, Unavailable};
use crate::guarantee::{Pair, Probability, epsilon_at};
use crate::mechanism::{Gaussian, Mechanism};
use crate::sampling::Direction;

/// Finds the closed form of the plan, or says why there is none.
///
/// One release is its mechanism; Gaussian releases add their precisions; randomized responses of one
/// probability have a binomial number of truths.
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
    let responses = all(entries, |mechanism| match mechanism {
        Mechanism::RandomizedResponse(response) => Some(*response),
        _ => None,
    });
    match responses.as_deref() {
        Some([(first, _), rest @ ..]) if rest.iter().all(|(other, _)| other == first) => {
            Ok(Box::new(Responses::new(*first, count)?))
        }
        _ => Err(Unavailable::NoClosedForm),
    }
}

/// Every release as the kind that `pick` recognises, with its count; `None` if one is not.
fn all<T>(entries: &[Entry], pick: impl Fn(&Mechanism) -> Option<T>) -> Option<Vec<(T, f64)>> {
    let unsampled = |entry: &Entry| entry.sampling.is_none().then(|| pick(&entry.mechanism)).flatten();
    entries.iter().map(|entry| Some((unsampled(entry)?, entry.count))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::{Probability, epsilon_at};
    use crate::mechanism::{Laplace, RandomizedResponse};

    fn release(count: f64, mechanism: Mechanism) -> Release {
        Release { label: None, count, mechanism, sampling: None }
    }

    fn gaussian(count: f64, sigma: f64) -> Release {
        release(count, Mechanism::Gaussian(Gaussian::new(sigma)))
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
            let plan = compose(&[gaussian(count, sigma)]).unwrap();
            let epsilon = epsilon_at(&*plan, Probability::new(1e-4).unwrap());
            assert!((epsilon.upper / expected - 1.0).abs() < 1e-12, "{epsilon:?} {expected}");
            assert!(epsilon.upper - epsilon.lower < 1e-11 * expected, "{epsilon:?}");
        }
    }

    /// The order and the grouping of releases do not matter.
    #[test]
    fn gaussian_releases_add_their_precisions() {
        let split = compose(&[gaussian(3.0, 2.0), gaussian(1.0, 1.0), gaussian(5.0, 2.0)]).unwrap();
        let one = Gaussian::new((8.0f64 / 4.0 + 1.0).sqrt().recip());
        for epsilon in [-2.0, 0.0, 0.7, 3.0, 12.0] {
            let (a, b) = (split.profile(epsilon).middle(), one.profile(epsilon).middle());
            assert!((a / b - 1.0).abs() < 1e-13);
        }
    }

    #[test]
    fn mixed_plans_say_why_they_have_no_closed_form() {
        let laplace = Mechanism::Laplace(Laplace { scale: 1.0 });
        for plan in [
            vec![release(2.0, laplace)],
            vec![gaussian(1.0, 1.0), release(1.0, laplace)],
            vec![
                release(1.0, Mechanism::RandomizedResponse(RandomizedResponse { truth: 0.6 })),
                release(1.0, Mechanism::RandomizedResponse(RandomizedResponse { truth: 0.7 })),
            ],
        ] {
            assert_eq!(compose(&plan).err(), Some(Unavailable::NoClosedForm));
        }
        assert!(compose(&[release(1.0, laplace)]).is_ok());
    }
}
