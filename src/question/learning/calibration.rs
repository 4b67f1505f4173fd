//! The noise and the regularization of objective perturbation for a guarantee.

use crate::question::Ask;
use serde::Serialize;

use super::expectation::{RISK, RiskQuestion, read_risk};
use super::objective::{APPROXIMATE, NearMinimum, read_approximate};
use crate::learn::risk::Problem;
use crate::mechanism::Range;
use crate::mechanism::objective_perturbation::{Goal, Kifer, Method};
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::common::{DELTA_BUDGET, EPSILON_BUDGETS};
use crate::question::field::data::TIGHT;
use crate::question::field::described::Field;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;

const EPSILON: Field = Field::number("epsilon", "ε that must be kept", EPSILON_BUDGETS);
const LIPSCHITZ: Field =
    Field::number("lipschitz", "L, the largest norm of one person's gradient", Range::closed(1e-6, 1e6));
const SMOOTHNESS: Field =
    Field::number("smoothness", "β, the largest curvature of one person's loss", Range::closed(1e-9, 1e6));
const REGULARIZATION: Field =
    Field::number("regularization", "asks for the σ at this λ as well", Range::closed(1e-9, 1e12)).optional();

/// How much more noise than the Gaussian mechanism takes.
pub(crate) const FACTOR: Field =
    Field::number_or("factor", "σ over that of the Gaussian mechanism", Range::closed(1.0, 100.0), 1.3);

/// "How much noise, and how much regularization, for this ε and δ?"
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CalibrateQuestion {
    /// ε.
    pub epsilon: f64,
    /// δ.
    pub delta: f64,
    /// L.
    pub lipschitz: f64,
    /// β.
    pub smoothness: f64,
    /// σ over that of the Gaussian mechanism; 1.3 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub factor: f64,
    /// How the minimum is approximated; τ = 0.01 and σ_out = 0.15 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub approximate: NearMinimum,
    /// Whether the determinant costs `log(1 + β/λ)`: an extension. False if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tight: bool,
    /// Asks for the σ at this λ as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regularization: Option<f64>,
    /// Asks for the expected excess risk, of the exact minimum or of a point near it as each bound is about, and for
    /// the setting where it is smallest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<RiskQuestion>,
}

/// The setting within the promise whose excess risk is smallest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LeastRisk {
    /// σ.
    pub sigma: f64,
    /// λ.
    pub regularization: f64,
    /// The cost of its determinant.
    pub determinant: f64,
    /// The expected excess of the summed loss, at most.
    pub risk: f64,
}

/// One setting that keeps the promise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Calibrated {
    /// By which bound: `profile`, `moments`, `approximate`, `approximate-moments` or `kifer`.
    pub method: &'static str,
    /// Its name.
    pub title: &'static str,
    /// σ, never too small.
    pub sigma: f64,
    /// λ, never too small; `null` where none keeps the promise at this σ.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub regularization: Option<f64>,
    /// The ε that the setting has at δ by this bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<f64>,
    /// The least factor for which some λ keeps the promise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_factor: Option<f64>,
    /// The expected excess of the summed loss, at most; with τ and σ_out where the bound is about a point near the
    /// minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<f64>,
    /// σ at the λ that was asked for; `null` where none keeps the promise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sigma_at: Option<f64>,
}

/// Every way to keep the promise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct CalibrateAnswer {
    /// The noise of the Gaussian mechanism for the same promise.
    pub gaussian_sigma: f64,
    /// One entry per bound.
    pub settings: Vec<Calibrated>,
    /// Where the excess risk of the exact minimum is smallest, by the half-normal profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_risk: Option<LeastRisk>,
    /// The answer in a sentence.
    pub sentence: String,
}

impl Ask for CalibrateQuestion {
    const ABOUT: &'static str =
        "How much noise and regularization does objective perturbation take for this ε and δ?";
    const FIELDS: &'static [Field] =
        &[EPSILON, DELTA_BUDGET, LIPSCHITZ, SMOOTHNESS, FACTOR, APPROXIMATE, TIGHT, REGULARIZATION, RISK];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "calibrate-objective-perturbation", "epsilon": 1, "delta": 1e-5,
 "lipschitz": 1.4142135623730951, "smoothness": 0.5, "factor": 1.3}"#];
    type Answer = CalibrateAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            epsilon: fields.number(&EPSILON)?,
            delta: fields.number(&DELTA_BUDGET)?,
            lipschitz: fields.number(&LIPSCHITZ)?,
            smoothness: fields.number(&SMOOTHNESS)?,
            factor: fields.number(&FACTOR)?,
            approximate: fields
                .if_there(&APPROXIMATE, |place| read_approximate(&place))?
                .unwrap_or(NearMinimum::USUAL),
            tight: fields.flag(&TIGHT)?,
            regularization: fields.number_if_there(&REGULARIZATION)?,
            risk: fields.if_there(&RISK, |place| read_risk(&place))?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let CalibrateQuestion {
            epsilon,
            delta,
            lipschitz,
            smoothness,
            factor,
            approximate,
            tight,
            regularization,
            risk,
        } = *self;
        let goal = Goal { epsilon, delta, lipschitz, smoothness, tight };
        let gaussian_sigma = goal.gaussian_sigma();
        let sigma = factor * gaussian_sigma;
        let NearMinimum { tolerance, output_noise } = approximate;
        // τ and σ_out are those of a point near the minimum; the exact one has neither.
        let [exact, close] =
            [None, Some(approximate)].map(|near| risk.map(|risk| risk.problem(lipschitz, near)));
        let excess = |problem: Option<Problem>, sigma: f64, regularization: Option<f64>| {
            problem.zip(regularization).map(|(problem, regularization)| problem.excess(sigma, regularization))
        };
        let methods = [
            ("profile", "half-normal profile", Method::Profile),
            ("moments", "Rényi bound", Method::Moments),
            ("approximate", "near the minimum", Method::ApproximateProfile { tolerance, output_noise }),
            (
                "approximate-moments",
                "near the minimum, Rényi bound",
                Method::ApproximateMoments { tolerance, output_noise },
            ),
        ];
        let mut settings: Vec<Calibrated> = methods
            .into_iter()
            .map(|(word, title, method)| {
                let found = goal.regularization(sigma, method);
                let is_exact = matches!(method, Method::Profile | Method::Moments);
                Calibrated {
                    method: word,
                    title,
                    sigma,
                    regularization: found,
                    risk: excess(if is_exact { exact } else { close }, sigma, found),
                    epsilon: found.map(|found| goal.epsilon_of(sigma, found, method)),
                    least_factor: is_exact.then(|| goal.least_factor(method)).flatten(),
                    sigma_at: regularization.and_then(|at| goal.sigma(at, method)),
                }
            })
            .collect();
        let (sigma_kifer, lambda_kifer) = Kifer::calibrate(epsilon, delta, lipschitz, smoothness);
        settings.push(Calibrated {
            method: "kifer",
            title: "bound of Kifer, Smith and Thakurta 2012",
            sigma: sigma_kifer,
            regularization: Some(lambda_kifer),
            risk: excess(exact, sigma_kifer, Some(lambda_kifer)),
            epsilon: None,
            least_factor: None,
            sigma_at: None,
        });
        let up = |value: f64| print(value, 5, Rounding::Up);
        let sentence = match &settings[0] {
            Calibrated { regularization: Some(lambda), .. } => format!(
                "σ = {} and λ = {} keep ε = {} at δ = {} by the half-normal profile.",
                up(sigma),
                up(*lambda),
                print(epsilon, 15, Rounding::Nearest),
                print(delta, 15, Rounding::Nearest)
            ),
            Calibrated { least_factor, .. } => format!(
                "At σ = {} no λ keeps the promise; the factor must be at least {}.",
                up(sigma),
                up(least_factor.unwrap_or(f64::INFINITY))
            ),
        };
        let least_risk = exact.and_then(|problem| {
            let (sigma, regularization) = goal.frontier(|sigma, lambda| problem.excess(sigma, lambda))?;
            Some(LeastRisk {
                sigma,
                regularization,
                determinant: goal.determinant(regularization),
                risk: problem.excess(sigma, regularization),
            })
        });
        Ok(CalibrateAnswer { gaussian_sigma, settings, least_risk, sentence })
    }
}
