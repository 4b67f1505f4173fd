//! Random plans, through the one door: whatever the plan, the accountants do not contradict each other,
//! privacy only gets worse with more releases or a stricter target, and every view, search and attack says the
//! same as the plan.
//!
//! The ordinary run checks [`PLANS`] plans of any kind, relation and target. All of them go by the closed forms
//! and the Rényi bound; how often each other accountant takes part is in [`RATES`], and one plan in so many of
//! [`VIEWED`], [`ATTACKED`] and [`SOLVED`] is looked at from those sides. [`BRACKETS`] quicker plans go by contour
//! and lattice both. The run for hunting, of any length, from any seed: `cargo xtask fuzz`; there what takes long comes
//! [`RARITY`] times less often among a hundred times as many plans, and time and memory are held to what is promised.
//!
//! A failure prints the law that broke, the number of the plan and the question as it can be asked again;
//! `DPSCOPE_FIRST` starts from a number.

mod memory;
mod random;
mod said;
#[path = "../support/time.rs"]
mod time;
mod training;
mod views;

use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use dpscope::watch;
use random::{Stream, brisk, catalogue, release, target};
use said::{CALLS, SLOWEST, agree, bounds, in_order, ordered};
use serde_json::{Value, json};

/// Plans in an ordinary run.
const PLANS: u64 = 100_000;

/// Plans of an ordinary run that contour and lattice both answer.
const BRACKETS: u64 = 10_000;

/// One plan in so many may be on samples.
const SAMPLED: usize = 20;

/// One plan in so many goes by this accountant too; closed forms and the Rényi bound always do.
const RATES: [(&str, usize); 9] = [
    ("fourier", 1000),
    ("pld", 5000),
    ("rdp-optimal", 1000),
    ("rdp-basic", 4),
    ("classic", 500),
    ("optimal", 500),
    ("advanced", 500),
    ("basic", 100),
    ("fourier-as-published", 500),
];

/// One plan in so many is viewed.
const VIEWED: usize = 30;

/// One plan in so many is attacked.
const ATTACKED: usize = 100;

/// One plan in so many is searched for the edge of a budget.
const SOLVED: usize = 40;

/// A plan with more pieces of work is left out where the two exact accountants are compared: about five milliseconds, and
/// the same plans on every machine.
const PIECES: u32 = 40;

/// Failures after which the run stops, unless `DPSCOPE_ENOUGH` says otherwise.
const ENOUGH: u64 = 10;

/// How often a long run says how far it is.
const REPORT: Duration = Duration::from_secs(30);

/// How many times less often than in an ordinary run a plan is sampled, viewed, attacked, searched, or goes by an
/// accountant that takes long.
static RARITY: LazyLock<usize> = LazyLock::new(|| setting("DPSCOPE_RARITY", 1) as usize);

/// A number from the environment.
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// How many questions run at once.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A plan with some accountants.
fn question(stream: &mut Stream, catalogue: &[Value]) -> Value {
    let mut releases: Vec<Value> = (0..1 + stream.below(3)).map(|_| release(stream, catalogue)).collect();
    let mut accountants = vec!["exact", "rdp"];
    let asked = RATES.iter().filter(|(_, rate)| stream.seldom(*rate)).map(|(name, _)| *name);
    accountants.extend(asked);
    let rare = accountants.iter().any(|name| *name == "fourier" || *name == "pld");
    if !rare && !stream.seldom(SAMPLED) {
        releases.iter_mut().filter_map(Value::as_object_mut).for_each(|release| {
            release.remove("sampling");
        });
    }
    let neighbours = ["add-remove", "replace", "add", "remove"][stream.below(4)];
    let target = target(stream);
    json!({"ask": "plan", "neighbours": neighbours, "releases": releases, "target": target,
        "accountants": accountants})
}

fn more_releases(stream: &mut Stream, question: &Value) -> Result<(), String> {
    let mut more = question.clone();
    let count = &mut more["releases"][0]["count"];
    *count = json!(count.as_f64().unwrap_or(1.0) + 1.0 + stream.below(100) as f64);
    ordered("more releases", question, &more)
}

fn stricter(stream: &mut Stream, question: &Value) -> Result<(), String> {
    let mut stricter = question.clone();
    let target = &mut stricter["target"];
    if let Some(delta) = target.get("delta").and_then(Value::as_f64) {
        target["delta"] = json!(delta * stream.log(1e-3, 1.0));
        return ordered("smaller δ", question, &stricter);
    }
    let epsilon = target["epsilon"].as_f64().unwrap_or(0.0);
    target["epsilon"] = json!(epsilon - epsilon.abs() * stream.share());
    ordered("smaller ε", question, &stricter)
}

/// Two directions are the worse of the two.
fn directions(question: &Value) -> Result<(), String> {
    let [add, remove, both] = ["add", "remove", "add-remove"].map(|word| {
        let mut question = question.clone();
        question["neighbours"] = json!(word);
        question
    });
    let [add, remove, both] = [bounds(&add)?, bounds(&remove)?, bounds(&both)?];
    in_order("add ≤ add-remove", &add, &both)?;
    in_order("remove ≤ add-remove", &remove, &both)?;
    // And no more than the larger of the two, by every accountant that composes the directions apart; a bracket may
    // be refined otherwise, and theorems that need both directions know no more of one of them.
    for whole in both.iter().filter(|one| ["exact", "fourier", "rdp"].contains(&one.accountant.as_str())) {
        let one = |list: &[said::Said]| list.iter().find(|one| one.accountant == whole.accountant).cloned();
        if let (Some(add), Some(remove)) = (one(&add), one(&remove))
            && add.upper.max(remove.upper) != whole.upper
        {
            return Err(format!("add-remove is not the worse of the two: {add:?} {remove:?} {whole:?}"));
        }
    }
    Ok(())
}

/// What of a release may be searched for.
fn fields(release: &Value) -> Vec<String> {
    let mechanism = release["mechanism"].as_object().into_iter().flatten();
    let mut fields: Vec<String> =
        mechanism.filter(|(_, value)| value.is_number()).map(|(name, _)| name.clone()).collect();
    fields.push("count".into());
    if release.get("sampling").is_some() {
        fields.push("rate".into());
    }
    fields
}

/// The laws of one plan.
fn check(seed: u64, catalogue: &[Value], plan: u64) -> Result<(), (String, Value)> {
    let mut stream = Stream::of(seed, plan);
    let question = question(&mut stream, catalogue);
    let accountants: Vec<&str> =
        question["accountants"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let law = || {
        if stream.seldom(VIEWED) {
            return views::check(&mut stream, &question, &accountants);
        }
        if stream.seldom(ATTACKED) {
            return views::attack(&mut stream, &question, &accountants);
        }
        if stream.seldom(SOLVED) {
            let fields = fields(&question["releases"][0]);
            return views::solve(&mut stream, &question, &fields, &["exact", "rdp"]);
        }
        match stream.below(4) {
            0 => bounds(&question).map(|_| ()),
            1 => more_releases(&mut stream, &question),
            2 => stricter(&mut stream, &question),
            _ => directions(&question),
        }
    };
    match catch_unwind(std::panic::AssertUnwindSafe(law)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(reason)) => Err((reason, question)),
        Err(_) => Err(("panicked".into(), question)),
    }
}

/// Checks numbered plans on all cores as long as it goes on; panics with the first failures. Says now and then
/// how far it is.
fn every(
    what: &str,
    seed: u64,
    all: Option<u64>,
    goes_on: impl Fn(u64) -> bool + Sync,
    check: impl Fn(u64) -> Result<(), (String, Value)> + Sync,
) {
    let (first, enough) = (setting("DPSCOPE_FIRST", 0), setting("DPSCOPE_ENOUGH", ENOUGH));
    let (next, failures) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    let (start, told) = (Instant::now(), Mutex::new(Instant::now()));
    let report = |plan: u64| {
        let mut told = told.lock().expect("no thread panics with the clock");
        if told.elapsed() < REPORT {
            return;
        }
        *told = Instant::now();
        let rate = (plan - first) as f64 / start.elapsed().as_secs_f64();
        let left = all.map(|all| format!(", {:.0} s to go", all.saturating_sub(plan) as f64 / rate));
        println!("{what}: {plan} done, {rate:.0} a second{}", left.unwrap_or_default());
    };
    std::thread::scope(|scope| {
        for _ in 0..threads() {
            scope.spawn(|| {
                let work = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
                let _ = work.take_while(|&plan| goes_on(plan)).try_for_each(|plan| {
                    report(plan);
                    let Err((reason, question)) = check(plan) else {
                        return ControlFlow::Continue(());
                    };
                    let failure = format!("plan {plan} of seed {seed}: {reason}\n  {question}");
                    println!("{what}: {failure}");
                    let mut failures = failures.lock().expect("no thread panics with the list");
                    failures.push(failure);
                    if (failures.len() as u64) < enough {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panics with the list");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let took = start.elapsed().as_secs_f64();
    let done = next.into_inner() - first;
    println!("{what}: {done} in {took:.0} s, {:.0} a second", done as f64 / took);
}

#[test]
fn no_plan_breaks_a_law() {
    let (seed, plans) = (setting("DPSCOPE_SEED", 1), setting("DPSCOPE_PLANS", PLANS));
    let catalogue = catalogue();
    every("plans", seed, Some(plans), |plan| plan < plans, |plan| check(seed, &catalogue, plan));
    let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let (edges, points) = (of(&views::EDGES), of(&views::POINTS));
    println!(
        "{} questions, the slowest {} ms; {points} points of curves and {edges} edges of budgets asked again",
        of(&CALLS),
        of(&SLOWEST) / 1000
    );
    if setting("DPSCOPE_FIRST", 0) == 0 && plans >= PLANS {
        let plans = plans / *RARITY as u64;
        assert!(points >= plans / 500 && edges >= plans / 1000, "{points} points, {edges} edges");
    }
}

/// Optimistic ≤ Fourier ≤ pessimistic, in as many random plans as both accountants answer within [`PIECES`] of work; plans
/// that take more are left to the test above.
#[test]
fn the_contour_lies_inside_the_lattice() {
    let (seed, plans) = (setting("DPSCOPE_SEED", 1), setting("DPSCOPE_BRACKETS", BRACKETS));
    let catalogue = catalogue();
    let (asked, both) = (AtomicU64::new(0), AtomicU64::new(0));
    let check = |plan: u64| {
        let mut stream = Stream::of(!seed, plan);
        let releases: Vec<Value> = (0..1 + stream.below(3)).map(|_| brisk(&mut stream, &catalogue)).collect();
        let target = target(&mut stream);
        let neighbours = ["add-remove", "add", "remove", "replace"][stream.below(4)];
        let question = |accountants: &[&str]| {
            json!({"ask": "plan", "neighbours": neighbours, "releases": releases, "target": target,
                "accountants": accountants, "width": 0.1})
        };
        let in_haste = |question: Value| {
            let mut pieces = 0;
            let watcher = move |_| {
                pieces += 1;
                pieces <= PIECES
            };
            let answers = watch::watched(watcher, || bounds(&question));
            answers.map_err(|reason| (reason, question.clone()))
        };
        asked.fetch_add(1, Ordering::Relaxed);
        let mut said = in_haste(question(&["fourier"]))?;
        // Most plans that the contour gives up take long on the lattice as well.
        if said.is_empty() {
            return Ok(());
        }
        said.extend(in_haste(question(&["pld", "rdp"]))?);
        agree(&said).map_err(|reason| (reason, question(&["fourier", "pld", "rdp"])))?;
        if said.iter().any(|one| one.accountant == "pld") {
            both.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    };
    every("brackets", seed, None, |_| both.load(Ordering::Relaxed) < plans, check);
    let (asked, both) = (asked.into_inner(), both.into_inner());
    println!("{both} of {asked} plans answered by both");
    assert!(10 * both > asked, "only {both} of {asked} plans were answered by both");
}
