//! Deadlocks as a graph of runs: the least set of runs that hits every cycle.

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

    /// Sets the predecessors of a node that has none yet, and itself as a successor of each.
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
    pub(super) fn least_feedback(&self) -> u32 {
        self.least_feedback_between(self.on_any_cycle(), 0, u32::MAX)
    }

    /// The same by the nodes that are on cycles, but at least `least`; where it is not below `limit`, anything from there on.
    pub(super) fn least_feedback_between(&self, nodes: u64, least: u32, limit: u32) -> u32 {
        let mut branches = BRANCHES;
        let mut size = least.max(self.disjoint_cycles(nodes));
        while size < limit
            && nodes != 0
            && self.branch(nodes, 0, size, &mut branches) == Some(false)
        {
            size += 1;
        }
        size
    }

    /// Whether `size` nodes, none of them among `kept`, hit all cycles of `nodes`; `None` if no branches are left.
    fn has_feedback(&self, nodes: u64, kept: u64, size: u32, branches: &mut u32) -> Option<bool> {
        let nodes = self.on_cycles(nodes);
        if nodes == 0 {
            return Some(true);
        }
        if size < self.disjoint_cycles(nodes) {
            return Some(false);
        }
        self.branch(nodes, kept, size, branches)
    }

    /// The same, for nodes that are on cycles and of which no more than `size` disjoint cycles are known.
    fn branch(&self, nodes: u64, kept: u64, size: u32, branches: &mut u32) -> Option<bool> {
        *branches = branches.checked_sub(1)?;
        if let Some(node) = self.in_cycles_of_two(nodes & !kept, nodes, |others| 1 < others) {
            // Either the node is in the set, or all that form a cycle of two with it are.
            let others = self.partners(node, nodes);
            let with = nodes & !(1 << node);
            if self.has_feedback(with, kept, size - 1, branches)? {
                return Some(true);
            }
            let count = others.count_ones();
            if others & kept != 0 || size < count {
                return Some(false);
            }
            return self.has_feedback(nodes & !others, kept | 1 << node, size - count, branches);
        }
        let mut kept = kept;
        for node in ones(self.short_cycle(nodes) & !kept) {
            if self.has_feedback(nodes & !(1 << node), kept, size - 1, branches)? {
                return Some(true);
            }
            kept |= 1 << node;
        }
        Some(false)
    }

    /// The nodes that form a cycle of two with a node.
    #[inline]
    fn partners(&self, node: usize, nodes: u64) -> u64 {
        self.successors[node] & self.predecessors[node] & nodes
    }

    /// A node of a set that forms cycles of two: one with a preferred number of them (one, or two for more), else any.
    #[inline]
    fn in_cycles_of_two(
        &self,
        set: u64,
        nodes: u64,
        is_preferred: impl Fn(u32) -> bool,
    ) -> Option<usize> {
        let mut any = None;
        for node in ones(set) {
            let others = self.partners(node, nodes);
            if others != 0 {
                // Counting bits takes longer.
                if is_preferred(1 + u32::from(others & (others - 1) != 0)) {
                    return Some(node);
                }
                any = Some(node);
            }
        }
        any
    }

    /// The nodes without those that have no successor or no predecessor, which are on no cycle.
    fn on_cycles(&self, nodes: u64) -> u64 {
        let mut left = nodes;
        loop {
            let is_between = |&node: &usize| {
                self.successors[node] & left != 0 && self.predecessors[node] & left != 0
            };
            let between = ones(left).filter(is_between).fold(0, |set, node| set | 1 << node);
            if between == left {
                return left;
            }
            left = between;
        }
    }

    /// The number of cycles that share no node, chosen greedily, the shortest first: a lower bound on any feedback vertex set.
    fn disjoint_cycles(&self, nodes: u64) -> u32 {
        let mut left = nodes;
        let mut cycles = 0;
        while left != 0 {
            left = self.on_cycles(left & !self.short_cycle(left));
            cycles += 1;
        }
        cycles
    }

    /// A cycle of two of a node that has no other, if there is one; else any cycle of two, else a shortest cycle. Every node must have a
    /// successor.
    fn short_cycle(&self, nodes: u64) -> u64 {
        if let Some(one) = self.in_cycles_of_two(nodes, nodes, |others| others == 1) {
            let others = self.partners(one, nodes);
            return 1 << one | others & others.wrapping_neg();
        }
        let through = ones(nodes).map(|node| self.shortest_through(node, nodes));
        through.min_by_key(|cycle| cycle.count_ones()).unwrap_or(0)
    }

    /// A shortest cycle through a node; all nodes if there is none.
    fn shortest_through(&self, node: usize, nodes: u64) -> u64 {
        let mut layers = [0_u64; MOST];
        layers[0] = 1 << node;
        let mut seen = 0;
        for at in 0..MOST {
            let next = ones(layers[at]).fold(0, |set, from| set | self.successors[from]);
            let next = next & nodes & !seen;
            if next >> node & 1 != 0 {
                return self.walk_back(node, &layers[..=at]);
            }
            if next == 0 || at + 1 == MOST {
                break;
            }
            layers[at + 1] = next;
            seen |= next;
        }
        nodes
    }

    /// The nodes of a path through all layers that ends before `node`.
    fn walk_back(&self, node: usize, layers: &[u64]) -> u64 {
        let mut path = 0;
        let mut next = node;
        for layer in layers.iter().rev() {
            next = (self.predecessors[next] & layer).trailing_zeros() as usize;
            path |= 1 << next;
        }
        path
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
