//! ε as a tangent of the trade-off curve: one number of the guarantee in three windows.

use serde::Serialize;

use super::direction::{phrase, refuse, word};
use super::loss_distribution::LossTail;
use crate::account::{Accountant, DualTradeOff, Plan, Release, Tail, Unavailable, exact, worst_tail};
use crate::figure::{Axis, Figure, Mark, Series, Side, Statement};
use crate::guarantee::{Interval, Probability};
use crate::numeric::Scale;
use crate::question::Ask;
use crate::question::accounting::grid::spaced;
use crate::question::field::common::{EPSILON, NEIGHBOURS, PICTURE, RELEASES};
use crate::question::field::described::{Field, Word};
use crate::question::field::number::Enclosure;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, across, down, line, lines, number, up};
use crate::question::figure::views::{curve_of, subject};
use crate::sampling::Neighbours;
use crate::watch::{self, Stopped};

/// Points of the curve.
const POINTS: usize = 201;

/// Those that know δ from both sides, tightest first.
const TWO_SIDED: [Accountant; 3] = [Accountant::Exact, Accountant::Fourier, Accountant::Pld];

/// "Which line does ε draw below the attacker's errors, and where does it touch?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TangentQuestion {
    /// Which two data sets must look alike; `add-remove` if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub neighbours: Neighbours,
    /// What is published.
    pub releases: Vec<Release>,
    /// The ε.
    pub epsilon: f64,
    /// Whose profile is read; the tightest that answers if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub accountant: Option<Accountant>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The line `y = 1 − δ − e^ε x` and where the curve touches it, at the test that names the person where `L > ε`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TangentAnswer {
    /// The relation it was asked for.
    pub neighbours: Neighbours,
    /// The order of two neighbours whose curve is touched: `remove`, `add` or `replace`.
    pub direction: &'static str,
    /// Whose profile it was read from.
    pub accountant: Accountant,
    /// The ε.
    pub epsilon: f64,
    /// δ at ε: the line meets the axis at `1 − δ`.
    pub delta: Enclosure,
    /// The type I error where the curve touches: `Q[L > ε]`.
    pub false_positive: Enclosure,
    /// The type II error there: `P[L ≤ ε]`.
    pub false_negative: Enclosure,
    /// The ends of the line in the square of errors, never above the curve: `[x, y]`.
    pub line: [[f64; 2]; 2],
    /// What lies beyond ε.
    pub tail: LossTail,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

const ACCOUNTANT: Field = Field::choice(
    "accountant",
    "whose profile is read; the tightest that answers if absent",
    &[
        Word::new(TWO_SIDED[0].name(), TWO_SIDED[0].title()),
        Word::new(TWO_SIDED[1].name(), TWO_SIDED[1].title()),
        Word::new(TWO_SIDED[2].name(), TWO_SIDED[2].title()),
    ],
)
.optional();

impl Ask for TangentQuestion {
    const ABOUT: &'static str = "Where does ε touch the trade-off curve? Its tangent, the point and the tail of the loss that belong to it.";
    const FIELDS: &'static [Field] = &[NEIGHBOURS, RELEASES, EPSILON, ACCOUNTANT, PICTURE];
    const EXAMPLES: &'static [&'static str] = &[r#"{"ask": "tangent", "epsilon": 1,
 "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}"#];
    type Answer = TangentAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            neighbours: fields.neighbours()?,
            releases: fields.releases()?,
            epsilon: fields.number(&EPSILON)?,
            accountant: fields.if_there(&ACCOUNTANT, |_| fields.chosen(&ACCOUNTANT, &TWO_SIDED))?,
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let plan = Plan::new(&self.releases, self.neighbours);
        let wrong = |reason: Unavailable| refuse(&reason);
        let tail = worst_tail(&plan, self.epsilon, self.accountant).map_err(wrong)?;
        let missed = Interval { lower: 1.0 - tail.p.upper, upper: 1.0 - tail.p.lower };
        let mut answer = TangentAnswer {
            neighbours: self.neighbours,
            direction: word(tail.direction),
            accountant: tail.by,
            epsilon: self.epsilon,
            delta: tail.delta.into(),
            false_positive: tail.q.into(),
            false_negative: missed.into(),
            line: ends(self.epsilon, tail.delta.upper),
            tail: LossTail::of(self.epsilon, &tail),
            figure: None,
        };
        if self.picture {
            let x = spaced(0.0, 1.0, POINTS, Scale::Linear);
            let curve = curve(&plan, tail.by, &x).map_err(wrong)?;
            answer.figure = Some(picture(self, &answer, &tail, &x, curve));
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

/// Where the line enters and leaves the square of errors: on the left at `1 − δ`, below or on the right.
fn ends(epsilon: f64, delta: f64) -> [[f64; 2]; 2] {
    let start = 1.0 - delta;
    let meets = start * (-epsilon).exp();
    if meets <= 1.0 { [[0.0, start], [meets, 0.0]] } else { [[0.0, start], [1.0, start - epsilon.exp()]] }
}

/// The least type II error in either direction, by the accountant whose δ it is; where the contour does not answer all along
/// the curve, by the certified lattice.
fn curve(plan: &Plan, by: Accountant, x: &[f64]) -> Result<(Accountant, Vec<Interval>), Unavailable> {
    let errors = x.iter().map(|&x| Probability::clamped(x));
    watch::step();
    if by == Accountant::Exact {
        let closed = exact::compose(plan)?;
        let least = |error| closed.pairs().map(|pair| pair.trade_off(error)).reduce(Interval::min);
        return Ok((by, errors.map(|error| least(error).unwrap_or(Interval::UNKNOWN)).collect()));
    }
    let (by, dual) = match DualTradeOff::new(by, plan) {
        Err(Unavailable::Stopped(Stopped::Cancelled)) => return Err(Stopped::Cancelled.into()),
        Err(_) if by == Accountant::Fourier => {
            watch::step();
            (Accountant::Pld, DualTradeOff::new(Accountant::Pld, plan)?)
        }
        found => (by, found?),
    };
    Ok((by, errors.map(|error| dual.at(error)).collect()))
}

fn picture(
    question: &TangentQuestion,
    answer: &TangentAnswer,
    tail: &Tail,
    x: &[f64],
    (by, curve): (Accountant, Vec<Interval>),
) -> Figure {
    let Tail { delta, p, q, .. } = *tail;
    let at = number(question.epsilon);
    let tangent = format!("tangent at ε = {at}");
    let lower = curve_of(by, x, curve.iter().map(|error| error.lower).collect());
    // e^ε x without its factors, either of which may leave the range of numbers.
    let below = |x: &f64| (1.0 - delta.upper - (question.epsilon + x.ln()).exp()).max(0.0);
    let line_read: Line = (line(&tangent, x, x.iter().map(below).collect()), Side::Lower);
    let words = Words { head: "type I error", place: "type I error ", quantity: "type II error" };
    let axes = (across("type I error", x), Axis::linear("type II error", 0.0, 1.0));
    let mut figure = lines(&words, x, axes, vec![(lower, Side::Lower), line_read]);
    let [from, to] = answer.line;
    figure.series[1] =
        Series { label: tangent, x: vec![from[0], to[0]], y: vec![from[1], to[1]], ..Series::default() };
    figure.series.push(line("guessing blindly", x, x.iter().map(|x| 1.0 - x).collect()));
    let start = 1.0 - delta.upper;
    let intercept =
        Statement { quantity: "1 − δ".into(), side: Side::Lower, number: start, text: down(start) };
    let touch = (q.middle(), 1.0 - p.middle());
    let touching = format!("{} and {}", number(touch.0), number(touch.1));
    figure.marks = vec![
        Mark { x: 0.0, y: start, label: intercept.to_string(), says: Some(intercept) },
        Mark { x: touch.0, y: touch.1, label: format!("touches at {touching}"), says: None },
    ];
    let subject = subject(&question.releases);
    let shows = "Tangent of the trade-off curve".to_owned();
    figure.title = format!("{shows}, {subject}");
    figure.table.caption = figure.title.clone();
    figure.sentence = format!(
        "{subject}, {}: no attacker's errors lie below the line of slope −e^ε = −{} that starts at 1 − δ ≥ {}, with δ ≤ {} \
         at ε = {at}. It is touched by the test that names the person where the loss exceeds ε, with errors {touching}.",
        phrase(tail.direction),
        number(question.epsilon.exp()),
        down(start),
        up(delta.upper),
    );
    Figure { shows, ..figure }
}
