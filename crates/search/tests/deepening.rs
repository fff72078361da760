//! Iterative deepening and IDA* on random graphs, with steps of all sizes: solutions, optimality claims and how far above the optimum
//! they may be.

use patience_core::{
    Cancel, Cost, Heuristic, Limits, Node, Outcome, Puzzle, Solver, SplitMix, solve,
};
use patience_laws::{agreement, reference};
use patience_search::{IdaStar, IterativeDeepening};

/// A random graph. Edges cost 0 to 4.
#[derive(Debug)]
struct Graph {
    /// The edges of each node: where to, and at what cost.
    edges: Vec<Vec<(u32, Cost)>>,
    goal: u32,
}

impl Graph {
    /// Some have no path to the goal, and some no free edges.
    fn random(seed: u64) -> Self {
        let mut random = SplitMix::new(seed);
        let nodes = 2 + random.below(12);
        let cheapest = random.below(2);
        let number = |value: usize| u32::try_from(value).unwrap();
        let mut edge =
            || (number(random.below(nodes)), number(cheapest + random.below(5 - cheapest)));
        let edges: Vec<Vec<_>> = (0..nodes).map(|_| vec![edge(), edge()]).collect();
        // A move changes the state.
        let real = |(from, edges): (usize, Vec<(u32, Cost)>)| {
            edges.into_iter().filter(|&(to, _)| to != number(from)).collect()
        };
        Self { edges: edges.into_iter().enumerate().map(real).collect(), goal: number(nodes - 1) }
    }

    /// The cheapest way to the goal from every node, by relaxing all edges as often as there are nodes.
    fn distances(&self) -> Vec<Option<Cost>> {
        let mut costs = vec![None; self.edges.len()];
        costs[self.goal as usize] = Some(0);
        for _ in &self.edges {
            for (from, edges) in self.edges.iter().enumerate() {
                let over = edges.iter().filter_map(|&(to, cost)| Some(costs[to as usize]? + cost));
                costs[from] = over.chain(costs[from]).min();
            }
        }
        costs
    }
}

impl Puzzle for Graph {
    type State = u32;
    /// The index of an edge.
    type Move = usize;
    type Key = u32;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, &node: &u32) -> bool {
        node == self.goal
    }

    fn moves(&self, &node: &u32, out: &mut Vec<usize>) {
        out.extend(0..self.edges[node as usize].len());
    }

    fn apply(&self, node: &mut u32, edge: usize) {
        *node = self.edges[*node as usize][edge].0;
    }

    fn key(&self, &node: &u32) -> u32 {
        node
    }

    fn cost(&self, &node: &u32, edge: usize) -> Cost {
        self.edges[node as usize][edge].1
    }
}

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
