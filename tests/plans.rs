//! Random plans, through the one door: whatever the plan, the accountants do not contradict each other
//! and privacy only gets worse with more releases or a stricter target.
//!
//! Plan number `i` of a seed is always the same plan. The ordinary run checks 100 000: all with the
//! closed forms and the Rényi bound (0.2 ms a plan without sampling, one in [`SAMPLED`] with it, 16 ms),
//! one in [`CONTOUR`] with the contour, and one in [`LATTICE`] with the lattice as well (both 0.1 s to
//! seconds). The run for hunting, of any length, from any seed and of any depth:
//!
//! ```text
//! DPSCOPE_PLANS=10000000 DPSCOPE_SEED=7 DPSCOPE_CONTOUR=10 DPSCOPE_LATTICE=50 \
//!     cargo test --release --test plans
//! ```
//!
//! A failure prints the law that broke, the number of the plan and the question as it can be asked again.

use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dpscope::question::{Answer, Bound, PlanAnswer, ask};
use serde_json::{Value, json};

/// Plans in an ordinary run.
const PLANS: u64 = 100_000;

/// One plan in so many may be on samples.
const SAMPLED: u64 = 20;

/// One plan in so many is of any kind, and goes along the contour.
const CONTOUR: u64 = 1000;

/// One plan in so many is of any kind, and goes on the lattice too.
const LATTICE: u64 = 5000;

/// No question takes longer, on any machine that is not overloaded.
const PATIENCE: Duration = Duration::from_secs(20);

/// Failures after which the run stops.
const ENOUGH: usize = 10;

/// A deterministic stream of numbers (xorshift64*, Vigna 2016).
struct Stream(u64);

impl Stream {
    /// The stream of one plan.
    fn of(seed: u64, plan: u64) -> Self {
        // SplitMix64 spreads neighbouring numbers over all bits.
        let mut state = seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ plan.wrapping_add(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((state ^ (state >> 31)) | 1)
    }

    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.share() * end as f64) as usize
    }

    fn linear(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.share()
    }

    fn log(&mut self, from: f64, to: f64) -> f64 {
        self.linear(from.ln(), to.ln()).exp().clamp(from, to)
    }
}

/// The mechanisms as they describe themselves.
fn catalogue() -> Vec<Value> {
    let answer = serde_json::to_value(ask(&json!({"ask": "describe"}))).expect("plain data");
    answer["mechanisms"].as_array().expect("mechanisms").clone()
}

/// A mechanism with every parameter somewhere on its slider.
fn mechanism(stream: &mut Stream, catalogue: &[Value]) -> Value {
    let entry = &catalogue[stream.below(catalogue.len())];
    let mut mechanism = json!({"kind": entry["kind"]});
    for parameter in entry["parameters"].as_array().expect("parameters") {
        let slider = &parameter["slider"];
        let [from, to] = ["from", "to"].map(|end| slider[end].as_f64().expect("a number"));
        let value = if slider["scale"] == "log" { stream.log(from, to) } else { stream.linear(from, to) };
        let whole = parameter["range"]["whole"] == true;
        mechanism[parameter["name"].as_str().expect("a name")] =
            json!(if whole { value.round() } else { value });
    }
    match entry["kind"].as_str() {
        Some("profile") => mechanism["points"] = falling_points(stream),
        Some("renyi-curve") => mechanism["points"] = rising_points(stream),
        _ => {}
    }
    mechanism
}

/// Points (ε, δ).
fn falling_points(stream: &mut Stream) -> Value {
    let (mut epsilon, mut delta) = (0.0, stream.log(1e-2, 0.9));
    let points = 2 + stream.below(4);
    let point = |_| {
        let point = [epsilon, delta];
        epsilon += stream.log(1e-2, 2.0);
        delta *= stream.linear(1e-3, 1.0);
        point
    };
    json!((0..points).map(point).collect::<Vec<_>>())
}

/// Points (α, ε).
fn rising_points(stream: &mut Stream) -> Value {
    let (mut order, mut divergence) = (stream.log(1.01, 4.0), stream.log(1e-4, 1.0));
    let points = 1 + stream.below(4);
    let point = |_| {
        let point = [order, divergence];
        order *= stream.log(1.1, 10.0);
        divergence *= stream.log(1.0, 10.0);
        point
    };
    json!((0..points).map(point).collect::<Vec<_>>())
}

fn release(stream: &mut Stream, catalogue: &[Value]) -> Value {
    let most = if stream.below(20) == 0 { 1e6 } else { 1e3 };
    let count = if stream.below(4) == 0 { 1.0 } else { stream.log(1.0, most).round() };
    let mut release = json!({"count": count, "mechanism": mechanism(stream, catalogue)});
    let kind = stream.below(4);
    if kind < 2 {
        let word = ["poisson", "subset"][kind];
        release["sampling"] = json!({"kind": word, "rate": stream.log(1e-6, 1.0)});
    }
    release
}

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
    let target = if stream.below(2) == 0 {
        json!({"delta": stream.log(1e-12, 0.3)})
    } else {
        json!({"epsilon": stream.log(1e-3, 50.0)})
    };
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

/// Asks, and checks what holds of any answer by itself.
fn bounds(question: &Value) -> Result<Vec<Said>, String> {
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
            // And no more than the larger of the two, by every accountant.
            let [add, remove, both] = [bounds(add)?, bounds(remove)?, bounds(both)?];
            for whole in &both {
                let one = |list: &[Said]| list.iter().find(|one| one.accountant == whole.accountant).copied();
                if let (Some(add), Some(remove)) = (one(&add), one(&remove))
                    && add.upper.max(remove.upper) != whole.upper
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

#[test]
fn no_plan_breaks_a_law() {
    let run = Run {
        seed: setting("DPSCOPE_SEED", 1),
        plans: setting("DPSCOPE_PLANS", PLANS),
        contour: setting("DPSCOPE_CONTOUR", CONTOUR).max(1),
        lattice: setting("DPSCOPE_LATTICE", LATTICE).max(1),
        catalogue: catalogue(),
    };
    let (next, failures) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let work = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
                let _ = work.take_while(|&plan| plan < run.plans).try_for_each(|plan| {
                    let Err((reason, question)) = check(&run, plan) else {
                        return ControlFlow::Continue(());
                    };
                    let mut failures = failures.lock().expect("no thread panics with the list");
                    failures.push(format!("plan {plan} of seed {}: {reason}\n  {question}", run.seed));
                    if failures.len() < ENOUGH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panics with the list");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
