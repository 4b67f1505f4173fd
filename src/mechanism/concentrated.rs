//! Releases of which a straight Rényi curve is known.

use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Curve, Guarantee, Kind, Relations};
use super::outputs::{CURVE_ONLY, Outputs};
use crate::guarantee::{Interval, Order};
use crate::numeric::Scale;

const RHO: Parameter = Parameter {
    name: "rho",
    symbol: "ρ",
    label: "Concentration ρ",
    unit: "loss per order",
    explanation: "The Rényi divergence of order α is at most ρα; a Gaussian release has ρ = 1/(2σ²).",
    range: Range::closed(0.0, 1e4),
    slider: Slider { from: 1e-4, to: 10.0, scale: Scale::Log, start: 0.1 },
    privacy: Privacy::Smaller,
};

const ZCDP: Description = Description {
    kind: "zcdp",
    name: "Any zCDP release",
    summary: "A black box of which only zero-concentrated differential privacy is known: a straight Rényi curve.",
    parameters: &[
        RHO,
        Parameter {
            name: "xi",
            symbol: "ξ",
            label: "Offset ξ",
            unit: "loss",
            explanation: "What the Rényi divergence has on top of ρα at every order.",
            range: Range::closed(0.0, 1e4),
            slider: Slider { from: 0.0, to: 5.0, scale: Scale::Linear, start: 0.0 },
            privacy: Privacy::Smaller,
        },
    ],
};

const TCDP: Description = Description {
    kind: "tcdp",
    name: "Any truncated concentrated release",
    summary: "A black box whose Rényi curve is straight up to the order ω and unknown from there on.",
    parameters: &[
        RHO,
        Parameter {
            name: "omega",
            symbol: "ω",
            label: "Truncation ω",
            unit: "order",
            explanation: "The order from which on nothing is known.",
            range: Range::closed(1.001, 1e9),
            slider: Slider { from: 1.5, to: 1000.0, scale: Scale::Log, start: 20.0 },
            privacy: Privacy::Larger,
        },
    ],
};

/// (ξ, ρ)-zCDP: `D_α ≤ ξ + ρα` for every α (Bun and Steinke 2016).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Zcdp {
    /// Slope.
    rho: f64,
    /// Offset; 0 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    xi: f64,
}

impl Zcdp {
    /// The guarantee of this slope and offset; `None` outside of the described ranges.
    pub fn new(rho: f64, xi: f64) -> Option<Self> {
        ZCDP.accepts(&[rho, xi]).then_some(Self { rho, xi })
    }
}

impl Kind for Zcdp {
    type Values = [f64; 2];

    const DESCRIPTION: Description = ZCDP;
    const OPTIONAL: &'static [&'static str] = &["xi"];
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([rho, xi]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(rho, xi)
    }

    fn values(&self) -> Self::Values {
        [self.rho, self.xi]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Curve(self)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Err(CURVE_ONLY)
    }
}

impl Curve for Zcdp {
    /// `ξ + ρα`.
    fn renyi(&self, order: Order) -> Interval {
        straight(self.rho, self.xi, order)
    }
}

/// (ρ, ω)-tCDP: `D_α ≤ ρα` for every α < ω (Bun, Dwork, Rothblum and Steinke 2018).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Tcdp {
    /// Slope.
    rho: f64,
    /// The first order at which nothing is known.
    omega: f64,
}

impl Tcdp {
    /// The guarantee of this slope up to this order; `None` outside of the described ranges.
    pub fn new(rho: f64, omega: f64) -> Option<Self> {
        TCDP.accepts(&[rho, omega]).then_some(Self { rho, omega })
    }
}

impl Kind for Tcdp {
    type Values = [f64; 2];

    const DESCRIPTION: Description = TCDP;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([rho, omega]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(rho, omega)
    }

    fn values(&self) -> Self::Values {
        [self.rho, self.omega]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Curve(self)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Err(CURVE_ONLY)
    }
}

impl Curve for Tcdp {
    /// `ρα` below ω, infinite from there on.
    fn renyi(&self, order: Order) -> Interval {
        if order.value() < self.omega {
            straight(self.rho, 0.0, order)
        } else {
            Interval::exact(f64::INFINITY)
        }
    }
}

/// `offset + slope·α`, where no slope stays none at the infinite order.
fn straight(slope: f64, offset: f64, order: Order) -> Interval {
    if slope == 0.0 {
        return Interval::exact(offset);
    }
    let value = offset + slope * order.value();
    if value.is_infinite() {
        return Interval::exact(value);
    }
    Interval::around(value, 2.0 * f64::EPSILON).within(0.0, f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_of_a_gaussian_release_is_straight() {
        let order = Order::new(7.0).unwrap();
        assert!((Zcdp { rho: 0.125, xi: 0.0 }.renyi(order).middle() - 0.875).abs() < 1e-15);
        assert_eq!(Zcdp { rho: 0.0, xi: 0.5 }.renyi(Order::INFINITE).upper, 0.5);
        assert_eq!(Zcdp { rho: 0.1, xi: 0.0 }.renyi(Order::INFINITE).upper, f64::INFINITY);
    }

    #[test]
    fn nothing_is_known_from_the_truncation_on() {
        let tcdp = Tcdp { rho: 0.0, omega: 4.0 };
        assert_eq!(tcdp.renyi(Order::new(3.999).unwrap()).upper, 0.0);
        assert_eq!(tcdp.renyi(Order::new(4.0).unwrap()).upper, f64::INFINITY);
    }
}
