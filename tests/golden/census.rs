//! The plan of the 2020 Census through the door: losses on a lattice of 1/80 000, summed exactly.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value, json};

use crate::support::ask;

/// The shares ρ of a path, each with how often it occurs.
fn allocation(table: &str) -> Vec<f64> {
    let share = |cell: &str| {
        let (numerator, denominator) = cell.split_once('/').expect("a fraction");
        let [numerator, denominator] =
            [numerator, denominator].map(|text| text.parse::<f64>().expect("a number"));
        numerator / denominator
    };
    table.lines().skip(1).flat_map(|line| line.split(',').map(share)).filter(|&share| share > 0.0).collect()
}

fn path(name: &str) -> Vec<f64> {
    allocation(match name {
        "10" => include_str!("census/dhc_allocation_path_10.csv"),
        "23" => include_str!("census/dhc_allocation_path_23.csv"),
        "31" => include_str!("census/dhc_allocation_path_31.csv"),
        _ => panic!("{name}"),
    })
}

/// Discrete Gaussian releases of variance 1/ρ for all shares of two paths.
fn releases(from: &str, to: &str) -> Value {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for share in path(from).into_iter().chain(path(to)) {
        *counts.entry(share.to_bits()).or_default() += 1;
    }
    let release = |(&share, &count): (&u64, &u32)| {
        let sigma = f64::from_bits(share).sqrt().recip();
        json!({"count": count, "mechanism": {"kind": "discrete-gaussian", "sigma": sigma, "sensitivity": 1}})
    };
    counts.iter().map(release).collect()
}

fn plan(releases: &Value, target: &Value, accountants: &[&str]) -> Value {
    ask(json!({"ask": "plan", "neighbours": "replace", "releases": releases, "target": target,
        "accountants": accountants}))
}

/// Both ends of what the best accountant says.
fn ends(answer: &Value, which: &str) -> (f64, f64) {
    let value = &answer["best"][which];
    let end = |name: &str| value[name].as_f64().unwrap_or_else(|| panic!("{answer}"));
    (end("lower"), end("upper"))
}

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split(',').collect())
}

#[test]
fn the_published_values_lie_inside() {
    let releases = releases("10", "10");
    for row in rows(include_str!("census/published_path_10_to_10.csv")) {
        let [epsilon, delta] = [row[0], row[1]].map(|text| text.parse::<f64>().expect("a number"));
        let (lower, upper) = ends(&plan(&releases, &json!({"epsilon": epsilon}), &["fourier"]), "delta");
        assert!(lower <= delta && delta <= upper, "{epsilon}: {lower} {upper} {delta}");
        assert!(upper - lower <= 1e-11 * delta, "{epsilon}: {lower} {upper}");
    }
}

#[test]
fn sums_of_positive_numbers_lie_inside() {
    for row in rows(include_str!("census/delta.csv")) {
        let releases = releases(row[0], row[1]);
        let [epsilon, delta] = [row[2], row[3]].map(|text| text.parse::<f64>().expect("a number"));
        let (lower, upper) = ends(&plan(&releases, &json!({"epsilon": epsilon}), &["fourier"]), "delta");
        assert!(lower <= delta && delta <= upper, "{row:?}: {lower} {upper}");
        assert!(upper - lower <= 1e-11 * delta, "{row:?}: {lower} {upper}");
        let (lower, upper) = ends(&plan(&releases, &json!({"delta": delta}), &["fourier"]), "epsilon");
        assert!(lower <= epsilon && epsilon <= upper, "{row:?}: {lower} {upper}");
        assert!(upper - lower <= 1e-10 * epsilon, "{row:?}: {lower} {upper}");
    }
}

/// Paths of two allocations whose lattice is 13 times finer.
#[test]
fn the_finest_lattice_is_answered_soon() {
    let start = Instant::now();
    let releases = releases("23", "31");
    let (lower, upper) = ends(&plan(&releases, &json!({"epsilon": 14.5}), &["fourier"]), "delta");
    assert!(lower > 0.0 && upper - lower <= 1e-10 * upper, "{lower} {upper}");
    assert!(start.elapsed().as_secs_f64() < 2.0, "{:?}", start.elapsed());
}

/// The curve holds the value of the plan at every point.
#[test]
fn the_curve_is_exact_everywhere() {
    let releases = releases("10", "10");
    let grid: Vec<f64> = (0..15).map(|at| 2.5 * f64::from(at)).collect();
    let answer =
        ask(json!({"ask": "curve", "view": "profile", "neighbours": "replace", "releases": releases,
        "grid": grid, "accountants": ["fourier"]}));
    let curve = &answer["series"][0];
    for (at, epsilon) in grid.iter().enumerate() {
        let end = |name: &str| curve[name][at].as_f64().unwrap_or_else(|| panic!("{epsilon}: {answer}"));
        let (lower, upper) = ends(&plan(&releases, &json!({"epsilon": epsilon}), &["fourier"]), "delta");
        assert!(end("lower") <= upper && lower <= end("upper"), "{epsilon}: {curve}");
        // A curve is as fine as a picture shows, and says how fine.
        let allowed =
            if upper > 1e-9 { 2.1e-9 } else { 2.1 * (1e-5 * (1e-9 / upper).powf(2.0 / 3.0)).min(0.1) };
        assert!(end("upper") - end("lower") <= allowed * end("upper"), "{epsilon}: {curve}");
    }
}
