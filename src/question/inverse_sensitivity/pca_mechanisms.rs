//! The three mechanisms of a private axis beside each other.

use serde::Serialize;

use super::dimensions::value;
use crate::algorithm::inverse_sensitivity::pca::{
    Width, cauchy_scale, draw_cauchy, exponential_sine_square, sine_between, sine_square,
};
use crate::algorithm::trial::{CONFIDENCE, mean};
use crate::figure::{Side, Statement};
use crate::numeric::random::Random;
use crate::question::figure::lines::stated;

/// One mechanism.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct PcaMechanism {
    /// Its word.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "\"shells\" | \"cauchy\" | \"exponential\""))]
    pub word: &'static str,
    /// Its name.
    pub title: &'static str,
    /// `E sin²` of the angle from the leading eigenvector.
    pub sine_square: Statement,
    /// How far that may be off, where it is a mean of draws, at 95%.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
    /// Whether it is exact, a mean of draws, or at most that.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "\"exact\" | \"drawn\" | \"at most\""))]
    pub known: &'static str,
}

/// Draws behind the mean of Cauchy noise.
pub(crate) const CAUCHY_DRAWS: usize = 4000;
/// What the three mechanisms expect, for a leading vector; `equal` says that all other eigenvalues are.
pub(crate) fn mechanisms(
    width: Width,
    gap: f64,
    leading: &[f64],
    epsilon: f64,
    (seed, draws): (u64, usize),
    equal: bool,
) -> Option<Vec<PcaMechanism>> {
    let dimension = leading.len();
    let law = width.shells(gap, dimension, epsilon)?.law();
    let scale = cauchy_scale(gap, dimension, epsilon);
    let mut random = Random::stream(seed, "private axis: Cauchy noise");
    let sines: Vec<f64> =
        (0..draws).map(|_| sine_between(&draw_cauchy(leading, scale, &mut random), leading)).collect();
    let drawn = mean(&sines, CONFIDENCE);
    let exponential = exponential_sine_square(gap, dimension, epsilon);
    let of = |word, title, sine_square, half_width, known| PcaMechanism {
        word,
        title,
        sine_square,
        half_width,
        known,
    };
    Some(vec![
        of(
            "shells",
            "noise on shells (Algorithm 2)",
            value("E sin²", sine_square(&law, dimension)),
            None,
            "exact",
        ),
        of(
            "cauchy",
            "Cauchy noise by smooth sensitivity",
            value("E sin²", drawn.mean),
            drawn.half_width,
            "drawn",
        ),
        if equal || dimension == 2 {
            of("exponential", "exponential mechanism", value("E sin²", exponential), None, "exact")
        } else {
            of(
                "exponential",
                "exponential mechanism",
                stated("E sin²", Side::Upper, exponential),
                None,
                "at most",
            )
        },
    ])
}

/// Which of the mechanisms errs least, if that is beyond what draws leave open.
pub(crate) fn least(mechanisms: &[PcaMechanism]) -> String {
    let high = |one: &PcaMechanism| one.sine_square.number + one.half_width.unwrap_or(0.0);
    let low = |one: &PcaMechanism| one.sine_square.number - one.half_width.unwrap_or(0.0);
    let mut sorted: Vec<&PcaMechanism> = Vec::new();
    for one in mechanisms {
        let at = sorted.partition_point(|before| before.sine_square.number <= one.sine_square.number);
        sorted.insert(at, one);
    }
    let (first, second) = (sorted[0], sorted[1]);
    let said = |one: &PcaMechanism| {
        let sign = if one.known == "at most" { "at most " } else { "" };
        format!("{} has E sin² of {sign}{}", one.title, one.sine_square.text)
    };
    let others: Vec<String> = sorted[1..].iter().map(|one| said(one)).collect();
    // A bound from above may stand first, but nothing can be said of one that stands second.
    if high(first) < low(second) && sorted[1..].iter().all(|one| one.known != "at most") {
        format!("Here the {} errs least: the {}; the {}.", first.title, said(first), others.join("; the "))
    } else {
        format!(
            "Which errs least is not settled by these numbers: the {}; the {}.",
            said(first),
            others.join("; the ")
        )
    }
}
