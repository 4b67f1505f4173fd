//! The Rényi divergence of a mechanism on a sample.

use num_complex::Complex64;

use super::renyi::{Form, LARGEST_SUM, Sampled, WholeOrder};
use super::{Amplified, Direction};
use crate::guarantee::{Interval, Moments, Order, Pair, Probability};

/// Relative error of the quadrature behind a moment.
const MOMENT_ERROR: f64 = 1e-12;

/// An interval no wider than this, relative to its upper end, is worth no more work.
const NARROW: f64 = 1e-7;

impl Amplified<'_> {
    /// `D_α`, by quadrature as far as that reaches.
    ///
    /// Beyond, between bounds, all of which hold: the sample says no more than the mechanism; the order is not below
    /// the last one that the quadrature reached; removal is a finite sum at whole orders; and the loss of the mechanism
    /// cut into cells has a sum on either side of the moment.
    pub(super) fn divergence(&self, order: Order) -> Interval {
        let excess = order.value() - 1.0;
        let largest = self.largest_loss();
        if excess.is_infinite() {
            return largest;
        }
        if self.infinite() > 0.0 {
            return Interval::exact(f64::INFINITY);
        }
        let reach = match self.direction {
            Direction::Remove => self.base.real_growth(self.rate) - 1.0,
            Direction::Add | Direction::Replace => self.reach(),
        };
        let mut known = Interval { lower: 0.0, upper: largest.upper };
        if reach > 0.0 {
            let found = self.by_quadrature(excess.min(reach)).within(0.0, largest.upper);
            if excess <= reach && found.upper < largest.upper {
                return found;
            }
            known.lower = found.lower;
        }
        known = known.and(self.by_mechanism(order));
        if self.direction == Direction::Remove {
            known = known.and(self.by_sums(order));
        }
        if known.upper - known.lower > NARROW * known.upper {
            known = known.and(self.by_cells(excess, known.upper));
        }
        known
    }

    /// `ess sup L`.
    fn largest_loss(&self) -> Interval {
        let (below, above) = match (self.direction, self.reversed) {
            (Direction::Remove | Direction::Replace, _) => {
                let Interval { lower, upper } = self.base.renyi(Order::INFINITE);
                (self.log_ratio(lower), self.log_ratio(upper))
            }
            (Direction::Add, Some(reversed)) => {
                let Interval { lower, upper } = reversed.renyi(Order::INFINITE);
                (-self.log_ratio(-lower), -self.log_ratio(-upper))
            }
            (Direction::Add, None) => (0.0, -(-self.rate).ln_1p()),
        };
        let (below, above) =
            (Interval::around(below, 8.0 * f64::EPSILON), Interval::around(above, 8.0 * f64::EPSILON));
        Interval { lower: below.lower, upper: above.upper }
    }

    fn by_quadrature(&self, excess: f64) -> Interval {
        let mixture = self.mixture(if excess > 0.0 { excess } else { 0.0 }, (0.0, 0.0));
        let divergence =
            if excess > 0.0 { mixture.at(Complex64::new(excess, 0.0)).re / excess } else { mixture.mean() };
        Interval::around(divergence, MOMENT_ERROR)
    }

    /// A mixture is no worse than its parts, in either order. And `(1−γ)P₀ + γP₊ ≥ γP₊`, so that removal loses at
    /// least `D_α(P₊‖P₀) + α/(α−1) log γ`; an exchange has at least γ^α of the moment above loss 0.
    fn by_mechanism(&self, order: Order) -> Interval {
        let excess = order.value() - 1.0;
        if self.direction == Direction::Add {
            let upper = self.reversed.map_or(f64::INFINITY, |reversed| reversed.renyi(order).upper);
            return Interval { lower: 0.0, upper };
        }
        let base = self.base.renyi(order);
        if base.lower == f64::INFINITY {
            return base;
        }
        let kept = match self.direction {
            Direction::Replace => excess * base.lower + (-(-excess * base.lower).exp()).ln_1p(),
            _ => excess * base.lower,
        };
        let hits = (kept + order.value() * self.rate.ln()) / excess;
        let rounding = 8.0 * f64::EPSILON * (base.lower + hits.abs());
        Interval { lower: hits - rounding, upper: base.upper }
    }

    /// `E_{P₀}[ρ^α] = Σ C(α,ℓ)(1−γ)^{α−ℓ}γ^ℓ e^{(ℓ−1)D_ℓ(P₊‖P₀)}` at whole orders, for any pair. Between them
    /// `K = (α−1)D_α` is convex: the chord is above, and the lines through the next two on either side are below.
    fn by_sums(&self, order: Order) -> Interval {
        let rate = Probability::clamped(self.rate);
        let above = Sampled::new(|order: Order| self.base.renyi(order).upper, rate);
        let below = Sampled::new(|order: Order| self.base.renyi(order).lower, rate);
        let upper = above.upper(Form::Tight, order);
        let whole = order.value().floor();
        if whole >= LARGEST_SUM as f64 {
            return Interval { lower: 0.0, upper };
        }
        // K at a whole order, from below and from above.
        let moment = |at: f64| match WholeOrder::new(at as u64) {
            Some(whole) => ((at - 1.0) * below.lower(whole), (at - 1.0) * above.tight(whole)),
            None => (0.0, 0.0),
        };
        let share = order.value() - whole;
        let (here, next) = (moment(whole), moment(whole + 1.0));
        let lower = if share == 0.0 {
            here.0
        } else {
            let rising = here.0 + share * (here.0 - moment(whole - 1.0).1);
            let falling = next.0 - (1.0 - share) * (moment(whole + 2.0).1 - next.0);
            let rounding = 8.0 * f64::EPSILON * (here.1 + next.1 + moment(whole + 2.0).1);
            rising.max(falling).max(here.0) - rounding
        };
        Interval { lower: lower / (order.value() - 1.0) * (1.0 - 4.0 * f64::EPSILON), upper }
    }
}
