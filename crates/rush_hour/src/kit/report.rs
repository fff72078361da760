//! The report `cluster`: all positions that can be reached from a board.

use std::fmt::Write as _;

use patience_core::Meter;
use patience_kit::{Fault, FaultKind, Report, grouped};
use serde::Serialize;

use super::about::{NAME, in_words};
use crate::engines::difficulty::{Difficulty, json};
use crate::rules::board::Board;
use crate::rules::game::{Metric, RushHour};
use crate::text::shown::word;

/// Letters of the longest bar of a chart.
const LONGEST: usize = 50;

/// Reports on a board of up to 8×8 cells.
pub(super) fn cluster(
    board: &Board,
    instance: &str,
    metric: Metric,
    meter: &Meter<'_>,
) -> Result<Report, Fault> {
    if RushHour::<u64>::new(board.clone()).is_err() {
        return Err(Fault::input(format_args!(
            "{instance}: the board is too large for --cluster, which takes boards of up to 8×8 cells"
        )));
    }
    let explored = Difficulty::explore(board, metric, meter.limits(), meter.cancel());
    let (difficulty, cluster) = explored.map_err(|fault| match fault.kind {
        FaultKind::Limit => {
            Fault::limit(format_args!("{instance}: not all positions were seen: {fault}"))
        }
        _ => fault,
    })?;
    let hardest = cluster.hardest().map(|(board, distance)| Hardest {
        board: board.letters(),
        distance,
        word: word(&board),
    });
    let seen = Seen {
        puzzle: NAME,
        instance,
        board: board.letters(),
        metric: metric.name(),
        difficulty,
        hardest,
        histogram: cluster.histogram(),
    };
    Ok(Report { text: seen.text(metric), json: json(&seen), svg: None })
}

/// All positions that can be reached from a board. Its fields are file format.
#[derive(Serialize)]
struct Seen<'a> {
    puzzle: &'static str,
    instance: &'a str,
    board: String,
    /// The metric of everything but `slides` and `steps`.
    metric: &'static str,
    #[serde(flatten)]
    difficulty: Difficulty,
    hardest: Option<Hardest>,
    /// The number of positions at each distance from a solved one.
    histogram: Vec<usize>,
}

/// The position that is farthest from a solved one.
#[derive(Serialize)]
struct Hardest {
    board: String,
    distance: u16,
    #[serde(skip)]
    word: String,
}

impl Seen<'_> {
    fn text(&self, metric: Metric) -> String {
        let Difficulty { slides, steps, positions, branching, dead_ends, solutions } =
            &self.difficulty;
        let here = match (*slides, *steps) {
            (Some(slides), Some(steps)) => {
                format!("{}, {}", in_words(Metric::Slides, slides), in_words(Metric::Steps, steps))
            }
            _ => "unsolvable".to_owned(),
        };
        let solutions = u64::try_from(*solutions).map_or_else(|_| solutions.to_string(), grouped);
        let mut rows = vec![
            ("this position", here),
            ("shortest ways", solutions),
            ("positions", grouped(*positions as u64)),
            ("branching", format!("{branching:.2}")),
            ("dead ends", grouped(*dead_ends as u64)),
        ];
        if let Some(Hardest { distance, word, .. }) = &self.hardest {
            rows.push(("hardest", format!("{}: {word}", in_words(metric, (*distance).into()))));
        }
        let mut out = format!("{}, in {}\n", self.instance, self.metric);
        for (what, value) in rows {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{what:13} {value}");
        }
        out + &chart(&self.histogram, self.metric)
    }
}

/// A bar a distance; nothing if there are no distances.
fn chart(histogram: &[usize], metric: &str) -> String {
    let Some(&most) = histogram.iter().max() else { return String::new() };
    let counts: Vec<String> = histogram.iter().map(|&count| grouped(count as u64)).collect();
    let width = counts.iter().map(String::len).max().unwrap_or(0).max("positions".len());
    let mut out = format!("\n{metric:>6}  {:>width$}\n", "positions");
    for (distance, (&count, number)) in histogram.iter().zip(&counts).enumerate() {
        // Every bar has at least one letter.
        let bar = "#".repeat((count * LONGEST).div_ceil(most));
        let _ = writeln!(out, "{distance:>6}  {number:>width$}  {bar}");
    }
    out
}
