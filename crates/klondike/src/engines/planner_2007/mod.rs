//! The planner of *Searching Solitaire in Real Time* (Bjarnason, Tadepalli and Fern, 2007): rollouts in two stages.
//!
//! **Value functions.** [`ValueFunction::H1`] and [`ValueFunction::H2`] are weighted sums of binary features of cards.
//!
//! **Search.** [`StagedRollout`] with one or two stages. The first one climbs by H1; where no action improves H1, and inside every rollout, the
//! second one goes on by H2, until no action is left. The value of a rollout is that of its last state.
//!
//! **Actions** are those of [`PairedGame`]. Actions that repeat a state of the path or lead to a dead end are left out. A dead end is a state that
//! a relaxed game without delete effects cannot win, or in which twins lock each other.
//!
//! **Cache.** Each stage keeps the values of up to 5,000 states, of levels above 0.
//!
//! The paper describes all of this in words. Where they can be read in more than one way, the reading is the one that came nearest to the
//! published rates on a set of deals that was used for nothing else.

mod dead_ends;
mod value;

pub use value::ValueFunction;

use patience_core::{Evaluator, Meter, Node, Search, Solution, Solver};
use patience_search::{Stage, StagedRollout};

use self::value::Covered;
use crate::{Klondike, Move, PairedGame, PairedMove, State};

/// The planner: wins most games with all cards known within milliseconds, and proves nothing.
///
/// | complete | optimal | memory |
/// |---|---|---|
/// | no | no | at most 10,000 keys, and the path |
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
/// use patience_klondike::{Klondike, Rules, engines::Planner2007};
///
/// let game = Klondike::of_seed(1, Rules::default())?;
/// let planner = Planner2007 { first_level: Some(1), second_level: 1 };
/// let report = solve(&planner, &game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planner2007 {
    /// The level of the first stage, which climbs by H1; `None` for no such stage.
    pub first_level: Option<u32>,
    /// The level of the second stage, which follows H2.
    pub second_level: u32,
}

/// The states that each stage keeps.
const CACHE: usize = 5_000;

impl Planner2007 {
    /// The value of a state of a game.
    ///
    /// ```
    /// use patience_core::Puzzle;
    /// use patience_klondike::engines::planner_2007::{Planner2007, ValueFunction};
    /// use patience_klondike::{Klondike, read_position};
    ///
    /// // H2 counts five for every card that is home.
    /// let (rules, won) = read_position("foundations: CK DK HK SK\n1: |\n2: |\nstock:\nwaste:\n")?;
    /// let game = Klondike::new(rules, &won)?;
    /// assert_eq!(Planner2007::value(&ValueFunction::H2, &game, &game.start()), 5 * 52);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value(function: &ValueFunction, game: &Klondike, state: &State) -> i32 {
        Covered::new(game).value(function, game, state)
    }

    /// Whether the planner sees that a state cannot be won.
    ///
    /// ```
    /// use patience_core::Puzzle;
    /// use patience_klondike::{Klondike, engines::Planner2007, read_position};
    ///
    /// let is_dead_end = |position: &str| {
    ///     let (rules, position) = read_position(position)?;
    ///     let game = Klondike::new(rules, &position)?;
    ///     Ok::<_, Box<dyn std::error::Error>>(Planner2007::is_dead_end(&game, &game.start()))
    /// };
    /// // There is no card that a deuce could be put on, so those above the aces stay there.
    /// assert!(is_dead_end("1: | 2C\n2: AC | 2S\n3: AS AD | 2D\nstock: 2H AH")?);
    /// assert!(!is_dead_end("1: | AC\n2: 2C | AS\n3: 2S 2D | AD\nstock: 2H AH")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_dead_end(game: &Klondike, state: &State) -> bool {
        dead_ends::is_dead_end(game, &Covered::new(game), state)
    }

    /// Whether two cards of one rank and colour lock each other, so that a state cannot be won.
    ///
    /// ```
    /// use patience_core::Puzzle;
    /// use patience_klondike::{Klondike, engines::Planner2007, read_position};
    ///
    /// // The black threes fit on the red fours. One of these lies below the three of spades, with both black aces; the other has the three of
    /// // clubs, which needs its ace to go home.
    /// let position = "foundations: C0 D3 H2 S0\n1: | 4H 3C\n2: 4D AS AC | 3S\n3: | 4C\nstock: 2C 2S 3H 4S";
    /// let (rules, position) = read_position(position)?;
    /// let game = Klondike::new(rules, &position)?;
    /// assert!(Planner2007::has_locked_twins(&game, &game.start()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn has_locked_twins(game: &Klondike, state: &State) -> bool {
        dead_ends::has_locked_twins(game, &Covered::new(game), state)
    }
}

/// A value function for one game.
struct Valued<'a> {
    function: ValueFunction,
    covered: &'a Covered,
}

impl Evaluator<PairedGame> for Valued<'_> {
    fn score(&self, puzzle: &PairedGame, node: &Node<'_, PairedGame>) -> f64 {
        f64::from(-self.covered.value(&self.function, &puzzle.game, node.state))
    }
}

impl Solver<PairedGame> for Planner2007 {
    fn search(
        &self,
        puzzle: &PairedGame,
        root: &State,
        meter: &mut Meter<'_>,
    ) -> Search<PairedMove> {
        let covered = &Covered::new(&puzzle.game);
        let stage = |function, level| Stage { evaluator: Valued { function, covered }, level };
        let first = self.first_level.map(|level| stage(ValueFunction::H1, level));
        let second = stage(ValueFunction::H2, self.second_level);
        let search = StagedRollout {
            stages: first.into_iter().chain([second]).collect(),
            is_dead_end: |puzzle: &PairedGame, state: &State| {
                dead_ends::is_dead_end(&puzzle.game, covered, state)
            },
            cache: CACHE,
        };
        search.search(puzzle, root, meter)
    }

    fn is_complete(&self) -> bool {
        false
    }
}

impl Solver<Klondike> for Planner2007 {
    fn search(&self, puzzle: &Klondike, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        let found = self.search(&PairedGame::new(puzzle.clone()), root, meter)?;
        Ok(found.map(|solution| {
            let moves = solution.moves.into_iter().flat_map(PairedMove::moves).collect();
            Solution::new(puzzle, root, moves)
        }))
    }

    fn is_complete(&self) -> bool {
        false
    }
}
