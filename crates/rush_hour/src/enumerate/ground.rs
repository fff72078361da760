//! Boards before their vehicles stand on them: walls, and what may stand on every line between them.

use crate::engines::lane::Lane;

/// Vehicles of a line, each of which stays between the same walls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) lane: &'static Lane,
    /// The arrangements of the lane in which they do, a bit each.
    pub(crate) arrangements: u16,
}

/// The longest vehicle.
const LONGEST: u8 = 3;

/// The length of the target.
const TARGET: u8 = 2;

/// Walls, and all choices for the lines between them.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) walls: Vec<(u8, u8)>,
    /// By row; `None` is a row without vehicles.
    pub(crate) rows: Vec<Vec<Option<Choice>>>,
    /// By column.
    pub(crate) columns: Vec<Vec<Option<Choice>>>,
}

impl Ground {
    /// The ground of a square board with the target in a row; `None` if walls leave no room for the target to reach the exit, or if
    /// there are too many cells a side.
    pub(crate) fn new(side: u8, target_row: u8, walls: &[(u8, u8)]) -> Option<Self> {
        let on_line = |is_on: &dyn Fn(&(u8, u8)) -> Option<u8>| {
            walls.iter().filter_map(is_on).fold(0, |set, cell| set | 1 << cell)
        };
        let mut ground = Self { walls: walls.to_vec(), rows: Vec::new(), columns: Vec::new() };
        for line in 0..side {
            let in_row = on_line(&|&(row, column)| (row == line).then_some(column));
            let in_column = on_line(&|&(row, column)| (column == line).then_some(row));
            // No cell of a full row, and no vehicle of a full column, is free to move.
            let room = (side - 1).checked_sub(count(in_row))?;
            ground.rows.push(if line == target_row {
                vec![Some(target(side, in_row).filter(|_| TARGET <= room)?)]
            } else {
                choices(side, in_row, room)?
            });
            ground.columns.push(choices(side, in_column, side - 1)?);
        }
        Some(ground)
    }

    /// The number of ways to choose all rows.
    pub(crate) fn row_choices(&self) -> usize {
        self.rows.iter().map(Vec::len).product()
    }

    /// The number of ways to choose all rows and columns; `None` if a word does not hold it.
    pub(crate) fn choices(&self) -> Option<usize> {
        let lines = self.rows.iter().chain(&self.columns);
        lines.map(Vec::len).try_fold(1, usize::checked_mul)
    }

    /// The `number`-th way to choose all rows; that of the first row changes fastest.
    pub(crate) fn chosen_rows(&self, number: usize) -> Vec<Option<Choice>> {
        chosen(&self.rows, number)
    }

    /// The same for all columns.
    pub(crate) fn chosen_columns(&self, number: usize) -> Vec<Option<Choice>> {
        chosen(&self.columns, number)
    }
}

/// The `number`-th way to choose all lines; that of the first one changes fastest.
fn chosen(lines: &[Vec<Option<Choice>>], number: usize) -> Vec<Option<Choice>> {
    let mut rest = number;
    let choose = |choices: &Vec<Option<Choice>>| {
        let choice = choices[rest % choices.len()];
        rest /= choices.len();
        choice
    };
    lines.iter().map(choose).collect()
}

/// Every way to set up `count` walls on the cells of a square board, in reading order.
pub(crate) fn placements(side: u8, count: u8) -> Vec<Vec<(u8, u8)>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let with_another = |walls: &Vec<(u8, u8)>| {
            let first = walls.last().map_or(0, |(row, column)| row * side + column + 1);
            let others = (first..side * side).map(|cell| (cell / side, cell % side));
            others.map(|cell| [walls.as_slice(), &[cell]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with_another).collect();
    }
    all
}

/// The choices for a line with walls and room for vehicles.
fn choices(side: u8, walls: u8, room: u8) -> Option<Vec<Option<Choice>>> {
    let mut choices = vec![None];
    for lane in Lane::all(side)? {
        let lengths = lane.lengths();
        if lengths.iter().all(|length| *length <= LONGEST) && lengths.iter().sum::<u8>() <= room {
            choices.extend(between_walls(lane, walls).into_iter().map(Some));
        }
    }
    Some(choices)
}

/// The target behind all walls of its row.
fn target(side: u8, walls: u8) -> Option<Choice> {
    let lane = Lane::find(side, &[TARGET])?;
    // Its last arrangement is at the exit.
    let exit = 1 << (lane.arrangements() - 1);
    between_walls(lane, walls).into_iter().find(|choice| choice.arrangements & exit != 0)
}

/// The vehicles of a lane, distributed over the stretches between walls in all ways.
fn between_walls(lane: &'static Lane, walls: u8) -> Vec<Choice> {
    let mut all: Vec<(Vec<u8>, Choice)> = Vec::new();
    let fitting = lane.fitting(walls);
    for number in (0..lane.arrangements()).filter(|number| fitting >> number & 1 != 0) {
        let offsets = lane.offsets(number).iter();
        let stretches: Vec<u8> =
            offsets.map(|offset| count(walls & !(u8::MAX << offset))).collect();
        match all.iter_mut().find(|(known, _)| *known == stretches) {
            Some((_, choice)) => choice.arrangements |= 1 << number,
            None => all.push((stretches, Choice { lane, arrangements: 1 << number })),
        }
    }
    all.into_iter().map(|(_, choice)| choice).collect()
}

/// The cells of a set.
fn count(cells: u8) -> u8 {
    // At most eight.
    #[allow(clippy::cast_possible_truncation)]
    let count = cells.count_ones() as u8;
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths and arrangements of the choices for a line.
    fn listed(side: u8, walls: u8, room: u8) -> Vec<(Vec<u8>, u32)> {
        let choices = choices(side, walls, room).unwrap().into_iter().flatten();
        choices.map(|it| (it.lane.lengths().to_vec(), it.arrangements.count_ones())).collect()
    }

    #[test]
    fn walls_divide_the_vehicles_of_a_line() {
        // . . x . . . : a car on the left, on the right, one on each side, and a truck on the right.
        let mut divided = listed(6, 0b100, 4);
        divided.sort_unstable();
        assert_eq!(divided, [(vec![2], 1), (vec![2], 2), (vec![2, 2], 2), (vec![3], 1)]);
        // Beside a wall in the corner, the five other cells of a column may be full.
        assert_eq!(listed(6, 1, 5).len(), 5);
        assert_eq!(listed(6, 1, 4).len(), 3);
        assert_eq!(listed(6, 0, 5).len(), 5);
    }

    #[test]
    fn the_target_stands_behind_all_walls_of_its_row() {
        let arrangements = |walls| target(6, walls).map(|choice| choice.arrangements);
        assert_eq!(arrangements(0), Some(0b1_1111));
        assert_eq!(arrangements(0b1), Some(0b1_1110));
        assert_eq!(arrangements(0b1010), Some(0b1_0000));
        assert_eq!(arrangements(0b1_0000), None);
    }

    #[test]
    fn placements_are_all_sets_of_cells() {
        assert_eq!(placements(6, 0), [[]]);
        assert_eq!(placements(6, 1).len(), 36);
        assert_eq!(placements(6, 2).len(), 630);
        assert_eq!(placements(6, 2)[35], [(0, 1), (0, 2)]);
    }
}
