//! What a person is told of the sparse vector technique.

use crate::mechanism::description::{Description, Parameter, Privacy, Range, Slider, Switch};
use crate::numeric::Scale;

const fn switch(name: &'static str, label: &'static str, explanation: &'static str) -> Parameter {
    Parameter {
        name,
        symbol: name,
        label,
        unit: "",
        explanation,
        range: Range::whole(0.0, 1.0),
        slider: Slider { from: 0.0, to: 1.0, scale: Scale::Linear, start: 0.0 },
        privacy: Privacy::Neither,
    }
}

pub(crate) const DESCRIPTION: Description = Description {
    kind: "sparse-vector",
    name: "Sparse vector",
    summary: "Says of one query after another whether it is above a threshold, and stops after c that are.",
    parameters: &[
        Parameter {
            name: "threshold-noise",
            symbol: "σ₁",
            label: "Noise of the threshold σ₁",
            unit: "× sensitivity",
            explanation: "Deviation of the normal noise on the threshold, or the scale of Laplace noise, over how far one person moves a query.",
            range: Range::closed(1e-2, 1e6),
            slider: Slider { from: 1.0, to: 1000.0, scale: Scale::Log, start: 20.0 },
            privacy: Privacy::Larger,
        },
        Parameter {
            name: "query-noise",
            symbol: "σ₂",
            label: "Noise of a query σ₂",
            unit: "× sensitivity",
            explanation: "Deviation or scale of the noise on every query, over how far one person moves it; twice σ₁ is usual.",
            range: Range::closed(1e-2, 1e6),
            slider: Slider { from: 1.0, to: 2000.0, scale: Scale::Log, start: 40.0 },
            privacy: Privacy::Larger,
        },
        Parameter {
            name: "answers",
            symbol: "c",
            label: "Answers c",
            unit: "above the threshold",
            explanation: "It stops after so many queries that were found above the threshold.",
            range: Range::whole(1.0, 1e5),
            slider: Slider { from: 1.0, to: 100.0, scale: Scale::Log, start: 1.0 },
            privacy: Privacy::Smaller,
        },
        Parameter {
            name: "length",
            symbol: "k",
            label: "Most queries k",
            unit: "queries, 0 for no limit",
            explanation: "It stops after so many queries at the latest. With normal noise on queries, no limit needs queries that are never negative and σ₂ > σ₁.",
            range: Range::whole(0.0, 1e9),
            slider: Slider { from: 0.0, to: 10_000.0, scale: Scale::Linear, start: 1000.0 },
            privacy: Privacy::Neither,
        },
        Parameter {
            name: "threshold",
            symbol: "T",
            label: "Threshold T",
            unit: "× sensitivity",
            explanation: "What queries are compared with. The guarantee depends on it only where queries are never negative: how long a stream may run then follows from it.",
            range: Range::closed(0.0, 1e9),
            slider: Slider { from: 0.0, to: 2000.0, scale: Scale::Linear, start: 100.0 },
            privacy: Privacy::Neither,
        },
        switch(
            "laplace-threshold",
            "Laplace noise on the threshold",
            "Off, the noise of the threshold is normal; on, it is Laplace noise of scale σ₁.",
        ),
        switch(
            "laplace-queries",
            "Laplace noise on queries",
            "Off, the noise of a query is normal; on, it is Laplace noise of scale σ₂, whose loss is bounded for any length.",
        ),
        switch(
            "resample",
            "New threshold noise after each answer",
            "On, the threshold has new noise after each answer: c techniques with one answer each.",
        ),
        switch(
            "non-negative",
            "Queries are never negative",
            "On, no query may be negative on any data, such as a distance or an error, so that a stream cannot run on for ever.",
        ),
    ],
};

pub(super) const OPTIONAL: &[&str] =
    &["answers", "length", "threshold", "laplace-threshold", "laplace-queries", "resample", "non-negative"];

pub(super) const SWITCHES: &[Switch] = &[
    Switch { name: "laplace-threshold", off: "normal threshold noise", on: "Laplace threshold noise" },
    Switch { name: "laplace-queries", off: "normal query noise", on: "Laplace query noise" },
    Switch { name: "resample", off: "one threshold noise", on: "new threshold noise after each answer" },
    Switch { name: "non-negative", off: "any queries", on: "queries never negative" },
];
