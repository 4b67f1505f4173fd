//! The sparse vector technique: what it guarantees, where it stops, what a stream costs, what a budget buys.

mod budget;
mod guarantee;
mod guarantee_conclusions;
mod guarantee_figure;
mod run;
mod run_figure;
mod setting;
mod stream;

pub use budget::{BudgetPoint, SparseBudgetAnswer, SparseBudgetQuestion};
pub use guarantee::{
    SparseVectorAnswer, SparseVectorQuestion, TechniqueBound, TechniqueDivergence, TechniqueMoments,
    TechniqueStages, TechniqueStated,
};
pub use run::{SparseRunAnswer, SparseRunQuestion, StreamRun, TrialMean};
pub use setting::TechniqueSetting;
pub use stream::{SparseStreamAnswer, SparseStreamQuestion, StreamCurve};
