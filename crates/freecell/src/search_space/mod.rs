//! The space that engines search: an instance of FreeCell with its move set and metric, packed states, generated moves.

mod key;
mod moves;
mod puzzle;
mod state;

use patience_cards::{Card, NoSuchDeal, Suit, cards_of, microsoft_deal};
use patience_core::Cost;
use patience_kit::choices;
use serde::{Deserialize, Serialize};

pub use self::key::Key;
use self::key::location;
pub(crate) use self::moves::{Movable, VisitMove};
pub use self::moves::{MoveSet, Selection};
pub(crate) use self::moves::{first_empty, source};
pub use self::state::State;
use crate::rules::supermove;
use crate::{Build, Fill, Move, Place, Position, PositionError, Rules, RulesError};

choices! {
    /// How the length of a solution is measured.
    ///
    /// ```
    /// use patience_core::Puzzle;
    /// use patience_freecell::{FreeCell, Metric, Move, Place, Position, Rules};
    ///
    /// let rules = Rules { ranks: 3, columns: 3, ..Rules::default() };
    /// let board = "3C 2S AH\n3D\n3H 3S 2H 2D 2C AC AD AS";
    /// let mut game = FreeCell::new(rules, &Position::parse(board, &rules)?)?;
    /// let run = Move { card: "2S".parse()?, count: 2, from: Place::Column(0), to: Place::Column(1) };
    /// let home = Move { card: "AS".parse()?, count: 1, from: Place::Column(2), to: Place::Home };
    /// let costs = [Metric::M1, Metric::M2, Metric::M3].map(|metric| {
    ///     game.metric = metric;
    ///     [run, home].map(|mv| game.cost(&game.start(), mv))
    /// });
    /// assert_eq!(costs, [[3, 1], [1, 1], [1, 0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Metric {
        /// A run counts one, every card that goes home counts one
        #[default]
        M2 = "m2",
        /// Single-card moves
        M1 = "m1",
        /// A run counts one, cards that go home do not count
        M3 = "m3",
    }
}

/// The set of all clubs. The four cards of a rank are four adjacent bits: clubs, diamonds, hearts, spades.
const CLUBS: u64 = 0x1111_1111_1111_1111;
const BLACK: u64 = 0b1001 * CLUBS;
const RED: u64 = 0b0110 * CLUBS;

/// A deal, or any other start position, under some rules.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_freecell::{FreeCell, MoveSet, Position, Rules};
///
/// let rules = Rules { ranks: 2, columns: 2, cells: 1, ..Rules::default() };
/// let position = Position::parse("2C AC 2D AD\n2H AH 2S AS", &rules)?;
/// let mut game = FreeCell::new(rules, &position)?;
/// game.moves = MoveSet::AutoPlay;
/// let mut moves = Vec::new();
/// game.moves(&game.start(), &mut moves);
/// let after = game.child(&game.start(), moves[0]);
/// assert!(game.is_goal(&after)); // everything is safe, so everything goes home
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FreeCell {
    rules: Rules,
    deal: Position,
    start: State,
    /// The card below each card in the deal.
    dealt_on: [Option<Card>; Card::COUNT],
    /// Whether each card was dealt at the base of a column.
    dealt_base: [bool; Card::COUNT],
    /// The deepest card of the run below each card that lies on another in the deal: what is revealed when it moves as a loose card.
    revealed: [u64; Card::COUNT],
    /// The set of the cards on which each card may be built.
    parents: [u64; Card::COUNT],
    /// The set of the cards that may be built on each card.
    fit_on: [u64; Card::COUNT],
    /// The set of the cards that may fill an empty column.
    fillers: u64,
    /// Cards of the longest column that play can lead to.
    tallest: u8,
    /// The moves that a search makes.
    pub moves: MoveSet,
    /// What a move costs.
    pub metric: Metric,
    /// The rank of the deal among a set sorted by difficulty, from 0 (easiest) to 1; 0 if it is not in the set.
    pub difficulty: f64,
}

impl FreeCell {
    /// A game that starts from `position`.
    pub fn new(rules: Rules, position: &Position) -> Result<Self, SetupError> {
        rules.check()?;
        position.check(&rules)?;
        let longest = position.columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut game = Self {
            rules,
            deal: position.clone(),
            start: State::new(position, Key::dealt(), |card, on| rules.fits(card, on)),
            dealt_on: [None; Card::COUNT],
            revealed: [0; Card::COUNT],
            dealt_base: [false; Card::COUNT],
            parents: [0; Card::COUNT],
            fit_on: [0; Card::COUNT],
            fillers: 0,
            // At most 52 cards, and a run of at most 13 on them.
            tallest: u8::try_from(longest).unwrap_or(52) + rules.ranks - 1,
            moves: MoveSet::default(),
            metric: Metric::default(),
            difficulty: 0.0,
        };
        for card in Card::deck(rules.ranks) {
            let partners = game.partners(card.bit());
            game.parents[card.index()] = partners << 4 & game.deck();
            game.fit_on[card.index()] = partners >> 4;
        }
        game.fillers = match rules.fill {
            Fill::Any => game.deck(),
            Fill::Kings => game.kings(),
            Fill::Nothing => 0,
        };
        for column in &position.columns {
            if let Some(base) = column.first() {
                game.dealt_base[base.index()] = true;
            }
            let mut head = column.first().copied();
            for pair in column.windows(2) {
                let (below, card) = (pair[0], pair[1]);
                game.revealed[card.index()] = head.map_or(0, Card::bit);
                if !rules.fits(card, below) {
                    head = Some(card);
                }
                game.dealt_on[card.index()] = Some(below);
            }
        }
        let in_cells = position.cells.iter().flatten().map(|&card| (card, location::CELL));
        let at_home = Suit::ALL.into_iter().flat_map(|suit| {
            suit.up_to(position.foundations[suit as usize]).map(|card| (card, location::HOME))
        });
        for (card, place) in in_cells.chain(at_home) {
            game.start.set_location(card, place);
        }
        game.start.set_safe(game.safe_above(*game.start.homes()));
        Ok(game)
    }

    /// The set of the cards on which `card` may be built.
    #[inline]
    pub(crate) fn parents(&self, card: Card) -> u64 {
        self.parents[card.index()]
    }

    /// The deepest card of the run on which `card` was dealt.
    #[inline]
    pub(crate) fn revealed(&self, card: Card) -> u64 {
        self.revealed[card.index()]
    }

    /// The set of the cards that may be built on `card`.
    #[inline]
    pub(crate) fn fit_on(&self, card: Card) -> u64 {
        self.fit_on[card.index()]
    }

    /// The set of the cards that may be built on some card of a set, and of those that may be built on just one.
    #[inline]
    pub(crate) fn accepted(&self, set: u64) -> (u64, u64) {
        match self.rules.build {
            Build::Colour => {
                let (diamonds, hearts) = (set >> 1 & CLUBS, set >> 2 & CLUBS);
                let (clubs, spades) = (set & CLUBS, set >> 3 & CLUBS);
                let any = ((clubs | spades) * 0b0110) | ((diamonds | hearts) * 0b1001);
                let one = ((clubs ^ spades) * 0b0110) | ((diamonds ^ hearts) * 0b1001);
                (any >> 4, one >> 4)
            }
            Build::Suit => (set >> 4, set >> 4),
            Build::Rank => {
                let (pairs, crosses) = (set & set >> 1, set | set >> 1);
                let many = (pairs | pairs >> 2 | crosses & crosses >> 2) & CLUBS;
                let any = self.children(set);
                (any, any & !((many * 0b1111) >> 4))
            }
        }
    }

    /// The set of the cards that may be built on some card of a set.
    #[inline]
    pub(crate) fn children(&self, set: u64) -> u64 {
        self.partners(set) >> 4
    }

    /// The set of the cards whose suits may be neighbours of those of a set in a run, in the rank of each.
    #[inline]
    fn partners(&self, set: u64) -> u64 {
        match self.rules.build {
            Build::Colour => {
                let is_black = (set | set >> 3) & CLUBS;
                let is_red = (set >> 1 | set >> 2) & CLUBS;
                (is_black * 0b0110) | (is_red * 0b1001)
            }
            Build::Suit => set,
            Build::Rank => ((set | set >> 1 | set >> 2 | set >> 3) & CLUBS) * 0b1111,
        }
    }

    /// The set of the cards of the game.
    #[inline]
    pub(crate) fn deck(&self) -> u64 {
        (1 << (4 * self.rules.ranks)) - 1
    }

    /// The set of the kings: the highest cards of the game.
    #[inline]
    pub(crate) fn kings(&self) -> u64 {
        0b1111 << (4 * (self.rules.ranks - 1))
    }

    /// The set of the cards that may fill an empty column.
    #[inline]
    pub(crate) fn fillers(&self) -> u64 {
        self.fillers
    }

    /// A numbered Microsoft deal under standard rules.
    ///
    /// # Panics
    ///
    /// Never: the standard rules can be played with any deal.
    pub fn microsoft(number: u64) -> Result<Self, NoSuchDeal> {
        let rules = Rules::default();
        let position = Position::deal(&microsoft_deal(number)?, &rules);
        Ok(Self::new(rules, &position).expect("the standard rules can be played"))
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Cards of the longest column that play can lead to.
    pub(crate) fn tallest(&self) -> u8 {
        self.tallest
    }

    /// The start position, without the rest.
    pub(crate) fn into_deal(self) -> Position {
        self.deal
    }

    /// The start position.
    #[must_use]
    pub fn deal(&self) -> &Position {
        &self.deal
    }

    /// A state as a [`Position`].
    #[must_use]
    pub fn position(&self, state: &State) -> Position {
        Position {
            columns: (0..usize::from(self.rules.columns))
                .map(|at| state.column(at).collect())
                .collect(),
            cells: state.cells()[..usize::from(self.rules.cells)].to_vec(),
            foundations: *state.homes(),
        }
    }

    /// `moves` from the start with the moves of auto-play between them. Every move must be legal.
    #[must_use]
    pub fn steps(&self, moves: &[Move]) -> Vec<Move> {
        let mut state = self.start;
        let mut steps = Vec::with_capacity(moves.len());
        for &mv in moves {
            self.pay_each(&mut state, mv, |mv| steps.push(mv));
        }
        steps
    }

    /// Plays `mv` and the moves of auto-play after it, calls `visit` with each move, and returns the cost of all.
    #[inline]
    pub(crate) fn pay_each(
        &self,
        state: &mut State,
        mv: Move,
        mut visit: impl FnMut(Move),
    ) -> Cost {
        let own = self.own_cost(state, mv);
        let mut played = 0;
        self.play(state, mv);
        visit(mv);
        if self.moves.has_autoplay() {
            self.play_safe(state, |mv| {
                played += 1;
                visit(mv);
            });
        }
        if self.metric == Metric::M3 { own } else { own + played }
    }

    /// The key bits of `card` on `on`, or at the base of a column.
    #[inline]
    fn place_in_column(&self, card: Card, on: Option<Card>) -> u64 {
        match on {
            Some(on) if self.dealt_on[card.index()] == Some(on) => location::DEALT,
            Some(on) => location::ON_SUIT + on.suit() as u64,
            None if self.dealt_base[card.index()] => location::DEALT,
            None => location::BASE,
        }
    }

    /// The key after `card` moves onto `on`, or to a cell.
    #[inline]
    pub(crate) fn key_on(&self, state: &State, card: Card, on: Option<Card>) -> Key {
        let mut key = state.key();
        key.set(card, on.map_or(location::CELL, |on| self.place_in_column(card, Some(on))));
        key
    }

    /// The key bits of the card that moves after `mv`.
    #[inline]
    fn place_after(&self, state: &State, mv: Move) -> u64 {
        match mv.to {
            Place::Column(to) => self.place_in_column(mv.card, state.tops()[usize::from(to)]),
            Place::Cell(_) => location::CELL,
            Place::Home => location::HOME,
        }
    }

    /// Plays `mv` alone, without auto-play.
    #[inline]
    pub(crate) fn play(&self, state: &mut State, mv: Move) {
        state.set_location(mv.card, self.place_after(state, mv));
        let top = match mv.from {
            Place::Column(from) => state.lift(from, mv.card),
            Place::Cell(from) => {
                state.release(from, mv.card);
                Some(mv.card)
            }
            // No card leaves a foundation.
            Place::Home => None,
        };
        match mv.to {
            Place::Column(to) => state.lay(to, mv.card, top),
            Place::Cell(to) => state.hold(to, mv.card),
            Place::Home => {
                state.send_home(mv.card);
                state.set_safe(self.safe_above(*state.homes()));
            }
        }
    }

    /// Sends every safe card home, and calls `visit` with each move.
    fn play_safe(&self, state: &mut State, mut visit: impl FnMut(Move)) {
        while let Some(mv) = safe_move(state) {
            self.play(state, mv);
            visit(mv);
        }
    }

    /// The set of the cards that are safe once they are the next of foundations with these ranks: no other card can need them in a column,
    /// because all cards that could lie on them are home or could go home.
    #[inline]
    pub(crate) fn safe_above(&self, [clubs, diamonds, hearts, spades]: [u8; 4]) -> u64 {
        let (black, red) = (clubs.min(spades), diamonds.min(hearts));
        // No card needs to lie on an ace or a two: what fits there can go home.
        let above = |lowest: u8| (1_u64 << (4 * (lowest + 1).max(2))) - 1;
        match self.rules.build {
            Build::Colour => BLACK & above(red) | RED & above(black),
            Build::Suit => u64::MAX,
            Build::Rank => above(black.min(red)),
        }
    }

    /// The cost of `mv` itself, without auto-play.
    #[inline]
    pub(crate) fn own_cost(&self, state: &State, mv: Move) -> Cost {
        match self.metric {
            Metric::M3 => Cost::from(mv.to != Place::Home),
            Metric::M2 => 1,
            Metric::M1 => {
                let is_destination = |at: u8| mv.to == Place::Column(at);
                let columns = &state.tops()[..usize::from(self.rules.columns)];
                let cells = &state.cells()[..usize::from(self.rules.cells)];
                let empty =
                    (0..).zip(columns).filter(|&(at, card)| card.is_none() && !is_destination(at));
                let vacant = cells.iter().filter(|card| card.is_none());
                supermove::single_moves(&self.rules, mv.count, vacant.count(), empty.count())
            }
        }
    }
}

/// The move home of a card that is free and safe.
#[inline]
fn safe_move(state: &State) -> Option<Move> {
    let free = state.safe() & (state.ends() | state.held());
    let card = cards_of(free).next()?;
    Some(Move { card, count: 1, from: source(state, card), to: Place::Home })
}

/// Why a game cannot be set up.
///
/// ```
/// use patience_freecell::{FreeCell, Position, Rules, SetupError};
///
/// let few = FreeCell::new(Rules::default(), &Position::default());
/// assert!(matches!(few, Err(SetupError::Position(_))));
/// let many = FreeCell::new(Rules { cells: 9, ..Rules::default() }, &Position::default());
/// assert!(matches!(many, Err(SetupError::Rules(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The rules cannot be played.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The position does not belong to the rules.
    #[error(transparent)]
    Position(#[from] PositionError),
}
