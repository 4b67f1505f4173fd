//! The excess loss of private linear regression against ε, beside the minimax order.

use serde::Serialize;

use super::dimensions::named;
use super::gradient_mechanism::{GradientSetting, SETTING};
use crate::algorithm::inverse_sensitivity::gradient::{Linear, OnTheLine};
use crate::figure::{Axis, Figure, Side};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::described::Field;
use crate::question::field::publishable::SECRET;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, decades_of, ends, line, lines, number};

/// "What does a smaller ε cost a regression?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientSweepQuestion {
    /// The setting; its loss is squared.
    #[serde(flatten)]
    pub setting: GradientSetting,
    /// ε; from 0.05 to 20 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilons: Vec<f64>,
}

/// Excess losses.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientSweepAnswer {
    /// ε.
    pub epsilons: Vec<f64>,
    /// `½s²(d + 1) tr Σ⁻¹`, without the ball.
    pub exact: Vec<f64>,
    /// In the ball, of one coefficient.
    pub truncated: Vec<f64>,
    /// `d²L²/(n²ε²λ_min)`.
    pub minimax: Vec<f64>,
    /// The largest excess that any model of the ball has.
    pub most: f64,
    /// ε from which on noise without the ball loses less than the worst model in it; none if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub useful: Option<f64>,
    /// Beside everything here.
    pub notice: &'static str,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// All of it against ε.
    pub figure: Option<Figure>,
}

const EPSILONS: Field = Field::ascending("epsilons", "ε", Range::closed(1e-3, 100.0), [2, 100])
    .usually(&[0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0]);

impl Ask for GradientSweepQuestion {
    const ABOUT: &'static str =
        "How much loss does a smaller ε cost a linear regression, beside the minimax order?";
    const FIELDS: &'static [Field] =
        &[SETTING[0], SETTING[1], SETTING[2], SETTING[3], SETTING[4], SETTING[5], SETTING[6], EPSILONS];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "gradient-sweep", "data": {"kind": "generate", "generator": "regression-line", "people": 1000, "dimension": 3, "seed": 1}}"#,
    ];
    type Answer = GradientSweepAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let setting = GradientSetting::read(fields)?;
        if setting.loss != "squared" {
            return Err(fields
                .at(&SETTING[1])
                .refuse("squared: the errors of other losses have no closed form"));
        }
        let epsilons = fields.numbers(&EPSILONS)?;
        let found = Self { setting, epsilons };
        if Linear::of_regression(&found.setting.records().0).centre().is_none() {
            return Err(fields.at(&SETTING[0]).refuse(
                "features that span their space: with a singular Σ the error without the ball is infinite",
            ));
        }
        Ok(found)
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let (data, _) = self.setting.records();
        let people = data.len() as f64;
        let d = data.dimension() as f64;
        let linear = Linear::of_regression(&data);
        let (lipschitz, difference, _) = self.setting.constants(data.dimension());
        let (least, largest) = ends_of(linear.eigenvalues()).ok_or_else(Refusal::failed)?;
        let centre = linear.centre().ok_or_else(Refusal::failed)?;
        let scale = |epsilon: f64| 2.0 * difference / (people * epsilon);
        let radius = self.setting.model_radius;
        let truncated = |&epsilon: &f64| {
            let law = OnTheLine { centre: centre[0], rate: least / scale(epsilon), bound: radius };
            0.5 * least * law.moment(2)
        };
        let exact: Vec<f64> =
            self.epsilons.iter().map(|&epsilon| linear.mean_excess(scale(epsilon))).collect();
        let reach = radius + crate::numeric::matrix::norm(centre);
        let most = 0.5 * largest * reach * reach;
        let at = |excess: f64| exact.iter().position(|&one| one < excess);
        let mut answer = GradientSweepAnswer {
            truncated: if centre.len() == 1 {
                self.epsilons.iter().map(truncated).collect()
            } else {
                Vec::new()
            },
            minimax: self
                .epsilons
                .iter()
                .map(|epsilon| (d * lipschitz / (people * epsilon)).powi(2) / least)
                .collect(),
            most,
            useful: at(most).map(|at| self.epsilons[at]),
            epsilons: self.epsilons.clone(),
            exact,
            notice: SECRET,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = conclusions(&answer);
        answer.figure = Some(figure(&answer, data.len(), d));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

fn ends_of(values: &[f64]) -> Option<(f64, f64)> {
    Some((*values.first()?, *values.last()?))
}

fn conclusions(answer: &GradientSweepAnswer) -> Vec<String> {
    let gain = answer.minimax[0] / answer.exact[0];
    let beside = if gain >= 1.0 { "above" } else { "below" };
    let mut said = vec![format!(
        "At every ε the minimax order is {} times the exact expectation, {beside} it: both fall as 1/ε².",
        number(gain)
    )];
    said.push(match answer.useful {
        Some(from) if from > answer.epsilons[0] => format!(
            "From ε = {} on the expectation without the ball is below {}, which bounds what any model of the ball loses; before, the \
             ball is what limits the loss.",
            number(from),
            number(answer.most)
        ),
        Some(_) => format!("At every ε asked about it is below {}, which bounds what any model of the ball loses.", number(answer.most)),
        None => format!(
            "At no ε asked about is it below {}, which bounds what any model of the ball loses: there are too few people.",
            number(answer.most)
        ),
    });
    said
}

fn figure(answer: &GradientSweepAnswer, people: usize, d: f64) -> Figure {
    let x = &answer.epsilons;
    let mut curves: Vec<Line> = vec![
        (line("exact, without the ball", x, answer.exact.clone()), Side::Value),
        (line("minimax order", x, answer.minimax.clone()), Side::Value),
    ];
    if !answer.truncated.is_empty() {
        curves.push((line("exact, in the ball", x, answer.truncated.clone()), Side::Value));
    }
    let (from, to) = ends(x);
    let axes = (Axis::decades("ε", from, to), decades_of("E[L(θ) − L(θ̄)]", &curves));
    let mut figure = lines(&Words { head: "ε", place: "ε = ", quantity: "" }, x, axes, curves);
    let of = format!("n = {people}, d = {}", number(d));
    let shows = "Excess loss against ε, must not be published";
    named(&mut figure, shows, &of, &answer.conclusions, answer.notice);
    figure
}
