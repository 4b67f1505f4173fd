//! Which two data sets must look alike.

use serde::Serialize;

/// A relation between data sets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Neighbours {
    /// One person is added.
    Add,
    /// One person is removed.
    Remove,
    /// One person is added or removed: the worse of the two.
    #[default]
    AddRemove,
    /// One person is exchanged for another.
    Replace,
}

/// One order of two neighbours. Guarantees compose within a direction, never across.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the data with the person to the data without.
    Remove,
    /// From the data without the person to the data with.
    Add,
    /// From one person to another.
    Replace,
}

impl Neighbours {
    /// All relations, the usual one first.
    pub const ALL: [Self; 4] = [Self::AddRemove, Self::Replace, Self::Add, Self::Remove];

    /// The directions over which a guarantee takes its maximum, the usually worse one first.
    pub const fn directions(self) -> &'static [Direction] {
        match self {
            Self::Add => &[Direction::Add],
            Self::Remove => &[Direction::Remove],
            Self::AddRemove => &[Direction::Remove, Direction::Add],
            Self::Replace => &[Direction::Replace],
        }
    }

    /// How many steps of this relation lead from one data set to a neighbour under another; `None` where no number of
    /// them need do.
    ///
    /// To exchange a person is to remove one and add another. The other way round nothing follows: a release of the
    /// number of records loses nothing where people are exchanged and everything where one is added. And one direction
    /// says nothing of the other.
    pub const fn steps_to(self, other: Self) -> Option<u64> {
        match (self, other) {
            (Self::Add, Self::Add)
            | (Self::Remove, Self::Remove)
            | (Self::AddRemove, Self::AddRemove | Self::Add | Self::Remove)
            | (Self::Replace, Self::Replace) => Some(1),
            (Self::AddRemove, Self::Replace) => Some(2),
            (Self::Add, Self::Remove | Self::AddRemove | Self::Replace)
            | (Self::Remove, Self::Add | Self::AddRemove | Self::Replace)
            | (Self::Replace, Self::Add | Self::Remove | Self::AddRemove) => None,
        }
    }

    /// The word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Remove => "remove",
            Self::AddRemove => "add-remove",
            Self::Replace => "replace",
        }
    }

    /// The relation in a sentence: "when one person …".
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Add => "one person is added",
            Self::Remove => "one person is removed",
            Self::AddRemove => "one person is added or removed",
            Self::Replace => "one person is replaced by another",
        }
    }
}
