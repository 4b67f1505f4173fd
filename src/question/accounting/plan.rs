//! The guarantee of a list of releases.

use crate::question::Ask;
use serde::Serialize;

use crate::account::{self, Accountant, Fixed, Plan, Release, moments};
use crate::guarantee::{Order, Probability};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print, print_enclosed};
use crate::question::field::common::{ACCOUNTANTS, DELTAS, EPSILONS, NEIGHBOURS, RELEASES, TARGET};
use crate::question::field::described::Field;
use crate::question::field::number::{Enclosure, Number};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::sampling::Neighbours;
use crate::watch;

const WIDTH: Field = Field::number_or(
    "width",
    "how wide the bracket of the PLD accountant may be, relative to its upper end",
    Range::closed(1e-6, 1.0),
    Plan::WIDTH,
);

/// Digits of a bound in a sentence.
const DIGITS: usize = 5;

/// What is fixed; the answer carries the other one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Fixes δ and asks for ε.
    Delta(#[cfg_attr(target_arch = "wasm32", tsify(type = "number"))] Probability),
    /// Fixes ε and asks for δ.
    Epsilon(f64),
}

impl Target {
    /// Reads an object with either δ or ε.
    pub(crate) fn read(fields: &Object<'_, '_>, field: &Field) -> Result<Self, Refusal> {
        let (fixed, place) = fields.one_of(field)?;
        Ok(match fixed.name {
            "delta" => Self::Delta(Probability::clamped(place.number(&DELTAS)?)),
            _ => Self::Epsilon(place.number(&EPSILONS)?),
        })
    }

    /// The fixed quantity in a sentence.
    pub(crate) fn phrase(self) -> String {
        match self {
            Self::Delta(delta) => format!("δ = {}", print(delta.value(), 15, Rounding::Nearest)),
            Self::Epsilon(epsilon) => format!("ε = {}", print(epsilon, 15, Rounding::Nearest)),
        }
    }

    /// What an accountant is asked at.
    pub(crate) const fn fixed(self) -> Fixed {
        match self {
            Self::Delta(delta) => Fixed::Delta(delta),
            Self::Epsilon(epsilon) => Fixed::Epsilon(epsilon),
        }
    }

    const fn asked(self) -> &'static str {
        match self {
            Self::Delta(_) => "ε",
            Self::Epsilon(_) => "δ",
        }
    }
}

/// "I publish these; what is my ε, or my δ?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlanQuestion {
    /// Which two data sets must look alike; `add-remove` if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// What is published.
    pub releases: Vec<Release>,
    /// What is fixed.
    pub target: Target,
    /// Which accountants to run; all if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub accountants: Vec<Accountant>,
    /// How wide the bracket of `pld` may be, relative to its upper end; 1e-4 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub width: f64,
}

/// What one accountant says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Bound {
    /// Who says it.
    pub accountant: Accountant,
    /// The ε, when δ was fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<Enclosure>,
    /// The δ, when ε was fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<Enclosure>,
    /// The Rényi order that gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub order: Option<Number>,
    /// What part of the divergence of that order each release has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<Vec<f64>>,
    /// What to know before relying on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The bound as printed, rounded up: `ε ≤ 1.4948`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The number of `text` alone: `1.4948`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Whether it was stopped, or took too long, so that nothing is known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub stopped: bool,
    /// Why there is no bound, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
}

impl Bound {
    fn empty(accountant: Accountant) -> Self {
        Self {
            accountant,
            epsilon: None,
            delta: None,
            order: None,
            shares: None,
            note: None,
            text: None,
            number: None,
            stopped: false,
            unavailable: None,
        }
    }
}

/// The guarantee, by every accountant asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlanAnswer {
    /// The relation it holds for.
    pub neighbours: Neighbours,
    /// What was fixed.
    pub target: Target,
    /// One entry per accountant asked, tightest first.
    pub bounds: Vec<Bound>,
    /// The smallest upper bound that no certified lower end contradicts; estimates do not count. `null` if no
    /// accountant could answer.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Bound | null"))]
    pub best: Option<Bound>,
    /// Two accountants contradict each other: an error of this program, and which of them it is nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreement: Option<String>,
    /// The answer in a sentence.
    pub sentence: String,
}

impl Ask for PlanQuestion {
    const ABOUT: &'static str = "I publish these; what is my ε at this δ, or my δ at this ε?";
    const FIELDS: &'static [Field] = &[NEIGHBOURS, RELEASES, TARGET, ACCOUNTANTS, WIDTH];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "plan", "neighbours": "add-remove",
 "releases": [{"count": 500, "mechanism": {"kind": "gaussian", "sigma": 50}}],
 "target": {"delta": 1e-4}}"#,
        r#"{"ask": "plan", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}],
 "target": {"epsilon": 12}, "accountants": ["exact"]}"#,
    ];
    type Answer = PlanAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            neighbours: fields.neighbours()?,
            releases: fields.releases()?,
            target: Target::read(fields, &TARGET)?,
            accountants: fields.accountants()?.unwrap_or_else(|| Accountant::USUAL.to_vec()),
            width: fields.number(&WIDTH)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        Ok(self.evaluate())
    }
}

impl PlanQuestion {
    /// Every bound, the best of them, and a sentence.
    pub(crate) fn evaluate(&self) -> PlanAnswer {
        let mut plan = Plan::new(&self.releases, self.neighbours);
        plan.width = self.width;
        let all = self.accountants.len();
        let told = |(at, &accountant): (usize, &Accountant)| match watch::piece(at, all) {
            Ok(()) => {
                watch::step();
                let bound = bound(accountant, &plan, self.target);
                Bound { shares: bound.order.and_then(|Number(order)| shares(self, order)), ..bound }
            }
            Err(reason) => {
                Bound { stopped: true, unavailable: Some(reason.to_string()), ..Bound::empty(accountant) }
            }
        };
        let bounds: Vec<Bound> = self.accountants.iter().enumerate().map(told).collect();
        let (best, disagreement) = judge(&bounds);
        let sentence = sentence(self, best.as_ref(), plan.condition(), disagreement.as_deref());
        let (neighbours, target) = (self.neighbours, self.target);
        PlanAnswer { neighbours, target, bounds, best, disagreement, sentence }
    }
}

/// The smallest upper end that is not below a certified lower end, and the contradiction if there is one.
///
/// Who is wrong is not known, so that the larger number is taken: a bound may be loose, never too small.
fn judge(bounds: &[Bound]) -> (Option<Bound>, Option<String>) {
    /// Rounding that two routes may differ by: such a bound is passed over, and nobody is troubled.
    const ROUNDING: f64 = 1e-9;
    let value = |bound: &Bound| bound.epsilon.or(bound.delta);
    let upper = |bound: &Bound| value(bound).map_or(f64::INFINITY, |value| value.upper.0);
    let lower = |bound: &Bound| value(bound).and_then(|value| value.lower).map_or(0.0, |lower| lower.0);
    let valid = |bound: &&Bound| !bound.accountant.estimates() && value(bound).is_some();
    let highest = bounds.iter().filter(valid).max_by(|a, b| lower(a).total_cmp(&lower(b)));
    let Some(highest) = highest else { return (None, None) };
    let floor = lower(highest);
    let sound = bounds.iter().filter(valid).filter(|bound| upper(bound) >= floor);
    let best = sound.min_by(|a, b| upper(a).total_cmp(&upper(b))).cloned();
    let wrong = bounds.iter().filter(valid).find(|bound| upper(bound) < floor * (1.0 - ROUNDING));
    let disagreement = wrong.map(|wrong| {
        format!(
            "Two accountants contradict each other, an error of this program: {} says at most {}, {} at least {}. \
             The larger number is shown.",
            wrong.accountant.title(),
            print(upper(wrong), DIGITS, Rounding::Up),
            highest.accountant.title(),
            print(floor, DIGITS, Rounding::Down)
        )
    });
    (best, disagreement)
}

/// What one accountant says of a plan.
pub(crate) fn bound(accountant: Accountant, plan: &Plan, target: Target) -> Bound {
    let found = accountant.compose(plan).and_then(|ledger| ledger.bound(target.fixed()));
    let empty = Bound::empty(accountant);
    match found {
        Err(reason) => {
            let stopped = matches!(reason, account::Unavailable::Stopped(_));
            Bound { stopped, unavailable: Some(reason.to_string()), ..empty }
        }
        Ok(account::Bound { lower, upper, order, note }) => {
            let value = Enclosure { lower: lower.map(Number), upper: Number(upper) };
            let relation = if accountant.estimates() { "≈" } else { "≤" };
            let printed = print_enclosed(lower.unwrap_or(f64::NEG_INFINITY), upper, DIGITS, Rounding::Up);
            let text = format!("{} {relation} {printed}", target.asked());
            let (epsilon, delta) = match target {
                Target::Delta(_) => (Some(value), None),
                Target::Epsilon(_) => (None, Some(value)),
            };
            let (order, note) = (order.map(|order| Number(order.value())), note.map(String::from));
            Bound { epsilon, delta, order, note, text: Some(text), number: Some(printed), ..empty }
        }
    }
}

/// What part of the Rényi divergence of an order each release has: divergences add, so the parts do.
/// `None` where there is nothing to share, or no end to it.
fn shares(question: &PlanQuestion, order: f64) -> Option<Vec<f64>> {
    let order = Order::new(order)?;
    let divergence = |release: &Release| {
        let alone = Plan::new(std::slice::from_ref(release), question.neighbours);
        moments::compose(&alone).ok()?.renyi(order).ok()
    };
    let each = question.releases.iter().map(divergence).collect::<Option<Vec<f64>>>()?;
    let sum: f64 = each.iter().sum();
    (sum > 0.0 && sum < f64::INFINITY).then(|| each.iter().map(|part| part / sum).collect())
}

/// The answer with all that it takes for granted.
fn sentence(
    question: &PlanQuestion,
    best: Option<&Bound>,
    condition: Option<&str>,
    disagreement: Option<&str>,
) -> String {
    let (target, phrase) = (question.target.phrase(), question.neighbours.phrase());
    let Some(text) = best.and_then(|bound| bound.text.as_deref()) else {
        return "No accountant can bound this plan; each says why.".into();
    };
    let mut sentence = format!("At {target}, {text} when {phrase}");
    if let Some(condition) = condition {
        sentence += &format!("; {condition}");
    }
    sentence.push('.');
    if let Some(disagreement) = disagreement {
        sentence += &format!(" {disagreement}");
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(accountant: Accountant, lower: Option<f64>, upper: f64) -> Bound {
        let epsilon = Some(Enclosure { lower: lower.map(Number), upper: Number(upper) });
        Bound { epsilon, ..Bound::empty(accountant) }
    }

    #[test]
    fn the_smallest_bound_is_the_best() {
        let bounds = [said(Accountant::Pld, Some(1.9), 2.1), said(Accountant::Rdp, None, 2.05)];
        let (best, disagreement) = judge(&bounds);
        assert_eq!((best.map(|best| best.accountant), disagreement), (Some(Accountant::Rdp), None));
    }

    /// A bound below a certified lower end is an error, and never the answer.
    #[test]
    fn a_contradicted_bound_is_never_the_best() {
        let bounds = [said(Accountant::Fourier, Some(5.61), 5.62), said(Accountant::Classic, None, 4.3761)];
        let (best, disagreement) = judge(&bounds);
        assert_eq!(best.map(|best| best.accountant), Some(Accountant::Fourier));
        let text = disagreement.expect("a contradiction");
        assert!(text.contains("classic composition says at most 4.3761, Fourier at least 5.61"), "{text}");
        // Within rounding nobody is troubled, and the larger number is taken.
        let bounds = [said(Accountant::Fourier, Some(5.0), 5.0), said(Accountant::Pld, None, 5.0 - 1e-12)];
        let (best, disagreement) = judge(&bounds);
        assert_eq!((best.map(|best| best.accountant), disagreement), (Some(Accountant::Fourier), None));
    }

    #[test]
    fn an_estimate_is_never_the_best() {
        let estimate = said(Accountant::FourierAsPublished, Some(0.0), 0.0);
        assert_eq!(judge(std::slice::from_ref(&estimate)), (None, None));
        let (best, disagreement) = judge(&[said(Accountant::Rdp, None, 3.0), estimate]);
        assert_eq!((best.map(|best| best.accountant), disagreement), (Some(Accountant::Rdp), None));
    }
}
