//! The key of a state: exact, canonical, and updated by every move in one step.
//!
//! The key has 156 bits, three per card:
//!
//! | bits | place of the card |
//! |---|---|
//! | 0 | where it was dealt: on the same card, or at the base of a column if it was dealt there |
//! | 1 | in a cell |
//! | 2 | at the base of a column where it was not dealt |
//! | 3 | home |
//! | 4–7 | on the card one rank higher of suit 0–3, where it was not dealt |
//!
//! Eight values suffice, because play puts a card only into a cell, into an empty column, home, or onto a card one rank higher. The key is
//! *exact*: it gives what lies below every card, so it determines the position, and `unpack` rebuilds it. It is *canonical*: it names neither
//! columns nor cells, so positions that differ in their order share a key, and a card that returns to where it was dealt gets 0 again. It is
//! *incremental*: a move changes three bits, however long the run.

use std::fmt;
use std::hash::{Hash, Hasher};

use patience_cards::Card;

/// The place of a card relative to the deal: three bits of the key.
pub(crate) mod location {
    /// On the same card as in the deal, or at the base of a column if it was dealt there.
    pub(crate) const DEALT: u64 = 0;
    /// In a cell.
    pub(crate) const CELL: u64 = 1;
    /// At the base of a column, where it was not dealt.
    pub(crate) const BASE: u64 = 2;
    /// On its foundation.
    pub(crate) const HOME: u64 = 3;
    /// On the card one rank higher of suit 0, where it was not dealt; those of the other suits follow.
    pub(crate) const ON_SUIT: u64 = 4;
}

/// The place of every card, in three words of five ranks each: where it was dealt, in a cell, at the base of a column, home, or on which suit.
///
/// ```
/// use patience_core::{Packed, Puzzle};
/// use patience_freecell::FreeCell;
///
/// let game = FreeCell::microsoft(1)?;
/// let (start, again) = (game.start(), game.unpack(game.key(&game.start())));
/// let columns = |state| {
///     let mut columns = game.position(state).columns;
///     columns.sort();
///     columns
/// };
/// // A key gives back the cards of every column, but not the order of the columns.
/// assert_eq!(columns(&again), columns(&start));
/// assert_ne!(game.position(&again), game.position(&start));
/// assert_eq!(game.key(&again), game.key(&start));
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key([u64; 3]);

/// Ranks of four cards that share a word of the key.
const RANKS_PER_WORD: usize = 5;

impl Key {
    pub(crate) const fn dealt() -> Self {
        Self([location::DEALT; 3])
    }

    #[inline]
    const fn bits(card: Card) -> (usize, u32) {
        let index = card.index();
        let (word, within) = (index / (4 * RANKS_PER_WORD), index % (4 * RANKS_PER_WORD));
        // Below 60.
        #[allow(clippy::cast_possible_truncation)]
        let within = within as u32;
        (word, 3 * within)
    }

    #[inline]
    pub(crate) const fn get(self, card: Card) -> u64 {
        let (word, shift) = Self::bits(card);
        self.0[word] >> shift & 7
    }

    #[inline]
    pub(crate) const fn set(&mut self, card: Card, place: u64) {
        let (word, shift) = Self::bits(card);
        self.0[word] = self.0[word] & !(7 << shift) | place << shift;
    }
}

impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.iter().for_each(|&word| hasher.write_u64(word));
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}{:016x}", self.0[2], self.0[1], self.0[0])
    }
}
