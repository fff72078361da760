//! The commands for peg solitaire: answers, known solutions, pictures, and input that nobody means well.

use std::time::Instant;

use crate::common::{
    SOON, complains, feed, json_lines, patience, refuses_noise, run, run_and_continue, run_with,
    steady, wait,
};
use serde_json::Value;

/// Known solutions: board, start, end, moves.
const KNOWN: [(&str, &str, &str, &str); 3] = [
    (
        "english",
        "2,2",
        "2,2",
        "42-22, 62-42, 12-32-52, 20-22, 34-32-12, 14-34, 44-24, 64-44, 02-22, 30-32-12-14-34-54, 26-24-22, 40-42-44-64-62-42, \
         46-44, 36-34-54-52-32-12, 04-02-22",
    ),
    (
        "english",
        "1,2",
        "4,2",
        "32-12, 02-22, 52-32-12, 40-42, 34-32-52, 54-34, 24-44, 62-42, 04-24, 30-32-52-54-34-14, 20-22-24-04-02-22, 26-24, \
         46-44-42, 36-34-14-12-32-52, 64-62-42",
    ),
    (
        "english",
        "0,3",
        "3,0",
        "23-03, 25-23, 04-24, 34-14, 54-34, 46-44, 43-45, 26-46-44, 22-24, 20-22, 41-43-45-25-23-21, 62-42, 32-52, 02-04-24-44, \
         40-20-22, 64-62-42, 12-32-34-54-52-32-30",
    ),
];

#[test]
fn known_solutions_verify_in_every_form() {
    for (board, start, end, moves) in KNOWN {
        let count = moves.split(", ").count();
        let json = serde_json::json!({ "moves": moves.split(", ").collect::<Vec<_>>() });
        let report = format!("{board}: solved in {count} moves; best: 5 nodes, 0.000 s\n{moves}\n");
        let drawn = moves.split(", ").map(|mv| format!("Move: {mv}\n\n  ooo\n  o.o\n\n"));
        let drawn = drawn.collect::<Vec<_>>().concat();
        let with_commas = moves.split(", ").map(commas).collect::<Vec<_>>().join(", ");
        for text in [moves.to_owned(), json.to_string(), report, drawn, with_commas] {
            let line = format!("verify peg {board} --start {start} --end {end} - --json");
            let ending = run_with(&line, text);
            let verdict: Value = serde_json::from_str(&ending.stdout).unwrap();
            assert_eq!((ending.code, &verdict["valid"]), (Some(0), &true.into()), "{ending:?}");
            assert_eq!((&verdict["move_count"], &verdict["jumps"]), (&count.into(), &31.into()));
        }
    }
}

/// A board on which every search takes no time: rows of a drawing in one word are not read, so it is a file.
const RECTANGLE: &str = "tests/cmd/peg-solve.in/rectangle.txt";

#[test]
fn solutions_have_the_known_number_of_moves_and_verify_in_every_form() {
    for (board, start, end, moves) in KNOWN {
        let count = moves.split(", ").count();
        let problem = format!("{board} --start {start} --end {end}");
        let solved = run(&format!("solve peg {problem} --json"));
        let line = &json_lines(&solved.stdout)[0];
        assert_eq!(solved.code, Some(0), "{problem}: {solved:?}");
        assert_eq!(line["instance"], format!("{board} {start} to {end}"));
        assert_eq!((&line["engine"], &line["metric"]), (&"best".into(), &"moves".into()));
        assert_eq!((&line["outcome"], &line["optimal"]), (&"solved".into(), &true.into()));
        assert_eq!((&line["cost"], &line["move_count"]), (&count.into(), &count.into()));
        assert_eq!((&line["length"], &line["jumps"]), (&count.into(), &31.into()));
        let verified = run_with(&format!("verify peg {problem} -"), solved.stdout);
        assert_eq!(verified.code, Some(0), "{problem}: {verified:?}");
    }
    for format in ["--format notation", "--format drawings", "--metric jumps", "--engine bfida"] {
        let problem = format!("{RECTANGLE} --start 0,0 --end 0,3");
        let solved = run(&format!("solve peg {problem} {format}"));
        let verified = run_with(&format!("verify peg {problem} -"), solved.stdout);
        assert_eq!(verified.code, Some(0), "{format}: {verified:?}");
    }
}

#[test]
fn engines_agree_on_every_problem_of_a_board() {
    let costs = |engine: &str| -> Vec<(Value, Value)> {
        let ending = run(&format!("solve peg {RECTANGLE} --all --json --quiet --engine {engine}"));
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""), "{engine}");
        let lines = json_lines(&ending.stdout);
        lines.iter().map(|line| (line["outcome"].clone(), line["cost"].clone())).collect()
    };
    let best = costs("best");
    assert_eq!(best.len(), 6);
    for engine in ["bd-bfida", "bd-bfida --no-propagation", "bfida", "brute", "brute --one-way"] {
        assert_eq!(costs(engine), best, "{engine}");
    }
}

#[test]
fn the_problems_of_a_board_are_those_of_one_class_up_to_symmetry() {
    for (board, count) in [("english", 21), ("french", 10), ("diamond5", 17), ("wiegleb", 36)] {
        let ending = run(&format!("solve peg {board} --all --memory 0 --engine brute --json -q"));
        let lines = json_lines(&ending.stdout);
        assert_eq!((ending.code, lines.len()), (Some(0), count), "{board}");
        assert!(lines.iter().all(|line| line["stop"] == "memory" || line["reason"].is_string()));
    }
    let english = run("solve peg --all --memory 0 --engine brute --format line").stdout;
    for name in ["english 3,3 to 3,3: ", "english 3,3 to 0,3: ", "english 0,3 to 3,0: "] {
        assert!(english.contains(name), "{name}");
    }
}

#[test]
fn what_is_solved_needs_no_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt").display().to_string();
    for (drawing, goal) in [("oo.\n", format!("--to {path}")), ("..o\n", "--end any".to_owned())] {
        std::fs::write(&path, drawing).unwrap();
        for engine in ["best", "bd-bfida", "bfida", "brute"] {
            let ending = run(&format!("solve peg {path} {goal} --engine {engine} --json"));
            let line = &json_lines(&ending.stdout)[0];
            let found = (ending.code, &line["outcome"], &line["cost"]);
            assert_eq!(found, (Some(0), &"solved".into(), &0.into()), "{drawing} {engine}");
        }
    }
}

#[test]
fn threads_change_nothing_but_the_time() {
    let on = |threads: u32| {
        let line = format!("solve peg {RECTANGLE} --all --json --threads {threads}");
        let ending = run(&line);
        assert_eq!(ending.code, Some(0));
        let mut lines = steady(&ending.stdout);
        // More workers take more room.
        for line in &mut lines {
            line.as_object_mut().unwrap().remove("peak_bytes").unwrap();
        }
        lines
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn a_record_file_is_gone_on_with_and_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.jsonl");
    let out = path.display();
    let command = format!("solve peg {RECTANGLE} --all --summary --json --out {out}");
    let [whole, rest] = run_and_continue(&command, &path, 6, 4);
    let facts = |text: &str| {
        let summary = &json_lines(text)[0];
        ["puzzle", "problems", "solved", "unsolvable", "mean_moves", "mean_jumps"]
            .map(|name| summary[name].clone())
    };
    assert_eq!(facts(&whole), facts(&rest));
    assert_eq!(facts(&whole)[..4], ["peg".into(), Value::from(6), 3.into(), 3.into()]);

    let other = run(&format!("solve peg {RECTANGLE} --all --metric jumps --out {out}"));
    assert_eq!(other.code, Some(2));
    let reason = "search.metric is moves there and jumps here";
    assert!(other.stderr.contains(reason), "{}", other.stderr);
}

#[test]
fn the_default_engine_propagates_bounds_on_boards_of_every_kind() {
    let problems: [(&[&str], &str); 4] = [
        (&["english"], "20000"),
        (&["french", "--start", "0,2", "--end", "any"], "20000"),
        (&["triangle21"], "5000"),
        (&["ooo../ooooo/oooooo/ oooo/oooo.", "--end", "any"], "3000"),
    ];
    for (problem, nodes) in problems {
        let folder = tempfile::tempdir().unwrap();
        let disk = folder.path().to_str().unwrap();
        let rest = ["--disk", disk, "--keep", "--nodes", nodes];
        let args = ["solve", "peg"].into_iter().chain(problem.iter().copied()).chain(rest);
        let ending = wait(patience(args).spawn().unwrap());
        assert_eq!(ending.code, Some(20), "{ending:?}");
        let layers = std::fs::read_dir(disk).unwrap().next().unwrap().unwrap().path();
        // What a side searches within the bounds of the other has a name of its own.
        let journal = std::fs::read_to_string(layers.join("journal.jsonl")).unwrap();
        assert!(journal.contains("-within-"), "{problem:?}");
    }
}

/// The commands of the book's chapter, without their comments.
fn chapter() -> Vec<String> {
    let text = std::fs::read_to_string("../../docs/src/guide/peg.md").unwrap();
    let of_peg =
        text.lines().filter(|line| line.starts_with("patience ") && line.contains(" peg "));
    of_peg.map(|line| line.split(" #").next().unwrap().trim_end().to_owned()).collect()
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_book_run() {
    let folder = tempfile::tempdir().unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_patience")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let commands = chapter();
    assert!(5 < commands.len(), "{commands:?}");
    for command in commands {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &command]).env("PATH", &path).current_dir(&folder);
        let output = shell.output().unwrap();
        let is_expected = matches!(output.status.code(), Some(0 | 10)) && output.stderr.is_empty();
        assert!(is_expected, "{command}: {output:?}");
    }
}

/// `35-33` as `3,5-3,3`.
fn commas(mv: &str) -> String {
    mv.split('-').map(|hole| format!("{},{}", &hole[..1], &hole[1..])).collect::<Vec<_>>().join("-")
}

#[test]
fn positions_that_are_shown_can_be_read_again() {
    for line in ["show peg wiegleb", "show peg french --start 0,3", "show peg --after 53-33"] {
        let drawing = run(&format!("{line} --format drawing")).stdout;
        let again = run_with("show peg - --format drawing", drawing.clone());
        assert_eq!(again.stdout, drawing, "{line}");
    }
}

#[test]
fn pictures_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for line in [
        format!("show peg french --svg {}", path("position.svg")),
        format!("show peg --after 53-33,23-43 --animate {}", path("film.svg")),
        format!("show peg --analysis --svg {}", path("analysis.svg")),
        format!("solve peg oo.o. --end any --animate {}", path("solution.svg")),
    ] {
        assert_eq!(run(&line).code, Some(0), "{line}");
    }
    for name in ["position.svg", "film.svg", "analysis.svg", "solution.svg"] {
        let picture = std::fs::read_to_string(path(name)).unwrap();
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{name}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
}

/// Every command that reads a board, a drawing or moves from standard input.
const READERS: [&str; 9] = [
    "solve peg -",
    "solve peg - --all",
    "show peg - --analysis",
    "show peg -",
    "show peg english --from -",
    "show peg english --to -",
    "verify peg - 53-33",
    "verify peg english -",
    "show peg english --after -",
];

#[test]
fn what_is_neither_board_nor_moves_is_refused_soon() {
    for line in READERS {
        refuses_noise(line, &["1", " ", "#", "o", ". ", "o\n", "-", "3,", "{", "\u{1F534}"]);
    }
}

#[test]
fn long_solutions_are_checked_in_time() {
    let begun = Instant::now();
    for moves in ["53-33 23-43\n", "53-33,", "5,3-3,3-", "33-"] {
        let ending = run_with("verify peg english -", moves.repeat(500_000));
        assert!(matches!(ending.code, Some(1 | 2)), "{ending:?}");
        assert!(ending.stdout.len() + ending.stderr.len() < 8_000_000, "{moves}");
    }
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[test]
fn holes_and_boards_that_are_none_are_refused() {
    let long = "9".repeat(100_000);
    for hole in ["", "-", "3", "3,", ",3", "3,3,3", "-1,3", "3,1e9", "256,0", "٣,٣", "a,b", &long]
    {
        for option in ["--start", "--end"] {
            let ending =
                feed(&mut patience(["show", "peg", &format!("{option}={hole}")]), Vec::new());
            complains(hole, ending);
        }
    }
    for board in ["", " ", "...o?", "English", "/nowhere/board.txt", &long, &"o".repeat(65)] {
        complains(board, feed(&mut patience(["show", "peg", board]), Vec::new()));
    }
}

#[test]
fn the_names_of_results_name_their_problems() {
    let solve = |problem: &str| -> Value {
        let child = patience(["solve", "peg", problem, "--json"]).spawn().unwrap();
        serde_json::from_str(&wait(child).stdout).unwrap()
    };
    let result = solve("english 3,3 to 3,3");
    assert_eq!(
        (&result["instance"], &result["move_count"]),
        (&"english 3,3 to 3,3".into(), &18.into())
    );
    let unknown = wait(patience(["solve", "peg", "english 9,9 to 3,3"]).spawn().unwrap());
    assert_eq!(unknown.code, Some(2), "{}", unknown.stderr);
}
