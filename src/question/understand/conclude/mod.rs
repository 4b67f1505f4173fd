//! What can be concluded from the numbers that a page shows.
//!
//! A page that teaches must say what is to be seen, and a fixed sentence about numbers is false as soon as somebody moves
//! a slider. So the page hands over the numbers it shows, and what is said of them is found here: each conclusion is true
//! of these numbers, or it is not said. "At every k shown" means at every position that all the curves it speaks of have.

mod bounds;
mod certified;
mod composition;
mod errors;
mod growth;
mod guess;
mod order;
mod profiles;
mod read;
mod relations;
mod say;
mod shown;
mod views;

use serde::Serialize;

pub use read::ShownAt;
pub use say::Conclusion;
pub use shown::ShownSeries;

use crate::question::Ask;
use crate::question::field::described::Field;
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use say::Symbols;

/// The most conclusions of one answer: a reader takes in a few.
const MOST: usize = 4;

/// "What do these numbers say?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConcludeQuestion {
    /// Which chart it is.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(
            type = "\"composition\" | \"amplification-profiles\" | \"amplification-bounds\" | \"few-terms\" | \"growth\" | \"views\" | \"guess\""
        )
    )]
    pub about: &'static str,
    /// What the curves show.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(
            optional,
            type = "\"epsilon\" | \"delta\" | \"divergence\" | \"type-two-error\" | \"characteristic\" | \"noise\""
        )
    )]
    pub quantity: &'static str,
    /// What is fixed.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub at: ShownAt,
    /// The curves.
    pub series: Vec<ShownSeries>,
}

/// What is true of the numbers, the most important first.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConcludeAnswer {
    /// At most four; none where nothing is worth saying.
    pub conclusions: Vec<Conclusion>,
}

/// What conclusions are drawn from.
#[derive(Clone, Copy)]
struct State<'a> {
    series: &'a [ShownSeries],
    symbols: Symbols,
    at: ShownAt,
}

impl Ask for ConcludeQuestion {
    const ABOUT: &'static str =
        "What do these curves show? What is true of the numbers beside each other, in words.";
    const FIELDS: &'static [Field] = &read::FIELDS;
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "conclude", "about": "composition", "at": {"delta": 1e-5}, "series": [
 {"name": "basic composition", "by": "basic", "side": "upper", "x": [1, 10, 100], "y": [0.5, 5, 50]},
 {"name": "advanced composition", "by": "advanced", "side": "upper", "x": [1, 10, 100], "y": [3, 11, 48]}]}"#,
        r#"{"ask": "conclude", "about": "few-terms", "series": [
 {"name": "tight", "by": "tight", "side": "upper", "x": [2, 10, 100], "y": [0.001, 0.005, 0.05]},
 {"name": "τ = 5", "by": "few-terms", "terms": 5, "side": "upper", "x": [2, 10, 100], "y": [0.001, 0.005, 0.5]}]}"#,
        r#"{"ask": "conclude", "about": "guess", "quantity": "epsilon", "series": [
 {"name": "your guess", "side": "value", "x": [100], "y": [10]},
 {"name": "exact", "by": "exact", "side": "upper", "x": [100], "y": [4.3772]}]}"#,
    ];
    type Answer = ConcludeAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        read::read(fields)
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let state =
            State { series: &self.series, symbols: Symbols::of(self.about, self.quantity), at: self.at };
        let mut conclusions = match self.about {
            "composition" => composition::composition(state),
            "growth" => composition::sampled_growth(state),
            "amplification-profiles" => profiles::conclusions(state),
            "amplification-bounds" => bounds::conclusions(state),
            "few-terms" => bounds::few_terms(state),
            "guess" => guess::conclusions(state),
            _ => views::conclusions(state),
        };
        conclusions.truncate(MOST);
        Ok(ConcludeAnswer { conclusions })
    }
}
