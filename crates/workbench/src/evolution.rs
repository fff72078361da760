//! What can be evolved with every puzzle, and policies for those with fitness cases: settings, threads, estimates.
//!
//! ```
//! use patience_core::Cancel;
//! use patience_learn::{Evolution, Executor, Run as _, Table};
//! use patience_workbench::evolution::{Threads, settings};
//! use patience_workbench::policies::{Hooks, kit_policies};
//!
//! let changes: Table = "genome = 'weights'\npopulation = 6\ngenerations = 2\ntraining = 4\nvalidation = 3".parse().unwrap();
//! let settings = settings("tiles", changes)?;
//! let policies = kit_policies(patience_workbench::find("tiles")?, settings, Hooks::default())?;
//! let mut run = Evolution::begin(policies);
//! let cancel = Cancel::new();
//! let mut executor = Executor { workers: &Threads(2), cancel: &cancel, watcher: &mut () };
//! while !run.is_over() {
//!     let generation = run.advance(&mut executor).expect("nobody cancels it");
//!     println!("{}", generation.text);
//! }
//! assert!(run.results().iter().any(|(file, _)| *file == "best.toml"));
//! # Ok::<(), patience_kit::Fault>(())
//! ```

use std::convert::Infallible;
use std::sync::LazyLock;
use std::time::Instant;

use patience_core::{Cancel, SplitMix};
use patience_kit::{
    Estimate, Evaluate, Evolvable, EvolvableAbout, Fault, Field, FieldKind, Kit, Named, Policy,
    PolicyError, RunReport, grouped,
};
use patience_learn::{
    Arena, Batch, Breeder, Evolution, FeatureSet, FileError, Folder, GenomeFile, Gradual, Job,
    Policies, Run, RunSettings as _, Settings, Table, TomlValue, Workers, run_job,
};

use crate::batch::{in_order, threads};
use crate::policies::{Hooks, kit_policies};
use crate::{find, kits};

/// Searches that an estimate of the cost is made from.
const SAMPLE: usize = 16;

/// The shapes of genomes.
const SHAPES: [Named; 3] = [
    Named { name: "weights", summary: "A weight for each heuristic, by a genetic algorithm" },
    Named { name: "formula", summary: "A typed expression tree, by genetic programming" },
    Named { name: "policy", summary: "Ordered rules: conditions with a value each" },
];

/// The curricula.
const CURRICULA: [Named; 4] = [
    Named { name: "random", summary: "The same random cases for all genomes of a generation" },
    Named { name: "gradual", summary: "Cases from groups of increasing difficulty" },
    Named { name: "rosin", summary: "Cases evolve, with a hall of fame of the hardest" },
    Named { name: "hillis", summary: "Sets of cases evolve" },
];

/// How genomes are found.
const METHODS: [Named; 3] = [
    Named { name: "evolution", summary: "A population evolves" },
    Named { name: "random-search", summary: "Every generation is random: a control" },
    Named {
        name: "hill-climbing",
        summary: "The best of a genome and its mutations is the next: a control",
    },
];

/// The limit of generations of a run with a budget: the budget ends it before.
const WITH_BUDGET: u32 = 1_000_000;

/// Everything that can be evolved: policies of every puzzle that has fitness cases, and what puzzles offer besides.
///
/// ```
/// use patience_workbench::evolution::evolvables;
///
/// let names: Vec<&str> = evolvables().map(|it| it.about().name).collect();
/// // Policies of a puzzle go by its name.
/// assert!(names.contains(&"tiles") && names.contains(&"rushhour-boards"));
/// ```
pub fn evolvables() -> impl Iterator<Item = &'static dyn Evolvable> {
    static POLICIES: LazyLock<Vec<EvolvablePolicies>> = LazyLock::new(|| {
        let has_cases = |kit: &&&dyn Kit| kit.evolution(&Table::new()).is_some();
        kits().iter().filter(has_cases).map(|&kit| EvolvablePolicies(kit)).collect()
    });
    let policies = POLICIES.iter().map(|policies| policies as &dyn Evolvable);
    policies.chain(kits().iter().flat_map(|kit| kit.evolvables()).copied())
}

/// Policies of a puzzle.
struct EvolvablePolicies(&'static dyn Kit);

impl EvolvablePolicies {
    fn policies(&self, settings: &str) -> Result<Policies, Fault> {
        kit_policies(self.0, Settings::parse(settings)?, Hooks::default())
    }
}

impl Evolvable for EvolvablePolicies {
    fn about(&self) -> EvolvableAbout {
        let about = self.0.about();
        let name = about.name;
        let usual = self.0.evolution(&Table::new()).and_then(|settings| settings.table().ok());
        let usual = usual.unwrap_or_default();
        let flag = |name: &'static str, doc: &'static str, choices: &[Named]| Field {
            name,
            doc: doc.into(),
            kind: FieldKind::Choice { choices: choices.to_vec() },
            default: usual
                .get(name)
                .and_then(TomlValue::as_str)
                // Settings that older versions do not know are only written if they differ from the first choice.
                .unwrap_or(choices.first().map_or("", |first| first.name))
                .into(),
        };
        let examples = [
            "--dry-run",
            "--genome weights --set generations=50 --out runs/weights",
            "--config runs/weights/settings.toml --set seed=2 --out runs/weights-2",
            "--out runs/weights --resume",
        ];
        EvolvableAbout {
            name,
            summary: about.title,
            description: format!(
                "A run is a folder: settings.toml (all settings), log.jsonl (a line per generation), checkpoint.json, and best.toml (the best \
                 genome, for `patience solve {name} --policy`). After a crash or an interrupt, --resume continues it with the same result."
            ),
            examples: examples.map(|line| format!("evolve {name} {line}")).to_vec(),
            flags: vec![
                flag("genome", "The shape of genomes", &SHAPES),
                flag("curriculum", "How fitness cases are chosen", &CURRICULA),
                flag("method", "How genomes are found", &METHODS),
                Field::new::<Option<String>>(
                    "mutator",
                    "Command line of a program that breeds, instead of the built-in operators; it speaks JSON lines",
                    &None,
                ),
            ],
        }
    }

    fn check(&self, text: &str) -> Result<(), Fault> {
        Settings::parse(text)?;
        Ok(())
    }

    fn settings(&self, changes: Table) -> Result<String, Fault> {
        Ok(settings(self.0.about().name, changes)?.to_text())
    }

    fn continued(&self, before: &str, changes: Table) -> Result<String, Fault> {
        Ok(Settings::continued(before, changes)?.to_text())
    }

    fn owns(&self, _: &Table) -> bool {
        false
    }

    fn default_folder(&self, _: &str) -> Option<String> {
        None
    }

    fn begin(&self, settings: &str) -> Result<Box<dyn Run>, Fault> {
        Ok(Box::new(Evolution::begin(self.policies(settings)?)))
    }

    fn resume(&self, settings: &str, folder: &Folder) -> Result<Box<dyn Run>, Fault> {
        Ok(Box::new(Evolution::open(self.policies(settings)?, folder)?))
    }

    fn evaluator(&self, settings: &str) -> Result<Box<Evaluate>, Fault> {
        let arena = arena(&Settings::parse(settings)?)?;
        Ok(Box::new(move |job, cancel| run_job(&*arena, job, cancel).map_err(Fault::environment)))
    }

    fn estimate(&self, settings: &str, cancel: &Cancel) -> Result<Option<Estimate>, Fault> {
        let settings = Settings::parse(settings)?;
        let arena = arena(&settings)?;
        let mut random = SplitMix::new(settings.seed);
        let breeder = Breeder { feature_set: arena.feature_set(), settings: &settings };
        let cases = arena.cases();
        let (begin, mut nodes) = (Instant::now(), 0);
        for _ in 0..SAMPLE {
            let genome = breeder.random(&mut random);
            let case = cases[random.below(cases.len())];
            nodes += Job::guided(&genome, case, None, &settings).run(&*arena, cancel).nodes;
            if cancel.is_cancelled() {
                return Ok(None);
            }
        }
        let each = begin.elapsed().as_secs_f64() / SAMPLE as f64;
        let (searches, nodes) = (settings.searches(), grouped(nodes / SAMPLE as u64));
        Ok(Some(Estimate {
            measured: format!(
                "{searches} searches a generation, {each:.2} s and {nodes} nodes each for {SAMPLE} random genomes"
            ),
            seconds: each * searches as f64,
            generations: settings.generations_within_budget(),
            is_bound: false,
            note: "Evolved genomes are faster, and no search is repeated; searches of the baseline come on top where their results are not stored.",
        }))
    }

    fn report(&self, _: &Folder) -> Result<Option<RunReport>, Fault> {
        Ok(None)
    }
}

/// Works on several threads.
///
/// ```
/// use patience_core::Cancel;
/// use patience_learn::Executor;
/// use patience_workbench::evolution::Threads;
///
/// let cancel = Cancel::new();
/// let mut executor = Executor { workers: &Threads(2), cancel: &cancel, watcher: &mut () };
/// assert_eq!(executor.run(&[1, 2, 3], |number, _| number * number, |_| true), Ok(vec![1, 4, 9]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub usize);

impl Workers for Threads {
    fn run(&self, Batch { count, work, done, cancel }: Batch<'_>) {
        let threads = threads(Some(self.0), count as u64);
        let work = |item: usize| {
            work(item);
            item
        };
        let emit = |item: usize| {
            done(item);
            Ok::<(), Infallible>(())
        };
        // Whether all was done is for the caller to see.
        let _ = in_order(0..count, threads, || cancel.is_cancelled(), work, emit);
    }
}

/// The default settings for a puzzle, given those that were chosen; `None` if nothing is evolved for it.
///
/// ```
/// use patience_learn::Table;
/// use patience_workbench::evolution::usual_settings;
///
/// let usual = usual_settings("tiles", &Table::new()).expect("tiles have fitness cases");
/// let chosen: Table = "budget = 1000000".parse()?;
/// let limited = usual_settings("tiles", &chosen).expect("tiles have fitness cases");
/// // The budget ends the run, not the number of generations.
/// assert!(usual.generations < limited.generations);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn usual_settings(puzzle: &str, chosen: &Table) -> Option<Settings> {
    let settings = find(puzzle).ok()?.evolution(chosen)?;
    Some(with_budget(with_gradual_length(settings, chosen), chosen))
}

/// A budget, not the number of generations, ends a run that has one.
fn with_budget(settings: Settings, chosen: &Table) -> Settings {
    if !chosen.contains_key("budget") {
        return settings;
    }
    Settings { generations: WITH_BUDGET, ..settings }
}

/// Gradual difficulty runs long enough to reach its hardest group.
///
/// ```
/// use patience_learn::{Settings, Table};
/// use patience_workbench::evolution::with_gradual_length;
///
/// let gradual = "{ groups = 6, current = 2, patience = 10 }";
/// let chosen: Table = format!("curriculum = 'gradual'\ngradual = {gradual}").parse()?;
/// // A window of two groups has five places among six groups, and stays at each for at most ten generations.
/// assert_eq!(with_gradual_length(Settings::default(), &chosen).generations, 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn with_gradual_length(settings: Settings, chosen: &Table) -> Settings {
    if chosen.get("curriculum").and_then(TomlValue::as_str) != Some("gradual") {
        return settings;
    }
    // Wrong values are reported when all settings are read.
    let gradual = chosen.get("gradual").and_then(|table| table.clone().try_into().ok());
    let Gradual { groups, current, patience, .. } = gradual.unwrap_or(settings.gradual);
    let windows = u32::try_from(groups.saturating_sub(current)).unwrap_or(u32::MAX);
    let generations = windows.saturating_add(1).saturating_mul(patience);
    Settings { generations, ..settings }
}

/// The default settings of a puzzle with changes, checked.
///
/// ```
/// use patience_learn::Table;
/// use patience_workbench::evolution::settings;
///
/// let changes = |text: &str| text.parse::<Table>().expect("it is TOML");
/// assert_eq!(settings("tiles", changes("population = 7"))?.population, 7);
/// assert!(settings("tiles", changes("population = 0")).is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn settings(puzzle: &str, changes: Table) -> Result<Settings, Fault> {
    // An unknown puzzle is reported with the names that exist.
    find(puzzle)?;
    let usual = usual_settings(puzzle, &changes)
        .ok_or_else(|| Fault::input(format_args!("nothing is evolved for {puzzle}")))?;
    Ok(usual.changed(changes)?)
}

/// The fitness cases of a run with these settings.
///
/// ```
/// use patience_learn::Table;
/// use patience_workbench::evolution::{arena, settings};
///
/// let settings = settings("tiles", Table::new())?;
/// let cases = arena(&settings)?.cases();
/// // A run finds as many cases as it draws.
/// assert!(settings.training + settings.validation <= cases.len());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn arena(settings: &Settings) -> Result<Box<dyn Arena>, Fault> {
    find(&settings.puzzle)?.arena(settings)
}

/// The vocabulary of policies for a puzzle, and for an engine or the usual one.
fn feature_set(puzzle: &str, engine: Option<&str>) -> Option<FeatureSet> {
    find(puzzle).ok()?.feature_set(engine)
}

/// Reads a policy file of any puzzle, and checks that its engine can use it.
///
/// ```
/// use patience_workbench::evolution::read_genome;
///
/// let text = "format = 1\npuzzle = 'tiles'\nname = 'Plain'\n[default]\nweights = { Manhattan = 1.0 }\n";
/// let (file, feature_set) = read_genome(text)?;
/// assert_eq!((file.puzzle.as_str(), file.name.as_str()), ("tiles", "Plain"));
/// assert!(feature_set.features().iter().any(|feature| feature.name == "Manhattan"));
/// let error = read_genome(&text.replace("Manhattan", "Brooklyn")).unwrap_err();
/// assert_eq!(error.line, 5);
/// # Ok::<(), patience_learn::FileError>(())
/// ```
pub fn read_genome(text: &str) -> Result<(GenomeFile, FeatureSet), FileError> {
    let file = GenomeFile::parse(text, feature_set)?;
    let wrong =
        |PolicyError { key, message }| GenomeFile::error_at(text, &["search", &key], message);
    let kit = find(&file.puzzle)
        .map_err(|fault| GenomeFile::error_at(text, &["puzzle"], fault.message))?;
    let policy = Policy::new(file, kit).map_err(wrong)?;
    Ok((policy.file().clone(), policy.feature_set().clone()))
}

#[cfg(test)]
mod tests {
    use patience_learn::{Executor, Stopped};

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [0, 1, 3, 1000] {
            let cancel = Cancel::new();
            let workers = &Threads(threads);
            let mut executor = Executor { workers, cancel: &cancel, watcher: &mut () };
            let squares = executor.run(&items, |it, _| it * it, |_| true).unwrap();
            assert_eq!(squares, items.iter().map(|it| it * it).collect::<Vec<_>>());
            assert_eq!(executor.run(&[], |it: &u8, _| *it, |_| true), Ok(vec![]));
        }
    }

    #[test]
    fn cancelled_work_has_no_results() {
        let cancel = Cancel::new();
        let work = |&it: &u8, cancel: &Cancel| {
            if it == 5 {
                cancel.cancel();
            }
            it
        };
        let items: Vec<u8> = (0..10).collect();
        let mut executor = Executor { workers: &Threads(2), cancel: &cancel, watcher: &mut () };
        assert_eq!(executor.run(&items, work, |_| true), Err(Stopped));
    }

    #[test]
    fn gradual_difficulty_is_long_enough_for_its_groups() {
        let chosen = |text: &str| text.parse::<Table>().unwrap();
        let generations =
            |text: &str| with_gradual_length(Settings::default(), &chosen(text)).generations;
        let usual = Settings::default().generations;
        assert_eq!(generations(""), usual);
        assert_eq!(generations("curriculum = \"rosin\"\ngradual = { groups = 6 }"), usual);
        let gradual = Gradual { groups: 6, ..Gradual::default() };
        let windows = u32::try_from(6 - gradual.current + 1).unwrap();
        assert_eq!(
            generations("curriculum = \"gradual\"\ngradual = { groups = 6 }"),
            windows * gradual.patience
        );
    }

    #[test]
    fn changes_are_merged_into_sections_and_checked() {
        let changes = |text: &str| Settings::default().changed(text.parse().unwrap());
        let settings = changes("population = 7\nhillis = { every = 3 }").unwrap();
        assert_eq!((settings.population, settings.hillis.every), (7, 3));
        assert_eq!(settings.hillis.cases, Settings::default().hillis.cases);
        let wrong = changes("populaton = 7").unwrap_err().to_string();
        assert!(wrong.starts_with("settings: ") && wrong.contains("populaton"), "{wrong}");
        let wrong = changes("population = 0").unwrap_err().to_string();
        assert_eq!(wrong, "population = 0: expected 1 to 100000");
    }

    #[test]
    fn unknown_puzzles_have_no_evolution() {
        assert_eq!(usual_settings("chess", &Table::new()), None);
        let fault = settings("chess", Table::new()).unwrap_err().to_string();
        assert!(fault.starts_with("unknown puzzle `chess`"), "{fault}");
        assert!(read_genome("format = 1\npuzzle = \"chess\"\nname = \"\"\n").is_err());
    }
}
