//! What a mechanism outputs with a person and without: the two laws P and Q themselves.

use crate::guarantee::{LossDistribution, Pair};
use crate::numeric::normal;

/// How many deviations of normal noise are shown.
pub(super) const DEVIATIONS: f64 = 4.5;

/// How many scales of Laplace noise are shown.
pub(super) const SCALES: f64 = 7.0;

/// The most atoms of a law on the whole numbers.
const ATOMS: f64 = 2000.0;

/// A density of the outputs.
type Density = Box<dyn Fn(f64) -> f64>;

/// Why a mechanism that is known by its Rényi curve alone has no laws.
pub(super) const CURVE_ONLY: &str = "only a bound of its Rényi curve is known, which many pairs of laws keep";

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
    /// The output of this name, drawn at this place.
    pub(super) fn new(at: f64, name: &str, p: f64, q: f64) -> Self {
        Self { at, name: name.into(), p, q }
    }
}

pub(super) const NOISE: &str = "The answer is 1 with the person and 0 without, in units of the sensitivity.";
const COUNT: &str = "The answer is Δ with the person and 0 without.";
pub(super) const RESPONSE: &str = "The truth differs between the two data sets.";
pub(super) const OWN: &str = "The two laws as they were given.";
const STANDS: &str = "Nothing is known of the outputs themselves: these two laws stand for any release with this guarantee \
                      and lose at least as much, outputs of one loss together.";

/// Outputs with a density, nearly all of them within `span`.
pub(super) fn densities(p: Density, q: Density, note: &'static str, span: (f64, f64)) -> Outputs {
    Outputs { densities: Some((p, q, span)), atoms: Vec::new(), note }
}

/// Outputs by name, side by side.
pub(super) fn atoms(list: Vec<(&str, f64, f64)>, note: &'static str) -> Outputs {
    let atom = |(at, (name, p, q)): (usize, (&str, f64, f64))| OutputAtom::new(at as f64, name, p, q);
    Outputs { densities: None, atoms: list.into_iter().enumerate().map(atom).collect(), note }
}

/// The normal density.
pub(super) fn gaussian(mean: f64, deviation: f64) -> Density {
    Box::new(move |x| normal::density((x - mean) / deviation) / deviation)
}

/// `weight/(2b) · e^{−|x−mean|/b}`.
pub(super) fn laplace(mean: f64, scale: f64, weight: f64) -> Density {
    Box::new(move |x| weight * 0.5 / scale * (-(x - mean).abs() / scale).exp())
}

/// Noise on the whole numbers around Δ and around 0; every so manieth where there are too many.
pub(super) fn whole(sensitivity: f64, reach: f64, mass: &dyn Fn(f64) -> f64) -> Outputs {
    let (from, to) = (-reach.ceil().max(2.0), sensitivity + reach.ceil().max(2.0));
    let stride = ((to - from) / ATOMS).ceil().max(1.0);
    let count = ((to - from) / stride).floor() as u32;
    let atom = |at: u32| {
        let x = from + stride * f64::from(at);
        OutputAtom::new(x, "", mass(x - sensitivity), mass(x))
    };
    Outputs { densities: None, atoms: (0..=count).map(atom).collect(), note: COUNT }
}

/// The outputs of a pair of atoms, those of one loss together, by increasing loss: `q = p e^{−L}`. What is missing of Q
/// are outputs that only Q gives.
pub(super) fn by_loss(pair: &dyn Pair) -> Outputs {
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
    use crate::mechanism::{Entry, Mechanism};
    use crate::sampling::{Amplified, Direction};

    /// Every kind at the start of its sliders or with the points that stand there at first.
    fn every() -> Vec<Mechanism> {
        let build = |entry: &Entry| {
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
        assert!(compared >= 11 * 16 + 8, "{compared}");
    }

    #[test]
    fn what_is_known_by_its_curve_has_no_laws() {
        let curves = every().into_iter().filter(|mechanism| mechanism.pair().is_none());
        assert!(curves.inspect(|one| assert!(one.outputs().is_err(), "{one}")).count() >= 4);
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
