//! Advice on Klondike with hidden cards: scores, chances, what is certain.

use crate::common::{json_lines, refused, run, run_with};
use crate::klondike_play::run_all;

/// Red cards do not go onto red ones, and nothing of the stock goes anywhere.
const STUCK: &str =
    "1: | 4H\n2: ?? | 4D\n3: ?? ?? | 3H\n4: ?? ?? ?? | 3D\n5: ?? ?? | 2H\nstock: 4C 4S 2D\n";

#[test]
fn advice_tells_moves_in_notation_and_words_with_scores_and_chances() {
    let ending = run("advise klondike 1 --effort 2000 --chances 0");
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    let mut lines = ending.stdout.lines();
    assert_eq!(lines.next(), Some("1: 21 cards unseen; draw 3, unlimited passes, stock visible"));
    assert!(lines.next().unwrap().contains(" of 40 random arrangements of the unseen cards"));
    assert_eq!(lines.next(), Some("advice of best (effort 2000, second-look 0):"));
    assert!(lines.next().unwrap().starts_with("* "));
    let report = &json_lines(&run("advise klondike 1 --effort 2000 --chances 5 --json").stdout)[0];
    assert_eq!((&report["outlook"], &report["unseen"]), (&"open".into(), &21.into()));
    let best = &report["moves"][0];
    assert!(ending.stdout.contains(best["words"].as_str().unwrap()));
    assert!(!best["move"].as_str().unwrap().is_empty());
    let score = best["score"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&score));
    assert_eq!(best["chance"], best["score"], "the older name stays");
    let printed = format!(": score {score:.2}\n");
    assert!(ending.stdout.contains(&printed), "{printed} is not in {}", ending.stdout);
    assert!(!ending.stdout.contains("wins"), "{}", ending.stdout);
    let (wins, games) = (best["wins"].as_u64().unwrap(), best["games"].as_u64().unwrap());
    assert!(wins <= games && games == 5);
    assert_eq!(report["play_outs"]["player"], "best");
    assert_eq!(report["play_outs"]["settings"]["effort"], 300);
    let [low, high] = [0, 1].map(|at| best["interval"][at].as_f64().unwrap());
    let rate = wins as f64 / games as f64;
    assert!(low <= rate && rate <= high && low < high, "{best}");
    let text = run("advise klondike 1 --effort 2000 --chances 5 --threads 1").stdout;
    let printed = format!(
        "wins {:.0} % (99 %: {:.0} to {:.0} %; {wins} of 5 games), score {score:.2}\n",
        100.0 * rate,
        100.0 * low,
        100.0 * high
    );
    assert!(text.contains(&printed), "{printed} is not in {text}");
    assert!(text.contains("; chances of best (effort 300, second-look 0):\n"), "{text}");
}

#[test]
fn positions_with_an_unknown_stock_are_advised_on_by_any_player() {
    let few = "--player ensemble-uct --trees 1 --trajectories 10 --chances 1";
    let named = run(&format!("advise klondike 1 --stock unseen {few}"));
    assert_eq!(named.code, Some(0), "{}", named.stderr);
    assert!(named.stdout.contains("T: the stock is turned"), "{}", named.stdout);
    let usual = run("advise klondike 1 --stock unseen --chances 0");
    assert!(usual.stdout.contains("stock unseen\n"));
    // With unlimited passes nothing is lost by looking at the stock.
    assert!(usual.stdout.contains("T: the stock is turned"), "{}", usual.stdout);
    let limited =
        run("advise klondike 2 --stock unseen --passes 1 --effort 2000 --chances 0 --json");
    let report = &json_lines(&limited.stdout)[0];
    assert_eq!(report["player"], "best");
    assert!(1 < report["moves"].as_array().unwrap().len(), "{report}");
}

#[test]
fn games_that_are_lost_for_certain_are_told_to_be() {
    let ending = run_with("advise klondike -", STUCK);
    assert_eq!(ending.code, Some(10), "{}", ending.stderr);
    assert!(ending.stdout.contains("lost for certain: nothing wins even if"), "{}", ending.stdout);
    let few = "1: | 2C\n2: ?? | 2S\n3: ?? ?? | 2D\nstock: 2H AH\n";
    let ending = run_with("advise klondike - --json", few);
    let report = &json_lines(&ending.stdout)[0];
    assert_eq!((ending.code, &report["outlook"]), (Some(10), &"lost".into()));
    assert_eq!(report["reason"], "none of the 6 arrangements of the unseen cards can be won");
}

#[test]
fn with_all_cards_known_a_way_to_win_is_told() {
    let text = run("show klondike 1 --format text").stdout;
    let ending = run_with("advise klondike - --json", text.as_str());
    let report = &json_lines(&ending.stdout)[0];
    assert_eq!((ending.code, &report["outlook"]), (Some(0), &"winning".into()));
    let steps: Vec<&str> =
        report["next"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
    let verdict = run_all(&["verify", "klondike", "1", &steps.join(" ")]);
    assert_eq!(verdict.code, Some(0), "{}", verdict.stdout);
    let lost = "1: | 2C\n2: AC | 2S\n3: AD AS | 2D\nstock: 2H AH\n";
    let ending = run_with("advise klondike -", lost);
    assert_eq!(ending.code, Some(10), "{}", ending.stdout);
    assert!(ending.stdout.contains("lost for certain: all cards are known"), "{}", ending.stdout);
    let won = "foundations: CA DA HA SA\n1: |\n2: |\n";
    let ending = run_with("advise klondike -", won);
    assert_eq!(ending.code, Some(0));
    assert!(ending.stdout.ends_with("already won\n"), "{}", ending.stdout);
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    for (text, message) in [
        ("1: | QX\n", "standard input: line 1, column 6: expected a card"),
        ("1: | AC\n2: ?? | AH\nstock: AS AD\n", "standard input: "),
        ("", "standard input is empty"),
        ("1: | 2C\n2: ?? | 2S\nstock: 2H ?? AC AH 2D\n", "4 of 5 cards of the stock are known"),
    ] {
        let printed = refused("advise klondike -", text.into());
        assert!(printed.contains(message), "{text}: {printed}");
    }
    let printed = refused("advise klondike missing.txt", Vec::new());
    assert!(printed.contains("missing.txt is not a deal: "), "{printed}");
}

#[test]
fn a_certain_win_has_a_chance_of_all_games() {
    let certain = "foundations: CA D2 H2 SA\n1: | 2C\n2: ?? | 3H\n3: ?? | 3D\nstock: 2S\n";
    let text = run_with("advise klondike - --chances 30", certain).stdout;
    assert!(text.contains("wins 100 % (99 %: 82 to 100 %; 30 of 30 games)"), "{text}");
    assert!(!text.contains("wins 9"), "{text}");
}

#[test]
fn several_moves_are_told_from_the_best_score_on() {
    // Deals in which the first move wants to be thought about.
    let weighed = (1..20).find_map(|seed| {
        let line =
            format!("advise klondike {seed} --player uct --trajectories 60 --chances 0 --json");
        let report = json_lines(&run(&line).stdout).remove(0);
        let moves = report["moves"].as_array().unwrap();
        let chances: Option<Vec<f64>> =
            moves.iter().map(|printed| printed["chance"].as_f64()).collect();
        chances.filter(|chances| 2 < chances.len())
    });
    let chances = weighed.expect("some deal has three moves");
    assert!(chances.is_sorted_by(|one, other| one >= other), "{chances:?}");
}
