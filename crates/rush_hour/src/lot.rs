//! A board of up to 8×8 cells as lanes: the fastest form, for searches that see every position.

use super::board::Axis;
use super::game::{Move, RushHour, State};
use super::lane::{Lane, MOST_CELLS};

/// Bits of a key that a lane takes.
pub(super) const BITS: u32 = 4;

/// The rows and columns of a board that hold vehicles.
#[derive(Clone, Debug)]
pub(super) struct Lot {
    ways: Vec<Way>,
    /// How many of them are rows; the others are columns.
    rows: usize,
    /// The way of each row; where a row has no vehicles, one that there is not.
    way_of_row: [u8; MOST_CELLS as usize],
    /// The way of the target, and its arrangements, a bit each, in which the target touches the exit.
    target: usize,
    exits: u16,
    /// By arrangement of that way: the cells between the target and the exit, a bit each.
    ahead: [u8; 1 << BITS],
    start: Position,
}

/// A row or a column with its vehicles.
#[derive(Clone, Debug)]
struct Way {
    lane: &'static Lane,
    /// Which row or column.
    line: u32,
    /// The vehicles from its start on, by their place on the board.
    vehicles: Vec<u8>,
}

/// Where all vehicles stand: the arrangement of every way, four bits each, and the covered cells, a byte a row and a byte a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) key: u64,
    rows: u64,
    columns: u64,
}

/// Bit `n` of a byte at bit `8 n` of a word: the cells of a row as they stand in columns.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte] |= 1 << (8 * bit);
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// What changed from one position to the next: a way, and its arrangements before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The way, or one that there is not.
    way: u8,
    from: u8,
    to: u8,
}

impl Change {
    /// Nothing.
    pub(super) const NONE: Self = Self { way: u8::MAX, from: 0, to: 0 };

    /// The way, and its arrangements before and after.
    #[inline]
    pub(super) fn parts(self) -> (usize, usize, usize) {
        (self.way.into(), self.from.into(), self.to.into())
    }
}

/// How far a vehicle moves at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stride {
    /// Any distance.
    Slide,
    /// One cell.
    Step,
}

/// What a look at a position tells about how many moves the nearest solved one is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    Exactly(u16),
    AtLeast(u16),
}

impl Lot {
    /// The rows of a square board whose target is the last vehicle of the row `target`, without columns; all arrangements are the first
    /// of their lanes.
    pub(super) fn of_rows(rows: &[Option<&'static Lane>], target: usize) -> Self {
        let mut lot = Self::empty();
        for (line, lane) in (0..).zip(rows) {
            let Some(lane) = *lane else { continue };
            if usize::from(line) == target {
                lot.aim(lane, lane.lengths().len() - 1);
            }
            lot.push_row(line, lane, Vec::new());
        }
        lot
    }

    fn empty() -> Self {
        Self {
            ways: Vec::new(),
            rows: 0,
            way_of_row: [u8::MAX; MOST_CELLS as usize],
            target: 0,
            exits: 0,
            ahead: [0; 1 << BITS],
            start: Position::default(),
        }
    }

    /// Makes a vehicle of the row that comes next the target.
    fn aim(&mut self, lane: &'static Lane, seat: usize) {
        self.target = self.ways.len();
        self.exits = 0;
        for arrangement in 0..lane.arrangements() {
            let end = lane.offsets(arrangement)[seat] + lane.lengths()[seat];
            self.ahead[arrangement] = (end..lane.cells()).fold(0, |set, cell| set | 1 << cell);
            self.exits |= u16::from(end == lane.cells()) << arrangement;
        }
    }

    fn push_row(&mut self, index: u8, lane: &'static Lane, vehicles: Vec<u8>) {
        // At most eight rows.
        #[allow(clippy::cast_possible_truncation)]
        let way = self.rows as u8;
        self.way_of_row[usize::from(index)] = way;
        self.rows += 1;
        self.ways.push(Way { lane, line: index.into(), vehicles });
    }

    /// Adds a column.
    pub(super) fn push_column(&mut self, index: u8, lane: &'static Lane) {
        self.ways.push(Way { lane, line: index.into(), vehicles: Vec::new() });
    }

    /// Takes the column away that came last.
    pub(super) fn pop_column(&mut self) {
        self.ways.pop();
    }

    /// The arrangements, a bit each, of the target's row in which it touches the exit, and the number of that row's way.
    pub(super) fn exits(&self) -> (usize, u16) {
        (self.target, self.exits)
    }

    /// The lane and line of every way, and whether it is a row.
    pub(super) fn ways(&self) -> impl ExactSizeIterator<Item = (&'static Lane, u32, bool)> {
        self.ways.iter().enumerate().map(|(at, way)| (way.lane, way.line, at < self.rows))
    }

    /// How many ways are rows.
    pub(super) fn row_count(&self) -> usize {
        self.rows
    }

    /// The lane and line of a way.
    #[inline]
    pub(super) fn way(&self, at: usize) -> Option<(&'static Lane, u32)> {
        self.ways.get(at).map(|way| (way.lane, way.line))
    }

    /// The cells that horizontal vehicles cover, and those that vertical ones do; a byte a row.
    pub(super) fn covered_by_axis(&self, position: &Position) -> (u64, u64) {
        let mut only_rows = Position::default();
        for at in 0..self.rows {
            only_rows = self.placed(&only_rows, at, Self::arrangement(position, at));
        }
        (only_rows.rows, position.rows ^ only_rows.rows)
    }

    /// A position with another arrangement of a way that covers nothing yet.
    #[inline]
    pub(super) fn placed(&self, position: &Position, at: usize, arrangement: usize) -> Position {
        let mut placed = *position;
        placed.key |= (arrangement as u64) << (BITS as usize * at);
        let axis = if at < self.rows { Axis::Horizontal } else { Axis::Vertical };
        placed.cover(axis, self.ways[at].line, self.ways[at].lane.covered(arrangement));
        placed
    }

    /// The covered cells of a column, whether it has a way or not.
    #[inline]
    pub(super) fn column(position: &Position, line: u8) -> u8 {
        // A byte.
        #[allow(clippy::cast_possible_truncation)]
        let column = (position.columns >> (8 * line)) as u8;
        column
    }

    /// The lanes of an instance, which begin with a state of it.
    pub(super) fn new(game: &RushHour, state: &State) -> Self {
        let (board, offsets) = (game.first_board(), game.offsets(state));
        let (width, height) = (board.width(), board.height());
        let mut lot = Self::empty();
        for &(row, column) in board.walls() {
            lot.start.rows |= 1 << (8 * row + column);
            lot.start.columns |= 1 << (8 * column + row);
        }
        for (axis, lines, cells) in
            [(Axis::Horizontal, height, width), (Axis::Vertical, width, height)]
        {
            for line in 0..lines {
                let mut vehicles: Vec<u8> = (0..)
                    .zip(board.vehicles())
                    .filter(|(_, vehicle)| vehicle.axis == axis && vehicle.line() == line)
                    .map(|(at, _)| at)
                    .collect();
                if vehicles.is_empty() {
                    continue;
                }
                let offset = |at: u8| offsets[usize::from(at)];
                let length = |at: u8| board.vehicles()[usize::from(at)].length;
                vehicles.sort_unstable_by_key(|&at| offset(at));
                let lengths: Vec<u8> = vehicles.iter().map(|&at| length(at)).collect();
                let here: Vec<u8> = vehicles.iter().map(|&at| offset(at)).collect();
                let lane = Lane::find(cells, &lengths).expect("a word has lines of eight cells");
                let number = lane.number(&here).expect("no vehicle stands on another");
                let seat = vehicles.iter().position(|&at| usize::from(at) == board.target_index());
                if let Some(seat) = seat {
                    lot.aim(lane, seat);
                }
                lot.start.key |= (number as u64) << (BITS as usize * lot.ways.len());
                match axis {
                    Axis::Horizontal => lot.push_row(line, lane, vehicles),
                    Axis::Vertical => {
                        lot.ways.push(Way { lane, line: line.into(), vehicles });
                    }
                }
                lot.start.cover(axis, line.into(), lane.covered(number));
            }
        }
        lot
    }

    /// The lot without a vehicle other than the target, which begins with the others where they stand.
    pub(super) fn without(&self, position: &Position, at: usize, seat: usize) -> Self {
        let mut lot = Self { ahead: self.ahead, exits: self.exits, ..Self::empty() };
        lot.ways.reserve(self.ways.len());
        for (way, Way { lane, line, .. }) in self.ways.iter().enumerate() {
            let arrangement = Self::arrangement(position, way);
            let left = if way == at {
                lane.without(arrangement, seat)
            } else {
                Some((*lane, arrangement))
            };
            let Some((lane, arrangement)) = left else { continue };
            if way == self.target {
                lot.target = lot.ways.len();
            }
            // At most eight lines.
            #[allow(clippy::cast_possible_truncation)]
            let index = *line as u8;
            if way < self.rows {
                lot.push_row(index, lane, Vec::new());
            } else {
                lot.push_column(index, lane);
            }
            lot.start = lot.placed(&lot.start, lot.ways.len() - 1, arrangement);
        }
        lot
    }

    /// Where the board begins.
    pub(super) fn start(&self) -> Position {
        self.start
    }

    #[inline]
    pub(super) fn arrangement(position: &Position, way: usize) -> usize {
        // Four bits.
        #[allow(clippy::cast_possible_truncation)]
        let number = (position.key >> (BITS as usize * way) & 15) as usize;
        number
    }

    #[inline]
    pub(super) fn is_goal(&self, position: &Position) -> bool {
        self.exits >> Self::arrangement(position, self.target) & 1 != 0
    }

    /// How far the nearest solved position is: the target drives out, and each vehicle before it moves away first.
    #[inline]
    pub(super) fn distance(&self, position: &Position, stride: Stride) -> Distance {
        let ahead = self.ahead[Self::arrangement(position, self.target)];
        let drive = match stride {
            Stride::Slide => u16::from(ahead != 0),
            Stride::Step => count(ahead),
        };
        match ahead & self.line(position, self.target) {
            0 => Distance::Exactly(drive),
            blocked => Distance::AtLeast(drive + count(blocked)),
        }
    }

    /// The solved position that one move of the target leads to.
    #[inline]
    pub(super) fn driven_out(&self, position: &Position) -> Option<Position> {
        let (at, from) = (self.target, Self::arrangement(position, self.target));
        let lane = self.ways[at].lane;
        let set = lane.children(Stride::Slide, from, self.line(position, at)) & self.exits;
        let mut end = None;
        self.each_of(position, at, from, set, &mut |solved, _| end = end.or(Some(solved)));
        end
    }

    /// Calls `visit` with positions that one move leads to: of each set of positions at the same distance from the start that the
    /// searches before have to tell apart, at least one leads to every position at the next distance.
    ///
    /// What moves that do not touch each other lead to does not depend on their order, so only one order is tried: ways of lower
    /// numbers first. After `last`, a way of a lower number moves only into cells that `last` vacated. That loses nothing: take a
    /// position at the next distance, and of all moves that lead there from the one before, that of the highest way. If it were left
    /// out after `last`, it could be played before `last`, and `last`, which is of a higher way, would lead there too.
    /// Nor does the vehicle that moved last move again: wherever it can go, it could have gone at once, or a step ago.
    #[inline]
    pub(super) fn each_child(
        &self,
        position: &Position,
        last: Change,
        stride: Stride,
        mut visit: impl FnMut(Position, Change),
    ) {
        let last_way = usize::from(last.way);
        let mut first = 0;
        if last_way < self.ways.len() {
            let lane = self.ways[last_way].lane;
            let (vehicle, left) = lane.passed(last.from.into(), last.to.into());
            if self.rows <= last_way {
                // A column: of the rows, those that cross what it vacated.
                let column = self.ways[last_way].line;
                let mut vacated = left;
                while vacated != 0 {
                    let row = vacated.trailing_zeros() as usize;
                    vacated &= vacated - 1;
                    let at = usize::from(self.way_of_row[row]);
                    if at < self.rows {
                        let from = Self::arrangement(position, at);
                        let covered = self.line(position, at);
                        let lane = self.ways[at].lane;
                        let set = lane.children(stride, from, covered)
                            & !lane.children(stride, from, covered | 1 << column);
                        self.each_of(position, at, from, set, &mut visit);
                    }
                }
            }
            let from = Self::arrangement(position, last_way);
            let own = lane.of_vehicle(from, vehicle.into());
            let mut set = lane.children(stride, from, self.line(position, last_way));
            set &= match stride {
                Stride::Slide => !own,
                // It may go on, but not back.
                Stride::Step => !own | !lane.children(stride, from, !left),
            };
            self.each_of(position, last_way, from, set, &mut visit);
            first = last_way + 1;
        }
        for at in first..self.ways.len() {
            let from = Self::arrangement(position, at);
            let set = self.ways[at].lane.children(stride, from, self.line(position, at));
            self.each_of(position, at, from, set, &mut visit);
        }
    }

    /// The covered cells of a way.
    #[inline]
    fn line(&self, position: &Position, at: usize) -> u8 {
        let cells = if at < self.rows { position.rows } else { position.columns };
        // A byte.
        #[allow(clippy::cast_possible_truncation)]
        let line = (cells >> (8 * self.ways[at].line)) as u8;
        line
    }

    /// The positions in which a way has one of a set of arrangements instead of `from`.
    #[inline]
    fn each_of(
        &self,
        position: &Position,
        at: usize,
        from: usize,
        mut set: u16,
        visit: &mut impl FnMut(Position, Change),
    ) {
        let way = &self.ways[at];
        let axis = if at < self.rows { Axis::Horizontal } else { Axis::Vertical };
        while set != 0 {
            let to = set.trailing_zeros() as usize;
            set &= set - 1;
            let mut child = *position;
            child.key ^= ((from ^ to) as u64) << (BITS as usize * at);
            child.cover(axis, way.line, way.lane.covered(from) ^ way.lane.covered(to));
            // At most sixteen ways of at most fifteen arrangements.
            #[allow(clippy::cast_possible_truncation)]
            visit(child, Change { way: at as u8, from: from as u8, to: to as u8 });
        }
    }

    /// The move from one position to the next.
    pub(super) fn move_between(&self, from: &Position, to: &Position) -> Option<Move> {
        let at = (from.key ^ to.key).trailing_zeros() / BITS;
        let at = at as usize;
        let way = self.ways.get(at)?;
        let (seat, by) = way.lane.moved(Self::arrangement(from, at), Self::arrangement(to, at))?;
        Some(Move { vehicle: way.vehicles[seat], by })
    }

    /// The offset of every vehicle of the board on its line.
    pub(super) fn offsets(&self, position: &Position) -> Vec<u8> {
        let count = self.ways.iter().map(|way| way.vehicles.len()).sum();
        let mut offsets = vec![0; count];
        for (at, way) in self.ways.iter().enumerate() {
            let here = way.lane.offsets(Self::arrangement(position, at));
            for (&vehicle, &offset) in way.vehicles.iter().zip(here) {
                offsets[usize::from(vehicle)] = offset;
            }
        }
        offsets
    }
}

/// The cells of a set.
#[inline]
fn count(cells: u8) -> u16 {
    // At most eight.
    #[allow(clippy::cast_possible_truncation)]
    let count = cells.count_ones() as u16;
    count
}

impl Position {
    /// Covers or uncovers cells of a line.
    #[inline]
    fn cover(&mut self, axis: Axis, line: u32, cells: u8) {
        let (along, across) = (u64::from(cells) << (8 * line), SPREAD[usize::from(cells)] << line);
        let (rows, columns) = match axis {
            Axis::Horizontal => (along, across),
            Axis::Vertical => (across, along),
        };
        self.rows ^= rows;
        self.columns ^= columns;
    }
}
