//! Deadlocks as a graph of runs: the least set of runs that hits every cycle.

use super::counts::count_few;

/// The most nodes: cards of a deck.
const MOST: usize = 52;

/// Branches of a search for a least set before it settles for what it has proven.
const BRANCHES: u32 = 200;

/// A directed graph of up to 52 nodes, as sets of successors and predecessors, a bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeadlockGraph {
    successors: [u64; MOST],
    predecessors: [u64; MOST],
    nodes: u64,
}

impl DeadlockGraph {
    /// A graph without nodes.
    pub(super) fn new() -> Self {
        Self { successors: [0; MOST], predecessors: [0; MOST], nodes: 0 }
    }

    /// Adds a node with its successors and predecessors. Nodes have no edge to themselves.
    #[inline]
    pub(super) fn add(&mut self, node: usize, successors: u64, predecessors: u64) {
        self.successors[node] = successors;
        self.predecessors[node] = predecessors;
        self.nodes |= 1 << node;
    }

    /// Replaces the predecessors of a node that is no successor of any, and makes it a successor of each.
    #[inline]
    pub(super) fn set_predecessors(&mut self, node: usize, predecessors: u64) {
        self.predecessors[node] = predecessors;
        ones(predecessors).for_each(|from| self.successors[from] |= 1 << node);
    }

    /// The nodes that are on cycles or between them.
    pub(super) fn on_any_cycle(&self) -> u64 {
        self.on_cycles(self.nodes)
    }

    /// The size of a least feedback vertex set: the fewest nodes without which no cycle is left. Where that takes too long, a lower bound.
    pub(super) fn least_feedback(self) -> u32 {
        let nodes = self.on_any_cycle();
        self.least_feedback_between(nodes, 0, u32::MAX)
    }

    /// The same by the nodes that are on cycles, but at least `least`; where it is not below `limit`, anything from there on that is not above it.
    pub(super) fn least_feedback_between(mut self, nodes: u64, least: u32, limit: u32) -> u32 {
        least.max(self.least_of(nodes, nodes, limit, &mut { BRANCHES }))
    }

    /// The same, where no nodes can be left out but those in `waiting` or because of them.
    fn least_of(&mut self, nodes: u64, waiting: u64, limit: u32, branches: &mut u32) -> u32 {
        let (nodes, chosen) = self.reduce(nodes, waiting);
        if nodes == 0 || limit <= chosen {
            return chosen;
        }
        let proven = chosen + self.disjoint_pairs(nodes).max(1);
        if limit <= proven || *branches == 0 {
            return proven;
        }
        *branches -= 1;
        // Either the node is in the set, or all that form a cycle of two with it are.
        let node = self.busiest(nodes);
        let nodes = nodes & !(1 << node);
        let (to, from) = (self.successors[node] & nodes, self.predecessors[node] & nodes);
        let (limit_with, partners) = (limit - chosen - 1, to & from);
        let with = chosen + 1 + self.clone().least_of(nodes, to | from, limit_with, branches);
        let limit = limit.min(with);
        let proven = proven.max(chosen + count_few(partners));
        if limit <= proven {
            return with.min(proven);
        }
        let chosen = chosen + count_few(partners);
        let nodes = nodes & !partners;
        let near =
            |set| ones(set).fold(0, |near, at| near | self.successors[at] | self.predecessors[at]);
        let waiting = (to | from | near(partners)) & nodes;
        let (to, from) = (to & nodes, from & nodes);
        ones(from).for_each(|before| self.successors[before] |= to);
        ones(to).for_each(|after| self.predecessors[after] |= from);
        with.min(chosen + self.least_of(nodes, waiting, limit - chosen, branches))
    }

    /// The node with most cycles of two; if there are none, with most edges.
    fn busiest(&self, nodes: u64) -> usize {
        let (mut busiest, mut most) = (0, 0);
        for node in ones(nodes) {
            let pairs = count_few(self.partners(node, nodes));
            if most < pairs {
                (busiest, most) = (node, pairs);
            }
        }
        if most != 0 {
            return busiest;
        }
        let edges = |&node: &usize| {
            let (to, from) = (self.successors[node] & nodes, self.predecessors[node] & nodes);
            to.count_ones() + from.count_ones()
        };
        ones(nodes).max_by_key(edges).unwrap_or(0)
    }

    /// Cycles of two that share no node: a lower bound on any feedback vertex set.
    fn disjoint_pairs(&self, nodes: u64) -> u32 {
        let (mut left, mut pairs) = (nodes, 0);
        while left != 0 {
            let node = left.trailing_zeros() as usize;
            left &= left - 1;
            let others = self.partners(node, left);
            left &= !(others & others.wrapping_neg());
            pairs += u32::from(others != 0);
        }
        pairs
    }

    /// Makes a set of nodes smaller, and says how many nodes a least feedback vertex set has beside one of those that are left.
    ///
    /// All cycles through a node with one successor go through that, too. So if the two form a cycle, the successor is chosen; otherwise the
    /// predecessors of the node get an edge to its successor instead. Likewise if it has one predecessor (Levy and Low, 1988).
    fn reduce(&mut self, nodes: u64, mut waiting: u64) -> (u64, u32) {
        let (mut left, mut chosen) = (nodes, 0);
        while waiting != 0 {
            let node = waiting.trailing_zeros() as usize;
            let bit = 1 << node;
            waiting &= !bit;
            let (to, from) = (self.successors[node] & left, self.predecessors[node] & left);
            if to == 0 || from == 0 {
                left &= !bit;
                waiting |= (to | from) & left;
            } else if to.is_power_of_two() || from.is_power_of_two() {
                let (only, others) = if to.is_power_of_two() { (to, from) } else { (from, to) };
                left &= !bit;
                waiting |= (to | from) & left;
                let at = only.trailing_zeros() as usize;
                if others & only != 0 {
                    chosen += 1;
                    left &= !only;
                    waiting |= self.successors[at] | self.predecessors[at];
                    waiting &= left;
                } else if to.is_power_of_two() {
                    self.predecessors[at] |= others;
                    ones(others).for_each(|before| self.successors[before] |= only);
                } else {
                    self.successors[at] |= others;
                    ones(others).for_each(|after| self.predecessors[after] |= only);
                }
            }
        }
        (left, chosen)
    }

    /// The nodes that form a cycle of two with a node.
    #[inline]
    fn partners(&self, node: usize, nodes: u64) -> u64 {
        self.successors[node] & self.predecessors[node] & nodes
    }

    /// The nodes without those that have no successor or no predecessor, which are on no cycle.
    fn on_cycles(&self, nodes: u64) -> u64 {
        let mut left = nodes;
        loop {
            let before = left;
            for node in ones(left) {
                if self.successors[node] & left == 0 || self.predecessors[node] & left == 0 {
                    left &= !(1 << node);
                }
            }
            if left == before {
                return left;
            }
        }
    }
}

/// The bits of a set.
#[inline]
fn ones(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let first = (rest != 0).then_some(rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(first)
    })
}

#[cfg(test)]
mod tests {
    use patience_core::SplitMix;

    use super::*;

    fn graph(successors: &[u64]) -> DeadlockGraph {
        let mut graph = DeadlockGraph::new();
        for (node, &set) in successors.iter().enumerate() {
            let from = successors.iter().enumerate().filter(|(_, set)| *set >> node & 1 != 0);
            graph.add(node, set, from.fold(0, |set, (from, _)| set | 1 << from));
        }
        graph
    }

    /// By definition: tries all sets, and removes sources until nothing or a cycle is left.
    fn least_by_trial(len: usize, successors: &[u64]) -> u32 {
        let is_acyclic = |mut left: u64| {
            loop {
                let source = (0..len).find(|&node| {
                    left >> node & 1 != 0
                        && (0..len)
                            .all(|from| left >> from & 1 == 0 || successors[from] >> node & 1 == 0)
                });
                match source {
                    Some(node) => left &= !(1 << node),
                    None => return left == 0,
                }
            }
        };
        let all = (1_u64 << len) - 1;
        let sets = (0..=all).filter(|removed| is_acyclic(all & !removed));
        sets.map(u64::count_ones).min().unwrap_or(0)
    }

    #[test]
    fn the_least_set_is_that_of_trying_all_sets() {
        let mut random = SplitMix::new(7);
        let mut sizes = [0; 10];
        for case in 0..600 {
            let len = 1 + random.below(9);
            let sparseness = 2 + case % 5;
            let successors: Vec<u64> = (0..len)
                .map(|node| {
                    let others = (0..len).filter(|&other| other != node);
                    let chosen = others.filter(|_| random.below(sparseness) == 0);
                    chosen.fold(0, |set, other| set | 1 << other)
                })
                .collect();
            let graph = graph(&successors);
            let least = least_by_trial(len, &successors);
            let nodes = graph.on_any_cycle();
            for limit in 1..least + 3 {
                let found = graph.clone().least_feedback_between(nodes, 0, limit);
                assert!(limit.min(least) <= found && found <= least, "{limit}: {successors:?}");
            }
            assert_eq!(graph.least_feedback(), least, "{successors:?}");
            sizes[least as usize] += 1;
        }
        assert!(sizes[..6].iter().all(|&count| count != 0), "{sizes:?}");
    }

    #[test]
    fn a_long_cycle_needs_one_node() {
        let ring: Vec<u64> = (0..MOST).map(|node| 1 << ((node + 1) % MOST)).collect();
        assert_eq!(graph(&ring).least_feedback(), 1);
    }
}
