//! The most pegs of a type that one move can take: a longest trail in the graph of the mover's holes.
//!
//! The holes of the mover's type are the vertices and the lines between them the edges, each with a peg in its middle that can be taken
//! once. No two lines of one mover share a middle, so a move is a trail: it passes every edge at most once. An edge counts if its
//! middle is of the type; the others may be passed on the way.

use std::collections::BTreeSet;

use super::types::PegType;
use crate::{Board, Pegs, members};

/// Step limit of the search for a longest trail, which then returns its upper bound. Boards of 64 holes take a few thousand.
const STEPS: u32 = 200_000;

/// The most pegs of a type that one move can take in any position.
///
/// It is exact, except on boards so large that the search for the longest trail ends early: there it is an upper bound.
///
/// ```
/// use patience_peg::Drawing;
/// use patience_peg::analysis::{PegType, cap};
///
/// // From hole 0 a peg jumps over holes 1, 3 and 5; from hole 1 over 2 and 4.
/// let board = Drawing::parse(".......")?.board;
/// assert_eq!(cap(&board, PegType::EvenOdd), 3);
/// assert_eq!(cap(&board, PegType::EvenEven), 2);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn cap(board: &Board, taken: PegType) -> u32 {
    // A type takes those that take it.
    let movers = taken.takes(board.lattice()).iter();
    movers.map(|&mover| Graph::new(board, mover, taken).longest_trail()).max().unwrap_or(0)
}

/// The caps of all types, in the order of [`PegType::ALL`].
///
/// ```
/// use patience_peg::{Drawing, analysis::caps};
///
/// // From hole 0 a peg jumps over holes 1, 3 and 5; from hole 1 over 2 and 4.
/// let board = Drawing::parse(".......")?.board;
/// assert_eq!(caps(&board), [2, 3, 0, 0]);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn caps(board: &Board) -> [u32; 4] {
    PegType::ALL.map(|taken| cap(board, taken))
}

/// Whether a move that starts in a hole can take a peg of the type.
///
/// ```
/// use patience_peg::Drawing;
/// use patience_peg::analysis::{PegType, can_take};
///
/// // From hole 0 a peg jumps over hole 1 only.
/// let board = Drawing::parse("....")?.board;
/// assert!(can_take(&board, 0, PegType::EvenOdd));
/// assert!(!can_take(&board, 0, PegType::EvenEven));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn can_take(board: &Board, start: u8, taken: PegType) -> bool {
    let (taken, reached) = (taken.holes(board), reach(board, start));
    board.jumps().iter().any(|jump| reached >> jump.from & 1 == 1 && taken >> jump.over & 1 == 1)
}

/// The holes that the peg in a hole may come to.
pub(crate) fn reach(board: &Board, start: u8) -> Pegs {
    let mut reached: Pegs = 1 << start;
    loop {
        let from = board.jumps().iter().filter(|jump| reached >> jump.from & 1 == 1);
        let next = from.fold(reached, |all, jump| all | 1 << jump.to);
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// Sets of edges are sets of the holes in their middles.
struct Graph {
    /// The edges of each hole, with the hole at the other end.
    edges: Vec<Vec<(u8, u8)>>,
    /// The edges of each hole as a set.
    around: Vec<Pegs>,
    vertices: Pegs,
    /// The edges that count.
    counted: Pegs,
}

impl Graph {
    fn new(board: &Board, mover: PegType, taken: PegType) -> Self {
        let vertices = mover.holes(board);
        let mut edges = vec![Vec::new(); board.holes().len()];
        let mut around = vec![0; board.holes().len()];
        for jump in board.jumps().iter().filter(|jump| vertices >> jump.from & 1 == 1) {
            edges[usize::from(jump.from)].push((jump.over, jump.to));
            around[usize::from(jump.from)] |= 1 << jump.over;
        }
        Self { edges, around, vertices, counted: taken.holes(board) }
    }

    fn longest_trail(&self) -> u32 {
        let mut left = self.vertices;
        let mut longest = 0;
        while left != 0 {
            let component = self.component(left);
            left &= !component;
            longest = longest.max(self.longest_trail_in(component));
        }
        longest
    }

    /// The component of the first hole of a set.
    fn component(&self, set: Pegs) -> Pegs {
        let mut component = set & set.wrapping_neg();
        loop {
            let next = members(component).flat_map(|at| &self.edges[usize::from(at)]);
            let next = next.fold(component, |all, &(_, to)| all | 1 << to);
            if next == component {
                return component;
            }
            component = next;
        }
    }

    fn longest_trail_in(&self, component: Pegs) -> u32 {
        let edges = members(component).fold(0, |all, at| all | self.around[usize::from(at)]);
        let mut search = Search { graph: self, component, failed: BTreeSet::new(), steps: 0 };
        let mut longest = search.most(edges);
        while !members(component).any(|start| search.has_trail(start, edges, longest)) {
            search.failed.clear();
            longest -= 1;
        }
        longest
    }
}

/// The search for a trail of a given length.
struct Search<'a> {
    graph: &'a Graph,
    component: Pegs,
    /// Ends of trails, with the remaining edges, from which no trail is long enough.
    failed: BTreeSet<(u8, Pegs)>,
    steps: u32,
}

impl Search<'_> {
    /// Whether a trail from here over the remaining edges has `wanted` that count; also true at the step limit.
    fn has_trail(&mut self, at: u8, left: Pegs, wanted: u32) -> bool {
        if wanted == 0 || STEPS < self.steps {
            return true;
        }
        if self.most(left) < wanted || !self.failed.insert((at, left)) {
            return false;
        }
        self.steps += 1;
        let graph = self.graph;
        let mut ahead =
            graph.edges[usize::from(at)].iter().filter(|(edge, _)| left >> edge & 1 == 1);
        ahead.any(|&(edge, to)| {
            let counts = u32::from(graph.counted >> edge & 1 == 1);
            self.has_trail(to, left & !(1 << edge), wanted - counts)
        })
    }

    /// An upper bound on the edges of a trail that count: it omits one at every vertex with an odd number, except at its two ends.
    fn most(&self, left: Pegs) -> u32 {
        let is_odd = |at: &u8| {
            let edges = self.graph.around[usize::from(*at)] & left;
            edges.count_ones() % 2 == 1 && edges & !self.graph.counted == 0
        };
        let odd = members(self.component).filter(is_odd).count();
        // An edge has two ends; at most 64 vertices.
        #[allow(clippy::cast_possible_truncation)]
        let left_out = odd.saturating_sub(2).div_ceil(2) as u32;
        (self.graph.counted & left).count_ones() - left_out
    }
}
