//! What a guarantee that is known by some points says everywhere else: before and after it is improved.

use serde::Serialize;

use super::direction::refuse_field;
use crate::account::{Accountant, Plan, Release, Unavailable};
use crate::figure::{Axis, Draw, Figure, Mark, Series, Side};
use crate::guarantee::{Probability, epsilon_at};
use crate::mechanism::{Kind as _, Mechanism, Profile};
use crate::numeric::Scale;
use crate::question::Ask;
use crate::question::accounting::grid::{DEFAULT_POINTS, GRID, Grid, points, read_grid, spaced};
use crate::question::accounting::plan::Target;
use crate::question::accounting::view::View;
use crate::question::field::common::{self, PICTURE};
use crate::question::field::described::{Field, Kind};
use crate::question::field::number::Number;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::field::release::read_mechanism;
use crate::question::figure::lines::{Line, Words, across, line, lines, number, up, values};
use crate::question::figure::views::{at_most, curve_of};
use crate::sampling::Neighbours;
use crate::watch;

/// The lowest δ that is drawn.
const FLOOR: f64 = 1e-12;

/// Down to this δ a Rényi curve is drawn unless told.
const DRAWN: f64 = 1e-6;

/// How a Rényi curve becomes a profile: as it was first done, as is usual, and as well as it can be.
const CONVERSIONS: [Accountant; 3] = [Accountant::RdpBasic, Accountant::Rdp, Accountant::RdpOptimal];

/// "What do my points say in between?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HullQuestion {
    /// Your own profile, or a Rényi curve: your own, or that of a concentrated guarantee.
    pub mechanism: Mechanism,
    /// At which ε; the engine chooses if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub grid: Option<Grid>,
    /// A δ whose ε, or an ε whose δ, each curve says.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mark: Option<Target>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// One of the curves: δ is at most this.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HullCurve {
    /// Which: `given` and `improved`, or `rdp-basic`, `rdp` and `rdp-optimal`.
    pub name: &'static str,
    /// What a person reads beside it.
    pub title: &'static str,
    /// δ at each ε.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | \"inf\")[]"))]
    pub delta: Vec<Number>,
    /// What it says of the mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub marked: Option<Number>,
}

/// A point as it was given, and what the others make of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HullPoint {
    /// The ε.
    pub epsilon: f64,
    /// The δ that was given.
    pub given: f64,
    /// The δ that follows from all points together.
    pub improved: f64,
}

/// The curves.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HullAnswer {
    /// The ε.
    pub x: Vec<f64>,
    /// The curves, the largest first.
    pub curves: Vec<HullCurve>,
    /// The points of a profile; none of a Rényi curve.
    pub points: Vec<HullPoint>,
    /// What was gained, in words.
    pub said: String,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const MECHANISM: Field =
    Field::of("mechanism", "your own profile or Rényi curve, or a concentrated guarantee", Kind::Mechanism);
const MARK: Field =
    Field::one_of("mark", "a δ whose ε, or an ε whose δ, each curve says", &[common::DELTA, common::EPSILON])
        .optional();

impl Ask for HullQuestion {
    const ABOUT: &'static str = "What do some points of a guarantee say everywhere else? A profile or a Rényi curve before and after it is improved.";
    const FIELDS: &'static [Field] = &[MECHANISM, GRID, MARK, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "hull", "mechanism": {"kind": "profile", "points": [[0, 0.4], [1, 0.39], [2, 0.1], [3, 0.01]]},
 "grid": {"from": 0, "to": 4, "points": 41}}"#,
        r#"{"ask": "hull", "mechanism": {"kind": "zcdp", "rho": 0.5}, "mark": {"delta": 0.3}, "grid": [0, 0.5, 1, 2]}"#,
    ];
    type Answer = HullAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let mechanism = read_mechanism(&fields.at(&MECHANISM), None)?.build();
        if mechanism.pair().is_some() && !matches!(mechanism, Mechanism::Profile(_)) {
            let known = "one of the kinds profile, renyi-curve, zcdp or tcdp: all else is known everywhere";
            return Err(fields.at(&MECHANISM).refuse(known));
        }
        Ok(Self {
            mechanism,
            grid: fields.if_there(&GRID, |place| read_grid(&place, View::Profile))?,
            mark: fields.if_there(&MARK, |_| Target::read(fields, &MARK))?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let mut answer = match &self.mechanism {
            Mechanism::Profile(profile) => self.improved(profile),
            _ => self.converted().map_err(|reason| refuse_field("mechanism", &reason))?,
        };
        answer.figure = (self.picture && answer.x.len() > 1).then(|| self.picture(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

/// The points read as they stand: δ never rises, and says nothing before the first.
fn given_delta(given: &[[f64; 2]], epsilon: f64) -> f64 {
    let known = given.iter().take_while(|point| point[0] <= epsilon);
    known.map(|point| point[1]).fold(1.0, f64::min)
}

impl HullQuestion {
    /// The points, and the pair with the largest profile that passes below them (Zhu, dissertation, Cor. 3.5.1): convex in
    /// e^ε, never rising, 1 at e^ε = 0, and so for both orders of two neighbours.
    fn improved(&self, profile: &Profile) -> HullAnswer {
        let given = profile.points();
        let last = given.last().map_or(1.0, |point| point[0]);
        let x = match &self.grid {
            Some(grid) => points(grid),
            None => {
                let mut x = spaced(0.0, Axis::round_up(1.1 * last.max(1e-6)), DEFAULT_POINTS, Scale::Linear);
                x.extend(given.iter().map(|point| point[0]));
                x.sort_by(f64::total_cmp);
                x.dedup();
                x
            }
        };
        let pair = self.mechanism.pair();
        let improved = |epsilon: f64| pair.map_or(1.0, |pair| pair.profile(epsilon).upper);
        let first =
            |delta: f64| given.iter().find(|point| point[1] <= delta).map_or(f64::INFINITY, |point| point[0]);
        let marked = self.mark.map(|target| match target {
            Target::Epsilon(epsilon) => [given_delta(given, epsilon), improved(epsilon)],
            Target::Delta(delta) => {
                let after = pair.map_or(f64::INFINITY, |pair| epsilon_at(pair, delta).upper);
                [first(delta.value()), after]
            }
        });
        let curve = |name, title, at: usize, delta: &dyn Fn(f64) -> f64| HullCurve {
            name,
            title,
            delta: x.iter().map(|&epsilon| Number(delta(epsilon))).collect(),
            marked: marked.map(|values| Number(values[at])),
        };
        let curves = vec![
            curve("given", "as given", 0, &|epsilon| given_delta(given, epsilon)),
            curve("improved", "improved", 1, &improved),
        ];
        let point =
            |point: &[f64; 2]| HullPoint { epsilon: point[0], given: point[1], improved: improved(point[0]) };
        let listed: Vec<HullPoint> = given.iter().map(point).collect();
        let said = gained(&listed);
        HullAnswer { x, curves, points: listed, said, figure: None }
    }

    /// The profile that a Rényi curve implies, by each conversion.
    fn converted(&self) -> Result<HullAnswer, Unavailable> {
        let release = Release { label: None, count: 1.0, mechanism: self.mechanism.clone(), sampling: None };
        let plan = Plan::new(&[release], Neighbours::AddRemove);
        let x = match &self.grid {
            Some(grid) => points(grid),
            None => {
                let reach = Accountant::Rdp.compose(&plan)?.epsilon(Probability::clamped(DRAWN))?.upper;
                let to = if reach > 0.0 && reach < 1e15 { reach } else { 1.0 };
                spaced(0.0, Axis::round_up(to), DEFAULT_POINTS / 2, Scale::Linear)
            }
        };
        let mut curves = Vec::new();
        for accountant in CONVERSIONS {
            watch::step();
            let ledger = accountant.compose(&plan)?;
            let bounds = ledger.deltas(&x)?;
            let marked = self.mark.map(|target| ledger.bound(target.fixed())).transpose()?;
            curves.push(HullCurve {
                name: accountant.name(),
                title: accountant.title(),
                delta: bounds.iter().map(|bound| Number(bound.upper)).collect(),
                marked: marked.map(|bound| Number(bound.upper)),
            });
        }
        let said = self.compared(&x, &curves);
        Ok(HullAnswer { x, curves, points: Vec::new(), said, figure: None })
    }

    /// What the conversions say of the mark, or where they differ most.
    fn compared(&self, x: &[f64], curves: &[HullCurve]) -> String {
        let (place, quantity, numbers): (String, &str, Vec<f64>) = match self.mark {
            Some(target) => {
                let quantity = if matches!(target, Target::Delta(_)) { "ε" } else { "δ" };
                let marked = curves.iter().filter_map(|curve| Some(curve.marked?.0));
                (target.phrase(), quantity, marked.collect())
            }
            None => {
                let apart = |at: usize| curves[0].delta[at].0 - curves[curves.len() - 1].delta[at].0;
                let widest = (0..x.len()).max_by(|&a, &b| apart(a).total_cmp(&apart(b))).unwrap_or(0);
                let there = curves.iter().map(|curve| curve.delta[widest].0);
                (format!("ε = {}", number(x[widest])), "δ", there.collect())
            }
        };
        let each =
            curves.iter().zip(numbers).map(|(curve, value)| format!("{} ({})", up(value), curve.title));
        let each: Vec<String> = each.collect();
        format!("At {place}, {quantity} is at most {}.", each.join(", "))
    }

    fn picture(&self, answer: &HullAnswer) -> Figure {
        let x = &answer.x;
        let of = |curve: &HullCurve| -> Line {
            let y = values(&curve.delta);
            let accountant = CONVERSIONS.into_iter().find(|accountant| accountant.name() == curve.name);
            let series = match accountant {
                Some(accountant) => curve_of(accountant, x, y),
                None if curve.name == "given" => Series { draw: Draw::Step, ..line(curve.title, x, y) },
                None => line(curve.title, x, y),
            };
            (series, Side::Upper)
        };
        let curves: Vec<Line> = answer.curves.iter().map(of).collect();
        let least = answer.curves.iter().flat_map(|curve| &curve.delta).map(|delta| delta.0);
        let least = least.filter(|&delta| delta > 0.0).fold(1.0, f64::min).max(FLOOR);
        let axes = (across("ε", x), Axis::decades("δ", least, 1.0));
        let mut figure = lines(&Words { head: "ε", place: "ε = ", quantity: "δ" }, x, axes, curves);
        if !answer.points.is_empty() {
            figure.series.push(Series {
                label: "given points".into(),
                x: answer.points.iter().map(|point| point.epsilon).collect(),
                y: answer.points.iter().map(|point| point.given).collect(),
                draw: Draw::Points,
                ..Series::default()
            });
        }
        let (from, to) = (x[0], x[x.len() - 1]);
        for curve in &answer.curves {
            let Some((target, Number(value))) = self.mark.zip(curve.marked) else { continue };
            let (at, y, says) = match target {
                Target::Delta(delta) => (value, delta.value(), at_most("ε", value)),
                Target::Epsilon(epsilon) => (epsilon, value, at_most("δ", value)),
            };
            if (from..=to).contains(&at) {
                figure.marks.push(Mark {
                    x: at,
                    y,
                    label: format!("{says} ({})", curve.title),
                    says: Some(says),
                });
            }
        }
        let shows = if answer.points.is_empty() {
            "ε–δ curve of a Rényi curve"
        } else {
            "ε–δ curve of some points"
        };
        figure.shows = shows.into();
        figure.title = format!("{shows}, {}", self.mechanism);
        figure.table.caption = figure.title.clone();
        figure.sentence = format!("{}: {}", self.mechanism, answer.said);
        figure
    }
}

/// Which of the points the others improve, and the one by most.
fn gained(points: &[HullPoint]) -> String {
    let better = |point: &&HullPoint| point.improved < point.given * (1.0 - 1e-9);
    let number_of = points.iter().filter(better).count();
    let share = |point: &HullPoint| point.improved / point.given;
    let most = points.iter().filter(better).min_by(|a, b| share(a).total_cmp(&share(b)));
    match most {
        None => "Every point lies on the hull: none follows from the others, and between them δ is smaller than the steps.".into(),
        Some(point) => format!(
            "{number_of} of {} points follow better from the others: at ε = {} δ is at most {} instead of {}.",
            points.len(),
            number(point.epsilon),
            up(point.improved),
            number(point.given)
        ),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The lower convex envelope in `a = e^ε` by trying every chord: of the points, of what each says of the other order
    /// of two neighbours, of (0, 1), and of a level line to the right.
    fn envelope(given: &[[f64; 2]], epsilon: f64) -> f64 {
        let mut corners = vec![(0.0, 1.0)];
        for &[epsilon, delta] in given {
            let a = epsilon.exp();
            corners.extend([(a, delta), (a.recip(), 1.0 - a.recip() + delta / a)]);
        }
        let lowest = corners.iter().map(|corner| corner.1).fold(1.0, f64::min);
        corners.push((1e9, lowest));
        let a = epsilon.exp();
        let mut least = 1.0f64;
        for &(left, high) in corners.iter().filter(|corner| corner.0 <= a) {
            for &(right, low) in corners.iter().filter(|corner| corner.0 >= a) {
                let share = if right > left { (a - left) / (right - left) } else { 0.0 };
                least = least.min(high + share * (low - high));
            }
        }
        least
    }

    proptest! {
        #[test]
        fn the_hull_is_the_lower_envelope(steps in prop::collection::vec((0.05..1.5f64, 0.0..1.0f64), 2..8), epsilon in 0.0..6.0f64) {
            let mut at = 0.0;
            let given: Vec<[f64; 2]> = steps.iter().map(|(step, delta)| { at += step; [at, *delta] }).collect();
            let profile = Profile::new(&given).expect("points");
            let question = HullQuestion {
                mechanism: Mechanism::Profile(profile.clone()),
                grid: Some(Grid::At(vec![Number(epsilon)])),
                mark: None,
                picture: false,
            };
            let answer = question.improved(&profile);
            let [before, after] = [0, 1].map(|curve: usize| answer.curves[curve].delta[0].0);
            prop_assert!(after <= before + 1e-12);
            let expected = envelope(&given, epsilon);
            prop_assert!((after - expected).abs() < 1e-6, "{} {}", after, expected);
            prop_assert!(answer.points.iter().all(|point| point.improved <= point.given + 1e-12));
        }
    }
}
