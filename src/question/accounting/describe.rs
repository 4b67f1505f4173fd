//! What can be asked: the page builds its forms from this answer.

use serde::Serialize;

use super::view::View;
use crate::account::Accountant;
use crate::mechanism::{Description, Entry, Mechanism, Parameter, PointList, Privacy, Slider, Switch};
use crate::numeric::Scale;
use crate::question::field::common::{COUNTS, DELTAS};
use crate::question::field::described::{Field, Word};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::{Ask, DescribedQuestion, Question};
use crate::sampling::Neighbours;

/// What can be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DescribeQuestion {}

/// Everything a form needs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DescribeAnswer {
    /// Every question with its fields.
    pub questions: Vec<DescribedQuestion>,
    /// Every mechanism with its parameters.
    pub mechanisms: Vec<DescribedMechanism>,
    /// Every neighbouring relation.
    pub neighbours: Vec<Relation>,
    /// Every accountant.
    pub accountants: Vec<Word>,
    /// Every view of the `curve` question.
    pub views: Vec<Word>,
    /// The control for δ.
    pub delta: Parameter,
    /// The control for how often a release repeats.
    pub count: Parameter,
}

/// A mechanism as a form needs it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DescribedMechanism {
    /// Names, ranges, explanations.
    #[serde(flatten)]
    pub description: Description,
    /// Parameters that may be left out.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub optional: &'static [&'static str],
    /// Parameters that are only off or on, in words; a question may also say `false` or `true`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub switches: &'static [Switch],
    /// The list of points that it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointList>,
}

/// A neighbouring relation, and the unit of noise under it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Relation {
    /// As it stands in a question.
    pub word: &'static str,
    /// As a person reads it.
    pub meaning: &'static str,
    /// What noise is divided by, in a sentence.
    pub sensitivity: &'static str,
    /// The same for the releases on a sample of a fixed size.
    pub sensitivity_of_subset: &'static str,
}

impl Relation {
    /// The same σ is another noise under another relation: it is counted in how far one person moves the answer, and a
    /// person who is exchanged takes one contribution away and brings another.
    fn of(relation: Neighbours) -> Self {
        let sensitivity = match relation {
            Neighbours::Replace => {
                "Noise is divided by how far the answer can move when one person is exchanged for another; a clipped \
                 sum, which is what Gaussian noise on Poisson samples is taken for, moves twice as far then as when one \
                 is added or removed."
            }
            Neighbours::AddRemove | Neighbours::Add | Neighbours::Remove => {
                "Noise is divided by how far one person who is added or removed can move the answer; a clipped sum \
                 moves twice as far when one is exchanged."
            }
        };
        Self {
            word: relation.word(),
            meaning: relation.phrase(),
            sensitivity,
            sensitivity_of_subset: "In a sample of a fixed size a person displaces another: there noise is always \
                                    divided by how far an exchange can move the answer.",
        }
    }
}

const DELTA_CONTROL: Parameter = Parameter {
    name: "delta",
    symbol: "δ",
    label: "Slack δ",
    unit: "probability",
    explanation: "How much probability may escape the bound: whatever is published, it is at most e^ε times as likely with a person as without, plus δ. Not the chance that ε fails. Keep it well below one over the number of people.",
    range: DELTAS,
    slider: Slider { from: 1e-12, to: 0.1, scale: Scale::Log, start: 1e-5 },
    privacy: Privacy::Smaller,
};

const COUNT_CONTROL: Parameter = Parameter {
    name: "count",
    symbol: "k",
    label: "Releases k",
    unit: "times",
    explanation: "How often it is published, each time with fresh noise.",
    range: COUNTS,
    slider: Slider { from: 1.0, to: 1000.0, scale: Scale::Log, start: 1.0 },
    privacy: Privacy::Smaller,
};

impl Ask for DescribeQuestion {
    const ABOUT: &'static str =
        "What can I ask? Every question with its fields, every mechanism with its parameters.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLES: &'static [&'static str] = &[r#"{"ask": "describe"}"#];
    type Answer = DescribeAnswer;

    fn read(_fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {})
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        Ok(DescribeAnswer {
            questions: Question::described(),
            mechanisms: Mechanism::catalogue()
                .map(|Entry { description, optional, switches, points, .. }| DescribedMechanism {
                    description,
                    optional,
                    switches,
                    points,
                })
                .to_vec(),
            neighbours: Neighbours::ALL.map(Relation::of).to_vec(),
            accountants: Accountant::ALL
                .map(|accountant| Word::new(accountant.name(), accountant.title()))
                .to_vec(),
            views: View::ALL.map(|view| Word::new(view.word(), view.meaning())).to_vec(),
            delta: DELTA_CONTROL,
            count: COUNT_CONTROL,
        })
    }
}
