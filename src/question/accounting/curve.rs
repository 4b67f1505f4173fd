//! One view of a guarantee on a grid.

use crate::question::Ask;
use serde::Serialize;

use super::composition;
use super::curve_series::CurveSeries;
use super::grid::{DEFAULT_POINTS, GRID, Grid, default_grid, points, read_grid};
use super::plan::Target;
use super::profile_window::ProfileWindow;
use super::view::{VIEWS, View};
use crate::account::exact::{self, ExactPlan};
use crate::account::moments::{self, MomentsPlan};
use crate::account::{Accountant, Bound, DualTradeOff, Ledger, Plan, Release, Unavailable};
use crate::figure::Figure;
use crate::guarantee::{Atom, Interval, Order, Pair, Probability, characteristic};
use crate::question::field::common::{self, ACCOUNTANTS, NEIGHBOURS, PICTURE, RELEASES};
use crate::question::field::described::Field;
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::views;
use crate::sampling::Neighbours;
use crate::watch;

/// The most work of one curve, in releases times points: half a second in a browser.
const WORK: usize = 20_000;

/// The width of a bracket that is only drawn, relative to δ.
const DRAWN_WIDTH: f64 = 1e-3;

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
    /// Which accountants to run; if absent the exact curve and the Rényi bound.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub accountants: Vec<Accountant>,
    /// A point of a profile to mark in the picture; the δ of a composition.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mark: Option<Target>,
    /// Whether to describe the picture instead of listing the values.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
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

const VIEW: Field = Field::choice("view", "which view of the guarantee", &VIEWS);
const MARK: Field = Field::one_of(
    "mark",
    "a point of a profile to mark in the figure; what a composition fixes",
    &[common::DELTA, common::EPSILON],
)
.optional();

impl Ask for CurveQuestion {
    const ABOUT: &'static str =
        "What does the whole curve look like? One view of a plan's guarantee on a grid.";
    const FIELDS: &'static [Field] = &[VIEW, NEIGHBOURS, RELEASES, GRID, ACCOUNTANTS, MARK, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[r#"{"ask": "curve", "view": "profile",
 "releases": [{"mechanism": {"kind": "laplace", "scale": 2}}],
 "grid": {"from": 0, "to": 0.5, "points": 11}}"#];
    type Answer = CurveAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let view = fields.chosen(&VIEW, &View::ALL)?;
        let question = CurveQuestion {
            view,
            neighbours: fields.neighbours()?,
            releases: fields.releases()?,
            grid: fields.if_there(&GRID, |place| read_grid(&place, view))?,
            accountants: fields.accountants()?.unwrap_or_default(),
            mark: fields.if_there(&MARK, |_| Target::read(fields, &MARK))?,
            picture: fields.flag(&PICTURE)?,
        };
        if view == View::Composition {
            composition::check(fields, &question)?;
            return Ok(question);
        }
        check(fields, &question)?;
        Ok(question)
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let plan = Plan::new(&self.releases, self.neighbours);
        let accountants = if self.accountants.is_empty() { usual(&plan) } else { self.accountants.clone() };
        // A composition composes the plan by itself.
        let needed: &[Accountant] = if self.view == View::Composition { &[] } else { &accountants };
        let mut composed = Composed::new(&plan, needed);
        let seen = self.view == View::Profile && (self.picture || self.grid.is_none());
        let window = seen.then(|| ProfileWindow::of(self, &composed));
        composed.floor = window.as_ref().map_or(0.0, |window| 0.1 * window.delta);
        let mut x = match &self.grid {
            Some(grid) if self.view == View::Composition => composition::whole(points(grid)),
            Some(grid) => points(grid),
            None => default_grid(self, &composed, window.as_ref()),
        };
        if self.picture {
            x.retain(|x| x.is_finite());
        }
        let mut answer = CurveAnswer {
            view: self.view,
            neighbours: self.neighbours,
            x: x.iter().copied().map(Number).collect(),
            series: Vec::new(),
            unavailable: Vec::new(),
            atoms: None,
            infinite: None,
            figure: None,
        };
        if self.view == View::Composition {
            composition::fill(&mut answer, self, &x);
        } else {
            for (accountant, ledger) in &composed.ledgers {
                watch::step();
                match series(*accountant, &plan, ledger, &composed, self.view, &x) {
                    Ok(series) if plan.is_attained() => answer.series.push(series),
                    Ok(series) => answer.series.push(series.dominating(self.view)),
                    Err(reason) => answer.unavailable.push(NoCurve { accountant: *accountant, reason }),
                }
            }
        }
        if let (View::Loss, Some(pair)) = (self.view, composed.pair()) {
            let loss = pair.loss();
            (answer.atoms, answer.infinite) = (Some(loss.atoms), Some(pair.infinite()));
        }
        if self.picture && !answer.series.is_empty() && !x.is_empty() {
            answer.figure = Some(views::describe(self, &answer, &composed, window.as_ref()));
            (answer.x, answer.series) = (Vec::new(), Vec::new());
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

/// A curve that is not against repetitions takes few enough releases and points.
pub(crate) fn check(fields: &Object<'_, '_>, question: &CurveQuestion) -> Result<(), Refusal> {
    let points = question.grid.as_ref().map_or(DEFAULT_POINTS, Grid::len);
    if question.releases.len() * points > WORK {
        let fewer =
            format!("few enough for a curve: releases times points is at most {WORK}, here {points} points");
        return Err(fields.at(&RELEASES).refuse(fewer));
    }
    Ok(())
}

/// What one accountant made of the plan.
type Composition<'a> = Result<Box<dyn Ledger + 'a>, Unavailable>;

/// What the accountants that were asked made of the plan.
pub(crate) struct Composed<'a> {
    plan: &'a Plan,
    /// A profile below this δ lies under the picture.
    floor: f64,
    ledgers: Vec<(Accountant, Composition<'a>)>,
    pub exact: Option<ExactPlan<'a>>,
    pub moments: Result<MomentsPlan<'a>, Unavailable>,
}

impl<'a> Composed<'a> {
    fn new(plan: &'a Plan, accountants: &[Accountant]) -> Self {
        let exact = exact::compose(plan).ok().filter(|_| accountants.contains(&Accountant::Exact));
        let compose = |&accountant: &Accountant| (accountant, accountant.compose(plan));
        let ledgers = accountants.iter().map(compose).collect();
        Self { plan, floor: 0.0, ledgers, exact, moments: moments::compose(plan) }
    }

    /// The closed form of the usually worse direction.
    pub(crate) fn pair(&self) -> Option<&dyn Pair> {
        self.exact.as_ref().and_then(|plan| plan.pairs().next())
    }

    /// The upper bound of ε at δ by the tightest accountant that answers.
    pub(crate) fn epsilon(&self, delta: Probability) -> Option<f64> {
        self.first(&|ledger| ledger.epsilon(delta))
    }

    /// The upper bound of δ at ε by the tightest accountant that answers.
    pub(crate) fn delta(&self, epsilon: f64) -> Option<f64> {
        self.first(&|ledger| ledger.delta(epsilon))
    }

    /// By those asked first, but for estimates; where none of them answers by the lattice, then by the Rényi bound.
    fn first(&self, read: &dyn Fn(&dyn Ledger) -> Result<Bound, Unavailable>) -> Option<f64> {
        let asked = self.ledgers.iter().filter(|(accountant, _)| !accountant.estimates());
        let asked = asked.filter_map(|(_, ledger)| read(ledger.as_deref().ok()?).ok()).next();
        let other = |accountant: Accountant| read(&*accountant.compose(self.plan).ok()?).ok();
        let found = asked.or_else(|| other(Accountant::Pld)).or_else(|| other(Accountant::Rdp))?;
        Some(views::printed(found.lower, found.upper))
    }

    /// δ at every ε by one accountant. Where the contour gives up, the certified lattice answers, as finely as a curve
    /// over many decades shows, and down to what the picture shows.
    fn profile(
        &self,
        accountant: Accountant,
        ledger: &dyn Ledger,
        epsilons: &[f64],
    ) -> Vec<Result<Bound, Unavailable>> {
        let mut bounds = ledger.pointwise(epsilons);
        if accountant != Accountant::Fourier {
            return bounds;
        }
        let low = |bound: &Result<Bound, _>| bound.as_ref().is_ok_and(|bound| bound.upper < self.floor);
        let shown = bounds.iter().position(low).unwrap_or(bounds.len());
        let open: Vec<usize> = (0..shown).filter(|&at| bounds[at].is_err()).collect();
        if open.is_empty() {
            return bounds;
        }
        let coarse = self.plan.with_width(DRAWN_WIDTH);
        if let Ok(lattice) = Accountant::Pld.compose(&coarse) {
            let there: Vec<f64> = open.iter().map(|&at| epsilons[at]).collect();
            for (at, bound) in open.into_iter().zip(lattice.pointwise(&there)) {
                if bound.is_ok() {
                    bounds[at] = bound;
                }
            }
        }
        bounds
    }
}

/// The exact curve, by closed form where there is one and by inversion otherwise, and the Rényi bound.
fn usual(plan: &Plan) -> Vec<Accountant> {
    let exact = if exact::compose(plan).is_ok() { Accountant::Exact } else { Accountant::Fourier };
    vec![exact, Accountant::Rdp]
}

/// One accountant's curve, or why it has none.
fn series(
    accountant: Accountant,
    plan: &Plan,
    ledger: &Composition<'_>,
    composed: &Composed<'_>,
    view: View,
    x: &[f64],
) -> Result<CurveSeries, String> {
    let series = CurveSeries::of(accountant);
    let ledger = ledger.as_deref().map_err(ToString::to_string)?;
    let none =
        || format!("the {} accountant keeps no {}; ask for the profile view", accountant.name(), view.noun());
    match (view, accountant) {
        (View::Profile, _) => series.through(x, composed.profile(accountant, ledger, x), composed.floor),
        (_, Accountant::Exact) => {
            composed.exact.as_ref().map(|plan| exact_series(plan, view, x)).ok_or_else(none)
        }
        (View::Renyi, Accountant::Rdp) => {
            let plan = composed.moments.as_ref().map_err(ToString::to_string)?;
            let bounds = x.iter().map(|&order| plan.renyi(valid_order(order))).collect::<Result<Vec<_>, _>>();
            Ok(series.upper_bounds(bounds.map_err(|reason| reason.to_string())?.into_iter()))
        }
        (View::TradeOff, Accountant::Rdp | Accountant::RdpOptimal) => {
            let plan = composed.moments.as_ref().map_err(ToString::to_string)?;
            let tests = plan.tests();
            let bounds = x.iter().map(|&error| plan.trade_off(Probability::clamped(error), &tests));
            let bounds = bounds.collect::<Result<Vec<_>, _>>().map_err(|reason| reason.to_string())?;
            Ok(series.bounds(bounds.into_iter()))
        }
        (View::Characteristic, Accountant::Rdp | Accountant::Fourier) => {
            let plan = composed.moments.as_ref().map_err(ToString::to_string)?;
            let values = x.iter().map(|&t| plan.characteristic(t)).collect::<Option<Vec<_>>>();
            Ok(series.parts(values.ok_or_else(none)?.into_iter()))
        }
        (View::TradeOff, Accountant::Fourier | Accountant::Pld) => {
            let curve = DualTradeOff::new(accountant, plan).map_err(|reason| reason.to_string())?;
            Ok(series.bounds(x.iter().map(|&error| curve.at(Probability::clamped(error)))))
        }
        _ => Err(none()),
    }
}

fn exact_series(plan: &ExactPlan<'_>, view: View, x: &[f64]) -> CurveSeries {
    let series = CurveSeries::of(Accountant::Exact);
    let x = x.iter().copied();
    let worst = |views: &mut dyn Iterator<Item = Interval>| views.reduce(Interval::max);
    match view {
        View::Renyi => series.bounds(
            x.filter_map(|order| worst(&mut plan.pairs().map(|pair| pair.renyi(valid_order(order))))),
        ),
        View::TradeOff => series.bounds(x.filter_map(|error| {
            plan.pairs().map(|pair| pair.trade_off(Probability::clamped(error))).reduce(Interval::min)
        })),
        View::Loss => {
            let losses: Vec<_> = plan.pairs().take(1).map(Pair::loss).collect();
            let density = x.flat_map(|l| losses.iter().map(move |loss| (loss.density)(l)));
            CurveSeries { density: Some(density.collect()), ..series }
        }
        View::Characteristic => {
            series.parts(x.filter_map(|t| plan.pairs().next().map(|pair| characteristic(pair, t))))
        }
        View::Profile | View::Composition => {
            series.bounds(x.filter_map(|epsilon| worst(&mut plan.pairs().map(|pair| pair.profile(epsilon)))))
        }
    }
}

/// A grid of orders has been validated; order ∞, the strictest, stands for anything else.
fn valid_order(order: f64) -> Order {
    Order::new(order).unwrap_or(Order::INFINITE)
}
