//! The kit of FreeCell: what every surface relies on.

use std::collections::BTreeSet;

use patience_cards::Card;
use patience_core::{Cancel, Limits, Meter};
use patience_freecell::{Board, KIT, Position as Deal, Rules};
use patience_kit::{Choice, End, Kit, Position, Setup, Values, Verdict};
use patience_laws::SplitMix;

/// The exchange text of a position.
fn text(position: &dyn Position) -> String {
    position.write(KIT.about().exchange).unwrap()
}

/// A position after random legal moves, those home first, as people play.
fn walk(start: Box<dyn Position>, moves: usize, seed: u64) -> Box<dyn Position> {
    let mut random = SplitMix::new(seed);
    let mut position = start;
    for _ in 0..moves {
        let legal = position.moves();
        let home: Vec<_> = legal.iter().filter(|mv| mv.to.starts_with('h')).collect();
        let Some(last) = legal.len().checked_sub(1) else { break };
        let mv = home.first().copied().unwrap_or(&legal[random.below(last + 1)]);
        position = position.play(&mv.text).unwrap();
    }
    position
}

/// Deals of every variant, at the start and in the middle of a game.
fn positions() -> Vec<Box<dyn Position>> {
    let mut positions = Vec::new();
    for (_, variant) in Rules::ALL {
        for cells in [None, Some(2_u8)] {
            let mut rules = Values::from_iter([("variant", variant.name)]);
            if let Some(cells) = cells {
                rules.set("cells", cells);
            }
            for (moves, number) in [(0, 617), (10, 2), (40, 3)] {
                positions.push(walk(KIT.deal(number, &rules).unwrap(), moves, number));
            }
        }
    }
    positions
}

fn limits() -> Limits {
    Limits { nodes: Some(20_000), ..Limits::default() }
}

#[test]
fn costs_are_moves_with_the_name_of_their_metric() {
    let words = |metric, cost| KIT.cost_words(metric, cost);
    assert_eq!(
        (words("m2", 94).as_str(), words("m3", 1).as_str()),
        ("94 moves (M2)", "1 move (M3)")
    );
}

#[test]
fn what_is_written_is_read_back_with_its_rules() {
    for position in positions() {
        let written = text(&*position);
        let read = KIT.read(&written, &Values::default()).unwrap();
        assert_eq!(read.len(), 1, "{written}");
        assert_eq!(text(&*read[0].position), written);
        assert_eq!(read[0].position.moves(), position.moves(), "{written}");
        let board = Board::parse(&written, &Rules::default()).unwrap();
        assert_eq!(Board::parse(&board.to_string(), &Rules::default()), Ok(board));
    }
}

#[test]
fn plain_board_text_takes_the_rules_that_are_given() {
    let bakers = Values::from_iter([("variant", "bakers-game")]);
    let deal = KIT.deal(1, &bakers).unwrap();
    let plain = deal.write("board").unwrap();
    assert_eq!(text(&*KIT.read(&plain, &bakers).unwrap()[0].position), text(&*deal));
    assert_eq!(text(&*deal), format!("rules: build suit\n{plain}"));
    assert_eq!(text(&*KIT.read(&plain, &Values::default()).unwrap()[0].position), plain);
    // A line of rules wins over the rules that are given.
    assert_eq!(
        text(&*KIT.read(&text(&*deal), &Values::from_iter([("cells", 2)])).unwrap()[0].position),
        text(&*deal)
    );
}

#[test]
fn a_text_holds_several_boards_and_errors_name_their_lines() {
    let board = KIT.deal(617, &Values::default()).unwrap().write("board").unwrap();
    let many = KIT.read(&format!("# two\n\n{board}\n\n\n{board}"), &Values::default()).unwrap();
    assert_eq!(many.len(), 2);
    let wrong = |text: &str| {
        KIT.read(text, &Values::default()).err().map(|fault| fault.to_string()).unwrap()
    };
    let text = format!("{board}\n{}", board.replacen("7D", "7X", 1));
    assert_eq!(wrong(&text), "line 10, column 1: expected a card such as QH, found `7X`");
    assert_eq!(
        wrong("rules: cells 9\nAC"),
        "line 1, column 1: 9 cells cannot be played: expected 0 to 8"
    );
    assert_eq!(
        wrong("# x\nrules: cells 3, build colours\nAC"),
        "line 2, column 23: expected colour or suit or rank, found `colours`"
    );
    assert!(wrong("rules: cell 3").starts_with("line 1, column 8: expected a rule (ranks, "));
    assert!(wrong("").starts_with("line 1, column 1: the board ends with cards missing"));
}

#[test]
fn every_move_plays_and_moves_the_piece_that_it_names() {
    for position in positions() {
        for mv in position.moves() {
            let after = position.play(&mv.text).unwrap();
            let place = |position: &dyn Position| {
                let view = position.view();
                let holds = |place: &&patience_kit::Place| {
                    place.pieces.iter().any(|piece| piece.id == mv.piece)
                };
                view.places.iter().find(holds).unwrap().id.clone()
            };
            assert_eq!(place(&*position), mv.from, "{} of {}", mv.text, text(&*position));
            assert_eq!(place(&*after), mv.to, "{} of {}", mv.text, text(&*position));
        }
    }
}

#[test]
fn a_move_that_breaks_a_rule_is_refused_with_the_reason() {
    let deal = KIT.deal(1, &Values::default()).unwrap();
    let fault = deal.play("1h").err().unwrap();
    assert_eq!(fault.message, "1h: 6S cannot go home: its foundation is empty");
    assert!(deal.play("9h").is_err());
}

#[test]
fn a_view_shows_every_card_once() {
    for position in positions() {
        let view = position.view();
        let pieces = || view.places.iter().flat_map(|place| &place.pieces);
        assert_eq!(pieces().map(|piece| &piece.id).collect::<BTreeSet<_>>().len(), 52);
        assert_eq!(pieces().count(), 52);
        let ids: BTreeSet<_> = view.places.iter().map(|place| &place.id).collect();
        assert_eq!(ids.len(), view.places.len());
        assert!(pieces().any(|piece| piece.name == "queen of hearts"));
    }
}

#[test]
fn judging_agrees_with_solving_each_child() {
    let engine =
        KIT.prepare(&Setup { engine: Some(KIT.judge_with()), ..Setup::default() }).unwrap();
    let solve = |position: &dyn Position| {
        let answer = engine.solve(position, &Limits::default(), &Cancel::new(), &mut ()).unwrap();
        Verdict::from(&answer.end)
    };
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..12 {
        let rules = Rules { ranks: 4, columns: 4, cells: 1, ..Rules::default() };
        let mut deck: Vec<Card> = Card::deck(rules.ranks).collect();
        SplitMix::new(seed).shuffle(&mut deck);
        let deal = Board::new(rules, Deal::deal(&deck, &rules)).unwrap();
        let deal = KIT.read(&deal.to_string(), &Values::default()).unwrap().remove(0).position;
        let position = walk(deal, usize::try_from(seed).unwrap() % 4, seed);
        let mut observer = ();
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
        let judgement = position.judge(None, &mut meter).unwrap();
        assert_eq!(judgement.verdict, solve(&*position));
        assert_eq!(judgement.moves.len(), position.moves().len());
        for judged in &judgement.moves {
            assert_eq!(
                judged.verdict,
                solve(&*position.play(&judged.mv).unwrap()),
                "{}",
                judged.mv
            );
            wins += usize::from(judged.verdict == Verdict::Wins);
            losses += usize::from(judged.verdict == Verdict::Loses);
        }
        assert_eq!(
            judgement.best.is_some(),
            judgement.verdict == Verdict::Wins && !judgement.moves.is_empty()
        );
    }
    assert!(0 < wins && 0 < losses, "{wins} wins, {losses} losses");
}

#[test]
fn a_solution_of_every_engine_replays() {
    // A deck of 16 cards: every engine solves it.
    let board =
        "rules: ranks 4, columns 4, cells 2\n4C 2D 3S AH\n3C 4D 2S AC\n4H 3D AS 2C\n3H 4S AD 2H\n";
    let position = &KIT.read(board, &Values::default()).unwrap()[0].position;
    for about in KIT.engines() {
        for metric in KIT.about().metrics {
            let setup =
                Setup { engine: Some(about.name), metric: Some(metric.name), ..Setup::default() };
            let engine = KIT.prepare(&setup).unwrap();
            let answer =
                engine.solve(&**position, &Limits::default(), &Cancel::new(), &mut ()).unwrap();
            let End::Solved { cost, .. } = answer.end else {
                panic!("{}: {:?}", about.name, answer.end);
            };
            let line = answer.line.unwrap();
            let at = KIT.about().lengths.iter().position(|it| it.field == metric.name).unwrap();
            assert_eq!(line.lengths().0[at], i64::from(cost), "{} {}", about.name, metric.name);
            for format in ["notation", "single"] {
                let play = position.replay(&line.render(format), &Values::default()).unwrap();
                assert!(play.refused.is_none() && play.unfinished.is_none(), "{}", about.name);
                assert!(play.end.is_solved());
            }
            assert_eq!(line.render("text").lines().count(), line.length());
        }
    }
}

#[test]
fn autoplay_is_a_setting_of_reading() {
    let board = "rules: ranks 2, columns 2, cells 1\n2C AC 2D AD\n2H AH 2S AS\n";
    let position = &KIT.read(board, &Values::default()).unwrap()[0].position;
    let play = |reading: &Values| position.replay("1h", reading).unwrap();
    assert_eq!(
        play(&Values::default()).unfinished.as_deref(),
        Some("the moves end with 7 cards that are not home")
    );
    let play = play(&Values::from_iter([("autoplay", true)]));
    assert!(play.end.is_solved() && play.unfinished.is_none());
    assert_eq!(play.line.length(), 8);
}

#[test]
fn unknown_settings_are_errors_that_list_the_known_ones() {
    let wrong = |engine: &str, setting: &str| {
        let settings = Values::from_iter([(setting, 3)]);
        let setup = Setup { engine: Some(engine), settings: Some(&settings), ..Setup::default() };
        KIT.prepare(&setup).err().map(|fault| fault.message).unwrap()
    };
    assert_eq!(
        wrong("fast", "width"),
        "the engine fast has no setting `width` (its settings: moves); engines that have it: short, exact, beam"
    );
    assert_eq!(
        wrong("iterative", "horizon"),
        "the engine iterative has no setting `horizon` (its settings: step, table, moves); engines that have it: staged"
    );
    assert!(wrong("exact", "moves").starts_with("moves: expected \"single\" or \"runs\" or"));
    let unknown = KIT.prepare(&Setup { engine: Some("slow"), ..Setup::default() });
    assert!(
        unknown
            .err()
            .unwrap()
            .message
            .contains("(known: fast, short, exact, staged, ida-star, iterative")
    );
    let rules = Values::from_iter([("cells", 9)]);
    assert_eq!(
        KIT.deal(1, &rules).err().unwrap().message,
        "cells: expected a whole number from 0 to 8, found 9"
    );
}

#[test]
fn fewer_cells_than_cards_for_them_send_the_rest_to_the_columns() {
    let rules = Values::from_iter([("variant", "forecell")]);
    let cards = |rules: &Values| {
        let view = KIT.deal(1, rules).unwrap().view();
        let cells = view.places.iter().filter(|place| place.kind == "cell");
        cells.map(|place| place.pieces.len()).sum::<usize>()
    };
    assert_eq!(cards(&rules), 4);
    let mut fewer = rules;
    fewer.set("cells", 1);
    assert_eq!(cards(&fewer), 1);
}

#[test]
fn a_width_of_short_without_a_time_limit_ends() {
    let deal = KIT.deal(2, &Values::default()).unwrap();
    let nodes = |width: u64| {
        let settings = Values::from_iter([("width", width)]);
        let setup = Setup { engine: Some("short"), settings: Some(&settings), ..Setup::default() };
        let engine = KIT.prepare(&setup).unwrap();
        engine.solve(&*deal, &limits(), &Cancel::new(), &mut ()).unwrap().stats.expanded
    };
    assert!(nodes(32) < nodes(128));
}

#[test]
fn lengths_of_an_unfinished_game_count_its_own_moves() {
    let position = KIT.deal(617, &Values::default()).unwrap();
    let lengths =
        |moves: &str| position.replay(moves, &Values::default()).unwrap().line.lengths().0;
    assert_eq!(lengths("83 2a"), [2, 2, 2]);
    // The ninth move sends a card home, which M3 leaves out.
    assert_eq!(lengths("83 2a 21 72 8b 83 82 8c 8h"), [9, 9, 8]);
}
