//! What a page shows: curves with their names, as plain numbers.

use serde::Serialize;

use crate::figure::Side;
use crate::question::field::common::ACCOUNTANT_WORDS;
use crate::question::field::described::Word;
use crate::question::field::number::Number;
use crate::question::understand::amplify::BOUNDS;
use crate::question::understand::amplify_figure::ASSERTED_WORD;
use crate::sampling::Neighbours;

/// One curve of a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ShownSeries {
    /// What the page calls it.
    pub name: String,
    /// The accountant or the theorem that it is by.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub by: Option<&'static str>,
    /// The neighbouring relation, where several stand beside each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<Neighbours>,
    /// On which side of the truth it lies.
    pub side: Side,
    /// The terms at either end of the sum, of a bound by few terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<f64>,
    /// The probability of an infinite loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite: Option<f64>,
    /// Where, ascending.
    pub x: Vec<f64>,
    /// The value at each of them.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub y: Vec<Number>,
}

const OTHERS: [Word; 5] = [
    Word::new("central-limit", "an estimate by the central limit theorem"),
    Word::new(ASSERTED_WORD, "a tight bound whose condition was asserted"),
    Word::new("no-sampling", "everyone takes part"),
    Word::new("real-part", "the real part of a characteristic function"),
    Word::new("imaginary-part", "its imaginary part"),
];

/// What a curve may be by: accountants, estimates, and theorems about samples. `exact` is both an accountant and a bound.
pub(super) const BY: [Word; ACCOUNTANT_WORDS.len() + OTHERS.len() + BOUNDS.len() - 1] = {
    let mut words = [Word::new("", ""); ACCOUNTANT_WORDS.len() + OTHERS.len() + BOUNDS.len() - 1];
    let mut at = 0;
    while at < words.len() {
        words[at] = if at < ACCOUNTANT_WORDS.len() {
            ACCOUNTANT_WORDS[at]
        } else if at < ACCOUNTANT_WORDS.len() + OTHERS.len() {
            OTHERS[at - ACCOUNTANT_WORDS.len()]
        } else {
            BOUNDS[at - ACCOUNTANT_WORDS.len() - OTHERS.len() + 1]
        };
        at += 1;
    }
    words
};

impl ShownSeries {
    /// The value at a point that is shown.
    pub(super) fn at(&self, x: f64) -> Option<f64> {
        self.x.binary_search_by(|point| point.total_cmp(&x)).ok().map(|at| self.y[at].0)
    }

    /// The points with their values.
    pub(super) fn points(&self) -> impl DoubleEndedIterator<Item = (f64, f64)> + '_ {
        self.x.iter().copied().zip(self.y.iter().map(|y| y.0))
    }

    /// The last point.
    pub(super) fn end(&self) -> f64 {
        self.x.last().copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// Whether it is by one of these.
    pub(super) fn is_by(&self, words: &[&str]) -> bool {
        self.by.is_some_and(|by| words.contains(&by))
    }

    /// Whether it only estimates, so that it never is called a bound.
    pub(super) fn estimates(&self) -> bool {
        self.is_by(&["central-limit", "fourier-as-published"])
    }

    /// Whether it says what the quantity is at most.
    pub(super) fn claims(&self) -> bool {
        self.side != Side::Lower && !self.estimates()
    }

    /// Whether it is by an accountant that also knows a lower end close by, so that its numbers are what things cost and
    /// not only bounds of it.
    pub(super) fn is_sharp(&self) -> bool {
        self.is_by(&["exact", "fourier", "pld"])
    }
}

/// The points at which both curves are shown, with both values.
pub(super) fn together(one: &ShownSeries, other: &ShownSeries) -> Vec<(f64, f64, f64)> {
    one.points().filter_map(|(x, y)| Some((x, y, other.at(x)?))).collect()
}

/// The positions of the curves that are chosen.
pub(super) fn chosen(series: &[ShownSeries], choose: impl Fn(&ShownSeries) -> bool) -> Vec<usize> {
    (0..series.len()).filter(|&at| choose(&series[at])).collect()
}

/// The first claim by one of these, the first word before the second.
pub(super) fn first_by(series: &[ShownSeries], words: &[&'static str]) -> Option<usize> {
    words.iter().find_map(|word| series.iter().position(|one| one.by == Some(word) && one.claims()))
}
