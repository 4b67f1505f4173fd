//! What a person loses in all: to the model, as a report bounds it, and to what the report itself releases.

use super::report::{Noise, Publication, ReportKind};
use super::{Setting, Situation, gaussian};
use crate::data::Person;

/// The bound that a report tells someone, and ε at δ of what its own releases cost them: these move by the norms of
/// this person's gradient and Hessian alone.
pub fn total(
    kind: ReportKind,
    report: &Publication,
    setting: &Setting,
    situation: &Situation<'_>,
    noise: &Noise,
    delta: f64,
    person: &Person<'_>,
) -> f64 {
    let local = setting.loss.at(person.predict(situation.theta()), person.label, person.norm);
    let (gradient, hessian) = (local.slope.abs() * person.norm, local.curvature * person.norm * person.norm);
    report.bound(person).sum() + gaussian::epsilon(noise.shift(kind, gradient, hessian), delta)
}

/// The largest sum of a member's bound and of what the further releases cost them.
///
/// That cost rises with one number per person; it is looked up on the few people who can have the largest sum.
pub fn largest_total(
    kind: ReportKind,
    setting: &Setting,
    situation: &Situation<'_>,
    noise: &Noise,
    delta: f64,
    bounds: &[f64],
) -> f64 {
    let shift = |at: usize| {
        let person = setting.data.person(at);
        let lost = situation.member(at);
        noise.shift(kind, lost.slope.abs() * person.norm, lost.curvature * person.norm * person.norm)
    };
    let mut people: Vec<(f64, f64)> =
        bounds.iter().enumerate().map(|(at, &bound)| (shift(at), bound)).collect();
    // Only those whom nobody tops in both numbers.
    people.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)));
    let mut highest = f64::NEG_INFINITY;
    people.retain(|&(_, bound)| {
        let keep = bound > highest;
        highest = highest.max(bound);
        keep
    });
    people.iter().map(|&(shift, bound)| bound + gaussian::epsilon(shift, delta)).fold(0.0, f64::max)
}
