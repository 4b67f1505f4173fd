//! How well a model does on people: the share of them that it is right about.

use serde::Serialize;

use crate::data::DataSet;

/// How near a prediction must be to a label that is no class: twice the noise of labels about the regression line.
pub const NEAR: f64 = 0.1;

/// What being right about a person means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The label, −1 or 1, has the sign of the prediction; a prediction of 0 is half right.
    Classified,
    /// The label, any number, is within 0.1 of the prediction. Unlike a mean of squares this is not ruled by
    /// a few people far off.
    Predicted,
}

impl Measure {
    /// The one that has a meaning for these labels.
    pub fn of(data: &DataSet) -> Self {
        let classes = data.people().all(|person| person.label.abs() == 1.0);
        if classes { Self::Classified } else { Self::Predicted }
    }

    /// The share of people whom a model is right about.
    pub fn share(self, data: &DataSet, theta: &[f64]) -> f64 {
        let mut right = 0.0;
        for person in data.people() {
            let prediction = person.predict(theta);
            let (margin, good) = match self {
                Self::Classified => (person.label * prediction, 0.0),
                Self::Predicted => (NEAR, (person.label - prediction).abs()),
            };
            if margin > good {
                right += 1.0;
            } else if margin == good {
                right += 0.5;
            }
        }
        right / (data.len() as f64).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Generator, generate};

    #[test]
    fn labels_say_what_being_right_means() {
        for generator in Generator::ALL {
            let measure = Measure::of(&generate(generator, 50, 2, 1));
            assert_eq!(
                measure == Measure::Predicted,
                generator == Generator::RegressionLine,
                "{generator:?}"
            );
        }
    }

    /// A model that knows nothing is half right about classes; of labels it is right about those near 0.
    #[test]
    fn shares_are_counted() {
        let rows = [([0.5], 1.0), ([-0.5], -1.0), ([0.25], -1.0), ([0.0], 1.0)];
        let classes = DataSet::from_rows(1, rows.iter().map(|(x, y)| (&x[..], *y)));
        assert_eq!(Measure::Classified.share(&classes, &[0.0]), 0.5);
        assert_eq!(Measure::Classified.share(&classes, &[2.0]), 0.625);
        let rows = [([0.5], 0.45), ([-0.5], -0.7), ([0.25], 0.05), ([1.0], -0.9)];
        let labels = DataSet::from_rows(1, rows.iter().map(|(x, y)| (&x[..], *y)));
        assert_eq!(Measure::Predicted.share(&labels, &[1.0]), 0.25);
        assert_eq!(Measure::Predicted.share(&labels, &[0.0]), 0.25);
        // However far off the last one is, the share stays.
        assert_eq!(Measure::Predicted.share(&labels, &[1.3]), 0.25);
    }
}
