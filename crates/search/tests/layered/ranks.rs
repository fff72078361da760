//! Layered searches across ranks: paths and counts are those of one process, also after a stop and with another number of ranks.

use std::thread;

use patience_core::{Event, Stats};
use patience_files::fault::{Kind, inject};
use patience_files::{Purpose, write_journal};
use patience_search::layered::ranks::{Exchange, LocalExchange, RankedSearch};

use super::*;

type Found = Result<Option<ShortestPath>, SearchError>;

/// A result with the states expanded and generated, and the cutoff and size of every layer.
type Counted = (Found, [u64; 2], Vec<(u32, u64)>);

fn counted(limits: &Limits, search: impl FnOnce(&mut Meter<'_>) -> Found) -> Counted {
    let mut layers = Vec::new();
    let mut observer = |event: Event, _: &Stats| {
        if let Event::Layer { bound, states, .. } = event {
            layers.push((bound, states));
        }
    };
    let mut meter = Meter::start(limits, &Cancel::new(), &mut observer);
    let found = search(&mut meter);
    let stats = meter.finish();
    (found, [stats.expanded, stats.generated], layers)
}

fn of_one(method: Method, mesh: &Mesh) -> Counted {
    let [forward, backward] = mesh.sides();
    counted(&Limits::default(), |meter| LayeredSearch::new(method).run(forward, backward, meter))
}

/// Runs a search on a number of ranks; the n-th crashes at the n-th step of its writes, if `crash` says so.
fn on_ranks(
    search: &RankedSearch,
    mesh: &Mesh,
    size: usize,
    limits: &Limits,
    crash: Option<(usize, u32)>,
) -> Vec<Counted> {
    thread::scope(|scope| {
        let ranks = LocalExchange::group(size).into_iter().map(|mut exchange| {
            scope.spawn(move || {
                let step = crash.filter(|(rank, _)| *rank == exchange.rank());
                let _fault = step.map(|(_, step)| inject(step.into(), Kind::Crash));
                let [forward, backward] = mesh.sides();
                counted(limits, |meter| search.run(&forward, &backward, &mut exchange, meter))
            })
        });
        let ranks: Vec<_> = ranks.collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    })
}

fn ranked(method: Method, disk: Option<LayerStoreSettings>) -> RankedSearch {
    // Rounds of a few steps.
    RankedSearch { round: 100, disk, ..RankedSearch::new(method).unwrap() }
}

#[test]
fn any_number_of_ranks_finds_and_counts_the_same() {
    let mut solved = 0;
    // Some meshes have no path.
    for (seed, edges) in (0..12).zip([30, 40, 50, 60].into_iter().cycle()) {
        let mesh = Mesh::random(9, edges, seed);
        for method in [Method::Brute, Method::Bfida] {
            let (path, counts, layers) = of_one(method, &mesh);
            let path = path.unwrap();
            assert_eq!(path.as_ref().map(|path| path.cost), mesh.fewest());
            solved += u32::from(path.is_some());
            for size in [1, 2, 3, 7] {
                for (found, counted, found_layers) in
                    on_ranks(&ranked(method, None), &mesh, size, &Limits::default(), None)
                {
                    assert_eq!(found.unwrap(), path, "{method:?}, {size} ranks");
                    assert_eq!((counted, &found_layers), (counts, &layers), "{size} ranks");
                }
            }
        }
    }
    assert!(0 < solved && solved < 24, "{solved} of 24 have a path");
}

#[test]
fn a_stopped_search_resumes_with_another_number_of_ranks() {
    let folder = tempfile::tempdir().unwrap();
    for (seed, method) in [(1, Method::Brute), (2, Method::Bfida), (3, Method::Bfida)] {
        let mesh = Mesh::random(9, 80, seed);
        let (path, counts, _) = of_one(method, &mesh);
        let path = path.unwrap();
        let disk = LayerStoreSettings {
            folder: folder.path().join(seed.to_string()),
            problem: "mesh".to_owned(),
            limit: None,
        };
        let search = ranked(method, Some(disk.clone()));
        for (nodes, size) in (1..counts[0]).step_by(97).zip([2, 3, 1, 4].into_iter().cycle()) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            for (found, ..) in on_ranks(&search, &mesh, size, &limits, None) {
                assert!(matches!(found, Err(SearchError::Stop(Stop::Nodes))), "{found:?}");
            }
        }
        assert!(disk.folder.join("ranks.jsonl").exists());
        for (found, counted, _) in on_ranks(&search, &mesh, 5, &Limits::default(), None) {
            assert_eq!((found.unwrap(), counted), (path.clone(), counts));
        }
        assert!(!disk.folder.exists(), "a finished search leaves nothing");
    }
}

#[test]
fn a_rank_that_crashes_at_any_step_loses_at_most_a_layer() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = Mesh::random(6, 60, 5);
    let (path, counts, layers) = of_one(Method::Bfida, &mesh);
    let path = path.unwrap();
    for rank in [0, 1] {
        let disk = LayerStoreSettings {
            folder: folder.path().join(rank.to_string()),
            problem: "mesh".to_owned(),
            limit: None,
        };
        let search = ranked(Method::Bfida, Some(disk.clone()));
        let noted = || {
            let text = std::fs::read_to_string(disk.folder.join("ranks.jsonl"));
            text.unwrap_or_default().lines().filter(|it| it.contains("\"layer\"")).count()
        };
        let mut crashes = 0;
        for step in 1.. {
            let size = 2 + usize::from(step % 2 == 0);
            let before = noted();
            let ended = on_ranks(&search, &mesh, size, &Limits::default(), Some((rank, step)));
            if let Ok(found) = &ended[rank].0 {
                assert_eq!((found, ended[rank].1), (&path, counts));
                break;
            }
            crashes += 1;
            // Other ranks end with an error, or were done.
            assert!(ended.iter().all(|(found, ..)| found.as_ref().is_ok_and(|it| *it == path) || found.is_err()));
            assert!(before <= noted(), "a crash loses no noted layer");
            // The layers that this process made, but for the one in the making, are noted.
            let made = ended.iter().map(|it| it.2.len()).max().unwrap();
            assert!(
                made <= noted() - before + 1 || noted() == 0,
                "{made} made, {before} to {}",
                noted()
            );
        }
        assert!(3 < crashes, "{crashes} crashes; {} layers", layers.len());
    }
}

#[test]
fn layers_that_ranks_owned_by_other_rules_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ranks.jsonl");
    let purpose = Purpose::new("ranks", 1).with("problem", "mesh");
    write_journal(&path, &purpose, &[] as &[u8]).unwrap();
    let disk = LayerStoreSettings {
        folder: folder.path().to_owned(),
        problem: "mesh".to_owned(),
        limit: None,
    };
    let search = ranked(Method::Brute, Some(disk));
    let mut ended = on_ranks(&search, &Mesh::random(6, 60, 5), 2, &Limits::default(), None);
    let message = ended.swap_remove(0).0.unwrap_err().to_string();
    assert!(message.contains("has version 1 of its format; expected version 2"), "{message}");
}

#[test]
fn a_foreign_folder_is_refused_by_all_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = Mesh::random(6, 60, 5);
    std::fs::write(folder.path().join("ranks.jsonl"), "mine\n").unwrap();
    let disk = LayerStoreSettings {
        folder: folder.path().to_owned(),
        problem: "mesh".to_owned(),
        limit: None,
    };
    let search = ranked(Method::Brute, Some(disk));
    let ended = on_ranks(&search, &mesh, 3, &Limits::default(), None);
    let messages: Vec<String> =
        ended.into_iter().map(|(found, ..)| found.unwrap_err().to_string()).collect();
    assert!(messages[0].contains("is not a file of `ranks`"), "{messages:?}");
    assert!(messages[1].contains("another rank has failed"), "{messages:?}");
    assert_eq!(std::fs::read_to_string(folder.path().join("ranks.jsonl")).unwrap(), "mine\n");
}
