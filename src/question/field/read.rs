//! Reads a question field by field and remembers the path, so that a refusal can name it.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::refusal::Refusal;
use crate::mechanism::Range;
use crate::numeric::decimal::{Rounding, print, shortest};

/// The longest excerpt of a wrong value that a refusal quotes.
const EXCERPT: usize = 60;

/// A place in the question: its path and, if anything is there, its value.
pub struct Reader<'a> {
    path: String,
    value: Option<&'a Value>,
}

impl<'a> Reader<'a> {
    /// The whole question.
    pub(crate) fn root(value: &'a Value) -> Self {
        Self { path: String::new(), value: Some(value) }
    }

    /// The same place with an empty object, of which every field is absent.
    pub(crate) fn empty(self) -> Reader<'static> {
        static EMPTY: LazyLock<Value> = LazyLock::new(|| Value::Object(Map::new()));
        Reader { path: self.path, value: Some(&EMPTY) }
    }

    /// Whether something stands here. `null` does: it is what JSON makes of a number that is none.
    pub(crate) fn is_there(&self) -> bool {
        self.value.is_some()
    }

    /// The members of an object, none of them outside `known`. An underscore is read as the hyphen it once was.
    pub(crate) fn object(&self, known: &[&str]) -> Result<Object<'a, '_>, Refusal> {
        let members = match self.value {
            Some(Value::Object(members)) => members,
            _ => return Err(self.refuse(format!("an object with {}", list(known)))),
        };
        for name in members.keys() {
            let today = name.replace('_', "-");
            let wrong = |message: String| Refusal {
                path: self.join(name),
                value: Some(name.clone()),
                allowed: list(known),
                message,
            };
            if !known.contains(&today.as_str()) {
                let allowed = list(known);
                return Err(wrong(format!("{} is not a field here: allowed are {allowed}", self.join(name))));
            }
            if *name != today && members.contains_key(&today) {
                return Err(wrong(format!("{} is here twice, as {today} and as {name}", self.join(&today))));
            }
        }
        Ok(Object { members, place: self })
    }

    /// The word in a member that says what kind of object this is, read before its other members.
    pub(crate) fn tag<'w>(&self, name: &str, words: &[&'w str]) -> Result<&'w str, Refusal> {
        let Some(Value::Object(members)) = self.value else {
            return Err(self.refuse(format!("an object with {name}: {}", list(words))));
        };
        Reader { path: self.join(name), value: members.get(name) }.word(words)
    }

    /// The elements of an array of `from` to `to` elements.
    pub(crate) fn array(&self, from: usize, to: usize) -> Result<Vec<Reader<'a>>, Refusal> {
        match self.value {
            Some(Value::Array(items)) if (from..=to).contains(&items.len()) => Ok(items
                .iter()
                .enumerate()
                .map(|(at, value)| Reader { path: format!("{}[{at}]", self.path), value: Some(value) })
                .collect()),
            _ => Err(self.refuse(format!("a list of {from} to {to} elements"))),
        }
    }

    /// Whether the value is an array.
    pub(crate) fn is_array(&self) -> bool {
        matches!(self.value, Some(Value::Array(_)))
    }

    /// The value, if it is a text.
    pub(crate) fn as_text(&self) -> Option<&'a str> {
        self.value.and_then(Value::as_str)
    }

    /// A number in the range.
    pub(crate) fn number(&self, range: &Range) -> Result<f64, Refusal> {
        match self.value.and_then(Value::as_f64) {
            Some(number) if range.contains(number) => Ok(number),
            _ if range.whole => Err(self.refuse(format!("a whole number {}", phrase(range)))),
            Some(_) => Err(self.refuse(phrase(range))),
            None => Err(self.refuse(format!("a number {}", phrase(range)))),
        }
    }

    /// A number in the range, or `"inf"`.
    pub(crate) fn extended(&self, range: &Range) -> Result<f64, Refusal> {
        match self.value {
            Some(Value::String(text)) if text == "inf" => Ok(f64::INFINITY),
            _ => self.number(range).map_err(|refusal| self.refuse(format!("{} or \"inf\"", refusal.allowed))),
        }
    }

    /// One of the words, as its position in the list. An underscore is read as the hyphen it once was.
    pub(crate) fn choice(&self, words: &[&str]) -> Result<usize, Refusal> {
        let found = match self.value {
            Some(Value::String(text)) => {
                let today = text.replace('_', "-");
                words.iter().position(|word| *word == today)
            }
            _ => None,
        };
        found.ok_or_else(|| self.refuse(format!("one of {}", list(words))))
    }

    /// One of the words.
    pub(crate) fn word<'w>(&self, words: &[&'w str]) -> Result<&'w str, Refusal> {
        self.choice(words).map(|at| words[at])
    }

    /// Any text of at most `longest` characters.
    pub(crate) fn text(&self, longest: usize) -> Result<&'a str, Refusal> {
        match self.value {
            Some(Value::String(text)) if text.chars().count() <= longest => Ok(text),
            _ => Err(self.refuse(format!("a text of at most {longest} characters"))),
        }
    }

    /// True or false.
    pub(crate) fn flag(&self) -> Result<bool, Refusal> {
        self.value.and_then(Value::as_bool).ok_or_else(|| self.refuse("true or false"))
    }

    /// What is off or on, as 0 or 1: false or true, or these numbers.
    pub(crate) fn switch(&self) -> Result<f64, Refusal> {
        match self.value.and_then(|value| value.as_bool().map(f64::from).or_else(|| value.as_f64())) {
            Some(position) if position == 0.0 || position == 1.0 => Ok(position),
            _ => Err(self.refuse("true or false, or 1 or 0")),
        }
    }

    /// The value here is not what is allowed.
    pub(crate) fn refuse(&self, allowed: impl Into<String>) -> Refusal {
        match self.value {
            None => Refusal::missing(&self.path, allowed),
            Some(value) => Refusal::wrong(&self.path, excerpt(value), allowed),
        }
    }

    fn join(&self, name: &str) -> String {
        if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) }
    }
}

/// An object whose members are all known.
pub struct Object<'a, 'r> {
    members: &'a Map<String, Value>,
    place: &'r Reader<'a>,
}

impl<'a> Object<'a, '_> {
    /// The place of one member, whether or not something is there.
    pub(crate) fn field(&self, name: &str) -> Reader<'a> {
        let value = self.members.get(name).or_else(|| self.members.get(&name.replace('-', "_")));
        Reader { path: self.place.join(name), value }
    }
}

/// `between 0.01 and 1e6`, or with the end left out `at least 0.5 and below 1`.
pub(crate) fn phrase(range: &Range) -> String {
    let [from, to] = [range.from, range.to].map(|end| print(end, 15, Rounding::Nearest));
    if range.to_included {
        format!("between {from} and {to}")
    } else {
        format!("at least {from} and below {to}")
    }
}

pub(crate) fn list(words: &[&str]) -> String {
    match words {
        [] => "nothing".into(),
        [one] => (*one).into(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

fn excerpt(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Writes a value as JSON, as far as an excerpt needs it.
fn write(value: &Value, text: &mut String) {
    if text.len() > 4 * EXCERPT {
        return;
    }
    let separate = |at: usize, text: &mut String| text.push_str(if at == 0 { "" } else { "," });
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&shortest(number.as_f64().unwrap_or(f64::NAN))),
        Value::String(string) => quote(string, text),
        Value::Array(values) => {
            text.push('[');
            for (at, value) in values.iter().enumerate() {
                separate(at, text);
                write(value, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            text.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                separate(at, text);
                quote(name, text);
                text.push(':');
                write(value, text);
            }
            text.push('}');
        }
    }
}

fn quote(string: &str, text: &mut String) {
    text.push('"');
    for letter in string.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            '\0'..=' ' if letter != ' ' => *text += &format!("\\u{:04x}", letter as u32),
            _ => text.push(letter),
        }
    }
    text.push('"');
}
