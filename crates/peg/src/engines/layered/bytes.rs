//! Sums over the holes of a set, with a table for each byte of it.

use crate::{Pegs, members};

/// The sums of a few words per hole, with wrapping arithmetic.
#[derive(Clone, Debug)]
pub(in crate::engines) struct ByteSums<const WORDS: usize> {
    tables: Vec<[[u64; WORDS]; 256]>,
}

impl<const WORDS: usize> ByteSums<WORDS> {
    /// The tables for these words, hole by hole.
    pub(in crate::engines) fn new(of_holes: &[[u64; WORDS]]) -> Self {
        let tables = of_holes.chunks(8).map(|of_byte| {
            std::array::from_fn(|set| {
                let holes = members(set as Pegs).map(usize::from).filter_map(|at| of_byte.get(at));
                holes.fold([0; WORDS], add)
            })
        });
        Self { tables: tables.collect() }
    }

    /// The sum for a set.
    #[inline]
    pub(in crate::engines) fn of(&self, mut set: Pegs) -> [u64; WORDS] {
        let mut sum = [0; WORDS];
        for table in &self.tables {
            sum = add(sum, &table[(set & 255) as usize]);
            set >>= 8;
        }
        sum
    }
}

#[inline]
fn add<const WORDS: usize>(mut sum: [u64; WORDS], words: &[u64; WORDS]) -> [u64; WORDS] {
    for (sum, word) in sum.iter_mut().zip(words) {
        *sum = sum.wrapping_add(*word);
    }
    sum
}
