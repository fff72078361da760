//! Reports of runs that evolve policies, for any puzzle.

use std::path::Path;

use patience_draw::chart::{HeatCell, HeatMap, readable};
use patience_draw::html::{Columns, facts, lines, page, paragraph, section, table};
use patience_kit::{Fault, grouped};
use patience_learn::folder::{ARCHIVE, BEST};
use patience_learn::{
    ArchiveAxes, ArchiveCell, ArchiveFile, FileError, Folder, Generation, Settings, Table,
    TomlError, nodes_of, units_of,
};
use patience_workbench::{evolution, find};
use serde_json::{Value, json};

use super::comparison::Comparison;
use super::trial::Trial;
use super::{Report, Tester, generations, or_dash, title};
use crate::runs::{Hard, Summary, charts, policy_text, settings_rows, used_settings};

/// The content of the page of a run.
struct Findings<'a> {
    settings: &'a Settings,
    log: &'a [Generation],
    summary: &'a Summary,
    /// The best genome in words.
    best: Option<&'a str>,
    archive: Option<&'a ArchiveFile>,
    trial: Option<&'a Trial>,
}

/// Reads a run and tests its best genome if requested; `None` if the test was interrupted.
pub(super) fn report(run: &Path, tester: Option<Tester<'_>>) -> Result<Option<Report>, Fault> {
    let (folder, settings): (_, Settings) = Folder::open(run).map_err(Fault::input)?;
    let log = folder.log().map_err(Fault::input)?;
    let best = best(&folder, &settings.puzzle)?;
    let trial = match tester {
        None => None,
        Some(tester) => match Trial::of(&folder, &settings, tester)? {
            None => return Ok(None),
            trial => trial,
        },
    };
    let archive = archive(&folder)?;
    let file = best.as_ref().map(|_| folder.file(BEST).display().to_string());
    let summary = Summary::new(&settings, &log, file);
    let mut text = summary.render();
    if let Some(trial) = &trial {
        text += &trial.render();
    }
    let mut json = json!(summary);
    if let Value::Object(object) = &mut json {
        object.insert("settings".to_owned(), json!(settings));
        object.insert("test".to_owned(), json!(trial));
    }
    let findings = Findings {
        settings: &settings,
        log: &log,
        summary: &summary,
        best: best.as_deref(),
        archive: archive.as_ref(),
        trial: trial.as_ref(),
    };
    let page = page(&title(run), &summary.about(), &findings.page());
    Ok(Some(Report { text, json, page }))
}

/// The best genome so far in words, if there is one; its file where this program does not know the puzzle.
fn best(folder: &Folder, puzzle: &str) -> Result<Option<String>, Fault> {
    let Some(text) = folder.read(BEST).map_err(Fault::input)? else { return Ok(None) };
    if find(puzzle).is_err() {
        return Ok(Some(text));
    }
    let name = folder.file(BEST).display().to_string();
    let wrong = |error: FileError| Fault::input(error.in_file(&name));
    let (file, feature_set) = evolution::read_genome(&text).map_err(wrong)?;
    Ok(Some(policy_text(&file, &feature_set, |_| None)))
}

/// The archive, if the run has one.
fn archive(folder: &Folder) -> Result<Option<ArchiveFile>, Fault> {
    let Some(text) = folder.read(ARCHIVE).map_err(Fault::input)? else { return Ok(None) };
    let wrong = |error: TomlError| {
        let name = folder.file(ARCHIVE).display().to_string();
        Fault::input(format_args!("{name}: {}", error.message()))
    };
    text.parse::<Table>().and_then(Table::try_into).map(Some).map_err(wrong)
}

impl Findings<'_> {
    fn page(&self) -> String {
        let charts = generations(&charts(self.log));
        let mut out = self.facts() + &self.summary.diagnosis_section() + &charts;
        if let Some(trial) = self.trial {
            out += &section("Test", &tested(trial));
        }
        if let Some(archive) = self.archive {
            out += &section("Archive", &heat_map(archive));
        }
        if let Some(best) = self.best {
            out += &section("Best genome", &lines(best));
        }
        if !self.summary.hardest.is_empty() {
            out += &section("Hardest cases", &self.hardest());
        }
        out + &section("Settings", &self.settings())
    }

    fn facts(&self) -> String {
        let mut rendered = self.summary.facts();
        if let Some(unseen) = self.trial.and_then(|trial| trial.unseen.as_ref()) {
            let percent = or_dash(unseen.percent_text(), |text| text);
            let of =
                format!("of the baseline's, on {} unseen cases that both solve", unseen.compared);
            rendered.push(("nodes", format!("{percent} %"), of));
        }
        if let Some(best) = &self.summary.best {
            rendered.push(("best genome", BEST.to_owned(), best.clone()));
        }
        facts(&rendered)
    }

    fn hardest(&self) -> String {
        let row = |hard: &Hard| {
            let nodes = or_dash(hard.nodes, readable);
            let [generations, tries, solved] =
                [hard.generations as u64, hard.tries, hard.solved].map(grouped);
            vec![hard.case.clone(), generations, tries, solved, nodes]
        };
        let rows: Vec<_> = self.summary.hardest.iter().map(row).collect();
        let head =
            ["case", "generations among the hardest", "tries", "solved", "mean nodes when solved"];
        table(&head, &rows, Columns::Figures)
    }

    fn settings(&self) -> String {
        let rows = settings_rows(&used_settings(self.settings));
        table(&["setting", "value"], &rows, Columns::Words)
    }
}

/// The grid of an archive: the fitness of its cells.
fn heat_map(archive: &ArchiveFile) -> String {
    let column = |cell: &ArchiveCell| cell.column;
    let row = |cell: &ArchiveCell| cell.row;
    let bounds = |of: fn(&ArchiveCell) -> u32| {
        let all = || archive.cells.iter().map(of);
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let ((left, right), (low, high)) = (bounds(column), bounds(row));
    let cell = |cell: &ArchiveCell| HeatCell {
        column: (cell.column - left) as usize,
        row: (cell.row - low) as usize,
        value: cell.figures.fitness,
        text: format!(
            "fitness {:.3}, {} nodes, length {}, size {}, generation {}",
            cell.figures.fitness,
            readable(cell.figures.nodes),
            readable(cell.figures.length),
            cell.size,
            cell.figures.generation,
        ),
    };
    let y = match archive.axes {
        ArchiveAxes::NodesLength => "length of solutions",
        ArchiveAxes::NodesSize => "size of the genome",
    };
    let map = HeatMap {
        title: "Best genome of each cell",
        x: "nodes of a solved search, from",
        y,
        columns: (left..=right).map(|at| readable(nodes_of(at))).collect(),
        rows: (low..=high).map(|at| readable(units_of(at))).collect(),
        cells: archive.cells.iter().map(cell).collect(),
    };
    let about = format!(
        "{} cells; the stronger the colour, the higher the fitness of its genome when it entered.",
        archive.cells.len()
    );
    paragraph(&about) + &map.figure()
}

fn tested(trial: &Trial) -> String {
    let about = format!(
        "The champion of generation {} beside the baseline; {}. Nodes and lengths are means. \
         Searches that reached the limit are counted apart: with them, a mean is a lower bound. Lengths are those of solutions.",
        trial.generation,
        trial.limits(),
    );
    let mut out = paragraph(&about);
    for rival in trial.rivals() {
        out += &paragraph(&rival);
    }
    let mut rows = Vec::new();
    let mut verdicts = String::new();
    for (name, comparison) in trial.comparisons() {
        rows.extend(comparison.rows(&name).into_iter().map(Vec::from));
        verdicts += &paragraph(&format!("{name}: {}.", comparison.verdict()));
    }
    if trial.unseen.is_none() {
        verdicts += &paragraph("There are no unseen cases: the run learns from all.");
    }
    out += &table(&Comparison::HEAD, &rows, Columns::Figures);
    out + &verdicts
}

#[cfg(test)]
mod tests {
    use patience_learn::{Figures, HardCase};

    use super::*;

    fn hard(case: &str, tries: u32, solved: u32, nodes: f64) -> HardCase {
        HardCase { case: case.to_owned(), tries, solved, nodes }
    }

    fn page_of(log: &[Generation], settings: &Settings) -> String {
        let summary = Summary::new(settings, log, None);
        let findings =
            Findings { settings, log, summary: &summary, best: None, archive: None, trial: None };
        page("run", &summary.about(), &findings.page())
    }

    fn parsed(page: &str) -> roxmltree::Document<'_> {
        roxmltree::Document::parse(page.strip_prefix("<!DOCTYPE html>\n").unwrap()).unwrap()
    }

    #[test]
    fn hostile_names_stay_text_and_nothing_is_loaded() {
        let evil = "<script src='http:'>&\"]]>";
        let mut log = vec![
            Generation::example(0, vec![hard(evil, 1, 0, 0.0)]),
            Generation::example(1, Vec::new()),
        ];
        log[1].stage = evil.to_owned();
        let mut settings = Settings {
            puzzle: evil.to_owned(),
            avoid: vec![evil.to_owned()],
            ..Settings::default()
        };
        settings.search.insert(evil.to_owned(), evil.into());
        let page = page_of(&log, &settings);
        let document = parsed(&page);
        assert!(document.descendants().all(|node| !node.has_tag_name("script")));
        let hardest = document.descendants().filter(|node| node.has_tag_name("th"));
        assert!(hardest.filter_map(|node| node.text()).any(|text| text == evil));
        for attribute in document.descendants().flat_map(|node| node.attributes()) {
            assert!(!["src", "href", "style"].contains(&attribute.name()));
            assert!(!attribute.value().contains("script") && !attribute.name().starts_with("on"));
        }
    }

    #[test]
    fn an_archive_is_a_heat_map() {
        let cell = |column, row, fitness| ArchiveCell {
            column,
            row,
            figures: Figures { fitness, nodes: 700.0, length: 91.0, generation: 3 },
            size: 45,
            policy: String::new(),
        };
        let cells = vec![cell(9, 9, 0.25), cell(11, 4, 0.75)];
        let figure = heat_map(&ArchiveFile { axes: ArchiveAxes::NodesLength, cells });
        assert!(figure.contains("2 cells") && figure.contains("length of solutions"));
        let text = "fitness 0.250, 700 nodes, length 91, size 45, generation 3";
        assert!(figure.contains(text), "{figure}");
        for label in ["512", "1,024", "2,048", "40", "90"] {
            assert!(figure.contains(&format!(">{label}<")), "{label}: {figure}");
        }
        let none = ArchiveFile { axes: ArchiveAxes::NodesSize, cells: Vec::new() };
        assert!(heat_map(&none).contains("nothing to plot"));
    }

    #[test]
    fn runs_of_any_length_have_pages() {
        for count in [0, 1, 2, 40] {
            let log: Vec<_> =
                (0..count).map(|number| Generation::example(number, Vec::new())).collect();
            let page = page_of(&log, &Settings::default());
            let document = parsed(&page);
            let plots = document.descendants().filter(|node| node.has_tag_name("svg")).count();
            assert_eq!(plots, if count == 0 { 0 } else { 7 });
            assert!(!page.contains("NaN") && !page.contains("inf"), "{count}");
        }
    }

    #[test]
    fn genomes_without_rules_have_no_chart_of_rules() {
        let mut log = vec![Generation::example(0, Vec::new())];
        assert!(page_of(&log, &Settings::default()).contains("rule 1"));
        log[0].fired = vec![1.0];
        assert!(!page_of(&log, &Settings::default()).contains("Rules of the best genome"));
    }

    #[test]
    fn settings_of_unused_curricula_are_not_shown() {
        let page = page_of(&[], &Settings::default());
        assert!(page.contains("hillis.every") && !page.contains("rosin.hall"));
    }
}
