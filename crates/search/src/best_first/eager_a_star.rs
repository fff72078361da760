//! A* that stores states when they are generated, for searches that begin with a good upper bound.

use std::collections::BTreeMap;

use patience_core::{Cost, Event, Heuristic, Meter, Node, Packed, Search, Solver, Stop};

use super::improve::{Improved, improve};
use super::trail;
use crate::index::Index;

/// Finds a solution with another solver, then a cheaper one with A*, or the proof that there is none.
///
/// Unlike [`AStar`](super::AStar), it refines estimates and stores states when they are generated, unless they cannot beat the best known
/// solution. So it estimates and unpacks every state once. Where the first solution is nearly always optimal, all stored states must be expanded
/// anyway, and it takes less time and no more memory than `AStar`.
///
/// *Complete* if the first solver is; *optimal* with an admissible heuristic; *memory*: a key per state that may beat the best known
/// solution.
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, example::{Countdown, HeapHeight}, solve};
/// use patience_search::{EagerAStar, IterativeDeepening};
///
/// let puzzle = Countdown { from: 100, most: 7 };
/// let first = IterativeDeepening { step: 1000, table: 1000 };
/// let solver = EagerAStar { first, heuristic: HeapHeight };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 15 && solution.optimal));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EagerAStar<S, H> {
    /// Finds the first solution.
    pub first: S,
    /// Estimates the cost-to-go.
    pub heuristic: H,
}

impl<P: Packed, S: Solver<P>, H: Heuristic<P>> Solver<P> for EagerAStar<S, H> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        let is_admissible = self.heuristic.is_admissible(puzzle);
        improve(&self.first, (puzzle, root), is_admissible, meter, |below, meter| {
            let mut run = Run::new(puzzle, &self.heuristic, below, meter);
            // At a limit, a solution that may not be optimal is better than none.
            let is_finished = run.search(root).is_ok();
            Improved { is_finished, keys: run.keys() }
        })
    }

    fn is_complete(&self) -> bool {
        self.first.is_complete()
    }
}

struct Run<'a, 'm, 'o, P: Packed, H> {
    puzzle: &'a P,
    heuristic: &'a H,
    /// Upper bound: solutions must cost less.
    below: Cost,
    meter: &'m mut Meter<'o>,
    index: Index,
    stored: Chunks<Stored<P::Key>>,
    /// Slots of stored states, the first to be expanded first.
    open: BTreeMap<Priority, Vec<u32>>,
    waiting: usize,
    moves: Vec<P::Move>,
    /// Lower bounds of the children of `moves`; empty if there are none.
    bounds: Vec<Cost>,
    /// Children of a state that is expanded.
    children: Vec<Child<P::Move, P::Key>>,
    /// The slot before the goal and the key of the goal, of the cheapest solution found.
    found: Option<(u32, P::Key)>,
}

/// By the estimated total cost, then by the estimated cost-to-go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    total: Cost,
    left: Cost,
}

/// A child that may beat the best known solution.
#[derive(Clone, Copy, Debug)]
struct Child<M, K> {
    mv: M,
    /// From the root.
    cost: Cost,
    /// Lower bound of the cost-to-go.
    least: Cost,
    /// Its key, where that is known without the state.
    quick: Option<K>,
}

struct Stored<K> {
    key: K,
    parent: u32,
    g: u32,
    cost: Cost,
    /// The estimated cost-to-go.
    left: Cost,
}

impl<K> Stored<K> {
    fn priority(&self) -> Priority {
        Priority { total: self.cost.saturating_add(self.left), left: self.left }
    }
}

impl<'a, 'm, 'o, P: Packed, H: Heuristic<P>> Run<'a, 'm, 'o, P, H> {
    fn new(puzzle: &'a P, heuristic: &'a H, below: Cost, meter: &'m mut Meter<'o>) -> Self {
        Self {
            puzzle,
            heuristic,
            below,
            meter,
            index: Index::new(),
            stored: Chunks::new(),
            open: BTreeMap::new(),
            waiting: 0,
            moves: Vec::new(),
            bounds: Vec::new(),
            children: Vec::new(),
            found: None,
        }
    }

    /// Searches until nothing is left that could beat the best solution.
    fn search(&mut self, root: &P::State) -> Result<(), Stop> {
        let key = self.puzzle.key(root);
        let node = Node::root(root);
        let left = self.heuristic.estimate_between(self.puzzle, &node, 0, self.below);
        let Some(left) = left else { return Ok(()) };
        self.store(None, Stored { key, parent: 0, g: 0, cost: 0, left })?;
        let mut bound = None;
        while let Some(mut best) = self.open.first_entry() {
            let priority = *best.key();
            if self.below <= priority.total {
                break;
            }
            let Some(slot) = best.get_mut().pop() else {
                best.remove();
                continue;
            };
            self.waiting -= 1;
            let Stored { key, .. } = self.stored[slot];
            // It was reached more cheaply after it began to wait.
            if self.stored[slot].priority() != priority {
                continue;
            }
            if bound.is_none_or(|bound| bound < priority.total) {
                bound = Some(priority.total);
                self.meter.emit(Event::Iteration { bound: priority.total });
            }
            self.expand(slot, &self.puzzle.unpack(key))?;
        }
        Ok(())
    }

    /// The slot of a stored state.
    fn slot(&self, key: &P::Key) -> Option<u32> {
        self.index.find(Index::hash(key), |slot| self.stored[slot].key == *key)
    }

    /// Stores a state, in its slot if it has one, and queues it.
    fn store(&mut self, slot: Option<u32>, arrival: Stored<P::Key>) -> Result<(), Stop> {
        let priority = arrival.priority();
        let slot = if let Some(slot) = slot {
            self.stored[slot] = arrival;
            slot
        } else {
            if self.stored.len() == self.stored.capacity() || self.index.is_full() {
                self.grow()?;
            }
            let fresh = u32::try_from(self.stored.len()).map_err(|_| Stop::Memory)?;
            self.index.find_or_enter(Index::hash(&arrival.key), fresh, |_| false);
            self.stored.push(arrival);
            fresh
        };
        self.open.entry(priority).or_default().push(slot);
        self.waiting += 1;
        Ok(())
    }

    /// Stores the children of a stored state, here unpacked, that could lead to a cheaper solution.
    fn expand(&mut self, slot: u32, state: &P::State) -> Result<(), Stop> {
        self.meter.expand()?;
        let Stored { cost, g, left, .. } = self.stored[slot];
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.puzzle.moves(state, &mut moves);
        self.meter.generate(moves.len());
        let siblings = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        self.bounds.clear();
        let node = Node { state, g, last: None, siblings };
        let estimated = cost.saturating_add(left);
        // With more to spare, moves of cost 1 prune nothing that way.
        if self.below <= estimated.saturating_add(1) {
            self.heuristic.bound_children(self.puzzle, &node, left, &moves, &mut self.bounds);
        }
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        for (at, &mv) in moves.iter().enumerate() {
            let cost = cost.saturating_add(self.puzzle.cost(state, mv));
            let least = match self.bounds.get(at) {
                Some(&least) => least,
                None => estimated.saturating_sub(cost),
            };
            if cost.saturating_add(least) < self.below {
                let quick = self.puzzle.quick_child_key(state, mv);
                if let Some(key) = &quick {
                    self.index.touch(Index::hash(key));
                }
                children.push(Child { mv, cost, least, quick });
            }
        }
        for child in &children {
            self.reach(slot, &node, child)?;
        }
        (self.moves, self.children) = (moves, children);
        Ok(())
    }

    /// Stores a child of the state in a slot if it could lead to a cheaper solution.
    fn reach(
        &mut self,
        slot: u32,
        parent: &Node<'_, P>,
        child: &Child<P::Move, P::Key>,
    ) -> Result<(), Stop> {
        let &Child { mv, cost, least, quick } = child;
        let g = parent.g.saturating_add(1);
        let mut arrival = Stored { key: self.stored[slot].key, parent: slot, g, cost, left: least };
        let limit = self.below.saturating_sub(cost);
        if let Some(key) = quick {
            let known = self.slot(&key);
            if known.is_some_and(|slot| self.stored[slot].cost <= cost) {
                self.meter.duplicate();
                return Ok(());
            }
            let left = match known {
                Some(slot) => Some(Some(self.stored[slot].left)),
                None => self.heuristic.estimate_quick_child(self.puzzle, parent, mv, least, limit),
            };
            if let Some(left) = left {
                let Some(left) = left else { return Ok(()) };
                (arrival.key, arrival.left) = (key, left);
                return self.store(known, arrival);
            }
        }
        let mut state = parent.state.clone();
        self.puzzle.apply(&mut state, mv);
        arrival.key = self.puzzle.key(&state);
        if self.puzzle.is_goal(&state) {
            if cost < self.below {
                (self.below, self.found) = (cost, Some((slot, arrival.key)));
                self.meter.emit(Event::Improved { score: f64::from(cost) });
            }
            return Ok(());
        }
        let known = self.slot(&arrival.key);
        if known.is_some_and(|slot| self.stored[slot].cost <= cost) {
            self.meter.duplicate();
            return Ok(());
        }
        let left = match known {
            Some(slot) => Some(self.stored[slot].left),
            None => {
                let node = Node { state: &state, g, last: Some(mv), siblings: parent.siblings };
                self.heuristic.estimate_between(self.puzzle, &node, least, limit)
            }
        };
        let Some(left) = left else { return Ok(()) };
        self.store(known, Stored { left, ..arrival })
    }

    /// Makes room for more states.
    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let states = (self.stored.capacity() + CHUNK) * size_of::<Stored<P::Key>>();
        // Stacks have up to twice the capacity that they need.
        let waiting = 2 * self.waiting * size_of::<u32>();
        let index =
            if self.index.is_full() { self.index.bytes_to_grow() } else { self.index.bytes() };
        self.meter.store(self.stored.len() as u64, index + (states + waiting) as u64)?;
        if self.index.is_full() {
            self.index.grow();
        }
        if self.stored.len() == self.stored.capacity() {
            self.stored.grow();
        }
        Ok(())
    }

    /// The keys from the root, excluded, to the goal of the cheapest solution found.
    fn keys(&self) -> Option<Vec<P::Key>> {
        let (slot, goal) = self.found?;
        let before = |slot: u32| {
            let Stored { parent, key, .. } = self.stored[slot];
            (slot != 0).then_some((parent, key))
        };
        Some(trail(slot, goal, before))
    }
}

/// Items in a chunk.
const CHUNK: usize = 1 << 14;

/// A list that grows by a chunk at a time, without copies.
struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Chunks<T> {
    fn new() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    fn grow(&mut self) {
        self.chunks.push(Vec::with_capacity(CHUNK));
    }

    /// Adds an item; there must be room for it.
    #[inline]
    fn push(&mut self, item: T) {
        if let Some(chunk) = self.chunks.get_mut(self.len / CHUNK) {
            chunk.push(item);
            self.len += 1;
        }
    }
}

impl<T> std::ops::Index<u32> for Chunks<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: u32) -> &T {
        &self.chunks[at as usize / CHUNK][at as usize % CHUNK]
    }
}

impl<T> std::ops::IndexMut<u32> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.chunks[at as usize / CHUNK][at as usize % CHUNK]
    }
}
