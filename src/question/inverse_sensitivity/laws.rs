//! What every mechanism would answer about given records: exact densities and distributions on one interval.

use serde::Serialize;

use super::chart::{Curve, answers, chart, density_of, distribution_of, finish, interval, points};
use super::laws_conclusions::conclusions;
use super::setting::{MECHANISMS, Prepared, SETTING, StatisticSetting, mechanisms, no_law, secret};
use super::staircase::PLACES;
use crate::algorithm::inverse_sensitivity::{Mechanism, Output};
use crate::figure::{Axis, Figure, Series, Side};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, joined};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::Words;

/// "What would each mechanism answer about these records?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LawsQuestion {
    /// Records, statistic, universe and ε.
    #[serde(flatten)]
    pub setting: StatisticSetting,
    /// Which mechanisms.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mechanisms: Vec<&'static str>,
    /// Answers at which density and distribution are wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub places: Vec<f64>,
    /// Distances r at which `P[|M − f(x)| ≥ r]` is wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub distances: Vec<f64>,
    /// Shares of which quantiles are wanted.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub shares: Vec<f64>,
    /// Whether densities are drawn on a log axis.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub logarithmic: bool,
    /// Whether to describe the pictures too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// What one mechanism would answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct MechanismLaw {
    /// Its word.
    pub mechanism: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its δ, 0 if it is pure.
    pub delta: f64,
    /// The scale of its noise, if it adds any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The chance that it gives no answer.
    pub refused: f64,
    /// `E[M]` given an answer, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// `E|M − f(x)|` given an answer.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub mean_distance: Number,
    /// `E(M − f(x))²` given an answer.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub mean_square: Number,
    /// The quantiles asked for, given an answer.
    pub quantiles: Vec<f64>,
    /// The density at each place asked for; on a grid the probability.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub densities: Vec<f64>,
    /// The chance of an answer at or below each place asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub distributions: Vec<f64>,
    /// `P[|M − f(x)| ≥ r]` at each distance asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tails: Vec<f64>,
    /// `log Z` of the path length, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_total: Option<f64>,
    /// `P[len = k]` for k = 0, 1, …, if it has a path length.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub chances: Vec<f64>,
}

/// The laws of all mechanisms.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct LawsAnswer {
    /// f(x).
    pub value: f64,
    /// How many records were clipped.
    pub clipped: usize,
    /// The global sensitivity.
    pub global_sensitivity: f64,
    /// The mechanisms.
    pub laws: Vec<MechanismLaw>,
    /// Whether this may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The densities, if a picture is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// The distributions, if a picture is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution_figure: Option<Figure>,
}

const DISTANCES: Field = Field::numbers(
    "distances",
    "distances r at which the chance to be off by r or more is wanted",
    Range::closed(0.0, 1e13),
    [0, 1000],
)
.usually(&[]);
const SHARES: Field = Field::ascending(
    "shares",
    "shares of which quantiles are wanted",
    Range::closed(1e-9, 1.0 - 1e-9),
    [1, 100],
)
.usually(&[0.05, 0.25, 0.5, 0.75, 0.95]);
const LOGARITHMIC: Field = Field::flag("logarithmic", "whether densities are drawn on a log axis", false);

impl Ask for LawsQuestion {
    const ABOUT: &'static str = "What would each mechanism answer about these very records? Exact densities, distributions and moments.";
    const FIELDS: &'static [Field] =
        &joined::<10, 6, 16>(SETTING, [MECHANISMS, PLACES, DISTANCES, SHARES, LOGARITHMIC, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "statistic-laws", "data": {"kind": "nine"}, "universe": {"kind": "bounded", "lower": 0, "upper": 12},
 "mechanisms": ["exact", "tight", "laplace", "propose-test-release"]}"#,
    ];
    type Answer = LawsAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            setting: StatisticSetting::read(fields)?,
            mechanisms: mechanisms(fields)?.into_iter().map(Mechanism::word).collect(),
            places: fields.numbers(&PLACES)?,
            distances: fields.numbers(&DISTANCES)?,
            shares: fields.numbers(&SHARES)?,
            logarithmic: fields.flag(&LOGARITHMIC)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let prepared = Prepared::of(&self.setting)?;
        let outputs = outputs(&self.setting, &prepared, &self.mechanisms)?;
        let mark = secret();
        let mut answer = LawsAnswer {
            value: prepared.instance.value(),
            clipped: prepared.instance.clipped(),
            global_sensitivity: prepared.instance.global_sensitivity(),
            laws: outputs.iter().map(|(one, output)| self.law(*one, output, &prepared)).collect(),
            publishable: mark.publishable,
            notice: mark.notice,
            conclusions: Vec::new(),
            figure: None,
            distribution_figure: None,
        };
        answer.conclusions = conclusions(&self.setting, &prepared, &outputs);
        if self.picture {
            answer.figure = Some(self.densities(&answer, &prepared, &outputs));
            answer.distribution_figure = Some(self.distributions(&answer, &prepared, &outputs));
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![
            ("/figure", answer.figure.as_mut()),
            ("/distribution-figure", answer.distribution_figure.as_mut()),
        ]
    }
}

/// The mechanisms of some words with their laws.
pub(super) fn outputs(
    setting: &StatisticSetting,
    prepared: &Prepared,
    words: &[&'static str],
) -> Result<Vec<(Mechanism, Output)>, Refusal> {
    let parameters = setting.parameters();
    let chosen = Mechanism::ALL.into_iter().filter(|one| words.contains(&one.word()));
    chosen
        .map(|one| {
            let output = one.output(&prepared.instance, &prepared.sensitivities, &parameters);
            Ok((one, output.map_err(no_law)?))
        })
        .collect()
}

impl LawsQuestion {
    fn law(&self, one: Mechanism, output: &Output, prepared: &Prepared) -> MechanismLaw {
        let parameters = self.setting.parameters();
        let errors = output.errors();
        let stairs = one.stairs(&prepared.instance, &prepared.sensitivities, &parameters);
        let law = output.law();
        let square = law.map_or(errors.root_mean_square * errors.root_mean_square, |law| {
            law.mean_square(output.center())
        });
        let each = |list: &[f64], at: &dyn Fn(f64) -> f64| list.iter().map(|&one| at(one)).collect();
        MechanismLaw {
            mechanism: one.word(),
            title: one.title(),
            delta: one.delta(&parameters),
            scale: match output {
                Output::Law { .. } => None,
                Output::Noise { noise, .. }
                | Output::Clamped { noise, .. }
                | Output::Tested { noise, .. } => Some(noise.scale),
            },
            refused: output.refused(),
            mean: output.mean(),
            mean_distance: Number(errors.mean),
            mean_square: Number(square),
            quantiles: each(&self.shares, &|share| output.quantile(share)),
            densities: each(&self.places, &|place| output.density(place)),
            distributions: each(&self.places, &|place| output.distribution(place)),
            tails: each(&self.distances, &|distance| output.tail(distance)),
            log_total: law.map(|law| law.log_total()),
            chances: stairs
                .zip(law)
                .map_or(Vec::new(), |(stairs, law)| stairs.chances(law, self.setting.epsilon)),
        }
    }

    fn densities(&self, answer: &LawsAnswer, prepared: &Prepared, outputs: &[(Mechanism, Output)]) -> Figure {
        let instance = &prepared.instance;
        let curves: Vec<Curve<'_>> = outputs
            .iter()
            .map(|(one, output)| Curve {
                series: Series { infinite: output.refused(), ..density_of(one.title(), output, instance) },
                side: Side::Value,
                at: Box::new(|place| output.density(place)),
            })
            .collect();
        let heights = || curves.iter().flat_map(|curve| curve.series.y.iter().copied());
        let most = heights().filter(|height| height.is_finite()).fold(1e-300, f64::max);
        let least = heights().filter(|&height| height > 0.0).fold(most, f64::min);
        let label = if self.setting.grid.is_some() { "probability" } else { "density" };
        let up = if self.logarithmic {
            Axis::decades(label, least.max(1e-12 * most), most)
        } else {
            Axis::linear(label, 0.0, Axis::round_up(1.05 * most))
        };
        let words = Words { head: "answer", place: "t = ", quantity: "" };
        let figure = chart(&words, points(instance), (answers(instance), up), curves);
        let refused = outputs.iter().find(|(_, output)| output.refused() > 0.0);
        let beside = refused.map_or("", |_| " The chance of no answer stands right of the plot.");
        let sentence = format!("The density of each answer by mechanism, on {}.{beside}", interval(instance));
        finish(figure, "What would be answered", &self.setting.title(), sentence, &answer.notice)
    }

    fn distributions(
        &self,
        answer: &LawsAnswer,
        prepared: &Prepared,
        outputs: &[(Mechanism, Output)],
    ) -> Figure {
        let instance = &prepared.instance;
        let curves = outputs
            .iter()
            .map(|(one, output)| Curve {
                series: distribution_of(one.title(), output, instance),
                side: Side::Value,
                at: Box::new(|place| output.distribution(place)),
            })
            .collect();
        let words = Words { head: "answer", place: "t = ", quantity: "" };
        let axes = (answers(instance), Axis::linear("chance of t or less", 0.0, 1.0));
        let figure = chart(&words, points(instance), axes, curves);
        let sentence =
            format!("The chance of an answer of t or less by mechanism, on {}.", interval(instance));
        finish(figure, "Distribution of the answer", &self.setting.title(), sentence, &answer.notice)
    }
}
