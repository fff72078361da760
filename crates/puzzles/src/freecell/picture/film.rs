//! A game as a moving picture: CSS keyframes, no script, so that it also plays as an image in a page.

use std::fmt::Write as _;

use super::layout::Layout;
use super::stays::{Stay, stays};
use super::{description, svg};
use crate::cards::svg::{Shape, definitions};
use crate::freecell::Position;
use crate::svg::film::{CAPTIONS, Clock, Film};
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
    let stays = stays(&layout, &film.clock, frames);
    let shapes = layout.places().chain(stays.iter().map(|stay| Shape::Face(stay.card)));
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

/// The cards: those of the first frame as they lie, the others unseen until they move.
fn paint(film: &Film<'_>, stays: &[Stay]) -> String {
    let (mut lying, mut coming) = (String::new(), String::new());
    for (index, stay) in stays.iter().enumerate() {
        let shape = Shape::Face(stay.card);
        let (x, y) = stay.spot;
        let _ = match (&stay.arrival, stay.ends) {
            (None, None) => writeln!(lying, "{}", shape.at(x, y)),
            (None, Some(_)) => {
                let moves = film.moves(index);
                writeln!(lying, r##"<use href="#{shape}" transform="translate({x} {y})"{moves}/>"##)
            }
            (Some(_), _) => writeln!(coming, r##"<use href="#{shape}"{}/>"##, film.moves(index)),
        };
    }
    format!("<g class=\"cards\">\n{lying}<g visibility=\"hidden\">\n{coming}</g>\n</g>\n")
}

/// The keyframes of a stay. Between two of them nothing changes, but for the time of the flight.
fn keyframes(clock: &Clock, stay: &Stay) -> String {
    let mut frames = String::new();
    if let Some(flight) = &stay.arrival {
        let (departs, lands) = (clock.percent(flight.departs), clock.percent(flight.lands));
        let ((from_x, from_y), (x, y)) = (flight.from, stay.spot);
        let _ = write!(
            frames,
            "{departs}{{visibility:visible;transform:translate({from_x}px,{from_y}px);\
             animation-timing-function:ease-in-out}}{lands}{{transform:translate({x}px,{y}px)}}"
        );
    }
    if let Some(ends) = stay.ends {
        let _ = write!(frames, "{}{{visibility:hidden}}", clock.percent(ends));
    }
    frames
}
