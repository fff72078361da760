//! Arguments of the commands for Klondike.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use patience_catalog::klondike::ENGINES;
use patience_klondike::{Metric, Rules};
use patience_workbench::batch;

use super::common::{Budget, CheckOutputArgs, OutputArgs};
use super::engines;
use crate::values;

/// Deviations from the standard rules, or from those that a file tells.
#[derive(Debug, Args)]
pub(crate) struct TurningArgs {
    /// Cards that are turned at once from the stock, 1 to 52 [default: 3, or as the file says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=52), help_heading = "Rules")]
    draw: Option<u8>,

    /// How often the stock may be gone through, 1 to 255, or unlimited [default: unlimited, or as the file says]
    #[arg(long, value_name = "N", value_parser = values::passes, help_heading = "Rules")]
    passes: Option<values::Passes>,

    /// No card comes back from a foundation
    #[arg(long, help_heading = "Rules")]
    no_bring_back: bool,
}

impl TurningArgs {
    /// The rules that a file tells, or the standard ones, with what the command line says otherwise.
    pub(crate) fn rules(&self, given: Rules) -> Rules {
        Rules {
            draw: self.draw.unwrap_or(given.draw),
            passes: self.passes.map_or(given.passes, |values::Passes(passes)| passes),
            bring_back: given.bring_back && !self.no_bring_back,
            ..given
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TurningMetric {
    /// Movements of cards, a run counts one
    #[default]
    Moves,
    /// Movements of cards and turns of the stock; turning the waste over counts one too
    Turns,
}

impl From<TurningMetric> for Metric {
    fn from(arg: TurningMetric) -> Self {
        match arg {
            TurningMetric::Moves => Self::Moves,
            TurningMetric::Turns => Self::Turns,
        }
    }
}

/// How a solution is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TurningFormat {
    /// One line: the outcome and its figures
    Line,
    /// Notation: T and R turn the stock and the waste, w-3 and 5-h move cards
    Notation,
    /// A sentence a step
    Text,
    /// The position after every step
    Positions,
}

#[derive(Debug, Args)]
pub(crate) struct SolveKlondike {
    /// Seeds of deals (7), ranges (1..=1000), files with positions or seeds, or - for standard input
    #[arg(value_name = "DEAL", required_unless_present_any = ["seed", "file"])]
    pub(crate) instances: Vec<String>,

    /// The seed of a deal
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Vec<u64>,

    /// A file with positions: text, JSON as Solvitaire reads it, or the digits of Klondike-Solver; - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Vec<String>,

    /// The algorithm
    #[arg(long, value_name = "NAME", default_value = "exact", value_parser = engines(&ENGINES), help_heading = "Search")]
    pub(crate) engine: String,

    /// Find a shortest solution: the same as --engine shortest
    #[arg(long, conflicts_with = "engine", help_heading = "Search")]
    pub(crate) shortest: bool,

    /// What a solution costs
    #[arg(long, value_enum, default_value_t, help_heading = "Search")]
    pub(crate) metric: TurningMetric,

    /// shortest: states a level of the widest beam, before the search for a proof [default: 8192]
    #[arg(long, value_name = "STATES", value_parser = values::count, help_heading = "Search")]
    pub(crate) width: Option<u64>,

    /// How solutions are printed [default: notation for one deal, line for several]
    #[arg(long, value_enum)]
    pub(crate) format: Option<TurningFormat>,

    #[command(flatten)]
    pub(crate) rules: TurningArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl SolveKlondike {
    /// The name of the engine.
    pub(crate) fn engine(&self) -> &str {
        if self.shortest { "shortest" } else { &self.engine }
    }
}

#[derive(Debug, Args)]
pub(crate) struct VerifyKlondike {
    /// The deal: a seed or a file with a position
    #[arg(value_name = "DEAL")]
    pub(crate) instance: String,

    /// The solution: a file, - for standard input, or the steps themselves; or a JSON line of `patience solve`
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: String,

    #[command(flatten)]
    pub(crate) rules: TurningArgs,

    #[command(flatten)]
    pub(crate) output: CheckOutputArgs,
}

/// How a position is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutFormat {
    /// As on a table, columns downwards; cards face down in brackets
    #[default]
    Table,
    /// Text with the rules, a column a line, that all commands read
    Text,
    /// JSON as Solvitaire reads it, without the rules
    Json,
    /// The digits of Klondike-Solver, for deals of all 52 cards
    Digits,
}

#[derive(Debug, Args)]
pub(crate) struct ShowKlondike {
    /// The deal: a seed, a file with a position, or - for standard input
    #[arg(value_name = "DEAL", required_unless_present = "seed", conflicts_with = "seed")]
    pub(crate) instance: Option<String>,

    /// The seed of a deal
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Play these steps first: a file, - for standard input, or the steps themselves in any form that `verify` reads
    #[arg(long, value_name = "STEPS")]
    pub(crate) after: Option<String>,

    /// How the position is printed
    #[arg(long, visible_alias = "form", value_enum, default_value_t)]
    pub(crate) format: LayoutFormat,

    /// Write a picture of the position instead
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) svg: Option<PathBuf>,

    /// Write an animated picture of the steps of --after instead
    #[arg(long, value_name = "FILE.svg", requires = "after")]
    pub(crate) animate: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) rules: TurningArgs,

    /// Print rules and position as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
pub(crate) struct GenerateKlondike {
    /// How many deals to make
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: u32,

    /// The seed of the first deal that is looked at; the others follow one by one
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Only deals that can be won
    #[arg(long, conflicts_with = "unwinnable")]
    pub(crate) winnable: bool,

    /// Only deals that cannot be won
    #[arg(long)]
    pub(crate) unwinnable: bool,

    /// Write the deals to a file that `solve klondike` reads: text, a blank line between them
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) rules: TurningArgs,

    #[command(flatten)]
    pub(crate) budget: Budget,

    /// Deals that are looked at at once; those that are made are the same whatever the number [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads(), help_heading = "Limits")]
    threads: Option<usize>,

    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,

    /// Print deals only: no progress, no word on deals that could not be decided
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl GenerateKlondike {
    /// Deals that are looked at at once.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(batch::all_cores)
    }
}
