//! A graph with costs, for tests of searches.

use patience_core::{Cost, Puzzle, SplitMix};

/// A graph whose edges have costs. The search begins at node 0.
#[derive(Debug)]
pub(crate) struct Graph {
    /// The edges of each node: where to, and at what cost.
    pub(crate) edges: Vec<Vec<(u32, Cost)>>,
    pub(crate) goal: u32,
}

impl Graph {
    /// A random graph with costs from 0 to 4. Some have no path to the goal, and some no free edges.
    pub(crate) fn random(seed: u64) -> Self {
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
    pub(crate) fn distances(&self) -> Vec<Option<Cost>> {
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
