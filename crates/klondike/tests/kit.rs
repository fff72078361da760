//! The kit: what is written is read back, moves are those of the referee, judgements agree with searches, hidden cards stay hidden.

use patience_core::{Cancel, Limits, Meter};
use patience_kit::{
    Answer, End, HiddenGame, Kit, MoveInfo, PlayerSetup, Position, Setup, Values, Verdict,
};
use patience_klondike::{KIT, Klondike, Rules, write_position};
use patience_laws::SplitMix;

/// Rules of every kind.
fn all_rules() -> Vec<Values> {
    let rule = |pairs: &[(&str, serde_json::Value)]| pairs.iter().cloned().collect::<Values>();
    vec![
        Values::default(),
        rule(&[("draw", 1.into()), ("passes", "2".into())]),
        rule(&[("draw", 4.into()), ("passes", "unlimited".into()), ("no_bring_back", true.into())]),
        rule(&[("passes", "1".into())]),
    ]
}

fn read(text: &str) -> Box<dyn Position> {
    let mut positions = KIT.read(text, &Values::default()).unwrap();
    assert_eq!(positions.len(), 1);
    positions.remove(0).position
}

/// The deal of a small deck.
fn small(seed: u64, ranks: u8, columns: u8) -> Box<dyn Position> {
    let rules = Rules { ranks, columns, draw: 1 + u8::from(seed % 2 == 1), ..Rules::default() };
    read(&write_position(&rules, Klondike::of_seed(seed, rules).unwrap().deal()))
}

/// Positions of random games.
fn walk(start: Box<dyn Position>, seed: u64, length: usize) -> Vec<Box<dyn Position>> {
    let mut random = SplitMix::new(seed);
    let mut walk = vec![start];
    for _ in 0..length {
        let last = &walk[walk.len() - 1];
        let moves = last.moves();
        if moves.is_empty() {
            break;
        }
        walk.push(last.play(&moves[random.below(moves.len())].text).unwrap());
    }
    walk
}

fn text(position: &dyn Position) -> String {
    position.write("text").unwrap()
}

fn solve(position: &dyn Position, setup: &Setup<'_>) -> Answer {
    let engine = KIT.prepare(setup).unwrap();
    engine.solve(position, &Limits::default(), &Cancel::new(), &mut ()).unwrap()
}

#[test]
fn the_exchange_text_is_read_back_from_any_position() {
    for (rules, seed) in all_rules().iter().zip(1..) {
        for position in walk(KIT.deal(seed, rules).unwrap(), seed, 200) {
            let again = read(&text(&*position));
            assert_eq!(text(&*again), text(&*position));
            assert_eq!(again.json(), position.json());
            assert_eq!(again.view(), position.view());
        }
    }
}

#[test]
fn other_formats_of_a_start_are_read_back() {
    let start = KIT.deal(7, &Values::default()).unwrap();
    for format in ["json", "digits"] {
        assert_eq!(text(&*read(&start.write(format).unwrap())), text(&*start));
    }
    let after = start.play("T").unwrap();
    let fault = after.write("digits").unwrap_err();
    assert_eq!(fault.message, "this position cannot be written as `digits`");
}

#[test]
fn rules_of_a_text_hold_unless_others_are_given() {
    let given = "draw 1\npasses 2\nbring-back no\n1: | AC\n2: AD | AH\nstock: AS\n";
    let rules = |values: &Values| KIT.read(given, values).unwrap()[0].position.rules().unwrap();
    let kept = rules(&Values::default());
    assert_eq!((&kept["draw"], &kept["passes"]), (&1.into(), &2.into()));
    assert_eq!(kept["bring_back"], false);
    let changed = rules(&Values::from_iter([("passes", "unlimited")]));
    assert_eq!((&changed["draw"], &changed["passes"]), (&1.into(), &serde_json::Value::Null));
    let wrong = KIT.deal(1, &Values::from_iter([("passes", "0")])).err().unwrap();
    assert_eq!(
        wrong.message,
        "passes: expected a number of passes from 1 to 255, or \"unlimited\", found \"0\""
    );
}

/// Every notation of a step.
fn notations() -> Vec<String> {
    let mut all: Vec<String> = ["T", "R", "w-h"].map(str::to_owned).into();
    for from in 1..=7 {
        all.extend([format!("w-{from}"), format!("{from}-h")]);
        all.extend(["hC", "hD", "hH", "hS"].map(|suit| format!("{suit}-{from}")));
        for to in 1..=7 {
            all.push(format!("{from}-{to}"));
            all.extend((1..=13).map(|count| format!("{from}-{to}x{count}")));
        }
    }
    all
}

#[test]
fn moves_are_all_that_the_referee_allows() {
    for (rules, seed) in all_rules().iter().zip(1..) {
        for position in walk(KIT.deal(seed, rules).unwrap(), seed, 40) {
            let moves = position.moves();
            let mut ends: Vec<String> =
                moves.iter().map(|mv| text(&*position.play(&mv.text).unwrap())).collect();
            let mut allowed: Vec<String> =
                notations().iter().filter_map(|mv| Some(text(&*position.play(mv).ok()?))).collect();
            for list in [&mut ends, &mut allowed] {
                list.sort();
            }
            allowed.dedup();
            let count = ends.len();
            ends.dedup();
            assert_eq!((count, &ends), (ends.len(), &allowed), "{}", text(&*position));
        }
    }
}

fn pieces(position: &dyn Position, id: &str) -> Vec<String> {
    let place = position.view().places.into_iter().find(|place| place.id == id).unwrap();
    place.pieces.into_iter().map(|piece| piece.id).collect()
}

#[test]
fn moves_name_what_moves_from_where_to_where() {
    for seed in 1..5 {
        for position in walk(KIT.deal(seed, &Values::default()).unwrap(), seed, 60) {
            for MoveInfo { text, piece, from, to } in position.moves() {
                let after = position.play(&text).unwrap();
                assert!(pieces(&*position, &from).contains(&piece), "{text}");
                assert!(!pieces(&*after, &from).contains(&piece), "{text}");
                assert!(pieces(&*after, &to).contains(&piece), "{text}");
            }
        }
    }
}

#[test]
fn views_show_every_card_once() {
    for position in walk(KIT.deal(3, &Values::default()).unwrap(), 3, 200) {
        let view = position.view();
        let mut ids: Vec<&str> =
            view.places.iter().flat_map(|place| &place.pieces).map(|it| it.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 52);
    }
}

#[test]
fn judgements_agree_with_searches() {
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..15 {
        for position in walk(small(seed, 5, 4), seed, 10) {
            let mut observer = ();
            let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
            let judgement = position.judge(None, &mut meter).unwrap();
            let answer = solve(&*position, &Setup::default());
            assert_eq!(judgement.verdict, Verdict::from(&answer.end));
            let legal: Vec<String> = position.moves().into_iter().map(|mv| mv.text).collect();
            assert!(judgement.moves.iter().map(|judged| &judged.mv).eq(&legal));
            for judged in &judgement.moves {
                let answer = solve(&*position.play(&judged.mv).unwrap(), &Setup::default());
                assert_eq!(judged.verdict, Verdict::from(&answer.end));
                *(if judged.verdict == Verdict::Wins { &mut wins } else { &mut losses }) += 1;
            }
            let is_won = judgement.verdict == Verdict::Wins && !position.is_solved();
            assert_eq!(judgement.best.is_some(), is_won);
        }
    }
    assert!(20 < wins && 20 < losses, "{wins} {losses}");
}

#[test]
fn lines_replay_and_are_rendered() {
    for metric in ["moves", "turns"] {
        let position = KIT.deal(7, &Values::default()).unwrap();
        let setup = Setup { metric: Some(metric), ..Setup::default() };
        let answer = solve(&*position, &setup);
        let line = answer.line.as_ref().unwrap();
        let notation = line.notation();
        let play = position.replay(&notation.join(" "), &Values::default()).unwrap();
        assert!(play.refused.is_none() && play.unfinished.is_none() && play.end.is_solved());
        assert_eq!(play.line.lengths(), line.lengths());
        assert_eq!(line.length(), notation.len());
        let [moves, turns] = line.lengths().0[..] else { panic!("two lengths") };
        let End::Solved { cost, .. } = answer.end else { panic!("solved") };
        assert_eq!(i64::from(cost), if metric == "moves" { moves } else { moves + turns });
        assert_eq!(line.render("text").lines().count(), notation.len());
        assert_eq!(line.render("notation").split_whitespace().count(), notation.len());
        assert_eq!(line.render("positions").matches("Move: ").count(), notation.len());
        assert_eq!(line.render("line"), "");
        assert!(line.animate(0.5).contains("@keyframes"));
        let headline = KIT.prepare(&setup).unwrap().headline(&answer);
        let all = format!("{moves} moves, {turns} turns");
        let expected = match metric {
            "moves" => format!("{} steps ({moves} moves, {turns} turns)", moves + turns),
            _ => format!("{cost} steps ({all})"),
        };
        assert_eq!(headline, expected);
    }
}

#[test]
fn replays_end_at_the_first_illegal_step() {
    let position = KIT.deal(7, &Values::default()).unwrap();
    let play = position.replay("T\n  w-h T", &Values::default()).unwrap();
    let refused = play.refused.unwrap();
    assert_eq!((refused.step, refused.line, refused.column), (2, 2, 3));
    assert_eq!(play.line.notation(), ["T"]);
    let fault = position.replay("T x", &Values::default()).err().unwrap();
    assert_eq!(fault.place, Some((1, 3)));
}

#[test]
fn every_engine_agrees_on_small_decks() {
    let (mut solved, mut lost) = (0, 0);
    // Small decks are mostly won, and with a single pass through the stock often lost.
    let once = |seed: u64| {
        let rules = Rules { ranks: 4, columns: 3, draw: 3, passes: Some(1), ..Rules::default() };
        read(&write_position(&rules, Klondike::of_seed(seed, rules).unwrap().deal()))
    };
    // One of the last three is lost.
    let decks = (0..3).map(|seed| small(seed, 4, 4)).chain((5..8).map(once));
    for (seed, position) in decks.enumerate() {
        for metric in ["moves", "turns"] {
            let by = |engine: &str| {
                let setup =
                    Setup { engine: Some(engine), metric: Some(metric), ..Setup::default() };
                solve(&*position, &setup).end
            };
            let best = by("shortest");
            for engine in KIT.engines() {
                let end = by(engine.name);
                match (&best, &end) {
                    (End::Solved { cost: best, .. }, End::Solved { cost, optimal }) => {
                        assert!(
                            best <= cost && (!optimal || best == cost),
                            "{} {seed}",
                            engine.name
                        );
                        let is_optimal = ["shortest", "a-star", "ida-star", "iterative"];
                        assert!(*optimal || !is_optimal.contains(&engine.name), "{}", engine.name);
                        solved += 1;
                    }
                    (End::Unsolvable { .. }, End::Unsolvable { .. }) => lost += 1,
                    (_, End::Exhausted) => assert!(!engine.complete, "{}", engine.name),
                    _ => panic!("{} {seed}: {best:?} {end:?}", engine.name),
                }
            }
        }
    }
    assert!(20 < solved && 5 < lost, "{solved} {lost}");
}

#[test]
fn unknown_names_are_errors_that_list_the_known_ones() {
    let settings = Values::from_iter([("wide", 3)]);
    for (setup, message) in [
        (
            Setup { engine: Some("fast"), ..Setup::default() },
            "unknown engine `fast` (known: exact, shortest, planner-2007, staged, ida-star, iterative, breadth-first, a-star, best-first, beam)",
        ),
        (
            Setup { metric: Some("steps"), ..Setup::default() },
            "unknown metric `steps` (known: moves, turns)",
        ),
        (
            Setup { engine: Some("shortest"), settings: Some(&settings), ..Setup::default() },
            "the engine shortest has no setting `wide` (its settings: width)",
        ),
    ] {
        assert_eq!(KIT.prepare(&setup).err().unwrap().message, message);
    }
    let players = KIT.players().unwrap();
    let setup = PlayerSetup { player: Some("uct"), settings: Some(&settings) };
    let message = "the player uct has no setting `wide` (its settings: trajectories, moves)";
    assert_eq!(players.prepare(&setup, &Values::default()).err().unwrap().message, message);
}

#[test]
fn engines_refuse_unknown_cards_and_name_the_first() {
    let position = read("1: | AC\n2: ?? | AH\nstock: AS\n");
    let engine = KIT.prepare(&Setup::default()).unwrap();
    let answer = engine.solve(&*position, &Limits::default(), &Cancel::new(), &mut ());
    let message = answer.err().unwrap().message;
    assert!(message.starts_with("card 1 of column 2 is unknown"), "{message}");
}

type Hidden = Box<dyn HiddenGame<Box<dyn Position>>>;

fn hidden(seed: u64, stock: &str) -> Hidden {
    KIT.players().unwrap().deal(seed, &Values::from_iter([("stock", stock)])).unwrap()
}

/// The cards that nobody has seen, by name: those that the visible text does not have.
fn unseen(game: &Hidden) -> Vec<String> {
    let open = KIT.deal(0, &Values::default()).unwrap();
    let seen = text(&*game.visible());
    let (home, rest) = seen.split_once("1:").unwrap();
    let is_home = |card: &str| {
        let order = "A23456789TJQK";
        let (rank, suit) = card.split_at(1);
        let top = home.split_whitespace().find(|word| word.starts_with(suit) && word.len() == 2);
        let top = top.map_or("0", |top| &top[1..]);
        order.find(top).is_some_and(|top| order.find(rank).unwrap() <= top)
    };
    let cards = open.view().places.into_iter().flat_map(|place| place.pieces);
    let names = cards.map(|piece| piece.id);
    names.filter(|card| !rest.contains(card.as_str()) && !is_home(card)).collect()
}

#[test]
fn hidden_games_show_no_card_that_nobody_has_seen() {
    for (seed, stock) in [(1, "visible"), (2, "unseen"), (3, "unseen")] {
        let mut game = hidden(seed, stock);
        let mut random = SplitMix::new(seed);
        for _ in 0..120 {
            let moves = game.moves();
            if moves.is_empty() || game.is_won() {
                break;
            }
            let shown = serde_json::to_string(&(game.visible().view(), &moves)).unwrap();
            let unseen = unseen(&game);
            assert_eq!(text(&*game.visible()).matches("??").count(), unseen.len());
            for card in unseen {
                assert!(!shown.contains(&format!("\"{card}\"")), "{card} in {shown}");
            }
            let done = game.play(&moves[random.below(moves.len())].text).unwrap();
            assert!(done.refused.is_none() && done.played.len() == 1);
        }
    }
}

#[test]
fn a_stock_that_was_seen_stays_known_after_a_redeal() {
    let mut game = hidden(1, "unseen");
    let unknown = |game: &Hidden| text(&*game.visible()).matches("??").count();
    assert_eq!(unknown(&game), 21 + 24);
    assert!(game.play(&"T ".repeat(8)).unwrap().refused.is_none());
    assert_eq!(unknown(&game), 21);
    assert!(game.play("R T").unwrap().refused.is_none());
    assert_eq!(unknown(&game), 21);
}

#[test]
fn moves_of_hidden_games_are_taken_back() {
    let mut game = hidden(1, "visible");
    let start = text(&*game.visible());
    assert!(!game.undo());
    game.play("T T").unwrap();
    assert_eq!((game.notation().len(), game.lengths().0), (2, vec![0, 2]));
    assert!(game.undo() && game.undo() && !game.undo());
    assert_eq!((text(&*game.visible()), game.notation().len()), (start, 0));
}

#[test]
fn a_hidden_game_is_won_by_the_moves_of_a_solution() {
    let answer = solve(&*KIT.deal(1, &Values::default()).unwrap(), &Setup::default());
    let mut game = hidden(1, "unseen");
    assert!(!game.is_won() && !game.is_stuck());
    let moves = answer.line.unwrap().notation().join(" ");
    assert_eq!(game.play(&moves).unwrap().refused, None);
    assert!(game.is_won());
}

#[test]
fn generated_deals_are_decided_the_same_way_each_time() {
    let [job] = KIT.jobs() else { panic!("one job") };
    let settings = Values::from_iter([("count", 2), ("seed", 3)]);
    let (work, mut gather) = job.start(&settings).unwrap();
    let decide = |unit| work.work(unit, &Limits::default(), &Cancel::new()).unwrap().unwrap();
    let first = decide(0);
    assert_eq!(first, decide(0));
    let taken = gather.take(0, first).unwrap();
    assert!(!taken.is_enough);
    let record = &taken.items[0].json;
    assert_eq!((&record["seed"], &record["outcome"]), (&3.into(), &"unsolvable".into()));
    let taken = gather.take(1, decide(1)).unwrap();
    assert!(taken.is_enough && taken.items[0].text == "4: can be won");
    let finished = gather.finish();
    assert!(finished.is_complete);
    assert_eq!(KIT.read(&finished.list.unwrap(), &Values::default()).unwrap().len(), 2);
    let both = [("winnable", true), ("unwinnable", true)].into_iter().collect();
    assert!(job.start(&both).is_err());
}
