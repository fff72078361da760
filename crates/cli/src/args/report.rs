//! Arguments of `report`.

use std::path::PathBuf;

use clap::Args;

use crate::values;

pub(super) const EXAMPLES: &str = "Examples:
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
