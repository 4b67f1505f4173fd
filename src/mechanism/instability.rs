//! Distance to instability: the exact answer, unless the data are close to a change of it.

use num_complex::Complex64;
use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::laplace::Laplace;
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The mechanism and the remaining numbers of each row of a 40-digit table.
    fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = (Instability, [f64; N])> {
        table.lines().skip(1).map(|line| {
            let row: Vec<f64> = line.split(',').map(|text| text.parse().expect("a number")).collect();
            (Instability { epsilon: row[0], delta: row[1] }, row[2..].try_into().expect("a full row"))
        })
    }

    /// The value is inside, but for half a unit in its own last place, and the interval is narrow.
    fn assert_tight(found: Interval, value: f64, width: f64, row: impl std::fmt::Debug) {
        let last_place = 0.5 * f64::EPSILON * value.abs();
        assert!(
            found.lower <= value + last_place && value - last_place <= found.upper,
            "{row:?}: {found:?} misses {value}"
        );
        assert!(found.upper - found.lower <= width * value.abs() + 1e-307, "{row:?}: {found:?} is wide");
    }

    /// Rows Y07 and Y08 of the reference table.
    #[test]
    fn reference_values_are_met() {
        let mechanism = Instability { epsilon: 1.0, delta: 1e-5 };
        assert!((mechanism.profile(0.5).middle() / 0.221_199_216_928_595_1 - 1.0).abs() < 1e-10);
        assert!((mechanism.crossover() / 0.999_979_999_899_999_3 - 1.0).abs() < 1e-10);
        assert_eq!(mechanism.profile(1.0), Interval::exact(1e-5));
    }

    #[test]
    fn profiles_enclose_the_table() {
        for (mechanism, row) in rows(include_str!("../../tests/golden/mechanism/instability_profile.csv")) {
            let [epsilon, delta] = row;
            assert_tight(mechanism.profile(epsilon), delta, 1e-13, (mechanism, row));
        }
    }

    #[test]
    fn masses_enclose_the_table() {
        for (mechanism, row) in rows(include_str!("../../tests/golden/mechanism/instability_masses.csv")) {
            let [above, upto, p, q] = row;
            let masses = mechanism.masses(above, upto);
            assert_tight(masses.p, p, 1e-11, (mechanism, row));
            assert_tight(masses.q, q, 1e-11, (mechanism, row));
        }
    }

    #[test]
    fn trade_offs_enclose_the_table() {
        for (mechanism, row) in rows(include_str!("../../tests/golden/mechanism/instability_trade_off.csv")) {
            let [type_one, type_two] = row;
            assert_tight(
                mechanism.trade_off(Probability::clamped(type_one)),
                type_two,
                1e-11,
                (mechanism, row),
            );
        }
    }

    /// Relative to the size of the logarithm and modulo its turns.
    #[test]
    fn log_moments_meet_the_table() {
        for (mechanism, row) in rows(include_str!("../../tests/golden/mechanism/instability_log_moment.csv"))
        {
            let [real, imaginary, log_real, log_imaginary] = row;
            let found = mechanism.log_moment(Complex64::new(real, imaginary));
            let turns = ((found.im - log_imaginary) / std::f64::consts::TAU).round();
            let expected = Complex64::new(log_real, log_imaginary + turns * std::f64::consts::TAU);
            assert!((found - expected).norm() <= 1e-13 * expected.norm(), "{mechanism:?} {row:?}: {found}");
        }
    }

    #[test]
    fn a_positive_failure_has_no_divergence() {
        let order = Order::above_one(1.0);
        assert_eq!(Instability { epsilon: 1.0, delta: 1e-300 }.renyi(order), Interval::exact(f64::INFINITY));
        let (pure, laplace) = (Instability { epsilon: 0.5, delta: 0.0 }, Laplace::new(2.0).unwrap());
        assert!((pure.renyi(order).middle() / laplace.renyi(order).middle() - 1.0).abs() < 1e-14);
    }

    fn any_mechanism() -> impl Strategy<Value = Instability> {
        (-3.0..2.0f64, -300.0..-0.001f64, 0..3u8).prop_map(|(epsilon, delta, kind)| Instability {
            epsilon: 10f64.powf(epsilon),
            delta: if kind == 0 { 0.0 } else { 10f64.powf(if kind == 1 { delta } else { delta / 100.0 }) },
        })
    }

    proptest! {
        /// Under P the finite losses and δ₀ make 1, under Q the finite losses alone do.
        #[test]
        fn both_laws_are_complete(mechanism in any_mechanism()) {
            let all = mechanism.masses(f64::NEG_INFINITY, f64::INFINITY);
            let finite = 1.0 - mechanism.infinite();
            prop_assert!(all.p.lower <= finite && finite <= all.p.upper + f64::EPSILON);
            prop_assert!(all.q.upper == 1.0 && all.q.lower > 1.0 - 1e-12);
            prop_assert!((all.p.middle() - finite).abs() < 1e-12);
            let weight: f64 = mechanism.nodes(Smoothness { rate: 1.0, growth: 4.0, fall: 0.0, turning: (0.0, 0.0), downward: false }).iter().map(|node| node.log_weight.re.exp()).sum();
            prop_assert!((weight - 1.0).abs() < 1e-12, "{weight}");
        }

        /// `δ(ε) = P(L > ε) − e^ε Q(L > ε)`, masses add up, and the trade-off curve is dual.
        #[test]
        fn every_view_is_of_one_pair(mechanism in any_mechanism(), share in -1.5..1.5f64, next in 0.0..1.0f64, x in 0.0..1.0f64) {
            let epsilon = share * mechanism.epsilon;
            let above = mechanism.masses(epsilon, f64::INFINITY);
            let factor = epsilon.exp();
            let delta = mechanism.profile(epsilon);
            let slack = 1e-12 * (1.0 + factor * above.q.upper);
            prop_assert!(above.p.lower + mechanism.delta - factor * above.q.upper <= delta.upper + slack);
            prop_assert!(above.p.upper + mechanism.delta - factor * above.q.lower >= delta.lower - slack);
            let cut = epsilon + next * mechanism.epsilon;
            let (first, second) = (mechanism.masses(epsilon, cut), mechanism.masses(cut, f64::INFINITY));
            prop_assert!(first.p.lower + second.p.lower <= above.p.upper + 1e-12);
            prop_assert!(first.p.upper + second.p.upper >= above.p.lower - 1e-12);
            let type_two = mechanism.trade_off(Probability::clamped(x));
            prop_assert!(type_two.lower <= type_two.upper);
            prop_assert!(type_two.upper >= 1.0 - delta.upper - factor * x - 1e-12 * (1.0 + factor * x));
        }

        /// The nodes give the moment function.
        #[test]
        fn nodes_integrate_the_moments(mechanism in any_mechanism(), z in -0.9..3.0f64) {
            let nodes = mechanism.nodes(Smoothness { rate: 1.0, growth: 4.0, fall: 0.0, turning: (0.0, 0.0), downward: false });
            let log = mechanism.log_moment(Complex64::new(z, 0.0)).re;
            let sum: f64 = nodes.iter().map(|node| ((1.0 + z) * node.loss.re + node.log_weight.re - log).exp()).sum();
            prop_assert!((sum - 1.0).abs() < 1e-11, "{sum}");
        }

        /// No value is missing, whatever the threshold.
        #[test]
        fn every_value_exists(mechanism in any_mechanism(), exponent in -300.0..300.0f64, sign in prop::bool::ANY) {
            let epsilon = if sign { 10f64.powf(exponent) } else { -10f64.powf(exponent) };
            let delta = mechanism.profile(epsilon);
            prop_assert!(0.0 <= delta.lower && delta.lower <= delta.upper && delta.upper <= 1.0);
            let masses = mechanism.masses(epsilon, f64::INFINITY);
            prop_assert!(masses.p.lower <= masses.p.upper && masses.q.lower <= masses.q.upper);
            prop_assert!((mechanism.loss().density)(epsilon).is_finite());
        }
    }
}
