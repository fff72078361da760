//! Bidirectional BFIDA* with its frontiers on disk: it resumes from them, at any moment and after any fault, and stops early.

use std::path::Path;

use patience_core::{Event, Stats};
use patience_files::fault::{Kind, inject};
use patience_search::layered::DuplicateDetection;

use super::*;

/// A layer that was made: of which side, with which cutoff, its number, its states.
type Made = (bool, u32, usize, u64);

/// The result, the expanded states and the layers that were made, not found on disk.
fn watched(
    search: &LayeredSearch,
    mesh: &Mesh,
    limits: &Limits,
) -> (Result<Option<ShortestPath>, SearchError>, u64, Vec<Made>) {
    let [forward, backward] = mesh.sides();
    let mut layers = Vec::new();
    let mut watch = |event: Event, _: &Stats| {
        if let Event::Layer { forward, bound, layer, states, .. } = event {
            layers.push((forward, bound, layer, states));
        }
    };
    let mut meter = Meter::start(limits, &Cancel::new(), &mut watch);
    let path = search.run(forward, backward, &mut meter);
    let expanded = meter.finish().expanded;
    (path, expanded, layers)
}

fn within(folder: &Path, search: &LayeredSearch) -> LayeredSearch {
    let (folder, problem) = (folder.join("layers"), "mesh".to_owned());
    let disk = LayerStoreSettings { folder, problem, limit: None };
    LayeredSearch { disk: Some(disk), ..search.clone() }
}

/// Every way to propagate and to stop, by all methods of duplicate detection.
fn searches() -> impl Iterator<Item = LayeredSearch> {
    let of = |(propagate, stop_early, duplicates)| LayeredSearch {
        stop_early,
        duplicates,
        ..LayeredSearch::new(Method::BdBfida { propagate })
    };
    [
        (true, false, DuplicateDetection::Tables),
        (true, true, DuplicateDetection::HashPartitions),
        (false, false, DuplicateDetection::HashPartitions),
        (false, true, DuplicateDetection::Sorting),
    ]
    .into_iter()
    .map(of)
}

#[test]
fn every_method_of_duplicate_detection_makes_the_same_layers() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 3000..3003 {
        let mesh = Mesh::random(8, 80, seed);
        for method in METHODS {
            let plain = LayeredSearch::new(method);
            let (path, expanded, layers) = watched(&plain, &mesh, &Limits::default());
            let path = path.unwrap();
            for duplicates in [DuplicateDetection::Sorting, DuplicateDetection::HashPartitions] {
                let other = LayeredSearch { duplicates, ..plain.clone() };
                let others = [
                    LayeredSearch { threads: 3, ..other.clone() },
                    LayeredSearch { room: 100, ..other.clone() },
                    within(folder.path(), &LayeredSearch { room: 100, threads: 2, ..other }),
                ];
                for other in others {
                    let found = watched(&other, &mesh, &Limits::default());
                    let found = (found.0.unwrap(), found.1, found.2);
                    assert_eq!(found, (path.clone(), expanded, layers.clone()), "{other:?}");
                }
            }
        }
    }
}

#[test]
fn an_early_stop_finds_the_minimum_with_fewer_states() {
    let (mut fewer, mut same) = (0, 0);
    for seed in 0..100 {
        let layers = 2 + usize::try_from(seed).unwrap() % 9;
        let mesh = Mesh::random(layers, if seed % 3 == 0 { 20 } else { 80 }, seed);
        for propagate in [false, true] {
            let plain = LayeredSearch::new(Method::BdBfida { propagate });
            let early = LayeredSearch { stop_early: true, ..plain.clone() };
            let (path, expanded) = run(&early, &mesh, &Limits::default());
            let path = path.unwrap();
            assert_eq!(path.as_ref().map(|path| path.cost), mesh.fewest(), "seed {seed}");
            if let Some(path) = &path {
                assert_eq!(mesh.moves(&path.keys), Some(path.cost), "seed {seed}");
            }
            for other in [LayeredSearch { threads: 3, ..early.clone() }, early.clone()] {
                let other = LayeredSearch { room: 100, ..other };
                let (other_path, other_expanded) = run(&other, &mesh, &Limits::default());
                assert_eq!((other_path.unwrap(), other_expanded), (path.clone(), expanded));
            }
            let whole = run(&plain, &mesh, &Limits::default()).1;
            assert!(expanded <= whole, "seed {seed}");
            fewer += u32::from(expanded < whole);
            same += u32::from(expanded == whole);
        }
    }
    assert!(10 < fewer && 10 < same, "{fewer} stop early, {same} do not");
}

#[test]
fn a_search_that_was_stopped_makes_no_layer_again() {
    let mut resumed = 0;
    for (seed, search) in (2000..).zip(searches()) {
        let mesh = Mesh::random(9, 80, seed);
        let (path, expanded, layers) = watched(&search, &mesh, &Limits::default());
        let path = path.unwrap();
        for nodes in (1..expanded).step_by(17) {
            let folder = tempfile::tempdir().unwrap();
            let search = within(folder.path(), &search);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (stopped, _, mut made) = watched(&search, &mesh, &limits);
            assert!(matches!(stopped, Err(SearchError::Stop(Stop::Nodes))), "{stopped:?}");
            resumed += usize::from(!made.is_empty());
            let (found, again, rest) = watched(&search, &mesh, &Limits::default());
            made.extend(rest);
            assert_eq!((found.unwrap(), again, made), (path.clone(), expanded, layers.clone()));
            assert!(!folder.path().join("layers").exists(), "nothing is left behind");
        }
    }
    assert!(20 < resumed, "{resumed} had made a layer");
}

/// Every step of every write fails once, or ends the process, also while a layer is made in batches.
#[test]
fn a_fault_at_any_step_of_a_write_is_an_error_and_the_search_resumes_with_the_same_counts() {
    let mut steps = 0;
    for (search, room) in searches().zip([LayeredSearch::ROOM, 2_000, LayeredSearch::ROOM, 2_000]) {
        let search = LayeredSearch { room, ..search };
        let mesh = Mesh::random(4, 60, 5);
        let (path, expanded) = run(&search, &mesh, &Limits::default());
        let path = path.unwrap();
        for kind in [Kind::Error, Kind::Crash] {
            for step in 1.. {
                let folder = tempfile::tempdir().unwrap();
                let search = within(folder.path(), &search);
                let fault = inject(step, kind);
                let (found, _) = run(&search, &mesh, &Limits::default());
                let has_struck = fault.has_struck();
                drop(fault);
                if !has_struck {
                    assert_eq!(found.unwrap(), path, "{search:?}");
                    break;
                }
                steps += 1;
                assert!(matches!(found, Err(SearchError::LayerStore(_))), "{kind:?}, step {step}");
                let (found, again) = run(&search, &mesh, &Limits::default());
                assert_eq!((found.unwrap(), again), (path.clone(), expanded), "{kind:?}, {step}");
            }
        }
    }
    assert!(100 < steps, "{steps} faults");
}

/// A search that was stopped in its last iteration, and the names of the files that it left.
fn stopped(folder: &Path, search: &LayeredSearch, mesh: &Mesh) -> (LayeredSearch, Vec<String>) {
    let expanded = run(search, mesh, &Limits::default()).1;
    let search = within(folder, search);
    let limits = Limits { nodes: Some(expanded - 1), ..Limits::default() };
    assert!(run(&search, mesh, &limits).0.is_err());
    let files = std::fs::read_dir(folder.join("layers")).unwrap();
    (search, files.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
}

#[test]
fn damaged_and_missing_frontiers_are_rejected() {
    let mesh = Mesh::random(9, 80, 3);
    let plain = LayeredSearch::new(Method::BdBfida { propagate: true });
    let whole = run(&plain, &mesh, &Limits::default());
    let whole = (whole.0.unwrap(), whole.1);
    let folder = tempfile::tempdir().unwrap();
    let (_, names) = stopped(folder.path(), &plain, &mesh);
    let (mut damaged, mut missing, mut made_again) = (0, 0, 0);
    for name in names.iter().filter(|name| name.contains("-frontier-")) {
        for removes in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let (search, _) = stopped(folder.path(), &plain, &mesh);
            let path = folder.path().join("layers").join(name);
            if removes {
                std::fs::remove_file(path).unwrap();
            } else {
                let mut bytes = std::fs::read(&path).unwrap();
                let metadata = bytes.len() - 40;
                bytes[metadata] ^= 1;
                std::fs::write(path, bytes).unwrap();
            }
            match run(&search, &mesh, &Limits::default()) {
                (Err(SearchError::LayerStore(error)), _) if removes => {
                    assert!(error.to_string().contains("frontier"), "{error}");
                    missing += 1;
                }
                (Err(error), _) => {
                    assert!(error.to_string().contains("damaged"), "{error}");
                    damaged += 1;
                }
                // The frontier of the iteration that was stopped is made again.
                (found, expanded) => {
                    assert!(removes);
                    assert_eq!((found.unwrap(), expanded), whole);
                    made_again += 1;
                }
            }
        }
    }
    assert!(0 < missing && 0 < made_again && damaged == missing + made_again);
}
