//! Counts over a batch of deals.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::time::Instant;

use patience_catalog::Verdict;
use patience_catalog::freecell::Engine;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::ledger::Entry;
use crate::output::grouped;

/// What became of the deals so far.
#[derive(Debug)]
pub(crate) struct Tally {
    engine: &'static str,
    begun: Instant,
    done: u64,
    outcomes: BTreeMap<&'static str, u64>,
    /// The deals that were proven unsolvable.
    unsolvable: Vec<String>,
    m1: u64,
    m2: u64,
    nodes: u64,
    /// Seconds of search, all threads together.
    seconds: f64,
    last: Option<Verdict>,
}

impl Tally {
    pub(crate) fn new(engine: &Engine) -> Self {
        Self {
            engine: engine.name(),
            begun: Instant::now(),
            done: 0,
            outcomes: BTreeMap::new(),
            unsolvable: Vec::new(),
            m1: 0,
            m2: 0,
            nodes: 0,
            seconds: 0.0,
            last: None,
        }
    }

    pub(crate) fn add(&mut self, entry: &Entry) {
        self.done += 1;
        *self.outcomes.entry(entry.outcome.word()).or_default() += 1;
        if entry.outcome == Verdict::Unsolvable {
            self.unsolvable.push(entry.instance.clone());
        }
        self.m1 += u64::from(entry.m1.unwrap_or(0));
        self.m2 += u64::from(entry.m2.unwrap_or(0));
        self.nodes += entry.expanded;
        self.seconds += entry.seconds;
        self.last = Some(entry.outcome);
    }

    /// How many deals there were.
    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// What became of the last deal.
    pub(crate) fn last(&self) -> Option<Verdict> {
        self.last
    }

    fn count(&self, verdict: Verdict) -> u64 {
        self.outcomes.get(verdict.word()).copied().unwrap_or(0)
    }

    /// A mean over the solved deals.
    fn mean(&self, sum: u64) -> Option<f64> {
        let solved = self.count(Verdict::Solved);
        (solved > 0).then(|| sum as f64 / solved as f64)
    }

    /// Everything, a fact a line.
    pub(crate) fn told(&self) -> String {
        let mut out = String::new();
        let mut line = |name: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{name:12} {value}");
        };
        line("deals", grouped(self.done));
        for verdict in [Verdict::Solved, Verdict::Unsolvable, Verdict::Exhausted, Verdict::Limit] {
            line(verdict.word(), grouped(self.count(verdict)));
        }
        if !self.unsolvable.is_empty() {
            line("unsolvable:", self.unsolvable.join(" "));
        }
        for (name, sum) in [("mean M1", self.m1), ("mean M2", self.m2)] {
            line(name, self.mean(sum).map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}")));
        }
        line("nodes a deal", grouped(self.nodes / self.done.max(1)));
        line(
            "search",
            format!(
                "{:.2} s, {:.4} ms a deal",
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
        write!(f, "{} deals", grouped(self.done))?;
        for (word, count) in &self.outcomes {
            write!(
                f,
                ", {} {word} ({:.2} %)",
                grouped(*count),
                100.0 * *count as f64 / done as f64
            )?;
        }
        if let Some(mean) = self.mean(self.m2) {
            write!(f, "; mean M2 {mean:.1}")?;
        }
        write!(f, "; {} nodes a deal", grouped(self.nodes / done))
    }
}

impl Serialize for Tally {
    /// The fields are file format.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("puzzle", "freecell")?;
        map.serialize_entry("engine", self.engine)?;
        map.serialize_entry("deals", &self.done)?;
        for verdict in [Verdict::Solved, Verdict::Unsolvable, Verdict::Exhausted, Verdict::Limit] {
            map.serialize_entry(verdict.word(), &self.count(verdict))?;
        }
        map.serialize_entry("unsolvable_deals", &self.unsolvable)?;
        map.serialize_entry("mean_m1", &self.mean(self.m1))?;
        map.serialize_entry("mean_m2", &self.mean(self.m2))?;
        map.serialize_entry("expanded", &self.nodes)?;
        map.serialize_entry("seconds", &self.seconds)?;
        map.serialize_entry("elapsed", &self.begun.elapsed().as_secs_f64())?;
        map.end()
    }
}
