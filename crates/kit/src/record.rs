//! What `solve` reports of one instance, the same for every puzzle. Its fields are file format.

use patience_core::{Cost, Stop};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::{About, Answer, End, Lengths, Solve};

/// How a search ended, in one word.
///
/// ```
/// use patience_core::Outcome;
/// use patience_kit::OutcomeKind;
///
/// let outcome: Outcome<u32> = Outcome::ProvenUnsolvable;
/// assert_eq!(OutcomeKind::of(&outcome), OutcomeKind::Unsolvable);
/// assert_eq!(OutcomeKind::ALL.map(OutcomeKind::word), ["solved", "unsolvable", "exhausted", "limit"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeKind {
    /// It found a solution.
    Solved,
    /// There is no solution, and that is proven.
    Unsolvable,
    /// Nothing is left to try, and nothing is proven.
    Exhausted,
    /// A limit came first.
    Limit,
}

impl OutcomeKind {
    /// Every outcome.
    pub const ALL: [Self; 4] = [Self::Solved, Self::Unsolvable, Self::Exhausted, Self::Limit];

    /// The word for the outcome of a search.
    #[must_use]
    pub fn of<M>(outcome: &patience_core::Outcome<M>) -> Self {
        Self::from(&End::from(outcome))
    }

    /// The word.
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

impl From<&End> for OutcomeKind {
    fn from(end: &End) -> Self {
        match end {
            End::Solved { .. } => Self::Solved,
            End::Unsolvable { .. } => Self::Unsolvable,
            End::Exhausted => Self::Exhausted,
            End::Limit(_) => Self::Limit,
        }
    }
}

/// One instance, one engine, one outcome.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_core::{Cancel, Limits};
/// use patience_kit::{Kit, Record, Setup, Values};
///
/// let (heap, engine) = (KIT.deal(7, &Values::default())?, KIT.prepare(&Setup::default())?);
/// let answer = engine.solve(&*heap, &Limits::default(), &Cancel::new(), &mut ())?;
/// let record = Record::new(KIT.about(), "7", heap.rules(), &*engine, &answer, false);
/// // The lengths are fields by the names that the puzzle gives them.
/// let json = serde_json::to_value(&record).expect("it has no odd keys");
/// assert_eq!((&json["outcome"], &json["move_count"]), (&"solved".into(), &3.into()));
/// assert_eq!((record.length, record.moves.len()), (Some(3), 0), "moves were not asked for");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The puzzle.
    pub about: &'static About,
    /// Which instance: a number, a name, or the name of a file.
    pub instance: String,
    /// The engine.
    pub engine: &'static str,
    /// The policy that guided it.
    pub policy: Option<String>,
    /// How the search ended.
    pub outcome: OutcomeKind,
    /// Which limit was reached.
    pub stop: Option<Stop>,
    /// Why there is no solution.
    pub reason: Option<String>,
    /// The moves in notation, where they were asked for.
    pub moves: Vec<String>,
    /// The number of moves in the notation.
    pub length: Option<usize>,
    /// The cost in the metric.
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
    /// The rules, where the puzzle's records carry them.
    pub rules: Option<Value>,
    /// The lengths of the solution.
    pub lengths: Option<Lengths>,
    /// The number of optimal solutions, where they were counted.
    pub solutions: Option<u128>,
}

impl Record {
    /// The record of an answer; with the moves if `with_moves` says so.
    #[must_use]
    pub fn new(
        about: &'static About,
        instance: &str,
        rules: Option<Value>,
        engine: &dyn Solve,
        answer: &Answer,
        with_moves: bool,
    ) -> Self {
        let (cost, optimal) = match answer.end {
            End::Solved { cost, optimal } => (Some(cost), optimal),
            _ => (None, false),
        };
        let line = answer.line.as_ref();
        Self {
            about,
            instance: instance.to_owned(),
            engine: engine.about().name,
            policy: engine.policy().map(str::to_owned),
            outcome: OutcomeKind::from(&answer.end),
            stop: if let End::Limit(stop) = answer.end { Some(stop) } else { None },
            reason: if let End::Unsolvable { reason } = &answer.end {
                reason.clone()
            } else {
                None
            },
            moves: line.filter(|_| with_moves).map(|line| line.notation()).unwrap_or_default(),
            length: line.map(|line| line.length()),
            cost,
            metric: engine.metric(),
            optimal,
            expanded: answer.stats.expanded,
            generated: answer.stats.generated,
            duplicates: answer.stats.duplicates,
            peak_bytes: answer.stats.peak_bytes,
            seconds: answer.stats.elapsed.as_secs_f64(),
            rules,
            lengths: line.map(|line| line.lengths()),
            solutions: answer.solutions,
        }
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("puzzle", self.about.name)?;
        map.serialize_entry("instance", &self.instance)?;
        map.serialize_entry("engine", self.engine)?;
        if let Some(policy) = &self.policy {
            map.serialize_entry("policy", policy)?;
        }
        map.serialize_entry("outcome", &self.outcome)?;
        if let Some(stop) = self.stop {
            map.serialize_entry("stop", &stop)?;
        }
        if let Some(reason) = &self.reason {
            map.serialize_entry("reason", reason)?;
        }
        map.serialize_entry("moves", &self.moves)?;
        map.serialize_entry("length", &self.length)?;
        map.serialize_entry("cost", &self.cost)?;
        map.serialize_entry("metric", self.metric)?;
        map.serialize_entry("optimal", &self.optimal)?;
        map.serialize_entry("expanded", &self.expanded)?;
        map.serialize_entry("generated", &self.generated)?;
        map.serialize_entry("duplicates", &self.duplicates)?;
        map.serialize_entry("peak_bytes", &self.peak_bytes)?;
        map.serialize_entry("seconds", &self.seconds)?;
        if let Some(rules) = &self.rules {
            map.serialize_entry("rules", rules)?;
        }
        for (at, length) in self.about.lengths.iter().enumerate() {
            let value = self.lengths.as_ref().and_then(|lengths| lengths.0.get(at));
            map.serialize_entry(length.field, &value)?;
        }
        if let Some(solutions) = self.solutions {
            map.serialize_entry("solutions", &solutions)?;
        }
        map.end()
    }
}
