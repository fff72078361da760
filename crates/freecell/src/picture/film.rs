//! Animation of a game: CSS keyframes without a script, so it also plays as an image in a page.

use super::layout::Layout;
use super::{description, svg};
use crate::Position;
use patience_cards::svg::table::TableLayout as _;

/// An animation of a game, `pace` seconds per frame: cards glide from each frame to the next.
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
    let [first, rest @ ..] = frames else {
        return svg(&Position { columns: Vec::new(), cells: Vec::new(), foundations: [0; 4] });
    };
    let description = description(&format!("A FreeCell game in {} moves", rest.len()), first);
    Layout::of(frames).film(&description, frames, captions, pace)
}
