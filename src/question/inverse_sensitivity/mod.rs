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
mod dimensions;
mod gradient_audit;
mod gradient_figure;
mod gradient_mechanism;
mod gradient_report;
mod gradient_spectrum;
mod gradient_sweep;
mod hessian_mechanism;
mod pca_figures;
mod pca_mechanisms;
mod pca_sweep;
mod private_pca;
mod shells;

pub use dimensions::ReleasedVector;
pub use gradient_audit::{GradientAuditAnswer, GradientAuditQuestion};
pub use gradient_mechanism::{GradientAnswer, GradientQuestion, GradientSetting};
pub use gradient_report::{ExactErrors, GradientGrid, LineLaw, RegressionErrors};
pub use gradient_spectrum::{GradientSpectrumAnswer, GradientSpectrumQuestion};
pub use gradient_sweep::{GradientSweepAnswer, GradientSweepQuestion};
pub use hessian_mechanism::{HessianAnswer, HessianQuestion};
pub use pca_mechanisms::PcaMechanism;
pub use pca_sweep::{PcaPoint, PcaSweepAnswer, PcaSweepQuestion};
pub use private_pca::{GapSource, PcaData, PrivatePcaAnswer, PrivatePcaQuestion, RawPrincipal};
pub use shells::{ShellTail, ShellsAnswer, ShellsQuestion};
