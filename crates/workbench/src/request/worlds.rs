//! Games with hidden pieces that are in progress: who plays holds a word for each position, and the desk holds the world.
//!
//! A word is `hidden.`, a key that nobody can guess, and the moves so far as in a link: `hidden.3qk…/T.w-3`. Moves are no secret to who played
//! them, so every position of a game, and every branch, needs no more memory than the game itself.

use std::collections::HashMap;
use std::hash::Hasher;
use std::sync::{Mutex, PoisonError};

use patience_kit::{Fault, Kit, link};
use siphasher::sip::SipHasher24;

use crate::session::{Saved, Session, Start};

/// What every word of a hidden position begins with.
pub(super) const PREFIX: &str = "hidden.";
/// The digits of keys.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Digits of a key: 130 bits for 128.
const KEY_DIGITS: usize = 26;

/// Whether a text is meant as the word of a hidden position.
pub(super) fn is_hidden(text: &str) -> bool {
    text.trim_start().starts_with(PREFIX)
}

/// Worlds by their keys.
pub(super) struct Worlds {
    entropy: [u64; 2],
    most: usize,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// How many secrets were made.
    secrets: u64,
    /// How often a world was used.
    uses: u64,
    worlds: HashMap<String, World>,
}

struct World {
    kit: &'static dyn Kit,
    start: Start,
    last_use: u64,
}

impl Worlds {
    pub(super) fn new(entropy: [u64; 2], most: usize) -> Self {
        Self { entropy, most, kept: Mutex::default() }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that does not follow from those before it.
    pub(super) fn secret(&self) -> u64 {
        let mut kept = self.kept();
        kept.secrets += 1;
        self.secret_of(kept.secrets)
    }

    fn secret_of(&self, number: u64) -> u64 {
        let [first, second] = self.entropy;
        let mut hasher = SipHasher24::new_with_keys(first, second);
        hasher.write_u64(number);
        hasher.finish()
    }

    /// Keeps the world of a game, and returns the key of its words. The world that nobody has used for longest makes room.
    pub(super) fn keep(&self, kit: &'static dyn Kit, start: Start) -> String {
        let (high, low) = (self.secret(), self.secret());
        let mut bits = u128::from(high) << 64 | u128::from(low);
        let mut key = String::with_capacity(KEY_DIGITS);
        for _ in 0..KEY_DIGITS {
            let digit = usize::try_from(bits % DIGITS.len() as u128).unwrap_or_default();
            key.push(char::from(DIGITS[digit]));
            bits /= DIGITS.len() as u128;
        }
        let mut kept = self.kept();
        while self.most.max(1) <= kept.worlds.len() {
            let oldest = kept.worlds.iter().min_by_key(|(_, world)| world.last_use);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { break };
            kept.worlds.remove(&oldest);
        }
        kept.uses += 1;
        let last_use = kept.uses;
        kept.worlds.insert(key.clone(), World { kit, start, last_use });
        key
    }

    /// The game of a word, with its moves played, and its key.
    pub(super) fn game(
        &self,
        kit: &'static dyn Kit,
        position: &str,
    ) -> Result<(String, Session), Fault> {
        let position = position.trim();
        let rest = position.strip_prefix(PREFIX).unwrap_or(position);
        let (key, moves) = rest.split_once('/').unwrap_or((rest, ""));
        let start = self.start(kit, key).ok_or_else(|| {
            let name = kit.about().title;
            Fault::input(format_args!(
                "this hidden game of {name} is no longer kept: begin a new one with `open` or `deal`"
            ))
        })?;
        let moves = moves.split('.').filter(|mv| !mv.is_empty()).map(str::to_owned).collect();
        let game = Session::resume(Saved { kit, start, moves, undone: Vec::new() })?;
        Ok((key.to_owned(), game))
    }

    /// Where the game of a key began, if it is one of this puzzle and still kept. That uses it.
    fn start(&self, kit: &dyn Kit, key: &str) -> Option<Start> {
        let mut kept = self.kept();
        kept.uses += 1;
        let last_use = kept.uses;
        let is_meant = |world: &&mut World| world.kit.about().name == kit.about().name;
        let world = kept.worlds.get_mut(key).filter(is_meant)?;
        world.last_use = last_use;
        Some(world.start.clone())
    }
}

/// How many moves the word of a hidden position has.
pub(super) fn moves_of(word: &str) -> usize {
    word.split_once('/').map_or(0, |(_, moves)| moves.split('.').count())
}

/// The word of a position of a hidden game.
pub(super) fn word(key: &str, moves: &[String]) -> String {
    let start = format!("{PREFIX}{key}");
    if moves.is_empty() { start } else { link(&start, moves) }
}
