//! `patience bench`: our engines and installed peers in turn, and ratios of their CPU times.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;
use patience_lab::Bench;

use crate::exit::Exit;
use crate::interrupt;
use crate::output::say;
use crate::progress::Progress;
use crate::sources::failed;
use crate::verbs::reproduce;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Benchmarks by name, or files; all of the folder otherwise
    #[arg(value_name = "BENCHMARK")]
    benchmarks: Vec<String>,

    /// How often to run each command, in turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// The folder of the benchmarks
    #[arg(long, value_name = "FOLDER", default_value = "experiments/bench")]
    from: PathBuf,

    /// Print results only: no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<Exit> {
    let own = std::env::current_exe().context("cannot find this program")?;
    let mut paths: Vec<PathBuf> = Vec::new();
    for name in &args.benchmarks {
        paths.push(reproduce::file_of(name, &args.from));
    }
    if paths.is_empty() {
        let folder = args.from.display();
        let entries = std::fs::read_dir(&args.from).map_err(|error| {
            Exit::bad_input(anyhow!(
                "cannot read the folder {folder}: {error}. Name a file, or the folder with --from"
            ))
        })?;
        paths = reproduce::with_extension(entries, "toml");
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let mut out = anstream::stdout().lock();
    for path in &paths {
        let bench = Bench::read(path).map_err(failed)?;
        let busy = Progress::activity(format!("measuring {}", bench.title), args.quiet);
        let mut done = |name: &str, seconds: Option<f64>| {
            if let (false, Some(seconds)) = (args.quiet, seconds) {
                say(format_args!("{name}: {seconds:.2} s"));
            }
        };
        let timings = bench.run(&own, args.rounds, &mut done);
        busy.finish();
        // The interrupt ended the command that was measured, too.
        if cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
        let timings = timings.map_err(failed)?;
        write!(out, "{}\n{}\n", bench.title, patience_lab::render_timings(&timings))?;
        out.flush()?;
    }
    Ok(Exit::Done)
}
