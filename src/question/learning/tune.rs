//! What it costs to publish the best of several runs.

use crate::question::Ask;
use serde::Serialize;

use crate::account::moments::{self, MomentsPlan};
use crate::account::tuning::{Repeats, epsilons, poisson_mean};
use crate::account::{Plan, Release, Unavailable};
use crate::guarantee::{Order, Probability};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::question::accounting::plan::DELTA;
use crate::question::field::number::Number;
use crate::question::field::read::Reader;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::{read_neighbours, read_releases};
use crate::sampling::Neighbours;

/// The mean of a Poisson number of runs.
const MEAN: Range = Range::closed(1e-9, 1e6);
/// Which of these means the theorem covers.
const ONE_OR_MORE: &str = "1 or more: of fewer than one run on average the theorem of tuning says nothing";
/// η.
const SHAPE: Range = Range::closed(-0.99, 100.0);
/// γ.
const STOP: Range = Range::below(1e-9, 1.0);
/// A number of runs, and how likely more are.
const RUNS: Range = Range::whole(0.0, 1e3);
/// A chance.
const CHANCE: Range = Range::below(1e-6, 1.0);
/// The largest order.
const LARGEST: Range = Range::whole(2.0, 1e4);

/// "I try a random number of candidates and publish the best; what is my ε?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
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
    type Answer = TuneAnswer;

    fn read(root: &Reader<'_>) -> Result<Self, Refusal> {
        let fields = root.object(&["ask", "neighbours", "releases", "repeats", "delta", "largest_order"])?;
        Ok(TuneQuestion {
            neighbours: read_neighbours(fields.field("neighbours"))?,
            releases: read_releases(fields.field("releases"))?,
            repeats: read_repeats(&fields.field("repeats"))?,
            delta: fields.field("delta").number(&DELTA)?,
            largest_order: fields.optional("largest_order", |field| field.number(&LARGEST))?.unwrap_or(256.0),
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
    if place.tag("kind", &["poisson", "negative-binomial"])? == "negative-binomial" {
        let fields = place.object(&["kind", "shape", "stop"])?;
        return Ok(RunsLaw::NegativeBinomial {
            shape: fields.field("shape").number(&SHAPE)?,
            stop: fields.field("stop").number(&STOP)?,
        });
    }
    let fields = place.object(&["kind", "mean", "runs", "chance"])?;
    let place = fields.field("mean");
    if place.is_there() {
        let mean = place.number(&MEAN)?;
        return if mean >= 1.0 { Ok(RunsLaw::Poisson { mean }) } else { Err(place.refuse(ONE_OR_MORE)) };
    }
    let (runs, chance) = (fields.field("runs").number(&RUNS)?, fields.field("chance").number(&CHANCE)?);
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
