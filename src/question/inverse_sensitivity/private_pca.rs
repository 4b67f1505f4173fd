//! The leading eigenvector of data, private by three mechanisms.

use serde::Serialize;

use super::dimensions::{
    DRAWS, EPSILON, FEATURE_BOUND, FEATURES, MANY, ReleasedVector, build, clipped, dimension, read_few,
    sources_and, value,
};
use super::pca_figures::{circle, histogram};
use super::pca_mechanisms::{CAUCHY_DRAWS, PcaMechanism, least, mechanisms};
use crate::algorithm::inverse_sensitivity::gradient::Bounds;
use crate::algorithm::inverse_sensitivity::pca::{Principal, Width, cauchy_scale, draw};
use crate::figure::{Figure, Side, Statement};
use crate::learn::Shape;
use crate::mechanism::Range;
use crate::numeric::random::Random;
use crate::question::Ask;
use crate::question::field::data::{DataSource, SEED};
use crate::question::field::described::{Field, Variant, Word};
use crate::question::field::publishable::SECRET;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{number, stated};

/// The points, or what is known of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum PcaData {
    /// Points; labels are not looked at.
    People(DataSource),
    /// n times the gap, and the dimension.
    Gap(GapSource),
}

/// A gap without data.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum GapSource {
    /// n(λ₁ − λ₂) as a number; all other eigenvalues are equal.
    Gap {
        /// n(λ₁ − λ₂).
        gap: f64,
        /// d.
        dimension: usize,
    },
}

/// "How well is the direction of most variance known, if nobody may be?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct PrivatePcaQuestion {
    /// The points.
    pub data: PcaData,
    /// B_x; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub feature_bound: f64,
    /// ε; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: f64,
    /// How widths follow the gap; by the constant if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"constant\" | \"angle\" | \"tight\""))]
    pub shell_width: &'static str,
    /// Outputs drawn; 200 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub draws: usize,
    /// The seed; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
}

/// What is seen without noise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct RawPrincipal {
    /// n.
    pub people: usize,
    /// Largest first.
    pub eigenvalues: Vec<f64>,
    /// The leading eigenvector.
    pub leading: Vec<f64>,
    /// Σ, row by row.
    pub covariance: Vec<Vec<f64>>,
    /// `E[F(v̂) − F(v)]` of Algorithm 2, F(v) = vᵀΣv.
    pub lost_variance: Statement,
    /// Records moved to fit the bound.
    pub clipped: usize,
    /// Never.
    pub publishable: bool,
    /// Why.
    pub notice: &'static str,
}

/// Private principal axes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct PrivatePcaAnswer {
    /// d.
    pub dimension: usize,
    /// n(λ₁ − λ₂), from below; it depends on the data without noise.
    pub gap: Statement,
    /// The first widths.
    pub widths: Vec<f64>,
    /// `E‖z‖`.
    pub mean: Statement,
    /// The median of ‖z‖.
    pub median: Statement,
    /// Exceeded by 1 of 20.
    pub quantile95: Statement,
    /// The scale of Cauchy noise on a coordinate.
    pub cauchy_scale: Statement,
    /// `E sin²` of a direction drawn without looking, (d − 1)/d.
    pub blind: Statement,
    /// The mechanisms, Algorithm 2 first.
    pub mechanisms: Vec<PcaMechanism>,
    /// Of the data, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<RawPrincipal>,
    /// One output of Algorithm 2, if there are data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub released: Option<ReleasedVector>,
    /// Outputs of Algorithm 2.
    pub cloud: Vec<Vec<f64>>,
    /// Beside the cloud and everything that depends on the gap.
    pub notice: &'static str,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// The circle with points, axis and outputs, in the plane.
    pub figure: Option<Figure>,
    /// How the angle is distributed, in the plane.
    pub angle_figure: Option<Figure>,
}

pub(crate) const GAP: Field = Field::number(
    "gap",
    "n(λ₁ − λ₂): people times the gap of the two largest eigenvalues",
    Range::closed(0.0, 1e6),
);
pub(crate) const DIMENSION: Field =
    Field::number_or("dimension", "how many coordinates", Range::whole(2.0, FEATURES as f64), 2.0);
const SOURCES: [Variant; 8] = sources_and(Variant {
    word: "gap",
    meaning: "n times the gap of the eigenvalues, without data",
    fields: &[GAP, DIMENSION],
});
const DATA: Field =
    Field::variants("data", "the points, whose labels are not looked at, or their gap", &SOURCES);
const WIDTH_WORDS: [Word; 3] = [
    Word::new(Width::ALL[0].word(), Width::ALL[0].meaning()),
    Word::new(Width::ALL[1].word(), Width::ALL[1].meaning()),
    Word::new(Width::ALL[2].word(), Width::ALL[2].meaning()),
];

/// How widths follow the gap.
pub(crate) const SHELL_WIDTH: Field = Field::choice_or(
    "shell-width",
    "how far one more person may move the eigenvector",
    &WIDTH_WORDS,
    "constant",
);

/// The width of a word.
pub(crate) fn width_of(word: &str) -> Width {
    Width::ALL.into_iter().find(|width| width.word() == word).unwrap_or(Width::Constant)
}

/// Widths that an answer lists.
const LISTED: usize = 200;

impl Ask for PrivatePcaQuestion {
    const ABOUT: &'static str =
        "How far from the direction of most variance is a private one, by three mechanisms?";
    const FIELDS: &'static [Field] = &[DATA, FEATURE_BOUND, EPSILON, SHELL_WIDTH, DRAWS, SEED];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "private-pca", "data": {"kind": "generate", "generator": "two-gaussians", "people": 1000, "dimension": 2, "seed": 1},
 "epsilon": 1, "draws": 200}"#,
        r#"{"ask": "private-pca", "data": {"kind": "gap", "gap": 1000, "dimension": 5}, "draws": 0}"#,
    ];
    type Answer = PrivatePcaAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let place = fields.at(&DATA);
        let words: Vec<&str> = SOURCES.iter().map(|source| source.word).collect();
        let data = match place.tag("kind", &words)? {
            "gap" => {
                let (_, inner) = place.variant(&DATA)?;
                PcaData::Gap(GapSource::Gap {
                    gap: inner.number(&GAP)?,
                    dimension: inner.number(&DIMENSION)? as usize,
                })
            }
            _ => {
                let data = read_few(&place, Shape::Squared)?;
                if dimension(&data, Shape::Squared) < 2 {
                    return Err(place.refuse("points of two features or more: one has no direction"));
                }
                PcaData::People(data)
            }
        };
        Ok(Self {
            data,
            feature_bound: fields.number(&FEATURE_BOUND)?,
            epsilon: fields.number(&EPSILON)?,
            shell_width: fields.word(&SHELL_WIDTH)?,
            draws: fields.number(&DRAWS)? as usize,
            seed: fields.number(&SEED)? as u64,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let (points, moved) = self.points();
        let found = Principal::of(&points);
        let (gap, leading) = match (&self.data, &found) {
            (PcaData::Gap(GapSource::Gap { gap, dimension }), _) => {
                (*gap, (0..*dimension).map(|at| f64::from(u8::from(at == 0))).collect())
            }
            (_, Some(found)) => (found.gap, found.leading.clone()),
            _ => return Err(Refusal::failed()),
        };
        let (width, dimension) = (width_of(self.shell_width), leading.len());
        let shells = width.shells(gap, dimension, self.epsilon).ok_or_else(Refusal::failed)?;
        let law = shells.law();
        let mechanisms =
            mechanisms(width, gap, &leading, self.epsilon, (self.seed, CAUCHY_DRAWS), found.is_none())
                .ok_or_else(Refusal::failed)?;
        let mut random = Random::stream(self.seed, "private axis: outputs for study");
        let cloud: Vec<Vec<f64>> = (0..self.draws).map(|_| draw(&leading, &law, &mut random)).collect();
        let raw = found.map(|found| RawPrincipal {
            people: found.people,
            lost_variance: value("E[F(v̂) − F(v)]", found.drop() * mechanisms[0].sine_square.number),
            covariance: (0..dimension).map(|at| found.covariance.row(at).to_vec()).collect(),
            eigenvalues: found.values,
            leading: found.leading,
            clipped: moved,
            publishable: false,
            notice: SECRET,
        });
        let source = match &self.data {
            PcaData::People(data) => Some(data),
            PcaData::Gap(_) => None,
        };
        let released = source.map(|source| {
            let mut random = Random::stream(self.seed, "private axis: the released output");
            ReleasedVector::new(draw(&leading, &law, &mut random), self.epsilon, Some(source))
        });
        let mut answer = PrivatePcaAnswer {
            dimension,
            gap: stated("n(λ₁ − λ₂)", Side::Lower, gap),
            widths: (1..=LISTED.min((0.5 * gap) as usize + 3)).map(|i| shells.width(i)).collect(),
            mean: value("E‖z‖", law.moment(1.0)),
            median: value("median of ‖z‖", law.quantile(0.5)),
            quantile95: value("95% quantile of ‖z‖", law.quantile(0.95)),
            cauchy_scale: stated("scale", Side::Upper, cauchy_scale(gap, dimension, self.epsilon)),
            blind: value("E sin²", (dimension as f64 - 1.0) / dimension as f64),
            mechanisms,
            raw,
            released,
            cloud,
            notice: if source.is_some() { MANY } else { "" },
            conclusions: Vec::new(),
            figure: None,
            angle_figure: None,
        };
        answer.conclusions = self.conclusions(&answer, gap);
        answer.conclusions.extend(clipped(moved, points.len()));
        if dimension == 2 {
            answer.figure = Some(circle(&answer, &points, &leading));
            answer.angle_figure = histogram(&answer, &leading, gap, self.epsilon);
        }
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut()), ("/angle-figure", answer.angle_figure.as_mut())]
    }
}

impl PrivatePcaQuestion {
    /// The points, shortened to the bound and divided by it, and how many were shortened.
    fn points(&self) -> (Vec<Vec<f64>>, usize) {
        let PcaData::People(data) = &self.data else { return (Vec::new(), 0) };
        let bounds = Bounds { features: self.feature_bound, labels: f64::INFINITY, radius: 1.0 };
        let (kept, moved) = bounds.clip(&build(data, Shape::Squared));
        let divided = |x: &f64| x / self.feature_bound;
        (kept.people().map(|person| person.features.iter().map(divided).collect()).collect(), moved)
    }

    fn conclusions(&self, answer: &PrivatePcaAnswer, gap: f64) -> Vec<String> {
        let mut said = vec![least(&answer.mechanisms)];
        let (own, blind) = (answer.mechanisms[0].sine_square.number, answer.blind.number);
        said.push(if gap <= 2.0 {
            format!(
                "n(λ₁ − λ₂) is {}: with 2 or less one person may turn the axis to anywhere, and every shell is √2 wide.",
                answer.gap.text
            )
        } else if own > 0.5 * blind {
            format!(
                "The gap is too small for this ε: E sin² of {} is more than half of the {} of a direction drawn without looking.",
                answer.mechanisms[0].sine_square.text, answer.blind.text
            )
        } else {
            format!(
                "The gap is large enough: E sin² is {} of what a direction drawn without looking has.",
                number(own / blind)
            )
        });
        let tighter =
            Width::Tight.shells(gap, answer.dimension, self.epsilon).map(|shells| shells.law().moment(1.0));
        if let Some(tighter) = tighter.filter(|tighter| *tighter < 0.999 * answer.mean.number) {
            said.push(format!(
                "Widths by the angle, one shell earlier, would make the noise {} times as long.",
                number(tighter / answer.mean.number)
            ));
        }
        said
    }
}
