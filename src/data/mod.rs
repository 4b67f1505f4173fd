//! People as rows of features with a label, and where they come from.

pub mod generate;
pub mod named;
mod penguins;
pub mod records;
pub mod store;

use crate::numeric::matrix::{dot, norm};

pub use generate::{Generator, generate};
pub use penguins::{bill_lengths, penguins};

/// People with features of one dimension and a label each.
#[derive(Debug, Clone, PartialEq)]
pub struct DataSet {
    dimension: usize,
    features: Vec<f64>,
    norms: Vec<f64>,
    labels: Vec<f64>,
}

/// One person.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Person<'a> {
    /// x.
    pub features: &'a [f64],
    /// `‖x‖₂`.
    pub norm: f64,
    /// y.
    pub label: f64,
}

impl Person<'_> {
    /// `xᵀθ`.
    pub fn predict(&self, theta: &[f64]) -> f64 {
        dot(self.features, theta)
    }
}

impl DataSet {
    /// No one, yet.
    pub fn new(dimension: usize) -> Self {
        Self { dimension, features: Vec::new(), norms: Vec::new(), labels: Vec::new() }
    }

    /// People given by rows of features and their label.
    pub fn from_rows<'r>(dimension: usize, rows: impl IntoIterator<Item = (&'r [f64], f64)>) -> Self {
        let mut data = Self::new(dimension);
        for (features, label) in rows {
            data.push(features, label);
        }
        data
    }

    /// Adds a person; features beyond the dimension are dropped, missing ones are 0.
    pub fn push(&mut self, features: &[f64], label: f64) {
        let features = &features[..self.dimension.min(features.len())];
        self.features.extend(features);
        self.features.resize((self.labels.len() + 1) * self.dimension, 0.0);
        self.norms.push(norm(features));
        self.labels.push(label);
    }

    /// Gives the person at a place other features and keeps their label; no one is there, no one changes.
    pub fn replace(&mut self, at: usize, features: &[f64]) {
        if at < self.len() && features.len() == self.dimension {
            self.features[at * self.dimension..(at + 1) * self.dimension].copy_from_slice(features);
            self.norms[at] = norm(features);
        }
    }

    /// The number of features.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The number of people.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no one.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The person at a place.
    pub fn person(&self, at: usize) -> Person<'_> {
        let features = &self.features[at * self.dimension..(at + 1) * self.dimension];
        Person { features, norm: self.norms[at], label: self.labels[at] }
    }

    /// Everyone, in order.
    pub fn people(&self) -> impl ExactSizeIterator<Item = Person<'_>> {
        (0..self.len()).map(|at| self.person(at))
    }

    /// The largest norm of features.
    pub fn radius(&self) -> f64 {
        self.norms.iter().copied().fold(0.0, f64::max)
    }

    /// Everyone with one more feature that is 1, so that a linear model may have an intercept. A radius
    /// of 1 becomes √2.
    pub fn with_intercept(&self) -> Self {
        let mut wider = Self::new(self.dimension + 1);
        for person in self.people() {
            let features: Vec<f64> = person.features.iter().copied().chain([1.0]).collect();
            wider.push(&features, person.label);
        }
        wider
    }

    /// The people at the places, in their order.
    pub fn subset(&self, places: &[usize]) -> Self {
        let people = places.iter().map(|&at| self.person(at));
        Self::from_rows(self.dimension, people.map(|person| (person.features, person.label)))
    }

    /// Everyone but one.
    pub fn without(&self, left_out: usize) -> Self {
        let places: Vec<usize> = (0..self.len()).filter(|&at| at != left_out).collect();
        self.subset(&places)
    }
}
