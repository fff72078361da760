//! Arguments of the commands for peg solitaire.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use patience_catalog::peg::ENGINES;
use patience_peg::Metric;

use super::common::{CheckOutputArgs, OutputArgs};
use super::engines;
use crate::values;

/// What a board is for people who write one.
const BOARD: &str = "The board: english, french, diamond5 or wiegleb; a file with a drawing (`o` is a peg, `.` an empty hole, a space is \
outside); or - for standard input";

/// What is to be solved on a board: its start and its goal.
#[derive(Debug, Args)]
pub(crate) struct ProblemArgs {
    /// The hole that is empty at the start, all others have pegs: row,column from 0 [default: the pegs of the drawing; if that has
    /// no pegs or no empty holes, the centre]
    #[arg(long, value_name = "HOLE", conflicts_with = "from", help_heading = "Problem")]
    pub(crate) start: Option<String>,

    /// A drawing of the start: a file, or - for standard input
    #[arg(long, value_name = "FILE", help_heading = "Problem")]
    pub(crate) from: Option<String>,

    /// The hole of the last peg, or `any` [default: the hole that is empty at the start; any, if several are]
    #[arg(long, value_name = "HOLE", conflicts_with = "to", help_heading = "Problem")]
    pub(crate) end: Option<String>,

    /// A drawing of what is to be left: a file, or - for standard input
    #[arg(long, value_name = "FILE", help_heading = "Problem")]
    pub(crate) to: Option<String>,

    /// Exchange pegs and empty holes, and the start and the goal
    #[arg(long, help_heading = "Problem")]
    pub(crate) complement: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PegMetricArg {
    /// Jumps of one peg in a row count one
    #[default]
    Moves,
    /// Every jump counts one: all solutions are as long, and any will do
    Jumps,
}

impl From<PegMetricArg> for Metric {
    fn from(arg: PegMetricArg) -> Self {
        match arg {
            PegMetricArg::Moves => Self::Moves,
            PegMetricArg::Jumps => Self::Jumps,
        }
    }
}

/// How a solution is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum JumpFormat {
    /// One line: the outcome and its figures
    Line,
    /// The moves: 64-62-42 is the peg in row 6, column 4, over two others to row 4, column 2
    Notation,
    /// The board after every move
    Drawings,
}

/// Where layers are kept, and how long.
#[derive(Debug, Args)]
pub(crate) struct LayerStoreArgs {
    /// Keep layers in this folder instead of in memory
    ///
    /// Each search has a folder of its own there. The layers are removed when it ends, even by a limit or by Ctrl-C, unless --keep or
    /// --resume is given or it went on from layers that were there before. A search that was killed, or that a full disk has ended, goes
    /// on from the finished layers when it is started again
    #[arg(long, value_name = "DIR", help_heading = "Disk")]
    pub(crate) disk: Option<PathBuf>,

    /// Let the layers of a search take no more than this, such as 50G
    ///
    /// A search that needs more ends with an error. Its finished layers are kept: --resume goes on from them, with a larger limit or none
    #[arg(long, value_name = "SIZE", value_parser = values::size, requires = "disk", help_heading = "Disk")]
    pub(crate) disk_limit: Option<u64>,

    /// Keep the layers of a search that a limit or Ctrl-C ends, so that it can go on
    #[arg(long, requires = "disk", help_heading = "Disk")]
    pub(crate) keep: bool,

    /// Go on with a search, and refuse to begin anew if the folder has no layers of it
    #[arg(long, requires = "disk", help_heading = "Disk")]
    pub(crate) resume: bool,
}

// Options that are given or not.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
pub(crate) struct SolvePeg {
    #[arg(value_name = "BOARD", default_value = "english", help = BOARD)]
    pub(crate) board: String,

    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// Solve every problem of the board with one hole empty at the start and one peg at the end, of the same class and up to symmetry
    #[arg(long, conflicts_with_all = ["start", "from", "end", "to", "complement"], help_heading = "Problem")]
    pub(crate) all: bool,

    /// The algorithm
    #[arg(long, value_name = "NAME", default_value = "best", value_parser = engines(&ENGINES), help_heading = "Search")]
    pub(crate) engine: String,

    /// What a solution costs
    #[arg(long, value_enum, default_value_t, help_heading = "Search")]
    pub(crate) metric: PegMetricArg,

    /// best: count all solutions with the fewest moves as well
    #[arg(long, help_heading = "Search")]
    pub(crate) count: bool,

    /// brute: search from the start only
    #[arg(long, help_heading = "Search")]
    pub(crate) one_way: bool,

    /// bd-bfida: do not leave out what cannot reach the other side's frontier
    #[arg(long, help_heading = "Search")]
    pub(crate) no_propagation: bool,

    #[command(flatten)]
    pub(crate) layers: LayerStoreArgs,

    /// How solutions are printed [default: notation for one problem, line for several]
    #[arg(long, value_enum)]
    pub(crate) format: Option<JumpFormat>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyPeg {
    #[arg(value_name = "BOARD", help = BOARD)]
    pub(crate) board: String,

    /// The solution: a file, - for standard input, or the moves themselves; notation, or a JSON line of `patience solve`
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: String,

    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    #[command(flatten)]
    pub(crate) output: CheckOutputArgs,
}

/// How a position is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawingFormat {
    /// With the numbers of rows and columns
    #[default]
    Table,
    /// As drawings are read
    Drawing,
}

#[derive(Debug, Args)]
pub(crate) struct ShowPeg {
    #[arg(value_name = "BOARD", default_value = "english", help = BOARD)]
    pub(crate) board: String,

    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// Play these moves first: a file, - for standard input, or the moves themselves
    #[arg(long, visible_aliases = ["moves", "solution"], value_name = "MOVES")]
    pub(crate) after: Option<String>,

    /// How the position is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: DrawingFormat,

    /// Write a picture instead
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) svg: Option<PathBuf>,

    /// Write an animated picture of the moves of --after instead
    #[arg(long, value_name = "FILE.svg", requires = "after")]
    pub(crate) animate: Option<PathBuf>,

    /// Tell what is known of the problem without a search: class, types, corners, Merson regions, pagodas, symmetries, the fewest moves
    /// that it may take, and why there is no solution if that can be seen; with --svg as a picture
    #[arg(long, conflicts_with_all = ["format", "animate"])]
    pub(crate) analysis: bool,

    /// Print the position, or what is told of it, as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
