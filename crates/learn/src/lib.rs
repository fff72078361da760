//! Breeds the heuristics of Patience.
//!
//! A [`Genome`] is a set of rules, a formula or a vector of weights over the named features of a puzzle. [`Bound`] to an instance it
//! guides a search. A [`Breeder`] makes genomes from others; an [`Arena`] says how good they are. This crate starts no threads.

mod arena;
mod bind;
mod breed;
mod checkpoint;
mod curriculum;
mod evolution;
pub mod folder;
mod genome;
mod log;
mod overrides;
mod settings;

pub use arena::{Alone, Arena, Attempt, Case, Job, Workers, fitness};
pub use bind::Bound;
pub use breed::{Breeder, Parent, roulette};
pub use checkpoint::{BadCheckpoint, seal, unseal};
pub use evolution::{Evolution, OtherRun, State, Stopped, Watcher};
pub use folder::{Folder, FolderError, Hold};
pub use genome::{
    FileError, Genome, GenomeFile, GenomeText, GenomeTextError, Lexicon, Manner, NoHeuristic,
    NoWord, Op, Rule, RuleText, Scale, Tree, TreeError, TreeFault, Type, Value, ValueText, Weights,
    Word,
};
pub use log::{Champion, Generation, HardCase, Validation};
pub use overrides::{NoOverride, Override};
pub use settings::{
    BadSetting, Constants, CurriculumKind, Gradual, Hillis, MOST_SECONDS, RandomCases, Rosin,
    RuleMutation, Settings, Shape, ValueShape,
};
pub use toml::{Table, Value as TomlValue, de::Error as TomlError};
