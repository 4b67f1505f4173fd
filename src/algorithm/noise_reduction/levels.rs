//! The privacy levels that noise is reduced through.

use crate::numeric::sum::Sum;

/// Levels `0 < ε_1 < … < ε_T`, the most private first.
#[derive(Debug, Clone, PartialEq)]
pub struct Levels(Vec<f64>);

/// Why a list is no list of levels.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoLevels {
    /// There is none.
    #[error("there is no level")]
    Empty,
    /// A level that is not finite and above 0.
    #[error("level {position}, {level}, is not a finite number above 0")]
    NotPositive {
        /// Which one, from 1.
        position: usize,
        /// What it is.
        level: f64,
    },
    /// A level that is not above the one before.
    #[error("level {position}, {level}, is not above the one before")]
    NotIncreasing {
        /// Which one, from 1.
        position: usize,
        /// What it is.
        level: f64,
    },
}

impl Levels {
    /// These levels.
    ///
    /// # Errors
    /// If there is none, one is not a positive number, or one is not above the one before: noise can only be taken off.
    pub fn new(levels: Vec<f64>) -> Result<Self, NoLevels> {
        if levels.is_empty() {
            return Err(NoLevels::Empty);
        }
        let mut before = 0.0;
        for (at, &level) in levels.iter().enumerate() {
            let position = at + 1;
            if !(level > 0.0 && level.is_finite()) {
                return Err(NoLevels::NotPositive { position, level });
            }
            if level <= before {
                return Err(NoLevels::NotIncreasing { position, level });
            }
            before = level;
        }
        Ok(Self(levels))
    }

    /// `ε_t = ε_1 (ε_T/ε_1)^{(t−1)/(T−1)}`, both ends as they are given; one level is `from`.
    ///
    /// # Errors
    /// If the ends are not increasing, or so close that two levels are one number.
    pub fn geometric(from: f64, to: f64, count: usize) -> Result<Self, NoLevels> {
        let ratio = (to / from).ln();
        Self::between(from, to, count, |share| from * (share * ratio).exp())
    }

    /// `ε_t = ε_1 + (ε_T − ε_1)(t−1)/(T−1)`.
    ///
    /// # Errors
    /// As of [`geometric`](Self::geometric).
    pub fn linear(from: f64, to: f64, count: usize) -> Result<Self, NoLevels> {
        Self::between(from, to, count, |share| from + share * (to - from))
    }

    /// `ε_t = 2^{t−1} ε_1`.
    ///
    /// # Errors
    /// If the first is not a positive number, or the last is no longer finite.
    pub fn doubling(from: f64, count: usize) -> Result<Self, NoLevels> {
        Self::new((0..count).map(|at| from * (at as f64).exp2()).collect())
    }

    fn between(from: f64, to: f64, count: usize, at: impl Fn(f64) -> f64) -> Result<Self, NoLevels> {
        let last = count.saturating_sub(1);
        let level = |step: usize| match step {
            0 => from,
            _ if step == last => to,
            _ => at(step as f64 / last as f64),
        };
        Self::new((0..count).map(level).collect())
    }

    /// The levels, increasing.
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// T.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The least private level, `ε_T`.
    pub fn last(&self) -> f64 {
        self.0.last().copied().unwrap_or(f64::NAN)
    }

    /// `q_t = (ε_t/ε_{t+1})²` for t = 1, …, T−1: how likely a coordinate stays as it is.
    pub fn stays(&self) -> Vec<f64> {
        self.0.windows(2).map(|pair| stay(pair[0], pair[1])).collect()
    }

    /// `E[number of different values of a coordinate] = 1 + Σ(1 − q_t)`, with `1 − q = (1 − ρ)(1 + ρ)`, ρ the ratio of
    /// two levels: on a fine grid 1 − q alone would lose the digits.
    pub fn distinct(&self) -> f64 {
        let mut sum = Sum::default();
        sum.add(1.0);
        for pair in self.0.windows(2) {
            let ratio = pair[0] / pair[1];
            sum.add((pair[1] - pair[0]) / pair[1] * (1.0 + ratio));
        }
        sum.value()
    }

    /// `1 + 2 ln(ε_T/ε_1)`: the same in the limit of a fine grid, where the number of jumps is a Poisson variable.
    pub fn distinct_in_the_limit(&self) -> f64 {
        1.0 + 2.0 * (self.last() / self.0[0]).ln()
    }
}

/// `q = (c/a)²`: how likely a coordinate with the noise of level c has it already at the later level a.
pub fn stay(earlier: f64, later: f64) -> f64 {
    let ratio = earlier / later;
    ratio * ratio
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_do_not_increase_are_refused() {
        assert_eq!(Levels::new(vec![]), Err(NoLevels::Empty));
        assert_eq!(Levels::new(vec![0.1, 0.1]), Err(NoLevels::NotIncreasing { position: 2, level: 0.1 }));
        assert_eq!(Levels::new(vec![0.0, 0.1]), Err(NoLevels::NotPositive { position: 1, level: 0.0 }));
        assert!(Levels::geometric(1.0, 0.5, 3).is_err());
        assert!(Levels::doubling(1.0, 2000).is_err());
        assert!(Levels::new(vec![f64::NAN]).is_err());
    }

    /// With the levels of the source's experiment on tweets.
    #[test]
    fn a_fine_grid_keeps_few_values() {
        let levels = Levels::geometric(1e-5, 4.0 * 17.703_909_948_8, 1000).unwrap();
        assert!((levels.distinct() - 32.053_138_741_6).abs() < 1e-8);
        assert!((levels.distinct_in_the_limit() - 32.546_010_684_7).abs() < 1e-8);
        assert_eq!((levels.values()[0], levels.last()), (1e-5, 4.0 * 17.703_909_948_8));
    }
}
