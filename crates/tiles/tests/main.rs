//! The tests of sliding tiles: what a new puzzle should come with.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]
