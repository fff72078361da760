//! Arguments of `evolve` and `report`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use patience_learn::Override;

use crate::values;

#[derive(Debug, Subcommand)]
pub(crate) enum EvolvePuzzle {
    /// Rush Hour boards that take many nodes to solve
    ///
    /// A run begins with hard boards of 6×6 cells in the middle of a larger board. In every generation, boards are graded by the nodes that
    /// iterative deepening needs for them, and mutants of hard ones, with a vehicle more, fewer or another one, take the places of the
    /// others. The folder of the run gets boards.txt (the hardest), archive.txt (all that are hard), log.jsonl (a line a generation),
    /// settings.toml and checkpoint.json. The same settings make the same files, whatever the number of threads.
    #[command(name = "rushhour-boards", after_help = BOARDS_EXAMPLES)]
    RushhourBoards(EvolveRushHourBoards),
    /// The table of what FreeCell's genomes are compared with: HSDH on every deal
    ///
    /// Searches the Microsoft deals with HSDH under staged deepening, as the original is, and writes what each one took. A file that is there
    /// already is gone on with.
    #[command(name = "freecell-baselines")]
    FreecellBaselines(EvolveFreecellBaselines),
}

const BOARDS_EXAMPLES: &str = "Examples:
  patience evolve rushhour-boards --out run8
  patience evolve rushhour-boards --out run8 --resume
  patience evolve rushhour-boards --out small --set nodes=1000000 --set generations=20 --set seed=7
  patience evolve rushhour-boards --dry-run > settings.toml
  patience evolve rushhour-boards --out wide --set engine=iterative --set filter=20 --set archive=300000
  patience solve rushhour --file run8/boards.txt --engine ida-star --nodes 30M --summary";

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

    /// Print the settings and what the run will cost, and begin nothing
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

#[derive(Debug, Args)]
pub(crate) struct EvolveFreecellBaselines {
    /// The file, as data/freecell-baselines.txt is
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// How many deals, from the first on
    #[arg(long, value_name = "N", default_value_t = 32_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) deals: u32,

    /// Searches that run at once; the table is the same whatever the number [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,

    /// Print nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

pub(super) const REPORT_EXAMPLES: &str = "Examples:
  patience report runs/weights
  patience report runs/weights --test
  patience report runs/weights --test 1000 --nodes 1M --out weights.html
  patience report runs/weights runs/formula runs/policy --test
  patience report boards-8-seed-1 --json";

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The folder of a run, or the folders of several runs of one puzzle, which are compared
    #[arg(value_name = "RUN", required = true)]
    pub(crate) runs: Vec<PathBuf>,

    /// Write the page to this file [default: report.html in the folder of the run; no page for several runs]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Test the best genomes on this many cases that no run has seen, drawn with the seed of the first run [default: at most 200]
    #[arg(long, value_name = "N", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "an option whose value is optional")]
    pub(crate) test: Option<Option<usize>>,

    /// Node limit of a search of the test, for genomes and baseline [default: the baseline's limit in the first run]
    #[arg(long, value_name = "COUNT", value_parser = values::count, requires = "test")]
    pub(crate) nodes: Option<u64>,

    /// Concurrent searches of the test; the result does not depend on them [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads(), requires = "test")]
    pub(crate) threads: Option<usize>,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// No summary, no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
