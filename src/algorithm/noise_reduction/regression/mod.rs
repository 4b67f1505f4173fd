//! Private regression that pays for the accuracy it needs: ridge regression from a noisy covariance or with noise on its
//! minimizer, logistic regression with noise on its minimizer, and what theory asks of them.

pub mod theory;
pub mod trust_region;
