//! Numbers for all positions of a family, from 0 on without a gap, so that a list can say what is known of each.
//!
//! Wherever the rows stand, each column is free to choose among the arrangements that fit between them. So the positions with the same
//! rows are a product, and have numbers one after the other: a *block*.

use super::lane::Lane;
use super::lot::{BITS, Change, Lot, Position};

/// The most rows or columns.
const LINES: usize = 6;

/// More arrangements than a lane of that many cells has, if it is not full.
const ARRANGEMENTS: usize = 8;

/// By line and arrangement: what it adds to a number.
type Shares = [[u16; ARRANGEMENTS]; LINES];

/// The positions with the same rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    rows: Position,
    first: u32,
    len: u32,
    /// What the columns add to the first number.
    columns: Shares,
}

impl Block {
    /// The block of rows without columns.
    pub(super) fn new(rows: Position) -> Self {
        Self { rows, first: 0, len: 1, columns: Shares::default() }
    }

    /// The block with one more column, the `at`-th; none if there is no room for it.
    pub(super) fn with_column(&self, at: usize, column: u8, lane: &Lane) -> Option<Self> {
        let mut set = lane.fitting(Lot::column(&self.rows, column));
        let mut block = Self { len: 0, ..*self };
        while set != 0 {
            // A block is a product of six numbers of at most six.
            #[allow(clippy::cast_possible_truncation)]
            let share = block.len as u16;
            block.columns[at][set.trailing_zeros() as usize] = share;
            block.len += self.len;
            set &= set - 1;
        }
        (block.len != 0).then_some(block)
    }

    /// The rows, without columns.
    pub(super) fn rows(&self) -> &Position {
        &self.rows
    }
}

/// The blocks of a family.
#[derive(Debug)]
pub(super) struct Blocks {
    all: Vec<Block>,
    /// How many ways are rows.
    rows: usize,
    /// What the rows add to a place in `of_rows`.
    shares: Shares,
    /// The block of all rows that there is room for; of others, anything.
    of_rows: Vec<u16>,
}

/// A position by its number, and its rows by theirs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) position: usize,
    rows: usize,
}

impl Blocks {
    /// No blocks; the families will have the rows of this lot.
    pub(super) fn new(lot: &Lot) -> Self {
        let mut shares = Shares::default();
        let mut count = 1;
        for (shares, (lane, ..)) in shares.iter_mut().zip(lot.ways()) {
            for (arrangement, share) in shares.iter_mut().enumerate().take(lane.arrangements()) {
                // Six rows have fewer than 2^16 arrangements.
                #[allow(clippy::cast_possible_truncation)]
                let before = (count * arrangement) as u16;
                *share = before;
            }
            count *= lane.arrangements();
        }
        Self { all: Vec::new(), rows: lot.row_count(), shares, of_rows: vec![0; count] }
    }

    /// Takes up the blocks of a family, and says how many positions there are.
    pub(super) fn replace(&mut self, blocks: &[Block]) -> usize {
        self.all.clear();
        let mut first = 0;
        for (at, block) in (0..).zip(blocks) {
            self.of_rows[sum(&self.shares, block.rows.key)] = at;
            self.all.push(Block { first, ..*block });
            first += block.len;
        }
        first as usize
    }

    /// The number of a position.
    #[inline]
    pub(super) fn number(&self, position: &Position) -> Number {
        let rows = sum(&self.shares, position.key);
        Number { position: self.number_with(rows, position), rows }
    }

    /// The number of the position that a change leads to.
    #[inline]
    pub(super) fn number_after(&self, from: Number, change: Change, child: &Position) -> usize {
        let (way, before, after) = change.parts();
        if way < self.rows {
            let shares = &self.shares[way];
            let rows = from.rows + usize::from(shares[after]) - usize::from(shares[before]);
            return self.number_with(rows, child);
        }
        let shares = &self.all[usize::from(self.of_rows[from.rows])].columns[way - self.rows];
        from.position + usize::from(shares[after]) - usize::from(shares[before])
    }

    #[inline]
    fn number_with(&self, rows: usize, position: &Position) -> usize {
        let block = &self.all[usize::from(self.of_rows[rows])];
        block.first as usize + sum(&block.columns, position.key >> (BITS as usize * self.rows))
    }
}

/// What the first six arrangements of a key add to a number.
#[inline]
fn sum(shares: &Shares, key: u64) -> usize {
    let mut rest = key;
    let mut sum = 0;
    for shares in shares {
        // Three bits.
        #[allow(clippy::cast_possible_truncation)]
        let arrangement = rest as usize % ARRANGEMENTS;
        sum += usize::from(shares[arrangement]);
        rest >>= BITS;
    }
    sum
}
