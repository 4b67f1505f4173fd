//! The privacy profile of one release on all records and on a sample, and the points of the lemma that came first.

use serde::Serialize;

use super::amplified_figure;
use crate::account::{Accountant, Bound, Plan, Release, Unavailable};
use crate::figure::{Axis, Figure};
use crate::guarantee::Probability;
use crate::mechanism::{Mechanism, Range};
use crate::question::Ask;
use crate::question::field::common::{DELTAS, PICTURE, RATES};
use crate::question::field::described::{Field, Kind};
use crate::question::field::number::{Enclosure, Number};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::read_mechanism;
use crate::sampling::renyi::{LARGEST_ORDER, NearlyOptimal, Theorems, WholeOrder, nearly_optimal};
use crate::sampling::{AddedLoss, Neighbours, Sampling, sampled_guarantee};
use crate::watch;

/// The most points of a grid, and those of one that the engine chooses.
const MOST: usize = 400;
const USUAL_POINTS: usize = 121;

/// Where the lemma is drawn unless told, as shares of the ε that all records have at δ.
const LEMMA_SHARES: [f64; 6] = [0.1, 0.25, 0.4, 0.6, 0.8, 1.0];

/// The widest picture that the engine chooses.
const WIDEST: f64 = 100.0;

/// "What does a sample make of this profile?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AmplifiedProfileQuestion {
    /// The mechanism on all records.
    pub mechanism: Mechanism,
    /// The share of the records it sees.
    pub rate: f64,
    /// The δ at which ε is compared; 1e-5 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number"))]
    pub delta: Probability,
    /// Where the profiles are computed; the engine chooses if empty.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilons: Vec<f64>,
    /// The ε on all records at which the lemma is applied; the engine chooses if empty.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub lemma: Vec<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// Which release, under which relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Sample {
    /// All records; a person is added or removed.
    Base,
    /// A Poisson sample; a person is removed.
    Remove,
    /// A Poisson sample; a person is added.
    Add,
    /// A subset of fixed size; a person is replaced, and the noise is measured for an exchange.
    Replace,
}

impl Sample {
    const ALL: [Self; 4] = [Self::Base, Self::Remove, Self::Add, Self::Replace];

    /// As a person reads it.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Base => "everyone takes part",
            Self::Remove => "Poisson, one removed",
            Self::Add => "Poisson, one added",
            Self::Replace => "subset, one replaced",
        }
    }

    fn plan(self, mechanism: &Mechanism, rate: f64) -> Plan {
        let (sampling, neighbours) = match self {
            Self::Base => (None, Neighbours::AddRemove),
            Self::Remove => (Some(Sampling::Poisson { rate }), Neighbours::Remove),
            Self::Add => (Some(Sampling::Poisson { rate }), Neighbours::Add),
            Self::Replace => (Some(Sampling::Subset { rate }), Neighbours::Replace),
        };
        let release = Release { label: None, count: 1.0, mechanism: mechanism.clone(), sampling };
        Plan::new(&[release], neighbours)
    }
}

/// One profile, or why there is none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct SampledProfile {
    /// Whose.
    pub sample: Sample,
    /// By whom: exact where the pair is known, else the Rényi bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accountant: Option<Accountant>,
    /// δ at each ε.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub delta: Vec<Enclosure>,
    /// ε at the δ of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon_at_delta: Option<Enclosure>,
    /// Why there is none, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
}

/// The lemma at one ε: what it makes of a point of the profile, and what the exact profiles have there.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct LemmaPoint {
    /// ε on all records.
    pub base_epsilon: f64,
    /// δ there.
    pub base_delta: f64,
    /// `log(1 + γ(e^ε − 1))`, rounded up.
    pub epsilon: f64,
    /// `γδ`, rounded up.
    pub delta: f64,
    /// The exact δ at that ε when a person is removed from a Poisson sample: the lemma is that curve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<Enclosure>,
    /// The same when one is added: at most that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added: Option<Enclosure>,
    /// δ at that ε by the Rényi curve over whole orders: the least that any bound of the curve can lead to there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renyi_least: Option<f64>,
    /// δ by the general Rényi bound over the same orders: at most three times the least, for one release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renyi_general: Option<f64>,
}

/// The largest loss of a person who is added to a Poisson sample.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct AddedLimit {
    /// `−log(1 − γ)`: no mechanism loses more.
    pub limit: f64,
    /// The largest loss of this one.
    pub largest: Enclosure,
    /// Whether the largest loss is the limit.
    pub reaches_limit: bool,
    /// Whether some output has just the largest loss; otherwise it is only approached.
    pub attained: bool,
}

/// The profiles and what is known of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct AmplifiedProfileAnswer {
    /// The grid.
    pub epsilons: Vec<f64>,
    /// All records, removed, added, replaced.
    pub profiles: Vec<SampledProfile>,
    /// The lemma's points; none where the profile on all records is not known.
    pub lemma: Vec<LemmaPoint>,
    /// Where the profile of an added person ends; absent where nobody or everybody takes part or no pair is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added: Option<AddedLimit>,
    /// Whether some two data sets attain the profiles of a Poisson sample, so that no better bound of them exists.
    pub attained: bool,
    /// What the numbers say, in words.
    pub sentence: String,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const MECHANISM: Field = Field::of("mechanism", "what adds the noise to each sample", Kind::Mechanism);
const RATE: Field = Field::number("rate", "the share of the records in a sample", RATES);
const DELTA: Field = Field::number_or("delta", "the δ at which ε is compared", DELTAS, 1e-5);
const POSITIVE: Range = Range::closed(0.0, 1e3);
const EPSILONS: Field = Field::ascending(
    "epsilons",
    "where the profiles are computed; up to the ε of all records at δ if absent",
    POSITIVE,
    [1, MOST],
)
.optional();
const LEMMA: Field = Field::ascending(
    "lemma",
    "the ε on all records at which the lemma of sampling is applied; six up to that at δ if absent",
    POSITIVE,
    [1, 40],
)
.optional();

impl Ask for AmplifiedProfileQuestion {
    const ABOUT: &'static str = "What does a sample make of a privacy profile? All records, a person removed, added, replaced, and the lemma.";
    const FIELDS: &'static [Field] = &[MECHANISM, RATE, DELTA, EPSILONS, LEMMA, PICTURE];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "amplified-profile", "mechanism": {"kind": "gaussian", "sigma": 1},
 "rate": 0.1, "epsilons": [0, 0.05, 0.5], "lemma": [0.5, 1, 2]}"#];
    type Answer = AmplifiedProfileAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            mechanism: read_mechanism(&fields.at(&MECHANISM), None)?.build(),
            rate: fields.number(&RATE)?,
            delta: Probability::clamped(fields.number(&DELTA)?),
            epsilons: fields.numbers(&EPSILONS)?,
            lemma: fields.numbers(&LEMMA)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let plans = Sample::ALL.map(|sample| (sample, sample.plan(&self.mechanism, self.rate)));
        let [(_, base), (_, removed), (_, added), _] = &plans;
        let reach = epsilon(base, self.delta).ok().map(|(_, bound)| bound.upper);
        let reach = Axis::round_up(reach.filter(|reach| *reach > 0.0).unwrap_or(1.0).min(WIDEST));
        let lemma = if self.lemma.is_empty() {
            LEMMA_SHARES.map(|share| share * reach).to_vec()
        } else {
            self.lemma.clone()
        };
        let lemma = self.lemma_points(&lemma, base, [removed, added]);
        let epsilons = if self.epsilons.is_empty() { grid(reach, &lemma) } else { self.epsilons.clone() };
        let profiles: Vec<SampledProfile> = plans
            .iter()
            .map(|(sample, plan)| {
                watch::step();
                profile(*sample, plan, &epsilons, self.delta)
            })
            .collect();
        let mut answer = AmplifiedProfileAnswer {
            lemma,
            epsilons,
            profiles,
            added: self.added(),
            attained: removed.is_attained() && added.is_attained() && self.mechanism.pair().is_some(),
            sentence: String::new(),
            figure: None,
        };
        answer.sentence = amplified_figure::sentence(self, &answer);
        answer.figure = self.picture.then(|| amplified_figure::picture(self, &answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl AmplifiedProfileQuestion {
    fn added(&self) -> Option<AddedLimit> {
        let inside = self.rate > 0.0 && self.rate < 1.0;
        let AddedLoss { limit, largest, reaches_limit, attained } =
            AddedLoss::of(self.mechanism.pair().filter(|_| inside)?, self.rate);
        Some(AddedLimit { limit, largest: largest.into(), reaches_limit, attained })
    }

    fn lemma_points(&self, lemma: &[f64], base: &Plan, sampled: [&Plan; 2]) -> Vec<LemmaPoint> {
        let Ok((_, bounds)) = deltas(base, lemma) else { return Vec::new() };
        let rate = Probability::clamped(self.rate);
        let mapped: Vec<(f64, Probability)> = lemma
            .iter()
            .zip(&bounds)
            .map(|(&epsilon, bound)| sampled_guarantee(epsilon, Probability::clamped(bound.upper), rate))
            .collect();
        let there: Vec<f64> = mapped.iter().map(|(epsilon, _)| *epsilon).collect();
        let exact = sampled.map(|plan| match deltas(plan, &there) {
            Ok((Accountant::Exact, bounds)) => bounds.into_iter().map(|bound| Some(bound.into())).collect(),
            _ => vec![None; there.len()],
        });
        let largest = WholeOrder::new(LARGEST_ORDER).unwrap_or(WholeOrder::TWO);
        let theorems = Theorems::new(&self.mechanism, rate, 1, largest);
        let renyi = nearly_optimal(&theorems, &there).unwrap_or_default();
        let point = |at: usize| {
            let near: Option<&NearlyOptimal> = renyi.get(at);
            LemmaPoint {
                base_epsilon: lemma[at],
                base_delta: bounds[at].upper,
                epsilon: mapped[at].0,
                delta: mapped[at].1.value(),
                removed: exact[0][at],
                added: exact[1][at],
                renyi_least: near.map(|near| near.least),
                renyi_general: near.map(|near| near.general),
            }
        };
        (0..lemma.len()).map(point).collect()
    }
}

/// Equal steps from 0, and the points of the lemma.
fn grid(reach: f64, lemma: &[LemmaPoint]) -> Vec<f64> {
    let even = (0..USUAL_POINTS).map(|at| reach * at as f64 / (USUAL_POINTS - 1) as f64);
    let mut grid: Vec<f64> = even.chain(lemma.iter().map(|point| point.epsilon)).collect();
    grid.retain(|&epsilon| epsilon <= reach);
    grid.sort_by(f64::total_cmp);
    grid.dedup();
    grid
}

/// By the closed form; where only a Rényi curve is known, by that.
fn first<T>(read: impl Fn(Accountant) -> Result<T, Unavailable>) -> Result<(Accountant, T), Unavailable> {
    match read(Accountant::Exact) {
        Ok(found) => Ok((Accountant::Exact, found)),
        Err(reason) => read(Accountant::Rdp).map(|found| (Accountant::Rdp, found)).map_err(|_| reason),
    }
}

fn epsilon(plan: &Plan, delta: Probability) -> Result<(Accountant, Bound), Unavailable> {
    first(|accountant| accountant.compose(plan)?.epsilon(delta))
}

fn deltas(plan: &Plan, epsilons: &[f64]) -> Result<(Accountant, Vec<Bound>), Unavailable> {
    first(|accountant| accountant.compose(plan)?.deltas(epsilons))
}

fn profile(sample: Sample, plan: &Plan, epsilons: &[f64], at: Probability) -> SampledProfile {
    let empty = SampledProfile {
        sample,
        accountant: None,
        delta: Vec::new(),
        epsilon_at_delta: None,
        unavailable: None,
    };
    match deltas(plan, epsilons) {
        Ok((accountant, bounds)) => SampledProfile {
            accountant: Some(accountant),
            delta: bounds.into_iter().map(Enclosure::from).collect(),
            epsilon_at_delta: epsilon(plan, at).ok().map(|(_, bound)| bound.into()),
            ..empty
        },
        Err(reason) => SampledProfile { unavailable: Some(reason.to_string()), ..empty },
    }
}

/// The upper ends of a profile.
pub(super) fn uppers(profile: &SampledProfile) -> Vec<f64> {
    profile.delta.iter().map(|&Enclosure { upper: Number(upper), .. }| upper).collect()
}
