//! The experiments of the repository, and files that are wrong.

use std::path::{Path, PathBuf};

use patience_lab::{Experiment, Lab, Scale, results};

use crate::lab;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn all() -> Vec<Experiment> {
    let entries = std::fs::read_dir(root().join("experiments")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|it| it == "toml"));
    files.map(|path| Experiment::read(&path).unwrap()).collect()
}

/// Engines, settings, policies, players and cases of every row are known, at every scale.
#[test]
fn every_experiment_is_ready_to_run() {
    // Policies are named from the root of the repository.
    std::env::set_current_dir(root()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let lab = Lab { threads: 1, ..lab(folder.path()) };
    let experiments = all();
    assert!(10 <= experiments.len());
    for experiment in &experiments {
        for (scale, _) in Scale::ALL {
            let summary = lab.summarise(experiment, scale);
            let summary = summary.unwrap_or_else(|fault| panic!("{}: {fault}", experiment.name));
            assert_eq!(summary.rows.len(), experiment.rows.len());
        }
        let (_, cases) = lab.progress(experiment, Scale::Full).unwrap();
        assert!(0 < cases, "{}", experiment.name);
    }
}

#[test]
fn policies_are_found_beside_the_folder_of_the_experiment() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["experiments", "policies"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    let policy = root().join("policies/freecell-formula.toml");
    std::fs::copy(policy, folder.path().join("policies/only-here.toml")).unwrap();
    let path = folder.path().join("experiments/x.toml");
    let text = "name = \"x\"\ntitle = \"x\"\npuzzle = \"freecell\"\ncases = \"1\"\n[[row]]\nname = \"a\"\npolicy = \"policies/only-here.toml\"\n";
    std::fs::write(&path, text).unwrap();
    let experiment = Experiment::read(&path).unwrap();
    let lab = Lab { threads: 1, ..lab(folder.path()) };
    assert_eq!(lab.summarise(&experiment, Scale::Full).unwrap().rows[0].all_cases, 1);
}

/// `RESULTS.md` is what the kept summaries say.
#[test]
fn the_page_of_results_is_generated() {
    let folder = root().join("experiments/results");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    let kept: Vec<_> =
        paths.iter().map(|path| serde_json::from_str(&read(path)).unwrap()).collect();
    assert!(!kept.is_empty());
    assert_eq!(read(&root().join("RESULTS.md")), results(&kept));
}

#[test]
fn files_that_are_wrong_name_the_place() {
    const HEAD: &str = "name = \"x\"\ntitle = \"x\"\npuzzle = \"freecell\"\n";
    let error = |text: &str| Experiment::parse(&format!("{HEAD}{text}")).unwrap_err().to_string();
    let row = |text: &str| error(&format!("[[row]]\nname = \"a\"\n{text}"));
    assert!(error("casez = \"1\"\n").starts_with("line 4, column 1: unknown field `casez`"));
    assert!(row("engin = \"fast\"\n").contains("unknown field `engin`"));
    assert!(row("published = { wins = 1 }\n").contains("unknown variant `wins`"));
    assert!(row("tolerance = { rate = \"5\" }\n").contains("expected a percentage such as"));
    assert_eq!(
        row("engine = \"fast\"\nlimits = { nodes = \"1X\" }\n"),
        "row `a`: limits.nodes: expected a count such as 1500000, 1_500_000 or 1.5M"
    );
    assert_eq!(
        row("engine = \"fast\"\ncontrol = \"b\"\n"),
        "row `a`: its control `b` is not a row that is run"
    );
    assert_eq!(
        row("engine = \"fast\"\nplayer = \"best\"\n"),
        "row `a`: expected a player or an engine, found both"
    );
    assert!(row("[[row]]\nname = \"A\"\n").contains("expected a name that no other row has"));
    assert!(row("[[row]]\nname = \"***\"\n").contains("expected a name with a letter or a digit"));
    let arms = "[[row]]\nname = \"a\"\nengine = \"fast\"\n[evolve]\ncontrol = \"a\"\nseeds = \"1\"\nquick_seeds = \"1\"\nsettings = {}\n";
    let arm =
        |text: &str| error(&format!("{arms}[[evolve.arm]]\nname = \"x\"\nsettings = {{}}\n{text}"));
    assert_eq!(arm("control = \"b\"\n"), "evolve: its control `b` is not a row that is run");
    let again = arm("[[evolve.arm]]\nname = \"X\"\nsettings = {}\n");
    assert_eq!(again, "arm `X`: expected a name that no other arm has");
    assert!(error("length = \"m9\"\n").contains("unknown length `m9` (known: m1, m2, m3)"));
    let name = "name = \"../x\"\ntitle = \"x\"\npuzzle = \"freecell\"\n";
    assert!(Experiment::parse(name).unwrap_err().to_string().starts_with("name: expected letters"));
}
