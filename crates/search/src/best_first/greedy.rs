//! Greedy best-first search (Doran and Michie, 1966): expand the open state with the lowest score.

use patience_core::{ChildEvaluator, Cost, Meter, Node, Puzzle, Search, Solution, Solver, Stop};

use super::buckets::Buckets;
use super::trail;
use crate::index::Index;

/// Builds and expands the child with the lowest score, ties to the newest, until it finds a goal.
///
/// Children are scored before they are built. The queue holds a move and the slot of its parent, so a state that is never expanded costs
/// little time and memory; duplicates are detected when they are built.
///
/// *Complete* if its child evaluator is; *not optimal*; *memory*: every state expanded, and a few bytes per state generated.
///
/// ```
/// use patience_core::{Built, ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::BestFirst;
///
/// let puzzle = Countdown { from: 40, most: 3 };
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let solver = BestFirst { evaluator: Built { evaluator: left, scale: 1.0 } };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 14));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestFirst<F> {
    /// Scores children; the lowest is expanded next.
    pub evaluator: F,
}

impl<P: Puzzle, F: ChildEvaluator<P>> Solver<P> for BestFirst<F> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        Ok(Run::new(puzzle, &self.evaluator, u64::MAX, meter).search(root)?.solution())
    }

    fn is_complete(&self) -> bool {
        self.evaluator.is_complete()
    }
}

#[derive(Debug)]
pub(super) enum Found<M> {
    Solution(Solution<M>),
    /// All reachable states are expanded.
    Exhausted,
    OverBudget,
}

impl<M> Found<M> {
    pub(super) fn solution(self) -> Option<Solution<M>> {
        match self {
            Self::Solution(solution) => Some(solution),
            Self::Exhausted | Self::OverBudget => None,
        }
    }
}

pub(super) struct Run<'a, 'm, 'o, P: Puzzle, F> {
    puzzle: &'a P,
    evaluator: &'a F,
    /// Maximum number of expansions, without that of the root.
    budget: u64,
    /// The number of states that there is room for from the start.
    start: usize,
    meter: &'m mut Meter<'o>,
    /// Slots of the stored states by key.
    index: Index,
    /// The expanded states by slot, and how each was reached.
    states: Vec<P::State>,
    links: Vec<Link<P::Move>>,
    open: Buckets<Waiting<P::Move>>,
    moves: Vec<P::Move>,
}

/// How a state was reached: the parent's slot, the number of moves, the cost, and the last move.
struct Link<M> {
    parent: u32,
    g: u32,
    cost: Cost,
    last: Option<M>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting<M> {
    parent: u32,
    mv: M,
}

const INITIAL_CAPACITY: usize = 1 << 8;

/// Searches with a budget up to this have room for it from the start, so that nothing is moved.
const LARGEST_START: u64 = 1 << 10;

impl<'a, 'm, 'o, P: Puzzle, F: ChildEvaluator<P>> Run<'a, 'm, 'o, P, F> {
    pub(super) fn new(
        puzzle: &'a P,
        evaluator: &'a F,
        budget: u64,
        meter: &'m mut Meter<'o>,
    ) -> Self {
        // The root and the state that is over the budget are stored too.
        let wanted = budget.saturating_add(2);
        let wanted = if wanted <= LARGEST_START { wanted } else { 0 };
        let start = INITIAL_CAPACITY.max(usize::try_from(wanted).unwrap_or(0));
        Self {
            puzzle,
            evaluator,
            budget,
            start,
            meter,
            index: Index::with_room(start),
            states: Vec::new(),
            links: Vec::new(),
            open: Buckets::new(),
            moves: Vec::new(),
        }
    }

    pub(super) fn search(mut self, root: &P::State) -> Result<Found<P::Move>, Stop> {
        if self.puzzle.is_goal(root) {
            return Ok(Found::Solution(Solution { moves: Vec::new(), cost: 0, optimal: true }));
        }
        self.make_room()?;
        self.states.push(root.clone());
        if let Some(slot) = self.enter(Link { parent: 0, g: 0, cost: 0, last: None }, None)? {
            self.expand(slot, None)?;
        }
        while let Some((score, Waiting { parent, mv })) = self.open.pop() {
            self.make_room()?;
            let quick = self.puzzle.quick_child_key(&self.states[parent as usize], mv);
            let hash = quick.as_ref().map(Index::hash);
            if let (Some(key), Some(hash)) = (quick, hash)
                && self.index.find(hash, |slot| self.has_key(slot, &key)).is_some()
            {
                self.meter.duplicate();
                continue;
            }
            // Builds the child in place: states are so large that copies matter.
            self.states.extend_from_within(parent as usize..=parent as usize);
            let Some(child) = self.states.last_mut() else { break };
            let Link { g, cost, .. } = self.links[parent as usize];
            let (g, cost) = (g.saturating_add(1), cost.saturating_add(self.puzzle.pay(child, mv)));
            if self.puzzle.is_goal(child) {
                let moves = self.trail(parent, mv);
                return Ok(Found::Solution(Solution { moves, cost, optimal: false }));
            }
            let Some(slot) = self.enter(Link { parent, g, cost, last: Some(mv) }, hash)? else {
                self.meter.duplicate();
                continue;
            };
            let Some(left) = self.budget.checked_sub(1) else { return Ok(Found::OverBudget) };
            self.budget = left;
            self.expand(slot, score)?;
        }
        Ok(Found::Exhausted)
    }

    /// Whether the state of a slot has this key.
    #[inline]
    fn has_key(&self, slot: u32, key: &P::Key) -> bool {
        self.puzzle.key(&self.states[slot as usize]) == *key
    }

    /// Enters the last of the states, whose key may have been hashed before, and returns its slot, or drops it if it is known.
    #[inline]
    fn enter(&mut self, link: Link<P::Move>, hash: Option<u32>) -> Result<Option<u32>, Stop> {
        let last = self.links.len();
        let slot = u32::try_from(last).map_err(|_| Stop::Memory)?;
        let (puzzle, states) = (self.puzzle, &self.states);
        let key = puzzle.key(&states[last]);
        let is_same = |slot: u32| puzzle.key(&states[slot as usize]) == key;
        let hash = hash.unwrap_or_else(|| Index::hash(&key));
        if self.index.find_or_enter(hash, slot, is_same).is_some() {
            self.states.truncate(last);
            return Ok(None);
        }
        self.links.push(link);
        Ok(Some(slot))
    }

    /// Scores the children of a stored state and queues them.
    #[inline]
    fn expand(&mut self, slot: u32, score: Option<i32>) -> Result<(), Stop> {
        self.meter.expand()?;
        if self.open.room() < INITIAL_CAPACITY {
            let room = (8 * INITIAL_CAPACITY).max(2 * self.open.capacity());
            let bytes = self.bytes() + (room * Buckets::<Waiting<P::Move>>::ITEM_BYTES) as u64;
            self.meter.store(self.links.len() as u64, bytes)?;
            self.open.make_room(room);
        }
        let (state, Link { g, last, .. }) =
            (&self.states[slot as usize], &self.links[slot as usize]);
        let node = Node { state, g: *g, last: *last, siblings: 0 };
        let open = &mut self.open;
        let before = open.len();
        self.evaluator.each_child(self.puzzle, &node, score, &mut self.moves, |mv, score| {
            open.push(score, Waiting { parent: slot, mv });
        });
        self.meter.generate(self.open.len() - before);
        Ok(())
    }

    const STATE_BYTES: usize = size_of::<P::State>() + size_of::<Link<P::Move>>();

    fn bytes(&self) -> u64 {
        let states = self.states.capacity() * Self::STATE_BYTES;
        let waiting = self.open.capacity() * Buckets::<Waiting<P::Move>>::ITEM_BYTES;
        self.index.bytes() + (states + waiting + Buckets::<Waiting<P::Move>>::STACK_BYTES) as u64
    }

    /// Ensures capacity for another state.
    #[inline]
    fn make_room(&mut self) -> Result<(), Stop> {
        if self.states.len() == self.states.capacity() || self.index.is_full() {
            self.grow()?;
        }
        Ok(())
    }

    /// Doubles the capacity; old and new copies coexist during the move.
    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let stored = self.links.len() as u64;
        if self.index.is_full() {
            let bytes = self.bytes() - self.index.bytes() + self.index.bytes_to_grow();
            self.meter.store(stored, bytes)?;
            self.index.grow();
        }
        if self.states.len() == self.states.capacity() {
            let room = self.start.max(2 * self.states.capacity());
            self.meter.store(stored, self.bytes() + (room * Self::STATE_BYTES) as u64)?;
            self.states.reserve_exact(room - self.states.len());
            self.links.reserve_exact(room - self.links.len());
        }
        Ok(())
    }

    /// The moves from the root to a stored state, and one more.
    fn trail(&self, slot: u32, mv: P::Move) -> Vec<P::Move> {
        trail(slot, mv, |slot| {
            let at = &self.links[slot as usize];
            at.last.map(|last| (at.parent, last))
        })
    }
}
