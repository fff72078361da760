//! Tracks: the stretches between walls that vehicles move along, with every arrangement of their vehicles computed in advance.
//!
//! Vehicles of one track never pass each other, so a track has only a handful of arrangements, and a position is one arrangement number per
//! track. That is the key: a few bits per track, exact, with nothing to canonicalise. Each arrangement lists its slides with the cells
//! that must be empty. Tracks work for all sizes; the covered cells are one word on boards of up to 8×8 cells, three on larger ones.

use crate::engines::lane::arrange;
use crate::rules::board::{Axis, Board, Vehicle};
use crate::rules::word::Word;

/// A stretch of a row or column between walls, with at least one vehicle on it.
///
/// Vehicles of a track never pass each other, so they have only a few *arrangements*; a state has the number of one.
#[derive(Clone, Debug)]
pub(crate) struct Track<W> {
    /// The position of the arrangement's number in a key, and its bits.
    pub(crate) shift: u32,
    pub(crate) bits: u32,
    /// The vehicles from the start of the track on, by index.
    pub(crate) vehicles: Vec<u8>,
    pub(crate) arrangements: Vec<Arrangement<W>>,
}

/// One way in which the vehicles of a track can stand.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement<W> {
    /// The offset of every vehicle on its line.
    pub(crate) offsets: Vec<u8>,
    /// The cells they cover.
    pub(crate) cells: W,
    /// Everything that one vehicle can do if no vehicle of another track is in the way: by vehicle, backwards before forwards, short
    /// before long.
    pub(crate) slides: Vec<Slide<W>>,
}

/// A vehicle moves some cells along its track.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slide<W> {
    /// The cells that must be empty.
    pub(crate) swept: W,
    /// The changes of the key and of the covered cells.
    pub(crate) key: W,
    pub(crate) cells: W,
    pub(crate) vehicle: u8,
    pub(crate) by: i8,
}

/// The tracks of a board, rows before columns; `None` if the key does not fit.
pub(crate) fn tracks<W: Word>(board: &Board) -> Option<Vec<Track<W>>> {
    let mut tracks = Vec::new();
    let mut shift = 0;
    for (axis, across) in [(Axis::Horizontal, Axis::Vertical), (Axis::Vertical, Axis::Horizontal)] {
        for line in 0..board.side(across) {
            for (start, end) in stretches(board, axis, line) {
                let indices = (0..).zip(board.vehicles()).filter(|(_, vehicle)| {
                    vehicle.axis == axis
                        && vehicle.line() == line
                        && (start..end).contains(&vehicle.offset())
                });
                let mut vehicles: Vec<(u8, Vehicle)> =
                    indices.map(|(index, &vehicle)| (index, vehicle)).collect();
                if vehicles.is_empty() {
                    continue;
                }
                vehicles.sort_unstable_by_key(|(_, vehicle)| vehicle.offset());
                let track = Track::new(board, &vehicles, (start, end), shift)?;
                shift = track.shift + track.bits;
                tracks.push(track);
            }
        }
    }
    (shift <= W::BITS).then_some(tracks)
}

/// The stretches of a line between walls.
fn stretches(board: &Board, axis: Axis, line: u8) -> Vec<(u8, u8)> {
    let length = board.side(axis);
    let is_wall = |at: u8| {
        board.walls().contains(&match axis {
            Axis::Horizontal => (line, at),
            Axis::Vertical => (at, line),
        })
    };
    let mut stretches = Vec::new();
    let mut start = 0;
    for at in 0..=length {
        if at == length || is_wall(at) {
            if start < at {
                stretches.push((start, at));
            }
            start = at + 1;
        }
    }
    stretches
}

/// The set of the cells of a vehicle.
pub(crate) fn cells_of<W: Word>(board: &Board, vehicle: Vehicle) -> W {
    vehicle.cells().fold(W::default(), |cells, cell| cells.xor(cell_bit(board, cell)))
}

/// The bit of a cell.
pub(crate) fn cell_bit<W: Word>(board: &Board, (row, column): (u8, u8)) -> W {
    W::placed(1, u32::from(row) * u32::from(board.width()) + u32::from(column))
}

impl<W: Word> Track<W> {
    /// The track of these vehicles, in order, between `start` and `end`, whose key begins with the bit `shift` or later.
    fn new(
        board: &Board,
        vehicles: &[(u8, Vehicle)],
        (start, end): (u8, u8),
        shift: u32,
    ) -> Option<Self> {
        let lengths: Vec<u8> = vehicles.iter().map(|(_, vehicle)| vehicle.length).collect();
        let mut all = Vec::new();
        arrange(&lengths, start, end, &mut Vec::new(), &mut all);
        // At least one bit, so that every track has a field of its own.
        let bits = (all.len() - 1).max(1).ilog2() + 1;
        // A field stays within a machine word.
        let shift = if shift / u64::BITS == (shift + bits - 1) / u64::BITS {
            shift
        } else {
            shift.next_multiple_of(u64::BITS)
        };
        if W::BITS < shift + bits {
            return None;
        }
        let covered = |offsets: &[u8]| {
            let placed = vehicles.iter().zip(offsets).map(|((_, vehicle), &at)| vehicle.at(at));
            placed.fold(W::default(), |cells, vehicle| cells.xor(cells_of(board, vehicle)))
        };
        let number = |offsets: &[u8]| all.iter().position(|other| other == offsets);
        let key = |offsets: &[u8]| number(offsets).map(|at| W::placed(at as u64, shift));
        let arrangements = all.iter().map(|offsets| {
            let mut slides = Vec::new();
            for (at, &(index, vehicle)) in vehicles.iter().enumerate() {
                let before = if at == 0 { start } else { offsets[at - 1] + lengths[at - 1] };
                let after = offsets.get(at + 1).copied().unwrap_or(end);
                let here = offsets[at];
                let backwards = (before..here).rev();
                let forwards = here + 1..=after - vehicle.length;
                for there in backwards.chain(forwards) {
                    let mut moved = offsets.clone();
                    moved[at] = there;
                    let line = vehicle.at(here.min(there));
                    let reach = Vehicle { length: vehicle.length + here.abs_diff(there), ..line };
                    let swept = cells_of::<W>(board, reach).xor(cells_of(board, vehicle.at(here)));
                    let from = key(offsets)?;
                    slides.push(Slide {
                        swept,
                        key: key(&moved)?.xor(from),
                        cells: covered(&moved).xor(covered(offsets)),
                        vehicle: index,
                        by: there.cast_signed() - here.cast_signed(),
                    });
                }
            }
            Some(Arrangement { offsets: offsets.clone(), cells: covered(offsets), slides })
        });
        let arrangements = arrangements.collect::<Option<_>>()?;
        let vehicles = vehicles.iter().map(|&(index, _)| index).collect();
        Some(Self { shift, bits, vehicles, arrangements })
    }

    /// The number of the arrangement that has these offsets.
    pub(crate) fn number(&self, offsets: &[u8]) -> Option<usize> {
        self.arrangements.iter().position(|arrangement| arrangement.offsets == offsets)
    }
}
