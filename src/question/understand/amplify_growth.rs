//! ε of many releases, each on a fresh sample.

use serde::Serialize;

use super::amplify::MOST;
use crate::account::{Accountant, Fixed, Release};
use crate::guarantee::{Order, Probability, RenyiBound};
use crate::mechanism::Mechanism;
use crate::question::accounting::composition::{REPEATS, repeated};
use crate::question::field::common::{self, ACCOUNTANTS};
use crate::question::field::described::Field;
use crate::question::field::number::Number;
use crate::question::field::read::Reader;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;
use crate::sampling::renyi::epsilon_on_orders;
use crate::sampling::{Neighbours, Sampling};
use crate::watch;

/// The most work, in accountants times counts: each may take a lattice of its own.
const WORK: usize = 400;

/// Many releases, each on a fresh sample.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Growth {
    /// The δ at which ε is asked for.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub delta: Probability,
    /// How many, by increasing number.
    pub counts: Vec<f64>,
    /// Which accountants compose the same releases for comparison, from the pair itself; none if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub accountants: Vec<Accountant>,
}

/// One accountant's ε, or why it has none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComposedCurve {
    /// Who.
    pub accountant: Accountant,
    /// Never below the ε of each count, as far as it is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub upper: Vec<Number>,
    /// Never above it; absent where a lower end is not certified everywhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub lower: Vec<Number>,
    /// Why there is none, or none from some count on, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
}

const COUNTS: Field = Field::ascending("counts", "how often a sample is drawn", REPEATS, [1, MOST]);
const FIELDS: &[Field] = &[common::DELTA, COUNTS, ACCOUNTANTS];

/// The group of a question.
pub(super) const GROWTH: Field =
    Field::group("growth", "ε at δ for many samples, instead of the divergence of one", FIELDS).optional();

impl Growth {
    pub(super) fn read(place: &Reader<'_>) -> Result<Self, Refusal> {
        let fields = place.form(FIELDS)?;
        let growth = Self {
            delta: Probability::clamped(fields.number(&common::DELTA)?),
            counts: fields.numbers(&COUNTS)?,
            accountants: fields.accountants()?.unwrap_or_default(),
        };
        if growth.accountants.len() * growth.counts.len() > WORK {
            let fewer = format!("few enough to compose: accountants times counts is at most {WORK}");
            return Err(fields.at(&COUNTS).refuse(fewer));
        }
        Ok(growth)
    }

    /// The least over the known orders, for each count; nothing without an order.
    pub(super) fn epsilon(&self, curve: &[(Order, f64)]) -> Vec<RenyiBound> {
        self.counts.iter().filter_map(|&count| epsilon_on_orders(curve, count, self.delta)).collect()
    }

    /// The same releases by each accountant; where the contour gives up, by the certified lattice.
    pub(super) fn composed(&self, mechanism: &Mechanism, rate: f64) -> Vec<ComposedCurve> {
        let sampling = Some(Sampling::Poisson { rate });
        let release = Release { label: None, count: 1.0, mechanism: mechanism.clone(), sampling };
        self.accountants.iter().map(|&accountant| self.by(accountant, &release)).collect()
    }

    fn by(&self, accountant: Accountant, release: &Release) -> ComposedCurve {
        watch::step();
        let releases = std::slice::from_ref(release);
        let compose = |accountant: Accountant, counts: &[f64]| {
            repeated(accountant, (releases, Neighbours::AddRemove), Fixed::Delta(self.delta), counts)
        };
        let mut found = compose(accountant, &self.counts);
        if accountant == Accountant::Fourier {
            let open: Vec<usize> = (0..found.len()).filter(|&at| found[at].is_err()).collect();
            let counts: Vec<f64> = open.iter().map(|&at| self.counts[at]).collect();
            for (at, bound) in open.into_iter().zip(compose(Accountant::Pld, &counts)) {
                found[at] = found[at].clone().or(bound);
            }
        }
        let (mut upper, mut lower, mut unavailable) = (Vec::new(), Vec::new(), None);
        for (bound, &count) in found.into_iter().zip(&self.counts) {
            match bound {
                Ok(bound) => {
                    upper.push(Number(bound.upper));
                    lower.extend(bound.lower.map(Number));
                }
                Err(reason) => {
                    unavailable = Some(format!("from k = {} on: {reason}", number(count)));
                    break;
                }
            }
        }
        if lower.len() < upper.len() {
            lower.clear();
        }
        ComposedCurve { accountant, upper, lower, unavailable }
    }
}
