use proptest::prelude::*;

use super::*;
use crate::account::{Plan, Release, exact};
use crate::mechanism::{Gaussian, Laplace, Mechanism, RandomizedResponse};
use crate::sampling::{Neighbours, Sampling};

fn release(mechanism: Mechanism, count: f64, rate: Option<f64>) -> Release {
    let sampling = rate.map(|rate| Sampling::Poisson { rate });
    Release { label: None, count, mechanism, sampling }
}

fn gaussian(sigma: f64) -> Mechanism {
    Mechanism::Gaussian(Gaussian::with_sigma(sigma))
}

fn laplace(scale: f64) -> Mechanism {
    Mechanism::Laplace(Laplace::new(scale).expect("a scale"))
}

fn response(truth: f64) -> Mechanism {
    Mechanism::RandomizedResponse(RandomizedResponse::new(truth).expect("a probability"))
}

fn plan(releases: &[Release]) -> Plan {
    Plan::new(releases, Neighbours::Remove)
}

fn summed(plan: &Plan, mesh: Option<Mesh>) -> Summed {
    let parts = plan.parts().expect("pairs");
    Summed::new(&parts[0], mesh).expect("not stopped").expect("a lattice")
}

/// The closed forms of whole plans lie inside, and the bracket is narrow in between.
#[test]
fn closed_forms_are_enclosed() {
    for (releases, narrow) in [
        (vec![release(gaussian(2.0), 50.0, None)], 0.03),
        (vec![release(gaussian(5.0), 50.0, None), release(response(0.52), 50.0, None)], 0.03),
        (vec![release(response(0.75), 20.0, None)], 0.3),
        (vec![release(laplace(1.5), 1.0, None)], 0.6),
        (vec![release(gaussian(0.8), 1.0, Some(0.2))], 0.2),
    ] {
        let plan = plan(&releases);
        let closed = exact::compose(&plan).expect("a closed form");
        let pair = closed.pairs().next().expect("a direction");
        let found = summed(&plan, None);
        let (mut widest, width) = (0.0f64, found.to() - found.from);
        for at in 0..=500 {
            let x = found.from + width * f64::from(at) / 500.0;
            let (truth, share) = (pair.masses(f64::NEG_INFINITY, x).p, found.cumulative(x));
            assert!(share.lower <= truth.upper && truth.lower <= share.upper, "{x}: {share:?} {truth:?}");
            widest = widest.max(share.upper - share.lower);
        }
        assert!(widest < narrow, "{widest}");
    }
}

/// `P[L₁ + L₂ ≤ x] = ∫ f(l) P[L₂ ≤ x − l] dl` by the density of one release, on a fine trapezoid.
#[test]
fn two_sampled_releases_convolve() {
    let twice = plan(&[release(gaussian(1.0), 2.0, Some(0.3))]);
    let parts = twice.parts().expect("pairs");
    let pair = &*parts[0][0].pair;
    let loss = pair.loss();
    let found = summed(&twice, None);
    let (from, to) = loss.span;
    let places = 40_000;
    let step = (to - from) / f64::from(places);
    for x in [-0.3, 0.0, 0.4, 1.0, 2.0] {
        let sum: f64 = (0..=places)
            .map(|at| {
                let l = from + step * f64::from(at);
                (loss.density)(l) * pair.masses(f64::NEG_INFINITY, x - l).p.middle() * step
            })
            .sum();
        let share = found.cumulative(x);
        assert!(share.lower - 1e-4 <= sum && sum <= share.upper + 1e-4, "{x}: {share:?} {sum}");
        assert!((found.at_most(x) - sum).abs() < 2e-3, "{x}: {} {sum}", found.at_most(x));
    }
}

/// The lattice is above the truth: its δ is no smaller than the exact one, and close.
#[test]
fn its_profile_is_above_and_close() {
    let plan = plan(&[release(gaussian(1.0), 30.0, None)]);
    let closed = exact::compose(&plan).expect("a closed form");
    let pair = closed.pairs().next().expect("a direction");
    let found = summed(&plan, None);
    for epsilon in [0.0, 5.0, 15.0, 25.0] {
        let payoff = |(at, mass): (usize, &f64)| {
            let loss = found.from + at as f64 * found.mesh.step;
            mass * (-(epsilon - loss).exp_m1()).max(0.0)
        };
        let delta: f64 = found.masses.iter().enumerate().map(payoff).sum();
        let truth = pair.profile(epsilon);
        assert!(delta + 1e-9 >= truth.lower && delta <= 1.01 * truth.upper, "{epsilon}: {delta} {truth:?}");
    }
}

/// On a lattice that is too short the losses appear at the wrong end; the bracket says so and still holds the truth.
#[test]
fn what_wraps_is_counted() {
    let plan = plan(&[release(gaussian(1.0), 10.0, None)]);
    let closed = exact::compose(&plan).expect("a closed form");
    let pair = closed.pairs().next().expect("a direction");
    // The loss has mean 5 and deviation 3.2: a window of 8 leaves a fifth of it out.
    let found = summed(&plan, Some(Mesh { step: 8.0 / 4096.0, points: 4096 }));
    let outside = 1.0 - pair.masses(found.from, found.to()).p.middle();
    assert!(found.wrapped >= outside && outside > 0.15, "{} {outside}", found.wrapped);
    assert!((found.masses.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    for at in 0..=20 {
        let x = found.from + 0.4 * f64::from(at);
        let (truth, share) = (pair.masses(f64::NEG_INFINITY, x).p, found.cumulative(x));
        assert!(share.lower <= truth.upper && truth.lower <= share.upper, "{x}: {share:?} {truth:?}");
    }
    let wide = summed(&plan, None);
    assert!(wide.wrapped < 1e-12 && wide.outside < 1e-8, "{} {}", wide.wrapped, wide.outside);
}

/// Three Laplace releases of one scale: `(½)³` at the largest loss, three times as much of `(½)²·½e^{−1/b}` a step of
/// the extremes below, and so on.
#[test]
fn atoms_are_sums_of_atoms() {
    let found = summed(&plan(&[release(laplace(2.0), 3.0, None)]), None);
    let small = 0.5 * (-0.5f64).exp();
    let expected = [(-1.5, small.powi(3)), (-0.5, 1.5 * small * small), (0.5, 0.75 * small), (1.5, 0.125)];
    assert_eq!(found.atoms.len(), 4);
    for (atom, (at, mass)) in found.atoms.iter().zip(expected) {
        assert!((atom.at - at).abs() < 1e-9 && (atom.mass - mass).abs() < 1e-12, "{atom:?} {at} {mass}");
    }
    assert!(!found.discrete);
    assert!(summed(&plan(&[release(response(0.7), 3.0, Some(0.5))]), None).discrete);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever is composed: shares grow, brackets are in order and all mass is there.
    #[test]
    fn shares_grow(sigma in 0.3..20.0f64, count in 1u32..2000, rate in 0.001..1.0f64, scale in 0.5..20.0f64, mixed in any::<bool>()) {
        let mut releases = vec![release(gaussian(sigma), f64::from(count), Some(rate))];
        if mixed {
            releases.push(release(laplace(scale), 2.0, None));
        }
        let found = summed(&plan(&releases), None);
        let mut before = Interval { lower: 0.0, upper: 0.0 };
        for at in 0..=100 {
            let share = found.cumulative(found.from + (found.to() - found.from) * f64::from(at) / 100.0);
            prop_assert!(share.lower <= share.upper);
            prop_assert!(before.lower <= share.lower + 1e-12 && before.upper <= share.upper + 1e-12);
            before = share;
        }
        prop_assert!((found.masses.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
