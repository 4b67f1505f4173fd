//! The moments accountant: Rényi divergences add.

use num_complex::Complex64;

use super::ledger::worst;
use super::plan::Entry;
use super::{Bound, Ledger, Plan, Unavailable};
use crate::guarantee::{Conversion, Interval, Order, Pair, Probability, RenyiTest};
use crate::sampling::renyi::{Form, Sampled};
use crate::sampling::{Direction, Sampling};

/// The Rényi curves of a plan, `Σ count · D_α`, one per direction.
pub struct MomentsPlan<'a> {
    directions: Vec<Vec<Summand<'a>>>,
    /// Whether the relation holds both ways, so that the larger curve bounds either.
    both: bool,
    conversion: Conversion,
}

/// One release's curve and how often it occurs.
struct Summand<'a> {
    curve: Curve<'a>,
    count: f64,
}

/// What is known of one release.
enum Curve<'a> {
    /// Its pair, with exact real orders.
    Pair(Box<dyn Pair + 'a>),
    /// A bound at every order.
    Bound(Box<dyn Fn(Order) -> f64 + 'a>),
}

impl Curve<'_> {
    fn upper(&self, order: Order) -> f64 {
        match self {
            Self::Pair(pair) => pair.renyi(order).upper,
            Self::Bound(bound) => bound(order),
        }
    }
}

/// Any plan has one, but for curves sampled in a way that no theorem covers.
pub fn compose(plan: &Plan) -> Result<MomentsPlan<'_>, Unavailable> {
    let direction = |&direction: &Direction| {
        plan.entries().iter().map(|entry| summand(entry, direction)).collect::<Result<Vec<_>, _>>()
    };
    let directions = plan.directions().iter().map(direction).collect::<Result<_, _>>()?;
    Ok(MomentsPlan { directions, both: plan.goes_both_ways(), conversion: Conversion::Tight })
}

fn summand(entry: &Entry, direction: Direction) -> Result<Summand<'_>, Unavailable> {
    let count = entry.count;
    if entry.mechanism.pair().is_some() {
        return Ok(Summand { curve: Curve::Pair(entry.pair(direction)?), count });
    }
    let base: Box<dyn Fn(Order) -> f64> = Box::new(move |order| entry.mechanism.renyi(order).upper);
    let form = match (entry.sampling, direction) {
        (None, _) => return Ok(Summand { curve: Curve::Bound(base), count }),
        (Some(Sampling::Poisson { .. }), Direction::Add | Direction::Remove) => Form::General,
        (Some(Sampling::Subset { .. }), Direction::Replace) => Form::Subset,
        _ => return Err(Unavailable::CurveSampling { position: entry.position }),
    };
    let rate = Probability::clamped(entry.sampling.map_or(1.0, |sampling| sampling.rate()));
    let sampled = Sampled::new(base, rate);
    Ok(Summand { curve: Curve::Bound(Box::new(move |order| sampled.upper(form, order))), count })
}

impl MomentsPlan<'_> {
    /// The same curves, read by another conversion than the tight one.
    pub fn converted(self, conversion: Conversion) -> Self {
        Self { conversion, ..self }
    }

    /// An upper bound of the Rényi divergence of order α in either direction, the rounding of the sum
    /// included.
    pub fn renyi(&self, order: Order) -> f64 {
        let upper = |parts: &Vec<Summand<'_>>| Interval { lower: 0.0, upper: renyi(parts, order) };
        self.directions.iter().map(upper).fold(Interval::exact(0.0), Interval::max).upper
    }

    /// The tests that the Rényi curve leaves possible.
    pub fn tests(&self) -> RenyiTest<'_> {
        RenyiTest::new(|order| self.renyi(order), self.both)
    }

    /// `φ(t) = e^{Σ count · K(it)}` in the first direction: composition adds the log-moment function.
    /// `None` where a release is known only by its Rényi curve.
    pub fn characteristic(&self, t: f64) -> Option<Complex64> {
        let z = Complex64::new(0.0, t);
        let log = |part: &Summand<'_>| match &part.curve {
            Curve::Pair(pair) => Some(part.count * pair.log_moment(z)),
            Curve::Bound(_) => None,
        };
        let parts = self.directions.first()?;
        Some(parts.iter().map(log).sum::<Option<Complex64>>()?.exp())
    }
}

impl Ledger for MomentsPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        worst(&self.directions, |parts| {
            Ok(self.conversion.delta(&|order| renyi(parts, order), epsilon).into())
        })
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        worst(&self.directions, |parts| {
            Ok(self.conversion.epsilon(&|order| renyi(parts, order), delta).into())
        })
    }
}

/// The same curves with the optimal conversion: through the trade-off curve that they imply. Slower, and
/// never looser.
pub struct OptimalMoments<'a>(pub MomentsPlan<'a>);

impl Ledger for OptimalMoments<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        let upper = self.0.tests().delta(epsilon)?;
        Ok(Bound::above(self.0.delta(epsilon)?.upper.min(upper)))
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        let upper = self.0.tests().epsilon(delta)?;
        Ok(Bound::above(self.0.epsilon(delta)?.upper.min(upper)))
    }
}

fn renyi(parts: &[Summand<'_>], order: Order) -> f64 {
    let sum: f64 = parts.iter().map(|part| part.count * part.curve.upper(order)).sum();
    sum * (1.0 + (parts.len() as f64 + 4.0) * f64::EPSILON)
}
