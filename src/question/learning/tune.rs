//! What it costs to publish the best of several runs.

use crate::question::Ask;
use serde::Serialize;

use crate::account::moments::{self, MomentsPlan};
use crate::account::tuning::{Repeats, epsilons, poisson_mean};
use crate::account::{Plan, Release, Unavailable};
use crate::guarantee::{Order, Probability};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::common::{DELTA, NEIGHBOURS, RELEASES};
use crate::question::field::described::{Field, Variant};
use crate::question::field::number::Number;
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;
use crate::sampling::Neighbours;

/// Which means of a Poisson number of runs the theorem covers.
const ONE_OR_MORE: &str = "1 or more: of fewer than one run on average the theorem of tuning says nothing";

const MEAN: Field = Field::number("mean", "the mean μ", Range::closed(1e-9, 1e6)).optional();
const RUNS: Field =
    Field::number("runs", "instead of a mean: more runs than this", Range::whole(0.0, 1e3)).optional();
const CHANCE: Field = Field::number("chance", "come with this chance", Range::below(1e-6, 1.0)).optional();
const SHAPE: Field =
    Field::number("shape", "η: geometric for 1, logarithmic for 0", Range::closed(-0.99, 100.0));
const STOP: Field = Field::number("stop", "γ, the chance to stop after a run", Range::below(1e-9, 1.0));

/// How many runs there are.
pub(crate) const REPEATS: Field = Field::variants(
    "repeats",
    "the law of the number of runs",
    &[
        Variant {
            word: "poisson",
            meaning: "Poisson, by its mean or by runs and chance",
            fields: &[MEAN, RUNS, CHANCE],
        },
        Variant { word: "negative-binomial", meaning: "truncated negative binomial", fields: &[SHAPE, STOP] },
    ],
);

const LARGEST_ORDER: Field = Field::number_or(
    "largest-order",
    "whole orders from 2 to this one are used",
    Range::whole(2.0, 1e4),
    256.0,
);

/// "I try a random number of candidates and publish the best; what is my ε?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TuneQuestion {
    /// Which two data sets must look alike; `add-remove` if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// What one run publishes.
    pub releases: Vec<Release>,
    /// How many runs there are.
    pub repeats: RunsLaw,
    /// δ.
    pub delta: f64,
    /// Whole orders from 2 to this one are used; 256 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub largest_order: f64,
}

/// The law of the number of runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RunsLaw {
    /// Poisson with a mean, or with more than `runs` runs at a chance.
    Poisson {
        /// μ.
        mean: f64,
    },
    /// Truncated negative binomial: geometric for shape 1, logarithmic for shape 0.
    NegativeBinomial {
        /// η.
        shape: f64,
        /// γ.
        stop: f64,
    },
}

/// One ε and the order that gives it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TunedEpsilon {
    /// Never below.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub epsilon: Number,
    /// The Rényi order.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub order: Number,
}

/// The cost of the runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TuneAnswer {
    /// How many runs are expected.
    pub mean: f64,
    /// What one run costs: what is claimed where tuning is not counted.
    pub one: TunedEpsilon,
    /// What the best of the runs costs.
    pub best: TunedEpsilon,
    /// Its divergence at each whole order from 2 on.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub divergences: Vec<Number>,
    /// What the theorem says at each of these orders by itself, before smaller orders take over from larger.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub order_by_order: Vec<Number>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
}

impl Ask for TuneQuestion {
    const ABOUT: &'static str = "What does it cost to publish the best of several runs?";
    const FIELDS: &'static [Field] = &[NEIGHBOURS, RELEASES, REPEATS, DELTA, LARGEST_ORDER];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "tune", "releases": [{"count": 1920, "mechanism": {"kind": "gaussian", "sigma": 5},
                              "sampling": {"kind": "poisson", "rate": 0.032}}],
 "repeats": {"kind": "poisson", "runs": 10, "chance": 0.9}, "delta": 1e-5}"#];
    type Answer = TuneAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            neighbours: fields.neighbours()?,
            releases: fields.releases()?,
            repeats: read_repeats(&fields.at(&REPEATS))?,
            delta: fields.number(&DELTA)?,
            largest_order: fields.number(&LARGEST_ORDER)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let repeats = Repeats::from(self.repeats);
        let plan = Plan::new(&self.releases, self.neighbours);
        let nothing = TunedEpsilon { epsilon: Number(f64::INFINITY), order: Number(f64::INFINITY) };
        let empty = TuneAnswer {
            mean: repeats.mean(),
            one: nothing,
            best: nothing,
            divergences: Vec::new(),
            order_by_order: Vec::new(),
            unavailable: None,
        };
        let divergences = |curve: MomentsPlan<'_>| {
            let orders =
                (2..=self.largest_order as u32).map(|order| Order::above_one(f64::from(order) - 1.0));
            orders.map(|order| Ok((order, curve.renyi(order)?))).collect::<Result<Vec<_>, Unavailable>>()
        };
        Ok(match moments::compose(&plan).and_then(divergences) {
            Err(reason) => TuneAnswer { unavailable: Some(reason.to_string()), ..empty },
            Ok(one) => {
                let found = epsilons(&repeats, &one, Probability::clamped(self.delta));
                let [one_run, best] = found.map(|(epsilon, order)| TunedEpsilon {
                    epsilon: Number(epsilon),
                    order: Number(order.value()),
                });
                let values =
                    |curve: Vec<(Order, f64)>| curve.into_iter().map(|(_, value)| Number(value)).collect();
                TuneAnswer {
                    one: one_run,
                    best,
                    divergences: values(repeats.divergences(&one)),
                    order_by_order: values(repeats.order_by_order(&one)),
                    ..empty
                }
            }
        })
    }
}

/// Reads the law of the number of runs; Poisson by its mean, or by a number of runs and the chance of more.
pub(crate) fn read_repeats(place: &Reader<'_>) -> Result<RunsLaw, Refusal> {
    let (law, fields) = place.variant(&REPEATS)?;
    if law == "negative-binomial" {
        return Ok(RunsLaw::NegativeBinomial { shape: fields.number(&SHAPE)?, stop: fields.number(&STOP)? });
    }
    if let Some(mean) = fields.number_if_there(&MEAN)? {
        let covered = mean >= 1.0;
        return if covered {
            Ok(RunsLaw::Poisson { mean })
        } else {
            Err(fields.at(&MEAN).refuse(ONE_OR_MORE))
        };
    }
    let (runs, chance) = (fields.number(&RUNS)?, fields.number(&CHANCE)?);
    match poisson_mean(runs as u32, chance) {
        Ok(mean) if mean >= 1.0 => Ok(RunsLaw::Poisson { mean }),
        Ok(mean) => {
            let printed = print(mean, 4, Rounding::Nearest);
            Err(fields.field("chance").refuse(format!("one whose mean, here {printed}, is {ONE_OR_MORE}")))
        }
        Err(_) => Err(fields.field("chance").refuse("one that a mean has")),
    }
}

impl From<RunsLaw> for Repeats {
    fn from(law: RunsLaw) -> Self {
        match law {
            RunsLaw::Poisson { mean } => Self::Poisson { mean },
            RunsLaw::NegativeBinomial { shape, stop } => Self::NegativeBinomial { shape, stop },
        }
    }
}
