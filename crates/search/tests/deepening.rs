//! Iterative deepening and IDA* on random graphs, with steps of all sizes: solutions, optimality claims and how far above the optimum
//! they may be.

use patience_core::{Cancel, Cost, Heuristic, Limits, Node, Outcome, Puzzle, Solver, solve};
use patience_laws::{agreement, reference};
use patience_search::{IdaStar, IterativeDeepening};

use crate::graph::Graph;

/// A share of the true distance: admissible. Nodes without a way to the goal are dead ends.
#[derive(Clone, Debug)]
struct Share {
    distances: Vec<Option<Cost>>,
    of: Cost,
}

impl Heuristic<Graph> for Share {
    fn estimate(&self, _: &Graph, node: &Node<'_, Graph>) -> Option<Cost> {
        self.distances[*node.state as usize].map(|cost| cost * self.of / 4)
    }

    fn is_admissible(&self, _: &Graph) -> bool {
        true
    }
}

/// The cost of the solution, if there is one.
fn cost(graph: &Graph, solver: &impl Solver<Graph>) -> Option<Cost> {
    let limits = Limits::default();
    match solve(solver, graph, &graph.start(), &limits, &Cancel::new(), &mut ()).outcome {
        Outcome::Solved(solution) => Some(solution.cost),
        Outcome::ProvenUnsolvable => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_solution_of_iterative_deepening_is_less_than_a_step_above_the_optimum() {
    let mut above = [0; 7];
    for seed in 0..3000 {
        let graph = Graph::random(seed);
        let least = reference::cheapest(&graph, &graph.start());
        for step in 1..7 {
            let solver = IterativeDeepening { step, ..IterativeDeepening::default() };
            agreement(&graph, &solver, &format!("iterative, step {step}, graph {seed}"));
            if let Some((cost, least)) = cost(&graph, &solver).zip(least) {
                let excess = cost - least;
                // The first bound is a step, also where a solution is free.
                let most = if least == 0 { step } else { step - 1 };
                assert!(excess <= most, "step {step}, graph {seed}: {cost}, optimum {least}");
                if 0 < least {
                    above[step as usize] = above[step as usize].max(excess);
                }
            }
        }
    }
    // The law cannot be stricter.
    assert_eq!(above, [0, 0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_solution_of_ida_star_with_an_admissible_heuristic_is_less_than_a_step_above_the_optimum() {
    let mut above = [0; 7];
    for seed in 3000..5000 {
        let graph = Graph::random(seed);
        let distances = graph.distances();
        let least = reference::cheapest(&graph, &graph.start());
        assert_eq!(distances[0], least, "graph {seed}");
        for of in 0..5 {
            for step in 1..7 {
                let heuristic = Share { distances: distances.clone(), of };
                let solver = IdaStar { step, ordered: of % 2 == 0, ..IdaStar::new(heuristic) };
                agreement(&graph, &solver, &format!("ida-star, step {step}, graph {seed}"));
                if let Some((cost, least)) = cost(&graph, &solver).zip(least) {
                    assert!(cost < least + step, "step {step}, graph {seed}: {cost}, {least}");
                    above[step as usize] = above[step as usize].max(cost - least);
                }
            }
        }
    }
    assert_eq!(above, [0, 0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_solution_that_costs_one_is_no_optimum_where_another_is_free() {
    // From 0 to 1 for 1, or by way of 2 for nothing.
    let graph = Graph { edges: vec![vec![(1, 1), (2, 0)], vec![], vec![(1, 0)]], goal: 1 };
    for step in [1, 4] {
        let solver = IterativeDeepening { step, ..IterativeDeepening::default() };
        agreement(&graph, &solver, "iterative");
        assert_eq!(cost(&graph, &solver), Some(1));
    }
    let blind = Share { distances: graph.distances(), of: 0 };
    assert_eq!(cost(&graph, &IdaStar::new(blind)), Some(0));
}
