//! Runs that move at once: how long they may be, and the single moves that carry them.

use super::{Fill, MAX_CELLS, MAX_COLUMNS, Move, Place, Position, Rules};

/// The longest run there can be.
const LONGEST: usize = 13;

/// How many of `empty` empty columns can hold cards temporarily: none unless any card may fill them.
#[inline]
pub(crate) fn lending(rules: &Rules, empty: usize) -> usize {
    if rules.fill == Fill::Any { empty } else { 0 }
}

/// The most cards that can move at once, with `columns` empty columns that are not the destination.
#[inline]
pub(crate) fn capacity(rules: &Rules, cells: usize, columns: usize) -> usize {
    if rules.relaxed {
        return LONGEST;
    }
    ((cells + 1) << lending(rules, columns)).min(LONGEST)
}

/// The fewest single moves that carry a run, by empty cells, empty columns and length; 0 if nothing can carry it.
///
/// A short run goes through the cells. A longer one parks its upper part in an empty column; each part moves in the same way with
/// one column fewer.
static SINGLES: [[[u16; LONGEST + 1]; MAX_COLUMNS + 1]; MAX_CELLS + 1] = singles();

// Runs have at most 13 cards.
#[allow(clippy::cast_possible_truncation)]
const fn singles() -> [[[u16; LONGEST + 1]; MAX_COLUMNS + 1]; MAX_CELLS + 1] {
    let mut table = [[[0; LONGEST + 1]; MAX_COLUMNS + 1]; MAX_CELLS + 1];
    let mut cells = 0;
    while cells <= MAX_CELLS {
        let mut columns = 0;
        while columns <= MAX_COLUMNS {
            let mut count = 1;
            while count <= LONGEST {
                table[cells][columns][count] = if count <= cells + 1 {
                    2 * count as u16 - 1
                } else if columns == 0 {
                    0
                } else {
                    let upper = best_split(&table[cells][columns - 1], count);
                    let (parked, rest) = (
                        table[cells][columns - 1][upper],
                        table[cells][columns - 1][count - upper],
                    );
                    if parked == 0 || rest == 0 { 0 } else { 2 * parked + rest }
                };
                count += 1;
            }
            columns += 1;
        }
        cells += 1;
    }
    table
}

/// How many cards of a run of `count` are parked in an empty column; `fewer` has the moves with one column fewer.
const fn best_split(fewer: &[u16; LONGEST + 1], count: usize) -> usize {
    let (mut best, mut best_moves) = (1, u16::MAX);
    let mut upper = 1;
    while upper < count {
        let (parked, rest) = (fewer[upper], fewer[count - upper]);
        if parked != 0 && rest != 0 && 2 * parked + rest < best_moves {
            (best, best_moves) = (upper, 2 * parked + rest);
        }
        upper += 1;
    }
    best
}

/// How many single moves carry `count` cards with `cells` empty cells and `columns` empty columns besides the destination.
///
/// Under relaxed rules, where a run needs no room, every card counts once.
pub(crate) fn single_moves(rules: &Rules, count: u8, cells: usize, columns: usize) -> u32 {
    if rules.relaxed {
        return u32::from(count);
    }
    u32::from(SINGLES[cells][lending(rules, columns)][usize::from(count)])
}

/// Appends the single moves that carry `mv`, which is legal in `position`. Under relaxed rules a run stays one move.
pub(crate) fn expand(rules: &Rules, position: &Position, mv: Move, out: &mut Vec<Move>) {
    let (Place::Column(from), Place::Column(to)) = (mv.from, mv.to) else {
        out.push(mv);
        return;
    };
    if rules.relaxed || mv.count <= 1 {
        out.push(mv);
        return;
    }
    let empty_cells = (0..).zip(&position.cells).filter(|(_, card)| card.is_none());
    let empty_columns =
        (0..).zip(&position.columns).filter(|&(at, cards)| cards.is_empty() && at != to);
    let column = &position.columns[usize::from(from)];
    let mut carrier = Carrier {
        run: &column[column.len() - usize::from(mv.count)..],
        cells: empty_cells.map(|(at, _)| Place::Cell(at)).collect(),
        out,
    };
    let mut columns: Vec<Place> = empty_columns.map(|(at, _)| Place::Column(at)).collect();
    columns.truncate(lending(rules, columns.len()));
    carrier.carry(0..usize::from(mv.count), mv.from, mv.to, &columns);
}

struct Carrier<'a> {
    run: &'a [patience_cards::Card],
    cells: Vec<Place>,
    out: &'a mut Vec<Move>,
}

impl Carrier<'_> {
    /// Carries the cards `part` of the run, the deepest first in the range, with the help of empty `columns`.
    fn carry(&mut self, part: std::ops::Range<usize>, from: Place, to: Place, columns: &[Place]) {
        let count = part.len();
        if count <= self.cells.len() + 1 {
            let cells = self.cells.clone();
            let upper = part.start + 1..part.end;
            for (index, &cell) in upper.clone().rev().zip(&cells) {
                self.step(index, from, cell);
            }
            self.step(part.start, from, to);
            for (index, &cell) in upper.zip(cells[..count - 1].iter().rev()) {
                self.step(index, cell, to);
            }
            return;
        }
        let Some((&parking, fewer)) = columns.split_last() else { return };
        let upper = best_split(&SINGLES[self.cells.len()][fewer.len()], count);
        let split = part.end - upper;
        self.carry(split..part.end, from, parking, fewer);
        self.carry(part.start..split, from, to, fewer);
        self.carry(split..part.end, parking, to, fewer);
    }

    fn step(&mut self, index: usize, from: Place, to: Place) {
        self.out.push(Move { card: self.run[index], count: 1, from, to });
    }
}
