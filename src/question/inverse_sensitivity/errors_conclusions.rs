//! What is true of the errors of several mechanisms on the same records.

use super::errors::ErrorsAnswer;
use super::laws_conclusions::{best, times};
use super::setting::{Prepared, StatisticSetting, clipped};
use crate::algorithm::inverse_sensitivity::{Mechanism, Output};
use crate::question::figure::lines::{down, number};

/// What is true of the errors on show.
pub(super) fn conclusions(
    setting: &StatisticSetting,
    prepared: &Prepared,
    outputs: &[(Mechanism, Output)],
    answer: &ErrorsAnswer,
) -> Vec<String> {
    let mut said: Vec<String> = clipped(&prepared.instance).into_iter().collect();
    said.extend(best("in the mean", outputs, |output| output.errors().mean));
    said.extend(best("by the error that 95 % of answers stay within", outputs, |output| output.errors().q95));
    let exact = answer.errors.iter().find(|one| one.mechanism == Mechanism::Exact.word());
    if let Some(exact) = exact {
        let (mean, bound) = (exact.mean.0, answer.lower_bound);
        said.push(if bound > 0.0 && mean / bound < 1e6 {
            format!(
                "No mechanism that is unbiased about these records is off by less than {} in the mean (Theorem 3); inverse \
                 sensitivity is off by {} as much.",
                down(bound),
                times(mean, bound)
            )
        } else {
            format!(
                "The lower bound of Theorem 3 says next to nothing at ε = {}: {}.",
                number(setting.epsilon),
                down(bound)
            )
        });
    }
    if let Some(test) = answer.test {
        said.push(format!(
            "The proposed sensitivity {} holds until {} of {} records have changed; the test passes with probability {}.",
            number(test.proposed),
            number(test.distance),
            prepared.instance.count(),
            number(test.pass)
        ));
    }
    said
}
