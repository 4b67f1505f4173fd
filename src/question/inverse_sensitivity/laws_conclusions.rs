//! What is true of the answers of several mechanisms about the same records.

use super::setting::{Prepared, StatisticSetting, clipped};
use super::staircase::percent;
use crate::algorithm::inverse_sensitivity::{Mechanism, Output, Universe};
use crate::numeric::decimal::{Rounding, print};
use crate::question::figure::lines::number;

/// `1.3 times`.
pub(super) fn times(larger: f64, smaller: f64) -> String {
    format!("{} times", print(larger / smaller, 3, Rounding::Nearest))
}

/// What is true of the laws on show.
pub(super) fn conclusions(
    setting: &StatisticSetting,
    prepared: &Prepared,
    outputs: &[(Mechanism, Output)],
) -> Vec<String> {
    let mut said: Vec<String> = clipped(&prepared.instance).into_iter().collect();
    said.extend(best("in the mean", outputs, |output| output.errors().mean));
    said.extend(best("by the error that 95 % of answers stay within", outputs, |output| output.errors().q95));
    for (one, output) in outputs {
        if output.refused() > 0.0 {
            said.push(format!(
                "{} gives no answer with probability {}; its errors are those of the answers it gives.",
                capital(one.title()),
                print(output.refused(), 4, Rounding::Nearest)
            ));
        }
    }
    said.extend(uniform(setting, prepared, outputs));
    said
}

/// The best of them by some error, and how far the worst is behind.
pub(super) fn best(by: &str, outputs: &[(Mechanism, Output)], error: fn(&Output) -> f64) -> Option<String> {
    let mut errors: Vec<(f64, &'static str)> =
        outputs.iter().map(|(one, output)| (error(output), one.title())).collect();
    errors.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [(least, title), rest @ ..] = &errors[..] else { return None };
    let second = rest.first()?;
    if *least == f64::INFINITY {
        return None;
    }
    let last = &rest[rest.len() - 1];
    let behind = |(error, title): &(f64, &str)| {
        if *error == f64::INFINITY {
            format!("{title} has no finite one")
        } else if *least > 0.0 {
            format!("{title} is off by {}, {} as much", number(*error), times(*error, *least))
        } else {
            format!("{title} is off by {}", number(*error))
        }
    };
    let further = if rest.len() > 1 { format!("; {}", behind(last)) } else { String::new() };
    Some(format!("Closest {by}: {title}, off by {}. {}{further}.", number(*least), capital(&behind(second))))
}

/// Whether the exact mechanism answers nearly at random.
fn uniform(
    setting: &StatisticSetting,
    prepared: &Prepared,
    outputs: &[(Mechanism, Output)],
) -> Option<String> {
    let (_, output) = outputs.iter().find(|(one, _)| *one == Mechanism::Exact)?;
    let law = output.law()?;
    if setting.grid.is_some() {
        return None;
    }
    let level = -prepared.instance.diameter().ln();
    let even: f64 = law
        .pieces()
        .iter()
        .filter(|piece| (piece.log_density() - level).abs() < 0.05)
        .map(|piece| piece.mass())
        .sum();
    if even < 0.9 {
        return None;
    }
    let untrimmed = prepared.instance.universe() == Universe::Unbounded && prepared.instance.window().0 == 0;
    let why = if untrimmed {
        ": one record that may lie anywhere reaches every answer, and only trimming prevents that"
    } else {
        ""
    };
    Some(format!(
        "{} of the answers of inverse sensitivity are spread evenly over the interval, whatever the data are{why}.",
        capital(&percent(even))
    ))
}

/// With a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
