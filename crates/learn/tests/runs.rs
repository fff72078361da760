//! Runs: that they learn, that they can be repeated, stopped and resumed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use patience_core::Cancel;
use patience_files::fault::{Kind, inject};
use patience_learn::folder::{CHECKPOINT, LOG, SETTINGS};
use patience_learn::{
    Batch, CurriculumKind, Evolution, Executor, Folder, FolderError, Generation, Policies,
    Run as _, RunSettings as _, Sequential, Settings, Shape, Stopped, Workers, to_checkpoint,
};

use crate::common::curve::{
    CURRICULA, Curve, SHAPES, policies, resumed_at_every_generation, run, settings, step,
};

#[test]
fn every_genome_learns_by_every_curriculum() {
    for genome in SHAPES {
        for curriculum in CURRICULA {
            let (log, end) = run(&settings(genome, curriculum), &Sequential);
            let (first, last) = (&log[0], log.last().unwrap());
            assert!(first.mean < last.mean, "{genome:?} {curriculum:?}: {first:?} {last:?}");
            let champion = end.memory.champion.unwrap().1;
            assert!(first.validation <= champion.validation);
            assert!(log.iter().all(|line| line.validation <= champion.validation));
        }
    }
}

#[test]
fn the_same_settings_make_the_same_run_and_another_seed_another() {
    let settings = settings(Shape::Policy, CurriculumKind::Hillis);
    let first = run(&settings, &Sequential);
    assert_eq!(first, run(&settings, &Sequential));
    assert_ne!(first.0, run(&Settings { seed: 2, ..settings }, &Sequential).0);
}

#[test]
fn searches_that_save_nothing_need_not_be_finished() {
    for genome in SHAPES {
        let patient = Settings { partial: 0.0, ..settings(genome, CurriculumKind::Random) };
        let hasty = Settings { give_up: Some(1.0), ..patient.clone() };
        let ((_, patient), (log, hasty)) = (run(&patient, &Sequential), run(&hasty, &Sequential));
        assert_eq!(patient.population, hasty.population);
        // There was something to give up.
        assert!(log.iter().any(|line| line.solved < line.searches));
    }
}

/// Makes searches in the reverse order, as threads may.
struct Backwards;

impl Workers for Backwards {
    fn run(&self, Batch { count, work, done, .. }: Batch<'_>) {
        for item in (0..count).rev() {
            work(item);
            done(item);
        }
    }
}

#[test]
fn the_order_of_the_searches_does_not_matter() {
    for curriculum in CURRICULA {
        let settings = settings(Shape::Policy, curriculum);
        assert_eq!(run(&settings, &Sequential), run(&settings, &Backwards), "{curriculum:?}");
    }
}

#[test]
fn a_search_is_never_made_twice() {
    let settings = Settings {
        reproduction: 0.9,
        crossover: 0.1,
        mutation: 0.0,
        ..settings(Shape::Weights, CurriculumKind::Random)
    };
    let arena = Rc::new(Curve::new());
    let mut run = Evolution::begin(Policies::new(settings, Rc::<Curve>::clone(&arena)));
    let mut pairs = std::collections::HashSet::new();
    while !run.is_over() {
        let population = run.state().population.clone();
        step(&mut run, &Sequential, &Cancel::new()).unwrap();
        // At most every genome with every case.
        pairs.extend(population);
    }
    assert!(arena.searches.load(Ordering::Relaxed) <= pairs.len() * 40);
    assert!(arena.searches.load(Ordering::Relaxed) < 30 * (20 * 10 + 8) / 2);
}

#[test]
fn a_run_resumed_at_any_generation_has_the_same_result() {
    for genome in SHAPES {
        for curriculum in CURRICULA {
            let settings = Settings { generations: 12, ..settings(genome, curriculum) };
            let whole = run(&settings, &Sequential);
            assert_eq!(resumed_at_every_generation(&settings), whole, "{genome:?} {curriculum:?}");
        }
    }
}

#[test]
fn a_log_marks_runs_that_cannot_be_reproduced() {
    let mut settings = settings(Shape::Weights, CurriculumKind::Random);
    settings.generations = 1;
    let line =
        |settings: &Settings| serde_json::to_string(&run(settings, &Sequential).0[0]).unwrap();
    assert!(!line(&settings).contains("timed"));
    settings.seconds = Some(5.0);
    assert!(line(&settings).contains("\"timed\":true"));
}

#[test]
fn a_cancelled_generation_leaves_the_state_before_it() {
    let settings = settings(Shape::Policy, CurriculumKind::Hillis);
    let cancel = Cancel::new();
    let mut run = Evolution::begin(policies(&settings));
    step(&mut run, &Sequential, &cancel).unwrap();
    let before = run.state().clone();
    cancel.cancel();
    assert_eq!(step(&mut run, &Sequential, &cancel), Err(Stopped));
    assert_eq!(run.state(), &before);
}

/// Runs generations until the run is over or a write fails.
fn finish(run: &mut Evolution<Policies>, folder: &Folder) -> Result<(), FolderError> {
    let cancel = Cancel::new();
    while !run.is_over() {
        let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
        let logged = run.advance(&mut executor).unwrap();
        folder.save(&logged.json, run)?;
    }
    Ok(())
}

/// A folder with a run of a few generations, what evolves in it, and the settings.
fn folder() -> (tempfile::TempDir, Folder, Policies, Settings) {
    let dir = tempfile::tempdir().unwrap();
    let settings = Settings { generations: 4, ..settings(Shape::Policy, CurriculumKind::Rosin) };
    let folder = Folder::create(dir.path(), &settings.to_text()).unwrap();
    finish(&mut Evolution::begin(policies(&settings)), &folder).unwrap();
    (dir, folder, policies(&settings), settings)
}

#[test]
fn a_folder_gives_back_what_was_saved() {
    let (dir, folder, species, settings) = folder();
    let (again, read) = Folder::open(dir.path()).unwrap();
    assert_eq!((&again, &read), (&folder, &settings));
    assert_eq!(again.load(&species).unwrap().unwrap().generation, 4);
    assert_eq!(again.log::<Generation>().unwrap().len(), 4);
    assert!(matches!(Folder::create(dir.path(), ""), Err(FolderError::Taken(_))));
}

#[test]
fn lines_of_the_log_beyond_the_checkpoint_are_dropped() {
    let (dir, folder, species, settings) = folder();
    let log = dir.path().join(LOG);
    let whole = fs::read_to_string(&log).unwrap();
    // The same run, one generation longer, and killed in the next one.
    let longer = tempfile::tempdir().unwrap();
    work(longer.path(), &Settings { generations: 5, ..settings }).unwrap();
    let more = fs::read_to_string(longer.path().join(LOG)).unwrap();
    assert!(more.starts_with(&whole) && whole.len() < more.len());
    fs::write(&log, format!("{more}{}", &more[..20])).unwrap();
    assert_eq!(folder.load(&species).unwrap().unwrap().generation, 4);
    assert_eq!(fs::read_to_string(&log).unwrap(), whole);
}

#[test]
fn a_log_that_lost_lines_is_an_error() {
    let (dir, folder, species, _) = folder();
    let log = dir.path().join(LOG);
    // What the log is for, and the first generation.
    let whole = fs::read_to_string(&log).unwrap();
    fs::write(&log, whole.split_inclusive('\n').take(2).collect::<String>()).unwrap();
    let error = folder.load(&species).unwrap_err().to_string();
    assert!(error.ends_with("it has 1 lines, but the checkpoint is of generation 4"), "{error}");
}

#[test]
fn a_damaged_log_is_an_error_and_stays_as_it_is() {
    let (dir, folder, species, _) = folder();
    let path = dir.path().join(LOG);
    let whole = fs::read(&path).unwrap();
    for at in (0..whole.len() - 1).step_by(53) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let error = folder.load(&species).unwrap_err().to_string();
        assert!(error.contains(LOG), "{error}");
        assert_eq!(fs::read(&path).unwrap(), damaged);
    }
}

#[test]
fn a_folder_with_other_files_is_not_taken() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("best.toml");
    fs::write(&path, "precious").unwrap();
    let error = Folder::create(dir.path(), "").unwrap_err().to_string();
    assert!(error.contains("is not empty: it has best.toml"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
}

#[test]
fn a_damaged_checkpoint_is_an_error() {
    let (dir, folder, species, _) = folder();
    let path = dir.path().join(CHECKPOINT);
    let whole = fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(97) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let error = folder.load(&species).unwrap_err().to_string();
        assert!(error.contains(CHECKPOINT), "{error}");
    }
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let error = folder.load(&species).unwrap_err().to_string();
    assert!(error.contains("damaged"), "{error}");
}

#[test]
fn a_checkpoint_of_another_run_is_refused_and_a_run_may_be_made_longer() {
    let (_dir, folder, _, settings) = folder();
    let resume = |settings: &Settings, arena: Curve| {
        let species = Policies::new(settings.clone(), Rc::new(arena));
        Evolution::open(species, &folder).map(|run| run.is_over()).map_err(|it| it.to_string())
    };
    assert_eq!(resume(&settings, Curve::new()), Ok(true));
    let longer = Settings { generations: 9, ..settings.clone() };
    assert_eq!(resume(&longer, Curve::new()), Ok(false));
    let refused = |settings: &Settings, arena: Curve| {
        let error = resume(settings, arena).unwrap_err();
        assert!(error.ends_with("it is of a run with other settings or other cases"), "{error}");
    };
    refused(&Settings { seed: 99, ..settings.clone() }, Curve::new());
    refused(&settings, Curve { cases: 59, ..Curve::new() });
}

#[test]
fn one_process_at_a_time_works_in_a_folder() {
    let (_dir, folder, _, _) = folder();
    let lock = folder.lock().unwrap();
    let error = folder.lock().unwrap_err().to_string();
    assert!(error.contains("is in use by "), "{error}");
    drop(lock);
    folder.lock().unwrap();
}

#[test]
fn a_folder_without_a_run_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let error = Folder::open::<Settings>(dir.path()).unwrap_err().to_string();
    assert!(error.ends_with("holds no run: it has no settings.toml"), "{error}");
    fs::write(dir.path().join(SETTINGS), "population = 7\nmutaton = 0.5\n").unwrap();
    let error = Folder::open::<Settings>(dir.path()).unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("mutaton"), "{error}");
}

/// What a run leaves on disk, by name; the lock is empty.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let read = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap())
    };
    fs::read_dir(folder).unwrap().map(|entry| read(entry.unwrap())).collect()
}

/// Starts or resumes a run in a folder, as a program does, until it is over or a write fails.
fn work(path: &Path, settings: &Settings) -> Result<(), FolderError> {
    let folder = match Folder::open::<Settings>(path) {
        Ok((folder, _)) => folder,
        Err(FolderError::Empty(_)) => Folder::create(path, &settings.to_text())?,
        Err(error) => return Err(error),
    };
    let _lock = folder.lock()?;
    let mut run = Evolution::open(policies(settings), &folder)?;
    finish(&mut run, &folder)?;
    folder.write_results(&run)
}

#[test]
fn a_fault_at_any_step_of_any_write_changes_nothing_in_the_end() {
    let settings = Settings { generations: 3, ..settings(Shape::Policy, CurriculumKind::Hillis) };
    let whole = tempfile::tempdir().unwrap();
    work(whole.path(), &settings).unwrap();
    let log: Vec<Generation> = Folder::at(whole.path()).log().unwrap();
    let champions = log.iter().filter(|it| it.champion.generation == it.generation).count() as u64;
    let whole = contents(whole.path());
    for kind in [Kind::Crash, Kind::Error] {
        for step in 1.. {
            let dir = tempfile::tempdir().unwrap();
            let fault = inject(step, kind);
            let result = work(dir.path(), &settings);
            assert_eq!(result.is_err(), fault.has_struck(), "{kind:?} at step {step}");
            let is_over = !fault.has_struck();
            drop(fault);
            work(dir.path(), &settings).unwrap();
            assert_eq!(contents(dir.path()), whole, "{kind:?} at step {step}");
            if is_over {
                // The settings take 5 steps, the first line of the log 2, a generation 7, and a new champion 5.
                assert_eq!(step - 1, 5 + 2 + 3 * 7 + champions * 5);
                break;
            }
        }
    }
}

#[test]
fn a_write_that_fails_leaves_the_old_file_and_nothing_else() {
    let (dir, folder, species, _) = folder();
    let state = folder.load(&species).unwrap().unwrap();
    let before = contents(dir.path());
    // Create, write, sync, rename.
    for step in 1..=4 {
        let _fault = inject(step, Kind::Error);
        let text = to_checkpoint(&species, &state) + "more";
        let error = folder.replace(CHECKPOINT, &text).unwrap_err().to_string();
        assert!(error.contains(CHECKPOINT), "{error}");
        assert_eq!(contents(dir.path()), before);
    }
}
