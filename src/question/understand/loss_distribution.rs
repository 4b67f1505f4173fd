//! The distribution of the privacy loss of a whole plan.

use serde::Serialize;

use super::direction::{Marked, one_way, read_mark, refuse, word};
use super::loss_figure::{self, Drawn};
use super::loss_law::Law;
use crate::account::{Mesh, Plan, Release, Tail, Unavailable, at_most};
use crate::figure::Figure;
use crate::guarantee::Atom;
use crate::mechanism::Range;
use crate::numeric::Scale;
use crate::question::Ask;
use crate::question::accounting::grid::{DEFAULT_POINTS, GRID, Grid, points, read_grid, spaced};
use crate::question::accounting::plan::Target;
use crate::question::accounting::view::View;
use crate::question::field::common::{self, NEIGHBOURS, PICTURE, RELEASES};
use crate::question::field::described::Field;
use crate::question::field::number::Enclosure;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{down, number, up};
use crate::sampling::{Direction, Neighbours};
use crate::watch;

/// A mark further away than so many widths of the law is not drawn.
const FAR: f64 = 3.0;

/// A law is drawn if its losses are known to this share of its width.
const BLURRED: f64 = 0.2;

/// "How is the privacy loss of all this distributed?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LossDistributionQuestion {
    /// Which two data sets must look alike; `add-remove` if absent: the direction that loses more is shown.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// What is published.
    pub releases: Vec<Release>,
    /// At which losses; the engine chooses if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub grid: Option<Grid>,
    /// The ε whose tail is shown, or the δ whose ε it is.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mark: Option<Target>,
    /// A lattice to compute on, however coarse or short; if absent one on which next to nothing is lost.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub lattice: Option<LatticeChoice>,
    /// Whether to describe the pictures too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// A lattice chosen by hand.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LatticeChoice {
    /// The distance of two losses.
    pub step: f64,
    /// The number of losses is two to this power.
    pub power: f64,
}

/// The lattice that a law was composed on, and what it leaves out.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LossLattice {
    /// The distance of two losses.
    pub step: f64,
    /// How many there are.
    pub points: usize,
    /// The first loss of the window.
    pub from: f64,
    /// Where the window ends.
    pub to: f64,
    /// At most this probability was cut from the releases.
    pub outside: f64,
    /// At most this probability lies outside of the window and appears inside, a whole number of windows away.
    pub wrapped: f64,
    /// No loss is drawn further than this from its place.
    pub moved: f64,
    /// But for this probability.
    pub strays: f64,
    /// All of it in words.
    pub said: String,
}

/// What lies beyond ε.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LossTail {
    /// The ε.
    pub epsilon: f64,
    /// `P[L > ε]`, the infinite loss included.
    pub p: Enclosure,
    /// `Q[L > ε]`.
    pub q: Enclosure,
    /// `δ(ε) = P[L > ε] − e^ε Q[L > ε]`.
    pub delta: Enclosure,
    /// All of it in words.
    pub said: String,
}

impl LossTail {
    /// Words the tail.
    pub(super) fn of(epsilon: f64, tail: &Tail) -> Self {
        let at = number(epsilon);
        let said = format!(
            "P[L > {at}] ≤ {}, Q[L > {at}] ≥ {}, δ({at}) ≤ {}",
            up(tail.p.upper),
            down(tail.q.lower),
            up(tail.delta.upper)
        );
        Self { epsilon, p: tail.p.into(), q: tail.q.into(), delta: tail.delta.into(), said }
    }
}

/// The distribution.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LossDistributionAnswer {
    /// The relation it was asked for.
    pub neighbours: Neighbours,
    /// The order of two neighbours that is shown: `remove`, `add` or `replace`.
    pub direction: &'static str,
    /// Whether some two data sets have this loss; otherwise it is that of a pair that bounds the releases.
    pub attained: bool,
    /// The losses.
    pub x: Vec<f64>,
    /// Density at each, beside the atoms: in closed form, or the average half way to the neighbours.
    pub density: Vec<f64>,
    /// `P[L ≤ x]` is at least this.
    pub lower: Vec<f64>,
    /// `P[L ≤ x]` is at most this.
    pub upper: Vec<f64>,
    /// Losses of positive probability, where they can be told apart.
    pub atoms: Vec<Atom>,
    /// `P[L = ∞]`.
    pub infinite: Enclosure,
    /// The lattice; absent where the law has a closed form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lattice: Option<LossLattice>,
    /// What lies beyond the marked ε; absent where nothing is marked, where no ε meets the marked δ, and where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tail: Option<LossTail>,
    /// Why it is not known what lies beyond the mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
    /// The density, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// `P[L ≤ x]`, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cumulative: Option<Figure>,
    /// `P[L > x]` by decades, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond: Option<Figure>,
}

const MARK: Field = Field::one_of(
    "mark",
    "the ε whose tail is shown, or the δ whose ε it is",
    &[common::EPSILON, common::DELTA],
)
.optional();
const STEP: Field = Field::number("step", "the distance of two losses", Range::closed(1e-9, 1e3));
const POWER: Field =
    Field::number("power", "the number of losses is two to this power", Range::whole(4.0, 20.0));
const LATTICE: Field = Field::group(
    "lattice",
    "a lattice to compute on, however coarse or short; if absent one on which next to nothing is lost",
    &[STEP, POWER],
)
.optional();

impl Ask for LossDistributionQuestion {
    const ABOUT: &'static str = "How is the privacy loss of a whole plan distributed? Its density, its cumulative distribution and its tail.";
    const FIELDS: &'static [Field] = &[NEIGHBOURS, RELEASES, GRID, MARK, LATTICE, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "loss-distribution", "neighbours": "remove", "mark": {"epsilon": 1},
 "releases": [{"count": 100, "mechanism": {"kind": "gaussian", "sigma": 1},
               "sampling": {"kind": "poisson", "rate": 0.05}}]}"#,
        r#"{"ask": "loss-distribution", "releases": [{"count": 3, "mechanism": {"kind": "laplace", "scale": 2}}],
 "grid": {"from": -1.5, "to": 1.5, "points": 61}, "lattice": {"step": 0.01, "power": 10}}"#,
    ];
    type Answer = LossDistributionAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            neighbours: fields.neighbours()?,
            releases: fields.releases()?,
            grid: fields.if_there(&GRID, |place| read_grid(&place, View::Loss))?,
            mark: fields.if_there(&MARK, |_| Target::read(fields, &MARK))?,
            lattice: fields.if_there(&LATTICE, |place| {
                let fields = place.form(&[STEP, POWER])?;
                Ok(LatticeChoice { step: fields.number(&STEP)?, power: fields.number(&POWER)? })
            })?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let whole = Plan::new(&self.releases, self.neighbours);
        let wrong = |reason: Unavailable| refuse(&reason);
        // Without a pair there is no law at all, which is a better reason than that nothing lies beyond ε.
        whole.parts().map_err(wrong)?;
        let (tail, unknown) = match read_mark(&whole, self.mark).map_err(wrong)? {
            Marked::Nothing => (None, None),
            Marked::Beyond(epsilon, tail) => (Some((epsilon, tail)), None),
            Marked::Unknown(reason) => (None, Some(reason.to_string())),
        };
        let direction = tail.map_or(whole.directions()[0], |(_, tail)| tail.direction);
        let epsilon = tail.map(|(epsilon, _)| epsilon);
        let plan = one_way(&whole, direction).unwrap_or(whole);
        let mesh = self.lattice.map(|choice| Mesh { step: choice.step, points: 1 << choice.power as u32 });
        watch::step();
        let held = "no lattice of losses holds this plan: they lie too far apart, or too close together";
        let law = Law::of(&plan, mesh).map_err(wrong)?.ok_or_else(|| refuse(&held))?;
        let window = law.window();
        if mesh.is_none()
            && law.lattice().is_some_and(|summed| summed.moved > BLURRED * (window.1 - window.0))
        {
            let blurred = "the losses are too many, or lie too far apart, to be added up on a lattice without a blur; choose \
                           fewer releases, more noise, or a lattice of your own";
            return Err(refuse(&blurred));
        }
        let x = match &self.grid {
            Some(grid) => points(grid),
            None => {
                let (from, to) = seen(window, epsilon);
                spaced(from, to, DEFAULT_POINTS, Scale::Linear)
            }
        };
        let mut cumulative: Vec<_> = x.iter().map(|&x| law.cumulative(x)).collect();
        // A lattice that is asked for is shown as it is; all others are only as wide as the contour leaves them.
        if mesh.is_none() && law.lattice().is_some() {
            watch::step();
            let chords = at_most(&plan, &x).map_err(|stopped| wrong(stopped.into()))?;
            for (share, chord) in cumulative.iter_mut().zip(chords) {
                let both = share.and(chord);
                if both.lower <= both.upper {
                    *share = both;
                }
            }
        }
        let mut answer = LossDistributionAnswer {
            neighbours: self.neighbours,
            direction: word(direction),
            attained: plan.is_attained(),
            density: law.density(&x),
            lower: cumulative.iter().map(|share| share.lower).collect(),
            upper: cumulative.iter().map(|share| share.upper).collect(),
            atoms: law.atoms(),
            infinite: law.infinite().into(),
            lattice: law.lattice().map(loss_figure::lattice),
            tail: tail.map(|(epsilon, tail)| LossTail::of(epsilon, &tail)),
            unknown,
            x,
            figure: None,
            cumulative: None,
            beyond: None,
        };
        if self.picture && answer.x.len() > 1 {
            let once = once(&self.releases).map(|release| Plan::new(&[release], plan_relation(direction)));
            let before = match &once {
                Some(once) => Law::of(once, None).map_err(wrong)?,
                None => None,
            };
            let drawn =
                Drawn { question: self, answer: &answer, law: &law, before: before.as_ref(), direction };
            let [figure, cumulative, beyond] = drawn.figures();
            (answer.figure, answer.cumulative, answer.beyond) =
                (Some(figure), Some(cumulative), Some(beyond));
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![
            ("/figure", answer.figure.as_mut()),
            ("/cumulative", answer.cumulative.as_mut()),
            ("/beyond", answer.beyond.as_mut()),
        ]
    }
}

/// The window of the law, and the mark if it is not far away.
fn seen((from, to): (f64, f64), mark: Option<f64>) -> (f64, f64) {
    let width = to - from;
    match mark {
        Some(mark) if mark > to && mark < to + FAR * width => (from, mark + 0.06 * (mark - from)),
        Some(mark) if mark < from && mark > from - FAR * width => (mark - 0.06 * (to - mark), to),
        _ => (from, to),
    }
}

/// One of the releases, where all are alike and there are several.
fn once(releases: &[Release]) -> Option<Release> {
    match releases {
        [release] if release.count > 1.0 => Some(Release { count: 1.0, ..release.clone() }),
        _ => None,
    }
}

/// The relation that has this direction alone.
fn plan_relation(direction: Direction) -> Neighbours {
    match direction {
        Direction::Remove => Neighbours::Remove,
        Direction::Add => Neighbours::Add,
        Direction::Replace => Neighbours::Replace,
    }
}
