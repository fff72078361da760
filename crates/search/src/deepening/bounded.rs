//! One depth-first pass under a cost bound: the core of iterative deepening and IDA*.

use patience_core::{Cost, Event, Heuristic, Meter, Node, Puzzle, Search, Solution, Stop};

use crate::table::Table;

/// Depth-first search that drops states whose cost would exceed a bound.
///
/// A table keeps the cheapest path to every state of the pass, so a state is expanded again only if it is reached more
/// cheaply. A full table keeps what it has; then only the states of the current path are recognised.
///
/// Something is dropped in nearly every pass, if only the step back to a state that was reached more cheaply, so "nothing was dropped" would
/// come very late as a proof. When a pass expands as many states as the one before, and so probably the same ones, the next pass also records
/// the key of every state that it drops. At its end, keys that were expanded elsewhere are struck off. If none remains, every child of every
/// expanded state was expanded itself or is a certain dead end: nothing else is reachable, and no goal is among it. Otherwise the least
/// estimate of the remaining ones is the next bound.
///
/// With a full table it is unknown what was expanded. Then the bound grows until nothing is dropped at all. That ends, because no path visits a
/// state twice, but it may take impossibly long.
pub(super) struct BoundedDfs<'a, 'm, 'o, P: Puzzle, H> {
    puzzle: &'a P,
    heuristic: &'a H,
    meter: &'m mut Meter<'o>,
    /// Maximum number of states in the table.
    capacity: usize,
    bound: Cost,
    /// The minimum estimated total above the bound among dropped states; `None` if none was dropped.
    dropped: Option<Cost>,
    cheapest: Table<P::Key, Cost>,
    /// Dropped states and their totals, recorded only in a pass that may be the last.
    open: Table<P::Key, Cost>,
    is_writing_down: bool,
    path: Vec<Frame<P>>,
    /// The untried moves of every state of the path, concatenated.
    moves: Vec<P::Move>,
    /// Whether moves are ordered by the estimates of the children.
    is_ordered: bool,
    /// The estimates of the children of `moves`, if ordered; `None` for dead ends and children that are skipped.
    estimates: Vec<Option<Cost>>,
}

struct Frame<P: Puzzle> {
    state: P::State,
    key: P::Key,
    last: Option<P::Move>,
    cost: Cost,
    /// Where the moves of this state begin, and the next one to try.
    first: usize,
    next: usize,
}

impl<'a, 'm, 'o, P: Puzzle, H: Heuristic<P>> BoundedDfs<'a, 'm, 'o, P, H> {
    pub(super) fn new(
        puzzle: &'a P,
        heuristic: &'a H,
        capacity: usize,
        meter: &'m mut Meter<'o>,
    ) -> Self {
        Self {
            puzzle,
            heuristic,
            meter,
            capacity,
            bound: 0,
            dropped: None,
            cheapest: Table::new(),
            open: Table::new(),
            is_writing_down: false,
            path: Vec::new(),
            moves: Vec::new(),
            is_ordered: false,
            estimates: Vec::new(),
        }
    }

    /// Orders the moves of every state by the estimates of the children.
    pub(super) fn ordered(mut self, is_ordered: bool) -> Self {
        self.is_ordered = is_ordered;
        self
    }

    /// Runs passes with growing bounds until a goal is found or nothing was dropped. A bound exceeds the last one by at least `step`, and
    /// reaches the minimum total above it: a pass below that could reach nothing new.
    pub(super) fn deepen(
        &mut self,
        root: &P::State,
        first_bound: impl FnOnce(Cost) -> Cost,
        step: Cost,
    ) -> Search<P::Move> {
        if self.puzzle.is_goal(root) {
            return Ok(Some(Solution { moves: Vec::new(), cost: 0, optimal: true }));
        }
        let Some(estimate) = self.heuristic.estimate(self.puzzle, &Node::root(root)) else {
            return Ok(None);
        };
        // No solution costs less, if the heuristic is admissible.
        let mut least = estimate.max(Cost::from(!self.has_free_move(root)));
        let mut states_before = 0;
        self.bound = first_bound(estimate);
        loop {
            self.meter.emit(Event::Iteration { bound: self.bound });
            if let Some(moves) = self.pass(root)? {
                let mut solution = Solution::new(self.puzzle, root, moves);
                solution.optimal =
                    self.heuristic.is_admissible(self.puzzle) && solution.cost <= least;
                return Ok(Some(solution));
            }
            let Some(dropped) = self.least_open() else { return Ok(None) };
            self.is_writing_down = self.cheapest.len() == states_before;
            states_before = self.cheapest.len();
            least = dropped;
            self.bound = dropped.max(self.bound.saturating_add(step));
        }
    }

    /// Whether a move from a state costs nothing: only then a solution may cost nothing.
    fn has_free_move(&self, state: &P::State) -> bool {
        let mut moves = Vec::new();
        self.puzzle.moves(state, &mut moves);
        moves.iter().any(|&mv| self.puzzle.cost(state, mv) == 0)
    }

    /// Searches everything within the bound.
    fn pass(&mut self, root: &P::State) -> Result<Option<Vec<P::Move>>, Stop> {
        self.dropped = None;
        self.cheapest.clear();
        self.open.clear();
        self.path.clear();
        self.moves.clear();
        self.estimates.clear();
        self.remember(self.puzzle.key(root), 0)?;
        self.push(root.clone(), self.puzzle.key(root), None, 0)?;
        while let Some(frame) = self.path.last_mut() {
            let Some(&mv) = self.moves.get(frame.next) else {
                self.moves.truncate(frame.first);
                self.estimates.truncate(frame.first);
                self.path.pop();
                continue;
            };
            frame.next += 1;
            let frame = &self.path[self.path.len() - 1];
            let cost = frame.cost.saturating_add(self.puzzle.cost(&frame.state, mv));
            if self.bound < cost && !self.is_writing_down {
                self.drop_at(cost);
                continue;
            }
            let key = self.puzzle.child_key(&frame.state, mv);
            if self.is_known(key, cost) {
                self.meter.duplicate();
                continue;
            }
            if self.bound < cost {
                self.record_dropped(key, cost)?;
                continue;
            }
            let child = self.puzzle.child(&frame.state, mv);
            if self.puzzle.is_goal(&child) {
                let before = self.path.iter().filter_map(|frame| frame.last);
                return Ok(Some(before.chain([mv]).collect()));
            }
            let node = Node {
                state: &child,
                g: count(self.path.len()),
                last: Some(mv),
                siblings: count(self.moves.len() - frame.first),
            };
            let known = self.estimates.get(frame.next - 1).copied();
            let estimate = known.unwrap_or_else(|| self.heuristic.estimate(self.puzzle, &node));
            let Some(estimate) = estimate else { continue };
            let total = cost.saturating_add(estimate);
            if self.bound < total {
                self.record_dropped(key, total)?;
                continue;
            }
            self.remember(key, cost)?;
            self.push(child, key, Some(mv), cost)?;
        }
        Ok(None)
    }

    fn drop_at(&mut self, total: Cost) {
        self.dropped = Some(self.dropped.map_or(total, |least| least.min(total)));
    }

    /// Drops a state; records it in a pass that may be the last.
    fn record_dropped(&mut self, key: P::Key, total: Cost) -> Result<(), Stop> {
        self.drop_at(total);
        if self.is_writing_down {
            let least = self.open.get(&key).map_or(total, |before| before.min(total));
            self.open.insert(key, least, self.cheapest.bytes(), self.meter)?;
        }
        Ok(())
    }

    /// The minimum total of a state that the pass dropped and did not expand; `None` if there is no such state.
    fn least_open(&self) -> Option<Cost> {
        let is_full = self.capacity <= self.cheapest.len();
        if !self.is_writing_down || is_full {
            return self.dropped;
        }
        let is_unexpanded = |(key, _): &(&P::Key, &Cost)| self.cheapest.get(key).is_none();
        self.open.iter().filter(is_unexpanded).map(|(_, &total)| total).min()
    }

    /// Whether the state with `key` was already reached at this cost or less.
    fn is_known(&self, key: P::Key, cost: Cost) -> bool {
        match self.cheapest.get(&key) {
            Some(before) => before <= cost,
            None if self.cheapest.len() < self.capacity => false,
            None => self.path.iter().any(|frame| frame.key == key),
        }
    }

    fn remember(&mut self, key: P::Key, cost: Cost) -> Result<(), Stop> {
        if self.cheapest.len() < self.capacity || self.cheapest.get(&key).is_some() {
            self.cheapest.insert(key, cost, self.open.bytes(), self.meter)?;
        }
        Ok(())
    }

    /// Expands a state and pushes it onto the path.
    fn push(
        &mut self,
        state: P::State,
        key: P::Key,
        last: Option<P::Move>,
        cost: Cost,
    ) -> Result<(), Stop> {
        self.meter.expand()?;
        let first = self.moves.len();
        self.puzzle.moves(&state, &mut self.moves);
        self.meter.generate(self.moves.len() - first);
        if self.is_ordered {
            self.order(&state, cost, first);
        }
        self.path.push(Frame { state, key, last, cost, first, next: first });
        Ok(())
    }
}

impl<P: Puzzle, H: Heuristic<P>> BoundedDfs<'_, '_, '_, P, H> {
    /// Sorts the moves of a state, from `first` on, by the estimates of the children; the sort is stable. Dead ends and children that the
    /// pass skips (known, or above the bound) come last.
    fn order(&mut self, state: &P::State, cost: Cost, first: usize) {
        let siblings = count(self.moves.len() - first);
        let g = count(self.path.len() + 1);
        let judge = |mv: P::Move| {
            let cost = cost.saturating_add(self.puzzle.cost(state, mv));
            if self.bound < cost || self.is_known(self.puzzle.child_key(state, mv), cost) {
                return (mv, None);
            }
            let child = self.puzzle.child(state, mv);
            let node = Node { state: &child, g, last: Some(mv), siblings };
            (mv, self.heuristic.estimate(self.puzzle, &node))
        };
        let mut judged: Vec<_> = self.moves[first..].iter().copied().map(judge).collect();
        judged.sort_by_key(|(_, estimate)| estimate.unwrap_or(Cost::MAX));
        self.moves.truncate(first);
        self.moves.extend(judged.iter().map(|(mv, _)| *mv));
        self.estimates.extend(judged.iter().map(|(_, estimate)| *estimate));
    }
}

/// The number of moves; 2^32 of them do not fit into memory.
pub(super) fn count(moves: usize) -> u32 {
    u32::try_from(moves).unwrap_or(u32::MAX)
}
