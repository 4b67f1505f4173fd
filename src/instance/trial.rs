//! The mechanism and its reports run many times, to see how often the reports hold.

use super::report::{Form, NoReport, Noise, NoiseSource, Publication, ReportKind};
use super::setting::Setting;
use crate::algorithm::trial;
use crate::learn::newton::NoMinimum;
use crate::numeric::random::Random;
use crate::watch;

/// What many redraws of the noise gave.
#[derive(Debug, Clone)]
pub struct Trials {
    /// How many redraws were made.
    pub redraws: usize,
    /// Per report: how many bounds of members held, of `redraws × people`; or why there are none.
    pub covered: Vec<(ReportKind, Result<usize, NoReport>)>,
    /// For each redraw the losses of everyone. Must not be published.
    pub losses: Vec<Vec<f64>>,
}

/// Why trials ended early.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoTrials {
    /// No model was found.
    #[error(transparent)]
    Minimum(#[from] NoMinimum),
    /// Nobody waits any more.
    #[error(transparent)]
    Stopped(#[from] watch::Stopped),
}

/// Runs the mechanism `redraws` times with fresh noise and checks every report on every member.
pub fn run(
    setting: &Setting,
    noise: &Noise,
    (form, rho): (Form, f64),
    redraws: usize,
    seed: u64,
) -> Result<Trials, NoTrials> {
    let seed = Random::seed(seed, "redraws");
    let (mut random, mut source) = (Random::stream(seed, "model"), NoiseSource::new(seed));
    let mut covered: Vec<(ReportKind, Result<usize, NoReport>)> =
        ReportKind::ALL.into_iter().map(|kind| (kind, Ok(0))).collect();
    let drawn = trial::Trials::new(redraws).run(|_| {
        let theta = setting.draw(&mut random)?;
        let Some(situation) = setting.situation(&theta) else { return Ok(None) };
        let lost: Vec<f64> = situation.members().map(|lost| lost.loss()).collect();
        for (kind, count) in &mut covered {
            let Ok(held) = count else { continue };
            match Publication::draw(*kind, form, setting, &situation, noise, rho, &mut source) {
                Ok(publication) => {
                    let bounds = setting.data.people().map(|person| publication.bound(&person).sum());
                    *held += bounds.zip(&lost).filter(|(bound, lost)| bound >= lost).count();
                }
                Err(reason) => *count = Err(reason),
            }
        }
        Ok::<_, NoTrials>(Some(lost))
    })?;
    let losses: Vec<Vec<f64>> = drawn.into_iter().flatten().collect();
    Ok(Trials { redraws: losses.len(), covered, losses })
}
