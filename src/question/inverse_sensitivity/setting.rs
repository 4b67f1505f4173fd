//! What every question about a statistic reads: records, statistic, universe, ε and the settings of the mechanisms.

use serde::Serialize;

use super::records::{DATA, PLACES, Records};
use crate::algorithm::inverse_sensitivity::stairs::MOST_POINTS;
use crate::algorithm::inverse_sensitivity::{
    Instance, Mechanism, NoInstance, Parameters, Sensitivities, Statistic, Universe,
};
use crate::algorithm::law::NoLaw;
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::question::field::common::{DELTA_BUDGETS, EPSILON_BUDGETS};
use crate::question::field::described::{Field, Variant, Word};
use crate::question::field::publishable::Mark;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;

/// A statistic.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StatisticChoice {
    /// The mean.
    Mean,
    /// The mean without the m smallest and the m largest records.
    TrimmedMean {
        /// m.
        trim: usize,
    },
    /// The median; of an even number of records the midpoint of the two in the middle.
    Median,
    /// The smallest record with a share of all at or below it.
    Quantile {
        /// The share.
        share: f64,
    },
    /// The r-th smallest record.
    Order {
        /// r, from 1.
        rank: usize,
    },
}

/// Where records may lie.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum UniverseChoice {
    /// In an interval, to which they are clipped.
    Bounded {
        /// A.
        lower: f64,
        /// B.
        upper: f64,
    },
    /// Anywhere; the statistic is clamped to an interval.
    Unbounded {
        /// a.
        lower: f64,
        /// b.
        upper: f64,
    },
}

/// What every question about a statistic is set to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct StatisticSetting {
    /// The records.
    pub data: Records,
    /// The statistic; the median if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub statistic: StatisticChoice,
    /// Where records may lie.
    pub universe: UniverseChoice,
    /// ε.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: f64,
    /// ρ.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub smoothing: f64,
    /// The spacing of a grid of answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<f64>,
    /// δ of the mechanisms that have one.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub delta: f64,
    /// ν of Student noise.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub degrees: f64,
    /// R of the constant radii.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant: Option<f64>,
    /// The sensitivity that is proposed and tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<f64>,
}

const TRIM: Field =
    Field::number("trim", "m, how many records are left out at either end", Range::whole(0.0, 2499.0));
const SHARE: Field = Field::number("share", "the share of records at or below it", Range::closed(0.0, 1.0));
const RANK: Field = Field::number("rank", "r: the r-th smallest record", Range::whole(1.0, 5000.0));
const STATISTIC: Field = Field::variants(
    "statistic",
    "what is estimated; the median if absent",
    &[
        Variant { word: "mean", meaning: "the mean", fields: &[] },
        Variant { word: "trimmed-mean", meaning: "the mean without the extremes", fields: &[TRIM] },
        Variant { word: "median", meaning: "the median", fields: &[] },
        Variant { word: "quantile", meaning: "a quantile", fields: &[SHARE] },
        Variant { word: "order", meaning: "an order statistic", fields: &[RANK] },
    ],
)
.optional();
const LOWER: Field = Field::number("lower", "the lower end of the interval", PLACES);
const UPPER: Field = Field::number("upper", "the upper end of the interval", PLACES);
const UNIVERSE: Field = Field::variants(
    "universe",
    "where records may lie; the interval is public and holds every answer",
    &[
        Variant {
            word: "bounded",
            meaning: "records lie in the interval, to which they are clipped",
            fields: &[LOWER, UPPER],
        },
        Variant {
            word: "unbounded",
            meaning: "records lie anywhere, the statistic is clamped to the interval",
            fields: &[LOWER, UPPER],
        },
    ],
);
/// ε.
pub(super) const EPSILON: Field = Field::number_or("epsilon", "ε", EPSILON_BUDGETS, 1.0)
    .slider("", Slider { from: 0.05, to: 20.0, scale: Scale::Log, start: 1.0 });
const SMOOTHING: Field = Field::number_or(
    "smoothing",
    "ρ: an answer is as good as the best within ρ of it",
    Range::closed(0.0, 1e12),
    0.0,
);
const GRID: Field = Field::number(
    "grid",
    "the spacing of a grid of answers, on which drawing is exact; a continuum if absent",
    Range::closed(1e-12, 1e12),
)
.optional();
const DELTA: Field = Field::number_or(
    "delta",
    "δ of smooth Laplace noise and of the test before a release",
    DELTA_BUDGETS,
    1e-6,
);
const DEGREES: Field =
    Field::number_or("degrees", "ν, the degrees of freedom of Student noise", Range::closed(1.0, 100.0), 3.0);
const CONSTANT: Field = Field::number(
    "constant",
    "R of the approximate path length with one radius; the global sensitivity if absent",
    Range::closed(1e-12, 1e13),
)
.optional();
const PROPOSED: Field = Field::number(
    "proposed",
    "the sensitivity that is proposed and tested; a quarter of the global one if absent",
    Range::closed(1e-12, 1e13),
)
.optional();

/// The fields that make a setting.
pub(super) const SETTING: [Field; 10] =
    [DATA, STATISTIC, UNIVERSE, EPSILON, SMOOTHING, GRID, DELTA, DEGREES, CONSTANT, PROPOSED];

/// The words of the mechanisms.
pub(super) const MECHANISM_WORDS: [Word; Mechanism::ALL.len()] = {
    let mut words = [Word::new("", ""); Mechanism::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = Word::new(Mechanism::ALL[at].word(), Mechanism::ALL[at].meaning());
        at += 1;
    }
    words
};

/// Which mechanisms are compared.
pub(super) const MECHANISMS: Field = Field::choices(
    "mechanisms",
    "which mechanisms are compared",
    &MECHANISM_WORDS,
    &["exact", "tight", "laplace", "smooth-cauchy"],
);

/// The mechanisms asked for, in the order of the list, each once.
pub(super) fn mechanisms(fields: &Object<'_, '_>) -> Result<Vec<Mechanism>, Refusal> {
    let named = fields.words(&MECHANISMS)?;
    Ok(Mechanism::ALL.into_iter().filter(|mechanism| named.contains(&mechanism.word())).collect())
}

impl StatisticSetting {
    /// Reads the fields.
    pub(super) fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let data = Records::read(fields)?;
        let statistic = read_statistic(fields, data.count())?;
        let universe = read_universe(fields)?;
        let setting = Self {
            data,
            statistic,
            universe,
            epsilon: fields.number(&EPSILON)?,
            smoothing: fields.number(&SMOOTHING)?,
            grid: fields.number_if_there(&GRID)?,
            delta: fields.number(&DELTA)?,
            degrees: fields.number(&DEGREES)?,
            constant: fields.number_if_there(&CONSTANT)?,
            proposed: fields.number_if_there(&PROPOSED)?,
        };
        let [lower, upper] = universe.interval();
        let diameter = upper - lower;
        if setting.smoothing > diameter {
            let allowed = format!("at most the length of the interval, {}", number(diameter));
            return Err(fields.at(&SMOOTHING).refuse(allowed));
        }
        let least = diameter / MOST_POINTS as f64;
        if setting.grid.is_some_and(|spacing| !(least..=diameter).contains(&spacing)) {
            let allowed = format!(
                "from {} to {}: a grid of 2 to {MOST_POINTS} points",
                number(least),
                number(diameter)
            );
            return Err(fields.at(&GRID).refuse(allowed));
        }
        let global = setting.instance()?.global_sensitivity();
        if setting.constant.is_some_and(|radius| radius < global) {
            let allowed =
                format!("at least the global sensitivity, {}: with less nothing is private", number(global));
            return Err(fields.at(&CONSTANT).refuse(allowed));
        }
        Ok(setting)
    }

    /// The statistic of the records.
    pub(super) fn instance(&self) -> Result<Instance, Refusal> {
        self.instance_of(&self.data.build())
    }

    /// The same of other records.
    pub(super) fn instance_of(&self, records: &[f64]) -> Result<Instance, Refusal> {
        let statistic = self.statistic.of(records.len());
        Instance::new(records, statistic, self.universe.kind(), self.universe.interval()).map_err(no_instance)
    }

    /// What the mechanisms are set to.
    pub(super) fn parameters(&self) -> Parameters {
        Parameters {
            epsilon: self.epsilon,
            smoothing: self.smoothing,
            grid: self.grid,
            delta: self.delta,
            degrees: self.degrees,
            constant: self.constant,
            proposed: self.proposed,
        }
    }

    /// The statistic in words: `the median of 9 records`.
    pub(super) fn title(&self) -> String {
        let of = self.data.count();
        match self.statistic {
            StatisticChoice::Mean => format!("the mean of {of} records"),
            StatisticChoice::TrimmedMean { trim } => format!("the mean of {of} records, trimmed by {trim}"),
            StatisticChoice::Median => format!("the median of {of} records"),
            StatisticChoice::Quantile { share } => format!("the {} quantile of {of} records", number(share)),
            StatisticChoice::Order { rank } => format!("record {rank} of {of} in order"),
        }
    }
}

/// What is computed of a setting once: the statistic and its local sensitivities.
pub(super) struct Prepared {
    /// The statistic of the records.
    pub instance: Instance,
    /// Its local sensitivities.
    pub sensitivities: Sensitivities,
}

impl Prepared {
    /// Of a setting.
    pub(super) fn of(setting: &StatisticSetting) -> Result<Self, Refusal> {
        let instance = setting.instance()?;
        let sensitivities = instance.sensitivities();
        Ok(Self { instance, sensitivities })
    }
}

/// Beside everything that was computed from the records without noise.
pub(super) fn secret() -> Mark {
    Mark::secret(crate::question::field::publishable::SECRET)
}

/// What is said of records that were clipped.
pub(super) fn clipped(instance: &Instance) -> Option<String> {
    let [lower, upper] = instance.interval();
    let ends = format!("[{}, {}]", number(lower), number(upper));
    let value = instance.unclamped();
    match (instance.clipped(), instance.universe()) {
        (0, Universe::Unbounded) if !(lower..=upper).contains(&value) => {
            Some(format!("The statistic, {}, lies outside of {ends} and is clamped to it.", number(value)))
        }
        (0, _) => None,
        (1, _) => Some(format!("One record lies outside of {ends} and is clipped to it.")),
        (count, _) => Some(format!("{count} records lie outside of {ends} and are clipped to it.")),
    }
}

/// A law without weight: an error of this program, since every setting that is read has one.
pub(super) fn no_law(reason: NoLaw) -> Refusal {
    Refusal { message: format!("there is no law of answers: {reason}"), ..Refusal::failed() }
}

fn no_instance(reason: NoInstance) -> Refusal {
    Refusal { message: format!("there is no such statistic: {reason}"), ..Refusal::failed() }
}

fn read_statistic(fields: &Object<'_, '_>, count: usize) -> Result<StatisticChoice, Refusal> {
    let read = fields.if_there(&STATISTIC, |place| {
        let (kind, fields) = place.variant(&STATISTIC)?;
        Ok(match kind {
            "mean" => StatisticChoice::Mean,
            "trimmed-mean" => {
                let trim = fields.number(&TRIM)? as usize;
                if 2 * trim >= count {
                    let most = count.saturating_sub(1) / 2;
                    let allowed =
                        format!("at most {most}: twice as many as are left out must be below {count}");
                    return Err(fields.at(&TRIM).refuse(allowed));
                }
                StatisticChoice::TrimmedMean { trim }
            }
            "median" => StatisticChoice::Median,
            "quantile" => StatisticChoice::Quantile { share: fields.number(&SHARE)? },
            _ => {
                let rank = fields.number(&RANK)? as usize;
                if rank > count {
                    return Err(fields.at(&RANK).refuse(format!("at most {count}, the number of records")));
                }
                StatisticChoice::Order { rank }
            }
        })
    })?;
    Ok(read.unwrap_or(StatisticChoice::Median))
}

fn read_universe(fields: &Object<'_, '_>) -> Result<UniverseChoice, Refusal> {
    let place = fields.at(&UNIVERSE);
    let (kind, fields) = place.variant(&UNIVERSE)?;
    let (lower, upper) = (fields.number(&LOWER)?, fields.number(&UPPER)?);
    // Closer ends leave no room for answers between two numbers that can be written.
    let least = 1e-9 * (1e-290 + lower.abs().max(upper.abs()));
    if upper - lower <= least {
        return Err(fields.at(&UPPER).refuse(format!("above the lower end, {}", number(lower))));
    }
    Ok(match kind {
        "bounded" => UniverseChoice::Bounded { lower, upper },
        _ => UniverseChoice::Unbounded { lower, upper },
    })
}

impl StatisticChoice {
    fn of(self, count: usize) -> Statistic {
        match self {
            Self::Mean => Statistic::TrimmedMean { trim: 0 },
            Self::TrimmedMean { trim } => Statistic::TrimmedMean { trim },
            Self::Median => Statistic::median(count),
            Self::Quantile { share } => Statistic::quantile(share, count),
            Self::Order { rank } => Statistic::Order { rank },
        }
    }
}

impl UniverseChoice {
    /// The interval.
    pub(super) fn interval(self) -> [f64; 2] {
        let (Self::Bounded { lower, upper } | Self::Unbounded { lower, upper }) = self;
        [lower, upper]
    }

    fn kind(self) -> Universe {
        match self {
            Self::Bounded { .. } => Universe::Bounded,
            Self::Unbounded { .. } => Universe::Unbounded,
        }
    }
}
