//! The minimum of a quadratic on a ball, with the conditions that make it one.

use serde::Serialize;

use super::regression::BALL_SOLVER;
use super::regression_statistics::read_square;
use crate::algorithm::noise_reduction::regression::trust_region::{
    BallProblem, BallSolver, Optimality, Place,
};
use crate::mechanism::Range;
use crate::numeric::matrix::{Symmetric, norm};
use crate::question::Ask;
use crate::question::field::data::FEATURES;
use crate::question::field::described::{Field, Kind};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::number;

/// "Which model is the best within a ball, if noise has made the covariance indefinite?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TrustRegionQuestion {
    /// A, row by row.
    pub matrix: Vec<Vec<f64>>,
    /// g.
    pub linear: Vec<f64>,
    /// M.
    pub radius: f64,
    /// How; the minimum if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub ball_solver: BallSolver,
}

/// A point of the ball.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct TrustRegionAnswer {
    /// θ.
    pub theta: Vec<f64>,
    /// `‖θ‖`.
    pub length: f64,
    /// μ.
    pub multiplier: f64,
    /// Where it lies.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "\"inside\" | \"sphere\" | \"hard\""))]
    pub place: Place,
    /// The smallest eigenvalue of A.
    pub smallest: f64,
    /// `½θᵀAθ − gᵀθ`.
    pub value: f64,
    /// `‖(A + μI)θ − g‖`, 0 at the minimum.
    pub stationarity: f64,
    /// `μ(M − ‖θ‖)`, 0 at the minimum.
    pub slackness: f64,
    /// The smallest eigenvalue of `A + μI`, at least 0 at the minimum.
    pub curvature: f64,
    /// What is true of these numbers.
    pub conclusions: Vec<String>,
}

const NUMBERS: Range = Range::closed(-1e9, 1e9);
const MATRIX: Field = Field::of("matrix", "A, symmetric, row by row", Kind::Rows);
const LINEAR: Field = Field::numbers("linear", "g", NUMBERS, [1, FEATURES]);
const RADIUS: Field = Field::number("radius", "M, the radius of the ball", Range::closed(1e-9, 1e9));

/// How close the conditions are met where rounding is all that is wrong.
const ROUNDING: f64 = 1e-9;

impl Ask for TrustRegionQuestion {
    const ABOUT: &'static str =
        "Which point of a ball makes ½θᵀAθ − gᵀθ smallest, whatever the signs of the eigenvalues of A?";
    const FIELDS: &'static [Field] = &[MATRIX, LINEAR, RADIUS, BALL_SOLVER];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "accuracy-first-trust-region", "matrix": [[1, 0], [0, 3]], "linear": [4, 3], "radius": 1}"#,
        r#"{"ask": "accuracy-first-trust-region", "matrix": [[-1, 0], [0, 2]], "linear": [0, 1], "radius": 2}"#,
    ];
    type Answer = TrustRegionAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let matrix = read_square(fields, &MATRIX, NUMBERS)?;
        let linear = fields.numbers(&LINEAR)?;
        if linear.len() != matrix.len() {
            return Err(fields
                .at(&LINEAR)
                .refuse(format!("a list of {} numbers, one for each row", matrix.len())));
        }
        Ok(Self {
            matrix,
            linear,
            radius: fields.number(&RADIUS)?,
            ball_solver: fields.chosen(&BALL_SOLVER, &BallSolver::ALL)?,
        })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let rows = &self.matrix;
        let matrix = Symmetric::from_lower(rows.len(), |i, j| 0.5 * (rows[i][j] + rows[j][i]));
        let problem = BallProblem { matrix: &matrix, linear: &self.linear, radius: self.radius };
        let found = problem.solve(self.ball_solver);
        let Optimality { stationarity, slackness, curvature, .. } = problem.optimality(&found);
        let scale =
            ROUNDING * (matrix.frobenius_norm() * self.radius + norm(&self.linear)).max(f64::MIN_POSITIVE);
        let is_minimum = stationarity <= scale
            && slackness.abs() <= scale
            && curvature >= -ROUNDING * matrix.frobenius_norm();
        let best = problem.solve(BallSolver::TrustRegion);
        let value = problem.value(&found.theta);
        let mut conclusions = vec![match (is_minimum, found.place) {
            (true, Place::Inside) => "The minimum lies inside of the ball, which does not matter.".into(),
            (true, Place::Sphere) => format!(
                "The minimum lies on the sphere: with μ = {} added to every eigenvalue it is a minimum without the ball.",
                number(found.multiplier)
            ),
            (true, Place::Hard) => format!(
                "The hard case: nothing pulls along the lowest eigenvector, so that with μ = {} this point and its mirror \
                 image are equally good.",
                number(found.multiplier)
            ),
            (false, _) => format!(
                "This is no minimum: the best point of the ball is lower by {}.",
                number(value - problem.value(&best.theta))
            ),
        }];
        if found.smallest < 0.0 {
            let smallest = number(found.smallest);
            conclusions.push(format!("The matrix is indefinite: its smallest eigenvalue is {smallest}."));
        }
        Ok(TrustRegionAnswer {
            length: norm(&found.theta),
            multiplier: found.multiplier,
            place: found.place,
            smallest: found.smallest,
            theta: found.theta,
            value,
            stationarity,
            slackness,
            curvature,
            conclusions,
        })
    }
}
