//! Where a view is evaluated.

use serde::Serialize;

use super::composition;
use super::curve::{Composed, CurveQuestion};
use super::profile_window::ProfileWindow;
use super::view::View;
use crate::guarantee::{Order, Pair};
use crate::mechanism::Range;
use crate::numeric::{Scale, nearly_sorted};
use crate::question::field::common::DELTAS;
use crate::question::field::described::{Field, Kind, Word};
use crate::question::field::number::Number;
use crate::question::field::read::Reader;
use crate::question::field::refusal::Refusal;

/// The most points of a grid.
const POINTS: usize = 10_000;

/// Points of a grid that the engine chooses.
pub(crate) const DEFAULT_POINTS: usize = 201;

/// Where a view is evaluated.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum Grid {
    /// At these points, ascending; an order may be `"inf"`.
    At(#[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))] Vec<Number>),
    /// At points between two ends, both included.
    Between {
        /// First point.
        from: f64,
        /// Last point.
        to: f64,
        /// How many: a whole number.
        points: f64,
        /// How they are spaced; linear if absent.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        spacing: Scale,
    },
}

impl Grid {
    /// How many points.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::At(points) => points.len(),
            Self::Between { points, .. } => *points as usize,
        }
    }
}

const POINT_COUNT: Field = Field::number("points", "how many", Range::whole(2.0, POINTS as f64));
const FROM: Field = Field::number("from", "first point", LINE);
const TO: Field = Field::number("to", "last point", LINE);
const SPACING: Field = Field::choice_or(
    "spacing",
    "how they are spaced",
    &[Word::new("linear", "evenly"), Word::new("log", "evenly in logarithms")],
    "linear",
);
const BETWEEN: [Field; 4] = [FROM, TO, POINT_COUNT, SPACING];

/// Everything a view may be asked at; each view accepts its own part.
const LINE: Range = Range::closed(-1e15, 1e15);

/// Where a view is evaluated.
pub(crate) const GRID: Field = Field::of(
    "grid",
    "where: a list of points, or points between two ends; chosen if absent",
    Kind::Forms {
        forms: &[
            Field::ascending("at", "at these points; an order may be \"inf\"", LINE, [1, POINTS]),
            Field::group("between", "at points between two ends, both included", &BETWEEN),
        ],
    },
)
.optional();

pub(crate) fn read_grid(place: &Reader<'_>, view: View) -> Result<Grid, Refusal> {
    let range = view.range();
    if place.is_array() {
        let read = |point: &Reader<'_>| match view {
            View::Renyi => point.extended(&range),
            _ => point.number(&range),
        };
        let points = place.array(1, POINTS)?.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        if points.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(place.refuse("an ascending list"));
        }
        return Ok(Grid::At(points.into_iter().map(Number).collect()));
    }
    let fields = place.form(&BETWEEN)?;
    let from = fields.at(&FROM).number(&range)?;
    let to = fields.at(&TO).number(&range)?;
    let points = fields.number(&POINT_COUNT)?;
    let spacing = fields.chosen(&SPACING, &[Scale::Linear, Scale::Log])?;
    if from >= to {
        return Err(fields.at(&TO).refuse(format!("above from, {from}")));
    }
    if spacing == Scale::Log && from <= 0.0 {
        return Err(fields.at(&FROM).refuse("above 0, as log spacing needs"));
    }
    Ok(Grid::Between { from, to, points, spacing })
}

pub(crate) fn points(grid: &Grid) -> Vec<f64> {
    match grid {
        Grid::At(points) => points.iter().map(|point| point.0).collect(),
        Grid::Between { from, to, points, spacing } => spaced(*from, *to, *points as usize, *spacing),
    }
}

/// Both ends exactly, the points between by the spacing.
pub(crate) fn spaced(from: f64, to: f64, points: usize, spacing: Scale) -> Vec<f64> {
    let last = (points - 1) as f64;
    (0..points)
        .map(|at| match at as f64 / last {
            0.0 => from,
            1.0 => to,
            share if spacing == Scale::Linear => from + share * (to - from),
            share => (from.ln() + share * (to.ln() - from.ln())).exp().clamp(from, to),
        })
        .collect()
}

/// A grid that shows what there is to see.
pub(crate) fn default_grid(
    question: &CurveQuestion,
    composed: &Composed<'_>,
    window: Option<&ProfileWindow>,
) -> Vec<f64> {
    match question.view {
        View::Profile => {
            let to = window.map_or(1.0, |window| window.epsilon);
            let mut grid = spaced(0.0, to, DEFAULT_POINTS, Scale::Linear);
            if let Some(plan) = composed.pair() {
                refine(&mut grid, plan, to);
            }
            grid
        }
        View::Renyi => spaced(1.0, 1000.0, DEFAULT_POINTS, Scale::Log),
        View::TradeOff => spaced(0.0, 1.0, DEFAULT_POINTS, Scale::Linear),
        View::Composition => composition::usual_grid(&question.releases),
        View::Loss => {
            let (from, to) = composed.pair().map_or((-1.0, 1.0), loss_span);
            spaced(from, to, DEFAULT_POINTS, Scale::Linear)
        }
        View::Characteristic => {
            let mean =
                composed.moments.as_ref().ok().and_then(|plan| plan.renyi(Order::ONE).ok()).unwrap_or(1.0);
            let reach = 4.0 / mean.clamp(1e-12, 1e12).sqrt();
            spaced(-reach, reach, DEFAULT_POINTS, Scale::Linear)
        }
    }
}

/// A curve that ends (a bounded loss) falls to zero within one step of the grid: points that close
/// in on the end by halves show it falling.
fn refine(grid: &mut Vec<f64>, plan: &dyn Pair, to: f64) {
    const HALVINGS: i32 = 40;
    let Some(end) = plan.loss().atoms.last().map(|atom| atom.at).filter(|&end| end > 0.0 && end <= to) else {
        return;
    };
    if plan.profile(end).upper > DELTAS.from {
        return;
    }
    let step = to / (DEFAULT_POINTS - 1) as f64;
    grid.extend((1..HALVINGS).map(|halving| end - step * 0.5f64.powi(halving)));
    grid.push(end);
    grid.retain(|&point| point >= 0.0);
    nearly_sorted::sort(grid, |&point| point);
    grid.dedup();
}

/// The finite losses, with a margin so that atoms at the ends are seen.
fn loss_span(plan: &dyn Pair) -> (f64, f64) {
    let loss = plan.loss();
    let atoms = loss.atoms.iter().filter(|atom| atom.mass > 1e-12).map(|atom| atom.at);
    let (from, to) = atoms.fold(loss.span, |(from, to), at| (from.min(at), to.max(at)));
    let margin = 0.05 * (to - from).max(1e-9);
    (from - margin, to + margin)
}
