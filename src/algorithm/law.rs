//! Output laws with finitely many pieces: steps of constant density, or atoms.
//!
//! Inverse sensitivity has a density `∝ e^{−εk/2}` on the k-th step, the time at which sparse vector or a doubling
//! search stops is an atom, and so is what was then lost; "never" is an atom at infinity. Weights are logarithms up to
//! one constant, because `e^{−εk/2}` underflows long before the law is normalized.

mod ratio;
#[cfg(test)]
mod tests;

pub use ratio::{LogRatio, RatioCell};

use crate::numeric::logspace::{log_add_exp, log_sum_exp};
use crate::numeric::random::Random;
use crate::numeric::sum::Sum;

/// A step of constant density, not normalized.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// The logarithm of the density, up to a constant that all steps share.
    pub log_density: f64,
}

/// One piece of a [`Law`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// Where it begins.
    pub from: f64,
    /// Where it ends; where it begins if it is an atom.
    pub to: f64,
    /// The logarithm of its probability.
    pub log_mass: f64,
}

impl Piece {
    /// Its probability.
    pub fn mass(&self) -> f64 {
        self.log_mass.exp()
    }

    /// Whether it is a single place.
    pub fn is_atom(&self) -> bool {
        self.from == self.to
    }

    /// The logarithm of its density: by length on a step, by count on an atom.
    pub fn log_density(&self) -> f64 {
        if self.is_atom() { self.log_mass } else { self.log_mass - (self.to - self.from).ln() }
    }

    /// The mean of a function over the piece, from its value on an atom and its mean over a step.
    fn mean(&self, at: impl Fn(f64) -> f64, over: impl Fn(f64, f64) -> f64) -> f64 {
        if self.is_atom() { at(self.from) } else { over(self.from, self.to) }
    }
}

/// Why there is no such law.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoLaw {
    /// No piece has any weight.
    #[error("no piece has any weight")]
    Empty,
    /// A step without two finite ends in order, an atom nowhere, or a weight that is no number.
    #[error("the piece from {from} to {to} with log weight {log_weight} is none")]
    Piece {
        /// Where it begins.
        from: f64,
        /// Where it ends.
        to: f64,
        /// Its weight.
        log_weight: f64,
    },
    /// Two steps share more than an end.
    #[error("two steps overlap at {at}")]
    Overlap {
        /// Where the second one begins.
        at: f64,
    },
}

/// A probability law of steps, or of atoms.
///
/// ```
/// use dpscope::algorithm::law::{Law, Step};
///
/// // The median of 0.3, 0.5 and 0.9 in [0, 1] at ε = 2: the density falls by e^{−1} per person who must change.
/// let steps = [(0.0, 0.3, -2.0), (0.3, 0.5, -1.0), (0.5, 0.9, -1.0), (0.9, 1.0, -2.0)];
/// let law = Law::steps(steps.map(|(from, to, log_density)| Step { from, to, log_density })).unwrap();
/// let median = law.quantile(0.5);
/// assert!((law.distribution(median) - 0.5).abs() < 1e-15);
/// assert!(law.density(0.7) > 2.7 * law.density(0.1));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Law {
    /// By increasing place.
    pieces: Vec<Piece>,
    /// The probability of the first i pieces.
    below: Vec<f64>,
    /// The probability of all pieces from i on.
    above: Vec<f64>,
    log_total: f64,
}

/// By increasing place; one function for all lists, so that a module has one sort of them.
fn by_place(a: &Piece, b: &Piece) -> std::cmp::Ordering {
    a.from.total_cmp(&b.from)
}

impl Law {
    /// The law with these steps, in any order. Steps of length 0 and of weight 0 are left out: ties in the data give
    /// the former.
    pub fn steps(steps: impl IntoIterator<Item = Step>) -> Result<Self, NoLaw> {
        Self::of_steps(steps.into_iter().collect())
    }

    fn of_steps(steps: Vec<Step>) -> Result<Self, NoLaw> {
        let mut pieces = Vec::new();
        for Step { from, to, log_density } in steps {
            if !(from.is_finite() && to.is_finite() && from <= to && log_density < f64::INFINITY) {
                return Err(NoLaw::Piece { from, to, log_weight: log_density });
            }
            let log_mass = log_density + (to - from).ln();
            if log_mass > f64::NEG_INFINITY {
                pieces.push(Piece { from, to, log_mass });
            }
        }
        pieces.sort_by(by_place);
        match pieces.windows(2).find(|pair| pair[1].from < pair[0].to) {
            Some(pair) => Err(NoLaw::Overlap { at: pair[1].from }),
            None => Self::normalized(pieces),
        }
    }

    /// The law with these atoms, each a place and the logarithm of its weight, in any order. Places may be infinite;
    /// equal ones are one atom.
    pub fn atoms(atoms: impl IntoIterator<Item = (f64, f64)>) -> Result<Self, NoLaw> {
        Self::of_atoms(atoms.into_iter().collect())
    }

    fn of_atoms(atoms: Vec<(f64, f64)>) -> Result<Self, NoLaw> {
        let mut pieces: Vec<Piece> = Vec::new();
        for (place, log_mass) in atoms {
            if place.is_nan() || log_mass.is_nan() || log_mass == f64::INFINITY {
                return Err(NoLaw::Piece { from: place, to: place, log_weight: log_mass });
            }
            if log_mass > f64::NEG_INFINITY {
                pieces.push(Piece { from: place, to: place, log_mass });
            }
        }
        pieces.sort_by(by_place);
        pieces.dedup_by(|next, kept| {
            let equal = next.from == kept.from;
            if equal {
                kept.log_mass = log_add_exp(kept.log_mass, next.log_mass);
            }
            equal
        });
        Self::normalized(pieces)
    }

    /// When something stops that stops at time t = 1, 2, … with probability `chances[t − 1]` if it has not before:
    /// `P[t] = p_t Π_{s<t} (1 − p_s)`. Never is an atom at infinity.
    ///
    /// ```
    /// use dpscope::algorithm::law::Law;
    ///
    /// let law = Law::stopping(&[0.5, 0.5]).unwrap();
    /// assert_eq!([1.0, 2.0, f64::INFINITY].map(|time| law.density(time)), [0.5, 0.25, 0.25]);
    /// ```
    pub fn stopping(chances: &[f64]) -> Result<Self, NoLaw> {
        let mut log_left = 0.0;
        let mut atoms = Vec::with_capacity(chances.len() + 1);
        for (at, chance) in chances.iter().enumerate() {
            atoms.push(((at + 1) as f64, log_left + chance.ln()));
            log_left += (-chance).ln_1p();
        }
        atoms.push((f64::INFINITY, log_left));
        Self::atoms(atoms)
    }

    /// Divides by the total weight. The pieces are in order and none is without weight.
    fn normalized(mut pieces: Vec<Piece>) -> Result<Self, NoLaw> {
        if pieces.is_empty() {
            return Err(NoLaw::Empty);
        }
        let logs: Vec<f64> = pieces.iter().map(|piece| piece.log_mass).collect();
        let log_total = log_sum_exp(&logs);
        pieces.iter_mut().for_each(|piece| piece.log_mass -= log_total);
        let below = running(pieces.iter());
        let mut above = running(pieces.iter().rev());
        above.reverse();
        Ok(Self { pieces, below, above, log_total })
    }

    /// Its pieces, by increasing place.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The logarithm of the sum of all weights it was made from, `log Z`.
    pub fn log_total(&self) -> f64 {
        self.log_total
    }

    /// The logarithm of the density at a place: by length on a step, by count on an atom. Where two steps meet it is
    /// that of the right one.
    pub fn log_density(&self, place: f64) -> f64 {
        let after = self.pieces.partition_point(|piece| piece.from <= place);
        let piece = after.checked_sub(1).map(|at| self.pieces[at]).filter(|piece| place <= piece.to);
        piece.map_or(f64::NEG_INFINITY, |piece| piece.log_density())
    }

    /// The density at a place, as [`log_density`](Self::log_density) has it.
    pub fn density(&self, place: f64) -> f64 {
        self.log_density(place).exp()
    }

    /// `P[M ≤ t]`.
    pub fn distribution(&self, place: f64) -> f64 {
        let at = self.pieces.partition_point(|piece| piece.to <= place);
        let part = self.pieces.get(at).filter(|piece| piece.from < place);
        let part = part.map_or(0.0, |piece| piece.mass() * ((place - piece.from) / (piece.to - piece.from)));
        (self.below[at] + part).min(1.0)
    }

    /// `P[M ≥ t]`, with its own digits where it is small.
    pub fn at_least(&self, place: f64) -> f64 {
        let at = self.pieces.partition_point(|piece| piece.from < place);
        let part = at.checked_sub(1).map(|before| self.pieces[before]).filter(|piece| piece.to > place);
        let part = part.map_or(0.0, |piece| piece.mass() * ((piece.to - place) / (piece.to - piece.from)));
        (self.above[at] + part).min(1.0)
    }

    /// `P[|M − c| ≥ r]` for r ≥ 0.
    pub fn tail(&self, center: f64, distance: f64) -> f64 {
        if distance <= 0.0 {
            return 1.0;
        }
        (self.distribution(center - distance) + self.at_least(center + distance)).min(1.0)
    }

    /// The smallest t with `P[M ≤ t] ≥ u`; of a uniform u it is a draw of the law.
    pub fn quantile(&self, share: f64) -> f64 {
        let at = self.below[1..].partition_point(|&below| below < share).min(self.pieces.len() - 1);
        let piece = self.pieces[at];
        if piece.is_atom() {
            return piece.from;
        }
        let inside = ((share - self.below[at]) / piece.mass()).clamp(0.0, 1.0);
        (piece.from + inside * (piece.to - piece.from)).min(piece.to)
    }

    /// A draw, of one uniform number.
    pub fn draw(&self, random: &mut Random) -> f64 {
        self.quantile(random.uniform())
    }

    /// `E[M]`.
    pub fn mean(&self) -> f64 {
        self.expectation(|piece| piece.mean(|x| x, |from, to| 0.5 * from + 0.5 * to))
    }

    /// `E|M − c|`.
    pub fn mean_distance(&self, center: f64) -> f64 {
        self.expectation(|piece| {
            piece.mean(
                |x| (x - center).abs(),
                |from, to| {
                    let (left, right) = (center - from, to - center);
                    if left <= 0.0 || right <= 0.0 {
                        0.5 * (right - left).abs()
                    } else {
                        0.5 * (left * left + right * right) / (to - from)
                    }
                },
            )
        })
    }

    /// `E(M − c)²`.
    pub fn mean_square(&self, center: f64) -> f64 {
        self.expectation(|piece| {
            let (a, b) = (piece.from - center, piece.to - center);
            piece.mean(|_| a * a, |_, _| (a * a + a * b + b * b) / 3.0)
        })
    }

    /// `Var[M]`.
    pub fn variance(&self) -> f64 {
        self.mean_square(self.mean())
    }

    /// The mean of the means over the pieces.
    fn expectation(&self, mean: impl Fn(&Piece) -> f64) -> f64 {
        let mut sum = Sum::default();
        for piece in &self.pieces {
            let value = mean(piece);
            // However rare: its probability may have underflowed, and is not 0.
            if !value.is_finite() {
                return value;
            }
            sum.add(piece.mass() * value);
        }
        sum.value()
    }

    /// The law of `|M − c|`: its quantiles are those of the error. None of an infinite centre.
    pub fn distance_from(&self, center: f64) -> Result<Self, NoLaw> {
        let distance = |place: f64| (place - center).abs();
        if self.pieces.iter().all(Piece::is_atom) {
            return Self::atoms(self.pieces.iter().map(|piece| (distance(piece.from), piece.log_mass)));
        }
        let mut cuts: Vec<f64> =
            self.pieces.iter().flat_map(|piece| [distance(piece.from), distance(piece.to)]).collect();
        cuts.push(0.0);
        cuts.sort_by(f64::total_cmp);
        Self::steps(cuts.windows(2).map(|ends| {
            let middle = 0.5 * ends[0] + 0.5 * ends[1];
            let log_density =
                log_add_exp(self.log_density(center - middle), self.log_density(center + middle));
            Step { from: ends[0], to: ends[1], log_density }
        }))
    }

    /// The law given that M is finite, as "given that it stops"; none if it never is.
    pub fn finite(&self) -> Result<Self, NoLaw> {
        let finite = self.pieces.iter().filter(|piece| piece.from.is_finite());
        Self::normalized(finite.copied().collect())
    }
}

/// The probability before each piece and of all, compensated.
fn running<'a>(pieces: impl Iterator<Item = &'a Piece>) -> Vec<f64> {
    let mut sum = Sum::default();
    let after = pieces.map(|piece| {
        sum.add(piece.mass());
        sum.value()
    });
    std::iter::once(0.0).chain(after).collect()
}
