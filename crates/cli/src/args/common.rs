//! Arguments that are the same for every puzzle.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use patience_core::Limits;
use patience_workbench::batch;

use crate::values;

/// What a search may spend.
#[derive(Debug, Args)]
pub(crate) struct Budget {
    /// Stop a search after this time, such as 200ms, 0.2s, 5m [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    time: Option<Duration>,

    /// Stop a search after visiting so many states, such as 1500000 or 1.5M [default: for engines that may go on for ever, unless
    /// --time is given, 20M in FreeCell and 1.5M in Rush Hour; no limit for the others, nor in peg solitaire]
    #[arg(long, value_name = "COUNT", value_parser = values::count, help_heading = "Limits")]
    nodes: Option<u64>,

    /// Stop before the program holds more memory than this; searches that run at once share it
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value = "2G", help_heading = "Limits")]
    memory: u64,
}

/// What the program itself takes, besides the tables of its searches.
const PROGRAM_BYTES: u64 = 8 << 20;

impl Budget {
    /// What each of `threads` searches may spend.
    ///
    /// `usual_nodes` is what an engine that may never end is given when nobody says anything.
    pub(crate) fn limits(&self, threads: usize, usual_nodes: Option<u64>) -> Limits {
        let memory = self.memory.saturating_sub(PROGRAM_BYTES) / threads as u64;
        let nodes = self.nodes.or(usual_nodes.filter(|_| self.time.is_none()));
        Limits { nodes, time: self.time, memory: Some(memory) }
    }
}

/// How a batch is run and its results are told.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print only a summary of the batch: counts, what is unsolvable, mean lengths, time
    #[arg(long)]
    pub(crate) summary: bool,

    /// Write a JSON line for every instance to this file; if it is there, go on where it ends
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Write the solution of a single instance as an animated picture
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) animate: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) budget: Budget,

    /// Searches that run at once; in peg solitaire, workers of one search [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads(), help_heading = "Limits")]
    threads: Option<usize>,

    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,

    /// Print results only: no progress, no summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl OutputArgs {
    /// Searches that run at once when there are `instances` of them.
    pub(crate) fn threads(&self, instances: u64) -> usize {
        batch::threads(self.threads, instances)
    }
}

/// How a check is told.
#[derive(Debug, Args)]
pub(crate) struct CheckOutputArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// Print nothing: the exit code tells
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
