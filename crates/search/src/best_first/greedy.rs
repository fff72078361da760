//! Greedy best-first search (Doran and Michie, 1966): expand the open state of the lowest score.

use patience_core::{Foresight, Meter, Node, Puzzle, Search, Solution, Solver, Stop};

use super::buckets::Buckets;
use super::trail;
use crate::index::Index;

/// Builds and expands the child of the lowest score, the newest of equals, until it comes upon a goal.
///
/// Children are scored before they are built. What waits is a move and the place of its parent, so that a state that is never
/// expanded costs little time and less memory; states met twice are noticed when they are built.
///
/// *Complete*; *not optimal*; *memory*: every state expanded and a few bytes for every other one generated.
///
/// ```
/// use patience_core::{Built, ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::BestFirst;
///
/// let puzzle = Countdown { from: 40, most: 3 };
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let solver = BestFirst { foresight: Built { evaluator: left, scale: 1.0 } };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 14));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestFirst<F> {
    /// Scores children; the lowest is expanded next.
    pub foresight: F,
}

impl<P: Puzzle, F: Foresight<P>> Solver<P> for BestFirst<F> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        let found = Run::new(puzzle, &self.foresight, u64::MAX, meter).search(root)?;
        Ok(found.solution(puzzle, root))
    }

    fn is_complete(&self) -> bool {
        true
    }
}

/// How a run ended.
#[derive(Debug)]
pub(super) enum Found<M> {
    /// With the moves to a goal.
    Moves(Vec<M>),
    /// With every reachable state expanded.
    Nothing,
    /// With its budget spent.
    TooMuch,
}

impl<M: Copy + Eq> Found<M> {
    pub(super) fn solution<P: Puzzle<Move = M>>(
        self,
        puzzle: &P,
        root: &P::State,
    ) -> Option<Solution<M>> {
        match self {
            Self::Moves(moves) => Some(Solution::new(puzzle, root, moves)),
            Self::Nothing | Self::TooMuch => None,
        }
    }
}

/// One search with one foresight.
pub(super) struct Run<'a, 'm, 'o, P: Puzzle, F> {
    puzzle: &'a P,
    foresight: &'a F,
    /// Expansions after which to give up.
    budget: u64,
    meter: &'m mut Meter<'o>,
    /// The slots of stored states by key.
    index: Index,
    stored: Vec<Stored<P>>,
    open: Buckets<Waiting<P::Move>>,
    moves: Vec<P::Move>,
}

/// A state that was expanded.
struct Stored<P: Puzzle> {
    state: P::State,
    parent: u32,
    g: u32,
    last: Option<P::Move>,
}

/// A child that is not built.
#[derive(Clone, Copy, Debug)]
struct Waiting<M> {
    parent: u32,
    mv: M,
}

/// States that the first piece of memory holds.
const FEW: usize = 1 << 8;

impl<'a, 'm, 'o, P: Puzzle, F: Foresight<P>> Run<'a, 'm, 'o, P, F> {
    pub(super) fn new(
        puzzle: &'a P,
        foresight: &'a F,
        budget: u64,
        meter: &'m mut Meter<'o>,
    ) -> Self {
        Self {
            puzzle,
            foresight,
            budget,
            meter,
            index: Index::new(),
            stored: Vec::new(),
            open: Buckets::new(),
            moves: Vec::new(),
        }
    }

    pub(super) fn search(mut self, root: &P::State) -> Result<Found<P::Move>, Stop> {
        if self.puzzle.is_goal(root) {
            return Ok(Found::Moves(Vec::new()));
        }
        if self.store(root.clone(), 0, 0, None)?.is_some() {
            self.expand(0)?;
        }
        while let Some(Waiting { parent, mv }) = self.open.pop() {
            let Stored { state, g, .. } = &self.stored[parent as usize];
            let (child, g) = (self.puzzle.child(state, mv), g.saturating_add(1));
            if self.puzzle.is_goal(&child) {
                return Ok(Found::Moves(self.trail(parent, mv)));
            }
            let Some(slot) = self.store(child, parent, g, Some(mv))? else {
                self.meter.duplicate();
                continue;
            };
            let Some(left) = self.budget.checked_sub(1) else { return Ok(Found::TooMuch) };
            self.budget = left;
            self.expand(slot)?;
        }
        Ok(Found::Nothing)
    }

    /// Stores a state unless it is known; returns its slot.
    #[inline]
    fn store(
        &mut self,
        state: P::State,
        parent: u32,
        g: u32,
        last: Option<P::Move>,
    ) -> Result<Option<u32>, Stop> {
        if self.stored.len() == self.stored.capacity() || self.index.is_full() {
            self.grow()?;
        }
        let slot = u32::try_from(self.stored.len()).map_err(|_| Stop::Memory)?;
        let key = self.puzzle.key(&state);
        let (puzzle, stored) = (self.puzzle, &self.stored);
        let is_same = |slot: u32| puzzle.key(&stored[slot as usize].state) == key;
        if self.index.find_or_enter(Index::hash(&key), slot, is_same).is_some() {
            return Ok(None);
        }
        self.stored.push(Stored { state, parent, g, last });
        Ok(Some(slot))
    }

    /// Scores the children of a stored state and lets them wait.
    #[inline]
    fn expand(&mut self, slot: u32) -> Result<(), Stop> {
        self.meter.expand()?;
        if self.open.room() < FEW {
            let room = (8 * FEW).max(2 * self.open.capacity());
            let bytes = self.bytes() + (room * Buckets::<Waiting<P::Move>>::ITEM_BYTES) as u64;
            self.meter.store(self.stored.len() as u64, bytes)?;
            self.open.make_room(room);
        }
        let Stored { state, g, last, .. } = &self.stored[slot as usize];
        let node = Node { state, g: *g, last: *last, siblings: 0 };
        let open = &mut self.open;
        let mut generated = 0;
        self.foresight.each_child(self.puzzle, &node, &mut self.moves, |mv, score| {
            generated += 1;
            open.push(score, Waiting { parent: slot, mv });
        });
        self.meter.generate(generated);
        Ok(())
    }

    /// Bytes held now.
    fn bytes(&self) -> u64 {
        let states = self.stored.capacity() * size_of::<Stored<P>>();
        let waiting = self.open.capacity() * Buckets::<Waiting<P::Move>>::ITEM_BYTES;
        self.index.bytes() + (states + waiting + Buckets::<Waiting<P::Move>>::STACK_BYTES) as u64
    }

    /// Makes room for twice as many states; old and new are held together while they move over.
    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        if self.index.is_full() {
            let bytes = self.bytes() - self.index.bytes() + self.index.bytes_to_grow();
            self.meter.store(self.stored.len() as u64, bytes)?;
            self.index.grow();
        }
        if self.stored.len() == self.stored.capacity() {
            let room = FEW.max(2 * self.stored.capacity());
            self.meter.store(
                self.stored.len() as u64,
                self.bytes() + (room * size_of::<Stored<P>>()) as u64,
            )?;
            self.stored.reserve_exact(room - self.stored.len());
        }
        Ok(())
    }

    /// The moves from the root to a stored state, and one more.
    fn trail(&self, slot: u32, mv: P::Move) -> Vec<P::Move> {
        trail(slot, mv, |slot| {
            let at = &self.stored[slot as usize];
            at.last.map(|last| (at.parent, last))
        })
    }
}
