//! Many releases, one guarantee.
//!
//! Knows: how guarantees add up, and which accountant can answer. Does not know: which mechanism a
//! release is, beyond the closed forms that [`exact`] recognizes.

pub mod attack;
mod bounded;
pub mod calibrate;
mod central_limit;
mod classic;
mod dual;
pub mod ex_post;
pub mod exact;
mod fourier;
mod kink;
mod ledger;
mod loss;
mod mixture;
pub mod moments;
pub mod noisy_steps;
pub mod objective;
mod plan;
mod responses;
mod tail;
pub mod tuning;

use serde::Serialize;
use thiserror::Error;

use crate::guarantee::Conversion;
use crate::mechanism::Mechanism;
use crate::numeric::decimal::{Rounding, print};
use crate::sampling::Sampling;
use crate::watch::Stopped;

pub use central_limit::{CentralLimit, NoLimit};
use classic::Theorem;
pub use dual::DualTradeOff;
use ledger::Stated;
pub use ledger::{Bound, Fixed, Ledger};
pub use loss::{Mesh, Summed};
pub use plan::{Part, Plan};
pub use tail::{Tail, at_most, worst_tail};

/// Something published `count` times, each time on fresh noise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Release {
    /// A person's name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How often it is published: a whole number; once if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub count: f64,
    /// The mechanism.
    pub mechanism: Mechanism,
    /// How the records are drawn; absent when all take part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<Sampling>,
}

/// A way to compose releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Accountant {
    /// Closed forms of the whole plan: exact to rounding, both sides certified.
    Exact,
    /// Contour inversion of the log-moment function: exact, with its error stated and checked on a
    /// second contour.
    Fourier,
    /// Discretized loss distributions: both sides certified.
    Pld,
    /// Rényi differential privacy and its tight conversion: an upper bound of any plan.
    Rdp,
    /// The same with the optimal conversion, through the tests that the Rényi curve allows.
    RdpOptimal,
    /// The same with the conversion that came first, for comparison.
    RdpBasic,
    /// Composition theorems for one (ε, δ) per release: the best of the next three.
    Classic,
    /// ε and δ add up.
    Basic,
    /// Advanced composition.
    Advanced,
    /// Optimal composition of one (ε, δ) per release.
    Optimal,
    /// The Fourier accountant with the quadrature of its publication.
    FourierAsPublished,
}

impl Accountant {
    /// Those that run unless a question names others, tightest first.
    pub const USUAL: [Self; 5] = [Self::Exact, Self::Fourier, Self::Pld, Self::Rdp, Self::Classic];

    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Exact,
        Self::Fourier,
        Self::Pld,
        Self::RdpOptimal,
        Self::Rdp,
        Self::RdpBasic,
        Self::Classic,
        Self::Optimal,
        Self::Advanced,
        Self::Basic,
        Self::FourierAsPublished,
    ];

    /// The name in a question.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Fourier => "fourier",
            Self::Pld => "pld",
            Self::Rdp => "rdp",
            Self::RdpOptimal => "rdp-optimal",
            Self::RdpBasic => "rdp-basic",
            Self::Classic => "classic",
            Self::Basic => "basic",
            Self::Advanced => "advanced",
            Self::Optimal => "optimal",
            Self::FourierAsPublished => "fourier-as-published",
        }
    }

    /// What earlier versions called it in a question.
    pub const fn old_names(self) -> &'static [&'static str] {
        match self {
            Self::Pld => &["loss"],
            Self::Rdp => &["moments"],
            Self::RdpOptimal => &["moments-optimal"],
            Self::RdpBasic => &["moments-basic"],
            Self::Basic => &["naive"],
            _ => &[],
        }
    }

    /// What a person reads beside its numbers.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Fourier => "Fourier",
            Self::Pld => "PLD, certified",
            Self::Rdp => "RDP (Rényi)",
            Self::RdpOptimal => "RDP, optimal conversion",
            Self::RdpBasic => "RDP, basic conversion",
            Self::Classic => "classic composition",
            Self::Basic => "basic composition",
            Self::Advanced => "advanced composition",
            Self::Optimal => "optimal composition",
            Self::FourierAsPublished => "Fourier, as published",
        }
    }

    /// Whether it only estimates: its numbers may lie on either side of the truth, and never are the answer.
    pub const fn estimates(self) -> bool {
        matches!(self, Self::FourierAsPublished)
    }

    /// Composes the plan. Where no two neighbours need have the pairs of the plan, there is no lower end.
    pub fn compose<'a>(self, plan: &'a Plan) -> Result<Box<dyn Ledger + 'a>, Unavailable> {
        Ok(Box::new(Stated { ledger: self.ledger(plan)?, attained: plan.is_attained() }))
    }

    fn ledger<'a>(self, plan: &'a Plan) -> Result<Box<dyn Ledger + 'a>, Unavailable> {
        Ok(match self {
            Self::Exact => match (exact::compose(plan), kink::compose(plan)) {
                (Err(Unavailable::NoClosedForm), Some(below)) => {
                    // The closed form knows nothing of the relation: the pairs do.
                    plan.parts()?;
                    Box::new(below)
                }
                (closed, _) => Box::new(closed?),
            },
            Self::Fourier => Box::new(fourier::compose(plan)?),
            Self::Pld => Box::new(loss::compose(plan)?),
            Self::Rdp => Box::new(moments::compose(plan)?),
            Self::RdpOptimal => Box::new(moments::OptimalMoments(moments::compose(plan)?)),
            Self::RdpBasic => Box::new(moments::compose(plan)?.converted(Conversion::Basic)),
            Self::Classic => Box::new(classic::compose(plan, Theorem::Best)?),
            Self::Basic => Box::new(classic::compose(plan, Theorem::Basic)?),
            Self::Advanced => Box::new(classic::compose(plan, Theorem::Advanced)?),
            Self::Optimal => Box::new(classic::compose(plan, Theorem::Optimal)?),
            Self::FourierAsPublished => Box::new(fourier::published::compose(plan)?),
        })
    }
}

/// Why an accountant cannot answer, in words a person can act on.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Unavailable {
    /// A release known only by its Rényi curve.
    #[error(
        "release {position} is known only by its Rényi curve, which has no loss distribution; the RDP \
         accountant bounds this plan"
    )]
    OnlyCurve {
        /// Which release, from 1.
        position: usize,
    },
    /// A curve on a sample, where no theorem bounds it.
    #[error(
        "release {position} is known only by its Rényi curve, which is bounded on Poisson samples with add or remove \
         and on subsets with replace only"
    )]
    CurveSampling {
        /// Which release, from 1.
        position: usize,
    },
    /// A pair whose two orders differ, under replacement.
    #[error(
        "release {position} is a pair whose two orders differ, which says nothing about replacing a person; \
         choose add, remove or add-remove"
    )]
    Asymmetric {
        /// Which release, from 1.
        position: usize,
    },
    /// A bound that holds only where one person is added or removed.
    #[error(
        "release {position} is bounded for a person who is added or removed, and nothing is known for one who is \
         replaced; choose add, remove or add-remove"
    )]
    NoReplacement {
        /// Which release, from 1.
        position: usize,
    },
    /// A release outside of the conditions of its theorem.
    #[error("release {position} guarantees nothing: {needs}")]
    Unbounded {
        /// Which release, from 1.
        position: usize,
        /// What its theorem needs.
        needs: &'static str,
    },
    /// The integrand falls too slowly along the contour.
    #[error(
        "the loss is too rough for the contour (atoms, or a handful of sampled releases); the PLD accountant has a \
         certified bracket"
    )]
    SlowDecay,
    /// The two lines of the self-check differ.
    #[error(
        "the two contours of the self-check do not agree to 1e-9; the PLD accountant has a certified bracket"
    )]
    ContoursDisagree,
    /// A computation that came to no number.
    #[error("the computation came to no number, which is an error of this program")]
    NoNumber,
    /// Nobody waits for the answer any more.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The published scheme computes less than its own rounding.
    #[error(
        "the published quadrature subtracts two distribution functions and returns noise below δ = {} \
         here; the Fourier accountant has no such floor",
        print(*floor, 2, Rounding::Up)
    )]
    Noise {
        /// The smallest δ it resolves.
        floor: f64,
    },
    /// No closed form for the mix.
    #[error(
        "no closed form: it needs a single release, or Gaussian releases and up to 100\u{a0}000 outcomes of \
         randomized responses; the Fourier accountant answers to 1e-9"
    )]
    NoClosedForm,
    /// Several objective perturbations, beyond the smallest loss they can have.
    #[error(
        "the closed form of several objective perturbations ends at ε = {}, their smallest loss; the Fourier and \
         the PLD accountant answer beyond",
        print(*kink, 6, Rounding::Down)
    )]
    BeyondKink {
        /// The smallest loss.
        kink: f64,
    },
    /// Too many responses to sum one by one.
    #[error(
        "{} randomized responses are more than the {} that are summed exactly; the RDP accountant bounds \
         this plan",
        print(*count, 15, Rounding::Nearest),
        print(*limit, 15, Rounding::Nearest)
    )]
    TooMany {
        /// How many were asked.
        count: f64,
        /// How many can be summed.
        limit: f64,
    },
}
