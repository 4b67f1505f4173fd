//! The questions as the command line explains them, from their descriptions.

use std::fmt::Write;

use super::Question;
use super::field::described::{Field, Kind};
use super::field::read::{list, phrase};
use crate::numeric::decimal::shortest;

/// Every question with what it finds out and its examples.
pub fn questions() -> String {
    let mut text = String::new();
    for question in Question::described() {
        let _ = writeln!(text, "  {}: {}", question.word, question.about);
        for example in question.examples {
            for line in example.lines() {
                let _ = writeln!(text, "    {line}");
            }
        }
        text.push('\n');
    }
    text
}

/// One question with its fields, what each may be and what it is if absent; `None` if there is none of that name.
///
/// ```
/// let text = dpscope::question::help::question("plan").expect("a question");
/// assert!(text.contains("delta: a number between 1e-300 and 1"));
/// ```
pub fn question(word: &str) -> Option<String> {
    let question = Question::described().into_iter().find(|question| question.word == word)?;
    let mut text = format!("{}: {}\n\nfields\n", question.word, question.about);
    for field in question.fields {
        explain(field, 1, &mut text);
    }
    text.push_str("\nexamples\n");
    for line in question.examples.iter().flat_map(|example| example.lines()) {
        let _ = writeln!(text, "  {line}");
    }
    Some(text)
}

/// A field in one line, and what it holds below it, indented.
fn explain(field: &Field, depth: usize, text: &mut String) {
    let margin = "  ".repeat(depth);
    let need = match field.required {
        true => "",
        false if default(&field.kind).is_some() => "",
        false => "; may be absent",
    };
    let usual = default(&field.kind).map(|usual| format!("; {usual} if absent")).unwrap_or_default();
    let _ =
        writeln!(text, "{margin}{}: {}{usual}{need} ({})", field.name, allowed(&field.kind), field.meaning);
    let inner = match field.kind {
        Kind::Group { fields } | Kind::OneOf { fields } | Kind::List { fields, .. } => fields,
        Kind::Forms { forms } => forms,
        Kind::Variants { variants, .. } | Kind::Selects { variants } => {
            for variant in variants {
                let _ = writeln!(text, "{margin}  {} ({})", variant.word, variant.meaning);
                variant.fields.iter().for_each(|field| explain(field, depth + 2, text));
            }
            &[]
        }
        _ => &[],
    };
    inner.iter().for_each(|field| explain(field, depth + 1, text));
}

fn allowed(kind: &Kind) -> String {
    match kind {
        Kind::Number { range, .. } if range.whole => format!("a whole number {}", phrase(range)),
        Kind::Number { range, .. } => format!("a number {}", phrase(range)),
        Kind::Choice { words, .. } => {
            format!("one of {}", list(&words.iter().map(|word| word.word).collect::<Vec<_>>()))
        }
        Kind::Choices { words, .. } => {
            format!("some of {}", list(&words.iter().map(|word| word.word).collect::<Vec<_>>()))
        }
        Kind::Flag { .. } => "true or false".into(),
        Kind::Numbers { range, fewest, most, ascending, .. } => {
            let order = if *ascending { "ascending " } else { "" };
            format!("a list of {fewest} to {most} {order}numbers {}", phrase(range))
        }
        Kind::Text { longest } => format!("a text of at most {longest} characters"),
        Kind::Group { .. } => "an object with".into(),
        Kind::OneOf { .. } => "an object with exactly one of".into(),
        Kind::Variants { tag, .. } => format!("an object with {tag}, which is one of"),
        Kind::Selects { .. } => "one of, with the fields beside it".into(),
        Kind::Forms { .. } => "any one of".into(),
        Kind::Mechanism => "an object with kind and the parameters that describe lists".into(),
        Kind::List { most, .. } => format!("a list of 1 to {most} objects with"),
        Kind::Rows => "a list of lists of numbers".into(),
    }
}

fn default(kind: &Kind) -> Option<String> {
    let several = |words: Vec<String>| (!words.is_empty()).then(|| words.join(", "));
    match kind {
        Kind::Number { default, .. } => default.map(shortest),
        Kind::Choice { default, .. } => default.map(String::from),
        Kind::Choices { default, .. } => several(default.iter().map(|word| (*word).into()).collect()),
        Kind::Flag { default } => Some(default.to_string()),
        Kind::Numbers { default, .. } => several(default.iter().copied().map(shortest).collect()),
        _ => None,
    }
}
