//! The Rényi bounds of a mechanism on a sample, beside each other, and what they add up to.

use crate::question::Ask;
use serde::Serialize;

use super::composition::REPEATS;
use super::plan::Target;
use crate::figure::{Axis, Figure, Side};
use crate::guarantee::{Interval, Order, Pair, Probability, Reverse};
use crate::mechanism::{Mechanism, Range};
use crate::question::field::common::{self, PICTURE, RATES};
use crate::question::field::described::{Field, Kind, Word};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::read_mechanism;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number, values};
use crate::sampling::renyi::{AtomPair, Condition, Sampled, WholeOrder, abadi, epsilon_on_orders};
use crate::sampling::{Amplified, Direction};

/// How wide, relative to itself, the interval of a divergence may be that is called exact.
const EXACT: f64 = 1e-9;

/// The most orders or counts of one question.
const MOST: usize = 1000;

/// The theorems, in the order of an answer.
const BOUNDS: [Word; 8] = [
    Word::new("exact", "the divergence of the dominating pair"),
    Word::new("lower", "what the pair attains at least"),
    Word::new("tight", "the tight bound, where its condition holds"),
    Word::new("general", "the bound of any mechanism"),
    Word::new("few-terms", "the tight bound by few terms at either end"),
    Word::new("few-terms-general", "the general bound by few terms at either end"),
    Word::new("without-replacement", "the bound on subsets of a fixed size"),
    Word::new("abadi", "the bound of Abadi et al. 2016"),
];

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
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string[]"))]
    pub bounds: Vec<&'static str>,
    /// Asks for the ε of many releases instead of the divergence of one.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub growth: Option<Growth>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// Many releases, each on a fresh sample.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Growth {
    /// The δ at which ε is asked for.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub delta: Probability,
    /// How many, by increasing number.
    pub counts: Vec<f64>,
}

/// One theorem's bounds, or why it has none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AmplifiedCurve {
    /// Which: `exact` (from above, to 1e-9 of itself), `lower`, `tight`, `general`, `few-terms`, `few-terms-general`,
    /// `without-replacement` or `abadi`.
    pub bound: &'static str,
    /// Under which sampling and relation it holds.
    pub holds: &'static str,
    /// ε at each order, as far as the theorem holds; or, of many releases, the least
    /// `count · ε(α) + log(1/δ)/(α−1)` over those orders, for each count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub epsilon: Vec<Number>,
    /// Why there is none, or none at larger orders, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
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
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const MECHANISM: Field = Field::of("mechanism", "what adds the noise to each sample", Kind::Mechanism);
const RATE: Field = Field::number("rate", "the share of the records in a sample", RATES);
const ORDERS: Field =
    Field::ascending("orders", "Rényi orders, whole numbers", Range::whole(2.0, 4096.0), [1, MOST]);
const TERMS: Field =
    Field::number_or("terms", "terms of the bounds by few terms", Range::whole(2.0, 1000.0), 10.0);
const BOUND_WORDS: Field = Field::choices("bounds", "which bounds; all if absent", &BOUNDS, &[]);
const COUNTS: Field = Field::ascending("counts", "how often a sample is drawn", REPEATS, [1, MOST]);
const GROWTH: Field = Field::group(
    "growth",
    "ε at δ for many samples, instead of the divergence of one",
    &[common::DELTA, COUNTS],
)
.optional();

impl Ask for AmplifyQuestion {
    const ABOUT: &'static str = "How much does sampling help? The Rényi curve on a sample, by every theorem.";
    const FIELDS: &'static [Field] = &[MECHANISM, RATE, ORDERS, TERMS, BOUND_WORDS, GROWTH, PICTURE];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "amplify", "mechanism": {"kind": "laplace", "scale": 2},
 "rate": 0.001, "orders": [2, 10, 100]}"#];
    type Answer = AmplifyAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let bounds = fields.words(&BOUND_WORDS)?;
        let growth = fields.if_there(&GROWTH, |place| {
            let fields = place.form(&[common::DELTA, COUNTS])?;
            let delta = Probability::clamped(fields.number(&common::DELTA)?);
            Ok(Growth { delta, counts: fields.numbers(&COUNTS)? })
        })?;
        Ok(Self {
            mechanism: read_mechanism(&fields.at(&MECHANISM), None)?.build(),
            rate: fields.number(&RATE)?,
            orders: fields.numbers(&ORDERS)?,
            terms: fields.number(&TERMS)?,
            bounds: if bounds.is_empty() { BOUNDS.map(|bound| bound.word).to_vec() } else { bounds },
            growth,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let AmplifyQuestion { mechanism, rate, orders, terms, .. } = self;
        let rate = Probability::clamped(*rate);
        let upper = |order: Order| mechanism.renyi(order).upper;
        let curve: Box<dyn Fn(Order) -> f64> = Box::new(upper);
        // What removal loses, where the pair is one that the mechanism has.
        let attained = mechanism.pair().filter(|pair| !matches!(pair.reverse(), Reverse::Covered(_)));
        let floor: Box<dyn Fn(Order) -> f64> =
            Box::new(move |order| attained.map_or(0.0, |pair| pair.renyi(order).lower));
        let (above, below) = (Sampled::new(curve, rate), Sampled::new(floor, rate));
        let whole = |order: f64| WholeOrder::new(order as u64);
        let terms = *terms as u64;
        let condition = condition(mechanism, orders.last().and_then(|&last| whole(last)));
        let permitted = |order: WholeOrder| condition.permits_tight(order);
        let at = |bound: &str, order: WholeOrder| match bound {
            "exact" => exact(mechanism, rate.value(), order),
            "lower" => attained.is_some().then(|| below.lower(order)),
            "tight" => permitted(order).then(|| above.tight(order)),
            "general" => Some(above.general(order)),
            "few-terms" => permitted(order).then(|| above.tau_terms(order, terms)),
            "few-terms-general" => Some(above.tau_terms_general(order, terms)),
            "without-replacement" => Some(above.without_replacement(order)),
            _ => match mechanism {
                Mechanism::Gaussian(gaussian) => abadi(*gaussian, rate, order),
                _ => None,
            },
        };
        let curve = |&bound: &&'static str| {
            let (found, complete) = grown(self, &|order| at(bound, whole(order)?));
            let unavailable = (!complete).then(|| reason(mechanism, bound, condition));
            AmplifiedCurve { bound, holds: holds(bound), epsilon: found, unavailable }
        };
        let mut answer = AmplifyAnswer {
            orders: orders.clone(),
            base: grown(self, &|order| Order::new(order).map(upper)).0,
            curves: self.bounds.iter().map(curve).collect(),
            figure: None,
        };
        answer.figure = self.picture.then(|| picture(self, &answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

/// The divergences as far as they are known, or the ε of many releases by them; and whether they are known
/// at every order.
fn grown(question: &AmplifyQuestion, at: &dyn Fn(f64) -> Option<f64>) -> (Vec<Number>, bool) {
    let (mut curve, mut found) = (Vec::new(), Vec::new());
    for &order in &question.orders {
        let (Some(value), Some(order)) = (at(order), Order::new(order)) else { break };
        curve.push((order, value));
        found.push(Number(value));
    }
    if let Some(Growth { delta, counts }) = &question.growth {
        found.clear();
        for &count in counts {
            found.extend(epsilon_on_orders(&curve, count, *delta).map(|bound| Number(bound.upper)));
        }
    }
    (found, curve.len() == question.orders.len())
}

fn holds(bound: &str) -> &'static str {
    match bound {
        "without-replacement" => "a subset of fixed size, replace",
        _ => "Poisson sampling, add or remove",
    }
}

/// Why a theorem has nothing to say, at the first order at which it has not.
fn reason(mechanism: &Mechanism, bound: &str, condition: Condition) -> String {
    match (bound, condition) {
        ("exact" | "lower", _) if mechanism.pair().is_none() => {
            "only a bound of the Rényi curve of this mechanism is known, which need not be attained".into()
        }
        ("lower", _) => "the pair that bounds this mechanism need not be attained".into(),
        ("exact", _) => format!(
            "from here on the exact value is known only to more than {EXACT} of itself; lower and tight, or general, \
             enclose it"
        ),
        ("abadi", _) => "it holds for Gaussian noise with σ ≥ 1, a rate below 1/(16σ) and orders up to 1 + σ² log(1/(rate·σ))".into(),
        (_, Condition::Fails { power }) => format!(
            "the condition of the tight bound fails: an odd moment of the ratio, of power {power}, is negative; use the general bound"
        ),
        _ => "nothing shows that the odd moments of the ratio are not negative; use the general bound".into(),
    }
}

/// Every curve against the order, or against how many releases there are.
fn picture(question: &AmplifyQuestion, answer: &AmplifyAnswer) -> Figure {
    let growth = question.growth.as_ref();
    let x = growth.map_or(&question.orders, |growth| &growth.counts);
    let mut curves: Vec<Line> = vec![(line("no sampling", x, values(&answer.base)), Side::Upper)];
    curves.extend(answer.curves.iter().filter(|curve| !curve.epsilon.is_empty()).map(|curve| {
        let side = if curve.bound == "lower" { Side::Lower } else { Side::Upper };
        (line(&title(curve.bound, question.terms), x, values(&curve.epsilon)), side)
    }));
    let (across, upward, words, shows) = match growth {
        None => (
            "order α",
            "Rényi divergence",
            Words { head: "α", place: "order α = ", quantity: "divergence" },
            "Rényi curve on a sample".into(),
        ),
        Some(growth) => (
            "k, times published",
            "ε",
            Words { head: "k", place: "k = ", quantity: "ε" },
            format!("ε by the moments accountant at {}", Target::Delta(growth.delta).phrase()),
        ),
    };
    let end = x[x.len() - 1];
    let axes = (Axis::decades(across, x[0], end.max(2.0 * x[0])), decades_of(upward, &curves));
    let mut figure = lines(&words, x, axes, curves);
    figure.title = format!("{shows}, {} at rate {}", question.mechanism, number(question.rate));
    figure.shows = shows;
    figure.table.caption = figure.title.clone();
    figure.sentence = format!("{}. At {}.", figure.title, figure.readings.text(0));
    figure
}

fn title(bound: &str, terms: f64) -> String {
    match bound {
        "few-terms" => format!("τ terms, τ = {}", number(terms)),
        "few-terms-general" => format!("general, τ = {}", number(terms)),
        "without-replacement" => "without replacement".into(),
        "abadi" => "Abadi et al.".into(),
        same => same.into(),
    }
}

/// The divergence of the dominating pair in the worse direction, from above; `None` where it is not known to
/// [`EXACT`].
fn exact(mechanism: &Mechanism, rate: f64, order: WholeOrder) -> Option<f64> {
    let base = mechanism.pair()?;
    if rate == 0.0 {
        return Some(0.0);
    }
    if rate == 1.0 {
        return Some(mechanism.renyi(order.into()).upper);
    }
    let one = |direction| Amplified::new(base, rate, direction).renyi(order.into());
    let Interval { lower, upper } = one(Direction::Remove).max(one(Direction::Add));
    (upper == lower || upper - lower <= EXACT * upper + 2.0 * f64::MIN_POSITIVE).then_some(upper)
}

/// Whether the tight bound holds: by theorem, or by the moments of a pair with few losses.
fn condition(mechanism: &Mechanism, largest: Option<WholeOrder>) -> Condition {
    let known = Condition::of_mechanism(mechanism);
    let (Condition::Undecided { .. }, Some(largest), Some(pair)) = (known, largest, mechanism.pair()) else {
        return known;
    };
    let loss = pair.loss();
    if loss.span.0 < loss.span.1 || pair.infinite() > 0.0 || loss.atoms.len() > 64 {
        return known;
    }
    let atoms = loss.atoms.iter().map(|atom| (atom.mass, atom.mass * (-atom.at).exp())).collect();
    AtomPair::new(atoms).map_or(known, |pair| Condition::of_atoms(&pair, largest))
}
