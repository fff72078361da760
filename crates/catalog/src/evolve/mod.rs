//! Evolution: what is bred, tried on the puzzles.

mod parallel;
mod threads;

use patience_kit::{Fault, Kit as _};
use patience_learn::{
    Arena, CurriculumKind, GenomeFile, Gradual, Manner, Settings, Shape, State, Table, TomlValue,
};
use patience_rush_hour::KIT as RUSH_HOUR;

pub use parallel::in_parallel;
pub use threads::Threads;

use crate::policy;

/// The puzzles that genomes are bred for, by name.
pub const PUZZLES: [&str; 2] = [policy::FREECELL, patience_rush_hour::NAME];

/// Why a run cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum NoArena {
    /// Nothing is bred for the puzzle.
    #[error("nothing is bred for `{0}` (known: {known})", known = PUZZLES.join(", "))]
    Puzzle(String),
    /// The puzzle's kit refuses the settings.
    #[error(transparent)]
    Kit(#[from] Fault),
}

/// The settings of a paper for a puzzle, or nothing if none is about it.
///
/// For FreeCell they are those of *Evolutionary Design of `FreeCell` Solvers*, for Rush Hour those of *GP-Rush*. What the papers leave
/// open, or limit by time, is chosen so that a generation takes less than a minute of two cores: the search of FreeCell looks three moves
/// ahead and forgets nothing, where the original looks six ahead and forgets at 200,000 states.
///
/// Some depend on what was `chosen` for the run already: a search is told nothing that its engine does not know, and gradual difficulty has
/// the generations that it may take to its hardest group.
#[must_use]
pub fn usual_settings(puzzle: &str, chosen: &Table) -> Option<Settings> {
    let mut settings = match puzzle {
        policy::FREECELL => patience_freecell::KIT.evolution(chosen)?,
        patience_rush_hour::NAME => RUSH_HOUR.evolution(chosen)?,
        _ => return None,
    };
    let curriculum = chosen.get("curriculum").and_then(TomlValue::as_str);
    if curriculum == Some("gradual") {
        // What is wrong with them is told when all settings are read.
        let gradual = chosen.get("gradual").and_then(|table| table.clone().try_into().ok());
        let Gradual { groups, current, patience, .. } = gradual.unwrap_or(settings.gradual);
        let windows = u32::try_from(groups.saturating_sub(current)).unwrap_or(u32::MAX);
        let windows = windows.saturating_add(1);
        settings.generations = windows.saturating_mul(patience);
    }
    Some(settings)
}

/// Where the genomes of these settings are tried.
pub fn arena(settings: &Settings) -> Result<Box<dyn Arena>, NoArena> {
    match settings.puzzle.as_str() {
        policy::FREECELL => Ok(patience_freecell::KIT.arena(settings)?),
        patience_rush_hour::NAME => Ok(RUSH_HOUR.arena(settings)?),
        other => Err(NoArena::Puzzle(other.to_owned())),
    }
}

/// The best genome of a run so far as a file that searches can be guided with; nothing before the first generation.
#[must_use]
pub fn best(settings: &Settings, state: &State, version: &str) -> Option<GenomeFile> {
    let (genome, champion) = state.champion.as_ref()?;
    let mut provenance = Table::new();
    let mut set = |key: &str, value: TomlValue| {
        provenance.insert(key.to_owned(), value);
    };
    set("program", format!("patience {version}").into());
    set("seed", i64::try_from(settings.seed).unwrap_or(i64::MAX).into());
    set("generation", i64::from(champion.generation).into());
    set("training-fitness", champion.validation.fitness.into());
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    set("training-solved", count(champion.validation.solved).into());
    set("training-cases", count(champion.validation.cases).into());
    // Settings are plain values; a file without them would still be of use.
    if let Ok(table) = Table::try_from(settings) {
        set("settings", table.into());
    }
    let mut search = settings.search.clone();
    search.remove("boards");
    Some(GenomeFile {
        puzzle: settings.puzzle.clone(),
        name: format!("{} by {}", name_of(settings.genome), curriculum_of(settings.curriculum)),
        about: None,
        manner: Manner { reading: settings.reading, scale: settings.scale },
        search,
        genome: genome.clone(),
        provenance,
    })
}

fn name_of(shape: Shape) -> &'static str {
    match shape {
        Shape::Weights => "weights",
        Shape::Formula => "formula",
        Shape::Policy => "policy",
    }
}

fn curriculum_of(curriculum: CurriculumKind) -> &'static str {
    match curriculum {
        CurriculumKind::Random => "random cases",
        CurriculumKind::Gradual => "gradual difficulty",
        CurriculumKind::Rosin => "Rosin's coevolution",
        CurriculumKind::Hillis => "Hillis's coevolution",
    }
}
