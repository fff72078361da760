//! Lines of play as files to look at: animated pictures, and pages with a player.

use patience_draw::player::{Game, page};
use patience_draw::theme::Theme;
use patience_kit::Line;

/// Seconds a move of an animation.
const PACE: f64 = 0.6;

/// An animated SVG of a line of play.
///
/// ```
#[doc = include_str!("../doc/tiles.rs")]
/// use patience_draw::theme::Theme;
/// use patience_workbench::pictures::film;
///
/// let line = board.replay("5 6", &Values::default())?.line;
/// let svg = film(&*line, Theme::Print);
/// assert!(svg.starts_with("<svg") && svg != film(&*line, Theme::Light));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[must_use]
pub fn film(line: &dyn Line, theme: Theme) -> String {
    theme.apply(&line.animate(PACE))
}

/// An HTML page with a player of a line of play, headed by `title` and `about`.
///
/// ```
#[doc = include_str!("../doc/tiles.rs")]
/// use patience_draw::theme::Theme;
/// use patience_workbench::pictures::{film, player};
///
/// let line = board.replay("5 6", &Values::default())?.line;
/// let page = player(("Eight tiles", "Two moves"), &*line, Theme::Light);
/// assert!(page.contains("<title>Eight tiles</title>"));
/// assert!(page.contains(&film(&*line, Theme::Light)));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[must_use]
pub fn player((title, about): (&str, &str), line: &dyn Line, theme: Theme) -> String {
    let film = film(line, theme);
    let (notation, words) = (line.notation(), line.words());
    page(&Game { title, about, film: &film, notation: &notation, words: &words })
}
