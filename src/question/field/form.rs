//! Reads the fields of an object by their descriptions.

use super::described::{Field, Kind, Variant, Word};
use super::read::{Object, Reader};
use super::refusal::Refusal;

impl<'a> Reader<'a> {
    /// The members of an object, all of them described.
    pub(crate) fn form(&self, fields: &'static [Field]) -> Result<Object<'a, '_>, Refusal> {
        self.form_beside(&[], fields)
    }

    /// The same with members that are read elsewhere, such as the word of the question.
    pub(crate) fn form_beside(
        &self,
        others: &[&'static str],
        fields: &'static [Field],
    ) -> Result<Object<'a, '_>, Refusal> {
        let mut chosen: Vec<&'static Field> = fields.iter().collect();
        for field in fields {
            if let Kind::Selects { variants } = field.kind {
                let words: Vec<&'static str> = variants.iter().map(|variant| variant.word).collect();
                let word = self.tag(field.name, &words)?;
                chosen.extend(
                    variants.iter().filter(|variant| variant.word == word).flat_map(|one| one.fields),
                );
            }
        }
        let mut known = others.to_vec();
        known.extend(chosen.iter().map(|field| field.name));
        self.object(&known)
    }

    /// The variant that the word in the tag names, and its fields.
    pub(crate) fn variant<'s>(&'s self, field: &Field) -> Result<(&'static str, Object<'a, 's>), Refusal> {
        let Kind::Variants { tag, variants } = field.kind else { return Err(misread(field)) };
        let words: Vec<&'static str> = variants.iter().map(|variant| variant.word).collect();
        let word = self.tag(tag, &words)?;
        let chosen = variants.iter().find(|variant| variant.word == word);
        let fields: &'static [Field] = chosen.map_or(&[], |variant: &Variant| variant.fields);
        Ok((word, self.form_beside(&[tag], fields)?))
    }

    /// One of the words, in its spelling of today.
    pub(crate) fn one_word(&self, words: &'static [Word]) -> Result<&'static str, Refusal> {
        let spelled = |text: &str| words.iter().find(|word| word.word == text || word.old.contains(&text));
        let names: Vec<&'static str> = words.iter().map(|word| word.word).collect();
        match self.as_text().and_then(spelled) {
            Some(word) => Ok(word.word),
            None => self.word(&names),
        }
    }
}

impl<'a> Object<'a, '_> {
    /// The place of a described field.
    pub(crate) fn at(&self, field: &Field) -> Reader<'a> {
        self.field(field.name)
    }

    /// Reads a field that may be absent.
    pub(crate) fn if_there<T>(
        &self,
        field: &Field,
        read: impl FnOnce(Reader<'a>) -> Result<T, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        let place = self.at(field);
        if place.is_there() { read(place).map(Some) } else { Ok(None) }
    }

    /// A number, or what it is if absent.
    pub(crate) fn number(&self, field: &Field) -> Result<f64, Refusal> {
        let Kind::Number { range, default, .. } = field.kind else { return Err(misread(field)) };
        let place = self.at(field);
        match default {
            Some(default) if !place.is_there() => Ok(default),
            _ => place.number(&range),
        }
    }

    /// A number that may be absent.
    pub(crate) fn number_if_there(&self, field: &Field) -> Result<Option<f64>, Refusal> {
        let Kind::Number { range, .. } = field.kind else { return Err(misread(field)) };
        self.if_there(field, |place| place.number(&range))
    }

    /// A word, or the one that stands for an absent one.
    pub(crate) fn word(&self, field: &Field) -> Result<&'static str, Refusal> {
        if let Kind::Selects { variants } = field.kind {
            let words: Vec<&'static str> = variants.iter().map(|variant| variant.word).collect();
            return self.at(field).word(&words);
        }
        let Kind::Choice { words, default } = field.kind else { return Err(misread(field)) };
        let place = self.at(field);
        match default {
            Some(default) if !place.is_there() => Ok(default),
            _ => place.one_word(words),
        }
    }

    /// Some words, or those that stand for an absent list.
    pub(crate) fn words(&self, field: &Field) -> Result<Vec<&'static str>, Refusal> {
        let Kind::Choices { words, default } = field.kind else { return Err(misread(field)) };
        let place = self.at(field);
        if !place.is_there() {
            return Ok(default.to_vec());
        }
        place.array(1, words.len())?.iter().map(|place| place.one_word(words)).collect()
    }

    /// The one of `all` whose word is chosen; the words of the description are those of `all`, in their order.
    pub(crate) fn chosen<T: Copy>(&self, field: &Field, all: &[T]) -> Result<T, Refusal> {
        let Kind::Choice { words, .. } = field.kind else { return Err(misread(field)) };
        let word = self.word(field)?;
        named(words, word, all).ok_or_else(|| misread(field))
    }

    /// True or false.
    pub(crate) fn flag(&self, field: &Field) -> Result<bool, Refusal> {
        let Kind::Flag { default } = field.kind else { return Err(misread(field)) };
        let place = self.at(field);
        if place.is_there() || field.required { place.flag() } else { Ok(default) }
    }

    /// A text that may be absent.
    pub(crate) fn text(&self, field: &Field) -> Result<Option<&'a str>, Refusal> {
        let Kind::Text { longest } = field.kind else { return Err(misread(field)) };
        self.if_there(field, |place| place.text(longest))
    }

    /// A list of numbers, or those that stand for an absent one.
    pub(crate) fn numbers(&self, field: &Field) -> Result<Vec<f64>, Refusal> {
        let Kind::Numbers { range, fewest, most, ascending, default } = field.kind else {
            return Err(misread(field));
        };
        let place = self.at(field);
        if !place.is_there() && !field.required {
            return Ok(default.to_vec());
        }
        let numbers = place.array(fewest, most)?;
        let numbers = numbers.iter().map(|number| number.number(&range)).collect::<Result<Vec<_>, _>>()?;
        if ascending && numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(place.refuse("an ascending list"));
        }
        Ok(numbers)
    }

    /// The one field of an object that must have exactly one, and its place.
    pub(crate) fn one_of(&self, field: &Field) -> Result<(&'static Field, Reader<'a>), Refusal> {
        let Kind::OneOf { fields } = field.kind else { return Err(misread(field)) };
        let place = self.at(field);
        let object = place.form(fields)?;
        let mut there = fields.iter().filter(|field| object.at(field).is_there());
        match (there.next(), there.next()) {
            (Some(one), None) => Ok((one, object.at(one))),
            _ => {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                Err(place.refuse(format!("an object with either {}", names.join(" or "))))
            }
        }
    }
}

fn named<T: Copy>(words: &[Word], name: &str, all: &[T]) -> Option<T> {
    words.iter().position(|word| word.word == name).and_then(|at| all.get(at)).copied()
}

/// A question reads a field as what its description says it is not: a mistake of this program, which the example of the
/// question shows.
fn misread(field: &Field) -> Refusal {
    Refusal::wrong(field.name, "this field".into(), "read as it is described")
}
