//! Distance to instability: the exact answer, unless the data are close to a change of it.

use num_complex::Complex64;
use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::laplace::Laplace;
use super::outputs::{OutputAtom, Outputs, SCALES, atoms, densities, laplace};
use crate::guarantee::{
    Atom, Interval, LossDistribution, LossNode, Masses, Nodes, Order, Pair, Probability, Reverse, Smoothness,
};
use crate::numeric::Scale;

const DESCRIPTION: Description = Description {
    kind: "instability",
    name: "Distance to instability",
    summary: "Gives the exact answer if a noisy test finds that many people would have to change to alter it.",
    parameters: &[
        Parameter {
            name: "epsilon",
            symbol: "ε₀",
            label: "Test ε₀",
            unit: "nats",
            explanation: "The noisy distance has Laplace noise of scale 1/ε₀.",
            range: Range::closed(1e-3, 100.0),
            slider: Slider { from: 0.05, to: 5.0, scale: Scale::Log, start: 1.0 },
            privacy: Privacy::Smaller,
        },
        Parameter {
            name: "delta",
            symbol: "δ₀",
            label: "Failure δ₀",
            unit: "probability",
            explanation: "How often the test passes although one person changes the answer.",
            range: Range::closed(1e-300, 0.5),
            slider: Slider { from: 1e-10, to: 1e-2, scale: Scale::Log, start: 1e-5 },
            privacy: Privacy::Smaller,
        },
    ],
};

/// The pair whose profile is `max(δ_Lap(ε), δ₀)`, the Laplace profile at scale 1/ε₀ (Zhu, dissertation,
/// Ex. 3.2.1): the answer is released where distance plus noise exceeds `log(1/δ₀)/ε₀`.
///
/// By `Q[L > ε] = −H′(a)`, `P[L > ε] = H − aH′` at `a = e^ε`, P shows an output that Q never gives with
/// probability δ₀, and otherwise the pair is Laplace with the smaller bound `h = ε₀ + log(1−δ₀)`, its
/// loss moved by `m = log(1−δ₀)`: atoms at −ε₀ and at `ε₀ + 2m`. Where h ≤ 0 the finite part is one
/// atom at m.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Instability {
    /// ε₀ of the noisy test.
    epsilon: f64,
    /// δ₀, at least 0 and below 1.
    delta: f64,
}

/// Relative error of the closed forms: a handful of roundings.
const ERROR: f64 = 4e-15;

impl Instability {
    /// The mechanism of this ε₀ and δ₀; `None` outside of the described ranges.
    pub fn new(epsilon: f64, delta: f64) -> Option<Self> {
        DESCRIPTION.accepts(&[epsilon, delta]).then_some(Self { epsilon, delta })
    }

    /// `m = log(1−δ₀)`.
    fn shift(&self) -> f64 {
        (-self.delta).ln_1p()
    }

    /// `h`, the bound of the Laplace pair that makes the finite part; `None` where that is one atom.
    fn bound(&self) -> Option<f64> {
        let bound = self.epsilon + self.shift();
        (bound > 0.0).then_some(bound)
    }

    /// The largest finite loss: `ε₀ + 2 log(1−δ₀)`, or the only one.
    pub fn crossover(&self) -> f64 {
        let shift = self.shift();
        if self.bound().is_some() { self.epsilon + 2.0 * shift } else { shift }
    }

    /// The rounding of the crossover; none where it is ε₀ itself.
    fn crossover_slack(&self) -> f64 {
        if self.delta == 0.0 { 0.0 } else { 4.0 * f64::EPSILON * (self.epsilon + 2.0 * self.shift().abs()) }
    }

    /// The atoms with their mass under P and under Q, and how far the position may be off.
    fn atoms(&self) -> Vec<(f64, f64, f64, f64)> {
        let (kept, crossover, slack) = (1.0 - self.delta, self.crossover(), self.crossover_slack());
        match self.bound() {
            None => vec![(crossover, kept, 1.0, slack)],
            Some(bound) => vec![
                (-self.epsilon, 0.5 * (-self.epsilon).exp(), 0.5, 0.0),
                (crossover, 0.5 * kept, 0.5 * (-bound).exp(), slack),
            ],
        }
    }
}

/// What the two laws are.
const OUTPUTS: &str = "These two laws lose at every ε what some two data sets lose: with the person there is an output \
                       that nobody else gives.";

impl Kind for Instability {
    type Values = [f64; 2];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([epsilon, delta]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(epsilon, delta)
    }

    fn values(&self) -> Self::Values {
        [self.epsilon, self.delta]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(self)
    }

    /// With probability δ₀ the person is given away; otherwise the outputs are those of Laplace noise whose largest loss is
    /// `h = ε₀ + log(1 − δ₀)`.
    fn outputs(&self) -> Result<Outputs, &'static str> {
        let kept = 1.0 - self.delta;
        let bound = self.epsilon + (-self.delta).ln_1p();
        if bound <= 0.0 {
            return Ok(atoms(
                vec![("any other", kept, 1.0), ("only with the person", self.delta, 0.0)],
                OUTPUTS,
            ));
        }
        let scale = bound.recip();
        let span = (-SCALES * scale, 1.0 + SCALES * scale);
        let away = OutputAtom::new(span.1, "only with the person", self.delta, 0.0);
        let laws = densities(laplace(1.0, scale, kept), laplace(0.0, scale, 1.0), OUTPUTS, span);
        Ok(Outputs { atoms: vec![away], ..laws })
    }
}

impl Pair for Instability {
    /// `max(δ_Lap(ε), δ₀)`: `1 − e^ε` up to −ε₀, `1 − e^{(ε−ε₀)/2}` up to ε₀, 0 beyond.
    fn profile(&self, epsilon: f64) -> Interval {
        let exponent = if epsilon <= -self.epsilon { epsilon } else { 0.5 * (epsilon - self.epsilon) };
        if exponent >= 0.0 {
            return Interval::exact(self.delta);
        }
        let noise = Interval::around(-exponent.exp_m1(), ERROR);
        Interval { lower: noise.lower.max(self.delta), upper: noise.upper.max(self.delta) }.within(0.0, 1.0)
    }

    /// Infinite, because the loss is with probability δ₀; with δ₀ = 0 that of the Laplace mechanism.
    fn renyi(&self, order: Order) -> Interval {
        if self.delta > 0.0 {
            return Interval::exact(f64::INFINITY);
        }
        let divergence = Laplace::with_scale(self.epsilon.recip()).renyi(order);
        Interval { lower: divergence.lower * (1.0 - ERROR), upper: divergence.upper * (1.0 + ERROR) }
    }

    /// `(1−δ₀)` times that of the Laplace pair with bound h: the outputs that Q never gives are free.
    fn trade_off(&self, type_one: Probability) -> Interval {
        let kept = 1.0 - self.delta;
        let (type_two, error) = match self.bound() {
            None => {
                let rest = 1.0 - type_one.value();
                (Interval { lower: rest - f64::EPSILON * rest, upper: rest }, ERROR)
            }
            Some(bound) => {
                let laplace = Laplace::with_scale(bound.recip());
                (laplace.trade_off(type_one), ERROR * (1.0 + self.epsilon + self.shift().abs()))
            }
        };
        // Where h moves by its rounding, 1 − e^h x moves by at most that, however small it is.
        let slack = if type_one.value() > 0.0 && type_two.upper > 0.25 { error } else { 0.0 };
        Interval {
            lower: kept * (type_two.lower * (1.0 - error) - slack),
            upper: kept * (type_two.upper * (1.0 + error) + slack) + f64::MIN_POSITIVE,
        }
        .within(0.0, 1.0)
    }

    /// The Laplace law below the crossover, atom ½(1−δ₀) there, δ₀ at infinity.
    fn loss(&self) -> LossDistribution<'_> {
        let (from, to, at) = (-self.epsilon, self.crossover(), self.epsilon);
        let spread = self.bound().is_some();
        let density = move |l: f64| {
            if spread && from < l && l < to { 0.25 * (0.5 * (l - at)).exp() } else { 0.0 }
        };
        LossDistribution {
            density: Box::new(density),
            atoms: self.atoms().into_iter().map(|(at, mass, ..)| Atom { at, mass }).collect(),
            span: if spread { (from, to) } else { (to, to) },
        }
    }

    fn infinite(&self) -> f64 {
        self.delta
    }

    /// `K(z) = (z+1)m + K_h(z)` with the Laplace moment function of bound h; `K(0) = m`, the finite
    /// losses alone.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        let tilt = (z + 1.0) * self.shift();
        match self.bound() {
            None => tilt,
            Some(bound) => tilt + Laplace::with_scale(bound.recip()).log_moment(z),
        }
    }

    /// Between the atoms P has density `¼e^{(l−ε₀)/2}` and Q `¼e^{−(l+ε₀)/2}`. An end that cannot be
    /// told from the crossover leaves open whether the atom counts.
    fn masses(&self, above: f64, upto: f64) -> Masses {
        if above.is_nan() || upto.is_nan() || above >= upto {
            return Masses::NONE;
        }
        let [mut p, mut q] = [[0.0; 2]; 2];
        if self.bound().is_some() {
            let (start, end) = (-self.epsilon, self.crossover().max(-self.epsilon));
            let (from, to) = (above.clamp(start, end), upto.clamp(start, end));
            let half = 0.5 * (to - from);
            let under_p = 0.5 * (0.5 * (from - self.epsilon)).exp() * half.exp_m1();
            let under_q = -0.5 * (-0.5 * (from + self.epsilon)).exp() * (-half).exp_m1();
            let slack = self.crossover_slack();
            let slack = if to == end && above < (end + slack).min(self.epsilon) { slack } else { 0.0 };
            let at_end = [(0.5 * (to - self.epsilon)).exp(), (-0.5 * (to + self.epsilon)).exp()];
            p = [under_p - at_end[0] * slack, under_p + at_end[0] * slack];
            q = [under_q - at_end[1] * slack, under_q + at_end[1] * slack];
        }
        for (at, under_p, under_q, slack) in self.atoms() {
            // The crossover is never above ε₀.
            let high = (at + slack).min(self.epsilon);
            let certain = above < at - slack && high <= upto;
            let possible = above < high && at - slack <= upto;
            for (side, counts) in [(0, certain), (1, possible)] {
                if counts {
                    (p[side], q[side]) = (p[side] + under_p, q[side] + under_q);
                }
            }
        }
        let error = ERROR * (1.0 + self.epsilon);
        let [p, q] = [p, q].map(|[lower, upper]| {
            let (lower, upper) = (Interval::around(lower, error), Interval::around(upper, error));
            Interval { lower: lower.lower, upper: upper.upper }.within(0.0, 1.0)
        });
        Masses { p, q }
    }

    /// The profile is the largest over all neighbours in either order, so that (P, Q) bounds both and
    /// serves both; (Q, P), whose profile is another one, is never needed.
    fn reverse(&self) -> Reverse<'_> {
        Reverse::Covered(None)
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for Instability {
    /// Those of the Laplace pair with bound h, moved by m.
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        let shift = self.shift();
        let Some(bound) = self.bound() else {
            return vec![LossNode::real(shift, 0.0)];
        };
        let mut nodes = Laplace::with_scale(bound.recip()).nodes(smoothness);
        nodes.iter_mut().for_each(|node| node.loss += shift);
        nodes
    }

    /// The Laplace pair from the loss −m on, moved by m.
    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        let (shift, crossover) = (self.shift(), self.crossover());
        let Some(bound) = self.bound().filter(|_| crossover > 0.0) else { return Vec::new() };
        let mut nodes = Laplace::with_scale(bound.recip()).nodes_above(-shift, smoothness);
        nodes.iter_mut().for_each(|node| node.loss += shift);
        nodes
    }

    fn node_fall(&self) -> f64 {
        self.node_growth()
    }

    fn affords(&self, smoothness: Smoothness) -> bool {
        self.bound().is_none_or(|bound| Laplace::with_scale(bound.recip()).affords(smoothness))
    }

    fn node_growth(&self) -> f64 {
        2e3 / self.epsilon
    }
}

#[cfg(test)]
mod tests;
