//! Which of two curves is the higher one, and where that changes.

use super::State;
use super::say::{CLOSE, Conclusion, above, listed, percent_up, times};
use super::shown::{ShownSeries, together};

/// How a curve lies to another at the points that both show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Order {
    /// Above it at every point; the largest ratio, and where it is.
    Above {
        /// Where it is largest.
        x: f64,
        /// The largest ratio.
        ratio: f64,
    },
    /// Below it at every point; the largest ratio of the other to it, and where it is.
    Below {
        /// Where it is largest.
        x: f64,
        /// The largest ratio.
        ratio: f64,
    },
    /// On one side up to a point, on the other from the next one on.
    Crosses {
        /// The last point before.
        before: f64,
        /// The first point after.
        from: f64,
        /// Whether it then is the lower one.
        to_below: bool,
    },
}

/// How one curve lies to another. Nothing where they meet at a shown point, cross more than once, or share fewer than two
/// points; an infinite value lies above every finite one.
pub(super) fn order(one: &ShownSeries, other: &ShownSeries) -> Option<Order> {
    let points = together(one, other);
    let is_above: Vec<bool> = points.iter().map(|&(_, y, other)| y > other).collect();
    if points.len() < 2 || points.iter().any(|&(_, y, other)| y == other || y.min(other) <= 0.0) {
        return None;
    }
    let mut changes = (1..points.len()).filter(|&at| is_above[at] != is_above[at - 1]);
    match (changes.next(), changes.next()) {
        (None, _) => {
            let ratios = points.iter().map(|&(x, y, other)| (x, y.max(other) / y.min(other)));
            let (x, ratio) = ratios.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
            Some(if is_above[0] { Order::Above { x, ratio } } else { Order::Below { x, ratio } })
        }
        (Some(at), None) => {
            Some(Order::Crosses { before: points[at - 1].0, from: points[at].0, to_below: is_above[0] })
        }
        _ => None,
    }
}

/// `above-throughout` of the higher and the lower curve, with where the ratio is largest and how large; `crossing` of the
/// curve that ends below and the other, with the last point before and the first point after.
pub(super) fn ordered(state: State<'_>, [one, other]: [usize; 2]) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    match order(&series[one], &series[other])? {
        Order::Above { x, ratio } => Some(throughout(state, [one, other], x, ratio)),
        Order::Below { x, ratio } => Some(throughout(state, [other, one], x, ratio)),
        Order::Crosses { before, from, to_below } => {
            let [lower, higher] = if to_below { [one, other] } else { [other, one] };
            let text = format!(
                "{} lies above {} up to {} and below it from {} on.",
                series[lower].name,
                series[higher].name,
                symbols.place(before),
                symbols.place(from)
            );
            Some(Conclusion::new("crossing", text, &[lower, higher], &[before, from]))
        }
    }
}

fn throughout(state: State<'_>, [higher, lower]: [usize; 2], x: f64, ratio: f64) -> Conclusion {
    let State { series, symbols, .. } = state;
    let most = if ratio.is_infinite() {
        format!(", and is infinite at {}", symbols.place(x))
    } else if ratio < 1.1 {
        format!(", {} at most ({})", above(ratio), symbols.place(x))
    } else {
        format!(", at most about {} times as high ({})", times(ratio), symbols.place(x))
    };
    // The point of every other theorem is to beat the plain sum.
    let lesson = if series[lower].is_by(&["basic"]) && !series[higher].is_by(&["no-sampling"]) {
        ": here it says less than adding up"
    } else {
        ""
    };
    let text = format!(
        "{} lies above {} at every {} shown{most}{lesson}.",
        series[higher].name, series[lower].name, symbols.across
    );
    Conclusion::new("above-throughout", text, &[higher, lower], &[x, ratio])
}

/// `agree` of curves that lie on the first of them, with the largest difference relative to it.
pub(super) fn agreeing(state: State<'_>, among: &[usize]) -> Option<Conclusion> {
    let State { series, symbols, .. } = state;
    let (&first, others) = among.split_first()?;
    let mut same = Vec::new();
    let mut widest = 0.0f64;
    for &at in others {
        let distance = distance(&series[first], &series[at]);
        if let Some(distance) = distance.filter(|&distance| distance <= CLOSE) {
            same.push(at);
            widest = widest.max(distance);
        }
    }
    if same.is_empty() {
        return None;
    }
    let names: Vec<String> = same.iter().map(|&at| series[at].name.clone()).collect();
    let verb = if same.len() == 1 { "lies" } else { "lie" };
    let by = if widest == 0.0 {
        "they are equal".into()
    } else {
        format!("the difference is at most {} of {}", percent_up(widest), symbols.quantity)
    };
    let text = format!(
        "{} {verb} on {} at every {} shown: {by}.",
        listed(&names),
        series[first].name,
        symbols.across
    );
    let mut spoken = vec![first];
    spoken.extend(same);
    Some(Conclusion::new("agree", text, &spoken, &[widest]))
}

/// The largest difference of two curves relative to the first; nothing where they share fewer than two points, or where
/// one is not positive and finite.
pub(super) fn distance(one: &ShownSeries, other: &ShownSeries) -> Option<f64> {
    let points = together(one, other);
    let known = |&(_, one, other): &(f64, f64, f64)| one > 0.0 && one.is_finite() && other.is_finite();
    if points.len() < 2 || !points.iter().all(known) {
        return None;
    }
    Some(points.iter().map(|&(_, one, other)| (other - one).abs() / one).fold(0.0, f64::max))
}
