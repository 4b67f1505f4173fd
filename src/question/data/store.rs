//! A table of one's own, put once: other questions then name it by its handle.

use serde::Serialize;

use crate::data::store::{self, Stored, Table};
use crate::learn::Shape;
use crate::question::Ask;
use crate::question::field::data::{HANDLE, TABLE, read_table};
use crate::question::field::described::Field;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;

/// "Keep this table: more questions about it follow."
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StoreQuestion {
    /// The name under which it is kept; a table that had it is replaced.
    pub handle: String,
    /// The table.
    #[serde(skip)]
    table: Table,
    #[serde(skip)]
    scaled: bool,
}

/// What is kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StoreAnswer {
    /// Its name, for fields `data` as `{"kind": "stored", "handle": …}`.
    pub handle: String,
    /// How many people it has.
    pub people: usize,
    /// How many features each has.
    pub features: usize,
}

impl Ask for StoreQuestion {
    const ABOUT: &'static str =
        "Keep this table, so that other questions can name it instead of repeating it.";
    const FIELDS: &'static [Field] = &[HANDLE, TABLE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "store-data", "handle": "mine", "data": {"kind": "text", "text": "0.1,0.2,1\n0.3,-0.1,-1"}}"#,
    ];
    type Answer = StoreAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let handle = fields.text(&HANDLE)?.ok_or_else(|| fields.at(&HANDLE).refuse("a handle"))?.to_owned();
        let place = fields.at(&TABLE);
        let (kind, data) = place.variant(&TABLE)?;
        // Which labels a loss allows is checked where the table is used.
        let Stored { table, scaled } = read_table(kind, &data, Shape::Squared)?;
        Ok(Self { handle, table, scaled })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let people = self.table.rows().len();
        let features = self.table.rows().first().map_or(0, |row| row.len() - 1);
        store::put(&self.handle, Stored { table: self.table.clone(), scaled: self.scaled });
        Ok(StoreAnswer { handle: self.handle.clone(), people, features })
    }
}
