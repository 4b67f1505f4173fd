//! Runs of accuracy first on a model of the risk: noise is taken off, every estimate is tested, and the first that passes is
//! released.

use crate::algorithm::trial::stream;

use super::path::{Denoising, laplace, open_uniform};
use super::profile::{Profile, Risk};

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The noise of the first coordinate at every level that was reached, of sensitivity 1.
    pub noise: Vec<f64>,
    /// `L(θ*) − L(θ_t)` at each of these levels.
    pub queries: Vec<f64>,
    /// The noisy value of each, as the test saw it.
    pub values: Vec<f64>,
    /// The noisy threshold.
    pub threshold: f64,
    /// At which level it stopped, from 1.
    pub stop: Option<usize>,
}

impl Run {
    /// The excess risk of what was released; `None` if nothing passed.
    pub fn excess(&self) -> Option<f64> {
        self.stop.and_then(|stop| self.queries.get(stop - 1)).map(|query| -query)
    }
}

/// One trial of a seed. By a model the risk is that of a quadratic loss in m coordinates: `min(κ Σ_j x_{t,j}²/(2m), cap)`, x the
/// noise of sensitivity 1, whose mean is κ/ε² where nothing is cut off. Noise, threshold and tests have streams of their own,
/// and no level is drawn that is not reached.
pub fn run(profile: &Profile, coordinates: usize, seed: u64, trial: usize) -> Run {
    let mut noise = stream(seed, "accuracy first: noise", trial);
    let mut tests = stream(seed, "accuracy first: tests", trial);
    let test = profile.test();
    let scale = test.scale();
    let drawn = laplace(open_uniform(&mut stream(seed, "accuracy first: threshold", trial)), scale);
    let levels = profile.levels.values();
    let mut estimates = Denoising::new(coordinates, 1.0, levels[0], &mut noise);
    let mut run = Run {
        noise: Vec::new(),
        queries: Vec::new(),
        values: Vec::new(),
        threshold: test.threshold + drawn,
        stop: None,
    };
    let mut query = 0.0;
    for (at, &level) in levels.iter().enumerate() {
        let changed = at == 0 || estimates.reduce(level, &mut noise);
        query = match &profile.risk {
            Risk::Typed(values) => values.get(at).copied().unwrap_or(f64::NEG_INFINITY),
            Risk::Model { kappa, cap } if changed => -(kappa * half_mean_square(estimates.noise())).min(*cap),
            Risk::Model { .. } => query,
        };
        let value = query + laplace(open_uniform(&mut tests), 2.0 * scale);
        run.noise.push(estimates.noise()[0]);
        run.queries.push(query);
        run.values.push(value);
        if value >= run.threshold {
            run.stop = Some(at + 1);
            break;
        }
    }
    run
}

fn half_mean_square(noise: &[f64]) -> f64 {
    0.5 * noise.iter().map(|x| x * x).sum::<f64>() / noise.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::noise_reduction::Levels;
    use crate::algorithm::trial::chance;

    fn profile(risk: Risk) -> Profile {
        Profile {
            levels: Levels::doubling(0.1, 5).unwrap(),
            risk,
            accuracy: 0.5,
            failure: 0.1,
            slack: 0.25,
            sensitivity: 0.02,
            testing: 1.0,
        }
    }

    /// With typed risks the share of runs that stop at each level is the exact law, at 99.9 % each.
    #[test]
    fn typed_risks_stop_as_the_law_says() {
        let profile = profile(Risk::Typed(vec![-0.6, -0.4, -0.3, -0.1, -0.05]));
        let law = &profile.costs().unwrap()[0];
        let count = 20_000;
        let mut counts = [0.0; 6];
        for trial in 0..count {
            counts[run(&profile, 1, 9, trial).stop.map_or(5, |stop| stop - 1)] += 1.0;
        }
        for (held, exact) in counts.into_iter().zip(law.stops.iter().chain([&law.none])) {
            let band = chance(held, count, 0.999);
            assert!(band.lower <= *exact && *exact <= band.upper, "{held} {exact}");
        }
    }

    /// The mean risk at the first level is κ/ε², within four standard errors, and what was reached has the lengths it says.
    #[test]
    fn the_model_has_its_mean_and_no_level_is_drawn_in_vain() {
        let model = profile(Risk::Model { kappa: 1e-4, cap: 1e9 });
        let count = 4000;
        let found: Vec<f64> = (0..count).map(|trial| -run(&model, 8, 4, trial).queries[0]).collect();
        let mean = found.iter().sum::<f64>() / f64::from(count as u32);
        let square = found.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / f64::from(count as u32);
        assert!((mean - 0.01).abs() < 4.0 * (square / f64::from(count as u32)).sqrt(), "{mean}");
        let one = run(&model, 8, 4, 0);
        assert_eq!(one.noise.len(), one.stop.unwrap_or(5));
        assert_eq!((one.values.len(), one.queries.len()), (one.noise.len(), one.noise.len()));
        assert_eq!(one, run(&model, 8, 4, 0));
    }
}
