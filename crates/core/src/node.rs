//! A search node: a state with a summary of its path.

use std::fmt;

use crate::Puzzle;

/// A state and the part of its path that heuristics and advisors use.
///
/// ```
/// use patience_core::{Node, example::Countdown};
///
/// let node: Node<'_, Countdown> = Node::root(&5);
/// assert_eq!((node.g, node.last), (0, None));
/// ```
pub struct Node<'a, P: Puzzle> {
    /// The state.
    pub state: &'a P::State,
    /// Number of moves from the root of the search.
    pub g: u32,
    /// The last move; `None` at the root.
    pub last: Option<P::Move>,
    /// Number of legal moves of the parent, including `last`; 0 at the root.
    pub siblings: u32,
}

impl<'a, P: Puzzle> Node<'a, P> {
    /// A node without a path.
    pub fn root(state: &'a P::State) -> Self {
        Self { state, g: 0, last: None, siblings: 0 }
    }
}

impl<P: Puzzle> Clone for Node<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for Node<'_, P> {}

impl<P: Puzzle> fmt::Debug for Node<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node")
            .field("state", self.state)
            .field("g", &self.g)
            .field("last", &self.last)
            .field("siblings", &self.siblings)
            .finish()
    }
}
