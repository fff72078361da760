//! Pictures of boards and animated lines of play: SVG that needs nothing else.

use std::fmt::Write as _;

use patience_core::Puzzle;
use patience_draw::colour::Colour;
use patience_draw::film::{CAPTIONS, Film};
use patience_draw::{MARGIN, marks, opening};

use crate::rules::cell_of;
use crate::{Line, SlidingTiles, Tile};

/// How wide and high a cell is.
const SIDE: u32 = 72;
/// The colours of the first and the last tile. Those between are mixed, so a board in order is a gradient. Both are bright enough for dark numbers.
const FIRST: Colour = Colour([0xf6, 0xd3, 0x8b]);
const LAST: Colour = Colour([0x7c, 0xb9, 0xd8]);

/// A picture of a board.
///
/// ```
/// use patience_tiles::{read, svg};
///
/// let picture = svg(&read("8 1 3/4 . 2/7 6 5")?[0]);
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn svg(board: &SlidingTiles) -> String {
    let (width, height) = size(board);
    let mut out = opening(width, height, "");
    out += &description("A board of sliding tiles", board);
    out += &frame(board, height);
    out += &areas(board);
    out += &tiles(board, |tile| marks::piece(&tile.to_string()));
    out + "</svg>\n"
}

/// A moving picture of a line of play, `pace` seconds a move: tiles glide, and captions show the notation. CSS keyframes, no script.
///
/// After a pause at the end it begins again. Readers who prefer reduced motion see the first board.
///
/// ```
/// use patience_tiles::{Line, animation, read};
///
/// let line = Line::solution(&read("1 2/. 3")?[0], &[3])?;
/// assert!(animation(&line, 0.5).contains("Sliding tiles in 1 moves"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn animation(line: &Line, pace: f64) -> String {
    let start = &line.boards()[0];
    let captions: Vec<String> = line.tiles().iter().map(Tile::to_string).collect();
    let film = Film::new(&line.boards(), captions.len(), &captions, pace);
    let keyframes = keyframes(&film, line);
    let (width, board_height) = size(start);
    let height = board_height + CAPTIONS;
    let mut out = film.opening(width, board_height);
    out += &description(&format!("Sliding tiles in {} moves", captions.len()), start);
    out += &film.style("tiles", ".tile", keyframes.iter().cloned());
    out += &frame(start, height);
    out += &tiles(start, |tile| match keyframes[tile as usize].as_str() {
        "" => String::new(),
        _ => film.moves(tile as usize),
    });
    out += &film.subtitles(width, board_height);
    out + "</svg>\n"
}

/// The keyframes of every tile, none for one that never moves. The first are those of the gap, which is not drawn.
fn keyframes(film: &Film<'_>, line: &Line) -> Vec<String> {
    let mut keyframes = vec![String::new(); line.boards()[0].cells() as usize];
    for (number, &tile) in line.tiles().iter().enumerate() {
        let (departs, lands) = film.clock.flight(number, 0, 1);
        let (departs, lands) = (film.clock.percent(departs), film.clock.percent(lands));
        let (from_x, from_y) = corner(&line.boards()[number], tile);
        let (x, y) = corner(&line.boards()[number + 1], tile);
        let _ = write!(
            keyframes[tile as usize],
            "{departs}{{transform:translate({from_x}px,{from_y}px);animation-timing-function:ease-in-out}}\
             {lands}{{transform:translate({x}px,{y}px)}}"
        );
    }
    keyframes
}

fn size(board: &SlidingTiles) -> (u32, u32) {
    (2 * MARGIN + SIDE * board.width(), 2 * MARGIN + SIDE * board.height())
}

/// The upper left corner of a tile.
fn corner(board: &SlidingTiles, tile: Tile) -> (u32, u32) {
    let cell = cell_of(board.start(), tile);
    (MARGIN + SIDE * (cell % board.width()), MARGIN + SIDE * (cell / board.width()))
}

/// The title, and the board in words.
fn description(title: &str, board: &SlidingTiles) -> String {
    let mut out = format!("<title>{title}</title>\n<desc>");
    for (number, row) in (1..).zip(board.rows()) {
        let word = |tile| if tile == 0 { "gap".to_owned() } else { Tile::to_string(&tile) };
        let words: Vec<String> = row.into_iter().map(word).collect();
        let _ = writeln!(out, "Row {number}: {}.", words.join(", "));
    }
    out + "</desc>\n"
}

/// The ground and the tray that the tiles lie in; `height` may have room for more below.
fn frame(board: &SlidingTiles, height: u32) -> String {
    let (width, board_height) = size(board);
    let (x, inner_width, inner_height) =
        (MARGIN - 6, width - 2 * MARGIN + 12, board_height - 2 * MARGIN + 12);
    format!(
        r##"<rect class="ground" width="{width}" height="{height}" rx="14" fill="#4b3a2e"/>
<rect class="tray" x="{x}" y="{x}" width="{inner_width}" height="{inner_height}" rx="10" fill="#2a211b" stroke="#7a614c" stroke-width="3"/>
"##
    )
}

/// What covers every cell, each with its id in the view.
fn areas(board: &SlidingTiles) -> String {
    let (columns, rows) = (0..board.width(), 0..board.height());
    let ids = board.rows().into_iter().enumerate();
    let ids = ids.flat_map(|(row, tiles)| (0..tiles.len()).map(move |at| cell_id((row, at))));
    let cells = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
    let corners = cells.map(|(column, row)| (MARGIN + SIDE * column, MARGIN + SIDE * row));
    marks::areas(ids.zip(corners).map(|(id, corner)| (id, corner, (SIDE, SIDE))))
}

/// The id of a cell in the view.
pub(crate) fn cell_id((row, column): (usize, usize)) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// All tiles in the order of their numbers; the `attributes` of each begin with a space.
fn tiles(board: &SlidingTiles, attributes: impl Fn(Tile) -> String) -> String {
    let mut out = String::from(
        "<g class=\"tiles\" font-size=\"32\" font-weight=\"700\" text-anchor=\"middle\">\n",
    );
    let last = board.cells() - 1;
    for tile in 1..=last {
        let (x, y) = corner(board, tile);
        let paint = FIRST.towards(LAST, f64::from(tile - 1) / f64::from((last - 1).max(1)));
        let (inner, middle, foot) = (SIDE - 4, SIDE / 2, SIDE / 2 + 11);
        let _ = writeln!(
            out,
            r##"<g class="tile" transform="translate({x} {y})" fill="{paint}"{}><rect class="outline" x="2" y="2" width="{inner}" height="{inner}" rx="9" stroke="#000" stroke-opacity=".45" stroke-width="1.5"/><path class="gleam" d="M11 6H{}" stroke="#fff" stroke-opacity=".45" stroke-width="2" stroke-linecap="round"/><text x="{middle}" y="{foot}" fill="{}">{tile}</text></g>"##,
            attributes(tile),
            SIDE - 11,
            paint.ink(),
        );
    }
    out + "</g>\n"
}
