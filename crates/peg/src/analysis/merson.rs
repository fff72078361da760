//! Merson regions (Merson, 1962): sets of holes that, once full, are opened only by a move that starts in them.
//!
//! For every line whose middle is in a region, an end of the line is in it too. While a region is full, no jump takes one of its pegs:
//! that jump would start or land in the region. So the first peg to leave jumps out, and that jump starts a move, since a peg that
//! arrived in the same move would have found its hole full. So no move opens two disjoint full regions.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::corners::corners;
use crate::{Board, Pegs, image, members};

/// The most holes of a region: larger ones are seldom full.
const LARGEST: u32 = 8;

/// Steps after which the search for regions ends with those it has. Named boards take a few thousand.
const STEPS: u32 = 200_000;

/// Steps after which the search for a family ends with the best it has.
const FAMILY_STEPS: u32 = 20_000;

/// The least common multiple of all sizes of regions. A region has this many shares, distributed among its holes.
const SHARES: u32 = 840;

/// The Merson regions that contain no other and none of the holes to avoid, smaller ones first; those with more than eight holes are
/// left out.
///
/// ```
/// use patience_peg::{Board, analysis::corners, analysis::merson::regions};
///
/// let board = Board::named("english").expect("a board of that name");
/// let regions = regions(&board, 0);
/// // Every corner is a region of its own, and these are the smallest.
/// assert_eq!(regions[..8].iter().fold(0, |all, region| all | region), corners(&board));
/// // A jump over a hole of a region starts or lands in it, so none takes a peg of a full one.
/// for region in regions {
///     let has = |hole: u8| region >> hole & 1 == 1;
///     assert!(board.jumps().iter().all(|jump| !has(jump.over) || has(jump.from) || has(jump.to)));
/// }
/// ```
#[must_use]
pub fn regions(board: &Board, avoid: Pegs) -> Vec<Pegs> {
    let mut growth =
        Growth { lines: lines(board), avoid, seen: BTreeSet::new(), found: Vec::new() };
    members(board.all() & !avoid).for_each(|hole| growth.grow(1 << hole));
    growth.found.sort_unstable_by_key(|region| (region.count_ones(), *region));
    let mut least: Vec<Pegs> = Vec::new();
    for region in growth.found {
        if least.iter().all(|smaller| smaller & !region != 0) {
            least.push(region);
        }
    }
    least
}

/// The [regions] without corners, smaller ones first, with all their images under the symmetries of the board: as many as fit.
///
/// With some of the images only, a bound that counts them would not be the same for all images of a position.
#[must_use]
pub(crate) fn orbits(board: &Board, fit: impl Fn(&[Pegs]) -> bool) -> Vec<Pegs> {
    let symmetries = board.symmetries();
    let mut chosen: Vec<Pegs> = Vec::new();
    for region in regions(board, corners(board)) {
        let images: BTreeSet<Pegs> = symmetries.iter().map(|it| image(region, it)).collect();
        let both: BTreeSet<Pegs> =
            images.union(&chosen.iter().copied().collect()).copied().collect();
        let both: Vec<Pegs> = both.into_iter().collect();
        if fit(&both) {
            chosen = both;
        }
    }
    chosen
}

/// A largest family of disjoint Merson regions without corners, with the fewest holes. A corner is a region of its own.
///
/// ```
/// use patience_peg::{Board, analysis::merson::family};
///
/// // On the English board, three holes around each of the four inner corners.
/// let board = Board::named("english").expect("a board of that name");
/// let family = family(&board);
/// assert_eq!((family.len(), family.iter().all(|region| region.count_ones() == 3)), (4, true));
/// // They are disjoint.
/// assert_eq!(family.iter().fold(0, |all, region| all | region).count_ones(), 4 * 3);
/// ```
#[must_use]
pub fn family(board: &Board) -> Vec<Pegs> {
    let mut choice = Choice { best: Vec::new(), chosen: Vec::new(), steps: 0 };
    choice.choose(&regions(board, corners(board)));
    choice.best.sort_unstable();
    choice.best
}

/// The images of a family under the symmetries of the board, each once; the family itself is the first.
///
/// ```
/// use patience_peg::{Board, analysis::merson::{family, images}};
///
/// // The family of the French board is a windmill: reflections turn it the other way.
/// let board = Board::named("french").expect("a board of that name");
/// let windmill = family(&board);
/// let images = images(&board, &windmill);
/// assert_eq!((images.len(), &images[0]), (2, &windmill));
/// ```
#[must_use]
pub fn images(board: &Board, family: &[Pegs]) -> Vec<Vec<Pegs>> {
    let mut images: Vec<Vec<Pegs>> = Vec::new();
    for symmetry in board.symmetries() {
        let mut turned: Vec<Pegs> = family.iter().map(|&region| image(region, &symmetry)).collect();
        turned.sort_unstable();
        if !images.contains(&turned) {
            images.push(turned);
        }
    }
    images
}

/// For each hole the ends of the lines that have it in the middle.
fn lines(board: &Board) -> Vec<Vec<Pegs>> {
    let mut lines = vec![Vec::new(); board.holes().len()];
    for jump in board.jumps().iter().filter(|jump| jump.from < jump.to) {
        lines[usize::from(jump.over)].push(1 << jump.from | 1 << jump.to);
    }
    lines
}

/// The search for regions: a set grows by one end of a line that lacks both.
struct Growth {
    lines: Vec<Vec<Pegs>>,
    avoid: Pegs,
    seen: BTreeSet<Pegs>,
    found: Vec<Pegs>,
}

impl Growth {
    fn grow(&mut self, set: Pegs) {
        let is_over = STEPS as usize <= self.seen.len();
        if is_over || LARGEST < set.count_ones() || !self.seen.insert(set) {
            return;
        }
        let mut lines = members(set).flat_map(|hole| &self.lines[usize::from(hole)]);
        match lines.find(|&&ends| ends & set == 0) {
            None => self.found.push(set),
            Some(ends) => {
                members(ends & !self.avoid).for_each(|end| self.grow(set | 1 << end));
            }
        }
    }
}

/// The search for the largest family, by branch and bound.
struct Choice {
    best: Vec<Pegs>,
    chosen: Vec<Pegs>,
    steps: u32,
}

impl Choice {
    /// Adds to the chosen regions some of these, all of which are disjoint from the chosen, and smaller ones first.
    fn choose(&mut self, free: &[Pegs]) {
        self.steps += 1;
        let rank = |family: &[Pegs]| (family.len(), Reverse(holes(family)));
        if rank(&self.best) < rank(&self.chosen) {
            self.best.clone_from(&self.chosen);
        }
        let more = most(free);
        let fewest = holes(&self.chosen) + holes(&free[..more.min(free.len())]);
        let hoped = (self.chosen.len() + more, Reverse(fewest));
        if FAMILY_STEPS < self.steps || hoped <= rank(&self.best) {
            return;
        }
        let covered = free.iter().fold(0, |all, region| all | region);
        let first = covered & covered.wrapping_neg();
        for region in free.iter().filter(|&region| region & first != 0) {
            let rest: Vec<Pegs> = free.iter().copied().filter(|it| it & region == 0).collect();
            self.chosen.push(*region);
            self.choose(&rest);
            self.chosen.pop();
        }
        let rest: Vec<Pegs> = free.iter().copied().filter(|it| it & first == 0).collect();
        self.choose(&rest);
    }
}

/// The number of holes of disjoint regions.
fn holes(regions: &[Pegs]) -> u32 {
    regions.iter().map(|region| region.count_ones()).sum()
}

/// An upper bound on a family of these regions, sorted by size: a hole has at most its share of the smallest region that contains it.
fn most(regions: &[Pegs]) -> usize {
    let (mut shares, mut seen) = (0, 0);
    for region in regions {
        shares += (region & !seen).count_ones() * (SHARES / region.count_ones());
        seen |= region;
    }
    (shares / SHARES) as usize
}
