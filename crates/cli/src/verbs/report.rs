//! `patience report`: a summary of a run of evolution, and a page with charts.

use std::io::Write;

use patience_core::Cancel;
use patience_lab::report::{GenomeTest, report};
use serde_json::{Value, json};

use super::evolve::watch::Watch;
use crate::exit::Exit;
use crate::output::{say, write_file};
use crate::sources::failed;
use crate::{args, interrupt};

/// The page of a run in its folder.
const PAGE: &str = "report.html";

pub(crate) fn run(args: &args::Report) -> anyhow::Result<Exit> {
    let test =
        args.test.map(|cases| GenomeTest { cases, nodes: args.nodes, threads: args.threads });
    // Only a test takes so long that somebody interrupts it.
    let cancel = match test {
        Some(_) => interrupt::cancel_on_interrupt()?,
        None => Cancel::new(),
    };
    let mut watch = Watch::new(args.quiet);
    let report = report(&args.runs, test, &cancel, &mut watch);
    watch.clear();
    let Some(report) = report.map_err(failed)? else {
        say("interrupted: no page was written");
        return Ok(Exit::Interrupted);
    };
    let only = if let [run] = args.runs.as_slice() { Some(run) } else { None };
    let page = args.out.clone().or_else(|| Some(only?.join(PAGE)));
    if let Some(page) = &page {
        write_file(page, &report.page)?;
    }
    let page = page.map(|page| page.display().to_string());
    let mut out = anstream::stdout().lock();
    if args.json {
        let mut json = json!({ "page": page });
        if let (Value::Object(all), Value::Object(report)) = (&mut json, report.json) {
            all.extend(only.map(|run| ("run".to_owned(), json!(run.display().to_string()))));
            all.extend(report);
        }
        writeln!(out, "{json}")?;
    } else if !args.quiet {
        let name = only.map(|run| format!("{}: ", run.display())).unwrap_or_default();
        let page = page.map(|page| format!("page         {page}\n")).unwrap_or_default();
        write!(out, "{name}{}{page}", report.text)?;
    }
    Ok(Exit::Done)
}
