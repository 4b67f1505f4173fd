//! Two answers, yes or no, of a test: their divergences, and the tangents of a level set of those.

use crate::guarantee::Order;
use crate::numeric::logspace::{expm1_minus_x, log_add_exp, log1mexp};

/// Roundings of a tangent, per unit of its logarithms.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// A test of level x and power p ≥ x, by `log x` and the loss of a yes, `y = log(p/x)`; the loss of a no is
/// `n = log((1−p)/(1−x)) ≤ 0`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    log_level: f64,
    yes: f64,
    no: f64,
}

impl Point {
    /// The loss lies between 0 and `−log x`, where the power is 1.
    pub fn new(log_level: f64, loss: f64) -> Self {
        let gained = if loss > 1.0 {
            (log_level + loss).exp() - log_level.exp()
        } else {
            log_level.exp() * loss.exp_m1()
        };
        let no = if loss >= -log_level { f64::NEG_INFINITY } else { (gained / log_level.exp_m1()).ln_1p() };
        Self { log_level, yes: loss, no: if no.is_nan() { f64::NEG_INFINITY } else { no.min(0.0) } }
    }

    /// y.
    pub fn loss(self) -> f64 {
        self.yes
    }

    /// p.
    pub fn power(self) -> f64 {
        (self.log_level + self.yes).exp().min(1.0)
    }

    /// `D_α(Ber(p)‖Ber(x))`, or back `D_α(Ber(x)‖Ber(p))`.
    ///
    /// With `e₂(x) = e^x − 1 − x` the moment is `1 + Σ p (z e₂(−l) + e₂(zl))`, z = α − 1: positive terms only, so
    /// that the divergence of two close tests keeps its digits. A large moment is summed as a logarithm.
    pub fn divergence(self, order: Order, back: bool) -> f64 {
        let z = order.value() - 1.0;
        let (level, power) = (self.log_level, (self.log_level + self.yes).min(0.0));
        let (log_level, log_power) = ([level, log1mexp(level)], [power, log1mexp(power)]);
        let (top, log_p, log_q, loss) = if back {
            (-self.no, log_level, log_power, [-self.yes, -self.no])
        } else {
            (self.yes, log_power, log_level, [self.yes, self.no])
        };
        if top == f64::INFINITY || z == f64::INFINITY {
            return top;
        }
        // Of an answer that one side never gives the moment has nothing.
        let part = |log_p: f64, loss: f64| if log_p == f64::NEG_INFINITY { log_p } else { log_p + z * loss };
        if z * top > 30.0 {
            return log_add_exp(part(log_p[0], loss[0]), part(log_p[1], loss[1])) / z;
        }
        let term = |at: usize| {
            let (p, q, l) = (log_p[at].exp(), log_q[at].exp(), loss[at]);
            if p == 0.0 {
                return [q, 0.0];
            }
            let slope = if l < -1.0 { q - p + p * l } else { p * expm1_minus_x(-l) };
            [slope, p * expm1_minus_x(z * l)]
        };
        let (yes, no) = (term(0), term(1));
        if z == 0.0 { yes[0] + no[0] } else { (z * (yes[0] + no[0]) + yes[1] + no[1]).ln_1p() / z }
    }

    /// The tangent at this point of the tests with its divergence: the logarithm of its slope, and its intercept at
    /// level 0, each rounded up.
    ///
    /// With `d = n − y` the slope is `(1−1/α) e^y (1−e^{αd})/(1−e^{(α−1)d})`, and that of the reverse divergence
    /// `e^n (1−e^{(α−1)d})/((1−1/α)(1−e^{αd}))`; at order 1 `(e^y − e^n)/(y − n)` and `(y − n)/(e^{−n} − e^{−y})`.
    pub fn tangent(self, order: Order, back: bool) -> (f64, f64) {
        let (alpha, z) = (order.value(), order.value() - 1.0);
        let Self { yes, no, .. } = self;
        let d = no - yes;
        if d == 0.0 {
            return (ROUNDING, ROUNDING * self.power());
        }
        // The logarithm of x s/p, the share of the power that the slope makes up, and the rest of the power.
        let ratio = || log1mexp(alpha * d) - log1mexp(z * d) - z.recip().ln_1p();
        let (share, rest) = match (back, z == 0.0) {
            (false, true) => {
                (log1mexp(d) - (-d).ln(), if d.is_finite() { expm1_minus_x(d) / -d } else { 1.0 })
            }
            (false, false) => {
                let fall =
                    if z.is_finite() { ((z * d).exp() * -d.exp_m1() / -(z * d).exp_m1()) * z } else { 0.0 };
                (ratio(), (1.0 - fall) / alpha)
            }
            (true, true) => (d + (-d).ln() - log1mexp(d), f64::NAN),
            (true, false) if z.is_infinite() => (d, f64::NAN),
            (true, false) => (d - ratio(), f64::NAN),
        };
        let rest = if rest.is_nan() { -share.exp_m1() } else { rest };
        let size = 1.0 + yes + if no.is_finite() { -no } else { 0.0 };
        let log_slope = if share == f64::NEG_INFINITY { share } else { share + yes + ROUNDING * size };
        let power = (self.log_level + yes).exp().min(1.0);
        (log_slope, power * (rest.max(0.0) * (1.0 + ROUNDING) + ROUNDING * size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tangent by differences: along it the divergence does not change.
    #[test]
    fn tangents_touch_the_level_set() {
        for (log_level, loss) in [(-1.0, 0.4), (-5.0, 3.0), (-0.1, 0.01), (-30.0, 20.0)] {
            for order in [1.0, 1.5, 2.0, 40.0] {
                for back in [false, true] {
                    let order = Order::new(order).expect("an order");
                    let point = Point::new(log_level, loss);
                    let (log_slope, intercept) = point.tangent(order, back);
                    let along = |share: f64| {
                        let (x, p) = (log_level.exp() * (1.0 + share), point.power());
                        let power = p + log_slope.exp() * log_level.exp() * share;
                        Point::new(x.ln(), (power / x).ln()).divergence(order, back)
                    };
                    let (here, size) = (along(0.0), 1e-5);
                    let first = (along(size) - along(-size)) / (2.0 * size);
                    assert!(
                        first.abs() < 2e-4 * (here + 1e-4),
                        "{log_level} {loss} {order:?} {back}: {first}"
                    );
                    let meant = point.power() - (log_slope + log_level).exp();
                    assert!((intercept - meant).abs() < 1e-12, "{intercept} {meant}");
                }
            }
        }
    }

    /// Against the definition, and for close tests against `p(1−p)`-weighted squares, which are exact to first order.
    #[test]
    fn divergences_keep_their_digits() {
        let point = Point::new(0.25f64.ln(), 2f64.ln());
        let two = Order::new(2.0).expect("an order");
        assert!((point.divergence(two, false) - (4.0f64 / 3.0).ln()).abs() < 1e-15);
        let close = Point::new(0.5f64.ln(), 1e-9);
        let expected = 0.5e-18;
        for back in [false, true] {
            assert!((close.divergence(Order::ONE, back) / expected - 1.0).abs() < 1e-8);
        }
    }
}
