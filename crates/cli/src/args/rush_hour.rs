//! Arguments of the commands for Rush Hour.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use patience_catalog::rush_hour::ENGINES;
use patience_rush_hour::Metric;

use super::common::{Budget, CheckOutputArgs, OutputArgs};
use super::engines;
use crate::values;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetricArg {
    /// A vehicle that moves any distance counts one
    #[default]
    Slides,
    /// Every cell that a vehicle moves counts one
    Steps,
}

impl From<MetricArg> for Metric {
    fn from(arg: MetricArg) -> Self {
        match arg {
            MetricArg::Slides => Self::Slides,
            MetricArg::Steps => Self::Steps,
        }
    }
}

/// How a solution is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DriveFormat {
    /// One line: the outcome and its figures
    Line,
    /// The moves: A+3 is A three cells to the right or down, G-1 is G one cell to the left or up
    Notation,
    /// The board after every move
    Boards,
}

#[derive(Debug, Args)]
pub(crate) struct SolveRushHour {
    /// Boards: 36 letters row by row, names (JAM40) and ranges of them (JAM01..=JAM40), files with boards, or - for standard input
    #[arg(required_unless_present = "file", value_name = "BOARD")]
    pub(crate) instances: Vec<String>,

    /// A file with a board a line (LETTERS, or NAME LETTERS, or MOVES LETTERS POSITIONS), or with grids between blank lines
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Vec<String>,

    /// The algorithm [default: exact; with --policy, ida-star]
    #[arg(long, value_name = "NAME", value_parser = engines(&ENGINES), help_heading = "Search")]
    pub(crate) engine: Option<String>,

    /// The heuristic of ida-star: one of `patience features rushhour`, or Hc, the hand-crafted policy [default: the first of
    /// them]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub(crate) heuristic: Option<String>,

    /// A file with a policy that guides ida-star
    #[arg(long, value_name = "FILE", conflicts_with = "heuristic", help_heading = "Search")]
    pub(crate) policy: Option<String>,

    /// What a solution costs
    #[arg(long, value_enum, default_value_t, help_heading = "Search")]
    pub(crate) metric: MetricArg,

    /// ida-star, iterative: states that the table of seen states holds [default: as the memory allows]
    #[arg(long, value_name = "COUNT", value_parser = values::count, help_heading = "Search")]
    pub(crate) table: Option<u64>,

    /// Count all shortest solutions as well; boards of up to 8×8 cells
    #[arg(long, help_heading = "Search")]
    pub(crate) count: bool,

    /// How solutions are printed [default: notation for one board, line for several]
    #[arg(long, value_enum)]
    pub(crate) format: Option<DriveFormat>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyRushHour {
    /// The board: letters, a name, or a file
    #[arg(value_name = "BOARD")]
    pub(crate) instance: String,

    /// The solution: a file, - for standard input, or the moves themselves; notation, or a JSON line of `patience solve`
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: String,

    #[command(flatten)]
    pub(crate) output: CheckOutputArgs,
}

/// A board, perhaps after some moves.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The board: letters, a name, a file, or - for standard input
    #[arg(value_name = "BOARD")]
    pub(crate) instance: String,

    /// Play these moves first: a file, - for standard input, or the moves themselves
    #[arg(long, visible_alias = "moves", value_name = "MOVES")]
    pub(crate) after: Option<String>,
}

/// How a board is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardFormat {
    /// A line a row, the exit marked
    #[default]
    Table,
    /// The letters row by row in one word; a line a row if the board is not square
    Letters,
}

#[derive(Debug, Args)]
pub(crate) struct ShowRushHour {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// How the board is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: BoardFormat,

    /// Write a picture of the board instead
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) svg: Option<PathBuf>,

    /// Write an animated picture of the moves of --after instead
    #[arg(long, value_name = "FILE.svg", requires = "after")]
    pub(crate) animate: Option<PathBuf>,

    /// Tell what can be reached from the board instead: positions, how far they are from a solved one, the hardest of them; boards of
    /// up to 8×8 cells
    #[arg(long, conflicts_with_all = ["format", "svg", "animate"])]
    pub(crate) cluster: bool,

    /// --cluster: what counts as a move
    #[arg(long, value_enum, default_value_t, requires = "cluster")]
    pub(crate) metric: MetricArg,

    #[command(flatten)]
    pub(crate) budget: Budget,

    /// Print the board, or what is told of it, as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HintRushHour {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// What a way costs
    #[arg(long, value_enum, default_value_t)]
    pub(crate) metric: MetricArg,

    /// Tell so many moves of a shortest way
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) next: usize,

    /// List every move with the distance after it
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) budget: Budget,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct EnumerateRushHour {
    /// Cells a side, from 3 to 6
    #[arg(long, value_name = "CELLS", default_value_t = 6)]
    pub(crate) side: u8,

    /// What makes a position hard, and a vehicle needed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) metric: MetricArg,

    /// Write what was found into this file as it comes, and go on from there when it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Write the boards into this file at the end, the hardest first: NAME LETTERS SLIDES STEPS POSITIONS
    #[arg(long, value_name = "FILE")]
    pub(crate) boards: Option<PathBuf>,

    /// Leave boards of shorter solutions out of that file
    #[arg(long, value_name = "LENGTH", requires = "boards")]
    pub(crate) at_least: Option<u16>,

    /// Stop after so many of the units of work, which are families of boards with the same vehicles in all rows
    #[arg(long, value_name = "COUNT")]
    pub(crate) units: Option<usize>,

    /// Units that are worked on at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,

    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// No progress
    #[arg(long)]
    pub(crate) quiet: bool,
}
