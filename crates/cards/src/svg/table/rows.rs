//! The distances on a table: rows of places, foundations and columns, and the strips of covered cards.

use super::super::{HEIGHT, INDEX, WIDTH};
use crate::Suit;
use patience_draw::MARGIN;

/// Cards or places beyond this lie on top of each other, so that coordinates stay small.
const MOST: usize = 10_000;
/// Space between two columns, and between two places above them.
pub const COLUMN_GAP: u32 = 14;
/// Space above a row, with the names of its places.
pub const NAMES: u32 = 30;
/// Visible strip of a covered face-up card where there is room: its corner.
const STRIP: u32 = 26;
/// Longest distance from the deepest face-up card of a column to its top before the strips shrink.
const DROP: u32 = 12 * STRIP;

/// The rows of a table: places and foundations above, columns below, all at the same distances, so that they are in line.
///
/// ```
/// use patience_cards::Suit;
/// use patience_cards::svg::HEIGHT;
/// use patience_cards::svg::table::Rows;
///
/// // Four cells and four foundations above eight columns.
/// let rows = Rows::new(4, 8, 300);
/// assert_eq!(rows.above(4), rows.foundation(Suit::Clubs));
/// assert_eq!(rows.above(7).0, rows.column(7).0);
/// assert_eq!(rows.column_area().1, 300 + HEIGHT);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Columns below.
    pub columns: usize,
    /// Places side by side.
    places: usize,
    /// Width and height of the table.
    pub size: (u32, u32),
}

impl Rows {
    /// Rows with `left` places beside the foundations, and columns whose top cards lie up to `reach` below their deepest cards.
    ///
    /// ```
    /// use patience_cards::svg::table::Rows;
    ///
    /// // A longer column needs a higher table, not a wider one.
    /// let (low, high) = (Rows::new(4, 8, 200), Rows::new(4, 8, 300));
    /// assert_eq!(high.size, (low.size.0, low.size.1 + 100));
    /// ```
    #[must_use]
    pub fn new(left: usize, columns: usize, reach: u32) -> Self {
        let places = (left + Suit::ALL.len()).max(columns);
        let below = if columns == 0 { 0 } else { NAMES + reach + HEIGHT };
        let width = 2 * MARGIN + span(places);
        Self { columns, places, size: (width, NAMES + HEIGHT + below + MARGIN) }
    }

    /// A place above, from the left.
    ///
    /// ```
    /// use patience_cards::svg::WIDTH;
    /// use patience_cards::svg::table::{COLUMN_GAP, Rows};
    ///
    /// let rows = Rows::new(4, 8, 200);
    /// assert_eq!(rows.above(1).0 - rows.above(0).0, WIDTH + COLUMN_GAP);
    /// ```
    #[must_use]
    pub fn above(&self, index: usize) -> (u32, u32) {
        (MARGIN + small(index) * (WIDTH + COLUMN_GAP), NAMES)
    }

    /// The place of a foundation.
    ///
    /// ```
    /// use patience_cards::Suit;
    /// use patience_cards::svg::table::Rows;
    ///
    /// // The foundations are the last places above.
    /// let rows = Rows::new(4, 8, 200);
    /// assert_eq!(Suit::ALL.map(|suit| rows.foundation(suit)), [4, 5, 6, 7].map(|place| rows.above(place)));
    /// ```
    #[must_use]
    pub fn foundation(&self, suit: Suit) -> (u32, u32) {
        self.above(self.places.saturating_sub(Suit::ALL.len()) + suit as usize)
    }

    /// The area of a column: to the bottom of the table.
    ///
    /// ```
    /// use patience_cards::svg::table::Rows;
    ///
    /// // A card can be dropped anywhere below the start of a column.
    /// let rows = Rows::new(4, 8, 200);
    /// assert!(rows.column(0).1 + rows.column_area().1 < rows.size.1);
    /// ```
    #[must_use]
    pub fn column_area(&self) -> (u32, u32) {
        (WIDTH, self.size.1.saturating_sub(MARGIN + self.column(0).1).max(HEIGHT))
    }

    /// The place of a column.
    ///
    /// ```
    /// use patience_cards::svg::HEIGHT;
    /// use patience_cards::svg::table::{NAMES, Rows};
    ///
    /// let rows = Rows::new(4, 8, 200);
    /// assert_eq!(rows.column(0).0, rows.above(0).0);
    /// assert_eq!(rows.column(0).1, rows.above(0).1 + HEIGHT + NAMES);
    /// ```
    #[must_use]
    pub fn column(&self, index: usize) -> (u32, u32) {
        let first = self.places.saturating_sub(self.columns) / 2;
        (self.above(first + index).0, NAMES + HEIGHT + NAMES)
    }
}

/// Visible strip of face-up cards where a column covers at most `covered` of them.
///
/// ```
/// use patience_cards::svg::INDEX;
/// use patience_cards::svg::table::strip;
///
/// // Long columns are squeezed, but ranks and suits stay visible.
/// assert!(strip(20) < strip(3));
/// assert_eq!(strip(52), INDEX);
/// ```
#[must_use]
pub fn strip(covered: usize) -> u32 {
    DROP.checked_div(small(covered)).unwrap_or(STRIP).clamp(INDEX, STRIP)
}

/// The width of some places side by side.
fn span(places: usize) -> u32 {
    (small(places) * (WIDTH + COLUMN_GAP)).saturating_sub(COLUMN_GAP)
}

/// A count, capped so that coordinates stay small.
///
/// ```
/// use patience_cards::svg::table::small;
///
/// assert_eq!(small(52), 52);
/// assert_eq!(small(usize::MAX), small(1_000_000));
/// ```
#[must_use]
pub fn small(count: usize) -> u32 {
    u32::try_from(count.min(MOST)).unwrap_or(0)
}
