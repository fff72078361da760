//! The kit: what is written is read back, moves are those of the rules, judgements agree with searches, lines replay.

use patience_core::{Cancel, Limits, Meter, Puzzle, Stats, Stop};
use patience_kit::{Answer, End, Game, Kit, Policy, Position, Setup, Values, Verdict};
use patience_laws::reference;
use patience_tiles::{KIT, SlidingTiles, Tiles, read};

use crate::boards::{distances, every_board, sizes};

fn one(text: &str) -> Box<dyn Position> {
    let mut positions = KIT.read(text, &Values::default()).unwrap();
    assert_eq!(positions.len(), 1);
    positions.remove(0).position
}

fn size(width: u32, height: u32) -> Values {
    Values::from_iter([("columns", width), ("rows", height)])
}

fn solve(position: &dyn Position, setup: &Setup<'_>) -> Answer {
    let engine = KIT.prepare(setup).unwrap();
    engine.solve(position, &Limits::default(), &Cancel::new(), &mut ()).unwrap()
}

#[test]
fn everything_that_is_written_is_read_back() {
    for (width, height) in sizes() {
        for seed in 1..20 {
            let position = KIT.deal(seed, &size(width, height)).unwrap();
            for format in KIT.about().formats {
                let again = one(&position.write(format.name).unwrap());
                assert_eq!(again.json(), position.json());
                assert_eq!(again.view(), position.view());
                assert_eq!(again.write("board").unwrap(), position.write("board").unwrap());
            }
        }
    }
    assert!(KIT.about().formats.iter().any(|format| format.name == KIT.about().exchange));
}

#[test]
fn json_has_the_rows() {
    let rows = [[1, 2, 3], [4, 0, 5]];
    assert_eq!(
        one("1 2 3/4 . 5").json(),
        serde_json::json!({ "puzzle": "tiles", "width": 3, "rows": rows, "solved": false })
    );
    assert_eq!(one("1 2 3/4 5 .").json()["solved"], true);
}

#[test]
fn deals_have_the_size_of_the_rules() {
    let deal =
        |number, rules: &Values| KIT.deal(number, rules).map(|it| it.write("board").unwrap());
    let default = deal(7, &Values::default()).unwrap();
    assert_eq!(default, SlidingTiles::shuffled(3, 3, 7).unwrap().to_string());
    assert_eq!(deal(7, &size(3, 3)), Ok(default));
    for (rules, number, fault) in [
        (size(5, 4), 1, "a board has at most 16 cells, but 4 × 5 are 20"),
        (size(1, 9), 1, "columns: expected a whole number from 2 to 8, found 1"),
        (size(2, 9), 1, "rows: expected a whole number from 2 to 8, found 9"),
        (size(3, 3), 0, "there is no board 0: boards are numbered 1 to 9007199254740991"),
    ] {
        assert_eq!(deal(number, &rules).unwrap_err().to_string(), fault);
    }
}

#[test]
fn moves_are_those_of_the_rules_and_lead_where_they_say() {
    for (width, height) in sizes() {
        let position = KIT.deal(5, &size(width, height)).unwrap();
        let puzzle = read(&position.write("board").unwrap()).unwrap()[0];
        let (mut expected, mut moves) = (Vec::new(), Vec::<u32>::new());
        puzzle.moves(&puzzle.start(), &mut expected);
        expected.sort_unstable();
        for mv in position.moves() {
            let pieces = |position: &dyn Position, id: &str| {
                let place = position.view().places.into_iter().find(|place| place.id == id);
                place.unwrap().pieces.into_iter().map(|piece| piece.id).collect::<Vec<_>>()
            };
            let after = position.play(&mv.text).unwrap();
            assert_eq!(pieces(&*position, &mv.from), std::slice::from_ref(&mv.piece));
            assert_eq!(pieces(&*position, &mv.to), Vec::<String>::new());
            assert_eq!(pieces(&*after, &mv.from), Vec::<String>::new());
            assert_eq!(pieces(&*after, &mv.to), [mv.piece]);
            moves.push(mv.text.parse().unwrap());
        }
        moves.sort_unstable();
        assert_eq!(moves, expected);
        for tile in 0..20 {
            assert_eq!(position.play(&tile.to_string()).is_ok(), expected.contains(&tile));
        }
    }
}

#[test]
fn a_move_that_is_not_legal_gets_its_place_and_the_rule() {
    let position = one("1 2 3/4 5 6/. 7 8");
    let play = position.replay("7\n# then\n2. 5, 3", &Values::default()).unwrap();
    let refused = play.refused.unwrap();
    assert_eq!((refused.step, refused.line, refused.column), (3, 3, 7));
    assert_eq!(refused.notation, "3");
    let reason = "tile 3 in row 1, column 3 is not beside the gap in row 2, column 2";
    assert_eq!(refused.reason, reason);
    assert_eq!(play.unfinished, Some(format!("move 3 is not legal: {reason}")));
    assert_eq!(play.line.notation(), ["7", "5"]);
    assert_eq!(play.end.write("board").unwrap(), "1 2 3/4 . 6/7 5 8");
    let fault = position.play("3").err().unwrap();
    assert_eq!(
        fault.to_string(),
        "3: tile 3 in row 1, column 3 is not beside the gap in row 3, column 1"
    );
    let fault = position.play("9").err().unwrap();
    assert_eq!(fault.to_string(), "9: there is no tile 9 on the board");
    let fault = position.play("left").err().unwrap();
    assert_eq!(fault.to_string(), "line 1, column 1: expected the number of a tile, found `left`");
}

#[test]
fn lines_replay_to_the_solved_board() {
    for seed in 1..20 {
        let position = KIT.deal(seed, &Values::default()).unwrap();
        for engine in KIT.engines() {
            let answer =
                solve(&*position, &Setup { engine: Some(engine.name), ..Setup::default() });
            let Some(line) = &answer.line else {
                assert!(!engine.complete, "{}", engine.name);
                continue;
            };
            let End::Solved { cost, .. } = answer.end else { panic!("it has a line") };
            let play = position.replay(&line.render("notation"), &Values::default()).unwrap();
            assert!(play.end.is_solved() && play.refused.is_none() && play.unfinished.is_none());
            assert_eq!(line.lengths().0, [i64::from(cost)]);
            assert_eq!(line.length(), cost as usize);
        }
    }
}

#[test]
fn lines_are_rendered_in_all_formats() {
    let play = one("1 2 3/. 5 6/4 7 8").replay("4 7 8", &Values::default()).unwrap();
    assert_eq!(play.line.render("notation"), "4 7 8\n");
    assert_eq!(
        play.line.render("boards"),
        "1 2 3\n. 5 6\n4 7 8\n\nMove: 4\n\n1 2 3\n4 5 6\n. 7 8\n\nMove: 7\n\n1 2 3\n4 5 6\n7 . 8\n\n\
         Move: 8\n\n1 2 3\n4 5 6\n7 8 .\n"
    );
    assert_eq!(play.line.render("none"), "");
    let play = one("1 2 3/. 5 6/4 7 8").replay("4 7", &Values::default()).unwrap();
    assert_eq!(play.unfinished.as_deref(), Some("1 tile is not in place at the end"));
}

#[test]
fn the_default_engine_is_optimal() {
    let distances = distances(3, 3);
    for seed in 1..50 {
        let position = KIT.deal(seed, &Values::default()).unwrap();
        let puzzle = read(&position.write("board").unwrap()).unwrap()[0];
        let cost = distances[&puzzle.start()];
        let answer = solve(&*position, &Setup::default());
        assert_eq!(answer.end, End::Solved { cost, optimal: true });
    }
}

#[test]
fn unsolvable_boards_are_proven_without_a_search() {
    let position = one("1 2 3/4 5 6/8 7 .");
    for engine in KIT.engines() {
        let answer = solve(&*position, &Setup { engine: Some(engine.name), ..Setup::default() });
        assert!(
            matches!(&answer.end, End::Unsolvable { reason: Some(why) } if why.contains("parity"))
        );
        let mut none = Stats::default();
        none.elapsed = answer.stats.elapsed;
        assert_eq!(none, answer.stats);
    }
}

#[test]
fn limits_stop_searches() {
    let position = KIT.deal(1, &size(4, 4)).unwrap();
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let engine = KIT.prepare(&Setup::default()).unwrap();
    let answer = engine.solve(&*position, &limits, &Cancel::new(), &mut ()).unwrap();
    assert_eq!((answer.end, answer.stats.expanded), (End::Limit(Stop::Nodes), 100));
}

#[test]
fn judgements_agree_with_searches() {
    for puzzle in every_board(3, 2).step_by(13) {
        let position = one(&puzzle.to_string());
        let mut watcher = ();
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
        let judgement = position.judge(None, &mut meter).unwrap();
        let distance = reference::cheapest(&puzzle, &puzzle.start());
        let verdict = |distance: Option<u32>| match distance {
            Some(_) => Verdict::Wins,
            None => Verdict::Loses,
        };
        assert_eq!((judgement.verdict, judgement.distance), (verdict(distance), distance));
        let legal: Vec<String> = position.moves().into_iter().map(|mv| mv.text).collect();
        let judged: Vec<&str> = judgement.moves.iter().map(|judged| judged.mv.as_str()).collect();
        assert_eq!(judged, legal);
        for judged in &judgement.moves {
            let child = position.play(&judged.mv).unwrap();
            let end = solve(&*child, &Setup::default()).end;
            assert_eq!(judged.verdict, Verdict::from(&end));
            let cost = if let End::Solved { cost, .. } = end { Some(cost) } else { None };
            assert_eq!(judged.distance, cost);
            if judgement.best.as_ref() == Some(&judged.mv) && distance != Some(0) {
                assert_eq!(judged.distance.map(|cost| cost + 1), distance);
            }
        }
        assert_eq!(judgement.best.is_some(), distance.is_some());
    }
}

const POLICY: &str = r#"
format = 1
puzzle = "tiles"
name = "Nearly there"

[search]
table = 1000

[[rule]]
if = "GapHome"
value = "LinearConflict"

[default]
value = "1.5 * Manhattan"
"#;

#[test]
fn a_policy_guides_the_engine_that_it_names() {
    let policy = Policy::parse(POLICY, &KIT).unwrap();
    assert_eq!(policy.engine(), "ida-star");
    let position = KIT.deal(1, &Values::default()).unwrap();
    let answer = solve(&*position, &Setup { policy: Some(&policy), ..Setup::default() });
    assert!(matches!(answer.end, End::Solved { optimal: false, .. }), "{:?}", answer.end);
    assert!(policy.fired().iter().all(|&fired| 0 < fired));
    let setup = Setup { engine: Some("breadth-first"), policy: Some(&policy), ..Setup::default() };
    let fault = KIT.prepare(&setup).err().unwrap().to_string();
    assert!(fault.starts_with("the engine breadth-first does not take this policy"), "{fault}");
    let unknown = POLICY.replace("Manhattan", "Chebyshev");
    assert!(Policy::parse(&unknown, &KIT).is_err());
}

#[test]
fn names_that_do_not_exist_are_refused_with_those_that_do() {
    let position = one("1 2/3 .");
    assert_eq!(
        position.write("fen").unwrap_err().to_string(),
        "unknown format `fen` (known: table, board, code)"
    );
    let fault = |setup: &Setup<'_>| KIT.prepare(setup).err().unwrap().to_string();
    assert!(fault(&Setup { engine: Some("quick"), ..Setup::default() }).contains("ida-star"));
    assert!(fault(&Setup { metric: Some("pushes"), ..Setup::default() }).contains("moves"));
    let values = Values::from_iter([("heuristic", "Siblings")]);
    let siblings = Setup { settings: Some(&values), ..Setup::default() };
    assert_eq!(
        fault(&siblings),
        "Siblings is an advisor: it does not estimate the distance to the goal"
    );
    assert_eq!(Tiles.features(None).len(), 8);
}

#[test]
fn moves_have_words() {
    let play = one("1 2 3/4 . 5/7 8 6").replay("5 6 6 5 2", &Values::default()).unwrap();
    let words = ["tile 5 left", "tile 6 up", "tile 6 down", "tile 5 right", "tile 2 down"];
    assert_eq!(play.line.words(), words);
}
