//! The sides of peg problems against plain code.

mod estimates;
mod plain;
mod searches;
mod steps;
