//! Evolution of boards: the same settings give the same run, also after any interruption.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use patience_core::Cancel;
use patience_rush_hour::Board;
use patience_rush_hour::evolve_boards::{
    BOARDS, Generation, Grade, GradingEngine, Run, RunFolder, Selection, Settings, State, Stopped,
    first_boards,
};

/// Small enough to run within a second.
fn settings() -> Settings {
    Settings {
        population: 8,
        generations: 6,
        nodes: 20_000,
        archive: 2_000,
        hardest: 5,
        others: 3,
        ..Settings::default()
    }
}

/// Grades boards one after the other.
fn grade(boards: &[&Board], settings: &Settings) -> Vec<Grade> {
    boards.iter().map(|board| Grade::of(board, settings, &Cancel::new())).collect()
}

fn breed(settings: &Settings) -> (Vec<Generation>, State) {
    let mut run = Run::begin(settings);
    let mut log = Vec::new();
    while !run.is_over() {
        log.push(run.step(|boards| Some(grade(boards, settings))).unwrap());
    }
    (log, run.state().clone())
}

/// The files of a folder by name.
fn files(path: &Path) -> BTreeMap<String, String> {
    let read = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap())
    };
    fs::read_dir(path).unwrap().map(|entry| read(entry.unwrap())).collect()
}

/// Continues the run of a folder, for at most this many generations.
fn go_on(path: &Path, most: usize) {
    let (store, settings) = RunFolder::open(path).unwrap();
    let mut run = match store.load(&settings).unwrap() {
        Some(state) => Run::resume(&settings, state),
        None => Run::begin(&settings),
    };
    for _ in 0..most {
        if run.is_over() {
            return;
        }
        let log = run.step(|boards| Some(grade(boards, &settings))).unwrap();
        store.save(&log, run.state(), &settings).unwrap();
    }
}

#[test]
fn the_same_settings_breed_the_same_boards() {
    let runs = [Selection::Tournament, Selection::Proportionate].map(|selection| {
        let settings = Settings { selection, ..settings() };
        let run = breed(&settings);
        assert_eq!(run, breed(&settings));
        run
    });
    assert_ne!(runs[0], runs[1]);
}

#[test]
fn another_seed_breeds_others() {
    let (_, one) = breed(&settings());
    let (_, other) = breed(&Settings { seed: 2, ..settings() });
    assert_ne!(one.population, other.population);
}

#[test]
fn the_hardest_board_never_gets_lost_and_grades_are_those_of_the_engine() {
    let settings = settings();
    let (log, state) = breed(&settings);
    assert!(log.windows(2).all(|two| two[0].best <= two[1].best));
    assert!(log[0].best < log[5].best, "nothing was learnt: {log:?}");
    let last = &log[5];
    assert_eq!((last.generation, last.best, last.hardest), (5, last.best, last.best));
    assert_eq!(last.graded, state.met.len());
    assert!((last.solved + last.unsolvable + last.limit - 1.0).abs() < 1e-9);
    let board = Board::parse(&last.board).unwrap();
    let grade = Grade::of(&board, &settings, &Cancel::new());
    assert_eq!(grade, Grade::Solved { nodes: last.best, slides: last.slides });
    let judged = Settings { engine: GradingEngine::Iterative, nodes: 10_000_000, ..settings };
    assert!(last.best < Grade::of(&board, &judged, &Cancel::new()).fitness());
}

#[test]
fn of_mirror_images_only_one_is_met() {
    let (_, state) = breed(&settings());
    for letters in state.met.keys() {
        assert_eq!(Board::parse(letters).unwrap().canonical().letters(), *letters);
    }
}

#[test]
fn a_run_ends_when_nothing_gets_better() {
    // Nothing is solved within one node, so that no board is better than any other.
    let settings = Settings { patience: 2, generations: 50, nodes: 1, ..settings() };
    let (log, state) = breed(&settings);
    assert_eq!((log.len(), state.idle), (2, 2));
    assert!(log.iter().all(|generation| generation.best == 0 && generation.slides == 0));
}

#[test]
fn a_run_that_is_stopped_anywhere_ends_with_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    RunFolder::create(&whole, &settings()).unwrap();
    go_on(&whole, usize::MAX);
    let whole = files(&whole);
    assert_eq!(whole.len(), 5);
    assert_eq!(whole["log.jsonl"].lines().count(), 6);
    for pieces in [1, 2, 4] {
        let path = folder.path().join(pieces.to_string());
        RunFolder::create(&path, &settings()).unwrap();
        for _ in 0..6_usize.div_ceil(pieces) {
            go_on(&path, pieces);
            // As if it had been killed after a generation was logged, and in the middle of a line.
            let log = path.join("log.jsonl");
            let text = fs::read_to_string(&log).unwrap();
            fs::write(&log, format!("{text}{{\"generation\":99}}\n{{\"gener")).unwrap();
            fs::write(path.join(BOARDS), "").unwrap();
        }
        let (store, settings) = RunFolder::open(&path).unwrap();
        let state = store.load(&settings).unwrap().unwrap();
        store.list(&state, &settings).unwrap();
        assert_eq!(files(&path), whole);
    }
}

#[test]
fn a_cancelled_generation_leaves_the_run_as_it_was() {
    let settings = settings();
    let mut run = Run::begin(&settings);
    let before = run.state().clone();
    let cancelled = |boards: &[&Board]| {
        assert_eq!(boards.len(), 8);
        None
    };
    assert_eq!(run.step(cancelled), Err(Stopped));
    assert_eq!(run.state(), &before);
}

#[test]
fn folders_that_are_not_what_they_should_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let open = || RunFolder::open(&path).unwrap_err().to_string();
    assert!(open().contains("holds no run"), "{}", open());
    let store = RunFolder::create(&path, &settings()).unwrap();
    let again = RunFolder::create(&path, &settings()).unwrap_err().to_string();
    assert!(again.contains("already holds a run"), "{again}");
    go_on(&path, 2);
    let load = || store.load(&settings()).unwrap_err().to_string();
    let checkpoint = path.join("checkpoint.json");
    let good = fs::read_to_string(&checkpoint).unwrap();
    for (damaged, printed) in [
        (good.replacen("\"generation\":2", "\"generation\":1", 1), "it is damaged"),
        (good[..good.len() / 2].to_owned(), "it is damaged"),
        (String::new(), "does not begin with"),
    ] {
        fs::write(&checkpoint, damaged).unwrap();
        let error = load();
        assert!(error.contains("checkpoint.json") && error.contains(printed), "{error}");
    }
    fs::write(&checkpoint, &good).unwrap();
    let other = Settings { size: 10, ..settings() };
    let error = store.load(&other).unwrap_err().to_string();
    assert!(error.contains("expected a board of 10×10 cells"), "{error}");
    fs::write(path.join("log.jsonl"), "").unwrap();
    assert!(load().contains("it has 0 lines, but the checkpoint is of generation 2"), "{}", load());
    fs::write(path.join("settings.toml"), "sede = 1").unwrap();
    assert!(open().contains("settings.toml") && open().contains("line 1"), "{}", open());
}

#[test]
fn runs_of_other_sizes_begin_with_boards_of_that_size() {
    for size in [6, 10] {
        // Boards of 6×6 cells have long solutions, which take many passes.
        let settings = Settings { size, generations: 1, nodes: 500_000, ..settings() };
        let (log, state) = breed(&settings);
        assert!(log[0].solved > 0.0, "{log:?}");
        assert!(state.population.iter().all(|board| board.width() == size));
        assert!(!first_boards(size).is_empty());
    }
}
