//! What is published with a person and without: the two laws that a guarantee compares.

use serde::Serialize;

use super::direction::refuse_field;
use super::loss_distribution::LossTail;
use super::outputs_figure::picture;
use crate::account::{Plan, Release, Tail, worst_tail};
use crate::figure::Figure;
use crate::guarantee::Reverse;
use crate::mechanism::{Mechanism, OutputAtom, Outputs};
use crate::numeric::Scale;
use crate::question::Ask;
use crate::question::accounting::grid::spaced;
use crate::question::field::common::{EPSILONS, PICTURE, RATES};
use crate::question::field::described::{Field, Kind, Word};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::read_mechanism;
use crate::sampling::{Neighbours, Sampling};

/// Points of a density.
const POINTS: usize = 401;

/// "What comes out with me, and what without?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutputsQuestion {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// The share of the records in a sample; 1, all of them, if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub rate: f64,
    /// Which law comes first in the comparison at ε: that with the person (`remove`) or that without (`add`).
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"remove\" | \"add\""))]
    pub order: Neighbours,
    /// Shows where the first law exceeds e^ε times the second.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: Option<f64>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// An output of positive probability.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Output {
    /// Where it is drawn.
    pub at: f64,
    /// What it is called; empty where the place says it.
    pub name: String,
    /// Its probability with the person.
    pub p: f64,
    /// Its probability without.
    pub q: f64,
    /// Its probability with the person, on a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<f64>,
    /// Whether it belongs to the outputs that ε is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exceeds: Option<bool>,
}

/// The two laws, and that on a sample.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutputsAnswer {
    /// The outputs at which densities are given; none where all outputs are atoms.
    pub x: Vec<f64>,
    /// Density with the person, P.
    pub p: Vec<f64>,
    /// Density without, Q.
    pub q: Vec<f64>,
    /// Density with the person on a sample, `(1−γ)Q + γP`; none without a rate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub sampled: Vec<f64>,
    /// Outputs of positive probability.
    pub atoms: Vec<Output>,
    /// What the two laws are.
    pub note: &'static str,
    /// How probable the outputs are that ε is about, where the first law exceeds e^ε times the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tail: Option<LossTail>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const MECHANISM: Field = Field::of("mechanism", "what adds the noise", Kind::Mechanism);
const RATE: Field = Field::number_or("rate", "the share of the records in a sample", RATES, 1.0);
const ORDERS: [Neighbours; 2] = [Neighbours::Remove, Neighbours::Add];
const ORDER: Field = Field::choice_or(
    "order",
    "which law comes first in the comparison at ε",
    &[
        Word::new(ORDERS[0].word(), "that with the person"),
        Word::new(ORDERS[1].word(), "that without the person"),
    ],
    ORDERS[0].word(),
);
const EPSILON: Field =
    Field::number("epsilon", "shows where the first law exceeds e^ε times the second", EPSILONS).optional();

impl Ask for OutputsQuestion {
    const ABOUT: &'static str = "What comes out with a person and what without? The two laws that a guarantee compares, and that on a sample.";
    const FIELDS: &'static [Field] = &[MECHANISM, RATE, ORDER, EPSILON, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "outputs", "mechanism": {"kind": "gaussian", "sigma": 1}, "rate": 0.3, "epsilon": 0.2}"#,
        r#"{"ask": "outputs", "mechanism": {"kind": "k-ary-randomized-response", "epsilon": 1, "categories": 4}}"#,
    ];
    type Answer = OutputsAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            mechanism: read_mechanism(&fields.at(&MECHANISM), None)?.build(),
            rate: fields.number(&RATE)?,
            order: fields.chosen(&ORDER, &ORDERS)?,
            epsilon: fields.number_if_there(&EPSILON)?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let Outputs { densities, atoms, note } =
            self.mechanism.outputs().map_err(|reason| refuse_field("mechanism", &reason))?;
        let covered = self.mechanism.pair().is_some_and(|pair| matches!(pair.reverse(), Reverse::Covered(_)));
        if covered && self.order == Neighbours::Add {
            return Err(refuse_field(
                "order",
                &"the two laws of this mechanism bound both orders: ask for remove",
            ));
        }
        let (x, p, q) = match densities {
            Some((p, q, (from, to))) => {
                let x = spaced(from, to, POINTS, Scale::Linear);
                let (p, q) = x.iter().map(|&x| (p(x), q(x))).unzip();
                (x, p, q)
            }
            None => (Vec::new(), Vec::new(), Vec::new()),
        };
        let sampled: Vec<f64> = match self.is_sampled() {
            true => p.iter().zip(&q).map(|(&p, &q)| self.mixed(p, q)).collect(),
            false => Vec::new(),
        };
        let mut answer = OutputsAnswer {
            x,
            p,
            q,
            sampled,
            atoms: atoms.iter().map(|atom| self.output(atom)).collect(),
            note,
            tail: None,
            figure: None,
        };
        if let Some(epsilon) = self.epsilon {
            let tail = self.tail(epsilon)?;
            answer.tail = Some(LossTail::of(epsilon, &tail));
        }
        answer.figure = self.picture.then(|| picture(self, &answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl OutputsQuestion {
    pub(super) fn is_sampled(&self) -> bool {
        self.rate < 1.0
    }

    /// `(1−γ)Q + γP`: the person is in the sample with probability γ.
    fn mixed(&self, p: f64, q: f64) -> f64 {
        (1.0 - self.rate) * q + self.rate * p
    }

    /// How much the first law exceeds e^ε times the second, of an output with these two.
    pub(super) fn excess(&self, epsilon: f64, p: f64, q: f64) -> f64 {
        let with = self.mixed(p, q);
        let (first, second) = if self.order == Neighbours::Add { (q, with) } else { (with, q) };
        // Beyond the range of numbers only what the second law never gives is left.
        if second == 0.0 { first } else { first - epsilon.exp() * second }
    }

    fn output(&self, atom: &OutputAtom) -> Output {
        let OutputAtom { at, name, p, q } = atom.clone();
        let exceeds = self.epsilon.map(|epsilon| self.excess(epsilon, p, q) > 0.0);
        let sampled = self.is_sampled().then(|| self.mixed(p, q));
        Output { at, name, p, q, sampled, exceeds }
    }

    /// The probabilities of those outputs, by the closed form of one release.
    fn tail(&self, epsilon: f64) -> Result<Tail, Refusal> {
        let sampling = self.is_sampled().then_some(Sampling::Poisson { rate: self.rate });
        let release = Release { label: None, count: 1.0, mechanism: self.mechanism.clone(), sampling };
        let plan = Plan::new(&[release], self.order);
        worst_tail(&plan, epsilon, None).map_err(|reason| refuse_field("mechanism", &reason))
    }
}
