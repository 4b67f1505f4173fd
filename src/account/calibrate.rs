//! The edge of a budget along one parameter.
//!
//! Every comparison is of a certified bound with the budget, so the end called safe has met it and the
//! other has not, whatever the bound does in between.

use crate::mechanism::{Privacy, Range};

/// How close the two ends are in the end: relative where a parameter has a logarithmic scale.
const WIDTH: f64 = 1e-8;

/// Zero on a logarithmic scale.
const FLOOR: f64 = 1e-300;

/// The most evaluations: doublings to the end of a range and back by halves stay far below.
const EVALUATIONS: usize = 200;

/// What stands on a line of values.
#[derive(Clone, Copy)]
pub struct Line {
    /// What is accepted.
    pub range: Range,
    /// Which way protects more.
    pub privacy: Privacy,
}

/// What a search found.
pub enum Edge {
    /// The last value within the budget and the next one that is not.
    Between {
        /// Within.
        safe: f64,
        /// Not within.
        unsafe_: f64,
    },
    /// Every value is within, up to this least private one.
    AllMeet(f64),
    /// No value is within, not even this most private one.
    NoneMeets(f64),
}

/// A point of the search: its position, more private to the right, and how far above the budget it is.
#[derive(Clone, Copy)]
struct Point {
    at: f64,
    excess: f64,
}

impl Point {
    fn meets(self) -> bool {
        self.excess <= 0.0
    }
}

impl Line {
    /// Finds where the budget ends. `excess` is at most 0 within the budget; it may be infinite.
    pub fn edge(&self, start: f64, mut excess: impl FnMut(f64) -> f64) -> Edge {
        let mut measure = |at: f64| {
            let excess = excess(self.value(at));
            Point { at, excess: if excess.is_nan() { f64::INFINITY } else { excess } }
        };
        let [first, last] = self.ends().map(|end| self.position(end));
        let start = measure(self.position(start));
        let end = if start.meets() { first } else { last };
        match bracket(start, end, |at| self.snapped(at), &mut measure) {
            None if start.meets() => Edge::AllMeet(self.value(first)),
            None => Edge::NoneMeets(self.value(last)),
            Some((out, within)) => {
                let (out, within) = self.close_in(out, within, &mut measure);
                Edge::Between { safe: self.value(within.at), unsafe_: self.value(out.at) }
            }
        }
    }

    /// The edge from which on every value up to four times it is within, as far as a fine list of them shows: where
    /// values within the budget may lie between values that are not.
    pub fn edge_beyond_islands(&self, start: f64, mut excess: impl FnMut(f64) -> f64) -> Edge {
        const VALUES: i32 = 32;
        let mut edge = self.edge(start, &mut excess);
        for _ in 0..8 {
            let Edge::Between { safe, .. } = edge else { break };
            let mut list = (1..=VALUES).map(|at| safe * 4f64.powf(f64::from(at) / f64::from(VALUES)));
            let outside = list.find(|&value| value <= self.range.to && excess(value) > 0.0);
            let Some(outside) = outside else { break };
            edge = self.edge(outside, &mut excess);
        }
        edge
    }

    /// Least and most private value.
    fn ends(&self) -> [f64; 2] {
        let to = if self.range.to_included { self.range.to } else { self.range.to.next_down() };
        match self.privacy {
            Privacy::Larger => [self.range.from, to],
            Privacy::Smaller | Privacy::Neither => [to, self.range.from],
        }
    }

    /// A value on a scale on which budgets change evenly: log-odds where the range ends below 1,
    /// logarithmic where it is not negative, else logarithmic to both sides of zero.
    fn position(&self, value: f64) -> f64 {
        let position = if self.range.to == 1.0 && !self.range.to_included {
            value.ln() - (-value).ln_1p()
        } else if self.range.from >= 0.0 {
            value.max(FLOOR).ln()
        } else {
            value.asinh()
        };
        if self.privacy == Privacy::Larger { position } else { -position }
    }

    /// The value at a position; the ends of the range exactly.
    fn value(&self, at: f64) -> f64 {
        if let Some(end) = self.ends().into_iter().find(|&end| self.position(end) == at) {
            return end;
        }
        let position = if self.privacy == Privacy::Larger { at } else { -at };
        let value = if self.range.to == 1.0 && !self.range.to_included {
            if position > 0.0 {
                (1.0 + (-position).exp()).recip()
            } else {
                position.exp() / (1.0 + position.exp())
            }
        } else if self.range.from >= 0.0 {
            let value = position.exp();
            if value <= 2.0 * FLOOR { 0.0 } else { value }
        } else {
            position.sinh()
        };
        let value = if self.range.whole { value.round() } else { value };
        let [a, b] = self.ends();
        value.clamp(a.min(b), a.max(b))
    }

    /// The position of the value that stands there.
    fn snapped(&self, at: f64) -> f64 {
        if self.range.whole { self.position(self.value(at)) } else { at }
    }

    /// Secant steps inside the bracket, each put a little beyond the root on the far side, so that the
    /// far end closes in too; a halving whenever two steps did not halve the width.
    fn close_in(&self, out: Point, within: Point, measure: &mut impl FnMut(f64) -> Point) -> (Point, Point) {
        let (mut out, mut within) = (out, within);
        let mut latest = [out, within];
        let mut widths = [f64::INFINITY; 2];
        for _ in 0..EVALUATIONS {
            let width = within.at - out.at;
            if self.adjacent(out, within) {
                break;
            }
            let slow = width > 0.5 * widths[0];
            widths = [widths[1], width];
            let root = if slow {
                None
            } else {
                secant(latest, out, within).or_else(|| secant([out, within], out, within))
            };
            let middle = 0.5 * (out.at + within.at);
            let mut at = root.map_or(middle, |root| {
                let beyond = if root > middle { -0.3 * WIDTH } else { 0.3 * WIDTH };
                root + beyond
            });
            if self.range.whole {
                at = self.whole_between(at, out, within);
            } else if !(out.at < at && at < within.at) {
                at = middle;
            }
            let point = measure(at);
            latest = [latest[1], point];
            *(if point.meets() { &mut within } else { &mut out }) = point;
        }
        (out, within)
    }

    fn adjacent(&self, out: Point, within: Point) -> bool {
        if self.range.whole {
            return (self.value(out.at) - self.value(within.at)).abs() <= 1.0;
        }
        let middle = 0.5 * (out.at + within.at);
        within.at - out.at <= WIDTH || !(out.at < middle && middle < within.at)
    }

    /// The nearest whole value strictly between the two ends.
    fn whole_between(&self, at: f64, out: Point, within: Point) -> f64 {
        let (a, b) = (self.value(out.at), self.value(within.at));
        self.position(self.value(at).clamp(a.min(b) + 1.0, a.max(b) - 1.0))
    }
}

/// Doubles the step towards `end` until the budget is crossed; `None` if it never is. The first step is
/// the excess itself, which is where the edge lies when ε goes with the parameter.
fn bracket(
    start: Point,
    end: f64,
    snapped: impl Fn(f64) -> f64,
    measure: &mut impl FnMut(f64) -> Point,
) -> Option<(Point, Point)> {
    let towards = (end - start.at).signum();
    let mut step = if start.excess.is_finite() { (1.2 * start.excess.abs()).clamp(0.02, 4.0) } else { 1.0 };
    let mut before = start;
    for _ in 0..EVALUATIONS {
        if before.at == end {
            break;
        }
        let goal = snapped(before.at + towards * step);
        let at = if (end - goal) * towards <= 0.0 { end } else { goal };
        step *= 2.0;
        if at == before.at {
            continue;
        }
        let point = measure(at);
        if point.meets() != start.meets() {
            return Some(if point.meets() { (before, point) } else { (point, before) });
        }
        before = point;
    }
    None
}

/// Where the line through two points meets zero, if that is inside the bracket.
fn secant(points: [Point; 2], out: Point, within: Point) -> Option<f64> {
    let [a, b] = points;
    let root = b.at - b.excess * (b.at - a.at) / (b.excess - a.excess);
    (a.excess.is_finite() && b.excess.is_finite() && out.at <= root && root <= within.at).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(line: Line, start: f64, mut excess: impl FnMut(f64) -> f64) -> (Edge, usize) {
        let mut evaluations = 0;
        let edge = line.edge(start, |value| {
            evaluations += 1;
            excess(value)
        });
        (edge, evaluations)
    }

    const NOISE: Line = Line { range: Range::closed(1e-2, 1e6), privacy: Privacy::Larger };
    const COUNT: Line = Line { range: Range::whole(1.0, 1e9), privacy: Privacy::Smaller };

    #[test]
    fn a_smooth_edge_takes_few_evaluations() {
        for goal in [0.02, 0.7, 31.0, 9e5] {
            let (edge, evaluations) =
                count(NOISE, 1.0, |value| (goal / value).ln() + 0.1 * (goal - value) / (goal + value));
            let Edge::Between { safe, unsafe_ } = edge else { panic!("no edge at {goal}") };
            assert!(
                unsafe_ < goal * (1.0 + 1e-13) && goal * (1.0 - 1e-13) <= safe,
                "{unsafe_} {goal} {safe}"
            );
            assert!(safe / unsafe_ - 1.0 < 1.1e-8 && evaluations <= 12, "{evaluations}");
        }
    }

    /// A bound that jumps, or is infinite on one side, is halved.
    #[test]
    fn a_jump_is_found_too() {
        let jump = |value: f64| if value >= 3.0 { f64::NEG_INFINITY } else { f64::INFINITY };
        let (Edge::Between { safe, unsafe_ }, _) = count(NOISE, 1.0, jump) else { panic!("no edge") };
        assert!(unsafe_ < 3.0 && 3.0 <= safe && safe / unsafe_ - 1.0 < 1.1e-8);
    }

    #[test]
    fn the_edge_of_a_count_lies_between_two_neighbours() {
        for goal in [1.0, 2.0, 41.0, 123_456_789.0] {
            let (edge, evaluations) = count(COUNT, 1.0, |value| 0.5 * ((value - 0.5) / goal).ln());
            let Edge::Between { safe, unsafe_ } = edge else { panic!("no edge at {goal}") };
            assert_eq!((safe, unsafe_), (goal, goal + 1.0));
            assert!(evaluations <= 16, "{evaluations}");
        }
    }

    #[test]
    fn a_budget_that_no_value_or_every_value_meets_names_the_end() {
        assert!(matches!(count(NOISE, 1.0, |_| 1.0).0, Edge::NoneMeets(1e6)));
        assert!(matches!(count(NOISE, 1.0, |_| -1.0).0, Edge::AllMeet(1e-2)));
        assert!(matches!(count(COUNT, 7.0, |_| f64::INFINITY).0, Edge::NoneMeets(1.0)));
        let rate = Line { range: Range::closed(0.0, 1.0), privacy: Privacy::Smaller };
        assert!(matches!(count(rate, 0.01, |_| f64::NAN).0, Edge::NoneMeets(0.0)));
    }
}
