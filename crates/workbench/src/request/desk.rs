//! The desk: answers requests, and keeps the worlds of hidden games.

use patience_core::{Cancel, Observer};
use patience_kit::{Fault, Kit, Values};
use serde_json::{Value, json};

use super::answer::answer;
use super::message::Request;
use super::scene::Table;
use super::worlds::{Worlds, is_hidden};
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
}

impl Desk {
    /// A desk that keeps as many hidden games. Who knows the entropy knows what is hidden.
    #[must_use]
    pub fn new(entropy: [u64; 2], most_games: usize) -> Self {
        Self { worlds: Worlds::new(entropy, most_games) }
    }

    /// Answers the text of a request.
    pub fn answer_text(&self, text: &str, cancel: &Cancel, observer: &mut dyn Observer) -> Value {
        let answered = match serde_json::from_str::<Request>(text) {
            Ok(request) => self.answer(&request, cancel, observer),
            Err(error) => {
                let fault = Fault::input(format_args!("not a request: {error}"));
                // Errors inside a tagged message have no place.
                Err(if error.line() == 0 { fault } else { fault.at(error.line(), error.column()) })
            }
        };
        match answered {
            Ok(value) => json!({ "ok": value }),
            Err(Fault { message, place: Some((line, column)), .. }) => {
                json!({ "error": { "message": message, "line": line, "column": column } })
            }
            Err(Fault { message, place: None, .. }) => json!({ "error": { "message": message } }),
        }
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

    /// The position of a request.
    pub(super) fn table(&self, puzzle: &str, position: &str) -> Result<Table, Fault> {
        let kit: &'static dyn Kit = find(puzzle)?;
        if is_hidden(position) {
            let (key, game) = self.worlds.game(kit, position)?;
            return Ok(Table::Hidden(key, game));
        }
        Ok(Table::Open(kit, read(kit, position, &Values::default())?))
    }
}

/// Answers the text of a request that needs no desk: hidden games are forgotten at once.
pub fn answer_text(text: &str, cancel: &Cancel, observer: &mut dyn Observer) -> Value {
    Desk::new([0; 2], 1).answer_text(text, cancel, observer)
}

/// Random bits of the operating system.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn system_entropy() -> [u64; 2] {
    use std::hash::{BuildHasher, Hasher, RandomState};
    [(); 2].map(|()| RandomState::new().build_hasher().finish())
}
