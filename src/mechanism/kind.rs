//! What the list of mechanisms needs to know of each kind.

use super::Mechanism;
use super::description::{Description, PointList, Switch};
use super::outputs::Outputs;
use crate::guarantee::{Interval, Order, Pair};

/// A kind of mechanism: how it is described, how it is built, and what is known of it.
///
/// What must not be forgotten has no default. A default claims nothing.
pub trait Kind: Sized {
    /// One value per described parameter, in that order: `[f64; n]`.
    type Values: for<'a> TryFrom<&'a [f64]> + Into<Vec<f64>>;

    /// Names, ranges, explanations.
    const DESCRIPTION: Description;

    /// The names of the parameters that may be left out; they then stand where their slider starts.
    const OPTIONAL: &'static [&'static str] = &[];

    /// The words of the parameters that are only off or on: those whose range is 0 and 1.
    const SWITCHES: &'static [Switch] = &[];

    /// The list of points that belongs to the mechanism, if one does.
    const POINTS: Option<PointList> = None;

    /// Whether some two neighbours have just the outputs of the pair.
    const ATTAINED: Attained;

    /// For which neighbours the guarantee holds.
    const RELATIONS: Relations;

    /// Whether a theorem says that `E_Q[(P/Q − 1)^ℓ] ≥ 0` for every odd ℓ ≥ 3 and both orders of all neighbours.
    const NON_NEGATIVE_ODD_MOMENTS: bool = false;

    /// The mechanism of these values and points; `None` where one is outside of what is described.
    fn build(values: Self::Values, points: &[[f64; 2]]) -> Option<Self>;

    /// The values of its parameters.
    fn values(&self) -> Self::Values;

    /// Its points, where it has any.
    fn points(&self) -> &[[f64; 2]] {
        &[]
    }

    /// What bounds it.
    fn guarantee(&self) -> Guarantee<'_>;

    /// The laws of what it outputs with a person and without, or why they are not known.
    fn outputs(&self) -> Result<Outputs, &'static str>;

    /// What its theorem needs and the values do not have, so that it guarantees nothing at all; `None` where it does.
    fn lacks(&self) -> Option<&'static str> {
        None
    }
}

/// What is known of a mechanism.
pub enum Guarantee<'a> {
    /// A dominating pair.
    Pair(&'a dyn Pair),
    /// Its Rényi curve and nothing else.
    Curve(&'a dyn Curve),
}

/// A Rényi curve that bounds both orders of any two neighbours.
pub trait Curve {
    /// The divergence of order α.
    fn renyi(&self, order: Order) -> Interval;
}

/// Whether some two neighbours have just the outputs of a pair, so that what holds of the pair from below holds of the
/// release. Of a black box, whether some release is like that of which no more is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attained {
    /// Also of several releases, by the same two.
    Together,
    /// Of one release, and for every ε by two of their own; of several releases nothing is known.
    Alone,
    /// The pair may bound more than there is.
    Never,
}

/// The neighbours for which a guarantee holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relations {
    /// Any relation: noise is measured for the one chosen.
    Any,
    /// One person is added or removed; nothing is known for one who is replaced.
    AddOrRemove,
}

/// A kind in the catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Names, ranges, explanations.
    pub description: Description,
    /// The names of the parameters that may be left out; they then stand where their slider starts.
    pub optional: &'static [&'static str],
    /// The words of the parameters that are only off or on.
    pub switches: &'static [Switch],
    /// The list of points that belongs to the mechanism, if one does.
    pub points: Option<PointList>,
    /// Whether some two neighbours have just the outputs of the pair.
    pub attained: Attained,
    /// For which neighbours the guarantee holds.
    pub relations: Relations,
    /// See [`Kind::NON_NEGATIVE_ODD_MOMENTS`].
    pub non_negative_odd_moments: bool,
    /// Builds the mechanism from one value per described parameter and the described list of points, empty if there is
    /// none; `None` where one is outside of what is described.
    pub build: fn(&[f64], &[[f64; 2]]) -> Option<Mechanism>,
}

impl Entry {
    /// What the kind says of itself.
    pub(super) const fn of<K: Kind>(build: fn(&[f64], &[[f64; 2]]) -> Option<Mechanism>) -> Self {
        Self {
            description: K::DESCRIPTION,
            optional: K::OPTIONAL,
            switches: K::SWITCHES,
            points: K::POINTS,
            attained: K::ATTAINED,
            relations: K::RELATIONS,
            non_negative_odd_moments: K::NON_NEGATIVE_ODD_MOMENTS,
            build,
        }
    }
}

/// Makes the enumeration of all mechanisms and what is common to them from one line for each kind, `module::Kind`.
macro_rules! mechanisms {
    ($($(#[$about:meta])* $module:ident::$kind:ident,)*) => {
        $(pub use $module::$kind;)*

        /// Every mechanism there is, as a question names it.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        pub enum Mechanism {
            $($(#[$about])* $kind($kind),)*
        }

        /// Where each kind stands in the catalogue.
        enum Place {
            $($kind,)*
        }

        const KINDS: usize = [$(Place::$kind as usize),*].len();

        static CATALOGUE: [Entry; KINDS] = [$(Entry::of::<$kind>(|values, points| {
            $kind::build(values.try_into().ok()?, points).map(Mechanism::$kind)
        })),*];

        impl Mechanism {
            /// What is known of its kind.
            pub fn entry(&self) -> &'static Entry {
                &CATALOGUE[match self {
                    $(Self::$kind(_) => Place::$kind as usize,)*
                }]
            }

            /// The values of its parameters.
            fn values(&self) -> Vec<f64> {
                match self {
                    $(Self::$kind(mechanism) => mechanism.values().into(),)*
                }
            }

            /// Its points, where it has any.
            fn points(&self) -> &[[f64; 2]] {
                match self {
                    $(Self::$kind(mechanism) => mechanism.points(),)*
                }
            }

            /// What bounds it.
            fn guarantee(&self) -> Guarantee<'_> {
                match self {
                    $(Self::$kind(mechanism) => mechanism.guarantee(),)*
                }
            }

            /// The laws of what it outputs with a person and without, or why they are not known.
            pub fn outputs(&self) -> Result<Outputs, &'static str> {
                match self {
                    $(Self::$kind(mechanism) => mechanism.outputs(),)*
                }
            }

            /// What its theorem needs and its values do not have, so that it guarantees nothing at all.
            pub fn lacks(&self) -> Option<&'static str> {
                match self {
                    $(Self::$kind(mechanism) => mechanism.lacks(),)*
                }
            }
        }
    };
}

pub(super) use mechanisms;
