//! Two data sets that differ in one record: how far apart the answers about them are.

use super::instance::Instance;
use super::mechanism::{Mechanism, Parameters};
use crate::algorithm::law::{Law, LogRatio, NoLaw};

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
    pub fn ratio(self, one: &Instance, other: &Instance, parameters: &Parameters) -> Result<LogRatio, NoLaw> {
        Ok(LogRatio::new(&self.law(one, parameters)?, &self.law(other, parameters)?))
    }
}
