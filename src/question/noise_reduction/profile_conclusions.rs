//! What the costs of a run say, in words that are true of their numbers.

use super::risk_profile::{RiskProfileAnswer, RiskProfileQuestion, Way};
use super::setting::FallbackWord;
use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::{down, number, up};

/// `1.3 times`, as few digits as a comparison needs.
fn times(larger: f64, smaller: f64) -> String {
    format!("{} times", print(larger / smaller, 3, Rounding::Nearest))
}

/// A share of runs.
fn percent(share: f64, rounding: Rounding) -> String {
    format!("{} %", print(100.0 * share, 3, rounding))
}

/// What is true of the answer.
pub(super) fn conclusions(question: &RiskProfileQuestion, answer: &RiskProfileAnswer) -> Vec<String> {
    let Some(reduced) = answer.ways.first() else { return Vec::new() };
    let mut said = vec![spent(reduced), compared(answer, reduced)];
    said.push(unaccepted(question, reduced));
    said.extend(theory(answer, reduced));
    said.extend(calibrated(question, answer));
    said.push(format!(
        "A suspicion of {} can rise to at most {} by the run in the middle.",
        percent(question.prior, Rounding::Nearest),
        percent(answer.posterior, Rounding::Up)
    ));
    said
}

/// How the cost divides.
fn spent(reduced: &Way) -> String {
    let share = reduced.mean_testing / reduced.mean;
    let part = if share >= 0.5 {
        format!("{} of it for the private test", percent(share, Rounding::Nearest))
    } else {
        format!("{} of it for the estimates", percent(1.0 - share, Rounding::Nearest))
    };
    format!("A run that stops costs ε ≤ {} on average, {part}.", up(reduced.mean))
}

/// The other ways on the same terms.
fn compared(answer: &RiskProfileAnswer, reduced: &Way) -> String {
    let mut others: Vec<&Way> = answer.ways.iter().skip(1).collect();
    others.sort_by(|one, other| one.mean.total_cmp(&other.mean));
    let told: Vec<String> = others
        .iter()
        .map(|way| {
            let (name, mean) = (way.title, up(way.mean));
            if way.mean >= reduced.mean {
                format!("{name} {mean}, {} as much", times(way.mean, reduced.mean))
            } else {
                format!(
                    "{name} {mean}, which is less: noise reduction costs {} as much",
                    times(reduced.mean, way.mean)
                )
            }
        })
        .collect();
    let doubling = if answer.ways.iter().any(|way| way.way == "doubling") {
        ""
    } else {
        " Doubling is left out: the risk was typed at levels that do not double."
    };
    format!("The other ways to pay cost on average: {}.{doubling}", told.join("; "))
}

/// What happens if nothing passes.
fn unaccepted(question: &RiskProfileQuestion, reduced: &Way) -> String {
    let chance = percent(reduced.none, Rounding::Up);
    match question.setting.fallback {
        FallbackWord::Minimizer => format!(
            "In at most {chance} of runs nothing passes. The source then releases the minimizer itself, without noise: the \
             loss is infinite, and no ε can be promised before the run."
        ),
        FallbackWord::Last => format!(
            "In at most {chance} of runs nothing passes. Then the last estimate is released, its accuracy not certified; before \
             the run ε ≤ {} can be promised.",
            up(reduced.worst.0)
        ),
    }
}

/// Whether it paid to look first.
fn theory(answer: &RiskProfileAnswer, reduced: &Way) -> Option<String> {
    let theory = answer.theory?;
    let beside = match answer.break_even {
        Some(features) => {
            format!(" The theorem asks for more than the test alone from {} features on.", number(features))
        }
        None => String::new(),
    };
    Some(if reduced.mean <= theory {
        format!(
            "A theorem asks for ε = {} without looking, and keeps α on average only: {} as much.{beside}",
            up(theory),
            times(theory, reduced.mean)
        )
    } else {
        format!(
            "A theorem asks for ε = {} without looking, which is less: looking first does not pay here.{beside}",
            up(theory)
        )
    })
}

/// What the calibration in use leaves lying.
fn calibrated(question: &RiskProfileQuestion, answer: &RiskProfileAnswer) -> Option<String> {
    let exact = answer.calibrations.iter().find(|one| one.calibration.title() == "exact")?;
    let failure = print(answer.failure, 3, Rounding::Up);
    let gamma = number(question.setting.gamma);
    let used = format!(
        "With ε_A = {} a result worse than α passes with probability at most {failure}, where γ = {gamma} was asked for",
        up(answer.testing)
    );
    Some(if answer.failure > question.setting.gamma * (1.0 + 1e-6) {
        format!("{used}: this test does not keep the promise, which needs ε_A = {}.", up(exact.epsilon))
    } else if answer.testing > exact.epsilon * (1.0 + 1e-6) {
        format!(
            "{used}: the exact calibration does with ε_A = {}, {} less.",
            up(exact.epsilon),
            times(answer.testing, exact.epsilon)
        )
    } else {
        format!("{used}; the printed constants would take {}.", down(answer.calibrations[0].epsilon))
    })
}
