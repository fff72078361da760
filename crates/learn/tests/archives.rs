//! MAP-Elites: the grid keeps the best of each cell, parents come from all cells, and the files are those of the state.

use std::collections::BTreeSet;
use std::fs;

use patience_core::Cancel;
use patience_learn::folder::ARCHIVE;
use patience_learn::{
    ArchiveAxes, ArchiveFile, ArchiveKind, CurriculumKind, Evolution, Executor, Folder, Genome,
    GenomeFile, Method, Run as _, RunSettings as _, Sequential, Settings, Shape,
};

use crate::common::curve::{
    CURRICULA, Curve, policies, resumed_at_every_generation, run, settings, step,
};

fn with_archive(genome: Shape, curriculum: CurriculumKind) -> Settings {
    Settings {
        puzzle: "countdown".to_owned(),
        archive: Some(ArchiveKind::MapElites),
        archive_axes: ArchiveAxes::NodesSize,
        generations: 10,
        ..settings(genome, curriculum)
    }
}

#[test]
fn the_grid_keeps_the_best_of_each_cell() {
    let settings = with_archive(Shape::Policy, CurriculumKind::Random);
    let mut run = Evolution::begin(policies(&settings));
    let mut before: Vec<(u32, u32, f64)> = Vec::new();
    while !run.is_over() {
        let line = step(&mut run, &Sequential, &Cancel::new()).unwrap();
        let cells = cells(&run);
        let file = file(&run);
        assert_eq!(line.archive.unwrap().cells, cells.len());
        let mean = cells.iter().map(|cell| cell.2).sum::<f64>() / cells.len() as f64;
        assert!((line.archive.unwrap().mean - mean).abs() < 1e-12);
        // Cells are never lost, and their fitness never falls.
        for &(column, row, fitness) in &before {
            let now = cells.iter().find(|cell| (cell.0, cell.1) == (column, row)).unwrap();
            assert!(fitness <= now.2);
        }
        for cell in &file.cells {
            let low = f64::from(cell.column).exp2();
            assert!((low..2.0 * low).contains(&cell.figures.nodes.max(1.0)), "{cell:?}");
            assert_eq!(cell.row as usize, cell.size / 10);
        }
        before = cells;
    }
    assert!(3 < before.len(), "{before:?}");
}

fn file(run: &Evolution<patience_learn::Policies>) -> ArchiveFile {
    let results = run.results();
    let (_, text) = results.iter().find(|(name, _)| *name == ARCHIVE).unwrap();
    toml::from_str(text).unwrap()
}

fn cells(run: &Evolution<patience_learn::Policies>) -> Vec<(u32, u32, f64)> {
    file(run).cells.iter().map(|cell| (cell.column, cell.row, cell.figures.fitness)).collect()
}

#[test]
fn parents_are_drawn_from_all_cells() {
    // Reproduction only: the next generation consists of copies of parents.
    let settings = Settings {
        reproduction: 1.0,
        crossover: 0.0,
        mutation: 0.0,
        population: 200,
        generations: 1,
        ..with_archive(Shape::Policy, CurriculumKind::Random)
    };
    let (_, end) = run(&settings, &Sequential);
    let elites: Vec<&Genome> = end.memory.archive.elites().map(|elite| &elite.genome).collect();
    assert!(2 < elites.len());
    assert!(end.population.iter().all(|genome| elites.contains(&genome)));
    let share = 200 / elites.len();
    for elite in elites {
        let copies = end.population.iter().filter(|genome| *genome == elite).count();
        assert!(share / 4 <= copies && copies <= 3 * share, "{copies} of {share}");
    }
}

#[test]
fn policies_of_the_file_are_those_of_the_state() {
    let settings = with_archive(Shape::Weights, CurriculumKind::Random);
    let mut run = Evolution::begin(policies(&settings));
    step(&mut run, &Sequential, &Cancel::new()).unwrap();
    let feature_set = Curve::new().feature_set;
    let elites: Vec<&Genome> =
        run.state().memory.archive.elites().map(|elite| &elite.genome).collect();
    let file = file(&run);
    assert_eq!(file.axes, ArchiveAxes::NodesSize);
    let read = file.cells.iter().map(|cell| {
        GenomeFile::parse(&cell.policy, |_, _| Some(feature_set.clone())).unwrap().genome
    });
    assert!(read.eq(elites.into_iter().cloned()));
}

#[test]
fn a_run_with_an_archive_resumed_at_any_generation_has_the_same_result() {
    for curriculum in CURRICULA {
        let settings = with_archive(Shape::Policy, curriculum);
        let whole = run(&settings, &Sequential);
        assert_eq!(resumed_at_every_generation(&settings), whole, "{curriculum:?}");
    }
}

#[test]
fn the_grid_is_a_file_of_the_folder() {
    let dir = tempfile::tempdir().unwrap();
    let settings = with_archive(Shape::Formula, CurriculumKind::Random);
    let settings = Settings { generations: 2, ..settings };
    let folder = Folder::create(dir.path(), &settings.to_text()).unwrap();
    let mut run = Evolution::begin(policies(&settings));
    while !run.is_over() {
        let cancel = Cancel::new();
        let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
        let logged = run.advance(&mut executor).unwrap();
        folder.save(&logged.json, &run).unwrap();
    }
    let text = fs::read_to_string(dir.path().join(ARCHIVE)).unwrap();
    assert_eq!(toml::from_str::<ArchiveFile>(&text).unwrap(), file(&run));
    let places: BTreeSet<(u32, u32)> =
        file(&run).cells.iter().map(|cell| (cell.column, cell.row)).collect();
    assert_eq!(places.len(), file(&run).cells.len());
}

#[test]
fn without_an_archive_there_is_no_grid() {
    let settings = Settings { generations: 1, ..settings(Shape::Policy, CurriculumKind::Random) };
    let mut run = Evolution::begin(policies(&settings));
    let line = step(&mut run, &Sequential, &Cancel::new()).unwrap();
    assert_eq!(line.archive, None);
    assert!(!serde_json::to_string(&line).unwrap().contains("archive"));
    assert!(!run.checkpoint().contains("archive") && !settings.to_text().contains("archive"));
    assert!(run.results().iter().all(|(name, _)| *name != ARCHIVE));
    let climbing = Settings {
        method: Method::HillClimbing,
        ..with_archive(Shape::Policy, CurriculumKind::Random)
    };
    assert_eq!(
        climbing.check().unwrap_err().to_string(),
        "archive = \"map-elites\": only the method evolution has an archive"
    );
}
