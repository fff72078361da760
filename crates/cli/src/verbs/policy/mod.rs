//! Policies: reading them, and `patience show policy`.

mod render;
mod sample;

use std::io::Write;

use std::path::Path;

use anyhow::anyhow;
use clap::Args;
use patience_kit::{Kit, Policy};
use patience_learn::{FeatureSet, GenomeFile};
use patience_workbench::{evolution, find};

use self::sample::Sample;
use crate::exit::Exit;
use crate::output::say;
use crate::sources::failed;
use crate::{input, values};

#[derive(Debug, Args)]
pub(crate) struct ShowPolicy {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,

    /// Count how often each rule decides on these instances, named as for `solve`; may be repeated [default: a sample of the puzzle]
    #[arg(long, value_name = "INSTANCES")]
    pub(crate) sample: Vec<String>,

    /// Stop a search after this many states
    #[arg(long, value_name = "COUNT", value_parser = values::count, default_value = "1M")]
    pub(crate) nodes: u64,

    /// Show the rules only, and solve nothing
    #[arg(long, conflicts_with_all = ["sample", "nodes", "threads"])]
    pub(crate) no_sample: bool,

    /// Concurrent searches [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// No progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

pub(crate) fn show(args: &ShowPolicy) -> anyhow::Result<Exit> {
    let (file, feature_set) = read_any(&args.file)?;
    let kit = find(&file.puzzle).map_err(failed)?;
    let sample = if args.no_sample { None } else { Some(Sample::of(kit, &file, args)?) };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", render::json(&file, &feature_set, sample.as_ref())?)?;
    } else {
        write!(out, "{}", render::text(&file, &feature_set, sample.as_ref()))?;
    }
    if sample.is_some_and(|sample| !sample.is_whole) {
        say("interrupted: not all of the sample was searched");
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// Reads a policy for a puzzle.
pub(crate) fn read(kit: &dyn Kit, path: &str) -> anyhow::Result<Policy> {
    let (file, _) = read_any(path)?;
    let (found, puzzle) = (&file.puzzle, kit.about().name);
    if found != puzzle {
        let name = input::name(path);
        return Err(Exit::bad_input(anyhow!("{name} has a policy for {found}, not for {puzzle}")));
    }
    Policy::new(file, kit).map_err(Exit::bad_input)
}

/// Reads a policy for any puzzle.
fn read_any(path: &str) -> anyhow::Result<(GenomeFile, FeatureSet)> {
    let text = input::settings(Path::new(path))?;
    evolution::read_genome(&text)
        .map_err(|error| Exit::bad_input(anyhow!(error.in_file(&input::name(path)))))
}
