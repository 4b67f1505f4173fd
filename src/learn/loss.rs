//! Losses of linear models, `ℓ(θ; (x, y)) = f(xᵀθ; y)`, convex with two derivatives in `u = xᵀθ`.

use serde::Serialize;

/// How a prediction is compared with its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// `log(1 + e^{−yu})`, labels −1 and 1.
    Logistic,
    /// `(u − y)²/2`.
    Squared,
}

/// A loss, its gradient clipped to a norm or not.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Loss {
    /// How a prediction is compared with its label.
    pub shape: Shape,
    /// The largest norm of a person's gradient, `None` for no limit.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<f64>,
}

/// A loss near one prediction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Local {
    /// `f`.
    pub value: f64,
    /// `f′`.
    pub slope: f64,
    /// `f″`.
    pub curvature: f64,
}

impl Loss {
    /// The logistic loss, not clipped.
    pub const LOGISTIC: Self = Self { shape: Shape::Logistic, clip: None };
    /// The squared loss, not clipped.
    pub const SQUARED: Self = Self { shape: Shape::Squared, clip: None };

    /// Value, slope and curvature at the prediction `u` of a person with label `y` whose features have
    /// norm `norm`.
    ///
    /// A clipped loss follows f where `|f′| ≤ B = C/‖x‖` and goes on along its tangent beyond
    /// (Redberg, Koskela and Wang 2023, with the heights that keep it continuous): its gradient is the
    /// clipped gradient, it stays convex, and its curvature is f″ inside and 0 outside.
    pub fn at(&self, u: f64, y: f64, norm: f64) -> Local {
        let limit = self.clip.map_or(f64::INFINITY, |clip| clip / norm);
        match self.shape {
            Shape::Logistic => logistic(y * u, y, limit),
            Shape::Squared => squared(u - y, limit),
        }
    }

    /// The largest gradient of a person with `‖x‖ ≤ radius`; infinite for the squared loss unless clipped.
    pub fn lipschitz(&self, radius: f64) -> f64 {
        let free = match self.shape {
            Shape::Logistic => radius,
            Shape::Squared => f64::INFINITY,
        };
        free.min(self.clip.unwrap_or(f64::INFINITY))
    }

    /// The largest curvature of a person's loss, `sup f″‖x‖²` over `‖x‖ ≤ radius`.
    pub fn smoothness(&self, radius: f64) -> f64 {
        self.steepest_curvature() * radius * radius
    }

    /// `sup f″`.
    pub fn steepest_curvature(&self) -> f64 {
        match self.shape {
            Shape::Logistic => 0.25,
            Shape::Squared => 1.0,
        }
    }
}

/// In the margin `m = yu`; `s(−m) = 1/(1 + e^m)` is taken from the side on which the exponential is at
/// most 1.
fn logistic(margin: f64, y: f64, limit: f64) -> Local {
    if limit < 1.0 {
        let turn = (1.0 / limit - 1.0).ln();
        if margin < turn {
            let value = -(-limit).ln_1p() + limit * (turn - margin);
            return Local { value, slope: -y * limit, curvature: 0.0 };
        }
    }
    let small = (-margin.abs()).exp();
    let value = small.ln_1p() + (-margin).max(0.0);
    let wrong = if margin >= 0.0 { small / (1.0 + small) } else { 1.0 / (1.0 + small) };
    Local { value, slope: -y * wrong, curvature: small / ((1.0 + small) * (1.0 + small)) }
}

fn squared(residual: f64, limit: f64) -> Local {
    if residual.abs() > limit {
        let value = limit * (residual.abs() - 0.5 * limit);
        Local { value, slope: limit.copysign(residual), curvature: 0.0 }
    } else {
        Local { value: 0.5 * residual * residual, slope: residual, curvature: 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 25 digits by mpmath; the limit is B = C/‖x‖.
    #[test]
    fn clipped_losses_have_their_golden_values() {
        let rows = [
            (Shape::Logistic, -3.0, 1.0, 0.5, [2.193_147_180_559_945_3, -0.5, 0.0]),
            (
                Shape::Logistic,
                0.5,
                1.0,
                0.5,
                [0.474_076_984_180_106_7, -0.377_540_668_798_145_44, 0.235_003_712_201_594_5],
            ),
            (Shape::Logistic, 2.0, -1.0, 0.7, [2.010_864_302_054_893_5, 0.7, 0.0]),
            (Shape::Logistic, 0.0, 1.0, 1.2, [std::f64::consts::LN_2, -0.5, 0.25]),
            (Shape::Squared, 3.0, 0.5, 1.0, [2.0, 1.0, 0.0]),
            (Shape::Squared, 1.0, 0.5, 1.0, [0.125, 0.5, 1.0]),
        ];
        for (shape, u, y, limit, expected) in rows {
            let local = Loss { shape, clip: Some(limit * 0.5) }.at(u, y, 0.5);
            for (value, expected) in [local.value, local.slope, local.curvature].into_iter().zip(expected) {
                assert!((value - expected).abs() <= 1e-15 * expected.abs().max(1.0), "{value} {expected}");
            }
        }
    }

    #[test]
    fn derivatives_are_those_of_the_value() {
        for loss in [Loss::LOGISTIC, Loss::SQUARED, Loss { clip: Some(0.4), ..Loss::LOGISTIC }] {
            for y in [-1.0, 1.0] {
                for u in [-7.0, -0.3, 0.05, 2.0, 6.0] {
                    let h = 1e-4;
                    let [before, at, after] = [u - h, u, u + h].map(|u| loss.at(u, y, 0.8));
                    let slope = (after.value - before.value) / (2.0 * h);
                    let curvature = (after.slope - before.slope) / (2.0 * h);
                    assert!((at.slope - slope).abs() < 1e-7 && (at.curvature - curvature).abs() < 1e-7);
                }
            }
        }
    }

    #[test]
    fn far_predictions_stay_finite_and_precise() {
        let far = Loss::LOGISTIC.at(800.0, -1.0, 1.0);
        assert_eq!((far.value, far.slope, far.curvature), (800.0, 1.0, 0.0));
        let sure = Loss::LOGISTIC.at(40.0, 1.0, 1.0);
        assert!((sure.value / (-40f64).exp() - 1.0).abs() < 1e-14 && sure.slope < 0.0);
        // A person without features has no gradient, clipped or not.
        assert_eq!(Loss { clip: Some(1.0), ..Loss::SQUARED }.at(0.0, 0.5, 0.0).value, 0.125);
    }
}
