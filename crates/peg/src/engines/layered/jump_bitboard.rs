//! All hops of a position at once: the holes are laid out in a word so that hops of one way are rotations of it.
//!
//! The grid is wound around the word: a step down is so many bits, a step to the right so many others, and where that runs past the end
//! it begins anew. If no two holes share a bit, two rotations bring every peg its two neighbours of a way.

use super::bytes::ByteSums;
use super::hops::{Direction, Hop};
use crate::{Board, Pegs};

/// A set of holes in the layout of [`JumpBitboard`].
pub(super) type Word = u64;

/// The most ways of a lattice.
pub(super) const MOST_WAYS: usize = 6;

/// Finds the hops of positions.
#[derive(Clone, Debug)]
pub(super) struct JumpBitboard {
    /// The bit of each hole.
    bits: Vec<u8>,
    words: ByteSums<1>,
    flip: Word,
    finder: Finder,
}

/// How hops are found.
#[derive(Clone, Debug)]
enum Finder {
    /// By rotations, one way after the other: by how many bits, and the bits where a hop of the way can begin.
    Rotations([(u32, Word); MOST_WAYS]),
    /// One by one: the way, and the bits of begin, middle and end. For boards that cannot be wound around a word.
    List(Vec<(usize, [Word; 3])>),
}

impl JumpBitboard {
    /// For these hops.
    pub(super) fn new(board: &Board, direction: Direction, hops: &[Hop]) -> Self {
        let steps = winding(board);
        let bits = match steps {
            Some(steps) => wound(board, steps),
            // At most 64 holes.
            #[allow(clippy::cast_possible_truncation)]
            None => (0..board.holes().len()).map(|hole| hole as u8).collect(),
        };
        let bit = |hole: u8| 1 << bits[usize::from(hole)];
        let finder = match steps {
            Some((down, right)) => {
                let diagonal = down + right;
                let by = [right, down, 64 - right, 64 - down, diagonal, 128 - diagonal];
                Finder::Rotations(std::array::from_fn(|way| {
                    let begins = hops.iter().filter(|hop| hop.way == way).map(|hop| bit(hop.begin));
                    (by[way], begins.sum())
                }))
            }
            None => Finder::List(
                hops.iter()
                    .map(|hop| (hop.way, [hop.begin, hop.jump.over, hop.end].map(bit)))
                    .collect(),
            ),
        };
        let words = ByteSums::new(&bits.iter().map(|bit| [1 << bit]).collect::<Vec<_>>());
        Self { bits, words, flip: direction.flip(), finder }
    }

    /// The bit of a hole.
    pub(super) fn bit(&self, hole: u8) -> u8 {
        self.bits[usize::from(hole)]
    }

    /// A set of holes in the layout.
    #[inline]
    pub(super) fn word(&self, set: Pegs) -> Word {
        self.words.of(set)[0]
    }

    /// For every way the holes from which a peg could hop, if one stood there.
    #[inline]
    pub(super) fn gaps<const WAYS: usize>(&self, pegs: Word) -> [Word; WAYS] {
        match &self.finder {
            Finder::Rotations(ways) => std::array::from_fn(|way| {
                let (by, begins) = ways[way];
                let (over, end) = (pegs.rotate_right(by), pegs.rotate_right(2 * by));
                (over ^ self.flip) & !end & begins
            }),
            Finder::List(hops) => {
                let mut gaps = [0; WAYS];
                for &(way, [begin, over, end]) in hops {
                    if (pegs ^ self.flip) & over != 0 && pegs & end == 0 {
                        gaps[way] |= begin;
                    }
                }
                gaps
            }
        }
    }
}

/// How many bits a step down and a step to the right can be, if there is a way that no two holes share a bit.
fn winding(board: &Board) -> Option<(u32, u32)> {
    let steps = (0..64).flat_map(|down| (0..64).map(move |right| (down, right)));
    let mut sound = steps.filter(|&steps| {
        let taken = wound(board, steps).into_iter().fold(0_u64, |taken, bit| taken | 1 << bit);
        taken.count_ones() as usize == board.holes().len()
    });
    sound.next()
}

fn wound(board: &Board, (down, right): (u32, u32)) -> Vec<u8> {
    let bit = |at: u32| u8::try_from(at % 64).expect("below 64");
    let holes = board.holes().iter();
    holes.map(|hole| bit(u32::from(hole.row) * down + u32::from(hole.column) * right)).collect()
}

#[cfg(test)]
mod tests {
    use patience_core::SplitMix;

    use super::*;
    use crate::{Hole, members};

    fn check(board: &Board) {
        let mut random = SplitMix::new(7);
        for direction in [Direction::Forth, Direction::Back] {
            let hops = Hop::all(board, direction);
            let jump_bitboard = JumpBitboard::new(board, direction, &hops);
            for _ in 0..200 {
                let pegs = random.bits() & board.all();
                let word = jump_bitboard.word(pegs);
                let gaps: [Word; MOST_WAYS] = jump_bitboard.gaps(word);
                for hop in &hops {
                    let begins = word & gaps[hop.way] & 1 << jump_bitboard.bit(hop.begin) != 0;
                    assert_eq!(begins, hop.is_legal(pegs));
                }
                let found: u32 = gaps.iter().map(|gaps| (word & gaps).count_ones()).sum();
                let legal = hops.iter().filter(|hop| hop.is_legal(pegs)).count();
                assert_eq!(found as usize, legal);
            }
        }
    }

    /// 64 holes: every other hole of a grid, and a block that has jumps.
    fn scattered() -> Board {
        let mut random = SplitMix::new(1);
        let block = (0..16).map(|at| Hole { row: at / 4, column: at % 4 });
        let mut holes: Vec<Hole> = block.collect();
        while holes.len() < 64 {
            let mut below = |end| u8::try_from(random.below(end)).expect("small");
            let hole = Hole { row: below(50), column: below(50) };
            if !holes.contains(&hole) {
                holes.push(hole);
            }
        }
        Board::new(holes).expect("64 holes")
    }

    #[test]
    fn hops_are_those_of_the_board() {
        for name in Board::NAMES.into_iter().chain(Board::TRIANGLES) {
            let board = Board::named(name).expect("a named board");
            // The largest triangles cannot be wound around a word.
            assert!(winding(&board).is_some() || 36 < board.holes().len());
            check(&board);
        }
        let row = Board::new((0..64).map(|column| Hole { row: 0, column }));
        check(&row.expect("64 holes"));
    }

    #[test]
    fn boards_that_cannot_be_wound_have_their_hops_too() {
        let board = scattered();
        assert_eq!(winding(&board), None);
        assert!(!board.jumps().is_empty());
        check(&board);
    }

    #[test]
    fn words_have_a_bit_for_each_peg() {
        let board = Board::named("wiegleb").expect("a named board");
        let jump_bitboard = JumpBitboard::new(&board, Direction::Forth, &[]);
        for hole in members(board.all()) {
            assert_eq!(jump_bitboard.word(1 << hole), 1 << jump_bitboard.bit(hole));
        }
        assert_eq!(jump_bitboard.word(board.all()).count_ones(), 45);
    }
}
