//! The inversion integral along one vertical line.

use std::cell::Cell;
use std::f64::consts::{PI, TAU};
use std::rc::Rc;

use num_complex::Complex64;

use super::atoms::{Atoms, profile};
use super::payoff::{add_up, payoff};
use super::real::{RealMoments, entropy};
use crate::account::plan::Part;
use crate::guarantee::Atom;
use crate::numeric::normal::erfc;
use crate::watch;

/// Natural logarithm of the relative accuracy to which aliases and tails are cut off.
const DIGITS: f64 = 33.0;

/// Points computed between two looks at how far the integrand has fallen.
const BLOCK: usize = 64;

/// The most points of a line.
const POINTS: usize = 1 << 18;

/// What may be spent on a value: terms of all moments, one in closed form counted as some twenty. About 50 ms.
pub const WORK: usize = 40_000_000;

/// Two cuts of a line that agree to this much have both found the value.
const SAME: f64 = 1e-11;

/// A soft cut at the frequency T blurs by a kernel that falls like `e^{−(xT)²/(4·11.5²)}`: below 1e-18 where xT is more
/// than this.
const BLUR: f64 = 150.0;

/// A δ so far below the expected one that the line loses too many digits.
const FAR: f64 = 1e-4;

/// The integrand of `δ(ε) = (1/π) ∫₀^∞ Re[e^{K(z)−zε}/(z(z+1))] dt`, `z = c + it`, on a uniform grid.
///
/// The trapezoid rule with step `h = 2π/W` gives `Σ_j e^{cjW} δ(ε + jW)` over all whole j (Poisson's
/// summation formula): besides δ(ε) itself, positive aliases that fall with the window W. The window is
/// chosen from bounds of both sides, so the rule is exact to rounding.
pub struct Contour<'a> {
    parts: &'a [Part<'a>],
    atoms: Rc<Atoms<'a>>,
    index: i32,
    c: f64,
    step: f64,
    window: f64,
    /// `K(c)` of one composition, as are all that follow.
    log_scale: f64,
    /// `K_i(c)` of each part.
    scales: Vec<f64>,
    /// `Σ count √|K_i(c)|`: K is a mean of terms of the size of the loss, of which it is the square, and they are rounded
    /// before they cancel.
    spread: f64,
    /// `K(z) − K(c)`.
    logs: Vec<Complex64>,
    /// Logarithm of what share of `M(c)` the atoms have.
    lasting: f64,
    /// Logarithm of how large `|M(z)|/M(c)` is at most beyond the last point.
    beyond: f64,
    /// Bounds of the aliases beyond the window: `(c', K(c'))`.
    bounds: Vec<(f64, f64)>,
    /// How far two cuts differ where the integrand has not faded at the end of the line.
    soft: Option<f64>,
    /// Whether a soft cut may be trusted between kinks.
    alone: bool,
    /// What is read, for a number of compositions.
    sum: Sum,
}

/// The terms of the trapezoid rule.
#[derive(Default)]
struct Sum {
    times: f64,
    /// `e^{K(z) − K(c)}` times `1/(z(z+1))` and times `1/(z+1)`.
    terms: Vec<[Complex64; 2]>,
    /// `Σ |terms|` of the first, for the loss of digits.
    size: f64,
    /// At most this of the sum lies beyond the last term.
    cut: f64,
    /// The outcomes on atoms alone, which are summed by themselves where nothing else makes the
    /// integrand fade.
    outcomes: Vec<Atom>,
}

/// What a contour says at one ε.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// The finite part of δ.
    pub delta: f64,
    /// `−dδ/dε`.
    pub slope: f64,
    /// Relative error by rounding, aliases and the cut tail.
    pub error: f64,
}

/// Where a line runs.
#[derive(Debug, Clone, Copy)]
pub struct Course {
    /// The abscissa.
    pub index: i32,
    /// The window that keeps the aliases off.
    pub window: f64,
}

/// What a line is for.
#[derive(Debug, Clone, Copy)]
pub struct Aim<'a> {
    /// How many compositions.
    pub times: f64,
    /// The ε.
    pub epsilon: f64,
    /// About the logarithm of δ there.
    pub log_delta: f64,
    /// At least this frequency is reached, unless the integrand fades before.
    pub reach: f64,
    /// What is left to be spent.
    pub work: &'a Cell<usize>,
    /// It is for this ε alone: a way between its kinks may be looked for.
    pub alone: bool,
}

/// Why a line was given up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlowDecay;

impl Course {
    /// The line through an abscissa, as short as its aliases allow.
    pub fn new(real: &RealMoments<'_>, index: i32, times: f64, epsilon: f64, log_delta: f64) -> Self {
        let c = RealMoments::abscissa(index);
        let mut above = f64::INFINITY;
        for by in [1, 2, 3, 4, 6, 8, 12, 16, 24, 34] {
            let (other, k) = (RealMoments::abscissa(index + by), real.known(index + by));
            let needed = times * k + entropy(other) - other * epsilon - log_delta + DIGITS;
            let window = needed / (other - c);
            if window > above {
                break;
            }
            above = window;
        }
        Self { index, window: above.max((DIGITS - log_delta) / c) }
    }
}

impl<'a> Contour<'a> {
    /// The line of a course.
    pub fn new(
        parts: &'a [Part<'a>],
        atoms: &Rc<Atoms<'a>>,
        real: &RealMoments<'_>,
        Course { index, window }: Course,
        aim: &Aim<'_>,
    ) -> Result<Self, SlowDecay> {
        let c = RealMoments::abscissa(index);
        let log_scale = real.known(index);
        if !(window.is_finite() && log_scale.is_finite()) {
            return Err(SlowDecay);
        }
        let scales: Vec<f64> = (0..parts.len()).map(|at| real.part(at, c)).collect();
        let share = |(at, scale): (usize, &f64)| {
            if atoms.crowded(at) { 1.0 } else { (atoms.log_moment(at, c) - scale).exp().min(1.0) }
        };
        let shares: Vec<f64> = scales.iter().enumerate().map(share).collect();
        let mut line = Self {
            parts,
            atoms: Rc::clone(atoms),
            index,
            c,
            step: TAU / window,
            window,
            log_scale,
            spread: scales.iter().zip(parts).map(|(scale, part)| part.count * scale.abs().sqrt()).sum(),
            scales,
            logs: Vec::new(),
            lasting: shares.iter().zip(parts).map(|(share, part)| part.count * share.ln()).sum(),
            beyond: 0.0,
            bounds: real.beyond(index),
            soft: None,
            alone: aim.alone,
            sum: Sum { times: aim.times, ..Sum::default() },
        };
        line.sum.outcomes = line.outcomes(aim.times)?;
        line.climb(&shares, aim)?;
        line.finish();
        Ok(line)
    }

    /// Serves another number of compositions.
    pub fn repeat(&mut self, times: f64) -> Result<(), SlowDecay> {
        self.sum = Sum { times, outcomes: self.outcomes(times)?, ..Sum::default() };
        self.add_terms();
        self.finish();
        Ok(())
    }

    /// Whether the line runs through an abscissa.
    pub fn is_at(&self, index: i32) -> bool {
        self.index == index
    }

    /// The highest frequency.
    pub fn reach(&self) -> f64 {
        self.step * self.logs.len() as f64
    }

    /// The frequency at which a soft cut may be trusted at ε: where a kink of the profile, once seen, cannot hide,
    /// or where the blur ends before the nearest one, which lies where every part is on an atom.
    fn seen(&self, epsilon: f64) -> Option<f64> {
        let outcomes = &self.sum.outcomes;
        let nearest =
            outcomes.iter().map(|outcome| (outcome.at - epsilon).abs()).fold(f64::INFINITY, f64::min);
        self.atoms.seen.or((self.alone && self.atoms.ended && !outcomes.is_empty()).then_some(BLUR / nearest))
    }

    /// The outcomes that are taken out: none where the integrand fades without.
    fn outcomes(&self, times: f64) -> Result<Vec<Atom>, SlowDecay> {
        if self.atoms.fade() || times * self.lasting < -DIGITS - 10.0 {
            return Ok(Vec::new());
        }
        self.atoms.outcomes(times).ok_or(SlowDecay)
    }

    /// Terms for all logarithms that have none yet.
    fn add_terms(&mut self) {
        let Sum { times, terms, outcomes, .. } = &mut self.sum;
        for (at, log) in self.logs.iter().enumerate().skip(terms.len()) {
            let z = Complex64::new(self.c, at as f64 * self.step);
            let mut value = (*times * log).exp();
            if !outcomes.is_empty() {
                value -= (*times * self.atoms.log_product(z, &self.scales)).exp();
            }
            terms.push(payoff(z, None).map(|payoff| value * payoff));
        }
    }

    /// How much of the sum may lie beyond the last term: `∫ dt/t²` from there on, in steps.
    fn left(&self) -> f64 {
        let Sum { times, terms, outcomes, .. } = &self.sum;
        let lasting = if outcomes.is_empty() { 0.0 } else { (times * self.lasting).exp() };
        ((times * self.beyond).exp() - lasting).max(0.0) / (self.step * self.step * terms.len() as f64)
    }

    /// What stands at the end: the sizes, and where the integrand has not faded a soft cut.
    fn finish(&mut self) {
        self.sum.cut = if self.soft.is_some() { 0.0 } else { self.left() };
        if self.soft.is_some() {
            soften(&mut self.sum.terms);
        }
        self.sum.size = self.sum.terms.iter().map(|term| term[0].norm()).sum();
    }

    /// δ and its slope at ε.
    pub fn read(&self, epsilon: f64) -> Reading {
        let (sum, slope) = add_up(&self.sum.terms, self.step * epsilon, 1.0);
        let size = self.sum.size;
        let exponent = self.sum.times * self.log_scale - self.c * epsilon;
        let scale = exponent.exp() * self.step / PI;
        let (on_atoms, falling) = profile(&self.sum.outcomes, epsilon);
        let delta = scale * sum + on_atoms;
        let alias = self.alias(epsilon, delta.ln());
        let rounding = 3e-15 * (2.0 + self.sum.times * self.log_scale.abs() + self.c * epsilon.abs())
            + 1e-15 * self.sum.times * self.spread;
        let outcome = if self.sum.outcomes.is_empty() { 0.0 } else { self.atoms.error(self.sum.times) };
        let error = (size * rounding + self.sum.cut) * scale / delta
            + alias
            + self.soft.unwrap_or(0.0)
            + 2e-13
            + outcome;
        let blurred = self.soft.is_some() && self.seen(epsilon).is_none_or(|seen| self.reach() <= seen);
        let error = if error > 0.0 && !blurred { error } else { f64::INFINITY };
        Reading { delta, slope: scale * slope + falling, error }
    }

    /// What the neighbouring windows add, relative to δ.
    fn alias(&self, epsilon: f64, log_delta: f64) -> f64 {
        let below = (-self.c * self.window - log_delta).exp();
        let bound = |(c, k): &(f64, f64)| {
            self.sum.times * k + entropy(*c) - c * (epsilon + self.window) + self.c * self.window - log_delta
        };
        let above = self.bounds.iter().map(bound).fold(f64::INFINITY, f64::min).exp();
        2.0 * (below + above)
    }

    /// Follows the integrand from 0 until what is left cannot matter.
    ///
    /// What is left is bounded by `∏ (A_i + |D_i|)^{k_i}`, less the product of the atoms where that is
    /// taken out, over t² from here on: a small integrand alone proves nothing, for atoms on a lattice
    /// fall into step again after a while.
    ///
    /// An integrand that fades slowly belongs to a law that is rough where its probability is, not in the tail
    /// where ε lies: there the profile is smooth, so that a soft cut, which blurs it by a kernel that falls like
    /// `e^{−x²}`, changes nothing once the kernel is narrower than the way to the rough part. Longer cuts are
    /// tried until two agree.
    fn climb(&mut self, shares: &[f64], aim: &Aim<'_>) -> Result<(), SlowDecay> {
        let (parts, atoms, c, step) = (self.parts, Rc::clone(&self.atoms), self.c, self.step);
        // The integral in units of the scale: what the sum of the terms is compared with.
        let exponent = aim.log_delta - aim.times * self.log_scale + c * aim.epsilon;
        let goal = exponent.exp() * PI / step;
        let on_atoms = profile(&self.sum.outcomes, aim.epsilon).0 * (-aim.log_delta).exp() * goal;
        let (mut frequency, mut moments) = (0.0, Vec::new());
        let (mut look, mut before) = (4 * BLOCK, f64::NAN);
        loop {
            let first = self.logs.len();
            watch::go_on().map_err(|_| SlowDecay)?;
            if (first + BLOCK) as f64 * step > frequency {
                frequency = (2.0 * frequency).max(BLOCK as f64 * step);
                let range = (first as f64 * step, frequency);
                if !parts.iter().all(|part| part.pair.affords_moments(c, range)) {
                    return Err(SlowDecay);
                }
                moments = parts.iter().map(|part| part.pair.moments(c, range)).collect();
            }
            let closed = if self.sum.outcomes.is_empty() { 20 } else { 60 };
            let terms: usize = moments.iter().map(|moments| moments.terms() + closed).sum();
            let work = BLOCK * (terms + 40 * atoms.len());
            aim.work.set(aim.work.get().saturating_sub(work));
            self.logs.resize(first + BLOCK, Complex64::new(-self.log_scale, 0.0));
            self.beyond = 0.0;
            for (at, (moments, part)) in moments.iter().zip(parts).enumerate() {
                let values = moments.line(c, step, first, BLOCK);
                for (sum, value) in self.logs[first..].iter_mut().zip(&values) {
                    *sum += part.count * value;
                }
                let z = |at: usize| Complex64::new(c, (first + at) as f64 * step);
                self.beyond += part.count * envelope(&atoms, at, shares[at], self.scales[at], &values, z);
            }
            self.add_terms();
            if !self.sum.terms[first..].iter().all(|term| term[0].is_finite()) {
                return Err(SlowDecay);
            }
            if self.left() <= (-DIGITS).exp() * goal {
                return Ok(());
            }
            if self.logs.len() >= look && self.seen(aim.epsilon).is_some_and(|seen| self.reach() > seen) {
                let mut terms = self.sum.terms.clone();
                soften(&mut terms);
                let now = add_up(&terms, step * aim.epsilon, 1.0).0 + on_atoms;
                if (now - before).abs() <= SAME * now.abs() && self.reach() >= aim.reach {
                    // What is rough next to ε and lighter than this is not seen, and leaves twice what a cut
                    // half as long again has changed.
                    self.soft = Some(SAME + 2.0 * (now / before - 1.0).abs());
                    return Ok(());
                }
                if now.abs().max(before.abs()) < FAR * goal {
                    return Err(SlowDecay);
                }
                before = now;
                look += look / 2;
            }
            if self.logs.len() >= POINTS || aim.work.get() == 0 {
                return Err(SlowDecay);
            }
        }
    }
}

/// Multiplies the terms by `½ erfc((t − t₀)/s)`, 1 at the first and 0 at the last to rounding.
fn soften(terms: &mut [[Complex64; 2]]) {
    let length = terms.len() as f64;
    for (at, term) in terms.iter_mut().enumerate() {
        let weight = 0.5 * erfc(11.5 * (at as f64 / length - 0.5));
        *term = term.map(|value| weight * value);
    }
}

/// `log (A_i(c) + |D_i|)/M_i(c)` from this block on.
fn envelope(
    atoms: &Atoms<'_>,
    part: usize,
    share: f64,
    scale: f64,
    values: &[Complex64],
    z: impl Fn(usize) -> Complex64,
) -> f64 {
    if atoms.crowded(part) {
        return 0.0;
    }
    let size = |(at, value): (usize, &Complex64)| {
        let moment = (value - scale).exp();
        if share == 0.0 {
            return moment.norm();
        }
        (moment - atoms.moment(part, z(at), scale)).norm()
    };
    let fading = values.iter().enumerate().map(size).fold(0.0, f64::max);
    // Between two atoms a density turns as it fades: twice the largest of a block covers the rest.
    let fading = if share == 0.0 { fading } else { 2.0 * fading };
    (share + fading).ln().min(0.0)
}
