//! What a mechanism outputs with a person and without: the two laws P and Q themselves.

use super::Mechanism;
use crate::guarantee::{LossDistribution, Pair};
use crate::numeric::normal;

/// How many deviations of normal noise are shown.
const DEVIATIONS: f64 = 4.5;

/// How many scales of Laplace noise are shown.
const SCALES: f64 = 7.0;

/// The most atoms of a law on the whole numbers.
const ATOMS: f64 = 2000.0;

/// A density of the outputs.
type Density = Box<dyn Fn(f64) -> f64>;

/// The laws of the output with the person, P, and without, Q.
pub struct Outputs {
    /// The densities of P and of Q, and where nearly all of both is; `None` where all outputs are atoms.
    pub densities: Option<(Density, Density, (f64, f64))>,
    /// Outputs of positive probability.
    pub atoms: Vec<OutputAtom>,
    /// What the two laws are.
    pub note: &'static str,
}

/// An output of positive probability.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputAtom {
    /// Where it is drawn.
    pub at: f64,
    /// What it is called; empty where the place says it.
    pub name: String,
    /// Its probability with the person.
    pub p: f64,
    /// Its probability without.
    pub q: f64,
}

impl OutputAtom {
    fn new(at: f64, name: &str, p: f64, q: f64) -> Self {
        Self { at, name: name.into(), p, q }
    }
}

const NOISE: &str = "The answer is 1 with the person and 0 without, in units of the sensitivity.";
const COUNT: &str = "The answer is Δ with the person and 0 without.";
const RESPONSE: &str = "The truth differs between the two data sets.";
const OWN: &str = "The two laws as they were given.";
const STANDS: &str = "Nothing is known of the outputs themselves: these two laws stand for any release with this guarantee \
                      and lose at least as much, outputs of one loss together.";
const INSTABILITY: &str = "These two laws lose at every ε what some two data sets lose: with the person there is an output \
                           that nobody else gives.";

impl Mechanism {
    /// The two laws, or why they are not known.
    pub fn outputs(&self) -> Result<Outputs, &'static str> {
        let values = self.values();
        let value = |at: usize| values.get(at).copied().unwrap_or(0.0);
        match self {
            Self::Gaussian(_) => Ok(densities(gaussian(1.0, value(0)), gaussian(0.0, value(0)), NOISE, {
                let reach = DEVIATIONS * value(0);
                (-reach, 1.0 + reach)
            })),
            Self::GaussianPair(_) => {
                let [first, second] = [(value(0), value(1)), (value(2), value(3))];
                let end = |side: f64, pick: fn(f64, f64) -> f64| {
                    pick(first.0 + side * DEVIATIONS * first.1, second.0 + side * DEVIATIONS * second.1)
                };
                let span = (end(-1.0, f64::min), end(1.0, f64::max));
                Ok(densities(gaussian(first.0, first.1), gaussian(second.0, second.1), OWN, span))
            }
            Self::Laplace(_) => {
                let reach = SCALES * value(0);
                let span = (-reach, 1.0 + reach);
                Ok(densities(laplace(1.0, value(0), 1.0), laplace(0.0, value(0), 1.0), NOISE, span))
            }
            Self::Instability(_) => Ok(instability(value(0), value(1))),
            Self::DiscreteGaussian(_) => {
                Ok(whole(value(1), DEVIATIONS * value(0), &discrete_gaussian(value(0))))
            }
            Self::DiscreteLaplace(_) => Ok(whole(value(1), SCALES * value(0), &discrete_laplace(value(0)))),
            Self::RandomizedResponse(_) => {
                let truth = value(0);
                Ok(atoms(vec![("no", 1.0 - truth, truth), ("yes", truth, 1.0 - truth)], RESPONSE))
            }
            Self::KAryRandomizedResponse(_) => {
                let odds = (-value(0)).exp();
                let truth = (1.0 + (value(1) - 1.0) * odds).recip();
                let others = (value(1) - 2.0) * truth * odds;
                let mut list =
                    vec![("true without", truth * odds, truth), ("true with", truth, truth * odds)];
                if value(1) > 2.0 {
                    list.insert(1, ("all others together", others, others));
                }
                Ok(atoms(list, RESPONSE))
            }
            Self::TwoPoint(_) => {
                let (p, q) = (value(0), value(1));
                Ok(atoms(vec![("any other", 1.0 - p, 1.0 - q), ("the output", p, q)], OWN))
            }
            Self::Pure(_) | Self::Approximate(_) | Self::Profile(_) => {
                self.pair().map(by_loss).ok_or("it has no pair of laws")
            }
            Self::Exponential(_) => Err(
                "what it outputs depends on the candidates and their scores: known is a pair of losses that bounds all of them",
            ),
            Self::ObjectivePerturbation(_) => Err(
                "what it outputs depends on the data and on the loss that is trained: known is a pair of losses that bounds it",
            ),
            Self::Zcdp(_) | Self::Tcdp(_) | Self::RenyiCurve(_) | Self::SparseVector(_) => {
                Err("only a bound of its Rényi curve is known, which many pairs of laws keep")
            }
        }
    }
}

fn densities(p: Density, q: Density, note: &'static str, span: (f64, f64)) -> Outputs {
    Outputs { densities: Some((p, q, span)), atoms: Vec::new(), note }
}

/// Outputs by name, side by side.
fn atoms(list: Vec<(&str, f64, f64)>, note: &'static str) -> Outputs {
    let atom = |(at, (name, p, q)): (usize, (&str, f64, f64))| OutputAtom::new(at as f64, name, p, q);
    Outputs { densities: None, atoms: list.into_iter().enumerate().map(atom).collect(), note }
}

fn gaussian(mean: f64, deviation: f64) -> Density {
    Box::new(move |x| normal::density((x - mean) / deviation) / deviation)
}

/// `weight/(2b) · e^{−|x−mean|/b}`.
fn laplace(mean: f64, scale: f64, weight: f64) -> Density {
    Box::new(move |x| weight * 0.5 / scale * (-(x - mean).abs() / scale).exp())
}

/// `e^{−x²/2σ²}` over its sum.
fn discrete_gaussian(sigma: f64) -> impl Fn(f64) -> f64 {
    let weight = move |x: f64| (-0.5 * (x / sigma).powi(2)).exp();
    let reach = (40.0 * sigma).ceil() as u32;
    let sum = 1.0 + 2.0 * (1..=reach).rev().map(|x| weight(f64::from(x))).sum::<f64>();
    move |x| weight(x) / sum
}

/// `(1−r)/(1+r) · r^{|x|}`, `r = e^{−1/b}`.
fn discrete_laplace(scale: f64) -> impl Fn(f64) -> f64 {
    let (rest, ratio) = (-(-scale.recip()).exp_m1(), (-scale.recip()).exp());
    move |x| rest / (1.0 + ratio) * (-x.abs() / scale).exp()
}

/// Noise on the whole numbers around Δ and around 0; every so manieth where there are too many.
fn whole(sensitivity: f64, reach: f64, mass: &dyn Fn(f64) -> f64) -> Outputs {
    let (from, to) = (-reach.ceil().max(2.0), sensitivity + reach.ceil().max(2.0));
    let stride = ((to - from) / ATOMS).ceil().max(1.0);
    let count = ((to - from) / stride).floor() as u32;
    let atom = |at: u32| {
        let x = from + stride * f64::from(at);
        OutputAtom::new(x, "", mass(x - sensitivity), mass(x))
    };
    Outputs { densities: None, atoms: (0..=count).map(atom).collect(), note: COUNT }
}

/// With probability δ₀ the person is given away; otherwise the outputs are those of Laplace noise whose largest loss is
/// `h = ε₀ + log(1 − δ₀)`, see [`Instability`](super::Instability).
fn instability(epsilon: f64, delta: f64) -> Outputs {
    let kept = 1.0 - delta;
    let bound = epsilon + (-delta).ln_1p();
    if bound <= 0.0 {
        return atoms(vec![("any other", kept, 1.0), ("only with the person", delta, 0.0)], INSTABILITY);
    }
    let scale = bound.recip();
    let span = (-SCALES * scale, 1.0 + SCALES * scale);
    let away = OutputAtom::new(span.1, "only with the person", delta, 0.0);
    let laws = densities(laplace(1.0, scale, kept), laplace(0.0, scale, 1.0), INSTABILITY, span);
    Outputs { atoms: vec![away], ..laws }
}

/// The outputs of a pair of atoms, those of one loss together, by increasing loss: `q = p e^{−L}`. What is missing of Q
/// are outputs that only Q gives.
fn by_loss(pair: &dyn Pair) -> Outputs {
    let LossDistribution { atoms: losses, .. } = pair.loss();
    let mut list: Vec<(String, f64, f64)> = losses
        .iter()
        .map(|atom| (format!("loss {:.4}", atom.at), atom.mass, atom.mass * (-atom.at).exp()))
        .collect();
    let missing = 1.0 - list.iter().map(|(_, _, q)| q).sum::<f64>();
    if missing > 1e-12 {
        list.insert(0, ("only without the person".into(), 0.0, missing));
    }
    if pair.infinite() > 0.0 {
        list.push(("only with the person".into(), pair.infinite(), 0.0));
    }
    let atom = |(at, (name, p, q)): (usize, &(String, f64, f64))| OutputAtom::new(at as f64, name, *p, *q);
    Outputs { densities: None, atoms: list.iter().enumerate().map(atom).collect(), note: STANDS }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::Reverse;
    use crate::sampling::{Amplified, Direction};

    /// Every kind at the start of its sliders or with the points that stand there at first.
    fn every() -> Vec<Mechanism> {
        let build = |entry: &super::super::Entry| {
            let values: Vec<f64> =
                entry.description.parameters.iter().map(|parameter| parameter.slider.start).collect();
            let points: Vec<[f64; 2]> = entry.points.map_or_else(Vec::new, |list| list.start.to_vec());
            (entry.build)(&values, &points).expect("a mechanism")
        };
        Mechanism::catalogue().iter().map(build).collect()
    }

    /// `∫ (f − e^ε g)₊` by the midpoint rule, far beyond what is shown.
    fn hockey_stick(
        outputs: &Outputs,
        epsilon: f64,
        f: &dyn Fn(f64, f64) -> f64,
        g: &dyn Fn(f64, f64) -> f64,
    ) -> f64 {
        let payoff = |p: f64, q: f64| (f(p, q) - epsilon.exp() * g(p, q)).max(0.0);
        let mut sum: f64 = outputs.atoms.iter().map(|atom| payoff(atom.p, atom.q)).sum();
        if let Some((p, q, (from, to))) = &outputs.densities {
            let (width, places) = (3.0 * (to - from), 600_000);
            let step = width / f64::from(places);
            let start = from - (to - from);
            for at in 0..places {
                let x = start + step * (f64::from(at) + 0.5);
                sum += step * payoff(p(x), q(x));
            }
        }
        sum
    }

    /// The hockey-stick divergence of the two laws, in both orders, is the profile of the pair; on a sample that of the
    /// mixture is the profile of the sampled pair.
    #[test]
    fn the_laws_have_the_profile_of_the_pair() {
        let mut compared = 0;
        for mechanism in every() {
            let (Ok(outputs), Some(pair)) = (mechanism.outputs(), mechanism.pair()) else { continue };
            let (with, without) = (|p: f64, _: f64| p, |_: f64, q: f64| q);
            // A pair that bounds both orders is compared in its own.
            let covered = matches!(pair.reverse(), Reverse::Covered(_));
            let back = pair.reverse().other_order(pair);
            let sampled = |p: f64, q: f64| 0.7 * q + 0.3 * p;
            for epsilon in [0.0, 0.2, 0.5, 1.5] {
                let (remove, add) = (
                    Amplified::new(pair, 0.3, Direction::Remove).profile(epsilon),
                    Amplified::new(pair, 0.3, Direction::Add).profile(epsilon),
                );
                let forth = [
                    (hockey_stick(&outputs, epsilon, &with, &without), pair.profile(epsilon)),
                    (hockey_stick(&outputs, epsilon, &sampled, &without), remove),
                ];
                let back = [
                    (hockey_stick(&outputs, epsilon, &without, &with), back.profile(epsilon)),
                    (hockey_stick(&outputs, epsilon, &without, &sampled), add),
                ];
                let orders = if covered { &forth[..] } else { &[forth, back].concat()[..] };
                for (found, truth) in orders {
                    // What is shown of the whole numbers leaves 1e-3 of Laplace noise out.
                    let close = if outputs.densities.is_some() { 1e-5 } else { 1e-3 };
                    assert!(
                        (found - truth.middle()).abs() < close,
                        "{mechanism} {epsilon}: {found} {truth:?}"
                    );
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, 11 * 16 + 8);
    }

    #[test]
    fn what_is_known_by_a_bound_has_no_laws() {
        let refused = every().into_iter().filter(|mechanism| mechanism.outputs().is_err()).count();
        assert_eq!(refused, 6);
    }

    /// All laws have mass 1, but for what is not shown.
    #[test]
    fn the_laws_are_laws() {
        for mechanism in every() {
            let Ok(outputs) = mechanism.outputs() else { continue };
            for pick in [|p: f64, _: f64| p, |_: f64, q: f64| q] {
                let mass = hockey_stick(&outputs, -100.0, &pick, &|_, _| 0.0);
                assert!((mass - 1.0).abs() < 2e-3, "{mechanism}: {mass}");
            }
        }
    }
}
