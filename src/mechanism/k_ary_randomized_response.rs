//! Randomized response to a question with several answers.

use std::sync::Arc;

use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{Outputs, RESPONSE, atoms};
use crate::guarantee::{Accuracy, Atomic, PairAtom};
use crate::numeric::Scale;

const DESCRIPTION: Description = Description {
    kind: "k-ary-randomized-response",
    name: "k-ary randomized response",
    summary: "Answers a question with k possible answers: the truth is e^ε₀ times as likely as each of the others.",
    parameters: &[
        Parameter {
            name: "epsilon",
            symbol: "ε₀",
            label: "Largest loss ε₀",
            unit: "loss",
            explanation: "The truth is given with probability e^ε₀/(e^ε₀ + k − 1), every other answer with 1/(e^ε₀ + k − 1).",
            range: Range::closed(0.0, 700.0),
            slider: Slider { from: 0.01, to: 10.0, scale: Scale::Log, start: 1.0 },
            privacy: Privacy::Smaller,
        },
        Parameter {
            name: "categories",
            symbol: "k",
            label: "Possible answers k",
            unit: "whole number",
            explanation: "How many answers there are; with two it is the randomized response to a yes–no question.",
            range: Range::whole(2.0, 1e9),
            slider: Slider { from: 2.0, to: 1000.0, scale: Scale::Log, start: 4.0 },
            privacy: Privacy::Larger,
        },
    ],
};

/// P gives one answer with probability `p = 1/(1 + (k−1)e^{−ε₀})` and each other one with `pe^{−ε₀}`, Q the same for another
/// answer (Kairouz, Oh and Viswanath 2016, "Extremal mechanisms for local differential privacy"). The losses are ±ε₀ and,
/// for the k − 2 answers that are true for neither, 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct KAryRandomizedResponse {
    /// The largest loss ε₀.
    epsilon: f64,
    /// How many answers there are: a whole number.
    categories: f64,
    #[serde(skip)]
    atoms: Arc<Atomic>,
}

impl KAryRandomizedResponse {
    /// The mechanism of this ε₀ and so many answers; `None` outside of the described ranges.
    pub fn new(epsilon: f64, categories: f64) -> Option<Self> {
        if !DESCRIPTION.accepts(&[epsilon, categories]) {
            return None;
        }
        let odds = (-epsilon).exp();
        let truth = (1.0 + (categories - 1.0) * odds).recip();
        let lie = truth * odds;
        let neither = (categories - 2.0) * lie;
        let atoms = vec![
            PairAtom { loss: epsilon, p: truth, q: lie },
            PairAtom { loss: 0.0, p: neither, q: neither },
            PairAtom { loss: -epsilon, p: lie, q: truth },
        ];
        let accuracy = Accuracy { loss: 0.0, mass: (8.0 + epsilon) * f64::EPSILON, left_out: 0.0 };
        Some(Self { epsilon, categories, atoms: Arc::new(Atomic::new(atoms, 0.0, 0.0, accuracy)) })
    }
}

impl Kind for KAryRandomizedResponse {
    type Values = [f64; 2];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([epsilon, categories]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(epsilon, categories)
    }

    fn values(&self) -> Self::Values {
        [self.epsilon, self.categories]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(&*self.atoms)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        let odds = (-self.epsilon).exp();
        let truth = (1.0 + (self.categories - 1.0) * odds).recip();
        let others = (self.categories - 2.0) * truth * odds;
        let mut list = vec![("true without", truth * odds, truth), ("true with", truth, truth * odds)];
        if self.categories > 2.0 {
            list.insert(1, ("all others together", others, others));
        }
        Ok(atoms(list, RESPONSE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::{Pair, Reverse};
    use crate::mechanism::{Mechanism, Pure};

    /// With two answers it is the worst case of pure differential privacy; with more it loses less.
    #[test]
    fn two_answers_are_the_worst_case() {
        let (two, many) = (
            KAryRandomizedResponse::new(1.25, 2.0).unwrap().atoms,
            KAryRandomizedResponse::new(1.25, 7.0).unwrap().atoms,
        );
        let pure = Mechanism::Pure(Pure::new(1.25).unwrap());
        let pure = pure.pair().unwrap();
        for epsilon in [-2.0, -1.0, 0.0, 0.3, 1.2] {
            assert!((two.profile(epsilon).middle() - pure.profile(epsilon).middle()).abs() < 1e-15);
            assert!(many.profile(epsilon).upper < pure.profile(epsilon).lower || epsilon < -1.25);
        }
        assert!(matches!(many.reverse(), Reverse::Same));
    }

    /// `Σ (p − e^ε q)₊` over all answers, one by one.
    #[test]
    fn the_profile_is_the_sum_over_all_answers() {
        for (epsilon0, categories) in [(0.3f64, 3u32), (1.0, 4), (2.0, 100)] {
            let weight = epsilon0.exp() + f64::from(categories) - 1.0;
            let answer =
                |at: u32, truth: u32| if at == truth { epsilon0.exp() / weight } else { weight.recip() };
            for epsilon in [-1.0f64, 0.0, 0.2, 0.9, 1.5] {
                let one = |at: u32| (answer(at, 0) - epsilon.exp() * answer(at, 1)).max(0.0);
                let sum: f64 = (0..categories).map(one).sum();
                let found = KAryRandomizedResponse::new(epsilon0, f64::from(categories))
                    .unwrap()
                    .atoms
                    .profile(epsilon);
                assert!(
                    (found.middle() - sum).abs() < 1e-14,
                    "{epsilon0} {categories} {epsilon}: {found:?} {sum}"
                );
            }
        }
    }
}
