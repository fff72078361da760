//! The sides of peg problems against plain code.

mod estimates;
mod plain;
mod ranks;
mod searches;
mod steps;
