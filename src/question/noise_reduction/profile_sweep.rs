//! What accuracy costs: the realised ε over a range of α, by every way, and how it divides.

use serde::Serialize;

use super::profile_figure::finish;
use super::risk_profile::title;
use super::setting::{ALPHA, AccuracySetting, CalibrationWord, SETTING, stopped};
use crate::account::ex_post::Payment;
use crate::algorithm::noise_reduction::profile::Cost;
use crate::figure::{Axis, Band, Figure, Side};
use crate::numeric::decimal::{Rounding, print};
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, joined};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number, up};
use crate::watch;

/// "What would more accuracy cost?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ProfileSweepQuestion {
    /// What is asked of the run; its α is the one that is marked in words.
    #[serde(flatten)]
    pub setting: AccuracySetting,
    /// The accuracies.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub alphas: Vec<f64>,
    /// Whether to describe the pictures too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The expected cost of one way at each α, given that something passes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SweptWay {
    /// Its name.
    pub title: &'static str,
    /// For estimates.
    pub generation: Vec<f64>,
    /// For tests.
    pub testing: Vec<f64>,
    /// Both.
    pub total: Vec<f64>,
    /// How likely nothing passes.
    pub none: Vec<f64>,
}

/// What each accuracy costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ProfileSweepAnswer {
    /// The accuracies.
    pub alphas: Vec<f64>,
    /// Noise reduction as it is calibrated, noise reduction by the exact calibration, doubling if it is known.
    pub ways: Vec<SweptWay>,
    /// What a theorem asks for; empty where none is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub theory: Vec<f64>,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// ε against α, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// How the cost of noise reduction divides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breakdown_figure: Option<Figure>,
}

const fn alphas() -> Field {
    let crate::question::Kind::Number { range, .. } = ALPHA.kind else { return ALPHA };
    Field::ascending("alphas", "accuracies, increasing", range, [2, 60])
        .usually(&[0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2])
}
const ALPHAS: Field = alphas();

const EXACT: &str = "noise reduction, exact test";

impl Ask for ProfileSweepQuestion {
    const ABOUT: &'static str =
        "What would more accuracy cost? The expected ex-post ε over a range of α, and how it divides.";
    const FIELDS: &'static [Field] = &joined::<9, 2, 11>(SETTING, [ALPHAS, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "profile-sweep", "alpha": 0.05, "bounds": {"kind": "ridge", "people": 100000, "features": 77, "regularization": 0.005},
 "risk": {"kind": "model", "kappa": 1e-6, "cap": 0.5}, "levels": {"kind": "theory", "count": 40}}"#,
    ];
    type Answer = ProfileSweepAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let question = Self {
            setting: AccuracySetting::read(fields)?,
            alphas: fields.numbers(&ALPHAS)?,
            picture: fields.flag(&PICTURE)?,
        };
        // Levels that follow from a theorem must increase at every accuracy.
        for &alpha in &question.alphas {
            if question.setting.profile_at(alpha, 1.0).is_err() {
                let larger = format!(
                    "accuracies for which 1/n is below four times the ε of the theorem, unlike {}",
                    number(alpha)
                );
                return Err(fields.at(&ALPHAS).refuse(larger));
            }
        }
        Ok(question)
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let mut ways: Vec<SweptWay> = Vec::new();
        let distances =
            [self.setting.calibration, CalibrationWord::Exact].map(|by| self.setting.distance(by));
        for (at, &alpha) in self.alphas.iter().enumerate() {
            watch::piece(at, self.alphas.len()).map_err(stopped)?;
            let costs = |distance: f64| self.setting.profile_at(alpha, distance)?.costs().map_err(stopped);
            let own = costs(distances[0])?;
            let exact = self.setting.calibration == CalibrationWord::Exact || self.setting.testing.is_some();
            let better = if exact { Vec::new() } else { costs(distances[1])? };
            let of = |costs: &[Cost], way: Payment, title: &'static str| {
                costs.iter().find(|cost| cost.way == way).map(|cost| (title, cost.mean(), cost.none))
            };
            let found = [
                of(&own, Payment::NoiseReduction, title(Payment::NoiseReduction)),
                of(&better, Payment::NoiseReduction, EXACT),
                of(&own, Payment::Doubling, title(Payment::Doubling)),
            ];
            for (place, (title, mean, none)) in found.into_iter().flatten().enumerate() {
                if ways.len() <= place {
                    let empty = Vec::new;
                    ways.push(SweptWay {
                        title,
                        generation: empty(),
                        testing: empty(),
                        total: empty(),
                        none: empty(),
                    });
                }
                let way = &mut ways[place];
                way.generation.push(mean.generation);
                way.testing.push(mean.testing);
                way.total.push(mean.total());
                way.none.push(none);
            }
        }
        let theory = self.alphas.iter().filter_map(|&alpha| self.setting.bounds.theory(alpha)).collect();
        let mut answer = ProfileSweepAnswer {
            alphas: self.alphas.clone(),
            ways,
            theory,
            conclusions: Vec::new(),
            figure: None,
            breakdown_figure: None,
        };
        answer.conclusions = conclusions(&answer);
        if self.picture {
            answer.figure = Some(picture(&answer));
            answer.breakdown_figure = breakdown(&answer);
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut()), ("/breakdown-figure", answer.breakdown_figure.as_mut())]
    }
}

fn conclusions(answer: &ProfileSweepAnswer) -> Vec<String> {
    let (Some(reduced), [first, .., last]) = (answer.ways.first(), &answer.alphas[..]) else {
        return Vec::new();
    };
    let end = answer.alphas.len() - 1;
    let mut said = vec![format!(
        "From α = {} to α = {} the mean cost of a run falls from ε = {} to {}.",
        number(*first),
        number(*last),
        up(reduced.total[0]),
        up(reduced.total[end])
    )];
    let cheaper =
        |other: &[f64]| other.iter().zip(&reduced.total).filter(|(other, own)| own <= other).count();
    let all = answer.alphas.len();
    for way in answer.ways.iter().skip(1).filter(|way| way.title == "doubling") {
        said.push(format!("It is at most that of doubling at {} of {all} accuracies.", cheaper(&way.total)));
    }
    if answer.theory.len() == all {
        said.push(format!(
            "It is at most what the theorem asks for at {} of {all} accuracies.",
            cheaper(&answer.theory)
        ));
    }
    let share = |at: usize| reduced.testing[at] / reduced.total[at];
    let (least, most) = (0..all)
        .map(share)
        .fold((1.0, 0.0), |(least, most), share| (f64::min(least, share), f64::max(most, share)));
    let percent = |share: f64, rounding| print(100.0 * share, 3, rounding);
    said.push(format!(
        "The private test takes {} to {} % of it.",
        percent(least, Rounding::Down),
        percent(most, Rounding::Up)
    ));
    said
}

fn picture(answer: &ProfileSweepAnswer) -> Figure {
    let x = &answer.alphas;
    let mut curves: Vec<Line> =
        answer.ways.iter().map(|way| (line(way.title, x, way.total.clone()), Side::Upper)).collect();
    if answer.theory.len() == x.len() {
        curves.push((line("theory", x, answer.theory.clone()), Side::Upper));
    }
    let axes = (
        Axis::linear("α, excess risk allowed", 0.0, x[x.len() - 1]),
        decades_of("mean ε after the fact", &curves),
    );
    let words = Words { head: "α", place: "α = ", quantity: "ε" };
    let figure = lines(&words, x, axes, curves);
    let sentence = "The mean cost of runs that stop, against the accuracy that is asked for.".into();
    finish(figure, "What accuracy costs", "", sentence)
}

/// The cost of noise reduction, tests below and estimates above them.
fn breakdown(answer: &ProfileSweepAnswer) -> Option<Figure> {
    let (x, way) = (&answer.alphas, answer.ways.first()?);
    let top = Axis::round_up(way.total.iter().copied().fold(1e-9, f64::max));
    let axes = (
        Axis::linear("α, excess risk allowed", 0.0, x[x.len() - 1]),
        Axis::linear("mean ε after the fact", 0.0, top),
    );
    let words = Words { head: "α", place: "α = ", quantity: "ε" };
    let curves = vec![
        (line("tests and estimates", x, way.total.clone()), Side::Upper),
        (line("tests alone", x, way.testing.clone()), Side::Upper),
    ];
    let mut figure = lines(&words, x, axes, curves);
    figure.bands = vec![
        Band { label: "tests".into(), x: x.clone(), lower: vec![0.0; x.len()], upper: way.testing.clone() },
        Band {
            label: "estimates".into(),
            x: x.clone(),
            lower: way.testing.clone(),
            upper: way.total.clone(),
        },
    ];
    let sentence = "The mean cost of noise reduction: tests below, estimates on top of them.".into();
    Some(finish(figure, "How the cost divides", "", sentence))
}
