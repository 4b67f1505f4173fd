//! How far records can move a statistic, by how many have changed before.

use serde::Serialize;

use super::chart::finish;
use super::setting::{Prepared, SETTING, StatisticSetting, clipped, secret};
use crate::algorithm::inverse_sensitivity::bounds::smooth_error_bound;
use crate::algorithm::inverse_sensitivity::sensitivity::Radii;
use crate::figure::{Axis, Draw, Figure, Mark, Series, Side, Statement};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::common::PICTURE;
use crate::question::field::described::{Field, Word, joined};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Words, line, lines, number, stated, up};

/// The most distances of one answer.
const MOST: usize = 5001;
/// The most of them that are drawn.
const SHOWN: usize = 400;

/// "How far can one record move the statistic, once k others have changed?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SensitivityQuestion {
    /// Records, statistic, universe and ε.
    #[serde(flatten)]
    pub setting: StatisticSetting,
    /// β of the smooth sensitivity; ε/2 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// Which radii are summed.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub radii: RadiiWord,
    /// The largest distance; as far as anything changes if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
    /// Whether to describe the picture too.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: bool,
}

/// A choice of radii of the approximate path length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RadiiWord {
    /// `LS^(ℓ−1)`.
    Tight,
    /// `LS^(ℓ)`.
    Local,
    /// Smoothed with β = ε/8.
    Smooth,
    /// One number.
    Constant,
}

/// Sensitivities by distance.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct SensitivityAnswer {
    /// f(x).
    pub value: f64,
    /// How many records were clipped.
    pub clipped: usize,
    /// The global sensitivity.
    pub global_sensitivity: f64,
    /// `LS^(k)` for k = 0, 1, …
    pub local: Vec<f64>,
    /// `e^{−βk} LS^(k)`.
    pub discounted: Vec<f64>,
    /// `ω(x; k)`.
    pub modulus: Vec<f64>,
    /// `R_k` for k = 1, 2, …
    pub radii: Vec<f64>,
    /// `r_k = R_1 + … + R_k` for k = 0, 1, …
    pub reached: Vec<f64>,
    /// β.
    pub beta: f64,
    /// The smooth sensitivity `S^β`.
    pub smooth: f64,
    /// The k that attains it.
    pub attained: usize,
    /// The bound of Proposition 2.2 on the mean error of smoothed radii, on the whole line.
    pub bound: f64,
    /// The smooth sensitivity and that bound, as printed.
    pub facts: Vec<Statement>,
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

const BETA: Field =
    Field::number("beta", "β of the smooth sensitivity; ε/2 if absent", Range::closed(1e-9, 1e3)).optional();
const WORDS: [RadiiWord; 4] = [RadiiWord::Tight, RadiiWord::Local, RadiiWord::Smooth, RadiiWord::Constant];
/// Which radii.
pub(super) const RADII: Field = Field::choice_or(
    "radii",
    "from which radii the approximate path length is made",
    &[
        Word::new("tight", "LS^(ℓ−1), the smallest that are valid"),
        Word::new("local", "LS^(ℓ), as published (Proposition 2.1)"),
        Word::new("smooth", "smoothed with β = ε/8 (Proposition 2.2)"),
        Word::new("constant", "one number"),
    ],
    "tight",
);
const DISTANCES: Field = Field::number(
    "most",
    "the largest number of changed records; as far as anything changes if absent",
    Range::whole(1.0, (MOST - 1) as f64),
)
.optional();

/// Reads the radii.
pub(super) fn read_radii(fields: &Object<'_, '_>) -> Result<RadiiWord, Refusal> {
    fields.chosen(&RADII, &WORDS)
}

impl RadiiWord {
    /// The radii of a setting.
    pub(super) fn of(self, setting: &StatisticSetting, prepared: &Prepared) -> Radii {
        match self {
            Self::Tight => Radii::Tight,
            Self::Local => Radii::Local,
            Self::Smooth => Radii::Smooth { beta: setting.epsilon / 8.0 },
            Self::Constant => Radii::Constant { radius: setting.parameters().radius(&prepared.instance) },
        }
    }
}

impl Ask for SensitivityQuestion {
    const ABOUT: &'static str = "How far can one record move the statistic once k others have changed? Local, smooth and summed sensitivities.";
    const FIELDS: &'static [Field] = &joined::<10, 4, 14>(SETTING, [BETA, RADII, DISTANCES, PICTURE]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "statistic-sensitivity", "data": {"kind": "nine"}, "universe": {"kind": "bounded", "lower": 0, "upper": 12}}"#,
    ];
    type Answer = SensitivityAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self {
            setting: StatisticSetting::read(fields)?,
            beta: fields.number_if_there(&BETA)?,
            radii: read_radii(fields)?,
            most: fields.number_if_there(&DISTANCES)?.map(|most| most as usize),
            picture: fields.flag(&PICTURE)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let prepared = Prepared::of(&self.setting)?;
        let Prepared { instance, sensitivities } = &prepared;
        let last = sensitivities.list().len().max(instance.reach().len()) - 1;
        let last = self.most.unwrap_or(last.max(1)).min(MOST - 1);
        let beta = self.beta.unwrap_or(0.5 * self.setting.epsilon);
        let local: Vec<f64> = (0..=last).map(|k| sensitivities.at(k)).collect();
        let radii = sensitivities.radii(self.radii.of(&self.setting, &prepared), last);
        let mut reached = vec![0.0];
        reached.extend(radii.iter().scan(0.0, |total, radius| {
            *total += radius;
            Some(*total)
        }));
        let (smooth, attained) = sensitivities.smooth(beta);
        let eighth = Radii::Smooth { beta: self.setting.epsilon / 8.0 };
        let bound = smooth_error_bound(sensitivities.radii(eighth, 1)[0], self.setting.epsilon);
        let mark = secret();
        let mut answer = SensitivityAnswer {
            value: instance.value(),
            clipped: instance.clipped(),
            global_sensitivity: instance.global_sensitivity(),
            discounted: local.iter().enumerate().map(|(k, ls)| (-beta * k as f64).exp() * ls).collect(),
            modulus: (0..=last).map(|k| instance.modulus(k)).collect(),
            local,
            radii,
            reached,
            beta,
            smooth,
            attained,
            bound,
            facts: vec![
                stated("smooth sensitivity", Side::Upper, smooth),
                stated("mean error of smoothed radii", Side::Upper, bound),
            ],
            publishable: mark.publishable,
            notice: mark.notice,
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer, &prepared);
        answer.figure = self.picture.then(|| self.picture(&answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl SensitivityQuestion {
    fn conclusions(&self, answer: &SensitivityAnswer, prepared: &Prepared) -> Vec<String> {
        let mut said: Vec<String> = clipped(&prepared.instance).into_iter().collect();
        let (local, global) = (prepared.sensitivities.at(0), answer.global_sensitivity);
        said.push(format!(
            "One record moves the statistic of these records by at most {}, that of any records by at most {}.",
            up(local),
            up(global)
        ));
        let attained = match answer.attained {
            0 => "at these very records".to_owned(),
            1 => "once one record has changed".to_owned(),
            k => format!("once {k} records have changed"),
        };
        said.push(format!(
            "The smooth sensitivity with β = {} is {}, attained {attained}.",
            number(answer.beta),
            up(answer.smooth)
        ));
        let covered = answer.reached.iter().position(|&r| r >= answer.modulus[answer.modulus.len() - 1]);
        if let Some(k) = covered {
            said.push(format!(
                "The summed radii reach everything that the statistic can be after {k} steps, the statistic itself after {}.",
                prepared.instance.reach().len() - 1
            ));
        }
        said
    }

    fn picture(&self, answer: &SensitivityAnswer) -> Figure {
        // Of many distances as many as can be seen, the last among them.
        let whole = answer.local.len();
        let stride = whole.div_ceil(SHOWN);
        let mut shown: Vec<usize> = (0..whole).step_by(stride).collect();
        if !(whole - 1).is_multiple_of(stride) {
            shown.push(whole - 1);
        }
        let x: Vec<f64> = shown.iter().map(|&k| k as f64).collect();
        let top = answer.local.iter().chain(&answer.modulus).copied().fold(1e-300, f64::max);
        let axes = (
            Axis::linear("changed records k", 0.0, (whole - 1) as f64),
            Axis::linear("distance", 0.0, Axis::round_up(1.05 * top)),
        );
        let draw = if x.len() <= 60 { Draw::Points } else { Draw::Line };
        let series = |label: &str, heights: &[f64]| {
            let heights = shown.iter().map(|&k| heights[k]).collect();
            (Series { draw, ..line(label, &x, heights) }, Side::Value)
        };
        let curves = vec![
            series("local sensitivity LS^(k)", &answer.local),
            series("discounted e^(−βk) LS^(k)", &answer.discounted),
            series("reach ω(x; k)", &answer.modulus),
            series("summed radii r_k", &answer.reached),
        ];
        let words = Words { head: "k", place: "k = ", quantity: "" };
        let mut figure = lines(&words, &x, axes, curves);
        if answer.attained < whole {
            figure.marks = vec![Mark {
                x: answer.attained as f64,
                y: answer.smooth,
                label: format!("S = {}", up(answer.smooth)),
                says: Some(stated("smooth sensitivity", Side::Upper, answer.smooth)),
            }];
        }
        let sentence = "How far one more record can move the statistic once k have changed, how far k together can, and \
                        what the approximate path length makes of it; where the smooth sensitivity is attained is marked.";
        finish(figure, "Sensitivity at a distance", &self.setting.title(), sentence.into(), &answer.notice)
    }
}
