//! Report pages: self-contained HTML with sections and tables. Text is escaped here.

use std::fmt::Write as _;

use crate::escape;

/// The style sheet of charts. Their colours are the variables `--c0` to `--c7`, `--ink`, `--soft`, `--line`, `--card` and `--point`.
pub const CHART_STYLE: &str = include_str!("chart.css");

/// The style sheet of a page, with the colours of charts.
const STYLE: &str = include_str!("style.css");

/// A whole page: `title` and `about` are text, `inside` is markup.
///
/// ```
/// use patience_draw::html::{page, paragraph, section};
///
/// let report = page("Deals", "All of them", &section("Results", &paragraph("Won: 3 < 4")));
/// assert!(report.starts_with("<!DOCTYPE html>"));
/// assert!(report.contains("<h2>Results</h2>\n<p>Won: 3 &lt; 4</p>"));
/// ```
#[must_use]
pub fn page(title: &str, about: &str, inside: &str) -> String {
    let (title, about) = (escape(title), escape(about));
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "<!DOCTYPE html>\n\
         <html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>{title}</title>\n<style>\n{CHART_STYLE}{STYLE}</style>\n</head>\n\
         <body>\n<header>\n<h1>{title}</h1>\n<p>{about}</p>\n</header>\n\
         <main>\n{inside}</main>\n\
         <footer><p>Made by patience {version}.</p></footer>\n</body>\n</html>\n"
    )
}

/// A section: `heading` is text, `inside` is markup.
///
/// ```
/// use patience_draw::html::{paragraph, section};
///
/// assert_eq!(section("A & B", &paragraph("text")), "<section>\n<h2>A &amp; B</h2>\n<p>text</p>\n</section>\n");
/// ```
#[must_use]
pub fn section(heading: &str, inside: &str) -> String {
    format!("<section>\n<h2>{}</h2>\n{inside}</section>\n", escape(heading))
}

/// A paragraph of text.
///
/// ```
/// use patience_draw::html::paragraph;
///
/// assert_eq!(paragraph("g < h"), "<p>g &lt; h</p>\n");
/// ```
#[must_use]
pub fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escape(text))
}

/// A paragraph whose \`code\` is set as such, as in Markdown.
///
/// ```
/// use patience_draw::html::prose;
///
/// assert_eq!(prose("under `g < h`"), "<p>under <code>g &lt; h</code></p>\n");
/// // A single mark is text.
/// assert_eq!(prose("one ` mark"), "<p>one ` mark</p>\n");
/// ```
#[must_use]
pub fn prose(text: &str) -> String {
    let mut out = String::from("<p>");
    let mut rest = text;
    while let Some((before, (code, after))) =
        rest.split_once('`').and_then(|(before, tail)| Some((before, tail.split_once('`')?)))
    {
        out.extend([&escape(before), "<code>", &escape(code), "</code>"]);
        rest = after;
    }
    out + &escape(rest) + "</p>\n"
}

/// Preformatted text.
///
/// ```
/// use patience_draw::html::lines;
///
/// assert_eq!(lines("a board\nof two lines"), "<pre>a board\nof two lines</pre>\n");
/// ```
#[must_use]
pub fn lines(text: &str) -> String {
    format!("<pre>{}</pre>\n", escape(text))
}

/// A table of text; the first column names the rows.
///
/// ```
/// use patience_draw::html::{Columns, table};
///
/// let row = |name: &str, nodes: u32| vec![name.to_owned(), nodes.to_string()];
/// let drawn = table(&["engine", "nodes"], &[row("fast", 120), row("exact", 4800)], Columns::Figures);
/// assert!(drawn.contains("<th scope=\"row\">exact</th><td>4800</td>"));
/// ```
#[must_use]
pub fn table(head: &[&str], rows: &[Vec<String>], kind: Columns) -> String {
    let class = match kind {
        Columns::Figures => "figures",
        Columns::Words => "words",
    };
    let mut out = format!("<div class=\"scroll\"><table class=\"{class}\">\n<thead><tr>");
    for name in head {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(name));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in rows {
        out += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let cell = escape(cell);
            let _ = match column {
                0 => write!(out, "<th scope=\"row\">{cell}</th>"),
                _ => write!(out, "<td>{cell}</td>"),
            };
        }
        out += "</tr>\n";
    }
    out + "</tbody>\n</table></div>\n"
}

/// What the columns of a table hold, besides the names of its rows.
///
/// ```
/// use patience_draw::html::{Columns, table};
///
/// // The style sheet aligns by the class.
/// assert!(table(&[], &[], Columns::Figures).contains("class=\"figures\""));
/// assert!(table(&[], &[], Columns::Words).contains("class=\"words\""));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Numbers, aligned at the right.
    Figures,
    /// Words.
    Words,
}

/// Highlighted figures: name, value, explanation.
///
/// ```
/// use patience_draw::html::facts;
///
/// let drawn = facts(&[("Won", "97 %".to_owned(), "of 1,000 deals".to_owned())]);
/// assert!(drawn.contains("<strong>97 %</strong> <span>of 1,000 deals</span>"));
/// ```
#[must_use]
pub fn facts(facts: &[(&str, String, String)]) -> String {
    let mut out = String::from("<dl class=\"facts\">\n");
    for (name, figure, more) in facts {
        let [name, figure, more] = [name, figure.as_str(), more.as_str()].map(escape);
        let _ = writeln!(
            out,
            "<div><dt>{name}</dt><dd><strong>{figure}</strong> <span>{more}</span></dd></div>"
        );
    }
    out + "</dl>\n"
}
