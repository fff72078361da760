//! All hops of a position at once: the holes are laid out in a word so that the hops of one direction are rotations of it.
//!
//! The grid wraps around the word: a step down and a step to the right are fixed numbers of bits modulo 64. If no two holes share a bit,
//! two rotations align every peg with its two neighbours in a direction.

use super::bytes::ByteSums;
use super::hops::{Direction, Hop};
use crate::{Board, Pegs};

/// A set of holes in the layout of [`JumpBitboard`].
pub(super) type Word = u64;

/// The most directions of a lattice.
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
    /// By rotations: for each direction the bits to rotate by, and the bits where a hop can begin.
    Rotations([(u32, Word); MOST_WAYS]),
    /// One by one: the direction, and the bits of begin, middle and end. For boards that no layout fits.
    List(Vec<(usize, [Word; 3])>),
}

impl JumpBitboard {
    /// The layout for these hops.
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

    /// For every direction the holes from which a peg could hop.
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

/// The bits of a step down and a step to the right such that no two holes share a bit, if there are any.
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
