//! Quadrature over the loss of two normal distributions.

use std::sync::LazyLock;

use num_complex::Complex64;

use super::crossing::Frame;
use super::{EDGE, GaussianPair, NODE_DIGITS};
use crate::guarantee::{LossNode, Nodes, Smoothness};
use crate::numeric::quadrature::{GaussLegendre, panels};

/// At most so many quadrature nodes.
const MOST_NODES: f64 = 131_072.0;

/// `ln √(2π)`.
const LN_SQRT_TAU: f64 = 0.918_938_533_204_672_7;

static PANEL: LazyLock<GaussLegendre> = LazyLock::new(|| GaussLegendre::new(20));

impl Nodes for GaussianPair {
    /// The trapezoid rule in u, the output in units of Q, which converges like `e^{−2πy/h}` for every
    /// height y on which the integrand stays bounded. There Im L = y·L′(u), so that the mixture has no
    /// zero below `π/max|L′|`; half of that is taken.
    ///
    /// A power without a finite moment is not covered.
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        if self.is_constant() {
            return vec![LossNode::real(0.0, 0.0)];
        }
        let frame = self.frame();
        let (from, to, step) = self.node_rule(smoothness);
        let step = step.max((to - from) / MOST_NODES);
        let first = (from / step).floor();
        let count = (to / step).ceil() - first;
        let node = |at: u32| self.node(&frame, (first + f64::from(at)) * step, step.ln());
        (0..=count as u32).map(node).collect()
    }

    /// Gauss–Legendre panels over the outputs with L > 0, those above the near and below the far crossing, each of a
    /// few steps of the trapezoid rule.
    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        if self.is_constant() {
            return Vec::new();
        }
        let frame = self.frame();
        let (from, to, step) = self.node_rule(smoothness);
        let length = 8.0 * step.max((to - from) / MOST_NODES);
        let [zero, top] = [0.0, f64::INFINITY].map(|loss| frame.crossing_anywhere(loss));
        let pieces = [(zero.near_q, top.near_q), (top.far_q, zero.far_q)];
        let mut nodes = Vec::new();
        for (start, end) in pieces {
            for (middle, half) in panels(start.middle.max(from), end.middle.min(to), &|_| length) {
                for (at, weight) in PANEL.nodes().iter().zip(PANEL.weights()) {
                    nodes.push(self.node(&frame, middle + half * at, (half * weight).ln()));
                }
            }
        }
        nodes
    }

    fn affords(&self, smoothness: Smoothness) -> bool {
        smoothness.turning.1 <= 64.0
    }

    fn node_fall(&self) -> f64 {
        50.0
    }

    /// Short of the first power without a finite moment; none at all where even the first power would take
    /// too many.
    fn node_growth(&self) -> f64 {
        self.largest_growth(1.0, 64.0)
    }

    fn real_growth(&self, rate: f64) -> f64 {
        self.largest_growth(rate, 0.0)
    }
}

impl GaussianPair {
    /// The node at an output in units of Q.
    fn node(&self, frame: &Frame, u: f64, log_scale: f64) -> LossNode {
        let loss = frame.loss((u - frame.shift.middle) / frame.ratio.middle);
        LossNode::real(loss, log_scale - 0.5 * u * u - LN_SQRT_TAU)
    }

    /// The largest growth that takes no more than the most nodes.
    fn largest_growth(&self, rate: f64, frequency: f64) -> f64 {
        let affordable = |growth: f64| {
            let turning = (0.0, frequency);
            let (from, to, step) =
                self.node_rule(Smoothness { rate, growth, fall: 0.0, turning, downward: false });
            to - from <= step * MOST_NODES
        };
        if self.is_constant() {
            return 1e9;
        }
        let Frame { ratio, bend, .. } = self.frame();
        let pole = if bend.middle > 0.0 { ratio.middle * ratio.middle / bend.middle } else { f64::INFINITY };
        // Next to the pole a power takes the more nodes the closer it is; the first moment of a density ratio is 1,
        // wherever the pole is.
        let near = |share: f64| 1.0 + share * (pole - 1.0);
        let last = if frequency > 0.0 { 0.99 * pole } else { near(0.97) };
        let growths = [1e3, 100.0, 30.0, 10.0, 4.0, 2.0, near(0.97), near(0.9), near(0.5), near(0.1), 1.0];
        let finite = growths.map(|growth| growth.min(last).max(1.0));
        finite.into_iter().find(|&growth| growth < 1e4 && affordable(growth)).unwrap_or(0.0)
    }

    /// How far off the real axis, in units of Q, a ratio ρ comes to 0: there `L = log((1−γ)/γ) + iπ`, and L is
    /// the parabola `(κu²/2 + du − d²/2)/ρ² − log ρ` in u.
    fn zero_height(&self, rate: f64) -> f64 {
        let Frame { ratio, shift, bend, log_ratio } = self.frame();
        let (square, shift, bend) = (ratio.middle * ratio.middle, shift.middle, bend.middle);
        let level = (-rate).ln_1p() - rate.ln() + log_ratio.middle;
        if bend == 0.0 {
            return std::f64::consts::PI / shift;
        }
        let rise = 2.0 * bend * square;
        let discriminant = shift * shift * (1.0 + bend) + rise * level;
        Complex64::new(discriminant, rise * std::f64::consts::PI).sqrt().im.abs() / bend.abs()
    }

    /// Where the nodes lie and how far apart, in units of Q.
    fn node_rule(&self, smoothness: Smoothness) -> (f64, f64, f64) {
        let frame = self.frame();
        let (ratio, shift, bend) = (frame.ratio.middle, frame.shift.middle, frame.bend.middle);
        let Smoothness { growth, turning: (_, frequency), .. } = smoothness;
        // Tilted by the power s, that is p^s q^{1−s}, the density in u has this precision and centre.
        let (mut from, mut to, mut sharpest) = (-EDGE, EDGE, 1.0f64);
        for power in [-1.0, 0.0, 1.0, 2.0, growth] {
            let precision = 1.0 - power * bend / (ratio * ratio);
            if precision > 0.0 {
                let centre = power * shift / (ratio * ratio * precision);
                let reach = (2.0 * (NODE_DIGITS + 8.0) / precision).sqrt();
                from = from.min(centre - reach);
                to = to.max(centre + reach);
                sharpest = sharpest.max(precision);
            }
        }
        let slope = |u: f64| ((bend * u + shift) / (ratio * ratio)).abs();
        let steepest = slope(from).max(slope(to));
        // Real powers only mind the zero of the ratio; a fall or a turning all of its angle.
        let free = if frequency <= Smoothness::SLOW && smoothness.fall == 0.0 && smoothness.rate < 1.0 {
            0.5 * self.zero_height(smoothness.rate)
        } else {
            0.5 * std::f64::consts::PI / steepest
        };
        let height = free.min((2.0 * NODE_DIGITS / sharpest).sqrt());
        let cost = NODE_DIGITS + frequency * height * steepest + 0.5 * height * height * sharpest;
        (from, to, std::f64::consts::TAU * height / cost)
    }
}
