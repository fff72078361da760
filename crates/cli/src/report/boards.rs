//! Runs of `patience evolve rushhour-boards`.

use std::fmt::Write as _;
use std::path::Path;

use patience_draw::chart::{Chart, ScaleKind, Series};
use patience_draw::html::{Columns, facts, page, paragraph, section, table};
use patience_learn::Table;
use patience_rush_hour::Board;
use patience_rush_hour::evolve_boards::{
    BOARDS, Generation, Listed, RunFolder, Settings, archive, list,
};
use patience_rush_hour::picture::svg;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Rendered, refused, settings_rows, title};
use crate::args;
use crate::exit::Exit;
use crate::output::grouped;

/// Boards of the summary.
const LISTED: usize = 5;

/// A board and how hard it is. Its fields are file format.
#[derive(Debug, Serialize)]
struct Hard {
    board: String,
    nodes: u64,
    slides: u32,
}

/// Reads a run.
pub(super) fn render(run: &Path, args: &args::Report) -> anyhow::Result<Rendered> {
    if args.test.is_some() {
        let error = anyhow::anyhow!("this run evolves boards: there is no genome to test");
        return Err(Exit::bad_input(error));
    }
    let (store, settings) = RunFolder::open(run).map_err(refused)?;
    let log = store.log().map_err(refused)?;
    let state = store.state(&settings).map_err(refused)?;
    let hardest = state.map_or_else(Vec::new, |state| {
        // Boards that are too easy for the archive, too: a young run has no others.
        let all = archive(&state.met, 1);
        let listed = list(&all, &Settings { others: 0, ..settings.clone() });
        let hard = |board: &Listed<'_>| Hard {
            board: board.letters.to_owned(),
            nodes: board.nodes,
            slides: board.slides,
        };
        listed.iter().map(hard).collect()
    });
    let list = run.join(BOARDS);
    let list = list.exists().then(|| list.display().to_string());
    let size = settings.size;
    let about = format!(
        "evolution of Rush Hour boards of {size}×{size}, graded by {}, seed {}",
        settings.engine.name(),
        settings.seed
    );
    let rendered = text(&about, &settings, &log, &hardest, list.as_deref());
    let mut json = json!({
        "puzzle": "rushhour-boards",
        "seed": settings.seed,
        "generations": log.len(),
        "planned": settings.generations,
        "first": log.first().map(|it| it.best),
        "last": log.last().map(|it| it.best),
        "hardest": hardest,
        "boards": list,
    });
    if let Value::Object(object) = &mut json {
        object.insert("settings".to_owned(), json!(settings));
    }
    let page = page(&title(run), &about, &inside(&settings, &log, &hardest)?);
    Ok(Rendered { text: rendered, json, page })
}

fn text(
    about: &str,
    settings: &Settings,
    log: &[Generation],
    hardest: &[Hard],
    list: Option<&str>,
) -> String {
    let mut out = format!("{about}\n");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "generations  {} of {}", log.len(), settings.generations);
    if let (Some(first), Some(last)) = (log.first(), log.last()) {
        let (from, to) = (grouped(first.best), grouped(last.best));
        let _ = writeln!(out, "most nodes   {from} at first, {to} at last");
        let (graded, kept) = (grouped(last.graded as u64), grouped(last.archive as u64));
        let least = grouped(settings.archive);
        let _ = writeln!(out, "boards       {graded} graded, {kept} of {least} nodes and more");
    }
    for (at, hard) in hardest.iter().take(LISTED).enumerate() {
        let name = if at == 0 { "hardest" } else { "" };
        let Hard { board, nodes, slides } = hard;
        let _ = writeln!(out, "{name:<12} {board} {} nodes, {slides} slides", grouped(*nodes));
    }
    if let Some(list) = list {
        let _ = writeln!(out, "boards       {list}");
    }
    out
}

fn inside(settings: &Settings, log: &[Generation], hardest: &[Hard]) -> anyhow::Result<String> {
    let mut rendered = vec![(
        "generations",
        log.len().to_string(),
        format!("of {} planned", settings.generations),
    )];
    if let (Some(first), Some(last)) = (log.first(), log.last()) {
        let (from, to) = (grouped(first.best), grouped(last.best));
        rendered.push(("most nodes", to, format!("{from} at first")));
        rendered.push(("boards graded", grouped(last.graded as u64), String::new()));
        let least = format!("of {} nodes and more", grouped(settings.archive));
        rendered.push(("hard boards", grouped(last.archive as u64), least));
    }
    let mut out = facts(&rendered);
    let plots = if log.is_empty() {
        paragraph("No generation is over yet.")
    } else {
        format!("<div class=\"plots\">\n{}</div>\n", plots(log))
    };
    out += &section("Generations", &plots);
    if let Some(hard) = hardest.first() {
        if let Ok(board) = Board::parse(&hard.board) {
            let picture = svg(&board);
            out +=
                &section("Hardest board", &format!("<figure class=\"board\">{picture}</figure>\n"));
        }
        let row =
            |hard: &Hard| vec![hard.board.clone(), grouped(hard.nodes), hard.slides.to_string()];
        let rows: Vec<_> = hardest.iter().map(row).collect();
        out += &section(
            "Hardest boards",
            &table(&["board", "nodes", "slides"], &rows, Columns::Figures),
        );
    }
    let settings = settings_rows(&Table::try_from(settings)?);
    Ok(out + &section("Settings", &table(&["setting", "value"], &settings, Columns::Words)))
}

fn plots(log: &[Generation]) -> String {
    let series = |value: &dyn Fn(&Generation) -> f64| -> Vec<(f64, f64)> {
        log.iter().map(|it| (f64::from(it.generation), value(it))).collect()
    };
    let plot = |title, y, scale, series| Chart {
        title,
        x: "generation",
        y,
        scale,
        series,
        notes: Vec::new(),
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
    [
        plot("Nodes that boards need", "nodes (log scale)", ScaleKind::Log, nodes),
        plot("What became of the boards", "share of all boards, %", ScaleKind::Linear, grades),
        plot("Boards of the archive", "boards", ScaleKind::Linear, kept),
        plot("Solution of the best board", "slides", ScaleKind::Linear, slides),
    ]
    .iter()
    .map(Chart::figure)
    .collect()
}
