//! What the program prints and how it ends, command by command.

use crate::common;
use std::collections::{BTreeMap, BTreeSet};

use crate::common::{run, run_with};
use assert_cmd::Command;
use serde_json::Value;

/// The heuristics of the paper's Table I.
const TABLE_I: [&str; 9] = [
    "HSDH",
    "NumWellPlaced",
    "NumCardsNotAtFoundations",
    "FreeCells",
    "DifferenceFromTop",
    "LowestFoundationCard",
    "HighestFoundationCard",
    "DifferenceFoundation",
    "SumOfBottomCards",
];

/// The auxiliary functions of Table II, besides `PhaseByX` for each heuristic X.
const TABLE_II: [&str; 9] = [
    "IsMoveToFreeCell",
    "IsMoveToCascade",
    "IsMoveToFoundation",
    "IsMoveToSortedPile",
    "LastCardMoved",
    "NumOfSiblings",
    "NumOfChildren",
    "DifficultyLevel",
    "g",
];

/// No card moves here where there are no cells.
const STUCK: &str = include_str!("cmd/solve.in/stuck.txt");

type Object = BTreeMap<String, Value>;

fn json_lines(text: &str) -> Vec<Object> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("every line is a JSON object"))
        .collect()
}

/// The only JSON line.
fn json(text: &str) -> Object {
    let [object] = json_lines(text).try_into().expect("a single line");
    object
}

/// The first deals that staged deepening solves, as JSON lines.
fn solved() -> Vec<Object> {
    let mut lines =
        json_lines(&run("solve freecell 1..=5 --engine staged --nodes 600k --json --quiet").stdout);
    lines.retain(|line| line["outcome"] == "solved");
    assert!(2 <= lines.len(), "staged deepening solves most deals");
    lines.truncate(2);
    lines
}

/// What `solve` prints of a deal in a format: the headline and the rest.
fn printed(deal: &Object, format: &str) -> (String, String) {
    let instance = deal["instance"].as_str().unwrap();
    let ending = run(&format!("solve freecell {instance} --engine staged --format {format}"));
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""), "{instance}");
    let (headline, rest) = ending.stdout.split_once('\n').unwrap();
    (headline.to_owned(), rest.to_owned())
}

#[test]
fn commands_print_what_the_files_say() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

#[test]
fn every_command_has_help() {
    let commands =
        [&[][..], &["solve"], &["verify"], &["show"], &["features"], &["completions"], &["man"]];
    let of_freecell =
        ["solve", "verify", "show", "features"].map(|command| vec![command, "freecell"]);
    let of_rush_hour = ["solve", "verify", "show", "features", "hint", "generate", "enumerate"]
        .map(|command| vec![command, "rushhour"]);
    let of_peg = ["solve", "verify", "show"].map(|command| vec![command, "peg"]);
    let of_klondike = ["solve", "verify", "show", "generate", "play", "advise"]
        .map(|command| vec![command, "klondike"]);
    let commands = commands.iter().map(|command| command.to_vec());
    let of_cards = of_freecell.into_iter().chain(of_klondike);
    for command in commands.chain(of_cards).chain(of_rush_hour).chain(of_peg) {
        for flag in ["--help", "-h"] {
            let mut program = Command::new(env!("CARGO_BIN_EXE_patience"));
            let assert = program.args(&command).arg(flag).assert().success().stderr("");
            let help = String::from_utf8_lossy(&assert.get_output().stdout);
            assert!(help.contains("Usage: patience"), "{command:?} {flag}");
        }
    }
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(run(&format!("completions {shell}")).stdout.contains("patience"), "{shell}");
    }
    assert!(run("man").stdout.contains(".TH patience 1"));
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(&format!("man --out {}/pages", folder.path().display())).code, Some(0));
    assert!(folder.path().join("pages/patience-solve-freecell.1").exists());
}

#[test]
fn json_lines_of_solved_deals_carry_every_field() {
    for line in solved() {
        assert_eq!(line["puzzle"], "freecell");
        assert!(line["instance"].as_str().is_some_and(|instance| instance.parse::<u64>().is_ok()));
        assert_eq!(line["engine"], "staged");
        assert_eq!(line["outcome"], "solved");
        assert_eq!(line["metric"], "m2");
        assert_eq!(line["optimal"], false);
        let moves = line["moves"].as_array().unwrap();
        assert!(moves.iter().all(|mv| mv.as_str().is_some_and(|mv| 2 <= mv.len())));
        assert_eq!(line["length"].as_u64().unwrap(), moves.len() as u64);
        assert_eq!(line["cost"].as_u64(), line["m2"].as_u64());
        assert!(line["m2"].as_u64().unwrap() <= line["m1"].as_u64().unwrap());
        assert_eq!(line["m3"].as_i64().unwrap(), line["m2"].as_i64().unwrap() - 52);
        assert!(0 < line["expanded"].as_u64().unwrap());
        assert!(line["expanded"].as_u64() <= line["generated"].as_u64());
        assert!(0.0 <= line["seconds"].as_f64().unwrap());
    }
}

#[test]
fn json_lines_of_unsolved_deals_carry_every_field_that_makes_sense() {
    for (line, outcome, code) in [
        ("solve freecell - --engine iterative --cells 0 --json", "unsolvable", 10),
        ("solve freecell - --engine staged --cells 0 --json", "exhausted", 11),
        ("solve freecell 1 --engine staged --nodes 1000 --json", "limit", 20),
    ] {
        let ending = run_with(line, STUCK);
        assert_eq!(ending.code, Some(code), "{line}");
        let line = json(&ending.stdout);
        assert_eq!(line["outcome"], outcome);
        assert_eq!(line["moves"], Value::Array(Vec::new()));
        assert_eq!((&line["length"], &line["cost"]), (&Value::Null, &Value::Null));
        assert_eq!(line["optimal"], false);
        for field in ["puzzle", "instance", "engine", "metric"] {
            assert!(line[field].is_string(), "{field}");
        }
        for field in ["expanded", "generated"] {
            assert!(line[field].is_u64(), "{field}");
        }
        assert!(line["seconds"].is_f64());
    }
}

#[test]
fn headlines_tell_what_the_json_lines_tell() {
    for deal in solved() {
        let (headline, rest) = printed(&deal, "line");
        let number = |field: &str| deal[field].to_string();
        let (m1, m2, m3) = (number("m1"), number("m2"), number("m3"));
        let instance = deal["instance"].as_str().unwrap();
        let expected =
            format!("{instance}: solved in {m2} moves (M1 {m1}, M2 {m2}, M3 {m3}); staged: ");
        assert!(headline.starts_with(&expected), "{headline}");
        let nodes = headline[expected.len()..].split(' ').next().unwrap();
        assert_eq!(nodes.replace(',', ""), number("expanded"));
        assert_eq!(rest, "");
    }
}

#[test]
fn every_format_tells_the_same_solution() {
    for deal in solved() {
        let moves: Vec<&str> =
            deal["moves"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&printed(&deal, "notation").1), moves);

        let singles = words(&printed(&deal, "single").1);
        assert_eq!(singles.len() as u64, deal["m1"].as_u64().unwrap());
        assert!(singles.iter().all(|mv| mv.len() == 2));

        let (_, sentences) = printed(&deal, "text");
        assert_eq!(sentences.lines().count(), moves.len());
        for ((number, sentence), mv) in (1..).zip(sentences.lines()).zip(&moves) {
            assert!(sentence.trim_start().starts_with(&format!("{number}. ")), "{sentence}");
            assert_eq!(sentence.ends_with(", home"), mv.ends_with('h'), "{mv}: {sentence}");
        }

        let (_, positions) = printed(&deal, "positions");
        let played: Vec<&str> =
            positions.lines().filter_map(|line| line.strip_prefix("Move: ")).collect();
        assert_eq!(played, moves);
        assert!(
            positions.trim_end().ends_with(
                &["Foundations: H-K C-K D-K S-K", "Freecells: - - - -", &[":"; 8].join("\n")]
                    .join("\n")
            )
        );
    }
}

#[test]
fn solutions_verify_in_every_form_that_verify_reads() {
    for deal in solved() {
        let instance = deal["instance"].as_str().unwrap();
        let line = serde_json::to_string(&deal).unwrap();
        for solution in [line, printed(&deal, "notation").1, printed(&deal, "single").1] {
            let ending = run_with(&format!("verify freecell {instance} -"), solution.as_str());
            assert_eq!(ending.code, Some(0), "{instance}: {ending:?}\n{solution}");
        }
    }
}

#[test]
fn metrics_change_the_cost_that_is_told() {
    let deals =
        json_lines(&run("solve freecell 1..=3 --engine staged --metric m1 --json --quiet").stdout);
    for deal in deals.iter().filter(|deal| deal["outcome"] == "solved") {
        assert_eq!(deal["metric"], "m1");
        assert_eq!(deal["cost"].as_u64(), deal["m1"].as_u64());
    }
}

#[test]
fn features_include_both_tables_of_the_paper() {
    let ending = run("features freecell --json");
    assert_eq!(ending.code, Some(0));
    let rows: BTreeMap<String, String> = json_lines(&ending.stdout)
        .into_iter()
        .map(|row| {
            (row["name"].as_str().unwrap().to_owned(), row["kind"].as_str().unwrap().to_owned())
        })
        .collect();
    for name in TABLE_I {
        assert_eq!(rows.get(name).map(String::as_str), Some("heuristic"), "{name}");
        assert_eq!(
            rows.get(&format!("PhaseBy{name}")).map(String::as_str),
            Some("advisor"),
            "{name}"
        );
    }
    for name in TABLE_II {
        let kind = if name.starts_with("Is") { "flag" } else { "advisor" };
        assert_eq!(rows.get(name).map(String::as_str), Some(kind), "{name}");
    }
}

#[test]
fn features_for_people_have_the_same_names_as_the_json_lines() {
    let table = run("features freecell").stdout;
    let listed: BTreeSet<&str> =
        table.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    let rows = json_lines(&run("features freecell --json").stdout);
    let named: BTreeSet<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(listed, named);
    assert!(
        rows.iter()
            .all(|row| row["min"].as_f64() <= row["max"].as_f64() && row["summary"].is_string())
    );
}

#[test]
fn any_heuristic_of_table_i_guides_the_search() {
    for name in TABLE_I {
        let ending = run(&format!(
            "solve freecell 1 --engine staged --nodes 2000 --heuristic {name} --format line"
        ));
        assert!(matches!(ending.code, Some(0 | 11 | 20)), "{name}: {ending:?}");
    }
}

#[test]
fn a_board_from_standard_input_is_solved_like_its_deal() {
    let board = run("show freecell 5 --format board").stdout;
    let from_board = json(&run_with("solve freecell - --engine staged --json", board).stdout);
    let from_number = json(&run("solve freecell 5 --engine staged --json").stdout);
    assert_eq!(from_board["instance"], "-");
    for field in ["outcome", "moves", "expanded", "generated"] {
        assert_eq!(from_board[field], from_number[field], "{field}");
    }
}

#[test]
fn solutions_of_every_variant_verify() {
    for variant in ["bakers-game", "eight-off", "seahaven-towers", "relaxed-freecell", "forecell"] {
        let solve = format!(
            "solve freecell 1..=4 --engine staged --horizon 3 --open all --nodes 300k --variant {variant} --json --quiet"
        );
        let lines = run(&solve).stdout;
        let solved: Vec<&str> =
            lines.lines().filter(|line| line.contains(r#""outcome":"solved""#)).collect();
        assert!(!solved.is_empty(), "{variant}");
        for line in solved {
            let instance = json(line)["instance"].as_str().unwrap().to_owned();
            let ending =
                run_with(&format!("verify freecell {instance} - --variant {variant}"), line);
            assert_eq!(ending.code, Some(0), "{variant}, {instance}: {ending:?}");
        }
    }
}

#[test]
fn show_in_json_is_the_position() {
    let position = json(&run("show freecell 1 --after 6a --json").stdout);
    assert_eq!(
        position["columns"][0],
        serde_json::json!(["JD", "KD", "2S", "4C", "3S", "6D", "6S"])
    );
    assert_eq!(position["columns"].as_array().unwrap().len(), 8);
    assert_eq!(position["cells"], serde_json::json!(["3D", null, null, null]));
    assert_eq!(position["foundations"], serde_json::json!({"C": 0, "D": 0, "H": 0, "S": 0}));
}

#[test]
fn boards_that_are_shown_can_be_read_again() {
    for moves in ["6a", "6a 6b 6h", "6a 6b 6h 7c 7d 63 d6 7d bh 7h 67 56 52 87"] {
        let mut show =
            common::patience(["show", "freecell", "1", "--format", "board", "--after", moves]);
        let board = common::wait(show.spawn().unwrap()).stdout;
        assert_eq!(
            run_with("show freecell - --format board", board.as_str()).stdout,
            board,
            "{moves}"
        );
    }
}

#[test]
fn colours_stay_out_of_pipes() {
    assert!(!run("show freecell 1").stdout.contains('\u{1b}'));
}

#[test]
fn pictures_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for line in [
        format!("show freecell 1 --svg {}", path("position.svg")),
        format!("show freecell 1 --after 6a --animate {}", path("moves.svg")),
        format!("solve freecell 1 --engine staged --animate {}", path("solution.svg")),
    ] {
        assert_eq!(run(&line).code, Some(0), "{line}");
    }
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        names.push(entry.file_name().into_string().unwrap());
        let picture = std::fs::read_to_string(entry.path()).unwrap();
        assert!(picture.starts_with("<svg") || picture.starts_with("<?xml"), "{names:?}");
        assert!(picture.trim_end().ends_with("</svg>"), "{names:?}");
    }
    names.sort();
    assert_eq!(names, ["moves.svg", "position.svg", "solution.svg"]);
}

#[test]
fn a_picture_that_cannot_be_written_is_an_error() {
    let ending = run("show freecell 1 --svg /nowhere/position.svg");
    assert_eq!(ending.code, Some(1));
    assert!(
        ending.stderr.starts_with("error: cannot write /nowhere/position.svg: "),
        "{}",
        ending.stderr
    );
}

#[test]
fn empty_standard_input_is_bad_input() {
    for line in ["solve freecell -", "show freecell -", "verify freecell - 1a"] {
        let ending = run(line);
        assert_eq!(ending.code, Some(2), "{line}");
        assert_eq!(ending.stderr, "error: standard input is empty: expected deals\n");
    }
    let ending = run("verify freecell 1 -");
    assert_eq!(
        (ending.code, ending.stderr.as_str()),
        (Some(2), "error: standard input holds no moves\n")
    );
}

#[test]
fn invalid_utf_8_is_bad_input_with_its_line() {
    for line in ["solve freecell -", "show freecell -", "verify freecell 1 -"] {
        let ending = run_with(line, &b"1\n2\n\xff\n"[..]);
        assert_eq!(ending.code, Some(2), "{line}");
        assert_eq!(ending.stderr, "error: standard input, line 3: not text (invalid UTF-8)\n");
    }
}

#[test]
fn a_folder_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    for line in [format!("solve freecell {path}"), format!("verify freecell 1 {path}")] {
        let ending = run(&line);
        assert_eq!(ending.code, Some(2), "{line}");
        assert!(
            ending.stderr.starts_with(&format!("error: cannot read {path}: ")),
            "{}",
            ending.stderr
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_without_panic() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for line in
        ["show freecell 1", "features freecell", "solve freecell 1..=3 --engine staged", "man"]
    {
        let child = common::patience(line.split(' ')).stdout(full()).spawn().unwrap();
        let ending = common::wait(child);
        assert_eq!(ending.code, Some(1), "{line}: {ending:?}");
        assert!(ending.stderr.starts_with("error: No space left on device"), "{line}: {ending:?}");
    }
    let child = common::patience(["solve", "freecell", "0"]).stderr(full()).spawn().unwrap();
    assert_eq!(common::wait(child).code, Some(2));
    let child = common::patience("solve freecell 1 2 --engine staged".split(' '))
        .stderr(full())
        .spawn()
        .unwrap();
    assert_eq!(common::wait(child).code, Some(0));
}

#[test]
fn a_player_is_written_for_a_game_of_every_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    for (puzzle, instance, title) in [
        ("freecell", "617", "FreeCell and its family: deal 617"),
        ("klondike", "7", "Klondike: deal 7"),
        ("rushhour", "JAM01", "Rush Hour: board JAM01"),
        ("peg", "oo.o.", "Peg solitaire: problem oo.o."),
        ("tiles", "5", "Sliding tiles: board 5"),
    ] {
        let path = folder.path().join(format!("{puzzle}.html"));
        let line = format!("solve {puzzle} {instance} --json --quiet --animate {}", path.display());
        let ending = run(&line);
        let record: Value = serde_json::from_str(&ending.stdout).unwrap();
        let moves = record["moves"].as_array().unwrap().len();
        let page = std::fs::read_to_string(&path).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{puzzle}");
        assert!(page.contains(&format!("<h1>{title}")), "{puzzle}");
        // The start and every move.
        assert_eq!(page.matches("data-move=\"").count(), moves + 1, "{puzzle}");
    }
}
