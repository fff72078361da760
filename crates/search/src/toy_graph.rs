//! A toy puzzle for tests: a graph by its edges, with a score for every state.

use patience_core::{Evaluator, Node, Puzzle};

/// A graph by its edges. State 9 is the goal.
pub(crate) struct Graph(pub(crate) &'static [(u8, &'static [u8])]);

impl Puzzle for Graph {
    type State = u8;
    type Move = u8;
    type Key = u8;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, state: &u8) -> bool {
        *state == 9
    }

    fn moves(&self, state: &u8, out: &mut Vec<u8>) {
        let edges = self.0.iter().find(|(from, _)| from == state);
        out.extend(edges.map_or(&[][..], |(_, to)| to));
    }

    fn apply(&self, state: &mut u8, mv: u8) {
        *state = mv;
    }

    fn key(&self, state: &u8) -> u8 {
        *state
    }
}

/// Scores by state.
#[derive(Clone, Copy)]
pub(crate) struct Scores(pub(crate) [i32; 10]);

impl Evaluator<Graph> for Scores {
    fn score(&self, _: &Graph, node: &Node<'_, Graph>) -> f64 {
        self.0[usize::from(*node.state)].into()
    }
}
