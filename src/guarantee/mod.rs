//! What a release guarantees, seen through five windows, and the conversions between them.
//!
//! Knows: a dominating pair (P, Q) and its views: privacy profile, Rényi curve, trade-off curve,
//! loss distribution, log-moment function. Does not know: which mechanism the pair comes from.

mod atomic;
mod group;
mod interval;
mod loss;
mod moment;
mod pair;
mod profile;
mod quadrature;
mod quantity;
mod renyi;
mod renyi_test;
mod trade_off;

pub use atomic::{Accuracy, Atomic, PairAtom};
pub use group::Published;
pub use interval::Interval;
pub use loss::{Atom, LossDistribution, LossNode, Masses, Smoothness, even_gap};
pub use moment::characteristic;
pub use pair::{Pair, Reverse};
pub use profile::{epsilon_above, epsilon_at};
pub use quadrature::{Moments, Nodes, NumericMoments, above_zero};
pub use quantity::{Order, Probability};
pub use renyi::{Conversion, RenyiBound, delta_from_renyi, epsilon_from_renyi};
pub use renyi::{delta_from_orders, epsilon_from_orders};
pub use renyi_test::RenyiTest;
pub use trade_off::trade_off_by_threshold;
