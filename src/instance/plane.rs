//! Two features of a person moved over a square, the others held: every form of the loss is then a
//! quadratic or a line in two numbers, so that a cell costs the same in any dimension.

use super::loss::{Side, Situation, ex_post};
use super::report::Publication;
use crate::data::DataSet;
use crate::numeric::matrix::{Cholesky, dot, norm};

/// Which two features move, and the values of the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    axes: [usize; 2],
    base: Vec<f64>,
    held: f64,
    radius: f64,
}

/// `x ↦ xᵀA⁻¹x` on the plane: coefficients of `a²`, `ab`, `b²`, `a`, `b`, 1.
#[derive(Debug, Clone, Copy)]
struct Form([f64; 6]);

/// `x ↦ vᵀx` on the plane: coefficients of `a`, `b`, 1.
#[derive(Debug, Clone, Copy)]
struct Line([f64; 3]);

impl Form {
    fn at(&self, a: f64, b: f64) -> f64 {
        let Self([aa, ab, bb, one_a, one_b, one]) = self;
        a * (aa * a + ab * b + one_a) + b * (bb * b + one_b) + one
    }
}

impl Line {
    fn at(&self, a: f64, b: f64) -> f64 {
        self.0[0] * a + self.0[1] * b + self.0[2]
    }
}

impl Plane {
    /// The plane of two different features through `base`; people beyond the radius do not exist.
    pub fn new(axes: [usize; 2], base: &[f64], radius: f64) -> Self {
        let mut base = base.to_vec();
        for at in axes {
            base[at] = 0.0;
        }
        let held = dot(&base, &base);
        Self { axes, base, held, radius }
    }

    /// The plane of two features where all others are 0, but for an intercept, which is last and 1; in the unit disc.
    pub fn of_features(axes: [usize; 2], dimension: usize, intercept: bool) -> Self {
        let mut base = vec![0.0; dimension];
        if let (true, Some(last)) = (intercept, base.last_mut()) {
            *last = 1.0;
        }
        Self::new(axes, &base, 1.0)
    }

    /// Someone at a place of the plane, as a data set of one.
    pub fn someone(&self, place: [f64; 2], label: f64) -> DataSet {
        let mut features = self.base.clone();
        for (axis, value) in self.axes.into_iter().zip(place) {
            features[axis] = value;
        }
        DataSet::from_rows(features.len(), [(&features[..], label)])
    }

    /// What a person outside the data would lose, per cell from the bottom left; `NaN` where no person
    /// can be.
    pub fn losses(&self, situation: &Situation<'_>, label: f64, cells: usize) -> Vec<f64> {
        let influence = self.form(situation.factor());
        let (prediction, along) = (self.line(situation.theta()), self.line(situation.gradient()));
        let (loss, sigma) = (situation.loss(), situation.sigma());
        self.map(cells, |a, b, square| {
            let local = loss.at(prediction.at(a, b), label, square.sqrt());
            let (mu, along) = (influence.at(a, b).max(0.0), along.at(a, b));
            ex_post(mu, local.slope, local.curvature, square, along, sigma, Side::Outsider).loss()
        })
    }

    /// What a published report tells a person, per cell.
    pub fn bounds(&self, publication: &Publication, label: f64, cells: usize) -> Vec<f64> {
        let influence = publication.released_factor().map(|factor| self.form(factor));
        let along = publication.released_gradient().map(|gradient| self.line(gradient));
        let prediction = self.line(publication.theta());
        let loss = publication.loss();
        self.map(cells, |a, b, square| {
            let local = loss.at(prediction.at(a, b), label, square.sqrt());
            let (form, along) = (influence.map(|form| form.at(a, b)), along.map(|line| line.at(a, b)));
            publication.terms(&local, square, form, along).sum()
        })
    }

    fn map(&self, cells: usize, value: impl Fn(f64, f64, f64) -> f64) -> Vec<f64> {
        let centre = |at: usize| self.radius * ((2 * at + 1) as f64 / cells as f64 - 1.0);
        let limit = self.radius * self.radius + self.held;
        let mut values = Vec::with_capacity(cells * cells);
        for row in 0..cells {
            let b = centre(row);
            for column in 0..cells {
                let a = centre(column);
                let square = a * a + b * b + self.held;
                values.push(if square <= limit { value(a, b, square) } else { f64::NAN });
            }
        }
        values
    }

    fn form(&self, factor: &Cholesky) -> Form {
        let unit = |axis: usize| {
            let mut vector = vec![0.0; self.base.len()];
            vector[axis] = 1.0;
            factor.solve(&vector)
        };
        let [i, j] = self.axes;
        let (first, second, base) = (unit(i), unit(j), factor.solve(&self.base));
        Form([first[i], 2.0 * first[j], second[j], 2.0 * base[i], 2.0 * base[j], dot(&self.base, &base)])
    }

    fn line(&self, vector: &[f64]) -> Line {
        Line([vector[self.axes[0]], vector[self.axes[1]], dot(vector, &self.base)])
    }

    /// The ends of the line `θᵀx = level` within the disc, if it crosses it.
    pub fn decision_line(&self, theta: &[f64], level: f64) -> Option<[[f64; 2]; 2]> {
        let Line([a, b, one]) = self.line(theta);
        let steep = norm(&[a, b]);
        let distance = (level - one) / steep;
        let half = (self.radius * self.radius - distance * distance).sqrt();
        let (x, y) = (a / steep, b / steep);
        let end = |side: f64| [distance * x - side * half * y, distance * y + side * half * x];
        // No number if θ is 0 or the line misses the disc.
        (half > 0.0).then(|| [end(1.0), end(-1.0)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataSet;
    use crate::data::{Generator, generate};
    use crate::learn::Loss;

    #[test]
    fn a_cell_is_the_loss_of_a_person_there() {
        let data = generate(Generator::TwoGaussians, 30, 3, 1);
        let theta = [0.4, -1.1, 0.8];
        let situation = Situation::new(&data, Loss::LOGISTIC, 0.5, 2.0, &theta).unwrap();
        let plane = Plane::new([0, 2], &[9.0, 0.3, 9.0], 1.0);
        let cells = plane.losses(&situation, -1.0, 16);
        for (row, column) in [(8, 8), (3, 7), (12, 10)] {
            let centre = |at: usize| (2.0 * at as f64 + 1.0) / 16.0 - 1.0;
            let other = DataSet::from_rows(3, [(&[centre(column), 0.3, centre(row)][..], -1.0)]);
            let exact = situation.person(&other.person(0), Side::Outsider).loss();
            assert!((cells[row * 16 + column] - exact).abs() < 1e-14);
        }
        assert!(cells[0].is_nan());
    }

    #[test]
    fn the_decision_line_ends_on_the_circle() {
        let plane = Plane::new([0, 1], &[0.0, 0.0, 1.0], 1.0);
        let theta = [3.0, -2.0, 0.7];
        for end in plane.decision_line(&theta, 0.0).unwrap() {
            assert!((norm(&end) - 1.0).abs() < 1e-15);
            assert!((3.0 * end[0] - 2.0 * end[1] + 0.7).abs() < 1e-14);
        }
        assert!(plane.decision_line(&[0.0, 0.0, 1.0], 0.0).is_none());
        assert!(plane.decision_line(&[0.1, 0.0, 1.0], 0.0).is_none());
    }
}
