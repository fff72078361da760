//! Counts over a batch.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::time::Instant;

use patience_catalog::OutcomeKind;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::ledger::Entry;
use crate::output::grouped;

/// What a puzzle calls its instances and the lengths of its solutions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) puzzle: &'static str,
    /// An instance.
    pub(crate) one: &'static str,
    /// Several of them.
    pub(crate) many: &'static str,
    /// The lengths that means are told of: the names in records, and those for people.
    pub(crate) lengths: [(&'static str, &'static str); 2],
    /// Which of the lengths a single line tells.
    pub(crate) main: usize,
}

/// What became of the instances so far.
#[derive(Debug)]
pub(crate) struct Tally {
    terms: Terms,
    engine: &'static str,
    /// The name of the policy that guides it.
    policy: Option<String>,
    begun: Instant,
    done: u64,
    outcomes: BTreeMap<&'static str, u64>,
    /// The instances that were proven unsolvable.
    unsolvable: Vec<String>,
    /// Sums of the lengths.
    lengths: [u64; 2],
    nodes: u64,
    /// Seconds of search, all threads together.
    seconds: f64,
    last: Option<OutcomeKind>,
}

impl Tally {
    pub(crate) fn new(terms: Terms, engine: &'static str, policy: Option<&str>) -> Self {
        Self {
            terms,
            engine,
            policy: policy.map(str::to_owned),
            begun: Instant::now(),
            done: 0,
            outcomes: BTreeMap::new(),
            unsolvable: Vec::new(),
            lengths: [0; 2],
            nodes: 0,
            seconds: 0.0,
            last: None,
        }
    }

    pub(crate) fn add(&mut self, entry: &Entry) {
        self.done += 1;
        *self.outcomes.entry(entry.outcome.word()).or_default() += 1;
        if entry.outcome == OutcomeKind::Unsolvable {
            self.unsolvable.push(entry.instance.clone());
        }
        for (sum, (name, _)) in self.lengths.iter_mut().zip(self.terms.lengths) {
            *sum += u64::from(entry.length(name).unwrap_or(0));
        }
        self.nodes += entry.expanded;
        self.seconds += entry.seconds;
        self.last = Some(entry.outcome);
    }

    /// How many instances there were.
    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// What became of the last instance.
    pub(crate) fn last(&self) -> Option<OutcomeKind> {
        self.last
    }

    fn count(&self, verdict: OutcomeKind) -> u64 {
        self.outcomes.get(verdict.word()).copied().unwrap_or(0)
    }

    /// A mean over the solved instances.
    fn mean(&self, sum: u64) -> Option<f64> {
        let solved = self.count(OutcomeKind::Solved);
        (solved > 0).then(|| sum as f64 / solved as f64)
    }

    /// Everything, a fact a line.
    pub(crate) fn render(&self) -> String {
        let Terms { one, many, lengths, .. } = self.terms;
        let nodes = format!("nodes a {one}");
        let width = nodes.len();
        let mut out = String::new();
        let mut line = |name: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{name:width$} {value}");
        };
        line(many, grouped(self.done));
        for verdict in [
            OutcomeKind::Solved,
            OutcomeKind::Unsolvable,
            OutcomeKind::Exhausted,
            OutcomeKind::Limit,
        ] {
            line(verdict.word(), grouped(self.count(verdict)));
        }
        if !self.unsolvable.is_empty() {
            let has_spaces = self.unsolvable.iter().any(|name| name.contains(' '));
            line("unsolvable:", self.unsolvable.join(if has_spaces { ", " } else { " " }));
        }
        for ((_, name), sum) in lengths.into_iter().zip(self.lengths) {
            let mean = self.mean(sum).map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"));
            line(&format!("mean {name}"), mean);
        }
        line(&nodes, grouped(self.nodes / self.done.max(1)));
        line(
            "search",
            format!(
                "{:.2} s, {:.4} ms a {one}",
                self.seconds,
                1e3 * self.seconds / self.done.max(1) as f64
            ),
        );
        line("elapsed", format!("{:.2} s", self.begun.elapsed().as_secs_f64()));
        out
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = self.done.max(1);
        let Terms { one, many, lengths, main, .. } = self.terms;
        write!(f, "{} {many}", grouped(self.done))?;
        for (word, count) in &self.outcomes {
            write!(
                f,
                ", {} {word} ({:.2} %)",
                grouped(*count),
                100.0 * *count as f64 / done as f64
            )?;
        }
        if let Some(mean) = self.mean(self.lengths[main]) {
            write!(f, "; mean {} {mean:.1}", lengths[main].1)?;
        }
        write!(f, "; {} nodes a {one}", grouped(self.nodes / done))
    }
}

impl Serialize for Tally {
    /// The fields are file format.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let Terms { puzzle, many, lengths, .. } = self.terms;
        map.serialize_entry("puzzle", puzzle)?;
        map.serialize_entry("engine", self.engine)?;
        if let Some(policy) = &self.policy {
            map.serialize_entry("policy", policy)?;
        }
        map.serialize_entry(many, &self.done)?;
        for verdict in [
            OutcomeKind::Solved,
            OutcomeKind::Unsolvable,
            OutcomeKind::Exhausted,
            OutcomeKind::Limit,
        ] {
            map.serialize_entry(verdict.word(), &self.count(verdict))?;
        }
        map.serialize_entry(&format!("unsolvable_{many}"), &self.unsolvable)?;
        for ((name, _), sum) in lengths.into_iter().zip(self.lengths) {
            map.serialize_entry(&format!("mean_{name}"), &self.mean(sum))?;
        }
        map.serialize_entry("expanded", &self.nodes)?;
        map.serialize_entry("seconds", &self.seconds)?;
        map.serialize_entry("elapsed", &self.begun.elapsed().as_secs_f64())?;
        map.end()
    }
}
