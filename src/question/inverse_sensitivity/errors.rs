//! How wrong each mechanism is about given records, and how that falls with ε.

use serde::Serialize;

use super::chart::finish;
use super::errors_conclusions::conclusions;
use super::laws::outputs;
use super::setting::{EPSILON, MECHANISMS, Prepared, SETTING, StatisticSetting, mechanisms, no_law, secret};
use crate::algorithm::inverse_sensitivity::{Errors, Mechanism, Output, Parameters};
use crate::figure::{Axis, Figure, Series, Side, Statement, Table};
use crate::question::Ask;
use crate::question::field::common::{EPSILON_BUDGETS, PICTURE};
use crate::question::field::described::{Field, Word, joined};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number, stated, values};

/// "How wrong is each mechanism about these records, and at which ε?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ErrorsQuestion {
    /// Records, statistic, universe and ε.
    #[serde(flatten)]
    pub setting: StatisticSetting,
    /// Which mechanisms.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mechanisms: Vec<&'static str>,
    /// Which error is drawn.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub quantity: ErrorQuantity,
    /// The ε of the curves.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilons: Vec<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// An error of a mechanism.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorQuantity {
    /// `E|M − f(x)|`.
    Mean,
    /// `√E(M − f(x))²`.
    RootMeanSquare,
    /// The median of `|M − f(x)|`.
    Median,
    /// Its 95 % quantile.
    Q95,
}

/// The errors of one mechanism.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct MechanismErrors {
    /// Its word.
    pub mechanism: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it guarantees, in words.
    pub guarantee: String,
    /// `E|M − f(x)|`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub mean: Number,
    /// `√E(M − f(x))²`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub root_mean_square: Number,
    /// The median of `|M − f(x)|`.
    pub median: f64,
    /// Its 95 % quantile.
    pub q95: f64,
    /// The chance that it gives an answer.
    pub answers: f64,
    /// The error that is drawn, at each ε of the curves.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub curve: Vec<Number>,
}

/// The test before a release.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReleaseTest {
    /// The sensitivity that is proposed.
    pub proposed: f64,
    /// How many records must change before it no longer holds.
    pub distance: f64,
    /// What the noisy distance must exceed.
    pub threshold: f64,
    /// How likely it does.
    pub pass: f64,
}

/// The errors of all mechanisms.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ErrorsAnswer {
    /// f(x).
    pub value: f64,
    /// How many records were clipped.
    pub clipped: usize,
    /// The mechanisms.
    pub errors: Vec<MechanismErrors>,
    /// The test, if a mechanism has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<ReleaseTest>,
    /// The lower bound of Theorem 3 at ε.
    pub lower_bound: f64,
    /// `ω(x; ⌈1/ε⌉)` at ε.
    pub order_of_magnitude: f64,
    /// The ε of the curves.
    pub epsilons: Vec<f64>,
    /// The lower bound at each.
    pub lower_bounds: Vec<f64>,
    /// The order of magnitude at each.
    pub orders_of_magnitude: Vec<f64>,
    /// The errors at ε of each mechanism in turn, as printed.
    pub facts: Vec<Statement>,
    /// The errors at ε as a table.
    pub table: Table,
    /// Whether this may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const QUANTITIES: [ErrorQuantity; 4] =
    [ErrorQuantity::Mean, ErrorQuantity::RootMeanSquare, ErrorQuantity::Median, ErrorQuantity::Q95];
const QUANTITY: Field = Field::choice_or(
    "quantity",
    "which error is drawn against ε",
    &[
        Word::new("mean", "the mean of the absolute error"),
        Word::new("root-mean-square", "the root of the mean square"),
        Word::new("median", "the median of the absolute error"),
        Word::new("q95", "what 95 % of answers stay within"),
    ],
    "mean",
);
const EPSILONS: Field = Field::ascending("epsilons", "the ε of the curves", EPSILON_BUDGETS, [1, 200])
    .usually(&[
        0.05, 0.07, 0.1, 0.14, 0.2, 0.28, 0.4, 0.56, 0.8, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0, 11.0, 16.0, 20.0,
    ]);

impl Ask for ErrorsQuestion {
    const ABOUT: &'static str = "How wrong is each mechanism about these very records? Exact errors, against ε and against what nobody can beat.";
    const FIELDS: &'static [Field] = &joined::<10, 4, 14>(SETTING, [MECHANISMS, QUANTITY, EPSILONS, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "statistic-errors", "data": {"kind": "nine"}, "universe": {"kind": "bounded", "lower": 0, "upper": 12}}"#,
    ];
    type Answer = ErrorsAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            setting: StatisticSetting::read(fields)?,
            mechanisms: mechanisms(fields)?.into_iter().map(Mechanism::word).collect(),
            quantity: fields.chosen(&QUANTITY, &QUANTITIES)?,
            epsilons: fields.numbers(&EPSILONS)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let prepared = Prepared::of(&self.setting)?;
        let instance = &prepared.instance;
        let (parameters, epsilon) = (self.setting.parameters(), self.setting.epsilon);
        let outputs = outputs(&self.setting, &prepared, &self.mechanisms)?;
        let errors: Vec<MechanismErrors> = outputs
            .iter()
            .map(|(one, output)| self.errors_of(*one, output, &prepared, &parameters))
            .collect::<Result<_, _>>()?;
        let tested = outputs.iter().any(|(one, _)| *one == Mechanism::Tested);
        let mark = secret();
        let each = |at: &dyn Fn(f64) -> f64| self.epsilons.iter().map(|&epsilon| at(epsilon)).collect();
        let mut answer = ErrorsAnswer {
            value: instance.value(),
            clipped: instance.clipped(),
            test: tested.then(|| {
                let test = parameters.test(instance, &prepared.sensitivities);
                ReleaseTest {
                    proposed: test.proposed,
                    distance: test.distance,
                    threshold: test.threshold,
                    pass: test.pass,
                }
            }),
            lower_bound: instance.lower_bound(epsilon).value,
            order_of_magnitude: instance.order_of_magnitude(epsilon),
            lower_bounds: each(&|epsilon| instance.lower_bound(epsilon).value),
            orders_of_magnitude: each(&|epsilon| instance.order_of_magnitude(epsilon)),
            epsilons: self.epsilons.clone(),
            facts: errors
                .iter()
                .map(|one| stated(self.quantity.label(), Side::Value, self.quantity.of(one)))
                .collect(),
            table: table(&errors),
            errors,
            publishable: mark.publishable,
            notice: mark.notice,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = conclusions(&self.setting, &prepared, &outputs, &answer);
        answer.figure = self.picture.then(|| self.picture(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl ErrorQuantity {
    fn of(self, errors: &MechanismErrors) -> f64 {
        match self {
            Self::Mean => errors.mean.0,
            Self::RootMeanSquare => errors.root_mean_square.0,
            Self::Median => errors.median,
            Self::Q95 => errors.q95,
        }
    }

    fn among(self, errors: &Errors) -> f64 {
        match self {
            Self::Mean => errors.mean,
            Self::RootMeanSquare => errors.root_mean_square,
            Self::Median => errors.median,
            Self::Q95 => errors.q95,
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Mean => "mean error",
            Self::RootMeanSquare => "root mean square error",
            Self::Median => "median error",
            Self::Q95 => "95 % quantile of the error",
        }
    }
}

/// The errors at ε as text.
fn table(errors: &[MechanismErrors]) -> Table {
    let row = |one: &MechanismErrors| {
        let numbers = [one.mean.0, one.root_mean_square.0, one.median, one.q95, one.answers].map(number);
        [one.title.to_owned(), one.guarantee.clone()].into_iter().chain(numbers).collect()
    };
    let heads = ["mechanism", "guarantee", "mean error", "root mean square", "median", "95 %", "answers"];
    Table {
        caption: "Errors of each mechanism on these records".into(),
        columns: heads.map(String::from).to_vec(),
        rows: errors.iter().map(row).collect(),
        ..Table::default()
    }
}

impl ErrorsQuestion {
    fn errors_of(
        &self,
        one: Mechanism,
        output: &Output,
        prepared: &Prepared,
        parameters: &Parameters,
    ) -> Result<MechanismErrors, Refusal> {
        let errors = output.errors();
        let at = |&epsilon: &f64| {
            let parameters = Parameters { epsilon, ..*parameters };
            let output = one.output(&prepared.instance, &prepared.sensitivities, &parameters);
            Ok(Number(self.quantity.among(&output.map_err(no_law)?.errors())))
        };
        let (epsilon, delta) = (number(parameters.epsilon), one.delta(parameters));
        Ok(MechanismErrors {
            mechanism: one.word(),
            title: one.title(),
            guarantee: if delta > 0.0 {
                format!("({epsilon}, {})", number(delta))
            } else {
                format!("ε = {epsilon}")
            },
            mean: Number(errors.mean),
            root_mean_square: Number(errors.root_mean_square),
            median: errors.median,
            q95: errors.q95,
            answers: 1.0 - output.refused(),
            curve: self.epsilons.iter().map(at).collect::<Result<_, Refusal>>()?,
        })
    }

    fn picture(&self, answer: &ErrorsAnswer) -> Figure {
        let x = &answer.epsilons;
        let mut drawn: Vec<Line> = answer
            .errors
            .iter()
            .map(|one| (line(one.title, x, values(&one.curve)), Side::Value))
            .filter(|(series, _): &Line| series.y.iter().all(|error| error.is_finite()))
            .collect();
        let bound = Series { ..line("lower bound (Theorem 3)", x, answer.lower_bounds.clone()) };
        let up = decades_of(self.quantity.label(), &drawn);
        if self.quantity == ErrorQuantity::Mean {
            drawn.push((bound, Side::Value));
        }
        drawn.push((line("ω(x; ⌈1/ε⌉)", x, answer.orders_of_magnitude.clone()), Side::Value));
        // Bounds that say next to nothing must not press the curves together.
        let shown = decades_of(self.quantity.label(), &drawn);
        let up = Axis { from: shown.from.max(up.from * 1e-3), ..shown };
        let across = match x[..] {
            [from, .., to] => Axis { from, to, ..Axis::decades(EPSILON.meaning, 0.1, 1.0) },
            _ => Axis::decades(EPSILON.meaning, 0.9 * x[0], 1.1 * x[0]),
        };
        let words = Words { head: "ε", place: "ε = ", quantity: "" };
        let figure = lines(&words, x, (across, up), drawn);
        let sentence = format!(
            "{} of each mechanism on these very records, against ε; one without a finite value is left out.",
            super::laws_conclusions::capital(self.quantity.label())
        );
        finish(figure, "Error against ε", &self.setting.title(), sentence, &answer.notice)
    }
}
