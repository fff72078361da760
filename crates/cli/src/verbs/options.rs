//! Options that commands share.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, Args};
use patience_core::Limits;
use patience_draw::theme::Theme;
use patience_files::Shard;
use patience_workbench::batch;

use crate::pictures::{self, FilmFile};
use crate::values;

/// Limits of a search.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// Stop a search after this time, such as 200ms, 0.2s, 5m [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    time: Option<Duration>,

    /// Stop a search after this many states, such as 1500000 or 1.5M [default: no limit; for engines that may never end, their own
    /// limit unless --time is given]
    #[arg(long, value_name = "COUNT", value_parser = values::count, help_heading = "Limits")]
    nodes: Option<u64>,

    /// Stop before the program holds more memory than this; concurrent searches share it
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value = "2G", help_heading = "Limits")]
    memory: u64,
}

/// The flag of how much is done at once.
pub(crate) fn threads(help: &'static str) -> Arg {
    Arg::new("threads")
        .long("threads")
        .value_name("N")
        .value_parser(values::threads())
        .help_heading("Limits")
        .help(help)
}

/// The flag of a shard, for commands that keep records in the file of another flag.
pub(crate) fn shard(file: &'static str) -> Arg {
    Arg::new("shard")
        .long("shard")
        .value_name("I/N")
        .value_parser(clap::value_parser!(Shard))
        .requires(file)
        .help("Do only part I of N of the work, such as 3/7; `patience merge` makes one file from the files of all parts")
}

/// The flag that leaves times out of records.
pub(crate) fn no_times(file: &'static str) -> Arg {
    Arg::new("no_times")
        .long("no-times")
        .action(ArgAction::SetTrue)
        .requires(file)
        .help("Write 0 for the times in the file, so that equal runs write equal files")
}

/// Memory of the program itself, besides the tables of its searches.
const PROGRAM_BYTES: u64 = 15 << 20;

impl LimitArgs {
    /// The limits of each of `threads` searches; `default_nodes` is the limit of an engine that may never end.
    pub(crate) fn limits(&self, threads: usize, default_nodes: Option<u64>) -> Limits {
        let memory = self.memory.saturating_sub(PROGRAM_BYTES) / threads as u64;
        let nodes = self.nodes.or(default_nodes.filter(|_| self.time.is_none()));
        Limits { nodes, time: self.time, memory: Some(memory) }
    }
}

/// The time of an answer that somebody waits for.
pub(crate) const ANSWER_TIME: Duration = Duration::from_secs(5);

impl LimitArgs {
    /// The limits of an answer that somebody waits for: a few seconds if neither time nor nodes are limited.
    pub(crate) fn answer_limits(&self) -> Limits {
        let limits = self.limits(1, None);
        let is_open = limits.time.is_none() && limits.nodes.is_none();
        Limits { time: if is_open { Some(ANSWER_TIME) } else { limits.time }, ..limits }
    }
}

/// The command with help for the limits of [`LimitArgs::answer_limits`].
pub(crate) fn answer_time(command: clap::Command) -> clap::Command {
    let seconds = ANSWER_TIME.as_secs();
    command
        .mut_arg("time", |arg| {
            arg.help(format!(
                "Stop after this time in all, such as 200ms, 0.2s, 5m [default: {seconds}s unless --nodes is given]"
            ))
        })
        .mut_arg("nodes", |arg| {
            arg.help("Stop after this many states in all, such as 1500000 or 1.5M [default: no limit]")
        })
}

/// How a batch runs and how its results are printed.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print only a summary of the batch: counts, unsolvable instances, mean lengths, time
    #[arg(long)]
    pub(crate) summary: bool,

    /// Write a JSON line for every instance to this file; if the file exists, continue where it ends
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Write the solution of a single instance: an animated picture, or a page with a player
    #[arg(long, value_name = pictures::FILM, value_parser = pictures::film_file)]
    pub(crate) animate: Option<FilmFile>,

    /// The colours of the animation
    #[arg(long, value_name = "NAME", value_parser = pictures::theme_parser(), default_value = "table")]
    pub(crate) theme: Theme,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Concurrent searches, or threads of one search for engines that use several [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads(), help_heading = "Limits")]
    threads: Option<usize>,

    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,

    /// Print results only: no progress, and no summary unless --summary asks for it
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl OutputArgs {
    /// Threads that may run at once.
    pub(crate) fn cores(&self) -> usize {
        self.threads.unwrap_or_else(batch::all_cores)
    }

    /// Whether the command line has a number of threads.
    pub(crate) fn has_threads(&self) -> bool {
        self.threads.is_some()
    }

    /// Concurrent searches for a number of instances.
    pub(crate) fn threads(&self, instances: u64) -> usize {
        batch::threads(self.threads, instances)
    }
}
