//! Forms of the source that are wrong as printed, beside what is right: for those who compare.

use std::f64::consts::PI;

use crate::mechanism::sparse_vector::Wait;
use crate::numeric::normal::{density, log_cdf};
use crate::numeric::quadrature::trapezoid;

/// How long a stream of queries of value 0 runs, to the power γ: three forms of one quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// γ.
    pub power: f64,
    /// `E_z[(1/(1−F))^γ]`.
    pub exact: f64,
    /// `E_z[(F/(1−F))^γ]`, as (7.13) prints: the number of ⊥ without the ⊤ that ends them.
    pub printed: f64,
    /// `1 + 2√3 π(1 + 9T²/σ₁²)e^{T²/σ₁²}`, as Proposition 7.2.5 bounds it for γ = 2 and σ₂ ≥ √3 σ₁: below the exact one where
    /// T is small.
    pub closed: Option<f64>,
}

/// The three forms; `None` where the moment is infinite.
pub fn moments(threshold: f64, threshold_noise: f64, query_noise: f64, power: f64) -> Option<Moments> {
    let exact = Wait::new(threshold, threshold_noise, query_noise).log_moment(power).exp();
    if exact.is_infinite() {
        return None;
    }
    let ratio = threshold_noise / query_noise;
    let slack = 1.0 - power * ratio * ratio;
    let (start, reach) = (threshold / query_noise, 9.0 / slack.sqrt());
    let middle = power * ratio * start.max(0.0) / slack;
    let height = |u: f64| {
        let x = start + ratio * u;
        density(u) * (power * (log_cdf(x) - log_cdf(-x))).exp()
    };
    let steps = (16.0 * (reach + middle)).ceil();
    let printed = trapezoid(-9.0, middle + reach + power, steps as usize, height);
    let closed = (power == 2.0 && query_noise >= 3f64.sqrt() * threshold_noise * (1.0 - 1e-15)).then(|| {
        let square = (threshold / threshold_noise).powi(2);
        1.0 + 2.0 * 3f64.sqrt() * PI * (1.0 + 9.0 * square) * square.exp()
    });
    Some(Moments { power, exact, printed, closed })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows V01 to V10 of the reference table.
    #[test]
    fn forms_match_the_reference() {
        let root = 3f64.sqrt();
        for (threshold, first, second, exact, printed, closed) in [
            (0.0, 1.0, root, 12.964_361_602_524_08, 8.734_764_945_443_987, 11.882_796_185_405_31),
            (1.0, 1.0, root, 161.434_659_616_989_5, 150.985_522_247_990_2, 296.825_071_136_106_6),
            (3.0, 1.0, root, 2_636_532.121_119_469, 2_636_362.845_044_217, 7_231_106.290_276_988),
        ] {
            let found = moments(threshold, first, second, 2.0).unwrap();
            assert!((found.exact / exact - 1.0).abs() < 1e-10);
            assert!((found.printed / printed - 1.0).abs() < 1e-9, "{} {printed}", found.printed);
            assert!((found.closed.unwrap() / closed - 1.0).abs() < 1e-13);
        }
        assert_eq!(moments(0.0, 1.0, 1.4, 2.0), None);
    }
}
