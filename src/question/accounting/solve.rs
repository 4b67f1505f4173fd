//! How much of something fits into a budget.

use crate::question::Ask;
use serde::Serialize;

use super::knob::{Knob, read_knob};
use super::plan::{self, Bound, PlanQuestion, Target};
use crate::account::calibrate::Edge;
use crate::account::{Accountant, Plan, Release};
use crate::guarantee::Probability;
use crate::mechanism::{Mechanism, Privacy, Range};
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::common::{ACCOUNTANTS, DELTA, EPSILON, NEIGHBOURS, RELEASES, TARGET};
use crate::question::field::described::{Field, Kind, Word};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::{Draft, read_draft};
use crate::sampling::Neighbours;
use crate::watch;

/// Digits of a value in a sentence.
const DIGITS: usize = 7;

/// What is to be found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum Unknown {
    /// The ε or the δ of the plan.
    Guarantee(Quantity),
    /// A number of one release.
    Field {
        /// Which release, from 0.
        release: usize,
        /// A parameter of its mechanism, `count`, or the `rate` of its sampling.
        field: String,
    },
}

/// One of the two numbers of a guarantee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// The bound of the loss.
    Epsilon,
    /// How much probability may escape it.
    Delta,
}

/// What may be spent; the unknown one of the two is absent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Budget {
    /// How much probability may escape the bound `e^ε`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number"))]
    pub delta: Option<Probability>,
    /// The bound of the loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: Option<f64>,
}

/// "How little noise, or how many releases, or how large a sample, is within this budget?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SolveQuestion {
    /// What is to be found.
    pub unknown: Unknown,
    /// Which two data sets must look alike; `add-remove` if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// What is published; the unknown field is where the search starts, or absent.
    pub releases: Vec<Release>,
    /// What may be spent.
    pub target: Budget,
    /// Which accountants may answer, the tightest that can at each value; all if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub accountants: Vec<Accountant>,
    #[serde(skip)]
    search: Search,
}

/// A valid unknown with all that its search needs.
#[derive(Debug, Clone, PartialEq)]
enum Search {
    Guarantee(Target),
    Field(Box<FieldSearch>),
}

#[derive(Debug, Clone, PartialEq)]
struct FieldSearch {
    release: usize,
    draft: Draft,
    knob: Knob,
    delta: Probability,
    epsilon: f64,
}

/// What fits into the budget.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SolveAnswer {
    /// What was to be found.
    pub unknown: Unknown,
    /// The relation it holds for.
    pub neighbours: Neighbours,
    /// The last value within the budget; `null` if there is no edge in the accepted range.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\" | null"))]
    pub value: Option<Number>,
    /// The nearest value that was found not to be within: the edge lies between the two. For ε or δ its
    /// lower bound.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\" | null"))]
    pub tight: Option<Number>,
    /// The guarantee of the plan at the value.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Bound | null"))]
    pub bound: Option<Bound>,
    /// Why there is no value, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
    /// The answer in a sentence.
    pub sentence: String,
}

const RELEASE: Field = Field::number("release", "the place of the release, from 0", Range::whole(0.0, 999.0));
const FIELD: Field =
    Field::of("field", "a parameter of its mechanism, count or rate", Kind::Text { longest: 100 });
const SEARCHED: [Field; 2] = [RELEASE, FIELD];
const UNKNOWN: Field = Field::of(
    "unknown",
    "what is searched for",
    Kind::Forms {
        forms: &[
            Field::choice(
                "guarantee",
                "ε or δ itself",
                &[Word::new("epsilon", "ε at a δ"), Word::new("delta", "δ at an ε")],
            ),
            Field::group("field", "a field of a release, at the edge of the budget", &SEARCHED),
        ],
    },
);
const BUDGET_FIELDS: [Field; 2] = [DELTA, EPSILON];
const BUDGET: Field =
    Field::group("target", "the budget: both, or the one that is not unknown", &BUDGET_FIELDS);

impl Ask for SolveQuestion {
    const ABOUT: &'static str =
        "How much noise, how many releases, which rate keeps this ε and δ? Any field may be the unknown.";
    const FIELDS: &'static [Field] = &[UNKNOWN, NEIGHBOURS, RELEASES, BUDGET, ACCOUNTANTS];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "solve", "unknown": {"release": 0, "field": "sigma"},
 "releases": [{"count": 5000, "mechanism": {"kind": "gaussian"},
               "sampling": {"kind": "poisson", "rate": 0.01}}],
 "target": {"epsilon": 1, "delta": 1e-6}}"#];
    type Answer = SolveAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let unknown = fields.at(&UNKNOWN);
        let neighbours = fields.neighbours()?;
        let places = fields.release_places()?;
        let target = fields.at(&BUDGET);
        let accountants = fields.accountants()?.unwrap_or_else(|| Accountant::USUAL.to_vec());
        if unknown.as_text().is_some() {
            let quantity = [Quantity::Epsilon, Quantity::Delta][unknown.choice(&["epsilon", "delta"])?];
            let releases = places.iter().map(|place| Ok(read_draft(place, None)?.release()));
            let releases = releases.collect::<Result<Vec<_>, Refusal>>()?;
            let fixed = Target::read(fields, &TARGET)?;
            let budget = match (quantity, fixed) {
                (Quantity::Epsilon, Target::Delta(delta)) => Budget { delta: Some(delta), epsilon: None },
                (Quantity::Delta, Target::Epsilon(epsilon)) => Budget { delta: None, epsilon: Some(epsilon) },
                (Quantity::Epsilon, _) => {
                    return Err(target.refuse("an object with delta alone: ε is unknown"));
                }
                (Quantity::Delta, _) => {
                    return Err(target.refuse("an object with epsilon alone: δ is unknown"));
                }
            };
            let (unknown, search) = (Unknown::Guarantee(quantity), Search::Guarantee(fixed));
            return Ok(SolveQuestion { unknown, neighbours, releases, target: budget, accountants, search });
        }
        let words = unknown.form(&SEARCHED)?;
        let last = (places.len() - 1) as f64;
        let release = words.at(&RELEASE).number(&Range::whole(0.0, last))? as usize;
        let word = words.at(&FIELD);
        let field = &word.text(100)?.replace('_', "-");
        let mut releases = Vec::with_capacity(places.len());
        let mut chosen = None;
        for (at, place) in places.iter().enumerate() {
            let draft = read_draft(place, (at == release).then_some(field))?;
            releases.push(draft.release());
            if at == release {
                chosen = Some((read_knob(&word, place, &draft)?, draft));
            }
        }
        let Some((knob, draft)) = chosen else { return Err(words.at(&RELEASE).refuse("a release")) };
        let fixed = target.form(&BUDGET_FIELDS)?;
        let delta = Probability::clamped(fixed.number(&DELTA)?);
        let epsilon = fixed.number(&EPSILON)?;
        Ok(SolveQuestion {
            unknown: Unknown::Field { release, field: field.into() },
            neighbours,
            releases,
            target: Budget { delta: Some(delta), epsilon: Some(epsilon) },
            accountants,
            search: Search::Field(Box::new(FieldSearch { release, draft, knob, delta, epsilon })),
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        Ok(match &self.search {
            Search::Guarantee(target) => guarantee(self, *target),
            Search::Field(search) => search.answer(self),
        })
    }
}

/// The plan question, its best upper bound as the value.
fn guarantee(question: &SolveQuestion, target: Target) -> SolveAnswer {
    let answer = PlanQuestion {
        neighbours: question.neighbours,
        releases: question.releases.clone(),
        target,
        accountants: question.accountants.clone(),
        width: Plan::WIDTH,
    }
    .evaluate();
    let enclosure = answer.best.as_ref().and_then(|bound| bound.epsilon.or(bound.delta));
    SolveAnswer {
        unknown: question.unknown.clone(),
        neighbours: question.neighbours,
        value: enclosure.map(|enclosure| enclosure.upper),
        tight: enclosure.and_then(|enclosure| enclosure.lower),
        unavailable: answer.best.is_none().then(|| answer.sentence.clone()),
        bound: answer.best,
        sentence: answer.sentence,
    }
}

impl FieldSearch {
    fn answer(&self, question: &SolveQuestion) -> SolveAnswer {
        let (mut releases, mut draft) = (question.releases.clone(), self.draft.clone());
        let mut latest_reason = None;
        // The bounds of the last values within: the edge is one of them.
        let mut met: Vec<(f64, Bound)> = Vec::new();
        let mut excess = |value: f64| {
            if !self.knob.turn(&mut draft, value) {
                return f64::INFINITY;
            }
            releases[self.release] = draft.release();
            match self.first_bound(question, &Plan::new(&releases, question.neighbours)) {
                Ok((bound, excess)) => {
                    if excess <= 0.0 {
                        met.push((value, bound));
                    }
                    excess
                }
                Err(reason) => {
                    latest_reason = Some(reason);
                    f64::INFINITY
                }
            }
        };
        let line = self.knob.line();
        let start = self.knob.read(&self.draft);
        let edge = if self.has_islands() {
            line.edge_beyond_islands(start, &mut excess)
        } else {
            line.edge(start, &mut excess)
        };
        let empty = SolveAnswer {
            unknown: question.unknown.clone(),
            neighbours: question.neighbours,
            value: None,
            tight: None,
            bound: None,
            unavailable: None,
            sentence: String::new(),
        };
        // A value that nobody waited for counts as none within the budget, and no edge is known.
        if let Err(stopped) = watch::go_on() {
            return without(empty, stopped.to_string());
        }
        match edge {
            Edge::Between { safe, unsafe_ } => SolveAnswer {
                value: Some(Number(safe)),
                tight: Some(Number(unsafe_)),
                bound: met.into_iter().rev().find(|(value, _)| *value == safe).map(|(_, bound)| bound),
                sentence: self.sentence(question, safe),
                ..empty
            },
            Edge::AllMeet(end) => without(empty, self.all_meet(end)),
            Edge::NoneMeets(end) => without(empty, self.none_meets(end, latest_reason)),
        }
    }

    /// Whether values within the budget may lie between values that are not: the noise of a discrete Gaussian narrower
    /// than its lattice does not protect more the wider it is (at σ = 0.25 and δ = 1e-5 ε is 24, at 0.1768 it is 16).
    fn has_islands(&self) -> bool {
        let discrete = matches!(self.draft.release().mechanism, Mechanism::DiscreteGaussian(_));
        discrete && matches!(self.knob, Knob::Parameter(_, parameter) if parameter.name == "sigma")
    }

    /// The bound of the tightest accountant that answers, and how far above the budget it is.
    ///
    /// By ε at δ, as a plan is answered, in logarithm: nearly straight in the logarithm of noise, rate
    /// and count, and without a jump where a bounded loss ends. A budget of ε ≤ 0 by δ at ε, since no ε
    /// at δ is below 0.
    fn first_bound(&self, question: &SolveQuestion, plan: &Plan) -> Result<(Bound, f64), String> {
        let (target, budget) = if self.epsilon > 0.0 {
            (Target::Delta(self.delta), self.epsilon)
        } else {
            (Target::Epsilon(self.epsilon), self.delta.value())
        };
        let mut reason = String::from("an estimate keeps no budget");
        for &accountant in question.accountants.iter().filter(|accountant| !accountant.estimates()) {
            let bound = plan::bound(accountant, plan, target);
            match (&bound.unavailable, bound.epsilon.or(bound.delta)) {
                (None, Some(enclosure)) => {
                    let upper = enclosure.upper.0;
                    let excess = (upper / budget).ln();
                    // The comparison itself decides, not the rounding of the logarithm.
                    let excess =
                        if upper <= budget { excess.min(0.0) } else { excess.max(f64::MIN_POSITIVE) };
                    return Ok((bound, excess));
                }
                (said, _) => reason = said.clone().unwrap_or_default(),
            }
        }
        Err(reason)
    }

    fn budget(&self) -> String {
        format!("(ε, δ) = ({}, {})", plain(self.epsilon), plain(self.delta.value()))
    }

    /// A value in a sentence, rounded to the private side.
    fn named(&self, value: f64) -> String {
        let rounding = match self.knob.line().privacy {
            Privacy::Larger => Rounding::Up,
            Privacy::Smaller | Privacy::Neither => Rounding::Down,
        };
        let digits = if self.knob.line().range.whole { 15 } else { DIGITS };
        format!("{} = {}", self.knob.symbol(), print(value, digits, rounding))
    }

    fn sentence(&self, question: &SolveQuestion, value: f64) -> String {
        let end = match self.knob.line().privacy {
            Privacy::Larger => "smallest",
            Privacy::Smaller | Privacy::Neither => "largest",
        };
        let found =
            if self.has_islands() { ", and every larger one, is".into() } else { format!(" is the {end}") };
        format!(
            "{} of release {}{found} within {} when {}.",
            self.named(value),
            self.release + 1,
            self.budget(),
            question.neighbours.phrase()
        )
    }

    fn all_meet(&self, end: f64) -> String {
        format!(
            "Even the least private value accepted, {} of release {}, is within {}: nothing limits it.",
            self.named(end),
            self.release + 1,
            self.budget()
        )
    }

    fn none_meets(&self, end: f64, reason: Option<String>) -> String {
        let unmet = format!(
            "Even the most private value accepted, {} of release {}, is not within {}",
            self.named(end),
            self.release + 1,
            self.budget()
        );
        match reason {
            Some(reason) => format!("{unmet}, or is not known to be: {reason}."),
            None => format!("{unmet}: the other releases, or the budget, must change."),
        }
    }
}

fn without(answer: SolveAnswer, reason: String) -> SolveAnswer {
    SolveAnswer { unavailable: Some(reason.clone()), sentence: reason, ..answer }
}

fn plain(value: f64) -> String {
    print(value, 15, Rounding::Nearest)
}
