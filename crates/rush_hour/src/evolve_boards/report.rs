//! The report of a run: main figures, charts, the hardest boards.

use patience_draw::chart::{Chart, ScaleKind, Series};
use patience_kit::{BestTable, Fault, RunReport, grouped};
use patience_learn::{Folder, RunSettings as _};
use serde_json::json;

use super::evolvable::NAME;
use super::list::{BOARDS, Listed, archive, list};
use super::{Generation, Grading, HardBoards, Settings};
use crate::picture::svg;
use crate::rules::board::Board;

/// Boards of the summary.
const LISTED: usize = 5;

/// Reads the run of a folder.
pub(super) fn report(folder: &Folder) -> Result<RunReport, Fault> {
    let (_, settings): (_, Settings) = Folder::open(folder.path())?;
    let species = HardBoards { settings };
    let log: Vec<Generation> = folder.log()?;
    let state = folder.state(&species)?;
    let settings = species.settings;
    // Boards that are too easy for the archive, too: a young run has no others.
    let met = state.map(|state| state.memory.met).unwrap_or_default();
    let (by, unit) = (settings.grade, settings.grade.unit());
    let hardest = list(&archive(&met, by, 1), &Settings { others: 0, ..settings.clone() });
    let boards = folder.file(BOARDS);
    let boards = boards.exists().then(|| boards.display().to_string());
    let about = format!(
        "evolution of Rush Hour boards of {0}×{0}, graded by {1}, seed {2}",
        settings.size,
        graded_by(&settings),
        settings.seed
    );
    let (generations, planned) = (log.len(), settings.generations);
    let mut lines = vec![("generations", format!("{generations} of {planned}"))];
    let mut facts = vec![("generations", generations.to_string(), format!("of {planned} planned"))];
    if let (Some(first), Some(last)) = (log.first(), log.last()) {
        let [from, to] = [first.best, last.best].map(grouped);
        let [graded, kept] = [last.graded, last.archive].map(|count| grouped(count as u64));
        let least = format!("of {} {unit} and more", grouped(settings.archive));
        let most = match by {
            Grading::Nodes => "most nodes",
            Grading::Length => "most steps",
            Grading::Both => "most points",
        };
        lines.push((most, format!("{from} at first, {to} at last")));
        lines.push(("boards", format!("{graded} graded, {kept} {least}")));
        facts.push((most, to, format!("{from} at first")));
        facts.push(("boards graded", graded, String::new()));
        facts.push(("hard boards", kept, least));
    }
    let labels = std::iter::once("hardest").chain(std::iter::repeat(""));
    lines.extend(labels.zip(hardest.iter().take(LISTED).map(ToString::to_string)));
    lines.extend(boards.iter().map(|path| ("boards", path.clone())));
    let picture = hardest.first().and_then(|board| Board::parse(board.letters).ok());
    let row = |board: &Listed<'_>| {
        vec![board.letters.to_owned(), grouped(board.nodes), board.slides.to_string()]
    };
    let best = (!hardest.is_empty()).then(|| BestTable {
        title: "Hardest boards",
        head: &["board", "nodes", "slides"],
        rows: hardest.iter().map(row).collect(),
    });
    let json = json!({
        "puzzle": NAME,
        "seed": settings.seed,
        "generations": generations,
        "planned": planned,
        "first": log.first().map(|it| it.best),
        "last": log.last().map(|it| it.best),
        "hardest": hardest,
        "boards": boards,
        "settings": settings,
    });
    Ok(RunReport {
        about,
        lines,
        json,
        facts,
        charts: if log.is_empty() { Vec::new() } else { charts(&log, by) },
        picture: picture.map(|board| ("Hardest board", svg(&board))),
        best,
        settings: settings.table()?,
    })
}

/// What grades are, in words.
pub(super) fn graded_by(settings: &Settings) -> String {
    match settings.grade {
        Grading::Nodes => settings.engine.title().to_owned(),
        Grading::Length => "steps".to_owned(),
        Grading::Both => format!("steps and the nodes of {}", settings.engine.title()),
    }
}

fn charts(log: &[Generation], by: Grading) -> Vec<String> {
    let series = |value: &dyn Fn(&Generation) -> f64| -> Vec<(f64, f64)> {
        log.iter().map(|it| (f64::from(it.generation), value(it))).collect()
    };
    let chart = |title, y, scale, series| {
        Chart { title, x: "generation", y, scale, series, notes: Vec::new() }.figure()
    };
    let nodes = vec![
        Series::line("mean of the generation", 2, series(&|it| it.mean)),
        Series::line("best of the generation", 0, series(&|it| it.best as f64)),
        Series::steps("hardest so far", 3, series(&|it| it.hardest as f64)),
    ];
    let area = |name: &str, colour, value: &dyn Fn(&Generation) -> f64| {
        Series::area(name, colour, series(&|it| 100.0 * value(it)))
    };
    let grades = vec![
        area("solved", 2, &|it| it.solved),
        area("over the limit", 1, &|it| it.limit),
        area("without a solution", 7, &|it| it.unsolvable),
    ];
    let kept = vec![Series::steps("hard boards", 4, series(&|it| it.archive as f64))];
    let slides = vec![Series::line("slides", 5, series(&|it| f64::from(it.slides)))];
    vec![
        match by {
            Grading::Nodes => {
                chart("Nodes that boards need", "nodes (log scale)", ScaleKind::Log, nodes)
            }
            Grading::Length => chart("Fewest steps", "steps", ScaleKind::Linear, nodes),
            Grading::Both => chart("Grades", "points (log scale)", ScaleKind::Log, nodes),
        },
        chart("Results of grading", "share of all boards, %", ScaleKind::Linear, grades),
        chart("Boards of the archive", "boards", ScaleKind::Linear, kept),
        chart("Solution of the best board", "slides", ScaleKind::Linear, slides),
    ]
}
