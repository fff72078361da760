//! A report page: one self-contained HTML file, in light and dark mode and for print.

use crate::escape;

/// The style sheet, with the colours of charts.
const STYLE: &str = include_str!("style.css");

/// A whole page: `title` and `about` are text, `inside` is markup.
#[must_use]
pub fn page(title: &str, about: &str, inside: &str) -> String {
    let (title, about) = (escape(title), escape(about));
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "<!DOCTYPE html>\n\
         <html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<header>\n<h1>{title}</h1>\n<p>{about}</p>\n</header>\n\
         <main>\n{inside}</main>\n\
         <footer><p>Made by patience {version}.</p></footer>\n</body>\n</html>\n"
    )
}
