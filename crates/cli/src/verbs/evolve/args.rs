//! Arguments of `evolve`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use patience_learn::{Folder, Override};
use patience_workbench::batch;

use super::NAME;
use crate::values;

/// The settings of a run, its folder, and its output.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Debug, Args)]
pub(crate) struct Running {
    /// Read settings from this file, or the settings of the run that produced the genome in this file; others keep their defaults
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Change a setting, such as seed=7, population=60 or search.horizon=4; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<Override>,

    /// The folder of the run
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// Resume the run in the folder with its own settings; `--set generations=N` makes it longer
    #[arg(long, conflicts_with_all = ["config", "dry_run"])]
    pub(crate) resume: bool,

    /// Print the settings and the estimated cost, and stop
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Concurrent searches; the result does not depend on them [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    threads: Option<usize>,

    /// Print the lines of the log: one JSON object per generation
    #[arg(long)]
    pub(crate) json: bool,

    /// Print results only: no progress, no line per generation
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl Running {
    /// The arguments that resume the run in a folder.
    pub(crate) fn resumed(&self, name: &str, folder: &Folder) -> Vec<OsString> {
        let mut words: Vec<OsString> =
            vec![NAME.into(), name.into(), "--out".into(), folder.path().into(), "--resume".into()];
        if let Some(threads) = self.threads {
            words.extend(["--threads".into(), threads.to_string().into()]);
        }
        if self.json {
            words.push("--json".into());
        }
        words
    }

    /// Threads that may run at once.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(batch::all_cores)
    }
}
