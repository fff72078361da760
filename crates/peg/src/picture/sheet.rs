//! Several charts of one board on a sheet, with a heading.

use std::fmt::Write as _;

use super::chart::{Chart, drawn};
use super::layout::Layout;
use crate::Board;
use patience_draw::{MARGIN, escape, opening};

/// Charts of one board.
///
/// ```
/// use patience_peg::Drawing;
/// use patience_peg::picture::{Chart, Sheet, sheet};
///
/// let content = Sheet {
///     title: "Corners & types".to_owned(),
///     charts: vec![Chart::default(), Chart::default()],
///     ..Sheet::default()
/// };
/// let picture = sheet(&Drawing::parse("...")?.board, &content);
/// assert_eq!(picture.matches("class=\"panel\"").count(), 2);
/// assert!(picture.contains("<title>Corners &amp; types</title>"));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The heading.
    pub title: String,
    /// Lines below the heading; long ones are wrapped.
    pub lines: Vec<String>,
    /// The charts, row by row.
    pub charts: Vec<Chart>,
}

/// The width that panels are put side by side in: that of a page.
const PAGE: u32 = 1000;
/// The gap between two panels.
const GAP: u32 = 12;
/// Font size of the heading.
const HEADING: u32 = 34;
/// Font size of the lines below it.
const LINES: u32 = 20;
/// Font size of the titles below charts.
const TITLE: u32 = 17;
/// Font size of captions.
const TEXT: u32 = 14;
/// Line height, as a multiple of the font size.
const LEADING: f64 = 1.35;
/// The average width of a letter, as a share of the font size, rounded up.
const LETTER: f64 = 0.54;

/// A picture of several charts of a board.
///
/// ```
/// use patience_peg::Drawing;
/// use patience_peg::picture::{Chart, Sheet, sheet};
///
/// let board = Drawing::parse("...")?.board;
/// let chart = Chart { title: "Corners".to_owned(), tints: vec![1.0, 0.0, 1.0], ..Chart::default() };
/// let picture = sheet(&board, &Sheet { charts: vec![chart], ..Sheet::default() });
/// assert!(picture.contains("Corners"));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn sheet(board: &Board, sheet: &Sheet) -> String {
    let layout = Layout::of_film(board);
    let captions: Vec<Vec<String>> =
        sheet.charts.iter().map(|it| broken(&it.caption, layout.width - MARGIN, TEXT)).collect();
    let most = captions.iter().map(Vec::len).max().unwrap_or(0);
    let below = lines_high(1, TITLE) + lines_high(most, TEXT) + MARGIN / 2;
    let (wide, high) = (layout.width + GAP, layout.height + below + GAP);
    let columns = columns(sheet.charts.len(), wide);
    let width = wide * columns + 2 * MARGIN - GAP;

    let mut heading = String::new();
    let mut top = MARGIN;
    for (text, size) in
        std::iter::once((&sheet.title, HEADING)).chain(sheet.lines.iter().map(|line| (line, LINES)))
    {
        for line in broken(text, width - 2 * MARGIN, size) {
            top += lines_high(1, size);
            let weight = if size == HEADING { 700 } else { 400 };
            let _ = writeln!(
                heading,
                r##"<text class="label" x="{MARGIN}" y="{}" font-size="{size}" font-weight="{weight}" fill="#f1e6d3">{}</text>"##,
                top - size / 3,
                escape(&line)
            );
        }
    }
    top += GAP;

    let mut panels = String::new();
    let mut bottom = top;
    for ((chart, caption), number) in sheet.charts.iter().zip(&captions).zip(0..) {
        let (column, row) = (number % columns, number / columns);
        let (x, y) = (MARGIN + wide * column, top + high * row);
        bottom = y + high;
        let _ = write!(panels, r#"<g class="panel" transform="translate({x} {y})">"#);
        panels += &drawn(&layout, chart, layout.height + below);
        panels += &legend(&layout, &chart.title, caption);
        panels += "</g>\n";
    }
    let height = bottom - GAP + MARGIN;
    let mut out = opening(width, height, "");
    let _ = writeln!(out, "<title>{}</title>", escape(&sheet.title));
    let _ = writeln!(
        out,
        r##"<rect class="ground" width="{width}" height="{height}" fill="#191512"/>"##
    );
    out + &heading + &panels + "</svg>\n"
}

/// Title and caption below a chart.
fn legend(layout: &Layout<'_>, title: &str, caption: &[String]) -> String {
    let middle = layout.width / 2;
    let mut y = layout.height + TITLE / 2;
    let mut out = format!(
        r##"<g class="label" text-anchor="middle" fill="#f1e6d3"><text x="{middle}" y="{y}" font-size="{TITLE}" font-weight="700">{}</text>"##,
        escape(title)
    );
    for line in caption {
        y += lines_high(1, TEXT);
        let _ = write!(
            out,
            r#"<text x="{middle}" y="{y}" font-size="{TEXT}" fill-opacity=".8">{}</text>"#,
            escape(line)
        );
    }
    out + "</g>"
}

/// Panels per row: as many as fit on a page, and at least one.
fn columns(panels: usize, wide: u32) -> u32 {
    let most = u32::try_from(panels).unwrap_or(u32::MAX);
    ((PAGE + GAP - 2 * MARGIN) / wide).min(most).max(1)
}

/// The height of some lines.
fn lines_high(lines: usize, size: u32) -> u32 {
    // Some dozen lines.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let high = (lines as f64 * f64::from(size) * LEADING).ceil() as u32;
    high
}

/// A text in lines of at most this width, unless a word is wider.
fn broken(text: &str, width: u32, size: u32) -> Vec<String> {
    let room = f64::from(width) / (f64::from(size) * LETTER);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if (line.chars().count() + 1 + word.chars().count()) as f64 <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
