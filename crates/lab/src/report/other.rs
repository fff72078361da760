//! Reports of runs that evolve something else than policies: the puzzle has the content, this is the layout.

use std::fmt::Write as _;
use std::path::Path;

use patience_draw::html::{Columns, facts, page, section, table};
use patience_kit::{BestTable, Evolvable, Fault, RunReport};
use patience_learn::Folder;

use super::{Report, generations, title};
use crate::runs::settings_rows;

/// Reads a run; `None` if its puzzle has no report of it.
pub(super) fn report(evolvable: &dyn Evolvable, run: &Path) -> Result<Option<Report>, Fault> {
    let report = evolvable.report(&Folder::at(run)).map_err(Fault::input)?;
    Ok(report.map(|report| {
        let mut text = format!("{}\n", report.about);
        for (label, line) in &report.lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{label:<12} {line}");
        }
        let page = page(&title(run), &report.about, &inside(&report));
        Report { text, json: report.json, page }
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
