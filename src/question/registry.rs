//! Makes everything that goes by the word of a question from the list of questions.

/// Makes [`Question`], [`Answer`] and all that goes by the word of a question from the list of questions, by topic.
macro_rules! questions {
    ($(#[$gate:meta] $topic:ident { $($(#[$about:meta])* $name:ident = $word:literal: $question:ident => $answer:ident,)* })*) => {
        /// A valid question.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(tag = "ask")]
        pub enum Question {
            $($(#[$gate] $(#[$about])* #[serde(rename = $word)] $name(Box<$topic::$question>),)*)*
        }

        /// The answer to a question of the same name, or the reason for which it was refused.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(tag = "answer")]
        pub enum Answer {
            $($(#[$gate] #[doc = concat!("To `", $word, "`.")] #[serde(rename = $word)]
            $name(Box<$topic::$answer>),)*)*
            /// To a question that is not valid.
            #[serde(rename = "refused")]
            Refused(Refusal),
        }

        impl Question {
            /// The word of every question.
            pub const WORDS: &'static [&'static str] = &[$($(#[$gate] $word,)*)*];

            /// Reads and validates a question; the first thing that is wrong refuses it.
            pub fn read(value: &Value) -> Result<Self, Refusal> {
                let place = Reader::root(value);
                match place.tag("ask", Self::WORDS)? {
                    $($(#[$gate] $word => {
                        let fields = place.form_beside(&["ask"], $topic::$question::FIELDS)?;
                        $topic::$question::read(&fields).map(|question| Self::$name(Box::new(question)))
                    })*)*
                    _ => Err(place.refuse("a question")),
                }
            }

            /// Every question with its fields and examples, in the order of the list.
            pub fn described() -> Vec<DescribedQuestion> {
                [$($(#[$gate] DescribedQuestion::of::<$topic::$question>($word, stringify!($topic)),)*)*].into()
            }

            /// Answers a valid question.
            pub fn answer(&self) -> Answer {
                match self {
                    $($(#[$gate] Self::$name(question) => question
                        .answer()
                        .map_or_else(Answer::Refused, |answer| Answer::$name(Box::new(answer))),)*)*
                }
            }
        }

        impl Answer {
            /// Takes long lists of numbers out, for the page.
            pub fn blocks(&mut self) -> Blocks {
                let mut blocks = Blocks::default();
                match self {
                    $($(#[$gate] Self::$name(answer) => $topic::$question::blocks(answer, &mut blocks),)*)*
                    Self::Refused(_) => {}
                }
                blocks
            }

            /// The figures that it may have, the one that stands for it first, each with its place as a JSON pointer.
            pub fn figures(&mut self) -> Vec<(&'static str, Option<&mut Figure>)> {
                match self {
                    $($(#[$gate] Self::$name(answer) => $topic::$question::figures(answer),)*)*
                    Self::Refused(_) => Vec::new(),
                }
            }
        }
    };
}

pub(super) use questions;
