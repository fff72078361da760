//! Whether a state might be solved with few moves more than its deadlocks need, if no move did harm.

use patience_cards::{Card, cards_of};

use super::DealtDeadlocks;
use super::counts::count_few;
use super::dealt_deadlocks::RunCards;
use super::relaxed_position::{Reached, Room, Tried, count};
use crate::rules::supermove;
use crate::{FreeCell, MAX_COLUMNS, State};

/// Positions that one test may examine; after that the state counts as solvable.
const MOST_POSITIONS: u32 = 24;

/// Looks for a solution in which hardly any move does harm.
///
/// The moves that do not go home, of a solution with as many as the deadlocks need, are of the runs of a least feedback vertex set, one each: a run
/// leaves its place only by a move that begins with a card of it, and those that leave form such a set. Call the cards of runs that are
/// forced or on a cycle *deadlocked*. No other card begins a move. So a card in a cell stays there until it goes home, and so does every card of
/// a run at the base of a column. A run is not laid on a card that is not deadlocked and lies on a lower card of one of its suits: it would
/// have to move again.
///
/// What is relaxed: a card, once uncovered, takes any number of runs forever and can still go home; a run that was laid on a column keeps
/// nothing from going home. What is not: cells and empty columns take one card or run each until that goes home, and runs are no longer
/// than these can carry. So what is possible stays possible, and only moves to cells and empty columns are a choice.
///
/// With a spare move, one more move may begin with any card. At the first move that is not relaxed play as above, the search tries what this may be:
/// it goes to a cell or to an empty column, or it is the spare one. Or it lays a run where that must move again, alone or with the run below,
/// which then may move, too. Or a card moves that could be home, so that others can lie on it.
pub(super) struct Relaxation<'a> {
    game: &'a FreeCell,
    state: &'a State,
    dealt: &'a DealtDeadlocks,
    /// The runs on top, by column.
    tops: &'a [RunCards; MAX_COLUMNS],
    positions: u32,
}

impl<'a> Relaxation<'a> {
    pub(super) fn new(
        game: &'a FreeCell,
        state: &'a State,
        dealt: &'a DealtDeadlocks,
        tops: &'a [RunCards; MAX_COLUMNS],
    ) -> Self {
        Self { game, state, dealt, tops, positions: MOST_POSITIONS }
    }

    /// What may happen in a state without cells and without a spare move; `deadlocked` are the cards of runs that are forced or on cycles.
    pub(super) fn reached(&self, deadlocked: u64) -> Reached {
        // All cards below the next of each foundation.
        let mut home = self.state.next_home() >> 4;
        for shift in [4, 8, 16, 32] {
            home |= home >> shift;
        }
        let (open, held) = (self.state.ends(), self.state.held());
        let emptied = self.game.rules().columns - self.state.columns_taken();
        let mut reached = Reached {
            home,
            uncovered: open,
            open,
            movable: self.state.exposed(),
            laid: 0,
            held,
            deadlocked,
            emptied,
            founded: 0,
        };
        self.grow(&mut reached, None);
        reached
    }

    /// Whether all cards might go home from there with `spare` moves that no deadlock asks for.
    pub(super) fn can_end(&mut self, reached: &Reached, spare: u32) -> bool {
        self.can_end_with(reached, &self.room(reached), spare)
    }

    fn can_end_after(&mut self, mut reached: Reached, tried: Option<Tried>, spare: u32) -> bool {
        if self.positions == 0 {
            return true;
        }
        self.positions -= 1;
        let before = reached;
        let room = self.grow(&mut reached, tried);
        debug_assert_eq!(reached, self.grown(before), "what was tried before is left out");
        self.can_end_with(&reached, &room, spare)
    }

    fn can_end_with(&mut self, reached: &Reached, room: &Room, spare: u32) -> bool {
        reached.home == self.game.deck()
            || room.is_enough()
            || (0 < spare && self.ends_after_spare_move(reached, room, spare - 1))
            || (0 < room.cells && self.ends_after_cell(reached, room, spare))
            || (0 < room.columns && self.ends_after_founding(reached, room, spare))
    }

    #[inline]
    fn room(&self, reached: &Reached) -> Room {
        let rules = self.game.rules();
        let left = |all: u8, taken: u64| {
            usize::from(all).saturating_sub(count_few(taken & !reached.home) as usize)
        };
        let cells = left(rules.cells, reached.held);
        let columns = left(reached.emptied, reached.founded);
        let capacity = |columns| supermove::capacity(rules, cells, columns);
        let into_empty = if columns == 0 { 0 } else { capacity(columns - 1) };
        Room { cells, columns, onto_card: capacity(columns), into_empty }
    }

    /// The run of a card of a column.
    #[inline]
    fn run(&self, card: Card) -> &RunCards {
        if self.state.exposed() & card.bit() == 0 {
            self.dealt.run(card)
        } else {
            &self.tops[usize::from(self.state.place(card))]
        }
    }

    /// The cards of its run that lie on a card of a column: those of lower ranks.
    #[inline]
    fn above(&self, card: Card) -> u64 {
        self.run(card).cards & (card.bit() - 1)
    }

    /// The cards of its run from a card of a column down.
    #[inline]
    fn run_from(&self, card: Card) -> u64 {
        self.run(card).cards & !(card.bit() - 1)
    }

    /// A deadlocked card goes to a cell.
    fn ends_after_cell(&mut self, reached: &Reached, room: &Room, spare: u32) -> bool {
        let is_last = room.is_last(spare);
        // Less room lets nothing else move.
        let tried = Some(Tried::by(reached));
        let welcome = if is_last { self.welcome(reached) } else { 0 };
        for card in cards_of(reached.open & reached.deadlocked) {
            if self.above(card) & !reached.home == 0 {
                let mut after = *reached;
                after.held |= card.bit();
                if is_last && self.is_futile(reached, welcome, (card, card.bit()), 0) {
                    debug_assert!(self.is_stuck(after), "{card} in a cell");
                    continue;
                }
                if self.can_end_after(after, tried, spare) {
                    return true;
                }
            }
        }
        false
    }

    /// A deadlocked run, or a part of it, goes to an empty column.
    fn ends_after_founding(&mut self, reached: &Reached, room: &Room, spare: u32) -> bool {
        let is_last = room.is_last(spare);
        // Less room lets nothing else move.
        let tried = Some(Tried::by(reached));
        let welcome = if is_last { self.welcome(reached) } else { 0 };
        for next in cards_of(reached.open & reached.deadlocked) {
            let mut part = self.above(next) & !reached.home;
            let mut from = Some(next);
            while let Some(card) = from {
                part |= card.bit();
                if room.into_empty < count(part) {
                    break;
                }
                if self.game.fillers() & card.bit() != 0 {
                    let mut after = *reached;
                    after.laid |= part;
                    after.founded |= card.bit();
                    if is_last && self.is_futile(reached, welcome, (card, part), part) {
                        debug_assert!(self.is_stuck(after), "{card} in an empty column");
                    } else if self.can_end_after(after, tried, spare) {
                        return true;
                    }
                }
                from = self.state.run_below(card);
            }
        }
        false
    }

    /// What may happen without cells and without a spare move.
    fn grown(&self, mut reached: Reached) -> Reached {
        self.grow(&mut reached, None);
        reached
    }

    /// Whether nothing may be moved at will from there, and some cards cannot go home.
    fn is_stuck(&self, mut reached: Reached) -> bool {
        let room = self.grow(&mut reached, None);
        reached.home != self.game.deck() && room.cells + room.columns == 0
    }

    /// What makes a position different when it is uncovered.
    #[inline]
    fn welcome(&self, reached: &Reached) -> u64 {
        let goes = (reached.home << 4 | 0b1111) & !reached.home;
        let fits = self.game.children(reached.uncovered | reached.laid);
        let gone = reached.home | reached.laid | reached.held;
        gone | goes | fits & reached.deadlocked
    }

    /// Whether nothing else can happen after a part of a run, from a card up, has taken the last place. In `laid` are its cards on which others may lie
    /// then.
    #[inline]
    fn is_futile(
        &self,
        reached: &Reached,
        welcome: u64,
        (card, part): (Card, u64),
        laid: u64,
    ) -> bool {
        // Where runs need no room, others may move then.
        if self.game.rules().relaxed {
            return false;
        }
        let Some(below) = self.state.below(card) else { return false };
        let accepts = below.bit() | laid;
        welcome & below.bit() == 0
            && self.game.children(accepts) & reached.open & reached.deadlocked & !part == 0
            && (laid == 0
                || (reached.home << 4 | 0b1111) & !reached.home & laid == 0
                    && self.game.parents(below) & laid == 0)
    }

    /// A move that no deadlock asks for.
    fn ends_after_spare_move(&mut self, reached: &Reached, room: &Room, spare: u32) -> bool {
        let fillers = if room.columns == 0 { 0 } else { self.game.fillers() };
        let fits = self.game.children(reached.uncovered | reached.laid);
        for card in cards_of(reached.held & !reached.home & (fits | fillers)) {
            let lands = fits & card.bit() != 0 && self.lands(reached, card, card.bit(), room);
            if lands || fillers & card.bit() != 0 {
                let mut after = *reached;
                after.laid |= card.bit();
                after.founded |= if lands { 0 } else { card.bit() };
                after.held &= !card.bit();
                if self.can_end_after(after, None, spare) {
                    return true;
                }
            }
        }
        let has_cell = 0 < room.cells;
        for card in cards_of(reached.founded & !reached.home) {
            let lands = fits & card.bit() != 0;
            if lands || has_cell {
                let mut after = *reached;
                after.founded &= !card.bit();
                after.held |= if lands { 0 } else { card.bit() };
                if self.can_end_after(after, None, spare) {
                    return true;
                }
            }
        }
        // Cards that could go home may move instead, so that others can lie on them.
        let are_home = reached.home & (reached.uncovered & !reached.deadlocked | reached.held);
        if are_home != 0 {
            let mut after = *reached;
            after.deadlocked |= are_home & reached.uncovered;
            after.laid |= are_home & reached.held;
            if self.can_end_after(after, None, spare) {
                return true;
            }
        }
        for uppermost in cards_of(reached.open) {
            let mut next = Some(uppermost);
            let mut part = 0;
            while let Some(card) = next {
                part |= card.bit();
                if room.onto_card < count(part) {
                    break;
                }
                if let Some(mut after) =
                    self.spare_part(reached, (card, part), room, (fits, fillers))
                {
                    // What could go home may have moved with it.
                    after.laid |= part | self.above(uppermost);
                    if self.can_end_after(after, None, spare) {
                        return true;
                    }
                }
                next = self.state.run_below(card);
            }
            let is_deadlocked = reached.deadlocked & uppermost.bit() != 0;
            let is_split = self.above(uppermost) & !reached.home != 0;
            if has_cell && (!is_deadlocked || is_split) {
                let mut after = *reached;
                after.held |= uppermost.bit();
                if self.can_end_after(after, None, spare) {
                    return true;
                }
            }
        }
        false
    }

    /// After the spare move of a part of a run, from a card up, to a column; what was laid is left to note.
    #[inline]
    fn spare_part(
        &self,
        reached: &Reached,
        (card, part): (Card, u64),
        room: &Room,
        (fits, fillers): (u64, u64),
    ) -> Option<Reached> {
        let is_deadlocked = reached.deadlocked & card.bit() != 0;
        // It may lie where it must move again, alone or with the run below.
        let lands =
            fits & card.bit() != 0 && (is_deadlocked || self.lands(reached, card, part, room));
        let fills = fillers & card.bit() != 0 && count(part) <= room.into_empty;
        if !lands && !fills {
            return None;
        }
        let mut after = *reached;
        if is_deadlocked {
            for on in cards_of(self.game.parents(card) & reached.uncovered) {
                after.deadlocked |= self.run_from(on);
            }
        }
        after.founded |= if lands { 0 } else { card.bit() };
        Some(after)
    }

    /// Whether a part of a run from `card` up can move to a column.
    #[inline]
    fn lands(&self, reached: &Reached, card: Card, part: u64, room: &Room) -> bool {
        count(part) <= room.onto_card && self.finds_place(reached, card, part)
    }

    /// Whether a part of a run from `card` up, if not too long, can move to a column.
    #[inline]
    fn finds_place(&self, reached: &Reached, card: Card, part: u64) -> bool {
        let parents = self.game.parents(card);
        let on_column = parents & reached.uncovered;
        parents & reached.laid != 0
            || on_column & reached.deadlocked != 0
            || cards_of(on_column).any(|on| self.run(on).kept & part == 0)
    }

    /// Makes all moves that are possible without cells and without a spare move, until there is room enough.
    fn grow(&self, reached: &mut Reached, mut tried: Option<Tried>) -> Room {
        let deck = self.game.deck();
        let mut room = None;
        loop {
            let gone = reached.home | reached.laid | reached.held;
            let emptied = reached.emptied;
            for card in cards_of(reached.open & gone) {
                self.uncover(reached, card, gone);
            }
            let accessible = reached.uncovered | reached.laid | reached.held;
            let before = reached.home;
            loop {
                let goes = (reached.home << 4 | 0b1111) & !reached.home & deck & accessible;
                if goes == 0 {
                    break;
                }
                reached.home |= goes;
            }
            if reached.home != before || emptied != reached.emptied {
                let more = self.room(reached);
                if more.is_enough() {
                    return more;
                }
                (room, tried) = (Some(more), None);
            }
            let trying = Tried::by(reached);
            if reached.home == deck
                || (reached.home == before && !self.lay(reached, tried, &mut room))
            {
                return room.unwrap_or_else(|| self.room(reached));
            }
            tried = (reached.home == before).then_some(trying);
        }
    }

    /// Uncovers what lies below a card that has gone, down to the next that has not.
    #[inline]
    fn uncover(&self, reached: &mut Reached, card: Card, gone: u64) {
        reached.open &= !card.bit();
        let mut above = card;
        while let Some(card) = self.state.below(above) {
            reached.uncovered |= card.bit();
            reached.movable &= !above.bit();
            if self.state.is_loose(above) {
                reached.movable |= self.dealt.run(card).cards;
            }
            if gone & card.bit() == 0 {
                reached.open |= card.bit();
                return;
            }
            above = card;
        }
        reached.movable &= !above.bit();
        reached.emptied += 1;
    }

    /// Moves parts of runs to columns, all that can but those that have been tried; returns whether one can. What is known of the room is up to
    /// date.
    #[inline]
    fn lay(&self, reached: &mut Reached, tried: Option<Tried>, room: &mut Option<Room>) -> bool {
        let mut fits = self.game.children(reached.uncovered | reached.laid);
        if let Some(Tried { parents, children }) = tried {
            let fresh = (reached.uncovered | reached.laid) & !parents;
            fits &= self.game.children(fresh) | !children;
        }
        let gone = reached.home | reached.laid | reached.held;
        let mut laid = 0;
        for card in cards_of(reached.movable & reached.deadlocked & fits & !gone) {
            let part = self.above(card) & !reached.home | card.bit();
            let is_short = |room: &mut Option<Room>| {
                let most = room.get_or_insert_with(|| self.room(reached)).onto_card;
                1 < most && count(part) <= most
            };
            if (part == card.bit() || is_short(room)) && self.finds_place(reached, card, part) {
                laid |= part;
            }
        }
        reached.laid |= laid;
        laid != 0
    }
}
