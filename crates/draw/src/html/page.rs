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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_complete_and_loads_nothing() {
        let page = page("<a run>", "a & b", "<p>more</p>");
        let body = page.strip_prefix("<!DOCTYPE html>\n").unwrap();
        let document = roxmltree::Document::parse(body).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some("<a run>"));
        for other in ["http", "url(", "@import", "<script", "<link", "<img", "src=", "href="] {
            assert!(!page.contains(other), "{other}");
        }
    }
}
