//! Heat maps as SVG figures of an HTML page.

use std::fmt::Write as _;

use super::{BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, axis_labels};
use crate::escape;

/// The faintest cell: cells of the lowest value can still be seen.
const FAINTEST: f64 = 0.12;

/// The height of a label and the width of a letter, with the space around them.
const LABEL: f64 = 22.0;
const LETTER: f64 = 8.0;

/// A grid of cells whose colour is a value from 0 to 1; pointing at a cell shows its text.
///
/// ```
/// use patience_draw::chart::{HeatCell, HeatMap};
///
/// let cell = HeatCell { column: 0, row: 1, value: 0.5, text: "half".to_owned() };
/// let labels = |all: [&str; 2]| all.map(str::to_owned).to_vec();
/// let (columns, rows) = (labels(["1", "2"]), labels(["10", "20"]));
/// let map = HeatMap { title: "Archive", x: "nodes", y: "length", columns, rows, cells: vec![cell] };
/// assert!(map.figure().contains("<title>half</title>"));
/// ```
#[derive(Clone, Debug)]
pub struct HeatMap<'a> {
    /// The heading.
    pub title: &'a str,
    /// The label of the horizontal axis.
    pub x: &'a str,
    /// The label of the vertical axis.
    pub y: &'a str,
    /// The labels of the columns, from the left.
    pub columns: Vec<String>,
    /// The labels of the rows, from below.
    pub rows: Vec<String>,
    /// The cells that have a value.
    pub cells: Vec<HeatCell>,
}

/// A cell of a heat map.
///
/// ```
/// use patience_draw::chart::{HeatCell, HeatMap};
///
/// let cell = |column, value| HeatCell { column, row: 0, value, text: format!("{value}") };
/// let (columns, rows) = (vec!["low".to_owned(), "high".to_owned()], vec!["all".to_owned()]);
/// let cells = vec![cell(0, 0.0), cell(1, 7.0)];
/// let figure = HeatMap { title: "Archive", x: "kind", y: "", columns, rows, cells }.figure();
/// // The lowest value can be seen, and none counts more than the highest.
/// assert!(figure.contains("fill-opacity=\"0.12\"") && figure.contains("fill-opacity=\"1.00\""));
/// ```
#[derive(Clone, Debug)]
pub struct HeatCell {
    /// Its column, from 0.
    pub column: usize,
    /// Its row, from 0 below.
    pub row: usize,
    /// Its value, from 0 to 1.
    pub value: f64,
    /// What it shows when pointed at.
    pub text: String,
}

impl HeatMap<'_> {
    /// The map with its title, as an HTML figure.
    #[must_use]
    pub fn figure(&self) -> String {
        let title = escape(self.title);
        let mut out = format!("<figure>\n<figcaption><h3>{title}</h3></figcaption>\n");
        if self.cells.is_empty() {
            out += "<p class=\"none\">There is nothing to plot yet.</p>\n";
        } else {
            let _ = write!(
                out,
                "<div class=\"plot\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{title}</title>\n{}</svg></div>\n",
                self.inside()
            );
        }
        out + "</figure>\n"
    }

    fn inside(&self) -> String {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        let width = (right - LEFT) / self.columns.len().max(1) as f64;
        let height = (bottom - TOP) / self.rows.len().max(1) as f64;
        let mut out = String::new();
        for cell in &self.cells {
            let (x, y) =
                (LEFT + width * cell.column as f64, bottom - height * (cell.row + 1) as f64);
            let opacity = FAINTEST + (1.0 - FAINTEST) * cell.value.clamp(0.0, 1.0);
            let _ = writeln!(
                out,
                "<path class=\"c0 area\" fill-opacity=\"{opacity:.2}\" d=\"M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z\"><title>{}</title></path>",
                escape(&cell.text)
            );
        }
        for (at, label) in labels(&self.columns, width, widest(&self.columns)) {
            let x = LEFT + width * (at as f64 + 0.5);
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 18.0,
                escape(label)
            );
        }
        for (at, label) in labels(&self.rows, height, LABEL) {
            let y = bottom - height * (at as f64 + 0.5) + 4.5;
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                escape(label)
            );
        }
        out += &axis_labels(self.x, self.y);
        out
    }
}

/// Labels with their places, `apart` from each other, thinned out so that each has `room`.
fn labels(all: &[String], apart: f64, room: f64) -> impl Iterator<Item = (usize, &String)> {
    let every = (1..=all.len()).find(|&every| room <= apart * every as f64);
    all.iter().enumerate().step_by(every.unwrap_or(all.len()).max(1))
}

/// The room for the longest label beside its neighbours.
fn widest(labels: &[String]) -> f64 {
    let most = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    LETTER * (most + 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(cells: Vec<HeatCell>) -> HeatMap<'static> {
        let labels = |count: usize| (0..count).map(|at| at.to_string()).collect();
        HeatMap { title: "A & B", x: "x", y: "y", columns: labels(30), rows: labels(3), cells }
    }

    #[test]
    fn higher_values_are_stronger_and_lie_where_they_belong() {
        let cell = |column, row, value| HeatCell { column, row, value, text: "<&>".to_owned() };
        let figure = map(vec![cell(0, 0, 0.0), cell(29, 2, 1.0)]).figure();
        let document = roxmltree::Document::parse(&figure).unwrap();
        let cells: Vec<_> = document
            .descendants()
            .filter(|node| node.attribute("fill-opacity").is_some())
            .collect();
        let of = |at: usize| cells[at].attribute("fill-opacity").unwrap().parse::<f64>().unwrap();
        assert!(of(0) < of(1) && of(1) <= 1.0);
        let bottom = format!("M{LEFT:.1} {:.1}", HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) / 3.0);
        assert!(cells[0].attribute("d").unwrap().starts_with(&bottom), "{figure}");
        assert!(cells[1].attribute("d").unwrap().contains(&format!(" {TOP:.1}h")), "{figure}");
        // Every other of thirty columns, which are 18.7 apart, and all rows.
        let texts = document.descendants().filter(|node| node.has_tag_name("text")).count();
        assert_eq!(texts, 15 + 3 + 2);
    }

    #[test]
    fn a_map_without_cells_says_so() {
        assert!(map(Vec::new()).figure().contains("nothing to plot"));
    }
}
