//! Two data sets that differ in one record: how far apart the answers about them are.

use super::instance::Instance;
use super::mechanism::{Mechanism, Parameters};
use crate::algorithm::law::{Law, LogRatio, NoLaw, RatioCell};

/// A mechanism whose answers have a path length, or what is printed in place of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audited {
    /// One of the mechanisms.
    Mechanism(Mechanism),
    /// Algorithm 4 as printed: no answer within ρ of the statistic.
    Printed,
    /// Algorithm 4 with that repaired, and still measured from the clamped centre.
    PrintedCenter,
}

impl Audited {
    /// The law of its answers on some data.
    ///
    /// # Errors
    /// If it has no path length, or no weight anywhere.
    pub fn law(self, instance: &Instance, parameters: &Parameters) -> Result<Law, NoLaw> {
        let stairs = match self {
            Self::Printed => Some(instance.printed_stairs(parameters.smoothing, true)),
            Self::PrintedCenter => Some(instance.printed_stairs(parameters.smoothing, false)),
            Self::Mechanism(Mechanism::Exact) => Some(instance.stairs(parameters.smoothing)),
            Self::Mechanism(mechanism) => mechanism.stairs(instance, &instance.sensitivities(), parameters),
        };
        stairs.map_or(Err(NoLaw::Empty), |stairs| parameters.law(&stairs))
    }

    /// The answers about one data set against those about another.
    ///
    /// # Errors
    /// As [`law`](Self::law).
    pub fn compare(self, one: &Instance, other: &Instance, parameters: &Parameters) -> Result<Audit, NoLaw> {
        let ratio = LogRatio::new(&self.law(one, parameters)?, &self.law(other, parameters)?);
        Ok(Audit { ratio, least: CORNER * one.diameter() })
    }
}

/// Corners of the two laws that are closer than this share of the interval are one corner, which rounding has split: the two
/// sums of records that make it have the same value and not the same digits.
const CORNER: f64 = 1e-12;

/// Two laws of answers against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Audit {
    /// Their log ratio.
    pub ratio: LogRatio,
    least: f64,
}

impl Audit {
    /// Where both have one density each, but for what lies within a split corner.
    pub fn cells(&self) -> impl Iterator<Item = &RatioCell> {
        self.ratio.cells().iter().filter(|cell| cell.from == cell.to || cell.to - cell.from > self.least)
    }

    /// The largest `|ln p(t)/p′(t)|`, and an answer that attains it.
    pub fn largest(&self) -> (f64, f64) {
        let losses = self.cells().map(|cell| (cell.loss.abs(), 0.5 * cell.from + 0.5 * cell.to));
        losses.fold((0.0, f64::NAN), |most, loss| if loss.0 > most.0 { loss } else { most })
    }
}
