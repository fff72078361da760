//! Evolution of boards: the same settings give the same run, also after any interruption.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use patience_core::Cancel;
use patience_learn::{
    Evolution, Executor, Folder, Run as _, RunSettings as _, Sequential, State, Stopped,
};
use patience_rush_hour::evolve_boards::{
    Generation, Grade, Grading, GradingEngine, HardBoards, Memory, Selection, Settings, archive,
    first_boards, list,
};
use patience_rush_hour::{Board, JAM, jam};

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

fn step(run: &mut Evolution<HardBoards>, cancel: &Cancel) -> Result<Generation, Stopped> {
    run.step(&mut Executor { workers: &Sequential, cancel, watcher: &mut () })
}

fn breed(settings: &Settings) -> (Vec<Generation>, State<Board, Memory>) {
    let mut run = Evolution::begin(HardBoards { settings: settings.clone() });
    let mut log = Vec::new();
    while !run.is_over() {
        log.push(step(&mut run, &Cancel::new()).unwrap());
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

/// The run of a folder.
fn open(path: &Path) -> (Folder, Evolution<HardBoards>) {
    let (folder, settings) = Folder::open(path).unwrap();
    let run = Evolution::open(HardBoards { settings }, &folder).unwrap();
    (folder, run)
}

/// Continues the run of a folder, for at most this many generations.
fn go_on(path: &Path, most: usize) {
    let (folder, mut run) = open(path);
    let cancel = Cancel::new();
    let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
    for _ in 0..most {
        if run.is_over() {
            return;
        }
        let logged = run.advance(&mut executor).unwrap();
        folder.save(&logged.json, &run).unwrap();
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
    assert_eq!(last.graded, state.memory.met.len());
    assert!((last.solved + last.unsolvable + last.limit - 1.0).abs() < 1e-9);
    let board = Board::parse(&last.board).unwrap();
    let grade = Grade::of(&board, &settings, &Cancel::new());
    assert_eq!(grade, Grade::Solved { nodes: last.best, slides: last.slides, steps: 0 });
    let judged = Settings { engine: GradingEngine::Iterative, nodes: 10_000_000, ..settings };
    assert!(last.best < Grade::of(&board, &judged, &Cancel::new()).fitness(Grading::Nodes));
}

#[test]
fn of_mirror_images_only_one_is_met() {
    let (_, state) = breed(&settings());
    for letters in state.memory.met.keys() {
        assert_eq!(Board::parse(letters).unwrap().canonical().letters(), *letters);
    }
}

#[test]
fn a_run_ends_when_nothing_gets_better() {
    // Nothing is solved within one node, so that no board is better than any other.
    let settings = Settings { patience: 2, generations: 50, nodes: 1, ..settings() };
    let (log, state) = breed(&settings);
    assert_eq!((log.len(), state.memory.idle), (2, 2));
    assert!(log.iter().all(|generation| generation.best == 0 && generation.slides == 0));
}

#[test]
fn a_run_that_is_stopped_anywhere_ends_with_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    Folder::create(&whole, &settings().to_text()).unwrap();
    go_on(&whole, usize::MAX);
    let whole = files(&whole);
    assert_eq!(whole.len(), 5);
    assert_eq!(whole["log.jsonl"].lines().count(), 1 + 6);
    for pieces in [1, 2, 4] {
        let path = folder.path().join(pieces.to_string());
        Folder::create(&path, &settings().to_text()).unwrap();
        for _ in 0..6_usize.div_ceil(pieces) {
            go_on(&path, pieces);
            // As if it had been killed in the middle of a line.
            let log = path.join("log.jsonl");
            let text = fs::read_to_string(&log).unwrap();
            fs::write(&log, format!("{text}{{\"gener")).unwrap();
            fs::write(path.join("boards.txt"), "").unwrap();
        }
        let (folder, run) = open(&path);
        folder.write_results(&run).unwrap();
        assert_eq!(files(&path), whole);
    }
}

#[test]
fn a_cancelled_generation_leaves_the_run_as_it_was() {
    let mut run = Evolution::begin(HardBoards { settings: settings() });
    let (before, cancel) = (run.state().clone(), Cancel::new());
    cancel.cancel();
    assert_eq!(step(&mut run, &cancel), Err(Stopped));
    assert_eq!(run.state(), &before);
}

#[test]
fn checkpoints_that_do_not_fit_the_settings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    Folder::create(&path, &settings().to_text()).unwrap();
    go_on(&path, 2);
    let load = |settings: Settings| {
        let run = Evolution::open(HardBoards { settings }, &Folder::at(&path));
        run.err().unwrap().to_string()
    };
    let error = load(Settings { size: 10, ..settings() });
    assert!(error.contains("expected a board of 10×10 cells"), "{error}");
    let error = load(Settings { population: 9, ..settings() });
    assert!(error.contains("expected 9 boards in the population, found 8"), "{error}");
    fs::write(path.join("checkpoint.json"), "").unwrap();
    let error = load(settings());
    assert!(error.contains("checkpoint.json: it does not begin with"), "{error}");
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

#[test]
fn what_has_no_solution_or_takes_too_long_is_worth_nothing() {
    let grade = |letters: &str, settings: &Settings| {
        Grade::of(&Board::parse(letters).unwrap(), settings, &Cancel::new())
    };
    for filter in [0, 20] {
        let settings = Settings { nodes: 1_000_000, filter, ..Settings::default() };
        let easy = "AA.B...B........";
        assert!(matches!(grade(easy, &settings), Grade::Solved { slides: 2, .. }));
        let stuck = grade("AA.B...B...C...C", &settings);
        assert_eq!((stuck, stuck.fitness(Grading::Nodes)), (Grade::Unsolvable, 0));
        let hard = grade(JAM[18].letters, &settings);
        assert!(matches!(hard, Grade::Solved { nodes: 1_000.., slides: 22, steps: 0 }), "{hard:?}");
        let few = Settings { nodes: hard.fitness(Grading::Nodes) - 1, ..settings };
        let hard = grade(JAM[18].letters, &few);
        assert_eq!((hard, hard.fitness(Grading::Nodes)), (Grade::Limit, 0));
    }
}

#[test]
fn lengths_are_the_fewest_steps_and_both_multiplies_them_with_the_root_of_the_nodes() {
    for name in ["JAM01", "JAM11", "JAM25"] {
        let known = jam(name).unwrap();
        let board = Board::parse(known.letters).unwrap();
        let grade = |grade, engine, filter| {
            let nodes = 2_000_000;
            let settings = Settings { grade, engine, filter, nodes, ..Settings::default() };
            Grade::of(&board, &settings, &Cancel::new())
        };
        for filter in [0, 2] {
            let length = grade(Grading::Length, GradingEngine::Hc, filter);
            assert_eq!(length.fitness(Grading::Length), u64::from(known.steps), "{name}");
            let nodes = |engine| grade(Grading::Nodes, engine, filter).fitness(Grading::Nodes);
            let (by_hc, by_bound) = (nodes(GradingEngine::Hc), nodes(GradingEngine::IdaStar));
            let both = grade(Grading::Both, GradingEngine::Hc, filter);
            assert!(
                matches!(both, Grade::Solved { nodes, steps, .. } if nodes == by_hc && steps == known.steps)
            );
            // The whole number whose fourth power is the largest that the nodes reach.
            let root = (1..1_000).take_while(|root: &u64| root.pow(4) <= by_hc).last().unwrap();
            assert_eq!(both.fitness(Grading::Both), u64::from(known.steps) * root, "{name}");
            assert!(by_hc <= by_bound, "{name}: Hc searches no further here");
        }
    }
    let stuck = Board::parse("AA.B...B...C...C").unwrap();
    let settings = Settings { grade: Grading::Both, ..Settings::default() };
    assert_eq!(Grade::of(&stuck, &settings, &Cancel::new()), Grade::Unsolvable);
}

#[test]
fn a_run_by_length_breeds_longer_boards_and_mutants_move_to_the_farthest_position() {
    let settings = Settings {
        grade: Grading::Length,
        farthest: 60_000,
        archive: 10,
        nodes: 200_000,
        size: 6,
        ..settings()
    };
    let (log, state) = breed(&settings);
    assert_eq!((log.clone(), state.clone()), breed(&settings));
    assert!(log.windows(2).all(|two| two[0].best <= two[1].best));
    let last = &log[5];
    assert_eq!(last.best, u64::from(last.steps));
    let listed = archive(&state.memory.met, Grading::Length, 10);
    assert!(listed.windows(2).all(|two| two[0].steps >= two[1].steps));
    assert!(listed.iter().all(|board| 10 <= board.steps));
    // Without the moves to the farthest positions, mutants are nearer to a solution.
    let mean = |log: &[Generation]| log[1..].iter().map(|it| it.mean).sum::<f64>();
    let (still, _) = breed(&Settings { farthest: 0, ..settings });
    assert!(mean(&still) < mean(&log), "{} {}", mean(&still), mean(&log));
}

#[test]
fn a_ring_of_vehicles_keeps_the_solutions_of_the_first_boards_long() {
    let length = |ring| {
        let settings = Settings {
            ring,
            grade: Grading::Length,
            generations: 1,
            nodes: 200_000,
            filter: 1,
            ..settings()
        };
        let (log, state) = breed(&settings);
        for board in &state.population {
            assert_eq!((board.width(), board.height()), (8, 8));
        }
        log[0].mean
    };
    assert!(2.0 * length(false) < length(true), "{} {}", length(false), length(true));
    let changes = "ring = true\nsize = 10".parse().unwrap();
    let error = Settings::default().changed(changes).unwrap_err().to_string();
    assert_eq!(error, "ring = true: expected boards of 8×8 cells");
}

#[test]
fn there_are_hundreds_of_different_boards_of_every_size() {
    for size in [6, 8, 10, 12] {
        let boards = first_boards(size);
        assert!(500 < boards.len(), "{}", boards.len());
        assert!(boards.iter().all(|board| (board.width(), board.height()) == (size, size)));
        assert!(boards.iter().all(|board| !board.is_solved()));
    }
}

#[test]
fn settings_survive_being_written_and_read() {
    let text = Settings::default().to_text();
    assert_eq!(Settings::parse(&text), Ok(Settings::default()));
}

#[test]
fn wrong_settings_are_refused() {
    let printed = |change: &str| {
        let changes = change.replace("exact", "'exact'").parse().unwrap();
        Settings::default().changed(changes).unwrap_err().to_string()
    };
    assert_eq!(printed("size=7"), "size = 7: expected 6, 8, 10 or 12");
    assert_eq!(printed("population=0"), "population = 0: expected 1 to 100000");
    assert!(printed("population=1000000000000").ends_with("expected 1 to 100000"));
    assert_eq!(printed("nodes=0"), "nodes = 0: expected 1 or more");
    assert_eq!(printed("swap=1.5"), "swap = 1.5: expected a number from 0 to 1");
    assert_eq!(printed("swap=nan"), "swap = NaN: expected a number from 0 to 1");
    assert_eq!(printed("elite=51"), "elite = 51: expected at most the population");
    assert!(printed("again=1").starts_with("again = 1: expected less than 1"));
    assert!(printed("seconds=0").starts_with("seconds = 0: expected a number above 0"));
    assert!(printed("populaton=3").contains("unknown field `populaton`"));
    assert!(printed("engine=exact").contains("unknown variant `exact`"));
    assert!(printed("seed=-1").contains("-1"));
}

#[test]
fn errors_in_a_file_have_line_and_column() {
    let error = Settings::parse("seed = 2\npopulaton = 3\n").unwrap_err().to_string();
    assert!(error.contains("line 2, column 1"), "{error}");
}

#[test]
fn a_resumed_run_may_be_longer_but_keeps_its_seed() {
    let before = settings().to_text();
    let changed = |text: &str| Settings::continued(&before, text.parse().unwrap());
    assert_eq!(changed("generations = 500"), Ok(Settings { generations: 500, ..settings() }));
    let error = changed("seed = 2").unwrap_err().to_string();
    assert!(error.starts_with("a resumed run keeps its settings: only `generations`"), "{error}");
}

fn met(boards: &[(&str, u64)]) -> BTreeMap<String, Grade> {
    let grade = |&(letters, nodes): &(&str, u64)| {
        let solved = Grade::Solved { nodes, slides: 2, steps: 0 };
        let grade = if nodes == 0 { Grade::Limit } else { solved };
        (letters.to_owned(), grade)
    };
    boards.iter().map(grade).collect()
}

const BOARDS: [(&str, u64); 5] = [
    ("AA.B...B........", 10),
    ("AA.B...B....CC..", 1000),
    ("AA.B...B....CCDD", 100),
    ("AA......BB..BB..", 0),
    ("AA..BB......CC..", 1),
];

#[test]
fn the_archive_has_the_hardest_first_and_nothing_that_is_too_easy() {
    let met = met(&BOARDS[..4]);
    let nodes =
        |least| archive(&met, Grading::Nodes, least).iter().map(|it| it.nodes).collect::<Vec<_>>();
    assert_eq!(nodes(1), [1000, 100, 10]);
    assert_eq!(nodes(100), [1000, 100]);
    assert!(nodes(1001).is_empty());
}

#[test]
fn boards_that_are_listed_are_as_far_apart_as_they_should_be() {
    let met = met(&BOARDS);
    let archive = archive(&met, Grading::Nodes, 1);
    let nodes = |settings: Settings| {
        list(&archive, &settings).iter().map(|it| it.nodes).collect::<Vec<_>>()
    };
    let settings = Settings { hardest: 2, ..Settings::default() };
    assert_eq!(nodes(settings.clone()), [1000, 100]);
    assert_eq!(nodes(Settings { apart: 2, ..settings.clone() }), [1000, 10][..1].to_vec());
    assert_eq!(nodes(Settings { others: 1, ..settings.clone() }), [1000, 100, 1]);
    assert_eq!(nodes(Settings { others: 9, ..settings.clone() }), [1000, 100, 10, 1]);
    assert!(nodes(Settings { hardest: 0, ..settings }).is_empty());
}
