//! An estimate that loses its noise level by level, and what is true of such paths.

use serde::Serialize;

use super::levels::{LEVELS, LevelsChoice, MOST};
use crate::algorithm::noise_reduction::Levels;
use crate::algorithm::noise_reduction::path::{
    Denoising, backward, backward_of, covariance, equal_throughout,
};
use crate::figure::{Axis, Draw, Figure, Mark, Series, Side, Statement};
use crate::mechanism::Range;
use crate::numeric::random::Random;
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::data::SEED;
use crate::question::field::described::{Field, Word};
use crate::question::field::publishable;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, lines, number, stated};

/// The most levels of which all covariances are listed.
const LISTED: usize = 12;

/// "How does an estimate lose its noise as ε grows?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct NoisePathQuestion {
    /// The privacy levels.
    pub levels: LevelsChoice,
    /// The private number v.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub value: f64,
    /// Δ, how much one person can change it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub sensitivity: f64,
    /// Which way the noise is drawn.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub sampler: Sampler,
    /// The seed of the noise.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
    /// Uniform numbers of the noise at t = T, …, 1, in place of the seed's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub draws: Vec<f64>,
    /// Uniform numbers of the coins at t = T−1, …, 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub coins: Vec<f64>,
    /// How many levels of the path are shown; all if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<usize>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// Which way the noise of a path is drawn; the law is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Sampler {
    /// From the last level back, as the source has it.
    Backward,
    /// Level by level, without knowing what comes.
    Forward,
}

/// A path, and what is true of all such paths.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct NoisePathAnswer {
    /// The levels.
    pub levels: Vec<f64>,
    /// The scale of the noise at each, `Δ/ε_t`.
    pub scales: Vec<f64>,
    /// The estimate at each.
    pub estimates: Vec<f64>,
    /// The levels at which it changed.
    pub jumps: Vec<f64>,
    /// How likely it stays from each level to the next, `q_t`.
    pub stays: Vec<f64>,
    /// The expected number of different values.
    pub distinct: f64,
    /// The same on an ever finer grid, `1 + 2 ln(ε_T/ε_1)`.
    pub distinct_in_the_limit: f64,
    /// How likely it never changes.
    pub never_changes: f64,
    /// Covariances of the noise at all levels, row by row; empty of more than twelve levels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub covariances: Vec<Vec<f64>>,
    /// What all of it shows costs, and what publishing every estimate with noise of its own would.
    pub costs: [f64; 2],
    /// Whether all of this may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What is true of every path, as printed.
    pub facts: Vec<Statement>,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const VALUE: Field =
    Field::number_or("value", "the private number that is estimated", Range::closed(-1e9, 1e9), 0.0);
const SAMPLERS: [Sampler; 2] = [Sampler::Backward, Sampler::Forward];
const SAMPLER: Field = Field::choice_or(
    "sampler",
    "which way the noise is drawn; the law of the path is the same",
    &[
        Word::new("backward", "from the last level back, adding noise"),
        Word::new("forward", "level by level, taking noise off"),
    ],
    "backward",
);
/// Uniform numbers, strictly inside of (0, 1).
const UNIFORM: Range = Range::closed(1e-12, 1.0 - 1e-12);
const DRAWS: Field = Field::numbers(
    "draws",
    "uniform numbers of the noise from the last level back, in place of those of the seed",
    UNIFORM,
    [1, MOST],
)
.usually(&[]);
const COINS: Field = Field::numbers(
    "coins",
    "uniform numbers of the coins from the last level but one back, one less than the draws",
    UNIFORM,
    [0, MOST],
)
.usually(&[]);
const SHOWN: Field =
    Field::number("shown", "how many levels are shown, all if absent", Range::whole(1.0, MOST as f64))
        .optional();

/// Δ of what is estimated.
pub(crate) const SENSITIVITY: Field = Field::number_or(
    "sensitivity",
    "Δ, how far one person can move what is estimated",
    Range::closed(1e-9, 1e9),
    1.0,
);

impl Ask for NoisePathQuestion {
    const ABOUT: &'static str = "How does an estimate lose its noise as ε grows? One path through all levels, and what holds for every path.";
    const FIELDS: &'static [Field] =
        &[LEVELS, VALUE, SENSITIVITY, SAMPLER, SEED, DRAWS, COINS, SHOWN, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "noise-path", "levels": {"kind": "geometric", "from": 0.01, "to": 10, "count": 40}, "value": 3}"#,
        r#"{"ask": "noise-path", "levels": {"kind": "custom", "values": [0.1, 0.3, 1]}, "value": 10,
 "draws": [0.9, 0.2, 0.35], "coins": [0.05, 0.5]}"#,
    ];
    type Answer = NoisePathAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let (choice, levels) = LevelsChoice::read(fields)?;
        let (draws, coins) = (fields.numbers(&DRAWS)?, fields.numbers(&COINS)?);
        let sampler = fields.chosen(&SAMPLER, &SAMPLERS)?;
        if !draws.is_empty() && draws.len() != levels.count() {
            return Err(fields.at(&DRAWS).refuse(format!("{} numbers, one for each level", levels.count())));
        }
        if !draws.is_empty() && sampler == Sampler::Forward {
            return Err(fields.at(&DRAWS).refuse("left out: they are numbers of the backward sampler"));
        }
        if coins.len() != draws.len().saturating_sub(1) {
            return Err(fields.at(&COINS).refuse("one number less than there are draws"));
        }
        Ok(Self {
            levels: choice,
            value: fields.number(&VALUE)?,
            sensitivity: fields.number(&SENSITIVITY)?,
            sampler,
            seed: fields.number(&SEED)? as u64,
            draws,
            coins,
            shown: fields.number_if_there(&SHOWN)?.map(|shown| shown as usize),
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let levels = self.levels.levels(None).map_err(|_| Refusal::failed())?;
        let noise = self.noise(&levels);
        let values = levels.values();
        let shown = self.shown.unwrap_or(values.len()).min(values.len());
        let estimates: Vec<f64> = noise.iter().take(shown).map(|noise| self.value + noise).collect();
        let jumps: Vec<f64> = (1..shown).filter(|&t| noise[t] != noise[t - 1]).map(|t| values[t]).collect();
        let secret = publishable::Mark::secret(
            "Must not be published as it stands: the number itself and the whole path are shown for study. Published are \
             the estimates up to the level where one stops, for the price of that level.",
        );
        let last = values.len() - 1;
        let row = |s: usize| (0..=last).map(|t| covariance(&levels, self.sensitivity, s, t)).collect();
        let covariances = if values.len() <= LISTED { (0..=last).map(row).collect() } else { Vec::new() };
        let mut answer = NoisePathAnswer {
            levels: values.to_vec(),
            scales: values.iter().map(|level| self.sensitivity / level).collect(),
            stays: levels.stays(),
            distinct: levels.distinct(),
            distinct_in_the_limit: levels.distinct_in_the_limit(),
            never_changes: equal_throughout(&levels, 0, last),
            covariances,
            costs: [values[shown - 1], values[..shown].iter().sum()],
            estimates,
            jumps,
            publishable: secret.publishable,
            notice: secret.notice,
            facts: Vec::new(),
            conclusions: Vec::new(),
            figure: None,
        };
        answer.facts = self.facts(&levels);
        answer.conclusions = self.conclusions(&answer);
        answer.figure = self.picture.then(|| self.picture(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl NoisePathQuestion {
    /// The noise at every level.
    fn noise(&self, levels: &Levels) -> Vec<f64> {
        if !self.draws.is_empty() {
            return backward_of(levels, self.sensitivity, &self.draws, &self.coins);
        }
        let mut random = Random::stream(self.seed, "noise path");
        match self.sampler {
            Sampler::Backward => backward(levels, self.sensitivity, &mut random),
            Sampler::Forward => {
                let values = levels.values();
                let mut noise = Denoising::new(1, self.sensitivity, values[0], &mut random);
                let mut path = vec![noise.noise()[0]];
                for &level in &values[1..] {
                    noise.reduce(level, &mut random);
                    path.push(noise.noise()[0]);
                }
                path
            }
        }
    }

    /// What is true of every path through these levels.
    fn facts(&self, levels: &Levels) -> Vec<Statement> {
        let (values, last) = (levels.values(), levels.count() - 1);
        let fact = |quantity: &str, number: f64| stated(quantity, Side::Value, number);
        let mut facts = vec![
            fact("variance at the first level", covariance(levels, self.sensitivity, 0, 0)),
            fact("variance at the last level", covariance(levels, self.sensitivity, last, last)),
            fact(
                "covariance of the two, the variance of the later",
                covariance(levels, self.sensitivity, 0, last),
            ),
            fact("correlation of the two, the ratio of the levels", values[0] / values[last]),
            fact("chance that nothing changes between them", equal_throughout(levels, 0, last)),
            fact("different values on average", levels.distinct()),
            fact("the same on an ever finer grid", levels.distinct_in_the_limit()),
        ];
        facts.extend(
            levels
                .stays()
                .first()
                .map(|&stays| fact("chance to stay from the first level to the second", stays)),
        );
        facts
    }

    fn conclusions(&self, answer: &NoisePathAnswer) -> Vec<String> {
        let shown = answer.estimates.len();
        let [together, apart] = answer.costs;
        let mut said = Vec::new();
        let (first, now) = (answer.estimates[0], answer.estimates[shown - 1]);
        said.push(format!(
            "From ε = {} to ε = {} the estimate went from {} to {}, with {} of {} steps a jump; the noise has scale {} there, \
             after {}.",
            number(answer.levels[0]),
            number(answer.levels[shown - 1]),
            number(first),
            number(now),
            answer.jumps.len(),
            shown - 1,
            number(answer.scales[shown - 1]),
            number(answer.scales[0])
        ));
        if shown > 1 {
            said.push(format!(
                "All {shown} estimates together cost ε = {}, the level of the last; with noise of their own they would cost \
                 the sum, {}.",
                number(together),
                number(apart)
            ));
        }
        said.push(format!(
            "A path through all levels has {} different values on average, and {} on an ever finer grid.",
            number(answer.distinct),
            number(answer.distinct_in_the_limit)
        ));
        said
    }

    fn picture(&self, answer: &NoisePathAnswer) -> Figure {
        let shown = answer.estimates.len();
        let x = &answer.levels[..shown];
        let whole = answer.levels.len();
        let reach = answer
            .estimates
            .iter()
            .map(|estimate| (estimate - self.value).abs())
            .fold(2.0 * answer.scales[whole - 1], f64::max);
        let reach = Axis::round_up(1.1 * reach);
        let across = if whole > 1 {
            Axis { from: answer.levels[0], to: answer.levels[whole - 1], ..Axis::decades("ε", 0.1, 1.0) }
        } else {
            Axis::decades("ε", 0.9 * x[0], 1.1 * x[0])
        };
        let up = Axis::linear("estimate", self.value - reach, self.value + reach);
        let words = Words { head: "ε", place: "ε = ", quantity: "" };
        let path = Series { draw: Draw::Step, ..line("estimate", x, answer.estimates.clone()) };
        let truth = line("the private number", x, vec![self.value; shown]);
        let mut figure = lines(&words, x, (across, up), vec![(path, Side::Value), (truth, Side::Value)]);
        let at = |level: &f64| x.iter().position(|x| x == level).map(|at| answer.estimates[at]);
        figure.marks = answer
            .jumps
            .iter()
            .filter_map(|level| Some(Mark { x: *level, y: at(level)?, label: String::new(), says: None }))
            .collect();
        let shows = "An estimate that loses its noise";
        figure.title = format!("{shows}, Δ = {}", number(self.sensitivity));
        figure.shows = shows.into();
        figure.sentence = format!(
            "An estimate through {} levels, as far as it is shown; where it changed is marked.",
            whole
        );
        figure.notice.clone_from(&answer.notice);
        figure.table.caption.clone_from(&figure.title);
        figure
    }
}
