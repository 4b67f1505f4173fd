//! The picture of the Rényi bounds on a sample, and how their course is put into words.

use super::amplify::{AmplifyAnswer, AmplifyQuestion};
use crate::figure::{Axis, Figure, Series, Side};
use crate::guarantee::Order;
use crate::numeric::decimal::outward;
use crate::question::accounting::plan::Target;
use crate::question::field::number::Number;
use crate::question::figure::lines::{DIGITS, Line, Words, decades_of, line, lines, number, up, values};
use crate::question::figure::views::curve_of;
use crate::sampling::renyi::{Course, End, Theorem};

/// What a curve is by whose condition was asserted.
pub(super) const ASSERTED_WORD: &str = "tight-asserted";

/// Every curve against the order, or against how many releases there are.
pub(super) fn picture(question: &AmplifyQuestion, answer: &AmplifyAnswer) -> Figure {
    let growth = question.growth.as_ref();
    let x = growth.map_or(&question.orders, |growth| &growth.counts);
    let by = |word: &str, series: Series| Series { by: word.into(), ..series };
    // Beside accountants that know the whole loss nothing by Rényi orders is tight: it says what it is by.
    let named = |name: &str| if growth.is_some() { format!("RDP, {name}") } else { name.to_owned() };
    let mut curves: Vec<Line> =
        vec![(by("no-sampling", line(&named("no sampling"), x, base(question, answer))), Side::Upper)];
    curves.extend(answer.curves.iter().filter(|curve| !curve.epsilon.is_empty()).map(|curve| {
        let side = if curve.bound.bounds_below() { Side::Lower } else { Side::Upper };
        let title = match curve.bound {
            Theorem::Tight | Theorem::General if growth.is_some() => {
                format!("{} theorem", curve.bound.word())
            }
            bound => title(bound, question.terms),
        };
        let (mut name, mut word) = (named(&title), curve.bound.word());
        // What rests on an assertion is never taken for the theorem itself.
        if curve.asserted.is_some() {
            name.push_str(", as asserted");
            word = ASSERTED_WORD;
        }
        (by(word, line(&name, x, values(&curve.epsilon))), side)
    }));
    let composed = answer.composed.iter().filter(|curve| !curve.upper.is_empty());
    curves.extend(composed.map(|curve| (curve_of(curve.accountant, x, values(&curve.upper)), Side::Upper)));
    let (across, upward, words, shows) = match growth {
        None => (
            "order α",
            "Rényi divergence",
            Words { head: "α", place: "order α = ", quantity: "divergence" },
            "Rényi curve on a sample".into(),
        ),
        Some(growth) => (
            "k, times published",
            "ε",
            Words { head: "k", place: "k = ", quantity: "ε" },
            format!("ε of many samples at {}", Target::Delta(growth.delta).phrase()),
        ),
    };
    let end = x[x.len() - 1];
    let axes = (Axis::decades(across, x[0], end.max(2.0 * x[0])), decades_of(upward, &curves));
    let mut figure = lines(&words, x, axes, curves);
    figure.title = format!("{shows}, {} at rate {}", question.mechanism, number(question.rate));
    figure.shows = shows;
    figure.table.caption = figure.title.clone();
    figure.sentence = format!("{}. At {}.", figure.title, figure.readings.text(0));
    let asserted =
        answer.curves.iter().find_map(|curve| curve.asserted.filter(|_| !curve.epsilon.is_empty()));
    if let Some(asserted) = asserted {
        figure.sentence.push_str(&format!(" The tight bound holds as {asserted}."));
    }
    figure
}

/// The curve without a sample; that of one release as it is printed, 0.04 and not the next number above it.
fn base(question: &AmplifyQuestion, answer: &AmplifyAnswer) -> Vec<f64> {
    let one = |(&order, &Number(upper)): (&f64, &Number)| {
        let lower = Order::new(order).map_or(0.0, |order| question.mechanism.renyi(order).lower);
        outward(lower, upper, DIGITS)
    };
    match question.growth {
        None => question.orders.iter().zip(&answer.base).map(one).collect(),
        Some(_) => values(&answer.base),
    }
}

fn title(theorem: Theorem, terms: f64) -> String {
    match theorem {
        Theorem::FewTerms => format!("τ terms, τ = {}", number(terms)),
        Theorem::FewTermsGeneral => format!("general, τ = {}", number(terms)),
        Theorem::WithoutReplacement => "without replacement".into(),
        Theorem::Abadi => "Abadi et al.".into(),
        Theorem::Exact => "exact divergence".into(),
        Theorem::Lower | Theorem::Tight | Theorem::General => theorem.word().into(),
    }
}

/// How the curve of one release runs, in words that say that they are no bound.
pub(super) fn course_sentence(course: &Course, seen: Option<f64>) -> String {
    let slope = number(course.slope);
    match course.end {
        End::Transition { stated, last_term } => {
            let [stated, last_term] = [stated, last_term].map(|order| number(order.round()));
            let seen = seen.map_or_else(
                || "at the orders asked the tight curve has not left it".into(),
                |order| format!("of the orders asked the tight curve has left it at {}", number(order)),
            );
            format!(
                "To an order of magnitude, and no bound: at small orders the divergence is about {slope} α; near order \
                 {last_term}, where the loss of the mechanism passes log(1/rate) (the source's law says {stated}), it \
                 leaps to within log(1/rate) of that of the mechanism on all records; {seen}."
            )
        }
        End::Cap(cap) => format!(
            "To an order of magnitude, and no bound: at small orders the divergence is about {slope} α; since the loss \
             of the mechanism is bounded there is no transition, and the curve flattens at {}.",
            up(cap)
        ),
    }
}
