//! A* that stores states when they are generated, for searches that begin with a good upper bound.

mod states;

use patience_core::{
    ChildEvaluator, Cost, Event, Heuristic, Meter, Node, Packed, Search, Solver, Stop, Window,
};

use super::OpenList;
use super::beam;
use super::chunks::Chunks;
use super::improve::{Improved, improve};
use super::move_order::MoveOrder;
use super::stored::{Marks, Priority, Stored};
use crate::index::Index;

/// Finds a solution with another solver, then a cheaper one with A*, or the proof that there is none.
///
/// Unlike [`AStar`](super::AStar), it refines estimates and stores states when they are generated, unless they cannot beat the best known
/// solution. So it unpacks most states once; its nodes count costs instead of moves. An estimate above the bound at hand need not be the best
/// one: it is refined when the turn of the state comes, which for most never happens. Where the first solution is nearly always optimal, all
/// stored states must be expanded anyway, and it takes less time and no more memory than `AStar`. Where two or more bounds are left after many
/// nodes, a beam whose width grows with these looks for a solution at this bound or the next: each bound takes several times the nodes of the
/// one before.
///
/// *Complete* if the first solver is; *optimal* with an admissible heuristic; *memory*: a key per state that may beat the best known
/// solution.
///
/// ```
/// use patience_core::{Built, ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::{Countdown, HeapHeight}, solve};
/// use patience_search::{AnyOrder, EagerAStar, IterativeDeepening};
///
/// let puzzle = Countdown { from: 100, most: 7 };
/// let first = IterativeDeepening { step: 1000, table: 1000 };
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let evaluator = Built { evaluator: left, scale: 1.0 };
/// let solver = EagerAStar { first, evaluator, heuristic: HeapHeight, order: AnyOrder };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 15 && solution.optimal));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EagerAStar<S, F, H, O> {
    /// Finds the first solution.
    pub first: S,
    /// Scores children for beams.
    pub evaluator: F,
    /// Estimates the cost-to-go.
    pub heuristic: H,
    /// Says which orders of moves are tried.
    pub order: O,
}

impl<P, S, F, H, O> Solver<P> for EagerAStar<S, F, H, O>
where
    P: Packed,
    S: Solver<P>,
    F: ChildEvaluator<P>,
    H: Heuristic<P>,
    O: MoveOrder<P>,
{
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        let is_admissible = self.heuristic.is_admissible(puzzle);
        improve(&self.first, (puzzle, root), is_admissible, meter, |below, meter| {
            let mut run = Run::new(puzzle, (&self.heuristic, &self.order), below, meter);
            // At a limit, a solution that may not be optimal is better than none.
            let is_finished = run.search(root, &self.evaluator).is_ok();
            Improved { is_finished, keys: run.keys() }
        })
    }

    fn is_complete(&self) -> bool {
        self.first.is_complete()
    }
}

/// Looks with A* for a solution that costs less than `below`, or the proof that there is none, within a number of nodes. It gives up early where these
/// will hardly suffice.
pub(super) fn a_star_below<P: Packed>(
    (puzzle, root): (&P, &P::State),
    (evaluator, heuristic): (&impl ChildEvaluator<P>, &impl Heuristic<P>),
    order: &impl MoveOrder<P>,
    (below, nodes): (Cost, u64),
    meter: &mut Meter<'_>,
) -> Improved<P::Key> {
    let mut keys = None;
    let finished = meter.within(nodes, |meter| {
        let mut run = Run::new(puzzle, (heuristic, order), below, meter);
        run.allowed = Some(nodes);
        let finished = run.search(root, evaluator);
        keys = run.keys();
        finished
    });
    Improved { keys, is_finished: matches!(finished, Ok(Some(()))) }
}

struct Run<'a, 'm, 'o, P: Packed, H, O> {
    puzzle: &'a P,
    heuristic: &'a H,
    order: &'a O,
    /// Upper bound: solutions must cost less.
    below: Cost,
    /// Lower bound: what is estimated above waits for a better estimate.
    bound: Cost,
    meter: &'m mut Meter<'o>,
    index: Index,
    stored: Chunks<Stored<P::Key>>,
    /// Slots of stored states, the first to be expanded first.
    open: OpenList<Priority, u32>,
    /// States that are expanded together, so that lookups of all their children overlap.
    parents: Vec<Parent<P::State>>,
    moves: Vec<P::Move>,
    /// Lower bounds of the children of `moves`; empty if there are none.
    bounds: Vec<Cost>,
    /// Their children.
    children: Vec<Child<P::Move, P::Key>>,
    /// The slot before the goal and the key of the goal, of the cheapest solution found.
    found: Option<(u32, P::Key)>,
    /// States expanded, without those of beams.
    expanded: usize,
    /// The same before the bound at hand.
    before: usize,
    /// Nodes that the search may take: it gives up where these will hardly suffice, and leaves beams to others.
    allowed: Option<u64>,
    /// The width of the last beam.
    width: usize,
    /// The keys of the best solution of a beam, without the root, if it beats the first one.
    by_beam: Option<Vec<P::Key>>,
}

/// Nodes for each state of a beam's width. A beam of some thirty levels expands as many states for each, less than half of the nodes before it.
const NODES_PER_WIDTH: usize = 75;
/// The narrowest beam: one that finds more than those that usually come first.
const NARROWEST: usize = 4096;

/// Nodes from which on the growth from bound to bound says something.
const FORESEEABLE: usize = 2000;
/// How many times what is allowed the foreseen nodes may be: a solution is often found before the last bound ends.
const HOPE: f64 = 2.0;

/// States that are expanded together, at most: some fifty lookups overlap.
const BATCH: usize = 8;

/// A state that is expanded.
struct Parent<S> {
    slot: u32,
    state: S,
    /// Its children.
    siblings: u32,
}

/// A child that may beat the best known solution.
#[derive(Clone, Copy, Debug)]
struct Child<M, K> {
    /// The place of its parent among those expanded together.
    parent: usize,
    mv: M,
    /// From the root.
    cost: Cost,
    /// Lower bound of the cost-to-go.
    least: Cost,
    /// Its key and the hash of that, where they are known without the state.
    quick: Option<(K, u32)>,
    /// What the moves to it restrict.
    restriction: u32,
}

impl<'a, 'm, 'o, P: Packed, H: Heuristic<P>, O: MoveOrder<P>> Run<'a, 'm, 'o, P, H, O> {
    fn new(
        puzzle: &'a P,
        (heuristic, order): (&'a H, &'a O),
        below: Cost,
        meter: &'m mut Meter<'o>,
    ) -> Self {
        Self {
            puzzle,
            heuristic,
            order,
            below,
            bound: 0,
            meter,
            index: Index::new(),
            stored: Chunks::new(),
            open: OpenList::default(),
            parents: Vec::new(),
            moves: Vec::new(),
            bounds: Vec::new(),
            children: Vec::new(),
            found: None,
            expanded: 0,
            before: 0,
            allowed: None,
            width: NARROWEST / 2,
            by_beam: None,
        }
    }

    /// Searches until nothing is left that could beat the best solution.
    fn search(&mut self, root: &P::State, evaluator: &impl ChildEvaluator<P>) -> Result<(), Stop> {
        let key = self.puzzle.key(root);
        let node = Node::root(root);
        let window = Window { least: 0, enough: self.below, limit: self.below };
        let left = self.heuristic.estimate_between(self.puzzle, &node, window);
        let Some(left) = left else { return Ok(()) };
        self.store(None, Stored { key, parent: 0, cost: 0, left, marks: Marks::new(0) })?;
        let mut bound = None;
        let mut batch = Vec::with_capacity(BATCH);
        while let Some(priority) = self.pop(&mut batch) {
            if bound.is_none_or(|bound| bound < priority.total) {
                bound = Some(priority.total);
                self.bound = priority.total;
                self.meter.emit(Event::Iteration { bound: priority.total });
                match self.allowed {
                    None => self.widen(root, evaluator, priority.total)?,
                    Some(nodes) if self.is_far(priority.total, nodes) => return Err(Stop::Nodes),
                    Some(_) => self.before = self.expanded,
                }
                if self.below <= priority.total {
                    break;
                }
            }
            for slot in batch.drain(..) {
                self.expand(slot)?;
            }
            self.reach_children()?;
        }
        Ok(())
    }

    /// Whether all bounds below the best solution would take far more nodes than are allowed, if nodes grow as from the last bound to this one. A
    /// first bound of many nodes counts as far. Bounds are taken to be one apart; where costs are larger, it gives up too early.
    fn is_far(&self, bound: Cost, allowed: u64) -> bool {
        if self.expanded < FORESEEABLE {
            return false;
        }
        let growth = self.expanded as f64 / self.before.max(1) as f64;
        let nodes = (bound..self.below).fold(self.expanded as f64, |nodes, _| growth * nodes);
        HOPE * (allowed as f64) < nodes
    }

    /// Looks for a solution at this bound or the next one with a beam, if the bound is at least two below the best solution and the beam takes
    /// little of the time so far.
    fn widen(
        &mut self,
        root: &P::State,
        evaluator: &impl ChildEvaluator<P>,
        bound: Cost,
    ) -> Result<(), Stop> {
        let width = self.expanded / NODES_PER_WIDTH;
        if self.below <= bound.saturating_add(1) || width < 2 * self.width {
            return Ok(());
        }
        self.width = width;
        let held = (self.stored.len() as u64, self.bytes());
        let (puzzle, heuristic) = (self.puzzle, self.heuristic);
        // A solution at this bound or the next one: fewer states share the width, and its proof is at hand.
        let below = self.below.min(bound.saturating_add(2));
        let mut run = beam::Run::new(puzzle, evaluator, heuristic, width, below, self.meter);
        run.held = held;
        let better = match run.search(root) {
            Ok(Some(better)) => better,
            // The memory that is left may be enough without beams.
            Ok(None) | Err(Stop::Memory) => return Ok(()),
            Err(stop) => return Err(stop),
        };
        self.meter.emit(Event::Improved { score: f64::from(better.cost) });
        let mut state = root.clone();
        let key_after = |mv: P::Move| {
            puzzle.apply(&mut state, mv);
            puzzle.key(&state)
        };
        self.below = better.cost;
        self.by_beam = Some(better.moves.into_iter().map(key_after).collect());
        self.found = None;
        Ok(())
    }

    /// Takes the next states to be expanded, all of one priority.
    fn pop(&mut self, batch: &mut Vec<u32>) -> Option<Priority> {
        loop {
            let priority = self.open.first()?;
            if self.below <= priority.total {
                return None;
            }
            while batch.len() < BATCH
                && self.open.first() == Some(priority)
                && let Some((_, slot)) = self.open.pop()
            {
                // Otherwise it was reached more cheaply after it began to wait.
                if self.stored[slot].priority() == priority {
                    batch.push(slot);
                }
            }
            if !batch.is_empty() {
                return Some(priority);
            }
        }
    }

    /// Refines the estimate of a state that is to be expanded; returns whether it stays the same. Otherwise the state waits for its turn again.
    fn is_refined(&mut self, slot: u32, state: &P::State) -> bool {
        let known = &mut self.stored[slot];
        let (before, node) = (known.left, Node { g: known.cost, ..Node::root(state) });
        let refined = self.heuristic.refine(self.puzzle, &node, before);
        known.marks.set_rough(refined.is_some_and(|left| left != before));
        known.left = refined.unwrap_or(Cost::MAX);
        let priority = known.priority();
        if known.left != before && priority.total < self.below {
            self.open.push(priority, slot);
        }
        known.left == before
    }

    /// Lists the children of a stored state that could lead to a cheaper solution.
    fn expand(&mut self, slot: u32) -> Result<(), Stop> {
        let Stored { key, cost, left, marks, .. } = self.stored[slot];
        let state = self.puzzle.unpack(key);
        if marks.is_rough() && !self.is_refined(slot, &state) {
            return Ok(());
        }
        self.meter.expand()?;
        self.expanded += 1;
        self.stored[slot].marks.expand();
        self.moves.clear();
        self.puzzle.moves(&state, &mut self.moves);
        self.meter.generate(self.moves.len());
        let siblings = u32::try_from(self.moves.len()).unwrap_or(u32::MAX);
        self.bounds.clear();
        let node = Node { state: &state, g: cost, last: None, siblings };
        let estimated = cost.saturating_add(left);
        // With more to spare, moves of cost 1 prune nothing that way.
        if self.below <= estimated.saturating_add(1) {
            let (moves, bounds) = (&self.moves, &mut self.bounds);
            self.heuristic.bound_children(self.puzzle, &node, left, moves, bounds);
        }
        let parent = self.parents.len();
        for (at, &mv) in self.moves.iter().enumerate() {
            let cost = cost.saturating_add(self.puzzle.cost(&state, mv));
            let least = match self.bounds.get(at) {
                Some(&least) => least.max(estimated.saturating_sub(cost)),
                None => estimated.saturating_sub(cost),
            };
            if cost.saturating_add(least) < self.below
                && let Some(restriction) =
                    self.order.after(self.puzzle, &state, marks.restriction(), mv)
            {
                let quick = self.puzzle.quick_child_key(&state, mv);
                let quick = quick.map(|key| (key, Index::hash(&key)));
                self.children.push(Child { parent, mv, cost, least, quick, restriction });
            }
        }
        self.parents.push(Parent { slot, state, siblings });
        Ok(())
    }

    /// Stores the listed children that could lead to a cheaper solution.
    fn reach_children(&mut self) -> Result<(), Stop> {
        let hashes = self.children.iter().filter_map(|child| child.quick.map(|(_, hash)| hash));
        self.index.touch(hashes.clone());
        let slots = hashes.filter_map(|hash| self.index.first(hash));
        std::hint::black_box(slots.fold(0, |sum, slot| sum ^ self.stored[slot].cost));
        let mut children = std::mem::take(&mut self.children);
        let mut parents = std::mem::take(&mut self.parents);
        for child in children.drain(..) {
            let Parent { slot, state, siblings } = &parents[child.parent];
            let (g, siblings) = (self.stored[*slot].cost, *siblings);
            self.reach(*slot, &Node { state, g, last: None, siblings }, &child)?;
        }
        parents.clear();
        (self.children, self.parents) = (children, parents);
        Ok(())
    }

    /// Stores a child of the state in a slot if it could lead to a cheaper solution.
    fn reach(
        &mut self,
        slot: u32,
        parent: &Node<'_, P>,
        child: &Child<P::Move, P::Key>,
    ) -> Result<(), Stop> {
        let &Child { mv, cost, least, quick, restriction, .. } = child;
        let (key, marks) = (self.stored[slot].key, Marks::new(restriction));
        let mut arrival = Stored { key, parent: slot, cost, left: least, marks };
        let limit = self.below.saturating_sub(cost);
        let enough = self.bound.saturating_add(1).saturating_sub(cost);
        let window = Window { least, enough, limit };
        if let Some((key, hash)) = quick {
            let known = self.slot(&key, hash);
            if known.is_some_and(|slot| self.is_duplicate(slot, cost, restriction)) {
                return Ok(());
            }
            let left = match known {
                Some(slot) => Some(Some(self.known_left(slot, &mut arrival.marks))),
                None => self.heuristic.estimate_quick_child(self.puzzle, parent, mv, window),
            };
            if let Some(left) = left {
                let Some(left) = left else { return Ok(()) };
                (arrival.key, arrival.left) = (key, left);
                if known.is_none() {
                    arrival.marks.set_rough(enough <= left);
                }
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
        let known = self.slot(&arrival.key, Index::hash(&arrival.key));
        if known.is_some_and(|slot| self.is_duplicate(slot, cost, restriction)) {
            return Ok(());
        }
        let left = match known {
            Some(slot) => Some(self.known_left(slot, &mut arrival.marks)),
            None => {
                let node =
                    Node { state: &state, g: cost, last: Some(mv), siblings: parent.siblings };
                self.heuristic.estimate_between(self.puzzle, &node, window)
            }
        };
        let Some(left) = left else { return Ok(()) };
        if known.is_none() {
            arrival.marks.set_rough(enough <= left);
        }
        self.store(known, Stored { left, ..arrival })
    }
}
