//! Boards of the enumeration's kind: random ones, and those that differ by a vehicle or a wall.

use patience_core::SplitMix;

use crate::rules::board::{Axis, Board, Vehicle};
use crate::sets::hardest_boards;

/// The letter of the target.
const TARGET: char = 'A';

/// The chance that another change follows.
const AGAIN: f64 = 0.3;

/// Whether the enumeration has a board: no other vehicle stands in the row of the target, no row is full of vehicles and walls, and no
/// column is full of vehicles.
pub(crate) fn is_of_kind(board: &Board) -> bool {
    let target = board.target();
    let sum = |axis: Axis, line: u8| {
        let on = board.vehicles().iter().filter(|it| it.axis == axis && it.line() == line);
        on.map(|it| it.length).sum::<u8>()
    };
    let walls = |line: u8| (0..).zip(board.walls()).filter(|(_, wall)| wall.0 == line).count();
    let is_behind = |&(row, column): &(u8, u8)| row != target.row || column < target.column;
    board.walls().iter().all(is_behind)
        && sum(Axis::Horizontal, target.row) == target.length
        && (0..board.height())
            .all(|row| usize::from(sum(Axis::Horizontal, row)) + walls(row) < board.width().into())
        && (0..board.width()).all(|column| sum(Axis::Vertical, column) < board.height())
}

/// A target with some vehicles and walls anywhere.
pub(crate) fn random_board(side: u8, walls: usize, random: &mut SplitMix) -> Board {
    let row = (side - 1) / 2;
    let target = Vehicle { letter: TARGET, axis: Axis::Horizontal, row, column: 0, length: 2 };
    let mut board = Board::of_parts((side, side), vec![target], 0, Vec::new());
    // A third of the cells in twos and threes leaves room to move, and not too much.
    let cells = usize::from(side) * usize::from(side);
    for _ in 0..cells / 3 {
        board = with_vehicle(&board, random).unwrap_or(board);
    }
    for _ in 0..walls {
        board = with_wall(&board, random).unwrap_or(board);
    }
    board
}

/// One of the hardest boards of 6×6 cells without walls, at the exit of a larger board; `None` for smaller boards.
pub(crate) fn listed_board(side: u8, random: &mut SplitMix) -> Option<Board> {
    let listed = hardest_boards();
    let board = &listed.get(random.below(listed.len()))?;
    let right = side.checked_sub(board.width())?;
    let down = ((side - 1) / 2).checked_sub(board.target().row)?;
    let moved = |it: &Vehicle| Vehicle { row: it.row + down, column: it.column + right, ..*it };
    let vehicles = board.vehicles().iter().map(moved).collect();
    Board::new((side, side), vehicles, board.target_index(), Vec::new()).ok()
}

/// The board after one or more random changes; `None` if they do not fit.
pub(crate) fn neighbour(board: &Board, walls: usize, random: &mut SplitMix) -> Option<Board> {
    let mut changed = board.clone();
    loop {
        changed = change(&changed, walls, random)?;
        if !random.chance(AGAIN) {
            return Some(changed).filter(is_of_kind);
        }
    }
}

/// The board after a random change; `None` if it does not fit.
fn change(board: &Board, walls: usize, random: &mut SplitMix) -> Option<Board> {
    // Walls change as often as vehicles do, by their number.
    let of_wall = if walls == 0 { 0 } else { 2 };
    match random.below(10 + of_wall) {
        0..=1 => with_vehicle(board, random),
        2 => without_vehicle(board, random),
        3..=5 => with_vehicle(&without_vehicle(board, random)?, random),
        6..=7 => with_shifted(board, random),
        8..=9 => with_other_length(board, random),
        10 if board.walls().len() < walls => with_wall(board, random),
        _ => with_wall(&without_wall(board, random)?, random),
    }
}

/// A vehicle of two or three cells where there is room.
fn with_vehicle(board: &Board, random: &mut SplitMix) -> Option<Board> {
    let axis = if random.below(2) == 0 { Axis::Horizontal } else { Axis::Vertical };
    let (row, column) = (below(random, board.height()), below(random, board.width()));
    // Two of three are cars.
    let length = if random.below(3) == 0 { 3 } else { 2 };
    let mut vehicles = board.vehicles().to_vec();
    vehicles.push(Vehicle { letter: free_letter(board)?, axis, row, column, length });
    rebuilt(board, vehicles)
}

/// One vehicle less.
fn without_vehicle(board: &Board, random: &mut SplitMix) -> Option<Board> {
    board.without(random.below(board.vehicles().len()))
}

/// A vehicle on the next line, or the target elsewhere in its row.
fn with_shifted(board: &Board, random: &mut SplitMix) -> Option<Board> {
    let mut vehicles = board.vehicles().to_vec();
    let at = random.below(vehicles.len());
    let vehicle = &mut vehicles[at];
    if at == board.target_index() {
        vehicle.column = below(random, board.width());
    } else {
        let by = if random.below(2) == 0 { 1 } else { u8::MAX };
        match vehicle.axis {
            Axis::Horizontal => vehicle.row = vehicle.row.wrapping_add(by),
            Axis::Vertical => vehicle.column = vehicle.column.wrapping_add(by),
        }
    }
    rebuilt(board, vehicles)
}

/// A car as a truck, or the other way round, at either end.
fn with_other_length(board: &Board, random: &mut SplitMix) -> Option<Board> {
    let mut vehicles = board.vehicles().to_vec();
    let at = random.below(vehicles.len());
    if at == board.target_index() {
        return None;
    }
    let vehicle = vehicles[at];
    let (length, by) = if vehicle.length == 2 { (3, u8::MAX) } else { (2, 1) };
    let offset =
        if random.below(2) == 0 { vehicle.offset() } else { vehicle.offset().wrapping_add(by) };
    vehicles[at] = Vehicle { length, ..vehicle.at(offset) };
    rebuilt(board, vehicles)
}

/// One wall more.
fn with_wall(board: &Board, random: &mut SplitMix) -> Option<Board> {
    let mut walls = board.walls().to_vec();
    walls.push((below(random, board.height()), below(random, board.width())));
    with_walls(board, walls).filter(|it| board.walls().len() < it.walls().len())
}

/// One wall less.
fn without_wall(board: &Board, random: &mut SplitMix) -> Option<Board> {
    let mut walls = board.walls().to_vec();
    if walls.is_empty() {
        return None;
    }
    walls.swap_remove(random.below(walls.len()));
    with_walls(board, walls)
}

fn with_walls(board: &Board, walls: Vec<(u8, u8)>) -> Option<Board> {
    let size = (board.width(), board.height());
    Board::new(size, board.vehicles().to_vec(), board.target_index(), walls).ok()
}

/// A board of these vehicles and the same walls, if they have room.
fn rebuilt(board: &Board, vehicles: Vec<Vehicle>) -> Option<Board> {
    let end = |it: &Vehicle| u16::from(it.offset()) + u16::from(it.length);
    if vehicles.iter().any(|it| u16::from(board.side(it.axis)) < end(it)) {
        return None;
    }
    let size = (board.width(), board.height());
    Board::new(size, vehicles, board.target_index(), board.walls().to_vec()).ok()
}

/// A letter that no vehicle has.
fn free_letter(board: &Board) -> Option<char> {
    let mut letters = ('B'..='W').chain('a'..='n').filter(|letter| *letter != 'O');
    letters.find(|letter| board.vehicles().iter().all(|it| it.letter != *letter))
}

/// A row or column.
fn below(random: &mut SplitMix, end: u8) -> u8 {
    // Less than `end`.
    u8::try_from(random.below(end.into())).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn boards_of_other_kinds_are_told_apart() {
        let is_of_kind = |letters: &str| is_of_kind(&Board::parse(letters).unwrap());
        assert!(is_of_kind(".BB.\nAA..\n....\n...."));
        // A wall before the target, a second vehicle in its row, a full row, a full column.
        assert!(!is_of_kind("....\nAAx.\n....\n...."));
        assert!(!is_of_kind("....\nAABB\n....\n...."));
        assert!(!is_of_kind("xBBB\nAA..\n....\n...."));
        assert!(!is_of_kind("...B\nAA.B\n...C\n...C"));
        assert!(is_of_kind("...x\nAA.B\n...B\n...B"));
    }

    #[test]
    fn listed_boards_keep_their_exit() {
        let mut random = SplitMix::new(1);
        assert_eq!(listed_board(5, &mut random), None);
        for side in 6..=8 {
            let board = listed_board(side, &mut random).unwrap();
            assert_eq!((board.width(), board.target().row), (side, (side - 1) / 2));
            assert!(is_of_kind(&board));
        }
    }

    proptest! {
        #[test]
        fn neighbours_are_boards_of_the_same_kind(side in 4..=8_u8, walls in 0..3_usize, seed: u64) {
            let mut random = SplitMix::new(seed);
            let mut board = random_board(side, walls, &mut random);
            for _ in 0..40 {
                let Some(next) = neighbour(&board, walls, &mut random) else { continue };
                prop_assert!(is_of_kind(&next));
                prop_assert!(next.walls().len() <= walls);
                prop_assert_eq!(next.target().row, (side - 1) / 2);
                // Reading what is written checks everything that a board must be.
                prop_assert_eq!(Board::parse(&next.letters()).unwrap().letters(), next.letters());
                board = next;
            }
        }
    }
}
