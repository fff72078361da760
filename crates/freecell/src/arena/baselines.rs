//! The baseline of evolution: the result of HSDH on each Microsoft deal, as a table that is computed once.
//!
//! The search is the original one, [`StagedDeepening`] with its default settings. A line of the table has ten deals: the number of the first,
//! and for each deal the expanded nodes and the moves of the solution, `593211/128`, or `20932/-` if none was found.

use std::fmt::Write as _;
use std::sync::LazyLock;

use patience_core::{ByFeature, Cancel, Limits, Puzzle, UnknownFeature, solve};
use patience_learn::{Attempt, Case};
use patience_search::StagedDeepening;

use super::{game, hsdh};
use crate::{FreeCell, MoveSet};

/// Node limit of the searches of the table; those that reach it go in circles.
pub(super) const NODES: u64 = 20_000_000;

/// Deals per line.
const LINE: Case = 10;

/// The table of the 32,000 deals.
const TABLE: &str = include_str!("../../../../data/freecell-baselines.txt");

/// The first lines of a table.
const HEADER: &str = "\
# FreeCell, the deals of Microsoft: HSDH under staged deepening, six moves ahead and 200,000 states, at most 20,000,000 nodes.
# The number of the first deal of the line; nodes/moves of each, - where nothing was found. Made by:
#   patience evolve freecell-baselines --out runs/baselines.jsonl --table data/freecell-baselines.txt
";

/// A table, starting with deal 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Baselines(Vec<Attempt>);

/// A line that does not belong to a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub(super) struct BadBaselines {
    /// The line, from 1.
    pub line: usize,
    /// What was expected.
    pub message: String,
}

impl Baselines {
    /// Reads a table.
    pub(super) fn parse(text: &str) -> Result<Self, BadBaselines> {
        let mut attempts = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let read = read_line(attempts.len() + 1, line);
            attempts.extend(read.map_err(|message| BadBaselines { line: index + 1, message })?);
        }
        Ok(Self(attempts))
    }

    /// The table of the 32,000 deals.
    ///
    /// # Panics
    ///
    /// If the table is damaged.
    #[must_use]
    pub(super) fn known() -> &'static Self {
        static KNOWN: LazyLock<Baselines> =
            LazyLock::new(|| Baselines::parse(TABLE).expect("the table was made by this program"));
        &KNOWN
    }

    /// The result of the search of a deal under a node limit; `None` if the table does not contain it.
    #[must_use]
    pub(super) fn get(&self, case: Case, limits: &Limits) -> Option<Attempt> {
        let Limits { nodes: Some(most), time: None, memory: None } = *limits else { return None };
        let attempt = self.0.get((case as usize).checked_sub(1)?)?;
        if most < attempt.nodes {
            return Some(Attempt { nodes: most, length: None, fired: Vec::new() });
        }
        // With a higher limit, a search that gave up would continue.
        let gave_up = !attempt.is_solved() && attempt.nodes == NODES && NODES < most;
        (!gave_up).then(|| attempt.clone())
    }

    /// The rank of each deal among all, from 0 (easiest) to 1. Unsolved deals come last; ties go by number.
    #[must_use]
    pub(super) fn places(&self) -> Vec<f64> {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        order.sort_by_key(|&at| (!self.0[at].is_solved(), self.0[at].nodes));
        let last = self.0.len().saturating_sub(1).max(1) as f64;
        let mut places = vec![0.0; self.0.len()];
        for (place, at) in order.into_iter().enumerate() {
            places[at] = place as f64 / last;
        }
        places
    }

    /// Deals in the table.
    #[must_use]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The results of a line that begins with the deal `first`; none if it is a comment.
fn read_line(first: usize, line: &str) -> Result<Vec<Attempt>, String> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next().filter(|word| !word.starts_with('#')) else {
        return Ok(Vec::new());
    };
    if word != first.to_string() {
        return Err(format!("expected the deal {first}, found `{word}`"));
    }
    words
        .map(|word| read(word).ok_or_else(|| format!("expected nodes/moves, found `{word}`")))
        .collect()
}

fn read(word: &str) -> Option<Attempt> {
    let (nodes, moves) = word.split_once('/')?;
    let length = if moves == "-" { None } else { Some(moves.parse().ok()?) };
    Some(Attempt { nodes: nodes.parse().ok()?, length, fired: Vec::new() })
}

/// A table of the deals from 1 on as text.
pub(super) fn table(attempts: &[Attempt]) -> String {
    let firsts = (1..).step_by(LINE as usize);
    let lines = firsts.zip(attempts.chunks(LINE as usize));
    HEADER.to_owned() + &lines.map(|(first, attempts)| line(first, attempts)).collect::<String>()
}

/// The line of the deals from `first` on.
#[must_use]
fn line(first: usize, attempts: &[Attempt]) -> String {
    let mut line = first.to_string();
    for attempt in attempts {
        // Writing to a string cannot fail.
        let _ = match attempt.length {
            Some(moves) => write!(line, " {}/{moves}", attempt.nodes),
            None => write!(line, " {}/-", attempt.nodes),
        };
    }
    line.push('\n');
    line
}

/// The search of the table for one deal.
pub(super) fn search(case: Case, cancel: &Cancel) -> Result<Attempt, UnknownFeature> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    Ok(with_hsdh(&StagedDeepening::new(hsdh()?), case, &limits, cancel))
}

pub(super) fn with_hsdh(
    solver: &StagedDeepening<ByFeature<FreeCell>>,
    case: Case,
    limits: &Limits,
    cancel: &Cancel,
) -> Attempt {
    let game = game(case, MoveSet::Runs);
    let report = solve(solver, &game, &game.start(), limits, cancel, &mut ());
    Attempt::new(&report, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::super::DEALS;
    use super::*;

    #[test]
    fn a_table_is_read_back() {
        let attempt = |nodes, length| Attempt { nodes, length, fired: Vec::new() };
        let all: Vec<Attempt> =
            (1..=25).map(|at| attempt(at * 1000, (at % 7 != 0).then_some(90))).collect();
        let table = Baselines::parse(&table(&all)).unwrap();
        assert_eq!(table, Baselines(all));
        assert_eq!(table.len(), 25);
    }

    #[test]
    fn the_table_agrees_with_the_search() {
        let solver = StagedDeepening::new(hsdh().unwrap());
        let table = Baselines::known();
        assert_eq!(table.len(), *DEALS.end() as usize);
        let attempt = |case: Case| table.0[case as usize - 1].clone();
        // A quick one, and one without a solution.
        let quick = (1..300).min_by_key(|&case| attempt(case).nodes).unwrap();
        let lost = (1..300).find(|&case| !attempt(case).is_solved()).unwrap();
        for case in [quick, lost] {
            let nodes = attempt(case).nodes;
            for most in [1, nodes / 2, nodes - 1, nodes, nodes + 1, NODES] {
                let limits = Limits { nodes: Some(most), ..Limits::default() };
                let searched = with_hsdh(&solver, case, &limits, &Cancel::new());
                assert_eq!(table.get(case, &limits), Some(searched), "{case}, {most}");
            }
        }
        assert_eq!(table.get(quick, &Limits::default()), None);
        assert_eq!(table.get(0, &Limits { nodes: Some(5), ..Limits::default() }), None);
        assert_eq!(table.get(1_000_000, &Limits { nodes: Some(5), ..Limits::default() }), None);
    }

    #[test]
    fn a_search_that_gave_up_does_not_predict_a_longer_one() {
        let table = Baselines::parse(&format!("1 {NODES}/- {NODES}/99 77/-")).unwrap();
        let get = |case, most| table.get(case, &Limits { nodes: Some(most), ..Limits::default() });
        assert_eq!(get(1, NODES + 1), None);
        assert_eq!(get(1, NODES).unwrap().length, None);
        assert_eq!(get(2, NODES + 1).unwrap().length, Some(99));
        assert_eq!(get(3, NODES + 1).unwrap().nodes, 77);
    }

    #[test]
    fn errors_name_the_line() {
        let refused = |text: &str| Baselines::parse(text).unwrap_err().to_string();
        assert_eq!(refused("# x\n2 5/6\n"), "line 2: expected the deal 1, found `2`");
        assert_eq!(refused("1 5/6 7\n"), "line 1: expected nodes/moves, found `7`");
        assert_eq!(refused("1 5/6 7/x\n"), "line 1: expected nodes/moves, found `7/x`");
        assert_eq!(refused("1 5/6\n1 5/6\n"), "line 2: expected the deal 2, found `1`");
    }
}
