//! Where the loss of a Gaussian pair equals ε.

use crate::numeric::ball::Ball;

/// Losses beyond this have a probability that underflows for every accepted parameter.
pub const LARGEST_LOSS: f64 = 1e15;

/// The pair in units of P, mirrored so that `d ≥ 0`.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// ρ.
    pub ratio: Ball,
    /// d.
    pub shift: Ball,
    /// κ.
    pub bend: Ball,
    /// log ρ.
    pub log_ratio: Ball,
}

/// Where the loss equals ε: `near` is the crossing at which it rises with t, `far` the one at which it
/// falls. The loss has the slope `±slope` there.
#[derive(Debug, Clone, Copy)]
pub struct Crossing {
    /// Where it rises.
    pub near: Ball,
    /// Where it falls.
    pub far: Ball,
    /// The same points in units of Q.
    pub near_q: Ball,
    /// As before.
    pub far_q: Ball,
    /// The size of the slope.
    pub slope: Ball,
}

impl Frame {
    /// `d² + 2κ(ε + log ρ)`, the square of the slope at both crossings.
    pub fn discriminant(&self, epsilon: f64) -> Ball {
        let level = Ball::exact(2.0 * epsilon) + Ball::exact(2.0) * self.log_ratio;
        self.shift * self.shift + self.bend * level
    }

    /// The two roots of `L(t) = ε`; both at the vertex where there are none. The near one from the
    /// product of the roots, which stays accurate as κ → 0.
    pub fn crossing(&self, epsilon: f64) -> Crossing {
        let Self { ratio, shift, bend, log_ratio } = *self;
        let flat = bend.middle == 0.0;
        let square = self.discriminant(epsilon);
        let slope = if flat { shift } else { square.sqrt() };
        let (outer, outer_q) = (ratio * shift + slope, shift + ratio * slope);
        let level = Ball::exact(2.0 * epsilon) + Ball::exact(2.0) * log_ratio;
        let (near, near_q) = if flat || square.low() > 0.0 {
            let shift_square = shift * shift;
            ((level - shift_square) / outer, (shift_square + ratio * ratio * level) / outer_q)
        } else {
            ((slope - ratio * shift) / bend, (ratio * slope - shift) / bend)
        };
        let (far, far_q) = if flat {
            (Ball::exact(f64::NEG_INFINITY), Ball::exact(f64::NEG_INFINITY))
        } else {
            ((outer / bend).mirrored(), (outer_q / bend).mirrored())
        };
        Crossing { near, far, near_q, far_q, slope }
    }

    /// As [`Self::crossing`], at every ε including the infinite ones.
    pub fn crossing_anywhere(&self, epsilon: f64) -> Crossing {
        let crossing = self.crossing(epsilon.clamp(-LARGEST_LOSS, LARGEST_LOSS));
        let open = if epsilon > 0.0 { self.bend.middle >= 0.0 } else { self.bend.middle <= 0.0 };
        if epsilon.abs() < LARGEST_LOSS || !open {
            return crossing;
        }
        let near = Ball::exact(f64::INFINITY.copysign(epsilon));
        let far = if self.bend.middle == 0.0 { crossing.far } else { near.mirrored() };
        Crossing { near, far, near_q: near, far_q: far, ..crossing }
    }

    /// The loss at t.
    pub fn loss(&self, t: f64) -> f64 {
        let (ratio, shift, bend) = (self.ratio.middle, self.shift.middle, self.bend.middle);
        0.5 * (t * (bend * t + 2.0 * ratio * shift) + shift * shift) - self.log_ratio.middle
    }

    /// The smallest and the largest loss between two points.
    pub fn range(&self, from: f64, to: f64) -> (f64, f64) {
        let vertex = -self.ratio.middle * self.shift.middle / self.bend.middle;
        let (start, end) = (self.loss(from), self.loss(to));
        let turn = if from < vertex && vertex < to { self.loss(vertex) } else { start };
        (start.min(end).min(turn), start.max(end).max(turn))
    }
}
