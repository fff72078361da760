//! The worlds of the game with an unseen stock: Klondike in which the first pass turns the stock card by card.

use patience_core::{Cost, Meter, Puzzle, Search, Solution, Solver};

use crate::{Key, Klondike, Move, State, Step};

/// A move of the game with an unseen stock.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_klondike::players::hidden::{UnseenStockMove, UnseenStockWorld};
/// use patience_klondike::{Klondike, Rules};
///
/// let world = UnseenStockWorld::new(Klondike::of_seed(1, Rules::default())?);
/// let (mut state, mut moves) = (world.start(), Vec::new());
/// world.apply(&mut state, UnseenStockMove::Turn);
/// world.moves(&state, &mut moves);
/// // Three cards are turned at a time.
/// assert_eq!(moves, [UnseenStockMove::Turn]);
/// # Ok::<(), patience_klondike::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnseenStockMove {
    /// Turns the next unseen card of the stock. If several cards are turned at a time, the others must follow.
    Turn,
    /// Moves cards, after the necessary turns of seen cards.
    Play(Move),
}

/// A state of a world: that of the game with all cards known, and how much of the stock was seen.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_klondike::players::hidden::{UnseenStockMove, UnseenStockState, UnseenStockWorld};
/// use patience_klondike::{Klondike, Rules};
///
/// let world = UnseenStockWorld::new(Klondike::of_seed(1, Rules::default())?);
/// let mut state: UnseenStockState = world.start();
/// assert_eq!(*state.state(), world.game().start());
/// world.apply(&mut state, UnseenStockMove::Turn);
/// assert_eq!((state.state().talon().cards, state.state().talon().waste), (24, 1));
/// # Ok::<(), patience_klondike::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnseenStockState {
    pub(super) state: State,
    /// Places of the stock that were turned: the first ones, because the stock is turned from front to back.
    pub(super) seen: u8,
    /// Cards that must be turned before anything else.
    pub(super) turning: u8,
}

impl UnseenStockState {
    /// The state of the game with all cards known.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state after a turn of a stock with `places` places: all seen cards that are left are in the waste.
    #[inline]
    pub(super) fn turn(&mut self, draw: u8, places: u8) {
        if self.turning == 0 {
            self.turning = draw.min(places - self.seen);
        }
        self.turning -= 1;
        self.seen += 1;
        self.state.waste += 1;
    }
}

/// A world that a view of an [`UnseenStock`](super::UnseenStock) allows: a game, with the number of stock cards that were seen.
///
/// ```
/// use patience_klondike::players::hidden::{UnseenStockMove::{Play, Turn}, UnseenStockWorld};
/// use patience_klondike::{Klondike, Move, Step, read_position};
///
/// let (rules, position) = read_position("1: | AC\nstock: AD AH AS")?;
/// let world = UnseenStockWorld::new(Klondike::new(rules, &position)?);
/// // Three moves, one for each card, are one step.
/// let spades = Play(Move::StockHome { at: 2 });
/// assert_eq!(world.expand(&[Turn, Turn, Turn, spades]), [Step::Turn, Step::WasteHome]);
/// assert_eq!(world.game().stock().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnseenStockWorld {
    pub(super) game: Klondike,
    pub(super) start: UnseenStockState,
}

impl UnseenStockWorld {
    /// The world of a game in which only the waste was seen.
    #[must_use]
    pub fn new(game: Klondike) -> Self {
        let state = game.start();
        let start = UnseenStockState { state, seen: state.waste, turning: 0 };
        Self { game, start }
    }

    /// The game with all cards known.
    #[must_use]
    pub fn game(&self) -> &Klondike {
        &self.game
    }

    /// The steps of these moves from the start. Every move must be legal. One step turns several cards; here there is a move for each of them.
    #[must_use]
    pub fn expand(&self, moves: &[UnseenStockMove]) -> Vec<Step> {
        let (mut state, mut steps) = (self.start, Vec::with_capacity(2 * moves.len()));
        for &mv in moves {
            match mv {
                UnseenStockMove::Turn if state.turning == 0 => steps.push(Step::Turn),
                UnseenStockMove::Turn => {}
                UnseenStockMove::Play(mv) => {
                    steps.extend(self.game.expand_from(&state.state, &[mv]));
                }
            }
            self.apply(&mut state, mv);
        }
        steps
    }

    /// How many places the stock has.
    pub(super) fn places(&self) -> u8 {
        crate::rules::game::small(self.game.stock().len())
    }
}

impl Puzzle for UnseenStockWorld {
    type State = UnseenStockState;
    type Move = UnseenStockMove;
    type Key = (Key, u8, u8);

    fn start(&self) -> UnseenStockState {
        self.start
    }

    fn is_goal(&self, state: &UnseenStockState) -> bool {
        self.game.is_goal(&state.state)
    }

    fn moves(&self, state: &UnseenStockState, out: &mut Vec<UnseenStockMove>) {
        let is_unseen = state.seen < self.places();
        if is_unseen {
            out.push(UnseenStockMove::Turn);
        }
        if state.turning == 0 {
            let board = &self.game.board;
            let is_playable = |at: u8| !is_unseen || at + 1 == state.state.waste;
            let card = |at: usize| self.game.stock()[at];
            board.moves_with(&state.state, is_playable, card, |mv| {
                out.push(UnseenStockMove::Play(mv));
            });
        }
    }

    fn apply(&self, state: &mut UnseenStockState, mv: UnseenStockMove) {
        match mv {
            UnseenStockMove::Turn => state.turn(self.game.rules().draw, self.places()),
            UnseenStockMove::Play(mv) => self.game.apply(&mut state.state, mv),
        }
    }

    fn key(&self, state: &UnseenStockState) -> (Key, u8, u8) {
        (self.game.key(&state.state), state.seen, state.turning)
    }

    fn cost(&self, _: &UnseenStockState, mv: UnseenStockMove) -> Cost {
        Cost::from(mv != UnseenStockMove::Turn)
    }
}

/// A solver of the game with all cards known, for worlds of the game with an unseen stock: solutions of one are solutions of the other.
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
/// use patience_klondike::engines::Exact;
/// use patience_klondike::players::hidden::{Through, UnseenStockWorld};
/// use patience_klondike::{Klondike, Line, Rules};
///
/// let world = UnseenStockWorld::new(Klondike::of_seed(1, Rules::default())?);
/// let (engine, limits) = (Through(Exact::default()), Limits::default());
/// let report = solve(&engine, &world, &world.start(), &limits, &Cancel::new(), &mut ());
/// let Outcome::Solved(solution) = report.outcome else { panic!("it is winnable") };
/// // The referee plays it to the end.
/// let steps = world.expand(&solution.moves);
/// let line = Line::replay(&Rules::default(), world.game().deal().clone(), steps)?;
/// assert_eq!(line.end().foundations, [13; 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Through<S>(
    /// The solver.
    pub S,
);

impl<S: Solver<Klondike>> Solver<UnseenStockWorld> for Through<S> {
    fn search(
        &self,
        puzzle: &UnseenStockWorld,
        root: &UnseenStockState,
        meter: &mut Meter<'_>,
    ) -> Search<UnseenStockMove> {
        let mut state = *root;
        let mut moves = Vec::new();
        let mut make = |mv: UnseenStockMove, state: &mut UnseenStockState| {
            moves.push(mv);
            puzzle.apply(state, mv);
        };
        while 0 < state.turning {
            make(UnseenStockMove::Turn, &mut state);
        }
        let Some(solution) = self.0.search(&puzzle.game, &state.state, meter)? else {
            return Ok(None);
        };
        for mv in solution.moves {
            let mv = UnseenStockMove::Play(mv);
            while !puzzle.is_legal(&state, mv) && state.seen < puzzle.places() {
                make(UnseenStockMove::Turn, &mut state);
            }
            while 0 < state.turning {
                make(UnseenStockMove::Turn, &mut state);
            }
            make(mv, &mut state);
        }
        Ok(Some(Solution::new(puzzle, root, moves)))
    }

    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }
}
