//! A game as a moving picture: CSS keyframes, no script, so that it also plays as an image in a page.

use std::fmt::Write as _;

use super::layout::{Layout, MARGIN};
use super::stays::{Clock, Stay, stays};
use super::{description, escape, opening, svg};
use crate::cards::svg::{Shape, definitions};
use crate::freecell::Position;

/// Height of the strip with the captions.
const CAPTIONS: u32 = 46;
/// Width of the move counter.
const COUNTER: u32 = 96;
/// About the width of a letter of a caption.
const LETTER: u32 = 9;

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
    let clock = Clock::new(rest.len(), pace);
    let id = name(frames, captions, clock.pace);
    let stays = stays(&layout, &clock, frames);
    let shapes = layout.places().chain(stays.iter().map(|stay| Shape::Face(stay.card)));
    let height = layout.height + CAPTIONS;
    let mut out = opening(layout.width, height, &format!(r#" id="{id}""#));
    out += &description(&format!("A FreeCell game in {} moves", rest.len()), first);
    out += &style(&id, &clock, rest.len(), &stays);
    out += &definitions(shapes);
    out += &layout.table(height);
    out += &paint(&id, &stays);
    out += &subtitles(&layout, rest.len(), captions);
    out + "</svg>\n"
}

/// A name that another picture in the same page does not have.
fn name(frames: &[Position], captions: &[String], pace: f64) -> String {
    // FNV-1a.
    let mix = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = format!("{frames:?}{captions:?}{pace}").bytes().fold(0x811c_9dc5, mix);
    format!("p{hash:08x}")
}

/// The cards: those of the first frame as they lie, the others unseen until they move.
fn paint(id: &str, stays: &[Stay]) -> String {
    let moves = |index: usize| format!(r#" style="animation-name:{id}-{index}""#);
    let (mut lying, mut coming) = (String::new(), String::new());
    for (index, stay) in stays.iter().enumerate() {
        let shape = Shape::Face(stay.card);
        let (x, y) = stay.spot;
        let _ = match (&stay.arrival, stay.ends) {
            (None, None) => writeln!(lying, "{}", shape.at(x, y)),
            (None, Some(_)) => {
                let moves = moves(index);
                writeln!(lying, r##"<use href="#{shape}" transform="translate({x} {y})"{moves}/>"##)
            }
            (Some(_), _) => writeln!(coming, r##"<use href="#{shape}"{}/>"##, moves(index)),
        };
    }
    format!("<g class=\"cards\">\n{lying}<g visibility=\"hidden\">\n{coming}</g>\n</g>\n")
}

/// When everything appears, moves and disappears.
fn style(id: &str, clock: &Clock, moves: usize, stays: &[Stay]) -> String {
    let total = format!("{:.2}", clock.total());
    let at = |time| clock.percent(time);
    let (first, last) = (at(clock.start(0)), at(clock.start(moves)));
    let (fade, dark) = (at(clock.total() - 2.0 * Clock::FADE), at(clock.total() - Clock::FADE));
    let mut out = format!(
        "<style>\n@media (prefers-reduced-motion:no-preference){{\n\
         #{id} .cards use{{animation:{total}s step-end infinite}}\n\
         #{id} .cards{{animation:{id}-fade {total}s linear infinite}}\n\
         #{id} .captions{{animation:{id}-captions {total}s step-end infinite}}\n\
         #{id} .progress{{animation:{id}-progress {total}s step-end infinite}}\n}}\n\
         @keyframes {id}-fade{{{fade}{{opacity:1}}{dark},to{{opacity:0}}}}\n"
    );
    if 0 < moves {
        let height = moves * CAPTIONS as usize;
        let _ = write!(
            out,
            "@keyframes {id}-captions{{{first}{{transform:translateY(0);animation-timing-function:steps({moves},start)}}\
             {last}{{transform:translateY(-{height}px)}}}}\n\
             @keyframes {id}-progress{{{first}{{transform:scaleX(0);animation-timing-function:linear}}\
             {last}{{transform:none}}}}\n"
        );
    }
    for (index, stay) in stays.iter().enumerate() {
        let frames = keyframes(clock, stay);
        if !frames.is_empty() {
            let _ = writeln!(out, "@keyframes {id}-{index}{{{frames}}}");
        }
    }
    out + "</style>\n"
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

/// A counter and the caption of every frame below each other, behind a slit through which one is seen; and how far the game is.
fn subtitles(layout: &Layout, moves: usize, captions: &[String]) -> String {
    let (width, y) = (layout.width, layout.height);
    let bar = width - 2 * MARGIN;
    let most = (width.saturating_sub(2 * MARGIN + COUNTER) / LETTER) as usize;
    let mut out = format!(
        "<svg y=\"{y}\" width=\"{width}\" height=\"{CAPTIONS}\" fill=\"#fff\" font-size=\"17\">\n\
         <g class=\"captions\">\n"
    );
    for mv in 0..=moves {
        let caption =
            mv.checked_sub(1).and_then(|index| captions.get(index)).map_or("", String::as_str);
        let mut shown = escape(&caption.chars().take(most).collect::<String>());
        if caption.chars().nth(most).is_some() {
            shown.push('…');
        }
        let (x, y) = (MARGIN + COUNTER, mv * CAPTIONS as usize + 20);
        let _ = writeln!(
            out,
            r#"<text x="{MARGIN}" y="{y}"><tspan fill-opacity=".65">{mv} / {moves}</tspan><tspan x="{x}">{shown}</tspan></text>"#
        );
    }
    let _ = writeln!(
        out,
        r##"</g>
<g transform="translate({MARGIN} {})" fill="#e9b949"><rect width="{bar}" height="3" rx="1.5" fill="#000" fill-opacity=".25"/><rect class="progress" width="{bar}" height="3" rx="1.5" transform="scale(0 1)"/></g>
</svg>"##,
        CAPTIONS - 10
    );
    out
}
