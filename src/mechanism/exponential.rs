//! The exponential mechanism.

use num_complex::Complex64;
use serde::Serialize;

use super::Laplace;
use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::Outputs;
use crate::guarantee::{
    Interval, LossDistribution, LossNode, Masses, Nodes, Order, Pair, Probability, Reverse, Smoothness,
};
use crate::numeric::Scale;
use crate::numeric::complex;

const DESCRIPTION: Description = Description {
    kind: "exponential",
    name: "Exponential mechanism",
    summary: "Picks one of several candidates, better ones exponentially more often, or adds Gumbel noise and reports \
              the largest; the best pair that bounds all such choices stands for it.",
    parameters: &[Parameter {
        name: "epsilon",
        symbol: "ε₀",
        label: "Range of the loss ε₀",
        unit: "loss",
        explanation: "Candidates are picked with weights e^(ε₀·score/2Δ), or e^(ε₀·score/Δ) where a person moves all scores the \
                      same way; Δ is how far one person can move a score. No two candidates' losses are more than ε₀ apart.",
        range: Range::closed(1e-6, 700.0),
        slider: Slider { from: 0.01, to: 10.0, scale: Scale::Log, start: 1.0 },
        privacy: Privacy::Smaller,
    }],
};

/// The pair of the largest profile of all mechanisms whose losses lie in an interval of length ε₀ (bounded range).
///
/// The losses of such a mechanism lie in `[t − ε₀, t]` for some t, and the worst one has nothing but these two, with
/// `P[t] = (1 − e^{t−ε₀})/(1 − e^{−ε₀})` (Dong, Durfee and Rogers 2020, "Optimal differential privacy composition for
/// exponential mechanisms"). No t is the worst for all ε: of `P[t](1 − e^{ε−t})` the largest is at
/// `t = (ε + ε₀)/2`, so that the supremum is `δ(ε) = (1 − e^{(ε−ε₀)/2})²/(1 − e^{−ε₀})` for |ε| ≤ ε₀. It is convex in e^ε,
/// hence a profile itself, of a loss with density `½e^{(l−ε₀)/2}/(1 − e^{−ε₀})` under P on [−ε₀, ε₀], and symmetric. One release
/// attains it at each ε; several, which have one t each, may lose less than the pair.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Exponential {
    /// The length ε₀ of the interval of all losses.
    epsilon: f64,
}

/// Relative error of the closed forms: a handful of roundings.
const ERROR: f64 = 4e-15;

/// Relative error of the moment function, measured against 40-digit values.
const MOMENT_ERROR: f64 = 4e-14;

impl Exponential {
    /// The mechanism with this range of the loss; `None` outside of the described range.
    pub fn new(epsilon: f64) -> Option<Self> {
        DESCRIPTION.accepts(&[epsilon]).then_some(Self { epsilon })
    }

    /// `1 − e^{−ε₀}`.
    fn share(&self) -> f64 {
        -(-self.epsilon).exp_m1()
    }

    /// The Laplace pair of the same bound: its density is ½(1 − e^{−ε₀}) of this one, between two atoms.
    fn noise(&self) -> Laplace {
        Laplace::with_scale(self.epsilon.recip())
    }

    fn scaled(&self, mut nodes: Vec<LossNode>, atoms: usize) -> Vec<LossNode> {
        nodes.truncate(nodes.len().saturating_sub(atoms));
        let log = (2.0 / self.share()).ln();
        nodes.iter_mut().for_each(|node| node.log_weight += log);
        nodes
    }

    /// `[S(wε₀) − S(ε₀/2)]/[(w² − ¼)ε₀²]` with `S(x) = sinh(x)/x = Σ x^{2n}/(2n+1)!`, as a series whose terms
    /// `h_n/(2n+1)!` follow `h_1 = 1`, `h_{n+1} = (wε₀)² h_n + (ε₀/2)^{2n}`.
    fn difference(&self, w: Complex64) -> Complex64 {
        let (far, near) = ((w * self.epsilon).powu(2), 0.25 * self.epsilon * self.epsilon);
        let (mut h, mut power, mut factorial) = (Complex64::ONE, 1.0, 6.0);
        let mut sum = h / factorial;
        for n in 2..=24 {
            power *= near;
            h = far * h + power;
            factorial *= f64::from(2 * n) * f64::from(2 * n + 1);
            sum += h / factorial;
        }
        sum
    }
}

/// `log(sinh(x)/x)` for Re x ≥ 0.
fn log_mean(x: Complex64) -> Complex64 {
    if x.norm() < 1e-3 {
        return complex::log1p(x * x / 6.0 + x.powu(4) / 120.0);
    }
    x + (-complex::expm1(-2.0 * x) / (2.0 * x)).ln()
}

impl Kind for Exponential {
    type Values = [f64; 1];

    const DESCRIPTION: Description = DESCRIPTION;

    /// Each ε has a mechanism of its own that loses most.
    const ATTAINED: Attained = Attained::Alone;

    const RELATIONS: Relations = Relations::Any;

    fn build([epsilon]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(epsilon)
    }

    fn values(&self) -> Self::Values {
        [self.epsilon]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(self)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Err(
            "what it outputs depends on the candidates and their scores: known is a pair of losses that bounds all of them",
        )
    }
}

impl Pair for Exponential {
    /// 0 from ε₀ on, `(1 − e^{(ε−ε₀)/2})²/(1 − e^{−ε₀})` for |ε| < ε₀, `1 − e^ε` below.
    fn profile(&self, epsilon: f64) -> Interval {
        if epsilon >= self.epsilon {
            return Interval::exact(0.0);
        }
        let delta = if epsilon <= -self.epsilon {
            -epsilon.exp_m1()
        } else {
            (0.5 * (epsilon - self.epsilon)).exp_m1().powi(2) / self.share()
        };
        Interval::around(delta, ERROR).within(0.0, 1.0)
    }

    /// `D_α = K(α−1)/(α−1)`; `D_1 = ε₀ coth(ε₀/2) − 2`; `D_∞ = ε₀`.
    fn renyi(&self, order: Order) -> Interval {
        let excess = order.value() - 1.0;
        let half = 0.5 * self.epsilon;
        let divergence = if excess.is_infinite() {
            self.epsilon
        } else if excess == 0.0 && half < 1.0 {
            // x cosh x − sinh x = Σ 2n x^{2n+1}/(2n+1)!
            let (mut power, mut sum) = (half, 0.0);
            for n in 1..=12 {
                let n = f64::from(n);
                power *= half * half / (2.0 * n * (2.0 * n + 1.0));
                sum += 2.0 * n * power;
            }
            2.0 * sum / half.sinh()
        } else if excess == 0.0 {
            2.0 * (half / half.tanh() - 1.0)
        } else {
            self.log_moment(Complex64::new(excess, 0.0)).re / excess
        };
        Interval::around(divergence, MOMENT_ERROR).within(0.0, self.epsilon)
    }

    /// `(1 − x)/(1 + x(e^{ε₀} − 1))`: a test rejects above a loss l, where `x = (e^{−(l+ε₀)/2} − e^{−ε₀})/(1 − e^{−ε₀})`.
    fn trade_off(&self, type_one: Probability) -> Interval {
        let x = type_one.value();
        let shrink = (-self.epsilon).exp();
        let error = 2.0 * f64::EPSILON * (4.0 + self.epsilon);
        Interval::around(shrink * (1.0 - x) / (shrink + x * self.share()), error).within(0.0, 1.0)
    }

    fn loss(&self) -> LossDistribution<'_> {
        let (bound, share) = (self.epsilon, self.share());
        LossDistribution {
            density: Box::new(
                move |l| if l.abs() <= bound { 0.5 * (0.5 * (l - bound)).exp() / share } else { 0.0 },
            ),
            atoms: Vec::new(),
            span: (-bound, bound),
        }
    }

    fn infinite(&self) -> f64 {
        0.0
    }

    /// `K(z) = log S(wε₀) − log S(ε₀/2)`, `w = z + ½`, `S(x) = sinh(x)/x`, symmetric under z → −1−z.
    ///
    /// While both arguments are small from `M − 1`, by a series in which the two S have cancelled on paper. For a larger ε₀
    /// as `zε₀ + log(1 + (1 − e^{−2zε₀})/(e^{ε₀} − 1)) − log(1 + 2z)`, in which every part vanishes with z.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        let z = if z.re < -0.5 { -1.0 - z } else { z };
        let (w, half) = (z + 0.5, 0.5 * self.epsilon);
        let far = w * self.epsilon;
        if half <= 2.0 && far.norm() <= 4.0 {
            let excess = z * (z + 1.0) * self.epsilon.powi(2) * self.difference(w);
            let excess = excess * half / half.sinh();
            return complex::log1p(excess);
        }
        if half <= 2.0 || far.norm() < 1.0 {
            return log_mean(far) - log_mean(half.into());
        }
        let back = -complex::expm1(-2.0 * z * self.epsilon) / self.epsilon.exp_m1();
        z * self.epsilon + complex::log1p(back) - complex::log1p(2.0 * z)
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        let bound = self.epsilon;
        let (from, to) = (above.clamp(-bound, bound), upto.clamp(-bound, bound));
        let half = 0.5 * (to - from);
        let p = (0.5 * (from - bound)).exp() * half.exp_m1() / self.share();
        let q = -(-0.5 * (from + bound)).exp() * (-half).exp_m1() / self.share();
        let error = ERROR * (1.0 + bound);
        Masses {
            p: Interval::around(p, error).within(0.0, 1.0),
            q: Interval::around(q, error).within(0.0, 1.0),
        }
    }

    fn reverse(&self) -> Reverse<'_> {
        Reverse::Same
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for Exponential {
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        self.scaled(self.noise().nodes(smoothness), 2)
    }

    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        self.scaled(self.noise().nodes_above_zero(smoothness), 1)
    }

    fn affords(&self, smoothness: Smoothness) -> bool {
        self.noise().affords(smoothness)
    }

    fn node_growth(&self) -> f64 {
        self.noise().node_growth()
    }

    fn node_fall(&self) -> f64 {
        self.noise().node_fall()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Mechanism, Pure};

    /// The profile of the two-point pair with losses t and t − ε₀.
    fn at_shift(epsilon0: f64, t: f64, epsilon: f64) -> f64 {
        let p = -(t - epsilon0).exp_m1() / -(-epsilon0).exp_m1();
        let one = |mass: f64, loss: f64| if loss > epsilon { -mass * (epsilon - loss).exp_m1() } else { 0.0 };
        one(p, t) + one(1.0 - p, t - epsilon0)
    }

    /// No t exceeds the profile, and at every ε one attains it.
    #[test]
    fn it_is_the_supremum_over_all_shifts() {
        for epsilon0 in [0.01, 0.5, 2.0, 8.0] {
            let pair = Exponential::new(epsilon0).unwrap();
            for step in -30..40 {
                let epsilon = epsilon0 * f64::from(step) / 29.0;
                let shifts = (0..=4000).map(|at| epsilon0 * f64::from(at) / 4000.0);
                let largest = shifts.map(|t| at_shift(epsilon0, t, epsilon)).fold(0.0, f64::max);
                let found = pair.profile(epsilon);
                assert!(
                    largest <= found.upper * (1.0 + 1e-12) + 1e-15,
                    "{epsilon0} {epsilon}: {found:?} {largest}"
                );
                assert!(
                    largest >= found.lower * (1.0 - 1e-3) - 1e-9,
                    "{epsilon0} {epsilon}: {found:?} {largest}"
                );
            }
        }
    }

    /// `δ(−ε) = 1 − e^{−ε} + e^{−ε}δ(ε)` in both directions alike, and never above the pure guarantee.
    #[test]
    fn it_is_symmetric_and_below_the_pure_guarantee() {
        for epsilon0 in [0.1f64, 1.0, 5.0] {
            let (pair, pure) =
                (Exponential::new(epsilon0).unwrap(), Mechanism::Pure(Pure::new(epsilon0).unwrap()));
            let pure = pure.pair().unwrap();
            for epsilon in [0.01, 0.3, 0.9, 3.0] {
                let (there, back) = (pair.profile(epsilon).middle(), pair.profile(-epsilon).middle());
                assert!((back - (-(-epsilon).exp_m1() + (-epsilon).exp() * there)).abs() < 1e-14);
                assert!(there <= pure.profile(epsilon).upper);
            }
        }
    }
}
