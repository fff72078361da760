//! One instance of a batch: solved here or on another rank, then kept and printed.

use anyhow::Context;
use patience_core::{Cancel, Limits, Observer};
use patience_kit::{Answer, Kit, Line, OutcomeKind, Record, Solve};
use patience_workbench::Instance;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::options::OutputArgs;
use super::ledger::{Entry, EntryMessage, Row};
use crate::output::grouped;
use crate::sources::failed;

/// How instances are solved and printed.
#[derive(Clone, Copy)]
pub(super) struct Printing<'a> {
    pub(super) kit: &'static dyn Kit,
    pub(super) engine: &'a dyn Solve,
    pub(super) output: &'a OutputArgs,
    pub(super) format: Option<&'a str>,
    /// Whether the file has no times.
    pub(super) no_times: bool,
}

/// An instance that was searched.
#[derive(Deserialize)]
#[serde(from = "Message")]
pub(super) struct Solved {
    /// What the tally needs.
    pub(super) entry: Entry,
    /// Its line of the file, where there is a file.
    pub(super) row: Option<Box<RawValue>>,
    /// What is printed, unless only a summary is.
    pub(super) text: String,
    /// What `--animate` shows.
    pub(super) film: Option<Film>,
    pub(super) is_cut_short: bool,
}

/// A solution to show.
pub(super) struct Film {
    pub(super) titles: (String, String),
    pub(super) line: Box<dyn Line>,
}

/// An instance that another rank has solved.
#[derive(Serialize, Deserialize)]
pub(super) struct Message {
    entry: EntryMessage,
    row: Option<Box<RawValue>>,
    text: String,
}

impl From<Solved> for Message {
    fn from(solved: Solved) -> Self {
        Self { entry: solved.entry.into(), row: solved.row, text: solved.text }
    }
}

impl From<Message> for Solved {
    fn from(Message { entry, row, text }: Message) -> Self {
        // A rank sends no results of work that was cut short.
        Self { entry: entry.into(), row, text, film: None, is_cut_short: false }
    }
}

impl Printing<'_> {
    /// Searches an instance. `is_single` says whether the batch has no other.
    pub(super) fn solve(
        &self,
        instance: &Instance,
        is_single: bool,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<Solved> {
        let (Self { engine, output, .. }, Instance { name, position }) = (self, instance);
        let answer = engine
            .solve(&**position, limits, cancel, observer)
            .map_err(failed)
            .with_context(|| name.clone())?;
        let about = self.kit.about();
        let with_moves = output.out.is_some() || (output.json && !output.summary);
        let record = Record::new(about, name, position.rules(), *engine, &answer, with_moves);
        let row = output.out.as_ref().map(|_| self.row(&record, instance)).transpose()?;
        let text =
            if output.summary { String::new() } else { self.text(&record, &answer, is_single)? };
        let film = answer.line.as_ref().filter(|_| output.animate.is_some());
        let film = film.is_some().then(|| {
            let title = format!("{}: {} {}", about.title, about.one, record.instance);
            (title, format!("solved in {}", engine.headline(&answer)))
        });
        let film = film.zip(answer.line).map(|(titles, line)| Film { titles, line });
        let entry = Entry::from(&record);
        Ok(Solved { entry, row, text, film, is_cut_short: cancel.is_cancelled() })
    }

    fn row(&self, record: &Record, instance: &Instance) -> anyhow::Result<Box<RawValue>> {
        let mut kept = record.clone();
        if self.no_times {
            kept.seconds = 0.0;
        }
        let row = Row { record: &kept, position: instance.fingerprint() };
        Ok(serde_json::value::to_raw_value(&row)?)
    }

    fn text(&self, record: &Record, answer: &Answer, is_single: bool) -> anyhow::Result<String> {
        if self.output.json {
            return Ok(serde_json::to_string(record)? + "\n");
        }
        let mut text = self.headline(record, answer) + "\n";
        let default = self.kit.about().line_formats.first().filter(|_| is_single);
        let format = self.format.or(default.map(|format| format.name));
        if let (Some(line), Some(format)) = (&answer.line, format) {
            text += &line.render(format);
        }
        Ok(text)
    }

    /// One line about an instance.
    fn headline(&self, record: &Record, answer: &Answer) -> String {
        let outcome = match (record.outcome, record.stop) {
            (OutcomeKind::Solved, _) => format!("solved in {}", self.engine.headline(answer)),
            (OutcomeKind::Unsolvable, _) => {
                let reason =
                    record.reason.as_ref().map_or_else(String::new, |it| format!(": {it}"));
                format!("proven unsolvable{reason}")
            }
            (OutcomeKind::Exhausted, _) => {
                "not solved: nothing left to try, and nothing proven".to_owned()
            }
            (OutcomeKind::Limit, Some(stop)) => {
                let advice =
                    self.engine.advice(stop).map_or_else(String::new, |it| format!(", {it}"));
                format!("not solved: {stop}{advice}")
            }
            (OutcomeKind::Limit, None) => "not solved".to_owned(),
        };
        let (name, nodes) = (&record.instance, grouped(record.expanded));
        format!("{name}: {outcome}; {}: {nodes} nodes, {:.3} s", record.engine, record.seconds)
    }
}
