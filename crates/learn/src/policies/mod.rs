//! The species of policies: genomes that guide searches, evaluated on the cases of a curriculum.

mod archive;
mod breed;
mod custom_fitness;
mod evaluate;
mod mutator;
mod pool;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;

use patience_core::SplitMix;
use serde::{Deserialize, Serialize};

use crate::arena::{Arena, Attempt, Case};
use crate::breed::Breeder;
use crate::checkpoint::BadCheckpoint;
use crate::curriculum::{Context, Curriculum, draw, training_size};
use crate::diagnosis::Diagnosis;
use crate::evolution::{Ending, Species, State};
use crate::executor::{Executor, Stopped};
use crate::folder::{ARCHIVE, BEST, Folder};
use crate::genome::{FeatureEncoding, Genome, GenomeFile, GenomeText};
use crate::log::{Champion, Generation};
use crate::policies::evaluate::best_of;
use crate::settings::{CurriculumKind, Method, Settings, Shape};

pub use self::archive::{Archive, ArchiveCell, ArchiveFile, Elite, Figures, nodes_of, units_of};
pub use self::custom_fitness::{FitnessFunction, Trial};
use self::evaluate::Evaluated;
pub use self::mutator::Mutator;

/// What a run of policies knows besides its population.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::Evolution;
///
/// let mut run = Evolution::begin(policies(settings()));
/// step(&mut run)?;
/// let memory = &run.state().memory;
/// assert_eq!((memory.training.len(), memory.validation.len()), (20, 4));
/// assert!(memory.validation.iter().all(|case| memory.training.contains(case)));
/// assert!(memory.champion.is_some());
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyMemory {
    /// The best genome so far on the validation set.
    pub champion: Option<(Genome, Champion)>,
    /// The training set.
    pub training: Vec<Case>,
    /// The part of the training set that compares the best genomes of all generations.
    pub validation: Vec<Case>,
    /// Before the first generation, this is none yet: gradual difficulty needs searches of the baseline.
    curriculum: Curriculum,
    /// Evaluations so far.
    pub evaluations: u64,
    /// The best genomes of each kind; empty without an archive.
    pub archive: Archive,
    /// A checksum of the settings and cases at the start.
    origin: u32,
}

/// The state of a run of policies.
pub type PolicyState = State<Genome, PolicyMemory>;

/// A checkpoint of a run of policies.
#[derive(Serialize, Deserialize)]
pub struct SavedPolicies {
    origin: u32,
    generation: u32,
    random: SplitMix,
    champion: Option<(GenomeText, Champion)>,
    curriculum: Curriculum,
    training: Vec<Case>,
    validation: Vec<Case>,
    #[serde(default)]
    evaluations: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    archive: Vec<archive::SavedElite>,
    population: Vec<GenomeText>,
}

/// Policies of a puzzle. No search is repeated: results are kept in memory.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{heaps::Heaps, settings, step};
/// use std::rc::Rc;
///
/// use patience_learn::{Evolution, Policies};
///
/// // `Heaps` is defined in the example of `Arena`.
/// let policies = || Policies::new(settings(), Rc::new(Heaps::new()));
/// let mut run = Evolution::begin(policies());
/// assert_eq!(policies().best(run.state()), None);
/// step(&mut run)?;
/// let best = policies().best(run.state()).expect("a generation has a best genome");
/// assert_eq!((best.puzzle.as_str(), best.name.as_str()), ("heaps", "weights by random cases"));
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
pub struct Policies {
    settings: Settings,
    arena: Rc<dyn Arena>,
    /// The settings of the search in policy files.
    pub search: toml::Table,
    /// The name and version of the program in policy files.
    pub program: String,
    /// A program that breeds, instead of the built-in operators.
    pub mutator: Option<Box<dyn Mutator>>,
    /// A fitness function, instead of the share of nodes that a search saves.
    pub fitness: Option<Box<dyn FitnessFunction>>,
    /// Whether the program knows what it breeds.
    is_introduced: bool,
    /// What ended the run too early.
    failure: Option<String>,
    attempts: HashMap<Genome, BTreeMap<Case, Attempt>>,
    baselines: BTreeMap<Case, Attempt>,
}

/// A checksum of the settings, without the length of the run, and of the cases.
fn origin(settings: &Settings, arena: &dyn Arena) -> u32 {
    let lasting = Settings { generations: 0, budget: None, ..settings.clone() };
    let mut sum = crc32fast::Hasher::new();
    // Settings are plain values and can always be written.
    sum.update(toml::to_string(&lasting).unwrap_or_default().as_bytes());
    for case in arena.cases() {
        sum.update(arena.description(case).as_bytes());
        sum.update(b"\n");
    }
    sum.finalize()
}

impl Policies {
    /// Policies with the settings of a run and its fitness cases.
    #[must_use]
    pub fn new(settings: Settings, arena: Rc<dyn Arena>) -> Self {
        Self {
            search: settings.search.clone(),
            program: "patience".to_owned(),
            settings,
            arena,
            mutator: None,
            fitness: None,
            is_introduced: false,
            failure: None,
            attempts: HashMap::new(),
            baselines: BTreeMap::new(),
        }
    }

    /// The best genome so far as a policy file; `None` before the first generation.
    #[must_use]
    pub fn best(&self, state: &PolicyState) -> Option<GenomeFile> {
        let (genome, champion) = state.memory.champion.as_ref()?;
        let settings = &self.settings;
        let count = |count: usize| toml::Value::from(i64::try_from(count).unwrap_or(i64::MAX));
        let seed = i64::try_from(settings.seed).unwrap_or(i64::MAX);
        let mut provenance = toml::Table::from_iter([
            ("program".to_owned(), self.program.as_str().into()),
            ("seed".to_owned(), seed.into()),
            ("generation".to_owned(), i64::from(champion.generation).into()),
            ("training-fitness".to_owned(), champion.validation.fitness.into()),
            ("training-solved".to_owned(), count(champion.validation.solved)),
            ("training-cases".to_owned(), count(champion.validation.cases)),
        ]);
        // Settings are plain values; a file without them would still be useful.
        if let Ok(table) = toml::Table::try_from(settings) {
            provenance.insert("settings".to_owned(), table.into());
        }
        Some(GenomeFile { provenance, ..self.file(genome.clone()) })
    }

    /// A genome of the run as a policy file without provenance.
    fn file(&self, genome: Genome) -> GenomeFile {
        GenomeFile {
            puzzle: self.settings.puzzle.clone(),
            name: name_of(&self.settings),
            about: None,
            encoding: self.encoding(),
            search: self.search.clone(),
            genome,
            provenance: toml::Table::new(),
        }
    }

    fn encoding(&self) -> FeatureEncoding {
        FeatureEncoding { reading: self.settings.reading, scale: self.settings.scale }
    }

    /// Generations that the budget allows for sure; `None` without a budget.
    fn affordable(&self, state: &PolicyState) -> Option<u32> {
        let left = self.settings.budget?.saturating_sub(state.memory.evaluations);
        Some(u32::try_from(left / self.settings.searches().max(1) as u64).unwrap_or(u32::MAX))
    }
}

impl Species for Policies {
    type Individual = Genome;
    type Memory = PolicyMemory;
    type Evaluated = Evaluated;
    type Log = Generation;
    type Saved = SavedPolicies;

    /// Draws the training set and a population of random genomes.
    fn begin(&self) -> PolicyState {
        let Self { settings, arena, .. } = self;
        let mut random = SplitMix::new(settings.seed);
        let training = draw(&arena.cases(), training_size(settings), &mut random);
        let validation = draw(&training, settings.validation, &mut random);
        let breeder = Breeder { feature_set: arena.feature_set(), settings };
        let population = (0..settings.genomes()).map(|_| breeder.random(&mut random)).collect();
        let memory = PolicyMemory {
            champion: None,
            training,
            validation,
            curriculum: Curriculum::Random,
            evaluations: 0,
            archive: Archive::default(),
            origin: origin(settings, &**arena),
        };
        State { generation: 0, population, random, memory }
    }

    fn evaluate(
        &mut self,
        state: &mut PolicyState,
        executor: &mut Executor<'_>,
    ) -> Result<Evaluated, Stopped> {
        if state.generation == 0 {
            state.memory.curriculum = self.first_curriculum(state, executor)?;
        }
        let State { population, random, memory, .. } = state;
        let context = Context { settings: &self.settings, training: &memory.training };
        let cases = match self.settings.method {
            // A genome and its children compete on the same cases.
            Method::HillClimbing => {
                let cases = memory.curriculum.assign(1, context, random).pop();
                vec![cases.unwrap_or_default(); population.len()]
            }
            _ => memory.curriculum.assign(population.len(), context, random),
        };
        let mut evaluated = self.search(population, cases, &memory.validation, executor)?;
        memory.evaluations += (evaluated.evaluations.len() + memory.validation.len()) as u64;
        let genome = &population[best_of(&evaluated.fitness)];
        let fresh = Champion { generation: state.generation, validation: evaluated.validation };
        let is_better = |(_, old): &(_, Champion)| old.validation < fresh.validation;
        if memory.champion.as_ref().is_none_or(is_better) {
            memory.champion = Some((genome.clone(), fresh));
        }
        if self.settings.archive.is_some() {
            self.archive_all(state, &evaluated);
        }
        if self.mutator.is_some() {
            executor.watcher.doing("waiting for the mutator");
            evaluated.bred = Some(self.bred_outside(state, &evaluated, executor.cancel)?);
        }
        Ok(evaluated)
    }

    fn log(&self, state: &PolicyState, evaluated: &Evaluated) -> Generation {
        self.report(state, evaluated)
    }

    fn breed(&self, state: &mut PolicyState, evaluated: &Evaluated) {
        let State { random, memory, .. } = state;
        let context = Context { settings: &self.settings, training: &memory.training };
        let best = evaluated.fitness[best_of(&evaluated.fitness)];
        memory.curriculum.learn(&evaluated.evaluations, best, context, random);
        state.population = match &evaluated.bred {
            Some((bred, _)) => bred.clone(),
            None => self.next_population(state, evaluated),
        };
    }

    fn is_over(&self, state: &PolicyState) -> bool {
        self.settings.generations <= state.generation
            || state.memory.curriculum.is_over()
            || self.affordable(state) == Some(0)
    }

    fn save(&self, state: &PolicyState) -> SavedPolicies {
        let text = |genome| GenomeText::new(genome, self.arena.feature_set());
        let memory = &state.memory;
        SavedPolicies {
            origin: memory.origin,
            generation: state.generation,
            random: state.random.clone(),
            champion: memory.champion.as_ref().map(|(genome, it)| (text(genome), *it)),
            curriculum: memory.curriculum.clone(),
            training: memory.training.clone(),
            validation: memory.validation.clone(),
            evaluations: memory.evaluations,
            archive: memory.archive.save(self.arena.feature_set()),
            population: state.population.iter().map(text).collect(),
        }
    }

    fn restore(&self, saved: SavedPolicies) -> Result<PolicyState, BadCheckpoint> {
        let feature_set = self.arena.feature_set();
        let champion = match saved.champion {
            Some((text, champion)) => Some((text.genome(feature_set)?, champion)),
            None => None,
        };
        let population = saved.population.iter().map(|text| text.genome(feature_set));
        Ok(State {
            generation: saved.generation,
            population: population.collect::<Result<_, _>>()?,
            random: saved.random,
            memory: PolicyMemory {
                champion,
                training: saved.training,
                validation: saved.validation,
                curriculum: saved.curriculum,
                evaluations: saved.evaluations,
                archive: Archive::restore(saved.archive, self.settings.archive_axes, feature_set)?,
                origin: saved.origin,
            },
        })
    }

    /// Only the length of the run may differ from the start.
    fn owns(&self, state: &PolicyState) -> bool {
        state.memory.origin == origin(&self.settings, &*self.arena)
    }

    fn describe(&self, log: &Generation) -> String {
        let Generation { best, mean, solved, searches, validation, champion, .. } = log;
        let mut line = format!(
            "{:>4}: best {best:.3}, mean {mean:.3}, solved {solved} of {searches}; validation {:.3}, {} of {}; best so far {:.3} of {}",
            log.generation,
            validation.fitness,
            validation.solved,
            validation.cases,
            champion.validation.fitness,
            champion.generation,
        );
        if !log.stage.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(line, "; {}", log.stage);
        }
        line
    }

    fn remaining(&self, state: &PolicyState) -> Option<u32> {
        let left = self.settings.generations.checked_sub(state.generation)?;
        Some(left.min(self.affordable(state).unwrap_or(left)))
    }

    fn results(&self, state: &PolicyState) -> Vec<(&'static str, String)> {
        let text = |file: &GenomeFile| file.to_text(self.arena.feature_set());
        let best = self.best(state).map(|file| (BEST, text(&file)));
        let archive = self.settings.archive.map(|_| {
            let policy = |genome: &Genome| text(&self.file(genome.clone()));
            let file = state.memory.archive.file(self.settings.archive_axes, policy);
            // A grid is plain values and can always be written.
            (ARCHIVE, toml::to_string(&file).unwrap_or_default())
        });
        best.into_iter().chain(archive).collect()
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn ending(&self, _: &PolicyState, folder: &Folder) -> Ending {
        let mut note = format!("the best genome is in {}", folder.file(BEST).display());
        // A log that cannot be read is reported by whoever reads it for its own sake.
        let log = folder.log().unwrap_or_default();
        if let Some(diagnosis) = Diagnosis::of(&self.settings, &log) {
            let _ = write!(note, "\n{diagnosis}");
        }
        Ending { text: String::new(), note: Some(note) }
    }
}

/// The name of the best genome of a run.
fn name_of(settings: &Settings) -> String {
    let shape = match settings.genome {
        Shape::Weights => "weights",
        Shape::Formula => "formula",
        Shape::Policy => "policy",
    };
    let curriculum = curriculum_of(settings.curriculum);
    match settings.method {
        Method::Evolution => format!("{shape} by {curriculum}"),
        other => format!("{shape} by {}, {curriculum}", other.words()),
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
