//! What a guarantee means to a person: how well an attacker can tell whether they are in the data.

use crate::question::Ask;
use serde::Serialize;

use crate::account::attack::{self, Attacked};
use crate::account::{Accountant, Bound, Release, Unavailable};
use crate::guarantee::Probability;
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print, print_enclosed};
use crate::question::field::common::{ACCOUNTANTS, DELTAS, NEIGHBOURS, RELEASES};
use crate::question::field::described::Field;
use crate::question::field::number::{Enclosure, Number};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::sampling::Neighbours;
use crate::watch;

/// The shares of members among the candidates that may be asked for.
const PRIORS: Range = Range::closed(1e-9, 0.999_999_999);

/// The false positive rates that may be asked for.
const FALSE_POSITIVES: Range = Range::closed(1e-12, 1.0);

/// The most priors or false positive rates of one question.
const LIST: usize = 100;

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

const PRIOR: Field = Field::numbers(
    "prior",
    "chances, before anything is published, that the person is in the data",
    PRIORS,
    [1, LIST],
)
.usually(&[0.5]);
const FALSE_POSITIVE: Field = Field::numbers(
    "false-positive",
    "shares of people outside whom a test may name",
    FALSE_POSITIVES,
    [1, LIST],
)
.usually(&[0.01, 0.05, 0.1]);
const DELTA: Field =
    Field::number_or("delta", "δ of the (ε, δ) that is shown beside the attack", DELTAS, 1e-5);

impl Ask for AttackQuestion {
    const ABOUT: &'static str = "What can an attacker learn about whether one person is in the data?";
    const FIELDS: &'static [Field] = &[NEIGHBOURS, RELEASES, ACCOUNTANTS, PRIOR, FALSE_POSITIVE, DELTA];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "attack", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}"#];
    type Answer = AttackAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            neighbours: fields.neighbours()?,
            releases: fields.releases()?,
            accountants: fields.accountants()?.unwrap_or_else(|| Accountant::USUAL.to_vec()),
            prior: fields.numbers(&PRIOR)?,
            false_positive: fields.numbers(&FALSE_POSITIVE)?,
            delta: Probability::clamped(fields.number(&DELTA)?),
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let attacked = Attacked::new(&self.releases, self.neighbours);
        let mut reasons = Vec::new();
        let mut found = None;
        for &accountant in &self.accountants {
            watch::step();
            match attack(self, accountant, &attacked) {
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

fn attack(
    question: &AttackQuestion,
    accountant: Accountant,
    attacked: &Attacked,
) -> Result<Attack, Unavailable> {
    let attacker = attacked.by(accountant)?;
    let loss = attacker.rare_loss(question.delta)?;
    let advantage = attacker.advantage()?.into();
    let powers = attacker.powers(&question.false_positive)?;
    let test = |(&x, power): (&f64, Bound)| membership_test(x, power.into(), &question.prior);
    let tests = question.false_positive.iter().zip(powers).map(test).collect();
    let belief = |&prior: &f64| Ok(belief(prior, attacker.accuracy(prior)?.into(), loss, question.delta));
    let beliefs = question.prior.iter().map(belief).collect::<Result<_, Unavailable>>()?;
    Ok(Attack { accountant, advantage, loss: Number(loss), tests, beliefs })
}

fn membership_test(x: f64, power: Enclosure, priors: &[f64]) -> MembershipTest {
    let precision: Vec<f64> =
        priors.iter().map(|&prior| attack::precision(prior, x, power.upper.0)).collect();
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

fn belief(prior: f64, accuracy: Enclosure, loss: f64, delta: Probability) -> Belief {
    let posterior = attack::posterior(prior, loss);
    let sentence = format!(
        "If {} of 100 candidates are in the data, an attacker comes to believe it of a person with at most {} % \
         certainty, but for outputs of probability {}; of 100 guesses at most {} are right, {} of them without \
         seeing anything.",
        number(100.0 * prior),
        hundred(Enclosure::above(posterior)),
        number(delta.value()),
        hundred(accuracy),
        number(100.0 * attack::blind_accuracy(prior))
    );
    Belief { prior, posterior, accuracy, sentence }
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
