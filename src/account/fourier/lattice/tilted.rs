//! One law on the lattice, tilted.

use num_complex::Complex64;

use super::common::Law;
use super::roots::Roots;
use crate::numeric::fft::RealTransform;
use crate::numeric::sum::Sum;

/// What the tails of all releases together may have of the tilted law, cut off.
const CUT: f64 = 1e-20;

/// Natural logarithm of the same, for the sum of the releases of a law.
const LOG_CUT: f64 = 47.0;

/// How far the sum of the weights may be from what the log-moment function says.
const SAME: f64 = 1e-9;

/// Relative rounding of a mass, beside that of its exponent.
const MASS: f64 = 6e-15;

/// The most cells of a table of bounds.
const CELLS: f64 = 131_072.0;

/// Roundings of a term of a sum over the atoms: the root, the product, the weight.
const TERM: f64 = 12.0 * f64::EPSILON;

/// Terms that are added up before they join the rest: of n terms the sum is off by about `n/CHUNK + CHUNK` roundings.
const CHUNK: usize = 16;

/// A law tilted by `e^{cL}`: `w_k = p_k e^{c l_k − K(c)}`, around its heaviest atom.
pub struct Tilted {
    /// How often the part occurs.
    pub count: f64,
    /// Places in gaps from the heaviest atom, and the weights there.
    places: Vec<i64>,
    weights: Vec<f64>,
    unit: i64,
    /// The place of the heaviest, as [`Law::half_gaps`].
    pub half_gaps: i64,
    /// How far the sum of all releases may be off: what the losses are moved by, and their rounding.
    pub slack: f64,
    /// More than the share of the releases that is cut off.
    pub lost: f64,
    /// `Σ w η` and `Σ w η |place|`, η the relative error of a term.
    errors: [f64; 2],
}

impl Tilted {
    /// Tilts a law with a log-moment `log_scale` at c; `None` if the two do not agree, or the atoms end too early.
    pub fn new(law: &Law, gap: f64, count: f64, all: f64, c: f64, log_scale: f64) -> Option<Self> {
        let weight = |at: usize| {
            let atom = law.atoms[at];
            (atom.mass.ln() + c * atom.at - log_scale).exp()
        };
        let weights: Vec<f64> = (0..law.atoms.len()).map(weight).collect();
        let mut total = Sum::default();
        weights.iter().for_each(|&weight| total.add(weight));
        let total = total.value();
        if total.is_nan() || (total - 1.0).abs() > SAME {
            return None;
        }
        let cut = CUT / all;
        let tail = |list: &mut dyn Iterator<Item = &f64>| {
            let mut sum = 0.0;
            list.take_while(|weight| {
                sum += **weight;
                sum <= cut
            })
            .count()
        };
        let first = tail(&mut weights.iter());
        let last = weights.len().saturating_sub(tail(&mut weights.iter().rev())).max(first + 1);
        let weights: Vec<f64> = weights.get(first..last)?.iter().map(|weight| weight / total).collect();
        let heaviest = weights.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?.0;
        let centre = law.index[first + heaviest];
        let places: Vec<i64> = law.index[first..last].iter().map(|index| index - centre).collect();
        let mut tilted = Self {
            count,
            places,
            weights,
            unit: law.unit,
            half_gaps: law.half_gaps(first + heaviest),
            slack: 0.0,
            lost: count * 4.0 * cut,
            errors: [0.0; 2],
        };
        let losses = || law.atoms[first..last].iter().map(|atom| atom.at);
        tilted.measure(
            c,
            log_scale,
            &law.atoms[first..last].iter().map(|atom| atom.mass.ln()).collect::<Vec<_>>(),
        );
        let mean: f64 = tilted.weights.iter().zip(losses()).map(|(weight, loss)| weight * loss).sum();
        let variance: f64 = tilted
            .weights
            .iter()
            .zip(losses())
            .map(|(weight, loss)| weight * (loss - mean) * (loss - mean))
            .sum();
        let deviation = law.deviation(gap, first..last);
        let farthest = losses().map(f64::abs).fold(0.0, f64::max);
        tilted.slack = if law.symmetric {
            // Bernstein: the sum is this close to its mean but for e^{−47} on either side.
            let step = (farthest + mean.abs()) * LOG_CUT / 3.0;
            let around = step + (step * step + 2.0 * LOG_CUT * count * variance).sqrt();
            deviation * (count * mean.abs() + around).min(count * farthest)
        } else {
            count * deviation
        };
        Some(tilted)
    }

    fn measure(&mut self, c: f64, log_scale: f64, log_masses: &[f64]) {
        let sums = (self.weights.len() / CHUNK + CHUNK).min(self.weights.len()) as f64;
        for ((&weight, &place), log_mass) in self.weights.iter().zip(&self.places).zip(log_masses) {
            // The exponent of the weight and that of the mass are rounded before they are raised.
            let exponent = 2.0 * log_mass.abs() + weight.max(f64::MIN_POSITIVE).ln().abs() + log_scale.abs();
            let exponent = if c == 0.0 { log_mass.abs() } else { exponent };
            let error = TERM + MASS + f64::EPSILON * (sums + exponent);
            self.errors[0] += weight * error;
            self.errors[1] += weight * error * place.abs() as f64;
        }
    }

    /// How many atoms there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// The place of frequency j on the circle of the law's own lattice.
    pub fn turn(&self, roots: &Roots, j: i64) -> i64 {
        roots.residue(roots.residue(self.unit) * j)
    }

    /// `Σ w (e^{iθk} − 1)` at frequency j, and how far it may be off.
    pub fn excess(&self, roots: &Roots, j: i64) -> (Complex64, f64) {
        let turn = self.turn(roots, j);
        let mut sum = Complex64::ZERO;
        for (weights, places) in self.weights.chunks(CHUNK).zip(self.places.chunks(CHUNK)) {
            let mut part = Complex64::ZERO;
            for (weight, place) in weights.iter().zip(places) {
                part += *weight * roots.less_one(roots.residue(place / self.unit * turn));
            }
            sum += part;
        }
        (sum, self.error(roots, turn))
    }

    /// How far the sum may be off: by the size of its terms.
    pub fn error(&self, roots: &Roots, turn: i64) -> f64 {
        (2.0 * self.errors[0]).min(roots.angle(turn) * self.errors[1] / self.unit as f64)
    }

    /// The sums of all frequencies at once, by a transform whose length is a power of two.
    pub fn transform(&self, length: usize) -> Option<(Vec<Complex64>, f64)> {
        let mut signal = vec![0.0; length];
        for (&weight, place) in self.weights.iter().zip(&self.places) {
            signal[place.rem_euclid(length as i64) as usize] += weight;
        }
        let spectrum = RealTransform::new(length).forward(&signal).ok()?;
        let error = 8.0 * f64::EPSILON * (length as f64).log2() + 2.0 * self.errors[0];
        // The law is summed with positive powers, its transform with negative ones.
        Some((spectrum.into_iter().map(|value| value.conj() - 1.0).collect(), error))
    }

    /// Bounds of `count · log |Σ w e^{iθk}|` on equal cells of the circle.
    ///
    /// A function with a second derivative of at most D is off its chord by at most `Dh²/8`; its values on a regular
    /// grid are a transform of the weights folded to its length.
    pub fn bounds(&self) -> Option<Vec<f64>> {
        let own = |place: &i64| (place / self.unit) as f64;
        let moment: f64 =
            self.weights.iter().zip(&self.places).map(|(w, place)| w * own(place).powi(2)).sum();
        let cells = (512.0 * moment.sqrt()).clamp(256.0, CELLS) as usize;
        let cells = cells.next_power_of_two();
        let mut folded = vec![0.0; cells];
        for (&weight, place) in self.weights.iter().zip(&self.places) {
            folded[(place / self.unit).rem_euclid(cells as i64) as usize] += weight;
        }
        let values = RealTransform::new(cells).forward(&folded).ok()?;
        let width = std::f64::consts::TAU / cells as f64;
        let curve = width * width / 8.0 * moment + 1e-13;
        let bound =
            |pair: &[Complex64]| self.count * (pair[0].norm().max(pair[1].norm()) + curve).min(1.0).ln();
        Some(values.windows(2).map(bound).collect())
    }
}
