//! Sheets to print.

use patience_core::{Cancel, Observer};
use patience_draw::sheet::PerPage;
use patience_kit::{Fault, Values};
use serde_json::Value;

use super::desk::Desk;
use super::export::file;
use super::message::Sheet;
use super::progress::Counter;
use crate::find;
use crate::read::open;
use crate::sheet::SheetPlan;

/// A sheet to print.
pub(super) fn sheet(
    desk: &Desk,
    asked: &Sheet,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    let kit = find(&asked.puzzle)?;
    desk.caps().check_count(asked.positions.len(), kit.about().many)?;
    let mut positions = Vec::new();
    for (at, text) in asked.positions.iter().enumerate() {
        let place = |fault: Fault| Fault::input(format_args!("positions[{at}]: {}", fault.message));
        let opened = open(kit, text, &Values::default()).map_err(place)?;
        let name = opened.name.unwrap_or_else(|| format!("{} {}", kit.about().one, at + 1));
        positions.push((name, opened.start));
    }
    let count = u32::try_from(positions.len()).unwrap_or(u32::MAX).max(1);
    let mut limits = desk.caps().limits(&asked.limits)?;
    // A grade and up to two searches of each.
    limits.time = limits.time.map(|time| time / count / 3);
    let per_page = PerPage::new(asked.per_page.unwrap_or(6));
    let per_page = per_page.ok_or_else(|| {
        Fault::input(format_args!("per_page: expected one of {:?}", PerPage::ALL))
    })?;
    let title = asked.title.as_deref().unwrap_or(kit.about().title).to_owned();
    let threads = desk.caps().threads();
    let plan = SheetPlan { kit, title, per_page, answers: asked.answers, limits, threads };
    let mut counter = Counter::new(observer);
    let html = plan.html(positions, cancel, || counter.advance())?;
    let html = html.ok_or_else(|| Fault::limit("cancelled"))?;
    Ok(file(kit, Some("sheet"), &html, "text/html", "html"))
}
