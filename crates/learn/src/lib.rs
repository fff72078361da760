//! Evolution of heuristics: genomes, operators, curricula, the loop, checkpoints.
//!
//! A [`Genome`] is a list of rules, a formula or a vector of weights over the named features of a puzzle. [`Bound`] to an instance, it
//! guides a search. A [`Breeder`] applies the genetic operators. An [`Arena`] holds the fitness cases of a puzzle and runs searches on
//! them. [`Evolution`] is the loop, and a [`Folder`] stores a run so that it can be resumed. This crate starts no threads: [`Workers`] do.

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
