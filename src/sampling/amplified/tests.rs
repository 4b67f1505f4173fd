//! A sample and its reverse.

use super::*;
use crate::mechanism::{Instability, Mechanism, ObjectivePerturbation, RandomizedResponse, TwoPoint};

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
