//! The steps between settled positions.

use patience_cards::{Card, cards_of};

use super::space::{Settled, Space, below};
use crate::Fill;
use crate::rules::supermove;

/// Where a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Onto the parent of its head.
    Parent,
    /// Into an empty column.
    Empty,
    /// Into cells, card by card.
    Cells,
}

/// A card and what lies on it go somewhere; then the position is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) card: Card,
    pub(super) to: Target,
}

/// What steps from a position share.
struct Room<'t> {
    at: &'t Settled,
    /// How many cards may go onto a card at once,
    onto: u8,
    /// into an empty column, 0 if there is none,
    into: u8,
    /// and into cells.
    cells: u8,
    /// The cards on which others may be put, if no others are there.
    tops: u64,
}

impl Room<'_> {
    /// The cards of the run on top of a column of which `length` lie where they were dealt, with `tail` on top of these.
    #[inline]
    fn length(&self, length: u8, tail: u64) -> u8 {
        let mut card = tail >> 4;
        let mut length = length;
        while card & self.at.attached != 0 {
            card >>= 4;
            length += 1;
        }
        length
    }

    /// The steps of parts of a run of these many cards from `head` into an empty column.
    fn each_split(&self, head: u64, length: u8, visit: &mut impl FnMut(Step)) {
        for part in 1..length.min(self.into + 1) {
            for card in cards_of(head >> (4 * (length - part))) {
                visit(Step { card, to: Target::Empty });
            }
        }
    }
}

impl Space {
    /// Calls `visit` with the steps from a settled position.
    #[inline]
    pub(super) fn each_step(&self, at: &Settled, mut visit: impl FnMut(Step)) {
        let capacity = |empty: u8| {
            let most = supermove::capacity(&self.rules, usize::from(at.free), usize::from(empty));
            // At most 13.
            #[allow(clippy::cast_possible_truncation)]
            let most = most as u8;
            most
        };
        let room = Room {
            at,
            onto: capacity(at.empty),
            into: at.empty.checked_sub(1).map_or(0, capacity),
            cells: at.free,
            tops: at.tops(),
        };
        let fills_any = self.rules.fill == Fill::Any;
        if !fills_any && self.each_first_step(&room, &mut visit) {
            return;
        }
        for level in self.levels(at.dug).filter(|level| level.head != 0) {
            let length = room.length(level.length, level.tail);
            self.each_step_of_run(level.head, length, &room, &mut visit);
        }
        let bases = if fills_any || self.kings_change(at) { at.dug.bases } else { 0 };
        for card in cards_of(bases) {
            let length = room.length(1, card.bit());
            if card.bit() << 4 & room.tops != 0 {
                if length <= room.onto {
                    visit(Step { card, to: Target::Parent });
                }
            } else if length <= room.cells {
                visit(Step { card, to: Target::Cells });
            }
            if fills_any {
                room.each_split(card.bit(), length, &mut visit);
            }
        }
        if fills_any && at.empty != 0 {
            for card in cards_of(at.in_cells) {
                visit(Step { card, to: Target::Empty });
            }
        }
    }

    /// The steps of the run of these many cards from `head`, which lies where it was dealt.
    #[inline]
    fn each_step_of_run(
        &self,
        head: u64,
        length: u8,
        room: &Room<'_>,
        visit: &mut impl FnMut(Step),
    ) {
        let Some(card) = cards_of(head).next() else { return };
        if head << 4 & room.tops != 0 {
            // Never in cells instead: from there it could go onto its parent.
            if length <= room.onto {
                visit(Step { card, to: Target::Parent });
            }
        } else {
            if head & self.fillers != 0 && length <= room.into {
                visit(Step { card, to: Target::Empty });
            }
            if length <= room.cells {
                visit(Step { card, to: Target::Cells });
            }
        }
        if self.rules.fill == Fill::Any {
            room.each_split(head, length, visit);
        }
    }

    /// Where some cards may not fill empty columns: the steps that come before all others. Returns whether there are any.
    #[inline]
    fn each_first_step(&self, room: &Room<'_>, visit: &mut impl FnMut(Step)) -> bool {
        let at = room.at;
        let waiting = at.in_cells & self.fillers;
        if at.empty != 0 && waiting != 0 {
            for card in cards_of(waiting) {
                visit(Step { card, to: Target::Empty });
            }
            for level in self.levels(at.dug).filter(|level| level.head & self.fillers != 0) {
                if room.length(level.length, level.tail) <= room.into {
                    for card in cards_of(level.head) {
                        visit(Step { card, to: Target::Empty });
                    }
                }
            }
            return true;
        }
        let staying = self.staying(room);
        let fitting = at.heads & (staying | below(staying, at.attached)) >> 4;
        if fitting == 0 {
            return false;
        }
        for level in self.levels(at.dug).filter(|level| level.head & fitting != 0) {
            if room.length(level.length, level.tail) <= room.onto {
                for card in cards_of(level.head) {
                    visit(Step { card, to: Target::Parent });
                }
                return true;
            }
        }
        false
    }

    /// The kings at bases that never leave: all if no other king could take their columns, or those of runs too long for the cells.
    #[inline]
    fn staying(&self, room: &Room<'_>) -> u64 {
        let bases = room.at.dug.bases;
        if self.fillers & !bases & !room.at.home == 0 {
            return bases;
        }
        let is_long = |king: &Card| self.rules.cells < room.length(1, king.bit());
        cards_of(bases).filter(is_long).fold(0, |kings, king| kings | king.bit())
    }

    /// Whether a king may leave a base for another king.
    fn kings_change(&self, at: &Settled) -> bool {
        at.empty == 0 && (at.heads | at.in_cells) & self.fillers != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_suit::space::count;

    #[test]
    fn cards_reach_down_through_their_suit() {
        let card = |text: &str| text.parse::<Card>().unwrap().bit();
        let loose = card("5S") | card("4S") | card("2S") | card("5H");
        assert_eq!(below(card("6S") | card("3S"), loose), card("5S") | card("4S") | card("2S"));
        assert_eq!(count(loose), 4);
    }
}
