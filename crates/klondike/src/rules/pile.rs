//! A column in four bytes.

use std::fmt;

use patience_cards::{Card, Suit};

/// A column in searches: the number of face-down cards, and the run on them.
///
/// The ranks of a run descend by one and its colours alternate. So the highest and the lowest rank, the colour, and one bit per rank for the
/// suit within its colour describe it completely:
///
/// | bits | meaning |
/// |---|---|
/// | 0–12 | at rank − 1: whether the card there is a heart or a spade, not a diamond or a club |
/// | 13–16 | the lowest rank |
/// | 17–20 | the highest rank, 0 for no run |
/// | 21 | whether even ranks are red |
/// | 22–27 | the number of face-down cards |
///
/// ```
/// use patience_cards::names;
/// use patience_core::Puzzle;
/// use patience_klondike::{Klondike, read_position};
///
/// let (rules, position) = read_position("1: |\n2: 2C | 3S 2H\nstock: AC AD AH AS 2D 2S 3C 3D 3H")?;
/// let game = Klondike::new(rules, &position)?;
/// let (empty, pile) = (game.start().pile(0), game.start().pile(1));
/// assert_eq!((pile.down(), pile.up(), pile.high(), pile.low()), (1, 2, 3, 2));
/// assert_eq!(names(&pile.run().collect::<Vec<_>>()), "3S 2H");
/// assert_eq!((pile.top(), pile.card(1)), (pile.card(2), None));
/// assert!(empty.is_empty() && empty.top().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile(pub(crate) u32);

const LOW: u32 = 13;
const HIGH: u32 = 17;
const EVEN_RED: u32 = 21;
const DOWN: u32 = 22;
/// Bits of a rank.
const RANK: u32 = 15;
/// Bits of the suits.
const SUITS: u32 = (1 << 13) - 1;

impl Pile {
    /// A pile of face-down cards without a run.
    pub(crate) fn covered(down: u8) -> Self {
        Self(u32::from(down) << DOWN)
    }

    /// The number of face-down cards.
    #[must_use]
    #[inline]
    pub const fn down(self) -> u8 {
        // Six bits.
        (self.0 >> DOWN & 63) as u8
    }

    /// The highest rank of the run; 0 if there is none.
    #[must_use]
    #[inline]
    pub const fn high(self) -> u8 {
        // Four bits.
        (self.0 >> HIGH & RANK) as u8
    }

    /// The lowest rank of the run; 0 if there is none.
    #[must_use]
    #[inline]
    pub const fn low(self) -> u8 {
        // Four bits.
        (self.0 >> LOW & RANK) as u8
    }

    /// The number of face-up cards.
    #[must_use]
    #[inline]
    pub const fn up(self) -> u8 {
        if self.high() == 0 { 0 } else { self.high() - self.low() + 1 }
    }

    /// Whether the pile has no cards.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.high() == 0
    }

    /// The card of that rank in the run.
    #[must_use]
    #[inline]
    pub fn card(self, rank: u8) -> Option<Card> {
        let is_there = !self.is_empty() && (self.low()..=self.high()).contains(&rank);
        is_there.then(|| {
            let second = self.0 >> (rank - 1) & 1 == 1;
            let suit = match (self.is_red(rank), second) {
                (false, false) => Suit::Clubs,
                (true, false) => Suit::Diamonds,
                (true, true) => Suit::Hearts,
                (false, true) => Suit::Spades,
            };
            Card::new(rank, suit)
        })
    }

    /// The top card.
    #[must_use]
    #[inline]
    pub fn top(self) -> Option<Card> {
        self.card(self.low())
    }

    /// The face-up cards, the deepest first.
    pub fn run(self) -> impl Iterator<Item = Card> {
        (self.low()..=self.high()).rev().filter_map(move |rank| self.card(rank))
    }

    /// Whether cards of that rank are red in this run.
    #[inline]
    fn is_red(self, rank: u8) -> bool {
        (self.0 >> EVEN_RED & 1 == 1) == rank.is_multiple_of(2)
    }

    /// The bits of the ranks and of the colour of a run, without its suits.
    fn frame(low: u8, high: u8, even_red: bool) -> u32 {
        u32::from(low) << LOW | u32::from(high) << HIGH | u32::from(even_red) << EVEN_RED
    }

    /// Number of values of [`frame_bits`](Self::frame_bits).
    pub(crate) const FRAMES: usize = 1 << (DOWN - LOW);

    /// Lowest and highest rank and colour of the run as an index.
    #[inline]
    pub(crate) const fn frame_bits(self) -> usize {
        self.0 as usize >> LOW & (Self::FRAMES - 1)
    }

    /// The lowest and the highest rank and the parity of runs with these [`frame_bits`](Self::frame_bits).
    pub(crate) const fn of_frame_bits(bits: usize) -> (u32, u32, u32) {
        // Nine bits.
        #[allow(clippy::cast_possible_truncation)]
        let bits = bits as u32;
        (bits & RANK, bits >> (HIGH - LOW) & RANK, bits >> (EVEN_RED - LOW) & 1)
    }

    /// 1 if even ranks are red in this run, 0 if odd ones are: cards that fit on a run have its parity.
    #[inline]
    pub(crate) const fn parity(self) -> u32 {
        self.0 >> EVEN_RED & 1
    }

    /// The parity of the runs that a card fits into.
    #[inline]
    pub(crate) fn parity_of(card: Card) -> u32 {
        u32::from(card.is_red() == card.rank().is_multiple_of(2))
    }

    /// Puts a card on top. It must fit, or the pile must have no run.
    pub(crate) fn push(&mut self, card: Card) {
        let rank = card.rank();
        let even_red = card.is_red() == rank.is_multiple_of(2);
        let high = if self.is_empty() { rank } else { self.high() };
        let second = u32::from(matches!(card.suit(), Suit::Hearts | Suit::Spades));
        let kept = self.0 & (63 << DOWN | SUITS);
        self.0 = kept | second << (rank - 1) | Self::frame(rank, high, even_red);
    }

    /// Takes the top `count` cards of the run, at most as many as it has, and returns them as a pile without face-down cards.
    pub(crate) fn take(&mut self, count: u8) -> Self {
        let (low, high) = (self.low(), self.high());
        let even_red = self.0 >> EVEN_RED & 1 == 1;
        let end = low + count; // the first rank that stays
        let below = (1_u32 << (end - 1)) - 1;
        let taken = Self(self.0 & SUITS & below | Self::frame(low, end - 1, even_red));
        let down = self.0 & 63 << DOWN;
        self.0 = if high < end {
            down
        } else {
            down | self.0 & SUITS & !below | Self::frame(end, high, even_red)
        };
        taken
    }

    /// Puts a run without face-down cards on top. It must fit, or the pile must have no run.
    pub(crate) fn put(&mut self, run: Self) {
        let high = if self.is_empty() { run.high() } else { self.high() };
        let even_red = run.0 >> EVEN_RED & 1 == 1;
        let kept = self.0 & (63 << DOWN | SUITS);
        self.0 = kept | run.0 & SUITS | Self::frame(run.low(), high, even_red);
    }

    /// Turns the top face-down card, which is `card`.
    pub(crate) fn turn(&mut self, card: Card) {
        self.0 -= 1 << DOWN;
        self.push(card);
    }
}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|", self.down())?;
        self.run().try_for_each(|card| write!(f, "{card}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pile(down: u8, cards: &str) -> Pile {
        let mut pile = Pile::covered(down);
        cards.split_whitespace().for_each(|card| pile.push(card.parse().unwrap()));
        pile
    }

    #[test]
    fn runs_come_out_as_they_were_put_in() {
        for (down, cards) in
            [(0, ""), (6, "KS"), (51, "AH"), (3, "KS QH JC TD 9S 8H 7C 6D 5S 4H 3C 2D AS")]
        {
            let run: Vec<String> = pile(down, cards).run().map(|card| card.to_string()).collect();
            assert_eq!(run.join(" "), cards);
            assert_eq!(pile(down, cards).down(), down);
        }
    }

    #[test]
    fn parts_of_runs_move() {
        for count in 1..=4 {
            let mut from = pile(2, "9S 8H 7C 6D");
            let mut to = pile(1, "TD");
            let taken = from.take(count);
            assert_eq!(taken.up(), count);
            assert_eq!(from.up(), 4 - count);
            assert_eq!(from.down(), 2);
            from.put(taken);
            assert_eq!(from, pile(2, "9S 8H 7C 6D"));
            if count == 4 {
                to.put(taken);
                assert_eq!(to, pile(1, "TD 9S 8H 7C 6D"));
            }
        }
    }

    #[test]
    fn whatever_lies_in_a_run_has_its_parity() {
        for cards in ["9S 8H 7C 6D", "9H 8S 7D 6C", "2D AC", "KC"] {
            let run = pile(1, cards);
            assert!(run.run().all(|card| Pile::parity_of(card) == run.parity()), "{cards}");
        }
    }
}
