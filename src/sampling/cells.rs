//! A moment of a mechanism on a sample between two sums over cells of the mechanism's loss.

use super::{Amplified, Direction};
use crate::guarantee::{Interval, Masses, Order, Pair};
use crate::numeric::logspace::{expm1_minus_x, log_add_exp, log_sum_exp, log1mexp};

/// A bracket of the divergence no wider than this, relative to its upper end, is fine enough.
const WIDTH: f64 = 1e-6;

/// At most so many cells more for one order, and at most so many for all.
const MORE: usize = 1500;
const MOST: usize = 6000;

/// Roundings of the logarithms of one cell, relative to their size.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// `P₊` and `P₀` of the losses in `(from, to]`, as logarithms from below and from above.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    from: f64,
    to: f64,
    p: [f64; 2],
    q: [f64; 2],
}

impl Cell {
    /// Either mass is within `e^from` and `e^to` of the other, also where one of them underflows.
    fn new(base: &dyn Pair, from: f64, to: f64) -> Self {
        let Masses { p, q } = base.masses(from, to);
        let log = |mass: Interval| [mass.lower.max(0.0).ln(), mass.upper.ln()];
        let (mut p, mut q) = (log(p), log(q));
        q = [larger(q[0], p[0] - to), smaller(q[1], p[1] - from)];
        p = [larger(p[0], q[0] + from), smaller(p[1], q[1] + to)];
        Self { from, to, p, q }
    }

    /// The logarithm of the mean ratio `P₊/P₀`, from below and from above.
    fn mean(&self) -> [f64; 2] {
        [larger(self.from, self.p[0] - self.q[1]), smaller(self.to, self.p[1] - self.q[0])]
    }

    fn middle(&self) -> f64 {
        let Self { from, to, .. } = *self;
        if from == f64::NEG_INFINITY {
            to - to.abs().max(1.0)
        } else if to == f64::INFINITY {
            from + from.abs().max(1.0)
        } else if from < 0.0 && 0.0 < to {
            0.0
        } else if from * to > 0.0 && (from / to).abs().max((to / from).abs()) > 4.0 {
            (from.abs().sqrt() * to.abs().sqrt()).copysign(from)
        } else {
            0.5 * (from + to)
        }
    }
}

/// The larger of two lower bounds; what is no number is none.
fn larger(a: f64, b: f64) -> f64 {
    if b > a || a.is_nan() { b } else { a }
}

/// The smaller of two upper bounds; what is no number is none.
fn smaller(a: f64, b: f64) -> f64 {
    if b < a || a.is_nan() { b } else { a }
}

/// The logarithm of `e₂(x) = e^x − 1 − x`.
fn log_second_order(x: f64) -> f64 {
    if x > 40.0 { x } else { expm1_minus_x(x).ln() }
}

/// The chord between the ends of a cell at a mean ratio, from `log g` at the ends.
fn chord(cell: &Cell, mean: f64, ends: [f64; 2]) -> f64 {
    let Cell { from, to, p, q } = *cell;
    // The share of the upper end, `(e^m − e^a)/(e^b − e^a)`, and the rest.
    let whole = log1mexp(from - to);
    let up = if mean <= from { f64::NEG_INFINITY } else { mean - to + log1mexp(from - mean) - whole };
    let down = if mean >= to { f64::NEG_INFINITY } else { log1mexp(mean - to) - whole };
    let part = |mass: f64, end: f64| if mass == f64::NEG_INFINITY { mass } else { mass + end };
    // What lies at the upper end has at most the mass p under P₊, which may be known where q is not.
    let high = smaller(q[1] + up, p[1] - to - whole);
    log_add_exp(part(q[1] + down, ends[0]), part(high, ends[1]))
}

impl Amplified<'_> {
    /// `D_{1+z}` between two sums.
    ///
    /// `M − 1` is the mean under P₀ of a function g of the ratio `r = e^l` that is convex, positive and 0 at r = 1:
    /// `ρ(z e₂(−λ) + e₂(zλ))` for removal, `z e₂(λ) + e₂(−zλ)` for addition, `(1 − ρ^{−z})(ρ^{1+z} − 1)` above loss 0
    /// for an exchange. Over a cell with masses p and q it is at least `q g(p/q)` (Jensen) and at most what
    /// the chord between the ends has at p/q: both of second order in the width of the cell. Cells are
    /// halved where the two differ most, and kept for the next order. Order 1 is the slope of g at z = 0.
    pub(super) fn by_cells(&self, z: f64, most: f64) -> Interval {
        let mut cells = self.cells.borrow_mut();
        if cells.is_empty() {
            *cells = self.first_cells();
        }
        let growth = Growth::new(self, z);
        let mut bounds: Vec<[f64; 2]> = cells.iter().map(|cell| growth.bounds(cell)).collect();
        let most_cells = (cells.len() + MORE).min(MOST);
        // Where a mass underflows finer cells know no more.
        let mut stalled = (f64::INFINITY, 0);
        loop {
            let sum = |side: usize| log_sum_exp(&bounds.iter().map(|bound| bound[side]).collect::<Vec<_>>());
            let (below, above) = (sum(0), sum(1));
            let gap = |bound: &[f64; 2]| (bound[1] - above).exp() - (bound[0] - above).exp();
            let width = 1.0 - (below - above).exp();
            stalled = if width > 0.7 * stalled.0 { (stalled.0, stalled.1 + 1) } else { (width, 0) };
            let found = growth.divergence(below, above);
            let fine = found.upper - found.lower <= WIDTH * found.upper || stalled.1 > 8;
            let share = width / (2 * bounds.len()) as f64;
            let splits: Vec<usize> = (0..cells.len())
                .filter(|&at| !fine && gap(&bounds[at]) >= share)
                .filter(|&at| cells[at].from < cells[at].middle() && cells[at].middle() < cells[at].to)
                .collect();
            if splits.is_empty() || cells.len() + splits.len() > most_cells || above.is_nan() {
                return found.within(0.0, most);
            }
            for at in splits {
                let Cell { from, to, .. } = cells[at];
                let middle = cells[at].middle();
                let (left, right) =
                    (Cell::new(&*self.base, from, middle), Cell::new(&*self.base, middle, to));
                bounds[at] = growth.bounds(&left);
                bounds.push(growth.bounds(&right));
                cells[at] = left;
                cells.push(right);
            }
        }
    }

    /// Cuts over the decades on both sides of 0, from the smallest loss to the largest; an exchange needs those above 0
    /// only.
    fn first_cells(&self) -> Vec<Cell> {
        let beyond = 1.0 + 4.0 * f64::EPSILON;
        let top = self.base.renyi(Order::INFINITE).upper * beyond;
        let reversed = self.reversed.as_ref().map(|reversed| reversed.renyi(Order::INFINITE).upper);
        let bottom = match self.direction {
            Direction::Replace => 0.0,
            Direction::Add | Direction::Remove => -reversed.unwrap_or(f64::INFINITY) * beyond,
        };
        let decades = (0..=28).map(|at| 1e-3 * 2f64.powi(at));
        let mut cuts = vec![bottom];
        cuts.extend(decades.clone().rev().map(|cut| -cut).chain([0.0]).chain(decades));
        cuts.push(top);
        cuts.retain(|&cut| bottom <= cut && cut <= top);
        cuts.dedup();
        cuts.windows(2).map(|cut| Cell::new(&*self.base, cut[0], cut[1])).collect()
    }
}

/// The function g of one order, and a bound of its tail.
struct Growth<'a> {
    pair: &'a Amplified<'a>,
    z: f64,
    /// `(s, (s−1)D_s)` of the mechanism for some `s ≥ 1 + z`.
    tails: Vec<(f64, f64)>,
}

impl<'a> Growth<'a> {
    fn new(pair: &'a Amplified<'a>, z: f64) -> Self {
        let tail = |excess: f64| {
            let upper = pair.base.renyi(Order::above_one(excess)).upper;
            (1.0 + excess, excess * upper * (1.0 + ROUNDING))
        };
        let excesses = [4.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.04, 0.01, 3e-3].map(|more| z.max(0.1) * more + z);
        let removes = pair.direction != Direction::Add;
        let tails = if removes { excesses.into_iter().chain([z]).map(tail).collect() } else { Vec::new() };
        Self { pair, z, tails }
    }

    /// `log g` at a loss.
    fn log(&self, loss: f64) -> f64 {
        let (z, x) = (self.z, self.pair.log_ratio(loss));
        match self.pair.direction {
            Direction::Remove if z == 0.0 => x + log_second_order(-x),
            Direction::Remove => x + log_add_exp(z.ln() + log_second_order(-x), log_second_order(z * x)),
            Direction::Add if z == 0.0 => log_second_order(x),
            Direction::Add => log_add_exp(z.ln() + log_second_order(x), log_second_order(-z * x)),
            Direction::Replace if z == 0.0 => x + log1mexp(-x) + x.ln(),
            Direction::Replace => log1mexp(-z * x) + (1.0 + z) * x + log1mexp(-(1.0 + z) * x),
        }
    }

    /// The part of a cell in `M − 1`, as logarithms from below and from above.
    fn bounds(&self, cell: &Cell) -> [f64; 2] {
        let [low, high] = cell.mean();
        let nearest = if low > 0.0 { low } else { high.min(0.0) };
        let size = |loss: f64| (1.0 + self.z) * self.pair.log_ratio(loss).abs() + 1.0;
        let rounding = |at: f64, masses: f64| {
            let at = if at.is_finite() { size(at) + at.abs() } else { 1.0 };
            ROUNDING * (at + if masses.is_finite() { masses.abs() } else { 0.0 })
        };
        // `q g(m)` is also `p g(m)/m`, which grows with the mean m above 1: either mass may be the one that is known.
        let mass = if low > 0.0 { larger(cell.q[0], cell.p[0] - low) } else { cell.q[0] };
        let below = mass + self.log(nearest) - rounding(nearest, mass);
        let below = if nearest == 0.0 || below.is_nan() { f64::NEG_INFINITY } else { below };
        let above = if cell.to == f64::INFINITY {
            self.unbounded(cell)
        } else {
            let ends = [self.log(cell.from), self.log(cell.to)];
            larger(chord(cell, low, ends), chord(cell, high, ends)) + rounding(cell.to, cell.q[1])
        };
        let above = smaller(smaller(above, self.tail(cell.from)), f64::INFINITY);
        [if below > above { above } else { below }, above]
    }

    /// Addition grows no faster than zρ; of the others only the tail is known.
    fn unbounded(&self, cell: &Cell) -> f64 {
        match self.pair.direction {
            Direction::Add => {
                let slope = if self.z == 0.0 { 1.0 } else { self.z };
                let grown = (slope * self.pair.rate).ln() + cell.p[1];
                log_add_exp(cell.q[1] + self.log(cell.from), grown) + ROUNDING * (1.0 + grown.abs())
            }
            Direction::Remove | Direction::Replace => f64::INFINITY,
        }
    }

    /// A bound of all losses above one: there `ρ ≤ c e^l` with `c = γ + (1−γ)e^{−from}`, g is below `ρ^{1+z}` or, at
    /// order 1, below `ρ log ρ ≤ ρ^{1+y}/(ey)`, and `E_Q[e^{sl}; l > a] ≤ e^{(s−t)a} E_Q[e^{tl}]` for every t ≥ s.
    fn tail(&self, from: f64) -> f64 {
        if from <= 0.0 {
            return f64::INFINITY;
        }
        let log_c = self.pair.log_ratio(from) - from;
        let bound = |&(t, moment): &(f64, f64)| {
            let y = if self.z == 0.0 { 0.5 * (t - 1.0) } else { self.z };
            let factor = if self.z == 0.0 { -1.0 - y.ln() } else { 0.0 };
            let bound = factor + (1.0 + y) * log_c + (1.0 + y - t) * from + moment;
            bound + ROUNDING * ((1.0 + y) * log_c.abs() + t * from + moment.abs())
        };
        self.tails.iter().map(bound).fold(f64::INFINITY, smaller)
    }

    fn divergence(&self, below: f64, above: f64) -> Interval {
        // What P₊ gives and P₀ never does raises the mean of ρ^{−z} by z times its share.
        let never = self.pair.rate * self.pair.base.infinite();
        let never = if self.pair.direction == Direction::Add { never } else { 0.0 };
        let value = |log: f64, side: f64| {
            let value = if self.z == 0.0 {
                log.exp() + never
            } else if log > 30.0 {
                (log + ((1.0 + self.z * never) * (-log).exp()).ln_1p()) / self.z
            } else {
                (log.exp() + self.z * never).ln_1p() / self.z
            };
            value * (1.0 + side * 1e-13) + side * f64::MIN_POSITIVE
        };
        Interval { lower: value(below, -1.0), upper: value(above, 1.0) }
    }
}
