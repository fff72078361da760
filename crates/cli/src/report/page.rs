//! The page of a report: one file of HTML that needs nothing else, by day, by night and on paper.

use super::markup::escape;

/// Colours, sizes and places of everything.
const STYLE: &str = include_str!("style.css");

/// A whole page: its title is text, the rest is markup.
pub(super) fn page(title: &str, about: &str, inside: &str) -> String {
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
    fn a_page_is_whole_and_needs_nothing_else() {
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
