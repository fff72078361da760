//! Lanes, units and families as the data that kernels take.

use patience_gpu::GpuError;
use patience_gpu::clusters::{
    Family, Grid, LINES, Lane as Table, Lines, MOST_ARRANGEMENTS, MOST_LANES, NO_LANE, Target, Unit,
};

use super::ground::{Choice, Ground};
use crate::engines::bit_board::Stride;
use crate::engines::lane::Lane;

/// The lanes of a space by the numbers that kernels give them.
pub(super) struct Lanes {
    lanes: Vec<Ordered>,
    cells: u8,
}

/// A lane whose arrangements are sorted by the cells that they cover.
struct Ordered {
    lane: &'static Lane,
    /// The arrangements in that order.
    arrangements: Vec<usize>,
}

impl Lanes {
    /// The lanes of all choices for boards of a side; `None` if they are too many or too large.
    pub(super) fn new(side: u8) -> Option<Self> {
        let ground = Ground::new(side, 0, &[])?;
        let mut lanes: Vec<Ordered> = Vec::new();
        for choice in ground.columns.iter().chain(&ground.rows).flatten().flatten() {
            if lanes.iter().any(|known| std::ptr::eq(known.lane, choice.lane)) {
                continue;
            }
            let mut arrangements: Vec<usize> = (0..choice.lane.arrangements()).collect();
            arrangements.sort_unstable_by_key(|&at| choice.lane.covered(at));
            lanes.push(Ordered { lane: choice.lane, arrangements });
        }
        let is_small = |it: &Ordered| it.arrangements.len() <= MOST_ARRANGEMENTS;
        let fits = usize::from(side) <= LINES && lanes.len() <= MOST_LANES;
        (fits && lanes.iter().all(is_small)).then_some(Self { lanes, cells: side })
    }

    /// The lane of a number, and its arrangement of the kernels' number.
    pub(super) fn placed(&self, lane: u8, arrangement: usize) -> Option<(&'static Lane, usize)> {
        let ordered = self.lanes.get(usize::from(lane))?;
        Some((ordered.lane, *ordered.arrangements.get(arrangement)?))
    }

    fn number(&self, lane: &'static Lane) -> u8 {
        let at = self.lanes.iter().position(|known| std::ptr::eq(known.lane, lane));
        at.and_then(|at| u8::try_from(at).ok()).unwrap_or(NO_LANE)
    }

    /// The tables of all lanes, and of a target of the lane `target`.
    pub(super) fn grid(
        &self,
        target_row: u8,
        target: &'static Lane,
        stride: Stride,
    ) -> Result<Grid, GpuError> {
        let tables: Vec<Table> = self.lanes.iter().map(|it| self.table(it, stride)).collect();
        let (ahead, drive) = Default::default();
        let mut aim = Target { row: target_row, exits: 0, ahead, drive };
        let ordered = &self.lanes[usize::from(self.number(target))];
        for (at, &arrangement) in ordered.arrangements.iter().enumerate() {
            let end = target.offsets(arrangement)[0] + target.lengths()[0];
            aim.exits |= u8::from(end == self.cells) << at;
            aim.ahead[at] = (end..self.cells).fold(0, |set, cell| set | 1 << cell);
            aim.drive[at] = match stride {
                Stride::Slide => u8::from(end != self.cells),
                Stride::Step => self.cells - end,
            };
        }
        Grid::new(&tables, &aim, std::array::from_fn(|length| most_parts(length, stride)))
    }

    fn table(&self, ordered: &Ordered, stride: Stride) -> Table {
        let Ordered { lane, arrangements } = ordered;
        let mut table = Table::EMPTY;
        // At most three vehicles.
        #[allow(clippy::cast_possible_truncation)]
        let seats = lane.lengths().len() as u8;
        table.seats = seats;
        for (at, &arrangement) in arrangements.iter().enumerate() {
            table.cover[at] = lane.covered(arrangement);
            for (to, covered) in table.moves[at].iter_mut().zip(0..) {
                *to = ordered.renumbered(lane.children(stride, arrangement, covered));
            }
            for seat in 0..lane.lengths().len() {
                let Some((left, arrangement)) = lane.without(arrangement, seat) else { continue };
                let number = self.number(left);
                table.without_lane[seat] = number;
                let left = &self.lanes[usize::from(number)].arrangements;
                table.without[seat][at] =
                    (0..).zip(left).find(|(_, it)| **it == arrangement).map_or(0, |(at, _)| at);
            }
        }
        for (fit, covered) in table.fit.iter_mut().zip(0..) {
            *fit = ordered.renumbered(lane.fitting(covered));
        }
        table
    }

    /// What stands on lines.
    fn lines(&self, chosen: &[Option<Choice>]) -> Lines {
        let mut lines = Lines { lane: [NO_LANE; LINES], allowed: [0; LINES] };
        for (line, choice) in chosen.iter().enumerate() {
            let Some(choice) = choice else { continue };
            lines.lane[line] = self.number(choice.lane);
            let ordered = &self.lanes[usize::from(lines.lane[line])];
            lines.allowed[line] = ordered.renumbered(choice.arrangements);
        }
        lines
    }

    /// The unit of a ground whose rows have a number.
    pub(super) fn unit(&self, ground: &Ground, rows: usize) -> Unit {
        let cells = |cell: &dyn Fn(&(u8, u8)) -> u8| {
            ground.walls.iter().fold(0_u64, |set, wall| set | 1 << cell(wall))
        };
        Unit {
            walls_by_row: cells(&|(row, column)| 6 * row + column),
            walls_by_column: cells(&|(row, column)| 6 * column + row),
            rows: self.lines(&ground.chosen_rows(rows)),
            // A few.
            #[allow(clippy::cast_possible_truncation)]
            walls: ground.walls.len() as u32,
        }
    }

    /// The families of a unit that have a solved position; `number` is that of the unit.
    pub(super) fn families(
        &self,
        ground: &Ground,
        target_row: u8,
        rows: usize,
        number: u32,
    ) -> Vec<Family> {
        let solved = solved_rows(ground, target_row, rows);
        let columns: Vec<Vec<Option<Column>>> = (0..)
            .zip(&ground.columns)
            .map(|(column, choices)| {
                let of = |choice: &Option<Choice>| {
                    choice.as_ref().map(|it| self.column(column, it, &solved))
                };
                choices.iter().map(of).collect()
            })
            .collect();
        let mut families = Vec::new();
        let lines = Lines { lane: [NO_LANE; LINES], allowed: [0; LINES] };
        let mut all = vec![u64::MAX; solved.len().div_ceil(64)];
        if let Some(last) = all.last_mut().filter(|_| !solved.len().is_multiple_of(64)) {
            *last = (1 << (solved.len() % 64)) - 1;
        }
        let mut left = vec![all; columns.len() + 1];
        add_columns(&columns, 0, &mut left, Family { unit: number, columns: lines }, &mut families);
        families
    }

    fn column(&self, column: u32, choice: &Choice, solved: &[u64]) -> Column {
        let lane = self.number(choice.lane);
        let allowed = self.lanes[usize::from(lane)].renumbered(choice.arrangements);
        let mut fitting = vec![0; solved.len().div_ceil(64)];
        for (at, cells) in solved.iter().enumerate() {
            // Six bits.
            #[allow(clippy::cast_possible_truncation)]
            let covered = (cells >> (6 * column) & 63) as u8;
            let fits = choice.lane.fitting(covered) & choice.arrangements != 0;
            fitting[at / 64] |= u64::from(fits) << (at % 64);
        }
        Column { lane, allowed, fitting }
    }
}

/// A choice for a column.
struct Column {
    lane: u8,
    allowed: u8,
    /// The solved rows that leave room for it, a bit each.
    fitting: Vec<u64>,
}

impl Ordered {
    /// A set of arrangements in the order of the kernels.
    fn renumbered(&self, set: u16) -> u8 {
        let chosen = (0..).zip(&self.arrangements).filter(|(_, at)| set >> **at & 1 != 0);
        chosen.fold(0, |set, (number, _): (u8, _)| set | 1 << number)
    }
}

/// Extends a family by the columns from `at` on; `left` has the solved rows that leave room for the columns before.
fn add_columns(
    columns: &[Vec<Option<Column>>],
    at: usize,
    left: &mut [Vec<u64>],
    family: Family,
    families: &mut Vec<Family>,
) {
    let Some(choices) = columns.get(at) else {
        families.push(family);
        return;
    };
    for choice in choices {
        let (before, after) = left.split_at_mut(at + 1);
        let (before, after) = (&before[at], &mut after[0]);
        let mut family = family;
        match choice {
            None => after.copy_from_slice(before),
            Some(column) => {
                family.columns.lane[at] = column.lane;
                family.columns.allowed[at] = column.allowed;
                let mut any = 0;
                for ((after, before), fits) in after.iter_mut().zip(before).zip(&column.fitting) {
                    *after = before & fits;
                    any |= *after;
                }
                if any == 0 {
                    continue;
                }
            }
        }
        add_columns(columns, at + 1, left, family, families);
    }
}

/// The covered cells by columns, six bits each, of all rows with the target at the exit.
fn solved_rows(ground: &Ground, target_row: u8, rows: usize) -> Vec<u64> {
    let cells_of = |&(row, column): &(u8, u8)| 1_u64 << (6 * column + row);
    let mut all = vec![ground.walls.iter().map(cells_of).fold(0, |set, cell| set | cell)];
    for (row, choice) in (0..).zip(ground.chosen_rows(rows)) {
        let Some(choice) = choice else { continue };
        let mut arrangements = choice.arrangements;
        if row == target_row {
            // The last arrangement of the target is at the exit.
            arrangements &= 1 << (choice.lane.arrangements() - 1);
        }
        let fitting = (0..choice.lane.arrangements()).filter(|at| arrangements >> at & 1 != 0);
        let covers: Vec<u64> = fitting
            .map(|at| {
                let cover = choice.lane.covered(at);
                (0..6).fold(0, |set, column| {
                    set | u64::from(cover >> column & 1) << (6 * column + row)
                })
            })
            .collect();
        all = covers.iter().flat_map(|cover| all.iter().map(move |cells| cells | cover)).collect();
    }
    all
}

/// The most vehicles and walls of a minimal board with a solution of that length.
fn most_parts(length: usize, stride: Stride) -> u8 {
    let length = u16::try_from(length).unwrap_or(u16::MAX);
    u8::try_from(super::explorer::most_parts(length, stride)).unwrap_or(u8::MAX)
}
