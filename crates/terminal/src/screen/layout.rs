//! Where places and pieces are on the screen.

use patience_kit::{Area, Piece, Place, Spread, View};

/// Letters of half a cell: a cell has room for a label of four letters between two marks.
const HALF: u16 = 3;
/// Letters of a card of a pile that is fanned to the right.
pub(super) const FAN: u16 = 3;
/// The fewest cards that a pile shows that is fanned down.
const FEWEST: u16 = 3;

/// How a view fits on a screen: lines of a row, and lines of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The left edge of the board.
    pub(super) left: u16,
    /// Its upper edge.
    pub(super) top: u16,
    /// Lines that it may use.
    pub(super) height: u16,
    /// Lines of a row: two, or one where there is little room.
    pub(super) row: u16,
}

/// A rectangle of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

/// The letters and lines that a view needs at least, with rows of one line or two.
pub(super) fn needs(view: &View, row: u16) -> (u16, u16) {
    let width = view.places.iter().map(|place| (place.area.left + place.area.width) * HALF);
    let height = view.places.iter().map(|place| {
        let piles = match place.spread {
            Spread::Down => u16::try_from(place.pieces.len()).unwrap_or(u16::MAX).clamp(1, FEWEST),
            Spread::Stack | Spread::Right => (place.area.height - 1) * row + 1,
        };
        place.area.top * row + piles
    });
    (width.max().unwrap_or(0), height.max().unwrap_or(0))
}

impl Layout {
    /// The layout of a view in a part of the screen; `None` if it does not fit.
    pub(super) fn fit(view: &View, top: u16, width: u16, height: u16) -> Option<Self> {
        let fits = |row: u16| {
            let needed = needs(view, row);
            needed.0 <= width && needed.1 <= height
        };
        let row = [2, 1].into_iter().find(|&row| fits(row))?;
        Some(Self { left: 1.min(width - needs(view, row).0), top, height, row })
    }

    /// The rectangle of an area.
    pub(super) fn rect(&self, area: Area) -> Rect {
        Rect {
            x: self.left + area.left * HALF,
            y: self.top + area.top * self.row,
            width: area.width * HALF,
            height: (area.height - 1) * self.row + 1,
        }
    }

    /// The rectangle of a piece that lies at the first cell of an area, between its marks.
    pub(super) fn piece(&self, area: Area, piece: &Piece) -> Rect {
        let (across, down) = (u16::from(piece.size.0.max(1)), u16::from(piece.size.1.max(1)));
        let Rect { x, y, .. } = self.rect(area);
        Rect { x: x + 1, y, width: across * 2 * HALF - 2, height: (down - 1) * self.row + 1 }
    }

    /// The pieces of a pile that is fanned down and what of it is shown: how many are left out at its beginning, and the line of each piece.
    pub(super) fn fanned(&self, place: &Place) -> (usize, Vec<u16>) {
        let first = self.rect(place.area).y;
        let room = usize::from((self.top + self.height).saturating_sub(first)).max(1);
        let count = place.pieces.len();
        // One line says how many are left out.
        let hidden = if count <= room { 0 } else { count - room + 1 };
        let start = if hidden == 0 { first } else { first + 1 };
        (hidden, (start..).take(count - hidden).collect())
    }

    /// The line of a piece of a place; of the last one if the place has no such piece.
    pub(super) fn line_of(&self, place: &Place, piece: Option<&str>) -> u16 {
        let y = self.rect(place.area).y;
        if place.spread != Spread::Down {
            return y;
        }
        let (hidden, lines) = self.fanned(place);
        let at = piece.and_then(|id| place.pieces.iter().position(|piece| piece.id == id));
        let line = at.map(|at| at.saturating_sub(hidden)).and_then(|at| lines.get(at));
        line.or(lines.last()).copied().unwrap_or(y)
    }

    /// The cards that a pile shows that is fanned to the right: their letters from the left edge of the place.
    pub(super) fn shown_right(&self, place: &Place) -> (usize, u16) {
        let room = (self.rect(place.area).width - 2) / FAN;
        let shown = place.pieces.len().min(usize::from(room));
        (place.pieces.len() - shown, u16::try_from(shown).unwrap_or(room))
    }
}
