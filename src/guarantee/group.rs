//! Group privacy: what one guarantee says of data sets that are several steps apart.

use super::{Conversion, Order, Probability, RenyiBound};

/// A guarantee as it is published, for one step between neighbours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Published {
    /// ε-differential privacy.
    Pure {
        /// ε ≥ 0.
        epsilon: f64,
    },
    /// (ε, δ)-differential privacy.
    Approximate {
        /// ε ≥ 0.
        epsilon: f64,
        /// δ.
        delta: Probability,
    },
    /// ρ-zero-concentrated differential privacy: `D_α ≤ ρα` at every order.
    Concentrated {
        /// ρ ≥ 0.
        rho: f64,
    },
}

impl Published {
    /// The same guarantee for data sets that are `steps` steps of its relation apart, rounded up.
    ///
    /// - ε grows to `mε` (Dwork and Roth 2014, Thm 2.2);
    /// - δ to `δ(1 + e^ε + … + e^{(m−1)ε}) = δ(e^{mε} − 1)/(e^ε − 1)`, since `P_0(S) ≤ e^ε P_1(S) + δ` holds at every
    ///   step (Vadhan 2017, Lemma 2.2, which states the larger `m e^{mε} δ`);
    /// - ρ to `m²ρ` (Bun and Steinke 2016, Prop. 1.9).
    ///
    /// The first step must hold for the data sets in between too. Of one step it is the guarantee itself.
    pub fn apart(self, steps: u64) -> Self {
        if steps == 1 {
            return self;
        }
        let m = steps as f64;
        match self {
            Self::Pure { epsilon } => Self::Pure { epsilon: product(m, epsilon) },
            Self::Approximate { epsilon, delta } => {
                let delta =
                    if delta.value() == 0.0 { 0.0 } else { product(delta.value(), growth(m, epsilon)) };
                Self::Approximate { epsilon: product(m, epsilon), delta: Probability::clamped(delta) }
            }
            Self::Concentrated { rho } => Self::Concentrated { rho: product(m, product(m, rho)) },
        }
    }

    /// The ε of a concentrated guarantee at a δ, by its Rényi curve ρα; `None` of the others.
    pub fn concentrated_epsilon(self, delta: Probability) -> Option<RenyiBound> {
        match self {
            Self::Concentrated { rho } => {
                let curve = |order: Order| if rho == 0.0 { 0.0 } else { rho * order.value() };
                Some(Conversion::Tight.epsilon(&curve, delta))
            }
            Self::Pure { .. } | Self::Approximate { .. } => None,
        }
    }
}

/// A product of numbers that are not negative, rounded up.
fn product(a: f64, b: f64) -> f64 {
    let exact = a * b;
    if exact == 0.0 && (a == 0.0 || b == 0.0) { 0.0 } else { exact.next_up() }
}

/// `(e^{mε} − 1)/(e^ε − 1)`, rounded up; m at ε = 0.
fn growth(m: f64, epsilon: f64) -> f64 {
    if epsilon == 0.0 {
        return m;
    }
    let total = m * epsilon;
    // The rounding of mε moves its exponential by as much of itself.
    let rounding = f64::EPSILON * (8.0 + 2.0 * total);
    if total < 700.0 {
        return total.exp_m1() / epsilon.exp_m1() * (1.0 + rounding);
    }
    let log = total - if epsilon < 700.0 { epsilon.exp_m1().ln() } else { epsilon };
    (log * (1.0 + rounding)).exp() * (1.0 + rounding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guarantee::Pair;
    use crate::mechanism::Gaussian;
    use proptest::prelude::*;

    fn approximate(epsilon: f64, delta: f64) -> Published {
        Published::Approximate { epsilon, delta: Probability::clamped(delta) }
    }

    fn parts(published: Published) -> (f64, f64) {
        match published {
            Published::Approximate { epsilon, delta } => (epsilon, delta.value()),
            other => panic!("{other:?}"),
        }
    }

    /// The second route: group privacy of a trade-off curve f is `1 − (1 − f)^{∘m}` (Dong, Roth and Su 2022, Thm 2.14),
    /// and δ at mε is the power of a test without false alarms, `(1 − f)^{∘m}(0)`.
    fn iterated(epsilon: f64, delta: f64, steps: u64) -> f64 {
        let power = |x: f64| {
            let above = delta + epsilon.exp() * x;
            above.min(1.0 - (-epsilon).exp() * (1.0 - delta - x)).min(1.0)
        };
        (0..steps).fold(0.0, |x, _| power(x))
    }

    proptest! {
        #[test]
        fn a_group_of_one_is_the_guarantee(epsilon in 0.0..20.0f64, delta in 0.0..1.0f64) {
            prop_assert_eq!(approximate(epsilon, delta).apart(1), approximate(epsilon, delta));
            prop_assert_eq!(Published::Pure { epsilon }.apart(1), Published::Pure { epsilon });
            prop_assert_eq!(Published::Concentrated { rho: delta }.apart(1), Published::Concentrated { rho: delta });
        }

        /// A group of a·b is a group of a, of groups of b.
        #[test]
        fn groups_of_groups_are_groups(epsilon in 0.0..2.0f64, log in -30.0..-1.0f64, a in 1u64..8, b in 1u64..8) {
            let one = approximate(epsilon, log.exp());
            let (whole, twice) = (parts(one.apart(a * b)), parts(one.apart(b).apart(a)));
            prop_assert!((whole.0 - twice.0).abs() <= 1e-14 * whole.0, "{whole:?} {twice:?}");
            prop_assert!((whole.1 - twice.1).abs() <= 1e-12 * whole.1, "{whole:?} {twice:?}");
        }

        /// Never below the iterated trade-off curve, and that very number as long as no step saturates.
        #[test]
        fn it_is_the_iterated_trade_off_curve(epsilon in 0.0..3.0f64, log in -30.0..-1.0f64, steps in 2u64..20) {
            let delta = log.exp();
            let (_, found) = parts(approximate(epsilon, delta).apart(steps));
            let exact = iterated(epsilon, delta, steps);
            prop_assert!(found >= exact * (1.0 - 1e-13), "{found} {exact}");
            if found < 0.5 * (1.0 - delta) / (1.0 + epsilon.exp()) {
                prop_assert!(found <= exact * (1.0 + 1e-12), "{found} {exact}");
            }
        }

        /// Never below the exact profile of normal noise, for which a group of m is noise of σ/m.
        #[test]
        fn it_bounds_the_group_of_normal_noise(sigma in 0.5..50.0f64, epsilon in 0.0..4.0f64, steps in 1u64..10) {
            let delta = Gaussian::with_sigma(sigma).profile(epsilon).upper;
            let (far, found) = parts(approximate(epsilon, delta).apart(steps));
            let exact = Gaussian::with_sigma(sigma / steps as f64).profile(far);
            prop_assert!(exact.lower <= found, "{exact:?} {found}");
            let rho = 0.5 / (sigma * sigma);
            let Published::Concentrated { rho } = (Published::Concentrated { rho }).apart(steps) else { panic!() };
            let curve = Gaussian::with_sigma(sigma / steps as f64).renyi(Order::above_one(1.0));
            prop_assert!(2.0 * rho >= curve.lower && 2.0 * rho <= curve.upper * (1.0 + 1e-12));
        }
    }

    /// Two steps are one removed and one added: (2ε, (1 + e^ε)δ).
    #[test]
    fn two_steps_are_a_replacement() {
        let (epsilon, delta) = parts(approximate(1.0, 1e-5).apart(2));
        assert!(
            (epsilon / 2.0 - 1.0).abs() < 1e-15 && (delta / ((1.0 + 1f64.exp()) * 1e-5) - 1.0).abs() < 1e-14
        );
    }

    #[test]
    fn ends_are_finite_and_safe() {
        let (none, sum) = parts(approximate(0.0, 1e-3).apart(7));
        assert!(none == 0.0 && (7e-3..7e-3 * (1.0 + 1e-15)).contains(&sum), "{sum}");
        assert_eq!(parts(approximate(100.0, 1e-9).apart(1_000_000)).1, 1.0);
        assert_eq!(parts(approximate(800.0, 0.0).apart(9)).1, 0.0);
        let (_, far) = parts(approximate(300.0, 1e-300).apart(3));
        assert!((far.ln() - (600.0 - 300.0 * 10f64.ln())).abs() < 1e-9, "{far}");
    }

    /// `ρ + 2√(ρ log(1/δ))` is the conversion that came first: never below.
    #[test]
    fn a_concentrated_guarantee_has_its_epsilon() {
        let delta = Probability::clamped(1e-5);
        let found = Published::Concentrated { rho: 0.1 }.concentrated_epsilon(delta).expect("a bound").upper;
        let basic = 0.1 + 2.0 * (0.1 * 1e5f64.ln()).sqrt();
        assert!(found < basic && found > 0.8 * basic, "{found} {basic}");
        assert!(approximate(1.0, 1e-5).concentrated_epsilon(delta).is_none());
    }
}
