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
    min: f64,
    max: f64,
    summary: &'static str,
}

/// Lists the features of a puzzle, with their ranges in `example`.
pub(crate) fn list<P: Features>(example: &P, args: &ListFeatures) -> anyhow::Result<Exit> {
    let mut out = anstream::stdout().lock();
    if !args.json {
        writeln!(out, "{:32} {:10} {:>5} {:>5}  what it measures", "name", "kind", "min", "max")?;
    }
    for feature in P::features() {
        let (min, max) = (feature.range)(example);
        let (kind, nearer, admissible) = match feature.kind {
            Kind::Heuristic { nearer: Nearer::Low, admissible } => {
                ("heuristic", Some("low"), admissible)
            }
            Kind::Heuristic { nearer: Nearer::High, admissible } => {
                ("heuristic", Some("high"), admissible)
            }
            Kind::Advisor => ("advisor", None, false),
            Kind::Flag => ("flag", None, false),
        };
        if args.json {
            let row = Row {
                name: feature.name,
                kind,
                nearer,
                admissible,
                min,
                max,
                summary: feature.summary,
            };
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        } else {
            let more = if nearer == Some("high") { "; more is nearer" } else { "" };
            writeln!(
                out,
                "{:32} {kind:10} {min:5} {max:5}  {}{more}",
                feature.name, feature.summary
            )?;
        }
    }
    Ok(Exit::Done)
}
