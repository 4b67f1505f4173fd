//! JSON text as plain data: of what a person may not have meant nothing is taken silently.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::refusal::Refusal;

/// Reads one value. A key that stands twice in an object is refused, where JSON leaves open which of them counts, and
/// so is a number beyond the largest float.
pub(crate) fn parse(text: &[u8]) -> Result<Value, Refusal> {
    // Some editors put a byte order mark before the first line.
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let twice = RefCell::default();
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = Each(&twice).deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| {
        if let Some(key) = twice.take() {
            let value = format!("an object with {} twice", Value::String(key));
            return Refusal::wrong("", value, "an object with each key once");
        }
        match too_large(text, &error) {
            Some(number) => {
                Refusal::wrong("", number, format!("a number of at most {:e}: it is too large", f64::MAX))
            }
            None => Refusal::wrong("", "the text".into(), format!("JSON: {error}")),
        }
    })
}

/// The number at which reading stopped because no float holds it.
fn too_large(text: &[u8], error: &serde_json::Error) -> Option<String> {
    if !error.to_string().starts_with("number out of range") {
        return None;
    }
    let line = text.split(|&byte| byte == b'\n').nth(error.line().checked_sub(1)?)?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let end = error.column().min(line.len());
    let start = line[..end].iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
    let rest = line[end..].iter().take_while(|byte| is_part(byte)).count();
    Some(String::from_utf8_lossy(&line[start..end + rest]).into_owned())
}

/// Builds a value, and remembers the first key that stands twice in an object.
struct Each<'a>(&'a RefCell<Option<String>>);

impl<'de> DeserializeSeed<'de> for Each<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Each<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(Each(self.0))? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if object.contains_key(&key) {
                self.0.replace(Some(key));
                return Err(A::Error::custom("a key twice"));
            }
            object.insert(key, members.next_value_seed(Each(self.0))?);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        parse(text.as_bytes()).expect_err("refused").message
    }

    #[test]
    fn what_is_taken_is_what_serde_takes() {
        let text =
            "\u{feff} {\"a\": [1, -2, 3.5e-7, true, null, \"\u{e9}\\n\"], \"b\": {\"a\": {}}, \"c\": 0.1}";
        let plain = text.trim_start_matches('\u{feff}');
        assert_eq!(parse(text.as_bytes()), Ok(serde_json::from_str(plain).expect("JSON")));
        assert!(refused("{\"a\": 1} 2").contains("is not JSON: trailing characters"));
        assert!(refused(&"[".repeat(1000)).contains("recursion limit"));
    }

    #[test]
    fn a_key_stands_once_in_an_object() {
        let message = refused("{\"a\": [{\"sigma\": 1, \"count\": 2, \"sigma\": 3}]}");
        assert_eq!(
            message,
            "the question: an object with \"sigma\" twice is not an object with each key once"
        );
        assert!(parse(b"[{\"sigma\": 1}, {\"sigma\": 2}]").is_ok());
    }

    #[test]
    fn a_number_beyond_every_float_is_named() {
        for text in ["{\"a\":\n [2, -1e400]}", "-1e400", "[-1e400,1]"] {
            let message = refused(text);
            assert_eq!(
                message,
                "the question: -1e400 is not a number of at most 1.7976931348623157e308: it is too large"
            );
        }
        assert!(refused("{\"a\": 1e}").contains("is not JSON"));
        assert_eq!(parse(b"1e-400"), Ok(0.0.into()));
    }
}
