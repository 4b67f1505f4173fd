//! The one object behind every view.

use num_complex::Complex64;

use super::quadrature::{Moments, Nodes, NumericMoments, closed};
use super::{Interval, LossDistribution, Masses, Order, Probability};

/// A dominating pair (P, Q): P is the output with the person, Q the output without.
///
/// `L = log(p/q)` is the privacy loss. Every view is a function of its law under P, so they convert
/// into each other without loss (Zhu, dissertation, ch. 3). A method that returns an interval states a
/// theorem: the exact value of the quantity for this pair lies inside. The loss distribution and the
/// log-moment function are given to rounding.
///
/// What a pair must not forget has no default: a mass at infinity or another order that is left out would
/// understate δ.
pub trait Pair {
    /// Privacy profile `δ(ε) = E_P[(1 − e^{ε−L})₊]`, for every real ε.
    fn profile(&self, epsilon: f64) -> Interval;

    /// Rényi divergence `D_α(P‖Q) = K(α−1)/(α−1)`; α = 1 is `E_P[L]`, α = ∞ is `ess sup L`.
    fn renyi(&self, order: Order) -> Interval;

    /// Trade-off curve: the least type II error of a test whose type I error is at most `x`.
    fn trade_off(&self, type_one: Probability) -> Interval;

    /// The law of L under P where it is finite: density and atoms.
    fn loss(&self) -> LossDistribution<'_>;

    /// `P[q = 0]`, the mass of L at infinity: the probability that an output gives the person away.
    fn infinite(&self) -> f64;

    /// `K(z) = log E_P[e^{zL}]` on the strip where the moment exists.
    fn log_moment(&self, z: Complex64) -> Complex64;

    /// P- and Q-mass of `{above < L ≤ upto}`. From −∞ the outputs that P never gives are counted, to
    /// +∞ those that Q never gives are not.
    fn masses(&self, above: f64, upto: f64) -> Masses;

    /// What (Q, P) is beside (P, Q).
    fn reverse(&self) -> Reverse<'_>;

    /// How `E_Q[g(L)]` is integrated; `None` for what is never sampled, a composition or a sample itself.
    fn quadrature(&self) -> Option<&dyn Nodes>;

    /// How the log-moment function is computed where it has no closed form.
    fn numeric_moments(&self) -> Option<&dyn NumericMoments> {
        None
    }

    /// The masses between consecutive cuts, by increasing loss.
    fn cells(&self, cuts: &[f64]) -> Vec<Masses> {
        cell_by_cell(cuts, &|above, upto| self.masses(above, upto))
    }
}

/// (Q, P) of a pair (P, Q).
pub enum Reverse<'a> {
    /// It has the same views: the pair is symmetric.
    Same,
    /// It is another pair, which is not needed: (P, Q) bounds both orders of the two data sets. Where it is known, a
    /// sample takes it for the output with the person and that without, and (P, Q) for the other order.
    Covered(Option<Box<dyn Pair + 'a>>),
    /// It is another pair, and bounds the other order of the two data sets.
    Other(Box<dyn Pair + 'a>),
}

impl<'a> Reverse<'a> {
    /// Whether (P, Q) bounds both orders of the two data sets.
    pub fn bounds_both_orders(&self) -> bool {
        matches!(self, Self::Same | Self::Covered(_))
    }

    /// The pair that bounds the other order, where `forth` bounds the one.
    pub fn other_order(self, forth: &'a dyn Pair) -> Box<dyn Pair + 'a> {
        match self {
            Self::Same | Self::Covered(_) => Box::new(forth),
            Self::Other(back) => back,
        }
    }
}

/// What quadrature reaches, and costs; a closed form has no limit.
impl<'a> dyn Pair + 'a {
    /// The largest real z for which [`moments`](NumericMoments::moments) is affordable.
    pub fn reach(&self) -> f64 {
        self.numeric_moments().map_or(UNLIMITED, |numeric| numeric.reach())
    }

    /// Whether [`moments`](NumericMoments::moments) of this reach and these frequencies is affordable.
    pub fn affords_moments(&self, reach: f64, frequencies: (f64, f64)) -> bool {
        self.numeric_moments().is_none_or(|numeric| numeric.affords_moments(reach, frequencies))
    }

    /// Evaluates `K` often, for `z` with a real part in `(−1, reach]` and an imaginary part between two
    /// frequencies in absolute value.
    pub fn moments(&self, reach: f64, frequencies: (f64, f64)) -> Box<dyn Moments + '_> {
        match self.numeric_moments() {
            Some(numeric) => numeric.moments(reach, frequencies),
            None => closed(self),
        }
    }

    /// The largest power of the ratio that the atoms of [`loss`](Pair::loss) carry.
    pub fn growth(&self) -> f64 {
        self.quadrature().map_or(UNLIMITED, |nodes| nodes.node_growth())
    }
}

/// As good as no limit.
const UNLIMITED: f64 = 1e9;

/// Once for all pairs: a copy for each would cost the module 3 KB.
fn cell_by_cell(cuts: &[f64], masses: &dyn Fn(f64, f64) -> Masses) -> Vec<Masses> {
    cuts.windows(2).map(|cut| masses(cut[0], cut[1])).collect()
}

/// A borrowed pair where one is to be kept.
impl<T: Pair + ?Sized> Pair for &T {
    fn profile(&self, epsilon: f64) -> Interval {
        (**self).profile(epsilon)
    }

    fn renyi(&self, order: Order) -> Interval {
        (**self).renyi(order)
    }

    fn trade_off(&self, type_one: Probability) -> Interval {
        (**self).trade_off(type_one)
    }

    fn loss(&self) -> LossDistribution<'_> {
        (**self).loss()
    }

    fn infinite(&self) -> f64 {
        (**self).infinite()
    }

    fn log_moment(&self, z: Complex64) -> Complex64 {
        (**self).log_moment(z)
    }

    fn masses(&self, above: f64, upto: f64) -> Masses {
        (**self).masses(above, upto)
    }

    fn reverse(&self) -> Reverse<'_> {
        (**self).reverse()
    }

    fn quadrature(&self) -> Option<&dyn Nodes> {
        (**self).quadrature()
    }

    fn numeric_moments(&self) -> Option<&dyn NumericMoments> {
        (**self).numeric_moments()
    }

    fn cells(&self, cuts: &[f64]) -> Vec<Masses> {
        (**self).cells(cuts)
    }
}
