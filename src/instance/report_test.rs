//! Golden values and coverage of the reports.

use super::report::{Budget, Form, Noise, NoiseSource, Publication, ReportKind, classic_calibration};
use super::setting::Setting;
use super::{gaussian, goe, trial};
use crate::data::DataSet;
use crate::data::{Generator, generate, named};
use crate::learn::Loss;
use crate::numeric::random::Random;

const NOISE: Noise = Noise { gradient: 1.0, hessian: 1.0, eigenvalue: 1.0 };

fn independent(setting: &Setting, theta: &[f64], form: Form, rho: f64) -> Publication {
    let situation = setting.situation(theta).unwrap();
    let mut source = NoiseSource::new(0);
    Publication::draw(ReportKind::DataIndependent, form, setting, &situation, &NOISE, rho, &mut source)
        .unwrap()
}

/// The worst person of the logistic loss: `|f′| = 1` is approached as the model fails on them, `f″ = ¼` is at
/// the boundary; the golden rows take both at once, 12 digits.
#[test]
fn the_free_report_has_its_golden_values() {
    for (epsilon, published, tight) in [
        (1.0, 1.14372608695, 0.856044014494),
        (0.8, 0.871836074034, 0.697482686889),
        (0.5, 0.513830633818, 0.44929211268),
        (0.4, 0.40420111639, 0.36337912187),
        (0.2, 0.19602865016, 0.185978314306),
        (0.1, 0.0966623594552, 0.0941592292371),
    ] {
        let (sigma, regularization) = classic_calibration(epsilon, 1e-6, Loss::LOGISTIC, 1.0);
        let data = DataSet::from_rows(1, [(&[1.0][..], 1.0)]);
        let setting = Setting { data, loss: Loss::LOGISTIC, regularization, sigma, radius: 1.0 };
        let local = crate::learn::Local { value: 0.0, slope: 1.0, curvature: 0.25 };
        for (form, expected) in [(Form::AsPublished, published), (Form::Tight, tight)] {
            let report = independent(&setting, &[0.0], form, 1e-6);
            let found = report.terms(&local, 1.0, None, None).sum();
            assert!((found / expected - 1.0).abs() < 1e-11, "{found} {expected}");
        }
    }
    let setting =
        Setting { data: named::toy6(), loss: Loss::LOGISTIC, regularization: 0.5, sigma: 2.0, radius: 1.0 };
    let rows = [
        (0.528677997007, 0.479788078096),
        (0.666442726518, 0.565245339419),
        (1.031250649129, 0.849615129543),
        (0.468957617018, 0.430206064323),
        (0.926699543691, 0.739733653616),
        (0.853770923249, 0.731160096947),
    ];
    for (form, expected) in [(Form::AsPublished, rows.map(|row| row.0)), (Form::Tight, rows.map(|row| row.1))]
    {
        let report = independent(&setting, &[0.7, -0.25], form, 0.05);
        for (person, expected) in setting.data.people().zip(expected) {
            let found = report.bound(&person).sum();
            assert!((found / expected - 1.0).abs() < 2e-12, "{found} {expected}");
        }
    }
}

/// The experiment of the paper: budgets 0.2, 0.7 and 0.1.
#[test]
fn noise_and_costs_have_their_golden_values() {
    let budget = Budget { gradient: 0.7, hessian: 0.1, eigenvalue: 0.1, delta: 1e-6 };
    let noise = Noise::for_budget(&budget, Loss::LOGISTIC, 1.0);
    assert!((noise.gradient / 5.8863458092194 - 1.0).abs() < 1e-11);
    assert!((noise.hessian / 6.41782319731034 - 1.0).abs() < 1e-11);
    let shift = noise.shift(ReportKind::DataDependent, 1.0, 0.25);
    assert!((shift / 0.172103206672 - 1.0).abs() < 1e-11);
    assert!((gaussian::loose_tail(shift, 1e-6) / 0.91947400939 - 1.0).abs() < 1e-10);
    assert!((gaussian::epsilon(shift, 1e-6) / 0.709815133003 - 1.0).abs() < 1e-10);
    assert!((2.0 * noise.hessian * goe::quantile(21, 1e-6) / 164.5513377 - 1.0).abs() < 1e-8);
    let (sigma, regularization) = classic_calibration(0.2, 1e-6, Loss::LOGISTIC, 1.0);
    assert!((sigma / 54.0530438338568 - 1.0).abs() < 1e-13 && regularization == 2.5);
}

/// The share of bounds that hold is not below what is stated, by a binomial test: one random person per
/// redraw keeps the draws independent.
#[test]
fn reports_hold_as_often_as_they_say() {
    let (redraws, rho) = (1200, 0.1);
    for (people, dimension, regularization) in [(80, 2, 40.0), (60, 5, 60.0), (80, 2, 0.3)] {
        let data = generate(Generator::TwoGaussians, people, dimension, 6);
        let setting = Setting { data, loss: Loss::LOGISTIC, regularization, sigma: 2.0, radius: 1.0 };
        let noise = Noise { gradient: 1.5, hessian: 1.5, eigenvalue: 1.0 };
        let (mut random, mut source) = (Random::new(8), NoiseSource::new(8));
        for kind in ReportKind::ALL {
            let mut held = 0;
            let mut made = 0;
            for _ in 0..redraws {
                let theta = setting.draw(&mut random).unwrap();
                let situation = setting.situation(&theta).unwrap();
                let drawn =
                    Publication::draw(kind, Form::Tight, &setting, &situation, &noise, rho, &mut source);
                let Ok(report) = drawn else { continue };
                made += 1;
                let at = random.below(people);
                held +=
                    usize::from(report.bound(&setting.data.person(at)).sum() >= situation.member(at).loss());
            }
            assert_eq!(made == 0, kind == ReportKind::DataDependent && regularization < 1.0);
            // At most ρ per event; four standard deviations of a binomial below the stated rate.
            let rate = 1.0 - kind.failures() * rho;
            let (expected, spread) = (rate * made as f64, (rate * (1.0 - rate) * made as f64).sqrt());
            assert!(held as f64 >= expected - 4.0 * spread, "{kind:?} {held} of {made}");
        }
    }
}

#[test]
fn trials_count_every_member_and_name_what_is_missing() {
    let data = named::toy6();
    let setting = Setting { data, loss: Loss::LOGISTIC, regularization: 1.0, sigma: 3.0, radius: 1.0 };
    let trials = trial::run(&setting, &NOISE, (Form::Tight, 0.05), 50, 1).unwrap();
    assert_eq!(trials.losses.len(), 50);
    let covered: Vec<_> = trials.covered.iter().map(|(_, covered)| covered).collect();
    assert!(
        *covered[0].as_ref().unwrap() >= 270 && covered[1].is_err() && *covered[2].as_ref().unwrap() >= 270
    );
    assert!(covered[1].unwrap_err().to_string().contains("a regularization λ of at least"));
}
