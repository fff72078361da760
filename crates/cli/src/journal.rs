//! Files that a command writes as it goes, and resumes from.

use std::path::Path;

use anyhow::anyhow;
use patience_core::Limits;
use patience_files::{JournalError, Purpose};
use patience_kit::{Field, Values};
use patience_workbench::ledger::{Ledger, Part};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output::{grouped, say};

/// Opens a ledger and passes its records to `each`. Says what was dropped.
pub(crate) fn open<T: DeserializeOwned>(
    path: &Path,
    purpose: &Purpose,
    part: &Part,
    mut each: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Ledger> {
    let ledger = Ledger::open(path, purpose, part, |record| each(record).map_err(Into::into));
    let ledger = ledger.map_err(failed)?;
    say_dropped(path, ledger.dropped());
    Ok(ledger)
}

/// Says that an unfinished last line of so many bytes was dropped; nothing if there was none.
pub(crate) fn say_dropped(path: &Path, bytes: usize) {
    if bytes != 0 {
        let (path, bytes) = (path.display(), grouped(bytes as u64));
        say(format_args!("{path}: dropped an unfinished last line of {bytes} bytes"));
    }
}

/// An error of a journal as an error of the program: a file for something else is a mistake of the command line.
pub(crate) fn failed(error: JournalError) -> anyhow::Error {
    match error {
        JournalError::Foreign { .. }
        | JournalError::Earlier { .. }
        | JournalError::Version { .. }
        | JournalError::Other { .. }
        | JournalError::Refused { .. } => Exit::bad_input(anyhow!(error)),
        JournalError::Io { .. } | JournalError::Busy { .. } | JournalError::Damaged { .. } => {
            error.into()
        }
    }
}

/// Limits as a part of a purpose.
pub(crate) fn limits(limits: &Limits) -> Value {
    let seconds = limits.time.map(|time| time.as_secs_f64());
    json!({ "nodes": limits.nodes, "seconds": seconds, "memory": limits.memory })
}

/// The purpose of a file whose times are all 0, if they are.
pub(crate) fn timed(purpose: Purpose, no_times: bool) -> Purpose {
    if no_times { purpose.with("times", false) } else { purpose }
}

/// All settings as a part of a purpose: those that were chosen, and the defaults of the others.
pub(crate) fn settings(chosen: &Values, fields: &[Field]) -> Value {
    let defaults = fields.iter().map(|field| (field.name, field.default.clone()));
    json!(chosen.clone().or(&defaults.collect()))
}
