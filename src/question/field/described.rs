//! The description of a field: reading, refusals, `describe`, the command line's help, and the forms and addresses of
//! the page all follow it.

use serde::Serialize;

use crate::mechanism::{Range, Slider};

/// A field of a question.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Field {
    /// As it stands in a question.
    pub name: &'static str,
    /// One line: what it means.
    pub meaning: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What it holds.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "holds", rename_all = "kebab-case")]
pub enum Kind {
    /// A number.
    Number {
        /// What is accepted.
        range: Range,
        /// What one unit is; empty for a plain number.
        #[serde(skip_serializing_if = "str::is_empty")]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        unit: &'static str,
        /// What a slider covers.
        #[serde(skip_serializing_if = "Option::is_none")]
        slider: Option<Slider>,
        /// What it is if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        default: Option<f64>,
    },
    /// One of some words.
    Choice {
        /// The words.
        words: &'static [Word],
        /// The word if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        default: Option<&'static str>,
    },
    /// Some of some words.
    Choices {
        /// The words.
        words: &'static [Word],
        /// The words if absent; none if the question chooses by itself.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        default: &'static [&'static str],
    },
    /// True or false; false if absent, unless it says otherwise.
    Flag {
        /// What it is if absent.
        default: bool,
    },
    /// A list of numbers.
    Numbers {
        /// What each may be.
        range: Range,
        /// The fewest of them.
        fewest: usize,
        /// The most of them.
        most: usize,
        /// Whether each is above the one before.
        ascending: bool,
        /// The numbers if absent.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        default: &'static [f64],
    },
    /// A text.
    Text {
        /// The most characters.
        longest: usize,
    },
    /// An object with all its required fields.
    Group {
        /// Its fields.
        fields: &'static [Field],
    },
    /// An object with exactly one of these fields.
    OneOf {
        /// The fields.
        fields: &'static [Field],
    },
    /// An object whose other fields depend on a word.
    Variants {
        /// The field with the word.
        tag: &'static str,
        /// The words.
        variants: &'static [Variant],
    },
    /// A word that decides which other fields stand beside it.
    Selects {
        /// The words.
        variants: &'static [Variant],
    },
    /// Any one of these forms.
    Forms {
        /// The forms; their names are not written.
        forms: &'static [Field],
    },
    /// A mechanism with its parameters, as `mechanisms` describes them.
    Mechanism,
    /// A list of objects with the same fields.
    List {
        /// The most of them.
        most: usize,
        /// The fields of each.
        fields: &'static [Field],
    },
    /// Lists of numbers of one length.
    Rows,
}

/// A word, and the fields that go with it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Variant {
    /// As it stands in a question.
    pub word: &'static str,
    /// As a person reads it.
    pub meaning: &'static str,
    /// The fields beside it.
    pub fields: &'static [Field],
}

/// A word of a question and what it means.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Word {
    /// As it stands in a question.
    pub word: &'static str,
    /// As a person reads it.
    pub meaning: &'static str,
    /// Spellings of earlier versions, still read.
    #[serde(skip)]
    pub old: &'static [&'static str],
}

impl Word {
    /// A word that has always been spelled so.
    pub const fn new(word: &'static str, meaning: &'static str) -> Self {
        Self { word, meaning, old: &[] }
    }
}

/// Two lists of fields as one.
pub const fn joined<const A: usize, const B: usize, const N: usize>(
    first: [Field; A],
    second: [Field; B],
) -> [Field; N] {
    let mut all = [Field::flag("", "", false); N];
    let mut at = 0;
    while at < A {
        all[at] = first[at];
        at += 1;
    }
    while at < A + B {
        all[at] = second[at - A];
        at += 1;
    }
    all
}

impl Field {
    const fn new(name: &'static str, meaning: &'static str, kind: Kind) -> Self {
        Self { name, meaning, required: true, kind }
    }

    /// A number that must be there.
    pub const fn number(name: &'static str, meaning: &'static str, range: Range) -> Self {
        Self::new(name, meaning, Kind::Number { range, unit: "", slider: None, default: None })
    }

    /// A number that is `default` if absent.
    pub const fn number_or(name: &'static str, meaning: &'static str, range: Range, default: f64) -> Self {
        let kind = Kind::Number { range, unit: "", slider: None, default: Some(default) };
        Self::new(name, meaning, kind).optional()
    }

    /// One word that must be there.
    pub const fn choice(name: &'static str, meaning: &'static str, words: &'static [Word]) -> Self {
        Self::new(name, meaning, Kind::Choice { words, default: None })
    }

    /// One word, `default` if absent.
    pub const fn choice_or(
        name: &'static str,
        meaning: &'static str,
        words: &'static [Word],
        default: &'static str,
    ) -> Self {
        Self::new(name, meaning, Kind::Choice { words, default: Some(default) }).optional()
    }

    /// Some of the words, `default` if absent.
    pub const fn choices(
        name: &'static str,
        meaning: &'static str,
        words: &'static [Word],
        default: &'static [&'static str],
    ) -> Self {
        Self::new(name, meaning, Kind::Choices { words, default }).optional()
    }

    /// True or false, `default` if absent.
    pub const fn flag(name: &'static str, meaning: &'static str, default: bool) -> Self {
        Self::new(name, meaning, Kind::Flag { default }).optional()
    }

    /// An ascending list of `fewest` to `most` numbers.
    pub const fn ascending(
        name: &'static str,
        meaning: &'static str,
        range: Range,
        [fewest, most]: [usize; 2],
    ) -> Self {
        Self::new(name, meaning, Kind::Numbers { range, fewest, most, ascending: true, default: &[] })
    }

    /// A list of `fewest` to `most` numbers.
    pub const fn numbers(
        name: &'static str,
        meaning: &'static str,
        range: Range,
        [fewest, most]: [usize; 2],
    ) -> Self {
        Self::new(name, meaning, Kind::Numbers { range, fewest, most, ascending: false, default: &[] })
    }

    /// An object.
    pub const fn group(name: &'static str, meaning: &'static str, fields: &'static [Field]) -> Self {
        Self::new(name, meaning, Kind::Group { fields })
    }

    /// An object with exactly one of the fields.
    pub const fn one_of(name: &'static str, meaning: &'static str, fields: &'static [Field]) -> Self {
        Self::new(name, meaning, Kind::OneOf { fields })
    }

    /// An object whose fields depend on the word in its field `kind`.
    pub const fn variants(name: &'static str, meaning: &'static str, variants: &'static [Variant]) -> Self {
        Self::new(name, meaning, Kind::Variants { tag: "kind", variants })
    }

    /// A word that decides which other fields stand beside it.
    pub const fn selects(name: &'static str, meaning: &'static str, variants: &'static [Variant]) -> Self {
        Self::new(name, meaning, Kind::Selects { variants })
    }

    /// A field of any other kind.
    pub const fn of(name: &'static str, meaning: &'static str, kind: Kind) -> Self {
        Self::new(name, meaning, kind)
    }

    /// The same, which may be absent.
    pub const fn optional(self) -> Self {
        Self { required: false, ..self }
    }

    /// The same, which must be there although it has a default in forms.
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// The same list of numbers with what it holds if absent.
    pub const fn usually(self, numbers: &'static [f64]) -> Self {
        match self.kind {
            Kind::Numbers { range, fewest, most, ascending, .. } => {
                let kind = Kind::Numbers { range, fewest, most, ascending, default: numbers };
                Self { kind, ..self }.optional()
            }
            _ => self,
        }
    }

    /// The same number with what one unit is, and what a slider covers.
    pub const fn slider(self, unit: &'static str, slider: Slider) -> Self {
        match self.kind {
            Kind::Number { range, default, .. } => {
                Self { kind: Kind::Number { range, unit, slider: Some(slider), default }, ..self }
            }
            _ => self,
        }
    }
}
