//! Statistics by inverse sensitivity: what every mechanism would answer about these very data, how wrong it would be, and
//! that one person never moves the odds by more than ε.

mod audit;
mod chart;
mod errors;
mod errors_conclusions;
mod laws;
mod laws_conclusions;
mod lower_bounds;
mod records;
mod samples;
mod sensitivity;
mod setting;
mod staircase;
mod tail;
mod trim;

pub use audit::{AuditAnswer, AuditQuestion, AuditedWord};
pub use errors::{ErrorQuantity, ErrorsAnswer, ErrorsQuestion, MechanismErrors, ReleaseTest};
pub use laws::{LawsAnswer, LawsQuestion, MechanismLaw};
pub use lower_bounds::{LowerBoundsAnswer, LowerBoundsQuestion};
pub use records::Records;
pub use samples::{SamplesAnswer, SamplesQuestion};
pub use sensitivity::{RadiiWord, SensitivityAnswer, SensitivityQuestion};
pub use setting::{StatisticChoice, StatisticSetting, UniverseChoice};
pub use staircase::{ApproximateLength, StaircaseAnswer, StaircaseQuestion};
pub use tail::{LengthWord, TailAnswer, TailQuestion};
pub use trim::{TrimAnswer, TrimQuestion};
