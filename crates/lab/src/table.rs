//! Summaries as tables: in a terminal, and as Markdown.

use std::fmt::Write as _;

use patience_kit::grouped;

use crate::measure::Measure;
use crate::paired::Paired;
use crate::record::Ended;
use crate::stats::Estimate;
use crate::summary::{RowSummary, Summary};

/// Measures that a table has where a row has them; the others only where something was published.
const USUAL: [Measure; 4] = [Measure::Rate, Measure::Nodes, Measure::Length, Measure::Seconds];

/// A table of text: the heading, and rows of cells.
///
/// ```
/// use patience_lab::Grid;
///
/// let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
/// let grid = Grid { head: row(["row", "nodes"]), rows: vec![row(["A*", "120"])] };
/// assert_eq!(grid.text(), "row  nodes\nA*   120\n");
/// assert_eq!(grid.aligned(|column| column == 0), "row  nodes\nA*     120\n");
/// assert_eq!(grid.markdown(), "| row | nodes |\n|---|---|\n| A* | 120 |\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The headings of the columns.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Summary {
    /// The columns that any row needs.
    fn measures(&self) -> Vec<Measure> {
        let is_needed = |measure: &Measure| {
            let published = self.rows.iter().any(|row| row.published.contains_key(measure));
            let measured = self.rows.iter().any(|row| row.figures.contains_key(measure));
            published || (measured && USUAL.contains(measure))
        };
        Measure::ALL.into_iter().filter(is_needed).collect()
    }

    /// A line a row: ours, and what was published below it.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let measures = self.measures();
        let mut head = vec!["row".to_owned(), "cases".to_owned()];
        head.extend(measures.iter().map(|measure| match measure {
            Measure::Length => format!("length ({})", self.length),
            measure => measure.heading().to_owned(),
        }));
        head.push("verdict".to_owned());
        let mut rows = Vec::new();
        for row in &self.rows {
            if !row.is_quoted {
                let mut cells = vec![row.name.clone(), row.cases_text()];
                cells.extend(measures.iter().map(|&measure| row.figure(measure)));
                cells.push(row.verdict());
                rows.push(cells);
            }
            if !row.published.is_empty() {
                let name = if row.is_quoted { &row.name } else { "  published" };
                let mut cells = vec![name.to_owned(), String::new()];
                cells.extend(measures.iter().map(|&measure| row.published_text(measure)));
                cells.push(if row.is_quoted { row.verdict() } else { String::new() });
                rows.push(cells);
            }
        }
        Grid { head, rows }
    }

    /// A line a case where figures of single cases were published: ours / published, of every row that has them.
    #[must_use]
    pub fn case_grid(&self) -> Option<Grid> {
        let rows: Vec<&RowSummary> =
            self.rows.iter().filter(|row| !row.by_case.is_empty()).collect();
        let mut columns: Vec<(&str, Measure)> = Vec::new();
        let mut cases: Vec<&str> = Vec::new();
        for row in &rows {
            let name = row.column();
            for (case, figures) in &row.by_case {
                if !cases.contains(&case.as_str()) {
                    cases.push(case);
                }
                for &measure in figures.keys() {
                    if !columns.contains(&(name, measure)) {
                        columns.push((name, measure));
                    }
                }
            }
        }
        if cases.is_empty() {
            return None;
        }
        let cell = |case: &str, (name, measure): (&str, Measure)| {
            let figure = rows.iter().filter(|row| row.column() == name).find_map(|row| {
                let (_, figures) = row.by_case.iter().find(|(it, _)| it == case)?;
                figures.get(&measure)
            });
            figure.map_or_else(String::new, |(ours, published)| {
                let ours = ours.map_or_else(|| "–".to_owned(), |it| measure.text(it));
                format!("{ours} / {}", measure.text(*published))
            })
        };
        let mut head = vec!["case".to_owned()];
        head.extend(columns.iter().map(|(name, measure)| format!("{name}: {}", measure.heading())));
        let lines = cases.iter().map(|case| {
            let cells = columns.iter().map(|&column| cell(case, column));
            std::iter::once((*case).to_owned()).chain(cells).collect()
        });
        Some(Grid { head, rows: lines.collect() })
    }

    /// A sentence for each row with a control.
    #[must_use]
    pub fn comparisons(&self) -> Vec<(String, String)> {
        let rows = self.rows.iter();
        rows.filter_map(|row| {
            let paired = row.paired.as_ref()?;
            Some((row.name.clone(), paired.sentence(row.corrected_p)))
        })
        .collect()
    }

    /// The headline.
    #[must_use]
    pub fn headline(&self) -> String {
        let paper = self.paper.as_ref().map_or_else(String::new, |paper| format!(" ({paper})"));
        format!("{}{paper}: {}; scale {}", self.name, self.title, self.scale)
    }

    /// The summary for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = self.headline() + "\n\n" + &self.grid().text();
        let comparisons = self.comparisons();
        if !comparisons.is_empty() {
            out += "\nAgainst the control, case by case:\n";
        }
        for (name, sentence) in comparisons {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  {name}: {sentence}");
        }
        if let Some(arms) = &self.arms {
            out.extend(["\n", &arms.text()]);
        }
        out
    }

    /// The summary as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let paper = self.paper.as_ref().map_or_else(String::new, |paper| format!(" ({paper})"));
        let mut out = format!("## {}{paper}\n\n", self.title);
        if !self.about.is_empty() {
            out.extend([&self.about, "\n\n"]);
        }
        out += &self.grid().markdown();
        if let Some(cases) = self.case_grid() {
            out += "\nBy case, ours / published:\n\n";
            out += &cases.markdown();
        }
        let comparisons = self.comparisons();
        if !comparisons.is_empty() {
            out += "\nAgainst the control, case by case:\n\n";
        }
        for (name, sentence) in comparisons {
            let _ = writeln!(out, "- **{name}**: {sentence}.");
        }
        if let Some(arms) = &self.arms {
            out.extend(["\n", &arms.markdown()]);
        }
        out
    }
}

impl RowSummary {
    /// The name of its column in the table by case: rows that differ only in what comes before the first comma share one.
    fn column(&self) -> &str {
        self.name.split_once(", ").map_or(self.name.as_str(), |(_, name)| name)
    }

    fn cases_text(&self) -> String {
        let mut text = grouped(self.cases);
        if self.cases < self.all_cases {
            text.extend([" of ", &grouped(self.all_cases)]);
        }
        let censored = self.count(Ended::Limit);
        if 0 < censored {
            text.extend([", ", &grouped(censored), " censored"]);
        }
        text
    }

    pub(crate) fn figure(&self, measure: Measure) -> String {
        let Some(estimate) = self.figures.get(&measure) else { return "–".to_owned() };
        let value = interval_text(measure, *estimate);
        match (&self.paired, measure) {
            (Some(paired), Measure::Percent) => {
                paired.bound().to_owned() + &value + &paired.left_out()
            }
            _ => value,
        }
    }

    fn published_text(&self, measure: Measure) -> String {
        match self.published.get(&measure) {
            None => String::new(),
            Some((value, 0.0)) => measure.text(*value),
            Some((value, plus_minus)) => format!("{} ± {plus_minus}", measure.text(*value)),
        }
    }
}

/// A value with its interval.
fn interval_text(measure: Measure, estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    if low.total_cmp(&high).is_eq() || measure.is_time() {
        return measure.text(value);
    }
    format!("{} [{}, {}]", measure.text(value), measure.text(low), measure.text(high))
}

impl Paired {
    /// Which bound a percentage is, if limits were reached.
    fn bound(&self) -> &'static str {
        match (self.percent_is_lower_bound, self.percent_is_upper_bound) {
            (true, true) => "about ",
            (true, false) => "at least ",
            (false, true) => "at most ",
            (false, false) => "",
        }
    }

    /// How many cases a percentage is over, if some are left out.
    fn left_out(&self) -> String {
        match self.percent_cases {
            Some(cases) if cases < self.cases => {
                format!(" over {} of {} cases", grouped(cases), grouped(self.cases))
            }
            _ => String::new(),
        }
    }

    /// The comparison in words.
    #[must_use]
    pub fn sentence(&self, corrected_p: Option<f64>) -> String {
        let mut out = String::new();
        let three = |Estimate { value, low, high }| format!("{value:.3} [{low:.3}, {high:.3}]");
        if let Some(ratio) = self.ratio {
            let _ = write!(
                out,
                "{} of its nodes (geometric means over {} cases that both solved; fewer in {}, more in {})",
                three(ratio),
                grouped(self.both),
                grouped(self.fewer),
                grouped(self.more)
            );
        } else {
            out += "no case that both solved";
        }
        if let Some(ratio) = self.mean_ratio {
            let _ = write!(out, ", {} by arithmetic means", three(ratio));
        }
        if let Some(ratio) = self.seconds_ratio {
            let _ = write!(out, ", {ratio:.2} of its CPU time");
        }
        if let Some(Estimate { value, low, high }) = self.longer {
            let _ = write!(out, ", length {value:+.1} [{low:+.1}, {high:+.1}]");
        }
        let _ = write!(
            out,
            "; solved alone {}, control alone {}",
            grouped(self.only_row),
            grouped(self.only_control)
        );
        if 0 < self.censored_row + self.censored_control {
            let _ = write!(
                out,
                "; censored {}, control {}",
                grouped(self.censored_row),
                grouped(self.censored_control)
            );
        }
        if let Some(p) = corrected_p.or(self.p) {
            let p = if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") };
            let correction = if corrected_p.is_some() { ", Holm" } else { "" };
            let _ = write!(out, "; {p} (signed ranks{correction})");
        }
        if let Some(a12) = self.a12 {
            let _ = write!(out, ", A12 {a12:.3}");
        }
        out
    }
}

impl Grid {
    /// Columns of equal width; the first and the last are flush left.
    #[must_use]
    pub fn text(&self) -> String {
        let last = self.head.len().saturating_sub(1);
        self.aligned(|column| column == 0 || column == last)
    }

    /// Columns of equal width, each flush left or flush right.
    #[must_use]
    pub fn aligned(&self, is_left: impl Fn(usize) -> bool) -> String {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| {
            let cells = lines().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if is_left(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        lines().map(line).collect()
    }

    /// A table of Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells = cells.iter().map(|cell| cell.trim().replace('|', "\\|"));
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let mut out = line(&self.head);
        out.extend(["|", &"---|".repeat(self.head.len()), "\n"]);
        self.rows.iter().for_each(|row| out += &line(row));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_flush_left_or_flush_right() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let grid = Grid {
            head: row(["run", "genome", "solved"]),
            rows: vec![row(["a", "weights", "7"]), row(["långt", "policy", "123456789"])],
        };
        let expected = "run    genome      solved\n\
                        a      weights          7\n\
                        långt  policy   123456789\n";
        assert_eq!(grid.aligned(|column| column < 2), expected);
    }
}
