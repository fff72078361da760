//! Perft: the number of slide sequences, by the moves of a search and by a naive generator.

use patience_core::Puzzle;
use patience_laws::{Perft, sequences};
use patience_rush_hour::{AnySize, Board, MoveSet, RushHour, Wide};

/// The number of sequences of `depth` slides on rows of letters: shifts every vehicle as far as it goes.
fn naive(rows: &[Vec<u8>], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for letter in b'A'..=b'Z' {
        let in_row = |row: usize| {
            let columns = (0..rows[row].len()).filter(move |&at| rows[row][at] == letter);
            columns.map(move |at| (row, at))
        };
        let cells: Vec<(usize, usize)> = (0..rows.len()).flat_map(in_row).collect();
        let &[first, second, ..] = &cells[..] else { continue };
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            if (down == 0) != (first.0 == second.0) {
                continue;
            }
            for far in 1.. {
                let shift = |&(row, column): &(usize, usize)| {
                    let row = row.checked_add_signed(far * down)?;
                    let column = column.checked_add_signed(far * right)?;
                    let there = *rows.get(row)?.get(column)?;
                    (there == b'.' || there == letter).then_some((row, column))
                };
                let Some(shifted) = cells.iter().map(shift).collect::<Option<Vec<_>>>() else {
                    break;
                };
                let mut after = rows.to_vec();
                for &(row, column) in &cells {
                    after[row][column] = b'.';
                }
                for (row, column) in shifted {
                    after[row][column] = letter;
                }
                count += naive(&after, depth - 1);
            }
        }
    }
    count
}

#[test]
fn slide_sequences_match_the_file() {
    for Perft { line, position, depth, count } in Perft::read(include_str!("perft.txt")) {
        let rows: Vec<Vec<u8>> = position.lines().map(|row| row.as_bytes().to_vec()).collect();
        assert_eq!(naive(&rows, depth), count, "{line}");
        let board = Board::parse(&position).unwrap();
        let mut wide: RushHour<Wide> = RushHour::new(board.clone()).unwrap();
        wide.moves = MoveSet::Slides;
        assert_eq!(sequences(&wide, &wide.start(), depth), count, "{line}");
        if let AnySize::Small(mut small) = AnySize::new(board).unwrap() {
            small.moves = MoveSet::Slides;
            assert_eq!(sequences(&small, &small.start(), depth), count, "{line}");
        }
    }
}
