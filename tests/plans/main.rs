//! Random plans, through the one door: whatever the plan, the accountants do not contradict each other
//! and privacy only gets worse with more releases or a stricter target.
//!
//! The ordinary run checks 100 000 plans of any kind with the closed forms and the Rényi bound (one in
//! [`SAMPLED`] on samples, one in [`CONTOUR`] with the contour, one in [`LATTICE`] with the lattice as well),
//! and [`BRACKETS`] quicker ones with contour and lattice both. The run for hunting, of any length, from any
//! seed: `cargo xtask fuzz`; the environment says how deep.
//!
//! A failure prints the law that broke, the number of the plan and the question as it can be asked again;
//! `DPSCOPE_FIRST` starts from a number.

mod random;

use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dpscope::question::{Answer, Bound, PlanAnswer, ask};
use dpscope::watch;
use random::{Stream, brisk, catalogue, release};
use serde_json::{Value, json};

/// Plans in an ordinary run.
const PLANS: u64 = 100_000;

/// Plans of an ordinary run that contour and lattice both answer.
const BRACKETS: u64 = 100_000;

/// One plan in so many may be on samples.
const SAMPLED: u64 = 20;

/// One plan in so many is of any kind, and goes along the contour.
const CONTOUR: u64 = 1000;

/// One plan in so many is of any kind, and goes on the lattice too.
const LATTICE: u64 = 5000;

/// No question takes longer, on any machine that is not overloaded.
const PATIENCE: Duration = Duration::from_secs(60);

/// A plan that takes longer is not awaited where the two exact accountants are compared.
const HASTE: Duration = Duration::from_millis(5);

/// Failures after which the run stops.
const ENOUGH: usize = 10;

/// How far a plan is taken.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    /// Every record takes part; closed forms and the Rényi bound.
    Closed,
    /// Of any kind; closed forms and the Rényi bound.
    Sampled,
    /// Of any kind, and the contour.
    Contour,
    /// Of any kind, the contour and the lattice.
    Lattice,
}

/// What to run.
struct Run {
    seed: u64,
    plans: u64,
    contour: u64,
    lattice: u64,
    catalogue: Vec<Value>,
}

impl Run {
    fn depth(&self, plan: u64) -> Depth {
        if plan.is_multiple_of(self.lattice) {
            Depth::Lattice
        } else if plan % self.contour == 1 % self.contour {
            Depth::Contour
        } else if plan % SAMPLED == 2 {
            Depth::Sampled
        } else {
            Depth::Closed
        }
    }
}

fn target(stream: &mut Stream) -> Value {
    if stream.below(2) == 0 {
        json!({"delta": stream.log(1e-12, 0.3)})
    } else {
        json!({"epsilon": stream.log(1e-3, 50.0)})
    }
}

/// A plan with all accountants of its depth.
fn question(stream: &mut Stream, catalogue: &[Value], depth: Depth) -> Value {
    let mut releases: Vec<Value> = (0..1 + stream.below(3)).map(|_| release(stream, catalogue)).collect();
    let accountants: &[&str] = match depth {
        Depth::Closed | Depth::Sampled => &["exact", "moments"],
        Depth::Contour => &["exact", "fourier", "moments"],
        Depth::Lattice => &["exact", "fourier", "loss", "moments"],
    };
    if depth == Depth::Closed {
        releases.iter_mut().filter_map(Value::as_object_mut).for_each(|release| {
            release.remove("sampling");
        });
    }
    let neighbours = ["add-remove", "replace", "add", "remove"][stream.below(4)];
    let target = target(stream);
    json!({"ask": "plan", "neighbours": neighbours, "releases": releases, "target": target,
        "accountants": accountants})
}

/// What one accountant says of a question.
#[derive(Debug, Clone, Copy)]
struct Said {
    accountant: &'static str,
    lower: Option<f64>,
    upper: f64,
}

impl Said {
    fn of(bound: &Bound) -> Option<Self> {
        let value = bound.epsilon.or(bound.delta)?;
        Some(Self {
            accountant: bound.accountant.name(),
            lower: value.lower.map(|end| end.0),
            upper: value.upper.0,
        })
    }

    /// The value may be no larger than the other's, as far as both know.
    fn may_be_below(&self, other: &Self) -> bool {
        self.lower.is_none_or(|lower| lower <= other.upper)
    }
}

/// Questions asked so far.
static CALLS: AtomicU64 = AtomicU64::new(0);

/// Asks, and checks what holds of any answer by itself.
fn bounds(question: &Value) -> Result<Vec<Said>, String> {
    CALLS.fetch_add(1, Ordering::Relaxed);
    let start = Instant::now();
    let answer = ask(question);
    let Answer::Plan(PlanAnswer { bounds, best, sentence, .. }) = answer else {
        return Err(format!("no plan but {answer:?}"));
    };
    if start.elapsed() > PATIENCE {
        return Err(format!("took {:?}", start.elapsed()));
    }
    let delta = question["target"].get("delta").is_none();
    let said: Vec<Said> = bounds.iter().filter_map(Said::of).collect();
    for one in &said {
        let ends = [Some(one.upper), one.lower];
        if ends.iter().flatten().any(|end| end.is_nan() || *end < 0.0 || (delta && *end > 1.0)) {
            return Err(format!("no number or out of range: {one:?}"));
        }
        if one.lower.is_some_and(|lower| lower > one.upper) {
            return Err(format!("lower above upper: {one:?}"));
        }
    }
    for one in &said {
        if let Some(other) = said.iter().find(|other| !one.may_be_below(other)) {
            return Err(format!("contradiction: {one:?} {other:?}"));
        }
    }
    let smallest = said.iter().map(|one| one.upper).fold(f64::INFINITY, f64::min);
    let best = best.as_ref().and_then(Said::of).map(|best| best.upper);
    if best != (!said.is_empty()).then_some(smallest) {
        return Err(format!("best is {best:?}, not {smallest}"));
    }
    if sentence.is_empty() {
        return Err("no sentence".into());
    }
    Ok(said)
}

/// Every accountant that answers both questions agrees that the first value may be the smaller one.
fn ordered(law: &str, small: &Value, large: &Value) -> Result<(), String> {
    let (small, large) = (bounds(small)?, bounds(large)?);
    for one in &small {
        for other in &large {
            if !one.may_be_below(other) {
                return Err(format!("{law}: {one:?} {other:?}"));
            }
        }
    }
    Ok(())
}

/// The laws of one plan.
fn check(run: &Run, plan: u64) -> Result<(), (String, Value)> {
    let mut stream = Stream::of(run.seed, plan);
    let question = question(&mut stream, &run.catalogue, run.depth(plan));
    let law = || match stream.below(4) {
        0 => bounds(&question).map(|_| ()),
        1 => {
            let mut more = question.clone();
            let count = &mut more["releases"][0]["count"];
            *count = json!(count.as_f64().unwrap_or(1.0) + 1.0 + stream.below(100) as f64);
            ordered("more releases", &question, &more)
        }
        2 => {
            let mut stricter = question.clone();
            let target = &mut stricter["target"];
            if let Some(delta) = target.get("delta").and_then(Value::as_f64) {
                target["delta"] = json!(delta * stream.log(1e-3, 1.0));
                ordered("smaller δ", &question, &stricter)
            } else {
                let epsilon = target["epsilon"].as_f64().unwrap_or(0.0);
                target["epsilon"] = json!(epsilon * stream.log(1e-3, 1.0));
                ordered("smaller ε", &question, &stricter)
            }
        }
        _ => {
            let mut asked = ["add", "remove", "add-remove"].map(|word| {
                let mut question = question.clone();
                question["neighbours"] = json!(word);
                question
            });
            let [add, remove, both] = &mut asked;
            ordered("add ≤ add-remove", add, both)?;
            ordered("remove ≤ add-remove", remove, both)?;
            // And no more than the larger of the two, by every accountant; a bracket may be refined otherwise.
            let [add, remove, both] = [bounds(add)?, bounds(remove)?, bounds(both)?];
            for whole in &both {
                let one = |list: &[Said]| list.iter().find(|one| one.accountant == whole.accountant).copied();
                if let (Some(add), Some(remove)) = (one(&add), one(&remove))
                    && add.upper.max(remove.upper) != whole.upper
                    && whole.accountant != "loss"
                {
                    return Err(format!(
                        "add-remove is not the worse of the two: {add:?} {remove:?} {whole:?}"
                    ));
                }
            }
            Ok(())
        }
    };
    match catch_unwind(std::panic::AssertUnwindSafe(law)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(reason)) => Err((reason, question)),
        Err(_) => Err(("panicked".into(), question)),
    }
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Checks numbered plans on all cores until `enough` says so; panics with the first failures.
fn every(
    seed: u64,
    goes_on: impl Fn(u64) -> bool + Sync,
    check: impl Fn(u64) -> Result<(), (String, Value)> + Sync,
) {
    let (next, failures) = (AtomicU64::new(setting("DPSCOPE_FIRST", 0)), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let work = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
                let _ = work.take_while(|&plan| goes_on(plan)).try_for_each(|plan| {
                    let Err((reason, question)) = check(plan) else {
                        return ControlFlow::Continue(());
                    };
                    let mut failures = failures.lock().expect("no thread panics with the list");
                    failures.push(format!("plan {plan} of seed {seed}: {reason}\n  {question}"));
                    if failures.len() < ENOUGH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panics with the list");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn no_plan_breaks_a_law() {
    let run = Run {
        seed: setting("DPSCOPE_SEED", 1),
        plans: setting("DPSCOPE_PLANS", PLANS),
        contour: setting("DPSCOPE_CONTOUR", CONTOUR).max(1),
        lattice: setting("DPSCOPE_LATTICE", LATTICE).max(1),
        catalogue: catalogue(),
    };
    every(run.seed, |plan| plan < run.plans, |plan| check(&run, plan));
    println!("{} plans; {} questions so far", run.plans, CALLS.load(Ordering::Relaxed));
}

/// Optimistic ≤ Fourier ≤ pessimistic, in as many random plans as both accountants answer within
/// [`HASTE`]; plans that take longer are left to the test above.
#[test]
fn the_contour_lies_inside_the_lattice() {
    let (seed, plans) = (setting("DPSCOPE_SEED", 1), setting("DPSCOPE_BRACKETS", BRACKETS));
    let catalogue = catalogue();
    let (asked, both) = (AtomicU64::new(0), AtomicU64::new(0));
    let check = |plan: u64| {
        let mut stream = Stream::of(!seed, plan);
        let releases: Vec<Value> = (0..1 + stream.below(3)).map(|_| brisk(&mut stream, &catalogue)).collect();
        let target = target(&mut stream);
        // Replacing a person of a sample takes seconds.
        let sampled = releases.iter().any(|release| release.get("sampling").is_some());
        let relations = ["add-remove", "add", "remove", "replace"];
        let neighbours = relations[stream.below(if sampled { 3 } else { 4 })];
        let question = |accountants: &[&str]| {
            json!({"ask": "plan", "neighbours": neighbours, "releases": releases, "target": target,
                "accountants": accountants, "width": 0.1})
        };
        let in_haste = |question: Value| {
            let start = Instant::now();
            let answers = watch::watched(move |_| start.elapsed() < HASTE, || bounds(&question));
            answers.map_err(|reason| (reason, question.clone()))
        };
        asked.fetch_add(1, Ordering::Relaxed);
        let contour = in_haste(question(&["fourier"]))?;
        // Most plans that the contour gives up take long on the lattice as well.
        let Some(contour) = contour.first() else { return Ok(()) };
        let rest = in_haste(question(&["loss", "moments"]))?;
        if let Some(other) =
            rest.iter().find(|other| !contour.may_be_below(other) || !other.may_be_below(contour))
        {
            let reason = format!("contradiction: {contour:?} {other:?}");
            return Err((reason, question(&["fourier", "loss", "moments"])));
        }
        if rest.iter().any(|one| one.accountant == "loss") {
            both.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    };
    every(seed, |_| both.load(Ordering::Relaxed) < plans, check);
    let (asked, both) = (asked.into_inner(), both.into_inner());
    println!("{both} of {asked} plans answered by both");
    assert!(5 * both > asked, "only {both} of {asked} plans were answered by both");
}
