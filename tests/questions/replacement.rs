//! DP-SGD when one person is replaced by another, asked through the one door.

use serde_json::{Value, json};

use crate::support::ask;

fn plan(rate: f64, sigma: f64, count: u64, target: &Value) -> Value {
    let releases = json!([{"count": count, "mechanism": {"kind": "gaussian", "sigma": sigma},
        "sampling": {"kind": "poisson", "rate": rate}}]);
    ask(json!({"ask": "plan", "neighbours": "replace", "releases": releases, "target": target,
        "accountants": ["fourier", "pld", "rdp", "classic"]}))
}

/// Both ends of what an accountant says of δ.
fn ends(answer: &Value, accountant: &str) -> (f64, f64) {
    let bounds = answer["bounds"].as_array().expect("bounds");
    let bound = bounds.iter().find(|bound| bound["accountant"] == accountant).expect("the accountant");
    let end = |name: &str| bound["delta"][name].as_f64();
    (end("lower").unwrap_or(0.0), end("upper").unwrap_or_else(|| panic!("no upper end: {bound}")))
}

/// The contour integral with 40 digits, the moments by the trapezoid rule over the densities as they are defined, on two
/// lines that agree to 20 digits.
#[test]
fn compositions_meet_their_contour() {
    for (rate, sigma, count, epsilon, delta) in [
        (0.01, 1.0, 10_000, 1.0, 0.128_209_385_759_030_5),
        (0.01, 1.0, 10_000, 4.0, 5.044_580_854_947_486e-5),
        (0.01, 1.0, 10_000, 0.05, 0.368_855_786_831_462_4),
        (0.001, 0.7, 5000, 0.5, 1.632_739_169_830_545e-8),
        (0.05, 2.0, 1000, 0.25, 0.225_021_961_864_432_8),
        (0.3, 0.5, 20, 20.0, 5.021_351_307_560_876e-10),
        (1e-5, 1.0, 1_000_000_000, 1.2, 1.083_551_833_928_534e-5),
    ] {
        let answer = plan(rate, sigma, count, &json!({"epsilon": epsilon}));
        let (lower, upper) = ends(&answer, "fourier");
        assert!(lower <= delta * (1.0 + 1e-15) && delta * (1.0 - 1e-15) <= upper, "{delta}: {answer}");
        assert!(upper - lower <= 2e-9 * delta, "{answer}");
        let (lower, upper) = ends(&answer, "pld");
        let narrow = count > 10_000 || upper - lower <= 0.02 * delta;
        assert!(lower <= delta && delta <= upper && narrow, "{delta}: {answer}");
        for name in ["rdp", "classic"] {
            assert!(ends(&answer, name).1 >= delta, "{answer}");
        }
    }
}

/// dp-accounting's pessimistic value for REPLACE_ONE, at noise of 2σ clipping bounds and a grid of 1e-4: never below,
/// and close.
#[test]
fn peers_bound_the_same_pair() {
    for (rate, sigma, count, epsilon, theirs, slack) in [
        (0.01, 1.0, 10_000, 1.0, 0.128_213_872_290_381, 1e-4),
        (0.01, 1.0, 10_000, 4.0, 5.045_372_130_763_8e-5, 1e-3),
        (0.05, 2.0, 1000, 0.25, 0.225_022_523_942_080, 1e-4),
        (0.001, 0.7, 5000, 0.5, 1.649_531_902_574_2e-8, 0.02),
    ] {
        let (_, upper) = ends(&plan(rate, sigma, count, &json!({"epsilon": epsilon})), "fourier");
        assert!(upper <= theirs && theirs <= upper * (1.0 + slack), "{upper} {theirs}");
    }
}

/// Noise of other kinds and samples of fixed size keep the profile that dominates every exchange.
#[test]
fn only_gaussian_noise_on_a_poisson_sample_has_the_pair() {
    let delta = |mechanism: Value, kind: &str| {
        let releases = json!([{"mechanism": mechanism, "sampling": {"kind": kind, "rate": 0.01}}]);
        let answer = ask(json!({"ask": "plan", "neighbours": "replace", "releases": releases,
            "target": {"epsilon": 0.01}, "accountants": ["exact"]}));
        ends(&answer, "exact").1
    };
    let gaussian = json!({"kind": "gaussian", "sigma": 1.0});
    assert!(delta(gaussian.clone(), "poisson") < 0.5 * delta(gaussian, "subset"));
    let laplace = json!({"kind": "laplace", "scale": 1.0});
    assert_eq!(delta(laplace.clone(), "poisson"), delta(laplace, "subset"));
}

/// Without either person in any sample both outputs are alike, so that `δ ≤ 1 − (1−γ)^k`: a mass of 2e-11 within 1e-14 of
/// loss 0, next to the ε that is asked for.
#[test]
fn a_narrow_heap_next_to_epsilon_is_allowed_for() {
    let rate = 0.914_916_243_822_639_1;
    for epsilon in [0.0027, 1.0] {
        let answer = plan(rate, 0.042_916_783_533_699, 10, &json!({"epsilon": epsilon}));
        for name in ["fourier", "pld"] {
            let (lower, _) = ends(&answer, name);
            assert!(lower <= 1.0 - (1.0 - rate).powi(10), "{answer}");
        }
    }
}
