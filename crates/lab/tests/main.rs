//! Tests of the laboratory.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod experiments;
mod lab;
mod stats;
