//! The further releases of a report, as a person budgets them.

use serde::Serialize;

use super::model::{CHANCES, Training};
use crate::instance::{Budget, Form, Noise, ReportKind, gaussian};
use crate::question::field::common::{DELTA_BUDGETS, EPSILON_BUDGETS, SEEDS};
use crate::question::field::described::{Field, Word};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;

const GRADIENT: Field = Field::number_or("gradient", "ε₂, of the gradient", EPSILON_BUDGETS, 0.7);
const HESSIAN: Field = Field::number_or("hessian", "ε₃, of the Hessian", EPSILON_BUDGETS, 0.1);
const EIGENVALUE: Field = Field::number_or(
    "eigenvalue",
    "ε₄, of its smallest eigenvalue, for the adaptive report",
    EPSILON_BUDGETS,
    0.1,
);
const DELTA: Field = Field::number_or("delta", "δ of each release", DELTA_BUDGETS, 1e-6);
const RHO: Field =
    Field::number_or("rho", "the probability with which each part of a bound may fail", CHANCES, 0.05);
const FORM: Field = Field::choice(
    "form",
    "the bound of the leverage; that of the training if absent",
    &[Word::new("tight", "log(1 + β/λ), an extension"), Word::new("as-published", "−log(1 − β/λ)")],
)
.optional();
const SEED: Field = Field::number_or("seed", "the seed of their noise", SEEDS, 1.0);
const REPORT_FIELDS: [Field; 7] = [GRADIENT, HESSIAN, EIGENVALUE, DELTA, RHO, FORM, SEED];

/// The releases behind a report.
pub(crate) const REPORT: Field = Field::group(
    "report",
    "the further releases behind a report: what each costs, and how sure its bounds are",
    &REPORT_FIELDS,
)
.optional();

/// What each further release may cost, and how sure the bounds are.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Reporting {
    /// ε₂, of the gradient; 0.7 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub gradient: f64,
    /// ε₃, of the Hessian; 0.1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub hessian: f64,
    /// ε₄, of its smallest eigenvalue, for the adaptive report; 0.1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub eigenvalue: f64,
    /// δ of each release; 1e-6 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub delta: f64,
    /// The probability with which each part of a bound may fail; 0.05 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub rho: f64,
    /// The bound of the leverage; that of the training if absent, as published unless it is tight.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub form: Form,
    /// The seed of their noise; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
}

impl Reporting {
    /// ε of the model and the further releases of a report together, whoever the person is, rounded up, and its δ:
    /// the sum of both ε at δ each, or the ε of their added losses if that is less.
    pub(crate) fn total(&self, kind: ReportKind, noise: &Noise, training: &Training) -> (f64, f64) {
        let (worst, loss, radius) = (training.worst_case(), training.people.loss(), training.people.radius());
        if kind == ReportKind::DataIndependent {
            return (worst.epsilon(self.delta), self.delta);
        }
        let shift = noise.shift(kind, loss.lipschitz(radius), loss.smoothness(radius));
        let sum = (worst.epsilon(self.delta) + gaussian::epsilon(shift, self.delta)) * (1.0 + 1e-14);
        (sum.min(worst.with_release(shift, 2.0 * self.delta)), 2.0 * self.delta)
    }

    /// The budgets.
    pub(crate) fn budget(&self) -> Budget {
        Budget {
            gradient: self.gradient,
            hessian: self.hessian,
            eigenvalue: self.eigenvalue,
            delta: self.delta,
        }
    }
}

/// Reads `report`; the usual numbers where it says nothing, and the form of the training.
pub(crate) fn read_reporting(fields: &Object<'_, '_>, form: Form) -> Result<Reporting, Refusal> {
    let place = fields.at(&REPORT);
    let place = if place.is_there() { place } else { place.empty() };
    let fields = place.form(&REPORT_FIELDS)?;
    let written = fields.at(&FORM).is_there();
    Ok(Reporting {
        gradient: fields.number(&GRADIENT)?,
        hessian: fields.number(&HESSIAN)?,
        eigenvalue: fields.number(&EIGENVALUE)?,
        delta: fields.number(&DELTA)?,
        rho: fields.number(&RHO)?,
        form: if written { fields.chosen(&FORM, &[Form::Tight, Form::AsPublished])? } else { form },
        seed: fields.number(&SEED)? as u64,
    })
}
