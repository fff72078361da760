//! Arguments of `evolve` and `report`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use patience_learn::{CurriculumKind, Override, Shape};
use patience_workbench::batch;

use crate::values;

#[derive(Debug, Subcommand)]
pub(crate) enum EvolvePuzzle {
    /// FreeCell: heuristics of staged deepening, compared with the one of its inventor on the Microsoft deals
    #[command(after_help = EXAMPLES)]
    Freecell(EvolveGenomes),
    /// Rush Hour: heuristics of IDA*, compared with iterative deepening on boards of 6×6 or others
    #[command(after_help = EXAMPLES)]
    Rushhour(EvolveGenomes),
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

    /// Read settings from this file, or those that the genome in this file was bred with; what it does not say is as in the papers
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Change a setting, as in population=60, hillis.every=10 or search.horizon=4; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<Override>,

    #[command(flatten)]
    pub(crate) running: Running,
}

/// Where a run is and how it is watched.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Debug, Args)]
pub(crate) struct Running {
    /// The folder of the run
    #[arg(long, value_name = "FOLDER", required_unless_present = "dry_run")]
    pub(crate) out: Option<PathBuf>,

    /// Go on with the run in the folder; its settings are those it began with, but that `--set generations=N` makes it longer
    #[arg(long, conflicts_with_all = ["config", "genome", "curriculum", "dry_run"])]
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
    /// The folder of the run, or those of several runs of one puzzle, which are told side by side
    #[arg(value_name = "RUN", required = true)]
    pub(crate) runs: Vec<PathBuf>,

    /// Write the page to this file [default: report.html in the folder of the run; of several runs, no page]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Try the best genomes on cases that no run ever saw: so many, drawn by the seed of the first [default: 200 deals, or all boards]
    #[arg(long, value_name = "N", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "an option whose value is optional")]
    pub(crate) test: Option<Option<usize>>,

    /// Stop a search of the test after visiting so many states, both the genome's and the baseline's [default: as the first run has it for the baseline]
    #[arg(long, value_name = "COUNT", value_parser = values::count, requires = "test")]
    pub(crate) nodes: Option<u64>,

    /// Searches of the test that run at once; they do not change the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads(), requires = "test")]
    pub(crate) threads: Option<usize>,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// No summary, no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
