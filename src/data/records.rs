//! Records that are single numbers: named shapes, and sets with a name.

use serde::Serialize;

use crate::numeric::normal::{cdf, quantile_of_survival};
use crate::numeric::random::Random;

/// How single numbers are spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RecordShape {
    /// Normal with deviation 1.
    Normal,
    /// Evenly from −2 to 2.
    Uniform,
    /// Two normal hills at −1.5 and 1.5 with deviation 0.4.
    Bimodal,
    /// Cauchy: most near the middle, a few very far out.
    HeavyTail,
    /// Normal, rounded to halves.
    Ties,
}

/// Where the hills of the two-hill shape lie, and how wide they are.
const HILLS: [f64; 2] = [1.5, 0.4];

impl RecordShape {
    /// Every shape.
    pub const ALL: [Self; 5] = [Self::Normal, Self::Uniform, Self::Bimodal, Self::HeavyTail, Self::Ties];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Uniform => "uniform",
            Self::Bimodal => "bimodal",
            Self::HeavyTail => "heavy-tail",
            Self::Ties => "ties",
        }
    }

    /// What a person reads.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Normal => "a normal curve with deviation 1",
            Self::Uniform => "evenly from −2 to 2",
            Self::Bimodal => "two hills at −1.5 and 1.5",
            Self::HeavyTail => "most near the middle, a few very far out",
            Self::Ties => "a normal curve rounded to halves, so that many are equal",
        }
    }

    /// The number below which a share of all lies.
    pub fn quantile(self, share: f64) -> f64 {
        let normal = -quantile_of_survival(share);
        match self {
            Self::Normal => normal,
            Self::Uniform => 4.0 * share - 2.0,
            Self::Ties => (2.0 * normal).round() / 2.0 + 0.0,
            Self::HeavyTail => (std::f64::consts::PI * (share - 0.5)).tan(),
            Self::Bimodal => {
                let hill = |x: f64, side: f64| 0.5 * cdf((x - side * HILLS[0]) / HILLS[1]);
                let below = |x: f64| hill(x, -1.0) + hill(x, 1.0);
                let (mut low, mut high) = (-20.0, 20.0);
                for _ in 0..80 {
                    let middle = 0.5 * (low + high);
                    if below(middle) < share { low = middle } else { high = middle }
                }
                0.5 * (low + high)
            }
        }
    }

    /// `count` numbers: the quantiles at `(i − ½)/n`, or with a seed as many draws.
    pub fn records(self, count: usize, seed: Option<u64>) -> Vec<f64> {
        let mut random = seed.map(|seed| Random::stream(seed, "records"));
        let share = |at: usize| match &mut random {
            // Strictly between 0 and 1.
            Some(random) => 0.5 / 9_007_199_254_740_992.0 + random.uniform() * (1.0 - f64::EPSILON),
            None => (at as f64 + 0.5) / count as f64,
        };
        (0..count).map(share).map(|share| self.quantile(share)).collect()
    }
}

/// Nine numbers from 1 to 10, small enough to check by hand.
pub const NINE: [f64; 9] = [1.0, 2.0, 4.0, 4.5, 5.0, 6.0, 9.0, 9.5, 10.0];

/// Eleven numbers about 0 with one far out at either end.
pub const ELEVEN: [f64; 11] = [-3.0, -1.0, -0.5, 0.0, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 6.0];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_in_order_and_symmetric() {
        for shape in RecordShape::ALL {
            let records = shape.records(100, None);
            assert!(records.windows(2).all(|pair| pair[0] <= pair[1]), "{shape:?}");
            for (at, record) in records.iter().enumerate() {
                assert!((record + records[99 - at]).abs() < 1e-9, "{shape:?}");
            }
            let drawn = shape.records(200, Some(5));
            assert!(drawn.iter().all(|record| record.is_finite()));
            assert_eq!(drawn[..50], shape.records(50, Some(5))[..]);
        }
        // By symmetry half of the two hills lies below their middle, a quarter below the middle of the first.
        assert!((RecordShape::Bimodal.quantile(0.25) + 1.5).abs() < 1e-3);
    }
}
