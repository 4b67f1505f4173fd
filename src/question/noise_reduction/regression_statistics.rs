//! Ridge regression from what is known of people together: no data are needed.

use serde::Serialize;

use crate::algorithm::noise_reduction::regression::RidgeRegression;
use crate::mechanism::Range;
use crate::numeric::eigen::Spectrum;
use crate::numeric::matrix::{Symmetric, dot};
use crate::question::field::data::FEATURES;
use crate::question::field::described::{Field, Kind, Variant};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;

/// Rounding of statistics that were typed.
const ROUNDING: f64 = 1e-9;

const HOW_MANY: Field = Field::number("people", "n, how many people", Range::whole(1.0, 1e9));
const COVARIANCE: Field = Field::of(
    "covariance",
    "S = XᵀX/n row by row, symmetric, positive semidefinite, of trace 1 at most",
    Kind::Rows,
)
.optional();
const DIAGONAL: Field = Field::numbers(
    "diagonal",
    "the diagonal of S, in place of all of it, where all else is 0",
    Range::closed(0.0, 1.0),
    [1, FEATURES],
)
.usually(&[]);
const LINEAR: Field =
    Field::numbers("linear", "c = Xᵀy/n", Range::closed(-1.0, 1.0), [1, FEATURES]).usually(&[]);
const TRUTH: Field = Field::numbers(
    "true-model",
    "the model θ of which y is made, in place of c: then c = Sθ",
    Range::closed(-1e6, 1e6),
    [1, FEATURES],
)
.usually(&[]);
const COUNT: Field = Field::number(
    "features",
    "p, in place of S and c, of people who have one of p features each, of either sign: then S = I/p, and y is made by \
     θ_j = 0.6 (−1)^j/(1 + 0.2j), j from 0 on",
    Range::whole(1.0, FEATURES as f64),
)
.optional();

/// Statistics in place of people.
pub(crate) const STATISTICS: Variant = Variant {
    word: "statistics",
    meaning: "what ridge regression knows of people: XᵀX/n and Xᵀy/n",
    fields: &[HOW_MANY, COVARIANCE, DIAGONAL, LINEAR, TRUTH, COUNT],
};

/// The model of people who are known by their number of features only, of falling weights and either sign.
fn usual_model(features: usize) -> Vec<f64> {
    let weight = |at: usize| 0.6 / (1.0 + 0.2 * at as f64);
    (0..features).map(|at| if at % 2 == 0 { weight(at) } else { -weight(at) }).collect()
}

/// Statistics of people whom nobody has to know.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StatisticsSource {
    /// S and c. In a question S also by its `diagonal`, and c also by its `true-model`; or both by `features`.
    Statistics {
        /// n.
        people: f64,
        /// S, row by row.
        covariance: Vec<Vec<f64>>,
        /// c.
        linear: Vec<f64>,
    },
}

impl StatisticsSource {
    /// The regression that they make.
    pub(crate) fn ridge(&self, regularization: f64) -> Option<RidgeRegression> {
        let Self::Statistics { people, covariance, linear } = self;
        RidgeRegression::of_statistics(matrix(covariance), linear.clone(), *people, regularization)
    }
}

/// A matrix that is 0 off its diagonal, row by row.
fn diagonal_rows(diagonal: &[f64]) -> Vec<Vec<f64>> {
    let row = |i: usize| (0..diagonal.len()).map(|j| if i == j { diagonal[i] } else { 0.0 }).collect();
    (0..diagonal.len()).map(row).collect()
}

fn matrix(rows: &[Vec<f64>]) -> Symmetric {
    Symmetric::from_lower(rows.len(), |i, j| 0.5 * (rows[i][j] + rows[j][i]))
}

/// Reads a square list of lists.
pub(crate) fn read_square(
    fields: &Object<'_, '_>,
    field: &Field,
    range: Range,
) -> Result<Vec<Vec<f64>>, Refusal> {
    let place = fields.at(field);
    let rows = place.array(1, FEATURES)?;
    let size = rows.len();
    let read = rows
        .iter()
        .map(|row| row.array(size, size)?.iter().map(|entry| entry.number(&range)).collect())
        .collect::<Result<Vec<Vec<f64>>, _>>()?;
    let uneven = (0..size)
        .any(|i| (0..i).any(|j| (read[i][j] - read[j][i]).abs() > ROUNDING * (1.0 + read[i][j].abs())));
    if uneven { Err(place.refuse("a symmetric matrix")) } else { Ok(read) }
}

/// Reads statistics that some people have: everyone with `‖x‖₁ ≤ 1` and `|y| ≤ 1`.
pub(crate) fn read_statistics(fields: &Object<'_, '_>) -> Result<StatisticsSource, Refusal> {
    let people = fields.number(&HOW_MANY)?;
    if let Some(count) = fields.number_if_there(&COUNT)? {
        let twice =
            [COVARIANCE, DIAGONAL, LINEAR, TRUTH].into_iter().any(|field| fields.at(&field).is_there());
        if twice {
            return Err(fields.at(&COUNT).refuse("left out where S and c are given"));
        }
        let each = count.recip();
        let linear: Vec<f64> = usual_model(count as usize).iter().map(|theta| theta * each).collect();
        return Ok(StatisticsSource::Statistics {
            people,
            covariance: diagonal_rows(&vec![each; linear.len()]),
            linear,
        });
    }
    let diagonal = fields.numbers(&DIAGONAL)?;
    let by_rows = fields.at(&COVARIANCE).is_there();
    if by_rows != diagonal.is_empty() {
        return Err(fields.at(&COVARIANCE).refuse("given either in full or by its diagonal"));
    }
    let covariance = if by_rows {
        read_square(fields, &COVARIANCE, Range::closed(-1.0, 1.0))?
    } else {
        diagonal_rows(&diagonal)
    };
    let at = if by_rows { COVARIANCE } else { DIAGONAL };
    let spread = matrix(&covariance);
    let spectrum = Spectrum::of(&spread);
    let trace: f64 = spectrum.values().iter().sum();
    if trace > 1.0 + ROUNDING || spectrum.values().iter().any(|&value| value < -ROUNDING) {
        return Err(fields.at(&at).refuse(
            "XᵀX/n of people whose features add up to 1 at most: no negative eigenvalue, and a trace of 1 at most",
        ));
    }
    let (linear, truth) = (fields.numbers(&LINEAR)?, fields.numbers(&TRUTH)?);
    let (given, at) = if truth.is_empty() { (&linear, LINEAR) } else { (&truth, TRUTH) };
    if linear.is_empty() == truth.is_empty() || given.len() != covariance.len() {
        return Err(fields.at(&at).refuse(format!(
            "a list of {} numbers, as many as there are features, and either linear or true-model",
            covariance.len()
        )));
    }
    let linear = if truth.is_empty() {
        linear
    } else {
        (0..truth.len()).map(|at| dot(spread.row(at), &truth)).collect()
    };
    // cᵀS⁻¹c ≤ mean y² ≤ 1, and c has no part where S has none.
    let coordinates = spectrum.coordinates(&linear);
    let explained: f64 = coordinates
        .iter()
        .zip(spectrum.values())
        .map(|(&c, &value)| if c.abs() <= ROUNDING { 0.0 } else { c * c / value.max(0.0) })
        .sum();
    // Also where it is no number.
    if explained.is_nan() || explained > 1.0 + ROUNDING {
        return Err(fields
            .at(&at)
            .refuse("Xᵀy/n of people with |y| of 1 at most: cᵀS⁻¹c must not be above 1"));
    }
    Ok(StatisticsSource::Statistics { people, covariance, linear })
}
