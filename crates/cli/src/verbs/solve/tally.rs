//! Counts over a batch.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::time::Instant;

use patience_kit::{About, Length, OutcomeKind, Solve};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::ledger::Entry;
use crate::output::grouped;

/// The results of a batch so far.
pub(crate) struct Tally<'a> {
    about: &'static About,
    engine: &'a dyn Solve,
    begun: Instant,
    done: u64,
    outcomes: BTreeMap<&'static str, u64>,
    /// Solutions that are proven optimal.
    optimal: u64,
    /// The instances that were proven unsolvable.
    unsolvable: Vec<String>,
    /// Sums of the lengths, in the order of the puzzle.
    lengths: Vec<i64>,
    nodes: u64,
    /// Seconds of search, all threads together.
    seconds: f64,
    last: Option<OutcomeKind>,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(about: &'static About, engine: &'a dyn Solve) -> Self {
        Self {
            about,
            engine,
            begun: Instant::now(),
            done: 0,
            outcomes: BTreeMap::new(),
            optimal: 0,
            unsolvable: Vec::new(),
            lengths: vec![0; about.lengths.len()],
            nodes: 0,
            seconds: 0.0,
            last: None,
        }
    }

    pub(crate) fn add(&mut self, entry: &Entry) {
        self.done += 1;
        *self.outcomes.entry(entry.outcome.word()).or_default() += 1;
        let is_solved = entry.outcome == OutcomeKind::Solved;
        self.optimal += u64::from(is_solved && entry.optimal);
        if entry.outcome == OutcomeKind::Unsolvable {
            self.unsolvable.push(entry.instance.clone());
        }
        for (sum, length) in
            self.lengths.iter_mut().zip(entry.lengths(self.about).into_iter().flatten())
        {
            *sum += length;
        }
        self.nodes += entry.expanded;
        self.seconds += entry.seconds;
        self.last = Some(entry.outcome);
    }

    /// The number of instances.
    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// The outcome of the last instance.
    pub(crate) fn last(&self) -> Option<OutcomeKind> {
        self.last
    }

    fn count(&self, outcome: OutcomeKind) -> u64 {
        self.outcomes.get(outcome.word()).copied().unwrap_or(0)
    }

    /// Means over the solved instances of the lengths that summaries have.
    fn means(&self) -> impl Iterator<Item = (&'static Length, &'static str, Option<f64>)> {
        let solved = self.count(OutcomeKind::Solved);
        let sums = self.about.lengths.iter().zip(&self.lengths);
        sums.filter_map(move |(length, &sum)| {
            let mean = (solved > 0).then(|| sum as f64 / solved as f64);
            Some((length, length.summary?, mean))
        })
    }

    /// Everything, one fact a line.
    pub(crate) fn text(&self) -> String {
        let About { one, many, .. } = self.about;
        let nodes = format!("nodes a {one}");
        let width = nodes.len();
        let mut out = String::new();
        let mut line = |name: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{name:width$} {value}");
        };
        line(many, grouped(self.done));
        for outcome in OutcomeKind::ALL {
            line(outcome.word(), grouped(self.count(outcome)));
            if outcome == OutcomeKind::Solved {
                line("optimal", grouped(self.optimal));
            }
        }
        if !self.unsolvable.is_empty() {
            let has_spaces = self.unsolvable.iter().any(|name| name.contains(' '));
            line("unsolvable:", self.unsolvable.join(if has_spaces { ", " } else { " " }));
        }
        for (length, _, mean) in self.means() {
            let mean = mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"));
            line(&format!("mean {length}"), mean);
        }
        line(&nodes, grouped(self.nodes / self.done.max(1)));
        let each = 1e3 * self.seconds / self.done.max(1) as f64;
        line("search", format!("{:.2} s, {each:.4} ms a {one}", self.seconds));
        line("elapsed", format!("{:.2} s", self.begun.elapsed().as_secs_f64()));
        out
    }
}

impl fmt::Display for Tally<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = self.done.max(1);
        let About { one, many, .. } = self.about;
        write!(f, "{} {many}", grouped(self.done))?;
        for (word, count) in &self.outcomes {
            let share = 100.0 * *count as f64 / done as f64;
            write!(f, ", {} {word} ({share:.2} %)", grouped(*count))?;
        }
        let metric = self.engine.metric();
        if let Some((length, _, Some(mean))) = self.means().find(|(_, name, _)| *name == metric) {
            write!(f, "; mean {length} {mean:.1}")?;
        }
        write!(f, "; {} nodes a {one}", grouped(self.nodes / done))
    }
}

impl Serialize for Tally<'_> {
    /// The fields are file format.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let About { name, many, .. } = self.about;
        map.serialize_entry("puzzle", name)?;
        map.serialize_entry("engine", self.engine.about().name)?;
        if let Some(policy) = self.engine.policy() {
            map.serialize_entry("policy", policy)?;
        }
        map.serialize_entry(many, &self.done)?;
        for outcome in OutcomeKind::ALL {
            map.serialize_entry(outcome.word(), &self.count(outcome))?;
            if outcome == OutcomeKind::Solved {
                map.serialize_entry("optimal", &self.optimal)?;
            }
        }
        map.serialize_entry(&format!("unsolvable_{many}"), &self.unsolvable)?;
        for (_, name, mean) in self.means() {
            map.serialize_entry(&format!("mean_{name}"), &mean)?;
        }
        map.serialize_entry("expanded", &self.nodes)?;
        map.serialize_entry("seconds", &self.seconds)?;
        map.serialize_entry("elapsed", &self.begun.elapsed().as_secs_f64())?;
        map.end()
    }
}
