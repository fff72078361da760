//! Minimal examples for documentation and tests: `Countdown` and the hidden game `Maze`.

mod maze;

pub use maze::{Maze, MazeMove, MazeView, OpenMaze, OpenState};

use crate::{Backward, Cost, Feature, Features, Heuristic, Kind, Nearer, Node, Packed, Puzzle};

/// Take one to `most` from a heap of `from` until nothing is left.
///
/// ```
/// use patience_core::{Puzzle, example::Countdown};
///
/// let puzzle = Countdown { from: 2, most: 3 };
/// assert!(puzzle.is_goal(&puzzle.child(&puzzle.start(), 2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    /// The size of the heap.
    pub from: u32,
    /// The maximum that one move may take.
    pub most: u32,
}

impl Puzzle for Countdown {
    type State = u32;
    type Move = u32;
    type Key = u32;

    fn start(&self) -> u32 {
        self.from
    }

    fn is_goal(&self, &left: &u32) -> bool {
        left == 0
    }

    fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
        out.extend(1..=self.most.min(left));
    }

    fn apply(&self, left: &mut u32, taken: u32) {
        *left -= taken;
    }

    fn key(&self, &left: &u32) -> u32 {
        left
    }
}

impl Packed for Countdown {
    fn unpack(&self, key: u32) -> u32 {
        key
    }
}

impl Backward for Countdown {
    fn goals(&self, out: &mut Vec<u32>) {
        out.push(0);
    }

    fn moves_into(&self, &left: &u32, out: &mut Vec<u32>) {
        out.extend(1..=self.most.min(self.from - left));
    }

    fn retract(&self, left: &mut u32, taken: u32) {
        *left += taken;
    }
}

impl Features for Countdown {
    fn features() -> &'static [Feature<Self>] {
        &[
            Feature {
                name: "Left",
                summary: "size of the heap",
                kind: Kind::Heuristic { nearer: Nearer::Low, admissible: false },
                range: |puzzle| (0.0, f64::from(puzzle.from)),
                measure: |_, node| f64::from(*node.state),
            },
            Feature {
                name: "g",
                summary: "moves made since the start",
                kind: Kind::Advisor,
                range: |puzzle| (0.0, f64::from(puzzle.from)),
                measure: |_, node| f64::from(node.g),
            },
        ]
    }
}

/// The minimum number of moves to empty the heap: a perfect heuristic for [`Countdown`].
///
/// ```
/// use patience_core::example::{Countdown, HeapHeight};
/// use patience_core::{Heuristic, Node, Puzzle};
///
/// let puzzle = Countdown { from: 7, most: 3 };
/// assert_eq!(HeapHeight.estimate(&puzzle, &Node::root(&7)), Some(3));
/// assert_eq!(HeapHeight.estimate(&puzzle, &Node::root(&0)), Some(0));
/// assert!(HeapHeight.is_admissible(&puzzle));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HeapHeight;

impl Heuristic<Countdown> for HeapHeight {
    fn estimate(&self, puzzle: &Countdown, node: &Node<'_, Countdown>) -> Option<Cost> {
        Some(node.state.div_ceil(puzzle.most))
    }

    fn is_admissible(&self, _: &Countdown) -> bool {
        true
    }
}
