//! The results of `enumerate rushhour`: counts, estimates from a sample, and the list of boards.

use std::fmt::Write as _;

use patience_kit::{Fault, Finished, Gather, Taken, grouped};
use serde::Deserialize as _;
use serde_json::{Value, json};

use super::job::Line;
use super::{Hard, Seen};
use crate::rules::game::Metric;

/// All units so far.
pub(super) struct Total {
    side: u8,
    metric: Metric,
    /// The walls in words.
    walls: String,
    at_least: Option<u16>,
    units: u64,
    kind: Kind,
    taken: u64,
    seen: Seen,
    /// By count of [`Seen::counts`]: the sum of the squares of the units.
    squares: [f64; 4],
}

/// What the units are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All units of a space.
    All,
    /// Some units, drawn at random, of a space of that many.
    Sample(u64),
    /// Rows and columns, each drawn at random from that many choices of them.
    Families(u64),
    /// Hill climbs.
    Climbs,
}

/// The names of [`Seen::counts`].
const COUNTS: [&str; 4] = ["families", "positions", "clusters", "minimal boards"];

impl Seen {
    /// Families, positions, clusters and minimal boards.
    pub(super) fn counts(&self) -> [u64; 4] {
        [self.families, self.positions, self.clusters, self.hard.len() as u64]
    }
}

impl Gather for Total {
    fn goal(&self) -> u64 {
        self.units
    }

    fn take(&mut self, unit: u64, result: Value) -> Result<Taken, Fault> {
        let Line { side, metric, unit: found, seen } =
            Line::deserialize(result).map_err(Fault::input)?;
        if (side, metric.as_str(), found as u64) != (self.side, self.metric.name(), unit) {
            return Err(Fault::input("the file belongs to another enumeration"));
        }
        self.taken += 1;
        for (square, count) in self.squares.iter_mut().zip(seen.counts()) {
            *square += (count as f64).powi(2);
        }
        self.seen.families += seen.families;
        self.seen.unexplored += seen.unexplored;
        self.seen.positions += seen.positions;
        self.seen.clusters += seen.clusters;
        self.seen.hard.extend(seen.hard);
        let message = format!("{} boards", grouped(self.seen.hard.len() as u64));
        Ok(Taken { progress: 1, message, ..Taken::default() })
    }

    fn finish(&mut self) -> Finished {
        if self.kind == Kind::Climbs {
            // Climbs may end at the same board.
            self.seen.hard.sort_unstable();
            self.seen.hard.dedup();
        }
        // The hardest first, and those of few positions before those of many.
        self.seen.hard.sort_unstable_by(|one, other| {
            let by = |hard: &Hard| (u16::MAX - hard.length, hard.positions);
            by(one).cmp(&by(other)).then_with(|| one.letters.cmp(&other.letters))
        });
        Finished {
            text: self.text(),
            json: Some(self.summary()),
            list: Some(self.list()),
            is_complete: true,
            ..Finished::default()
        }
    }
}

impl Total {
    /// No units yet.
    pub(super) fn new(
        side: u8,
        metric: Metric,
        walls: String,
        at_least: Option<u16>,
        units: u64,
        kind: Kind,
    ) -> Self {
        let (taken, seen, squares) = Default::default();
        Self { side, metric, walls, at_least, units, kind, taken, seen, squares }
    }

    /// The boards as a file that `solve rushhour --file` reads.
    fn list(&self) -> String {
        let metric = self.metric.name();
        let mut text = format!(
            "# Minimal boards of {side}×{side} cells {walls}, each the hardest of its cluster in {metric}{found}.\n\
             # NAME LETTERS SLIDES STEPS POSITIONS\n",
            side = self.side,
            walls = self.walls,
            found = match self.kind {
                Kind::All => String::new(),
                Kind::Sample(of) =>
                    format!(", in {} of {} units", grouped(self.taken), grouped(of)),
                Kind::Families(of) => format!(
                    ", in {} of {} choices of rows and columns",
                    grouped(self.taken),
                    grouped(of)
                ),
                Kind::Climbs => format!(", that {} climbs found", grouped(self.taken)),
            },
        );
        let is_listed = |hard: &&Hard| self.at_least.is_none_or(|least| least <= hard.length);
        for (number, hard) in (1..).zip(self.seen.hard.iter().filter(is_listed)) {
            let Hard { letters, slides, steps, positions, .. } = hard;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{metric}-{number} {letters} {slides} {steps} {positions}");
        }
        text
    }

    /// The number of boards of each length, the shortest first.
    fn histogram(&self) -> Vec<(u16, usize)> {
        let mut counts: Vec<(u16, usize)> = Vec::new();
        for hard in self.seen.hard.iter().rev() {
            match counts.last_mut() {
                Some((length, count)) if *length == hard.length => *count += 1,
                _ => counts.push((hard.length, 1)),
            }
        }
        counts
    }

    fn text(&self) -> String {
        let seen = &self.seen;
        let mut text = String::new();
        let names = match self.kind {
            Kind::All | Kind::Sample(_) | Kind::Families(_) => COUNTS,
            Kind::Climbs => ["boards", "positions", "clusters", "minimal boards"],
        };
        if self.kind == Kind::Climbs {
            let _ = writeln!(text, "{:14} {}", "climbs", grouped(self.taken));
        }
        for (what, number) in names.into_iter().zip(seen.counts()) {
            let _ = writeln!(text, "{what:14} {}", grouped(number));
        }
        for (length, count) in self.histogram() {
            let _ = writeln!(text, "{length:>3} {}", grouped(count as u64));
        }
        if let Some(hardest) = seen.hard.first() {
            let _ = writeln!(text, "hardest        {} {}", hardest.letters, hardest.length);
        }
        if 0 < seen.unexplored {
            let _ = writeln!(
                text,
                "{} of the families have too many positions and were not explored; the other counts leave them out",
                grouped(seen.unexplored)
            );
        }
        let sample = match self.kind {
            Kind::Sample(of) if self.taken < of => Some((of, "units")),
            Kind::Families(of) => Some((of, "choices of rows and columns")),
            Kind::All | Kind::Sample(_) | Kind::Climbs => None,
        };
        if let Some((of, what)) = sample {
            let (taken, of) = (grouped(self.taken), grouped(of));
            let _ = writeln!(
                text,
                "a sample of {taken} of {of} {what}; estimates with standard errors:"
            );
            for (what, (estimate, error)) in COUNTS.into_iter().zip(self.estimates()) {
                let [estimate, error] = [estimate, error].map(rounded);
                let _ = writeln!(text, "{what:14} {estimate} ± {error}");
            }
        }
        text
    }

    /// For each count of all units, an unbiased estimate from the sample and its standard error.
    pub(super) fn estimates(&self) -> [(f64, f64); 4] {
        let of = match self.kind {
            Kind::Sample(of) | Kind::Families(of) => of as f64,
            Kind::All | Kind::Climbs => self.units as f64,
        };
        let taken = self.taken as f64;
        let counts = self.seen.counts();
        std::array::from_fn(|at| {
            let mean = counts[at] as f64 / taken.max(1.0);
            let variance = (self.squares[at] - taken * mean * mean) / (taken - 1.0).max(1.0);
            // Units are drawn without replacement, but for families.
            let left = if matches!(self.kind, Kind::Families(_)) { 1.0 } else { 1.0 - taken / of };
            let of_mean = variance.max(0.0) / taken.max(1.0) * left;
            (of * mean, of * of_mean.max(0.0).sqrt())
        })
    }

    /// The summary as JSON. Its fields are file format; `lengths` are pairs of a length and the number of its boards.
    fn summary(&self) -> Value {
        let mut summary = json!({
            "side": self.side,
            "metric": self.metric.name(),
            "families": self.seen.families,
            "positions": self.seen.positions,
            "clusters": self.seen.clusters,
            "minimal": self.seen.hard.len(),
            "lengths": self.histogram(),
            "hardest": self.seen.hard.first(),
        });
        if 0 < self.seen.unexplored {
            summary["unexplored"] = self.seen.unexplored.into();
        }
        if let Kind::Sample(of) | Kind::Families(of) = self.kind {
            let [families, positions, clusters, minimal] =
                self.estimates().map(|(estimate, error)| json!([estimate, error]));
            summary["sample"] = json!({
                "units": self.taken,
                "of": of,
                "families": families,
                "positions": positions,
                "clusters": clusters,
                "minimal": minimal,
            });
        }
        if self.kind == Kind::Climbs {
            summary["climbs"] = self.taken.into();
        }
        summary
    }
}

/// A number of things.
fn rounded(number: f64) -> String {
    // Counts are not negative and far below 2^64.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = number.round() as u64;
    grouped(whole)
}
