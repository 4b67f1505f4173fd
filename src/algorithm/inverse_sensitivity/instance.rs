//! A statistic of given records, and how far k changed records can move it.

use super::stairs::Stairs;
use crate::numeric::sum::Sum;

/// What is estimated: the mean of some neighbouring order statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statistic {
    /// `(x_(m+1) + … + x_(n−m))/(n − 2m)`: the mean without the m smallest and the m largest records. With m = 0 it is the
    /// mean, with the largest m the median, of an even n the midpoint of the two in the middle.
    TrimmedMean {
        /// m.
        trim: usize,
    },
    /// `x_(r)`, such as a quantile.
    Order {
        /// r, from 1.
        rank: usize,
    },
}

impl Statistic {
    /// The median of n records.
    pub fn median(count: usize) -> Self {
        Self::TrimmedMean { trim: count.saturating_sub(1) / 2 }
    }

    /// The smallest record with a share p of all at or below it: `x_(⌈pn⌉)`.
    pub fn quantile(share: f64, count: usize) -> Self {
        let rank = (share * count as f64).ceil().max(1.0) as usize;
        Self::Order { rank: rank.min(count) }
    }

    /// How many records lie below those whose mean it is, and how many these are.
    fn window(self, count: usize) -> Result<(usize, usize), NoInstance> {
        match self {
            Self::TrimmedMean { trim } if 2 * trim < count => Ok((trim, count - 2 * trim)),
            Self::Order { rank } if (1..=count).contains(&rank) => Ok((rank - 1, 1)),
            Self::TrimmedMean { trim } => Err(NoInstance::Trim { trim, count }),
            Self::Order { rank } => Err(NoInstance::Rank { rank, count }),
        }
    }
}

/// Where records may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Universe {
    /// In the interval, to which they are clipped.
    Bounded,
    /// Anywhere: the statistic is clamped to the interval.
    Unbounded,
}

/// Why there is no such instance.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoInstance {
    /// No records.
    #[error("there are no records")]
    Empty,
    /// A record that is no finite number.
    #[error("record {at} is no finite number")]
    Record {
        /// Which, from 0.
        at: usize,
    },
    /// Ends that are not in order.
    #[error("the interval from {lower} to {upper} is none")]
    Interval {
        /// Lower end.
        lower: f64,
        /// Upper end.
        upper: f64,
    },
    /// Nothing is left after trimming.
    #[error("trimming {trim} of {count} records on either side leaves none")]
    Trim {
        /// m.
        trim: usize,
        /// n.
        count: usize,
    },
    /// No such order statistic.
    #[error("{count} records have no rank {rank}")]
    Rank {
        /// r.
        rank: usize,
        /// n.
        count: usize,
    },
}

/// A statistic of given records.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    sorted: Vec<f64>,
    /// How many records lie below the window.
    below: usize,
    /// How many records the window has, h.
    width: usize,
    statistic: Statistic,
    universe: Universe,
    lower: f64,
    upper: f64,
    clipped: usize,
    unclamped: f64,
    reach: Vec<[f64; 2]>,
}

impl Instance {
    /// The statistic of these records; the interval is public.
    ///
    /// # Errors
    /// If a record or an end is no finite number, or there is no such statistic.
    pub fn new(
        records: &[f64],
        statistic: Statistic,
        universe: Universe,
        [lower, upper]: [f64; 2],
    ) -> Result<Self, NoInstance> {
        if !(lower.is_finite() && upper.is_finite() && lower < upper && (upper - lower).is_finite()) {
            return Err(NoInstance::Interval { lower, upper });
        }
        if let Some(at) = records.iter().position(|record| !record.is_finite()) {
            return Err(NoInstance::Record { at });
        }
        if records.is_empty() {
            return Err(NoInstance::Empty);
        }
        let (below, width) = statistic.window(records.len())?;
        let mut sorted = records.to_vec();
        let mut clipped = 0;
        if universe == Universe::Bounded {
            clipped = sorted.iter().filter(|record| !(lower..=upper).contains(*record)).count();
            sorted.iter_mut().for_each(|record| *record = record.clamp(lower, upper));
        }
        // Adding zero makes −0 the 0 that it is.
        sorted.iter_mut().for_each(|record| *record += 0.0);
        sorted.sort_by(f64::total_cmp);
        let mut instance = Self {
            sorted,
            below,
            width,
            statistic,
            universe,
            lower,
            upper,
            clipped,
            unclamped: 0.0,
            reach: Vec::new(),
        };
        instance.unclamped = instance.window_sum().value() / width as f64;
        instance.reach = instance.reaches();
        Ok(instance)
    }

    /// n.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The records as they count, in order.
    pub fn sorted(&self) -> &[f64] {
        &self.sorted
    }

    /// How many records lay outside of the interval and were clipped to it.
    pub fn clipped(&self) -> usize {
        self.clipped
    }

    /// What is estimated.
    pub fn statistic(&self) -> Statistic {
        self.statistic
    }

    /// Where records may lie.
    pub fn universe(&self) -> Universe {
        self.universe
    }

    /// The interval: of the records, or of the clamped statistic. Answers lie in it.
    pub fn interval(&self) -> [f64; 2] {
        [self.lower, self.upper]
    }

    /// Its length.
    pub fn diameter(&self) -> f64 {
        self.upper - self.lower
    }

    /// How many records lie below those whose mean the statistic is, and how many these are.
    pub fn window(&self) -> (usize, usize) {
        (self.below, self.width)
    }

    /// f(x).
    pub fn value(&self) -> f64 {
        self.reach[0][0]
    }

    /// The statistic before it is clamped.
    pub fn unclamped(&self) -> f64 {
        self.unclamped
    }

    /// `{f(x′) : x′ differs from x in at most k records}` for k = 0, 1, … up to the first that is the whole interval.
    ///
    /// To raise f the most, the k smallest records become as large as can be: the window over the sorted records moves k
    /// places up, over records that are the end of the interval beyond the last one. This has Lemma 4.1 of the source as a
    /// special case. Each is an interval, because a record can be moved bit by bit.
    pub fn reach(&self) -> &[[f64; 2]] {
        &self.reach
    }

    /// `ω(x; k)`, the farthest that k changed records can move f.
    pub fn modulus(&self, changed: usize) -> f64 {
        let [low, high] = self.reach[changed.min(self.reach.len() - 1)];
        (high - self.value()).max(self.value() - low)
    }

    /// The levels of the path length with smoothing ρ: `{t : len^ρ(x; t) ≤ k}`.
    pub fn stairs(&self, smoothing: f64) -> Stairs {
        let wider =
            |&[low, high]: &[f64; 2]| [(low - smoothing).max(self.lower), (high + smoothing).min(self.upper)];
        Stairs::new(self.reach.iter().map(wider), self.interval())
    }

    /// `x_(i)` of any whole i, with the ends of the interval beyond the records; infinite where they may lie anywhere.
    pub(super) fn order(&self, at: isize) -> f64 {
        let bounded = self.universe == Universe::Bounded;
        if at < 1 {
            if bounded { self.lower } else { f64::NEG_INFINITY }
        } else {
            let beyond = if bounded { self.upper } else { f64::INFINITY };
            self.sorted.get(at as usize - 1).copied().unwrap_or(beyond)
        }
    }

    fn window_sum(&self) -> Sum {
        let mut sum = Sum::default();
        self.sorted[self.below..self.below + self.width].iter().for_each(|&record| sum.add(record));
        sum
    }

    fn reaches(&self) -> Vec<[f64; 2]> {
        let h = self.width as f64;
        let clamp = |value: f64| value.clamp(self.lower, self.upper);
        let value = clamp(self.unclamped);
        let (mut up, mut down) = (self.window_sum(), self.window_sum());
        let (mut low, mut high) = (value, value);
        let mut reach = vec![[low, high]];
        for k in 1..=self.count() as isize {
            let (below, width) = (self.below as isize, self.width as isize);
            if high < self.upper {
                let [enters, leaves] = [self.order(below + width + k), self.order(below + k)];
                high = high.max(clamp(slid(&mut up, enters, leaves) / h));
            }
            if low > self.lower {
                let [enters, leaves] = [self.order(below + 1 - k), self.order(below + width + 1 - k)];
                low = low.min(clamp(slid(&mut down, enters, leaves) / h));
            }
            reach.push([low, high]);
            if low <= self.lower && high >= self.upper {
                break;
            }
        }
        // Whoever changes everyone reaches everything; the sum may be a rounding short of it.
        if let Some(last) = reach.last_mut() {
            *last = [self.lower, self.upper];
        }
        reach
    }
}

/// The window one place further; infinite once an infinite record is in it.
fn slid(sum: &mut Sum, enters: f64, leaves: f64) -> f64 {
    if enters.is_infinite() {
        return enters;
    }
    sum.add(enters);
    sum.add(-leaves);
    sum.value()
}
