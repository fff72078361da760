//! Self-contained SVG and HTML: primitives and animation that all puzzles share, charts, report pages.

pub mod chart;
pub mod colour;
pub mod film;
pub mod html;
pub mod marks;
pub mod player;
pub mod sheet;
#[cfg(feature = "testing")]
pub mod svg_reader;
pub mod theme;

/// The fonts of every text: of similar weight, and at least one is installed anywhere.
pub const FONTS: &str = "Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif";

/// The margin of pictures.
pub const MARGIN: u32 = 24;

/// The opening `svg` tag; `attributes` begin with a space.
///
/// ```
/// use patience_draw::opening;
///
/// let picture = opening(40, 30, " id=\"board\"") + "</svg>\n";
/// assert!(picture.contains("viewBox=\"0 0 40 30\"") && picture.contains("id=\"board\""));
/// ```
#[must_use]
pub fn opening(width: u32, height: u32, attributes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\"{attributes}>\n"
    )
}

/// Text escaped for XML and HTML, also within quotes.
///
/// ```
/// use patience_draw::escape;
///
/// assert_eq!(escape("A & B < \"C\""), "A &amp; B &lt; &quot;C&quot;");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // XML cannot represent these.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            letter => out.push(letter),
        }
    }
    out
}
