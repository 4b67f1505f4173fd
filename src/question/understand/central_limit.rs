//! The approximation by the central limit theorem beside what is certified.

use serde::Serialize;

use crate::account::{CentralLimit, Plan, Release};
use crate::figure::{Axis, Figure, Series, Side};
use crate::question::Ask;
use crate::question::accounting::composition;
use crate::question::accounting::curve::{self, CurveAnswer, CurveQuestion};
use crate::question::accounting::curve_series::CurveSeries;
use crate::question::accounting::grid::{GRID, Grid, read_grid};
use crate::question::accounting::plan::Target;
use crate::question::accounting::view::View;
use crate::question::field::common::{self, NEIGHBOURS, PICTURE, RELEASES};
use crate::question::field::described::Field;
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, across, decades_of, down, line, lines, number, values};
use crate::question::figure::views::{curve_of, subject, uppers};
use crate::sampling::Neighbours;

use super::direction::refuse;

/// The name of the curve wherever it is drawn.
const TITLE: &str = "central limit, not a bound";

/// A look of its own: no accountant has it, and it is dashed.
const TURN: usize = 15;

/// "What would the central limit theorem say, and is it true?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CentralLimitQuestion {
    /// Which two data sets must look alike; `add-remove` if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// What is published.
    pub releases: Vec<Release>,
    /// A δ whose ε, or an ε whose δ, is shown against how often the plan is repeated; if absent δ against ε of the plan
    /// as it stands.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mark: Option<Target>,
    /// At how many repetitions, or at which ε; the engine chooses if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub grid: Option<Grid>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The approximation beside the certified bracket.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CentralLimitAnswer {
    /// μ of the normal release that stands for the plan once.
    pub mu: f64,
    /// Repetitions, or values of ε.
    pub x: Vec<f64>,
    /// What the approximation says there: a value, on either side of the truth.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub limit: Vec<Number>,
    /// What is certified: nothing less is lost. Empty where no accountant knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub lower: Vec<Number>,
    /// What is certified: nothing more is lost. Empty where no accountant knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub upper: Vec<Number>,
    /// Where the approximation lies below what is certainly lost.
    pub below: Vec<f64>,
    /// What that means, in words.
    pub said: String,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const MARK: Field = Field::one_of(
    "mark",
    "a δ whose ε, or an ε whose δ, is shown against how often the plan is repeated; if absent δ against ε",
    &[common::DELTA, common::EPSILON],
)
.optional();

impl Ask for CentralLimitQuestion {
    const ABOUT: &'static str = "What would a central limit theorem say? One normal release in place of many, beside what is certified.";
    const FIELDS: &'static [Field] = &[NEIGHBOURS, RELEASES, MARK, GRID, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "central-limit", "mark": {"delta": 1e-5}, "grid": [10, 100, 1000],
 "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}, "sampling": {"kind": "poisson", "rate": 0.01}}]}"#,
    ];
    type Answer = CentralLimitAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let mark = fields.if_there(&MARK, |_| Target::read(fields, &MARK))?;
        let view = if mark.is_some() { View::Composition } else { View::Profile };
        let question = Self {
            neighbours: fields.neighbours()?,
            releases: fields.releases()?,
            mark,
            grid: fields.if_there(&GRID, |place| read_grid(&place, view))?,
            picture: fields.flag(&PICTURE)?,
        };
        match view {
            View::Composition => composition::check(fields, &question.certified())?,
            _ => curve::check(fields, &question.certified())?,
        }
        Ok(question)
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let plan = Plan::new(&self.releases, self.neighbours);
        let limit = CentralLimit::new(&plan).map_err(|reason| refuse(&reason))?;
        let certified = self.certified().answer()?;
        let x: Vec<f64> = certified.x.iter().map(|x| x.0).collect();
        let at = |&x: &f64| match self.mark {
            Some(Target::Delta(delta)) => limit.epsilon(x, delta),
            Some(Target::Epsilon(epsilon)) => limit.delta(x, epsilon),
            None => limit.delta(1.0, x),
        };
        let found: Vec<f64> = x.iter().map(at).collect();
        let tightest = certified.series.first();
        let ends = |end: fn(&CurveSeries) -> &Option<Vec<Number>>| {
            tightest.and_then(|series| end(series).clone()).unwrap_or_default()
        };
        let (lower, upper) = (ends(|series| &series.lower), ends(|series| &series.upper));
        let misses = |at: &usize| lower.get(*at).is_some_and(|lower| found[*at] < lower.0);
        let below: Vec<usize> = (0..x.len()).filter(misses).collect();
        let said = self.said(&x, &found, &lower, &below);
        let figure = self.picture.then(|| self.picture(&x, &found, &certified, &said));
        Ok(CentralLimitAnswer {
            mu: limit.mu(1.0),
            below: below.into_iter().map(|at| x[at]).collect(),
            limit: found.into_iter().map(Number).collect(),
            x,
            lower,
            upper,
            said,
            figure,
        })
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl CentralLimitQuestion {
    /// The same curve by the accountants.
    fn certified(&self) -> CurveQuestion {
        CurveQuestion {
            view: if self.mark.is_some() { View::Composition } else { View::Profile },
            neighbours: self.neighbours,
            releases: self.releases.clone(),
            grid: self.grid.clone(),
            accountants: Vec::new(),
            mark: self.mark,
            picture: false,
        }
    }

    /// What is bounded, and what the points are.
    fn words(&self) -> (&'static str, Words<'static>) {
        match self.mark {
            Some(Target::Delta(_)) => {
                ("k, times published", Words { head: "k", place: "k = ", quantity: "ε" })
            }
            Some(Target::Epsilon(_)) => {
                ("k, times published", Words { head: "k", place: "k = ", quantity: "δ" })
            }
            None => ("ε", Words { head: "ε", place: "ε = ", quantity: "δ" }),
        }
    }

    /// Whether it is a bound here, by the numbers: where it lies furthest below, in proportion.
    fn said(&self, x: &[f64], found: &[f64], lower: &[Number], below: &[usize]) -> String {
        let (_, Words { place, quantity, .. }) = self.words();
        if lower.is_empty() {
            return "No accountant certifies a lower end here, so that it cannot be told whether it is a bound.".into();
        }
        let short = |at: &usize| lower[*at].0 / found[*at].max(f64::MIN_POSITIVE);
        let Some(worst) = below.iter().max_by(|a, b| short(a).total_cmp(&short(b))) else {
            return "At no point shown does it lie below what is certainly lost; that is no proof that it never does.".into();
        };
        format!(
            "It is no bound: at {place}{} it says {quantity} = {}, where {quantity} is certainly at least {}.",
            number(x[*worst]),
            number(found[*worst]),
            down(lower[*worst].0)
        )
    }

    fn picture(&self, x: &[f64], found: &[f64], certified: &CurveAnswer, said: &str) -> Figure {
        let mut curves = uppers(certified, x);
        let limit =
            Series { by: "central-limit".into(), turns: vec![TURN], ..line(TITLE, x, found.to_vec()) };
        curves.push((limit, Side::Value));
        let drawn: Vec<Series> = curves.iter().map(|(series, _)| series.clone()).collect();
        // The certified lower ends are read and listed, but too close to be drawn.
        if let Some((series, lower)) =
            certified.series.first().and_then(|series| Some((series, series.lower.as_ref()?)))
        {
            let lower: Line = (curve_of(series.accountant, x, values(lower)), Side::Lower);
            curves.push(lower);
        }
        let (across_label, words) = self.words();
        let quantity = words.quantity;
        let upward = decades_of(quantity, &curves);
        let end = x[x.len() - 1];
        let axes = match self.mark {
            Some(_) => (Axis::decades(across_label, x[0], end.max(2.0 * x[0])), upward),
            None => (across(across_label, x), upward),
        };
        let figure = lines(&words, x, axes, curves);
        let subject = subject(&self.releases);
        let shows = match self.mark {
            Some(target) => {
                format!("{quantity} of a repeated plan at {}, by a central limit", target.phrase())
            }
            None => "ε–δ curve by a central limit".into(),
        };
        let mut figure = Figure {
            title: format!("{shows}, {subject}"),
            sentence: format!("{subject}, when {}: {said}", self.neighbours.phrase()),
            shows,
            series: drawn,
            ..figure
        };
        figure.table.caption = figure.title.clone();
        figure
    }
}
