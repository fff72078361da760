//! Reports of runs of evolution as text, JSON and pages, with tests of the best genomes.

mod comparison;
mod genomes;
mod other;
mod several;
mod trial;

use std::path::{Path, PathBuf};

use patience_core::Cancel;
use patience_draw::html::{paragraph, section};
use patience_kit::Fault;
use patience_learn::Watcher;
use serde_json::Value;

use crate::runs::other_than_policies;

/// A report in three forms.
#[derive(Clone, Debug)]
pub struct Report {
    /// Text.
    pub text: String,
    /// A JSON object.
    pub json: Value,
    /// An HTML page.
    pub page: String,
}

/// A test of the best genomes beside the baseline, on cases that no run has seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct GenomeTest {
    /// How many cases; `None`: at most 200.
    pub cases: Option<usize>,
    /// The node limit of a search; `None`: the baseline's limit in the first run.
    pub nodes: Option<u64>,
    /// Concurrent searches, which the result does not depend on; `None`: all cores.
    pub threads: Option<usize>,
}

/// Tests genomes until it is stopped.
struct Tester<'a> {
    test: GenomeTest,
    cancel: &'a Cancel,
    watcher: &'a mut dyn Watcher,
}

/// Reports about a run, or compares several runs of one puzzle, and tests their best genomes if requested. `None` if a test was interrupted,
/// or if the puzzle has no report of its run.
pub fn report(
    runs: &[PathBuf],
    test: Option<GenomeTest>,
    cancel: &Cancel,
    watcher: &mut dyn Watcher,
) -> Result<Option<Report>, Fault> {
    let tester = test.map(|test| Tester { test, cancel, watcher });
    match runs {
        [] => Err(Fault::input("expected the folder of a run")),
        [run] => match other_than_policies(run).map_err(Fault::input)? {
            Some(_) if tester.is_some() => {
                Err(Fault::input("this run evolves no policies: there is no genome to test"))
            }
            Some(evolvable) => other::report(evolvable, run),
            None => genomes::report(run, tester),
        },
        runs => several::report(runs, tester),
    }
}

/// The section of the charts of a run.
fn generations(charts: &[String]) -> String {
    let inside = match charts {
        [] => paragraph("No generation is over yet."),
        charts => format!("<div class=\"plots\">\n{}</div>\n", charts.concat()),
    };
    section("Generations", &inside)
}

/// The title of a page: the name of the folder.
fn title(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| PathBuf::from(path));
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| path.display().to_string())
}

/// The text of a mean; a dash if there is none.
fn or_dash<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), text)
}
