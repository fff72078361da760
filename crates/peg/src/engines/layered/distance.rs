//! The lower bound of Barker and Korf (2012) on moves, in both directions.
//!
//! Forwards it is the bound of [`PaperBound`](crate::analysis::PaperBound) to the nearest goal. Backwards it counts the moves that led here:
//! a *corner* that was full and is empty took a move that started there; missing *pegs of a type* took at least their number divided by the
//! most of one move; a *region* that was full and is not took a move that started in it. Taking back a move lowers it by at most one too.
//! Regions that are empty here do not count: one move may empty two of them.
//!
//! The regions are a fixed family of disjoint ones, or all of them: then the moves are at least a least set of holes that hits every
//! region that requires one. A move starts in one hole, so that falls by at most one a move too.

use std::sync::Arc;

use super::helpful::Helpful;
use super::hitting_sets::HittingSets;
use super::hops::{Direction, Hop};
use super::jump_bitboard::{JumpBitboard, Word};
use super::packed_counts::{
    Chosen, Counter, MOST_REGIONS, PackedCounts, added, corners as corners_in, count, of_type, set,
    types_within,
};
use crate::analysis::{PegType, can_take, caps, corners, counts, merson};
use crate::{Board, MOST_HOLES, Pegs, Problem, members};

/// The slot of types that do not count.
const NO_TYPE: usize = 4;

/// A lower bound on the moves to the nearest end.
#[derive(Clone, Debug)]
pub(super) struct Distance {
    /// One for each end, without duplicates; none if there is no bound.
    ends: Vec<End>,
    /// The holes of the types that no move from a corner takes, by type; 0 for other types.
    types: [Pegs; 4],
    counter: Counter,
    /// What all regions require together; `None` if they are a family.
    hitting_sets: Option<Arc<HittingSets>>,
    /// Where moves that lower the bound begin, if there is one end.
    helpful: Option<Helpful>,
    direction: Direction,
    flip: Pegs,
}

/// What one end requires.
#[derive(Clone, Debug, PartialEq, Eq)]
struct End {
    /// The corners that require a move each while full or, backwards, while empty.
    corners: Pegs,
    /// The moves for every type and number of its pegs.
    moves: [[u8; MOST_HOLES + 1]; 4],
    /// By number of moves, the most pegs of the types, a byte each, that need no more; backwards the fewest.
    allowed: [u64; MOST_HOLES + 2],
    /// The regions that require a move each and belong to all images of the family.
    regions: Chosen,
    /// The other regions, image by image.
    others: Vec<Chosen>,
    /// All holes of the regions.
    in_regions: Pegs,
}

/// The parts of the bound of a position, from which the bounds of its children follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    /// The bound itself.
    pub(super) total: i32,
    corners: i32,
    /// The part of the types after a hop over a peg of each; the last for types that do not count.
    types: [u8; 5],
    regions: i32,
    /// The types with the greatest part, a bit each.
    most: usize,
    /// The counts behind it.
    pub(super) packed_counts: PackedCounts,
}

/// How a hop changes the bound.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    packed_counts: PackedCounts,
    /// The change of the part of the corners.
    corners: i8,
    /// The greatest increase of the part of the regions.
    regions: u8,
    /// The type of the peg in the middle, if it counts.
    slot: u8,
}

/// How a bound compares with the room below the cut-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BoundCheck {
    /// It is larger by at least two.
    Beyond,
    /// It is larger, perhaps by one.
    Close,
    /// It is not larger.
    Within,
}

impl Distance {
    /// No bound.
    pub(super) fn none(board: &Board, direction: Direction) -> Self {
        let counter = Counter::new(board, Vec::new(), [0; 4], 0, 0);
        let (ends, types, hitting_sets, helpful) = (Vec::new(), [0; 4], None, None);
        Self { ends, types, counter, hitting_sets, helpful, direction, flip: direction.flip() }
    }

    /// The bound for these goals of a problem, with the family of regions or with all of them.
    pub(super) fn new(
        problem: &Problem,
        goals: &[Pegs],
        direction: Direction,
        jump_bitboard: &JumpBitboard,
        hitting_sets: Option<Arc<HittingSets>>,
    ) -> Self {
        let board = problem.board();
        let corners = corners(board);
        let types = spared_types(board, corners);
        let families = match &hitting_sets {
            Some(all) => vec![all.regions().to_vec()],
            None => families(board),
        };
        // All regions are in the order of their bits.
        let mut regions: Vec<Pegs> = families.iter().flatten().copied().collect();
        if hitting_sets.is_none() {
            regions.sort_unstable();
            regions.dedup();
        }
        let (start, flip) = ([problem.start()], direction.flip());
        let ends = match direction {
            Direction::Forth => goals,
            Direction::Back => &start,
        };
        let counter = Counter::new(board, regions.clone(), types, 0, flip);
        let mut unlike: Vec<End> = Vec::new();
        for &pegs in ends {
            let (empty, full) = (|it: Pegs| pegs & it != it, |it: Pegs| pegs & it == it);
            let (corners, asked): (Pegs, &dyn Fn(Pegs) -> bool) = match direction {
                Direction::Forth => (corners & !pegs, &empty),
                Direction::Back => (corners & pegs, &full),
            };
            let common = |it: Pegs| families.iter().all(|family| family.contains(&it));
            let others = families
                .iter()
                .map(|family| counter.choose(|it| asked(it) && family.contains(&it) && !common(it)))
                .filter(|chosen| *chosen != [0; 2]);
            let moves = moves(board, types, pegs, direction);
            let end = End {
                corners,
                moves,
                allowed: std::array::from_fn(|room| allowed(&moves, room, direction)),
                regions: counter.choose(|it| asked(it) && common(it)),
                others: others.collect(),
                in_regions: families
                    .iter()
                    .flatten()
                    .filter(|it| asked(**it))
                    .fold(0, |a, b| a | b),
            };
            if !unlike.contains(&end) {
                unlike.push(end);
            }
        }
        // With several ends the corners are counted for each.
        let only = if let [end] = &unlike[..] { end.corners } else { 0 };
        let counter = Counter::new(board, regions, types, only, flip);
        let helpful = match &unlike[..] {
            [end] => {
                Some(Helpful::new(board, jump_bitboard, direction, end.corners, end.in_regions))
            }
            _ => None,
        };
        Self { ends: unlike, types, counter, hitting_sets, helpful, direction, flip }
    }

    /// The counts behind the bound.
    pub(super) fn packed_counts(&self, pegs: Pegs) -> PackedCounts {
        self.counter.packed_counts(pegs)
    }

    /// The bound.
    pub(super) fn moves(&self, pegs: Pegs, packed_counts: &PackedCounts) -> i32 {
        let moves = self.ends.iter().map(|end| {
            let types = (0..4).map(|at| i32::from(end.moves[at][of_type(packed_counts, at)]));
            self.corners(end, pegs, packed_counts)
                + types.fold(self.regions(end, packed_counts), i32::max)
        });
        moves.min().unwrap_or(0)
    }

    /// Compares the bound of a position with the room.
    #[inline]
    pub(super) fn check(&self, pegs: Pegs, packed_counts: &PackedCounts, room: i32) -> BoundCheck {
        let check = |end: &End| {
            let room = room - self.corners(end, pegs, packed_counts);
            // Beyond the table no type needs as many moves.
            let allows = |room: i32| {
                usize::try_from(room).is_ok_and(|room| {
                    end.allowed
                        .get(room)
                        .is_none_or(|it| types_within(packed_counts, *it, self.flip))
                })
            };
            if allows(room) && self.regions(end, packed_counts) <= room {
                BoundCheck::Within
            } else if allows(room + 1) {
                BoundCheck::Close
            } else {
                BoundCheck::Beyond
            }
        };
        match &self.ends[..] {
            [] if room < 0 => BoundCheck::Beyond,
            [] => BoundCheck::Within,
            [end] => check(end),
            ends => ends.iter().map(check).max().unwrap_or(BoundCheck::Within),
        }
    }

    /// The bound of a position, for [`at_most`](Self::at_most).
    #[inline]
    pub(super) fn account(&self, pegs: Pegs) -> Account {
        let packed_counts = self.counter.packed_counts(pegs);
        let [end] = &self.ends[..] else {
            // The corners hold the whole bound.
            let total = self.moves(pegs, &packed_counts);
            return Account {
                total,
                corners: total,
                types: [0; 5],
                regions: 0,
                most: 0,
                packed_counts,
            };
        };
        let (mut now, mut next) = ([0; 4], [0; 4]);
        for at in 0..4 {
            let count = of_type(&packed_counts, at);
            now[at] = end.moves[at][count];
            let count = match self.direction {
                Direction::Forth => count.saturating_sub(1),
                Direction::Back => (count + 1).min(MOST_HOLES),
            };
            next[at] = end.moves[at][count];
        }
        let [first, second, third, fourth] = now;
        let (early, late) = (first.max(second), third.max(fourth));
        let types = [
            next[0].max(second).max(late),
            next[1].max(first).max(late),
            next[2].max(fourth).max(early),
            next[3].max(third).max(early),
            early.max(late),
        ];
        let largest = types[NO_TYPE].max(1);
        let most = (0..4).map(|at| usize::from(now[at] == largest) << at).sum();
        let (corners, regions) =
            (self.corners(end, pegs, &packed_counts), self.regions(end, &packed_counts));
        let total = corners + i32::from(types[NO_TYPE]).max(regions);
        Account { total, corners, types, regions, most, packed_counts }
    }

    /// The holes where a move, or the rest of one, that lowers the bound may begin.
    #[inline]
    pub(super) fn helpful(&self, account: &Account, pegs: Pegs) -> Word {
        let (Some(helpful), [end]) = (&self.helpful, &self.ends[..]) else { return Word::MAX };
        let types = i32::from(account.types[NO_TYPE]);
        helpful.begins((pegs ^ self.flip) & end.corners, account.regions, types, account.most)
    }

    /// An upper limit of the bound after a hop.
    #[inline]
    pub(super) fn at_most(account: &Account, change: &Change) -> i32 {
        let types = i32::from(account.types[usize::from(change.slot)]);
        let regions = account.regions + i32::from(change.regions);
        account.corners + i32::from(change.corners) + types.max(regions)
    }

    /// The counts after a hop.
    #[inline]
    pub(super) fn counts_after(packed_counts: PackedCounts, change: &Change) -> PackedCounts {
        added(packed_counts, &change.packed_counts)
    }

    /// How a hop changes the bound.
    pub(super) fn change(&self, hop: &Hop) -> Change {
        let is_in = |set: Pegs, hole: u8| i8::from(set >> hole & 1 == 1);
        // Forwards it fills the last hole, backwards it empties it: either may add to the bound.
        let (from, to) = (hop.jump.from, hop.jump.to);
        let is_slot = |at: &usize| self.types[*at] >> hop.jump.over & 1 == 1;
        let packed_counts = self.counter.change(hop);
        match &self.ends[..] {
            [end] => Change {
                packed_counts,
                corners: is_in(end.corners, to) - is_in(end.corners, from),
                regions: u8::from(end.in_regions >> to & 1 == 1),
                slot: (0..4).find(is_slot).unwrap_or(NO_TYPE).try_into().expect("one of five"),
            },
            ends => {
                let rises = |end: &End| (end.in_regions | end.corners) >> to & 1 == 1;
                Change {
                    packed_counts,
                    corners: i8::from(ends.iter().any(rises)),
                    ..Change::default()
                }
            }
        }
    }

    #[inline]
    fn corners(&self, end: &End, pegs: Pegs, packed_counts: &PackedCounts) -> i32 {
        match self.ends.len() {
            1 => corners_in(packed_counts),
            // No more than 64.
            #[allow(clippy::cast_possible_wrap)]
            _ => ((pegs ^ self.flip) & end.corners).count_ones() as i32,
        }
    }

    #[inline]
    fn regions(&self, end: &End, packed_counts: &PackedCounts) -> i32 {
        if let Some(hitting_sets) = &self.hitting_sets {
            // No more than holes.
            #[allow(clippy::cast_possible_wrap)]
            return hitting_sets.least(set(packed_counts, &end.regions, self.flip)) as i32;
        }
        let others = end.others.iter().map(|image| count(packed_counts, image, self.flip));
        count(packed_counts, &end.regions, self.flip) + others.fold(0, i32::max)
    }
}

/// The holes of the types that no move from a corner takes, by type; 0 for other types.
pub(super) fn spared_types(board: &Board, corners: Pegs) -> [Pegs; 4] {
    let is_spared = |taken: PegType| !members(corners).any(|it| can_take(board, it, taken));
    PegType::ALL.map(|it| if is_spared(it) { it.holes(board) } else { 0 })
}

/// The moves to or from these pegs, by type and number of its pegs.
pub(super) fn moves(
    board: &Board,
    types: [Pegs; 4],
    pegs: Pegs,
    direction: Direction,
) -> [[u8; MOST_HOLES + 1]; 4] {
    let (caps, there) = (caps(board), counts(board, pegs));
    std::array::from_fn(|at| {
        std::array::from_fn(|count| {
            let count = u32::try_from(count).expect("at most 64");
            let pegs = match direction {
                Direction::Forth => count.saturating_sub(there[at]),
                Direction::Back => there[at].saturating_sub(count),
            };
            let moves = if types[at] == 0 { 0 } else { pegs.div_ceil(caps[at].max(1)) };
            u8::try_from(moves).expect("no more than holes")
        })
    })
}

/// The most pegs of the types, or the fewest, that need no more moves than there is room for.
fn allowed(moves: &[[u8; MOST_HOLES + 1]; 4], room: usize, direction: Direction) -> u64 {
    let bytes = moves.iter().map(|moves| {
        let mut counts = (0..=MOST_HOLES).filter(|&count| usize::from(moves[count]) <= room);
        let count = match direction {
            Direction::Forth => counts.next_back(),
            Direction::Back => counts.next(),
        };
        // There is always one that asks for none.
        u64::try_from(count.unwrap_or(0)).expect("at most 64")
    });
    bytes.enumerate().map(|(at, byte)| byte << (8 * at)).sum()
}

/// The images of the family of regions; if they have too many regions, those that all images share.
fn families(board: &Board) -> Vec<Vec<Pegs>> {
    let families = merson::images(board, &merson::family(board));
    let distinct: std::collections::BTreeSet<Pegs> = families.iter().flatten().copied().collect();
    if distinct.len() <= MOST_REGIONS {
        return families;
    }
    let is_shared = |it: &Pegs| families.iter().all(|family| family.contains(it));
    let shared: Vec<Pegs> = distinct.into_iter().filter(is_shared).collect();
    // A part of them would not be the same for all images of a position.
    if shared.len() <= MOST_REGIONS { vec![shared] } else { Vec::new() }
}
