//! For tests: parts of a picture or a film, read back as a browser reads them.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]
#![allow(clippy::missing_panics_doc, reason = "helpers of tests may panic like tests")]

use roxmltree::{Document, Node};

/// The elements of a class.
pub fn of_class<'a>(
    document: &'a Document<'_>,
    class: &'a str,
) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.attribute("class") == Some(class))
}

/// The numbers of `translate(1 2)` or `translate(1px,2px)`.
#[must_use]
pub fn translation(transform: &str) -> (u32, u32) {
    let (_, numbers) = transform.split_once("translate(").unwrap();
    let (numbers, _) = numbers.split_once(')').unwrap();
    let (x, y) = numbers.split_once([' ', ',']).unwrap();
    let number = |text: &str| text.trim_end_matches("px").parse().unwrap();
    (number(x), number(y))
}

/// Where the `transform` of an element puts it.
#[must_use]
pub fn place(node: Node<'_, '_>) -> (u32, u32) {
    translation(node.attribute("transform").unwrap())
}

/// The captions of a film, such as `1 / 3: A+1`.
#[must_use]
pub fn captions(film: &Document<'_>) -> Vec<String> {
    let texts = of_class(film, "captions").flat_map(|node| node.children());
    let lines = texts.filter(|node| node.has_tag_name("text"));
    let spans = |line: Node<'_, '_>| {
        let spans: Vec<&str> = line.children().map(|span| span.text().unwrap_or("")).collect();
        spans.join(": ")
    };
    lines.map(spans).collect()
}
