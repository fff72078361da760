//! A lower bound on the cost of a solution: a move home for every card, and unavoidable detours.

use patience_core::{Cost, Heuristic, Node};

use crate::engines::shortest::trimmed::Trimmed;
use crate::features::landmarks::Landmarks;
use crate::features::relaxed::Relaxed;
use crate::{Klondike, MAX_COLUMNS, Metric, Pile, State};
use patience_cards::{Card, Suit};

/// A lower bound on the cost to the end: a move home for every card, and detours that no solution avoids.
///
/// Each face-down card is a *unit*; the face-up cards of a column together are another. No move takes two units from their places.
/// - A unit on a lower card of the suit of one of its own cards must leave.
/// - So must one unit of every cycle in which each waits for a card below the next. To find cycles, all cards that can go are sent home, with
///   the stock available: when that ends, the next card of every suit lies below a card of some suit, and four suits that each point at
///   one suit contain a cycle. Its units are removed and play continues, so no unit is counted twice.
/// - A unit that must leave needs one of two cards to lie on; if neither is in a column, one must come from the stock or
///   from its foundation, and needs a card to lie on in turn.
///
/// If turns count, the stock must be turned once; and a card on a lower card of its suit, in the waste or among cards that are turned
/// together, goes to a column or waits for another pass. On full deals the bound at the start is about 60, where an optimal
/// solution has about 73.
///
/// Where it is refined, it also counts disjoint landmarks, sets of moves of which every solution makes one: at the start of full deals, about three moves more.
///
/// *(After the heuristic of Paul and Helmert, 2016, for `FreeCell`.)*
///
/// ```
/// use patience_klondike::{DetourHeuristic, Klondike, read_position};
/// use patience_core::Puzzle;
///
/// // The two lies on its own ace: it must go onto the three first.
/// let (rules, position) = read_position("1: AC | 2C\n2: | 3D\nstock: AD 2D AH 2H AS 2S 3C 3H 3S")?;
/// let game = Klondike::new(rules, &position)?;
/// assert_eq!(DetourHeuristic::moves(&game, &game.start()), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DetourHeuristic;

impl DetourHeuristic {
    /// A lower bound on the moves beyond one for every card that is not home; turns do not count.
    #[must_use]
    pub fn moves(game: &Klondike, state: &State) -> Cost {
        let (runs, supports) = Self::parts(game, state);
        runs + supports
    }

    /// The same in two parts: runs that leave their places, and cards that go to columns to carry them.
    fn parts(game: &Klondike, state: &State) -> (Cost, Cost) {
        let mut tangle = Tangle::new(game, state);
        let supports = tangle.supports();
        while !tangle.send_home() {
            tangle.cut();
        }
        (tangle.detours, supports)
    }

    /// A lower bound on the turns of the stock, and on additional turns if none of its cards goes to a column.
    pub(crate) fn turns(game: &Klondike, state: &State) -> (Cost, Cost) {
        let talon = state.talon();
        let draw = game.rules().draw.max(1);
        let turns = Cost::from((talon.cards - talon.waste).div_ceil(draw));
        let mut blocked = 0;
        let mut higher = 0;
        for (at, card) in (0..).zip(left(game, state)) {
            if talon.waste <= at && (at - talon.waste).is_multiple_of(draw) {
                higher = 0;
            }
            blocked += Cost::from(higher & card.bit() != 0);
            higher |= card.higher();
        }
        // One redeal and one turn after it may be enough for all of them.
        (turns, blocked.min(2))
    }

    /// The lower bound in the metric of the game.
    pub(crate) fn total(game: &Klondike, state: &State) -> Cost {
        let (runs, supports) = Self::parts(game, state);
        let moves = going_home(game, state) + runs;
        match game.metric {
            Metric::Moves => moves + supports,
            Metric::Turns => {
                // A card that goes to a column to carry others may save the additional turns.
                let (turns, spared) = Self::turns(game, state);
                moves + turns + supports.max(spared)
            }
        }
    }

    /// The greater of an estimate and the bound by landmarks; `None` if the game is lost.
    fn refined(game: &Klondike, state: &State, estimate: Cost) -> Option<Cost> {
        let relaxed = Relaxed::new(game, state);
        let found = Landmarks::find(&relaxed, &[], Cost::MAX, &mut Vec::new())?;
        Some(estimate.max(Self::certain(game, state) + found.cost))
    }

    /// The cost of what every solution does apart from extra moves: moves home, and turns of the stock if they count.
    pub(crate) fn certain(game: &Klondike, state: &State) -> Cost {
        let turns = match game.metric {
            Metric::Moves => 0,
            Metric::Turns => Self::turns(game, state).0,
        };
        going_home(game, state) + turns
    }
}

/// The moves home of all cards that are not there.
fn going_home(game: &Klondike, state: &State) -> Cost {
    let home: u8 = Suit::ALL.iter().map(|&suit| state.home(suit)).sum();
    Cost::from(game.rules().cards() - home)
}

impl Heuristic<Klondike> for DetourHeuristic {
    fn estimate(&self, game: &Klondike, node: &Node<'_, Klondike>) -> Option<Cost> {
        Some(Self::total(game, node.state))
    }

    fn refine(&self, game: &Klondike, node: &Node<'_, Klondike>, estimate: Cost) -> Option<Cost> {
        Self::refined(game, node.state, estimate)
    }

    fn is_admissible(&self, _: &Klondike) -> bool {
        true
    }
}

impl<'g> Heuristic<Trimmed<'g>> for DetourHeuristic {
    fn estimate(&self, trimmed: &Trimmed<'g>, node: &Node<'_, Trimmed<'g>>) -> Option<Cost> {
        Some(Self::total(trimmed.game, node.state))
    }

    fn refine(
        &self,
        trimmed: &Trimmed<'g>,
        node: &Node<'_, Trimmed<'g>>,
        estimate: Cost,
    ) -> Option<Cost> {
        Self::refined(trimmed.game, node.state, estimate)
    }

    fn is_admissible(&self, _: &Trimmed<'g>) -> bool {
        true
    }
}

/// The cards of waste and stock, in the order of turning.
fn left(game: &Klondike, state: &State) -> impl Iterator<Item = Card> {
    let mut left = state.left();
    std::iter::from_fn(move || {
        let card = game.stock().get(left.trailing_zeros() as usize).copied()?;
        left &= left - 1;
        Some(card)
    })
}

/// Clubs and spades of a rank.
const BLACK: u64 = 0b1001;
/// Diamonds and hearts of a rank.
const RED: u64 = 0b0110;

/// Cards that go home, and the cards that block the others.
struct Tangle<'g> {
    game: &'g Klondike,
    columns: [Heap; MAX_COLUMNS],
    homes: [u8; 4],
    /// Cards that are available, a bit each.
    loose: u64,
    /// The cards that must leave their places as the deepest of a run, a bit each.
    leaving: u64,
    detours: Cost,
}

/// The rest of a column.
#[derive(Clone, Copy, Default)]
struct Heap {
    /// The face-up cards.
    run: Pile,
    /// The number of them that are left.
    up: u8,
    /// The number of face-down cards that are left.
    down: u8,
    /// All cards that were there, a bit each.
    cards: u64,
}

impl<'g> Tangle<'g> {
    fn new(game: &'g Klondike, state: &State) -> Self {
        let mut tangle = Self {
            game,
            columns: [Heap::default(); MAX_COLUMNS],
            homes: Suit::ALL.map(|suit| state.home(suit)),
            loose: left(game, state).fold(0, |set, card| set | card.bit()),
            leaving: 0,
            detours: 0,
        };
        for at in 0..game.rules().columns {
            tangle.add(at, state.pile(at));
        }
        tangle
    }

    /// Adds a column. Units that must move on their own account are available.
    fn add(&mut self, at: u8, pile: Pile) {
        let (mut cards, mut higher) = (0, 0);
        for card in self.game.down(at).iter().take(usize::from(pile.down())) {
            if higher & card.bit() != 0 {
                self.loose |= card.bit();
                self.leaving |= card.bit();
                self.detours += 1;
            }
            cards |= card.bit();
            higher |= card.higher();
        }
        let run = pile.run().fold(0, |set, card| set | card.bit());
        cards |= run;
        if higher & run != 0 {
            self.loose |= run;
            self.leaving |= pile.card(pile.high()).map_or(0, Card::bit) & higher;
            self.detours += 1;
        }
        self.columns[usize::from(at)] = Heap { run: pile, up: pile.up(), down: pile.down(), cards };
    }

    /// A lower bound on the moves that bring cards to columns, to carry the cards that must leave their places.
    fn supports(&self) -> Cost {
        let in_columns = self.columns.iter().fold(0, |set, heap| set | heap.cards);
        let mut moves = 0;
        // Cards that need something to lie on, the lowest rank first.
        let mut needy = self.leaving;
        for rank in 1..self.game.rules().ranks {
            for (colour, other) in [(BLACK, RED), (RED, BLACK)] {
                let fitting = other << (4 * rank);
                if needy & colour << (4 * (rank - 1)) != 0 && in_columns & fitting == 0 {
                    needy |= fitting;
                    // A card that comes back must go home again.
                    moves += if self.loose & fitting == 0 { 2 } else { 1 };
                }
            }
        }
        moves
    }

    /// The top card of a column that is not available.
    fn top(&mut self, at: usize) -> Option<Card> {
        // There are seven columns.
        #[allow(clippy::cast_possible_truncation)]
        let dealt = self.game.down(at as u8);
        let Heap { run, up, down, .. } = &mut self.columns[at];
        loop {
            let card = match (*up, *down) {
                (0, 0) => return None,
                (0, down) => dealt[usize::from(down) - 1],
                (up, _) => run.card(run.high() + 1 - up)?,
            };
            if self.loose & card.bit() == 0 {
                return Some(card);
            }
            if *up == 0 {
                *down -= 1;
            } else {
                *up -= 1;
            }
        }
    }

    /// The next card of a suit; `None` if all are home.
    fn next(&self, suit: usize) -> Option<Card> {
        let home = self.homes[suit];
        (home < self.game.rules().ranks).then(|| Card::new(home + 1, Suit::ALL[suit]))
    }

    /// The column of a card that is neither home nor available.
    fn column(&self, card: Card) -> usize {
        let is_there = |heap: &Heap| heap.cards & card.bit() != 0;
        self.columns.iter().position(is_there).unwrap_or(0)
    }

    /// Sends all cards home that can go; returns whether all cards are home.
    fn send_home(&mut self) -> bool {
        let mut waits = 0_u8;
        let mut suit = 0;
        let mut open = 0;
        while waits < 4 {
            let is_done = match self.next(suit) {
                None => true,
                Some(card) if self.loose & card.bit() != 0 => {
                    self.homes[suit] += 1;
                    waits = 0;
                    continue;
                }
                Some(card) => {
                    let at = self.column(card);
                    if self.top(at) == Some(card) {
                        // Available cards count as gone from their columns.
                        self.loose |= card.bit();
                        continue;
                    }
                    false
                }
            };
            open = if waits == 0 { u8::from(!is_done) } else { open + u8::from(!is_done) };
            waits += 1;
            suit = (suit + 1) % 4;
        }
        open == 0
    }

    /// Removes the units of a cycle, and counts one move for it.
    fn cut(&mut self) {
        let mut suit = (0..4).find(|&suit| self.next(suit).is_some()).unwrap_or(0);
        // There are four suits: this many steps lead into a cycle.
        for _ in 0..4 {
            suit = self.blocker(suit).map_or(suit, |(_, suit)| suit);
        }
        self.detours += 1;
        let first = suit;
        while let Some((at, next)) = self.blocker(suit) {
            self.free(at);
            suit = next;
            if suit == first {
                break;
            }
        }
    }

    /// The column that the next card of a suit lies in, and the suit of the card on top of it.
    fn blocker(&mut self, suit: usize) -> Option<(usize, usize)> {
        let at = self.column(self.next(suit)?);
        Some((at, self.top(at)?.suit() as usize))
    }

    /// Removes the unit on top of a column.
    fn free(&mut self, at: usize) {
        let Some(top) = self.top(at) else { return };
        self.loose |= match self.columns[at] {
            Heap { up: 0, .. } => top.bit(),
            Heap { run, .. } => run.run().fold(0, |set, card| set | card.bit()),
        };
    }
}
