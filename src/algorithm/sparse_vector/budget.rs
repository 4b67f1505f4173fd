//! How many queries a budget pays for.

use super::Noise;
use super::bound::{BoundKind, Setting, bound};
use super::course::Rounds;
use crate::numeric::root::{Bracket, Stop, bisect};

/// Which technique a budget is spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Laplace noise, new for each answer, by its best bound.
    Laplace,
    /// Normal noise, new for each answer, Rényi curves of the rounds added.
    Normal,
    /// The same counted in stages where that is less.
    Stages,
}

/// What a budget buys.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bought {
    /// The scale of the noise on the threshold, σ₁ or λ₁; twice that is on queries.
    pub noise: f64,
    /// The expected number of queries of value 0 until all answers are given: every one is a false positive, so that more
    /// is better.
    pub queries: f64,
}

/// Where the noise is searched.
const NOISE: Bracket = Bracket { low: 1e-2, high: 5e5 };

fn setting(way: Way, noise: f64, threshold: f64, answers: f64) -> Setting {
    let laplace = way == Way::Laplace;
    Setting {
        threshold_noise: Noise { laplace, scale: noise },
        query_noise: Noise { laplace, scale: 2.0 * noise },
        threshold,
        answers,
        length: None,
        resample: true,
        non_negative: true,
    }
}

/// ε of a way at a δ.
fn cost(way: Way, setting: &Setting, delta: f64) -> Option<f64> {
    match way {
        Way::Normal => Some(Rounds::new(setting, delta)?.total(setting.answers)),
        Way::Stages => Some(Rounds::new(setting, delta)?.least(setting.answers)),
        Way::Laplace => {
            let svt = setting.mechanism()?;
            let found = |kind| Some(bound(kind, setting, &svt, delta)?.epsilon);
            let each = [BoundKind::Renyi, BoundKind::Pure, BoundKind::Optimal]
                .map(|kind| found(kind).unwrap_or(f64::INFINITY));
            Some(each.into_iter().fold(f64::INFINITY, f64::min))
        }
    }
}

/// The least noise, `σ₂ = 2σ₁`, with which c answers cost at most ε at δ, and how long a stream then runs. `None` where no
/// noise is enough.
///
/// With normal noise a threshold that many deviations of the noise reach lets a stream run longer, which costs: ε falls as
/// the noise grows up to any T.
pub fn bought(way: Way, epsilon: f64, delta: f64, threshold: f64, answers: f64) -> Option<Bought> {
    let fits = |noise: f64| {
        cost(way, &setting(way, noise, threshold, answers), delta).is_some_and(|cost| cost <= epsilon)
    };
    if !fits(NOISE.high) {
        return None;
    }
    let low = if fits(NOISE.low) { return None } else { NOISE.low };
    let found =
        bisect(Bracket { low: low.ln(), high: NOISE.high.ln() }, Stop::after(20), |log: f64| fits(log.exp()));
    let noise = found.high.exp();
    let queries = setting(way, noise, threshold, answers).technique().expected_length();
    Some(Bought { noise, queries })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The noise keeps the budget, a little less does not; a larger budget buys a longer stream.
    #[test]
    fn a_budget_is_kept_and_used() {
        for way in [Way::Laplace, Way::Normal, Way::Stages] {
            let found = bought(way, 1.0, 1e-6, 1000.0, 10.0).unwrap();
            let cost = |noise: f64| cost(way, &setting(way, noise, 1000.0, 10.0), 1e-6).unwrap();
            assert!(cost(found.noise) <= 1.0 && cost(0.999 * found.noise) > 1.0, "{way:?} {found:?}");
            let more = bought(way, 2.0, 1e-6, 1000.0, 10.0).unwrap();
            assert!(more.queries > found.queries && found.queries >= 10.0, "{way:?} {found:?} {more:?}");
        }
    }
}
