//! The log-moment function of a mechanism on a sample, by quadrature over the loss of the mechanism.

use num_complex::Complex64;

use super::Direction;
use crate::guarantee::{LossNode, Moments, Pair, Smoothness};
use crate::numeric::complex;

/// Terms whose real exponent is larger are summed as logarithms: no digit of `M − 1` is at stake.
pub const LARGE: f64 = 30.0;

/// Steps along a line between two evaluations from scratch: the rotation loses one unit in the last
/// place per step.
const REFRESH: usize = 64;

/// One node of the quadrature.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// `λ = log ρ`, `ρ = 1 − γ + γe^l`.
    log_ratio: Complex64,
    log_weight: Complex64,
    /// The weight w under P₀.
    weight: Complex64,
    /// `wρ`, the weight under the mixture: of a loss beyond 709 the ratio overflows, its weight does not.
    mixed: Complex64,
}

/// `K(z)` of the mixture `(1−γ)P₀ + γP₊` against P₀, in one direction.
///
/// With the ratio `ρ = 1 − γ + γe^l` and expectations under P₀,
/// remove has `M = E[ρ^{1+z}]` and add `M = E[ρ^{−z}]`. Since `E[ρ] = 1`, either is
/// `M = 1 + E[ρ^s − 1 − s(ρ−1)]`: every term is of second order in the excess. With `e₂(x) = e^x − 1 − x`
/// and `λ = log ρ` it is `e₂(sλ) − s e₂(λ)` or `ρ(e₂((s−1)λ) + (s−1) e₂(−λ))`, of which one has positive
/// parts only for s ≤ 0, the other for s ≥ 1. That keeps `M − 1` to full relative precision however close an order
/// is to 1, so that a million releases add up without loss.
/// Replace has the remove law above loss 0, the add law below and an atom at 0, that is
/// `M = 1 + E[(ρ^z − 1)ρ^{−z}(ρ^{1+z} − 1); ρ > 1]`.
pub struct MixtureMoments {
    direction: Direction,
    nodes: Vec<Node>,
    /// What the mean of ρ lacks of 1: the mass on which the ratio is infinite.
    missing: f64,
    /// What the weights of the nodes lack of 1 and the mean of ρ over them of its own, where the rule leaves out
    /// losses on which every power has faded.
    faded: Option<[Complex64; 2]>,
}

/// What a quadrature must integrate for moments of this reach and these frequencies.
pub fn smoothness(direction: Direction, rate: f64, reach: f64, frequencies: (f64, f64)) -> Smoothness {
    let (growth, fall) = match direction {
        Direction::Add => (1.0, reach),
        Direction::Remove => (reach + 1.0, 0.0),
        Direction::Replace => (reach + 1.0, reach),
    };
    let downward = direction == Direction::Add;
    Smoothness { rate, growth: growth.max(1.0), fall, turning: frequencies, downward }
}

impl MixtureMoments {
    pub fn new(
        base: &dyn Pair,
        rate: f64,
        direction: Direction,
        reach: f64,
        frequencies: (f64, f64),
    ) -> Self {
        let smoothness = smoothness(direction, rate, reach, frequencies);
        let nodes = base.quadrature().map_or(Vec::new(), |base| match direction {
            Direction::Replace => base.nodes_above_zero(smoothness),
            Direction::Add | Direction::Remove => base.nodes(smoothness),
        });
        let node = |LossNode { loss, log_weight }: LossNode| {
            let log_ratio = smoothness.ratio(loss);
            let (weight, mixed) = (log_weight.exp(), (log_weight + log_ratio).exp());
            Node { log_ratio, log_weight, weight, mixed }
        };
        // What the mean of ρ − 1 has of this node.
        let excess = |LossNode { loss, log_weight }: &LossNode| {
            if loss.re > LARGE {
                rate * ((log_weight + loss).exp() - log_weight.exp())
            } else {
                rate * complex::expm1(*loss) * log_weight.exp()
            }
        };
        let mean: Complex64 = nodes.iter().map(excess).sum();
        let nodes: Vec<Node> = nodes.into_iter().map(node).collect();
        let lacking = -nodes.iter().fold(Complex64::new(-1.0, 0.0), |sum, node| sum + node.weight);
        let faded = (direction != Direction::Replace && lacking.norm() > 1e-12).then_some([lacking, -mean]);
        Self { direction, nodes, missing: rate * base.infinite(), faded }
    }

    fn exponent(&self, z: Complex64) -> Complex64 {
        match self.direction {
            Direction::Add => -z,
            Direction::Remove | Direction::Replace => z + 1.0,
        }
    }

    /// `K` from the sums of the small and of the large terms, the latter divided by `e^scale`.
    fn combine(&self, s: Complex64, small: Complex64, large: Complex64, scale: f64) -> Complex64 {
        let lacking = match (self.faded, self.direction) {
            (Some([weight, mean]), _) => weight + s * mean,
            (None, Direction::Replace) => Complex64::new(self.missing, 0.0),
            (None, Direction::Add | Direction::Remove) => s * self.missing,
        };
        let excess = small - lacking;
        if scale <= LARGE {
            return complex::log1p(excess + large * scale.exp());
        }
        (large + (1.0 + excess) * (-scale).exp()).ln() + scale
    }

    /// The logarithm of the largest of the large terms for the real exponent, at least 0.
    fn scale(&self, real: f64) -> f64 {
        let growths = self.nodes.iter().map(|node| (node, real * node.log_ratio.re));
        growths.filter(|(_, y)| *y > LARGE).map(|(node, y)| node.log_weight.re + y).fold(0.0, f64::max)
    }

    /// `E_P[L]` of the finite part: `E[ρ e₂(−λ)]`, `E[e₂(λ)]` or `E[(ρ−1)λ; ρ > 1]`, positive terms only.
    pub fn mean(&self) -> f64 {
        let term = |node: &Node| match self.direction {
            Direction::Remove => (node.mixed * second_order(-node.log_ratio)).re,
            Direction::Add => node.grown().re,
            Direction::Replace => ((node.mixed - node.weight) * node.log_ratio).re,
        };
        let sum: f64 = self.nodes.iter().map(term).sum();
        match self.direction {
            Direction::Add => sum + self.missing,
            Direction::Remove | Direction::Replace => sum,
        }
    }
}

/// `e₂(y) = e^y − 1 − y`; near 0 by its series, where the difference would cancel.
fn second_order(y: Complex64) -> Complex64 {
    if y.norm_sqr() > 0.0625 {
        return complex::expm1(y) - y;
    }
    let sum = (3..=14).rev().fold(Complex64::ONE, |sum, k| 1.0 + sum * y / f64::from(k));
    0.5 * y * y * sum
}

impl Node {
    /// `w e₂(λ)`.
    fn grown(&self) -> Complex64 {
        if self.log_ratio.re > 1.0 {
            self.mixed - self.weight * (1.0 + self.log_ratio)
        } else {
            self.weight * second_order(self.log_ratio)
        }
    }

    /// `w(ρ^s − 1 − s(ρ−1))` is `e₂` of an exponent, times w or wρ, and a rest: the exponent and the rest.
    fn parts(&self, s: Complex64) -> (Complex64, Complex64) {
        if s.re < 0.5 {
            (s * self.log_ratio, -s * self.grown())
        } else {
            ((s - 1.0) * self.log_ratio, (s - 1.0) * self.mixed * second_order(-self.log_ratio))
        }
    }
}

impl Moments for MixtureMoments {
    fn at(&self, z: Complex64) -> Complex64 {
        if z.im < 0.0 {
            return self.at(z.conj()).conj();
        }
        let s = self.exponent(z);
        let scale = self.scale(s.re);
        let (mut small, mut large) = (Complex64::ZERO, Complex64::ZERO);
        for node in &self.nodes {
            let y = s * node.log_ratio;
            if self.direction == Direction::Replace {
                let x = z * node.log_ratio;
                if x.re > LARGE {
                    large += (y + (node.log_weight - scale)).exp();
                } else if y.re > LARGE {
                    // On the imaginary axis ρ^{1+z} is no larger than ρ: the rest does not vanish beside it.
                    small += complex::expm1(x) * (node.mixed - (node.log_weight - x).exp());
                } else {
                    small += node.weight * complex::expm1(x) * (-x).exp() * complex::expm1(y);
                }
                continue;
            }
            let carrier = if s.re < 0.5 { node.weight } else { node.mixed };
            let (exponent, rest) = node.parts(s);
            if exponent.re > LARGE {
                large += (y + (node.log_weight - scale)).exp();
                small += rest - carrier * (1.0 + exponent);
            } else {
                small += rest + carrier * second_order(exponent);
            }
        }
        self.combine(s, small, large, scale)
    }

    fn terms(&self) -> usize {
        self.nodes.len()
    }

    fn line(&self, c: f64, step: f64, first: usize, count: usize) -> Vec<Complex64> {
        // Under P.
        let lacking = match (self.faded, self.direction) {
            (Some([weight, _]), Direction::Add) => weight,
            (Some([weight, mean]), _) => weight + mean,
            (None, Direction::Add) => Complex64::ZERO,
            (None, _) => self.missing.into(),
        };
        along(&self.law(), lacking, c, step, first, count)
    }
}

impl MixtureMoments {
    /// `(log W, Λ)` under P.
    fn law(&self) -> Vec<(Complex64, Complex64)> {
        let remove = |node: &Node| (node.log_weight + node.log_ratio, node.log_ratio);
        let add = |node: &Node| (node.log_weight, -node.log_ratio);
        match self.direction {
            Direction::Remove => self.nodes.iter().map(remove).collect(),
            Direction::Add => self.nodes.iter().map(add).collect(),
            Direction::Replace => self.nodes.iter().flat_map(|node| [remove(node), add(node)]).collect(),
        }
    }
}

/// `K(c + i(first + n)h)` for n from 0 of a law `(log W, Λ)` that lacks some probability.
///
/// Along a line `M = 1 − P[∞] + Σ W(e^{zΛ} − 1)` over the law of the loss Λ under P, where each
/// power turns at a constant rate: one complex product a step. The first-order terms cancel
/// between the nodes to the rounding of `|z|γ`, far below what a composition shows: a line ends
/// where `|z|γ` times the root of the count is about 10.
pub fn along(
    law: &[(Complex64, Complex64)],
    lacking: Complex64,
    c: f64,
    step: f64,
    first: usize,
    count: usize,
) -> Vec<Complex64> {
    let mut values = Vec::with_capacity(count);
    let mut from = first;
    while from < first + count {
        let block = REFRESH.min(first + count - from);
        Turning::new(law, Complex64::new(c, from as f64 * step), step).run(block, &mut values);
        from += block;
    }
    values
        .into_iter()
        .map(|value| match value {
            Sum::Excess(excess) => complex::log1p(excess - lacking),
            Sum::Scaled(sum, scale) => sum.ln() + scale,
        })
        .collect()
}

/// A sum over the nodes: of powers less 1, or where those are huge of the powers over `e^scale`.
enum Sum {
    Excess(Complex64),
    Scaled(Complex64, f64),
}

/// The terms `W(e^{zΛ} − 1)` of all nodes while z climbs in equal steps, each part in its own list so
/// that the processor takes several at a time.
struct Turning {
    scale: Option<f64>,
    terms: [Vec<f64>; 2],
    weights: [Vec<f64>; 2],
    turns: [Vec<f64>; 2],
}

impl Turning {
    fn new(law: &[(Complex64, Complex64)], z: Complex64, step: f64) -> Self {
        let size = |(weight, loss): &(Complex64, Complex64)| weight.re + z.re * loss.re;
        let largest = law.iter().map(size).fold(f64::NEG_INFINITY, f64::max);
        let scale = (largest > LARGE).then_some(largest);
        let list = || [Vec::with_capacity(law.len()), Vec::with_capacity(law.len())];
        let mut turning = Self { scale, terms: list(), weights: list(), turns: list() };
        for &(log_weight, loss) in law {
            let y = z * loss;
            let weight = log_weight.exp();
            let (term, weight) = match scale {
                Some(scale) => ((y + (log_weight - scale)).exp(), Complex64::ZERO),
                None if y.re > LARGE => ((y + log_weight).exp() - weight, weight),
                None => (weight * complex::expm1(y), weight),
            };
            let turn = complex::expm1(Complex64::I * step * loss);
            for (list, value) in
                [(&mut turning.terms, term), (&mut turning.weights, weight), (&mut turning.turns, turn)]
            {
                list[0].push(value.re);
                list[1].push(value.im);
            }
        }
        turning
    }

    /// The sums at this and the next points; the power less 1 follows `v ← v + (v+1)(r−1)`, which
    /// keeps the digits of a small v.
    fn run(mut self, count: usize, sums: &mut Vec<Sum>) {
        let length = self.terms[0].len();
        let [real, imaginary] = &mut self.terms;
        let (real, imaginary) = (&mut real[..length], &mut imaginary[..length]);
        let (weight, weight_imaginary) = (&self.weights[0][..length], &self.weights[1][..length]);
        let (turn, turn_imaginary) = (&self.turns[0][..length], &self.turns[1][..length]);
        for _ in 0..count {
            let (mut re, mut im) = (0.0, 0.0);
            for at in 0..length {
                let (x, y) = (real[at], imaginary[at]);
                re += x;
                im += y;
                let (u, v) = (x + weight[at], y + weight_imaginary[at]);
                real[at] = x + (u * turn[at] - v * turn_imaginary[at]);
                imaginary[at] = y + (u * turn_imaginary[at] + v * turn[at]);
            }
            let sum = Complex64::new(re, im);
            sums.push(self.scale.map_or(Sum::Excess(sum), |scale| Sum::Scaled(sum, scale)));
        }
    }
}
