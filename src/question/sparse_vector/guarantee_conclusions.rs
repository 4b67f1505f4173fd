//! What the bounds of one setting say beside each other, in words that are true of their numbers.

use super::setting::TechniqueSetting;
use crate::algorithm::sparse_vector::bound::{BoundKind, Found, bounds};
use crate::algorithm::sparse_vector::course::every_query;
use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::{number, up};

/// How many times larger one number is than another.
fn times(large: f64, small: f64) -> String {
    format!("{} times", print(large / small, 3, Rounding::Nearest))
}

/// The bound of ε by normal noise on every query, with the noise of one comparison.
pub(crate) fn plain(setting: &TechniqueSetting, delta: f64) -> Option<(f64, f64)> {
    let technique = setting.setting();
    let length = technique.length?;
    let deviation = technique.threshold_noise.deviation().hypot(technique.query_noise.deviation());
    Some((deviation, every_query(deviation, length, delta)?))
}

/// What is true at the δ.
pub(crate) fn conclusions(setting: &TechniqueSetting, found: &[Found], delta: f64) -> Vec<String> {
    let mut held: Vec<&Found> = found.iter().filter(|one| one.holds).collect();
    held.sort_by(|one, other| one.epsilon.total_cmp(&other.epsilon));
    let mut said = Vec::new();
    let Some(best) = held.first() else { return said };
    let others: Vec<String> = held[1..]
        .iter()
        .filter(|one| one.epsilon > best.epsilon * 1.01 && best.epsilon > 0.0)
        .filter(|one| one.stages.is_none_or(|stages| stages.count > 1.0))
        .take(3)
        .map(|one| format!("“{}” says {} as much", one.kind.title(), times(one.epsilon, best.epsilon)))
        .collect();
    let beside = if others.is_empty() { String::new() } else { format!("; {}", others.join(", ")) };
    said.push(format!(
        "The least guarantee at δ = {} is ε ≤ {}, by “{}”{beside}.",
        number(delta),
        up(best.epsilon),
        best.kind.title()
    ));
    said.extend(other_noise(setting, best.epsilon, delta));
    said.extend(beside_plain(setting, best.epsilon, delta));
    said.extend(in_stages(setting, found, best.epsilon));
    said.extend(as_printed(found));
    said
}

/// The other kind of noise of the same deviations.
fn other_noise(setting: &TechniqueSetting, epsilon: f64, delta: f64) -> Option<String> {
    let other = setting.setting().other_noise();
    let svt = other.mechanism()?;
    let held = bounds(&other, &svt, delta).into_iter().filter(|one| one.holds);
    let least = held.map(|one| one.epsilon).reduce(f64::min)?;
    let (this, that) = match setting.noise {
        "gaussian" => ("normal", "Laplace"),
        "laplace" => ("Laplace", "normal"),
        _ => ("this", "exchanged"),
    };
    let text = if least < epsilon {
        format!(
            "{that} noise of the same deviations costs less here, ε ≤ {}: {this} noise costs {} as much.",
            up(least),
            times(epsilon, least)
        )
    } else {
        format!(
            "{this} noise costs less here than {that} noise of the same deviations, which has ε ≤ {}.",
            up(least)
        )
    };
    Some(capital(&text))
}

/// Noise on every query in place of the technique.
fn beside_plain(setting: &TechniqueSetting, epsilon: f64, delta: f64) -> Option<String> {
    let (deviation, plain) = plain(setting, delta)?;
    let length = number(setting.length);
    let noise = number(deviation);
    Some(if plain > epsilon {
        format!(
            "Normal noise of deviation {noise}, that of one comparison, on all {length} queries costs ε ≤ {}, {} as much, and \
             answers all of them.",
            up(plain),
            times(plain, epsilon)
        )
    } else {
        format!(
            "The technique does not pay here: normal noise of deviation {noise}, that of one comparison, on all {length} \
             queries costs only ε ≤ {}, and answers all of them.",
            up(plain)
        )
    })
}

fn in_stages(setting: &TechniqueSetting, found: &[Found], epsilon: f64) -> Option<String> {
    let stages = found.iter().find_map(|one| one.stages).filter(|stages| stages.count > 1.0)?;
    let less = stages.epsilon < epsilon;
    let what = format!(
        "{} stages of {}, each with ε′ = {} at δ′ = {}, have ε ≤ {} together",
        number(stages.count),
        if stages.answers == 1.0 {
            "one answer".into()
        } else {
            format!("{} answers", number(stages.answers))
        },
        up(stages.stage),
        print(stages.slack, 3, Rounding::Nearest),
        up(stages.epsilon)
    );
    let anew = if setting.resample { "" } else { ", if the threshold has new noise after each stage" };
    Some(if less {
        format!("Counted in stages it is less{anew}: {what}.")
    } else {
        format!("Stages do not help here{anew}: {what}.")
    })
}

fn as_printed(found: &[Found]) -> Option<String> {
    let of = |kind: BoundKind| found.iter().find(|one| one.kind == kind).map(|one| one.epsilon);
    if let (Some(printed), Some(right)) = (of(BoundKind::ClosedPrinted), of(BoundKind::Closed)) {
        return Some(format!(
            "The closed form as the source prints it would say {}, where its own theorem gives {}: it has √2 in place of 2.",
            number(printed),
            up(right)
        ));
    }
    let right = found.iter().find(|one| one.kind == BoundKind::FalsePositives)?;
    let condition =
        if right.holds { "" } else { ", where even that is no guarantee: too many queries of value 0 pass" };
    Some(format!(
        "The closed form for few false positives would say {} as printed, and {} with the term that was dropped{condition}.",
        number(of(BoundKind::FalsePositivesPrinted)?),
        up(right.epsilon)
    ))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
