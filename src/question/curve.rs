//! One view of a guarantee on a grid.

use num_complex::Complex64;
use serde::Serialize;

use super::grid::{DEFAULT_POINTS, Grid, default_grid, points, read_grid};
use super::picture::{self, ProfileWindow};
use super::plan::{EPSILON, Target, read_accountants, read_target};
use super::read::Reader;
use super::refusal::Refusal;
use super::release::{Neighbours, read_neighbours, read_releases};
use crate::account::moments::MomentsPlan;
use crate::account::{Accountant, Release, exact, moments};
use crate::figure::Figure;
use crate::guarantee::{Atom, Interval, Order, Pair, Probability, characteristic, epsilon_at};
use crate::mechanism::Range;
use crate::question::number::Number;

/// The most work of one curve, in releases times points: half a second in a browser.
const WORK: usize = 20_000;

/// A window on a guarantee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// δ against ε.
    Profile,
    /// Rényi divergence against its order.
    Renyi,
    /// Type II error against type I error.
    TradeOff,
    /// Density of the privacy loss.
    Loss,
    /// Characteristic function of the privacy loss.
    Characteristic,
}

impl View {
    /// All views.
    pub const ALL: [Self; 5] = [Self::Profile, Self::Renyi, Self::TradeOff, Self::Loss, Self::Characteristic];

    /// The word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::Renyi => "renyi",
            Self::TradeOff => "trade-off",
            Self::Loss => "loss",
            Self::Characteristic => "characteristic",
        }
    }

    /// What it shows.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Profile => "privacy profile: δ against ε",
            Self::Renyi => "Rényi differential privacy: divergence against order",
            Self::TradeOff => "trade-off: an attacker's type II error against type I error",
            Self::Loss => "distribution of the privacy loss",
            Self::Characteristic => "characteristic function of the privacy loss",
        }
    }

    /// What may stand in a grid.
    pub(super) const fn range(self) -> Range {
        match self {
            Self::Profile => EPSILON,
            Self::Renyi => Range::closed(1.0, 1e12),
            Self::TradeOff => Range::closed(0.0, 1.0),
            Self::Loss | Self::Characteristic => Range::closed(-1e15, 1e15),
        }
    }
}

/// "Show me that view of this plan."
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CurveQuestion {
    /// Which view.
    pub view: View,
    /// Which two data sets must look alike; `add-remove` if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// What is published.
    pub releases: Vec<Release>,
    /// Where; the engine chooses if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub grid: Option<Grid>,
    /// Which accountants to run; all if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub accountants: Vec<Accountant>,
    /// A point of a profile to mark in the picture.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mark: Option<Target>,
    /// Whether to describe the picture instead of listing the values.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// One accountant's values: bounds, or in the view of the loss a density, or in that of the
/// characteristic function two parts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CurveSeries {
    /// Whose.
    pub accountant: Accountant,
    /// Never above the exact values; absent where the accountant certifies no lower end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub lower: Option<Vec<Number>>,
    /// Never below the exact values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub upper: Option<Vec<Number>>,
    /// Density of the continuous part of the loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<Vec<f64>>,
    /// Real part of the characteristic function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub real: Option<Vec<f64>>,
    /// Imaginary part of the characteristic function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imaginary: Option<Vec<f64>>,
}

impl CurveSeries {
    fn of(accountant: Accountant) -> Self {
        Self { accountant, lower: None, upper: None, density: None, real: None, imaginary: None }
    }

    fn bounds(self, values: impl Iterator<Item = Interval>) -> Self {
        let (lower, upper) = values.map(|value| (Number(value.lower), Number(value.upper))).unzip();
        Self { lower: Some(lower), upper: Some(upper), ..self }
    }

    fn upper_bounds(self, values: impl Iterator<Item = f64>) -> Self {
        Self { upper: Some(values.map(Number).collect()), ..self }
    }

    fn parts(self, values: impl Iterator<Item = Complex64>) -> Self {
        let (real, imaginary) = values.map(|value| (value.re, value.im)).unzip();
        Self { real: Some(real), imaginary: Some(imaginary), ..self }
    }
}

/// Why one accountant has no curve.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NoCurve {
    /// Whose.
    pub accountant: Accountant,
    /// The reason, in words a person can act on.
    pub reason: String,
}

/// A view on a grid.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CurveAnswer {
    /// Which view.
    pub view: View,
    /// The relation it holds for.
    pub neighbours: Neighbours,
    /// The grid; absent when a picture holds it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "(number | \"inf\")[]"))]
    pub x: Vec<Number>,
    /// One entry per accountant that could answer; absent when a picture holds them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub series: Vec<CurveSeries>,
    /// One entry per accountant that could not.
    pub unavailable: Vec<NoCurve>,
    /// Points of positive probability, in the view of the loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atoms: Option<Vec<Atom>>,
    /// Probability of an infinite loss, in the view of the loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite: Option<f64>,
    /// The picture, if asked for and if there is anything to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

pub(super) fn read(root: &Reader<'_>) -> Result<CurveQuestion, Refusal> {
    let fields =
        root.object(&["ask", "view", "neighbours", "releases", "grid", "accountants", "mark", "picture"])?;
    let view = View::ALL[fields.field("view").choice(&View::ALL.map(View::word))?];
    let question = CurveQuestion {
        view,
        neighbours: read_neighbours(fields.field("neighbours"))?,
        releases: read_releases(fields.field("releases"))?,
        grid: fields.optional("grid", |field| read_grid(&field, view))?,
        accountants: read_accountants(fields.field("accountants"))?,
        mark: fields.optional("mark", |field| read_target(&field))?,
        picture: fields.optional("picture", |field| field.flag())?.unwrap_or(false),
    };
    let points = question.grid.as_ref().map_or(DEFAULT_POINTS, Grid::len);
    if question.releases.len() * points > WORK {
        let fewer =
            format!("few enough for a curve: releases times points is at most {WORK}, here {points} points");
        return Err(fields.field("releases").refuse(fewer));
    }
    Ok(question)
}

/// What the accountants that were asked made of the plan.
pub(super) struct Composed<'a> {
    pub exact: Option<&'a dyn Pair>,
    pub moments: Option<&'a MomentsPlan>,
}

impl Composed<'_> {
    /// The best upper bound of ε at δ.
    pub(super) fn epsilon(&self, delta: Probability) -> Option<f64> {
        let exact = self.exact.map(|plan| epsilon_at(plan, delta).upper);
        exact.or_else(|| self.moments.map(|plan| plan.epsilon(delta).upper))
    }

    /// The best upper bound of δ at ε.
    pub(super) fn delta(&self, epsilon: f64) -> Option<f64> {
        let exact = self.exact.map(|plan| plan.profile(epsilon).upper);
        exact.or_else(|| self.moments.map(|plan| plan.delta(epsilon).upper))
    }
}

pub(super) fn answer(question: &CurveQuestion) -> CurveAnswer {
    let (exact, moments) = (exact::compose(&question.releases), moments::compose(&question.releases));
    let asked = |accountant| question.accountants.contains(&accountant);
    let composed = Composed {
        exact: exact.as_deref().ok().filter(|_| asked(Accountant::Exact)),
        moments: moments.as_ref().ok().filter(|_| asked(Accountant::Moments)),
    };
    let window = (question.view == View::Profile).then(|| ProfileWindow::of(question, &composed));
    let mut x = match &question.grid {
        Some(grid) => points(grid),
        None => default_grid(question.view, &composed, window.as_ref()),
    };
    if question.picture {
        x.retain(|x| x.is_finite());
    }
    let mut answer = CurveAnswer {
        view: question.view,
        neighbours: question.neighbours,
        x: x.iter().copied().map(Number).collect(),
        series: Vec::new(),
        unavailable: Vec::new(),
        atoms: None,
        infinite: None,
        figure: None,
    };
    for &accountant in &question.accountants {
        let series = match accountant {
            Accountant::Exact => exact
                .as_deref()
                .map(|plan| exact_series(plan, question.view, &x))
                .map_err(ToString::to_string),
            Accountant::Moments => moments
                .as_ref()
                .map_err(ToString::to_string)
                .and_then(|plan| moments_series(plan, question.view, &x)),
        };
        match series {
            Ok(series) => answer.series.push(series),
            Err(reason) => answer.unavailable.push(NoCurve { accountant, reason }),
        }
    }
    if let (View::Loss, Some(plan)) = (question.view, composed.exact) {
        let loss = plan.loss();
        (answer.atoms, answer.infinite) = (Some(loss.atoms), Some(loss.infinite));
    }
    if question.picture && !answer.series.is_empty() && !x.is_empty() {
        answer.figure = Some(picture::describe(question, &answer, &composed, window.as_ref()));
        (answer.x, answer.series) = (Vec::new(), Vec::new());
    }
    answer
}

fn exact_series(plan: &dyn Pair, view: View, x: &[f64]) -> CurveSeries {
    let series = CurveSeries::of(Accountant::Exact);
    let x = x.iter().copied();
    match view {
        View::Profile => series.bounds(x.map(|epsilon| plan.profile(epsilon))),
        View::Renyi => series.bounds(x.map(|order| plan.renyi(valid_order(order)))),
        View::TradeOff => series.bounds(x.map(|error| plan.trade_off(Probability::clamped(error)))),
        View::Loss => {
            let loss = plan.loss();
            CurveSeries { density: Some(x.map(|l| (loss.density)(l)).collect()), ..series }
        }
        View::Characteristic => series.parts(x.map(|t| characteristic(plan, t))),
    }
}

fn moments_series(plan: &MomentsPlan, view: View, x: &[f64]) -> Result<CurveSeries, String> {
    let series = CurveSeries::of(Accountant::Moments);
    let x = x.iter().copied();
    match view {
        View::Profile => Ok(series.upper_bounds(x.map(|epsilon| plan.delta(epsilon).upper))),
        View::Renyi => Ok(series.upper_bounds(x.map(|order| plan.renyi(valid_order(order))))),
        View::Characteristic => Ok(series.parts(x.map(|t| plan.characteristic(t)))),
        View::TradeOff | View::Loss => Err(format!(
            "the moments accountant keeps no {}; ask for the profile or the renyi view",
            if view == View::Loss { "loss distribution" } else { "trade-off curve" }
        )),
    }
}

/// A grid of orders has been validated; order ∞, the strictest, stands for anything else.
fn valid_order(order: f64) -> Order {
    Order::new(order).unwrap_or(Order::INFINITE)
}
