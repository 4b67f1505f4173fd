//! One run that stops when it is accurate enough, and many of them.

use serde::Serialize;

use super::run_figure::{path_picture, test_picture, trials_picture};
use super::setting::{AccuracySetting, FallbackWord, SETTING, stopped};
use crate::account::ex_post::Payment;
use crate::algorithm::noise_reduction::profile::{Cost, Profile};
use crate::algorithm::noise_reduction::run::{Run, run};
use crate::algorithm::trial::{CONFIDENCE, Trials, chance, mean};
use crate::figure::{Figure, Side, Statement};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::data::SEED;
use crate::question::field::described::{Field, joined};
use crate::question::field::number::{Enclosure, Number};
use crate::question::field::publishable;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{down, number, stated, up};
use crate::watch::Stopped;

/// "Show me one run: the noise that comes off, the test, the stop, and what it cost."
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ProfileRunQuestion {
    /// What is asked of the run.
    #[serde(flatten)]
    pub setting: AccuracySetting,
    /// How many coordinates the estimate has.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub coordinates: usize,
    /// The seed.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
    /// How many runs beside the one that is shown.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub trials: usize,
    /// How many levels of the run are shown; all that it reached if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<usize>,
    /// Whether to describe the pictures too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// Many runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct RunTrials {
    /// How many.
    pub count: usize,
    /// How many stopped at each level.
    pub stops: Vec<usize>,
    /// How many did not stop.
    pub none: usize,
    /// The mean cost of those that stopped; `null` if none did.
    pub mean: Option<f64>,
    /// How far the truth may lie from it, at 95 %.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
    /// The share of runs that released something worse than α, with its band of 95 %.
    pub worse: Enclosure,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ProfileRunAnswer {
    /// All levels.
    pub levels: Vec<f64>,
    /// The noise of the first coordinate at those that were reached, of sensitivity 1.
    pub noise: Vec<f64>,
    /// Where it changed, by position from 1.
    pub jumps: Vec<usize>,
    /// The excess risk at each level that was reached.
    pub risks: Vec<f64>,
    /// The same as the private test saw it.
    pub tested: Vec<f64>,
    /// What it was compared with.
    pub threshold: f64,
    /// At which level it stopped, from 1; `null` if nothing passed.
    pub stop: Option<usize>,
    /// What the run cost for its estimates.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub generation: Number,
    /// What it cost for its tests.
    pub testing: f64,
    /// Both, in large type; absent where the loss is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Statement>,
    /// What that holds for.
    pub condition: String,
    /// What fresh noise at every level up to the stop would have cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fresh: Option<f64>,
    /// Whether all that is shown may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// Many runs, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trials: Option<RunTrials>,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The path of the estimate, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// The tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_figure: Option<Figure>,
    /// What many runs cost, beside the closed form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trials_figure: Option<Figure>,
}

const COORDINATES: Field = Field::number_or(
    "coordinates",
    "how many coordinates the estimate has, each with coins of its own",
    Range::whole(1.0, 2000.0),
    30.0,
);
const TRIALS: Field =
    Field::number_or("trials", "how many runs beside the one that is shown", Range::whole(0.0, 5000.0), 0.0);
const SHOWN: Field =
    Field::number("shown", "how many levels are shown, all if absent", Range::whole(1.0, 1000.0)).optional();

impl Ask for ProfileRunQuestion {
    const ABOUT: &'static str = "How does one run go? Noise comes off, every estimate is tested in private, the first that passes is released.";
    const FIELDS: &'static [Field] =
        &joined::<9, 5, 14>(SETTING, [COORDINATES, SEED, TRIALS, SHOWN, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "profile-run", "alpha": 0.02, "bounds": {"kind": "ridge", "people": 200000, "features": 30, "regularization": 0.02},
 "risk": {"kind": "model", "kappa": 2e-6, "cap": 0.05}, "levels": {"kind": "theory", "count": 40}, "trials": 100}"#,
    ];
    type Answer = ProfileRunAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            setting: AccuracySetting::read(fields)?,
            coordinates: fields.number(&COORDINATES)? as usize,
            seed: fields.number(&SEED)? as u64,
            trials: fields.number(&TRIALS)? as usize,
            shown: fields.number_if_there(&SHOWN)?.map(|shown| shown as usize),
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let profile = self.setting.profile(self.setting.distance(self.setting.calibration))?;
        let levels = profile.levels.values();
        let one = run(&profile, self.coordinates, self.seed, 0);
        let stop = one.stop;
        let fallback = self.setting.fallback;
        let end = stop.or((fallback == FallbackWord::Last).then_some(levels.len()));
        let generation = end.map_or(f64::INFINITY, |end| levels[end - 1]);
        let secret = publishable::Mark::secret(
            "Must not be published as it stands: excess risks and the noise are shown for study. Published are the estimates \
             up to the stop and that it stopped there.",
        );
        let reached = self.shown.unwrap_or(one.noise.len()).min(one.noise.len());
        let jumps = (1..reached).filter(|&t| one.noise[t] != one.noise[t - 1]).map(|t| t + 1).collect();
        let cut = |values: &[f64], sign: f64| {
            values[..reached].iter().map(|value| sign * value).collect::<Vec<f64>>()
        };
        let costs = if self.trials > 0 { profile.costs().map_err(stopped)? } else { Vec::new() };
        let mut answer = ProfileRunAnswer {
            levels: levels.to_vec(),
            noise: cut(&one.noise, 1.0),
            jumps,
            risks: cut(&one.queries, -1.0),
            tested: cut(&one.values, -1.0),
            threshold: -one.threshold,
            stop,
            generation: Number(generation),
            testing: profile.testing,
            total: generation.is_finite().then(|| stated("ε", Side::Upper, generation + profile.testing)),
            condition: match stop {
                Some(stop) if reached == one.noise.len() => format!(
                    "after the fact: {} for the test, {} for the estimate of level {stop}; one person replaced",
                    up(profile.testing),
                    up(levels[stop - 1])
                ),
                Some(_) => "once it has stopped; the levels shown so far are a part of the run".into(),
                None => "after the fact, although nothing passed".into(),
            },
            fresh: end.map(|end| Payment::FreshNoise.loss(levels, end, profile.testing).total()),
            publishable: secret.publishable,
            notice: secret.notice,
            trials: self.trials(&profile).map_err(stopped)?,
            conclusions: Vec::new(),
            figure: None,
            test_figure: None,
            trials_figure: None,
        };
        answer.conclusions = self.conclusions(&answer, &one, &profile, costs.first());
        if self.picture {
            let done = reached == one.noise.len();
            answer.figure = Some(path_picture(&answer, done));
            answer.test_figure = Some(test_picture(&answer, &profile, done));
            answer.trials_figure =
                answer.trials.as_ref().zip(costs.first()).map(|(trials, cost)| trials_picture(trials, cost));
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![
            ("/figure", answer.figure.as_mut()),
            ("/test-figure", answer.test_figure.as_mut()),
            ("/trials-figure", answer.trials_figure.as_mut()),
        ]
    }
}

impl ProfileRunQuestion {
    /// Runs of the same setting, none of which is the one that is shown.
    fn trials(&self, profile: &Profile) -> Result<Option<RunTrials>, Stopped> {
        if self.trials == 0 {
            return Ok(None);
        }
        let runs = Trials::new(self.trials).run(|at| {
            let one = run(profile, self.coordinates, self.seed, at + 1);
            Ok::<_, Stopped>((one.stop, one.excess().is_some_and(|excess| excess > profile.accuracy)))
        })?;
        let levels = profile.levels.values();
        let mut stops = vec![0; levels.len()];
        let mut costs = Vec::new();
        for stop in runs.iter().filter_map(|(stop, _)| *stop) {
            stops[stop - 1] += 1;
            costs.push(levels[stop - 1] + profile.testing);
        }
        let worse = runs.iter().filter(|(_, worse)| *worse).count();
        let found = mean(&costs, CONFIDENCE);
        Ok(Some(RunTrials {
            count: self.trials,
            none: self.trials - costs.len(),
            stops,
            mean: (!costs.is_empty()).then_some(found.mean),
            half_width: found.half_width,
            worse: chance(worse as f64, self.trials, CONFIDENCE).into(),
        }))
    }

    fn conclusions(
        &self,
        answer: &ProfileRunAnswer,
        one: &Run,
        profile: &Profile,
        cost: Option<&Cost>,
    ) -> Vec<String> {
        let alpha = number(profile.accuracy);
        if answer.noise.len() < one.noise.len() {
            let level = answer.levels[answer.noise.len() - 1];
            return vec![format!(
                "At ε = {} the noise of the first coordinate is {}, of scale {}; {} of {} steps so far were jumps. The test has \
                 not stopped yet.",
                number(level),
                number(answer.noise[answer.noise.len() - 1]),
                number(1.0 / level),
                answer.jumps.len(),
                answer.noise.len() - 1
            )];
        }
        let mut said = Vec::new();
        match (answer.stop, one.excess()) {
            (Some(stop), Some(excess)) => {
                let kept = if excess <= profile.accuracy { "within" } else { "beyond" };
                said.push(format!(
                    "It stopped at level {stop} of {}, ε = {}, with an excess risk of {}, {kept} α = {alpha}.",
                    answer.levels.len(),
                    number(answer.levels[stop - 1]),
                    number(excess)
                ));
                said.push(format!(
                    "The run cost ε ≤ {}: {} for the test, {} for the estimates; with fresh noise at every level up to there it \
                     would have cost {}.",
                    up(answer.generation.0 + answer.testing),
                    up(answer.testing),
                    up(answer.generation.0),
                    up(answer.fresh.unwrap_or(f64::INFINITY))
                ));
            }
            _ => said.push(match self.setting.fallback {
                FallbackWord::Minimizer => "Nothing passed: the source releases the minimizer itself then, without noise, so that the \
                                            loss is infinite. It is not released here."
                    .into(),
                FallbackWord::Last => format!(
                    "Nothing passed: the last estimate is released for ε ≤ {}, its accuracy not certified.",
                    up(answer.generation.0 + answer.testing)
                ),
            }),
        }
        if let Some(trials) = &answer.trials {
            said.push(many(trials, &alpha, cost));
        }
        said
    }
}

/// What many runs say, beside the closed form.
fn many(trials: &RunTrials, alpha: &str, cost: Option<&Cost>) -> String {
    let stopped = trials.count - trials.none;
    let mean = match (trials.mean, trials.half_width) {
        (Some(mean), Some(width)) => {
            format!("ε = {} ± {}", number(mean), print(width, 2, Rounding::Up))
        }
        (Some(mean), None) => format!("ε = {}", number(mean)),
        _ => "nothing, because none stopped".into(),
    };
    let closed = cost.map_or(String::new(), |cost| {
        format!(" The closed form, with the risk at its mean, has {}.", number(cost.mean().total()))
    });
    let worse = match (&trials.worse.lower, trials.worse.upper) {
        (Some(lower), upper) => {
            format!("{} to {}", down(lower.0), print(upper.0, 2, Rounding::Up))
        }
        _ => "an unknown share".into(),
    };
    format!(
        "Of {} further runs {stopped} stopped, at a mean cost of {mean}. A share of {worse} released something worse than \
         α = {alpha}, at 95 % confidence.{closed}",
        trials.count
    )
}
