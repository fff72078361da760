//! Lanes: rows and columns of up to eight cells, with every answer that a search asks for in a table.
//!
//! The tables depend on the lengths of the vehicles alone. Vehicles of other lanes, and walls, are bits in a byte: the cells of the lane
//! that are covered. So all boards share the tables.

use std::sync::LazyLock;

use crate::engines::bit_board::Stride;

/// The most cells of a lane.
pub(crate) const MOST_CELLS: u8 = 8;

/// The vehicles of a lane by their lengths, with tables of their moves.
///
/// An *arrangement* is one way in which they can stand; there are at most fifteen.
#[derive(Debug)]
pub(crate) struct Lane {
    cells: u8,
    /// The lengths, from the start of the lane on.
    lengths: Vec<u8>,
    /// By arrangement: where each vehicle begins.
    offsets: Vec<Vec<u8>>,
    /// By arrangement: the cells they cover, a bit each.
    covered: Vec<u8>,
    /// By arrangement and the covered cells of the whole lane: the arrangements, a bit each, that one vehicle leads to by moving any
    /// distance.
    slides: Vec<u16>,
    /// The same for a move of one cell.
    steps: Vec<u16>,
    /// By arrangement and vehicle: the arrangements that moving it leads to if nothing is in the way.
    of_vehicle: Vec<Vec<u16>>,
    /// By arrangements before and after a move: the vehicle and the cells that it leaves or passes.
    passed: Vec<(u8, u8)>,
    /// By covered cells: the arrangements that cover none of them.
    fitting: Vec<u16>,
}

impl Lane {
    /// The lane of vehicles of these lengths in that many cells, if they fit.
    pub(crate) fn find(cells: u8, lengths: &[u8]) -> Option<&'static Self> {
        Self::all(cells)?.iter().find(|lane| lane.lengths == lengths)
    }

    /// Every lane of that many cells but the empty one: vehicles of two cells or more in all orders.
    pub(crate) fn all(cells: u8) -> Option<&'static [Self]> {
        static LANES: [LazyLock<Vec<Lane>>; MOST_CELLS as usize + 1] = [
            LazyLock::new(|| lanes(0)),
            LazyLock::new(|| lanes(1)),
            LazyLock::new(|| lanes(2)),
            LazyLock::new(|| lanes(3)),
            LazyLock::new(|| lanes(4)),
            LazyLock::new(|| lanes(5)),
            LazyLock::new(|| lanes(6)),
            LazyLock::new(|| lanes(7)),
            LazyLock::new(|| lanes(8)),
        ];
        LANES.get(usize::from(cells)).map(|lanes| lanes.as_slice())
    }

    /// The number of the arrangement with these offsets.
    pub(crate) fn number(&self, offsets: &[u8]) -> Option<usize> {
        self.offsets.iter().position(|other| other == offsets)
    }

    /// The number of arrangements.
    #[inline]
    pub(crate) fn arrangements(&self) -> usize {
        self.covered.len()
    }

    /// The lengths of the vehicles, from the start of the lane on.
    pub(crate) fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    /// The number of cells.
    pub(crate) fn cells(&self) -> u8 {
        self.cells
    }

    /// The lane and arrangement without one vehicle; `None` if there is no other vehicle.
    pub(crate) fn without(
        &self,
        arrangement: usize,
        seat: usize,
    ) -> Option<(&'static Self, usize)> {
        let except = |values: &[u8]| [&values[..seat], &values[seat + 1..]].concat();
        let lane = Self::find(self.cells, &except(&self.lengths))?;
        Some((lane, lane.number(&except(&self.offsets[arrangement]))?))
    }

    /// The arrangements, a bit each, that cover none of some cells.
    #[inline]
    pub(crate) fn fitting(&self, covered: u8) -> u16 {
        self.fitting[usize::from(covered)]
    }

    /// Where each vehicle begins in an arrangement.
    pub(crate) fn offsets(&self, arrangement: usize) -> &[u8] {
        &self.offsets[arrangement]
    }

    /// The cells that the vehicles cover in an arrangement, a bit each.
    #[inline]
    pub(crate) fn covered(&self, arrangement: usize) -> u8 {
        self.covered[arrangement]
    }

    /// The arrangements, a bit each, that one move leads to; `covered` are all covered cells of the lane.
    #[inline]
    pub(crate) fn children(&self, stride: Stride, arrangement: usize, covered: u8) -> u16 {
        let table = match stride {
            Stride::Slide => &self.slides,
            Stride::Step => &self.steps,
        };
        table[arrangement << 8 | usize::from(covered)]
    }

    /// The arrangements, a bit each, after moves of one vehicle if nothing is in its way.
    #[inline]
    pub(crate) fn of_vehicle(&self, arrangement: usize, vehicle: usize) -> u16 {
        self.of_vehicle[arrangement][vehicle]
    }

    /// The vehicle, from the start of the lane on, that moves from one arrangement to another, and the cells that it leaves or passes and
    /// does not cover then, a bit each.
    #[inline]
    pub(crate) fn passed(&self, from: usize, to: usize) -> (u8, u8) {
        self.passed[from * self.covered.len() + to]
    }

    /// The vehicle, from the start of the lane on, that moves from one arrangement to another, and how far.
    pub(crate) fn moved(&self, from: usize, to: usize) -> Option<(usize, i8)> {
        let (from, to) = (&self.offsets[from], &self.offsets[to]);
        let at = from.iter().zip(to).position(|(from, to)| from != to)?;
        Some((at, to[at].cast_signed() - from[at].cast_signed()))
    }
}

fn lanes(cells: u8) -> Vec<Lane> {
    let mut all = Vec::new();
    extend(&mut Vec::new(), cells, cells, &mut all);
    all
}

/// Adds the lanes that begin with `lengths` and have `left` cells for more.
fn extend(lengths: &mut Vec<u8>, left: u8, cells: u8, all: &mut Vec<Lane>) {
    for length in 2..=left {
        lengths.push(length);
        all.push(lane(lengths.clone(), cells));
        extend(lengths, left - length, cells, all);
        lengths.pop();
    }
}

fn lane(lengths: Vec<u8>, cells: u8) -> Lane {
    let mut offsets = Vec::new();
    arrange(&lengths, 0, cells, &mut Vec::new(), &mut offsets);
    let span = |at: u8, length: u8| ((1_u16 << length) - 1) << at;
    let (mut covered, mut slides, mut steps) = (vec![], vec![], vec![]);
    let (mut of_vehicle, mut passed) = (vec![], vec![]);
    for here in &offsets {
        // Its moves: the cells that must be empty, the distance, the vehicle and the arrangement.
        let mut moves = Vec::new();
        for (to, there) in offsets.iter().enumerate() {
            let mut differing = (0..lengths.len()).filter(|&at| here[at] != there[at]);
            let (Some(at), None) = (differing.next(), differing.next()) else {
                passed.push((0, 0));
                continue;
            };
            let by = here[at].abs_diff(there[at]);
            let reach = span(here[at].min(there[at]), lengths[at] + by);
            moves.push((reach & !span(here[at], lengths[at]), by, at, 1_u16 << to));
            let left = reach & !span(there[at], lengths[at]);
            // At most four vehicles and eight cells.
            #[allow(clippy::cast_possible_truncation)]
            passed.push((at as u8, left as u8));
        }
        for (table, longest) in [(&mut slides, u8::MAX), (&mut steps, 1)] {
            // Cells beyond the end are never asked for; a byte needs no check of bounds.
            table.extend((0..=u8::MAX).map(u16::from).map(|taken| {
                let free =
                    moves.iter().filter(|(swept, by, ..)| swept & taken == 0 && *by <= longest);
                free.fold(0, |set, (.., to)| set | to)
            }));
        }
        let of = |vehicle: usize| {
            moves.iter().filter(|(.., at, _)| *at == vehicle).fold(0, |set, (.., to)| set | to)
        };
        of_vehicle.push((0..lengths.len()).map(of).collect());
        let cells = here.iter().zip(&lengths).fold(0, |set, (&at, &length)| set | span(at, length));
        // At most eight cells.
        #[allow(clippy::cast_possible_truncation)]
        covered.push(cells as u8);
    }
    let fitting = |cells: u8| {
        let free = (0..).zip(&covered).filter(|(_, other)| *other & cells == 0);
        free.fold(0, |set, (at, _): (u32, _)| set | 1 << at)
    };
    let fitting = (0..=u8::MAX).map(fitting).collect();
    Lane { cells, lengths, offsets, covered, slides, steps, of_vehicle, passed, fitting }
}

/// Every way to place vehicles of these lengths in order between `start` and `end`.
pub(crate) fn arrange(
    lengths: &[u8],
    start: u8,
    end: u8,
    placed: &mut Vec<u8>,
    all: &mut Vec<Vec<u8>>,
) {
    let Some((&length, rest)) = lengths.split_first() else {
        all.push(placed.clone());
        return;
    };
    let needed: u8 = lengths.iter().sum();
    for at in start..=end - needed {
        placed.push(at);
        arrange(rest, at + length, end, placed, all);
        placed.pop();
    }
}
