//! Data that questions of several topics refer to.

mod store;

pub use store::{StoreAnswer, StoreQuestion};
