//! A* (Hart, Nilsson and Raphael, 1968): expand the state with the least cost so far plus estimate. Lazy, where the heuristic can refine its
//! estimates (Tolpin, Beja, Shimony, Felner and Karpas, 2013).

use patience_core::{Cost, Event, Heuristic, Meter, Node, Packed, Search, Solver, Stop};

use super::improve::{Improved, improve};
use super::{OpenList, trail};
use crate::index::Index;

/// Finds a solution with another solver, then a cheaper one with A*, or the proof that there is none.
///
/// A* prunes everything that cannot beat the first solution, so a better first solution leaves less work; if it is optimal, A* only
/// exhausts the rest. Children are estimated when generated but stored only when expanded, and then only their keys. An estimate is refined when
/// the state would be expanded: if it grows, the state waits again.
///
/// *Complete* if the first solver is; *optimal* with an admissible heuristic; *memory*: a key per state expanded, and a few bytes per
/// state generated.
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, example::{Countdown, HeapHeight}, solve};
/// use patience_search::{AStar, IterativeDeepening};
///
/// let puzzle = Countdown { from: 100, most: 7 };
/// let solver = AStar { first: IterativeDeepening { step: 1000, table: 1000 }, heuristic: HeapHeight };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 15 && solution.optimal));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AStar<S, H> {
    /// Finds the first solution.
    pub first: S,
    /// Estimates the cost-to-go.
    pub heuristic: H,
}

impl<P: Packed, S: Solver<P>, H: Heuristic<P>> Solver<P> for AStar<S, H> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        let is_admissible = self.heuristic.is_admissible(puzzle);
        improve(&self.first, (puzzle, root), is_admissible, meter, |below, meter| {
            // At a limit, a solution that may not be optimal is better than none.
            let found = Run::new(puzzle, &self.heuristic, below, meter).search(root);
            Improved { is_finished: found.is_ok(), keys: found.ok().flatten() }
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
    stored: Vec<Stored<P::Key>>,
    /// Children that are not stored, the first to be expanded first.
    open: OpenList<Priority, Waiting<P::Move>>,
    moves: Vec<P::Move>,
    /// Lower bounds of the children of `moves`; empty if there are none.
    bounds: Vec<Cost>,
    /// Refined estimates.
    refined: u64,
}

/// Refined estimates between two looks at the clock: states that wait again are not expanded.
const POLL_INTERVAL: u64 = 1 << 10;

/// By the estimated total cost, then by the estimated cost-to-go; refined ones last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    total: Cost,
    left: Cost,
    is_refined: bool,
}

struct Stored<K> {
    key: K,
    cost: Cost,
    parent: u32,
    g: u32,
}

/// A child that is not stored: a move of its unpacked parent.
#[derive(Clone, Copy, Debug)]
struct Waiting<M> {
    parent: u32,
    mv: M,
}

impl<'a, 'm, 'o, P: Packed, H: Heuristic<P>> Run<'a, 'm, 'o, P, H> {
    fn new(puzzle: &'a P, heuristic: &'a H, below: Cost, meter: &'m mut Meter<'o>) -> Self {
        Self {
            puzzle,
            heuristic,
            below,
            meter,
            index: Index::new(),
            stored: Vec::new(),
            open: OpenList::default(),
            moves: Vec::new(),
            bounds: Vec::new(),
            refined: 0,
        }
    }

    /// The keys along the cheapest solution; `None` if no solution costs less than the bound.
    fn search(mut self, root: &P::State) -> Result<Option<Vec<P::Key>>, Stop> {
        let key = self.puzzle.key(root);
        self.store(Stored { key, cost: 0, parent: 0, g: 0 })?;
        self.expand(0, &self.puzzle.unpack(key), 0)?;
        let mut bound = None;
        while let Some((priority, Waiting { parent, mv })) = self.open.pop() {
            if bound.is_none_or(|bound| bound < priority.total) {
                bound = Some(priority.total);
                self.meter.emit(Event::Iteration { bound: priority.total });
            }
            let before = &self.stored[parent as usize];
            let mut state = self.puzzle.unpack(before.key);
            let cost = before.cost.saturating_add(self.puzzle.pay(&mut state, mv));
            let (key, g) = (self.puzzle.key(&state), before.g.saturating_add(1));
            if self.puzzle.is_goal(&state) {
                let before = |slot: u32| {
                    let Stored { parent, key, .. } = self.stored[slot as usize];
                    (slot != 0).then_some((parent, key))
                };
                return Ok(Some(trail(parent, key, before)));
            }
            if !priority.is_refined {
                if self.is_known(&key, cost) {
                    self.meter.duplicate();
                    continue;
                }
                self.refined += 1;
                if self.refined.is_multiple_of(POLL_INTERVAL)
                    && let Some(stop) = self.meter.spent()
                {
                    return Err(stop);
                }
                let node = Node { state: &state, g, last: Some(mv), siblings: 0 };
                let refined = self.heuristic.refine(self.puzzle, &node, priority.left);
                let Some(left) = refined else { continue };
                let total = cost.saturating_add(left);
                if priority.total < total {
                    let priority = Priority { total, left, is_refined: true };
                    self.wait(priority, Waiting { parent, mv });
                    continue;
                }
            }
            match self.store(Stored { key, cost, parent, g })? {
                Some(slot) => self.expand(slot, &self.puzzle.unpack(key), priority.left)?,
                None => self.meter.duplicate(),
            }
        }
        Ok(None)
    }

    /// Stores a state unless it was already reached as cheaply; returns its slot.
    fn store(&mut self, arrival: Stored<P::Key>) -> Result<Option<u32>, Stop> {
        if self.stored.len() == self.stored.capacity() || self.index.is_full() {
            self.grow()?;
        }
        let fresh = u32::try_from(self.stored.len()).map_err(|_| Stop::Memory)?;
        let stored = &self.stored;
        let is_same = |slot: u32| stored[slot as usize].key == arrival.key;
        match self.index.find_or_enter(Index::hash(&arrival.key), fresh, is_same) {
            None => {
                self.stored.push(arrival);
                Ok(Some(fresh))
            }
            Some(slot) if arrival.cost < self.stored[slot as usize].cost => {
                self.stored[slot as usize] = arrival;
                Ok(Some(slot))
            }
            Some(_) => Ok(None),
        }
    }

    /// Whether a state was already reached as cheaply.
    fn is_known(&self, key: &P::Key, cost: Cost) -> bool {
        let is_same = |slot: u32| {
            let known = &self.stored[slot as usize];
            known.key == *key && known.cost <= cost
        };
        self.index.find(Index::hash(key), is_same).is_some()
    }

    /// Queues a child if it could lead to a cheaper solution.
    fn wait(&mut self, priority: Priority, child: Waiting<P::Move>) {
        if priority.total < self.below {
            self.open.push(priority, child);
        }
    }

    /// Estimates the children of a stored state, here unpacked and with its own estimate, and queues those that could lead to a cheaper
    /// solution.
    fn expand(&mut self, slot: u32, state: &P::State, estimate: Cost) -> Result<(), Stop> {
        self.meter.expand()?;
        let Stored { cost, g, .. } = self.stored[slot as usize];
        self.moves.clear();
        self.puzzle.moves(state, &mut self.moves);
        self.meter.generate(self.moves.len());
        let siblings = u32::try_from(self.moves.len()).unwrap_or(u32::MAX);
        let moves = std::mem::take(&mut self.moves);
        self.bounds.clear();
        let node = Node { state, g, last: None, siblings };
        // With more to spare, moves of cost 1 prune nothing that way.
        if self.below <= cost.saturating_add(estimate).saturating_add(1) {
            self.heuristic.bound_children(self.puzzle, &node, estimate, &moves, &mut self.bounds);
        }
        for (at, &mv) in moves.iter().enumerate() {
            let least = self.bounds.get(at).copied().unwrap_or(0);
            if least != 0 {
                let spent = cost.saturating_add(self.puzzle.cost(state, mv));
                if self.below <= spent.saturating_add(least) {
                    continue;
                }
            }
            let quick = self.puzzle.quick_child_key(state, mv);
            let is_duplicate =
                |key: &P::Key| self.is_known(key, cost.saturating_add(self.puzzle.cost(state, mv)));
            if quick.as_ref().is_some_and(is_duplicate) {
                self.meter.duplicate();
                continue;
            }
            let mut child = state.clone();
            let cost = cost.saturating_add(self.puzzle.pay(&mut child, mv));
            if quick.is_none() && self.is_known(&self.puzzle.key(&child), cost) {
                self.meter.duplicate();
                continue;
            }
            let node = Node { state: &child, g: g.saturating_add(1), last: Some(mv), siblings };
            let Some(left) = self.heuristic.estimate(self.puzzle, &node) else { continue };
            let left = left.max(least);
            let priority = Priority { total: cost.saturating_add(left), left, is_refined: false };
            self.wait(priority, Waiting { parent: slot, mv });
        }
        self.moves = moves;
        Ok(())
    }

    /// Grows the capacity by half; old and new copies coexist during the move.
    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let room = 256.max(self.stored.capacity() + self.stored.capacity() / 2);
        let states = (self.stored.capacity() + room) * size_of::<Stored<P::Key>>();
        let index =
            if self.index.is_full() { self.index.bytes_to_grow() } else { self.index.bytes() };
        self.meter.store(self.stored.len() as u64, index + (states + self.open.bytes()) as u64)?;
        if self.index.is_full() {
            self.index.grow();
        }
        if self.stored.len() == self.stored.capacity() {
            self.stored.reserve_exact(room - self.stored.len());
        }
        Ok(())
    }
}
