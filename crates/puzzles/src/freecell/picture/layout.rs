//! Where everything lies on the table.

use std::borrow::Borrow;
use std::fmt::Write as _;

use crate::cards::svg::{HEIGHT, INDEX, Shape, WIDTH};
use crate::cards::{Card, Suit};
use crate::freecell::Position;

/// Room around everything.
const MARGIN: u32 = 22;
/// Room between two columns.
const COLUMN_GAP: u32 = 14;
/// Room between two cells or two foundations.
const PLACE_GAP: u32 = 8;
/// The least room between the cells and the foundations.
const MIDDLE_GAP: u32 = 40;
/// Room for the line of letters or numbers above the places.
const NAMES: u32 = 20;
/// How much of a covered card is seen where there is room.
const STRIP: u32 = 30;
/// How far the top card of a column may lie below the deepest one before the cards move together.
const DROP: u32 = 11 * STRIP;

/// The letters of cells; `h` means the foundations.
const CELLS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "i"];

/// The places of a table that is large enough for all positions of a game.
pub(super) struct Layout {
    cells: usize,
    columns: usize,
    /// From each card of a column to the next.
    strip: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Where cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pile {
    Cell(usize),
    Foundation(Suit),
    Column(usize),
}

impl Layout {
    pub(super) fn of(positions: impl IntoIterator<Item = impl Borrow<Position>>) -> Self {
        let (mut cells, mut columns, mut longest) = (0, 0, 0);
        for position in positions {
            let position = position.borrow();
            cells = cells.max(position.cells.len());
            columns = columns.max(position.columns.len());
            longest = position.columns.iter().map(Vec::len).fold(longest, usize::max);
        }
        let covered = small(longest).saturating_sub(1);
        let strip = DROP.checked_div(covered).unwrap_or(STRIP).clamp(INDEX, STRIP);
        let row = |places: usize, gap: u32| (WIDTH + gap) * small(places) - gap.min(...);
        todo!()
    }
}
