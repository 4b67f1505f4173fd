//! Draws of a mechanism on given records, by seed.

use serde::Serialize;

use super::chart::{Curve, answers, chart, distribution_of, finish, points};
use super::laws::outputs;
use super::setting::{MECHANISM_WORDS, Prepared, SETTING, StatisticSetting, clipped};
use crate::algorithm::inverse_sensitivity::{Mechanism, Output};
use crate::algorithm::trial::{CONFIDENCE, mean};
use crate::figure::{Axis, Draw, Figure, Series, Side};
use crate::mechanism::Range;
use crate::numeric::random::Random;
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::data::SEED;
use crate::question::field::described::{Field, joined};
use crate::question::field::publishable::Promise;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, number};

/// The most draws of one answer.
const MOST: f64 = 10_000.0;

/// "What would it answer, drawn at random?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SamplesQuestion {
    /// Records, statistic, universe and ε.
    #[serde(flatten)]
    pub setting: StatisticSetting,
    /// Whose answers.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mechanism: &'static str,
    /// How many.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub draws: usize,
    /// The seed.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// Draws, and how they compare with the law they are of.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct SamplesAnswer {
    /// The answers drawn; `null` where the test before a release failed.
    pub answers: Vec<Option<f64>>,
    /// How many were no answer.
    pub refused: usize,
    /// The mean of those that were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// How far the mean of the law may lie from it, with 95 % confidence; none of fewer than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
    /// The largest difference between the share of draws and the law, over all answers.
    pub distance: f64,
    /// What it exceeds with probability at most 1 % (Dvoretzky, Kiefer, Wolfowitz and Massart).
    pub allowed: f64,
    /// Whether one of these draws could be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const MECHANISM: Field = Field::choice_or("mechanism", "whose answers", &MECHANISM_WORDS, "exact");
const DRAWS: Field = Field::number_or("draws", "how many answers are drawn", Range::whole(1.0, MOST), 100.0);

impl Ask for SamplesQuestion {
    const ABOUT: &'static str =
        "What would it answer, drawn at random? Answers of a seed beside the law they are of.";
    const FIELDS: &'static [Field] = &joined::<10, 4, 14>(SETTING, [MECHANISM, DRAWS, SEED, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "statistic-samples", "data": {"kind": "nine"}, "universe": {"kind": "bounded", "lower": 0, "upper": 12},
 "smoothing": 0.25, "draws": 20, "seed": 3}"#,
    ];
    type Answer = SamplesAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            setting: StatisticSetting::read(fields)?,
            mechanism: fields.word(&MECHANISM)?,
            draws: fields.number(&DRAWS)? as usize,
            seed: fields.number(&SEED)? as u64,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let prepared = Prepared::of(&self.setting)?;
        let outputs = outputs(&self.setting, &prepared, &[self.mechanism])?;
        let Some((one, output)) = outputs.first() else { return Err(Refusal::failed()) };
        // The test and the noise after it are two noises, of a stream each.
        let mut noise = Random::stream(self.seed, &format!("statistic, {}", one.word()));
        let mut test = Random::stream(self.seed, &format!("statistic, {}, test", one.word()));
        let drawn: Vec<Option<f64>> = (0..self.draws)
            .map(|_| {
                let passes = test.uniform() >= output.refused();
                let answer = output.quantile(open(&mut noise));
                passes.then_some(answer)
            })
            .collect();
        let mut sorted: Vec<f64> = drawn.iter().filter_map(|answer| *answer).collect();
        sorted.sort_by(f64::total_cmp);
        let estimate = mean(&sorted, CONFIDENCE);
        let delta = one.delta(&self.setting.parameters());
        let promise = Promise {
            epsilon: self.setting.epsilon * self.draws as f64,
            delta: delta * self.draws as f64,
            by: Some(if self.draws == 1 { "for this answer" } else { "for all of these answers together" }),
            people: prepared.instance.count(),
            missing: None,
        };
        let mark = promise.of_statistic(self.setting.grid.is_some() && one.has_stairs());
        let finite = output.mean().is_some();
        let mut answer = SamplesAnswer {
            refused: drawn.len() - sorted.len(),
            answers: drawn,
            mean: (finite && !sorted.is_empty()).then_some(estimate.mean),
            half_width: estimate
                .half_width
                .filter(|_| finite && output.errors().root_mean_square.is_finite()),
            distance: distance(&sorted, output),
            allowed: (0.5 * 200f64.ln() / sorted.len().max(1) as f64).sqrt().min(1.0),
            publishable: mark.publishable,
            notice: mark.notice,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer, &prepared, *one, output);
        answer.figure = self.picture.then(|| self.picture(&answer, &prepared, *one, output, &sorted));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

/// A uniform number strictly between 0 and 1.
fn open(random: &mut Random) -> f64 {
    random.uniform().max(f64::EPSILON / 4.0)
}

/// Kolmogorov's distance between sorted draws and the law given an answer.
fn distance(sorted: &[f64], output: &Output) -> f64 {
    let (count, answered) = (sorted.len() as f64, 1.0 - output.refused());
    let law = |place: f64| output.distribution(place) / answered;
    let mut largest: f64 = 0.0;
    let mut at = 0;
    while at < sorted.len() {
        let place = sorted[at];
        let below = at as f64 / count;
        while at < sorted.len() && sorted[at] == place {
            at += 1;
        }
        largest =
            largest.max((at as f64 / count - law(place)).abs()).max((law(place.next_down()) - below).abs());
    }
    largest
}

impl SamplesQuestion {
    fn conclusions(
        &self,
        answer: &SamplesAnswer,
        prepared: &Prepared,
        one: Mechanism,
        output: &Output,
    ) -> Vec<String> {
        let mut said: Vec<String> = clipped(&prepared.instance).into_iter().collect();
        let given = answer.answers.len() - answer.refused;
        if answer.refused > 0 || output.refused() > 0.0 {
            said.push(format!(
                "{} of {} were no answer, where {} are expected.",
                answer.refused,
                answer.answers.len(),
                number(output.refused() * answer.answers.len() as f64)
            ));
        }
        if given > 0 {
            let side = if answer.distance <= answer.allowed { "as it should be" } else { "which is rare" };
            said.push(format!(
                "Shares of draws differ from the law by at most {}; beyond {} they come by chance once in a hundred times: {side}.",
                number(answer.distance),
                number(answer.allowed)
            ));
        }
        said.push(if self.setting.grid.is_some() && one.has_stairs() {
            "Answers lie on a public grid: their law is a list of probabilities, which one uniform number decides.".to_owned()
        } else {
            "Drawn with numbers of 53 bits, whose gaps could give a record away: a demonstration. On a grid, which is another \
             setting, the law is a list of probabilities."
                .to_owned()
        });
        said
    }

    fn picture(
        &self,
        answer: &SamplesAnswer,
        prepared: &Prepared,
        one: Mechanism,
        output: &Output,
        sorted: &[f64],
    ) -> Figure {
        let instance = &prepared.instance;
        let answered = 1.0 - output.refused();
        let mut law = distribution_of(one.title(), output, instance);
        law.y.iter_mut().for_each(|height| *height /= answered);
        let shares: Vec<f64> = (1..=sorted.len()).map(|at| at as f64 / sorted.len() as f64).collect();
        let draws = Series { draw: Draw::Step, ..line("draws", sorted, shares) };
        let share =
            |place: f64| sorted.partition_point(|draw| *draw <= place) as f64 / sorted.len().max(1) as f64;
        let curves = vec![
            Curve {
                series: law,
                side: Side::Value,
                at: Box::new(|place| output.distribution(place) / answered),
            },
            Curve { series: draws, side: Side::Value, at: Box::new(share) },
        ];
        let axes = (answers(instance), Axis::linear("share of t or less", 0.0, 1.0));
        let words = Words { head: "answer", place: "t = ", quantity: "" };
        let figure = chart(&words, points(instance), axes, curves);
        let sentence = format!(
            "{} answers of seed {} beside the law they are of; they differ by at most {}.",
            sorted.len(),
            self.seed,
            number(answer.distance)
        );
        finish(
            figure,
            "Draws and their law",
            &self.setting.title(),
            sentence,
            super::setting::secret().notice.as_str(),
        )
    }
}
