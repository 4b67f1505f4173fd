//! Y. Zhu, dissertation, chapter 7: the sparse vector technique.

use std::f64::consts::PI;

use super::Witness;
use super::numbers::{cdf, density, integral};

pub fn witness(id: &str) -> Option<Witness> {
    let root = 3f64.sqrt();
    Some(match id {
        "Z13" => [wait(0.0, root, false), wait(0.0, root, true)],
        "Z14" => [printed_moment(0.0), wait(0.0, root, true)],
        "Z15" => z15(),
        "Z16" => z16(),
        "Z17" => z17(),
        "Z18" => [log_binomial(10, 1).exp(), log_outputs(1, 10).exp()],
        "Z19" => z19(),
        "Z20" => z20(),
        _ => return None,
    })
}

/// The mean square of how many queries of value 0 are asked, with the last or without, σ₁ = 1.
fn wait(threshold: f64, second: f64, last: bool) -> f64 {
    let asked = |u: f64| {
        let x = (threshold + u) / second;
        (if last { 1.0 } else { cdf(x) }) / cdf(-x)
    };
    integral(-12.0, 34.0, |u| density(u) * asked(u).powi(2))
}

/// `1 + 2√3 π(1 + 9T²)e^{T²}`.
fn printed_moment(threshold: f64) -> f64 {
    let square = threshold * threshold;
    1.0 + 2.0 * 3f64.sqrt() * PI * (1.0 + 9.0 * square) * square.exp()
}

fn log_binomial(n: u32, k: u32) -> f64 {
    (0..k).map(|at| (f64::from(n - at) / f64::from(k - at)).ln()).sum()
}

fn log_outputs(answers: u32, length: u32) -> f64 {
    let top = log_binomial(length, answers);
    top + (0..=answers).map(|at| (log_binomial(length, at) - top).exp()).sum::<f64>().ln()
}

fn z15() -> Witness {
    let (order, rest) = (10.0, 20.0 / 3.0);
    let moment = |moment: f64| moment.ln() / 18.0;
    let exact = wait(3.0, 3f64.sqrt(), true);
    [order + rest + moment(printed_moment(3.0)), 9.5 / 9.0 * order + rest + moment(exact)]
}

fn z16() -> Witness {
    let correct = 10.0 / (2.0 * 210f64.powi(2)) + 20.0 * 20.0 / 420f64.powi(2) + log_outputs(20, 2000) / 9.0;
    [correct + 1.0 / 9.0, correct]
}

fn z17() -> Witness {
    let slope = 0.5 / 210f64.powi(2) + 40.0 / 420f64.powi(2);
    let many = 1e6f64.ln() + 20f64.ln() + log_binomial(2000, 20);
    [slope + (2.0 * slope * many).sqrt(), slope + 2.0 * (slope * many).sqrt()]
}

/// Laplace noise of scale 2 has the loss ½, and 4 on a query that moves by 2 as well.
fn z19() -> Witness {
    let (order, loss) = (5.0f64, 0.5f64);
    let moment = order / (2.0 * order - 1.0) * ((order - 1.0) * loss).exp()
        + (order - 1.0) / (2.0 * order - 1.0) * (-order * loss).exp();
    [f64::INFINITY, moment.ln() / (order - 1.0) + loss]
}

/// ϱ = 0.01 and the order 10 at σ₁ = 1, σ₂ = √3.
fn z20() -> Witness {
    let (order, rare) = (10.0f64, 100f64.ln());
    let printed = 5.0 * order / 3.0 + 5.0 * rare / (order - 1.0);
    let moment = wait((8.0 * rare).sqrt(), 3f64.sqrt(), true).ln() / (2.0 * (order - 1.0));
    [printed, (order - 0.5) / (order - 1.0) * order + 2.0 * order / 3.0 + moment]
}
