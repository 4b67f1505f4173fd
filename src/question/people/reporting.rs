//! The further releases of a report, as a person budgets them.

use serde::Serialize;

use super::model::{CHANCE, Training};
use crate::instance::{Budget, Form, Noise, ReportKind, gaussian};
use crate::mechanism::Range;
use crate::question::field::data::SEED;
use crate::question::field::read::Reader;
use crate::question::field::refusal::Refusal;

const EPSILON: Range = Range::closed(1e-3, 1e3);

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
pub(crate) fn read_reporting(place: &Reader<'_>, form: Form) -> Result<Reporting, Refusal> {
    let mut reporting =
        Reporting { gradient: 0.7, hessian: 0.1, eigenvalue: 0.1, delta: 1e-6, rho: 0.05, form, seed: 1 };
    if !place.is_there() {
        return Ok(reporting);
    }
    let fields = place.object(&["gradient", "hessian", "eigenvalue", "delta", "rho", "form", "seed"])?;
    for (name, range, value) in [
        ("gradient", &EPSILON, &mut reporting.gradient),
        ("hessian", &EPSILON, &mut reporting.hessian),
        ("eigenvalue", &EPSILON, &mut reporting.eigenvalue),
        ("delta", &CHANCE, &mut reporting.delta),
        ("rho", &CHANCE, &mut reporting.rho),
    ] {
        if let Some(read) = fields.optional(name, |field| field.number(range))? {
            *value = read;
        }
    }
    if let Some(at) = fields.optional("form", |field| field.choice(&["tight", "as-published"]))? {
        reporting.form = [Form::Tight, Form::AsPublished][at];
    }
    if let Some(seed) = fields.optional("seed", |field| field.number(&SEED))? {
        reporting.seed = seed as u64;
    }
    Ok(reporting)
}
