//! A genome beside the baseline on the same cases.

use patience_core::Limits;
use patience_draw::chart::readable;
use patience_learn::{Attempt, Settings, fitness};
use serde::Serialize;

use super::or_dash;
use crate::stats::mean;

/// A genome compared with the baseline. Its fields are file format.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Comparison {
    pub(super) cases: usize,
    pub(super) genome: Side,
    /// The baseline of the run: where the settings say so, under the search of the genome.
    pub(super) baseline: Side,
    /// The baseline under the search that suits it best, if the puzzle has one.
    pub(super) tuned: Option<Side>,
    /// The mean of the nodes in per cent of the baseline's, over the cases that both solve: a search that reached its limit or gave up is no count.
    pub(super) percent: Option<f64>,
    /// The number of these cases.
    pub(super) compared: usize,
    /// The mean fitness.
    pub(super) fitness: f64,
}

/// The searches of one side. Its fields are file format.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Side {
    pub(super) solved: usize,
    /// Searches that reached the node limit: their nodes are lower bounds.
    pub(super) censored: usize,
    /// Mean nodes of all searches; a lower bound if some are censored.
    pub(super) nodes: f64,
    /// Mean nodes of searches that found a solution.
    pub(super) solved_nodes: Option<f64>,
    /// Mean length of the solutions.
    pub(super) length: Option<f64>,
}

impl Comparison {
    /// The columns of the rows.
    pub(super) const HEAD: [&'static str; 6] =
        ["", "solved", "at the limit", "nodes", "when solved", "length"];

    /// Compares searches of the same cases under a node limit; `optimum` is the length of a shortest solution of a case by its index, if it
    /// is known. `None` without cases.
    pub(super) fn new(
        genome: &[Attempt],
        baseline: &[Attempt],
        tuned: Option<&[Attempt]>,
        optimum: impl Fn(usize) -> Option<u32>,
        settings: &Settings,
    ) -> Option<Self> {
        let cases = genome.len();
        if cases == 0 {
            return None;
        }
        let limits = Limits { nodes: Some(settings.nodes), ..Limits::default() };
        let pairs = || genome.iter().zip(baseline);
        let ratios: Vec<f64> = pairs()
            .filter(|(one, other)| one.is_solved() && other.is_solved())
            .map(|(one, other)| 100.0 * one.nodes as f64 / other.nodes.max(1) as f64)
            .collect();
        // Solutions that are too long for the run have no fitness, but they count as solutions.
        let fitness = pairs().enumerate().map(|(at, (one, other))| {
            let short = one.clone().short_enough(other, || optimum(at), settings);
            fitness(&short, other, settings)
        });
        let fitness: Vec<f64> = fitness.collect();
        Some(Self {
            cases,
            genome: Side::of(genome, &limits),
            baseline: Side::of(baseline, &limits),
            tuned: tuned.map(|tuned| Side::of(tuned, &limits)),
            percent: mean(&ratios),
            compared: ratios.len(),
            fitness: mean(&fitness).unwrap_or(0.0),
        })
    }

    /// A row for the genome, and one or two for the baseline.
    pub(super) fn rows(&self, name: &str) -> Vec<[String; 6]> {
        let row = |who: &str, side: &Side| {
            [
                format!("{who}, {name}"),
                format!("{} of {}", side.solved, self.cases),
                side.censored.to_string(),
                side.nodes_text(),
                or_dash(side.solved_nodes, readable),
                or_dash(side.length, readable),
            ]
        };
        let mut rows = vec![row("genome", &self.genome), row("baseline", &self.baseline)];
        rows.extend(self.tuned.as_ref().map(|side| row("baseline at its best", side)));
        rows
    }

    /// The comparison in one sentence.
    pub(super) fn verdict(&self) -> String {
        let nodes = match self.percent_text() {
            Some(percent) => format!(
                "on average {percent} % of the nodes of the baseline on {} cases that both solve",
                self.compared
            ),
            None => "no case that both solve".to_owned(),
        };
        let sides = [("genome", &self.genome), ("baseline", &self.baseline)];
        let cut = sides.iter().filter(|(_, side)| 0 < side.censored);
        let cut =
            cut.map(|(who, side)| format!("the {who} reached the limit on {}", side.censored));
        let parts = std::iter::once(nodes).chain(cut);
        let fitness = format!("fitness {:.3}", self.fitness);
        parts.chain([fitness]).collect::<Vec<_>>().join("; ")
    }

    /// The percentage of nodes; small ones have more digits.
    pub(super) fn percent_text(&self) -> Option<String> {
        self.percent.map(|percent| {
            let digits = if percent < 1.0 { 3 } else { 1 };
            format!("{percent:.digits$}")
        })
    }
}

impl Side {
    pub(super) fn of(attempts: &[Attempt], limits: &Limits) -> Self {
        let solved: Vec<&Attempt> = attempts.iter().filter(|attempt| attempt.is_solved()).collect();
        let nodes: Vec<f64> = attempts.iter().map(|attempt| attempt.nodes as f64).collect();
        let solved_nodes: Vec<f64> = solved.iter().map(|attempt| attempt.nodes as f64).collect();
        let lengths: Vec<f64> =
            solved.iter().filter_map(|attempt| attempt.length).map(f64::from).collect();
        Self {
            solved: solved.len(),
            censored: attempts.iter().filter(|attempt| attempt.is_censored(limits)).count(),
            nodes: mean(&nodes).unwrap_or(0.0),
            solved_nodes: mean(&solved_nodes),
            length: mean(&lengths),
        }
    }

    /// Mean nodes in words: "at least" if searches reached the limit.
    pub(super) fn nodes_text(&self) -> String {
        let least = if self.censored == 0 { "" } else { "at least " };
        format!("{least}{}", readable(self.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(nodes: u64, length: Option<u32>) -> Attempt {
        Attempt { nodes, length, fired: Vec::new() }
    }

    fn settings() -> Settings {
        Settings { nodes: 1_000, ..Settings::default() }
    }

    #[test]
    fn percentages_are_means_over_the_cases_that_both_solve() {
        let genome = [
            attempt(10, Some(5)),
            attempt(1_000, None),
            attempt(30, Some(8)),
            attempt(600, None),
            attempt(7, Some(9)),
            attempt(40, Some(9)),
        ];
        let baseline = [
            attempt(100, Some(4)),
            attempt(300, Some(6)),
            attempt(60, None),
            attempt(300, Some(6)),
            attempt(1_000, None),
            attempt(50, Some(8)),
        ];
        let comparison = Comparison::new(&genome, &baseline, None, |_| None, &settings()).unwrap();
        // Means of 10 and 80 %: the others have a search that reached the limit or gave up.
        let percent = comparison.percent.unwrap();
        assert!((percent - 45.0).abs() < 1e-9, "{percent}");
        assert_eq!((comparison.compared, comparison.genome.censored), (2, 1));
        let verdict = comparison.verdict();
        assert!(verdict.contains("45.0 % of the nodes of the baseline on 2 cases"), "{verdict}");
        assert!(verdict.contains("the genome reached the limit on 1; the baseline"), "{verdict}");
        assert_eq!(Comparison::new(&[], &[], None, |_| None, &settings()), None);
    }

    #[test]
    fn censored_searches_make_means_lower_bounds() {
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        let side = Side::of(&[attempt(10, Some(3)), attempt(1_000, None)], &limits);
        assert_eq!(side.nodes_text(), "at least 505");
        // A solution with the last node of the limit is no lower bound.
        let side = Side::of(&[attempt(10, Some(3)), attempt(1_000, Some(3))], &limits);
        assert_eq!((side.nodes_text(), side.censored), ("505".to_owned(), 0));
        let cut = [attempt(1_000, None)];
        let comparison = Comparison::new(&cut, &cut, Some(&cut), |_| None, &settings()).unwrap();
        assert_eq!((comparison.percent, comparison.compared), (None, 0));
        assert_eq!(comparison.rows("x").len(), 3);
    }

    #[test]
    fn a_side_that_solved_nothing_has_no_length() {
        let side = Side::of(&[attempt(10, None)], &Limits::default());
        let expected =
            Side { solved: 0, censored: 0, nodes: 10.0, solved_nodes: None, length: None };
        assert_eq!(side, expected);
    }
}
