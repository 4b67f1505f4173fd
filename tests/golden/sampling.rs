//! Reference values of sampled curves, of the condition behind them and of groups, through the one door.
//!
//! `sampling/reference.jsonl` holds the rows of the reference table for Y. Zhu's dissertation (P, W, M, N, C and the
//! sampled profiles of D), `sampling/computed.jsonl` what `generate_sampling.py` computes in 60 digits.
#![cfg(feature = "understand")]

use crate::rows::assert_met;
use crate::support::rows;

#[test]
fn every_reference_value_is_met() {
    let rows = rows(include_str!("sampling/reference.jsonl"));
    assert_eq!(rows.len(), 130);
    assert_met(&rows);
}

#[test]
fn every_computed_value_is_met() {
    let rows = rows(include_str!("sampling/computed.jsonl"));
    assert_eq!(rows.len(), 19);
    assert_met(&rows);
}
