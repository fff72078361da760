//! Beams on a graph whose edges cost different amounts.

use patience_core::{
    Blind, Built, Cancel, Cost, Evaluator, Limits, Meter, Node, Puzzle, Search, Solver,
};
use patience_search::{Beam, best_first::beam_below};

use crate::graph::Graph;

/// All nodes are equally good.
#[derive(Clone, Copy)]
struct Any;

impl Evaluator<Graph> for Any {
    fn score(&self, _: &Graph, _: &Node<'_, Graph>) -> f64 {
        0.0
    }
}

#[test]
fn a_later_level_may_have_a_cheaper_solution() {
    // Steps of one or two nodes; the longer one costs five.
    let edges = (0..5_u32).map(|from| {
        [(from + 1, 1), (from + 2, 5)].into_iter().filter(|&(to, _)| to <= 4).collect()
    });
    let graph = Graph { edges: edges.collect(), goal: 4 };
    let evaluator = Built { evaluator: Any, scale: 1.0 };
    let (limits, cancel, mut observer) = (Limits::default(), Cancel::new(), ());
    let mut meter = Meter::start(&limits, &cancel, &mut observer);
    let cost = |found: Search<usize>| found.unwrap().map(|solution| solution.cost);
    let first = Beam { evaluator, width: 8 }.search(&graph, &graph.start(), &mut meter);
    assert_eq!(cost(first), Some(10));
    let mut below = |root: u32, most| {
        cost(beam_below(&graph, &root, (&evaluator, &Blind), 8, most, &mut meter))
    };
    assert_eq!(below(0, Cost::MAX), Some(7));
    assert_eq!(below(0, 4), None);
    assert_eq!(below(4, 0), None);
}
