//! The search for ε at a δ of one direction.

use super::contour::Reading;
use super::inversion::Inversion;
use super::reading::TOLERANCE;
use super::real::RealMoments;
use crate::account::Unavailable;
use crate::numeric::root::{Bracket, Stop, bisect};
use crate::watch;

impl Inversion<'_> {
    /// Newton's method on `log δ` along the first line, from the saddle point approximation or, where that
    /// misses because a single release decides, from what the releases lose one by one.
    pub(super) fn search(&mut self, goal: f64) -> Result<f64, Unavailable> {
        let guess = self.guess(goal.ln());
        if self.conditioned.is_some() {
            return self.narrow(guess, goal);
        }
        self.close_in(guess, goal).or_else(|_| self.close_in(self.apart(goal), goal))
    }

    /// Newton's method from a start; a new line where the last one does not reach.
    fn close_in(&mut self, start: f64, goal: f64) -> Result<f64, Unavailable> {
        let (mut epsilon, largest) = (start, self.largest());
        for _ in 0..10 {
            watch::go_on()?;
            if self.lines.first().is_none_or(|line| line.read(epsilon).error > 0.1) {
                self.lines.clear();
                self.draw(epsilon)?;
            }
            let line = &self.lines[0];
            for _ in 0..20 {
                let reading = line.read(epsilon);
                if !(reading.error < 0.1 && reading.delta > 0.0 && reading.slope > 0.0) {
                    break;
                }
                let next = (epsilon + (reading.delta / goal).ln() * reading.delta / reading.slope).max(0.0);
                // Next to its end the profile falls faster than any exponential.
                let next = if next < largest { next } else { 0.5 * (epsilon + largest) };
                let moved = (next - epsilon).abs();
                epsilon = next;
                if moved <= 1e-12 * epsilon {
                    break;
                }
            }
            if line.read(epsilon).error <= TOLERANCE {
                return Ok(epsilon);
            }
            self.lines.clear();
        }
        Err(Unavailable::ContoursDisagree)
    }

    /// Newton's method on `log δ` inside a bracket, which takes readings alone.
    pub(super) fn narrow(&mut self, start: f64, goal: f64) -> Result<f64, Unavailable> {
        let (mut low, mut high) = (0.0, self.real.best_for_delta(goal.ln(), self.times).1.max(0.0));
        let mut epsilon = start;
        for _ in 0..60 {
            let Reading { delta, slope, .. } = self.reading(epsilon)?;
            *(if delta > goal { &mut low } else { &mut high }) = epsilon;
            let step = (delta / goal).ln() * delta / slope;
            if step.abs() <= 1e-12 * epsilon || high - low <= 1e-12 * high {
                break;
            }
            let next = epsilon + step;
            epsilon = if low < next && next < high { next } else { 0.5 * (low + high) };
        }
        Ok(epsilon)
    }

    /// ε at which the profiles of all releases add up to a δ.
    fn apart(&self, goal: f64) -> f64 {
        let sum = |epsilon: f64| -> f64 {
            self.parts.iter().map(|part| self.times * part.count * part.pair.profile(epsilon).lower).sum()
        };
        let whole = Bracket { low: 0.0, high: self.largest().min(1e3) };
        bisect(whole, Stop::after(30), |epsilon| sum(epsilon) <= goal).high
    }

    /// ε at a log δ by the saddle point approximation, which takes no line.
    pub(super) fn guess(&self, log_goal: f64) -> f64 {
        let whole = Bracket { low: 0.0, high: self.real.best_for_delta(log_goal, self.times).1.max(0.0) };
        let within = |epsilon: f64| RealMoments::log_delta(self.real.saddle(epsilon, self.times)) <= log_goal;
        bisect(whole, Stop::after(16), within).high
    }
}
