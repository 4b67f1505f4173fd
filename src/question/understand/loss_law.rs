//! The law of the privacy loss of a whole plan: in closed form where there is one, on a lattice otherwise.

use crate::account::exact::{self, ExactPlan};
use crate::account::{Mesh, Plan, Summed, Unavailable};
use crate::guarantee::{Atom, Interval, LossDistribution, Pair};
use crate::numeric::root::{Bracket, Stop, bisect};

/// The most atoms that are drawn one by one.
const STEMS: usize = 400;

/// What is left out of a picture at either end.
const UNSEEN: f64 = 1e-5;

/// An atom that a picture must hold.
const SEEN: f64 = 1e-4;

/// The law of one direction of a plan.
pub(super) enum Law<'a> {
    /// One release, or releases with a closed form.
    Closed(ExactPlan<'a>),
    /// Everything else.
    Lattice(Box<Summed>),
}

impl<'a> Law<'a> {
    /// The law of a plan of one direction; `None` where no lattice holds it. A lattice that is asked for is used even
    /// where there is a closed form.
    pub fn of(plan: &'a Plan, mesh: Option<Mesh>) -> Result<Option<Self>, Unavailable> {
        let parts = plan.parts()?;
        let parts = parts.first().map_or(&[][..], |parts| parts);
        match exact::compose(plan) {
            Ok(closed) if mesh.is_none() || parts.is_empty() => Ok(Some(Self::Closed(closed))),
            _ => Ok(Summed::new(parts, mesh)?.map(|summed| Self::Lattice(Box::new(summed)))),
        }
    }

    fn closed(&self) -> Option<&dyn Pair> {
        match self {
            Self::Closed(plan) => plan.pairs().next(),
            Self::Lattice(_) => None,
        }
    }

    /// The lattice, if it is on one.
    pub fn lattice(&self) -> Option<&Summed> {
        match self {
            Self::Closed(_) => None,
            Self::Lattice(summed) => Some(summed),
        }
    }

    /// `P[L ≤ x]`.
    pub fn cumulative(&self, x: f64) -> Interval {
        match self {
            Self::Lattice(summed) => summed.cumulative(x),
            Self::Closed(_) => {
                self.closed().map_or(Interval::UNKNOWN, |pair| pair.masses(f64::NEG_INFINITY, x).p)
            }
        }
        .within(0.0, 1.0)
    }

    /// `P[L ≤ x]` as it is drawn.
    pub fn drawn(&self, x: f64) -> f64 {
        match self {
            Self::Lattice(summed) => summed.at_most(x),
            Self::Closed(_) => self.cumulative(x).middle(),
        }
    }

    /// `P[L = ∞]`.
    pub fn infinite(&self) -> Interval {
        match self {
            Self::Lattice(summed) => summed.infinite,
            Self::Closed(_) => Interval::exact(self.closed().map_or(0.0, |pair| pair.infinite())),
        }
    }

    /// The atoms that are drawn one by one: none where there are too many.
    pub fn atoms(&self) -> Vec<Atom> {
        let atoms = match self {
            Self::Lattice(summed) => summed.atoms.clone(),
            Self::Closed(_) => self.closed().map_or_else(Vec::new, |pair| pair.loss().atoms),
        };
        if atoms.len() > STEMS { Vec::new() } else { atoms }
    }

    /// Whether every loss is that of an atom which is drawn.
    pub fn is_discrete(&self) -> bool {
        match self {
            Self::Lattice(summed) => summed.discrete && !summed.atoms.is_empty(),
            Self::Closed(_) => self.closed().is_some_and(|pair| {
                let LossDistribution { atoms, span, .. } = pair.loss();
                span.0 >= span.1 && (1..=STEMS).contains(&atoms.len())
            }),
        }
    }

    /// The density at each point beside the atoms that are drawn: in closed form, or the average around the point,
    /// half way to its neighbours.
    pub fn density(&self, x: &[f64]) -> Vec<f64> {
        if let Some(pair) = self.closed() {
            let LossDistribution { density, atoms, .. } = pair.loss();
            if atoms.len() <= STEMS {
                return x.iter().map(|&x| density(x)).collect();
            }
            return averages(x, &|from, to| {
                let inside = |atom: &&Atom| (from..to).contains(&atom.at);
                let mass: f64 = atoms.iter().filter(inside).map(|atom| atom.mass).sum();
                (mass, to - from)
            })
            .into_iter()
            .zip(x)
            .map(|(average, &x)| average + density(x))
            .collect();
        }
        let Some(summed) = self.lattice() else { return Vec::new() };
        let (step, atoms) = (summed.mesh.step, self.atoms());
        averages(x, &|from, to| {
            // Whole points of the lattice only, each with the step around it.
            let edge = |x: f64| summed.from + (((x - summed.from) / step).round() - 0.5) * step;
            let (from, to) = (edge(from), edge(to).max(edge(from) + step));
            let drawn = atoms.iter().filter(|atom| (from..to).contains(&atom.at)).map(|atom| atom.mass);
            (summed.at_most(to) - summed.at_most(from) - drawn.sum::<f64>(), to - from)
        })
    }

    /// Between which losses nearly all of the law lies.
    pub fn window(&self) -> (f64, f64) {
        let (low, high) = match self {
            Self::Lattice(summed) => (summed.from, summed.to()),
            Self::Closed(_) => self.closed().map_or((-1.0, 1.0), reach),
        };
        if low >= high {
            return (low - 1.0, high + 1.0);
        }
        let finite = 1.0 - self.infinite().middle();
        let place = |share: f64| {
            let reached = |x: f64| self.drawn(x) >= share * finite;
            bisect(Bracket { low, high }, Stop::after(60), reached).high
        };
        let (mut from, mut to) = (place(UNSEEN), place(1.0 - UNSEEN));
        for atom in self.atoms().iter().filter(|atom| atom.mass >= SEEN) {
            (from, to) = (from.min(atom.at), to.max(atom.at));
        }
        let margin = 0.06 * (to - from).max(1e-9 * from.abs().max(1e-3));
        (from - margin, to + margin)
    }
}

/// Where a closed form may have losses.
fn reach(pair: &dyn Pair) -> (f64, f64) {
    let LossDistribution { atoms, span, .. } = pair.loss();
    let start = if span.0 < span.1 { span } else { (f64::INFINITY, f64::NEG_INFINITY) };
    atoms.iter().fold(start, |(from, to), atom| (from.min(atom.at), to.max(atom.at)))
}

/// The mass around each point over its width, never below 0.
fn averages(x: &[f64], mass: &dyn Fn(f64, f64) -> (f64, f64)) -> Vec<f64> {
    let between = |a: usize, b: usize| 0.5 * (x[a] + x[b]);
    let last = x.len().saturating_sub(1);
    let average = |at: usize| {
        let (before, after) = (at.saturating_sub(1), (at + 1).min(last));
        if before == after {
            return 0.0;
        }
        let from = if before < at { between(before, at) } else { x[at] - (between(at, after) - x[at]) };
        let to = if after > at { between(at, after) } else { x[at] + (x[at] - from) };
        let (mass, width) = mass(from, to);
        (mass / width).max(0.0)
    };
    (0..x.len()).map(average).collect()
}
