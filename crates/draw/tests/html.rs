//! Report pages: escaped, complete, and without references.

use patience_draw::html::{Columns, lines, page, paragraph, section, table};

#[test]
fn hostile_text_stays_text() {
    let hostile = "</td><script>\"&\u{0}'";
    let table = table(&[hostile], &[vec![hostile.to_owned(); 2]], Columns::Figures);
    let all = section(hostile, &(paragraph(hostile) + &lines(hostile) + &table));
    let document = roxmltree::Document::parse(&all).unwrap();
    assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    let shown = hostile.replace('\0', "\u{fffd}");
    for name in ["h2", "p", "pre", "th", "td"] {
        let node = document.descendants().find(|node| node.has_tag_name(name)).unwrap();
        assert_eq!(node.text(), Some(shown.as_str()), "{name}");
    }
}

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
