//! Why the tight bound of a sample needs a condition: two Poisson distributions that break it.

use crate::figure::{Axis, Band, Figure, Side, Table};
use crate::question::figure::lines::{Line, Words, line, lines, number};
use crate::sampling::renyi::pearson_vajda_of_poisson;

/// The first two powers whose moment may be negative.
const POWERS: [u64; 2] = [3, 5];

/// The picture of `E_Q[(P/Q − 1)^ℓ]`, ℓ = 3 and 5, for Q = Poisson(`without`) and means of P from a tenth
/// of that to twice that: where it is negative, shaded, the tight bound may fail (Zhu, dissertation,
/// condition 2.2 and Fig. 2.2).
///
/// No question asks for it, so that the module of the page need not carry it: the page has it stored.
pub fn poisson_pairs(without: f64) -> Figure {
    let x: Vec<f64> = (2..=40).map(|step| without * f64::from(step) / 20.0).collect();
    let moment = |with: f64, power: u64| {
        pearson_vajda_of_poisson(with, without, power).map_or(f64::INFINITY, |moment| moment.to_value())
    };
    let curve = |power: u64| {
        let heights = x.iter().map(|&with| moment(with, power)).collect();
        (line(&format!("moment of power {power}"), &x, heights), Side::Value)
    };
    let curves: Vec<Line> = POWERS.into_iter().map(curve).collect();
    let lowest = |at: usize| curves.iter().map(|(series, _)| series.y[at]).fold(0.0, f64::min);
    let lower: Vec<f64> = (0..x.len()).map(lowest).collect();
    let depth = lower.iter().fold(1e-9f64, |depth, &y| depth.max(-y));
    // Upwards the curves grow without bound, so the picture ends as far above 0 as below.
    let reach = Axis::round_up(1.2 * depth);
    let axes = (
        Axis::linear("mean of P", x[0], x[x.len() - 1]),
        Axis::linear("moment of P/Q − 1 under Q", -reach, reach),
    );
    let words = Words { head: "mean of P", place: "mean of P ", quantity: "" };
    let figure = lines(&words, &x, axes, curves);
    let band = Band { label: "negative".into(), upper: vec![0.0; x.len()], x, lower };
    let title = format!("Odd moments of two Poisson distributions, Q of mean {}", number(without));
    let sentence = format!(
        "Where P has the smaller mean an odd moment of P/Q − 1 can be negative, here down to {}; where P has \
         the larger mean both are positive. The tight bound needs them to be positive in both orders.",
        number(-depth)
    );
    let table = Table { caption: title.clone(), ..figure.table };
    Figure { title, sentence, bands: vec![band], table, ..figure }
}
