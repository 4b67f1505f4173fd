//! The picture of ε against the number of answers.

use super::guarantee_conclusions::plain;
use super::setting::TechniqueSetting;
use crate::algorithm::sparse_vector::bound::{BoundKind, Found, bound};
use crate::algorithm::sparse_vector::course::Rounds;
use crate::figure::{Axis, Figure, Mark, Series, Side};
use crate::mechanism::sparse_vector::Theorem;
use crate::question::figure::lines::{Line, Words, decades_of, line, lines, number, stated, up};

/// Numbers of answers at which the curves are drawn.
const COUNTS: [f64; 14] = [1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 14.0, 20.0, 30.0, 50.0, 70.0, 100.0, 200.0, 500.0];

/// The ways that are drawn: the others are of the same curve, or of another algorithm.
const DRAWN: [BoundKind; 6] = [
    BoundKind::Curve(Theorem::Length),
    BoundKind::Curve(Theorem::Moment),
    BoundKind::Curve(Theorem::Loss),
    BoundKind::Closed,
    BoundKind::Pure,
    BoundKind::Optimal,
];

/// ε at the δ for each number of answers: by each theorem, by the other kind of noise, and by noise on every query.
pub(crate) fn picture(setting: &TechniqueSetting, best: Option<Found>, delta: f64) -> Figure {
    let reach = (4.0 * setting.answers).max(20.0);
    let mut x: Vec<f64> = COUNTS.into_iter().filter(|count| *count <= reach).collect();
    if !x.contains(&setting.answers) {
        x.push(setting.answers);
        x.sort_by(f64::total_cmp);
    }
    // One answer to a stream without a limit goes on with new noise: nothing else is bounded.
    let anew = setting.resample || (setting.answers == 1.0 && setting.length == 0.0);
    let setting = &TechniqueSetting { resample: anew, ..*setting };
    let mut curves: Vec<Line> = Vec::new();
    for kind in DRAWN {
        let rounds = match kind {
            BoundKind::Curve(theorem) if anew => Rounds::by(theorem, &setting.setting(), delta),
            _ => None,
        };
        let at = |&answers: &f64| match &rounds {
            Some(rounds) => Some(rounds.total(answers)).filter(|epsilon| epsilon.is_finite()),
            None => {
                let one = TechniqueSetting { answers, ..*setting }.setting();
                Some(bound(kind, &one, &one.mechanism()?, delta)?.epsilon)
            }
        };
        let y: Vec<f64> = x.iter().map_while(at).collect();
        if y.len() == x.len() {
            curves.push((Series { by: kind.word().into(), ..line(kind.title(), &x, y) }, Side::Upper));
        }
    }
    curves.extend(other_noise(setting, &x, delta));
    if let Some((deviation, epsilon)) = plain(setting, delta) {
        let label = format!("normal noise {} on all {} queries", number(deviation), number(setting.length));
        curves.push((Series { by: "plain".into(), ..line(&label, &x, vec![epsilon; x.len()]) }, Side::Upper));
    }
    let words = Words { head: "c", place: "c = ", quantity: "ε" };
    let axes = (
        Axis {
            from: 1.0,
            to: x[x.len() - 1],
            ..Axis::decades("c, answers above the threshold", 1.0, x[x.len() - 1])
        },
        decades_of("ε", &curves),
    );
    let figure = lines(&words, &x, axes, curves);
    let title = format!("ε against the number of answers, δ = {}", number(delta));
    let sentence = best.map_or_else(String::new, |best| {
        format!(
            "{}: ε ≤ {} at δ = {}, by {}.",
            setting.words(),
            up(best.epsilon),
            number(delta),
            best.kind.title()
        )
    });
    let marks = best.map(|best| Mark {
        x: setting.answers,
        y: best.epsilon,
        label: format!("ε ≤ {}", up(best.epsilon)),
        says: Some(stated("ε", Side::Upper, best.epsilon)),
    });
    let mut figure = Figure {
        shows: "ε against the number of answers".into(),
        best: best.map(|best| stated("ε", Side::Upper, best.epsilon)),
        sentence,
        marks: marks.into_iter().collect(),
        title,
        ..figure
    };
    figure.table.caption = figure.title.clone();
    figure
}

/// The other kind of noise of the same deviations, by the best of its Rényi curve; new noise after each answer goes by one
/// curve.
fn other_noise(setting: &TechniqueSetting, x: &[f64], delta: f64) -> Option<Line> {
    let label = match setting.noise {
        "gaussian" => "Laplace noise of the same deviations",
        "laplace" => "normal noise of the same deviations",
        _ => return None,
    };
    let at = |answers: f64| {
        let other = TechniqueSetting { answers, ..*setting }.setting().other_noise();
        let svt = other.mechanism()?;
        let least = if setting.resample {
            Rounds::new(&other, delta)?.least(answers)
        } else {
            bound(BoundKind::Renyi, &other, &svt, delta)?.epsilon
        };
        let pure = bound(BoundKind::Pure, &other, &svt, delta).map_or(f64::INFINITY, |one| one.epsilon);
        Some(least.min(pure)).filter(|least| least.is_finite())
    };
    let y: Vec<f64> = x.iter().map_while(|&answers| at(answers)).collect();
    (y.len() == x.len()).then(|| (line(label, x, y), Side::Upper))
}
