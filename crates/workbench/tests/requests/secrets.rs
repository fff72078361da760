//! What is hidden stays hidden: worlds that look alike give the same messages, and no message names a hidden piece.

use std::collections::HashSet;

use patience_core::SplitMix;
use patience_kit::{Position, Values};
use patience_workbench::request::Desk;
use patience_workbench::{find, read};
use serde_json::{Value, json};

use super::{desk, hidden_puzzles, ok, text};

/// Games of each test.
const GAMES: u64 = 6;
/// The most moves of a game.
const MOVES: usize = 60;

/// The position of a hidden game with everything known.
fn revealed(desk: &Desk, puzzle: &str, position: &Value) -> Box<dyn Position> {
    let at = json!({"do": "reveal", "puzzle": puzzle, "position": position});
    let revealed = ok(desk, &at);
    let kit = find(puzzle).expect("a puzzle");
    let start = read(kit, text(&revealed, "start"), &Values::default()).expect("a position");
    let moves = revealed["moves"].as_array().expect("moves").iter();
    let moves: Vec<&str> = moves.map(|mv| mv.as_str().expect("a move")).collect();
    start.replay(&moves.join(" "), &Values::default()).expect("moves").end
}

/// The ids and names of pieces that lie face down and were not seen.
fn hidden_pieces(known: &dyn Position, seen: &HashSet<String>) -> Vec<(String, String)> {
    let pieces = known.view().places.into_iter().flat_map(|place| place.pieces);
    let hidden = pieces.filter(|piece| piece.is_down && !seen.contains(&piece.id));
    hidden.map(|piece| (piece.id, piece.name.replace(", face down", ""))).collect()
}

/// Every text of a message.
fn texts(value: &Value, each: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => each(text),
        Value::Array(values) => values.iter().for_each(|value| texts(value, each)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, each)),
        _ => {}
    }
}

/// The first piece that a text names: its id as a word of letters and digits, or its name.
fn named<'p>(message: &str, pieces: &'p [(String, String)]) -> Option<&'p String> {
    let words: HashSet<&str> =
        message.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    let message = message.to_lowercase();
    let is_named = |(id, name): &&(String, String)| {
        words.contains(id.as_str()) || message.contains(&name.to_lowercase())
    };
    pieces.iter().find(is_named).map(|(id, _)| id)
}

#[test]
fn no_message_of_a_hidden_game_names_a_hidden_piece() {
    for puzzle in hidden_puzzles() {
        for seed in 1..=GAMES {
            let desk = desk();
            let mut random = SplitMix::new(seed);
            let open =
                json!({"do": "open", "puzzle": puzzle, "text": seed.to_string(), "hidden": true});
            let mut scene = ok(&desk, &open)["start"].clone();
            for turn in 0..MOVES {
                let known = revealed(&desk, puzzle, &scene["position"]);
                // What was seen before may be named: a card of the waste that was turned over.
                let seen = seen_so_far(&scene);
                let hidden = hidden_pieces(&*known, &seen);
                let is_named = |message: &Value| {
                    let mut first = None;
                    texts(message, &mut |text| {
                        let found = named(text, &hidden).map(|id| format!("{id}: {text}"));
                        first = first.take().or(found);
                    });
                    first
                };
                assert_eq!(is_named(&scene), None);
                if turn == 0 {
                    assert!(!hidden.is_empty());
                    let open = json!({"do": "scene", "puzzle": puzzle, "position": known.code()});
                    assert!(
                        is_named(&ok(&desk, &open)).is_some(),
                        "where nothing is hidden, all is named"
                    );
                }
                if turn % 30 == 0 {
                    let hint = json!({"do": "hint", "puzzle": puzzle, "position": scene["position"], "all": true, "games": 1, "limits": {"nodes": 100}});
                    assert_eq!(is_named(&ok(&desk, &hint)), None);
                }
                let legal = scene["moves"].as_array().expect("moves");
                if legal.is_empty() {
                    break;
                }
                let mv = legal[random.below(legal.len())]["text"].clone();
                let play = json!({"do": "play", "puzzle": puzzle, "position": scene["position"], "move": mv, "scene": true});
                scene = ok(&desk, &play);
            }
        }
    }
}

/// The ids of pieces that a scene shows with a face, or as known though they lie face down.
fn seen_so_far(scene: &Value) -> HashSet<String> {
    let places = scene["view"]["places"].as_array().expect("places");
    let pieces = places.iter().flat_map(|place| place["pieces"].as_array().expect("pieces"));
    pieces.map(|piece| text(piece, "id").to_owned()).collect()
}

/// The position of a text with its hidden pieces exchanged: another world that looks the same.
fn another_world(puzzle: &str, position: &str, random: &mut SplitMix) -> String {
    // Lines such as `3: 5H 6C | KD` and `stock: 5C …`: what is before the bar, and the stock, is hidden.
    assert_eq!(puzzle, "klondike", "a puzzle with hidden pieces needs worlds of its own here");
    let is_hidden_line = |line: &str| line.starts_with("stock:");
    let split = |line: &str| -> (String, Vec<String>, String) {
        let (name, rest) = line.split_once(':').unwrap_or((line, ""));
        if is_hidden_line(line) {
            let cards = rest.split_whitespace().map(str::to_owned).collect();
            return (format!("{name}:"), cards, String::new());
        }
        match rest.split_once('|') {
            Some((down, up)) => {
                let cards = down.split_whitespace().map(str::to_owned).collect();
                (format!("{name}:"), cards, format!(" |{up}"))
            }
            None => (line.to_owned(), Vec::new(), String::new()),
        }
    };
    let lines: Vec<_> = position.lines().map(split).collect();
    let mut cards: Vec<String> = lines.iter().flat_map(|(_, cards, _)| cards.clone()).collect();
    random.shuffle(&mut cards);
    let mut cards = cards.into_iter();
    let line = |(name, own, rest): (String, Vec<String>, String)| {
        let cards: Vec<String> = cards.by_ref().take(own.len()).collect();
        let gap = if cards.is_empty() { "" } else { " " };
        format!("{name}{gap}{}{rest}\n", cards.join(" "))
    };
    lines.into_iter().map(line).collect()
}

/// The messages of two games with the same moves, until they look different.
fn compare(puzzle: &str, worlds: &[String; 2], seed: u64, hints: bool) -> usize {
    let desks = [(); 2].map(|()| desk());
    let open = |desk: &Desk, world: &String| {
        ok(desk, &json!({"do": "open", "puzzle": puzzle, "text": world, "hidden": true}))["start"]
            .clone()
    };
    let mut scenes = [open(&desks[0], &worlds[0]), open(&desks[1], &worlds[1])];
    let mut random = SplitMix::new(seed);
    for turn in 0..MOVES {
        // Pieces that came to light may differ.
        let views = [&scenes[0]["view"], &scenes[1]["view"]];
        if views[0] != views[1] {
            return turn;
        }
        assert_eq!(scenes[0].to_string(), scenes[1].to_string(), "turn {turn}");
        let position = &scenes[0]["position"];
        for what in ["moves", "view", "svg"] {
            let request = json!({"do": what, "puzzle": puzzle, "position": position});
            let answers = [0, 1].map(|at| ok(&desks[at], &request).to_string());
            assert_eq!(answers[0], answers[1]);
        }
        if hints && turn % 6 == 0 {
            let hint = json!({"do": "hint", "puzzle": puzzle, "position": position, "all": true, "seed": "5", "games": 1, "limits": {"nodes": 300}});
            let answers = [0, 1].map(|at| ok(&desks[at], &hint).to_string());
            assert_eq!(answers[0], answers[1]);
        }
        let legal = scenes[0]["moves"].as_array().expect("moves");
        if legal.is_empty() {
            return turn;
        }
        let mv = legal[random.below(legal.len())]["text"].clone();
        let play = json!({"do": "play", "puzzle": puzzle, "position": position, "move": mv});
        let small = [0, 1].map(|at| ok(&desks[at], &play).to_string());
        assert_eq!(small[0], small[1]);
        let mut play = play;
        play["scene"] = json!(true);
        scenes = [0, 1].map(|at| ok(&desks[at], &play));
    }
    MOVES
}

/// Two worlds of a seed that look alike.
fn worlds(puzzle: &str, seed: u64) -> [String; 2] {
    let kit = find(puzzle).expect("a puzzle");
    let position = kit.deal(seed, &Values::default()).expect("a deal");
    let one = position.write(kit.about().exchange).expect("text");
    let other = another_world(puzzle, &one, &mut SplitMix::new(seed));
    assert_ne!(one, other);
    [one, other]
}

#[test]
fn worlds_that_look_alike_give_the_same_messages() {
    for puzzle in hidden_puzzles() {
        let mut turns = 0;
        for seed in 0..4 * GAMES {
            turns += compare(puzzle, &worlds(puzzle, seed), seed, false);
        }
        assert!(u64::try_from(turns).expect("few") > 4 * GAMES, "{turns} turns were compared");
    }
}

#[test]
fn worlds_that_look_alike_give_the_same_hints() {
    for puzzle in hidden_puzzles() {
        for seed in 0..2 {
            compare(puzzle, &worlds(puzzle, seed), seed, true);
        }
    }
}

/// `cargo test --release -p patience-workbench many_worlds -- --ignored`
#[test]
#[ignore = "minutes"]
fn many_worlds_that_look_alike_give_the_same_messages() {
    for puzzle in hidden_puzzles() {
        for seed in 0..1000 {
            compare(puzzle, &worlds(puzzle, seed), seed, seed % 20 == 0);
        }
    }
}

#[test]
fn worlds_that_look_alike_give_the_same_refusals() {
    for puzzle in hidden_puzzles() {
        for seed in 0..GAMES {
            let worlds = worlds(puzzle, seed);
            let answers = worlds.map(|world| {
                let desk = desk();
                let open = json!({"do": "open", "puzzle": puzzle, "text": world, "hidden": true});
                let position = ok(&desk, &open)["start"]["position"].clone();
                let mut all = String::new();
                for mv in [
                    "T", "R", "w-h", "w-1", "1-h", "2-h", "7-h", "1-2", "2-1", "5-3x2", "hS-4", "x",
                ] {
                    let play =
                        json!({"do": "play", "puzzle": puzzle, "position": position, "move": mv});
                    let answer = super::ask(&desk, &play);
                    // What a move brings to light differs; why it is not allowed does not.
                    all += &answer["error"].to_string();
                }
                for request in ["judge", "solve"] {
                    all += &super::error(
                        &desk,
                        &json!({"do": request, "puzzle": puzzle, "position": position}),
                    );
                }
                all
            });
            assert_eq!(answers[0], answers[1]);
        }
    }
}
