//! What the bounds of one setting say beside each other, in words that are true of their numbers.

use serde::Serialize;

use super::comparison::{Named, smallest, times};
use super::objective::{NearMinimum, Setting, Steps};
use super::objective_bounds::{ObjectiveBound, Role, Turn};
use super::objective_figure::TURN_DIGITS;
use crate::account::objective::{BoundKind, ObjectiveBounds};
use crate::figure::Statement;
use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::{down, number, up};

/// A bound in large type, and what it holds for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Stated {
    /// The bound.
    pub bound: Statement,
    /// What it holds for.
    pub condition: String,
}

/// A setting with what its bounds say.
pub(crate) struct Facts<'a> {
    pub setting: &'a Setting,
    pub bounds: &'a ObjectiveBounds,
    pub deltas: &'a [f64],
    /// ε at each of these δ.
    pub epsilon: &'a [ObjectiveBound],
}

/// A bound as it stands in a sentence.
fn name(bound: &ObjectiveBound) -> &str {
    match bound.bound {
        "profile" => "the half-normal profile",
        "moments" => "the RDP bound",
        "moments-basic" => "the RDP bound by the basic conversion",
        "kifer" => "the bound of Kifer, Smith and Thakurta 2012",
        "approximate" => "the sum of both losses near the minimum",
        "approximate-moments" => "the RDP bound near the minimum",
        "general" => "the bound without a linear model",
        _ => &bound.title,
    }
}

/// What the bounds of a setting are about.
pub(crate) fn released(setting: &Setting) -> String {
    let what = match setting.approximate {
        Some(NearMinimum { tolerance, output_noise }) => format!(
            "a point near the minimum, τ = {}, with noise σ_out = {} on it",
            number(tolerance),
            number(output_noise)
        ),
        None => "the exact minimum".to_owned(),
    };
    let of = match setting.dimension {
        Some(dimension) => format!(" of any convex loss with d = {dimension}"),
        None => String::new(),
    };
    let by = if setting.tight { ", by the tight determinant, an extension" } else { "" };
    format!("one person added or removed, {what}{of}{by}")
}

impl Facts<'_> {
    fn bound(&self, word: &str) -> Option<&ObjectiveBound> {
        self.epsilon.iter().find(|bound| bound.bound == word)
    }

    /// ε of a bound at the first δ, where it is finite.
    fn value(&self, word: &str) -> Option<f64> {
        self.bound(word)
            .and_then(|bound| bound.values.first())
            .map(|value| value.0)
            .filter(|value| value.is_finite())
    }

    /// The finite guarantees of what is released at the first δ, the least first.
    fn guarantees(&self) -> Vec<(&ObjectiveBound, f64)> {
        let held = self.epsilon.iter().filter(|bound| bound.role == Role::Upper && bound.holds);
        let mut held: Vec<_> = held.filter_map(|bound| Some((bound, self.value(bound.bound)?))).collect();
        held.sort_by(|one, other| one.1.total_cmp(&other.1));
        held
    }

    fn stated(&self, bound: &ObjectiveBound, by: &str) -> Option<Stated> {
        let condition = format!("at δ = {}{by}, {}", number(*self.deltas.first()?), released(self.setting));
        Some(Stated { bound: bound.statements.first()?.clone(), condition })
    }

    /// The least guarantee at the first δ.
    pub(crate) fn best(&self) -> Option<Stated> {
        self.stated(self.guarantees().first()?.0, "")
    }

    /// The least guarantee at the first δ that follows from a Rényi curve, and its order.
    pub(crate) fn renyi_best(&self) -> Option<Stated> {
        let guarantees = self.guarantees();
        let (bound, _) = guarantees.iter().find(|(bound, _)| !bound.orders.is_empty())?;
        let order = print(bound.orders.first()?.0, TURN_DIGITS, Rounding::Nearest);
        self.stated(bound, &format!(", by the Rényi curve at order {order}"))
    }

    /// What is true at the first δ, and of the profiles at each ε of `x`.
    pub(crate) fn conclusions(&self, x: &[f64], profiles: &[ObjectiveBound]) -> Vec<String> {
        let mut found = Vec::new();
        found.extend(self.ranked());
        found.extend(self.oldest());
        found.extend(self.slack());
        found.extend(self.output());
        found.extend(self.dimension());
        found.extend(tightest(x, profiles));
        found
    }

    /// Which guarantee is the least, and by what factor the others are above.
    fn ranked(&self) -> Option<String> {
        let delta = number(*self.deltas.first()?);
        let guarantees = self.guarantees();
        let (least, value) = *guarantees.first()?;
        let others: Vec<String> = guarantees[1..]
            .iter()
            .filter(|_| value > 0.0)
            .map(|&(bound, other)| format!("{} is {} as large", name(bound), times(other, value)))
            .collect();
        let beside = if others.is_empty() { String::new() } else { format!(": {}", others.join(", ")) };
        let only = if guarantees.len() == 1 { "only" } else { "least" };
        Some(format!("The {only} guarantee at δ = {delta} is {}, ε ≤ {}{beside}.", name(least), up(value)))
    }

    /// How far the least guarantee may be above the truth: normal noise alone is reached by a linear loss.
    fn slack(&self) -> Option<String> {
        let lower = self.value("gaussian").filter(|_| self.bounds.holds(BoundKind::Gaussian))?;
        let (_, value) = *self.guarantees().first()?;
        (lower > 0.0 && value > lower).then(|| {
            format!(
                "Normal noise alone has ε ≥ {}, which a linear loss reaches: no guarantee of all losses can be more \
                 than {} smaller.",
                down(lower),
                times(value, lower)
            )
        })
    }

    /// Why the bound of Kifer, Smith and Thakurta 2012 may be below the profile, and what the tight determinant does to
    /// that.
    fn oldest(&self) -> Option<String> {
        let (kifer, profile) = (self.value("kifer")?, self.value("profile")?);
        let holds = self.bounds.holds(BoundKind::Kifer);
        if !holds || kifer >= profile {
            return None;
        }
        let cost = number(self.bounds.pair.determinant);
        let mended = (!self.setting.tight).then(|| {
            let bounds = Setting { tight: true, ..*self.setting }.bounds();
            let (value, _) = bounds.epsilon(BoundKind::Profile, *self.deltas.first()?)?;
            Some(format!("; by the tight determinant, an extension, the profile has ε ≤ {}", up(value)))
        });
        let mended = mended.flatten().unwrap_or_default();
        Some(format!(
            "The bound of Kifer, Smith and Thakurta 2012 is below the half-normal profile here, of which the \
             determinant takes c = {cost}{mended}."
        ))
    }

    /// What the noise on the output costs beside the exact minimum.
    fn output(&self) -> Option<String> {
        let near = self.bounds.near.filter(|_| self.setting.dimension.is_none())?;
        let (exact, released) = (self.value("profile")?, self.value("approximate")?);
        Some(format!(
            "The noise on the output adds a normal loss with s_out = 2τ/(λσ_out) = {}: the exact minimum has ε ≤ {}, \
             the point near it ε ≤ {}.",
            up(near.output_signal),
            up(exact),
            up(released)
        ))
    }

    /// What a loss that is not generalized linear costs beside one that is.
    fn dimension(&self) -> Option<String> {
        let dimension = self.setting.dimension?;
        let linear = if self.bounds.near.is_some() { "approximate-moments" } else { "moments" };
        let (general, linear) = (self.value("general")?, self.value(linear)?);
        (linear > 0.0).then(|| {
            format!(
                "For d = {dimension} it is {} the RDP bound of a generalized linear loss, ε ≤ {}.",
                times(general, linear),
                up(linear)
            )
        })
    }

    /// What is true of the divergences at each order of `x`.
    pub(crate) fn divergence_conclusions(
        &self,
        x: &[f64],
        found: &[ObjectiveBound],
        turn: Option<Turn>,
    ) -> Vec<String> {
        let of = |word: &str| found.iter().find(|bound| bound.bound == word);
        let words = ["general", "approximate-moments", "profile"];
        let guarantee = words.into_iter().filter_map(of).find(|bound| bound.holds);
        let mut said = Vec::new();
        if let (Some(guarantee), Some(normal), [first, .., last]) = (guarantee, of("gaussian"), x) {
            let end = x.len() - 1;
            let above = |at: usize| times(guarantee.values[at].0, normal.values[at].0);
            let rises = guarantee.values[0].0.is_finite() && guarantee.values[end].0.is_finite();
            if rises && normal.values[0].0 > 0.0 {
                said.push(format!(
                    "The guarantee is {} the divergence of normal noise alone at order {}, and {} at order {}.",
                    above(0),
                    number(*first),
                    above(end),
                    number(*last)
                ));
            }
        }
        if let (Some(guarantee), Some(steps), Some(Steps { count, rate })) =
            (guarantee, of("noisy-steps"), self.setting.steps)
        {
            let who = format!(
                "that of DP-SGD, {} steps at q = {}, with the same noise",
                number(count),
                number(rate)
            );
            let curves = [("that of objective perturbation", guarantee), (who.as_str(), steps)].map(
                |(name, bound)| Named { name, values: bound.values.iter().map(|value| value.0).collect() },
            );
            if let Some(least) = smallest(&curves, ("order ", x)) {
                said.push(format!("Of the two, at the orders drawn, the smaller divergence is {least}."));
            }
            said.push(turned(turn));
        }
        said
    }
}

/// Where the curve of DP-SGD turns.
fn turned(turn: Option<Turn>) -> String {
    match turn {
        Some(Turn { order, .. }) => format!(
            "The curve of DP-SGD turns at order {}: below it the sample hides a person, above it the cost leaps towards \
             that of steps on everyone.",
            print(order, TURN_DIGITS, Rounding::Nearest)
        ),
        None => "The curve of DP-SGD does not turn among these orders.".into(),
    }
}

/// Which guarantee of what is released is the smallest at the points that are drawn, from its numbers.
fn tightest(x: &[f64], found: &[ObjectiveBound]) -> Option<String> {
    let held = found.iter().filter(|bound| bound.role == Role::Upper && bound.holds);
    let curves: Vec<Named<'_>> = held
        .map(|bound| Named { name: name(bound), values: bound.values.iter().map(|value| value.0).collect() })
        .collect();
    if curves.len() < 2 {
        return None;
    }
    let least = smallest(&curves, ("ε = ", x))?;
    Some(format!("Over the ε drawn, δ is the smallest by {least}."))
}
