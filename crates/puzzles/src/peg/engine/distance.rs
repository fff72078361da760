//! How many moves are left at least: the bound of Barker and Korf (2012), from either end.
//!
//! From the start the moves to the nearest goal are counted as [`PaperBound`](crate::peg::analysis::PaperBound) does. From the goals
//! the moves that led here are: a *corner* that was full and is empty took a move that started there; *pegs of a type* that are gone took
//! as many moves as it takes to remove them; a *region* that was full and is not took a move that started in it. So a move taken back
//! lowers it by at most one too.

use super::hops::{Direction, Hop};
use crate::peg::analysis::{PegType, can_take, caps, corners, counts, merson};
use crate::peg::{MOST_HOLES, Pegs, Problem, members};

/// The slot of the pegs of types that do not count.
const NO_TYPE: usize = 4;

/// A lower bound of the moves to the nearest end.
#[derive(Clone, Debug)]
pub(super) struct Distance {
    /// One for each end, without those that ask for the same; none if nothing is counted.
    ends: Vec<End>,
    /// The types that no move from a corner takes, at their place among all types.
    types: [Option<Pegs>; 4],
    direction: Direction,
}

/// What one end asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct End {
    /// The corners that take a move each: while they are full, or, played from the goals, while they are empty.
    corners: Pegs,
    /// The moves for every number of pegs of a type.
    moves: [[u8; MOST_HOLES + 1]; 4],
    /// The regions that take a move each, likewise, and are in all images of the family.
    regions: Vec<Pegs>,
    /// The other regions, image by image.
    others: Vec<Vec<Pegs>>,
}

/// The bound of a position, taken apart, so that those of its children follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    /// The bound itself.
    pub(super) total: i32,
    corners: i32,
    /// What the types ask for after a hop over a peg of each; the last for those that do not count.
    types: [i32; 5],
    regions: i32,
}

/// What a hop does to the bound.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    /// By how much it changes what the corners ask for.
    corners: i8,
    /// By how much more the regions may ask for.
    regions: u8,
    /// Which of the types it makes less, if that counts.
    slot: u8,
}

impl Distance {
    /// No bound.
    pub(super) fn none(direction: Direction) -> Self {
        Self { ends: Vec::new(), types: [None; 4], direction }
    }

    /// The bound for these goals of a problem.
    pub(super) fn new(problem: &Problem, goals: &[Pegs], direction: Direction) -> Self {
        let board = problem.board();
        let start = problem.start();
        let corners = corners(board);
        let is_spared = |taken: PegType| !members(corners).any(|it| can_take(board, it, taken));
        let types = PegType::ALL.map(|it| is_spared(it).then(|| it.holes(board)));
        let caps = caps(board);
        let families = merson::images(board, &merson::family(board));
        let is_common = |region: &Pegs| families.iter().all(|family| family.contains(region));
        let end = |corners: Pegs, pegs: Pegs, is_asked: &dyn Fn(Pegs) -> bool| {
            let moves = std::array::from_fn(|at| {
                let there = counts(board, pegs)[at];
                let moves = |count: u32| match (types[at], direction) {
                    (None, _) => 0,
                    (_, Direction::Forth) => count.saturating_sub(there).div_ceil(caps[at].max(1)),
                    (_, Direction::Back) => there.saturating_sub(count).div_ceil(caps[at].max(1)),
                };
                std::array::from_fn(|count| {
                    let moves = u32::try_from(count).map_or(0, moves);
                    u8::try_from(moves).expect("no more than holes")
                })
            });
            let regions = |family: &[Pegs], common: bool| -> Vec<Pegs> {
                let all = family.iter().copied();
                all.filter(|&it| is_asked(it) && is_common(&it) == common).collect()
            };
            End {
                corners,
                moves,
                regions: families.first().map_or(Vec::new(), |family| regions(family, true)),
                others: families.iter().map(|family| regions(family, false)).collect(),
            }
        };
        let mut ends: Vec<End> = match direction {
            Direction::Forth => {
                let to = |&goal: &Pegs| end(corners & !goal, goal, &|it| goal & it != it);
                goals.iter().map(to).collect()
            }
            Direction::Back => vec![end(corners & start, start, &|it| start & it == it)],
        };
        let mut unlike: Vec<End> = Vec::new();
        for mut end in ends.drain(..) {
            if end.others.iter().all(Vec::is_empty) {
                end.others.clear();
            }
            if !unlike.contains(&end) {
                unlike.push(end);
            }
        }
        Self { ends: unlike, types, direction }
    }

    /// No fewer moves are left.
    pub(super) fn moves(&self, pegs: Pegs) -> i32 {
        let moves = self.ends.iter().map(|end| {
            self.corners(end, pegs) + self.types(end, pegs).max(self.regions(end, pegs))
        });
        moves.min().unwrap_or(0)
    }

    /// The bound of a position, for [`at_most`](Self::at_most) and [`after`](Self::after).
    #[inline]
    pub(super) fn account(&self, pegs: Pegs) -> Account {
        let [end] = &self.ends[..] else {
            // Corners stand for everything.
            let total = self.moves(pegs);
            return Account { total, corners: total, types: [0; 5], regions: 0 };
        };
        let counts =
            self.types.map(|it| it.map_or(0, |holes| (pegs & holes).count_ones()) as usize);
        let now: [i32; 4] = std::array::from_fn(|at| i32::from(end.moves[at][counts[at]]));
        let largest = now.into_iter().fold(0, i32::max);
        let types = std::array::from_fn(|slot| {
            let next = |at: usize| match self.direction {
                Direction::Forth => counts[at].saturating_sub(1),
                Direction::Back => (counts[at] + 1).min(MOST_HOLES),
            };
            let moves =
                |at: usize| if at == slot { i32::from(end.moves[at][next(at)]) } else { now[at] };
            if slot == NO_TYPE { largest } else { (0..4).map(moves).fold(0, i32::max) }
        });
        let (corners, regions) = (self.corners(end, pegs), self.regions(end, pegs));
        Account { total: corners + largest.max(regions), corners, types, regions }
    }

    /// The bound after a hop is no larger.
    #[inline]
    pub(super) fn at_most(account: &Account, change: Change) -> i32 {
        let types = account.types[usize::from(change.slot)];
        let regions = account.regions + i32::from(change.regions);
        account.corners + i32::from(change.corners) + types.max(regions)
    }

    /// The bound after a hop that leads to these pegs.
    #[inline]
    pub(super) fn after(&self, account: &Account, change: Change, pegs: Pegs) -> i32 {
        let [end] = &self.ends[..] else { return self.moves(pegs) };
        let types = account.types[usize::from(change.slot)];
        account.corners + i32::from(change.corners) + types.max(self.regions(end, pegs))
    }

    /// What a hop does to the bound.
    pub(super) fn change(&self, hop: &Hop) -> Change {
        let is_in = |set: Pegs, hole: u8| i8::from(set >> hole & 1 == 1);
        // Filled from the start, emptied from the goals: either way it may bring back what was done with.
        let (from, to) = (hop.jump.from, hop.jump.to);
        let in_region = |end: &End| {
            let mut all = end.regions.iter().chain(end.others.iter().flatten());
            all.any(|region| region >> to & 1 == 1)
        };
        let slot = |at: &usize| self.types[*at].is_some_and(|it| it >> hop.jump.over & 1 == 1);
        match &self.ends[..] {
            [] => Change::default(),
            [end] => Change {
                corners: is_in(end.corners, to) - is_in(end.corners, from),
                regions: u8::from(in_region(end)),
                slot: (0..4).find(slot).unwrap_or(NO_TYPE).try_into().expect("one of five"),
            },
            ends => {
                let rises = |end: &End| in_region(end) || end.corners >> to & 1 == 1;
                Change { corners: i8::from(ends.iter().any(rises)), ..Change::default() }
            }
        }
    }

    // No more than 64, all of them.
    #[allow(clippy::cast_possible_wrap)]
    #[inline]
    fn corners(&self, end: &End, pegs: Pegs) -> i32 {
        ((pegs ^ self.direction.flip()) & end.corners).count_ones() as i32
    }

    #[inline]
    fn types(&self, end: &End, pegs: Pegs) -> i32 {
        let moves = self.types.iter().zip(&end.moves).map(|(holes, moves)| {
            let count = holes.map_or(0, |holes| (pegs & holes).count_ones());
            i32::from(moves[count as usize])
        });
        moves.fold(0, i32::max)
    }

    #[inline]
    fn regions(&self, end: &End, pegs: Pegs) -> i32 {
        let asks = match self.direction {
            Direction::Forth => |pegs: Pegs, region: Pegs| i32::from(pegs & region == region),
            Direction::Back => |pegs: Pegs, region: Pegs| i32::from(pegs & region != region),
        };
        let count = |regions: &[Pegs]| -> i32 { regions.iter().map(|&it| asks(pegs, it)).sum() };
        count(&end.regions) + end.others.iter().map(|it| count(it)).fold(0, i32::max)
    }
}
