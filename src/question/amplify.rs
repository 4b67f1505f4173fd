//! The Rényi bounds of a mechanism on a sample, beside each other.

use serde::Serialize;

use super::number::Number;
use super::read::Reader;
use super::refusal::Refusal;
use super::release::read_mechanism;
use crate::guarantee::{Order, Pair, Probability};
use crate::mechanism::{Mechanism, Range};
use crate::sampling::renyi::{AtomPair, Condition, Sampled, WholeOrder, abadi};
use crate::sampling::{Amplified, Direction};

/// Orders that may be asked for: sums of as many terms.
const ORDERS: Range = Range::whole(2.0, 4096.0);

/// How many terms at either end of a sum a bound by few terms may take.
const TERMS: Range = Range::whole(2.0, 1000.0);

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
}

/// One theorem's bounds, or why it has none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AmplifiedCurve {
    /// Which: `exact`, `lower`, `tight`, `general`, `few-terms`, `few-terms-general`,
    /// `without-replacement` or `abadi`.
    pub bound: &'static str,
    /// Under which sampling and relation it holds.
    pub holds: &'static str,
    /// ε at each order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub epsilon: Option<Vec<Number>>,
    /// Why there is none, in words a person can act on.
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
}

pub(super) fn read(root: &Reader<'_>) -> Result<AmplifyQuestion, Refusal> {
    let fields = root.object(&["ask", "mechanism", "rate", "orders", "terms"])?;
    let place = fields.field("orders");
    let orders =
        place.array(1, 1000)?.iter().map(|order| order.number(&ORDERS)).collect::<Result<Vec<_>, _>>()?;
    if orders.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(place.refuse("an ascending list"));
    }
    Ok(AmplifyQuestion {
        mechanism: read_mechanism(&fields.field("mechanism"), None)?.build(),
        rate: fields.field("rate").number(&Range::closed(0.0, 1.0))?,
        orders,
        terms: fields.optional("terms", |field| field.number(&TERMS))?.unwrap_or(10.0),
    })
}

const POISSON: &str = "Poisson sampling, add or remove";

pub(super) fn answer(question: &AmplifyQuestion) -> AmplifyAnswer {
    let AmplifyQuestion { mechanism, rate, orders, terms } = question;
    let rate = Probability::clamped(*rate);
    let upper = |order: Order| mechanism.renyi(order).upper;
    let curve: Box<dyn Fn(Order) -> f64> = Box::new(upper);
    let floor: Box<dyn Fn(Order) -> f64> = Box::new(|order| mechanism.renyi(order).lower);
    let (above, below) = (Sampled::new(curve, rate), Sampled::new(floor, rate));
    let whole: Vec<WholeOrder> = orders.iter().filter_map(|&order| WholeOrder::new(order as u64)).collect();
    let curve = |bound, holds, at: &dyn Fn(WholeOrder) -> Option<f64>, reason: &str| {
        let values = whole.iter().map(|&order| at(order).map(Number)).collect::<Option<Vec<_>>>();
        let unavailable = values.is_none().then(|| reason.to_string());
        AmplifiedCurve { bound, holds, epsilon: values, unavailable }
    };
    let terms = *terms as u64;
    let tight = condition(mechanism, whole.last().copied());
    let not_tight = match tight {
        Condition::Fails { power } => format!(
            "the condition of the tight bound fails: an odd moment of the ratio, of power {power}, is negative; use the general bound"
        ),
        _ => "nothing shows that the odd moments of the ratio are not negative; use the general bound".into(),
    };
    let permitted = |order: WholeOrder| tight.permits_tight(order).then_some(());
    let curves = vec![
        curve(
            "exact",
            POISSON,
            &|order| exact(mechanism, rate.value(), order),
            "only the Rényi curve of this mechanism is known",
        ),
        curve("lower", POISSON, &|order| Some(below.lower(order)), ""),
        curve("tight", POISSON, &|order| permitted(order).map(|()| above.tight(order)), &not_tight),
        curve("general", POISSON, &|order| Some(above.general(order)), ""),
        curve(
            "few-terms",
            POISSON,
            &|order| permitted(order).map(|()| above.tau_terms(order, terms)),
            &not_tight,
        ),
        curve("few-terms-general", POISSON, &|order| Some(above.tau_terms_general(order, terms)), ""),
        curve(
            "without-replacement",
            "a subset of fixed size, replace",
            &|order| Some(above.without_replacement(order)),
            "",
        ),
        curve(
            "abadi",
            POISSON,
            &|order| match mechanism {
                Mechanism::Gaussian(gaussian) => abadi(*gaussian, rate, order),
                _ => None,
            },
            "it holds for Gaussian noise with σ ≥ 1, a rate below 1/(16σ) and orders up to 1 + σ² log(1/(rate·σ))",
        ),
    ];
    let base =
        orders.iter().map(|&order| Number(upper(Order::new(order).unwrap_or(Order::INFINITE)))).collect();
    AmplifyAnswer { orders: orders.clone(), base, curves }
}

/// The divergence of the dominating pair in the worse direction.
fn exact(mechanism: &Mechanism, rate: f64, order: WholeOrder) -> Option<f64> {
    let reversed = mechanism.reversed();
    let (base, reversed) = (mechanism.pair()?, reversed.pair()?);
    if rate == 0.0 {
        return Some(0.0);
    }
    if rate == 1.0 {
        return Some(mechanism.renyi(order.into()).upper);
    }
    let one = |direction| Amplified::new(base, reversed, rate, direction).renyi(order.into()).upper;
    Some(one(Direction::Remove).max(one(Direction::Add)))
}

/// Whether the tight bound holds: by theorem, or by the moments of a pair with few losses.
fn condition(mechanism: &Mechanism, largest: Option<WholeOrder>) -> Condition {
    let known = Condition::of_mechanism(mechanism);
    let (Condition::Undecided { .. }, Some(largest), Some(pair)) = (known, largest, mechanism.pair()) else {
        return known;
    };
    let loss = pair.loss();
    if loss.span.0 < loss.span.1 || loss.infinite > 0.0 || loss.atoms.len() > 64 {
        return known;
    }
    let atoms = loss.atoms.iter().map(|atom| (atom.mass, atom.mass * (-atom.at).exp())).collect();
    AtomPair::new(atoms).map_or(known, |pair| Condition::of_atoms(&pair, largest))
}
