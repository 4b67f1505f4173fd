//! What a release on a Poisson sample costs each person whose own rate differs from that of others.

use serde::Serialize;

use super::direction::refuse_field;
use crate::account::{Accountant, Bound, Fixed, Plan, Release, Unavailable};
use crate::figure::{Axis, Figure, Mark, Side};
use crate::guarantee::Probability;
use crate::mechanism::{Mechanism, Range};
use crate::question::Ask;
use crate::question::field::common::{self, COUNTS, NEIGHBOURS, PICTURE};
use crate::question::field::described::{Field, Kind, Word};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::read_mechanism;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number, stated, up};
use crate::question::figure::views::printed;
use crate::sampling::{Neighbours, Sampling};
use crate::watch::{self, Stopped};

/// The most rates of one question.
const MOST: usize = 200;

/// Those that are asked for each rate, the first that answers first.
const ACCOUNTANTS: [Accountant; 4] =
    [Accountant::Exact, Accountant::Fourier, Accountant::Pld, Accountant::Rdp];

/// A person is added or removed: to replace one of another rate is both.
const RELATIONS: [Neighbours; 3] = [Neighbours::AddRemove, Neighbours::Add, Neighbours::Remove];

/// "What does it cost a person who takes part with a rate of their own?"
///
/// Each record takes part by chance, independently, with its own probability (Zhu, dissertation, Def. 2.2.1, footnote).
/// Given who of all others takes part, a person of rate γ turns the output into a mixture of what it is without them and
/// what it is with them, of weight γ; the hockey-stick divergence is jointly convex, so what holds of each such mixture
/// holds of them all. So a person's guarantee is that of a sample with their rate, whatever the rates of others are.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PersonalRatesQuestion {
    /// Whether the person is added, removed, or either; either if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// What adds the noise to each sample.
    pub mechanism: Mechanism,
    /// How many samples are drawn; one if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub count: f64,
    /// The δ at which ε is asked for.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub delta: Probability,
    /// The rates of the people, by increasing rate.
    pub rates: Vec<f64>,
    /// The rate that is marked, one of them or another.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub own: Option<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// What one rate costs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PersonalCost {
    /// The rate.
    pub rate: f64,
    /// ε is at most this.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub upper: Number,
    /// And at least this, where that is certified.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number | \"inf\""))]
    pub lower: Option<Number>,
    /// Who says so.
    pub accountant: Accountant,
}

/// What each rate costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PersonalRatesAnswer {
    /// By increasing rate.
    pub costs: Vec<PersonalCost>,
    /// Of the rate that is marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<PersonalCost>,
    /// What follows, in words.
    pub said: String,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const MECHANISM: Field = Field::of("mechanism", "what adds the noise to each sample", Kind::Mechanism);
const ADDED_OR_REMOVED: Field = Field::choice_or(
    NEIGHBOURS.name,
    "whether the person is added, removed, or either",
    &[
        Word::new(RELATIONS[0].word(), RELATIONS[0].phrase()),
        Word::new(RELATIONS[1].word(), RELATIONS[1].phrase()),
        Word::new(RELATIONS[2].word(), RELATIONS[2].phrase()),
    ],
    RELATIONS[0].word(),
);
const COUNT: Field = Field::number_or("count", "how many samples are drawn", COUNTS, 1.0);
const PERSONAL: Range = Range::closed(1e-9, 1.0);
const RATES: Field = Field::ascending("rates", "the rates of the people", PERSONAL, [1, MOST]);
const OWN: Field = Field::number("own", "the rate that is marked", PERSONAL).optional();

impl Ask for PersonalRatesQuestion {
    const ABOUT: &'static str = "What does it cost a person who takes part with a rate of their own? ε against the rate of the person, whatever the rates of others are.";
    const FIELDS: &'static [Field] =
        &[ADDED_OR_REMOVED, MECHANISM, COUNT, common::DELTA, RATES, OWN, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "personal-rates", "mechanism": {"kind": "gaussian", "sigma": 1}, "count": 100, "delta": 1e-5,
 "rates": [0.001, 0.01, 0.1], "own": 0.02}"#,
    ];
    type Answer = PersonalRatesAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            neighbours: fields.chosen(&ADDED_OR_REMOVED, &RELATIONS)?,
            mechanism: read_mechanism(&fields.at(&MECHANISM), None)?.build(),
            count: fields.number(&COUNT)?,
            delta: Probability::clamped(fields.number(&common::DELTA)?),
            rates: fields.numbers(&RATES)?,
            own: fields.number_if_there(&OWN)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let wrong = |reason: Unavailable| refuse_field("mechanism", &reason);
        let mut costs = Vec::with_capacity(self.rates.len());
        for (at, &rate) in self.rates.iter().enumerate() {
            watch::piece(at, self.rates.len()).map_err(|stopped| wrong(stopped.into()))?;
            costs.push(self.cost(rate).map_err(wrong)?);
        }
        let own = self.own.map(|rate| self.cost(rate)).transpose().map_err(wrong)?;
        let said = self.said(&costs, own);
        let figure = self.picture.then(|| self.picture(&costs, own, &said));
        Ok(PersonalRatesAnswer { costs, own, said, figure })
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl PersonalRatesQuestion {
    fn cost(&self, rate: f64) -> Result<PersonalCost, Unavailable> {
        let sampling = (rate < 1.0).then_some(Sampling::Poisson { rate });
        let release = Release { label: None, count: self.count, mechanism: self.mechanism.clone(), sampling };
        let plan = Plan::new(&[release], self.neighbours);
        let mut reason = Unavailable::NoClosedForm;
        for accountant in ACCOUNTANTS {
            watch::step();
            match accountant.compose(&plan).and_then(|ledger| ledger.bound(Fixed::Delta(self.delta))) {
                Ok(Bound { upper, lower, .. }) => {
                    let lower = lower.map(Number);
                    return Ok(PersonalCost { rate, upper: Number(upper), lower, accountant });
                }
                Err(Unavailable::Stopped(Stopped::Cancelled)) => return Err(Stopped::Cancelled.into()),
                Err(unavailable) => reason = unavailable,
            }
        }
        Err(reason)
    }

    /// The guarantee of all together is that of the largest rate; how far apart the rates are is read from the numbers.
    fn said(&self, costs: &[PersonalCost], own: Option<PersonalCost>) -> String {
        let delta = number(self.delta.value());
        let one = |cost: PersonalCost| format!("rate {} has ε ≤ {}", number(cost.rate), up(cost.shown()));
        let own = own.map_or_else(String::new, |own| format!("a person of {}; ", one(own)));
        let all = match costs {
            [] => String::new(),
            [only] => format!("{} and is the only one asked", one(*only)),
            [first, .., last] => format!(
                "of the people asked, {} and {}: a guarantee for all of them is that of the largest",
                one(*first),
                one(*last)
            ),
        };
        format!("at δ = {delta}, {own}{all}.")
    }

    fn picture(&self, costs: &[PersonalCost], own: Option<PersonalCost>, said: &str) -> Figure {
        let x: Vec<f64> = costs.iter().map(|cost| cost.rate).collect();
        let y = costs.iter().map(|cost| cost.shown()).collect();
        let curve: Line = (line("by one's own rate", &x, y), Side::Upper);
        let (from, to) = (x[0], x[x.len() - 1]);
        let axes = (
            Axis::decades("one's own rate", from, to.max(2.0 * from)),
            decades_of("ε", std::slice::from_ref(&curve)),
        );
        let words = Words { head: "rate", place: "rate ", quantity: "ε" };
        let mut figure = lines(&words, &x, axes, vec![curve]);
        if let Some(own) = own {
            let says = stated("ε", Side::Upper, own.shown());
            let label = format!("{says} at rate {}", number(own.rate));
            figure.best = Some(says.clone()).filter(|best| best.number.is_finite());
            figure.marks = vec![Mark { x: own.rate, y: own.shown(), label, says: Some(says) }];
            figure.marks.retain(|mark| (from..=to).contains(&mark.x) && mark.y.is_finite() && mark.y > 0.0);
        }
        let times = if self.count == 1.0 { String::new() } else { format!(" × {}", number(self.count)) };
        let shows = format!("ε by one's own rate at δ = {}", number(self.delta.value()));
        figure.title = format!("{shows}, {}{times}", self.mechanism);
        figure.table.caption = figure.title.clone();
        figure.sentence = format!(
            "{}{times} on Poisson samples, when {}: {said}",
            self.mechanism,
            self.neighbours.phrase()
        );
        Figure { shows, ..figure }
    }
}

impl PersonalCost {
    /// The upper end as it is printed.
    fn shown(&self) -> f64 {
        printed(self.lower.map(|lower| lower.0), self.upper.0)
    }
}
