//! One direction of a plan, and what of it is marked.

use crate::account::{Accountant, Plan, Tail, Unavailable, worst_tail};
use crate::question::accounting::plan::Target;
use crate::question::field::refusal::Refusal;
use crate::sampling::Direction;
use crate::watch::{self, Stopped};

/// The word of a direction.
pub(super) const fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::Remove => "remove",
        Direction::Add => "add",
        Direction::Replace => "replace",
    }
}

/// Which two outputs are compared: P is what is published of the first data set, Q of the second.
pub(super) const fn phrase(direction: Direction) -> &'static str {
    match direction {
        Direction::Remove => "P with the person, Q without",
        Direction::Add => "P without the person, Q with",
        Direction::Replace => "P with one person, Q with another instead",
    }
}

/// The ε that is marked: the one given, or the one at which δ is met; `None` where no ε meets it.
fn marked(plan: &Plan, target: Target) -> Result<Option<f64>, Unavailable> {
    if let Target::Epsilon(epsilon) = target {
        return Ok(Some(epsilon));
    }
    let mut reason = Unavailable::NoClosedForm;
    for accountant in [Accountant::Exact, Accountant::Fourier, Accountant::Pld] {
        watch::step();
        match accountant.compose(plan).and_then(|ledger| ledger.bound(target.fixed())) {
            Ok(bound) => return Ok(Some(bound.upper).filter(|epsilon| epsilon.is_finite())),
            Err(unavailable) => reason = unavailable,
        }
    }
    Err(reason)
}

/// What is marked: the ε, and what lies beyond it in the direction in which δ is larger there; or why that is not known.
pub(super) enum Marked {
    /// Nothing, or a δ that no ε meets.
    Nothing,
    /// What lies beyond ε.
    Beyond(f64, Tail),
    /// No accountant answers.
    Unknown(Unavailable),
}

/// Reads the mark; the work may be cancelled.
pub(super) fn read_mark(plan: &Plan, target: Option<Target>) -> Result<Marked, Unavailable> {
    let Some(target) = target else { return Ok(Marked::Nothing) };
    let found = match marked(plan, target) {
        Ok(None) => return Ok(Marked::Nothing),
        Ok(Some(epsilon)) => worst_tail(plan, epsilon, None).map(|tail| Marked::Beyond(epsilon, tail)),
        Err(reason) => Err(reason),
    };
    match found {
        Err(Unavailable::Stopped(Stopped::Cancelled)) => Err(Stopped::Cancelled.into()),
        found => Ok(found.unwrap_or_else(Marked::Unknown)),
    }
}

/// The plan in that direction only.
pub(super) fn one_way(plan: &Plan, direction: Direction) -> Option<Plan> {
    plan.directions().iter().zip(plan.one_way()).find_map(|(&one, plan)| (one == direction).then_some(plan))
}

/// Releases of which the question cannot be answered.
pub(super) fn refuse(reason: &dyn std::fmt::Display) -> Refusal {
    refuse_field("releases", reason)
}

/// A field whose value is as described, and of which the question cannot be answered even so.
pub(super) fn refuse_field(path: &str, reason: &dyn std::fmt::Display) -> Refusal {
    let allowed = format!("{path} of which this is known: {reason}");
    Refusal { path: path.into(), value: None, message: format!("{path}: {reason}"), allowed }
}
