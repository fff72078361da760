//! Pictures of positions and moving pictures of games: SVG that needs nothing else.

mod layout;

use std::fmt::Write as _;
use std::slice;

use self::layout::{Layout, Pile};
use crate::Position;
use patience_cards::Card;
use patience_cards::svg::table::TableLayout as _;
use patience_cards::svg::timeline::PlacedCard;

/// A picture of a position: stock, waste and foundations above, columns below, named as in the notation of steps.
///
/// Cards face down show their backs, known or not. Any position has a picture, also one that no game can reach.
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
    let layout = Layout::of(slice::from_ref(position));
    let (mut shapes, mut drawn) = (Vec::new(), String::new());
    for pile in layout.piles() {
        let cards = layout.lying(position, pile);
        for (at, &PlacedCard { shape, spot: (x, y), .. }) in cards.iter().enumerate() {
            // What another card covers wholly is not drawn.
            if cards.get(at + 1).is_none_or(|above| above.spot != (x, y)) {
                shapes.push(shape);
                let _ = writeln!(drawn, "{}", shape.at(x, y));
            }
        }
    }
    layout.still(&description("A Klondike position", position), shapes, &drawn)
}

/// A moving picture of a game, `pace` seconds a frame: cards glide from each frame to the next, and cards that come to light are turned
/// after that.
///
/// After a pause at the end it begins anew. `captions[i]` tells of the step that leads to `frames[i + 1]`; there may be
/// fewer captions or none. Who prefers reduced motion sees the first frame. A `pace` that makes no sense is replaced by
/// one that does.
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
    let [first, rest @ ..] = frames else {
        return svg(&Position {
            columns: Vec::new(),
            stock: Vec::new(),
            waste: Vec::new(),
            foundations: [0; 4],
            passes: 1,
        });
    };
    let description = description(&format!("A Klondike game in {} steps", rest.len()), first);
    Layout::of(frames).film(&description, frames, captions, pace)
}

/// The title, and the position in words: for those who do not see the picture. Cards face down are counted, not named.
fn description(title: &str, position: &Position) -> String {
    let mut out = format!("<title>{title}</title>\n<desc>");
    let named = |cards: &[Card]| {
        let names: Vec<String> = cards.iter().map(Card::to_string).collect();
        format!(" {}", names.join(" "))
    };
    for pile in Layout::of(slice::from_ref(position)).piles() {
        let _ = match pile {
            Pile::Stock => writeln!(out, "Stock: {} cards.", position.stock.len()),
            Pile::Waste if position.waste.is_empty() => writeln!(out, "Waste: empty."),
            Pile::Waste => writeln!(out, "Waste:{}.", named(&position.waste)),
            Pile::Foundation(suit) => match position.foundations[suit as usize].min(13) {
                0 => writeln!(out, "{suit:?}: empty."),
                rank => writeln!(out, "{suit:?}: {}.", Card::new(rank, suit)),
            },
            Pile::Column(at) => {
                let column = position.columns.get(at).cloned().unwrap_or_default();
                let up = if column.up.is_empty() { " empty".to_owned() } else { named(&column.up) };
                let down = match column.down.len() {
                    0 => String::new(),
                    count => format!(" {count} face down,"),
                };
                writeln!(out, "Column {}:{down}{up}.", at + 1)
            }
        };
    }
    out + "</desc>\n"
}

#[cfg(test)]
mod tests;
