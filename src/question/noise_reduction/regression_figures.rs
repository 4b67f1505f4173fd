//! Pictures of runs of private regression: excess risk on the way, and cost, loss, its parts and lengths against accuracy.

use super::accuracy_first_experiment::{ExperimentAnswer, ExperimentPoint, ExperimentQuestion};
use super::accuracy_first_run::RunAnswer;
use crate::algorithm::noise_reduction::regression::experiment::Way;
use crate::figure::{Axis, Draw, Figure, Mark, Series, Side};
use crate::question::field::described::Word;
use crate::question::figure::lines::{Line, Words, decades_of, ends, line, lines, number};

/// The ways to pay.
pub(crate) const WAY_WORDS: [Word; 4] = {
    let mut words = [Word::new("", ""); 4];
    let mut at = 0;
    while at < words.len() {
        words[at] = Word::new(Way::ALL[at].word(), Way::ALL[at].meaning());
        at += 1;
    }
    words
};

/// Bars of a histogram.
const BARS: usize = 20;

/// Title, sentence and notice of a figure that must not be published.
fn told(mut figure: Figure, shows: &str, of: &str, sentence: String, notice: &str) -> Figure {
    figure.shows = format!("{shows}, must not be published");
    figure.title = format!("{}: {of}", figure.shows);
    figure.sentence = sentence;
    figure.notice = notice.into();
    figure.table.caption = format!("{}. {notice}", figure.title);
    figure
}

/// Excess risk against ε, with the accuracy that was asked for and where the run stopped.
pub(crate) fn run_picture(alpha: f64, answer: &RunAnswer) -> Option<Figure> {
    let x = &answer.levels;
    let (first, last) = (*x.first()?, *x.last()?);
    let curves: Vec<Line> = vec![
        (Series { draw: Draw::Step, ..line("excess risk", x, answer.excesses.clone()) }, Side::Value),
        (line("α", x, vec![alpha; x.len()]), Side::Value),
    ];
    let across = Axis::decades("ε of the noise", first, last.max(1.0001 * first));
    let axes = (across, decades_of("L(θ) − L(θ*)", &curves));
    let words = Words { head: "ε", place: "ε = ", quantity: "" };
    let mut figure = lines(&words, x, axes, curves);
    if answer.released.is_some() {
        figure.marks.push(Mark { x: last, y: answer.excess, label: "released".into(), says: None });
    }
    let of = answer.way.meaning();
    Some(told(figure, "Excess risk level by level", of, answer.conclusions.join(" "), answer.notice))
}

/// What is drawn of a point.
type Height = fn(&ExperimentPoint) -> (f64, f64);

/// One series for each way, with its error where it has one.
fn by_way(
    question: &ExperimentQuestion,
    points: &[ExperimentPoint],
    height: Height,
    label: &str,
) -> Vec<Line> {
    let one = |&way: &Way| {
        let of: Vec<&ExperimentPoint> =
            points.iter().filter(|point| point.way == way && point.none < point.epsilons.len()).collect();
        let x: Vec<f64> = of.iter().map(|point| point.alpha).collect();
        let (y, errors): (Vec<f64>, Vec<[f64; 2]>) = of
            .iter()
            .map(|point| {
                let (value, error) = height(point);
                (value, [(value - error).max(0.0), value + error])
            })
            .unzip();
        let errors = if errors.iter().all(|ends| ends[0] == ends[1]) { Vec::new() } else { errors };
        let label =
            if label.is_empty() { way.meaning().into() } else { format!("{}, {label}", way.meaning()) };
        (!x.is_empty()).then(|| (Series { errors, ..line(&label, &x, y) }, Side::Value))
    };
    question.ways.iter().filter_map(one).collect()
}

fn against_alpha(question: &ExperimentQuestion, up: Axis, curves: Vec<Line>) -> Figure {
    let (from, to) = ends(&question.alphas);
    let across = Axis::linear("α, the excess risk that is allowed", from.max(0.0), to);
    let words = Words { head: "α", place: "α = ", quantity: "" };
    lines(&words, &question.alphas, (across, up), curves)
}

/// A linear axis from 0 that holds every height.
fn from_zero(label: &str, curves: &[Line]) -> Axis {
    let most = curves.iter().flat_map(|(series, _)| &series.y).copied().fold(f64::MIN_POSITIVE, f64::max);
    Axis::linear(label, 0.0, Axis::round_up(most))
}

/// All pictures of an experiment, as far as it has points.
pub(crate) fn experiment_pictures(question: &ExperimentQuestion, answer: &mut ExperimentAnswer) {
    if answer.points.is_empty() {
        return;
    }
    let points = &answer.points;
    let problem = question.setting.problem();
    let of = format!(
        "n = {}, p = {}, λ = {}, {} runs a point",
        number(problem.people),
        number(problem.dimension),
        number(problem.regularization),
        question.trials
    );
    let said = answer.conclusions.join(" ");
    let figure = |shows: &str, up: Axis, curves: Vec<Line>| {
        told(against_alpha(question, up, curves), shows, &of, said.clone(), answer.notice)
    };
    let mut costs = by_way(question, points, |point| (point.epsilon, point.half_width), "");
    if !question.ways.contains(&Way::Theory) {
        costs.push((line("what theory asks for", &question.alphas, answer.theory.clone()), Side::Value));
    }
    let cost = figure("Mean ex-post ε against accuracy", decades_of("ε", &costs), costs);
    let opt = answer.minimum.unwrap_or(0.0);
    let mut losses = by_way(question, points, |point| (point.excess, point.excess_half_width), "mean");
    losses.extend(by_way(question, points, |point| (point.excess_most, 0.0), "nine of ten within"));
    for (series, _) in &mut losses {
        series.y.iter_mut().for_each(|y| *y += opt);
        series.errors.iter_mut().flatten().for_each(|end| *end += opt);
    }
    let best = vec![opt; question.alphas.len()];
    let allowed = question.alphas.iter().map(|alpha| opt + alpha).collect();
    let (least, most) =
        if answer.minimum.is_some() { ("the minimum", "the minimum plus α") } else { ("0", "α") };
    losses.push((line(least, &question.alphas, best), Side::Value));
    losses.push((line(most, &question.alphas, allowed), Side::Value));
    let name = if answer.minimum.is_some() { "L(θ)" } else { "L(θ) − L(θ*)" };
    let loss = figure("Loss against accuracy", from_zero(name, &losses), losses);
    let mut parts = by_way(question, points, |point| (point.testing, 0.0), "tests");
    parts.extend(by_way(question, points, |point| (point.generation, 0.0), "noise"));
    let part = figure("What tests and noise cost", decades_of("ε", &parts), parts);
    let mut lengths = by_way(question, points, |point| (point.length, 0.0), "");
    let longest = vec![answer.radius; question.alphas.len()];
    lengths.push((line("the longest allowed", &question.alphas, longest), Side::Value));
    let length = figure("Mean length of models", from_zero("‖θ‖", &lengths), lengths);
    let runs = histogram(question, answer, &of);
    answer.figure = Some(cost);
    answer.loss_figure = Some(loss);
    answer.parts_figure = Some(part);
    answer.length_figure = Some(length);
    answer.runs_figure = runs;
}

/// The share of runs by what they cost at the middle accuracy, by each way that tests; ∞ stands right of the plot.
fn histogram(question: &ExperimentQuestion, answer: &ExperimentAnswer, of: &str) -> Option<Figure> {
    let alpha = question.alphas[question.alphas.len() / 2];
    let there: Vec<&ExperimentPoint> =
        answer.points.iter().filter(|point| point.alpha == alpha && point.way != Way::Theory).collect();
    let finite: Vec<f64> = there
        .iter()
        .flat_map(|point| &point.epsilons)
        .map(|cost| cost.0)
        .filter(|cost| cost.is_finite())
        .collect();
    let (least, most) =
        finite.iter().fold((f64::INFINITY, 0.0f64), |(least, most), &cost| (least.min(cost), most.max(cost)));
    if !(least < f64::INFINITY && least > 0.0) {
        return None;
    }
    // Room on both sides, so that equal costs are a bar too.
    let (from, to) = (0.98 * least, 1.02 * most);
    let width = (to - from) / BARS as f64;
    let x: Vec<f64> = (0..BARS).map(|at| from + width * (at as f64 + 0.5)).collect();
    let one = |point: &&ExperimentPoint| {
        let mut shares = vec![0.0; BARS];
        let each = (point.epsilons.len() as f64).recip();
        for cost in point.epsilons.iter().map(|cost| cost.0).filter(|cost| cost.is_finite()) {
            shares[(((cost - from) / width) as usize).min(BARS - 1)] += each;
        }
        let infinite = point.none as f64 * each;
        (Series { draw: Draw::Bars, infinite, ..line(point.way.meaning(), &x, shares) }, Side::Value)
    };
    let bars: Vec<Line> = there.iter().map(one).collect();
    let axes = (Axis::linear("ε after the fact", from, to), Axis::linear("share of runs", 0.0, 1.0));
    let words = Words { head: "ε", place: "ε = ", quantity: "" };
    let figure = lines(&words, &x, axes, bars);
    let mean = |point: &&ExperimentPoint| {
        let none = if point.none > 0 { format!(", and {} with ε = ∞", point.none) } else { String::new() };
        format!("{}: mean ε {}{none}", point.way.meaning(), number(point.epsilon))
    };
    let sentence = format!("{}.", there.iter().map(mean).collect::<Vec<_>>().join("; "));
    let shows = format!("What single runs cost at α = {}", number(alpha));
    Some(told(figure, &shows, of, sentence, answer.notice))
}
