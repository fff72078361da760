//! Evolution and policies of the puzzles that are not in the registry yet, with the signatures of `patience_workbench::evolution`.

use patience_catalog::{evolve, policy};
use patience_kit::Fault;
use patience_learn::{Arena, FileError, GenomeFile, Lexicon, Settings, State, Table};
use patience_workbench::{evolution, find};

pub(crate) fn settings(puzzle: &str, changes: Table) -> Result<Settings, Fault> {
    match evolve::usual_settings(puzzle, &changes) {
        Some(usual) if find(puzzle).is_err() => evolution::changed(&usual, changes),
        _ => evolution::settings(puzzle, changes),
    }
}

pub(crate) fn arena(settings: &Settings) -> Result<Box<dyn Arena>, Fault> {
    if find(&settings.puzzle).is_ok() {
        return evolution::arena(settings);
    }
    evolve::arena(settings).map_err(Fault::input)
}

pub(crate) fn best(settings: &Settings, state: &State, version: &str) -> Option<GenomeFile> {
    let mut file = evolution::best(settings, state, version)?;
    if find(&settings.puzzle).is_err() {
        file.search.remove("boards");
    }
    Some(file)
}

pub(crate) fn read_genome(text: &str) -> Result<(GenomeFile, Lexicon), FileError> {
    match policy::Policy::parse(text) {
        Ok(policy) if find(&policy.file().puzzle).is_err() => {
            Ok((policy.file().clone(), policy.lexicon().clone()))
        }
        Err(error) if !is_registered(text) => Err(error),
        _ => evolution::read_genome(text),
    }
}

fn is_registered(text: &str) -> bool {
    let table: Table = text.parse().unwrap_or_default();
    table.get("puzzle").and_then(|puzzle| puzzle.as_str()).is_some_and(|name| find(name).is_ok())
}
