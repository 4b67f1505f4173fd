//! How the error of private axes falls with people and grows with dimension.

use serde::Serialize;

use super::dimensions::{EPSILON, FEATURES, named};
use super::pca_mechanisms::{PcaMechanism, mechanisms};
use super::private_pca::{SHELL_WIDTH, width_of};
use crate::algorithm::inverse_sensitivity::pca::cauchy_scale;
use crate::figure::{Axis, Figure, Series, Side};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::data::SEED;
use crate::question::field::described::{Field, Word};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number};

/// "How many people does a private axis need, and how many dimensions does it bear?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct PcaSweepQuestion {
    /// What varies.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"people\" | \"dimension\""))]
    pub over: &'static str,
    /// λ₁ − λ₂; 0.5 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub eigenvalue_gap: f64,
    /// n, where dimensions vary.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub people: f64,
    /// d, where people vary.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub dimension: usize,
    /// ε; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: f64,
    /// How widths follow the gap.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"constant\" | \"angle\" | \"tight\""))]
    pub shell_width: &'static str,
    /// The seed; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
}

/// One point.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct PcaPoint {
    /// n or d.
    pub at: f64,
    /// n(λ₁ − λ₂).
    pub gap: f64,
    /// `E‖z‖` of Algorithm 2.
    pub mean: f64,
    /// The scale of Cauchy noise on a coordinate, times d: its length is of that order, since the largest of d such
    /// numbers is.
    pub cauchy_length: f64,
    /// The three mechanisms.
    pub mechanisms: Vec<PcaMechanism>,
}

/// Errors of private axes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct PcaSweepAnswer {
    /// One after the other.
    pub points: Vec<PcaPoint>,
    /// The powers of n or d that the noise of Algorithm 2 and of Cauchy noise follow between the last two points.
    pub powers: [f64; 2],
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// E sin² of the three mechanisms.
    pub figure: Option<Figure>,
    /// The length of the noise, with d and d^{3/2} where dimensions vary.
    pub length_figure: Option<Figure>,
}

const OVER: Field = Field::choice_or(
    "over",
    "what varies",
    &[
        Word::new("people", "people, at one gap of eigenvalues"),
        Word::new("dimension", "dimensions, at one n(λ₁ − λ₂)"),
    ],
    "people",
);
const GAP: Field = Field::number_or(
    "eigenvalue-gap",
    "λ₁ − λ₂ of points in the unit ball, all further eigenvalues being equal to λ₂",
    Range::closed(1e-3, 1.0),
    0.5,
);
const PEOPLE: Field =
    Field::number_or("people", "how many people, where dimensions vary", Range::whole(1.0, 1e6), 2000.0);
const DIMENSION: Field = Field::number_or(
    "dimension",
    "how many coordinates, where people vary",
    Range::whole(2.0, FEATURES as f64),
    2.0,
);

/// Numbers of people.
const COUNTS: [f64; 10] = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0];
/// Numbers of dimensions.
const DIMENSIONS: [usize; 10] = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20];
/// Draws of Cauchy noise behind a point.
const DRAWS: usize = 1500;

impl Ask for PcaSweepQuestion {
    const ABOUT: &'static str =
        "How does the error of a private axis fall with people and grow with dimension?";
    const FIELDS: &'static [Field] = &[OVER, GAP, PEOPLE, DIMENSION, EPSILON, SHELL_WIDTH, SEED];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "private-pca-sweep", "over": "people", "eigenvalue-gap": 0.5, "dimension": 2}"#,
        r#"{"ask": "private-pca-sweep", "over": "dimension", "people": 4000}"#,
    ];
    type Answer = PcaSweepAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            over: fields.word(&OVER)?,
            eigenvalue_gap: fields.number(&GAP)?,
            people: fields.number(&PEOPLE)?,
            dimension: fields.number(&DIMENSION)? as usize,
            epsilon: fields.number(&EPSILON)?,
            shell_width: fields.word(&SHELL_WIDTH)?,
            seed: fields.number(&SEED)? as u64,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let settings: Vec<(f64, f64, usize)> = if self.over == "people" {
            COUNTS.iter().map(|&people| (people, people, self.dimension)).collect()
        } else {
            DIMENSIONS.iter().map(|&dimension| (dimension as f64, self.people, dimension)).collect()
        };
        let points = settings
            .iter()
            .map(|&(at, people, dimension)| self.point(at, people, dimension))
            .collect::<Option<Vec<PcaPoint>>>()
            .ok_or_else(Refusal::failed)?;
        let last = &points[points.len() - 2..];
        let power =
            |of: fn(&PcaPoint) -> f64| (of(&last[1]) / of(&last[0])).ln() / (last[1].at / last[0].at).ln();
        let powers = [power(|point| point.mean), power(|point| point.cauchy_length)];
        let mut answer =
            PcaSweepAnswer { points, powers, conclusions: Vec::new(), figure: None, length_figure: None };
        answer.conclusions = self.conclusions(&answer);
        answer.figure = Some(self.figure(&answer));
        answer.length_figure = Some(self.length_figure(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut()), ("/length-figure", answer.length_figure.as_mut())]
    }
}

impl PcaSweepQuestion {
    fn point(&self, at: f64, people: f64, dimension: usize) -> Option<PcaPoint> {
        let gap = people * self.eigenvalue_gap;
        // The middle of an orthant: Cauchy noise has directions of its own, and no axis is special here.
        let leading = vec![(dimension as f64).sqrt().recip(); dimension];
        let width = width_of(self.shell_width);
        Some(PcaPoint {
            at,
            gap,
            mean: width.shells(gap, dimension, self.epsilon)?.law().moment(1.0),
            cauchy_length: dimension as f64 * cauchy_scale(gap, dimension, self.epsilon),
            mechanisms: mechanisms(width, gap, &leading, self.epsilon, (self.seed, DRAWS), true)?,
        })
    }

    fn name(&self) -> &'static str {
        if self.over == "people" { "n" } else { "d" }
    }

    fn conclusions(&self, answer: &PcaSweepAnswer) -> Vec<String> {
        let title = |point: &PcaPoint| {
            let of = |one: &&PcaMechanism| one.sine_square.number;
            point.mechanisms.iter().min_by(|a, b| of(a).total_cmp(&of(b))).map_or("", |one| one.title)
        };
        let points = &answer.points;
        let best: Vec<&str> = points.iter().map(title).collect();
        let mut said = Vec::new();
        let mut start = 0;
        for at in 1..=best.len() {
            if at == best.len() || best[at] != best[start] {
                let (from, to) = (number(points[start].at), number(points[at - 1].at));
                let place = if start + 1 == at {
                    format!("{} = {from}", self.name())
                } else {
                    format!("{} from {from} to {to}", self.name())
                };
                said.push(format!("The smallest E sin² at {place} has the {}.", best[start]));
                start = at;
            }
        }
        let from = &points[points.len() - 2];
        said.push(format!(
            "From {name} = {} on the noise of Algorithm 2 goes as {name} to the {}, the scale of Cauchy noise times d as {name} to the {}.",
            number(from.at),
            number(answer.powers[0]),
            number(answer.powers[1]),
            name = self.name()
        ));
        said
    }

    fn told(&self, mut figure: Figure, shows: &str, answer: &PcaSweepAnswer) -> Figure {
        let of = if self.over == "people" {
            format!("d = {}", self.dimension)
        } else {
            format!("n = {}", number(self.people))
        };
        let of = format!("λ₁ − λ₂ = {}, {of}, ε = {}", number(self.eigenvalue_gap), number(self.epsilon));
        named(&mut figure, shows, &of, &answer.conclusions, "");
        figure
    }

    fn drawn(&self, label: &str, curves: Vec<Line>, x: &[f64]) -> Figure {
        let across = Axis::decades(self.name(), x[0], x[x.len() - 1]);
        let axes = (across, decades_of(label, &curves));
        let place = format!("{} = ", self.name());
        lines(&Words { head: self.name(), place: &place, quantity: "" }, x, axes, curves)
    }

    fn figure(&self, answer: &PcaSweepAnswer) -> Figure {
        let x: Vec<f64> = answer.points.iter().map(|point| point.at).collect();
        let curve = |at: usize| -> Line {
            let of = |point: &PcaPoint| point.mechanisms[at].sine_square.number;
            let errors = |point: &PcaPoint| {
                let one = &point.mechanisms[at];
                let half = one.half_width.unwrap_or(0.0);
                [(one.sine_square.number - half).max(0.0), one.sine_square.number + half]
            };
            let series =
                line(answer.points[0].mechanisms[at].title, &x, answer.points.iter().map(of).collect());
            let errors = if at == 1 { answer.points.iter().map(errors).collect() } else { Vec::new() };
            (Series { errors, ..series }, Side::Value)
        };
        let curves = (0..3).map(curve).collect();
        self.told(self.drawn("E sin²", curves, &x), "Error of private axes", answer)
    }

    fn length_figure(&self, answer: &PcaSweepAnswer) -> Figure {
        let x: Vec<f64> = answer.points.iter().map(|point| point.at).collect();
        let own: Vec<f64> = answer.points.iter().map(|point| point.mean).collect();
        let cauchy: Vec<f64> = answer.points.iter().map(|point| point.cauchy_length).collect();
        let mut curves: Vec<Line> = Vec::new();
        if self.over == "dimension" {
            let power = |first: f64, power: f64| x.iter().map(|d| first * (d / x[0]).powf(power)).collect();
            curves.push((line("as d", &x, power(own[0], 1.0)), Side::Value));
            curves.push((line("as d^(3/2)", &x, power(own[0], 1.5)), Side::Value));
        }
        curves.push((line("E‖z‖ of Algorithm 2", &x, own), Side::Value));
        curves.push((line("Cauchy scale times d", &x, cauchy), Side::Value));
        self.told(self.drawn("length of noise", curves, &x), "Noise of private axes", answer)
    }
}
