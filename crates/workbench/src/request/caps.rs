//! What a request may ask for at most: a carrier that serves others chooses it.

use std::time::Duration;

use patience_core::Limits;
use patience_kit::{Fault, Field, FieldKind, Values};

use super::message::Budget;
use crate::batch::all_cores;

/// What a request may ask for at most. By default there is no bound.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{Caps, Desk};
///
/// let caps = Caps { count: Some(2), text: Some(200), ..Caps::default() };
/// let desk = Desk::new([1, 2], 8).with_caps(caps);
/// let error = |text: &str| {
///     let answer = desk.answer_text(text, &Cancel::new(), &mut ());
///     answer["error"]["message"].as_str().unwrap_or_default().to_owned()
/// };
/// let generate = r#"{"do": "generate", "puzzle": "tiles", "count": 3}"#;
/// assert_eq!(error(generate), "expected at most 2 boards, found 3");
/// assert!(error(&" ".repeat(300)).contains("at most 200 bytes"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caps {
    /// The time of a request; requests that ask for none get this one.
    pub time: Option<Duration>,
    /// The states of a search; requests that ask for none get this one.
    pub nodes: Option<u64>,
    /// The bytes of a search; requests that ask for none get this one.
    pub memory: Option<u64>,
    /// Instances that a request makes or prints.
    pub count: Option<usize>,
    /// Bytes of the text of a request.
    pub text: Option<usize>,
    /// Moves of a game.
    pub moves: Option<usize>,
    /// Threads of a request; all cores otherwise.
    pub threads: Option<usize>,
    /// Whether settings may name no files: searches would read and write what others keep.
    pub no_files: bool,
}

/// The smaller of what was asked for and what is allowed.
fn least<T: Ord>(asked: Option<T>, most: Option<T>) -> Option<T> {
    match (asked, most) {
        (Some(asked), Some(most)) => Some(asked.min(most)),
        (asked, most) => asked.or(most),
    }
}

impl Caps {
    /// The limits of a request.
    pub(super) fn limits(&self, asked: &Budget) -> Result<Limits, Fault> {
        let Limits { nodes, time, memory } = asked.limits()?;
        Ok(Limits {
            nodes: least(nodes, self.nodes),
            time: least(time, self.time),
            memory: least(memory, self.memory),
        })
    }

    /// An error if there is more of something than is allowed.
    fn bound(most: Option<usize>, count: usize, what: &str) -> Result<(), Fault> {
        match most {
            Some(most) if most < count => {
                Err(Fault::input(format_args!("expected at most {most} {what}, found {count}")))
            }
            _ => Ok(()),
        }
    }

    /// An error if a request is too long.
    pub(super) fn check_text(&self, text: &str) -> Result<(), Fault> {
        Self::bound(self.text, text.len(), "bytes of a request")
    }

    /// An error if a game has too many moves.
    pub(super) fn check_moves(&self, moves: usize) -> Result<(), Fault> {
        Self::bound(self.moves, moves, "moves")
    }

    /// An error if a request is about too many instances.
    pub(super) fn check_count(&self, count: usize, many: &str) -> Result<(), Fault> {
        Self::bound(self.count, count, many)
    }

    /// The threads of a request.
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(all_cores).max(1)
    }

    /// An error if a setting names a file where none may be named.
    pub(super) fn check_files(&self, values: &Values, fields: &[Field]) -> Result<(), Fault> {
        let is_path = |name: &str| {
            fields.iter().any(|field| field.name == name && matches!(field.kind, FieldKind::Path))
        };
        match values.0.iter().find(|(name, value)| !value.is_null() && is_path(name)) {
            Some((name, _)) if self.no_files => {
                Err(Fault::input(format_args!("{name}: no file can be named here")))
            }
            _ => Ok(()),
        }
    }
}
