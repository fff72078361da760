//! `patience reproduce`: runs experiments, and prints ours beside what was published.

use std::fs::ReadDir;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use clap::builder::PossibleValuesParser;
use patience_core::Cancel;
use patience_files::Shard;
use patience_lab::{Arm, Experiment, Lab, Scale, Summary, Watch};
use patience_workbench::batch;

use crate::exit::Exit;
use crate::output::{grouped, say, write_file};
use crate::progress::Progress;
use crate::sources::failed;
use crate::{interrupt, resume, values};

/// Arguments of `reproduce`.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct Reproduce {
    /// Experiments by name, or files; all are listed if none is given
    #[arg(value_name = "EXPERIMENT")]
    experiments: Vec<String>,

    /// Run all experiments
    #[arg(long, conflicts_with = "experiments")]
    all: bool,

    /// How many of the cases to run
    #[arg(long, default_value = "quick", value_parser = PossibleValuesParser::new(["smoke", "quick", "full"]))]
    scale: String,

    /// Only these rows or settings
    #[arg(long, value_name = "NAME")]
    row: Vec<String>,

    /// Run nothing: print what is recorded
    #[arg(long)]
    recorded: bool,

    /// The folder of the experiments
    #[arg(long, value_name = "FOLDER", default_value = "experiments")]
    from: PathBuf,

    /// The folder of the records
    #[arg(long, value_name = "FOLDER", default_value = "runs/records")]
    records: PathBuf,

    /// Do only part I of N of the cases, such as 3/7, each part in a folder of its own; `patience merge` makes one folder from the
    /// folders of all parts
    #[arg(long, value_name = "I/N", requires = "records", conflicts_with_all = ["recorded", "export", "report", "keep"])]
    shard: Option<Shard>,

    /// Write the records as a flat table: FILE.csv or FILE.parquet
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,

    /// Write a report into this folder: one page with tables, charts and pictures
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,

    /// Keep the summaries of full scale in experiments/results, with --row of these rows only, and write RESULTS.md from all that are kept
    #[arg(long)]
    keep: bool,

    /// Print one JSON object an experiment
    #[arg(long)]
    json: bool,

    /// Cases that run at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    threads: Option<usize>,

    /// Print results only: no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Examples in the help.
pub(crate) const EXAMPLES: &str = "Examples:
  patience reproduce
  patience reproduce freecell-table-3
  patience reproduce --all --scale quick --report site
  patience reproduce klondike-table-1 --scale full --threads 1
  patience reproduce freecell-table-3 --recorded --scale full --export records.csv

After a crash or an interrupt, the same command continues.";

/// The folder of kept summaries, below that of the experiments.
const KEPT: &str = "results";

pub(crate) fn run(args: &Reproduce) -> anyhow::Result<Exit> {
    let scale = Scale::named(&args.scale).unwrap_or(Scale::Quick);
    let cancel = interrupt::cancel_on_interrupt()?;
    let threads = args.threads.unwrap_or_else(batch::all_cores);
    let lab = Lab { folder: args.records.clone(), threads, cancel: &cancel, shard: args.shard };
    if args.keep && scale != Scale::Full {
        return Err(Exit::bad_input(anyhow!("--keep is for --scale full only")));
    }
    if args.experiments.is_empty() && !args.all {
        return list(args, &lab);
    }
    let experiments = chosen(args)?;
    check_rows(&args.row, &experiments)?;
    let mut ended = true;
    if !args.recorded {
        ended = run_all(args, &lab, &experiments, scale, &cancel)?;
    }
    if let Some(shard) = args.shard {
        return Ok(end_of_shard(args, shard, ended));
    }
    let mut out = anstream::stdout().lock();
    let mut summaries = Vec::new();
    for experiment in &experiments {
        let busy = Progress::activity(format!("summing up {}", experiment.name), args.quiet);
        let summary = lab.summarise(experiment, scale);
        busy.finish();
        let summary = summary.map_err(failed)?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        } else {
            writeln!(out, "{}", summary.text())?;
        }
        summaries.push(summary);
    }
    out.flush()?;
    if let Some(path) = &args.export {
        let busy = Progress::activity(format!("writing {}", path.display()), args.quiet);
        patience_lab::export(&lab, &experiments, scale, path).map_err(failed)?;
        busy.finish();
    }
    if let Some(folder) = &args.report {
        let busy = Progress::activity("drawing the report", args.quiet);
        let pages = lab.site(&experiments, &summaries, scale).map_err(failed)?;
        busy.finish();
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        for (name, text) in pages {
            write_file(&folder.join(name), &text)?;
        }
        say(format_args!("the report is in {}", folder.join("index.html").display()));
    }
    if args.keep && ended {
        keep(args, &experiments, &summaries)?;
    }
    if !ended {
        resume::say_same(args.quiet);
    }
    Ok(if ended { Exit::Done } else { Exit::Interrupted })
}

/// A shard is not summed up.
fn end_of_shard(args: &Reproduce, shard: Shard, ended: bool) -> Exit {
    if !ended {
        resume::say_same(args.quiet);
        return Exit::Interrupted;
    }
    if !args.quiet {
        say(format_args!("shard {shard} is done: its records are in {}", args.records.display()));
    }
    Exit::Done
}

/// An error if a name of `--row` is neither that of a row nor that of a setting of evolution.
fn check_rows(names: &[String], experiments: &[Experiment]) -> anyhow::Result<()> {
    let known = experiments.iter().flat_map(|experiment| {
        let rows = experiment.rows.iter().map(|row| row.name.as_str());
        rows.chain(arms(experiment).map(|arm| arm.name.as_str()))
    });
    let known: Vec<&str> = known.collect();
    let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) else {
        return Ok(());
    };
    let known = known.join(", ");
    Err(Exit::bad_input(anyhow!("unknown row or setting `{unknown}` (known: {known})")))
}

/// The settings of evolution of an experiment.
fn arms(experiment: &Experiment) -> impl Iterator<Item = &Arm> {
    experiment.evolve.iter().flat_map(|evolve| &evolve.arms)
}

fn run_all(
    args: &Reproduce,
    lab: &Lab<'_>,
    experiments: &[Experiment],
    scale: Scale,
    cancel: &Cancel,
) -> anyhow::Result<bool> {
    let mut watch = Bars { quiet: args.quiet, bar: None };
    let is_wanted = |name: &String| args.row.is_empty() || args.row.contains(name);
    for experiment in experiments {
        for row in experiment.rows.iter().filter(|row| is_wanted(&row.name)) {
            watch.reads(&row.name);
            if !lab.run_row(experiment, row, scale, &mut watch).map_err(failed)? {
                return Ok(false);
            }
        }
        for arm in arms(experiment).filter(|arm| is_wanted(&arm.name)) {
            watch.reads(&arm.name);
            if !lab.run_arm(experiment, arm, scale, &mut watch).map_err(failed)? {
                return Ok(false);
            }
        }
    }
    Ok(!cancel.is_cancelled())
}

/// A progress bar a row.
struct Bars {
    quiet: bool,
    bar: Option<Progress>,
}

impl Bars {
    /// The records of a row are read before its first case.
    fn reads(&mut self, row: &str) {
        let doing = format!("{row}: reading its cases and records");
        self.bar = Some(Progress::activity(doing, self.quiet));
    }
}

impl Watch for Bars {
    fn begin(&mut self, row: &str, cases: u64, done: u64) {
        self.end();
        if !self.quiet {
            say(format_args!("{row}: {} of {} cases recorded", grouped(done), grouped(cases)));
        }
        let bar = Progress::new(cases.max(2), self.quiet);
        bar.skip(done);
        self.bar = Some(bar);
    }

    fn advance(&mut self, summary: &dyn Fn() -> String) {
        if let Some(bar) = &self.bar {
            bar.advance(summary);
        }
    }

    fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish();
        }
    }

    fn note(&mut self, text: &str) {
        say(format_args!("{text}"));
    }
}

/// The experiments of the command line: files, or names in the folder.
fn chosen(args: &Reproduce) -> anyhow::Result<Vec<Experiment>> {
    if args.all {
        return all(&args.from);
    }
    let mut experiments = Vec::new();
    for name in &args.experiments {
        let path = file_of(name, &args.from);
        if !path.exists() {
            let known = all(&args.from).unwrap_or_default();
            let known: Vec<&str> = known.iter().map(|it| it.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(Exit::bad_input(anyhow!(
                "unknown experiment `{name}`: there is no {} (known: {known})",
                path.display()
            )));
        }
        experiments.push(Experiment::read(&path).map_err(failed)?);
    }
    Ok(experiments)
}

/// The file that an argument names: itself, or a name in a folder.
pub(crate) fn file_of(name: &str, folder: &Path) -> PathBuf {
    let is_file = Path::new(name).extension().is_some_and(|it| it == "toml");
    if is_file { PathBuf::from(name) } else { folder.join(name.to_owned() + ".toml") }
}

/// The files of a folder with an extension, by name.
pub(crate) fn with_extension(entries: ReadDir, extension: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|it| it == extension))
        .collect();
    paths.sort();
    paths
}

/// All experiments of a folder, by name.
fn all(folder: &Path) -> anyhow::Result<Vec<Experiment>> {
    let entries = std::fs::read_dir(folder).map_err(|error| {
        Exit::bad_input(anyhow!(
            "cannot read the folder {}: {error}. Name a file, or the folder of the experiments with --from",
            folder.display()
        ))
    })?;
    let paths = with_extension(entries, "toml");
    paths.iter().map(|path| Experiment::read(path).map_err(failed)).collect()
}

/// Every experiment with what is recorded.
fn list(args: &Reproduce, lab: &Lab<'_>) -> anyhow::Result<Exit> {
    let kept = kept(args)?;
    let mut out = anstream::stdout().lock();
    for experiment in all(&args.from)? {
        let paper = experiment.paper.as_ref().map_or_else(String::new, |it| format!(" ({it})"));
        writeln!(out, "{:<28} {}{paper}", experiment.name, experiment.title)?;
        for scale in [Scale::Quick, Scale::Full] {
            let (done, cases) = lab.progress(&experiment, scale).map_err(failed)?;
            if 0 < done {
                let (done, cases) = (grouped(done), grouped(cases));
                writeln!(out, "{:<28} {}: {done} of {cases} recorded", "", scale.name())?;
            }
        }
        if kept.iter().any(|summary| summary.name == experiment.name) {
            writeln!(out, "{:<28} full: in RESULTS.md", "")?;
        }
    }
    Ok(Exit::Done)
}

/// The summaries that are kept.
fn kept(args: &Reproduce) -> anyhow::Result<Vec<Summary>> {
    let folder = args.from.join(KEPT);
    let Ok(entries) = std::fs::read_dir(&folder) else { return Ok(Vec::new()) };
    let paths = with_extension(entries, "json");
    let read = |path: &PathBuf| {
        let text = patience_files::read_text(path, patience_files::MOST_TEXT)?;
        let summary: Summary = serde_json::from_str(&text)?;
        Ok::<_, anyhow::Error>(summary)
    };
    let named = |path: &PathBuf| {
        read(path).with_context(|| path.display().to_string()).map_err(Exit::bad_input)
    };
    paths.iter().map(named).collect()
}

/// Keeps summaries, and writes RESULTS.md beside the folder of the experiments.
fn keep(args: &Reproduce, experiments: &[Experiment], summaries: &[Summary]) -> anyhow::Result<()> {
    let earlier = kept(args)?;
    let mut updated = Vec::new();
    for (summary, experiment) in summaries.iter().zip(experiments) {
        let nothing = summary.nothing_kept();
        let earlier = earlier.iter().find(|earlier| earlier.name == summary.name);
        let earlier = earlier.unwrap_or(&nothing);
        updated.push(summary.clone().updating(experiment, earlier, &args.row).map_err(failed)?);
    }
    // Nothing is written unless all can be kept.
    let folder = args.from.join(KEPT);
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    for summary in updated.iter().filter(|summary| !summary.is_empty()) {
        let text = serde_json::to_string_pretty(&summary)? + "\n";
        write_file(&folder.join(summary.name.clone() + ".json"), &text)?;
    }
    let path = args.from.parent().unwrap_or(Path::new("")).join("RESULTS.md");
    write_file(&path, &patience_lab::results(&kept(args)?))?;
    say(format_args!("wrote {}", path.display()));
    Ok(())
}
