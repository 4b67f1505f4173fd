//! Several models of objective perturbation, each with its own noise.

use serde::Serialize;

use super::comparison::{Named, smallest, times};
use super::objective::{APPROXIMATE, LIPSCHITZ, REGULARIZATION, SIGMA, SMOOTHNESS, Setting, read_setting};
use super::objective_conclusions::{Stated, released};
use crate::account::{Accountant, Release};
use crate::figure::{Figure, Mark, Side, Statement};
use crate::guarantee::Probability;
use crate::mechanism::Range;
use crate::numeric::Scale;
use crate::question::Ask;
use crate::question::accounting::grid::points;
use crate::question::accounting::{CurveAnswer, CurveQuestion, Grid, NoCurve, Target, View};
use crate::question::field::common::DELTA;
use crate::question::field::data::TIGHT;
use crate::question::field::described::{Field, Word};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{self, Line, Words, down, number};
use crate::sampling::Neighbours;

/// How many models ε is drawn for at most, and at how many points.
const REACH: f64 = 1000.0;
const POINTS: usize = 31;

/// How many models are drawn beside each other unless a question says so.
const USUAL: [f64; 4] = [1.0, 2.0, 4.0, 8.0];

/// How many models may be told of.
const FEW: Range = Range::whole(1.0, REACH);

/// The most profiles beside each other.
const MOST: usize = 8;

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SeveralView {
    /// ε at the given δ against how many models.
    Epsilon,
    /// δ against ε, of a few numbers of models.
    Delta,
}

impl SeveralView {
    const ALL: [Self; 2] = [Self::Epsilon, Self::Delta];
}

const VIEW: Field = Field::choice_or(
    "view",
    "what is drawn",
    &[Word::new("epsilon", "ε against how many"), Word::new("delta", "δ against ε")],
    "epsilon",
);
const MODELS: Field =
    Field::ascending("models", "how many models are told of, and drawn as δ against ε", FEW, [1, MOST])
        .usually(&USUAL);

/// "What do several models cost together?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SeveralQuestion {
    /// The setting of each; its loss is generalized linear.
    #[serde(flatten)]
    pub setting: Setting,
    /// δ of all together.
    pub delta: f64,
    /// What is drawn; ε against how many if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub view: SeveralView,
    /// How many models are told of, and drawn as δ against ε; 1, 2, 4 and 8 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub models: Vec<f64>,
}

/// What they cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SeveralAnswer {
    /// ε at δ for each number of models that was asked for.
    pub points: Vec<ModelsPoint>,
    /// The last of them in large type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Stated>,
    /// What is true of them, the most important first.
    pub conclusions: Vec<String>,
    /// One entry per accountant that could not answer.
    pub unavailable: Vec<NoCurve>,
    /// The picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

/// So many models.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ModelsPoint {
    /// How many.
    pub models: f64,
    /// Their ε at δ, by the accountant with the least.
    pub epsilon: Statement,
}

impl Ask for SeveralQuestion {
    const ABOUT: &'static str =
        "What do several models of objective perturbation cost together, each with its own noise?";
    const FIELDS: &'static [Field] =
        &[LIPSCHITZ, SMOOTHNESS, SIGMA, REGULARIZATION, TIGHT, APPROXIMATE, DELTA, VIEW, MODELS];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "several-models", "lipschitz": 1, "smoothness": 1, "sigma": 8, "regularization": 10, "delta": 1e-5,
 "view": "delta"}"#,
    ];
    type Answer = SeveralAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let setting = read_setting(fields)?;
        if setting.releases().is_empty() {
            return Err(fields
                .at(&APPROXIMATE)
                .refuse("one with a noise on the output of λσ_out/(2τ) ≥ 0.01"));
        }
        Ok(Self {
            setting,
            delta: fields.number(&DELTA)?,
            view: fields.chosen(&VIEW, &SeveralView::ALL)?,
            models: fields.numbers(&MODELS)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        match self.view {
            SeveralView::Epsilon => self.growth(),
            SeveralView::Delta => self.profiles(),
        }
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl SeveralQuestion {
    /// The curve of so many models.
    fn curve(
        &self,
        view: View,
        models: f64,
        grid: Option<Grid>,
        accountants: &[Accountant],
    ) -> CurveQuestion {
        let release = |mechanism| Release { label: None, count: models, mechanism, sampling: None };
        CurveQuestion {
            view,
            neighbours: Neighbours::AddRemove,
            releases: self.setting.releases().into_iter().map(release).collect(),
            grid,
            accountants: accountants.to_vec(),
            mark: Some(Target::Delta(Probability::clamped(self.delta))),
            picture: true,
        }
    }

    fn stated(&self, point: &ModelsPoint) -> Stated {
        let ModelsPoint { models, epsilon } = point;
        let condition = format!(
            "of {} {}, at δ = {}, {}",
            number(*models),
            if *models == 1.0 { "model" } else { "models" },
            number(self.delta),
            released(&self.setting)
        );
        Stated { bound: epsilon.clone(), condition }
    }

    /// ε against how many models, by every accountant.
    fn growth(&self) -> Result<SeveralAnswer, Refusal> {
        use Accountant::{Basic, Classic, Fourier, Rdp};
        let mut grid: Vec<f64> =
            points(&Grid::Between { from: 1.0, to: REACH, points: POINTS as f64, spacing: Scale::Log });
        grid.extend(&self.models);
        grid.sort_by(f64::total_cmp);
        let grid = Grid::At(grid.into_iter().map(Number).collect());
        let CurveAnswer { figure, unavailable, .. } =
            self.curve(View::Composition, 1.0, Some(grid), &[Fourier, Rdp, Classic, Basic]).answer()?;
        let Some(mut figure) = figure else {
            return Ok(SeveralAnswer {
                points: Vec::new(),
                best: None,
                conclusions: Vec::new(),
                unavailable,
                figure,
            });
        };
        let x = figure.series.first().map(|series| series.x.clone()).unwrap_or_default();
        let least = |models: f64| {
            let at = x.iter().position(|&x| x == models)?;
            let ends = figure.series.iter().filter_map(|series| series.y.get(at)).copied();
            Some(lines::stated("ε", Side::Upper, ends.fold(f64::INFINITY, f64::min)))
        };
        let told =
            self.models.iter().filter_map(|&models| Some(ModelsPoint { models, epsilon: least(models)? }));
        let points: Vec<ModelsPoint> = told.collect();
        let curves: Vec<Named<'_>> = figure
            .series
            .iter()
            .map(|series| Named { name: &series.label, values: series.y.clone() })
            .collect();
        let mut conclusions: Vec<String> = costs(&points).into_iter().collect();
        conclusions.extend(
            smallest(&curves, ("k = ", &x)).map(|least| format!("The smallest bound is by {least}.")),
        );
        conclusions.extend(furthest(&curves, &x));
        let title = format!("ε of k models, each with its own noise, at δ = {}", number(self.delta));
        figure.sentence = said(&points, self.delta);
        figure.table.caption.clone_from(&title);
        figure.shows.clone_from(&title);
        figure.title = title;
        let best = points.last().map(|point| self.stated(point));
        Ok(SeveralAnswer { points, best, conclusions, unavailable, figure: Some(figure) })
    }

    /// δ against ε of some numbers of models, as far as the profile of the most reaches.
    fn profiles(&self) -> Result<SeveralAnswer, Refusal> {
        let mut found: Vec<(f64, Figure)> = Vec::new();
        let mut unavailable = Vec::new();
        for &models in self.models.iter().rev() {
            let widest = found.first().and_then(|(_, widest)| widest.series.first());
            let grid = widest.map(|curve| Grid::At(curve.x.iter().copied().map(Number).collect()));
            let answer =
                self.curve(View::Profile, models, grid, &[Accountant::Fourier, Accountant::Rdp]).answer()?;
            unavailable.extend(answer.unavailable);
            found.extend(answer.figure.map(|figure| (models, figure)));
        }
        found.reverse();
        let figure = profiles_figure(&found);
        let points: Vec<ModelsPoint> = found
            .iter()
            .filter_map(|(models, figure)| {
                Some(ModelsPoint { models: *models, epsilon: figure.best.clone()? })
            })
            .collect();
        let mut conclusions: Vec<String> = costs(&points).into_iter().collect();
        let bounds = self.setting.bounds();
        if bounds.near.is_none() {
            conclusions.push(format!(
                "No loss of k models is below k × {}, so that every output counts up to there.",
                down(bounds.pair.start())
            ));
        }
        let figure = figure.map(|figure| {
            let setting = &self.setting;
            let title = format!(
                "δ against ε of k models, each with its own noise, σ = {}, λ = {}",
                number(setting.sigma),
                number(setting.regularization)
            );
            let mut figure = Figure { sentence: said(&points, self.delta), ..figure };
            figure.table.caption.clone_from(&title);
            Figure { shows: title.clone(), title, ..figure }
        });
        let best = points.last().map(|point| self.stated(point));
        Ok(SeveralAnswer { points, best, conclusions, unavailable, figure })
    }
}

/// The profiles of each number of models in one picture, on the grid of the most.
fn profiles_figure(found: &[(f64, Figure)]) -> Option<Figure> {
    let (_, widest) = found.last()?;
    let x = &widest.series.first()?.x;
    let named = |(models, figure): &(f64, Figure)| -> Vec<Line> {
        let label = |label: &str| format!("k = {}: {label}", number(*models));
        figure
            .series
            .iter()
            .map(|series| (lines::line(&label(&series.label), x, series.y.clone()), Side::Upper))
            .collect()
    };
    let words = Words { head: "ε", place: "ε = ", quantity: "δ" };
    let curves = found.iter().flat_map(named).collect();
    let mut figure = lines::lines(&words, x, (widest.x.clone(), widest.y.clone()), curves);
    let marks = found.iter().flat_map(|(models, figure)| {
        figure.marks.iter().map(|mark| Mark { label: format!("k = {}", number(*models)), ..mark.clone() })
    });
    figure.marks = marks.collect();
    Some(figure)
}

/// ε at δ for each number of models.
fn said(points: &[ModelsPoint], delta: f64) -> String {
    let told =
        points.iter().map(|ModelsPoint { models, epsilon }| format!("{epsilon} for k = {}", number(*models)));
    format!("at δ = {}: {}.", number(delta), told.collect::<Vec<_>>().join(", "))
}

/// What the most models cost beside one.
fn costs(points: &[ModelsPoint]) -> Option<String> {
    let (one, most) = (points.first()?, points.last()?);
    let (least, total) = (one.epsilon.number, most.epsilon.number);
    let often = most.models / one.models;
    if !(least > 0.0 && total.is_finite() && often > 1.0) {
        return None;
    }
    let beside = if total < least * often { "less than" } else { "no less than" };
    Some(format!(
        "{} models cost {} as much as {}, {beside} {} times: {} and {}.",
        number(most.models),
        times(total, least),
        number(one.models),
        number(often),
        one.epsilon,
        most.epsilon
    ))
}

/// How far the largest bound of the most models is above the least.
fn furthest(curves: &[Named<'_>], x: &[f64]) -> Option<String> {
    let last = x.len().checked_sub(1)?;
    let ends = curves.iter().filter_map(|curve| Some((curve.name, *curve.values.get(last)?)));
    let ends: Vec<(&str, f64)> = ends.filter(|(_, value)| value.is_finite()).collect();
    let (_, least) = *ends.iter().min_by(|one, other| one.1.total_cmp(&other.1))?;
    let (name, most) = *ends.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
    (least > 0.0 && most > least).then(|| {
        format!(
            "For k = {} the largest bound, by {name}, is {} the smallest.",
            number(x[last]),
            times(most, least)
        )
    })
}
