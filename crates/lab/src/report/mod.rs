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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::small_run;
/// use patience_core::Cancel;
/// use patience_lab::report::report;
///
/// # let temporary = tempfile::tempdir()?;
/// # let run = temporary.path().join("run");
/// small_run(&run, 1)?; // two generations of weights for sliding tiles
/// let report = report(&[run], None, &Cancel::new(), &mut ())?.expect("there is no test to interrupt");
/// // Each form says how far the run is.
/// assert!(report.text.contains("generations  2 of 2"));
/// assert_eq!(report.json["generations"], 2);
/// assert!(report.page.contains("<h2>Generations</h2>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::small_run;
/// use patience_core::Cancel;
/// use patience_lab::report::{GenomeTest, report};
///
/// # let temporary = tempfile::tempdir()?;
/// # let run = temporary.path().join("run");
/// small_run(&run, 1)?; // two generations of weights for sliding tiles
/// let test = GenomeTest { cases: Some(5), nodes: Some(10_000), threads: Some(1) };
/// let report = report(&[run], Some(test), &Cancel::new(), &mut ())?.expect("nobody interrupts it");
/// // Five cases that are in no training set, and no search beyond the limit.
/// let test = &report.json["test"];
/// assert_eq!((&test["unseen"]["cases"], &test["nodes"]), (&5.into(), &10_000.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::small_run;
/// use patience_core::Cancel;
/// use patience_lab::report::report;
///
/// # let temporary = tempfile::tempdir()?;
/// let runs = [1, 2].map(|seed| temporary.path().join(format!("seed-{seed}")));
/// small_run(&runs[0], 1)?; // two generations of weights for sliding tiles
/// small_run(&runs[1], 2)?;
/// let report = report(&runs, None, &Cancel::new(), &mut ())?.expect("there is no test to interrupt");
/// assert!(report.text.starts_with("2 runs of evolution for tiles"));
/// assert_eq!(report.json["runs"][1]["seed"], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
