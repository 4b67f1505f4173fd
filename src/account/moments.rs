//! The moments accountant: Rényi divergences add.

use std::cell::RefCell;

use num_complex::Complex64;

use super::ledger::worst;
use super::plan::Entry;
use super::{Bound, Ledger, Plan, Unavailable};
use crate::guarantee::{Conversion, Interval, Order, Pair, Probability, RenyiTest};
use crate::sampling::renyi::{Form, Sampled};
use crate::sampling::{Direction, Sampling};
use crate::watch;

/// The most orders that a curve remembers.
const MOST_KNOWN: usize = 4096;

/// The Rényi curves of a plan, `Σ count · D_α`, one per direction.
pub struct MomentsPlan<'a> {
    directions: Vec<Sum<'a>>,
    /// Whether the relation holds both ways, so that the larger curve bounds either.
    both: bool,
    conversion: Conversion,
}

/// The curve of one direction. A conversion asks for many orders, and for the same ones again at the next ε or δ:
/// each is computed once.
struct Sum<'a> {
    parts: Vec<Summand<'a>>,
    /// `(α, Σ count · D_α)`, by increasing order.
    known: RefCell<Vec<(f64, f64)>>,
}

impl Sum<'_> {
    /// `Σ count · D_α` from above, the rounding of the sum included; infinite where a divergence is no number. Once
    /// nobody waits any more it is infinite too, so that a search ends; then [`awaited`] keeps what was found back.
    fn renyi(&self, order: Order) -> f64 {
        let place = self.known.borrow().binary_search_by(|(known, _)| known.total_cmp(&order.value()));
        if let Ok(at) = place {
            return self.known.borrow()[at].1;
        }
        if watch::go_on().is_err() {
            return f64::INFINITY;
        }
        let sum: f64 = self.parts.iter().map(|part| part.count * part.curve.upper(order)).sum();
        let upper = sum * (1.0 + (self.parts.len() as f64 + 4.0) * f64::EPSILON);
        let upper = Interval { lower: 0.0, upper }.within(0.0, f64::INFINITY).upper;
        let mut known = self.known.borrow_mut();
        if let (Err(at), true) = (place, known.len() < MOST_KNOWN) {
            known.insert(at, (order.value(), upper));
        }
        upper
    }
}

/// What was found, if somebody still waits for it.
fn awaited<T>(found: T) -> Result<T, Unavailable> {
    watch::go_on()?;
    Ok(found)
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
        let parts = plan.entries().iter().map(|entry| summand(entry, direction)).collect::<Result<_, _>>()?;
        Ok::<_, Unavailable>(Sum { parts, known: RefCell::default() })
    };
    let directions = plan.directions().iter().map(direction).collect::<Result<_, _>>()?;
    Ok(MomentsPlan { directions, both: plan.goes_both_ways(), conversion: Conversion::Tight })
}

fn summand(entry: &Entry, direction: Direction) -> Result<Summand<'_>, Unavailable> {
    let count = entry.count;
    if entry.mechanism.pair().is_some() {
        return Ok(Summand { curve: Curve::Pair(entry.pair(direction)?), count });
    }
    entry.bounded()?;
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
    pub fn renyi(&self, order: Order) -> Result<f64, Unavailable> {
        let upper = |curve: &Sum<'_>| Interval { lower: 0.0, upper: curve.renyi(order) };
        awaited(self.directions.iter().map(upper).fold(Interval::exact(0.0), Interval::max).upper)
    }

    /// The tests that the Rényi curves leave possible, one list per direction. A relation that holds both ways bounds
    /// each test by the curve of either direction.
    pub fn tests(&self) -> Vec<RenyiTest<'_>> {
        let test = |at: usize| {
            let back = &self.directions[self.directions.len() - 1 - at];
            let back: Box<dyn Fn(Order) -> f64> = Box::new(move |order| back.renyi(order));
            RenyiTest::new(move |order| self.directions[at].renyi(order), self.both.then_some(back))
        };
        (0..self.directions.len()).map(test).collect()
    }

    /// The least type II error of any test of either direction at a type I error, from below.
    pub fn trade_off(&self, type_one: Probability, tests: &[RenyiTest<'_>]) -> Result<Interval, Unavailable> {
        let x = type_one.value();
        let bound = |test: &RenyiTest<'_>| Interval { lower: 1.0 - test.power(x), upper: 1.0 - x };
        let blind = Interval::exact(1.0 - x);
        awaited(tests.iter().map(bound).fold(blind, Interval::min).within(0.0, 1.0))
    }

    /// `φ(t) = e^{Σ count · K(it)}` in the first direction: composition adds the log-moment function.
    /// `None` where a release is known only by its Rényi curve.
    pub fn characteristic(&self, t: f64) -> Option<Complex64> {
        let z = Complex64::new(0.0, t);
        let log = |part: &Summand<'_>| match &part.curve {
            Curve::Pair(pair) => Some(part.count * pair.log_moment(z)),
            Curve::Bound(_) => None,
        };
        let first = self.directions.first()?;
        Some(first.parts.iter().map(log).sum::<Option<Complex64>>()?.exp())
    }
}

impl Ledger for MomentsPlan<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        worst(&self.directions, |curve| {
            awaited(self.conversion.delta(&|order| curve.renyi(order), epsilon).into())
        })
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        worst(&self.directions, |curve| {
            awaited(self.conversion.epsilon(&|order| curve.renyi(order), delta).into())
        })
    }
}

/// The same curves with the optimal conversion: through the trade-off curve that they imply. Slower, and
/// never looser.
pub struct OptimalMoments<'a>(pub MomentsPlan<'a>);

impl Ledger for OptimalMoments<'_> {
    fn delta(&self, epsilon: f64) -> Result<Bound, Unavailable> {
        let optimal = worst(&self.0.tests(), |test| awaited(Bound::above(test.delta(epsilon)?)))?;
        Ok(Bound::above(self.0.delta(epsilon)?.upper.min(optimal.upper)))
    }

    fn epsilon(&self, delta: Probability) -> Result<Bound, Unavailable> {
        let optimal = worst(&self.0.tests(), |test| awaited(Bound::above(test.epsilon(delta)?)))?;
        Ok(Bound::above(self.0.epsilon(delta)?.upper.min(optimal.upper)))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;
    use crate::account::Release;
    use crate::mechanism::{Gaussian, Mechanism};
    use crate::sampling::Neighbours;
    use crate::watch::{Stopped, watched};

    /// Something asked of a plan.
    type Asked = fn(&MomentsPlan<'_>) -> Result<f64, Unavailable>;

    /// A bound reads its curve at many orders, each of which may take long: it ends between two of them, and an
    /// order that was not awaited is no bound.
    #[test]
    fn a_bound_that_nobody_waits_for_ends_between_two_orders() {
        let release = Release {
            label: None,
            count: 10.0,
            mechanism: Mechanism::Gaussian(Gaussian::new(1.0).expect("σ in range")),
            sampling: Some(Sampling::Poisson { rate: 0.01 }),
        };
        let plan = Plan::new(&[release], Neighbours::Remove);
        let stopped = Unavailable::Stopped(Stopped::Cancelled);
        let questions: [Asked; 4] = [
            |moments| Ok(moments.delta(0.3)?.upper),
            |moments| Ok(moments.epsilon(Probability::clamped(0.5))?.upper),
            |moments| Ok(moments.trade_off(Probability::clamped(0.5), &moments.tests())?.lower),
            |moments| (2..20).map(|at| moments.renyi(Order::above_one(f64::from(at)))).sum(),
        ];
        for question in questions {
            let left = Rc::new(Cell::new(10));
            let counter = Rc::clone(&left);
            let waits = move |_| counter.replace(counter.get() - 1) > 0;
            let moments = compose(&plan).expect("a curve");
            assert_eq!(watched(waits, || question(&moments)), Err(stopped.clone()));
            assert!(left.get() < 0 && question(&moments).is_ok_and(f64::is_finite));
            let read = |sum: &Sum<'_>| {
                sum.known.borrow().iter().all(|(order, value)| order.is_infinite() || value.is_finite())
            };
            assert!(moments.directions.iter().all(read));
        }
    }
}
