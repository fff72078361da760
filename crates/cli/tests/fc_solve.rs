//! Solutions and boards exchanged with fc-solve; where it is not installed, there is nothing to test.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{Ending, feed, patience, run, run_with, wait};

/// Iterations that fc-solve may spend on a deal.
const BUDGET: &str = "100000";

fn fc_solve(board: &str, args: &str) -> Ending {
    let mut command = Command::new("fc-solve");
    command.args(args.split_whitespace()).args(["-mi", BUDGET, "-"]);
    feed(command.stdout(Stdio::piped()).stderr(Stdio::piped()), board.into())
}

/// Prints that a test is skipped where fc-solve is missing; fails where it is required.
fn is_installed() -> bool {
    let version = Command::new("fc-solve").arg("--version").stdout(Stdio::null()).status();
    if version.is_err() {
        let is_required = std::env::var_os("PATIENCE_REQUIRE_FC_SOLVE").is_some();
        assert!(!is_required, "fc-solve is required, and not on the path");
        println!("skipped: fc-solve is not on the path");
    }
    version.is_ok()
}

/// What fc-solve finds for a deal, if it finds something.
fn solution(deal: u32, rules: &str, args: &str) -> Option<String> {
    let board = run(format!("show freecell {deal} --format board {rules}").trim()).stdout;
    let ending = fc_solve(&board, args);
    ending.stdout.contains("This game is solveable.").then_some(ending.stdout)
}

fn verify(deal: u32, rules: &str, solution: &str) -> Ending {
    run_with(format!("verify freecell {deal} - {rules}").trim(), solution)
}

/// Checks what fc-solve finds for the deals, and that it finds something for at least so many.
fn accepts(deals: impl IntoIterator<Item = u32>, rules: &str, args: &str, least: usize) {
    if !is_installed() {
        return;
    }
    let mut solved = 0;
    for deal in deals {
        let Some(solution) = solution(deal, rules, args) else { continue };
        let ending = verify(deal, rules, &solution);
        let text = &ending.stdout;
        assert_eq!(ending.code, Some(0), "deal {deal} {rules}, fc-solve {args}: {ending:?}");
        assert!(text.starts_with(&format!("{deal}: a solution (M1 ")), "{text}");
        solved += 1;
    }
    assert!(least <= solved, "{rules}, fc-solve {args}: only {solved} solved");
}

#[test]
fn standard_notation_with_counts_is_accepted() {
    accepts(1..=100, "", "-l lg -m -snx", 100);
}

#[test]
fn standard_notation_without_counts_is_accepted() {
    accepts(1..=100, "", "-l lg -m -sn", 100);
}

#[test]
fn sentences_between_positions_are_accepted() {
    accepts(101..=200, "", "-l lg -p -t -sam", 100);
}

#[test]
fn sentences_alone_are_accepted() {
    accepts(201..=240, "", "-l lg -m", 40);
}

#[test]
fn notation_between_positions_is_accepted() {
    accepts(241..=280, "", "-l lg -p -t -sam -snx", 40);
    accepts(281..=300, "", "-l lg -p -sam -sn", 20);
}

#[test]
fn optimised_solutions_are_accepted_in_every_notation() {
    accepts(1..=10, "", "-l ve -m -snx", 8);
    accepts(1..=5, "", "-l ve -m -sn", 4);
    accepts(6..=10, "", "-l ve -p -t -sam", 4);
}

#[test]
fn variants_are_played_by_the_same_rules() {
    for (rules, game, least) in [
        ("--variant bakers-game", "bakers_game", 5),
        ("--variant forecell", "forecell", 5),
        ("--variant relaxed-freecell", "relaxed_freecell", 9),
    ] {
        accepts(1..=10, rules, &format!("--game {game} -m -snx"), least);
        accepts(1..=10, rules, &format!("--game {game} -m -sn"), least);
    }
    for (rules, game, least) in
        [("--variant eight-off", "eight_off", 9), ("--variant seahaven-towers", "seahaven", 7)]
    {
        accepts(1..=10, rules, &format!("--game {game} -m"), least);
        accepts(1..=10, rules, &format!("--game {game} -p -t -sam"), least);
    }
}

#[test]
fn standard_notation_of_wide_games_is_accepted() {
    accepts(1..=20, "--variant eight-off", "--game eight_off -m -snx", 18);
    accepts(1..=20, "--variant seahaven-towers", "--game seahaven -m -snx", 14);
    accepts(1..=10, "--cells 8", "--freecells-num 8 -m -snx", 9);
    accepts(1..=10, "--columns 10", "--stacks-num 10 -m -snx", 9);
}

#[test]
fn any_number_of_cells_is_played_by_the_same_rules() {
    for (cells, least) in [(0, 0), (1, 1), (2, 6), (3, 8), (5, 9), (6, 9), (7, 9)] {
        accepts(
            1..=10,
            &format!("--cells {cells}"),
            &format!("--freecells-num {cells} -m -snx"),
            least,
        );
    }
    accepts(1..=10, "--cells 8", "--freecells-num 8 -m", 9);
}

#[test]
fn columns_building_and_filling_are_played_by_the_same_rules() {
    for (rules, args, least) in [
        ("--columns 7", "--stacks-num 7 -m -snx", 7),
        ("--columns 9", "--stacks-num 9 -m -snx", 9),
        ("--columns 10", "--stacks-num 10 -m", 9),
        ("--build rank", "--sequences-are-built-by rank -m -snx", 9),
        ("--fill kings", "--empty-stacks-filled-by kings -m -snx", 8),
        ("--fill nothing", "--empty-stacks-filled-by none -m -snx", 1),
    ] {
        accepts(1..=10, rules, args, least);
    }
}

#[test]
fn positions_on_the_way_are_boards_that_fc_solve_reads() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    for deal in 1..=5 {
        let solution = run(&format!("solve freecell {deal} --engine staged --json")).stdout;
        let solution: serde_json::Value = serde_json::from_str(&solution).unwrap();
        let moves: Vec<&str> =
            solution["moves"].as_array().unwrap().iter().filter_map(|mv| mv.as_str()).collect();
        // The last of the positions is solved, and fc-solve asks for a card at least.
        for played in (1..moves.len()).step_by(7) {
            let (before, deal) = (moves[..played].join(" "), deal.to_string());
            let show = ["show", "freecell", &deal, "--format", "board", "--after", &before];
            let board = wait(patience(show).spawn().unwrap()).stdout;
            let ending = fc_solve(&board, "-l lg -m -snx");
            let is_solved = ending.stdout.contains("This game is solveable.");
            let is_read = is_solved || ending.stdout.contains("I could not solve this game.");
            assert!(is_read, "deal {deal} after {before}: {ending:?}\n{board}");
            if is_solved {
                fs::write(&path, &board).unwrap();
                let ending =
                    run_with(&format!("verify freecell {} -", path.display()), ending.stdout);
                assert_eq!(ending.code, Some(0), "deal {deal} after {before}: {ending:?}\n{board}");
            }
        }
    }
}

/// The moves of a solution in standard notation.
fn moves(solution: &str) -> Vec<String> {
    let is_move =
        |word: &&str| word.len() <= 4 && word.ends_with(|end: char| end.is_ascii_alphanumeric());
    let rows = solution.lines().filter(|line| !line.starts_with(['-', 'T']));
    rows.flat_map(str::split_whitespace).filter(is_move).map(str::to_owned).collect()
}

/// The solution is refused, and the move of that number is to blame.
fn refuses(deal: u32, solution: &str, number: usize) {
    let ending = verify(deal, "", solution);
    assert_eq!(ending.code, Some(1), "deal {deal}: {ending:?}\n{solution}");
    let blame = format!("{deal}: not a solution: move {number}, ");
    assert!(ending.stdout.starts_with(&blame), "{} is not {blame}", ending.stdout);
}

#[test]
fn a_solution_with_a_wrong_move_is_refused_by_its_number() {
    if !is_installed() {
        return;
    }
    for deal in [1, 2, 3, 5, 8, 13, 617] {
        let moves = moves(&solution(deal, "", "-l lg -m -snx").unwrap());
        assert_eq!(verify(deal, "", &moves.join(" ")).code, Some(0), "deal {deal}");
        let changed = |index: usize, text: String| {
            let mut moves = moves.clone();
            moves[index] = text;
            moves.join("\n")
        };
        for index in [0, moves.len() / 3, moves.len() / 2, moves.len() - 1] {
            let (from, to) = (&moves[index][..1], &moves[index][1..2]);
            refuses(deal, &changed(index, format!("h{to}")), index + 1);
            refuses(deal, &changed(index, format!("{from}{from}")), index + 1);
            refuses(deal, &changed(index, format!("{from}{to}vf")), index + 1);
            refuses(deal, &changed(index, format!("{from}{to}v0")), index + 1);
        }
        let to_cell = moves.iter().position(|mv| mv.ends_with(['a', 'b', 'c', 'd'])).unwrap();
        let mv = &moves[to_cell];
        refuses(deal, &changed(to_cell, format!("{mv} {mv}")), to_cell + 2);
        let last = moves.last().unwrap();
        refuses(deal, &format!("{} {last}", moves.join(" ")), moves.len() + 1);
    }
}

#[test]
fn a_wrong_sentence_is_refused_by_its_number() {
    if !is_installed() {
        return;
    }
    for deal in [1, 2, 3] {
        let solution = solution(deal, "", "-l lg -p -t -sam").unwrap();
        let sentences: Vec<&str> =
            solution.lines().filter(|line| line.starts_with("Move ")).collect();
        let to_cell = sentences.iter().position(|line| line.contains("to freecell")).unwrap();
        let wrong = sentences[to_cell].replacen("Move a card", "Move 2 cards", 1);
        refuses(deal, &solution.replacen(sentences[to_cell], &wrong, 1), to_cell + 1);
        let twice = format!("{0}\n\n{0}", sentences[to_cell]);
        refuses(deal, &solution.replacen(sentences[to_cell], &twice, 1), to_cell + 2);
    }
}

#[test]
fn a_solution_without_its_last_move_is_not_finished() {
    if !is_installed() {
        return;
    }
    let mut moves = moves(&solution(1, "", "-l lg -m -snx").unwrap());
    moves.pop();
    let ending = verify(1, "", &moves.join(" "));
    assert_eq!(ending.code, Some(1));
    assert_eq!(ending.stdout, "1: not a solution: the moves end with 1 card that is not home\n");
}
