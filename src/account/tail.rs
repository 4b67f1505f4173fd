//! How much of the loss lies beyond ε, under P and under Q.

use super::{Accountant, Bound, Ledger, Plan, Unavailable, exact};
use crate::guarantee::{Interval, Masses, Order};
use crate::sampling::Direction;
use crate::watch::{self, Stopped};

/// Between which distances from ε chords are drawn, in units of how far the loss spreads, and how many.
const WIDEST: f64 = 1.0;
const NARROWER: f64 = 0.3;
const CHORDS: i32 = 10;

/// Rounding of a difference and a quotient.
const ROUNDING: f64 = 1e-14;

/// What lies beyond ε in one direction: `δ(ε) = P[L > ε] − e^ε Q[L > ε]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tail {
    /// Of which order of two neighbours.
    pub direction: Direction,
    /// δ at ε.
    pub delta: Interval,
    /// `P[L > ε]`, the infinite loss included.
    pub p: Interval,
    /// `Q[L > ε]`.
    pub q: Interval,
    /// Whose profile it was read from.
    pub by: Accountant,
}

impl Tail {
    /// Where δ is 0 no loss lies beyond ε, whatever rounding leaves open.
    fn ended(self) -> Self {
        let nothing = Interval::exact(0.0);
        if self.delta.upper == 0.0 { Self { p: nothing, q: nothing, ..self } } else { self }
    }
}

/// The tail in the direction in which δ is largest, the first of those that are alike; by one of the accountants that
/// bound δ from both sides, or by the tightest of them.
pub fn worst_tail(plan: &Plan, epsilon: f64, by: Option<Accountant>) -> Result<Tail, Unavailable> {
    let mut worst: Option<Tail> = None;
    for (&direction, plan) in plan.directions().iter().zip(plan.one_way()) {
        let tail = tail(&plan, direction, epsilon, by)?;
        if worst.is_none_or(|worst| tail.delta.middle() > worst.delta.middle()) {
            worst = Some(tail);
        }
    }
    worst.ok_or(Unavailable::NoClosedForm)
}

/// By the closed form, by the contour where there is none, or by the certified lattice.
fn tail(
    plan: &Plan,
    direction: Direction,
    epsilon: f64,
    by: Option<Accountant>,
) -> Result<Tail, Unavailable> {
    let closed = match by {
        None | Some(Accountant::Exact) => exact::compose(plan),
        Some(_) => Err(Unavailable::NoClosedForm),
    };
    if let Ok(closed) = &closed
        && let Some(pair) = closed.pairs().next()
    {
        let delta = pair.profile(epsilon);
        let Masses { p, q } = pair.masses(epsilon, f64::INFINITY);
        let infinite = pair.infinite();
        let p = Interval { lower: p.lower + infinite, upper: p.upper + infinite }.within(0.0, 1.0);
        return Ok(Tail { direction, delta, p, q, by: Accountant::Exact }.ended());
    }
    let spread = spread(plan)?;
    let read = |accountant: Accountant| {
        watch::step();
        let ledger = accountant.ledger(plan)?;
        let delta = interval(ledger.delta(epsilon)?);
        let caught = caught(&*ledger, epsilon, delta, spread)?;
        let scale = (-epsilon).exp();
        let q = Interval { lower: caught.lower * scale, upper: caught.upper * scale }.within(0.0, 1.0);
        let p = Interval { lower: delta.lower + caught.lower, upper: delta.upper + caught.upper };
        Ok::<_, Unavailable>(Tail { direction, delta, p: p.within(0.0, 1.0), q, by: accountant }.ended())
    };
    match (by, closed) {
        (Some(Accountant::Exact), Err(reason)) => Err(reason),
        (Some(accountant), _) => read(accountant),
        (None, _) => match read(Accountant::Fourier) {
            Err(Unavailable::Stopped(Stopped::Cancelled)) => Err(Stopped::Cancelled.into()),
            Err(_) => read(Accountant::Pld),
            found => found,
        },
    }
}

/// `e^ε Q[L > ε] = −dδ/dε`, from the right: δ is convex in `e^ε`, so that the slope lies between those of any chord to
/// the right and of any chord to the left.
fn caught(ledger: &dyn Ledger, epsilon: f64, delta: Interval, spread: f64) -> Result<Interval, Unavailable> {
    let distances: Vec<f64> =
        (0..CHORDS).map(|at| WIDEST * spread * NARROWER.powi(at)).filter(|h| epsilon + h > epsilon).collect();
    let left = distances.iter().map(|h| epsilon - h);
    let places: Vec<f64> = left.chain(distances.iter().rev().map(|h| epsilon + h)).collect();
    let found = ledger.pointwise(&places);
    // Never more than P[L > ε].
    let mut caught = Interval { lower: 0.0, upper: 1.0 };
    for (place, bound) in places.iter().zip(found) {
        let other = match bound {
            Ok(bound) => bound.upper,
            Err(Unavailable::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => continue,
        };
        let fall = other - delta.lower;
        let slack = ROUNDING * (other + delta.lower);
        let width = (place - epsilon).exp_m1();
        if width > 0.0 {
            caught.lower = caught.lower.max((-fall - slack) / width * (1.0 - ROUNDING));
        } else if width < 0.0 {
            caught.upper = caught.upper.min((fall + slack) / -width * (1.0 + ROUNDING));
        }
    }
    Ok(Interval { lower: caught.lower.min(caught.upper), ..caught })
}

/// How far from each point the chords of a whole curve end, in units of how far the loss spreads: at a third of it what a
/// line may be off by counts as much as the bend of the curve.
const NEAR: f64 = 3e-4;

/// `P[L ≤ x]` at each x, of a plan of one direction, from chords of the contour's profile to either side:
/// `P[L > x] = δ(x) + e^x Q[L > x]`, where `e^x Q[L > x]` lies between the slopes of the two. Where the contour does not
/// answer nothing is known of a point, and after some of them of none; only a person who cancels ends all.
pub fn at_most(plan: &Plan, x: &[f64]) -> Result<Vec<Interval>, Stopped> {
    let unknown = || vec![Interval { lower: 0.0, upper: 1.0 }; x.len()];
    let composed = spread(plan).and_then(|spread| Ok((spread, Accountant::Fourier.ledger(plan)?)));
    let (near, ledger) = match composed {
        Ok((spread, ledger)) => (NEAR * spread, ledger),
        Err(Unavailable::Stopped(Stopped::Cancelled)) => return Err(Stopped::Cancelled),
        Err(_) => return Ok(unknown()),
    };
    let places: Vec<f64> = x.iter().flat_map(|&x| [x - near, x, x + near]).collect();
    let found = ledger.pointwise(&places);
    if found.iter().any(|one| matches!(one, Err(Unavailable::Stopped(Stopped::Cancelled)))) {
        return Err(Stopped::Cancelled);
    }
    let one = |(place, around): (&[f64], &[Result<Bound, Unavailable>])| {
        let ([left, at, right], [Ok(before), Ok(here), Ok(after)]) = (place, around) else {
            return Interval { lower: 0.0, upper: 1.0 };
        };
        let [before, delta, after] = [before, here, after].map(|bound| interval(*bound));
        let slack = ROUNDING * (before.upper + delta.upper);
        let slope = |fall: f64, width: f64| (fall / width).max(0.0);
        let fewest = slope(delta.lower - after.upper - slack, (right - at).exp_m1()) * (1.0 - ROUNDING);
        let most = slope(before.upper - delta.lower + slack, -(left - at).exp_m1()) * (1.0 + ROUNDING);
        Interval { lower: 1.0 - delta.upper - most - ROUNDING, upper: 1.0 - delta.lower - fewest + ROUNDING }
            .within(0.0, 1.0)
    };
    Ok(places.chunks(3).zip(found.chunks(3)).map(one).collect())
}

/// How far the loss spreads, as that of normal noise with the same mean does: its variance is twice its mean.
fn spread(plan: &Plan) -> Result<f64, Unavailable> {
    let parts = plan.parts()?;
    let mean: f64 = parts.iter().flatten().map(|part| part.count * part.pair.renyi(Order::ONE).upper).sum();
    Ok(if mean > 0.0 && mean < f64::INFINITY { (2.0 * mean).sqrt() } else { 1.0 })
}

fn interval(bound: Bound) -> Interval {
    Interval { lower: bound.lower.unwrap_or(0.0), upper: bound.upper }.within(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::account::Release;
    use crate::mechanism::{Gaussian, Mechanism, RandomizedResponse};
    use crate::sampling::{Neighbours, Sampling};

    fn release(mechanism: Mechanism, count: f64, rate: Option<f64>) -> Release {
        let sampling = rate.map(|rate| Sampling::Poisson { rate });
        Release { label: None, count, mechanism, sampling }
    }

    /// The chords of the profile, by the contour and by the lattice, hold what the closed form says, and are close.
    #[test]
    fn chords_enclose_the_closed_form() {
        let response = Mechanism::RandomizedResponse(RandomizedResponse::new(0.52).expect("a probability"));
        for releases in [
            vec![
                release(Mechanism::Gaussian(Gaussian::with_sigma(5.0)), 50.0, None),
                release(response, 50.0, None),
            ],
            vec![release(Mechanism::Gaussian(Gaussian::with_sigma(0.9)), 3.0, None)],
        ] {
            let plan = Plan::new(&releases, Neighbours::Remove);
            let closed = exact::compose(&plan).expect("a closed form");
            let pair = closed.pairs().next().expect("a direction");
            for (accountant, close) in [(Accountant::Fourier, 1e-3), (Accountant::Pld, 0.2)] {
                let ledger = accountant.ledger(&plan).expect("composed");
                for epsilon in [-1.0f64, 0.0, 0.7, 2.0, 5.0] {
                    let delta = interval(ledger.delta(epsilon).expect("a bound"));
                    let spread = spread(&plan).expect("pairs");
                    let found = caught(&*ledger, epsilon, delta, spread).expect("chords");
                    let truth = pair.masses(epsilon, f64::INFINITY).q;
                    let (lower, upper) = (found.lower * (-epsilon).exp(), found.upper * (-epsilon).exp());
                    assert!(lower <= truth.upper && truth.lower <= upper, "{epsilon}: {found:?} {truth:?}");
                    assert!(upper - lower < close * upper, "{accountant:?} {epsilon}: {lower} {upper}");
                }
            }
        }
    }

    /// Beyond a bounded loss there is nothing.
    #[test]
    fn nothing_lies_beyond_the_largest_loss() {
        let sampled = release(Mechanism::Gaussian(Gaussian::with_sigma(1.0)), 10.0, Some(0.1));
        let tail = worst_tail(&Plan::new(&[sampled], Neighbours::Add), 2.0, None).expect("a tail");
        assert_eq!((tail.p, tail.q), (Interval::exact(0.0), Interval::exact(0.0)));
    }

    /// A sum of normal losses has its closed form; the chords hold it and are as close as a picture shows.
    #[test]
    fn chords_enclose_the_distribution_function() {
        for sigma in [0.9, 30.0] {
            let releases = [release(Mechanism::Gaussian(Gaussian::with_sigma(sigma)), 100.0, None)];
            let plan = Plan::new(&releases, Neighbours::Remove);
            let closed = exact::compose(&plan).expect("a closed form");
            let pair = closed.pairs().next().expect("a direction");
            let (mean, spread) = (50.0 / (sigma * sigma), 10.0 / sigma);
            let x: Vec<f64> = (-40..=40).map(|at| mean + 0.1 * f64::from(at) * spread).collect();
            for (x, found) in x.iter().zip(at_most(&plan, &x).expect("nobody cancels")) {
                let truth = pair.masses(f64::NEG_INFINITY, *x).p;
                assert!(found.lower <= truth.upper && truth.lower <= found.upper, "{x}: {found:?} {truth:?}");
                assert!(found.upper - found.lower < 3e-4, "{sigma} {x}: {found:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// `δ = P − e^ε Q`, and Q loses no more than P.
        #[test]
        fn the_parts_make_up_delta(sigma in 0.5..5.0f64, count in 1u32..200, rate in 0.01..1.0f64, epsilon in -1.0..4.0f64) {
            let sampled = release(Mechanism::Gaussian(Gaussian::with_sigma(sigma)), f64::from(count), Some(rate));
            let Tail { delta, p, q, .. } =
                worst_tail(&Plan::new(&[sampled], Neighbours::AddRemove), epsilon, None).expect("a tail");
            let scale = epsilon.exp();
            prop_assert!(p.lower - scale * q.upper <= delta.upper + 1e-12);
            prop_assert!(delta.lower <= p.upper - scale * q.lower + 1e-12);
            prop_assert!(q.lower <= (-epsilon).exp() * p.upper + 1e-12);
        }
    }
}
