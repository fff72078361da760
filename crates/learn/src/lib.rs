//! Breeds the heuristics of Patience.
//!
//! A [`Genome`] is a set of rules, a formula or a vector of weights over the named features of a puzzle. [`Bound`] to an instance it
//! guides a search. This crate starts no threads.

mod bind;
mod genome;

pub use bind::Bound;
pub use genome::{
    FileError, Genome, GenomeFile, GenomeText, GenomeTextError, Lexicon, Manner, NoHeuristic, Op,
    Rule, RuleText, Scale, Tree, TreeError, TreeFault, Type, Value, ValueText, Weights, Word,
};
