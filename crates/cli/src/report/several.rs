//! Comparison of several runs: their settings and results, and their best genomes on the same cases.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use patience_draw::chart::readable;
use patience_draw::html::{Columns, page, paragraph, section, table};
use patience_lab::runs::{Summary, compare, other_than_policies};
use patience_learn::folder::BEST;
use patience_learn::{Case, Folder, Generation, Settings};
use serde_json::{Value, json};

use super::comparison::Comparison;
use super::trial::Candidate;
use super::{Rendered, generations, refused, title};
use crate::exit::Exit;
use crate::output::grouped;
use crate::{args, interrupt};

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
    fn read(path: &Path) -> anyhow::Result<Self> {
        if other_than_policies(path).map_err(refused)?.is_some() {
            let error = "it evolved no policies: only runs of policies can be compared";
            return Err(Exit::bad_input(anyhow!("{}: {error}", path.display())));
        }
        let (folder, settings) = Folder::open(path).map_err(refused)?;
        let log = folder.log().map_err(refused)?;
        let best = folder.read(BEST).map_err(refused)?;
        let file = best.map(|_| folder.file(BEST).display().to_string());
        let summary = Summary::new(&settings, &log, file);
        Ok(Self { name: title(path), folder, settings, log, summary, test: None })
    }

    /// A row of the table; the test comes last.
    fn row(&self) -> Vec<String> {
        let Summary { genome, curriculum, method, generations, evaluations, champion, .. } =
            &self.summary;
        let none = || "–".to_owned();
        let mut row = vec![self.name.clone(), genome.clone(), curriculum.clone(), method.clone()];
        row.extend([generations.to_string(), grouped(*evaluations)]);
        match champion {
            Some(champion) => {
                let on = champion.validation;
                row.push(format!("{:.3}", on.fitness));
                row.push(format!("{} of {}", on.solved, on.cases));
            }
            None => row.extend([none(), none()]),
        }
        if let Some(test @ Comparison { cases, genome, .. }) = &self.test {
            let rendered = |mean: Option<f64>| mean.map_or_else(none, readable);
            row.push(format!("{} of {cases}", genome.solved));
            row.extend([
                genome.nodes_text(),
                rendered(genome.solved_nodes),
                rendered(genome.length),
            ]);
            row.push(test.percent_text().unwrap_or_else(none));
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
pub(super) fn render(paths: &[PathBuf], args: &args::Report) -> anyhow::Result<Option<Rendered>> {
    let mut runs = paths.iter().map(|path| Run::read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let puzzle = runs[0].settings.puzzle.clone();
    if let Some(other) = runs.iter().find(|run| run.settings.puzzle != puzzle) {
        let (one, other, its) = (&runs[0].name, &other.name, &other.settings.puzzle);
        return Err(Exit::bad_input(anyhow!(
            "expected runs of one puzzle, but {one} is for {puzzle} and {other} for {its}"
        )));
    }
    let mut about = format!("{} runs of evolution for {puzzle}", runs.len());
    if let Some(wished) = args.test {
        let nodes = args.nodes.unwrap_or(runs[0].settings.baseline_nodes);
        let Some(cases) = test(&mut runs, wished, nodes, args)? else { return Ok(None) };
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
    let rows: Vec<Vec<String>> = runs.iter().map(Run::row).collect();
    let head = if args.test.is_some() { &HEAD[..] } else { &HEAD[..PLAIN] };
    let text = format!("{about}\n{}", columns(head, &rows));
    let inside = section("Results", &(table(head, &rows, Columns::Figures) + &paragraph(NOTE)))
        + &generations(&charts(&runs));
    Ok(Some(Rendered { text, json, page: page("Runs side by side", &about, &inside) }))
}

/// An explanation of the table.
const NOTE: &str = "Fitness and solved cases are those of the best genome on the validation set of its run. Nodes and lengths are means: nodes over \
                    all searches, lengths over solutions. The baseline of each run is that of its settings; the percentage is the mean over the \
                    cases where neither the genome nor the baseline reached the limit.";

/// Tests the best genome of every run on the same cases. Returns their number; `None` if interrupted.
fn test(
    runs: &mut [Run],
    wished: Option<usize>,
    nodes: u64,
    args: &args::Report,
) -> anyhow::Result<Option<usize>> {
    let candidates = runs.iter().map(|run| {
        Candidate::read(&run.folder, &run.settings, nodes).with_context(|| run.name.clone())
    });
    let candidates = candidates.collect::<anyhow::Result<Vec<_>>>()?;
    if let Some(at) = candidates.iter().position(|other| !candidates[0].meets_same(other)) {
        let (one, other) = (&runs[0].name, &runs[at].name);
        return Err(Exit::bad_input(anyhow!(
            "{one} and {other} cannot be tested together: their cases differ"
        )));
    }
    let seen: HashSet<Case> = candidates.iter().flat_map(Candidate::training).copied().collect();
    let cases = candidates[0].unseen(&seen, wished);
    if cases.is_empty() {
        return Err(Exit::bad_input(anyhow!(
            "there are no unseen cases: the runs were trained on all"
        )));
    }
    let sets = [cases, Vec::new()];
    let cancel = interrupt::cancel_on_interrupt()?;
    for (run, candidate) in runs.iter_mut().zip(&candidates) {
        let Some([unseen, _]) = candidate.compare(&sets, args, &cancel) else { return Ok(None) };
        run.test = unseen;
    }
    Ok(Some(sets[0].len()))
}

/// A table as text: words are left-aligned, figures right-aligned.
fn columns(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(|&name| name.to_owned()).collect();
    let width = |column: usize| {
        let cells = std::iter::once(&head).chain(rows).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut out = String::new();
    for row in std::iter::once(&head).chain(rows) {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < WORDS { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        out += cells.collect::<Vec<_>>().join("  ").trim_end();
        out.push('\n');
    }
    out
}

fn charts(runs: &[Run]) -> Vec<String> {
    let logs: Vec<_> = runs.iter().map(|run| (run.name.as_str(), run.log.as_slice())).collect();
    compare(&logs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_left_aligned_and_figures_right_aligned() {
        let row = |cells: [&str; 5]| cells.map(str::to_owned).to_vec();
        let rendered = columns(
            &["run", "genome", "curriculum", "method", "solved"],
            &[
                row(["a", "weights", "hillis", "evolution", "7"]),
                row(["långt", "policy", "rosin", "evolution", "123456789"]),
            ],
        );
        let expected = "run    genome   curriculum  method        solved\n\
                        a      weights  hillis      evolution          7\n\
                        långt  policy   rosin       evolution  123456789\n";
        assert_eq!(rendered, expected);
    }
}
