//! Arguments of `evolve` and `report`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use patience_learn::{CurriculumKind, Override, Shape};

use crate::{batch, values};

#[derive(Debug, Subcommand)]
pub(crate) enum EvolvePuzzle {
    /// FreeCell: heuristics of staged deepening, compared with the one of its inventor on the Microsoft deals
    #[command(after_help = EXAMPLES)]
    Freecell(EvolveGenomes),
    /// Rush Hour: heuristics of IDA*, compared with iterative deepening on boards of 6×6 or others
    #[command(after_help = EXAMPLES)]
    Rushhour(EvolveGenomes),
}

const EXAMPLES: &str = "Examples:
  patience evolve freecell --genome weights --set generations=50 --out runs/weights
  patience evolve freecell --config runs/weights/settings.toml --set seed=2 --out runs/weights-2
  patience evolve freecell --out runs/weights --resume
  patience evolve rushhour --set search.boards=data/rush-hour-8x8.txt --dry-run

A run is a folder: settings.toml (everything that decides it), log.jsonl (a line a generation), checkpoint.json (to go on from), and \
best.toml (for `patience solve --policy`). It may be killed at any moment; --resume goes on, and ends as if nothing had happened.";

/// How genomes are bred.
#[derive(Debug, Args)]
pub(crate) struct EvolveGenomes {
    /// What is bred [default: policy]
    #[arg(long, value_name = "SHAPE", value_enum)]
    pub(crate) genome: Option<GenomeArg>,

    /// How the cases are chosen [default: hillis for FreeCell, random for Rush Hour]
    #[arg(long, value_name = "NAME", value_enum)]
    pub(crate) curriculum: Option<CurriculumArg>,

    /// Read settings from this file; what it does not say is as in the papers
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Change a setting, as in population=60, hillis.every=10 or search.horizon=4; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<Override>,

    #[command(flatten)]
    pub(crate) running: Running,
}

/// Where a run is and how it is watched.
#[derive(Debug, Args)]
pub(crate) struct Running {
    /// The folder of the run
    #[arg(long, value_name = "FOLDER", required_unless_present = "dry_run")]
    pub(crate) out: Option<PathBuf>,

    /// Go on with the run in the folder; its settings are those it began with
    #[arg(long, conflicts_with_all = ["config", "set", "dry_run"])]
    pub(crate) resume: bool,

    /// Print the settings and what the run will cost, and do nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Searches that run at once; they do not change the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    threads: Option<usize>,

    /// Print one JSON object a line: that of the log
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

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum GenomeArg {
    /// A weight for each heuristic, as a genetic algorithm breeds them
    Weights,
    /// A typed tree, as genetic programming breeds them
    Formula,
    /// Ordered rules: conditions, and a value each
    Policy,
}

impl From<GenomeArg> for Shape {
    fn from(arg: GenomeArg) -> Self {
        match arg {
            GenomeArg::Weights => Self::Weights,
            GenomeArg::Formula => Self::Formula,
            GenomeArg::Policy => Self::Policy,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CurriculumArg {
    /// So many random cases a generation, the same for all
    Random,
    /// From ever harder groups of cases
    Gradual,
    /// Cases evolve, with a hall of fame of the hardest
    Rosin,
    /// Sets of cases evolve
    Hillis,
}

impl From<CurriculumArg> for CurriculumKind {
    fn from(arg: CurriculumArg) -> Self {
        match arg {
            CurriculumArg::Random => Self::Random,
            CurriculumArg::Gradual => Self::Gradual,
            CurriculumArg::Rosin => Self::Rosin,
            CurriculumArg::Hillis => Self::Hillis,
        }
    }
}
