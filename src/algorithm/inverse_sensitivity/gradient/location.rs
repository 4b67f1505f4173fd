//! The gradient mechanism of the loss `|θ − x|` on [0, 1], whose law is made of steps: what the printed constant guarantees is
//! computed without sampling.

use crate::algorithm::law::{Law, LogRatio, NoLaw, Step};

/// The law for records in [0, 1], with G (or what is printed in its place) and ε.
///
/// Between two records the gradient is `(below − above)/n`, and a step has the weight `e^{−(nε/(2G)) |gradient|}`.
///
/// # Errors
/// If there is no record.
pub fn law(records: &[f64], difference: f64, epsilon: f64) -> Result<Law, NoLaw> {
    let mut sorted = records.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut cuts = vec![0.0];
    cuts.extend(&sorted);
    cuts.push(1.0);
    let step = |(below, ends): (usize, &[f64])| {
        let above = sorted.len() - below;
        let weight = below.abs_diff(above) as f64;
        Step { from: ends[0], to: ends[1], log_density: -0.5 * epsilon / difference * weight }
    };
    Law::steps(cuts.windows(2).enumerate().map(step))
}

/// The largest log ratio of the two laws, either way.
///
/// # Errors
/// If one of them has no record.
pub fn loss(one: &[f64], other: &[f64], difference: f64, epsilon: f64) -> Result<f64, NoLaw> {
    let ratio = LogRatio::new(&law(one, difference, epsilon)?, &law(other, difference, epsilon)?);
    Ok(ratio.epsilon())
}
