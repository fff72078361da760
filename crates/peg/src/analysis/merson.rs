//! Merson regions (Merson, 1962): sets of holes that, once full, are opened only by a move that starts in them.
//!
//! A region has, for every line whose middle is in it, one of the line's ends too. While it is full, nobody can take one of its pegs: the
//! taker would start in the region or land in it. Its first peg to go is thus one that jumps out, and that jump is the first of its
//! move, since a peg that came in the same move would have found the hole full. So no move opens two full regions that are disjoint.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::corners::corners;
use crate::{Board, Pegs, image, members};

/// The most holes of the regions that are looked for: larger ones are seldom full.
const LARGEST: u32 = 8;

/// Steps after which the search for regions ends with those it has. Named boards take a few thousand.
const STEPS: u32 = 200_000;

/// Steps after which the search for a family ends with the best it has.
const FAMILY_STEPS: u32 = 20_000;

/// The smallest number that all sizes of regions divide: what a region counts for, shared out among its holes.
const SHARES: u32 = 840;

/// The Merson regions that contain no other and none of the holes to avoid, smaller ones first; those with more than eight holes are
/// left out.
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

/// Disjoint Merson regions without corners, as many as can be found, and with as few holes; a corner is a region of its own.
#[must_use]
pub fn family(board: &Board) -> Vec<Pegs> {
    let mut choice = Choice { best: Vec::new(), chosen: Vec::new(), steps: 0 };
    choice.choose(&regions(board, corners(board)));
    choice.best.sort_unstable();
    choice.best
}

/// What the symmetries of the board make of a family, each once; the family itself is the first.
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

/// How many holes these regions have, if they are disjoint.
fn holes(regions: &[Pegs]) -> u32 {
    regions.iter().map(|region| region.count_ones()).sum()
}

/// No family of these regions, which are sorted by size, has more: a hole has at most its share of the smallest region that it is in.
fn most(regions: &[Pegs]) -> usize {
    let (mut shares, mut seen) = (0, 0);
    for region in regions {
        shares += (region & !seen).count_ones() * (SHARES / region.count_ones());
        seen |= region;
    }
    (shares / SHARES) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hole;

    fn board(name: &str) -> Board {
        Board::named(name).expect("a named board")
    }

    #[test]
    fn families_of_named_boards_are_as_large_as_known() {
        let sizes = Board::NAMES.map(|name| family(&board(name)).len());
        assert_eq!(sizes, [4, 4, 4, 9]);
    }

    #[test]
    fn families_are_disjoint_and_without_corners() {
        for board in Board::NAMES.map(board) {
            for family in images(&board, &family(&board)) {
                let all = family.iter().fold(0, |all, region| all | region);
                assert_eq!(all.count_ones(), holes(&family));
                assert_eq!(all & corners(&board), 0);
            }
        }
    }

    #[test]
    fn every_region_has_an_end_of_every_line_through_it() {
        for board in Board::NAMES.map(board) {
            let lines = lines(&board);
            for region in regions(&board, 0) {
                let mut through = members(region).flat_map(|hole| &lines[usize::from(hole)]);
                assert!(through.all(|ends| ends & region != 0));
            }
        }
    }

    #[test]
    fn a_full_region_is_opened_from_within() {
        for board in Board::NAMES.map(board) {
            for region in regions(&board, 0) {
                for jump in board.jumps() {
                    // Everything else may stand as it likes: only the line matters.
                    let touches = region >> jump.from & 1 == 1 || region >> jump.over & 1 == 1;
                    if touches && region >> jump.to & 1 == 0 {
                        assert!(region >> jump.from & 1 == 1);
                    }
                }
            }
        }
    }

    #[test]
    fn corners_are_the_regions_of_one_hole() {
        let board = board("french");
        let single = regions(&board, 0).into_iter().filter(|region| region.is_power_of_two());
        assert_eq!(single.fold(0, |all, region| all | region), corners(&board));
    }

    #[test]
    fn a_square_of_eight_is_paved() {
        let holes = (0..8).flat_map(|row| (0..8).map(move |column| Hole { row, column }));
        let board = Board::new(holes).expect("64 holes");
        // Pairs along the edges, and squares of four.
        assert_eq!(family(&board).len(), 12 + 9);
    }
}
