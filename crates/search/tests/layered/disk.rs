//! Layered searches on disk: resuming, limits of the folder, damaged and foreign files.

use patience_files::fault::{Kind, inject};

use super::*;

#[test]
fn a_stopped_search_on_disk_resumes() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 2000..2004 {
        let mesh = Mesh::random(9, 80, seed);
        let plain = LayeredSearch::new(Method::Best);
        let (path, expanded) = run(&plain, &mesh, &Limits::default());
        let disk = LayerStoreSettings {
            folder: folder.path().join(seed.to_string()),
            problem: "mesh".to_owned(),
            limit: None,
        };
        let search = LayeredSearch { disk: Some(disk), ..plain };
        for nodes in (1..expanded).step_by(31) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let stopped = run(&search, &mesh, &limits).0;
            assert!(matches!(stopped, Err(SearchError::Stop(Stop::Nodes))), "{stopped:?}");
        }
        assert!(LayerStoreSettings::is_begun(&folder.path().join(seed.to_string())));
        assert_eq!(run(&search, &mesh, &Limits::default()).0.unwrap(), path.unwrap());
    }
}

#[test]
fn a_folder_limit_holds_and_a_higher_one_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let (mesh, layers) = (Mesh::random(9, 80, 3), folder.path().join("layers"));
    let plain = LayeredSearch::new(Method::Brute);
    let (path, expanded) = run(&plain, &mesh, &Limits::default());
    let bytes = || -> u64 {
        let files = std::fs::read_dir(&layers).unwrap().map(Result::unwrap);
        let layers = files.filter(|file| file.path().extension().unwrap() == "layer");
        layers.map(|file| file.metadata().unwrap().len()).sum()
    };
    let mut kept = 0;
    for limit in [0, 1_500, 3_000] {
        let disk = LayerStoreSettings {
            folder: layers.clone(),
            problem: "one".to_owned(),
            limit: Some(limit),
        };
        let search = LayeredSearch { disk: Some(disk), ..plain.clone() };
        let message = run(&search, &mesh, &Limits::default()).0.unwrap_err().to_string();
        let expected =
            format!("{}: the layers take more than the limit of {limit} bytes", layers.display());
        assert_eq!(message, expected);
        assert!(kept <= bytes() && bytes() <= limit, "{} bytes", bytes());
        kept = bytes();
    }
    assert!(LayerStoreSettings::is_begun(&layers) && 0 < kept);
    let disk =
        LayerStoreSettings { folder: layers.clone(), problem: "one".to_owned(), limit: None };
    let search = LayeredSearch { disk: Some(disk), ..plain };
    let (other_path, other_expanded) = run(&search, &mesh, &Limits::default());
    assert_eq!((other_path.unwrap(), other_expanded), (path.unwrap(), expanded));
}

#[test]
fn damaged_and_foreign_layers_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = Mesh::random(9, 80, 3);
    let disk = LayerStoreSettings {
        folder: folder.path().to_owned(),
        problem: "one".to_owned(),
        limit: None,
    };
    let search = LayeredSearch { disk: Some(disk), ..LayeredSearch::new(Method::Brute) };
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    assert!(run(&search, &mesh, &limits).0.is_err());
    let other = LayerStoreSettings {
        folder: folder.path().to_owned(),
        problem: "another".to_owned(),
        limit: None,
    };
    let other = LayeredSearch { disk: Some(other), ..search.clone() };
    let message = run(&other, &mesh, &Limits::default()).0.unwrap_err().to_string();
    assert!(message.contains("problem is one there and another here"), "{message}");
    std::fs::remove_file(folder.path().join("journal.jsonl")).unwrap();
    let message = run(&other, &mesh, &Limits::default()).0.unwrap_err().to_string();
    assert!(message.contains("a layer of another search: one"), "{message}");
    std::fs::remove_file(folder.path().join("journal.jsonl")).unwrap();
    let files = std::fs::read_dir(folder.path()).unwrap();
    let last = files.map(|entry| entry.unwrap().path()).max().unwrap();
    let mut bytes = std::fs::read(&last).unwrap();
    bytes[0] ^= 1;
    std::fs::write(&last, bytes).unwrap();
    let message = run(&search, &mesh, &Limits::default()).0.unwrap_err().to_string();
    assert!(message.contains("is damaged: wrong checksum"), "{message}");
}

#[test]
fn files_with_any_byte_flipped_or_cut_are_refused_or_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let (mesh, layers) = (Mesh::random(9, 80, 3), folder.path().join("layers"));
    let plain = LayeredSearch::new(Method::Best);
    let whole = run(&plain, &mesh, &Limits::default());
    let (path, expanded) = (whole.0.unwrap(), whole.1);
    let disk =
        LayerStoreSettings { folder: layers.clone(), problem: "one".to_owned(), limit: None };
    let search = LayeredSearch { disk: Some(disk), ..plain };
    let limits = Limits { nodes: Some(expanded * 2 / 3), ..Limits::default() };
    assert!(run(&search, &mesh, &limits).0.is_err());
    let files = std::fs::read_dir(&layers).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.map(|path| (std::fs::read(&path).unwrap(), path)).collect();
    assert!(3 < files.len() && files.iter().any(|(_, path)| path.ends_with("journal.jsonl")));
    let (mut refused, mut same) = (0, 0);
    for (bytes, damaged) in &files {
        let near_an_end = |at: &usize| *at < 40 || bytes.len() < *at + 80;
        let places = (0..bytes.len()).filter(|at| near_an_end(at) || at % 13 == 0);
        let flip = |at: usize| {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            flipped
        };
        for content in places.flat_map(|at| [flip(at), bytes[..at].to_vec()]) {
            let _ = std::fs::remove_dir_all(&layers);
            std::fs::create_dir(&layers).unwrap();
            for (bytes, path) in &files {
                std::fs::write(path, if path == damaged { &content } else { bytes }).unwrap();
            }
            match run(&search, &mesh, &Limits::default()) {
                (Err(SearchError::LayerStore(_)), _) => refused += 1,
                (result, count) => {
                    assert_eq!((result.unwrap(), count), (path.clone(), expanded));
                    same += 1;
                }
            }
        }
    }
    // A journal that is cut after a line repeats what it lost.
    assert!(same < refused && 100 < refused, "{refused} refused, {same} the same");
}

#[test]
fn clear_removes_only_files_of_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let (mesh, layers) = (Mesh::random(9, 80, 3), folder.path().join("layers"));
    assert!(!LayerStoreSettings::is_begun(&layers));
    LayerStoreSettings::clear(&layers).unwrap();
    let disk =
        LayerStoreSettings { folder: layers.clone(), problem: "one".to_owned(), limit: None };
    let search = LayeredSearch { disk: Some(disk), ..LayeredSearch::new(Method::Brute) };
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    assert!(run(&search, &mesh, &limits).0.is_err());
    std::fs::write(layers.join("notes.txt"), "keep").unwrap();
    assert!(LayerStoreSettings::is_begun(&layers));
    LayerStoreSettings::clear(&layers).unwrap();
    assert!(!LayerStoreSettings::is_begun(&layers) && layers.join("notes.txt").exists());
    std::fs::remove_file(layers.join("notes.txt")).unwrap();
    LayerStoreSettings::clear(&layers).unwrap();
    assert!(!layers.exists());
}

/// Every step of every write fails once, or ends the process: create, write, sync, rename, sync of the folder. The search then continues to the same answer.
#[test]
fn a_fault_at_any_step_of_a_write_is_an_error_and_the_search_resumes() {
    let mut steps = 0;
    for method in [Method::Brute, Method::BdBfida { propagate: true }, Method::Best] {
        let mesh = Mesh::random(4, 80, 3);
        let plain = LayeredSearch::new(method);
        let (path, expanded) = run(&plain, &mesh, &Limits::default());
        let path = path.unwrap();
        for kind in [Kind::Error, Kind::Crash] {
            let mut has_struck = true;
            for step in 1.. {
                let folder = tempfile::tempdir().unwrap();
                let disk = LayerStoreSettings {
                    folder: folder.path().join("layers"),
                    problem: "mesh".to_owned(),
                    limit: None,
                };
                let search = LayeredSearch { disk: Some(disk), ..LayeredSearch::new(method) };
                let fault = inject(step, kind);
                let (found, _) = run(&search, &mesh, &Limits::default());
                has_struck = has_struck && fault.has_struck();
                drop(fault);
                if !has_struck {
                    assert_eq!(found.unwrap(), path, "{method:?}");
                    break;
                }
                steps += 1;
                assert!(
                    matches!(found, Err(SearchError::LayerStore(_))),
                    "{method:?}, step {step}"
                );
                let (found, again) = run(&search, &mesh, &Limits::default());
                assert_eq!(found.unwrap(), path, "{method:?}, {kind:?}, step {step}");
                assert_eq!(again, expanded, "{method:?}, {kind:?}, step {step}");
            }
        }
    }
    assert!(100 < steps, "{steps} faults");
}
