//! Pictures of positions and animations of games, as self-contained SVG.

mod layout;

use crate::Position;
use patience_cards::svg::table::TableLayout as _;

pub use self::layout::{Layout, Pile};

/// A picture of a position: stock, waste and foundations above, columns below, named as in the notation of steps.
///
/// Face-down cards show their backs, known or not. Every position has a picture, including unreachable ones.
///
/// ```
/// use patience_klondike::picture::svg;
/// use patience_klondike::{Position, Rules, deal_of_seed};
///
/// let rules = Rules::default();
/// let picture = svg(&Position::deal(&deal_of_seed(1, &rules), &rules));
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// ```
#[must_use]
pub fn svg(position: &Position) -> String {
    Layout::svg(position)
}

/// An animation of a game, `pace` seconds per frame: cards glide from each frame to the next, then cards are turned. It needs no script.
///
/// After a pause at the end it starts again. `captions[i]` describes the step that leads to `frames[i + 1]`; there may be
/// fewer captions or none. With reduced motion, only the first frame is visible. An invalid `pace` is replaced by a valid one.
///
/// ```
/// use patience_klondike::picture::animation;
/// use patience_klondike::{Line, read_position, read_steps};
///
/// let (rules, start) = read_position("1: | AC\n2: AD | AH\nstock: AS")?;
/// let steps = read_steps("1-h 2-h 2-h T w-h", &rules)?.iter().map(|written| written.step).collect();
/// let line = Line::replay(&rules, start, steps)?;
/// let film = animation(&line.positions(), &line.notation(), 0.6);
/// assert!(film.starts_with("<svg") && film.contains("@keyframes"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn animation(frames: &[Position], captions: &[String], pace: f64) -> String {
    Layout::animation(frames, captions, pace)
}
