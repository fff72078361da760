//! Random walks, on which the laws are checked.

use patience_core::{Node, Puzzle};

use crate::SplitMix;
use crate::successors::moves;

/// Random walks from the start of a puzzle; each ends at a goal, as a search would, at a dead end, or after `length` moves.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::Walks;
///
/// let walks = Walks { seed: 1, count: 10, length: 100 };
/// walks.visit(&Countdown { from: 9, most: 3 }, |node| assert!(node.g <= 9));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walks {
    /// Equal seeds give equal walks.
    pub seed: u64,
    /// Number of walks.
    pub count: usize,
    /// Maximum number of moves per walk.
    pub length: usize,
}

impl Default for Walks {
    /// 50 walks of at most 100 moves.
    fn default() -> Self {
        Self { seed: 1, count: 50, length: 100 }
    }
}

impl Walks {
    /// Calls `each` with every node of every walk, in order, including the starts.
    pub fn visit<P: Puzzle>(&self, puzzle: &P, mut each: impl FnMut(&Node<'_, P>)) {
        for walk in self.iter(puzzle) {
            for step in &walk {
                each(&step.node());
            }
        }
    }

    pub(crate) fn iter<P: Puzzle>(&self, puzzle: &P) -> impl Iterator<Item = Vec<Step<P>>> {
        let mut random = SplitMix::new(self.seed);
        (0..self.count).map(move |_| walk(puzzle, self.length, &mut random))
    }
}

/// A state on a walk and how it was reached: an owned [`Node`].
pub(crate) struct Step<P: Puzzle> {
    pub(crate) state: P::State,
    g: u32,
    last: Option<P::Move>,
    siblings: u32,
}

impl<P: Puzzle> Step<P> {
    /// The node that a search would create here.
    pub(crate) fn node(&self) -> Node<'_, P> {
        Node { state: &self.state, g: self.g, last: self.last, siblings: self.siblings }
    }
}

fn walk<P: Puzzle>(puzzle: &P, length: usize, random: &mut SplitMix) -> Vec<Step<P>> {
    let mut here = Step { state: puzzle.start(), g: 0, last: None, siblings: 0 };
    let mut steps = Vec::new();
    while steps.len() < length && !puzzle.is_goal(&here.state) {
        let legal = moves(puzzle, &here.state);
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        let siblings = legal.len().try_into().expect("a state has fewer than 2^32 moves");
        let state = puzzle.child(&here.state, mv);
        let next = Step { state, g: here.g + 1, last: Some(mv), siblings };
        steps.push(here);
        here = next;
    }
    steps.push(here);
    steps
}

#[cfg(test)]
mod tests {
    use patience_core::example::Countdown;

    use super::*;

    fn states(walks: Walks) -> Vec<Vec<u32>> {
        let puzzle = Countdown { from: 9, most: 3 };
        walks.iter(&puzzle).map(|walk| walk.iter().map(|step| step.state).collect()).collect()
    }

    #[test]
    fn same_seed_gives_same_walks() {
        let walks = Walks::default();
        assert_eq!(states(walks), states(walks));
        assert_ne!(states(walks), states(Walks { seed: 2, ..walks }));
    }

    #[test]
    fn walks_end_at_a_goal_or_after_their_length() {
        for walk in states(Walks::default()) {
            assert_eq!((walk[0], walk[walk.len() - 1]), (9, 0));
        }
        for walk in states(Walks { length: 2, ..Walks::default() }) {
            assert_eq!((walk[0], walk.len()), (9, 3));
        }
    }

    #[test]
    fn nodes_know_their_path() {
        let puzzle = Countdown { from: 9, most: 3 };
        let mut before = None;
        Walks::default().visit(&puzzle, |node| {
            if let (Some(before), Some(taken)) = (before, node.last) {
                assert_eq!(before - taken, *node.state);
                assert_eq!(node.siblings, puzzle.most.min(before));
            } else {
                assert_eq!((node.g, node.siblings, *node.state), (0, 0, 9));
            }
            before = Some(*node.state);
        });
    }
}
