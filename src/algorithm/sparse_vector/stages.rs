//! Answers in stages: Rényi inside of a stage, (ε, δ) over the stages.

use super::bound::{Setting, optimal};
use crate::guarantee::{Order, Probability, epsilon_from_orders};

/// The orders at which the curve of a stage is known.
const ORDERS: usize = 90;

/// The shares of δ that the stages may spend together; the rest is spent by their composition.
const SHARES: [f64; 7] = [1e-3, 0.01, 0.05, 0.15, 0.35, 0.6, 0.9];

/// The best stages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stages {
    /// c′, the answers of one stage.
    pub answers: f64,
    /// How many stages there are, `⌈c/c′⌉`.
    pub count: f64,
    /// δ′, the slack of one stage.
    pub slack: f64,
    /// ε′, what one stage costs at δ′.
    pub stage: f64,
    /// ε of all stages at the whole δ.
    pub epsilon: f64,
}

/// Orders from 1.001 to 1e6, evenly on a log scale of α − 1.
pub(super) fn orders() -> impl Iterator<Item = Order> {
    (0..ORDERS).map(|at| Order::above_one(10f64.powf(-3.0 + 9.0 * at as f64 / (ORDERS - 1) as f64)))
}

/// A curve at these orders.
pub(super) fn sampled(curve: impl Fn(Order) -> f64) -> Vec<(Order, f64)> {
    orders().map(|order| (order, curve(order))).collect()
}

/// Some whole numbers from 1 to c, all where they are few.
fn sizes(answers: f64) -> Vec<f64> {
    let mut sizes: Vec<f64> = (1..=12u32).map(f64::from).collect();
    while sizes[sizes.len() - 1] < answers {
        sizes.push((1.4 * sizes[sizes.len() - 1]).ceil());
    }
    sizes.retain(|size| *size < answers);
    sizes.push(answers);
    sizes
}

/// ε of `rounds` rounds whose curve is known, in a few kinds of stages: quicker than [`best_stages`], never below it.
pub(super) fn staged(curve: &[(Order, f64)], rounds: f64, delta: f64) -> f64 {
    let mut best = f64::INFINITY;
    for answers in [1.0, 2.0, 4.0, 8.0].into_iter().filter(|size| 2.0 * size <= rounds) {
        let stage: Vec<_> = curve.iter().map(|&(order, value)| (order, answers * value)).collect();
        for share in [0.05, 0.35] {
            let found = of_stages(&stage, (rounds / answers).ceil(), share, delta);
            best = found.map_or(best, |(_, _, epsilon)| best.min(epsilon));
        }
    }
    best
}

/// δ′, ε′ and ε of so many stages, which may spend a share of δ.
fn of_stages(curve: &[(Order, f64)], count: f64, share: f64, delta: f64) -> Option<(f64, f64, f64)> {
    // All stages fail with 1 − (1 − δ′)^m at most.
    let slack = -((-share * delta).ln_1p() / count).exp_m1();
    let rest = delta * (1.0 - share) / (1.0 - share * delta);
    let stage = epsilon_from_orders(curve, Probability::clamped(slack)).upper;
    Some((slack, stage, optimal(stage, count, rest)?))
}

/// The stages with the least ε at a δ (Zhu, dissertation, Algorithm 12 with Thm 7.2.9 and 7.2.10, composed optimally): over
/// c′ and δ′. The curve of a stage with new noise after each answer is c′ times that of one round; the algorithm is then the
/// same for every c′, and stages are a way to count only. Without, the threshold has new noise after each stage, which is
/// another algorithm; each stage may ask as many queries as the whole.
pub fn best_stages(setting: &Setting, delta: f64) -> Option<Stages> {
    let once = Setting { answers: 1.0, ..*setting }.mechanism()?;
    let round = setting.resample.then(|| sampled(|order| once.best(order)));
    let mut best: Option<Stages> = None;
    for answers in sizes(setting.answers) {
        let curve: Vec<(Order, f64)> = match &round {
            Some(round) => round.iter().map(|&(order, value)| (order, answers * value)).collect(),
            None => {
                let stage = Setting { answers, ..*setting }.mechanism()?;
                sampled(|order| stage.best(order))
            }
        };
        let count = (setting.answers / answers).ceil();
        for share in SHARES {
            let Some((slack, stage, epsilon)) = of_stages(&curve, count, share, delta) else { continue };
            if best.is_none_or(|best| epsilon < best.epsilon) {
                best = Some(Stages { answers, count, slack, stage, epsilon });
            }
        }
    }
    best.filter(|best| best.epsilon.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::sparse_vector::Noise;
    use crate::algorithm::sparse_vector::bound::{BoundKind, bound};

    fn setting(answers: f64, resample: bool) -> Setting {
        Setting {
            threshold_noise: Noise::normal(100.0),
            query_noise: Noise::normal(200.0),
            threshold: 500.0,
            answers,
            length: Some(1000.0),
            resample,
            non_negative: true,
        }
    }

    /// δ′ and what the composition spends are within δ, and one stage of all answers is never better than its Rényi bound.
    #[test]
    fn the_whole_slack_is_kept() {
        for resample in [false, true] {
            let setting = setting(40.0, resample);
            let stages = best_stages(&setting, 1e-6).unwrap();
            let spent = -((-stages.slack).ln_1p() * stages.count).exp_m1();
            assert!(spent < 1e-6 && stages.count == (40.0 / stages.answers).ceil());
            assert!(stages.epsilon >= stages.stage * 0.5);
        }
    }

    /// One threshold noise and very many answers: the outputs are so many that stages cost less; few answers do not need
    /// them.
    #[test]
    fn stages_help_where_the_outputs_are_many() {
        let many = Setting {
            threshold_noise: Noise::normal(1000.0),
            query_noise: Noise::normal(2000.0),
            length: Some(1e6),
            ..setting(1000.0, false)
        };
        for (one, help) in [(many, true), (setting(60.0, false), false)] {
            let svt = one.mechanism().unwrap();
            let whole = bound(BoundKind::Renyi, &one, &svt, 1e-6).unwrap().epsilon;
            assert_eq!(best_stages(&one, 1e-6).unwrap().epsilon < whole, help);
        }
    }

    #[test]
    fn sizes_end_with_all_answers() {
        assert_eq!(sizes(1.0), [1.0]);
        assert_eq!(sizes(3.0), [1.0, 2.0, 3.0]);
        assert_eq!(sizes(20.0), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 17.0, 20.0]);
    }
}
