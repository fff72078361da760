//! Whether a state might be solved with few moves more than its deadlocks need, if no move did harm.

use patience_cards::{Card, cards_of};

use super::DealtDeadlocks;
use crate::rules::supermove;
use crate::{FreeCell, MAX_COLUMNS, State};

/// Positions that one test may examine; after that the state counts as solvable.
const MOST_POSITIONS: u32 = 24;
/// With so many empty cells and columns, hardly any state is stuck.
const ENOUGH: usize = 3;

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
    positions: u32,
}

/// A relaxed position: what may have happened.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    /// Cards that are home.
    home: u64,
    /// Cards of columns that have been uncovered where they are.
    uncovered: u64,
    /// Cards that moved to columns.
    laid: u64,
    /// Cards that are in cells or went home from there.
    held: u64,
    /// The cards of runs that may move.
    deadlocked: u64,
    /// The uppermost cards of columns that have not gone.
    open: u64,
    /// How many columns have had no card left.
    emptied: u8,
    /// The deepest cards of what was laid on empty columns.
    founded: u64,
    columns: [Column; MAX_COLUMNS],
}

/// A column from its uppermost card down that has not gone.
#[derive(Clone, Copy, Default)]
struct Column {
    next: Option<Card>,
    /// The top card of its run, when nothing lay on that.
    run: Option<Card>,
}

impl<'a> Relaxation<'a> {
    pub(super) fn new(game: &'a FreeCell, state: &'a State, dealt: &'a DealtDeadlocks) -> Self {
        Self { game, state, dealt, positions: MOST_POSITIONS }
    }

    /// What may happen in a state without cells and without a spare move; `deadlocked` are the cards of runs that are forced or on cycles.
    pub(super) fn reached(&self, deadlocked: u64) -> Reached {
        let mut columns = [Column::default(); MAX_COLUMNS];
        for (column, &top) in columns.iter_mut().zip(self.state.tops()) {
            *column = Column { next: top, run: top };
        }
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
            laid: 0,
            held,
            deadlocked,
            emptied,
            founded: 0,
            columns,
        };
        self.grow(&mut reached);
        reached
    }

    /// Whether all cards might go home from there with `spare` moves that no deadlock asks for.
    pub(super) fn can_end(&mut self, reached: &Reached, spare: u32) -> bool {
        self.can_end_with(reached, &self.room(reached), spare)
    }

    fn can_end_after(&mut self, mut reached: Reached, spare: u32) -> bool {
        if self.positions == 0 {
            return true;
        }
        self.positions -= 1;
        let room = self.grow(&mut reached);
        self.can_end_with(&reached, &room, spare)
    }

    fn can_end_with(&mut self, reached: &Reached, room: &Room, spare: u32) -> bool {
        reached.home == self.game.deck()
            || ENOUGH <= room.cells + room.columns
            || (0 < spare && self.ends_after_spare_move(reached, room, spare - 1))
            || (0 < room.cells && self.ends_after_cell(reached, spare))
            || (0 < room.columns && self.ends_after_founding(reached, room, spare))
    }

    #[inline]
    fn room(&self, reached: &Reached) -> Room {
        let rules = self.game.rules();
        let left =
            |all: u8, taken: u64| usize::from(all).saturating_sub(count(taken & !reached.home));
        let cells = left(rules.cells, reached.held);
        let columns = left(reached.emptied, reached.founded);
        let capacity = |columns| supermove::capacity(rules, cells, columns);
        let into_empty = if columns == 0 { 0 } else { capacity(columns - 1) };
        Room { cells, columns, onto_card: capacity(columns), into_empty }
    }

    /// The cards of a run that lay on its uppermost that has not gone.
    #[inline]
    fn above(&self, reached: &Reached, next: Card) -> u64 {
        let run = reached.columns[usize::from(self.state.place(next))].run;
        let above = std::iter::successors(run, |&card| self.state.below(card));
        let above = above.take_while(|&card| card != next);
        above.fold(0, |set, card| set | card.bit())
    }

    /// A deadlocked card goes to a cell.
    fn ends_after_cell(&mut self, reached: &Reached, spare: u32) -> bool {
        for card in cards_of(reached.open & reached.deadlocked) {
            if self.above(reached, card) & !reached.home == 0 {
                let mut after = *reached;
                after.held |= card.bit();
                if self.can_end_after(after, spare) {
                    return true;
                }
            }
        }
        false
    }

    /// A deadlocked run, or a part of it, goes to an empty column.
    fn ends_after_founding(&mut self, reached: &Reached, room: &Room, spare: u32) -> bool {
        for next in cards_of(reached.open & reached.deadlocked) {
            let mut part = self.above(reached, next) & !reached.home;
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
                    if self.can_end_after(after, spare) {
                        return true;
                    }
                }
                from = self.state.run_below(card);
            }
        }
        false
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
                if self.can_end_after(after, spare) {
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
                if self.can_end_after(after, spare) {
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
            if self.can_end_after(after, spare) {
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
                    after.laid |= part | self.above(reached, uppermost);
                    if self.can_end_after(after, spare) {
                        return true;
                    }
                }
                next = self.state.run_below(card);
            }
            let is_deadlocked = reached.deadlocked & uppermost.bit() != 0;
            let is_split = self.above(reached, uppermost) & !reached.home != 0;
            if has_cell && (!is_deadlocked || is_split) {
                let mut after = *reached;
                after.held |= uppermost.bit();
                if self.can_end_after(after, spare) {
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

    /// The deepest card of the run of a card.
    #[inline]
    fn deepest(&self, card: Card) -> Card {
        std::iter::successors(Some(card), |&card| self.state.run_below(card)).last().unwrap_or(card)
    }

    /// The cards of a run from a card down.
    fn run_from(&self, card: Card) -> u64 {
        let run = std::iter::successors(Some(card), |&card| self.state.run_below(card));
        run.fold(0, |set, card| set | card.bit())
    }

    /// Whether a part of a run from `card` up can move to a column.
    #[inline]
    fn lands(&self, reached: &Reached, card: Card, part: u64, room: &Room) -> bool {
        if room.onto_card < count(part) {
            return false;
        }
        let parents = self.game.parents(card);
        if parents & reached.laid != 0 {
            return true;
        }
        let parents = parents & reached.uncovered;
        parents & reached.deadlocked != 0
            || cards_of(parents).any(|on| {
                let deepest = self.deepest(on);
                self.state.below(deepest).is_none() || self.dealt.kept(deepest) & part == 0
            })
    }

    /// Makes all moves that are possible without cells and without a spare move.
    fn grow(&self, reached: &mut Reached) -> Room {
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
                room = None;
            }
            let room = room.get_or_insert_with(|| self.room(reached));
            if reached.home == deck || (reached.home == before && !self.lay(reached, room)) {
                return *room;
            }
        }
    }

    /// Uncovers what lies below a card that has gone, down to the next that has not.
    #[inline]
    fn uncover(&self, reached: &mut Reached, card: Card, gone: u64) {
        let column = &mut reached.columns[usize::from(self.state.place(card))];
        reached.open &= !card.bit();
        let mut above = card;
        loop {
            let below = self.state.below(above);
            column.next = below;
            if self.state.is_loose(above) {
                column.run = below;
            }
            let Some(card) = below else {
                reached.emptied += 1;
                return;
            };
            reached.uncovered |= card.bit();
            if gone & card.bit() == 0 {
                reached.open |= card.bit();
                return;
            }
            above = card;
        }
    }

    /// Moves a part of a run to a column, if one can.
    #[inline]
    fn lay(&self, reached: &mut Reached, room: &Room) -> bool {
        let mut open = reached.open & reached.deadlocked;
        let fits = self.game.children(reached.uncovered | reached.laid);
        if room.onto_card == 1 {
            open &= fits;
        }
        let mut laid = 0;
        for next in cards_of(open) {
            let mut part = self.above(reached, next) & !reached.home;
            let mut from = Some(next);
            while let Some(card) = from {
                part |= card.bit();
                if room.onto_card < count(part) {
                    break;
                }
                if fits & card.bit() != 0 && self.lands(reached, card, part, room) {
                    laid |= part;
                }
                from = self.state.run_below(card);
            }
        }
        reached.laid |= laid;
        laid != 0
    }
}

/// Empty cells and columns, and how many cards may move at once.
#[derive(Clone, Copy)]
struct Room {
    cells: usize,
    columns: usize,
    onto_card: usize,
    into_empty: usize,
}

/// How many cards a set has.
#[inline]
fn count(set: u64) -> usize {
    set.count_ones() as usize
}
