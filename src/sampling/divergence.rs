//! The Rényi divergence of a mechanism on a sample.

use num_complex::Complex64;

use super::renyi::{Form, LARGEST_SUM, Sampled, WholeOrder};
use super::{Amplified, Direction};
use crate::guarantee::{Interval, Moments, NumericMoments, Order, Pair, Probability};

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
            Direction::Remove => {
                self.base.quadrature().map_or(0.0, |nodes| nodes.real_growth(self.rate) - 1.0)
            }
            Direction::Add | Direction::Replace => self.reach(),
        };
        let mut known = Interval { lower: 0.0, upper: largest.upper };
        if reach > 0.0 {
            let found = if excess < reach {
                self.by_quadrature(excess)
            } else {
                *self.last.get_or_init(|| self.by_quadrature(reach))
            };
            let found = found.within(0.0, largest.upper);
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
        let (below, above) = match (self.direction, &self.reversed) {
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
            let upper = self.reversed.as_ref().map_or(f64::INFINITY, |reversed| reversed.renyi(order).upper);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{DiscreteGaussian, Gaussian, GaussianPair, Laplace, Mechanism, TwoPoint};

    fn order(value: f64) -> Order {
        Order::new(value).expect("an order")
    }

    fn pair(mean_first: f64, deviation_first: f64, mean_second: f64, deviation_second: f64) -> GaussianPair {
        GaussianPair::new(mean_first, deviation_first, mean_second, deviation_second).expect("a pair")
    }

    /// Holds the truth, and is no wider than `width` of it.
    fn assert_holds(found: Interval, truth: f64, width: f64) {
        let Interval { lower, upper } = found;
        let rounding = 1e-15 * truth.abs();
        assert!(lower <= truth + rounding && truth - rounding <= upper, "{found:?} {truth}");
        assert!(upper - lower <= width * truth.abs(), "{found:?} {truth}");
    }

    /// Values by 30-digit quadrature, both sides of where the rule for a pair of unequal deviations ends.
    #[test]
    fn adding_a_person_is_bounded_by_the_right_order_of_the_pair() {
        let first = pair(0.48, 12.75, 6.11, 17.66);
        let added = Amplified::new(&first, 0.5, Direction::Add);
        for (alpha, truth, width) in [
            (50.0, 0.595_418_100_127_225_1, 1e-11),
            (100.0, 0.637_737_517_635_017_8, 1e-6),
            (1000.0, 0.685_386_982_354_067_3, 1e-6),
        ] {
            assert_holds(added.divergence(order(alpha)), truth, width);
        }
    }

    /// Close to the pole `ρ²/(ρ²−1) = 1.0223` of a wider pair, by 30-digit quadrature, and beyond it.
    #[test]
    fn a_wider_pair_keeps_its_amplification_to_its_pole() {
        let first = pair(2.687, 6.770, 0.0, 1.0);
        let removed = Amplified::new(&first, 2.05e-4, Direction::Remove);
        assert_holds(removed.divergence(order(1.01115)), 0.007_290_729_857_002_264, 1e-11);
        assert_eq!(removed.divergence(order(1.03)), Interval::exact(f64::INFINITY));
    }

    /// Where losses exceed 709: `½σ⁻² − log 2` up to e^{−200} at order 1 when half of all are drawn and one is
    /// removed, and `−log(1−γ)` when one is added.
    #[test]
    fn large_losses_are_no_missing_numbers() {
        let narrow = Gaussian::with_sigma(0.05);
        let one = |direction, alpha| Amplified::new(&narrow, 0.5, direction).divergence(order(alpha));
        // E[ρ log ρ] over the half that is drawn is 200 − log 2, over the rest −log 2.
        assert_holds(one(Direction::Remove, 1.0), 100.0 - 2f64.ln(), 1e-11);
        assert_holds(one(Direction::Add, 1.0), 2f64.ln(), 1e-9);
        let discrete = DiscreteGaussian::new(4.43, 100.0).unwrap();
        for alpha in [1.0, 2.0, 10.0] {
            let added = Amplified::new(&discrete, 0.01, Direction::Add).divergence(order(alpha));
            assert_holds(added, 0.010_050_335_853_501_44, 1e-9);
        }
        let tiny = Gaussian::with_sigma(0.01);
        for alpha in [1.0, 1.7, 40.5, 1e5] {
            for direction in [Direction::Remove, Direction::Add, Direction::Replace] {
                let Interval { lower, upper } =
                    Amplified::new(&tiny, 0.3, direction).divergence(order(alpha));
                assert!(0.0 <= lower && lower <= upper, "{direction:?} {alpha}: {lower} {upper}");
            }
        }
    }

    /// Beyond the rule of the Gaussian: the binomial sum at whole orders to 30 digits.
    #[test]
    fn removal_is_a_finite_sum_at_whole_orders() {
        let narrow = Gaussian::with_sigma(0.1);
        let removed = Amplified::new(&narrow, 0.01, Direction::Remove);
        assert_holds(removed.divergence(order(64.0)), 3_195.321_731_874_551_4, 1e-12);
        assert_holds(removed.divergence(order(128.0)), 6_395.358_568_631_444_4, 1e-12);
        let between = removed.divergence(order(100.5));
        assert!(between.lower > 5020.3 && between.upper < 5020.5, "{between:?}");
        let discrete = DiscreteGaussian::new(0.334_495_600_469_904_73, 2.0).unwrap();
        let removed = Amplified::new(&discrete, 0.01, Direction::Remove);
        assert_holds(removed.divergence(order(6.0)), 101.724_567_560_592_3, 1e-12);
    }

    /// Row g0915 of the peers' table, by 40-digit quadrature: close to order 1 the moment nearly is 1.
    #[test]
    fn orders_close_to_one_keep_their_digits() {
        let gaussian = Gaussian::with_sigma(1.0);
        let removed = Amplified::new(&gaussian, 1e-3, Direction::Remove);
        assert_holds(removed.divergence(order(1.01)), 8.654_377_431_893_458e-7, 3e-12);
    }

    /// The cells alone against sums over atoms and against the quadrature, in every direction.
    #[test]
    fn cells_enclose_what_is_known() {
        let points = Mechanism::TwoPoint(TwoPoint::new(0.93, 0.38).unwrap());
        let points = points.pair().expect("a pair");
        for direction in [Direction::Remove, Direction::Add] {
            let sampled = Amplified::new(points, 0.5, direction);
            for z in [0.0, 1e-3, 1.0, 30.0, 1e4] {
                let (cells, exact) = (sampled.by_cells(z, f64::INFINITY), sampled.by_quadrature(z));
                assert!(cells.lower <= exact.upper && exact.lower <= cells.upper, "{z}: {cells:?} {exact:?}");
                assert!(cells.upper - cells.lower < 1e-5 * cells.upper, "{direction:?} {z}: {cells:?}");
            }
        }
        let (gaussian, laplace) = (Gaussian::with_sigma(0.7), Laplace::new(1.0).unwrap());
        let bases: [&dyn Pair; 2] = [&gaussian, &laplace];
        for base in bases {
            for direction in [Direction::Remove, Direction::Add, Direction::Replace] {
                let sampled = Amplified::new(base, 0.2, direction);
                for z in [0.0, 0.1, 1.0, 7.5] {
                    let (cells, exact) = (sampled.by_cells(z, f64::INFINITY), sampled.by_quadrature(z));
                    assert!(
                        cells.lower <= exact.upper && exact.lower <= cells.upper,
                        "{z}: {cells:?} {exact:?}"
                    );
                    assert!(cells.upper - cells.lower < 1e-4 * cells.upper, "{direction:?} {z}: {cells:?}");
                }
            }
        }
    }
}
