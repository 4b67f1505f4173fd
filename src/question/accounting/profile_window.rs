//! Which part of a profile is drawn.

use super::curve::{Composed, CurveQuestion};
use super::plan::Target;
use crate::figure::Axis;
use crate::guarantee::Probability;

/// The lowest δ of a picture unless the marked one is lower.
pub(crate) const FLOOR: f64 = 1e-12;
/// How far below the marked δ the picture reaches.
const BELOW_MARK: f64 = 1e-3;

/// The part of a profile worth seeing.
pub(crate) struct ProfileWindow {
    /// The largest ε.
    pub epsilon: f64,
    /// The smallest δ.
    pub delta: f64,
}

impl ProfileWindow {
    /// Down to a δ below the marked one, and as far right as the curve takes to get there; ends are
    /// round, so that the axes stand still while a slider moves a little.
    pub(crate) fn of(question: &CurveQuestion, composed: &Composed<'_>) -> Self {
        let (delta, marked) = match question.mark {
            Some(Target::Delta(delta)) => ((delta.value() * BELOW_MARK).clamp(1e-303, FLOOR), 0.0),
            Some(Target::Epsilon(epsilon)) => (FLOOR, epsilon),
            None => (FLOOR, 0.0),
        };
        let epsilon = |delta: f64| composed.epsilon(Probability::clamped(delta));
        // A δ that is never reached, or met at ε = 0, says nothing about the width: others may.
        let shown = |delta: f64| epsilon(delta).filter(|reach| reach.is_finite() && *reach > 0.0);
        let reach = [delta, 1e-6, 1e-3, 0.1].into_iter().find_map(shown).unwrap_or(1.0);
        Self { epsilon: Axis::round_up(reach.max(marked).clamp(1e-9, 1e15) * 1.02), delta }
    }
}
