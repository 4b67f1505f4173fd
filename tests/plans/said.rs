//! What the accountants say of a plan, and what holds of any answer by itself.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dpscope::question::ask;
use dpscope::watch;
use serde_json::Value;

use crate::time::processor_time;
use crate::{memory, setting};

/// No question takes longer; a run for hunting sets what is promised. An accountant that takes half of it says that it
/// was not computed.
static PATIENCE: LazyLock<Duration> =
    LazyLock::new(|| Duration::from_millis(setting("DPSCOPE_PATIENCE", 60_000)));

/// Within this nobody fills much memory: the look at it would take longer than most questions.
const BRIEF: Duration = Duration::from_millis(5);

/// The accountant that estimates, and bounds nothing.
const ESTIMATE: &str = "fourier-as-published";

/// Questions asked so far.
pub static CALLS: AtomicU64 = AtomicU64::new(0);

/// The longest answer so far, in microseconds.
pub static SLOWEST: AtomicU64 = AtomicU64::new(0);

/// The answer to a valid question; a refusal, a long wait or much memory is an error.
pub fn answered(question: &Value) -> Result<Value, String> {
    CALLS.fetch_add(1, Ordering::Relaxed);
    let work = || watch::patiently(*PATIENCE / 2, || ask(question));
    let start = Instant::now();
    let answer = serde_json::to_value(work()).map_err(|error| error.to_string())?;
    let mut took = start.elapsed();
    if took > *PATIENCE {
        took = processor_time(work).1;
    }
    SLOWEST.fetch_max(took.as_micros() as u64, Ordering::Relaxed);
    if answer["answer"] == "refused" {
        return Err(format!("refused: {}\n  {question}", answer["message"]));
    }
    if took > *PATIENCE {
        return Err(format!("took {took:?}\n  {question}"));
    }
    if took > BRIEF {
        memory::within_bounds().map_err(|reason| format!("{reason}\n  {question}"))?;
    }
    Ok(answer)
}

/// A number, which may be infinite.
pub fn number(value: &Value) -> Option<f64> {
    if value == "inf" { Some(f64::INFINITY) } else { value.as_f64() }
}

/// What one accountant says of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    pub accountant: String,
    pub lower: Option<f64>,
    pub upper: f64,
}

impl Said {
    /// An end that is there and no number is an error.
    pub fn of(accountant: &str, bound: &Value) -> Result<Self, String> {
        let upper = number(&bound["upper"]).ok_or(format!("{accountant}: no upper end: {bound}"))?;
        let lower = match bound.get("lower") {
            None | Some(Value::Null) => None,
            Some(lower) => Some(number(lower).ok_or(format!("{accountant}: no lower end: {bound}"))?),
        };
        if lower.is_some_and(|lower| lower > upper) {
            return Err(format!("lower above upper: {accountant} {bound}"));
        }
        Ok(Self { accountant: accountant.into(), lower, upper })
    }

    /// The value may be no larger than the other's, as far as both know.
    pub fn may_be_below(&self, other: &Self) -> bool {
        self.lower.is_none_or(|lower| lower <= other.upper)
    }

    /// The two may speak of one value.
    pub fn meets(&self, other: &Self) -> bool {
        self.may_be_below(other) && other.may_be_below(self)
    }
}

/// No two of them contradict each other.
pub fn agree(said: &[Said]) -> Result<(), String> {
    for one in said {
        if let Some(other) = said.iter().find(|other| !one.may_be_below(other)) {
            return Err(format!("contradiction: {one:?} {other:?}"));
        }
    }
    Ok(())
}

/// Whether nothing is known to attain the dominating pair: objective perturbation is bounded by its pair, and so
/// is an exchange of one person in a subset.
fn only_dominated(question: &Value) -> bool {
    let releases = question["releases"].as_array().into_iter().flatten();
    let dominated = |release: &Value| {
        release["mechanism"]["kind"] == "objective-perturbation"
            || (question["neighbours"] == "replace"
                && release["sampling"]["kind"] == "subset"
                && release["sampling"]["rate"].as_f64().is_some_and(|rate| 0.0 < rate && rate < 1.0))
    };
    releases.into_iter().any(dominated)
}

/// Whether no theorem covers it.
fn uncovered(question: &Value) -> bool {
    let releases = question["releases"].as_array().into_iter().flatten();
    let mut kinds = releases.map(|release| &release["mechanism"]["kind"]);
    question["neighbours"] == "replace" && kinds.any(|kind| kind == "objective-perturbation")
}

/// Asks a plan, and checks what holds of any answer by itself; what the estimate says is left out.
pub fn bounds(question: &Value) -> Result<Vec<Said>, String> {
    let answer = answered(question)?;
    checked(question, &answer).map_err(|reason| format!("{reason}\n  {question}"))
}

/// What holds of any answer by itself.
pub fn checked(question: &Value, answer: &Value) -> Result<Vec<Said>, String> {
    let of_delta = question["target"].get("delta").is_none();
    let quantity = if of_delta { "delta" } else { "epsilon" };
    let mut said = Vec::new();
    for bound in answer["bounds"].as_array().ok_or("no bounds")? {
        let name = bound["accountant"].as_str().ok_or("no name")?;
        if let Some(reason) = bound["unavailable"].as_str() {
            if reason.is_empty() {
                return Err(format!("{name} says nothing"));
            }
            continue;
        }
        if name == ESTIMATE {
            continue;
        }
        let one = Said::of(name, &bound[quantity])?;
        if [Some(one.upper), one.lower].iter().flatten().any(|&end| end < 0.0 || (of_delta && end > 1.0)) {
            return Err(format!("out of range: {one:?}"));
        }
        if question["target"]["epsilon"].as_f64().is_none_or(|epsilon| epsilon >= 0.0)
            && only_dominated(question)
            && one.lower.is_some_and(|lower| lower > 0.0)
        {
            return Err(format!("a lower end of what is only dominated: {one:?}"));
        }
        said.push(one);
    }
    agree(&said)?;
    if uncovered(question) && !said.is_empty() {
        return Err(format!("promised without a theorem: {said:?}"));
    }
    let smallest = said.iter().map(|one| one.upper).fold(f64::INFINITY, f64::min);
    let best = &answer["best"];
    if best["accountant"] == ESTIMATE {
        return Err(format!("an estimate is the best: {best}"));
    }
    let found = number(&best[quantity]["upper"]);
    if found != (!said.is_empty()).then_some(smallest) {
        return Err(format!("best is {found:?}, not {smallest}"));
    }
    let estimated =
        answer["bounds"].as_array().is_some_and(|all| all.iter().any(|one| one["accountant"] == ESTIMATE));
    if !estimated && answer.get("disagreement").is_some_and(|word| !word.is_null()) {
        return Err(format!("a disagreement: {}", answer["disagreement"]));
    }
    if answer["sentence"].as_str().is_none_or(str::is_empty) {
        return Err("no sentence".into());
    }
    Ok(said)
}

/// Every accountant that answers both questions agrees that the first value may be the smaller one.
pub fn ordered(law: &str, small: &Value, large: &Value) -> Result<(), String> {
    in_order(law, &bounds(small)?, &bounds(large)?)
}

/// [`ordered`] for what was said.
pub fn in_order(law: &str, small: &[Said], large: &[Said]) -> Result<(), String> {
    for one in small {
        if let Some(other) = large.iter().find(|other| !one.may_be_below(other)) {
            return Err(format!("{law}: {one:?} {other:?}"));
        }
    }
    Ok(())
}
