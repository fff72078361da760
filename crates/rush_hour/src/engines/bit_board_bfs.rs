//! Breadth-first search over the lanes of a board: fewest slides or steps, or a proof that there is no solution.

use patience_core::{Meter, Puzzle, Search, Solution, Solver, Stop};

use crate::engines::bit_board::{BitBoard, Change, Position, Stride};
use crate::rules::game::{Move, RushHour, State};

/// Finds a shortest solution of a board of up to 8×8 cells, in the metric of the instance, or proves that there is
/// none.
///
/// The same as breadth-first search, on positions made for it.
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
/// use patience_rush_hour::{BitBoardBfs, Board, RushHour};
///
/// let game: RushHour = RushHour::new(Board::parse("AA.B\n...B\n...C\n...C")?)?;
/// let report = solve(&BitBoardBfs, &game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert_eq!(report.outcome, Outcome::ProvenUnsolvable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BitBoardBfs;

impl Solver<RushHour> for BitBoardBfs {
    fn search(&self, game: &RushHour, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        if game.is_goal(root) {
            return Ok(Some(Solution { moves: Vec::new(), cost: 0, optimal: true }));
        }
        let bit_board = BitBoard::new(game, root);
        let stride = game.stride();
        let mut reached = Reached::<()>::new();
        reached.grow(meter)?;
        reached.enter(bit_board.start(), 0, Change::NONE);
        let mut next = 0;
        let mut goal = end(&bit_board, stride, &bit_board.start()).map(|end| (0, end));
        while next < reached.nodes.len() && goal.is_none() {
            let (parent, Node { position, last, .. }) = reached.expand(next, meter)?;
            let (mut generated, before) = (0, reached.nodes.len());
            let visit = |child: Position, change: Change| {
                generated += 1;
                if reached.enter(child, parent, change) && goal.is_none() {
                    goal =
                        end(&bit_board, stride, &child).map(|end| (reached.nodes.len() - 1, end));
                }
            };
            bit_board.each_child(&position, last, stride, visit);
            meter.generate(generated);
            meter.duplicates(generated - (reached.nodes.len() - before));
            next += 1;
        }
        let Some((slot, end)) = goal else { return Ok(None) };
        let mut moves = reached.path_to(&bit_board, slot);
        moves.extend(bit_board.move_between(&reached.nodes[slot].position, &end));
        let mut solution = Solution::new(game, root, game.in_move_set(&moves));
        solution.optimal = true;
        Ok(Some(solution))
    }

    fn is_complete(&self) -> bool {
        true
    }
}

/// The solved position that a search which comes upon `position` ends with, if it does: where vehicles slide, the one that the target
/// reaches by driving out, since then no position of this distance has to be expanded; where they step, `position` itself.
#[inline]
fn end(bit_board: &BitBoard, stride: Stride, position: &Position) -> Option<Position> {
    match stride {
        Stride::Slide => bit_board.driven_out(position),
        Stride::Step => bit_board.is_goal(position).then_some(*position),
    }
}

/// The most children that a position can have.
const MOST_CHILDREN: usize = 1 << 8;

/// The initial capacity in positions.
const FEW: usize = 1 << 11;

/// The positions that were reached, in the order in which they were.
///
/// `V` is `u32` where they must be found again, and `()` where it is enough to know them.
#[derive(Debug)]
pub(crate) struct Reached<V> {
    pub(crate) nodes: Vec<Node>,
    slots: Slots<V>,
}

/// A position and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) parent: u32,
    pub(crate) last: Change,
}

impl<V: Slot> Reached<V> {
    pub(crate) fn new() -> Self {
        Self { nodes: Vec::new(), slots: Slots::of(MANY) }
    }

    /// Enters a position unless it is known.
    #[inline]
    pub(crate) fn enter(&mut self, position: Position, parent: u32, last: Change) -> bool {
        // There is room for slots of 32 bits only.
        #[allow(clippy::cast_possible_truncation)]
        let slot = self.nodes.len() as u32;
        let is_new = self.slots.find_or_enter(position.key, V::of(slot)).is_none();
        if is_new {
            self.nodes.push(Node { position, parent, last });
        }
        is_new
    }

    /// A node with its slot, and room for its children.
    #[inline]
    pub(crate) fn expand(&mut self, at: usize, meter: &mut Meter<'_>) -> Result<(u32, Node), Stop> {
        meter.expand()?;
        if self.nodes.capacity() < self.nodes.len() + MOST_CHILDREN {
            self.grow(meter)?;
        }
        // There is room for slots of 32 bits only.
        #[allow(clippy::cast_possible_truncation)]
        let slot = at as u32;
        Ok((slot, self.nodes[at]))
    }

    /// Bytes held now.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.slots.places.capacity() * size_of::<(u64, V)>()
    }

    /// The slot of a position.
    pub(crate) fn slot(&self, position: &Position) -> Option<V> {
        self.slots.find(position.key)
    }

    /// Makes room for twice as many positions; old and new are held together while they move over.
    #[cold]
    pub(crate) fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let room = FEW.max(2 * self.nodes.capacity());
        if u32::MAX as usize <= room {
            return Err(Stop::Memory);
        }
        let nodes = (self.nodes.capacity() + room) * size_of::<Node>();
        meter.store(self.nodes.len() as u64, (nodes + 3 * Slots::<V>::bytes_for(room)) as u64)?;
        self.nodes.reserve_exact(room - self.nodes.len());
        Ok(())
    }

    /// The moves from the first position to that of a slot.
    pub(crate) fn path_to(&self, bit_board: &BitBoard, slot: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = slot;
        while at != 0 {
            let parent = self.nodes[at].parent as usize;
            moves.extend(
                bit_board.move_between(&self.nodes[parent].position, &self.nodes[at].position),
            );
            at = parent;
        }
        moves.reverse();
        moves
    }
}

/// Places of the smallest table.
const SMALLEST: usize = 2 * FEW;

/// Places of a table that most boards need not enlarge.
const MANY: usize = 1 << 14;

/// The value of a key in a table.
pub(crate) trait Slot: Copy + Default {
    /// The value of the key in this slot.
    fn of(slot: u32) -> Self;
}

impl Slot for u32 {
    #[inline]
    fn of(slot: u32) -> Self {
        slot
    }
}

impl Slot for () {
    #[inline]
    fn of(_: u32) -> Self {}
}

/// A hash table of keys.
#[derive(Debug)]
pub(crate) struct Slots<V> {
    /// A key plus one, which is never 0, and its value; 0 is empty. The number of places is a power of two.
    places: Vec<(u64, V)>,
    len: usize,
    /// The shift from a hash to a place.
    shift: u32,
}

impl<V: Copy + Default> Default for Slots<V> {
    fn default() -> Self {
        Self::of(SMALLEST)
    }
}

impl<V: Copy + Default> Slots<V> {
    /// An empty table of this many places, a power of two.
    fn of(places: usize) -> Self {
        let shift = u64::BITS - places.ilog2();
        Self { places: vec![(0, V::default()); places], len: 0, shift }
    }

    fn bytes_for(entries: usize) -> usize {
        MANY.max(2 * entries.next_power_of_two()) * size_of::<(u64, V)>()
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // Fibonacci hashing: the upper bits of the product depend on all bits of the key.
        #[allow(clippy::cast_possible_truncation)]
        let place = ((key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        place
    }

    /// Clears and shrinks the table: a large one would not stay in the processor's cache.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.places.resize(SMALLEST, (0, V::default()));
        self.shift = u64::BITS - SMALLEST.ilog2();
        self.len = 0;
    }

    /// The value of a key; if there is none, enters `value`.
    #[inline]
    pub(crate) fn find_or_enter(&mut self, key: u64, value: V) -> Option<V> {
        if self.places.len() < 2 * self.len {
            self.grow();
        }
        let at = match self.search(key) {
            Ok(known) => return Some(known),
            Err(at) => at,
        };
        self.places[at] = (key + 1, value);
        self.len += 1;
        None
    }

    /// The value of a key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<V> {
        self.search(key).ok()
    }

    /// The value of a key, or the empty place for it.
    #[inline]
    fn search(&self, key: u64) -> Result<V, usize> {
        let mask = self.places.len() - 1;
        let mut at = self.place(key) & mask;
        loop {
            let (known, value) = self.places[at];
            if known == key + 1 {
                return Ok(value);
            }
            if known == 0 {
                return Err(at);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![(0, V::default()); 2 * self.places.len()];
        let old = std::mem::replace(&mut self.places, larger);
        self.shift -= 1;
        for (known, value) in old.into_iter().filter(|(known, _)| *known != 0) {
            if let Err(at) = self.search(known - 1) {
                self.places[at] = (known, value);
            }
        }
    }
}
