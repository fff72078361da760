//! Sheets to print: boards on white pages with a line for the time, answers at the end. One self-contained HTML file.

use std::fmt::Write as _;

use crate::escape;
use crate::theme::Theme;

const STYLE: &str = include_str!("style.css");

/// A sheet.
///
/// ```
/// use patience_draw::sheet::{Entry, PerPage, Sheet};
///
/// let board = |name: &str| Entry { name: name.to_owned(), answer: "left".to_owned(), ..Entry::default() };
/// let sheet = Sheet {
///     title: "Three boards".to_owned(),
///     about: String::new(),
///     per_page: PerPage::new(2).expect("two boards fill a page well"),
///     answers: true,
///     entries: ["one", "two", "three"].map(board).into(),
///     legend: Vec::new(),
/// };
/// // Two pages of boards, one of answers, and the legend.
/// assert_eq!(sheet.html().matches("<section class=\"page\">").count(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The title of every page.
    pub title: String,
    /// What stands below the title of the first page.
    pub about: String,
    /// Boards a page.
    pub per_page: PerPage,
    /// Whether answers follow the boards.
    pub answers: bool,
    /// The boards.
    pub entries: Vec<Entry>,
    /// Terms and their explanations, on the last page.
    pub legend: Vec<(String, String)>,
}

/// A board of a sheet. Everything but the picture is text.
///
/// ```
/// use patience_draw::sheet::{Entry, PerPage, Sheet};
///
/// let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n</svg>\n".to_owned();
/// let entry = Entry { name: "Deal 617".to_owned(), grade: "hard".to_owned(), svg, ..Entry::default() };
/// # let per_page = PerPage::new(1).expect("one board fills a page well");
/// # let (title, about) = ("Deals".to_owned(), String::new());
/// # let sheet = Sheet { title, about, per_page, answers: false, entries: vec![entry], legend: Vec::new() };
/// assert!(sheet.html().contains("<span>Deal 617</span> <em>hard</em>"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// How hard it is, in a word.
    pub grade: String,
    /// The picture, a whole SVG file.
    pub svg: String,
    /// What leads to the position again.
    pub position: String,
    /// The length of the answer in words, or why there is none.
    pub headline: String,
    /// The answer.
    pub answer: String,
}

/// How many boards a page holds.
///
/// ```
/// use patience_draw::sheet::PerPage;
///
/// assert!(PerPage::ALL.into_iter().all(|count| PerPage::new(count).is_some()));
/// assert_eq!(PerPage::new(5), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerPage {
    columns: usize,
    rows: usize,
}

impl PerPage {
    /// The numbers that fill a page well.
    pub const ALL: [usize; 6] = [1, 2, 4, 6, 9, 12];

    /// A number of boards a page; `None` if it is not one of [`ALL`](Self::ALL).
    ///
    /// ```
    /// use patience_draw::sheet::PerPage;
    ///
    /// // What a command line asks for may not fill a page well.
    /// let per_page = PerPage::new(7).or_else(|| PerPage::new(6));
    /// assert_eq!(per_page, PerPage::new(6));
    /// ```
    #[must_use]
    pub fn new(count: usize) -> Option<Self> {
        let (columns, rows) = match count {
            1 => (1, 1),
            2 => (1, 2),
            4 => (2, 2),
            6 => (2, 3),
            9 => (3, 3),
            12 => (3, 4),
            _ => return None,
        };
        Some(Self { columns, rows })
    }
}

/// Letters of a line of answers.
const LETTERS: usize = 52;

/// Lines of answers a page, in two columns, with room to spare.
const LINES: usize = 120;

impl Sheet {
    /// The file.
    ///
    /// ```
    /// use patience_draw::sheet::{PerPage, Sheet};
    ///
    /// # let (about, per_page) = (String::new(), PerPage::new(1).expect("one board fills a page well"));
    /// let legend = vec![("hard".to_owned(), "the third quarter".to_owned())];
    /// let sheet = Sheet { title: "Nothing".to_owned(), about, per_page, answers: false, entries: vec![], legend };
    /// assert!(sheet.html().contains("<dt>hard</dt><dd>the third quarter</dd>"));
    /// ```
    #[must_use]
    pub fn html(&self) -> String {
        let PerPage { columns, rows } = self.per_page;
        let boards = self.entries.chunks(columns * rows).scan(0, |first, entries| {
            let number = *first;
            *first += entries.len();
            Some(self.boards(number, entries))
        });
        let mut pages: Vec<String> = boards.collect();
        if self.answers {
            pages.extend(self.answers());
        }
        pages.push(self.legend());
        let count = pages.len();
        let title = escape(&self.title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        );
        for (number, page) in (1..).zip(pages) {
            let about = if number == 1 { escape(&self.about) } else { String::new() };
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "<section class=\"page\">\n<header><h1>{title}</h1><p>{about}</p></header>\n{page}\
                 <footer>{number} / {count}</footer>\n</section>\n"
            );
        }
        out + "</body>\n</html>\n"
    }

    /// A page of boards, the first of which has the number after `before`.
    fn boards(&self, before: usize, entries: &[Entry]) -> String {
        let PerPage { columns, rows } = self.per_page;
        let mut out = format!(
            "<div class=\"boards\" style=\"grid-template:repeat({rows},minmax(0,1fr))/repeat({columns},minmax(0,1fr))\">\n"
        );
        for (number, entry) in (before + 1..).zip(entries) {
            let [name, grade, position] =
                [&entry.name, &entry.grade, &entry.position].map(|text| escape(text));
            let picture = data_address(&Theme::Print.apply(&entry.svg));
            let _ = writeln!(
                out,
                "<article><h2><b>{number}</b> <span>{name}</span> <em>{grade}</em></h2>\n\
                 <img alt=\"{name}\" src=\"{picture}\"/>\n\
                 <p class=\"foot\"><code>{position}</code><span class=\"time\">time</span></p></article>"
            );
        }
        out + "</div>\n"
    }

    /// The pages of answers.
    fn answers(&self) -> Vec<String> {
        let mut pages: Vec<(usize, String)> = Vec::new();
        for (number, entry) in (1..).zip(&self.entries) {
            let texts = [&entry.name, &entry.headline, &entry.answer];
            let lines =
                texts.iter().map(|text| text.chars().count().div_ceil(LETTERS)).sum::<usize>() + 1;
            let [name, headline, answer] = texts.map(|text| escape(text));
            let text = format!(
                "<div><h3><b>{number}</b> {name}</h3><p>{headline}</p><p><code>{answer}</code></p></div>\n"
            );
            match pages.last_mut() {
                Some((used, page)) if *used + lines <= LINES => {
                    *used += lines;
                    page.push_str(&text);
                }
                _ => pages.push((lines, text)),
            }
        }
        let page = |(_, text): (usize, String)| {
            format!("<h2 class=\"part\">Answers</h2>\n<div class=\"answers\">\n{text}</div>\n")
        };
        pages.into_iter().map(page).collect()
    }

    fn legend(&self) -> String {
        let mut out = String::from("<h2 class=\"part\">How to read this sheet</h2>\n<dl>\n");
        for (term, text) in &self.legend {
            let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(term), escape(text));
        }
        out + "</dl>\n"
    }
}

/// A picture as an address, so that pictures of one page cannot disturb each other.
fn data_address(svg: &str) -> String {
    let mut out = String::from("data:image/svg+xml,");
    for byte in svg.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b" !$()*+,-./:;=@_~'".contains(&byte);
        if is_plain {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(entries: usize, per_page: usize) -> Sheet {
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect/></svg>\n";
        let entry = |number: usize| Entry {
            name: format!("<b>{number}&\"</b>"),
            grade: "hard".to_owned(),
            svg: svg.to_owned(),
            position: "</code><script>".to_owned(),
            headline: "2 moves".to_owned(),
            answer: "x ".repeat(200),
        };
        Sheet {
            title: "<script>alert(1)</script>".to_owned(),
            about: "a < b".to_owned(),
            per_page: PerPage::new(per_page).unwrap(),
            answers: true,
            entries: (0..entries).map(entry).collect(),
            legend: vec![("Moves".to_owned(), "<i>".to_owned())],
        }
    }

    #[test]
    fn pages_hold_as_many_boards_as_they_should() {
        for (entries, per_page, pages) in
            [(12, 12, 1), (13, 12, 2), (5, 1, 5), (7, 4, 2), (0, 6, 0)]
        {
            let html = sheet(entries, per_page).html();
            assert_eq!(html.matches("<div class=\"boards\"").count(), pages);
            assert_eq!(html.matches("<article>").count(), entries);
        }
        assert!(PerPage::ALL.into_iter().all(|count| PerPage::new(count).is_some()));
        assert_eq!(PerPage::new(5), None);
    }

    #[test]
    fn long_answers_continue_on_another_page() {
        // 400 letters are 8 lines, the name and the headline are one each, and one is for the gap: 11 lines, so 10 answers a page.
        let html = sheet(25, 12).html();
        assert_eq!(html.matches("class=\"answers\"").count(), 3);
        assert!(html.contains("<footer>1 / 7</footer>") && html.contains("<footer>7 / 7</footer>"));
    }

    #[test]
    fn answers_can_be_left_out() {
        let html = Sheet { answers: false, ..sheet(3, 4) }.html();
        assert!(!html.contains("Answers") && !html.contains("2 moves"));
        assert_eq!(html.matches("<article>").count(), 3);
    }

    #[test]
    fn text_is_escaped_and_nothing_is_fetched() {
        let html = sheet(3, 4).html();
        assert!(!html.contains("<script") && !html.contains("<b>0&\"") && !html.contains("<i>"));
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assert!(!html.contains("\"http"), "addresses are within the file");
        let tags = html.matches("<img").count();
        assert_eq!(tags, html.matches("src=\"data:image/svg+xml,%3Csvg").count());
    }

    #[test]
    fn pictures_are_addresses() {
        assert_eq!(
            data_address("<a b=\"#\">%é"),
            "data:image/svg+xml,%3Ca b=%22%23%22%3E%25%C3%A9"
        );
    }
}
