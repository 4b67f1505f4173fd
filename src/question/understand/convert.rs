//! A published guarantee for other neighbours than those it was stated for: a person replaced, a group of people.

use serde::Serialize;

use crate::figure::{Axis, Figure, Side};
use crate::guarantee::{Probability, Published};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print, print_enclosed};
use crate::question::Ask;
use crate::question::field::common::{self, DELTAS, NEIGHBOURS, PICTURE};
use crate::question::field::described::{Field, Variant};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, across, decades_of, line, lines, number, up};
use crate::sampling::Neighbours;

/// The fewest group sizes of a picture, and the most.
const SIZES: (f64, f64) = (10.0, 200.0);

/// "It is (ε, δ) when one person is added or removed; what is it when one is replaced, or for a family of four?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConvertQuestion {
    /// What was published.
    pub guarantee: PublishedGuarantee,
    /// For which neighbours; `add-remove` if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// How many people differ; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub people: f64,
    /// The δ at which the ε of a concentrated guarantee is told.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number"))]
    pub delta: Option<Probability>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// A guarantee as a question writes it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PublishedGuarantee {
    /// ε alone.
    Pure {
        /// ε.
        epsilon: f64,
    },
    /// ε and δ.
    Approximate {
        /// ε.
        epsilon: f64,
        /// δ.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
        delta: Probability,
    },
    /// ρ of zCDP.
    Zcdp {
        /// ρ.
        rho: f64,
    },
}

/// What it is for other neighbours, or why nothing follows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConvertedGuarantee {
    /// For which neighbours, so many people of them.
    pub neighbours: Neighbours,
    /// How many steps of the published relation lead there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<f64>,
    /// ε, rounded up; of a concentrated guarantee that at the δ asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub epsilon: Option<Number>,
    /// δ, rounded up; 1 says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<f64>,
    /// ρ, rounded up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rho: Option<f64>,
    /// As printed: `ε ≤ 2, δ ≤ 3.7183e-5`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why nothing follows, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
}

/// The theorem behind every conversion of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GroupTheorem {
    /// What it is called.
    pub name: &'static str,
    /// Its formula for m steps.
    pub formula: &'static str,
    /// Where it is from.
    pub source: &'static str,
    /// What it takes for granted.
    pub assumes: &'static [&'static str],
}

/// The guarantee for every relation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConvertAnswer {
    /// One entry per relation.
    pub conversions: Vec<ConvertedGuarantee>,
    /// The theorem.
    pub theorem: GroupTheorem,
    /// The answer in a sentence.
    pub sentence: String,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const EPSILON: Field = Field::number("epsilon", "ε", Range::closed(0.0, 1e3));
const RHO: Field =
    Field::number("rho", "ρ: the Rényi divergence of order α is at most ρα", Range::closed(0.0, 1e4));
const GUARANTEE: Field = Field::variants(
    "guarantee",
    "what was published",
    &[
        Variant { word: "approximate", meaning: "ε and δ", fields: &[EPSILON, common::DELTA] },
        Variant { word: "pure", meaning: "ε alone, pure differential privacy", fields: &[EPSILON] },
        Variant { word: "zcdp", meaning: "ρ of zero-concentrated differential privacy", fields: &[RHO] },
    ],
);
const PEOPLE: Field =
    Field::number_or("people", "how many people differ, a group", Range::whole(1.0, 1e6), 1.0);
const DELTA: Field =
    Field::number("delta", "the δ at which the ε of a concentrated guarantee is told", DELTAS).optional();

impl Ask for ConvertQuestion {
    const ABOUT: &'static str = "A guarantee was published for one person added or removed; what is it when one is \
                                 replaced, or for a group?";
    const FIELDS: &'static [Field] = &[GUARANTEE, NEIGHBOURS, PEOPLE, DELTA, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "convert-guarantee", "people": 4,
 "guarantee": {"kind": "approximate", "epsilon": 1, "delta": 1e-6}}"#,
        r#"{"ask": "convert-guarantee", "guarantee": {"kind": "zcdp", "rho": 0.1}, "delta": 1e-5}"#,
    ];
    type Answer = ConvertAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let place = fields.at(&GUARANTEE);
        let (kind, inner) = place.variant(&GUARANTEE)?;
        let guarantee = match kind {
            "approximate" => PublishedGuarantee::Approximate {
                epsilon: inner.number(&EPSILON)?,
                delta: Probability::clamped(inner.number(&common::DELTA)?),
            },
            "pure" => PublishedGuarantee::Pure { epsilon: inner.number(&EPSILON)? },
            _ => PublishedGuarantee::Zcdp { rho: inner.number(&RHO)? },
        };
        let delta = fields.number_if_there(&DELTA)?.map(Probability::clamped);
        if delta.is_some() && !matches!(guarantee, PublishedGuarantee::Zcdp { .. }) {
            return Err(fields.at(&DELTA).refuse("absent, unless the guarantee is of kind zcdp"));
        }
        Ok(Self {
            guarantee,
            neighbours: fields.neighbours()?,
            people: fields.number(&PEOPLE)?,
            delta,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let conversions: Vec<ConvertedGuarantee> =
            Neighbours::ALL.into_iter().map(|to| self.converted(to, self.people)).collect();
        let mut answer = ConvertAnswer {
            sentence: self.sentence(&conversions),
            conversions,
            theorem: self.theorem(),
            figure: None,
        };
        answer.figure = self.picture.then(|| self.picture(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl ConvertQuestion {
    fn published(&self) -> Published {
        match self.guarantee {
            PublishedGuarantee::Pure { epsilon } => Published::Pure { epsilon },
            PublishedGuarantee::Approximate { epsilon, delta } => Published::Approximate { epsilon, delta },
            PublishedGuarantee::Zcdp { rho } => Published::Concentrated { rho },
        }
    }

    /// For so many people under another relation.
    fn converted(&self, to: Neighbours, people: f64) -> ConvertedGuarantee {
        let empty = ConvertedGuarantee {
            neighbours: to,
            steps: None,
            epsilon: None,
            delta: None,
            rho: None,
            text: None,
            unavailable: None,
        };
        let Some(each) = self.neighbours.steps_to(to) else {
            return ConvertedGuarantee { unavailable: Some(unrelated(self.neighbours, to)), ..empty };
        };
        let steps = each as f64 * people;
        let empty = ConvertedGuarantee { steps: Some(steps), ..empty };
        let apart = self.published().apart(steps as u64);
        match apart {
            Published::Pure { epsilon } => ConvertedGuarantee {
                epsilon: Some(Number(epsilon)),
                text: Some(format!("ε ≤ {}", self.rounded(epsilon, steps))),
                ..empty
            },
            Published::Approximate { epsilon, delta } => ConvertedGuarantee {
                epsilon: Some(Number(epsilon)),
                delta: Some(delta.value()),
                text: Some(format!(
                    "ε ≤ {}, δ ≤ {}",
                    self.rounded(epsilon, steps),
                    self.rounded(delta.value(), steps)
                )),
                ..empty
            },
            Published::Concentrated { rho } => {
                let bound =
                    self.delta.and_then(|delta| Some((delta, apart.concentrated_epsilon(delta)?.upper)));
                let told = bound.map_or_else(String::new, |(delta, epsilon)| {
                    let delta = print(delta.value(), 15, Rounding::Nearest);
                    format!(", so that ε ≤ {} at δ = {delta}", up(epsilon))
                });
                ConvertedGuarantee {
                    rho: Some(rho),
                    epsilon: bound.map(|(_, epsilon)| Number(epsilon)),
                    text: Some(format!("ρ ≤ {}{told}", self.rounded(rho, steps))),
                    ..empty
                }
            }
        }
    }

    /// A bound rounded up; what was typed stays as it was typed, and a product that was rounded up by a unit in the last
    /// place is not printed as another number.
    fn rounded(&self, value: f64, steps: f64) -> String {
        if steps == 1.0 {
            return print(value, 15, Rounding::Nearest);
        }
        print_enclosed(value * (1.0 - 1e-14), value, 5, Rounding::Up)
    }

    fn theorem(&self) -> GroupTheorem {
        const BETWEEN: &str = "the guarantee holds for every two neighbours on the way, also where their data sets have fewer or more people";
        const ANY: &str = "nothing else is known of the mechanism; of a known one the exact profile of the group is never larger";
        match self.guarantee {
            PublishedGuarantee::Pure { .. } => GroupTheorem {
                name: "group privacy",
                formula: "ε′ = mε",
                source: "Dwork and Roth 2014, Thm 2.2",
                assumes: &[BETWEEN, ANY],
            },
            PublishedGuarantee::Approximate { .. } => GroupTheorem {
                name: "group privacy",
                formula: "ε′ = mε, δ′ = δ(e^{mε} − 1)/(e^ε − 1)",
                source: "Vadhan 2017, proof of Lemma 2.2; of two steps (2ε, (1 + e^ε)δ)",
                assumes: &[BETWEEN, ANY],
            },
            PublishedGuarantee::Zcdp { .. } => GroupTheorem {
                name: "group privacy of zCDP",
                formula: "ρ′ = m²ρ",
                source: "Bun and Steinke 2016, Prop. 1.9",
                assumes: &[BETWEEN, ANY],
            },
        }
    }

    fn sentence(&self, conversions: &[ConvertedGuarantee]) -> String {
        let group = match self.people {
            1.0 => String::new(),
            people => format!(", {} times over", number(people)),
        };
        let told = |conversion: &ConvertedGuarantee| {
            let text = conversion.text.as_ref()?;
            let vain = conversion.delta.is_some_and(|delta| delta >= 1.0);
            let vain = if vain { ", which says nothing" } else { "" };
            Some(format!("{text}{vain}, when {}{group}", conversion.neighbours.phrase()))
        };
        // What follows for one direction goes without saying where both are told.
        let sides =
            |to: Neighbours| self.neighbours != to && matches!(to, Neighbours::Add | Neighbours::Remove);
        let told: Vec<String> =
            conversions.iter().filter(|one| !sides(one.neighbours)).filter_map(told).collect();
        format!("Published for neighbours where {}: {}.", self.neighbours.phrase(), told.join("; "))
    }

    /// δ of (ε, δ), else ε or ρ, against the size of the group, for every relation that follows.
    fn picture(&self, answer: &ConvertAnswer) -> Figure {
        let largest = self.people.clamp(SIZES.0, SIZES.1);
        let x: Vec<f64> = (1..=largest as u32).map(f64::from).collect();
        let (quantity, read): (&str, fn(&ConvertedGuarantee) -> f64) = match self.guarantee {
            PublishedGuarantee::Pure { .. } => ("ε", |one| one.epsilon.map_or(0.0, |number| number.0)),
            PublishedGuarantee::Approximate { .. } => ("δ", |one| one.delta.unwrap_or(0.0)),
            PublishedGuarantee::Zcdp { .. } if self.delta.is_some() => {
                ("ε", |one| one.epsilon.map_or(0.0, |number| number.0))
            }
            PublishedGuarantee::Zcdp { .. } => ("ρ", |one| one.rho.unwrap_or(0.0)),
        };
        let follows = |to: &Neighbours| match to {
            Neighbours::Add | Neighbours::Remove => *to == self.neighbours,
            Neighbours::AddRemove | Neighbours::Replace => self.neighbours.steps_to(*to).is_some(),
        };
        let shown: Vec<Neighbours> = Neighbours::ALL.into_iter().filter(follows).collect();
        let curve = |&to: &Neighbours| -> Line {
            let y = x.iter().map(|&people| read(&self.converted(to, people))).collect();
            (line(label(to), &x, y), Side::Upper)
        };
        let curves: Vec<Line> = shown.iter().map(curve).collect();
        let upward = match quantity {
            "δ" => decades_of(quantity, &curves),
            _ => {
                let most = curves.iter().flat_map(|(series, _)| series.y.iter().copied()).fold(0.0, f64::max);
                Axis::linear(quantity, 0.0, if most > 0.0 { Axis::round_up(most) } else { 1.0 })
            }
        };
        let words = Words { head: "people", place: "people: ", quantity };
        let mut figure = lines(&words, &x, (across("people in the group", &x), upward), curves);
        if let PublishedGuarantee::Approximate { .. } = self.guarantee {
            for &to in &shown {
                figure.table.columns.push(format!("ε ≤, {}", label(to)));
                figure.table.labels.push(label(to).into());
                for (row, &people) in figure.table.rows.iter_mut().zip(&figure.table.at) {
                    let epsilon = self.converted(to, people).epsilon.map_or(0.0, |number| number.0);
                    row.push(self.rounded(epsilon, 2.0));
                }
            }
        }
        figure.title = format!("Group privacy: {quantity} by the size of the group");
        figure.shows = figure.title.clone();
        figure.table.caption = figure.title.clone();
        figure.sentence = answer.sentence.clone();
        figure
    }
}

/// What happens to the people of a group.
const fn label(relation: Neighbours) -> &'static str {
    match relation {
        Neighbours::Add => "added",
        Neighbours::Remove => "removed",
        Neighbours::AddRemove => "added or removed",
        Neighbours::Replace => "replaced",
    }
}

/// Why a guarantee for one relation says nothing of another.
fn unrelated(from: Neighbours, to: Neighbours) -> String {
    match from {
        Neighbours::Replace => {
            "nothing follows: releasing the number of records is private when one person is replaced by another, and \
             reveals one who is added or removed"
                .into()
        }
        Neighbours::Add | Neighbours::Remove | Neighbours::AddRemove => format!(
            "nothing follows: a guarantee for when {} says nothing of when {}",
            from.phrase(),
            to.phrase()
        ),
    }
}
