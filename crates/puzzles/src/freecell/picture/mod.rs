//! Pictures of positions and moving pictures of games, as SVG that needs nothing else.

mod film;
mod layout;

use std::fmt::Write as _;

use self::layout::{Layout, Pile};
use super::Position;
use crate::cards::svg::{FONTS, Shape, definitions};

pub use self::film::animation;

/// A picture of a position: cells and foundations above, columns below, all of them named as in the notation of moves.
///
/// Any position has a picture, also one that no game can reach.
///
/// ```
/// use patience_puzzles::cards::microsoft_deal;
/// use patience_puzzles::freecell::{Position, Rules, svg};
///
/// let picture = svg(&Position::deal(&microsoft_deal(617)?, &Rules::default()));
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// # Ok::<(), patience_puzzles::cards::NoSuchDeal>(())
/// ```
#[must_use]
pub fn svg(position: &Position) -> String {
    let layout = Layout::of([position]);
    let cards = layout.cards(position);
    // A foundation shows its top card only.
    let seen = cards.iter().filter(|place| match place.pile {
        Pile::Foundation(suit) => place.depth + 1 == layout::height(position, suit),
        Pile::Cell(_) | Pile::Column(_) => true,
    });
    let mut shapes = layout.shapes();
    let mut body = String::new();
    for place in seen {
        let (shape, (x, y)) = (Shape::Face(place.card), layout.spot(place.pile, place.depth));
        shapes.push(shape);
        body += &shape.at(x, y);
        body.push('\n');
    }
    let (width, height) = (layout.width, layout.height);
    let mut out = opening(width, height, "");
    out += &caption_for_readers("A FreeCell position", position);
    out += &definitions(shapes);
    out += &layout.table(height);
    out += &body;
    out += "</svg>\n";
    out
}

/// The first tag of a picture and the colours of the table.
fn opening(width: u32, height: u32, attributes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\"{attributes}>\n"
    )
}

/// What is told to who does not see the picture.
fn caption_for_readers(title: &str, position: &Position) -> String {
    let mut out = format!("<title>{}</title>\n<desc>", escape(title));
    let name = |pile: Pile| match pile {
        Pile::Cell(index) => format!("Cell {}", layout::cell_name(index)),
        Pile::Foundation(suit) => format!("Foundation {suit:?}"),
        Pile::Column(index) => format!("Column {}", index + 1),
    };
    let layout = Layout::of([position]);
    for pile in layout.piles() {
        let cards = layout::pile(position, pile);
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        if !cards.is_empty() {
            let _ = write!(out, "{}: {}. ", name(pile), cards.join(" "));
        }
    }
    out.truncate(out.trim_end().len());
    out += "</desc>\n";
    out
}

/// The text as XML may hold it.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // XML has no way at all to write these.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests;
