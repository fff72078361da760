//! Sheets to print: positions with their grades and answers, for `--sheet` and the verb `sheet`.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Arg, ArgMatches, Command};
use patience_core::{Cancel, Limits};
use patience_draw::sheet::PerPage;
use patience_kit::{Kit, Position};
use patience_workbench::sheet::SheetPlan;

use crate::exit::Exit;
use crate::output::write_file;
use crate::progress::Progress;
use crate::sources::failed;

/// The flag of the file.
pub(crate) fn file(name: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("FILE.html")
        .value_parser(|path: &str| {
            if path.to_ascii_lowercase().ends_with(".html") {
                Ok(path.to_owned())
            } else {
                Err("expected a file that ends in .html, which browsers print".to_owned())
            }
        })
        .help("Write a sheet to print: boards with their grades, answers at the end")
}

/// The flags of how a sheet looks.
pub(crate) fn add(command: Command) -> Command {
    let counts = PerPage::ALL.map(|count| count.to_string());
    command
        .arg(
            Arg::new("per_page")
                .long("per-page")
                .value_name("N")
                .value_parser(clap::builder::PossibleValuesParser::new(counts))
                .default_value("6")
                .help_heading("Sheet")
                .help("Boards a page of the sheet"),
        )
        .arg(
            Arg::new("title")
                .long("title")
                .value_name("TEXT")
                .help_heading("Sheet")
                .help("Title of the sheet [default: the name of the puzzle]"),
        )
}

/// How a sheet is made.
pub(crate) struct Maker {
    plan: SheetPlan,
    path: PathBuf,
    quiet: bool,
}

impl Maker {
    /// The sheet that the command line asks for; `None` if it asks for none.
    pub(crate) fn new(
        kit: &'static dyn Kit,
        matches: &ArgMatches,
        file: &str,
        limits: Limits,
        threads: usize,
        quiet: bool,
    ) -> anyhow::Result<Option<Self>> {
        let Some(path) = matches.get_one::<String>(file) else { return Ok(None) };
        let per_page = matches.get_one::<String>("per_page").and_then(|text| text.parse().ok());
        let per_page = per_page.and_then(PerPage::new);
        let title = matches.get_one::<String>("title");
        let plan = SheetPlan {
            kit,
            title: title.map_or(kit.about().title, String::as_str).to_owned(),
            per_page: per_page.ok_or_else(|| anyhow!("no such number of boards a page"))?,
            answers: true,
            limits,
            threads,
        };
        Ok(Some(Self { plan, path: path.into(), quiet }))
    }

    /// Grades and solves the positions, and writes the sheet.
    pub(crate) fn write(
        &self,
        positions: Vec<(String, Box<dyn Position>)>,
        cancel: &Cancel,
    ) -> anyhow::Result<Exit> {
        let progress = Progress::new(positions.len() as u64, self.quiet);
        let mut solved = 0;
        let watch = || {
            solved += 1;
            progress.advance(|| format!("{solved} solved and graded"));
        };
        let html = self.plan.html(positions, cancel, watch);
        progress.finish();
        match html.map_err(failed)? {
            None => Ok(Exit::Interrupted),
            Some(html) => {
                write_file(&self.path, &html)?;
                Ok(Exit::Done)
            }
        }
    }
}
