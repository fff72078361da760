//! The commands for Klondike: answers, batches, limits, pictures, and input that nobody means well.

use std::time::Instant;

use crate::common::{SOON, json_lines, noise, records, refused, run, run_with, steady};
use serde_json::Value;

#[test]
fn most_deals_can_be_won_and_every_solution_passes_the_check() {
    let folder = tempfile::tempdir().unwrap();
    for draw in [1, 3] {
        let ending = run(&format!("solve klondike 1..=60 --draw {draw} --json --quiet"));
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
        let lines = json_lines(&ending.stdout);
        assert_eq!(lines.len(), 60);
        let solved: Vec<&Value> = lines.iter().filter(|line| line["outcome"] == "solved").collect();
        assert!(45 < solved.len(), "{} of 60", solved.len());
        for line in &solved {
            assert_eq!(
                (&line["puzzle"], &line["rules"]["draw"]),
                (&"klondike".into(), &draw.into())
            );
            let (moves, turns) = (line["move_count"].as_u64(), line["turns"].as_u64());
            assert_eq!(line["cost"].as_u64(), moves);
            assert_eq!(line["length"].as_u64(), Some(moves.unwrap() + turns.unwrap()));
            assert_eq!(line["length"], line["moves"].as_array().unwrap().len());
        }
        let path = folder.path().join("solution.json");
        std::fs::write(&path, solved[0].to_string()).unwrap();
        let seed = solved[0]["instance"].as_str().unwrap();
        let ending = run(&format!("verify klondike {seed} {} --draw {draw}", path.display()));
        assert_eq!(ending.code, Some(0), "{ending:?}");
    }
}

#[test]
fn what_can_be_won_with_three_cards_at_a_time_can_be_won_with_one() {
    let of = |draw: u8| {
        let ending = run(&format!("solve klondike 1..=60 --draw {draw} --json --quiet"));
        json_lines(&ending.stdout)
    };
    for (three, one) in of(3).iter().zip(of(1)) {
        assert!(three["outcome"] != "solved" || one["outcome"] == "solved", "{three}");
    }
}

#[test]
fn all_forms_of_a_deal_have_the_same_answer() {
    let answer = |text: &str| {
        let ending = run_with("solve klondike - --json", text);
        assert_eq!(ending.code, Some(0), "{ending:?}");
        json_lines(&ending.stdout)[0]["moves"].clone()
    };
    let expected = json_lines(&run("solve klondike 7 --json").stdout)[0]["moves"].clone();
    for form in ["text", "json", "digits"] {
        let shown = run(&format!("show klondike 7 --format {form}")).stdout;
        assert_eq!(answer(&shown), expected, "{form}");
    }
}

#[test]
fn rules_of_a_file_hold_unless_the_command_line_says_otherwise() {
    let shown = run("show klondike 7 --draw 1 --passes 2 --no-bring-back --format text").stdout;
    let rules = |line: &str| {
        let ending = run_with(line, shown.clone());
        json_lines(&ending.stdout)[0]["rules"].clone()
    };
    let printed = rules("solve klondike - --json");
    assert_eq!((&printed["draw"], &printed["passes"]), (&1.into(), &2.into()));
    assert_eq!(printed["bring_back"], false);
    let printed = rules("solve klondike - --json --draw 2 --passes unlimited");
    assert_eq!((&printed["draw"], &printed["passes"]), (&2.into(), &Value::Null));
}

#[test]
fn printed_solutions_can_be_checked_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solution.txt");
    for format in ["notation", "positions"] {
        let ending = run(&format!("solve klondike 7 --format {format}"));
        std::fs::write(&path, &ending.stdout).unwrap();
        let ending = run(&format!("verify klondike 7 {}", path.display()));
        assert_eq!(ending.code, Some(0), "{format}: {ending:?}");
    }
}

#[test]
fn batches_are_the_same_on_any_number_of_threads_and_go_on_where_they_ended() {
    let one = run("solve klondike 1..=40 --json --threads 1 --quiet").stdout;
    assert_eq!(
        steady(&one),
        steady(&run("solve klondike 1..=40 --json --threads 4 --quiet").stdout)
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("batch.jsonl");
    let path = path.display();
    assert_eq!(run(&format!("solve klondike 1..=15 --out {path} --quiet")).code, Some(0));
    assert_eq!(run(&format!("solve klondike 1..=40 --out {path} --summary --quiet")).code, Some(0));
    let written = std::fs::read_to_string(path.to_string()).unwrap();
    assert_eq!(steady(&records(&written)), steady(&one));
    // Other rules are another batch.
    let ending = run(&format!("solve klondike 1..=40 --draw 1 --out {path} --quiet"));
    assert_eq!(ending.code, Some(2));
    assert!(ending.stderr.contains("rules.draw is not set there and 1 here"), "{}", ending.stderr);
}

#[test]
fn generated_deals_are_what_they_are_called() {
    let folder = tempfile::tempdir().unwrap();
    for (option, outcome, code) in [("winnable", "solved", 0), ("unwinnable", "unsolvable", 10)] {
        let path = folder.path().join(option);
        let path = path.display();
        let line = format!(
            "generate klondike --count 5 --seed 100 --{option} --json --quiet --out {path}"
        );
        let ending = run(&line);
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
        assert_eq!(ending.stdout, run(&format!("{line} --threads 1")).stdout);
        let deals = json_lines(&ending.stdout);
        assert_eq!(deals.len(), 5);
        assert!(deals.iter().all(|deal| deal["outcome"] == outcome));
        let lines = json_lines(&run(&format!("solve klondike {path} --json --quiet")).stdout);
        assert_eq!(lines.len(), 5);
        assert!(lines.iter().all(|line| line["outcome"] == outcome), "{option}");
        let seed = &deals[0]["seed"];
        assert_eq!(run(&format!("solve klondike {seed} --quiet")).code, Some(code));
    }
}

#[test]
fn deals_that_are_not_decided_are_skipped() {
    let ending = run("generate klondike --count 2 --seed 3 --unwinnable --nodes 1000 --threads 1");
    assert_eq!(ending.code, Some(0));
    assert!(!ending.stdout.starts_with("3: "), "{}", ending.stdout);
    assert!(ending.stderr.contains("skipped: a limit came first"), "{}", ending.stderr);
}

#[test]
fn limits_stop_both_engines() {
    let ending = run("solve klondike 3 --nodes 1000 --json");
    assert_eq!(ending.code, Some(20));
    let line = &json_lines(&ending.stdout)[0];
    assert_eq!((&line["stop"], &line["expanded"]), (&"nodes".into(), &1000.into()));
    // With a first solution at hand, that is the answer.
    for limit in ["--nodes 5000", "--time 300ms", "--memory 16M"] {
        let begun = Instant::now();
        let ending = run(&format!("solve klondike 7 --shortest {limit} --json"));
        assert!(begun.elapsed() < SOON, "{limit}");
        assert_eq!(ending.code, Some(0), "{limit}");
        let line = &json_lines(&ending.stdout)[0];
        assert_eq!(
            (&line["outcome"], &line["optimal"]),
            (&"solved".into(), &false.into()),
            "{limit}"
        );
    }
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let picture = |name: &str| std::fs::read_to_string(file(name)).unwrap();
    assert_eq!(run(&format!("show klondike 7 --svg {}", file("a.svg").display())).code, Some(0));
    assert!(picture("a.svg").starts_with("<svg"));
    let line = format!("solve klondike 7 --animate {} --quiet", file("b.svg").display());
    assert_eq!(run(&line).code, Some(0));
    assert!(picture("b.svg").contains("@keyframes"));
    let line = format!("show klondike 7 --after T --animate {}", file("c.svg").display());
    assert_eq!(run(&line).code, Some(0));
    assert!(picture("c.svg").contains("3 cards are turned"));
}

#[test]
fn noise_is_refused_as_bad_input() {
    for line in ["solve klondike -", "show klondike -", "verify klondike - T"] {
        assert!(refused(line, noise(1 << 20, 255)).contains("not text (invalid UTF-8)"), "{line}");
        refused(line, noise(1 << 20, 128));
        for word in ["1: | ", "?? ", "{", "[\"AC\"], ", "5..=4 ", "0", "draw 3\n"] {
            refused(line, word.repeat(1_000_000 / word.len()).into_bytes());
        }
    }
}
