//! `patience features`, for any puzzle.

use std::io::Write;

use patience_core::{Features, Kind, Nearer};
use serde::Serialize;

use crate::args::ListFeatures;
use crate::exit::Exit;

/// A feature as it is listed. Its fields are file format.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    kind: &'static str,
    /// Which values are nearer to the goal: `low`, `high`, or nothing for advisors.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearer: Option<&'static str>,
    admissible: bool,
    #[serde(flatten)]
    range: Option<Range>,
    summary: &'static str,
}

#[derive(Serialize)]
struct Range {
    min: f64,
    max: f64,
}

impl Row {
    fn new(name: &'static str, kind: Kind, range: Option<Range>, summary: &'static str) -> Self {
        let (kind, nearer, admissible) = match kind {
            Kind::Heuristic { nearer: Nearer::Low, admissible } => {
                ("heuristic", Some("low"), admissible)
            }
            Kind::Heuristic { nearer: Nearer::High, admissible } => {
                ("heuristic", Some("high"), admissible)
            }
            Kind::Advisor => ("advisor", None, false),
            Kind::Flag => ("flag", None, false),
        };
        Self { name, kind, nearer, admissible, range, summary }
    }
}

/// Lists the features of a puzzle, with their ranges in `example`.
pub(crate) fn list<P: Features>(example: &P, args: &ListFeatures) -> anyhow::Result<Exit> {
    let rows = P::features().iter().map(|feature| {
        let (min, max) = (feature.range)(example);
        Row::new(feature.name, feature.kind, Some(Range { min, max }), feature.summary)
    });
    print(rows, args)
}

fn print(rows: impl Iterator<Item = Row>, args: &ListFeatures) -> anyhow::Result<Exit> {
    let mut out = anstream::stdout().lock();
    if !args.json {
        writeln!(out, "{:32} {:10} {:>5} {:>5}  what it measures", "name", "kind", "min", "max")?;
    }
    for row in rows {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
            continue;
        }
        let Row { name, kind, nearer, range, summary, .. } = row;
        let (min, max) = match range {
            Some(Range { min, max }) => (min.to_string(), max.to_string()),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let more = if nearer == Some("high") { "; more is nearer" } else { "" };
        writeln!(out, "{name:32} {kind:10} {min:>5} {max:>5}  {summary}{more}")?;
    }
    Ok(Exit::Done)
}
