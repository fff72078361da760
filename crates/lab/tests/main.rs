//! Tests of the laboratory.

mod experiments;
mod lab;
mod stats;
