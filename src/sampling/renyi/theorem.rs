//! Every theorem about the Rényi curve on a sample by its name: what it says at an order, or why it says nothing.

use serde::Serialize;
use thiserror::Error;

use super::{Condition, LARGEST_ORDER, Sampled, Tabulated, WholeOrder, abadi};
use crate::guarantee::{Interval, Order, Pair, Probability, Reverse};
use crate::mechanism::{Attained, Mechanism};
use crate::sampling::{Amplified, Direction};

/// How wide, relative to itself, the interval of a divergence may be that is called exact.
const EXACT: f64 = 1e-9;

/// A theorem that turns what is known of a mechanism into its Rényi curve on a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Theorem {
    /// The divergence of the pair that dominates the sample, in the worse direction; from above, to 1e-9 of itself.
    Exact,
    /// What the removal of a person loses at least: [`Sampled::lower`].
    Lower,
    /// [`Sampled::tight`], where [`Condition`] permits it.
    Tight,
    /// [`Sampled::general`].
    General,
    /// [`Sampled::tau_terms`], under the same condition as the tight bound.
    FewTerms,
    /// [`Sampled::tau_terms_general`].
    FewTermsGeneral,
    /// [`Sampled::without_replacement`].
    WithoutReplacement,
    /// [`abadi()`].
    Abadi,
}

impl Theorem {
    /// All of them, the exact value first.
    pub const ALL: [Self; 8] = [
        Self::Exact,
        Self::Lower,
        Self::Tight,
        Self::General,
        Self::FewTerms,
        Self::FewTermsGeneral,
        Self::WithoutReplacement,
        Self::Abadi,
    ];

    /// The word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Tight => "tight",
            Self::General => "general",
            Self::FewTerms => "few-terms",
            Self::FewTermsGeneral => "few-terms-general",
            Self::WithoutReplacement => "without-replacement",
            Self::Abadi => "abadi",
        }
    }

    /// What it is, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Exact => "the divergence of the dominating pair",
            Self::Lower => "what the pair attains at least",
            Self::Tight => "the tight bound, where its condition holds",
            Self::General => "the bound of any mechanism",
            Self::FewTerms => "the tight bound by few terms at either end",
            Self::FewTermsGeneral => "the general bound by few terms at either end",
            Self::WithoutReplacement => "the bound on subsets of a fixed size",
            Self::Abadi => "the bound of Abadi et al. 2016",
        }
    }

    /// Under which sampling and relation it holds.
    pub const fn holds(self) -> &'static str {
        match self {
            Self::WithoutReplacement => "a subset of fixed size, replace",
            Self::Exact
            | Self::Lower
            | Self::Tight
            | Self::General
            | Self::FewTerms
            | Self::FewTermsGeneral
            | Self::Abadi => "Poisson sampling, add or remove",
        }
    }

    /// Whether it bounds the divergence from below. Such a bound says nothing of ε at δ: the conversion from a Rényi
    /// curve only bounds ε from above.
    pub const fn bounds_below(self) -> bool {
        matches!(self, Self::Lower)
    }
}

/// Why a theorem says nothing, in words a person can act on.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum Silent {
    /// A mechanism without a pair.
    #[error("only a bound of the Rényi curve of this mechanism is known, which need not be attained")]
    OnlyCurve,
    /// A pair that no two data sets need have.
    #[error("the pair that bounds this mechanism need not be attained")]
    NotAttained,
    /// A divergence that is not known closely enough.
    #[error(
        "from here on the exact value is known only to more than {EXACT} of itself; lower and tight, or general, \
         enclose it"
    )]
    NotExact,
    /// Outside of the lemma of Abadi et al.
    #[error(
        "it holds for Gaussian noise with σ ≥ 1, a rate below 1/(16σ) and orders up to 1 + σ² log(1/(rate·σ))"
    )]
    OutsideLemma,
    /// A negative odd moment.
    #[error(
        "the condition of the tight bound fails: an odd moment of the ratio, of power {power}, is negative; use the \
         general bound"
    )]
    ConditionFails {
        /// The first odd power whose moment is negative.
        power: u64,
    },
    /// An odd moment of unknown sign.
    #[error(
        "nothing shows that the odd moments of the ratio are not negative; use the general bound, or assert the condition \
         if you know that it holds"
    )]
    ConditionUnknown,
}

/// The Rényi curve of a mechanism, whole order by whole order; each is computed once.
type Curve<'a> = Tabulated<Box<dyn Fn(Order) -> f64 + 'a>>;

/// A mechanism on a share of the records, as every theorem sees it.
pub struct Theorems<'a> {
    mechanism: &'a Mechanism,
    rate: Probability,
    terms: u64,
    condition: Condition,
    /// Whether a person takes the condition for granted where nothing decides it.
    asserted: bool,
    /// Its curve in the worse order of two neighbours, from above.
    above: Sampled<Curve<'a>>,
    /// The curve of removal from below, if some two data sets attain it.
    below: Result<Sampled<Curve<'a>>, Silent>,
    /// The pairs of the two directions; none at the rates 0 and 1.
    pairs: Vec<Amplified<'a>>,
}

impl<'a> Theorems<'a> {
    /// For whole orders up to `largest`; `terms` is the τ of the bounds by few terms.
    pub fn new(mechanism: &'a Mechanism, rate: Probability, terms: u64, largest: WholeOrder) -> Self {
        let tabulated = |curve: Box<dyn Fn(Order) -> f64 + 'a>| {
            let remembered = largest.value().min(LARGEST_ORDER) as usize;
            Sampled::new(Tabulated::new(curve, remembered), rate)
        };
        let below = match mechanism.pair() {
            None => Err(Silent::OnlyCurve),
            // The moments of removal add up to its divergence on the sample whatever the other order is.
            Some(pair) if mechanism.entry().attained == Attained::Together => {
                Ok(tabulated(Box::new(move |order| pair.renyi(order).lower)))
            }
            Some(_) => Err(Silent::NotAttained),
        };
        let base = mechanism.pair().filter(|_| rate.value() > 0.0 && rate.value() < 1.0);
        let one = |direction| base.map(|base| Amplified::new(base, rate.value(), direction));
        Self {
            mechanism,
            rate,
            terms,
            condition: Condition::of(mechanism, largest),
            asserted: false,
            above: tabulated(Box::new(move |order| mechanism.renyi(order).upper)),
            below,
            pairs: [Direction::Remove, Direction::Add].into_iter().filter_map(one).collect(),
        }
    }

    /// Takes the condition of the tight bound for granted where nothing decides it: of a curve of one's own only the person
    /// who has the mechanism can know its odd moments. Where a moment is known to be negative nothing is taken for granted.
    pub fn asserting(self) -> Self {
        Self { asserted: true, ..self }
    }

    /// Whether a theorem says what it says only because the condition was taken for granted.
    pub fn rests_on_assertion(&self, theorem: Theorem) -> bool {
        let needed = matches!(theorem, Theorem::Tight | Theorem::FewTerms);
        needed && self.asserted && matches!(self.condition, Condition::Undecided { .. })
    }

    /// ε′(α) by a theorem: rounded up, but for the lower bound, which is rounded down.
    pub fn at(&self, theorem: Theorem, order: WholeOrder) -> Result<f64, Silent> {
        match theorem {
            Theorem::Exact => self.exact(order),
            Theorem::Lower => self.below.as_ref().map(|below| below.lower(order)).map_err(|&silent| silent),
            Theorem::Tight => self.permitted(order).map(|()| self.above.tight(order)),
            Theorem::General => Ok(self.above.general(order)),
            Theorem::FewTerms => self.permitted(order).map(|()| self.above.tau_terms(order, self.terms)),
            Theorem::FewTermsGeneral => Ok(self.above.tau_terms_general(order, self.terms)),
            Theorem::WithoutReplacement => Ok(self.above.without_replacement(order)),
            Theorem::Abadi => match self.mechanism {
                Mechanism::Gaussian(gaussian) => {
                    abadi(*gaussian, self.rate, order).ok_or(Silent::OutsideLemma)
                }
                _ => Err(Silent::OutsideLemma),
            },
        }
    }

    /// ε(α) of the mechanism on all records.
    pub fn base(&self, order: Order) -> f64 {
        self.mechanism.renyi(order).upper
    }

    /// Whether the mechanism is known by a pair whose two orders are alike.
    pub(super) fn is_symmetric(&self) -> bool {
        self.mechanism.pair().is_some_and(|pair| matches!(pair.reverse(), Reverse::Same))
    }

    /// The divergence of the dominating pair in the worse direction, from above, where it is known to [`EXACT`].
    fn exact(&self, order: WholeOrder) -> Result<f64, Silent> {
        if self.mechanism.pair().is_none() {
            return Err(Silent::OnlyCurve);
        }
        let either = self.pairs.iter().map(|pair| pair.renyi(order.into())).reduce(Interval::max);
        match either {
            // Nobody takes part, or everyone.
            None => Ok(self.above.cap(order.into())),
            Some(Interval { lower, upper }) => {
                let close = upper == lower || upper - lower <= EXACT * upper + 2.0 * f64::MIN_POSITIVE;
                if close { Ok(upper) } else { Err(Silent::NotExact) }
            }
        }
    }

    fn permitted(&self, order: WholeOrder) -> Result<(), Silent> {
        match self.condition {
            condition if condition.permits_tight(order) => Ok(()),
            Condition::Fails { power } => Err(Silent::ConditionFails { power }),
            Condition::Undecided { .. } if self.asserted => Ok(()),
            Condition::ByTheorem | Condition::Checked(_) | Condition::Undecided { .. } => {
                Err(Silent::ConditionUnknown)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Gaussian, Laplace, TwoPoint, Zcdp};

    fn whole(order: u64) -> WholeOrder {
        WholeOrder::new(order).expect("a whole order")
    }

    fn at(mechanism: &Mechanism, rate: f64, theorem: Theorem, order: u64) -> Result<f64, Silent> {
        Theorems::new(mechanism, Probability::clamped(rate), 10, whole(order)).at(theorem, whole(order))
    }

    #[test]
    fn words_are_those_of_the_data() {
        for theorem in Theorem::ALL {
            let written = serde_json::to_value(theorem).expect("a word");
            assert_eq!(written, theorem.word());
        }
    }

    /// A pair whose orders differ: `lower` is the divergence of removal, `log(Σ mix² / q)`, not of the worse order of
    /// the mechanism, and `exact` that of the worse order on the sample.
    #[test]
    fn lower_is_what_removal_loses() {
        let (p, q, rate) = (0.2, 0.4, 0.1);
        let mechanism = Mechanism::TwoPoint(TwoPoint::new(p, q).expect("probabilities"));
        let mix = q + rate * (p - q);
        let second = |p: f64, q: f64| (p * p / q + (1.0 - p) * (1.0 - p) / (1.0 - q)).ln();
        let (removed, added) = (second(mix, q), second(q, mix));
        let lower = at(&mechanism, rate, Theorem::Lower, 2).expect("a bound");
        let exact = at(&mechanism, rate, Theorem::Exact, 2).expect("a value");
        assert!(lower <= removed && lower > removed * (1.0 - 1e-12), "{lower} {removed}");
        assert!(
            (exact / removed.max(added) - 1.0).abs() < 1e-9 && exact >= removed.max(added) * (1.0 - 1e-13)
        );
    }

    #[test]
    fn silence_has_its_reason() {
        let gaussian = Mechanism::Gaussian(Gaussian::with_sigma(1.0));
        let laplace = Mechanism::Laplace(Laplace::new(1.0).expect("a scale"));
        let curve = Mechanism::Zcdp(Zcdp::new(0.1, 0.0).expect("a curve"));
        let failing = Mechanism::TwoPoint(TwoPoint::new(0.1, 0.2).expect("probabilities"));
        for (mechanism, theorem, silent) in [
            (&gaussian, Theorem::Abadi, Silent::OutsideLemma),
            (&laplace, Theorem::Abadi, Silent::OutsideLemma),
            (&curve, Theorem::Exact, Silent::OnlyCurve),
            (&curve, Theorem::Lower, Silent::OnlyCurve),
            (&curve, Theorem::Tight, Silent::ConditionUnknown),
            (&failing, Theorem::FewTerms, Silent::ConditionFails { power: 3 }),
        ] {
            assert_eq!(at(mechanism, 0.1, theorem, 3), Err(silent), "{theorem:?}");
        }
        assert!(at(&failing, 0.1, Theorem::Tight, 2).is_ok() && at(&curve, 0.1, Theorem::General, 3).is_ok());
    }

    /// An assertion decides what nothing else does, and never what is known to be false.
    #[test]
    fn what_is_asserted_is_taken_for_granted_where_nothing_decides() {
        let gaussian = Mechanism::Gaussian(Gaussian::with_sigma(2.0));
        // ε(α) = α/8 is the curve of that noise; of the curve alone nothing says so.
        let curve = Mechanism::Zcdp(Zcdp::new(0.125, 0.0).expect("a curve"));
        let failing = Mechanism::TwoPoint(TwoPoint::new(0.1, 0.2).expect("probabilities"));
        let rate = Probability::clamped(0.1);
        for order in [2, 3, 8, 40] {
            let asserted = Theorems::new(&curve, rate, 10, whole(order)).asserting();
            for theorem in [Theorem::Tight, Theorem::FewTerms] {
                let (found, known) = (asserted.at(theorem, whole(order)), at(&gaussian, 0.1, theorem, order));
                let (found, known) = (found.expect("asserted"), known.expect("by a theorem"));
                assert!((found / known - 1.0).abs() < 1e-12, "{theorem:?} {order}: {found} {known}");
                assert!(asserted.rests_on_assertion(theorem));
            }
            assert!(!asserted.rests_on_assertion(Theorem::General));
        }
        let refused = Theorems::new(&failing, rate, 10, whole(9)).asserting();
        assert_eq!(refused.at(Theorem::Tight, whole(9)), Err(Silent::ConditionFails { power: 3 }));
        assert!(!refused.rests_on_assertion(Theorem::Tight));
        let proved = Theorems::new(&gaussian, rate, 10, whole(9)).asserting();
        assert!(!proved.rests_on_assertion(Theorem::Tight));
    }

    #[test]
    fn nobody_and_everybody_are_exact() {
        let mechanism = Mechanism::Gaussian(Gaussian::with_sigma(1.0));
        for theorem in [Theorem::Exact, Theorem::Lower, Theorem::Tight, Theorem::General, Theorem::FewTerms] {
            assert_eq!(at(&mechanism, 0.0, theorem, 8), Ok(0.0));
            let all = at(&mechanism, 1.0, theorem, 8).expect("a value");
            assert!((all / 4.0 - 1.0).abs() < 1e-13, "{theorem:?}: {all}");
        }
    }

    /// At the largest order every theorem about Gaussian noise still answers, and few terms are never below all.
    #[test]
    fn large_orders_are_answered() {
        for mechanism in [
            Mechanism::Gaussian(Gaussian::with_sigma(50.0)),
            Mechanism::Laplace(Laplace::new(2.0).expect("a scale")),
        ] {
            let theorems = Theorems::new(&mechanism, Probability::clamped(1e-3), 50, whole(LARGEST_ORDER));
            let value = |theorem| theorems.at(theorem, whole(LARGEST_ORDER)).expect("an answer");
            let chain = [Theorem::Lower, Theorem::Tight, Theorem::FewTerms].map(value);
            assert!(chain.windows(2).all(|pair| pair[0] <= pair[1] * (1.0 + 1e-9)), "{chain:?}");
            assert!(value(Theorem::Tight) <= value(Theorem::General));
            assert!(value(Theorem::General) <= value(Theorem::FewTermsGeneral) * (1.0 + 1e-9));
            assert!(value(Theorem::WithoutReplacement) <= theorems.base(whole(LARGEST_ORDER).into()));
        }
    }
}
