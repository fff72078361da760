//! `patience evolve` from outside: the same run for any number of threads, after crashes too.

use std::fs;
use std::path::Path;

use crate::common::{complains, crash_at_every_step, run};

/// A run of a few seconds in which every operator has its turn.
const RUSH_HOUR: &str = "evolve rushhour --curriculum hillis --set generations=12 --set population=10 --set nodes=3000 \
    --set baseline_nodes=3000 --set training=20 --set validation=4 --set hillis.population=6 --set hillis.cases=3";

const FREECELL: &str = "evolve freecell --set generations=6 --set population=6 --set nodes=2000 --set baseline_nodes=2000 \
    --set training=20 --set validation=2 --set hillis.population=6 --set hillis.cases=2 --set search.horizon=2";

/// What a run leaves behind.
fn files(folder: &Path) -> [String; 4] {
    ["settings.toml", "log.jsonl", "checkpoint.json", "best.toml"]
        .map(|name| fs::read_to_string(folder.join(name)).unwrap())
}

fn evolve(line: &str, folder: &Path, more: &str) -> [String; 4] {
    let line = format!("{line} --out {} {more}", folder.display());
    let ending = run(&line.split_whitespace().collect::<Vec<_>>().join(" "));
    assert_eq!(ending.code, Some(0), "{line}: {}", ending.stderr);
    files(folder)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for line in [RUSH_HOUR, FREECELL] {
        let folder = tempfile::tempdir().unwrap();
        let several = evolve(line, &folder.path().join("several"), "--threads 2 --quiet");
        let one = evolve(line, &folder.path().join("one"), "--threads 1 --json");
        assert_eq!(one, several, "{line}");
    }
}

#[test]
fn a_run_that_crashes_at_every_step_of_its_writes_ends_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let line = RUSH_HOUR.replace("generations=12", "generations=7");
    let whole = evolve(&line, &path("whole"), "--quiet");
    let out = path("crashed");
    let crashes = crash_at_every_step(|| {
        let begun = out.join("settings.toml").exists();
        let (line, again) = if begun { (head(&line), "--resume") } else { (line.as_str(), "") };
        format!("{line} --out {} --quiet {again}", out.display())
    });
    // Settings, and the longest save: log, checkpoint, best genome.
    assert!(5 + 12 <= crashes, "{crashes} crashes");
    assert_eq!(files(&out), whole);
    let left = fs::read_dir(&out).unwrap().count();
    assert_eq!(left, fs::read_dir(path("whole")).unwrap().count());
}

/// The command without its settings: those of a run are in its folder.
fn head(line: &str) -> &str {
    line.split(" --").next().unwrap()
}

#[test]
fn every_puzzle_with_fitness_cases_can_be_evolved() {
    let help = run("evolve --help").stdout;
    let puzzles: Vec<&str> = patience_workbench::kits()
        .iter()
        .filter(|kit| kit.evolution(&patience_learn::Table::new()).is_some())
        .map(|kit| kit.about().name)
        .collect();
    assert!(puzzles.contains(&"tiles"));
    for puzzle in puzzles {
        assert!(help.lines().any(|line| line.trim_start().starts_with(puzzle)), "{help}");
        let help = run(&format!("evolve {puzzle} --help")).stdout;
        for option in ["--genome <NAME>", "--curriculum <NAME>"] {
            let line = help.lines().find(|line| line.contains(option)).unwrap();
            let text = &help[help.find(line).unwrap()..];
            assert!(text.split("--").nth(1).unwrap().contains("[default: "), "{help}");
        }
    }
}

#[test]
fn a_puzzle_of_the_registry_is_evolved_reported_shown_and_solved() {
    for (puzzle, tried) in
        [("tiles", "20 boards with ida-star"), ("klondike", "20 deals with staged")]
    {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let line = format!(
            "evolve {puzzle} --set generations=2 --set population=6 --set nodes=2000 --set baseline_nodes=2000 \
             --set training=12 --set validation=3 --set random.cases=3"
        );
        let whole = evolve(&line, &path, "--quiet --threads 1");
        assert!(whole[0].contains(&format!("puzzle = \"{puzzle}\"")), "{}", whole[0]);
        let more = "--resume --quiet --set generations=3";
        let longer = evolve(&format!("evolve {puzzle}"), &path, more);
        assert_eq!(longer[1].lines().count(), 1 + 3);
        let report = run(&format!("report {} --test 4 --json", path.display()));
        assert_eq!(report.code, Some(0), "{}", report.stderr);
        let report: serde_json::Value = serde_json::from_str(&report.stdout).unwrap();
        assert_eq!(
            (&report["puzzle"], &report["test"]["unseen"]["cases"]),
            (&puzzle.into(), &4.into())
        );
        let best = path.join("best.toml");
        let line =
            format!("show policy {} --sample 1..=3 --sample 9 --nodes 5000 --json", best.display());
        let shown = run(&line);
        assert_eq!(shown.code, Some(0), "{}", shown.stderr);
        let shown: serde_json::Value = serde_json::from_str(&shown.stdout).unwrap();
        assert_eq!((&shown["sample"]["instances"], &shown["puzzle"]), (&4.into(), &puzzle.into()));
        let fired = shown["sample"]["fired"].as_array().unwrap();
        assert!(0 < fired.iter().filter_map(serde_json::Value::as_u64).sum::<u64>());
        let usual = run(&format!("show policy {} --nodes 100", best.display())).stdout;
        assert!(usual.contains(&format!("tried on {tried}")), "{usual}");
        let line =
            format!("solve {puzzle} 1 --policy {} --nodes 20000 --json --quiet", best.display());
        let solved = run(&line);
        assert_eq!(solved.code, Some(0), "{}", solved.stderr);
        let cards = concat!(env!("CARGO_MANIFEST_DIR"), "/../../policies/policy-freecell.toml");
        let line = format!("solve {puzzle} 1 --policy {cards}");
        let message = complains(&line, run(&line));
        let expected = format!("has a policy for freecell, not for {puzzle}");
        assert!(message.contains(&expected), "{message}");
    }
}

#[test]
fn the_best_genome_guides_a_search() {
    let folder = tempfile::tempdir().unwrap();
    evolve(RUSH_HOUR, &folder.path().join("run"), "--quiet --set generations=2");
    let best = folder.path().join("run/best.toml");
    let line = format!("solve rushhour JAM01 --policy {} --json --quiet", best.display());
    let ending = run(&line);
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    assert!(ending.stdout.contains("\"engine\":\"ida-star\""), "{}", ending.stdout);
}

#[test]
fn weights_of_fast_are_bred_too() {
    let folder = tempfile::tempdir().unwrap();
    let line = FREECELL.replace("search.horizon=2", "search.engine=fast --genome weights");
    evolve(&line, &folder.path().join("run"), "--quiet --set generations=2");
    let best = folder.path().join("run/best.toml");
    let ending = run(&format!("solve freecell 617 --policy {} --json --quiet", best.display()));
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    assert!(ending.stdout.contains("\"engine\":\"fast\""), "{}", ending.stdout);
}

#[test]
fn a_dry_run_prints_settings_that_make_the_run_and_what_it_costs() {
    let folder = tempfile::tempdir().unwrap();
    let dry = run(&RUSH_HOUR.split_whitespace().chain(["--dry-run"]).collect::<Vec<_>>().join(" "));
    assert_eq!(dry.code, Some(0), "{}", dry.stderr);
    assert!(dry.stderr.contains("64 searches a generation"), "{}", dry.stderr);
    // Gradual difficulty has as many generations as its windows may take.
    let gradual = "--curriculum gradual --set gradual.groups=6 --set population=1";
    let gradual = run(&format!("evolve rushhour {gradual} --dry-run")).stdout;
    assert!(gradual.contains("generations = 20\n"), "{gradual}");
    let config = folder.path().join("settings.toml");
    fs::write(&config, &dry.stdout).unwrap();
    let again = run(&format!("evolve rushhour --config {} --dry-run", config.display()));
    assert_eq!(again.stdout, dry.stdout);
    // A genome knows the settings that it was bred with.
    evolve(RUSH_HOUR, &folder.path().join("run"), "--quiet --set generations=1");
    let best = folder.path().join("run/best.toml");
    let once_more =
        run(&format!("evolve rushhour --config {} --set generations=12 --dry-run", best.display()));
    assert_eq!(once_more.stdout, dry.stdout, "{}", once_more.stderr);
    let none = "policies/policy-freecell.toml";
    let none =
        format!("evolve freecell --config {}/../../{none} --dry-run", env!("CARGO_MANIFEST_DIR"));
    let message = complains(&none, run(&none));
    assert!(message.contains("has no settings of a run"), "{message}");
}

#[test]
fn every_setting_is_described_and_its_usual_value_is_told_as_it_is() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/settings.md"));
    let text = text.unwrap();
    for (column, puzzle) in [(2, "freecell"), (3, "rushhour")] {
        let mut printed = std::collections::BTreeMap::new();
        for line in text.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            // Numbers may hold commas; names and values that stand together are parted by a comma and a space.
            for (name, value) in cells[1].split(", ").zip(cells[column].split(", ")) {
                let value = value.trim_matches('`').replace(',', "").replace("10⁹", "1000000000");
                printed.insert(name.trim_matches('`').to_owned(), value.replace("1/6", "0.1667"));
            }
        }
        let dry = run(&format!("evolve {puzzle} --dry-run --set generations=1 --set population=1"));
        let settings: toml::Table = dry.stdout.parse().unwrap();
        let inner = |name: &str, value: &toml::Value| match value {
            toml::Value::Table(section) => section
                .iter()
                .map(|(key, value)| (format!("{name}.{key}"), value.clone()))
                .collect(),
            value => vec![(name.to_owned(), value.clone())],
        };
        // Settings that are only written if they differ from their defaults.
        for name in [
            "method",
            "offspring",
            "budget",
            "archive",
            "archive_axes",
            "mutator",
            "mutator_seconds",
            "fitness",
            "terminals",
            "advisor_share",
            "search.granularity",
            "search.tuned_baseline",
        ] {
            assert!(printed.contains_key(name), "{name} is not described");
        }
        for (name, value) in settings.iter().flat_map(|(name, value)| inner(name, value)) {
            let value = match &value {
                toml::Value::String(text) => text.clone(),
                toml::Value::Float(number) => format!("{}", (number * 1e4).round() / 1e4),
                toml::Value::Array(all) if all.is_empty() => "none".to_owned(),
                value => value.to_string(),
            };
            let described = printed.get(&name).unwrap_or_else(|| panic!("{name} is not described"));
            if !["puzzle", "generations", "population"].contains(&name.as_str()) {
                assert_eq!(*described, value, "{puzzle}: {name}");
            }
        }
    }
}

#[test]
fn bad_settings_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let refused = |more: &str| {
        let line = format!("evolve freecell --out {} {more}", out.display());
        let message = complains(&line, run(&line));
        assert!(!out.exists(), "{line}");
        message
    };
    assert!(refused("--set populaton=3").contains("populaton"));
    assert!(refused("--set population=0").contains("population = 0: expected 1 to 100000"));
    assert!(refused("--set population=many").contains("population"));
    let seed = format!("--set seed={}", u64::MAX);
    assert!(refused(&seed).contains("seed: the number is too large; the largest is 9223372"));
    assert!(refused("--set search.horizont=3").contains("horizont"));
    assert!(refused("--set avoid=[\"HSDX\"]").contains("unknown feature `HSDX` (known: HSDH"));
    assert!(refused("--set search.engine=fast").contains("`fast` takes genome = \"weights\""));
    assert!(refused("--set search.engine=ida-star").contains("expected \"staged\" or \"fast\""));
    assert!(refused("--set give_up=0").contains("give_up = 0: expected a number above 0"));
    assert!(refused("--set seconds=1e30").contains("expected a year at most"));
    assert!(refused("--set depth=60").contains("depth = 60: expected 2 to 17"));
    assert!(refused("--set gradual.target=nan").contains("gradual.target = NaN"));
    let config = folder.path().join("settings.toml");
    fs::write(&config, "population = 20\nmutation = \"often\"\n").unwrap();
    let message = refused(&format!("--config {}", config.display()));
    assert!(message.contains("line 2"), "{message}");
}

#[test]
fn a_run_can_be_made_longer_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let whole = evolve(RUSH_HOUR, &folder.path().join("whole"), "--quiet --set generations=5");
    let path = folder.path().join("run");
    let short = evolve(RUSH_HOUR, &path, "--quiet --set generations=2");
    let resume = |more: &str| format!("evolve rushhour {more} --resume --out {}", path.display());
    for (more, message) in [
        ("--set population=9", "only `generations`, `budget` can be changed"),
        ("--set generations=5 --set seed=3", "only `generations`, `budget` can be changed"),
        ("--set generations=0", "settings.toml: generations = 0: expected 1 or more"),
        ("--genome weights", "only `generations`, `budget` can be changed"),
    ] {
        let printed = complains(&resume(more), run(&resume(more)));
        assert!(printed.contains(message), "{printed}");
        assert_eq!(files(&path), short);
    }
    let ending = run(&resume("--set generations=5 --quiet"));
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    assert_eq!(files(&path), whole);
    // Somebody has changed the settings behind its back.
    let settings = whole[0].replace("seed = 1\n", "seed = 2\n");
    fs::write(path.join("settings.toml"), settings).unwrap();
    let printed = complains(&resume("--quiet"), run(&resume("--quiet")));
    assert!(printed.contains("settings.seed is 1 there and 2 here"), "{printed}");
}

#[test]
fn a_resumed_run_says_that_it_drops_an_unfinished_line_of_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let whole = evolve(RUSH_HOUR, &path, "--quiet --set generations=2");
    let log = path.join("log.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, format!("{text}{{\"generation\":2,\"be")).unwrap();
    let line = format!("evolve rushhour --resume --quiet --out {}", path.display());
    let first = run(&line);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let message = format!("{}: dropped an unfinished last line of 19 bytes", log.display());
    assert!(first.stderr.contains(&message), "{}", first.stderr);
    assert_eq!(files(&path), whole);
    let again = run(&line);
    assert!(!again.stderr.contains("dropped"), "{}", again.stderr);
}

#[test]
fn a_folder_that_holds_a_run_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let before = evolve(RUSH_HOUR, &path, "--quiet --set generations=1");
    let line = format!("{RUSH_HOUR} --out {}", path.display());
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = complains(&line, run(&line));
    assert!(message.contains("already holds a run"), "{message}");
    assert_eq!(files(&path), before);
    fs::write(path.join("checkpoint.json"), &before[2][..before[2].len() / 2]).unwrap();
    let line = format!("evolve rushhour --resume --out {}", path.display());
    let message = complains(&line, run(&line));
    assert!(message.contains("checkpoint.json: it is damaged"), "{message}");
    let line = format!("evolve freecell --resume --out {}", path.display());
    let message = complains(&line, run(&line));
    assert!(message.contains("the settings are for rushhour, not for freecell"), "{message}");
}

#[test]
fn a_table_of_baselines_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (out, table) = (path("out.jsonl"), path("table.txt"));
    let make = |more: &str| {
        let line = format!("evolve freecell-baselines --deals 14 --quiet {more}");
        let ending = run(&line);
        assert_eq!(ending.code, Some(0), "{}", ending.stderr);
        ending.stdout
    };
    let printed = make(&format!("--table {table} --threads 2"));
    let whole = fs::read_to_string(&table).unwrap();
    assert_eq!(whole.lines().filter(|line| !line.starts_with('#')).count(), 2, "{whole}");
    assert!(whole.contains("\n11 "), "{whole}");
    // Half a line is left of a run that was killed.
    make(&format!("--out {out} --units 9"));
    let mut journal = fs::read_to_string(&out).unwrap();
    journal.truncate(journal.len() - 12);
    fs::write(&out, journal).unwrap();
    assert_eq!(make(&format!("--out {out} --table {table} --threads 1")), printed);
    assert_eq!(fs::read_to_string(&table).unwrap(), whole);
    assert_eq!(make(&format!("--out {out}")), printed, "there is nothing left to do");
}

/// A run of seconds; with seed 1 it learns nothing, with seed 2 it does.
const TILES: &str = "evolve tiles --set generations=4 --set population=6 --set nodes=2000 --set training=12 --set validation=6";

#[test]
fn a_run_that_learnt_nothing_says_so_and_what_to_change() {
    let folder = tempfile::tempdir().unwrap();
    let learnt_nothing = "This run learnt nothing: on the validation set, ";
    for (seed, is_better) in [(1, false), (2, true)] {
        let path = folder.path().join(seed.to_string());
        let ending = run(&format!("{TILES} --set seed={seed} --out {}", path.display()));
        assert_eq!(ending.stdout.contains(learnt_nothing), !is_better, "{}", ending.stdout);
        // The same by hand: the best of the first generation, and of the run.
        let [_, log, ..] = files(&path);
        let log: Vec<serde_json::Value> =
            log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        let first = log[0]["validation"]["fitness"].as_f64().unwrap();
        let last = log[3]["champion"]["validation"]["fitness"].as_f64().unwrap();
        assert_eq!(first < last, is_better, "{first} {last}");
        let report = run(&format!("report {}", path.display())).stdout;
        assert_eq!(report.contains(learnt_nothing), !is_better, "{report}");
        let page = fs::read_to_string(path.join("report.html")).unwrap();
        assert_eq!(page.contains("Nothing was learnt"), !is_better);
        let json = run(&format!("report {} --json", path.display())).stdout;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["diagnosis"].is_null(), is_better, "{json}");
        if !is_better {
            assert!(ending.stdout.contains("\n- 4 generations with 264 evaluations are few: "));
            assert!(json["diagnosis"]["suggestions"].as_array().unwrap().len() > 2, "{json}");
        }
    }
    let hopeless = format!("{TILES} --set nodes=1 --out {}", folder.path().join("3").display());
    let ending = run(&hopeless);
    assert!(ending.stdout.contains("saves none of the baseline's nodes"), "{}", ending.stdout);
    assert!(ending.stdout.contains("\n- No search found a solution within 1 nodes"));
    let quiet = format!("{TILES} --quiet --out {}", folder.path().join("4").display());
    assert_eq!(run(&quiet).stdout, "");
}
