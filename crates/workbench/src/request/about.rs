//! Puzzles as data.

use patience_kit::{JobAbout, Kit};
use serde_json::{Value, json};

/// The verb of jobs that make instances.
pub(super) const GENERATE: &str = "generate";

/// The jobs of a puzzle that make instances.
pub(super) fn makers(kit: &dyn Kit) -> Vec<JobAbout> {
    let abouts = kit.jobs().iter().map(|job| job.about());
    abouts.filter(|about| about.verb == GENERATE).collect()
}

/// A puzzle in a list.
pub(super) fn entry(kit: &dyn Kit) -> Value {
    let mut entry = json!(kit.about());
    // Numbers as text: some are above 2^53.
    let numbers = kit.numbers().map(|it| [it.start().to_string(), it.end().to_string()]);
    let generators: Vec<&str> = makers(kit).iter().map(|maker| maker.name).collect();
    entry["numbers"] = json!(numbers);
    entry["hidden"] = json!(kit.players().is_some());
    entry["graded"] = json!(kit.grading().is_some());
    entry["generators"] = json!(generators);
    entry
}

/// Everything about a puzzle.
pub(super) fn whole(kit: &dyn Kit) -> Value {
    let players = kit.players();
    json!({
        "about": entry(kit),
        "rules": kit.rules(),
        "reading": kit.reading(),
        "move_help": kit.move_help(),
        "engines": kit.engines(),
        "features": kit.features(None),
        "players": players.as_ref().map(|players| players.players()).unwrap_or_default(),
        "hidden_rules": players.as_ref().map(|players| players.rules()).unwrap_or_default(),
        "grading": kit.grading(),
        "numberings": kit.numberings(),
        "makers": makers(kit),
    })
}
