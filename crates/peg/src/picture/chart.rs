//! A chart of a board: numbers and tints of holes, outlines around sets of holes.

use std::fmt::Write as _;

use super::layout::{Layout, SIDE};
use crate::text::hole_list;
use crate::{Board, Pegs};
use patience_draw::colour::Colour;
use patience_draw::escape;

/// The content of a chart. Labels and tints are optional.
///
/// ```
/// use patience_peg::Drawing;
/// use patience_peg::picture::{Chart, Sheet, sheet};
///
/// let board = Drawing::parse("...")?.board;
/// let labels = ["left", "", "right"].map(str::to_owned).to_vec();
/// let chart = Chart { labels, regions: vec![0b101], ..Chart::default() };
/// let picture = sheet(&board, &Sheet { charts: vec![chart], ..Sheet::default() });
/// // The description for screen readers has all that the chart shows.
/// assert!(picture.contains("0,0: left.") && picture.contains("0,2: right."));
/// assert!(picture.contains("Outlined: 0,0 0,2."));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The title below it.
    pub title: String,
    /// The caption below the title; long ones are wrapped.
    pub caption: String,
    /// The label of each hole, by its number.
    pub labels: Vec<String>,
    /// The colour of each hole, by its number: from -1 (blue) over 0 (pale) to 1 (red).
    pub tints: Vec<f64>,
    /// Sets of holes with an outline around them, which should not overlap.
    pub regions: Vec<Pegs>,
}

const PALE: Colour = Colour([0xf1, 0xe6, 0xd3]);
const RED: Colour = Colour([0xc4, 0x3c, 0x2c]);
const BLUE: Colour = Colour([0x2c, 0x66, 0xb0]);

/// The colours of outlines: neighbours in the list differ most.
const OUTLINES: [Colour; 8] = [
    Colour([0xff, 0xd8, 0x4a]),
    Colour([0x36, 0xc9, 0xb4]),
    Colour([0xf0, 0x6a, 0xb0]),
    Colour([0x9b, 0xd8, 0x3c]),
    Colour([0x6c, 0xb4, 0xff]),
    Colour([0xff, 0x95, 0x3c]),
    Colour([0xc0, 0x92, 0xff]),
    Colour([0xff, 0xff, 0xff]),
];

/// The width of an outline with its inside.
const OUTLINE: u32 = SIDE - 5;
/// The width of its line.
const LINE: u32 = 4;
/// The radius of a hole in a chart.
const RADIUS: u32 = 18;
/// The size of letters, and the room for them in a hole.
const LETTER: usize = 16;
const ROOM: usize = 54;
/// The least size that can be read.
const SMALL_LETTER: usize = 5;

/// A chart with its description; `height` may include space below the board.
pub(super) fn drawn(layout: &Layout<'_>, chart: &Chart, height: u32) -> String {
    let mut out = description(layout.board, chart);
    out += &layout.ground(height);
    out += &outlines(layout, &chart.regions);
    out + &holes(layout, chart)
}

/// The title, and the chart in words, for screen readers.
fn description(board: &Board, chart: &Chart) -> String {
    let mut out = format!("<title>{}</title>\n<desc>", escape(&chart.title));
    for (hole, label) in board.holes().iter().zip(&chart.labels) {
        if !label.is_empty() {
            let _ = writeln!(out, "{hole}: {}.", escape(label));
        }
    }
    for &region in &chart.regions {
        let _ = writeln!(out, "Outlined: {}.", hole_list(board, region & board.all()));
    }
    out + "</desc>\n"
}

/// Each outline is a broad stroke through the holes, with a narrower one of the colour of the wood on it.
fn outlines(layout: &Layout<'_>, regions: &[Pegs]) -> String {
    let mut out =
        String::from("<g class=\"regions\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
    for (region, colour) in regions.iter().zip(OUTLINES.iter().cycle()) {
        let trail = layout.trail(*region);
        let _ = writeln!(
            out,
            r##"<g class="region"><path d="{trail}" fill="{colour}" stroke="{colour}" stroke-width="{OUTLINE}"/><path class="wood" d="{trail}" fill="#8d6238" stroke="#8d6238" stroke-width="{}"/></g>"##,
            OUTLINE - 2 * LINE
        );
    }
    out + "</g>\n"
}

fn holes(layout: &Layout<'_>, chart: &Chart) -> String {
    let mut out = String::from("<g class=\"holes\" font-weight=\"700\" text-anchor=\"middle\">\n");
    for (number, &hole) in layout.board.holes().iter().enumerate() {
        let (x, y) = layout.middle(hole);
        let colour = colour(chart.tints.get(number).copied().unwrap_or(0.0));
        let _ = write!(
            out,
            r##"<g class="hole" transform="translate({x} {y})"><circle r="{RADIUS}" fill="{colour}" stroke="#3b2412" stroke-width="1.5"/>"##
        );
        if let Some(label) = chart.labels.get(number).filter(|label| !label.is_empty()) {
            let size = (ROOM / label.chars().count()).clamp(SMALL_LETTER, LETTER);
            let _ = write!(
                out,
                r#"<text y="{}" font-size="{size}" fill="{}">{}</text>"#,
                // From the middle of a digit to its foot.
                size.div_ceil(3),
                colour.ink(),
                escape(label)
            );
        }
        out += "</g>\n";
    }
    out + "</g>\n"
}

/// The colour of a tint; NaN is pale.
fn colour(tint: f64) -> Colour {
    match tint {
        _ if tint.is_nan() => PALE,
        _ if tint < 0.0 => PALE.towards(BLUE, -tint),
        _ => PALE.towards(RED, tint),
    }
}
