//! What a puzzle is: states, moves, exact keys; and the two capabilities beyond: unpacking keys, playing backwards.

use std::fmt::Debug;
use std::hash::Hash;

/// The price of a move or of a whole solution, in the metric of the puzzle instance.
pub type Cost = u32;

/// One *instance*: its rules, the constants of this deal or board, and its start.
///
/// What never changes stays out of `State`, so that states are small and cheap to copy: searches copy and make, they never
/// undo. See [`Countdown`](crate::example::Countdown) for the smallest implementation.
///
/// ```
/// use patience_core::{Puzzle, example::Countdown};
///
/// let puzzle = Countdown { from: 5, most: 2 };
/// let mut moves = Vec::new();
/// puzzle.moves(&puzzle.start(), &mut moves);
/// assert_eq!(moves, [1, 2]);
/// assert_eq!(puzzle.child(&puzzle.start(), 2), 3);
/// ```
pub trait Puzzle: Send + Sync {
    /// A position. Small, without heap.
    type State: Clone + Eq + Debug + Send + Sync;
    /// A move. Its meaning may depend on the state that it is played in.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// Identifies a state exactly, up to symmetries that keep the goal: equal keys have equal cost-to-go. Never a lossy hash.
    type Key: Copy + Ord + Hash + Debug + Send + Sync;

    /// The position that this instance begins with.
    fn start(&self) -> Self::State;

    /// Whether `state` is solved.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends every legal move of `state` to `out`, in a fixed order, clearing nothing.
    ///
    /// Moves that lead to states of equal keys may be left out but for one of them.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Whether `mv` is one of the [`moves`](Self::moves) of `state`, for puzzles that know it without listing them.
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        legal.contains(&mv)
    }

    /// Plays `mv`, which must be legal in `state`; every legal move changes the state.
    fn apply(&self, state: &mut Self::State, mv: Self::Move);

    /// The exact and canonical key of `state`.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// What playing `mv` in `state` costs.
    fn cost(&self, _state: &Self::State, _mv: Self::Move) -> Cost {
        1
    }

    /// Plays `mv` and tells what it cost, for puzzles that know both at once.
    fn pay(&self, state: &mut Self::State, mv: Self::Move) -> Cost {
        let cost = self.cost(state, mv);
        self.apply(state, mv);
        cost
    }

    /// The state after `mv`.
    fn child(&self, state: &Self::State, mv: Self::Move) -> Self::State {
        let mut child = state.clone();
        self.apply(&mut child, mv);
        child
    }

    /// Calls `visit` with every legal move of `state`, in the order of [`moves`](Self::moves), and the state after it, for puzzles that
    /// know both at once. `moves` is there to be used and used again.
    fn each_child(
        &self,
        state: &Self::State,
        moves: &mut Vec<Self::Move>,
        mut visit: impl FnMut(Self::Move, Self::State),
    ) {
        moves.clear();
        self.moves(state, moves);
        for &mv in moves.iter() {
            visit(mv, self.child(state, mv));
        }
    }

    /// The key of the state after `mv`, for puzzles that know it without building that state.
    fn child_key(&self, state: &Self::State, mv: Self::Move) -> Self::Key {
        self.key(&self.child(state, mv))
    }
}

/// States can be rebuilt from their keys, so that a search may keep keys alone, in memory or on disk.
///
/// Law: `key(unpack(k)) == k` for the key of every reachable state.
///
/// ```
/// use patience_core::{Packed, Puzzle, example::Countdown};
///
/// let puzzle = Countdown { from: 5, most: 2 };
/// assert_eq!(puzzle.key(&puzzle.unpack(4)), 4);
/// ```
pub trait Packed: Puzzle {
    /// A state whose key is `key`.
    fn unpack(&self, key: Self::Key) -> Self::State;
}

/// Can be played backwards from its goals.
///
/// Law: `mv ∈ moves(s)` exactly when `mv ∈ moves_into(child(s, mv))`, and `retract` undoes `apply`.
///
/// ```
/// use patience_core::{Backward, example::Countdown};
///
/// let puzzle = Countdown { from: 5, most: 2 };
/// let mut moves = Vec::new();
/// puzzle.moves_into(&4, &mut moves);
/// assert_eq!(moves, [1]); // nothing above 5 exists
/// ```
pub trait Backward: Puzzle {
    /// Appends every solved state, up to equal keys.
    fn goals(&self, out: &mut Vec<Self::State>);

    /// Appends every move that leads into `state` from some state, in a fixed order.
    fn moves_into(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Takes `mv` back: `state` becomes the state in which `mv` was played.
    fn retract(&self, state: &mut Self::State, mv: Self::Move);
}

/// A puzzle turned around: searching it forwards is searching `puzzle` backwards from `goal`.
///
/// ```
/// use patience_core::{Puzzle, Reversed, example::Countdown};
///
/// let puzzle = Countdown { from: 5, most: 2 };
/// let reversed = Reversed { puzzle: &puzzle, goal: 0 };
/// assert_eq!(reversed.start(), 0);
/// assert!(reversed.is_goal(&5));
/// ```
pub struct Reversed<'p, P: Puzzle> {
    /// The puzzle that is played backwards.
    pub puzzle: &'p P,
    /// The solved state that the backward search begins with.
    pub goal: P::State,
}

impl<P: Backward> Puzzle for Reversed<'_, P> {
    type State = P::State;
    type Move = P::Move;
    type Key = P::Key;

    fn start(&self) -> Self::State {
        self.goal.clone()
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        self.puzzle.key(state) == self.puzzle.key(&self.puzzle.start())
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        self.puzzle.moves_into(state, out);
    }

    fn apply(&self, state: &mut Self::State, mv: Self::Move) {
        self.puzzle.retract(state, mv);
    }

    fn key(&self, state: &Self::State) -> Self::Key {
        self.puzzle.key(state)
    }

    fn cost(&self, state: &Self::State, mv: Self::Move) -> Cost {
        self.puzzle.cost(&self.child(state, mv), mv)
    }
}

/// Turns a path of keys into moves by playing from `root` and matching, the cheapest move where several lead to a key; `None` if
/// some key cannot be reached in one move.
///
/// Searches that keep keys, or that meet in the middle, are joined by keys: with symmetric keys the moves of two halves need
/// not fit together, their keys always do.
///
/// ```
/// use patience_core::{Puzzle, example::Countdown, replay};
///
/// let puzzle = Countdown { from: 5, most: 2 };
/// assert_eq!(replay(&puzzle, &5, &[4, 2, 0]), Some(vec![1, 2, 2]));
/// assert_eq!(replay(&puzzle, &5, &[1]), None);
/// ```
pub fn replay<P: Puzzle>(puzzle: &P, root: &P::State, keys: &[P::Key]) -> Option<Vec<P::Move>> {
    let mut state = root.clone();
    let mut buffer = Vec::new();
    let mut played = Vec::with_capacity(keys.len());
    for &key in keys {
        buffer.clear();
        puzzle.moves(&state, &mut buffer);
        let fitting = buffer.iter().copied().filter(|&mv| puzzle.child_key(&state, mv) == key);
        let mv = fitting.min_by_key(|&mv| puzzle.cost(&state, mv))?;
        puzzle.apply(&mut state, mv);
        played.push(mv);
    }
    Some(played)
}
