//! Abstract states: positions without differences that do not matter.

use super::stock::Turned;

/// A position without the order of columns and without the twin on which a run lies.
///
/// Sets of cards are bits by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AbstractState {
    /// The next card of every foundation; above the king where it is full.
    pub(super) next: u64,
    /// The cards that lie face up in columns.
    pub(super) visible: u64,
    /// Those of them that lie on cards face down, or on the table where they were dealt. Kings on the table are not rooted: there is
    /// nothing to gain by moving them.
    pub(super) rooted: u64,
    /// The cards left in each column of those that were dealt there and never moved, eight bits each.
    pub(super) dealt: u64,
    /// The same as one number: its digits are those counts.
    pub(super) downs: u32,
    /// How far the stock is turned.
    pub(super) turned: Turned,
    /// How many cards of each suit are home, four bits each.
    pub(super) homes: u16,
    /// Columns in which no card lies where it was dealt: empty, or with a king on the table.
    pub(super) cleared: u8,
}

impl AbstractState {
    /// How many cards of a suit are home, by its number.
    #[inline]
    pub(super) fn home(&self, suit: u8) -> u8 {
        // Four bits.
        #[allow(clippy::cast_possible_truncation)]
        let count = (self.homes >> (4 * suit) & 15) as u8;
        count
    }

    /// Cards that lie where they were dealt, face down or face up, or are in the stock. Permanent actions lower it, and no action raises it.
    #[inline]
    pub(super) fn potential(&self) -> u32 {
        let pairs =
            (self.dealt & 0x00ff_00ff_00ff_00ff) + (self.dealt >> 8 & 0x00ff_00ff_00ff_00ff);
        // The sum of the columns, in the highest sixteen bits, is at most 52.
        #[allow(clippy::cast_possible_truncation)]
        let dealt = (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32;
        dealt + self.turned.left.count_ones()
    }

    /// Cards that lie in columns where they were dealt.
    pub(crate) fn dealt(&self) -> u32 {
        self.potential() - self.turned.left.count_ones()
    }

    /// The sum of the squared numbers of dealt cards in the columns: two cards on top of each other are a greater burden than two side by side.
    #[inline]
    pub(super) fn burden(&self) -> u32 {
        let (mut rest, mut sum) = (self.dealt, 0);
        while rest != 0 {
            let count = rest & 0xff;
            sum += count * count;
            rest >>= 8;
        }
        // At most 52².
        #[allow(clippy::cast_possible_truncation)]
        let sum = sum as u32;
        sum
    }

    /// Cards that lie face down in columns.
    pub(crate) fn face_down(&self) -> u32 {
        self.dealt.to_le_bytes().iter().map(|&count| u32::from(count.saturating_sub(1))).sum()
    }

    /// How many cards of a column lie where they were dealt.
    #[inline]
    pub(super) fn dealt_in(&self, column: u8) -> u8 {
        // Eight bits.
        #[allow(clippy::cast_possible_truncation)]
        let count = (self.dealt >> (8 * column)) as u8;
        count
    }

    #[inline]
    pub(super) fn send_home(&mut self, card: u8) {
        self.next ^= 1 << card | 1 << (card + 4);
        self.homes += 1 << (4 * (card & 3));
    }

    #[inline]
    pub(super) fn bring_back(&mut self, card: u8) {
        self.next ^= 1 << card | 1 << (card + 4);
        self.homes -= 1 << (4 * (card & 3));
        self.visible |= 1 << card;
    }
}
