//! Klondike with hidden cards: games of players, and play in the terminal.

use crate::common;
use std::path::PathBuf;

use crate::common::{Ending, feed, json_lines, patience, records, refused, run, wait};
use serde_json::Value;

/// Lines without what changes from run to run.
fn timeless(text: &str) -> Vec<Value> {
    let mut lines = json_lines(text);
    for line in &mut lines {
        line.as_object_mut().unwrap().remove("cpu_seconds").unwrap();
    }
    lines
}

/// A file in a folder of its own.
fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

/// Runs the program with arguments that may hold spaces.
pub(crate) fn run_all(args: &[&str]) -> Ending {
    wait(patience(args.iter().copied()).spawn().unwrap())
}

#[test]
fn a_transcript_reads_as_the_game_and_a_film_hides_what_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let game = "play klondike --player greedy --seed 3";
    let printed = run(&format!("{game} --animate {}", path("game.svg"))).stdout;
    let json = run(&format!("{game} --json --transcript --animate {}", path("game.html"))).stdout;
    let record = &json_lines(&json)[0];
    let moves: Vec<&str> =
        record["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let numbered = |(line, number): (&str, usize)| {
        let (at, rest) = line.trim_start().split_once(". ").unwrap();
        assert_eq!(at, number.to_string());
        rest.split(' ').next().unwrap().to_owned()
    };
    let lines: Vec<&str> = printed.lines().collect();
    let of_text: Vec<String> =
        lines[1..lines.len() - 1].iter().copied().zip(1..).map(numbered).collect();
    assert_eq!(of_text, moves);
    // The referee of another command takes the moves; the game is lost, so they solve nothing.
    let verified = run_all(&["verify", "klondike", "3", &moves.join(" ")]);
    assert!(verified.stdout.contains("not home"), "{verified:?}");
    // Cards that stay face down to the end are in no picture.
    let end = run_all(&["show", "klondike", "3", "--after", &moves.join(" "), "--json"]);
    let end: Value = serde_json::from_str(&end.stdout).unwrap();
    let columns = end["columns"].as_array().unwrap().iter();
    let hidden: Vec<&str> = columns
        .flat_map(|column| column["down"].as_array().unwrap())
        .map(|card| card.as_str().unwrap())
        .collect();
    assert!(5 < hidden.len(), "{hidden:?}");
    for name in ["game.svg", "game.html"] {
        let film = std::fs::read_to_string(path(name)).unwrap();
        assert!(film.contains("card-9C") && film.contains("card-back"), "{name}");
        for card in &hidden {
            assert!(!film.contains(&format!("card-{card}")), "{name}: {card}");
            assert!(!film.contains(&format!("{card},")), "{name}: {card}");
        }
    }
}

#[test]
fn games_are_told_in_order_and_summed_up_whatever_the_threads() {
    let on = |threads: u32| {
        run(&format!(
            "play klondike --player greedy --games 40 --seed 7 --json --threads {threads}"
        ))
    };
    let (one, three) = (on(1), on(3));
    assert_eq!((one.code, one.stderr.as_str()), (Some(0), ""));
    let lines = timeless(&one.stdout);
    assert_eq!(lines, timeless(&three.stdout));
    assert_eq!(lines.len(), 41);
    let (games, summary) = (&lines[..40], &lines[40]);
    for (game, seed) in games.iter().zip(7_u64..) {
        assert_eq!(game["seed"], seed);
        assert!(game["won"].is_boolean() && game["moves"].is_u64() && game["decisions"].is_u64());
    }
    let wins = games.iter().filter(|game| game["won"] == true).count();
    assert!(0 < wins && wins < 40, "some of each, or this proves little");
    assert_eq!(summary["wins"], wins as u64);
    assert_eq!((&summary["player"], &summary["games"]), (&"greedy".into(), &40.into()));
    assert_eq!(summary["win_rate"], wins as f64 / 40.0);
    assert_eq!(summary["rules"]["draw"], 3);
    assert_eq!(summary["rules"]["stock"], "visible");
    let [low, high] = [0, 1].map(|at| summary["interval"][at].as_f64().unwrap());
    assert!(low < wins as f64 / 40.0 && wins as f64 / 40.0 < high);
}

#[test]
fn the_summary_for_people_names_player_rules_and_interval() {
    let ending = run("play klondike --player random --games 5 --draw 1 --passes 2 --stock unseen");
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    assert!(ending.stdout.starts_with("random: "), "{}", ending.stdout);
    for part in [" of 5 games won\n", "(99 %: ", " s a game\n", "draw 1, 2 passes, stock unseen\n"]
    {
        assert!(ending.stdout.contains(part), "{part} is not in {}", ending.stdout);
    }
}

#[test]
fn the_strongest_player_plays_by_default() {
    let ending = run("play klondike --effort 50 --json --quiet");
    let lines = json_lines(&ending.stdout);
    assert_eq!(lines[0]["seed"], 1);
    assert_eq!(lines[1]["player"], "best");
    assert_eq!(lines[1]["settings"]["effort"], 50);
}

#[test]
fn players_are_listed_with_their_settings() {
    let printed = run("play klondike --list").stdout;
    let names: Vec<Value> = json_lines(&run("play klondike --list --json").stdout)
        .iter()
        .map(|line| line["player"].clone())
        .collect();
    assert_eq!(names.len(), 9);
    assert!(names.iter().all(|name| printed.contains(name.as_str().unwrap())));
    assert!(printed.contains("--trees 20 --trajectories 200"), "{printed}");
}

#[test]
fn settings_that_a_player_has_no_use_for_are_refused() {
    for (line, message) in [
        ("--player greedy --trees 2", "the player greedy has no setting `trees`"),
        ("--samples 2", "the player best has no setting `samples`"),
        ("--player uct --width 3", "the player uct has no setting `width`"),
        ("--player hop --level 10", "level: expected a whole number from 0 to 9, found 10"),
        (
            "--player hop --samples 0",
            "samples: expected a whole number from 1 to 4294967295, found 0",
        ),
        ("--games 2 --seed 18446744073709551615", "there are no 2 seeds from"),
        ("--interactive --trees 2 --player hop", "the player hop has no setting `trees`"),
    ] {
        let printed = refused(&format!("play klondike {line}"), Vec::new());
        assert!(printed.contains(message), "{line}: {printed}");
    }
    for line in ["--player nobody", "--games 0", "--undo", "--interactive --games 3"] {
        let printed = refused(&format!("play klondike {line}"), Vec::new());
        assert!(printed.contains("--"), "{line}: {printed}");
    }
}

#[test]
fn a_run_goes_on_where_its_record_ends() {
    let (_folder, path) = file("greedy.jsonl", "");
    let whole = run("play klondike --player greedy --games 20 --json");
    let play = |games: u32| {
        run(&format!(
            "play klondike --player greedy --games {games} --json --record {}",
            path.display()
        ))
    };
    assert_eq!(json_lines(&play(8).stdout).len(), 8 + 1);
    // As if it had been killed while it wrote.
    let written = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &written[..written.len() - 9]).unwrap();
    let rest = play(20);
    let (printed, all) = (timeless(&rest.stdout), timeless(&whole.stdout));
    assert_eq!(
        printed[..],
        all[7..],
        "the eighth game is played again, and the sum is that of all"
    );
    let record = json_lines(&records(&std::fs::read_to_string(&path).unwrap()));
    let seeds: Vec<u64> = record.iter().map(|line| line["seed"].as_u64().unwrap()).collect();
    assert_eq!(seeds, (1..=20).collect::<Vec<_>>());
    // Fewer games than there are: nothing is played, and only those asked for count.
    let fewer = timeless(&play(5).stdout);
    assert_eq!((fewer.len(), &fewer[0]["games"]), (1, &5.into()));
}

#[test]
fn records_of_other_runs_are_refused() {
    let (_folder, path) = file("record.jsonl", "");
    let path = path.display();
    let first = format!("play klondike --player uct --trajectories 2 --games 2 --record {path}");
    assert_eq!(run(&first).code, Some(0));
    for (line, message) in [
        ("--player greedy", "player is uct there and greedy here"),
        ("--player uct", "settings.trajectories is 2 there and 2000 here"),
        ("--player uct --trajectories 2 --draw 1", "rules.draw is 3 there and 1 here"),
        ("--player uct --trajectories 2 --nodes 9", "limits.nodes is not set there and 9 here"),
    ] {
        let printed = refused(&format!("play klondike {line} --record {path}"), Vec::new());
        assert!(printed.contains(message), "{line}: {printed}");
    }
    let (_folder, path) = file("record.jsonl", "{\"colour\": 1}\n");
    let line = format!("play klondike --player greedy --record {}", path.display());
    let printed = refused(&line, Vec::new());
    assert!(printed.contains("is not a file of `play`"), "{printed}");
}

#[test]
fn games_that_a_limit_stops_count_for_nothing_and_are_not_recorded() {
    let (_folder, path) = file("record.jsonl", "");
    let ending = run(&format!(
        "play klondike --player uct --games 2 --nodes 50 --json --record {}",
        path.display()
    ));
    let lines = json_lines(&ending.stdout);
    assert_eq!(ending.code, Some(0));
    assert!(lines[0]["won"].is_null());
    assert_eq!((&lines[2]["games"], &lines[2]["stopped"]), (&0.into(), &2.into()));
    assert_eq!(records(&std::fs::read_to_string(&path).unwrap()), "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_good_record_and_a_summary() {
    use std::time::{Duration, Instant};
    let (_folder, path) = file("record.jsonl", "");
    let line = format!(
        "play klondike --player greedy --games 10000000 --threads 2 --record {}",
        path.display()
    );
    let child = patience(line.split(' ')).spawn().unwrap();
    let begun = Instant::now();
    while std::fs::metadata(&path).unwrap().len() == 0 && begun.elapsed() < common::SOON {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ending = wait(child);
    assert_eq!(ending.code, Some(20), "{}", ending.stderr);
    assert!(ending.stdout.starts_with("interrupted: greedy: "), "{}", ending.stdout);
    assert!(
        ending.stderr.starts_with("Resume with: ")
            && ending.stderr.ends_with(&format!("patience {line}\n")),
        "{}",
        ending.stderr
    );
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.ends_with('\n'));
    // Games that were cut short are missing; the others are in order.
    let seeds: Vec<u64> =
        json_lines(&records(&text)).iter().map(|line| line["seed"].as_u64().unwrap()).collect();
    assert!(seeds.is_sorted_by(|one, other| one < other), "{seeds:?}");
}

fn interact(args: &[&str], script: &str) -> Ending {
    let all = ["play", "klondike", "--interactive", "--no-save"];
    let all = all.into_iter().chain(args.iter().copied());
    feed(&mut patience(all), script.into())
}

#[test]
fn a_script_that_follows_a_solution_wins() {
    let steps: Vec<String> = json_lines(&run("solve klondike 1 --json").stdout)[0]["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step.as_str().unwrap().to_owned())
        .collect();
    let ending = interact(&["--seed", "1"], &steps.join("\n"));
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    let last = ending.stdout.lines().last().unwrap();
    assert!(last.starts_with("won in ") && last.ends_with(" turns"), "{last}");
    // What lies face down is never shown before it is turned.
    assert!(ending.stdout.lines().nth(6).unwrap().contains("[??]"), "{}", ending.stdout);
}

#[test]
fn illegal_steps_are_refused_with_the_reason_and_the_game_goes_on() {
    let ending = interact(&["--seed", "1", "--strict"], "w-h\nfoo\n9-h\nR\nT\nu\nh\nq\n");
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    for part in [
        "w-h is not allowed: the waste is empty",
        "column 1: expected a step such as T",
        "column 1: there is no column 9: the rules have 7",
        "R is not allowed: the waste is turned over only when the stock is empty",
        "3 cards are turned, ",
        "steps cannot be taken back: the game was begun with --strict",
        "turn the waste over",
        "left after 0 moves and 1 turn\n",
    ] {
        assert!(ending.stdout.contains(part), "{part} is not in {}", ending.stdout);
    }
}

#[test]
fn steps_are_taken_back_and_played_again() {
    for args in [&["--seed", "1"][..], &["--seed", "1", "--undo"]] {
        let ending = interact(args, "T\nT\nu\nu\nu\n");
        assert!(ending.stdout.contains("there is no step to take back"), "{}", ending.stdout);
        assert!(ending.stdout.ends_with("left after 0 moves\n"), "{}", ending.stdout);
        let ending = interact(args, "T\nT\nx\nr\nredo\nredo\n");
        assert!(ending.stdout.contains("there is no step to play again"), "{}", ending.stdout);
        assert!(ending.stdout.ends_with("left after 0 moves and 2 turns\n"));
    }
    // Where nothing can be played again, r is the move of that name.
    let ending = interact(&["--seed", "1"], &("T ".repeat(8) + "\nr\n"));
    assert!(ending.stdout.contains("the waste is turned over"), "{}", ending.stdout);
    assert!(ending.stdout.ends_with("left after 0 moves and 9 turns\n"), "{}", ending.stdout);
}

#[test]
fn the_stock_of_a_person_is_unseen_unless_the_command_says_otherwise() {
    let stock = |args: &[&str]| {
        let ending = interact(args, "q\n");
        let line = ending.stdout.lines().find(|line| line.starts_with("stock:")).unwrap();
        line.matches("??").count()
    };
    assert_eq!(stock(&["--seed", "1"]), 24);
    assert_eq!(stock(&["--seed", "1", "--stock", "visible"]), 0);
}

#[test]
fn an_unseen_stock_stays_unseen_until_it_was_turned() {
    let ending = interact(&["--seed", "1"], "T\nq\n");
    let stocks: Vec<&str> =
        ending.stdout.lines().filter(|line| line.starts_with("stock:")).collect();
    assert_eq!(stocks[1].matches("??").count(), 21, "{}", ending.stdout);
    let through = "T ".repeat(8) + "R\nq\n";
    let ending = interact(&["--seed", "1", "--stock", "unseen"], &through);
    let last = ending.stdout.lines().rfind(|line| line.starts_with("stock:")).unwrap();
    assert_eq!((last.matches("??").count(), last.split_whitespace().count()), (0, 25), "{last}");
}

#[test]
fn saved_games_are_read_by_advise_and_go_on_after_their_steps() {
    let (_folder, path) = file("saved.txt", "");
    let script = format!("T T\ns {}\n", path.display());
    let ending = interact(&["--seed", "1", "--draw", "1"], &script);
    assert!(ending.stdout.contains("saved to "), "{}", ending.stdout);
    let text = std::fs::read_to_string(&path).unwrap();
    let first = text.lines().next().unwrap();
    assert!(first.ends_with("--interactive --seed 1 --draw 1 --after 'T T'"), "{first}");
    assert!(text.contains("??"), "what lies face down is not in the file: {text}");
    let few = "--effort 500 --chances 1";
    let advice = run(&format!("advise klondike {} {few}", path.display()));
    assert_eq!(advice.code, Some(0), "{}", advice.stderr);
    let again = interact(&["--seed", "1", "--draw", "1", "--after", "T T"], "");
    assert!(again.stdout.ends_with("left after 0 moves and 2 turns\n"));
    let wrong = interact(&["--seed", "1", "--after", "T w-h"], "");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.starts_with("error: --after: step 2 (w-h) is not allowed: "));
}

#[test]
fn advice_can_be_asked_for_while_playing() {
    let visible = ["--seed", "1", "--stock", "visible", "--effort", "500"];
    let ending = interact(&visible, "?\nq\n");
    let out = &ending.stdout;
    assert!(out.contains("advice of best (effort 500, second-look 0); chances of best"), "{out}");
    assert!(out.contains(" of 50 games)"), "{out}");
}

#[test]
fn a_foul_leaves_the_board_as_it_is() {
    let ending = interact(&["--seed", "1"], "w-h\n");
    assert_eq!(ending.stdout.matches("home: ").count(), 1, "{}", ending.stdout);
}

#[test]
fn lines_that_are_no_text_are_refused() {
    let mut command = patience(["play", "klondike", "--interactive", "--no-save", "--seed", "1"]);
    let ending = feed(&mut command, b"T\n\xff\n".to_vec());
    assert_eq!(ending.code, Some(2));
    assert!(ending.stderr.contains("standard input, line 2: "), "{}", ending.stderr);
    let mut command = patience(["play", "klondike", "--interactive", "--no-save", "--seed", "1"]);
    let ending = feed(&mut command, vec![b'x'; 1 << 20]);
    assert!(ending.stderr.contains("line 1: expected a short line"), "{}", ending.stderr);
}
