//! What `solve` tells of one instance, the same for every puzzle. Its fields are file format.

use patience_core::{Cost, Outcome, Stats, Stop};
use serde::{Deserialize, Serialize};

/// How a search ended, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A solution was found.
    Solved,
    /// There is none, and that is proven.
    Unsolvable,
    /// Nothing was left to try, and nothing is proven.
    Exhausted,
    /// A limit was reached first.
    Limit,
}

impl Verdict {
    /// The word for an outcome.
    #[must_use]
    pub fn of<M>(outcome: &Outcome<M>) -> Self {
        match outcome {
            Outcome::Solved(_) => Self::Solved,
            Outcome::ProvenUnsolvable => Self::Unsolvable,
            Outcome::Exhausted => Self::Exhausted,
            Outcome::LimitReached(_) => Self::Limit,
        }
    }

    /// The word itself.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Exhausted => "exhausted",
            Self::Limit => "limit",
        }
    }
}

/// The lengths of a FreeCell solution, empty without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CardLengths {
    /// Single-card moves.
    pub m1: Option<u32>,
    /// Moves with a run counted once.
    pub m2: Option<u32>,
    /// M2 without the move home that every card needs.
    pub m3: Option<i64>,
}

/// One instance, one engine, one outcome.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// The name of the puzzle.
    pub puzzle: &'static str,
    /// Which instance: a number, or the name of a file.
    pub instance: String,
    /// The name of the engine.
    pub engine: &'static str,
    /// How it ended.
    pub outcome: Verdict,
    /// Which limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Stop>,
    /// The moves in the puzzle's notation, once somebody asks for them.
    pub moves: Vec<String>,
    /// How many moves those are.
    pub length: Option<usize>,
    /// What they cost in the metric.
    pub cost: Option<Cost>,
    /// The metric.
    pub metric: &'static str,
    /// Whether no solution costs less.
    pub optimal: bool,
    /// States visited.
    pub expanded: u64,
    /// Moves generated.
    pub generated: u64,
    /// Generated states that had been seen.
    pub duplicates: u64,
    /// The most bytes that the tables of the search held.
    pub peak_bytes: u64,
    /// Seconds from start to end.
    pub seconds: f64,
    /// FreeCell: the lengths in every meaning.
    #[serde(flatten)]
    pub lengths: Option<CardLengths>,
}

impl Record {
    /// A record without a solution.
    #[must_use]
    pub fn new<M>(
        puzzle: &'static str,
        instance: &str,
        engine: &'static str,
        metric: &'static str,
        outcome: &Outcome<M>,
        stats: &Stats,
    ) -> Self {
        Self {
            puzzle,
            instance: instance.to_owned(),
            engine,
            outcome: Verdict::of(outcome),
            stop: if let Outcome::LimitReached(stop) = outcome { Some(*stop) } else { None },
            moves: Vec::new(),
            length: None,
            cost: None,
            metric,
            optimal: false,
            expanded: stats.expanded,
            generated: stats.generated,
            duplicates: stats.duplicates,
            peak_bytes: stats.peak_bytes,
            seconds: stats.elapsed.as_secs_f64(),
            lengths: None,
        }
    }
}
