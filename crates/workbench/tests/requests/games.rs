//! Scenes of every puzzle: opening, dealing and playing.

use patience_workbench::find;
use serde_json::json;

use super::{deal, desk, error, ok, puzzles, text};

#[test]
fn every_puzzle_is_dealt_and_played_by_scenes() {
    for puzzle in puzzles() {
        let desk = desk();
        let game = deal(&desk, puzzle, false);
        assert_eq!((&game["puzzle"], &game["hidden"]), (&json!(puzzle), &json!(false)));
        assert_eq!(game["moves"], json!([]));
        let mut scene = game["start"].clone();
        let mut moves = Vec::new();
        for turn in 0..12 {
            let position = text(&scene, "position").to_owned();
            let at = json!({"do": "scene", "puzzle": puzzle, "position": position});
            assert_eq!(ok(&desk, &at), scene, "a scene depends on the position alone");
            assert_eq!(scene["position"], scene["code"]);
            assert!(text(&scene, "svg").starts_with("<svg"));
            let Some(legal) = scene["moves"].as_array().filter(|legal| !legal.is_empty()) else {
                break;
            };
            let mv = &legal[turn * 7 % legal.len()];
            for field in ["text", "piece", "from", "to"] {
                assert!(!text(mv, field).is_empty(), "{field} of a move of {puzzle}");
            }
            let mv = text(mv, "text").to_owned();
            let play = json!({"do": "play", "puzzle": puzzle, "position": position, "move": mv});
            let small = ok(&desk, &play);
            let mut play = play;
            play["scene"] = json!(true);
            let next = ok(&desk, &play);
            assert_eq!(small["code"], next["position"]);
            assert_eq!(small["position"], next["text"]);
            assert_eq!(small["solved"], next["solved"]);
            scene = next;
            moves.push(mv);
        }
        // The same game as a link.
        let link = patience_kit::link(text(&game, "link"), &moves);
        let open = json!({"do": "open", "puzzle": puzzle, "text": link});
        let opened = ok(&desk, &open);
        assert_eq!(opened["start"], game["start"], "{link}");
        assert_eq!(opened["link"], game["link"], "{link}");
        let played = opened["moves"].as_array().expect("moves");
        assert_eq!(played.len(), moves.len());
        assert_eq!(played.last().map_or(&opened["start"], |last| &last["scene"]), &scene);
    }
}

#[test]
fn every_instance_of_another_form_is_opened() {
    for puzzle in puzzles() {
        let desk = desk();
        let game = deal(&desk, puzzle, false);
        let kit = find(puzzle).expect("a puzzle");
        let position = patience_workbench::read(
            kit,
            text(&game["start"], "text"),
            &patience_kit::Values::default(),
        )
        .expect("a position");
        let mut forms =
            vec![text(&game["start"], "text").to_owned(), text(&game["start"], "code").to_owned()];
        forms.push(json!({"code": position.code()}).to_string());
        for form in forms {
            let open = json!({"do": "open", "puzzle": puzzle, "text": form});
            assert_eq!(ok(&desk, &open)["start"], game["start"], "{form}");
        }
        let mv = text(&game["start"]["moves"][0], "text").to_owned();
        let line = json!({"code": position.code(), "moves": [mv]}).to_string();
        let opened = ok(&desk, &json!({"do": "open", "puzzle": puzzle, "text": line}));
        assert_eq!(opened["moves"][0]["text"], json!(mv));
        let open = json!({"do": "open", "puzzle": puzzle, "text": ""});
        assert!(!error(&desk, &open).is_empty());
    }
}

#[test]
fn puzzles_say_what_can_be_asked() {
    let desk = desk();
    let list = ok(&desk, &json!({"do": "puzzles"}));
    for entry in list.as_array().expect("a list") {
        let puzzle = text(entry, "name");
        let kit = find(puzzle).expect("a puzzle");
        assert_eq!(entry["hidden"], json!(kit.players().is_some()));
        assert_eq!(entry["graded"], json!(kit.grading().is_some()));
        let makes = kit.jobs().iter().any(|job| job.about().verb == "generate");
        assert_eq!(entry["generators"].as_array().map(Vec::is_empty), Some(!makes), "{puzzle}");
        let about = ok(&desk, &json!({"do": "about", "puzzle": puzzle}));
        assert_eq!(&about["about"], entry);
        for field in [
            "rules",
            "reading",
            "engines",
            "features",
            "players",
            "hidden_rules",
            "numberings",
            "makers",
        ] {
            assert!(about[field].is_array(), "{field} of {puzzle}");
        }
        assert!(!text(&about, "move_help").is_empty(), "{puzzle}");
        assert_eq!(
            about["players"].as_array().is_some_and(|all| !all.is_empty()),
            kit.players().is_some()
        );
    }
}

#[test]
fn solutions_can_be_played_one_by_one() {
    for puzzle in puzzles() {
        let desk = desk();
        let text_of = match puzzle {
            "rushhour" => "JAM01",
            "peg" => "triangle15",
            "tiles" => "1 2 3/4 5 6/. 7 8",
            _ => "1",
        };
        let start =
            ok(&desk, &json!({"do": "open", "puzzle": puzzle, "text": text_of}))["start"].clone();
        let engine = find(puzzle).expect("a puzzle").judge_with();
        let solve = json!({"do": "solve", "puzzle": puzzle, "position": start["position"], "engine": engine});
        let solved = ok(&desk, &solve);
        assert_eq!(solved["outcome"], "solved", "{puzzle}");
        let mut scene = start;
        for mv in solved["moves"].as_array().expect("moves") {
            let play = json!({"do": "play", "puzzle": puzzle, "position": scene["position"], "move": mv, "scene": true});
            scene = ok(&desk, &play);
        }
        assert_eq!(scene["solved"], true, "{puzzle}");
        assert_eq!(scene["stuck"], false);
    }
}

#[test]
fn saved_games_and_transcripts_are_opened_with_their_moves() {
    let desk = desk();
    let saved = "# Patience game, version 1\n# a note\npuzzle: klondike\nseed: 3\nrule stock: unseen\nmoves:\n  5-h 2-6 T\n";
    let transcript = "deal 3, draw 3, unlimited passes, stock visible\n   1. 5-h     AS, column 5, home; JH comes to light\n   \
        2. 2-6     7H, column 2, onto 8S in column 6; 4S comes to light\n   3. T       the stock is turned\nlost after 3 moves\n";
    for hidden in [false, true] {
        let opened = [saved, transcript].map(|text| {
            ok(&desk, &json!({"do": "open", "puzzle": "klondike", "text": text, "hidden": hidden}))
        });
        for game in &opened {
            assert_eq!(game["name"], "3");
            let moves = game["moves"].as_array().expect("moves").iter();
            assert_eq!(moves.map(|mv| text(mv, "text")).collect::<Vec<_>>(), ["5-h", "2-6", "T"]);
        }
        assert_eq!(opened[0]["start"]["view"], opened[1]["start"]["view"]);
    }
    let other = saved.replace("klondike", "tiles");
    let message = error(&desk, &json!({"do": "open", "puzzle": "klondike", "text": other}));
    assert!(message.contains("tiles") || message.contains("stock"), "{message}");
}

#[test]
fn safe_moves_are_legal() {
    for puzzle in puzzles() {
        let desk = desk();
        let mut scene = deal(&desk, puzzle, false)["start"].clone();
        for turn in 0..20 {
            let legal = scene["moves"].as_array().expect("moves");
            let mv = scene["safe"]
                .as_str()
                .or_else(|| legal.get(turn * 3 % legal.len().max(1))?["text"].as_str());
            let Some(mv) = mv else { break };
            let play = json!({"do": "play", "puzzle": puzzle, "position": scene["position"], "move": mv, "scene": true});
            scene = ok(&desk, &play);
        }
    }
}
