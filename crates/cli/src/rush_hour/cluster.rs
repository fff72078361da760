//! `patience show rushhour --cluster`.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::anyhow;
use patience_catalog::OutcomeKind;
use patience_catalog::rush_hour::NAME;
use patience_core::{Limits, Stop};
use patience_rush_hour::{Board, Metric, RushHour};
use serde::Serialize;

use super::difficulty::{self, Difficulty};
use super::{in_words, word};
use crate::args::ShowRushHour;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{grouped, say};

/// Letters of the longest bar of a chart.
const LONGEST: usize = 50;

/// Tells what can be reached from a board.
pub(super) fn show(instance: &str, board: &Board, args: &ShowRushHour) -> anyhow::Result<Exit> {
    let metric = args.metric.into();
    if RushHour::<u64>::new(board.clone()).is_err() {
        return Err(Exit::bad_input(anyhow!(
            "{instance}: the board is too large for --cluster, which takes boards of up to 8×8 cells"
        )));
    }
    let limits = args.budget.limits(1, None);
    let seen = match Seen::of(instance, board, metric, &limits)? {
        Ok(seen) => seen,
        Err(stop) => {
            say(format_args!("{instance}: not all positions were seen: {stop}"));
            return Ok(Exit::Unsolved(OutcomeKind::Limit));
        }
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&seen)?)?;
    } else {
        write!(out, "{}", seen.render(metric))?;
    }
    Ok(Exit::Done)
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
    /// How many positions there are at each distance from a solved one.
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

impl<'a> Seen<'a> {
    fn of(
        instance: &'a str,
        board: &Board,
        metric: Metric,
        limits: &Limits,
    ) -> anyhow::Result<Result<Self, Stop>> {
        let cancel = interrupt::cancel_on_interrupt()?;
        let explored = difficulty::explore(board, metric, limits, &cancel)?;
        Ok(explored.map(|(difficulty, cluster)| {
            let hardest = cluster.hardest().map(|(board, distance)| Hardest {
                board: board.letters(),
                distance,
                word: word(&board),
            });
            Self {
                puzzle: NAME,
                instance,
                board: board.letters(),
                metric: metric.name(),
                difficulty,
                hardest,
                histogram: cluster.histogram(),
            }
        }))
    }

    fn render(&self, metric: Metric) -> String {
        let Difficulty { lengths, positions, branching, dead_ends, solutions } = &self.difficulty;
        let here = match (lengths.slides, lengths.steps) {
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
            // A string takes everything.
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
    for (distance, (&count, rendered)) in histogram.iter().zip(&counts).enumerate() {
        // What is there shows, however little it is.
        let bar = "#".repeat((count * LONGEST).div_ceil(most));
        let _ = writeln!(out, "{distance:>6}  {rendered:>width$}  {bar}");
    }
    out
}
