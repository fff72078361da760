//! `patience report`: a summary of a run of evolution, and a page with charts.

mod comparison;
mod genomes;
mod other;
mod several;
mod summary;
mod trial;

use std::io::Write;
use std::path::{Path, PathBuf};

use patience_draw::html::{paragraph, section};
use patience_kit::Evolvable;
use patience_learn::folder::SETTINGS;
use patience_learn::{Folder, FolderError, Table, TomlValue};
use patience_workbench::evolution::evolvables;
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
        [run] => match other_than_policies(run)? {
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

/// What the run of a folder evolved, if not policies.
fn other_than_policies(path: &Path) -> anyhow::Result<Option<&'static dyn Evolvable>> {
    let text = Folder::at(path).read(SETTINGS).map_err(refused)?.unwrap_or_default();
    // Errors are reported when the file is read as settings.
    let table: Table = text.parse().unwrap_or_default();
    let mut others = evolvables();
    Ok(others.find(|it| !table.contains_key("puzzle") && it.owns(&table)))
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

/// Settings as rows of a table, with names such as `hillis.every`.
fn settings_rows(table: &Table) -> Vec<Vec<String>> {
    fn add(prefix: &str, table: &Table, rows: &mut Vec<Vec<String>>) {
        for (key, value) in table {
            let name = format!("{prefix}{key}");
            match value {
                TomlValue::Table(inner) => add(&format!("{name}."), inner, rows),
                TomlValue::String(text) => rows.push(vec![name, text.clone()]),
                other => rows.push(vec![name, other.to_string()]),
            }
        }
    }
    let mut rows = Vec::new();
    add("", table, &mut rows);
    // Sections come last.
    rows.sort_by_key(|row| row[0].contains('.'));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_their_full_names() {
        let table: Table = "b.c = 0.5\na = 1\nd = \"<x>\"\ne = [\"f\"]\n".parse().unwrap();
        let rows = settings_rows(&table);
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        assert_eq!(rows, ["a 1", "d <x>", "e [\"f\"]", "b.c 0.5"]);
    }
}
