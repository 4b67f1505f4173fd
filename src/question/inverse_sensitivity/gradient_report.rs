//! What is said of linear regression by the gradient mechanism, and of a law on a grid.

use serde::Serialize;

use super::dimensions::value;
use super::gradient_mechanism::GradientQuestion;
use crate::algorithm::inverse_sensitivity::gradient::grid::GridLaw;
use crate::algorithm::inverse_sensitivity::gradient::{Linear, OnTheLine, Tally, constant};
use crate::figure::Statement;
use crate::numeric::matrix::norm;
use crate::question::figure::lines::number;

/// Exact errors of linear regression, without the ball.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct RegressionErrors {
    /// θ̄, if Σ is far enough from singular.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centre: Option<Vec<f64>>,
    /// Of Σ, smallest first.
    pub eigenvalues: Vec<f64>,
    /// `c_d`.
    pub constant: Statement,
    /// Errors, if Σ is not singular.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<ExactErrors>,
    /// How often a proposal of Algorithm 3 lay in the ball; never proposed where Σ is singular.
    pub tally: Tally,
    /// The truncated law of one coefficient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<LineLaw>,
}

/// Errors without the ball.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct ExactErrors {
    /// `tr Σ⁻¹`.
    pub trace_inverse: Statement,
    /// `tr Σ⁻²`.
    pub trace_inverse_square: Statement,
    /// `det Σ`.
    pub determinant: Statement,
    /// `E‖θ − θ̄‖²`.
    pub mean_square: Statement,
    /// `E[L(θ) − L(θ̄)]`.
    pub mean_excess: Statement,
    /// The density at θ̄.
    pub density: Statement,
    /// `d²L²/(n²ε²λ_min)`, the minimax order of the excess.
    pub minimax: Statement,
}

/// One coefficient between −B and B.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct LineLaw {
    /// κ.
    pub rate: Statement,
    /// `∫ e^{−κ|θ−θ̄|}`.
    pub normalizer: Statement,
    /// How likely a proposal is accepted.
    pub acceptance: Statement,
    /// `E|θ − θ̄|`.
    pub mean_distance: Statement,
    /// `E(θ − θ̄)²`.
    pub mean_square: Statement,
}

/// A law on a grid.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct GradientGrid {
    /// Points along a side.
    pub cells: usize,
    /// Points in the ball.
    pub points: usize,
    /// The point with the smallest loss.
    pub best: Vec<f64>,
    /// Its loss.
    pub best_loss: Statement,
    /// `E‖θ − best‖²`.
    pub mean_square: Statement,
    /// `E[L(θ) − L(best)]`.
    pub mean_excess: Statement,
    /// The chance of the likeliest point.
    pub most_likely: Statement,
}

/// What is known of linear regression.
pub(crate) fn errors(
    question: &GradientQuestion,
    linear: &Linear,
    scale: f64,
    lipschitz: f64,
    people: f64,
    tally: Tally,
) -> RegressionErrors {
    let dimension = linear.eigenvalues().len();
    let d = dimension as f64;
    let epsilon = question.epsilon;
    let least = linear.eigenvalues().first().copied().unwrap_or(0.0);
    let exact = linear.centre().map(|_| ExactErrors {
        trace_inverse: value("tr Σ⁻¹", linear.trace_of_inverse(1)),
        trace_inverse_square: value("tr Σ⁻²", linear.trace_of_inverse(2)),
        determinant: value("det Σ", linear.determinant()),
        mean_square: value("E‖θ − θ̄‖²", linear.mean_square(scale)),
        mean_excess: value("E[L(θ) − L(θ̄)]", linear.mean_excess(scale)),
        density: value("density at θ̄", linear.density_at_centre(scale)),
        minimax: value("d²L²/(n²ε²λ_min)", (d * lipschitz / (people * epsilon)).powi(2) / least),
    });
    let line = match linear.centre() {
        Some(&[centre]) => {
            let law = OnTheLine {
                centre,
                rate: linear.eigenvalues()[0] / scale,
                bound: question.setting.model_radius,
            };
            Some(LineLaw {
                rate: value("κ", law.rate),
                normalizer: value("∫ e^{−κ|θ−θ̄|}", law.normalizer()),
                acceptance: value("P(accept)", law.acceptance()),
                mean_distance: value("E|θ − θ̄|", law.moment(1)),
                mean_square: value("E(θ − θ̄)²", law.moment(2)),
            })
        }
        _ => None,
    };
    RegressionErrors {
        centre: linear.centre().map(<[f64]>::to_vec),
        eigenvalues: linear.eigenvalues().to_vec(),
        constant: value("c_d", constant(dimension)),
        exact,
        tally,
        line,
    }
}

impl RegressionErrors {
    /// What is true of them.
    pub(crate) fn conclusions(&self, radius: f64) -> Vec<String> {
        let (Some(exact), Some(centre)) = (&self.exact, &self.centre) else {
            return vec![
                "Σ is singular or nearly so: there is no single best model, and models are drawn from proposals that are uniform \
                 on the ball."
                    .into(),
            ];
        };
        let mut said = Vec::new();
        let (own, minimax) = (exact.mean_excess.number, exact.minimax.number);
        said.push(format!(
            "Without the ball the loss is larger than the smallest by {} on average; the minimax order is {}, which is {} times that.",
            exact.mean_excess.text,
            exact.minimax.text,
            number(minimax / own)
        ));
        let length = norm(centre);
        let spread = exact.mean_square.number.sqrt();
        said.push(if length > radius {
            format!("The best model has length {}, outside of the ball of radius {}: every model lies off it.", number(length), number(radius))
        } else if spread > radius {
            format!(
                "Noise fills the ball: without it a model would lie {} from the best (root of the mean square), and the ball has \
                 radius {}.",
                number(spread),
                number(radius)
            )
        } else {
            format!(
                "Without the ball a model lies {} from the best (root of the mean square), within its radius of {}.",
                number(spread),
                number(radius)
            )
        });
        if let Some(line) = &self.line {
            said.push(format!(
                "In [−{0}, {0}] the coefficient lies {1} from the best on average, and a proposal is accepted with probability {2}.",
                number(radius),
                line.mean_distance.text,
                line.acceptance.text
            ));
        }
        said
    }
}

/// What is known of a law on a grid.
pub(crate) fn grid(law: &GridLaw) -> GradientGrid {
    let at = law.best();
    let best = law.theta(at);
    let least = law.losses[at];
    let square = |at: usize| law.theta(at).iter().zip(&best).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
    GradientGrid {
        cells: law.side.len(),
        points: (0..law.masses.len()).filter(|&at| law.is_inside(at)).count(),
        best_loss: value("L(best)", least),
        mean_square: value("E‖θ − best‖²", law.mean(square)),
        mean_excess: value("E[L(θ) − L(best)]", law.mean(|at| law.losses[at] - least)),
        most_likely: value("largest chance", law.masses.iter().copied().fold(0.0, f64::max)),
        best: best.clone(),
    }
}
