//! A game as a moving picture: CSS keyframes, no script, so that it also plays as an image in a page.

use super::layout::Layout;
use super::{description, svg};
use crate::cards::svg::definitions;
use crate::cards::svg::stays::{keyframes, paint, stays};
use crate::freecell::Position;
use crate::svg::film::{CAPTIONS, Film};
use crate::svg::opening;

/// A moving picture of a game, `pace` seconds a frame: cards glide from each frame to the next.
///
/// After a pause at the end it begins anew. `captions[i]` tells of the move that leads to `frames[i + 1]`; there may be
/// fewer captions or none. Who prefers reduced motion sees the first frame. A `pace` that makes no sense is replaced by
/// one that does.
///
/// ```
/// use patience_puzzles::cards::microsoft_deal;
/// use patience_puzzles::freecell::picture::animation;
/// use patience_puzzles::freecell::{Position, Rules};
///
/// let start = Position::deal(&microsoft_deal(617)?, &Rules::default());
/// let mut next = start.clone();
/// next.cells[0] = next.columns[0].pop();
/// let film = animation(&[start, next], &["1a".to_owned()], 0.6);
/// assert!(film.starts_with("<svg") && film.contains("@keyframes"));
/// # Ok::<(), patience_puzzles::cards::NoSuchDeal>(())
/// ```
#[must_use]
pub fn animation(frames: &[Position], captions: &[String], pace: f64) -> String {
    let [first, rest @ ..] = frames else {
        return svg(&Position { columns: Vec::new(), cells: Vec::new(), foundations: [0; 4] });
    };
    let layout = Layout::of(frames);
    let film = Film::new(&frames, rest.len(), captions, pace);
    let heaps: Vec<_> = frames.iter().map(|frame| layout.heaps(frame)).collect();
    let stays = stays(&film.clock, &heaps);
    let shapes = layout.places().chain(stays.iter().map(|stay| stay.lying.shape));
    let height = layout.height + CAPTIONS;
    let mut out = opening(layout.width, height, &format!(r#" id="{}""#, film.id));
    out += &description(&format!("A FreeCell game in {} moves", rest.len()), first);
    out += &film.style("cards", "use", stays.iter().map(|stay| keyframes(&film.clock, stay)));
    out += &definitions(shapes);
    out += &layout.table(height);
    out += &paint(&film, &stays);
    out += &film.subtitles(layout.width, layout.height);
    out + "</svg>\n"
}
