//! What is asked of a regression: how accurate it must be, how often, through how many levels.

use super::regression::ALPHAS;
use super::setting::CalibrationWord;
use crate::algorithm::noise_reduction::regression::Task;
use crate::algorithm::noise_reduction::regression::experiment::Target;
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::question::field::described::Field;
use crate::question::field::refusal::Refusal;

/// α.
pub(crate) const ONE_ALPHA: Field = Field::number_or(
    "alpha",
    "α, the excess risk that is allowed; the model 0 always reaches ½",
    ALPHAS,
    0.05,
)
.slider("", Slider { from: 0.005, to: 0.25, scale: Scale::Log, start: 0.05 });

/// T.
pub(crate) const LEVEL_COUNT: Field = Field::number_or(
    "level-count",
    "T, how many levels from 1/n to four times what theory asks for",
    Range::whole(1.0, 1000.0),
    1000.0,
);

/// What a run is asked to do; refused where theory asks for so little that there are no levels between 1/n and it.
pub(crate) fn target(
    task: &Task,
    [alpha, gamma]: [f64; 2],
    levels: usize,
    calibration: CalibrationWord,
    field: &str,
) -> Result<Target, Refusal> {
    Target::new(task, [alpha, gamma], levels, calibration.way()).map_err(|_| {
        Refusal::wrong(
            field,
            alpha.to_string(),
            "an accuracy at which theory asks for more than ε = 1/(4n), from which there are levels to go through",
        )
    })
}
