//! Staged deepening (Heineman, 2009): commit to the best state a few moves away, repeatedly.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use patience_core::{Evaluator, Event, Meter, Node, Puzzle, Search, Solution, Solver, Stop};

use super::bounded::count;
use crate::rank::Rank;
use crate::table::Table;

/// A depth-first search of a few moves from the best open state stores every state at its full depth; the best stored state is next.
/// Only stored states are scored.
///
/// A node is a state that the search enters: those that it expands, and the leaves at the end of a stage, which it scores and stores. States
/// that were visited before do not count. Visited states are kept from stage to stage, and all are forgotten when there are too many. The
/// defaults are those of the original.
///
/// The nodes of a search have a long tail, and instances that are hard for a horizon of three moves are mostly easy for two or four. So a search
/// may [restart](StagedDeepening::restart) in time (Gomes, Selman and Kautz, 1998); the original does not.
///
/// *Not complete*: states are replaced and forgotten. *Not optimal.* *Memory*: the table, the open list, and the chosen states.
///
/// ```
/// use patience_core::{ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::StagedDeepening;
///
/// let puzzle = Countdown { from: 40, most: 2 };
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let solver = StagedDeepening::new(left);
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(_)));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StagedDeepening<E> {
    /// Scores the states at the end of a stage; the lowest is chosen.
    pub evaluator: E,
    /// Number of moves that a stage searches; the states one move further are stored.
    pub horizon: u8,
    /// Number of seen states at which the table is cleared.
    pub table: usize,
    /// Which stored states stay open.
    pub open: Open,
    /// Scores are rounded to multiples of this number, so that an open list with one state per score merges states of about the same
    /// score. 0: scores are not rounded.
    pub granularity: f64,
    /// Nodes after which the search restarts with another horizon: one less, one more, two more, two less, three more; then the round
    /// repeats with twice the nodes. `None`: it never restarts.
    pub restart: Option<u64>,
}

/// The horizons of a round, relative to the first.
const HORIZON_OFFSETS: [i8; 6] = [0, -1, 1, 2, -2, 3];

/// Which stored states stay open.
///
/// ```
/// use patience_core::{Cancel, Evaluator, Limits, Node, Outcome, Puzzle, solve};
/// use patience_search::{Open, StagedDeepening};
///
/// /// A fork: 0 leads to 1 and to 2, and only 1 leads to the goal, 3.
/// struct Fork;
///
/// /// Does not distinguish states.
/// struct Same;
/// # impl Puzzle for Fork {
/// #     type State = u8;
/// #     type Move = u8;
/// #     type Key = u8;
/// #     fn start(&self) -> u8 {
/// #         0
/// #     }
/// #     fn is_goal(&self, state: &u8) -> bool {
/// #         *state == 3
/// #     }
/// #     fn moves(&self, state: &u8, out: &mut Vec<u8>) {
/// #         out.extend_from_slice([[1, 2].as_slice(), &[3], &[], &[]][usize::from(*state)]);
/// #     }
/// #     fn apply(&self, state: &mut u8, to: u8) {
/// #         *state = to;
/// #     }
/// #     fn key(&self, state: &u8) -> u8 {
/// #         *state
/// #     }
/// # }
/// # impl Evaluator<Fork> for Same {
/// #     fn score(&self, _: &Fork, _: &Node<'_, Fork>) -> f64 {
/// #         0.0
/// #     }
/// # }
///
/// let is_solved = |open| {
///     let solver = StagedDeepening { open, horizon: 0, ..StagedDeepening::new(Same) };
///     let report = solve(&solver, &Fork, &0, &Limits::default(), &Cancel::new(), &mut ());
///     matches!(report.outcome, Outcome::Solved(_))
/// };
/// // 2 replaces 1, which has the same score.
/// assert!(!is_solved(Open::OnePerScore) && is_solved(Open::All));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Open {
    /// One per score; the newest replaces the older. The list can run empty.
    #[default]
    OnePerScore,
    /// All; ties go to the newest.
    All,
}

impl<E> StagedDeepening<E> {
    /// Staged deepening with the original parameters.
    pub const fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            horizon: 6,
            table: 200_000,
            open: Open::OnePerScore,
            granularity: 0.0,
            restart: None,
        }
    }

    /// The same settings with another evaluator.
    pub fn with<F>(&self, evaluator: F) -> StagedDeepening<F> {
        let Self { horizon, table, open, granularity, restart, .. } = *self;
        StagedDeepening { evaluator, horizon, table, open, granularity, restart }
    }

    /// A score, rounded to the nearest multiple of the granularity.
    #[inline]
    fn rounded(&self, score: f64) -> f64 {
        if self.granularity <= 0.0 {
            return score;
        }
        let rounded = (score / self.granularity).round() * self.granularity;
        // Scores that are too large to be rounded stay as they are.
        if rounded.is_finite() { rounded } else { score }
    }
}

impl<P: Puzzle, E: Evaluator<P>> Solver<P> for StagedDeepening<E> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        if puzzle.is_goal(root) {
            return Ok(Some(Solution { moves: Vec::new(), cost: 0, optimal: true }));
        }
        let found = |moves| Ok(Some(Solution::new(puzzle, root, moves)));
        let Some(nodes) = self.restart else {
            return match Run::new(self, self.horizon, puzzle, meter).search(root, u64::MAX)? {
                Found::Goal(moves) => found(moves),
                Found::Exhausted | Found::OverBudget => Ok(None),
            };
        };
        let mut budget = nodes.max(1);
        loop {
            let mut is_over = true;
            for turn in HORIZON_OFFSETS {
                let Some(horizon) = self.horizon.checked_add_signed(turn) else { continue };
                match Run::new(self, horizon, puzzle, meter).search(root, budget)? {
                    Found::Goal(moves) => return found(moves),
                    Found::Exhausted => {}
                    Found::OverBudget => is_over = false,
                }
            }
            if is_over {
                return Ok(None);
            }
            budget = budget.saturating_mul(2);
        }
    }

    fn is_complete(&self) -> bool {
        false
    }
}

enum Found<M> {
    Goal(Vec<M>),
    /// No open state is left.
    Exhausted,
    OverBudget,
}

struct Run<'a, 'm, 'o, P: Puzzle, E> {
    settings: &'a StagedDeepening<E>,
    /// Number of moves that a stage searches.
    horizon: u8,
    expanded: u64,
    puzzle: &'a P,
    meter: &'m mut Meter<'o>,
    seen: Table<P::Key, ()>,
    list: OpenList,
    /// The open and the chosen states, by slot.
    stored: Vec<Stored<P>>,
    /// The moves of every stage, `depth` of them per slot.
    trails: Vec<P::Move>,
    path: Vec<Frame<P>>,
    moves: Vec<P::Move>,
}

struct Stored<P: Puzzle> {
    state: P::State,
    /// The slot at which the stage began; the root is its own parent.
    parent: usize,
    g: u32,
}

struct Frame<P: Puzzle> {
    state: P::State,
    last: Option<P::Move>,
    /// Where the moves of this state begin, and the next one to try.
    first: usize,
    next: usize,
}

impl<'a, 'm, 'o, P: Puzzle, E: Evaluator<P>> Run<'a, 'm, 'o, P, E> {
    fn new(
        settings: &'a StagedDeepening<E>,
        horizon: u8,
        puzzle: &'a P,
        meter: &'m mut Meter<'o>,
    ) -> Self {
        Self {
            settings,
            horizon,
            expanded: 0,
            puzzle,
            meter,
            seen: Table::new(),
            list: OpenList::new(settings.open),
            stored: Vec::new(),
            trails: Vec::new(),
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Runs stages until one begins after `budget` nodes.
    fn search(&mut self, root: &P::State, budget: u64) -> Result<Found<P::Move>, Stop> {
        let mut best = f64::INFINITY;
        self.see(self.puzzle.key(root))?;
        self.open(root.clone(), 0.0, None)?;
        while let Some((score, start)) = self.list.take_best() {
            if budget <= self.expanded {
                return Ok(Found::OverBudget);
            }
            if score < best {
                best = score;
                self.meter.emit(Event::Improved { score });
            }
            if let Some(moves) = self.stage(start)? {
                return Ok(Found::Goal(moves));
            }
        }
        Ok(Found::Exhausted)
    }

    /// Number of moves from the start of a stage to the states that it stores.
    fn depth(&self) -> usize {
        usize::from(self.horizon) + 1
    }

    fn expand(&mut self) -> Result<(), Stop> {
        self.expanded += 1;
        self.meter.expand()
    }

    /// Searches `depth` moves from a stored state; returns all moves from the root if it finds a goal.
    fn stage(&mut self, start: usize) -> Result<Option<Vec<P::Move>>, Stop> {
        self.push(self.stored[start].state.clone(), None)?;
        while let Some(frame) = self.path.last_mut() {
            let Some(&mv) = self.moves.get(frame.next) else {
                self.moves.truncate(frame.first);
                self.path.pop();
                continue;
            };
            frame.next += 1;
            let frame = &self.path[self.path.len() - 1];
            let siblings = count(self.moves.len() - frame.first);
            if !self.see(self.puzzle.child_key(&frame.state, mv))? {
                self.meter.duplicate();
                continue;
            }
            let child = self.puzzle.child(&self.path[self.path.len() - 1].state, mv);
            if self.puzzle.is_goal(&child) {
                let mut moves = self.trail(start);
                moves.extend(self.path.iter().filter_map(|frame| frame.last).chain([mv]));
                return Ok(Some(moves));
            }
            if self.path.len() < self.depth() {
                self.push(child, Some(mv))?;
            } else {
                self.expand()?;
                let g = self.stored[start].g.saturating_add(count(self.depth()));
                let node = Node { state: &child, g, last: Some(mv), siblings };
                let score = self.settings.evaluator.score(self.puzzle, &node);
                let score = self.settings.rounded(score);
                self.open(child, score, Some((start, mv)))?;
            }
        }
        Ok(None)
    }

    /// Expands a state and pushes it onto the path.
    fn push(&mut self, state: P::State, last: Option<P::Move>) -> Result<(), Stop> {
        self.expand()?;
        let first = self.moves.len();
        self.puzzle.moves(&state, &mut self.moves);
        self.meter.generate(self.moves.len() - first);
        self.path.push(Frame { state, last, first, next: first });
        Ok(())
    }

    /// Marks a state as seen and returns whether it is new. A full table is cleared first.
    fn see(&mut self, key: P::Key) -> Result<bool, Stop> {
        if self.settings.table <= self.seen.len() {
            self.seen.clear();
        }
        let elsewhere = Self::bytes_of(self.stored.capacity(), self.depth());
        Ok(self.seen.insert(key, (), elsewhere, self.meter)?.is_none())
    }

    /// Stores the state at the end of the current path, reached from slot `from` with `mv` as the last move.
    fn open(
        &mut self,
        state: P::State,
        score: f64,
        from: Option<(usize, P::Move)>,
    ) -> Result<(), Stop> {
        if self.stored.len() == self.stored.capacity() {
            self.grow()?;
        }
        let (parent, g) = match from {
            Some((parent, _)) => {
                (parent, self.stored[parent].g.saturating_add(count(self.depth())))
            }
            None => (0, 0),
        };
        let stored = Stored { state, parent, g };
        let moves = self.path.iter().filter_map(|frame| frame.last).chain(from.map(|(_, mv)| mv));
        let fresh = self.stored.len();
        match self.list.put(score, fresh) {
            // No stage begins in a state that was never chosen, so its slot can be reused.
            Some(slot) => {
                let begin = (slot - 1) * self.depth();
                self.trails[begin..].iter_mut().zip(moves).for_each(|(old, new)| *old = new);
                self.stored[slot] = stored;
            }
            None => {
                self.trails.extend(moves);
                self.stored.push(stored);
            }
        }
        Ok(())
    }

    /// All moves from the root to the state in a slot.
    fn trail(&self, slot: usize) -> Vec<P::Move> {
        let mut slots = Vec::new();
        let mut at = slot;
        while at != 0 {
            slots.push(at);
            at = self.stored[at].parent;
        }
        let moves_of = |slot: &usize| &self.trails[(slot - 1) * self.depth()..slot * self.depth()];
        slots.iter().rev().flat_map(moves_of).copied().collect()
    }

    /// Doubles the capacity; old and new copies coexist during the move.
    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let (old, depth) = (self.stored.capacity(), self.depth());
        let new = 64.max(2 * old);
        let bytes = Self::bytes_of(old, depth) + Self::bytes_of(new, depth) + self.seen.bytes();
        self.meter.store((self.stored.len() + self.seen.len()) as u64, bytes)?;
        self.stored.reserve_exact(new - self.stored.len());
        self.trails.reserve_exact(new * depth - self.trails.len());
        self.list.reserve(new);
        Ok(())
    }

    fn bytes_of(slots: usize, depth: usize) -> u64 {
        let slot =
            size_of::<Stored<P>>() + depth * size_of::<P::Move>() + size_of::<(u64, usize)>();
        (slots * slot) as u64
    }
}

enum OpenList {
    OnePerScore(BTreeMap<Rank, usize>),
    All(BinaryHeap<(Reverse<Rank>, usize)>),
}

impl OpenList {
    fn new(open: Open) -> Self {
        match open {
            Open::OnePerScore => Self::OnePerScore(BTreeMap::new()),
            Open::All => Self::All(BinaryHeap::new()),
        }
    }

    /// Opens `slot`, unless the list has a slot with that score; then returns that slot, whose state is to be replaced.
    fn put(&mut self, score: f64, slot: usize) -> Option<usize> {
        match self {
            Self::OnePerScore(list) => {
                let at = *list.entry(Rank::of(score)).or_insert(slot);
                (at != slot).then_some(at)
            }
            Self::All(list) => {
                list.push((Reverse(Rank::of(score)), slot));
                None
            }
        }
    }

    fn take_best(&mut self) -> Option<(f64, usize)> {
        match self {
            Self::OnePerScore(list) => list.pop_first().map(|(rank, slot)| (rank.score(), slot)),
            Self::All(list) => list.pop().map(|(Reverse(rank), slot)| (rank.score(), slot)),
        }
    }

    fn reserve(&mut self, slots: usize) {
        if let Self::All(list) = self {
            list.reserve_exact(slots - list.len());
        }
    }
}
