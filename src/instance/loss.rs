//! The ex-post loss of one person: how much likelier this very output is with them than without.

use crate::data::DataSet;
use crate::data::Person;
use crate::learn::{Loss, Objective};
use crate::numeric::matrix::{Cholesky, Symmetric, dot};

/// A model that objective perturbation released, beside the data it was trained on.
///
/// The output θ solves `b = −∇J(θ)` for the noise `b ~ N(0, σ²I)`, so its density is
/// `log p(θ) = −‖∇J(θ)‖²/(2σ²) + log det ∇²J(θ) + const`, and every loss below is a difference of two
/// such densities. θ may be any point, whether or not the mechanism gave it.
#[derive(Debug, Clone)]
pub struct Situation<'a> {
    data: &'a DataSet,
    loss: Loss,
    theta: &'a [f64],
    regularization: f64,
    sigma: f64,
    hessian: Symmetric,
    factor: Cholesky,
    gradient: Vec<f64>,
}

/// The loss of one person in three parts. It depends on everyone's data and must not be published.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExPost {
    /// `µ = xᵀ(∇²J)⁻¹x`: how far the person can pull the model.
    pub influence: f64,
    /// `f′` at the person.
    pub slope: f64,
    /// `f″` at the person.
    pub curvature: f64,
    /// `−log(1 + s f″µ)`: the change of the determinant.
    pub leverage: f64,
    /// `f′²‖x‖²/(2σ²)`: the size of the person's gradient.
    pub fit: f64,
    /// `s f′ xᵀ∇J/σ²`: the person's gradient along the noise.
    pub alignment: f64,
}

impl ExPost {
    /// `log p(θ; D)/p(θ; D±z)`.
    pub fn signed(&self) -> f64 {
        self.leverage + self.fit + self.alignment
    }

    /// The loss.
    pub fn loss(&self) -> f64 {
        self.signed().abs()
    }
}

/// Whether a person is in the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// In the data; the neighbour is without them.
    Member,
    /// Not in the data; the neighbour is with them.
    Outsider,
}

impl Side {
    /// `s`: 1 if the neighbour is larger, −1 if it is smaller.
    pub fn sign(self) -> f64 {
        match self {
            Self::Member => -1.0,
            Self::Outsider => 1.0,
        }
    }
}

impl<'a> Situation<'a> {
    /// The model `theta` beside its data; `None` if the Hessian is not positive definite, which λ > 0 and
    /// finite data exclude.
    pub fn new(
        data: &'a DataSet,
        loss: Loss,
        regularization: f64,
        sigma: f64,
        theta: &'a [f64],
    ) -> Option<Self> {
        let objective = Objective { data, loss, regularization, noise: &[] };
        let hessian = objective.hessian(theta);
        let factor = hessian.cholesky()?;
        let gradient = objective.gradient(theta);
        Some(Self { data, loss, theta, regularization, sigma, hessian, factor, gradient })
    }

    /// The loss that was minimized.
    pub fn loss(&self) -> Loss {
        self.loss
    }

    /// θ.
    pub fn theta(&self) -> &[f64] {
        self.theta
    }

    /// σ.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// `∇J(θ)`, which is minus the noise.
    pub fn gradient(&self) -> &[f64] {
        &self.gradient
    }

    /// `J(θ) + bᵀθ` for the noise `b = −∇J(θ)`, whose minimum θ is.
    pub fn minimum(&self) -> f64 {
        let noise: Vec<f64> = self.gradient.iter().map(|entry| -entry).collect();
        let (data, loss, regularization) = (self.data, self.loss, self.regularization);
        Objective { data, loss, regularization, noise: &noise }.value(self.theta)
    }

    /// `∇²J(θ)`.
    pub fn hessian(&self) -> &Symmetric {
        &self.hessian
    }

    /// The Cholesky factor of `∇²J(θ)`.
    pub fn factor(&self) -> &Cholesky {
        &self.factor
    }

    /// What the person at a place in the data loses.
    pub fn member(&self, at: usize) -> ExPost {
        self.person(&self.data.person(at), Side::Member)
    }

    /// What everyone in the data loses, in order.
    pub fn members(&self) -> impl Iterator<Item = ExPost> {
        (0..self.data.len()).map(|at| self.member(at))
    }

    /// What a person loses (Redberg and Wang 2021, Cor. 3; an equality). By the matrix determinant lemma
    /// the two determinants differ by the factor `1 + s f″µ`, so one Cholesky factor serves everyone.
    pub fn person(&self, person: &Person<'_>, side: Side) -> ExPost {
        let local = self.loss.at(person.predict(self.theta), person.label, person.norm);
        let influence = self.factor.inverse_form(person.features);
        let along = dot(&self.gradient, person.features);
        let square = person.norm * person.norm;
        ex_post(influence, local.slope, local.curvature, square, along, self.sigma, side)
    }
}

/// The three parts from the numbers of one person: `µ`, `f′`, `f″`, `‖x‖²` and `xᵀ∇J`.
pub(super) fn ex_post(
    influence: f64,
    slope: f64,
    curvature: f64,
    square: f64,
    along: f64,
    sigma: f64,
    side: Side,
) -> ExPost {
    let variance = sigma * sigma;
    let sign = side.sign();
    ExPost {
        influence,
        slope,
        curvature,
        leverage: -(sign * curvature * influence).ln_1p(),
        fit: slope * slope * square / (2.0 * variance),
        alignment: sign * slope * along / variance,
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::data::{Generator, generate, named};
    use crate::learn::newton::{finest_tolerance, minimize};
    use crate::numeric::random::Random;

    fn close(value: f64, expected: f64, bound: f64) {
        assert!((value - expected).abs() <= bound * expected.abs().max(1e-3), "{value} {expected}");
    }

    /// 12 digits, computed from the formulas in long arithmetic.
    #[test]
    fn six_people_lose_what_the_golden_rows_say() {
        let (data, theta) = (named::toy6(), [0.7, -0.25]);
        let situation = Situation::new(&data, Loss::LOGISTIC, 0.5, 2.0, &theta).unwrap();
        let hessian = situation.hessian();
        for (value, expected) in [
            (hessian.entry(0, 0), 0.924_309_481_693_429_2),
            (hessian.entry(0, 1), 0.123_989_577_397_622_77),
            (hessian.entry(1, 1), 1.017_602_498_152_918_8),
            (situation.gradient()[0], -0.823_017_994_672_937_3),
            (situation.gradient()[1], -1.169_509_915_477_12),
        ] {
            close(value, expected, 1e-14);
        }
        let rows = [
            [
                0.437619738227,
                -0.414595430871,
                0.242706059572,
                0.112287745,
                0.00966877713555,
                -0.0875484350659,
                0.0344080870697,
            ],
            [
                0.786759346491,
                -0.352059197919,
                0.22811351908,
                0.197805346184,
                0.0105353827014,
                -0.0373633748755,
                0.17097735401,
            ],
            [
                0.796091253432,
                -0.538672605207,
                0.248504429607,
                0.220437469619,
                0.029742237999,
                -0.152829595605,
                0.0973501120138,
            ],
            [
                0.488416486681,
                0.389360766051,
                0.237758959911,
                0.123440076946,
                0.00776959256466,
                0.00547976304949,
                0.13668943256,
            ],
            [
                0.78601437705,
                0.415809477065,
                0.242911955848,
                0.211872669077,
                0.0183703616293,
                -0.132832265303,
                0.0974107654033,
            ],
            [
                0.640490183851,
                0.514995501619,
                0.249775134931,
                0.174327818535,
                0.0225437311685,
                -0.141650997364,
                0.0552205523393,
            ],
        ];
        for (lost, row) in situation.members().zip(rows) {
            let found = [
                lost.influence,
                lost.slope,
                lost.curvature,
                lost.leverage,
                lost.fit,
                lost.alignment,
                lost.loss(),
            ];
            for (value, expected) in found.into_iter().zip(row) {
                close(value, expected, 2e-11);
            }
        }
        let outsider = |features: [f64; 2], label: f64| {
            let other = DataSet::from_rows(2, [(&features[..], label)]);
            situation.person(&other.person(0), Side::Outsider)
        };
        let lost = outsider([0.9, 0.1], -1.0);
        for (value, expected) in [
            (lost.leverage, -0.182567832443),
            (lost.fit, 0.0428808190569),
            (lost.alignment, -0.138684653852),
            (lost.loss(), 0.278371667238),
            (outsider([0.0, 1.0], 1.0).loss(), 0.0159815153676),
            (outsider([-0.3, 0.3], 1.0).loss(), 0.0287099270825),
        ] {
            close(value, expected, 1e-10);
        }
        assert_eq!(outsider([0.0, 0.0], 1.0).loss(), 0.0);
        let labels = [0.5, 0.9, -0.1, -0.3, -0.4, 0.2];
        let ridge = DataSet::from_rows(2, data.people().map(|person| person.features).zip(labels));
        let situation = Situation::new(&ridge, Loss::SQUARED, 0.5, 2.0, &theta).unwrap();
        let expected =
            [0.186650360171, 0.421455077094, 0.375105698375, 0.235929878214, 0.349760038838, 0.289249498842];
        for (lost, expected) in situation.members().zip(expected) {
            close(lost.loss(), expected, 1e-11);
        }
    }

    fn fitted(data: &DataSet) -> Vec<f64> {
        let objective = Objective { data, loss: Loss::LOGISTIC, regularization: 1.0, noise: &[] };
        minimize(&objective, &vec![0.0; data.dimension()], finest_tolerance(data.len())).unwrap().theta
    }

    fn turned(theta: &[f64], angle: f64) -> [f64; 2] {
        let (sin, cos) = angle.sin_cos();
        [cos * theta[0] - sin * theta[1], sin * theta[0] + cos * theta[1]]
    }

    #[test]
    fn a_turned_model_costs_what_the_golden_rows_say() {
        let data = named::toy6();
        let theta = fitted(&data);
        for (angle, expected) in [
            (0.0, [0.0700902374, 0.1228246302, 0.1374161772, 0.0814225499, 0.1171438281, 0.1095217458]),
            (PI / 2.0, [0.0418013674, 0.0526686029, 0.1295182601, 0.0255404168, 0.1133621453, 0.1057138513]),
            (PI, [0.0244486794, 0.0505327381, 0.0599877244, 0.0601862683, 0.0191655113, 0.0262908490]),
        ] {
            let theta = turned(&theta, angle);
            let situation = Situation::new(&data, Loss::LOGISTIC, 1.0, 4.0, &theta).unwrap();
            for (lost, expected) in situation.members().zip(expected) {
                assert!((lost.loss() - expected).abs() < 6e-11);
            }
        }
        let data = named::halton200();
        let theta = fitted(&data);
        for (angle, mean, max, argmax) in [
            (0.0, 0.007423721, 0.034540413, Some(79)),
            (PI / 12.0, 0.0051531474, 0.019479596, None),
            (PI / 4.0, 0.031763529, 0.20996282, None),
            (PI / 2.0, 0.16679284, 0.52449758, None),
            (3.0 * PI / 4.0, 0.34993856, 0.76897496, None),
            (PI, 0.44082702, 0.87723147, Some(149)),
        ] {
            let theta = turned(&theta, angle);
            let situation =
                Situation::new(&data, Loss::LOGISTIC, 1.0, 10.957_612_053_189_042, &theta).unwrap();
            let losses: Vec<f64> = situation.members().map(|lost| lost.loss()).collect();
            close(losses.iter().sum::<f64>() / 200.0, mean, 2e-8);
            let largest = (0..200).max_by(|&a, &b| losses[a].total_cmp(&losses[b])).unwrap();
            close(losses[largest], max, 2e-8);
            assert!(argmax.is_none_or(|at| at == largest));
        }
    }

    /// Five people, given noise; log ratios to 25 digits by mpmath.
    #[test]
    fn a_drawn_model_costs_what_the_golden_rows_say() {
        let people = [
            ([0.6, 0.8], 1.0),
            ([-0.28, 0.96], 1.0),
            ([0.5, -0.5], -1.0),
            ([-0.8, -0.6], -1.0),
            ([0.1, 0.2], 1.0),
        ];
        let data = DataSet::from_rows(2, people.iter().map(|(features, label)| (&features[..], *label)));
        let objective =
            Objective { data: &data, loss: Loss::LOGISTIC, regularization: 2.0, noise: &[0.7, -1.1] };
        let theta = minimize(&objective, &[0.0; 2], 1e-11).unwrap().theta;
        close(theta[0], -0.198_670_148_334_155_94, 1e-13);
        close(theta[1], 1.051_484_570_547_437_3, 1e-13);
        let situation = Situation::new(&data, Loss::LOGISTIC, 2.0, 1.5, &theta).unwrap();
        let expected = [
            0.181_972_478_595_897_97,
            0.240_562_041_034_089_05,
            0.204_319_986_323_335_46,
            0.150_559_380_016_838_93,
            0.037_355_512_402_529_455,
        ];
        for (lost, expected) in situation.members().zip(expected) {
            close(lost.signed(), expected, 1e-12);
        }
        let other = DataSet::from_rows(2, [(&[0.9, -0.3][..], 1.0)]);
        close(situation.person(&other.person(0), Side::Outsider).signed(), 0.252_226_145_835_881_9, 1e-12);
    }

    /// The density ratio written out, with its own determinants, on random data.
    #[test]
    fn it_is_the_ratio_of_the_two_densities() {
        let log_density = |data: &DataSet, loss: Loss, theta: &[f64]| {
            let objective = Objective { data, loss, regularization: 0.7, noise: &[] };
            let gradient = objective.gradient(theta);
            let determinant: f64 =
                objective.hessian(theta).eigenvalues().iter().map(|value| value.ln()).sum();
            determinant - dot(&gradient, &gradient) / (2.0 * 3.0 * 3.0)
        };
        let mut random = Random::new(11);
        for seed in 0..60 {
            let dimension = 1 + seed % 5;
            let loss = [Loss::LOGISTIC, Loss::SQUARED, Loss { clip: Some(0.3), ..Loss::LOGISTIC }][seed % 3];
            let all = generate(Generator::TwoGaussians, 12, dimension, seed as u64);
            let theta = random.normals(dimension, 1.5);
            let without = all.without(4);
            let ratio = log_density(&all, loss, &theta) - log_density(&without, loss, &theta);
            let member = Situation::new(&all, loss, 0.7, 3.0, &theta).unwrap().member(4);
            let outside = Situation::new(&without, loss, 0.7, 3.0, &theta).unwrap();
            let outsider = outside.person(&all.person(4), Side::Outsider);
            assert!((member.signed() - ratio).abs() < 1e-12, "{} {ratio}", member.signed());
            assert!((outsider.signed() + ratio).abs() < 1e-12, "{} {ratio}", outsider.signed());
        }
    }
}
