//! Arguments of `evolve`.

use std::path::PathBuf;

use clap::Args;
use patience_kit::Named;
use patience_learn::Override;
use patience_workbench::batch;

use crate::{flags, values};

/// The shapes of genomes.
const SHAPES: [Named; 3] = [
    Named { name: "weights", summary: "A weight for each heuristic, by a genetic algorithm" },
    Named { name: "formula", summary: "A typed expression tree, by genetic programming" },
    Named { name: "policy", summary: "Ordered rules: conditions with a value each" },
];

/// The curricula.
const CURRICULA: [Named; 4] = [
    Named { name: "random", summary: "The same random cases for all genomes of a generation" },
    Named { name: "gradual", summary: "Cases from groups of increasing difficulty" },
    Named { name: "rosin", summary: "Cases evolve, with a hall of fame of the hardest" },
    Named { name: "hillis", summary: "Sets of cases evolve" },
];

/// How genomes are evolved.
#[derive(Debug, Args)]
pub(crate) struct EvolveArgs {
    /// The shape of genomes
    #[arg(long, value_name = "SHAPE", value_parser = flags::choices(&SHAPES))]
    pub(crate) genome: Option<String>,

    /// How fitness cases are chosen
    #[arg(long, value_name = "NAME", value_parser = flags::choices(&CURRICULA))]
    pub(crate) curriculum: Option<String>,

    /// Read settings from this file, or the settings of the run that produced the genome in this file; others keep their defaults
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Change a setting, such as population=60, hillis.every=10 or search.horizon=4; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<Override>,

    #[command(flatten)]
    pub(crate) running: Running,
}

/// Where a run is stored, and what it prints.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Debug, Args)]
pub(crate) struct Running {
    /// The folder of the run
    #[arg(long, value_name = "FOLDER", required_unless_present = "dry_run")]
    pub(crate) out: Option<PathBuf>,

    /// Resume the run in the folder with its own settings; only `--set generations=N` may change them
    #[arg(long, conflicts_with_all = ["config", "genome", "curriculum", "dry_run"])]
    pub(crate) resume: bool,

    /// Print the settings and the estimated cost, and stop
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Concurrent searches; the result does not depend on them [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    threads: Option<usize>,

    /// Print the lines of the log: one JSON object per generation
    #[arg(long)]
    pub(crate) json: bool,

    /// Print nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl Running {
    /// Threads that may run at once.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(batch::all_cores)
    }
}
