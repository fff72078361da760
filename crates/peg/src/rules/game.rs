//! An instance for searches: a problem, a metric, states and moves.
//!
//! Consecutive jumps of one peg are one move. The obvious state is the pegs plus the peg that moved last: another jump of that peg is free. It cannot
//! be played backwards, because the state after a jump does not record which peg moved before it, and that decides the jump's cost. So a move of a search
//! is a jump with its part of a move: whole, first, middle or last. A state is the pegs, and the peg that must jump on if a move has begun. The same
//! states serve both directions, every jump has its cost, and between moves there is one state per position.
//!
//! The jumps of a solution, last to first, solve the complement of its problem. The number of moves may differ there, so each problem has its own
//! optimum.

use std::sync::OnceLock;

use patience_core::{Backward, Cost, Packed, Puzzle};
use serde::{Deserialize, Serialize};

use super::{Jump, Pegs, Problem, Symmetries};
use crate::features::Guidance;

/// How the length of a solution is counted.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_peg::{Drawing, Goal, Jump, Metric, Move, Part, Peg, Problem, State};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o.")?;
/// let mut game = Peg::new(Problem::new(board, pegs, Goal::OneAnywhere)?);
/// // The second jump of a peg.
/// let on = Move { jump: Jump { from: 2, over: 3, to: 4 }, part: Part::Last };
/// let costs = [Metric::Moves, Metric::Jumps].map(|metric| {
///     game.metric = metric;
///     (metric.name(), game.cost(&State { pegs: 0b01100, mover: Some(2) }, on))
/// });
/// assert_eq!(costs, [("moves", 0), ("jumps", 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Successive jumps of one peg count one.
    #[default]
    Moves,
    /// Every jump counts one, so all solutions are equally long.
    Jumps,
}

impl Metric {
    /// The name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Jumps => "jumps",
        }
    }
}

/// Which part of a move a jump is.
///
/// ```
/// use patience_peg::Part;
///
/// let parts = [Part::Whole, Part::First, Part::Middle, Part::Last];
/// assert_eq!(parts.map(Part::is_begin), [true, true, false, false]);
/// assert_eq!(parts.map(Part::is_end), [true, false, false, true]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The move is this jump.
    Whole,
    /// The peg jumps on.
    First,
    /// The peg has jumped before, and it jumps on.
    Middle,
    /// The peg has jumped before, and it stays here.
    Last,
}

impl Part {
    /// Whether a move begins with it.
    #[must_use]
    pub fn is_begin(self) -> bool {
        matches!(self, Self::Whole | Self::First)
    }

    /// Whether a move ends with it.
    #[must_use]
    pub fn is_end(self) -> bool {
        matches!(self, Self::Whole | Self::Last)
    }
}

/// A jump, and its part of a move.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_peg::{Drawing, Goal, Jump, Move, Part, Peg, Problem};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o.")?;
/// let game = Peg::new(Problem::new(board, pegs, Goal::OneAnywhere)?);
/// let mut moves = Vec::new();
/// game.moves(&game.start(), &mut moves);
/// // The peg may stop in hole 2 or jump on.
/// let jump = Jump { from: 0, over: 1, to: 2 };
/// assert_eq!(moves, [Move { jump, part: Part::Whole }, Move { jump, part: Part::First }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The jump.
    pub jump: Jump,
    /// Which part of a move.
    pub part: Part,
}

/// A state of a search: the pegs, and the peg in mid-move, which must jump on.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_peg::{Drawing, Goal, Jump, Move, Part, Peg, Problem, State};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o.")?;
/// let game = Peg::new(Problem::new(board, pegs, Goal::OneAnywhere)?);
/// let [first, last] = [
///     Move { jump: Jump { from: 0, over: 1, to: 2 }, part: Part::First },
///     Move { jump: Jump { from: 2, over: 3, to: 4 }, part: Part::Last },
/// ];
/// let begun = game.child(&game.start(), first);
/// assert_eq!(begun, State { pegs: 0b01100, mover: Some(2) });
/// assert_eq!(game.child(&begun, last), State::between_moves(0b10000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The pegs.
    pub pegs: Pegs,
    /// The hole of the peg that must jump on; none between moves.
    pub mover: Option<u8>,
}

impl State {
    /// A position between moves.
    #[must_use]
    pub fn between_moves(pegs: Pegs) -> Self {
        Self { pegs, mover: None }
    }
}

/// A problem to solve.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_peg::{Board, Hole, Peg, Problem};
///
/// let line = Board::new((0..4).map(|column| Hole { row: 0, column }))?;
/// let game = Peg::new(Problem::vacancy(line, 2, 1)?);
/// let mut moves = Vec::new();
/// game.moves(&game.start(), &mut moves);
/// assert_eq!(moves.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Peg {
    problem: Problem,
    /// Those that keep start and goal.
    symmetries: Symmetries,
    guidance: OnceLock<Box<Guidance>>,
    /// What a solution costs.
    pub metric: Metric,
}

impl Peg {
    /// An instance in the metric of moves.
    #[must_use]
    pub fn new(problem: Problem) -> Self {
        let symmetries = Symmetries::new(problem.symmetries());
        Self { problem, symmetries, guidance: OnceLock::new(), metric: Metric::default() }
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What guides searches, computed when it is first used.
    pub(crate) fn guidance(&self) -> &Guidance {
        self.guidance.get_or_init(|| Box::new(Guidance::new(&self.problem)))
    }

    /// Whether the peg that lands in a hole can jump on from there.
    #[inline]
    fn can_jump_on(&self, pegs: Pegs, hole: u8) -> bool {
        let mut jumps = self.problem.board().jumps().iter();
        jumps.any(|jump| jump.from == hole && jump.is_legal(pegs))
    }

    /// Whether the peg of a jump may continue its move.
    fn may_go_on(&self, pegs: Pegs, jump: Jump) -> bool {
        self.metric == Metric::Moves && self.can_jump_on(pegs ^ jump.holes(), jump.to)
    }
}

impl Puzzle for Peg {
    type State = State;
    type Move = Move;
    type Key = State;

    fn start(&self) -> State {
        State::between_moves(self.problem.start())
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.mover.is_none() && self.problem.is_solved(state.pegs)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let (end, on) = match state.mover {
            None => (Part::Whole, Part::First),
            Some(_) => (Part::Last, Part::Middle),
        };
        for &jump in self.problem.board().jumps() {
            if jump.is_legal(state.pegs) && state.mover.is_none_or(|mover| mover == jump.from) {
                out.push(Move { jump, part: end });
                if self.may_go_on(state.pegs, jump) {
                    out.push(Move { jump, part: on });
                }
            }
        }
    }

    fn is_legal(&self, state: &State, Move { jump, part }: Move) -> bool {
        let is_its_turn = match state.mover {
            None => part.is_begin(),
            Some(mover) => !part.is_begin() && mover == jump.from,
        };
        is_its_turn
            && self.problem.board().jumps().contains(&jump)
            && jump.is_legal(state.pegs)
            && (part.is_end() || self.may_go_on(state.pegs, jump))
    }

    #[inline]
    fn apply(&self, state: &mut State, Move { jump, part }: Move) {
        state.pegs ^= jump.holes();
        state.mover = (!part.is_end()).then_some(jump.to);
    }

    /// The least image of the state.
    fn key(&self, state: &State) -> State {
        let Some(mover) = state.mover else {
            return State::between_moves(self.symmetries.least(state.pegs));
        };
        let (mut movers, mut least) = (self.symmetries.holes_of(mover), *state);
        self.symmetries.for_each(state.pegs, |pegs| {
            least = least.min(State { pegs, mover: movers.next() });
        });
        least
    }

    #[inline]
    fn cost(&self, _: &State, mv: Move) -> Cost {
        match self.metric {
            Metric::Moves => Cost::from(mv.part.is_begin()),
            Metric::Jumps => 1,
        }
    }
}

impl Packed for Peg {
    fn unpack(&self, key: State) -> State {
        key
    }
}

impl Backward for Peg {
    fn goals(&self, out: &mut Vec<State>) {
        let goals = self.problem.goals().into_iter().map(State::between_moves);
        // One of each set of images.
        out.extend(goals.filter(|goal| self.key(goal) == *goal));
    }

    fn moves_into(&self, state: &State, out: &mut Vec<Move>) {
        let (begin, later) = match state.mover {
            None => (Part::Whole, Part::Last),
            Some(_) => (Part::First, Part::Middle),
        };
        for &jump in self.problem.board().jumps() {
            let is_made = state.pegs & jump.holes() == 1 << jump.to;
            if is_made && state.mover.is_none_or(|mover| mover == jump.to) {
                out.push(Move { jump, part: begin });
                if self.metric == Metric::Moves {
                    out.push(Move { jump, part: later });
                }
            }
        }
    }

    #[inline]
    fn retract(&self, state: &mut State, Move { jump, part }: Move) {
        state.pegs ^= jump.holes();
        state.mover = (!part.is_begin()).then_some(jump.from);
    }
}
