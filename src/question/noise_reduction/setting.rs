//! What is asked of a run, as several questions read it: accuracy, bounds, risk, levels and how the test is calibrated.

use serde::Serialize;

use super::levels::{LEVELS_OR_THEORY, LevelsChoice};
use crate::algorithm::noise_reduction::calibration::{Calibration, test_epsilon};
use crate::algorithm::noise_reduction::profile::{Fallback, Profile, Risk};
use crate::algorithm::noise_reduction::regression::theory::{Problem, Sensitivity, Theorem};
use crate::learn::Shape;
use crate::mechanism::Range;
use crate::question::field::described::{Field, Variant, Word};
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;
use crate::watch::Stopped;

pub(crate) const ALPHA: Field =
    Field::number("alpha", "α, the excess risk that is allowed", Range::closed(1e-6, 1e3));
pub(crate) const GAMMA: Field =
    Field::number_or("gamma", "γ, how often a worse result may pass", Range::closed(1e-12, 0.49), 0.1);
pub(crate) const SHARE: Field = Field::number_or(
    "slack-share",
    "s/α: the threshold lies at −s, and the noise may reach up to α − s",
    Range::closed(0.01, 0.99),
    0.5,
);
/// How the price of the private test is found.
pub(crate) const CALIBRATION: Field = Field::choice_or(
    "calibration",
    "how ε_A, the price of the private test, is found",
    &[
        Word::new("printed", "as printed, 16Δ ln(2T/γ)/α for a threshold in the middle"),
        Word::new("union", "by a union bound of one side with the best split"),
        Word::new("exact", "by the exact failure probability"),
    ],
    "printed",
);
const TESTING: Field = Field::number(
    "testing",
    "ε_A, the price of the private test, in place of a calibration",
    Range::closed(1e-6, 1e4),
)
.optional();
const FALLBACK: Field = Field::choice_or(
    "fallback",
    "what is released if nothing passes",
    &[
        Word::new("minimizer", "the minimizer itself, as in the source: an infinite loss"),
        Word::new("last", "the last estimate, at the price of the last level, its accuracy not certified"),
    ],
    "minimizer",
);

/// Δ of a risk.
pub(crate) const RISK_SENSITIVITY: Field = Field::number(
    "sensitivity",
    "Δ, by how much one person can change an excess risk",
    Range::closed(1e-12, 1e3),
);
const THEORY: Field = Field::number(
    "theory",
    "the ε that a theorem asks for at this accuracy, to compare with",
    Range::closed(1e-9, 1e9),
)
.optional();
const PEOPLE: Field = Field::number("people", "n, how many people", Range::whole(1.0, 1e9));
const FEATURES: Field = Field::number("features", "p, how many features", Range::whole(1.0, 1e4));
const REGULARIZATION: Field = Field::number("regularization", "λ, per person", Range::closed(1e-9, 1e3));
const BOUNDS: Field = Field::variants(
    "bounds",
    "where Δ and the ε of the theory come from",
    &[
        Variant { word: "given", meaning: "numbers of one's own", fields: &[RISK_SENSITIVITY, THEORY] },
        Variant {
            word: "ridge",
            meaning: "ridge regression with covariance perturbation",
            fields: &[PEOPLE, FEATURES, REGULARIZATION],
        },
        Variant {
            word: "logistic",
            meaning: "logistic regression with output perturbation",
            fields: &[PEOPLE, FEATURES, REGULARIZATION],
        },
    ],
);
const RISKS: Field =
    Field::numbers("risks", "L(θ*) − L(θ_t) at each level, 0 or below", Range::closed(-1e6, 0.0), [1, 1000]);
const KAPPA: Field = Field::number("kappa", "κ: the excess risk is κ/ε²", Range::closed(1e-18, 1e6));
const CAP: Field = Field::number("cap", "the largest excess risk", Range::closed(1e-12, 1e6));
const RISK: Field = Field::variants(
    "risk",
    "the excess risk at each level",
    &[
        Variant { word: "typed", meaning: "one number for each level", fields: &[RISKS] },
        Variant { word: "model", meaning: "min(κ/ε², cap)", fields: &[KAPPA, CAP] },
    ],
);

/// The fields that make a setting.
pub(crate) const SETTING: [Field; 9] =
    [ALPHA, GAMMA, BOUNDS, RISK, LEVELS_OR_THEORY, SHARE, CALIBRATION, TESTING, FALLBACK];

/// What is asked of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct AccuracySetting {
    /// α.
    pub alpha: f64,
    /// γ.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub gamma: f64,
    /// Where Δ and the theory come from.
    pub bounds: BoundsChoice,
    /// The excess risk at each level.
    pub risk: RiskChoice,
    /// The levels.
    pub levels: LevelsChoice,
    /// s/α.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub slack_share: f64,
    /// How ε_A is found.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub calibration: CalibrationWord,
    /// ε_A itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub testing: Option<f64>,
    /// What is released if nothing passes.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub fallback: FallbackWord,
}

/// A way to find ε_A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum CalibrationWord {
    /// As printed.
    Printed,
    /// By a union bound.
    Union,
    /// By the exact failure probability.
    Exact,
}

impl CalibrationWord {
    /// In the order of their words.
    pub(crate) const ALL: [Self; 3] = [Self::Printed, Self::Union, Self::Exact];

    pub(crate) const fn way(self) -> Calibration {
        match self {
            Self::Printed => Calibration::Printed,
            Self::Union => Calibration::Union,
            Self::Exact => Calibration::Exact,
        }
    }

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Union => "union bound",
            Self::Exact => "exact",
        }
    }
}

/// What is released if nothing passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum FallbackWord {
    /// The minimizer itself.
    Minimizer,
    /// The last estimate.
    Last,
}

impl FallbackWord {
    pub(crate) const fn fallback(self) -> Fallback {
        match self {
            Self::Minimizer => Fallback::Minimizer,
            Self::Last => Fallback::Last,
        }
    }
}

/// Where Δ and the ε of the theory come from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BoundsChoice {
    /// Numbers of one's own.
    Given {
        /// Δ.
        sensitivity: f64,
        /// The ε of a theorem.
        #[serde(skip_serializing_if = "Option::is_none")]
        theory: Option<f64>,
    },
    /// Ridge regression, covariance perturbation.
    Ridge {
        /// n.
        people: f64,
        /// p.
        features: f64,
        /// λ.
        regularization: f64,
    },
    /// Logistic regression, output perturbation.
    Logistic {
        /// n.
        people: f64,
        /// p.
        features: f64,
        /// λ.
        regularization: f64,
    },
}

impl BoundsChoice {
    fn problem(&self) -> Option<(Problem, Theorem)> {
        let problem =
            |shape, people, dimension, regularization| Problem { shape, people, dimension, regularization };
        match *self {
            Self::Given { .. } => None,
            Self::Ridge { people, features, regularization } => {
                Some((problem(Shape::Squared, people, features, regularization), Theorem::Covariance))
            }
            Self::Logistic { people, features, regularization } => {
                Some((problem(Shape::Logistic, people, features, regularization), Theorem::Output))
            }
        }
    }

    /// Δ.
    pub(crate) fn sensitivity(&self) -> f64 {
        match self {
            Self::Given { sensitivity, .. } => *sensitivity,
            _ => self.problem().map_or(f64::NAN, |(problem, _)| problem.query_sensitivity()),
        }
    }

    /// The ε that the theory asks for at an accuracy.
    pub(crate) fn theory(&self, alpha: f64) -> Option<f64> {
        match self {
            Self::Given { theory, .. } => *theory,
            _ => self
                .problem()
                .and_then(|(problem, theorem)| problem.epsilon(theorem, Sensitivity::Published, alpha)),
        }
    }

    /// n, where it is known.
    pub(crate) fn people(&self) -> Option<f64> {
        self.problem().map(|(problem, _)| problem.people)
    }

    /// The smallest dimension in which the theory asks for as much as the tests cost.
    pub(crate) fn break_even(&self, alpha: f64, testing: f64) -> Option<f64> {
        let (problem, theorem) = self.problem()?;
        problem.break_even(theorem, Sensitivity::Published, alpha, testing)
    }
}

/// The excess risk at each level.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RiskChoice {
    /// One number for each level.
    Typed {
        /// The numbers, 0 or below.
        risks: Vec<f64>,
    },
    /// `min(κ/ε², cap)`.
    Model {
        /// κ.
        kappa: f64,
        /// The cap.
        cap: f64,
    },
}

impl AccuracySetting {
    /// Reads the fields of a setting.
    pub(crate) fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let alpha = fields.number(&ALPHA)?;
        let bounds = bounds(&fields.at(&BOUNDS))?;
        let risk = risk(&fields.at(&RISK))?;
        let theory = bounds.people().zip(bounds.theory(alpha));
        let (choice, levels) = LevelsChoice::read_or_theory(fields, theory)?;
        if let RiskChoice::Typed { risks } = &risk
            && risks.len() != levels.count()
        {
            let as_many = format!("a list of {}, a risk for each level", levels.count());
            return Err(Refusal::wrong("risk.risks", format!("a list of {}", risks.len()), as_many));
        }
        Ok(Self {
            alpha,
            gamma: fields.number(&GAMMA)?,
            bounds,
            risk,
            levels: choice,
            slack_share: fields.number(&SHARE)?,
            calibration: fields.chosen(&CALIBRATION, &CalibrationWord::ALL)?,
            testing: fields.number_if_there(&TESTING)?,
            fallback: fields.chosen(&FALLBACK, &[FallbackWord::Minimizer, FallbackWord::Last])?,
        })
    }

    /// T.
    pub(crate) fn count(&self) -> usize {
        match &self.levels {
            LevelsChoice::Custom { values } => values.len(),
            LevelsChoice::Geometric { count, .. }
            | LevelsChoice::Linear { count, .. }
            | LevelsChoice::Doubling { count, .. }
            | LevelsChoice::Theory { count } => *count,
        }
    }

    /// How far the noise of the test may reach by a calibration; it does not depend on the accuracy.
    pub(crate) fn distance(&self, by: CalibrationWord) -> f64 {
        by.way().distance(self.count() as f64, self.gamma)
    }

    /// The setting as it is computed, at its own accuracy, with a distance of the test.
    pub(crate) fn profile(&self, distance: f64) -> Result<Profile, Refusal> {
        self.profile_at(self.alpha, distance)
    }

    /// The same at another accuracy.
    pub(crate) fn profile_at(&self, alpha: f64, distance: f64) -> Result<Profile, Refusal> {
        let theory = self.bounds.people().zip(self.bounds.theory(alpha));
        let levels = self.levels.levels(theory).map_err(|_| Refusal::failed())?;
        let (sensitivity, slack) = (self.bounds.sensitivity(), self.slack_share * alpha);
        Ok(Profile {
            testing: self.testing.unwrap_or(test_epsilon(distance, sensitivity, alpha, slack)),
            levels,
            risk: match &self.risk {
                RiskChoice::Typed { risks } => Risk::Typed(risks.clone()),
                RiskChoice::Model { kappa, cap } => Risk::Model { kappa: *kappa, cap: *cap },
            },
            accuracy: alpha,
            failure: self.gamma,
            slack,
            sensitivity,
        })
    }
}

fn bounds(place: &Reader<'_>) -> Result<BoundsChoice, Refusal> {
    let (kind, inner) = place.variant(&BOUNDS)?;
    if kind == "given" {
        let sensitivity = inner.number(&RISK_SENSITIVITY)?;
        return Ok(BoundsChoice::Given { sensitivity, theory: inner.number_if_there(&THEORY)? });
    }
    let (people, features) = (inner.number(&PEOPLE)?, inner.number(&FEATURES)?);
    let regularization = inner.number(&REGULARIZATION)?;
    Ok(match kind {
        "ridge" => BoundsChoice::Ridge { people, features, regularization },
        _ => BoundsChoice::Logistic { people, features, regularization },
    })
}

fn risk(place: &Reader<'_>) -> Result<RiskChoice, Refusal> {
    let (kind, inner) = place.variant(&RISK)?;
    Ok(match kind {
        "typed" => RiskChoice::Typed { risks: inner.numbers(&RISKS)? },
        _ => RiskChoice::Model { kappa: inner.number(&KAPPA)?, cap: inner.number(&CAP)? },
    })
}

/// Nobody waits for the answer any more.
pub(crate) fn stopped(reason: Stopped) -> Refusal {
    let message = reason.to_string();
    Refusal {
        path: String::new(),
        value: None,
        allowed: "a question that somebody waits for".into(),
        message,
    }
}
