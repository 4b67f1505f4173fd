//! What a mechanism answers on given data: its law, and how far from the statistic it falls.

use super::noise::{Noise, bisect};
use crate::algorithm::law::Law;

/// The law of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Steps or atoms inside the interval of answers.
    Law {
        /// f(x).
        center: f64,
        /// The law.
        law: Law,
    },
    /// The statistic and noise, on the whole line.
    Noise {
        /// f(x).
        center: f64,
        /// The noise.
        noise: Noise,
    },
    /// The same, then clamped to the interval, whose ends are atoms.
    Clamped {
        /// f(x).
        center: f64,
        /// The noise, Laplace.
        noise: Noise,
        /// The interval.
        interval: [f64; 2],
    },
    /// The statistic and noise if a test passes, and else no answer, ⊥.
    Tested {
        /// How likely it passes.
        pass: f64,
        /// f(x).
        center: f64,
        /// The noise of what is then answered.
        noise: Noise,
    },
}

/// How far answers fall from the statistic; of a test that may fail, given that it passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errors {
    /// `E|M − f(x)|`.
    pub mean: f64,
    /// `√E(M − f(x))²`.
    pub root_mean_square: f64,
    /// The median of `|M − f(x)|`.
    pub median: f64,
    /// Its 95 % quantile.
    pub q95: f64,
}

impl Output {
    /// f(x).
    pub fn center(&self) -> f64 {
        match self {
            Self::Law { center, .. }
            | Self::Noise { center, .. }
            | Self::Clamped { center, .. }
            | Self::Tested { center, .. } => *center,
        }
    }

    /// The law, where it is one of pieces.
    pub fn law(&self) -> Option<&Law> {
        match self {
            Self::Law { law, .. } => Some(law),
            _ => None,
        }
    }

    /// The density of an answer; that of a clamped one without its atoms, of a test times the chance to pass.
    pub fn density(&self, place: f64) -> f64 {
        match self {
            Self::Law { law, .. } => law.density(place),
            Self::Noise { center, noise } => noise.density(place - center),
            Self::Clamped { center, noise, interval } => {
                if (interval[0]..=interval[1]).contains(&place) {
                    noise.density(place - center)
                } else {
                    0.0
                }
            }
            Self::Tested { pass, center, noise } => pass * noise.density(place - center),
        }
    }

    /// The chance of an answer at or below a place; of a test it ends at the chance to pass.
    pub fn distribution(&self, place: f64) -> f64 {
        match self {
            Self::Law { law, .. } => law.distribution(place),
            Self::Noise { center, noise } => noise.distribution(place - center),
            Self::Clamped { interval, .. } if place < interval[0] => 0.0,
            Self::Clamped { interval, .. } if place >= interval[1] => 1.0,
            Self::Clamped { center, noise, .. } => noise.distribution(place - center),
            Self::Tested { pass, center, noise } => pass * noise.distribution(place - center),
        }
    }

    /// The chance of no answer.
    pub fn refused(&self) -> f64 {
        if let Self::Tested { pass, .. } = self { 1.0 - pass } else { 0.0 }
    }

    /// The smallest answer with a share of all at or below it; given that there is one. Of a uniform share it is a draw.
    pub fn quantile(&self, share: f64) -> f64 {
        match self {
            Self::Law { law, .. } => law.quantile(share),
            Self::Noise { center, noise } | Self::Tested { center, noise, .. } => {
                center + noise.quantile(share)
            }
            Self::Clamped { center, noise, interval } => {
                (center + noise.quantile(share)).clamp(interval[0], interval[1])
            }
        }
    }

    /// `E[M]` given that there is an answer; none of a law without a mean.
    pub fn mean(&self) -> Option<f64> {
        match self {
            Self::Law { law, .. } => Some(law.mean()),
            Self::Noise { center, noise } | Self::Tested { center, noise, .. } => {
                noise.mean_distance().is_finite().then_some(*center)
            }
            Self::Clamped { center, .. } => {
                // E of the part above less that of the part below, each E min(Z⁺, d) = (s/2)(1 − e^{−d/s}).
                let [below, above] = self.sides();
                Some(center + above.0 - below.0)
            }
        }
    }

    /// `P[|M − f(x)| ≥ r]` given that there is an answer.
    pub fn tail(&self, distance: f64) -> f64 {
        match self {
            Self::Law { center, law } => law.tail(*center, distance),
            Self::Noise { noise, .. } | Self::Tested { noise, .. } => noise.tail(distance),
            Self::Clamped { center, noise, interval } => {
                let sides = [center - interval[0], interval[1] - center];
                let open = sides.into_iter().filter(|&side| distance <= side).count();
                if distance <= 0.0 { 1.0 } else { 0.5 * open as f64 * noise.tail(distance) }
            }
        }
    }

    /// How far answers fall from the statistic.
    pub fn errors(&self) -> Errors {
        match self {
            Self::Law { center, law } => Errors {
                mean: law.mean_distance(*center),
                root_mean_square: law.mean_square(*center).sqrt(),
                median: self.error_quantile(0.5),
                q95: self.error_quantile(0.95),
            },
            Self::Noise { noise, .. } | Self::Tested { noise, .. } => Errors {
                mean: noise.mean_distance(),
                root_mean_square: noise.root_mean_square(),
                median: noise.median_distance(),
                q95: noise.tail_quantile(0.05),
            },
            Self::Clamped { .. } => {
                let [below, above] = self.sides();
                Errors {
                    mean: below.0 + above.0,
                    root_mean_square: (below.1 + above.1).sqrt(),
                    median: self.error_quantile(0.5),
                    q95: self.error_quantile(0.95),
                }
            }
        }
    }

    /// The smallest r with `P[|M − f(x)| ≤ r] ≥ share`.
    fn error_quantile(&self, share: f64) -> f64 {
        let farthest = match self {
            Self::Law { center, law } => {
                let ends = law.pieces().iter().flat_map(|piece| [piece.from, piece.to]);
                ends.map(|end| (end - center).abs()).fold(0.0, f64::max)
            }
            Self::Clamped { center, interval, .. } => (center - interval[0]).max(interval[1] - center),
            Self::Noise { noise, .. } | Self::Tested { noise, .. } => {
                return noise.tail_quantile(1.0 - share);
            }
        };
        // Of atoms the tail holds the place itself, and the quantile is the first place after which little is left.
        bisect(0.0, farthest, |r| self.tail(r.next_up()) > 1.0 - share)
    }

    /// Mean and mean square of the noise below and above the statistic, clamped.
    fn sides(&self) -> [(f64, f64); 2] {
        let Self::Clamped { center, noise, interval } = self else { return [(0.0, 0.0); 2] };
        [center - interval[0], interval[1] - center].map(|side| {
            let (s, kept) = (noise.scale, -(-side / noise.scale).exp_m1());
            // ½E min(E, d) and ½E min(E, d)² of an exponential E with mean s.
            (0.5 * s * kept, s * (s * kept - side * (-side / s).exp()))
        })
    }
}
