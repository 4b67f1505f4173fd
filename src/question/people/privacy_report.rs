//! Reports that may be published, what they cost, and how they compare with the truth.

use crate::question::{Ask, Blocks};
use serde::Serialize;

use super::model::{ModelSource, TRAINING_FIELDS, Training, find_model, read_training};
use super::privacy_report_figure::{figure, history_figure};
use super::reporting::{REPORT, Reporting, read_reporting};
use crate::algorithm::trial::{CONFIDENCE, chance};
use crate::figure::Figure;
use crate::guarantee::Interval;
use crate::instance::report::NoReport;
use crate::instance::total::largest_total;
use crate::instance::trial::{self, Trials};
use crate::instance::{Form, Noise, NoiseSource, Publication, ReportKind, Setting, Situation, gaussian};
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::data::SEED;
use crate::question::field::described::{Field, joined};
use crate::question::field::number::Number;
use crate::question::field::publishable::{Mark, SECRET};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;

const REDRAWS: Field = Field::number_or(
    "redraws",
    "how often all noise is drawn again to see how often the bounds hold",
    Range::whole(0.0, 10_000.0),
    0.0,
);
const PERSON: Field = Field::number(
    "person",
    "whose losses over the redraws are told, by their place",
    Range::whole(0.0, 99_999.0),
)
.optional();
const ALL: [Field; 13] = joined::<9, 4, 13>(TRAINING_FIELDS, [SEED, REPORT, REDRAWS, PERSON]);

/// "What may I tell each person about their loss, and what does telling cost?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct PrivacyReportQuestion {
    /// The people and the mechanism.
    #[serde(flatten)]
    pub training: Training,
    /// The seed of the noise of the model; 1 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub seed: u64,
    /// The releases behind the reports.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub report: Reporting,
    /// How often all noise is drawn again to see how often the bounds hold; not at all if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub redraws: usize,
    /// The person whose losses over the redraws are listed, by their place in the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number"))]
    pub person: Option<usize>,
}

/// The three reports beside the truth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PrivacyReportAnswer {
    /// The model that was drawn.
    pub model: DrawnModel,
    /// ε of the mechanism alone at the δ of the releases, rounded up.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub mechanism: Number,
    /// By which cost of the determinant it and all totals are.
    pub form: Form,
    /// Why they are infinite, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unbounded: Option<String>,
    /// One entry per kind of report.
    pub reports: Vec<Report>,
    /// The losses themselves.
    pub truth: Truth,
    /// The losses of one person over the redraws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
    /// The reports and the truth over people, the most exposed first. Must not be published, and says so.
    pub figure: Figure,
    /// The answer in a sentence, which compares with the truth, must not be published, and says so.
    pub sentence: String,
}

/// A model that the mechanism drew.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DrawnModel {
    /// θ.
    pub theta: Vec<f64>,
    /// Whether it may be published, if its noise is secret.
    pub publishable: bool,
    /// Why.
    pub notice: String,
}

/// A report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// What it is made from.
    pub kind: ReportKind,
    /// Whether the function may be published that tells everyone their bound, if its noise is secret.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What it releases beside the model.
    pub released: Vec<Released>,
    /// The probability with which one person's bound holds, at least.
    pub stated: f64,
    /// ε of all further releases together at δ, rounded up; absent if there is no report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overhead: Option<f64>,
    /// ε of the model and the further releases at `total-delta`, whoever the person is, rounded up; absent if there is
    /// no report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | \"inf\""))]
    pub total: Option<Number>,
    /// The δ of `total`.
    pub total_delta: f64,
    /// Its numbers as printed, bounds rounded up; empty if there is no report.
    pub text: ReportText,
    /// What it tells the people of the data.
    pub members: ReportMembers,
    /// Why there is no report, in words a person can act on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<String>,
    /// The least λ with which there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed_regularization: Option<f64>,
}

/// What a report tells the people of the data: never to be published, whatever it is made from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ReportMembers {
    /// Whether it may be published: never.
    pub publishable: bool,
    /// Why.
    pub notice: &'static str,
    /// The bound that it tells each member; empty if there is no report.
    pub bounds: Vec<f64>,
    /// The largest sum of a member's bound and of what the further releases cost them; absent if there is no report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_total: Option<f64>,
    /// The same as printed, rounded up.
    pub largest: String,
    /// How many bounds held over the redraws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// `1190 of 1200, 99.17 % (91.9 to 100 % at 95 % confidence)`; empty without redraws.
    pub covered: String,
}

/// The numbers of a report as printed.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReportText {
    /// `0.7099 at δ = 1e-6`, or `0`.
    pub overhead: String,
    /// ε and δ of everything together.
    pub total: String,
    /// `at least 85 %`.
    pub stated: String,
}

/// One further release.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Released {
    /// What is released.
    pub what: &'static str,
    /// How far one person can move it.
    pub sensitivity: f64,
    /// The standard deviation of its noise.
    pub sigma: f64,
    /// Its ε at δ.
    pub epsilon: f64,
}

/// Bounds that held.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Coverage {
    /// How many.
    pub held: usize,
    /// Of how many: redraws times people.
    pub of: usize,
    /// Their share.
    pub share: f64,
    /// Between this and `upper` lies the chance to hold at 95 % confidence, by Clopper and Pearson. Bounds of one redraw
    /// share its noise: they count as one trial that holds in part.
    pub lower: f64,
    /// The other end.
    pub upper: f64,
}

/// The losses of everyone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Truth {
    /// Whether they may be published: never.
    pub publishable: bool,
    /// Why.
    pub notice: &'static str,
    /// The losses, in the order of the data.
    pub losses: Vec<f64>,
}

/// The losses of one person.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct History {
    /// Their place in the data.
    pub person: usize,
    /// Whether they may be published: never.
    pub publishable: bool,
    /// Why.
    pub notice: &'static str,
    /// One loss per redraw.
    pub losses: Vec<f64>,
    /// The losses over the redraws, with the worst case.
    pub figure: Figure,
}

impl Ask for PrivacyReportQuestion {
    const ABOUT: &'static str = "What may I tell each person about their loss, and what does telling cost?";
    const FIELDS: &'static [Field] = &ALL;
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"ask": "privacy-report", "data": {"kind": "penguins"}, "sigma": 11, "regularization": 1,
 "report": {"gradient": 0.7, "hessian": 0.1, "rho": 0.05}, "redraws": 100}"#];
    type Answer = PrivacyReportAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let training = read_training(fields)?;
        let places = Range::whole(0.0, training.people.count() as f64 - 1.0);
        Ok(Self {
            seed: fields.number(&SEED)? as u64,
            report: read_reporting(fields, training.form())?,
            redraws: fields.number(&REDRAWS)? as usize,
            person: fields.if_there(&PERSON, |place| place.number(&places))?.map(|at| at as usize),
            training,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let setting = self.training.setting();
        let unsolved = |reason: String| Refusal::wrong("", "this training".into(), reason);
        let unsolvable = |error: &dyn std::fmt::Display| unsolved(format!("one that can be solved: {error}"));
        let source = ModelSource::Drawn { seed: self.seed, turn: 0.0 };
        let theta = find_model(&setting, &source, [0, 0]).map_err(|error| unsolvable(&error))?;
        let situation = setting.situation(&theta).ok_or_else(|| unsolved("one with a Hessian".into()))?;
        let losses: Vec<f64> = situation.members().map(|lost| lost.loss()).collect();
        let Reporting { form, rho, delta, .. } = self.report;
        let training = &self.training;
        let noise = Noise::for_budget(&self.report.budget(), setting.loss, setting.radius);
        let trials = trial::run(&setting, &noise, (form, rho), self.redraws, self.seed)
            .map_err(|error| unsolvable(&error))?;
        let reports: Vec<Report> = ReportKind::ALL
            .into_iter()
            .map(|kind| report(self, kind, &setting, &situation, &noise, &trials))
            .collect();
        let history = self.person.filter(|_| trials.redraws > 0).map(|person| History {
            person,
            publishable: false,
            notice: SECRET,
            losses: trials.losses.iter().map(|losses| losses[person]).collect(),
            figure: history_figure(
                person,
                trials.losses.iter().map(|losses| losses[person]).collect(),
                training.worst_case().at(delta),
            ),
        });
        let figure = figure(&losses, &reports);
        let Mark { publishable, notice } = training.mark(&source, delta);
        Ok(PrivacyReportAnswer {
            mechanism: Number(training.worst_case().epsilon(delta)),
            form: training.form(),
            unbounded: training.unbounded(),
            sentence: format!("{} {}", figure.sentence, figure.notice),
            model: DrawnModel { theta, publishable, notice },
            reports,
            truth: Truth { publishable: false, notice: SECRET, losses },
            history,
            figure,
        })
    }

    fn blocks(answer: &mut Self::Answer, blocks: &mut Blocks) {
        blocks.take("/truth/losses", &mut answer.truth.losses);
        for (at, report) in answer.reports.iter_mut().enumerate() {
            blocks.take(format!("/reports/{at}/members/bounds"), &mut report.members.bounds);
        }
    }

    fn figures(answer: &mut Self::Answer) -> Vec<(&'static str, Option<&mut Figure>)> {
        let history = answer.history.as_mut().map(|history| &mut history.figure);
        vec![("/figure", Some(&mut answer.figure)), ("/history/figure", history)]
    }
}

fn report(
    question: &PrivacyReportQuestion,
    kind: ReportKind,
    setting: &Setting,
    situation: &Situation<'_>,
    noise: &Noise,
    trials: &Trials,
) -> Report {
    let Reporting { form, rho, delta, seed, .. } = question.report;
    let (total, total_delta) = question.report.total(kind, noise, &question.training);
    let mut report = Report {
        kind,
        publishable: false,
        notice: String::new(),
        released: Vec::new(),
        stated: (1.0 - kind.failures() * rho).max(0.0),
        overhead: None,
        total: None,
        total_delta,
        text: ReportText::default(),
        members: ReportMembers {
            publishable: false,
            notice: SECRET,
            bounds: Vec::new(),
            largest_total: None,
            largest: String::new(),
            coverage: None,
            covered: String::new(),
        },
        unavailable: None,
        needed_regularization: None,
    };
    let mut source = NoiseSource::new(seed);
    let publication = match Publication::draw(kind, form, setting, situation, noise, rho, &mut source) {
        Ok(publication) => publication,
        Err(reason) => {
            report.notice = format!("There is no such report: {reason}.");
            report.unavailable = Some(reason.to_string());
            if let NoReport::Regularization(needed) = reason {
                report.needed_regularization = Some(needed);
            }
            return report;
        }
    };
    let mark = question.training.promise(total, total_delta).of_report();
    (report.publishable, report.notice) = (mark.publishable, mark.notice);
    let bounds: Vec<f64> = setting.data.people().map(|person| publication.bound(&person).sum()).collect();
    let (lipschitz, smoothness) =
        (setting.loss.lipschitz(setting.radius), setting.loss.smoothness(setting.radius));
    let overhead = gaussian::epsilon(noise.shift(kind, lipschitz, smoothness), delta);
    let percent = |share: f64, side: Rounding| format!("{} %", print(100.0 * share, 4, side));
    report.released = released(kind, noise, (lipschitz, smoothness), delta);
    (report.overhead, report.total) = (Some(overhead), Some(Number(total)));
    report.text = ReportText {
        overhead: if overhead > 0.0 {
            format!("{} at δ = {}", print(overhead, 4, Rounding::Up), number(delta))
        } else {
            "0".into()
        },
        total: format!("{} at δ = {}", print(total, 4, Rounding::Up), number(total_delta)),
        stated: format!("at least {}", percent(report.stated, Rounding::Down)),
    };
    let members = &mut report.members;
    let largest = largest_total(kind, setting, situation, noise, delta, &bounds);
    (members.largest_total, members.largest) = (Some(largest), print(largest, 4, Rounding::Up));
    members.bounds = bounds;
    let covered = trials.covered.iter().find(|(of, _)| *of == kind).and_then(|(_, held)| held.ok());
    let of = trials.redraws * setting.data.len();
    if let Some(held) = covered.filter(|_| of > 0) {
        let share = held as f64 / of as f64;
        let Interval { lower, upper } = chance(share * trials.redraws as f64, trials.redraws, CONFIDENCE);
        members.coverage = Some(Coverage { held, of, share, lower, upper });
        members.covered = format!(
            "{held} of {of}, {} ({} to {} at 95 % confidence)",
            percent(share, Rounding::Nearest),
            print(100.0 * lower, 4, Rounding::Down),
            percent(upper, Rounding::Up)
        );
    }
    report
}

fn released(
    kind: ReportKind,
    noise: &Noise,
    (lipschitz, smoothness): (f64, f64),
    delta: f64,
) -> Vec<Released> {
    let entry = |what, sensitivity: f64, sigma: f64| Released {
        what,
        sensitivity,
        sigma,
        epsilon: gaussian::epsilon(sensitivity / sigma, delta),
    };
    let gradient = || entry("the gradient of the objective", lipschitz, noise.gradient);
    let triangle = smoothness * std::f64::consts::FRAC_1_SQRT_2;
    let hessian = || entry("the Hessian of the objective", triangle, noise.hessian);
    match kind {
        ReportKind::DataIndependent => Vec::new(),
        ReportKind::DataDependent => vec![gradient(), hessian()],
        ReportKind::Adaptive => {
            vec![gradient(), hessian(), entry("its smallest eigenvalue", smoothness, noise.eigenvalue)]
        }
    }
}
