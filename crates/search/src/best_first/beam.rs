//! Beam search (Lowerre, 1976): level by level, the best few of all children go on.

use patience_core::{Cost, Foresight, Meter, Node, Puzzle, Search, Solution, Solver, Stop};

use super::buckets::Buckets;
use crate::index::Index;

/// Expands a level of at most `width` states, scores all children, and builds the best of them for the next level.
///
/// A state is kept once, at the first level that keeps it.
///
/// *Not complete*; *not optimal*, but the wider the shorter its solutions; *memory*: two levels of states, and a key with a move for
/// every state kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam<F> {
    /// Scores children; the lowest go on.
    pub foresight: F,
    /// States a level.
    pub width: usize,
}

impl<P: Puzzle, F: Foresight<P>> Solver<P> for Beam<F> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        Run::new(puzzle, &self.foresight, self.width, Cost::MAX, meter).search(root)
    }

    fn is_complete(&self) -> bool {
        false
    }
}

/// One beam.
pub(super) struct Run<'a, 'm, 'o, P: Puzzle, F> {
    puzzle: &'a P,
    foresight: &'a F,
    width: usize,
    /// Solutions must cost less than this.
    below: Cost,
    meter: &'m mut Meter<'o>,
    index: Index,
    /// Every state kept, by slot.
    kept: Vec<Kept<P>>,
    level: Vec<Member<P>>,
    next: Vec<Member<P>>,
    moves: Vec<P::Move>,
    best: Option<(Cost, u32, P::Move)>,
}

struct Kept<P: Puzzle> {
    key: P::Key,
    parent: u32,
    last: Option<P::Move>,
}

struct Member<P: Puzzle> {
    state: P::State,
    slot: u32,
    cost: Cost,
}

/// A child that is not built.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    /// The place of the parent in its level.
    parent: u32,
    mv: M,
}

impl<'a, 'm, 'o, P: Puzzle, F: Foresight<P>> Run<'a, 'm, 'o, P, F> {
    pub(super) fn new(puzzle: &'a P, foresight: &'a F, width: usize, below: Cost, meter: &'m mut Meter<'o>) -> Self {
        Self {
            puzzle,
            foresight,
            width: width.max(1),
            below,
            meter,
            index: Index::new(),
            kept: Vec::new(),
            level: Vec::new(),
            next: Vec::new(),
            moves: Vec::new(),
            best: None,
        }
    }

    pub(super) fn search(mut self, root: &P::State) -> Search<P::Move> {
        if self.puzzle.is_goal(root) {
            return Ok(Some(Solution { moves: Vec::new(), cost: 0, optimal: true }));
        }
        self.keep(root.clone(), 0, None, 0)?;
        std::mem::swap(&mut self.level, &mut self.next);
        let mut depth = 0;
        while !self.level.is_empty() && self.best.is_none() {
            let mut candidates = self.candidates(depth)?;
            while self.next.len() < self.width
                && let Some(candidate) = candidates.pop()
            {
                self.build(candidate)?;
            }
            std::mem::swap(&mut self.level, &mut self.next);
            self.next.clear();
            depth += 1;
        }
        Ok(self.best.map(|(_, slot, mv)| Solution::new(self.puzzle, root, self.trail(slot, mv))))
    }

    /// All children of the level by score.
    fn candidates(&mut self, depth: u32) -> Result<Buckets<Candidate<P::Move>>, Stop> {
        let mut candidates = Buckets::new();
        for (parent, member) in (0..).zip(&self.level) {
            self.meter.expand()?;
            let last = self.kept[member.slot as usize].last;
            let node = Node { state: &member.state, g: depth, last, siblings: 0 };
            let mut generated = 0;
            self.foresight.each_child(self.puzzle, &node, &mut self.moves, |mv, score| {
                generated += 1;
                candidates.push(score, Candidate { parent, mv });
            });
            self.meter.generate(generated);
        }
        Ok(candidates)
    }

    fn build(&mut self, Candidate { parent, mv }: Candidate<P::Move>) -> Result<(), Stop> {
        let Member { state, slot, cost } = &self.level[parent as usize];
        let (slot, cost) = (*slot, cost.saturating_add(self.puzzle.cost(state, mv)));
        if self.below <= cost {
            return Ok(());
        }
        let child = self.puzzle.child(state, mv);
        if self.puzzle.is_goal(&child) {
            if self.best.is_none_or(|(least, ..)| cost < least) {
                self.best = Some((cost, slot, mv));
            }
            return Ok(());
        }
        self.keep(child, slot, Some(mv), cost)
    }

    /// Puts a state into the next level unless it is known.
    fn keep(&mut self, state: P::State, parent: u32, last: Option<P::Move>, cost: Cost) -> Result<(), Stop> {
        let slot = u32::try_from(self.kept.len()).map_err(|_| Stop::Memory)?;
        if self.index.is_full() {
            self.index.grow();
        }
        let key = self.puzzle.key(&state);
        let kept = &self.kept;
        let is_same = |slot: u32| kept[slot as usize].key == key;
        if self.index.find_or_enter(Index::hash(&key), slot, is_same).is_some() {
            self.meter.duplicate();
            return Ok(());
        }
        self.kept.push(Kept { key, parent, last });
        self.next.push(Member { state, slot, cost });
        Ok(())
    }

    /// The moves from the root to a state that was kept, and one more.
    fn trail(&self, slot: u32, mv: P::Move) -> Vec<P::Move> {
        let mut moves = vec![mv];
        let mut at = &self.kept[slot as usize];
        while let Some(last) = at.last {
            moves.push(last);
            at = &self.kept[at.parent as usize];
        }
        moves.reverse();
        moves
    }
}
