//! What `solve` tells of one instance, the same for every puzzle. Its fields are file format.

use std::fmt;

use patience_core::{Cost, Outcome, Stats, Stop};
pub use patience_kit::OutcomeKind;
use patience_klondike::Rules;
use serde::Serialize;

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

/// The lengths of a Rush Hour solution, empty without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DriveLengths {
    /// Moves of any distance.
    pub slides: Option<u32>,
    /// Cells that vehicles move.
    pub steps: Option<u32>,
}

/// The lengths of a solution of peg solitaire, empty without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JumpLengths {
    /// Moves, of one jump or more. Records have a field `moves` already.
    #[serde(rename = "move_count")]
    pub moves: Option<u32>,
    /// Jumps.
    pub jumps: Option<u32>,
}

/// The lengths of a solution of Klondike, empty without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TurnLengths {
    /// Movements of cards, a run counted once. Records have a field `moves` already.
    #[serde(rename = "move_count")]
    pub moves: Option<u32>,
    /// Turns of the stock; turning the waste over counts one too.
    pub turns: Option<u32>,
}

/// The lengths of a solution in every meaning that its puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Lengths {
    /// Of FreeCell.
    Cards(CardLengths),
    /// Of Rush Hour.
    Drives(DriveLengths),
    /// Of peg solitaire.
    Jumps(JumpLengths),
    /// Of Klondike.
    Turns(TurnLengths),
}

impl fmt::Display for Lengths {
    /// All that are known, as in `M1 113, M2 93, M3 41`, `8 slides, 16 steps`, `18 moves, 31 jumps` or `80 moves, 30 turns`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |length: &Option<u32>, one: &str| match length {
            None => String::new(),
            Some(1) => format!("1 {one}"),
            Some(length) => format!("{length} {one}s"),
        };
        let printed = match self {
            Self::Cards(CardLengths { m1, m2, m3 }) => {
                let (m1, m2) = (m1.map(i64::from), m2.map(i64::from));
                [("M1", m1), ("M2", m2), ("M3", *m3)].map(|(name, length)| {
                    length.map_or_else(String::new, |length| format!("{name} {length}"))
                })
            }
            Self::Drives(DriveLengths { slides, steps }) => {
                [counted(slides, "slide"), counted(steps, "step"), String::new()]
            }
            Self::Jumps(JumpLengths { moves, jumps }) => {
                [counted(moves, "move"), counted(jumps, "jump"), String::new()]
            }
            Self::Turns(TurnLengths { moves, turns }) => {
                [counted(moves, "move"), counted(turns, "turn"), String::new()]
            }
        };
        let known: Vec<&str> =
            printed.iter().map(String::as_str).filter(|printed| !printed.is_empty()).collect();
        f.write_str(&known.join(", "))
    }
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
    /// The name of the policy that guided it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// How it ended.
    pub outcome: OutcomeKind,
    /// Which limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Stop>,
    /// What proves that there is no solution, where somebody can tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
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
    /// The rules of Klondike that it was played by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// The lengths in every meaning that the puzzle has.
    #[serde(flatten)]
    pub lengths: Option<Lengths>,
    /// How many solutions cost as little as an optimal one, once somebody counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u128>,
}

impl Record {
    /// A record without moves and lengths.
    #[must_use]
    pub fn new<M>(
        puzzle: &'static str,
        instance: &str,
        engine: &'static str,
        metric: &'static str,
        outcome: &Outcome<M>,
        stats: &Stats,
    ) -> Self {
        let solution = match outcome {
            Outcome::Solved(solution) => Some(solution),
            _ => None,
        };
        Self {
            puzzle,
            instance: instance.to_owned(),
            engine,
            policy: None,
            outcome: OutcomeKind::of(outcome),
            stop: if let Outcome::LimitReached(stop) = outcome { Some(*stop) } else { None },
            reason: None,
            moves: Vec::new(),
            length: None,
            cost: solution.map(|solution| solution.cost),
            metric,
            optimal: solution.is_some_and(|solution| solution.optimal),
            expanded: stats.expanded,
            generated: stats.generated,
            duplicates: stats.duplicates,
            peak_bytes: stats.peak_bytes,
            seconds: stats.elapsed.as_secs_f64(),
            rules: None,
            lengths: None,
            solutions: None,
        }
    }

    /// With the moves of a solution in number and its lengths, or with the lengths that a solution would have, all of them unknown.
    pub(crate) fn with_lengths(self, solution: Option<(usize, Lengths)>, unknown: Lengths) -> Self {
        let length = solution.as_ref().map(|(length, _)| *length);
        let lengths = Some(solution.map_or(unknown, |(_, lengths)| lengths));
        Self { length, lengths, ..self }
    }
}
