//! Tables that are put once and referred to by a handle, so that a table of one's own does not travel with every
//! question.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// Rows of one length, shared: a copy costs nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Table(Arc<[Vec<f64>]>);

impl From<Vec<Vec<f64>>> for Table {
    fn from(rows: Vec<Vec<f64>>) -> Self {
        Self(rows.into())
    }
}

impl Table {
    /// The rows.
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.0
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

/// A table, and whether its rows were divided by their own largest norm.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// The rows.
    pub table: Table,
    /// Whether they were scaled by themselves.
    pub scaled: bool,
}

/// How many tables are kept; the oldest makes room.
const KEPT: usize = 8;

thread_local! {
    static STORE: RefCell<VecDeque<(String, Stored)>> = const { RefCell::new(VecDeque::new()) };
}

/// Keeps a table under a handle, in place of one that was there.
pub fn put(handle: &str, stored: Stored) {
    STORE.with_borrow_mut(|store| {
        store.retain(|(name, _)| name != handle);
        store.truncate(KEPT - 1);
        store.push_front((handle.into(), stored));
    });
}

/// The table under a handle, if it is still kept.
pub fn get(handle: &str) -> Option<Stored> {
    STORE.with_borrow(|store| store.iter().find(|(name, _)| name == handle).map(|(_, stored)| stored.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(value: f64) -> Stored {
        Stored { table: vec![vec![value, 1.0]].into(), scaled: false }
    }

    #[test]
    fn a_handle_finds_what_was_put_last() {
        put("a", stored(0.1));
        put("b", stored(0.2));
        put("a", stored(0.3));
        assert_eq!(get("a"), Some(stored(0.3)));
        assert_eq!(get("b"), Some(stored(0.2)));
        assert_eq!(get("c"), None);
    }

    #[test]
    fn the_oldest_makes_room() {
        for at in 0..=KEPT {
            put(&at.to_string(), stored(0.1));
        }
        assert_eq!(get("0"), None);
        assert!(get("1").is_some() && get(&KEPT.to_string()).is_some());
    }
}
