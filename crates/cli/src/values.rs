//! Values on the command line.

use clap::builder::TypedValueParser;
pub(crate) use patience_workbench::values::{count, duration, is_numbers, size};

/// Reads a number of threads, from 1 to 1024.
pub(crate) fn threads() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u16).range(1..=1024).map(usize::from)
}
