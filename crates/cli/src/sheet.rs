//! Sheets to print: positions with their grades and answers, for `--sheet` and the verb `sheet`.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Arg, ArgMatches, Command};
use patience_core::{Cancel, Limits, Meter};
use patience_draw::sheet::{Entry, PerPage, Sheet};
use patience_kit::{
    CODE, Choice as _, End, Fault, FaultKind, Graded, Kit, Position, Setup, Solve, figure,
};
use patience_workbench::batch;

use crate::exit::Exit;
use crate::output::write_file;
use crate::progress::Progress;
use crate::sources::failed;

/// Nodes of a search for an answer without a limit of its own, after which a quicker engine is asked.
const PATIENCE: u64 = 2_000_000;

/// Letters of a position that a sheet shows beside its board.
const SHORT: usize = 80;

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
    kit: &'static dyn Kit,
    path: PathBuf,
    per_page: PerPage,
    title: String,
    limits: Limits,
    threads: usize,
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
        Ok(Some(Self {
            kit,
            path: path.into(),
            per_page: per_page.ok_or_else(|| anyhow!("no such number of boards a page"))?,
            title: title.map_or(kit.about().title, String::as_str).to_owned(),
            limits,
            threads,
            quiet,
        }))
    }

    /// Grades and solves the positions, and writes the sheet.
    pub(crate) fn write(
        &self,
        positions: Vec<(String, Box<dyn Position>)>,
        cancel: &Cancel,
    ) -> anyhow::Result<Exit> {
        let kit = self.kit;
        let count = positions.len();
        let engine = kit.prepare(&Setup::default()).map_err(failed)?;
        let quick = Setup { engine: Some(kit.judge_with()), ..Setup::default() };
        let quick = kit.prepare(&quick).map_err(failed)?;
        let progress = Progress::new(count as u64, self.quiet);
        let mut entries = Vec::with_capacity(count);
        let work = |(name, position): (String, Box<dyn Position>)| {
            self.entry(name, &*position, [&*engine, &*quick], cancel)
        };
        let emit = |entry: Result<Entry, Fault>| -> anyhow::Result<()> {
            entries.push(entry.map_err(failed)?);
            progress.advance(|| format!("{} solved and graded", entries.len()));
            Ok(())
        };
        let is_cancelled = || cancel.is_cancelled();
        let ended = batch::in_order(positions.into_iter(), self.threads, is_cancelled, work, emit);
        progress.finish();
        if !ended? || cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
        let sheet = Sheet {
            title: self.title.clone(),
            about: match count {
                1 => format!("1 {}", kit.about().one),
                _ => format!("{count} {}", kit.about().many),
            },
            per_page: self.per_page,
            entries,
            legend: legend(kit),
        };
        write_file(&self.path, &sheet.html())?;
        Ok(Exit::Done)
    }

    /// A position with its grade and answer. Where a limit comes first, the sheet says so.
    fn entry(
        &self,
        name: String,
        position: &dyn Position,
        engines: [&dyn Solve; 2],
        cancel: &Cancel,
    ) -> Result<Entry, Fault> {
        let mut observer = ();
        let mut meter = Meter::start(&self.limits, cancel, &mut observer);
        let graded = match position.grade(&mut meter) {
            Err(fault) if fault.kind == FaultKind::Limit => None,
            graded => graded?,
        };
        let nodes = self.limits.nodes.or(Some(PATIENCE));
        let mut limits = Limits { nodes, ..self.limits.clone() };
        let mut headline = String::new();
        let mut answer = String::new();
        for engine in engines {
            let found = engine.solve(position, &limits, cancel, &mut ())?;
            headline = match &found.end {
                End::Solved { .. } => engine.headline(&found),
                End::Unsolvable { .. } => "cannot be solved".to_owned(),
                End::Exhausted => "no solution found".to_owned(),
                End::Limit(stop) => format!("no solution found: {stop}"),
            };
            if let Some(line) = &found.line {
                answer = line.notation().join(" ");
            }
            if !matches!(found.end, End::Limit(_)) {
                break;
            }
            limits = self.limits.clone();
        }
        if let Some(graded) = &graded {
            headline = format!("{headline}; {}", in_words(graded));
        }
        let text = position.write(self.kit.about().exchange)?.trim().to_owned();
        let is_short = text.lines().count() == 1 && text.chars().count() <= SHORT;
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        // The number of a deal, or the board itself, is enough to find it again.
        let shown = if is_number || text == name {
            String::new()
        } else if is_short {
            text
        } else {
            position.write(CODE.name)?
        };
        // A number alone says little.
        let name = if is_number { format!("{} {name}", self.kit.about().one) } else { name };
        Ok(Entry {
            grade: graded.map_or_else(String::new, |graded| graded.grade.name().to_owned()),
            svg: position.svg(),
            position: shown,
            name,
            headline,
            answer,
        })
    }
}

/// The measure that decides a grade, such as `hard (bits 71.20)`.
fn in_words(graded: &Graded) -> String {
    let grade = graded.grade.name();
    match graded.measures().next() {
        Some((named, value)) => format!("{grade} ({} {})", named.name, figure(value)),
        None => grade.to_owned(),
    }
}

/// What the words and moves of a sheet mean.
fn legend(kit: &dyn Kit) -> Vec<(String, String)> {
    let mut legend = Vec::new();
    if let Some(notation) = kit.about().line_formats.first() {
        legend.push(("Moves".to_owned(), format!("{}.", notation.summary)));
    }
    if let Some(grading) = kit.grading() {
        let [first, second, third] = grading.quartiles.map(figure);
        let measure = grading.measures.first();
        let (name, what) = measure.map_or(("", ""), |named| (named.name, named.summary));
        legend.push(("Grades".to_owned(), format!("{}.", grading.definition)));
        legend.push((
            "Easy, medium, hard, expert".to_owned(),
            format!(
                "A quarter each of {}: {name} up to {first}, {second}, {third}, and above. {name}: {}.",
                grading.sample,
                lowercase(what)
            ),
        ));
    }
    legend
}

fn lowercase(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
