//! Pictures of positions and animations of games, as self-contained SVG.

mod layout;

use crate::Position;
use patience_cards::svg::table::TableLayout as _;

pub use self::layout::{Layout, Pile};

/// A picture of a position: cells and foundations above, columns below, named as in the notation of moves.
///
/// Every position has a picture, including unreachable ones.
///
/// ```
/// use patience_cards::microsoft_deal;
/// use patience_freecell::picture::svg;
/// use patience_freecell::{Position, Rules};
///
/// let picture = svg(&Position::deal(&microsoft_deal(617)?, &Rules::default()));
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
#[must_use]
pub fn svg(position: &Position) -> String {
    Layout::svg(position)
}

/// An animation of a game, `pace` seconds per frame: cards glide from each frame to the next. It needs no script.
///
/// After a pause at the end it starts again. `captions[i]` describes the move that leads to `frames[i + 1]`; there may be
/// fewer captions or none. With reduced motion, only the first frame is visible. An invalid `pace` is replaced by a valid one.
///
/// ```
/// use patience_cards::microsoft_deal;
/// use patience_freecell::picture::animation;
/// use patience_freecell::{Position, Rules};
///
/// let start = Position::deal(&microsoft_deal(617)?, &Rules::default());
/// let mut next = start.clone();
/// next.cells[0] = next.columns[0].pop();
/// let film = animation(&[start, next], &["1a".to_owned()], 0.6);
/// assert!(film.starts_with("<svg") && film.contains("@keyframes"));
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
#[must_use]
pub fn animation(frames: &[Position], captions: &[String], pace: f64) -> String {
    Layout::animation(frames, captions, pace)
}
