//! The noise of the approximate mechanism in d dimensions.

use serde::Serialize;

use super::dimensions::{DRAWS, EPSILON, named, value};
use crate::algorithm::inverse_sensitivity::shell::{Norm, ShellLaw, Shells, first_shell};
use crate::figure::{Axis, Draw, Figure, Series, Side, Statement};
use crate::mechanism::Range;
use crate::numeric::random::Random;
use crate::question::Ask;
use crate::question::field::data::SEED;
use crate::question::field::described::{Field, Word};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{Line, Words, line, lines, number, stated};

/// "How far does noise on shells go in d dimensions?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ShellsQuestion {
    /// R_1, R_2, …; the last goes on.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub widths: Vec<f64>,
    /// d; 2 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub dimension: usize,
    /// The norm; ℓ2 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"l2\" | \"l1\" | \"l-max\""))]
    pub norm: &'static str,
    /// ε; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub epsilon: f64,
    /// Whether the widths are known without the data, so that a shell may cost ε in place of ε/2.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub full_epsilon: bool,
    /// n, where the printed sampler ends; it goes on if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number"))]
    pub last_shell: Option<usize>,
    /// n of theorem 2; 50 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub records: f64,
    /// K of theorem 2.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub shells: Vec<f64>,
    /// r of `P(‖z‖ > r)`.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub radii: Vec<f64>,
    /// Outputs drawn; 200 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub draws: usize,
    /// The seed; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
}

/// A tail beside its bound.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ShellTail {
    /// K.
    pub shell: usize,
    /// r_K.
    pub radius: f64,
    /// `P(‖z‖ > r_K)`.
    pub exact: Statement,
    /// Theorem 2, if ⌊1/ε⌋ is at least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Statement>,
    /// Whether the bound is 1 or more and so says nothing.
    pub vacuous: bool,
}

/// The law of noise on shells.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ShellsAnswer {
    /// r_1, r_2, …
    pub radii: Vec<f64>,
    /// `P(K = k)` of the same shells.
    pub masses: Vec<f64>,
    /// How many shells the law has that matter.
    pub count: usize,
    /// `E‖z‖`.
    pub mean: Statement,
    /// `E‖z‖²`.
    pub mean_square: Statement,
    /// The median of ‖z‖.
    pub median: Statement,
    /// Exceeded by 1 of 20.
    pub quantile95: Statement,
    /// `P(‖z‖ > r)` at the radii asked for.
    pub tails: Vec<Statement>,
    /// Theorem 2 beside the truth.
    pub bounds: Vec<ShellTail>,
    /// `P(K > n)`, which the printed sampler leaves out and no ε covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Statement>,
    /// `P(K = 1)` by the polylogarithm, of equal widths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_form: Option<Statement>,
    /// The mean of the Gamma law that small ε lead to, of equal widths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gamma_mean: Option<Statement>,
    /// ε that the noise guarantees if its widths keep the conditions of theorem 1; none of the printed sampler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guarantee: Option<Statement>,
    /// Draws of the noise.
    pub draws: Vec<Vec<f64>>,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
    /// How the length of the noise is distributed.
    pub figure: Option<Figure>,
}

const WIDTH: Range = Range::closed(0.0, 1e6);
const WIDTHS: Field = Field::numbers(
    "widths",
    "R_1, R_2, …: how much further each shell reaches; the last, which must be positive, goes on",
    WIDTH,
    [1, 1000],
)
.usually(&[1.0]);
const DIMENSION: Field = Field::number_or("dimension", "how many coordinates", Range::whole(1.0, 20.0), 2.0);
const NORM_WORDS: [Word; 3] = [
    Word::new(Norm::ALL[0].word(), Norm::ALL[0].meaning()),
    Word::new(Norm::ALL[1].word(), Norm::ALL[1].meaning()),
    Word::new(Norm::ALL[2].word(), Norm::ALL[2].meaning()),
];
const NORM: Field = Field::choice_or("norm", "how the length of noise is measured", &NORM_WORDS, "l2");
const FULL: Field = Field::flag(
    "full-epsilon",
    "whether the widths are known without the data: the mechanism is then ε/2-private, and may spend all of ε",
    false,
);
const LAST: Field = Field::number(
    "last-shell",
    "n, where Algorithm 1 as printed ends; shells go on if absent",
    Range::whole(1.0, 100_000.0),
)
.optional();
const RECORDS: Field = Field::number_or("records", "n of theorem 2", Range::whole(1.0, 1e6), 50.0);
const SHELLS: Field = Field::numbers("shells", "K of theorem 2, up to n", Range::whole(1.0, 1e6), [0, 50])
    .usually(&[10.0, 20.0, 40.0]);
const RADII: Field =
    Field::numbers("radii", "r of P(‖z‖ > r)", Range::closed(0.0, 1e9), [0, 200]).usually(&[]);

/// Shells that an answer lists.
const LISTED: usize = 200;
/// Points of the curves.
const POINTS: usize = 241;

impl Ask for ShellsQuestion {
    const ABOUT: &'static str =
        "How far does noise go that is uniform on shells about the truth, in d dimensions?";
    const FIELDS: &'static [Field] =
        &[WIDTHS, DIMENSION, NORM, EPSILON, FULL, LAST, RECORDS, SHELLS, RADII, DRAWS, SEED];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "shells", "widths": [1, 1.5, 2], "dimension": 2, "epsilon": 1, "draws": 100}"#,
        r#"{"ask": "shells", "dimension": 1, "last-shell": 5, "radii": [1, 2.5, 5], "draws": 0}"#,
    ];
    type Answer = ShellsAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let widths = fields.numbers(&WIDTHS)?;
        if widths.last().is_some_and(|&last| last <= 0.0) {
            return Err(fields
                .at(&WIDTHS)
                .refuse("a list whose last width is positive: it goes on for ever"));
        }
        let records = fields.number(&RECORDS)?;
        let shells = fields.numbers(&SHELLS)?;
        if fields.at(&SHELLS).is_there() && shells.iter().any(|&shell| shell > records) {
            return Err(fields.at(&SHELLS).refuse("a list of shells up to n, which theorem 2 needs"));
        }
        let last_shell = fields.number_if_there(&LAST)?.map(|last| last as usize);
        if last_shell.is_some_and(|last| widths.iter().take(last).all(|&width| width == 0.0)) {
            return Err(fields
                .at(&LAST)
                .refuse("beyond the first shell that has any width: there is nothing to draw from"));
        }
        Ok(Self {
            widths,
            dimension: fields.number(&DIMENSION)? as usize,
            norm: fields.word(&NORM)?,
            epsilon: fields.number(&EPSILON)?,
            full_epsilon: fields.flag(&FULL)?,
            last_shell,
            records,
            shells: shells.into_iter().filter(|&shell| shell <= records).collect(),
            radii: fields.numbers(&RADII)?,
            draws: fields.number(&DRAWS)? as usize,
            seed: fields.number(&SEED)? as u64,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let rate = if self.full_epsilon { self.epsilon } else { 0.5 * self.epsilon };
        let tail = self.widths.last().copied().unwrap_or(1.0);
        let shells =
            Shells::new(self.widths.clone(), tail, self.dimension, rate).ok_or_else(Refusal::failed)?;
        let law = match self.last_shell {
            Some(last) => shells.truncated(last).ok_or_else(Refusal::failed)?,
            None => shells.law(),
        };
        let missing =
            self.last_shell.map(|last| stated("P(K > n)", Side::Upper, shells.missing(last) * (1.0 + 1e-12)));
        let equal = self.widths.iter().all(|&width| width == tail) && self.last_shell.is_none();
        let widest = self.widths.iter().copied().fold(0.0, f64::max);
        let bound = |&shell: &f64| {
            let shell = shell as usize;
            let radius = shells.radius(shell);
            let bound = shells.tail_bound(shell, self.records, widest);
            ShellTail {
                shell,
                radius,
                exact: value("P(‖z‖ > r_K)", law.sides(radius).1),
                vacuous: bound.is_none_or(|bound| bound >= 1.0),
                bound: bound.map(|bound| stated("P(‖z‖ > r_K)", Side::Upper, bound)),
            }
        };
        let norm = Norm::ALL.into_iter().find(|norm| norm.word() == self.norm).unwrap_or(Norm::Two);
        let mut random = Random::stream(self.seed, "inverse sensitivity: noise on shells");
        let mut answer = ShellsAnswer {
            radii: law.radii()[1..].iter().take(LISTED).copied().collect(),
            masses: law.masses().iter().take(LISTED).copied().collect(),
            count: law.masses().len(),
            mean: value("E‖z‖", law.moment(1.0)),
            mean_square: value("E‖z‖²", law.moment(2.0)),
            median: value("median of ‖z‖", law.quantile(0.5)),
            quantile95: value("95% quantile of ‖z‖", law.quantile(0.95)),
            tails: self.radii.iter().map(|&r| value("P(‖z‖ > r)", law.sides(r).1)).collect(),
            bounds: self.shells.iter().map(bound).collect(),
            closed_form: equal.then(|| value("P(K = 1)", first_shell(self.dimension, rate))),
            gamma_mean: equal.then(|| value("E‖z‖ of the Gamma law", self.dimension as f64 * tail / rate)),
            guarantee: missing.is_none().then(|| stated("ε", Side::Upper, self.epsilon)),
            missing,
            draws: (0..self.draws).map(|_| law.draw(norm, &mut random).1).collect(),
            conclusions: Vec::new(),
            figure: None,
        };
        answer.conclusions = self.conclusions(&answer, &shells);
        answer.figure = Some(self.figure(&law, &answer));
        Ok(answer)
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        vec![("/figure", answer.figure.as_mut())]
    }
}

impl ShellsQuestion {
    fn conclusions(&self, answer: &ShellsAnswer, shells: &Shells) -> Vec<String> {
        let mut said = vec![format!(
            "Noise of length {} on average; half of it is longer than {}, and 1 of 20 longer than {}.",
            answer.mean.text, answer.median.text, answer.quantile95.text
        )];
        if let (Some(missing), Some(last)) = (&answer.missing, self.last_shell) {
            said.push(format!(
                "Algorithm 1 as printed ends at shell {last} and leaves out P(K > n) = {}: its outputs all lie within {} of the \
                 statistic of these very data, so that no finite ε holds, and that mass acts like a δ.",
                missing.text,
                number(shells.radius(last))
            ));
        }
        if self.full_epsilon {
            said.push(
                "All of ε is spent on the distance, which is right only if no width depends on the data."
                    .into(),
            );
        }
        if let Some(gamma) = &answer.gamma_mean {
            let off = answer.mean.number / gamma.number - 1.0;
            said.push(format!(
                "Shells of one width have almost the Gamma law of small ε: its mean is {}, that of the shells {}% {}.",
                gamma.text,
                number(100.0 * off.abs()),
                if off < 0.0 { "less" } else { "more" }
            ));
        }
        let useful = answer.bounds.iter().filter(|bound| !bound.vacuous).count();
        if !answer.bounds.is_empty() && self.last_shell.is_none() {
            said.push(format!(
                "Theorem 2 says something at {useful} of {} shells asked about.",
                answer.bounds.len()
            ));
        }
        said
    }

    fn figure(&self, law: &ShellLaw, answer: &ShellsAnswer) -> Figure {
        let end = law.quantile(0.995);
        let x: Vec<f64> = (0..POINTS).map(|at| end * at as f64 / (POINTS - 1) as f64).collect();
        let density: Vec<f64> = x.iter().map(|&r| law.density(r)).collect();
        let most = density.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let curves: Vec<Line> = vec![
            (Series { draw: Draw::Line, ..line("density of ‖z‖", &x, density) }, Side::Value),
            (line("P(‖z‖ > r)", &x, x.iter().map(|&r| law.sides(r).1).collect()), Side::Value),
        ];
        let axes = (
            Axis::linear("r", 0.0, end),
            Axis::linear("density, probability", 0.0, Axis::round_up(most.max(1.0))),
        );
        let mut figure = lines(&Words { head: "r", place: "r = ", quantity: "" }, &x, axes, curves);
        let of = format!("d = {}, ε = {}", self.dimension, number(self.epsilon));
        named(&mut figure, "How long noise on shells is", &of, &answer.conclusions, "");
        figure
    }
}
