//! Laws of the kit: what is written is read back, moves play, judgements agree with searches, lines replay, views show every piece.

use std::collections::BTreeMap;

use crate::boards::{random_board, random_size};
use patience_core::{Cancel, Limits, Meter};
use patience_kit::{End, Judgement, Kit, Position, Setup, Values, Verdict};
use patience_laws::SplitMix;
use patience_rush_hour::{Board, JAM, KIT};

fn read(text: &str) -> Box<dyn Position> {
    let mut loaded = KIT.read(text, &Values::default()).unwrap();
    assert_eq!(loaded.len(), 1, "{text}");
    loaded.remove(0).position
}

fn exchange(position: &dyn Position) -> String {
    position.write(KIT.about().exchange).unwrap()
}

/// Positions of random boards and of cards, at the start and after random moves.
fn positions(count: u64, longest: u8) -> Vec<Box<dyn Position>> {
    let mut positions = Vec::new();
    for seed in 0..count {
        let mut random = SplitMix::new(seed);
        let board = if seed % 4 == 0 {
            Board::parse(JAM[random.below(JAM.len())].letters).unwrap()
        } else {
            let size = random_size(&mut random, longest);
            random_board(&mut random, size, 300)
        };
        let mut position = read(&board.to_string());
        for _ in 0..random.below(8) {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(&moves[random.below(moves.len())].text).unwrap();
        }
        positions.push(position);
    }
    positions
}

fn judge(position: &dyn Position, metric: &str, limits: &Limits) -> Judgement {
    let mut observer = ();
    let mut meter = Meter::start(limits, &Cancel::new(), &mut observer);
    position.judge(Some(metric), &mut meter).unwrap()
}

#[test]
fn what_is_written_is_read_back_in_every_format_but_the_table() {
    for position in positions(200, 12) {
        for format in ["word", "letters"] {
            let again = read(&position.write(format).unwrap());
            assert_eq!(exchange(&*again), exchange(&*position));
            assert_eq!(again.json(), position.json());
            assert_eq!(again.moves(), position.moves());
        }
        assert!(position.write("table").unwrap().contains("  >\n"));
        assert!(position.write("grid").is_err());
    }
}

#[test]
fn every_move_plays_and_names_its_places() {
    for position in positions(60, 10) {
        for mv in position.moves() {
            let after = position.play(&mv.text).unwrap();
            let place = |position: &dyn Position| {
                let view = position.view();
                let holds = |place: &&patience_kit::Place| {
                    place.pieces.iter().any(|piece| piece.id == mv.piece)
                };
                view.places.iter().find(holds).unwrap().id.clone()
            };
            assert_eq!((place(&*position), place(&*after)), (mv.from.clone(), mv.to.clone()));
            // A slide can be taken back.
            let back = mv.text.replace(['+', '-'], if mv.text.contains('+') { "-" } else { "+" });
            assert_eq!(exchange(&*after.play(&back).unwrap()), exchange(&*position));
        }
        assert!(position.play("A+12").is_err() && position.play("A").is_err());
    }
}

#[test]
fn judgements_agree_with_searches_after_every_move() {
    for position in positions(40, 7) {
        for metric in ["slides", "steps"] {
            let setup = Setup { metric: Some(metric), ..Setup::default() };
            let engine = KIT.prepare(&setup).unwrap();
            let distance = |position: &dyn Position| {
                let limits = Limits::default();
                match engine.solve(position, &limits, &Cancel::new(), &mut ()).unwrap().end {
                    End::Solved { cost, optimal: true } => Some(cost),
                    End::Unsolvable { .. } => None,
                    other => panic!("{other:?}"),
                }
            };
            let judgement = judge(&*position, metric, &Limits::default());
            assert_eq!(judgement.distance, distance(&*position));
            let moves: Vec<String> = position.moves().into_iter().map(|mv| mv.text).collect();
            let judged: Vec<&String> = judgement.moves.iter().map(|judged| &judged.mv).collect();
            assert_eq!(judged, moves.iter().collect::<Vec<_>>());
            for judged in &judgement.moves {
                let after = distance(&*position.play(&judged.mv).unwrap());
                assert_eq!(judged.distance, after, "{}: {}", exchange(&*position), judged.mv);
                assert_eq!(judged.verdict == Verdict::Wins, after.is_some());
                assert_eq!(judged.verdict == Verdict::Loses, after.is_none());
            }
            // The best move begins a shortest solution.
            if let (Some(best), Some(all)) =
                (&judgement.best, judgement.distance.filter(|&it| 0 < it))
            {
                let play = position.replay(best, &Values::default()).unwrap();
                let cost = play.line.lengths().0[usize::from(metric == "steps")];
                let left = distance(&*play.end).unwrap();
                assert_eq!(i64::from(all), cost + i64::from(left));
            }
        }
    }
}

#[test]
fn boards_too_large_to_be_explored_are_judged_by_searches() {
    let small = read(JAM[3].letters);
    let mut rows: Vec<String> = Board::parse(JAM[3].letters)
        .unwrap()
        .rows()
        .iter()
        .map(|row| format!("xxx{row}"))
        .collect();
    rows.resize(9, "x".repeat(9));
    let large = read(&rows.join("\n"));
    for metric in ["slides", "steps"] {
        let judged = |position: &dyn Position| judge(position, metric, &Limits::default());
        assert_eq!(judged(&*small), judged(&*large));
    }
    let few = Limits { nodes: Some(10), ..Limits::default() };
    let unknown = judge(&*large, "slides", &few);
    assert_eq!((unknown.verdict, unknown.distance, unknown.best), (Verdict::Unknown, None, None));
    assert!(unknown.moves.iter().all(|judged| judged.verdict == Verdict::Unknown));
}

#[test]
fn a_solution_replays_to_a_solved_position() {
    let engine = KIT.prepare(&Setup::default()).unwrap();
    for loaded in KIT.named("JAM01..=JAM40", &Values::default()).unwrap().unwrap() {
        let limits = Limits::default();
        let answer = engine.solve(&*loaded.position, &limits, &Cancel::new(), &mut ()).unwrap();
        let line = answer.line.unwrap();
        let text = line.render("notation");
        let play = loaded.position.replay(&text, &Values::default()).unwrap();
        assert_eq!((play.line.notation(), play.line.lengths()), (line.notation(), line.lengths()));
        assert!(play.end.is_solved() && play.refused.is_none() && play.unfinished.is_none());
        let boards = line.render("boards");
        let last = boards.rsplit("\n\n").next().unwrap().trim();
        assert_eq!(last.replace('\n', ""), exchange(&*play.end));
        assert!(line.render("tables").is_empty());
        assert!(line.animate(0.5).starts_with("<svg"));
    }
}

#[test]
fn a_line_that_breaks_a_rule_is_played_as_far_as_it_is_legal() {
    let position = read("AA.B\n...B\n....\n....");
    let play = position.replay("B+1\nA+3", &Values::default()).unwrap();
    let refused = play.refused.unwrap();
    assert_eq!((refused.step, refused.line, refused.column), (2, 2, 1));
    assert_eq!(play.line.notation(), ["B+1"]);
    assert_eq!(exchange(&*play.end), "AA.....B...B....");
    assert!(play.unfinished.is_some());
}

#[test]
fn a_view_has_every_cell_and_every_vehicle_once() {
    for position in positions(60, 12) {
        let board = position.json();
        let mut seen = BTreeMap::new();
        let view = position.view();
        for place in &view.places {
            for piece in &place.pieces {
                *seen.entry(piece.id.clone()).or_insert(0) += 1;
                assert_eq!(place.kind, "cell");
            }
        }
        let vehicles = board["vehicles"].as_array().unwrap();
        let letters = vehicles.iter().map(|it| (it["letter"].as_str().unwrap().to_owned(), 1));
        assert_eq!(seen, letters.collect());
        let cells = board["width"].as_u64().unwrap() * board["height"].as_u64().unwrap();
        let inside = view.places.iter().filter(|place| place.kind != "exit").count();
        assert_eq!((inside as u64, view.places.len() - inside), (cells, 1));
        let walls = view.places.iter().filter(|place| place.kind == "wall").count();
        assert_eq!(walls, board["walls"].as_array().unwrap().len());
    }
}

#[test]
fn unknown_names_are_errors_that_list_the_known_ones() {
    let refused = |setup: Setup<'_>| KIT.prepare(&setup).map(|_| ()).unwrap_err().message;
    let settings = Values::from_iter([("width", 3)]);
    let error = refused(Setup { settings: Some(&settings), ..Setup::default() });
    assert_eq!(
        error,
        "the engine exact has no setting `width` (its settings: count); engines that have it: beam"
    );
    let error = refused(Setup { engine: Some("fast"), ..Setup::default() });
    assert!(error.starts_with("unknown engine `fast` (known: exact, staged, ida-star"), "{error}");
    let error = refused(Setup { metric: Some("m2"), ..Setup::default() });
    assert_eq!(error, "unknown metric `m2` (known: slides, steps)");
    for job in KIT.jobs() {
        let (work, gather) = job.start(&Values::default()).unwrap();
        assert!(work.units().is_none_or(|units| units == gather.goal()));
    }
}

#[test]
fn the_report_of_a_cluster_counts_its_positions() {
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    let settings = Values::from_iter([("instance", "JAM40")]);
    let report = read(JAM[39].letters).report("cluster", &settings, &mut meter).unwrap();
    assert_eq!(report.json["positions"], JAM[39].positions);
    assert_eq!(report.json["slides"], JAM[39].slides);
    assert!(report.text.starts_with("JAM40, in slides\n"));
    assert!(read(JAM[0].letters).report("census", &settings, &mut meter).is_err());
}

#[test]
fn boards_that_cannot_be_read_are_errors_of_the_setting() {
    let arena = |set: &str| {
        let mut settings = KIT.evolution(&patience_learn::Table::new()).unwrap();
        settings.search.insert("boards".to_owned(), set.into());
        KIT.arena(&settings).map(|boards| boards.cases().len()).map_err(|it| it.message)
    };
    assert_eq!(arena("6x6"), Ok(240));
    let error = arena("missing.txt").unwrap_err();
    assert!(error.starts_with("setting search.boards: missing.txt: "), "{error}");
}

#[test]
fn moves_have_words() {
    let board = read("AA.B\n...B\n....\n....");
    let play = board.replay("B+2 A+2", &Values::default()).unwrap();
    assert_eq!(play.line.words(), ["B 2 down", "A 2 right"]);
}
