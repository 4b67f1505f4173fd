//! What the browser loads: the border of dpscope to the page, and nothing else.
#![cfg(target_arch = "wasm32")]

pub use dpscope::web::{ask, draw, start};
