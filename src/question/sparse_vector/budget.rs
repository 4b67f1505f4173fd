//! How many queries a budget pays for.

use serde::Serialize;

use super::guarantee::TechniqueStated;
use super::setting::{SLACK, THRESHOLD};
use crate::algorithm::sparse_vector::budget::{Bought, Way, bought};
use crate::figure::{Axis, Draw, Figure, Series, Side, Statement};
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::numeric::decimal::{Rounding, print};
use crate::question::Ask;
use crate::question::field::common::{EPSILON_BUDGETS, PICTURE};
use crate::question::field::described::{Field, Word};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number};
use crate::watch;

const EPSILON: Field = Field::number("epsilon", "ε that the whole technique may cost", EPSILON_BUDGETS)
    .slider("loss", Slider { from: 0.05, to: 10.0, scale: Scale::Log, start: 1.0 });
const COUNT: Field =
    Field::number_or("answers", "c, the answers that are paid for", Range::whole(1.0, 1000.0), 10.0)
        .slider("above the threshold", Slider { from: 1.0, to: 400.0, scale: Scale::Log, start: 10.0 });
const WORDS: [Word; 2] =
    [Word::new("answers", "the number of answers c"), Word::new("threshold", "the threshold T")];
const AGAINST: Field = Field::choice_or("against", "what the curve is drawn against", &WORDS, "answers");

/// Answers on the axis.
const COUNTS: [f64; 9] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 400.0];

/// Thresholds on the axis, as shares of the one that is set.
const SHARES: [f64; 8] = [0.25, 0.4, 0.6, 0.8, 1.0, 1.3, 1.6, 2.0];

const WAYS: [(Way, &str, &str); 3] = [
    (Way::Laplace, "laplace", "Laplace noise"),
    (Way::Normal, "gaussian", "normal noise, Rényi curves added"),
    (Way::Stages, "stages", "normal noise, in stages where that is less"),
];

/// "How long does a budget last?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SparseBudgetQuestion {
    /// ε.
    pub epsilon: f64,
    /// δ; 1e-6 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub delta: f64,
    /// T; 100 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub threshold: f64,
    /// c; 10 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub answers: f64,
    /// What the curve is drawn against.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"answers\" | \"threshold\""))]
    pub against: &'static str,
    /// Whether the answer describes a figure.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// What the budget buys.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SparseBudgetAnswer {
    /// At the setting itself, by each way.
    pub bought: Vec<BudgetPoint>,
    /// The longest stream in large type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<TechniqueStated>,
    /// What is true of them.
    pub conclusions: Vec<String>,
    /// Queries against answers or threshold, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

/// What one way buys.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BudgetPoint {
    /// Its word.
    pub way: &'static str,
    /// Its name.
    pub title: &'static str,
    /// The scale of the noise on the threshold; twice that is on queries.
    pub noise: f64,
    /// The expected number of queries of value 0 until all answers are spent on false positives.
    pub queries: f64,
    /// Both as they are printed.
    pub texts: [String; 2],
}

impl Ask for SparseBudgetQuestion {
    const ABOUT: &'static str = "How many queries does a budget pay for? The noise that keeps it, and how long a stream of zeros then runs.";
    const FIELDS: &'static [Field] = &[EPSILON, SLACK, THRESHOLD, COUNT, AGAINST, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "sparse-vector-budget", "epsilon": 1, "delta": 1e-6, "threshold": 1000, "answers": 10}"#,
    ];
    type Answer = SparseBudgetAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            epsilon: fields.number(&EPSILON)?,
            delta: fields.number(&SLACK)?,
            threshold: fields.number(&THRESHOLD)?,
            answers: fields.number(&COUNT)?,
            against: fields.chosen(&AGAINST, &WORDS.map(|word| word.word))?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let found: Vec<BudgetPoint> = WAYS
            .into_iter()
            .filter_map(|(way, word, title)| {
                let Bought { noise, queries } =
                    bought(way, self.epsilon, self.delta, self.threshold, self.answers)?;
                let texts = [print(noise, 5, Rounding::Up), print(queries, 4, Rounding::Nearest)];
                Some(BudgetPoint { way: word, title, noise, queries, texts })
            })
            .collect();
        let best = found.iter().max_by(|a, b| a.queries.total_cmp(&b.queries));
        let figure = if self.picture {
            self.picture().map_err(|stopped| super::run::stopped_refusal(&stopped))?
        } else {
            None
        };
        Ok(SparseBudgetAnswer {
            best: best.map(|best| TechniqueStated {
                bound: Statement {
                    quantity: "queries".into(),
                    side: Side::Value,
                    number: best.queries,
                    text: best.texts[1].clone(),
                },
                condition: format!(
                    "of value 0 are expected until {} answers are spent, with {}, within ε = {} at δ = {}, T = {}",
                    number(self.answers),
                    best.title,
                    number(self.epsilon),
                    number(self.delta),
                    number(self.threshold)
                ),
            }),
            conclusions: self.conclusions(&found),
            bought: found,
            figure,
        })
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl SparseBudgetQuestion {
    fn conclusions(&self, found: &[BudgetPoint]) -> Vec<String> {
        let mut order: Vec<&BudgetPoint> = found.iter().collect();
        order.sort_by(|a, b| b.queries.total_cmp(&a.queries));
        let Some(best) = order.first() else {
            return vec!["No noise within the range of this tool keeps the budget.".into()];
        };
        let mut said: Vec<String> = order[1..]
            .iter()
            .map(|other| {
                format!(
                    "With {} {} queries are expected, {} times as many as with {} ({}).",
                    best.title,
                    best.texts[1],
                    print(best.queries / other.queries, 3, Rounding::Nearest),
                    other.title,
                    other.texts[1]
                )
            })
            .collect();
        said.push(format!(
            "The noise on the threshold is {}, on queries twice that.",
            order
                .iter()
                .map(|one| format!("{} with {}", one.texts[0], one.title))
                .collect::<Vec<_>>()
                .join(", ")
        ));
        said
    }

    /// Queries by each way, against answers or threshold.
    fn picture(&self) -> Result<Option<Figure>, watch::Stopped> {
        let by_answers = self.against == "answers";
        let mut x: Vec<f64> = if by_answers {
            COUNTS.to_vec()
        } else {
            SHARES.map(|share| share * self.threshold.max(1.0)).to_vec()
        };
        let own = if by_answers { self.answers } else { self.threshold };
        if !x.contains(&own) && own > 0.0 {
            x.push(own);
            x.sort_by(f64::total_cmp);
        }
        let mut curves: Vec<Line> = Vec::new();
        for (at, (way, _, title)) in WAYS.into_iter().enumerate() {
            let mut y = Vec::new();
            for (place, &x_at) in x.iter().enumerate() {
                watch::piece(at * x.len() + place, WAYS.len() * x.len())?;
                let (threshold, answers) =
                    if by_answers { (self.threshold, x_at) } else { (x_at, self.answers) };
                let Some(found) = bought(way, self.epsilon, self.delta, threshold, answers) else { break };
                y.push(found.queries);
            }
            if !y.is_empty() {
                curves.push((Series { draw: Draw::Line, ..line(title, &x, y) }, Side::Value));
            }
        }
        if curves.is_empty() {
            return Ok(None);
        }
        let (head, place, label) = if by_answers {
            ("c", "c = ", "c, answers above the threshold")
        } else {
            ("T", "T = ", "T, the threshold")
        };
        let words = Words { head, place, quantity: "" };
        let axes = (
            Axis { from: x[0], to: x[x.len() - 1], ..Axis::decades(label, x[0], x[x.len() - 1]) },
            decades_of("expected queries", &curves),
        );
        let figure = lines(&words, &x, axes, curves);
        let title = format!("Queries within ε = {} at δ = {}", number(self.epsilon), number(self.delta));
        let mut figure = Figure {
            shows: "Queries within a budget".into(),
            sentence: format!(
                "{title}: how many queries of value 0 are expected until all answers are false positives."
            ),
            title,
            ..figure
        };
        figure.table.caption = figure.title.clone();
        Ok(Some(figure))
    }
}
