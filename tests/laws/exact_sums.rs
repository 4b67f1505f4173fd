//! Exact sums of atoms through the door, against values of 50 digits.

use serde_json::{Value, json};

use crate::support::ask;

fn plan(releases: &Value, neighbours: &str, target: &Value) -> Value {
    ask(json!({"ask": "plan", "neighbours": neighbours, "releases": releases, "target": target,
        "accountants": ["fourier"]}))
}

/// Both ends of what `fourier` says.
fn ends(answer: &Value, which: &str) -> (f64, f64) {
    let value = &answer["bounds"][0][which];
    let end = |name: &str| match &value[name] {
        Value::String(word) if word == "inf" => f64::INFINITY,
        number => number.as_f64().unwrap_or_else(|| panic!("{answer}")),
    };
    (end("lower"), end("upper"))
}

fn assert_delta(releases: &Value, neighbours: &str, epsilon: f64, truth: f64, width: f64) {
    let (lower, upper) = ends(&plan(releases, neighbours, &json!({"epsilon": epsilon})), "delta");
    // The truth is rounded to the nearest number.
    let last = f64::EPSILON * truth;
    assert!(
        lower <= truth + last && truth - last <= upper,
        "{releases} {epsilon}: {lower} {upper} misses {truth}"
    );
    assert!(upper - lower <= width * truth, "{releases} {epsilon}: {lower} {upper} is wide");
}

fn release(count: u32, mechanism: Value) -> Value {
    json!({"count": count, "mechanism": mechanism})
}

/// Atoms of small losses: closed form `3h − 4h³` of three responses, and a binomial sum.
#[test]
fn small_atoms_lie_inside_their_brackets() {
    let responses = json!([release(3, json!({"kind": "randomized-response", "truth": 0.5000000044642847}))]);
    assert_delta(&responses, "remove", 0.0, 1.339_285_415_902_225e-8, 1e-12);
    let sampled = json!([{"count": 3, "mechanism": {"kind": "pure", "epsilon": 0.02575631557502508},
        "sampling": {"kind": "poisson", "rate": 0.00020658988340327316}}]);
    assert_delta(&sampled, "remove", 2.7739016900972134e-06, 2.629_699_965_072_968e-6, 1e-12);
}

/// Millions of sampled releases: the rounding of a moment counts as often.
#[test]
fn many_releases_lie_inside_their_brackets() {
    let sampled = |count: u32, sigma: f64, rate: f64| {
        json!([{"count": count, "mechanism": {"kind": "gaussian", "sigma": sigma},
            "sampling": {"kind": "poisson", "rate": rate}}])
    };
    let first = sampled(338_778_626, 2.9292307834542815, 0.0002469767220605938);
    assert_delta(&first, "add", 6.925293043806059, 5.887_371_880_021_088e-5, 1e-9);
    let second = sampled(2_082_500, 5.646031739314613, 0.010106863877793975);
    assert_delta(&second, "remove", 13.37194398232579, 2.415_127_399_251_919e-5, 1e-9);
}

/// `1 − (1 − δ₀)^10` beyond every finite loss, and no ε at all below that.
#[test]
fn beyond_the_finite_losses_only_infinite_ones_count() {
    let approximate = json!([release(10, json!({"kind": "approximate", "epsilon": 0.1, "delta": 1e-6}))]);
    assert_delta(&approximate, "add-remove", 2.0, 9.999_955_000_12e-6, 2e-14);
    let instability = json!([release(10, json!({"kind": "instability", "epsilon": 0.1, "delta": 1e-9}))]);
    assert_delta(&instability, "add-remove", 2.0, 9.999_999_955e-9, 2e-14);
    let none = plan(&approximate, "add-remove", &json!({"delta": 1e-7}));
    assert_eq!(ends(&none, "epsilon"), (f64::INFINITY, f64::INFINITY));
}

/// Sums of positive terms over all outcomes with 50 digits, of atoms on one lattice and on none.
#[test]
fn mixtures_of_atoms_match_all_their_outcomes() {
    let normal = |count: u32, sigma: f64| {
        release(count, json!({"kind": "discrete-gaussian", "sigma": sigma, "sensitivity": 1}))
    };
    let laplace = |count: u32, scale: f64, sensitivity: u32| {
        release(count, json!({"kind": "discrete-laplace", "scale": scale, "sensitivity": sensitivity}))
    };
    let response =
        |count: u32, truth: f64| release(count, json!({"kind": "randomized-response", "truth": truth}));
    let pure = |count: u32, epsilon: f64| release(count, json!({"kind": "pure", "epsilon": epsilon}));
    assert_delta(&json!([normal(3, 2.0), normal(5, 1.0)]), "remove", 0.0, 0.769_667_013_602_972, 1e-10);
    assert_delta(&json!([normal(3, 2.0), normal(5, 1.0)]), "remove", 4.0, 0.206_769_151_045_642_78, 1e-10);
    assert_delta(&json!([normal(3, 2.0), normal(5, 1.0)]), "remove", 15.0, 6.713_999_884_502_513e-8, 1e-10);
    assert_delta(
        &json!([normal(2, 1.5), response(3, 0.75), laplace(2, 2.0, 3)]),
        "remove",
        0.5,
        0.790_640_442_108_040_3,
        1e-10,
    );
    assert_delta(
        &json!([normal(2, 1.5), response(3, 0.75), laplace(2, 2.0, 3)]),
        "remove",
        4.0,
        0.321_635_868_688_845_97,
        1e-10,
    );
    assert_delta(&json!([laplace(12, 5.0, 7), pure(4, 0.1)]), "remove", 0.0, 0.958_492_817_172_799_4, 1e-10);
    assert_delta(&json!([laplace(12, 5.0, 7), pure(4, 0.1)]), "remove", 3.0, 0.845_890_184_280_857_2, 1e-10);
    assert_delta(&json!([laplace(12, 5.0, 7), pure(4, 0.1)]), "remove", 12.0, 0.075_655_878_044_977_8, 1e-10);
    assert_delta(
        &json!([response(2, 0.7639), laplace(1, 2.0, 7), normal(2, 2.3)]),
        "remove",
        0.0,
        0.883_030_500_449_744_4,
        1e-10,
    );
    assert_delta(
        &json!([response(2, 0.7639), laplace(1, 2.0, 7), normal(2, 2.3)]),
        "remove",
        2.0,
        0.706_790_747_933_987_6,
        1e-10,
    );
    assert_delta(
        &json!([response(2, 0.7639), laplace(1, 2.0, 7), normal(2, 2.3)]),
        "remove",
        5.0,
        0.230_734_565_690_439_6,
        1e-10,
    );
}
