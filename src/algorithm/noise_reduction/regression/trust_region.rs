//! The smallest value of a quadratic on a ball, whether or not the quadratic is convex.
//!
//! Noise on a covariance may make it indefinite. The source asks for the minimum on a ball and says nothing of how it is
//! found (Ligett, Neel, Roth, Waggoner and Wu 2017, Thm 3.1); with an indefinite matrix this is the trust-region
//! subproblem, which has one global solution up to a sign (Moré and Sorensen 1983).

use serde::Serialize;

use crate::numeric::eigen::Spectrum;
use crate::numeric::matrix::{Symmetric, dot, norm};

/// Steps of the search for the multiplier; it converges quadratically and gains a bit with each step that does not.
const STEPS: usize = 200;

/// How a model is made from a noisy quadratic. Either is post-processing, so that what it costs is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum BallSolver {
    /// The minimum on the ball, whatever the signs of the eigenvalues.
    TrustRegion,
    /// The point where the gradient vanishes, shortened to the ball if it is longer. Of an indefinite matrix that is a
    /// saddle and no minimum.
    InverseRescale,
}

impl BallSolver {
    /// Both.
    pub const ALL: [Self; 2] = [Self::TrustRegion, Self::InverseRescale];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::TrustRegion => "trust-region",
            Self::InverseRescale => "inverse-rescale",
        }
    }

    /// What a person reads.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::TrustRegion => "the minimum on the ball",
            Self::InverseRescale => "solve without the ball, then shorten",
        }
    }
}

/// Where the minimum lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Inside of the ball: the matrix is positive definite and the ball does not matter.
    Inside,
    /// On the sphere, with one multiplier that makes the norm right.
    Sphere,
    /// On the sphere, where the linear term has no part along the lowest eigenvector: it and its mirror image are equally
    /// good.
    Hard,
}

/// `½θᵀAθ − gᵀθ` on the ball of a radius.
#[derive(Debug, Clone, Copy)]
pub struct BallProblem<'a> {
    /// A, finite.
    pub matrix: &'a Symmetric,
    /// g, finite.
    pub linear: &'a [f64],
    /// M > 0.
    pub radius: f64,
}

/// A point of the ball.
#[derive(Debug, Clone, PartialEq)]
pub struct BallPoint {
    /// θ.
    pub theta: Vec<f64>,
    /// μ ≥ 0 with `(A + μI)θ = g`; of a shortened point the μ is 0 and the equation does not hold.
    pub multiplier: f64,
    /// Where it lies.
    pub place: Place,
    /// The smallest eigenvalue of A.
    pub smallest: f64,
}

/// How far a point is from the conditions that make it the global minimum (Moré and Sorensen 1983, Lemma 2.1): all of
/// them hold if and only if no point of the ball is lower.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Optimality {
    /// `‖(A + μI)θ − g‖`.
    pub stationarity: f64,
    /// `μ(M − ‖θ‖)`.
    pub slackness: f64,
    /// The smallest eigenvalue of `A + μI`, which must not be negative.
    pub curvature: f64,
    /// `‖θ‖ − M`, which must not be positive.
    pub beyond: f64,
}

impl BallProblem<'_> {
    /// A point by the chosen way.
    pub fn solve(&self, solver: BallSolver) -> BallPoint {
        let spectrum = Spectrum::of(self.matrix);
        let linear = spectrum.coordinates(self.linear);
        match solver {
            BallSolver::TrustRegion => self.minimum(&spectrum, &linear),
            BallSolver::InverseRescale => self.shortened(&spectrum, &linear),
        }
    }

    /// `½θᵀAθ − gᵀθ`.
    pub fn value(&self, theta: &[f64]) -> f64 {
        let form: f64 =
            theta.iter().enumerate().map(|(at, value)| value * dot(self.matrix.row(at), theta)).sum();
        0.5 * form - dot(self.linear, theta)
    }

    /// The conditions of the minimum at a point, from the matrix itself and its eigenvalues by Jacobi rotations.
    pub fn optimality(&self, point: &BallPoint) -> Optimality {
        let theta = &point.theta;
        let residual: Vec<f64> = (0..theta.len())
            .map(|at| dot(self.matrix.row(at), theta) + point.multiplier * theta[at] - self.linear[at])
            .collect();
        let length = norm(theta);
        Optimality {
            stationarity: norm(&residual),
            slackness: point.multiplier * (self.radius - length),
            curvature: self.matrix.eigenvalues().first().map_or(0.0, |least| least + point.multiplier),
            beyond: length - self.radius,
        }
    }

    fn minimum(&self, spectrum: &Spectrum, linear: &[f64]) -> BallPoint {
        let values = spectrum.values();
        let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let least = (-smallest).max(0.0);
        // λ + μ as (λ + least) + s: the gap to the lowest eigenvalue is exact where all depends on it.
        let gaps: Vec<f64> = values.iter().map(|value| value + least).collect();
        let at = |s: f64| -> Vec<f64> {
            let share = |(&g, gap): (&f64, &f64)| if g == 0.0 { 0.0 } else { g / (gap + s) };
            linear.iter().zip(&gaps).map(share).collect()
        };
        let lowest = at(0.0);
        let point = |coordinates: &[f64], s: f64, place: Place| BallPoint {
            theta: spectrum.vector(coordinates),
            multiplier: least + s,
            place,
            smallest,
        };
        // A component of the lowest eigenvector makes it infinite.
        let length = norm(&lowest);
        if length <= self.radius {
            if smallest > 0.0 {
                return point(&lowest, 0.0, Place::Inside);
            }
            let mut coordinates = lowest;
            if let Some(first) = gaps.iter().position(|&gap| gap == 0.0) {
                let rest = (self.radius - length) * (self.radius + length);
                coordinates[first] += rest.max(0.0).sqrt();
            }
            return point(&coordinates, 0.0, Place::Hard);
        }
        let s = self.shift(linear, &gaps);
        point(&at(s), s, Place::Sphere)
    }

    /// The s > 0 with `‖g/(gaps + s)‖ = M`.
    ///
    /// Newton's method on `1/‖θ(s)‖`, which is nearly a line and concave, so that steps from the left never pass the
    /// root; halved in the logarithm where one leaves the bracket. `s ≥ |g|/M` for what lies along a gap of 0, and
    /// `s ≤ ‖g‖/M` for all.
    fn shift(&self, linear: &[f64], gaps: &[f64]) -> f64 {
        let along: f64 = linear.iter().zip(gaps).filter(|(_, gap)| **gap == 0.0).map(|(g, _)| g * g).sum();
        let (mut low, mut high) = (along.sqrt() / self.radius, norm(linear) / self.radius);
        let mut s = low;
        for _ in 0..STEPS {
            let (mut square, mut cube) = (0.0, 0.0);
            for (g, gap) in linear.iter().zip(gaps).filter(|(g, _)| **g != 0.0) {
                let theta = g / (gap + s);
                square += theta * theta;
                cube += theta * theta / (gap + s);
            }
            let length = square.sqrt();
            if length > self.radius {
                low = low.max(s)
            } else {
                high = high.min(s)
            }
            // ψ = 1/‖θ‖, ψ′ = cube/‖θ‖³.
            let next = s + (length / self.radius - 1.0) * square / cube;
            let next = if next >= low && next <= high {
                next
            } else if low > 0.0 {
                (low.sqrt() * high.sqrt()).clamp(low, high)
            } else {
                0.5 * (low + high)
            };
            if (next - s).abs() <= 2.0 * f64::EPSILON * s {
                return next;
            }
            s = next;
        }
        s
    }

    fn shortened(&self, spectrum: &Spectrum, linear: &[f64]) -> BallPoint {
        let values = spectrum.values();
        let share = |(&g, value): (&f64, &f64)| if g == 0.0 { 0.0 } else { g / value };
        let mut coordinates: Vec<f64> = linear.iter().zip(values).map(share).collect();
        if coordinates.iter().any(|value| !value.is_finite()) {
            // An eigenvalue of 0: in the limit only its direction is left.
            for value in &mut coordinates {
                *value = if value.is_finite() { 0.0 } else { value.signum() };
            }
            let length = norm(&coordinates);
            coordinates.iter_mut().for_each(|value| *value *= self.radius / length);
        }
        let length = norm(&coordinates);
        let place = if length > self.radius { Place::Sphere } else { Place::Inside };
        if place == Place::Sphere {
            coordinates.iter_mut().for_each(|value| *value *= self.radius / length);
        }
        BallPoint {
            theta: spectrum.vector(&coordinates),
            multiplier: 0.0,
            place,
            smallest: values.iter().copied().fold(f64::INFINITY, f64::min),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::numeric::random::Random;

    fn diagonal(values: &[f64]) -> Symmetric {
        Symmetric::from_lower(values.len(), |i, j| if i == j { values[i] } else { 0.0 })
    }

    fn assert_is_the_minimum(problem: &BallProblem<'_>, seed: u64) -> BallPoint {
        let found = problem.solve(BallSolver::TrustRegion);
        let scale = problem.matrix.frobenius_norm() * problem.radius + norm(problem.linear);
        let size = found.theta.len() as f64;
        let Optimality { stationarity, slackness, curvature, beyond } = problem.optimality(&found);
        assert!(stationarity <= 1e-13 * size * scale, "{stationarity} {scale} {found:?}");
        assert!(slackness.abs() <= 1e-12 * size * scale, "{slackness} {found:?}");
        assert!(curvature >= -1e-13 * size * problem.matrix.frobenius_norm(), "{curvature} {found:?}");
        assert!(beyond <= 1e-13 * problem.radius && found.multiplier >= 0.0, "{beyond} {found:?}");
        // No point drawn from the ball is lower, nor is the other solver's.
        let mut random = Random::new(seed);
        let value = problem.value(&found.theta);
        let mut others = vec![problem.solve(BallSolver::InverseRescale).theta];
        for _ in 0..40 {
            let x = random.normals(found.theta.len(), 1.0);
            let share = problem.radius * random.uniform() / norm(&x);
            others.push(x.iter().map(|x| share * x).collect());
        }
        for other in others {
            assert!(norm(&other) <= problem.radius * (1.0 + 1e-13));
            assert!(problem.value(&other) >= value - 1e-12 * size * scale * problem.radius);
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// The conditions of the minimum, on matrices of every signature, on balls that matter and balls that do not.
        #[test]
        fn the_conditions_of_the_minimum_hold(
            size in 1usize..14, seed in 0..1_000_000u64, shift in -4.0..4.0f64, log_radius in -6.0..4.0f64,
            log_linear in -9.0..3.0f64,
        ) {
            let mut random = Random::new(seed);
            let mut matrix = Symmetric::from_lower(size, |_, _| random.normal());
            matrix.add_identity(shift);
            let linear = random.normals(size, log_linear.exp());
            assert_is_the_minimum(&BallProblem { matrix: &matrix, linear: &linear, radius: log_radius.exp() }, seed);
        }

        /// The hard case, turned by a random orthogonal map, and its neighbourhood: a linear term with next to no part, or
        /// none, along the lowest eigenvectors.
        #[test]
        fn the_hard_case_is_solved(
            size in 2usize..10, seed in 0..1_000_000u64, multiple in 1usize..3, part in prop::sample::select(vec![0.0, 1e-18, 1e-12, 1e-6]),
        ) {
            let mut random = Random::new(seed);
            let turn = Spectrum::of(&Symmetric::from_lower(size, |_, _| random.normal()));
            let lowest = -1.0 - random.uniform();
            let multiple = multiple.min(size - 1);
            let values: Vec<f64> = (0..size).map(|at| if at < multiple { lowest } else { lowest + 1.0 + 3.0 * random.uniform() }).collect();
            let coordinates: Vec<f64> = (0..size).map(|at| if at < multiple { part } else { random.normal() }).collect();
            let mut matrix = Symmetric::scaled_identity(size, 0.0);
            for (at, value) in values.iter().enumerate() {
                let unit: Vec<f64> = (0..size).map(|i| f64::from(u8::from(i == at))).collect();
                matrix.add_outer(*value, &turn.vector(&unit));
            }
            let linear = turn.vector(&coordinates);
            let free: f64 = (multiple..size).map(|at| (coordinates[at] / (values[at] - lowest)).powi(2)).sum();
            let problem = BallProblem { matrix: &matrix, linear: &linear, radius: 1.5 * free.sqrt() };
            let found = assert_is_the_minimum(&problem, seed);
            prop_assert!((norm(&found.theta) / problem.radius - 1.0).abs() < 1e-7);
            // s ≤ ‖part‖/√(M² − ‖rest‖²), and with M half as long again as the rest the root is above 0.7M.
            let most = part * (multiple as f64).sqrt() / (0.7 * problem.radius);
            prop_assert!((found.multiplier + lowest).abs() < 1e-12 + most, "{} {lowest}", found.multiplier);
        }
    }

    /// Row D4: the hard case of a diagonal matrix, and one on the sphere.
    #[test]
    fn known_minima() {
        let found = BallProblem { matrix: &diagonal(&[-1.0, 2.0]), linear: &[0.0, 1.0], radius: 2.0 };
        let found = assert_is_the_minimum(&found, 1);
        assert_eq!((found.place, found.multiplier), (Place::Hard, 1.0));
        assert!((found.theta[0].abs() - 1.972_026_594_366_539).abs() < 1e-14);
        assert!((found.theta[1] - 1.0 / 3.0).abs() < 1e-15);
        let matrix = diagonal(&[1.0, 3.0]);
        let found =
            assert_is_the_minimum(&BallProblem { matrix: &matrix, linear: &[4.0, 3.0], radius: 1.0 }, 1);
        assert_eq!(found.place, Place::Sphere);
        assert!((found.multiplier - 3.507_556_189_49).abs() < 1e-11);
        // Nothing pulls: the ends of the lowest axis, and inside of a convex bowl the middle.
        let found = assert_is_the_minimum(
            &BallProblem { matrix: &diagonal(&[-1.0, -1.0]), linear: &[0.0, 0.0], radius: 3.0 },
            1,
        );
        assert!((norm(&found.theta) - 3.0).abs() < 1e-15);
        let found =
            assert_is_the_minimum(&BallProblem { matrix: &matrix, linear: &[0.0, 0.0], radius: 3.0 }, 1);
        assert_eq!((found.place, &found.theta[..]), (Place::Inside, &[0.0, 0.0][..]));
    }

    /// A matrix with an eigenvalue of 0 has no inverse; the shortened point is its direction.
    #[test]
    fn a_singular_matrix_has_a_direction() {
        let problem = BallProblem { matrix: &diagonal(&[0.0, 1.0]), linear: &[-2.0, 1.0], radius: 4.0 };
        assert_eq!(problem.solve(BallSolver::InverseRescale).theta, [-4.0, 0.0]);
    }
}
