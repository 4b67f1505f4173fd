//! The best of a random number of runs, through the one door: the truncated negative binomial law of Papernot and
//! Steinke (2022), which is geometric for the shape η = 1 and logarithmic for η = 0. (Poisson numbers of runs are
//! among the rows of `objective_perturbation`.)

#![cfg(feature = "learning")]

use serde_json::{Value, json};

use crate::support::{ask, refusal, refused};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

/// The best of runs whose curve is `ρα`.
fn tuned(rho: f64, shape: f64, stop: f64) -> Value {
    ask(json!({"ask": "tune", "releases": [{"mechanism": {"kind": "zcdp", "rho": rho}}], "delta": 1e-5,
        "repeats": {"kind": "negative-binomial", "shape": shape, "stop": stop}}))
}

/// `E[K]` from the ratios `Pr[K = k+1]/Pr[K = k] = (1−γ)(k+η)/(k+1)` of the law.
fn mean(shape: f64, stop: f64) -> f64 {
    let (mut mass, mut sum, mut weighted) = (1.0, 0.0, 0.0);
    for k in 1..200_000 {
        let runs = f64::from(k);
        sum += mass;
        weighted += runs * mass;
        mass *= (1.0 - stop) * (runs + shape) / (runs + 1.0);
    }
    weighted / sum
}

/// Noisy gradient steps at rate 256/8000, 1920 of them, tuned over whole orders from 2 to 256: 30 digits, the mean from
/// the law itself.
#[test]
fn noisy_gradient_steps_have_their_golden_values() {
    for (sigma, shape, stop, runs, epsilon, order) in [
        (2.0, 0.0, 0.02, 12.52548871313124, 5.747551338147724, 7.0),
        (2.0, 1.0, 0.1, 10.0, 6.54062669137896, 7.0),
        (2.0, 0.5, 0.05, 12.23606797749979, 6.2552078128516, 7.0),
        (2.0, -0.5, 0.01, 5.5, 4.781075297303051, 7.0),
        (5.0, 0.0, 0.02, 12.52548871313124, 2.091290964344003, 17.0),
        (5.0, 1.0, 0.1, 10.0, 2.462859493286158, 17.0),
        (5.0, 0.5, 0.05, 12.23606797749979, 2.318886603226977, 17.0),
        (5.0, -0.5, 0.01, 5.5, 1.696103646718622, 17.0),
        (20.0, 0.0, 0.02, 12.52548871313124, 0.493402040162937, 64.0),
        (20.0, 1.0, 0.1, 10.0, 0.5922938002333277, 63.0),
        (20.0, 0.5, 0.05, 12.23606797749979, 0.5531853358516617, 64.0),
        (20.0, -0.5, 0.01, 5.5, 0.3914287108725629, 62.0),
    ] {
        let answer = ask(json!({"ask": "tune", "neighbours": "remove", "delta": 1e-5,
            "releases": [{"mechanism": {"kind": "gaussian", "sigma": sigma}, "count": 1920,
                "sampling": {"kind": "poisson", "rate": 0.032}}],
            "repeats": {"kind": "negative-binomial", "shape": shape, "stop": stop}}));
        let found = [&answer["mean"], &answer["best"]["epsilon"], &answer["best"]["order"]].map(number);
        for (found, expected) in found.into_iter().zip([runs, epsilon, order]) {
            assert!((found / expected - 1.0).abs() < 1e-10, "{sigma} {shape}: {found} is not {expected}");
        }
        assert!(found[1] >= epsilon * (1.0 - 1e-15));
    }
}

/// `D'_α = D_α + (1+η) min_a ((1 − 1/a) D_a + log(1/γ)/a) + log E[K]/(α−1)`, written out here.
#[test]
fn every_order_follows_the_theorem() {
    for rho in [1e-3, 0.05, 0.4] {
        for (shape, stop) in [(-0.9, 0.01), (-0.5, 0.1), (0.0, 0.02), (0.5, 0.3), (1.0, 0.05), (7.0, 0.4)] {
            let answer = tuned(rho, shape, stop);
            let runs = mean(shape, stop);
            assert!((number(&answer["mean"]) / runs - 1.0).abs() < 1e-9, "{shape} {stop}");
            let shared = (2..=256)
                .map(|order| {
                    let order = f64::from(order);
                    (1.0 - 1.0 / order) * rho * order - stop.ln() / order
                })
                .fold(f64::INFINITY, f64::min);
            let by_itself = numbers(&answer["order-by-order"]);
            assert_eq!(by_itself.len(), 255);
            for (order, found) in (2..).map(f64::from).zip(&by_itself) {
                let expected = rho * order + (1.0 + shape) * shared + runs.ln() / (order - 1.0);
                assert!((found / expected - 1.0).abs() < 1e-9, "{shape} {stop} at {order}: {found}");
            }
            // A divergence of a smaller order is at most that of a larger one.
            let kept = numbers(&answer["divergences"]);
            assert!(kept.windows(2).all(|two| two[0] <= two[1]));
            assert!(kept.iter().zip(&by_itself).all(|(kept, alone)| kept <= alone));
            assert!(number(&answer["best"]["epsilon"]) > number(&answer["one"]["epsilon"]));
        }
    }
}

/// Shape 1 is the geometric law with mean 1/γ, shape 0 the logarithmic one, and no shape near 0 leaps; a large shape
/// with a mean that stays is Poisson's law without its 0, whose mean is `µ/(1 − e^{−µ})`.
#[test]
fn the_law_has_its_limits() {
    for stop in [0.02, 0.3, 0.9] {
        assert!((number(&tuned(0.01, 1.0, stop)["mean"]) * stop - 1.0).abs() < 1e-13);
        let logarithmic = tuned(0.01, 0.0, stop);
        assert!((number(&logarithmic["mean"]) / ((1.0 / stop - 1.0) / -stop.ln()) - 1.0).abs() < 1e-13);
        for shape in [-1e-7, 1e-7] {
            let near = tuned(0.01, shape, stop);
            for place in ["/mean", "/best/epsilon"] {
                let [at, beside] =
                    [&logarithmic, &near].map(|answer| number(answer.pointer(place).expect(place)));
                assert!((beside / at - 1.0).abs() < 1e-6, "{place} {shape}: {beside} beside {at}");
            }
        }
    }
    let mu = 4.0f64;
    let without_none = mu / -(-mu).exp_m1();
    let off = [25.0, 50.0, 100.0]
        .map(|shape| (number(&tuned(0.01, shape, shape / (shape + mu))["mean"]) / without_none - 1.0).abs());
    assert!(off[2] < 0.01 && off.windows(2).all(|two| (0.4..0.6).contains(&(two[1] / two[0]))), "{off:?}");
}

/// More runs, whether by a smaller γ or a larger η, cost more.
#[test]
fn more_runs_cost_more() {
    let ladder = |settings: &[(f64, f64)]| {
        let costs: Vec<[f64; 2]> = settings
            .iter()
            .map(|&(shape, stop)| {
                let answer = tuned(0.02, shape, stop);
                [&answer["mean"], &answer["best"]["epsilon"]].map(number)
            })
            .collect();
        assert!(costs.windows(2).all(|two| two[0][0] < two[1][0] && two[0][1] < two[1][1]), "{costs:?}");
    };
    for shape in [-0.5, 0.0, 0.5, 1.0, 3.0] {
        ladder(&[0.9, 0.5, 0.2, 0.05, 0.01].map(|stop| (shape, stop)));
    }
    for stop in [0.5, 0.1, 0.01] {
        ladder(&[-0.9, -0.5, 0.0, 0.5, 1.0, 3.0].map(|shape| (shape, stop)));
    }
}

/// Models tuned by this law keep their promise: more noise than where tuning is not counted, the same bytes for a seed.
#[test]
fn training_is_tuned_by_it() {
    let question = |method: &str, shape: f64| {
        json!({"ask": "train", "method": method, "epsilons": [2], "delta": 1e-5, "trials": 3, "seed": 4,
            "data": {"kind": "generate", "generator": "margin-blobs", "people": 500, "dimension": 2, "seed": 5},
            "batch": 50, "epochs": 3, "learning_rates": [1e-2, 1], "candidates": 3,
            "repeats": {"kind": "negative-binomial", "shape": shape, "stop": 0.2}})
    };
    let noise = |answer: &Value| number(&answer["points"][0]["noise"]);
    let free = ask(question("dp-sgd-dishonest", 1.0));
    let mut least = noise(&free);
    for shape in [-0.5, 0.0, 1.0] {
        let asked = question("dp-sgd-honest", shape);
        let answer = ask(&asked);
        assert_eq!(answer, ask(&asked), "a seed gives one answer");
        let certified = number(&answer["points"][0]["certified"]);
        assert!(certified <= 2.0 && certified > 1.98, "{answer}");
        assert!(noise(&answer) > least, "{shape}: {answer}");
        least = noise(&answer);
    }
}

#[test]
fn what_is_no_law_is_named() {
    for (field, value, message) in [
        ("shape", -1.0, "repeats.shape: -1 is not between −0.99 and 100"),
        ("stop", 1.0, "repeats.stop: 1 is not at least 1e-9 and below 1"),
        ("stop", 0.0, "repeats.stop: 0 is not at least 1e-9 and below 1"),
    ] {
        let mut question = json!({"ask": "tune", "releases": [{"mechanism": {"kind": "zcdp", "rho": 0.01}}],
            "delta": 1e-5, "repeats": {"kind": "negative-binomial", "shape": 1, "stop": 0.1}});
        question["repeats"][field] = json!(value);
        assert_eq!(refused(&question), message);
    }
}

/// Of fewer than one run on average the theorem says nothing: at mean 0.01 it would give a divergence of 0 at order 2
/// for normal noise with σ = 0.5, where the truth is 0.4287.
#[test]
fn fewer_than_one_run_is_refused() {
    for (repeats, path) in [
        (json!({"kind": "poisson", "mean": 0.01}), "repeats.mean"),
        (json!({"kind": "poisson", "mean": 0.999}), "repeats.mean"),
        (json!({"kind": "poisson", "runs": 0, "chance": 0.5}), "repeats.chance"),
    ] {
        let answer =
            refusal(json!({"ask": "tune", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 0.5}}],
            "repeats": repeats, "delta": 1e-5}));
        assert_eq!(answer["path"], path, "{answer}");
        assert!(answer["message"].as_str().expect("words").contains("fewer than one run on average"));
    }
    let one = ask(json!({"ask": "tune", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 0.5}}],
        "repeats": {"kind": "poisson", "mean": 1}, "delta": 1e-5}));
    assert!(number(&one["divergences"][0]) > 0.4287);
}
