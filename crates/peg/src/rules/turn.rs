//! Symmetries of a problem, with tables by which sets of holes are turned a byte at a time.

use super::{Pegs, image};

/// A rotation or reflection.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The number that each hole gets.
    holes: Vec<u8>,
    /// Where each value of each byte of a set goes.
    bytes: Vec<[Pegs; 256]>,
}

impl Turn {
    /// The turn that gives each hole this number.
    pub(super) fn new(holes: Vec<u8>) -> Self {
        let all = Pegs::MAX >> (Pegs::BITS as usize - holes.len());
        let of_byte = |first: usize| {
            let mut images = [0; 256];
            for (byte, turned) in (0..).zip(&mut images) {
                let set: Pegs = byte << first;
                *turned = image(set & all, &holes);
            }
            images
        };
        let bytes = (0..holes.len()).step_by(8).map(of_byte).collect();
        Self { holes, bytes }
    }

    /// Where a hole comes to be.
    #[inline]
    pub(super) fn hole(&self, hole: u8) -> u8 {
        self.holes[usize::from(hole)]
    }

    /// Where a set of holes comes to be.
    #[inline]
    pub(super) fn pegs(&self, pegs: Pegs) -> Pegs {
        let bytes = pegs.to_le_bytes();
        self.bytes
            .iter()
            .zip(bytes)
            .fold(0, |turned, (images, byte)| turned | images[usize::from(byte)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn tables_agree_with_the_symmetry() {
        for name in Board::NAMES {
            let board = Board::named(name).expect("a named board");
            for symmetry in board.symmetries() {
                let turn = Turn::new(symmetry.clone());
                for seed in 1..200_u64 {
                    let pegs = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) & board.all();
                    assert_eq!(turn.pegs(pegs), image(pegs, &symmetry));
                }
            }
        }
    }
}
