//! What pictures of all puzzles share: SVG that needs nothing else.

pub mod colour;
pub mod film;

/// The fonts of every text: alike in weight, and one of them is everywhere.
pub const FONTS: &str = "Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif";

/// Room around everything.
pub const MARGIN: u32 = 24;

/// The first tag; other attributes begin with a space.
#[must_use]
pub fn opening(width: u32, height: u32, attributes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\"{attributes}>\n"
    )
}

/// The text as XML and HTML can hold it, also within quotes.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // There is no way to write these in XML.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            letter => out.push(letter),
        }
    }
    out
}
