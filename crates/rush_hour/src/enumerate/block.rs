//! Consecutive numbers for all positions of a family, as indices of a list.
//!
//! Wherever the rows stand, each column is free to choose among the arrangements that fit between them. So the positions with the same
//! rows are a product, and have numbers one after the other: a *block*.

use crate::engines::bit_board::{BITS, BitBoard, Change, Position};
use crate::enumerate::ground::Choice;

/// The most rows or columns.
const LINES: usize = 6;

/// More arrangements than a lane of that many cells has, if it is not full.
const ARRANGEMENTS: usize = 8;

/// By line and arrangement: its share of a number.
type Shares = [[u16; ARRANGEMENTS]; LINES];

/// The positions with the same rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    rows: Position,
    first: u32,
    len: u32,
    /// The shares of the columns.
    columns: Shares,
}

impl Block {
    /// The block of rows without columns.
    pub(crate) fn new(rows: Position) -> Self {
        Self { rows, first: 0, len: 1, columns: Shares::default() }
    }

    /// The block with one more column, the `at`-th; `None` if there is no room for it.
    pub(crate) fn with_column(&self, at: usize, column: u8, choice: &Choice) -> Option<Self> {
        let covered = BitBoard::column(&self.rows, column);
        let mut set = choice.lane.fitting(covered) & choice.arrangements;
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
    pub(crate) fn rows(&self) -> &Position {
        &self.rows
    }
}

/// The blocks of a family.
#[derive(Debug)]
pub(crate) struct Blocks {
    all: Vec<Block>,
    /// The number of lanes that are rows.
    rows: usize,
    /// The shares of the rows in an index of `of_rows`.
    shares: Shares,
    /// The block of rows that fit; undefined for others.
    of_rows: Vec<u16>,
}

/// A position by its number, and its rows by theirs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub(crate) position: usize,
    rows: usize,
}

impl Blocks {
    /// No blocks, for families with the rows of this bit board.
    pub(crate) fn new(bit_board: &BitBoard) -> Self {
        let mut shares = Shares::default();
        let mut count = 1;
        for (shares, (lane, ..)) in shares.iter_mut().zip(bit_board.lanes()) {
            for (arrangement, share) in shares.iter_mut().enumerate().take(lane.arrangements()) {
                // Six rows have fewer than 2^16 arrangements.
                #[allow(clippy::cast_possible_truncation)]
                let before = (count * arrangement) as u16;
                *share = before;
            }
            count *= lane.arrangements();
        }
        Self { all: Vec::new(), rows: bit_board.row_count(), shares, of_rows: vec![0; count] }
    }

    /// Replaces the blocks by those of a family; returns the number of its positions.
    pub(crate) fn replace(&mut self, blocks: &[Block]) -> usize {
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
    pub(crate) fn number(&self, position: &Position) -> Number {
        let rows = sum(&self.shares, position.key);
        Number { position: self.number_with(rows, position), rows }
    }

    /// The number of the position that a change leads to.
    #[inline]
    pub(crate) fn number_after(&self, from: Number, change: Change, child: &Position) -> usize {
        let (lane, before, after) = change.parts();
        if lane < self.rows {
            let shares = &self.shares[lane];
            let rows = from.rows + usize::from(shares[after]) - usize::from(shares[before]);
            return self.number_with(rows, child);
        }
        let shares = &self.all[usize::from(self.of_rows[from.rows])].columns[lane - self.rows];
        from.position + usize::from(shares[after]) - usize::from(shares[before])
    }

    #[inline]
    fn number_with(&self, rows: usize, position: &Position) -> usize {
        let block = &self.all[usize::from(self.of_rows[rows])];
        block.first as usize + sum(&block.columns, position.key >> (BITS as usize * self.rows))
    }
}

/// The sum of the shares of the first six arrangements of a key.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::bit_board::Stride;
    use crate::engines::lane::Lane;

    #[test]
    fn every_position_has_its_own_number_and_no_number_is_left_out() {
        let car = Lane::find(6, &[2]).unwrap();
        let cars = Lane::find(6, &[2, 2]).unwrap();
        let mut bit_board =
            BitBoard::of_rows(&[Some(cars), None, Some(car), None, None, None], 2, &[]);
        let mut blocks = Blocks::new(&bit_board);
        let rows = (0..cars.arrangements()).flat_map(|one| {
            let placed = bit_board.placed(&Position::default(), 0, one);
            (0..car.arrangements()).map(move |other| (placed, other))
        });
        let rows: Vec<Position> =
            rows.map(|(placed, other)| bit_board.placed(&placed, 1, other)).collect();
        bit_board.push_column(1, car);
        bit_board.push_column(4, cars);
        let any = |lane: &'static Lane| Choice { lane, arrangements: u16::MAX };
        let with_both = |rows: &Position| {
            Block::new(*rows).with_column(0, 1, &any(car))?.with_column(1, 4, &any(cars))
        };
        let all: Vec<Block> = rows.iter().filter_map(with_both).collect();
        let count = blocks.replace(&all);
        let fitting = |lane: &Lane, covered: u8| {
            let set = lane.fitting(covered);
            (0..lane.arrangements()).filter(move |at| set >> at & 1 != 0)
        };
        let mut numbers = Vec::new();
        for rows in all.iter().map(Block::rows) {
            for one in fitting(car, BitBoard::column(rows, 1)) {
                for other in fitting(cars, BitBoard::column(rows, 4)) {
                    let position = bit_board.placed(&bit_board.placed(rows, 2, one), 3, other);
                    let number = blocks.number(&position);
                    numbers.push(number.position);
                    bit_board.each_child(
                        &position,
                        Change::NONE,
                        Stride::Slide,
                        |child, change| {
                            let after = blocks.number_after(number, change, &child);
                            assert_eq!(after, blocks.number(&child).position);
                        },
                    );
                }
            }
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (0..count).collect::<Vec<_>>());
    }
}
