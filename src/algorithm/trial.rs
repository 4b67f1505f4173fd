//! Monte Carlo: independent trials of one seed, and what they say of a mean or a chance.
//!
//! Bands are those of statistics, at a confidence, and never part of a guarantee.

use statrs::distribution::{Beta, ContinuousCDF, StudentsT};

use crate::guarantee::Interval;
use crate::numeric::random::Random;
use crate::numeric::sum::Sum;
use crate::watch::{self, Stopped};

/// The confidence of every band that is shown.
pub const CONFIDENCE: f64 = 0.95;

/// Some trials of a longer work, of which somebody may watch the progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trials {
    /// How many.
    pub count: usize,
    /// How many of the whole work come before.
    pub before: usize,
    /// How many the whole work has.
    pub whole: usize,
}

impl Trials {
    /// So many, which are the whole work.
    pub const fn new(count: usize) -> Self {
        Self { count, before: 0, whole: count }
    }

    /// Runs them one after the other, told the number of each.
    ///
    /// # Errors
    /// If one fails, or nobody waits any more.
    pub fn run<T, E: From<Stopped>>(self, mut trial: impl FnMut(usize) -> Result<T, E>) -> Result<Vec<T>, E> {
        let one = |at: usize| {
            watch::piece(self.before + at, self.whole)?;
            trial(at)
        };
        (0..self.count).map(one).collect()
    }
}

/// The stream of one trial for one use: whatever else is asked beside, it stays the same.
pub fn stream(seed: u64, name: &str, trial: usize) -> Random {
    Random::stream(seed, &format!("{name}, trial {trial}"))
}

/// A mean of trials with its error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// How far the truth may lie from it at the confidence; `None` of fewer than two trials, which say nothing of it.
    pub half_width: Option<f64>,
}

/// The mean of values and its Student band, `t_{n−1} s/√n`: of few trials the deviation s is itself uncertain, so that
/// 1.96 is too little (2.26 of ten, 12.7 of two). Zero of no values.
///
/// ```
/// use dpscope::algorithm::trial::mean;
///
/// let found = mean(&[1.0, 2.0, 3.0], 0.95);
/// assert_eq!(found.mean, 2.0);
/// assert!((found.half_width.unwrap() - 4.302652729911275 / 3f64.sqrt()).abs() < 1e-9);
/// ```
pub fn mean(values: &[f64], confidence: f64) -> Estimate {
    let count = values.len() as f64;
    let sum = |terms: &mut dyn Iterator<Item = f64>| {
        let mut sum = Sum::default();
        terms.for_each(|term| sum.add(term));
        sum.value()
    };
    let mean = sum(&mut values.iter().copied()) / count.max(1.0);
    let squares = sum(&mut values.iter().map(|value| (value - mean) * (value - mean)));
    let freedom = count - 1.0;
    let half_width = StudentsT::new(0.0, 1.0, freedom).ok().map(|law| {
        let quantile = law.inverse_cdf(0.5 * (1.0 + confidence.clamp(0.0, 1.0)));
        if squares > 0.0 { quantile * (squares / (count * freedom)).sqrt() } else { 0.0 }
    });
    Estimate { mean, half_width }
}

/// Clopper and Pearson's interval (1934) for a chance that came true `held` times of `count`: it holds at the
/// confidence whatever the chance is. From the α/2 quantile of Beta(k, n − k + 1) to the 1 − α/2 quantile of
/// Beta(k + 1, n − k).
///
/// `held` need not be whole: of trials that hold in part it is the sum of their parts, and the interval is that of as
/// many that hold entirely or not at all, which vary the most.
///
/// ```
/// use dpscope::algorithm::trial::chance;
///
/// let all = chance(20.0, 20, 0.95);
/// assert!((all.lower - 0.025f64.powf(0.05)).abs() < 1e-15 && all.upper == 1.0);
/// ```
pub fn chance(held: f64, count: usize, confidence: f64) -> Interval {
    let beyond = 0.5 * (1.0 - confidence.clamp(0.0, 1.0));
    let missed = count as f64 - held;
    // Where all or none held the law is a power; the library's quantile has 4 digits there of a million trials.
    let quantile = |a: f64, b: f64, share: f64| match (a, b) {
        (_, 1.0) => Some((share.ln() / a).exp()),
        (1.0, _) => Some(-((-share).ln_1p() / b).exp_m1()),
        _ => Beta::new(a, b).ok().map(|law| law.inverse_cdf(share)),
    };
    Interval {
        lower: if held > 0.0 { quantile(held, missed + 1.0, beyond).unwrap_or(0.0) } else { 0.0 },
        upper: if missed > 0.0 { quantile(held + 1.0, missed, 1.0 - beyond).unwrap_or(1.0) } else { 1.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::binomial::log_binomial_mass;

    /// Student's quantiles at 97.5 %, from long arithmetic.
    #[test]
    fn bands_of_few_trials_are_students() {
        for (count, quantile) in [
            (2, 12.706_204_736_174_7),
            (3, 4.302_652_729_749_46),
            (5, 2.776_445_105_197_79),
            (10, 2.262_157_162_798_2),
            (30, 2.045_229_642_132_7),
            (100, 1.984_216_951_586_41),
        ] {
            // ±1 alternating about 3: the squares about the mean are known.
            let values: Vec<f64> = (0..count).map(|at| 3.0 + f64::from(1 - 2 * (at % 2))).collect();
            let n = f64::from(count);
            let lean = if count % 2 == 1 { n.recip() } else { 0.0 };
            let squares = n - n * lean * lean;
            let found = mean(&values, 0.95);
            assert!((found.mean - 3.0 - lean).abs() < 1e-14);
            let expected = quantile * (squares / (n * (n - 1.0))).sqrt();
            let width = found.half_width.expect("a band");
            assert!((width / expected - 1.0).abs() < 1e-9, "{count}: {width} {expected}");
        }
        assert_eq!(mean(&[0.3], 0.95), Estimate { mean: 0.3, half_width: None });
        assert_eq!(mean(&[0.3, 0.3], 0.95), Estimate { mean: 0.3, half_width: Some(0.0) });
        assert_eq!(mean(&[], 0.95), Estimate { mean: 0.0, half_width: None });
    }

    /// At its lower end as many or more come true with probability α/2, at its upper end as many or fewer: by our own
    /// binomial masses.
    #[test]
    fn the_ends_of_a_chance_are_what_they_should_be() {
        for (held, count) in [
            (0, 10),
            (1, 10),
            (7, 10),
            (10, 10),
            (0, 100_000),
            (100_000, 100_000),
            (3, 1200),
            (1190, 1200),
            (600, 1200),
        ] {
            let found = chance(f64::from(held), count as usize, 0.95);
            let mass = |from: u32, to: u32, p: f64| -> f64 {
                (from..=to).map(|k| log_binomial_mass(u64::from(k), u64::from(count), p).exp()).sum()
            };
            if held > 0 {
                let more = mass(held, count, found.lower);
                assert!((more / 0.025 - 1.0).abs() < 1e-7, "{held} of {count}: {found:?} {more}");
            }
            if held < count {
                let fewer = mass(0, held, found.upper);
                assert!((fewer / 0.025 - 1.0).abs() < 1e-7, "{held} of {count}: {found:?} {fewer}");
            }
            assert_eq!((found.lower == 0.0, found.upper == 1.0), (held == 0, held == count));
        }
        assert_eq!(chance(0.0, 0, 0.95), Interval { lower: 0.0, upper: 1.0 });
    }

    /// How often bands of normal means hold, counted: 95 % of 4000, by three standard errors.
    #[test]
    fn bands_hold_as_often_as_stated() {
        let rounds = 4000;
        let held = (0..rounds)
            .filter(|&round| {
                let found = mean(&stream(5, "bands", round).normals(4, 2.0), 0.95);
                found.mean.abs() <= found.half_width.expect("a band")
            })
            .count();
        let share = held as f64 / rounds as f64;
        assert!((share - 0.95).abs() < 3.0 * (0.95 * 0.05 / rounds as f64).sqrt(), "{share}");
    }

    #[test]
    fn trials_stop_at_the_first_that_fails_and_streams_differ() {
        let found = Trials::new(5).run(|at| if at < 3 { Ok(at) } else { Err(NoMore::At(at)) });
        assert_eq!(found, Err(NoMore::At(3)));
        let all: Result<Vec<usize>, NoMore> = Trials { count: 2, before: 3, whole: 5 }.run(Ok);
        assert_eq!(all, Ok(vec![0, 1]));
        let first = |name: &str, trial: usize| stream(1, name, trial).bits();
        assert_eq!(first("a", 0), first("a", 0));
        assert!(first("a", 0) != first("a", 1) && first("a", 0) != first("b", 0));
    }

    #[derive(Debug, PartialEq)]
    enum NoMore {
        At(usize),
        Stopped,
    }

    impl From<Stopped> for NoMore {
        fn from(_: Stopped) -> Self {
            Self::Stopped
        }
    }
}
