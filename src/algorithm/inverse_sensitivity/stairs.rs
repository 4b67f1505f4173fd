//! Nested levels of a path length, and the law `∝ e^{−(ε/2) len}` on them.

use crate::algorithm::law::{Law, NoLaw, Step};

/// The most points of a grid.
pub const MOST_POINTS: usize = 100_000;
/// How near a point of a grid is on the end of a level, in spacings.
const GRID_SLACK: f64 = 1e-9;

/// The sets `{t : len(t) ≤ k}` for k = 0, 1, …, intervals each inside the next; the last is the whole set of answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Stairs {
    levels: Vec<[f64; 2]>,
    /// Whether nothing within the first level is ever answered.
    hole: bool,
}

/// A part of the answers with one path length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tread {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// The path length there.
    pub length: usize,
}

impl Stairs {
    /// Levels that grow up to the whole set of answers; they are cut where they have reached it.
    pub(super) fn new(levels: impl IntoIterator<Item = [f64; 2]>, whole: [f64; 2]) -> Self {
        let mut kept: Vec<[f64; 2]> = Vec::new();
        for [low, high] in levels {
            let [low, high] = kept.last().map_or([low, high], |last| [low.min(last[0]), high.max(last[1])]);
            let level = [low.max(whole[0]), high.min(whole[1])];
            kept.push(level);
            if level == whole {
                break;
            }
        }
        if kept.last() != Some(&whole) {
            kept.push(whole);
        }
        Self { levels: kept, hole: false }
    }

    /// The same without the first level.
    pub(super) fn with_hole(self) -> Self {
        Self { hole: true, ..self }
    }

    /// `{t : len(t) ≤ k}` for k = 0, 1, …
    pub fn levels(&self) -> &[[f64; 2]] {
        &self.levels
    }

    /// The path length of an answer.
    pub fn length(&self, place: f64) -> usize {
        length_in(&self.levels, place)
    }

    /// The parts of one path length, from left to right; none is empty.
    pub fn treads(&self) -> Vec<Tread> {
        let rises = || self.levels.windows(2).enumerate().map(|(at, pair)| (at + 1, pair));
        let mut treads: Vec<Tread> =
            rises().rev().map(|(length, pair)| Tread { from: pair[1][0], to: pair[0][0], length }).collect();
        if !self.hole {
            treads.push(Tread { from: self.levels[0][0], to: self.levels[0][1], length: 0 });
        }
        treads.extend(rises().map(|(length, pair)| Tread { from: pair[0][1], to: pair[1][1], length }));
        treads.retain(|tread| tread.from < tread.to);
        treads
    }

    /// The law with density `∝ e^{−(ε/2) len}` by length.
    ///
    /// # Errors
    /// Of a single point, which has no length.
    pub fn law(&self, epsilon: f64) -> Result<Law, NoLaw> {
        Law::steps(self.treads().into_iter().map(|tread| Step {
            from: tread.from,
            to: tread.to,
            log_density: -0.5 * epsilon * tread.length as f64,
        }))
    }

    /// The law with probability `∝ e^{−(ε/2) len}` on each point of the grid that begins where the answers do: one uniform
    /// number and comparisons draw from it, so that no rounding of a density touches the guarantee. A point within a
    /// billionth of the spacing of a level's end lies on it, so that neither does the rounding of that end.
    ///
    /// # Errors
    /// If no point has any weight.
    pub fn grid(&self, epsilon: f64, spacing: f64) -> Result<Law, NoLaw> {
        let whole = self.levels[self.levels.len() - 1];
        let slack = GRID_SLACK * spacing;
        let count = ((whole[1] - whole[0] + slack) / spacing).floor() as usize;
        let point = |at: usize| (whole[0] + at as f64 * spacing).min(whole[1]);
        let wider: Vec<[f64; 2]> =
            self.levels.iter().map(|[low, high]| [low - slack, high + slack]).collect();
        let atoms = (0..=count.min(MOST_POINTS)).map(|at| {
            let place = point(at);
            let length = length_in(&wider, place);
            let weight = -0.5 * epsilon * length as f64;
            (place, if self.hole && length == 0 { f64::NEG_INFINITY } else { weight })
        });
        Law::atoms(atoms)
    }

    /// `P[len = k]` for k = 0, 1, … of a law of these stairs at ε: what is left of each weight tells its length.
    pub fn chances(&self, law: &Law, epsilon: f64) -> Vec<f64> {
        let mut chances = vec![0.0; self.levels.len()];
        let last = chances.len() - 1;
        for piece in law.pieces() {
            let length = -2.0 * (piece.log_density() + law.log_total()) / epsilon;
            chances[(length.round() as usize).min(last)] += piece.mass();
        }
        chances
    }
}

/// The first level that has a place.
fn length_in(levels: &[[f64; 2]], place: f64) -> usize {
    let outside = |level: &[f64; 2]| !(level[0]..=level[1]).contains(&place);
    levels.partition_point(outside).min(levels.len() - 1)
}
