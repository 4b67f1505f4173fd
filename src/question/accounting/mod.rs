//! What releases cost together: plans, curves, budgets, attacks.

pub(crate) mod attack;
pub(crate) mod composition;
pub(crate) mod curve;
pub(crate) mod curve_series;
pub(crate) mod describe;
pub(crate) mod grid;
mod knob;
pub(crate) mod plan;
pub(crate) mod profile_window;
pub(crate) mod solve;
pub(crate) mod view;

pub use attack::{Attack, AttackAnswer, AttackQuestion, Belief, MembershipTest};
pub use curve::{CurveAnswer, CurveQuestion, NoCurve};
pub use curve_series::CurveSeries;
pub use describe::{DescribeAnswer, DescribeQuestion, DescribedMechanism, Relation};
pub use grid::Grid;
pub use plan::{Bound, PlanAnswer, PlanQuestion, Target};
pub use solve::{Budget, Quantity, SolveAnswer, SolveQuestion, Unknown};
pub use view::View;
