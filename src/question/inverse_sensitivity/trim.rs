//! How much to trim: noise against bias of the trimmed mean.

use serde::Serialize;

use super::chart::finish;
use super::setting::{SETTING, StatisticChoice, StatisticSetting, clipped, no_law, secret};
use crate::algorithm::inverse_sensitivity::Universe;
use crate::algorithm::inverse_sensitivity::bounds::usual_trim;
use crate::figure::{Axis, Draw, Figure, Mark, Series, Side};
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, joined};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, lines, number};

/// The most trims of one answer.
const MOST: usize = 60;

/// "How many records should be left out at either end?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TrimQuestion {
    /// Records, universe and ε; the statistic is the trimmed mean with each trim in turn.
    #[serde(flatten)]
    pub setting: StatisticSetting,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// The error by trim.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TrimAnswer {
    /// m, from none to as many as leave one record or two.
    pub trims: Vec<usize>,
    /// The trimmed mean, clamped.
    pub values: Vec<f64>,
    /// `E|M − trim_m(x)|`, what the noise adds.
    pub noise: Vec<f64>,
    /// `|trim_m(x) − mean(x)|`, by how much trimming misses the mean of these records.
    pub shift: Vec<f64>,
    /// `E|M − mean(x)|`, both together.
    pub total: Vec<f64>,
    /// The mean of the records.
    pub mean: f64,
    /// The trim with the smallest noise.
    pub quietest: usize,
    /// The trim with the smallest error of all.
    pub best: usize,
    /// A trim that needs no look at the data, `⌈2 ln(n(b − a)/ρ)/ε⌉` and at most (n − 1)/2, with ρ or (b − a)/n².
    pub usual: usize,
    /// How many records were clipped.
    pub clipped: usize,
    /// Whether this may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
    /// The picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
}

impl Ask for TrimQuestion {
    const ABOUT: &'static str = "How many records should be left out at either end? Noise and bias of the trimmed mean against the trim.";
    const FIELDS: &'static [Field] = &joined::<10, 1, 11>(SETTING, [PICTURE]);
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "statistic-trim", "data": {"kind": "generate", "shape": "normal", "count": 101},
 "universe": {"kind": "unbounded", "lower": -10, "upper": 10}, "epsilon": 1, "smoothing": 0.01}"#];
    type Answer = TrimAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self { setting: StatisticSetting::read(fields)?, picture: fields.flag(&PICTURE)? })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let records = self.setting.data.build();
        let most = records.len().saturating_sub(1) / 2;
        let stride = (most + 1).div_ceil(MOST).max(1);
        let mut trims: Vec<usize> = (0..=most).step_by(stride).collect();
        if trims.last() != Some(&most) {
            trims.push(most);
        }
        let with = |trim: usize| {
            let statistic = StatisticChoice::TrimmedMean { trim };
            StatisticSetting { statistic, ..self.setting.clone() }
        };
        let parameters = self.setting.parameters();
        let untrimmed = with(0).instance_of(&records)?;
        let mean = untrimmed.unclamped();
        let (mut values, mut noise, mut total) = (Vec::new(), Vec::new(), Vec::new());
        for &trim in &trims {
            let instance = with(trim).instance_of(&records)?;
            let law = parameters.law(&instance.stairs(parameters.smoothing)).map_err(no_law)?;
            values.push(instance.value());
            noise.push(law.mean_distance(instance.value()));
            total.push(law.mean_distance(mean));
        }
        let least = |errors: &[f64]| {
            let at = (0..errors.len()).min_by(|&a, &b| errors[a].total_cmp(&errors[b]));
            at.map_or(0, |at| trims[at])
        };
        let diameter = untrimmed.diameter();
        let count = records.len();
        let smoothing = match self.setting.smoothing {
            0.0 => diameter / (count as f64 * count as f64),
            smoothing => smoothing,
        };
        let mark = secret();
        let mut answer = TrimAnswer {
            shift: values.iter().map(|value| (value - mean).abs()).collect(),
            quietest: least(&noise),
            best: least(&total),
            usual: usual_trim(count, diameter, smoothing, self.setting.epsilon),
            trims,
            values,
            noise,
            total,
            mean,
            clipped: untrimmed.clipped(),
            publishable: mark.publishable,
            notice: mark.notice,
            conclusions: clipped(&untrimmed).into_iter().collect(),
            figure: None,
        };
        let unbounded = untrimmed.universe() == Universe::Unbounded;
        answer.conclusions.extend(self.conclusions(&answer, unbounded, diameter));
        answer.figure = self.picture.then(|| self.picture(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl TrimQuestion {
    fn conclusions(&self, answer: &TrimAnswer, unbounded: bool, diameter: f64) -> Vec<String> {
        let at = |trim: usize| answer.trims.iter().position(|one| *one == trim).unwrap_or(0);
        let best = at(answer.best);
        let mut said = vec![format!(
            "Closest to the mean of these records, {}: with {} left out at either end, off by {} in the mean, of which the noise \
             alone is {}.",
            number(answer.mean),
            answer.best,
            number(answer.total[best]),
            number(answer.noise[best])
        )];
        let first = answer.noise[0];
        if unbounded && first > 0.2 * diameter {
            said.push(format!(
                "Without trimming one record that may lie anywhere reaches every answer: off by {} in the mean, in an interval of \
                 length {}.",
                number(first),
                number(diameter)
            ));
        } else if answer.noise[at(answer.quietest)] < first {
            said.push(format!(
                "The noise is smallest with {} left out, {} in place of {} without trimming.",
                answer.quietest,
                number(answer.noise[at(answer.quietest)]),
                number(first)
            ));
        } else {
            said.push(format!("No trim has less noise than none at all, {}.", number(first)));
        }
        said.push(format!("Chosen without a look at the data: {} left out at either end.", answer.usual));
        said
    }

    fn picture(&self, answer: &TrimAnswer) -> Figure {
        let x: Vec<f64> = answer.trims.iter().map(|&trim| trim as f64).collect();
        let top = answer.total.iter().chain(&answer.noise).copied().fold(1e-300, f64::max);
        let axes = (
            Axis::linear("left out at either end, m", 0.0, x[x.len() - 1].max(1.0)),
            Axis::linear("mean error", 0.0, Axis::round_up(1.05 * top)),
        );
        let draw = if x.len() == 1 { Draw::Points } else { Draw::Line };
        let series = |label: &str, heights: &[f64]| {
            (Series { draw, ..line(label, &x, heights.to_vec()) }, Side::Value)
        };
        let curves = vec![
            series("noise alone", &answer.noise),
            series("shift by trimming", &answer.shift),
            series("both, from the mean", &answer.total),
        ];
        let words = Words { head: "m", place: "m = ", quantity: "" };
        let mut figure = lines(&words, &x, axes, curves);
        let best = answer.trims.iter().position(|one| *one == answer.best).unwrap_or(0);
        let label = format!("m = {}", answer.best);
        figure.marks = vec![Mark { x: x[best], y: answer.total[best], label, says: None }];
        let of = format!("ε = {}", number(self.setting.epsilon));
        let sentence = "The error of the trimmed mean against how many records are left out at either end: of its noise, of \
                        trimming itself, and of both from the mean of these records; the best is marked.";
        finish(figure, "How much to trim", &of, sentence.into(), &answer.notice)
    }
}
