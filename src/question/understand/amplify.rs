//! The Rényi bounds of a mechanism on a sample, beside each other, and what they add up to.

use serde::Serialize;

use super::amplify_figure;
use super::amplify_growth::{ComposedCurve, GROWTH, Growth};
use crate::figure::Figure;
use crate::guarantee::{Order, Probability};
use crate::mechanism::{Mechanism, Range};
use crate::question::Ask;
use crate::question::field::common::{PICTURE, RATES};
use crate::question::field::described::{Field, Kind, Word};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::read_mechanism;
use crate::sampling::renyi::{Course, End, LARGEST_ORDER, Silent, Theorem, Theorems, WholeOrder};
use crate::watch;

/// The most orders or counts of one question.
pub(super) const MOST: usize = 1000;

/// The most work, as the sum of the orders: a sum has as many terms as its order.
const WORK: f64 = 2e6;

pub(super) const BOUNDS: [Word; 8] = {
    let mut words = [Word::new("", ""); 8];
    let mut at = 0;
    while at < words.len() {
        let theorem = Theorem::ALL[at];
        words[at] = Word::new(theorem.word(), theorem.meaning());
        at += 1;
    }
    words
};

/// "How does sampling shrink this Rényi curve, by which theorem?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AmplifyQuestion {
    /// The mechanism on all records; under replace for the bound without replacement.
    pub mechanism: Mechanism,
    /// The share of the records it sees.
    pub rate: f64,
    /// Whole orders, by increasing order.
    pub orders: Vec<f64>,
    /// Terms at either end of the sum for the bounds by few terms; 10 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub terms: f64,
    /// Which theorems; all if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub bounds: Vec<Theorem>,
    /// Whether the condition of the tight bound is taken for granted where nothing decides it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub asserted: bool,
    /// Asks for the ε of many releases instead of the divergence of one.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub growth: Option<Growth>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// One theorem's bounds, or why it has none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AmplifiedCurve {
    /// Which.
    pub bound: Theorem,
    /// Under which sampling and relation it holds.
    pub holds: &'static str,
    /// ε at each order, as far as the theorem holds; or, of many releases, the least
    /// `count · ε(α) + log(1/δ)/(α−1)` over those orders, for each count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub epsilon: Vec<Number>,
    /// Of many releases, the order that gave each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub order: Vec<f64>,
    /// Of many releases, whether that order is the first or the last known one, so that another may be better.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub edge: Vec<bool>,
    /// Why there is none, or none at larger orders, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
    /// What it takes for granted because the question asserts it; absent where nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asserted: Option<&'static str>,
}

/// How the curve of the sample runs, to an order of magnitude: to read it by, no bound.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct DescribedCourse {
    /// At small orders ε′(α) is about this times α: `½γ²(e^{ε(2)} − 1)`.
    pub slope: f64,
    /// Of an unbounded loss, the order of the transition as the source states it, where `αγe^{ε(α)} = 1/γ`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated_order: Option<f64>,
    /// Of an unbounded loss, the order from which on the last term of the sum counts, where `ε(α) = log(1/γ)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_term_order: Option<f64>,
    /// Of a bounded loss, where the curve flattens: `log(1 + γ(e^{ε(∞)} − 1))`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<f64>,
    /// The first of the orders asked at which the tight curve is more than twice `slope · α`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_order: Option<f64>,
    /// All of it in words.
    pub sentence: String,
}

/// The curves.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AmplifyAnswer {
    /// The orders.
    pub orders: Vec<f64>,
    /// ε of the mechanism on all records.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub base: Vec<Number>,
    /// One entry per theorem.
    pub curves: Vec<AmplifiedCurve>,
    /// Of many releases, one entry per accountant asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub composed: Vec<ComposedCurve>,
    /// How the curve of one release runs; absent where nothing is sampled or the second moment is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<DescribedCourse>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const MECHANISM: Field = Field::of("mechanism", "what adds the noise to each sample", Kind::Mechanism);
const RATE: Field = Field::number("rate", "the share of the records in a sample", RATES);
const ORDERS: Field = Field::ascending(
    "orders",
    "Rényi orders, whole numbers",
    Range::whole(2.0, LARGEST_ORDER as f64),
    [1, MOST],
);
const TERMS: Field =
    Field::number_or("terms", "terms of the bounds by few terms", Range::whole(2.0, 1000.0), 10.0);
const BOUND_WORDS: Field = Field::choices("bounds", "which bounds; all if absent", &BOUNDS, &[]);
const ASSERTED: Field = Field::flag(
    "asserted",
    "whether to take the condition of the tight bound for granted where nothing decides it",
    false,
);

/// What is said beside every number that rests on the assertion.
const TAKEN_FOR_GRANTED: &str = "asserted, not checked: every odd moment of the ratio is at least 0, in both orders of \
     every two neighbours";

impl Ask for AmplifyQuestion {
    const ABOUT: &'static str = "How much does sampling help? The Rényi curve on a sample, by every theorem.";
    const FIELDS: &'static [Field] =
        &[MECHANISM, RATE, ORDERS, TERMS, BOUND_WORDS, ASSERTED, GROWTH, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "amplify", "mechanism": {"kind": "laplace", "scale": 2},
 "rate": 0.001, "orders": [2, 10, 100]}"#,
        r#"{"ask": "amplify", "mechanism": {"kind": "zcdp", "rho": 0.02}, "rate": 0.01, "orders": [2, 8, 32],
 "bounds": ["tight", "general"], "asserted": true}"#,
        r#"{"ask": "amplify", "mechanism": {"kind": "gaussian", "sigma": 5}, "rate": 0.001,
 "orders": [2, 8, 32, 128, 256, 330], "bounds": ["tight", "general"],
 "growth": {"delta": 1e-8, "counts": [1, 1000], "accountants": ["fourier", "advanced"]}}"#,
    ];
    type Answer = AmplifyAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let named = fields.words(&BOUND_WORDS)?;
        let asked = |theorem: &Theorem| named.is_empty() || named.contains(&theorem.word());
        let orders = fields.numbers(&ORDERS)?;
        if orders.iter().sum::<f64>() > WORK {
            let fewer = format!("few enough to sum: orders that add up to at most {WORK}");
            return Err(fields.at(&ORDERS).refuse(fewer));
        }
        Ok(Self {
            mechanism: read_mechanism(&fields.at(&MECHANISM), None)?.build(),
            rate: fields.number(&RATE)?,
            orders,
            terms: fields.number(&TERMS)?,
            bounds: Theorem::ALL.into_iter().filter(asked).collect(),
            asserted: fields.flag(&ASSERTED)?,
            growth: fields.if_there(&GROWTH, |place| Growth::read(&place))?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let rate = Probability::clamped(self.rate);
        let whole: Vec<WholeOrder> =
            self.orders.iter().filter_map(|&order| WholeOrder::new(order as u64)).collect();
        let largest = whole.last().copied().unwrap_or(WholeOrder::TWO);
        let theorems = Theorems::new(&self.mechanism, rate, self.terms as u64, largest);
        let theorems = if self.asserted { theorems.asserting() } else { theorems };
        let known: Vec<Known> =
            self.bounds.iter().map(|&theorem| Known::of(&theorems, theorem, &whole)).collect();
        let base: Vec<(Order, f64)> =
            whole.iter().map(|&order| (order.into(), theorems.base(order.into()))).collect();
        let tight = known.iter().find(|known| known.theorem == Theorem::Tight);
        let course = Course::of(&|order: Order| theorems.base(order), rate)
            .map(|course| course_of(course, tight.map_or(&[], |tight| &tight.curve)));
        let mut answer = AmplifyAnswer {
            orders: self.orders.clone(),
            base: match &self.growth {
                Some(growth) => growth.epsilon(&base).into_iter().map(|bound| Number(bound.upper)).collect(),
                None => values(&base),
            },
            curves: known.into_iter().map(|known| known.told(self.growth.as_ref())).collect(),
            composed: self
                .growth
                .as_ref()
                .map_or(Vec::new(), |growth| growth.composed(&self.mechanism, self.rate)),
            course,
            figure: None,
        };
        answer.figure = self.picture.then(|| amplify_figure::picture(self, &answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

/// What a theorem says at the orders asked, as far as it says anything.
struct Known {
    theorem: Theorem,
    curve: Vec<(Order, f64)>,
    ends: Option<String>,
    asserted: bool,
}

impl Known {
    fn of(theorems: &Theorems<'_>, theorem: Theorem, orders: &[WholeOrder]) -> Self {
        watch::step();
        let (mut curve, mut ends) = (Vec::new(), None);
        for (at, &order) in orders.iter().enumerate() {
            let found = match watch::piece(at, orders.len()) {
                Ok(()) => theorems.at(theorem, order).map_err(|silent: Silent| silent.to_string()),
                Err(stopped) => Err(stopped.to_string()),
            };
            match found {
                Ok(value) => curve.push((order.into(), value)),
                Err(reason) => {
                    ends = Some(reason);
                    break;
                }
            }
        }
        Self { theorem, curve, ends, asserted: theorems.rests_on_assertion(theorem) }
    }

    /// As an answer holds it: of one release, or of many.
    fn told(self, growth: Option<&Growth>) -> AmplifiedCurve {
        const FROM_BELOW: &str =
            "a lower bound of the divergence bounds no ε: only the conversion of an upper bound does";
        let Self { theorem: bound, curve, ends: unavailable, asserted } = self;
        let asserted = asserted.then_some(TAKEN_FOR_GRANTED);
        let (order, edge) = (Vec::new(), Vec::new());
        let (holds, epsilon) = (bound.holds(), Vec::new());
        let told = AmplifiedCurve { bound, holds, epsilon, order, edge, unavailable, asserted };
        match growth {
            None => AmplifiedCurve { epsilon: values(&curve), ..told },
            Some(_) if bound.bounds_below() => {
                AmplifiedCurve { unavailable: told.unavailable.or(Some(FROM_BELOW.into())), ..told }
            }
            Some(growth) => {
                let bounds = growth.epsilon(&curve);
                AmplifiedCurve {
                    epsilon: bounds.iter().map(|bound| Number(bound.upper)).collect(),
                    order: bounds.iter().map(|bound| bound.order.value()).collect(),
                    edge: bounds.iter().map(|bound| bound.at_edge).collect(),
                    ..told
                }
            }
        }
    }
}

fn values(curve: &[(Order, f64)]) -> Vec<Number> {
    curve.iter().map(|&(_, value)| Number(value)).collect()
}

fn course_of(course: Course, tight: &[(Order, f64)]) -> DescribedCourse {
    let seen_order = course.left(tight).map(Order::value);
    let (stated_order, last_term_order, cap) = match course.end {
        End::Transition { stated, last_term } => (Some(stated), Some(last_term), None),
        End::Cap(cap) => (None, None, Some(cap)),
    };
    let sentence = amplify_figure::course_sentence(&course, seen_order);
    DescribedCourse { slope: course.slope, stated_order, last_term_order, cap, seen_order, sentence }
}
