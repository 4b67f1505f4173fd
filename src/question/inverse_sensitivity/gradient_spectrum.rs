//! What an uneven spectrum is worth: the instance's error beside the minimax one.

use serde::Serialize;

use super::dimensions::{named, value};
use crate::figure::{Axis, Figure, Side, Statement};
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::question::Ask;
use crate::question::field::described::Field;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number};

/// "How much better than minimax is an instance whose inverse covariance has eigenvalues `j^{−α}`?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientSpectrumQuestion {
    /// d; 100 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub coefficients: usize,
    /// α; 0.5 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub exponent: f64,
}

/// The gain.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientSpectrumAnswer {
    /// `Σ j^{−α}`, the trace of Σ⁻¹.
    pub trace: Statement,
    /// `d/Σ j^{−α}`.
    pub gain: Statement,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// The gain against α.
    pub figure: Option<Figure>,
}

const COEFFICIENTS: Field =
    Field::number_or("coefficients", "d, how many coefficients", Range::whole(1.0, 1e5), 100.0)
        .slider("", Slider { from: 2.0, to: 1e4, scale: Scale::Log, start: 100.0 });
const EXPONENT: Field =
    Field::number_or("exponent", "α of the eigenvalues j^{−α} of Σ⁻¹", Range::closed(0.0, 4.0), 0.5)
        .slider("", Slider { from: 0.0, to: 2.0, scale: Scale::Linear, start: 0.5 });

/// Points of the curve.
const POINTS: usize = 41;

fn trace(coefficients: usize, exponent: f64) -> f64 {
    (1..=coefficients).rev().map(|j| (j as f64).powf(-exponent)).sum()
}

impl Ask for GradientSpectrumQuestion {
    const ABOUT: &'static str =
        "How much better than the minimax order is a regression whose Σ⁻¹ has eigenvalues j^{−α}?";
    const FIELDS: &'static [Field] = &[COEFFICIENTS, EXPONENT];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "gradient-spectrum", "coefficients": 100, "exponent": 0.5}"#];
    type Answer = GradientSpectrumAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self { coefficients: fields.number(&COEFFICIENTS)? as usize, exponent: fields.number(&EXPONENT)? })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let d = self.coefficients as f64;
        let sum = trace(self.coefficients, self.exponent);
        let gain = d / sum;
        let conclusions = vec![if gain > 1.0 {
            format!(
                "With tr Σ⁻¹ = {} instead of {} the excess loss is {} times smaller than for equal eigenvalues; {} would be the most.",
                number(sum),
                number(d),
                number(gain),
                number(d)
            )
        } else {
            "All eigenvalues are equal: nothing is gained.".into()
        }];
        let x: Vec<f64> = (0..POINTS).map(|at| 2.0 * at as f64 / (POINTS - 1) as f64).collect();
        let y: Vec<f64> = x.iter().map(|&alpha| d / trace(self.coefficients, alpha)).collect();
        let curves: Vec<Line> = vec![(line("d/Σ j^{−α}", &x, y), Side::Value)];
        let axes = (Axis::linear("α", 0.0, 2.0), decades_of("times smaller", &curves));
        let mut figure = lines(&Words { head: "α", place: "α = ", quantity: "" }, &x, axes, curves);
        let of = format!("d = {}", number(d));
        named(&mut figure, "What an uneven spectrum gains", &of, &conclusions, "");
        Ok(GradientSpectrumAnswer {
            trace: value("Σ j^{−α}", sum),
            gain: value("d/Σ j^{−α}", gain),
            conclusions,
            figure: Some(figure),
        })
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}
