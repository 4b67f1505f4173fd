//! A composition given the outcomes of its parts that have few.

use super::atoms::{Atoms, LEFT_OUT};
use super::contour::{Reading, WORK};
use super::inversion::{Inversion, LOWEST};
use super::reading::TOLERANCE;
use super::real::Known;
use crate::account::Unavailable;
use crate::account::plan::{Part, infinite_mass};
use crate::guarantee::Atom;
use crate::numeric::nearly_sorted;
use crate::watch;

/// The most outcomes that are gone through.
const LIMIT: usize = 500;

/// The most releases of the rest: the atoms of more, but for the weakest noise, fade along the line by themselves.
const FADING: f64 = 300.0;

/// How many sets of lines are kept: each serves the outcomes whose losses lie together, value after value.
const SETS: usize = 16;

/// A part of the sum that surely is below this share of the largest is left out, and counts as error.
const NEGLIGIBLE: f64 = 1e-13;

/// `δ(ε) = Σ_o p_o δ_rest(ε − l_o)` over the outcomes o of those parts that have nothing but atoms.
///
/// Beside other parts with atoms, such as Laplace noise, their atoms would fall into step again at any
/// frequency, so that no contour ends; the rest by itself fades.
pub struct Conditioned<'a> {
    fixed: Atoms<'a>,
    outcomes: Vec<Atom>,
    /// The rest, once for each set of lines.
    rest: Vec<Inversion<'a>>,
    infinite: f64,
}

/// Whether a part has nothing but atoms.
pub fn has_only_atoms(part: &Part<'_>) -> bool {
    Atoms::new(std::slice::from_ref(part)).alone()
}

impl<'a> Conditioned<'a> {
    /// Of a list that [`has_only_atoms`] sorts. `None` where the parts are all of one kind, where the rest
    /// fades as it is, or with too many outcomes.
    pub fn new(parts: &'a [Part<'a>], times: f64) -> Option<Self> {
        let (fixed, rest) = parts.split_at(parts.iter().take_while(|part| has_only_atoms(part)).count());
        if fixed.is_empty() || rest.is_empty() || Atoms::new(rest).fade() {
            return None;
        }
        let first = Inversion::new(rest, Known::default());
        let others: Vec<_> = (1..SETS).map(|_| first.another()).collect();
        let mut conditioned = Self {
            fixed: Atoms::new(fixed),
            outcomes: Vec::new(),
            rest: std::iter::once(first).chain(others).collect(),
            infinite: 0.0,
        };
        conditioned.repeat(times).then_some(conditioned)
    }

    /// The same so many times over, if the outcomes stay few.
    pub fn repeat(&mut self, times: f64) -> bool {
        let count: f64 = self.rest[0].parts.iter().map(|part| part.count).sum();
        let Some(mut outcomes) = self.fixed.outcomes(times) else { return false };
        if outcomes.len() > LIMIT || times * count > FADING {
            return false;
        }
        nearly_sorted::sort(&mut outcomes, |outcome| outcome.at);
        self.outcomes = outcomes;
        for rest in &mut self.rest {
            rest.repeat(times);
            self.infinite = infinite_mass(rest.parts, times);
        }
        true
    }

    /// The finite part of δ.
    pub fn reading(&mut self, epsilon: f64) -> Result<Reading, Unavailable> {
        let set = |at: usize| at * SETS / self.outcomes.len();
        let most = |(at, outcome): (usize, &Atom)| {
            let (shifted, rest) = (epsilon - outcome.at, &self.rest[set(at)]);
            let bound = if shifted < 0.0 { 1.0 } else { rest.real.bound(shifted, rest.times).min(1.0) };
            outcome.mass * bound
        };
        let most: Vec<f64> = self.outcomes.iter().enumerate().map(most).collect();
        let largest = most.iter().copied().fold(0.0, f64::max);
        let (mut delta, mut slope, mut error, mut work) = (0.0, 0.0, 0.0, WORK);
        for (at, (outcome, &most)) in self.outcomes.iter().zip(&most).enumerate() {
            watch::go_on()?;
            if most <= NEGLIGIBLE * largest {
                error += most;
                continue;
            }
            let rest = &mut self.rest[set(at)];
            rest.work.set(work);
            let one = given(rest, self.infinite, epsilon - outcome.at)?;
            work = rest.work.get();
            delta += outcome.mass * one.delta;
            slope += outcome.mass * one.slope;
            error += outcome.mass * one.delta * one.error;
        }
        if delta == 0.0 && error == 0.0 {
            return Ok(Reading { delta, slope, error });
        }
        // The losses of the outcomes are off by their rounding, which the slope carries over.
        let reach = self.outcomes.iter().map(|outcome| outcome.at.abs()).fold(epsilon.abs(), f64::max);
        let error =
            (error + LEFT_OUT + 1e-15 * reach * slope) / delta + self.fixed.error(self.rest[0].times) + 1e-15;
        if error.is_nan() || error > TOLERANCE {
            return Err(Unavailable::SlowDecay);
        }
        Ok(Reading { delta, slope, error })
    }
}

/// The finite part of the profile of the rest.
fn given(rest: &mut Inversion<'_>, infinite: f64, epsilon: f64) -> Result<Reading, Unavailable> {
    if epsilon >= rest.largest() {
        return Ok(Reading { delta: 0.0, slope: 0.0, error: 0.0 });
    }
    if epsilon < LOWEST {
        let delta = 1.0 - infinite;
        return Ok(Reading { delta, slope: epsilon.exp(), error: 1e-15 + epsilon.exp() });
    }
    rest.reading(epsilon)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::question::{Answer, ask};

    /// What an accountant says of a plan: both ends, or nothing.
    fn said(releases: &Value, target: &Value, accountant: &str) -> Option<(f64, f64)> {
        let Answer::Plan(plan) =
            ask(&json!({"ask": "plan", "neighbours": "add-remove", "releases": releases,
            "target": target, "accountants": [accountant]}))
        else {
            return None;
        };
        let bound = plan.best?;
        let value = bound.epsilon.or(bound.delta)?;
        Some((value.lower?.0, value.upper.0))
    }

    /// The certified lattice, which knows nothing of contours, encloses the value of every such plan.
    #[test]
    fn noise_with_atoms_beside_answers_lies_inside_the_lattice() {
        let laplace = |count: u32| json!({"count": count, "mechanism": {"kind": "laplace", "scale": 2}});
        let others = [
            json!({"count": 5, "mechanism": {"kind": "randomized-response", "truth": 0.6}}),
            json!({"count": 3, "mechanism": {"kind": "approximate", "epsilon": 0.5, "delta": 1e-7}}),
            json!({"count": 2, "mechanism": {"kind": "two-point", "p": 0.7, "q": 0.4}}),
        ];
        for other in &others {
            for (noise, target) in [
                (laplace(1), json!({"delta": 1e-3})),
                (laplace(10), json!({"delta": 1e-5})),
                (laplace(10), json!({"epsilon": 2.0})),
            ] {
                let releases = json!([noise, other]);
                let (low, high) = said(&releases, &target, "fourier").expect("the contour answers");
                let (below, above) = said(&releases, &target, "pld").expect("the lattice answers");
                assert!(high - low <= 1e-9 * high, "{releases}: {low} {high}");
                assert!(below <= high && low <= above, "{releases}: {low} {high}, {below} {above}");
            }
        }
    }

    /// The same beside discrete noise of four losses.
    #[test]
    fn noise_with_atoms_beside_discrete_noise_lies_inside_the_lattice() {
        let releases = json!([{"count": 3, "mechanism": {"kind": "laplace", "scale": 2}},
            {"count": 4, "mechanism": {"kind": "discrete-laplace", "scale": 2, "sensitivity": 3}}]);
        for target in [json!({"delta": 1e-5}), json!({"epsilon": 1.0})] {
            let (low, high) = said(&releases, &target, "fourier").expect("the contour answers");
            let (below, above) = said(&releases, &target, "pld").expect("the lattice answers");
            assert!(high - low <= 1e-9 * high, "{low} {high}");
            assert!(below <= high && low <= above, "{low} {high}, {below} {above}");
        }
    }
}
