//! A lower bound on the way to the end: the move home that every card needs, and the detours that nothing can spare.

use patience_core::{Cost, Heuristic, Node};

use super::game::{Klondike, Metric};
use super::pile::Pile;
use super::rules::MAX_COLUMNS;
use super::state::State;
use super::trimmed::Trimmed;
use crate::cards::{Card, Suit};

/// Estimates what is left by the cards that are not home and by those that cannot go there straight.
///
/// Every card that lies face down, and the cards that lie face up in a column together, are a *unit*: when it leaves its place for
/// another column, that is a move of its own, which takes no other unit from its place.
/// - A unit that lies on a lower card of the suit of one of its cards must be moved out of the way.
/// - Where units of several columns wait for each other, the first for what lies below the second and so on in a circle, one of them must
///   be. Circles are counted that share no unit.
///
/// Cards of the stock count as if they were at hand. Where turns count, what is in the stock must be turned once; and what lies on a
/// lower card of its suit, in the waste or among cards that are turned together, goes to a column or waits for another pass.
///
/// *(After Paul and Helmert, 2016, who did so for `FreeCell`.)*
///
/// ```
/// use patience_puzzles::klondike::{Detours, Klondike, read_position};
/// use patience_core::Puzzle;
///
/// // The two lies on its own ace: it must go onto the three first.
/// let (rules, position) = read_position("1: AC | 2C\n2: | 3D\nstock: AD 2D AH 2H AS 2S 3C 3H 3S")?;
/// let game = Klondike::new(rules, &position)?;
/// assert_eq!(Detours::moves(&game, &game.start()), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detours;

impl Detours {
    /// The fewest moves that do not go home, from `state` to the end; turns do not count.
    #[must_use]
    pub fn moves(game: &Klondike, state: &State) -> Cost {
        let mut tangle = Tangle::new(game, state);
        loop {
            if tangle.send_home() {
                return tangle.detours;
            }
            tangle.cut();
        }
    }

    /// The fewest turns of the stock that are needed, or moves that spare some of them.
    #[must_use]
    pub fn turns(game: &Klondike, state: &State) -> Cost {
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
        // Turning the waste over, and the stock once after that, may do for all of them.
        turns + blocked.min(2)
    }

    fn total(game: &Klondike, state: &State) -> Cost {
        let home: u8 = Suit::ALL.iter().map(|&suit| state.home(suit)).sum();
        let moves = Cost::from(game.rules().cards() - home) + Self::moves(game, state);
        match game.metric {
            Metric::Moves => moves,
            Metric::Turns => moves + Self::turns(game, state),
        }
    }
}

impl Heuristic<Klondike> for Detours {
    fn estimate(&self, game: &Klondike, node: &Node<'_, Klondike>) -> Option<Cost> {
        Some(Self::total(game, node.state))
    }

    fn is_admissible(&self, _: &Klondike) -> bool {
        true
    }
}

impl Heuristic<Trimmed<'_>> for Detours {
    fn estimate(&self, trimmed: &Trimmed<'_>, node: &Node<'_, Trimmed<'_>>) -> Option<Cost> {
        Some(Self::total(trimmed.game, node.state))
    }

    fn is_admissible(&self, _: &Trimmed<'_>) -> bool {
        true
    }
}

/// The cards of waste and stock, in the order in which they are turned.
fn left(game: &Klondike, state: &State) -> impl Iterator<Item = Card> {
    let mut left = state.left();
    std::iter::from_fn(move || {
        let card = game.stock().get(left.trailing_zeros() as usize).copied()?;
        left &= left - 1;
        Some(card)
    })
}

/// Cards that go home, and what keeps the others from it.
struct Tangle<'g> {
    game: &'g Klondike,
    columns: [Heap; MAX_COLUMNS],
    homes: [u8; 4],
    /// Cards that are at hand, a bit each.
    loose: u64,
    detours: Cost,
}

/// What is left of a column.
#[derive(Clone, Copy, Default)]
struct Heap {
    /// Cards face up.
    run: Pile,
    /// How many of them are left.
    up: u8,
    /// Cards face down that are left.
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
            detours: 0,
        };
        for at in 0..game.rules().columns {
            tangle.add(at, state.pile(at));
        }
        tangle
    }

    /// Adds a column. Units that must move on their own account are at hand.
    fn add(&mut self, at: u8, pile: Pile) {
        let (mut cards, mut higher) = (0, 0);
        for card in self.game.down(at).iter().take(usize::from(pile.down())) {
            if higher & card.bit() != 0 {
                self.loose |= card.bit();
                self.detours += 1;
            }
            cards |= card.bit();
            higher |= card.higher();
        }
        let run = pile.run().fold(0, |set, card| set | card.bit());
        cards |= run;
        if higher & run != 0 {
            self.loose |= run;
            self.detours += 1;
        }
        self.columns[usize::from(at)] = Heap { run: pile, up: pile.up(), down: pile.down(), cards };
    }

    /// The top card of a column that is not at hand.
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

    /// The column of a card that is neither home nor at hand.
    fn column(&self, card: Card) -> usize {
        let is_there = |heap: &Heap| heap.cards & card.bit() != 0;
        self.columns.iter().position(is_there).unwrap_or(0)
    }

    /// Sends home whatever can go there; whether that is everything.
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
                        // Gone from its column like all that is at hand.
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

    /// Takes the units of a circle for one that must move.
    fn cut(&mut self) {
        let mut suit = (0..4).find(|&suit| self.next(suit).is_some()).unwrap_or(0);
        // There are four suits: so many steps lead into a circle.
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

    /// Takes the unit on top of a column away.
    fn free(&mut self, at: usize) {
        let Some(top) = self.top(at) else { return };
        self.loose |= match self.columns[at] {
            Heap { up: 0, .. } => top.bit(),
            Heap { run, .. } => run.run().fold(0, |set, card| set | card.bit()),
        };
    }
}
