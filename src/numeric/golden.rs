//! Reads the golden tables, for the tests of this room.

use num_complex::Complex64;

/// The text of a table, by name.
macro_rules! table {
    ($name:literal) => {
        include_str!(concat!("../../tests/golden/numeric/", $name, ".csv"))
    };
}

pub(super) use table;

/// The rows of a table, without its header; every field as the nearest float.
pub fn rows(table: &str) -> Vec<Vec<f64>> {
    let parse = |field: &str| field.parse().expect("a number");
    let fields = |line: &str| line.split(',').map(parse).collect();
    table.lines().skip(1).map(fields).collect()
}

/// `|value − expected|/|expected|`; zero must be met exactly.
pub fn relative_error(value: f64, expected: f64) -> f64 {
    if value == expected { 0.0 } else { ((value - expected) / expected).abs() }
}

/// `|value − expected|/|expected|` in the plane, free of overflow.
pub fn relative_error_complex(value: Complex64, expected: Complex64) -> f64 {
    let difference = value - expected;
    if difference == Complex64::ZERO {
        0.0
    } else {
        difference.re.hypot(difference.im) / expected.re.hypot(expected.im)
    }
}

/// Asserts that a function of one number stays within a relative error over a whole table.
pub fn assert_table(table: &str, bound: f64, f: impl Fn(f64) -> f64) {
    assert_rows(table, bound, |row| relative_error(f(row[0]), row[1]));
}

/// Asserts that the error of every row is within a bound, and names the worst row if not.
pub fn assert_rows(table: &str, bound: f64, error: impl Fn(&[f64]) -> f64) {
    let rows = rows(table);
    assert!(rows.len() >= 20, "a table of {} rows", rows.len());
    let mut worst = (0.0, &rows[0]);
    for row in &rows {
        let error = error(row);
        assert!(!error.is_nan(), "no value at {row:?}");
        if error > worst.0 {
            worst = (error, row);
        }
    }
    assert!(worst.0 <= bound, "error {:e} at {:?}", worst.0, worst.1);
}
