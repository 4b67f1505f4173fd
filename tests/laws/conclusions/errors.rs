//! Of trade-off curves and characteristic functions.

use super::{Curve, shared};

/// Whether what is said of them is true; nothing of other conclusions.
pub fn holds(word: &str, spoken: &[&Curve], numbers: &[f64], curves: &[Curve]) -> Option<bool> {
    let lower = || curves.iter().filter(|curve| curve.side == "lower");
    Some(match word {
        "errors-at" => {
            let found = spoken.iter().map(|curve| curve.at(numbers[0])).collect::<Option<Vec<f64>>>()?;
            numbers[0] >= 0.05
                && lower().filter(|curve| curve.at(numbers[0]).is_some()).count() == spoken.len()
                && found.is_sorted()
                && found == numbers[1..]
                && spoken.iter().all(|curve| curve.side == "lower")
        }
        "least-sum" => {
            let sums = lower().flat_map(|curve| curve.points.iter().map(|(x, y)| x + y));
            let least = sums.fold(f64::INFINITY, f64::min);
            let there = spoken[0].at(numbers[0])?;
            least == numbers[1] && numbers[0] + there == least && least < 1.0
        }
        "errors-above" => {
            let inside =
                |&(x, above, below): &(f64, f64, f64)| (x < numbers[0] || x > numbers[1]) || above > below;
            let points = shared(spoken[0], spoken[1]);
            let met = |&(x, above, below): &(f64, f64, f64)| {
                (numbers[0]..=numbers[1]).contains(&x) || above == below
            };
            let most = points.iter().map(|&(_, above, below)| above - below).fold(0.0, f64::max);
            points.iter().all(inside) && points.iter().all(met) && most == numbers[3]
        }
        "errors-cross" => shared(spoken[0], spoken[1]).iter().all(|&(x, lower, higher)| {
            lower == higher
                || if x <= numbers[0] { lower > higher } else { x >= numbers[1] && lower < higher }
        }),
        "fades" | "lasts" => {
            let sizes: Vec<(f64, f64)> = shared(spoken[0], spoken[1])
                .iter()
                .map(|&(t, re, im)| (t, (re * re + im * im).sqrt()))
                .collect();
            let parts = (spoken[0].by, spoken[1].by) == ("real-part", "imaginary-part");
            let last = sizes.last().map_or(0.0, |size| size.1);
            parts
                && spoken[0].name == spoken[1].name
                && match word {
                    "fades" => sizes.iter().all(|&(t, size)| t < numbers[0] || size <= 0.01 * (1.0 + 1e-12)),
                    _ => {
                        last > 0.01 * (1.0 - 1e-12)
                            && sizes.iter().all(|size| size.1 >= numbers[1] * (1.0 - 1e-12))
                    }
                }
        }
        _ => return None,
    })
}
