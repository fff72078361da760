//! Arguments of the commands for policies.

use clap::Args;

use crate::values;

#[derive(Debug, Args)]
pub(crate) struct ShowPolicy {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,

    /// Count how often each rule decides on these deals or boards, named as for `solve`; may be given several times [default: 1..=20
    /// for FreeCell, JAM01..=JAM40 for Rush Hour]
    #[arg(long, value_name = "INSTANCES")]
    pub(crate) sample: Vec<String>,

    /// Stop a search after visiting so many states
    #[arg(long, value_name = "COUNT", value_parser = values::count, default_value = "1M")]
    pub(crate) nodes: u64,

    /// Show the rules only, and solve nothing
    #[arg(long, conflicts_with_all = ["sample", "nodes", "threads"])]
    pub(crate) no_sample: bool,

    /// Searches that run at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// No progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
