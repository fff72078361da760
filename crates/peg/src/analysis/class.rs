//! Position classes (Reiss, 1857): what no jump changes, so that positions of different classes never reach each other.

use std::fmt;

use crate::{Board, Hole, Lattice, Pegs, members};

/// The class of a position, one of sixteen; on a triangular board one of four.
///
/// Colour the holes along either diagonal with three colours in turn. A jump changes one hole of each colour, so it flips the parity
/// of the pegs of every colour, and whether two colours agree in parity stays. On a triangular board jumps also go along the falling
/// diagonals, whose holes all have the same colour of the second kind: there only the first colouring counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    bits: u8,
    lattice: Lattice,
}

impl Class {
    /// The class of these pegs.
    #[must_use]
    pub fn of(board: &Board, pegs: Pegs) -> Self {
        let lattice = board.lattice();
        let of_hole = |hole: u8| Self::of_hole(lattice, board.holes()[usize::from(hole)]);
        Self { bits: members(pegs).fold(0, |bits, hole| bits ^ of_hole(hole)), lattice }
    }

    /// The class of one peg.
    fn of_hole(lattice: Lattice, Hole { row, column }: Hole) -> u8 {
        let rising = agreements((u16::from(row) + u16::from(column)) % 3);
        // 255 is divisible by 3, so the colour is that of the difference.
        let falling = agreements((u16::from(row) + 255 - u16::from(column)) % 3);
        match lattice {
            Lattice::Square => rising | falling << 2,
            Lattice::Triangular => rising,
        }
    }
}

/// Two digits a colouring: whether colours 0 and 1, and 1 and 2, differ in parity.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = match self.lattice {
            Lattice::Square => 4,
            Lattice::Triangular => 2,
        };
        (0..digits).try_for_each(|bit| write!(f, "{}", self.bits >> bit & 1))
    }
}

/// For one peg of a colour: whether colours 0 and 1 differ in parity, and whether 1 and 2 do.
fn agreements(colour: u16) -> u8 {
    match colour {
        0 => 0b01,
        1 => 0b11,
        _ => 0b10,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn same_class_pairs(board: &Board) -> usize {
        let holes = || members(board.all());
        let symmetries = board.symmetries();
        let mut pairs = BTreeSet::new();
        for (start, end) in holes().flat_map(|start| holes().map(move |end| (start, end))) {
            if Class::of(board, board.all() & !(1 << start)) == Class::of(board, 1 << end) {
                let image = |to: &Vec<u8>| (to[usize::from(start)], to[usize::from(end)]);
                pairs.extend(symmetries.iter().map(image).min());
            }
        }
        pairs.len()
    }

    #[test]
    fn single_vacancy_problems_of_one_class_are_as_many_as_known() {
        let pairs = Board::NAMES.map(|name| Board::named(name).map(|it| same_class_pairs(&it)));
        assert_eq!(pairs, [Some(21), Some(10), Some(17), Some(36)]);
    }

    #[test]
    fn the_centre_of_the_english_board_may_end_in_the_middle_of_an_edge() {
        let board = Board::named("english").expect("a named board");
        let at = |row, column| 1 << board.number(Hole { row, column }).expect("a hole");
        let start = Class::of(&board, board.all() & !at(3, 3));
        assert_eq!(start, Class::of(&board, at(0, 3)));
        assert_ne!(start, Class::of(&board, at(0, 2)));
    }

    proptest! {
        #[test]
        fn no_jump_changes_the_class(name in 0..12_usize, pegs: Pegs) {
            let names = [&Board::NAMES[..], &Board::TRIANGLES].concat();
            let board = Board::named(names[name]).expect("a named board");
            let pegs = pegs & board.all();
            for jump in board.jumps().iter().filter(|jump| jump.is_legal(pegs)) {
                prop_assert_eq!(Class::of(&board, pegs), Class::of(&board, pegs ^ jump.holes()));
            }
        }
    }
}
