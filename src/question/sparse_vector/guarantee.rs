//! The technique by every theorem.

use serde::Serialize;

use super::guarantee_conclusions::conclusions;
use super::guarantee_figure::picture;
use super::setting::{
    ANSWERS, LENGTH, NOISE, NON_NEGATIVE, QUERY_NOISE, RESAMPLE, SLACK, THRESHOLD, THRESHOLD_NOISE,
    TechniqueSetting,
};
use crate::algorithm::sparse_vector::bound::{BoundKind, Found, bounds};
use crate::algorithm::sparse_vector::printed::{Moments, moments};
use crate::algorithm::sparse_vector::stages::Stages;
use crate::figure::{Figure, Side, Statement};
use crate::guarantee::Order;
use crate::mechanism::sparse_vector::{SparseVector, Theorem};
use crate::mechanism::{Mechanism, Range};
use crate::question::Ask;
use crate::question::field::common::{ORDERS, PICTURE};
use crate::question::field::described::Field;
use crate::question::field::number::{Enclosure, Number};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{number, stated};

const ORDER_LIST: Field =
    Field::ascending("orders", "asks for the divergence at each of these Rényi orders", ORDERS, [1, 1000])
        .optional();
const POWER: Field = Field::number(
    "power",
    "γ: asks for the moment of this power of how long a stream of queries of value 0 runs, also as printed, and for the divergence by it",
    Range::closed(1.0, 1e6),
)
.optional();

/// "What does the sparse vector technique guarantee, by every theorem?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SparseVectorQuestion {
    /// The technique.
    #[serde(flatten)]
    pub setting: TechniqueSetting,
    /// δ; 1e-6 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub delta: f64,
    /// Asks for the divergence at each of these orders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub orders: Vec<f64>,
    /// Asks for this moment of the length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<f64>,
    /// Whether the answer describes a figure: ε against the number of answers.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
    #[serde(skip)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "undefined", optional))]
    svt: SparseVector,
}

/// What every theorem says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SparseVectorAnswer {
    /// The release of a plan that is this technique.
    pub release: Mechanism,
    /// ε at the δ, by each theorem that says anything.
    pub epsilon: Vec<TechniqueBound>,
    /// The least guarantee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<TechniqueStated>,
    /// The best stages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stages: Option<TechniqueStages>,
    /// γ with which the theorem by the length of a stream says the least, at the order that it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<f64>,
    /// The divergence at each order, by each theorem on the Rényi curve.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub divergence: Vec<TechniqueDivergence>,
    /// The moment that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moments: Option<TechniqueMoments>,
    /// What is true of these bounds, the most important first.
    pub conclusions: Vec<String>,
    /// ε against the number of answers, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

/// A bound in large type, and what it holds for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TechniqueStated {
    /// The bound.
    pub bound: Statement,
    /// What it holds for.
    pub condition: String,
}

/// What one theorem says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TechniqueBound {
    /// Its word.
    pub bound: &'static str,
    /// Its name.
    pub title: &'static str,
    /// ε from above.
    pub epsilon: Enclosure,
    /// The same as it is printed.
    pub statement: Statement,
    /// The Rényi order it takes, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub order: Option<Number>,
    /// Whether it guarantees what is released.
    pub holds: bool,
    /// Whether none that holds says less.
    pub best: bool,
}

/// What the theorem says at some orders.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TechniqueDivergence {
    /// The word of the theorem.
    pub bound: &'static str,
    /// At each order.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub values: Vec<Number>,
}

/// Stages of some answers each.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TechniqueStages {
    /// c′, the answers of a stage.
    pub answers: f64,
    /// How many stages.
    pub count: f64,
    /// δ′ of one stage.
    pub slack: f64,
    /// ε′ of one stage.
    pub stage: f64,
}

/// Forms of one moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TechniqueMoments {
    /// `E[(1/(1−F))^γ]`.
    pub exact: f64,
    /// `E[(F/(1−F))^γ]`, as printed.
    pub printed: f64,
    /// The closed form as printed, for γ = 2 and σ₂ ≥ √3 σ₁.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<f64>,
}

impl BoundKind {
    /// Its word in an answer.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Renyi => "renyi",
            Self::Curve(Theorem::Length) => "length",
            Self::Curve(Theorem::Moment) => "moment",
            Self::Curve(Theorem::Loss) => "loss",
            Self::Curve(Theorem::Pure) => "pure-curve",
            Self::Closed => "closed-form",
            Self::ClosedPrinted => "closed-form-printed",
            Self::Waiting => "waiting",
            Self::FalsePositives => "false-positives",
            Self::FalsePositivesPrinted => "false-positives-printed",
            Self::Pure => "pure",
            Self::Optimal => "optimal",
            Self::Calibration => "calibration",
            Self::Stages => "stages",
        }
    }

    /// Its name.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Renyi => "RDP, the best theorem at every order",
            Self::Curve(Theorem::Length) => "RDP by the number of outputs",
            Self::Curve(Theorem::Moment) => "RDP by how long a stream runs",
            Self::Curve(Theorem::Loss) => "RDP by the largest loss of a query",
            Self::Curve(Theorem::Pure) => "RDP of the pure guarantee",
            Self::Closed => "closed form, constant corrected",
            Self::ClosedPrinted => "closed form as printed",
            Self::Waiting => "closed form of how long a stream runs",
            Self::FalsePositives => "closed form for few false positives, corrected",
            Self::FalsePositivesPrinted => "closed form for few false positives as printed",
            Self::Pure => "pure differential privacy",
            Self::Optimal => "optimal composition of the rounds",
            Self::Calibration => "calibration of Dwork and Roth",
            Self::Stages => "stages, composed optimally",
        }
    }
}

impl Ask for SparseVectorQuestion {
    const ABOUT: &'static str = "What does the sparse vector technique guarantee? ε at δ by every theorem, and the divergence at an order.";
    const FIELDS: &'static [Field] = &[
        NOISE,
        THRESHOLD_NOISE,
        QUERY_NOISE,
        ANSWERS,
        LENGTH,
        THRESHOLD,
        RESAMPLE,
        NON_NEGATIVE,
        SLACK,
        ORDER_LIST,
        POWER,
        PICTURE,
    ];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "sparse-vector", "threshold-noise": 210, "query-noise": 420, "answers": 20, "length": 2000,
 "delta": 1e-6, "orders": [2, 10]}"#,
        r#"{"ask": "sparse-vector", "noise": "laplace", "threshold-noise": 150, "query-noise": 300, "answers": 20,
 "resample": true}"#,
    ];
    type Answer = SparseVectorAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let setting = TechniqueSetting::read(fields)?;
        let svt = setting.guaranteed(fields)?;
        let power = fields.number_if_there(&POWER)?;
        if power.is_some_and(|power| infinite(&setting, power)) {
            return Err(fields.at(&POWER).refuse(format!(
                "below (σ₂/σ₁)² = {} with normal noise on both, where the moment is finite",
                number((setting.query_noise / setting.threshold_noise).powi(2))
            )));
        }
        Ok(Self {
            setting,
            delta: fields.number(&SLACK)?,
            orders: fields.numbers(&ORDER_LIST)?,
            power,
            picture: fields.flag(&PICTURE)?,
            svt,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let setting = self.setting.setting();
        let found = bounds(&setting, &self.svt, self.delta);
        let holds = |found: &&Found| found.holds;
        let best = found.iter().filter(holds).min_by(|a, b| a.epsilon.total_cmp(&b.epsilon)).copied();
        let epsilon: Vec<TechniqueBound> = found
            .iter()
            .map(|one| TechniqueBound {
                bound: one.kind.word(),
                title: one.kind.title(),
                epsilon: Enclosure::above(one.epsilon),
                statement: stated("ε", Side::Upper, one.epsilon),
                order: one.order.map(Number),
                holds: one.holds,
                best: best.is_some_and(|best| one.holds && one.epsilon <= best.epsilon),
            })
            .collect();
        let moment = found.iter().find(|one| one.kind == BoundKind::Curve(Theorem::Moment));
        let power =
            moment.and_then(|one| self.svt.best_power(Order::new(one.order?)?)).map(|[power, _]| power);
        let divergence = |theorem: Theorem| {
            let at = |order: &f64| self.svt.divergence(theorem, Order::above_one(order - 1.0));
            let values: Vec<Number> = self.orders.iter().map(at).map(Number).collect();
            let bound = BoundKind::Curve(theorem).word();
            values.iter().any(|value| value.0.is_finite()).then_some(TechniqueDivergence { bound, values })
        };
        let stages = found.iter().find_map(|one| one.stages);
        Ok(SparseVectorAnswer {
            release: Mechanism::SparseVector(self.svt.clone()),
            conclusions: conclusions(&self.setting, &found, self.delta),
            figure: self.picture.then(|| picture(&self.setting, best, self.delta)),
            best: best.map(|best| TechniqueStated {
                bound: stated("ε", Side::Upper, best.epsilon),
                condition: format!("at δ = {}, {}", number(self.delta), self.setting.words()),
            }),
            stages: stages.map(|Stages { answers, count, slack, stage, .. }| TechniqueStages {
                answers,
                count,
                slack,
                stage,
            }),
            power,
            divergence: Theorem::ALL.into_iter().filter_map(divergence).chain(self.at_power()).collect(),
            moments: self.power.and_then(|power| {
                let TechniqueSetting { threshold, threshold_noise, query_noise, .. } = self.setting;
                let Moments { exact, printed, closed, .. } =
                    moments(threshold, threshold_noise, query_noise, power)?;
                Some(TechniqueMoments { exact, printed, closed })
            }),
            epsilon,
        })
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl SparseVectorQuestion {
    /// The theorem by how long a stream runs, at the power that was asked for.
    fn at_power(&self) -> Option<TechniqueDivergence> {
        let power = self.power.filter(|power| *power > 1.0 && !self.orders.is_empty())?;
        let known = [power, self.svt.wait()?.log_moment(power)];
        let at = |order: &f64| self.svt.rounds() * self.svt.at_power(Order::above_one(order - 1.0), known);
        let values = self.orders.iter().map(at).map(Number).collect();
        Some(TechniqueDivergence { bound: "moment-at-power", values })
    }
}

fn infinite(setting: &TechniqueSetting, power: f64) -> bool {
    setting.noise != "gaussian" || power * (setting.threshold_noise / setting.query_noise).powi(2) >= 1.0
}
