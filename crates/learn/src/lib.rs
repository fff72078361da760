//! Evolution: the loop and its files for anything that evolves; genomes, operators and curricula of policies.
//!
//! [`Evolution`] is the loop, for any [`Species`]: what evolves, how it is evaluated and bred. A [`Folder`] stores a run so that it can be
//! resumed. An [`Executor`] evaluates on [`Workers`]: this crate starts no threads.
//!
//! [`Policies`] are one species. A [`Genome`] is a list of rules, a formula or a vector of weights over the named features of a puzzle.
//! [`Bound`] to an instance, it guides a search. A [`Breeder`] applies the genetic operators. An [`Arena`] holds the fitness cases of a
//! puzzle and runs searches on them.

mod arena;
mod bind;
mod breed;
mod checkpoint;
mod curriculum;
mod diagnosis;
mod evolution;
mod executor;
pub mod folder;
mod folder_error;
mod genome;
mod job_message;
mod log;
mod overrides;
mod policies;
mod settings;

pub use arena::{Arena, Attempt, Case, Job, fitness};
pub use bind::{Bound, MOST_FEATURES};
pub use breed::{Breeder, Parent, roulette, tournament};
pub use checkpoint::{BadCheckpoint, read_saved};
pub use diagnosis::Diagnosis;
pub use evolution::{
    Ending, Evolution, LogLine, Run, Species, State, StateOf, from_checkpoint, to_checkpoint,
};
pub use executor::{
    Batch, Executor, RemoteError, RemoteWorkers, Sequential, Stopped, Watcher, Workers,
};
pub use folder::{BEST, Folder, FolderLock};
pub use folder_error::FolderError;
pub use genome::{
    FeatureEncoding, FeatureInfo, FeatureSet, FileError, Genome, GenomeFile, GenomeText,
    GenomeTextError, Op, Rule, RuleText, Scale, Tree, TreeError, TreeFault, Type, UnknownHeuristic,
    Value, ValueText, Weights,
};
pub use job_message::{BadJob, run_job};
pub use log::{Archived, Champion, Generation, HardCase, Mutated, Validation};
pub use overrides::{Override, OverrideError};
pub use policies::{
    Archive, ArchiveCell, ArchiveFile, Elite, Figures, FitnessFunction, Mutator, Policies,
    PolicyMemory, PolicyState, Trial, nodes_of, units_of,
};
pub use settings::{
    ArchiveAxes, ArchiveKind, BadSetting, Constants, CurriculumKind, Gradual, Hillis, Method,
    RandomCases, Rosin, RuleMutation, RunSettings, Settings, SettingsError, Shape, Terminals,
    ValueShape,
};
pub use toml::{Table, Value as TomlValue, de::Error as TomlError};
