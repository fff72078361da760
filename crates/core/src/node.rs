//! A state with what the path to it tells.

use std::fmt;

use crate::Puzzle;

/// A state and the part of its path that heuristics and advisors may ask for.
///
/// ```
/// use patience_core::{Node, example::Countdown};
///
/// let node: Node<'_, Countdown> = Node::root(&5);
/// assert_eq!((node.g, node.last), (0, None));
/// ```
pub struct Node<'a, P: Puzzle> {
    /// The state itself.
    pub state: &'a P::State,
    /// Moves made from the start of the search to this state.
    pub g: u32,
    /// The move that led here; `None` at the start.
    pub last: Option<P::Move>,
    /// Moves that the state before had, this one's included; 0 at the start.
    pub siblings: u32,
}

impl<'a, P: Puzzle> Node<'a, P> {
    /// A state without a past.
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
