//! Marks of pieces and places: attributes by which a page finds the elements of a picture that it moves or lights up.
//!
//! The ids are those of the position's view, so a picture says no more than the view does.

use std::fmt::Write as _;

use super::escape;

/// The attribute of the one element that draws a piece; it begins with a space.
///
/// ```
/// assert_eq!(patience_draw::marks::piece("QH"), " data-piece=\"QH\"");
/// ```
#[must_use]
pub fn piece(id: &str) -> String {
    format!(" data-piece=\"{}\"", escape(id))
}

/// The attribute of the one element that covers the area of a place; it begins with a space.
///
/// ```
/// assert_eq!(patience_draw::marks::place("3"), " data-place=\"3\"");
/// ```
#[must_use]
pub fn place(id: &str) -> String {
    format!(" data-place=\"{}\"", escape(id))
}

/// An invisible rectangle of this size at the origin. It can be clicked.
///
/// ```
/// use patience_draw::marks::{area, place};
///
/// let cell = format!("<g transform=\"translate(20 30)\">{}</g>", area(80, 116, &place("3")));
/// assert!(cell.contains("data-place=\"3\"") && cell.contains("fill-opacity=\"0\""));
/// ```
#[must_use]
pub fn area(width: u32, height: u32, attributes: &str) -> String {
    format!("<path d=\"M0 0h{width}v{height}H0z\" fill-opacity=\"0\"{attributes}/>")
}

/// Invisible rectangles that cover places where nothing else is drawn: id, corner and size of each.
///
/// ```
/// use patience_draw::marks::areas;
///
/// let cells = (0..3_u32).map(|cell| (cell.to_string(), (cell * 10, 0), (10, 10)));
/// assert_eq!(areas(cells).matches("data-place=").count(), 3);
/// ```
pub fn areas(places: impl IntoIterator<Item = (String, (u32, u32), (u32, u32))>) -> String {
    let mut out = String::from("<g class=\"areas\" fill-opacity=\"0\">\n");
    for (id, (x, y), (width, height)) in places {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "<path d=\"M{x} {y}h{width}v{height}h-{width}z\"{}/>", place(&id));
    }
    out + "</g>\n"
}
