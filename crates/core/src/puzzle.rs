//! The `Puzzle` trait (states, moves, exact keys) and its capabilities: unpacking keys and backward play.

use std::fmt::Debug;
use std::hash::Hash;

/// The cost of a move or of a whole solution, in the metric of the puzzle instance.
pub type Cost = u32;

/// One *instance*: the rules, the constants of this deal or board, and the start state.
///
/// Constants stay out of `State`, so states are small and cheap to copy: searches copy and apply, they never undo.
/// [`Countdown`](crate::example::Countdown) is the smallest implementation.
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
    /// A position: small, without heap allocation.
    type State: Clone + Eq + Debug + Send + Sync;
    /// A move. Its meaning may depend on the state in which it is played.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// Identifies a state exactly, up to symmetries that preserve the goal: equal keys have equal cost-to-go. Never a lossy hash.
    type Key: Copy + Ord + Hash + Debug + Send + Sync;

    /// The start state of this instance.
    fn start(&self) -> Self::State;

    /// Whether `state` is solved.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends the legal moves of `state` to `out`, in a fixed order, without clearing it.
    ///
    /// Of several moves to states with equal keys, one suffices.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Whether `mv` is one of the [`moves`](Self::moves) of `state`. Override it if listing them is not necessary.
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        legal.contains(&mv)
    }

    /// Plays `mv`, which must be legal in `state`. Every legal move changes the state.
    fn apply(&self, state: &mut Self::State, mv: Self::Move);

    /// The exact, canonical key of `state`.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// The cost of playing `mv` in `state`.
    fn cost(&self, _state: &Self::State, _mv: Self::Move) -> Cost {
        1
    }

    /// Plays `mv` and returns its cost. Override it if one computation gives both.
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

    /// Calls `visit` with every legal move of `state`, in the order of [`moves`](Self::moves), and the state after it. Override it if one
    /// computation gives both. `moves` is a scratch buffer.
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

    /// The key of the state after `mv`. Override it if the key can be computed without building that state.
    #[inline]
    fn child_key(&self, state: &Self::State, mv: Self::Move) -> Self::Key {
        self.quick_child_key(state, mv).unwrap_or_else(|| self.key(&self.child(state, mv)))
    }

    /// The key of the state after `mv` where it can be computed without building that state. Override it if this depends on the move.
    #[inline]
    fn quick_child_key(&self, _state: &Self::State, _mv: Self::Move) -> Option<Self::Key> {
        None
    }
}

/// States can be rebuilt from their keys, so a search may store keys alone, in memory or on disk.
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

/// The puzzle can be played backwards from its goals.
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
    /// Appends every goal state, up to equal keys.
    fn goals(&self, out: &mut Vec<Self::State>);

    /// Appends every move that leads into `state`, in a fixed order.
    fn moves_into(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Undoes `mv`: `state` becomes the state in which `mv` was played.
    fn retract(&self, state: &mut Self::State, mv: Self::Move);
}

/// The reverse of a puzzle: a forward search of it is a backward search of `puzzle` from `goal`.
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
    /// The puzzle to play backwards.
    pub puzzle: &'p P,
    /// The goal state at which the backward search starts.
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

/// Turns a path of keys into moves by playing from `root`; takes the cheapest move where several lead to a key. Returns `None` if a key
/// is not reachable in one move.
///
/// Searches that store keys, or that meet in the middle, join their paths by keys: with symmetric keys the moves of two halves need not
/// fit together, but their keys do.
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
