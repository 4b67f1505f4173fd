//! What the pages that teach show beside the accounting itself: the loss of whole plans, tangents and outputs;
//! amplification by sampling, theorem by theorem; what a guarantee says of other neighbours; and what can be concluded
//! from the numbers on show.

mod amplified_figure;
mod amplified_profile;
pub(crate) mod amplify;
mod amplify_figure;
mod amplify_growth;
pub(crate) mod central_limit;
mod conclude;
mod condition;
mod convert;
mod direction;
pub(crate) mod hull;
pub(crate) mod loss_distribution;
mod loss_figure;
mod loss_law;
pub(crate) mod outputs;
mod outputs_figure;
pub(crate) mod personal_rates;
pub(crate) mod tangent;

pub use amplified_profile::{
    AddedLimit, AmplifiedProfileAnswer, AmplifiedProfileQuestion, LemmaPoint, Sample, SampledProfile,
};
pub use amplify::{AmplifiedCurve, AmplifyAnswer, AmplifyQuestion, DescribedCourse};
pub use amplify_growth::{ComposedCurve, Growth};
pub use central_limit::{CentralLimitAnswer, CentralLimitQuestion};
pub use conclude::{ConcludeAnswer, ConcludeQuestion, Conclusion, ShownAt, ShownSeries};
pub use condition::{ConditionAnswer, ConditionPair, ConditionQuestion, NegativeRun, OddMoments};
pub use convert::{ConvertAnswer, ConvertQuestion, ConvertedGuarantee, GroupTheorem, PublishedGuarantee};
pub use hull::{HullAnswer, HullCurve, HullPoint, HullQuestion};
pub use loss_distribution::{
    LatticeChoice, LossDistributionAnswer, LossDistributionQuestion, LossLattice, LossTail,
};
pub use outputs::{Output, OutputsAnswer, OutputsQuestion};
pub use personal_rates::{PersonalCost, PersonalRatesAnswer, PersonalRatesQuestion};
pub use tangent::{TangentAnswer, TangentQuestion};
