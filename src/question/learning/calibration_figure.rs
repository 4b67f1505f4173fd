//! The settings that keep a promise, as a picture and in words.

use super::calibration::{CalibrateQuestion, Calibrated, StatedSetting, Way};
use super::comparison::times;
use super::objective::NearMinimum;
use crate::figure::{Axis, Figure, Mark, Side, Statement, Table};
use crate::question::figure::lines::{self, Line, Words, decades_of, down, line, number, up};

/// Points of a curve.
const POINTS: usize = 25;

/// How far above the noise of the Gaussian mechanism the picture reaches, and how far above the noise that is set.
const REACH: [f64; 2] = [3.0, 1.5];

/// How near to the noise of the Gaussian mechanism it begins.
const START: f64 = 1.002;

/// A setting is rounded up: what is printed keeps the promise too.
fn at_least(quantity: &str, number: f64) -> Statement {
    Statement { quantity: quantity.into(), side: Side::Value, number, text: up(number) }
}

/// The setting by the profile of what is released.
fn chosen<'a>(question: &CalibrateQuestion, settings: &'a [Calibrated]) -> Option<&'a Calibrated> {
    let word = if question.approximate.is_some() { "approximate" } else { "profile" };
    settings.iter().find(|setting| setting.method == word)
}

/// σ and λ in large type; nothing where no λ is enough.
pub(crate) fn best(question: &CalibrateQuestion, settings: &[Calibrated]) -> Option<StatedSetting> {
    let setting = chosen(question, settings)?;
    let bounds = vec![at_least("σ", setting.sigma), at_least("λ", setting.regularization?)];
    let what = match question.approximate {
        Some(NearMinimum { tolerance, output_noise }) => format!(
            "a point near the minimum, τ = {}, with noise σ_out = {} on it",
            number(tolerance),
            number(output_noise)
        ),
        None => "the exact minimum".into(),
    };
    let by = if question.tight { ", by the tight determinant, an extension" } else { "" };
    let condition = format!(
        "keep ε = {} at δ = {}, one person added or removed, {what}{by}",
        number(question.epsilon),
        number(question.delta)
    );
    Some(StatedSetting { bounds, condition })
}

/// What is true of the settings that are about what is released.
pub(crate) fn conclusions(
    question: &CalibrateQuestion,
    gaussian_sigma: f64,
    settings: &[Calibrated],
) -> Vec<String> {
    let mut said = Vec::new();
    let Some(setting) = chosen(question, settings) else { return said };
    let name =
        if question.approximate.is_some() { "the sum of both losses" } else { "the half-normal profile" };
    match setting.regularization {
        Some(lambda) => {
            let others = settings.iter().filter(|other| other.holds && other.method != setting.method);
            for other in others {
                let title = if other.method == "kifer" { other.title } else { "RDP bound" };
                let asks = if other.sigma == setting.sigma {
                    "asks at the same σ for".into()
                } else {
                    format!(
                        "asks for {} the noise, σ = {}, and for",
                        times(other.sigma, setting.sigma),
                        up(other.sigma)
                    )
                };
                said.push(match other.regularization {
                    Some(asked) => format!(
                        "The {title} {asks} λ = {}, {} what {name} asks for.",
                        up(asked),
                        times(asked, lambda)
                    ),
                    None => format!("By the {title} no λ is enough at this σ."),
                });
            }
        }
        None => said.push(format!("At σ = {} no λ is enough by {name}.", up(setting.sigma))),
    }
    if let Some(factor) = setting.least_factor {
        said.push(format!(
            "Below σ = {}, {} the noise of the Gaussian mechanism, no λ is enough.",
            down(factor * gaussian_sigma),
            times(factor, 1.0)
        ));
    }
    if let Some((at, sigma)) = question.regularization.zip(setting.sigma_at) {
        said.push(format!("At λ = {} a noise of σ = {} is enough.", number(at), up(sigma)));
    }
    said
}

/// The least λ against σ by each bound of what is released, with the setting marked; nothing where no λ is enough.
pub(crate) fn frontier_picture(
    question: &CalibrateQuestion,
    gaussian_sigma: f64,
    settings: &[Calibrated],
) -> Option<Figure> {
    let goal = question.goal();
    let (from, to) = (START, REACH[0].max(REACH[1] * question.factor));
    // Closer to each other where the curve is steep.
    let step = |at: usize| from + (to - from) * (at as f64 / (POINTS - 1) as f64).powi(2);
    let x: Vec<f64> = (0..POINTS).map(|at| gaussian_sigma * step(at)).collect();
    let curve = |Way { title, method, .. }: Way| -> Line {
        let least = |&sigma: &f64| goal.regularization(sigma, method).unwrap_or(f64::INFINITY);
        (line(title, &x, x.iter().map(least).collect()), Side::Upper)
    };
    let curves: Vec<Line> = question.methods().into_iter().filter(|way| way.holds).map(curve).collect();
    let axes = (Axis::linear("noise σ", x[0], x[POINTS - 1]), decades_of("regularization λ", &curves));
    let words = Words { head: "σ", place: "σ = ", quantity: "least λ" };
    let figure = lines::lines(&words, &x, axes, curves);
    let setting = chosen(question, settings)?;
    let shows = "The least regularization λ against the noise σ";
    let title = format!(
        "{shows}, ε = {}, δ = {}, L = {}, β = {}",
        number(question.epsilon),
        number(question.delta),
        number(question.lipschitz),
        number(question.smoothness)
    );
    let mark = |setting: &Calibrated| {
        let y = setting.regularization?;
        let label = format!("σ = {}, λ = {}", setting.texts[0], setting.texts[1]);
        Some(Mark { x: setting.sigma, y, label, says: None })
    };
    let marks: Vec<Mark> = mark(setting).into_iter().collect();
    let sentence = marks.first().map_or_else(
        || "No λ is enough at the noise that is set.".to_owned(),
        |mark| format!("{} keep the promise.", mark.label),
    );
    let table = Table { caption: title.clone(), ..figure.table };
    Some(Figure { title, shows: shows.into(), sentence, marks, table, ..figure })
}
