//! dpscope: differential privacy, exact and live.
//!
//! A question travels one way through the rooms of this crate: [`question`] validates what a person
//! asked, [`mechanism`] and [`sampling`] build the releases, [`account`] composes them and answers,
//! [`figure`] describes the picture, and `web` (in the browser) or the `dpscope` binary hands it
//! over. A room may use the rooms below it, never those above.
//!
//! ```
//! let answer = dpscope::question::ask_json(
//!     r#"{"ask": "plan", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}],
//!         "target": {"epsilon": 12}}"#,
//! );
//! assert!(answer.contains("5.2084420689"));
//! ```

pub mod account;
pub mod algorithm;
pub mod data;
pub mod figure;
pub mod guarantee;
pub mod instance;
pub mod learn;
pub mod mechanism;
pub mod numeric;
pub mod question;
pub mod sampling;
pub mod watch;
#[cfg(target_arch = "wasm32")]
pub mod web;
