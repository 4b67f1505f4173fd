//! Reports that may be published, what they cost, and how they compare with the truth.

use crate::question::{Ask, Blocks};
use serde::Serialize;

use super::model::{ModelSource, TRAINING_FIELDS, Training, find_model, read_training};
use super::privacy_report_answer::{
    Coverage, DrawnModel, History, PrivacyReportAnswer, Released, Report, ReportMembers, ReportText, Truth,
};
use super::privacy_report_figure::{figure, history_figure};
use super::reporting::{REPORT, Reporting, read_reporting};
use crate::algorithm::trial::{CONFIDENCE, chance};
use crate::figure::Figure;
use crate::guarantee::Interval;
use crate::instance::report::NoReport;
use crate::instance::total::largest_total;
use crate::instance::trial::{self, Trials};
use crate::instance::{Noise, NoiseSource, Publication, ReportKind, Setting, Situation, gaussian};
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
