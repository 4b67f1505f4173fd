//! Two laws against each other: what an output tells about which of them it came from.

use super::{Law, Piece};
use crate::guarantee::Order;
use crate::numeric::logspace::log_sum_exp;
use crate::numeric::sum::Sum;

/// Outputs at which both laws have one density each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatioCell {
    /// Where they begin.
    pub from: f64,
    /// Where they end; where they begin if it is an atom.
    pub to: f64,
    /// The logarithm of their probability under P.
    pub log_p: f64,
    /// The same under Q.
    pub log_q: f64,
    /// `log p/q` of the densities; infinite where only one law has any.
    pub loss: f64,
}

/// `log p(t)/q(t)` of two laws of one output: the privacy loss, if they belong to neighbouring data.
///
/// The steps of both are cut at each other's ends, so that everything is a finite sum.
///
/// ```
/// use dpscope::algorithm::law::{Law, LogRatio};
///
/// let [p, q] = [[0.75f64, 0.25], [0.25, 0.75]]
///     .map(|masses| Law::atoms([0.0, 1.0].into_iter().zip(masses.map(f64::ln))).unwrap());
/// let ratio = LogRatio::new(&p, &q);
/// assert!((ratio.epsilon() - 3f64.ln()).abs() < 1e-15);
/// assert!((ratio.delta(0.0) - 0.5).abs() < 1e-15 && ratio.delta(1.1) == 0.0);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LogRatio {
    cells: Vec<RatioCell>,
}

impl LogRatio {
    /// P against Q.
    pub fn new(p: &Law, q: &Law) -> Self {
        let laws = [p.pieces(), q.pieces()];
        let mut cuts: Vec<f64> =
            laws.iter().flat_map(|pieces| pieces.iter().flat_map(|piece| [piece.from, piece.to])).collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        let mut cells = Vec::new();
        for (at, &from) in cuts.iter().enumerate() {
            cells.extend(cell(from, from, laws.map(|pieces| atom_at(pieces, from))));
            if let Some(&to) = cuts.get(at + 1) {
                cells.extend(cell(from, to, laws.map(|pieces| step_over(pieces, from))));
            }
        }
        Self { cells }
    }

    /// The outputs of one loss each, by increasing place.
    pub fn cells(&self) -> &[RatioCell] {
        &self.cells
    }

    /// Q against P: every loss with the other sign.
    pub fn reversed(&self) -> Self {
        let turned =
            |cell: &RatioCell| RatioCell { log_p: cell.log_q, log_q: cell.log_p, loss: -cell.loss, ..*cell };
        Self { cells: self.cells.iter().map(turned).collect() }
    }

    /// The loss of one output; `None` of one that neither law has. Where two steps meet it is that of the right one.
    pub fn at(&self, place: f64) -> Option<f64> {
        let after = self.cells.partition_point(|cell| cell.from <= place);
        let cell = self.cells[after.checked_sub(1)?];
        (place <= cell.to).then_some(cell.loss)
    }

    /// The smallest and the largest loss.
    pub fn extremes(&self) -> (f64, f64) {
        let losses = || self.cells.iter().map(|cell| cell.loss);
        (losses().fold(f64::INFINITY, f64::min), losses().fold(f64::NEG_INFINITY, f64::max))
    }

    /// The pure ε between the two laws: the largest loss in either direction.
    pub fn epsilon(&self) -> f64 {
        let (least, most) = self.extremes();
        most.max(-least)
    }

    /// The hockey-stick divergence `δ(ε) = ∫ (p − e^ε q)₊ = Σ p (1 − e^{ε−l})₊`.
    pub fn delta(&self, epsilon: f64) -> f64 {
        let mut sum = Sum::default();
        for cell in self.cells.iter().filter(|cell| cell.loss > epsilon) {
            sum.add(-cell.log_p.exp() * (epsilon - cell.loss).exp_m1());
        }
        sum.value().clamp(0.0, 1.0)
    }

    /// The total variation distance, `δ(0)`.
    pub fn total_variation(&self) -> f64 {
        self.delta(0.0)
    }

    /// The Rényi divergence `D_α(P‖Q) = log(Σ p e^{(α−1)l})/(α−1)`; at order 1 the mean loss.
    pub fn renyi(&self, order: Order) -> f64 {
        let lost = || self.cells.iter().filter(|cell| cell.log_p > f64::NEG_INFINITY);
        let excess = order.value() - 1.0;
        let most = lost().map(|cell| cell.loss).fold(f64::NEG_INFINITY, f64::max);
        // Where Q has no mass and P has, every order is infinite.
        if excess == f64::INFINITY || most == f64::INFINITY {
            return most;
        }
        if excess == 0.0 {
            let mut sum = Sum::default();
            lost().for_each(|cell| sum.add(cell.log_p.exp() * cell.loss));
            return sum.value().max(0.0);
        }
        let logs: Vec<f64> = lost().map(|cell| cell.log_p + excess * cell.loss).collect();
        (log_sum_exp(&logs) / excess).max(0.0)
    }
}

/// The log density of the atom at a place, if there is one.
fn atom_at(pieces: &[Piece], place: f64) -> f64 {
    let at = pieces.partition_point(|piece| piece.from < place);
    let atom = pieces.get(at).filter(|piece| piece.is_atom() && piece.from == place);
    atom.map_or(f64::NEG_INFINITY, Piece::log_density)
}

/// The log density of the step that goes on at a place, if there is one.
fn step_over(pieces: &[Piece], place: f64) -> f64 {
    let at = pieces.partition_point(|piece| piece.to <= place);
    let step = pieces.get(at).filter(|piece| !piece.is_atom() && piece.from <= place);
    step.map_or(f64::NEG_INFINITY, Piece::log_density)
}

/// One cell from the log densities, if there is any.
fn cell(from: f64, to: f64, [p, q]: [f64; 2]) -> Option<RatioCell> {
    let size = if from == to { 0.0 } else { (to - from).ln() };
    (p.max(q) > f64::NEG_INFINITY).then_some(RatioCell {
        from,
        to,
        log_p: p + size,
        log_q: q + size,
        loss: p - q,
    })
}
