//! The values of one accountant in a view.

use num_complex::Complex64;
use serde::Serialize;

use super::view::View;
use crate::account::{Accountant, Bound, Unavailable};
use crate::guarantee::Interval;
use crate::question::field::number::Number;
use crate::question::figure::lines;

/// One accountant's values: bounds, or in the view of the loss a density, or in that of the
/// characteristic function two parts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CurveSeries {
    /// Whose.
    pub accountant: Accountant,
    /// Never above the exact values; absent where the accountant certifies no lower end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub lower: Option<Vec<Number>>,
    /// Never below the exact values; both may end before the grid does, with the reason in `ends`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub upper: Option<Vec<Number>>,
    /// Density of the continuous part of the loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<Vec<f64>>,
    /// Real part of the characteristic function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub real: Option<Vec<f64>>,
    /// Imaginary part of the characteristic function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imaginary: Option<Vec<f64>>,
    /// Why the values end before the grid does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<String>,
}

impl CurveSeries {
    pub(crate) fn of(accountant: Accountant) -> Self {
        Self { accountant, lower: None, upper: None, density: None, real: None, imaginary: None, ends: None }
    }

    pub(crate) fn bounds(self, values: impl Iterator<Item = Interval>) -> Self {
        let (lower, upper) = values.map(|value| (Number(value.lower), Number(value.upper))).unzip();
        Self { lower: Some(lower), upper: Some(upper), ..self }
    }

    pub(crate) fn with_bounds(self, values: &[Bound]) -> Self {
        let lower = values.iter().map(|bound| bound.lower.map(Number)).collect();
        Self { lower, upper: Some(values.iter().map(|bound| Number(bound.upper)).collect()), ..self }
    }

    /// A profile point by point. It ends where no value is known any more; where one in the middle is not, the values
    /// before and after it bound it, since a profile never rises.
    pub(crate) fn through(
        self,
        x: &[f64],
        found: Vec<Result<Bound, Unavailable>>,
        floor: f64,
    ) -> Result<Self, String> {
        let reason = found.iter().rev().find_map(|bound| bound.as_ref().err()).map(ToString::to_string);
        let Some(last) = found.iter().rposition(Result::is_ok) else {
            return Err(reason.unwrap_or_default());
        };
        let under = found[last].as_ref().is_ok_and(|bound| bound.upper < floor);
        let ends = reason.filter(|_| last + 1 < found.len() && !under);
        let ends = ends.map(|reason| format!("at ε = {}: {reason}", lines::number(x[last])));
        let mut bounds: Vec<Bound> = Vec::with_capacity(last + 1);
        for at in 0..=last {
            let before = bounds.last().map_or(1.0, |bound| bound.upper);
            bounds.push(match &found[at] {
                // A wide bracket may end above the value before it, which bounds it as well.
                Ok(bound) => Bound { upper: bound.upper.min(before), ..*bound },
                Err(_) => {
                    let after = found[at..].iter().find_map(|bound| bound.as_ref().ok());
                    Bound { lower: after.and_then(|bound| bound.lower), ..Bound::above(before) }
                }
            });
        }
        Ok(Self { ends, ..self.with_bounds(&bounds) })
    }

    /// The views of pairs that no two neighbours need have bound what is lost from above only: losses from above, and
    /// an attacker's errors from below.
    pub(crate) fn dominating(self, view: View) -> Self {
        match view {
            View::TradeOff => Self { upper: None, ..self },
            _ => Self { lower: None, ..self },
        }
    }

    pub(crate) fn upper_bounds(self, values: impl Iterator<Item = f64>) -> Self {
        Self { upper: Some(values.map(Number).collect()), ..self }
    }

    pub(crate) fn parts(self, values: impl Iterator<Item = Complex64>) -> Self {
        let (real, imaginary) = values.map(|value| (value.re, value.im)).unzip();
        Self { real: Some(real), imaginary: Some(imaginary), ..self }
    }
}
