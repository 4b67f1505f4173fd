//! Exact sums of losses on a common lattice.
//!
//! Randomized responses, discrete noise and their mixtures have nothing but atoms, which no contour sees fade. Where all
//! losses lie on one lattice of gap g, one period of the integrand is the whole of it, and the trapezoid rule over it a
//! finite sum: `δ(ε) = e^{K(c)−cl} (1/Ng) Σ_j F_j W_j e^{−2πijn/N}`, where l = l₀ + ng is the first loss above ε,
//! `F_j = ∏ (Σ_k w_k e^{2πijk/N})^{count}` the transform of the tilted law and `W_j` that of the payoff.
//!
//! Of a fine lattice, such as that of the 2020 Census with g = 1/80 000, most of the millions of frequencies have faded,
//! because the releases fall out of step: a table of bounds for each law finds the few that count ("A Sieve-Accelerated
//! Quadrature Method for Exact Privacy Accounting in the 2020 U.S. Decennial Census"). Phases are whole numbers modulo N, so that no digit is lost at high frequencies.

mod common;
mod roots;
mod tilted;

use num_complex::Complex64;

use super::contour::{Course, Reading};
use super::payoff::payoff;
use super::real::{RealMoments, entropy};
use crate::account::plan::Part;
use crate::guarantee::{Order, Pair};
use crate::numeric::complex::log1p;
use crate::numeric::sum::Sum;
use crate::watch;
pub use common::Common;
use roots::Roots;
use tilted::Tilted;

/// The most points of the sum.
const LONGEST: f64 = 134_217_728.0;

/// The most frequencies that are looked at: about 0.4 s.
const LOOKS: i64 = 1 << 24;

/// Up to this length a law of many atoms is transformed as a whole.
const TRANSFORM: f64 = 1_048_576.0;

/// Up to this length every frequency is taken.
const SHORT: i64 = 4096;

/// The most frequencies that are kept: 40 bytes each.
const FREQUENCIES: usize = 1 << 19;

/// What may be spent on the sums over atoms: about 0.4 s.
const TERMS: usize = 60_000_000;

/// What all frequencies that are left out may have, relative to the first.
const FAINT: f64 = 1e-15;

/// More than what a table of discrete normal noise does not hold of its tilted law, ten σ inside of its ends.
pub const BEYOND: f64 = 1e-21;

/// Frequencies between two looks at the clock.
const BLOCK: i64 = 512;

/// The transform of a composition, tilted at one abscissa.
pub struct LatticeSum {
    times: f64,
    c: f64,
    gap: f64,
    length: i64,
    /// Half gaps, added up, and where they start.
    half_gaps: f64,
    origin: f64,
    /// `K(c)`, and how far it may be off.
    log_scale: f64,
    scale_error: f64,
    /// By how much a sum of losses may be off.
    slack: f64,
    /// The share of the tilted law that is cut off.
    lost: f64,
    /// Each frequency that counts, with the transform times those of `1 − e^{−l}` and of `e^{−l}`.
    terms: Vec<(u32, [Complex64; 2])>,
    /// By how much either sum may be off.
    errors: [f64; 2],
    /// Bounds of the aliases: `(c', K(c'))`.
    bounds: Vec<(f64, f64)>,
}

impl LatticeSum {
    /// How many points the sum on the line of a course has.
    pub fn points(common: &Common, course: Course) -> f64 {
        (course.window / common.gap).ceil() + 2.0
    }

    /// Of `times` compositions on the line of a course; `None` if it would take too long.
    pub fn new(
        common: &Common,
        parts: &[Part<'_>],
        real: &RealMoments<'_>,
        course: Course,
        times: f64,
    ) -> Option<Self> {
        let (c, gap) = (RealMoments::abscissa(course.index), common.gap);
        let needed = Self::points(common, course);
        if needed.is_nan() || needed > LONGEST {
            return None;
        }
        let powers = needed <= TRANSFORM;
        let length = if powers { (needed as usize).next_power_of_two() as i64 } else { needed as i64 | 1 };
        let all: f64 = parts.iter().map(|part| times * part.count).sum();
        let mut laws = Vec::with_capacity(parts.len());
        let (mut log_scale, mut scale_error, mut half_gaps, mut origin) = (0.0, 4.0 * f64::EPSILON, 0.0, 0.0);
        let (mut slack, mut lost) = (0.0, 0.0);
        for (at, (part, law)) in parts.iter().zip(&common.laws).enumerate() {
            let (count, own) = (times * part.count, real.part(at, c));
            if c + 1.0 > part.pair.growth() {
                return None;
            }
            let tilted = Tilted::new(law, gap, count, all, c, own)?;
            log_scale += count * own;
            scale_error += count * moment_error(&*part.pair, c, own) + 2.0 * f64::EPSILON * count * own.abs();
            half_gaps += count * tilted.half_gaps as f64;
            origin += count * law.origin();
            slack += tilted.slack + 4.0 * f64::EPSILON * count * law.origin().abs();
            lost += tilted.lost + count * BEYOND;
            laws.push(tilted);
        }
        if half_gaps.abs() > 4e15 {
            return None;
        }
        let mut sum = Self {
            times,
            c,
            gap,
            length,
            half_gaps,
            origin,
            log_scale,
            scale_error,
            slack,
            lost,
            terms: Vec::new(),
            errors: [0.0; 2],
            bounds: real.beyond(course.index),
        };
        sum.transform(&laws)?;
        Some(sum)
    }

    /// Whether it is of so many compositions.
    pub fn is_of(&self, times: f64) -> bool {
        self.times == times
    }

    /// The frequencies that count, by the bounds of all laws; the rest is below [`FAINT`] altogether.
    fn sieve(&mut self, laws: &[Tilted], roots: &Roots) -> Option<Vec<i64>> {
        let half = self.length / 2;
        if self.length <= SHORT {
            return Some((1..=half).collect());
        }
        let mut rings =
            laws.iter().map(|law| Ring::new(law, roots, self.length)).collect::<Option<Vec<_>>>()?;
        // The laws that fade most first.
        rings.sort_by(|a, b| a.mean().total_cmp(&b.mean()));
        let first = payoff(self.c.into(), Some(self.gap))[0].re;
        let level = (FAINT * first / half as f64).ln();
        self.errors[0] += FAINT * first;
        let (mut kept, mut limit, mut renewed, mut looks) = (Vec::new(), 0.0, 0, 0);
        let mut j = 1;
        while j <= half {
            if looks % BLOCK == 0 {
                watch::go_on().ok()?;
            }
            looks += 1;
            if looks > LOOKS {
                return None;
            }
            if 4 * j > 5 * renewed {
                // |1 − e^{−zg}| ≥ 4(j/N) e^{−cg/2}, and e^{−l} counts for no more than g of its transform.
                let share = self.gap * self.length as f64 / (4.0 * j as f64);
                let most = share * share + self.gap * share * (0.5 * self.c * self.gap).exp();
                limit = level - (most * self.gap.exp()).ln();
                rings.iter_mut().for_each(|ring| ring.renew(limit));
                renewed = j;
            }
            let (mut bound, mut skip) = (0.0, 0);
            for ring in &rings {
                let place = (ring.step * j) % self.length;
                skip = ring.steps_to_light(place);
                bound += ring.bound(place);
                if bound < limit || skip > 0 {
                    break;
                }
            }
            if bound >= limit && skip == 0 {
                kept.push(j);
                if kept.len() > FREQUENCIES {
                    return None;
                }
            }
            j += skip.max(1);
        }
        Some(kept)
    }

    /// Multiplies the transforms of the laws, and sums up what rounding may have done.
    fn transform(&mut self, laws: &[Tilted]) -> Option<()> {
        let roots = Roots::new(self.length);
        let kept = self.sieve(laws, &roots)?;
        let points = self.length as usize;
        let by_sums = |law: &&Tilted| law.len() * kept.len() <= 40 * points || !points.is_power_of_two();
        let spent: usize = laws.iter().filter(by_sums).map(|law| law.len() * kept.len()).sum();
        if spent > TERMS {
            return None;
        }
        let tables =
            laws.iter().map(|law| if by_sums(&law) { Some(None) } else { law.transform(points).map(Some) });
        let tables = tables.collect::<Option<Vec<_>>>()?;
        self.terms.reserve(kept.len() + 1);
        self.push(0, Complex64::ONE, 0.0);
        for (at, &j) in kept.iter().enumerate() {
            if at % BLOCK as usize == 0 {
                watch::go_on().ok()?;
            }
            let (mut log, mut error, mut most) = (Complex64::ZERO, 4.0 * f64::EPSILON, 0.0);
            for (law, table) in laws.iter().zip(&tables) {
                let (excess, off) = match table {
                    Some((values, error)) => (values[j as usize], *error),
                    None => law.excess(&roots, j),
                };
                let one = log1p(excess);
                let size = one.re.exp();
                log += law.count * one;
                error += law.count * (off / size + 4.0 * f64::EPSILON * one.norm());
                most += law.count * (size + off).min(1.0).ln();
            }
            if error < 1e-3 {
                let value = log.exp();
                self.push(j, value, 1.01 * error * value.norm());
            } else {
                // Next to a zero of a law nothing but the size is known.
                self.push(j, Complex64::ZERO, most.exp());
            }
        }
        Some(())
    }

    fn push(&mut self, j: i64, value: Complex64, error: f64) {
        let angle = std::f64::consts::TAU * j as f64 / (self.length as f64 * self.gap);
        let weight = if j == 0 || 2 * j == self.length { 0.5 } else { 1.0 };
        let payoff = payoff(Complex64::new(self.c, angle), Some(self.gap)).map(|payoff| weight * payoff);
        // The transform of the payoff and the turn to the place are rounded too.
        let error = error + 16.0 * f64::EPSILON * value.norm();
        for (sum, payoff) in self.errors.iter_mut().zip(payoff) {
            *sum += error * payoff.norm();
        }
        self.terms.push((j as u32, payoff.map(|payoff| value * payoff)));
    }

    /// δ and its slope at ε.
    ///
    /// Losses off by at most s change δ(ε) to something between δ(ε − s) and δ(ε + s); δ is convex, so that its slope at
    /// ε − s bounds the difference.
    pub fn read(&self, epsilon: f64) -> Reading {
        let shift = self.slack + 2.0 * f64::EPSILON * epsilon.abs();
        let low = epsilon - shift;
        let steps = ((low - self.origin) / self.gap - 0.5 * self.half_gaps).floor() + 1.0;
        let place = self.origin + self.gap * (0.5 * self.half_gaps + steps);
        let share = (low - place).exp();
        let turn = if steps.abs() < 4e15 { (steps as i64).rem_euclid(self.length) } else { 0 };
        let (mut sum, mut slope) = (Sum::default(), Sum::default());
        for (j, [both, second]) in &self.terms {
            let step = (i64::from(*j) * turn) % self.length;
            let rotation = Complex64::cis(-std::f64::consts::TAU * step as f64 / self.length as f64);
            let falling = (second * rotation).re;
            sum.add((both * rotation).re + (1.0 - share) * falling);
            slope.add(share * falling);
        }
        let exponent = self.log_scale - self.c * place;
        let scale = exponent.exp() * 2.0 / (self.length as f64 * self.gap);
        let (highest, slope) = (scale * sum.value(), scale * slope.value());
        let delta = highest - shift * slope;
        let rounding = self.errors[0] + (1.0 - share).abs() * self.errors[1];
        let cut = self.lost * (self.log_scale - self.c * epsilon + entropy(self.c)).exp();
        let place_error = 4.0 * f64::EPSILON * self.c * (place.abs() + self.origin.abs());
        let error = (rounding * scale + cut + 1.01 * shift * (slope + rounding * scale)) / delta
            + self.scale_error
            + place_error
            + self.alias(epsilon, delta.ln())
            + f64::MIN_POSITIVE / delta;
        let error = if error > 0.0 && steps.abs() < 4e15 { error } else { f64::INFINITY };
        Reading { delta, slope, error }
    }

    /// What the neighbouring windows add, relative to δ.
    fn alias(&self, epsilon: f64, log_delta: f64) -> f64 {
        let window = self.length as f64 * self.gap;
        let below = (-self.c * window - log_delta).exp();
        let bound = |(c, k): &(f64, f64)| {
            self.times * k + entropy(*c) - c * (epsilon + window) + self.c * window - log_delta
        };
        let above = self.bounds.iter().map(bound).fold(f64::INFINITY, f64::min).exp();
        2.0 * (below + above)
    }
}

/// The circle of a law: bounds of its transform on cells, and how it turns from one frequency to the next.
struct Ring {
    table: Vec<f64>,
    scale: f64,
    step: i64,
    length: i64,
    /// Farther than this from 0 the law alone has faded.
    light: i64,
}

impl Ring {
    fn new(law: &Tilted, roots: &Roots, length: i64) -> Option<Self> {
        let table = law.bounds()?;
        let scale = 2.0 * table.len() as f64 / length as f64;
        Some(Self { table, scale, step: law.turn(roots, 1).rem_euclid(length), length, light: length })
    }

    fn mean(&self) -> f64 {
        self.table.iter().sum::<f64>() / self.table.len() as f64
    }

    /// Finds where the law alone has faded below a limit.
    fn renew(&mut self, limit: f64) {
        let cells = self.table.iter().rposition(|&bound| bound >= limit).map_or(0, |cell| cell + 1);
        self.light = (cells as f64 / self.scale).ceil() as i64 + 1;
    }

    fn bound(&self, place: i64) -> f64 {
        let cell = (place.min(self.length - place) as f64 * self.scale) as usize;
        self.table[cell.min(self.table.len() - 1)]
    }

    /// How many frequencies on it may count again; 0 where it does.
    fn steps_to_light(&self, place: i64) -> i64 {
        if place <= self.light || place >= self.length - self.light {
            return 0;
        }
        // It turns one way or, by more than half a circle, the other.
        let (way, step) = if 2 * self.step <= self.length {
            (self.length - self.light - place, self.step)
        } else {
            (place - self.light, self.length - self.step)
        };
        if step == 0 { 1 } else { (way / step).max(1) }
    }
}

/// How far `K(c)` of a pair may be off: what its divergence of order 1 + c states or, where outputs may give the person
/// away, what sums of atoms do.
pub fn moment_error(pair: &dyn Pair, c: f64, log_scale: f64) -> f64 {
    let stated = Order::new(1.0 + c).map(|order| pair.renyi(order));
    match stated {
        Some(stated) if stated.upper.is_finite() => c * (stated.upper - stated.lower),
        _ => 1e-14 + 1e-14 * log_scale.abs(),
    }
}
