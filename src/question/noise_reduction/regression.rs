//! A regression as several questions read it: the loss, the people or their statistics, λ, and where the noise goes.

use serde::Serialize;

use super::regression_statistics::{STATISTICS, StatisticsSource, read_statistics};
use crate::algorithm::noise_reduction::regression::task::Regression;
use crate::algorithm::noise_reduction::regression::{
    BallSolver, LogisticRegression, Perturbation, Problem, RidgeRegression, Sensitivity, Task,
};
use crate::data::DataSet;
use crate::learn::Shape;
use crate::mechanism::{Range, Slider};
use crate::numeric::Scale;
use crate::numeric::decimal::{Rounding, print};
use crate::question::field::data::{DataSource, INTERCEPT, NORM_SLACK, People, SOURCES, read_source};
use crate::question::field::described::{Field, Variant, Word};
use crate::question::field::publishable::{Mark, SCALED};
use crate::question::field::read::{Object, Reader};
use crate::question::field::refusal::Refusal;

/// λ, of a mean and not of a sum.
pub(crate) const REGULARIZATIONS: Range = Range::closed(1e-9, 1e3);

/// α: at ½ the model 0 is as good, which costs nothing.
pub(crate) const ALPHAS: Range = Range::closed(1e-6, 0.5);

const ALL_SOURCES: [Variant; 8] = {
    let mut all = [STATISTICS; 8];
    let mut at = 0;
    while at < SOURCES.len() {
        all[at] = SOURCES[at];
        at += 1;
    }
    all
};
const DATA: Field = Field::variants("data", "the people, or what is known of them together", &ALL_SOURCES);

/// Which regression.
pub(crate) const LOSS: Field = Field::choice_or(
    "loss",
    "squared for ridge regression, or logistic",
    &[Word::new("squared", "ridge regression"), Word::new("logistic", "logistic regression")],
    "squared",
);
const DIVISOR: Field = Field::number(
    "divisor",
    "what features are divided by, known without the data, so that nobody's add up to more than 1; if absent √p for \
     people who are drawn or come with the tool and 1 for a table, and 1 more with an intercept",
    Range::closed(1e-3, 1e6),
)
.optional();

/// λ.
pub(crate) const REGULARIZATION: Field =
    Field::number_or("regularization", "λ, beside the mean loss", REGULARIZATIONS, 0.02)
        .slider("", Slider { from: 1e-3, to: 1.0, scale: Scale::Log, start: 0.02 });
const PERTURBATION: Field = Field::choice(
    "perturbation",
    "where the noise goes; on the covariance of ridge regression and the minimizer of logistic regression if absent",
    &[Word::new("covariance", "on XᵀX and Xᵀy"), Word::new("output", "on the minimizer")],
)
.optional();

/// How a model is made from a noisy covariance.
pub(crate) const BALL_SOLVER: Field = Field::choice_or(
    "ball-solver",
    "how a model is made from a noisy covariance",
    &[
        Word::new(BallSolver::ALL[0].word(), BallSolver::ALL[0].meaning()),
        Word::new(BallSolver::ALL[1].word(), BallSolver::ALL[1].meaning()),
    ],
    BallSolver::ALL[0].word(),
);

/// How far one person moves the minimizer.
pub(crate) const MINIMIZER_BOUND: Field = Field::choice_or(
    "minimizer-bound",
    "how it is bounded how far one person moves the minimizer",
    &[
        Word::new(Sensitivity::ALL[0].word(), Sensitivity::ALL[0].meaning()),
        Word::new(Sensitivity::ALL[1].word(), Sensitivity::ALL[1].meaning()),
    ],
    Sensitivity::ALL[0].word(),
);

/// The fields of [`RegressionSetting`].
pub(crate) const REGRESSION: [Field; 8] =
    [LOSS, DATA, INTERCEPT, DIVISOR, REGULARIZATION, PERTURBATION, BALL_SOLVER, MINIMIZER_BOUND];

/// People, or what is known of them together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum RegressionData {
    /// People.
    People(DataSource),
    /// Statistics of ridge regression.
    Statistics(StatisticsSource),
}

/// A regression and its noise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub struct RegressionSetting {
    /// Squared for ridge regression, if absent, or logistic.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub loss: Shape,
    /// The people.
    pub data: RegressionData,
    /// Adds a feature that is 1 for everyone before features are divided; none if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub intercept: bool,
    /// What features are divided by.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number"))]
    pub divisor: Option<f64>,
    /// λ; 0.02 if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub regularization: f64,
    /// Where the noise goes.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"covariance\" | \"output\""))]
    pub perturbation: &'static str,
    /// How a model is made from a noisy covariance; the minimum on the ball if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub ball_solver: BallSolver,
    /// How far one person moves the minimizer; as published if absent.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "\"published\" | \"gradient\""))]
    pub minimizer_bound: Sensitivity,
}

impl RegressionSetting {
    /// Reads the fields; what they lead to is checked too, so that a refusal stands at its field.
    pub(crate) fn read(fields: &Object<'_, '_>) -> Result<Self, Refusal> {
        let loss = fields.chosen(&LOSS, &[Shape::Squared, Shape::Logistic])?;
        let place = fields.at(&DATA);
        let words: Vec<&str> = ALL_SOURCES.iter().map(|source| source.word).collect();
        let data = match place.tag("kind", &words)? {
            "statistics" if loss == Shape::Logistic => {
                return Err(place.refuse("people: logistic regression is not known from statistics"));
            }
            "statistics" => RegressionData::Statistics(read_statistics(&place.variant(&DATA)?.1)?),
            _ => RegressionData::People(read_source(&place, loss)?),
        };
        let usual = if loss == Shape::Squared { "covariance" } else { "output" };
        let perturbation = fields.if_there(&PERTURBATION, |place| place.word(&["covariance", "output"]))?;
        if perturbation == Some("covariance") && loss == Shape::Logistic {
            return Err(fields
                .at(&PERTURBATION)
                .refuse("output: only ridge regression is made from a covariance"));
        }
        let found = Self {
            loss,
            data,
            intercept: fields.flag(&INTERCEPT)?,
            divisor: fields.number_if_there(&DIVISOR)?,
            regularization: fields.number(&REGULARIZATION)?,
            perturbation: perturbation.unwrap_or(usual),
            ball_solver: fields.chosen(&BALL_SOLVER, &BallSolver::ALL)?,
            minimizer_bound: fields.chosen(&MINIMIZER_BOUND, &Sensitivity::ALL)?,
        };
        found.check(fields)?;
        Ok(found)
    }

    fn check(&self, fields: &Object<'_, '_>) -> Result<(), Refusal> {
        if let RegressionData::Statistics(_) = self.data {
            if self.intercept || self.divisor.is_some() {
                let at = if self.intercept { INTERCEPT } else { DIVISOR };
                return Err(fields.at(&at).refuse("left out: statistics are as they are"));
            }
        } else if let Some((at, sum)) = self.longest() {
            return Err(self.too_long(fields, at, sum));
        }
        let problem = self.problem();
        if self.minimizer_bound == Sensitivity::Gradient
            && self.loss == Shape::Squared
            && problem.anchor() <= 4.0
        {
            let least = print(4.0 / problem.people, 6, Rounding::Up);
            return Err(fields.at(&REGULARIZATION).refuse(format!(
                "above {least}: with nλ of 4 or less the bound by gradients is no better than the published one"
            )));
        }
        Ok(())
    }

    /// The person whose features, divided, have the largest sum, if that is above 1.
    fn longest(&self) -> Option<(usize, f64)> {
        let sums = self
            .people()?
            .people()
            .map(|person| person.features.iter().map(|x| x.abs()).sum())
            .collect::<Vec<f64>>();
        let (at, sum) = sums.into_iter().enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
        (sum > 1.0 + NORM_SLACK).then_some((at, sum))
    }

    fn too_long(&self, fields: &Object<'_, '_>, at: usize, sum: f64) -> Refusal {
        let divisor = self.used_divisor();
        let [bound, theirs, needed] =
            [divisor, sum * divisor, sum * divisor].map(|value| print(value, 6, Rounding::Up));
        if self.divisor.is_some() {
            return fields.at(&DIVISOR).refuse(format!(
                "at least {needed}, the sum of |x| of person {}: all must be known to add up to 1 at most once divided",
                at + 1
            ));
        }
        let allowed = format!(
            "features whose |x| add up to {bound} at most (theirs: {theirs}); a larger divisor allows more"
        );
        match &self.data {
            RegressionData::People(DataSource::Rows { rows, .. }) => {
                let row: Vec<String> = rows.rows()[at].iter().map(f64::to_string).collect();
                let kind = fields.at(&DATA).form_word();
                let path = match kind {
                    Some("text") => format!("data.text, line {}", at + 1),
                    Some("stored") => format!("data.handle, row {}", at + 1),
                    _ => format!("data.rows[{at}]"),
                };
                Refusal::wrong(&path, format!("[{}]", row.join(",")), allowed)
            }
            _ => fields.at(&DATA).refuse(allowed),
        }
    }

    /// What features are divided by.
    fn used_divisor(&self) -> f64 {
        let RegressionData::People(data) = &self.data else { return 1.0 };
        let people = self.described(data.clone());
        let features = (people.dimension() - usize::from(self.intercept)) as f64;
        // Nobody drawn or built in is longer than 1, so that none of theirs add up to more than √p.
        let usual = if matches!(data, DataSource::Rows { .. }) { 1.0 } else { features.sqrt() };
        self.divisor.unwrap_or(usual + f64::from(u8::from(self.intercept)))
    }

    fn described(&self, data: DataSource) -> People {
        People { data, moved: Vec::new(), intercept: self.intercept, loss: self.loss, clip: None }
    }

    /// The people with their features divided; none of statistics.
    fn people(&self) -> Option<DataSet> {
        let RegressionData::People(data) = &self.data else { return None };
        let people = self.described(data.clone()).build();
        let divisor = self.used_divisor();
        let mut divided = DataSet::new(people.dimension());
        for person in people.people() {
            let features: Vec<f64> = person.features.iter().map(|x| x / divisor).collect();
            divided.push(&features, person.label);
        }
        Some(divided)
    }

    /// What is known without the data.
    pub(crate) fn problem(&self) -> Problem {
        let (people, dimension) = match &self.data {
            RegressionData::Statistics(StatisticsSource::Statistics { people, linear, .. }) => {
                (*people, linear.len())
            }
            RegressionData::People(data) => {
                let people = self.described(data.clone());
                (people.count() as f64, people.dimension())
            }
        };
        let regularization = self.regularization;
        Problem { shape: self.loss, people, dimension: dimension as f64, regularization }
    }

    /// The regression itself.
    pub(crate) fn regression(&self) -> Result<Regression, Refusal> {
        let ridge = match (&self.data, self.people()) {
            (RegressionData::Statistics(statistics), _) => statistics.ridge(self.regularization),
            (_, Some(data)) if self.loss == Shape::Logistic => {
                return LogisticRegression::of_data(data, self.regularization)
                    .map(Regression::Logistic)
                    .map_err(|_| Refusal::failed());
            }
            (_, Some(data)) => RidgeRegression::of_data(&data, self.regularization),
            _ => None,
        };
        ridge.map(Regression::Ridge).ok_or_else(Refusal::failed)
    }

    /// The regression with its noise.
    pub(crate) fn task(&self) -> Result<Task, Refusal> {
        let perturbation = match self.perturbation {
            "covariance" => Perturbation::Covariance(self.ball_solver),
            _ => Perturbation::Output(self.minimizer_bound),
        };
        Task::new(self.regression()?, perturbation).ok_or_else(Refusal::failed)
    }

    /// Whether everyone was divided by the largest norm of these very people, so that nothing is guaranteed.
    pub(crate) fn is_scaled(&self) -> bool {
        matches!(self.data, RegressionData::People(DataSource::Rows { scaled: true, .. }))
    }

    /// The mark of a model with noise that is ε-private; `by` says how ε is meant.
    pub(crate) fn released(&self, epsilon: f64, by: Option<&'static str>) -> Mark {
        if self.is_scaled() {
            return Mark::secret(format!("Must not be published: {SCALED}."));
        }
        Mark::of_noise(epsilon, by)
    }
}

impl Reader<'_> {
    /// The word of its kind, if it has one.
    fn form_word(&self) -> Option<&'static str> {
        let words: Vec<&'static str> = SOURCES.iter().map(|source| source.word).collect();
        self.tag("kind", &words).ok()
    }
}
