//! Reports that may be published: a function that tells each person a bound of their own loss.
//!
//! Only two numbers of a loss touch the data of others: the influence `µ = xᵀH⁻¹x` and the alignment
//! `xᵀ∇J`. A report replaces them by bounds that hold with a stated probability, from the output and its
//! public parameters alone or from further private releases (Redberg and Wang 2021, Algorithms 2 and 9,
//! with their corrections).

use serde::Serialize;
use thiserror::Error;

use super::gaussian;
use super::goe;
use super::loss::Situation;
use super::setting::Setting;
use crate::data::Person;
use crate::learn::{Local, Loss};
use crate::numeric::matrix::{Cholesky, Symmetric, dot};
use crate::numeric::normal::quantile_of_survival;
use crate::numeric::random::Random;

/// Roundings of a bound, relative.
const ROUNDING: f64 = 1e-12;

/// What a report is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ReportKind {
    /// The output and its public parameters; free.
    DataIndependent,
    /// A private gradient and a private Hessian; needs enough regularization.
    DataDependent,
    /// These and a private smallest eigenvalue; any regularization.
    Adaptive,
}

impl ReportKind {
    /// Every report.
    pub const ALL: [Self; 3] = [Self::DataIndependent, Self::DataDependent, Self::Adaptive];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::DataIndependent => "data-independent",
            Self::DataDependent => "data-dependent",
            Self::Adaptive => "adaptive",
        }
    }

    /// How many events of probability ρ its bound for one person may fail on: the noise along the person;
    /// the noise of the gradient and of the Hessian; that of the eigenvalue.
    pub const fn failures(self) -> f64 {
        match self {
            Self::DataIndependent => 1.0,
            Self::DataDependent => 3.0,
            Self::Adaptive => 4.0,
        }
    }
}

/// The bound of the leverage part: of one person in a report, of everyone in the worst case and in all totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// The smaller of the published one and `log(1 + f″‖x‖²/λ)`, which always holds: an extension.
    Tight,
    /// `−log(1 − f″µ)` of the bound µ, as published; of everyone `−log(1 − β/λ)`, which needs λ > β. Where one
    /// person's has no value a report takes the other one.
    AsPublished,
}

/// What each further release may cost, as ε at the common δ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// ε₂, of the gradient.
    pub gradient: f64,
    /// ε₃, of the Hessian.
    pub hessian: f64,
    /// ε₄, of the smallest eigenvalue.
    pub eigenvalue: f64,
    /// δ of each.
    pub delta: f64,
}

/// Standard deviations of the further releases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// σ₂.
    pub gradient: f64,
    /// σ₃.
    pub hessian: f64,
    /// σ₄.
    pub eigenvalue: f64,
}

impl Noise {
    /// The least noise that keeps each budget. The Hessian of one person moves the released matrix by
    /// `‖f″xxᵀ‖_F/√2` (its two triangles hold the same noise), its smallest eigenvalue by `f″‖x‖²`.
    pub fn for_budget(budget: &Budget, loss: Loss, radius: f64) -> Self {
        let sigma = |epsilon: f64, sensitivity: f64| {
            if sensitivity.is_finite() {
                gaussian::sigma_for(epsilon, budget.delta, sensitivity)
            } else {
                f64::INFINITY
            }
        };
        let smoothness = loss.smoothness(radius);
        Self {
            gradient: sigma(budget.gradient, loss.lipschitz(radius)),
            hessian: sigma(budget.hessian, smoothness * std::f64::consts::FRAC_1_SQRT_2),
            eigenvalue: sigma(budget.eigenvalue, smoothness),
        }
    }

    /// `µ` of everything that a report releases, for a person whose gradient and Hessian have these norms.
    pub fn shift(&self, kind: ReportKind, gradient: f64, hessian: f64) -> f64 {
        match kind {
            ReportKind::DataIndependent => 0.0,
            ReportKind::DataDependent => gaussian::together(&self.parts(gradient, hessian)[..2]),
            ReportKind::Adaptive => gaussian::together(&self.parts(gradient, hessian)),
        }
    }

    fn parts(&self, gradient: f64, hessian: f64) -> [f64; 3] {
        let triangle = hessian * std::f64::consts::FRAC_1_SQRT_2;
        [gradient / self.gradient, triangle / self.hessian, hessian / self.eigenvalue]
    }
}

/// Where the noise of the further releases comes from: a stream each, none of them the model's.
#[derive(Debug, Clone)]
pub struct NoiseSource {
    gradient: Random,
    hessian: Random,
    eigenvalue: Random,
}

impl NoiseSource {
    /// Of a seed, which may also be that of the model and of the people.
    pub fn new(seed: u64) -> Self {
        Self {
            gradient: Random::stream(seed, "report: gradient"),
            hessian: Random::stream(seed, "report: Hessian"),
            eigenvalue: Random::stream(seed, "report: eigenvalue"),
        }
    }
}

/// Why a report cannot be made, and what would help.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum NoReport {
    /// The gradient of one person has no bound.
    #[error("the gradient of one person has no bound under this loss; clip it to release one privately")]
    Unbounded,
    /// λ < 2σ₃τ.
    #[error(
        "the Hessian's noise needs a regularization λ of at least {0:.4}; take the adaptive report, raise λ, \
         or give the Hessian more budget"
    )]
    Regularization(f64),
}

/// A published report.
#[derive(Debug, Clone)]
pub struct Publication {
    kind: ReportKind,
    form: Form,
    loss: Loss,
    theta: Vec<f64>,
    sigma: f64,
    regularization: f64,
    /// `Φ⁻¹(1 − ρ/2)`.
    quantile: f64,
    /// ĝ and σ₂.
    gradient: Option<(Vec<f64>, f64)>,
    /// The factor of what was released, its stretch, and the lower bound of the smallest eigenvalue.
    hessian: Option<(Cholesky, f64)>,
    floor: f64,
}

/// A bound of a loss, part by part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Of the size of the leverage part.
    pub leverage: f64,
    /// The fit part, exact.
    pub fit: f64,
    /// Of the size of the alignment part.
    pub alignment: f64,
}

impl Terms {
    /// The bound.
    pub fn sum(&self) -> f64 {
        (self.leverage + self.fit + self.alignment) * (1.0 + ROUNDING)
    }
}

impl Publication {
    /// Makes a report about a model, drawing the noise of its further releases.
    pub fn draw(
        kind: ReportKind,
        form: Form,
        setting: &Setting,
        situation: &Situation<'_>,
        noise: &Noise,
        rho: f64,
        source: &mut NoiseSource,
    ) -> Result<Self, NoReport> {
        let lambda = setting.regularization;
        let quantile = quantile_of_survival(0.5 * rho);
        let mut publication = Self {
            kind,
            form,
            loss: setting.loss,
            theta: situation.theta().to_vec(),
            sigma: setting.sigma,
            regularization: lambda,
            quantile,
            gradient: None,
            hessian: None,
            floor: lambda,
        };
        if kind == ReportKind::DataIndependent {
            return Ok(publication);
        }
        if !noise.gradient.is_finite() {
            return Err(NoReport::Unbounded);
        }
        let size = setting.data.dimension();
        let spread = noise.hessian * goe::quantile(size, rho);
        if kind == ReportKind::DataDependent && lambda < 2.0 * spread {
            return Err(NoReport::Regularization(2.0 * spread));
        }
        let errors = source.gradient.normals(size, noise.gradient);
        let gradient = situation.gradient().iter().zip(errors).map(|(value, error)| value + error).collect();
        publication.gradient = Some((gradient, noise.gradient));
        let mut hessian: Symmetric =
            situation.hessian().plus(1.0, &goe::sample(size, noise.hessian, &mut source.hessian));
        let mut stretch = 1.5;
        if kind == ReportKind::Adaptive {
            let smallest =
                situation.hessian().eigenvalues()[0] + noise.eigenvalue * source.eigenvalue.normal();
            publication.floor = lambda.max(smallest - noise.eigenvalue * quantile);
            let floor = publication.floor;
            if floor >= 2.0 * spread {
                stretch = (floor + spread) / floor;
            } else {
                hessian.add_identity(spread);
                stretch = (floor + 2.0 * spread) / floor;
            }
        }
        // Not positive definite only if the noise was beyond its quantile; the floor alone serves then.
        publication.hessian = hessian.cholesky().map(|factor| (factor, stretch));
        Ok(publication)
    }

    /// What it is made from.
    pub fn kind(&self) -> ReportKind {
        self.kind
    }

    /// The loss that was minimized.
    pub fn loss(&self) -> Loss {
        self.loss
    }

    /// θ.
    pub fn theta(&self) -> &[f64] {
        &self.theta
    }

    /// The factor of the released Hessian.
    pub fn released_factor(&self) -> Option<&Cholesky> {
        self.hessian.as_ref().map(|(factor, _)| factor)
    }

    /// The released gradient.
    pub fn released_gradient(&self) -> Option<&[f64]> {
        self.gradient.as_ref().map(|(gradient, _)| &gradient[..])
    }

    /// A lower bound of the smallest eigenvalue of the Hessian.
    pub fn floor(&self) -> f64 {
        self.floor
    }

    /// What the report tells a person. It holds for one person with probability at least `1 − kρ`,
    /// k of [`ReportKind::failures`].
    pub fn bound(&self, person: &Person<'_>) -> Terms {
        let local = self.loss.at(person.predict(&self.theta), person.label, person.norm);
        let form = self.released_factor().map(|factor| factor.inverse_form(person.features));
        let along = self.released_gradient().map(|gradient| dot(gradient, person.features));
        self.terms(&local, person.norm * person.norm, form, along)
    }

    /// The bound from the numbers of one person: `f′`, `f″`, `‖x‖²`, the form of the released Hessian and
    /// the line of the released gradient.
    ///
    /// The alignment takes the size of `f′ĝᵀx`, without which it would hold for three people in four only.
    pub fn terms(&self, local: &Local, square: f64, form: Option<f64>, along: Option<f64>) -> Terms {
        let length = local.slope.abs() * square.sqrt();
        let stretched = self.hessian.as_ref().zip(form).map(|((_, stretch), form)| stretch * form);
        let influence = stretched.unwrap_or(f64::INFINITY).min(square / self.floor);
        let noise_alone = self.sigma * length * self.quantile;
        let released = self
            .gradient
            .as_ref()
            .zip(along)
            .map(|((_, sigma), along)| (local.slope * along).abs() + sigma * length * self.quantile);
        let always = (local.curvature * square / self.regularization).ln_1p();
        let published = -(-local.curvature * influence).ln_1p();
        let published = if local.curvature * influence < 1.0 { published } else { f64::INFINITY };
        let leverage = match self.form {
            Form::AsPublished if published.is_finite() => published,
            _ => published.min(always),
        };
        let variance = self.sigma * self.sigma;
        Terms {
            leverage,
            fit: length * length / (2.0 * variance),
            alignment: released.unwrap_or(f64::INFINITY).min(noise_alone) / variance,
        }
    }
}

/// The noise and the regularization of objective perturbation for ε at δ by the classic theorem:
/// `σ = L√(8 ln(2/δ) + 4ε)/ε`, `λ = 2β/ε` (Kifer, Smith and Thakurta 2012).
pub fn classic_calibration(epsilon: f64, delta: f64, loss: Loss, radius: f64) -> (f64, f64) {
    let sigma = loss.lipschitz(radius) * (8.0 * (2.0 / delta).ln() + 4.0 * epsilon).sqrt() / epsilon;
    (sigma, 2.0 * loss.smoothness(radius) / epsilon)
}
