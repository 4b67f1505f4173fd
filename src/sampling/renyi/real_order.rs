//! Every real order, from the whole ones.

use super::outward::ROUNDING;
use super::{BaseCurve, Sampled, WholeOrder};
use crate::guarantee::Order;

/// The largest order at which a bound adds up all of its terms; beyond, the first and last
/// few, and the rest in closed form.
pub const LARGEST_SUM: u64 = 4096;

/// How many terms at each end of a sum are taken one by one beyond [`LARGEST_SUM`].
const TERMS: u64 = 64;

/// Which theorem bounds the sampled curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Poisson sampling where [`super::Condition`] permits: [`Sampled::tight`].
    Tight,
    /// Poisson sampling of any mechanism: [`Sampled::general`].
    General,
    /// A subset of fixed size: [`Sampled::without_replacement`].
    Subset,
}

impl<C: BaseCurve> Sampled<C> {
    /// An upper bound at any order, infinity included.
    ///
    /// `(α−1)D_α` is convex in α and 0 at α = 1, so the chord between the two nearest whole orders is
    /// above it (Zhu, dissertation, §2.2); below 2 that is the value at 2. The cap at the order itself holds
    /// as well, and is all there is at infinity and beyond 2⁵².
    pub fn upper(&self, form: Form, order: Order) -> f64 {
        let cap = self.cap(order);
        let alpha = order.value();
        if alpha > (1u64 << 52) as f64 || self.settled(order).is_some() {
            return cap;
        }
        let below = alpha.floor();
        let share = alpha - below;
        let at = |whole: f64| WholeOrder::new(whole as u64).map_or(0.0, |whole| self.at_whole(form, whole));
        if below < 2.0 {
            return at(2.0).min(cap);
        }
        if share == 0.0 {
            return at(below).min(cap);
        }
        let chord = (1.0 - share) * (below - 1.0) * at(below) + share * below * at(below + 1.0);
        (chord / (alpha - 1.0) * (1.0 + ROUNDING) + f64::MIN_POSITIVE).min(cap)
    }

    fn at_whole(&self, form: Form, order: WholeOrder) -> f64 {
        let short = order.value() <= LARGEST_SUM;
        match form {
            Form::Tight if short => self.tight(order),
            Form::Tight => self.tau_terms(order, TERMS),
            Form::General if short => self.general(order),
            Form::General => self.tau_terms_general(order, TERMS),
            Form::Subset if short => self.without_replacement(order),
            Form::Subset => self.tau_terms_without_replacement(order, TERMS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::Probability;

    const FORMS: [Form; 3] = [Form::Tight, Form::General, Form::Subset];

    fn order(value: f64) -> Order {
        Order::new(value).expect("an order")
    }

    /// Rows P40 and P44 of the reference table: the exact Gaussian mixture between whole orders.
    #[test]
    fn chords_are_above_the_exact_curve() {
        let sampled = Sampled::new(|order: Order| order.value() / 8.0, Probability::clamped(0.01));
        for (alpha, exact) in
            [(1.0, 1.415770483109427e-5), (1.5, 2.126900935851709e-5), (2.5, 3.555723596120271e-5)]
        {
            for form in FORMS {
                assert!(sampled.upper(form, order(alpha)) > exact, "{form:?} {alpha}");
            }
        }
        let chord = sampled.upper(Form::Tight, order(2.5));
        assert!(chord < 3.8e-5, "{chord}");
    }

    /// `(α−1)ε′` is convex, so the chord of the full sums on both sides bounds what the short forms
    /// must exceed; and they stay within a hundredth of it where the base is flat.
    #[test]
    fn nothing_jumps_where_the_sums_end() {
        let base = |order: Order| (order.value() / 8.0).min(1.0);
        let sampled = Sampled::new(base, Probability::clamped(1e-3));
        for form in FORMS {
            let at = |alpha: f64| sampled.upper(form, order(alpha));
            let last = LARGEST_SUM as f64;
            assert!(at(last + 1.0) >= at(last), "{form:?}");
            assert!(at(last + 1.0) <= 1.01 * at(last), "{form:?} {} {}", at(last), at(last + 1.0));
        }
    }

    #[test]
    fn extreme_orders_are_bounded_by_the_caps() {
        let pure = |order: Order| (order.value() / 8.0).min(1.0);
        let sampled = Sampled::new(pure, Probability::clamped(1e-3));
        let cap = (1e-3 * 1f64.exp_m1()).ln_1p();
        for form in FORMS {
            for alpha in [1e9, 1e15, 1e16, 1e300, f64::INFINITY] {
                let found = sampled.upper(form, order(alpha));
                assert!(found <= cap * (1.0 + 1e-12) && found > 0.9 * cap, "{form:?} {alpha}: {found}");
            }
            let gaussian = Sampled::new(|order: Order| order.value(), Probability::clamped(1e-3));
            assert_eq!(gaussian.upper(form, Order::INFINITE), f64::INFINITY);
        }
    }
}
