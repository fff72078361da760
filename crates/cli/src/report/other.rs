//! Reports of runs that evolve something else than policies: the puzzle has the content, this is the layout.

use std::fmt::Write as _;
use std::path::Path;

use patience_draw::html::{Columns, facts, page, section, table};
use patience_kit::{BestTable, Evolvable, RunReport};
use patience_lab::runs::settings_rows;
use patience_learn::Folder;

use super::{Rendered, generations, title};
use crate::args;
use crate::exit::Exit;

/// Reads a run; `None` if its puzzle has no report of it.
pub(super) fn render(
    evolvable: &dyn Evolvable,
    run: &Path,
    args: &args::Report,
) -> anyhow::Result<Option<Rendered>> {
    if args.test.is_some() {
        let error = anyhow::anyhow!("this run evolves no policies: there is no genome to test");
        return Err(Exit::bad_input(error));
    }
    let report = evolvable.report(&Folder::at(run)).map_err(Exit::bad_input)?;
    Ok(report.map(|report| {
        let mut text = format!("{}\n", report.about);
        for (label, line) in &report.lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{label:<12} {line}");
        }
        let page = page(&title(run), &report.about, &inside(&report));
        Rendered { text, json: report.json, page }
    }))
}

fn inside(report: &RunReport) -> String {
    let mut out = facts(&report.facts) + &generations(&report.charts);
    if let Some((title, svg)) = &report.picture {
        out += &section(title, &format!("<figure class=\"board\">{svg}</figure>\n"));
    }
    if let Some(BestTable { title, head, rows }) = &report.best {
        out += &section(title, &table(head, rows, Columns::Figures));
    }
    let settings = settings_rows(&report.settings);
    out + &section("Settings", &table(&["setting", "value"], &settings, Columns::Words))
}
