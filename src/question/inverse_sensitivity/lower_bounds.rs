//! What nobody can do better on given records, and what theory suggests for a trimmed mean.

use serde::Serialize;

use super::setting::{Prepared, SETTING, StatisticSetting, clipped, no_law, secret};
use crate::algorithm::inverse_sensitivity::Mechanism;
use crate::algorithm::inverse_sensitivity::bounds::{suggested_trim, trimming_error, usual_trim};
use crate::figure::{Side, Statement};
use crate::mechanism::Range;
use crate::question::Ask;
use crate::question::field::described::{Field, joined};
use crate::question::field::read::Object;
use crate::question::field::refusal::Refusal;
use crate::question::figure::lines::{down, number, stated};

/// "How small could the error be at all, and what does theory say of a trimmed mean?"
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LowerBoundsQuestion {
    /// Records, statistic, universe and ε.
    #[serde(flatten)]
    pub setting: StatisticSetting,
    /// σ of the law that records are drawn from, for what theory says of a trimmed mean.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub sigma: f64,
}

/// Bounds on the error.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct LowerBoundsAnswer {
    /// Theorem 3: no unbiased mechanism has a smaller mean error on these records.
    pub lower_bound: f64,
    /// The number of changed records that attains it; 0 if the bound is.
    pub attained: usize,
    /// Theorem 4: no mechanism has a smaller mean error on all data sets within 1/ε of these.
    pub local_minimax: f64,
    /// The number of changed records that attains it; 0 if the bound is.
    pub minimax_attained: usize,
    /// `ω(x; ⌈1/ε⌉)`.
    pub order_of_magnitude: f64,
    /// The mean error of inverse sensitivity.
    pub exact: f64,
    /// `E(trim_m − µ)²` at most, over records drawn with deviation σ (Lemma D.1); only of a trimmed mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trimming_error: Option<f64>,
    /// The trim that Proposition 4.1 suggests; an order of magnitude, and useless from n/2 on.
    pub suggested_trim: f64,
    /// The smoothing that it suggests, `σ²/n²`.
    pub suggested_smoothing: f64,
    /// A trim that works here.
    pub usual_trim: usize,
    /// The bounds as printed.
    pub facts: Vec<Statement>,
    /// Whether this may be published.
    pub publishable: bool,
    /// Why.
    pub notice: String,
    /// What is true of the numbers on show.
    pub conclusions: Vec<String>,
}

const SIGMA: Field = Field::number_or(
    "sigma",
    "σ of the law that records are drawn from, for what theory says of a trimmed mean",
    Range::closed(1e-9, 1e9),
    1.0,
);

impl Ask for LowerBoundsQuestion {
    const ABOUT: &'static str = "How small could the error be at all? Lower bounds on these records, and what theory says of a trimmed mean.";
    const FIELDS: &'static [Field] = &joined::<10, 1, 11>(SETTING, [SIGMA]);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"ask": "statistic-lower-bounds", "data": {"kind": "nine"}, "universe": {"kind": "bounded", "lower": 0, "upper": 12},
 "epsilon": 0.1}"#,
    ];
    type Answer = LowerBoundsAnswer;

    fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        Ok(Self { setting: StatisticSetting::read(fields)?, sigma: fields.number(&SIGMA)? })
    }

    fn answer(&self) -> Result<Self::Answer, Refusal> {
        let prepared = Prepared::of(&self.setting)?;
        let Prepared { instance, sensitivities } = &prepared;
        let (epsilon, count) = (self.setting.epsilon, instance.count());
        let bound = instance.lower_bound(epsilon);
        let minimax = instance.local_minimax(epsilon);
        let output =
            Mechanism::Exact.output(instance, sensitivities, &self.setting.parameters()).map_err(no_law)?;
        let n = count as f64;
        let smoothing = match self.setting.smoothing {
            0.0 => instance.diameter() / (n * n),
            smoothing => smoothing,
        };
        let (below, width) = instance.window();
        let mark = secret();
        let mut answer = LowerBoundsAnswer {
            lower_bound: bound.value,
            attained: bound.changed,
            local_minimax: minimax.value,
            minimax_attained: minimax.changed,
            order_of_magnitude: instance.order_of_magnitude(epsilon),
            exact: output.errors().mean,
            trimming_error: (2 * below + width == count).then(|| trimming_error(count, below, self.sigma)),
            suggested_trim: suggested_trim(count, instance.diameter(), self.sigma, epsilon),
            suggested_smoothing: self.sigma * self.sigma / (n * n),
            usual_trim: usual_trim(count, instance.diameter(), smoothing, epsilon),
            facts: vec![
                stated("mean error (Theorem 3)", Side::Lower, bound.value),
                stated("mean error (Theorem 4)", Side::Lower, minimax.value),
            ],
            publishable: mark.publishable,
            notice: mark.notice,
            conclusions: clipped(instance).into_iter().collect(),
        };
        answer.conclusions.extend(self.conclusions(&answer, count));
        Ok(answer)
    }
}

impl LowerBoundsQuestion {
    fn conclusions(&self, answer: &LowerBoundsAnswer, count: usize) -> Vec<String> {
        let exact = number(answer.exact);
        let mut said = vec![if answer.lower_bound > 0.0 {
            format!(
                "No unbiased mechanism is off by less than {} in the mean on these records, seen from {} changed; inverse \
                 sensitivity is off by {exact}.",
                down(answer.lower_bound),
                answer.attained
            )
        } else {
            format!("Theorem 3 says nothing here; inverse sensitivity is off by {exact} in the mean.")
        }];
        said.push(if answer.local_minimax > 0.0 {
            format!(
                "On the worst data set within {} changes of these every mechanism is off by {} or more in the mean.",
                number(self.setting.epsilon.recip().floor()),
                down(answer.local_minimax)
            )
        } else {
            format!("Theorem 4 looks at data sets within 1/ε changes, and at ε = {} there are none.", number(self.setting.epsilon))
        });
        said.push(if 2.0 * answer.suggested_trim < count as f64 {
            format!(
                "Proposition 4.1 suggests to leave out {} at either end; {} is enough here.",
                number(answer.suggested_trim.ceil().max(0.0)),
                answer.usual_trim
            )
        } else {
            format!(
                "Proposition 4.1 suggests to leave out {} at either end, which {count} records do not have.",
                number(answer.suggested_trim.ceil())
            )
        });
        said
    }
}
