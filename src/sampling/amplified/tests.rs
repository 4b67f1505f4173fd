//! A sample and its reverse.

use super::*;
use crate::mechanism::{
    DiscreteGaussian, Instability, Mechanism, ObjectivePerturbation, RandomizedResponse, TwoPoint,
};

/// `H_a(Q‖P) = 1 − a + a H_{1/a}(P‖Q)` on a sample in every direction, whatever the base says of its own reverse.
#[test]
fn removal_and_addition_are_each_other_turned_round() {
    let bases = [
        Mechanism::RandomizedResponse(RandomizedResponse::new(0.75).unwrap()),
        Mechanism::TwoPoint(TwoPoint::new(0.6, 0.3).unwrap()),
        Mechanism::Instability(Instability::new(1.0, 0.01).unwrap()),
        Mechanism::ObjectivePerturbation(ObjectivePerturbation::new(1.0, 0.25, 2.0, 5.0, false).unwrap()),
    ];
    for mechanism in &bases {
        for direction in [Direction::Remove, Direction::Add] {
            let forth = Amplified::new(mechanism.pair().unwrap(), 0.3, direction);
            let back = forth.reverse().other_order(&forth);
            for epsilon in [-0.3f64, -0.05, 0.0, 0.1, 0.2] {
                let turned = 1.0 - epsilon.exp() + epsilon.exp() * back.profile(-epsilon).middle();
                let found = forth.profile(epsilon).middle();
                assert!(
                    (turned - found).abs() < 1e-13,
                    "{mechanism} {direction:?} {epsilon}: {turned} {found}"
                );
            }
        }
    }
}

/// Losses far beyond the rate, of an exchange on a sample: the moments on the imaginary axis, from long arithmetic. Left
/// out beside a large power, the mass of such losses once put their characteristic function above 1.
#[test]
fn large_losses_of_an_exchange_keep_their_mass() {
    let sigma = 0.694_766_962_222_653_6;
    for (sensitivity, expected) in [
        (11.0, (0.930_509_453_967_638, -0.007_603_495_285_911_14)),
        (5.0, (0.915_690_178_616_429, 0.016_142_312_313_690_5)),
        (3.0, (0.887_757_114_944_708, 0.048_931_624_745_910_5)),
    ] {
        let base = DiscreteGaussian::new(sigma, sensitivity).unwrap();
        let pair = Amplified::new(&base, 0.086_372_570_936_958_7, Direction::Replace);
        let found = pair.log_moment(Complex64::new(0.0, 7.563_747_283_522_872)).exp();
        let (real, imaginary) = expected;
        assert!((found - Complex64::new(real, imaginary)).norm() < 1e-12, "{sensitivity}: {found}");
        let near = pair.log_moment(Complex64::new(1e-9, 0.0)).re;
        let mean = pair.renyi(Order::ONE).upper;
        assert!((near / 1e-9 / mean - 1.0).abs() < 1e-5, "{sensitivity}: {near} {mean}");
    }
}
