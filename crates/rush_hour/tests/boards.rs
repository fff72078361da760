//! Boards for the tests.

use patience_laws::SplitMix;
use patience_rush_hour::{Axis, Board, Vehicle};

/// Letters for vehicles, that of the target first; another `X` could be a second target.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWYZ0123456789abcdefghijklmnpqrstuvwyz";

/// A board of this size with the target, vehicles of two to four cells and some walls, all where `random` says. Its positions are
/// `most` at most.
pub(crate) fn random_board(random: &mut SplitMix, size: (u8, u8), most: usize) -> Board {
    let (width, height) = size;
    let mut taken: Vec<(u8, u8)> = Vec::new();
    let mut vehicles: Vec<Vehicle> = Vec::new();
    let mut positions = 1;
    let mut letters = LETTERS.chars();
    for _ in 0..60 {
        let axis = match random.below(2) {
            1 if !vehicles.is_empty() => Axis::Vertical,
            _ => Axis::Horizontal,
        };
        let (row, column) = (below(random, height), below(random, width));
        let vehicle = Vehicle { letter: '?', axis, row, column, length: 2 + below(random, 3) };
        let ways = match axis {
            Axis::Horizontal => width,
            Axis::Vertical => height,
        };
        let cells: Vec<(u8, u8)> = vehicle.cells().collect();
        let fits =
            cells.iter().all(|cell| cell.0 < height && cell.1 < width && !taken.contains(cell));
        if !fits {
            continue;
        }
        positions *= usize::from(ways - vehicle.length + 1);
        if most < positions {
            break;
        }
        let Some(letter) = letters.next() else { break };
        vehicles.push(Vehicle { letter, ..vehicle });
        taken.extend(cells);
    }
    if vehicles.is_empty() {
        // The smallest boards may be missed sixty times.
        vehicles.push(Vehicle {
            letter: 'A',
            axis: Axis::Horizontal,
            row: 0,
            column: 0,
            length: 2,
        });
        taken.extend([(0, 0), (0, 1)]);
    }
    let walls = (0..random.below(4)).map(|_| (below(random, height), below(random, width)));
    let walls = walls.filter(|cell| !taken.contains(cell)).collect();
    Board::new(size, vehicles, 0, walls).unwrap()
}

/// A size from 2×2 to `longest` × `longest`.
pub(crate) fn random_size(random: &mut SplitMix, longest: u8) -> (u8, u8) {
    (2 + below(random, longest - 1), 2 + below(random, longest - 1))
}

fn below(random: &mut SplitMix, end: u8) -> u8 {
    u8::try_from(random.below(end.into())).unwrap()
}
