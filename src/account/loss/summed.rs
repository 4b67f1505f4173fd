//! The law of the sum of the losses, point by point.

use std::f64::consts::TAU;

use num_complex::Complex64;

use super::ends::Ends;
use super::lattice::{Cells, Frame, Lattice, Tails};
use super::laws::Combs;
use super::stand_in::coarse_law;
use super::tilted::{LONGEST, log_moment};
use crate::account::{Part, Unavailable};
use crate::guarantee::{Atom, Interval};
use crate::numeric::fft::RealTransform;
use crate::watch;

/// A lattice of losses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mesh {
    /// The distance of two losses.
    pub step: f64,
    /// How many there are: a power of two.
    pub points: usize,
}

/// The probability that may be cut from a composition at either end, and with which its moves may be larger than stated.
const CUT: f64 = 1e-12;

/// What may be cut from a composition at the lower end, where it changes no bound of what is lost; and what a single release
/// may have there in any case, since masses are known to rounding only.
const CUT_BELOW: f64 = 1e-9;
const LEAST: f64 = 1e-12;

/// Natural logarithm of what may wrap around, if the lattice is chosen here.
const WRAPPED: f64 = 32.0;

/// The points of the laws by which the window is found.
const COARSE: f64 = 1024.0;

/// The fewest and the most points of a lattice that is chosen here; of all releases together.
const FEWEST: f64 = 16_384.0;
const MOST: f64 = 262_144.0;
const TOGETHER: f64 = 4_194_304.0;

/// More releases than this take a finer lattice: the moves of all of them add up.
const MANY: f64 = 20.0;

/// How often a lattice is made coarser until it fits.
const TRIALS: usize = 12;

/// The most atoms that are told apart from the rest of the law.
const ATOMS: usize = 400;

/// An atom is told apart from this mass on.
const FAINT: f64 = 1e-9;

/// The law of `L = Σ L_i` under P on one lattice, composed by a Fourier transform: what a numerical accountant of loss
/// distributions works with (Koskela, Jälkö and Honkela 2020), with everything that it may be off by.
///
/// Each release is above its pair ("connect the dots"; Doroshenko et al. 2022). So a loss of the lattice is a true loss
/// and a move: `L̂ = L + S`, where the move of each release stays within a step η and has `E[e^{−Z}] = 1` given the
/// output. Therefore `0 ≤ E[Z] ≤ η²/8` and, by Hoeffding's lemma, either side has `P[±(S − E S) > t] ≤ e^{−2t²/(nη²)}`; the
/// cumulative distribution of L lies between that of the lattice moved by as much to the left and to the right. Where the
/// masses of a cell are known to rounding only, a move may go to the wrong point, but no further than a step.
pub struct Summed {
    /// The lattice.
    pub mesh: Mesh,
    /// The first loss: the lattice reaches from here to `step · points` further on.
    pub from: f64,
    /// P-masses by increasing loss.
    pub masses: Vec<f64>,
    /// The atoms of the sum that are among the masses; none where there are too many to tell apart.
    pub atoms: Vec<Atom>,
    /// Whether every loss is that of an atom.
    pub discrete: bool,
    /// `P[q = 0]`, of the pairs themselves.
    pub infinite: Interval,
    /// The probability that the laws of the releases were cut off by, at either end.
    pub outside: f64,
    /// The probability that lies outside of the lattice and appears inside it, a whole number of widths away.
    pub wrapped: f64,
    /// No loss has moved further, but for a probability of [`strays`](Self::strays).
    pub moved: f64,
    /// The probability that a loss has moved further.
    pub strays: f64,
    /// By how much rounding may have changed any sum of masses.
    pub rounding: f64,
    /// `P[L̂ ≤ ·]` of the lattice.
    cumulative: Vec<f64>,
}

/// Laws on one lattice or on several, each with its step and its count.
struct Moments<'a>(Vec<(&'a Lattice, f64, f64)>);

impl Moments<'_> {
    /// `K(c)`; infinite, which bounds nothing, where it leaves the range of numbers.
    fn log(&self, c: f64) -> f64 {
        let sum: f64 = self.0.iter().map(|(law, step, count)| count * log_moment(law, *step, c)).sum();
        if sum.is_finite() { sum } else { f64::INFINITY }
    }

    /// Powers of two, from the flattest tilt to the steepest.
    fn tilts() -> impl Iterator<Item = f64> {
        (-40..=40).map(|power| 2f64.powi(power))
    }

    /// Beyond which losses there is at most a probability of `e^{−log}` on either side (Chernoff).
    fn window(&self, log: f64) -> (f64, f64) {
        let mut ends = (f64::NEG_INFINITY, f64::INFINITY);
        for c in Self::tilts() {
            let (low, high) = (-(self.log(-c) + log) / c, (self.log(c) + log) / c);
            ends = (if low > ends.0 { low } else { ends.0 }, if high < ends.1 { high } else { ends.1 });
        }
        ends
    }

    /// A bound of the probability outside of a window.
    fn outside(&self, (from, to): (f64, f64)) -> f64 {
        let mut least = (0.0f64, 0.0f64);
        for c in Self::tilts() {
            least = (least.0.min(self.log(-c) + c * from), least.1.min(self.log(c) - c * to));
        }
        (least.0.exp() + least.1.exp()).min(1.0)
    }
}

impl Summed {
    /// Composes the parts, on this lattice or on one that leaves next to nothing out; `None` where no lattice holds them.
    pub fn new(parts: &[Part<'_>], chosen: Option<Mesh>) -> Result<Option<Self>, Unavailable> {
        let count: f64 = parts.iter().map(|part| part.count).sum();
        let tails = Tails { low: (CUT_BELOW / count).max(LEAST), high: (0.1 * CUT / count).max(1e-300) };
        let Some(rough) = parts.iter().map(|part| coarse_law(&*part.pair, tails, COARSE)).collect() else {
            return Ok(None);
        };
        let rough: Vec<(Lattice, f64)> = rough;
        let with_counts = rough.iter().zip(parts).map(|((law, step), part)| (law, *step, part.count));
        let (bottom, top) = Moments(with_counts.collect()).window(WRAPPED);
        let most = (TOGETHER / parts.len() as f64).min(MOST);
        let points = (FEWEST * (count / MANY).sqrt().max(1.0)).min(most);
        let mut step = chosen.map_or(1.05 * (top - bottom) / points, |mesh| mesh.step);
        if chosen.is_none() {
            step = Combs::new(parts).step(step);
        }
        for _ in 0..TRIALS {
            watch::go_on()?;
            if !(step > 0.0 && step < f64::INFINITY) {
                return Ok(None);
            }
            let frames: Vec<Frame> = parts.iter().map(|part| Frame::new(&*part.pair, step, tails)).collect();
            let long = frames.iter().map(|frame| frame.len() as f64).sum::<f64>() > 2.0 * MOST;
            if !long {
                let laws: Vec<Lattice> = parts
                    .iter()
                    .zip(frames)
                    .map(|(part, frame)| Cells::new(&*part.pair, frame).law_above())
                    .collect();
                if let Some(found) = Self::on(parts, &laws, step, chosen.map(|mesh| mesh.points))? {
                    return Ok(Some(found));
                }
            }
            if chosen.is_some() {
                return Ok(None);
            }
            step *= 2.0;
        }
        Ok(None)
    }

    /// Composes laws on a lattice of this step; `None` if it would be too long.
    fn on(
        parts: &[Part<'_>],
        laws: &[Lattice],
        step: f64,
        points: Option<usize>,
    ) -> Result<Option<Self>, Unavailable> {
        let moments = Moments(laws.iter().zip(parts).map(|(law, part)| (law, step, part.count)).collect());
        let (bottom, top) = moments.window(WRAPPED);
        let needed = (top - bottom) / step + 4.0;
        if needed.is_nan() || needed > LONGEST as f64 && points.is_none() {
            return Ok(None);
        }
        let points = points.unwrap_or((needed as usize).next_power_of_two().max(256));
        // In the middle of what there is.
        let middle = 0.5 * (bottom + top);
        let counts = || laws.iter().zip(parts).map(|(law, part)| (law, part.count));
        let offset: f64 = counts().map(|(law, count)| count * law.offset).sum();
        let origin: f64 = counts().map(|(law, count)| count * law.first as f64).sum();
        let start = ((middle - offset) / step - 0.5 * points as f64).round() - origin;
        let from = offset + (origin + start) * step;
        let mesh = Mesh { step, points };
        let lists = || laws.iter().map(|law| &law.masses[..]);
        let (masses, mut rounding) = added(lists(), parts, mesh, start)?;
        let total: f64 = counts().map(|(law, count)| count * mass(law).ln()).sum();
        rounding += 2.0 * total.exp_m1().abs();
        let mut found = Self {
            mesh,
            from,
            cumulative: running(&masses),
            masses,
            atoms: Vec::new(),
            discrete: false,
            infinite: Ends::new(parts).infinite,
            outside: 0.0,
            wrapped: moments.outside((from, from + step * points as f64)),
            moved: 1e-12 * (from.abs() + step * points as f64),
            strays: 0.0,
            rounding,
        };
        let (mut variance, mut loose) = (0.0, 0.0);
        for ((law, count), part) in counts().zip(parts) {
            let lowest = law.offset + law.first as f64 * step;
            let low = part.pair.masses(f64::NEG_INFINITY, lowest).p.upper;
            found.outside += count * (low + (law.infinite - part.pair.infinite()).max(0.0));
            found.moved += count * law.shift;
            loose += count * (law.loose - low).max(0.0);
            if law.moved {
                variance += 0.25 * count * step * step;
            }
        }
        if variance > 0.0 {
            // So many releases may have moved by a step to the wrong side: as many as a Poisson law of that mean exceeds
            // with a probability of e^{-28} only.
            let wrong = if loose > CUT { (7.4 * loose).max(28.0) } else { 0.0 };
            found.moved += (-2.0 * CUT.ln() * variance).sqrt() + 0.5 * variance + wrong * step;
            found.strays = 2.0 * CUT;
        }
        found.outside = found.outside.min(1.0);
        found.tell_atoms_apart(parts, laws, start)?;
        Ok(Some(found))
    }

    /// The atoms of a sum are the sums of atoms.
    fn tell_atoms_apart(
        &mut self,
        parts: &[Part<'_>],
        laws: &[Lattice],
        start: f64,
    ) -> Result<(), Unavailable> {
        let Mesh { step, .. } = self.mesh;
        let mut lists = Vec::new();
        let mut share = 1.0;
        for (part, law) in parts.iter().zip(laws) {
            let mut list = vec![0.0; law.masses.len()];
            for Atom { at, mass } in part.pair.loss().atoms {
                let place = ((at - law.offset) / step).round() as i64 - law.first;
                if let Some(there) = usize::try_from(place).ok().and_then(|place| list.get_mut(place)) {
                    *there += mass;
                }
            }
            let finite = 1.0 - part.pair.infinite();
            share *= (list.iter().sum::<f64>() / finite).min(1.0).powf(part.count);
            lists.push(list);
        }
        self.discrete = share > 1.0 - 1e-9;
        if share < FAINT {
            return Ok(());
        }
        let (masses, _) = added(lists.iter().map(|list| &list[..]), parts, self.mesh, start)?;
        let heavy = masses.iter().enumerate().filter(|(_, mass)| **mass > FAINT);
        let atoms: Vec<Atom> =
            heavy.map(|(at, &mass)| Atom { at: self.from + at as f64 * step, mass }).collect();
        if atoms.len() <= ATOMS {
            self.atoms = atoms;
        }
        Ok(())
    }

    /// Where the lattice ends.
    pub fn to(&self) -> f64 {
        self.from + self.mesh.step * self.mesh.points as f64
    }

    /// The lattice's own `P[L ≤ x]`, which is drawn.
    pub fn at_most(&self, x: f64) -> f64 {
        let places = ((x - self.from) / self.mesh.step).floor() + 1.0;
        let places = places.clamp(0.0, self.masses.len() as f64) as usize;
        places.checked_sub(1).map_or(0.0, |last| self.cumulative[last]).clamp(0.0, 1.0)
    }

    /// `P[L ≤ x]`.
    pub fn cumulative(&self, x: f64) -> Interval {
        // What was cut off has only moved up: to the lowest point, or to infinity.
        let error = self.strays + self.wrapped + self.rounding;
        let (lower, upper) =
            (self.at_most(x - self.moved) - error, self.at_most(x + self.moved) + error + self.outside);
        Interval { lower, upper }.within(0.0, 1.0 - self.infinite.lower)
    }
}

/// All mass of a law, which is 1 to rounding.
fn mass(law: &Lattice) -> f64 {
    law.masses.iter().sum::<f64>() + law.infinite
}

fn running(masses: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |mass: &f64| {
        sum += mass;
        sum
    };
    masses.iter().map(add).collect()
}

/// The masses of the sum from the `start`th point on, counted from the sum of all first points; and by how much rounding
/// may have changed any run of them.
fn added<'a>(
    lists: impl Iterator<Item = &'a [f64]>,
    parts: &[Part<'_>],
    mesh: Mesh,
    start: f64,
) -> Result<(Vec<f64>, f64), Unavailable> {
    let transform = RealTransform::new(mesh.points);
    let length = transform.len();
    let half = length / 2;
    let unit = 8.0 * f64::EPSILON * (length as f64).log2();
    let (mut logs, mut bounds) = (vec![Complex64::ZERO; half + 1], vec![0.0; half + 1]);
    for (list, part) in lists.zip(parts) {
        watch::go_on()?;
        let mut signal = vec![0.0; length];
        for (at, mass) in list.iter().enumerate() {
            signal[at % length] += mass;
        }
        let spectrum = transform.forward(&signal).unwrap_or_else(|_| vec![Complex64::ZERO; half + 1]);
        for (at, value) in spectrum.iter().enumerate() {
            let size = value.norm_sqr().sqrt();
            logs[at] += part.count * Complex64::new(size.max(f64::MIN_POSITIVE).ln(), value.arg());
            bounds[at] += part.count * (size + unit).ln();
        }
    }
    let turn = TAU / length as f64 * start.rem_euclid(length as f64);
    let mut rounding = unit;
    let sum = |(at, (log, bound)): (usize, (&Complex64, &f64))| {
        let size = log.re.exp();
        let turned = 4.0 * f64::EPSILON * (log.im.abs() + log.re.abs() + TAU * at as f64 + 4.0);
        let error = (bound.exp() - size).max(0.0) + size * (turned + unit);
        // A run of m values sums a frequency up to at most min(m, n/(2f)) of it.
        rounding += error / at.max(1) as f64;
        Complex64::from_polar(size, log.im + turn * at as f64)
    };
    let spectrum: Vec<Complex64> = logs.iter().zip(&bounds).enumerate().map(sum).collect();
    let masses = transform.inverse(&spectrum).unwrap_or_else(|_| vec![0.0; length]);
    Ok((masses, rounding))
}

#[cfg(test)]
mod tests;
