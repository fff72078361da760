//! Evolution of policies for every puzzle with fitness cases: settings, threads, and the best genome as a file.

use std::convert::Infallible;

use patience_core::Cancel;
use patience_kit::{Fault, Policy, PolicyError};
use patience_learn::{
    Arena, Attempt, CurriculumKind, FileError, GenomeFile, Gradual, Job, Lexicon, Manner, Settings,
    Shape, State, Table, TomlValue, Workers,
};
use serde::Deserialize;

use crate::batch::{in_order, threads};
use crate::find;

/// Runs searches on several threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub usize);

impl Workers for Threads {
    fn run(
        &self,
        jobs: &[Job<'_>],
        arena: &dyn Arena,
        cancel: &Cancel,
        done: &mut dyn FnMut(&Attempt),
    ) -> Option<Vec<Attempt>> {
        in_parallel(jobs, self.0, cancel, |job| job.run(arena, cancel), done)
    }
}

/// The results of all items in their order, or `None` if the work was cancelled. `done` sees every result, in the same order.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    wished: usize,
    cancel: &Cancel,
    work: impl Fn(&T) -> R + Sync,
    done: &mut dyn FnMut(&R),
) -> Option<Vec<R>> {
    let mut results = Vec::with_capacity(items.len());
    let emit = |result: R| {
        done(&result);
        results.push(result);
        Ok::<(), Infallible>(())
    };
    let threads = threads(Some(wished), items.len() as u64);
    let is_whole = in_order(items.iter(), threads, || cancel.is_cancelled(), work, emit);
    // The last results of cancelled work are incomplete.
    (is_whole == Ok(true) && !cancel.is_cancelled()).then_some(results)
}

/// The default settings for a puzzle, given those that were chosen; `None` if nothing is evolved for it.
#[must_use]
pub fn usual_settings(puzzle: &str, chosen: &Table) -> Option<Settings> {
    let settings = find(puzzle).ok()?.evolution(chosen)?;
    Some(with_gradual_length(settings, chosen))
}

/// Gradual difficulty runs long enough to reach its hardest group.
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
pub fn settings(puzzle: &str, changes: Table) -> Result<Settings, Fault> {
    // An unknown puzzle is reported with the names that exist.
    find(puzzle)?;
    let usual = usual_settings(puzzle, &changes)
        .ok_or_else(|| Fault::input(format_args!("nothing is evolved for {puzzle}")))?;
    changed(&usual, changes)
}

/// Settings with changes, checked. Sections are merged key by key.
pub fn changed(settings: &Settings, changes: Table) -> Result<Settings, Fault> {
    let mut table = Table::try_from(settings).map_err(Fault::input)?;
    merge(&mut table, changes);
    let settings = Settings::deserialize(table).map_err(|error| {
        Fault::input(format_args!("settings: {}", error.to_string().trim_end()))
    })?;
    settings.check().map_err(Fault::input)?;
    Ok(settings)
}

fn merge(table: &mut Table, over: Table) {
    for (key, value) in over {
        match (table.get_mut(&key).and_then(|old| old.as_table_mut()), value) {
            (Some(section), TomlValue::Table(inner)) => merge(section, inner),
            (_, value) => drop(table.insert(key, value)),
        }
    }
}

/// The fitness cases of a run with these settings.
pub fn arena(settings: &Settings) -> Result<Box<dyn Arena>, Fault> {
    find(&settings.puzzle)?.arena(settings)
}

/// The vocabulary of policies for a puzzle, and for an engine or the usual one.
#[must_use]
pub fn lexicon(puzzle: &str, engine: Option<&str>) -> Option<Lexicon> {
    find(puzzle).ok()?.lexicon(engine)
}

/// Reads a policy file of any puzzle, and checks that its engine can use it.
pub fn read_genome(text: &str) -> Result<(GenomeFile, Lexicon), FileError> {
    let file = GenomeFile::parse(text, lexicon)?;
    let wrong =
        |PolicyError { key, message }| GenomeFile::error_at(text, &["search", &key], message);
    let kit = find(&file.puzzle)
        .map_err(|fault| GenomeFile::error_at(text, &["puzzle"], fault.message))?;
    let policy = Policy::new(file, kit).map_err(wrong)?;
    Ok((policy.file().clone(), policy.lexicon().clone()))
}

/// The best genome of a run so far as a policy file; `None` before the first generation. `version` is that of the program.
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
    // Settings are plain values; a file without them would still be useful.
    if let Ok(table) = Table::try_from(settings) {
        set("settings", table.into());
    }
    Some(GenomeFile {
        puzzle: settings.puzzle.clone(),
        name: format!("{} by {}", name_of(settings.genome), curriculum_of(settings.curriculum)),
        about: None,
        manner: Manner { reading: settings.reading, scale: settings.scale },
        search: engine_settings(settings),
        genome: genome.clone(),
        provenance,
    })
}

/// The settings of the search that the engine knows. Others choose the fitness cases.
fn engine_settings(settings: &Settings) -> Table {
    let mut search = settings.search.clone();
    if let Ok(kit) = find(&settings.puzzle) {
        let named = search.get("engine").and_then(TomlValue::as_str);
        let name = named.unwrap_or(kit.policy_engine());
        let engine = kit.engines().into_iter().find(|engine| engine.name == name);
        let fields = engine.map(|engine| engine.settings).unwrap_or_default();
        let is_known = |key: &str| key == "engine" || fields.iter().any(|field| field.name == key);
        search.retain(|key, _| is_known(key));
    }
    search
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [0, 1, 3, 1000] {
            let mut seen = 0;
            let squares =
                in_parallel(&items, threads, &Cancel::new(), |it| it * it, &mut |_| seen += 1);
            assert_eq!(squares.unwrap(), items.iter().map(|it| it * it).collect::<Vec<_>>());
            assert_eq!(seen, items.len());
        }
        assert_eq!(in_parallel(&[], 2, &Cancel::new(), |it: &u8| *it, &mut |_| {}), Some(vec![]));
    }

    #[test]
    fn cancelled_work_has_no_results() {
        let cancel = Cancel::new();
        let work = |&it: &u8| {
            if it == 5 {
                cancel.cancel();
            }
            it
        };
        let items: Vec<u8> = (0..10).collect();
        assert_eq!(in_parallel(&items, 2, &cancel, work, &mut |_| {}), None);
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
        let changes = |text: &str| changed(&Settings::default(), text.parse().unwrap());
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
