//! The views of a guarantee.

use serde::Serialize;

use super::composition;
use crate::mechanism::Range;
use crate::question::field::common::{EPSILONS, ORDERS};
use crate::question::field::described::Word;

/// A window on a guarantee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// δ against ε.
    Profile,
    /// Rényi divergence against its order.
    Renyi,
    /// Type II error against type I error: the least of any test in either direction of the relation.
    TradeOff,
    /// Density of the privacy loss.
    Loss,
    /// Characteristic function of the privacy loss.
    Characteristic,
    /// ε against how often the whole plan is repeated.
    Composition,
}

impl View {
    /// All views.
    pub const ALL: [Self; 6] =
        [Self::Profile, Self::Renyi, Self::TradeOff, Self::Loss, Self::Characteristic, Self::Composition];

    /// The word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::Renyi => "renyi",
            Self::TradeOff => "trade-off",
            Self::Loss => "loss",
            Self::Characteristic => "characteristic",
            Self::Composition => "composition",
        }
    }

    /// What it shows.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Profile => "privacy profile: δ against ε",
            Self::Renyi => "Rényi differential privacy: divergence against order",
            Self::TradeOff => "trade-off: an attacker's type II error against type I error",
            Self::Loss => "distribution of the privacy loss",
            Self::Characteristic => "characteristic function of the privacy loss",
            Self::Composition => "composition: ε at a marked δ against how often the plan is repeated",
        }
    }

    /// What an accountant keeps or does not keep.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::Renyi => "Rényi curve",
            Self::TradeOff => "trade-off curve",
            Self::Loss => "loss distribution",
            Self::Characteristic => "characteristic function",
            Self::Composition => "composition",
        }
    }

    /// What may stand in a grid.
    pub(crate) const fn range(self) -> Range {
        match self {
            Self::Profile => EPSILONS,
            Self::Renyi => ORDERS,
            Self::TradeOff => Range::closed(0.0, 1.0),
            Self::Loss | Self::Characteristic => Range::closed(-1e15, 1e15),
            Self::Composition => composition::REPEATS,
        }
    }
}

/// Their words in a question.
pub(crate) const VIEWS: [Word; 6] = {
    let mut words = [Word::new("", ""); 6];
    let mut at = 0;
    while at < words.len() {
        words[at] = Word::new(View::ALL[at].word(), View::ALL[at].meaning());
        at += 1;
    }
    words
};
