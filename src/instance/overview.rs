//! Everyone at once: what each person of a data set loses, or what a report tells them, part by part.

use super::loss::{ExPost, Situation};
use super::report::{Publication, Terms};
use crate::data::DataSet;

/// What one person loses, or a bound of it, and its parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// The loss, or its bound.
    pub value: f64,
    /// Its leverage part.
    pub leverage: f64,
    /// Its fit part.
    pub fit: f64,
    /// Its alignment part.
    pub alignment: f64,
}

impl From<ExPost> for Parts {
    fn from(lost: ExPost) -> Self {
        Self { value: lost.loss(), leverage: lost.leverage, fit: lost.fit, alignment: lost.alignment }
    }
}

impl From<Terms> for Parts {
    fn from(terms: Terms) -> Self {
        Self { value: terms.sum(), leverage: terms.leverage, fit: terms.fit, alignment: terms.alignment }
    }
}

/// The parts of everyone in the data, in its order. It shows members, and must not be published.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overview {
    /// The losses, or their bounds.
    pub values: Vec<f64>,
    /// Their leverage parts.
    pub leverage: Vec<f64>,
    /// Their fit parts.
    pub fit: Vec<f64>,
    /// Their alignment parts.
    pub alignment: Vec<f64>,
    /// Everyone's place in the data, the most exposed first; of equals the first in the data.
    pub order: Vec<usize>,
}

impl Overview {
    /// What everyone loses to a model.
    pub fn losses(situation: &Situation<'_>) -> Self {
        situation.members().map(Parts::from).collect()
    }

    /// What a report tells everyone.
    pub fn bounds(report: &Publication, data: &DataSet) -> Self {
        data.people().map(|person| Parts::from(report.bound(&person))).collect()
    }
}

impl FromIterator<Parts> for Overview {
    fn from_iter<I: IntoIterator<Item = Parts>>(people: I) -> Self {
        let mut all = Self::default();
        for Parts { value, leverage, fit, alignment } in people {
            all.values.push(value);
            all.leverage.push(leverage);
            all.fit.push(fit);
            all.alignment.push(alignment);
        }
        all.order = (0..all.values.len()).collect();
        all.order.sort_by(|&a, &b| all.values[b].total_cmp(&all.values[a]));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_exposed_come_first_and_equals_as_they_stand() {
        let all: Overview = [0.2, 0.7, 0.2, 0.9]
            .map(|value| Parts { value, leverage: value, fit: 0.0, alignment: -value })
            .into_iter()
            .collect();
        assert_eq!(all.order, [3, 1, 0, 2]);
        assert_eq!((&all.values, &all.leverage), (&vec![0.2, 0.7, 0.2, 0.9], &all.values));
        assert_eq!((all.fit[1], all.alignment[1]), (0.0, -0.7));
    }
}
