//! What a guarantee means to a person: how well an attacker can tell whether they are in the data.

use crate::question::Ask;
use serde::Serialize;

use super::bounded::Bounded;
use super::plan::{DELTA, read_accountants};
use crate::account::exact::{self, ExactPlan};
use crate::account::moments;
use crate::account::{Accountant, Bound, Ledger, Plan, Release, Unavailable};
use crate::guarantee::{Interval, Probability};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print, print_enclosed};
use crate::question::field::number::{Enclosure, Number};
use crate::question::field::read::Reader;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::{read_neighbours, read_releases};
use crate::sampling::Neighbours;
use crate::watch;

/// The shares of members among the candidates that may be asked for.
const PRIOR: Range = Range::closed(1e-9, 0.999_999_999);

/// The false positive rates that may be asked for.
const FALSE_POSITIVE: Range = Range::closed(1e-12, 1.0);

/// The most priors or false positive rates of one question.
const LIST: usize = 100;

/// Half the number of losses at which a profile is read to bound a test.
const LINES: i32 = 16;

/// Steps of one refinement.
const STEPS: usize = 12;

/// How often a list of losses is refined.
const REFINEMENTS: usize = 2;

/// Roundings of the sums and products here, relative to numbers of size 1.
const ROUNDING: f64 = 1e-14;

/// "What could an attacker who sees all of this learn about one person?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct AttackQuestion {
    /// Which two data sets are to be told apart; `add-remove` if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// What is published.
    pub releases: Vec<Release>,
    /// Which accountants may answer, the tightest that can; all if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub accountants: Vec<Accountant>,
    /// What the attacker believes beforehand: shares of members among the candidates; ½ if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub prior: Vec<f64>,
    /// How often an attacker may be wrong about people outside the data; 0.01, 0.05 and 0.1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub false_positive: Vec<f64>,
    /// How rare an output may be that the bound of beliefs leaves out; 1e-5 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number"))]
    pub delta: Probability,
}

/// What the attacker can do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AttackAnswer {
    /// The relation it holds for.
    pub neighbours: Neighbours,
    /// How rare an output may be that the bound of beliefs leaves out.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub delta: Probability,
    /// The attack, or `null` if no accountant can bound it.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Attack | null"))]
    pub attack: Option<Attack>,
    /// Why there is none, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
    /// The answer in a sentence.
    pub sentence: String,
}

/// The strongest attack there can be.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Attack {
    /// Who bounds it.
    pub accountant: Accountant,
    /// The largest true positive rate above the false positive rate: `δ(0)`, the total variation.
    pub advantage: Enclosure,
    /// The largest loss of all but a share δ of the outputs: `P[L > loss] ≤ δ`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub loss: Number,
    /// One entry per false positive rate.
    pub tests: Vec<MembershipTest>,
    /// One entry per prior.
    pub beliefs: Vec<Belief>,
}

/// The best test at a false positive rate.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct MembershipTest {
    /// The share of people outside the data that are named.
    pub false_positive: f64,
    /// The share of people in the data that are named: `1 − f(x)` of the trade-off curve.
    pub true_positive: Enclosure,
    /// For each prior an upper bound of the share of those named that are in the data.
    pub precision: Vec<f64>,
    /// All of it in a sentence.
    pub sentence: String,
}

/// What an attacker with a prior can come to believe.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Belief {
    /// The share of members among the candidates.
    pub prior: f64,
    /// Never below the belief after any output but the rarest δ of them.
    pub posterior: f64,
    /// The share of right guesses of the best attacker.
    pub accuracy: Enclosure,
    /// All of it in a sentence.
    pub sentence: String,
}

impl Ask for AttackQuestion {
    type Answer = AttackAnswer;

    fn read(root: &Reader<'_>) -> Result<Self, Refusal> {
        let fields = root.object(&[
            "ask",
            "neighbours",
            "releases",
            "accountants",
            "prior",
            "false-positive",
            "delta",
        ])?;
        let numbers = |place: Reader<'_>, range: &Range| {
            place.array(1, LIST)?.iter().map(|number| number.number(range)).collect::<Result<Vec<_>, _>>()
        };
        let false_positive = fields.optional("false-positive", |field| numbers(field, &FALSE_POSITIVE))?;
        let delta = fields.optional("delta", |field| field.number(&DELTA))?.unwrap_or(1e-5);
        Ok(AttackQuestion {
            neighbours: read_neighbours(fields.field("neighbours"))?,
            releases: read_releases(fields.field("releases"))?,
            accountants: read_accountants(fields.field("accountants"))?,
            prior: fields.optional("prior", |field| numbers(field, &PRIOR))?.unwrap_or_else(|| vec![0.5]),
            false_positive: false_positive.unwrap_or_else(|| vec![0.01, 0.05, 0.1]),
            delta: Probability::clamped(delta),
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let plan = Plan::new(&self.releases, tested(self.neighbours));
        let mut reasons = Vec::new();
        let mut found = None;
        for &accountant in &self.accountants {
            watch::step();
            match attack(self, accountant, &plan) {
                Ok(attack) => {
                    found = Some(attack);
                    break;
                }
                Err(reason) => {
                    // What all of them say is said once.
                    let reason = reason.to_string();
                    if !reasons.contains(&reason) {
                        reasons.push(reason);
                    }
                }
            }
        }
        let phrase = self.neighbours.phrase();
        let sentence = match &found {
            Some(attack) => format!(
                "No attacker finds more than {} of 100 people in the data beyond those they wrongly name of 100 \
                 people outside, when {phrase}.",
                hundred(attack.advantage)
            ),
            None => "No accountant can bound an attack on this plan.".into(),
        };
        let unavailable = found.is_none().then(|| reasons.join("; "));
        Ok(AttackAnswer {
            neighbours: self.neighbours,
            delta: self.delta,
            attack: found,
            unavailable,
            sentence,
        })
    }
}

/// The relation whose two data sets an attacker tells apart, P with the person and Q without. To add and
/// to remove are the same test read from its two ends, and the profile at every real ε has both.
fn tested(neighbours: Neighbours) -> Neighbours {
    match neighbours {
        Neighbours::Replace => Neighbours::Replace,
        Neighbours::Add | Neighbours::Remove | Neighbours::AddRemove => Neighbours::Remove,
    }
}

fn attack(question: &AttackQuestion, accountant: Accountant, plan: &Plan) -> Result<Attack, Unavailable> {
    let ledger = Bounded::new(accountant.compose(plan)?, plan);
    let exact = if accountant == Accountant::Exact { Some(exact::compose(plan)?) } else { None };
    let loss = rare_loss(&ledger, question.delta)?;
    let advantage = enclosure(&ledger, 0.0)?;
    let powers = match &exact {
        Some(exact) => question.false_positive.iter().map(|&x| exact_power(exact, x)).collect(),
        None => powers(&ledger, plan.infinite(), &question.false_positive)?,
    };
    let powers = within_tests(question, accountant, powers)?;
    let test = |(&x, power): (&f64, Enclosure)| membership_test(x, power, &question.prior);
    let tests = question.false_positive.iter().zip(powers).map(test).collect();
    let beliefs = question.prior.iter().map(|&prior| belief(&ledger, prior, loss, question.delta));
    let beliefs = beliefs.collect::<Result<_, _>>()?;
    Ok(Attack { accountant, advantage, loss: Number(loss), tests, beliefs })
}

fn enclosure(ledger: &dyn Ledger, epsilon: f64) -> Result<Enclosure, Unavailable> {
    let bound = ledger.delta(epsilon)?;
    Ok(Enclosure { lower: bound.lower.map(Number), upper: Number(bound.upper) })
}

/// `1 − f(x)` of the closed form.
fn exact_power(plan: &ExactPlan<'_>, x: f64) -> Enclosure {
    let curves = plan.pairs().map(|pair| pair.trade_off(Probability::clamped(x)));
    // A plan that says nothing has no pair and leaves blind guessing.
    let missed = curves.reduce(Interval::min).unwrap_or(Interval::exact(1.0 - x));
    let power = Interval { lower: 1.0 - missed.upper - ROUNDING, upper: 1.0 - missed.lower + ROUNDING };
    power.within(x, 1.0).into()
}

/// The powers, none above what the tests that a Rényi curve allows reach: its trade-off curve is drawn by them, and
/// the conversion to a profile loses some of what they know. A relation of one direction has its curve the other way
/// round, so there the profile alone speaks.
fn within_tests(
    question: &AttackQuestion,
    accountant: Accountant,
    powers: Vec<Enclosure>,
) -> Result<Vec<Enclosure>, Unavailable> {
    let both_ways = matches!(question.neighbours, Neighbours::AddRemove | Neighbours::Replace);
    if !both_ways || !matches!(accountant, Accountant::Moments | Accountant::MomentsOptimal) {
        return Ok(powers);
    }
    let plan = Plan::new(&question.releases, question.neighbours);
    let composed = moments::compose(&plan)?;
    let tests = composed.tests();
    let least = |(power, &x): (Enclosure, &f64)| {
        let best = 1.0 - composed.trade_off(Probability::clamped(x), &tests)?.lower;
        Ok(Enclosure::above(power.upper.0.min(best * (1.0 + ROUNDING)).clamp(x, 1.0)))
    };
    powers.into_iter().zip(&question.false_positive).map(least).collect()
}

/// `1 − f(x) ≤ δ(ε) + e^ε x` at every real ε (a test names at most `e^ε` times as many people in the data
/// as outside, and δ), the smallest over a list of ε that is refined where it is smallest.
fn powers(ledger: &dyn Ledger, infinite: f64, rates: &[f64]) -> Result<Vec<Enclosure>, Unavailable> {
    let reach = reach(ledger, infinite)?;
    // Close together near 0, where the curve bends most.
    let grid = (-LINES..=LINES).map(|at| f64::from(at) / f64::from(LINES));
    let epsilons: Vec<f64> = grid.map(|share| reach * share * share.abs()).collect();
    let deltas = ledger.deltas(&epsilons)?;
    let power = |&x: &f64| {
        let (mut power, mut around) = smallest(x, &epsilons, &deltas);
        for _ in 0..REFINEMENTS {
            // Blind guessing names as many.
            if power - x <= 1e-9 * x {
                break;
            }
            let finer = between(around.0, around.1);
            let found = smallest(x, &finer, &ledger.deltas(&finer)?);
            (power, around) = (power.min(found.0), found.1);
        }
        Ok(Enclosure::above(power.clamp(x, 1.0)))
    };
    rates.iter().map(power).collect()
}

/// The ε beyond which only the mass at infinity is left, or hardly more.
fn reach(ledger: &dyn Ledger, infinite: f64) -> Result<f64, Unavailable> {
    for left in [1e-12, 1e-9, 1e-6, 1e-3, 0.03, 0.3] {
        let reach = ledger.epsilon(Probability::clamped(infinite + left * (1.0 - infinite)))?.upper;
        if reach.is_finite() {
            return Ok(reach.max(1e-9));
        }
    }
    Ok(1.0)
}

/// The smallest `δ(ε) + e^ε x`, and the neighbours of the ε that gives it.
fn smallest(x: f64, epsilons: &[f64], deltas: &[Bound]) -> (f64, (f64, f64)) {
    let bound = |at: usize| (deltas[at].upper + epsilons[at].exp() * x) * (1.0 + ROUNDING);
    let last = epsilons.len() - 1;
    let best = (0..=last).min_by(|&a, &b| bound(a).total_cmp(&bound(b))).unwrap_or(last);
    (bound(best), (epsilons[best.saturating_sub(1)], epsilons[(best + 1).min(last)]))
}

/// The smallest loss found that all but a share `delta` of the outputs stay within.
///
/// An (ε, δ) guarantee alone does not bound that share by δ. The profile is convex in `e^ε` and
/// `P[L > b] = δ(b) + e^b Q[L > b]`, where Q is minus its slope there, so for every `a < b`
/// `P[L > b] ≤ δ(b) + (δ(a) − δ(b))/(1 − e^{a−b})`, which is exact as a comes close. The right side
/// falls in δ(b), whose lower end it takes.
fn rare_loss(ledger: &Bounded<'_>, delta: Probability) -> Result<f64, Unavailable> {
    let first = ledger.epsilon(delta)?.upper;
    // With δ(b) ≥ 0 and b = a + 1.
    let share = Probability::clamped(delta.value() * -(-1.0f64).exp_m1());
    let ceiling = ledger.epsilon(share)?.upper + 1.0;
    if delta.value() >= 1.0 || !ceiling.is_finite() {
        return Ok(if delta.value() >= 1.0 { 0.0 } else { ledger.largest });
    }
    let (mut from, mut found) = first_within(ledger, &between(first.min(ceiling), ceiling), delta)?;
    for _ in 0..REFINEMENTS {
        let (finer, refined) = first_within(ledger, &between(from, found), delta)?;
        (from, found) = (finer, refined.min(found));
    }
    Ok(found.min(ledger.largest))
}

/// The first point beyond which at most a share `delta` lies, by the points before it; the last point
/// if none is known to be. With it a point from which a finer list finds a better one: two before, since
/// the distance to the point before was felt.
fn first_within(ledger: &dyn Ledger, points: &[f64], delta: Probability) -> Result<(f64, f64), Unavailable> {
    let bounds = ledger.deltas(points)?;
    let beyond = |a: usize, b: usize| {
        let lower = bounds[b].lower.unwrap_or(0.0);
        let gap = -(points[a] - points[b]).exp_m1();
        (lower + (bounds[a].upper - lower) / gap) * (1.0 + ROUNDING)
    };
    let within = |b: &usize| (0..*b).any(|a| beyond(a, *b) <= delta.value());
    let last = points.len() - 1;
    let at = (1..=last).find(within).unwrap_or(last);
    Ok((points[at.saturating_sub(2)], points[at]))
}

fn between(from: f64, to: f64) -> Vec<f64> {
    let mut points: Vec<f64> = (0..=STEPS).map(|at| from + (to - from) * at as f64 / STEPS as f64).collect();
    points[STEPS] = to;
    points.dedup();
    points
}

fn membership_test(x: f64, power: Enclosure, priors: &[f64]) -> MembershipTest {
    let precision = |&prior: &f64| {
        let named = prior * power.upper.0;
        (named / (named + (1.0 - prior) * x) * (1.0 + ROUNDING)).min(1.0)
    };
    let precision: Vec<f64> = priors.iter().map(precision).collect();
    let mut sentence = format!(
        "An attacker who wrongly names {} of 100 people outside the data finds at most {} of 100 people in it.",
        number(100.0 * x),
        hundred(power)
    );
    for (&prior, &share) in priors.iter().zip(&precision) {
        sentence.push_str(&format!(
            " Of 100 people guessed to be in the data at most {} are, if {} of 100 candidates are.",
            hundred(Enclosure::above(share)),
            number(100.0 * prior)
        ));
    }
    MembershipTest { false_positive: x, true_positive: power, precision, sentence }
}

/// By Bayes' rule a loss multiplies the odds by `e^L`. The best guess is right with probability
/// `(1−π) + sup_S π P(S) − (1−π) Q(S) = (1−π) + π δ(log((1−π)/π))`.
fn belief(ledger: &dyn Ledger, prior: f64, loss: f64, delta: Probability) -> Result<Belief, Unavailable> {
    let odds_against = (1.0 - prior) / prior;
    let posterior = ((1.0 + odds_against * (-loss).exp()).recip() * (1.0 + ROUNDING)).clamp(prior, 1.0);
    let tail = ledger.delta(odds_against.ln())?;
    let blind = prior.max(1.0 - prior);
    // δ moves by no more than ε does, and the logarithm is at most 21.
    let accuracy = |delta: f64, slack: f64| Number((1.0 - prior + prior * delta + slack).clamp(blind, 1.0));
    let accuracy = Enclosure {
        lower: tail.lower.map(|lower| accuracy(lower, -2.0 * ROUNDING)),
        upper: accuracy(tail.upper, 2.0 * ROUNDING),
    };
    let sentence = format!(
        "If {} of 100 candidates are in the data, an attacker comes to believe it of a person with at most {} % \
         certainty, but for outputs of probability {}; of 100 guesses at most {} are right, {} of them without \
         seeing anything.",
        number(100.0 * prior),
        hundred(Enclosure::above(posterior)),
        number(delta.value()),
        hundred(accuracy),
        number(100.0 * blind)
    );
    Ok(Belief { prior, posterior, accuracy, sentence })
}

/// A share as a number of 100, rounded up unless it is known to be a short decimal.
fn hundred(share: Enclosure) -> String {
    let upper = (100.0 * share.upper.0).min(100.0);
    match share.lower {
        // The product is rounded.
        Some(lower) => {
            print_enclosed((100.0 * lower.0).next_down(), upper.next_up().min(100.0), 4, Rounding::Up)
        }
        None => print(upper, 4, Rounding::Up),
    }
}

fn number(value: f64) -> String {
    print(value, 6, Rounding::Nearest)
}
