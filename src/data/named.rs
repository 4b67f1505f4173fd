//! Data sets with a name, the same everywhere.

use super::DataSet;

/// Six people in two dimensions, small enough to check by hand.
pub fn toy6() -> DataSet {
    const PEOPLE: [([f64; 2], f64); 6] = [
        ([0.6, 0.3], 1.0),
        ([0.8, -0.2], 1.0),
        ([0.1, 0.9], 1.0),
        ([-0.5, 0.4], -1.0),
        ([-0.7, -0.6], -1.0),
        ([-0.2, -0.8], -1.0),
    ];
    DataSet::from_rows(2, PEOPLE.iter().map(|(features, label)| (&features[..], *label)))
}

/// 200 people spread evenly over the unit disc but for a gap of width 0.4, labelled by their side.
///
/// Halton points `(2h₂(i) − 1, 2h₃(i) − 1)`, i = 1, 2, …, kept if they lie in the disc and outside the gap.
pub fn halton200() -> DataSet {
    let mut data = DataSet::new(2);
    let mut at = 1;
    while data.len() < 200 {
        let point = [2.0 * van_der_corput(at, 2) - 1.0, 2.0 * van_der_corput(at, 3) - 1.0];
        if point[0].abs() >= 0.2 && point[0] * point[0] + point[1] * point[1] <= 1.0 {
            data.push(&point, point[0].signum());
        }
        at += 1;
    }
    data
}

/// The digits of `number` in `base`, mirrored at the point.
fn van_der_corput(mut number: u32, base: u32) -> f64 {
    let (mut numerator, mut denominator) = (0u64, 1u64);
    while number > 0 {
        numerator = numerator * u64::from(base) + u64::from(number % base);
        denominator *= u64::from(base);
        number /= base;
    }
    numerator as f64 / denominator as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halton_set_is_the_one_of_the_golden_rows() {
        let data = halton200();
        let first: Vec<&[f64]> = (0..3).map(|at| data.person(at).features).collect();
        assert!((first[0][0] + 0.5).abs() < 1e-15 && (first[0][1] - 1.0 / 3.0).abs() < 1e-15);
        assert!((first[1][0] - 0.5).abs() < 1e-15 && (first[1][1] + 7.0 / 9.0).abs() < 1e-15);
        assert!((first[2][0] + 0.75).abs() < 1e-15 && (first[2][1] + 1.0 / 9.0).abs() < 1e-15);
        assert_eq!(data.people().filter(|person| person.label > 0.0).count(), 99);
        assert_eq!(data.len(), 200);
    }
}
