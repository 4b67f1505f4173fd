use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use super::*;
use crate::algorithm::noise_reduction::regression::task::{Perturbation, Regression};
use crate::algorithm::noise_reduction::regression::{
    BallSolver, LogisticRegression, RidgeRegression, Sensitivity,
};
use crate::data::{DataSet, Generator, generate};
use crate::numeric::matrix::Symmetric;

/// Row S1: `x = ±e_j`, so that `S = I/p`, and a known model.
fn corners(size: usize, people: f64, regularization: f64) -> Task {
    let covariance = Symmetric::scaled_identity(size, (size as f64).recip());
    let sign = |at: usize| if at.is_multiple_of(2) { 1.0 } else { -1.0 };
    let linear = (0..size).map(|at| 0.6 * sign(at) / (1.0 + 0.2 * at as f64) / size as f64).collect();
    let ridge = RidgeRegression::of_statistics(covariance, linear, people, regularization).unwrap();
    Task::new(Regression::Ridge(ridge), Perturbation::Covariance(BallSolver::TrustRegion)).unwrap()
}

fn target(task: &Task, alpha: f64, levels: usize) -> Target {
    Target::new(task, [alpha, 0.1], levels, Calibration::Printed).unwrap()
}

/// Row S1, whose values are means of other people's draws.
#[test]
fn costs_are_those_of_the_reference() {
    let task = corners(30, 2e5, 0.02);
    let target = target(&task, 0.02, 200);
    assert!((target.testing - 2.161_168_426_1).abs() < 1e-9);
    let found = repeat(&task, Way::NoiseReduction, &target, 1, Trials::new(100)).unwrap();
    assert!((found.epsilon.mean - 2.1682).abs() < 5e-4, "{found:?}");
    assert!((found.testing - target.testing).abs() < 1e-12 && found.none == 0);
    let found = repeat(&task, Way::Doubling, &target, 1, Trials::new(300)).unwrap();
    assert!((found.epsilon.mean / 2.1105 - 1.0).abs() < 0.01, "{found:?}");
    assert_eq!(found.none, 0);
}

/// Every way on every task keeps what it promises: accuracy in 1 − γ of all runs, and the costs of the table.
#[test]
fn every_way_keeps_its_accuracy_and_costs_what_it_should() {
    let data = |generator| {
        let drawn = generate(generator, 3000, 3, 5);
        let mut data = DataSet::new(3);
        for person in drawn.people() {
            let features: Vec<f64> = person.features.iter().map(|x| x / 3f64.sqrt()).collect();
            data.push(&features, person.label);
        }
        data
    };
    let line = RidgeRegression::of_data(&data(Generator::RegressionLine), 0.05).unwrap();
    let clouds = LogisticRegression::of_data(data(Generator::TwoGaussians), 0.05).unwrap();
    for (regression, perturbation) in [
        (Regression::Ridge(line.clone()), Perturbation::Covariance(BallSolver::TrustRegion)),
        (Regression::Ridge(line.clone()), Perturbation::Covariance(BallSolver::InverseRescale)),
        (Regression::Ridge(line), Perturbation::Output(Sensitivity::Gradient)),
        (Regression::Logistic(clouds), Perturbation::Output(Sensitivity::Published)),
    ] {
        let task = Task::new(regression, perturbation).unwrap();
        let target = target(&task, 0.05, 60);
        for way in Way::ALL {
            let name = way.word();
            let count = 40;
            let runs: Vec<(Run, Vec<Level>)> = (0..count)
                .map(|trial| {
                    let mut levels = Vec::new();
                    let mut draws = Draws::of(3, name, trial);
                    let run = task.run(way, &target, &mut draws, |level| levels.push(level)).unwrap();
                    (run, levels)
                })
                .collect();
            for (run, levels) in &runs {
                let Some(theta) = run.theta.as_ref() else {
                    // The tests of the last levels may all fail by their noise.
                    assert!(run.epsilon().is_infinite());
                    continue;
                };
                assert!((task.excess(theta) - run.excess).abs() < 1e-15);
                let each: f64 = levels.iter().map(|level| level.epsilon).sum();
                let last = levels.last().map_or(0.0, |level| level.epsilon);
                let test =
                    2.0 * task.problem().query_sensitivity() * (target.doubling.tests as f64 / 0.1).ln()
                        / target.alpha;
                let (testing, generation) = match way {
                    Way::NoiseReduction => (target.testing, last),
                    Way::IndependentNoise => (target.testing, each),
                    Way::Doubling => {
                        let k = run.steps as f64;
                        (k * test, (k.exp2() - 1.0) / task.problem().people)
                    }
                    Way::Theory => (0.0, target.theory),
                };
                assert!((run.loss.testing - testing).abs() <= 1e-12 * testing, "{way:?} {run:?}");
                assert!((run.loss.generation - generation).abs() <= 1e-12 * generation, "{way:?} {run:?}");
                assert!(way == Way::Theory || norm(theta) <= task.problem().radius() * (1.0 + 1e-12));
            }
            let runs: Vec<Run> = runs.into_iter().map(|(run, _)| run).collect();
            let summary = Summary::of(&runs, target.alpha);
            assert!(summary.none <= 3 && (way != Way::Theory || summary.none == 0), "{way:?} {summary:?}");
            let late = runs.iter().filter(|run| run.theta.is_some() && run.excess > target.alpha).count();
            let kept = chance((count - late) as f64, count, 0.999);
            assert!(way == Way::Theory || kept.upper >= 0.9, "{way:?} {summary:?}");
            // In expectation it holds for theory too.
            assert!(summary.excess.mean <= target.alpha, "{way:?} {summary:?}");
        }
    }
}

/// Where no test passes nothing is released and the cost is infinite.
#[test]
fn nothing_passes_and_nothing_is_released() {
    let task = corners(4, 1000.0, 0.05);
    let mut target = target(&task, 0.01, 5);
    target.levels = Levels::geometric(1e-6, 2e-6, 5).unwrap();
    target.testing = 1e9;
    let found = repeat(&task, Way::NoiseReduction, &target, 1, Trials::new(5)).unwrap();
    assert_eq!((found.none, found.within), (5, 0.0));
    assert!(found.epsilons.iter().all(|epsilon| epsilon.is_infinite()) && found.most.is_nan());
}

/// A run of 1000 levels in 40 dimensions takes less than a second, says how far it is, and stops when told to.
#[test]
fn a_long_run_is_quick_says_how_far_it_is_and_stops() {
    let task = corners(40, 1e5, 0.005);
    let mut target = target(&task, 0.05, 1000);
    // A test that nothing passes, so that every level is looked at.
    target.testing = 1e9;
    target.alpha = 1e-12;
    let begun = Instant::now();
    let mut levels = 0;
    task.run(Way::NoiseReduction, &target, &mut Draws::of(1, "long", 0), |_| levels += 1).unwrap();
    let taken = begun.elapsed();
    assert_eq!(levels, 1000);
    assert!(taken.as_secs_f64() < 1.0, "{taken:?}");
    let heard = Rc::new(RefCell::new(0));
    let ear = Rc::clone(&heard);
    let watcher = move |_| {
        *ear.borrow_mut() += 1;
        *ear.borrow() < 20
    };
    let stopped = watch::watched(watcher, || {
        repeat(&task, Way::NoiseReduction, &target, 1, Trials::new(10)).map(|_| ())
    });
    assert_eq!((stopped, *heard.borrow()), (Err(Stopped::Cancelled), 20));
}

#[test]
fn a_seed_gives_one_run_and_noises_differ() {
    let task = corners(5, 1e5, 0.05);
    let target = target(&task, 0.05, 50);
    let all = |seed: u64| repeat(&task, Way::NoiseReduction, &target, seed, Trials::new(4)).unwrap();
    assert_eq!(all(1), all(1));
    assert_ne!(all(1).excess, all(2).excess);
    let Draws { mut noise, mut threshold, mut tests } = Draws::of(1, "a", 0);
    let (noise, threshold, tests) = (noise.bits(), threshold.bits(), tests.bits());
    assert!(noise != tests && tests != threshold && threshold != noise);
}
