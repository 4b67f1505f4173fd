//! The noise and the regularization of objective perturbation for a guarantee.

use crate::question::Ask;
use serde::Serialize;

use super::calibration_figure::{best, conclusions, frontier_picture};
use super::expectation::{RISK, RiskQuestion, read_risk};
use super::objective::{APPROXIMATE, NearMinimum, read_approximate};
use crate::figure::{Figure, Statement};
use crate::learn::risk::Problem;
use crate::mechanism::objective_perturbation::{Goal, Kifer, Method};
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::common::{DELTA_BUDGET, EPSILON_BUDGETS, PICTURE};
use crate::question::field::data::TIGHT;
use crate::question::field::described::Field;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::up;

const EPSILON: Field = Field::number("epsilon", "ε that must be kept", EPSILON_BUDGETS)
    .slider("at δ", Slider { from: 0.05, to: 20.0, scale: Scale::Log, start: 1.0 });
const LIPSCHITZ: Field =
    Field::number("lipschitz", "L, the largest norm of one person's gradient", Range::closed(1e-6, 1e6));
const SMOOTHNESS: Field =
    Field::number("smoothness", "β, the largest curvature of one person's loss", Range::closed(1e-9, 1e6));
const REGULARIZATION: Field =
    Field::number("regularization", "asks for the σ at this λ as well", Range::closed(1e-9, 1e12)).optional();

/// How much more noise than the Gaussian mechanism takes.
pub(crate) const FACTOR: Field =
    Field::number_or("factor", "σ over that of the Gaussian mechanism", Range::closed(1.0, 100.0), 1.3)
        .slider("× the Gaussian’s", Slider { from: 1.01, to: 3.0, scale: Scale::Log, start: 1.3 });

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
    /// What is released: a point near the minimum, or the exact minimum if absent; settings of such a point are then
    /// for τ = 0.01 and σ_out = 0.15.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approximate: Option<NearMinimum>,
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
    /// Whether the answer carries a picture of λ against σ.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
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
    /// Whether it is about what is released.
    pub holds: bool,
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
    /// σ, λ, the least factor and the σ at the given λ as printed, rounded up; `–` where there is none.
    pub texts: [String; 4],
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
    /// σ and λ by the profile of what is released, in large type, and what they are for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<StatedSetting>,
    /// What is true of the settings, the most important first.
    pub conclusions: Vec<String>,
    /// The least λ against σ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

/// σ and λ in large type, and what they are for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StatedSetting {
    /// σ and λ.
    pub bounds: Vec<Statement>,
    /// What they are for.
    pub condition: String,
}

impl Ask for CalibrateQuestion {
    const ABOUT: &'static str =
        "How much noise and regularization does objective perturbation take for this ε and δ?";
    const FIELDS: &'static [Field] = &[
        EPSILON,
        DELTA_BUDGET,
        LIPSCHITZ,
        SMOOTHNESS,
        FACTOR,
        APPROXIMATE,
        TIGHT,
        REGULARIZATION,
        RISK,
        PICTURE,
    ];
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
            approximate: fields.if_there(&APPROXIMATE, |place| read_approximate(&place))?,
            tight: fields.flag(&TIGHT)?,
            regularization: fields.number_if_there(&REGULARIZATION)?,
            risk: fields.if_there(&RISK, |place| read_risk(&place))?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let CalibrateQuestion { epsilon, delta, lipschitz, smoothness, factor, regularization, .. } = *self;
        let goal = self.goal();
        let gaussian_sigma = goal.gaussian_sigma();
        let sigma = factor * gaussian_sigma;
        // τ and σ_out are those of a point near the minimum; the exact one has neither.
        let [exact, close] =
            [None, Some(self.near())].map(|near| self.risk.map(|risk| risk.problem(lipschitz, near)));
        let excess = |problem: Option<Problem>, sigma: f64, regularization: Option<f64>| {
            problem.zip(regularization).map(|(problem, regularization)| problem.excess(sigma, regularization))
        };
        let mut settings: Vec<Calibrated> = self
            .methods()
            .into_iter()
            .map(|Way { word, title, method, holds }| {
                let found = goal.regularization(sigma, method);
                let is_exact = matches!(method, Method::Profile | Method::Moments);
                Calibrated {
                    method: word,
                    title,
                    holds,
                    sigma,
                    regularization: found,
                    risk: excess(if is_exact { exact } else { close }, sigma, found),
                    epsilon: found.map(|found| goal.epsilon_of(sigma, found, method)),
                    least_factor: is_exact.then(|| goal.least_factor(method)).flatten(),
                    sigma_at: regularization.and_then(|at| goal.sigma(at, method)),
                    texts: Default::default(),
                }
            })
            .collect();
        let (sigma_kifer, lambda_kifer) = Kifer::calibrate(epsilon, delta, lipschitz, smoothness);
        settings.push(Calibrated {
            method: "kifer",
            title: "bound of Kifer, Smith and Thakurta 2012",
            holds: self.approximate.is_none(),
            sigma: sigma_kifer,
            regularization: Some(lambda_kifer),
            risk: excess(exact, sigma_kifer, Some(lambda_kifer)),
            epsilon: None,
            least_factor: None,
            sigma_at: None,
            texts: Default::default(),
        });
        for setting in &mut settings {
            let shown = [Some(setting.sigma), setting.regularization, setting.least_factor, setting.sigma_at];
            setting.texts = shown.map(|value| value.map_or_else(|| "–".into(), up));
        }
        let sentence = match &settings[0] {
            Calibrated { regularization: Some(lambda), .. } => format!(
                "σ = {} and λ = {} keep ε = {} at δ = {} by the half-normal profile.",
                up(sigma),
                up(*lambda),
                print(epsilon, 15, Rounding::Nearest),
                print(delta, 15, Rounding::Nearest)
            ),
            Calibrated { least_factor, .. } => format!(
                "At σ = {} no λ meets the target; the factor must be at least {}.",
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
        let best = best(self, &settings);
        let conclusions = conclusions(self, gaussian_sigma, &settings);
        let figure = self.picture.then(|| frontier_picture(self, gaussian_sigma, &settings)).flatten();
        Ok(CalibrateAnswer { gaussian_sigma, settings, least_risk, sentence, best, conclusions, figure })
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

/// A bound by which a promise is kept.
pub(crate) struct Way {
    /// Its word.
    pub word: &'static str,
    /// Its name.
    pub title: &'static str,
    /// How.
    pub method: Method,
    /// Whether it is about what is released.
    pub holds: bool,
}

impl CalibrateQuestion {
    /// What is promised.
    pub(crate) fn goal(&self) -> Goal {
        let &Self { epsilon, delta, lipschitz, smoothness, tight, .. } = self;
        Goal { epsilon, delta, lipschitz, smoothness, tight }
    }

    /// The point near the minimum, whether or not it is what is released.
    fn near(&self) -> NearMinimum {
        self.approximate.unwrap_or(NearMinimum::USUAL)
    }

    /// The bounds that may be searched.
    pub(crate) fn methods(&self) -> [Way; 4] {
        let NearMinimum { tolerance, output_noise } = self.near();
        let is_exact = self.approximate.is_none();
        [
            ("profile", "half-normal profile", Method::Profile, is_exact),
            ("moments", "RDP (Rényi)", Method::Moments, is_exact),
            (
                "approximate",
                "near the minimum",
                Method::ApproximateProfile { tolerance, output_noise },
                !is_exact,
            ),
            (
                "approximate-moments",
                "near the minimum, RDP",
                Method::ApproximateMoments { tolerance, output_noise },
                !is_exact,
            ),
        ]
        .map(|(word, title, method, holds)| Way { word, title, method, holds })
    }
}
