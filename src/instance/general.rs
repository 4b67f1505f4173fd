//! The ex-post loss of a person under any convex loss, linear model or not.

use super::loss::Side;
use crate::numeric::matrix::{Symmetric, dot};

/// The loss in the same three parts as [`super::ExPost`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GeneralLoss {
    /// `log det H − log det(H + s∇²ℓ)`.
    pub leverage: f64,
    /// `‖∇ℓ‖²/(2σ²)`.
    pub fit: f64,
    /// `s ∇Jᵀ∇ℓ/σ²`.
    pub alignment: f64,
}

impl GeneralLoss {
    /// `log p(θ; D)/p(θ; D±z)`.
    pub fn signed(&self) -> f64 {
        self.leverage + self.fit + self.alignment
    }
}

/// The loss of a person with gradient `∇ℓ` and Hessian `∇²ℓ` at the output, beside the gradient `∇J` and
/// the Hessian `H` of the whole objective there (Redberg and Wang 2021, Thm. 2). The product over
/// eigenvalues of the paper is the difference of two log-determinants. `None` if one of the two Hessians
/// is not positive definite.
pub fn general_loss(
    (hessian, gradient): (&Symmetric, &[f64]),
    (own_hessian, own_gradient): (&Symmetric, &[f64]),
    sigma: f64,
    side: Side,
) -> Option<GeneralLoss> {
    let variance = sigma * sigma;
    let neighbour = hessian.plus(side.sign(), own_hessian);
    Some(GeneralLoss {
        leverage: hessian.cholesky()?.log_det() - neighbour.cholesky()?.log_det(),
        fit: dot(own_gradient, own_gradient) / (2.0 * variance),
        alignment: side.sign() * dot(gradient, own_gradient) / variance,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Generator, generate};
    use crate::instance::Situation;
    use crate::learn::Loss;
    use crate::numeric::random::Random;

    #[test]
    fn for_a_linear_model_it_is_the_closed_form() {
        let mut random = Random::new(2);
        for seed in 0..20 {
            let data = generate(Generator::TwoGaussians, 15, 3, seed);
            let theta = random.normals(3, 1.0);
            let situation = Situation::new(&data, Loss::LOGISTIC, 0.4, 1.5, &theta).unwrap();
            let (person, lost) = (data.person(6), situation.member(6));
            let mut own = Symmetric::scaled_identity(3, 0.0);
            own.add_outer(lost.curvature, person.features);
            let gradient: Vec<f64> = person.features.iter().map(|x| lost.slope * x).collect();
            let whole = (situation.hessian(), situation.gradient());
            let general = general_loss(whole, (&own, &gradient), 1.5, Side::Member).unwrap();
            assert!((general.leverage - lost.leverage).abs() < 1e-13);
            assert!((general.signed() - lost.signed()).abs() < 1e-13);
        }
    }

    /// The recursion of the paper: one eigenvector at a time, `1 − s µ_j` with
    /// `µ_j = λ_j u_jᵀ(−H − s Σ_{k<j} λ_k u_k u_kᵀ)⁻¹u_j`.
    #[test]
    fn the_determinants_are_the_product_over_eigenvalues() {
        let mut random = Random::new(3);
        for side in [Side::Member, Side::Outsider] {
            let mut hessian = Symmetric::scaled_identity(3, 2.5);
            hessian.add_outer(0.7, &random.normals(3, 1.0));
            // A Hessian with known eigenvectors: the turned axes.
            let (sin, cos) = 0.6f64.sin_cos();
            let vectors = [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]];
            let values = [0.9, 0.4, 0.2];
            let mut own = Symmetric::scaled_identity(3, 0.0);
            let (mut before, mut leverage) = (hessian.clone(), 0.0);
            for (value, vector) in values.into_iter().zip(vectors) {
                own.add_outer(value, &vector);
                leverage -= (side.sign() * value * before.cholesky().unwrap().inverse_form(&vector)).ln_1p();
                before.add_outer(side.sign() * value, &vector);
            }
            let lost = general_loss((&hessian, &[0.0; 3]), (&own, &[0.0; 3]), 1.0, side).unwrap();
            assert!((lost.leverage - leverage).abs() < 1e-14);
        }
        let small = Symmetric::scaled_identity(2, 1.0);
        let large = Symmetric::scaled_identity(2, 2.0);
        assert!(general_loss((&small, &[0.0; 2]), (&large, &[0.0; 2]), 1.0, Side::Member).is_none());
    }
}
