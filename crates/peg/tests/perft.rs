//! Perft: the number of jump sequences, by the moves of a search and by a naive generator.

use patience_core::Puzzle;
use patience_laws::{Perft, sequences};
use patience_peg::{Drawing, Goal, Metric, Peg, Problem};

/// The number of sequences of `depth` jumps on rows of letters: tries every direction of every peg.
fn naive(rows: &[Vec<u8>], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let at = |row: usize, column: usize| rows.get(row).and_then(|row| row.get(column)).copied();
    let mut count = 0;
    for (row, column) in
        (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |at| (row, at)))
    {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let hole = |far: isize| {
                Some((row.checked_add_signed(far * down)?, column.checked_add_signed(far * right)?))
            };
            let (Some(over), Some(to)) = (hole(1), hole(2)) else { continue };
            let letters = [(row, column), over, to].map(|(row, column)| at(row, column));
            if letters == [Some(b'o'), Some(b'o'), Some(b'.')] {
                let mut after = rows.to_vec();
                for ((row, column), letter) in [((row, column), b'.'), (over, b'.'), (to, b'o')] {
                    after[row][column] = letter;
                }
                count += naive(&after, depth - 1);
            }
        }
    }
    count
}

#[test]
fn jump_sequences_match_the_file() {
    for Perft { line, position, depth, count } in Perft::read(include_str!("perft.txt")) {
        let rows: Vec<Vec<u8>> = position.lines().map(|row| row.as_bytes().to_vec()).collect();
        assert_eq!(naive(&rows, depth), count, "{line}");
        let Drawing { board, pegs } = Drawing::parse(&position).unwrap();
        let mut game = Peg::new(Problem::new(board, pegs, Goal::OneAnywhere).unwrap());
        game.metric = Metric::Jumps;
        assert_eq!(sequences(&game, &game.start(), depth), count, "{line}");
    }
}
