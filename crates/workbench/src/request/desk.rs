//! The desk: answers requests, and keeps the worlds of hidden games.

use patience_core::{Cancel, Observer};
use patience_kit::{Fault, Kit, Values};
use serde_json::{Value, json};

use super::answer::answer;
use super::caps::Caps;
use super::message::{Hint, Request};
use super::scene::Table;
use super::worlds::{Worlds, is_hidden, moves_of};
use crate::{find, read};

/// Answers requests. Several threads can share one.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::Desk;
///
/// let desk = Desk::new([1, 2], 100);
/// let request = r#"{"do": "read", "puzzle": "tiles", "text": "1 2/3 ."}"#;
/// assert_eq!(desk.answer_text(request, &Cancel::new(), &mut ())["ok"]["solved"], true);
/// ```
pub struct Desk {
    worlds: Worlds,
    caps: Caps,
}

impl Desk {
    /// A desk that keeps as many hidden games. Who knows the entropy knows what is hidden.
    #[must_use]
    pub fn new(entropy: [u64; 2], most_games: usize) -> Self {
        Self { worlds: Worlds::new(entropy, most_games), caps: Caps::default() }
    }

    /// The same with bounds on what a request may ask for.
    #[must_use]
    pub fn with_caps(self, caps: Caps) -> Self {
        Self { caps, ..self }
    }

    /// Answers the text of a request.
    pub fn answer_text(&self, text: &str, cancel: &Cancel, observer: &mut dyn Observer) -> Value {
        let read = self.caps.check_text(text).and_then(|()| read_request(text));
        match read.and_then(|request| self.answer(&request, cancel, observer)) {
            Ok(value) => json!({ "ok": value }),
            Err(fault) => failure(&fault),
        }
    }

    /// The text of a request that any other desk can answer: the word of a hidden game becomes the position as its player sees it. `None` if
    /// it can be answered elsewhere as it is, and the error as an answer if the game is no longer kept.
    ///
    /// Only a `hint` can be handed over: all else that a hidden game is asked needs its world.
    pub fn portable(&self, text: &str) -> Result<Option<String>, Value> {
        let Ok(Request::Hint(Hint { puzzle, position, .. })) = read_request(text) else {
            return Ok(None);
        };
        if !is_hidden(&position) {
            return Ok(None);
        }
        let seen = || -> Result<String, Fault> {
            let exchange = find(&puzzle)?.about().exchange;
            self.table(&puzzle, &position)?.look(|seen| seen.write(exchange))
        };
        let seen = seen().map_err(|fault| failure(&fault))?;
        let mut request: Value = serde_json::from_str(text).unwrap_or_default();
        request["position"] = seen.into();
        request["hidden"] = true.into();
        Ok(Some(request.to_string()))
    }

    /// Answers a request.
    pub fn answer(
        &self,
        request: &Request,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> Result<Value, Fault> {
        answer(self, request, cancel, observer)
    }

    pub(super) fn worlds(&self) -> &Worlds {
        &self.worlds
    }

    pub(super) fn caps(&self) -> &Caps {
        &self.caps
    }

    /// The position of a request.
    pub(super) fn table(&self, puzzle: &str, position: &str) -> Result<Table, Fault> {
        let kit: &'static dyn Kit = find(puzzle)?;
        if is_hidden(position) {
            self.caps.check_moves(moves_of(position))?;
            let (key, game) = self.worlds.game(kit, position)?;
            return Ok(Table::Hidden(key, game));
        }
        Ok(Table::Open(kit, read(kit, position, &Values::default())?))
    }
}

/// The request of a text.
fn read_request(text: &str) -> Result<Request, Fault> {
    serde_json::from_str(text).map_err(|error| {
        let fault = Fault::input(format_args!("not a request: {error}"));
        // Errors inside a tagged message have no place.
        if error.line() == 0 { fault } else { fault.at(error.line(), error.column()) }
    })
}

/// An error as an answer.
fn failure(fault: &Fault) -> Value {
    let mut error = json!({ "message": fault.message });
    if let Some((line, column)) = fault.place {
        error["line"] = line.into();
        error["column"] = column.into();
    }
    json!({ "error": error })
}

/// Random bits of the operating system.
///
/// ```
/// use patience_workbench::request::{Desk, system_entropy};
///
/// // Nobody can tell the hidden cards of this desk's games from those of another's.
/// let desk = Desk::new(system_entropy(), 100);
/// assert_ne!(system_entropy(), system_entropy());
/// ```
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn system_entropy() -> [u64; 2] {
    use std::hash::{BuildHasher, Hasher, RandomState};
    [(); 2].map(|()| RandomState::new().build_hasher().finish())
}
