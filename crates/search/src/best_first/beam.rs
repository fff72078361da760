//! Beam search (Lowerre, 1976): level by level, keep only the best few children.

use patience_core::{
    Blind, ChildEvaluator, Cost, Heuristic, Meter, Node, Puzzle, Search, Solution, Solver, Stop,
    Window,
};

use super::buckets::Buckets;
use super::pace::Pace;
use super::trail;
use crate::index::Index;

/// Expands a level of states, scores all children, and builds the best `width` of them for the next level.
///
/// A move that costs nothing leads to a state of the same level, any other move to the next. A state is kept once, at the first level for
/// which it is built.
///
/// *Not complete*; *not optimal*, but wider beams find cheaper solutions; *memory*: two levels of states, and a key with a move per state
/// kept.
///
/// ```
/// use patience_core::{Built, ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::Beam;
///
/// let puzzle = Countdown { from: 40, most: 3 };
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let solver = Beam { evaluator: Built { evaluator: left, scale: 1.0 }, width: 4 };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 14));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam<F> {
    /// Scores children; the lowest are kept.
    pub evaluator: F,
    /// Number of states built per level; 0 counts as 1.
    pub width: usize,
}

impl<P: Puzzle, F: ChildEvaluator<P>> Solver<P> for Beam<F> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        Run::new(puzzle, &self.evaluator, &Blind, self.width, Cost::MAX, meter).search(root)
    }

    fn is_complete(&self) -> bool {
        false
    }
}

/// The level after which a beam search ends. [`Widening`](super::Widening) has it as a setting.
///
/// ```
/// use patience_search::LastLevel;
///
/// assert_eq!(LastLevel::default(), LastLevel::OfSolution);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LastLevel {
    /// The first with a solution. If moves that cost anything cost the same, no later level has a cheaper one.
    #[default]
    OfSolution,
    /// The last whose states may lead to a cheaper solution: for moves of different costs.
    OfStates,
}

/// The beam search for a solution that costs less than `below`: states that cannot lead to one, by the heuristic, take no place in the beam.
/// It ends with the last level [of states](LastLevel::OfStates).
///
/// ```
/// use patience_core::{Blind, Built, ByFeature, Cancel, Features, Limits, Meter, Puzzle, Reading, example::Countdown};
/// use patience_search::best_first::beam_below;
///
/// let puzzle = Countdown { from: 40, most: 3 };
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let evaluator = Built { evaluator: left, scale: 1.0 };
/// let below = |cost| {
///     let (cancel, mut watch) = (Cancel::new(), ());
///     let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
///     beam_below(&puzzle, &puzzle.start(), (&evaluator, &Blind), 4, cost, &mut meter)
/// };
/// // Fourteen moves are the fewest.
/// assert_eq!(below(15).map(|found| found.map(|it| it.cost)), Ok(Some(14)));
/// assert_eq!(below(14).map(|found| found.map(|it| it.cost)), Ok(None));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
///
/// # Errors
///
/// At a limit.
pub fn beam_below<P: Puzzle>(
    puzzle: &P,
    root: &P::State,
    (evaluator, heuristic): (&impl ChildEvaluator<P>, &impl Heuristic<P>),
    width: usize,
    below: Cost,
    meter: &mut Meter<'_>,
) -> Search<P::Move> {
    let run = Run::new(puzzle, evaluator, heuristic, width, below, meter);
    let found = Run { last_level: LastLevel::OfStates, ..run }.search(root)?;
    // The root may be a goal.
    Ok(found.filter(|solution| solution.cost < below))
}

/// Any estimate below a limit.
fn within(limit: Cost) -> Window {
    Window { least: 0, enough: 0, limit }
}

pub(super) struct Run<'a, 'm, 'o, P: Puzzle, F, H> {
    puzzle: &'a P,
    evaluator: &'a F,
    /// Estimates the cost-to-go: states that cannot lead below the bound are dropped.
    heuristic: &'a H,
    width: usize,
    /// Upper bound: solutions must cost less.
    below: Cost,
    meter: &'m mut Meter<'o>,
    index: Index,
    /// Every state kept, by slot.
    kept: Vec<Kept<P>>,
    level: Level<P::State>,
    next: Level<P::State>,
    candidates: Buckets<Candidate<P::Move>>,
    moves: Vec<P::Move>,
    /// States and bytes that the caller holds meanwhile.
    pub(super) held: (u64, u64),
    /// The level after which it ends.
    pub(super) last_level: LastLevel,
    /// Adapts the width of each level to the time limit.
    pub(super) pace: Option<Pace>,
    /// The cheapest solution found: its cost, the slot before the goal, and the last move.
    best: Option<(Cost, u32, P::Move)>,
}

struct Kept<P: Puzzle> {
    key: P::Key,
    parent: u32,
    last: Option<P::Move>,
}

/// The states of a level, with the slot and cost of each.
struct Level<S> {
    states: Vec<S>,
    members: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    slot: u32,
    cost: Cost,
}

impl<S> Level<S> {
    fn new() -> Self {
        Self { states: Vec::new(), members: Vec::new() }
    }

    fn len(&self) -> usize {
        self.members.len()
    }

    fn clear(&mut self) {
        self.states.clear();
        self.members.clear();
    }

    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>() + self.members.capacity() * size_of::<Member>()
    }
}

#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    /// The index of the parent in its level.
    parent: u32,
    mv: M,
}

impl<'a, 'm, 'o, P: Puzzle, F: ChildEvaluator<P>, H: Heuristic<P>> Run<'a, 'm, 'o, P, F, H> {
    pub(super) fn new(
        puzzle: &'a P,
        evaluator: &'a F,
        heuristic: &'a H,
        width: usize,
        below: Cost,
        meter: &'m mut Meter<'o>,
    ) -> Self {
        Self {
            puzzle,
            evaluator,
            heuristic,
            width: width.max(1),
            below,
            meter,
            index: Index::new(),
            kept: Vec::new(),
            level: Level::new(),
            next: Level::new(),
            candidates: Buckets::new(),
            moves: Vec::new(),
            held: (0, 0),
            last_level: LastLevel::default(),
            pace: None,
            best: None,
        }
    }

    /// A limit after the first solution ends the search with the cheapest one.
    pub(super) fn search(mut self, root: &P::State) -> Search<P::Move> {
        if self.puzzle.is_goal(root) {
            return Ok(Some(Solution { moves: Vec::new(), cost: 0, optimal: true }));
        }
        let ended = self.search_levels(root);
        let Some((_, slot, mv)) = self.best else { return ended.map(|()| None) };
        Ok(Some(Solution::new(self.puzzle, root, self.trail(slot, mv))))
    }

    fn search_levels(&mut self, root: &P::State) -> Result<(), Stop> {
        self.next.states.push(root.clone());
        self.keep(0, None, 0)?;
        while self.next.len() != 0 {
            std::mem::swap(&mut self.level, &mut self.next);
            self.next.clear();
            self.candidates = Buckets::new();
            let mut at = 0;
            while at < self.level.len() {
                self.expand(at)?;
                at += 1;
            }
            // No later level has a cheaper solution, except for cost differences within a level.
            if self.best.is_some() && self.last_level == LastLevel::OfSolution {
                break;
            }
            self.keep_pace();
            while self.next.len() < self.width
                && let Some((_, Candidate { parent, mv })) = self.candidates.pop()
            {
                self.build(parent as usize, mv)?;
            }
        }
        Ok(())
    }

    /// Sets the width of the next level, if the beam has a pace.
    fn keep_pace(&mut self) {
        let (Some(pace), Some(member)) = (&self.pace, self.level.members.first()) else { return };
        // If every move costs at least 1, no more levels can come.
        let levels = self.below.saturating_sub(member.cost);
        self.width = pace.width(levels, self.meter).unwrap_or(self.width);
    }

    /// Scores the children of a member of the level; those that cost nothing are built at once and join it.
    fn expand(&mut self, at: usize) -> Result<(), Stop> {
        self.meter.expand()?;
        let (state, Member { slot, cost }) = (&self.level.states[at], self.level.members[at]);
        let node = Node { state, g: cost, last: self.kept[slot as usize].last, siblings: 0 };
        // A level of 2^32 states does not fit into memory.
        #[allow(clippy::cast_possible_truncation)]
        let parent = at as u32;
        let (puzzle, candidates) = (self.puzzle, &mut self.candidates);
        let (mut free, mut generated) = (Vec::new(), 0);
        self.evaluator.each_child(puzzle, &node, None, &mut self.moves, |mv, score| {
            generated += 1;
            if puzzle.cost(state, mv) == 0 {
                free.push(mv);
            } else {
                candidates.push(score, Candidate { parent, mv });
            }
        });
        self.meter.generate(generated);
        for mv in free {
            let joined = self.next.len();
            self.build(at, mv)?;
            self.level.states.extend(self.next.states.drain(joined..));
            self.level.members.extend(self.next.members.drain(joined..));
        }
        Ok(())
    }

    /// Builds a child in place for the next level: states are so large that copies matter. It is not built if its quick key is known or its
    /// quick estimate too high.
    fn build(&mut self, parent: usize, mv: P::Move) -> Result<(), Stop> {
        let Member { slot, cost } = self.level.members[parent];
        let state = &self.level.states[parent];
        let mut is_estimated = false;
        if let Some(key) = self.puzzle.quick_child_key(state, mv) {
            let arrived = cost.saturating_add(self.puzzle.cost(state, mv));
            let Some(limit) = self.below.checked_sub(arrived).filter(|&limit| limit != 0) else {
                return Ok(());
            };
            if self.is_kept(&key) {
                self.meter.duplicate();
                return Ok(());
            }
            let node = Node { state, g: cost, last: None, siblings: 0 };
            let left = self.heuristic.estimate_quick_child(self.puzzle, &node, mv, within(limit));
            if left == Some(None) {
                return Ok(());
            }
            is_estimated = left.is_some();
        }
        let place = self.next.len();
        self.next.states.extend_from_slice(&self.level.states[parent..=parent]);
        let cost = cost.saturating_add(self.puzzle.pay(&mut self.next.states[place], mv));
        let child = &self.next.states[place];
        if self.below <= cost {
            self.next.states.truncate(place);
            return Ok(());
        }
        if self.puzzle.is_goal(child) {
            self.next.states.truncate(place);
            if self.best.is_none_or(|(least, ..)| cost < least) {
                self.best = Some((cost, slot, mv));
                if self.last_level == LastLevel::OfStates {
                    self.below = cost;
                }
            }
            return Ok(());
        }
        let node = Node { state: child, g: cost, last: Some(mv), siblings: 0 };
        let limit = self.below - cost;
        if !is_estimated
            && self.heuristic.estimate_between(self.puzzle, &node, within(limit)).is_none()
        {
            self.next.states.truncate(place);
            return Ok(());
        }
        self.keep(slot, Some(mv), cost)
    }

    fn is_kept(&self, key: &P::Key) -> bool {
        let is_same = |slot: u32| self.kept[slot as usize].key == *key;
        self.index.find(Index::hash(key), is_same).is_some()
    }

    /// Keeps the last state of the next level, or drops it if it is known.
    fn keep(&mut self, parent: u32, last: Option<P::Move>, cost: Cost) -> Result<(), Stop> {
        if self.kept.len() == self.kept.capacity() || self.index.is_full() {
            self.grow()?;
        }
        let slot = u32::try_from(self.kept.len()).map_err(|_| Stop::Memory)?;
        let place = self.next.len();
        let key = self.puzzle.key(&self.next.states[place]);
        let kept = &self.kept;
        let is_same = |slot: u32| kept[slot as usize].key == key;
        if self.index.find_or_enter(Index::hash(&key), slot, is_same).is_some() {
            self.meter.duplicate();
            self.next.states.truncate(place);
            return Ok(());
        }
        self.kept.push(Kept { key, parent, last });
        self.next.members.push(Member { slot, cost });
        Ok(())
    }

    /// Doubles the capacity; old and new copies coexist during the move.
    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let levels = self.level.bytes() + self.next.bytes();
        let waiting = self.candidates.capacity() * Buckets::<Candidate<P::Move>>::ITEM_BYTES;
        let room = 256.max(2 * self.kept.capacity());
        let kept = (self.kept.capacity() + room) * size_of::<Kept<P>>();
        // The levels and the candidates double on their own, up to twice their size.
        let bytes = self.index.bytes_to_grow() + (kept + 2 * (levels + waiting)) as u64;
        let (states, held) = self.held;
        self.meter.store(states + self.kept.len() as u64, held + bytes)?;
        if self.index.is_full() {
            self.index.grow();
        }
        if self.kept.len() == self.kept.capacity() {
            self.kept.reserve_exact(room - self.kept.len());
        }
        Ok(())
    }

    /// The moves from the root to a kept state, and one more.
    fn trail(&self, slot: u32, mv: P::Move) -> Vec<P::Move> {
        trail(slot, mv, |slot| {
            let at = &self.kept[slot as usize];
            at.last.map(|last| (at.parent, last))
        })
    }
}
