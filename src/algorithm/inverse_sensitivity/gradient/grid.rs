//! The gradient mechanism on a public grid of at most two coefficients, for any convex loss of a linear model: with counting
//! measure in place of volume it is exactly ε-private, and its law is a list of numbers.

use super::Bounds;
use crate::data::DataSet;
use crate::numeric::logspace::log_sum_exp;
use crate::numeric::matrix::{dot, norm};
use crate::numeric::random::Random;

/// A loss of a linear model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GridLoss {
    /// `½(⟨θ,x⟩ − y)²`.
    Squared,
    /// `log(1 + e^{−y⟨θ,x⟩})`.
    Logistic,
    /// `|⟨θ,x⟩ − y|`.
    Absolute,
    /// Squared up to a residual, linear beyond.
    Huber(f64),
}

impl GridLoss {
    /// The loss and its slope in `u = ⟨θ,x⟩`.
    pub fn at(self, u: f64, y: f64) -> (f64, f64) {
        let r = u - y;
        match self {
            Self::Squared => (0.5 * r * r, r),
            Self::Logistic => {
                let margin = y * u;
                let tail = (-margin.abs()).exp();
                let chance = if margin > 0.0 { tail / (1.0 + tail) } else { 1.0 / (1.0 + tail) };
                ((-margin).max(0.0) + tail.ln_1p(), -y * chance)
            }
            Self::Absolute => (r.abs(), if r == 0.0 { 0.0 } else { r.signum() }),
            Self::Huber(turn) if r.abs() > turn => (turn * (r.abs() - 0.5 * turn), turn.copysign(r)),
            Self::Huber(_) => (0.5 * r * r, r),
        }
    }

    /// L: the longest gradient of one record in the ball.
    pub fn lipschitz(self, bounds: &Bounds) -> f64 {
        let residual = bounds.radius * bounds.features + bounds.labels;
        bounds.features
            * match self {
                Self::Squared => residual,
                Self::Logistic | Self::Absolute => 1.0,
                Self::Huber(turn) => residual.min(turn),
            }
    }
}

/// The law on a grid.
#[derive(Debug, Clone, PartialEq)]
pub struct GridLaw {
    /// Along one side.
    pub side: Vec<f64>,
    /// Coefficients.
    pub dimension: usize,
    /// The chance of every point, the first coefficient fastest; 0 outside of the ball.
    pub masses: Vec<f64>,
    /// The mean loss at every point.
    pub losses: Vec<f64>,
    inside: Vec<bool>,
}

impl GridLaw {
    /// For one or two features, `cells` points along a side; `difference` is G.
    pub fn of(
        data: &DataSet,
        loss: GridLoss,
        radius: f64,
        cells: usize,
        difference: f64,
        epsilon: f64,
    ) -> Self {
        let dimension = data.dimension().min(2);
        let people = data.len() as f64;
        let side: Vec<f64> =
            (0..cells).map(|at| radius * ((2 * at + 1) as f64 / cells as f64 - 1.0)).collect();
        let count = if dimension == 2 { cells * cells } else { cells };
        let (mut logs, mut losses, mut inside) = (Vec::new(), Vec::new(), Vec::new());
        for at in 0..count {
            let theta = place(&side, dimension, at);
            let within = norm(&theta) <= radius;
            let (mut value, mut gradient) = (0.0, vec![0.0; dimension]);
            if within {
                for person in data.people() {
                    let (of, slope) = loss.at(dot(&theta, person.features), person.label);
                    value += of / people;
                    gradient.iter_mut().zip(person.features).for_each(|(g, x)| *g += slope * x / people);
                }
            }
            let exponent = people * epsilon / (2.0 * difference) * norm(&gradient);
            logs.push(if within { -exponent } else { f64::NEG_INFINITY });
            losses.push(value);
            inside.push(within);
        }
        let whole = log_sum_exp(&logs);
        let masses = logs.iter().map(|log| (log - whole).exp()).collect();
        Self { side, dimension, masses, losses, inside }
    }

    /// The place of a point.
    pub fn theta(&self, at: usize) -> Vec<f64> {
        place(&self.side, self.dimension, at)
    }

    /// Whether it lies in the ball.
    pub fn is_inside(&self, at: usize) -> bool {
        self.inside[at]
    }

    /// The point with the smallest loss.
    pub fn best(&self) -> usize {
        let inside = (0..self.masses.len()).filter(|&at| self.inside[at]);
        inside.min_by(|&a, &b| self.losses[a].total_cmp(&self.losses[b])).unwrap_or(0)
    }

    /// `E` of a function of the point.
    pub fn mean(&self, of: impl Fn(usize) -> f64) -> f64 {
        (0..self.masses.len()).filter(|&at| self.inside[at]).map(|at| self.masses[at] * of(at)).sum()
    }

    /// A draw, of one uniform number.
    pub fn draw(&self, random: &mut Random) -> usize {
        let mut left = random.uniform();
        let mut last = 0;
        for at in (0..self.masses.len()).filter(|&at| self.masses[at] > 0.0) {
            last = at;
            left -= self.masses[at];
            if left < 0.0 {
                break;
            }
        }
        last
    }
}

fn place(side: &[f64], dimension: usize, at: usize) -> Vec<f64> {
    if dimension == 2 { vec![side[at % side.len()], side[at / side.len()]] } else { vec![side[at]] }
}
