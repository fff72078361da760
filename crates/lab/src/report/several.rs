//! Comparison of several runs: their settings and results, and their best genomes on the same cases.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use patience_draw::chart::readable;
use patience_draw::html::{Columns, page, paragraph, section, table};
use patience_kit::{Fault, grouped};
use patience_learn::folder::BEST;
use patience_learn::{Case, Folder, Generation, Settings};
use serde_json::{Value, json};

use super::comparison::Comparison;
use super::trial::Candidate;
use super::{Report, Tester, generations, or_dash, title};
use crate::Grid;
use crate::runs::{Summary, compare, other_than_policies};

/// One of the runs.
struct Run {
    name: String,
    folder: Folder,
    settings: Settings,
    log: Vec<Generation>,
    summary: Summary,
    /// The test of its best genome.
    test: Option<Comparison>,
}

impl Run {
    fn read(path: &Path) -> Result<Self, Fault> {
        if other_than_policies(path).map_err(Fault::input)?.is_some() {
            let error = "it evolved no policies: only runs of policies can be compared";
            return Err(Fault::input(format_args!("{}: {error}", path.display())));
        }
        let (folder, settings) = Folder::open(path).map_err(Fault::input)?;
        let log = folder.log().map_err(Fault::input)?;
        let best = folder.read(BEST).map_err(Fault::input)?;
        let file = best.map(|_| folder.file(BEST).display().to_string());
        let summary = Summary::new(&settings, &log, file);
        Ok(Self { name: title(path), folder, settings, log, summary, test: None })
    }

    /// A row of the table; the test comes last.
    fn row(&self) -> Vec<String> {
        let Summary { genome, curriculum, method, generations, evaluations, champion, .. } =
            &self.summary;
        let mut row = vec![self.name.clone(), genome.clone(), curriculum.clone(), method.clone()];
        row.extend([generations.to_string(), grouped(*evaluations)]);
        match champion {
            Some(champion) => {
                let on = champion.validation;
                row.push(format!("{:.3}", on.fitness));
                row.push(format!("{} of {}", on.solved, on.cases));
            }
            None => row.extend(["–", "–"].map(str::to_owned)),
        }
        if let Some(test @ Comparison { cases, genome, .. }) = &self.test {
            row.push(format!("{} of {cases}", genome.solved));
            row.extend([
                genome.nodes_text(),
                or_dash(genome.solved_nodes, readable),
                or_dash(genome.length, readable),
            ]);
            row.push(or_dash(test.percent_text(), |text| text));
        }
        row
    }
}

/// The columns of a row; the last five are those of a test.
const HEAD: [&str; 13] = [
    "run",
    "genome",
    "curriculum",
    "method",
    "generations",
    "evaluations",
    "fitness",
    "solved",
    "test solved",
    "nodes",
    "when solved",
    "length",
    "% of baseline",
];

/// The number of columns without a test, and of those with words.
const PLAIN: usize = 8;
const WORDS: usize = 4;

/// Reads the runs and tests their best genomes if requested; `None` if the test was interrupted.
pub(super) fn report(
    paths: &[PathBuf],
    tester: Option<Tester<'_>>,
) -> Result<Option<Report>, Fault> {
    let mut runs = paths.iter().map(|path| Run::read(path)).collect::<Result<Vec<_>, _>>()?;
    let puzzle = runs[0].settings.puzzle.clone();
    if let Some(other) = runs.iter().find(|run| run.settings.puzzle != puzzle) {
        let (one, other, its) = (&runs[0].name, &other.name, &other.settings.puzzle);
        return Err(Fault::input(format_args!(
            "expected runs of one puzzle, but {one} is for {puzzle} and {other} for {its}"
        )));
    }
    let mut about = format!("{} runs of evolution for {puzzle}", runs.len());
    let head = if tester.is_some() { &HEAD[..] } else { &HEAD[..PLAIN] };
    if let Some(tester) = tester {
        let nodes = tester.test.nodes.unwrap_or(runs[0].settings.baseline_nodes);
        let Some(cases) = test(&mut runs, nodes, tester)? else { return Ok(None) };
        let _ = write!(
            about,
            "; tested on {cases} unseen cases, at most {} nodes a search",
            readable(nodes as f64)
        );
    }
    let json = runs.iter().zip(paths).map(|(run, path)| {
        let mut rendered = json!(run.summary);
        if let Value::Object(object) = &mut rendered {
            object.insert("run".to_owned(), json!(path.display().to_string()));
            object.insert("settings".to_owned(), json!(run.settings));
            object.insert("test".to_owned(), json!(run.test));
        }
        rendered
    });
    let json = json!({ "runs": json.collect::<Vec<_>>() });
    let grid = Grid {
        head: head.iter().map(|&name| name.to_owned()).collect(),
        rows: runs.iter().map(Run::row).collect(),
    };
    let text = format!("{about}\n{}", grid.aligned(|column| column < WORDS));
    let results = table(head, &grid.rows, Columns::Figures) + &paragraph(NOTE);
    let inside = section("Results", &results) + &generations(&charts(&runs));
    Ok(Some(Report { text, json, page: page("Runs side by side", &about, &inside) }))
}

/// An explanation of the table.
const NOTE: &str = "Fitness and solved cases are those of the best genome on the validation set of its run. Nodes and lengths are means: nodes over \
                    all searches, lengths over solutions. The baseline of each run is that of its settings; the percentage is the mean over the \
                    cases where neither the genome nor the baseline reached the limit.";

/// Tests the best genome of every run on the same cases. Returns their number; `None` if interrupted.
fn test(runs: &mut [Run], nodes: u64, mut tester: Tester<'_>) -> Result<Option<usize>, Fault> {
    let candidates = runs.iter().map(|run| {
        let candidate = Candidate::read(&run.folder, &run.settings, nodes);
        candidate.map_err(|fault| Fault {
            message: format!("{}: {fault}", run.name),
            place: None,
            ..fault
        })
    });
    let candidates = candidates.collect::<Result<Vec<_>, _>>()?;
    if let Some(at) = candidates.iter().position(|other| !candidates[0].meets_same(other)) {
        let (one, other) = (&runs[0].name, &runs[at].name);
        return Err(Fault::input(format_args!(
            "{one} and {other} cannot be tested together: their cases differ"
        )));
    }
    let seen: HashSet<Case> = candidates.iter().flat_map(Candidate::training).copied().collect();
    let cases = candidates[0].unseen(&seen, tester.test.cases);
    if cases.is_empty() {
        return Err(Fault::input("there are no unseen cases: the runs were trained on all"));
    }
    let sets = [cases, Vec::new()];
    for (run, candidate) in runs.iter_mut().zip(&candidates) {
        let Some([unseen, _]) = candidate.compare(&sets, &mut tester) else { return Ok(None) };
        run.test = unseen;
    }
    Ok(Some(sets[0].len()))
}

fn charts(runs: &[Run]) -> Vec<String> {
    let logs: Vec<_> = runs.iter().map(|run| (run.name.as_str(), run.log.as_slice())).collect();
    compare(&logs)
}
