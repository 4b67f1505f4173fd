//! Data sets drawn from a seed. All features lie in the unit ball by the way they are drawn: a draw outside
//! is drawn again, none is moved.

use serde::Serialize;

use super::DataSet;
use crate::numeric::matrix::{dot, norm};
use crate::numeric::random::Random;

/// How people are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Generator {
    /// Two normal clouds that overlap, one per label.
    TwoGaussians,
    /// Two halves of the ball with a gap between them, labelled by their side.
    MarginBlobs,
    /// A disc of one label inside a ring of the other, which no line separates.
    Ring,
    /// Most people near the middle and a few far out, labelled by a noisy line.
    HeavyTail,
    /// A linear relation with noise for regression; one in twenty people is far off it.
    RegressionLine,
}

impl Generator {
    /// Every generator.
    pub const ALL: [Self; 5] =
        [Self::TwoGaussians, Self::MarginBlobs, Self::Ring, Self::HeavyTail, Self::RegressionLine];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::TwoGaussians => "two-gaussians",
            Self::MarginBlobs => "margin-blobs",
            Self::Ring => "ring",
            Self::HeavyTail => "heavy-tail",
            Self::RegressionLine => "regression-line",
        }
    }

    /// What a person reads.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::TwoGaussians => "two clouds that overlap",
            Self::MarginBlobs => "two halves with a gap",
            Self::Ring => "a disc in a ring, which no line separates",
            Self::HeavyTail => "most near the middle, a few far out",
            Self::RegressionLine => "a line with outliers, for regression",
        }
    }
}

/// Distance of the middles of the two clouds from 0.
const CENTRE: f64 = 0.35;
/// Standard deviation of a cloud, over all directions together.
const SPREAD: f64 = 0.3;
/// Width of the gap between the halves.
const MARGIN: f64 = 0.4;
/// Radius of the inner disc, and of the inner edge of the ring.
const RING: [f64; 2] = [0.4, 0.6];
/// Pareto tail of the distances of the heavy-tailed set, and its smallest distance.
const TAIL: [f64; 2] = [1.2, 0.08];
/// Share of labels that the noisy line gets wrong.
const WRONG: f64 = 0.05;
/// Standard deviation of the labels about the regression line.
const LABEL_NOISE: f64 = 0.05;
/// Share of people far off the regression line.
const OUTLIERS: f64 = 0.05;

/// `people` people with `dimension ≥ 1` features.
pub fn generate(generator: Generator, people: usize, dimension: usize, seed: u64) -> DataSet {
    let mut random = Random::stream(seed, "people");
    let mut data = DataSet::new(dimension);
    let line = direction(&mut random, dimension);
    for at in 0..people {
        let side = if at % 2 == 0 { 1.0 } else { -1.0 };
        let (features, label) = match generator {
            Generator::TwoGaussians => (cloud(&mut random, dimension, side), side),
            Generator::MarginBlobs => {
                let half = |random: &mut Random| {
                    let x = in_ball(random, dimension);
                    (x[0] * side >= 0.5 * MARGIN).then_some(x)
                };
                (until(&mut random, half), side)
            }
            Generator::Ring => {
                let (from, to) = if side > 0.0 { (0.0, RING[0]) } else { (RING[1], 1.0) };
                (in_shell(&mut random, dimension, from, to), side)
            }
            Generator::HeavyTail => {
                let x = far(&mut random, dimension);
                let label = dot(&x, &line).signum();
                (x, if random.uniform() < WRONG { -label } else { label })
            }
            Generator::RegressionLine => {
                let x = in_ball(&mut random, dimension);
                let on_line = 0.8 * dot(&x, &line) + LABEL_NOISE * random.normal();
                let off = random.uniform() < OUTLIERS;
                let label = if off { -0.9f64.copysign(on_line) } else { on_line };
                (x, label.clamp(-1.0, 1.0))
            }
        };
        data.push(&features, label);
    }
    data
}

/// Draws until something fits.
fn until(random: &mut Random, draw: impl Fn(&mut Random) -> Option<Vec<f64>>) -> Vec<f64> {
    loop {
        if let Some(x) = draw(random) {
            return x;
        }
    }
}

/// A direction, all equally likely.
fn direction(random: &mut Random, dimension: usize) -> Vec<f64> {
    let x = random.normals(dimension, 1.0);
    let length = norm(&x).max(f64::MIN_POSITIVE);
    x.into_iter().map(|x| x / length).collect()
}

/// Evenly spread over the ball.
fn in_ball(random: &mut Random, dimension: usize) -> Vec<f64> {
    in_shell(random, dimension, 0.0, 1.0)
}

/// Evenly spread over the shell between two radii.
fn in_shell(random: &mut Random, dimension: usize, from: f64, to: f64) -> Vec<f64> {
    let power = dimension as f64;
    let [inner, outer] = [from, to].map(|radius| libm::pow(radius, power));
    let radius = libm::pow(inner + (outer - inner) * random.uniform(), 1.0 / power);
    // A hair inside: rounding must not carry anyone over an edge.
    let radius = radius.clamp(from * (1.0 + 1e-12), to * (1.0 - 1e-12));
    direction(random, dimension).into_iter().map(|x| radius * x).collect()
}

fn cloud(random: &mut Random, dimension: usize, side: f64) -> Vec<f64> {
    until(random, |random| {
        let mut x = random.normals(dimension, SPREAD / (dimension as f64).sqrt());
        x[0] += CENTRE * side;
        (norm(&x) <= 1.0).then_some(x)
    })
}

fn far(random: &mut Random, dimension: usize) -> Vec<f64> {
    until(random, |random| {
        let radius = TAIL[1] * libm::pow(1.0 - random.uniform(), -1.0 / TAIL[0]);
        let x: Vec<f64> = direction(random, dimension).into_iter().map(|x| radius * x).collect();
        (radius <= 1.0 - 1e-12).then_some(x)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_is_in_the_ball_with_an_allowed_label() {
        for generator in Generator::ALL {
            for dimension in [1, 2, 5, 20] {
                let data = generate(generator, 300, dimension, 3);
                assert_eq!((data.len(), data.dimension()), (300, dimension));
                assert!(data.radius() <= 1.0, "{generator:?}");
                assert!(data.people().all(|person| person.label.abs() <= 1.0));
                if generator != Generator::RegressionLine {
                    assert!(data.people().all(|person| person.label.abs() == 1.0));
                }
            }
        }
    }

    #[test]
    fn a_seed_gives_one_data_set() {
        for generator in Generator::ALL {
            let data = generate(generator, 50, 2, 9);
            assert_eq!(data, generate(generator, 50, 2, 9));
            assert_ne!(data, generate(generator, 50, 2, 10));
            // More people are the same people and others.
            assert_eq!(data.person(49), generate(generator, 80, 2, 9).person(49));
        }
    }

    #[test]
    fn the_gap_and_the_ring_are_empty() {
        let halves = generate(Generator::MarginBlobs, 400, 2, 1);
        assert!(halves.people().all(|person| person.features[0] * person.label >= 0.2));
        let ring = generate(Generator::Ring, 400, 2, 1);
        assert!(ring.people().all(|person| if person.label > 0.0 {
            person.norm <= 0.4
        } else {
            person.norm >= 0.6
        }));
    }
}
