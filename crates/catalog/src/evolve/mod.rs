//! Fitness cases of the puzzles that have no kit yet. What is generic is in `patience_workbench::evolution`.

pub mod baselines;
pub mod boards;
pub mod difficulty;
mod fast;
mod freecell;
mod parallel;
mod rush_hour;

use patience_learn::{
    Arena, Constants, CurriculumKind, Gradual, Lexicon, NoWord, RandomCases, RuleMutation, Scale,
    Settings, Shape, Table, ValueShape,
};
use patience_workbench::evolution::with_gradual_length;

pub use rush_hour::BadBoards;

use crate::policy::{self, NoPlan, Plan};

/// The puzzles that genomes are bred for, by name.
pub const PUZZLES: [&str; 2] = [crate::freecell::NAME, crate::rush_hour::NAME];

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
    /// There are no boards.
    #[error("setting search.boards: {0}")]
    Boards(#[from] BadBoards),
}

/// The settings of a paper for a puzzle, or nothing if none is about it.
///
/// For FreeCell they are those of *Evolutionary Design of `FreeCell` Solvers*, for Rush Hour those of *GP-Rush*. What the papers leave
/// open, or limit by time, is chosen so that a generation takes less than a minute of two cores: the search of FreeCell looks three moves
/// ahead and forgets nothing, where the original looks six ahead and forgets at 200,000 states; one of Rush Hour ends after 100,000 nodes, or
/// where it can save none.
///
/// Some depend on what was `chosen` for the run already: a search is told nothing that its engine does not know, and gradual difficulty has
/// the generations that it may take to its hardest group.
#[must_use]
pub fn usual_settings(puzzle: &str, chosen: &Table) -> Option<Settings> {
    let settings = match puzzle {
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
        crate::rush_hour::NAME => Settings {
            puzzle: puzzle.to_owned(),
            genome: Shape::Policy,
            curriculum: CurriculumKind::Random,
            generations: 100,
            population: 50,
            reproduction: 0.5,
            crossover: 0.4,
            mutation: 0.1,
            rule_mutation: RuleMutation::Swap,
            values: ValueShape::Formula,
            constants: Constants::Steps,
            constant_leaves: 0.5,
            favourite: 1.0 / 6.0,
            scale: Scale::Counts,
            training: 180,
            validation: 30,
            nodes: 100_000,
            baseline_nodes: 1_500_000,
            give_up: Some(1.0),
            penalty: 1_500_000.0,
            partial: 0.0,
            random: RandomCases { cases: 10 },
            // Together as many as the other curricula learn from.
            gradual: Gradual { group_size: 4, ..Gradual::default() },
            ..Settings::default()
        },
        _ => return None,
    };
    Some(with_gradual_length(settings, chosen))
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
        crate::rush_hour::NAME => Ok(Box::new(rush_hour::Boards::new(settings)?)),
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
