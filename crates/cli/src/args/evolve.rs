//! Arguments of `evolve`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use patience_learn::Override;

use crate::values;

#[derive(Debug, Subcommand)]
pub(crate) enum Evolve {
    /// Rush Hour boards that take many nodes to solve
    ///
    /// A run begins with hard boards of 6×6 cells in the middle of a larger board. In every generation, boards are graded by the nodes that
    /// iterative deepening needs for them, and mutants of hard ones, with a vehicle more, fewer or another one, take the places of the
    /// others. The folder of the run gets boards.txt (the hardest), archive.txt (all that are hard), log.jsonl (a line a generation),
    /// settings.toml and checkpoint.json. The same settings make the same files, whatever the number of threads.
    #[command(name = "rushhour-boards", after_help = BOARDS_EXAMPLES)]
    RushhourBoards(EvolveRushHourBoards),
}

const BOARDS_EXAMPLES: &str = "Examples:
  patience evolve rushhour-boards --out run8
  patience evolve rushhour-boards --out run8 --resume
  patience evolve rushhour-boards --out small --set nodes=1000000 --set generations=20 --set seed=7
  patience evolve rushhour-boards --dry-run > settings.toml
  patience solve rushhour --file run8/boards.txt --engine iterative --nodes 30M --summary";

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct EvolveRushHourBoards {
    /// Cells a side: 6, 8, 10 or 12 [default: 8]
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u8>,

    /// Take settings from this file; `--dry-run` prints all of them
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Change a setting, such as seed=7, population=30 or nodes=5000000
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) changes: Vec<Override>,

    /// The folder of the run [default: boards-8-seed-1, by size and seed]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Go on with the run in the folder, by its own settings; `--set` may make it longer
    #[arg(long, conflicts_with_all = ["config", "dry_run"])]
    pub(crate) resume: bool,

    /// Print the settings and begin nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Boards that are graded at once; they are the same whatever the number [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,

    /// Print one JSON object a generation: the lines of the log
    #[arg(long)]
    pub(crate) json: bool,

    /// Print the end only: no progress, no line a generation
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
