//! Reports of runs that evolve policies, for any puzzle.

use std::path::Path;

use anyhow::anyhow;
use patience_draw::chart::{COLOURS, Chart, HeatCell, HeatMap, ScaleKind, Series, readable};
use patience_draw::html::{Columns, facts, lines, page, paragraph, section, table};
use patience_learn::folder::{ARCHIVE, BEST};
use patience_learn::{
    ArchiveAxes, ArchiveCell, ArchiveFile, CurriculumKind, Folder, Generation, GenomeFile, Lexicon,
    Settings, Table, TomlError, nodes_of, units_of,
};
use patience_workbench::evolution;
use serde_json::{Value, json};

use super::comparison::Comparison;
use super::summary::Summary;
use super::trial::Trial;
use super::{Rendered, generations, refused, settings_rows, title};
use crate::args;
use crate::exit::Exit;
use crate::output::grouped;
use crate::verbs::policy;

/// Grey, for what matters least.
const GREY: usize = COLOURS - 1;

/// The content of the page of a run.
struct Findings<'a> {
    settings: &'a Settings,
    log: &'a [Generation],
    summary: &'a Summary,
    best: Option<&'a (GenomeFile, Lexicon)>,
    archive: Option<&'a ArchiveFile>,
    trial: Option<&'a Trial>,
}

/// Reads a run and tests its best genome if requested; `None` if the test was interrupted.
pub(super) fn render(run: &Path, args: &args::Report) -> anyhow::Result<Option<Rendered>> {
    let (folder, settings) = Folder::open(run).map_err(refused)?;
    let log = folder.log().map_err(refused)?;
    let best = best(&folder)?;
    let trial = match args.test {
        None => None,
        Some(wished) => match Trial::of(&folder, &settings, wished, args)? {
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
        best: best.as_ref(),
        archive: archive.as_ref(),
        trial: trial.as_ref(),
    };
    let page = page(&title(run), &summary.about(), &findings.page()?);
    Ok(Some(Rendered { text, json, page }))
}

/// The best genome so far, if there is one.
fn best(folder: &Folder) -> anyhow::Result<Option<(GenomeFile, Lexicon)>> {
    let Some(text) = folder.read(BEST).map_err(refused)? else { return Ok(None) };
    let name = folder.file(BEST).display().to_string();
    evolution::read_genome(&text).map(Some).map_err(|error| policy::at_place(&name, &error))
}

/// The archive, if the run has one.
fn archive(folder: &Folder) -> anyhow::Result<Option<ArchiveFile>> {
    let Some(text) = folder.read(ARCHIVE).map_err(refused)? else { return Ok(None) };
    let wrong = |error: TomlError| {
        let name = folder.file(ARCHIVE).display().to_string();
        Exit::bad_input(anyhow!("{name}: {}", error.message()))
    };
    text.parse::<Table>().and_then(Table::try_into).map(Some).map_err(wrong)
}

impl Findings<'_> {
    fn page(&self) -> anyhow::Result<String> {
        let charts = if self.log.is_empty() { Vec::new() } else { self.charts() };
        let mut out = self.facts() + &self.summary.diagnosis_section() + &generations(&charts);
        if let Some(trial) = self.trial {
            out += &section("Test", &tested(trial));
        }
        if let Some(archive) = self.archive {
            out += &section("Archive", &heat_map(archive));
        }
        if let Some((file, lexicon)) = self.best {
            out += &section("Best genome", &lines(&policy::rules(file, lexicon)));
        }
        if !self.summary.hardest.is_empty() {
            out += &section("Hardest cases", &self.hardest());
        }
        Ok(out + &section("Settings", &self.settings()?))
    }

    fn facts(&self) -> String {
        let Summary { generations, planned, first, last, champion, best, .. } = self.summary;
        let mut rendered =
            vec![("generations", generations.to_string(), format!("of {planned} planned"))];
        if let (Some(first), Some(last)) = (first, last) {
            rendered.push(("best fitness", format!("{last:.3}"), format!("{first:.3} at first")));
        }
        if let Some(champion) = champion {
            let on = champion.validation;
            let solved = format!("{} of {}", on.solved, on.cases);
            let of = format!("on validation, from generation {}", champion.generation);
            rendered.push(("champion", format!("{:.3}", on.fitness), of));
            rendered.push(("champion solves", solved, "validation cases".to_owned()));
        }
        if let Some(unseen) = self.trial.and_then(|trial| trial.unseen.as_ref()) {
            let percent = unseen.percent_text().unwrap_or_else(|| "–".to_owned());
            let of = format!("of the baseline's, on {} unseen cases", unseen.compared);
            rendered.push(("nodes", format!("{percent} %"), of));
        }
        if let Some(best) = best {
            rendered.push(("best genome", BEST.to_owned(), best.clone()));
        }
        facts(&rendered)
    }

    fn charts(&self) -> Vec<String> {
        let series = |value: &dyn Fn(&Generation) -> f64| -> Vec<(f64, f64)> {
            self.log.iter().map(|it| (f64::from(it.generation), value(it))).collect()
        };
        let plot = |title, y, series| Chart {
            title,
            x: "generation",
            y,
            scale: ScaleKind::Linear,
            series,
            notes: self.stages(),
        };
        let fitness = vec![
            Series::line("worst", GREY, series(&|it| it.worst)),
            Series::line("mean", 2, series(&|it| it.mean)),
            Series::line("best", 0, series(&|it| it.best)),
            Series::line("best, on validation", 1, series(&|it| it.validation.fitness)),
            Series::steps(
                "champion, on validation",
                3,
                series(&|it| it.champion.validation.fitness),
            ),
        ];
        let solved = |it: &Generation| 100.0 * it.solved as f64 / it.searches.max(1) as f64;
        let one = |name, colour, points| vec![Series::line(name, colour, points)];
        let nodes = one("mean nodes", 4, series(&|it| it.nodes));
        let mut plots = vec![
            plot("Fitness", "fitness", fitness),
            plot("Searches solved", "share of all searches, %", one("solved", 2, series(&solved))),
            Chart {
                scale: ScaleKind::Log,
                ..plot("Nodes of a solved search", "mean nodes (log scale)", nodes)
            },
            plot(
                "Diversity",
                "different genomes",
                one("different genomes", 6, series(&|it| it.distinct as f64)),
            ),
            plot(
                "Size",
                "nodes and weights of a genome",
                one("mean size", 5, series(&|it| it.size)),
            ),
        ];
        let fired = self.fired();
        if 1 < fired.len() {
            plots.insert(1, plot("Rules of the best genome", "share of all decisions, %", fired));
        }
        if self.log.iter().any(|it| !it.stage.is_empty()) {
            let stage = vec![Series::steps("stage", 3, self.stage_numbers())];
            plots.push(plot("Curriculum", "stage", stage));
        }
        plots.iter().map(Chart::figure).collect()
    }

    /// How often each rule decided; the default last.
    fn fired(&self) -> Vec<Series> {
        let rules = self.log.iter().map(|it| it.fired.len()).max().unwrap_or(0);
        let area = |rule: usize| {
            let is_default = rule + 1 == rules;
            let name = if is_default { "default".to_owned() } else { format!("rule {}", rule + 1) };
            let colour = if is_default { GREY } else { rule % GREY };
            let point = |it: &Generation| {
                let share = it.fired.get(rule).copied().unwrap_or(0.0);
                (f64::from(it.generation), 100.0 * share)
            };
            Series::area(&name, colour, self.log.iter().map(point).collect())
        };
        (0..rules).map(area).collect()
    }

    /// The stage of the curriculum in every generation, if it has stages.
    fn stages(&self) -> Vec<(f64, String)> {
        let staged = self.log.iter().filter(|it| !it.stage.is_empty());
        staged.map(|it| (f64::from(it.generation), it.stage.clone())).collect()
    }

    /// Stages by number, from 1.
    fn stage_numbers(&self) -> Vec<(f64, f64)> {
        let mut number = 0.0;
        let mut before = None;
        let mut count = |it: &Generation| {
            if before.as_ref() != Some(&it.stage) {
                number += 1.0;
                before = Some(it.stage.clone());
            }
            (f64::from(it.generation), number)
        };
        self.log.iter().map(&mut count).collect()
    }

    fn hardest(&self) -> String {
        let row = |hard: &super::summary::Hard| {
            let nodes = hard.nodes.map_or_else(|| "–".to_owned(), readable);
            let [generations, tries, solved] =
                [hard.generations as u64, hard.tries, hard.solved].map(grouped);
            vec![hard.case.clone(), generations, tries, solved, nodes]
        };
        let rows: Vec<_> = self.summary.hardest.iter().map(row).collect();
        let head =
            ["case", "generations among the hardest", "tries", "solved", "mean nodes when solved"];
        table(&head, &rows, Columns::Figures)
    }

    /// The settings, without those of unused curricula.
    fn settings(&self) -> anyhow::Result<String> {
        let mut settings = Table::try_from(self.settings)?;
        let used = match self.settings.curriculum {
            CurriculumKind::Random => "random",
            CurriculumKind::Gradual => "gradual",
            CurriculumKind::Rosin => "rosin",
            CurriculumKind::Hillis => "hillis",
        };
        settings.retain(|key, value| !value.is_table() || ["search", used].contains(&key));
        Ok(table(&["setting", "value"], &settings_rows(&settings), Columns::Words))
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
    use patience_learn::Figures;

    use super::super::summary::tests::{generation, hard};
    use super::*;

    fn page_of(log: &[Generation], settings: &Settings) -> String {
        let summary = Summary::new(settings, log, None);
        let findings =
            Findings { settings, log, summary: &summary, best: None, archive: None, trial: None };
        page("run", &summary.about(), &findings.page().unwrap())
    }

    fn parsed(page: &str) -> roxmltree::Document<'_> {
        roxmltree::Document::parse(page.strip_prefix("<!DOCTYPE html>\n").unwrap()).unwrap()
    }

    #[test]
    fn hostile_names_stay_text_and_nothing_is_loaded() {
        let evil = "<script src='http:'>&\"]]>";
        let mut log = vec![generation(0, vec![hard(evil, 1, 0, 0.0)]), generation(1, Vec::new())];
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
            let log: Vec<_> = (0..count).map(|number| generation(number, Vec::new())).collect();
            let page = page_of(&log, &Settings::default());
            let document = parsed(&page);
            let plots = document.descendants().filter(|node| node.has_tag_name("svg")).count();
            assert_eq!(plots, if count == 0 { 0 } else { 7 });
            assert!(!page.contains("NaN") && !page.contains("inf"), "{count}");
        }
    }

    #[test]
    fn genomes_without_rules_have_no_chart_of_rules() {
        let mut log = vec![generation(0, Vec::new())];
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
