//! Boards as numbers of a code.

use patience_kit::{Fault, Packer, Unpacker};

use crate::rules::board::{Axis, Board, MAX_SIDE, MIN_SIDE, Vehicle};

/// Sides that a board may have.
const SIDES: u32 = (MAX_SIDE - MIN_SIDE + 1) as u32;

/// Every letter of a vehicle, in the order in which boards are lettered.
fn letters() -> Vec<char> {
    let all = ('A'..='Z').chain('0'..='9').chain('a'..='z');
    // What is usual comes first: boards of the literature call no vehicle `O` or `X`.
    let (usual, rest): (Vec<char>, Vec<char>) =
        all.filter(|letter| !matches!(letter, 'o' | 'x')).partition(|it| !matches!(it, 'O' | 'X'));
    [usual, rest].concat()
}

/// What begins in a cell.
#[derive(Clone, Copy, PartialEq)]
enum Begin {
    Empty,
    Wall,
    Vehicle(Axis, u8),
}

/// Everything that may begin in a cell with this much room to the right and below.
fn choices(right: u8, down: u8) -> Vec<Begin> {
    let lengths = |axis, room: u8| (2..=room).map(move |length| Begin::Vehicle(axis, length));
    let vehicles = lengths(Axis::Horizontal, right).chain(lengths(Axis::Vertical, down));
    [Begin::Empty, Begin::Wall].into_iter().chain(vehicles).collect()
}

/// The free cells to the right of a cell, itself included.
fn room(taken: &[Vec<bool>], row: usize, column: usize) -> u8 {
    let free = taken[row][column..].iter().take_while(|&&is_taken| !is_taken).count();
    u8::try_from(free).unwrap_or(MAX_SIDE)
}

/// Adds the size, what begins in each cell in reading order, the target, and the letters.
pub(crate) fn encode(board: &Board, packer: &mut Packer) {
    for side in [board.width(), board.height()] {
        packer.push((side - MIN_SIDE).into(), SIDES);
    }
    let mut taken = vec![vec![false; board.width().into()]; board.height().into()];
    for row in 0..board.height() {
        for column in 0..board.width() {
            let (at_row, at_column) = (usize::from(row), usize::from(column));
            if taken[at_row][at_column] {
                continue;
            }
            let vehicle = board.vehicles().iter().find(|it| (it.row, it.column) == (row, column));
            let begin = match vehicle {
                Some(vehicle) => Begin::Vehicle(vehicle.axis, vehicle.length),
                None if board.walls().contains(&(row, column)) => Begin::Wall,
                None => Begin::Empty,
            };
            let choices = choices(room(&taken, at_row, at_column), board.height() - row);
            let at = choices.iter().position(|&it| it == begin).unwrap_or(0);
            packer.index(at, choices.len());
            for (row, column) in vehicle.into_iter().flat_map(|it| it.cells()) {
                taken[usize::from(row)][usize::from(column)] = true;
            }
        }
    }
    packer.index(board.target_index(), board.vehicles().len());
    let letters = letters();
    let count = board.vehicles().len();
    // Most boards use the first letters; then only their order is needed.
    let first = &letters[..count.min(letters.len())];
    let is_usual = board.vehicles().iter().all(|vehicle| first.contains(&vehicle.letter));
    packer.flag(is_usual);
    let mut left = if is_usual { first.to_vec() } else { letters };
    board.vehicles().iter().for_each(|vehicle| packer.choose(&mut left, &vehicle.letter));
}

/// The board of these numbers.
pub(crate) fn decode(unpacker: &mut Unpacker) -> Result<Board, Fault> {
    let width = unpacker.byte(SIDES)? + MIN_SIDE;
    let height = unpacker.byte(SIDES)? + MIN_SIDE;
    let mut taken = vec![vec![false; width.into()]; height.into()];
    let (mut vehicles, mut walls) = (Vec::new(), Vec::new());
    for row in 0..height {
        for column in 0..width {
            let (at_row, at_column) = (usize::from(row), usize::from(column));
            if taken[at_row][at_column] {
                continue;
            }
            let choices = choices(room(&taken, at_row, at_column), height - row);
            match choices[unpacker.index(choices.len())?] {
                Begin::Empty => {}
                Begin::Wall => walls.push((row, column)),
                Begin::Vehicle(axis, length) => {
                    let vehicle = Vehicle { letter: '?', axis, row, column, length };
                    for (row, column) in vehicle.cells() {
                        taken[usize::from(row)][usize::from(column)] = true;
                    }
                    vehicles.push(vehicle);
                }
            }
        }
    }
    let target = unpacker.index(vehicles.len())?;
    let mut left = letters();
    if unpacker.flag()? {
        left.truncate(vehicles.len());
    }
    for vehicle in &mut vehicles {
        vehicle.letter = unpacker.choose(&mut left)?;
    }
    Board::new((width, height), vehicles, target, walls).map_err(Fault::input)
}
