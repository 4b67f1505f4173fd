//! Stochastic gradient descent with clipped gradients and noise (Abadi et al. 2016).

use super::Loss;
use crate::data::DataSet;
use crate::numeric::random::Random;
use crate::watch::{Stopped, go_on};

/// What one run does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoisyGradientDescent {
    /// The loss; its gradients are clipped to norm `clip`.
    pub loss: Loss,
    /// C, the norm to which gradients are clipped.
    pub clip: f64,
    /// z: the noise on a sum of gradients has deviation zC.
    pub noise_multiplier: f64,
    /// q, the probability with which a person takes part in a step.
    pub rate: f64,
    /// T.
    pub steps: usize,
    /// η.
    pub learning_rate: f64,
    /// Whether steps are scaled as in Adam; plain steps otherwise.
    pub adam: bool,
}

/// Averages of Adam, and what keeps it from dividing by 0.
const ADAM: (f64, f64, f64) = (0.9, 0.999, 1e-8);

/// Steps between two looks at who waits.
const PIECE: usize = 64;

impl NoisyGradientDescent {
    /// T steps from 0. Each person takes part in a step by a coin of their own; a step without anyone still adds
    /// noise and counts.
    ///
    /// # Errors
    /// If nobody waits any more.
    pub fn train(&self, data: &DataSet, random: &mut Random) -> Result<Vec<f64>, Stopped> {
        let size = data.dimension();
        let mut theta = vec![0.0; size];
        let (mut first, mut second) = (vec![0.0; size], vec![0.0; size]);
        let expected = (self.rate * data.len() as f64).max(1.0);
        let loss = Loss { clip: Some(self.clip.min(self.loss.clip.unwrap_or(f64::INFINITY))), ..self.loss };
        let (mut fade_first, mut fade_second) = (1.0, 1.0);
        for step in 0..self.steps {
            if step % PIECE == 0 {
                go_on()?;
            }
            let mut sum = random.normals(size, self.noise_multiplier * self.clip);
            let mut at = self.skip(random);
            while at < data.len() {
                let person = data.person(at);
                let slope = loss.at(person.predict(&theta), person.label, person.norm).slope;
                sum.iter_mut().zip(person.features).for_each(|(sum, x)| *sum += slope * x);
                at = at.saturating_add(1).saturating_add(self.skip(random));
            }
            fade_first *= ADAM.0;
            fade_second *= ADAM.1;
            for (at, entry) in theta.iter_mut().enumerate() {
                let gradient = sum[at] / expected;
                if !self.adam {
                    *entry -= self.learning_rate * gradient;
                    continue;
                }
                first[at] = ADAM.0 * first[at] + (1.0 - ADAM.0) * gradient;
                second[at] = ADAM.1 * second[at] + (1.0 - ADAM.1) * gradient * gradient;
                let (mean, square) = (first[at] / (1.0 - fade_first), second[at] / (1.0 - fade_second));
                *entry -= self.learning_rate * mean / (square.sqrt() + ADAM.2);
            }
        }
        Ok(theta)
    }

    /// How many people in a row stay away: geometric, the same law as a coin each in far fewer draws.
    fn skip(&self, random: &mut Random) -> usize {
        if self.rate >= 1.0 {
            return 0;
        }
        // 1 − u lies in (0, 1].
        let draw = libm::log(1.0 - random.uniform()) / libm::log1p(-self.rate);
        if draw < 1e18 { draw as usize } else { usize::MAX }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Generator, generate};
    use crate::learn::Measure;

    fn trainer(rate: f64, noise_multiplier: f64) -> NoisyGradientDescent {
        NoisyGradientDescent {
            loss: Loss::LOGISTIC,
            clip: 1.0,
            noise_multiplier,
            rate,
            steps: 200,
            learning_rate: 0.1,
            adam: true,
        }
    }

    /// Each person takes part in a step with probability q, independently: mean and variance of the batch.
    #[test]
    fn batches_are_binomial() {
        let (rate, people, steps) = (0.07, 500, 4000);
        let descent = trainer(rate, 0.0);
        let mut random = Random::new(11);
        let mut counts = Vec::new();
        let mut taken = vec![0usize; people];
        for _ in 0..steps {
            let mut count = 0.0;
            let mut at = descent.skip(&mut random);
            while at < people {
                taken[at] += 1;
                count += 1.0;
                at += 1 + descent.skip(&mut random);
            }
            counts.push(count);
        }
        let mean = counts.iter().sum::<f64>() / steps as f64;
        let variance = counts.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / steps as f64;
        assert!(
            (mean / 35.0 - 1.0).abs() < 0.02 && (variance / (35.0 * 0.93) - 1.0).abs() < 0.1,
            "{mean} {variance}"
        );
        // Nobody is favoured: 280 ± 16 each, five deviations allowed.
        assert!(taken.iter().all(|&count| (200..=360).contains(&count)));
    }

    #[test]
    fn it_learns_what_noise_allows() {
        let data = generate(Generator::MarginBlobs, 500, 2, 4).with_intercept();
        let good = trainer(0.1, 0.5).train(&data, &mut Random::new(2)).unwrap();
        assert!(Measure::Classified.share(&data, &good) > 0.95);
        assert_eq!(good, trainer(0.1, 0.5).train(&data, &mut Random::new(2)).unwrap());
        // All people, no noise: plain descent.
        let plain = NoisyGradientDescent { adam: false, learning_rate: 1.0, ..trainer(1.0, 0.0) };
        assert!(Measure::Classified.share(&data, &plain.train(&data, &mut Random::new(3)).unwrap()) > 0.95);
    }
}
