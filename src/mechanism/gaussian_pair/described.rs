//! Two Gaussians as a form shows them.

use crate::mechanism::description::{Description, Parameter, Privacy, Range, Slider};
use crate::numeric::Scale;

pub(in crate::mechanism) const DESCRIPTION: Description = Description {
    kind: "gaussian-pair",
    name: "Two Gaussians",
    summary: "Normal outputs whose mean and spread both depend on the person, as in posterior sampling.",
    parameters: &[
        Parameter {
            name: "mean-first",
            symbol: "μ₁",
            label: "Mean with the person μ₁",
            unit: "units of the output",
            explanation: "Mean of the output when the person takes part.",
            range: Range::closed(-1e3, 1e3),
            slider: Slider { from: -5.0, to: 5.0, scale: Scale::Linear, start: 0.0 },
            privacy: Privacy::Neither,
        },
        Parameter {
            name: "deviation-first",
            symbol: "s₁",
            label: "Deviation with the person s₁",
            unit: "units of the output",
            explanation: "Standard deviation of the output when the person takes part.",
            range: Range::closed(1e-2, 1e3),
            slider: Slider { from: 0.1, to: 10.0, scale: Scale::Log, start: 1.0 },
            privacy: Privacy::Neither,
        },
        Parameter {
            name: "mean-second",
            symbol: "μ₂",
            label: "Mean without the person μ₂",
            unit: "units of the output",
            explanation: "Mean of the output when the person stays away.",
            range: Range::closed(-1e3, 1e3),
            slider: Slider { from: -5.0, to: 5.0, scale: Scale::Linear, start: 0.0 },
            privacy: Privacy::Neither,
        },
        Parameter {
            name: "deviation-second",
            symbol: "s₂",
            label: "Deviation without the person s₂",
            unit: "units of the output",
            explanation: "Standard deviation of the output when the person stays away.",
            range: Range::closed(1e-2, 1e3),
            slider: Slider { from: 0.1, to: 10.0, scale: Scale::Log, start: 1.2 },
            privacy: Privacy::Neither,
        },
    ],
};
