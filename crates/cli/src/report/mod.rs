//! `patience report`: a summary of a run of evolution, and a page with charts.

mod comparison;
mod genomes;
mod other;
mod several;
mod trial;

use std::io::Write;
use std::path::{Path, PathBuf};

use patience_draw::html::{paragraph, section};
use patience_lab::runs::other_than_policies;
use patience_learn::FolderError;
use serde_json::{Value, json};

use crate::args;
use crate::exit::Exit;
use crate::output::{say, write_file};

/// The page of a run in its folder.
const PAGE: &str = "report.html";

/// A report in three forms.
struct Rendered {
    /// Text.
    text: String,
    /// A JSON object.
    json: Value,
    /// An HTML page.
    page: String,
}

pub(crate) fn run(args: &args::Report) -> anyhow::Result<Exit> {
    let rendered = match args.runs.as_slice() {
        [run] => match other_than_policies(run).map_err(refused)? {
            Some(evolvable) => other::render(evolvable, run, args)?,
            None => genomes::render(run, args)?,
        },
        runs => several::render(runs, args)?,
    };
    let Some(rendered) = rendered else {
        say("interrupted: no page was written");
        return Ok(Exit::Interrupted);
    };
    let only = if let [run] = args.runs.as_slice() { Some(run) } else { None };
    let page = args.out.clone().or_else(|| Some(only?.join(PAGE)));
    if let Some(page) = &page {
        write_file(page, &rendered.page)?;
    }
    let page = page.map(|page| page.display().to_string());
    let mut out = anstream::stdout().lock();
    if args.json {
        let mut json = json!({ "page": page });
        if let (Value::Object(all), Value::Object(rendered)) = (&mut json, rendered.json) {
            all.extend(only.map(|run| ("run".to_owned(), json!(run.display().to_string()))));
            all.extend(rendered);
        }
        writeln!(out, "{json}")?;
    } else if !args.quiet {
        let name = only.map(|run| format!("{}: ", run.display())).unwrap_or_default();
        let page = page.map(|page| format!("page         {page}\n")).unwrap_or_default();
        write!(out, "{name}{}{page}", rendered.text)?;
    }
    Ok(Exit::Done)
}

/// The section of the charts of a run.
fn generations(charts: &[String]) -> String {
    let inside = match charts {
        [] => paragraph("No generation is over yet."),
        charts => format!("<div class=\"plots\">\n{}</div>\n", charts.concat()),
    };
    section("Generations", &inside)
}

/// A folder without a run is an error of the input.
fn refused(error: FolderError) -> anyhow::Error {
    Exit::bad_input(error)
}

/// The title of a page: the name of the folder.
fn title(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| PathBuf::from(path));
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| path.display().to_string())
}
