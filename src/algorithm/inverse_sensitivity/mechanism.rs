//! The mechanisms that are compared: what each answers on given data, and what it guarantees.

use super::instance::{Instance, Statistic, Universe};
use super::noise::{Noise, Shape};
use super::output::Output;
use super::sensitivity::{Radii, Sensitivities};
use super::stairs::Stairs;
use crate::algorithm::law::{Law, NoLaw};

/// A mechanism.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mechanism {
    /// Density `∝ e^{−(ε/2) len^ρ(x; t)}`.
    Exact,
    /// The approximate path length of `R_ℓ = LS^(ℓ−1)`.
    Tight,
    /// That of `R_ℓ = LS^(ℓ)`.
    Local,
    /// That of the smoothed local sensitivities, β = ε/8.
    Smooth,
    /// That of one number.
    Constant,
    /// Laplace noise of the global sensitivity.
    Laplace,
    /// The same, clamped to the interval.
    ClampedLaplace,
    /// Laplace noise of the smooth sensitivity, with δ.
    SmoothLaplace,
    /// Cauchy noise of the smooth sensitivity, β = ε/2.
    SmoothCauchy,
    /// The same with the constants of Nissim, Raskhodnikova and Smith, β = ε/6.
    SmoothCauchyPrinted,
    /// Student noise of the smooth sensitivity.
    SmoothStudent,
    /// Propose, test, release.
    Tested,
}

/// What the mechanisms are set to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// ε.
    pub epsilon: f64,
    /// ρ, the smoothing of the exact path length.
    pub smoothing: f64,
    /// The spacing of the grid of answers; none where they are a continuum.
    pub grid: Option<f64>,
    /// δ of the two mechanisms that have one.
    pub delta: f64,
    /// ν of Student noise.
    pub degrees: f64,
    /// R of the constant radii; the global sensitivity if none is given.
    pub constant: Option<f64>,
    /// The bound that is proposed and tested; a quarter of the global sensitivity if none is given.
    pub proposed: Option<f64>,
}

impl Mechanism {
    /// Every mechanism.
    pub const ALL: [Self; 12] = [
        Self::Exact,
        Self::Tight,
        Self::Local,
        Self::Smooth,
        Self::Constant,
        Self::Laplace,
        Self::ClampedLaplace,
        Self::SmoothLaplace,
        Self::SmoothCauchy,
        Self::SmoothCauchyPrinted,
        Self::SmoothStudent,
        Self::Tested,
    ];

    /// Its word in a question.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Tight => "tight",
            Self::Local => "local",
            Self::Smooth => "smooth",
            Self::Constant => "constant",
            Self::Laplace => "laplace",
            Self::ClampedLaplace => "clamped-laplace",
            Self::SmoothLaplace => "smooth-laplace",
            Self::SmoothCauchy => "smooth-cauchy",
            Self::SmoothCauchyPrinted => "smooth-cauchy-printed",
            Self::SmoothStudent => "smooth-student",
            Self::Tested => "propose-test-release",
        }
    }

    /// Its name in a legend.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Exact => "inverse sensitivity",
            Self::Tight => "approximate, tight",
            Self::Local => "approximate, LS^(ℓ)",
            Self::Smooth => "approximate, smooth",
            Self::Constant => "approximate, constant",
            Self::Laplace => "Laplace",
            Self::ClampedLaplace => "Laplace, clamped",
            Self::SmoothLaplace => "smooth Laplace",
            Self::SmoothCauchy => "smooth Cauchy",
            Self::SmoothCauchyPrinted => "smooth Cauchy, ε/6",
            Self::SmoothStudent => "smooth Student",
            Self::Tested => "propose, test, release",
        }
    }

    /// What a person reads.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Exact => "inverse sensitivity: density falls by e^{−ε/2} per record that must change",
            Self::Tight => "approximate path length from LS^(ℓ−1), the smallest valid radii",
            Self::Local => "approximate path length from LS^(ℓ), as published (Proposition 2.1)",
            Self::Smooth => "approximate path length from smoothed radii (Proposition 2.2)",
            Self::Constant => "approximate path length from one constant radius",
            Self::Laplace => "Laplace noise of the global sensitivity",
            Self::ClampedLaplace => "Laplace noise of the global sensitivity, clamped to the interval",
            Self::SmoothLaplace => "Laplace noise of the smooth sensitivity, with δ",
            Self::SmoothCauchy => "Cauchy noise of the smooth sensitivity, β = ε/2",
            Self::SmoothCauchyPrinted => "Cauchy noise of the smooth sensitivity as first published, β = ε/6",
            Self::SmoothStudent => "Student noise of the smooth sensitivity",
            Self::Tested => "a proposed bound is tested first, then Laplace noise, with δ",
        }
    }

    /// Whether its answers have a path length.
    pub const fn has_stairs(self) -> bool {
        matches!(self, Self::Exact | Self::Tight | Self::Local | Self::Smooth | Self::Constant)
    }

    /// Its δ: pure but for two.
    pub const fn delta(self, parameters: &Parameters) -> f64 {
        match self {
            Self::SmoothLaplace | Self::Tested => parameters.delta,
            _ => 0.0,
        }
    }

    /// The levels of its path length, if it has one.
    pub fn stairs(
        self,
        instance: &Instance,
        sensitivities: &Sensitivities,
        parameters: &Parameters,
    ) -> Option<Stairs> {
        let radii = match self {
            Self::Exact => return Some(instance.stairs(parameters.smoothing)),
            Self::Tight => Radii::Tight,
            Self::Local => Radii::Local,
            Self::Smooth => Radii::Smooth { beta: parameters.epsilon / 8.0 },
            Self::Constant => Radii::Constant { radius: parameters.radius(instance) },
            _ => return None,
        };
        Some(instance.approximate_stairs(sensitivities, radii))
    }

    /// The β of its smooth sensitivity, if it has one.
    pub fn beta(self, parameters: &Parameters) -> Option<f64> {
        let Parameters { epsilon, delta, degrees, .. } = *parameters;
        match self {
            Self::Smooth => Some(epsilon / 8.0),
            Self::SmoothLaplace => Some(epsilon / (2.0 * (2.0 / delta).ln())),
            Self::SmoothCauchy => Some(epsilon / 2.0),
            Self::SmoothCauchyPrinted => Some(epsilon / 6.0),
            Self::SmoothStudent => Some(epsilon / (2.0 * degrees)),
            _ => None,
        }
    }

    /// The law of its answer.
    ///
    /// Student noise of scale `S^β/s` is private for `νβ + s(ν + 1)/(2√ν) ≤ ε`, because `|d ln p(z)/dz| ≤ (ν + 1)/(2√ν)` and
    /// stretching by `e^{β}` costs at most νβ; half of ε goes to each. With ν = 1 that is Cauchy noise of scale `2S/ε`.
    ///
    /// # Errors
    /// If a law of pieces has no weight anywhere.
    pub fn output(
        self,
        instance: &Instance,
        sensitivities: &Sensitivities,
        parameters: &Parameters,
    ) -> Result<Output, NoLaw> {
        let (center, epsilon) = (instance.value(), parameters.epsilon);
        let smooth = |factor: f64| {
            factor * self.beta(parameters).map_or(0.0, |beta| sensitivities.smooth(beta).0) / epsilon
        };
        let global = instance.global_sensitivity() / epsilon;
        let noise = match self {
            Self::Exact | Self::Tight | Self::Local | Self::Smooth | Self::Constant => {
                let Some(stairs) = self.stairs(instance, sensitivities, parameters) else {
                    return Err(NoLaw::Empty);
                };
                return Ok(Output::Law { center, law: parameters.law(&stairs)? });
            }
            Self::Laplace => Noise::new(Shape::Laplace, global),
            Self::ClampedLaplace => {
                let noise = Noise::new(Shape::Laplace, global);
                return Ok(Output::Clamped { center, noise, interval: instance.interval() });
            }
            Self::SmoothLaplace => Noise::new(Shape::Laplace, smooth(2.0)),
            Self::SmoothCauchy => Noise::new(Shape::Cauchy, smooth(2.0)),
            Self::SmoothCauchyPrinted => Noise::new(Shape::Cauchy, smooth(6.0)),
            Self::SmoothStudent => {
                let degrees = parameters.degrees;
                Noise::new(Shape::Student { degrees }, smooth((degrees + 1.0) / degrees.sqrt()))
            }
            Self::Tested => {
                let test = parameters.test(instance, sensitivities);
                let noise = Noise::new(Shape::Laplace, 2.0 * test.proposed / epsilon);
                return Ok(Output::Tested { pass: test.pass, center, noise });
            }
        };
        Ok(Output::Noise { center, noise })
    }
}

/// The test before a release (Dwork and Lei 2009), half of ε for it and half for what follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// The bound that is proposed.
    pub proposed: f64,
    /// How many records must change before one more can move f farther than it.
    pub distance: f64,
    /// `τ = ln(1/(2δ))/ε₁`, what the noisy distance must exceed.
    pub threshold: f64,
    /// How likely it does.
    pub pass: f64,
}

impl Parameters {
    /// R of the constant radii.
    pub fn radius(&self, instance: &Instance) -> f64 {
        self.constant.unwrap_or_else(|| instance.global_sensitivity())
    }

    /// The bound that is proposed.
    pub fn proposed(&self, instance: &Instance) -> f64 {
        self.proposed.unwrap_or_else(|| 0.25 * instance.global_sensitivity())
    }

    /// The law on some stairs, on the grid if there is one.
    ///
    /// # Errors
    /// If it has no weight anywhere.
    pub fn law(&self, stairs: &Stairs) -> Result<Law, NoLaw> {
        match self.grid {
            Some(spacing) => stairs.grid(self.epsilon, spacing),
            None => stairs.law(self.epsilon),
        }
    }

    /// `P[dist + Lap(1/ε₁) > τ]`: ½e^{−ε₁(τ−dist)} below the threshold, which is δ at distance 0.
    pub fn test(&self, instance: &Instance, sensitivities: &Sensitivities) -> Test {
        let half = 0.5 * self.epsilon;
        let proposed = self.proposed(instance);
        let distance = sensitivities.distance_beyond(proposed).unwrap_or(instance.count() + 1) as f64;
        let threshold = -(2.0 * self.delta).ln() / half;
        let beyond = half * (distance - threshold);
        let pass = if beyond >= 0.0 { 1.0 - 0.5 * (-beyond).exp() } else { 0.5 * beyond.exp() };
        Test { proposed, distance, threshold, pass }
    }
}

/// What the source's Algorithm 4 prints, for comparison only.
impl Instance {
    /// Whether Algorithm 4 is about this: a trimmed mean of records that may lie anywhere.
    pub fn is_printed(&self) -> bool {
        self.universe() == Universe::Unbounded && matches!(self.statistic(), Statistic::TrimmedMean { .. })
    }

    /// The levels around the clamped centre that Algorithm 4 and Lemma 4.1 print, `[f − ℓ_k, f + u_k]`; with the hole they
    /// are as printed, `S_k = [−ℓ_{k+1}, −ℓ_k] ∪ [u_k, u_{k+1}]`, which has no answer within ρ of f at all.
    ///
    /// Where the trimmed mean lies outside of the interval the distance from the clamped centre is not the path length, and
    /// one record can change it by more than 1.
    pub fn printed_stairs(&self, smoothing: f64, hole: bool) -> Stairs {
        let (below, width) = self.window();
        let (h, value) = (width as f64, self.value());
        let (mut up, mut down) = (smoothing, smoothing);
        let mut levels = vec![[value - down, value + up]];
        for k in 1..=below as isize {
            let (s, w) = (below as isize, width as isize);
            up += (self.order(s + w + k) - self.order(s + k)) / h;
            down += (self.order(s + w + 1 - k) - self.order(s + 1 - k)) / h;
            levels.push([value - down, value + up]);
        }
        let stairs = Stairs::new(levels, self.interval());
        if hole { stairs.with_hole() } else { stairs }
    }
}
