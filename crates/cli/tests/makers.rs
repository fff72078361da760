//! What `generate` writes is what it says: it reads back, has the stated outcome and grade, and does not depend on threads. Sheets hold all of it.

use std::fs;

use crate::common::{json_lines, run};

/// A generator with its flags, and an engine that had no part in it.
const MAKERS: [(&str, &str, &str); 4] = [
    ("freecell", "--count 2 --grade easy", "staged"),
    ("klondike", "--count 2 --grade easy --draw 1", "best-first"),
    ("peg", "--count 3 --pegs 5..=6", "breadth-first"),
    ("tiles", "--count 3 --grade easy", "a-star"),
];

#[test]
fn what_is_generated_reads_back_and_is_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    for (puzzle, flags, engine) in MAKERS {
        let path = folder.path().join(puzzle);
        let path = path.display();
        let line = format!("generate {puzzle} {flags} --json --quiet");
        let made = run(&format!("{line} --threads 2 --out {path}"));
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{line}");
        assert_eq!(made.stdout, run(&format!("{line} --threads 1")).stdout, "{line}");
        let made = json_lines(&made.stdout);
        assert!(made.iter().all(|it| it["puzzle"] == puzzle && it["outcome"] == "solved"));
        let solved = run(&format!("solve {puzzle} --file {path} --engine {engine} --json --quiet"));
        let solved = json_lines(&solved.stdout);
        assert_eq!(solved.len(), made.len(), "{line}");
        assert!(solved.iter().all(|it| it["outcome"] == "solved"), "{line}: {solved:?}");
        // The grade of what is read back is the one that was printed.
        for (at, made) in made.iter().enumerate().filter(|(_, made)| made["grade"].is_string()) {
            let text = fs::read_to_string(path.to_string()).unwrap();
            let one = folder.path().join("one");
            fs::write(&one, text.split("\n\n").nth(at).unwrap()).unwrap();
            let shown = run(&format!("show {puzzle} {} --grade --json", one.display()));
            let shown = &json_lines(&shown.stdout)[0];
            assert_eq!((&shown["grade"], &shown["measures"]), (&made["grade"], &made["measures"]));
        }
    }
}

#[test]
fn tiles_have_the_length_that_was_asked_for() {
    let made = run("generate tiles --count 6 --moves 9..=10 --quiet");
    assert_eq!(made.code, Some(0));
    for line in made.stdout.lines() {
        let (board, words) = line.strip_prefix('\'').unwrap().split_once("': ").unwrap();
        let args = ["solve", "tiles", board, "--engine", "breadth-first", "--json"];
        let solved = crate::common::wait(crate::common::patience(args).spawn().unwrap());
        let cost = json_lines(&solved.stdout)[0]["cost"].as_u64().unwrap();
        assert!((9..=10).contains(&cost) && words == format!("{cost} moves"), "{line}");
    }
}

#[test]
fn rush_hour_boards_have_the_grade_that_was_asked_for() {
    let made = run("generate rushhour --size 5 --count 2 --grade easy --json --quiet");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    for made in json_lines(&made.stdout) {
        let letters = made["letters"].as_str().unwrap();
        let shown = run(&format!("show rushhour {letters} --grade --json"));
        let shown = &json_lines(&shown.stdout)[0];
        assert_eq!((&shown["grade"], &shown["measures"]), (&"easy".into(), &made["measures"]));
        assert_eq!(shown["measures"]["slides"], made["slides"]);
    }
}

#[test]
fn a_sheet_is_one_file_with_every_board_grade_and_answer() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("pack.html");
    let line = format!("sheet tiles 1..=5 --per-page 4 --out {}", page.display());
    assert_eq!(run(&line).code, Some(0));
    let html = fs::read_to_string(&page).unwrap();
    assert_eq!(html.matches("<article>").count(), 5);
    assert!(html.contains("<footer>1 / 4</footer>"), "two pages of boards, answers, a legend");
    for fetched in ["\"http", "<script", "<link", "url(", "@import"] {
        assert!(!html.contains(fetched), "{fetched}");
    }
    for seed in 1..=5 {
        let solved = json_lines(&run(&format!("solve tiles {seed} --json")).stdout);
        let moves = solved[0]["moves"].as_array().unwrap();
        let moves: Vec<&str> = moves.iter().map(|it| it.as_str().unwrap()).collect();
        assert!(html.contains(&format!("<code>{}</code>", moves.join(" "))), "{seed}");
        let graded = json_lines(&run(&format!("show tiles {seed} --grade --json")).stdout);
        let grade = graded[0]["grade"].as_str().unwrap();
        assert!(html.contains(&format!("<span>board {seed}</span> <em>{grade}</em>")), "{seed}");
    }
}

#[test]
fn hostile_names_and_titles_stay_text() {
    let folder = tempfile::tempdir().unwrap();
    let name = "<img src=x onerror=alert(1)>&\".txt";
    let path = folder.path().join(name);
    fs::write(&path, "8 1 3/4 . 2/7 6 5\n").unwrap();
    let page = folder.path().join("pack.html");
    let (path, out) = (path.to_str().unwrap(), page.to_str().unwrap());
    let args =
        ["sheet", "tiles", path, "--out", out, "--title", "</title><script>alert(2)</script>"];
    let ending = crate::common::wait(crate::common::patience(args).spawn().unwrap());
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;&amp;&quot;"), "the name is there");
    assert!(!html.contains("<img src=x") && !html.contains("<script"));
    assert_eq!(html.matches("<img").count(), html.matches("src=\"data:image/svg+xml,").count());
}

#[test]
fn a_grade_that_does_not_occur_ends_honestly() {
    // Boards of two rows and columns take six moves at most, so all of them are easy.
    let ending = run("generate tiles --columns 2 --rows 2 --grade expert");
    assert_eq!((ending.code, ending.stdout.as_str()), (Some(11), ""));
    assert!(ending.stderr.starts_with("0 of 1 boards; "), "{}", ending.stderr);
    assert!(ending.stderr.contains("examined: those that come up have come up before"));
}
