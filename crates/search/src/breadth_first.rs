//! Breadth-first search (Moore, 1959): all states after one move, then all after two, and so on.

use patience_core::{Meter, Puzzle, Search, Solution, Solver, Stop};

use crate::best_first::trail;
use crate::index::Index;

/// Expands states in the order of their distance from the root until one leads to a goal.
///
/// *Complete*; *optimal* in the number of moves, hence in cost if every move costs one; *memory*: every state reached.
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, example::Countdown, solve};
/// use patience_search::BreadthFirst;
///
/// let puzzle = Countdown { from: 11, most: 3 };
/// let report = solve(&BreadthFirst, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 4 && solution.optimal));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BreadthFirst;

impl<P: Puzzle> Solver<P> for BreadthFirst {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        Run::new(puzzle, meter).search(root)
    }

    fn is_complete(&self) -> bool {
        true
    }
}

struct Run<'a, 'm, 'o, P: Puzzle> {
    puzzle: &'a P,
    meter: &'m mut Meter<'o>,
    /// Slots of the reached states by key.
    index: Index,
    /// The reached states by slot, in the order of their distance, and how each was reached.
    states: Vec<P::State>,
    links: Vec<(u32, Option<P::Move>)>,
    moves: Vec<P::Move>,
}

const INITIAL_CAPACITY: usize = 1 << 10;

/// Maximum number of children for which capacity is reserved in advance.
const MOST_CHILDREN: usize = 1 << 8;

impl<'a, 'm, 'o, P: Puzzle> Run<'a, 'm, 'o, P> {
    fn new(puzzle: &'a P, meter: &'m mut Meter<'o>) -> Self {
        let (states, links, moves) = (Vec::new(), Vec::new(), Vec::new());
        Self { puzzle, meter, index: Index::with_room(INITIAL_CAPACITY), states, links, moves }
    }

    fn search(mut self, root: &P::State) -> Search<P::Move> {
        if self.puzzle.is_goal(root) {
            return Ok(Some(Solution { moves: Vec::new(), cost: 0, optimal: true }));
        }
        self.grow()?;
        self.enter(root.clone(), 0, None);
        let mut next = 0;
        while next < self.states.len() {
            if self.states.capacity() < self.states.len() + MOST_CHILDREN {
                self.grow()?;
            }
            if let Some(mv) = self.expand(next)? {
                let slot = u32::try_from(next).map_err(|_| Stop::Memory)?;
                let moves = trail(slot, mv, |slot| {
                    let (parent, last) = self.links[slot as usize];
                    last.map(|last| (parent, last))
                });
                let mut solution = Solution::new(self.puzzle, root, moves);
                solution.optimal = solution.cost as usize == solution.moves.len();
                return Ok(Some(solution));
            }
            next += 1;
        }
        Ok(None)
    }

    /// Enters the children of a state; returns the move to a goal, if there is one.
    #[inline]
    fn expand(&mut self, at: usize) -> Result<Option<P::Move>, Stop> {
        self.meter.expand()?;
        let parent = u32::try_from(at).map_err(|_| Stop::Memory)?;
        let (puzzle, state) = (self.puzzle, self.states[at].clone());
        let mut moves = std::mem::take(&mut self.moves);
        let (mut generated, mut duplicates) = (0, 0);
        let mut last = None;
        puzzle.each_child(&state, &mut moves, |mv, child| {
            generated += 1;
            if last.is_none() && puzzle.is_goal(&child) {
                last = Some(mv);
            }
            duplicates += usize::from(!self.enter(child, parent, Some(mv)));
        });
        self.moves = moves;
        self.meter.generate(generated);
        self.meter.duplicates(duplicates);
        Ok(last)
    }

    /// Enters a state unless it is known.
    #[inline]
    fn enter(&mut self, state: P::State, parent: u32, last: Option<P::Move>) -> bool {
        if self.index.is_full() {
            self.index.grow();
        }
        let key = self.puzzle.key(&state);
        let (puzzle, states) = (self.puzzle, &self.states);
        // `grow` ensures that slots fit into 32 bits.
        #[allow(clippy::cast_possible_truncation)]
        let slot = states.len() as u32;
        let is_same = |slot: u32| puzzle.key(&states[slot as usize]) == key;
        if self.index.find_or_enter(Index::hash(&key), slot, is_same).is_some() {
            return false;
        }
        self.states.push(state);
        self.links.push((parent, last));
        true
    }

    /// Doubles the capacity; old and new copies coexist during the move.
    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let room = INITIAL_CAPACITY.max(2 * self.states.capacity());
        if u32::MAX as usize <= room {
            return Err(Stop::Memory);
        }
        let each = size_of::<P::State>() + size_of::<(u32, Option<P::Move>)>();
        let bytes = (self.states.capacity() + room) * each;
        // The index doubles whenever it is half full.
        let index = 3 * Index::bytes_for(room);
        self.meter.store(self.states.len() as u64, bytes as u64 + index)?;
        self.states.reserve_exact(room - self.states.len());
        self.links.reserve_exact(room - self.links.len());
        Ok(())
    }
}
