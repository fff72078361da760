//! Arguments of the commands for FreeCell.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use patience_catalog::freecell::ENGINES;
use patience_freecell::{Build, Fill, Metric, MoveSet, PRESETS, Rules, RulesError};
use patience_search::Open;

use super::common::{CheckOutputArgs, ListFeatures, OutputArgs};
use super::engines;
use crate::values;

/// Deviations from the standard rules.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The rules to play by
    #[arg(long, value_name = "NAME", default_value = "freecell", value_parser = presets(), help_heading = "Rules")]
    variant: String,

    /// Number of free cells, 0 to 8 [default: as the variant has]
    #[arg(long, value_name = "N", help_heading = "Rules")]
    cells: Option<u8>,

    /// Number of columns, 1 to 10 [default: as the variant has]
    #[arg(long, value_name = "N", help_heading = "Rules")]
    columns: Option<u8>,

    /// How cards build on each other in a column
    #[arg(long, value_enum, help_heading = "Rules")]
    build: Option<BuildArg>,

    /// What may fill an empty column
    #[arg(long, value_enum, help_heading = "Rules")]
    fill: Option<FillArg>,
}

impl RulesArgs {
    /// The rules that the arguments describe.
    pub(crate) fn rules(&self) -> Result<Rules, RulesError> {
        let mut rules = Rules::preset(&self.variant).map(|preset| preset.rules).unwrap_or_default();
        if let Some(cells) = self.cells {
            rules.cells = cells;
            // The cards that had cells of their own go to the columns.
            rules.dealt_to_cells = rules.dealt_to_cells.min(cells);
        }
        if let Some(columns) = self.columns {
            rules.columns = columns;
        }
        if let Some(build) = self.build {
            rules.build = build.into();
        }
        if let Some(fill) = self.fill {
            rules.fill = fill.into();
        }
        rules.check()?;
        Ok(rules)
    }
}

fn presets() -> Vec<PossibleValue> {
    PRESETS.iter().map(|preset| PossibleValue::new(preset.name).help(preset.summary)).collect()
}

fn move_sets() -> Vec<PossibleValue> {
    let help = [
        "one card at a time",
        "runs of at most one card more than there are vacant cells and columns",
        "runs of as many cards as single moves could carry",
        "supermoves, and every card that is safe at home goes there by itself",
        "the same, but into an empty column at most one card more than there are empty cells",
    ];
    MoveSet::NAMES
        .iter()
        .zip(help)
        .map(|((name, _), help)| PossibleValue::new(*name).help(help))
        .collect()
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum BuildArg {
    /// One rank down, alternating colours
    Colour,
    /// One rank down, same suit
    Suit,
    /// One rank down, any suit
    Rank,
}

impl From<BuildArg> for Build {
    fn from(arg: BuildArg) -> Self {
        match arg {
            BuildArg::Colour => Self::Colour,
            BuildArg::Suit => Self::Suit,
            BuildArg::Rank => Self::Rank,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FillArg {
    /// Any card
    Any,
    /// Kings only
    Kings,
    /// No card
    Nothing,
}

impl From<FillArg> for Fill {
    fn from(arg: FillArg) -> Self {
        match arg {
            FillArg::Any => Self::Any,
            FillArg::Kings => Self::Kings,
            FillArg::Nothing => Self::Nothing,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum MetricArg {
    /// Single-card moves
    M1,
    /// A run counts one, every card that goes home counts one
    #[default]
    M2,
    /// A run counts one, cards that go home do not count
    M3,
}

impl From<MetricArg> for Metric {
    fn from(arg: MetricArg) -> Self {
        match arg {
            MetricArg::M1 => Self::M1,
            MetricArg::M2 => Self::M2,
            MetricArg::M3 => Self::M3,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OpenArg {
    /// One state a score, the newest replaces the older
    One,
    /// Every state
    All,
}

impl From<OpenArg> for Open {
    fn from(arg: OpenArg) -> Self {
        match arg {
            OpenArg::One => Self::OnePerScore,
            OpenArg::All => Self::All,
        }
    }
}

/// How a solution is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolutionFormat {
    /// One line: the outcome and its figures
    Line,
    /// Standard notation
    Notation,
    /// Standard notation of single-card moves
    Single,
    /// A sentence a move
    Text,
    /// The position after every move
    Positions,
}

#[derive(Debug, Args)]
pub(crate) struct SolveFreecell {
    /// Deal numbers (617), ranges (1..=32000), files with numbers or boards, or - for standard input
    #[arg(required = true, value_name = "DEAL")]
    pub(crate) instances: Vec<String>,

    /// The algorithm [default: fast; with --policy, the one that the policy was made for]
    #[arg(long, value_name = "NAME", value_parser = engines(&ENGINES), help_heading = "Search")]
    pub(crate) engine: Option<String>,

    /// The heuristic of staged and ida-star, one of `patience features freecell` [default: HSDH]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub(crate) heuristic: Option<String>,

    /// A file with a policy that guides staged, ida-star or fast; what it was made for are the defaults of --horizon, --moves, --table,
    /// --open and --restart
    #[arg(long, value_name = "FILE", conflicts_with = "heuristic", help_heading = "Search")]
    pub(crate) policy: Option<String>,

    /// The moves that the search makes [default: autoplay; runs for staged, single for iterative and ida-star]
    #[arg(long, value_name = "SET", value_parser = move_sets(), help_heading = "Search")]
    pub(crate) moves: Option<String>,

    /// What a solution costs
    #[arg(long, value_enum, default_value_t, help_heading = "Search")]
    pub(crate) metric: MetricArg,

    /// short, exact: states a level of the widest beam [default: 32768 for short, as the time allows if --time is given; 2048
    /// for exact]
    #[arg(long, value_name = "STATES", value_parser = values::count, help_heading = "Search")]
    pub(crate) width: Option<u64>,

    /// staged: moves that a stage looks through; states one move further are stored [default: 6]
    #[arg(long, value_name = "K", help_heading = "Search")]
    pub(crate) horizon: Option<u8>,

    /// staged: nodes after which the search begins anew and looks a move less far ahead, then one further than at first, and so on; then all
    /// of this with twice the nodes [default: it never does]
    #[arg(long, value_name = "NODES", value_parser = values::count, help_heading = "Search")]
    pub(crate) restart: Option<u64>,

    /// staged: which states stay open [default: one]
    #[arg(long, value_enum, help_heading = "Search")]
    pub(crate) open: Option<OpenArg>,

    /// staged, ida-star, iterative: states that the table of seen states holds [default: 200000 for staged, as the memory
    /// allows for the others]
    #[arg(long, value_name = "COUNT", value_parser = values::count, help_heading = "Search")]
    pub(crate) table: Option<u64>,

    /// iterative: what the bound grows by [default: 1]
    #[arg(long, value_name = "COST", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Search")]
    pub(crate) step: Option<u32>,

    /// How solutions are printed [default: notation for one deal, line for several]
    #[arg(long, value_enum)]
    pub(crate) format: Option<SolutionFormat>,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyFreecell {
    /// The deal: a number or a file with a board
    #[arg(value_name = "DEAL")]
    pub(crate) instance: String,

    /// The solution: a file, - for standard input, or the moves themselves; standard notation, the output of fc-solve, or a
    /// JSON line of `patience solve`
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: String,

    /// Send cards that are safe at home there after every move, as many programs do without saying so
    #[arg(long)]
    pub(crate) autoplay: bool,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) output: CheckOutputArgs,
}

/// How a position is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PositionFormat {
    /// As on a table, columns downwards
    #[default]
    Table,
    /// Board text, a column a line, as solvers read it
    Board,
}

#[derive(Debug, Args)]
pub(crate) struct ShowFreecell {
    /// The deal: a number, a file with a board, or - for standard input
    #[arg(value_name = "DEAL")]
    pub(crate) instance: String,

    /// Play these moves first: a file, - for standard input, or the moves themselves in any form that `verify` reads
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,

    /// How the position is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PositionFormat,

    /// Write a picture of the position instead
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) svg: Option<PathBuf>,

    /// Write an animated picture of the moves of --after instead
    #[arg(long, value_name = "FILE.svg", requires = "after")]
    pub(crate) animate: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    /// Print the position as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FeaturesFreecell {
    /// The engine that a policy of these words guides
    #[arg(long, value_enum, default_value_t = GuidedEngine::Staged, value_name = "NAME")]
    pub(crate) engine: GuidedEngine,

    #[command(flatten)]
    pub(crate) list: ListFeatures,
}

/// Engines that policies guide.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum GuidedEngine {
    /// Features of states, for staged deepening
    Staged,
    /// The same, for IDA*
    IdaStar,
    /// Counts of its own, for best-first search
    Fast,
}
