//! Evolution: what is bred, tried on the puzzles.

pub mod baselines;
pub mod difficulty;
mod fast;
mod freecell;
mod parallel;
mod threads;

use patience_kit::{Fault, Kit as _};
use patience_learn::{
    Arena, CurriculumKind, GenomeFile, Gradual, Lexicon, Manner, NoWord, Settings, Shape, State,
    Table, TomlValue,
};
use patience_rush_hour::KIT as RUSH_HOUR;

pub use parallel::in_parallel;
pub use threads::Threads;

use crate::policy::{self, NoPlan, Plan};

/// The puzzles that genomes are bred for, by name.
pub const PUZZLES: [&str; 2] = [crate::freecell::NAME, patience_rush_hour::NAME];

/// Why a run cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum NoArena {
    /// Nothing is bred for the puzzle.
    #[error("nothing is bred for `{0}` (known: {known})", known = PUZZLES.join(", "))]
    Puzzle(String),
    /// The search is not one that a genome guides.
    #[error("setting search.{}: {}", .0.key, .0.message)]
    Search(#[from] NoPlan),
    /// A feature to be avoided that there is not.
    #[error("setting avoid: {0}")]
    Avoid(#[from] NoWord),
    /// Nothing is bred for the engine.
    #[error("setting search.engine: expected \"staged\" or \"fast\", found \"{0}\"")]
    Engine(&'static str),
    /// The engine takes nothing else.
    #[error("setting search.engine: `fast` takes genome = \"weights\" and reading = \"distance\"")]
    NoWeights,
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
        crate::freecell::NAME => {
            let mut settings = Settings { nodes: 300_000, ..Settings::default() };
            let engine = chosen.get("search").and_then(|search| search.get("engine")?.as_str());
            if engine.is_none_or(|name| name == freecell::ENGINE) {
                for (key, value) in freecell::USUAL_SEARCH {
                    settings.search.insert(key.to_owned(), value.into());
                }
            }
            settings
        }
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
        crate::freecell::NAME => {
            let plan = Plan::read(&settings.puzzle, &settings.search)?;
            match plan.engine {
                policy::FAST => Ok(Box::new(fast::FastDeals::new(settings, &plan)?)),
                freecell::ENGINE => Ok(Box::new(freecell::Deals::new(settings, &plan)?)),
                other => Err(NoArena::Engine(other)),
            }
        }
        patience_rush_hour::NAME => Ok(RUSH_HOUR.arena(settings)?),
        other => Err(NoArena::Puzzle(other.to_owned())),
    }
}

/// The words of genomes of these settings.
fn lexicon(settings: &Settings) -> Result<Lexicon, NoArena> {
    let engine = settings.search.get("engine").and_then(|engine| engine.as_str());
    let lexicon = policy::lexicon(&settings.puzzle, engine)
        .ok_or_else(|| NoArena::Puzzle(settings.puzzle.clone()))?;
    Ok(lexicon.avoiding(&settings.avoid)?)
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
