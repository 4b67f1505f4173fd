//! The discrete Gaussian mechanism.

use std::f64::consts::PI;
use std::sync::Arc;

use num_complex::Complex64;
use serde::Serialize;

use super::description::{Description, Parameter, Privacy, Range, Slider};
use super::discrete_laplace::SENSITIVITY;
use super::kind::{Attained, Guarantee, Kind, Relations};
use super::outputs::{DEVIATIONS, Outputs, whole};
use crate::guarantee::{
    Accuracy, Atomic, Interval, LossDistribution, LossNode, Masses, Nodes, Order, Pair, PairAtom,
    Probability, Reverse, Smoothness,
};
use crate::numeric::Scale;
use crate::numeric::complex;
use crate::numeric::logspace::{exp_of_sum, product_split};

const DESCRIPTION: Description = Description {
    kind: "discrete-gaussian",
    name: "Discrete Gaussian",
    summary: "Adds normal noise on the whole numbers to a whole number, as the census does.",
    parameters: &[
        Parameter {
            name: "sigma",
            symbol: "σ",
            label: "Noise σ",
            unit: "in units of the answer",
            explanation: "Parameter of the noise: x has a weight of e^(−x²/2σ²).",
            range: Range::closed(0.05, 1e4),
            slider: Slider { from: 0.2, to: 100.0, scale: Scale::Log, start: 2.0 },
            privacy: Privacy::Larger,
        },
        SENSITIVITY,
    ],
};

/// Beyond this many σ a weight is below 1e-323.
const REACH: f64 = 38.7;

/// From this σ on the theta series converges in a few terms; below it the table has few atoms.
const THETA_FROM: f64 = 0.5;

/// How many σ from the end of the table the terms of a moment must be centred.
const MARGIN: f64 = 10.0;

/// Relative error of the divergences, measured against 40-digit values.
const RENYI_ERROR: f64 = 1e-14;

/// P and Q have mass proportional to `e^{−x²/2σ²}` on the whole numbers around 0 and around Δ.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DiscreteGaussian {
    /// Parameter σ of the noise, in units of the answer.
    sigma: f64,
    /// How far one person can move the answer: a whole number.
    sensitivity: f64,
    /// The losses `Δ(Δ − 2x)/(2σ²)` of all x whose weight does not underflow.
    #[serde(skip)]
    atoms: Arc<Atomic>,
}

impl DiscreteGaussian {
    /// Tabulates the masses; `None` outside of the described ranges.
    pub fn new(sigma: f64, sensitivity: f64) -> Option<Self> {
        if !DESCRIPTION.accepts(&[sigma, sensitivity]) {
            return None;
        }
        let variance = sigma * sigma;
        let (high, low) = product_split(sigma, sigma);
        // The exponent's own rounding is taken along: at e^{−700} it would cost three digits.
        let weight = |x: f64| {
            let exponent = 0.5 * x * x / high;
            let (product, error) = product_split(2.0 * exponent, high);
            let rest = 0.5 * ((x * x - product) - error - 2.0 * exponent * low) / high;
            exp_of_sum(-exponent, -rest)
        };
        let reach = (REACH * sigma).ceil();
        let steps = reach as u32;
        // From the smallest weight up, each but the first twice.
        let norm = 1.0 + 2.0 * (1..=steps).rev().map(|x| weight(f64::from(x))).sum::<f64>();
        let norm = if sigma < THETA_FROM { norm } else { sigma * (2.0 * PI).sqrt() * theta(variance) };
        let masses: Vec<f64> = (0..=steps).map(|x| weight(f64::from(x)) / norm).collect();
        let mass = |x: f64| masses.get(x.abs() as usize).copied().unwrap_or(0.0);
        let count = (2.0 * reach + sensitivity) as u32;
        let atom = |at: u32| {
            let x = f64::from(at) - reach;
            let loss = 0.5 * sensitivity * (sensitivity - 2.0 * x) / variance;
            PairAtom { loss, p: mass(x), q: mass(x - sensitivity) }
        };
        let atoms = (0..=count).map(atom).collect();
        let accuracy = Accuracy { loss: 1e-15, mass: 6e-15, left_out: f64::MIN_POSITIVE };
        Some(Self { sigma, sensitivity, atoms: Arc::new(Atomic::new(atoms, 0.0, 0.0, accuracy)) })
    }

    /// `R(z)` in `M(z) = e^{z(z+1)Δ²/2σ²} (1 + R(z))`, for |Im z| ≤ πσ²/Δ.
    ///
    /// The sum over the shifted lattice is a theta series by Poisson's formula, so that
    /// `R = −4 Σ_k e^{−2π²σ²k²} sin²(πkzΔ)/ϑ`; where the sine overflows, by its exponentials.
    fn lattice_correction(&self, z: Complex64) -> Complex64 {
        let variance = self.sigma * self.sigma;
        let shift = z * self.sensitivity;
        // Whole shifts change nothing: only the distance to the nearest counts.
        let shift = Complex64::new(shift.re - shift.re.round(), shift.im);
        let term = |k: f64| {
            let decay = -2.0 * PI * PI * variance * k * k;
            let angle = 2.0 * PI * k * shift;
            if angle.im.abs() < 300.0 {
                let sine = (0.5 * angle).sin();
                return -4.0 * decay.exp() * sine * sine;
            }
            let turned = Complex64::new(-angle.im, angle.re);
            (decay + turned).exp() + (decay - turned).exp() - 2.0 * decay.exp()
        };
        (1..=4).map(|k| term(f64::from(k))).sum::<Complex64>() / theta(variance)
    }
}

impl DiscreteGaussian {
    /// `K(z)` for a small σ: from the table while the terms are centred inside it, beyond from the few
    /// points of the lattice around the centre `−zΔ` of `p^{1+z} q^{−z}`.
    fn few_terms(&self, z: Complex64) -> Complex64 {
        let (centre, room) = (-z.re * self.sensitivity, (REACH - MARGIN) * self.sigma);
        if -room <= centre && centre <= self.sensitivity + room {
            return self.atoms.log_moment(z);
        }
        let variance = self.sigma * self.sigma;
        let sum = |centre: Complex64| {
            let middle = centre.re.round();
            let term = |step: i32| {
                let distance = middle + f64::from(step) - centre;
                (-distance * distance / (2.0 * variance)).exp()
            };
            (-6..=6).map(term).sum::<Complex64>().ln()
        };
        let normal = z * (z + 1.0) * (0.5 * self.sensitivity * self.sensitivity / variance);
        normal + sum(-z * self.sensitivity) - sum(Complex64::ZERO)
    }
}

/// `ϑ = 1 + 2 Σ_k e^{−2π²σ²k²}`: the sum of all weights over `σ√(2π)`.
fn theta(variance: f64) -> f64 {
    1.0 + 2.0 * (1..=4).rev().map(|k| (-2.0 * PI * PI * variance * f64::from(k * k)).exp()).sum::<f64>()
}

impl Kind for DiscreteGaussian {
    type Values = [f64; 2];

    const DESCRIPTION: Description = DESCRIPTION;
    const ATTAINED: Attained = Attained::Together;
    const RELATIONS: Relations = Relations::Any;

    fn build([sigma, sensitivity]: Self::Values, _: &[[f64; 2]]) -> Option<Self> {
        Self::new(sigma, sensitivity)
    }

    fn values(&self) -> Self::Values {
        [self.sigma, self.sensitivity]
    }

    fn guarantee(&self) -> Guarantee<'_> {
        Guarantee::Pair(self)
    }

    fn outputs(&self) -> Result<Outputs, &'static str> {
        Ok(whole(self.sensitivity, DEVIATIONS * self.sigma, &mass(self.sigma)))
    }
}

/// `e^{−x²/2σ²}` over its sum.
fn mass(sigma: f64) -> impl Fn(f64) -> f64 {
    let weight = move |x: f64| (-0.5 * (x / sigma).powi(2)).exp();
    let reach = (40.0 * sigma).ceil() as u32;
    let sum = 1.0 + 2.0 * (1..=reach).rev().map(|x| weight(f64::from(x))).sum::<f64>();
    move |x| weight(x) / sum
}

impl Pair for DiscreteGaussian {
    fn profile(&self, epsilon: f64) -> Interval {
        self.atoms.profile(epsilon)
    }

    /// `D_α = αΔ²/(2σ²) + log(1 + R)/(α−1)`, where R ≤ 0 vanishes at whole `αΔ`.
    fn renyi(&self, order: Order) -> Interval {
        let excess = order.value() - 1.0;
        let upper = 0.5 * order.value() * (self.sensitivity / self.sigma).powi(2);
        if excess.is_infinite() {
            return Interval::exact(upper);
        }
        let divergence =
            if excess == 0.0 { upper } else { self.log_moment(Complex64::new(excess, 0.0)).re / excess };
        Interval::around(divergence, RENYI_ERROR).within(0.0, upper * (1.0 + RENYI_ERROR))
    }

    fn trade_off(&self, type_one: Probability) -> Interval {
        self.atoms.trade_off(type_one)
    }

    fn loss(&self) -> LossDistribution<'_> {
        self.atoms.loss()
    }

    fn infinite(&self) -> f64 {
        0.0
    }

    /// The losses lie on a lattice of step Δ/σ², so M repeats, up to the sign `(−1)^Δ`, along the
    /// imaginary axis, and one period of it has the theta series.
    fn log_moment(&self, z: Complex64) -> Complex64 {
        let variance = self.sigma * self.sigma;
        let period = 2.0 * PI * variance / self.sensitivity;
        let turns = (z.im / period).round();
        let near = Complex64::new(z.re, z.im - turns * period);
        let sign = if (turns * self.sensitivity) % 2.0 == 0.0 { 0.0 } else { PI };
        if self.sigma < THETA_FROM {
            return self.few_terms(near) + Complex64::new(0.0, sign);
        }
        let normal = near * (near + 1.0) * (0.5 * self.sensitivity * self.sensitivity / variance);
        normal + complex::log1p(self.lattice_correction(near)) + Complex64::new(0.0, sign)
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        self.atoms.masses(above, upto)
    }

    fn reverse(&self) -> Reverse<'_> {
        Reverse::Same
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for DiscreteGaussian {
    fn nodes(&self, smoothness: Smoothness) -> Vec<LossNode> {
        self.atoms.nodes(smoothness)
    }

    fn nodes_above_zero(&self, smoothness: Smoothness) -> Vec<LossNode> {
        self.atoms.nodes_above_zero(smoothness)
    }

    /// A power s is centred at sΔ, which must lie inside the table.
    fn node_growth(&self) -> f64 {
        (REACH - MARGIN) * self.sigma / self.sensitivity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows Y05 and Y06 of the reference table.
    #[test]
    fn profiles_match_the_reference() {
        for (sigma, epsilon, expected) in
            [(2.0, 1.0, 0.007_248_776_845_952_578), (1.0, 2.0, 0.024_811_051_822_527_67)]
        {
            let delta = DiscreteGaussian::new(sigma, 1.0).unwrap().profile(epsilon);
            assert!((delta.middle() / expected - 1.0).abs() < 1e-14, "{delta:?} {expected}");
            assert!(delta.upper - delta.lower < 1e-13 * expected);
        }
    }

    /// The theta series and the table are two routes to the same moments.
    #[test]
    fn the_series_meets_the_table() {
        for (sigma, sensitivity) in [(0.5, 1.0), (0.5, 2.0), (0.9, 1.0), (2.0, 3.0), (7.0, 5.0)] {
            let pair = DiscreteGaussian::new(sigma, sensitivity).unwrap();
            for (re, im) in [(0.3, 0.0), (0.5, 0.2), (2.4, 1.0), (0.0, 3.0), (-0.5, 9.0), (-2.2, 0.1)] {
                let z = Complex64::new(re, im);
                let (a, b) = (pair.log_moment(z).exp(), pair.atoms.log_moment(z).exp());
                // The table has no more than the digits of its terms, whose sum may be small.
                let size = pair.atoms.log_moment(Complex64::new(re, 0.0)).re.exp();
                assert!((a - b).norm() <= 2e-13 * size, "{sigma} {sensitivity} {z}: {a} {b}");
            }
        }
    }

    #[test]
    fn both_sides_add_up_to_one() {
        for (sigma, sensitivity) in [(0.05, 1.0), (0.3, 2.0), (0.5, 1.0), (3.3, 40.0), (1e4, 1.0)] {
            let Masses { p, q } =
                DiscreteGaussian::new(sigma, sensitivity).unwrap().masses(f64::NEG_INFINITY, f64::INFINITY);
            for side in [p, q] {
                assert!(
                    side.lower <= 1.0 && 1.0 - 1e-13 < side.lower && side.upper >= 1.0 - 1e-15,
                    "{sigma}: {side:?}"
                );
            }
        }
    }
}
