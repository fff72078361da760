//! What is known without a search.

mod arguments;
mod bounds;
mod invariants;
mod moves;
