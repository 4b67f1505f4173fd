//! Fields that questions of several topics share, and the one range of each quantity.

use super::described::{Field, Kind, Word};
use super::read::{Object, Reader};
use super::refusal::Refusal;
use super::release::{RELEASE, read_release};
use crate::account::{Accountant, Release};

use crate::mechanism::Range;
use crate::sampling::Neighbours;

/// δ.
pub(crate) const DELTAS: Range = Range::closed(1e-300, 1.0);

/// ε as a point of a privacy profile, which reaches below zero too.
pub(crate) const EPSILONS: Range = Range::closed(-1e9, 1e15);

/// ε as a budget that noise must keep.
pub(crate) const EPSILON_BUDGETS: Range = Range::closed(1e-6, 1e3);

/// δ as a budget that noise must keep: near 1 next to no noise does.
pub(crate) const DELTA_BUDGETS: Range = Range::closed(1e-300, 0.5);

/// Seeds, which cross every border as a number.
pub(crate) const SEEDS: Range = Range::whole(0.0, 9_007_199_254_740_991.0);

/// Rényi orders.
pub(crate) const ORDERS: Range = Range::closed(1.0, 1e12);

/// How often one release may repeat.
pub(crate) const COUNTS: Range = Range::whole(1.0, 1e9);

/// The share of the records that may take part.
pub(crate) const RATES: Range = Range::closed(0.0, 1.0);

/// The most entries of a plan.
const MOST_RELEASES: usize = 1000;

/// The δ of a question.
pub(crate) const DELTA: Field =
    Field::number("delta", "δ, the slack: how much probability may escape the bound e^ε", DELTAS);

/// The δ that noise must keep.
pub(crate) const DELTA_BUDGET: Field = Field::number(DELTA.name, DELTA.meaning, DELTA_BUDGETS);

/// The ε of a question.
pub(crate) const EPSILON: Field = Field::number("epsilon", "ε", EPSILONS);

/// δ, or ε: what is fixed.
pub(crate) const TARGET: Field =
    Field::one_of("target", "what is fixed; the answer has the other one", &[DELTA, EPSILON]);

const RELATIONS: [Word; 4] = {
    let mut words = [Word::new("", ""); 4];
    let mut at = 0;
    while at < words.len() {
        let relation = Neighbours::ALL[at];
        words[at] = Word::new(relation.word(), relation.phrase());
        at += 1;
    }
    words
};

/// The neighbouring relation.
pub(crate) const NEIGHBOURS: Field = Field::choice_or(
    "neighbours",
    "the neighbouring relation: which two data sets must look alike",
    &RELATIONS,
    Neighbours::ALL[0].word(),
);

/// What is published.
pub(crate) const RELEASES: Field =
    Field::of("releases", "what is published", Kind::List { most: MOST_RELEASES, fields: &RELEASE });

/// The accountants.
pub(crate) const ACCOUNTANT_WORDS: [Word; 11] = {
    let mut words = [Word::new("", ""); 11];
    let mut at = 0;
    while at < words.len() {
        let accountant = Accountant::ALL[at];
        words[at] =
            Word { word: accountant.name(), meaning: accountant.title(), old: accountant.old_names() };
        at += 1;
    }
    words
};

/// Which accountants answer; several questions choose by themselves if it is absent.
pub(crate) const ACCOUNTANTS: Field =
    Field::choices("accountants", "which accountants answer", &ACCOUNTANT_WORDS, &[]);

/// Whether a figure is wanted.
pub(crate) const PICTURE: Field = Field::flag("picture", "whether the answer describes a figure", false);

impl<'a> Object<'a, '_> {
    /// The neighbouring relation.
    pub(crate) fn neighbours(&self) -> Result<Neighbours, Refusal> {
        self.chosen(&NEIGHBOURS, &Neighbours::ALL)
    }

    /// The releases.
    pub(crate) fn releases(&self) -> Result<Vec<Release>, Refusal> {
        self.release_places()?.iter().map(read_release).collect()
    }

    /// The places of the releases.
    pub(crate) fn release_places(&self) -> Result<Vec<Reader<'a>>, Refusal> {
        self.at(&RELEASES).array(1, MOST_RELEASES)
    }

    /// The accountants named, if any are; tightest first, each once.
    pub(crate) fn accountants(&self) -> Result<Option<Vec<Accountant>>, Refusal> {
        let named = self.words(&ACCOUNTANTS)?;
        let asked = Accountant::ALL.into_iter().filter(|accountant| named.contains(&accountant.name()));
        Ok((!named.is_empty()).then(|| asked.collect()))
    }
}
