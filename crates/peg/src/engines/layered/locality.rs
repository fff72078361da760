//! What most jumps leave as it is: the pegs in holes that few jumps touch, up to symmetries.
//!
//! Ranks own positions by this, so that most successors stay where they are made.

use std::sync::OnceLock;

use super::bytes::ByteSums;
use super::hops::Hop;
use crate::rules::Symmetries;
use crate::{Pegs, members};

/// The most holes that decide. With fewer holes fewer successors change rank, but some ranks own many more positions than others.
const MOST_HOLES: usize = 16;

/// The classes of positions by the pegs in some holes.
#[derive(Clone, Debug)]
pub(super) struct Locality {
    /// The holes that decide, a union of orbits, in ascending order.
    holes: Vec<u8>,
    /// The number of a set of these holes: a bit for each of them.
    number: ByteSums<1>,
    /// The class of every set, by its number. Made when it is needed: only ranks need it.
    classes: OnceLock<Vec<u16>>,
}

impl Locality {
    /// The classes for a board of so many holes: of the orbits, those whose holes the fewest jumps touch.
    pub(super) fn new(holes: usize, hops: &[Hop], symmetries: &Symmetries) -> Self {
        let mut orbits: Vec<Pegs> = Vec::new();
        // There are at most 64 holes.
        for hole in (0_u8..).take(holes) {
            if orbits.iter().all(|orbit| orbit >> hole & 1 == 0) {
                orbits.push(symmetries.holes_of(hole).fold(0, |orbit, image| orbit | 1 << image));
            }
        }
        let touching =
            |orbit: Pegs| hops.iter().filter(|hop| hop.jump.holes() & orbit != 0).count();
        let load = |orbit: &Pegs| {
            let size = orbit.count_ones() as usize;
            // In thousandths, so that it can be compared.
            1000 * touching(*orbit) / size
        };
        orbits.sort_by_key(load);
        let mut chosen: Pegs = 0;
        for orbit in orbits {
            if (chosen | orbit).count_ones() as usize <= MOST_HOLES {
                chosen |= orbit;
            }
        }
        let chosen: Vec<u8> = members(chosen).collect();
        let bit = |hole: u8| chosen.iter().position(|it| *it == hole).map_or(0, |at| 1 << at);
        let bits: Vec<[u64; 1]> = (0_u8..).take(holes).map(|hole| [bit(hole)]).collect();
        Self { holes: chosen, number: ByteSums::new(&bits), classes: OnceLock::new() }
    }

    /// The class of a position; the same for all its images.
    #[inline]
    pub(super) fn class(&self, pegs: Pegs, symmetries: &Symmetries) -> u16 {
        let classes = self.classes.get_or_init(|| self.all_classes(symmetries));
        classes[self.number(pegs)]
    }

    #[inline]
    fn number(&self, pegs: Pegs) -> usize {
        let [number] = self.number.of(pegs);
        // Below 2^16.
        #[allow(clippy::cast_possible_truncation)]
        let number = number as usize;
        number
    }

    fn all_classes(&self, symmetries: &Symmetries) -> Vec<u16> {
        let pegs = |number: usize| {
            let holes = self.holes.iter().enumerate();
            holes.filter(|(at, _)| number >> at & 1 == 1).fold(0, |set, (_, hole)| set | 1 << hole)
        };
        // Images of these holes are among these holes.
        #[allow(clippy::cast_possible_truncation)]
        let class = |number: usize| self.number(symmetries.least(pegs(number))) as u16;
        (0..1 << self.holes.len()).map(class).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::hops::Direction;
    use super::*;
    use crate::{Board, Problem};

    /// The holes that decide, and the jumps that touch none of them.
    fn chosen(board: Board) -> (Locality, Symmetries, usize) {
        let problem = Problem::vacancy(board, 16, 16).unwrap();
        let symmetries = Symmetries::new(problem.symmetries());
        let hops = Hop::all(problem.board(), Direction::Forth);
        let locality = Locality::new(problem.board().holes().len(), &hops, &symmetries);
        let set = locality.holes.iter().fold(0, |set: Pegs, hole| set | 1 << hole);
        let apart = hops.iter().filter(|hop| hop.jump.holes() & set == 0).count();
        (locality, symmetries, apart)
    }

    #[test]
    fn the_arms_of_the_english_board_decide() {
        let (locality, symmetries, apart) = chosen(Board::named("english").unwrap());
        // The outer three holes of every arm, and the hole below the middle one.
        assert_eq!(locality.holes, [0, 1, 2, 4, 6, 12, 13, 14, 18, 19, 20, 26, 28, 30, 31, 32]);
        // Of 76 jumps.
        assert_eq!(apart, 28);
        let all = (1 << 33) - 1;
        for pegs in [all, all ^ 1, all ^ 0b110, 0x1_2345_6789] {
            let class = locality.class(pegs, &symmetries);
            assert!(symmetries.images_of(pegs).all(|it| locality.class(it, &symmetries) == class));
        }
        assert_ne!(locality.class(all, &symmetries), locality.class(all ^ 1, &symmetries));
        // The middle of the board does not matter.
        assert_eq!(locality.class(all, &symmetries), locality.class(all ^ 1 << 16, &symmetries));
    }
}
