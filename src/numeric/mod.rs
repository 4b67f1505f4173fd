//! Numbers only: special functions in linear and log space, roots, minima, quadrature, transforms.
//!
//! Knows: floating point and its errors. Each function states the relative error that its tests
//! measure against 40-digit tables. Does not know: privacy.

pub mod ball;
pub mod binomial;
pub mod complex;
pub mod decimal;
pub mod eigen;
pub mod faddeeva;
pub mod fft;
#[cfg(test)]
mod golden;
pub mod logspace;
pub mod matrix;
pub mod minimum;
mod natural;
pub mod nearly_sorted;
pub mod normal;
pub mod quadrature;
pub mod random;
pub mod root;
mod scale;
pub mod sum;

pub use scale::Scale;
