//! What the printed constant of the gradient mechanism loses between two neighbours, exactly.

use serde::Serialize;

use super::dimensions::{EPSILON, named};
use crate::algorithm::inverse_sensitivity::gradient::location::{law, loss};
use crate::algorithm::law::Law;
use crate::figure::{Axis, Draw, Figure, Series, Side, Statement};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::described::Field;
use crate::question::field::publishable::SECRET;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, line, lines, number, stated};

/// "How much does one person move the odds, with the constant that holds and with the one that is printed?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientAuditQuestion {
    /// Records in [0, 1].
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub sample: Vec<f64>,
    /// The same with one record replaced.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbour: Vec<f64>,
    /// ε; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: f64,
}

/// The largest losses.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientAuditAnswer {
    /// With G = 2.
    pub corrected: Statement,
    /// With L = 1 in its place.
    pub printed: Statement,
    /// Beside everything here.
    pub notice: &'static str,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// Both densities, as printed.
    pub figure: Option<Figure>,
}

const RECORDS: Range = Range::closed(0.0, 1.0);
const SAMPLE: Field = Field::numbers("sample", "records between 0 and 1", RECORDS, [1, 2000])
    .usually(&[0.0, 0.999, 0.999, 0.999]);
const NEIGHBOUR: Field =
    Field::numbers("neighbour", "the same records with one of them replaced", RECORDS, [1, 2000])
        .usually(&[0.999, 0.999, 0.999, 1.0]);

/// How many records of one list the other lacks.
fn changed(one: &[f64], other: &[f64]) -> usize {
    let mut rest = other.to_vec();
    rest.sort_by(f64::total_cmp);
    let mut missing = 0;
    for record in one {
        match rest.binary_search_by(|probe| probe.total_cmp(record)) {
            Ok(at) => {
                rest.remove(at);
            }
            Err(_) => missing += 1,
        }
    }
    missing
}

impl Ask for GradientAuditQuestion {
    const ABOUT: &'static str = "How much does one person move the odds of the gradient mechanism of |θ − x| on [0, 1], as printed and corrected?";
    const FIELDS: &'static [Field] = &[SAMPLE, NEIGHBOUR, EPSILON];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "gradient-audit", "sample": [0, 0.999, 0.999, 0.999], "neighbour": [0.999, 0.999, 0.999, 1], "epsilon": 1}"#,
    ];
    type Answer = GradientAuditAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let (sample, neighbour) = (fields.numbers(&SAMPLE)?, fields.numbers(&NEIGHBOUR)?);
        if neighbour.len() != sample.len() || changed(&sample, &neighbour) > 1 {
            return Err(fields
                .at(&NEIGHBOUR)
                .refuse(format!("{} records that differ from the others in one at most", sample.len())));
        }
        Ok(Self { sample, neighbour, epsilon: fields.number(&EPSILON)? })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let of = |difference: f64| {
            loss(&self.sample, &self.neighbour, difference, self.epsilon).map_err(|_| Refusal::failed())
        };
        let (corrected, printed) = (of(2.0)?, of(1.0)?);
        let epsilon = number(self.epsilon);
        let beyond = if printed > self.epsilon * (1.0 + 1e-12) {
            format!("beyond ε = {epsilon}, by a factor of {}", number(printed / self.epsilon))
        } else {
            format!("within ε = {epsilon} for these two")
        };
        let mut answer = GradientAuditAnswer {
            corrected: stated("largest loss", Side::Value, corrected),
            printed: stated("largest loss", Side::Value, printed),
            notice: SECRET,
            conclusions: vec![
                format!(
                    "With L = 1 as printed the odds of an output move by up to e^{}: {beyond}.",
                    number(printed)
                ),
                format!(
                    "With G = 2, by which two gradients ±1 can differ, they move by up to e^{}, {} ε.",
                    number(corrected),
                    if corrected <= self.epsilon * (1.0 + 1e-12) { "within" } else { "beyond" }
                ),
            ],
            figure: None,
        };
        let laws = [&self.sample, &self.neighbour].map(|records| law(records, 1.0, self.epsilon));
        if let [Ok(one), Ok(other)] = laws {
            answer.figure = Some(self.figure(&one, &other, &answer));
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl GradientAuditQuestion {
    fn figure(&self, one: &Law, other: &Law, answer: &GradientAuditAnswer) -> Figure {
        let mut x: Vec<f64> =
            [one, other].iter().flat_map(|law| law.pieces().iter().map(|piece| piece.from)).collect();
        x.push(1.0);
        x.sort_by(f64::total_cmp);
        x.dedup();
        // The right end belongs to the last step.
        let at = |law: &Law, t: f64| law.density(if t >= 1.0 { 1.0 - 1e-15 } else { t });
        let heights = |law: &Law| x.iter().map(|&t| at(law, t)).collect::<Vec<f64>>();
        let (first, second) = (heights(one), heights(other));
        let most = first.iter().chain(&second).copied().fold(1.0, f64::max);
        let step = |label: &str, y: Vec<f64>| Series { draw: Draw::Step, ..line(label, &x, y) };
        let curves: Vec<Line> =
            vec![(step("sample", first), Side::Value), (step("neighbour", second), Side::Value)];
        let axes = (Axis::linear("θ", 0.0, 1.0), Axis::linear("density", 0.0, Axis::round_up(most)));
        let mut figure = lines(&Words { head: "θ", place: "θ = ", quantity: "" }, &x, axes, curves);
        let of = format!("ε = {}", number(self.epsilon));
        let shows = "Two densities of the printed gradient mechanism, must not be published";
        named(&mut figure, shows, &of, &answer.conclusions, answer.notice);
        figure
    }
}
